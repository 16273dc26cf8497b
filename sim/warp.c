/*
 * A warp: which of its lanes run next. While all live lanes agree there is one group and nothing to decide;
 * `stop` is then TW_NEVER. After a branch that divides them, of the lanes that are deepest in calls of functions the
 * group whose next operation has the lowest rank runs (flow.c) until it comes to a rank where another one waits.
 */
#include "sim/lanes.h"

#include "base/hash.h"
#include "sim/stack.h"

#define CLOCK_STEPS 16384u     /* operations of a warp, at least, between two looks at the clock */
#define CHECK_TURNS 256u       /* backward branches between two looks for an idle loop         */
#define MANY_TURNS  (1u << 20) /* after so many other lanes get their turn anyway              */

void tw_warp_start(struct tw_warp *warp, uint32_t lanes)
{
    warp->running = false;
    warp->pc = warp->next = 0;
    warp->group = warp->all = warp->live = lanes;
    warp->waiting = warp->at_sync = warp->spun = warp->carry = 0;
    warp->stop = TW_NEVER;
    warp->first_step = warp->steps;
    warp->turns = 0;
    warp->turn_pc = TW_NEVER;
    warp->spinning = warp->advanced = false;
    warp->idle_hash = 0;
    warp->passes = TW_PASSES;
    if (warp->stack) tw_stack_start(warp->stack);
    memset(warp->at_barrier, 0, sizeof warp->at_barrier);
    warp->met = warp->excused = 0;
    warp->at_group = NULL;
}

void tw_warp_park(struct tw_warp *warp, uint32_t lanes, uint32_t pc)
{
    if (tw_is_whole(warp, lanes)) { /* those that have exited too: then all have the same (stand_together) */
        for (unsigned lane = 0; lane < 32; lane++) warp->lane_pc[lane] = pc;
        return;
    }
    for (; lanes; lanes &= lanes - 1) warp->lane_pc[__builtin_ctz(lanes)] = pc;
}

static const struct tw_op *ops_of(const struct tw_warp *warp)
{
    return warp->worker->running->program->ops;
}

/* Where a lane stands among the others: the lowest place runs first. Who is deeper in calls stands lower, whatever the rank
 * of his next operation. */
static uint64_t place_of(const struct tw_warp *warp, unsigned lane)
{
    uint32_t depth = warp->stack ? warp->stack->depth[lane] : 0;
    return (uint64_t)(UINT32_MAX - depth) << 32 | ops_of(warp)[warp->lane_pc[lane]].rank;
}

static uint64_t lowest_place(const struct tw_warp *warp, uint32_t lanes)
{
    uint64_t lowest = UINT64_MAX;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t place = place_of(warp, (unsigned)__builtin_ctz(lanes));
        lowest = place < lowest ? place : lowest;
    }
    return lowest;
}

/* Mostly nothing is to be decided. */
static bool stand_together(const struct tw_warp *warp, uint32_t lanes)
{
    uint32_t first = warp->lane_pc[__builtin_ctz(lanes)], apart = 0;
    for (unsigned lane = 0; lane < 32; lane++) apart |= warp->lane_pc[lane] ^ first;
    if (!apart && !warp->stack) return true;
    apart = 0;
    for (unsigned lane = 0; lane < 32; lane++)
        apart |= (warp->lane_pc[lane] ^ first) & (0u - (lanes >> lane & 1u));
    for (unsigned lane = 0; warp->stack && lane < 32; lane++)
        apart |= (warp->stack->depth[lane] ^ warp->stack->depth[__builtin_ctz(lanes)]) &
                 (0u - (lanes >> lane & 1u));
    return !apart;
}

/* The lowest rank at which one of `lanes` stands that is as deep as the group; any when one is deeper. */
static uint32_t rank_to_stop_at(const struct tw_warp *warp, uint32_t lanes)
{
    unsigned first = (unsigned)__builtin_ctz(warp->group);
    uint64_t place = lowest_place(warp, lanes);
    uint64_t deep = place >> 32, here = place_of(warp, first) >> 32;
    return deep < here ? 0 : deep == here ? (uint32_t)place : TW_NEVER;
}

/* Chooses the group to run: all lanes that can and stand at the lowest place.
 * Nobody is running, all are parked. */
void tw_warp_choose(struct tw_warp *warp)
{
    uint32_t can = warp->live & ~warp->waiting, eager = can & ~warp->spun;
    if (!eager) { /* only lanes in idle loops are left: another warp must help */
        warp->spinning = can != 0;
        warp->spun = warp->group = 0;
        warp->running = false;
        return;
    }
    if (stand_together(warp, can)) {
        warp->group = can;
        warp->next = warp->lane_pc[__builtin_ctz(can)];
        warp->spun &= ~can;
        warp->stop = TW_NEVER;
        return;
    }
    uint64_t place = lowest_place(warp, eager);
    warp->group = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(can >> lane & 1u) || place_of(warp, lane) != place) continue;
        warp->group |= 1u << lane;
        warp->next = warp->lane_pc[lane];
    }
    warp->spun &= ~warp->group;
    warp->stop = rank_to_stop_at(warp, eager & ~warp->group);
}

/* Goes on with the lanes of the group that are left, else with the group of the lowest rank. */
static void go_on(struct tw_warp *warp, uint32_t group)
{
    warp->group = group;
    if (!group) tw_warp_choose(warp);
}

/*
 * A loop that comes back to the same place with the same registers waits for memory to change. Such a group
 * stands back for the warp's other lanes, and if there are none the warp for others; so does one that has
 * turned very often.
 */
static void stand_back_if_idle(struct tw_warp *warp)
{
    uint64_t hash = tw_hash(warp->base[0], warp->worker->running->program->register_bytes);
    bool idle = warp->turn_pc == warp->next && warp->turn_hash == hash;
    bool others = warp->live & ~warp->waiting & ~warp->spun & ~warp->group;
    warp->turn_pc = warp->next;
    warp->turn_hash = hash;
    if (!idle && !(warp->turns >= MANY_TURNS && others)) return;
    warp->advanced |= !idle || warp->idle_hash != hash;
    warp->idle_hash = hash;
    uint32_t place = warp->next;
    tw_warp_let_others(warp);
    if (!idle) return;
    warp->turn_pc = place; /* and at its next turn it is seen at once whether memory has changed */
    warp->turns = CHECK_TURNS - 1;
}

void tw_warp_let_others(struct tw_warp *warp)
{
    warp->turns = 0;
    warp->turn_pc = TW_NEVER;
    tw_warp_park(warp, warp->group, warp->next);
    warp->spun |= warp->group;
    tw_warp_choose(warp);
}

void tw_warp_jump(struct tw_warp *warp, const struct tw_op *op, uint32_t target)
{
    warp->next = target;
    if (ops_of(warp)[target].rank <= op->rank && ++warp->turns % CHECK_TURNS == 0) stand_back_if_idle(warp);
}

void tw_warp_branch(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t rest = warp->group & ~active;
    if (rest) {
        tw_warp_park(warp, active, op->target);
        tw_warp_park(warp, rest, warp->next);
        tw_warp_choose(warp);
    } else {
        tw_warp_jump(warp, op, op->target);
    }
}

void tw_warp_stand_back(struct tw_warp *warp, uint32_t lanes)
{
    if (lanes == warp->group) warp->tally[warp->pc].executed--;
    tw_warp_park(warp, warp->group & ~lanes, warp->next);
    tw_warp_park(warp, lanes, warp->pc);
    warp->spun |= lanes;
    tw_warp_choose(warp);
}

void tw_warp_exit(struct tw_warp *warp, uint32_t lanes)
{
    warp->live &= ~lanes;
    warp->waiting &= ~warp->at_sync; /* who waited for these lanes looks again */
    warp->at_sync = 0;
    tw_block_lanes_left(warp->worker);
    if (warp->group & ~lanes) {
        uint32_t others = warp->live & ~warp->waiting & ~warp->spun & ~warp->group;
        warp->group &= ~lanes;
        warp->stop = rank_to_stop_at(warp, others);
    }
    go_on(warp, warp->group & ~lanes);
}

void tw_warp_rechoose(struct tw_warp *warp)
{
    tw_warp_park(warp, warp->group, warp->next);
    tw_warp_choose(warp);
}

void tw_warp_yield(struct tw_warp *warp)
{
    tw_warp_park(warp, warp->group, warp->next);
    warp->group = 0; /* who comes next is chosen when it runs again: until then others may wake lanes */
    warp->running = false;
}

static uint32_t lane_mask(const struct tw_warp *warp, const struct tw_op *op, unsigned lane)
{
    return tw_operand(warp, op, op->references - 1u)->u32[lane];
}

/* Lanes that wait at this operation, or at any of its kind, for the same lanes. */
static uint32_t waiting_with(const struct tw_warp *warp, const struct tw_op *op, uint32_t mask,
                             bool any_place)
{
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(warp->at_sync >> lane & 1u)) continue;
        const struct tw_op *other = &ops_of(warp)[warp->lane_pc[lane]];
        bool same_place = other == op || (any_place && other->run == op->run);
        if (same_place && lane_mask(warp, other, lane) == mask) lanes |= 1u << lane;
    }
    return lanes;
}

/* The lanes of `active` that give `mask`. */
static uint32_t giving(const struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint32_t mask)
{
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        lanes |= (uint32_t)(active >> lane & 1u && lane_mask(warp, op, lane) == mask) << lane;
    }
    return lanes;
}

/* A lane must be in its own mask, and no lane of it may come with another one at the same time. */
static bool mask_is_defined(struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint32_t mask,
                            uint32_t same)
{
    uint32_t outside = same & ~mask, differing = mask & active & ~same;
    if (!outside && !differing) return true;
    unsigned lane = 0;
    while (!((outside ? outside : differing) >> lane & 1u)) lane++;
    if (outside) {
        tw_find(warp, op, TW_SIM_TRAP, lane,
                "the lane mask 0x%08x lacks the lane itself, which has no defined meaning", mask);
    } else {
        tw_find(warp, op, TW_SIM_TRAP, lane,
                "the lane mask 0x%08x overlaps another lane's, 0x%08x, which has no defined meaning",
                lane_mask(warp, op, lane), mask);
    }
    return false;
}

/* Lanes that waited go on behind where they waited, those of the group behind this operation. */
static void wake(struct tw_warp *warp, uint32_t lanes)
{
    warp->waiting &= ~lanes;
    warp->at_sync &= ~lanes;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (lanes >> lane & 1u) warp->lane_pc[lane]++;
    }
    tw_warp_rechoose(warp);
}

/* The lanes of the group that must wait: woken by others they go on, woken by an exit they come here again. */
static void leave_waiting(struct tw_warp *warp, uint32_t lanes)
{
    tw_warp_park(warp, lanes, warp->pc);
    warp->waiting |= lanes;
    warp->at_sync |= lanes;
    warp->group &= ~lanes;
}

bool tw_warp_together(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool any_place,
                      tw_run *run)
{
    uint32_t short_of = 0, woken = 0, same;
    for (uint32_t left = active; left; left &= ~same) {
        unsigned first = 0;
        while (!(left >> first & 1u)) first++;
        uint32_t mask = lane_mask(warp, op, first), wanted = mask & warp->live;
        same = giving(warp, op, left, mask);
        if (!mask_is_defined(warp, op, active, mask, same)) return false;
        uint32_t others = wanted & ~same ? waiting_with(warp, op, mask, any_place) : 0;
        if (wanted & ~(same | others)) {
            short_of |= same;
        } else {
            run(warp, op, same | others);
            woken |= others;
        }
    }
    if (short_of == active) warp->tally[warp->pc].executed--;
    if (short_of) leave_waiting(warp, short_of);
    if (woken) {
        wake(warp, woken);
    } else {
        go_on(warp, warp->group);
    }
    return short_of != active;
}

/* Every block takes a step at least, so this ends a grid of too many blocks as it does a loop without end. */
static bool is_overdue(struct tw_warp *warp)
{
    double limit = warp->worker->running->launch->seconds;
    warp->looked = warp->steps;
    if (warp->worker->leads) tw_call_others(warp->worker->running);
    uint64_t steps = warp->worker->running->launch->steps;
    if (steps && warp->steps - warp->first_step > steps) return true;
    return limit > 0 && tw_processor_seconds() - warp->worker->began > limit;
}

/*
 * Runs the group from where it stands to the end of the basic block, or to where another group waits, and leaves
 * off earlier when an operation has moved the group, woken others or ended the turn.
 */
static void run_straight(struct tw_warp *warp, const struct tw_op *op)
{
    const uint32_t group = warp->group, stop = warp->stop, room = stop - op->rank;
    const uint32_t last = warp->pc + op->straight,
                   end = warp->pc + (op->straight < room ? op->straight : room);
    uint32_t pc = warp->pc;
    warp->entered[pc]++;
    do {
        uint32_t active = group & (tw_at(warp, op->guard)->u32[0] ^ op->guard_flip);
        warp->pc = pc;
        warp->next = ++pc;
        warp->steps++;
        if (warp->seen) warp->seen[warp->pc] |= active;
        if (active) op->run(warp, op, active);
        op++;
    } while (pc != end && warp->next == pc && warp->group == group && warp->stop == stop && warp->running);
    if (pc != last) warp->entered[pc]--;
}

void tw_warp_run(struct tw_warp *warp)
{
    const struct tw_op *ops = ops_of(warp);
    warp->running = true;
    warp->spinning = warp->advanced = false;
    if (!warp->group) tw_warp_choose(warp);
    while (warp->running) {
        const struct tw_op *op = &ops[warp->next];
        warp->pc = warp->next;
        if (op->rank >= warp->stop) {
            tw_warp_park(warp, warp->group, warp->pc);
            tw_warp_choose(warp);
        } else if (warp->steps - warp->looked >= CLOCK_STEPS && is_overdue(warp)) {
            tw_find_timeout(warp, op);
        } else {
            run_straight(warp, op);
        }
    }
}
