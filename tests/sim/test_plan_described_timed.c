/*
 * Plans of described kernels on the path of a GPU, with the driver that says nothing of the simulator behind it: what a sweep remembers they
 * take, what they measure they keep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <unistd.h>

#include <tilewright/tune.h>

#include "tests/planner.h"
#include "tests/sim/scale.h"

/* False: the driver was not built. */
static bool use_timed_driver(void)
{
    static char path[512];
    const char *programs = getenv("PROGRAMS");
    snprintf(path, sizeof path, "%s/timed_cuda.so", programs ? programs : ".");
    return access(path, R_OK) == 0 && setenv("TILEWRIGHT_LIBCUDA", path, 1) == 0;
}

static int start(void **state)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_CUDA};
    (void)state;
    if (!use_timed_driver() || !write_all() || setenv("TILEWRIGHT_CACHE", folder, 1)) return -1;
    return open_planner_of(&options);
}

static int stop(void **state)
{
    close_planner(state);
    return remove_folder();
}

/* The fastest of a sweep that is remembered. */
static int64_t sweep(const char *name)
{
    struct tw_tune_options options;
    struct tw_tuned *tuned;
    struct tw_tuned_variant best;
    struct tw_field_value field;
    int64_t items = 0;
    char config[128];
    snprintf(config, sizeof config, "%s", path_of(name));
    tw_tune_options_init(&options);
    options.config_file = config;
    options.device = "cuda";
    options.workers = 0;
    options.remember = true;
    if (tw_tune(&options, NULL, &tuned, &error)) fail_msg("%s", error.message);
    assert_string_equal(tw_tuned_trouble(tuned), "");
    assert_true(tw_tuned_ranked(tuned, 1, &best));
    for (unsigned f = 0; tw_tuned_field(tuned, best.number, f, &field); f++) {
        if (!strcmp(field.key, "ITEMS")) items = field.number;
    }
    tw_tuned_free(tuned);
    return items;
}

static struct tw_plan *make(const char *name, const char *fields, enum tw_effort effort)
{
    struct tw_plan *plan;
    const struct tw_problem problem = {
        .family = path_of(name), .fields = fields, .effort = effort, .seconds = 3600};
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s", error.message);
    return plan;
}

static void expect_told(const struct tw_plan *plan, const char *told)
{
    if (!strstr(tw_plan_describe(plan), told)) fail_msg("not '%s': %s", told, tw_plan_describe(plan));
}

static void what_a_sweep_remembers_plans_take(void **state)
{
    (void)state;
    int64_t items = sweep("right.json");
    struct tw_plan *plan = make("right.json", NULL, TW_EFFORT_MEASURE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_KEPT);
    assert_int_equal(tw_kernel_field(tw_plan_kernel(plan), "ITEMS")->number, items);
    expect_told(plan, "; results checked when they were measured\n");
    tw_plan_destroy(plan);
    plan = make("unchecked.json", NULL, TW_EFFORT_ESTIMATE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_RULE);
    tw_plan_destroy(plan);
}

static void what_is_wrong_is_neither_remembered_nor_chosen(void **state)
{
    (void)state;
    struct tw_plan *plan = make("wrong.json", "{\"n\": 500}", TW_EFFORT_EXHAUSTIVE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_MEASURED);
    expect_told(
        plan, "left out as wrong: 3 variants, the first; BLOCK 64, ITEMS 1: 500 of 500 elements are wrong\n");
    assert_int_not_equal(tw_kernel_field(tw_plan_kernel(plan), "BLOCK")->number, 64);
    tw_plan_destroy(plan);
    sweep("wrong.json");
    plan = make("wrong.json", NULL, TW_EFFORT_ESTIMATE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_KEPT);
    assert_int_not_equal(tw_kernel_field(tw_plan_kernel(plan), "BLOCK")->number, 64);
    tw_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_sweep_remembers_plans_take),
        cmocka_unit_test(what_is_wrong_is_neither_remembered_nor_chosen),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
