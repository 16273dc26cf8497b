/*
 * Captures launches of several grids with scratch into a CUDA graph, and launches that twice. The embed is one of
 * configs/dot.json called dot. Every element of the inputs is 1, so the sums are exact.
 */
#include <stdio.h>
#include <stdlib.h>

#include "dot.h"

#include "driver.h"

#define N (33 * 1024)

static float *allocate(size_t bytes)
{
    CUdeviceptr address;
    expect(cuMemAlloc(&address, bytes), "cuMemAlloc");
    expect(cuMemsetD8(address, 0, bytes), "cuMemsetD8");
    return (float *)(uintptr_t)address;
}

static float *ones(void)
{
    float *device = allocate(N * sizeof(float));
    expect(cuMemsetD32((CUdeviceptr)(uintptr_t)device, 0x3F800000, N), "cuMemsetD32");
    return device;
}

/* Both variants, one behind the other; they are loaded before, for loading cannot be captured. */
static CUgraphExec capture(CUstream stream, float *c)
{
    struct dot_error error = {CUDA_SUCCESS, ""};
    float *a = ones(), *b = ones(), *second = allocate(dot_SCRATCH_BYTES_dotSecond),
          *last = allocate(dot_SCRATCH_BYTES_dotLast);
    CUgraph graph;
    CUgraphExec executable;
    expect(dot_load(dot_VARIANT_dotSecond, &error), error.message);
    expect(dot_load(dot_VARIANT_dotLast, &error), error.message);
    expect(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL), "cuStreamBeginCapture");
    expect(dot_launch_dotSecond(a, b, c, second, stream, &error), error.message);
    expect(dot_launch_dotLast(a, b, c + 1, last, stream, &error), error.message);
    expect(cuStreamEndCapture(stream, &graph), "cuStreamEndCapture");
    expect(cuGraphInstantiate(&executable, graph, 0), "cuGraphInstantiate");
    return executable;
}

int main(void)
{
    CUstream stream;
    CUgraphExec executable;
    float *c, host[2];
    int i, wrong = 0;
    open_context();
    expect(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    c = allocate(sizeof host);
    expect(cuCtxSynchronize(), "cuCtxSynchronize");
    executable = capture(stream, c);
    for (i = 0; i < 2; i++) {
        expect(cuMemsetD8Async((CUdeviceptr)(uintptr_t)c, 0xFF, sizeof host, stream), "cuMemsetD8Async");
        expect(cuGraphLaunch(executable, stream), "cuGraphLaunch");
        expect(cuStreamSynchronize(stream), "cuStreamSynchronize");
        expect(cuMemcpyDtoH(host, (CUdeviceptr)(uintptr_t)c, sizeof host), "cuMemcpyDtoH");
        wrong += host[0] != N || host[1] != N;
    }
    puts(wrong ? "WRONG" : "graph ok");
    return wrong != 0;
}
