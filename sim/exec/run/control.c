/* Control flow and barriers (PTX ISA, "Control Flow Instructions", "Parallel Synchronization"). */
#include "sim/check/finding.h"
#include "sim/check/shadow.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"

static void leave(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    (void)op;
    tw_warp_exit(warp, active);
}

static void trap(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_find(warp, op, TW_SIM_TRAP, tw_first_of(active), "the kernel gave up");
}

TW_SELECT(branch, tw_warp_branch)
TW_SELECT(exit, leave)
TW_SELECT(trap, trap)

/* The value that the first active lane has: barrier numbers and counts are the same in all. */
static uint32_t uniform(const struct tw_warp *warp, const struct tw_op *op, unsigned i, uint32_t active)
{
    return tw_operand(warp, op, i)->u32[tw_first_of(active)];
}

/* bar.sync a{, b} */
static void barrier(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t expected = op->references > 1 ? uniform(warp, op, 1, active) : 0;
    tw_block_arrive(warp, op, active, uniform(warp, op, 0, active), expected, true);
}

/* bar.arrive a, b */
static void arrive(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_block_arrive(warp, op, active, uniform(warp, op, 0, active), uniform(warp, op, 1, active), false);
}

/* bar.red d, a{, b}, p: the votes are counted as the lanes come, the result is given when all have (block.c) */
static void barrier_red(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t id = uniform(warp, op, 1, active);
    uint32_t votes = tw_predicate(warp, op, op->references - 1u) & active;
    uint32_t expected = op->references > 3 ? uniform(warp, op, 2, active) : 0;
    if (id < TW_BARRIERS) {
        warp->worker->barriers[id].voters += (uint32_t)__builtin_popcount(active);
        warp->worker->barriers[id].votes += (uint32_t)__builtin_popcount(votes);
    }
    tw_block_arrive(warp, op, active, id, expected, true);
}

TW_SELECT(barrier, barrier)
TW_SELECT(arrive, arrive)
TW_SELECT(barrier_popc, barrier_red)
TW_SELECT(barrier_vote, instruction->words[TW_PTX_CLASS_BOOL] == TW_PTX_BOOL_XOR ? NULL : barrier_red)

static void meet(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    (void)op;
    if (warp->worker->shadow) tw_order_lanes(warp, lanes);
}

static void warp_barrier(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_warp_together(warp, op, active, true, meet);
}

TW_SELECT(warp_barrier, warp_barrier)
