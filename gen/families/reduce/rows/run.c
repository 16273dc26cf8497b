/* Rows in numbers: who takes what. */
#include "gen/families/reduce/rows/run.h"

#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/variant.h"

#define LANE_BYTES   16u  /* of a line that a lane takes, if there are as many for it */
#define RAGGED_LEAST 2u   /* lanes of a row, whose loads are a sector then */
#define PASS_BYTES   128u /* that shared memory gives at once */
#define WORD         4u

unsigned tw_reduce_run_grain(const struct tw_reduce *r)
{
    uint64_t grain = TW_STAGED_CHUNK | r->pitch * r->bytes;
    return (unsigned)(grain & (~grain + 1));
}

/* Elements of a staged row that a lane takes side by side; `columns` of a leaf's line may have elements. */
static unsigned staged_vector(const struct tw_reduce *r, unsigned lanes, unsigned columns)
{
    unsigned elements = (lanes == 1 ? TW_LINE_BYTES : PASS_BYTES / lanes) / r->bytes;
    return elements < columns ? elements : columns;
}

/* The numbers that only staged rows have. */
static void set_staged(const struct tw_reduce *r, struct tw_reduce_run *run)
{
    unsigned grain = tw_reduce_run_grain(r);
    run->split = grain < WORD;
    run->unit = run->split ? WORD : grain;
    run->warp_rows = TW_WARP / run->lanes * run->leaves;
    run->tile = run->warp_rows * r->pitch * r->bytes + (run->split ? TW_STAGED_CHUNK : 0);
}

/* Chunks may be any lane's: so few lanes that each has about `unroll` of them. What a row costs besides is paid by a warp, and shared
   by all its rows. */
static unsigned ragged_lanes(const struct tw_reduce *r, unsigned unroll)
{
    uint64_t bytes = tw_least(r->cols, r->leaf) * r->bytes + TW_SHIFTED_CHUNK - r->bytes,
             lanes = tw_power_up(tw_ceil_div(tw_ceil_div(bytes, TW_SHIFTED_CHUNK), unroll));
    return (unsigned)(lanes < RAGGED_LEAST ? RAGGED_LEAST : tw_least(lanes, TW_WARP));
}

static void set_columns(const struct tw_reduce *r, struct tw_reduce_run *run)
{
    unsigned width = TW_LINE_BYTES / r->bytes;
    unsigned columns = (unsigned)tw_power_up(r->cols < width ? r->cols : width);
    if (!run->staged) run->lanes = columns * r->bytes > LANE_BYTES ? columns * r->bytes / LANE_BYTES : 1;
    run->vector = run->staged ? staged_vector(r, run->lanes, columns) : r->vector;
    run->loads = (unsigned)tw_ceil_div(r->cols < columns ? r->cols : columns, run->lanes * run->vector);
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
    uint64_t loads = tw_power_up(tw_ceil_div(run->parts, (uint64_t)run->warps * TW_WARP));
    if (loads > TW_JOIN_LOADS) loads = TW_JOIN_LOADS;
    while (loads < TW_JOIN_STATES_MAX && tw_ceil_div(run->parts, loads * TW_WARP) > TW_STATES_MAX) loads *= 2;
    run->join_states = (unsigned)loads;
    run->join_turns = tw_ceil_div(run->parts, loads * TW_WARP);
}

static void set_parts(const struct tw_reduce *r, struct tw_reduce_run *run)
{
    run->slots = run->is_short ? 1 : run->leaves * run->share;
    run->parts = run->is_short ? 1 : tw_ceil_div(run->row_leaves, run->slots);
    run->block_rows = run->is_short    ? run->warps * (TW_WARP / run->lanes) * run->leaves
                      : run->parts > 1 ? 1
                                       : run->warps / run->share;
    if (!run->block_rows) run->block_rows = 1;
    run->blocks = run->parts > 1 ? r->results * run->parts : tw_ceil_div(r->results, run->block_rows);
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
                                .staged = r->staged,
                                .lanes = r->staged ? r->row_lanes : 0,
                                .unroll = (unsigned)value[REDUCE_unroll],
                                .leaves = (uint64_t)value[REDUCE_leaves],
                                .share = (unsigned)value[REDUCE_warps],
                                .warps = (unsigned)tw_ceil_div((uint64_t)value[REDUCE_BDIMX], TW_WARP)};
    if (run.empty) {
        run.parts = 1;
        run.block_rows = (uint64_t)value[REDUCE_BDIMX];
        run.blocks = r->results ? tw_ceil_div(r->results, run.block_rows) : 1;
        return run;
    }
    set_leaf(r, &run);
    set_parts(r, &run);
    if (run.staged) set_staged(r, &run);
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

struct tw_reduce_run tw_reduce_run_so_far(const int64_t *value, struct tw_reduce *r)
{
    int64_t known[REDUCE_FIELD_COUNT];
    memcpy(known, value, sizeof known);
    static const enum tw_reduce_field open[] = {REDUCE_BDIMX,  REDUCE_BDIMY,  REDUCE_leaves,   REDUCE_warps,
                                                REDUCE_blocks, REDUCE_unroll, REDUCE_row_lanes};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (known[open[i]] == TW_DERIVED) known[open[i]] = 1;
    tw_derive(known, REDUCE_schedule, REDUCE_DIRECT);
    tw_derive(known, REDUCE_vector, tw_reduce_widest_load(known));
    *r = tw_reduce_of(known);
    if (!r->vector) r->vector = 1; /* which is refused later */
    return tw_reduce_run_of(r, known);
}
