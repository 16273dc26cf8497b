/*
 * Devices that fail, for timed_cuda.so: where the folder $TIMED_MOODS has a file MOOD.N, device N of all is in that mood from the next
 * call on.
 *
 *     gone.N    it is taken away: no context can be made, and what is launched fails
 *     hangs.N   what is launched never ends
 *     full.N    there is no memory left on it
 *     slow.N    its times are twice as long
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/driver/state.h"

static bool is(const char *mood, CUdevice device)
{
    const char *folder = getenv("TIMED_MOODS");
    char path[512];
    if (!folder) return false;
    snprintf(path, sizeof path, "%s/%s.%d", folder, mood, tw_provider.devices[device].number);
    return access(path, F_OK) == 0;
}

static CUdevice current(void)
{
    CUdevice device = 0;
    return tw_sim_cuCtxGetDevice(&device) == CUDA_SUCCESS ? device : 0;
}

CUresult __real_tw_sim_cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult __wrap_tw_sim_cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult __wrap_tw_sim_cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    return is("gone", device) ? CUDA_ERROR_DEVICE_UNAVAILABLE
                              : __real_tw_sim_cuDevicePrimaryCtxRetain(context, device);
}

CUresult __real_tw_sim_cuCtxSynchronize(void);
CUresult __wrap_tw_sim_cuCtxSynchronize(void);
CUresult __wrap_tw_sim_cuCtxSynchronize(void)
{
    return is("gone", current()) ? CUDA_ERROR_ECC_UNCORRECTABLE : __real_tw_sim_cuCtxSynchronize();
}

typedef CUresult launch(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        CUstream, void **, void **);
launch __real_tw_sim_cuLaunchKernel, __wrap_tw_sim_cuLaunchKernel;
CUresult __wrap_tw_sim_cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                      unsigned by, unsigned bz, unsigned shared, CUstream stream,
                                      void **arguments, void **extra)
{
    if (is("gone", current())) return CUDA_ERROR_ECC_UNCORRECTABLE;
    while (is("hangs", current())) usleep(10000);
    return __real_tw_sim_cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra);
}

CUresult __real_tw_sim_cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes);
CUresult __wrap_tw_sim_cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes);
CUresult __wrap_tw_sim_cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes)
{
    return is("full", current()) ? CUDA_ERROR_OUT_OF_MEMORY : __real_tw_sim_cuMemAlloc_v2(memory, bytes);
}

typedef CUresult elapsed(float *, CUevent, CUevent);
elapsed __real_tw_sim_cuEventElapsedTime, __wrap_tw_sim_cuEventElapsedTime;
CUresult __wrap_tw_sim_cuEventElapsedTime(float *milliseconds, CUevent first, CUevent last)
{
    CUresult result = __real_tw_sim_cuEventElapsedTime(milliseconds, first, last);
    if (!result && is("slow", current())) *milliseconds *= 2;
    return result;
}
