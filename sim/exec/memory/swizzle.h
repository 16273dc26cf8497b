/* swizzle.h - where tensor copies and matrix descriptors put a byte of shared memory (PTX ISA, "Swizzling Modes"). */
#ifndef TW_SIM_EXEC_MEMORY_SWIZZLE_H
#define TW_SIM_EXEC_MEMORY_SWIZZLE_H

#include <stdint.h>

/* Pieces of 16 bytes change places within `span` bytes (32, 64, 128; 0: they stay) by their row of 128 bytes: the address's bits from 4 on
 * by those from 7 on. Rows are counted from row `first` on. */
static inline uint32_t tw_swizzled(uint32_t span, uint32_t first, uint32_t address)
{
    return span ? address ^ (((address >> 7) - first) & (span / 16u - 1u)) << 4 : address;
}

#endif
