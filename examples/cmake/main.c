/* Launches the kernels that transpose.json describes, through the files that the build generated from it. */
#include <stdio.h>

#include "transpose.h"
#include "transpose_layout.h"

#define COUNT (transpose_ROWS_padded * transpose_COLUMNS_padded)

static int fails(CUresult result, const char *what)
{
    if (result != CUDA_SUCCESS) fprintf(stderr, "%s: error %d\n", what, (int)result);
    return result != CUDA_SUCCESS;
}

static int is_right(const float *out)
{
    unsigned rows = transpose_ROWS_padded, columns = transpose_COLUMNS_padded, i;
    for (i = 0; i < COUNT; i++) {
        if (out[i] != (float)(i % rows * columns + i / rows)) return 0;
    }
    return 1;
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr out;
    struct transpose_error error;
    float host[COUNT];
    unsigned i;
    if (fails(cuInit(0), "cuInit") || fails(cuDeviceGet(&device, 0), "cuDeviceGet") ||
        fails(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain") ||
        fails(cuCtxSetCurrent(context), "cuCtxSetCurrent") ||
        fails(cuMemAlloc(&out, sizeof host), "cuMemAlloc"))
        return 1;
    for (i = 0; i < transpose_VARIANTS; i++) {
        void *parameters[1];
        parameters[0] = &out;
        if (transpose_launch(i, parameters, NULL, &error) != CUDA_SUCCESS) {
            fprintf(stderr, "%s\n", error.message);
            return 1;
        }
        if (fails(cuMemcpyDtoH(host, out, sizeof host), "cuMemcpyDtoH")) return 1;
        printf("%-10s %s\n", transpose_variants[i].name, is_right(host) ? "right" : "WRONG");
        if (!is_right(host)) return 1;
    }
    return fails(cuMemFree(out), "cuMemFree") ||
           fails(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
}
