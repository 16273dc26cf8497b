/*
 * draw.h - random problems from a seed, the same on every machine: whole numbers, and of floating point only what
 * IEEE 754 rounds exactly (products, square roots); but permutations are drawn with the C library's powers and logarithms, whose last
 * bit may differ elsewhere. Problem `number` needs none of those before it.
 *
 * Transposes:
 *
 *   rows, cols   log-uniform from 1 to 10^8; three in ten are near a round size: a power of two, one more, one less, a
 *                multiple of 32
 *   batch        1 in half of them, else log-uniform up to what fits
 *   type         1, 2, 4, 8 or 16 bytes
 *   pitches      dense in seven of ten; else of the input, of the output, or both: odd, even, or at a multiple of 128 bytes
 *
 * Reductions:
 *
 *   operation    half of them are sums in the fixed order of int8, int32, float16, float32 or float64; the others any operation, in the
 *                fixed order in seven of ten, of these types or bfloat16, int16, int64, uint8
 *   along        of six: rows in 2.5, columns in 2.5, segments in one
 *   rows, cols   as above; of those along rows three in ten are one array; segments log-uniform, 10^7 at most, and so their average,
 *                from a quarter to 10^8 elements (how long each is: tools/bench/parts/lengths.h)
 *   pitch        dense in seven of ten; else odd, even, or at a multiple of 128 bytes
 *
 * Permutations:
 *
 *   elements     64 MiB to max_bytes in three of four, log-uniform; else log-uniform from one element on
 *   rank         3 to 6; one in eight has only axes of two indices
 *   extents      log-uniform shares of the elements; three in ten are near a round size, as rows above
 *   axes         any order but the input's
 *   type         1, 2, 4, 8 or 16 bytes
 *   strides      dense in nine of ten; else the input's or the output's rows have a gap
 *
 * No buffer, gaps included, takes more than max_bytes.
 */
#ifndef BENCH_DRAW_H
#define BENCH_DRAW_H

#include "gen/family.h"

#define DRAW_SIDE_MAX     INT64_C(100000000)
#define DRAW_SEGMENTS_MAX INT64_C(10000000)
#define DRAW_AVERAGE_MAX  INT64_C(100000000)

/* splitmix64: the next bits of a state; every state is good, also 0. */
uint64_t draw_next(uint64_t *state);

/* Puts the fields that are the problem's into `value`, one for each field of the family; the others get their defaults,
   unresolved. max_bytes is at least 16. */
void draw_transpose(const struct tw_family *family, uint64_t seed, uint64_t number, uint64_t max_bytes,
                    int64_t *value);
void draw_reduction(const struct tw_family *family, uint64_t seed, uint64_t number, uint64_t max_bytes,
                    int64_t *value);
/* The texts of its fields stay as long as the program. */
void draw_permutation(const struct tw_family *family, uint64_t seed, uint64_t number, uint64_t max_bytes,
                      int64_t *value);

/* Other matrices like those of that problem, at least two if that many fit: another batch for each `other`, from 1 on. */
void draw_transpose_batch(uint64_t seed, uint64_t number, uint64_t other, uint64_t max_bytes, int64_t *value);

/* The bytes of an element of a reduction. */
uint64_t draw_reduction_bytes(const int64_t *value);

/* A whole number from 1 to limit (2^31 at most), its logarithm uniform. */
int64_t draw_log_uniform(uint64_t *state, int64_t limit);

#endif
