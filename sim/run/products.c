/*
 * Products of matrices, a column of up to 16 sums at a time (matrix_sums.h). What matrix_sums.c says of one sum is done here for all rows at
 * once, in vectors: the same terms, cut at the same bit, summed exactly.
 */
#include "sim/matrix_sums.h"

#include <string.h>

#include "sim/halves.h"
#include "sim/numbers.h"

#define ROWS TW_MATRIX_ROWS
#define MOST 32u /* terms of a sum of floats */

/* Rows that go together: as many as a vector of the processor holds. */
#if defined __AVX512F__
#define TOGETHER 16
#elif defined __AVX2__
#define TOGETHER 8
#else
#define TOGETHER 4
#endif

typedef int32_t lanes __attribute__((vector_size(4 * TOGETHER)));

/* --- elements */

/* As term_of in matrix_sums.c; what is no number, or infinite, has no significand. */
static struct tw_matrix_sorts split(const struct tw_matrix_format *format, const uint32_t *elements,
                                    unsigned count, int32_t *significand, int32_t *exponent)
{
    const unsigned fraction_bits = format->fraction_bits,
                   sign_at = format->exponent_bits + format->fraction_bits,
                   spare = format->bits - sign_at - 1;
    const int32_t most = (1 << format->exponent_bits) - 1, ones = (1 << fraction_bits) - 1,
                  first_nan = most << fraction_bits | (format->has_infinity ? 1 : ones);
    struct tw_matrix_sorts sorts = {0};
    for (unsigned i = 0; i < count; i++) {
        const uint32_t bits = elements[i] >> spare;
        const int32_t size = (int32_t)(bits & ((1u << sign_at) - 1)),
                      minus = -(int32_t)(bits >> sign_at & 1u);
        const int32_t above = size >> fraction_bits, normal = above != 0, nan = size >= first_nan,
                      infinite = format->has_infinity & (size == first_nan - 1);
        const int32_t magnitude = ((size & ones) | normal << fraction_bits) & ((nan | infinite) - 1);
        sorts.nan |= (uint32_t)nan << i;
        sorts.infinite |= (uint32_t)infinite << i;
        sorts.zero |= (uint32_t)(size == 0) << i;
        sorts.minus |= (uint32_t)minus << 31 >> (31 - i);
        significand[i] = (magnitude ^ minus) - minus;
        exponent[i] = above + 1 - normal - (most >> 1);
    }
    return sorts;
}

static void widen(const struct tw_matrix_sum *sum, const struct tw_matrix_format *format,
                  const uint32_t *elements, int32_t value[TW_MATRIX_DEPTH])
{
    const unsigned unused = 32 - format->bits;
    for (unsigned k = 0; k < sum->depth; k++) {
        const uint32_t top = elements[k] << unused;
        value[k] = format->is_signed ? (int32_t)top >> unused : (int32_t)(top >> unused);
    }
}

/* Elements of 32 bits and less. */
static void narrow(const uint64_t *elements, unsigned count, uint32_t bits[TW_MATRIX_DEPTH])
{
    for (unsigned k = 0; k < count; k++) bits[k] = (uint32_t)elements[k];
}

void tw_matrix_rows_make(struct tw_matrix_rows *rows, const struct tw_matrix_sum *sum, unsigned count,
                         uint64_t (*a)[TW_MATRIX_DEPTH])
{
    const bool floats = sum->d == TW_PTX_F16 || sum->d == TW_PTX_F32;
    int32_t significand[TW_MATRIX_DEPTH], exponent[MOST];
    uint32_t bits[TW_MATRIX_DEPTH];
    rows->sum = sum;
    rows->a = a;
    rows->count = count;
    rows->quick = sum->d == TW_PTX_S32 || (floats && !(sum->d == TW_PTX_F16 && tw_matrix_steps(sum).apart));
    memset(rows->significand, 0, sum->depth * sizeof *rows->significand);
    memset(rows->exponent, 0, sizeof rows->exponent);
    for (unsigned k = 0; floats && k < sum->depth; k++) rows->order[k] = (uint8_t)tw_matrix_depth_of(sum, k);
    memset(rows->sorts, 0, sizeof rows->sorts);
    for (unsigned r = 0; r < count && rows->quick; r++) {
        narrow(a[r], sum->depth, bits);
        if (floats)
            rows->sorts[r] = split(sum->a, bits, sum->depth, significand, exponent);
        else
            widen(sum, sum->a, bits, significand);
        for (unsigned k = 0; k < sum->depth; k++) rows->significand[k][r] = significand[k];
        for (unsigned k = 0; floats && k < sum->depth; k++) rows->exponent[k][r] = exponent[k];
    }
}

/* --- sums of floats */

/* The terms that are summed at once: products, and the sum so far. */
struct terms {
    unsigned count;
    lanes significand[MOST + 1], exponent[MOST + 1];
    int fraction_bits[MOST + 1];
    lanes highest;
};

/* 0 has no exponent. */
static inline void add_term(struct terms *terms, const lanes *significand, const lanes *exponent,
                            int fraction_bits)
{
    const lanes none = *significand == 0;
    const lanes at = (*exponent & ~none) | (none & -4096), higher = at > terms->highest;
    terms->significand[terms->count] = *significand;
    terms->exponent[terms->count] = at;
    terms->fraction_bits[terms->count++] = fraction_bits;
    terms->highest = (at & higher) | (terms->highest & ~higher);
}

/* Each cut, towards zero, to `kept` bits behind the point of the highest; the lower 16 terms, and the others. */
static inline void add_up(const struct terms *terms, int kept, lanes sum[2])
{
    sum[0] = sum[1] = (lanes){0};
    for (unsigned i = 0; i < terms->count; i++) {
        const int left = kept - terms->fraction_bits[i], right = left < 0 ? -left : 0;
        const lanes minus = terms->significand[i] < 0, magnitude = (terms->significand[i] ^ minus) - minus;
        const lanes below = terms->highest - terms->exponent[i] + right, all = below > 31;
        const lanes cut = magnitude << (left < 0 ? 0 : left) >> ((below & ~all) | (all & 31));
        sum[i & 1u] += (cut ^ minus) - minus;
    }
}

/* value[r] = (sum[0][r] + sum[1][r]) * 2^(highest[r] - kept), exactly. */
static void scale(const lanes sum[2], const lanes *highest, int kept, double value[TOGETHER])
{
    int32_t a[TOGETHER], b[TOGETHER], above[TOGETHER];
    memcpy(a, &sum[0], sizeof a);
    memcpy(b, &sum[1], sizeof b);
    memcpy(above, highest, sizeof above);
    for (unsigned r = 0; r < TOGETHER; r++) {
        const int32_t at = above[r] < -900 ? -900 : above[r];
        const uint64_t power = (uint64_t)(uint32_t)(at - kept + 1023) << 52;
        double unit;
        memcpy(&unit, &power, sizeof unit);
        value[r] = ((double)a[r] + (double)b[r]) * unit;
    }
}

/* Towards zero, and to so many bits of fraction; what is too large becomes infinite. */
static void cut_to_float(const double value[TOGETHER], unsigned fraction_bits, uint32_t bits[TOGETHER])
{
    const uint32_t mask = ~((1u << (23 - fraction_bits)) - 1);
    for (unsigned r = 0; r < TOGETHER; r++) {
        const float near = (float)value[r];
        const double size = value[r] < 0 ? -value[r] : value[r], reached = near < 0 ? -near : near;
        bits[r] = (tw_f32_bits(near) - ((reached > size) & (size < 0x1p128))) & mask;
    }
}

/* To nearest, by way of a float that is rounded to odd. */
static void round_to_half(const double value[TOGETHER], uint32_t bits[TOGETHER])
{
    for (unsigned r = 0; r < TOGETHER; r++) {
        const float near = (float)value[r];
        const double error = value[r] - (double)near;
        bits[r] = tw_f16_of_float(tw_to_odd(near, (float)((error > 0) - (error < 0))));
    }
}

/* A column of B, and which of its products are summed at once. */
struct block {
    const struct tw_matrix_rows *rows;
    struct tw_matrix_steps steps;
    unsigned from;
    int32_t significand[MOST], exponent[MOST];
};

static const struct tw_matrix_format single = {
    .bits = 32, .exponent_bits = 8, .fraction_bits = 23, .has_infinity = true};

/* One block of the column, for the rows from `first` on: what the totals become where all are numbers. c: the totals so far. */
static void sum_block(const struct block *block, unsigned first, int32_t c[2][ROWS], uint32_t total[ROWS])
{
    const struct tw_matrix_sum *sum = block->rows->sum;
    double exact[TOGETHER];
    struct terms terms;
    lanes left, above, sums[2];
    terms.count = 0;
    terms.highest = (lanes){0} - 4096;
    memcpy(&left, c[0] + first, sizeof left);
    memcpy(&above, c[1] + first, sizeof above);
    add_term(&terms, &left, &above, 23);
    for (unsigned i = 0; i < block->steps.block; i++) {
        const unsigned k = block->rows->order[block->from + i];
        memcpy(&left, block->rows->significand[k] + first, sizeof left);
        memcpy(&above, block->rows->exponent[k] + first, sizeof above);
        left *= block->significand[k];
        above += block->exponent[k];
        add_term(&terms, &left, &above, (int)(sum->a->fraction_bits + sum->b->fraction_bits));
    }
    add_up(&terms, block->steps.kept, sums);
    scale(sums, &terms.highest, block->steps.kept, exact);
    if (sum->d == TW_PTX_F16)
        round_to_half(exact, total + first);
    else
        cut_to_float(exact, block->steps.fraction_bits, total + first);
}

/* Infinities and what is no number decide by themselves: the bits of a float, 0: there are none. Of the products of a block. */
static uint32_t special_sum(const struct tw_matrix_sorts *a, const struct tw_matrix_sorts *b, uint32_t block,
                            uint32_t c)
{
    const uint32_t nan = (a->nan | b->nan | (a->infinite & b->zero) | (a->zero & b->infinite)) & block;
    const uint32_t infinite = (a->infinite | b->infinite) & block & ~nan,
                   minus = infinite & (a->minus ^ b->minus);
    const bool above = infinite & ~minus || c == 0x7f800000, below = minus || c == 0xff800000;
    if (nan || (c & 0x7fffffff) > 0x7f800000 || (above && below)) return 0x7fffffff;
    return above ? 0x7f800000 : below ? 0xff800000 : 0;
}

static void sum_floats(const struct tw_matrix_rows *rows, const uint64_t *b, uint64_t d[ROWS])
{
    const struct tw_matrix_sum *sum = rows->sum;
    struct block block = {.rows = rows, .steps = tw_matrix_steps(sum)};
    uint32_t column[TW_MATRIX_DEPTH], total[ROWS], special[ROWS];
    int32_t c[2][ROWS];
    narrow(b, sum->depth, column);
    const struct tw_matrix_sorts sorts = split(sum->b, column, sum->depth, block.significand, block.exponent);
    for (unsigned r = 0; r < ROWS; r++) {
        const uint32_t bits = (uint32_t)d[r];
        total[r] = sum->c == TW_PTX_F16 ? tw_f32_bits(tw_float_of_f16(bits & 0xffff)) : bits;
        total[r] = block.steps.apart ? 0 : total[r];
    }
    for (; block.from < sum->depth; block.from += block.steps.block) {
        uint32_t which = 0;
        for (unsigned i = 0; i < block.steps.block; i++) which |= 1u << rows->order[block.from + i];
        for (unsigned r = 0; r < ROWS; r++)
            special[r] = special_sum(&rows->sorts[r], &sorts, which, total[r]);
        split(&single, total, ROWS, c[0], c[1]);
        for (unsigned first = 0; first < rows->count; first += TOGETHER) sum_block(&block, first, c, total);
        for (unsigned r = 0; r < ROWS; r++) {
            const uint32_t half = special[r] == 0x7fffffff ? 0x7fff : (special[r] >> 16 & 0x8000) | 0x7c00;
            if (special[r]) total[r] = sum->d == TW_PTX_F16 ? half : special[r];
        }
    }
    for (unsigned r = 0; r < rows->count; r++)
        d[r] = block.steps.apart ? tw_add_singles(total[r], (uint32_t)d[r]) : total[r];
}

/* --- sums of integers */

static void sum_integers(const struct tw_matrix_rows *rows, const uint64_t *b, uint64_t d[ROWS])
{
    const struct tw_matrix_sum *sum = rows->sum;
    int32_t value[TW_MATRIX_DEPTH], total[ROWS] = {0};
    uint32_t column[TW_MATRIX_DEPTH];
    narrow(b, sum->depth, column);
    widen(sum, sum->b, column, value);
    for (unsigned k = 0; k < sum->depth; k++) {
        const int32_t *a = rows->significand[k];
        for (unsigned r = 0; r < ROWS; r++) total[r] += sum->differs ? a[r] ^ value[k] : a[r] * value[k];
    }
    for (unsigned r = 0; r < ROWS; r++) {
        int64_t whole = (int64_t)(int32_t)d[r] + total[r];
        if (sum->clamps) whole = whole > INT32_MAX ? INT32_MAX : whole < INT32_MIN ? INT32_MIN : whole;
        d[r] = (uint32_t)whole;
    }
}

void tw_matrix_column(const struct tw_matrix_rows *rows, const uint64_t *b, uint64_t d[ROWS])
{
    for (unsigned r = rows->count; r < ROWS; r++) d[r] = 0;
    if (rows->quick) {
        (rows->sum->d == TW_PTX_S32 ? sum_integers : sum_floats)(rows, b, d);
        return;
    }
    for (unsigned r = 0; r < rows->count; r++) d[r] = tw_matrix_sum(rows->sum, rows->a[r], b, d[r]);
}
