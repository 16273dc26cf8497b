/*
 * A block: its warps take turns, each running until it waits or ends,
 * and meet at barriers (PTX ISA, "bar, barrier"). The blocks of a cluster
 * take turns too, on one host thread.
 *
 * The order of the warps is shuffled by the block's number, the same from run to run: what works only
 * because warps happen to run from first to last does not work here. Registers, shared and local
 * memory begin with a poison pattern.
 */
#include "sim/check/barriers.h"
#include "sim/check/cluster_races.h"
#include "sim/check/finding.h"
#include "sim/check/grid_races.h"
#include "sim/check/shadow.h"
#include "sim/exec/async.h"
#include "sim/exec/cluster.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/weak.h"

#define STALL_ROUNDS 64u /* rounds in which all warps of all blocks only wait for memory to change */

/* --- barriers */

/* Threads that have come: a warp counts whole once all its lanes are there
 * (PTX ISA: arrivals count in warps). */
static bool is_complete(const struct tw_sim_worker *worker, uint32_t id)
{
    const struct tw_barrier *barrier = &worker->barriers[id];
    uint32_t threads = barrier->arrived;
    bool all = true;
    for (unsigned w = 0; w < worker->warp_count && (all || barrier->expected); w++) {
        const struct tw_warp *warp = &worker->warps[w];
        uint32_t here = warp->at_barrier[id];
        bool whole = !(warp->live & ~here);
        all = all && whole;
        if (here) threads += whole ? 32 : (unsigned)__builtin_popcount(here);
    }
    return barrier->expected ? threads >= barrier->expected : all;
}

/* bar.red gives all who waited the number of true predicates, or whether all or any were true. */
static void give_result(struct tw_warp *warp, const struct tw_op *op, const struct tw_barrier *barrier,
                        uint32_t lanes)
{
    union tw_lanes count;
    for (unsigned i = 0; i < 32; i++) count.u32[i] = barrier->votes;
    switch (op->instruction->words[TW_PTX_CLASS_BOOL]) {
    case TW_PTX_ABSENT:
        tw_commit(tw_operand(warp, op, 0), &count, sizeof *count.u32, lanes);
        break;
    case TW_PTX_BOOL_AND:
        tw_set_predicate(warp, op, 0, barrier->votes == barrier->voters ? TW_ALL_LANES : 0, lanes);
        break;
    default:
        tw_set_predicate(warp, op, 0, barrier->votes ? TW_ALL_LANES : 0, lanes);
    }
}

static void release(struct tw_sim_worker *worker, uint32_t id)
{
    if (worker->running->behind && !worker->barriers[id].expected) tw_check_barrier(worker, id);
    if (worker->shadow) tw_order_barrier(worker, id);
    for (unsigned w = 0; w < worker->warp_count; w++) {
        struct tw_warp *warp = &worker->warps[w];
        uint32_t lanes = warp->at_barrier[id];
        if (lanes && warp->barrier_op[id])
            give_result(warp, warp->barrier_op[id], &worker->barriers[id], lanes);
        warp->waiting &= ~lanes;
        warp->at_barrier[id] = 0;
    }
    const struct tw_barrier had = worker->barriers[id];
    worker->barriers[id] =
        (struct tw_barrier){.came = had.came, .came_at = had.came_at, .waited_for = had.waited_for};
}

static bool check_barrier(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint32_t id,
                          uint32_t expected)
{
    if (id >= TW_BARRIERS) {
        tw_find(warp, op, TW_SIM_TRAP, lane, "barrier %u; there are %u", id, TW_BARRIERS);
        return false;
    }
    const struct tw_barrier *barrier = &warp->worker->barriers[id];
    if (expected % 32 || (barrier->used && barrier->expected != expected)) {
        tw_find(warp, op, TW_SIM_TRAP, lane, "barrier %u for %u threads: %s", id, expected,
                expected % 32 ? "not a multiple of 32" : "others wait there for another number");
        return false;
    }
    return true;
}

void tw_block_arrive(struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint32_t id,
                     uint32_t expected, bool waits)
{
    struct tw_sim_worker *worker = warp->worker;
    if (!check_barrier(warp, op, tw_first_of(active), id, expected)) return;
    worker->barriers[id].used = true;
    worker->barriers[id].expected = expected;
    tw_warp_park(warp, warp->group, warp->next);
    if (waits) {
        worker->barriers[id].waited_for = true;
        warp->waiting |= active;
        warp->at_barrier[id] |= active;
        warp->barrier_op[id] = op->instruction->words[TW_PTX_CLASS_BOOL] || op->references >= 3 ? op : NULL;
    } else {
        worker->barriers[id].arrived += 32;
        worker->barriers[id].came += (uint32_t)__builtin_popcount(active);
        worker->barriers[id].came_at = op;
        if (worker->shadow) tw_order_arrive(warp, active, id);
    }
    if (is_complete(worker, id)) release(worker, id);
    tw_warp_choose(warp);
}

void tw_block_lanes_left(struct tw_sim_worker *worker)
{
    for (uint32_t id = 0; id < TW_BARRIERS; id++) {
        if (worker->barriers[id].used && is_complete(worker, id)) release(worker, id);
    }
}

/* --- the start of a block */

/* The others are written before they are read. */
static void poison_registers(struct tw_warp *warp, const struct tw_program *program)
{
    for (size_t i = 0; i < program->poisoned_count; i++) {
        const struct tw_kept *kept = &program->poisoned[i];
        memset(tw_at(warp, kept->reference), TW_LANE_POISON, kept->bits == 1 ? 4 : 32 * kept->bits / 8);
    }
}

static void start_block(struct tw_sim_worker *worker)
{
    const struct tw_program *program = worker->running->program;
    tw_cluster_place(worker->running, worker->block_number, worker->block);
    for (unsigned w = 0; w < worker->warp_count; w++) poison_registers(&worker->warps[w], program);
    tw_special_begin(worker);
    memset(worker->shared, 0, worker->shared_front);
    memset(worker->shared + worker->shared_front, TW_LANE_POISON,
           worker->shared_bytes - worker->shared_front);
    for (unsigned w = 0; program->local_bytes && w < worker->warp_count; w++)
        memset(worker->warps[w].local, TW_LANE_POISON, (size_t)worker->warps[w].local_bytes * 32);
    memset(worker->barriers, 0, sizeof worker->barriers);
    memset(worker->at_cluster, 0, sizeof worker->at_cluster);
    if (worker->running->races) tw_grid_end(worker);
    if (worker->shadow) tw_shadow_begin(worker->shadow);
    if (worker->cluster_races && worker->rank == 0) tw_cluster_races_begin(worker->cluster_races);
    if (worker->running->races) tw_grid_begin(worker);
    if (worker->seen) memset(worker->seen, 0, program->count * worker->warp_count * sizeof *worker->seen);
    for (unsigned w = 0; w < worker->warp_count; w++) {
        unsigned threads = worker->threads - w * 32;
        tw_warp_start(&worker->warps[w], threads >= 32 ? TW_ALL_LANES : (1u << threads) - 1);
    }
}

/* Fisher-Yates with a small generator that the block's number seeds. */
static void shuffle(uint64_t seed, unsigned count, uint8_t order[TW_MAX_WARPS])
{
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du;
    for (unsigned i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        unsigned j = (unsigned)((state >> 33) % (i + 1));
        order[i] = order[j];
        order[j] = (uint8_t)i;
    }
}

/* --- turns */

/* A block's progress is the greatest of its warps'. */
enum progress { DONE, STUCK, WAITS_FOR_MEMORY, MOVED };

static bool can_run(const struct tw_warp *warp)
{
    return warp->live & ~warp->waiting;
}

/* Each warp runs once as far as it can. */
static enum progress run_round(struct tw_sim_worker *worker)
{
    enum progress progress = DONE;
    for (unsigned i = 0; i < worker->warp_count; i++) {
        struct tw_warp *warp = &worker->warps[worker->order[i]];
        enum progress here = warp->live ? STUCK : DONE;
        if (can_run(warp)) {
            tw_warp_run(warp);
            if (worker->finding.fault) return DONE;
            here = warp->spinning && !warp->advanced ? WAITS_FOR_MEMORY : MOVED;
        }
        if (here > progress) progress = here;
    }
    return progress;
}

/* The same in each block of the cluster. */
static enum progress run_rounds(const struct tw_sim_worker *worker)
{
    enum progress progress = DONE;
    for (unsigned i = 0; i < tw_cluster_size(worker); i++) {
        struct tw_sim_worker *block = worker->cluster[i];
        enum progress here = run_round(block);
        if (tw_cluster_faulty(worker)) return DONE;
        if (here > progress) progress = here;
    }
    return progress;
}

/* Nobody can go on: told of the first block where somebody waits. */
static void find_deadlock(const struct tw_sim_worker *worker)
{
    unsigned i = 0;
    while (!tw_cluster_is_alive(worker->cluster[i])) i++;
    tw_find_deadlock(worker->cluster[i]);
}

bool tw_blocks_may_join(struct tw_running *running)
{
    uint64_t next = atomic_load(&running->next_block);
    return next < running->blocks && next <= atomic_load(&running->found_block) &&
           atomic_load(&running->active) < running->resident && !atomic_load(&running->full);
}

/*
 * A host thread may be kept from going on in the middle of a turn that changes memory, for as long as the others look 64 times.
 * So a cluster counts as waiting only when a whole turn of its own, begun after the last turn in which any moved, found
 * nothing to do. running->quiet: above the time, which goes on with every such turn, below the clusters that are counted at it.
 */
static bool all_are_quiet(struct tw_sim_worker *worker, uint32_t began)
{
    struct tw_running *running = worker->running;
    uint64_t quiet = atomic_load(&running->quiet);
    while (quiet >> 32 == began && worker->quiet_since != began) {
        if (!atomic_compare_exchange_weak(&running->quiet, &quiet, quiet + 1)) continue;
        worker->quiet_since = began;
        quiet++;
    }
    return quiet >> 32 == began && (uint32_t)quiet >= atomic_load(&running->active);
}

static void time_goes_on(struct tw_running *running)
{
    uint64_t quiet = atomic_load(&running->quiet), next;
    do {
        next = ((quiet >> 32) + 1) << 32;
        if (!next) next = (uint64_t)1 << 32;
    } while (!atomic_compare_exchange_weak(&running->quiet, &quiet, next));
}

/* All warps wait for memory to change: only another cluster can do that, unless all of those wait too. */
static bool wait_for_others(struct tw_sim_worker *worker, uint32_t began)
{
    struct tw_running *running = worker->running;
    if (!worker->counted) atomic_fetch_add(&running->stalled, 1);
    worker->counted = true;
    bool all = atomic_load(&running->stalled) >= atomic_load(&running->active);
    all = all && !tw_blocks_may_join(running) && all_are_quiet(worker, began);
    worker->stalled_rounds = all ? worker->stalled_rounds + 1 : 0;
    if (all && running->weak) tw_weak_settle(running->weak);
    return worker->stalled_rounds < STALL_ROUNDS;
}

static void others_matter_no_more(struct tw_sim_worker *worker)
{
    if (worker->counted) atomic_fetch_sub(&worker->running->stalled, 1);
    worker->counted = false;
}

void tw_block_begin(struct tw_sim_worker *worker)
{
    start_block(worker);
    shuffle(worker->block_number + worker->running->launch->seed, worker->warp_count, worker->order);
    worker->stalled_rounds = 0;
    tw_async_begin(worker);
    if (worker->weak) tw_weak_begin(worker->weak, worker->block_number);
}

bool tw_block_turn(struct tw_sim_worker *worker)
{
    enum progress progress = DONE;
    uint32_t began = (uint32_t)(atomic_load(&worker->running->quiet) >> 32);
    bool matters =
        atomic_load_explicit(&worker->running->found_block, memory_order_relaxed) >= worker->block_number;
    if (matters) progress = run_rounds(worker);
    if (progress != WAITS_FOR_MEMORY) {
        worker->stalled_rounds = 0;
        others_matter_no_more(worker);
        time_goes_on(worker->running);
    } else if (!wait_for_others(worker, began)) {
        others_matter_no_more(worker);
        progress = STUCK;
    }
    if (progress == STUCK) find_deadlock(worker);
    for (unsigned i = 0; progress == DONE && i < tw_cluster_size(worker); i++)
        tw_async_end(worker->cluster[i]);
    for (unsigned i = 0;
         progress == DONE && matters && worker->running->behind && i < tw_cluster_size(worker); i++)
        tw_check_arrivals(worker->cluster[i]);
    if (progress == DONE && matters && worker->cluster_races && !tw_cluster_faulty(worker))
        tw_cluster_races_end(worker->cluster_races);
    return progress == MOVED || progress == WAITS_FOR_MEMORY;
}
