/* Several threads use one context at once: streams, events, captures, graphs and pools of their own, and a context to share. */
#include "sim/tests/provider.h"

#include <time.h>

#define THREADS 4u
#define ROUNDS  40u

static void CUDA_CB count_call(void *number)
{
    ++*(unsigned *)number;
}

/* What a thread does in a round, on memory of its own; returns the first result that is not CUDA_SUCCESS. */
static CUresult work(CUfunction put, CUevent shared, unsigned value, unsigned *calls)
{
    CUstream stream = NULL;
    CUdeviceptr memory = 0;
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    unsigned got[32] = {0};
    void *parameters[] = {&memory, &value};
    CUresult result = tw_sim_cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, -1);
    if (!result) result = tw_sim_cuMemAllocAsync(&memory, sizeof got, stream);
    if (!result) result = tw_sim_cuEventRecord(shared, stream);
    if (!result) result = tw_sim_cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
    if (!result) result = cu.cuLaunchKernel(put, 1, 1, 1, 32, 1, 1, 0, stream, parameters, NULL);
    if (!result) result = tw_sim_cuLaunchHostFunc(stream, count_call, calls);
    if (!result) result = tw_sim_cuStreamEndCapture(stream, &graph);
    if (!result) result = tw_sim_cuGraphInstantiateWithFlags(&exec, graph, 0);
    for (unsigned i = 0; !result && i < 3; i++) result = tw_sim_cuGraphLaunch(exec, stream);
    if (!result) result = cu.cuMemcpyDtoHAsync_v2(got, memory, sizeof got, stream);
    for (unsigned i = 0; !result && i < 32; i++) {
        if (got[i] != value + i) result = CUDA_ERROR_UNKNOWN;
    }
    if (!result) result = tw_sim_cuGraphExecDestroy(exec);
    if (!result) result = tw_sim_cuGraphDestroy(graph);
    if (!result) result = tw_sim_cuMemFreeAsync(memory, stream);
    return result ? result : tw_sim_cuStreamDestroy_v2(stream);
}

struct job {
    CUfunction put;
    CUevent shared;
    unsigned number, calls;
    CUresult result;
    pthread_t thread;
};

static void *run(void *argument)
{
    struct job *job = argument;
    job->result = cu.cuCtxSetCurrent(primary);
    for (unsigned i = 0; !job->result && i < ROUNDS; i++)
        job->result = work(job->put, job->shared, job->number * 1000 + i, &job->calls);
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state)
{
    (void)state;
    struct job jobs[THREADS] = {0};
    CUfunction put = function(load(), "put");
    CUevent shared;
    OK(cu.cuEventCreate(&shared, 0));
    for (unsigned i = 0; i < THREADS; i++) {
        jobs[i] = (struct job){.put = put, .shared = shared, .number = i};
        assert_int_equal(pthread_create(&jobs[i].thread, NULL, run, &jobs[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(jobs[i].thread, NULL);
        assert_int_equal(jobs[i].result, CUDA_SUCCESS);
        assert_int_equal(jobs[i].calls, 3 * ROUNDS);
    }
    OK(cu.cuCtxSynchronize());
}

/* One thread waits in a stream for the word that another writes. */
static void *write_later(void *argument)
{
    struct timespec nap = {0, 20000000};
    nanosleep(&nap, NULL);
    bool written = cu.cuCtxSetCurrent(primary) == CUDA_SUCCESS &&
                   tw_sim_cuStreamWriteValue32_v2(NULL, *(CUdeviceptr *)argument, 9, 0) == CUDA_SUCCESS;
    return written ? argument : NULL;
}

static void a_stream_waits_for_another_thread(void **state)
{
    (void)state;
    CUdeviceptr word;
    pthread_t thread;
    void *written;
    OK(cu.cuMemAlloc_v2(&word, 4));
    OK(cu.cuMemsetD32_v2(word, 0, 1));
    assert_int_equal(pthread_create(&thread, NULL, write_later, &word), 0);
    OK(tw_sim_cuStreamWaitValue32_v2(NULL, word, 9, CU_STREAM_WAIT_VALUE_EQ));
    pthread_join(thread, &written);
    assert_ptr_equal(written, &word);
}

/* What belongs to another context than the current one is known, and its work is done there: H200. */
static void a_stream_has_its_own_context(void **state)
{
    (void)state;
    CUcontext other, owner;
    CUstream stream;
    CUevent event, here;
    CUdeviceptr memory;
    CUmodule module;
    CUfunction put, own = function(load(), "put");
    unsigned value = 5, got[32] = {0};
    int registers;
    void *parameters[] = {&memory, &value};
    OK(cu.cuEventCreate(&here, 0));
    OK(tw_sim_cuCtxCreate_v2(&other, 0, 0));
    OK(cu.cuStreamCreate(&stream, 0));
    OK(cu.cuEventCreate(&event, 0));
    OK(cu.cuMemAlloc_v2(&memory, sizeof got));
    module = load();
    put = function(module, "put");
    OK(cu.cuCtxSetCurrent(primary));
    OK(cu.cuLaunchKernel(put, 1, 1, 1, 32, 1, 1, 0, stream, parameters, NULL));
    assert_int_equal(cu.cuLaunchKernel(put, 1, 1, 1, 32, 1, 1, 0, NULL, parameters, NULL),
                     CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuLaunchKernel(own, 1, 1, 1, 32, 1, 1, 0, stream, parameters, NULL),
                     CUDA_ERROR_INVALID_HANDLE);
    OK(cu.cuMemcpyDtoHAsync_v2(got, memory, sizeof got, stream));
    OK(cu.cuStreamSynchronize(stream));
    assert_int_equal(got[31], 36);
    OK(tw_sim_cuEventRecord(event, stream));
    assert_int_equal(tw_sim_cuEventRecord(here, stream), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(tw_sim_cuEventRecord(event, NULL), CUDA_ERROR_INVALID_HANDLE);
    OK(tw_sim_cuStreamGetCtx(stream, &owner));
    assert_ptr_equal(owner, other);
    OK(cu.cuModuleGetFunction(&put, module, "put"));
    OK(cu.cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, put));
    OK(tw_sim_cuCtxDetach(primary));
    OK(tw_sim_cuCtxDestroy_v2(other));
    assert_int_equal(cu.cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(threads_do_not_disturb_each_other),
                                       TEST(a_stream_waits_for_another_thread),
                                       TEST(a_stream_has_its_own_context)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
