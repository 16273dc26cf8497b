/*
 * Sums and products in floats, and what is made of them.
 *
 *     tw_reduction_by_tree    bit for bit: the fixed tree, by recursion
 *     tw_reduction_exactly    an accumulator that rounds nothing (accumulator.h), rounded once
 *     tw_reduction_bounds     the same for a bound, in free order
 */
#include <float.h>
#include <math.h>

#include "runtime/references/accumulator.h"
#include "runtime/references/reduce.h"

_Static_assert(FLT_EVAL_METHOD == 0, "float arithmetic must round to float, and double's to double");

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
    bool integers; /* of which no product is -0 */
};

/* The values of a line's columns, and what their roundings lost. */
struct states {
    double value[REDUCE_LINE_MAX], lost[REDUCE_LINE_MAX];
};

static struct algebra algebra_of(const struct reduce_problem *p)
{
    bool pairs = p->op == REDUCE_NORM2 || p->op == REDUCE_DOT;
    return (struct algebra){.kind = pairs                     ? PAIRS
                                    : p->op == REDUCE_PRODUCT ? PRODUCTS
                                                              : SUMS,
                            .single = p->c->element == TW_FLOAT32,
                            .compensated = p->order == ORDER_COMPENSATED,
                            .integers = !tw_reduction_is_float(p->element)};
}

static void first(const struct algebra *by, struct states *s, uint64_t i, double x, double y)
{
    s->value[i] = by->kind == PAIRS ? multiply(by->single, x, y) : x;
    if (by->integers && by->kind == PAIRS && !by->compensated) s->value[i] += 0.0;
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
    const struct reduce_arrays *arrays;
    const struct reduce_strip *strip;
};

static void take_line(const struct tree *tree, uint64_t line, bool is_first, struct states *s)
{
    const struct reduce_strip *strip = tree->strip;
    const struct tw_argument *a = tree->p->a;
    uint64_t width = tw_reduction_width(strip, line), start = strip->start + line * strip->step;
    double x[REDUCE_LINE_MAX], other[REDUCE_LINE_MAX], *y = x;
    tw_reduction_load_reals(a, tree->arrays->a, start, width, tree->by.single, x);
    if (tree->arrays->b)
        tw_reduction_load_reals(a, tree->arrays->b, start, width, tree->by.single, y = other);
    if (is_first)
        for (uint64_t i = 0; i < width; i++) first(&tree->by, s, i, x[i], y[i]);
    else
        for (uint64_t i = 0; i < width; i++) take(&tree->by, s, i, x[i], y[i]);
}

static void take_leaf(const struct tree *tree, uint64_t leaf, struct states *s)
{
    const struct reduce_strip *strip = tree->strip;
    uint64_t begin = leaf * strip->leaf, rest = strip->lines - begin;
    uint64_t end = begin + (rest < strip->leaf ? rest : strip->leaf);
    for (uint64_t line = begin; line < end; line++) take_line(tree, line, line == begin, s);
    if (strip->folds) fold(&tree->by, s, tw_reduction_width(strip, begin));
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
    for (uint64_t i = 0; i < tw_reduction_results(tree->strip); i++) join(&tree->by, s, i, s, i, &right, i);
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

void tw_reduction_by_tree(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                          const struct reduce_strip *strip)
{
    struct tree tree = {algebra_of(p), p, arrays, strip};
    struct states s;
    if (strip->count) take_leaves(&tree, 0, (strip->lines + strip->leaf - 1) / strip->leaf, &s);
    for (uint64_t i = 0; i < tw_reduction_results(strip); i++) {
        double value = strip->count ? result_of(&tree, &s, i) : of_nothing(p);
        tw_reduction_set_real(p->c, arrays->c->after, strip->result + i, value);
    }
}

/* ---- without rounding ---- */

/* One result: its sum; or its product as high + low (Ogita, Rump and Oishi, 2005); the sum of the terms' absolute values. */
struct gathered {
    struct tw_accumulator sum;
    double high, low, scale;
};

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
        tw_accumulate_product(&g->sum, x, y);
        g->scale += fabs(x * y);
    } else {
        tw_accumulate(&g->sum, x);
        g->scale += fabs(x);
    }
}

/* The results from number `first` on, as many as a part has, or are left; returns how many. Parts keep the stack small. */
#define PART 4u

static uint64_t gather_part(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                            const struct reduce_strip *strip, uint64_t first, struct gathered g[PART])
{
    bool single = p->c->element == TW_FLOAT32;
    uint64_t left = tw_reduction_results(strip) - first, count = left < PART ? left : PART;
    for (uint64_t i = 0; i < count; i++) g[i] = (struct gathered){.high = 1};
    for (uint64_t line = 0; line < strip->lines; line++) {
        uint64_t all = tw_reduction_width(strip, line), start = strip->start + line * strip->step + first,
                 width = strip->folds || all - first < count ? all - first : count;
        double x[REDUCE_LINE_MAX], other[REDUCE_LINE_MAX], *y = x;
        tw_reduction_load_reals(p->a, arrays->a, start, width, single, x);
        if (arrays->b) tw_reduction_load_reals(p->a, arrays->b, start, width, single, y = other);
        for (uint64_t i = 0; i < width; i++) gather(p, &g[strip->folds ? 0 : i], x[i], y[i]);
    }
    return count;
}

static double rounded(const struct reduce_problem *p, struct tw_accumulator *sum, uint64_t count)
{
    bool single = p->c->element == TW_FLOAT32;
    if (p->op == REDUCE_MEAN) return tw_accumulated_mean(sum, count, single);
    return p->op == REDUCE_NORM2 ? tw_accumulated_root(sum, single) : tw_accumulated(sum, single);
}

/* What is correctly rounded. */
void tw_reduction_exactly(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                          const struct reduce_strip *strip)
{
    struct gathered g[PART];
    for (uint64_t first = 0, count; first < tw_reduction_results(strip); first += count) {
        count = gather_part(p, arrays, strip, first, g);
        for (uint64_t i = 0; i < count; i++) {
            double value = strip->count ? rounded(p, &g[i].sum, strip->count) : of_nothing(p);
            tw_reduction_set_real(p->c, arrays->c->after, strip->result + first + i, value);
        }
    }
}

/*
 * The error of a sum is a multiple of the terms' absolute values, that of a root, whose terms have one sign, of itself. All
 * n - 1 roundings of a product count, whatever the order: n times the product. A quotient may be denormal, where what rounding
 * loses is no part of it: as much as of the least normal number. An addition that flushes loses up to twice that number, whatever
 * it adds: times 2^24, as the bound is as many units of 2^-24 of the scale as there are additions.
 */
static double scale_of(const struct reduce_problem *p, const struct reduce_strip *strip,
                       const struct gathered *g, double value)
{
    double least = p->c->element == TW_FLOAT32 ? (double)FLT_MIN : DBL_MIN;
    if (p->op == REDUCE_PRODUCT) return fabs(value) * (double)strip->count;
    if (p->op == REDUCE_MEAN) return g->scale / (double)strip->count + least;
    return (p->op == REDUCE_NORM2 ? value : g->scale) + (p->flushes ? ldexp(least, 25) : 0);
}

static void give_bound(const struct reduce_problem *p, const struct reduce_strip *strip, struct gathered *g,
                       double *exact, double *scale)
{
    double value = p->op == REDUCE_PRODUCT ? g->high + g->low : tw_accumulated(&g->sum, false);
    value = concluded(p, false, value, strip->count);
    bool fits = p->c->element == TW_FLOAT32 ? isfinite((float)value) : isfinite(value);
    if (!fits) return; /* `after` has it */
    *exact = value;
    *scale = scale_of(p, strip, g, value);
}

void tw_reduction_bounds(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                         const struct reduce_strip *strip)
{
    struct gathered g[PART];
    if (strip->count == 0) return;
    for (uint64_t first = 0, count; first < tw_reduction_results(strip); first += count) {
        count = gather_part(p, arrays, strip, first, g);
        for (uint64_t i = 0; i < count; i++)
            give_bound(p, strip, &g[i], &arrays->c->exact[strip->result + first + i],
                       &arrays->c->scale[strip->result + first + i]);
    }
}
