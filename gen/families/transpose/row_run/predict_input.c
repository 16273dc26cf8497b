/*
 * How the input of a row-run transpose goes into the tile: by chunks of one run, by pieces where its rows are no run, and of a wide
 * tile by chunks of its rows, or by chunk tiles.
 */
#include "base/whole.h"
#include "gen/families/transpose/row_run/predict.h"

/* ---- chunks of a run ---- */

static uint64_t target_place(const struct counting *c, unsigned row, uint64_t p)
{
    return out_run(c, row, tw_row_run_target(c->t, p));
}

static bool is_in_buffer(const struct counting *c, uint64_t address)
{
    return address >= c->in_begin && address + TW_CHUNK <= c->in_end;
}

/* Whether chunk q of a run that takes elements `off` to `end` from its first chunk on is moved as a whole. */
static bool is_whole_in_run(const struct counting *c, uint64_t q, unsigned off, uint64_t end)
{
    unsigned n = c->t->per_chunk;
    if (c->f->in_skewed && c->f->turn != ROW_RUN_SCATTER)
        return is_in_buffer(c, c->block.in / TW_CHUNK * TW_CHUNK + q * TW_CHUNK);
    return q * n >= off && (q + 1) * n <= end;
}

/* Chunks of a run whose matrices lie apart, from chunk `first` on: one of two matrices goes to both. */
static void count_parted(const struct counting *c, uint64_t first, unsigned off, uint32_t active)
{
    uint32_t begin[TW_WARP], end[TW_WARP], both = 0;
    uint64_t n = c->t->per_chunk;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        uint64_t p = (first + lane) * n, of = (p > off ? p - off : 0) / c->f->area,
                 to = (p + n - 1 - off) / c->f->area;
        begin[lane] = tw_column_tile_given(&c->f->column_tiles, (first + lane) * TW_CHUNK, of);
        end[lane] = tw_column_tile_given(&c->f->column_tiles, (first + lane) * TW_CHUNK, to);
        both |= (to > of ? 1u : 0) << lane;
    }
    request(c, WRITE_CHUNK, begin, active);
    request(c, WRITE_CHUNK, end, active & both);
}

static void count_run(struct counting *c)
{
    const struct tw_transpose *t = c->t;
    bool scatters = c->f->turn == ROW_RUN_SCATTER;
    unsigned n = t->per_chunk, off = skew(t, c->block.in);
    uint64_t end = off + (uint64_t)c->block.count, all = begin_loop(c, tw_ceil_div(end, n));
    static const unsigned row[TW_WARP];
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        struct lanes lanes = {0};
        struct parts parts = {{0}, {0}};
        uint32_t chunks[TW_WARP] = {0};
        for (unsigned lane = 0; lane < TW_WARP && (first + lane) * n < end; lane++) {
            uint64_t q = first + lane;
            if (!is_whole_in_run(c, q, off, end)) {
                parts.begin[lane] = q * n > off ? q * n - off : 0;
                parts.end[lane] = (q + 1) * n < end ? (q + 1) * n - off : c->block.count;
            } else if (scatters) {
                uint64_t p = q * n - off;
                tw_row_run_set_in_matrix(c, &lanes, lane, p, target_place(c, 0, p), t->cols, t->rows);
            } else {
                chunks[lane] = chunk_of(c, q);
                lanes.active |= 1u << lane;
            }
        }
        if (scatters)
            tw_row_run_count_chunk_elements(c, WRITE_ELEMENT, &lanes);
        else if (c->f->column_tiles.gap)
            count_parted(c, first, off, lanes.active);
        else
            request(c, WRITE_CHUNK, chunks, lanes.active);
        tw_row_run_count_parts(c, WRITE_ELEMENT, &parts, scatters ? target_place : in_run, row);
    }
}

/* ---- pieces of rows that are no run ---- */

static uint32_t given_byte(const struct counting *c, uint64_t p)
{
    const struct tw_column_tiles *s = &c->f->column_tiles;
    return s->across ? tw_column_tile_given(s, p * c->t->bytes, p / s->area) : byte_of(c, p);
}

/* Rows that are no run. Behind the last one is nothing: what is left of it goes by elements. */
static void count_given(struct counting *c)
{
    const struct tw_row_run *f = c->f;
    unsigned elements = f->in_piece / c->t->bytes, left = (unsigned)c->t->cols % elements;
    uint64_t count = f->in_cut ? c->block.count / f->area * f->column_tiles.area : c->block.count;
    bool is_cut = f->in_cut && c->block.ends;
    tw_row_run_count_pieces(c, false, f->in_piece, count - (is_cut ? elements : 0), given_byte);
    if (!is_cut) return;
    begin_loop(c, 1);
    for (unsigned i = 0; i < left; i++) {
        uint32_t addr[TW_WARP] = {given_byte(c, count - elements + i)};
        request(c, WRITE_ELEMENT, addr, 1);
    }
}

/* ---- chunks of a wide tile's rows ---- */

static uint64_t column_place(const struct counting *c, unsigned row, uint64_t col)
{
    return out_run(c, row, col * c->f->stride + row);
}

/* Whether chunk `col` of a row that begins `off` elements within its first one can be loaded as a whole. */
static bool is_whole(const struct counting *c, unsigned row, unsigned col, unsigned off)
{
    const struct tw_transpose *t = c->t;
    if (!c->f->in_skewed) return col + t->per_chunk <= c->block.cols;
    uint64_t begin = c->block.first_col + col,
             from = c->block.in + (row * t->in_pitch + col - off) * t->bytes;
    if (t->contiguous) return is_in_buffer(c, from);
    return begin >= off && begin + t->per_chunk <= t->cols + off;
}

static void count_rows(struct counting *c)
{
    const struct tw_transpose *t = c->t;
    const struct tw_row_run_loop loop = tw_row_run_loop_of(t, c->f);
    uint64_t all = begin_loop(c, tw_row_run_items(c->f, &loop));
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        struct lanes lanes = {0};
        struct parts parts = {{0}, {0}};
        unsigned rows[TW_WARP] = {0};
        for (unsigned lane = 0; lane < TW_WARP && first + lane < all; lane++) {
            uint64_t line, chunk;
            tw_row_run_item(c->f, &loop, first + lane, &line, &chunk);
            unsigned row = (unsigned)line, n = t->per_chunk, col = (unsigned)chunk * n;
            unsigned off = c->f->in_skewed ? skew(t, c->block.in + row * t->in_pitch * t->bytes) : 0;
            if (row >= t->rows || col >= c->block.cols + off) continue;
            rows[lane] = row;
            if (is_whole(c, row, col, off)) {
                tw_row_run_set_beside_gap(c, &lanes, lane,
                                          column_place(c, row, 0) + col * c->f->stride - off * c->f->stride,
                                          c->f->stride);
            } else {
                parts.begin[lane] = col > off ? col - off : 0;
                parts.end[lane] = col + n - off < c->block.cols ? col + n - off : c->block.cols;
            }
        }
        tw_row_run_count_lines(c, WRITE_ELEMENT, &lanes);
        tw_row_run_count_parts(c, WRITE_ELEMENT, &parts, column_place, rows);
    }
}

/* ---- chunk tiles of a wide tile ---- */

static void count_chunk_tile(void *user, unsigned bytes, const uint32_t at[TW_WARP], uint32_t active)
{
    request(user, bytes == TW_CHUNK ? WRITE_CHUNK : bytes == 4 ? WRITE_WORD : WRITE_HALF, at, active);
}

/* Whether what is loaded for a chunk tile's chunk at (row, col) of the tile lies in the buffer. */
static bool fits(const struct counting *c, uint64_t row, uint64_t col)
{
    uint64_t from = c->block.in + (row * c->t->in_pitch + col) * c->t->bytes, at = from / TW_CHUNK * TW_CHUNK;
    return at >= c->in_begin && at + (c->f->in_skewed ? 2 : 1) * TW_CHUNK <= c->in_end;
}

/* Chunks of a unit that do not: row by row of the chunk tiles, element by element. */
static void count_chunk_tile_elements(const struct counting *c, unsigned unit)
{
    const struct tw_transpose *t = c->t;
    for (unsigned i = 0; i < c->f->chunk_tiles.rows; i++) {
        struct parts parts = {{0}, {0}};
        unsigned rows[TW_WARP] = {0};
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            uint64_t row, col, cols = c->block.cols;
            tw_chunk_tile_place(t, &c->f->chunk_tiles, unit, lane, &row, &col);
            row += i;
            if (col >= cols || row >= t->rows || fits(c, row, col)) continue;
            rows[lane] = (unsigned)row;
            parts.begin[lane] = col;
            parts.end[lane] = col + t->per_chunk < cols ? col + t->per_chunk : cols;
        }
        tw_row_run_count_parts(c, WRITE_ELEMENT, &parts, column_place, rows);
    }
}

static void count_chunk_tiles(struct counting *c)
{
    const struct tw_chunk_tiles *s = &c->f->chunk_tiles;
    uint64_t counted = begin_loop(c, (uint64_t)s->units * TW_WARP) / TW_WARP;
    for (uint64_t i = 0; i < counted; i++) {
        tw_chunk_tile_requests(c->t, s, (unsigned)i, c->block.cols, count_chunk_tile, c);
        if (tw_row_run_cuts_chunk_tiles(c->t, c->f)) count_chunk_tile_elements(c, (unsigned)i);
    }
}

void tw_row_run_count_input(struct counting *c)
{
    const struct tw_row_run *f = c->f;
    if (f->chunk_tiles.ahead)
        count_chunk_tiles(c);
    else if (f->cover == ROW_RUN_WIDE)
        count_rows(c);
    else if (f->in_joined)
        count_run(c);
    else
        count_given(c);
}
