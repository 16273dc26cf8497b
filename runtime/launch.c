/* The launches of a variant, one after the other on a stream. */
#include "runtime/launch.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"

#define FEW       64u   /* parameters of a launch: a list of more is too long for a thread's stack */
#define FEW_BYTES 1024u /* of structures that are put together for it, likewise */
#define ALIGN     16u   /* of each of them */

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

static size_t room_for(const struct tw_argument *argument)
{
    return argument->member_count ? tw_multiple_up(argument->value_bytes, ALIGN) : 0;
}

/* What a launch is given: a list of parameters, and the structures among them that are put together for it. */
struct given {
    void *few[FEW], **parameters;
    alignas(ALIGN) unsigned char few_bytes[FEW_BYTES];
    unsigned char *structures;
};

static bool reserve(const struct tw_shape *shape, const struct tw_launch *launch, struct given *given)
{
    size_t bytes = 0;
    for (unsigned p = 0; p < launch->argument_count; p++)
        bytes += room_for(&shape->arguments[launch->argument[p]]);
    given->parameters =
        launch->argument_count > FEW ? calloc(launch->argument_count, sizeof *given->parameters) : given->few;
    given->structures = bytes > FEW_BYTES ? malloc(bytes) : given->few_bytes;
    return given->parameters && given->structures;
}

static void release(struct given *given)
{
    if (given->parameters != given->few) free(given->parameters);
    if (given->structures != given->few_bytes) free(given->structures);
}

static void fill(const struct tw_shape *shape, const struct tw_launch *launch, void *const *values,
                 struct given *given)
{
    unsigned char *place = given->structures;
    for (unsigned p = 0; p < launch->argument_count; p++) {
        const struct tw_argument *argument = &shape->arguments[launch->argument[p]];
        given->parameters[p] = argument->member_count ? place : parameter(shape, launch->argument[p], values);
        if (argument->member_count) tw_shape_put_structure(shape, argument, values, place);
        place += room_for(argument);
    }
}

static CUresult launch_one(const struct tw_driver *driver, const struct tw_shape *shape,
                           const struct tw_launch *launch, CUfunction function, void *const *values,
                           CUstream stream)
{
    const uint32_t *grid = launch->grid, *block = launch->block;
    struct given given;
    CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
    if (reserve(shape, launch, &given)) {
        fill(shape, launch, values, &given);
        result =
            launch->cluster[0] || launch->is_cooperative
                ? launch_extended(driver, launch, function, given.parameters, stream)
                : driver->cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                         launch->dynamic_shared_bytes, stream, given.parameters, NULL);
    }
    release(&given);
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
