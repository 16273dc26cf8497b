/*
 * The skeleton `rows`: leaves of rows are taken by the lanes of warps. Lane t of a group of T loads vectors t, t + T, ... of
 * each of a leaf's 8 lines, and adds up the columns that these are in; then the group's columns are joined:
 *
 *     columns   |0 1 2 3|4 5 6 7|8 ...        a vector of 4 elements: joined in registers,
 *     lane       0       1       2            vectors of the lanes: by shuffles,
 *                                             groups of T vectors: in registers again
 *
 * The warps that share a row take its leaves in turn and leave their states in shared memory, where the first of them joins
 * them; then the parts of the row. docs/reduce.md says what the tree is.
 */
#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/rows/staged.h"
#include "gen/families/reduce/scratch.h"

#define SHARED_BYTES 49152u

/* ---- what cannot be ---- */

static bool accept_powers(const int64_t *value, struct tw_text *reason)
{
    if (!tw_reduce_accept_power(value, REDUCE_leaves, reason) ||
        !tw_reduce_accept_power(value, REDUCE_warps, reason) ||
        !tw_reduce_accept_power(value, REDUCE_row_lanes, reason))
        return false;
    if (tw_is_power_of_two((uint64_t)value[REDUCE_unroll])) return true;
    tw_text_addf(reason,
                 "unroll is %" PRId64 "; 1, 2, 4 or 8 lines of a leaf are loaded together, or the 16 of two",
                 value[REDUCE_unroll]);
    return false;
}

static bool accept_threads(const struct tw_reduce_run *run, const int64_t *value, struct tw_text *reason)
{
    int64_t threads = value[REDUCE_BDIMX];
    if (value[REDUCE_BDIMY] != 1) {
        tw_text_addf(reason, "BDIMY is %" PRId64 "; blocks that take rows have one dimension",
                     value[REDUCE_BDIMY]);
        return false;
    }
    if (threads % TW_WARP) {
        tw_text_addf(reason, "BDIMX is %" PRId64 "; rows are taken by whole warps of 32 threads", threads);
        return false;
    }
    if (run->warps % run->share) {
        tw_text_addf(reason, "%u warps share a row, but a block of %" PRId64 " threads has %u", run->share,
                     threads, run->warps);
        return false;
    }
    return true;
}

static bool accept_short(const struct tw_reduce *r, const struct tw_reduce_run *run, struct tw_text *reason)
{
    if (run->share > 1) {
        tw_text_addf(reason, "warps is %u, but a row is one leaf, which one warp takes", run->share);
        return false;
    }
    if (run->unroll > TW_LEAF_LINES && !run->staged) {
        tw_text_addf(reason, "unroll is %u, but a row is one leaf, of 8 lines", run->unroll);
        return false;
    }
    if (run->leaves > 1 && !tw_reduce_run_at_once(r, run)) {
        tw_text_addf(reason,
                     "unroll is %u and leaves %" PRIu64
                     "; several short rows are loaded all at once, unroll 8",
                     run->unroll, run->leaves);
        return false;
    }
    if (run->leaves > 16) {
        tw_text_addf(reason, "leaves is %" PRIu64 ", but a lane takes 16 short rows at most", run->leaves);
        return false;
    }
    return true;
}

static bool accept_slots(const struct tw_reduce *r, const struct tw_reduce_run *run, struct tw_text *reason)
{
    uint64_t bytes = tw_reduce_run_states(r, run) * r->state_bytes;
    if (run->unroll > TW_LEAF_LINES && run->leaves == 1) {
        tw_text_addf(reason, "unroll is %u, the lines of two leaves, but a warp takes one", run->unroll);
        return false;
    }
    if (run->slots > TW_STATES_MAX) {
        tw_text_addf(reason,
                     "%u warps with %" PRIu64 " leaves each take %" PRIu64
                     " leaves of a row, more than the %u whose states meet in a block",
                     run->share, run->leaves, run->slots, TW_STATES_MAX);
        return false;
    }
    if (bytes > SHARED_BYTES) {
        tw_text_addf(reason,
                     "the states of a block's leaves take %" PRIu64
                     " bytes of shared memory, more than %u; fewer leaves would do",
                     bytes, SHARED_BYTES);
        return false;
    }
    return true;
}

static bool accept_cluster(const struct tw_reduce_run *run, const struct tw_target *target,
                           struct tw_text *reason)
{
    if (run->cluster <= target->cluster_blocks) return true;
    if (target->cluster_blocks == 1)
        tw_text_addf(reason, "finish is cluster, which there is from sm_90 on; this is sm_%u", target->sm);
    else
        tw_text_addf(reason,
                     "a row is cut into %u parts, more than the %u blocks of a cluster; more leaves or warps "
                     "make fewer",
                     run->cluster, target->cluster_blocks);
    return false;
}

static bool accept_parts(const struct tw_reduce_run *run, struct tw_text *reason)
{
    if (run->parts > 1 && run->share != run->warps) {
        tw_text_addf(reason,
                     "a row is cut into %" PRIu64
                     " parts, which take a block each; warps must be all %u of it",
                     run->parts, run->warps);
        return false;
    }
    if (run->parts > 1 && run->join_turns > TW_STATES_MAX) {
        tw_text_addf(reason,
                     "a row is cut into %" PRIu64
                     " parts, more than the %u that one block joins; more leaves "
                     "or warps make fewer",
                     run->parts, TW_STATES_MAX * TW_WARP * TW_JOIN_STATES_MAX);
        return false;
    }
    return true;
}

static bool accept_long(const struct tw_reduce *r, const struct tw_reduce_run *run,
                        const struct tw_target *target, struct tw_text *reason)
{
    return accept_parts(run, reason) && accept_cluster(run, target, reason) && accept_slots(r, run, reason);
}

/* What c can begin with as zero, and atomic instructions can add to. */
static bool accept_atomic(const struct tw_reduce *r, struct tw_text *reason)
{
    if (r->finish != REDUCE_BY_ATOMIC) return true;
    if (r->op != REDUCE_SUM)
        tw_text_add(reason, "only a sum can be finished by atomic additions");
    else if (r->sum == TW_FLOAT64)
        tw_text_add(reason,
                    "atomic additions of float64 keep any NaN, and results have but one; finish last does");
    else
        return true;
    return false;
}

static bool accept_blocks(const struct tw_reduce_run *run, const int64_t *value, struct tw_text *reason)
{
    if (run->blocks > TW_REDUCE_BLOCKS_MAX) {
        tw_text_addf(reason, "the grid has %" PRIu64 " blocks, more than %" PRId64, run->blocks,
                     TW_REDUCE_BLOCKS_MAX);
        return false;
    }
    if ((uint64_t)value[REDUCE_blocks] != run->blocks) {
        tw_text_addf(reason, "blocks is %" PRId64 ", but the tree needs %" PRIu64, value[REDUCE_blocks],
                     run->blocks);
        return false;
    }
    return true;
}

static bool accept(const struct tw_reduce *r, const int64_t *value, const struct tw_target *target,
                   struct tw_text *reason)
{
    if (!accept_powers(value, reason)) return false;
    struct tw_reduce_run run = tw_reduce_run_of(r, value);
    if (!accept_threads(&run, value, reason) || !accept_atomic(r, reason)) return false;
    if (run.staged && !tw_staged_accept(r, &run, value, reason)) return false;
    if (!run.empty && !(run.is_short ? accept_short(r, &run, reason) : accept_long(r, &run, target, reason)))
        return false;
    return accept_blocks(&run, value, reason);
}

/* ---- shape ---- */

/* Additions on the path from an element to its result. */
static uint64_t depth(const struct tw_reduce *r, const struct tw_reduce_run *run)
{
    uint64_t steps = TW_LEAF_LINES;
    for (uint64_t i = 1; i < TW_LINE_BYTES / r->bytes; i *= 2) steps++;
    for (uint64_t i = 1; i < run->row_leaves; i *= 2) steps++;
    return steps + (r->finish == REDUCE_BY_ATOMIC ? run->parts : 0);
}

static struct tw_launch launch_of(const int64_t *value, const char *suffix, uint64_t blocks)
{
    return (struct tw_launch){.suffix = suffix,
                              .grid = {(uint32_t)blocks, 1, 1},
                              .block = {(uint32_t)value[REDUCE_BDIMX], 1, 1},
                              .carveout = -1};
}

static void shape(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    struct tw_reduce_run run = tw_reduce_run_of(r, value);
    bool joins = tw_reduce_run_joins(r, &run), again = joins && r->finish == REDUCE_BY_SECOND;
    struct tw_launch first = launch_of(value, "", run.blocks), second = launch_of(value, "_join", r->results);
    if (joins) tw_reduce_add_partials(r, r->results * run.parts, again ? 0 : r->results, shape);
    if (run.parts > 1 && r->finish == REDUCE_BY_ATOMIC) shape->arguments[r->c].before = TW_BEFORE_ZEROED;
    if (!run.empty) first.shared_bytes = (unsigned)tw_reduce_run_states(r, &run) * r->state_bytes;
    first.shared_bytes += r->inputs * run.warps * (unsigned)run.tile;
    tw_shape_add_launch(shape, first);
    for (unsigned i = 0; i < shape->argument_count; i++)
        if (!(again && i == r->c)) tw_shape_add_parameter(shape, i);
    if (again) {
        second.shared_bytes = (unsigned)tw_reduce_run_join_states(&run) * r->state_bytes;
        tw_shape_add_launch(shape, second);
        for (unsigned i = r->c; i < shape->argument_count; i++) tw_shape_add_parameter(shape, i);
    }
    if (r->order == REDUCE_FREE) shape->chain = tw_reduce_chain(r, depth(r, &run));
}

const struct tw_reduce_skeleton tw_reduce_rows = {
    .resolve = tw_reduce_rows_resolve,
    .accept = accept,
    .shape = shape,
    .describe = tw_reduce_rows_describe,
    .predict = tw_reduce_rows_predict,
    .candidates = tw_reduce_rows_candidates,
    .take = tw_reduce_rows_take,
};
