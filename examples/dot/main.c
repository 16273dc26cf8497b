/*
 * A dot product, i times 2i, from embedded kernels of several ways to add up the blocks' partial sums:
 *
 *     tilewright embed configs/dot.json --name dot -o .
 *     cc -I/usr/local/cuda/include main.c dot.c -lcuda -o main
 *
 * Without a driver link with -Lbuild/dropin in a checkout, with -L"$(pkg-config --variable=dropin tilewright)" after an installation.
 *
 * dot leaves the partial sums to the host. dotSecond adds them by a second grid, dotLast by the last block to finish: both
 * take scratch memory, and dotLast finds a counter in it that is zero before the first launch.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dot.h"

#define N        (33 * 1024)
#define PARTIALS 32

#define SUM_OF_SQUARES(x) ((x) * ((x) + 1) * (2 * (x) + 1) / 6)

static void expect(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, (int)result);
    exit(1);
}

static void launched(CUresult result, const struct dot_error *error)
{
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static CUdeviceptr allocate(size_t bytes)
{
    CUdeviceptr address;
    expect(cuMemAlloc(&address, bytes), "cuMemAlloc");
    return address;
}

/* count floats of `step` times their index. */
static float *ramp(float step)
{
    static float host[N];
    CUdeviceptr address = allocate(sizeof host);
    int i;
    for (i = 0; i < N; i++) host[i] = (float)i * step;
    expect(cuMemcpyHtoD(address, host, sizeof host), "cuMemcpyHtoD");
    return (float *)(uintptr_t)address;
}

static float sum_of(const float *device, int count)
{
    float host[PARTIALS], sum = 0;
    int i;
    expect(cuMemcpyDtoH(host, (CUdeviceptr)(uintptr_t)device, (size_t)count * sizeof *host), "cuMemcpyDtoH");
    for (i = 0; i < count; i++) sum += host[i];
    return sum;
}

/* Compared to six digits: that is about what float32 keeps. */
static int is_right(const char *name, float sum)
{
    char got[32], expected[32];
    int right;
    snprintf(got, sizeof got, "%.6g", sum);
    snprintf(expected, sizeof expected, "%.6g", 2 * SUM_OF_SQUARES((float)(N - 1)));
    right = strcmp(got, expected) == 0;
    printf("%-10s %s: 2x(x+1)(2x+1)/6 is %s, the GPU's sum %s\n", name, right ? "right" : "WRONG", expected,
           got);
    return right;
}

static void open_device(CUdevice *device)
{
    CUcontext context;
    expect(cuInit(0), "cuInit");
    expect(cuDeviceGet(device, 0), "cuDeviceGet");
    expect(cuDevicePrimaryCtxRetain(&context, *device), "cuDevicePrimaryCtxRetain");
    expect(cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

int main(void)
{
    CUdevice device;
    struct dot_error error;
    float *a, *b, *c;
    void *scratch;
    int good, again;
    open_device(&device);
    a = ramp(1);
    b = ramp(2);
    c = (float *)(uintptr_t)allocate(PARTIALS * sizeof(float));
    launched(dot_launch_dot(a, b, c, NULL, &error), &error);
    good = is_right("dot", sum_of(c, PARTIALS));

    scratch = (void *)(uintptr_t)allocate(dot_SCRATCH_BYTES_dotSecond);
    launched(dot_launch_dotSecond(a, b, c, scratch, NULL, &error), &error);
    good &= is_right("dotSecond", sum_of(c, 1));

    scratch = (void *)(uintptr_t)allocate(dot_SCRATCH_BYTES_dotLast);
    expect(cuMemsetD8((CUdeviceptr)(uintptr_t)scratch, 0, dot_SCRATCH_BYTES_dotLast), "cuMemsetD8");
    for (again = 0; again < 2;
         again++) { /* the first launch leaves the scratch so that the second can take it */
        launched(dot_launch_dotLast(a, b, c, scratch, NULL, &error), &error);
        good &= is_right("dotLast", sum_of(c, 1));
    }
    expect(cuDevicePrimaryCtxReset(device), "cuDevicePrimaryCtxReset"); /* with all its memory */
    return !good;
}
