/*
 * driver.h - what programs with embedded kernels begin with: a context of device 0; and the end of a program whose call failed. To be
 * included behind the embed's header, which includes cuda.h. C99 and C++11.
 */
#include <stdio.h>
#include <stdlib.h>

static void expect(CUresult result, const char *what)
{
    if (result == CUDA_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, (int)result);
    exit(1);
}

/* Makes the primary context of the device current. */
static void open_context(void)
{
    CUdevice device;
    CUcontext context;
    expect(cuInit(0), "cuInit");
    expect(cuDeviceGet(&device, 0), "cuDeviceGet");
    expect(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    expect(cuCtxSetCurrent(context), "cuCtxSetCurrent");
}
