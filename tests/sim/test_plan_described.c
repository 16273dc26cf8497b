/* Plans of described kernels, on the simulator: what is chosen, what a launch does, what is the description's and what the caller's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/planner.h"

#define N 1000u

static char folder[] = "/tmp/tilewright-plan-described-XXXXXX";
static CUdeviceptr in, out;

/* ---- files ---- */

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static const char SCALE_CU[] = "__constant__ float factor[1];\n"
                               "__global__ void scale(const float *x, float *y, float offset, int n)\n"
                               "{\n"
                               "    for (int k = 0; k < ITEMS; k++) {\n"
                               "        int i = (blockIdx.x * ITEMS + k) * BLOCK + threadIdx.x;\n"
                               "        if (i < n) y[i] = factor[0] * x[i] + offset + BIAS;\n"
                               "    }\n"
                               "}\n";

/* Where BLOCK is 64 the bias makes the result wrong. */
static const char WRONG_CU[] = "#define BIAS (BLOCK == 64)\n#include \"scale.inc\"\n";
static const char RIGHT_CU[] = "#define BIAS 0\n#include \"scale.inc\"\n";
static const char NAIVE_CU[] = "__constant__ float factor[1];\n"
                               "__global__ void naive(const float *x, float *y, float offset, int n)\n"
                               "{\n"
                               "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "    if (i < n) y[i] = factor[0] * x[i] + offset;\n"
                               "}\n";

#define REFERENCE                                                                                            \
    "\"reference\": {\"source\": \"naive.cu\", \"entry\": \"naive\", \"grid\": \"ceil_div(n, 128)\", "       \
    "\"block\": 128}, "

/* The description of a source, with more members, or none. */
static void write_scale(const char *name, const char *source, const char *more)
{
    char text[2000];
    snprintf(
        text, sizeof text,
        "{\"tilewright\": 1, \"kernel\": {\"name\": \"scale\", \"source\": \"%s\", \"problem\": {\"n\": %u}, "
        "\"parameters\": {\"BLOCK\": {\"values\": [32, 64, 128], \"default\": 64}, \"ITEMS\": [1, 2, 4]}, "
        "\"constraints\": [{\"that\": \"BLOCK * ITEMS <= 256\", \"else\": \"too few blocks\"}], %s"
        "\"arguments\": [{\"name\": \"x\", \"type\": \"float32\", \"count\": \"n\"}, "
        "{\"name\": \"y\", \"type\": \"float32\", \"count\": \"n\", \"role\": \"output\"}, "
        "{\"name\": \"offset\", \"type\": \"float32\"}, {\"name\": \"n\", \"type\": \"int32\", \"value\": "
        "\"n\"}, "
        "{\"symbol\": \"factor\", \"type\": \"float32\", \"count\": 1, \"fill\": 3}], "
        "\"grid\": \"ceil_div(n, BLOCK * ITEMS)\", \"block\": \"BLOCK\"}}\n",
        source, N, more);
    write_file(name, text);
}

static int start(void **state)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .cache_directory = folder};
    float ramp[N];
    (void)state;
    if (!mkdtemp(folder)) return -1;
    for (unsigned i = 0; i < N; i++) ramp[i] = (float)i;
    write_file("scale.inc", SCALE_CU);
    write_file("right.cu", RIGHT_CU);
    write_file("wrong.cu", WRONG_CU);
    write_file("naive.cu", NAIVE_CU);
    write_scale("right.json", "right.cu", REFERENCE);
    write_scale("wrong.json", "wrong.cu", REFERENCE);
    write_scale("unchecked.json", "right.cu", "");
    return open_planner_of(&options) || driver->cuMemAlloc_v2(&in, sizeof ramp) ||
           driver->cuMemAlloc_v2(&out, sizeof ramp) || driver->cuMemcpyHtoD_v2(in, ramp, sizeof ramp);
}

static int stop(void **state)
{
    char command[128];
    close_planner(state);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* ---- plans ---- */

static struct tw_plan *make(const char *name, const char *fields, enum tw_effort effort)
{
    struct tw_plan *plan;
    const struct tw_problem problem = {.family = path_of(name), .fields = fields, .effort = effort};
    if (tw_plan_make(planner, &problem, &plan, &error))
        fail_msg("%s: %s", error.message, error.detail ? error.detail : "");
    return plan;
}

static void expect_told(const struct tw_plan *plan, const char *told)
{
    if (!strstr(tw_plan_describe(plan), told)) fail_msg("not '%s': %s", told, tw_plan_describe(plan));
}

static void expect_refused(const char *name, const char *fields, enum tw_effort effort, enum tw_code code,
                           const char *message)
{
    struct tw_plan *plan;
    const struct tw_problem problem = {.family = path_of(name), .fields = fields, .effort = effort};
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), code);
    if (!strstr(error.message, message)) fail_msg("not '%s': %s", message, error.message);
    assert_null(plan);
}

static int64_t field_of(const struct tw_plan *plan, const char *key)
{
    return tw_kernel_field(tw_plan_kernel(plan), key)->number;
}

/* y = factor * x + offset + bias, as many elements as the plan is for; the rest stays as it is. */
static void expect_scaled(const struct tw_plan *plan, float factor, float bias)
{
    float offset = 7, got[N];
    void *arguments[] = {&in, &out, &offset};
    const unsigned n = (unsigned)field_of(plan, "n");
    driver->cuMemsetD8_v2(out, 0, sizeof got);
    if (tw_plan_launch(plan, NULL, arguments, &error)) fail_msg("%s", error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(got, out, sizeof got), CUDA_SUCCESS);
    for (unsigned i = 0; i < N; i++) {
        const float want = i < n ? factor * (float)i + offset + bias : 0;
        if (got[i] != want) fail_msg("y[%u] is %g, not %g", i, (double)got[i], (double)want);
    }
}

static void the_defaults_are_taken_where_nothing_is_measured(void **state)
{
    (void)state;
    struct tw_plan *plan = make("right.json", "{\"n\": 900}", TW_EFFORT_ESTIMATE);
    assert_int_equal(field_of(plan, "BLOCK"), 64);
    assert_int_equal(field_of(plan, "ITEMS"), 1);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_RULE);
    expect_told(plan, "plan: scale kernel for ");
    expect_told(plan, "right.json, ");
    expect_told(plan, "; results not checked: nothing is run to make a plan that only estimates\n");
    expect_told(plan, "BLOCK 64, ITEMS 1\n");
    expect_scaled(plan, 3, 0);
    assert_ptr_equal(make("right.json", "{\"n\": 900}", TW_EFFORT_ESTIMATE), plan);
    tw_plan_destroy(plan);
    tw_plan_destroy(plan);
}

static void what_is_given_stands_and_constraints_hold(void **state)
{
    (void)state;
    struct tw_plan *plan = make("right.json", "{\"BLOCK\": 32, \"ITEMS\": 4}", TW_EFFORT_ESTIMATE);
    assert_int_equal(field_of(plan, "BLOCK"), 32);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_GIVEN);
    expect_scaled(plan, 3, 0);
    tw_plan_destroy(plan);
    /* the default of ITEMS does not go with it: then the first that does is taken */
    write_scale("strict.json", "right.cu",
                "\"reference\": null, \"roles\": {}, \"define\": {\"STRICT\": \"1 // (ITEMS // 2)\"}, ");
    plan = make("strict.json", NULL, TW_EFFORT_ESTIMATE);
    assert_true(field_of(plan, "ITEMS") > 1);
    expect_told(plan, "results not checked: the description names no reference\n");
    expect_scaled(plan, 3, 0);
    tw_plan_destroy(plan);
    expect_refused("right.json", "{\"BLOCK\": 128, \"ITEMS\": 4}", TW_EFFORT_ESTIMATE, TW_INPUT,
                   "too few blocks");
    expect_refused("right.json", "{\"BLOCK\": 256}", TW_EFFORT_ESTIMATE, TW_INPUT, "BLOCK");
    expect_refused("right.json", "{\"WIDTH\": 256}", TW_EFFORT_ESTIMATE, TW_INPUT, "WIDTH");
    expect_refused("none.json", "{}", TW_EFFORT_ESTIMATE, TW_INPUT, "cannot open");
}

static void symbols_hold_what_the_description_says_until_they_are_set(void **state)
{
    (void)state;
    const float five = 5;
    struct tw_plan *plan = make("unchecked.json", "{\"n\": 100}", TW_EFFORT_ESTIMATE);
    expect_told(plan, "results not checked: the description names no reference\n");
    expect_scaled(plan, 3, 0);
    assert_int_equal(tw_plan_set_symbol(plan, "factor", &five, sizeof five, NULL, &error), TW_OK);
    expect_scaled(plan, 5, 0);
    tw_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_taken_where_nothing_is_measured),
        cmocka_unit_test(what_is_given_stands_and_constraints_hold),
        cmocka_unit_test(symbols_hold_what_the_description_says_until_they_are_set),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
