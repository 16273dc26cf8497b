/*
 * accumulator.h - a sum of doubles and of products of two without any rounding: a fixed-point number wide enough for all of
 * them, of which a result is rounded once, at the end.
 *
 *     digit     135        ...        1        0        32 bits each, and room for carries
 *     bit      4351 ..            63..32    31..0       bit 0 counts 2^-2150, a quarter of the least product
 */
#ifndef TW_RUNTIME_REFERENCES_ACCUMULATOR_H
#define TW_RUNTIME_REFERENCES_ACCUMULATOR_H

#include <stdbool.h>
#include <stdint.h>

#define TW_ACCUMULATOR_DIGITS 136u

/* All zeros is the sum of nothing. */
struct tw_accumulator {
    int64_t digit[TW_ACCUMULATOR_DIGITS];
    uint32_t uncarried; /* terms since the digits were last below 2^32 */
    bool nan, plus_infinity, minus_infinity;
    bool others, minus_zeros; /* there was a term that is not -0; one that is */
};

void tw_accumulate(struct tw_accumulator *sum, double term);

/* x * y, which is not rounded either. */
void tw_accumulate_product(struct tw_accumulator *sum, double x, double y);

/*
 * The sum as a float32 (`single`) or float64: to nearest, ties to even; of at most 2^63 terms. NaN: of NaN or of
 * infinities of both signs. A sum of zero is +0 but where all terms were -0.
 */
double tw_accumulated(struct tw_accumulator *sum, bool single);

/* Likewise the sum divided by `count`, 1 to 2^53, and the root of a sum that is not negative. */
double tw_accumulated_mean(struct tw_accumulator *sum, uint64_t count, bool single);
double tw_accumulated_root(struct tw_accumulator *sum, bool single);

#endif
