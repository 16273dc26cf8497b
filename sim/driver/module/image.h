/*
 * driver/module/image.h - what a module can be loaded from: PTX text, fat binaries that hold some, and wrappers around those.
 */
#ifndef TW_SIM_DRIVER_MODULE_IMAGE_H
#define TW_SIM_DRIVER_MODULE_IMAGE_H

#include "sim/driver/state.h"

#define TW_IMAGE_LENGTH                                                                                      \
    SIZE_MAX /* the length is not known: text ends with a NUL, a fat binary says how long it is */

/*
 * Appends the PTX of the image that runs on the simulated architecture; of several that for the newest architecture.
 * Otherwise the reason is in *why:
 *   CUDA_ERROR_INVALID_IMAGE             nothing that is known, or a damaged fat binary
 *   CUDA_ERROR_NO_BINARY_FOR_GPU         machine code, or PTX for other architectures
 *   CUDA_ERROR_INVALID_PTX               PTX text for another architecture
 *   CUDA_ERROR_UNSUPPORTED_PTX_VERSION   PTX of a version to come
 */
CUresult tw_image_ptx(const void *image, size_t length, struct tw_text *ptx, struct tw_text *why);

/* The bytes of the fat binary that begins here, of which TW_CONTAINER_HEADER can be read; 0: none does. */
#define TW_CONTAINER_HEADER 16u
uint64_t tw_image_container_bytes(const void *image);

#endif
