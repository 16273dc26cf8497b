/* What orders the accesses of a block's threads: barriers, fences, and flags that are found (shadow.h). */
#include "sim/check/order.h"

#include "sim/check/cluster_races.h"

#include <stdlib.h>
#include <string.h>

static struct tw_order *order_of(const struct tw_sim_worker *worker)
{
    return tw_order_of(worker->shadow);
}

/* --- the life of an order */

bool tw_order_make(struct tw_order *order, unsigned warps)
{
    const size_t count = (size_t)warps * 65 + TW_BARRIERS + TW_OBJECTS + 2;
    struct tw_clocks *next = order->clocks = calloc(count, sizeof *order->clocks);
    order->rows = malloc(count * warps * sizeof *order->rows);
    order->warps = warps;
    order->clock_count = count;
    if (!order->clocks || !order->rows) return false;
    for (size_t i = 0; i < count; i++) order->clocks[i].lane = order->rows + i * warps;
    order->known = next, next += warps;
    order->alone = next, next += 32 * (size_t)warps;
    order->released = next, next += 32 * (size_t)warps;
    order->barriers = next, next += TW_BARRIERS;
    order->objects = next, next += TW_OBJECTS;
    order->fenced = next++;
    order->public = next;
    return true;
}

void tw_order_free(struct tw_order *order)
{
    free(order->clocks);
    free(order->rows);
}

static void clear(struct tw_clocks *clocks)
{
    memset(clocks->of, 0, sizeof clocks->of);
    clocks->finer = clocks->grid[0] = clocks->grid[1] = 0;
}

/* What clocks of blocks before tell of stamps is known to all in this one; not so of other blocks. */
void tw_order_begin(struct tw_order *order)
{
    order->public_base = order->begin = order->now;
    order->base = order->begin + 1; /* the stamp of what is written from outside (tw_shadow_foreign) */
    order->now += 2;
    for (unsigned i = 0; i < TW_BARRIERS; i++) clear(&order->barriers[i]);
    clear(order->fenced);
    clear(order->public);
    const bool had_grid = order->most_grid[0] || order->most_grid[1];
    for (size_t i = 0; had_grid && i < order->clock_count; i++)
        memset(order->clocks[i].grid, 0, sizeof order->clocks[i].grid);
    memset(order->base_grid, 0, sizeof order->base_grid);
    memset(order->most_grid, 0, sizeof order->most_grid);
    order->met = order->begin;
    order->restarted = false;
    memset(order->apart, 0, sizeof order->apart);
    memset(order->released_together, 0, sizeof order->released_together);
}

void tw_order_restart(struct tw_order *order)
{
    for (size_t i = 0; i < order->clock_count; i++) clear(&order->clocks[i]);
    memset(order->apart, 0, sizeof order->apart);
    memset(order->told, 0, sizeof order->told);
    memset(order->latest, 0, sizeof order->latest);
    order->spoke = order->fence = order->begin = 0;
    order->base = order->met = order->public_base = 1;
    order->now = 2;
    order->restarted = true;
    memcpy(order->base_grid, order->most_grid, sizeof order->base_grid);
}

/* What was known for themselves by lanes or warps is now known to all. */
void tw_order_meet(struct tw_order *order)
{
    order->base = order->now;
    memcpy(order->base_grid, order->most_grid, sizeof order->base_grid);
    memset(order->apart, 0, sizeof order->apart);
    for (unsigned w = 0; w < order->warps; w++) order->known[w].finer = 0;
}

/* --- clocks */

/* How lanes of the warp are known beyond it. */
static uint32_t *row_of(struct tw_clocks *clocks, unsigned warp)
{
    uint32_t *row = clocks->lane[warp];
    if (!(clocks->finer >> warp & 1u)) memset(row, 0, sizeof *clocks->lane);
    clocks->finer |= 1u << warp;
    return row;
}

static void raise(uint32_t *to, uint32_t stamp)
{
    if (*to < stamp) *to = stamp;
}

static void join_row(struct tw_clocks *sum, const struct tw_clocks *more, unsigned warp)
{
    const uint32_t *from = more->lane[warp];
    uint32_t most = 0;
    for (unsigned i = 0; i < 32; i++) raise(&most, from[i]);
    if (most <= sum->of[warp]) return;
    uint32_t *row = row_of(sum, warp);
    for (unsigned i = 0; i < 32; i++) raise(&row[i], from[i]);
}

static void join(struct tw_clocks *sum, const struct tw_clocks *more)
{
    for (unsigned w = 0; w < TW_MAX_WARPS; w++) raise(&sum->of[w], more->of[w]);
    for (uint32_t left = more->finer; left; left &= left - 1) join_row(sum, more, tw_first_of(left));
    for (unsigned i = 0; i < 2; i++) raise(&sum->grid[i], more->grid[i]);
}

static void copy(struct tw_clocks *to, const struct tw_clocks *from)
{
    clear(to);
    join(to, from);
}

/* The lanes, or all of the warp, are known up to a stamp. */
static void set(struct tw_clocks *clocks, unsigned warp, uint32_t lanes, bool whole, uint32_t stamp)
{
    if (whole) {
        raise(&clocks->of[warp], stamp);
        if (clocks->of[warp] == stamp) clocks->finer &= ~(1u << warp);
        return;
    }
    uint32_t *row = row_of(clocks, warp);
    for (; lanes; lanes &= lanes - 1) raise(&row[tw_first_of(lanes)], stamp);
}

/* All lanes that there are to know something. */
static bool is_whole(const struct tw_warp *warp, uint32_t lanes)
{
    return !(warp->live & ~lanes);
}

/* All lanes that may have done something: a lane that has exited releases nothing. */
static bool is_everybody(const struct tw_warp *warp, uint32_t lanes)
{
    return !(warp->all & ~lanes);
}

/* Where lanes are in step, what one of them does they all do. */
static uint32_t acting(const struct tw_warp *warp, uint32_t lanes)
{
    return order_of(warp->worker)->in_step ? warp->live : lanes;
}

static uint32_t latest_of(const struct tw_clocks *clocks, unsigned but)
{
    uint32_t latest = 0;
    for (unsigned w = 0; w < TW_MAX_WARPS; w++) {
        if (w != but) raise(&latest, clocks->of[w]);
        for (unsigned i = 0; w != but && clocks->finer >> w & 1u && i < 32; i++)
            raise(&latest, clocks->lane[w][i]);
    }
    return latest;
}

static struct tw_clocks *apart_of(struct tw_order *order, unsigned warp, unsigned lane)
{
    struct tw_clocks *alone = &order->alone[warp * 32 + lane];
    if (!(order->apart[warp] >> lane & 1u)) clear(alone);
    order->apart[warp] |= 1u << lane;
    return alone;
}

/* What the clocks tell becomes known to these lanes. */
static void learn(const struct tw_warp *warp, uint32_t lanes, const struct tw_clocks *clocks)
{
    struct tw_order *order = order_of(warp->worker);
    const unsigned number = warp->number;
    raise(&order->latest[number], latest_of(clocks, number));
    if (is_whole(warp, lanes)) {
        join(&order->known[number], clocks);
        return;
    }
    for (; lanes; lanes &= lanes - 1) join(apart_of(order, number, tw_first_of(lanes)), clocks);
}

void tw_order_learn_grid(struct tw_warp *warp, uint32_t lanes, enum tw_grid_clock clock, uint32_t time)
{
    struct tw_order *order = order_of(warp->worker);
    lanes = acting(warp, lanes);
    raise(&order->most_grid[clock], time);
    if (is_whole(warp, lanes)) {
        raise(&order->known[warp->number].grid[clock], time);
        return;
    }
    for (; lanes; lanes &= lanes - 1)
        raise(&apart_of(order, warp->number, tw_first_of(lanes))->grid[clock], time);
}

void tw_order_all_learn(struct tw_order *order, enum tw_grid_clock clock, uint32_t time)
{
    raise(&order->most_grid[clock], time);
    raise(&order->base_grid[clock], time);
}

/* What these lanes know, and all that they have done; or, where they are the whole warp, all that any lane has. */
static void add_all_of(struct tw_clocks *sum, const struct tw_warp *warp, uint32_t lanes, bool whole)
{
    const struct tw_order *order = order_of(warp->worker);
    join(sum, &order->known[warp->number]);
    for (uint32_t left = lanes & order->apart[warp->number]; left; left &= left - 1)
        join(sum, &order->alone[warp->number * 32 + tw_first_of(left)]);
    set(sum, warp->number, lanes, whole, order->now);
}

/* At a barrier: whoever has exited is taken for come. */
static void add_come(struct tw_clocks *sum, const struct tw_warp *warp, uint32_t lanes)
{
    add_all_of(sum, warp, lanes, is_whole(warp, lanes));
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

void tw_order_cluster(struct tw_sim_worker *worker)
{
    struct tw_order *order = order_of(worker);
    order->met = order->public_base = order->now;
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
            const struct tw_warp *warp = &worker->warps[w];
            if (warp->at_barrier[id]) add_come(met, warp, acting(warp, warp->at_barrier[id]));
        }
        for (unsigned w = 0; w < worker->warp_count; w++) {
            const struct tw_warp *warp = &worker->warps[w];
            if (warp->at_barrier[id]) learn(warp, acting(warp, warp->at_barrier[id]), met);
        }
    }
    clear(met);
    if (all) order->met = order->now;
    (all ? tw_shadow_meet : tw_shadow_advance)(worker->shadow);
    if (worker->cluster_races) tw_cluster_races_meet(worker, 0, worker->warp_count);
}

void tw_order_arrive(struct tw_warp *warp, uint32_t lanes, uint32_t id)
{
    struct tw_order *order = order_of(warp->worker);
    tw_shadow_settle(warp->worker->shadow);
    add_come(&order->barriers[id], warp, acting(warp, lanes));
    tw_shadow_advance(warp->worker->shadow);
}

/* Lanes of a warp meet: each of them knows then what any of them knew. */
static void meet(const struct tw_warp *warp, uint32_t lanes)
{
    struct tw_order *order = order_of(warp->worker);
    struct tw_clocks *known = &order->known[warp->number];
    if (is_whole(warp, lanes)) {
        add_come(known, warp, lanes);
        order->apart[warp->number] = 0;
        return;
    }
    struct tw_clocks *first = apart_of(order, warp->number, tw_first_of(lanes));
    for (uint32_t left = lanes & (lanes - 1) & order->apart[warp->number]; left; left &= left - 1)
        join(first, &order->alone[warp->number * 32 + tw_first_of(left)]);
    set(first, warp->number, lanes, false, order->now);
    for (uint32_t left = lanes & (lanes - 1); left; left &= left - 1)
        copy(apart_of(order, warp->number, tw_first_of(left)), first);
}

void tw_order_lanes(struct tw_warp *warp, uint32_t lanes)
{
    tw_shadow_settle(warp->worker->shadow);
    meet(warp, lanes);
    tw_shadow_advance(warp->worker->shadow);
    if (warp->worker->cluster_races) tw_cluster_races_meet(warp->worker, warp->number, 1);
}

/* --- fences */

static enum tw_ptx_word order_word(const struct tw_op *op)
{
    return (enum tw_ptx_word)op->instruction->words[TW_PTX_CLASS_ORDER];
}

bool tw_op_is_strong(const struct tw_op *op)
{
    if (tw_op_initialises(op)) return false;
    return !op->counted || (order_word(op) != TW_PTX_ABSENT && order_word(op) != TW_PTX_ORDER_WEAK);
}

bool tw_op_releases(const struct tw_op *op)
{
    enum tw_ptx_word word = order_word(op);
    return word == TW_PTX_ORDER_RELEASE || word == TW_PTX_ORDER_ACQ_REL || word == TW_PTX_ORDER_SC;
}

static void release(struct tw_order *order, unsigned warp, unsigned lane)
{
    struct tw_clocks *released = &order->released[warp * 32 + lane];
    copy(released, &order->known[warp]);
    if (order->apart[warp] >> lane & 1u) join(released, &order->alone[warp * 32 + lane]);
}

/* Each lane releases what it knows then. */
static void release_lanes(struct tw_order *order, const struct tw_warp *warp, uint32_t lanes)
{
    const unsigned number = warp->number;
    struct tw_clocks *released = &order->released[number * 32];
    const bool together = is_everybody(warp, lanes) && !order->apart[number];
    for (unsigned i = 1; order->released_together[number] && !together && i < 32; i++)
        copy(&released[i], released);
    order->released_together[number] = together;
    if (together) lanes = 1;
    for (; lanes; lanes &= lanes - 1) release(order, number, tw_first_of(lanes));
}

void tw_order_publish(struct tw_warp *warp, uint32_t lanes)
{
    struct tw_order *order = order_of(warp->worker);
    add_all_of(order->public, warp, lanes, is_everybody(warp, lanes));
    order->public_base = order->met;
}

/* For the block's own threads. */
static void release_within(struct tw_warp *warp, uint32_t lanes)
{
    struct tw_order *order = order_of(warp->worker);
    release_lanes(order, warp, lanes);
    set(order->fenced, warp->number, lanes, is_everybody(warp, lanes), order->now);
    order->fence = order->now;
}

void tw_order_fence(struct tw_warp *warp, uint32_t active)
{
    const uint32_t lanes = acting(warp, active);
    tw_shadow_settle(warp->worker->shadow);
    release_within(warp, lanes);
    tw_order_publish(warp, lanes);
    tw_shadow_advance(warp->worker->shadow);
    if (warp->worker->cluster_races) tw_cluster_races_fence(warp->worker);
}

/* --- flags */

static uint32_t known_at(const struct tw_clocks *clocks, unsigned thread)
{
    const unsigned warp = thread / 32;
    uint32_t stamp = clocks->of[warp];
    if (clocks->finer >> warp & 1u) raise(&stamp, clocks->lane[warp][thread % 32]);
    return stamp;
}

/* A thread that comes to a fence and then meets this lane leaves it to the lane to release what it did. So the lane tells, within what it knows,
   what each thread did until its last fence. Whether that fence came before the two met is not looked at. */
static void tell_of_fences(struct tw_order *order, unsigned warp, unsigned lane, struct tw_clocks *object)
{
    const bool alone = order->apart[warp] >> lane & 1u;
    for (unsigned thread = 0; thread < order->warps * 32; thread++) {
        uint32_t stamp = tw_fenced_at(order, thread), known = known_at(&order->known[warp], thread);
        if (stamp <= order->base) continue;
        if (alone) raise(&known, known_at(&order->alone[warp * 32 + lane], thread));
        if (known < stamp) stamp = known;
        if (stamp > order->base && stamp > known_at(object, thread))
            raise(&row_of(object, thread / 32)[thread % 32], stamp);
    }
}

/* Whoever finds the object knows then what this lane has released. */
static void tell(struct tw_order *order, unsigned warp, unsigned lane, struct tw_clocks *object)
{
    const uint32_t fenced = tw_fenced_at(order, warp * 32 + lane);
    if (fenced > order->begin) {
        const unsigned from = order->released_together[warp] ? 0 : lane;
        join(object, &order->released[warp * 32 + from]);
        set(object, warp, 1u << lane, false, fenced);
    }
    const bool just_now = fenced + 1 == order->now; /* then it has released all that it knows */
    if (order->fence > order->base && !just_now) tell_of_fences(order, warp, lane, object);
}

/* The lanes release what they know at one object. */
static void tell_lanes(struct tw_order *order, const struct tw_warp *warp, uint32_t lanes, unsigned object)
{
    struct tw_clocks *clocks = &order->objects[object];
    const unsigned number = warp->number;
    if (order->told[object] <= order->begin) clear(clocks);
    order->told[object] = order->spoke = order->now;
    if (is_everybody(warp, lanes) && order->released_together[number]) {
        tell(order, number, tw_first_of(lanes), clocks);
        set(clocks, number, lanes, true, tw_fenced_at(order, number * 32));
        return;
    }
    for (; lanes; lanes &= lanes - 1) tell(order, number, tw_first_of(lanes), clocks);
}

/* An address in the block's own shared memory counts from that memory's beginning: the block's rank is added. */
static void tell_cluster(const struct tw_sim_worker *worker, const struct tw_op *op, uint64_t address)
{
    bool is_shared = address < worker->shared_bytes;
    tw_cluster_races_strong(worker, op, address | (uint64_t)(is_shared ? worker->rank : 0) << TW_RANK_SHIFT);
}

/* The lanes whose addresses are the same object as the first one's. */
static uint32_t lanes_at(const struct tw_lane_access *access, uint32_t lanes, unsigned object)
{
    uint32_t same = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        same |= (uint32_t)(tw_object_of(access->address[lane], TW_OBJECT_BITS) == object) << lane;
    }
    return same;
}

bool tw_op_is_called(const struct tw_op *op, const char *opcode)
{
    return strncmp(op->instruction->opcode, opcode, strlen(opcode)) == 0;
}

bool tw_op_waits(const struct tw_op *op)
{
    return tw_op_is_called(op, "mbarrier.test_wait") || tw_op_is_called(op, "mbarrier.try_wait");
}

/* What lanes tell at the objects that they come to, and find there. */
static void exchange(struct tw_warp *warp, uint32_t active, const struct tw_lane_access *access, bool tells,
                     bool finds)
{
    struct tw_order *order = order_of(warp->worker);
    for (uint32_t left = active, same; left; left &= ~same) {
        const unsigned object = tw_object_of(access->address[tw_first_of(left)], TW_OBJECT_BITS);
        same = lanes_at(access, left, object);
        if (tells) tell_lanes(order, warp, acting(warp, same), object);
        if (finds && order->told[object] > order->begin)
            learn(warp, acting(warp, same), &order->objects[object]);
    }
}

/* Atomics do both, but who waits at an mbarrier tells nothing, and who arrives learns nothing. */
void tw_order_strong(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access)
{
    const struct tw_order *order = order_of(warp->worker);
    const bool load = op->counted && !op->is_store, store = op->counted && op->is_store;
    tw_shadow_settle(warp->worker->shadow);
    if (tw_op_releases(op) && !tw_op_waits(op)) tw_order_fence(warp, active);
    const bool tells = !load && !tw_op_waits(op) && order->fence > order->begin,
               finds = !store && !tw_op_is_called(op, "mbarrier.arrive") &&
                       (tells || order->spoke > order->begin);
    for (uint32_t left = warp->worker->cluster_races ? active : 0; left; left &= left - 1)
        tell_cluster(warp->worker, op, access->address[tw_first_of(left)]);
    if (tells || finds) exchange(warp, active, access, tells, finds);
}

void tw_order_waited(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access, uint32_t landed)
{
    if (landed) {
        tw_shadow_settle(warp->worker->shadow);
        release_within(warp, acting(warp, landed));
        tw_shadow_advance(warp->worker->shadow);
        exchange(warp, landed, access, true, false);
    }
    tw_order_strong(warp, op, active, access);
}
