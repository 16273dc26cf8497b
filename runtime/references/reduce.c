/*
 * The oracle for the `reduce` family: what each operation gives of its elements, by the definition in docs/reduce.md.
 *
 *     sums, products and what is made of them    in floats     reduce_sums.c
 *                                                in integers   modulo 2^64, of which narrower ones keep the low bits
 *     min, max, argmin, argmax, any, all         the element with the greatest key, and where it is
 */
#include "runtime/references/reduce.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { A, B, OFFSETS = B };
enum { SMALL, NOISE };

#define LINE_BYTES 512u
#define LEAF_LINES 8u  /* of rows and segments */
#define LEAF_ROWS  32u /* of columns */

/* ---- the problem ---- */

static unsigned word(const struct tw_kernel *kernel, const char *key, const char *const *words)
{
    unsigned i = 0;
    while (words[i] && !tw_reference_is(kernel, key, words[i])) i++;
    assert(words[i]);
    return i;
}

static struct reduce_problem problem_of(const struct tw_kernel *kernel)
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
    p.flushes = tw_reference_is(kernel, "finish", "atomic") && p.c->element == TW_FLOAT32;
    p.offset = segments ? tw_element_info(arguments[OFFSETS].element) : NULL;
    p.results = p.along == ALONG_COLUMNS ? p.batch * p.cols : p.batch * p.rows;
    assert(p.c->count >= p.results && (!segments || arguments[OFFSETS].count == p.rows + 1));
    return p;
}

uint64_t tw_reduction_offset(const struct reduce_problem *p, const void *memory, uint64_t s)
{
    return p->offset->bytes == 4 ? (uint64_t)((const int32_t *)memory)[s]
                                 : (uint64_t)((const int64_t *)memory)[s];
}

/* Whether states are floats: sums and products of them, and what is made of those. */
static bool is_real(const struct reduce_problem *p)
{
    bool picks = p->op >= REDUCE_MIN && p->op <= REDUCE_ALL;
    return !picks && tw_reduction_is_float(tw_element_info(p->c->element));
}

/* ---- strips ---- */

static uint64_t at_most(uint64_t value, uint64_t limit)
{
    return value < limit ? value : limit;
}

static struct reduce_strip row_strip(const struct reduce_problem *p, uint64_t result, uint64_t start,
                                     uint64_t count)
{
    uint64_t columns = LINE_BYTES / p->element->bytes, lines = (count + columns - 1) / columns;
    return (struct reduce_strip){.result = result,
                                 .start = start,
                                 .step = columns,
                                 .lines = lines,
                                 .width = at_most(count, columns),
                                 .last = lines ? count - (lines - 1) * columns : 0,
                                 .count = count,
                                 .leaf = LEAF_LINES,
                                 .folds = true};
}

static struct reduce_strip column_strip(const struct reduce_problem *p, uint64_t matrix, uint64_t col)
{
    uint64_t width = at_most(p->cols - col, REDUCE_STRIP);
    return (struct reduce_strip){.result = matrix * p->cols + col,
                                 .start = matrix * p->rows * p->pitch + col,
                                 .step = p->pitch,
                                 .lines = p->rows,
                                 .width = width,
                                 .last = width,
                                 .count = p->rows,
                                 .leaf = LEAF_ROWS};
}

uint64_t tw_reduction_width(const struct reduce_strip *strip, uint64_t line)
{
    return line + 1 < strip->lines ? strip->width : strip->last;
}

uint64_t tw_reduction_results(const struct reduce_strip *strip)
{
    return strip->folds ? 1 : strip->width;
}

static void for_each_strip(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                           reduce_visit *visit)
{
    if (p->along == ALONG_COLUMNS) {
        for (uint64_t i = 0; i < p->batch * p->cols; i += at_most(p->cols - i % p->cols, REDUCE_STRIP)) {
            struct reduce_strip strip = column_strip(p, i / p->cols, i % p->cols);
            visit(p, arrays, &strip);
        }
        return;
    }
    for (uint64_t i = 0; i < p->results; i++) {
        bool segments = p->along == ALONG_SEGMENTS;
        uint64_t start = segments ? tw_reduction_offset(p, arrays->offsets, i) : i * p->pitch,
                 count = segments ? tw_reduction_offset(p, arrays->offsets, i + 1) - start : p->cols;
        struct reduce_strip strip = row_strip(p, i, start, count);
        visit(p, arrays, &strip);
    }
}

/* ---- integers ---- */

static void give_wholes(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                        const struct reduce_strip *strip)
{
    uint64_t total[REDUCE_STRIP], x[REDUCE_LINE_MAX], y[REDUCE_LINE_MAX];
    for (uint64_t i = 0; i < tw_reduction_results(strip); i++) total[i] = p->op == REDUCE_PRODUCT;
    for (uint64_t line = 0; line < strip->lines; line++) {
        uint64_t width = tw_reduction_width(strip, line), start = strip->start + line * strip->step;
        tw_reduction_load_wholes(p->a, arrays->a, start, width, x);
        if (arrays->b) tw_reduction_load_wholes(p->a, arrays->b, start, width, y);
        for (uint64_t i = 0; i < width; i++) {
            uint64_t *to = &total[strip->folds ? 0 : i];
            *to = p->op == REDUCE_PRODUCT ? *to * x[i] : *to + (arrays->b ? x[i] * y[i] : x[i]);
        }
    }
    for (uint64_t i = 0; i < tw_reduction_results(strip); i++)
        tw_reduction_set_whole(p->c, arrays->c->after, strip->result + i, total[i]);
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
    double x[REDUCE_LINE_MAX];
    tw_reduction_load_reals(p->a, memory, start, count, false, x);
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
    tw_reduction_load_wholes(p->a, memory, start, count, key);
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

static void pick_strip(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                       const struct reduce_strip *strip, struct pick pick[REDUCE_STRIP])
{
    for (uint64_t line = 0; line < strip->lines; line++) {
        uint64_t width = tw_reduction_width(strip, line), start = strip->start + line * strip->step,
                 key[REDUCE_LINE_MAX];
        if (tw_reduction_is_float(p->element))
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
static void set_picked(const struct reduce_problem *p, const struct reduce_arrays *arrays, uint64_t result,
                       uint64_t at)
{
    double real;
    uint64_t whole;
    if (tw_reduction_is_float(p->element)) {
        tw_reduction_load_reals(p->a, arrays->a, at, 1, false, &real);
        tw_reduction_set_real(p->c, arrays->c->after, result, real);
    } else {
        tw_reduction_load_wholes(p->a, arrays->a, at, 1, &whole);
        tw_reduction_set_whole(p->c, arrays->c->after, result, whole);
    }
}

static void set_extreme_of_nothing(const struct reduce_problem *p, void *after, uint64_t result)
{
    bool least = p->op == REDUCE_MAX, is_signed = p->element->scalar == TW_SIGNED;
    unsigned bits = 8 * p->element->bytes;
    uint64_t lowest = is_signed ? ~UINT64_C(0) << (bits - 1) : 0;
    if (tw_reduction_is_float(p->element))
        tw_reduction_set_real(p->c, after, result, least ? -(double)INFINITY : (double)INFINITY);
    else
        tw_reduction_set_whole(p->c, after, result, least ? lowest : ~lowest);
}

static void give_pick(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                      const struct reduce_strip *strip, uint64_t i, const struct pick *pick)
{
    uint64_t result = strip->result + i, place = strip->folds ? pick->at : pick->at * strip->step + i;
    bool any = strip->count && pick->key, none = strip->count == 0;
    switch (p->op) {
    case REDUCE_ANY:
        tw_reduction_set_whole(p->c, arrays->c->after, result, any);
        return;
    case REDUCE_ALL:
        tw_reduction_set_whole(p->c, arrays->c->after, result, !any);
        return;
    case REDUCE_ARGMIN:
    case REDUCE_ARGMAX:
        tw_reduction_set_whole(p->c, arrays->c->after, result, none ? UINT64_MAX : pick->at);
        return;
    default:
        if (none)
            set_extreme_of_nothing(p, arrays->c->after, result);
        else
            set_picked(p, arrays, result, strip->start + place);
    }
}

static void give_picks(const struct reduce_problem *p, const struct reduce_arrays *arrays,
                       const struct reduce_strip *strip)
{
    struct pick pick[REDUCE_STRIP] = {{0, 0}};
    pick_strip(p, arrays, strip, pick);
    for (uint64_t i = 0; i < tw_reduction_results(strip); i++) give_pick(p, arrays, strip, i, &pick[i]);
}

/* ---- all of it ---- */

static reduce_visit *way_of(const struct reduce_problem *p)
{
    if (p->op >= REDUCE_MIN && p->op <= REDUCE_ALL) return give_picks;
    if (!is_real(p)) return give_wholes;
    return p->order == ORDER_EXACT ? tw_reduction_exactly : tw_reduction_by_tree;
}

static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    struct reduce_problem p = problem_of(kernel);
    struct reduce_arrays arrays = {.a = trials[A].before,
                                   .b = p.op == REDUCE_DOT ? trials[B].before : NULL,
                                   .offsets = p.offset ? trials[OFFSETS].before : NULL,
                                   .c = &trials[p.c_number]};
    (void)error;
    assert(p.order != ORDER_EXACT || !is_real(&p) || p.op != REDUCE_PRODUCT);
    tw_reduction_fill_inputs(&p, trial, trials);
    for_each_strip(&p, &arrays, way_of(&p));
    if (arrays.c->exact && trial != SMALL && is_real(&p)) for_each_strip(&p, &arrays, tw_reduction_bounds);
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
