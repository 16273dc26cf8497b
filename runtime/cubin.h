/* cubin.h - what a cubin says of its kernels. */
#ifndef TW_RUNTIME_CUBIN_H
#define TW_RUNTIME_CUBIN_H

#include <stddef.h>

#include "runtime/sites.h"

/* Registers per thread, the most of any kernel in it; 0 when the bytes are no cubin that says so. */
unsigned tw_cubin_registers(const void *cubin, size_t bytes);

/* The accesses of its machine code; none when the bytes are no cubin. */
void tw_cubin_sites(const void *cubin, size_t bytes, struct tw_sites *sites);

#endif
