/*
 * Plans of described kernels that measure, on a GPU that is made up: the simulator's driver without its sign. Launches run, and take what their
 * shape says. Who wins is worked out here from the same formula.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tune/plan/planner.h"

#include "tests/sim/scale.h"

static struct tw_planner *planner;
static struct tw_error error = TW_ERROR_INIT;
static CUcontext context;

/* ---- the GPU ---- */

static struct tw_driver real;
static double now_us, marks[2];
static unsigned launches;

/* Blocks of 64 are the fastest, then those of 32; more items are slower. */
static double time_of(unsigned grid, unsigned block)
{
    return 200 + (block == 64 ? 0 : block == 32 ? 40 : 80) + 1000.0 / grid;
}

static CUresult fake_launch(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                            unsigned x, unsigned y, unsigned z, unsigned dynamic, CUstream stream,
                            void **parameters, void **extra)
{
    launches++;
    now_us += time_of(grid_x, x);
    return real.cuLaunchKernel(function, grid_x, grid_y, grid_z, x, y, z, dynamic, stream, parameters, extra);
}

static CUresult fake_record(CUevent event, CUstream stream)
{
    marks[0] = marks[1];
    marks[1] = now_us;
    return real.cuEventRecord(event, stream);
}

static CUresult fake_elapsed(float *milliseconds, CUevent from, CUevent to)
{
    (void)from, (void)to;
    *milliseconds = (float)((marks[1] - marks[0]) / 1000);
    return CUDA_SUCCESS;
}

static void become_gpu(struct tw_driver *driver)
{
    driver->simulator = NULL;
    driver->cuLaunchKernel = fake_launch;
    driver->cuEventRecord = fake_record;
    driver->cuEventElapsedTime = fake_elapsed;
}

static struct tw_planner *open_gpu(void)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .cache_directory = folder};
    struct tw_planner *opened;
    if (tw_planner_open(&options, &opened, &error)) fail_msg("%s", error.message);
    real = opened->driver;
    become_gpu(&opened->driver);
    become_gpu(&opened->devices[0].driver);
    strcpy(opened->devices[0].name, "A GPU");
    return opened;
}

static int start(void **state)
{
    (void)state;
    if (!write_all()) return -1;
    planner = open_gpu();
    return real.cuCtxCreate_v2(&context, 0, 0) != CUDA_SUCCESS;
}

static int stop(void **state)
{
    (void)state;
    tw_planner_trim(planner);
    real.cuCtxDestroy_v2(context);
    tw_planner_close(planner);
    tw_error_free(&error);
    return remove_all();
}

/* ---- plans ---- */

static struct tw_plan *make_by(struct tw_planner *by, const char *name, const char *fields,
                               enum tw_effort effort)
{
    struct tw_plan *plan;
    const struct tw_problem problem = {
        .family = path_of(name), .fields = fields, .effort = effort, .seconds = 3600};
    if (tw_plan_make(by, &problem, &plan, &error))
        fail_msg("%s: %s", error.message, error.detail ? error.detail : "");
    return plan;
}

static void expect_told(const struct tw_plan *plan, const char *told)
{
    if (!strstr(tw_plan_describe(plan), told)) fail_msg("not '%s': %s", told, tw_plan_describe(plan));
}

static void expect_block(const struct tw_plan *plan, int64_t block)
{
    assert_int_equal(tw_kernel_field(tw_plan_kernel(plan), "BLOCK")->number, block);
    assert_int_equal(tw_kernel_field(tw_plan_kernel(plan), "ITEMS")->number, 1);
}

static void the_fastest_of_the_right_ones_wins(void **state)
{
    (void)state;
    struct tw_plan *plan = make_by(planner, "right.json", "{\"n\": 1000}", TW_EFFORT_MEASURE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_MEASURED);
    expect_block(plan, 64);
    expect_told(plan, "; results right\n");
    expect_told(plan, "; 8 of 8 candidates timed in "); /* 9, of which one violates the constraint */
    tw_plan_destroy(plan);
    plan = make_by(planner, "wrong.json", "{\"n\": 1000}", TW_EFFORT_MEASURE);
    expect_block(plan, 32);
    expect_told(plan, "; results right\n");
    expect_told(plan, "; 5 of 8 candidates timed in ");
    expect_told(
        plan,
        "left out as wrong: 3 variants, the first; BLOCK 64, ITEMS 1: 1000 of 1000 elements are wrong\n");
    tw_plan_destroy(plan);
}

static void where_nothing_is_right_there_is_no_plan(void **state)
{
    (void)state;
    struct tw_plan *plan;
    const struct tw_problem problem = {
        .family = path_of("wrong.json"), .fields = "{\"BLOCK\": 64}", .effort = TW_EFFORT_MEASURE};
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_string_equal(error.message, "none of the 3 variants that were checked is right: BLOCK 64, ITEMS "
                                       "1: 1000 of 1000 elements are wrong");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_of_the_right_ones_wins),
        cmocka_unit_test(where_nothing_is_right_there_is_no_plan),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
