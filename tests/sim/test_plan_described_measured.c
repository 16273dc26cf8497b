/*
 * Plans of described kernels that measure, on a GPU that is made up: the simulator's driver without its sign. Launches run, and take what their
 * shape says. The winner is worked out here from the same formula.
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
    return remove_folder();
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

/* There is time to check the estimate, which is wrong, and for nothing else: the first that is right is taken, however long it takes. */
static void time_is_no_reason_to_take_what_is_wrong(void **state)
{
    (void)state;
    struct tw_plan *plan;
    const struct tw_problem problem = {.family = path_of("wrong.json"),
                                       .fields = "{\"n\": 999}",
                                       .effort = TW_EFFORT_MEASURE,
                                       .seconds = 1e-6,
                                       .no_nearest = true};
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s", error.message);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_RULE);
    assert_int_not_equal(tw_kernel_field(tw_plan_kernel(plan), "BLOCK")->number, 64);
    expect_told(plan, "; results right\n");
    expect_told(plan, "\nchosen by rule: the first that is right\n");
    expect_told(plan, "\nnot measured: the time was over before two candidates were timed\n");
    tw_plan_destroy(plan);
}

static void where_nothing_is_right_there_is_no_plan(void **state)
{
    (void)state;
    struct tw_plan *plan;
    const struct tw_problem problem = {.family = path_of("wrong.json"),
                                       .fields = "{\"BLOCK\": 64}",
                                       .effort = TW_EFFORT_MEASURE,
                                       .seconds = 3600};
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_INPUT);
    assert_string_equal(error.message, "none of the 3 variants that were checked is right: BLOCK 64, ITEMS "
                                       "1: 1000 of 1000 elements are wrong");
}

/* ---- wisdom ---- */

/* What one description has found out is of no other of its name, nor of itself with another source. */
static void what_was_measured_is_kept_under_the_hash(void **state)
{
    (void)state;
    write_file("kept.cu", RIGHT_CU);
    write_scale("kept.json", "kept.cu", REFERENCE);
    struct tw_plan *plan = make_by(planner, "kept.json", "{\"n\": 900}", TW_EFFORT_MEASURE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_MEASURED);
    struct tw_planner *later = open_gpu();
    unsigned before = launches;
    struct tw_plan *next = make_by(later, "kept.json", "{\"n\": 900}", TW_EFFORT_ESTIMATE);
    assert_int_equal(tw_plan_grounds(next), TW_GROUNDS_KEPT);
    expect_block(next, 64);
    expect_told(next, "; results checked when they were measured\n");
    expect_told(next, "the best of 8 candidates of 8, ");
    tw_plan_destroy(next);
    next = make_by(later, "kept.json", "{\"n\": 901}", TW_EFFORT_ESTIMATE); /* another problem */
    assert_int_equal(tw_plan_grounds(next), TW_GROUNDS_NEAREST);
    expect_block(next, 64);
    expect_told(next, "; results checked where they were measured\n");
    expect_told(next,
                ": the fastest of the nearest problem that can be had, n 900, measured on this device, ");
    tw_plan_destroy(next);
    next = make_by(later, "unchecked.json", "{\"n\": 900}", TW_EFFORT_ESTIMATE); /* of the same name */
    assert_int_equal(tw_plan_grounds(next), TW_GROUNDS_RULE);
    tw_plan_destroy(next);
    write_file("kept.cu", WRONG_CU);
    next = make_by(later, "kept.json", "{\"n\": 900}", TW_EFFORT_ESTIMATE);
    assert_int_equal(tw_plan_grounds(next), TW_GROUNDS_RULE);
    tw_plan_destroy(next);
    assert_int_equal(launches, before);
    tw_plan_destroy(plan);
    tw_planner_trim(later);
    tw_planner_close(later);
}

static size_t count_entries(const struct tw_stores *stores)
{
    size_t count = 0;
    for (size_t i = 0; i < stores->count; i++) count += stores->list[i].count;
    return count;
}

/* Lists, exports and merges need no description. */
static void wisdom_is_read_without_descriptions(void **state)
{
    (void)state;
    struct tw_stores stores, again = {0};
    struct tw_text once = {0}, twice = {0};
    struct tw_plan *plan = make_by(planner, "right.json", "{\"n\": 800}", TW_EFFORT_MEASURE);
    tw_plan_destroy(plan);
    assert_int_equal(tw_store_load(folder, &stores, &error), TW_OK);
    assert_int_equal(stores.damaged, 0);
    assert_true(count_entries(&stores) >= 1);
    tw_stores_print(&stores, &once);
    assert_non_null(strstr(once.data, "{\"kernel\": \"scale\", \"kernel_hash\": \""));
    assert_non_null(strstr(once.data, "\"problem\": {\"n\": 800}, \"searched\": [\"BLOCK\", \"ITEMS\"], "
                                      "\"variant\": {\"BLOCK\": 64, \"ITEMS\": 1}"));
    assert_null(strstr(once.data, "template"));
    assert_int_equal(tw_stores_read("again", once.data, once.length, true, NULL, &again, &error), TW_OK);
    tw_stores_print(&again, &twice);
    assert_string_equal(once.data, twice.data);
    for (size_t i = 0; i < stores.list[0].count; i++)
        assert_true(tw_stores_know(&again, &stores.list[0].device, &stores.list[0].entries[i]));
    tw_stores_free(&again);
    tw_stores_free(&stores);
    tw_text_free(&once);
    tw_text_free(&twice);
}

#define HEADER                                                                                               \
    "{\"tilewright_wisdom\": 1, \"device\": \"d\", \"sm\": 90, \"multiprocessors\": 132, "                   \
    "\"l2_bytes\": 1, \"driver\": \"13.0\"}\n"
#define REST                                                                                                 \
    "\"searched\": [\"B\"], \"us\": 1.000, \"estimate_us\": 1.000, \"tried\": 2, \"of\": 2, "                \
    "\"effort\": \"measure\", \"time\": \"2026-11-22T05:13:27Z\", \"version\": \"0.1.0\"}\n"
#define HASH "0123456789abcdef0123456789abcdef"

static void entries_of_no_described_kernel_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {HEADER "{\"kernel\": \"k\", \"kernel_hash\": \"" HASH
                "\", \"problem\": {\"n\": 1}, \"variant\": {\"B\": 1}, " REST,
         NULL},
        {HEADER "{\"kernel\": \"tile\", \"kernel_hash\": \"" HASH
                "\", \"problem\": {}, \"variant\": {\"B\": 1}, " REST,
         "by its hash"},
        {HEADER
         "{\"kernel\": \"k\", \"kernel_hash\": \"12\", \"problem\": {}, \"variant\": {\"B\": 1}, " REST,
         "by its hash"},
        {HEADER "{\"kernel\": \"k\", \"kernel_hash\": 12, \"problem\": {}, \"variant\": {\"B\": 1}, " REST,
         "no hash"},
        {HEADER "{\"kernel\": \"k\", \"kernel_hash\": \"" HASH
                "\", \"problem\": 1, \"variant\": {\"B\": 1}, " REST,
         "by its hash"},
        {HEADER "{\"kernel\": \"k\", \"kernel_hash\": \"" HASH
                "\", \"problem\": {\"a b\": 1}, \"variant\": {\"B\": 1}, " REST,
         "no field"},
        {HEADER "{\"kernel\": \"k\", \"kernel_hash\": \"" HASH
                "\", \"problem\": {}, \"variant\": {\"B\": \"\\u0007\"}, " REST,
         "no value for a field"},
        {HEADER
         "{\"kernel\": \"k\", \"kernel_hash\": \"" HASH "\", \"problem\": {}, \"variant\": {\"B\": 1}, " REST
         "{\"kernel\": \"k\", \"kernel_hash\": \"" HASH "\", \"problem\": {}, \"variant\": {\"C\": 1}, " REST,
         "other fields"},
        {HEADER "{\"kernel\": \"k\", \"kernel_hash\": \"" HASH
                "\", \"problem\": {}, \"variant\": {\"B\": 1}, " REST
                "{\"kernel\": \"k\", \"kernel_hash\": \"" HASH
                "\", \"problem\": {}, \"variant\": {\"B\": \"1\"}, " REST,
         "no value for a field"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_stores stores = {0};
        int code = tw_stores_read("f", cases[i].text, strlen(cases[i].text), true, NULL, &stores, &error);
        assert_int_equal(code, cases[i].message ? TW_INPUT : TW_OK);
        if (cases[i].message && !strstr(error.message, cases[i].message))
            fail_msg("not '%s': %s", cases[i].message, error.message);
        tw_stores_free(&stores);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_of_the_right_ones_wins),
        cmocka_unit_test(time_is_no_reason_to_take_what_is_wrong),
        cmocka_unit_test(where_nothing_is_right_there_is_no_plan),
        cmocka_unit_test(what_was_measured_is_kept_under_the_hash),
        cmocka_unit_test(wisdom_is_read_without_descriptions),
        cmocka_unit_test(entries_of_no_described_kernel_are_refused),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
