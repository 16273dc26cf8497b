/* Parabolas in intervals, and what becomes of an f32 before and after. */
#include "sim/mufu.h"

#include <stdbool.h>

#include "sim/mufu_tables.h"

#define SIGN      0x80000000u
#define INFINITE  0x7f800000u
#define NO_NUMBER 0x7fffffffu
#define ONE       0x3f800000u

struct curve {
    const struct tw_mufu_piece *pieces;
    unsigned x_bits;                       /* of the argument within an interval */
    unsigned c0_shift, c1_scale, c2_scale; /* of the coefficients, in units of the value's last place */
    int64_t c0_add;
    unsigned places; /* binary places of the value */
};

static const struct curve rcp = {rcp_pieces, 16, 13, 1, 1, 2023, 39};
static const struct curve rsqrt = {rsqrt_pieces, 17, 14, 1, 4, 16383, 40};
static const struct curve square_root = {sqrt_pieces, 17, 15, 1, 2, 32767, 40};
static const struct curve lg2 = {lg2_pieces, 17, 13, 2, 4, 1674, 39};
static const struct curve ex2 = {ex2_pieces, 17, 13, 1, 1, 6114, 38};
static const struct curve hyperbolic = {tanh_pieces, 17, 15, 1, 2, 0, 39};
static const struct curve sine = {sin_pieces, 17, 14, 4, 4, 0, 39};

/*
 * The upper 15 bits of the square of x: of the partial products, x_i x_j 2^(i + j + 1) for i < j and x_i 2^2i, those of the
 * columns from 2^(2 bits - 15) on are summed.
 */
static uint32_t square(uint32_t x, unsigned bits)
{
    const unsigned cut = 2 * bits - 15;
    uint64_t sum = 0;
    for (unsigned i = 0; i < bits; i++) {
        unsigned above = cut > 2 * i + 1 ? cut - 1 - i : i + 1; /* the least j */
        uint64_t products = (uint64_t)(x >> above << above) << (i + 1);
        uint64_t own = 2 * i >= cut ? (uint64_t)1 << 2 * i : 0;
        sum += x >> i & 1u ? products + own : 0;
    }
    return (uint32_t)(sum >> cut);
}

static int64_t value_at(const struct curve *curve, uint32_t interval, uint32_t x)
{
    const struct tw_mufu_piece *piece = &curve->pieces[interval];
    return (int64_t)piece->c0 * ((int64_t)1 << curve->c0_shift) + curve->c0_add +
           (int64_t)piece->c1 * curve->c1_scale * x +
           (int64_t)piece->c2 * curve->c2_scale * square(x, curve->x_bits);
}

/* The curve's value for a fraction of 23 bits (24 where the curve has twice as many intervals). */
static uint64_t value_of(const struct curve *curve, uint32_t fraction)
{
    return (uint64_t)value_at(curve, fraction >> curve->x_bits, fraction & ((1u << curve->x_bits) - 1));
}

/* value / 2^places * 2^scale as an f32, cut to 24 bits; what is subnormal is 0 */
static uint32_t pack(uint64_t value, unsigned places, int scale)
{
    int top = 63;
    if (!value) return 0;
    while (!(value >> top)) top--;
    int exponent = top - (int)places + scale + 127;
    if (exponent <= 0) return 0;
    if (exponent >= 255) return INFINITE;
    uint32_t fraction = (uint32_t)(top > 23 ? value >> (top - 23) : value << (23 - top)) & 0x7fffffu;
    return (uint32_t)exponent << 23 | fraction;
}

static int exponent_of(uint32_t a)
{
    return (int)(a >> 23 & 255u) - 127;
}

static uint32_t fraction_of(uint32_t a)
{
    return a & 0x7fffffu;
}

static bool is_zero(uint32_t a) /* or subnormal */
{
    return !(a & INFINITE);
}

static bool is_nan(uint32_t a)
{
    return (a & ~SIGN) > INFINITE;
}

uint32_t tw_mufu_rcp(uint32_t a)
{
    uint32_t sign = a & SIGN;
    if (is_nan(a)) return NO_NUMBER;
    if (is_zero(a)) return sign | INFINITE;
    if ((a & ~SIGN) == INFINITE) return sign;
    return sign | pack(value_of(&rcp, fraction_of(a)), rcp.places, -exponent_of(a));
}

/* Of 2^even the first half of the intervals, of 2^odd the second. */
static uint32_t root_fraction(uint32_t a, int *half)
{
    int exponent = exponent_of(a);
    *half = (exponent - (exponent & 1)) / 2;
    return fraction_of(a) | (uint32_t)(exponent & 1) << 23;
}

uint32_t tw_mufu_rsqrt(uint32_t a)
{
    int half;
    if (is_nan(a)) return NO_NUMBER;
    if (is_zero(a)) return (a & SIGN) | INFINITE;
    if (a & SIGN) return NO_NUMBER;
    if (a == INFINITE) return 0;
    uint32_t fraction = root_fraction(a, &half);
    if (!fraction) return pack(1, 0, -half); /* a power of 4: exact */
    return pack(value_of(&rsqrt, fraction), rsqrt.places, -half);
}

uint32_t tw_mufu_sqrt(uint32_t a)
{
    int half;
    if (is_nan(a)) return NO_NUMBER;
    if (is_zero(a)) return a & SIGN;
    if (a & SIGN) return NO_NUMBER;
    if (a == INFINITE) return a;
    uint32_t fraction = root_fraction(a, &half);
    return pack(value_of(&square_root, fraction), square_root.places, half);
}

/* The exponent and the logarithm of the fraction, of which 36 places count; the magnitude of a negative sum is its complement. */
uint32_t tw_mufu_lg2(uint32_t a)
{
    if (is_nan(a)) return NO_NUMBER;
    if (is_zero(a)) return SIGN | INFINITE;
    if (a & SIGN) return NO_NUMBER;
    if (a == INFINITE) return a;
    if (a == ONE) return 0;
    int64_t sum = ((int64_t)exponent_of(a) * ((int64_t)1 << 36)) +
                  (int64_t)(value_of(&lg2, fraction_of(a)) >> (lg2.places - 36));
    return sum < 0 ? SIGN | pack((uint64_t)~sum, 36, 0) : pack((uint64_t)sum, 36, 0);
}

/* The argument with 23 binary places, cut; of a negative one every bit is turned, unless the places are all 0. */
uint32_t tw_mufu_ex2(uint32_t a)
{
    int exponent = exponent_of(a);
    bool negative = a & SIGN;
    if (is_nan(a)) return NO_NUMBER;
    if (exponent >= 8) return negative ? 0 : INFINITE;
    int64_t significand = is_zero(a) ? 0 : fraction_of(a) | 0x800000u;
    int64_t fixed = exponent >= 0 ? significand << exponent : exponent > -24 ? significand >> -exponent : 0;
    if (!(fixed & 0x7fffff)) return pack(1, 0, (int)(negative ? -fixed >> 23 : fixed >> 23));
    if (negative) fixed = ~fixed;
    return pack(value_of(&ex2, (uint32_t)(fixed & 0x7fffff)), ex2.places, (int)(fixed >> 23));
}

/* The sine of `turns` / 2^25, a quarter more for each of `quarters`; a quarter has 23 places, and goes backwards in every second. */
static uint32_t sine_of(uint64_t turns, unsigned quarters)
{
    quarters += (unsigned)(turns >> 23 & 3u);
    uint32_t place = (uint32_t)(turns & 0x7fffffu);
    if (quarters & 1u) place = ~place & 0x7fffffu;
    return (quarters & 2u ? SIGN : 0) | pack(value_of(&sine, place), sine.places, 0);
}

/* The magnitude of an f32 with 25 binary places, cut; the whole turns do not matter. */
static uint64_t turns_of(uint32_t a)
{
    int shift = exponent_of(a) + 2;
    uint64_t significand = fraction_of(a) | 0x800000u;
    if (is_zero(a) || shift <= -24 || shift >= 25) return 0;
    return shift >= 0 ? significand << shift : significand >> -shift;
}

uint32_t tw_mufu_sin(uint32_t a)
{
    if ((a & INFINITE) == INFINITE) return NO_NUMBER;
    return (a & SIGN) ^ sine_of(turns_of(a), 0);
}

uint32_t tw_mufu_cos(uint32_t a)
{
    if ((a & INFINITE) == INFINITE) return NO_NUMBER;
    return sine_of(turns_of(a), 1);
}

/* From 2^-8 to 8 the intervals are the longer the flatter the curve is; below it is the argument, above 1. */
uint32_t tw_mufu_tanh(uint32_t a)
{
    static const struct {
        uint8_t first, bits; /* a power of 2 has 2^bits intervals */
    } powers[] = {{0, 0},  {1, 0},  {2, 0},  {3, 1},  {5, 1}, {7, 2},
                  {11, 2}, {15, 2}, {19, 3}, {27, 4}, {43, 3}};
    int power = exponent_of(a) + 8;
    if (is_nan(a)) return NO_NUMBER;
    if (power < 0) return a;
    if (power > 10) return (a & SIGN) | ONE;
    unsigned bits = powers[power].bits;
    uint32_t interval = powers[power].first + (fraction_of(a) >> (23 - bits));
    uint32_t x = fraction_of(a) >> (6 - bits) & 0x1ffffu;
    return (a & SIGN) | pack((uint64_t)value_at(&hyperbolic, interval, x), hyperbolic.places, 0);
}

/* The upper half of an f64 from a value of which 20 places behind the leading one count. */
static uint32_t pack_wide(uint64_t value, unsigned places, int scale)
{
    int top = 63;
    while (!(value >> top)) top--;
    int exponent = top - (int)places + scale + 1023;
    if (exponent <= 0) return 0;
    return (uint32_t)exponent << 20 | ((uint32_t)(value >> (top - 20)) & 0xfffffu);
}

#define WIDE_INFINITE 0x7ff00000u

static bool is_wide_nan(uint32_t a)
{
    return (a & ~SIGN) > WIDE_INFINITE;
}

static int wide_exponent(uint32_t a)
{
    return (int)(a >> 20 & 2047u) - 1023;
}

uint32_t tw_mufu_rcp64(uint32_t a)
{
    uint32_t sign = a & SIGN;
    if (is_wide_nan(a)) return NO_NUMBER;
    if (!(a & WIDE_INFINITE)) return sign | WIDE_INFINITE;
    if ((a & ~SIGN) == WIDE_INFINITE) return sign;
    uint32_t fraction = (a & 0xfffffu) << 3;
    return sign | pack_wide(value_of(&rcp, fraction), rcp.places, -wide_exponent(a));
}

uint32_t tw_mufu_rsqrt64(uint32_t a)
{
    int exponent = wide_exponent(a), half = (exponent - (exponent & 1)) / 2;
    if (is_wide_nan(a)) return NO_NUMBER;
    if (!(a & WIDE_INFINITE)) return (a & SIGN) | WIDE_INFINITE;
    if (a & SIGN) return NO_NUMBER;
    if (a == WIDE_INFINITE) return 0;
    uint32_t fraction = (a & 0xfffffu) << 3 | (uint32_t)(exponent & 1) << 23;
    if (!fraction) return pack_wide((uint64_t)1 << 20, 20, -half);
    return pack_wide(value_of(&rsqrt, fraction), rsqrt.places, -half);
}
