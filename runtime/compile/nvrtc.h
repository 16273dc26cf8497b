/*
 * nvrtc.h - NVRTC's functions in use, with our own prototypes (NVRTC 12.0's), so that no nvrtc.h is needed to
 * build. Private to nvrtc.c, which finds the library, and compile.c, which uses it.
 */
#ifndef TW_RUNTIME_COMPILE_NVRTC_H
#define TW_RUNTIME_COMPILE_NVRTC_H

#include "base/limits/limits.h"
#include "runtime/compile/compile.h"

typedef struct tw_nvrtc_program *tw_nvrtc_program; /* opaque: NVRTC's nvrtcProgram */

/* nvrtcResult: the values that are told apart; part of NVRTC's ABI. */
enum {
    TW_NVRTC_SUCCESS = 0,
    TW_NVRTC_OUT_OF_MEMORY = 1,
    TW_NVRTC_OPTION = 5,
    TW_NVRTC_COMPILATION = 6,
    TW_NVRTC_BUILTINS = 7
};

/* clang-format off */
#define TW_NVRTC_FUNCTIONS(X)                                                                                         \
    X(int,          nvrtcVersion,              (int *major, int *minor))                                              \
    X(const char *, nvrtcGetErrorString,       (int result))                                                          \
    X(int,          nvrtcGetNumSupportedArchs, (int *count))                                                          \
    X(int,          nvrtcGetSupportedArchs,    (int *archs))                                                          \
    X(int,          nvrtcCreateProgram,        (tw_nvrtc_program *program, const char *source, const char *name,      \
                                                int header_count, const char *const *headers, const char *const *names)) \
    X(int,          nvrtcDestroyProgram,       (tw_nvrtc_program *program))                                           \
    X(int,          nvrtcAddNameExpression,    (tw_nvrtc_program program, const char *expression))                       \
    X(int,          nvrtcGetLoweredName,       (tw_nvrtc_program program, const char *expression, const char **name))   \
    X(int,          nvrtcCompileProgram,       (tw_nvrtc_program program, int count, const char *const *options))     \
    X(int,          nvrtcGetProgramLogSize,    (tw_nvrtc_program program, size_t *bytes))                             \
    X(int,          nvrtcGetProgramLog,        (tw_nvrtc_program program, char *log))                                 \
    X(int,          nvrtcGetPTXSize,           (tw_nvrtc_program program, size_t *bytes))                             \
    X(int,          nvrtcGetPTX,               (tw_nvrtc_program program, char *ptx))                                 \
    X(int,          nvrtcGetCUBINSize,         (tw_nvrtc_program program, size_t *bytes))                             \
    X(int,          nvrtcGetCUBIN,             (tw_nvrtc_program program, char *cubin))
/* clang-format on */

#define TW_NVRTC_FOLDERS                                                                                     \
    2u /* of the CUDA Toolkit's own headers, and of the C++ libraries beside them, if they have one */

struct tw_nvrtc {
#define X(result, name, parameters) result(*name) parameters;
    TW_NVRTC_FUNCTIONS(X)
#undef X
    void *library;
    char *path;
    bool no_memory; /* it ran out while the folders were looked for */
    char *folders
        [TW_NVRTC_FOLDERS]; /* of the toolkit's headers, "-I/usr/local/cuda/include"; NULL: not found */
    int major, minor;
    int *archs; /* 75, 80, ...: ascending, arch_count of them */
    int arch_count;
    struct tw_limits limits; /* of one compile */
};

#endif
