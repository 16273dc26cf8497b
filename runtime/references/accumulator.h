/*
 * accumulator.h - a sum of doubles without any rounding: a fixed-point number wide enough for all of them, which is rounded
 * once, at the end.
 *
 *     digit      67        ...        1        0        32 bits each, and room for carries
 *     bit      2175 ..            63..32    31..0       bit 0 counts 2^-1074, the least double
 */
#ifndef TW_RUNTIME_REFERENCES_ACCUMULATOR_H
#define TW_RUNTIME_REFERENCES_ACCUMULATOR_H

#include <stdbool.h>
#include <stdint.h>

#include <tilewright/api.h>

TW_API_BEGIN

#define TW_ACCUMULATOR_DIGITS 68u

/* All zeros is the sum of nothing. */
struct tw_accumulator {
    int64_t digit[TW_ACCUMULATOR_DIGITS];
    uint32_t uncarried; /* terms since the digits were last below 2^32 */
    bool nan, plus_infinity, minus_infinity;
    bool others, minus_zeros; /* there was a term that is not -0; one that is */
};

void tw_accumulate(struct tw_accumulator *sum, double term);

/*
 * The sum as a float32 (`single`) or float64: to nearest, ties to even, at most 2^63 terms. NaN: of NaN or of infinities of both signs. A sum
 * of zero is +0 but where all terms were -0.
 */
double tw_accumulated(struct tw_accumulator *sum, bool single);

TW_API_END
#endif
