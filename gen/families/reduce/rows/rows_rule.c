/* The rule along rows: what becomes of open fields where no model chooses. */
#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/rows/shifted.h"
#include "gen/families/reduce/rows/staged.h"
#include "gen/families/reduce/variant.h"

#define RAGGED_LOADS 4u  /* of a row that a lane takes, where chunks may be any lane's */
#define GROUP_LOADS  8u  /* that a lane has under way, of short rows */
#define WARPS_FILL   16u /* per multiprocessor: with less, groups take fewer rows */
#define ALONE_LEAVES 64u /* of a row that one block takes rather than parts of it several */

/* Leaves of a row that a cluster takes, of so few rows that all are taken at once: with fewer one block is as fast, with more the
   last block to finish, as measured (tools/fit/log.md). */
#define CLUSTER_LEAVES_LEAST 33u
#define CLUSTER_LEAVES_MOST  128u

/* Bytes of a row whose loads are put together: of elements of one and two bytes, of integers of four. */
#define SHIFTED_LEAST         128u
#define SHIFTED_INTEGER_LEAST 768u

/* Whether loads put together are as fast as others or faster, as measured (tools/fit/log.md): of elements of four bytes
   where they are added or multiplied, and rows are longer than a leaf or may be added in any order. */
static bool shifts_well(const struct tw_reduce *r, uint64_t widest)
{
    uint64_t bytes = r->cols * r->bytes;
    if (widest < 4) return bytes >= SHIFTED_LEAST;
    if (widest > 4 || r->bytes < 4 || !tw_reduce_is_arithmetic(r->op) || r->order == REDUCE_COMPENSATED ||
        r->order == REDUCE_EXACT)
        return false;
    return r->cols > r->leaf || (tw_reduce_any_order(r) && bytes >= SHIFTED_INTEGER_LEAST);
}

/* Loads of 16 bytes where rows begin anywhere and that pays; else what all begin at multiples of. */
static uint64_t usual_vector(const int64_t *value)
{
    int64_t known[REDUCE_FIELD_COUNT];
    struct tw_reduce r;
    uint64_t widest = tw_reduce_widest_load(value);
    memcpy(known, value, sizeof known);
    known[REDUCE_vector] = TW_STAGED_CHUNK;
    tw_reduce_run_so_far(value, &r);
    return tw_reduce_shifts(known) && shifts_well(&r, widest) ? TW_STAGED_CHUNK : widest;
}

bool tw_reduce_run_at_once(const struct tw_reduce *r, const struct tw_reduce_run *run)
{
    return run->staged || run->unroll == TW_LEAF_LINES || (r->ragged && r->cols / run->line <= run->unroll);
}

/* Rows that a group takes: as many as give it enough loads, while the blocks still fill the GPU. */
static uint64_t short_rows(const struct tw_reduce *r, const struct tw_reduce_run *run,
                           const struct tw_target *target)
{
    uint64_t loads = tw_ceil_div(r->cols, run->line) * run->loads;
    uint64_t rows = loads < GROUP_LOADS ? tw_power_down(GROUP_LOADS / loads) : 1;
    uint64_t groups = r->results * run->lanes / TW_WARP;
    while (rows > 1 && groups / rows < (uint64_t)target->multiprocessors * WARPS_FILL) rows /= 2;
    return rows;
}

static void resolve_short(const struct tw_target *target, int64_t *value)
{
    struct tw_reduce so_far;
    const struct tw_reduce *r = &so_far;
    tw_reduce_run_so_far(value, &so_far);
    unsigned lanes = tw_staged_lanes(r, target, value);
    bool staged = value[REDUCE_row_lanes] > 1 || lanes;
    tw_derive(value, REDUCE_schedule, staged ? REDUCE_STAGED : REDUCE_DIRECT);
    staged = value[REDUCE_schedule] == REDUCE_STAGED;
    tw_derive(value, REDUCE_row_lanes, staged && lanes ? lanes : 1);
    tw_derive(value, REDUCE_vector, staged ? tw_reduce_run_grain(r) : usual_vector(value));
    tw_reduce_run_so_far(value, &so_far);
    tw_derive(value, REDUCE_unroll, r->ragged ? RAGGED_LOADS : TW_LEAF_LINES);
    const struct tw_reduce_run short_run = tw_reduce_run_so_far(value, &so_far), *run = &short_run;
    tw_derive(value, REDUCE_warps, 1);
    if (staged) {
        tw_staged_resolve(r, target, value);
        return;
    }
    tw_derive(value, REDUCE_leaves, tw_reduce_run_at_once(r, run) ? short_rows(r, run, target) : 1);
    uint64_t warps = tw_ceil_div(r->results * run->lanes, TW_WARP * (uint64_t)value[REDUCE_leaves]);
    uint64_t each = tw_power_up(tw_ceil_div(warps, target->multiprocessors)), most = 8;
    while (most < TW_WARP && warps / most >= (uint64_t)TW_REDUCE_BLOCKS_MAX) most *= 2;
    tw_derive(value, REDUCE_BDIMX, TW_WARP * (each < most ? each : most));
}

/* How long rows are shared, by leaves for each multiprocessor in all rows: warps of a block, leaves of one of them. The first
   line that asks for no more is it, as measured on an H200. */
static const struct {
    unsigned busy, warps, leaves;
} sharings[] = {{384, 32, 4}, {100, 32, 2}, {24, 16, 2}, {3, 8, 1}, {0, 4, 1}};

struct sharing {
    uint64_t warps, leaves;
};

/* Rows that are cut. What takes more instructions or registers - small elements, pairs of a value and its place, exact sums -
   wants smaller blocks and more leaves. */
static struct sharing share_parts(const struct tw_reduce *r, const struct tw_reduce_run *run,
                                  const struct tw_target *target)
{
    uint64_t all = run->row_leaves * r->results, line = 0;
    while (all < (uint64_t)sharings[line].busy * target->multiprocessors) line++;
    struct sharing s = {sharings[line].warps, sharings[line].leaves};
    bool finds = tw_reduce_gives_places(r->op);
    if (line == 0 && finds) s = (struct sharing){16, r->bytes <= 2 ? 16 : 8};
    if (line == 0 && !finds && r->bytes <= 2) s = (struct sharing){16, 8};
    if (line == 0 && r->order == REDUCE_COMPENSATED && r->bytes == 8) s = (struct sharing){16, 8};
    if (r->order == REDUCE_EXACT && s.warps > 8) s = (struct sharing){8, line == 0 ? 8 : 2};
    while (s.leaves > 1 && all * 10 < s.warps * s.leaves * target->multiprocessors * 9) s.leaves /= 2;
    return s;
}

/* Rows of one part: a leaf for each warp if all rows fit the GPU at once, else a few for each. */
static struct sharing share_rows(const struct tw_reduce *r, const struct tw_reduce_run *run,
                                 const struct tw_target *target)
{
    uint64_t each = tw_power_up(run->row_leaves), most = run->row_leaves < TW_WARP ? 8 : 16, warps = each;
    if (each * r->results > (uint64_t)target->multiprocessors * TW_WARP) {
        warps = tw_power_down(run->row_leaves);
        if (warps > most) warps = most;
    }
    if (warps > TW_WARP) warps = TW_WARP;
    return (struct sharing){warps, each / warps};
}

/* Nobody said which blocks take what. */
static bool is_open(const int64_t *value)
{
    return value[REDUCE_BDIMX] == TW_DERIVED && value[REDUCE_warps] == TW_DERIVED &&
           value[REDUCE_leaves] == TW_DERIVED;
}

bool tw_reduce_rows_cluster(const int64_t *value, const struct tw_target *target)
{
    struct tw_reduce r;
    struct tw_reduce_run run = tw_reduce_run_so_far(value, &r);
    bool fits = r.results * target->cluster_blocks <= target->multiprocessors &&
                run.row_leaves >= CLUSTER_LEAVES_LEAST && run.row_leaves <= CLUSTER_LEAVES_MOST;
    bool chosen = value[REDUCE_finish] == TW_DERIVED && is_open(value) && fits && target->cluster_blocks > 1;
    return !run.empty && !run.is_short && (chosen || value[REDUCE_finish] == REDUCE_BY_CLUSTER);
}

/* All blocks of a cluster, a leaf for each warp as long as there are warps. */
static struct sharing share_cluster(const struct tw_reduce_run *run, const struct tw_target *target)
{
    uint64_t each = tw_power_up(tw_ceil_div(run->row_leaves, target->cluster_blocks));
    return (struct sharing){tw_least(each, TW_WARP), 1};
}

/* Leaves of a warp: as many as rows need, and as make no more parts of a row than can be joined. */
static uint64_t leaves_of_warp(const struct tw_reduce_run *run, uint64_t share, uint64_t leaves)
{
    uint64_t whole = tw_power_up(tw_ceil_div(run->row_leaves, share)),
             parts = (uint64_t)TW_STATES_MAX * TW_WARP * TW_JOIN_LOADS;
    while (leaves * share < TW_STATES_MAX && run->row_leaves > leaves * share * parts) leaves *= 2;
    return leaves < whole ? leaves : whole;
}

/* The same with other warps, about as many leaves in all. */
static struct sharing with_warps(struct sharing s, uint64_t warps)
{
    uint64_t leaves = s.warps * s.leaves / warps;
    return (struct sharing){warps, leaves ? leaves : 1};
}

/* Two leaves at a time: of few rows, that one block each waits for, and of bytes that are looked for. */
static bool takes_pairs(const struct tw_reduce *r, const struct tw_reduce_run *run,
                        const struct tw_target *target, const int64_t *value)
{
    bool waits = run->row_leaves <= ALONE_LEAVES && r->results <= target->multiprocessors;
    return value[REDUCE_leaves] > 1 && (waits || (tw_reduce_gives_places(r->op) && r->bytes == 1));
}

static void resolve_long(const struct tw_reduce *r, const struct tw_reduce_run *run,
                         const struct tw_target *target, int64_t *value)
{
    bool clusters = tw_reduce_rows_cluster(value, target), has_block = value[REDUCE_BDIMX] != TW_DERIVED;
    bool is_alone = run->row_leaves <= ALONE_LEAVES && !clusters;
    struct sharing s = clusters   ? share_cluster(run, target)
                       : is_alone ? share_rows(r, run, target)
                                  : share_parts(r, run, target);
    if (clusters) tw_derive(value, REDUCE_finish, REDUCE_BY_CLUSTER);
    uint64_t warps = (uint64_t)value[REDUCE_BDIMX] / TW_WARP, given = tw_power_down(warps ? warps : 1);
    if (has_block && (!is_alone || given < s.warps)) s = with_warps(s, given);
    tw_derive(value, REDUCE_warps, s.warps);
    uint64_t share = (uint64_t)value[REDUCE_warps];
    uint64_t leaves = is_alone ? tw_power_up(tw_ceil_div(run->row_leaves, share)) : s.leaves;
    if (clusters) leaves = tw_power_up(tw_ceil_div(run->row_leaves, share * target->cluster_blocks));
    tw_derive(value, REDUCE_leaves, leaves_of_warp(run, share, leaves));
    tw_derive(value, REDUCE_unroll, takes_pairs(r, run, target, value) ? 2 * TW_LEAF_LINES : TW_LEAF_LINES);
    uint64_t rows = 1; /* of a block */
    bool one_part = run->row_leaves <= share * (uint64_t)value[REDUCE_leaves];
    while (one_part && 2 * rows * share <= 8 &&
           r->results / (2 * rows) >= 2 * (uint64_t)target->multiprocessors)
        rows *= 2;
    tw_derive(value, REDUCE_BDIMX, TW_WARP * share * rows);
}

void tw_reduce_rows_resolve(int64_t *value, const struct tw_target *target)
{
    struct tw_reduce r;
    struct tw_reduce_run run = tw_reduce_run_so_far(value, &r);
    tw_derive(value, REDUCE_BDIMY, 1);
    if (run.empty || !run.is_short) tw_derive(value, REDUCE_vector, usual_vector(value));
    if (run.empty) {
        tw_derive(value, REDUCE_unroll, TW_LEAF_LINES);
        tw_derive(value, REDUCE_warps, 1);
        tw_derive(value, REDUCE_leaves, 1);
        tw_derive(value, REDUCE_BDIMX, 256);
    } else if (run.is_short)
        resolve_short(target, value);
    else
        resolve_long(&r, &run, target, value);
    run = tw_reduce_run_so_far(value, &r);
    tw_derive(value, REDUCE_blocks, tw_least(run.blocks, TW_REDUCE_BLOCKS_MAX));
}

void tw_reduce_rows_relax(int64_t *value)
{
    value[REDUCE_schedule] = REDUCE_DIRECT;
    value[REDUCE_row_lanes] = 1;
    struct tw_reduce r = tw_reduce_of(value);
    struct tw_reduce_run run = tw_reduce_run_of(&r, value);
    if (run.is_short && !run.empty) value[REDUCE_unroll] = TW_LEAF_LINES;
    value[REDUCE_blocks] = (int64_t)tw_least(run.blocks, TW_REDUCE_BLOCKS_MAX);
}
