/* Sums that are rounded once, by schoolbook arithmetic in digits of 32 bits. */
#include "runtime/references/accumulator.h"

#include <math.h>
#include <string.h>

#define DIGIT_BITS  32u
#define DIGIT_MASK  UINT64_C(0xFFFFFFFF)
#define TERMS_MAX   (UINT32_C(1) << 29) /* of less than 2^33 each, in digits of 63 bits */
#define LEAST       (-1074)             /* the exponent of bit 0 */
#define LEAST_FLOAT (-149)

/* Brings all digits but the last between 0 and 2^32 - 1; the last has the sign. */
static void carry(struct tw_accumulator *sum)
{
    for (unsigned i = 0; i + 1 < TW_ACCUMULATOR_DIGITS; i++) {
        int64_t low = (int64_t)((uint64_t)sum->digit[i] & DIGIT_MASK);
        sum->digit[i + 1] += (sum->digit[i] - low) / ((int64_t)1 << DIGIT_BITS);
        sum->digit[i] = low;
    }
    sum->uncarried = 0;
}

static void add_to(struct tw_accumulator *sum, unsigned i, bool negative, uint64_t value)
{
    sum->digit[i] += negative ? -(int64_t)value : (int64_t)value;
}

/* The bits of a double: sign, 11 of exponent, 52 of fraction. It is mantissa * 2^(shift - 1074). */
static void add_finite(struct tw_accumulator *sum, uint64_t bits)
{
    bool negative = bits >> 63;
    unsigned exponent = bits >> 52 & 2047, shift = exponent ? exponent - 1 : 0;
    uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | (exponent ? UINT64_C(1) << 52 : 0);
    uint64_t low = (mantissa & DIGIT_MASK) << shift % DIGIT_BITS, high = (mantissa >> DIGIT_BITS)
                                                                         << shift % DIGIT_BITS;
    unsigned i = shift / DIGIT_BITS;
    add_to(sum, i, negative, low & DIGIT_MASK);
    add_to(sum, i + 1, negative, (low >> DIGIT_BITS) + (high & DIGIT_MASK));
    add_to(sum, i + 2, negative, high >> DIGIT_BITS);
    if (++sum->uncarried == TERMS_MAX) carry(sum);
}

void tw_accumulate(struct tw_accumulator *sum, double term)
{
    uint64_t bits;
    memcpy(&bits, &term, sizeof bits);
    bool minus_zero = bits == UINT64_C(1) << 63;
    sum->minus_zeros |= minus_zero;
    sum->others |= !minus_zero;
    if (isfinite(term)) {
        add_finite(sum, bits);
        return;
    }
    sum->nan |= isnan(term);
    sum->plus_infinity |= isinf(term) && term > 0;
    sum->minus_infinity |= isinf(term) && term < 0;
}

static unsigned bit(const struct tw_accumulator *sum, unsigned i)
{
    return sum->digit[i / DIGIT_BITS] >> i % DIGIT_BITS & 1;
}

/* Makes the digits those of the absolute value. */
static bool take_sign(struct tw_accumulator *sum)
{
    carry(sum);
    bool negative = sum->digit[TW_ACCUMULATOR_DIGITS - 1] < 0;
    for (unsigned i = 0; negative && i < TW_ACCUMULATOR_DIGITS; i++) sum->digit[i] = -sum->digit[i];
    carry(sum);
    return negative;
}

/* One more than the number of the highest bit that is set; 0: there is none. */
static unsigned length(const struct tw_accumulator *sum)
{
    unsigned i = TW_ACCUMULATOR_DIGITS, bits = 0;
    while (i > 0 && sum->digit[i - 1] == 0) i--;
    for (int64_t rest = i ? sum->digit[i - 1] : 0; rest; rest /= 2) bits++;
    return i ? (i - 1) * DIGIT_BITS + bits : 0;
}

/* Whether one of the lowest `count` bits is set. */
static bool any_of_lowest(const struct tw_accumulator *sum, unsigned count)
{
    int64_t any = 0;
    for (unsigned i = 0; i < count / DIGIT_BITS; i++) any |= sum->digit[i];
    return any || sum->digit[count / DIGIT_BITS] % (INT64_C(1) << count % DIGIT_BITS);
}

/* Bits least .. end - 1 as a number, and what lies below rounded into it, ties to even. */
static uint64_t rounded_at(const struct tw_accumulator *sum, unsigned least, unsigned end)
{
    uint64_t kept = 0;
    for (unsigned i = end; i-- > least;) kept = 2 * kept + bit(sum, i);
    if (least == 0 || !bit(sum, least - 1)) return kept;
    return kept + (any_of_lowest(sum, least - 1) || kept % 2);
}

static double finite_sum(struct tw_accumulator *sum, bool single)
{
    bool negative = take_sign(sum);
    unsigned digits = single ? 24 : 53, least = single ? LEAST_FLOAT - LEAST : 0, end = length(sum);
    if (end == 0) return sum->minus_zeros && !sum->others ? -0.0 : 0.0;
    if (end > least + digits) least = end - digits;
    double value = ldexp((double)rounded_at(sum, least, end), (int)least + LEAST);
    if (single) value = (double)(float)value; /* as it is, or infinity */
    return negative ? -value : value;
}

double tw_accumulated(struct tw_accumulator *sum, bool single)
{
    if (sum->nan || (sum->plus_infinity && sum->minus_infinity)) return (double)NAN;
    if (sum->plus_infinity) return (double)INFINITY;
    return sum->minus_infinity ? -(double)INFINITY : finite_sum(sum, single);
}
