/*
 * known_headers.h - headers that a kernel's source may include though no folder of its user's holds them: those of programs for a host,
 * which are empty for NVRTC, and those of the CUDA Toolkit, which NVRTC's version stands for.
 */
#ifndef TW_BASE_DESCRIBED_KNOWN_HEADERS_H
#define TW_BASE_DESCRIBED_KNOWN_HEADERS_H

#include <stdbool.h>
#include <stddef.h>

/* Headers that host code includes and kernels do not need, "stdio.h"; tw_host_header_count of them. What each holds instead: nothing, or
   what kernels do want of it, as the integers of <stdint.h>, INT_MAX, M_PI. */
#define TW_CUB_HEADER  "cub/cub.cuh"       /* the parts of CUB for a block and a warp: NVRTC takes no more */
#define TW_NVCC_HEADER "tilewright/nvcc.h" /* what nvcc declares though no source includes it              */
extern const char *const tw_host_headers[];
extern const size_t tw_host_header_count;
const char *tw_host_header_text(const char *name);

/* Whether NVRTC could not take the header of that name, one of these, even if a folder of the user's holds it: CUB's, and those of the
   CUDA Samples for a host ("helper_cuda.h"). */
bool tw_header_needs_host(const char *name);
/* Whether TW_NVCC_HEADER declares or defines the name: "uint", "UINT_MAX", "M_PI". */
bool tw_nvcc_header_has(const char *name, size_t length);

/* Whether it is one of these, or the name of a header that a CUDA Toolkit has in its folder "include": "cuda_fp16.h", "cub/cub.cuh". */
bool tw_header_is_known(const char *name);

#endif
