/* Sums of matrix products; see matrix_sums.h. */
#include "sim/exec/numbers/matrix_sums.h"

#include <math.h>
#include <string.h>

#include "sim/exec/numbers/numbers.h"

#define MOST_TERMS 32u /* of a sum of narrow floats */
#define KEPT       25  /* bits of the fraction of the largest term that terms are cut to */
#define KEPT_BYTES 13  /* the same of wgmma with elements of 8 bits, and bits of the fraction of its f32 */

const struct tw_matrix_format *tw_matrix_format(unsigned which)
{
    static const struct tw_matrix_format formats[] = {
        {16, 5, 10, true, true, 16}, /* f16  */
        {16, 8, 7, true, true, 16},  /* bf16 */
        {32, 8, 10, true, true, 8},  /* tf32: the lowest 13 bits of a float are left out */
        {64, 11, 52, true, true, 1}, /* f64  */
        {8, 0, 0, true, false, 0},   /* s8   */
        {8, 0, 0, false, false, 0},  /* u8   */
        {8, 4, 3, true, false, 16},  /* e4m3 */
        {8, 5, 2, true, true, 16},   /* e5m2 */
        {4, 0, 0, true, false, 0},   /* s4   */
        {4, 0, 0, false, false, 0},  /* u4   */
        {1, 0, 0, false, false, 0},  /* b1   */
    };
    return &formats[which];
}

/* --- sums of narrow floats */

/* significand * 2^(exponent - fraction bits); the significand has its sign. */
struct term {
    int64_t significand;
    int exponent, fraction_bits;
    enum { FINITE, INFINITE, NO_NUMBER } kind;
};

static struct term term_of(uint64_t bits, const struct tw_matrix_format *format)
{
    unsigned fraction_bits = format->fraction_bits, exponent_bits = format->exponent_bits;
    unsigned width = 1 + exponent_bits + fraction_bits;
    bits >>= format->bits - width; /* tf32 */
    uint64_t fraction = bits & ((1u << fraction_bits) - 1), most = (1u << exponent_bits) - 1;
    uint64_t exponent = bits >> fraction_bits & most;
    bool negative = bits >> (width - 1) & 1u, top = exponent == most;
    struct term term = {.fraction_bits = (int)fraction_bits};
    if (format->has_infinity && top) term.kind = fraction ? NO_NUMBER : INFINITE;
    if (!format->has_infinity && top && fraction == (1u << fraction_bits) - 1) term.kind = NO_NUMBER;
    term.significand = (int64_t)(fraction | (exponent ? (uint64_t)1 << fraction_bits : 0));
    if (negative) term.significand = -term.significand;
    term.exponent = (int)(exponent ? exponent : 1) - (int)(most >> 1);
    return term;
}

static struct term product(struct term a, struct term b)
{
    struct term term = {.significand = a.significand * b.significand,
                        .exponent = a.exponent + b.exponent,
                        .fraction_bits = a.fraction_bits + b.fraction_bits};
    bool infinite = a.kind == INFINITE || b.kind == INFINITE;
    if (infinite) term.kind = term.significand ? INFINITE : NO_NUMBER;
    if (a.kind == NO_NUMBER || b.kind == NO_NUMBER) term.kind = NO_NUMBER;
    return term;
}

/* Infinities and what is no number decide by themselves; finite: neither. */
static struct tw_number special_sum(const struct term *terms, unsigned count)
{
    bool above = false, below = false, none = false;
    for (unsigned i = 0; i < count; i++) {
        above = above || (terms[i].kind == INFINITE && terms[i].significand > 0);
        below = below || (terms[i].kind == INFINITE && terms[i].significand < 0);
        none = none || terms[i].kind == NO_NUMBER;
    }
    if (none || (above && below)) return (struct tw_number){.kind = TW_NAN};
    return (struct tw_number){.kind = above || below ? TW_INFINITE : TW_FINITE, .negative = below};
}

/*
 * All terms at once, cut (towards zero) to so many bits behind the point of the one with the highest exponent, summed exactly:
 * as tensor cores from Volta on do (M. Fasi et al., "Numerical behavior of NVIDIA tensor cores", 2021), with Hopper's number of bits.
 */
static struct tw_number sum_exactly(const struct term *terms, unsigned count, int kept)
{
    int highest = -4096;
    int64_t sum = 0;
    struct tw_number total = special_sum(terms, count);
    if (total.kind != TW_FINITE) return total;
    for (unsigned i = 0; i < count; i++) {
        if (terms[i].significand && terms[i].exponent > highest) highest = terms[i].exponent;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!terms[i].significand) continue; /* its exponent may be above the highest */
        int64_t magnitude = terms[i].significand < 0 ? -terms[i].significand : terms[i].significand;
        int shift = kept - (highest - terms[i].exponent) - terms[i].fraction_bits;
        int64_t cut = shift >= 0 ? magnitude << shift : shift > -63 ? magnitude >> -shift : 0;
        sum += terms[i].significand < 0 ? -cut : cut;
    }
    total.negative = sum < 0;
    total.significand = (uint64_t)(sum < 0 ? -sum : sum);
    total.exponent = highest - kept;
    return total;
}

/* Cut to float, but that what is too large becomes infinity; and to so many bits of fraction. */
static uint32_t cut_to_float(struct tw_number total, unsigned fraction_bits)
{
    if (total.kind == TW_FINITE && !total.significand) return 0;
    if (total.kind == TW_FINITE && total.exponent + 63 - __builtin_clzll(total.significand) > 127)
        total.kind = TW_INFINITE;
    const uint32_t bits = (uint32_t)tw_number_round(total, TW_PTX_F32, TW_ROUND_ZERO);
    return total.kind == TW_FINITE ? bits & ~((1u << (23 - fraction_bits)) - 1) : bits;
}

/* Sums begin with C, but those of bytes in mma, which have two blocks; in wgmma all products are summed at once. */
struct tw_matrix_steps tw_matrix_steps(const struct tw_matrix_sum *sum)
{
    const bool bytes = sum->a->bits == 8;
    const unsigned most = sum->of_warpgroup ? sum->depth : bytes ? sum->depth / 2 : sum->a->block;
    return (struct tw_matrix_steps){.block = most < sum->depth ? most : sum->depth,
                                    .kept = bytes && sum->of_warpgroup ? KEPT_BYTES : KEPT,
                                    .fraction_bits = bytes && sum->of_warpgroup ? KEPT_BYTES : 23,
                                    .apart = bytes && !sum->of_warpgroup};
}

/* Bytes are taken two by two: the lower pair of each four, then the upper pairs. */
unsigned tw_matrix_depth_of(const struct tw_matrix_sum *sum, unsigned i)
{
    unsigned half = sum->depth / 2;
    return sum->a->bits != 8 ? i : i % half / 2 * 4 + i / half * 2 + i % 2;
}

static uint32_t from_half(uint32_t half)
{
    return (uint32_t)tw_number_round(tw_number_of(TW_PTX_F16, half), TW_PTX_F32, TW_ROUND_NEAREST);
}

/* Rounded once: their sum does not always fit a float. */
static uint32_t add_halves(uint32_t a, uint32_t b)
{
    return tw_number_half(TW_PTX_F16, tw_number_double(TW_PTX_F16, a) + tw_number_double(TW_PTX_F16, b));
}

/* Sums in half precision are rounded behind each block. */
static uint64_t sum_narrow(const struct tw_matrix_sum *sum, const uint64_t *a, const uint64_t *b, uint64_t c)
{
    static const struct tw_matrix_format single = {
        .bits = 32, .exponent_bits = 8, .fraction_bits = 23, .has_infinity = true};
    struct term terms[MOST_TERMS + 1];
    const struct tw_matrix_steps steps = tw_matrix_steps(sum);
    const bool half = sum->d == TW_PTX_F16;
    const uint32_t single_c = sum->c == TW_PTX_F16 ? from_half((uint32_t)c) : (uint32_t)c;
    uint32_t total = steps.apart ? 0 : single_c, rounded = 0;
    for (unsigned from = 0; from < sum->depth; from += steps.block) {
        for (unsigned i = 0; i < steps.block; i++) {
            unsigned k = tw_matrix_depth_of(sum, from + i);
            terms[i] = product(term_of(a[k], sum->a), term_of(b[k], sum->b));
        }
        terms[steps.block] = term_of(total, &single);
        struct tw_number exact = sum_exactly(terms, steps.block + 1, steps.kept);
        bool something = exact.kind || exact.significand;
        rounded = half && something ? (uint32_t)tw_number_round(exact, TW_PTX_F16, TW_ROUND_NEAREST) : 0;
        total = half ? from_half(rounded) : cut_to_float(exact, steps.fraction_bits);
    }
    if (half) return steps.apart ? add_halves(rounded, (uint32_t)c) : rounded;
    return steps.apart ? tw_add_singles(total, single_c) : total;
}

/* --- other sums */

static int64_t integer_of(uint64_t bits, const struct tw_matrix_format *format)
{
    const unsigned spare = 64 - format->bits;
    return format->is_signed ? (int64_t)(bits << spare) >> spare : (int64_t)bits;
}

static uint64_t sum_integers(const struct tw_matrix_sum *sum, const uint64_t *a, const uint64_t *b,
                             uint64_t c)
{
    int64_t total = (int32_t)c;
    for (unsigned k = 0; k < sum->depth; k++)
        total += sum->differs ? (int64_t)(a[k] ^ b[k]) : integer_of(a[k], sum->a) * integer_of(b[k], sum->b);
    if (sum->clamps) total = total > INT32_MAX ? INT32_MAX : total < INT32_MIN ? INT32_MIN : total;
    return (uint32_t)total;
}

static uint64_t sum_doubles(const struct tw_matrix_sum *sum, const uint64_t *a, const uint64_t *b, uint64_t c)
{
    double x, y, total;
    memcpy(&total, &c, sizeof total);
    for (unsigned k = 0; k < sum->depth; k++) {
        memcpy(&x, &a[k], sizeof x);
        memcpy(&y, &b[k], sizeof y);
        total = fma(x, y, total);
    }
    memcpy(&c, &total, sizeof total);
    return total == total ? c : 0xfff8000000000000u;
}

uint64_t tw_matrix_sum(const struct tw_matrix_sum *sum, const uint64_t *a, const uint64_t *b, uint64_t c)
{
    if (sum->d == TW_PTX_S32) return sum_integers(sum, a, b, c);
    return sum->d == TW_PTX_F64 ? sum_doubles(sum, a, b, c) : sum_narrow(sum, a, b, c);
}

/* The column that element k of the row stands in. */
static unsigned place(const struct tw_matrix_places *places, unsigned row, unsigned k)
{
    const unsigned bits = places->sum->a->bits, unit = bits == 4 ? 2 : 1, kept = bits == 32 ? 1 : 2;
    const unsigned group = k / (kept * unit), groups = places->sum->depth / (kept * unit);
    const unsigned chosen = places->chosen, g = row % 8, lower = row / 8;
    unsigned lane, at;
    if (groups == 4) { /* 16 bits for a row */
        lane = chosen, at = 16 * lower + 4 * group;
    } else if (groups == 8 && bits > 8) {
        lane = 2 * chosen + group / 4, at = 16 * lower + 4 * (group % 4);
    } else if (groups == 8) {
        lane = 2 * chosen + lower, at = 4 * group;
    } else {
        lane = 2 * (group / 8) + lower, at = 4 * (group % 8);
    }
    unsigned four = places->bits->u32[4 * g + lane] >> at & 15u;
    unsigned which = kept == 1 ? four >> 1 & 1u : four >> 2 * (k / unit % kept) & 3u;
    return (group * 2 * kept + which) * unit + k % unit;
}

uint64_t tw_matrix_sparse_sum(const struct tw_matrix_places *places, const uint64_t *a, const uint64_t *b,
                              unsigned row, uint64_t c)
{
    uint64_t met[TW_MATRIX_DEPTH];
    for (unsigned k = 0; k < places->sum->depth; k++) met[k] = b[place(places, row, k)];
    return tw_matrix_sum(places->sum, a, met, c);
}
