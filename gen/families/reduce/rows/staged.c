/* Rows out of shared memory: who takes what, the rule, what cannot be, and the variables of templates/reduce/reduce_staged.cu.mustache,
   whose first lines say what each means. */
#include "gen/families/reduce/rows/staged.h"
#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/variant.h"

#include <inttypes.h>
#include <string.h>

#include "gen/layout/predict.h"

#define WORD         4u
#define SHARED_BYTES 49152u
#define KINDS        16u /* of tiles: after so many, elements and results lie as before in 64 bytes */

/* ---- who takes what ---- */

static uint64_t warp_rows(unsigned lanes, uint64_t leaves)
{
    return TW_WARP / lanes * leaves;
}

/* ---- the rule ---- */

#define UNROLL      8u
#define TILE_BYTES  4096u  /* of a warp, where that is possible: UNROLL loads of each lane */
#define TILE_MOST   16384u /* where it is not */
#define LANES_MOST  8u
#define WARPS_EXACT 4u /* of a multiprocessor, one for each scheduler, from which on exact sums are staged */

/* Rows of a group without which tiles do not begin at chunks. */
static uint64_t least_leaves(const struct tw_reduce *r, unsigned lanes)
{
    uint64_t rows = TW_STAGED_CHUNK / tw_reduce_run_grain(r), once = TW_WARP / lanes;
    return rows > once ? rows / once : 1;
}

/* Lanes of a row, or 0 where rows are better loaded directly. */
static unsigned good_lanes(const struct tw_reduce *r, const int64_t *value)
{
    uint64_t row = r->pitch * r->bytes;
    unsigned lanes = 1, grain = tw_reduce_run_grain(r);
    if (r->pitch != r->cols || r->results < 2 || grain == TW_STAGED_CHUNK ||
        value[REDUCE_pointers] == REDUCE_ANY_POINTERS ||
        (value[REDUCE_vector] != TW_DERIVED && value[REDUCE_vector] != grain) ||
        row <= (grain < WORD ? WORD : TW_STAGED_CHUNK))
        return 0;
    while (warp_rows(lanes, 1) * row > TILE_BYTES && lanes < LANES_MOST) lanes *= 2;
    return warp_rows(lanes, least_leaves(r, lanes)) * row <= TILE_MOST / r->inputs ? lanes : 0;
}

static uint64_t usual_leaves(const struct tw_reduce *r, unsigned lanes, const struct tw_target *target)
{
    uint64_t leaves = least_leaves(r, lanes), row = r->pitch * r->bytes,
             warps = target->multiprocessors * 16u;
    while (2 * leaves <= 16 && warp_rows(lanes, 2 * leaves) * row <= TILE_BYTES &&
           r->results >= warps * warp_rows(lanes, 2 * leaves))
        leaves *= 2;
    return leaves;
}

static unsigned usual_warps(const struct tw_reduce *r, unsigned lanes, uint64_t leaves)
{
    uint64_t tile = (warp_rows(lanes, leaves) * r->pitch * r->bytes + TW_STAGED_CHUNK) * r->inputs;
    unsigned warps = 4;
    while (warps > 1 && (warps * tile > SHARED_BYTES || warp_rows(lanes, leaves) * (warps / 2) >= r->results))
        warps /= 2;
    return warps;
}

void tw_staged_resolve(const struct tw_reduce *r, const struct tw_target *target, int64_t *value)
{
    unsigned lanes = (unsigned)value[REDUCE_row_lanes];
    tw_derive(value, REDUCE_unroll, UNROLL);
    tw_derive(value, REDUCE_leaves, usual_leaves(r, lanes, target));
    tw_derive(value, REDUCE_BDIMX, TW_WARP * usual_warps(r, lanes, (uint64_t)value[REDUCE_leaves]));
}

/* Exact sums take a lane long for each element: of too few rows for the GPU all lanes of a warp share one. */
static bool fills(const struct tw_reduce *r, uint64_t lanes, const struct tw_target *target)
{
    return r->order != REDUCE_EXACT ||
           r->results * lanes >= (uint64_t)target->multiprocessors * WARPS_EXACT * TW_WARP;
}

unsigned tw_staged_lanes(const struct tw_reduce *r, const struct tw_target *target, const int64_t *value)
{
    int64_t known[REDUCE_FIELD_COUNT];
    struct tw_text reason = {0};
    memcpy(known, value, sizeof known);
    unsigned lanes = good_lanes(r, value);
    if (!lanes || !fills(r, lanes, target)) return 0;
    known[REDUCE_schedule] = REDUCE_STAGED;
    known[REDUCE_row_lanes] = lanes;
    known[REDUCE_vector] = tw_reduce_run_grain(r);
    tw_staged_resolve(r, target, known);
    struct tw_reduce staged = tw_reduce_of(known);
    struct tw_reduce_run run = tw_reduce_run_of(&staged, known);
    bool possible = tw_staged_accept(&staged, &run, known, &reason);
    tw_text_free(&reason);
    return possible ? lanes : 0;
}

/* ---- what cannot be ---- */

bool tw_staged_accept(const struct tw_reduce *r, const struct tw_reduce_run *run, const int64_t *value,
                      struct tw_text *reason)
{
    if (run->empty || !run->is_short || r->pitch != r->cols)
        return tw_refuse(reason, "only rows of one leaf, without gaps between them, are staged");
    /* The compiler knows where a row lies that is the only one, and makes fewer loads of it. */
    if (r->results < 2)
        return tw_refuse(reason,
                         "only several rows are staged; there is one row, and it begins where loads begin");
    /* Nor does it load what makes no difference, but of small elements, whose place is part of a word. */
    if (r->cols == 1 && r->bytes >= WORD && tw_reduce_gives_places(r->op))
        return tw_refuse(reason, "rows of one element are not staged: the place of the result is known");
    if (value[REDUCE_pointers] == REDUCE_ANY_POINTERS)
        return tw_refuse(reason, "rows are staged 16 bytes at a time, which pointers any does not allow");
    if (value[REDUCE_vector] != tw_reduce_run_grain(r)) {
        tw_text_addf(reason, "vector is %" PRId64 "; staged rows are taken by the %u bytes that all begin at",
                     value[REDUCE_vector], tw_reduce_run_grain(r));
        return false;
    }
    if (run->lanes == 1 && r->cols * r->bytes > TW_LINE_BYTES) {
        tw_text_addf(reason, "row_lanes is 1, but a row has %" PRIu64 " bytes, more than the %u of a line",
                     r->cols * r->bytes, TW_LINE_BYTES);
        return false;
    }
    if (run->warp_rows * r->pitch * r->bytes % TW_STAGED_CHUNK) {
        tw_text_addf(reason,
                     "a warp stages %" PRIu64 " rows, %" PRIu64
                     " bytes, no multiple of %u; more leaves would do",
                     run->warp_rows, run->warp_rows * r->pitch * r->bytes, TW_STAGED_CHUNK);
        return false;
    }
    if (run->tile > SHARED_BYTES || r->inputs * run->warps * run->tile > SHARED_BYTES) {
        tw_text_addf(reason,
                     "the tiles of %u warps take %" PRIu64 " bytes each, more than %u together; fewer leaves "
                     "or threads would do",
                     run->warps, r->inputs * run->tile, SHARED_BYTES);
        return false;
    }
    return true;
}

/* ---- source ---- */

static void describe_loads(const struct tw_reduce *r, const struct tw_reduce_run *run, struct tw_data *data)
{
    unsigned bytes = run->vector * r->bytes;
    tw_data_flag(data, "split", run->split);
    tw_data_number(data, "units", (int64_t)tw_ceil_div(bytes, run->unit));
    tw_data_number(data, "unit_elements", run->unit / r->bytes);
    tw_data_number(data, "unit_words", run->unit / WORD);
    tw_data_number(data, "load_words", (int64_t)(tw_ceil_div(bytes, run->unit) * (run->unit / WORD)));
}

static void describe_rows(const struct tw_reduce *r, const struct tw_reduce_run *run, bool wide,
                          struct tw_data *data)
{
    const char *type = wide ? "(unsigned long long)" : "";
    bool part = r->results % run->warp_rows != 0;
    struct tw_text row = {0}, result = {0};
    tw_text_add(&row, "thread");
    if (run->lanes > 1) tw_text_addf(&row, " / %u", run->lanes);
    if (run->leaves > 1) tw_text_addf(&row, " + k * %u", TW_WARP / run->lanes);
    if (run->lanes > 1) tw_text_add(&result, "lane == 0");
    if (run->lanes > 1 && part) tw_text_add(&result, " && row < rows");
    tw_data_format(data, "first", "(%sblockIdx.x * %u + warp) * %" PRIu64, type, run->warps, run->warp_rows);
    tw_data_text(data, "row", &row);
    tw_data_text_or_false(data, "is_result", &result);
    tw_data_number(data, "rows_of_group", (int64_t)run->leaves);
    tw_data_number(data, "warp_rows", (int64_t)run->warp_rows);
    tw_data_number(data, "row_elements", (int64_t)r->pitch);
    tw_data_number(data, "row_bytes", (int64_t)(r->pitch * r->bytes));
    tw_data_flag(data, "part_block", r->results % run->block_rows != 0);
    tw_data_flag(data, "part_warp", part);
    tw_data_flag(data, "ends", part && run->lanes == 1);
}

void tw_staged_describe(const struct tw_reduce *r, const struct tw_reduce_run *run, bool wide,
                        struct tw_data *data)
{
    uint64_t chunks = run->warp_rows * r->pitch * r->bytes / TW_STAGED_CHUNK,
             turns = tw_ceil_div(chunks, TW_WARP);
    unsigned turn = run->unroll < turns ? run->unroll : (unsigned)turns;
    describe_loads(r, run, data);
    describe_rows(r, run, wide, data);
    tw_data_number(data, "chunks", (int64_t)chunks);
    tw_data_number(data, "chunk_elements", TW_STAGED_CHUNK / r->bytes);
    tw_data_number(data, "turn_chunks", turn);
    tw_data_flag(data, "many_turns_staged", turn < turns);
    tw_data_number(data, "tile", (int64_t)(run->tile / TW_STAGED_CHUNK));
    tw_data_number(data, "tiles", (int64_t)(run->tile / TW_STAGED_CHUNK * run->warps));
}

/* ---- what it costs ---- */

enum { STAGES, STAGES_LAST, READS };

/* A warp's requests; `times`: of it, or of all warps that cost the same. */
struct tile {
    const struct tw_reduce *r;
    const struct tw_reduce_run *run;
    struct tw_prediction *prediction;
    uint64_t first, rows, times; /* rows that exist */
};

static void predict_piece(const struct tile *t, unsigned access, unsigned bytes, uint64_t at, uint32_t active)
{
    uint64_t from[TW_WARP];
    uint32_t to[TW_WARP];
    for (unsigned i = 0; i < TW_WARP; i++) {
        to[i] = (uint32_t)(at + (uint64_t)i * bytes);
        from[i] = t->first * t->r->pitch * t->r->bytes + to[i];
    }
    tw_predict_global(t->prediction, TW_LOAD, bytes, from, active, t->times * t->r->inputs);
    tw_predict_request(t->prediction, access, to, active, t->times * t->r->inputs);
}

static void predict_stage(const struct tile *t)
{
    uint64_t bytes = t->rows * t->r->pitch * t->r->bytes, chunks = bytes / TW_STAGED_CHUNK;
    for (uint64_t n = 0; n < chunks; n += TW_WARP)
        predict_piece(t, STAGES, TW_STAGED_CHUNK, n * TW_STAGED_CHUNK, tw_lanes_below(chunks - n));
    uint64_t last = bytes % TW_STAGED_CHUNK / t->r->bytes;
    if (last) predict_piece(t, STAGES_LAST, t->r->bytes, chunks * TW_STAGED_CHUNK, tw_lanes_below(last));
}

/* Lanes load unit `m` of load j of a line's `elements`, or if the unit is split word m. */
static void predict_unit(const struct tile *t, uint64_t number, unsigned line, unsigned elements, unsigned j,
                         unsigned m)
{
    const struct tw_reduce *r = t->r;
    const struct tw_reduce_run *run = t->run;
    unsigned unit = run->unit / r->bytes;
    uint32_t addr[TW_WARP], active = 0;
    for (unsigned i = 0; i < TW_WARP; i++) {
        unsigned place = (j * run->lanes + i % run->lanes) * run->vector, after = run->split && m ? m - 1 : m;
        uint64_t row = (number + i / run->lanes) * r->pitch * r->bytes;
        addr[i] = (uint32_t)(row / run->unit * run->unit + (line + place) * r->bytes + m * run->unit);
        active |= (uint32_t)(place + after * unit < elements && (run->lanes > 1 || number + i < t->rows))
                  << i;
    }
    tw_predict_request(t->prediction, READS, addr, active, t->times * r->inputs);
}

static void predict_line(const struct tile *t, uint64_t row, unsigned line, unsigned elements)
{
    const struct tw_reduce_run *run = t->run;
    unsigned units = (unsigned)tw_ceil_div(run->vector * t->r->bytes, run->unit) + run->split;
    for (unsigned j = 0; j < run->loads; j++)
        for (unsigned m = 0; m < units; m++) predict_unit(t, row, line, elements, j, m);
}

/* Lanes that share rows take all of a tile, whether they exist or not. */
static void predict_reads(const struct tile *t)
{
    unsigned cols = (unsigned)t->r->cols, width = TW_LINE_BYTES / t->r->bytes;
    for (uint64_t row = 0; row < t->run->warp_rows; row += TW_WARP / t->run->lanes)
        for (unsigned line = 0; line < cols; line += width)
            predict_line(t, row, line, cols - line < width ? cols - line : width);
}

static void predict_results(const struct tile *t)
{
    unsigned once = TW_WARP / t->run->lanes, bytes = tw_bytes_of(t->r->result);
    for (uint64_t row = 0; row < t->run->warp_rows; row += once) {
        uint64_t to[TW_WARP];
        uint32_t gives = 0;
        for (unsigned i = 0; i < TW_WARP; i++) {
            uint64_t number = row + i / t->run->lanes;
            to[i] = (t->first + number) * bytes;
            gives |= (uint32_t)(i % t->run->lanes == 0 && number < t->rows) << i;
        }
        tw_predict_global(t->prediction, TW_STORE, bytes, to, gives, t->times);
    }
}

static void predict_tile(const struct tile *t)
{
    predict_stage(t);
    predict_reads(t);
    predict_results(t);
}

static void name_accesses(const struct tw_reduce *r, const struct tw_reduce_run *run,
                          struct tw_prediction *prediction)
{
    const struct tw_access_cost accesses[] = {
        [STAGES] = {.name = "write chunks of rows", .op = TW_STORE, .bytes = TW_STAGED_CHUNK},
        [STAGES_LAST] = {.name = "write last elements of rows", .op = TW_STORE, .bytes = r->bytes},
        [READS] = {.name = "read rows", .op = TW_LOAD, .bytes = run->unit}};
    for (unsigned i = 0; i <= READS; i++)
        tw_predict_access(prediction, accesses[i].name, accesses[i].op, accesses[i].bytes);
}

/* Tiles begin at chunks, and after KINDS of them elements and results lie in 64 bytes as they did. */
void tw_staged_predict(const struct tw_reduce *r, const struct tw_reduce_run *run,
                       struct tw_prediction *prediction)
{
    uint64_t whole = r->results / run->warp_rows, last = r->results % run->warp_rows;
    struct tile t = {.r = r, .run = run, .prediction = prediction, .rows = run->warp_rows};
    name_accesses(r, run, prediction);
    for (uint64_t kind = 0; kind < KINDS && kind < whole; kind++) {
        t.first = kind * run->warp_rows;
        t.times = (whole - kind - 1) / KINDS + 1;
        predict_tile(&t);
    }
    t = (struct tile){r, run, prediction, whole * run->warp_rows, last, 1};
    if (last) predict_tile(&t);
}
