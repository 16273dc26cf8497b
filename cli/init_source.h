/* init_source.h - the description to begin with of a kernel in a CUDA C++ source, as `tilewright init` writes it. */
#ifndef TW_CLI_INIT_SOURCE_H
#define TW_CLI_INIT_SOURCE_H

#include <stdbool.h>

#include "base/text.h"

/* Whether an operand is meant as a file, not as a family. */
bool tw_init_is_source(const char *name);

/* Appends the description of the kernel `name` (NULL: the only one) in `file`, which will be written to `output` (NULL: standard
   output). TW_INPUT: there is no such kernel, there are several, or it is PTX. Compiles, within limits that end the process. */
int tw_init_source(const char *file, const char *name, const char *output, struct tw_text *config,
                   struct tw_error *error);

#endif
