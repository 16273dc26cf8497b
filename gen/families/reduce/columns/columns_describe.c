/* The variables of templates/reduce/reduce_columns.cu.mustache, whose first lines say what each means. */
#include <inttypes.h>

#include "base/whole.h"
#include "gen/families/reduce/columns/columns.h"

#define INDENT "    "

static void add_index(struct tw_data *data, const char *key, uint64_t count)
{
    tw_data_string(data, key, count > UINT32_MAX ? "unsigned long long" : "unsigned");
}

static void describe_width(const struct tw_columns *c, struct tw_data *data)
{
    unsigned width = c->width;
    bool one_vector = c->row_vectors == 1;
    bool several = width > 1;
    tw_data_number(data, "width", width);
    tw_data_flag(data, "several", several);
    tw_data_string(data, "in_column", several ? INDENT : "");
    tw_data_string(data, "each", several ? "[i]" : "");
    if (several)
        tw_data_format(data, "array", "[%u]", width);
    else
        tw_data_string(data, "array", "");
    tw_data_flag(data, "ragged", c->ragged && !one_vector);
    tw_data_flag(data, "ragged_load", c->ragged && !one_vector && !c->r->shifts);
    tw_data_flag(data, "by_elements", c->ragged && one_vector && width > 1);
    tw_data_flag(data, "all_whole", (!c->ragged || (one_vector && width == 1)) && !c->r->shifts);
    tw_data_number(data, "ragged_columns", c->ragged);
}

/* Vectors that are put together of words. */
static void describe_pieces(const struct tw_columns *c, struct tw_data *data)
{
    const struct tw_reduce *r = c->r;
    uint64_t row = r->pitch * r->bytes, matrix = r->batch > 1 ? r->rows % TW_COLUMNS_WORD * row : 0;
    tw_data_flag(data, "pieced", r->shifts && !c->handed);
    tw_data_flag(data, "handed", c->handed);
    tw_data_number(data, "words", r->vector * r->bytes / TW_COLUMNS_WORD);
    tw_data_number(data, "drift", (int64_t)(c->handed ? r->pitch % r->vector : row % TW_COLUMNS_WORD));
    if (r->shifts && matrix % TW_COLUMNS_WORD)
        tw_data_number(data, "matrix_drift", (int64_t)(matrix % TW_COLUMNS_WORD));
    else
        tw_data_flag(data, "matrix_drift", false);
    tw_data_flag(data, "ends", c->ends);
    tw_data_number(data, "last_rows", c->tail ? c->tail : TW_LEAF_ROWS);
    tw_data_flag(data, "never_ends", c->ends && c->tail);
    tw_data_number(data, "beyond", c->handed ? r->vector - 1 : TW_COLUMNS_WORD / r->bytes - 1);
    tw_data_constant(data, "last_vector", c->vectors - 1, false);
    tw_data_constant(data, "last_matrix", r->batch - 1, false);
}

/* The stride has a type that holds the elements from the first row of a leaf to its last. */
static void describe_stride(const struct tw_columns *c, struct tw_data *data)
{
    uint64_t pitch = c->r->pitch;
    const char *suffix = pitch > UINT32_MAX / TW_LEAF_ROWS  ? "ull"
                         : pitch > INT32_MAX / TW_LEAF_ROWS ? "u"
                                                            : "";
    tw_data_format(data, "stride", "%" PRIu64 "%s", pitch, suffix);
}

/* (matrix * rows + leaf * 32) * pitch + col, as far as there are several of each. */
static void describe_offset(const struct tw_columns *c, struct tw_data *data)
{
    const struct tw_reduce *r = c->r;
    bool batched = r->batch > 1, rows = c->leaves > 1;
    struct tw_text text = {0};
    if (batched && rows)
        tw_text_addf(&text, "(matrix * %" PRIu64 "ull + leaf * 32ull) * %" PRIu64, r->rows, r->pitch);
    else if (batched)
        tw_text_addf(&text, "matrix * %" PRIu64 "ull", r->rows * r->pitch);
    else if (rows)
        tw_text_addf(&text, "leaf * %" PRIu64 "ull", TW_LEAF_ROWS * r->pitch);
    if (c->row_vectors > 1) tw_text_add(&text, batched || rows ? " + col" : "col");
    if (text.length == 0) tw_text_add(&text, "0");
    tw_data_text(data, "offset", &text);
}

static void describe_place(const struct tw_columns *c, struct tw_data *data)
{
    bool cut = c->parts > 1;
    add_index(data, "index", c->vectors + c->x + TW_COLUMNS_JOINED);
    tw_data_constant(data, "vectors", c->vectors, false);
    tw_data_constant(data, "row_vectors", c->row_vectors, false);
    tw_data_flag(data, "batched", c->r->batch > 1);
    tw_data_flag(data, "one_strip", c->strips == 1);
    tw_data_flag(data, "one_vector", c->row_vectors == 1);
    if (c->strips == 1)
        tw_data_string(data, "strip", "0");
    else if (cut)
        tw_data_format(data, "strip", "blockIdx.x %% %" PRIu64, c->strips);
    else
        tw_data_string(data, "strip", "blockIdx.x");
    if (c->strips == 1)
        tw_data_string(data, "part", "blockIdx.x");
    else
        tw_data_format(data, "part", "blockIdx.x / %" PRIu64, c->strips);
    tw_data_flag(data, "turns", c->turns > 1);
    tw_data_constant(data, "whole_blocks", (c->vectors - c->ends) / (c->turns * c->x), false);
    tw_data_flag(data, "cut_block", c->ends || c->vectors % (c->turns * c->x) != 0);
    describe_offset(c, data);
    describe_stride(c, data);
}

static void describe_leaves(const struct tw_columns *c, struct tw_data *data)
{
    unsigned whole = c->tail / c->unroll * c->unroll, rest = c->tail % c->unroll;
    tw_data_flag(data, "full", c->r->rows >= TW_LEAF_ROWS);
    tw_data_flag(data, "tail", c->tail > 0);
    tw_data_string(data, "in_leaf", c->tail && c->leaves > 1 ? INDENT : "");
    tw_data_constant(data, "all_leaves", c->leaves, false);
    tw_data_constant(data, "last_leaf", c->leaves ? c->leaves - 1 : 0, false);
    tw_data_flag(data, "tail_turns", whole > 0);
    tw_data_number(data, "tail_whole", whole);
    tw_data_flag(data, "tail_rest", rest > 0);
    tw_data_flag(data, "tail_turned", whole > 0);
    tw_data_number(data, "tail_rows", rest);
    tw_data_flag(data, "counts", c->each > 1 && c->turns == 1);
    tw_data_number(data, "stack", tw_log2(c->each) + 1);
    tw_data_flag(data, "guarded", c->leaves % c->part_leaves != 0);
    tw_data_number(data, "column_runs", (int64_t)((c->leaves + c->each - 1) / c->each));
}

static void describe_meeting(const struct tw_columns *c, struct tw_data *data)
{
    unsigned turns = c->shares ? c->width / c->shares : 0; /* none where nothing is loaded */
    tw_data_flag(data, "shares_column", c->y > 1);
    tw_data_flag(data, "meets", c->steps > 0);
    tw_data_number(data, "steps", c->steps);
    tw_data_flag(data, "parts_meet", c->part_steps > 0);
    tw_data_number(data, "part_steps", c->part_steps);
    tw_data_constant(data, "part_leaves", c->part_leaves, false);
    tw_data_number(data, "half", c->y / 2);
    tw_data_number(data, "reversed", 32 - c->y_bits);
    tw_data_number(data, "shares", c->shares);
    tw_data_number(data, "shared_rows", c->y - 1);
    tw_data_flag(data, "turned", turns > 1);
    tw_data_string(data, "in_turn", turns > 1 ? INDENT : "");
    tw_data_flag(data, "again", turns > 1 && (c->steps == 1 || c->part_steps == 1));
}

static void describe_results(const struct tw_columns *c, unsigned result_bytes, struct tw_data *data)
{
    unsigned step = c->store / result_bytes;
    tw_data_flag(data, "dense", c->store > 0);
    tw_data_number(data, "store", c->store);
    tw_data_number(data, "step", step);
    tw_data_number(data, "stores", step ? c->width / step : 0);
    tw_data_flag(data, "several_stores", step && c->width > step);
}

static void describe_parts(const struct tw_columns *c, struct tw_data *data)
{
    bool cut = c->parts > 1;
    tw_data_flag(data, "cut", cut);
    tw_data_constant(data, "parts", c->parts, false);
    tw_data_constant(data, "last_part", c->parts - 1, false);
    tw_data_flag(data, "last", cut && c->r->finish == REDUCE_BY_LAST);
    tw_data_flag(data, "second", cut && c->r->finish == REDUCE_BY_SECOND);
    tw_data_number(data, "part_run", (int64_t)c->run);
    tw_data_number(data, "part_stack", tw_log2(c->run / c->ahead) + 1);
    tw_data_number(data, "part_runs", c->runs);
    tw_data_flag(data, "several_parts", c->run > 1);
    tw_data_number(data, "ahead", c->ahead);
    tw_data_flag(data, "stacks", (c->each > 1 && c->turns == 1) || (cut && c->run > 1));
    tw_data_constant(data, "part_stride", c->stride, false);
    tw_data_constant(data, "part_row", c->stride * c->width, false);
    tw_data_flag(data, "stores_vectors", !c->join_runs);
    tw_data_number(data, "join_threads", TW_COLUMNS_JOINED * c->join_runs);
    tw_data_number(data, "join_runs", c->join_runs);
    tw_data_flag(data, "join_guarded", c->runs < c->join_runs);
}

void tw_columns_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    struct tw_columns c = tw_columns_of(r, value);
    tw_data_flag(data, "empty", c.empty);
    tw_data_flag(data, "gives", r->results > 0);
    tw_data_constant(data, "results", r->results, false);
    add_index(data, "result_index", r->results + r->threads);
    tw_data_number(data, "threads", r->threads);
    tw_data_flag(data, "loads_together", tw_columns_loads_together(&c));
    tw_data_number(data, "resident", tw_columns_resident(&c));
    describe_width(&c, data);
    describe_pieces(&c, data);
    describe_place(&c, data);
    describe_leaves(&c, data);
    describe_meeting(&c, data);
    describe_results(&c, tw_bytes_of(r->result), data);
    describe_parts(&c, data);
}
