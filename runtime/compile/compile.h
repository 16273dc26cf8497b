/*
 * compile.h - CUDA source becomes a cubin and PTX, by NVRTC, in one compile. NVRTC is opened at run time.
 *
 * Thread-safety: a tw_nvrtc may be shared by threads once opened (NVRTC itself is thread-safe).
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
 * Opens NVRTC, version 12.0 or newer. $TILEWRIGHT_NVRTC names the library file, and then only that file is
 * tried. Else, in this order: the file found when the program was built; the toolkit at $CUDAToolkit_ROOT,
 * $CUDA_HOME, $CUDA_PATH, /usr/local/cuda (in lib64, lib and targets); the loader's search path.
 * TW_ENVIRONMENT when none will do: the message says what to do about it, the detail lists each place with
 * the reason. *nvrtc is owned by the caller (tw_nvrtc_close).
 */
int tw_nvrtc_open(struct tw_nvrtc **nvrtc, struct tw_error *error);
void tw_nvrtc_close(struct tw_nvrtc *nvrtc); /* NULL is allowed */

void tw_nvrtc_version(const struct tw_nvrtc *nvrtc, int *major, int *minor);
const char *tw_nvrtc_path(const struct tw_nvrtc *nvrtc); /* the file it was opened from */
/* True when NVRTC can compile for that architecture (90). */
bool tw_nvrtc_supports(const struct tw_nvrtc *nvrtc, unsigned sm);
/* The newest architecture NVRTC knows that is not newer than sm; 0 when none. */
unsigned tw_nvrtc_best(const struct tw_nvrtc *nvrtc, unsigned sm);

/*
 * Sets the limits of compiles from now on. NVRTC cannot be stopped, and a source may make it take any time and memory (a macro that names
 * another ten times, and so on). So a compile that exceeds a limit calls limits->exceeded, which ends the process (base/limits/limits.h):
 * set limits only in a process that may end. At first nothing is limited, and plans, which compile in a thread of their host, keep it so.
 * Not to be called while another thread compiles. *limits is copied.
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
    char *log; /* warnings, "" when none */
    char *
        names; /* of launches with an `entry`, a line each: "matmul<16>\t_Z6matmulILi16EEvv\n"; "" or NULL when none */
};

/*
 * Compiles for the real architecture sm, with line information under the virtual file name
 * /tilewright/NAME.cu, so that no byte of the result depends on a directory. A source is first compiled without textures and
 * the CUDA runtime (NVRTC's -minimal, from 12.4 on), which takes less time, and with them if it is refused or names textures.
 *
 * A kernel of somebody's own (kernel->needs) has more:
 *
 *     options    behind ours; a language standard replaces ours
 *     headers    those of programs for a host (<stdio.h>, <cuda_runtime.h> and the like) are empty, unless a folder of -I holds them; those
 *                of the CUDA Toolkit (<cuda_fp16.h>) are looked for in the toolkit that NVRTC is of, last
 *     host code  what NVRTC fails at is left out, if it names none of __global__, __device__, __constant__, __shared__; what says nothing of
 *                where it runs is for the device
 *     entries    launches whose entry C++ names: image->names
 *
 * Fails with
 *
 *   - TW_COMPILE: NVRTC or ptxas refused the source. The message is the first error, "NAME.cu:12
 *     (tile.cu.mustache:30): text", of a user's file "matmul.cu:12: text"; the detail is the whole log, each line that names a generated line
 *     with its template line in brackets. Or an entry is no kernel of the source.
 *   - TW_ENVIRONMENT: NVRTC does not know the architecture (the message lists those it knows), or is not
 *     whole.
 *   - TW_MEMORY.
 *
 * *image is zeroed first, owned by the caller (tw_image_free), empty after a failure.
 */
int tw_compile(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm,
               struct tw_image *image, struct tw_error *error);
/*
 * The same without ptxas, which takes most of the time of code that is not optimised: for the virtual architecture sm, so that
 * image->cubin is NULL. What ptxas alone refuses (assembly text, shared memory beyond the limit) passes.
 */
int tw_compile_ptx(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm,
                   struct tw_image *image, struct tw_error *error);
/*
 * The PTX of a file that somebody else wrote, for the virtual architecture sm, with line information under its own name. `options`
 * (-I, -D and so on) are given to NVRTC behind ours. As with an own kernel, headers that programs for a host include are empty unless a
 * folder of -I holds them, and the toolkit's are found. device_part: what is for a host is left out, as with an own kernel. Fails as above; *ptx is
 * owned by the caller (free()), NULL after a failure.
 */
int tw_compile_file(const struct tw_nvrtc *nvrtc, const char *file, const char *source, unsigned sm,
                    const char *const *options, size_t count, bool device_part, char **ptx,
                    struct tw_error *error);
/* TW_COMPILE with the first error that NVRTC's log, or nvcc's, tells of the file, its place, and the whole log behind it. */
int tw_compile_refused(const char *file, const char *log, struct tw_error *error);
void tw_image_free(struct tw_image *image); /* NULL is allowed */

/* Adds all that tw_compile gives NVRTC beside source, name and architecture, on one line: its options, and
   what the environment adds to them. What a cache of its results must know. */
void tw_compile_options(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, struct tw_text *text);

TW_API_END
#endif
