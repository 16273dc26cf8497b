/*
 * A kernel of one's own in a program of C: the product of two matrices of halfs, by examples/kernels/matmul.cu, which is as it was written.
 *
 *     tilewright embed examples/kernels/matmul.json --name matmul -o .
 *     cc -I/usr/local/cuda/include main.c matmul.c -lcuda -o product
 *
 * Without a driver link with -Lbuild/dropin in a checkout, with -L"$(pkg-config --variable=dropin tilewright)" after an installation.
 *
 * m, n and k are fixed by the description: the launcher takes the matrices alone, and knows how large they are.
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

/* Halfs from -3 to 3: all sums are exact. */
static uint16_t half_of(uint64_t number)
{
    static const uint16_t bits[] = {0xC200, 0xC000, 0xBC00, 0, 0x3C00, 0x4000, 0x4200};
    return bits[number % 7];
}

static float value_of(uint64_t number)
{
    return (float)(number % 7) - 3;
}

/* A matrix on the device; its element number i is half_of(i * step). */
static CUdeviceptr matrix(const struct matmul_buffer *buffer, uint64_t step)
{
    CUdeviceptr device;
    uint16_t *host = malloc((size_t)buffer->bytes);
    uint64_t i;
    if (!host) exit(1);
    for (i = 0; i < buffer->elements; i++) host[i] = half_of(i * step);
    expect(cuMemAlloc(&device, (size_t)buffer->bytes), "cuMemAlloc");
    expect(cuMemcpyHtoD(device, host, (size_t)buffer->bytes), "cuMemcpyHtoD");
    free(host);
    return device;
}

static unsigned count_wrong(const float *c, unsigned m, unsigned n, unsigned k)
{
    unsigned wrong = 0, row, col, i;
    for (row = 0; row < m; row++) {
        for (col = 0; col < n; col++) {
            float sum = 0;
            for (i = 0; i < k; i++) sum += value_of(row * k + i) * value_of((uint64_t)(i * n + col) * 5);
            wrong += c[row * n + col] != sum;
        }
    }
    return wrong;
}

int main(void)
{
    const struct matmul_variant *known = &matmul_variants[0];
    CUdevice device;
    CUcontext context;
    CUdeviceptr a, b, c;
    struct matmul_error error;
    void *parameters[3];
    float *result;
    unsigned m, n, k, wrong;
    if (sscanf(known->fields, "m=%u n=%u k=%u", &m, &n, &k) != 3) return 1;
    expect(cuInit(0), "cuInit");
    expect(cuDeviceGet(&device, 0), "cuDeviceGet");
    expect(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    expect(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    a = matrix(&known->buffers[0], 1);
    b = matrix(&known->buffers[1], 5);
    expect(cuMemAlloc(&c, (size_t)known->buffers[2].bytes), "cuMemAlloc");
    parameters[0] = &a;
    parameters[1] = &b;
    parameters[2] = &c;
    if (matmul_launch(0, parameters, NULL, &error) != CUDA_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    result = malloc((size_t)known->buffers[2].bytes);
    if (!result) return 1;
    expect(cuMemcpyDtoH(result, c, (size_t)known->buffers[2].bytes), "cuMemcpyDtoH");
    wrong = count_wrong(result, m, n, k);
    printf("%s: %u x %u, %s, %u bytes of shared memory\n", known->name, m, n, wrong ? "WRONG" : "right",
           known->shared_bytes);
    free(result);
    expect(cuMemFree(a), "cuMemFree");
    expect(cuMemFree(b), "cuMemFree");
    expect(cuMemFree(c), "cuMemFree");
    expect(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
    return wrong != 0;
}
