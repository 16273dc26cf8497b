/* Copies of boxes of tensors (PTX ISA, "cp.async.bulk.tensor", "cp.reduce.async.bulk.tensor"). References: the coordinates, then, of loads
 * of mode im2col, the pixels' offsets, then, of a multicast, the mask of blocks. */
#include "sim/check/finding.h"
#include "sim/exec/async.h"
#include "sim/exec/cluster.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/swizzle.h"
#include "sim/exec/memory/tensor_map.h"

static bool is_im2col(const struct tw_ptx_instruction *instruction)
{
    return tw_ptx_has(instruction, TW_PTX_HAS_IM2COL) || tw_ptx_has(instruction, TW_PTX_HAS_IM2COL_NO_OFFS);
}

/* The map at a generic address: a parameter of the kernel, constant or global memory. False: a finding. */
static bool read_map(struct tw_warp *warp, const struct tw_op *op, unsigned lane, struct tw_tensor_map *map)
{
    struct tw_sim_worker *worker = warp->worker;
    const struct tw_running *running = worker->running;
    const struct tw_place place = tw_first_place(op);
    const uint64_t address = tw_place_address(warp, &place, lane), offset = address - TW_PARAM_WINDOW;
    const uint32_t bytes = running->program->function->parameter_bytes;
    const unsigned char *host = NULL;
    if (offset < bytes && bytes - offset >= TW_TENSOR_BYTES)
        host = (const unsigned char *)running->launch->parameters + offset;
    else if (address >= TW_GLOBAL_FIRST)
        host = tw_machine_at(running->machine, &worker->last, address, TW_TENSOR_BYTES);
    if (host) memcpy(map, host, sizeof *map);
    if (host && address % 64 == 0 && tw_tensor_is_whole(map) &&
        map->sides == op->instruction->words[TW_PTX_CLASS_DIM] - TW_PTX_DIM_1D + 1 &&
        map->is_im2col == is_im2col(op->instruction))
        return true;
    tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "at 0x%llx is no map of a tensor of so many dimensions%s",
            (unsigned long long)address, is_im2col(op->instruction) ? " and of mode im2col" : "");
    return false;
}

/* Where a copy is in its box: the element's place in the tensor, without the offsets, and its number along each side. */
struct walk {
    int64_t place[TW_TENSOR_SIDES];
    uint32_t number[TW_TENSOR_SIDES];
};

static void step_in_tile(const struct tw_box *box, struct walk *walk)
{
    for (unsigned i = 0; i < box->map.sides; i++) {
        walk->place[i] += box->map.steps[i];
        if (++walk->number[i] < tw_tensor_count(&box->map, i)) return;
        walk->number[i] = 0;
        walk->place[i] = box->at[i];
    }
}

/* Behind a pixel's channels comes the next pixel; behind the upper corner of a side the lower one, and a step along the next side. */
static void step_in_pixels(const struct tw_box *box, struct walk *walk)
{
    const struct tw_tensor_map *map = &box->map;
    walk->place[0]++;
    if (++walk->number[0] < map->box[0]) return;
    walk->number[0] = 0;
    walk->place[0] = box->at[0];
    for (unsigned i = 1; i + 1 < map->sides; i++) {
        walk->place[i] += map->steps[i];
        if (walk->place[i] <= (int64_t)map->last[i] + map->upper[i - 1]) return;
        walk->place[i] = map->lower[i - 1];
    }
    walk->place[map->sides - 1]++;
}

enum where { INSIDE, BEHIND, OUTSIDE };

/* Where an element of the box lies in the tensor. BEHIND: a row's end, but in the 16 bytes that it lies in. */
static enum where find_element(const struct tw_box *box, const struct walk *walk, uint32_t bytes,
                               uint64_t *offset)
{
    const struct tw_tensor_map *map = &box->map;
    enum where where = INSIDE;
    *offset = 0;
    for (unsigned i = 0; i < map->sides; i++) {
        int64_t place = walk->place[i] + box->offset[i], ends = (int64_t)map->last[i] + 1;
        int64_t piece = i || map->steps[0] > 1 ? ends : (ends * bytes + 15) / 16 * 16 / bytes;
        if (place < 0 || place >= piece) return OUTSIDE;
        if (place >= ends) where = BEHIND;
        *offset += (uint64_t)place * (i ? map->stride[i] : bytes);
    }
    return where;
}

/* Elements have the tensor's type, whatever the instruction says. */
static void reduce(const struct tw_copy *copy, const struct tw_tensor_element *element, unsigned char *global,
                   const unsigned char *shared)
{
    uint64_t value = 0;
    memcpy(&value, shared, element->bytes);
    tw_atomic_update(copy->op->instruction->words[TW_PTX_CLASS_ATOM], element->type, global, value,
                     !element->flushes);
}

static bool reduces(const struct tw_copy *copy)
{
    return copy->op->instruction->words[TW_PTX_CLASS_ATOM] != TW_PTX_ABSENT;
}

/* A float as loads of tf32 leave it: an H200 keeps what is subnormal, and has one NaN. */
static uint32_t rounded_to_tf32(const unsigned char *from)
{
    uint32_t bits;
    memcpy(&bits, from, sizeof bits);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fffe000u;
    return (bits + 0xfffu + (bits >> 13 & 1u)) & ~0x1fffu;
}

/* One element; global is NULL outside. */
static void move_element(const struct tw_copy *copy, const struct tw_tensor_element *element,
                         unsigned char *shared, unsigned char *global)
{
    const uint64_t fill = copy->box.map.fills_nan ? element->none : 0;
    const uint32_t tf32 = element->rounds && global ? rounded_to_tf32(global) : 0;
    if (copy->kind == TW_COPY_TOLD && element->rounds && global)
        memcpy(shared, &tf32, sizeof tf32);
    else if (copy->kind == TW_COPY_TOLD)
        memcpy(shared, global ? global : (const unsigned char *)&fill, element->bytes);
    else if (global && reduces(copy))
        reduce(copy, element, global, shared);
    else if (global)
        memcpy(global, shared, element->bytes);
}

/* The whole box; the tensor's memory is looked at as it is now. A store writes rows to the end of their last 16 bytes. */
static void move_box(struct tw_warp *warp, struct tw_copy *copy, unsigned lane)
{
    struct tw_sim_worker *worker = warp->worker;
    const struct tw_tensor_map *map = &copy->box.map;
    const struct tw_tensor_element *element = tw_tensor_element(map->element);
    const uint32_t size = element->bytes, row = tw_tensor_count(map, 0) * size;
    struct walk walk = {{0}, {0}};
    for (unsigned i = 0; i < map->sides; i++) walk.place[i] = copy->box.at[i];
    for (uint32_t at = 0; at < copy->bytes[lane]; at += size) {
        const uint32_t place = map->span ? at / row * map->span + at % row : at;
        uint32_t to = tw_swizzled(map->span, 0, copy->box.shared + place) - copy->box.shared;
        unsigned char *global = NULL;
        uint64_t offset;
        const enum where where = find_element(&copy->box, &walk, size, &offset);
        if (where == INSIDE || (where == BEHIND && copy->kind != TW_COPY_TOLD && !reduces(copy))) {
            global = tw_machine_at(worker->running->machine, &worker->last, map->address + offset, size);
            if (!global && where == INSIDE) {
                tw_find(warp, copy->op, TW_SIM_BAD_ADDRESS, lane,
                        "the tensor's element at 0x%llx is not there",
                        (unsigned long long)(map->address + offset));
                return;
            }
        }
        move_element(copy, element, copy->to[lane] + (int32_t)to, global);
        (map->is_im2col ? step_in_pixels : step_in_tile)(&copy->box, &walk);
    }
}

/* Only loads begin outside, and those of mode im2col between the corners, as an H200 has it: else the instruction is illegal there. Nor are
 * pixels stored between corners that lie outside. */
static bool may_begin(struct tw_warp *warp, const struct tw_op *op, unsigned lane, const struct tw_box *box,
                      bool loads)
{
    const struct tw_tensor_map *map = &box->map;
    for (unsigned i = 0; i < map->sides; i++) {
        const bool cornered = map->is_im2col && i && i + 1 < map->sides;
        const int64_t least = cornered ? map->lower[i - 1] : INT32_MIN;
        const int64_t most = cornered ? (int64_t)map->last[i] + map->upper[i - 1] : INT32_MAX;
        if (!loads && (box->at[i] < 0 || (cornered && least < 0))) {
            tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                    "a tensor's box that is stored at %d%s: only loads begin outside", box->at[i],
                    box->at[i] < 0 ? "" : ", from corners outside");
            return false;
        }
        if (box->at[i] >= least && box->at[i] <= most) continue;
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                "a tensor's pixels that begin at %d, not between the corners at %lld and %lld", box->at[i],
                (long long)least, (long long)most);
        return false;
    }
    return true;
}

/* The copy of one lane between the tensor and shared memory at `shared`; NULL: a finding. */
static struct tw_copy *begin(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                             enum tw_copy_kind kind, uint64_t shared)
{
    const uint32_t *coordinates = warp->worker->running->program->fragments + op->reference[0];
    struct tw_sim_worker *owner;
    struct tw_box box = {.shared = (uint32_t)shared};
    if (!read_map(warp, op, lane, &box.map)) return NULL;
    const uint32_t bytes = tw_tensor_bytes(&box.map);
    const uint32_t size = tw_tensor_element(box.map.element)->bytes,
                   row = tw_tensor_count(&box.map, 0) * size;
    const int64_t begins = (int64_t)tw_at(warp, coordinates[0])->s32[lane] * size;
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
    for (unsigned i = 0; i < box.map.sides; i++) box.at[i] = tw_at(warp, coordinates[i])->s32[lane];
    if (!may_begin(warp, op, lane, &box, kind == TW_COPY_TOLD)) return NULL;
    for (unsigned i = 0; tw_ptx_has(op->instruction, TW_PTX_HAS_IM2COL) && i + 2 < box.map.sides; i++)
        box.offset[i + 1] = tw_fragment(warp, op, 1, i)->u16[lane];
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
    const union tw_lanes *mask = tw_operand(warp, op, is_im2col(op->instruction) ? 2 : 1);
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
