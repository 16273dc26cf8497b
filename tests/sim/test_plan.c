/* Plans on the simulator in this process: what is chosen and why, that launches compute the right thing,
   contexts, threads, errors, and that nothing is left behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tilewright/plan.h>

#include "gen/families/transpose/transpose.h"
#include "runtime/driver.h"

#define W        32u
#define H        16u
#define ELEMENTS (W * H)

static const char TRANSPOSE[] = "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\"}";

static struct tw_planner *planner;
static struct tw_error error = TW_ERROR_INIT;

static char cache[] =
    "/tmp/tilewright-plan-cache-XXXXXX"; /* of these tests: few kernels, and many planners */

static struct tw_planner_options simulator(void)
{
    return (struct tw_planner_options){.device = TW_PLANNER_SIMULATOR, .cache_directory = cache};
}

static int open_planner(void **state)
{
    (void)state;
    struct tw_planner_options options = simulator();
    int code = tw_planner_open(&options, &planner, &error);
    if (code) print_error("%s\n", error.message);
    return code;
}

static int close_planner(void **state)
{
    (void)state;
    tw_planner_close(planner);
    planner = NULL;
    tw_error_free(&error);
    return 0;
}

static struct tw_plan *make(const char *fields)
{
    struct tw_plan *plan;
    struct tw_problem problem = {.family = "tile", .fields = fields};
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s", error.message);
    return plan;
}

static int64_t number(const struct tw_plan *plan, const char *key)
{
    return tw_kernel_field(tw_plan_kernel(plan), key)->number;
}

static const char *word(const struct tw_plan *plan, const char *key)
{
    return tw_kernel_field(tw_plan_kernel(plan), key)->text;
}

/* ---- launching ---- */

/* The element that thread idx reads down a column of the W x H tile that was written along its rows. */
static int transposed(unsigned idx)
{
    return (int)(idx % H * W + idx / H);
}

/* Launches into a buffer of its own in the current context; true when each element is what it should be. */
static bool launch_is_right(const struct tw_plan *plan, CUstream stream)
{
    const struct tw_driver *driver = tw_planner_driver(planner);
    struct tw_error failure = TW_ERROR_INIT; /* this is also called by threads */
    CUdeviceptr out = 0;
    int got[ELEMENTS];
    void *arguments[] = {&out};
    bool right = driver->cuMemAlloc_v2(&out, sizeof got) == CUDA_SUCCESS &&
                 tw_plan_launch(plan, stream, arguments, &failure) == TW_OK &&
                 driver->cuStreamSynchronize(stream) == CUDA_SUCCESS &&
                 driver->cuMemcpyDtoH_v2(got, out, sizeof got) == CUDA_SUCCESS &&
                 driver->cuMemFree_v2(out) == CUDA_SUCCESS;
    for (unsigned i = 0; i < ELEMENTS && right; i++) right = got[i] == transposed(i);
    tw_error_free(&failure);
    return right;
}

static CUcontext new_context(void)
{
    CUcontext context;
    assert_int_equal(tw_planner_driver(planner)->cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
    return context;
}

static void a_plan_launches_as_often_as_wanted(void **state)
{
    (void)state;
    const struct tw_driver *driver = tw_planner_driver(planner);
    CUcontext context = new_context();
    CUstream stream;
    struct tw_plan *plan = make(TRANSPOSE);
    assert_int_equal(driver->cuStreamCreate(&stream, 0), CUDA_SUCCESS);
    for (int i = 0; i < 3; i++) assert_true(launch_is_right(plan, stream));
    assert_true(launch_is_right(plan, NULL));
    driver->cuStreamDestroy_v2(stream);
    tw_plan_destroy(plan);
    tw_planner_trim(planner);
    driver->cuCtxDestroy_v2(context);
}

static void a_plan_is_made_once(void **state)
{
    (void)state;
    struct tw_problem other = {.family = "tile", .fields = TRANSPOSE, .name = "other"};
    struct tw_plan *first = make(TRANSPOSE), *second = make(TRANSPOSE), *named;
    assert_ptr_equal(first, second);
    assert_int_equal(tw_plan_make(planner, &other, &named, &error), TW_OK);
    assert_ptr_not_equal(first, named);
    assert_string_equal(tw_plan_kernel(named)->name, "other_IPAD0_xor");
    tw_plan_destroy(first);
    tw_planner_trim(planner); /* one use of it is left */
    assert_ptr_equal(make(TRANSPOSE), second);
    tw_plan_destroy(second);
    tw_plan_destroy(second);
    tw_plan_destroy(named);
    tw_planner_trim(planner);
    second = make(TRANSPOSE); /* made again */
    assert_string_equal(tw_plan_kernel(second)->name, "plan_IPAD0_xor");
    tw_plan_destroy(second);
}

/* Another family, with an input and a grid of many blocks: buffers are as the plan's kernel says. */
static void a_matrix_is_transposed(void **state)
{
    (void)state;
    enum { ROWS = 100, COLS = 70, COUNT = ROWS * COLS };
    struct tw_problem problem = {.family = "transpose",
                                 .fields = "{\"rows\": 100, \"cols\": 70, \"type\": \"int32\"}"};
    struct tw_plan *plan;
    const struct tw_driver *driver = tw_planner_driver(planner);
    CUcontext context = new_context();
    if (tw_plan_make(planner, &problem, &plan, &error)) fail_msg("%s", error.message);
    const struct tw_kernel *kernel = tw_plan_kernel(plan);
    static int matrix[COUNT], got[COUNT];
    CUdeviceptr buffer[2];
    void *arguments[2];
    assert_int_equal(kernel->shape.argument_count, 2);
    for (int i = 0; i < COUNT; i++) matrix[i] = i;
    for (unsigned b = 0; b < 2; b++) {
        assert_int_equal(kernel->shape.arguments[b].count, COUNT);
        assert_int_equal(driver->cuMemAlloc_v2(&buffer[b], sizeof matrix), CUDA_SUCCESS);
        if (kernel->shape.arguments[b].role == TW_ROLE_INPUT)
            driver->cuMemcpyHtoD_v2(buffer[b], matrix, sizeof matrix);
        arguments[b] = &buffer[b];
    }
    CUdeviceptr between = buffer[0] + 2;
    void *misaligned[] = {&between, &buffer[1]};
    assert_int_equal(tw_plan_launch(plan, NULL, misaligned, &error), TW_INPUT); /* and the context lives on */
    assert_non_null(strstr(error.message, "in is not a multiple of "));
    assert_int_equal(tw_plan_launch(plan, NULL, arguments, &error), TW_OK);
    unsigned out = kernel->shape.arguments[0].role == TW_ROLE_INPUT;
    assert_int_equal(driver->cuMemcpyDtoH_v2(got, buffer[out], sizeof got), CUDA_SUCCESS);
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLS; c++) assert_int_equal(got[c * ROWS + r], r * COLS + c);
    }
    tw_plan_destroy(plan);
    tw_planner_trim(planner);
    driver->cuCtxDestroy_v2(context);
}

/* ---- the choice ---- */

/* Blocks of what the family chooses for the device. */
static unsigned chosen_blocks(int64_t rows, int64_t cols, enum tw_element type, unsigned sm)
{
    const struct tw_family *family = &tw_family_transpose;
    int64_t value[TW_MAX_FIELDS];
    static struct tw_shape shape;
    for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
    value[TRANSPOSE_rows] = rows;
    value[TRANSPOSE_cols] = cols;
    value[TRANSPOSE_type] = type;
    tw_family_resolve(family, value, tw_target_find(sm));
    tw_family_shape(family, value, tw_target_find(sm), &shape);
    return shape.launches[0].grid[0];
}

static void a_tile_is_chosen_for_the_device(void **state)
{
    static const struct {
        unsigned sm;
        const char *told;
    } devices[] = {
        {90, " by a model of times on sm_90\n"}, {86, " by a model of times on sm_90"}, {86, "; on sm_86 "}};
    struct tw_problem problem = {.family = "transpose",
                                 .fields = "{\"rows\": 600, \"cols\": 700, \"type\": \"uint8\"}"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct tw_planner_options options = simulator();
        struct tw_planner *own;
        struct tw_plan *plan;
        options.sm = devices[i].sm;
        if (tw_planner_open(&options, &own, &error)) fail_msg("%s", error.message);
        if (tw_plan_make(own, &problem, &plan, &error)) fail_msg("%s", error.message);
        assert_non_null(strstr(tw_plan_describe(plan), "\nchosen by rule: chosen of "));
        assert_non_null(strstr(tw_plan_describe(plan), devices[i].told));
        assert_int_equal(tw_plan_kernel(plan)->shape.launches[0].grid[0],
                         chosen_blocks(600, 700, TW_UINT8, devices[i].sm));
        tw_plan_destroy(plan);
        tw_planner_close(own);
    }
}

static void open_fields_are_chosen_by_rule(void **state)
{
    (void)state;
    struct tw_plan *plan = make(TRANSPOSE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_RULE);
    assert_int_equal(number(plan, "IPAD"), 0); /* xor needs no padding: fewest bytes */
    assert_string_equal(word(plan, "swizzle"), "xor");
    assert_non_null(strstr(tw_plan_describe(plan), "chosen by rule: 1 of 99 variants, 99 of them possible"));
    assert_non_null(strstr(tw_plan_describe(plan), "\nIPAD 0, swizzle xor\n2048 bytes of shared memory, 32 "
                                                   "wavefronts (ideal 32)"));
    assert_non_null(strstr(tw_plan_describe(plan), "simulator (sm_90)"));
    assert_non_null(strstr(tw_plan_kernel(plan)->source, "__global__"));
    tw_plan_destroy(plan);
}

/* Without a swizzle, 32 x 16 needs a padding of 2; the model looks no further than the first block that fits.
 */
static void some_fields_given(void **state)
{
    (void)state;
    struct tw_plan *plan = make("{\"BDIMX\": [64, 32], \"BDIMY\": [32, 16], \"layout\": \"row-col\", "
                                "\"swizzle\": \"none\"}");
    assert_int_equal(number(plan, "BDIMX"), 64); /* 64 x 32 threads are too many, 64 x 16 is the next */
    assert_int_equal(number(plan, "BDIMY"), 16);
    assert_int_equal(number(plan, "IPAD"), 2);
    tw_plan_destroy(plan);
}

static void nothing_open(void **state)
{
    (void)state;
    struct tw_plan *plan =
        make("{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\", \"IPAD\": 1, \"swizzle\": \"none\"}");
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_GIVEN);
    assert_int_equal(number(plan, "IPAD"), 1);
    assert_string_equal(tw_plan_kernel(plan)->name, "plan");
    tw_plan_destroy(plan);
}

/* A transpose by what its own plan chose: the fields as JSON, all of them. */
static void write_fields(const struct tw_kernel *kernel, char *text, size_t room)
{
    size_t length = 0;
    for (unsigned f = 0; f < kernel->field_count; f++) {
        const struct tw_field_value *field = &kernel->fields[f];
        const char *quote = field->is_word ? "\"" : "";
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)field->number);
        length += (size_t)snprintf(text + length, room - length, "%s\"%s\": %s%s%s", f ? ", " : "{",
                                   field->key, quote, field->is_word ? field->text : number, quote);
    }
    snprintf(text + length, room - length, "}");
}

/* The rule is named where it chose, with what it chose; the same variant as given did not go by it. */
static void descriptions_do_not_contradict_themselves(void **state)
{
    struct tw_problem problem = {.family = "transpose",
                                 .fields = "{\"rows\": 100, \"cols\": 70, \"type\": \"int32\"}"};
    struct tw_plan *chosen, *given;
    char method[64], text[1024];
    (void)state;
    if (tw_plan_make(planner, &problem, &chosen, &error)) fail_msg("%s", error.message);
    const char *told = tw_plan_describe(chosen);
    snprintf(method, sizeof method, "\nmethod %s, ", word(chosen, "method"));
    if (!strstr(told, "\nchosen by rule: chosen of ")) fail_msg("%s", told);
    if (!strstr(told, method)) fail_msg("%s", told);
    write_fields(tw_plan_kernel(chosen), text, sizeof text);
    problem.fields = text;
    if (tw_plan_make(planner, &problem, &given, &error)) fail_msg("%s", error.message);
    assert_string_equal(tw_plan_kernel(given)->source, tw_plan_kernel(chosen)->source);
    told = tw_plan_describe(given);
    if (!strstr(told, "\nchosen as given\n") || strstr(told, "chosen of") || strstr(told, "\nmethod "))
        fail_msg("%s", told);
    tw_plan_destroy(chosen);
    tw_plan_destroy(given);
}

/* ---- wisdom ---- */

static char wisdom_file[] = "/tmp/tilewright-wisdom-XXXXXX";

static void write_wisdom(const char *text)
{
    FILE *file = fopen(wisdom_file, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

#define HEADER(device, simulator, sm, finished)                                                              \
    "{\"tilewright_results\": 1, \"kernel\": \"tile\", \"device\": \"" device                                \
    "\", \"simulator\": " simulator ", \"sm\": " sm                                                          \
    ", \"capability\": {\"multiprocessors\": 132}, \"finished\": " finished "}\n"
#define RECORD(x, pad, swizzle, rank)                                                                        \
    "{\"name\": \"k\", \"BDIMX\": " x ", \"BDIMY\": 16, \"IPAD\": " pad                                      \
    ", \"layout\": \"row-col\", \"index\": \"linear\", \"shared\": \"static\", \"scope\": \"kernel\", "      \
    "\"swizzle\": \"" swizzle "\", \"type\": \"int32\", \"carveout\": \"default\", "                         \
    "\"cache_config\": \"none\", \"memory\": \"plain\", \"rank\": " rank "}\n"

/* Best: another tile; then one that the problem leaves open; then what the rule would take. */
#define RECORDS                                                                                              \
    RECORD("32", "0", "xor", "3")                                                                            \
    RECORD("16", "2", "none", "1") RECORD("32", "5", "skew", "2") RECORD("32", "1", "none", "null")

static void expect_wisdom(const char *text, enum tw_grounds grounds, int64_t pad, const char *told)
{
    write_wisdom(text);
    if (tw_planner_add_wisdom(planner, wisdom_file, &error)) fail_msg("%s", error.message);
    struct tw_plan *plan = make(TRANSPOSE);
    assert_int_equal(tw_plan_grounds(plan), grounds);
    assert_int_equal(number(plan, "IPAD"), pad);
    if (!strstr(tw_plan_describe(plan), told)) fail_msg("%s", tw_plan_describe(plan));
    tw_plan_destroy(plan);
    tw_planner_trim(planner);
}

/* Each file is added to those before it: the best match wins, of equals the last. */
static void wisdom_says_how_well_it_matches(void **state)
{
    (void)state;
    expect_wisdom(HEADER("A card", "false", "80", "true") RECORDS, TW_GROUNDS_RULE, 0, "by rule");
    expect_wisdom(HEADER("A card", "false", "90", "true") RECORDS, TW_GROUNDS_ARCHITECTURE, 5,
                  "by wisdom of the same architecture: rank 2 of 3 on A card");
    expect_wisdom(HEADER("simulator (sm_90)", "true", "90", "true") RECORD("32", "7", "none", "1"),
                  TW_GROUNDS_DEVICE, 7, "by wisdom of the same device: rank 1 of 1 on simulator (sm_90)");
    expect_wisdom(HEADER("Another", "false", "90", "true") RECORDS, TW_GROUNDS_DEVICE, 7, "same device");
    expect_wisdom(HEADER("simulator (sm_90)", "true", "90", "true") RECORD("32", "9", "none", "1"),
                  TW_GROUNDS_DEVICE, 9, "same device");
    /* a device's wisdom of other tiles leaves it to the next best */
    expect_wisdom(HEADER("simulator (sm_90)", "true", "90", "true") RECORD("64", "9", "none", "1"),
                  TW_GROUNDS_DEVICE, 9, "same device");
}

/* A pattern is a text, which must outlive the file's reading. */
static void wisdom_knows_patterns(void **state)
{
    (void)state;
    write_wisdom(HEADER("simulator (sm_90)", "true", "90", "true")
                     RECORD("32", "4", "none", "1, \"writes\": \"strided 5\"")
                         RECORD("32", "3", "none", "2, \"writes\": \"strided 7\""));
    if (tw_planner_add_wisdom(planner, wisdom_file, &error)) fail_msg("%s", error.message);
    struct tw_plan *plan = make("{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\", "
                                "\"index\": \"linear\", \"writes\": \"strided 7\"}");
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_DEVICE);
    assert_int_equal(number(plan, "IPAD"), 3);
    assert_string_equal(word(plan, "writes"), "strided 7");
    tw_plan_destroy(plan);
}

static void expect_bad_wisdom(const char *text, unsigned line, const char *told)
{
    write_wisdom(text);
    assert_int_equal(tw_planner_add_wisdom(planner, wisdom_file, &error), TW_INPUT);
    assert_int_equal(error.line, line);
    assert_string_equal(error.file, wisdom_file);
    if (!strstr(error.message, told)) fail_msg("%s", error.message);
}

static void wisdom_that_is_none(void **state)
{
    (void)state;
    expect_bad_wisdom("", 0, "empty");
    expect_bad_wisdom("{\"tilewright\": 1}\n", 1, "not a results file of format 1");
    expect_bad_wisdom("[]\n", 1, "not an object");
    expect_bad_wisdom(HEADER("A card", "false", "90", "false") RECORDS, 1, "not finished");
    expect_bad_wisdom(HEADER("A card", "false", "-1", "true") RECORDS, 1, "does not name the device");
    expect_bad_wisdom(HEADER("A card", "false", "90", "true") RECORDS "{\"rank\": 1", 6, "");
    expect_bad_wisdom(HEADER("A card", "false", "90", "true") "{\"rank\": 1}\n", 2, "\"BDIMX\"");
    expect_bad_wisdom(HEADER("A card", "false", "90", "true") RECORD("32", "0", "none", "2")
                          RECORD("32", "0", "zigzag", "1"),
                      3, "\"swizzle\"");
    expect_bad_wisdom(HEADER("A card", "false", "90", "true") RECORD("32", "1025", "none", "1"), 2,
                      "\"IPAD\"");
    assert_int_equal(tw_planner_add_wisdom(planner, "/nonexistent/file", &error), TW_INPUT);
    struct tw_plan *plan = make(TRANSPOSE); /* as if none had been tried */
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_RULE);
    tw_plan_destroy(plan);
}

/* ---- contexts ---- */

static CUcontext current(void)
{
    CUcontext context = NULL;
    assert_int_equal(tw_planner_driver(planner)->cuCtxGetCurrent(&context), CUDA_SUCCESS);
    return context;
}

static void no_context_means_the_primary_one(void **state)
{
    (void)state;
    const struct tw_driver *driver = tw_planner_driver(planner);
    CUcontext primary;
    assert_null(current());
    struct tw_plan *plan = make(TRANSPOSE);
    assert_null(current());
    assert_int_equal(driver->cuDevicePrimaryCtxRetain(&primary, 0), CUDA_SUCCESS);
    driver->cuCtxPushCurrent_v2(primary);
    assert_true(launch_is_right(plan, NULL));
    driver->cuCtxPopCurrent_v2(NULL);

    CUdeviceptr nowhere =
        4096; /* launched with no context current: the kernel then does what it should not */
    void *arguments[] = {&nowhere};
    assert_int_equal(tw_plan_launch(plan, NULL, arguments, &error), TW_OK);
    assert_null(current());
    assert_int_equal(tw_plan_launch(plan, NULL, arguments, &error), TW_FAULT);
    assert_non_null(strstr(error.message, "CUDA_ERROR_ILLEGAL_ADDRESS"));
    assert_null(current());
    tw_plan_destroy(plan);
    driver->cuDevicePrimaryCtxRelease_v2(0);
}

static void each_context_has_its_own_plan(void **state)
{
    (void)state;
    const struct tw_driver *driver = tw_planner_driver(planner);
    CUcontext first = new_context();
    struct tw_plan *in_first = make(TRANSPOSE);
    CUcontext second = new_context();
    struct tw_plan *in_second = make(TRANSPOSE);
    assert_ptr_equal(current(), second);
    assert_ptr_not_equal(in_first, in_second);
    assert_ptr_equal(make(TRANSPOSE), in_second);
    assert_true(launch_is_right(in_second, NULL));
    assert_true(launch_is_right(in_first, NULL)); /* in its own context, whichever is current */
    assert_ptr_equal(current(), second);
    tw_plan_destroy(in_second);
    tw_plan_destroy(in_second);
    tw_planner_trim(planner);
    assert_ptr_equal(current(), second);
    driver->cuCtxDestroy_v2(second);
    assert_ptr_equal(current(), first);
    assert_true(launch_is_right(in_first, NULL));
    tw_plan_destroy(in_first);
    tw_planner_trim(planner);
    driver->cuCtxDestroy_v2(first);
}

/* ---- threads ---- */

#define THREADS 8u
#define ROUNDS  20u

static const char *const problems[] = {
    "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\"}",
    "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\", \"swizzle\": \"none\"}",
    "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\", \"swizzle\": \"skew\"}",
    "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\", \"shared\": \"dynamic\"}",
};
#define PROBLEMS (sizeof problems / sizeof *problems)

struct worker {
    pthread_t thread;
    unsigned number;
    CUcontext context;
    struct tw_plan *plans[PROBLEMS]; /* of the last round */
    unsigned wrong;
};

/* Every thread wants every plan, each in another order, and gives them back. */
static void *work(void *memory)
{
    struct worker *worker = memory;
    tw_planner_driver(planner)->cuCtxSetCurrent(worker->context);
    for (unsigned i = 0; i < ROUNDS * PROBLEMS; i++) {
        unsigned p = (i + worker->number) % PROBLEMS;
        struct tw_problem problem = {.family = "tile", .fields = problems[p]};
        if (tw_plan_make(planner, &problem, &worker->plans[p], NULL) ||
            !launch_is_right(worker->plans[p], NULL)) {
            worker->wrong++;
        }
        if (i % 7 == worker->number) tw_planner_trim(planner);
        if (i < (ROUNDS - 1) * PROBLEMS) tw_plan_destroy(worker->plans[p]);
    }
    return NULL;
}

static void threads_share_a_planner(void **state)
{
    (void)state;
    struct worker workers[THREADS] = {0};
    CUcontext contexts[2] = {new_context(), new_context()};
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i].number = i;
        workers[i].context = contexts[i % 2];
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) pthread_join(workers[i].thread, NULL);
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(workers[i].wrong, 0);
        for (unsigned p = 0; p < PROBLEMS; p++) {
            assert_non_null(workers[i].plans[p]);
            assert_ptr_equal(workers[i].plans[p], workers[i % 2].plans[p]); /* held by all: one plan */
        }
    }
    tw_planner_close(planner); /* plans in use too */
    struct tw_planner_options options = simulator();
    assert_int_equal(tw_planner_open(&options, &planner, &error), TW_OK);
    for (int i = 0; i < 2; i++) tw_planner_driver(planner)->cuCtxDestroy_v2(contexts[1 - i]);
}

/* ---- errors ---- */

static void expect_error(const char *family, const char *fields, const char *name, int code, unsigned line,
                         unsigned column, const char *told)
{
    struct tw_problem problem = {.family = family, .fields = fields, .name = name};
    struct tw_plan *plan = (struct tw_plan *)&problem;
    int got = tw_plan_make(planner, &problem, &plan, &error);
    if (got != code || !strstr(error.message, told)) fail_msg("%d: %s", got, error.message);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_null(plan);
}

static void problems_that_cannot_be(void **state)
{
    (void)state;
    expect_error("tile", "{\"BDIMX\": 32,\n \"BDIMW\": 2}", NULL, TW_INPUT, 2, 2, "BDIMW");
    expect_error("tile", "{\"BDIMX\": 2000, \"BDIMY\": 1}", NULL, TW_INPUT, 1, 11, "2000");
    expect_error("tile", "{\"BDIMX\": 32, \"BDIMY\": 16, \"layout\": [\"row-row\", \"row-col\"]}", NULL,
                 TW_INPUT, 1, 38, "\"layout\" has several values");
    expect_error("tile", "{\"BDIMX\": 64, \"BDIMY\": 64}", NULL, TW_INPUT, 0, 0,
                 "no variant is possible on simulator (sm_90): 64 x 64 = 4096 threads");
    expect_error("tile", "{\"BDIMX\": 32", NULL, TW_INPUT, 1, 13, "");
    int code = tw_plan_make(planner, &(struct tw_problem){.family = "tile"}, &(struct tw_plan *){NULL}, NULL);
    assert_int_equal(code, TW_INPUT);
    struct tw_problem unknown = {.family = "tail"},
                      reserved = {.family = "tile", .fields = TRANSPOSE, .name = "while"};
    struct tw_plan *plan;
    assert_int_equal(tw_plan_make(planner, &unknown, &plan, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "tail"));
    assert_int_equal(tw_plan_make(planner, &reserved, &plan, &error),
                     TW_OK); /* values are added to the name */
    tw_plan_destroy(plan);
    reserved.fields = "{\"BDIMX\": 32, \"BDIMY\": 16, \"IPAD\": 1, \"swizzle\": \"none\"}";
    assert_int_equal(tw_plan_make(planner, &reserved, &plan, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "while"));
}

static void planners_that_cannot_be(void **state)
{
    (void)state;
    struct tw_planner *none = planner;
    struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .sm = 1};
    assert_int_equal(tw_planner_open(&options, &none, &error), TW_ENVIRONMENT);
    assert_null(none);
    setenv("TILEWRIGHT_LIBCUDA", "/nonexistent/libcuda.so.1", 1);
    assert_int_equal(tw_planner_open(NULL, &none, &error), TW_ENVIRONMENT);
    unsetenv("TILEWRIGHT_LIBCUDA");
    assert_null(none);
    setenv("TILEWRIGHT_NVRTC", "/nonexistent/libnvrtc.so", 1);
    options = simulator();
    assert_int_equal(tw_planner_open(&options, &none, &error), TW_ENVIRONMENT);
    unsetenv("TILEWRIGHT_NVRTC");
    assert_null(none);
    tw_planner_close(NULL);
    tw_plan_destroy(NULL);
}

/* ---- memory ---- */

struct heap {
    atomic_long live, until_failure; /* -1: never */
};

static void *allocate(void *context, size_t bytes)
{
    struct heap *heap = context;
    if (heap->until_failure == 0) return NULL;
    if (heap->until_failure > 0) heap->until_failure--;
    heap->live++;
    return malloc(bytes);
}

static void release(void *context, void *memory)
{
    struct heap *heap = context;
    assert_non_null(memory);
    heap->live--;
    free(memory);
}

/* A planner, wisdom and 20 plans: more than the table first has room for. The first code that is no TW_OK. */
static int use_heap(struct heap *heap)
{
    struct tw_planner_options options = simulator();
    struct tw_planner *own;
    struct tw_plan *plan;
    options.allocator = (struct tw_allocator){allocate, release, heap};
    int code = tw_planner_open(&options, &own, &error);
    if (code) return code;
    code = tw_planner_add_wisdom(own, wisdom_file, &error);
    for (int i = 0; i < 20 && !code; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        struct tw_problem problem = {.family = "tile",
                                     .fields =
                                         "{\"BDIMX\": 32, \"BDIMY\": 1, \"IPAD\": 0, \"swizzle\": \"none\"}",
                                     .name = name};
        code = tw_plan_make(own, &problem, &plan, &error);
        tw_plan_destroy(plan);
    }
    tw_planner_close(own);
    return code;
}

static void memory_comes_from_the_hook_and_may_run_out(void **state)
{
    (void)state;
    struct heap heap = {0, -1};
    write_wisdom(HEADER("A card", "false", "90", "true") RECORDS);
    assert_int_equal(use_heap(&heap), TW_OK);
    assert_int_equal(heap.live, 0);
    static const long failures[] = {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 20, 24, 25};
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        heap.until_failure = failures[i];
        assert_int_equal(use_heap(&heap), TW_MEMORY);
        assert_int_equal(heap.live, 0);
    }
}

static int remove_folder(const char *directory)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", directory);
    return system(command);
}

static void compiled_kernels_come_from_the_disk(void **state)
{
    (void)state;
    char directory[] = "/tmp/tilewright-plans-XXXXXX";
    assert_non_null(mkdtemp(directory));
    struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .cache_directory = directory};
    struct tw_problem problem = {.family = "tile", .fields = TRANSPOSE};
    for (int i = 0; i < 2; i++) {
        struct tw_planner *own;
        struct tw_plan *plan;
        assert_int_equal(tw_planner_open(&options, &own, &error), TW_OK);
        assert_int_equal(tw_plan_make(own, &problem, &plan, &error), TW_OK);
        bool from_disk = strstr(tw_plan_describe(plan), "from the disk cache") != NULL;
        assert_int_equal(from_disk, i == 1);
        tw_planner_close(own);
    }
    assert_int_equal(remove_folder(directory), 0);
}

static void a_cache_that_others_may_write_to_is_not_used(void **state)
{
    (void)state;
    char directory[] = "/tmp/tilewright-plans-XXXXXX";
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chmod(directory, 0777), 0);
    struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .cache_directory = directory};
    struct tw_problem problem = {.family = "tile", .fields = TRANSPOSE};
    struct tw_planner *own;
    struct tw_plan *plan;
    assert_int_equal(tw_planner_open(&options, &own, &error), TW_OK);
    assert_int_equal(tw_plan_make(own, &problem, &plan, &error), TW_OK);
    assert_non_null(strstr(tw_plan_describe(plan), "may be written to by others"));
    tw_planner_close(own);
    assert_int_equal(rmdir(directory), 0); /* nothing was stored */
}

static int make_files(void **state)
{
    (void)state;
    int file = mkstemp(wisdom_file);
    return file < 0 || close(file) || !mkdtemp(cache);
}

static int remove_files(void **state)
{
    (void)state;
    return remove(wisdom_file) || remove_folder(cache);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_planner, close_planner)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_plan_launches_as_often_as_wanted),
        TEST(a_matrix_is_transposed),
        TEST(a_plan_is_made_once),
        TEST(a_tile_is_chosen_for_the_device),
        TEST(open_fields_are_chosen_by_rule),
        TEST(some_fields_given),
        TEST(descriptions_do_not_contradict_themselves),
        TEST(nothing_open),
        TEST(wisdom_says_how_well_it_matches),
        TEST(wisdom_knows_patterns),
        TEST(wisdom_that_is_none),
        TEST(no_context_means_the_primary_one),
        TEST(each_context_has_its_own_plan),
        TEST(threads_share_a_planner),
        TEST(problems_that_cannot_be),
        TEST(planners_that_cannot_be),
        TEST(memory_comes_from_the_hook_and_may_run_out),
        TEST(compiled_kernels_come_from_the_disk),
        TEST(a_cache_that_others_may_write_to_is_not_used),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
