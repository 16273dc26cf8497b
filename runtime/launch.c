/* The launches of a variant, one after the other on a stream. */
#include "runtime/launch.h"

#include <stdlib.h>
#include <string.h>

#define FEW 64u /* parameters of a launch: a list of more is too long for a thread's stack */

/* Buffers that a launch finds zeroed. */
static CUresult zero_buffers(const struct tw_driver *driver, const struct tw_shape *shape,
                             void *const *values, CUstream stream)
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

/* The value of a scalar that has one, which cuLaunchKernel only reads; else what the caller passes. */
static void *parameter(const struct tw_shape *shape, unsigned argument, void *const *values)
{
    const void *value = shape->arguments[argument].value;
    return value ? (void *)(uintptr_t)value : values[argument];
}

/* In clusters, or with all blocks resident together. tw_load has seen to it that the driver knows the function. */
static CUresult launch_extended(const struct tw_driver *driver, const struct tw_launch *launch,
                                CUfunction function, void **parameters, CUstream stream)
{
    const uint32_t *grid = launch->grid, *block = launch->block, *cluster = launch->cluster;
    CUlaunchAttribute attributes[2];
    unsigned count = 0;
    if (cluster[0]) {
        attributes[count++] = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                                                  .value.clusterDim = {cluster[0], cluster[1], cluster[2]}};
    }
    if (launch->is_cooperative) {
        attributes[count++] =
            (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value.cooperative = 1};
    }
    const CUlaunchConfig config = {
        grid[0], grid[1],    grid[2], block[0], block[1], block[2], launch->dynamic_shared_bytes,
        stream,  attributes, count};
    return driver->cuLaunchKernelEx ? driver->cuLaunchKernelEx(&config, function, parameters, NULL)
                                    : CUDA_ERROR_NOT_SUPPORTED;
}

static CUresult launch_one(const struct tw_driver *driver, const struct tw_shape *shape,
                           const struct tw_launch *launch, CUfunction function, void *const *values,
                           CUstream stream)
{
    const uint32_t *grid = launch->grid, *block = launch->block;
    void *few[FEW], **parameters = few;
    if (launch->argument_count > FEW) parameters = calloc(launch->argument_count, sizeof *parameters);
    if (!parameters) return CUDA_ERROR_OUT_OF_MEMORY;
    for (unsigned p = 0; p < launch->argument_count; p++)
        parameters[p] = parameter(shape, launch->argument[p], values);
    const CUresult result =
        launch->cluster[0] || launch->is_cooperative
            ? launch_extended(driver, launch, function, parameters, stream)
            : driver->cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                     launch->dynamic_shared_bytes, stream, parameters, NULL);
    if (parameters != few) free(parameters);
    return result;
}

CUresult tw_launch_all(const struct tw_driver *driver, const struct tw_shape *shape,
                       const CUfunction *function, void *const *values, CUstream stream)
{
    CUresult result = zero_buffers(driver, shape, values, stream);
    for (unsigned i = 0; i < shape->launch_count && result == CUDA_SUCCESS; i++)
        result = launch_one(driver, shape, &shape->launches[i], function[i], values, stream);
    return result;
}
