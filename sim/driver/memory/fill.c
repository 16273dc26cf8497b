/* Fills: rows of elements of 1, 2 or 4 bytes. All are one kind of work. */
#include "sim/driver/task.h"

#include <string.h>

CUresult tw_fill_check(const CUDA_MEMSET_NODE_PARAMS *fill)
{
    size_t size = fill->elementSize;
    if (size != 1 && size != 2 && size != 4) return CUDA_ERROR_INVALID_VALUE;
    if (fill->dst % size || fill->width > SIZE_MAX / size) return CUDA_ERROR_INVALID_VALUE;
    bool rows = fill->height > 1;
    if (rows && (fill->pitch % size || fill->width * size > fill->pitch)) return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static void fill_row(unsigned char *at, const void *value, size_t size, size_t count)
{
    if (size == 1) {
        memset(at, *(const unsigned char *)value, count);
        return;
    }
    for (size_t i = 0; i < count; i++) memcpy(at + i * size, value, size);
}

/* Every row must be there before the first is written. Nothing is there before anything is asked for. */
CUresult tw_fill_run(const CUDA_MEMSET_NODE_PARAMS *fill)
{
    size_t bytes = fill->width * fill->elementSize;
    unsigned char value[sizeof fill->value];
    uint8_t narrow = (uint8_t)fill->value;
    uint16_t half = (uint16_t)fill->value;
    memcpy(value, &fill->value, sizeof fill->value);
    if (fill->elementSize == 1) memcpy(value, &narrow, sizeof narrow);
    if (fill->elementSize == 2) memcpy(value, &half, sizeof half);
    for (size_t y = 0; bytes && y < fill->height; y++) {
        if (!tw_memory_at(fill->dst + y * fill->pitch, bytes, false)) return CUDA_ERROR_INVALID_VALUE;
    }
    for (size_t y = 0; bytes && y < fill->height; y++)
        fill_row(tw_memory_at(fill->dst + y * fill->pitch, bytes, false), value, fill->elementSize,
                 fill->width);
    return CUDA_SUCCESS;
}

static CUresult fill_rows(CUdeviceptr to, size_t pitch, unsigned value, unsigned size, size_t width,
                          size_t height, CUstream stream)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
    task.fill = (CUDA_MEMSET_NODE_PARAMS){
        .dst = to, .pitch = pitch, .value = value, .elementSize = size, .width = width, .height = height};
    if (!result) result = tw_fill_check(&task.fill);
    return tw_sim_leave(tw_task_submit(result, context, stream, &task));
}

CUresult tw_sim_cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    return fill_rows(to, 0, value, 1, count, 1, stream);
}

CUresult tw_sim_cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)
{
    return fill_rows(to, 0, value, 2, count, 1, stream);
}

CUresult tw_sim_cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
    return fill_rows(to, 0, value, 4, count, 1, stream);
}

CUresult tw_sim_cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count)
{
    return fill_rows(to, 0, value, 1, count, 1, NULL);
}

CUresult tw_sim_cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count)
{
    return fill_rows(to, 0, value, 2, count, 1, NULL);
}

CUresult tw_sim_cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count)
{
    return fill_rows(to, 0, value, 4, count, 1, NULL);
}

CUresult tw_sim_cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                                  size_t height, CUstream stream)
{
    return fill_rows(to, pitch, value, 1, width, height, stream);
}

CUresult tw_sim_cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                                   size_t height, CUstream stream)
{
    return fill_rows(to, pitch, value, 2, width, height, stream);
}

CUresult tw_sim_cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height,
                                   CUstream stream)
{
    return fill_rows(to, pitch, value, 4, width, height, stream);
}

CUresult tw_sim_cuMemsetD2D8_v2(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                                size_t height)
{
    return fill_rows(to, pitch, value, 1, width, height, NULL);
}

CUresult tw_sim_cuMemsetD2D16_v2(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                                 size_t height)
{
    return fill_rows(to, pitch, value, 2, width, height, NULL);
}

CUresult tw_sim_cuMemsetD2D32_v2(CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height)
{
    return fill_rows(to, pitch, value, 4, width, height, NULL);
}
