/*
 * What the reduce family's arrays hold before each trial. All elements that belong to no reduction are noise: gaps between
 * rows, what no segment has.
 *
 *     trial 0    small integers, exact in any order of additions
 *     trial 1    noise of moderate size
 *     trial 2    what goes wrong easily; each reduction has one of the kinds below
 *
 * Elements are made as bits: of a float sign, exponent and fraction, of which any is a number of its own.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/references/reduce.h"

enum { A, B };
enum { SMALL, NOISE, HARD };

/* Trial 0: elements that are not zero, about; with the ends' and at most 8 * 8 each, sums stay below 2^24. */
#define KEPT      65536u
#define KEPT_ENDS 1024u
#define FACTORS   8u /* of a product, that are neither 1 nor -1 */
#define DRAWN     4u /* elements of trial 2 that stand out */

struct maker {
    const struct reduce_problem *p;
    unsigned trial, argument;
    bool is_float, rounds;   /* the elements; sums and products of them */
    unsigned bits, fraction; /* of the element; of a float's fraction */
    uint64_t bias, infinity; /* exponents */
    uint64_t small[16];      /* -8 .. 7; of unsigned elements their absolute values */
    uint64_t spread;         /* trial 1's factors: so many units beside 1 at most */
};

/*
 * What trial 2's reductions are of:
 *
 *     WIDE       exponents over many binades
 *     CANCEL     huge terms that leave little: each with its opposite four places on
 *     TIES       1 and halves of its last place, with a denormal now and then that decides
 *     DENORMAL   beside normal numbers of the same size
 *     EQUAL      all elements are one number
 *     ZEROS      of both signs, or -0 alone
 *     INFINITE   one infinity, or many of both signs
 *     NOT        NaN in one place or many
 */
enum kind { WIDE, CANCEL, TIES, DENORMAL, EQUAL, ZEROS, INFINITE, NOT };

/* A part of a reduction, of which one element is drawn. */
struct window {
    uint64_t period; /* elements of a part; the last may have fewer */
    uint64_t end;    /* of the part at hand */
    uint64_t drawn;  /* number of the element */
};

/* Where an element stands: those of a reduction come in order. */
struct place {
    uint64_t reduction, number, count; /* number: in its reduction, of `count` */
    uint64_t noise;
    enum kind kind;
    uint64_t huge;           /* the exponent that huge terms have */
    struct window one, some; /* one element of all; some of them */
};

/* splitmix64's last step. */
static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static uint64_t noise_of(uint64_t i, uint64_t seed)
{
    return mixed((i + 1) * UINT64_C(0x9E3779B97F4A7C15) + seed * UINT64_C(0xD1B54A32D192ED03));
}

/* ---- floats as bits ---- */

static uint64_t negative(const struct maker *m)
{
    return UINT64_C(1) << (m->bits - 1);
}

/* Random sign and fraction; the exponent is one of `span` from `least` on. */
static uint64_t float_of(const struct maker *m, uint64_t noise, uint64_t least, uint64_t span)
{
    uint64_t fraction = noise & ((UINT64_C(1) << m->fraction) - 1), sign = (noise >> 63) << (m->bits - 1);
    return sign | (least + ((noise >> 54 & 511) * span >> 9)) << m->fraction | fraction;
}

static uint64_t power_of_two(const struct maker *m, uint64_t exponent)
{
    return exponent << m->fraction;
}

static uint64_t whole_float(const struct maker *m, int value)
{
    int exponent = 0;
    double part = 2 * frexp(abs(value), &exponent) - 1; /* 1 + part, times 2^(exponent - 1) */
    if (value == 0) return 0;
    return (value < 0 ? negative(m) : 0) | (m->bias + (uint64_t)exponent - 1) << m->fraction |
           (uint64_t)ldexp(part, (int)m->fraction);
}

/* Sums are of products. */
static bool multiplies(const struct maker *m)
{
    return m->p->op == REDUCE_NORM2 || m->p->op == REDUCE_DOT;
}

/* ---- trial 0 ---- */

/* One of each part of the reduction, anywhere in it. */
static bool is_drawn(const struct place *at, struct window *window)
{
    if (at->number >= window->end) {
        uint64_t first = at->number / window->period * window->period, rest = at->count - first,
                 length = rest < window->period ? rest : window->period;
        window->end = first + length;
        window->drawn = first + noise_of(first, at->reduction) % length;
    }
    return at->number == window->drawn;
}

static bool is_kept(struct place *at)
{
    bool end = at->number < KEPT_ENDS || at->count - at->number <= KEPT_ENDS;
    return end || is_drawn(at, &at->some);
}

/* 1 or -1, but for a few: 2, -3; in some reductions a zero. */
static uint64_t small_factor(const struct maker *m, struct place *at)
{
    bool few = is_drawn(at, &at->some);
    if (few && at->reduction % 8 == 5 && at->number < at->count / 2) return 0;
    if (few) return m->small[at->noise & 1 ? 8 + 2 : 8 - 3];
    return m->small[at->noise & 1 ? 8 + 1 : 8 - 1];
}

/* Reductions of zeros alone and of none, but for one element; zeros among many. `zero` is what a zero is here. */
static uint64_t truth(const struct maker *m, struct place *at, uint64_t zero)
{
    uint64_t other = m->small[8 + 1 + at->noise % 7], kind = mixed(at->reduction + m->trial) % 5;
    bool odd = is_drawn(at, &at->one) && kind % 2;
    if (kind == 4) return at->noise >> 32 & 1 ? other : zero;
    return (kind < 2) == odd ? other : zero;
}

static uint64_t small_one(const struct maker *m, struct place *at)
{
    switch (m->p->op) {
    case REDUCE_PRODUCT:
        return small_factor(m, at);
    case REDUCE_ANY:
    case REDUCE_ALL:
        return truth(m, at, 0);
    default:
        return is_kept(at) ? m->small[at->noise & 15] : 0;
    }
}

/* ---- trial 1 ---- */

/* Factors near 1, the nearer the more there are, so that no order of them overflows; integers that are odd. */
static uint64_t noise_factor(const struct maker *m, struct place *at)
{
    uint64_t units = m->spread ? (at->noise >> 8) % m->spread : 0, one = power_of_two(m, m->bias);
    if (!m->is_float) return at->noise | 1;
    return (at->noise & 1 ? negative(m) : 0) | (at->noise & 2 ? one + units : one - 2 * units);
}

/* Products of 64 bits, made in floats, could overflow on the way: half the bits. */
static uint64_t limited(const struct maker *m, uint64_t bits)
{
    if (!m->rounds || m->bits < 64 || !multiplies(m)) return bits;
    return m->p->element->scalar == TW_SIGNED ? (uint64_t)((int64_t)bits / (INT64_C(1) << 32)) : bits >> 32;
}

static uint64_t noise_one(const struct maker *m, struct place *at)
{
    if (m->p->op == REDUCE_ANY || m->p->op == REDUCE_ALL) return truth(m, at, 0);
    if (m->p->op == REDUCE_PRODUCT)
        return m->rounds && !m->is_float ? small_factor(m, at) : noise_factor(m, at);
    return m->is_float ? float_of(m, at->noise, m->bias - 6, 6) : limited(m, at->noise);
}

/* ---- trial 2 ---- */

/* Most reductions have finite results. A result alone is one of these as the size has it. */
static enum kind kind_of(const struct maker *m, uint64_t reduction)
{
    static const enum kind kinds[16] = {CANCEL, WIDE,  TIES, WIDE, CANCEL, TIES,     DENORMAL, EQUAL,
                                        CANCEL, ZEROS, WIDE, TIES, EQUAL,  INFINITE, NOT,      DENORMAL};
    uint64_t salt = m->p->results < 16 ? m->p->rows + m->p->cols : 0;
    return kinds[mixed(reduction + salt) % 16];
}

/*
 * The exponent that huge terms have. In free order nothing may overflow on the way, whatever the way, so terms are smaller
 * by as many binades as the number of them has, and some.
 */
static uint64_t huge_of(const struct maker *m, uint64_t count)
{
    uint64_t top = m->infinity - 1;
    if (m->p->order == ORDER_FREE) {
        int binades = 0;
        frexp((double)count, &binades);
        top = multiplies(m) ? m->bias + (m->infinity - m->bias) / 2 - 2 : m->infinity - 3;
        top -= top - m->bias > (uint64_t)binades ? (uint64_t)binades : top - m->bias;
    }
    return top;
}

/* The least exponent; in free order products may not be denormal. */
static uint64_t tiny(const struct maker *m)
{
    bool limited = m->p->order == ORDER_FREE && multiplies(m);
    return limited ? m->bias - m->bias / 4 : 0;
}

static uint64_t cancelling(const struct maker *m, struct place *at)
{
    uint64_t group = at->number / 8, in_group = at->number % 8, half = in_group % 4;
    uint64_t noise = noise_of(8 * group + half, at->reduction + m->trial);
    bool paired = 8 * group + 7 < at->count && half != 3, second = in_group >= 4;
    if (!paired) return float_of(m, at->noise, m->bias - 3, 3);
    uint64_t bits = float_of(m, noise, at->huge - 1 - half, 2);
    return second && m->argument == A ? bits ^ negative(m) : bits;
}

static uint64_t tying(const struct maker *m, struct place *at)
{
    uint64_t sign = (at->noise >> 63) << (m->bits - 1), one = m->bias,
             digits = m->p->c->element == TW_FLOAT32 ? 24 : 53, last = one > digits ? one - digits : 1;
    if (m->argument == B) return power_of_two(m, one);
    if (at->number == 0) return power_of_two(m, one) | (at->reduction & 1);
    if (is_drawn(at, &at->one)) return sign | (at->reduction & 2 ? power_of_two(m, tiny(m)) | 1 : 0);
    if (is_drawn(at, &at->some)) return power_of_two(m, last);
    return sign | (at->noise & 7 ? 0 : power_of_two(m, last - (last > 1)));
}

static uint64_t special(const struct maker *m, struct place *at, uint64_t bits, bool signs)
{
    bool many = at->reduction & 1;
    if (!(many ? at->noise % 16 == 0 : is_drawn(at, &at->one))) return float_of(m, at->noise, m->bias - 3, 3);
    return signs && (at->noise >> 8 & 1) ? bits | negative(m) : bits;
}

static uint64_t hard_float(const struct maker *m, struct place *at)
{
    uint64_t infinity = power_of_two(m, m->infinity), top = at->huge, middle = m->bias, least = tiny(m);
    uint64_t reach = middle < 100 ? middle : 100;
    switch (at->kind) {
    case CANCEL:
        return cancelling(m, at);
    case TIES:
        return tying(m, at);
    case DENORMAL:
        return float_of(m, at->noise, least, at->reduction & 1 ? 1 : 3);
    case EQUAL:
        return float_of(m, mixed(at->reduction + m->argument), middle - 4, 1);
    case ZEROS:
        return at->reduction % 3 == 0 || at->noise & 1 ? negative(m) : 0;
    case INFINITE:
        return special(m, at, infinity, true);
    case NOT:
        return special(m, at, infinity | 1 | (at->noise >> 12 & 3), true);
    default:
        break;
    }
    if (middle - reach > least) least = middle - reach;
    return float_of(m, at->noise, least, (middle + reach < top ? middle + reach : top) - least);
}

/* Extremes, neighbours of zero, ties. */
static uint64_t hard_whole(const struct maker *m, struct place *at)
{
    bool is_signed = m->p->element->scalar == TW_SIGNED;
    uint64_t least = is_signed ? negative(m) : 0, most = least - 1;
    switch (at->kind) {
    case CANCEL:
        return at->number % 2 ? least : most;
    case TIES:
        return is_drawn(at, &at->some) ? (at->reduction & 1 ? least : most) : 3;
    case ZEROS:
        return 0;
    case EQUAL:
        return most;
    case INFINITE:
        return at->noise & 1 ? most : most - 1;
    case DENORMAL:
        return is_signed ? at->noise % 3 - 1 : at->noise % 3;
    default:
        return at->noise >> at->noise % m->bits;
    }
}

/* Factors as in trial 1, two and two of many binades; or what products have to pass on. */
static uint64_t hard_factor(const struct maker *m, struct place *at)
{
    uint64_t factor = noise_factor(m, at), shift = at->count < 64 || m->p->order != ORDER_FREE ? 3 : 0;
    if (!m->is_float || at->kind == DENORMAL) return factor;
    if (at->kind == ZEROS) return is_drawn(at, &at->some) ? factor & negative(m) : factor;
    if (at->kind == INFINITE || at->kind == NOT) {
        uint64_t bits = special(m, at, power_of_two(m, m->infinity) | (at->kind == NOT), true);
        return (bits & (negative(m) - 1)) >= power_of_two(m, m->infinity) ? bits : factor;
    }
    return at->number & 1 ? factor + power_of_two(m, shift) : factor - power_of_two(m, shift);
}

/* What counts as a zero and what does not: -0; NaN, the least denormal, the least integer. */
static uint64_t hard_truth(const struct maker *m, struct place *at)
{
    uint64_t bits = truth(m, at, m->is_float && at->noise & 1 ? negative(m) : 0);
    bool zero = bits == 0 || (m->is_float && bits == negative(m));
    if (zero) return bits;
    if (!m->is_float) return at->noise >> 40 & 1 ? negative(m) : 1;
    return at->noise >> 40 & 1 ? power_of_two(m, m->infinity) | 1
                               : 1 + (at->noise >> 41 & 1 ? negative(m) : 0);
}

static uint64_t hard_one(const struct maker *m, struct place *at)
{
    if (m->p->op == REDUCE_ANY || m->p->op == REDUCE_ALL) return hard_truth(m, at);
    if (m->p->op == REDUCE_PRODUCT) return m->is_float ? hard_factor(m, at) : noise_one(m, at);
    return m->is_float ? hard_float(m, at) : limited(m, hard_whole(m, at));
}

/* ---- arrays ---- */

static void set(const struct maker *m, void *memory, uint64_t i, uint64_t bits)
{
    switch (m->bits) {
    case 8:
        ((uint8_t *)memory)[i] = (uint8_t)bits;
        return;
    case 16:
        ((uint16_t *)memory)[i] = (uint16_t)bits;
        return;
    case 32:
        ((uint32_t *)memory)[i] = (uint32_t)bits;
        return;
    default:
        ((uint64_t *)memory)[i] = bits;
    }
}

static struct place place_of(const struct maker *m, uint64_t reduction, uint64_t count)
{
    unsigned some = m->trial == HARD ? DRAWN : m->p->op == REDUCE_PRODUCT ? FACTORS : KEPT;
    return (struct place){.reduction = reduction,
                          .count = count,
                          .kind = kind_of(m, reduction),
                          .huge = huge_of(m, count),
                          .one = {.period = count + 1},
                          .some = {.period = count / some + 1}};
}

/* The element that `at` stands at, number i of the array; `at` goes on to the next. */
static void fill_one(const struct maker *m, void *memory, uint64_t i, struct place *at)
{
    at->noise = noise_of(i, 2 * m->trial + m->argument);
    uint64_t bits = m->trial == SMALL   ? small_one(m, at)
                    : m->trial == NOISE ? noise_one(m, at)
                                        : hard_one(m, at);
    set(m, memory, i, bits);
    at->number++;
}

static void fill_row(const struct maker *m, void *memory, uint64_t row, uint64_t first, uint64_t count)
{
    struct place at = place_of(m, row, count);
    for (uint64_t i = 0; i < count; i++) fill_one(m, memory, first + i, &at);
}

/* Some columns, side by side. */
static void fill_columns(const struct maker *m, void *memory, uint64_t result, uint64_t first, uint64_t width)
{
    struct place at[REDUCE_STRIP];
    for (uint64_t i = 0; i < width; i++) at[i] = place_of(m, result + i, m->p->rows);
    for (uint64_t row = 0; row < m->p->rows; row++) {
        for (uint64_t i = 0; i < width; i++) fill_one(m, memory, first + row * m->p->pitch + i, &at[i]);
    }
}

static void fill_matrices(const struct maker *m, void *memory)
{
    const struct reduce_problem *p = m->p;
    if (p->along == ALONG_ROWS) {
        for (uint64_t row = 0; row < p->results; row++) fill_row(m, memory, row, row * p->pitch, p->cols);
        return;
    }
    for (uint64_t matrix = 0; matrix < p->batch; matrix++) {
        for (uint64_t col = 0; col < p->cols; col += REDUCE_STRIP) {
            uint64_t width = p->cols - col < REDUCE_STRIP ? p->cols - col : REDUCE_STRIP;
            fill_columns(m, memory, matrix * p->cols + col, matrix * p->rows * p->pitch + col, width);
        }
    }
}

static void fill_segments(const struct maker *m, const void *offsets, void *memory)
{
    for (uint64_t s = 0; s < m->p->rows; s++) {
        uint64_t first = tw_reduction_offset(m->p, offsets, s),
                 end = tw_reduction_offset(m->p, offsets, s + 1);
        fill_row(m, memory, s, first, end - first);
    }
}

/* ---- offsets ---- */

/* How long a segment is beside the others: nothing, one element (told by ONE), or a share. */
#define ONE UINT64_MAX

static uint64_t share_of(uint64_t s, unsigned trial)
{
    uint64_t noise = noise_of(s, trial + 77);
    if (noise % 8 < 2) return 0;
    if (noise % 8 == 2) return ONE;
    return (noise >> 8) % 32 == 0 ? 64 : 1 + (noise >> 16) % 4;
}

static void set_offset(const struct reduce_problem *p, void *offsets, uint64_t s, uint64_t value)
{
    if (p->offset->bytes == 4)
        ((int32_t *)offsets)[s] = (int32_t)value;
    else
        ((int64_t *)offsets)[s] = (int64_t)value;
}

/* Before the first segment and behind the last some elements are left over, but in trial 0. */
static void fill_offsets(const struct reduce_problem *p, unsigned trial, void *offsets)
{
    uint64_t margin = trial == SMALL ? 0 : p->cols / 50, end = p->cols - margin, total = 0, ones = 0, sum = 0,
             at = margin;
    for (uint64_t s = 0; s < p->rows; s++) {
        uint64_t share = share_of(s, trial);
        if (share == ONE)
            ones++;
        else
            total += share;
    }
    double unit = total && end - margin > ones ? (double)(end - margin - ones) / (double)total : 0;
    set_offset(p, offsets, 0, at);
    for (uint64_t s = 0; s < p->rows; s++) {
        uint64_t share = share_of(s, trial), before = (uint64_t)((double)sum * unit);
        if (share != ONE) sum += share;
        at += share == ONE ? 1 : (uint64_t)((double)sum * unit) - before;
        if (at > end) at = end;
        set_offset(p, offsets, s + 1, at);
    }
}

/* ---- all of it ---- */

static struct maker maker(const struct reduce_problem *p, unsigned trial, unsigned argument)
{
    const struct tw_element_info *info = p->element;
    struct maker m = {.p = p, .trial = trial, .argument = argument, .bits = 8 * info->bytes};
    m.is_float = info->scalar == TW_FLOAT || info->scalar == TW_BFLOAT;
    m.rounds = tw_element_info(p->c->element)->scalar == TW_FLOAT;
    m.fraction = info->scalar == TW_BFLOAT ? 7 : m.bits == 16 ? 10 : m.bits == 32 ? 23 : 52;
    m.infinity = m.is_float ? (UINT64_C(1) << (m.bits - 1 - m.fraction)) - 1 : 0;
    m.bias = m.infinity / 2;
    for (int value = -8; value < 8; value++) {
        int kept = info->scalar == TW_UNSIGNED ? abs(value) : value;
        m.small[value + 8] = m.is_float ? whole_float(&m, kept) : (uint64_t)kept;
    }
    uint64_t length = p->along == ALONG_COLUMNS ? p->rows : p->cols;
    double part = length > 256 ? 8 / sqrt((double)length) : 0.5;
    m.spread = m.is_float ? (uint64_t)ldexp(part, (int)m.fraction - 1) : 0;
    return m;
}

/* Whether elements of the arrays are of no reduction, or there is none. */
static bool leaves_gaps(const struct reduce_problem *p)
{
    return p->offset || p->pitch != p->cols || p->results == 0 || p->a->count == 1;
}

void tw_reduction_fill_inputs(const struct reduce_problem *p, unsigned trial, const struct tw_trial *trials)
{
    unsigned inputs = p->op == REDUCE_DOT ? 2 : 1;
    if (p->offset) fill_offsets(p, trial, trials[p->offsets_number].before);
    for (unsigned i = A; i < inputs; i++) {
        struct maker m = maker(p, trial, i);
        if (leaves_gaps(p))
            tw_reference_noise(trials[i].before, p->a->count * p->element->bytes, 2 * trial + i);
        if (p->offset)
            fill_segments(&m, trials[p->offsets_number].before, trials[i].before);
        else
            fill_matrices(&m, trials[i].before);
    }
}
