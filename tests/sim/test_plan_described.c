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

#include <tilewright/tune.h>

#include "tests/planner.h"
#include "tests/sim/scale.h"

static CUdeviceptr in, out;

static int start(void **state)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .cache_directory = folder};
    float ramp[SCALED];
    (void)state;
    if (!write_all()) return -1;
    for (unsigned i = 0; i < SCALED; i++) ramp[i] = (float)i;
    return open_planner_of(&options) || driver->cuMemAlloc_v2(&in, sizeof ramp) ||
           driver->cuMemAlloc_v2(&out, sizeof ramp) || driver->cuMemcpyHtoD_v2(in, ramp, sizeof ramp);
}

static int stop(void **state)
{
    close_planner(state);
    return remove_folder();
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
    float offset = 7, got[SCALED];
    void *arguments[] = {&in, &out, &offset};
    const unsigned n = (unsigned)field_of(plan, "n");
    driver->cuMemsetD8_v2(out, 0, sizeof got);
    if (tw_plan_launch(plan, NULL, arguments, &error)) fail_msg("%s", error.message);
    assert_int_equal(driver->cuMemcpyDtoH_v2(got, out, sizeof got), CUDA_SUCCESS);
    for (unsigned i = 0; i < SCALED; i++) {
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
    expect_told(plan, "\nchosen by rule: the defaults\nBLOCK 64, ITEMS 1\n");
    expect_scaled(plan, 3, 0);
    assert_ptr_equal(make("right.json", "{\"n\": 900}", TW_EFFORT_ESTIMATE), plan);
    tw_plan_destroy(plan);
    tw_plan_destroy(plan);
}

/* Neither tile nor accesses are described: the compiler knows how large the array is. */
static void its_shared_memory_is_told(void **state)
{
    (void)state;
    static const char source[] = "__global__ void held(float *y)\n{\n    __shared__ float s[96];\n"
                                 "    s[threadIdx.x] = threadIdx.x;\n    __syncthreads();\n"
                                 "    y[threadIdx.x] = s[31 - threadIdx.x];\n}\n",
                      description[] =
                          "{ \"tilewright\": 1, \"kernel\": { \"name\": \"held\", \"source\": \"held.cu\", "
                          "\"grid\": 1, \"block\": 32, \"arguments\": [ { \"name\": \"y\", \"type\": "
                          "\"float32\", \"count\": 32, \"role\": \"output\" } ] } }";
    write_file("held.cu", source);
    write_file("held.json", description);
    struct tw_plan *plan = make("held.json", "{}", TW_EFFORT_ESTIMATE);
    expect_told(plan, "\n384 bytes of shared memory, what it costs is not predicted");
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
    expect_told(plan, "\nchosen by rule: the first that the constraints allow\n");
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

static const char STRUCTURES_CU[] =
    "struct Own { const float *x; float *y; float *end; float offset; int n; };\n"
    "struct Whole { float offset; int n; };\n"
    "__global__ void own(Own p)\n{\n"
    "    int i = blockIdx.x * 64 + threadIdx.x;\n"
    "    if (i < p.n && p.y + i < p.end) p.y[i] = 3 * p.x[i] + p.offset;\n}\n"
    "__global__ void whole(const float *x, float *y, Whole p)\n{\n"
    "    int i = blockIdx.x * 64 + threadIdx.x;\n"
    "    if (i < p.n) y[i] = 3 * x[i] + p.offset;\n}\n";

#define OF_N "\"type\": \"float32\", \"count\": \"n\""

static void write_structures(const char *name, const char *arguments)
{
    char text[2000];
    snprintf(text, sizeof text,
             "{ \"tilewright\": 1, \"kernel\": { \"name\": \"%s\", \"source\": \"structures.cu\", "
             "\"problem\": {\"n\": 100}, "
             "\"grid\": \"ceil_div(n, 64)\", \"block\": 64, \"arguments\": [ %s ] } }",
             name, arguments);
    write_file("structures.cu", STRUCTURES_CU);
    write_file("structures.json", text);
}

/* The caller passes what is in the structure; of one that is passed as a whole, its bytes. */
static void structures_are_put_together_or_passed(void **state)
{
    (void)state;
    write_structures(
        "own",
        "{ \"name\": \"p\", \"members\": [ { \"name\": \"x\", " OF_N " }, { \"name\": \"y\", " OF_N
        ", \"role\": \"output\" }, { \"address\": \"y\", \"element\": \"n\" }, "
        "{ \"name\": \"offset\", \"type\": \"float32\" }, { \"type\": \"int32\", \"value\": \"n\" } ] }");
    struct tw_plan *plan = make("structures.json", "{\"n\": 100}", TW_EFFORT_MEASURE);
    expect_scaled(plan, 3, 0);
    tw_plan_destroy(plan);
    write_structures("whole",
                     "{ \"name\": \"x\", " OF_N " }, { \"name\": \"y\", " OF_N ", \"role\": \"output\" }, "
                     "{ \"name\": \"p\", \"passed\": true, \"members\": [ 0.5, { \"type\": \"int32\", "
                     "\"value\": \"n\" } ] }");
    plan = make("structures.json", "{\"n\": 100}", TW_EFFORT_MEASURE);
    const struct {
        float offset;
        int n;
    } whole = {2, 5};
    float got[SCALED];
    void *arguments[] = {&in, &out, (void *)(uintptr_t)&whole};
    driver->cuMemsetD8_v2(out, 0, sizeof got);
    assert_int_equal(tw_plan_launch(plan, NULL, arguments, &error), TW_OK);
    assert_int_equal(driver->cuMemcpyDtoH_v2(got, out, sizeof got), CUDA_SUCCESS);
    for (int i = 0; i < 6; i++) assert_true(got[i] == (i < whole.n ? (float)(3 * i + 2) : 0));
    tw_plan_destroy(plan);
}

/* ---- checking ---- */

static void a_measuring_plan_takes_what_is_right(void **state)
{
    (void)state;
    struct tw_plan *plan = make("right.json", NULL, TW_EFFORT_MEASURE);
    assert_int_equal(field_of(plan, "BLOCK"), 64);
    expect_told(plan, "; results right\n");
    expect_told(plan, "not measured: the simulator has no times\n");
    tw_plan_destroy(plan);
    plan = make("wrong.json", NULL, TW_EFFORT_MEASURE);
    assert_int_not_equal(field_of(plan, "BLOCK"), 64);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_RULE);
    expect_told(plan, "; results right\n");
    expect_told(plan, "\nchosen by rule: the first that is right\n");
    expect_told(plan, "left out as wrong: 1 variant; BLOCK 64, ITEMS 1: 1000 of 1000 elements are wrong\n");
    expect_scaled(plan, 3, 0);
    tw_plan_destroy(plan);
    plan = make("wrong.json", NULL, TW_EFFORT_ESTIMATE); /* who only estimates runs nothing, and is told */
    assert_int_equal(field_of(plan, "BLOCK"), 64);
    expect_told(plan, "; results not checked: ");
    tw_plan_destroy(plan);
    plan = make("unchecked.json", NULL, TW_EFFORT_MEASURE);
    expect_told(plan, "; results not checked: the description names no reference\n");
    tw_plan_destroy(plan);
}

/* On the simulator a fault is the candidate's alone: the caller's context is as it was. */
static void one_that_writes_outside_is_left_out(void **state)
{
    (void)state;
    struct tw_plan *plan = make("fault.json", NULL, TW_EFFORT_MEASURE);
    assert_int_not_equal(field_of(plan, "BLOCK"), 64);
    expect_told(plan, "left out as wrong: 1 variant; BLOCK 64, ITEMS 1: ");
    expect_scaled(plan, 3, 0);
    tw_plan_destroy(plan);
}

static void where_nothing_is_right_there_is_no_plan(void **state)
{
    (void)state;
    expect_refused("wrong.json", "{\"BLOCK\": 64, \"ITEMS\": 2}", TW_EFFORT_MEASURE, TW_INPUT,
                   "the variant is wrong: BLOCK 64, ITEMS 2: 1000 of 1000 "
                   "elements are wrong");
    expect_refused("wrong.json", "{\"BLOCK\": 64}", TW_EFFORT_EXHAUSTIVE, TW_INPUT,
                   "none of the 3 variants that were checked is right: BLOCK 64, ITEMS 1: 1000 of 1000");
    struct tw_plan *plan = make("wrong.json", "{\"BLOCK\": [64, 32], \"ITEMS\": 2}", TW_EFFORT_MEASURE);
    assert_int_equal(field_of(plan, "BLOCK"), 32);
    tw_plan_destroy(plan);
}

/* ---- sources ---- */

/* The same name and the same text of the problem, in the same planner. */
static void another_source_is_another_plan(void **state)
{
    (void)state;
    write_file("changing.cu", RIGHT_CU);
    write_scale("changing.json", "changing.cu", REFERENCE);
    struct tw_plan *before = make("changing.json", "{}", TW_EFFORT_ESTIMATE);
    struct tw_plan *other = make("wrong.json", "{}", TW_EFFORT_ESTIMATE);
    assert_ptr_not_equal(before, other);
    assert_string_equal(tw_plan_kernel(before)->family, tw_plan_kernel(other)->family);
    expect_scaled(other, 3, 1);
    write_file("changing.cu", WRONG_CU);
    struct tw_plan *after = make("changing.json", "{}", TW_EFFORT_ESTIMATE);
    assert_ptr_not_equal(before, after);
    expect_scaled(after, 3, 1);
    expect_scaled(before, 3, 0); /* which is as it was made */
    write_file("changing.cu", RIGHT_CU);
    assert_ptr_equal(make("changing.json", "{}", TW_EFFORT_ESTIMATE), before);
    tw_plan_destroy(before);
    tw_plan_destroy(before);
    tw_plan_destroy(after);
    tw_plan_destroy(other);
}

static void a_reference_that_fails_lets_pass_and_is_told(void **state)
{
    (void)state;
    write_scale(
        "broken.json", "right.cu",
        "\"reference\": {\"source\": \"naive.cu\", \"entry\": \"nobody\", \"grid\": 1, \"block\": 1}, ");
    struct tw_plan *plan = make("broken.json", NULL, TW_EFFORT_MEASURE);
    expect_told(plan, "; results not checked: the reference failed, not the kernel: ");
    expect_scaled(plan, 3, 0);
    tw_plan_destroy(plan);
}

/* ---- results as wisdom ---- */

/* Sweeps the kernel into a file, and says who was first. */
static void sweep(const char *name, const char *results, int64_t *block, int64_t *items)
{
    struct tw_tune_options options;
    struct tw_tuned *tuned;
    struct tw_tuned_variant best;
    struct tw_field_value field;
    char config[128], file[128];
    snprintf(config, sizeof config, "%s", path_of(name));
    snprintf(file, sizeof file, "%s", path_of(results));
    tw_tune_options_init(&options);
    options.config_file = config;
    options.results_file = file;
    options.device = "sim";
    options.workers = 0;
    options.all = options.no_cache = options.force = true;
    if (tw_tune(&options, NULL, &tuned, &error)) fail_msg("%s", error.message);
    assert_true(tw_tuned_ranked(tuned, 1, &best));
    for (unsigned f = 0; tw_tuned_field(tuned, best.number, f, &field); f++) {
        if (!strcmp(field.key, "BLOCK")) *block = field.number;
        if (!strcmp(field.key, "ITEMS")) *items = field.number;
    }
    tw_tuned_free(tuned);
}

static void results_are_wisdom_for_the_same_description(void **state)
{
    (void)state;
    int64_t block = 0, items = 0;
    write_file("swept.cu", RIGHT_CU);
    write_scale("swept.json", "swept.cu", REFERENCE);
    sweep("swept.json", "swept.jsonl", &block, &items);
    if (tw_planner_add_wisdom(planner, path_of("swept.jsonl"), &error)) fail_msg("%s", error.message);
    struct tw_plan *plan = make("swept.json", NULL, TW_EFFORT_ESTIMATE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_DEVICE);
    assert_int_equal(field_of(plan, "BLOCK"), block);
    assert_int_equal(field_of(plan, "ITEMS"), items);
    expect_told(plan, "; results checked when they were measured\n");
    tw_plan_destroy(plan);
    plan = make("swept.json", "{\"n\": 10}", TW_EFFORT_ESTIMATE); /* another problem */
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_NEAREST);
    assert_int_equal(field_of(plan, "BLOCK"), block);
    assert_int_equal(field_of(plan, "ITEMS"), items);
    expect_told(plan, "; results checked where they were measured\n");
    tw_plan_destroy(plan);
    plan = make("unchecked.json", NULL, TW_EFFORT_ESTIMATE); /* another description of that name */
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_RULE);
    tw_plan_destroy(plan);
    write_file("swept.cu", WRONG_CU);
    plan = make("swept.json", NULL, TW_EFFORT_ESTIMATE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_RULE);
    tw_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_taken_where_nothing_is_measured),
        cmocka_unit_test(its_shared_memory_is_told),
        cmocka_unit_test(what_is_given_stands_and_constraints_hold),
        cmocka_unit_test(symbols_hold_what_the_description_says_until_they_are_set),
        cmocka_unit_test(structures_are_put_together_or_passed),
        cmocka_unit_test(a_measuring_plan_takes_what_is_right),
        cmocka_unit_test(one_that_writes_outside_is_left_out),
        cmocka_unit_test(where_nothing_is_right_there_is_no_plan),
        cmocka_unit_test(another_source_is_another_plan),
        cmocka_unit_test(a_reference_that_fails_lets_pass_and_is_told),
        cmocka_unit_test(results_are_wisdom_for_the_same_description),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
