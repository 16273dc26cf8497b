/*
 * Reductions of all kinds: one plan launched on eight streams at once, each with scratch of its own, and its launch captured into a
 * CUDA graph that is launched again and again. Results are those of sums of small whole numbers made here. Skipped without a GPU.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/plan.h>

#include "runtime/driver.h"
#include "tests/graphs.h"

#define COUNT   3000012u /* numbers that there are */
#define STREAMS 8u
#define ROUNDS  40u

enum op { SUM, ARGMAX, NORM2 };

/* Reductions of so many rows and columns, or of as many equal segments as there are rows. */
static const struct {
    enum op op;
    bool along_columns, segments;
    uint64_t rows, cols;
    const char *fields;
} problems[] = {
    {SUM, false, false, 1, COUNT, ""},
    {SUM, false, false, 1, COUNT, ", \"finish\": \"second\", \"order\": \"compensated\""},
    {SUM, false, false, 1, COUNT, ", \"order\": \"exact\""},
    {SUM, false, false, 1, COUNT, ", \"finish\": \"atomic\", \"order\": \"free\""},
    {SUM, false, false, 1, COUNT, ", \"method\": \"accumulators\""},
    {ARGMAX, false, false, 1, COUNT, ", \"op\": \"argmax\", \"ties\": \"last\""},
    {SUM, false, false, 5, 100000, ""},
    {NORM2, false, false, 4, 100001, ", \"op\": \"norm2\", \"finish\": \"cluster\""},
    {SUM, false, false, 100000, 30, ""},
    {SUM, true, false, COUNT / 12, 12, ", \"along\": \"columns\", \"finish\": \"last\""},
    {SUM, true, false, COUNT / 12, 12, ", \"along\": \"columns\", \"finish\": \"second\""},
    {ARGMAX, true, false, 3001, 999, ", \"along\": \"columns\", \"op\": \"argmax\", \"ties\": \"last\""},
    {SUM, false, true, 12, COUNT / 12, ", \"along\": \"segments\""},
};

/* From -7 to 8, as the upper bits of a product have it. */
static int number_of(uint64_t i)
{
    return (int)((uint32_t)i * 2654435761u >> 28) - 7;
}

/* Result `which` of a problem. All sums are below 2^24, so float32 has them whatever their order. */
static void put_expected(unsigned problem, uint64_t which, unsigned char *result)
{
    bool down = problems[problem].along_columns;
    uint64_t length = down ? problems[problem].rows : problems[problem].cols,
             step = down ? problems[problem].cols : 1, first = down ? which : which * length;
    int64_t sum = 0, squares = 0, place = 0;
    for (uint64_t i = 0; i < length; i++) {
        int number = number_of(first + i * step);
        sum += number;
        squares += number * number;
        if (number >= number_of(first + (uint64_t)place * step)) place = (int64_t)i;
    }
    float as_float = (float)sum;
    double norm = sqrt((double)squares);
    switch (problems[problem].op) {
    case SUM:
        memcpy(result, &as_float, sizeof as_float);
        break;
    case ARGMAX:
        memcpy(result, &place, sizeof place);
        break;
    case NORM2:
        memcpy(result, &norm, sizeof norm);
        break;
    }
}

struct bench {
    const struct tw_driver *driver;
    struct tw_plan *plan;
    unsigned problem;
    CUdeviceptr numbers, offsets, results[STREAMS], scratch[STREAMS];
    struct tw_scratch needs;
    CUstream streams[STREAMS];
    unsigned char *expected, *got;
    size_t bytes; /* of results */
};

static CUdeviceptr new_buffer(const struct bench *b, size_t bytes, unsigned char filled)
{
    CUdeviceptr memory;
    assert_int_equal(b->driver->cuMemAlloc_v2(&memory, bytes), CUDA_SUCCESS);
    assert_int_equal(b->driver->cuMemsetD8_v2(memory, filled, bytes), CUDA_SUCCESS);
    return memory;
}

static void put_numbers(struct bench *b)
{
    float *numbers = malloc(COUNT * sizeof *numbers);
    assert_non_null(numbers);
    for (unsigned i = 0; i < COUNT; i++) numbers[i] = (float)number_of(i);
    b->numbers = new_buffer(b, COUNT * sizeof *numbers, 0);
    assert_int_equal(b->driver->cuMemcpyHtoD_v2(b->numbers, numbers, COUNT * sizeof *numbers), CUDA_SUCCESS);
    free(numbers);
    for (unsigned k = 0; k < STREAMS; k++)
        assert_int_equal(b->driver->cuStreamCreate(&b->streams[k], CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
}

static void put_offsets(struct bench *b)
{
    uint64_t offsets[16];
    uint64_t count = problems[b->problem].segments ? problems[b->problem].rows + 1 : 0;
    assert_in_range(count, 0, 16);
    for (uint64_t s = 0; s < count; s++) offsets[s] = s * problems[b->problem].cols;
    b->offsets = new_buffer(b, sizeof offsets, 0);
    assert_int_equal(b->driver->cuMemcpyHtoD_v2(b->offsets, offsets, sizeof offsets), CUDA_SUCCESS);
}

static void make_plan(struct tw_planner *planner, struct bench *b)
{
    struct tw_error error = TW_ERROR_INIT;
    uint64_t rows = problems[b->problem].rows, cols = problems[b->problem].cols;
    char fields[256];
    snprintf(fields, sizeof fields, "{\"rows\": %llu, \"cols\": %llu%s}", (unsigned long long)rows,
             (unsigned long long)(problems[b->problem].segments ? rows * cols : cols),
             problems[b->problem].fields);
    const struct tw_problem problem = {.family = "reduce", .fields = fields};
    if (tw_plan_make(planner, &problem, &b->plan, &error)) fail_msg("%s: %s", fields, error.message);
    b->needs = tw_plan_scratch(b->plan);
}

static void put_problem(struct tw_planner *planner, struct bench *b, unsigned problem)
{
    uint64_t results = problems[problem].along_columns ? problems[problem].cols : problems[problem].rows;
    size_t each = problems[problem].op == SUM ? sizeof(float) : 8;
    b->problem = problem;
    make_plan(planner, b);
    b->bytes = results * each;
    b->expected = malloc(b->bytes);
    b->got = malloc(b->bytes);
    assert_true(b->expected && b->got);
    for (uint64_t i = 0; i < results; i++) put_expected(problem, i, b->expected + i * each);
    put_offsets(b);
    for (unsigned k = 0; k < STREAMS; k++) {
        b->results[k] = new_buffer(b, b->bytes, 0xA5);
        b->scratch[k] = b->needs.bytes ? new_buffer(b, b->needs.bytes, 0) : 0;
    }
    assert_int_equal(b->driver->cuCtxSynchronize(), CUDA_SUCCESS);
}

static void drop_problem(struct bench *b)
{
    for (unsigned k = 0; k < STREAMS; k++) {
        b->driver->cuMemFree_v2(b->results[k]);
        if (b->scratch[k]) b->driver->cuMemFree_v2(b->scratch[k]);
    }
    b->driver->cuMemFree_v2(b->offsets);
    free(b->expected);
    free(b->got);
    tw_plan_destroy(b->plan);
}

static void launch(struct bench *b, unsigned k)
{
    struct tw_error error = TW_ERROR_INIT;
    void *plain[] = {&b->numbers, &b->results[k]}, *cut[] = {&b->numbers, &b->offsets, &b->results[k]};
    if (tw_plan_launch_scratch(b->plan, b->streams[k], problems[b->problem].segments ? cut : plain,
                               b->scratch[k], b->needs.bytes, &error))
        fail_msg("problem %u: %s", b->problem, error.message);
}

static void check(struct bench *b, unsigned k, const char *how)
{
    assert_int_equal(b->driver->cuMemcpyDtoH_v2(b->got, b->results[k], b->bytes), CUDA_SUCCESS);
    if (memcmp(b->got, b->expected, b->bytes))
        fail_msg("problem %u, stream %u: wrong %s", b->problem, k, how);
}

static void check_streams(struct bench *b)
{
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned k = 0; k < STREAMS; k++) launch(b, k);
    assert_int_equal(b->driver->cuCtxSynchronize(), CUDA_SUCCESS);
    for (unsigned k = 0; k < STREAMS; k++) check(b, k, "side by side");
}

/* Cleared before each launch of the graph: what an earlier one left would do else. */
static void check_graph(struct bench *b)
{
    CUgraph graph;
    CUgraphExec executable;
    assert_int_equal(begin_capture(b->streams[0], CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    launch(b, 0);
    assert_int_equal(end_capture(b->streams[0], &graph), CUDA_SUCCESS);
    assert_int_equal(instantiate(&executable, graph, 0), CUDA_SUCCESS);
    for (unsigned round = 0; round < 3; round++) {
        assert_int_equal(b->driver->cuMemsetD8_v2(b->results[0], 0xA5, b->bytes), CUDA_SUCCESS);
        assert_int_equal(b->driver->cuCtxSynchronize(), CUDA_SUCCESS);
        assert_int_equal(launch_graph(executable, b->streams[0]), CUDA_SUCCESS);
        assert_int_equal(b->driver->cuStreamSynchronize(b->streams[0]), CUDA_SUCCESS);
        check(b, 0, "from a graph");
    }
}

static void reductions_share_nothing_but_the_plan(void **state)
{
    struct tw_planner *planner = *state;
    struct bench b = {.driver = tw_planner_driver(planner)};
    CUcontext context;
    assert_int_equal(b.driver->cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
    put_numbers(&b);
    for (unsigned i = 0; i < sizeof problems / sizeof *problems; i++) {
        put_problem(planner, &b, i);
        check_streams(&b);
        check_graph(&b);
        drop_problem(&b);
    }
    tw_planner_trim(planner);
    b.driver->cuCtxDestroy_v2(context);
}

int main(void)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_planner *planner;
    const struct tw_planner_options options = {.device = TW_PLANNER_CUDA};
    if (tw_planner_open(&options, &planner, &error) || tw_planner_driver(planner)->simulator ||
        !find_functions()) {
        printf("skipped: %s\n", *error.message ? error.message : "no GPU, or a driver too old to capture");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(reductions_share_nothing_but_the_plan, planner),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tw_planner_close(planner);
    return failed;
}
