/*
 * Parabolas in intervals, and what becomes of an f32 before and after; all lanes at once. Values of a curve are whole numbers
 * below 2^53, in doubles: each product and sum of them is exact, and the leading bit is found by the double's exponent.
 */
#include "sim/exec/numbers/mufu.h"

#include <math.h>
#include <stdbool.h>

#include "sim/exec/numbers/float_bits.h"
#include "sim/exec/numbers/mufu_tables.h"

#define LANES     TW_MUFU_LANES
#define SIGN      0x80000000u
#define INFINITE  0x7f800000u
#define NO_NUMBER 0x7fffffffu
#define ONE       0x3f800000u

#define EACH_LANE for (unsigned i = 0; i < LANES; i++)

struct curve {
    const struct tw_mufu_piece *pieces;
    unsigned x_bits;                       /* of the argument within an interval */
    unsigned c0_shift, c1_scale, c2_scale; /* of the coefficients, in units of the value's last place */
    double c0_add;
    int places; /* binary places of the value */
};

static const struct curve rcp = {rcp_pieces, 16, 13, 1, 1, 2023, 39};
static const struct curve rsqrt = {rsqrt_pieces, 17, 14, 1, 4, 16383, 40};
static const struct curve square_root = {sqrt_pieces, 17, 15, 1, 2, 32767, 40};
static const struct curve lg2 = {lg2_pieces, 17, 13, 2, 4, 1674, 39};
static const struct curve ex2 = {ex2_pieces, 17, 13, 1, 1, 6114, 38};
static const struct curve hyperbolic = {tanh_pieces, 17, 15, 1, 2, 0, 39};
static const struct curve sine = {sin_pieces, 17, 14, 4, 4, 0, 39};

/* Arguments within a curve. */
struct points {
    uint32_t interval[LANES], x[LANES];
};

/*
 * The upper 15 bits of the square of x: of the partial products, x_i x_j 2^(i + j + 1) for i < j and x_i 2^2i, those of the
 * columns from 2^(2 bits - 15) on are summed.
 */
static void square(const uint32_t x[LANES], unsigned bits, uint32_t sum[LANES])
{
    const unsigned cut = 2 * bits - 15;
    EACH_LANE sum[i] = 0;
    for (unsigned k = 0; k < bits; k++) {
        const unsigned above = cut > 2 * k + 1 ? cut - 1 - k : k + 1; /* the least j */
        const uint32_t own = 2 * k >= cut ? 1u << (2 * k - cut) : 0;
        EACH_LANE sum[i] += (((x[i] >> above) << (above + k + 1 - cut)) + own) & (0 - (x[i] >> k & 1u));
    }
}

static void values_at(const struct curve *curve, const struct points *points, double value[LANES])
{
    const double c0_scale = (double)(1u << curve->c0_shift), c1_scale = curve->c1_scale,
                 c2_scale = curve->c2_scale;
    uint32_t squared[LANES];
    square(points->x, curve->x_bits, squared);
    EACH_LANE
    {
        const struct tw_mufu_piece piece = curve->pieces[points->interval[i]];
        value[i] = (double)piece.c0 * c0_scale + curve->c0_add +
                   (double)piece.c1 * c1_scale * (double)(int32_t)points->x[i] +
                   (double)piece.c2 * c2_scale * (double)(int32_t)squared[i];
    }
}

/* The curve's values for fractions of 23 bits (24 where the curve has twice as many intervals). */
static void values_of(const struct curve *curve, const uint32_t fraction[LANES], double value[LANES])
{
    struct points points;
    EACH_LANE
    {
        points.interval[i] = fraction[i] >> curve->x_bits;
        points.x[i] = fraction[i] & ((1u << curve->x_bits) - 1);
    }
    values_at(curve, &points, value);
}

/* value * 2^scale as an f32, cut to 24 bits; what is subnormal is 0 */
static inline uint32_t pack(double value, int scale)
{
    const uint64_t bits = tw_f64_bits(value);
    const int exponent = (int)(bits >> 52) - 1023 + scale + 127;
    const uint32_t number = (uint32_t)exponent << 23 | ((uint32_t)(bits >> 29) & 0x7fffffu);
    return (value == 0) | (exponent <= 0) ? 0 : exponent >= 255 ? INFINITE : number;
}

static inline int exponent_of(uint32_t a)
{
    return (int)(a >> 23 & 255u) - 127;
}

static inline uint32_t fraction_of(uint32_t a)
{
    return a & 0x7fffffu;
}

static inline bool is_zero(uint32_t a) /* or subnormal */
{
    return !(a & INFINITE);
}

static inline bool is_nan(uint32_t a)
{
    return (a & ~SIGN) > INFINITE;
}

void tw_mufu_rcp(const uint32_t a[LANES], uint32_t r[LANES])
{
    uint32_t fraction[LANES];
    double value[LANES];
    EACH_LANE fraction[i] = fraction_of(a[i]);
    values_of(&rcp, fraction, value);
    EACH_LANE
    {
        const uint32_t number = pack(value[i], -rcp.places - exponent_of(a[i]));
        const uint32_t size = is_zero(a[i]) ? INFINITE : (a[i] & ~SIGN) == INFINITE ? 0 : number;
        r[i] = is_nan(a[i]) ? NO_NUMBER : (a[i] & SIGN) | size;
    }
}

/* Numbers with an even exponent take the first half of the intervals, with an odd one the second. */
static inline uint32_t root_fraction(uint32_t a)
{
    return fraction_of(a) | (uint32_t)(exponent_of(a) & 1) << 23;
}

static inline int half_exponent(int exponent)
{
    return (exponent - (exponent & 1)) / 2;
}

void tw_mufu_rsqrt(const uint32_t a[LANES], uint32_t r[LANES])
{
    uint32_t fraction[LANES];
    double value[LANES];
    EACH_LANE fraction[i] = root_fraction(a[i]);
    values_of(&rsqrt, fraction, value);
    EACH_LANE
    {
        const int half = half_exponent(exponent_of(a[i]));
        const uint32_t power = pack(1, -half), other = pack(value[i], -rsqrt.places - half);
        const uint32_t number = fraction[i] ? other : power; /* of a power of 4: exact */
        const uint32_t plus = a[i] & SIGN ? NO_NUMBER : a[i] == INFINITE ? 0 : number;
        const uint32_t any = is_zero(a[i]) ? (a[i] & SIGN) | INFINITE : plus;
        r[i] = is_nan(a[i]) ? NO_NUMBER : any;
    }
}

void tw_mufu_sqrt(const uint32_t a[LANES], uint32_t r[LANES])
{
    uint32_t fraction[LANES];
    double value[LANES];
    EACH_LANE fraction[i] = root_fraction(a[i]);
    values_of(&square_root, fraction, value);
    EACH_LANE
    {
        const uint32_t number = pack(value[i], half_exponent(exponent_of(a[i])) - square_root.places);
        const uint32_t plus = a[i] & SIGN ? NO_NUMBER : a[i] == INFINITE ? INFINITE : number;
        const uint32_t any = is_zero(a[i]) ? a[i] & SIGN : plus;
        r[i] = is_nan(a[i]) ? NO_NUMBER : any;
    }
}

/* The exponent and the logarithm of the fraction, of whose 39 places 36 count; the magnitude of a negative sum is its complement. */
void tw_mufu_lg2(const uint32_t a[LANES], uint32_t r[LANES])
{
    uint32_t fraction[LANES], number[LANES];
    double value[LANES];
    EACH_LANE fraction[i] = fraction_of(a[i]);
    values_of(&lg2, fraction, value);
    EACH_LANE
    {
        const int32_t exponent = exponent_of(a[i]);
        const double sum = (double)exponent * 0x1p36 + floor(value[i] * 0x1p-3);
        const double size = fabs(sum + 0.5) - 0.5; /* of -1, 0, of -2, 1 */
        number[i] = pack(size, -36) | (uint32_t)(sum < 0) << 31;
    }
    EACH_LANE
    {
        const uint32_t plus = a[i] & SIGN ? NO_NUMBER : a[i] == INFINITE ? INFINITE : number[i];
        const uint32_t any = is_zero(a[i]) ? SIGN | INFINITE : a[i] == ONE ? 0 : plus;
        r[i] = is_nan(a[i]) ? NO_NUMBER : any;
    }
}

/* The argument with 23 binary places, cut; of a negative one every bit is turned, unless the places are all 0. */
static inline int32_t fixed_of(uint32_t a)
{
    const int exponent = exponent_of(a), up = exponent < 7 ? exponent : 7, left = up > 0 ? up : 0,
              down = exponent > -24 ? -exponent : 24, right = down > 0 ? down : 0;
    const int32_t significand = is_zero(a) ? 0 : (int32_t)(fraction_of(a) | 0x800000u);
    const int32_t size = significand << left >> right, minus = -size - ((size & 0x7fffff) != 0);
    return a & SIGN ? minus : size;
}

void tw_mufu_ex2(const uint32_t a[LANES], uint32_t r[LANES])
{
    int32_t fixed[LANES];
    uint32_t fraction[LANES];
    double value[LANES];
    EACH_LANE fixed[i] = fixed_of(a[i]);
    EACH_LANE fraction[i] = (uint32_t)fixed[i] & 0x7fffffu;
    values_of(&ex2, fraction, value);
    EACH_LANE
    {
        const int whole = fixed[i] >> 23;
        const uint32_t other = pack(value[i], whole - ex2.places), power = pack(1, whole);
        const uint32_t number = fraction[i] ? other : power;
        const uint32_t large = a[i] & SIGN ? 0 : INFINITE;
        r[i] = is_nan(a[i]) ? NO_NUMBER : exponent_of(a[i]) >= 8 ? large : number;
    }
}

/* The magnitude of an f32 with 25 binary places, cut; the whole turns do not matter. */
static inline uint32_t turns_of(uint32_t a)
{
    const int shift = exponent_of(a) + 2;
    const uint32_t significand = fraction_of(a) | 0x800000u;
    const uint32_t left = significand << (shift & 31), right = significand >> (-shift & 31);
    return is_zero(a) | (shift <= -24) | (shift >= 25) ? 0 : shift >= 0 ? left : right;
}

/* The sine of the lanes' turns / 2^25, a quarter more for each of `quarters`; a quarter has 23 places, and goes backwards in every
   second. */
static void sines_of(const uint32_t turns[LANES], uint32_t quarters, uint32_t r[LANES])
{
    uint32_t place[LANES];
    double value[LANES];
    EACH_LANE
    {
        const uint32_t backwards = ((turns[i] >> 23) + quarters) & 1u;
        place[i] = (turns[i] ^ (0 - backwards)) & 0x7fffffu;
    }
    values_of(&sine, place, value);
    EACH_LANE r[i] = (((turns[i] >> 23) + quarters) & 2u) << 30 | pack(value[i], -sine.places);
}

void tw_mufu_sin(const uint32_t a[LANES], uint32_t r[LANES])
{
    uint32_t turns[LANES], value[LANES];
    EACH_LANE turns[i] = turns_of(a[i]);
    sines_of(turns, 0, value);
    EACH_LANE r[i] = (a[i] & INFINITE) == INFINITE ? NO_NUMBER : (a[i] & SIGN) ^ value[i];
}

void tw_mufu_cos(const uint32_t a[LANES], uint32_t r[LANES])
{
    uint32_t turns[LANES], value[LANES];
    EACH_LANE turns[i] = turns_of(a[i]);
    sines_of(turns, 1, value);
    EACH_LANE r[i] = (a[i] & INFINITE) == INFINITE ? NO_NUMBER : value[i];
}

/* From 2^-8 to 8 the intervals are the longer the flatter the curve is; below it is the argument, above 1. */
void tw_mufu_tanh(const uint32_t a[LANES], uint32_t r[LANES])
{
    /* A power of 2 has 2^bits intervals, from `first` on. */
    static const uint32_t first[] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43},
                          bits[] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3};
    struct points points;
    double value[LANES];
    EACH_LANE
    {
        const int wanted = exponent_of(a[i]) + 8, power = wanted < 0 ? 0 : wanted > 10 ? 10 : wanted;
        points.interval[i] = first[power] + (fraction_of(a[i]) >> (23 - bits[power]));
        points.x[i] = fraction_of(a[i]) >> (6 - bits[power]) & 0x1ffffu;
    }
    values_at(&hyperbolic, &points, value);
    EACH_LANE
    {
        const int power = exponent_of(a[i]) + 8;
        const uint32_t size = power > 10 ? ONE : pack(value[i], -hyperbolic.places);
        r[i] = is_nan(a[i]) ? NO_NUMBER : power < 0 ? a[i] : (a[i] & SIGN) | size;
    }
}

/* The upper half of an f64 from a value of which 20 places behind the leading one count. */
static inline uint32_t pack_wide(double value, int scale)
{
    const uint64_t bits = tw_f64_bits(value);
    const int exponent = (int)(bits >> 52) + scale;
    return exponent <= 0 ? 0 : (uint32_t)exponent << 20 | ((uint32_t)(bits >> 32) & 0xfffffu);
}

#define WIDE_INFINITE 0x7ff00000u

static inline bool is_wide_nan(uint32_t a)
{
    return (a & ~SIGN) > WIDE_INFINITE;
}

static inline int wide_exponent(uint32_t a)
{
    return (int)(a >> 20 & 2047u) - 1023;
}

void tw_mufu_rcp64(const uint32_t a[LANES], uint32_t r[LANES])
{
    uint32_t fraction[LANES];
    double value[LANES];
    EACH_LANE fraction[i] = (a[i] & 0xfffffu) << 3;
    values_of(&rcp, fraction, value);
    EACH_LANE
    {
        const uint32_t number = pack_wide(value[i], -rcp.places - wide_exponent(a[i]));
        const uint32_t size = !(a[i] & WIDE_INFINITE)           ? WIDE_INFINITE
                              : (a[i] & ~SIGN) == WIDE_INFINITE ? 0
                                                                : number;
        r[i] = is_wide_nan(a[i]) ? NO_NUMBER : (a[i] & SIGN) | size;
    }
}

void tw_mufu_rsqrt64(const uint32_t a[LANES], uint32_t r[LANES])
{
    uint32_t fraction[LANES];
    double value[LANES];
    EACH_LANE fraction[i] = (a[i] & 0xfffffu) << 3 | (uint32_t)(wide_exponent(a[i]) & 1) << 23;
    values_of(&rsqrt, fraction, value);
    EACH_LANE
    {
        const int half = half_exponent(wide_exponent(a[i]));
        const uint32_t power = pack_wide(1, -half), other = pack_wide(value[i], -rsqrt.places - half);
        const uint32_t number = fraction[i] ? other : power;
        const uint32_t plus = a[i] & SIGN ? NO_NUMBER : a[i] == WIDE_INFINITE ? 0 : number;
        const uint32_t any = a[i] & WIDE_INFINITE ? plus : (a[i] & SIGN) | WIDE_INFINITE;
        r[i] = is_wide_nan(a[i]) ? NO_NUMBER : any;
    }
}
