/* The variables of templates/transpose/transpose_row_run.cu.mustache, whose first lines say what each means. */
#include "gen/families/transpose/row_run/row_run.h"
#include "gen/text/data.h"

static unsigned long long ull(uint64_t number)
{
    return number;
}

/* Where the block's tile is: among those of its matrix, and that one among all. */
static void describe_place(const struct tw_transpose *t, const struct tw_row_run *f, struct tw_data *data)
{
    if (f->tiles == 1 || t->batch == 1)
        tw_data_string(data, "tile_place", f->tiles == 1 ? "0" : "blockIdx.x");
    else
        tw_data_format(data, "tile_place", "blockIdx.x %% %llu", ull(f->tiles));
    if (t->batch == 1 || f->tiles == 1)
        tw_data_string(data, "matrix_place", t->batch == 1 ? "0" : "blockIdx.x");
    else
        tw_data_format(data, "matrix_place", "blockIdx.x / %llu", ull(f->tiles));
}

static void describe_tile(const struct tw_transpose *t, const struct tw_row_run *f, struct tw_data *data)
{
    describe_place(t, f, data);
    tw_data_flag(data, "tall", f->cover == ROW_RUN_TALL);
    tw_data_flag(data, "wide", f->cover == ROW_RUN_WIDE);
    tw_data_flag(data, "whole", f->cover == ROW_RUN_WHOLE);
    tw_data_flag(data, "part_tile", f->part_tile);
    tw_data_number(data, "tiles", (int64_t)f->tiles);
    tw_data_number(data, "area", (int64_t)f->area);
    tw_data_number(data, "stride", (int64_t)f->stride);
    tw_data_flag(data, "gapped", f->gap > 0);
    tw_data_number(data, "gap", f->gap);
    tw_data_number(data, "step", f->step);
    tw_data_number(data, "tile_matrices", f->matrices);
    tw_data_term(data, "times_tile_matrices", '*', f->matrices);
    tw_data_number(data, "tile_chunks", (int64_t)f->tile_chunks);
    tw_data_flag(data, "padded", f->span || f->swaps);
    tw_data_flag(data, "swapped", f->swaps > 0);
    tw_data_number(data, "swaps", f->swaps);
    tw_data_number(data, "swap_span", f->swap_span);
    tw_data_number(data, "span", f->span);
    tw_data_term(data, "plus_before", '+', f->before);
    tw_data_term(data, "plus_chunks_before", '+', f->before / t->per_chunk);
}

/* The condition that a chunk of the input can be loaded as one. */
static void describe_whole_chunk(const struct tw_transpose *t, const struct tw_row_run *f,
                                 const char *element, struct tw_data *data)
{
    bool is_wide = f->cover == ROW_RUN_WIDE, in_run = !is_wide && f->turn == ROW_RUN_SCATTER;
    bool dense = t->contiguous || (f->cover == ROW_RUN_TALL && f->in_joined);
    bool in_limits = f->in_skewed && dense && !in_run && !f->chunk_tiles.ahead;
    unsigned n = t->per_chunk;
    tw_data_flag(data, "in_limits", in_limits);
    tw_data_flag(data, "bounded", in_limits || f->in_cut || tw_row_run_cuts_chunk_tiles(t, f));
    if (in_limits)
        tw_data_format(data, "is_whole", "(const %s *)at >= in_begin && (const %s *)(at + 1) <= in_end",
                       element, element);
    else if (is_wide && f->in_skewed)
        tw_data_format(data, "is_whole", "first_col + col >= skew && first_col + col + %u <= %lluu + skew", n,
                       ull(t->cols));
    else if (is_wide)
        tw_data_format(data, "is_whole", "col + %u <= cols", n);
    else if (f->in_skewed)
        tw_data_format(data, "is_whole", "q * %u >= skew && (q + 1) * %u <= skew + count", n, n);
    else
        tw_data_format(data, "is_whole", "(q + 1) * %u <= count", n);
}

/* An access to a part of a row, which may be no more than an element. */
static void describe_piece(const struct tw_transpose *t, unsigned bytes, const char *element,
                           const char *type, const char *elements, struct tw_data *data)
{
    static const char *const types[] = {
        [2] = "unsigned short", [4] = "unsigned", [8] = "uint2", [TW_CHUNK] = "uint4"};
    tw_data_string(data, type, bytes > t->bytes ? types[bytes] : element);
    tw_data_number(data, elements, bytes / t->bytes);
}

static void describe_input(const struct tw_transpose *t, const struct tw_row_run *f, const char *element,
                           struct tw_data *data)
{
    bool is_wide = f->cover == ROW_RUN_WIDE;
    describe_whole_chunk(t, f, element, data);
    tw_data_flag(data, "in_joined", f->in_joined);
    tw_data_flag(data, "in_skewed", f->in_skewed);
    tw_data_flag(data, "in_ragged", f->in_ragged);
    tw_data_flag(data, "loads_run", f->in_joined);
    tw_data_flag(data, "loads_rows", is_wide && !f->chunk_tiles.ahead);
    tw_data_flag(data, "loads_elements", !is_wide && !f->in_joined);
    describe_piece(t, f->in_piece, element, "in_piece", "in_elements", data);
    tw_data_flag(data, "in_cut", f->in_cut);
    tw_data_number(data, "in_line", f->line);
    tw_data_number(data, "in_area", (int64_t)t->rows * f->line);
    tw_data_string(data, "row_skew", f->in_skewed ? "(unsigned)(size_t)from % 16 / sizeof *from" : "0");
}

static void describe_output(const struct tw_transpose *t, const struct tw_row_run *f, const char *element,
                            struct tw_data *data)
{
    bool from_run = f->turn != ROW_RUN_GATHER, by_elements = tw_row_run_stores_elements(t, f);
    unsigned tail = (unsigned)((t->rows - (f->tiles - 1) * f->step) % t->per_chunk);
    tw_data_flag(data, "out_skewed", f->out_skewed);
    tw_data_flag(data, "out_ragged", f->out_ragged);
    tw_data_flag(data, "by_elements", f->by_elements);
    tw_data_flag(data, "stores_chunk_tiles", f->chunk_tiles.ahead && f->out_joined);
    tw_data_flag(data, "stores_run", from_run && !f->chunk_tiles.ahead && !by_elements);
    tw_data_flag(data, "stores_elements", by_elements && !f->out_words);
    tw_data_flag(data, "stores_words", f->out_words > 0);
    tw_data_number(data, "out_words", f->out_words);
    tw_data_flag(data, "words_begin", t->out_grain < 4);
    describe_piece(t, f->out_piece, element, "out_piece", "out_elements", data);
    tw_data_flag(data, "joins", tw_row_run_joins(t, f));
    tw_data_flag(data, "out_begins",
                 tw_row_run_joins(t, f) || f->turn == ROW_RUN_COLUMNS ||
                     (f->turn == ROW_RUN_SCATTER && !(f->chunk_tiles.ahead && f->out_joined)));
    tw_data_number(data, "row_vectors", f->row_vectors);
    tw_data_flag(data, "overlaps", f->overlap > 0);
    tw_data_number(data, "overlap", f->overlap);
    tw_data_flag(data, "ends", f->overlap || tail);
    tw_data_number(data, "slots", f->overlap ? 2 * f->overlap : t->per_chunk);
}

/* The line of item `n`, as line_of in row_run.c has it. */
static void describe_line(const struct tw_row_run *f, const struct tw_row_run_loop *loop, const char *n,
                          struct tw_data *data)
{
    unsigned long long chunks = ull(loop->chunks), group = f->apart * f->alike, grouped = f->grouped;
    struct tw_text line = {0};
    if (grouped && grouped < loop->lines) tw_text_addf(&line, "%s < %llu ? ", n, grouped * chunks);
    if (grouped > group) tw_text_addf(&line, "%s / %llu * %llu + ", n, group * chunks, group);
    if (grouped) tw_text_addf(&line, "%s / %llu %% %u * %u + %s", n, chunks, f->alike, f->apart, n);
    if (grouped > group) tw_text_addf(&line, " %% %llu", group * chunks);
    if (grouped) tw_text_addf(&line, " / %llu", f->alike * chunks);
    if (grouped && grouped < loop->lines) tw_text_add(&line, " : ");
    if (grouped < loop->lines) tw_text_addf(&line, "%s / %llu", n, chunks);
    tw_data_text(data, "quad_line", &line);
}

/* tw_row_run_item, as expressions. */
static void describe_items(const struct tw_transpose *t, const struct tw_row_run *f, struct tw_data *data)
{
    const char *item = f->cover == ROW_RUN_WIDE ? "q" : "n";
    const struct tw_row_run_loop loop = tw_row_run_loop_of(t, f), four = {loop.chunks, 4};
    unsigned long long of_four = ull(tw_row_run_items(f, &four));
    tw_data_number(data, f->cover == ROW_RUN_WIDE ? "all_chunks" : "all_vectors",
                   (int64_t)tw_row_run_items(f, &loop));
    tw_data_flag(data, "quads", f->quads);
    tw_data_flag(data, "spare_lines", f->quads ? loop.lines % 4 != 0 : f->grouped > loop.lines);
    if (f->quads) {
        tw_data_format(data, "quad_line", "%s / %llu * 4 + %s / 8 %% 4", item, of_four, item);
        tw_data_format(data, "quad_chunk", "%s %% %llu / 32 * 8 + %s %% 8", item, of_four, item);
        return;
    }
    describe_line(f, &loop, item, data);
    tw_data_format(data, "quad_chunk", "%s %% %llu", item, ull(loop.chunks));
}

/* The formulas of row_run.c, as expressions. */
static void describe_formulas(const struct tw_transpose *t, const struct tw_row_run *f, struct tw_data *data)
{
    unsigned long long area = ull(f->area), rows = ull(t->rows), cols = ull(t->cols);
    unsigned apart = f->pattern ? 0 : tw_row_run_offset(t, f, 1);
    if (f->pattern)
        tw_data_format(data, "offset", "e / %llu * %llu + e %% %llu %% %llu * %llu + e %% %llu / %llu", area,
                       area, area, rows, cols, area, rows);
    else
        tw_data_format(data, "offset", apart == 1 ? "e" : "e * %u", apart);
    tw_data_format(data, "source", "p / %llu * %llu + p %% %llu * %llu + p %% %llu / %llu", area, area, rows,
                   cols, area, rows);
    tw_data_format(data, "target", "p / %llu * %llu + p %% %llu * %llu + p %% %llu / %llu", area, area, cols,
                   rows, area, cols);
}

static void describe_matrix_tiles(const struct tw_transpose *t, const struct tw_row_run *f,
                                  struct tw_data *data)
{
    unsigned bytes = f->part_words * 4;
    bool shifts = f->read_parts > f->unit_parts;
    tw_data_flag(data, "matrix_tiles", f->turn == ROW_RUN_MATRICES);
    tw_data_number(data, "part_words", f->part_words);
    tw_data_number(data, "part_bytes", bytes);
    tw_data_flag(data, "part4", f->part_words == 4);
    tw_data_flag(data, "part2", f->part_words == 2);
    tw_data_flag(data, "part1", f->part_words == 1);
    tw_data_number(data, "unit_parts", f->unit_parts);
    tw_data_number(data, "read_parts", f->read_parts);
    tw_data_number(data, "read_words", f->read_parts * f->part_words);
    tw_data_number(data, "element_words", t->bytes / 4);
    tw_data_flag(data, "shifts", shifts);
    tw_data_flag(data, "shifts8", shifts && f->part_words == 4);
    tw_data_flag(data, "shifts4", shifts && f->part_words >= 2 && t->bytes <= 4);
    tw_data_flag(data, "shifts_bytes", shifts && t->bytes < 4);
}

static void describe_turn(const struct tw_transpose *t, const struct tw_row_run *f, const char *element,
                          struct tw_data *data)
{
    bool units = f->turn == ROW_RUN_UNITS, small = t->bytes < TW_CHUNK;
    bool by_chunks = !units && f->turn != ROW_RUN_MATRICES && f->turn != ROW_RUN_COLUMNS && !f->by_elements &&
                     !f->chunk_tiles.ahead;
    tw_data_flag(data, "gathers", f->turn == ROW_RUN_GATHER);
    tw_data_flag(data, "scatters", f->turn == ROW_RUN_SCATTER);
    tw_data_flag(data, "scatters_chunks", f->turn == ROW_RUN_SCATTER && !f->chunk_tiles.ahead);
    tw_data_flag(data, "units", units);
    tw_data_flag(data, "gathers_chunks", f->turn == ROW_RUN_GATHER && !f->by_elements);
    tw_data_flag(data, "turned", by_chunks && small);
    tw_data_flag(data, "jumps", f->jumps);
    tw_data_string(data, "access", t->bytes == 8 ? "unsigned long long" : element);
    tw_data_number(data, "group", t->pack);
    tw_data_number(data, "groups", TW_CHUNK / t->cell);
    tw_data_number(data, "unit_chunk", (int64_t)f->run_chunks);
    tw_data_flag(data, "one_matrix", f->unit_matrices == 1);
    tw_data_number(data, "unit_matrices", f->unit_matrices);
    tw_data_number(data, "unit_words", f->unit_words);
    tw_data_number(data, "unit_elements", f->unit_elements);
    tw_data_flag(
        data, "units_left",
        units && f->elements % f->unit_elements + t->batch % f->matrices * f->area % f->unit_elements > 0);
    describe_formulas(t, f, data);
}

/* When chunk tiles may have columns too few, or are loaded beyond the buffer. */
static void describe_guards(const struct tw_transpose *t, const struct tw_row_run *f, const char *element,
                            struct tw_data *data)
{
    bool cuts = tw_row_run_cuts_chunk_tiles(t, f);
    struct tw_text inside = {0};
    if (f->part_tile) tw_text_addf(&inside, "cols == %u%s", t->tile_cols, cuts ? " && " : "");
    if (cuts)
        tw_text_addf(&inside, "in - in_begin >= %u && in_end - in >= %lluull * %llu + %u", t->per_chunk,
                     ull(t->rows - 1), ull(t->in_pitch), t->tile_cols + t->per_chunk);
    tw_data_text(data, "inside", &inside);
    tw_data_flag(data, "guards", cuts || f->part_tile);
    tw_data_flag(data, "cut_chunk_tiles", cuts);
    tw_data_format(data, "chunk_fits", "(const %s *)at >= in_begin && (const %s *)(at + %d) <= in_end",
                   element, element, f->in_skewed ? 2 : 1);
}

static void describe_chunk_tiles(const struct tw_transpose *t, const struct tw_row_run *f,
                                 const char *element, struct tw_data *data)
{
    const struct tw_chunk_tiles *s = &f->chunk_tiles;
    tw_data_flag(data, "chunk_tiles", s->ahead > 0);
    tw_data_number(data, "chunk_tile_ahead", s->ahead);
    tw_data_number(data, "chunk_tile_rows", s->rows);
    tw_data_number(data, "chunk_tile_words", (int64_t)s->rows * 4);
    tw_data_flag(data, "few", s->few);
    tw_data_number(data, "chunk_tile_lines", s->lines);
    tw_data_number(data, "chunk_tile_places", s->places);
    tw_data_number(data, "chunk_tile_units", s->units);
    tw_data_number(data, "gap_columns", s->gap_columns);
    tw_data_number(data, "warps", t->threads / TW_WARP);
    tw_data_flag(data, "spare_rows", s->ahead && t->rows % s->rows != 0);
    describe_guards(t, f, element, data);
    tw_data_string(data, "word_skew", f->in_skewed ? "(unsigned)(size_t)from % 16 / sizeof *from" : "0");
}

/* tw_column_tile_place, as expressions. */
static void describe_column_tile_place(const struct tw_column_tiles *s, struct tw_data *data)
{
    unsigned across = s->across, bands = s->bands;
    if (s->by_matrices) {
        tw_data_format(data, "column_tile_matrix", "strip / %u %% matrices", across);
        tw_data_format(data, "column_tile_band", "strip / %u / matrices", across);
    } else {
        tw_data_format(data, "column_tile_matrix", "strip / %u", across * bands);
        tw_data_format(data, "column_tile_band", "strip / %u %% %u", across, bands);
    }
}

static void describe_column_tiles(const struct tw_transpose *t, const struct tw_row_run *f,
                                  struct tw_data *data)
{
    const struct tw_column_tiles *s = &f->column_tiles;
    tw_data_flag(data, "column_tiles", f->turn == ROW_RUN_COLUMNS);
    tw_data_number(data, "in_chunks", (int64_t)s->in_chunks);
    tw_data_flag(data, "column_tile_gap", s->gap > 0);
    tw_data_number(data, "gap_bytes", s->gap * TW_CHUNK);
    tw_data_flag(data, "column_tile_span", s->span > 0);
    tw_data_number(data, "span_bytes", (int64_t)s->span * 4);
    describe_column_tile_place(s, data);
    tw_data_number(data, "column_tiles_each", (int64_t)s->across * s->bands);
    tw_data_number(data, "column_tile_across", s->across);
    tw_data_number(data, "column_tile_rows", s->rows);
    tw_data_flag(data, "banded", s->bands > 1);
    tw_data_flag(data, "bands_overlap", s->bands > 1 && t->rows % s->rows != 0);
    tw_data_number(data, "column_tile_registers", s->rows + s->beside);
    tw_data_number(data, "element_bits", 8 * t->bytes);
    tw_data_number(data, "column_bytes", (int64_t)t->rows * t->bytes);
    tw_data_number(data, "column_tile_columns", s->columns);
    tw_data_flag(data, "column_tiles_overlap", s->across && t->cols % s->columns != 0);
    tw_data_number(data, "column_tile_bytes", s->bytes);
    tw_data_number(data, "column_tile_stores", s->stores);
    tw_data_flag(data, "stores_vary", s->bytes % 4 != 0);
    tw_data_number(data, "column_tile_beside", s->beside);
    tw_data_flag(data, "in_shifts", s->in_shifts);
    tw_data_flag(data, "out_shifts", s->out_shifts);
    tw_data_flag(data, "column_tiles_head", f->out_skewed && s->out_shifts);
    tw_data_number(data, "word_elements", 4 / t->bytes);
    tw_data_number(data, "row_bytes", (int64_t)s->line * t->bytes);
}

void tw_row_run_describe(const struct tw_transpose *t, const struct tw_row_run *run, const char *element,
                         struct tw_data *data)
{
    describe_tile(t, run, data);
    describe_input(t, run, element, data);
    describe_output(t, run, element, data);
    describe_items(t, run, data);
    describe_turn(t, run, element, data);
    describe_matrix_tiles(t, run, data);
    describe_chunk_tiles(t, run, element, data);
    describe_column_tiles(t, run, data);
}
