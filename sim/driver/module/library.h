/*
 * driver/module/library.h - what else a link takes: host objects and archives of them, as nvcc makes, with fat binaries inside,
 * and CUDA's device runtime, libcudadevrt.a.
 */
#ifndef TW_SIM_DRIVER_MODULE_LIBRARY_H
#define TW_SIM_DRIVER_MODULE_LIBRARY_H

#include "sim/driver/state.h"

/* Is it an archive, or an object for a host? Else it is an image (image.h). */
bool tw_library_is(const void *data, size_t length);

/*
 * Hands the PTX of each fat binary in it to `add`, which may fail. An object that holds machine code alone is
 * CUDA_ERROR_NO_BINARY_FOR_GPU, with the reason in *why, but for the device runtime: it is machine code for most
 * architectures, so its functions for cooperative groups are handed on as PTX of our own; the others stay unknown.
 */
CUresult tw_library_each(const void *data, size_t length,
                         CUresult (*add)(void *user, const struct tw_text *ptx), void *user,
                         struct tw_text *why);

/* Adds these functions of the device runtime, as a module of PTX. */
void tw_library_add_runtime(struct tw_text *ptx);

#endif
