/* Says why the first kernel of an embed called k cannot be loaded; exit status 1. */
#include <stdio.h>

#include "k.h"

int main(void)
{
    CUdevice device;
    CUcontext context;
    struct k_error error;
#ifdef WITHOUT_DRIVER
    (void)device, (void)context;
#else
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
        cuCtxSetCurrent(context))
        return 2;
#endif
    if (k_load(0, &error) == CUDA_SUCCESS) return 0;
    printf("%d: %s\n", (int)error.result, error.message);
    return 1;
}
