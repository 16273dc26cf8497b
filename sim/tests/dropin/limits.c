/*
 * A driver-API program that asks for too much, and says how the driver answers:
 *
 *     limits reverse.ptx grid      a grid of 2^31 - 1 blocks
 *     limits reverse.ptx memory    memory of three kinds, until there is no more
 *     limits reverse.ptx more      at once the whole memory of the device
 */
#include <cuda.h>
#include <string.h>

#include "reverse.h"

#define MIB ((size_t)1 << 20)

static const char *word(CUresult result)
{
    const char *name = "?";
    cuGetErrorName(result, &name);
    return name;
}

/* No element is inside, so every block has nothing to do but to find that out. */
static int grid(CUfunction reverse)
{
    CUdeviceptr none = 0;
    unsigned n = 0, blocks = 2147483647;
    void *parameters[] = {&none, &none, &n};
    CHECK(cuLaunchKernel(reverse, blocks, 1, 1, BLOCK, 1, 1, 0, NULL, parameters, NULL));
    CUresult result = cuCtxSynchronize();
    printf("%u blocks: %s, then %s\n", blocks, word(result), word(cuMemAlloc(&none, 4)));
    return 0;
}

static CUresult allocate(int kind, size_t bytes)
{
    CUdeviceptr device;
    void *host;
    if (kind == 0) return cuMemAlloc(&device, bytes);
    if (kind == 1) return cuMemAllocHost(&host, bytes);
    return cuMemAllocManaged(&device, bytes, CU_MEM_ATTACH_GLOBAL);
}

static int memory(void)
{
    size_t available, total, count = 0;
    CUresult result = CUDA_SUCCESS;
    CHECK(cuMemGetInfo(&available, &total));
    while (!result && count < total / MIB * 2) {
        result = allocate((int)(count % 3), MIB);
        count += result == CUDA_SUCCESS;
    }
    printf("%zu MiB in all: %zu MiB, then %s\n", total / MIB, count, word(result));
    return 0;
}

static int more(void)
{
    size_t total;
    CHECK(cuDeviceTotalMem(&total, 0));
    printf("%zu MiB: %s, ", total / MIB, word(allocate(0, total)));
    printf("%s, ", word(allocate(1, total)));
    printf("%s\n", word(allocate(2, total)));
    return 0;
}

int main(int argc, char **argv)
{
    CUcontext context;
    CUmodule module;
    CUfunction reverse;

    if (argc < 3) return 2;
    CHECK(cuInit(0));
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    if (strcmp(argv[2], "memory") == 0) return memory();
    if (strcmp(argv[2], "more") == 0) return more();
    CHECK(cuModuleLoad(&module, argv[1]));
    CHECK(cuModuleGetFunction(&reverse, module, "reverse"));
    return grid(reverse);
}
