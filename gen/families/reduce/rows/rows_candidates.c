/* The candidates along rows. */
#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/rows/rows.h"

#define BY_RULE (-1)

/* Candidates of long rows: warps of a block, those of them that share a row, leaves, lines; the finish. 0, BY_RULE: by the rule. The most
   promising first. */
static const struct {
    unsigned block_warps, warps, leaves, unroll;
    int finish;
} long_candidates[] = {
    {0, 0, 0, 0, BY_RULE},
    {0, 0, 0, 0, REDUCE_BY_LAST},
    {8, 8, 1, 8, REDUCE_BY_CLUSTER},
    {4, 4, 1, 8, REDUCE_BY_CLUSTER},
    {16, 16, 1, 8, REDUCE_BY_CLUSTER},
    {2, 2, 1, 8, REDUCE_BY_CLUSTER},
    {32, 32, 1, 8, REDUCE_BY_CLUSTER},
    {32, 32, 1, 8, REDUCE_BY_LAST},
    {16, 16, 1, 8, REDUCE_BY_LAST},
    {16, 16, 4, 8, REDUCE_BY_LAST},
    {8, 8, 2, 8, REDUCE_BY_LAST},
    {8, 8, 4, 8, REDUCE_BY_LAST},
    {16, 16, 2, 8, REDUCE_BY_LAST},
    {8, 8, 1, 8, REDUCE_BY_LAST},
    {32, 32, 4, 8, REDUCE_BY_LAST},
    {8, 8, 8, 8, REDUCE_BY_LAST},
    {32, 32, 16, 8, REDUCE_BY_LAST},
    {4, 4, 1, 8, REDUCE_BY_LAST},
    {32, 32, 2, 8, REDUCE_BY_LAST},
    {16, 16, 8, 8, REDUCE_BY_LAST},
    {16, 16, 4, 16, REDUCE_BY_LAST},
    {8, 8, 2, 16, REDUCE_BY_LAST},
    {8, 8, 4, 16, REDUCE_BY_LAST},
    {4, 4, 4, 8, REDUCE_BY_LAST},
    {32, 32, 1, 4, REDUCE_BY_LAST},
    {32, 32, 16, 4, REDUCE_BY_LAST},
    {32, 32, 4, 4, REDUCE_BY_LAST},
    {16, 16, 4, 4, REDUCE_BY_LAST},
    {8, 8, 4, 4, REDUCE_BY_LAST},
    {16, 16, 16, 4, REDUCE_BY_LAST},
    {8, 8, 16, 8, REDUCE_BY_LAST},
    {32, 32, 8, 4, REDUCE_BY_LAST},
    {4, 4, 2, 8, REDUCE_BY_LAST},
    {4, 4, 8, 8, REDUCE_BY_LAST},
    {16, 16, 2, 16, REDUCE_BY_LAST},
    {8, 8, 8, 16, REDUCE_BY_LAST},
    {8, 1, 0, 8, REDUCE_BY_LAST},
    {8, 4, 0, 8, REDUCE_BY_LAST},
    {8, 2, 0, 8, REDUCE_BY_LAST},
    {4, 4, 0, 8, REDUCE_BY_LAST},
    {8, 1, 0, 16, REDUCE_BY_LAST},
    {32, 32, 32, 4, REDUCE_BY_LAST},
    {8, 8, 32, 8, REDUCE_BY_LAST},
    {16, 16, 1, 8, REDUCE_BY_SECOND},
    {32, 32, 1, 8, REDUCE_BY_SECOND},
    {16, 16, 8, 8, REDUCE_BY_SECOND},
    {2, 2, 1, 8, REDUCE_BY_LAST},
    {0, 0, 0, 0, REDUCE_BY_ATOMIC},
};

/* Candidates of short rows: lanes of a staged row, 0: it is loaded directly, BY_RULE; a power of two by which the rule's rows of a group are
   multiplied; lines, or loads of 16 bytes; threads, 0: by the rule. */
static const struct {
    int row_lanes, rows;
    unsigned unroll, threads;
} short_candidates[] = {
    {BY_RULE, 0, 8, 0}, {0, 0, 8, 0},    {1, 0, 8, 0},   {1, 0, 8, 64},  {2, 0, 8, 0},    {4, 0, 8, 0},
    {8, 0, 8, 0},       {1, 1, 8, 0},    {1, -1, 8, 0},  {2, 0, 8, 64},  {4, 0, 8, 64},   {8, 0, 8, 64},
    {0, 1, 8, 0},       {0, -1, 8, 0},   {0, 0, 8, 128}, {0, 0, 8, 512}, {0, 1, 8, 128},  {0, -1, 8, 128},
    {0, 2, 8, 0},       {0, -2, 8, 0},   {0, 1, 8, 512}, {0, 0, 8, 64},  {0, 2, 8, 128},  {0, -2, 8, 128},
    {0, 0, 4, 0},       {0, 0, 8, 1024}, {0, -3, 8, 0},  {0, -2, 8, 64}, {0, -1, 8, 512}, {0, 0, 4, 128},
    {0, 0, 2, 0},       {1, 0, 4, 0},    {1, 0, 16, 0},  {1, 0, 8, 256}, {0, 0, 1, 0},    {0, 1, 4, 0},
    {0, 1, 2, 0},       {0, 0, 2, 128},  {0, -1, 2, 0},  {0, -1, 4, 0},
};

static int64_t times_power(int64_t number, int power)
{
    if (power >= 0) return number << power;
    return number >> -power ? number >> -power : 1;
}

static void derive_short(int64_t *value, unsigned number, const struct tw_target *target)
{
    int64_t rule[REDUCE_FIELD_COUNT];
    int lanes = short_candidates[number].row_lanes;
    if (lanes != BY_RULE) {
        tw_derive(value, REDUCE_schedule, lanes ? REDUCE_STAGED : REDUCE_DIRECT);
        if (lanes && value[REDUCE_schedule] == REDUCE_STAGED) tw_derive(value, REDUCE_row_lanes, lanes);
    }
    tw_derive(value, REDUCE_unroll, short_candidates[number].unroll);
    memcpy(rule, value, sizeof rule);
    tw_reduce_rows_resolve(rule, target);
    uint64_t rows = (uint64_t)times_power(rule[REDUCE_leaves], short_candidates[number].rows);
    struct tw_reduce r;
    struct tw_reduce_run run = tw_reduce_run_so_far(rule, &r);
    tw_derive(value, REDUCE_leaves, tw_reduce_run_at_once(&r, &run) ? rows : 1);
    if (short_candidates[number].threads) tw_derive(value, REDUCE_BDIMX, short_candidates[number].threads);
}

/* Rows that one block is given whole are so whatever a warp takes, and nothing of them is left to a second launch. */
static void derive_long(int64_t *value, unsigned number, const struct tw_reduce_run *run)
{
    unsigned warps = long_candidates[number].warps, leaves = long_candidates[number].leaves;
    int finish = long_candidates[number].finish;
    if (warps) {
        tw_derive(value, REDUCE_unroll, long_candidates[number].unroll);
        tw_derive(value, REDUCE_BDIMX, TW_WARP * long_candidates[number].block_warps);
        tw_derive(value, REDUCE_warps, warps);
        uint64_t whole = tw_power_up(tw_ceil_div(run->row_leaves, (uint64_t)value[REDUCE_warps]));
        tw_derive(value, REDUCE_leaves, leaves && leaves < whole ? leaves : whole);
        if (finish == REDUCE_BY_SECOND && (uint64_t)value[REDUCE_leaves] >= whole) finish = REDUCE_BY_LAST;
    }
    if (finish != BY_RULE) tw_derive(value, REDUCE_finish, (uint64_t)finish);
}

static bool is_long(const struct tw_reduce_run *run)
{
    return !run->empty && !run->is_short;
}

unsigned tw_reduce_rows_candidates(const int64_t *given)
{
    struct tw_reduce r;
    struct tw_reduce_run run = tw_reduce_run_so_far(given, &r);
    if (run.empty) return 1; /* the rule's */
    return is_long(&run) ? sizeof long_candidates / sizeof *long_candidates
                         : sizeof short_candidates / sizeof *short_candidates;
}

void tw_reduce_rows_take(int64_t *value, unsigned number, const struct tw_target *target)
{
    struct tw_reduce r;
    struct tw_reduce_run run = tw_reduce_run_so_far(value, &r);
    if (run.empty) return;
    if (is_long(&run))
        derive_long(value, number, &run);
    else
        derive_short(value, number, target);
}

bool tw_reduce_rows_suit(const int64_t *value)
{
    struct tw_reduce r;
    struct tw_reduce_run run = tw_reduce_run_so_far(value, &r);
    uint64_t most = is_long(&run) ? tw_power_up(run.row_leaves) : 1;
    return value[REDUCE_finish] != REDUCE_BY_CLUSTER && (uint64_t)value[REDUCE_warps] <= most;
}
