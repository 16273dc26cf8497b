/* The launches of a variant, one after the other on a stream. */
#include "runtime/launch.h"

#include <string.h>

/* Buffers that a launch finds zeroed. */
static CUresult zero_buffers(const struct tw_driver *driver, const struct tw_shape *shape,
                             void *const values[TW_MAX_ARGUMENTS], CUstream stream)
{
    CUresult result = CUDA_SUCCESS;
    for (unsigned i = 0; i < shape->argument_count && result == CUDA_SUCCESS; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        CUdeviceptr address;
        if (argument->before != TW_BEFORE_ZEROED) continue;
        memcpy(&address, values[i], sizeof address);
        result = driver->cuMemsetD8Async(address, 0, tw_argument_bytes(argument), stream);
    }
    return result;
}

CUresult tw_launch_all(const struct tw_driver *driver, const struct tw_shape *shape,
                       const CUfunction function[TW_MAX_LAUNCHES], void *const values[TW_MAX_ARGUMENTS],
                       CUstream stream)
{
    CUresult result = zero_buffers(driver, shape, values, stream);
    for (unsigned i = 0; i < shape->launch_count && result == CUDA_SUCCESS; i++) {
        const struct tw_launch *launch = &shape->launches[i];
        const uint32_t *grid = launch->grid, *block = launch->block;
        void *parameters[TW_MAX_ARGUMENTS];
        for (unsigned p = 0; p < launch->argument_count; p++) parameters[p] = values[launch->argument[p]];
        result = driver->cuLaunchKernel(function[i], grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                        launch->dynamic_shared_bytes, stream, parameters, NULL);
    }
    return result;
}
