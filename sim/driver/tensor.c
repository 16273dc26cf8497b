/* Maps of tensors for cp.async.bulk.tensor. What is wrong with them is told as the driver API's reference has it. */
#include <string.h>

#include "ptx/ir.h"
#include "sim/driver/state.h"
#include "sim/tensor_map.h"

#define MOST_BOX    256u
#define MOST_STEP   8u
#define MOST_STRIDE ((uint64_t)1 << 40)
#define MOST_SIDE   ((uint64_t)1 << 32)

/* clang-format off */
static const struct {
    enum tw_ptx_type type;
    unsigned bytes;
    bool is_float;
    uint64_t none; /* what stands outside when NaN is asked for */
} types[] = {
    [CU_TENSOR_MAP_DATA_TYPE_UINT8]        = {TW_PTX_U8, 1, false, 0},
    [CU_TENSOR_MAP_DATA_TYPE_UINT16]       = {TW_PTX_U16, 2, false, 0},
    [CU_TENSOR_MAP_DATA_TYPE_UINT32]       = {TW_PTX_U32, 4, false, 0},
    [CU_TENSOR_MAP_DATA_TYPE_INT32]        = {TW_PTX_S32, 4, false, 0},
    [CU_TENSOR_MAP_DATA_TYPE_UINT64]       = {TW_PTX_U64, 8, false, 0},
    [CU_TENSOR_MAP_DATA_TYPE_INT64]        = {TW_PTX_S64, 8, false, 0},
    [CU_TENSOR_MAP_DATA_TYPE_FLOAT16]      = {TW_PTX_F16, 2, true,  0x7ff7},
    [CU_TENSOR_MAP_DATA_TYPE_FLOAT32]      = {TW_PTX_F32, 4, true,  0x7ff77ff7},
    [CU_TENSOR_MAP_DATA_TYPE_FLOAT64]      = {TW_PTX_F64, 8, true,  0x7ff77ff77ff77ff7},
    [CU_TENSOR_MAP_DATA_TYPE_BFLOAT16]     = {TW_PTX_BF16, 2, true,  0x7ff7},
};
/* clang-format on */

static bool sides_fit(unsigned bytes, unsigned sides, const cuuint64_t *dims, const cuuint64_t *strides,
                      const cuuint32_t *box, const cuuint32_t *steps)
{
    bool fit = sides >= 1 && sides <= TW_TENSOR_SIDES;
    for (unsigned i = 0; fit && i < sides; i++) {
        fit = dims[i] && dims[i] <= MOST_SIDE && box[i] && box[i] <= MOST_BOX && steps[i] &&
              steps[i] <= MOST_STEP;
        if (fit && i) fit = strides[i - 1] % 16 == 0 && strides[i - 1] < MOST_STRIDE;
    }
    return fit && box[0] * bytes % 16 == 0;
}

CUresult tw_sim_cuTensorMapEncodeTiled(CUtensorMap *to, CUtensorMapDataType type, cuuint32_t sides,
                                       void *address, const cuuint64_t *dims, const cuuint64_t *strides,
                                       const cuuint32_t *box, const cuuint32_t *steps,
                                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                       CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const unsigned known = sizeof types / sizeof *types;
    (void)promotion; /* a hint */
    CUresult result = tw_sim_enter_driver();
    if (result) return tw_sim_leave(result);
    bool fit = to && dims && box && steps && (strides || sides == 1) && (uintptr_t)to % 64 == 0 &&
               (uintptr_t)address % 16 == 0;
    if (!fit || (unsigned)swizzle > CU_TENSOR_MAP_SWIZZLE_128B || (unsigned)fill > 1)
        return tw_sim_leave(CUDA_ERROR_INVALID_VALUE);
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE || (unsigned)type >= known) {
        return tw_sim_leave(
            tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED,
                          "the simulator has no tensor maps with interleaving, nor of tf32 or flushed "
                          "floats"));
    }
    const unsigned span = swizzle ? 16u << swizzle : 0;
    fit = sides_fit(types[type].bytes, sides, dims, strides, box, steps) && (!fill || types[type].is_float) &&
          (!span || box[0] * types[type].bytes <= span);
    if (!fit) return tw_sim_leave(CUDA_ERROR_INVALID_VALUE);
    struct tw_tensor_map map = {.magic = TW_TENSOR_MAGIC,
                                .type = (uint8_t)types[type].type,
                                .element_bytes = (uint8_t)types[type].bytes,
                                .sides = (uint8_t)sides,
                                .span = (uint8_t)span,
                                .address = (uintptr_t)address,
                                .stride = {types[type].bytes},
                                .fill = fill ? types[type].none : 0};
    for (unsigned i = 0; i < sides; i++) {
        map.last[i] = (uint32_t)(dims[i] - 1);
        map.box[i] = (uint16_t)box[i];
        map.steps[i] = (uint8_t)steps[i];
        if (i) map.stride[i] = strides[i - 1];
    }
    _Static_assert(sizeof map <= sizeof *to, "a tensor's map has 128 bytes");
    memset(to, 0, sizeof *to);
    memcpy(to, &map, sizeof map);
    return tw_sim_leave(CUDA_SUCCESS);
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
