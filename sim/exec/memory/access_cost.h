/*
 * access_cost.h - counts what the active lanes' access to a state space costs, in the tally of the running operation.
 *
 * access->address, shape and pattern are set (access.c); addresses are those in the space. Atomics count in shared
 * memory only, where their passes are known (struct tw_op's atomic_passes). What one costs: docs/banks.md, docs/transactions.md.
 */
#ifndef TW_SIM_EXEC_MEMORY_ACCESS_COST_H
#define TW_SIM_EXEC_MEMORY_ACCESS_COST_H

#include <tilewright/banks.h>

#include "sim/exec/memory/lane_access.h"

/* Requests, bytes, wavefronts; the samples of the report. */
void tw_count_shared(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access) TW_LEVELLED(tw_count_shared);
/* Requests, bytes, sectors of 32 bytes, aligned 64 bytes; the dearest sample. */
void tw_count_global(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access) TW_LEVELLED(tw_count_global);
/* A request takes a broadcast for each address (CUDA C++ Programming Guide, "Constant Memory"). */
void tw_count_constant(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                       const struct tw_lane_access *access) TW_LEVELLED(tw_count_constant);

/*
 * Where the first address lies decides what a pattern costs, as far as its place among sectors and aligned 64 bytes goes, or
 * within a word: a shift by whole words turns the banks round.
 */
static inline unsigned tw_phase(uint64_t first, bool shared)
{
    return first & (shared ? 3 : TW_PHASES - 1);
}

/* By the active lanes, whether they share addresses or not. */
static inline uint64_t tw_bytes_asked(const struct tw_op *op, uint32_t active)
{
    return (uint64_t)op->access_bytes * (unsigned)__builtin_popcount(active);
}

/* In block 0; of its warps the lowest counts. */
static inline bool tw_is_first(const struct tw_warp *warp, const struct tw_tally *tally)
{
    return !warp->worker->block_number && (!tally->first_holder || warp->number + 1 < tally->first_holder);
}

/* Without bank conflicts; lanes that share words may take less than that. */
static inline uint32_t tw_ideal_cost(const struct tw_op *op, uint32_t active, uint32_t cost)
{
    uint32_t ideal = op->access_bytes <= 4    ? 1
                     : active == TW_ALL_LANES ? op->access_bytes / 4u
                                              : tw_bank_ideal(op->access_bytes, active);
    return ideal < cost ? ideal : cost;
}

static inline bool tw_counts_shared(const struct tw_op *op)
{
    return !op->is_part && (op->counted || op->atomic_passes);
}

/* What a request to global memory touches: sectors of 32 bytes in the lower half, aligned 64 bytes in the upper. */
#define TW_TRAFFIC(sectors, fills) ((uint32_t)(sectors) | (uint32_t)(fills) << 16)

static inline uint32_t tw_traffic_of_row(const struct tw_op *op, uint64_t first)
{
    uint64_t last = first + 32u * op->access_bytes - 1;
    return TW_TRAFFIC(last / 32 - first / 32 + 1, last / 64 - first / 64 + 1);
}

/* The same for a pattern that cost so much before, its first address at `first`. False: what it costs is to be found out,
   or it is one to be kept; nothing has been counted. */
static inline bool tw_count_shared_again(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                         const struct tw_access_pattern *pattern, uint64_t first)
{
    struct tw_tally *tally = &warp->tally[warp->pc];
    uint32_t cost = pattern->shared ? pattern->cost[tw_phase(first, true)] : 0;
    if (!tw_counts_shared(op)) return true;
    if (!cost || cost > tally->worst_cost || warp->worker->requests || tw_is_first(warp, tally)) return false;
    tally->shared_requests++;
    tally->shared_bytes += tw_bytes_asked(op, active);
    tally->shared_wavefronts += cost;
    tally->shared_ideal += tw_ideal_cost(op, active, cost);
    return true;
}

static inline bool tw_count_global_again(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                         const struct tw_access_pattern *pattern, uint64_t first)
{
    struct tw_tally *tally = &warp->tally[warp->pc];
    uint32_t cost = pattern->shape == TW_CONSECUTIVE ? tw_traffic_of_row(op, first)
                    : pattern->shared                ? 0
                                                     : pattern->cost[tw_phase(first, false)];
    uint32_t sectors = cost & 0xFFFFu;
    if (op->is_part || !op->counted) return true;
    if (!cost || sectors > tally->worst_cost) return false;
    tally->global_requests++;
    tally->global_bytes += tw_bytes_asked(op, active);
    tally->global_sectors += sectors;
    tally->global_fills += cost >> 16;
    return true;
}

#endif
