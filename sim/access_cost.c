/*
 * What an access costs. An operation's addresses mostly have the pattern that they had before, so a cost is looked
 * up first in the operation's pattern (struct tw_pattern), then among the last patterns of all (struct tw_memo).
 */
#ifdef __AVX512F__
#pragma GCC target("prefer-vector-width=256")
#endif
#include "sim/access_cost.h"

#include "sim/lanes.h"

#include <tilewright/banks.h>

/* What a request to global memory touches: sectors of 32 bytes in the lower half, aligned 64 bytes in the upper. */
#define TRAFFIC(sectors, fills) ((uint32_t)(sectors) | (uint32_t)(fills) << 16)

/* Different aligned pieces of `grain` bytes that the active lanes touch; no access crosses one's end, being aligned. */
static uint32_t count_pieces(const uint32_t pattern[32], uint32_t active, uint32_t grain)
{
    uint32_t seen[32], count = 0;
    for (unsigned i = 0; i < 32; i++) {
        uint32_t piece = pattern[i] / grain;
        if (!(active >> i & 1u)) continue;
        if (count && seen[count - 1] == piece) continue; /* neighbours mostly share */
        unsigned k = 0;
        while (k < count && seen[k] != piece) k++;
        if (k == count) seen[count++] = piece;
    }
    return count;
}

static uint32_t pieces_far_apart(const uint64_t address[32], uint32_t active, uint64_t grain)
{
    uint64_t seen[32];
    uint32_t count = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1u)) continue;
        unsigned k = 0;
        while (k < count && seen[k] != address[i] / grain) k++;
        if (k == count) seen[count++] = address[i] / grain;
    }
    return count;
}

/* The addresses relative to `base`; false when they are too far apart for that. */
static bool find_pattern(const struct tw_lane_access *access, uint64_t base, uint32_t pattern[32])
{
    uint64_t far = 0;
    for (unsigned i = 0; i < 32; i++) {
        uint64_t distance = access->address[i] - base;
        far |= (distance + 0x80000000u) >> 32; /* does not fit a signed 32-bit number */
        pattern[i] = (uint32_t)distance;
    }
    return !far;
}

static uint32_t price(const struct tw_op *op, uint32_t active, const uint32_t pattern[32], bool shared)
{
    enum tw_access access = op->is_store || op->by_rows ? TW_STORE : TW_LOAD;
    if (op->atomic_passes)
        return op->atomic_passes * tw_bank_atomic_wavefronts(op->access_bytes, pattern, active);
    return shared ? tw_bank_wavefronts(access, op->access_bytes, pattern, active)
                  : TRAFFIC(count_pieces(pattern, active, 32), count_pieces(pattern, active, 64));
}

/* Remembers what the last patterns of an operation cost; see struct tw_memo. Of lanes in rows no pattern need be made
 * to find it. */
static uint32_t remembered_cost(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                                const struct tw_lane_access *access, bool shared)
{
    uint64_t first = access->address[tw_first_of(active)], base = first & ~(uint64_t)127;
    uint64_t corner = access->width ? access->address[0] - base : first - base;
    uint32_t pattern[32];
    struct tw_memo *memo = &warp->worker->memo[(warp->pc * 37u + (uint32_t)corner / 4u) % TW_MEMO_ENTRIES];
    bool known =
        memo->op == op && memo->active == active && memo->shared == shared && memo->width == access->width;
    if (access->width && known && memo->step == access->step && memo->gap == access->gap &&
        memo->pattern[0] == corner)
        return memo->cost;
    if (!find_pattern(access, base, pattern)) {
        return TRAFFIC(pieces_far_apart(access->address, active, 32),
                       pieces_far_apart(access->address, active, 64));
    }
    if (!access->width && known && memcmp(memo->pattern, pattern, sizeof pattern) == 0) return memo->cost;
    *memo = (struct tw_memo){.op = op,
                             .shared = shared,
                             .width = access->width,
                             .active = active,
                             .cost = price(op, active, pattern, shared),
                             .step = access->step,
                             .gap = access->gap};
    memcpy(memo->pattern, pattern, sizeof memo->pattern);
    return memo->cost;
}

static uint32_t cost_of(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                        const struct tw_lane_access *access, bool shared)
{
    struct tw_pattern *pattern = access->pattern;
    uint32_t phase = access->address[0] & 127u;
    bool known = pattern && pattern->priced && pattern->phase == phase && pattern->active == active &&
                 pattern->shared == shared;
    if (known) return pattern->cost;
    uint32_t cost = remembered_cost(warp, op, active, access, shared);
    if (!pattern) return cost;
    pattern->priced = true;
    pattern->phase = phase;
    pattern->active = active;
    pattern->shared = shared;
    pattern->cost = cost;
    return cost;
}

/* By the active lanes, whether they share addresses or not. */
static uint64_t bytes_asked(const struct tw_op *op, uint32_t active)
{
    return (uint64_t)op->access_bytes * (unsigned)__builtin_popcount(active);
}

/* An example for the report. */
static void keep_sample(struct tw_sim_sample *sample, const struct tw_warp *warp, const struct tw_op *op,
                        uint32_t active, const struct tw_lane_access *access, uint32_t cost)
{
    sample->cost = cost;
    sample->warp = warp->number;
    sample->active = active;
    sample->bytes = op->access_bytes;
    memcpy(sample->address, access->address, sizeof sample->address);
}

/* In block 0; of its warps the lowest counts. */
static bool is_first(const struct tw_warp *warp, const struct tw_sim_sample *first)
{
    return !warp->worker->block_number && (!first->active || warp->number < first->warp);
}

/* Without bank conflicts; lanes that share words may take less than that. */
static uint32_t ideal_cost(const struct tw_op *op, uint32_t active, uint32_t cost)
{
    uint32_t ideal = op->access_bytes <= 4 ? 1 : tw_bank_ideal(op->access_bytes, active);
    return ideal < cost ? ideal : cost;
}

/* All lanes in a row use each bank the least often that is possible. */
void tw_count_shared(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access)
{
    if (op->uncounted || (!op->counted && !op->atomic_passes)) return;
    struct tw_tally *tally = &warp->tally[warp->pc];
    tally->shared_requests++;
    tally->shared_bytes += bytes_asked(op, active);
    bool in_a_row = access->shape == TW_CONSECUTIVE && !op->atomic_passes;
    uint32_t cost = !in_a_row               ? cost_of(warp, op, active, access, true)
                    : op->access_bytes <= 4 ? 1
                                            : op->access_bytes / 4u;
    tally->shared_wavefronts += cost;
    tally->shared_ideal += in_a_row ? cost : ideal_cost(op, active, cost);
    if (cost > tally->worst.cost) keep_sample(&tally->worst, warp, op, active, access, cost);
    if (is_first(warp, &tally->first)) keep_sample(&tally->first, warp, op, active, access, cost);
}

static uint32_t traffic_of(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                           const struct tw_lane_access *access)
{
    uint64_t first = access->address[0], last = access->address[31] + op->access_bytes - 1;
    if (access->shape == TW_SAME) return TRAFFIC(1, 1);
    if (access->shape == TW_CONSECUTIVE)
        return TRAFFIC(last / 32 - first / 32 + 1, last / 64 - first / 64 + 1);
    return cost_of(warp, op, active, access, false);
}

void tw_count_global(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     const struct tw_lane_access *access)
{
    if (op->uncounted || !op->counted) return;
    uint32_t traffic = traffic_of(warp, op, active, access), sectors = traffic & 0xFFFFu;
    struct tw_tally *tally = &warp->tally[warp->pc];
    tally->global_requests++;
    tally->global_bytes += bytes_asked(op, active);
    tally->global_sectors += sectors;
    tally->global_fills += traffic >> 16;
    if (sectors > tally->worst.cost) keep_sample(&tally->worst, warp, op, active, access, sectors);
}

void tw_count_constant(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                       const struct tw_lane_access *access)
{
    if (op->uncounted || !op->counted) return;
    struct tw_tally *tally = &warp->tally[warp->pc];
    tally->constant_requests++;
    tally->constant_broadcasts += access->shape == TW_SAME ? 1 : pieces_far_apart(access->address, active, 1);
}
