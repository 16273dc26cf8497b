/* Bulk copies, and stores and reductions of which an mbarrier is told (PTX ISA, "cp.async.bulk", "st.async", "red.async"). */
#include "sim/check/finding.h"
#include "sim/exec/async.h"
#include "sim/exec/cluster.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"

/* --- cp.async.bulk: references: size; of a multicast the mask of blocks behind it */

struct bulk {
    uint64_t to, from, barrier;
    uint32_t bytes;
    bool to_global, from_global;
};

static struct bulk bulk_of(const struct tw_warp *warp, const struct tw_op *op, unsigned lane)
{
    const struct tw_place from = tw_first_place(op);
    bool to_global = op->instruction->words[TW_PTX_CLASS_OTHER] == TW_PTX_OTHER_GLOBAL;
    return (struct bulk){.to = tw_place_address(warp, &op->other[0], lane),
                         .from = tw_place_address(warp, &from, lane),
                         .barrier = to_global ? 0 : tw_place_address(warp, &op->other[1], lane),
                         .bytes = tw_operand(warp, op, 0)->u32[lane],
                         .to_global = to_global,
                         .from_global = op->instruction->words[TW_PTX_CLASS_SPACE] == TW_PTX_SPACE_GLOBAL};
}

/* Host address of one end; NULL: a finding. */
static unsigned char *end_of(struct tw_warp *warp, const struct tw_op *op, unsigned lane, bool global,
                             uint64_t address, uint32_t bytes)
{
    struct tw_sim_worker *worker = warp->worker, *owner;
    if (!global) return tw_cluster_host(warp, op, lane, address, bytes, &owner);
    unsigned char *host =
        bytes ? tw_machine_at(worker->running->machine, &worker->last, address, bytes) : worker->scratch;
    if (!host) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "%u bytes at 0x%llx of global memory are not all there",
                bytes, (unsigned long long)address);
    }
    return host;
}

static void move_bytes(struct tw_warp *warp, struct tw_copy *copy, unsigned lane)
{
    (void)warp;
    memmove(copy->to[lane], copy->from[lane], copy->bytes[lane]);
}

static bool begin_bulk(struct tw_warp *warp, const struct tw_op *op, unsigned lane, const struct bulk *bulk,
                       struct tw_copy *copy)
{
    if (bulk->bytes % 16 || bulk->to % 16 || bulk->from % 16) {
        tw_find(warp, op, TW_SIM_MISALIGNED, lane,
                "%u bytes from 0x%llx to 0x%llx: all three must be multiples of 16", bulk->bytes,
                (unsigned long long)bulk->from, (unsigned long long)bulk->to);
        return false;
    }
    copy->move = move_bytes;
    copy->bytes[lane] = bulk->bytes;
    copy->from[lane] = end_of(warp, op, lane, bulk->from_global, bulk->from, bulk->bytes);
    if (!copy->from[lane]) return false;
    copy->to[lane] = end_of(warp, op, lane, bulk->to_global, bulk->to, bulk->bytes);
    if (!copy->to[lane]) return false;
    if (bulk->to_global)
        tw_machine_memory(warp->worker->running->machine, bulk->to, bulk->bytes); /* is written */
    return bulk->to_global || tw_async_tell(warp, copy, lane, bulk->barrier);
}

static void begin_bulks(struct tw_warp *warp, const struct tw_op *op, uint32_t active, tw_move *move)
{
    bool out = strstr(op->instruction->opcode, "bulk_group") != NULL;
    struct tw_copy *copy = tw_async_start(warp, op, out ? TW_COPY_GROUPED : TW_COPY_TOLD, active);
    for (unsigned lane = 0; copy && lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        const struct bulk bulk = bulk_of(warp, op, lane);
        if (begin_bulk(warp, op, lane, &bulk, copy)) {
            copy->move = move;
            continue;
        }
        copy->lanes &= (1u << lane) - 1; /* those behind are not described */
        return;
    }
}

static void bulk_copy(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    begin_bulks(warp, op, active, move_bytes);
}

/* To each block of the mask: a copy of its own, of which the mbarrier at the same place there is told. */
static void bulk_multicast(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *mask = tw_operand(warp, op, 1);
    for (unsigned i = 0; i < 32 * TW_MOST_CLUSTER; i++) {
        unsigned lane = i / TW_MOST_CLUSTER, rank = i % TW_MOST_CLUSTER;
        if (!(active >> lane & 1u) || !(mask->u16[lane] >> rank & 1u)) continue;
        struct tw_copy *copy = tw_async_start(warp, op, TW_COPY_TOLD, 1u << lane);
        struct bulk bulk = bulk_of(warp, op, lane);
        bulk.to = tw_in_block(bulk.to, rank);
        bulk.barrier = tw_in_block(bulk.barrier, rank);
        if (copy && begin_bulk(warp, op, lane, &bulk, copy)) continue;
        if (copy) copy->lanes = 0;
        return;
    }
}

/* Into shared memory an mbarrier is told, out of it there are groups; from shared memory to that of the cluster. */
static bool bulk_fits(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_word from = instruction->words[TW_PTX_CLASS_SPACE],
                     to = instruction->words[TW_PTX_CLASS_OTHER];
    bool from_shared = from == TW_PTX_SPACE_SHARED_CTA, from_global = from == TW_PTX_SPACE_GLOBAL;
    if (strstr(instruction->opcode, "bulk_group")) return to == TW_PTX_OTHER_GLOBAL && from_shared;
    return (to == TW_PTX_OTHER_SHARED_CLUSTER && (from_shared || from_global)) ||
           (to == TW_PTX_OTHER_SHARED_CTA && from_global);
}

static bool multicast_fits(const struct tw_ptx_instruction *instruction)
{
    return instruction->words[TW_PTX_CLASS_OTHER] == TW_PTX_OTHER_SHARED_CLUSTER &&
           instruction->words[TW_PTX_CLASS_SPACE] == TW_PTX_SPACE_GLOBAL;
}

TW_SELECT(bulk_copy, bulk_fits(instruction) ? bulk_copy : NULL)
TW_SELECT(bulk_multicast, multicast_fits(instruction) ? bulk_multicast : NULL)

/* --- st.async, red.async: the value is taken now, and stored when the mbarrier is asked for it */

static void move_data(struct tw_warp *warp, struct tw_copy *copy, unsigned lane)
{
    (void)warp;
    memcpy(copy->to[lane], copy->data[lane], copy->bytes[lane]);
}

static void move_reduced(struct tw_warp *warp, struct tw_copy *copy, unsigned lane)
{
    uint64_t value = 0;
    (void)warp;
    memcpy(&value, copy->data[lane], copy->bytes[lane]);
    tw_atomic_update(copy->op->instruction->words[TW_PTX_CLASS_ATOM], copy->op->instruction->type[0],
                     copy->to[lane], value, true);
}

/* cp.reduce.async.bulk: element by element. */
static void move_each_reduced(struct tw_warp *warp, struct tw_copy *copy, unsigned lane)
{
    const uint32_t bytes = copy->op->element_bytes;
    (void)warp;
    for (uint32_t at = 0; at < copy->bytes[lane]; at += bytes) {
        uint64_t value = 0;
        memcpy(&value, copy->from[lane] + at, bytes);
        tw_atomic_update(copy->op->instruction->words[TW_PTX_CLASS_ATOM], copy->op->instruction->type[0],
                         copy->to[lane] + at, value, copy->kind == TW_COPY_TOLD);
    }
}

static void bulk_reduce(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    begin_bulks(warp, op, active, move_each_reduced);
}

/* An address of shared::cluster, which may be given as a generic one. False: a finding. */
static bool to_cluster(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t *address)
{
    if (op->instruction->words[TW_PTX_CLASS_SPACE] != TW_PTX_ABSENT) return true;
    bool inside = *address >> 32 == TW_SHARED_WINDOW >> 32;
    if (!inside) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "address 0x%llx is not in shared memory",
                (unsigned long long)*address);
    }
    *address &= UINT32_MAX;
    return inside;
}

static bool begin_value(struct tw_warp *warp, const struct tw_op *op, unsigned lane, struct tw_copy *copy)
{
    const struct tw_place place = tw_first_place(op);
    const uint32_t bytes = op->element_bytes;
    struct tw_sim_worker *owner;
    uint64_t to = tw_place_address(warp, &place, lane), barrier = tw_place_address(warp, &op->other[1], lane);
    if (!to_cluster(warp, op, lane, &to) || !to_cluster(warp, op, lane, &barrier)) return false;
    copy->bytes[lane] = bytes * op->count;
    copy->to[lane] = tw_cluster_host(warp, op, lane, to, copy->bytes[lane], &owner);
    if (!copy->to[lane]) return false;
    for (unsigned k = 0; k < op->count; k++) {
        uint64_t value = tw_lane_bits(tw_operand(warp, op, k), op->register_bits, lane);
        memcpy(copy->data[lane] + k * bytes, &value, bytes);
    }
    return tw_async_tell(warp, copy, lane, barrier);
}

static void begin_values(struct tw_warp *warp, const struct tw_op *op, uint32_t active, tw_move *move)
{
    struct tw_copy *copy = tw_async_start(warp, op, TW_COPY_TOLD, active);
    if (copy) copy->move = move;
    for (unsigned lane = 0; copy && lane < 32; lane++) {
        if (!(active >> lane & 1u) || begin_value(warp, op, lane, copy)) continue;
        copy->lanes &= (1u << lane) - 1;
        return;
    }
}

static void async_store(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    begin_values(warp, op, active, move_data);
}

static void async_red(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    begin_values(warp, op, active, move_reduced);
}

static bool goes_to_cluster(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    return space == TW_PTX_ABSENT || space == TW_PTX_SPACE_SHARED_CLUSTER;
}

static bool word_is(const struct tw_ptx_instruction *instruction, enum tw_ptx_class which,
                    enum tw_ptx_word word)
{
    return instruction->words[which] == word;
}

static bool store_fits(const struct tw_ptx_instruction *instruction)
{
    bool weak = word_is(instruction, TW_PTX_CLASS_ORDER, TW_PTX_ABSENT) ||
                word_is(instruction, TW_PTX_CLASS_ORDER, TW_PTX_ORDER_WEAK);
    return goes_to_cluster(instruction) && weak && word_is(instruction, TW_PTX_CLASS_SCOPE, TW_PTX_ABSENT);
}

/* inc, dec, min, max, add of u32; min, max, add of s32; add of u64; and, or, xor of b32 */
static bool red_fits(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type type = instruction->type[0];
    bool relaxed = word_is(instruction, TW_PTX_CLASS_ORDER, TW_PTX_ORDER_RELAXED) &&
                   word_is(instruction, TW_PTX_CLASS_SCOPE, TW_PTX_SCOPE_CLUSTER);
    if (!goes_to_cluster(instruction) || !relaxed) return false;
    switch (instruction->words[TW_PTX_CLASS_ATOM]) {
    case TW_PTX_ATOM_ADD:
        return type == TW_PTX_U32 || type == TW_PTX_S32 || type == TW_PTX_U64;
    case TW_PTX_ATOM_MIN:
    case TW_PTX_ATOM_MAX:
        return type == TW_PTX_U32 || type == TW_PTX_S32;
    case TW_PTX_ATOM_INC:
    case TW_PTX_ATOM_DEC:
        return type == TW_PTX_U32;
    case TW_PTX_ATOM_EXCH:
        return false;
    default:
        return type == TW_PTX_B32;
    }
}

/* Into global memory every type has its operations, halves are added without flushing; into shared memory those of red.async and
   64 bits (PTX ISA, "cp.reduce.async.bulk"). */
static bool bulk_reduce_fits(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type type = instruction->type[0];
    enum tw_ptx_kind kind = tw_ptx_type_info(type)->kind;
    enum tw_ptx_word operation = instruction->words[TW_PTX_CLASS_ATOM];
    bool extreme = operation == TW_PTX_ATOM_MIN || operation == TW_PTX_ATOM_MAX,
         add = operation == TW_PTX_ATOM_ADD;
    bool half = type == TW_PTX_F16 || type == TW_PTX_BF16,
         quiet = strstr(instruction->opcode, ".noftz") != NULL;
    bool counts = operation == TW_PTX_ATOM_INC || operation == TW_PTX_ATOM_DEC;
    bool to_global = strstr(instruction->opcode, "bulk_group") != NULL;
    if (!word_is(instruction, TW_PTX_CLASS_SPACE, TW_PTX_SPACE_SHARED_CTA) || quiet != (half && add))
        return false;
    if (!word_is(instruction, TW_PTX_CLASS_OTHER,
                 to_global ? TW_PTX_OTHER_GLOBAL : TW_PTX_OTHER_SHARED_CLUSTER))
        return false;
    if (operation == TW_PTX_ATOM_EXCH) return false;
    if (kind == TW_PTX_BITS)
        return to_global ? !add && !extreme && !counts : type == TW_PTX_B32 && !add && !extreme && !counts;
    if (kind == TW_PTX_FLOAT) return to_global && (add || (half && extreme));
    if (counts) return type == TW_PTX_U32;
    if (!to_global && (type == TW_PTX_S64 || (type == TW_PTX_U64 && !add))) return false;
    return (add && type != TW_PTX_S64) || extreme;
}

TW_SELECT(bulk_reduce, bulk_reduce_fits(instruction) ? bulk_reduce : NULL)
TW_SELECT(async_store, store_fits(instruction) ? async_store : NULL)
TW_SELECT(async_red, red_fits(instruction) ? async_red : NULL)
