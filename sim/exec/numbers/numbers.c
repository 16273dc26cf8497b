/* Any format to sign, exponent and significand, exactly; and these to any format, rounded once. */
#include "sim/exec/numbers/numbers.h"

#include <assert.h>
#include <string.h>

#include "sim/exec/numbers/float_bits.h"

struct format {
    unsigned fraction, exponent; /* bits */
    enum { IEEE, ONE_NAN, NO_NAN } special;
    unsigned unused; /* bits below the fraction that are 0 */
};

static struct format format_of(enum tw_ptx_type type)
{
    switch (type) {
    case TW_PTX_F16:
    case TW_PTX_F16X2:
        return (struct format){10, 5, IEEE, 0};
    case TW_PTX_BF16:
    case TW_PTX_BF16X2:
        return (struct format){7, 8, IEEE, 0};
    case TW_PTX_TF32:
        return (struct format){10, 8, IEEE, 13};
    case TW_PTX_E4M3X2:
        return (struct format){3, 4, ONE_NAN, 0};
    case TW_PTX_E5M2X2:
        return (struct format){2, 5, IEEE, 0};
    case TW_PTX_E2M3X2:
        return (struct format){3, 2, NO_NAN, 0};
    case TW_PTX_E3M2X2:
        return (struct format){2, 3, NO_NAN, 0};
    case TW_PTX_F32:
        return (struct format){23, 8, IEEE, 0};
    default:
        assert(type == TW_PTX_F64);
        return (struct format){52, 11, IEEE, 0};
    }
}

static int bias_of(struct format format)
{
    return (1 << (format.exponent - 1)) - 1;
}

/* The bits of the largest number, without the sign. */
static uint64_t largest_of(struct format format)
{
    uint64_t ones = ((uint64_t)1 << (format.fraction + format.exponent)) - 1;
    if (format.special == IEEE) return ones - ((uint64_t)1 << format.fraction);
    return format.special == ONE_NAN ? ones - 1 : ones;
}

static struct tw_number from_float(struct format format, uint64_t bits)
{
    bits >>= format.unused;
    uint64_t fraction = bits & (((uint64_t)1 << format.fraction) - 1);
    int exponent = (int)(bits >> format.fraction & ((1u << format.exponent) - 1));
    struct tw_number number = {.negative = bits >> (format.fraction + format.exponent) & 1u};
    if ((bits & (((uint64_t)1 << (format.fraction + format.exponent)) - 1)) > largest_of(format)) {
        number.kind = fraction ? TW_NAN : TW_INFINITE;
        return number;
    }
    number.significand = exponent ? fraction | (uint64_t)1 << format.fraction : fraction;
    number.exponent = (exponent ? exponent : 1) - bias_of(format) - (int)format.fraction;
    return number;
}

static struct tw_number from_integer(enum tw_ptx_type type, uint64_t bits)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(type);
    uint64_t sign = (uint64_t)1 << (info->bits - 1), ones = sign | (sign - 1);
    bits &= ones;
    bool negative = info->kind == TW_PTX_SIGNED && (bits & sign);
    return (struct tw_number){TW_FINITE, negative, negative ? (0 - bits) & ones : bits, 0};
}

struct tw_number tw_number_of(enum tw_ptx_type type, uint64_t bits)
{
    bool is_float = tw_ptx_type_info(type)->kind == TW_PTX_FLOAT;
    return is_float ? from_float(format_of(type), bits) : from_integer(type, bits);
}

/* Is what was cut off, `rest` of `unit`, to be rounded away from zero? */
static bool round_up(enum tw_rounding rounding, bool negative, bool odd, uint64_t rest, uint64_t half)
{
    switch (rounding) {
    case TW_ROUND_NEAREST:
        return rest > half || (rest == half && odd);
    case TW_ROUND_DOWN:
        return negative && rest;
    case TW_ROUND_UP:
        return !negative && rest;
    default:
        return false;
    }
}

/* significand / 2^shift, rounded; shift >= 0, any size */
static uint64_t shift_rounded(uint64_t significand, int shift, enum tw_rounding rounding, bool negative)
{
    if (shift == 0) return significand;
    if (shift > 64) { /* less than half a unit: only whether it is 0 counts */
        return significand && round_up(rounding, negative, false, 1, 2);
    }
    uint64_t kept = shift == 64 ? 0 : significand >> shift;
    uint64_t rest = shift == 64 ? significand : significand & (((uint64_t)1 << shift) - 1);
    return kept + round_up(rounding, negative, kept & 1u, rest, (uint64_t)1 << (shift - 1));
}

static uint64_t overflow(struct format format, enum tw_rounding rounding, bool negative)
{
    bool stays = rounding == TW_ROUND_ZERO || (rounding == TW_ROUND_DOWN && !negative) ||
                 (rounding == TW_ROUND_UP && negative) || format.special != IEEE;
    return largest_of(format) + !stays;
}

static uint64_t round_to(struct tw_number number, struct format format, enum tw_rounding rounding)
{
    int bias = bias_of(format), least = 1 - bias;
    uint64_t sign = (uint64_t)number.negative << (format.fraction + format.exponent);
    if (number.kind == TW_NAN) return ((uint64_t)1 << (format.fraction + format.exponent)) - 1;
    if (number.kind == TW_INFINITE) return sign | (largest_of(format) + (format.special == IEEE));
    if (!number.significand) return sign;
    while (!(number.significand >> 63)) {
        number.significand <<= 1;
        number.exponent--;
    }
    int exponent = number.exponent + 63; /* of the leading bit */
    if (exponent > bias + (format.special != IEEE)) return sign | overflow(format, rounding, number.negative);
    int shift = 63 - (int)format.fraction + (exponent < least ? least - exponent : 0);
    uint64_t kept = shift_rounded(number.significand, shift, rounding, number.negative);
    /* A carry out of the fraction counts the exponent up,
     * from subnormal to normal and from the largest to infinity. */
    uint64_t base = exponent < least ? 0 : (uint64_t)(exponent + bias - 1) << format.fraction;
    bool over = base + kept > largest_of(format) && format.special != IEEE;
    return sign | (over ? largest_of(format) : base + kept);
}

uint64_t tw_number_round(struct tw_number number, enum tw_ptx_type type, enum tw_rounding rounding)
{
    struct format format = format_of(type);
    return round_to(number, format, rounding) << format.unused;
}

uint64_t tw_number_round_finite(struct tw_number number, enum tw_ptx_type type, enum tw_rounding rounding)
{
    struct format format = format_of(type);
    uint64_t bits = round_to(number, format, rounding);
    uint64_t sign = bits & (uint64_t)1 << (format.fraction + format.exponent);
    bool infinite = number.kind != TW_NAN && (bits ^ sign) > largest_of(format);
    return (infinite ? sign | largest_of(format) : bits) << format.unused;
}

struct tw_number tw_number_integral(struct tw_number number, enum tw_rounding rounding)
{
    if (number.kind != TW_FINITE || number.exponent >= 0) return number;
    number.significand = shift_rounded(number.significand, -number.exponent, rounding, number.negative);
    number.exponent = 0;
    return number;
}

uint64_t tw_number_integer(struct tw_number number, enum tw_ptx_type type, enum tw_rounding rounding,
                           bool from_f64)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(type);
    bool is_signed = info->kind == TW_PTX_SIGNED;
    uint64_t top = (uint64_t)1 << (info->bits - 1);
    uint64_t most = is_signed ? top - 1 : top | (top - 1), least = is_signed ? top : 0;
    if (number.kind == TW_NAN) return from_f64 || info->bits == 64 ? top : 0;
    number = tw_number_integral(number, rounding);
    bool huge = number.kind == TW_INFINITE;
    for (; !huge && number.significand && number.exponent > 0; number.exponent--) {
        huge = number.significand >> 63;
        number.significand <<= 1;
    }
    if (number.negative) return huge || number.significand > least ? least : 0 - number.significand;
    return huge || number.significand > most ? most : number.significand;
}

/* Bits of the fraction, and what is added to the exponent: of both formats of half precision. */
static unsigned half_fraction(enum tw_ptx_type type)
{
    return type == TW_PTX_F16 ? 10 : 7;
}

static unsigned half_bias(enum tw_ptx_type type)
{
    return type == TW_PTX_F16 ? 15 : 127;
}

/* A normal number of half precision as a double's bits; 0: it is none. */
static uint64_t widen_half(enum tw_ptx_type type, uint64_t bits)
{
    const unsigned fraction = half_fraction(type), bias = half_bias(type);
    const uint64_t exponent = (bits & 0x7fff) >> fraction;
    if (exponent == 0 || exponent > 2 * bias) return 0;
    return bits >> 15 << 63 | (exponent + 1023 - bias) << 52 |
           (bits & ((1u << fraction) - 1)) << (52 - fraction);
}

uint16_t tw_number_half(enum tw_ptx_type type, double value)
{
    const unsigned fraction = half_fraction(type), bias = half_bias(type), cut = 52 - fraction;
    const uint64_t bits = tw_f64_bits(value);
    const uint64_t exponent = (bits >> 52 & 0x7ff) + bias - 1023, rest = bits & (((uint64_t)1 << cut) - 1);
    if (exponent - 1 >= 2 * bias) /* no normal number */
        return (uint16_t)tw_number_round(tw_number_of(TW_PTX_F64, bits), type, TW_ROUND_NEAREST);
    uint64_t kept = exponent << fraction | (bits >> cut & ((1u << fraction) - 1));
    const uint64_t middle = (uint64_t)1 << (cut - 1);
    kept += rest > middle || (rest == middle && kept & 1u); /* the largest becomes infinite */
    return (uint16_t)(bits >> 63 << 15 | kept);
}

double tw_number_double(enum tw_ptx_type type, uint64_t bits)
{
    const bool half = type == TW_PTX_F16 || type == TW_PTX_BF16;
    uint64_t wide = half ? widen_half(type, bits) : 0;
    if (!wide) wide = tw_number_round(tw_number_of(type, bits), TW_PTX_F64, TW_ROUND_NEAREST);
    return tw_as_f64(wide);
}

uint32_t tw_add_singles(uint32_t a, uint32_t b)
{
    float x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    return x == x ? a : 0x7fffffffu;
}

enum tw_rounding tw_rounding_of(const struct tw_ptx_instruction *instruction)
{
    switch (instruction->words[TW_PTX_CLASS_RND]) {
    case TW_PTX_RND_RZ:
        return TW_ROUND_ZERO;
    case TW_PTX_RND_RM:
        return TW_ROUND_DOWN;
    case TW_PTX_RND_RP:
        return TW_ROUND_UP;
    default:
        break;
    }
    switch (instruction->words[TW_PTX_CLASS_IRND]) {
    case TW_PTX_IRND_RZI:
        return TW_ROUND_ZERO;
    case TW_PTX_IRND_RMI:
        return TW_ROUND_DOWN;
    case TW_PTX_IRND_RPI:
        return TW_ROUND_UP;
    default:
        return TW_ROUND_NEAREST;
    }
}
