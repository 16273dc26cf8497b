/*
 * The reference of reductions against the definition taken literally: the elements of each reduction gathered into an array,
 * nodes of the tree asked for by level and number, sums that are exact by expansions (Shewchuk, 1997) or in 128 bits.
 */
#include "tests/unit/reduce_fixture.h"

__extension__ typedef unsigned __int128 unsigned_wide;

/* ---- the tree ---- */

struct state {
    double s, c;
};

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

static struct state first(const struct fixture *f, double x, double y)
{
    double product = rounded(f, x * y);
    if (!pairs(f)) return (struct state){x, 0};
    if (f->p.type <= TW_UINT64 && product == 0) product = 0; /* integers have no -0 */
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

/* ---- the tests ---- */

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_follow_the_tree),        cmocka_unit_test(integers_wrap),
        cmocka_unit_test(extremes_and_where_they_are), cmocka_unit_test(any_and_all),
        cmocka_unit_test(exact_sums_are_rounded_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
