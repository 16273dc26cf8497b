/* Which of a cluster's blocks touched each cell of their shared memory last (cluster_races.h). */
#include "sim/check/cluster_races.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check/finding.h"
#include "sim/check/touch.h"
#include "sim/exec/cluster.h"

#define OBJECTS    1024u /* flags and mbarriers are told apart by a hash of where they are */
#define ON_ITS_WAY UINT32_MAX

/* An access. */
struct entry {
    uint32_t time;  /* of the cluster; 0: there was none. ON_ITS_WAY: a copy's that nobody has waited for */
    uint32_t op;    /* the operation, by its place in the program */
    uint32_t stamp; /* of its block (shadow.h) */
    uint16_t thread;
    uint8_t rank;
    bool late; /* its thread had come to the cluster's barrier: the end of that phase does not order it */
};

enum slot { PLAIN_WRITER, STRONG_WRITER, READER, SECOND, SLOTS }; /* SECOND: a reader of another block */

struct cell {
    struct entry of[SLOTS];
};

struct clocks {
    uint32_t of[TW_MOST_CLUSTER]; /* times, by rank */
};

/* What a block knows. */
struct state {
    struct clocks known, released; /* released: at its last fence */
    uint32_t ends[3];              /* of the last phases of the cluster's barrier, the latest first */
    uint32_t
        carried; /* its late accesses up to this time were told on by others, who may yet have come in time */
    bool waited; /* for the latest phase */
};

struct tw_cluster_races {
    struct tw_sim_worker *cluster[TW_MOST_CLUSTER];
    unsigned size;
    uint32_t time;
    uint32_t cells; /* of each block */
    struct cell *cell[TW_MOST_CLUSTER];
    struct state state[TW_MOST_CLUSTER];
    struct clocks told[OBJECTS];
    /* The last access of each block to each one's memory, by rank of the accessing block; `offset` and `bytes`: where. */
    struct visit {
        struct entry entry;
        uint32_t offset, bytes;
    } visits[TW_MOST_CLUSTER][TW_MOST_CLUSTER];
};

/* An access on its way through the cells. */
struct touch {
    struct tw_cluster_races *races;
    struct tw_warp *warp;
    const struct tw_op *op;
    struct tw_sim_worker *owner;
    unsigned lane;
    uint32_t offset, bytes;
    bool loads, strong; /* loads: and nothing else */
    struct entry mine;
};

/* --- the life of it */

struct tw_cluster_races *tw_cluster_races_new(struct tw_sim_worker *const cluster[TW_MOST_CLUSTER])
{
    struct tw_cluster_races *races = calloc(1, sizeof *races);
    if (!races) return NULL;
    races->size = tw_cluster_size(cluster[0]);
    races->cells = cluster[0]->shadow->count;
    races->time = 1;
    bool room = true;
    for (unsigned i = 0; i < races->size; i++) {
        races->cluster[i] = cluster[i];
        races->cell[i] = calloc((size_t)races->cells + 1, sizeof *races->cell[i]);
        room = room && races->cell[i];
    }
    if (room) return races;
    tw_cluster_races_free(races);
    return NULL;
}

void tw_cluster_races_free(struct tw_cluster_races *races)
{
    for (unsigned i = 0; races && i < races->size; i++) free(races->cell[i]);
    free(races);
}

/* Whatever was before is in order with all that comes. */
void tw_cluster_races_begin(struct tw_cluster_races *races)
{
    for (unsigned i = 0; i < races->size; i++) {
        memset(races->cell[i], 0, races->cells * sizeof *races->cell[i]);
        races->state[i] = (struct state){.waited = true};
    }
    memset(races->told, 0, sizeof races->told);
    memset(races->visits, 0, sizeof races->visits);
    races->time = 1;
}

/* --- order */

static void join(struct clocks *sum, const struct clocks *more)
{
    for (unsigned i = 0; i < TW_MOST_CLUSTER; i++) {
        if (sum->of[i] < more->of[i]) sum->of[i] = more->of[i];
    }
}

/* Has a fence in its own block released it? A fence is for what its thread knows of the block's other threads. */
static bool is_public(const struct tw_cluster_races *races, const struct entry *entry)
{
    return tw_is_public(tw_order_of(races->cluster[entry->rank]->shadow), entry->thread, entry->stamp);
}

static bool is_behind(const struct tw_cluster_races *races, unsigned rank, const struct entry *entry)
{
    const struct state *mine = &races->state[rank];
    bool late = entry->late && entry->time > races->state[entry->rank].carried;
    return entry->time <= mine->ends[late + !mine->waited] ||
           (entry->time <= mine->known.of[entry->rank] && is_public(races, entry));
}

/* What others have told a block was carried on by them. */
static void learn(struct tw_cluster_races *races, unsigned rank, const struct clocks *clocks)
{
    struct clocks *known = &races->state[rank].known;
    join(known, clocks);
    for (unsigned i = 0; i < races->size; i++) {
        if (races->state[i].carried < known->of[i]) races->state[i].carried = known->of[i];
    }
}

void tw_cluster_races_fence(const struct tw_sim_worker *worker)
{
    struct state *state = &worker->cluster_races->state[worker->rank];
    state->released = state->known;
    state->released.of[worker->rank] = worker->cluster_races->time++;
}

/* Atomics do both, but who waits at an mbarrier tells nothing, and who arrives learns nothing. */
void tw_cluster_races_strong(const struct tw_sim_worker *worker, const struct tw_op *op, uint64_t place)
{
    struct tw_cluster_races *races = worker->cluster_races;
    struct clocks *told = &races->told[(place / 4 + (place >> TW_RANK_SHIFT) * 61) % OBJECTS];
    bool waits = tw_op_waits(op);
    bool learns = tw_op_is_called(op, "mbarrier.") ? waits : !(op->counted && op->is_store);
    bool tells = !waits && !(op->counted && !op->is_store);
    if (learns) learn(races, worker->rank, told);
    if (tells) join(told, &races->state[worker->rank].released);
}

void tw_cluster_races_meet(const struct tw_sim_worker *worker, unsigned first, unsigned count)
{
    struct tw_cluster_races *races = worker->cluster_races;
    uint32_t came = 0, comes = 0;
    for (unsigned w = first; w < first + count; w++) {
        came |= worker->at_cluster[w];
        comes |= worker->warps[w].live & ~worker->at_cluster[w];
    }
    if (came && comes) races->state[worker->rank].carried = races->time++;
}

void tw_cluster_races_phase(struct tw_cluster_races *races)
{
    for (unsigned i = 0; i < races->size; i++) {
        struct state *state = &races->state[i];
        if (!tw_cluster_is_alive(races->cluster[i])) continue;
        state->ends[2] = state->ends[1];
        state->ends[1] = state->ends[0];
        state->ends[0] = races->time;
        state->waited = false;
    }
    races->time++;
}

void tw_cluster_races_wait(const struct tw_sim_worker *worker)
{
    worker->cluster_races->state[worker->rank].waited = true;
}

/* --- what is found */

static void tell(const struct touch *touch, const struct entry *entry, struct tw_caught *caught)
{
    struct tw_sim_worker *worker = touch->warp->worker;
    caught->fault = TW_SIM_RACE;
    caught->op = touch->op;
    caught->first = touch->warp->number * 32 + touch->lane;
    caught->shared = true;
    caught->owner = touch->owner;
    caught->address = touch->offset;
    caught->bytes = touch->bytes;
    caught->other = (int)entry->thread;
    caught->other_op = &worker->running->program->ops[entry->op];
    memcpy(caught->other_block, touch->races->cluster[entry->rank]->block, sizeof caught->other_block);
    tw_catch(worker, caught);
}

/* Has the earlier plain store left what this one stores? */
static bool same_value(const struct touch *touch, uint32_t cell, const struct entry *entry)
{
    unsigned char value[64];
    const uint32_t grain = touch->owner->shadow->grain, at = cell * grain;
    return entry->time != ON_ITS_WAY && tw_stored_bytes(touch->warp, touch->op, touch->lane, value) &&
           memcmp(touch->owner->shared + at, value + (at - touch->offset), grain) == 0;
}

static void race(const struct touch *touch, uint32_t cell, enum slot slot, const struct entry *entry)
{
    struct tw_caught caught = {.how = TW_HOW_UNORDERED};
    caught.is_note =
        slot == PLAIN_WRITER && !touch->strong && !touch->loads && same_value(touch, cell, entry);
    if (caught.is_note) caught.how = TW_HOW_SAME_VALUE;
    tell(touch, entry, &caught);
}

/* --- cell by cell */

static bool is_strong(const struct tw_op *op)
{
    return op->is_strong || op->instruction->words[TW_PTX_CLASS_ATOM] != TW_PTX_ABSENT;
}

static bool excused(const struct touch *touch, enum slot slot, const struct entry *entry)
{
    const struct tw_program *program = touch->warp->worker->running->program;
    return touch->strong && slot != PLAIN_WRITER && is_strong(&program->ops[entry->op]);
}

static void keep_reader(const struct touch *touch, struct cell *cell)
{
    struct entry *first = &cell->of[READER], *second = &cell->of[SECOND];
    const unsigned rank = touch->mine.rank;
    bool takes = !first->time || first->rank == rank || is_behind(touch->races, rank, first);
    *(takes ? first : second) = touch->mine;
}

static void touch_cell(const struct touch *touch, uint32_t at)
{
    struct cell *cell = &touch->races->cell[touch->owner->rank][at];
    const unsigned rank = touch->mine.rank;
    for (unsigned i = 0; i < (touch->loads ? READER : SLOTS); i++) {
        const struct entry *entry = &cell->of[i];
        if (!entry->time || entry->rank == rank || excused(touch, i, entry)) continue;
        if (!is_behind(touch->races, rank, entry)) race(touch, at, i, entry);
    }
    if (touch->loads)
        keep_reader(touch, cell);
    else
        cell->of[touch->strong ? STRONG_WRITER : PLAIN_WRITER] = touch->mine;
}

static void touch_cells(const struct touch *touch)
{
    const uint32_t shift = touch->owner->shadow->shift, end = touch->offset + touch->bytes;
    for (uint32_t cell = touch->offset >> shift; touch->bytes && cell <= (end - 1) >> shift; cell++)
        touch_cell(touch, cell);
    if (touch->owner == touch->warp->worker) return;
    touch->races->visits[touch->owner->rank][touch->mine.rank] =
        (struct visit){touch->mine, touch->offset, touch->bytes};
}

/* What a strong store tells includes itself. */
static struct touch touch_of(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                             struct tw_sim_worker *owner)
{
    const struct tw_sim_worker *worker = warp->worker;
    struct touch touch = {
        .races = worker->cluster_races, .warp = warp, .op = op, .owner = owner, .lane = lane};
    const uint32_t released = touch.races->state[worker->rank].released.of[worker->rank];
    const struct tw_order *order = tw_order_of(worker->shadow);
    const unsigned thread = warp->number * 32 + lane;
    const uint32_t fenced = tw_fenced_at(order, thread);
    touch.bytes = op->access_bytes;
    touch.loads = op->counted && !op->is_store;
    touch.strong = is_strong(op);
    touch.mine =
        (struct entry){.time = touch.strong && !touch.loads && released ? released : touch.races->time,
                       .op = op->place,
                       .stamp = touch.strong && !touch.loads && fenced > order->begin ? fenced : order->now,
                       .thread = (uint16_t)thread,
                       .rank = (uint8_t)worker->rank,
                       .late = worker->at_cluster[warp->number] >> lane & 1u};
    return touch;
}

void tw_cluster_races_access(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                             struct tw_sim_worker *owner, uint32_t offset)
{
    struct touch touch = touch_of(warp, op, lane, owner);
    touch.offset = offset;
    touch_cells(&touch);
}

void tw_cluster_races_own(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                          const struct tw_lane_access *access)
{
    for (; active; active &= active - 1) {
        unsigned lane = tw_first_of(active);
        tw_cluster_races_access(warp, op, lane, warp->worker, (uint32_t)access->address[lane]);
    }
}

/* --- copies */

void tw_cluster_races_copy(struct tw_warp *warp, struct tw_copy *copy, unsigned lane)
{
    struct tw_cluster_races *races = warp->worker->cluster_races;
    struct tw_sim_worker *owner = tw_cluster_owner(warp->worker, copy->to[lane]);
    if (!owner) return;
    struct touch touch = touch_of(warp, copy->op, lane, owner);
    touch.loads = false;
    touch.offset = (uint32_t)(copy->to[lane] - owner->shared);
    touch.bytes = copy->bytes[lane];
    touch.mine.time = ON_ITS_WAY;
    touch_cells(&touch);
    tw_order_publish(warp, 1u << lane); /* whoever waits for the copy is taken for told of that, too */
    copy->began = races->time++;
}

/* The cells are as if the waiting thread had written them; one of a third block tells nothing. */
void tw_cluster_races_land(struct tw_warp *waiter, unsigned waiting, const struct tw_sim_worker *issuer,
                           const struct tw_copy *copy, unsigned lane)
{
    struct tw_sim_worker *worker = waiter->worker, *owner = tw_cluster_owner(worker, copy->to[lane]);
    struct tw_cluster_races *races = worker->cluster_races;
    if (!owner) return;
    const struct touch touch = touch_of(waiter, copy->op, waiting, owner);
    const struct entry landed = owner == worker ? touch.mine : (struct entry){0};
    struct clocks clocks = races->state[issuer->rank].known;
    clocks.of[issuer->rank] = copy->began;
    if (issuer != worker) learn(races, worker->rank, &clocks);
    const uint32_t shift = owner->shadow->shift, first = (uint32_t)(copy->to[lane] - owner->shared);
    for (uint32_t at = first >> shift; at < (first + copy->bytes[lane] + (1u << shift) - 1) >> shift; at++)
        races->cell[owner->rank][at].of[touch.strong ? STRONG_WRITER : PLAIN_WRITER] = landed;
    struct visit *visit = &races->visits[owner->rank][issuer->rank];
    if (visit->entry.time == ON_ITS_WAY) visit->entry.time = copy->began;
}

/* --- the end */

void tw_cluster_races_end(struct tw_cluster_races *races)
{
    for (unsigned i = 0; i < races->size * races->size; i++) {
        struct tw_sim_worker *owner = races->cluster[i / races->size],
                             *visitor = races->cluster[i % races->size];
        const struct visit *visit = &races->visits[owner->rank][visitor->rank];
        const struct entry *entry = &visit->entry;
        if (!entry->time || is_behind(races, owner->rank, entry)) continue;
        struct tw_caught caught = {.fault = TW_SIM_RACE,
                                   .op = &owner->running->program->ops[entry->op],
                                   .first = entry->thread,
                                   .other = -1,
                                   .shared = true,
                                   .owner = owner,
                                   .address = visit->offset,
                                   .bytes = visit->bytes,
                                   .how = TW_HOW_BEHIND_EXIT};
        tw_catch(visitor, &caught);
    }
}
