/* An embed called k of three sums: of nothing, of no rows, of one element. An array that is empty may be at address 0, or where the results
 * are; one that is not may be neither. Says what came of each launch. */
#include <stdio.h>

#include "k.h"

static void launch(int variant, CUdeviceptr a, CUdeviceptr c)
{
    struct k_error error;
    void *parameters[2];
    parameters[0] = &a;
    parameters[1] = &c;
    CUresult result = k_launch(variant, parameters, NULL, &error);
    printf("%d: %s\n", (int)result, result ? error.message : "");
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr out;
    float got = 1;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
        cuCtxSetCurrent(context) || cuMemAlloc(&out, 64))
        return 2;
    launch(0, 0, 0);
    launch(0, out, out);
    launch(0, 0, out);
    launch(1, 0, 0);
    launch(2, 0, out);
    launch(2, out, out);
    if (cuMemcpyDtoH(&got, out, sizeof got)) return 2;
    printf("%g\n", got);
    return 0;
}
