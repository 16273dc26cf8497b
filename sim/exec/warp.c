/*
 * A warp: which of its lanes run next. While all live lanes agree there is one group and nothing to decide;
 * `stop` is then TW_NEVER. After a branch that divides them, of the lanes that are deepest in calls of functions the
 * group whose next operation has the lowest rank runs (flow.c) until it comes to a rank where another one waits.
 */
#include "sim/check/finding.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"

#include <stdio.h>

#include "base/hash.h"
#include "sim/check/doubt.h"
#include "sim/exec/memory/stack.h"

#define CLOCK_STEPS 16384u /* operations of a warp, at least, between two looks at the clock */
#define CHECK_TURNS 256u   /* backward branches between two looks for an idle loop         */
#define FIRST_TURNS                                                                                          \
    (1u << 20) /* backward branches after which others, and other blocks, get their turn anyway: */
#define LATER_TURNS (1u << 14) /* and once some warp of the grid has come to these                        */
#define FIRST_ASKS  32u        /* times that a warp asks in vain before they do:                          */
#define LATER_ASKS  8u         /* and once some warp of the grid has                                      */

static void forget_answers(struct tw_warp *warp)
{
    memset(warp->again, 0, sizeof warp->again);
    warp->asked = 0;
    warp->abroad = false;
}

void tw_warp_start(struct tw_warp *warp, uint32_t lanes)
{
    warp->running = false;
    warp->pc = warp->next = 0;
    warp->group = warp->all = warp->live = lanes;
    warp->waiting = warp->at_sync = warp->spun = warp->carry = 0;
    warp->stop = warp->all_at = TW_NEVER;
    warp->first_step = warp->steps;
    warp->turns = 0;
    warp->turn_pc = TW_NEVER;
    warp->spinning = warp->advanced = false;
    warp->idle_hash = 0;
    forget_answers(warp);
    warp->passes = TW_PASSES;
    if (warp->stack) tw_stack_start(warp->stack);
    memset(warp->at_barrier, 0, sizeof warp->at_barrier);
    warp->met = warp->excused = 0;
    tw_doubts_begin(warp);
    warp->at_group = NULL;
}

void tw_warp_park(struct tw_warp *warp, uint32_t lanes, uint32_t pc)
{
    if (tw_is_whole(warp, lanes)) { /* those that have exited too */
        for (unsigned lane = 0; lane < 32; lane++) warp->lane_pc[lane] = pc;
        warp->all_at = pc;
        return;
    }
    warp->all_at = TW_NEVER;
    for (; lanes; lanes &= lanes - 1) warp->lane_pc[__builtin_ctz(lanes)] = pc;
}

static const struct tw_op *ops_of(const struct tw_warp *warp)
{
    return warp->worker->running->program->ops;
}

static uint32_t lanes_with(const uint32_t values[32], uint32_t value)
{
    uint8_t same[32];
    for (unsigned lane = 0; lane < 32; lane++) same[lane] = values[lane] == value;
    return tw_pack_lanes(same);
}

/* Where the first of these lanes stands among the others: the lowest place runs first. A lane that is deeper in calls stands lower,
 * whatever the rank of its next operation. *same: the lanes that stand there. */
static uint64_t place_of(const struct tw_warp *warp, uint32_t lanes, uint32_t *same)
{
    const struct tw_stack *stack = warp->stack;
    const unsigned lane = tw_first_of(lanes);
    const uint32_t pc = warp->lane_pc[lane], depth = stack ? stack->depth[lane] : 0;
    *same = lanes & lanes_with(warp->lane_pc, pc);
    if (stack) *same &= lanes_with(stack->depth, depth);
    return (uint64_t)(UINT32_MAX - depth) << 32 | ops_of(warp)[pc].rank;
}

/* Chooses the group to run: all lanes that can and stand at the lowest place where one is that does not only wait for others.
 * Nobody is running, all are parked. */
void tw_warp_choose(struct tw_warp *warp)
{
    uint32_t can = warp->live & ~warp->waiting, eager = can & ~warp->spun, same;
    uint64_t lowest = UINT64_MAX, second = UINT64_MAX;
    warp->moved = true;
    warp->group = 0;
    if (!eager) { /* only lanes in idle loops are left: another warp must help */
        warp->spinning = can != 0;
        warp->spun = 0;
        warp->running = false;
        return;
    }
    if (warp->all_at != TW_NEVER && !warp->stack) { /* mostly nothing is to be decided */
        warp->group = can;
        warp->next = warp->all_at;
        warp->spun &= ~can;
        warp->stop = TW_NEVER;
        return;
    }
    for (uint32_t left = can; left; left &= ~same) {
        uint64_t place = place_of(warp, left, &same);
        if (!(same & eager)) continue;
        if (place < lowest) {
            second = lowest;
            lowest = place;
            warp->group = same;
        } else if (place < second) {
            second = place;
        }
    }
    warp->next = warp->lane_pc[tw_first_of(warp->group)];
    warp->spun &= ~warp->group;
    warp->stop = second >> 32 == lowest >> 32 ? (uint32_t)second : TW_NEVER;
}

/* Goes on with the lanes of the group that are left, else with the group of the lowest rank. */
static void go_on(struct tw_warp *warp, uint32_t group)
{
    warp->moved |= warp->group != group;
    warp->group = group;
    if (!group) tw_warp_choose(warp);
}

static bool is_of_other_blocks(const struct tw_op *op)
{
    const enum tw_ptx_word space = op->instruction->words[TW_PTX_CLASS_SPACE];
    return space == TW_PTX_ABSENT || space == TW_PTX_SPACE_GLOBAL;
}

/* A strong load or an atomic. A warp that waits for another one asks until the answer changes. */
void tw_warp_ask(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint64_t *heard = &warp->heard[op->asking % TW_HEARD];
    uint32_t *again = &warp->again[op->asking % TW_HEARD];
    op->inner(warp, op, active);
    if (!warp->running) return;
    const uint64_t answer = tw_lane_bits(tw_operand(warp, op, 0), op->register_bits, tw_first_of(active));
    *again = answer == *heard ? *again + 1 : 0;
    *heard = answer;
    if (*again <= warp->asked) return;
    warp->asked = *again;
    warp->abroad = is_of_other_blocks(op);
}

static bool has_turned_long(const struct tw_warp *warp)
{
    const bool later = atomic_load_explicit(&warp->worker->running->turned, memory_order_relaxed);
    return warp->turns >= (later ? LATER_TURNS : FIRST_TURNS);
}

/*
 * A loop that comes back to the same place with the same registers waits for memory to change. Such a group
 * stands back for the warp's other lanes, and if there are none the warp for others. So does one that may wait though its registers
 * change, as one that counts its turns or asks several places in turn: one that has asked in vain again and again, or has
 * turned very often. Then other blocks get their turn, too, unless what it asks is memory of its own block or cluster.
 */
static void stand_back_if_idle(struct tw_warp *warp)
{
    struct tw_sim_worker *worker = warp->worker;
    uint64_t hash = tw_hash(warp->base[0], worker->running->program->register_bytes);
    const bool idle = warp->turn_pc == warp->next && warp->turn_hash == hash,
               asks = warp->asked >= warp->patience, turned = has_turned_long(warp);
    warp->turn_pc = warp->next;
    warp->turn_hash = hash;
    if (!idle && !asks && !turned) return;
    if (!idle) atomic_store(asks ? &worker->running->polled : &worker->running->turned, true);
    if (!idle && (turned || warp->abroad)) worker->cluster[0]->tired = true;
    warp->advanced |= !idle || warp->idle_hash != hash;
    warp->idle_hash = hash;
    forget_answers(warp);
    uint32_t place = warp->next;
    tw_warp_let_others(warp);
    if (!idle && !asks) return;
    warp->turn_pc = place; /* and at its next turn it is seen at once whether memory has changed */
    if (idle) warp->turns = CHECK_TURNS - 1;
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
    warp->moved = true;
    /* Every loop has a branch that goes up in the text; by rank its way back may be none, where it is entered in the middle. */
    if (&ops_of(warp)[target] <= op && (++warp->turns % CHECK_TURNS == 0 || warp->asked >= warp->patience))
        stand_back_if_idle(warp);
}

/* The group divides. Whoever of the two stands lower runs, unless others are lower still, stand at the same place, or may join. */
static void divide(struct tw_warp *warp, uint32_t a, uint32_t a_pc, uint32_t b, uint32_t b_pc)
{
    const struct tw_op *ops = ops_of(warp);
    const bool a_first = ops[a_pc].rank < ops[b_pc].rank;
    const uint32_t first = a_first ? a_pc : b_pc, then = a_first ? b_pc : a_pc;
    if (a_pc == b_pc || warp->spun || ops[first].rank >= warp->stop) {
        tw_warp_park(warp, a, a_pc);
        tw_warp_park(warp, b, b_pc);
        tw_warp_choose(warp);
        return;
    }
    tw_warp_park(warp, a_first ? b : a, then);
    warp->group = a_first ? a : b;
    warp->next = first;
    warp->stop = ops[then].rank < warp->stop ? ops[then].rank : warp->stop;
    warp->moved = true;
}

void tw_warp_branch(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t rest = warp->group & ~active;
    if (rest) {
        divide(warp, active, op->target, rest, warp->next);
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
    tw_warp_park(warp, warp->group & ~lanes, warp->next);
    tw_warp_choose(warp);
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
    warp->moved = true;
    warp->running = false;
}

static const uint32_t *masks_of(const struct tw_warp *warp, const struct tw_op *op)
{
    return tw_operand(warp, op, op->references - 1u)->u32;
}

static uint32_t lane_mask(const struct tw_warp *warp, const struct tw_op *op, unsigned lane)
{
    return masks_of(warp, op)[lane];
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

/* A lane must be in its own mask, and no lane of it may come with another one at the same time. Hardware lets it pass in a warp
   that is converged: *passes then. */
static bool mask_is_defined(struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint32_t mask,
                            uint32_t same, bool *passes)
{
    char what[128];
    uint32_t outside = same & ~mask, differing = mask & active & ~same;
    if (!outside && !differing) return true;
    unsigned lane = 0;
    while (!((outside ? outside : differing) >> lane & 1u)) lane++;
    if (outside)
        snprintf(what, sizeof what,
                 "the lane mask 0x%08x lacks the lane itself, which has no defined meaning", mask);
    else
        snprintf(what, sizeof what,
                 "the lane mask 0x%08x overlaps another lane's, 0x%08x, which has no defined meaning",
                 lane_mask(warp, op, lane), mask);
    *passes = active == warp->live && tw_find_passing(warp, op, TW_SIM_PASS_MASK, TW_SIM_TRAP, lane, what);
    if (active != warp->live) tw_find(warp, op, TW_SIM_TRAP, lane, "%s", what);
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
    warp->all_at = TW_NEVER;
    tw_warp_rechoose(warp);
}

/* The lanes of the group that must wait: woken by others they go on, woken by an exit they come here again. */
static void leave_waiting(struct tw_warp *warp, uint32_t lanes)
{
    tw_warp_park(warp, lanes, warp->pc);
    warp->waiting |= lanes;
    warp->at_sync |= lanes;
    warp->moved = true;
    warp->group &= ~lanes;
}

/* Mostly all lanes that live come together, with a mask of them all. */
static bool all_are_here(const struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t mask = lane_mask(warp, op, tw_first_of(active));
    return active == warp->live && !(active & ~mask) && !(active & ~lanes_with(masks_of(warp, op), mask));
}

bool tw_warp_together(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool any_place,
                      tw_run *run)
{
    uint32_t short_of = 0, woken = 0, same;
    bool passes = false;
    if (all_are_here(warp, op, active)) {
        run(warp, op, active);
        return true;
    }
    for (uint32_t left = active; left; left &= ~same) {
        unsigned first = 0;
        while (!(left >> first & 1u)) first++;
        uint32_t mask = lane_mask(warp, op, first), wanted = mask & warp->live;
        same = giving(warp, op, left, mask);
        if (!mask_is_defined(warp, op, active, mask, same, &passes)) {
            if (passes) run(warp, op, left); /* all lanes are here, and the others have run */
            return passes;
        }
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
static inline __attribute__((always_inline)) void run_ops(struct tw_warp *warp, const struct tw_op *op,
                                                          bool doubtful)
{
    const uint32_t group = warp->group, room = warp->stop - op->rank, first = warp->pc;
    const uint32_t last = first + op->straight, end = first + (op->straight < room ? op->straight : room);
    uint32_t *const seen = warp->seen;
    uint32_t pc = first;
    warp->entered[first]++;
    warp->steps += end - first;
    warp->end = end;
    warp->moved = false;
    do {
        uint32_t active = group & (tw_at(warp, op->guard)->u32[0] ^ op->guard_flip);
        warp->pc = pc;
        warp->next = ++pc;
        if (seen) seen[pc - 1] |= active;
        if (doubtful) tw_doubt_step(warp, op, active);
        if (active) op->run(warp, op, active);
        op++;
    } while (pc != end && !warp->moved);
    warp->steps -= end - pc;
    if (pc != last) warp->entered[pc]--;
    if (doubtful && pc == last) tw_doubt_leave(warp, group);
}

static void run_straight(struct tw_warp *warp, const struct tw_op *op)
{
    if (warp->doubtful)
        run_ops(warp, op, true);
    else
        run_ops(warp, op, false);
}

/* With weak memory blocks give up their turns by chance (weak.c). */
static uint32_t patience_of(const struct tw_running *running)
{
    if (running->weak) return UINT32_MAX;
    return atomic_load_explicit(&running->polled, memory_order_relaxed) ? LATER_ASKS : FIRST_ASKS;
}

void tw_warp_run(struct tw_warp *warp)
{
    const struct tw_op *ops = ops_of(warp);
    warp->running = true;
    warp->spinning = warp->advanced = false;
    warp->patience = patience_of(warp->worker->running);
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
