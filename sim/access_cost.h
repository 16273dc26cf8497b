/*
 * access_cost.h - counts what the active lanes' access to a state space costs, in the tally of the running operation.
 *
 * access->address, shape and pattern are set (access.c); addresses are those in the space. Atomics count in shared
 * memory only, where their passes are known (struct tw_op's atomic_passes). What one costs: docs/banks.md, docs/transactions.md.
 */
#ifndef TW_SIM_ACCESS_COST_H
#define TW_SIM_ACCESS_COST_H

#include "sim/execute.h"

/* Requests, bytes, wavefronts; the samples of the report. */
void tw_count_shared(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access) TW_LEVELLED(tw_count_shared);
/* Requests, bytes, sectors of 32 bytes, aligned 64 bytes; the dearest sample. */
void tw_count_global(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access) TW_LEVELLED(tw_count_global);
/* A request takes a broadcast for each address (CUDA C++ Programming Guide, "Constant Memory"). */
void tw_count_constant(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                       const struct tw_lane_access *access) TW_LEVELLED(tw_count_constant);

#endif
