/* Graphs: built by hand, captured from streams, instantiated, launched, updated; what capturing forbids. */
#include "sim/tests/provider.h"

#include <unistd.h>

#define COUNT 64u

static CUdeviceptr numbers(void)
{
    CUdeviceptr address;
    OK(cu.cuMemAlloc_v2(&address, COUNT * 4));
    OK(cu.cuMemsetD32_v2(address, 0, COUNT));
    return address;
}

/* put stores value + index. */
static void expect_put(CUdeviceptr address, unsigned value)
{
    unsigned got[COUNT];
    OK(cu.cuMemcpyDtoH_v2(got, address, sizeof got));
    for (unsigned i = 0; i < COUNT; i++) assert_int_equal(got[i], value + i);
}

static CUDA_KERNEL_NODE_PARAMS put_params(CUfunction f, void **parameters)
{
    return (CUDA_KERNEL_NODE_PARAMS){f, 2, 1, 1, COUNT / 2, 1, 1, 0, parameters, NULL, NULL, NULL};
}

/* calls[0] is how many there were; the rest says in which order. */
static unsigned calls[8];

static void CUDA_CB note_one(void *number)
{
    calls[++calls[0]] = *(unsigned *)number;
}

static void a_graph_runs_in_the_order_of_its_edges(void **state)
{
    (void)state;
    static unsigned names[3] = {1, 2, 3};
    CUgraph graph;
    CUgraphNode nodes[3], listed[4], from[3], to[3];
    CUgraphExec exec;
    size_t count = 0;
    OK(tw_sim_cuGraphCreate(&graph, 0));
    for (unsigned i = 0; i < 3; i++) {
        CUDA_HOST_NODE_PARAMS host = {note_one, &names[i]};
        OK(tw_sim_cuGraphAddHostNode(&nodes[i], graph, NULL, 0, &host));
    }
    OK(tw_sim_cuGraphAddDependencies(graph, (CUgraphNode[]){nodes[2], nodes[1]},
                                     (CUgraphNode[]){nodes[1], nodes[0]}, 2));
    INVALID(tw_sim_cuGraphAddDependencies(graph, &nodes[2], &nodes[1], 1)); /* there already */
    INVALID(tw_sim_cuGraphAddDependencies(graph, &nodes[2], &nodes[2], 1));
    OK(tw_sim_cuGraphGetNodes(graph, NULL, &count));
    assert_int_equal(count, 3);
    count = 4;
    OK(tw_sim_cuGraphGetNodes(graph, listed, &count));
    assert_int_equal(count, 3);
    assert_ptr_equal(listed[0], nodes[0]);
    assert_null(listed[3]);
    count = 4;
    OK(tw_sim_cuGraphGetRootNodes(graph, listed, &count));
    assert_int_equal(count, 1);
    assert_ptr_equal(listed[0], nodes[2]);
    count = 3;
    OK(tw_sim_cuGraphGetEdges(graph, from, to, &count));
    assert_int_equal(count, 2);
    assert_ptr_equal(from[0], nodes[1]);
    assert_ptr_equal(to[0], nodes[0]);
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    calls[0] = 0;
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    assert_int_equal(calls[0], 3);
    for (unsigned i = 0; i < 3; i++) assert_int_equal(calls[1 + i], 3 - i);
    OK(tw_sim_cuGraphExecDestroy(exec));
    INVALID(tw_sim_cuGraphLaunch(exec, NULL));
    OK(tw_sim_cuGraphAddDependencies(graph, &nodes[0], &nodes[2], 1)); /* a circle */
    INVALID(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(tw_sim_cuGraphDestroy(graph));
    INVALID(tw_sim_cuGraphDestroy(graph));
    CUgraphNodeType type;
    INVALID(tw_sim_cuGraphNodeGetType(nodes[0], &type));
}

static void nodes_of_every_kind_run_and_change(void **state)
{
    (void)state;
    CUdeviceptr a = numbers(), b = numbers();
    unsigned value = 7, got = 0;
    void *parameters[] = {&a, &value};
    CUDA_KERNEL_NODE_PARAMS kernel = put_params(function(load(), "put"), parameters), kept;
    CUgraph graph, child, clone;
    CUgraphNode put, copy, fill, below, twin, record;
    CUgraphExec exec;
    CUevent event;
    OK(tw_sim_cuGraphCreate(&graph, 0));
    OK(tw_sim_cuGraphCreate(&child, 0));
    OK(tw_sim_cuGraphAddKernelNode_v2(&put, graph, NULL, 0, &kernel));
    CUDA_MEMCPY3D box = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                         .srcDevice = a,
                         .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                         .dstDevice = b,
                         .WidthInBytes = COUNT * 4,
                         .Height = 1,
                         .Depth = 1};
    OK(tw_sim_cuGraphAddMemcpyNode(&copy, graph, &put, 1, &box, primary));
    CUDA_MEMSET_NODE_PARAMS zero = {.dst = a, .value = 0x55, .elementSize = 1, .width = 4, .height = 1};
    OK(tw_sim_cuGraphAddMemsetNode(&fill, child, NULL, 0, &zero, primary));
    OK(tw_sim_cuGraphAddChildGraphNode(&below, graph, &copy, 1, child));
    OK(tw_sim_cuGraphDestroy(child)); /* the node has a copy */
    OK(cu.cuEventCreate(&event, 0));
    OK(tw_sim_cuGraphAddEventRecordNode(&record, graph, &below, 1, event));
    value = 100; /* the node has its parameters by now */
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    expect_put(b, 7);
    OK(cu.cuMemcpyDtoH_v2(&got, a, 4));
    assert_int_equal(got, 0x55555555);
    OK(tw_sim_cuGraphExecKernelNodeSetParams_v2(exec, put, &kernel));
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    expect_put(b, 100);
    OK(tw_sim_cuGraphNodeSetEnabled(exec, put, 0));
    OK(cu.cuMemsetD32_v2(a, 1, COUNT));
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    OK(cu.cuMemcpyDtoH_v2(&got, b, 4));
    assert_int_equal(got, 1);
    OK(tw_sim_cuGraphKernelNodeGetParams_v2(put, &kept));
    assert_int_equal(*(unsigned *)kept.kernelParams[1], 7);
    OK(tw_sim_cuGraphClone(&clone, graph));
    OK(tw_sim_cuGraphNodeFindInClone(&twin, put, clone));
    INVALID(tw_sim_cuGraphNodeFindInClone(&twin, fill, clone));
    INVALID(tw_sim_cuGraphMemcpyNodeGetParams(put, &box));
    OK(tw_sim_cuGraphDestroyNode(copy));
    OK(tw_sim_cuGraphDestroy(graph));
    OK(tw_sim_cuGraphDestroy(clone));
    OK(tw_sim_cuGraphExecDestroy(exec));
}

static void updates_keep_the_shape(void **state)
{
    (void)state;
    CUdeviceptr a = numbers();
    unsigned value = 1;
    void *parameters[] = {&a, &value};
    CUDA_KERNEL_NODE_PARAMS kernel = put_params(function(load(), "put"), parameters);
    CUgraph old, new;
    CUgraphNode node;
    CUgraphExec exec;
    CUgraphExecUpdateResultInfo info;
    OK(tw_sim_cuGraphCreate(&old, 0));
    OK(tw_sim_cuGraphCreate(&new, 0));
    OK(tw_sim_cuGraphAddKernelNode_v2(&node, old, NULL, 0, &kernel));
    value = 2;
    OK(tw_sim_cuGraphAddKernelNode_v2(&node, new, NULL, 0, &kernel));
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, old, 0));
    OK(tw_sim_cuGraphExecUpdate_v2(exec, new, &info));
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    expect_put(a, 2);
    OK(tw_sim_cuGraphAddEmptyNode(&node, new, NULL, 0));
    FAILS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, tw_sim_cuGraphExecUpdate_v2(exec, new, &info));
    assert_int_equal(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    OK(tw_sim_cuGraphDestroy(old));
    OK(tw_sim_cuGraphDestroy(new));
    OK(tw_sim_cuGraphExecDestroy(exec));
}

static void streams_are_captured_with_what_joins_them(void **state)
{
    (void)state;
    CUdeviceptr a = numbers(), b = numbers();
    unsigned value = 3, name = 9;
    void *first[] = {&a, &value}, *second[] = {&b, &value};
    CUfunction put = function(load(), "put");
    CUstream one, two;
    CUevent fork, join;
    CUgraph graph;
    CUgraphExec exec;
    CUstreamCaptureStatus status;
    size_t count = 0, edges = 0;
    OK(cu.cuStreamCreate(&one, CU_STREAM_NON_BLOCKING));
    OK(cu.cuStreamCreate(&two, CU_STREAM_NON_BLOCKING));
    OK(cu.cuEventCreate(&fork, CU_EVENT_DISABLE_TIMING));
    OK(cu.cuEventCreate(&join, CU_EVENT_DISABLE_TIMING));
    OK(tw_sim_cuStreamBeginCapture_v2(one, CU_STREAM_CAPTURE_MODE_GLOBAL));
    FAILS(CUDA_ERROR_ILLEGAL_STATE, tw_sim_cuStreamEndCapture(two, &graph));
    OK(cu.cuLaunchKernel(put, 2, 1, 1, COUNT / 2, 1, 1, 0, one, first, NULL));
    OK(cu.cuEventRecord(fork, one));
    OK(tw_sim_cuStreamWaitEvent(two, fork, 0));
    OK(cu.cuStreamIsCapturing(two, &status));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    OK(cu.cuLaunchKernel(put, 2, 1, 1, COUNT / 2, 1, 1, 0, two, second, NULL));
    OK(cu.cuEventRecord(join, two));
    OK(tw_sim_cuLaunchHostFunc(one, note_one, &name));
    OK(tw_sim_cuStreamWaitEvent(one, join, 0));
    OK(cu.cuMemcpyDtoDAsync_v2(a, b, 8, one));
    OK(tw_sim_cuStreamEndCapture(one, &graph));
    OK(cu.cuStreamIsCapturing(two, &status));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_NONE);
    unsigned before = 1;
    OK(cu.cuMemcpyDtoH_v2(&before, b, 4));
    assert_int_equal(before, 0); /* nothing has run */
    OK(tw_sim_cuGraphGetNodes(graph, NULL, &count));
    OK(tw_sim_cuGraphGetEdges(graph, NULL, NULL, &edges));
    assert_int_equal(count, 4);
    assert_int_equal(edges, 4);
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    calls[0] = 0;
    OK(tw_sim_cuGraphLaunch(exec, one));
    expect_put(a, 3);
    expect_put(b, 3);
    assert_int_equal(calls[0], 1);
    OK(tw_sim_cuGraphExecDestroy(exec));
    OK(tw_sim_cuGraphDestroy(graph));
    OK(cu.cuStreamDestroy_v2(one));
    OK(cu.cuStreamDestroy_v2(two));
}

/* Begins a capture, makes a call, and ends it. */
static CUstream capture(unsigned flags)
{
    CUstream stream;
    OK(cu.cuStreamCreate(&stream, flags));
    OK(tw_sim_cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    return stream;
}

static void what_a_capture_forbids_spoils_it(void **state)
{
    (void)state;
    CUgraph graph;
    CUdeviceptr memory = numbers(), more;
    CUevent event;
    CUstream stream = capture(CU_STREAM_DEFAULT);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cu.cuStreamSynchronize(stream));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, tw_sim_cuStreamEndCapture(stream, &graph));
    assert_null(graph);
    stream = capture(CU_STREAM_DEFAULT);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, cu.cuMemsetD8_v2(memory, 1, 4)); /* the legacy stream */
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, tw_sim_cuStreamEndCapture(stream, &graph));
    stream = capture(CU_STREAM_DEFAULT);
    CUstreamCaptureStatus status;
    FAILS(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
          cu.cuStreamIsCapturing(NULL, &status)); /* who asks spoils nothing */
    OK(tw_sim_cuStreamEndCapture(stream, &graph));
    stream = capture(CU_STREAM_NON_BLOCKING);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cu.cuMemAlloc_v2(&more, 4));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, tw_sim_cuStreamEndCapture(stream, &graph));
    OK(cu.cuEventCreate(&event, 0));
    OK(cu.cuEventRecord(event, NULL));
    stream = capture(CU_STREAM_NON_BLOCKING);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, tw_sim_cuStreamWaitEvent(stream, event, 0));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, tw_sim_cuStreamEndCapture(stream, &graph));
    stream = capture(CU_STREAM_NON_BLOCKING);
    CUstream other;
    OK(tw_sim_cuStreamCreateWithPriority(&other, CU_STREAM_NON_BLOCKING, -9));
    OK(cu.cuEventRecord(event, stream));
    FAILS(CUDA_ERROR_CAPTURED_EVENT, tw_sim_cuEventQuery(event));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, tw_sim_cuStreamWaitEvent(other, event, 0));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, tw_sim_cuStreamEndCapture(stream, &graph));
    stream = capture(CU_STREAM_NON_BLOCKING);
    OK(cu.cuEventRecord(event, stream));
    OK(tw_sim_cuStreamWaitEvent(other, event, 0));
    OK(cu.cuMemsetD8Async(memory, 1, 4, other));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, tw_sim_cuStreamEndCapture(stream, &graph));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
          tw_sim_cuStreamBeginCapture_v2(NULL, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cu.cuCtxSynchronize());
}

/* The thread's own default stream captures, and its `_ptsz` names mean it by NULL. */
static void a_capture_that_another_stream_ends_is_spoilt(void **state)
{
    (void)state;
    CUgraph graph;
    CUevent fork;
    CUstream one, two;
    OK(cu.cuStreamCreate(&one, CU_STREAM_NON_BLOCKING));
    OK(cu.cuStreamCreate(&two, CU_STREAM_NON_BLOCKING));
    OK(cu.cuEventCreate(&fork, CU_EVENT_DISABLE_TIMING));
    OK(tw_sim_cuStreamBeginCapture_v2(one, CU_STREAM_CAPTURE_MODE_GLOBAL));
    OK(cu.cuEventRecord(fork, one));
    OK(tw_sim_cuStreamWaitEvent(two, fork, 0));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, tw_sim_cuStreamEndCapture(two, &graph));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, tw_sim_cuStreamEndCapture(one, &graph));
    OK(cu.cuStreamSynchronize(two)); /* it is as before */
}

static void own_default_streams_capture(void **state)
{
    (void)state;
    CUresult(CUDAAPI * set)(CUdeviceptr, unsigned, size_t, CUstream);
    CUdriverProcAddressQueryResult found;
    CUdeviceptr memory = numbers();
    CUgraph graph;
    CUgraphExec exec;
    size_t count = 0;
    unsigned got;
    OK(tw_sim_cuGetProcAddress_v2("cuMemsetD32Async", (void **)&set, 12000,
                                  CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &found));
    OK(tw_sim_cuStreamBeginCapture_v2(CU_STREAM_PER_THREAD, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(set(memory, 5, 1, NULL));
    OK(tw_sim_cuStreamEndCapture(CU_STREAM_PER_THREAD, &graph));
    OK(tw_sim_cuGraphGetNodes(graph, NULL, &count));
    assert_int_equal(count, 1);
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    OK(cu.cuMemcpyDtoH_v2(&got, memory, 4));
    assert_int_equal(got, 5);
    OK(set(memory, 6, 1, NULL)); /* carried out again */
    OK(cu.cuMemcpyDtoH_v2(&got, memory, 4));
    assert_int_equal(got, 6);
    OK(tw_sim_cuGraphExecDestroy(exec));
    OK(tw_sim_cuGraphDestroy(graph));
}

/* What graphs' nodes have allocated on the device, now and at most. */
static void expect_graph_memory(uint64_t used, uint64_t used_high, uint64_t reserved_high)
{
    const uint64_t expected[] = {used, used_high, used, reserved_high};
    for (int i = 0; i < 4; i++) {
        cuuint64_t got = 1;
        OK(tw_sim_cuDeviceGetGraphMemAttribute(0, (CUgraphMem_attribute)i, &got));
        assert_int_equal(got, expected[i]);
    }
}

static void memory_of_a_graph_lives_for_its_launches(void **state)
{
    (void)state;
    cuuint64_t zero = 0;
    CUgraph graph;
    CUgraphExec exec;
    CUdeviceptr memory;
    unsigned got;
    CUstream stream = capture(CU_STREAM_NON_BLOCKING);
    OK(tw_sim_cuMemAllocAsync(&memory, 64, stream));
    OK(tw_sim_cuMemsetD32Async(memory, 4, 16, stream));
    OK(tw_sim_cuStreamEndCapture(stream, &graph));
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    INVALID(cu.cuMemcpyDtoH_v2(&got, memory, 4)); /* nothing is there yet */
    expect_graph_memory(0, 0, 0);
    OK(tw_sim_cuGraphLaunch(exec, stream));
    expect_graph_memory(64, 64, 64);
    OK(cu.cuMemcpyDtoH_v2(&got, memory, 4));
    assert_int_equal(got, 4);
    INVALID(tw_sim_cuGraphLaunch(exec, stream)); /* it is still there */
    OK(tw_sim_cuMemFreeAsync(memory, stream));
    expect_graph_memory(0, 64, 64);
    OK(tw_sim_cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &zero));
    expect_graph_memory(0, 0, 64); /* each mark begins anew by itself */
    OK(tw_sim_cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, &zero));
    expect_graph_memory(0, 0, 0);
    INVALID(tw_sim_cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &zero));
    OK(tw_sim_cuGraphLaunch(exec, stream));
    OK(cu.cuMemFree_v2(memory));
    OK(tw_sim_cuGraphExecDestroy(exec));
    OK(tw_sim_cuGraphDestroy(graph));
}

/* The picture of a graph with one kernel. */
static void picture(CUgraph graph, unsigned flags, char text[512])
{
    char path[] = "/tmp/tilewright_graph_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    OK(tw_sim_cuGraphDebugDotPrint(graph, path, flags));
    ssize_t length = read(file, text, 511);
    assert_true(length > 0);
    text[length] = '\0';
    close(file);
    unlink(path);
}

static void a_picture_says_as_much_as_is_asked_for(void **state)
{
    (void)state;
    CUgraph graph;
    CUgraphNode node;
    CUdeviceptr a = numbers();
    CUfunction put = function(load(), "put");
    unsigned value = 3;
    void *parameters[] = {&a, &value};
    CUDA_KERNEL_NODE_PARAMS kernel = put_params(put, parameters);
    char text[512];
    OK(tw_sim_cuGraphCreate(&graph, 0));
    OK(tw_sim_cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &kernel));
    picture(graph, 0, text);
    assert_non_null(strstr(text, "kernel put\"]"));
    picture(graph, CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE, text);
    assert_non_null(strstr(text, "kernel put\\n<<<(2,1,1),(32,1,1),0>>>\"]"));
}

/* A kernel's fault in a graph is the context's, as one launched alone. */
static void a_fault_in_a_graph_sticks(void **state)
{
    (void)state;
    CUgraph graph;
    CUgraphExec exec;
    CUfunction bomb = function(load(), "bomb");
    CUstream stream = capture(CU_STREAM_NON_BLOCKING);
    OK(cu.cuLaunchKernel(bomb, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    OK(tw_sim_cuStreamEndCapture(stream, &graph));
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(tw_sim_cuGraphLaunch(exec, stream));
    FAILS(CUDA_ERROR_LAUNCH_FAILED, cu.cuStreamSynchronize(stream));
    FAILS(CUDA_ERROR_LAUNCH_FAILED, tw_sim_cuGraphLaunch(exec, stream));
    OK(tw_sim_cuGraphExecDestroy(exec));
    OK(tw_sim_cuGraphDestroy(graph));
}

/* Answers of an H200. */
static void a_stream_that_is_destroyed_leaves_its_work(void **state)
{
    (void)state;
    CUfunction nothing = function(load(), "nothing");
    for (unsigned joined = 0; joined < 2; joined++) {
        CUstream origin, other;
        CUevent apart, back;
        CUgraph graph = NULL;
        CUstreamCaptureStatus status;
        size_t nodes = 0;
        OK(cu.cuStreamCreate(&origin, CU_STREAM_NON_BLOCKING));
        OK(cu.cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
        OK(cu.cuEventCreate(&apart, 0));
        OK(cu.cuEventCreate(&back, 0));
        OK(tw_sim_cuStreamBeginCapture_v2(origin, CU_STREAM_CAPTURE_MODE_RELAXED));
        OK(cu.cuEventRecord(apart, origin));
        OK(tw_sim_cuStreamWaitEvent(other, apart, 0));
        OK(cu.cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, other, NULL, NULL));
        OK(cu.cuEventRecord(back, other));
        OK(cu.cuStreamDestroy_v2(other));
        OK(tw_sim_cuStreamIsCapturing(origin, &status));
        assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
        if (joined) OK(tw_sim_cuStreamWaitEvent(origin, back, 0));
        OK(cu.cuLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, origin, NULL, NULL));
        CUresult ended = tw_sim_cuStreamEndCapture(origin, &graph);
        assert_int_equal(ended, joined ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
        if (joined) OK(tw_sim_cuGraphGetNodes(graph, NULL, &nodes));
        assert_int_equal(nodes, joined ? 2 : 0);
        if (joined) OK(tw_sim_cuGraphDestroy(graph));
        OK(cu.cuStreamDestroy_v2(origin));
    }
}

/* What a node calls can be changed: in a graph for what is made of it later, in what was made of it for its own launches. */
static void calls_of_the_host_are_changed(void **state)
{
    (void)state;
    static unsigned names[3] = {1, 2, 3};
    CUDA_HOST_NODE_PARAMS host[3] = {{note_one, &names[0]}, {note_one, &names[1]}, {note_one, &names[2]}},
                          found;
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec, later;
    calls[0] = 0;
    OK(tw_sim_cuGraphCreate(&graph, 0));
    OK(tw_sim_cuGraphAddHostNode(&node, graph, NULL, 0, &host[0]));
    OK(tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(tw_sim_cuGraphHostNodeSetParams(node, &host[1]));
    OK(tw_sim_cuGraphHostNodeGetParams(node, &found));
    assert_ptr_equal(found.userData, &names[1]);
    OK(tw_sim_cuGraphInstantiateWithFlags(&later, graph, 0));
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    OK(tw_sim_cuGraphLaunch(later, NULL));
    OK(tw_sim_cuGraphExecHostNodeSetParams(exec, node, &host[2]));
    OK(tw_sim_cuGraphLaunch(exec, NULL));
    OK(tw_sim_cuGraphLaunch(later, NULL));
    OK(cu.cuStreamSynchronize(NULL));
    assert_int_equal(calls[0], 4);
    static const unsigned expected[] = {1, 2, 3, 2};
    assert_memory_equal(calls + 1, expected, sizeof expected);
    INVALID(tw_sim_cuGraphHostNodeSetParams(node, NULL));
    INVALID(tw_sim_cuGraphExecHostNodeSetParams(exec, node, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_graph_runs_in_the_order_of_its_edges),
        TEST(nodes_of_every_kind_run_and_change),
        TEST(updates_keep_the_shape),
        TEST(streams_are_captured_with_what_joins_them),
        TEST(what_a_capture_forbids_spoils_it),
        TEST(a_capture_that_another_stream_ends_is_spoilt),
        TEST(own_default_streams_capture),
        TEST(memory_of_a_graph_lives_for_its_launches),
        TEST(a_picture_says_as_much_as_is_asked_for),
        TEST(a_fault_in_a_graph_sticks),
        TEST(a_stream_that_is_destroyed_leaves_its_work),
        TEST(calls_of_the_host_are_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
