/* Copies on their way; see async.h. Each warp has a queue of its operations in the order that they began. */
#include "sim/exec/async.h"
#include "sim/check/cluster_races.h"
#include "sim/check/finding.h"
#include "sim/check/matrix_reads.h"
#include "sim/check/shadow.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "sim/exec/cluster.h"
#include "sim/exec/memory/lane_access.h"

#define MOST_COPIES 1024u /* of a warp on their way: an older one may happen at any time, and does then */

struct queue {
    struct tw_copy *copies;
    unsigned count, capacity;
};

struct tw_async {
    struct queue queues[TW_MAX_WARPS];
    uint32_t
        commits[2]
               [TW_MAX_BLOCK_THREADS]; /* groups that each thread has committed: of copies, of bulk copies */
    unsigned awaited;                  /* copies that mbarriers wait for, in all queues */
    struct tw_invalidated *invalidated;
    size_t invalidated_count, invalidated_capacity;
};

void tw_async_free(struct tw_sim_worker *worker)
{
    if (!worker->async) return;
    for (unsigned w = 0; w < TW_MAX_WARPS; w++) free(worker->async->queues[w].copies);
    free(worker->async->invalidated);
    free(worker->async);
    worker->async = NULL;
}

void tw_async_begin(struct tw_sim_worker *worker)
{
    struct tw_async *async = worker->async;
    if (!async) return;
    for (unsigned w = 0; w < TW_MAX_WARPS; w++) async->queues[w].count = 0;
    memset(async->commits, 0, sizeof async->commits);
    async->awaited = 0;
    async->invalidated_count = 0;
}

void tw_async_invalidated(struct tw_sim_worker *owner, struct tw_invalidated by)
{
    if (!owner->async) owner->async = calloc(1, sizeof *owner->async);
    struct tw_async *async = owner->async;
    struct tw_invalidated *grown = async ? tw_grow(async->invalidated, async->invalidated_count,
                                                   &async->invalidated_capacity, sizeof *grown)
                                         : NULL;
    if (!grown) return;
    async->invalidated = grown;
    grown[async->invalidated_count++] = by;
}

const struct tw_invalidated *tw_async_invalidator(const struct tw_sim_worker *owner, uint32_t offset)
{
    const struct tw_async *async = owner->async;
    for (size_t i = 0; async && i < async->invalidated_count; i++) {
        if (async->invalidated[i].offset == offset) return &async->invalidated[i];
    }
    return NULL;
}

void tw_async_initialised(struct tw_sim_worker *owner, uint32_t offset)
{
    struct tw_async *async = owner->async;
    const struct tw_invalidated *known = tw_async_invalidator(owner, offset);
    if (known)
        async->invalidated[known - async->invalidated] = async->invalidated[--async->invalidated_count];
}

static bool is_awaited(const struct tw_copy *copy)
{
    return copy->kind == TW_COPY_ARRIVE || copy->kind == TW_COPY_TOLD;
}

/* The thread that waits for copies, or tests for them: to the check of races it is as if this thread had written what they leave. */
struct waiter {
    struct tw_warp *warp;
    unsigned lane;
};

static void mark_written(struct waiter waiter, const struct tw_sim_worker *issuer, const struct tw_copy *copy,
                         unsigned lane)
{
    struct tw_sim_worker *worker = waiter.warp->worker, *owner = tw_cluster_owner(worker, copy->to[lane]);
    struct tw_lane_access access = {.shape = TW_SCATTERED};
    if (!owner) return;
    if (worker->cluster_races) tw_cluster_races_land(waiter.warp, waiter.lane, issuer, copy, lane);
    if (owner != worker || owner != issuer) {
        tw_cluster_wrote(owner, copy->to[lane], copy->bytes[lane]);
        tw_cluster_ordered(worker, owner);
        return;
    }
    if (worker->shadow)
        tw_shadow_land(waiter.warp->worker, (uint32_t)(copy->to[lane] - worker->shared), copy->bytes[lane]);
    for (uint32_t at = 0; worker->shadow && at < copy->bytes[lane]; at += copy->op->access_bytes) {
        for (unsigned i = 0; i < 32; i++) {
            access.host[i] = copy->to[lane] + at;
            access.address[i] = (uint64_t)(access.host[i] - worker->shared);
        }
        tw_shadow_access(waiter.warp, copy->op, 1u << waiter.lane, &access);
    }
}

/* The lane's part happens. */
static void perform(struct waiter waiter, struct tw_warp *warp, struct tw_copy *copy, unsigned lane)
{
    struct tw_mbarrier_step step = {.may_complete = true};
    copy->lanes &= ~(1u << lane);
    if (copy->kind == TW_COPY_LANES || copy->kind == TW_COPY_TOLD)
        mark_written(waiter, warp->worker, copy, lane);
    switch (copy->kind) {
    case TW_COPY_LANES:
        memcpy(copy->to[lane], copy->data[lane], copy->bytes[lane]);
        break;
    case TW_COPY_ARRIVE:
        step.arrivals = 1;
        tw_mbarrier_step(warp, copy->op, lane, copy->barrier[lane], step);
        break;
    case TW_COPY_TOLD:
        copy->move(warp, copy, lane);
        step.transactions = -(int32_t)copy->bytes[lane];
        tw_mbarrier_step(warp, copy->op, lane, copy->barrier[lane], step);
        break;
    case TW_COPY_GROUPED:
        copy->move(warp, copy, lane);
        break;
    }
}

/* Does all that is left of a copy, of cp.async, happen now, each lane's part for itself? */
static bool is_whole(const struct tw_warp *warp, const struct tw_copy *copy, uint32_t lanes,
                     const uint32_t *limit)
{
    bool late = false;
    if (copy->kind != TW_COPY_LANES || copy->lanes & ~lanes || tw_cluster_size(warp->worker) > 1)
        return false;
    for (unsigned lane = 0; limit && lane < 32; lane++)
        late |= (copy->lanes >> lane & 1u) && copy->group[lane] >= limit[lane];
    return !late;
}

/* Takes out what has happened for all its lanes. */
static void sweep(struct tw_async *async, struct queue *queue)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < queue->count; i++) {
        if (!queue->copies[i].lanes) {
            async->awaited -= is_awaited(&queue->copies[i]);
        } else if (kept++ != i) {
            queue->copies[kept - 1] = queue->copies[i];
        }
    }
    queue->count = kept;
}

/* Copies of one kind in front of `end` happen, of these lanes, of groups below their `limit`; NULL: of all groups. The waiter is each
 * lane itself where it is NULL. */
static void perform_until(const struct waiter *waiter, struct tw_warp *warp, struct queue *queue,
                          unsigned end, enum tw_copy_kind kind, uint32_t lanes, const uint32_t *limit)
{
    for (unsigned i = 0; i < end; i++) {
        struct tw_copy *copy = &queue->copies[i];
        if (!waiter && copy->kind == kind && is_whole(warp, copy, lanes, limit)) copy->whole(warp, copy);
        for (unsigned lane = 0; copy->kind == kind && copy->lanes && lane < 32; lane++) {
            if (!(copy->lanes & lanes & 1u << lane)) continue;
            if (!limit || copy->group[lane] < limit[lane])
                perform(waiter ? *waiter : (struct waiter){warp, lane}, warp, copy, lane);
        }
    }
}

static bool make_room(struct tw_async *async, struct tw_warp *warp, struct queue *queue)
{
    if (queue->count == MOST_COPIES) {
        perform_until(NULL, warp, queue, MOST_COPIES / 2, TW_COPY_LANES, TW_ALL_LANES, NULL);
        perform_until(NULL, warp, queue, MOST_COPIES / 2, TW_COPY_GROUPED, TW_ALL_LANES, NULL);
        sweep(async, queue);
    }
    if (queue->count < queue->capacity) return true;
    unsigned capacity = queue->capacity ? queue->capacity * 2 : 4;
    struct tw_copy *grown = realloc(queue->copies, capacity * sizeof *grown);
    if (!grown) return false;
    queue->copies = grown;
    queue->capacity = capacity;
    return true;
}

struct tw_copy *tw_async_start(struct tw_warp *warp, const struct tw_op *op, enum tw_copy_kind kind,
                               uint32_t lanes)
{
    struct tw_sim_worker *worker = warp->worker;
    if (!worker->async) worker->async = calloc(1, sizeof *worker->async);
    struct tw_async *async = worker->async;
    struct queue *queue = async ? &async->queues[warp->number] : NULL;
    if (!queue || !make_room(async, warp, queue)) {
        tw_find(warp, op, TW_SIM_TRAP, 0, "out of memory for copies on their way");
        return NULL;
    }
    struct tw_copy *copy = &queue->copies[queue->count++];
    copy->kind = kind;
    copy->op = op;
    copy->lanes = lanes;
    memcpy(copy->group, &async->commits[kind == TW_COPY_GROUPED][warp->number * 32], sizeof copy->group);
    async->awaited += is_awaited(copy);
    return copy;
}

bool tw_async_tell(struct tw_warp *warp, struct tw_copy *copy, unsigned lane, uint64_t barrier)
{
    struct tw_sim_worker *owner;
    uint64_t state;
    copy->barrier[lane] = tw_cluster_host(warp, copy->op, lane, barrier, 8, &owner);
    if (!copy->barrier[lane] || !tw_mbarrier_state(warp, copy->op, lane, copy->barrier[lane], &state))
        return false;
    if (warp->worker->cluster_races) tw_cluster_races_copy(warp, copy, lane);
    if (warp->worker->shadow && tw_cluster_owner(warp->worker, copy->to[lane]) == warp->worker)
        tw_matrix_reads_store(warp, copy->op, lane, (uint32_t)(copy->to[lane] - warp->worker->shared),
                              copy->bytes[lane]);
    return true;
}

void tw_async_commit(struct tw_warp *warp, uint32_t lanes, bool bulk)
{
    struct tw_async *async = warp->worker->async;
    for (unsigned lane = 0; async && lane < 32; lane++)
        async->commits[bulk][warp->number * 32 + lane] += lanes >> lane & 1u;
}

void tw_async_wait(struct tw_warp *warp, uint32_t lanes, uint32_t pending, bool bulk)
{
    struct tw_async *async = warp->worker->async;
    uint32_t limit[32];
    if (!async) return;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint32_t commits = async->commits[bulk][warp->number * 32 + lane];
        limit[lane] = commits > pending ? commits - pending : 0;
    }
    struct queue *queue = &async->queues[warp->number];
    perform_until(NULL, warp, queue, queue->count, bulk ? TW_COPY_GROUPED : TW_COPY_LANES, lanes, limit);
    sweep(async, queue);
}

/* An arrival comes after all copies that its thread began before. True: something has happened. */
static bool settle_queue(struct waiter waiter, struct tw_warp *warp, struct queue *queue,
                         const unsigned char *barrier)
{
    bool happened = false;
    for (unsigned i = 0; i < queue->count; i++) {
        struct tw_copy *copy = &queue->copies[i];
        for (unsigned lane = 0; is_awaited(copy) && lane < 32; lane++) {
            if (!(copy->lanes >> lane & 1u) || copy->barrier[lane] != barrier) continue;
            if (copy->kind == TW_COPY_ARRIVE)
                perform_until(&waiter, warp, queue, i, TW_COPY_LANES, 1u << lane, NULL);
            perform(waiter, warp, copy, lane);
            happened = true;
        }
    }
    return happened;
}

bool tw_async_settle(struct tw_warp *warp, unsigned lane, const unsigned char *barrier)
{
    const struct waiter waiter = {warp, lane};
    bool happened = false;
    for (unsigned i = 0; i < tw_cluster_size(warp->worker); i++) {
        struct tw_sim_worker *block = warp->worker->cluster[i];
        struct tw_async *async = block->async;
        for (unsigned w = 0; async && async->awaited && w < block->warp_count; w++) {
            happened |= settle_queue(waiter, &block->warps[w], &async->queues[w], barrier);
            sweep(async, &async->queues[w]);
        }
    }
    return happened;
}

void tw_async_end(struct tw_sim_worker *worker)
{
    struct tw_async *async = worker->async;
    for (unsigned w = 0; async && w < worker->warp_count; w++) {
        struct queue *queue = &async->queues[w];
        perform_until(NULL, &worker->warps[w], queue, queue->count, TW_COPY_GROUPED, TW_ALL_LANES, NULL);
    }
}
