/*
 * compile.h - compiles CUDA source to a cubin and PTX, with NVRTC, which is opened at run time.
 *
 * Thread-safety: threads may share an open tw_nvrtc. One thread opens and closes it. Where nothing else is said, no pointer may be NULL.
 */
#ifndef TW_RUNTIME_COMPILE_COMPILE_H
#define TW_RUNTIME_COMPILE_COMPILE_H

#include <stdbool.h>
#include <tilewright/api.h>
#include <tilewright/error.h>
#include <tilewright/kernel.h>

TW_API_BEGIN

struct tw_nvrtc;
struct tw_text;

/*
 * Opens NVRTC, version 12.0 or newer. If $TILEWRIGHT_NVRTC names the library's file, only that file is tried. Otherwise the first that works of
 * these is taken:
 *
 *     the file that was found when the program was built
 *     the toolkit in $CUDAToolkit_ROOT, $CUDA_HOME, $CUDA_PATH, /usr/local/cuda (folders lib64, lib and targets)
 *     the search path of the loader
 *
 * The caller owns *nvrtc (tw_nvrtc_close). TW_ENVIRONMENT: none works. The message says what to do, and the detail lists each place with the
 * reason. TW_MEMORY.
 */
int tw_nvrtc_open(struct tw_nvrtc **nvrtc, struct tw_error *error);
/* Closes it. NULL is allowed. */
void tw_nvrtc_close(struct tw_nvrtc *nvrtc);

/* Its version, such as 13 and 0. */
void tw_nvrtc_version(const struct tw_nvrtc *nvrtc, int *major, int *minor);
/* The file from which it was opened. NVRTC owns the text. */
const char *tw_nvrtc_path(const struct tw_nvrtc *nvrtc);
/* True if it can compile for an architecture, such as 90. */
bool tw_nvrtc_supports(const struct tw_nvrtc *nvrtc, unsigned sm);
/* The newest architecture that it knows and that is not newer than `sm`. 0: there is none. */
unsigned tw_nvrtc_best(const struct tw_nvrtc *nvrtc, unsigned sm);

/*
 * Sets the limits of compiles from now on. *limits is copied. No thread may compile meanwhile.
 *
 * NVRTC cannot be stopped, and a source can make it take any time and memory: a macro that names another one ten times, and so on. So a compile that
 * exceeds a limit calls limits->exceeded, which ends the process (base/limits/limits.h). Set limits only in a process that may end. Without this
 * call nothing is limited; plans, which compile in a thread of their host, keep it so.
 */
struct tw_limits; /* base/limits/limits.h */
void tw_nvrtc_limit(struct tw_nvrtc *nvrtc, const struct tw_limits *limits);

#define TW_COMPILE_MIB                                                                                       \
    2048u /* of memory that a compile may take, and seconds, unless the user says otherwise: */
#define TW_COMPILE_TIMEOUT_S                                                                                 \
    300u /* NVRTC takes some 100 MiB and a second for a kernel                              */

struct tw_image {
    void *cubin;
    size_t cubin_bytes;
    char *ptx;         /* NUL-terminated */
    size_t ptx_length; /* without the NUL */
    unsigned sm;
    char *log; /* the compiler's warnings; "" if there are none */
    /* A line for each launch with an `entry`: "matmul<16>\t_Z6matmulILi16EEvv\n". "" or NULL if there is none. */
    char *names;
};

/*
 * Compiles a kernel for the real architecture `sm`, such as 90. Line information names the file /tilewright/NAME.cu, which does not exist; so no
 * byte of the result depends on a directory. A source is first compiled without textures and the CUDA runtime (NVRTC's -minimal, from 12.4 on),
 * which takes less time. If it is refused, or names textures, it is compiled with them. *image is overwritten; the caller owns it (tw_image_free).
 * It is empty after a failure.
 *
 * The source of a user (kernel->needs) is compiled with more:
 *
 *     options    follow Tilewright's own; a language standard replaces Tilewright's
 *     headers    headers of host programs (<stdio.h>, <cuda_runtime.h> and the like) are empty, unless a folder of -I has them; headers of the
 *                CUDA Toolkit (<cuda_fp16.h>) are looked for last, in the toolkit of NVRTC
 *     host code  is left out where NVRTC fails at it, if it names none of __global__, __device__, __constant__, __shared__; a function that does
 *                not say where it runs is for the device
 *     entries    of launches as C++ names them go to image->names
 *
 * Errors:
 *
 *     TW_COMPILE      NVRTC or ptxas refused the source, or an entry is no kernel of it. The message is the first error, as in
 *                     "NAME.cu:12 (tile.cu.mustache:30): text", or "matmul.cu:12: text" for a user's file. The detail is the whole log, in which
 *                     the template's line follows each generated line in brackets.
 *     TW_ENVIRONMENT  NVRTC does not know the architecture (the message lists those that it knows), or it is not whole
 *     TW_TOO_LARGE    the kernel needs more registers, shared or constant memory than the architecture has
 *     TW_MEMORY       memory ran out
 */
int tw_compile(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm,
               struct tw_image *image, struct tw_error *error);
/*
 * The same for the virtual architecture `sm`, without ptxas, which takes most of the time if code is not optimised. image->cubin is NULL then. Mistakes
 * that only ptxas finds are not found: assembly text, or too much shared memory.
 */
int tw_compile_ptx(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm,
                   struct tw_image *image, struct tw_error *error);
/*
 * Compiles a user's file to PTX, for the virtual architecture `sm`. Line information names the file itself. `count` options (-I, -D and so on) follow
 * Tilewright's own. Headers are found as above; with `device_part` host code is left out as above. The caller owns *ptx (free()), which is NULL
 * after a failure. Errors are those above.
 */
int tw_compile_file(const struct tw_nvrtc *nvrtc, const char *file, const char *source, unsigned sm,
                    const char *const *options, size_t count, bool device_part, char **ptx,
                    struct tw_error *error);
/* Stores and returns TW_COMPILE. The message and place are those of the first error about `file` in a log of NVRTC or nvcc; the detail is the log. */
int tw_compile_refused(const char *file, const char *log, struct tw_error *error);
/* Frees what the struct owns and zeroes it. NULL is allowed. */
void tw_image_free(struct tw_image *image);

/* Adds, on one line, all that tw_compile gives NVRTC beside source, name and architecture: its options, and those that the environment adds. A cache of
   compiled kernels must know them. */
void tw_compile_options(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, struct tw_text *text);

TW_API_END
#endif
