/* Of segments: the ways that are worth trying. */
#include "gen/families/reduce/segments/segments.h"

/* Warps of a block, which share a segment, or have segments of their own, or whose lanes share them; segments that a warp
   takes in turn; loads. */
static const struct {
    unsigned warps, lanes, block_warps, turns, unroll;
} ways[] = {
    {1, 0, 2, 1, 8}, {1, 0, 4, 1, 4}, {1, 0, 4, 4, 4},   {2, 0, 2, 1, 8},   {4, 0, 4, 1, 8},
    {8, 0, 8, 1, 8}, {8, 0, 8, 1, 4}, {16, 0, 16, 1, 8}, {32, 0, 32, 1, 4}, {0, 1, 4, 1, 2},
    {0, 2, 4, 1, 2}, {0, 4, 4, 1, 2}, {0, 8, 4, 1, 2},   {0, 16, 4, 1, 2},  {1, 0, 2, 32, 2},
};

/* Equal shares: leaves, warps of a block, rounds of pieces. */
static const struct {
    unsigned leaves, block_warps, unroll;
} shared_ways[] = {{4, 4, 1}, {8, 8, 1}, {2, 2, 1}, {4, 4, 2}, {4, 8, 1}};

#define DIRECT_WAYS (sizeof ways / sizeof *ways)

unsigned tw_segments_ways(const int64_t *given)
{
    (void)given;
    return 1 + DIRECT_WAYS + sizeof shared_ways / sizeof *shared_ways;
}

/* The first is the rule's. */
void tw_segments_take(int64_t *value, unsigned way, const struct tw_target *target)
{
    (void)target;
    if (way == 0) return;
    if (way > DIRECT_WAYS) {
        way -= DIRECT_WAYS + 1;
        if (value[REDUCE_leaves] == TW_DERIVED) tw_derive(value, REDUCE_schedule, REDUCE_BALANCED);
        if (value[REDUCE_schedule] == REDUCE_BALANCED)
            tw_derive(value, REDUCE_leaves, shared_ways[way].leaves);
        tw_derive(value, REDUCE_BDIMX, TW_WARP * shared_ways[way].block_warps);
        tw_derive(value, REDUCE_unroll, shared_ways[way].unroll);
        return;
    }
    unsigned lanes = ways[way - 1].lanes, threads = TW_WARP * ways[way - 1].block_warps;
    tw_derive(value, REDUCE_warps, lanes ? 1 : ways[way - 1].warps);
    tw_derive(value, REDUCE_BDIMX, lanes ? lanes : threads);
    if (lanes && value[REDUCE_BDIMX] == lanes) tw_derive(value, REDUCE_BDIMY, threads / lanes);
    tw_derive(value, REDUCE_leaves, ways[way - 1].turns);
    tw_derive(value, REDUCE_unroll, ways[way - 1].unroll);
    tw_segments_infer(value);
    tw_derive(value, REDUCE_schedule, REDUCE_DIRECT);
}
