/*
 * compile_log.h - what NVRTC or nvcc says of a source, as an error: at the user's own file, at a header, or at a generated line and the
 * line of the template that it came from. Private to
 * compile.c, host_code.c and given.c.
 */
#ifndef TW_RUNTIME_COMPILE_COMPILE_LOG_H
#define TW_RUNTIME_COMPILE_COMPILE_LOG_H

#include "runtime/compile/compile.h"

/* Where a line of the log says that something is. */
struct tw_log_place {
    const char *file; /* `length` bytes of the log */
    size_t length;
    unsigned number;
    bool is_error; /* no warning, no note */
};

/* False: the line names no place. */
bool tw_log_read_place(const char *line, struct tw_log_place *place);

/* TW_TOO_LARGE: "NAME has 65536 bytes of static shared memory, the limit is 49152; use dynamic shared memory". */
int tw_fail_static(const char *name, uint32_t bytes, struct tw_error *error);
/* TW_TOO_LARGE: "NAME has 80000 bytes of constant memory, the limit is 65536". */
int tw_fail_constant(const char *name, uint64_t bytes, uint64_t most, struct tw_error *error);

/* TW_COMPILE, or TW_TOO_LARGE where ptxas says that the target has no room for it: "NAME.cu:12 (tile.cu.mustache:30): text", "matmul.cu:12: text", "helper.h:3: text", or the line itself when it names no
   place; the annotated log as detail. */
int tw_compile_log_fail(const struct tw_kernel *kernel, const char *log, struct tw_error *error);

/* TW_COMPILE where the log warns that the source defines a macro anew which the variant's values are given by: "matmul.cu:3: the source itself
   defines BM, so the variant's value does not count". */
int tw_compile_log_check_macros(const struct tw_kernel *kernel, const char *log, struct tw_error *error);

#endif
