/*
 * matrix_sums.h - one element of D = A B + C, as a tensor core makes it: mma, wmma and wgmma (PTX ISA, "Warp Level Matrix
 * Multiply-Accumulate Instructions", "Asynchronous Warpgroup Level Matrix Instructions").
 *
 * Sums of integers are exact, cut to 32 bits; those of f64 are chains of fused operations in the order of k. What a tensor core does with narrower
 * floats the ISA leaves open: here it is as an H200 was seen to do it (sim/tests/data/h200-matrix-sums.csv, h200-wgmma-sums.csv, docs/simulator.md).
 * Nothing is kept; any number of threads may ask.
 */
#ifndef TW_SIM_EXEC_NUMBERS_MATRIX_SUMS_H
#define TW_SIM_EXEC_NUMBERS_MATRIX_SUMS_H

#include "sim/exec/program.h"

#define TW_MATRIX_DEPTH 264u /* the largest, 256, and what keeps rows from each other's places in the cache */

/* The formats of A and B. */
struct tw_matrix_format {
    unsigned bits, exponent_bits, fraction_bits; /* bits in its register; 0 exponent bits: an integer */
    bool is_signed, has_infinity;
    unsigned block; /* products that are summed at once */
};

/* The format of f16, bf16, tf32, f64, s8, u8, e4m3, e5m2, s4, u4 or b1: the words of classes MA and MB in their order, from 0. */
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

/*
 * Where a sparse A's elements stand (mma.sp, wgmma.mma_async.sp), for a warp's 16 rows: of each four columns (of tf32 two; of 4 bits four
 * pairs) two are there (of tf32 one), and four bits of the lanes' registers tell which; `chosen` says which lanes of four have them. As an
 * H200 has them.
 */
struct tw_matrix_places {
    const union tw_lanes *bits;
    unsigned chosen;
    const struct tw_matrix_sum *sum; /* its depth is that of the elements that are there */
};
/* tw_matrix_sum of what is there of a row, and what of B's column meets it. */
uint64_t tw_matrix_sparse_sum(const struct tw_matrix_places *places, const uint64_t *a, const uint64_t *b,
                              unsigned row, uint64_t c);

/* How a sum of narrow floats is made: in blocks of products and the sum so far, cut to so many bits behind the largest's point, then to a
   float with so many bits of fraction; `apart`: but for C, which is added in the end. */
struct tw_matrix_steps {
    unsigned block;
    int kept;
    unsigned fraction_bits;
    bool apart;
};
struct tw_matrix_steps tw_matrix_steps(const struct tw_matrix_sum *sum);
/* Which product is the i-th. */
unsigned tw_matrix_depth_of(const struct tw_matrix_sum *sum, unsigned i);

/*
 * The same for up to 16 rows of A at once, a column of B at a time (run/products.c): as fast as the processor's vectors let it be, and to the bit what tw_matrix_sum gives.
 */
#define TW_MATRIX_ROWS 16u

#define TW_MATRIX_TERMS 32u /* of a sum of floats, at most */

/* The elements of some rows or of a column, where elements stand one after the other in memory. */
struct tw_matrix_elements {
    _Alignas(64) double value[TW_MATRIX_ROWS]; /* 0 of what is no number or infinite */
    int32_t exponent[TW_MATRIX_ROWS];          /* of 0 none, which is less than any */
};

struct tw_matrix_rows {
    const struct tw_matrix_sum *sum;
    uint64_t (*a)[TW_MATRIX_DEPTH];
    unsigned count;
    bool quick;                     /* there is a way without tw_matrix_sum */
    bool special;                   /* an element is no number or infinite  */
    uint8_t order[TW_MATRIX_TERMS]; /* of the terms of sums of floats */
    /* Which elements of each row are that, a bit each. */
    uint32_t nan[TW_MATRIX_ROWS], infinite[TW_MATRIX_ROWS], zero[TW_MATRIX_ROWS], minus[TW_MATRIX_ROWS];
    struct tw_matrix_elements floats[TW_MATRIX_TERMS]; /* of all rows, by column */
    _Alignas(64) int32_t integer[TW_MATRIX_DEPTH][TW_MATRIX_ROWS];
};

/* Makes `count` rows; `sum` and `a` must stay. */
void tw_matrix_rows_make(struct tw_matrix_rows *rows, const struct tw_matrix_sum *sum, unsigned count,
                         uint64_t (*a)[TW_MATRIX_DEPTH]) TW_LEVELLED(tw_matrix_rows_make);
/* d: C's elements in that column, which become D's. */
void tw_matrix_column(const struct tw_matrix_rows *rows, const uint64_t *b, uint64_t d[TW_MATRIX_ROWS])
    TW_LEVELLED(tw_matrix_column);

#endif
