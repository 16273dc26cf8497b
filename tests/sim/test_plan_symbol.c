/*
 * A plan whose kernel has a symbol, on the simulator: its coefficients are set, and set again, and launches behind find them;
 * wrong names and sizes are refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tests/planner.h"

#define N 300u

static CUdeviceptr in, out;

static int start(void **state)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .no_cache = true};
    float ramp[N];
    (void)state;
    for (unsigned i = 0; i < N; i++) ramp[i] = (float)i;
    return open_planner_of(&options) || driver->cuMemAlloc_v2(&in, sizeof ramp) ||
           driver->cuMemAlloc_v2(&out, sizeof ramp) || driver->cuMemcpyHtoD_v2(in, ramp, sizeof ramp);
}

static struct tw_plan *make(void)
{
    struct tw_plan *plan;
    struct tw_problem problem = {.family = "stencil",
                                 .fields = "{\"cols\": 300, \"radius\": 1, \"symmetry\": \"antisymmetric\"}"};
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s", error.message);
    return plan;
}

/* The derivative of the ramp at its middle, with that coefficient. */
static float slope(const struct tw_plan *plan, float coefficient)
{
    void *arguments[] = {&in, &out};
    float found[N];
    if (tw_plan_set_symbol(plan, "coefficients", &coefficient, sizeof coefficient, NULL, &error))
        fail_msg("%s", error.message);
    if (tw_plan_launch(plan, NULL, arguments, &error)) fail_msg("%s", error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(found, out, sizeof found), CUDA_SUCCESS);
    for (unsigned i = 1; i + 1 < N; i++) assert_true(found[i] == found[1]);
    return found[N / 2];
}

static void launches_find_what_was_set(void **state)
{
    (void)state;
    struct tw_plan *plan = make();
    assert_true(slope(plan, 0.5f) == 1);
    assert_true(slope(plan, -2) == -4);
    tw_plan_destroy(plan);
}

static void what_is_no_symbol_is_refused(void **state)
{
    (void)state;
    struct tw_plan *plan = make();
    float two[2] = {1, 2};
    assert_int_equal(tw_plan_set_symbol(plan, "weights", two, 4, NULL, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "has no symbol weights"));
    assert_int_equal(tw_plan_set_symbol(plan, "coefficients", two, 8, NULL, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "symbol coefficients has 4 bytes, not 8"));
    tw_plan_destroy(plan);
}

/* Coefficients that are an argument leave a second kernel possible, for pointers that are no multiples of a vector. */
static void pointers_may_be_any_without_a_symbol(void **state)
{
    (void)state;
    struct tw_plan *plan;
    struct tw_problem problem = {.family = "stencil",
                                 .fields = "{\"cols\": 290, \"radius\": 1, \"symmetry\": \"antisymmetric\", "
                                           "\"coefficients\": \"readonly\"}"};
    CUdeviceptr coefficients, from = in + 4, to = out + 4;
    float two = 2, found[N];
    void *arguments[] = {&from, &to, &coefficients};
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s", error.message);
    assert_int_equal(driver->cuMemAlloc_v2(&coefficients, sizeof two), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemcpyHtoD_v2(coefficients, &two, sizeof two), CUDA_SUCCESS);
    if (tw_plan_launch(plan, NULL, arguments, &error)) fail_msg("%s", error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(found, out, sizeof found), CUDA_SUCCESS);
    for (unsigned i = 2; i < 290; i++) assert_true(found[i] == 4);
    assert_int_equal(driver->cuMemFree_v2(coefficients), CUDA_SUCCESS);
    tw_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(launches_find_what_was_set),
                                       cmocka_unit_test(what_is_no_symbol_is_refused),
                                       cmocka_unit_test(pointers_may_be_any_without_a_symbol)};
    return cmocka_run_group_tests(tests, start, close_planner);
}
