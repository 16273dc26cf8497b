/*
 * Plans of permutations: the cases of tests/permute_plan_cases.h on a GPU; and one of each kind captured into a CUDA graph, which is
 * launched again and again. Skipped without one.
 */
#include "tests/permute_plan_cases.h"

#include "tests/graphs.h"

static int start(void **state)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_CUDA, .no_cache = true};
    (void)state;
    return open_planner_of(&options);
}

/* ---- captured ---- */

#define GRAPH_PLANS 5u
#define BYTES       (1u << 20)

static const struct {
    const char *fields;
    unsigned rank, axes[3];
    int64_t extent[3];
} captured[GRAPH_PLANS] = {
    {"{\"axes\": \"0 2 1\", \"shape\": \"7 100 300\"}", 3, {0, 2, 1}, {7, 100, 300}},
    {"{\"axes\": \"1 0 2\", \"shape\": \"70 31 80\"}", 3, {1, 0, 2}, {70, 31, 80}},
    {"{\"axes\": \"2 1 0\", \"shape\": \"65 31 70\"}", 3, {2, 1, 0}, {65, 31, 70}},
    {"{\"axes\": \"2 1 0\", \"shape\": \"65 31 70\", \"method\": \"naive\"}", 3, {2, 1, 0}, {65, 31, 70}},
    {"{\"axes\": \"1 0\", \"shape\": \"0 9\"}", 2, {1, 0}, {0, 9}},
};

static void expect_permuted(unsigned number, const uint32_t *in, const uint32_t *out)
{
    static struct pair pairs[1 << 18];
    struct model m =
        model_of(captured[number].rank, captured[number].axes, captured[number].extent, NULL, NULL);
    unsigned count = model_pairs(&m, pairs);
    for (unsigned i = 0; i < count; i++) assert_int_equal(out[pairs[i].out], in[pairs[i].in]);
    free_model(&m);
}

/* A graph of one launch of each plan, whose inputs change from one launch of the graph to the next. */
static void graphs_permute_each_time(void **state)
{
    static uint32_t in[BYTES / 4], out[BYTES / 4];
    struct tw_plan *plans[GRAPH_PLANS];
    CUdeviceptr from, to[GRAPH_PLANS];
    CUstream stream;
    CUgraph graph;
    CUgraphExec executable;
    (void)state;
    assert_int_equal(driver->cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    assert_int_equal(driver->cuMemAlloc_v2(&from, BYTES), CUDA_SUCCESS);
    for (unsigned i = 0; i < GRAPH_PLANS; i++) {
        plans[i] = plan_of(captured[i].fields);
        assert_int_equal(driver->cuMemAlloc_v2(&to[i], BYTES), CUDA_SUCCESS);
    }
    assert_int_equal(begin_capture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    for (unsigned i = 0; i < GRAPH_PLANS; i++) {
        void *arguments[] = {&from, &to[i]};
        if (tw_plan_launch(plans[i], stream, arguments, &error)) fail_msg("%s", error.message);
    }
    assert_int_equal(end_capture(stream, &graph), CUDA_SUCCESS);
    assert_int_equal(instantiate(&executable, graph, 0), CUDA_SUCCESS);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < BYTES / 4; i++) in[i] = i * 2654435761u + round;
        assert_int_equal(driver->cuMemcpyHtoD_v2(from, in, BYTES), CUDA_SUCCESS);
        assert_int_equal(driver->cuCtxSynchronize(), CUDA_SUCCESS);
        assert_int_equal(launch_graph(executable, stream), CUDA_SUCCESS);
        assert_int_equal(driver->cuStreamSynchronize(stream), CUDA_SUCCESS);
        for (unsigned i = 0; i < GRAPH_PLANS; i++) {
            assert_int_equal(driver->cuMemcpyDtoH_v2(out, to[i], BYTES), CUDA_SUCCESS);
            expect_permuted(i, in, out);
        }
    }
    for (unsigned i = 0; i < GRAPH_PLANS; i++) {
        driver->cuMemFree_v2(to[i]);
        tw_plan_destroy(plans[i]);
    }
    driver->cuMemFree_v2(from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {PERMUTE_PLAN_CASES, cmocka_unit_test(graphs_permute_each_time)};
    if (!has_gpu() || !find_functions()) {
        printf("skipped: %s\n", *error.message ? error.message : "no GPU, or a driver too old to capture");
        return 77;
    }
    return cmocka_run_group_tests(tests, start, close_planner);
}
