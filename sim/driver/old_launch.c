/*
 * Launches as before CUDA 4: block, shared memory and parameters are kept by the function, one call for each, and hold for
 * its later launches too. Deprecated for long, but some programs set their block so and launch with cuLaunchKernel.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/driver/state.h"

#define MOST_PARAMETERS 4096u /* bytes */

struct tw_old_launch {
    unsigned block[3], shared;
    size_t size; /* of the parameters */
    unsigned char parameters[MOST_PARAMETERS];
};

/* What is kept for a function, made at the first call: one thread, no parameters. */
static CUresult enter(CUfunction function, struct tw_old_launch **old)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (result) return result;
    struct tw_object *object = tw_object_find(TW_FUNCTION, function);
    if (!object) return CUDA_ERROR_INVALID_HANDLE;
    if (!object->function.old) {
        object->function.old = calloc(1, sizeof *object->function.old);
        if (!object->function.old) return CUDA_ERROR_OUT_OF_MEMORY;
        for (int i = 0; i < 3; i++) object->function.old->block[i] = 1;
    }
    *old = object->function.old;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuFuncSetBlockShape(CUfunction function, int x, int y, int z)
{
    struct tw_old_launch *old;
    CUresult result = enter(function, &old);
    if (!result && (x < 1 || y < 1 || z < 1)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        old->block[0] = (unsigned)x;
        old->block[1] = (unsigned)y;
        old->block[2] = (unsigned)z;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuFuncSetSharedSize(CUfunction function, unsigned bytes)
{
    struct tw_old_launch *old;
    CUresult result = enter(function, &old);
    if (!result) old->shared = bytes;
    return tw_sim_leave(result);
}

/* ---- parameters ---- */

CUresult tw_sim_cuParamSetSize(CUfunction function, unsigned bytes)
{
    struct tw_old_launch *old;
    CUresult result = enter(function, &old);
    if (!result && bytes > MOST_PARAMETERS) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) old->size = bytes;
    return tw_sim_leave(result);
}

static CUresult set(CUfunction function, int offset, const void *value, unsigned bytes)
{
    struct tw_old_launch *old;
    CUresult result = enter(function, &old);
    bool fits =
        value && offset >= 0 && bytes <= MOST_PARAMETERS && (unsigned)offset <= MOST_PARAMETERS - bytes;
    if (!result && !fits) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) memcpy(old->parameters + offset, value, bytes);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuParamSeti(CUfunction function, int offset, unsigned value)
{
    return set(function, offset, &value, sizeof value);
}

CUresult tw_sim_cuParamSetf(CUfunction function, int offset, float value)
{
    return set(function, offset, &value, sizeof value);
}

CUresult tw_sim_cuParamSetv(CUfunction function, int offset, void *value, unsigned bytes)
{
    return set(function, offset, value, bytes);
}

/* ---- launches ---- */

static CUresult launch(CUfunction function, int width, int height, CUstream stream)
{
    struct tw_old_launch *kept, now, *old = &now;
    CUresult result = enter(function, &kept);
    if (!result) now = *kept; /* another thread may unload the module */
    if (tw_sim_leave(result)) return result;
    if (width < 1 || height < 1) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, old->parameters, CU_LAUNCH_PARAM_BUFFER_SIZE, &old->size,
                     CU_LAUNCH_PARAM_END};
    return tw_sim_cuLaunchKernel(function, (unsigned)width, (unsigned)height, 1, old->block[0], old->block[1],
                                 old->block[2], old->shared, stream, NULL, extra);
}

CUresult tw_sim_cuLaunch(CUfunction function)
{
    return launch(function, 1, 1, NULL);
}

CUresult tw_sim_cuLaunchGrid(CUfunction function, int width, int height)
{
    return launch(function, width, height, NULL);
}

CUresult tw_sim_cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream)
{
    return launch(function, width, height, stream);
}
