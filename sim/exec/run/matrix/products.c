/*
 * Products of matrices, a column of up to 16 sums at a time (matrix_sums.h). What matrix_sums.c says of one sum is done here for
 * all rows at once, in vectors: the same terms, cut at the same bit, summed exactly.
 */
#include "sim/exec/numbers/matrix_sums.h"

#include <string.h>

#include "sim/exec/numbers/halves.h"
#include "sim/exec/numbers/numbers.h"

#define ROWS    TW_MATRIX_ROWS
#define MOST    TW_MATRIX_TERMS
#define NOTHING (-4096) /* the exponent of 0 */

/* Not taken apart before it could become vectors. */
#if defined __clang__
#define EACH_ROW for (unsigned r = 0; r < ROWS; r++)
#else
#define EACH_ROW _Pragma("GCC unroll 1") for (unsigned r = 0; r < ROWS; r++)
#endif

/* Rows that go together: as many doubles as a vector of the processor holds. */
#if defined __AVX512F__
#define TOGETHER 8
#elif defined __AVX__
#define TOGETHER 4
#else
#define TOGETHER 2
#endif

typedef double doubles __attribute__((vector_size(8 * TOGETHER)));
typedef int32_t ints __attribute__((vector_size(4 * TOGETHER)));

/* 2^exponent; of what is far below all numbers something as small. */
static inline double power_of_2(int32_t exponent)
{
    return tw_as_f64((uint64_t)(uint32_t)((exponent < -900 ? -900 : exponent) + 1023) << 52);
}

/* --- elements */

/* Where a format's fields are. */
struct fields {
    unsigned spare, fraction_bits, sign_at;
    int32_t ones, first_nan, infinite, bias;
};

static struct fields fields_of(const struct tw_matrix_format *format)
{
    const unsigned sign_at = format->exponent_bits + format->fraction_bits;
    const int32_t most = (1 << format->exponent_bits) - 1, ones = (1 << format->fraction_bits) - 1,
                  first_nan = most << format->fraction_bits | (format->has_infinity ? 1 : ones);
    return (struct fields){.spare = format->bits - sign_at - 1,
                           .fraction_bits = format->fraction_bits,
                           .sign_at = sign_at,
                           .ones = ones,
                           .first_nan = first_nan,
                           .infinite = format->has_infinity ? first_nan - 1 : -1,
                           .bias = most >> 1};
}

/* What sorts an element is of, and its value and exponent, as term_of in matrix_sums.c. */
struct element {
    uint32_t nan, infinite, zero, minus;
    int32_t exponent;
    double value;
};

static inline struct element split(const struct fields *fields, uint32_t register_bits)
{
    const uint32_t bits = register_bits >> fields->spare, minus = bits >> fields->sign_at & 1u;
    const int32_t size = (int32_t)(bits & ((1u << fields->sign_at) - 1)),
                  above = size >> fields->fraction_bits;
    const int32_t normal = above != 0, exponent = above + 1 - normal - fields->bias;
    const uint32_t nan = size >= fields->first_nan, infinite = size == fields->infinite;
    const int32_t significand = nan | infinite ? 0 : (size & fields->ones) | normal << fields->fraction_bits;
    const double unit = power_of_2(exponent - (int32_t)fields->fraction_bits);
    return (struct element){.nan = nan,
                            .infinite = infinite,
                            .zero = size == 0,
                            .minus = minus,
                            .exponent = significand ? exponent : NOTHING,
                            .value = (double)(minus ? -significand : significand) * unit};
}

/* Column k of 16 rows. */
static void split_rows(struct tw_matrix_rows *rows, const struct fields *fields, unsigned k,
                       const uint32_t bits[ROWS])
{
    struct tw_matrix_elements *to = &rows->floats[k];
    uint32_t special = 0;
    EACH_ROW
    {
        const struct element element = split(fields, bits[r]);
        to->value[r] = element.value;
        to->exponent[r] = element.exponent;
        rows->nan[r] |= element.nan << k;
        rows->infinite[r] |= element.infinite << k;
        rows->zero[r] |= element.zero << k;
        rows->minus[r] |= element.minus << k;
        special |= element.nan | element.infinite;
    }
    rows->special |= special != 0;
}

static int32_t integer_of(const struct tw_matrix_format *format, uint64_t element)
{
    const unsigned unused = 32 - format->bits;
    const uint32_t top = (uint32_t)element << unused;
    return format->is_signed ? (int32_t)top >> unused : (int32_t)(top >> unused);
}

void tw_matrix_rows_make(struct tw_matrix_rows *rows, const struct tw_matrix_sum *sum, unsigned count,
                         uint64_t (*a)[TW_MATRIX_DEPTH])
{
    const bool floats = sum->d == TW_PTX_F16 || sum->d == TW_PTX_F32;
    rows->sum = sum;
    rows->a = a;
    rows->count = count;
    rows->quick = sum->d == TW_PTX_S32 || (floats && !(sum->d == TW_PTX_F16 && tw_matrix_steps(sum).apart));
    rows->special = false;
    if (!rows->quick) return;
    const struct fields fields = floats ? fields_of(sum->a) : (struct fields){0};
    for (unsigned k = 0; floats && k < sum->depth; k++) rows->order[k] = (uint8_t)tw_matrix_depth_of(sum, k);
    EACH_ROW rows->nan[r] = rows->infinite[r] = rows->zero[r] = rows->minus[r] = 0;
    for (unsigned k = 0; k < sum->depth; k++) {
        uint32_t bits[ROWS] = {0};
        for (unsigned r = 0; r < count; r++) bits[r] = (uint32_t)a[r][k];
        if (floats) split_rows(rows, &fields, k, bits);
        for (unsigned r = 0; !floats && r < ROWS; r++) rows->integer[k][r] = integer_of(sum->a, bits[r]);
    }
}

/* --- sums of floats */

/* Towards zero, and to so many bits of fraction; what is too large becomes infinite. */
static void cut_to_float(const double value[ROWS], unsigned fraction_bits, uint32_t bits[ROWS])
{
    const uint32_t mask = ~((1u << (23 - fraction_bits)) - 1);
    EACH_ROW
    {
        const float near = (float)value[r];
        const double size = value[r] < 0 ? -value[r] : value[r], reached = near < 0 ? -near : near;
        bits[r] = (tw_f32_bits(near) - ((reached > size) & (size < 0x1p128))) & mask;
    }
}

/* To nearest, by way of a float that is rounded to odd. */
static void round_to_half(const double value[ROWS], uint32_t bits[ROWS])
{
    EACH_ROW
    {
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
    double value[MOST];
    int32_t exponent[MOST];
};

static const struct tw_matrix_format single = {
    .bits = 32, .exponent_bits = 8, .fraction_bits = 23, .has_infinity = true};

static inline doubles doubles_at(const double *from)
{
    doubles value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline ints ints_at(const int32_t *from)
{
    ints value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline ints greater(ints a, ints b)
{
    const ints first = a > b;
    return (a & first) | (b & ~first);
}

/* The greatest exponents that the terms have in the rows from `first` on. */
static inline ints highest_of(const struct block *block, const struct tw_matrix_elements *c, unsigned first)
{
    const uint8_t *order = block->rows->order + block->from;
    ints highest = ints_at(c->exponent + first);
    for (unsigned i = 0; i < block->steps.block; i++) {
        const ints at = ints_at(block->rows->floats[order[i]].exponent + first);
        highest = greater(highest, at + block->exponent[order[i]]);
    }
    return highest;
}

/* A term, cut towards zero to so many bits behind the point of the highest: less than 2^27. */
#define CUT(value, unit) __builtin_convertvector((value) * (unit), ints)

/*
 * One block of the column: what the totals become where all are numbers. c: the totals so far. A product is exact in a double, and
 * so is the sum of what the terms are cut to; the terms take turns in two sums, which so have room for 33 of them.
 */
static void sum_block(const struct block *block, const struct tw_matrix_elements *c, uint32_t total[ROWS])
{
    const struct tw_matrix_elements *floats = block->rows->floats;
    const uint8_t *order = block->rows->order + block->from;
    int32_t highest[ROWS];
    double unit[ROWS], exact[ROWS];
    for (unsigned first = 0; first < ROWS; first += TOGETHER) {
        const ints above = highest_of(block, c, first);
        memcpy(highest + first, &above, sizeof above);
    }
    EACH_ROW unit[r] = power_of_2(block->steps.kept - (highest[r] < -900 ? -900 : highest[r]));
    for (unsigned first = 0; first < ROWS; first += TOGETHER) {
        const doubles units = doubles_at(unit + first);
        ints even = CUT(doubles_at(c->value + first), units), odd = even ^ even;
        for (unsigned i = 0; i < block->steps.block; i += 2) {
            const unsigned k = order[i], l = order[i + 1];
            odd += CUT(doubles_at(floats[k].value + first) * block->value[k], units);
            even += CUT(doubles_at(floats[l].value + first) * block->value[l], units);
        }
        const doubles sum = __builtin_convertvector(even, doubles) + __builtin_convertvector(odd, doubles);
        memcpy(exact + first, &sum, sizeof sum);
    }
    EACH_ROW exact[r] *= power_of_2(highest[r] - block->steps.kept);
    if (block->rows->sum->d == TW_PTX_F16)
        round_to_half(exact, total);
    else
        cut_to_float(exact, block->steps.fraction_bits, total);
}

/* What a column's elements are, a bit for each. */
struct sorts {
    uint32_t nan, infinite, zero, minus;
};

/* Infinities and NaN decide the sum of row r and the products `which` by themselves: the bits of a float; 0: there are none. */
static uint32_t special_sum(const struct tw_matrix_rows *rows, unsigned r, const struct sorts *b,
                            uint32_t which, uint32_t c)
{
    const uint32_t invalid = (rows->infinite[r] & b->zero) | (rows->zero[r] & b->infinite);
    const uint32_t nan = (rows->nan[r] | b->nan | invalid) & which;
    const uint32_t infinite = (rows->infinite[r] | b->infinite) & which & ~nan,
                   minus = infinite & (rows->minus[r] ^ b->minus);
    const bool above = infinite & ~minus || c == 0x7f800000, below = minus || c == 0xff800000;
    if (nan || (c & 0x7fffffff) > 0x7f800000 || (above && below)) return 0x7fffffff;
    return above ? 0x7f800000 : below ? 0xff800000 : 0;
}

/* The rows' totals so far as terms. True: one of them is no number or infinite. */
static bool split_totals(const uint32_t total[ROWS], struct tw_matrix_elements *c)
{
    const struct fields fields = fields_of(&single);
    uint32_t special = 0;
    EACH_ROW
    {
        const struct element element = split(&fields, total[r]);
        c->value[r] = element.value;
        c->exponent[r] = element.exponent;
        special |= element.nan | element.infinite;
    }
    return special != 0;
}

/* True: an element is no number or infinite. */
static bool split_column(struct block *block, const struct tw_matrix_sum *sum, const uint64_t *b)
{
    const struct fields fields = fields_of(sum->b);
    uint32_t special = 0;
    for (unsigned k = 0; k < sum->depth; k++) {
        const struct element element = split(&fields, (uint32_t)b[k]);
        block->value[k] = element.value;
        block->exponent[k] = element.exponent;
        special |= element.nan | element.infinite;
    }
    return special != 0;
}

static struct sorts sorts_of(const struct tw_matrix_sum *sum, const uint64_t *b)
{
    const struct fields fields = fields_of(sum->b);
    struct sorts sorts = {0};
    for (unsigned k = 0; k < sum->depth; k++) {
        const struct element element = split(&fields, (uint32_t)b[k]);
        sorts.nan |= element.nan << k;
        sorts.infinite |= element.infinite << k;
        sorts.zero |= element.zero << k;
        sorts.minus |= element.minus << k;
    }
    return sorts;
}

/* In the rows where something is no number or infinite, its sum instead of the total. */
static void put_specials(const struct block *block, const uint64_t *b, const uint32_t before[ROWS],
                         uint32_t total[ROWS])
{
    const struct tw_matrix_rows *rows = block->rows;
    const struct sorts sorts = sorts_of(rows->sum, b);
    uint32_t which = 0;
    for (unsigned i = 0; i < block->steps.block; i++) which |= 1u << rows->order[block->from + i];
    for (unsigned r = 0; r < rows->count; r++) {
        const uint32_t special = special_sum(rows, r, &sorts, which, before[r]);
        const uint32_t half = special == 0x7fffffff ? 0x7fff : (special >> 16 & 0x8000) | 0x7c00;
        if (special) total[r] = rows->sum->d == TW_PTX_F16 ? half : special;
    }
}

static void sum_floats(const struct tw_matrix_rows *rows, const uint64_t *b, uint64_t d[ROWS])
{
    const struct tw_matrix_sum *sum = rows->sum;
    uint32_t total[ROWS], before[ROWS];
    struct tw_matrix_elements c;
    struct block block;
    block.rows = rows;
    block.steps = tw_matrix_steps(sum);
    block.from = 0;
    const bool special = split_column(&block, sum, b) || rows->special;
    EACH_ROW
    {
        const uint32_t bits = (uint32_t)d[r];
        total[r] = sum->c == TW_PTX_F16 ? tw_f32_bits(tw_float_of_f16(bits & 0xffff)) : bits;
        total[r] = block.steps.apart ? 0 : total[r];
    }
    for (; block.from < sum->depth; block.from += block.steps.block) {
        const bool infinite = split_totals(total, &c);
        memcpy(before, total, sizeof before);
        sum_block(&block, &c, total);
        if (special || infinite) put_specials(&block, b, before, total);
    }
    for (unsigned r = 0; r < rows->count; r++)
        d[r] = block.steps.apart ? tw_add_singles(total[r], (uint32_t)d[r]) : total[r];
}

/* --- sums of integers */

static void sum_integers(const struct tw_matrix_rows *rows, const uint64_t *b, uint64_t d[ROWS])
{
    const struct tw_matrix_sum *sum = rows->sum;
    int32_t total[ROWS] = {0};
    for (unsigned k = 0; k < sum->depth; k++) {
        const int32_t *a = rows->integer[k], value = integer_of(sum->b, b[k]);
        EACH_ROW total[r] += sum->differs ? a[r] ^ value : a[r] * value;
    }
    EACH_ROW
    {
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
