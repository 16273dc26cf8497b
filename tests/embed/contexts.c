/*
 * Embedded kernels through the life of a context: none, a first one, unloaded, destroyed, another at the same
 * handle. The file it is compiled with is an embed of configs/square.json under the name k.
 */
#include <stdio.h>
#include <string.h>

#include "k.h"

static int failures;

static void check(int good, const char *what)
{
    if (good) return;
    fprintf(stderr, "FAILED: %s\n", what);
    failures++;
}

static int launches(CUdevice device)
{
    CUcontext context;
    CUdeviceptr out = 0;
    struct k_error error;
    int32_t host[1024];
    CUresult result;
    int good = cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS &&
               cuCtxSetCurrent(context) == CUDA_SUCCESS && cuMemAlloc(&out, sizeof host) == CUDA_SUCCESS &&
               cuMemsetD8(out, 0, sizeof host) == CUDA_SUCCESS;
    result = k_launch_setRowReadCol((int32_t *)(uintptr_t)out, NULL, &error);
    if (result != CUDA_SUCCESS) fprintf(stderr, "%s\n", error.message);
    good = good && result == CUDA_SUCCESS && cuMemcpyDtoH(host, out, sizeof host) == CUDA_SUCCESS;
    return good && host[1] == 32 && host[32] == 1 && host[1023] == 1023;
}

int main(void)
{
    CUdevice device;
    struct k_error error;
    int i;
    check(k_launch_setRowReadCol(NULL, NULL, &error) == CUDA_ERROR_NOT_INITIALIZED &&
              strstr(error.message, "cuInit"),
          "before cuInit");
    check(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS, "a device");
    check(k_launch_setRowReadCol(NULL, NULL, &error) == CUDA_ERROR_INVALID_CONTEXT, "without a context");
    check(error.result == CUDA_ERROR_INVALID_CONTEXT && strstr(error.message, "no CUDA context is current"),
          "the sentence for it");
    check(k_launch_setRowReadCol(NULL, NULL, NULL) == CUDA_ERROR_INVALID_CONTEXT,
          "nobody wants the sentence");
    for (i = 0; i < 3; i++) {
        check(launches(device), "a launch in a fresh context");
        check(k_unload(&error) == CUDA_SUCCESS, "unload");
        check(launches(device), "a launch after unloading");
        check(cuDevicePrimaryCtxReset(device) == CUDA_SUCCESS, "the context's end");
        while (cuDevicePrimaryCtxRelease(device) == CUDA_SUCCESS) {
        }
    }
    check(launches(device), "the last context");
    check(k_load(k_VARIANTS, &error) == CUDA_ERROR_INVALID_VALUE &&
              strstr(error.message, "there is no kernel number 6"),
          "a wrong number");
    check(k_load(k_VARIANT_setColReadCol, NULL) == CUDA_SUCCESS, "loading ahead");
    check(k_variants[k_VARIANT_setRowReadColPad].buffers[0].elements == 1024 &&
              k_variants[4].shared_bytes == 32 * 33 * 4,
          "the table");
    if (!failures) puts("contexts ok");
    return failures != 0;
}
