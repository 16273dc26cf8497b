/* Conditional nodes of graphs: what kernels set chooses the bodies that run, once or again and again. */
#include "sim/tests/provider.h"

#include "sim/driver/task.h"

/* choose: sets the condition to *p.  count_down: adds 1 to p[1], takes 1 from p[0], and sets the condition to that. */
static const char SETTERS[] =
    HEAD ".extern .func cudaGraphSetConditional(.param .b64 h, .param .b32 v);\n"
         ".visible .entry choose(.param .u64 h, .param .u64 p)\n"
         "{\n"
         "    .reg .b64 %h, %p; .reg .b32 %v; .param .b64 a; .param .b32 b;\n"
         "    ld.param.u64 %h, [h]; ld.param.u64 %p, [p]; ld.global.u32 %v, [%p];\n"
         "    st.param.b64 [a], %h; st.param.b32 [b], %v; call cudaGraphSetConditional, (a, b);\n"
         "    ret;\n"
         "}\n"
         ".visible .entry count_down(.param .u64 h, .param .u64 p)\n"
         "{\n"
         "    .reg .b64 %h, %p; .reg .b32 %v, %n; .param .b64 a; .param .b32 b;\n"
         "    ld.param.u64 %h, [h]; ld.param.u64 %p, [p]; ld.global.u32 %v, [%p]; ld.global.u32 %n, [%p+4];\n"
         "    sub.u32 %v, %v, 1; add.u32 %n, %n, 1; st.global.u32 [%p], %v; st.global.u32 [%p+4], %n;\n"
         "    st.param.b64 [a], %h; st.param.b32 [b], %v; call cudaGraphSetConditional, (a, b);\n"
         "    ret;\n"
         "}\n";

/* CUgraphNodeParams with CUDA_CONDITIONAL_NODE_PARAMS. */
struct params {
    CUgraphNodeType type;
    int reserved[3];
    union {
        long long bytes[29];
        struct {
            cuuint64_t handle;
            int branch;
            unsigned size;
            CUgraph *bodies;
            CUcontext context;
        };
    };
    long long last;
};

static struct params condition(cuuint64_t handle, enum tw_branch branch, unsigned size)
{
    struct params params = {.type = TW_NODE_CONDITIONAL};
    params.handle = handle;
    params.branch = (int)branch;
    params.size = size;
    return params;
}

static CUfunction setter(const char *name)
{
    CUmodule module;
    CUfunction f;
    OK(cu.cuModuleLoadData(&module, SETTERS));
    OK(cu.cuModuleGetFunction(&f, module, name));
    return f;
}

static CUgraphNode add_setter(CUgraph graph, CUgraphNode *behind, CUfunction f, cuuint64_t handle,
                              CUdeviceptr p)
{
    void *parameters[] = {&handle, &p};
    CUDA_KERNEL_NODE_PARAMS kernel = {f, 1, 1, 1, 1, 1, 1, 0, parameters, NULL, NULL, NULL};
    CUgraphNode node;
    OK(tw_sim_cuGraphAddKernelNode_v2(&node, graph, behind, behind ? 1 : 0, &kernel));
    return node;
}

static void add_fill(CUgraph graph, CUdeviceptr to, unsigned value)
{
    CUDA_MEMSET_NODE_PARAMS fill = {to, 0, value, 4, 1, 1};
    CUgraphNode node;
    OK(tw_sim_cuGraphAddMemsetNode(&node, graph, NULL, 0, &fill, NULL));
}

/* Numbers of the program, with the first set. */
static CUdeviceptr two(unsigned first)
{
    CUdeviceptr p;
    unsigned values[2] = {first, 0};
    OK(cu.cuMemAlloc_v2(&p, sizeof values));
    OK(cu.cuMemcpyHtoD_v2(p, values, sizeof values));
    return p;
}

static unsigned second_of(CUdeviceptr p)
{
    unsigned values[2];
    OK(cu.cuMemcpyDtoH_v2(values, p, sizeof values));
    return values[1];
}

/* Launches with *p = value and p[1] = 9; returns p[1]. */
static unsigned launch_with(CUgraphExec exec, CUdeviceptr p, unsigned value)
{
    unsigned values[2] = {value, 9};
    OK(cu.cuMemcpyHtoD_v2(p, values, sizeof values));
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    return second_of(p);
}

static void a_value_chooses_a_body(void **state)
{
    (void)state;
    static const struct {
        enum tw_branch branch;
        unsigned size, wanted[5]; /* the body that runs with 0, 1, 2, 3, 1000; 9: none */
    } cases[] = {{TW_BRANCH_IF, 1, {9, 0, 0, 0, 0}},
                 {TW_BRANCH_IF, 2, {1, 0, 0, 0, 0}},
                 {TW_BRANCH_SWITCH, 1, {0, 9, 9, 9, 9}},
                 {TW_BRANCH_SWITCH, 3, {0, 1, 2, 9, 9}}};
    static const unsigned values[] = {0, 1, 2, 3, 1000};
    CUfunction choose = setter("choose");
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        CUdeviceptr p = two(0);
        CUgraph graph;
        CUgraphNode node;
        CUgraphExec exec;
        cuuint64_t handle;
        OK(tw_sim_cuGraphCreate(&graph, 0));
        OK(tw_sim_cuGraphConditionalHandleCreate(&handle, graph, NULL, 0, 0));
        CUgraphNode first = add_setter(graph, NULL, choose, handle, p);
        struct params params = condition(handle, cases[c].branch, cases[c].size);
        OK(tw_sim_cuGraphAddNode(&node, graph, &first, 1, &params));
        for (unsigned i = 0; i < cases[c].size; i++) add_fill(params.bodies[i], p + 4, i);
        OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
        OK(tw_sim_cuGraphDestroy(graph)); /* what was made ready needs it no more */
        for (unsigned i = 0; i < 5; i++)
            assert_int_equal(launch_with(exec, p, values[i]), cases[c].wanted[i]);
        OK(tw_sim_cuGraphExecDestroy(exec));
    }
}

static void a_loop_runs_until_its_kernel_says_no(void **state)
{
    (void)state;
    for (unsigned assigns = 0; assigns < 2; assigns++) {
        CUdeviceptr p = two(5);
        CUgraph graph;
        CUgraphNode node;
        CUgraphExec exec;
        cuuint64_t handle;
        OK(tw_sim_cuGraphCreate(&graph, 0));
        OK(tw_sim_cuGraphConditionalHandleCreate(&handle, graph, NULL, 1, assigns));
        struct params params = condition(handle, TW_BRANCH_WHILE, 1);
        OK(tw_sim_cuGraphAddNode(&node, graph, NULL, 0, &params));
        add_setter(params.bodies[0], NULL, setter("count_down"), handle, p);
        OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
        for (unsigned n = 1; n < 8; n += 3) /* without a default the value is as it was: 0 */
            assert_int_equal(launch_with(exec, p, n), assigns ? 9 + n : 9);
        OK(tw_sim_cuGraphExecDestroy(exec));
        OK(tw_sim_cuGraphDestroy(graph));
    }
}

/* for (a = 3; a; a--) for (b = 1; b; b--): bodies hold conditions, and their calls are captured. */
static void loops_hold_loops(void **state)
{
    (void)state;
    CUdeviceptr outer = two(3), inner = two(1);
    CUgraph graph, captured;
    CUgraphNode node;
    CUgraphExec exec;
    CUstream stream;
    cuuint64_t a, b;
    OK(tw_sim_cuGraphCreate(&graph, 0));
    OK(tw_sim_cuGraphConditionalHandleCreate(&a, graph, NULL, 1, 1));
    OK(tw_sim_cuGraphConditionalHandleCreate(&b, graph, NULL, 0, 0));
    struct params loop = condition(a, TW_BRANCH_WHILE, 1), again = condition(b, TW_BRANCH_WHILE, 1);
    OK(tw_sim_cuGraphAddNode(&node, graph, NULL, 0, &loop));
    void *parameters[] = {&a, &outer}, *chosen[] = {&b, &outer};
    OK(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(tw_sim_cuStreamBeginCaptureToGraph(stream, loop.bodies[0], NULL, NULL, 0,
                                          CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(tw_sim_cuMemsetD32Async(inner, 1, 1, stream));
    OK(cu.cuLaunchKernel(setter("choose"), 1, 1, 1, 1, 1, 1, 0, stream, chosen, NULL));
    OK(cu.cuLaunchKernel(setter("count_down"), 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
    CUstreamCaptureStatus status;
    const CUgraphNode *tips;
    size_t count;
    OK(tw_sim_cuStreamGetCaptureInfo_v3(stream, &status, NULL, NULL, &tips, NULL, &count));
    OK(tw_sim_cuGraphAddNode(&node, loop.bodies[0], tips, count, &again));
    OK(tw_sim_cuStreamEndCapture(stream, &captured));
    assert_ptr_equal(captured, loop.bodies[0]);
    add_setter(again.bodies[0], NULL, setter("count_down"), b, inner);
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    assert_int_equal(second_of(outer), 3);
    assert_int_equal(second_of(inner), 3);
    OK(tw_sim_cuGraphExecDestroy(exec));
    OK(tw_sim_cuGraphDestroy(graph));
}

static void updates_take_the_other_condition(void **state)
{
    (void)state;
    CUdeviceptr p = two(0);
    CUgraph graphs[3];
    CUgraphNode node;
    CUgraphExec exec;
    for (unsigned i = 0; i < 3; i++) {
        cuuint64_t handle;
        OK(tw_sim_cuGraphCreate(&graphs[i], 0));
        OK(tw_sim_cuGraphConditionalHandleCreate(&handle, graphs[i], NULL, i, 1));
        struct params params = condition(handle, i < 2 ? TW_BRANCH_SWITCH : TW_BRANCH_IF, 2);
        OK(tw_sim_cuGraphAddNode(&node, graphs[i], NULL, 0, &params));
        add_fill(params.bodies[0], p + 4, 50);
        add_fill(params.bodies[1], p + 4, 60 + i);
        INVALID(tw_sim_cuGraphNodeSetParams(node, &params));
        INVALID(tw_sim_cuGraphDestroy(params.bodies[0])); /* the node's */
    }
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graphs[0], 0));
    assert_int_equal(launch_with(exec, p, 0), 50);
    CUgraphExecUpdateResultInfo info;
    OK(tw_sim_cuGraphExecUpdate_v2(exec, graphs[1], &info));
    assert_int_equal(launch_with(exec, p, 0), 61);
    FAILS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, tw_sim_cuGraphExecUpdate_v2(exec, graphs[2], &info));
    assert_int_equal(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED);
    OK(tw_sim_cuGraphExecDestroy(exec));
    for (unsigned i = 0; i < 3; i++) OK(tw_sim_cuGraphDestroy(graphs[i]));
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    CUgraph graph, other;
    CUgraphNode node;
    CUgraphExec exec;
    cuuint64_t handle;
    OK(tw_sim_cuGraphCreate(&graph, 0));
    OK(tw_sim_cuGraphCreate(&other, 0));
    INVALID(tw_sim_cuGraphConditionalHandleCreate(NULL, graph, NULL, 0, 0));
    INVALID(tw_sim_cuGraphConditionalHandleCreate(&handle, NULL, NULL, 0, 0));
    INVALID(tw_sim_cuGraphConditionalHandleCreate(&handle, graph, NULL, 0, 2));
    OK(tw_sim_cuGraphConditionalHandleCreate(&handle, graph, NULL, 0, 0));
    struct params wrong[] = {condition(handle, TW_BRANCH_IF, 0),      condition(handle, TW_BRANCH_IF, 3),
                             condition(handle, TW_BRANCH_WHILE, 2),   condition(handle, TW_BRANCH_SWITCH, 0),
                             condition(handle, (enum tw_branch)3, 1), condition(handle + 1, TW_BRANCH_IF, 1)};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        INVALID(tw_sim_cuGraphAddNode(&node, graph, NULL, 0, &wrong[i]));
    struct params params = condition(handle, TW_BRANCH_IF, 1);
    OK(tw_sim_cuGraphAddNode(&node, graph, NULL, 0, &params));
    struct params twice = condition(handle, TW_BRANCH_IF, 1);
    INVALID(tw_sim_cuGraphAddNode(&node, graph, NULL, 0, &twice));
    FAILS(CUDA_ERROR_NOT_SUPPORTED, tw_sim_cuGraphClone(&other, graph));
    FAILS(CUDA_ERROR_NOT_SUPPORTED, tw_sim_cuGraphAddChildGraphNode(&node, other, NULL, 0, graph));
    CUDA_HOST_NODE_PARAMS host = {(CUhostFn)free, NULL};
    OK(tw_sim_cuGraphAddHostNode(&node, params.bodies[0], NULL, 0, &host));
    FAILS(CUDA_ERROR_NOT_SUPPORTED, tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(tw_sim_cuGraphDestroy(graph));
    OK(tw_sim_cuGraphDestroy(other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_value_chooses_a_body),    TEST(a_loop_runs_until_its_kernel_says_no),
        TEST(loops_hold_loops),          TEST(updates_take_the_other_condition),
        TEST(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
