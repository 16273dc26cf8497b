/*
 * How the output of a row-run transpose is read from the tile: gathered from the run of the input, column by column of a tall tile or
 * chunk by chunk of whole matrices; or as it lies, where the tile, or what was turned within it, is the run of the output.
 */
#include "base/whole.h"
#include "gen/families/transpose/row_run/predict.h"

/* ---- columns of a tall tile ---- */

static unsigned head_of(const struct counting *c, uint64_t col)
{
    if (!c->f->overlap) return 0;
    uint64_t row = c->block.out + col * c->t->out_pitch * c->t->bytes;
    unsigned head = (unsigned)(-row % TW_SECTOR) / c->t->bytes;
    return head < c->block.rows ? head : c->block.rows;
}

static void count_columns(struct counting *c)
{
    const struct tw_transpose *t = c->t;
    const struct tw_row_run_loop loop = tw_row_run_loop_of(t, c->f);
    uint64_t all = begin_loop(c, tw_row_run_items(c->f, &loop));
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        struct lanes lanes = {0};
        for (unsigned lane = 0; lane < TW_WARP && first + lane < all; lane++) {
            uint64_t col, chunk;
            tw_row_run_item(c->f, &loop, first + lane, &col, &chunk);
            uint64_t row = head_of(c, col) + chunk * t->per_chunk;
            if (col >= t->cols || chunk >= c->f->row_vectors || row + t->per_chunk > c->block.rows) continue;
            tw_row_run_set_beside_gap(c, &lanes, lane, in_run(c, 0, row * c->f->stride + col), c->f->stride);
        }
        tw_row_run_count_lines(c, READ_ELEMENT, &lanes);
    }
}

/* The row of the tile that `slot` stands for in a column: the head in the first tile, then the tail in the last. */
static bool find_end(const struct counting *c, uint64_t col, unsigned slot, uint64_t *row)
{
    unsigned n = c->t->per_chunk, head = head_of(c, col), vectors = (c->block.rows - head) / n;
    if (vectors > c->f->row_vectors) vectors = c->f->row_vectors;
    *row = slot < c->f->overlap ? slot : head + vectors * n + slot - c->f->overlap;
    return slot < c->f->overlap ? c->block.first && *row < head : c->block.last && *row < c->block.rows;
}

static void count_column_ends(struct counting *c)
{
    const struct tw_transpose *t = c->t;
    uint64_t slots = c->f->overlap ? 2 * c->f->overlap : t->per_chunk, all = begin_loop(c, t->cols * slots);
    bool has_tail = (t->rows - (c->f->tiles - 1) * c->f->step) % t->per_chunk;
    if (!c->f->overlap && !has_tail) return;
    for (uint64_t first = 0; first < all && (c->block.first || c->block.last); first += TW_WARP) {
        uint32_t addr[TW_WARP] = {0}, active = 0;
        for (unsigned lane = 0; lane < TW_WARP && first + lane < all; lane++) {
            uint64_t col = (first + lane) % t->cols, row;
            if (!find_end(c, col, (unsigned)((first + lane) / t->cols), &row)) continue;
            addr[lane] = byte_of(c, in_run(c, 0, row * c->f->stride + col));
            active |= 1u << lane;
        }
        request(c, READ_ELEMENT, addr, active);
    }
}

/* ---- whole matrices that are gathered ---- */

static uint64_t source_place(const struct counting *c, unsigned row, uint64_t p)
{
    return in_run(c, row, tw_row_run_source(c->t, p));
}

static uint32_t source_byte(const struct counting *c, uint64_t p)
{
    return byte_of(c, source_place(c, 0, p));
}

static void count_gathered_run(struct counting *c)
{
    const struct tw_transpose *t = c->t;
    static const unsigned row[TW_WARP];
    unsigned n = t->per_chunk, head = c->f->out_skewed ? (unsigned)(-c->block.out % TW_CHUNK) / t->bytes : 0;
    if (head > c->block.count) head = c->block.count;
    unsigned vectors = (c->block.count - head) / n, rest = c->block.count - vectors * n;
    uint64_t all = begin_loop(c, vectors);
    for (unsigned first = 0; first < all; first += TW_WARP) {
        struct lanes lanes = {0};
        for (unsigned lane = 0; lane < TW_WARP && first + lane < vectors; lane++) {
            uint64_t p = head + (uint64_t)(first + lane) * n;
            tw_row_run_set_in_matrix(c, &lanes, lane, p, source_place(c, 0, p), t->rows, t->cols);
        }
        tw_row_run_count_chunk_elements(c, READ_ELEMENT, &lanes);
    }
    all = begin_loop(c, rest);
    for (unsigned first = 0; first < all; first += TW_WARP) {
        struct parts parts = {{0}, {0}};
        for (unsigned lane = 0; lane < TW_WARP && first + lane < rest; lane++) {
            uint64_t p = first + lane < head ? first + lane : first + lane + (uint64_t)vectors * n;
            parts.begin[lane] = p, parts.end[lane] = p + 1;
        }
        tw_row_run_count_parts(c, READ_ELEMENT, &parts, source_place, row);
    }
}

/* ---- the run of the output ---- */

/* Chunks that are read by words. */
static void count_words(const struct counting *c, const uint32_t at[TW_WARP], uint32_t active)
{
    for (unsigned word = 0; word < TW_CHUNK; word += 4) {
        uint32_t addr[TW_WARP];
        for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = at[lane] + word;
        request(c, READ_WORD, addr, active);
    }
}

/* Where element p of the run of the output lies: in the tile, or a second run of turned matrices. */
static uint32_t stored_byte(const struct counting *c, uint64_t p)
{
    const struct tw_transpose *t = c->t;
    if (c->f->turn == ROW_RUN_UNITS) return (uint32_t)(c->f->run_chunks * TW_CHUNK + p * t->bytes);
    if (c->f->turn == ROW_RUN_COLUMNS)
        return tw_column_tile_turned(&c->f->column_tiles, (out_skew(c) + p) * t->bytes);
    return byte_of(c, out_run(c, 0, p));
}

/* And its chunk q. */
static uint32_t stored_chunk(const struct counting *c, uint64_t q)
{
    if (c->f->turn == ROW_RUN_UNITS) return (uint32_t)((c->f->run_chunks + q) * TW_CHUNK);
    if (c->f->turn == ROW_RUN_COLUMNS) return tw_column_tile_turned(&c->f->column_tiles, q * TW_CHUNK);
    return chunk_of(c, q + c->f->before / c->t->per_chunk);
}

/* The elements of each lane's part, in turns. */
static void count_stored_parts(const struct counting *c, const struct parts *parts)
{
    for (unsigned turn = 0; turn < c->t->per_chunk; turn++) {
        uint32_t addr[TW_WARP] = {0}, active = 0;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            uint64_t p = parts->begin[lane] + turn;
            if (p >= parts->end[lane]) continue;
            addr[lane] = stored_byte(c, p);
            active |= 1u << lane;
        }
        if (!active) return;
        request(c, READ_ELEMENT, addr, active);
    }
}

/* Columns of turned column tiles by words of the output: whole words are two of the tile, or one; what is left goes by
   elements. */
static void count_stored_words(struct counting *c)
{
    const struct tw_transpose *t = c->t;
    int bytes = (int)(t->rows * t->bytes), words = (int)c->f->out_words;
    uint64_t columns = c->block.count / t->rows, items = columns * c->f->out_words,
             all = begin_loop(c, items);
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        struct parts parts = {{0}, {0}};
        uint32_t low[TW_WARP] = {0}, high[TW_WARP] = {0}, whole = 0, both = 0;
        for (unsigned lane = 0; lane < TW_WARP && first + lane < items; lane++) {
            uint64_t column = (first + lane) / (unsigned)words,
                     to = c->block.out + column * t->out_pitch * t->bytes;
            int at = (int)((first + lane) % (unsigned)words * 4) - (t->out_grain < 4 ? (int)(to % 4) : 0);
            uint64_t from = column * (unsigned)bytes + (uint64_t)(int64_t)at;
            if (at >= 0 && at + 4 <= bytes) {
                low[lane] = tw_column_tile_turned(&c->f->column_tiles, from / 4 * 4);
                high[lane] = tw_column_tile_turned(&c->f->column_tiles, from / 4 * 4 + 4);
                whole |= 1u << lane;
                both |= (from % 4 ? 1u : 0) << lane;
            } else if (at < bytes) {
                uint64_t begin = column * t->rows;
                parts.begin[lane] = begin + (at > 0 ? (unsigned)at / t->bytes : 0);
                parts.end[lane] = begin + (unsigned)(at + 4 < bytes ? at + 4 : bytes) / t->bytes;
            }
        }
        request(c, READ_WORD, low, whole);
        request(c, READ_WORD, high, both);
        count_stored_parts(c, &parts);
    }
}

static void count_stored_run(struct counting *c)
{
    const struct tw_transpose *t = c->t;
    bool joins = tw_row_run_joins(t, c->f);
    if (tw_row_run_stores_elements(t, c->f)) {
        if (c->f->out_words)
            count_stored_words(c);
        else
            tw_row_run_count_pieces(c, true, c->f->out_piece, c->block.count, stored_byte);
        return;
    }
    unsigned n = t->per_chunk, off = out_skew(c);
    uint64_t end = off + (uint64_t)c->block.count, chunks = tw_ceil_div(end, n), all = begin_loop(c, chunks);
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        struct parts parts = {{0}, {0}};
        uint32_t addr[TW_WARP] = {0}, before[TW_WARP] = {0}, active = 0;
        for (unsigned lane = 0; lane < TW_WARP && first + lane < chunks; lane++) {
            uint64_t q = first + lane;
            if (q * n < off || (q + 1) * n > end) {
                parts.begin[lane] = q * n > off ? q * n - off : 0;
                parts.end[lane] = (q + 1) * n < end ? (q + 1) * n - off : c->block.count;
            } else {
                addr[lane] = stored_chunk(c, q);
                before[lane] = joins ? chunk_of(c, q - 1) : 0;
                active |= 1u << lane;
            }
        }
        if (joins && off) request(c, READ_CHUNK, before, active);
        if (c->f->column_tiles.span)
            count_words(c, addr, active);
        else
            request(c, READ_CHUNK, addr, active);
        count_stored_parts(c, &parts);
    }
}

void tw_row_run_count_output(struct counting *c)
{
    const struct tw_row_run *f = c->f;
    if (f->turn != ROW_RUN_GATHER) {
        count_stored_run(c);
    } else if (f->cover == ROW_RUN_TALL) {
        count_columns(c);
        count_column_ends(c);
    } else if (f->by_elements) {
        tw_row_run_count_pieces(c, true, c->t->bytes, c->block.count, source_byte);
    } else {
        count_gathered_run(c);
    }
}
