/* What orders the accesses of a block's threads: barriers, fences, and flags that are found (shadow.h). */
#include "sim/check/order.h"

#include "sim/check/cluster_races.h"

#include <string.h>

static struct tw_order *order_of(const struct tw_sim_worker *worker)
{
    return tw_order_of(worker->shadow);
}

static void join(struct tw_clocks *sum, const struct tw_clocks *more)
{
    for (unsigned w = 0; w < TW_MAX_WARPS; w++) {
        if (sum->of[w] < more->of[w]) sum->of[w] = more->of[w];
    }
}

/* What the clocks tell becomes known to the warp. */
static void learn(struct tw_order *order, unsigned warp, const struct tw_clocks *clocks)
{
    uint32_t *latest = &order->latest[warp];
    join(&order->known[warp], clocks);
    for (unsigned w = 0; w < TW_MAX_WARPS; w++) {
        if (w != warp && *latest < clocks->of[w]) *latest = clocks->of[w];
    }
}

/* What the warp knows, and all that its lanes have done. */
static struct tw_clocks all_of(const struct tw_order *order, unsigned warp)
{
    struct tw_clocks clocks = order->known[warp];
    clocks.of[warp] = order->now;
    return clocks;
}

/* --- barriers */

/* All of the block wait there; a barrier that counts no threads takes those that have exited for come. */
static bool holds_all(const struct tw_sim_worker *worker, uint32_t id)
{
    bool counts = worker->barriers[id].expected;
    for (unsigned w = 0; w < worker->warp_count; w++) {
        const struct tw_warp *warp = &worker->warps[w];
        if ((counts ? warp->all : warp->live) & ~warp->at_barrier[id]) return false;
    }
    return true;
}

void tw_order_all(struct tw_sim_worker *worker)
{
    tw_shadow_meet(worker->shadow);
}

void tw_order_barrier(struct tw_sim_worker *worker, uint32_t id)
{
    struct tw_order *order = order_of(worker);
    struct tw_clocks *met = &order->barriers[id];
    const bool all = holds_all(worker, id);
    if (!all) {
        tw_shadow_settle(worker->shadow);
        for (unsigned w = 0; w < worker->warp_count; w++) {
            const struct tw_clocks clocks = all_of(order, w);
            if (worker->warps[w].at_barrier[id]) join(met, &clocks);
        }
        for (unsigned w = 0; w < worker->warp_count; w++) {
            if (worker->warps[w].at_barrier[id]) learn(order, w, met);
        }
    }
    *met = (struct tw_clocks){{0}};
    (all ? tw_shadow_meet : tw_shadow_advance)(worker->shadow);
    if (worker->cluster_races) tw_cluster_races_meet(worker, 0, worker->warp_count);
}

void tw_order_arrive(struct tw_warp *warp, uint32_t id)
{
    struct tw_order *order = order_of(warp->worker);
    tw_shadow_settle(warp->worker->shadow);
    const struct tw_clocks clocks = all_of(order, warp->number);
    join(&order->barriers[id], &clocks);
    tw_shadow_advance(warp->worker->shadow);
}

/* Each of the lanes knows then what any of them knew. */
static void meet(uint32_t known[32][32], uint32_t lanes, uint32_t now)
{
    uint32_t all[32] = {0};
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(lanes >> lane & 1u)) continue;
        for (unsigned i = 0; i < 32; i++) all[i] = all[i] < known[lane][i] ? known[lane][i] : all[i];
    }
    for (unsigned i = 0; i < 32; i++) all[i] = lanes >> i & 1u ? now : all[i];
    for (unsigned lane = 0; lane < 32; lane++) {
        if (lanes >> lane & 1u) memcpy(known[lane], all, sizeof all);
    }
}

void tw_order_lanes(struct tw_warp *warp, uint32_t lanes)
{
    struct tw_order *order = order_of(warp->worker);
    tw_shadow_settle(warp->worker->shadow);
    if (!(warp->live & ~lanes)) {
        order->known[warp->number].of[warp->number] = order->now;
    } else {
        meet(order->lanes[warp->number], lanes, order->now);
        order->parted[warp->number] = order->now;
    }
    tw_shadow_advance(warp->worker->shadow);
    if (warp->worker->cluster_races) tw_cluster_races_meet(warp->worker, warp->number, 1);
}

/* --- fences and flags */

static enum tw_ptx_word order_word(const struct tw_op *op)
{
    return (enum tw_ptx_word)op->instruction->words[TW_PTX_CLASS_ORDER];
}

bool tw_op_is_strong(const struct tw_op *op)
{
    if (tw_op_initialises(op)) return false;
    return !op->counted || (order_word(op) != TW_PTX_ABSENT && order_word(op) != TW_PTX_ORDER_WEAK);
}

void tw_order_fence(struct tw_warp *warp)
{
    struct tw_order *order = order_of(warp->worker);
    tw_shadow_settle(warp->worker->shadow);
    order->released[warp->number] = all_of(order, warp->number);
    tw_shadow_advance(warp->worker->shadow);
    if (warp->worker->cluster_races) tw_cluster_races_fence(warp->worker);
}

bool tw_op_releases(const struct tw_op *op)
{
    enum tw_ptx_word word = order_word(op);
    return word == TW_PTX_ORDER_RELEASE || word == TW_PTX_ORDER_ACQ_REL || word == TW_PTX_ORDER_SC;
}

static void tell(struct tw_order *order, unsigned warp, unsigned object)
{
    if (order->released[warp].of[warp] <= order->begin) return; /* no fence in this block yet */
    join(&order->objects[object], &order->released[warp]);
    order->told[object] = order->spoke = order->now;
}

/* Of shared memory, the block's own, the address is how far it is into it. */
static void tell_cluster(const struct tw_sim_worker *worker, const struct tw_op *op, uint64_t address)
{
    bool is_shared = address < worker->shared_bytes;
    tw_cluster_races_strong(worker, op, address | (uint64_t)(is_shared ? worker->rank : 0) << TW_RANK_SHIFT);
}

void tw_order_strong(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access)
{
    struct tw_order *order = order_of(warp->worker);
    const bool load = op->counted && !op->is_store, store = op->counted && op->is_store;
    tw_shadow_settle(warp->worker->shadow);
    if (tw_op_releases(op)) tw_order_fence(warp);
    const bool tells = !load && order->released[warp->number].of[warp->number] > order->begin,
               finds = !store && order->spoke > order->begin;
    if (!tells && !finds && !warp->worker->cluster_races) return;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        unsigned object = tw_object_of(access->address[lane], TW_OBJECT_BITS);
        if (!store && order->told[object] > order->begin) learn(order, warp->number, &order->objects[object]);
        if (!load) tell(order, warp->number, object);
        if (warp->worker->cluster_races) tell_cluster(warp->worker, op, access->address[lane]);
    }
}
