/* init_t1.h - tilewright init of a T1 file: the description that it becomes. */
#ifndef TW_CLI_INIT_T1_H
#define TW_CLI_INIT_T1_H

#include "base/text.h"

/* Whether the operand is called as a file of JSON is, and not as a family. */
bool tw_init_is_json(const char *operand);

/* Appends the description of a T1 file, for a file in the folder of `output` (NULL: beside the T1 file), and says on standard error what it
   says only in comments. TW_INPUT, also where it is no T1 file; TW_IO, TW_MEMORY. */
int tw_init_t1(const char *file, const char *output, struct tw_text *description, struct tw_error *error);

#endif
