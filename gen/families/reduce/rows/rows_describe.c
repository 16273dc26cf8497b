/* The variables of templates/reduce/reduce_rows.cu.mustache, whose first lines say what each means. */
#include <inttypes.h>

#include "base/whole.h"
#include "gen/cuda_type.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/rows/shifted.h"
#include "gen/families/reduce/rows/staged.h"

/* The rows of a variant, while its variables are added. */
struct writer {
    const struct tw_reduce *r;
    const struct tw_reduce_run *run;
    bool wide; /* indices have 64 bits */
};

/* The sum, for another term to be added. */
static struct tw_text *plus(struct tw_text *sum)
{
    if (sum->length) tw_text_add(sum, " + ");
    return sum;
}

/* The sum as a variable; 0 of no terms. */
static void add_sum(struct tw_data *data, const char *key, struct tw_text *sum)
{
    if (!sum->length) tw_text_add(sum, "0");
    tw_data_text(data, key, sum);
}

/* ---- loads ---- */

static void describe_words(unsigned bytes, struct tw_data *data)
{
    static const char *const names[] = {".x", ".y", ".z", ".w"};
    struct tw_data words = tw_data_list(data, "words");
    unsigned count = bytes > 4 ? bytes / 4 : 1;
    for (unsigned i = 0; i < count; i++) {
        struct tw_data item = tw_data_item(&words);
        tw_data_string(&item, "word", count > 1 ? names[i] : "");
        tw_data_number(&item, "number", i);
        tw_data_flag(&item, "more", i + 1 < count);
    }
}

static void describe_load(const struct writer *w, struct tw_data *data)
{
    const struct tw_reduce *r = w->r;
    bool staged = w->run->staged;
    static const char *const types[] = {
        [1] = "unsigned char", [2] = "unsigned short", [4] = "unsigned", [8] = "uint2", [16] = "uint4"};
    unsigned bytes = staged ? w->run->unit : r->vector * r->bytes, elements = w->run->vector;
    bool is_float = tw_element_info(r->input)->scalar == TW_FLOAT;
    tw_data_flag(data, "packed", staged || elements > 1);
    tw_data_flag(data, "by_element", !r->bulk && (staged || elements > 1));
    tw_data_number(data, "bulk_words", (elements * r->bytes + 3) / 4);
    tw_data_flag(data, "packs_cuts", r->bulk && !staged && !r->shifts && r->cols % elements);
    tw_data_flag(data, "direct", !staged && !r->shifts);
    tw_data_flag(data, "counts", staged || r->shifts);
    tw_data_number(data, "line_elements", TW_LINE_BYTES / r->bytes);
    tw_data_string(data, staged ? "unit" : "load",
                   staged || elements > 1 ? types[bytes] : tw_cuda_type(r->input));
    tw_data_number(data, "load_elements", elements);
    tw_data_flag(data, "small", r->bytes < 4);
    tw_data_number(data, "word_elements", r->bytes < 4 ? 4 / r->bytes : 1);
    tw_data_number(data, "element_bits", 8 * r->bytes);
    tw_data_flag(data, "is_float4", r->bytes == 4 && is_float);
    tw_data_flag(data, "is_float8", r->bytes == 8 && is_float);
    tw_data_flag(data, "is_integer4", r->bytes == 4 && !is_float);
    tw_data_flag(data, "is_integer8", r->bytes == 8 && !is_float);
    describe_words(bytes, data);
}

static void describe_inputs(const struct tw_reduce *r, struct tw_data *data)
{
    struct tw_data inputs = tw_data_list(data, "inputs");
    for (unsigned i = 0; i < r->inputs; i++) {
        struct tw_data item = tw_data_item(&inputs);
        tw_data_string(&item, "array", i ? "b" : "a");
        tw_data_string(&item, "x", i ? "y" : "x");
    }
}

/* ---- leaves ---- */

/* The lane's load among those of a line. */
static void add_place(const struct writer *w, struct tw_text *sum)
{
    if (w->run->loads > 1 && w->run->lanes > 1)
        tw_text_addf(plus(sum), "j * %u", w->run->lanes);
    else if (w->run->loads > 1)
        tw_text_add(plus(sum), "j");
    if (w->run->lanes > 1) tw_text_addf(plus(sum), "lane");
}

/* The element's number in its leaf, or from the lane's first where parts move later: `line` is that of the line's first, or
   empty. */
static void add_at(const struct writer *w, struct tw_data *data, const char *key, const struct tw_text *line,
                   bool moves)
{
    struct tw_text at = {0}, place = {0};
    if (!moves)
        add_place(w, &place);
    else if (w->run->loads > 1)
        tw_text_addf(&place, "j * %u", w->run->lanes);
    if (line->length) tw_text_addf(plus(&at), "%s", line->data);
    if (place.length && w->run->vector > 1)
        tw_text_addf(plus(&at), !moves && w->run->loads > 1 && w->run->lanes > 1 ? "(%s) * %u" : "%s * %u",
                     place.data, w->run->vector);
    else if (place.length)
        tw_text_addf(plus(&at), "%s", place.data);
    if (w->run->vector > 1 && !w->r->bulk) tw_text_addf(plus(&at), "i");
    add_sum(data, key, &at);
    tw_text_free(&place);
}

/* A function that takes a leaf, or several of one kind. */
struct leaf {
    const char *function, *says;
    unsigned elements;
    uint64_t count;
    unsigned after; /* elements of the row after it, at its end */
    struct tw_reduce_lines lines;
};

/* What is added to the address of an input to come to a line. */
static void add_from(const struct leaf *of, struct tw_data *data, const char *key, const struct tw_text *line)
{
    tw_data_format(data, key, "%s%s%s", of->count > 1 ? " + from[k]" : "", line->length ? " + " : "",
                   line->length ? line->data : "");
}

static void describe_whole_lines(const struct writer *w, const struct leaf *of, struct tw_data *leaf)
{
    const struct tw_reduce_lines *lines = &of->lines;
    unsigned most = w->run->staged ? 1 : w->run->unroll, turn = most < lines->lines ? most : lines->lines;
    bool turns = turn < lines->lines;
    const char *line = turns ? turn > 1 ? "first + n" : "first" : "n";
    struct tw_text first = {0};
    if (lines->lines > 1)
        tw_text_addf(plus(&first), turns && turn > 1 ? "(%s) * %u" : "%s * %u", line, w->run->line);
    tw_data_flag(leaf, "has_lines", lines->lines > 0);
    tw_data_number(leaf, "lines", lines->lines);
    tw_data_flag(leaf, "many_lines", turn > 1);
    tw_data_number(leaf, "turn", turn);
    tw_data_flag(leaf, "turns", turns);
    tw_data_flag(leaf, "ragged_turns", turns && lines->lines % turn != 0);
    tw_data_flag(leaf, "one_line", lines->lines == 1);
    tw_data_format(leaf, "begins", "%s == 0", line);
    tw_data_format(leaf, "n_of", turn > 1 ? "[%u]" : "", turn);
    tw_data_string(leaf, "n", turn > 1 ? "[n]" : "");
    add_from(of, leaf, "line_from", &first);
    tw_data_format(leaf, "line_chunk", "(%s) * %u", lines->lines > 1 ? line : "0",
                   w->run->line * w->r->bytes / TW_SHIFTED_CHUNK);
    add_at(w, leaf, "line_at", &first, tw_reduce_moves(w->r));
    tw_text_free(&first);
}

/* Bits of the loads that are taken all at once. */
static void describe_bits(const struct writer *w, const struct leaf *of, const char *place,
                          struct tw_data *leaf)
{
    unsigned bits = 8 * w->r->bytes, load = w->run->vector * bits;
    tw_data_number(leaf, "line_bits", load);
    if (of->lines.left)
        tw_data_format(leaf, "rest_bits", "((int)%u - (int)(%s) * %u) * %u", of->lines.left, place,
                       w->run->vector, bits);
    else
        tw_data_number(leaf, "rest_bits", load);
}

/* Which loads may be of the array's last chunk. */
static void describe_ends(const struct writer *w, const struct leaf *of, struct tw_data *leaf)
{
    bool ragged = w->r->ragged;
    bool lines = of->lines.lines && !ragged && tw_shifted_ends(w->r, of->after + of->lines.left),
         rest = (of->lines.left || ragged) && tw_shifted_ends(w->r, of->after);
    tw_data_flag(leaf, "line_ends", lines);
    tw_data_flag(leaf, "rest_ends", rest);
    tw_data_flag(leaf, "ends", lines || rest);
}

/* What becomes of the columns of whole lines that are shifted: of leaves that are joined in any order, only places are told so. */
static void describe_shifted(const struct writer *w, const struct leaf *of, struct tw_data *leaf)
{
    const struct tw_reduce_lines *lines = &of->lines;
    unsigned most = w->run->unroll, turn = most < lines->lines ? most : lines->lines;
    bool shifts = w->r->shifts && lines->lines && !w->r->ragged, turns = turn < lines->lines,
         moves = tw_reduce_moves(w->r);
    const char *k = of->count > 1 ? " + from[k]" : "";
    tw_data_flag(leaf, "rotates", shifts && !tw_reduce_any_order(w->r));
    tw_data_flag(leaf, "drifts", shifts && moves);
    tw_data_flag(leaf, "moves_all", moves && !shifts);
    tw_data_string(leaf, "k_from", k);
    if (turns)
        tw_data_format(leaf, "next_from", "%s + min(first + %u, %uu) * %u", k, turn, lines->lines,
                       w->run->columns);
    else
        tw_data_format(leaf, "next_from", "%s + %u", k, lines->lines * w->run->columns);
    if (turns && lines->lines % turn)
        tw_data_format(leaf, "turn_lines", "min(%uu, %u - first)", turn, lines->lines);
    else
        tw_data_number(leaf, "turn_lines", turn);
}

/* Chunks that are taken as they lie: lane 0 may have one more, and what is before the row is in the first. */
static void describe_ragged(const struct writer *w, const struct leaf *of, struct tw_data *leaf)
{
    const struct tw_reduce_lines *lines = &of->lines;
    unsigned bits = 8 * w->r->bytes, before = lines->left ? w->run->columns : 0;
    tw_data_flag(leaf, "ragged", w->r->ragged);
    tw_data_flag(leaf, "has_more", w->r->ragged && tw_shifted_has_more(w->r, w->run, lines));
    tw_data_flag(leaf, "fronts_rest", w->r->ragged && !lines->lines);
    tw_data_number(leaf, "more_at", lines->lines * w->run->columns + before);
    tw_data_number(leaf, "more_bits", (int64_t)lines->left * bits - (int64_t)before * bits);
    tw_data_number(leaf, "settled", of->elements);
}

/* The arguments that say where it is, for functions that load it. */
static void add_ends(const struct writer *w, struct tw_data *data, const char *key, unsigned after)
{
    bool ends = tw_shifted_ends(w->r, after);
    tw_data_string(data, key, !ends ? "" : w->r->inputs > 1 ? ", end_a, end_b" : ", end_a");
}

/* Behind the whole lines: `before` elements are in these, `place` is a thread's, a vector of the rest. */
static void describe_rest(const struct writer *w, const struct leaf *of, unsigned before,
                          struct tw_data *leaf)
{
    const struct tw_reduce_lines *lines = &of->lines;
    const struct tw_reduce *r = w->r;
    struct tw_text rest = {0}, place = {0};
    if (before) tw_text_addf(plus(&rest), "%u", before);
    tw_data_flag(leaf, "has_rest", lines->vectors > 0 || lines->left > 0);
    tw_data_number(leaf, "rest", lines->left ? lines->left : lines->vectors);
    add_place(w, &place);
    if (!place.length) tw_text_add(&place, "0");
    if (!lines->left)
        tw_data_format(leaf, "has_place", "%s < %u", place.data, lines->vectors);
    else if (r->bulk)
        tw_data_string(leaf, "has_place", "true"); /* bits that do not exist are 0 */
    else if (w->run->loads == 1 && w->run->lanes == 1)
        tw_data_format(leaf, "has_place", "i < %u", lines->left);
    else
        tw_data_format(leaf, "has_place", "(%s) * %u + i < %u", place.data, w->run->vector, lines->left);
    if (r->bulk) describe_bits(w, of, place.data, leaf);
    describe_ends(w, of, leaf);
    describe_shifted(w, of, leaf);
    tw_text_free(&place);
    add_from(of, leaf, "rest_from", &rest);
    describe_ragged(w, of, leaf);
    add_at(w, leaf, "rest_at", &rest, tw_reduce_moves(r) && (!r->shifts || !lines->lines || r->ragged));
    tw_text_free(&rest);
}

/* Behind the rest: elements that fill no vector, from the row's element `left` on. */
static void describe_cut(const struct writer *w, const struct leaf *of, unsigned left, struct tw_data *leaf)
{
    const struct tw_reduce_lines *lines = &of->lines;
    bool each = lines->cut > 1 && !w->r->bulk; /* is taken by itself */
    struct tw_text cut = {0};
    if (left) tw_text_addf(plus(&cut), "%u", left);
    if (lines->cut > 1) tw_text_addf(plus(&cut), "i");
    tw_data_flag(leaf, "has_cut", lines->cut > 0);
    tw_data_number(leaf, "cut", lines->cut);
    tw_data_flag(leaf, "many_cut", lines->cut > 1);
    tw_data_string(leaf, "cut_i", lines->cut > 1 ? "i" : "0");
    tw_data_number(leaf, "cut_lane", lines->vectors % w->run->lanes);
    add_from(of, leaf, "cut_from", &cut);
    unsigned column = lines->vectors / w->run->lanes * w->run->vector;
    if (w->r->bulk) column /= w->run->vector;
    tw_data_format(leaf, "cut_column", each ? column ? "%u + i" : "i" : "%u", column);
    tw_data_number(leaf, "cut_bits", (int64_t)lines->cut * 8 * w->r->bytes);
    tw_text_clear(&cut);
    if (tw_reduce_moves(w->r)) left -= lines->vectors % w->run->lanes * w->run->vector;
    if (left) tw_text_addf(plus(&cut), "%u", left);
    if (each) tw_text_add(plus(&cut), "i");
    add_sum(leaf, "cut_at", &cut);
}

static void describe_last_line(const struct writer *w, const struct leaf *of, struct tw_data *leaf)
{
    const struct tw_reduce_lines *lines = &of->lines;
    unsigned before = lines->lines * w->run->line;
    describe_rest(w, of, before, leaf);
    describe_cut(w, of, before + lines->vectors * w->run->vector, leaf);
}

static void describe_leaf(const struct writer *w, struct leaf of, struct tw_data *list)
{
    struct tw_data leaf = tw_data_item(list);
    of.lines = tw_reduce_lines_of(w->r, w->run, of.elements);
    tw_data_string(&leaf, "function", of.function);
    tw_data_format(&leaf, "says", of.says, of.elements);
    tw_data_format(&leaf, "k_of", of.count > 1 ? "[%" PRIu64 "]" : "", of.count);
    tw_data_string(&leaf, "k", of.count > 1 ? "[k]" : "");
    tw_data_flag(&leaf, "many_rows", of.count > 1);
    tw_data_number(&leaf, "rows_of_group", (int64_t)of.count);
    describe_whole_lines(w, &of, &leaf);
    describe_last_line(w, &of, &leaf);
    bool is_part = of.lines.exist < w->run->columns && !w->r->ragged,
         by_warp = w->run->lanes == TW_WARP && !is_part && tw_reduce_joins_by_warp(w->r);
    tw_data_flag(&leaf, "part_columns", is_part);
    tw_data_flag(&leaf, "part_loads",
                 of.lines.exist < w->run->columns || (w->run->loads & (w->run->loads - 1)) != 0);
    tw_data_flag(&leaf, "by_warp", by_warp);
    tw_data_number(&leaf, "exist", of.lines.exist);
}

/* Every warp takes whole leaves only, and as many as it could. */
static bool every_whole(const struct tw_reduce_run *run)
{
    return run->whole == run->parts * run->slots && !run->tail;
}

static void describe_functions(const struct writer *w, struct tw_data *data)
{
    const struct tw_reduce_run *run = w->run;
    unsigned whole = (unsigned)w->r->leaf, row = (unsigned)w->r->cols;
    bool pairs = run->unroll > TW_LEAF_BYTES / TW_LINE_BYTES;
    struct tw_data list = tw_data_list(data, "leaf_functions");
    if (run->is_short && run->leaves > 1 && !run->staged)
        describe_leaf(
            w, (struct leaf){"rows", "What the %u elements of each row make.", row, run->leaves, 0, {0}},
            &list);
    else if (run->is_short)
        describe_leaf(w, (struct leaf){"row", "What the %u elements of a row make.", row, 1, 0, {0}}, &list);
    if (run->is_short) return;
    if (pairs)
        describe_leaf(
            w,
            (struct leaf){
                "leaves", "What the %u elements of each of two whole leaves make.", whole, 2, run->tail, {0}},
            &list);
    if (!pairs || !every_whole(run))
        describe_leaf(
            w, (struct leaf){"leaf", "What the %u elements of a whole leaf make.", whole, 1, run->tail, {0}},
            &list);
    if (run->tail)
        describe_leaf(
            w, (struct leaf){"tail", "What the %u elements of the last leaf make.", run->tail, 1, 0, {0}},
            &list);
}

/* What columns are called: the lane's own, and among those of the leaf. */
static void describe_columns(const struct writer *w, struct tw_data *data)
{
    unsigned v = w->r->bulk ? 1 : w->run->vector, lanes = w->run->lanes;
    bool many = w->run->loads > 1;
    tw_data_format(data, "column", many && v > 1 ? "j * %u + i" : many ? "j" : v > 1 ? "i" : "0", v);
    tw_data_format(data, "load_column", many && v > 1 ? "j * %u" : many ? "j" : "0", v);
    tw_data_format(data, "next_column", v > 1 ? "(j + d) * %u" : "j + d", v);
    if (lanes == 1)
        tw_data_string(data, "column_of", "i");
    else if (many)
        tw_data_format(data, "column_of", "(i / %u * %u + lane) * %u + i %% %u", v, lanes, v, v);
    else
        tw_data_format(data, "column_of", "lane * %u + i", v);
}

static void describe_leaves(const struct writer *w, struct tw_data *data)
{
    const struct tw_reduce_run *run = w->run;
    bool many_rows = run->is_short && run->leaves > 1 && !run->staged;
    struct tw_text place = {0};
    add_place(w, &place);
    add_sum(data, "place", &place);
    tw_data_flag(data, "many_loads", run->loads > 1);
    tw_data_number(data, "loads", run->loads);
    tw_data_flag(data, "many_lanes", run->lanes > 1);
    tw_data_number(data, "lanes", run->lanes);
    tw_data_number(data, "columns_of_lane", run->loads * (w->r->bulk ? 1 : run->vector));
    tw_data_number(data, "columns_of_load", run->lanes * w->run->vector);
    tw_data_number(data, "columns", run->columns);
    tw_data_format(data, "j_of", run->loads > 1 ? "[%u]" : "", run->loads);
    tw_data_string(data, "j", run->loads > 1 ? "[j]" : "");
    tw_data_flag(data, "many_rows", many_rows);
    tw_data_number(data, "rows_of_group", (int64_t)run->leaves);
    describe_columns(w, data);
    describe_functions(w, data);
    add_ends(w, data, "leaf_end", run->tail);
    add_ends(w, data, "tail_end", 0);
    add_ends(w, data, "row_end", 0);
}

/* ---- rows ---- */

static void describe_short_rows(const struct writer *w, struct tw_data *data)
{
    const struct tw_reduce_run *run = w->run;
    unsigned groups = run->warps * TW_WARP / run->lanes;
    bool many = run->leaves > 1, guarded = w->r->results % run->block_rows != 0;
    struct tw_text row = {0}, loaded = {0}, result = {0};
    tw_text_addf(&loaded, many ? "row + k * %u" : "row", groups);
    tw_text_addf(&row, "%sblockIdx.x * %" PRIu64 " + threadIdx.x", w->wide ? "(unsigned long long)" : "",
                 run->block_rows);
    if (run->lanes > 1) tw_text_addf(&row, " / %u", run->lanes);
    if (run->lanes > 1) tw_text_add(&result, "lane == 0");
    if (guarded)
        tw_text_addf(&result, "%s%s < %" PRIu64 "%s", result.length ? " && " : "", loaded.data, w->r->results,
                     w->wide ? "ull" : "u");
    if (guarded)
        tw_data_format(data, "from_row", "min(%s, %" PRIu64 "%s)", loaded.data, w->r->results - 1,
                       w->wide ? "ull" : "u");
    else
        tw_data_format(data, "from_row", many ? "(%s)" : "%s", loaded.data);
    tw_data_number(data, "groups", groups);
    tw_data_text(data, "row", &row);
    tw_data_text_or_false(data, "is_result", &result);
    tw_text_free(&loaded);
}

/* The row of a warp, of several or of the block. */
static void describe_long_rows(const struct writer *w, struct tw_data *data)
{
    const struct tw_reduce_run *run = w->run;
    bool guarded = w->r->results % run->block_rows != 0;
    struct tw_text row = {0}, result = {0};
    if (run->parts > 1)
        tw_text_addf(&row, "blockIdx.x / %" PRIu64, run->parts);
    else if (run->block_rows == 1)
        tw_text_add(&row, "blockIdx.x");
    else if (run->share == 1)
        tw_text_addf(&row, "%sblockIdx.x * %" PRIu64 " + warp", w->wide ? "(unsigned long long)" : "",
                     run->block_rows);
    else
        tw_text_addf(&row, "%sblockIdx.x * %" PRIu64 " + warp / %u", w->wide ? "(unsigned long long)" : "",
                     run->block_rows, run->share);
    if (run->block_rows == 1)
        tw_text_add(&result, "threadIdx.x == 0");
    else if (run->share == 1)
        tw_text_add(&result, "lane == 0");
    else
        tw_text_addf(&result, "threadIdx.x %% %u == 0", run->share * TW_WARP);
    if (guarded) tw_text_addf(&result, " && row < %" PRIu64 "%s", w->r->results, w->wide ? "ull" : "u");
    if (guarded)
        tw_data_format(data, "from_row", "min(row, %" PRIu64 "%s)", w->r->results - 1, w->wide ? "ull" : "u");
    else
        tw_data_string(data, "from_row", "row");
    tw_data_text(data, "row", &row);
    tw_data_text(data, "is_result", &result);
}

/* `of`, where a warp's leaves are `share` apart: its leaf n. */
static void describe_steps(const struct writer *w, struct tw_data *data)
{
    const struct tw_reduce_run *run = w->run;
    bool has_first = run->parts * run->share > 1;
    struct tw_text by = {0};
    tw_text_addf(&by, run->share > 1 ? " * %u" : "", run->share);
    tw_data_format(data, "leaf_n", has_first ? "(first + n%s)" : "n%s", tw_text_string(&by));
    tw_data_text(data, "by_share", &by);
    tw_data_constant(data, "pair_apart", run->share * w->r->leaf, w->wide);
}

/* The leaves of a warp. */
static void describe_warp(const struct writer *w, struct tw_data *data)
{
    const struct tw_reduce_run *run = w->run;
    const char *place = run->block_rows > 1 ? "warp % " : "warp", *end = w->wide ? "ull" : "u";
    bool has_first = run->parts * run->share > 1;
    struct tw_text first = {0};
    if (run->parts > 1) tw_text_addf(&first, run->slots > 1 ? "part * %" PRIu64 : "part", run->slots);
    if (run->share > 1) tw_text_add(plus(&first), place);
    if (run->share > 1 && run->block_rows > 1) tw_text_addf(&first, "%u", run->share);
    add_sum(data, "first", &first);
    tw_data_flag(data, "has_first", has_first);
    tw_data_flag(data, "has_part", run->parts > 1);
    tw_data_format(data, "part", w->r->results > 1 ? "blockIdx.x %% %" PRIu64 : "blockIdx.x", run->parts);
    tw_data_flag(data, "many_leaves", run->leaves > 1);
    tw_data_number(data, "warp_leaves", (int64_t)run->leaves);
    tw_data_flag(data, "pairs", run->unroll > TW_LEAF_BYTES / TW_LINE_BYTES);
    tw_data_flag(data, "every_whole", every_whole(run));
    tw_data_constant(data, "whole", run->whole, w->wide);
    if (has_first)
        tw_data_format(data, "whole_leaves",
                       "first < %" PRIu64 " ? (unsigned)min((%" PRIu64 "%s - first) / %u, %" PRIu64 "%s) : 0",
                       run->whole, run->whole + run->share - 1, end, run->share, run->leaves, end);
    else
        tw_data_format(data, "whole_leaves", "%" PRIu64, run->whole);
    tw_data_flag(data, "has_tail", run->tail != 0);
    tw_data_constant(data, "tail_first", run->whole * w->r->leaf, w->wide);
    tw_data_format(data, "leaf_elements", w->wide ? "%" PRIu64 "ull" : "%" PRIu64, w->r->leaf);
    describe_steps(w, data);
}

static unsigned turns_of(uint64_t states)
{
    return states > TW_WARP ? (unsigned)(states / TW_WARP) : 1;
}

/* States that meet in shared memory: those of leaves, those of parts. */
static void describe_states(const struct writer *w, struct tw_data *data)
{
    const struct tw_reduce_run *run = w->run;
    bool joins = tw_reduce_run_joins(w->r, run), mixed = run->block_rows > 1;
    uint64_t in_last = run->row_leaves - (run->parts - 1) * run->slots, slots = run->slots,
             parts = joins ? tw_reduce_run_join_states(run) : 0,
             room = tw_reduce_run_common_states(w->r, run);
    bool wide = slots > TW_WARP || parts > TW_WARP;
    tw_data_flag(data, "meets", slots > 1 || joins || run->cluster);
    tw_data_flag(data, "many_slots", slots > 1);
    tw_data_flag(data, "has_states", slots > 1 || parts > 1);
    tw_data_flag(data, "wide_states", wide);
    tw_data_flag(data, "many_turns", wide || (joins && run->join_states > 1));
    if (room)
        tw_data_number(data, "room", (int64_t)room);
    else
        tw_data_flag(data, "room", false);
    tw_data_number(data, "size", wide ? turns_of(slots) : (int64_t)slots);
    tw_data_number(data, "join_size", wide ? turns_of(parts) : (int64_t)parts);
    tw_data_number(data, "join_room", (int64_t)parts);
    tw_data_flag(data, "shares", run->share > 1);
    tw_data_number(data, "share", run->share);
    tw_data_number(data, "block_warps", run->warps);
    tw_data_format(data, "warp_of_row", mixed ? "warp %% %u" : "warp", run->share);
    if (!mixed)
        tw_data_string(data, "slot", run->share > 1 ? "warp" : "0");
    else if (run->share > 1)
        tw_data_format(data, "slot", "warp / %u * %" PRIu64 " + warp %% %u", run->share, slots, run->share);
    else
        tw_data_format(data, "slot", "warp * %" PRIu64, slots);
    if (in_last == slots || run->parts == 1)
        tw_data_number(data, "exist_leaves", (int64_t)in_last);
    else
        tw_data_format(data, "exist_leaves", "part == %" PRIu64 " ? %" PRIu64 " : %" PRIu64, run->parts - 1,
                       in_last, slots);
}

static void describe_parts(const struct writer *w, struct tw_data *data)
{
    const struct tw_reduce_run *run = w->run;
    enum tw_reduce_finish finish = w->r->finish;
    enum tw_scalar scalar = tw_element_info(w->r->result)->scalar;
    bool many = run->parts > 1;
    tw_data_flag(data, "has_parts", many);
    tw_data_number(data, "parts", (int64_t)run->parts);
    tw_data_number(data, "last_part", (int64_t)run->parts - 1);
    tw_data_flag(data, "joins", tw_reduce_run_joins(w->r, run));
    tw_data_flag(data, "joins_last", many && finish == REDUCE_BY_LAST);
    tw_data_flag(data, "joins_second", many && finish == REDUCE_BY_SECOND);
    tw_data_flag(data, "joins_atomic", many && finish == REDUCE_BY_ATOMIC);
    tw_data_number(data, "cluster_lanes", (int64_t)tw_power_up(run->cluster));
    tw_data_number(data, "join_states", run->join_states);
    tw_data_flag(data, "many_states", run->join_states > 1);
    tw_data_number(data, "join_groups", (int64_t)((run->parts + TW_WARP - 1) / TW_WARP));
    tw_data_number(data, "turn_parts", run->join_states * TW_WARP);
    tw_data_number(data, "join_turns", (int64_t)run->join_turns);
    tw_data_flag(data, "many_turns_joined", run->join_turns > 1);
    tw_data_flag(data, "wide_sum", scalar == TW_SIGNED && tw_bytes_of(w->r->result) == 8);
    tw_data_format(data, "row_parts", w->r->results > 1 ? " + row * %" PRIu64 : "", run->parts);
}

void tw_reduce_rows_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    struct tw_reduce_run run = tw_reduce_run_of(r, value);
    uint64_t most = r->count + r->leaf + r->results + 2 * run.block_rows;
    struct writer w = {
        .r = r, .run = &run, .wide = most > UINT32_MAX || run.block_rows * r->pitch > UINT32_MAX};
    tw_data_string(data, "index", w.wide ? "unsigned long long" : "unsigned");
    tw_data_flag(data, "is_empty", run.empty);
    tw_data_flag(data, "has_results", r->results > 0);
    tw_data_constant(data, "results", r->results, w.wide);
    tw_data_flag(data, "joins_cluster", run.cluster > 0);
    if (run.empty) return;
    describe_load(&w, data);
    describe_inputs(r, data);
    tw_reduce_warp_describe(r, value, data);
    describe_leaves(&w, data);
    tw_data_flag(data, "is_short", run.is_short);
    tw_data_flag(data, "one_row", run.is_short && r->results == 1 && run.block_rows == 1);
    tw_data_flag(data, "many_blocks", r->results > 1 || run.block_rows > 1);
    tw_data_constant(data, "row_pitch", r->pitch, w.wide);
    tw_data_flag(data, "staged_rows", run.staged);
    tw_shifted_describe(r, &run, data);
    tw_data_flag(data, "loaded_rows", run.is_short && !run.staged);
    tw_data_flag(data, "split", run.split);
    if (run.is_short) {
        if (run.staged)
            tw_staged_describe(r, &run, w.wide, data);
        else
            describe_short_rows(&w, data);
        tw_data_flag(data, "meets", false);
        tw_data_flag(data, "many_turns", false);
        tw_data_flag(data, "has_states", false);
        tw_data_flag(data, "joins", false);
        return;
    }
    describe_long_rows(&w, data);
    describe_warp(&w, data);
    describe_states(&w, data);
    describe_parts(&w, data);
}
