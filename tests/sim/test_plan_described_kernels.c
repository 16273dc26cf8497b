/*
 * The kernels of examples/kernels as plans, on the simulator, with the caller's data: groups of launches in turns, scratch, symbols, zeroed
 * outputs, more shared memory than is usual, several outputs. What comes out is compared with plain loops here.
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

#include "tests/planner.h"

static int start(void **state)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR, .no_wisdom = true};
    (void)state;
    return open_planner_of(&options);
}

static struct tw_plan *make(const char *name, const char *fields, enum tw_effort effort)
{
    char path[512];
    struct tw_plan *plan;
    snprintf(path, sizeof path, "%s/examples/kernels/%s.json", SOURCE_DIR, name);
    const struct tw_problem problem = {.family = path, .fields = fields, .effort = effort};
    if (tw_plan_make(planner, &problem, &plan, &error))
        fail_msg("%s: %s", error.message, error.detail ? error.detail : "");
    return plan;
}

static CUdeviceptr to_device(const void *data, size_t bytes)
{
    CUdeviceptr address;
    assert_int_equal(driver->cuMemAlloc_v2(&address, bytes), CUDA_SUCCESS);
    if (data) assert_int_equal(driver->cuMemcpyHtoD_v2(address, data, bytes), CUDA_SUCCESS);
    return address;
}

static void take_back(CUdeviceptr address, void *data, size_t bytes)
{
    assert_int_equal(driver->cuMemcpyDtoH_v2(data, address, bytes), CUDA_SUCCESS);
    driver->cuMemFree_v2(address);
}

static void launch(const struct tw_plan *plan, void **arguments)
{
    if (tw_plan_launch(plan, NULL, arguments, &error)) fail_msg("%s", error.message);
}

static int by_value(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Many launches, each with numbers of its own; two buffers change places. */
static void a_sort_sorts(void **state)
{
    enum { N = 777 };
    (void)state;
    static uint32_t values[N], got[N];
    struct tw_plan *plan = make("sort", "{\"n\": 777, \"bits\": 16, \"BITS\": 4}", TW_EFFORT_MEASURE);
    const struct tw_shape *shape = &tw_plan_kernel(plan)->shape;
    assert_int_equal(shape->launch_count, 12);
    assert_string_equal(shape->launches[0].entry, "count");
    assert_true(tw_plan_scratch(plan).bytes >= sizeof values);
    for (int round = 0; round < 2; round++) {
        for (unsigned i = 0; i < N; i++) values[i] = (i * 40503u + 77u * (unsigned)round) % 65536;
        CUdeviceptr a = to_device(values, sizeof values);
        void *arguments[] = {&a};
        launch(plan, arguments);
        take_back(a, got, sizeof got);
        qsort(values, N, sizeof *values, by_value);
        assert_memory_equal(got, values, sizeof got);
    }
    /* with scratch of the caller's, too little of it, and none that is aligned */
    const size_t bytes = tw_plan_scratch(plan).bytes;
    CUdeviceptr a = to_device(values, sizeof values), scratch = to_device(NULL, bytes + 8);
    void *arguments[] = {&a};
    assert_int_equal(tw_plan_launch_scratch(plan, NULL, arguments, scratch, bytes, &error), TW_OK);
    assert_int_equal(tw_plan_launch_scratch(plan, NULL, arguments, scratch, bytes - 1, &error), TW_INPUT);
    assert_int_equal(tw_plan_launch_scratch(plan, NULL, arguments, scratch + 8, bytes, &error), TW_INPUT);
    take_back(a, got, sizeof got);
    driver->cuMemFree_v2(scratch);
    assert_memory_equal(got, values, sizeof got);
    tw_plan_destroy(plan);
}

static void a_scan_adds_in_two_launches(void **state)
{
    enum { N = 1501 };
    (void)state;
    static int32_t values[N], got[N];
    struct tw_plan *plan = make("scan", "{\"n\": 1501, \"METHOD\": \"by_doubling\"}", TW_EFFORT_ESTIMATE);
    for (int i = 0; i < N; i++) values[i] = i * 37 % 101 - 50;
    CUdeviceptr in = to_device(values, sizeof values), out = to_device(NULL, sizeof got);
    void *arguments[] = {&in, &out};
    launch(plan, arguments);
    take_back(out, got, sizeof got);
    driver->cuMemFree_v2(in);
    int32_t sum = 0;
    for (int i = 0; i < N; i++) assert_int_equal(got[i], sum += values[i]);
    tw_plan_destroy(plan);
}

/* Zeroed by the launch itself, each time. */
static void a_histogram_begins_at_zero(void **state)
{
    enum { N = 3000 };
    (void)state;
    static unsigned char values[N];
    uint32_t want[256] = {0}, got[256];
    struct tw_plan *plan = make("histogram", "{\"n\": 3000}", TW_EFFORT_ESTIMATE);
    for (unsigned i = 0; i < N; i++) want[values[i] = (unsigned char)(i * i % 251)]++;
    for (int round = 0; round < 2; round++) {
        CUdeviceptr in = to_device(values, sizeof values), counts = to_device(NULL, sizeof got);
        driver->cuMemsetD8_v2(counts, 0xFF, sizeof got);
        void *arguments[] = {&in, &counts};
        launch(plan, arguments);
        launch(plan, arguments);
        take_back(counts, got, sizeof got);
        driver->cuMemFree_v2(in);
        assert_memory_equal(got, want, sizeof got);
    }
    tw_plan_destroy(plan);
}

static void a_convolution_takes_the_callers_weights(void **state)
{
    enum { H = 9, W = 40, IN_W = W + 4 };
    (void)state;
    static float in[(H + 2) * IN_W], got[H * W];
    const float weights[15] = {0, 0, 0, 0, 0, 0, 0, 2};
    struct tw_plan *plan = make("convolution", "{\"height\": 9, \"width\": 40}", TW_EFFORT_MEASURE);
    for (unsigned i = 0; i < sizeof in / sizeof *in; i++) in[i] = (float)(i % 97);
    CUdeviceptr from = to_device(in, sizeof in), to = to_device(NULL, sizeof got);
    void *arguments[] = {&from, &to};
    assert_int_equal(tw_plan_set_symbol(plan, "weights", weights, sizeof weights, NULL, &error), TW_OK);
    launch(plan, arguments);
    take_back(to, got, sizeof got);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) assert_true(got[y * W + x] == 2 * in[(y + 1) * IN_W + x + 2]);
    }
    /* buffers that overlap, are nowhere, or begin between elements */
    CUdeviceptr within = from + 64, odd = from + 2, none = 0, apart = to_device(NULL, sizeof got);
    void *over[] = {&from, &within}, *between[] = {&odd, &apart}, *nowhere[] = {&from, &none},
         *missing[] = {&from, NULL};
    void **const wrong[] = {over, between, nowhere, missing};
    static const char *const why[] = {"in and out overlap", "in is not a multiple of 4 bytes",
                                      "out is at address 0", "no argument is given for out"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tw_plan_launch(plan, NULL, wrong[i], &error), TW_INPUT);
        if (!strstr(error.message, why[i])) fail_msg("not '%s': %s", why[i], error.message);
    }
    driver->cuMemFree_v2(from);
    driver->cuMemFree_v2(apart);
    tw_plan_destroy(plan);
}

/* Rows that wait in more shared memory than a kernel has without asking. */
static void a_softmax_has_much_shared_memory(void **state)
{
    enum { ROWS = 2, COLS = 12500 };
    (void)state;
    static float values[ROWS * COLS], got[ROWS * COLS];
    struct tw_plan *plan = make("softmax", "{\"rows\": 2}", TW_EFFORT_ESTIMATE);
    const struct tw_kernel *kernel = tw_plan_kernel(plan);
    assert_true(kernel->shape.launches[0].dynamic_shared_bytes > 48 * 1024);
    for (int i = 0; i < ROWS * COLS; i++) values[i] = (float)(i % 13) / 8;
    CUdeviceptr in = to_device(values, sizeof values), out = to_device(NULL, sizeof got);
    void *arguments[] = {&in, &out};
    launch(plan, arguments);
    take_back(out, got, sizeof got);
    driver->cuMemFree_v2(in);
    for (int row = 0; row < ROWS; row++) {
        double sum = 0;
        for (int i = 0; i < COLS; i++) sum += exp(values[row * COLS + i]);
        for (int i = 0; i < COLS; i++)
            assert_true(fabs(got[row * COLS + i] - exp(values[row * COLS + i]) / sum) < 1e-8);
    }
    tw_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sort_sorts),
        cmocka_unit_test(a_scan_adds_in_two_launches),
        cmocka_unit_test(a_histogram_begins_at_zero),
        cmocka_unit_test(a_convolution_takes_the_callers_weights),
        cmocka_unit_test(a_softmax_has_much_shared_memory),
    };
    return cmocka_run_group_tests(tests, start, close_planner);
}
