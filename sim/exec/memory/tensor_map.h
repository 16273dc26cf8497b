/*
 * tensor_map.h - what the 128 bytes of a CUtensorMap hold here, and the boxes that it describes (CUDA driver API, "Tensor Map
 * Object Management"; PTX ISA, "Tensors"). What a GPU's driver writes there nobody is told; these bytes are the simulator's own.
 *
 * A box of mode tile has some elements along each side. One of mode im2col has some channels (the first side) of some pixels, that follow each
 * other along the sides between the first and the last, from lower corner to upper corner, and then in the next image (the last side).
 */
#ifndef TW_SIM_EXEC_MEMORY_TENSOR_MAP_H
#define TW_SIM_EXEC_MEMORY_TENSOR_MAP_H

#include "sim/ptx/ir.h"

#define TW_TENSOR_SIDES 5u
#define TW_TENSOR_MAGIC 0x50414d54u /* "TMAP" */
#define TW_TENSOR_BYTES 128u        /* of a map */

/* The types of elements, as tensormap.replace numbers them. */
struct tw_tensor_element {
    enum tw_ptx_type type;
    uint8_t bytes;
    bool is_float;
    bool flushes;  /* reductions take what is subnormal for zero */
    bool rounds;   /* loads round to tf32, to nearest, ties to even */
    uint64_t none; /* what stands outside when NaN is asked for */
};

/* NULL: there is no such type. */
const struct tw_tensor_element *tw_tensor_element(unsigned number);

struct tw_tensor_map {
    uint32_t magic;
    uint8_t element, sides;         /* the type's number; 1 to 5 */
    uint8_t span;                   /* bytes within which 16-byte pieces are swizzled: 0, 32, 64, 128 */
    uint8_t steps[TW_TENSOR_SIDES]; /* of the elements, every so many-th is taken */
    bool fills_nan, is_im2col;
    uint64_t address;
    uint64_t stride[TW_TENSOR_SIDES]; /* bytes; that of the first is not used: an element's */
    uint32_t last[TW_TENSOR_SIDES];   /* number of elements, less 1 */
    uint16_t box[TW_TENSOR_SIDES];    /* elements that a box spans; of im2col channels and pixels */
    int16_t lower[3], upper[3];       /* corners of im2col, of the sides from the second on */
};

_Static_assert(sizeof(struct tw_tensor_map) <= TW_TENSOR_BYTES, "a tensor's map has 128 bytes");

/* Elements that a box has along a side; of im2col those of a pixel. */
static inline uint32_t tw_tensor_count(const struct tw_tensor_map *map, unsigned side)
{
    if (map->is_im2col) return map->box[0];
    return (map->box[side] + map->steps[side] - 1u) / map->steps[side];
}

/* Bytes that a box takes of shared memory. */
static inline uint32_t tw_tensor_bytes(const struct tw_tensor_map *map)
{
    uint32_t bytes = tw_tensor_element(map->element)->bytes;
    if (map->is_im2col) return bytes * map->box[0] * map->box[1];
    for (unsigned i = 0; i < map->sides; i++) bytes *= tw_tensor_count(map, i);
    return bytes;
}

/* Whether everything that copies need has been said, as by a map that a kernel makes piece by piece. */
bool tw_tensor_is_whole(const struct tw_tensor_map *map);

#endif
