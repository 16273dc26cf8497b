/*
 * Plans of variants with several launches and scratch: the plan's own or the caller's, one after the other, and what a launch
 * refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/text.h"
#include "tests/planner.h"

#define N 5000u

static CUdeviceptr a, b, c;

static int start(void **state)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .no_cache = true};
    int32_t ones[N], numbers[N];
    (void)state;
    for (unsigned i = 0; i < N; i++) {
        ones[i] = 1;
        numbers[i] = (int32_t)i;
    }
    return open_planner_of(&options) || driver->cuMemAlloc_v2(&a, sizeof ones) ||
           driver->cuMemAlloc_v2(&b, sizeof numbers) || driver->cuMemAlloc_v2(&c, sizeof(int32_t)) ||
           driver->cuMemcpyHtoD_v2(a, ones, sizeof ones) ||
           driver->cuMemcpyHtoD_v2(b, numbers, sizeof numbers);
}

static struct tw_plan *make(const char *method)
{
    struct tw_text fields = {0};
    struct tw_plan *plan;
    tw_text_addf(&fields,
                 "{\"n\": %u, \"type\": \"int32\", \"method\": \"%s\", \"blocks\": 7, \"unroll\": 1}", N,
                 method);
    struct tw_problem problem = {.family = "dot", .fields = fields.data};
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s", error.message);
    tw_text_free(&fields);
    return plan;
}

/* The sum that a launch leaves, with the caller's scratch or (0) the plan's own. */
static int32_t launch(const struct tw_plan *plan, CUdeviceptr scratch)
{
    void *arguments[] = {&a, &b, &c};
    int32_t sum = 0;
    assert_int_equal(driver->cuMemsetD8_v2(c, 0xA5, sizeof sum), CUDA_SUCCESS);
    if (tw_plan_launch_scratch(plan, NULL, arguments, scratch, tw_plan_scratch(plan).bytes, &error))
        fail_msg("%s", error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(&sum, c, sizeof sum), CUDA_SUCCESS);
    return sum;
}

static const int32_t expected = (int32_t)(N * (N - 1) / 2);

static void launches_follow_each_other_in_the_plans_own_scratch(void **state)
{
    (void)state;
    const char *const methods[] = {"second", "last"};
    for (int i = 0; i < 2; i++) {
        struct tw_plan *plan = make(methods[i]);
        assert_int_equal(tw_plan_scratch(plan).zero, i == 1); /* the counter of the last block */
        for (int k = 0; k < 3; k++) assert_int_equal(launch(plan, 0), expected);
        tw_plan_destroy(plan);
    }
}

/* Scratch full of noise will do where it need not be zero; where it must, it is left zero for the next. */
static void the_callers_scratch_is_taken(void **state)
{
    (void)state;
    const char *const methods[] = {"second", "last"};
    for (int i = 0; i < 2; i++) {
        struct tw_plan *plan = make(methods[i]);
        const struct tw_scratch needs = tw_plan_scratch(plan);
        CUdeviceptr scratch;
        assert_true(needs.bytes >= 7 * sizeof(int32_t));
        assert_int_equal(driver->cuMemAlloc_v2(&scratch, needs.bytes), CUDA_SUCCESS);
        assert_int_equal(scratch % needs.align, 0);
        assert_int_equal(driver->cuMemsetD8_v2(scratch, needs.zero ? 0 : 0x5A, needs.bytes), CUDA_SUCCESS);
        for (int k = 0; k < 3; k++) assert_int_equal(launch(plan, scratch), expected);
        driver->cuMemFree_v2(scratch);
        tw_plan_destroy(plan);
    }
}

static void what_needs_no_scratch_has_none(void **state)
{
    (void)state;
    struct tw_plan *plan = make("partials");
    assert_int_equal(tw_plan_scratch(plan).bytes, 0);
    tw_plan_destroy(plan);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    struct tw_plan *plan = make("last");
    CUdeviceptr odd = a + 2;
    void *arguments[] = {&a, &b, &c}, *misaligned[] = {&odd, &b, &c};
    size_t bytes = tw_plan_scratch(plan).bytes;
    assert_int_equal(tw_plan_launch_scratch(plan, NULL, arguments, c + 8, bytes, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "the scratch is not a multiple of 256 bytes"));
    assert_true(bytes > 0);
    assert_int_equal(tw_plan_launch_scratch(plan, NULL, arguments, c, bytes - 1, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "but a launch needs"));
    assert_int_equal(tw_plan_launch(plan, NULL, misaligned, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "a is not a multiple of 4 bytes"));
    assert_int_equal(tw_plan_set_symbol(plan, "w", &odd, sizeof odd, NULL, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "has no symbol w"));
    assert_int_equal(launch(plan, 0), expected); /* nothing came of it */
    tw_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_follow_each_other_in_the_plans_own_scratch),
        cmocka_unit_test(the_callers_scratch_is_taken),
        cmocka_unit_test(what_needs_no_scratch_has_none),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, start, close_planner);
}
