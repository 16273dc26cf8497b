/*
 * tensor_map.h - what the 128 bytes of a CUtensorMap hold here, and the elements of a box that it describes (CUDA driver API, "Tensor Map
 * Object Management"; PTX ISA, "Tensors"). What a GPU's driver writes there nobody is told; these bytes are the simulator's own.
 */
#ifndef TW_SIM_TENSOR_MAP_H
#define TW_SIM_TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

#define TW_TENSOR_SIDES 5u
#define TW_TENSOR_MAGIC 0x50414d54u /* "TMAP" */

struct tw_tensor_map {
    uint32_t magic;
    uint8_t type;                 /* enum tw_ptx_type */
    uint8_t element_bytes, sides; /* 1 to 5 */
    uint8_t span;                 /* bytes within which 16-byte pieces are swizzled: 0, 32, 64, 128 */
    uint8_t steps[TW_TENSOR_SIDES];
    uint64_t address;
    uint64_t stride[TW_TENSOR_SIDES]; /* bytes; that of the first is an element's */
    uint32_t last[TW_TENSOR_SIDES];   /* number of elements, less 1 */
    uint16_t box[TW_TENSOR_SIDES];    /* elements that a box spans; of them every step-th is taken */
    uint64_t fill;                    /* the element that stands for what is outside */
};

/* Elements that a box has along a side. */
static inline uint32_t tw_tensor_count(const struct tw_tensor_map *map, unsigned side)
{
    return (map->box[side] + map->steps[side] - 1u) / map->steps[side];
}

/* Bytes that a box takes of shared memory. */
static inline uint32_t tw_tensor_bytes(const struct tw_tensor_map *map)
{
    uint32_t bytes = map->element_bytes;
    for (unsigned i = 0; i < map->sides; i++) bytes *= tw_tensor_count(map, i);
    return bytes;
}

#endif
