/*
 * The variables of templates/transpose/transpose.cu.mustache, whose first lines say what each means. Code that is one
 * choice of several is made here: a load from `at + 1`, say, is "at[1]" or "NAME_load_hint(at + 1)".
 */
#include "gen/families/transpose/describe.h"

#include <stdio.h>
#include <string.h>

#include "gen/families/transpose/accept.h"
#include "gen/families/transpose/describe_access.h"
#include "gen/families/transpose/row_run/row_run.h"
#include "gen/families/transpose/shuffle.h"
#include "gen/layout/turn.h"
#include "gen/text/data.h"

struct variant {
    const int64_t *value;
    const char *name;
    struct tw_transpose t;
    bool is_wide; /* 32 bits do not count all elements */
    bool load_hint, store_hint;
    bool shift_in, shift_out; /* rows of that side begin anywhere */
};

/* The cast to that type of what is unsigned; none where it is that. */
static const char *to_index(const struct variant *v)
{
    return v->is_wide ? "(unsigned long long)" : "";
}

/* ---- the walk ---- */

/* "blockIdx.x / 4 % 8": the place among `count` of what changes every `every` blocks; `last`: nothing changes
 * slower. */
static struct tw_text place_of(uint64_t every, uint64_t count, bool last)
{
    struct tw_text text = {0};
    tw_text_add(&text, count == 1 ? "0" : "blockIdx.x");
    if (count > 1 && every > 1) tw_text_addf(&text, " / %llu", (unsigned long long)every);
    if (count > 1 && !last) tw_text_addf(&text, " %% %llu", (unsigned long long)count);
    return text;
}

static void add_place(struct tw_data *data, const char *key, uint64_t every, uint64_t count, bool last)
{
    struct tw_text place = place_of(every, count, last);
    tw_data_text(data, key, &place);
}

/* The first row or column of a tile whose place is that, "blockIdx.x / 4 * 32"; and of the row of tiles its number. */
static void add_tile(struct tw_data *data, const struct tw_transpose *t, bool down, struct tw_text place)
{
    struct tw_text first = {0};
    const char *text = tw_text_part(&first, &place);
    tw_text_add(&first, text);
    if (strcmp(text, "0") != 0) tw_text_addf(&first, " * %u", down ? t->step : t->tile_cols);
    tw_data_text(data, down ? "first_row" : "first_col", &first);
    if (down)
        tw_data_text(data, "tile_row", &place);
    else
        tw_text_free(&place);
}

/* Bands of `band` tiles along the order, and in a band line by line. The last band may be narrower. */
static void describe_bands(const struct tw_transpose *t, uint64_t along, uint64_t lines, struct tw_data *data)
{
    unsigned long long band = t->band;
    add_place(data, "place", 1, along * lines, t->batch == 1);
    tw_data_number(data, "band_tiles", band * lines);
    if (along % band)
        tw_data_format(data, "width", "min(%lluu, %llu - band_first)", band, (unsigned long long)along);
    else
        tw_data_number(data, "width", band);
}

/* The place of a block's tile among those of its matrix. */
static void describe_walk(const struct variant *v, struct tw_data *data)
{
    const struct tw_transpose *t = &v->t;
    bool down_first = v->value[TRANSPOSE_order] == TRANSPOSE_COLUMNS, alone = t->batch == 1;
    uint64_t along = down_first ? t->walks : t->tiles_across;
    uint64_t lines = down_first ? t->tiles_across : t->walks;
    bool banded = t->band < along && lines > 1;
    struct tw_text quick = {0}, slow = {0};
    tw_data_flag(data, "banded", banded);
    if (banded) {
        describe_bands(t, along, lines, data);
        tw_text_add(&quick, "(band_first + in_band % width)");
        tw_text_add(&slow, "in_band / width");
    } else {
        quick = place_of(1, along, alone && lines == 1);
        slow = place_of(along, lines, alone);
    }
    add_tile(data, t, down_first, quick);
    add_tile(data, t, !down_first, slow);
}

static void describe_grid(const struct variant *v, struct tw_data *data)
{
    const struct tw_transpose *t = &v->t;
    describe_walk(v, data);
    tw_data_number(data, "step", t->step);
    tw_data_number(data, "last_tile_row", t->tiles_down - 1);
    tw_data_number(data, "tiles_down", t->tiles_down);
    tw_data_flag(data, "walks", t->steps > 1);
    add_place(data, "matrix", t->walks * t->tiles_across, t->batch, true);
    tw_data_flag(data, "batched", t->batch > 1);
}

/* ---- accesses to global memory ---- */

/* A load from `pointer`, which without a hint is written as `plain`. */
static void add_load(const struct variant *v, const char *pointer, const char *plain, struct tw_text *text)
{
    if (v->load_hint)
        tw_text_addf(text, "%s_load_hint(%s)", v->name, pointer);
    else
        tw_text_add(text, plain);
}

/* A store of `value` to `pointer`, which without a hint is written as `plain`. */
static void add_store(const struct variant *v, const char *pointer, const char *plain, const char *value,
                      struct tw_text *text)
{
    if (v->store_hint)
        tw_text_addf(text, "%s_store_hint(%s, %s)", v->name, pointer, value);
    else
        tw_text_addf(text, "%s = %s", plain, value);
}

/* ---- the scalar methods ---- */

/* "row < 30 && col < cols": one more condition. */
static void add_bound(struct tw_text *text, const char *place, const char *bound)
{
    tw_text_addf(text, "%s%s < %s", text->length ? " && " : "", place, bound);
}

/*
 * A pass of the block over a tile of `rows` x `cols` elements: thread (x, y) takes element `row`, `col`. Where a pass
 * takes several turns down or across, j or i is the element's place; where one turn is enough, the thread's own y or x.
 */
struct pass {
    unsigned rows, cols;
    bool down, across; /* there are several turns */
    const char *row, *col;
};

static struct pass pass_over(const struct variant *v, unsigned rows, unsigned cols)
{
    bool shuffles = v->t.method == TRANSPOSE_SHUFFLE; /* whose units have loops of their own */
    bool down = rows > v->t.bdimy, across = cols > v->t.bdimx;
    return (struct pass){.rows = rows,
                         .cols = cols,
                         .down = down,
                         .across = across,
                         .row = down || shuffles ? "j" : "y",
                         .col = across || shuffles ? "i" : "x"};
}

/* The conditions under which a thread of a pass has an element: of its tile, which units fill, and of the matrix, whose
   bounds have names where some tile reaches beyond them. */
static struct tw_text guard_of(const struct variant *v, const struct pass *pass, const char *row_bound,
                               const char *col_bound)
{
    bool passes = v->t.method != TRANSPOSE_SHUFFLE;
    char rows[16], cols[16];
    struct tw_text text = {0};
    snprintf(rows, sizeof rows, "%u", pass->rows);
    snprintf(cols, sizeof cols, "%u", pass->cols);
    if (passes && pass->rows % v->t.bdimy) add_bound(&text, pass->row, rows);
    if (passes && pass->cols % v->t.bdimx) add_bound(&text, pass->col, cols);
    if (row_bound) add_bound(&text, pass->row, row_bound);
    if (col_bound) add_bound(&text, pass->col, col_bound);
    return text;
}

/* "tile[row][col]" of a pass, wherever the tile's layout puts that; or for what is turned "tile[col][row]". */
static struct tw_text place_in_tile(const struct tw_layout *tile, const char *row, const char *col)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "tile[%s][", row);
    tw_layout_add_column(tile, row, col, &text);
    tw_text_add_char(&text, ']');
    return text;
}

/* "in[j * 64 + i]" */
static struct tw_text element_of(const struct variant *v, const char *buffer, const char *row, uint64_t pitch,
                                 const char *col)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "%s[%s%s", buffer, to_index(v), row);
    if (pitch != 1) tw_text_addf(&text, " * %llu", (unsigned long long)pitch);
    tw_text_addf(&text, " + %s]", col);
    return text;
}

/* What a thread loads, in[row][col]. */
static struct tw_text load_of(const struct variant *v, const char *row, const char *col)
{
    struct tw_text in = element_of(v, "in", row, v->t.in_pitch, col);
    if (!v->load_hint) return in;
    struct tw_text text = {0};
    tw_text_addf(&text, "%s_load_hint(&%s)", v->name, tw_text_string(&in));
    text.failed |= in.failed;
    tw_text_free(&in);
    return text;
}

/* The store of a value, which is freed, to out[row][col]. */
static struct tw_text store_of(const struct variant *v, const char *row, const char *col,
                               struct tw_text value)
{
    struct tw_text out = element_of(v, "out", row, v->t.out_pitch, col), text = {0};
    const char *to = tw_text_string(&out), *what = tw_text_string(&value);
    if (v->store_hint)
        tw_text_addf(&text, "%s_store_hint(&%s, %s)", v->name, to, what);
    else
        tw_text_addf(&text, "%s = %s", to, what);
    text.failed |= value.failed | out.failed;
    tw_text_free(&value);
    tw_text_free(&out);
    return text;
}

/* One more pass in the list; the two texts are freed. */
static void add_pass(struct tw_data *passes, const struct pass *pass, bool second, struct tw_text guard,
                     struct tw_text statement)
{
    struct tw_data object = tw_data_item(passes);
    const char *down = pass->down ? "j = down + y" : "", *across = pass->across ? "i = across + x" : "";
    bool both = pass->down && pass->across;
    tw_data_flag(&object, "second", second);
    tw_data_flag(&object, "down", pass->down);
    tw_data_flag(&object, "across", pass->across);
    tw_data_flag(&object, "loops", pass->down || pass->across);
    tw_data_number(&object, "rows", pass->rows);
    tw_data_number(&object, "cols", pass->cols);
    tw_data_format(&object, "places", "%s%s%s", down, both ? ", " : "", across);
    tw_data_string(&object, "indent", both ? "        " : pass->down || pass->across ? "    " : "");
    tw_data_text_or_false(&object, "guard", &guard);
    tw_data_text(&object, "statement", &statement);
}

/* The shuffle method loads and stores as a pass does, but unit by unit. */
static void describe_unit(const struct variant *v, struct tw_text load_if, struct tw_text store_if,
                          struct tw_data *data)
{
    struct tw_text value = {0}, load = load_of(v, "j", "i"), store;
    tw_text_add(&value, "value[k]");
    store = store_of(v, "j", "i", value);
    tw_data_text_or_false(data, "load_if", &load_if);
    tw_data_text_or_false(data, "store_if", &store_if);
    tw_data_text(data, "load_element", &load);
    tw_data_text(data, "store_element", &store);
}

/* A pass loads, and stores right to the output. */
static void describe_naive(const struct variant *v, const struct pass *pass, struct tw_text guard,
                           struct tw_data *data)
{
    struct tw_data passes = tw_data_list(data, "passes");
    struct tw_text value = load_of(v, pass->row, pass->col);
    add_pass(&passes, pass, false, guard, store_of(v, pass->col, pass->row, value));
}

/* A pass loads and stores to the tile; a second one stores from there. */
static void describe_tiled(const struct variant *v, const struct pass *load, struct tw_text load_if,
                           const struct pass *store, struct tw_text store_if, struct tw_data *data)
{
    struct tw_layout tile = tw_transpose_layout(v->value);
    struct tw_data passes = tw_data_list(data, "passes");
    struct tw_text put = place_in_tile(&tile, load->row, load->col), value = load_of(v, load->row, load->col);
    tw_text_addf(&put, " = %s", tw_text_string(&value));
    put.failed |= value.failed;
    tw_text_free(&value);
    tw_data_number(data, "pitch", tile.pitch);
    add_pass(&passes, load, false, load_if, put);
    value = place_in_tile(&tile, store->col, store->row);
    add_pass(&passes, store, true, store_if, store_of(v, store->row, store->col, value));
}

/* What warps turn in registers. */
static void describe_squares(const struct variant *v, struct tw_data *data)
{
    unsigned side = (unsigned)v->value[TRANSPOSE_unroll];
    struct tw_turn turn = tw_turn_of_squares(side);
    unsigned units = tw_shuffle_units(&v->t, v->value);
    tw_data_number(data, "units", units);
    tw_data_flag(data, "unit_loop", units > v->t.bdimy);
    tw_data_flag(data, "idle", units < v->t.bdimy);
    tw_data_number(data, "units_across", tw_shuffle_units_across(&v->t));
    tw_turn_parts(tw_transpose_parts(v->t.bytes), data);
    tw_turn_describe(&turn, data);
}

static void describe_scalar(const struct variant *v, struct tw_data *data)
{
    const struct tw_transpose *t = &v->t;
    const char *rows = t->rows % t->tile_rows ? "rows" : NULL, *cols = t->cols % t->tile_cols ? "cols" : NULL;
    struct pass load = pass_over(v, t->tile_rows, t->tile_cols);
    struct pass store = pass_over(v, t->tile_cols, t->tile_rows);
    struct tw_text load_if = guard_of(v, &load, rows, cols), store_if = guard_of(v, &store, cols, rows);
    tw_data_flag(data, "cut_rows", rows);
    tw_data_flag(data, "cut_cols", cols);
    tw_data_flag(data, "tiled", tw_transpose_is_shared(t));
    if (tw_transpose_is_shared(t)) {
        describe_tiled(v, &load, load_if, &store, store_if, data);
    } else if (t->method == TRANSPOSE_SHUFFLE) {
        describe_squares(v, data);
        describe_unit(v, load_if, store_if, data);
    } else {
        describe_naive(v, &load, load_if, data);
        tw_text_free(&store_if);
    }
}

/* ---- the vector method ---- */

/* True for "bytes4" and false for "bytes1" to "bytes16" else: templates have no comparisons. */
static void describe_size(const struct tw_transpose *t, struct tw_data *data)
{
    static const char *const keys[] = {
        [1] = "bytes1", [2] = "bytes2", [4] = "bytes4", [8] = "bytes8", [16] = "bytes16"};
    for (unsigned size = 1; size <= TW_CHUNK; size *= 2) tw_data_flag(data, keys[size], size == t->bytes);
    tw_data_string(data, "cell", tw_transpose_type(t->cell));
    tw_data_number(data, "chunks", t->chunks);
    tw_data_number(data, "per_chunk", t->per_chunk);
    tw_data_number(data, "pack", t->pack);
    tw_data_term(data, "times_pack", '*', t->pack);
    tw_data_flag(data, "packed", t->pack > 1);
    tw_data_number(data, "bits", 8 * t->bytes);
    tw_data_number(data, "cells_of_chunk", TW_CHUNK / t->cell);
}

/* What a warp loads at a time, and how many times. */
static void describe_units(const struct variant *v, struct tw_data *data)
{
    const struct tw_transpose *t = &v->t;
    unsigned warps = t->threads / TW_WARP, passes = (t->units + warps - 1) / warps;
    unsigned unroll = (unsigned)v->value[TRANSPOSE_unroll], ahead = unroll < passes ? unroll : passes;
    unsigned later = t->units - t->kept / t->pack / t->unit_cells * t->units_across;
    tw_data_number(data, "warps", warps);
    tw_data_number(data, "units", t->units);
    tw_data_number(data, "units_across", t->units_across);
    tw_data_number(data, "unit_chunks", t->unit_chunks);
    tw_data_number(data, "unit_cells", t->unit_cells);
    tw_data_string(data, "turns", t->unit_chunks == 8 ? "8" : "4 * 2");
    tw_data_number(data, "ahead", ahead);
    tw_data_term(data, "times_ahead", '*', ahead);
    tw_data_flag(data, "units_left", t->units % (warps * ahead) || later % (warps * ahead));
}

/* What of a tile or of a chunk may be missing. */
static void describe_edges(const struct variant *v, struct tw_data *data)
{
    const struct tw_transpose *t = &v->t;
    bool cut_rows = t->rows != t->tile_rows + (t->tiles_down - 1) * t->step;
    tw_data_flag(data, "part_chunks", v->shift_in || t->cols % t->per_chunk);
    tw_data_flag(data, "cuts", v->shift_in || cut_rows || t->cols % t->tile_cols);
    tw_data_flag(data, "ends", t->overlap || t->rows % t->per_chunk);
    tw_data_flag(data, "overlaps", t->overlap > 0);
    tw_data_number(data, "overlap", t->overlap);
    tw_data_number(data, "head_cells", t->overlap / t->pack);
    tw_data_number(data, "tail_cells", t->per_chunk / t->pack);
    tw_data_flag(data, "tails", t->per_chunk > 1 && (t->overlap || t->rows % t->per_chunk));
}

/* Rows that begin anywhere. */
static void describe_shifts(const struct variant *v, struct tw_data *data)
{
    const struct tw_transpose *t = &v->t;
    const char *type = tw_transpose_type(t->bytes);
    unsigned shift = tw_transpose_shift(t);
    tw_data_flag(data, "shift_in", v->shift_in);
    tw_data_flag(data, "shift_out", v->shift_out);
    tw_data_flag(data, "shifts", shift < TW_CHUNK);
    tw_data_flag(data, "shift8", shift <= 8);
    tw_data_flag(data, "shift4", shift <= 4);
    tw_data_flag(data, "shift1", shift < 4);
    tw_data_format(data, "both_exist", "(const %s *)at >= in_begin && (const %s *)(at + 2) <= in_end", type,
                   type);
}

static void describe_chunk_accesses(const struct variant *v, struct tw_data *data)
{
    static const struct {
        const char *key, *pointer, *plain;
    } loads[] = {{"load_at0", "at", "at[0]"},
                 {"load_at1", "at + 1", "at[1]"},
                 {"load_at2", "at + 2", "at[2]"},
                 {"load_at3", "at + 3", "at[3]"},
                 {"load_chunk", "(const uint4 *)from", "*(const uint4 *)from"},
                 {"load_at", "at", "*at"}};
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        struct tw_text load = {0};
        add_load(v, loads[i].pointer, loads[i].plain, &load);
        tw_data_text(data, loads[i].key, &load);
    }
    struct tw_text store = {0};
    add_store(v, "at", "*at", "value", &store);
    tw_data_text(data, "store_chunk", &store);
    tw_data_format(data, "store_gathered", "%s_store%s(at, value)", v->name, v->store_hint ? "_hint" : "");
    tw_data_flag(data, "narrow", v->t.method == TRANSPOSE_VECTOR && v->t.vector < TW_CHUNK);
    tw_data_flag(data, "halves", v->t.vector == TW_CHUNK / 2);
}

/* Where chunks stand in a column of the tile: in a walk, which keeps some rows, the column is a ring. */
static void describe_places(const struct variant *v, struct tw_data *data)
{
    const struct tw_transpose *t = &v->t;
    unsigned cells = TW_CHUNK / t->cell;
    if (t->kept) {
        tw_data_number(data, "keeps", t->kept / t->pack);
        tw_data_format(data, "chunk_of_y", "%s_turn(y / %u + ring)", v->name, cells);
        tw_data_format(data, "chunk_of_row", "%s_turn(row / %u + ring)", v->name, t->per_chunk);
        tw_data_format(data, "word_chunk", "%s_turn(word / 4 + ring)", v->name);
        tw_data_format(data, "next_word_chunk", "%s_turn(next / 4 + ring)", v->name);
        tw_data_format(data, "this_chunk", "%s_turn(chunk)", v->name);
        tw_data_format(data, "next_chunk", "%s_turn(chunk + 1)", v->name);
    } else {
        tw_data_flag(data, "keeps", false);
        tw_data_format(data, "chunk_of_y", "y / %u", cells);
        tw_data_format(data, "chunk_of_row", "row / %u", t->per_chunk);
        tw_data_string(data, "word_chunk", "word / 4");
        tw_data_string(data, "next_word_chunk", "next / 4");
        tw_data_string(data, "this_chunk", "chunk");
        tw_data_format(data, "next_chunk", "(chunk + 1) %% %u", t->chunks);
    }
}

/* What NAME_step and NAME_move take beside the usual: where a walk is, and where the input may be read. */
static void describe_parameters(const struct variant *v, struct tw_data *data)
{
    const char *element = tw_transpose_type(v->t.bytes);
    bool kept = v->t.kept > 0, in_buffer = v->shift_in;
    const struct {
        bool needed;
        const char *type, *name;
    } parameters[] = {
        {kept, "bool", "fresh"},
        {kept, "unsigned", "ring"},
        {in_buffer, NULL, "in_begin"}, /* pointers to elements */
        {in_buffer, NULL, "in_end"},
    };
    struct tw_data list = tw_data_list(data, "takes");
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        const char *type = parameters[i].type, *name = parameters[i].name;
        if (!parameters[i].needed) continue;
        struct tw_data item = tw_data_item(&list);
        tw_data_string(&item, "parameter", name);
        tw_data_format(&item, "declaration", "const %s %s%s", type ? type : element, type ? "" : "*", name);
    }
}

static void describe_vector(const struct variant *v, struct tw_data *data)
{
    describe_size(&v->t, data);
    describe_units(v, data);
    describe_edges(v, data);
    describe_shifts(v, data);
    describe_chunk_accesses(v, data);
    describe_places(v, data);
    describe_parameters(v, data);
}

/* ---- the row-run method ---- */

static void describe_row_run(const struct variant *v, struct tw_data *data)
{
    const struct tw_row_run run = tw_row_run_of(&v->t, v->value);
    uint64_t passes = run.cover == ROW_RUN_WIDE ? run.row_chunks * v->t.rows : run.elements / v->t.per_chunk;
    int64_t unroll = v->value[TRANSPOSE_unroll], most = (int64_t)(passes + v->t.threads - 1) / v->t.threads;
    describe_size(&v->t, data);
    describe_chunk_accesses(v, data);
    int64_t ahead = most < unroll ? (most ? most : 1) : unroll;
    tw_data_number(data, "ahead", ahead);
    tw_data_term(data, "times_ahead", '*', (uint64_t)ahead);
    tw_row_run_describe(&v->t, &run, tw_transpose_type(v->t.bytes), data);
}

/* ---- all of them ---- */

static void describe_launch(const struct variant *v, struct tw_data *data)
{
    uint32_t bytes = tw_transpose_tile_bytes(v->value);
    tw_data_number(data, "blocks", (int64_t)tw_transpose_blocks(&v->t, v->value));
    tw_data_number(data, "threads", v->t.threads);
    tw_data_number(data, "shared_bytes", bytes);
    tw_data_flag(data, "dynamic", tw_transpose_is_dynamic(&v->t, bytes));
    tw_data_number(data, "align", tw_transpose_align(&v->t, v->value));
    tw_data_number(data, "in_count", v->t.in_count);
    tw_data_number(data, "out_count", v->t.out_count);
    tw_data_string(data, "element", tw_transpose_type(v->t.bytes));
    tw_data_string(data, "index", v->is_wide ? "unsigned long long" : "unsigned");
    tw_data_string(data, "to_index", to_index(v));
    tw_data_string(data, "to_unsigned", v->is_wide ? "(unsigned)" : "");
}

static struct variant variant_of(const int64_t *value, const char *name)
{
    const struct tw_transpose t = tw_transpose_of(value);
    int64_t hints = value[TRANSPOSE_hints];
    bool narrow = t.in_count <= UINT32_MAX && t.out_count <= UINT32_MAX, both = hints == TRANSPOSE_STREAM;
    return (struct variant){
        .value = value,
        .name = name,
        .t = t,
        .is_wide = !narrow,
        .load_hint =
            hints == TRANSPOSE_LOADS || hints == TRANSPOSE_EVICT_LAST || hints == TRANSPOSE_FETCH || both,
        .store_hint = hints == TRANSPOSE_STORES || hints == TRANSPOSE_EVICT_FIRST || both,
        .shift_in = t.in_grain < t.vector,
        .shift_out = t.out_grain < TW_CHUNK,
    };
}

void tw_transpose_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                           struct tw_data *data)
{
    const struct variant v = variant_of(value, name);
    (void)rendering;
    describe_launch(&v, data);
    if (v.t.method != TRANSPOSE_ROW_RUN) describe_grid(&v, data);
    tw_data_number(data, "in_matrix", v.t.rows * v.t.in_pitch);
    tw_data_number(data, "out_matrix", v.t.cols * v.t.out_pitch);
    tw_data_number_or_false(data, "last_gap", !v.t.contiguous, (int64_t)(v.t.in_pitch - v.t.cols));
    tw_data_term(data, "in_start", '+', v.t.in_offset);
    tw_data_term(data, "out_start", '+', v.t.out_offset);
    tw_data_term(data, "times_in_pitch", '*', v.t.in_pitch);
    tw_data_term(data, "times_out_pitch", '*', v.t.out_pitch);
    tw_transpose_describe_hints(&v.t, value, v.load_hint, v.store_hint, data);
    tw_data_flag(data, "is_vector", v.t.method == TRANSPOSE_VECTOR);
    tw_data_flag(data, "is_row_run", v.t.method == TRANSPOSE_ROW_RUN);
    tw_data_flag(data, "is_shuffle", v.t.method == TRANSPOSE_SHUFFLE);
    tw_data_flag(data, "is_scalar", !tw_transpose_in_chunks(&v.t));
    if (v.t.method == TRANSPOSE_VECTOR)
        describe_vector(&v, data);
    else if (v.t.method == TRANSPOSE_ROW_RUN)
        describe_row_run(&v, data);
    else
        describe_scalar(&v, data);
}
