/*
 * What the flat method costs in shared memory. One block of each kind is counted as it runs, and multiplied: blocks differ by
 * how much of their tile there is, by whether they are at an end of the buffers, and by where their runs and rows begin in a
 * sector, which repeats every 32 matrices. Each function follows the loops of templates/transpose_flat.cu.mustache; addresses in
 * global memory are in bytes, of buffers that begin at a multiple of a sector.
 */
#include <assert.h>
#include <string.h>

#include "base/whole.h"
#include "gen/families/transpose/flat.h"
#include "gen/predict.h"

enum {
    WRITE_CHUNK,
    WRITE_ELEMENT,
    WRITE_HALF,
    WRITE_WORD,
    WRITE_PAIR,
    READ_ELEMENT,
    READ_HALF,
    READ_WORD,
    READ_PAIR,
    READ_CHUNK
};

#define ALIKE 32u /* matrices, or tiles of whole ones, that begin at different places in a sector */

/* A block's part of the problem, and how many do the same. */
struct block {
    unsigned rows, cols; /* of the tile: of a matrix if it is whole */
    unsigned count;      /* elements                                */
    bool first, last;    /* of its column or row of tiles           */
    bool ends;           /* with the input                          */
    uint64_t in, out;    /* the byte of its first element           */
    uint64_t first_col;
    uint64_t times;
};

struct counting {
    const struct tw_transpose *t;
    const struct tw_flat *f;
    struct tw_prediction *prediction;
    uint64_t in_begin, in_end; /* bytes of a dense input */
    uint32_t offset[TW_CHUNK]; /* bytes from the first element of a chunk in the tile to each */
    struct block block;
    uint64_t most;  /* warps of a loop that are counted; the others are held to be as these are */
    uint64_t times; /* what a request of the loop stands for */
};

/* Begins a loop over `items`, one for each lane, and says up to which it is to be counted. */
static uint64_t begin_loop(struct counting *c, uint64_t items)
{
    uint64_t warps = (items + TW_WARP - 1) / TW_WARP, counted = warps < c->most ? warps : c->most;
    c->times = warps ? c->block.times * warps / counted : 0;
    return counted < warps ? counted * TW_WARP : items;
}

/* Lanes of a warp, with the places of a chunk's elements. */
struct lanes {
    uint32_t active;
    uint32_t at[TW_WARP]; /* byte in the tile of element 0 */
    int near[TW_WARP], jump[TW_WARP];
};

static unsigned skew(const struct tw_transpose *t, uint64_t address)
{
    return (unsigned)(address % TW_CHUNK / t->bytes);
}

static uint32_t byte_of(const struct counting *c, uint64_t place)
{
    return tw_flat_byte(c->t, c->f, place);
}

static uint32_t chunk_of(const struct counting *c, uint64_t chunk)
{
    return (uint32_t)(TW_CHUNK * tw_flat_chunk(c->f, chunk));
}

static void request(const struct counting *c, unsigned access, const uint32_t addr[TW_WARP], uint32_t active)
{
    if (active) tw_predict_request(c->prediction, access, addr, active, c->times);
}

/* The requests that gather or scatter a chunk each. */
static void count_chunk_elements(const struct counting *c, unsigned access, const struct lanes *lanes)
{
    const struct tw_transpose *t = c->t;
    unsigned groups = TW_CHUNK / t->cell, group = t->pack;
    for (unsigned n = 0; n < groups && lanes->active; n++) {
        for (unsigned e = 0; e < group; e++) {
            uint32_t addr[TW_WARP] = {0};
            for (unsigned lane = 0; lane < TW_WARP; lane++) {
                unsigned first = (n + lane / 8) % groups * group;
                bool far = c->f->jumps && (int)e >= lanes->near[lane] - (int)first;
                addr[lane] = lanes->at[lane] + c->offset[first] + c->offset[e] +
                             (uint32_t)(far ? lanes->jump[lane] : 0);
            }
            request(c, access, addr, lanes->active);
        }
    }
}

/* The same of lanes that take the elements in the order of their lines: `near` is the first, those before it are `jump` away. */
static void count_quads(const struct counting *c, unsigned access, const struct lanes *lanes)
{
    for (unsigned e = 0; e < c->t->per_chunk && lanes->active; e++) {
        uint32_t addr[TW_WARP] = {0};
        for (unsigned lane = 0; lane < TW_WARP; lane++)
            addr[lane] = lanes->at[lane] + c->offset[e] +
                         (uint32_t)((int)e < lanes->near[lane] ? lanes->jump[lane] : 0);
        request(c, access, addr, lanes->active);
    }
}

static void set(struct lanes *lanes, unsigned lane, uint32_t at)
{
    lanes->at[lane] = at;
    lanes->active |= 1u << lane;
}

/* Of a tall or wide tile: where a chunk is left out among the elements from `place` on; or in which of two groups of
   chunks a line of the tile lies. */
static void set_beside_gap(const struct counting *c, struct lanes *lanes, unsigned lane, uint64_t place,
                           uint64_t stride)
{
    set(lanes, lane, byte_of(c, place));
    if (!c->f->jumps) return;
    uint64_t n = c->t->per_chunk, run = c->f->span * n, next = (place / run + 1) * run;
    if (c->f->quads) {
        uint64_t from = place / stride % n, begin = place - from * stride;
        lanes->at[lane] = byte_of(c, begin);
        lanes->near[lane] = (int)from;
        lanes->jump[lane] = (int)(byte_of(c, begin + n * stride) - byte_of(c, begin));
        return;
    }
    lanes->near[lane] = (int)((next - place + stride - 1) / stride);
    lanes->jump[lane] = (int)TW_CHUNK;
}

static void count_lines(const struct counting *c, unsigned access, const struct lanes *lanes)
{
    if (c->f->quads)
        count_quads(c, access, lanes);
    else
        count_chunk_elements(c, access, lanes);
}

/* Of matrices of `down` by `across` elements in the tile: where the next column begins. */
static void set_in_matrix(const struct counting *c, struct lanes *lanes, unsigned lane, uint64_t p,
                          uint64_t place, uint64_t down, uint64_t across)
{
    set(lanes, lane, byte_of(c, place));
    bool last = p % c->f->area / down == across - 1;
    lanes->near[lane] = (int)(down - p % down);
    lanes->jump[lane] = (int)(1 - (int64_t)(last ? across : c->f->area)) * (int)c->t->bytes;
}

/* ---- single elements that lanes move in turns: `begin` to `end` of each lane, `place` gives the tile's element ---- */

struct parts {
    uint64_t begin[TW_WARP], end[TW_WARP];
};

static void count_parts(const struct counting *c, unsigned access, const struct parts *parts,
                        uint64_t (*place)(const struct counting *c, unsigned row, uint64_t p),
                        const unsigned row[TW_WARP])
{
    for (unsigned turn = 0;; turn++) {
        uint32_t addr[TW_WARP] = {0}, active = 0;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            uint64_t p = parts->begin[lane] + turn;
            if (p >= parts->end[lane]) continue;
            addr[lane] = byte_of(c, place(c, row[lane], p));
            active |= 1u << lane;
        }
        if (!active) return;
        request(c, access, addr, active);
    }
}

/* Of a part of a row or a column, which may be no more than an element. */
static unsigned access_of(const struct tw_transpose *t, bool reads, unsigned bytes)
{
    if (bytes == t->bytes) return reads ? READ_ELEMENT : WRITE_ELEMENT;
    if (bytes == 2) return reads ? READ_HALF : WRITE_HALF;
    if (bytes == 4) return reads ? READ_WORD : WRITE_WORD;
    if (bytes == 8) return reads ? READ_PAIR : WRITE_PAIR;
    return reads ? READ_CHUNK : WRITE_CHUNK;
}

/* `count` elements, a piece of so many bytes to a thread; `byte` says where element p lies. */
static void count_pieces(struct counting *c, bool reads, unsigned bytes, uint64_t count,
                         uint32_t (*byte)(const struct counting *c, uint64_t p))
{
    unsigned elements = bytes / c->t->bytes;
    uint64_t pieces = count / elements, all = begin_loop(c, pieces);
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        uint32_t addr[TW_WARP] = {0};
        for (unsigned lane = 0; lane < TW_WARP && first + lane < pieces; lane++)
            addr[lane] = byte(c, (first + lane) * elements);
        request(c, access_of(c->t, reads, bytes), addr, tw_lanes_below(pieces - first));
    }
}

static uint64_t in_run(const struct counting *c, unsigned row, uint64_t p)
{
    (void)row;
    uint64_t apart = p / c->f->area * c->f->strips.gap * c->t->per_chunk;
    return p + apart + (c->f->in_joined ? skew(c->t, c->block.in) : 0);
}

static uint64_t out_run(const struct counting *c, unsigned row, uint64_t p)
{
    (void)row;
    return c->f->before + p + (c->f->out_skewed && c->f->turn == FLAT_SCATTER ? skew(c->t, c->block.out) : 0);
}

static uint64_t source_place(const struct counting *c, unsigned row, uint64_t p)
{
    return in_run(c, row, tw_flat_source(c->t, p));
}

static uint64_t target_place(const struct counting *c, unsigned row, uint64_t p)
{
    return out_run(c, row, tw_flat_target(c->t, p));
}

static uint32_t given_byte(const struct counting *c, uint64_t p)
{
    const struct tw_strips *s = &c->f->strips;
    return s->across ? tw_strip_given(s, p * c->t->bytes, p / s->area) : byte_of(c, p);
}

static uint32_t source_byte(const struct counting *c, uint64_t p)
{
    return byte_of(c, source_place(c, 0, p));
}

static uint64_t column_place(const struct counting *c, unsigned row, uint64_t col)
{
    return out_run(c, row, col * c->f->stride + row);
}

/* ---- the input ---- */

static bool is_in_buffer(const struct counting *c, uint64_t address)
{
    return address >= c->in_begin && address + TW_CHUNK <= c->in_end;
}

/* Whether chunk q of a run that takes elements `off` to `end` from its first chunk on is moved as a whole. */
static bool is_whole_in_run(const struct counting *c, uint64_t q, unsigned off, uint64_t end)
{
    unsigned n = c->t->per_chunk;
    if (c->f->in_skewed && c->f->turn != FLAT_SCATTER)
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
        begin[lane] = tw_strip_given(&c->f->strips, (first + lane) * TW_CHUNK, of);
        end[lane] = tw_strip_given(&c->f->strips, (first + lane) * TW_CHUNK, to);
        both |= (to > of ? 1u : 0) << lane;
    }
    request(c, WRITE_CHUNK, begin, active);
    request(c, WRITE_CHUNK, end, active & both);
}

static void count_run(struct counting *c)
{
    const struct tw_transpose *t = c->t;
    bool scatters = c->f->turn == FLAT_SCATTER;
    unsigned n = t->per_chunk, off = skew(t, c->block.in);
    uint64_t end = off + (uint64_t)c->block.count, all = begin_loop(c, (end + n - 1) / n);
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
                set_in_matrix(c, &lanes, lane, p, target_place(c, 0, p), t->cols, t->rows);
            } else {
                chunks[lane] = chunk_of(c, q);
                lanes.active |= 1u << lane;
            }
        }
        if (scatters)
            count_chunk_elements(c, WRITE_ELEMENT, &lanes);
        else if (c->f->strips.gap)
            count_parted(c, first, off, lanes.active);
        else
            request(c, WRITE_CHUNK, chunks, lanes.active);
        count_parts(c, WRITE_ELEMENT, &parts, scatters ? target_place : in_run, row);
    }
}

/* Rows that are no run. Behind the last one is nothing: what is left of it goes by elements. */
static void count_given(struct counting *c)
{
    const struct tw_flat *f = c->f;
    unsigned elements = f->in_piece / c->t->bytes, left = (unsigned)c->t->cols % elements;
    uint64_t count = f->in_cut ? c->block.count / f->area * f->strips.area : c->block.count;
    bool is_cut = f->in_cut && c->block.ends;
    count_pieces(c, false, f->in_piece, count - (is_cut ? elements : 0), given_byte);
    if (!is_cut) return;
    begin_loop(c, 1);
    for (unsigned i = 0; i < left; i++) {
        uint32_t addr[TW_WARP] = {given_byte(c, count - elements + i)};
        request(c, WRITE_ELEMENT, addr, 1);
    }
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
    const struct tw_flat_loop loop = tw_flat_loop_of(t, c->f);
    uint64_t all = begin_loop(c, tw_flat_items(c->f, &loop));
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        struct lanes lanes = {0};
        struct parts parts = {{0}, {0}};
        unsigned rows[TW_WARP] = {0};
        for (unsigned lane = 0; lane < TW_WARP && first + lane < all; lane++) {
            uint64_t line, chunk;
            tw_flat_item(c->f, &loop, first + lane, &line, &chunk);
            unsigned row = (unsigned)line, n = t->per_chunk, col = (unsigned)chunk * n;
            unsigned off = c->f->in_skewed ? skew(t, c->block.in + row * t->in_pitch * t->bytes) : 0;
            if (row >= t->rows || col >= c->block.cols + off) continue;
            rows[lane] = row;
            if (is_whole(c, row, col, off)) {
                set_beside_gap(c, &lanes, lane,
                               column_place(c, row, 0) + col * c->f->stride - off * c->f->stride,
                               c->f->stride);
            } else {
                parts.begin[lane] = col > off ? col - off : 0;
                parts.end[lane] = col + n - off < c->block.cols ? col + n - off : c->block.cols;
            }
        }
        count_lines(c, WRITE_ELEMENT, &lanes);
        count_parts(c, WRITE_ELEMENT, &parts, column_place, rows);
    }
}

static void count_strand(void *user, unsigned bytes, const uint32_t at[TW_WARP], uint32_t active)
{
    request(user, bytes == TW_CHUNK ? WRITE_CHUNK : bytes == 4 ? WRITE_WORD : WRITE_HALF, at, active);
}

/* Whether what is loaded for a strand's chunk at (row, col) of the tile lies in the buffer. */
static bool fits(const struct counting *c, uint64_t row, uint64_t col)
{
    uint64_t from = c->block.in + (row * c->t->in_pitch + col) * c->t->bytes, at = from / TW_CHUNK * TW_CHUNK;
    return at >= c->in_begin && at + (c->f->in_skewed ? 2 : 1) * TW_CHUNK <= c->in_end;
}

/* Chunks of a unit that do not: row by row of the strands, element by element. */
static void count_strand_elements(const struct counting *c, unsigned unit)
{
    const struct tw_transpose *t = c->t;
    for (unsigned i = 0; i < c->f->strands.rows; i++) {
        struct parts parts = {{0}, {0}};
        unsigned rows[TW_WARP] = {0};
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            uint64_t row, col, cols = c->block.cols;
            tw_strand_place(t, &c->f->strands, unit, lane, &row, &col);
            row += i;
            if (col >= cols || row >= t->rows || fits(c, row, col)) continue;
            rows[lane] = (unsigned)row;
            parts.begin[lane] = col;
            parts.end[lane] = col + t->per_chunk < cols ? col + t->per_chunk : cols;
        }
        count_parts(c, WRITE_ELEMENT, &parts, column_place, rows);
    }
}

static void count_strands(struct counting *c)
{
    const struct tw_strands *s = &c->f->strands;
    uint64_t counted = begin_loop(c, (uint64_t)s->units * TW_WARP) / TW_WARP;
    for (uint64_t i = 0; i < counted; i++) {
        tw_strand_requests(c->t, s, (unsigned)i, c->block.cols, count_strand, c);
        if (tw_flat_cuts_strands(c->t, c->f)) count_strand_elements(c, (unsigned)i);
    }
}

/* ---- the output ---- */

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
    const struct tw_flat_loop loop = tw_flat_loop_of(t, c->f);
    uint64_t all = begin_loop(c, tw_flat_items(c->f, &loop));
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        struct lanes lanes = {0};
        for (unsigned lane = 0; lane < TW_WARP && first + lane < all; lane++) {
            uint64_t col, chunk;
            tw_flat_item(c->f, &loop, first + lane, &col, &chunk);
            uint64_t row = head_of(c, col) + chunk * t->per_chunk;
            if (col >= t->cols || chunk >= c->f->row_vectors || row + t->per_chunk > c->block.rows) continue;
            set_beside_gap(c, &lanes, lane, in_run(c, 0, row * c->f->stride + col), c->f->stride);
        }
        count_lines(c, READ_ELEMENT, &lanes);
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
            set_in_matrix(c, &lanes, lane, p, source_place(c, 0, p), t->rows, t->cols);
        }
        count_chunk_elements(c, READ_ELEMENT, &lanes);
    }
    all = begin_loop(c, rest);
    for (unsigned first = 0; first < all; first += TW_WARP) {
        struct parts parts = {{0}, {0}};
        for (unsigned lane = 0; lane < TW_WARP && first + lane < rest; lane++) {
            uint64_t p = first + lane < head ? first + lane : first + lane + (uint64_t)vectors * n;
            parts.begin[lane] = p, parts.end[lane] = p + 1;
        }
        count_parts(c, READ_ELEMENT, &parts, source_place, row);
    }
}

/* Chunks that are read by words. */
static void count_words(const struct counting *c, const uint32_t at[TW_WARP], uint32_t active)
{
    for (unsigned word = 0; word < TW_CHUNK; word += 4) {
        uint32_t addr[TW_WARP];
        for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = at[lane] + word;
        request(c, READ_WORD, addr, active);
    }
}

/* Elements of the first chunk of the output's run before it. */
static unsigned out_skew(const struct counting *c)
{
    bool begins = c->f->turn == FLAT_SCATTER || c->f->turn == FLAT_STRIPS || tw_flat_joins(c->t, c->f);
    return begins && c->f->out_skewed ? skew(c->t, c->block.out) : 0;
}

/* Where element p of the run of the output lies: in the tile, or a second run of turned matrices. */
static uint32_t stored_byte(const struct counting *c, uint64_t p)
{
    const struct tw_transpose *t = c->t;
    if (c->f->turn == FLAT_UNITS) return (uint32_t)(c->f->run_chunks * TW_CHUNK + p * t->bytes);
    if (c->f->turn == FLAT_STRIPS) return tw_strip_turned(&c->f->strips, (out_skew(c) + p) * t->bytes);
    return byte_of(c, out_run(c, 0, p));
}

/* And its chunk q. */
static uint32_t stored_chunk(const struct counting *c, uint64_t q)
{
    if (c->f->turn == FLAT_UNITS) return (uint32_t)((c->f->run_chunks + q) * TW_CHUNK);
    if (c->f->turn == FLAT_STRIPS) return tw_strip_turned(&c->f->strips, q * TW_CHUNK);
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

/* Columns of turned strips by words of the output: whole words are two of the tile, or one; what is left goes by elements. */
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
                low[lane] = tw_strip_turned(&c->f->strips, from / 4 * 4);
                high[lane] = tw_strip_turned(&c->f->strips, from / 4 * 4 + 4);
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
    bool joins = tw_flat_joins(t, c->f);
    if (tw_flat_stores_elements(t, c->f)) {
        if (c->f->out_words)
            count_stored_words(c);
        else
            count_pieces(c, true, c->f->out_piece, c->block.count, stored_byte);
        return;
    }
    unsigned n = t->per_chunk, off = out_skew(c);
    uint64_t end = off + (uint64_t)c->block.count, chunks = (end + n - 1) / n, all = begin_loop(c, chunks);
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
        if (c->f->strips.span)
            count_words(c, addr, active);
        else
            request(c, READ_CHUNK, addr, active);
        count_stored_parts(c, &parts);
    }
}

/* ---- matrices that a thread turns ---- */

/* A request of lanes that have a unit each, `pitch` bytes apart. */
static void count_unit_request(const struct counting *c, unsigned access, uint32_t at, uint32_t pitch,
                               unsigned first, unsigned units)
{
    uint32_t addr[TW_WARP] = {0}, active = 0;
    for (unsigned lane = 0; lane < TW_WARP && first + lane < units; lane++) {
        addr[lane] = at + (first + lane) * pitch;
        active |= 1u << lane;
    }
    request(c, access, addr, active);
}

static void count_units(struct counting *c)
{
    const struct tw_transpose *t = c->t;
    unsigned elements = c->f->unit_elements, units = c->block.count / elements, pitch = elements * t->bytes;
    uint32_t given = byte_of(c, in_run(c, 0, 0)), turned = (uint32_t)(c->f->run_chunks * TW_CHUNK);
    unsigned access = t->pack > 1 ? WRITE_WORD : WRITE_ELEMENT;
    uint64_t all = begin_loop(c, units);
    for (unsigned first = 0; first < all; first += TW_WARP) {
        for (unsigned p = 0; p < elements; p++) {
            uint32_t from = given + (uint32_t)tw_flat_source(t, p) * t->bytes;
            count_unit_request(c, READ_ELEMENT, from, pitch, first, units);
            if (p % t->pack == 0) count_unit_request(c, access, turned + p * t->bytes, pitch, first, units);
        }
    }
    begin_loop(c, c->block.count - units * elements);
    for (unsigned first = units * elements; first < c->block.count; first += TW_WARP) {
        uint32_t from[TW_WARP] = {0}, to[TW_WARP] = {0}, active = 0;
        for (unsigned lane = 0; lane < TW_WARP && first + lane < c->block.count; lane++) {
            from[lane] = given + (uint32_t)tw_flat_source(t, first + lane) * t->bytes;
            to[lane] = turned + (first + lane) * t->bytes;
            active |= 1u << lane;
        }
        request(c, READ_ELEMENT, from, active);
        request(c, WRITE_ELEMENT, to, active);
    }
    count_stored_run(c);
}

/* ---- matrices that a thread holds ---- */

/* The byte of a unit's part; the one behind its last is the next unit's first. */
static uint32_t part_place(const struct counting *c, uint64_t unit, unsigned part)
{
    uint64_t at = unit * c->f->unit_parts + part, words = c->f->part_words;
    return words == 4 ? chunk_of(c, at) : (uint32_t)(at * words * 4);
}

static void count_held(struct counting *c)
{
    const struct tw_flat *f = c->f;
    bool is_chunk = f->part_words == 4, is_pair = f->part_words == 2;
    unsigned read = is_chunk  ? READ_CHUNK
                    : is_pair ? READ_PAIR
                              : READ_WORD,
             write = is_chunk  ? WRITE_CHUNK
                     : is_pair ? WRITE_PAIR
                               : WRITE_WORD,
             bytes = f->part_words * 4;
    uint64_t units = (c->block.count + f->unit_elements - 1) / f->unit_elements, all = begin_loop(c, units);
    uint32_t given = (uint32_t)in_run(c, 0, 0) * c->t->bytes / bytes * bytes;
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        uint32_t active = tw_lanes_below(units - first);
        for (unsigned i = 0; i < f->read_parts + f->unit_parts; i++) {
            bool reads = i < f->read_parts;
            uint32_t addr[TW_WARP];
            for (unsigned lane = 0; lane < TW_WARP; lane++)
                addr[lane] = part_place(c, first + lane, reads ? i : i - f->read_parts) + (reads ? given : 0);
            request(c, reads ? read : write, addr, active);
        }
    }
    count_stored_run(c);
}

/* ---- strips of matrices ---- */

/* Those of a warp: the byte where each begins, where the next one does, and its first in the output's run; of bands, where what lies
   behind begins, and which are the last of their columns. */
struct strip_lanes {
    uint32_t active, last, given[TW_WARP], next[TW_WARP], behind[TW_WARP], to[TW_WARP];
};

static void place_strips(const struct counting *c, uint64_t first, uint64_t matrices,
                         struct strip_lanes *lanes)
{
    const struct tw_transpose *t = c->t;
    const struct tw_strips *s = &c->f->strips;
    uint64_t in = in_run(c, 0, 0), out = out_skew(c), area = c->f->area;
    unsigned row_bytes = s->line * t->bytes;
    lanes->active = tw_lanes_below(matrices * s->across * s->bands - first);
    lanes->last = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        const struct tw_strip_place at = tw_strip_place(t, s, matrices, first + lane);
        uint64_t begin = in + at.matrix * s->area,
                 behind = at.matrix + 1 < matrices ? at.matrix + 1 : at.matrix;
        uint32_t top = tw_strip_given(s, (begin + at.col) * t->bytes, at.matrix);
        bool is_last = at.row + s->rows == t->rows;
        lanes->given[lane] = top + (uint32_t)at.row * row_bytes;
        lanes->behind[lane] = is_last ? top : lanes->given[lane] + s->rows * row_bytes;
        lanes->next[lane] = at.col + s->columns < t->cols
                                ? top + s->columns * t->bytes
                                : tw_strip_given(s, (in + behind * s->area) * t->bytes, behind);
        lanes->to[lane] = (uint32_t)((out + at.matrix * area + at.col * t->rows + at.row) * t->bytes);
        lanes->last |= (uint32_t)is_last << lane;
    }
}

/* A row of each strip, `p` bytes from `begin` on: a word, or two. */
static void count_strip_row(const struct counting *c, const uint32_t begin[TW_WARP], unsigned p,
                            uint32_t active)
{
    for (unsigned i = 0; i < (c->f->strips.in_shifts ? 2 : 1); i++) {
        uint32_t addr[TW_WARP];
        for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = (begin[lane] + p) / 4 * 4 + i * 4;
        request(c, READ_WORD, addr, active);
    }
}

static void count_strip_reads(const struct counting *c, const struct strip_lanes *lanes)
{
    const struct tw_strips *s = &c->f->strips;
    unsigned row = s->line * c->t->bytes, rows = s->rows;
    for (unsigned i = 0; i < rows; i++) count_strip_row(c, lanes->given, i * row, lanes->active);
    for (unsigned i = 0; i < s->beside; i++) {
        uint32_t addr[TW_WARP];
        if (s->bands > 1) count_strip_row(c, lanes->behind, i * row, lanes->active);
        for (unsigned lane = 0; lane < TW_WARP; lane++)
            addr[lane] = lanes->next[lane] + i % rows * row + i / rows * c->t->bytes;
        request(c, READ_ELEMENT, addr, lanes->active & (s->bands > 1 ? lanes->last : UINT32_MAX));
    }
}

/* Of a run of each strip, which begins so many bytes behind its first. */
static void count_strip_run(const struct counting *c, const struct strip_lanes *lanes, uint32_t behind)
{
    const struct tw_strips *s = &c->f->strips;
    for (unsigned i = 0; i < s->stores; i++) {
        uint32_t addr[TW_WARP] = {0}, active = 0;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            unsigned to = lanes->to[lane] + behind, skip = -to % 4;
            if (4 * i + skip >= s->bytes) continue;
            addr[lane] = tw_strip_turned(s, to + skip + 4 * i);
            active |= 1u << lane;
        }
        request(c, WRITE_WORD, addr, active & lanes->active);
    }
}

static void count_strip_writes(const struct counting *c, const struct strip_lanes *lanes, bool first)
{
    const struct tw_strips *s = &c->f->strips;
    uint32_t head[TW_WARP] = {first ? tw_strip_turned(s, lanes->to[0] / 4 * 4) : 0};
    if (first && lanes->to[0] % 4) request(c, WRITE_WORD, head, 1);
    for (unsigned k = 0; k < (s->bands > 1 ? s->columns : 1); k++)
        count_strip_run(c, lanes, k * (uint32_t)c->t->rows * c->t->bytes);
}

static void count_strips(struct counting *c)
{
    uint64_t matrices = c->block.count / c->f->area,
             strips = matrices * c->f->strips.across * c->f->strips.bands;
    uint64_t all = begin_loop(c, strips);
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        struct strip_lanes lanes;
        place_strips(c, first, matrices, &lanes);
        count_strip_reads(c, &lanes);
        count_strip_writes(c, &lanes, first == 0);
    }
    count_stored_run(c);
}

/* ---- the grid ---- */

static void count_block(struct counting *c)
{
    const struct tw_flat *f = c->f;
    if (!c->block.times) return;
    if (f->strands.ahead)
        count_strands(c);
    else if (f->cover == FLAT_WIDE)
        count_rows(c);
    else if (f->in_joined)
        count_run(c);
    else
        count_given(c);
    if (f->turn == FLAT_UNITS) {
        count_units(c);
    } else if (f->turn == FLAT_HELD) {
        count_held(c);
    } else if (f->turn == FLAT_STRIPS) {
        count_strips(c);
    } else if (f->turn == FLAT_SCATTER) {
        count_stored_run(c);
    } else if (f->cover == FLAT_TALL) {
        count_columns(c);
        count_column_ends(c);
    } else if (f->by_elements) {
        count_pieces(c, true, c->t->bytes, c->block.count, source_byte);
    } else {
        count_gathered_run(c);
    }
}

/* Tile number `tile` of matrix `matrix`; of whole ones, of the tile that begins with it. */
static void count_tile(struct counting *c, uint64_t tile, uint64_t matrix, uint64_t times)
{
    const struct tw_transpose *t = c->t;
    const struct tw_flat *f = c->f;
    uint64_t at = tile * f->step, left_rows = t->rows, left_cols = t->cols, matrices = 1;
    uint64_t in = t->in_offset + matrix * t->rows * t->in_pitch,
             out = t->out_offset + matrix * t->cols * t->out_pitch;
    if (f->cover == FLAT_TALL) in += at * t->in_pitch, out += at, left_rows -= at;
    if (f->cover == FLAT_WIDE) in += at, out += at * t->out_pitch, left_cols -= at;
    if (f->cover == FLAT_WHOLE) matrices = t->batch - matrix < f->matrices ? t->batch - matrix : f->matrices;
    uint64_t rows = left_rows < t->tile_rows ? left_rows : t->tile_rows;
    uint64_t cols = left_cols < t->tile_cols ? left_cols : t->tile_cols;
    bool last = tile == f->tiles - 1;
    uint64_t gaps = f->gap ? rows * f->gap - (last ? f->gap : 0) : 0;
    c->block = (struct block){
        .rows = (unsigned)rows,
        .cols = (unsigned)cols,
        .count = (unsigned)(matrices * rows * cols + gaps),
        .first = tile == 0,
        .last = last,
        .ends = last && matrix + matrices == t->batch,
        .in = in * t->bytes,
        .out = out * t->bytes,
        .first_col = f->cover == FLAT_WIDE ? at : 0,
        .times = times,
    };
    count_block(c);
}

/* All tiles of `times` matrices that are like this one. The last but one may touch a chunk behind its matrix. */
static void count_matrix(struct counting *c, uint64_t matrix, uint64_t times)
{
    uint64_t tiles = c->f->tiles;
    count_tile(c, 0, matrix, times);
    if (tiles > 3) count_tile(c, 1, matrix, (tiles - 3) * times);
    if (tiles > 2) count_tile(c, tiles - 2, matrix, times);
    if (tiles > 1) count_tile(c, tiles - 1, matrix, times);
}

static void name_accesses(const struct tw_transpose *t, struct tw_prediction *prediction)
{
    const struct tw_access_cost accesses[] = {
        [WRITE_CHUNK] = {.name = "write chunk", .op = TW_STORE, .bytes = TW_CHUNK},
        [WRITE_ELEMENT] = {.name = "write element", .op = TW_STORE, .bytes = t->bytes},
        [WRITE_HALF] = {.name = "write half", .op = TW_STORE, .bytes = 2},
        [WRITE_WORD] = {.name = "write word", .op = TW_STORE, .bytes = 4},
        [WRITE_PAIR] = {.name = "write pair", .op = TW_STORE, .bytes = 8},
        [READ_ELEMENT] = {.name = "read element", .op = TW_LOAD, .bytes = t->bytes},
        [READ_HALF] = {.name = "read half", .op = TW_LOAD, .bytes = 2},
        [READ_WORD] = {.name = "read word", .op = TW_LOAD, .bytes = 4},
        [READ_PAIR] = {.name = "read pair", .op = TW_LOAD, .bytes = 8},
        [READ_CHUNK] = {.name = "read chunk", .op = TW_LOAD, .bytes = TW_CHUNK},
    };
    prediction->access_count = sizeof accesses / sizeof *accesses;
    memcpy(prediction->accesses, accesses, sizeof accesses);
}

static struct counting counting_of(const struct tw_transpose *t, const struct tw_flat *flat,
                                   struct tw_prediction *prediction)
{
    struct counting counting = {.t = t, .f = flat, .prediction = prediction, .most = UINT64_MAX};
    counting.in_begin = t->in_offset * t->bytes;
    counting.in_end =
        counting.in_begin + (t->batch * t->rows * t->in_pitch - (t->in_pitch - t->cols)) * t->bytes;
    for (unsigned e = 0; e < t->per_chunk; e++) counting.offset[e] = tw_flat_offset(t, flat, e) * t->bytes;
    name_accesses(t, prediction);
    return counting;
}

/* The matrices of the batch in steps: one, or those of a whole tile. Those whose runs touch a chunk with an end of the buffer
   are by themselves; of those between, steps ALIKE apart are alike, and all where every run and row begins at a sector. */
void tw_flat_predict(const struct tw_transpose *t, const struct tw_flat *flat,
                     struct tw_prediction *prediction)
{
    struct counting counting = counting_of(t, flat, prediction);
    uint64_t step = flat->cover == FLAT_WHOLE ? flat->matrices : 1, steps = (t->batch + step - 1) / step;
    bool depends = flat->in_skewed || flat->out_skewed || flat->overlap || flat->out_words;
    uint64_t kinds = depends ? ALIKE : 1, bytes = step * (flat->area + t->rows * flat->gap) * t->bytes;
    uint64_t edge = flat->in_skewed ? 1 + tw_over(TW_CHUNK, bytes) : 1; /* the last step may be an element */
    uint64_t between = steps > 2 * edge ? steps - 2 * edge : 0;
    for (uint64_t kind = 0; kind < kinds && kind < between; kind++)
        count_matrix(&counting, (edge + kind) * step, (between - kind + kinds - 1) / kinds);
    for (uint64_t i = 0; i < steps; i++) {
        if (i == edge) i += between;
        if (i < steps) count_matrix(&counting, i * step, 1);
    }
}

#define SAMPLED 4u    /* warps of each loop */
#define FINE    1024u /* what a request that is counted stands for, to be divided by */

struct tw_flat_cost tw_flat_sample(const struct tw_transpose *t, const struct tw_flat *flat)
{
    struct tw_prediction prediction = {.none = NULL};
    struct counting counting = counting_of(t, flat, &prediction);
    uint64_t step = flat->cover == FLAT_WHOLE ? flat->matrices : 1;
    counting.most = SAMPLED;
    count_tile(&counting, flat->tiles > 2, t->batch / step / 2 * step, FINE);
    double lines = (double)FINE * counting.block.count * t->bytes / 128;
    return (struct tw_flat_cost){
        .loads = (double)prediction.counts.load_requests / lines,
        .load_wavefronts = (double)prediction.counts.load_wavefronts / lines,
        .stores = (double)prediction.counts.store_requests / lines,
        .store_wavefronts = (double)prediction.counts.store_wavefronts / lines,
    };
}
