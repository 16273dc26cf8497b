/*
 * A driver-API program as anybody would write it:
 * it knows cuda.h and nothing of Tilewright, and is linked with -lcuda.
 *
 *     linked reverse.ptx         computes and checks
 *     linked reverse.ptx wild    gives the kernel a pointer that is too far on, and reports the error as a
 *                                program would
 */
#include <cuda.h>

#include "reverse.h"

static int wild(CUfunction reverse, CUdeviceptr in)
{
    CUdeviceptr out = in + N * 4;
    unsigned n = N;
    void *parameters[] = {&out, &in, &n};
    const char *name;
    CHECK(cuLaunchKernel(reverse, BLOCKS, 1, 1, BLOCK, 1, 1, 0, NULL, parameters, NULL));
    CUresult result = cuCtxSynchronize();
    CHECK(cuGetErrorName(result, &name));
    printf("%s\n", name);
    return result == CUDA_SUCCESS;
}

int main(int argc, char **argv)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction reverse;
    CUdeviceptr in, out;
    CUevent start, stop;
    CUstream stream;
    char name[128];
    unsigned host[N], n = N;
    float milliseconds;

    if (argc < 2) return 2;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDeviceGetName(name, sizeof name, device));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuModuleLoad(&module, argv[1]));
    CHECK(cuModuleGetFunction(&reverse, module, "reverse"));
    CHECK(cuMemAlloc(&in, N * 4));
    if (argc > 2) return wild(reverse, in);

    CHECK(cuMemAlloc(&out, N * 4));
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
    for (unsigned i = 0; i < N; i++) host[i] = input(i);
    CHECK(cuMemcpyHtoDAsync(in, host, N * 4, stream));
    CHECK(cuMemsetD32Async(out, 0xFFFFFFFF, N, stream));
    void *parameters[] = {&out, &in, &n};
    CHECK(cuEventRecord(start, stream));
    CHECK(cuLaunchKernel(reverse, BLOCKS, 1, 1, BLOCK, 1, 1, 0, stream, parameters, NULL));
    CHECK(cuEventRecord(stop, stream));
    CHECK(cuEventSynchronize(stop));
    CHECK(cuEventElapsedTime(&milliseconds, start, stop));
    CHECK(cuMemcpyDtoH(host, out, N * 4));
    CHECK(cuEventDestroy(start));
    CHECK(cuEventDestroy(stop));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuMemFree(in));
    CHECK(cuMemFree(out));
    CHECK(cuModuleUnload(module));
    CHECK(cuDevicePrimaryCtxRelease(device));
    return report(name, host);
}
