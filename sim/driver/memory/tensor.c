/* Maps of tensors for cp.async.bulk.tensor. What is wrong with them is told as the driver API's reference has it. */
#include <string.h>

#include "sim/driver/state.h"
#include "sim/exec/memory/tensor_map.h"
#include "sim/ptx/ir.h"

#define MOST_BOX    256u
#define MOST_PIXELS 1024u
#define MOST_STEP   8u
#define MOST_STRIDE ((uint64_t)1 << 40)
#define MOST_SIDE   ((uint64_t)1 << 32)

/* What both kinds of maps are made from; the box or the corners come beside it. */
struct given {
    CUtensorMap *to;
    CUtensorMapDataType type;
    unsigned sides;
    void *address;
    const cuuint64_t *dims, *strides;
    const cuuint32_t *steps;
    CUtensorMapInterleave interleave;
    CUtensorMapSwizzle swizzle;
    CUtensorMapFloatOOBfill fill;
};

/* The number that tensormap.replace has for a type. */
static unsigned number_of(CUtensorMapDataType type)
{
    static const unsigned char numbers[] = {
        [CU_TENSOR_MAP_DATA_TYPE_UINT8] = 0,        [CU_TENSOR_MAP_DATA_TYPE_UINT16] = 1,
        [CU_TENSOR_MAP_DATA_TYPE_UINT32] = 2,       [CU_TENSOR_MAP_DATA_TYPE_INT32] = 3,
        [CU_TENSOR_MAP_DATA_TYPE_UINT64] = 4,       [CU_TENSOR_MAP_DATA_TYPE_INT64] = 5,
        [CU_TENSOR_MAP_DATA_TYPE_FLOAT16] = 6,      [CU_TENSOR_MAP_DATA_TYPE_FLOAT32] = 7,
        [CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ] = 8,  [CU_TENSOR_MAP_DATA_TYPE_FLOAT64] = 9,
        [CU_TENSOR_MAP_DATA_TYPE_BFLOAT16] = 10,    [CU_TENSOR_MAP_DATA_TYPE_TFLOAT32] = 11,
        [CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ] = 12};
    return (unsigned)type < sizeof numbers ? numbers[type] : UINT8_MAX;
}

static bool sides_fit(const struct given *given)
{
    bool fit = given->sides >= 1 && given->sides <= TW_TENSOR_SIDES;
    for (unsigned i = 0; fit && i < given->sides; i++) {
        fit =
            given->dims[i] && given->dims[i] <= MOST_SIDE && given->steps[i] && given->steps[i] <= MOST_STEP;
        if (fit && i) fit = given->strides[i - 1] % 16 == 0 && given->strides[i - 1] < MOST_STRIDE;
    }
    return fit;
}

/* All but the box. */
static CUresult begin(const struct given *given, struct tw_tensor_map *map)
{
    const struct tw_tensor_element *element = tw_tensor_element(number_of(given->type));
    bool fit = given->to && given->dims && given->steps && (given->strides || given->sides == 1) &&
               (uintptr_t)given->to % 64 == 0 && (uintptr_t)given->address % 16 == 0;
    if (!fit || (unsigned)given->swizzle > CU_TENSOR_MAP_SWIZZLE_128B || (unsigned)given->fill > 1)
        return CUDA_ERROR_INVALID_VALUE;
    if (given->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE || !element)
        return tw_sim_refuse(
            CUDA_ERROR_NOT_SUPPORTED,
            "the simulator has no tensor maps with interleaving, nor of elements below 8 bits");
    if (!sides_fit(given) || (given->fill && !element->is_float)) return CUDA_ERROR_INVALID_VALUE;
    *map = (struct tw_tensor_map){.magic = TW_TENSOR_MAGIC,
                                  .element = (uint8_t)number_of(given->type),
                                  .sides = (uint8_t)given->sides,
                                  .span = (uint8_t)(given->swizzle ? 16u << given->swizzle : 0),
                                  .address = (uintptr_t)given->address,
                                  .fills_nan = given->fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE};
    for (unsigned i = 0; i < given->sides; i++) {
        map->last[i] = (uint32_t)(given->dims[i] - 1);
        map->steps[i] = (uint8_t)given->steps[i];
        if (i) map->stride[i] = given->strides[i - 1];
    }
    return CUDA_SUCCESS;
}

/* A row of the box is some whole 16 bytes, and not more than a span. */
static CUresult finish(const struct given *given, const struct tw_tensor_map *map)
{
    const unsigned row = map->box[0] * tw_tensor_element(map->element)->bytes;
    if (row % 16 || (map->span && row > map->span)) return CUDA_ERROR_INVALID_VALUE;
    memset(given->to, 0, sizeof *given->to);
    memcpy(given->to, map, sizeof *map);
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuTensorMapEncodeTiled(CUtensorMap *to, CUtensorMapDataType type, cuuint32_t sides,
                                       void *address, const cuuint64_t *dims, const cuuint64_t *strides,
                                       const cuuint32_t *box, const cuuint32_t *steps,
                                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                       CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const struct given given = {to, type, sides, address, dims, strides, steps, interleave, swizzle, fill};
    struct tw_tensor_map map;
    (void)promotion; /* a hint */
    CUresult result = tw_sim_enter_driver();
    if (!result) result = box ? begin(&given, &map) : CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; !result && i < sides; i++) {
        if (!box[i] || box[i] > MOST_BOX) result = CUDA_ERROR_INVALID_VALUE;
        map.box[i] = (uint16_t)box[i];
    }
    if (!result) result = finish(&given, &map);
    return tw_sim_leave(result);
}

/* Corners have 16 bits together, so many for each side. */
static bool corners_fit(unsigned sides, const int *lower, const int *upper)
{
    static const int most[] = {[3] = 1 << 15, [4] = 1 << 7, [5] = 1 << 4};
    bool fit = sides >= 3 && sides <= TW_TENSOR_SIDES && lower && upper;
    for (unsigned i = 0; fit && i + 2 < sides; i++) {
        fit = lower[i] >= -most[sides] && lower[i] < most[sides] && upper[i] >= -most[sides] &&
              upper[i] < most[sides];
    }
    return fit;
}

CUresult tw_sim_cuTensorMapEncodeIm2col(CUtensorMap *to, CUtensorMapDataType type, cuuint32_t sides,
                                        void *address, const cuuint64_t *dims, const cuuint64_t *strides,
                                        const int *lower, const int *upper, cuuint32_t channels,
                                        cuuint32_t pixels, const cuuint32_t *steps,
                                        CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                        CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const struct given given = {to, type, sides, address, dims, strides, steps, interleave, swizzle, fill};
    struct tw_tensor_map map;
    (void)promotion; /* a hint */
    CUresult result = tw_sim_enter_driver();
    bool fit = corners_fit(sides, lower, upper) && channels && channels <= MOST_BOX && pixels &&
               pixels <= MOST_PIXELS;
    if (!result) result = fit ? begin(&given, &map) : CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        map.is_im2col = true;
        map.box[0] = (uint16_t)channels;
        map.box[1] = (uint16_t)pixels;
        for (unsigned i = 0; i + 2 < sides; i++) {
            map.lower[i] = (int16_t)lower[i];
            map.upper[i] = (int16_t)upper[i];
        }
        result = finish(&given, &map);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuTensorMapReplaceAddress(CUtensorMap *of, void *address)
{
    struct tw_tensor_map map;
    CUresult result = tw_sim_enter_driver();
    if (!result && (!of || (uintptr_t)address % 16)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) memcpy(&map, of, sizeof map);
    if (!result && map.magic != TW_TENSOR_MAGIC) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        map.address = (uintptr_t)address;
        memcpy(of, &map, sizeof map);
    }
    return tw_sim_leave(result);
}
