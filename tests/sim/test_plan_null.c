/*
 * Plans of nothing: every function of tilewright/plan.h with NULL, and with structs that are all zero, for each of its arguments in
 * turn, while the others are right. What can fail says TW_INPUT; nothing crashes, and results are NULL.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/plan.h>

#include "runtime/driver.h"

static struct tw_planner *planner;
static struct tw_plan *plan, *constants; /* a transpose; a stencil, with a symbol */
static struct tw_error error = TW_ERROR_INIT;

static const struct tw_problem transpose = {.family = "transpose", .fields = "{\"rows\": 40, \"cols\": 48}"},
                               stencil = {.family = "stencil", .fields = "{\"cols\": 100}"},
                               empty = {.family = "reduce", .fields = "{\"cols\": 0}"},
                               without_results = {.family = "reduce", .fields = "{\"rows\": 0, \"cols\": 8}"};

static int open_all(void **state)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .no_cache = true};
    (void)state;
    int code = tw_planner_open(&options, &planner, &error);
    if (!code) code = tw_plan_make(planner, &transpose, &plan, &error);
    if (!code) code = tw_plan_make(planner, &stencil, &constants, &error);
    if (code) print_error("%s\n", error.message);
    return code;
}

static int close_all(void **state)
{
    (void)state;
    tw_planner_close(planner);
    tw_error_free(&error);
    return 0;
}

static void *somewhere = &error; /* what results must not keep */

/* With and without a struct for what went wrong. */
#define EXPECT(told, call)                                                                                   \
    do {                                                                                                     \
        struct tw_error *to = &error;                                                                        \
        assert_int_equal(call, TW_INPUT);                                                                    \
        if (!strstr(error.message, told)) fail_msg("%s", error.message);                                     \
        to = NULL;                                                                                           \
        assert_int_equal(call, TW_INPUT);                                                                    \
    } while (0)

static void *give(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void take(void *context, void *memory)
{
    (void)context;
    free(memory);
}

static void planners(void **state)
{
    struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR};
    struct tw_planner *none = somewhere;
    (void)state;
    EXPECT("no place for the planner", tw_planner_open(&options, NULL, to));
    EXPECT("no place for the planner", tw_planner_open(NULL, NULL, to));
    options.allocator.allocate = give;
    EXPECT("release is NULL", tw_planner_open(&options, &none, to));
    assert_null(none);
    options.allocator = (struct tw_allocator){.release = take};
    none = somewhere;
    EXPECT("allocate is NULL", tw_planner_open(&options, &none, to));
    assert_null(none);
    options = (struct tw_planner_options){.device = (enum tw_planner_device)7};
    EXPECT("not 7", tw_planner_open(&options, &none, to));
    tw_planner_close(NULL);
    tw_planner_trim(NULL);
    assert_null(tw_planner_driver(NULL));
    EXPECT("no planner", tw_planner_add_wisdom(NULL, "file", to));
    EXPECT("no file of wisdom", tw_planner_add_wisdom(planner, NULL, to));
}

static void problems(void **state)
{
    static const struct tw_problem zero;
    struct tw_problem problem = transpose;
    struct tw_plan *none = somewhere;
    (void)state;
    EXPECT("no place for the plan", tw_plan_make(planner, &transpose, NULL, to));
    EXPECT("no planner", tw_plan_make(NULL, &transpose, &none, to));
    assert_null(none);
    none = somewhere;
    EXPECT("no problem", tw_plan_make(planner, NULL, &none, to));
    assert_null(none);
    EXPECT("names no family", tw_plan_make(planner, &zero, &none, to));
    problem.fields = NULL;
    EXPECT("\"rows\" is missing", tw_plan_make(planner, &problem, &none, to));
    problem = transpose;
    problem.effort = (enum tw_effort)55;
    EXPECT("effort is not in enum tw_effort: 55", tw_plan_make(planner, &problem, &none, to));
    problem.effort = TW_EFFORT_ESTIMATE;
    problem.seconds = -1;
    EXPECT("seconds are -1", tw_plan_make(planner, &problem, &none, to));
    problem.seconds = (double)NAN;
    EXPECT("seconds are", tw_plan_make(planner, &problem, &none, to));
    assert_null(none);
    tw_plan_destroy(NULL);
}

static void launches(void **state)
{
    uint64_t in = 4096, out = 65536, nowhere = 0;
    void *right[] = {&in, &out}, *first[] = {NULL, &out}, *second[] = {&in, NULL},
         *null_in[] = {&nowhere, &out}, *null_out[] = {&in, &nowhere};
    (void)state;
    EXPECT("no plan", tw_plan_launch(NULL, NULL, right, to));
    EXPECT("no plan", tw_plan_launch_scratch(NULL, NULL, right, 0, 0, to));
    EXPECT("no argument is given for in", tw_plan_launch(plan, NULL, NULL, to));
    EXPECT("no argument is given for in", tw_plan_launch_scratch(plan, NULL, NULL, 256, 256, to));
    EXPECT("no argument is given for in", tw_plan_launch(plan, NULL, first, to));
    EXPECT("no argument is given for out", tw_plan_launch(plan, NULL, second, to));
    EXPECT("in is at address 0", tw_plan_launch(plan, NULL, null_in, to));
    EXPECT("out is at address 0", tw_plan_launch(plan, NULL, null_out, to));
}

/* An empty array may be anywhere, its sum may not; where there are no rows, sums may be nowhere too. */
static void empty_arrays_are_nowhere(void **state)
{
    const struct tw_driver *driver = tw_planner_driver(planner);
    struct tw_plan *sum;
    CUcontext context;
    CUdeviceptr nowhere = 0, out = 0;
    float got = 1;
    void *arguments[] = {&nowhere, &out};
    (void)state;
    assert_int_equal(driver->cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
    if (tw_plan_make(planner, &empty, &sum, &error)) fail_msg("%s", error.message);
    EXPECT("is at address 0", tw_plan_launch(sum, NULL, arguments, to));
    assert_int_equal(driver->cuMemAlloc_v2(&out, sizeof got), CUDA_SUCCESS);
    if (tw_plan_launch(sum, NULL, arguments, &error)) fail_msg("%s", error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(&got, out, sizeof got), CUDA_SUCCESS);
    assert_true(got == 0);
    nowhere = out;
    if (tw_plan_launch(sum, NULL, arguments, &error)) fail_msg("%s", error.message);
    tw_plan_destroy(sum);
    nowhere = out = 0;
    if (tw_plan_make(planner, &without_results, &sum, &error)) fail_msg("%s", error.message);
    if (tw_plan_launch(sum, NULL, arguments, &error)) fail_msg("%s", error.message);
    tw_plan_destroy(sum);
    tw_planner_trim(planner);
    driver->cuCtxDestroy_v2(context);
}

static void symbols(void **state)
{
    static const float zeros[64];
    const struct tw_shape *shape = &tw_plan_kernel(constants)->shape;
    const char *name = NULL;
    size_t bytes = 0;
    (void)state;
    for (unsigned i = 0; i < shape->argument_count; i++) {
        if (shape->arguments[i].kind != TW_SYMBOL) continue;
        name = shape->arguments[i].name;
        bytes = tw_argument_bytes(&shape->arguments[i]);
    }
    assert_non_null(name);
    assert_true(bytes <= sizeof zeros);
    assert_int_equal(tw_plan_set_symbol(constants, name, zeros, bytes, NULL, &error), TW_OK);
    EXPECT("no plan", tw_plan_set_symbol(NULL, name, zeros, bytes, NULL, to));
    EXPECT("no name of a symbol", tw_plan_set_symbol(constants, NULL, zeros, bytes, NULL, to));
    EXPECT("no data for the symbol", tw_plan_set_symbol(constants, name, NULL, bytes, NULL, to));
    EXPECT("bytes, not 0", tw_plan_set_symbol(constants, name, zeros, 0, NULL, to));
    EXPECT("has no symbol", tw_plan_set_symbol(constants, "", zeros, bytes, NULL, to));
}

static void questions(void **state)
{
    (void)state;
    assert_int_equal(tw_plan_scratch(NULL).bytes, 0);
    assert_null(tw_plan_kernel(NULL));
    assert_int_equal(tw_plan_grounds(NULL), TW_GROUNDS_COUNT);
    assert_string_equal(tw_plan_describe(NULL), "");
    assert_non_null(strstr(tw_plan_describe(plan), "transpose"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planners), cmocka_unit_test(problems),
        cmocka_unit_test(launches), cmocka_unit_test(empty_arrays_are_nowhere),
        cmocka_unit_test(symbols),  cmocka_unit_test(questions),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
