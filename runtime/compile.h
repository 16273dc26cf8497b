/*
 * compile.h - CUDA source becomes a cubin and PTX, by NVRTC, in one compile. NVRTC is opened at run time.
 *
 * Thread-safety: a tw_nvrtc may be shared by threads once opened (NVRTC itself is thread-safe).
 */
#ifndef TW_RUNTIME_COMPILE_H
#define TW_RUNTIME_COMPILE_H

#include <stdbool.h>
#include <tilewright/kernel.h>
#include <tilewright/error.h>

struct tw_nvrtc;

/* Opens NVRTC: $TILEWRIGHT_NVRTC (a library file), the one found when the program was built, an installed CUDA Toolkit's
   ($CUDAToolkit_ROOT, $CUDA_HOME, /usr/local/cuda), the loader's search path. TW_ENVIRONMENT, listing where it looked. */
int tw_nvrtc_open(struct tw_nvrtc **nvrtc, struct tw_error *error);
void tw_nvrtc_close(struct tw_nvrtc *nvrtc);
void tw_nvrtc_version(const struct tw_nvrtc *nvrtc, int *major, int *minor);
const char *tw_nvrtc_path(const struct tw_nvrtc *nvrtc); /* the file it was opened from */
/* True when NVRTC can compile for that architecture (90). */
bool tw_nvrtc_supports(const struct tw_nvrtc *nvrtc, unsigned sm);
/* The newest architecture NVRTC knows that is not newer than sm; 0 when none. */
unsigned tw_nvrtc_best(const struct tw_nvrtc *nvrtc, unsigned sm);

struct tw_image {
    void *cubin;
    size_t cubin_bytes;
    char *ptx;         /* NUL-terminated */
    size_t ptx_length; /* without the NUL */
    unsigned sm;
    char *log;         /* warnings, "" when none */
};

/* Compiles for real architecture sm, with line information under a fixed virtual file name. On failure TW_COMPILE: the
   message is the first error with generated line and template line, the detail NVRTC's whole log, each line that names a
   generated line followed by its template line. *image is zeroed first, owned by the caller (tw_image_free). */
int tw_compile(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm, struct tw_image *image,
               struct tw_error *error);
void tw_image_free(struct tw_image *image);

#endif
