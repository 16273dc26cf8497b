/* What instructions compute, from the PTX ISA's chapters on integer, floating point, comparison, logic and
 * conversion instructions. */
#include "sim/tests/naive.h"

#include <math.h>
#include <string.h>

static uint64_t cut(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & (((uint64_t)1 << bits) - 1);
}

static int64_t extended(uint64_t value, unsigned bits)
{
    return bits >= 64 ? (int64_t)value : (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static bool is_signed(const struct naive_step *step)
{
    return step->kind == TW_PTX_SIGNED;
}

/* --- integers */

/* The product's upper half, by halves of the factors. */
static uint64_t high(const struct naive_step *step, uint64_t a, uint64_t b)
{
    unsigned half = step->bits / 2;
    uint64_t a0 = cut(a, half), a1 = a >> half, b0 = cut(b, half), b1 = b >> half;
    uint64_t middle = a1 * b0 + (a0 * b0 >> half), other = a0 * b1 + cut(middle, half);
    uint64_t result = a1 * b1 + (middle >> half) + (other >> half);
    if (is_signed(step) && extended(a, step->bits) < 0) result -= b;
    if (is_signed(step) && extended(b, step->bits) < 0) result -= a;
    return result;
}

static uint64_t widened(const struct naive_step *step, uint64_t a)
{
    return is_signed(step) ? (uint64_t)extended(a, step->bits) : a;
}

static bool less(const struct naive_step *step, uint64_t a, uint64_t b)
{
    return is_signed(step) ? extended(a, step->bits) < extended(b, step->bits) : a < b;
}

#define VALUE(name, expression)                                                                              \
    static uint64_t name(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c)                  \
    {                                                                                                        \
        (void)step, (void)a, (void)b, (void)c;                                                               \
        return expression;                                                                                   \
    }

VALUE(add, a + b)
VALUE(subtract, a - b)
VALUE(multiply, a *b)
VALUE(multiply_high, high(step, a, b))
VALUE(multiply_wide, widened(step, a) * widened(step, b))
VALUE(multiply_add, a *b + c)
VALUE(multiply_add_high, high(step, a, b) + c)
VALUE(multiply_add_wide, widened(step, a) * widened(step, b) + c)
VALUE(minimum, less(step, a, b) ? a : b)
VALUE(maximum, less(step, a, b) ? b : a)
VALUE(remainder_of, b ? a % b : a) /* of unsigned ones */
VALUE(negate, 0 - a)
VALUE(absolute, extended(a, step->bits) < 0 ? 0 - a : a)
VALUE(both, a &b)
VALUE(either, a | b)
VALUE(differing, a ^ b)
VALUE(inverted, ~a)
VALUE(copy, a)
VALUE(selected, c ? a : b)
VALUE(shifted_left, b >= step->bits ? 0 : a << b)

static uint64_t shifted_right(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    if (!is_signed(step)) return b >= step->bits ? 0 : a >> b;
    return (uint64_t)(extended(a, step->bits) >> (b >= step->bits ? step->bits - 1 : b));
}

static uint64_t population(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < step->bits; i++) count += a >> i & 1u;
    return (void)b, (void)c, count;
}

static uint64_t leading_zeros(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t count = 0;
    while (count < step->bits && !(a >> (step->bits - 1 - count) & 1u)) count++;
    return (void)b, (void)c, count;
}

static uint64_t reversed(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < step->bits; i++) result |= (a >> i & 1u) << (step->bits - 1 - i);
    return (void)b, (void)c, result;
}

uint64_t naive_sum(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c)
{
    return add(step, a, b, c);
}

/* --- floating point; a single-precision result that is no number is 0x7fffffff */

static double number(uint64_t bits, unsigned width)
{
    uint32_t low = (uint32_t)bits;
    float single;
    double whole;
    memcpy(&single, &low, sizeof single);
    memcpy(&whole, &bits, sizeof whole);
    return width == 32 ? (double)single : whole;
}

static uint64_t single_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? 0x7fffffffu : bits;
}

static bool is_nan(uint64_t bits)
{
    return (bits << 1) > (uint64_t)0x7ff << 53;
}

/* A double-precision result that is no number is the first of these that is none, made quiet, as an H200 does it. */
static uint64_t double_bits(double value, uint64_t first, uint64_t second, uint64_t third)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (!isnan(value)) return bits;
    bits = is_nan(first) ? first : is_nan(second) ? second : is_nan(third) ? third : 0xfff8000000000000u;
    return bits | (uint64_t)1 << 51;
}

/* x, y, z: the operands in single precision; u, v, w: in double, of which that one's NaN goes first, then that one's */
#define FLOAT(name, in_single, in_double, first, second)                                                     \
    static uint64_t name(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c)                  \
    {                                                                                                        \
        double u = number(a, step->bits), v = number(b, step->bits), w = number(c, step->bits);              \
        float x = (float)u, y = (float)v, z = (float)w;                                                      \
        (void)u, (void)v, (void)w, (void)x, (void)y, (void)z;                                                \
        return step->bits == 32 ? single_bits(in_single) : double_bits(in_double, first, second, a);         \
    }

static double smaller(double a, double b)
{
    if (isnan(a) || isnan(b)) return isnan(a) ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}

FLOAT(add_float, x + y, u + v, b, a)
FLOAT(subtract_float, x - y, u - v, b, a)
FLOAT(multiply_float, x *y, u *v, b, a)
FLOAT(divide_float, x / y, u / v, a, b)
FLOAT(fused, fmaf(x, y, z), fma(u, v, w), b, c)
FLOAT(reciprocal, 1 / x, 1 / u, a, a)
FLOAT(root, sqrtf(x), sqrt(u), a, a)
FLOAT(minimum_float, (float)smaller(u, v), smaller(u, v), a, b)
FLOAT(maximum_float, -(float)smaller(-u, -v), -smaller(-u, -v), a, b)
/* The sign of NaN stays as it is. */
static uint64_t with_sign(const struct naive_step *step, uint64_t a, uint64_t changed)
{
    if (step->bits == 32) return isnan(number(a, 32)) ? 0x7fffffffu : changed;
    return is_nan(a) ? a | (uint64_t)1 << 51 : changed;
}

VALUE(negate_float, with_sign(step, a, a ^ (uint64_t)1 << (step->bits - 1)))
VALUE(absolute_float, with_sign(step, a, cut(a, step->bits - 1)))

/* --- comparison and conversion */

enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };

static const struct {
    const char *name;
    unsigned relations;
} comparisons[] = {{"eq", EQUAL},
                   {"ne", LESS | GREATER},
                   {"lt", LESS},
                   {"lo", LESS},
                   {"le", LESS | EQUAL},
                   {"ls", LESS | EQUAL},
                   {"gt", GREATER},
                   {"hi", GREATER},
                   {"ge", GREATER | EQUAL},
                   {"hs", GREATER | EQUAL},
                   {"equ", EQUAL | UNORDERED},
                   {"neu", LESS | GREATER | UNORDERED},
                   {"ltu", LESS | UNORDERED},
                   {"leu", LESS | EQUAL | UNORDERED},
                   {"gtu", GREATER | UNORDERED},
                   {"geu", GREATER | EQUAL | UNORDERED},
                   {"num", LESS | EQUAL | GREATER},
                   {"nan", UNORDERED}};

static uint64_t compared(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c)
{
    unsigned relation = a == b ? EQUAL : less(step, a, b) ? LESS : GREATER;
    if (step->kind == TW_PTX_FLOAT) {
        double u = number(a, step->bits), v = number(b, step->bits);
        relation = u < v ? LESS : u > v ? GREATER : u == v ? EQUAL : UNORDERED;
    }
    uint64_t holds = (step->compare & relation) != 0;
    return step->combine == 'a'   ? holds & c
           : step->combine == 'o' ? holds | c
           : step->combine == 'x' ? holds ^ c
                                  : holds;
}

static double to_whole(const struct naive_step *step, double value)
{
    switch (step->whole) {
    case 'n':
        return nearbyint(value);
    case 'm':
        return floor(value);
    case 'p':
        return ceil(value);
    default:
        return trunc(value);
    }
}

static uint64_t to_integer(const struct naive_step *step, double value)
{
    bool to_signed = step->kind == TW_PTX_SIGNED;
    double least = to_signed ? -ldexp(1, (int)step->bits - 1) : 0;
    double behind = ldexp(1, (int)step->bits - to_signed);
    if (isnan(value)) /* as an H200 does it */
        return step->bits == 64 || step->from_bits == 64 ? (uint64_t)1 << (step->bits - 1) : 0;
    value = to_whole(step, value);
    if (value < least) value = least;
    if (value >= behind) return cut(UINT64_MAX, step->bits - to_signed);
    return to_signed ? (uint64_t)(int64_t)value : (uint64_t)value;
}

static uint64_t converted(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c)
{
    bool from_signed = step->from_kind == TW_PTX_SIGNED;
    uint64_t integer =
        from_signed ? (uint64_t)extended(cut(a, step->from_bits), step->from_bits) : cut(a, step->from_bits);
    (void)b, (void)c;
    if (step->from_kind == TW_PTX_FLOAT && step->kind == TW_PTX_FLOAT) {
        double value = number(a, step->from_bits);
        if (step->whole) value = to_whole(step, value);
        return step->bits == 32 ? single_bits((float)value) : double_bits(value, 0, 0, 0);
    }
    if (step->from_kind == TW_PTX_FLOAT) return to_integer(step, number(a, step->from_bits));
    if (step->kind == TW_PTX_SIGNED) return (uint64_t)extended(cut(integer, step->bits), step->bits);
    if (step->kind != TW_PTX_FLOAT) return cut(integer, step->bits);
    if (step->bits == 64)
        return double_bits(from_signed ? (double)(int64_t)integer : (double)integer, 0, 0, 0);
    return single_bits(from_signed ? (float)(int64_t)integer : (float)integer);
}

/* --- names */

static const struct {
    const char *name;
    naive_compute *of_integers, *of_floats;
} names[] = {
    {"mul.wide", multiply_wide, NULL},
    {"mad.wide", multiply_add_wide, NULL},
    {"mul.hi", multiply_high, NULL},
    {"mad.hi", multiply_add_high, NULL},
    {"mul", multiply, multiply_float},
    {"mad", multiply_add, fused},
    {"fma", NULL, fused},
    {"add", add, add_float},
    {"sub", subtract, subtract_float},
    {"div", NULL, divide_float},
    {"rem", remainder_of, NULL},
    {"rcp", NULL, reciprocal},
    {"sqrt", NULL, root},
    {"min", minimum, minimum_float},
    {"max", maximum, maximum_float},
    {"neg", negate, negate_float},
    {"abs", absolute, absolute_float},
    {"and", both, NULL},
    {"or", either, NULL},
    {"xor", differing, NULL},
    {"not", inverted, NULL},
    {"shl", shifted_left, NULL},
    {"shr", shifted_right, NULL},
    {"popc", population, NULL},
    {"clz", leading_zeros, NULL},
    {"brev", reversed, NULL},
    {"mov", copy, copy},
    {"selp", selected, selected},
    {"setp", compared, compared},
    {"cvt", converted, converted},
};

/* Is `word` one of the dotted words of the name? */
static bool has_word(const char *name, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strchr(name, '.'); at; at = strchr(at + 1, '.')) {
        if (strncmp(at + 1, word, length) == 0 && (at[1 + length] == '.' || !at[1 + length])) return true;
    }
    return false;
}

bool naive_name(const struct tw_ptx_instruction *instruction, struct naive_step *step)
{
    const char *name = instruction->opcode;
    if (has_word(name, "f16x2") || has_word(name, "bf16x2")) return false;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        if (has_word(name, comparisons[i].name)) step->compare = comparisons[i].relations;
    }
    step->combine = has_word(name, "and")   ? 'a'
                    : has_word(name, "or")  ? 'o'
                    : has_word(name, "xor") ? 'x'
                                            : 0;
    step->whole = has_word(name, "rni")   ? 'n'
                  : has_word(name, "rmi") ? 'm'
                  : has_word(name, "rpi") ? 'p'
                  : has_word(name, "rzi") ? 'z'
                                          : 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && !step->compute; i++) {
        size_t length = strlen(names[i].name);
        if (strncmp(name, names[i].name, length) != 0 || name[length] != '.') continue;
        step->compute = step->kind == TW_PTX_FLOAT ? names[i].of_floats : names[i].of_integers;
        if (has_word(name, "wide")) step->result_bits *= 2;
        if (!step->compute || has_word(name, "sat") || has_word(name, "ftz") || has_word(name, "cc"))
            return false;
    }
    if (step->compute == population || step->compute == leading_zeros) step->result_bits = 32;
    if (step->compute == compared) step->result_bits = 1;
    if (step->compute == converted) step->result_bits = 64; /* a register wider than the type is filled */
    return step->compute != NULL;
}
