/*
 * mbarriers (PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier"). What the 64 bits hold is nobody's business but
 * ours:
 *
 *     63    62 .. 43   42 .. 23   22 .. 2        1  0
 *     phase expected   pending    transactions   0  1
 *
 * A word without that 01, such as the poison of shared memory, is no mbarrier.
 */
#include "sim/check/finding.h"
#include "sim/exec/async.h"
#include "sim/exec/cluster.h"

#include <string.h>

#define TAG 1u

struct object {
    unsigned phase;
    uint32_t expected, pending; /* arrivals in each phase, and still in this one */
    int32_t transactions;       /* bytes */
};

static struct object unpack(uint64_t bits)
{
    uint32_t transactions = (uint32_t)(bits >> 2) & 0x1FFFFFu;
    return (struct object){(unsigned)(bits >> 63), (uint32_t)(bits >> 43) & TW_MBARRIER_MOST,
                           (uint32_t)(bits >> 23) & TW_MBARRIER_MOST, (int32_t)(transactions << 11) >> 11};
}

static uint64_t pack(struct object object)
{
    return (uint64_t)object.phase << 63 | (uint64_t)object.expected << 43 | (uint64_t)object.pending << 23 |
           (uint64_t)((uint32_t)object.transactions & 0x1FFFFFu) << 2 | TAG;
}

static void store(unsigned char *at, struct object object)
{
    uint64_t bits = pack(object);
    memcpy(at, &bits, sizeof bits);
}

static bool goes_on(const struct tw_warp *warp)
{
    return warp->worker->running->launch->goes_on;
}

/* By whom, where there was one once; `there`: its bits still are. True: the launch goes on with these. */
static bool find_absent(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                        const struct tw_sim_worker *owner, uint32_t offset, bool there)
{
    const struct tw_invalidated *by = tw_async_invalidator(owner, offset);
    struct tw_text text = {0};
    const char *words =
        by ? "the mbarrier there has been invalidated" : "no mbarrier has been initialised there";
    tw_text_addf(&text, "%s (shared memory, byte %lld)", words, (long long)offset - owner->shared_front);
    if (by) {
        tw_text_add(&text, " by ");
        tw_add_thread(&text, warp->worker, by->block, by->thread);
        tw_text_add(&text, ", at ");
        tw_add_place(&text, warp->worker, by->op);
        tw_text_add(&text, ", and not initialised again");
    }
    if (!text.failed) words = tw_text_string(&text);
    const bool passes = there && tw_find_passing(warp, op, TW_SIM_PASS_INVALIDATED, TW_SIM_TRAP, lane, words);
    if (!there) tw_find(warp, op, TW_SIM_TRAP, lane, "%s", words);
    tw_text_free(&text);
    return passes;
}

bool tw_mbarrier_state(struct tw_warp *warp, const struct tw_op *op, unsigned lane, const unsigned char *at,
                       uint64_t *state)
{
    const struct tw_sim_worker *owner = tw_cluster_owner(warp->worker, at);
    memcpy(state, at, sizeof *state);
    const uint32_t offset = (uint32_t)(at - owner->shared);
    const bool there = (*state & 3u) == TAG;
    if (there && !(goes_on(warp) && tw_async_invalidator(owner, offset))) return true;
    return find_absent(warp, op, lane, owner, offset, there);
}

static bool load(struct tw_warp *warp, const struct tw_op *op, unsigned lane, const unsigned char *at,
                 struct object *object)
{
    uint64_t state;
    if (!tw_mbarrier_state(warp, op, lane, at, &state)) return false;
    *object = unpack(state);
    return true;
}

unsigned tw_mbarrier_phase(uint64_t state)
{
    return unpack(state).phase;
}

uint32_t tw_mbarrier_pending(uint64_t state)
{
    return unpack(state).pending;
}

bool tw_mbarrier_init(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned char *at,
                      uint32_t count)
{
    if (!count || count > TW_MBARRIER_MOST) {
        tw_find(warp, op, TW_SIM_TRAP, lane, "an mbarrier of %u arrivals; 1 to %u are possible", count,
                TW_MBARRIER_MOST);
        return false;
    }
    struct tw_sim_worker *owner = tw_cluster_owner(warp->worker, at);
    tw_async_initialised(owner, (uint32_t)(at - owner->shared));
    store(at, (struct object){0, count, count, 0});
    return true;
}

bool tw_mbarrier_inval(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned char *at)
{
    const struct tw_sim_worker *worker = warp->worker;
    struct tw_sim_worker *owner = tw_cluster_owner(worker, at);
    struct tw_invalidated by = {
        .offset = (uint32_t)(at - owner->shared), .thread = warp->number * 32 + lane, .op = op};
    struct object object;
    if (!load(warp, op, lane, at, &object)) return false;
    memcpy(by.block, worker->block, sizeof by.block);
    tw_async_invalidated(owner, by);
    if (!goes_on(warp)) memset(at, 0, sizeof(uint64_t)); /* hardware leaves what is there */
    return true;
}

bool tw_mbarrier_expect_one(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned char *at)
{
    struct object object;
    if (!load(warp, op, lane, at, &object)) return false;
    if (object.pending == TW_MBARRIER_MOST) {
        tw_find(warp, op, TW_SIM_TRAP, lane, "the mbarrier waits for %u arrivals already", object.pending);
        return false;
    }
    object.pending++;
    store(at, object);
    return true;
}

/* Does the step leave the ranges that the ISA gives? */
static bool step_fits(struct tw_warp *warp, const struct tw_op *op, unsigned lane, struct object object,
                      struct tw_mbarrier_step step)
{
    int64_t bytes = (int64_t)object.transactions + step.transactions;
    if (step.arrivals > object.pending) {
        tw_find(warp, op, TW_SIM_TRAP, lane, "%u arrivals at an mbarrier whose phase waits for %u",
                step.arrivals, object.pending);
        return false;
    }
    if (bytes > (int64_t)TW_MBARRIER_MOST || bytes < -(int64_t)TW_MBARRIER_MOST) {
        tw_find(warp, op, TW_SIM_TRAP, lane, "%lld bytes of transactions at an mbarrier; %u are possible",
                (long long)bytes, TW_MBARRIER_MOST);
        return false;
    }
    return true;
}

bool tw_mbarrier_step(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned char *at,
                      struct tw_mbarrier_step step)
{
    struct object object;
    if (!load(warp, op, lane, at, &object) || !step_fits(warp, op, lane, object, step)) return false;
    object.pending -= step.arrivals;
    object.transactions += step.transactions;
    if (step.drops) object.expected -= step.arrivals;
    if (!object.pending && !object.transactions) {
        if (!step.may_complete) {
            tw_find(warp, op, TW_SIM_TRAP, lane,
                    "it ends the phase, which .noComplete says that it does not");
            return false;
        }
        object.phase ^= 1u;
        object.pending = object.expected;
    }
    store(at, object);
    return true;
}
