/*
 * The variables of templates/transpose/transpose.cu.mustache, whose first lines say what each means. Code that is one
 * choice of several is made here: a load from `at + 1`, say, is "at[1]" or "NAME_load_hint(at + 1)".
 */
#include "gen/families/transpose/describe.h"

#include <stdio.h>

#include "gen/families/transpose/accept.h"
#include "gen/families/transpose/row_run/row_run.h"
#include "gen/families/transpose/shuffle.h"
#include "gen/layout/turn.h"
#include "gen/text/data.h"

struct variant {
    const int64_t *value;
    const char *name;
    struct tw_transpose t;
    const char *index; /* CUDA type that counts all elements */
    bool load_hint, store_hint;
    bool shift_in, shift_out; /* rows of that side begin anywhere */
};

/* ---- the walk ---- */

/* "blockIdx.x / 4 % 8": the place among `count` of what changes every `every` blocks; `last`: nothing changes
 * slower. */
static void add_place(struct tw_data *data, const char *key, uint64_t every, uint64_t count, bool last)
{
    struct tw_text text = {0};
    tw_text_add(&text, count == 1 ? "0" : "blockIdx.x");
    if (count > 1 && every > 1) tw_text_addf(&text, " / %llu", (unsigned long long)every);
    if (count > 1 && !last) tw_text_addf(&text, " %% %llu", (unsigned long long)count);
    tw_data_text(data, key, &text);
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
    const char *quick = down_first ? "tile_row" : "tile_col", *slow = down_first ? "tile_col" : "tile_row";
    bool banded = t->band < along && lines > 1;
    tw_data_flag(data, "banded", banded);
    if (banded) {
        describe_bands(t, along, lines, data);
        tw_data_string(data, quick, "band_first + in_band % width");
        tw_data_string(data, slow, "in_band / width");
    } else {
        add_place(data, quick, 1, along, alone && lines == 1);
        add_place(data, slow, along, lines, alone);
    }
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

/* Types by size alone: bits move, no value is looked at. */
/* clang-format off */
static const struct access {
    const char *type;     /* CUDA's                                          */
    const char *reg;      /* of a variable that inline PTX can load it to    */
    const char *cast;     /* to that                                         */
    const char *ptx;      /* in PTX                                          */
    const char *operand;  /* the constraint of inline PTX                    */
    const char *parts[4]; /* of the variable: words of 32 bits, or the whole */
} access_of[] = { /* by bytes */
    [1]  = {"unsigned char",  "unsigned short", "(unsigned short)", "u8",     "h", {""}},
    [2]  = {"unsigned short", "unsigned short", "",                 "u16",    "h", {""}},
    [4]  = {"unsigned",       "unsigned",       "",                 "u32",    "r", {""}},
    [8]  = {"uint2",          "uint2",          "",                 "v2.u32", "r", {".x", ".y"}},
    [16] = {"uint4",          "uint4",          "",                 "v4.u32", "r", {".x", ".y", ".z", ".w"}},
};
/* clang-format on */

static unsigned count_parts(const struct access *access)
{
    unsigned count = 0;
    while (count < 4 && access->parts[count]) count++;
    return count;
}

/* The operands in PTX from number `first` on, and in CUDA: "{%1, %2}" and "\"r\"(v.x), \"r\"(v.y)". */
static void describe_operands(const struct access *access, unsigned first, const char *direction,
                              const char *cast, struct tw_data *data)
{
    struct tw_text words = {0}, values = {0};
    unsigned count = count_parts(access);
    if (count > 1) tw_text_add_char(&words, '{');
    for (unsigned i = 0; i < count; i++) {
        const char *comma = i ? ", " : "", *part = access->parts[i];
        tw_text_addf(&words, "%s%%%u", comma, first + i);
        tw_text_addf(&values, "%s\"%s%s\"(%sv%s)", comma, direction, access->operand, cast, part);
    }
    if (count > 1) tw_text_add_char(&words, '}');
    tw_data_text(data, "words", &words);
    tw_data_text(data, "values", &values);
}

static void describe_access(const struct access *access, struct tw_data *data)
{
    tw_data_string(data, "type", access->type);
    tw_data_string(data, "register", access->reg);
    tw_data_string(data, "ptx", access->ptx);
    tw_data_number(data, "policy", count_parts(access) + 1);
}

/* In inline PTX a load's results come before its address, what is stored comes after. */
static void describe_load(const struct access *access, struct tw_data *data)
{
    describe_access(access, data);
    describe_operands(access, 0, "=", "", data);
    tw_data_number(data, "address", count_parts(access));
}

static void describe_store(const struct access *access, struct tw_data *data)
{
    describe_access(access, data);
    describe_operands(access, 1, "", access->cast, data);
    tw_data_number(data, "address", 0);
}

static bool in_chunk_tiles(const struct variant *v)
{
    return v->t.method == TRANSPOSE_ROW_RUN && tw_row_run_of(&v->t, v->value).chunk_tiles.ahead > 0;
}

/* The load of a chunk of a chunk tile, which is written in PTX: what the template's load with a hint is, or one without. */
static void describe_chunk_tile_load(const struct variant *v, enum tw_transpose_hints hints,
                                     struct tw_data *data)
{
    bool keeps = hints == TRANSPOSE_EVICT_LAST, fetches = hints == TRANSPOSE_FETCH;
    tw_data_string(data, "chunk_tile_load",
                   keeps          ? "ld.global.nc.L1::evict_last.L2::cache_hint.v4.u32"
                   : fetches      ? "ld.global.nc.L2::128B.v4.u32"
                   : v->load_hint ? "ld.global.cs.v4.u32"
                                  : "ld.global.nc.v4.u32");
    tw_data_flag(data, "chunk_tile_hint", keeps || fetches);
}

/* Bytes of the input whose lines the L2 may still keep when a kernel ends: those that it has loaded last. It keeps up to 11 MiB
   of them, in an L2 of 60, and blocks that began together have loaded them in no order. */
#define KEPT_BYTES (UINT64_C(24) << 20)

/* The last blocks give back what the L2 was told to evict last. */
static void describe_return(const struct variant *v, struct tw_data *data)
{
    const struct tw_transpose *t = &v->t;
    const struct tw_row_run run =
        t->method == TRANSPOSE_ROW_RUN ? tw_row_run_of(t, v->value) : (struct tw_row_run){0};
    bool hinted = t->method == TRANSPOSE_ROW_RUN ? run.cover == ROW_RUN_WIDE || run.in_joined
                                                 : t->method == TRANSPOSE_VECTOR;
    uint64_t elements =
        t->method == TRANSPOSE_ROW_RUN ? run.elements : (uint64_t)t->step * t->steps * t->tile_cols;
    uint64_t blocks = tw_transpose_blocks(t, v->value), last = KEPT_BYTES / (elements * t->bytes) + 1;
    tw_data_flag(data, "returns", hinted && v->value[TRANSPOSE_hints] == TRANSPOSE_EVICT_LAST);
    tw_data_number_or_false(data, "late", last < blocks, (int64_t)blocks - (int64_t)last);
}

/* The accesses that tell the caches something, and what. */
static void describe_hints(const struct variant *v, struct tw_data *data)
{
    enum tw_transpose_hints hints = (enum tw_transpose_hints)v->value[TRANSPOSE_hints];
    tw_data_flag(data, "evict_last", hints == TRANSPOSE_EVICT_LAST);
    tw_data_flag(data, "fetch", hints == TRANSPOSE_FETCH);
    tw_data_flag(data, "evict_first", hints == TRANSPOSE_EVICT_FIRST);
    tw_data_flag(data, "load_hint", v->load_hint && !in_chunk_tiles(v));
    tw_data_flag(data, "store_hint", v->store_hint);
    describe_chunk_tile_load(v, hints, data);
    if (tw_transpose_in_chunks(&v->t))
        describe_return(v, data);
    else
        tw_data_flag(data, "returns", false);
    struct tw_data load = tw_data_object(data, "load"), store = tw_data_object(data, "store");
    describe_load(&access_of[v->t.method == TRANSPOSE_ROW_RUN ? TW_CHUNK : v->t.vector], &load);
    describe_store(&access_of[tw_transpose_in_chunks(&v->t) ? TW_CHUNK : v->t.bytes], &store);
}

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

/* "a && b" of the conditions that hold. */
static void add_condition(struct tw_text *text, bool needed, const char *condition)
{
    if (!needed) return;
    if (text->length) tw_text_add(text, " && ");
    tw_text_add(text, condition);
}

/* The conditions under which thread (i, j) of a pass has an element: of its tile, which units fill, and of the matrix. */
static void describe_guards(const struct tw_transpose *t, struct tw_data *data)
{
    bool cut_rows = t->rows % t->tile_rows != 0, cut_cols = t->cols % t->tile_cols != 0;
    bool passes = t->method != TRANSPOSE_SHUFFLE;
    struct tw_text load = {0}, store = {0};
    if (passes && t->tile_rows % t->bdimy) tw_text_addf(&load, "j < %u", t->tile_rows);
    if (passes && t->tile_cols % t->bdimx)
        tw_text_addf(&load, "%si < %u", load.length ? " && " : "", t->tile_cols);
    add_condition(&load, cut_rows, "j < rows");
    add_condition(&load, cut_cols, "i < cols");
    if (passes && t->tile_cols % t->bdimy) tw_text_addf(&store, "j < %u", t->tile_cols);
    if (passes && t->tile_rows % t->bdimx)
        tw_text_addf(&store, "%si < %u", store.length ? " && " : "", t->tile_rows);
    add_condition(&store, cut_cols, "j < cols");
    add_condition(&store, cut_rows, "i < rows");
    tw_data_text_or_false(data, "load_if", &load);
    tw_data_text_or_false(data, "store_if", &store);
    tw_data_flag(data, "cut_rows", cut_rows);
    tw_data_flag(data, "cut_cols", cut_cols);
}

/* Thread (i, j) loads in[j][i], and stores out[j][i] from the tile or a register; without them, what it loaded to out[i][j]. */
static void describe_elements(const struct variant *v, const struct tw_layout *tile, struct tw_data *data)
{
    bool naive = v->t.method == TRANSPOSE_NAIVE, shuffles = v->t.method == TRANSPOSE_SHUFFLE;
    const char *stored;
    struct tw_text load = {0}, read = {0}, store = {0};
    char in[64], out[64]; /* with the & of its address */
    snprintf(in, sizeof in, "&in[(%s)j * %llu + i]", v->index, (unsigned long long)v->t.in_pitch);
    snprintf(out, sizeof out, naive ? "&out[(%s)i * %llu + j]" : "&out[(%s)j * %llu + i]", v->index,
             (unsigned long long)v->t.out_pitch);
    tw_text_add(&read, "tile[i][");
    tw_layout_add_column(tile, "i", "j", &read);
    tw_text_add_char(&read, ']');
    add_load(v, in, in + 1, &load);
    stored = shuffles ? "value[k]" : tw_text_string(naive ? &load : &read);
    add_store(v, out, out + 1, stored, &store);
    store.failed |= read.failed;
    tw_data_text(data, "load_element", &load);
    tw_data_text(data, "store_element", &store);
    tw_text_free(&read);
}

/* What warps turn in registers. */
static void describe_squares(const struct variant *v, struct tw_data *data)
{
    unsigned side = (unsigned)v->value[TRANSPOSE_unroll];
    struct tw_turn turn = tw_turn_of_squares(side);
    tw_data_number(data, "units", tw_shuffle_units(&v->t, v->value));
    tw_data_number(data, "units_across", tw_shuffle_units_across(&v->t));
    tw_turn_parts(count_parts(&access_of[v->t.bytes]), data);
    tw_turn_describe(&turn, data);
}

static void describe_scalar(const struct variant *v, struct tw_data *data)
{
    struct tw_layout tile = tw_transpose_layout(v->value);
    struct tw_text write = {0};
    tw_layout_add_column(&tile, "j", "i", &write);
    tw_data_text(data, "write_column", &write);
    tw_data_number(data, "pitch", tile.pitch);
    tw_data_flag(data, "naive", v->t.method == TRANSPOSE_NAIVE);
    tw_data_flag(data, "tiled", tw_transpose_is_shared(&v->t));
    if (v->t.method == TRANSPOSE_SHUFFLE) describe_squares(v, data);
    describe_elements(v, &tile, data);
    describe_guards(&v->t, data);
}

/* ---- the vector method ---- */

/* True for "bytes4" and false for "bytes1" to "bytes16" else: templates have no comparisons. */
static void describe_size(const struct tw_transpose *t, struct tw_data *data)
{
    static const char *const keys[] = {
        [1] = "bytes1", [2] = "bytes2", [4] = "bytes4", [8] = "bytes8", [16] = "bytes16"};
    for (unsigned size = 1; size <= TW_CHUNK; size *= 2) tw_data_flag(data, keys[size], size == t->bytes);
    tw_data_string(data, "cell", access_of[t->cell].type);
    tw_data_number(data, "chunks", t->chunks);
    tw_data_number(data, "per_chunk", t->per_chunk);
    tw_data_number(data, "pack", t->pack);
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
    const char *type = access_of[t->bytes].type;
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
    const char *element = access_of[v->t.bytes].type;
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
    tw_data_number(data, "ahead", most < unroll ? (most ? most : 1) : unroll);
    tw_row_run_describe(&v->t, &run, access_of[v->t.bytes].type, data);
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
    tw_data_string(data, "element", access_of[v->t.bytes].type);
    tw_data_string(data, "index", v->index);
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
        .index = narrow ? "unsigned" : "unsigned long long",
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
    describe_hints(&v, data);
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
