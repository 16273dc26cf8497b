/*
 * A C program that needs a C compiler, the generated files and libcuda:
 *
 *     tilewright embed configs/square.json --name square -o .
 *     cc -I/usr/local/cuda/include main.c square.c -lcuda -o main
 *
 * Without a driver link with -Lbuild/dropin in a checkout, with -L"$(pkg-config --variable=dropin tilewright)" after an installation.
 *
 * Launches every kernel of the file and checks what it wrote.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "square.h"

#define SIDE  32
#define COUNT (SIDE * SIDE)

static void expect(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, (int)result);
    exit(1);
}

/* The kernels write their thread's index by rows or by columns and read it back the same way or across. */
static int is_right(const struct square_variant *variant, const int32_t *out)
{
    int transposes = strstr(variant->fields, "layout=row-col") != NULL, i;
    for (i = 0; i < COUNT; i++) {
        int32_t expected = transposes ? i % SIDE * SIDE + i / SIDE : i;
        if (out[i] != expected) return 0;
    }
    return 1;
}

static int run(unsigned variant, CUdeviceptr out)
{
    const struct square_variant *known = &square_variants[variant];
    struct square_error error;
    int32_t host[COUNT];
    void *parameters[1];
    int right;
    parameters[0] = &out;
    expect(cuMemsetD8(out, 0xFF, sizeof host), "cuMemsetD8");
    if (square_launch(variant, parameters, NULL, &error) != CUDA_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    expect(cuMemcpyDtoH(host, out, sizeof host), "cuMemcpyDtoH");
    right = is_right(known, host);
    printf("%-20s %s, %u bytes as %s, %u wavefronts where %u would do\n", known->name,
           right ? "right" : "WRONG", known->shared_bytes, known->layout,
           (unsigned)(known->load_wavefronts + known->store_wavefronts), (unsigned)known->ideal_wavefronts);
    return right;
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr out;
    struct square_error error;
    unsigned i, wrong = 0;
    expect(cuInit(0), "cuInit");
    expect(cuDeviceGet(&device, 0), "cuDeviceGet");
    expect(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    expect(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    expect(cuMemAlloc(&out, COUNT * sizeof(int32_t)), "cuMemAlloc");
    for (i = 0; i < square_VARIANTS; i++) wrong += !run(i, out);

    /* One kernel by its name: the parameters have types. */
    if (square_launch_setRowReadColPad((int32_t *)(uintptr_t)out, NULL, &error) != CUDA_SUCCESS) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    expect(cuCtxSynchronize(), "cuCtxSynchronize");
    expect(cuMemFree(out), "cuMemFree");
    expect(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
    return wrong != 0;
}
