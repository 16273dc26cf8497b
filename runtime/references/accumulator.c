/* Sums that are rounded once, by schoolbook arithmetic in digits of 32 bits. */
#include "runtime/references/accumulator.h"

#include <math.h>
#include <string.h>

#define DIGIT_BITS   32u
#define DIGIT_MASK   UINT64_C(0xFFFFFFFF)
#define TERMS_MAX    (UINT32_C(1) << 27) /* of less than 2^35 each, in digits of 63 bits */
#define LEAST        (-2150)             /* the exponents of bit 0, of the least double and float */
#define LEAST_DOUBLE (-1074)
#define LEAST_FLOAT  (-149)

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

/* A finite number: mantissa * 2^exponent. */
struct number {
    bool negative;
    uint64_t mantissa;
    int exponent;
};

/* The bits of a double: sign, 11 of exponent, 52 of fraction. */
static struct number number_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    unsigned exponent = bits >> 52 & 2047;
    return (struct number){.negative = bits >> 63,
                           .mantissa =
                               (bits & ((UINT64_C(1) << 52) - 1)) | (exponent ? UINT64_C(1) << 52 : 0),
                           .exponent = LEAST_DOUBLE + (exponent ? (int)exponent - 1 : 0)};
}

/* A piece of 32 bits, at bit `at` of the sum. */
static void add_piece(struct tw_accumulator *sum, bool negative, uint64_t piece, unsigned at)
{
    uint64_t shifted = piece << at % DIGIT_BITS;
    add_to(sum, at / DIGIT_BITS, negative, shifted & DIGIT_MASK);
    add_to(sum, at / DIGIT_BITS + 1, negative, shifted >> DIGIT_BITS);
}

/* x * y, as four products of halves, of two pieces each. */
static void add_finite(struct tw_accumulator *sum, struct number x, struct number y)
{
    unsigned at = (unsigned)(x.exponent + y.exponent - LEAST);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; j < 2; j++) {
            uint64_t product =
                (x.mantissa >> DIGIT_BITS * i & DIGIT_MASK) * (y.mantissa >> DIGIT_BITS * j & DIGIT_MASK);
            if (!product) continue;
            add_piece(sum, x.negative != y.negative, product & DIGIT_MASK, at + DIGIT_BITS * (i + j));
            add_piece(sum, x.negative != y.negative, product >> DIGIT_BITS, at + DIGIT_BITS * (i + j + 1));
        }
    if (++sum->uncarried == TERMS_MAX) carry(sum);
}

/* `term` has the sign of what is added and says whether it is finite. */
static void note_kind(struct tw_accumulator *sum, double term)
{
    bool minus_zero = term == 0 && signbit(term);
    sum->minus_zeros |= minus_zero;
    sum->others |= !minus_zero;
    sum->nan |= isnan(term);
    sum->plus_infinity |= isinf(term) && term > 0;
    sum->minus_infinity |= isinf(term) && term < 0;
}

void tw_accumulate(struct tw_accumulator *sum, double term)
{
    note_kind(sum, term);
    if (isfinite(term)) add_finite(sum, number_of(term), (struct number){.mantissa = 1});
}

void tw_accumulate_product(struct tw_accumulator *sum, double x, double y)
{
    bool zero = x == 0 || y == 0, negative = signbit(x) != signbit(y);
    if (!isfinite(x) || !isfinite(y)) {
        note_kind(sum, x * y);
        return;
    }
    note_kind(sum, zero && negative ? -0.0 : 1);
    add_finite(sum, number_of(x), number_of(y));
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
    if (!bit(sum, least - 1)) return kept;
    return kept + (any_of_lowest(sum, least - 1) || kept % 2);
}

static double finite_sum(struct tw_accumulator *sum, bool single)
{
    bool negative = take_sign(sum);
    unsigned digits = single ? 24 : 53, least = (single ? LEAST_FLOAT : LEAST_DOUBLE) - LEAST,
             end = length(sum);
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

/* ---- quotients and roots: by trying which number is nearest ---- */

/* Numbers that are not negative, in order: what has these bits, as a float or a double. `half`: and half of what the next
   has more. The one behind the greatest is as far as if there were no end. */
static struct number number_at(uint64_t bits, bool single, bool half)
{
    unsigned fraction = single ? 23 : 52;
    uint64_t field = bits >> fraction, hidden = field ? UINT64_C(1) << fraction : 0;
    uint64_t mantissa = (bits & ((UINT64_C(1) << fraction) - 1)) | hidden;
    return (struct number){.mantissa = 2 * mantissa + half,
                           .exponent =
                               (single ? LEAST_FLOAT : LEAST_DOUBLE) - 1 + (field ? (int)field - 1 : 0)};
}

/* The sign of sum - x * y; the sum is not negative. */
static int compare(const struct tw_accumulator *sum, struct number x, struct number y)
{
    struct tw_accumulator rest = *sum;
    x.negative = true;
    add_finite(&rest, x, y);
    bool negative = take_sign(&rest);
    return length(&rest) == 0 ? 0 : negative ? -1 : 1;
}

/* Whether the result is above the number, or halfway to the next. `count` 0: a root. */
static int compare_result(const struct tw_accumulator *sum, uint64_t count, uint64_t bits, bool single)
{
    struct number middle = number_at(bits, single, true);
    return compare(sum, middle, count ? (struct number){.mantissa = count} : middle);
}

static double nearest(struct tw_accumulator *sum, uint64_t count, bool single)
{
    bool negative = take_sign(sum);
    uint64_t low = 0, high = single ? UINT64_C(255) << 23 : UINT64_C(2047) << 52; /* infinity */
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        int side = compare_result(sum, count, middle, single);
        if (side < 0 || (side == 0 && middle % 2 == 0))
            high = middle;
        else
            low = middle + 1;
    }
    struct number result = number_at(low, single, false);
    bool infinite = low == (single ? UINT64_C(255) << 23 : UINT64_C(2047) << 52);
    double value = infinite ? (double)INFINITY : ldexp((double)(result.mantissa / 2), result.exponent + 1);
    return negative ? -value : value;
}

/* Whether the sum is a number but not zero, of which quotients and roots are as of any. */
static bool is_plain(const struct tw_accumulator *sum)
{
    struct tw_accumulator copy = *sum;
    return !sum->nan && !sum->plus_infinity && !sum->minus_infinity && (take_sign(&copy), length(&copy) > 0);
}

double tw_accumulated_mean(struct tw_accumulator *sum, uint64_t count, bool single)
{
    return is_plain(sum) ? nearest(sum, count, single) : tw_accumulated(sum, single);
}

double tw_accumulated_root(struct tw_accumulator *sum, bool single)
{
    return is_plain(sum) ? nearest(sum, 0, single) : tw_accumulated(sum, single);
}
