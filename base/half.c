/*
 *     bfloat16    s eeeeeeee fffffff
 *     float16     s    eeeee ffffffffff
 *     float32     s eeeeeeee fffffff ffffffffffffffff
 *
 * A number of 16 bits is the upper part of a float32, but for the bias of float16's exponent, which is 112 less.
 */
#include "base/half.h"

#include <stdbool.h>
#include <string.h>

#define FRACTION 52 /* bits of a double's, and its exponent's bias */
#define BIAS     1023

uint16_t tw_half_of(enum tw_scalar scalar, double value)
{
    const unsigned fraction = scalar == TW_BFLOAT ? 7 : 10, exponent_bits = 15 - fraction;
    const uint64_t infinity = (((uint64_t)1 << exponent_bits) - 1) << fraction, one = (uint64_t)1 << FRACTION;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t sign = bits >> 63 << 15, mantissa = bits & (one - 1);
    if (value != value)
        return (uint16_t)(sign | infinity | mantissa >> (FRACTION - fraction) | 1u << (fraction - 1));
    int exponent = (int)(bits >> FRACTION & 2047) - BIAS + (1 << (exponent_bits - 1)) - 1;
    unsigned cut = FRACTION - fraction + (exponent <= 0 ? (unsigned)(1 - exponent) : 0);
    if (cut > FRACTION + 1) return (uint16_t)sign; /* less than half of the smallest, or zero */
    mantissa |= one;
    uint64_t half = (uint64_t)1 << (cut - 1), kept = mantissa >> cut, rest = mantissa & (2 * half - 1);
    kept += rest > half || (rest == half && (kept & 1));
    uint64_t whole =
        exponent <= 0 ? kept : kept + ((uint64_t)(exponent - 1) << fraction); /* kept has the leading 1 */
    return (uint16_t)(sign | (whole < infinity ? whole : infinity));
}

double tw_half_value(enum tw_scalar scalar, uint16_t half)
{
    const bool bfloat = scalar == TW_BFLOAT;
    uint32_t bits = (half & 0x8000u) << 16 | (half & 0x7FFFu) << (bfloat ? 16 : 13);
    float single;
    if (!bfloat && (half & 0x7C00u) == 0x7C00u) bits |= 0x7F800000u; /* infinity, NaN */
    memcpy(&single, &bits, sizeof single);
    return bfloat ? single : single * 0x1p112f;
}
