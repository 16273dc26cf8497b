/*
 * The reference of reductions against the definition taken literally: the elements of each reduction gathered into an array,
 * nodes of the tree asked for by level and number, sums that are exact by expansions (Shewchuk, 1997) or in 128 bits. And what
 * its trials promise.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/references/reference.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

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
    struct tw_trial trials[TW_MAX_ARGUMENTS];
    unsigned b, offsets, c; /* numbers of arguments; 0: there is none */
    uint64_t results;
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static bool is_float(enum tw_element type)
{
    return type >= TW_FLOAT16 && type <= TW_FLOAT64;
}

static bool adds_up(const struct problem *p)
{
    return is(p->op, "sum") || is(p->op, "product") || is(p->op, "norm2") || is(p->op, "mean") ||
           is(p->op, "dot");
}

static enum tw_element result_type(const struct problem *p)
{
    if (adds_up(p)) return p->sum;
    if (is(p->op, "min") || is(p->op, "max")) return p->type;
    return is(p->op, "any") || is(p->op, "all") ? TW_UINT8 : TW_INT64;
}

static void add_word(struct tw_kernel *kernel, const char *key, const char *word)
{
    kernel->fields[kernel->field_count++] =
        (struct tw_field_value){.key = key, .is_word = true, .text = word};
}

static void add_number(struct tw_kernel *kernel, const char *key, uint64_t number)
{
    kernel->fields[kernel->field_count++] = (struct tw_field_value){.key = key, .number = (int64_t)number};
}

static unsigned add_argument(struct fixture *f, enum tw_element element, uint64_t count, bool given)
{
    unsigned i = f->kernel.shape.argument_count++;
    size_t bytes = (size_t)(count ? count : 1) * tw_element_info(element)->bytes;
    f->kernel.shape.arguments[i] = (struct tw_argument){.element = element, .count = count ? count : 1};
    void *memory = calloc(bytes + 64, 1);
    assert_non_null(memory);
    *(given ? &f->trials[i].before : &f->trials[i].after) = memset(memory, 0xA5, bytes);
    return i;
}

static void add_fields(struct fixture *f)
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

static void begin(struct fixture *f, const struct problem *p)
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

static void fill(struct fixture *f, unsigned trial)
{
    for (uint64_t i = 0; f->trials[f->c].exact && i < f->results; i++) f->trials[f->c].exact[i] = (double)NAN;
    assert_int_equal(tw_reference_reduce.fill(&f->kernel, trial, f->trials, NULL), TW_OK);
}

static void end(struct fixture *f)
{
    for (unsigned i = 0; i < TW_MAX_ARGUMENTS; i++) {
        free(f->trials[i].before);
        free(f->trials[i].after);
        free(f->trials[i].exact);
        free(f->trials[i].scale);
    }
}

/* ---- elements ---- */

/* Bytes as a number, signed or not. */
static wide whole(enum tw_element type, const void *memory, uint64_t i)
{
    const struct tw_element_info *info = tw_element_info(type);
    uint64_t value = 0;
    memcpy(&value, (const char *)memory + i * info->bytes, info->bytes);
    bool negative = info->scalar == TW_SIGNED && value >> (8 * info->bytes - 1);
    return negative ? (wide)value - ((wide)1 << 8 * info->bytes) : (wide)value;
}

static double half(uint64_t bits, int exponent_bits, int fraction_bits)
{
    int top = (1 << exponent_bits) - 1, exponent = (int)(bits >> fraction_bits) & top;
    double fraction = ldexp((double)(bits & ((1u << fraction_bits) - 1)), -fraction_bits),
           sign = bits >> 15 ? -1 : 1;
    if (exponent == top) return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * ldexp(fraction + (exponent > 0), (exponent ? exponent : 1) - top / 2);
}

static double real(enum tw_element type, const void *memory, uint64_t i)
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

static uint64_t offset(const struct fixture *f, uint64_t s)
{
    return (uint64_t)whole(f->kernel.shape.arguments[f->offsets].element, f->trials[f->offsets].before, s);
}

static uint64_t length(const struct fixture *f, uint64_t k)
{
    if (f->offsets) return offset(f, k + 1) - offset(f, k);
    return is(f->p.along, "columns") ? f->p.rows : f->p.cols;
}

static uint64_t place(const struct fixture *f, uint64_t k, uint64_t e)
{
    const struct problem *p = &f->p;
    if (f->offsets) return offset(f, k) + e;
    if (is(p->along, "columns")) return (k / p->cols * p->rows + e) * p->pitch + k % p->cols;
    return k * p->pitch + e;
}

static double converted(const struct fixture *f, unsigned argument, uint64_t i)
{
    enum tw_element type = f->p.type;
    const void *memory = f->trials[argument].before;
    bool single = f->p.sum == TW_FLOAT32;
    if (is_float(type)) return single ? (double)(float)real(type, memory, i) : real(type, memory, i);
    return single ? (double)(float)whole(type, memory, i) : (double)whole(type, memory, i);
}

static void gather(const struct fixture *f, uint64_t k, struct gathered *g)
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

static void drop(struct gathered *g)
{
    free(g->place);
    free(g->x);
    free(g->y);
}

/* ---- the tree ---- */

struct state {
    double s, c;
};

/* Sums, products, quotients and roots of floats that were rounded to double round to float as if at once (Figueroa, 1995). */
static double rounded(const struct fixture *f, double value)
{
    return f->p.sum == TW_FLOAT32 ? (double)(float)value : value;
}

static double fused(const struct fixture *f, double x, double y, double z)
{
    return f->p.sum == TW_FLOAT32 ? (double)fmaf((float)x, (float)y, (float)z) : fma(x, y, z);
}

static struct state two_sum(const struct fixture *f, double a, double b)
{
    double t = rounded(f, a + b), z = rounded(f, t - a), rest = rounded(f, t - z);
    return (struct state){t, rounded(f, rounded(f, a - rest) + rounded(f, b - z))};
}

static struct state join(const struct fixture *f, struct state l, struct state r)
{
    if (is(f->p.op, "product")) return (struct state){rounded(f, l.s * r.s), 0};
    if (!is(f->p.order, "compensated")) return (struct state){rounded(f, l.s + r.s), 0};
    struct state sum = two_sum(f, l.s, r.s);
    sum.c = rounded(f, rounded(f, l.c + r.c) + sum.c);
    return sum;
}

static bool pairs(const struct fixture *f)
{
    return is(f->p.op, "dot") || is(f->p.op, "norm2");
}

static struct state first(const struct fixture *f, double x, double y)
{
    double product = rounded(f, x * y);
    if (!pairs(f)) return (struct state){x, 0};
    return (struct state){product, is(f->p.order, "compensated") ? fused(f, x, y, -product) : 0};
}

static struct state take(const struct fixture *f, struct state s, double x, double y)
{
    if (is(f->p.op, "product")) return (struct state){rounded(f, s.s * x), 0};
    if (!is(f->p.order, "compensated"))
        return (struct state){pairs(f) ? fused(f, x, y, s.s) : rounded(f, s.s + x), 0};
    struct state term = first(f, x, y), sum = two_sum(f, s.s, term.s);
    double lost = pairs(f) ? rounded(f, sum.c + term.c) : sum.c;
    return (struct state){sum.s, rounded(f, s.c + lost)};
}

static struct state column(const struct fixture *f, const struct gathered *g, uint64_t begin, uint64_t end,
                           uint64_t step)
{
    struct state s = first(f, g->x[begin], g->y[begin]);
    for (uint64_t e = begin + step; e < end; e += step) s = take(f, s, g->x[e], g->y[e]);
    return s;
}

/* Node i of a level above `count` states: those of i << level on. */
static struct state node(const struct fixture *f, const struct state *of, uint64_t count, unsigned level,
                         uint64_t i)
{
    if (level == 0) return of[i];
    struct state left = node(f, of, count, level - 1, 2 * i);
    if ((2 * i + 1) << (level - 1) >= count) return left;
    return join(f, left, node(f, of, count, level - 1, 2 * i + 1));
}

static struct state root(const struct fixture *f, const struct state *of, uint64_t count)
{
    unsigned level = 0;
    while (UINT64_C(1) << level < count) level++;
    return node(f, of, count, level, 0);
}

static struct state whole_tree(const struct fixture *f, const struct gathered *g)
{
    unsigned bytes = tw_element_info(f->p.type)->bytes;
    bool columns = is(f->p.along, "columns");
    uint64_t leaf = columns ? 32 : 4096 / bytes, step = columns ? 1 : 512 / bytes, leaves = 0;
    struct state *of = calloc((size_t)(g->n / leaf + 1), sizeof *of), part[512];
    assert_non_null(of);
    for (uint64_t begin = 0; begin < g->n; begin += leaf) {
        uint64_t end = begin + leaf < g->n ? begin + leaf : g->n, count = 0;
        for (uint64_t i = begin; i < end && i < begin + step; i++) part[count++] = column(f, g, i, end, step);
        of[leaves++] = root(f, part, count);
    }
    struct state s = root(f, of, leaves);
    free(of);
    return s;
}

static double tree_result(const struct fixture *f, const struct gathered *g)
{
    if (g->n == 0) return is(f->p.op, "mean") ? (double)NAN : is(f->p.op, "product");
    struct state s = whole_tree(f, g);
    double value =
        isfinite(s.s) && isfinite(s.c) && is(f->p.order, "compensated") ? rounded(f, s.s + s.c) : s.s;
    if (is(f->p.op, "mean")) return rounded(f, value / rounded(f, (double)g->n));
    return is(f->p.op, "norm2") ? rounded(f, sqrt(value)) : value;
}

/* ---- exact sums ---- */

/* Doubles that do not overlap, ascending, whose sum is exact. */
struct expansion {
    double part[64];
    unsigned count;
};

static void grow(struct expansion *e, double x)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < e->count; i++) {
        double y = e->part[i], sum = x + y, z = sum - x, lost = (x - (sum - z)) + (y - z);
        if (lost != 0) e->part[kept++] = lost;
        x = sum;
    }
    e->part[kept++] = x;
    assert_true(kept < 64);
    e->count = kept;
}

/* The parts from the top on for as long as their sum is exact; what the first that does not fit loses; and what is below that. */
static double top_of(const struct expansion *e, double *lost, double *below)
{
    unsigned n = e->count;
    double top = n ? e->part[--n] : 0;
    *lost = 0;
    while (n && *lost == 0) {
        double x = top, y = e->part[--n];
        top = x + y;
        *lost = y - (top - x);
    }
    *below = n ? e->part[n - 1] : 0;
    return top;
}

/* The sum rounded to odd: the double below or above it that is odd where it is none. Rounding on is right then. */
static double odd(const struct expansion *e)
{
    double lost, below, top = top_of(e, &lost, &below);
    uint64_t bits;
    memcpy(&bits, &top, sizeof bits);
    if (lost == 0 || bits % 2) return top;
    return nextafter(top, lost > 0 ? (double)INFINITY : -(double)INFINITY);
}

/* Rounded to nearest; where half a unit is left over, what is below it decides (as Python's fsum does). */
static double nearest(const struct expansion *e)
{
    double lost, below, top = top_of(e, &lost, &below), twice = 2 * lost, moved = top + twice;
    bool same = (lost < 0 && below < 0) || (lost > 0 && below > 0);
    return same && moved - top == twice ? moved : top;
}

/* NaN: the expansion cannot hold it. */
static double expanded_result(const struct fixture *f, const struct gathered *g, bool single)
{
    struct expansion e = {.count = 0};
    bool minus_zeros = g->n > 0;
    for (uint64_t i = 0; i < g->n; i++) {
        double term = pairs(f) ? g->x[i] * g->y[i] : g->x[i], sum = 0;
        if (!isfinite(term) || fabs(term) > 0x1p1000) return (double)NAN;
        minus_zeros &= term == 0 && signbit(term);
        grow(&e, term);
        for (unsigned k = 0; k < e.count; k++) sum += fabs(e.part[k]);
        assert_true(isfinite(sum));
    }
    if (minus_zeros) return -0.0;
    return single ? (double)(float)odd(&e) : nearest(&e);
}

/* By IEEE's rules: NaN, an infinity, or 0: all terms are finite. */
static double special_sum(const struct fixture *f, const struct gathered *g)
{
    double sum = 0;
    for (uint64_t i = 0; i < g->n; i++) {
        double term = pairs(f) ? g->x[i] * g->y[i] : g->x[i];
        if (!isfinite(term)) sum += term;
    }
    return sum;
}

/* ---- comparing ---- */

static void assert_real(const struct fixture *f, unsigned trial, uint64_t k, double expected)
{
    const struct problem *p = &f->p;
    enum tw_element type = result_type(p);
    unsigned bytes = tw_element_info(type)->bytes;
    uint64_t bits = 0, nan = (UINT64_C(1) << (8 * bytes - 1)) - 1;
    memcpy(&bits, (const char *)f->trials[f->c].after + k * bytes, bytes);
    double got = real(type, f->trials[f->c].after, k);
    bool right = isnan(expected) ? bits == nan : got == expected && !signbit(got) == !signbit(expected);
    if (!right)
        fail_msg("%s %s %s of %s, trial %u: result %llu is %a, expected %a", p->order, p->op, p->along,
                 tw_element_info(p->type)->name, trial, (unsigned long long)k, got, expected);
}

static void assert_whole(const struct fixture *f, unsigned trial, uint64_t k, wide expected)
{
    const struct problem *p = &f->p;
    enum tw_element type = result_type(p);
    unsigned_wide mask = ((unsigned_wide)1 << 8 * tw_element_info(type)->bytes) - 1;
    wide got = whole(type, f->trials[f->c].after, k);
    if (((unsigned_wide)got & mask) != ((unsigned_wide)expected & mask))
        fail_msg("%s %s of %s, %s, trial %u: result %llu is %lld, expected %lld", p->op, p->along,
                 tw_element_info(p->type)->name, p->ties, trial, (unsigned long long)k, (long long)got,
                 (long long)expected);
}

static void check_integers(const struct fixture *f, unsigned trial, uint64_t k)
{
    struct gathered g;
    gather(f, k, &g);
    unsigned_wide total = is(f->p.op, "product");
    for (uint64_t e = 0; e < g.n; e++) {
        unsigned_wide x = (unsigned_wide)whole(f->p.type, f->trials[0].before, g.place[e]);
        if (f->b) x *= (unsigned_wide)whole(f->p.type, f->trials[f->b].before, g.place[e]);
        total = is(f->p.op, "product") ? total * x : total + x;
    }
    assert_whole(f, trial, k, (wide)total);
    drop(&g);
}

/* Whether element a is in front of b: smaller, or NaN; of min and max also -0 against +0. */
static bool in_front(const struct fixture *f, uint64_t a, uint64_t b)
{
    const void *memory = f->trials[0].before;
    bool least = is(f->p.op, "min") || is(f->p.op, "argmin"),
         index = is(f->p.op, "argmin") || is(f->p.op, "argmax");
    if (!is_float(f->p.type)) {
        wide x = whole(f->p.type, memory, a), y = whole(f->p.type, memory, b);
        return least ? x < y : x > y;
    }
    double x = real(f->p.type, memory, a), y = real(f->p.type, memory, b);
    if (isnan(x) || isnan(y)) return isnan(x) && !isnan(y);
    if (x == 0 && y == 0 && !index) return least ? signbit(x) && !signbit(y) : !signbit(x) && signbit(y);
    return least ? x < y : x > y;
}

static void check_extreme(const struct fixture *f, unsigned trial, uint64_t k)
{
    struct gathered g;
    uint64_t best = 0;
    bool last = is(f->p.ties, "last");
    gather(f, k, &g);
    for (uint64_t e = 1; e < g.n; e++) {
        bool front = in_front(f, g.place[e], g.place[best]), behind = in_front(f, g.place[best], g.place[e]);
        if (front || (last && !behind)) best = e;
    }
    if (is(f->p.op, "argmin") || is(f->p.op, "argmax"))
        assert_whole(f, trial, k, g.n ? (wide)best : -1);
    else if (g.n && is_float(f->p.type))
        assert_real(f, trial, k, real(f->p.type, f->trials[0].before, g.place[best]));
    else if (g.n)
        assert_whole(f, trial, k, whole(f->p.type, f->trials[0].before, g.place[best]));
    else if (is_float(f->p.type))
        assert_real(f, trial, k, is(f->p.op, "min") ? (double)INFINITY : -(double)INFINITY);
    drop(&g);
}

static void check_truth(const struct fixture *f, unsigned trial, uint64_t k)
{
    struct gathered g;
    bool any = false, all = true;
    gather(f, k, &g);
    for (uint64_t e = 0; e < g.n; e++) {
        bool is_true = is_float(f->p.type) ? real(f->p.type, f->trials[0].before, g.place[e]) != 0
                                           : whole(f->p.type, f->trials[0].before, g.place[e]) != 0;
        any |= is_true;
        all &= is_true;
    }
    assert_whole(f, trial, k, is(f->p.op, "any") ? any : all);
    drop(&g);
}

static void check_tree(const struct fixture *f, unsigned trial, uint64_t k)
{
    struct gathered g;
    gather(f, k, &g);
    assert_real(f, trial, k, tree_result(f, &g));
    drop(&g);
}

/* Counts those of which the expansion knew the sum. */
static unsigned check_exact(const struct fixture *f, unsigned trial, uint64_t k)
{
    struct gathered g;
    gather(f, k, &g);
    double special = special_sum(f, &g), expected = expanded_result(f, &g, f->p.sum == TW_FLOAT32);
    if (special != 0) assert_real(f, trial, k, special);
    if (!isnan(expected)) assert_real(f, trial, k, expected);
    drop(&g);
    return special != 0 || !isnan(expected);
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
static void for_each_size(struct problem p, check_fixture *check)
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

static void check_all_trees(struct fixture *f, unsigned trial)
{
    for (uint64_t k = 0; k < f->results; k++) check_tree(f, trial, k);
}

static void sums_follow_the_tree(void **state)
{
    (void)state;
    static const char *const ops[] = {"sum", "product", "mean", "norm2", "dot"}, *const orders[] = {
                                                                                     "fixed", "compensated",
                                                                                     "free"};
    for (unsigned i = 0; i < TYPES * 5 * 3 * 2; i++) {
        enum tw_element sum = i % 2 ? TW_FLOAT64 : TW_FLOAT32;
        struct problem p = {ops[i / 2 % 5], "", orders[i / 10 % 3], "first", 0, 0, 0, 0, types[i / 30], sum};
        if (!(is(p.op, "product") && is(p.order, "compensated"))) for_each_size(p, check_all_trees);
    }
}

static void check_all_integers(struct fixture *f, unsigned trial)
{
    for (uint64_t k = 0; k < f->results; k++) check_integers(f, trial, k);
}

static void integers_wrap(void **state)
{
    (void)state;
    static const char *const ops[] = {"sum", "product", "dot"};
    static const enum tw_element sums[] = {TW_INT32, TW_UINT32, TW_INT64, TW_UINT64};
    for (unsigned i = 0; i < 8 * 3 * 4; i++) {
        struct problem p = {ops[i % 3], "", "fixed", "first", 0, 0, 0, 0, types[i / 12], sums[i / 3 % 4]};
        for_each_size(p, check_all_integers);
    }
}

static void check_all_extremes(struct fixture *f, unsigned trial)
{
    for (uint64_t k = 0; k < f->results; k++) check_extreme(f, trial, k);
}

static void extremes_and_where_they_are(void **state)
{
    (void)state;
    static const char *const ops[] = {"min", "max", "argmin", "argmax"}, *const ties[] = {"first", "last"};
    for (unsigned i = 0; i < TYPES * 4 * 2; i++) {
        struct problem p = {ops[i % 4], "", "fixed", ties[i / 4 % 2], 0, 0, 0, 0, types[i / 8], types[i / 8]};
        for_each_size(p, check_all_extremes);
    }
}

static unsigned truths[2];

static void check_all_truths(struct fixture *f, unsigned trial)
{
    for (uint64_t k = 0; k < f->results; k++) {
        check_truth(f, trial, k);
        truths[((const uint8_t *)f->trials[f->c].after)[k]] += length(f, k) > 1;
    }
}

/* And each answer is seen often. */
static void any_and_all(void **state)
{
    (void)state;
    static const char *const ops[] = {"any", "all"};
    for (unsigned i = 0; i < TYPES * 2; i++) {
        struct problem p = {ops[i % 2], "", "fixed", "first", 0, 0, 0, 0, types[i / 2], types[i / 2]};
        truths[0] = truths[1] = 0;
        for_each_size(p, check_all_truths);
        assert_true(truths[0] > 100 && truths[1] > 100);
    }
}

static unsigned known, all;

static void check_all_exact(struct fixture *f, unsigned trial)
{
    for (uint64_t k = 0; k < f->results; k++) known += check_exact(f, trial, k);
    all += (unsigned)f->results;
}

static void exact_sums_are_rounded_once(void **state)
{
    (void)state;
    for (unsigned i = 8; i < TYPES; i++) {
        for (unsigned k = 0; k < 4; k++) {
            struct problem p = {k & 1 ? "dot" : "sum",          "", "exact", "first", 0, 0, 0, 0, types[i],
                                k & 2 ? TW_FLOAT32 : TW_FLOAT64};
            bool offered = types[i] != TW_FLOAT64 || (k == 0);
            if (offered) for_each_size(p, check_all_exact);
        }
    }
    assert_true(known > all - all / 8);
}

/* ---- what the trials promise ---- */

static bool is_small(double x)
{
    return x == floor(x) && fabs(x) <= 8;
}

/* Whatever the order: sums of absolute values that every accumulator holds, and products of few. */
static void check_small(struct fixture *f, unsigned trial)
{
    if (trial != 0) return;
    for (uint64_t k = 0; k < f->results; k++) {
        struct gathered g;
        double sum = 0, product = 1;
        uint64_t kept = 0;
        gather(f, k, &g);
        for (uint64_t e = 0; e < g.n; e++) {
            assert_true(is_small(g.x[e]) && is_small(g.y[e]));
            sum += fabs(pairs(f) ? g.x[e] * g.y[e] : g.x[e]);
            product *= g.x[e] != 0 ? fabs(g.x[e]) : 1;
            kept += g.x[e] != 0;
        }
        assert_true(sum < 0x1p24 && (!is(f->p.op, "product") || product < 0x1p24));
        assert_true(g.n < 64 || kept > g.n / 4 || g.n > 10000);
        if (f->trials[f->c].exact) assert_true(isnan(f->trials[f->c].exact[k]));
        drop(&g);
    }
}

static void small_integers_are_exact(void **state)
{
    (void)state;
    static const char *const ops[] = {"sum", "product", "mean", "norm2", "dot"};
    for (unsigned i = 0; i < TYPES * 5; i++) {
        struct problem p = {ops[i % 5], "", "free", "first", 0, 0, 0, 0, types[i / 5], TW_FLOAT32};
        for_each_size(p, check_small);
    }
}

/* The bound's middle, and that a plain sum in the accumulator's type keeps to the bound that a chain of n gives. */
static void check_bound(struct fixture *f, unsigned trial)
{
    double unit = f->p.sum == TW_FLOAT32 ? 0x1p-24 : 0x1p-53;
    if (trial == 0) return;
    for (uint64_t k = 0; k < f->results; k++) {
        struct gathered g;
        gather(f, k, &g);
        double exact = f->trials[f->c].exact[k], scale = f->trials[f->c].scale[k], forward = 0, backward = 0;
        bool product = is(f->p.op, "product");
        if (product) forward = backward = 1;
        for (uint64_t e = 0; e < g.n; e++) {
            double x = g.x[e], y = g.y[e], last = g.x[g.n - 1 - e], other = g.y[g.n - 1 - e];
            forward = product    ? rounded(f, forward * x)
                      : pairs(f) ? fused(f, x, y, forward)
                                 : rounded(f, forward + x);
            backward = product    ? rounded(f, backward * last)
                       : pairs(f) ? fused(f, last, other, backward)
                                  : rounded(f, backward + last);
        }
        if (is(f->p.op, "mean")) forward /= (double)g.n, backward /= (double)g.n;
        if (is(f->p.op, "norm2")) forward = sqrt(forward), backward = sqrt(backward);
        if (isnan(exact)) {
            double after = real(f->p.sum, f->trials[f->c].after, k);
            bool special =
                isnan(after) ? isnan(forward) && isnan(backward) : after == forward && after == backward;
            if (!special || (g.n && isfinite(after)))
                fail_msg("%s of %s %llu, trial %u: %g, forward %g, backward %g", f->p.op,
                         tw_element_info(f->p.type)->name, (unsigned long long)k, trial, after, forward,
                         backward);
        } else {
            double bound = unit * scale * (double)(product ? 2 : g.n + 2);
            if (fabs(forward - exact) > bound || fabs(backward - exact) > bound)
                fail_msg("%s of %s %llu, trial %u: %a, forward %a, backward %a, scale %a", f->p.op,
                         tw_element_info(f->p.type)->name, (unsigned long long)k, trial, exact, forward,
                         backward, scale);
        }
        drop(&g);
    }
}

static void free_order_keeps_to_the_bound(void **state)
{
    (void)state;
    static const char *const ops[] = {"sum", "product", "mean", "norm2", "dot"};
    for (unsigned i = 0; i < TYPES * 5 * 2; i++) {
        enum tw_element sum = i % 2 ? TW_FLOAT64 : TW_FLOAT32;
        struct problem p = {ops[i / 2 % 5], "", "free", "first", 0, 0, 0, 0, types[i / 10], sum};
        bool overflows =
            is(p.op, "norm2") && (types[i / 10] >= TW_BFLOAT16 || tw_element_info(types[i / 10])->bytes == 8);
        if (sum == TW_FLOAT32 && (types[i / 10] == TW_FLOAT64 || overflows)) continue;
        for_each_size(p, check_bound);
    }
}

/* Added one after the other the elements give other bits, most times: a kernel with an order of its own shows. */
static void the_order_shows(void **state)
{
    (void)state;
    struct problem p = {"sum", "rows", "fixed", "first", 200, 300, 1, 300, TW_FLOAT32, TW_FLOAT32};
    struct fixture f;
    begin(&f, &p);
    for (unsigned trial = 1; trial < 3; trial++) {
        unsigned differ = 0;
        fill(&f, trial);
        for (uint64_t k = 0; k < f.results; k++) {
            struct gathered g;
            float forward = 0;
            gather(&f, k, &g);
            for (uint64_t e = 0; e < g.n; e++) forward += (float)g.x[e];
            differ += forward != ((const float *)f.trials[f.c].after)[k];
            drop(&g);
        }
        assert_true(differ > f.results / 4);
    }
    end(&f);
}

/* Infinities and NaN, but of few. */
static void hard_results_are_mostly_finite(void **state)
{
    (void)state;
    static const char *const ops[] = {"sum", "min", "max", "dot", "norm2"};
    for (unsigned i = 0; i < 5 * 4; i++) {
        enum tw_element type = types[8 + i / 5];
        struct problem p = {ops[i % 5], "rows", "fixed", "first", 200, 300, 1, 300, type, TW_FLOAT64};
        struct fixture f;
        unsigned finite_ones = 0, nans = 0;
        begin(&f, &p);
        fill(&f, 2);
        for (uint64_t k = 0; k < f.results; k++) {
            double result = real(result_type(&p), f.trials[f.c].after, k);
            finite_ones += isfinite(result);
            nans += isnan(result);
        }
        assert_true(nans > 0 && nans + finite_ones < f.results && finite_ones > f.results / 2);
        end(&f);
    }
}

static void segments_are_of_all_kinds(void **state)
{
    (void)state;
    struct problem p = {"sum",   "segments", "fixed", "first",    5000,
                        1000000, 1,          1000000, TW_FLOAT32, TW_FLOAT32};
    struct fixture f;
    begin(&f, &p);
    for (unsigned trial = 0; trial < 3; trial++) {
        unsigned empty = 0, one = 0, odd_starts = 0, long_ones = 0;
        fill(&f, trial);
        for (uint64_t s = 0; s < p.rows; s++) {
            assert_true(offset(&f, s) <= offset(&f, s + 1) && offset(&f, s + 1) <= p.cols);
            empty += length(&f, s) == 0;
            one += length(&f, s) == 1;
            odd_starts += offset(&f, s) % 2;
            long_ones += length(&f, s) > 2048;
        }
        assert_true(empty > 500 && one > 300 && odd_starts > 1000 && long_ones > 50);
        assert_true((offset(&f, p.rows) < p.cols - 1000) == (trial > 0));
    }
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_follow_the_tree),
        cmocka_unit_test(integers_wrap),
        cmocka_unit_test(extremes_and_where_they_are),
        cmocka_unit_test(any_and_all),
        cmocka_unit_test(exact_sums_are_rounded_once),
        cmocka_unit_test(small_integers_are_exact),
        cmocka_unit_test(free_order_keeps_to_the_bound),
        cmocka_unit_test(segments_are_of_all_kinds),
        cmocka_unit_test(the_order_shows),
        cmocka_unit_test(hard_results_are_mostly_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
