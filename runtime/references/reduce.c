/*
 * The oracle for the `reduce` family: what each operation gives of its elements, by the definition in docs/reduce.md.
 *
 *     sums, products and what is made of them, in floats    the fixed tree, by recursion: `tree` below
 *     the same, correctly rounded or for a bound            an accumulator that rounds nothing (accumulator.h)
 *     the same, in integers                                 modulo 2^64, of which narrower ones keep the low bits
 *     min, max, argmin, argmax, any, all                    the element with the greatest key, and where it is
 *
 * All of them walk over strips, which are lines of neighbours in memory:
 *
 *     rows, segments    a strip is one reduction, and a line 512 bytes of it; element i of a line is of column i of the leaf
 *     columns           a strip is some neighbouring columns, and a line is a row of them; element i is of reduction i
 */
#include "runtime/references/reduce.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/references/accumulator.h"

_Static_assert(FLT_EVAL_METHOD == 0, "float arithmetic must round to float, and double's to double");

enum { A, B, OFFSETS = B };
enum { SMALL, NOISE };

#define LINE_BYTES 512u
#define LINE_MAX   512u /* elements */
#define LEAF_LINES 8u   /* of rows and segments */
#define LEAF_ROWS  32u  /* of columns */
#define STRIP      64u  /* columns that are reduced side by side */

/* ---- the problem ---- */

static unsigned word(const struct tw_kernel *kernel, const char *key, const char *const *words)
{
    unsigned i = 0;
    while (words[i] && !tw_reference_is(kernel, key, words[i])) i++;
    assert(words[i]);
    return i;
}

struct reduce_problem reduce_problem(const struct tw_kernel *kernel)
{
    static const char *const ops[] = {"sum", "product", "min",   "max",  "argmin", "argmax",
                                      "any", "all",     "norm2", "mean", "dot",    NULL};
    static const char *const alongs[] = {"rows", "columns", "segments", NULL};
    static const char *const orders[] = {"fixed", "free", "compensated", "exact", NULL};
    const struct tw_argument *arguments = kernel->shape.arguments;
    struct reduce_problem p = {.op = (enum reduce_op)word(kernel, "op", ops),
                               .along = (enum reduce_along)word(kernel, "along", alongs),
                               .order = (enum reduce_order)word(kernel, "order", orders),
                               .last = tw_reference_is(kernel, "ties", "last"),
                               .a = &arguments[A],
                               .element = tw_element_info(arguments[A].element),
                               .rows = tw_reference_number(kernel, "rows"),
                               .cols = tw_reference_number(kernel, "cols"),
                               .batch = tw_reference_number(kernel, "batch"),
                               .pitch = tw_reference_number(kernel, "pitch")};
    bool segments = p.along == ALONG_SEGMENTS;
    p.offsets_number = OFFSETS;
    p.c_number = p.op == REDUCE_DOT || segments ? 2 : 1;
    p.c = &arguments[p.c_number];
    p.offset = segments ? tw_element_info(arguments[OFFSETS].element) : NULL;
    p.results = p.along == ALONG_COLUMNS ? p.batch * p.cols : p.batch * p.rows;
    assert(p.c->count >= p.results && (!segments || arguments[OFFSETS].count == p.rows + 1));
    return p;
}

uint64_t reduce_offset(const struct reduce_problem *p, const void *memory, uint64_t s)
{
    return p->offset->bytes == 4 ? (uint64_t)((const int32_t *)memory)[s]
                                 : (uint64_t)((const int64_t *)memory)[s];
}

static bool is_float(const struct tw_element_info *info)
{
    return info->scalar == TW_FLOAT || info->scalar == TW_BFLOAT;
}

/* Whether states are floats: sums and products of them, and what is made of those. */
static bool is_real(const struct reduce_problem *p)
{
    bool picks = p->op >= REDUCE_MIN && p->op <= REDUCE_ALL;
    return !picks && is_float(tw_element_info(p->c->element));
}

/* ---- strips ---- */

struct strip {
    uint64_t result;      /* the first reduction */
    uint64_t start, step; /* the element that line 0 begins with; elements to the next line */
    uint64_t lines;
    uint64_t width, last; /* elements of a line, of the last line */
    uint64_t count;       /* elements of a reduction */
    uint64_t leaf;        /* lines */
    bool folds;           /* a line's elements are of one reduction */
};

static uint64_t at_most(uint64_t value, uint64_t limit)
{
    return value < limit ? value : limit;
}

static struct strip row_strip(const struct reduce_problem *p, uint64_t result, uint64_t start, uint64_t count)
{
    uint64_t columns = LINE_BYTES / p->element->bytes, lines = (count + columns - 1) / columns;
    return (struct strip){.result = result,
                          .start = start,
                          .step = columns,
                          .lines = lines,
                          .width = at_most(count, columns),
                          .last = lines ? count - (lines - 1) * columns : 0,
                          .count = count,
                          .leaf = LEAF_LINES,
                          .folds = true};
}

static struct strip column_strip(const struct reduce_problem *p, uint64_t matrix, uint64_t col)
{
    uint64_t width = at_most(p->cols - col, STRIP);
    return (struct strip){.result = matrix * p->cols + col,
                          .start = matrix * p->rows * p->pitch + col,
                          .step = p->pitch,
                          .lines = p->rows,
                          .width = width,
                          .last = width,
                          .count = p->rows,
                          .leaf = LEAF_ROWS};
}

static uint64_t width_of(const struct strip *strip, uint64_t line)
{
    return line + 1 < strip->lines ? strip->width : strip->last;
}

static uint64_t results_of(const struct strip *strip)
{
    return strip->folds ? 1 : strip->width;
}

struct arrays {
    const void *a, *b; /* b: NULL but for dot */
    const void *offsets;
    const struct tw_trial *c;
};

typedef void visit_strip(const struct reduce_problem *p, const struct arrays *arrays,
                         const struct strip *strip);

static void for_each_strip(const struct reduce_problem *p, const struct arrays *arrays, visit_strip *visit)
{
    if (p->along == ALONG_COLUMNS) {
        for (uint64_t i = 0; i < p->batch * p->cols; i += at_most(p->cols - i % p->cols, STRIP)) {
            struct strip strip = column_strip(p, i / p->cols, i % p->cols);
            visit(p, arrays, &strip);
        }
        return;
    }
    for (uint64_t i = 0; i < p->results; i++) {
        bool segments = p->along == ALONG_SEGMENTS;
        uint64_t start = segments ? reduce_offset(p, arrays->offsets, i) : i * p->pitch,
                 count = segments ? reduce_offset(p, arrays->offsets, i + 1) - start : p->cols;
        struct strip strip = row_strip(p, i, start, count);
        visit(p, arrays, &strip);
    }
}

/* ---- elements ---- */

/* A 16-bit float is the upper part of a float32, but for the bias of float16's exponent, which is 112 less. */
static double value_of_half(enum tw_scalar scalar, uint16_t half)
{
    bool bfloat = scalar == TW_BFLOAT;
    uint32_t bits = (half & 0x8000u) << 16 | (half & 0x7FFFu) << (bfloat ? 16 : 13);
    float single;
    if (!bfloat && (half & 0x7C00u) == 0x7C00u) bits |= 0x7F800000u; /* infinity, NaN */
    memcpy(&single, &bits, sizeof single);
    return bfloat ? single : single * 0x1p112f;
}

/* Of a value that the type holds. */
static uint16_t half_of(enum tw_scalar scalar, double value)
{
    bool bfloat = scalar == TW_BFLOAT;
    float single = bfloat ? (float)value : (float)value / 0x1p112f;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return (uint16_t)((bits >> 16 & 0x8000u) | (bits >> (bfloat ? 16 : 13) & 0x7FFFu));
}

#define LOAD(type, value)                                                                                    \
    {                                                                                                        \
        const type *from = (const type *)memory + first;                                                     \
        for (uint64_t i = 0; i < count; i++) to[i] = (value);                                                \
        return;                                                                                              \
    }
/* Rounded to float32 (`single`) or float64 at once. */
#define LOAD_ROUNDED(type) LOAD(type, single ? (double)(float)from[i] : (double)from[i])

static void load_reals(const struct tw_argument *argument, const void *memory, uint64_t first, uint64_t count,
                       bool single, double *to)
{
    switch (argument->element) {
    case TW_INT8:
        LOAD(int8_t, from[i])
    case TW_UINT8:
        LOAD(uint8_t, from[i])
    case TW_INT16:
        LOAD(int16_t, from[i])
    case TW_UINT16:
        LOAD(uint16_t, from[i])
    case TW_INT32:
        LOAD_ROUNDED(int32_t)
    case TW_UINT32:
        LOAD_ROUNDED(uint32_t)
    case TW_INT64:
        LOAD_ROUNDED(int64_t)
    case TW_UINT64:
        LOAD_ROUNDED(uint64_t)
    case TW_FLOAT16:
        LOAD(uint16_t, value_of_half(TW_FLOAT, from[i]))
    case TW_BFLOAT16:
        LOAD(uint16_t, value_of_half(TW_BFLOAT, from[i]))
    case TW_FLOAT32:
        LOAD(float, (double)from[i])
    case TW_FLOAT64:
        LOAD_ROUNDED(double)
    default:
        assert(!"an element of one number");
    }
}

/* Integers modulo 2^64. */
static void load_wholes(const struct tw_argument *argument, const void *memory, uint64_t first,
                        uint64_t count, uint64_t *to)
{
    switch (argument->element) {
    case TW_INT8:
        LOAD(int8_t, (uint64_t)from[i])
    case TW_UINT8:
        LOAD(uint8_t, from[i])
    case TW_INT16:
        LOAD(int16_t, (uint64_t)from[i])
    case TW_UINT16:
        LOAD(uint16_t, from[i])
    case TW_INT32:
        LOAD(int32_t, (uint64_t)from[i])
    case TW_UINT32:
        LOAD(uint32_t, from[i])
    case TW_INT64:
        LOAD(int64_t, (uint64_t)from[i])
    case TW_UINT64:
        LOAD(uint64_t, from[i])
    default:
        assert(!"an integer");
    }
}

/* ---- results ---- */

static void set_whole(const struct tw_argument *argument, void *memory, uint64_t i, uint64_t value)
{
    switch (tw_element_info(argument->element)->bytes) {
    case 1:
        ((uint8_t *)memory)[i] = (uint8_t)value;
        return;
    case 2:
        ((uint16_t *)memory)[i] = (uint16_t)value;
        return;
    case 4:
        ((uint32_t *)memory)[i] = (uint32_t)value;
        return;
    default:
        ((uint64_t *)memory)[i] = value;
    }
}

/* A value that the type holds; NaN has all bits but the sign. */
static void set_real(const struct tw_argument *argument, void *memory, uint64_t i, double value)
{
    const struct tw_element_info *info = tw_element_info(argument->element);
    if (isnan(value))
        set_whole(argument, memory, i, (UINT64_C(1) << (8 * info->bytes - 1)) - 1);
    else if (info->bytes == 2)
        ((uint16_t *)memory)[i] = half_of(info->scalar, value);
    else if (info->bytes == 4)
        ((float *)memory)[i] = (float)value;
    else
        ((double *)memory)[i] = value;
}

/* ---- arithmetic of the accumulator: of floats (`single`) or doubles, which doubles hold ---- */

static double add(bool single, double a, double b)
{
    return single ? (double)((float)a + (float)b) : a + b;
}

static double subtract(bool single, double a, double b)
{
    return single ? (double)((float)a - (float)b) : a - b;
}

static double multiply(bool single, double a, double b)
{
    return single ? (double)((float)a * (float)b) : a * b;
}

static double divide(bool single, double a, uint64_t b)
{
    return single ? (double)((float)a / (float)b) : a / (double)b;
}

static double square_root(bool single, double a)
{
    return single ? (double)sqrtf((float)a) : sqrt(a);
}

static double multiply_add(bool single, double a, double b, double c)
{
    return single ? (double)fmaf((float)a, (float)b, (float)c) : fma(a, b, c);
}

/* a + b, and what that lost (Knuth, TAOCP 2, 4.2.2, theorem B). */
static double two_sum(bool single, double a, double b, double *lost)
{
    double t = add(single, a, b), z = subtract(single, t, a);
    *lost = add(single, subtract(single, a, subtract(single, t, z)), subtract(single, b, z));
    return t;
}

/* ---- the fixed tree ---- */

struct algebra {
    enum { SUMS, PRODUCTS, PAIRS } kind; /* pairs: sums of products of two */
    bool single, compensated;
};

/* Of a line's columns: values, and what their roundings lost. */
struct states {
    double value[LINE_MAX], lost[LINE_MAX];
};

static struct algebra algebra_of(const struct reduce_problem *p)
{
    bool pairs = p->op == REDUCE_NORM2 || p->op == REDUCE_DOT;
    return (struct algebra){.kind = pairs                     ? PAIRS
                                    : p->op == REDUCE_PRODUCT ? PRODUCTS
                                                              : SUMS,
                            .single = p->c->element == TW_FLOAT32,
                            .compensated = p->order == ORDER_COMPENSATED};
}

static void first(const struct algebra *by, struct states *s, uint64_t i, double x, double y)
{
    s->value[i] = by->kind == PAIRS ? multiply(by->single, x, y) : x;
    if (!by->compensated) return;
    s->lost[i] = by->kind == PAIRS ? multiply_add(by->single, x, y, -s->value[i]) : 0;
}

static void take_compensated(const struct algebra *by, struct states *s, uint64_t i, double x, double y)
{
    bool single = by->single, pairs = by->kind == PAIRS;
    double term = pairs ? multiply(single, x, y) : x, lost;
    s->value[i] = two_sum(single, s->value[i], term, &lost);
    if (pairs) lost = add(single, lost, multiply_add(single, x, y, -term));
    s->lost[i] = add(single, s->lost[i], lost);
}

static void take(const struct algebra *by, struct states *s, uint64_t i, double x, double y)
{
    double *value = &s->value[i];
    if (by->compensated)
        take_compensated(by, s, i, x, y);
    else if (by->kind == PAIRS)
        *value = multiply_add(by->single, x, y, *value);
    else
        *value = by->kind == PRODUCTS ? multiply(by->single, *value, x) : add(by->single, *value, x);
}

/* State i of `to` becomes state l of `left` with state r of `right` behind it. */
static void join(const struct algebra *by, struct states *to, uint64_t i, const struct states *left,
                 uint64_t l, const struct states *right, uint64_t r)
{
    double a = left->value[l], b = right->value[r], lost;
    if (by->compensated) {
        to->value[i] = two_sum(by->single, a, b, &lost);
        to->lost[i] = add(by->single, add(by->single, left->lost[l], right->lost[r]), lost);
    } else {
        to->value[i] = by->kind == PRODUCTS ? multiply(by->single, a, b) : add(by->single, a, b);
    }
}

/* Joins neighbours until one is left; what has no neighbour waits for the next level. */
static void fold(const struct algebra *by, struct states *s, uint64_t count)
{
    for (; count > 1; count = (count + 1) / 2) {
        for (uint64_t i = 0; i < count / 2; i++) join(by, s, i, s, 2 * i, s, 2 * i + 1);
        if (count % 2) {
            s->value[count / 2] = s->value[count - 1];
            s->lost[count / 2] = s->lost[count - 1];
        }
    }
}

/* What the tree is of. */
struct tree {
    struct algebra by;
    const struct reduce_problem *p;
    const struct arrays *arrays;
    const struct strip *strip;
};

static void take_line(const struct tree *tree, uint64_t line, bool is_first, struct states *s)
{
    const struct strip *strip = tree->strip;
    const struct tw_argument *a = tree->p->a;
    uint64_t width = width_of(strip, line), start = strip->start + line * strip->step;
    double x[LINE_MAX], other[LINE_MAX], *y = x;
    load_reals(a, tree->arrays->a, start, width, tree->by.single, x);
    if (tree->arrays->b) load_reals(a, tree->arrays->b, start, width, tree->by.single, y = other);
    if (is_first)
        for (uint64_t i = 0; i < width; i++) first(&tree->by, s, i, x[i], y[i]);
    else
        for (uint64_t i = 0; i < width; i++) take(&tree->by, s, i, x[i], y[i]);
}

static void take_leaf(const struct tree *tree, uint64_t leaf, struct states *s)
{
    const struct strip *strip = tree->strip;
    uint64_t begin = leaf * strip->leaf, end = at_most(begin + strip->leaf, strip->lines);
    for (uint64_t line = begin; line < end; line++) take_line(tree, line, line == begin, s);
    if (strip->folds) fold(&tree->by, s, width_of(strip, begin));
}

/* Leaves leaf .. leaf + count - 1: the left side has the greatest power of two of them that leaves a right side. */
static void take_leaves(const struct tree *tree, uint64_t leaf, uint64_t count, struct states *s)
{
    uint64_t left = 1;
    struct states right;
    if (count == 1) {
        take_leaf(tree, leaf, s);
        return;
    }
    while (2 * left < count) left *= 2;
    take_leaves(tree, leaf, left, s);
    take_leaves(tree, leaf + left, count - left, &right);
    for (uint64_t i = 0; i < results_of(tree->strip); i++) join(&tree->by, s, i, s, i, &right, i);
}

static double of_nothing(const struct reduce_problem *p)
{
    if (p->op == REDUCE_MEAN) return (double)NAN;
    return p->op == REDUCE_PRODUCT ? 1 : 0;
}

/* What the operation makes of a sum or product. */
static double concluded(const struct reduce_problem *p, bool single, double value, uint64_t count)
{
    if (p->op == REDUCE_MEAN) return divide(single, value, count);
    return p->op == REDUCE_NORM2 ? square_root(single, value) : value;
}

static double result_of(const struct tree *tree, const struct states *s, uint64_t i)
{
    bool single = tree->by.single, corrected = tree->by.compensated;
    double value = s->value[i];
    if (corrected && isfinite(value) && isfinite(s->lost[i])) value = add(single, value, s->lost[i]);
    return concluded(tree->p, single, value, tree->strip->count);
}

static void give_tree(const struct reduce_problem *p, const struct arrays *arrays, const struct strip *strip)
{
    struct tree tree = {algebra_of(p), p, arrays, strip};
    struct states s;
    if (strip->count) take_leaves(&tree, 0, (strip->lines + strip->leaf - 1) / strip->leaf, &s);
    for (uint64_t i = 0; i < results_of(strip); i++) {
        double value = strip->count ? result_of(&tree, &s, i) : of_nothing(p);
        set_real(p->c, arrays->c->after, strip->result + i, value);
    }
}

/* ---- without rounding ---- */

/* One result: its sum; or its product as high + low (Ogita, Rump and Oishi, 2005); the sum of the terms' absolute values. */
struct gathered {
    struct tw_accumulator sum;
    double high, low, scale;
};

/* The product of float64 in two parts, of which the accumulator takes both. */
static void gather_pair(struct gathered *g, double x, double y)
{
    double product = x * y, lost = fma(x, y, -product);
    tw_accumulate(&g->sum, product);
    if (isfinite(product) && lost != 0) tw_accumulate(&g->sum, lost);
    g->scale += fabs(product);
}

static void gather_factor(struct gathered *g, double x)
{
    double product = g->high * x;
    g->low = g->low * x + fma(g->high, x, -product);
    g->high = product;
}

static void gather(const struct reduce_problem *p, struct gathered *g, double x, double y)
{
    if (p->op == REDUCE_PRODUCT) {
        gather_factor(g, x);
    } else if (p->op == REDUCE_NORM2 || p->op == REDUCE_DOT) {
        gather_pair(g, x, y);
    } else {
        tw_accumulate(&g->sum, x);
        g->scale += fabs(x);
    }
}

static void gather_strip(const struct reduce_problem *p, const struct arrays *arrays,
                         const struct strip *strip, struct gathered g[STRIP])
{
    bool single = p->c->element == TW_FLOAT32;
    for (uint64_t i = 0; i < results_of(strip); i++) g[i] = (struct gathered){.high = 1};
    for (uint64_t line = 0; line < strip->lines; line++) {
        uint64_t width = width_of(strip, line), start = strip->start + line * strip->step;
        double x[LINE_MAX], other[LINE_MAX], *y = x;
        load_reals(p->a, arrays->a, start, width, single, x);
        if (arrays->b) load_reals(p->a, arrays->b, start, width, single, y = other);
        for (uint64_t i = 0; i < width; i++) gather(p, &g[strip->folds ? 0 : i], x[i], y[i]);
    }
}

/* The correctly rounded sum. */
static void give_rounded(const struct reduce_problem *p, const struct arrays *arrays,
                         const struct strip *strip)
{
    struct gathered g[STRIP];
    gather_strip(p, arrays, strip, g);
    for (uint64_t i = 0; i < results_of(strip); i++) {
        double value = tw_accumulated(&g[i].sum, p->c->element == TW_FLOAT32);
        set_real(p->c, arrays->c->after, strip->result + i, value);
    }
}

/*
 * The error of a sum is a multiple of the terms' absolute values, that of a root, whose terms have one sign, of itself. Of a
 * product all n - 1 roundings count, whatever the order: n times the product. A quotient may be denormal, where what rounding
 * loses is no part of it: as much as of the least normal number.
 */
static double scale_of(const struct reduce_problem *p, const struct strip *strip, const struct gathered *g,
                       double value)
{
    double least = p->c->element == TW_FLOAT32 ? (double)FLT_MIN : DBL_MIN;
    if (p->op == REDUCE_PRODUCT) return fabs(value) * (double)strip->count;
    if (p->op == REDUCE_MEAN) return g->scale / (double)strip->count + least;
    return p->op == REDUCE_NORM2 ? value : g->scale;
}

static void give_bound(const struct reduce_problem *p, const struct strip *strip, struct gathered *g,
                       double *exact, double *scale)
{
    double value = p->op == REDUCE_PRODUCT ? g->high + g->low : tw_accumulated(&g->sum, false);
    value = concluded(p, false, value, strip->count);
    bool fits = p->c->element == TW_FLOAT32 ? isfinite((float)value) : isfinite(value);
    if (!fits) return; /* `after` has it */
    *exact = value;
    *scale = scale_of(p, strip, g, value);
}

static void give_bounds(const struct reduce_problem *p, const struct arrays *arrays,
                        const struct strip *strip)
{
    struct gathered g[STRIP];
    if (strip->count == 0) return;
    gather_strip(p, arrays, strip, g);
    for (uint64_t i = 0; i < results_of(strip); i++)
        give_bound(p, strip, &g[i], &arrays->c->exact[strip->result + i],
                   &arrays->c->scale[strip->result + i]);
}

/* ---- integers ---- */

static void give_wholes(const struct reduce_problem *p, const struct arrays *arrays,
                        const struct strip *strip)
{
    uint64_t total[STRIP], x[LINE_MAX], y[LINE_MAX];
    for (uint64_t i = 0; i < results_of(strip); i++) total[i] = p->op == REDUCE_PRODUCT;
    for (uint64_t line = 0; line < strip->lines; line++) {
        uint64_t width = width_of(strip, line), start = strip->start + line * strip->step;
        load_wholes(p->a, arrays->a, start, width, x);
        if (arrays->b) load_wholes(p->a, arrays->b, start, width, y);
        for (uint64_t i = 0; i < width; i++) {
            uint64_t *to = &total[strip->folds ? 0 : i];
            *to = p->op == REDUCE_PRODUCT ? *to * x[i] : *to + (arrays->b ? x[i] * y[i] : x[i]);
        }
    }
    for (uint64_t i = 0; i < results_of(strip); i++)
        set_whole(p->c, arrays->c->after, strip->result + i, total[i]);
}

/* ---- the greatest key ---- */

#define SIGN (UINT64_C(1) << 63)

/* Ascending with the value: -0 before +0, NaN behind everything. */
static uint64_t key_of_real(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isnan(value)) return UINT64_MAX;
    return bits & SIGN ? ~bits : bits | SIGN;
}

/* Descending, but for NaN. */
static uint64_t opposite_of_real(double value)
{
    return isnan(value) ? UINT64_MAX : ~key_of_real(value);
}

static void load_real_keys(const struct reduce_problem *p, const void *memory, uint64_t start, uint64_t count,
                           uint64_t *key)
{
    double x[LINE_MAX];
    load_reals(p->a, memory, start, count, false, x);
    for (uint64_t i = 0; i < count; i++) {
        switch (p->op) {
        case REDUCE_ANY:
            key[i] = x[i] != 0;
            break;
        case REDUCE_ALL:
            key[i] = x[i] == 0;
            break;
        case REDUCE_MIN:
            key[i] = opposite_of_real(x[i]);
            break;
        case REDUCE_ARGMIN:
            key[i] = opposite_of_real(x[i] == 0 ? 0 : x[i]);
            break;
        case REDUCE_ARGMAX:
            key[i] = key_of_real(x[i] == 0 ? 0 : x[i]);
            break;
        default:
            key[i] = key_of_real(x[i]);
        }
    }
}

static void load_whole_keys(const struct reduce_problem *p, const void *memory, uint64_t start,
                            uint64_t count, uint64_t *key)
{
    uint64_t flip = p->element->scalar == TW_SIGNED ? SIGN : 0;
    load_wholes(p->a, memory, start, count, key);
    if (p->op == REDUCE_MIN || p->op == REDUCE_ARGMIN) flip = ~flip;
    for (uint64_t i = 0; i < count; i++) {
        if (p->op == REDUCE_ANY || p->op == REDUCE_ALL)
            key[i] = (key[i] != 0) == (p->op == REDUCE_ANY);
        else
            key[i] ^= flip;
    }
}

struct pick {
    uint64_t key, at; /* at: the number in the reduction */
};

static void pick_strip(const struct reduce_problem *p, const struct arrays *arrays, const struct strip *strip,
                       struct pick pick[STRIP])
{
    for (uint64_t line = 0; line < strip->lines; line++) {
        uint64_t width = width_of(strip, line), start = strip->start + line * strip->step, key[LINE_MAX];
        if (is_float(p->element))
            load_real_keys(p, arrays->a, start, width, key);
        else
            load_whole_keys(p, arrays->a, start, width, key);
        for (uint64_t i = 0; i < width; i++) {
            uint64_t number = strip->folds ? line * strip->step + i : line;
            struct pick *best = &pick[strip->folds ? 0 : i];
            bool wins = number == 0 || key[i] > best->key || (p->last && key[i] == best->key);
            if (wins) *best = (struct pick){key[i], number};
        }
    }
}

/* The element itself. */
static void set_picked(const struct reduce_problem *p, const struct arrays *arrays, uint64_t result,
                       uint64_t at)
{
    double real;
    uint64_t whole;
    if (is_float(p->element)) {
        load_reals(p->a, arrays->a, at, 1, false, &real);
        set_real(p->c, arrays->c->after, result, real);
    } else {
        load_wholes(p->a, arrays->a, at, 1, &whole);
        set_whole(p->c, arrays->c->after, result, whole);
    }
}

static void set_extreme_of_nothing(const struct reduce_problem *p, void *after, uint64_t result)
{
    bool least = p->op == REDUCE_MAX, is_signed = p->element->scalar == TW_SIGNED;
    unsigned bits = 8 * p->element->bytes;
    uint64_t lowest = is_signed ? ~UINT64_C(0) << (bits - 1) : 0;
    if (is_float(p->element))
        set_real(p->c, after, result, least ? -(double)INFINITY : (double)INFINITY);
    else
        set_whole(p->c, after, result, least ? lowest : ~lowest);
}

static void give_pick(const struct reduce_problem *p, const struct arrays *arrays, const struct strip *strip,
                      uint64_t i, const struct pick *pick)
{
    uint64_t result = strip->result + i, place = strip->folds ? pick->at : pick->at * strip->step + i;
    bool any = strip->count && pick->key, none = strip->count == 0;
    switch (p->op) {
    case REDUCE_ANY:
        set_whole(p->c, arrays->c->after, result, any);
        return;
    case REDUCE_ALL:
        set_whole(p->c, arrays->c->after, result, !any);
        return;
    case REDUCE_ARGMIN:
    case REDUCE_ARGMAX:
        set_whole(p->c, arrays->c->after, result, none ? UINT64_MAX : pick->at);
        return;
    default:
        if (none)
            set_extreme_of_nothing(p, arrays->c->after, result);
        else
            set_picked(p, arrays, result, strip->start + place);
    }
}

static void give_picks(const struct reduce_problem *p, const struct arrays *arrays, const struct strip *strip)
{
    struct pick pick[STRIP] = {{0, 0}};
    pick_strip(p, arrays, strip, pick);
    for (uint64_t i = 0; i < results_of(strip); i++) give_pick(p, arrays, strip, i, &pick[i]);
}

/* ---- all of it ---- */

static visit_strip *way_of(const struct reduce_problem *p)
{
    if (p->op >= REDUCE_MIN && p->op <= REDUCE_ALL) return give_picks;
    if (!is_real(p)) return give_wholes;
    return p->order == ORDER_EXACT ? give_rounded : give_tree;
}

static int fill(const struct tw_kernel *kernel, unsigned trial,
                const struct tw_trial trials[TW_MAX_ARGUMENTS], struct tw_error *error)
{
    struct reduce_problem p = reduce_problem(kernel);
    struct arrays arrays = {.a = trials[A].before,
                            .b = p.op == REDUCE_DOT ? trials[B].before : NULL,
                            .offsets = p.offset ? trials[OFFSETS].before : NULL,
                            .c = &trials[p.c_number]};
    (void)error;
    assert(p.order != ORDER_EXACT || !is_real(&p) || p.op == REDUCE_SUM || p.op == REDUCE_DOT);
    reduce_fill_inputs(&p, trial, trials);
    for_each_strip(&p, &arrays, way_of(&p));
    if (arrays.c->exact && trial != SMALL && is_real(&p)) for_each_strip(&p, &arrays, give_bounds);
    return TW_OK;
}

static unsigned trials(const struct tw_kernel *kernel)
{
    (void)kernel;
    return TW_MAX_TRIALS;
}

static const char *const reads[] = {"op",   "along",       "rows",  "cols", "batch",   "pitch",
                                    "type", "accumulator", "order", "ties", "offsets", NULL};

const struct tw_reference tw_reference_reduce = {
    .family = "reduce", .reads = reads, .trials = trials, .fill = fill};
