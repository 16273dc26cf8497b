/*
 * matrix_sums.h - one element of D = A B + C, as a tensor core makes it: mma, wmma and wgmma (PTX ISA, "Warp Level Matrix
 * Multiply-Accumulate Instructions", "Asynchronous Warpgroup Level Matrix Instructions").
 *
 * Sums of integers are exact, cut to 32 bits; those of f64 are chains of fused operations in the order of k. What a tensor core does with narrower
 * floats the ISA leaves open: here it is as an H200 was seen to do it (tests/data/h200-matrix-sums.csv, h200-wgmma-sums.csv, docs/simulator.md).
 * Nothing is kept; any number of threads may ask.
 */
#ifndef TW_SIM_MATRIX_SUMS_H
#define TW_SIM_MATRIX_SUMS_H

#include "ptx/ir.h"

#define TW_MATRIX_DEPTH 256u /* the largest */

/* The formats of A and B. */
struct tw_matrix_format {
    unsigned bits, exponent_bits, fraction_bits; /* bits in its register; 0 exponent bits: an integer */
    bool is_signed, has_infinity;
    unsigned block; /* products that are summed at once */
};

/* Of f16, bf16, tf32, f64, s8, u8, e4m3, e5m2, s4, u4, b1: the words of classes MA and MB in their order, from 0. */
const struct tw_matrix_format *tw_matrix_format(unsigned which);

struct tw_matrix_sum {
    unsigned depth; /* of A's rows and B's columns */
    const struct tw_matrix_format *a, *b;
    enum tw_ptx_type c, d; /* F16, F32, F64, S32 */
    bool differs;          /* of bits: they count where they differ, else where both are set */
    bool clamps;           /* .satfinite, of integers */
    bool of_warpgroup;     /* wgmma's                 */
};

/* The bits of d, for a row of A, a column of B, and c. */
uint64_t tw_matrix_sum(const struct tw_matrix_sum *sum, const uint64_t *a, const uint64_t *b, uint64_t c);

#endif
