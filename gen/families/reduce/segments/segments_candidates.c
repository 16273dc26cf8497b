/* The candidates along segments. */
#include "gen/families/reduce/segments/segments.h"

/* Warps of a block, which share a segment, or have segments of their own, or whose lanes share them; segments that a warp
   takes in turn; loads. */
static const struct {
    unsigned warps, lanes, block_warps, turns, unroll;
} candidates[] = {
    {1, 0, 2, 1, 8}, {1, 0, 4, 1, 4}, {1, 0, 4, 4, 4},   {2, 0, 2, 1, 8},   {4, 0, 4, 1, 8},
    {8, 0, 8, 1, 8}, {8, 0, 8, 1, 4}, {16, 0, 16, 1, 8}, {32, 0, 32, 1, 4}, {0, 1, 4, 1, 2},
    {0, 2, 4, 1, 2}, {0, 4, 4, 1, 2}, {0, 8, 4, 1, 2},   {0, 16, 4, 1, 2},  {1, 0, 2, 32, 2},
};

/* Equal shares: leaves, warps of a block, rounds of pieces. */
static const struct {
    unsigned leaves, block_warps, unroll;
} balanced_candidates[] = {{4, 4, 1}, {8, 8, 1}, {2, 2, 1}, {4, 4, 2}, {4, 8, 1}};

#define DIRECT_CANDIDATES (sizeof candidates / sizeof *candidates)

unsigned tw_segments_candidates(const int64_t *given)
{
    (void)given;
    return 1 + DIRECT_CANDIDATES + sizeof balanced_candidates / sizeof *balanced_candidates;
}

/* The first is the rule's. */
void tw_segments_take(int64_t *value, unsigned number, const struct tw_target *target)
{
    (void)target;
    if (number == 0) return;
    if (number > DIRECT_CANDIDATES) {
        number -= DIRECT_CANDIDATES + 1;
        if (value[REDUCE_leaves] == TW_DERIVED) tw_derive(value, REDUCE_schedule, REDUCE_BALANCED);
        if (value[REDUCE_schedule] == REDUCE_BALANCED)
            tw_derive(value, REDUCE_leaves, balanced_candidates[number].leaves);
        tw_derive(value, REDUCE_BDIMX, TW_WARP * balanced_candidates[number].block_warps);
        tw_derive(value, REDUCE_unroll, balanced_candidates[number].unroll);
        return;
    }
    unsigned lanes = candidates[number - 1].lanes, threads = TW_WARP * candidates[number - 1].block_warps;
    tw_derive(value, REDUCE_warps, lanes ? 1 : candidates[number - 1].warps);
    tw_derive(value, REDUCE_BDIMX, lanes ? lanes : threads);
    if (lanes && value[REDUCE_BDIMX] == lanes) tw_derive(value, REDUCE_BDIMY, threads / lanes);
    tw_derive(value, REDUCE_leaves, candidates[number - 1].turns);
    tw_derive(value, REDUCE_unroll, candidates[number - 1].unroll);
    tw_segments_infer(value);
    tw_derive(value, REDUCE_schedule, REDUCE_DIRECT);
}
