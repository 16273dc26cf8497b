/* Order exact on the simulator: sums whose roundings are hard, with answers that are known, and long ones that cancel against
   the reference's sum that nothing rounds; as rows, columns, segments, and by several blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/references/accumulator.h"
#include "tests/planner.h"

static int open_planner(void **state)
{
    (void)state;
    struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR};
    return open_planner_of(&options);
}

/* ---- launching ---- */

/* What the launches of a problem give for inputs of these bytes: a, and b or offsets unless NULL. */
static void launch(const char *fields, const void *inputs[2], const size_t bytes[2], void *c, size_t c_bytes)
{
    struct tw_problem problem = {.family = "reduce", .fields = fields};
    struct tw_plan *plan;
    CUdeviceptr buffer[3];
    void *arguments[3];
    unsigned count = 0;
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s: %s", fields, error.message);
    for (; count < 2 && inputs[count]; count++) {
        assert_int_equal(driver->cuMemAlloc_v2(&buffer[count], bytes[count]), CUDA_SUCCESS);
        assert_int_equal(driver->cuMemcpyHtoD_v2(buffer[count], inputs[count], bytes[count]), CUDA_SUCCESS);
    }
    assert_int_equal(driver->cuMemAlloc_v2(&buffer[count], c_bytes), CUDA_SUCCESS);
    for (unsigned i = 0; i <= count; i++) arguments[i] = &buffer[i];
    if (tw_plan_launch(plan, NULL, arguments, &error)) fail_msg("%s: %s", fields, error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(c, buffer[count], c_bytes), CUDA_SUCCESS);
    for (unsigned i = 0; i <= count; i++) driver->cuMemFree_v2(buffer[i]);
    tw_plan_destroy(plan);
}

/* The same number: of zeros also the sign, and any NaN is NaN. */
static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

/* ---- known answers ---- */

#define TERMS 10
#define TINY  0x1p-1074
#define TINYF 0x1p-149

#define ALL_NEGATIVE_ZEROS                                                                                   \
    {                                                                                                        \
        -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0                                           \
    }

/* Terms that are not said are +0. */
struct answer {
    double terms[TERMS], sum;
};

static const struct answer doubles[] = {
    {{DBL_MAX, DBL_MAX, -DBL_MAX, 0}, DBL_MAX}, /* overflows on the way only */
    {{DBL_MAX, DBL_MAX, 0, 0}, INFINITY},
    {{-DBL_MAX, -DBL_MAX, DBL_MAX, -DBL_MAX}, -INFINITY},
    {{DBL_MAX, 0x1p970, 0, 0}, INFINITY}, /* halfway to what would be 2^1024 */
    {{DBL_MAX, 0x1p970, -TINY, 0}, DBL_MAX},
    {{0x1p1023, 0x1p1023, -TINY, 0}, INFINITY},
    {{0x1p1023, -0x1p1023, TINY, TINY}, 2 * TINY},
    {{1, 0x1p-53, 0, 0}, 1}, /* halfway: to even */
    {{1, 0x1p-53, TINY, 0}, 1 + 0x1p-52},
    {{1, 0x1p-53, -TINY, 0}, 1},
    {{TINY, -1, -0x1p-53, 0}, -1},
    {{1 + 0x1p-52, 0x1p-53, 0, 0}, 1 + 0x1p-51},
    {{1 + 0x1p-52, 0x1p-53, -0x1p-700, 0}, 1 + 0x1p-52},
    {{1, -0x1p-54, -0x1p-300, 0}, 1 - 0x1p-53},
    {{1, -0x1p-54, 0x1p-300, 0}, 1},
    {{0x1p1000, 1, 0x1p-1000, -0x1p1000}, 1},
    {{0x1p1000, 0x1p-1000, -0x1p1000, TINY}, 0x1p-1000},
    {{0x1p500, 0x1p300, -0x1p500, -0x1p300}, 0},
    {{0x1p500, 0x1p100, 0x1p-300, -0x1p500}, 0x1p100},
    {{0x1p1000, 0x1p800, 0x1p600, 0x1p400, -0x1p1000, -0x1p800, -0x1p600}, 0x1p400}, /* four doubles */
    {{0x1p1000, 0x1p800, 0x1p600, TINY, -0x1p1000, -0x1p800, -0x1p600, 1, 0x1p-53}, 1 + 0x1p-52},
    {{0x1p1000, 0x1p800, 0x1p600, 0, -0x1p1000, -0x1p800, -0x1p600, 1, 0x1p-53}, 1},
    {{0x1p-1022, -TINY, 0, 0}, 0x1p-1022 - TINY}, /* a subnormal number */
    {ALL_NEGATIVE_ZEROS, -0.0},
    {{-0.0, -0.0, 0, -0.0}, 0},
    {{1, -1, -0.0, -0.0}, 0},
    {{INFINITY, 1, DBL_MAX, DBL_MAX}, INFINITY},
    {{-INFINITY, DBL_MAX, DBL_MAX, DBL_MAX}, -INFINITY},
    {{INFINITY, 1, -INFINITY, 0}, NAN},
    {{1, NAN, INFINITY, 0}, NAN},
};

static const struct answer singles[] = {
    {{FLT_MAX, FLT_MAX, -FLT_MAX, 0}, FLT_MAX},
    {{FLT_MAX, 0x1p103, 0, 0}, INFINITY},
    {{FLT_MAX, 0x1p103, -TINYF, 0}, FLT_MAX},
    {{1, 0x1p-24, 0, 0}, 1},
    {{1, 0x1p-24, TINYF, 0}, 1 + 0x1p-23}, /* not 1 by way of a double */
    {{1, 0x1p-24, -TINYF, 0}, 1},
    {{1 + 0x1p-23, 0x1p-24, -TINYF, 0}, 1 + 0x1p-23},
    {{0x1p127, 0x1p60, 0x1p-10, 0x1p-140}, 0x1p127}, /* more bits than two doubles have */
    {{0x1p127, 0x1p-149, 0x1p60, -0x1p127}, 0x1p60},
    {{0x1p127, 0x1p36, -0x1p127, TINYF}, 0x1p36},
    {{0x1p127, 0x1p60, TINYF, 0, -0x1p127, -0x1p60}, TINYF}, /* three doubles */
    {{0x1p127, 0x1p60, TINYF, 0, -0x1p127, -0x1p60, 1, 0x1p-24}, 1 + 0x1p-23},
    {{0x1p127, 0x1p60, -TINYF, 0, -0x1p127, -0x1p60, 1, 0x1p-24}, 1},
    {{0x1p-126, -TINYF, 0, 0}, 0x1p-126 - TINYF},
    {ALL_NEGATIVE_ZEROS, -0.0},
    {{0, -0.0, -0.0, -0.0}, 0},
    {{-INFINITY, FLT_MAX, FLT_MAX, 1}, -INFINITY},
    {{INFINITY, -INFINITY, 0x1p-149, 0x1p127}, NAN},
    {{NAN, 1, 1, 1}, NAN},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Term t of answer k goes to element k * step + t * stride. */
static void check_answers(const char *fields, const struct answer *answers, size_t count, bool single,
                          const int64_t *offsets, size_t step, size_t stride)
{
    static double a[TERMS * COUNT(doubles)], c[COUNT(doubles)];
    float *a_single = (float *)(void *)a, *c_single = (float *)(void *)c;
    size_t bytes = single ? sizeof(float) : sizeof(double);
    for (size_t k = 0; k < count; k++)
        for (size_t t = 0; t < TERMS; t++) {
            if (single)
                a_single[k * step + t * stride] = (float)answers[k].terms[t];
            else
                a[k * step + t * stride] = answers[k].terms[t];
        }
    launch(fields, (const void *[]){a, offsets},
           (size_t[]){TERMS * count * bytes, (count + 1) * sizeof *offsets}, c, count * bytes);
    for (size_t k = 0; k < count; k++) {
        double got = single ? c_single[k] : c[k];
        if (!same(got, answers[k].sum)) fail_msg("%s: %zu is %a, not %a", fields, k, got, answers[k].sum);
    }
}

static void check_table(const struct answer *answers, size_t count, const char *type)
{
    char fields[200];
    bool single = strcmp(type, "float32") == 0;
    int64_t offsets[COUNT(doubles) + 1];
    for (size_t k = 0; k <= count; k++) offsets[k] = (int64_t)(TERMS * k);
    snprintf(fields, sizeof fields, "{\"rows\": %zu, \"cols\": %d, \"type\": \"%s\", \"order\": \"exact\"}",
             count, TERMS, type);
    check_answers(fields, answers, count, single, NULL, TERMS, 1);
    snprintf(fields, sizeof fields,
             "{\"rows\": %d, \"cols\": %zu, \"type\": \"%s\", \"order\": \"exact\", \"along\": \"columns\"}",
             TERMS, count, type);
    check_answers(fields, answers, count, single, NULL, 1, count);
    snprintf(
        fields, sizeof fields,
        "{\"rows\": %zu, \"cols\": %zu, \"type\": \"%s\", \"order\": \"exact\", \"along\": \"segments\"}",
        count, TERMS * count, type);
    check_answers(fields, answers, count, single, offsets, TERMS, 1);
}

static void hard_roundings_are_right(void **state)
{
    (void)state;
    check_table(doubles, COUNT(doubles), "float64");
    check_table(singles, COUNT(singles), "float32");
}

/* ---- long sums ---- */

#define LENGTH 20011

static uint64_t random_bits(void)
{
    static uint64_t bits = 88172645463325252u;
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    return bits;
}

/* Any finite number but for zeros, or one whose exponent is within `spread` of 0. */
static double random_number(bool single, int spread)
{
    int least = single ? -149 : -1074, most = single ? 127 : 1023;
    int low = -spread < least ? least : -spread, high = spread > most ? most : spread;
    double mantissa = 1 + (double)(random_bits() >> (single ? 41 : 12)) * (single ? 0x1p-23 : 0x1p-52);
    int exponent = low + (int)(random_bits() % (uint64_t)(high - low + 1));
    double x = ldexp(random_bits() & 1 ? mantissa : -mantissa, exponent);
    return single ? (double)(float)x : x;
}

static void swap(double *a, double *b)
{
    double kept = *a;
    *a = *b;
    *b = kept;
}

/* Pairs that cancel, and one number in so many that does not. */
static void fill_cancelling(double *a, bool single, int spread, unsigned lone)
{
    for (size_t i = 0; i + 1 < LENGTH; i += 2) {
        a[i] = random_number(single, spread);
        a[i + 1] = i % lone ? -a[i] : random_number(single, 1);
    }
    a[LENGTH - 1] = random_number(single, 0);
    for (size_t i = LENGTH - 1; i > 0; i--) swap(&a[i], &a[random_bits() % (i + 1)]);
}

static double summed(const double *a, const double *b, bool single)
{
    struct tw_accumulator sum = {0};
    for (size_t i = 0; i < LENGTH; i++) tw_accumulate(&sum, b ? a[i] * b[i] : a[i]);
    return tw_accumulated(&sum, single);
}

static void check_long(bool single, bool dot, int spread)
{
    static double a[LENGTH], b[LENGTH];
    static float a_single[LENGTH], b_single[LENGTH];
    char fields[200];
    double c;
    float c_single;
    fill_cancelling(a, single, spread, 1000);
    for (size_t i = 0; i < LENGTH; i++) {
        b[i] = ldexp(1, (int)(random_bits() % 5) - 2) * (1 + (double)(random_bits() % 64) / 64);
        a_single[i] = (float)a[i];
        b_single[i] = (float)b[i];
    }
    snprintf(fields, sizeof fields, "{\"cols\": %d, \"type\": \"%s\", \"order\": \"exact\", \"op\": \"%s\"}",
             LENGTH, single ? "float32" : "float64", dot ? "dot" : "sum");
    if (single)
        launch(fields, (const void *[]){a_single, dot ? b_single : NULL},
               (size_t[]){sizeof a_single, sizeof b_single}, &c_single, sizeof c_single);
    else
        launch(fields, (const void *[]){a, NULL}, (size_t[]){sizeof a, 0}, &c, sizeof c);
    double got = single ? c_single : c, expected = summed(a, dot ? b : NULL, single);
    if (!same(got, expected)) fail_msg("%s, spread %d: %a, not %a", fields, spread, got, expected);
}

static void long_sums_are_right(void **state)
{
    static const int spreads[] = {1, 20, 60, 120, 1074}; /* from one double to the long number */
    (void)state;
    for (size_t i = 0; i < COUNT(spreads); i++) {
        check_long(false, false, spreads[i]);
        check_long(true, false, spreads[i]);
        check_long(true, true, spreads[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_roundings_are_right),
        cmocka_unit_test(long_sums_are_right),
    };
    return cmocka_run_group_tests(tests, open_planner, close_planner);
}
