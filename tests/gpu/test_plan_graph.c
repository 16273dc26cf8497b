/* Launches of plans captured into a CUDA graph, several grids and scratch included. Skipped without a GPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/plan.h>

#include "runtime/driver.h"
#include "tests/graphs.h"

#define N 100003u

static void a_graph_of_launches_gives_the_sum_each_time(void **state)
{
    struct tw_planner *planner = *state;
    const struct tw_driver *driver = tw_planner_driver(planner);
    struct tw_error error = TW_ERROR_INIT;
    CUdeviceptr a, b, c, sums[2];
    CUcontext context;
    CUstream stream;
    CUgraph graph;
    CUgraphExec executable;
    assert_int_equal(driver->cuCtxCreate_v2(&context, 0, 0), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemAlloc_v2(&a, 4 * N), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemAlloc_v2(&b, 4 * N), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemAlloc_v2(&c, 512), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemsetD32_v2(a, 3, N), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemsetD32_v2(b, 5, N), CUDA_SUCCESS);
    assert_int_equal(driver->cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_int_equal(driver->cuCtxSynchronize(), CUDA_SUCCESS);
    struct tw_plan *plans[2];
    for (int i = 0; i < 2; i++) {
        char fields[128];
        snprintf(fields, sizeof fields, "{\"n\": %u, \"type\": \"int32\", \"method\": \"%s\", \"unroll\": 1}",
                 N, i ? "last" : "second");
        const struct tw_problem problem = {.family = "dot", .fields = fields};
        if (tw_plan_make(planner, &problem, &plans[i], &error)) fail_msg("%s", error.message);
        sums[i] = c + 256u * (unsigned)i;
    }
    assert_int_equal(begin_capture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    for (int i = 0; i < 2; i++) {
        void *arguments[] = {&a, &b, &sums[i]};
        if (tw_plan_launch(plans[i], stream, arguments, &error)) fail_msg("%s", error.message);
    }
    assert_int_equal(end_capture(stream, &graph), CUDA_SUCCESS);
    assert_int_equal(instantiate(&executable, graph, 0), CUDA_SUCCESS);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(driver->cuMemsetD8_v2(c, 0xA5, 512), CUDA_SUCCESS);
        assert_int_equal(driver->cuCtxSynchronize(), CUDA_SUCCESS);
        assert_int_equal(launch_graph(executable, stream), CUDA_SUCCESS);
        assert_int_equal(driver->cuStreamSynchronize(stream), CUDA_SUCCESS);
        for (int i = 0; i < 2; i++) {
            int32_t sum;
            assert_int_equal(driver->cuMemcpyDtoH_v2(&sum, sums[i], sizeof sum), CUDA_SUCCESS);
            assert_int_equal(sum, 15 * N);
        }
    }
    for (int i = 0; i < 2; i++) tw_plan_destroy(plans[i]);
    tw_planner_trim(planner);
    driver->cuCtxDestroy_v2(context);
}

static void what_no_gpu_is_to_run_is_no_plan(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_plan *plan;
    const struct tw_problem problem = {.family = "dot", .fields = "{\"n\": 1000, \"method\": \"wrong\"}"};
    assert_int_equal(tw_plan_make(*state, &problem, &plan, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "threads of its blocks pass by a barrier"));
    tw_error_free(&error);
}

int main(void)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_planner *planner;
    const struct tw_planner_options options = {.device = TW_PLANNER_CUDA, .no_cache = true};
    if (tw_planner_open(&options, &planner, &error) || tw_planner_driver(planner)->simulator ||
        !find_functions()) {
        printf("skipped: %s\n", *error.message ? error.message : "no GPU, or a driver too old to capture");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(a_graph_of_launches_gives_the_sum_each_time, planner),
        cmocka_unit_test_prestate(what_no_gpu_is_to_run_is_no_plan, planner),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tw_planner_close(planner);
    return failed;
}
