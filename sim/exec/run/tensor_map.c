/* Maps of tensors that a kernel makes or changes (PTX ISA, "tensormap.replace", "tensormap.cp_fenceproxy"). */
#include "sim/exec/memory/tensor_map.h"
#include "sim/check/finding.h"
#include "sim/exec/cluster.h"
#include "sim/exec/lanes.h"

/* Host address of the map at an address; NULL: a finding. */
static unsigned char *map_at(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                             bool global)
{
    struct tw_sim_worker *worker = warp->worker, *owner;
    const enum tw_ptx_word space = op->instruction->words[TW_PTX_CLASS_SPACE];
    const bool shared = !global && (space != TW_PTX_ABSENT ? space != TW_PTX_SPACE_GLOBAL
                                                           : address >> 32 == TW_SHARED_WINDOW >> 32);
    if (address % 64) {
        tw_find(warp, op, TW_SIM_MISALIGNED, lane, "a tensor's map at 0x%llx: not a multiple of 64",
                (unsigned long long)address);
        return NULL;
    }
    if (shared) return tw_cluster_host(warp, op, lane, address & UINT32_MAX, TW_TENSOR_BYTES, &owner);
    unsigned char *host = tw_machine_memory(worker->running->machine, address, TW_TENSOR_BYTES);
    if (!host) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "a tensor's map of 128 bytes at 0x%llx is not all there",
                (unsigned long long)address);
    }
    return host;
}

static void replace_side(struct tw_tensor_map *map, enum tw_ptx_word field, unsigned side, uint64_t value)
{
    if (field == TW_PTX_SIDES_BOX) map->box[side] = (uint16_t)value;
    if (field == TW_PTX_SIDES_DIM) map->last[side] = (uint32_t)(value - 1);
    if (field == TW_PTX_SIDES_STRIDE) map->stride[side + 1] = value;
    if (field == TW_PTX_SIDES_STEP) map->steps[side] = (uint8_t)value;
}

/* A rank counts from 0 on. */
static void replace_field(struct tw_tensor_map *map, enum tw_ptx_word field, uint64_t value)
{
    if (field == TW_PTX_FIELD_ADDRESS) map->address = value;
    if (field == TW_PTX_FIELD_RANK) map->sides = value < TW_TENSOR_SIDES ? (uint8_t)(value + 1) : UINT8_MAX;
    if (field == TW_PTX_FIELD_ELEMENT) map->element = (uint8_t)value;
    if (field == TW_PTX_FIELD_SWIZZLE) map->span = (uint8_t)(value ? 16u << value : 0);
    if (field == TW_PTX_FIELD_FILL) map->fills_nan = value != 0;
}

/* A map of zeros is one that is being made: it becomes a map with its first field. */
static bool replace(struct tw_warp *warp, const struct tw_op *op, unsigned lane)
{
    const struct tw_place place = tw_first_place(op);
    const enum tw_ptx_word field = op->instruction->words[TW_PTX_CLASS_FIELD];
    const union tw_lanes *value = tw_operand(warp, op, field == TW_PTX_ABSENT);
    const uint64_t bits = tw_lane_bits(value, tw_bits(op->instruction), lane);
    struct tw_tensor_map map;
    unsigned char *host = map_at(warp, op, lane, tw_place_address(warp, &place, lane), false);
    if (!host) return false;
    memcpy(&map, host, sizeof map);
    if (map.magic && map.magic != TW_TENSOR_MAGIC) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                "the replaced bytes are neither a tensor's map nor zeros");
        return false;
    }
    map.magic = TW_TENSOR_MAGIC;
    if (field == TW_PTX_ABSENT)
        replace_side(&map, op->instruction->words[TW_PTX_CLASS_SIDES], tw_operand(warp, op, 0)->u32[lane],
                     bits);
    else
        replace_field(&map, field, bits);
    memcpy(host, &map, sizeof map);
    return true;
}

static void map_replace(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (; active && replace(warp, op, tw_first_of(active)); active &= active - 1) continue;
}

static void map_copy(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (; active; active &= active - 1) {
        const unsigned lane = tw_first_of(active);
        const struct tw_place from = tw_first_place(op);
        unsigned char *source = map_at(warp, op, lane, tw_place_address(warp, &from, lane), false), *to;
        if (!source) return;
        to = map_at(warp, op, lane, tw_place_address(warp, &op->other[0], lane), true);
        if (!to) return;
        memcpy(to, source, TW_TENSOR_BYTES);
    }
}

/* Types, modes and sides are constants within their bounds; addresses and strides have 64 bits, all else 32. */
static bool replace_fits(const struct tw_ptx_instruction *instruction)
{
    static const struct {
        enum tw_ptx_word field;
        int64_t most;
    } modes[] = {{TW_PTX_FIELD_ELEMENT, 12},
                 {TW_PTX_FIELD_INTERLEAVE, 0},
                 {TW_PTX_FIELD_SWIZZLE, 3},
                 {TW_PTX_FIELD_FILL, 1}};
    const enum tw_ptx_word field = instruction->words[TW_PTX_CLASS_FIELD],
                           side = instruction->words[TW_PTX_CLASS_SIDES],
                           space = instruction->words[TW_PTX_CLASS_SPACE];
    const struct tw_ptx_operand *value = &instruction->operands[1];
    const bool wide = field == TW_PTX_FIELD_ADDRESS || side == TW_PTX_SIDES_STRIDE;
    if (space != TW_PTX_ABSENT && space != TW_PTX_SPACE_GLOBAL && space != TW_PTX_SPACE_SHARED_CTA)
        return false;
    if (tw_bits(instruction) != (wide ? 64 : 32)) return false;
    if (side != TW_PTX_ABSENT) return value->value >= 0 && value->value < 5 - (side == TW_PTX_SIDES_STRIDE);
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (modes[i].field != field) continue;
        return value->kind == TW_PTX_OPERAND_CONSTANT && value->value >= 0 && value->value <= modes[i].most;
    }
    return true;
}

static bool copy_fits(const struct tw_ptx_instruction *instruction)
{
    return instruction->words[TW_PTX_CLASS_OTHER] == TW_PTX_OTHER_GLOBAL &&
           instruction->words[TW_PTX_CLASS_SPACE] == TW_PTX_SPACE_SHARED_CTA &&
           instruction->words[TW_PTX_CLASS_ORDER] == TW_PTX_ORDER_RELEASE &&
           instruction->operands[2].value == TW_TENSOR_BYTES;
}

TW_SELECT(map_replace, replace_fits(instruction) ? map_replace : NULL)
TW_SELECT(map_copy, copy_fits(instruction) ? map_copy : NULL)
