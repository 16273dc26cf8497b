/*
 * What a transpose costs in shared memory. Tiles differ only by how much of them lies in the matrix, by being
 * the first or last of their column or the first of a walk, and by where their matrix begins in a sector: one
 * of each kind is counted, and multiplied. Lanes without an element take no part in a request, and a warp
 * without any makes none. Each function follows the loops of templates/transpose.cu.mustache.
 */
#include <assert.h>

#include "base/whole.h"
#include "gen/families/transpose/flat.h"
#include "gen/families/transpose/squares.h"
#include "gen/predict.h"

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
    const struct tw_transpose *plan;
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

static void count_pass(const struct counting *counting, bool turned, unsigned warp, unsigned down,
                       unsigned across)
{
    const struct tw_transpose *plan = counting->plan;
    const struct block *block = &counting->block;
    uint32_t addr[TW_WARP], active = 0;
    for (unsigned lane = 0; lane < TW_WARP && warp * TW_WARP + lane < plan->threads; lane++) {
        unsigned thread = warp * TW_WARP + lane;
        unsigned j = down + thread / plan->bdimx, i = across + thread % plan->bdimx;
        unsigned row = turned ? i : j, column = turned ? j : i;
        if (row >= block->rows || column >= block->cols) continue;
        set(addr, &active, lane, tw_layout_element(counting->tile, row, column) * plan->bytes);
    }
    tw_predict_request(counting->prediction, turned ? READ : WRITE, addr, active, block->times);
}

static void count_scalar(const struct counting *counting, bool turned)
{
    const struct tw_transpose *plan = counting->plan;
    unsigned height = turned ? plan->tile_cols : plan->tile_rows,
             width = turned ? plan->tile_rows : plan->tile_cols;
    unsigned warps = (plan->threads + TW_WARP - 1) / TW_WARP;
    for (unsigned down = 0; down < height; down += plan->bdimy) {
        for (unsigned across = 0; across < width; across += plan->bdimx) {
            for (unsigned warp = 0; warp < warps; warp++) count_pass(counting, turned, warp, down, across);
        }
    }
}

/* ---- vector method ---- */

/* The byte of byte `at` of column `column` in the tile:
 * a column is a ring in a walk, and its chunks change places. */
static uint32_t place(const struct counting *counting, unsigned column, unsigned at)
{
    const struct tw_transpose *plan = counting->plan;
    uint64_t ring = plan->kept ? counting->block.walked * (plan->step / plan->per_chunk) : 0;
    unsigned turn = column / plan->per_chunk % plan->unit_chunks * (8 / plan->unit_chunks);
    unsigned chunk = (unsigned)((at / TW_CHUNK + ring) % plan->chunks) ^ turn;
    return (column * plan->chunks + chunk) * TW_CHUNK + at % TW_CHUNK;
}

/* A warp stores a unit, turned: one store for every column of a chunk. */
static void count_unit(const struct counting *counting, unsigned unit)
{
    const struct tw_transpose *plan = counting->plan;
    unsigned across = plan->units_across, chunks = plan->unit_chunks;
    for (unsigned column = 0; column < plan->per_chunk; column++) {
        uint32_t addr[TW_WARP], active = 0;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            unsigned chunk = unit % across * chunks + lane % chunks,
                     cell = unit / across * plan->unit_cells + lane / chunks;
            bool inside =
                cell * plan->pack < counting->block.rows && chunk * plan->per_chunk < counting->block.cols;
            uint32_t address = place(counting, chunk * plan->per_chunk + column, cell * plan->cell);
            if (inside) set(addr, &active, lane, address);
        }
        tw_predict_request(counting->prediction, WRITE, addr, active, counting->block.times);
    }
}

static bool is_shifted(const struct tw_transpose *plan)
{
    return plan->out_grain < TW_CHUNK;
}

/* Bytes of a column of the tile before the first whole sector of its row of the output. */
static unsigned sector_head(const struct counting *counting, unsigned column)
{
    const struct tw_transpose *plan = counting->plan;
    uint64_t row = counting->block.first_out + column * plan->out_pitch * plan->bytes;
    return plan->overlap ? (unsigned)(-row % TW_SECTOR) : 0;
}

/* The same, of those that there are. */
static unsigned head(const struct counting *counting, unsigned column)
{
    unsigned bytes = sector_head(counting, column), all = counting->block.rows * counting->plan->bytes;
    return bytes < all ? bytes : all;
}

/* Chunks of that column, from its head on, that are stored as vectors. */
static unsigned vectors(const struct counting *counting, unsigned column)
{
    const struct tw_transpose *plan = counting->plan;
    if (!counting->block.last) return plan->step / plan->per_chunk;
    return (counting->block.rows * plan->bytes - head(counting, column)) / TW_CHUNK;
}

static void count_chunks(const struct counting *counting, unsigned first, unsigned access)
{
    const struct tw_transpose *plan = counting->plan;
    uint32_t addr[TW_WARP], active = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        unsigned column = (first + lane) / plan->chunks, chunk = (first + lane) % plan->chunks;
        if (column >= counting->block.cols || chunk >= vectors(counting, column)) continue;
        unsigned from = chunk + head(counting, column) / TW_CHUNK + (access == READ_NEXT);
        set(addr, &active, lane, place(counting, column, from * TW_CHUNK));
    }
    tw_predict_request(counting->prediction, access, addr, active, counting->block.times);
}

/* The first element of a cell of a column's head, which may lie before it, or of its tail; false: the cell has none of them. */
static bool find_end(const struct counting *counting, bool tail, unsigned column, unsigned cell, int *element)
{
    const struct tw_transpose *plan = counting->plan;
    unsigned whole = sector_head(counting, column) / plan->bytes,
             begin = head(counting, column) / plan->bytes;
    *element =
        tail ? (int)(begin + vectors(counting, column) * plan->per_chunk) : (int)whole - (int)plan->overlap;
    *element += (int)(cell * plan->pack);
    return *element + (int)plan->pack > 0 && *element < (int)(tail ? counting->block.rows : begin);
}

/* Lanes from `first` on, `cells` for each column. Elements that share words, but do not begin with one, are shifted out of two of
   them, of which the second may be the first of the column. */
static void count_ends_of(const struct counting *counting, bool tail, unsigned first, unsigned cells,
                          bool next)
{
    const struct tw_transpose *plan = counting->plan;
    unsigned unit = plan->unit_chunks * plan->per_chunk; /* columns */
    uint32_t addr[TW_WARP], active = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        unsigned cell = (first + lane) % cells, number = (first + lane) / cells;
        unsigned column = number % plan->unit_chunks * plan->per_chunk +
                          number / plan->unit_chunks % plan->per_chunk + number / unit * unit;
        int element;
        if (column >= counting->block.cols || !find_end(counting, tail, column, cell, &element)) continue;
        unsigned at = (unsigned)(element + (int)plan->tile_rows) * plan->bytes,
                 aligned = at - at % plan->cell;
        if (next && at == aligned) continue;
        uint32_t address =
            place(counting, column, (aligned + next * plan->cell) % (plan->tile_rows * plan->bytes));
        set(addr, &active, lane, address);
    }
    tw_predict_request(counting->prediction, READ_ENDS, addr, active, counting->block.times);
}

/* The heads of the first tile's columns, the tails of the last one's. */
static void count_ends(const struct counting *counting, bool tail, unsigned cells)
{
    const struct tw_transpose *plan = counting->plan;
    bool has = tail ? counting->block.last : counting->block.first;
    for (unsigned first = 0; has && first < plan->tile_cols * cells; first += TW_WARP) {
        count_ends_of(counting, tail, first, cells, false);
        if (plan->pack > 1) count_ends_of(counting, tail, first, cells, true);
    }
}

static void count_vector(const struct counting *counting)
{
    const struct tw_transpose *plan = counting->plan;
    unsigned all = plan->tile_cols * plan->chunks;
    unsigned kept =
        counting->block.walked ? plan->kept / plan->pack / plan->unit_cells * plan->units_across : 0;
    for (unsigned unit = kept; unit < plan->units; unit++) count_unit(counting, unit);
    for (unsigned first = 0; first < all; first += TW_WARP) {
        count_chunks(counting, first, READ);
        if (is_shifted(plan)) count_chunks(counting, first, READ_NEXT);
    }
    count_ends(counting, false, plan->overlap / plan->pack);
    count_ends(counting, true, plan->per_chunk / plan->pack);
}

/* ---- the grid ---- */

static void count_block(const struct counting *counting)
{
    if (counting->plan->method == TRANSPOSE_NAIVE || counting->block.times == 0) return;
    if (counting->plan->method == TRANSPOSE_VECTOR) {
        count_vector(counting);
    } else {
        count_scalar(counting, false);
        count_scalar(counting, true);
    }
}

/* Tiles of `times` matrices, counting->block but for its columns:
 * each whole, and perhaps one cut off at the right. */
static void count_row(struct counting *counting, uint64_t times)
{
    const struct tw_transpose *plan = counting->plan;
    unsigned rest = (unsigned)(plan->cols % plan->tile_cols);
    counting->block.cols = plan->tile_cols;
    counting->block.times = plan->cols / plan->tile_cols * times;
    count_block(counting);
    counting->block.cols = rest;
    counting->block.times = rest ? times : 0;
    count_block(counting);
}

/* The first tile of each column and the last one, and those between, which only differ by whether a walk
 * begins there: where it stands matters for the ends alone, which they do not have. */
static void count_matrices(struct counting *counting, uint64_t times)
{
    const struct tw_transpose *plan = counting->plan;
    uint64_t last = plan->tiles_down - 1, between = last ? last - 1 : 0, begin = between / plan->steps;
    counting->block.last = false;
    counting->block.rows = plan->tile_rows;
    counting->block.first = true;
    counting->block.walked = 0;
    if (last) count_row(counting, times);
    counting->block.first = false;
    count_row(counting, begin * times);
    counting->block.walked = 1;
    count_row(counting, (between - begin) * times);
    counting->block.first = last == 0;
    counting->block.last = true;
    counting->block.walked = last % plan->steps;
    counting->block.rows = (unsigned)(plan->rows - last * plan->step);
    count_row(counting, times);
}

static void name_accesses(const struct tw_transpose *plan, struct tw_prediction *prediction)
{
    static const char *const scalar[] = {"write row", "read column"};
    static const char *const vector[] = {"write cells", "read chunk", "read next chunk", "read ends"};
    bool is_vector = plan->method == TRANSPOSE_VECTOR;
    prediction->access_count = plan->method == TRANSPOSE_NAIVE ? 0 : is_vector ? 4 : 2;
    for (unsigned i = 0; i < prediction->access_count; i++) {
        bool chunk = i == READ || i == READ_NEXT;
        unsigned bytes = !is_vector ? plan->bytes : chunk ? TW_CHUNK : plan->cell;
        prediction->accesses[i] = (struct tw_access_cost){
            .name = is_vector ? vector[i] : scalar[i], .op = i == WRITE ? TW_STORE : TW_LOAD, .bytes = bytes};
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
    const struct tw_transpose plan = tw_transpose_of(value);
    const struct tw_layout tile = tw_transpose_layout(value);
    struct counting counting = {.plan = &plan, .tile = &tile, .prediction = prediction};
    (void)launch;
    if (plan.method == TRANSPOSE_SHUFFLE) {
        tw_squares_predict(&plan, value, tw_launch_blocks(&shape->launches[0]), prediction);
        return;
    }
    if (plan.method == TRANSPOSE_FLAT) {
        const struct tw_flat flat = tw_flat_of(&plan, value);
        tw_flat_predict(&plan, &flat, prediction);
        return;
    }
    name_accesses(&plan, prediction);
    unsigned kinds = plan.overlap ? TW_SECTOR : 1;
    for (unsigned kind = 0; kind < kinds && kind < plan.batch; kind++) {
        counting.block.first_out = (plan.out_offset + kind * plan.cols * plan.out_pitch) * plan.bytes;
        count_matrices(&counting, tw_of_kind(plan.batch, kind, kinds));
    }
}
