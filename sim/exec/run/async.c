/* Asynchronous copies and mbarriers (PTX ISA, "Data Movement: Asynchronous copy", "Parallel Synchronization: mbarrier"). */
#include "sim/exec/async.h"
#include "sim/check/cluster_races.h"
#include "sim/check/finding.h"
#include "sim/check/shadow.h"
#include "sim/exec/cluster.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/access.h"

/* --- addresses */

static void find_address(struct tw_warp *warp, const struct tw_op *op, unsigned lane, enum tw_ptx_word space,
                         uint64_t address, uint32_t bytes, bool is_store)
{
    struct tw_op part = *op; /* what the sentence speaks of */
    part.access_bytes = (uint8_t)bytes;
    part.is_store = is_store;
    part.counted = true;
    tw_find_address(warp, &part, lane, space, address);
}

/* Host address of `bytes` bytes of the block's shared memory, aligned to as many; NULL: a finding. */
static unsigned char *own_host(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                               uint32_t bytes)
{
    struct tw_sim_worker *worker = warp->worker;
    uint64_t offset = address - worker->shared_base;
    bool inside = bytes <= worker->shared_bytes && offset <= worker->shared_bytes - bytes;
    if (inside && offset % bytes == 0) return worker->shared + offset;
    find_address(warp, op, lane, TW_PTX_SPACE_SHARED, (uint32_t)offset, bytes, true);
    return NULL;
}

/* Host address of `used` bytes of global memory, aligned to `align`; NULL: they are not there. */
static unsigned char *global_host(struct tw_warp *warp, uint64_t address, uint32_t align, uint32_t used)
{
    struct tw_sim_worker *worker = warp->worker;
    if (address % align) return NULL;
    return used ? tw_machine_at(worker->running->machine, &worker->last, address, used) : worker->scratch;
}

/* --- cp.async: references: size, then source bytes or the predicate by which the source is ignored */

static uint32_t source_bytes(const struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                             uint32_t bytes)
{
    if (op->references < 2 || op->source_bits == 64) return bytes; /* a cache policy */
    if (op->source_bits == 1) return tw_predicate(warp, op, 1) >> lane & 1u ? 0 : bytes;
    return tw_operand(warp, op, 1)->u32[lane];
}

/* The lane's copy; its source is read now. False: a finding. */
static bool begin_lane(struct tw_warp *warp, const struct tw_op *op, unsigned lane, struct tw_copy *copy)
{
    const uint32_t bytes = tw_operand(warp, op, 0)->u32[0], used = source_bytes(warp, op, lane, bytes);
    const struct tw_place from = tw_first_place(op);
    uint64_t source = tw_place_address(warp, &from, lane), to = tw_place_address(warp, &op->other[0], lane);
    if (used > bytes) {
        tw_find(warp, op, TW_SIM_TRAP, lane, "%u bytes of the source for a copy of %u", used, bytes);
        return false;
    }
    const unsigned char *host = global_host(warp, source, bytes, used);
    if (!host) find_address(warp, op, lane, TW_PTX_SPACE_GLOBAL, source, bytes, false);
    copy->to[lane] = host ? own_host(warp, op, lane, to, bytes) : NULL;
    copy->bytes[lane] = bytes;
    if (!copy->to[lane]) return false;
    memset(copy->data[lane], 0, sizeof copy->data[lane]);
    memcpy(copy->data[lane], host, used);
    return true;
}

/* To the checks of shared memory: where the copies go. */
static void tell_copies(struct tw_warp *warp, const struct tw_op *op, uint32_t active, struct tw_copy *copy)
{
    struct tw_sim_worker *worker = warp->worker;
    struct tw_lane_access access;
    access.shape = TW_SCATTERED;
    for (unsigned lane = 0; lane < 32; lane++) {
        access.host[lane] = active >> lane & 1u ? copy->to[lane] : worker->shared;
        access.address[lane] = (uint64_t)(access.host[lane] - worker->shared);
    }
    if (op->array && worker->checks_arrays) tw_check_array(warp, op, active, &access);
    if (worker->shadow) tw_shadow_copy(warp, op, active, &access, copy->bytes);
    for (uint32_t left = worker->cluster_races ? active : 0; left; left &= left - 1)
        tw_cluster_races_copy(warp, copy, tw_first_of(left));
}

/* An address of each lane; of lanes that are off that of the first active one. */
static void addresses_of(const struct tw_warp *warp, const struct tw_place *place, uint32_t active,
                         uint64_t address[32])
{
    const union tw_lanes *base = tw_at(warp, place->base);
    if (place->is_wide) {
        for (unsigned lane = 0; lane < 32; lane++) address[lane] = base->u64[lane] + place->offset;
    } else {
        for (unsigned lane = 0; lane < 32; lane++) address[lane] = base->u32[lane] + (uint32_t)place->offset;
    }
    const uint64_t first = address[tw_first_of(active)];
    for (unsigned lane = 0; lane < 32; lane++) address[lane] = active >> lane & 1u ? address[lane] : first;
}

/* Are pieces of so many bytes, 4, 8 or 16, aligned and inside [begin, begin + size)? */
static bool all_inside(const uint64_t address[32], uint64_t begin, uint64_t size, uint32_t bytes)
{
    const uint64_t last = size - bytes;
    uint64_t bits = 0, outside = 0;
    if (size < bytes) return false;
    for (unsigned lane = 0; lane < 32; lane++) {
        const uint64_t offset = address[lane] - begin;
        bits |= address[lane];
        outside |= offset | (last - offset);
    }
    return !(outside >> 63) && !(bits & (bytes - 1));
}

/* Mostly each lane copies all its bytes, within one allocation. False: lane by lane it is to be seen how it is. */
static bool begin_all(struct tw_warp *warp, const struct tw_op *op, uint32_t active, struct tw_copy *copy)
{
    struct tw_sim_worker *worker = warp->worker;
    const uint32_t bytes = tw_operand(warp, op, 0)->u32[0];
    const struct tw_place place = tw_first_place(op);
    uint64_t from[32], to[32];
    if (op->references >= 2 && op->source_bits != 64) return false; /* perhaps not all */
    addresses_of(warp, &place, active, from);
    addresses_of(warp, &op->other[0], active, to);
    if (!tw_machine_at(worker->running->machine, &worker->last, from[0], bytes) ||
        !all_inside(from, worker->last.address, worker->last.bytes, bytes) ||
        !all_inside(to, worker->shared_base, worker->shared_bytes, bytes))
        return false;
    for (unsigned lane = 0; lane < 32; lane++) {
        copy->to[lane] = worker->shared + (to[lane] - worker->shared_base);
        copy->bytes[lane] = bytes;
        tw_copy_piece(copy->data[lane], worker->last.host + (from[lane] - worker->last.address), bytes);
    }
    return true;
}

/* False: a finding. *reads: some lane asks its source for a byte. */
static bool begin_each(struct tw_warp *warp, const struct tw_op *op, uint32_t active, struct tw_copy *copy,
                       bool *reads)
{
    const uint32_t bytes = tw_operand(warp, op, 0)->u32[0];
    *reads = false;
    for (uint32_t left = active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        if (!begin_lane(warp, op, lane, copy)) return false;
        *reads |= source_bytes(warp, op, lane, bytes) > 0;
    }
    return true;
}

/* To the check of races: all lanes' parts at once. */
static void mark_whole(struct tw_warp *warp, const struct tw_copy *copy)
{
    struct tw_sim_worker *worker = warp->worker;
    const unsigned first = tw_first_of(copy->lanes);
    struct tw_lane_access access;
    access.shape = TW_CONSECUTIVE;
    for (unsigned lane = 0; lane < 32; lane++) {
        access.host[lane] = copy->to[copy->lanes >> lane & 1u ? lane : first];
        access.address[lane] = (uint64_t)(access.host[lane] - worker->shared);
        if (access.address[lane] - access.address[0] != (uint64_t)lane * copy->op->access_bytes)
            access.shape = TW_SCATTERED;
    }
    for (uint32_t left = copy->lanes; left; left &= left - 1)
        tw_shadow_land(worker, (uint32_t)access.address[tw_first_of(left)], copy->op->access_bytes);
    tw_shadow_access(warp, copy->op, copy->lanes, &access);
}

static void perform_whole(struct tw_warp *warp, struct tw_copy *copy)
{
    if (warp->worker->shadow) mark_whole(warp, copy);
    for (; copy->lanes; copy->lanes &= copy->lanes - 1) {
        const unsigned lane = tw_first_of(copy->lanes);
        tw_copy_piece(copy->to[lane], copy->data[lane], copy->bytes[lane]);
    }
}

/* To the checks of global memory: what the copies load, from their beginning on; lanes that load as many bytes at once. */
static void show_sources(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const struct tw_place from = tw_first_place(op);
    const uint32_t bytes = tw_operand(warp, op, 0)->u32[0];
    struct tw_lane_access access = {.shape = TW_SCATTERED};
    struct tw_op part = *op; /* what the sentence speaks of */
    part.is_store = false;
    part.is_part = true;
    for (uint32_t left = active; left;) {
        const uint32_t used = source_bytes(warp, op, tw_first_of(left), bytes);
        uint32_t lanes = 0;
        for (uint32_t rest = left; rest; rest &= rest - 1) {
            if (source_bytes(warp, op, tw_first_of(rest), bytes) == used) lanes |= rest & -rest;
        }
        left &= ~lanes;
        if (!used) continue;
        part.element_bytes = part.access_bytes = (uint8_t)used;
        addresses_of(warp, &from, lanes, access.address);
        tw_access_show(warp, &part, lanes, &access);
    }
}

static void async_copy(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_copy *copy = tw_async_start(warp, op, TW_COPY_LANES, active);
    bool reads = true;
    if (!copy) return;
    copy->whole = perform_whole;
    if (!begin_all(warp, op, active, copy) && !begin_each(warp, op, active, copy, &reads)) return;
    warp->tally[warp->pc].copy_requests += reads; /* as an H200 counts it: neither bytes nor sectors */
    if (warp->worker->shadow || warp->worker->checks_arrays) tell_copies(warp, op, active, copy);
    if (warp->worker->running->races || warp->worker->running->machine->has_tracked)
        show_sources(warp, op, active);
}

static bool copies(const struct tw_ptx_instruction *instruction, bool narrow)
{
    uint64_t bytes = (uint64_t)instruction->operands[2].value;
    return instruction->words[TW_PTX_CLASS_SPACE] == TW_PTX_SPACE_GLOBAL &&
           instruction->words[TW_PTX_CLASS_OTHER] != TW_PTX_OTHER_GLOBAL &&
           (bytes == 16 || (narrow && (bytes == 4 || bytes == 8)));
}

TW_SELECT(async_copy, copies(instruction, true) ? async_copy : NULL)
TW_SELECT(async_copy16, copies(instruction, false) ? async_copy : NULL)

static void async_commit(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    (void)op;
    tw_async_commit(warp, active, false);
}

/* wait_all: commits, and waits for all */
static void async_wait(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    if (!op->references) tw_async_commit(warp, active, false);
    tw_async_wait(warp, active, op->references ? tw_operand(warp, op, 0)->u32[0] : 0, false);
}

TW_SELECT(async_commit, async_commit)
TW_SELECT(async_wait, async_wait)

/* --- groups of bulk copies (bulk.c) */

static void bulk_commit(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    (void)op;
    tw_async_commit(warp, active, true);
}

/* .read: the sources may be written again; the copies happen whole here then */
static void bulk_wait(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_async_wait(warp, active, tw_operand(warp, op, 0)->u32[0], true);
}

TW_SELECT(bulk_commit, bulk_commit)
TW_SELECT(bulk_wait, bulk_wait)

/* --- mbarriers: lane after lane */

/* The hosts' addresses of the objects, which must lie in shared memory. False: a finding. */
static bool objects_of(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                       struct tw_lane_access *access)
{
    const struct tw_sim_worker *worker = warp->worker;
    if (worker->shadow && !tw_op_waits(op))
        tw_order_fence(warp, active); /* what an mbarrier tells others includes all that was done before */
    if (!op->resolve(warp, op, active, access)) return false;
    tw_access_spread(op, access);
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u) || tw_cluster_owner(worker, access->host[lane])) continue;
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "an mbarrier lies in shared memory, not at 0x%llx",
                (unsigned long long)access->address[lane]);
        return false;
    }
    return true;
}

#define TW_EACH_OBJECT(lane, access)                                                                         \
    struct tw_lane_access access;                                                                            \
    if (!objects_of(warp, op, active, &access)) return;                                                      \
    for (unsigned lane = 0; lane < 32; lane++)                                                               \
        if (active >> lane & 1u)

static void mbarrier_init(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    TW_EACH_OBJECT(lane, access)
    {
        if (!tw_mbarrier_init(warp, op, lane, access.host[lane], tw_operand(warp, op, 0)->u32[lane])) return;
    }
}

static void mbarrier_inval(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    TW_EACH_OBJECT(lane, access)
    {
        if (!tw_mbarrier_inval(warp, op, lane, access.host[lane])) return;
    }
}

/* Transactions: expected ones are waited for, completed ones no more. */
static void change_transactions(struct tw_warp *warp, const struct tw_op *op, uint32_t active, int sign)
{
    TW_EACH_OBJECT(lane, access)
    {
        uint32_t bytes = tw_operand(warp, op, 0)->u32[lane];
        struct tw_mbarrier_step step = {.may_complete = true};
        step.transactions = sign * (int32_t)(bytes <= TW_MBARRIER_MOST ? bytes : 2 * TW_MBARRIER_MOST + 2);
        if (!tw_mbarrier_step(warp, op, lane, access.host[lane], step)) return;
    }
}

static void mbarrier_expect(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    change_transactions(warp, op, active, 1);
}

static void mbarrier_complete(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    change_transactions(warp, op, active, -1);
}

/* References: state, then arrivals or bytes. With .expect_tx the bytes are waited for before the one arrival counts. */
static void arrive(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool drops)
{
    bool expects = tw_ptx_has(op->instruction, TW_PTX_HAS_EXPECT_TX);
    TW_EACH_OBJECT(lane, access)
    {
        uint64_t state;
        uint32_t number = op->references > 1 ? tw_operand(warp, op, 1)->u32[lane] : 1;
        struct tw_mbarrier_step step = {.arrivals = expects ? 1 : number, .drops = drops};
        step.may_complete = !tw_ptx_has(op->instruction, TW_PTX_HAS_NO_COMPLETE);
        if (expects) step.transactions = number <= TW_MBARRIER_MOST ? (int32_t)number : INT32_MAX;
        if (!tw_mbarrier_state(warp, op, lane, access.host[lane], &state)) return;
        if (!tw_mbarrier_step(warp, op, lane, access.host[lane], step)) return;
        tw_operand(warp, op, 0)->u64[lane] = state;
    }
}

static void mbarrier_arrive(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    arrive(warp, op, active, false);
}

static void mbarrier_drop(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    arrive(warp, op, active, true);
}

/* References: p, then a state or the parity of a phase: has that phase ended? What ends by itself meanwhile does so before the answer.
 * try_wait answers at once too; who asks in vain lets others go on. */
static void mbarrier_wait(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    bool by_parity = tw_ptx_has(op->instruction, TW_PTX_HAS_PARITY);
    uint32_t ended = 0, landed = 0;
    TW_EACH_OBJECT(lane, access)
    {
        uint64_t now, state = by_parity ? 0 : tw_operand(warp, op, 1)->u64[lane];
        unsigned asked = by_parity ? tw_operand(warp, op, 1)->u32[lane] & 1u : tw_mbarrier_phase(state);
        if (!tw_mbarrier_state(warp, op, lane, access.host[lane], &now)) return;
        if (tw_mbarrier_phase(now) == asked)
            landed |= (uint32_t)tw_async_settle(warp, lane, access.host[lane]) << lane;
        if (!tw_mbarrier_state(warp, op, lane, access.host[lane], &now)) return;
        ended |= (uint32_t)(tw_mbarrier_phase(now) != asked) << lane;
    }
    if (warp->worker->shadow) tw_order_waited(warp, op, active, &access, landed);
    tw_set_predicate(warp, op, 0, ended, active);
    if (!(ended & active)) tw_warp_let_others(warp);
}

static void mbarrier_pending(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    union tw_lanes count;
    for (unsigned lane = 0; lane < 32; lane++)
        count.u32[lane] = tw_mbarrier_pending(tw_operand(warp, op, 1)->u64[lane]);
    tw_commit(tw_operand(warp, op, 0), &count, sizeof *count.u32, active);
}

/* cp.async.mbarrier.arrive: an arrival behind the copies of its thread; without .noinc it is one that nobody had counted on. */
static void async_arrive(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    bool counted = tw_ptx_has(op->instruction, TW_PTX_HAS_NOINC);
    TW_EACH_OBJECT(each, access)
    {
        uint64_t state;
        if (!tw_mbarrier_state(warp, op, each, access.host[each], &state)) return;
        if (!counted && !tw_mbarrier_expect_one(warp, op, each, access.host[each])) return;
    }
    struct tw_copy *copy = tw_async_start(warp, op, TW_COPY_ARRIVE, active);
    if (copy) memcpy(copy->barrier, access.host, sizeof copy->barrier);
}

TW_SELECT(async_arrive, tw_may_be_shared(instruction) ? async_arrive : NULL)
TW_SELECT(mbarrier_init, tw_may_be_shared(instruction) ? mbarrier_init : NULL)
TW_SELECT(mbarrier_inval, tw_may_be_shared(instruction) ? mbarrier_inval : NULL)
TW_SELECT(mbarrier_expect, tw_may_be_shared(instruction) ? mbarrier_expect : NULL)
TW_SELECT(mbarrier_complete, tw_may_be_shared(instruction) ? mbarrier_complete : NULL)
TW_SELECT(mbarrier_arrive, tw_may_be_shared(instruction) ? mbarrier_arrive : NULL)
TW_SELECT(mbarrier_drop, tw_may_be_shared(instruction) ? mbarrier_drop : NULL)
TW_SELECT(mbarrier_wait, tw_may_be_shared(instruction) ? mbarrier_wait : NULL)
TW_SELECT(mbarrier_pending, mbarrier_pending)
