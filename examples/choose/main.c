/*
 * One launcher for products of matrices of any size (tilewright embed --choose):
 *
 *     any_product 96 64 32 [DEVICE]       multiplies 96 x 32 halfs by 32 x 64 halfs, and says which kernel was chosen, and why
 *
 * DEVICE treats the device as one on which the kernels were measured, by its name in the results.
 */
#include <stdio.h>
#include <stdlib.h>

#include "matmul.h"

static void expect(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, (int)result);
    exit(1);
}

/* A matrix on the device, all of whose halfs are 1. */
static CUdeviceptr ones(size_t count)
{
    CUdeviceptr device;
    expect(cuMemAlloc(&device, count * 2), "cuMemAlloc");
    expect(cuMemsetD16(device, 0x3C00, count), "cuMemsetD16");
    return device;
}

static size_t count_wrong(CUdeviceptr device, size_t count, float wanted)
{
    size_t wrong = 0, i;
    float *host = malloc(count * sizeof *host);
    if (!host) exit(1);
    expect(cuMemcpyDtoH(host, device, count * sizeof *host), "cuMemcpyDtoH");
    for (i = 0; i < count; i++) wrong += host[i] != wanted;
    free(host);
    return wrong;
}

static int fail(const struct matmul_error *error)
{
    fprintf(stderr, "%s\n", error->message);
    return 1;
}

/* Chosen once, a kernel may be launched any number of times for its problem. */
static int multiply(const struct matmul_problem *problem, const char *like)
{
    const size_t m = (size_t)problem->m, n = (size_t)problem->n, k = (size_t)problem->k;
    struct matmul_choice choice;
    struct matmul_error error;
    CUdeviceptr a, b, c;
    void *parameters[3];
    size_t wrong;
    if (matmul_choose(problem, like, &choice, &error) != CUDA_SUCCESS) return fail(&error);
    printf("%s\n", choice.why);
    a = ones(m * k);
    b = ones(k * n);
    expect(cuMemAlloc(&c, m * n * sizeof(float)), "cuMemAlloc");
    parameters[0] = &a;
    parameters[1] = &b;
    parameters[2] = &c;
    if (matmul_run_choice(&choice, parameters, NULL, &error) != CUDA_SUCCESS) return fail(&error);
    wrong = count_wrong(c, m * n, (float)k);
    printf("%lu x %lu, %s\n", (unsigned long)m, (unsigned long)n, wrong ? "WRONG" : "right");
    expect(cuMemFree(a), "cuMemFree");
    expect(cuMemFree(b), "cuMemFree");
    expect(cuMemFree(c), "cuMemFree");
    return wrong != 0;
}

int main(int argc, char **argv)
{
    struct matmul_problem problem;
    CUdevice device;
    CUcontext context;
    int status;
    if (argc < 4) {
        fprintf(stderr, "any_product M N K [DEVICE]\n");
        return 2;
    }
    problem.m = atoi(argv[1]);
    problem.n = atoi(argv[2]);
    problem.k = atoi(argv[3]);
    expect(cuInit(0), "cuInit");
    expect(cuDeviceGet(&device, 0), "cuDeviceGet");
    expect(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    expect(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    status = multiply(&problem, argc > 4 ? argv[4] : NULL);
    expect(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
    return status;
}
