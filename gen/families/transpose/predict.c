/*
 * What a transpose costs in shared memory. Tiles differ only by how much of them lies in the matrix, by being
 * the first or last of their column or the first of a walk, and by where their matrix begins in a sector: one
 * of each kind is counted, and multiplied. Lanes without an element take no part in a request, and a warp
 * without any makes none. Each function follows the loops of templates/transpose/transpose.cu.mustache.
 */
#include "gen/families/transpose/predict.h"

#include "base/whole.h"
#include "gen/families/transpose/row_run/row_run.h"
#include "gen/families/transpose/shuffle.h"
#include "gen/layout/predict.h"

/* Blocks that do the same: the rows and columns of their tile
   that lie in the matrix, and how many there are. */
struct block {
    unsigned rows, cols;
    bool first, last;   /* of its column of tiles */
    uint64_t walked;    /* tiles of the walk before it */
    uint64_t first_out; /* byte of its matrix in the output, as far as rows' places in sectors depend on it */
    uint64_t times;
};

struct counting {
    const struct tw_transpose *t;
    const struct tw_layout *tile;
    struct block block;
    struct tw_prediction *prediction;
};

enum { WRITE, READ, READ_NEXT, READ_ENDS };

static void set(uint32_t addr[TW_WARP], uint32_t *active, unsigned lane, uint32_t address)
{
    addr[lane] = address;
    *active |= 1u << lane;
}

/* ---- scalar methods: loops over the tile in steps of the block ----
   `turned`: the tile is read down its columns. */

static void count_pass(const struct counting *c, bool turned, unsigned warp, unsigned down, unsigned across)
{
    const struct tw_transpose *t = c->t;
    const struct block *block = &c->block;
    uint32_t addr[TW_WARP], active = 0;
    for (unsigned lane = 0; lane < TW_WARP && warp * TW_WARP + lane < t->threads; lane++) {
        unsigned thread = warp * TW_WARP + lane;
        unsigned j = down + thread / t->bdimx, i = across + thread % t->bdimx;
        unsigned row = turned ? i : j, column = turned ? j : i;
        if (row >= block->rows || column >= block->cols) continue;
        set(addr, &active, lane, tw_layout_element(c->tile, row, column) * t->bytes);
    }
    tw_predict_request(c->prediction, turned ? READ : WRITE, addr, active, block->times);
}

static void count_scalar(const struct counting *c, bool turned)
{
    const struct tw_transpose *t = c->t;
    unsigned height = turned ? t->tile_cols : t->tile_rows, width = turned ? t->tile_rows : t->tile_cols;
    unsigned warps = (t->threads + TW_WARP - 1) / TW_WARP;
    for (unsigned down = 0; down < height; down += t->bdimy) {
        for (unsigned across = 0; across < width; across += t->bdimx) {
            for (unsigned warp = 0; warp < warps; warp++) count_pass(c, turned, warp, down, across);
        }
    }
}

/* ---- vector method ---- */

/* The byte of byte `at` of column `column` in the tile:
 * a column is a ring in a walk, and its chunks change places. */
static uint32_t place(const struct counting *c, unsigned column, unsigned at)
{
    const struct tw_transpose *t = c->t;
    uint64_t ring = t->kept ? c->block.walked * (t->step / t->per_chunk) : 0;
    unsigned turn = column / t->per_chunk % t->unit_chunks * (8 / t->unit_chunks);
    unsigned chunk = (unsigned)((at / TW_CHUNK + ring) % t->chunks) ^ turn;
    return (column * t->chunks + chunk) * TW_CHUNK + at % TW_CHUNK;
}

/* A warp stores a unit, turned: one store for every column of a chunk. */
static void count_unit(const struct counting *c, unsigned unit)
{
    const struct tw_transpose *t = c->t;
    unsigned across = t->units_across, chunks = t->unit_chunks;
    for (unsigned column = 0; column < t->per_chunk; column++) {
        uint32_t addr[TW_WARP], active = 0;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            unsigned chunk = unit % across * chunks + lane % chunks,
                     cell = unit / across * t->unit_cells + lane / chunks;
            bool inside = cell * t->pack < c->block.rows && chunk * t->per_chunk < c->block.cols;
            uint32_t address = place(c, chunk * t->per_chunk + column, cell * t->cell);
            if (inside) set(addr, &active, lane, address);
        }
        tw_predict_request(c->prediction, WRITE, addr, active, c->block.times);
    }
}

static bool is_shifted(const struct tw_transpose *t)
{
    return t->out_grain < TW_CHUNK;
}

/* Bytes of a column of the tile before the first whole sector of its row of the output. */
static unsigned sector_head(const struct counting *c, unsigned column)
{
    const struct tw_transpose *t = c->t;
    uint64_t row = c->block.first_out + column * t->out_pitch * t->bytes;
    return t->overlap ? (unsigned)(-row % TW_SECTOR) : 0;
}

/* The same, of those that there are. */
static unsigned head(const struct counting *c, unsigned column)
{
    unsigned bytes = sector_head(c, column), all = c->block.rows * c->t->bytes;
    return bytes < all ? bytes : all;
}

/* Chunks of that column, from its head on, that are stored as vectors. */
static unsigned vectors(const struct counting *c, unsigned column)
{
    const struct tw_transpose *t = c->t;
    if (!c->block.last) return t->step / t->per_chunk;
    return (c->block.rows * t->bytes - head(c, column)) / TW_CHUNK;
}

static void count_chunks(const struct counting *c, unsigned first, unsigned access)
{
    const struct tw_transpose *t = c->t;
    uint32_t addr[TW_WARP], active = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        unsigned column = (first + lane) / t->chunks, chunk = (first + lane) % t->chunks;
        if (column >= c->block.cols || chunk >= vectors(c, column)) continue;
        unsigned from = chunk + head(c, column) / TW_CHUNK + (access == READ_NEXT);
        set(addr, &active, lane, place(c, column, from * TW_CHUNK));
    }
    tw_predict_request(c->prediction, access, addr, active, c->block.times);
}

/* The first element of a cell of a column's head, which may lie before it, or of its tail; false: the cell has none of them. */
static bool find_end(const struct counting *c, bool tail, unsigned column, unsigned cell, int *element)
{
    const struct tw_transpose *t = c->t;
    unsigned whole = sector_head(c, column) / t->bytes, begin = head(c, column) / t->bytes;
    *element = tail ? (int)(begin + vectors(c, column) * t->per_chunk) : (int)whole - (int)t->overlap;
    *element += (int)(cell * t->pack);
    return *element + (int)t->pack > 0 && *element < (int)(tail ? c->block.rows : begin);
}

/* Lanes from `first` on, `cells` for each column. Elements that share words, but do not begin with one, are shifted out
   of two of them, of which the second may be the first of the column. */
static void count_ends_of(const struct counting *c, bool tail, unsigned first, unsigned cells, bool next)
{
    const struct tw_transpose *t = c->t;
    unsigned unit = t->unit_chunks * t->per_chunk; /* columns */
    uint32_t addr[TW_WARP], active = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        unsigned cell = (first + lane) % cells, number = (first + lane) / cells;
        unsigned column = number % t->unit_chunks * t->per_chunk + number / t->unit_chunks % t->per_chunk +
                          number / unit * unit;
        int element;
        if (column >= c->block.cols || !find_end(c, tail, column, cell, &element)) continue;
        unsigned at = (unsigned)(element + (int)t->tile_rows) * t->bytes, aligned = at - at % t->cell;
        if (next && at == aligned) continue;
        uint32_t address = place(c, column, (aligned + next * t->cell) % (t->tile_rows * t->bytes));
        set(addr, &active, lane, address);
    }
    tw_predict_request(c->prediction, READ_ENDS, addr, active, c->block.times);
}

/* The heads of the first tile's columns, the tails of the last one's. */
static void count_ends(const struct counting *c, bool tail, unsigned cells)
{
    const struct tw_transpose *t = c->t;
    bool has = tail ? c->block.last : c->block.first;
    for (unsigned first = 0; has && first < t->tile_cols * cells; first += TW_WARP) {
        count_ends_of(c, tail, first, cells, false);
        if (t->pack > 1) count_ends_of(c, tail, first, cells, true);
    }
}

static void count_vector(const struct counting *c)
{
    const struct tw_transpose *t = c->t;
    unsigned all = t->tile_cols * t->chunks;
    unsigned kept = c->block.walked ? t->kept / t->pack / t->unit_cells * t->units_across : 0;
    for (unsigned unit = kept; unit < t->units; unit++) count_unit(c, unit);
    for (unsigned first = 0; first < all; first += TW_WARP) {
        count_chunks(c, first, READ);
        if (is_shifted(t)) count_chunks(c, first, READ_NEXT);
    }
    count_ends(c, false, t->overlap / t->pack);
    count_ends(c, true, t->per_chunk / t->pack);
}

/* ---- the grid ---- */

static void count_block(const struct counting *c)
{
    if (c->t->method == TRANSPOSE_NAIVE || c->block.times == 0) return;
    if (c->t->method == TRANSPOSE_VECTOR) {
        count_vector(c);
    } else {
        count_scalar(c, false);
        count_scalar(c, true);
    }
}

/* Tiles of `times` matrices, c->block but for its columns:
 * each whole, and perhaps one cut off at the right. */
static void count_row(struct counting *c, uint64_t times)
{
    const struct tw_transpose *t = c->t;
    unsigned rest = (unsigned)(t->cols % t->tile_cols);
    c->block.cols = t->tile_cols;
    c->block.times = t->cols / t->tile_cols * times;
    count_block(c);
    c->block.cols = rest;
    c->block.times = rest ? times : 0;
    count_block(c);
}

/* The first tile of each column and the last one, and those between, which only differ by whether a walk
 * begins there: where it stands matters for the ends alone, which they do not have. */
static void count_matrices(struct counting *c, uint64_t times)
{
    const struct tw_transpose *t = c->t;
    uint64_t last = t->tiles_down - 1, between = last ? last - 1 : 0, begin = between / t->steps;
    c->block.last = false;
    c->block.rows = t->tile_rows;
    c->block.first = true;
    c->block.walked = 0;
    if (last) count_row(c, times);
    c->block.first = false;
    count_row(c, begin * times);
    c->block.walked = 1;
    count_row(c, (between - begin) * times);
    c->block.first = last == 0;
    c->block.last = true;
    c->block.walked = last % t->steps;
    c->block.rows = (unsigned)(t->rows - last * t->step);
    count_row(c, times);
}

static void name_accesses(const struct tw_transpose *t, struct tw_prediction *prediction)
{
    static const char *const scalar[] = {"write row", "read column"};
    static const char *const vector[] = {"write cells", "read chunk", "read next chunk", "read ends"};
    bool is_vector = t->method == TRANSPOSE_VECTOR;
    unsigned count = t->method == TRANSPOSE_NAIVE ? 0 : is_vector ? 4 : 2;
    for (unsigned i = 0; i < count; i++) {
        bool chunk = i == READ || i == READ_NEXT;
        unsigned bytes = !is_vector ? t->bytes : chunk ? TW_CHUNK : t->cell;
        tw_predict_access(prediction, is_vector ? vector[i] : scalar[i], i == WRITE ? TW_STORE : TW_LOAD,
                          bytes);
    }
}

/*
 * Where a row of the output begins in a sector decides what its vectors and ends are. Tiles begin
 * at whole sectors on both sides, so that depends on the column within the tile and on the
 * matrix: matrices 32 apart are alike.
 */
void tw_transpose_predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                          struct tw_prediction *prediction)
{
    const struct tw_transpose t = tw_transpose_of(value);
    const struct tw_layout tile = tw_transpose_layout(value);
    struct counting c = {.t = &t, .tile = &tile, .prediction = prediction};
    (void)launch;
    if (t.method == TRANSPOSE_SHUFFLE) {
        tw_shuffle_predict(&t, value, tw_launch_blocks(&shape->launches[0]), prediction);
        return;
    }
    if (t.method == TRANSPOSE_ROW_RUN) {
        const struct tw_row_run run = tw_row_run_of(&t, value);
        tw_row_run_predict(&t, &run, prediction);
        return;
    }
    name_accesses(&t, prediction);
    unsigned kinds = t.overlap ? TW_SECTOR : 1;
    for (unsigned kind = 0; kind < kinds && kind < t.batch; kind++) {
        c.block.first_out = (t.out_offset + kind * t.cols * t.out_pitch) * t.bytes;
        count_matrices(&c, tw_of_kind(t.batch, kind, kinds));
    }
}
