/* Launches the first kernel of an embed called k, which writes int32, with a pointer that is none to an int32, and then with a
 * right one; says what came of both. */
#include <stdio.h>

#include "k.h"

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr out, between;
    struct k_error error;
    void *parameters[1];
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
        cuCtxSetCurrent(context) || cuMemAlloc(&out, 1 << 20))
        return 2;
    between = out + 2;
    parameters[0] = &between;
    if (k_launch(0, parameters, NULL, &error) == CUDA_SUCCESS) return 2;
    printf("%d: %s\n", (int)error.result, error.message);
    parameters[0] = &out;
    printf("%d %d\n", (int)k_launch(0, parameters, NULL, &error), (int)cuCtxSynchronize());
    return 0;
}
