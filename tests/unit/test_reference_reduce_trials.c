/* What the trials of the reductions' reference promise: small integers that are exact in any order, bounds that are kept, results
   that depend on the order, segments of all kinds. */
#include "tests/unit/reduce_fixture.h"

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
        cmocka_unit_test(small_integers_are_exact),       cmocka_unit_test(free_order_keeps_to_the_bound),
        cmocka_unit_test(segments_are_of_all_kinds),      cmocka_unit_test(the_order_shows),
        cmocka_unit_test(hard_results_are_mostly_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
