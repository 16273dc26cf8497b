/* undefined.h - names that a CUDA C++ source uses and nobody defines, as a compiler finds them. */
#ifndef TW_TUNE_UNDEFINED_H
#define TW_TUNE_UNDEFINED_H

#include "base/limits/limits.h"
#include "gen/described/init/cuda_source.h"

/*
 * Adds macros to those of the source, which is `text` of the file `path`: identifiers in its kernels that NVRTC calls undefined while the
 * macros known so far are defined. Where there is no NVRTC, or the source has other errors too, it adds what it finds, which may be nothing. A
 * compile that exceeds a limit ends the process (runtime/compile/compile.h). TW_MEMORY.
 */
int tw_find_undefined(const char *path, const char *text, const struct tw_limits *limits,
                      struct tw_cuda_source *source, struct tw_error *error);

#endif
