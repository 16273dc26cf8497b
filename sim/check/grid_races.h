/*
 * grid_races.h - the check of races in global memory, between blocks and within them.
 *
 * Within a block accesses are in order as in shared memory (shadow.h). Between blocks a release and an acquire order them: a fence
 * wider than the block, then a strong store or an atomic, and the strong load or atomic of another block that finds it. The clock is one
 * for the whole grid: what has been done until a fence, by whatever block, is taken for released by it, if some fence of its own block was behind
 * it: that each lane does for itself, and for what it has met. That is more than is so, and
 * may hide a race where blocks synchronise about something else; it makes none up. Beside it stands which block meant to tell something by a
 * fence for itself alone: so two strong accesses are found that such a fence leaves without order.
 *
 * Thread-safety: none. A launch that makes this check runs on one host thread.
 */
#ifndef TW_SIM_CHECK_GRID_RACES_H
#define TW_SIM_CHECK_GRID_RACES_H

#include "sim/exec/execute.h"

/* Of a launch; NULL: out of memory. */
struct tw_grid_races *tw_grid_races_new(const struct tw_running *running);
void tw_grid_races_free(struct tw_grid_races *races); /* NULL is allowed */

/* The worker's last block, if there was one, has ended: before its shadow begins anew. */
void tw_grid_end(struct tw_sim_worker *worker);
/* A block begins; it knows of no other. */
void tw_grid_begin(struct tw_sim_worker *worker);
/* An access to global memory, checked for bounds and alignment, before it is made. */
void tw_grid_access(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                    const struct tw_lane_access *access);
/* The same of an access whose addresses are not spelled out but for the `first` one, as they lie in its pattern. False: nothing has been done. */
bool tw_grid_late(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                  const struct tw_lane_access *access, uint64_t first);
/* All that has been done by whatever block is known to this one. */
void tw_grid_meet(struct tw_sim_worker *worker);
void tw_grid_fence(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes);

#endif
