/* Maps of tensors; see tensor_map.h. */
#include "sim/exec/memory/tensor_map.h"

/* clang-format off */
static const struct tw_tensor_element elements[] = {
    {TW_PTX_U8,   1, false, false, false, 0},
    {TW_PTX_U16,  2, false, false, false, 0},
    {TW_PTX_U32,  4, false, false, false, 0},
    {TW_PTX_S32,  4, false, false, false, 0},
    {TW_PTX_U64,  8, false, false, false, 0},
    {TW_PTX_S64,  8, false, false, false, 0},
    {TW_PTX_F16,  2, true,  false, false, 0x7ff7},
    {TW_PTX_F32,  4, true,  false, false, 0x7ff77ff7},
    {TW_PTX_F32,  4, true,  true,  false, 0x7ff77ff7},
    {TW_PTX_F64,  8, true,  false, false, 0x7ff77ff77ff77ff7},
    {TW_PTX_BF16, 2, true,  false, false, 0x7ff7},
    {TW_PTX_F32,  4, true,  false, true,  0x7ff77ff7},
    {TW_PTX_F32,  4, true,  true,  true,  0x7ff77ff7},
};
/* clang-format on */

const struct tw_tensor_element *tw_tensor_element(unsigned number)
{
    return number < sizeof elements / sizeof *elements ? &elements[number] : NULL;
}

bool tw_tensor_is_whole(const struct tw_tensor_map *map)
{
    const struct tw_tensor_element *element = tw_tensor_element(map->element);
    bool whole = map->magic == TW_TENSOR_MAGIC && element && map->sides >= 1 && map->sides <= TW_TENSOR_SIDES;
    for (unsigned i = 0; whole && i < map->sides; i++)
        whole = map->steps[i] && (map->box[i] || (map->is_im2col && i > 1));
    return whole && (!map->span || map->box[0] * element->bytes <= map->span);
}
