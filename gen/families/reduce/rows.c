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

#include "gen/families/reduce/join.h"
#include "gen/families/reduce/shifted.h"
#include "gen/families/reduce/staged.h"
#include "gen/families/reduce/whole.h"

#define LINES        (TW_LEAF_BYTES / TW_LINE_BYTES)
#define LANE_BYTES   16u /* of a line that a lane takes, if there are as many for it */
#define RAGGED_LEAST 2u  /* lanes of a row, whose loads are a sector then */
#define SHARED_BYTES 49152u
#define JOIN_LOADS   8u  /* that a thread has under way where parts are joined */
#define JOIN_STATES  32u /* that it holds at most */

/* ---- who takes what ---- */

/* Chunks may be any lane's: so few lanes that each has about `unroll` of them. What a row costs besides is paid by a warp, and shared
   by all its rows. */
static unsigned ragged_lanes(const struct tw_reduce *r, unsigned unroll)
{
    uint64_t bytes = tw_least(r->cols, r->leaf) * r->bytes + TW_SHIFTED_CHUNK - r->bytes,
             lanes = tw_power_up(tw_over(tw_over(bytes, TW_SHIFTED_CHUNK), unroll));
    return (unsigned)(lanes < RAGGED_LEAST ? RAGGED_LEAST : tw_least(lanes, TW_WARP));
}

static void set_columns(const struct tw_reduce *r, struct tw_reduce_run *run)
{
    unsigned width = TW_LINE_BYTES / r->bytes;
    unsigned columns = (unsigned)tw_power_up(r->cols < width ? r->cols : width);
    if (!run->staged) run->lanes = columns * r->bytes > LANE_BYTES ? columns * r->bytes / LANE_BYTES : 1;
    run->vector = run->staged ? tw_staged_vector(r, run->lanes, columns) : r->vector;
    run->loads = (unsigned)tw_over(r->cols < columns ? r->cols : columns, run->lanes * run->vector);
    if (r->ragged) {
        run->lanes = r->cols > r->leaf ? TW_WARP : ragged_lanes(r, run->unroll);
        run->loads = 1;
    }
    run->columns = run->lanes * run->loads * run->vector;
    run->line = r->ragged ? run->columns : width;
}

static void set_leaf(const struct tw_reduce *r, struct tw_reduce_run *run)
{
    set_columns(r, run);
    run->whole = r->cols / r->leaf;
    run->tail = (unsigned)(r->cols % r->leaf);
    run->row_leaves = run->whole + (run->tail != 0);
    run->is_short = run->row_leaves == 1;
}

/* So many loads of a thread that all threads have one turn, or that the turns' states are no more than may meet. */
static void set_join(struct tw_reduce_run *run)
{
    uint64_t loads = tw_power_up(tw_over(run->parts, (uint64_t)run->warps * TW_WARP));
    if (loads > JOIN_LOADS) loads = JOIN_LOADS;
    while (loads < JOIN_STATES && tw_over(run->parts, loads * TW_WARP) > TW_STATES_MAX) loads *= 2;
    run->join_states = (unsigned)loads;
    run->join_turns = tw_over(run->parts, loads * TW_WARP);
}

static void set_parts(const struct tw_reduce *r, struct tw_reduce_run *run)
{
    run->slots = run->is_short ? 1 : run->leaves * run->share;
    run->parts = run->is_short ? 1 : tw_over(run->row_leaves, run->slots);
    run->block_rows = run->is_short    ? run->warps * (TW_WARP / run->lanes) * run->leaves
                      : run->parts > 1 ? 1
                                       : run->warps / run->share;
    if (!run->block_rows) run->block_rows = 1;
    run->blocks = run->parts > 1 ? r->results * run->parts : tw_over(r->results, run->block_rows);
    if (run->parts > 1 && r->finish == REDUCE_BY_CLUSTER)
        run->cluster = (unsigned)tw_least(run->parts, UINT32_MAX);
    set_join(run);
}

uint64_t tw_reduce_run_join_states(const struct tw_reduce_run *run)
{
    return run->join_turns > 1 ? tw_power_up(run->join_turns) : 0;
}

uint64_t tw_reduce_run_common_states(const struct tw_reduce *r, const struct tw_reduce_run *run)
{
    uint64_t leaves = run->slots > 1 ? run->block_rows * run->slots : 0;
    bool joins = run->parts > 1 && r->finish == REDUCE_BY_LAST;
    uint64_t parts = joins ? tw_reduce_run_join_states(run) : 0;
    return leaves > parts ? leaves : parts;
}

uint64_t tw_reduce_run_states(const struct tw_reduce *r, const struct tw_reduce_run *run)
{
    return tw_reduce_run_common_states(r, run) + run->cluster;
}

struct tw_reduce_run tw_reduce_run_of(const struct tw_reduce *r, const int64_t *value)
{
    struct tw_reduce_run run = {.empty = !r->results || !r->cols,
                                .staged = r->staged != 0,
                                .lanes = r->staged,
                                .unroll = (unsigned)value[REDUCE_unroll],
                                .leaves = (uint64_t)value[REDUCE_leaves],
                                .share = (unsigned)value[REDUCE_warps],
                                .warps = (unsigned)tw_over((uint64_t)value[REDUCE_BDIMX], TW_WARP)};
    if (run.empty) {
        run.parts = 1;
        run.block_rows = (uint64_t)value[REDUCE_BDIMX];
        run.blocks = r->results ? tw_over(r->results, run.block_rows) : 1;
        return run;
    }
    set_leaf(r, &run);
    set_parts(r, &run);
    if (run.staged) tw_staged_set(r, &run);
    return run;
}

struct tw_reduce_lines tw_reduce_lines_of(const struct tw_reduce *r, const struct tw_reduce_run *run,
                                          unsigned elements)
{
    unsigned width = run->line, rest = elements % width;
    bool counts = run->staged || r->shifts;
    struct tw_reduce_lines lines = {.lines = elements / width,
                                    .vectors = counts ? 0 : rest / run->vector,
                                    .cut = counts ? 0 : rest % run->vector,
                                    .left = counts ? rest : 0,
                                    .exist = elements < run->columns ? elements : run->columns};
    if (rest == run->columns) { /* of rows shorter than a line */
        lines.lines = 1;
        lines.vectors = lines.left = 0;
    }
    return lines;
}

/* ---- the rule ---- */

#define GROUP_LOADS  8u  /* that a lane has under way, of short rows */
#define WARPS_FILL   16u /* per multiprocessor: with less, groups take fewer rows */
#define ALONE_LEAVES 64u /* of a row that one block takes rather than parts of it several */

/* Leaves of a row that a cluster takes, of so few rows that all are taken at once: with fewer one block is as fast, with more the
   last block to finish, as measured (docs/measurements/performance.md). */
#define CLUSTER_LEAVES_LEAST 33u
#define CLUSTER_LEAVES_MOST  128u

#define SHIFTED_LEAST 128u /* bytes of a row whose loads are put together */

/* Loads of 16 bytes where elements of one or two bytes begin anywhere, and rows are long enough; else what all begin at multiples
   of. */
static uint64_t usual_vector(const int64_t *value)
{
    int64_t known[REDUCE_FIELD_COUNT];
    uint64_t widest = tw_reduce_widest_load(value),
             bytes = (uint64_t)value[REDUCE_cols] * tw_reduce_bytes(value);
    memcpy(known, value, sizeof known);
    known[REDUCE_vector] = TW_STAGED_CHUNK;
    return widest < 4 && bytes >= SHIFTED_LEAST && tw_reduce_shifts(known) ? TW_STAGED_CHUNK : widest;
}

/* What is not derived yet counts as 1, for those numbers of a run that do not depend on it. */
static struct tw_reduce_run run_so_far(const int64_t *value, struct tw_reduce *r)
{
    int64_t known[REDUCE_FIELD_COUNT];
    memcpy(known, value, sizeof known);
    static const enum tw_reduce_field open[] = {REDUCE_BDIMX, REDUCE_BDIMY,  REDUCE_leaves,
                                                REDUCE_warps, REDUCE_blocks, REDUCE_unroll};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (known[open[i]] == TW_DERIVED) known[open[i]] = 1;
    if (known[REDUCE_staged] == TW_DERIVED) known[REDUCE_staged] = 0;
    tw_derive(known, REDUCE_vector, tw_reduce_widest_load(known));
    *r = tw_reduce_of(known);
    if (!r->vector) r->vector = 1; /* which is refused later */
    return tw_reduce_run_of(r, known);
}

/* All loads of a row can be under way at once, and then those of several rows. */
static bool loads_rows(const struct tw_reduce *r, const struct tw_reduce_run *run)
{
    return run->staged || run->unroll == LINES || (r->ragged && r->cols / run->line <= run->unroll);
}

/* Rows that a group takes: as many as give it enough loads, while the blocks still fill the GPU. */
static uint64_t short_rows(const struct tw_reduce *r, const struct tw_reduce_run *run,
                           const struct tw_target *target)
{
    uint64_t loads = tw_over(r->cols, run->line) * run->loads;
    uint64_t rows = loads < GROUP_LOADS ? tw_power_down(GROUP_LOADS / loads) : 1;
    uint64_t groups = r->results * run->lanes / TW_WARP;
    while (rows > 1 && groups / rows < (uint64_t)target->multiprocessors * WARPS_FILL) rows /= 2;
    return rows;
}

static void resolve_short(const struct tw_target *target, int64_t *value)
{
    struct tw_reduce so_far;
    const struct tw_reduce *r = &so_far;
    run_so_far(value, &so_far);
    tw_derive(value, REDUCE_staged, tw_staged_lanes(r, target, value));
    tw_derive(value, REDUCE_vector, value[REDUCE_staged] ? tw_staged_grain(r) : usual_vector(value));
    if (!value[REDUCE_staged]) tw_derive(value, REDUCE_unroll, LINES);
    const struct tw_reduce_run short_run = run_so_far(value, &so_far), *run = &short_run;
    tw_derive(value, REDUCE_warps, 1);
    if (value[REDUCE_staged]) {
        tw_staged_resolve(r, target, value);
        return;
    }
    tw_derive(value, REDUCE_leaves, loads_rows(r, run) ? short_rows(r, run, target) : 1);
    uint64_t warps = tw_over(r->results * run->lanes, TW_WARP * (uint64_t)value[REDUCE_leaves]);
    uint64_t each = tw_power_up(tw_over(warps, target->multiprocessors)), most = 8;
    while (most < TW_WARP && warps / most >= (uint64_t)TW_REDUCE_BLOCKS_MAX) most *= 2;
    tw_derive(value, REDUCE_BDIMX, TW_WARP * (each < most ? each : most));
}

/* How long rows are shared, by leaves for each multiprocessor in all rows: warps of a block, leaves of one of them. The first
   line that asks for no more is it, as measured (docs/measurements/performance.md). */
static const struct {
    unsigned busy, warps, leaves;
} sharings[] = {{384, 32, 4}, {100, 32, 2}, {24, 16, 2}, {3, 8, 1}, {0, 4, 1}};

struct sharing {
    uint64_t warps, leaves;
};

static bool finds_place(const struct tw_reduce *r)
{
    return r->op == REDUCE_ARGMIN || r->op == REDUCE_ARGMAX;
}

/* Rows that are cut. What takes more instructions or registers - small elements, pairs of a value and its place, exact sums -
   wants smaller blocks and more leaves. */
static struct sharing share_parts(const struct tw_reduce *r, const struct tw_reduce_run *run,
                                  const struct tw_target *target)
{
    uint64_t all = run->row_leaves * r->results, line = 0;
    while (all < (uint64_t)sharings[line].busy * target->multiprocessors) line++;
    struct sharing s = {sharings[line].warps, sharings[line].leaves};
    bool finds = finds_place(r);
    if (line == 0 && finds) s = (struct sharing){16, r->bytes <= 2 ? 16 : 8};
    if (line == 0 && !finds && r->bytes <= 2) s = (struct sharing){16, 8};
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
    struct tw_reduce_run run = run_so_far(value, &r);
    bool fits = r.results * target->cluster_blocks <= target->multiprocessors &&
                run.row_leaves >= CLUSTER_LEAVES_LEAST && run.row_leaves <= CLUSTER_LEAVES_MOST;
    bool chosen = value[REDUCE_finish] == TW_DERIVED && is_open(value) && fits && target->cluster_blocks > 1;
    return !run.empty && !run.is_short && (chosen || value[REDUCE_finish] == REDUCE_BY_CLUSTER);
}

/* All blocks of a cluster, a leaf for each warp as long as there are warps. */
static struct sharing share_cluster(const struct tw_reduce_run *run, const struct tw_target *target)
{
    uint64_t each = tw_power_up(tw_over(run->row_leaves, target->cluster_blocks));
    return (struct sharing){tw_least(each, TW_WARP), 1};
}

/* As much as rows need, and the parts of one that can be joined. */
static uint64_t leaves_of_warp(const struct tw_reduce_run *run, uint64_t share, uint64_t leaves)
{
    uint64_t whole = tw_power_up(tw_over(run->row_leaves, share)),
             parts = (uint64_t)TW_STATES_MAX * TW_WARP * JOIN_LOADS;
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
    return value[REDUCE_leaves] > 1 && (waits || (finds_place(r) && r->bytes == 1));
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
    uint64_t leaves = is_alone ? tw_power_up(tw_over(run->row_leaves, share)) : s.leaves;
    if (clusters) leaves = tw_power_up(tw_over(run->row_leaves, share * target->cluster_blocks));
    tw_derive(value, REDUCE_leaves, leaves_of_warp(run, share, leaves));
    tw_derive(value, REDUCE_unroll, takes_pairs(r, run, target, value) ? 2 * LINES : LINES);
    uint64_t rows = 1; /* of a block */
    bool one_part = run->row_leaves <= share * (uint64_t)value[REDUCE_leaves];
    while (one_part && 2 * rows * share <= 8 &&
           r->results / (2 * rows) >= 2 * (uint64_t)target->multiprocessors)
        rows *= 2;
    tw_derive(value, REDUCE_BDIMX, TW_WARP * share * rows);
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    struct tw_reduce r;
    struct tw_reduce_run run = run_so_far(value, &r);
    tw_derive(value, REDUCE_BDIMY, 1);
    if (run.empty || !run.is_short) tw_derive(value, REDUCE_vector, usual_vector(value));
    if (run.empty) {
        tw_derive(value, REDUCE_unroll, LINES);
        tw_derive(value, REDUCE_warps, 1);
        tw_derive(value, REDUCE_leaves, 1);
        tw_derive(value, REDUCE_BDIMX, 256);
    } else if (run.is_short)
        resolve_short(target, value);
    else
        resolve_long(&r, &run, target, value);
    run = run_so_far(value, &r);
    tw_derive(value, REDUCE_blocks, tw_least(run.blocks, TW_REDUCE_BLOCKS_MAX));
}

void tw_reduce_rows_relax(int64_t *value)
{
    value[REDUCE_staged] = 0;
    struct tw_reduce r = tw_reduce_of(value);
    struct tw_reduce_run run = tw_reduce_run_of(&r, value);
    if (run.is_short && !run.empty) value[REDUCE_unroll] = LINES;
    value[REDUCE_blocks] = (int64_t)tw_least(run.blocks, TW_REDUCE_BLOCKS_MAX);
}

/* ---- what cannot be ---- */

static bool accept_powers(const int64_t *value, struct tw_text *reason)
{
    if (!tw_reduce_accept_power(value, REDUCE_leaves, reason) ||
        !tw_reduce_accept_power(value, REDUCE_warps, reason) ||
        !tw_reduce_accept_power(value, REDUCE_staged, reason))
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
        tw_text_addf(reason, "%u warps share a row, of which a block of %" PRId64 " threads has %u",
                     run->share, threads, run->warps);
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
    if (run->unroll > LINES && !run->staged) {
        tw_text_addf(reason, "unroll is %u, but a row is one leaf, of 8 lines", run->unroll);
        return false;
    }
    if (run->leaves > 1 && !loads_rows(r, run)) {
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
    if (run->unroll > LINES && run->leaves == 1) {
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
                     run->parts, TW_STATES_MAX * TW_WARP * JOIN_STATES);
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

static void pass(struct tw_launch *launch, unsigned argument)
{
    launch->argument[launch->argument_count++] = argument;
}

/* Additions on the way from an element to its result. */
static uint64_t depth(const struct tw_reduce *r, const struct tw_reduce_run *run)
{
    uint64_t steps = LINES;
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
    struct tw_launch *first = &shape->launches[0], *second = &shape->launches[1];
    if (joins) tw_reduce_add_partials(r, r->results * run.parts, again ? 0 : r->results, shape);
    if (run.parts > 1 && r->finish == REDUCE_BY_ATOMIC) shape->arguments[r->c].before = TW_BEFORE_ZEROED;
    *first = launch_of(value, "", run.blocks);
    if (!run.empty) first->shared_bytes = (unsigned)tw_reduce_run_states(r, &run) * r->state_bytes;
    first->shared_bytes += r->inputs * run.warps * (unsigned)run.tile;
    for (unsigned i = 0; i < shape->argument_count; i++)
        if (!(again && i == r->c)) pass(first, i);
    shape->launch_count = again ? 2 : 1;
    if (again) {
        *second = launch_of(value, "_join", r->results);
        second->shared_bytes = (unsigned)tw_reduce_run_join_states(&run) * r->state_bytes;
        for (unsigned i = r->c; i < shape->argument_count; i++) pass(second, i);
    }
    if (r->order == REDUCE_FREE) shape->chain = tw_reduce_chain(r, depth(r, &run));
}

/* ---- ways to try ---- */

#define BY_RULE (-1)

/* Of long rows: warps of a block, of them those that share a row, leaves, lines; the finish. 0, BY_RULE: by the rule. The most
   promising first. */
static const struct {
    unsigned block_warps, warps, leaves, unroll;
    int finish;
} long_ways[] = {
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

/* Of short rows: lanes of a staged row, 0: they are not, BY_RULE; a power of two by which the rule's rows of a group are
   multiplied; lines, or loads of 16 bytes; threads, 0: by the rule. */
static const struct {
    int staged, rows;
    unsigned unroll, threads;
} short_ways[] = {
    {BY_RULE, 0, 8, 0}, {0, 0, 8, 0},    {1, 0, 8, 0},   {1, 0, 8, 64},  {2, 0, 8, 0},    {4, 0, 8, 0},
    {8, 0, 8, 0},       {1, 1, 8, 0},    {1, -1, 8, 0},  {2, 0, 8, 64},  {4, 0, 8, 64},   {8, 0, 8, 64},
    {0, 1, 8, 0},       {0, -1, 8, 0},   {0, 0, 8, 128}, {0, 0, 8, 512}, {0, 1, 8, 128},  {0, -1, 8, 128},
    {0, 2, 8, 0},       {0, -2, 8, 0},   {0, 1, 8, 512}, {0, 0, 8, 64},  {0, 2, 8, 128},  {0, -2, 8, 128},
    {0, 0, 4, 0},       {0, 0, 8, 1024}, {0, -3, 8, 0},  {0, -2, 8, 64}, {0, -1, 8, 512}, {0, 0, 4, 128},
    {0, 0, 2, 0},       {1, 0, 4, 0},    {1, 0, 16, 0},  {1, 0, 8, 256}, {0, 0, 1, 0},    {0, 1, 4, 0},
    {0, 1, 2, 0},       {0, 0, 2, 128},
};

static int64_t times_power(int64_t number, int power)
{
    if (power >= 0) return number << power;
    return number >> -power ? number >> -power : 1;
}

static void derive_short_way(int64_t *value, unsigned number, const struct tw_target *target)
{
    int64_t rule[REDUCE_FIELD_COUNT];
    if (short_ways[number].staged != BY_RULE)
        tw_derive(value, REDUCE_staged, (uint64_t)short_ways[number].staged);
    tw_derive(value, REDUCE_unroll, short_ways[number].unroll);
    memcpy(rule, value, sizeof rule);
    resolve(rule, target);
    uint64_t rows = (uint64_t)times_power(rule[REDUCE_leaves], short_ways[number].rows);
    struct tw_reduce r = tw_reduce_of(rule);
    struct tw_reduce_run run = tw_reduce_run_of(&r, rule);
    tw_derive(value, REDUCE_leaves, loads_rows(&r, &run) ? rows : 1);
    if (short_ways[number].threads) tw_derive(value, REDUCE_BDIMX, short_ways[number].threads);
}

/* Rows that one block is given whole are so whatever a warp takes. */
static void derive_long_way(int64_t *value, unsigned number, const struct tw_reduce_run *run)
{
    unsigned warps = long_ways[number].warps, leaves = long_ways[number].leaves;
    if (long_ways[number].finish != BY_RULE)
        tw_derive(value, REDUCE_finish, (uint64_t)long_ways[number].finish);
    if (!warps) return;
    tw_derive(value, REDUCE_unroll, long_ways[number].unroll);
    tw_derive(value, REDUCE_BDIMX, TW_WARP * long_ways[number].block_warps);
    tw_derive(value, REDUCE_warps, warps);
    uint64_t whole = tw_power_up(tw_over(run->row_leaves, (uint64_t)value[REDUCE_warps]));
    tw_derive(value, REDUCE_leaves, leaves && leaves < whole ? leaves : whole);
}

static bool is_long(const struct tw_reduce_run *run)
{
    return !run->empty && !run->is_short;
}

static unsigned way_count(const int64_t *given)
{
    struct tw_reduce r;
    struct tw_reduce_run run = run_so_far(given, &r);
    return is_long(&run) ? sizeof long_ways / sizeof *long_ways : sizeof short_ways / sizeof *short_ways;
}

static void take_way(int64_t *value, unsigned way, const struct tw_target *target)
{
    struct tw_reduce r;
    struct tw_reduce_run run = run_so_far(value, &r);
    if (is_long(&run))
        derive_long_way(value, way, &run);
    else
        derive_short_way(value, way, target);
}

const struct tw_reduce_skeleton tw_reduce_rows = {
    .resolve = resolve,
    .accept = accept,
    .shape = shape,
    .describe = tw_reduce_rows_describe,
    .predict = tw_reduce_rows_predict,
    .ways = way_count,
    .take_way = take_way,
};
