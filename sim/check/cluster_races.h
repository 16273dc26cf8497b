/*
 * cluster_races.h - the check of races between the blocks of a cluster, in their shared memory.
 *
 * Each cell of each block's shared memory remembers who wrote it last, plainly and by a strong access, and two blocks that have read
 * it. An access of another block comes after an earlier one for certain when one of these stood between:
 *
 *     barrier.cluster                               at which the earlier one's thread arrived behind it, and the later one's
 *                                                   block has waited
 *     a fence or an mbarrier's arrival, then a      `known[b][c]`: what block b knows of block c, as clocks of clocks have it,
 *     strong store or atomic, and the strong        by way of `told`; in its block, a fence is for what its lane knows
 *     load, atomic or wait that finds it
 *     a copy's end                                  for the block that waited for it
 *
 * A copy has written since it began, until someone has waited for it; nothing else orders it. Strong accesses do not race with each
 * other. What is not exact errs towards taking accesses for ordered, as in shadow.h: so all scopes count, a relaxed arrival
 * is one that releases, and flags are told apart by a hash.
 *
 * Thread-safety: the blocks of a cluster are on one host thread, and so is this.
 */
#ifndef TW_SIM_CHECK_CLUSTER_RACES_H
#define TW_SIM_CHECK_CLUSTER_RACES_H

#include "sim/exec/async.h"
#include "sim/exec/memory/lane_access.h"

/* Makes the check of the blocks of `cluster`, which have shadows; the caller frees it. NULL: out of memory. */
struct tw_cluster_races *tw_cluster_races_new(struct tw_sim_worker *const cluster[TW_MOST_CLUSTER]);
void tw_cluster_races_free(struct tw_cluster_races *races); /* NULL is allowed */

/* A cluster begins. */
void tw_cluster_races_begin(struct tw_cluster_races *races);
/* All its blocks have ended: accesses that may have come when the block whose memory it was had gone. */
void tw_cluster_races_end(struct tw_cluster_races *races);

/* An access of the lane to what lies `offset` bytes into the owner's shared memory, before it is made. What a strong one orders is told
   by tw_cluster_races_strong, before. */
void tw_cluster_races_access(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                             struct tw_sim_worker *owner, uint32_t offset);
/* The same of all active lanes to their own block's. */
void tw_cluster_races_own(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                          const struct tw_lane_access *access);

/* The lane's copy begins; and has been waited for by this lane of `waiter`. Copies into global memory are not looked at. */
void tw_cluster_races_copy(struct tw_warp *warp, struct tw_copy *copy, unsigned lane);
void tw_cluster_races_land(struct tw_warp *waiter, unsigned waiting, const struct tw_sim_worker *issuer,
                           const struct tw_copy *copy, unsigned lane);

/* --- what orders accesses */

void tw_cluster_races_fence(const struct tw_sim_worker *worker);
/* A strong access at a place: an address of global memory, or how far it is into some block's shared memory, with that block's rank
   from TW_RANK_SHIFT on. */
void tw_cluster_races_strong(const struct tw_sim_worker *worker, const struct tw_op *op, uint64_t place);
/* `count` warps from `first` on have met, or some of their lanes. */
void tw_cluster_races_meet(const struct tw_sim_worker *worker, unsigned first, unsigned count);
/* A phase of the cluster's barrier ends, while who has come is still marked; and a block has waited for it. */
void tw_cluster_races_phase(struct tw_cluster_races *races);
void tw_cluster_races_wait(const struct tw_sim_worker *worker);

#endif
