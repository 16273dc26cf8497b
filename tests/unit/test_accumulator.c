/* Sums, products and means in an accumulator that nothing rounds: those with known answers, and more terms than it takes without a
   carry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>

#include "runtime/references/accumulator.h"

static double summed(const double *term, unsigned count, bool single)
{
    struct tw_accumulator sum = {.nan = false};
    for (unsigned i = 0; i < count; i++) tw_accumulate(&sum, term[i]);
    return tw_accumulated(&sum, single);
}

static void published_sums(void **state)
{
    (void)state;
    double inf = (double)INFINITY, nan = (double)NAN, least = 0x1p-1074;
    static const struct {
        double term[5];
        unsigned count;
        double wide, single;
    } known_sums[] = {
        {{DBL_MAX, DBL_MAX, -DBL_MAX}, 3, DBL_MAX, INFINITY},
        {{FLT_MAX, FLT_MAX, -FLT_MAX}, 3, FLT_MAX, FLT_MAX},
        {{1e100, 1, -1e100}, 3, 1, 1},
        {{1e308, 1, 1e-308, -1e308}, 4, 1, 1},
        {{1, 0x1p-53}, 2, 1, 1},
        {{1, 0x1p-53, 0x1p-1074}, 3, 1 + 0x1p-52, 1},
        {{1 + 0x1p-52, 0x1p-53}, 2, 1 + 0x1p-51, 1},
        {{1 + 0x1p-52, 0x1p-53, -0x1p-1074}, 3, 1 + 0x1p-52, 1},
        {{1, 0x1p-24}, 2, 1 + 0x1p-24, 1},
        {{1, 0x1p-24, 0x1p-1074}, 3, 1 + 0x1p-24, 1 + 0x1p-23},
        {{-1, -0x1p-24, -0x1p-1074}, 3, -1 - 0x1p-24, -1 - 0x1p-23},
        {{0x1p-149, 0x1p-150}, 2, 0x1.8p-149, 0x1p-148},
        {{0x1p-150}, 1, 0x1p-150, 0},
        {{0x1p-150, 0x1p-1074}, 2, 0x1p-150, 0x1p-149},
        {{DBL_MAX, 0x1p969}, 2, DBL_MAX, INFINITY},
        {{DBL_MAX, 0x1p970}, 2, INFINITY, INFINITY},
        {{FLT_MAX, 0x1p103, -0x1p-1074}, 3, FLT_MAX + 0x1p103, FLT_MAX},
        {{0x1p-1074, -0x1p-1074}, 2, 0, 0},
    };
    for (unsigned i = 0; i < sizeof known_sums / sizeof *known_sums; i++) {
        assert_true(summed(known_sums[i].term, known_sums[i].count, false) == known_sums[i].wide);
        assert_true(summed(known_sums[i].term, known_sums[i].count, true) == known_sums[i].single);
    }
    const double infinite[] = {inf, -DBL_MAX, -DBL_MAX}, both[] = {inf, 1, -inf}, not [] = {least, nan, inf};
    assert_true(summed(infinite, 3, false) == inf && isnan(summed(both, 3, false)) &&
                isnan(summed(not, 3, false)));
    const double zeros[] = {-0.0, -0.0, 0.0, 1, -1};
    assert_true(signbit(summed(zeros, 2, false)) && !signbit(summed(zeros, 3, false)));
    assert_true(!signbit(summed(zeros, 0, false)) && !signbit(summed(zeros + 3, 2, true)));
}

/* What no double holds: products below the least and above the greatest, and all digits of one. */
static void published_products(void **state)
{
    (void)state;
    static const struct {
        double x[4], y[4];
        double sum, root; /* root: of a sum that is not negative */
    } cases[] = {
        {{0x1p-1074, 0, 0, 0}, {0x1p-1074, 0, 0, 0}, 0, 0x1p-1074},
        {{0x1p-538, 0x1p-1074, 0, 0}, {0x1p-537, 0x1p-1074, 0, 0}, 0x1p-1074, 0x1.6a09e667f3bcdp-538},
        {{0x1p-538, 0, 0, 0}, {0x1p-537, 0, 0, 0}, 0, 0x1.6a09e667f3bcdp-538},
        {{DBL_MAX, 0, 0, 0}, {DBL_MAX, 0, 0, 0}, INFINITY, DBL_MAX},
        {{DBL_MAX, DBL_MAX, DBL_MAX, 0}, {DBL_MAX, -DBL_MAX, 1, 0}, DBL_MAX, 0x1.fffffffffffffp511},
        {{3, 4, 0, 0}, {3, 4, 0, 0}, 25, 5},
        {{1 + 0x1p-52, -1, 0, 0}, {1 + 0x1p-52, 1, 0, 0}, 0x1p-51 + 0x1p-104, 0x1.6a09e667f3bcdp-26},
        {{0x1p1023, 0x1p1023, 0, 0}, {0x1p1023, 0x1p1023, 0, 0}, INFINITY, 0x1.6a09e667f3bcdp1023},
        {{DBL_MAX, DBL_MAX, 0, 0}, {DBL_MAX, DBL_MAX, 0, 0}, INFINITY, INFINITY},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_accumulator sum = {.nan = false};
        for (unsigned j = 0; j < 4; j++) tw_accumulate_product(&sum, cases[i].x[j], cases[i].y[j]);
        struct tw_accumulator copy = sum;
        assert_true(tw_accumulated(&copy, false) == cases[i].sum);
        assert_true(tw_accumulated_root(&sum, false) == cases[i].root);
    }
    struct tw_accumulator zeros = {.nan = false}, wrong = {.nan = false};
    tw_accumulate_product(&zeros, -0.0, 5);
    assert_true(signbit(tw_accumulated(&zeros, false)));
    tw_accumulate_product(&wrong, 0, (double)INFINITY);
    assert_true(isnan(tw_accumulated(&wrong, false)));
}

/* Quotients: such as a double or a float has, halfway between two, and beside that. */
static void published_means(void **state)
{
    (void)state;
    static const struct {
        double term[3];
        uint64_t count;
        double wide, single;
    } cases[] = {
        {{DBL_MAX, DBL_MAX, DBL_MAX}, 3, DBL_MAX, INFINITY},
        {{FLT_MAX, FLT_MAX, FLT_MAX}, 3, FLT_MAX, FLT_MAX},
        {{1, 0, 0}, 3, 0x1.5555555555555p-2, 0x1.555556p-2},
        {{1, 1 + 0x1p-52, 0}, 2, 1, 1},
        {{1 + 0x1p-52, 1 + 0x1p-51, 0}, 2, 1 + 0x1p-51, 1},
        {{1 + 0x1p-52, 1 + 0x1p-51, -0x1p-1074}, 2, 1 + 0x1p-52, 1},
        {{1, 1 + 0x1p-23, 0}, 2, 1 + 0x1p-24, 1},
        {{1, 1 + 0x1p-23, 0x1p-1074}, 2, 1 + 0x1p-24, 1 + 0x1p-23},
        {{-1, -1 - 0x1p-23, -0x1p-1074}, 2, -1 - 0x1p-24, -1 - 0x1p-23},
        {{0x1p-1074, 0, 0}, 2, 0, 0},
        {{0x1p-1074, 0x1p-1074, 0x1p-1074}, 2, 0x1p-1073, 0},
        {{0x1p-149, 0x1p-149, 0x1p-149}, 4, 0x1.8p-150, 0x1p-149},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_accumulator sum = {.nan = false};
        for (unsigned j = 0; j < 3; j++) tw_accumulate(&sum, cases[i].term[j]);
        struct tw_accumulator copy = sum;
        assert_true(tw_accumulated_mean(&copy, cases[i].count, false) == cases[i].wide);
        assert_true(tw_accumulated_mean(&sum, cases[i].count, true) == cases[i].single);
    }
    struct tw_accumulator zeros = {.nan = false};
    tw_accumulate(&zeros, -0.0);
    assert_true(signbit(tw_accumulated_mean(&zeros, 1, false)));
}

/* More terms than the digits take without a carry. */
static void many_terms(void **state)
{
    (void)state;
    struct tw_accumulator sum = {.nan = false};
    uint64_t count = (UINT64_C(1) << 27) + 12345;
    double x = -(1 - 0x1p-53);
    for (uint64_t i = 0; i < count; i++) tw_accumulate(&sum, x);
    assert_true(tw_accumulated(&sum, false) == fma((double)count, x, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_sums),
        cmocka_unit_test(published_products),
        cmocka_unit_test(published_means),
        cmocka_unit_test(many_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
