/*
 * grid_races.h - the check of races in global memory, between blocks and within them.
 *
 * Within a block accesses are in order as in shared memory (shadow.h). Between blocks a release and an acquire order them: a fence
 * wider than the block, then a strong store or an atomic, and the strong load or atomic of another block that finds it. The clock is one
 * for the whole grid: a fence is taken to release what any block did before it, if that block has itself come to a fence since. Each lane's fence
 * does so for itself and for the lanes that it has met. This is more than the fence releases: it may hide a race where blocks synchronise about
 * something else, and makes none up. The check also notes which block released something by a fence for its own block alone. So it finds two
 * strong accesses that such a fence leaves unordered.
 *
 * Thread-safety: none. A launch that makes this check runs on one host thread.
 */
#ifndef TW_SIM_CHECK_GRID_RACES_H
#define TW_SIM_CHECK_GRID_RACES_H

#include "sim/exec/memory/lane_access.h"

/* Makes the check of a launch; the caller frees it. NULL: out of memory. */
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
