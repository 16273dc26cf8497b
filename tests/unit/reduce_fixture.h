/*
 * reduce_fixture.h - what the tests of the reductions' reference share: a problem with arrays for the reference to fill, the
 * elements of each reduction gathered into an array as the definition has them, and problems of all sizes and types.
 */
#ifndef REDUCE_FIXTURE_H
#define REDUCE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "runtime/references/reference.h"
#include "tests/kernel_cases.h"

__extension__ typedef __int128 wide;

extern const struct tw_reference tw_reference_reduce;

struct problem {
    const char *op, *along, *order, *ties;
    uint64_t rows, cols, batch, pitch;
    enum tw_element type, sum;
};

/* A kernel of the problem, and arrays for its reference to fill. */
struct fixture {
    struct problem p;
    struct tw_kernel kernel;
    struct tw_trial trials[CASE_ARGUMENTS];
    unsigned b, offsets, c; /* numbers of arguments; 0: there is none */
    uint64_t results;
};

static inline bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static inline bool is_float(enum tw_element type)
{
    return type >= TW_FLOAT16 && type <= TW_FLOAT64;
}

static inline bool adds_up(const struct problem *p)
{
    return is(p->op, "sum") || is(p->op, "product") || is(p->op, "norm2") || is(p->op, "mean") ||
           is(p->op, "dot");
}

static inline enum tw_element result_type(const struct problem *p)
{
    if (adds_up(p)) return p->sum;
    if (is(p->op, "min") || is(p->op, "max")) return p->type;
    return is(p->op, "any") || is(p->op, "all") ? TW_UINT8 : TW_INT64;
}

static inline void add_word(struct tw_kernel *kernel, const char *key, const char *word)
{
    kernel->fields =
        tw_shape_extend(&kernel->shape, kernel->fields, kernel->field_count, sizeof *kernel->fields);
    assert_non_null(kernel->fields);
    kernel->fields[kernel->field_count++] =
        (struct tw_field_value){.key = key, .is_word = true, .text = word};
}

static inline void add_number(struct tw_kernel *kernel, const char *key, uint64_t number)
{
    kernel->fields =
        tw_shape_extend(&kernel->shape, kernel->fields, kernel->field_count, sizeof *kernel->fields);
    assert_non_null(kernel->fields);
    kernel->fields[kernel->field_count++] = (struct tw_field_value){.key = key, .number = (int64_t)number};
}

static inline unsigned add_argument(struct fixture *f, enum tw_element element, uint64_t count, bool given)
{
    size_t bytes = (size_t)(count ? count : 1) * tw_element_info(element)->bytes;
    unsigned i = tw_shape_add_argument(&f->kernel.shape,
                                       (struct tw_argument){.element = element, .count = count ? count : 1});
    void *memory = calloc(bytes + 64, 1);
    assert_non_null(memory);
    *(given ? &f->trials[i].before : &f->trials[i].after) = memset(memory, 0xA5, bytes);
    return i;
}

static inline void add_fields(struct fixture *f)
{
    const struct problem *p = &f->p;
    add_word(&f->kernel, "op", p->op);
    add_word(&f->kernel, "along", p->along);
    add_word(&f->kernel, "order", p->order);
    add_word(&f->kernel, "ties", p->ties);
    add_word(&f->kernel, "finish", "last");
    add_word(&f->kernel, "type", tw_element_info(p->type)->name);
    add_word(&f->kernel, "accumulator", tw_element_info(p->sum)->name);
    add_word(&f->kernel, "offsets", "int32");
    add_number(&f->kernel, "rows", p->rows);
    add_number(&f->kernel, "cols", p->cols);
    add_number(&f->kernel, "batch", p->batch);
    add_number(&f->kernel, "pitch", p->pitch);
}

static inline void begin(struct fixture *f, const struct problem *p)
{
    *f = (struct fixture){.p = *p};
    bool segments = is(p->along, "segments");
    uint64_t lines = segments ? 1 : p->rows * p->batch,
             count = lines && p->cols ? (lines - 1) * p->pitch + p->cols : 0;
    f->results = is(p->along, "columns") ? p->cols * p->batch : p->rows * p->batch;
    add_fields(f);
    add_argument(f, p->type, count, true);
    if (is(p->op, "dot")) f->b = add_argument(f, p->type, count, true);
    if (segments) f->offsets = add_argument(f, p->rows % 2 ? TW_INT32 : TW_INT64, p->rows + 1, true);
    f->c = add_argument(f, result_type(p), f->results, false);
    if (!is(p->order, "free") || !is_float(p->sum) || !adds_up(p)) return;
    f->trials[f->c].exact = calloc((size_t)f->results + 1, sizeof(double));
    f->trials[f->c].scale = calloc((size_t)f->results + 1, sizeof(double));
    assert_true(f->trials[f->c].exact && f->trials[f->c].scale);
}

static inline void fill(struct fixture *f, unsigned trial)
{
    for (uint64_t i = 0; f->trials[f->c].exact && i < f->results; i++) f->trials[f->c].exact[i] = (double)NAN;
    assert_int_equal(tw_reference_reduce.fill(&f->kernel, trial, f->trials, NULL), TW_OK);
}

static inline void end(struct fixture *f)
{
    tw_shape_free(&f->kernel.shape);
    for (unsigned i = 0; i < CASE_ARGUMENTS; i++) {
        free(f->trials[i].before);
        free(f->trials[i].after);
        free(f->trials[i].exact);
        free(f->trials[i].scale);
    }
}

/* ---- elements ---- */

/* Bytes as a number, signed or not. */
static inline wide whole(enum tw_element type, const void *memory, uint64_t i)
{
    const struct tw_element_info *info = tw_element_info(type);
    uint64_t value = 0;
    memcpy(&value, (const char *)memory + i * info->bytes, info->bytes);
    bool negative = info->scalar == TW_SIGNED && value >> (8 * info->bytes - 1);
    return negative ? (wide)value - ((wide)1 << 8 * info->bytes) : (wide)value;
}

static inline double half(uint64_t bits, int exponent_bits, int fraction_bits)
{
    int top = (1 << exponent_bits) - 1, exponent = (int)(bits >> fraction_bits) & top;
    double fraction = ldexp((double)(bits & ((1u << fraction_bits) - 1)), -fraction_bits),
           sign = bits >> 15 ? -1 : 1;
    if (exponent == top) return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * ldexp(fraction + (exponent > 0), (exponent ? exponent : 1) - top / 2);
}

static inline double real(enum tw_element type, const void *memory, uint64_t i)
{
    uint16_t bits;
    memcpy(&bits, (const char *)memory + 2 * i, sizeof bits);
    if (type == TW_FLOAT64) return ((const double *)memory)[i];
    if (type == TW_FLOAT32) return ((const float *)memory)[i];
    return type == TW_BFLOAT16 ? half(bits, 8, 7) : half(bits, 5, 10);
}

/* One reduction, gathered. */
struct gathered {
    uint64_t n;
    uint64_t *place; /* of each element in its array */
    double *x, *y;   /* as the accumulator has them; y is x but for dot */
};

static inline uint64_t offset(const struct fixture *f, uint64_t s)
{
    return (uint64_t)whole(f->kernel.shape.arguments[f->offsets].element, f->trials[f->offsets].before, s);
}

static inline uint64_t length(const struct fixture *f, uint64_t k)
{
    if (f->offsets) return offset(f, k + 1) - offset(f, k);
    return is(f->p.along, "columns") ? f->p.rows : f->p.cols;
}

static inline uint64_t place(const struct fixture *f, uint64_t k, uint64_t e)
{
    const struct problem *p = &f->p;
    if (f->offsets) return offset(f, k) + e;
    if (is(p->along, "columns")) return (k / p->cols * p->rows + e) * p->pitch + k % p->cols;
    return k * p->pitch + e;
}

static inline double converted(const struct fixture *f, unsigned argument, uint64_t i)
{
    enum tw_element type = f->p.type;
    const void *memory = f->trials[argument].before;
    bool single = f->p.sum == TW_FLOAT32;
    if (is_float(type)) return single ? (double)(float)real(type, memory, i) : real(type, memory, i);
    return single ? (double)(float)whole(type, memory, i) : (double)whole(type, memory, i);
}

static inline void gather(const struct fixture *f, uint64_t k, struct gathered *g)
{
    g->n = length(f, k);
    g->place = calloc((size_t)g->n + 1, sizeof *g->place);
    g->x = calloc((size_t)g->n + 1, sizeof *g->x);
    g->y = calloc((size_t)g->n + 1, sizeof *g->y);
    assert_true(g->place && g->x && g->y);
    for (uint64_t e = 0; e < g->n; e++) {
        g->place[e] = place(f, k, e);
        g->x[e] = converted(f, 0, g->place[e]);
        g->y[e] = f->b ? converted(f, f->b, g->place[e]) : g->x[e];
    }
}

static inline void drop(struct gathered *g)
{
    free(g->place);
    free(g->x);
    free(g->y);
}

/* ---- in the accumulator ---- */

/* Sums, products, quotients and roots of floats that were rounded to double round to float as if at once (Figueroa, 1995). */
static inline double rounded(const struct fixture *f, double value)
{
    return f->p.sum == TW_FLOAT32 ? (double)(float)value : value;
}

static inline double fused(const struct fixture *f, double x, double y, double z)
{
    return f->p.sum == TW_FLOAT32 ? (double)fmaf((float)x, (float)y, (float)z) : fma(x, y, z);
}

static inline bool pairs(const struct fixture *f)
{
    return is(f->p.op, "dot") || is(f->p.op, "norm2");
}

/* ---- the problems ---- */

static const enum tw_element types[] = {TW_INT8,  TW_UINT8,  TW_INT16,   TW_UINT16,   TW_INT32,   TW_UINT32,
                                        TW_INT64, TW_UINT64, TW_FLOAT16, TW_BFLOAT16, TW_FLOAT32, TW_FLOAT64};
#define TYPES (sizeof types / sizeof *types)

static const struct problem sizes[] = {
    {.along = "rows", .rows = 1, .cols = 0, .batch = 1, .pitch = 0},
    {.along = "rows", .rows = 0, .cols = 5, .batch = 2, .pitch = 5},
    {.along = "rows", .rows = 40, .cols = 1, .batch = 1, .pitch = 1},
    {.along = "rows", .rows = 5, .cols = 7, .batch = 3, .pitch = 9},
    {.along = "rows", .rows = 20, .cols = 131, .batch = 1, .pitch = 131},
    {.along = "rows", .rows = 3, .cols = 1029, .batch = 2, .pitch = 1100},
    {.along = "rows", .rows = 18, .cols = 1024, .batch = 1, .pitch = 1024},
    {.along = "rows", .rows = 1, .cols = 20001, .batch = 1, .pitch = 20001},
    {.along = "columns", .rows = 0, .cols = 3, .batch = 1, .pitch = 3},
    {.along = "columns", .rows = 1, .cols = 65, .batch = 2, .pitch = 65},
    {.along = "columns", .rows = 33, .cols = 20, .batch = 3, .pitch = 23},
    {.along = "columns", .rows = 300, .cols = 66, .batch = 1, .pitch = 66},
    {.along = "columns", .rows = 3000, .cols = 1, .batch = 1, .pitch = 1},
    {.along = "segments", .rows = 1, .cols = 0, .batch = 1, .pitch = 0},
    {.along = "segments", .rows = 0, .cols = 10, .batch = 1, .pitch = 10},
    {.along = "segments", .rows = 30, .cols = 3, .batch = 1, .pitch = 3},
    {.along = "segments", .rows = 50, .cols = 25000, .batch = 1, .pitch = 25000},
};
#define SIZES (sizeof sizes / sizeof *sizes)

typedef void check_fixture(struct fixture *f, unsigned trial);

/* Every size and trial of `p`'s operation, but for argmin of nothing and dot of segments, which no kernel is for. */
static inline void for_each_size(struct problem p, check_fixture *check)
{
    for (unsigned i = 0; i < SIZES; i++) {
        struct fixture f;
        struct problem size = sizes[i];
        uint64_t count = is(size.along, "columns") ? size.rows : size.cols;
        bool segments = is(size.along, "segments"), index = is(p.op, "argmin") || is(p.op, "argmax");
        if ((is(p.op, "dot") && segments) || (index && count == 0 && !segments)) continue;
        size.op = p.op, size.order = p.order, size.ties = p.ties, size.type = p.type, size.sum = p.sum;
        begin(&f, &size);
        assert_int_equal(tw_reference_reduce.trials(&f.kernel), 3);
        for (unsigned trial = 0; trial < 3; trial++) {
            fill(&f, trial);
            check(&f, trial);
        }
        end(&f);
    }
}

#endif
