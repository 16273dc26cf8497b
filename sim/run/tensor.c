/* Copies of boxes of tensors (PTX ISA, "cp.async.bulk.tensor", "cp.reduce.async.bulk.tensor"), tile mode. References: the coordinates, then,
 * of a multicast, the mask of blocks. */
#include "sim/async.h"
#include "sim/lanes.h"
#include "sim/swizzle.h"
#include "sim/tensor_map.h"

/* The map at a generic address: a parameter of the kernel, constant or global memory. False: a finding. */
static bool read_map(struct tw_warp *warp, const struct tw_op *op, unsigned lane, struct tw_tensor_map *map)
{
    struct tw_runner *worker = warp->worker;
    const struct tw_running *running = worker->running;
    const struct tw_place place = tw_first_place(op);
    const uint64_t address = tw_place_address(warp, &place, lane), offset = address - TW_PARAM_WINDOW;
    const uint32_t bytes = running->program->function->parameter_bytes;
    const unsigned char *host = NULL;
    if (offset < bytes && bytes - offset >= 128)
        host = (const unsigned char *)running->launch->parameters + offset;
    else if (address >= TW_GLOBAL_FIRST)
        host = tw_machine_at(running->machine, &worker->last, address, 128);
    if (host) memcpy(map, host, sizeof *map);
    if (host && map->magic == TW_TENSOR_MAGIC && address % 64 == 0 &&
        map->sides == op->instruction->words[TW_PTX_CLASS_DIM] - TW_PTX_DIM_1D + 1)
        return true;
    tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "at 0x%llx is no map of a tensor of so many dimensions",
            (unsigned long long)address);
    return false;
}

enum where { INSIDE, BEHIND, OUTSIDE };

/* Where an element of the box lies in the tensor. BEHIND: a row's end, but in the 16 bytes that it lies in. */
static enum where find_element(const struct tw_tensor_map *map, const int32_t *at, const uint32_t *index,
                               uint64_t *offset)
{
    enum where where = INSIDE;
    *offset = 0;
    for (unsigned i = 0; i < map->sides; i++) {
        int64_t place = (int64_t)at[i] + (int64_t)index[i] * map->steps[i], ends = (int64_t)map->last[i] + 1;
        int64_t piece =
            i || map->steps[0] > 1 ? ends : (ends * map->element_bytes + 15) / 16 * 16 / map->element_bytes;
        if (place < 0 || place >= piece) return OUTSIDE;
        if (place >= ends) where = BEHIND;
        *offset += (uint64_t)place * map->stride[i];
    }
    return where;
}

/* Of the tensor's type, whatever the instruction says. */
static void reduce(const struct tw_copy *copy, unsigned char *global, const unsigned char *shared)
{
    uint64_t value = 0;
    memcpy(&value, shared, copy->box.map.element_bytes);
    tw_atomic_update(copy->op->instruction->words[TW_PTX_CLASS_ATOM], (enum tw_ptx_type)copy->box.map.type,
                     global, value, false);
}

static bool reduces(const struct tw_copy *copy)
{
    return copy->op->instruction->words[TW_PTX_CLASS_ATOM] != TW_PTX_ABSENT;
}

/* One element; global is NULL outside. */
static void move_element(const struct tw_copy *copy, unsigned char *shared, unsigned char *global)
{
    const struct tw_tensor_map *map = &copy->box.map;
    if (copy->kind == TW_COPY_TOLD)
        memcpy(shared, global ? global : (const unsigned char *)&map->fill, map->element_bytes);
    else if (global && reduces(copy))
        reduce(copy, global, shared);
    else if (global)
        memcpy(global, shared, map->element_bytes);
}

/* The whole box; the tensor's memory is looked at as it is now. A store writes rows to the end of their last 16 bytes. */
static void move_box(struct tw_warp *warp, struct tw_copy *copy, unsigned lane)
{
    struct tw_runner *worker = warp->worker;
    const struct tw_tensor_map *map = &copy->box.map;
    uint32_t index[TW_TENSOR_SIDES] = {0};
    for (uint32_t at = 0; at < copy->bytes[lane]; at += map->element_bytes) {
        const uint32_t row = tw_tensor_count(map, 0) * map->element_bytes;
        const uint32_t place = map->span ? at / row * map->span + at % row : at;
        uint32_t to = tw_swizzled(map->span, 0, copy->box.shared + place) - copy->box.shared;
        unsigned char *global = NULL;
        uint64_t offset;
        const enum where where = find_element(map, copy->box.at, index, &offset);
        if (where == INSIDE || (where == BEHIND && copy->kind != TW_COPY_TOLD && !reduces(copy))) {
            global = tw_machine_at(worker->running->machine, &worker->last, map->address + offset,
                                   map->element_bytes);
            if (!global && where == INSIDE) {
                tw_find(warp, copy->op, TW_SIM_BAD_ADDRESS, lane,
                        "the tensor's element at 0x%llx is not there",
                        (unsigned long long)(map->address + offset));
                return;
            }
        }
        move_element(copy, copy->to[lane] + (int32_t)to, global);
        for (unsigned i = 0; i < map->sides && ++index[i] == tw_tensor_count(map, i); i++) index[i] = 0;
    }
}

/* The copy of one lane between the tensor and shared memory at `shared`; NULL: a finding. */
static struct tw_copy *begin(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                             enum tw_copy_kind kind, uint64_t shared)
{
    const uint32_t *coordinates = warp->worker->running->program->fragments + op->reference[0];
    struct tw_runner *owner;
    struct tw_box box = {.shared = (uint32_t)shared};
    if (!read_map(warp, op, lane, &box.map)) return NULL;
    const uint32_t bytes = tw_tensor_bytes(&box.map);
    const uint32_t row = tw_tensor_count(&box.map, 0) * box.map.element_bytes;
    const int64_t begins = (int64_t)tw_at(warp, coordinates[0])->s32[lane] * box.map.element_bytes;
    if (begins % 16) {
        tw_find(warp, op, TW_SIM_MISALIGNED, lane,
                "a tensor's box that begins at byte %lld of a row: not a multiple of 16", (long long)begins);
        return NULL;
    }
    if (shared % 128) {
        tw_find(warp, op, TW_SIM_MISALIGNED, lane,
                "a tensor's box at 0x%llx of shared memory: not a multiple of 128",
                (unsigned long long)shared);
        return NULL;
    }
    for (unsigned i = 0; i < box.map.sides; i++) {
        box.at[i] = tw_at(warp, coordinates[i])->s32[lane];
        if (box.at[i] >= 0 || kind == TW_COPY_TOLD) continue;
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                "a tensor's box that is stored at %d: only loads begin outside", box.at[i]);
        return NULL;
    }
    const uint32_t wide = box.map.span ? bytes / row * box.map.span : bytes; /* rows begin a span apart */
    const uint32_t room =
        box.map.span ? (wide + 127) / 128 * 128 : bytes; /* swizzling stays within 128 bytes */
    unsigned char *host = tw_cluster_host(warp, op, lane, shared, room, &owner);
    struct tw_copy *copy = host ? tw_async_start(warp, op, kind, 1u << lane) : NULL;
    if (!copy) return NULL;
    copy->box = box;
    copy->bytes[lane] = bytes;
    copy->to[lane] = host;
    copy->move = move_box;
    return copy;
}

static bool load_box(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t to,
                     uint64_t barrier)
{
    struct tw_copy *copy = begin(warp, op, lane, TW_COPY_TOLD, to);
    if (!copy) return false;
    if (tw_async_tell(warp, copy, lane, barrier)) return true;
    copy->lanes = 0;
    return false;
}

static void tensor_load(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (; active; active &= active - 1) {
        unsigned lane = tw_first_of(active);
        if (!load_box(warp, op, lane, tw_place_address(warp, &op->other[0], lane),
                      tw_place_address(warp, &op->other[1], lane)))
            return;
    }
}

static void tensor_multicast(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *mask = tw_operand(warp, op, 1);
    for (unsigned i = 0; i < 32 * TW_MOST_CLUSTER; i++) {
        unsigned lane = i / TW_MOST_CLUSTER, rank = i % TW_MOST_CLUSTER;
        if (!(active >> lane & 1u) || !(mask->u16[lane] >> rank & 1u)) continue;
        uint64_t to = tw_place_address(warp, &op->other[0], lane),
                 barrier = tw_place_address(warp, &op->other[1], lane);
        if (!load_box(warp, op, lane, tw_in_block(to, rank), tw_in_block(barrier, rank))) return;
    }
}

static void tensor_store(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (; active; active &= active - 1) {
        unsigned lane = tw_first_of(active);
        if (!begin(warp, op, lane, TW_COPY_GROUPED, tw_place_address(warp, &op->other[1], lane))) return;
    }
}

static bool goes(const struct tw_ptx_instruction *instruction, enum tw_ptx_word to, enum tw_ptx_word from)
{
    return instruction->words[TW_PTX_CLASS_OTHER] == to && instruction->words[TW_PTX_CLASS_SPACE] == from;
}

TW_SELECT(tensor_load, goes(instruction, TW_PTX_OTHER_SHARED_CLUSTER, TW_PTX_SPACE_GLOBAL) ||
                               goes(instruction, TW_PTX_OTHER_SHARED_CTA, TW_PTX_SPACE_GLOBAL)
                           ? tensor_load
                           : NULL)
TW_SELECT(tensor_multicast,
          goes(instruction, TW_PTX_OTHER_SHARED_CLUSTER, TW_PTX_SPACE_GLOBAL) ? tensor_multicast : NULL)
TW_SELECT(tensor_store, goes(instruction, TW_PTX_OTHER_GLOBAL, TW_PTX_SPACE_SHARED_CTA) &&
                                instruction->words[TW_PTX_CLASS_ATOM] != TW_PTX_ATOM_EXCH
                            ? tensor_store
                            : NULL)
