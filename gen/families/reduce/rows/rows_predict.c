/*
 * What reductions along rows cost. Rows begin at multiples of pitch * bytes, of which only what is left in 64 bytes matters, and
 * which repeats soon; leaves and lines lie at multiples of 64 bytes from there. So rows, or warps of short rows, are counted
 * by kinds.
 */
#include "base/whole.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/rows/shifted.h"
#include "gen/families/reduce/rows/staged.h"
#include "gen/layout/predict.h"

#define GRAIN 64u /* bytes after which addresses cost the same */

struct requests {
    const struct tw_reduce *r;
    const struct tw_reduce_run *run;
    struct tw_prediction *prediction;
    uint64_t end; /* where the array's last chunk begins, for rows at it that are shifted */
};

/* Steps of so many bytes until addresses are what they were, in a grain. */
static uint64_t period(uint64_t step)
{
    uint64_t steps = GRAIN;
    while (steps > 1 && step * (steps / 2) % GRAIN == 0) steps /= 2;
    return steps;
}

/* ---- inputs ---- */

/* Shifted loads of a leaf, as below. A turn's lines are followed by the chunk that the last one ends in. */
static void predict_shifted(const struct requests *q, const struct tw_reduce_lines *lines,
                            const uint64_t row[TW_WARP], uint64_t times)
{
    unsigned width = q->run->columns, turn = q->run->unroll;
    struct tw_shifted_line line = {row, q->run->lanes, 0, width, q->end};
    times *= q->r->inputs;
    for (unsigned n = 0, alike = width * q->r->bytes % GRAIN ? 1 : lines->lines; n < lines->lines;
         n += alike) {
        line.at = n * width;
        tw_shifted_predict_line(q->r, &line, times * alike, q->prediction);
    }
    for (unsigned n = 0; n < lines->lines && !q->r->ragged; n += turn) {
        line.at = (n + turn < lines->lines ? n + turn : lines->lines) * width;
        tw_shifted_predict_next(q->r, &line, times, q->prediction);
    }
    line.at = lines->lines * width;
    line.elements = lines->left;
    if (q->r->ragged || lines->left) tw_shifted_predict_rest(q->r, &line, times, q->prediction);
}

/* `times` warps load a leaf each; lane i's row begins at row[i]. */
static void predict_leaf(const struct requests *q, const struct tw_reduce_lines *lines,
                         const uint64_t row[TW_WARP], uint64_t times)
{
    const struct tw_reduce *r = q->r;
    unsigned lanes = q->run->lanes, bytes = q->run->vector * r->bytes;
    uint64_t addr[TW_WARP];
    if (r->shifts) {
        predict_shifted(q, lines, row, times);
        return;
    }
    times *= r->inputs;
    for (unsigned j = 0; j < q->run->loads && times; j++) {
        uint32_t rest = 0;
        for (unsigned i = 0; i < TW_WARP; i++) {
            unsigned place = j * lanes + i % lanes;
            addr[i] = row[i] + place * bytes;
            rest |= (uint32_t)(place < lines->vectors) << i;
        }
        if (lines->lines)
            tw_predict_global(q->prediction, TW_LOAD, bytes, addr, UINT32_MAX, times * lines->lines);
        if (rest) tw_predict_global(q->prediction, TW_LOAD, bytes, addr, rest, times);
    }
    for (unsigned k = 0; k < lines->cut && times; k++) {
        uint32_t cut = 0;
        for (unsigned i = 0; i < TW_WARP; i++) {
            addr[i] = row[i] + lines->vectors * bytes + k * r->bytes;
            cut |= (uint32_t)(i % lanes == lines->vectors % lanes) << i;
        }
        tw_predict_global(q->prediction, TW_LOAD, r->bytes, addr, cut, times);
    }
}

/* ---- short rows ---- */

/* `times` warps whose groups take rows first, first + 1, ...; those beyond the last take that one, and give nothing. */
static void predict_groups(const struct requests *q, uint64_t first, uint64_t times)
{
    const struct tw_reduce *r = q->r;
    unsigned lanes = q->run->lanes, bytes = tw_bytes_of(r->result);
    struct tw_reduce_lines lines = tw_reduce_lines_of(r, q->run, (unsigned)r->cols);
    uint64_t from[TW_WARP], to[TW_WARP];
    uint32_t gives = 0;
    for (unsigned i = 0; i < TW_WARP; i++) {
        uint64_t row = first + i / lanes;
        gives |= (uint32_t)(i % lanes == 0 && row < r->results) << i;
        from[i] = (row < r->results ? row : r->results - 1) * r->pitch * r->bytes;
        to[i] = row * bytes;
    }
    predict_leaf(q, &lines, from, times);
    if (gives) tw_predict_global(q->prediction, TW_STORE, bytes, to, gives, times);
}

static void predict_short(const struct requests *q)
{
    const struct tw_reduce *r = q->r;
    uint64_t groups = TW_WARP / q->run->lanes, blocks = r->results / q->run->block_rows;
    uint64_t whole = blocks * q->run->block_rows / groups, all = q->run->blocks * q->run->block_rows / groups;
    uint64_t from = period(groups * r->pitch * r->bytes), to = period(groups * tw_bytes_of(r->result));
    uint64_t kinds = from > to ? from : to;
    struct requests last = *q; /* the warps that may come to the array's end */
    if (tw_shifted_end(r)) {
        last.end = r->count * r->bytes / TW_SHIFTED_CHUNK * TW_SHIFTED_CHUNK;
        whole -= whole > 0;
    }
    for (uint64_t kind = 0; kind < kinds && kind < whole; kind++)
        predict_groups(q, kind * groups, tw_of_kind(whole, kind, kinds));
    for (uint64_t warp = whole; warp < all; warp++) predict_groups(&last, warp * groups, 1);
}

/* ---- long rows ---- */

static void predict_row(const struct requests *q, uint64_t row, uint64_t times)
{
    const struct tw_reduce *r = q->r;
    struct tw_reduce_lines whole = tw_reduce_lines_of(r, q->run, (unsigned)r->leaf),
                           tail = tw_reduce_lines_of(r, q->run, q->run->tail);
    uint64_t from[TW_WARP];
    for (unsigned i = 0; i < TW_WARP; i++) from[i] = row * r->pitch * r->bytes % GRAIN;
    predict_leaf(q, &whole, from, times * q->run->whole);
    if (q->run->tail) predict_leaf(q, &tail, from, times);
}

/* The last row, whose last leaves may come to the array's end. */
static void predict_last_row(const struct requests *q, uint64_t times)
{
    const struct tw_reduce *r = q->r;
    struct requests at_end = *q;
    struct tw_reduce_lines whole = tw_reduce_lines_of(r, q->run, (unsigned)r->leaf),
                           tail = tw_reduce_lines_of(r, q->run, q->run->tail);
    uint64_t row = (r->results - 1) * r->pitch, from[TW_WARP], end = row + r->cols - q->run->tail,
             last = end - r->leaf;
    at_end.end = r->count * r->bytes / TW_SHIFTED_CHUNK * TW_SHIFTED_CHUNK;
    for (unsigned i = 0; i < TW_WARP; i++) from[i] = last * r->bytes;
    predict_leaf(q, &whole, from, times * (q->run->whole - 1));
    predict_leaf(&at_end, &whole, from, times);
    for (unsigned i = 0; i < TW_WARP; i++) from[i] = end * r->bytes;
    if (q->run->tail) predict_leaf(&at_end, &tail, from, times);
}

/* Each row is taken; the last of them also by warps of the last block that have none of their own. */
static void predict_rows(const struct requests *q)
{
    uint64_t rows = q->r->results, kinds = period(q->r->pitch * q->r->bytes), again = 0;
    uint64_t taken = q->run->parts > 1 ? rows : q->run->blocks * q->run->block_rows;
    bool ends = tw_shifted_end(q->r) > 0;
    if (taken > rows) again = taken - rows;
    for (uint64_t kind = 0; kind < kinds && kind < rows - ends; kind++)
        predict_row(q, kind, tw_of_kind(rows - ends, kind, kinds));
    if (ends)
        predict_last_row(q, 1 + again);
    else if (again)
        predict_row(q, rows - 1, again);
}

/* ---- states ---- */

/* The last of `count` states that meet are taken up, after whole turns. All lanes load a single state where every row is a
 * part of its own: the compiler knows that nothing is made of what other lanes have. */
static void predict_last_turn(const struct requests *q, unsigned access, const uint32_t addr[TW_WARP],
                              uint64_t count, uint64_t times)
{
    const uint32_t same[TW_WARP] = {0};
    if (q->run->parts == 1 && count > TW_WARP && count % TW_WARP == 1)
        tw_predict_request(q->prediction, access, same, UINT32_MAX, times);
    else if (count % TW_WARP)
        tw_predict_request(q->prediction, access, addr, tw_lanes_below(count % TW_WARP), times);
}

/* `times` times `count` states are left in shared memory one by one, and taken up by the lanes of a warp. */
static void predict_meeting(const struct requests *q, uint64_t count, uint64_t times)
{
    uint32_t addr[TW_WARP];
    for (unsigned m = 0; m < q->r->member_count && times; m++) {
        unsigned bytes = tw_bytes_of(q->r->members[m].element);
        for (unsigned i = 0; i < TW_WARP; i++) addr[i] = i * bytes;
        tw_predict_request(q->prediction, 2 * m, addr, 1, times * count);
        if (count >= TW_WARP)
            tw_predict_request(q->prediction, 2 * m + 1, addr, UINT32_MAX, times * (count / TW_WARP));
        predict_last_turn(q, 2 * m + 1, addr, count, times);
    }
}

static void name_accesses(const struct requests *q)
{
    static const char *const names[TW_MEMBERS_MAX][2] = {
        {"write first member of states", "read first member of states"},
        {"write second member of states", "read second member of states"},
        {"write third member of states", "read third member of states"},
        {"write fourth member of states", "read fourth member of states"}};
    for (unsigned m = 0; m < q->r->member_count; m++) {
        unsigned bytes = tw_bytes_of(q->r->members[m].element);
        for (unsigned k = 0; k < 2; k++)
            tw_predict_access(q->prediction, names[m][k], k ? TW_LOAD : TW_STORE, bytes);
    }
}

/* One element that one lane of each of `times` warps stores. */
static void predict_store(const struct requests *q, enum tw_element element, uint64_t times)
{
    const uint64_t addr[TW_WARP] = {0};
    tw_predict_global(q->prediction, TW_STORE, tw_bytes_of(element), addr, 1, times);
}

/* The leaves of a part meet. */
static void predict_states(const struct requests *q)
{
    const struct tw_reduce_run *run = q->run;
    uint64_t in_last = run->row_leaves - (run->parts - 1) * run->slots;
    uint64_t rows = run->parts > 1 ? q->r->results : run->blocks * run->block_rows;
    if (run->slots > 1) {
        predict_meeting(q, in_last, rows);
        predict_meeting(q, run->slots, rows * (run->parts - 1));
    }
    for (unsigned m = 0; m < q->r->member_count && tw_reduce_run_joins(q->r, run); m++)
        predict_store(q, q->r->members[m].element, run->blocks);
    if (run->parts == 1) predict_store(q, q->r->result, q->r->results);
}

/* The first block of a cluster takes up its own state and what the others have left beside it. What goes to another block is
   counted nowhere. */
static void predict_cluster(const struct requests *q)
{
    uint32_t addr[TW_WARP];
    for (unsigned m = 0; m < q->r->member_count; m++) {
        unsigned bytes = tw_bytes_of(q->r->members[m].element);
        for (unsigned i = 0; i < TW_WARP; i++) addr[i] = i * bytes;
        tw_predict_request(q->prediction, 2 * m, addr, 1, q->r->results);
        tw_predict_request(q->prediction, 2 * m + 1, addr, tw_lanes_below(q->run->cluster), q->r->results);
    }
    predict_store(q, q->r->result, q->r->results);
}

/* Warps load the states of a row's parts, 32 side by side. */
static void predict_states_loaded(const struct requests *q, unsigned bytes, uint64_t row, uint64_t times)
{
    uint64_t parts = q->run->parts, addr[TW_WARP];
    for (unsigned i = 0; i < TW_WARP; i++) addr[i] = (row * parts + i) * bytes;
    if (parts >= TW_WARP)
        tw_predict_global(q->prediction, TW_LOAD, bytes, addr, UINT32_MAX, times * (parts / TW_WARP));
    if (parts % TW_WARP)
        tw_predict_global(q->prediction, TW_LOAD, bytes, addr, tw_lanes_below(parts % TW_WARP), times);
}

static void predict_join(const struct requests *q)
{
    const struct tw_reduce *r = q->r;
    for (unsigned m = 0; m < r->member_count; m++) {
        unsigned bytes = tw_bytes_of(r->members[m].element);
        uint64_t kinds = period(q->run->parts * bytes);
        for (uint64_t kind = 0; kind < kinds && kind < r->results; kind++)
            predict_states_loaded(q, bytes, kind, tw_of_kind(r->results, kind, kinds));
    }
    if (q->run->join_turns > 1) predict_meeting(q, q->run->join_turns, r->results);
    predict_store(q, r->result, r->results);
}

/* ---- all ---- */

static void predict_nothing(const struct requests *q)
{
    unsigned bytes = tw_bytes_of(q->r->result);
    uint64_t addr[TW_WARP], rows = q->r->results;
    for (unsigned i = 0; i < TW_WARP; i++) addr[i] = (uint64_t)i * bytes;
    if (rows >= TW_WARP) tw_predict_global(q->prediction, TW_STORE, bytes, addr, UINT32_MAX, rows / TW_WARP);
    if (rows % TW_WARP)
        tw_predict_global(q->prediction, TW_STORE, bytes, addr, tw_lanes_below(rows % TW_WARP), 1);
}

/* A launch without accesses of a kind has none, which is known. */
static void know_all(struct tw_prediction *prediction)
{
    prediction->counts.known |=
        TW_KNOWN_SHARED | TW_KNOWN_SHARED_BYTES | TW_KNOWN_GLOBAL | TW_KNOWN_GLOBAL_BYTES;
}

void tw_reduce_rows_predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                            unsigned launch, struct tw_prediction *prediction)
{
    struct tw_reduce_run run = tw_reduce_run_of(r, value);
    const struct requests q = {.r = r, .run = &run, .prediction = prediction, .end = UINT64_MAX};
    (void)shape;
    know_all(prediction);
    if (run.empty) {
        predict_nothing(&q);
        return;
    }
    if (run.is_short) {
        if (run.staged)
            tw_staged_predict(r, &run, prediction);
        else
            predict_short(&q);
        return;
    }
    if (run.slots > 1 || run.cluster || (tw_reduce_run_joins(r, &run) && run.join_turns > 1))
        name_accesses(&q);
    if (launch == 0) {
        predict_rows(&q);
        predict_states(&q);
        if (run.cluster) predict_cluster(&q);
    }
    if (tw_reduce_run_joins(r, &run) && launch == (r->finish == REDUCE_BY_SECOND)) predict_join(&q);
}
