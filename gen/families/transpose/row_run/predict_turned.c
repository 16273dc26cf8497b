/*
 * How whole matrices are turned within the tile of a row-run transpose: by a thread, element by element or in its registers, or by
 * several, some columns each. What they leave is the run of the output.
 */
#include "base/whole.h"
#include "gen/families/transpose/row_run/predict.h"

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
            uint32_t from = given + (uint32_t)tw_row_run_source(t, p) * t->bytes;
            count_unit_request(c, READ_ELEMENT, from, pitch, first, units);
            if (p % t->pack == 0) count_unit_request(c, access, turned + p * t->bytes, pitch, first, units);
        }
    }
    begin_loop(c, c->block.count - units * elements);
    for (unsigned first = units * elements; first < c->block.count; first += TW_WARP) {
        uint32_t from[TW_WARP] = {0}, to[TW_WARP] = {0}, active = 0;
        for (unsigned lane = 0; lane < TW_WARP && first + lane < c->block.count; lane++) {
            from[lane] = given + (uint32_t)tw_row_run_source(t, first + lane) * t->bytes;
            to[lane] = turned + (first + lane) * t->bytes;
            active |= 1u << lane;
        }
        request(c, READ_ELEMENT, from, active);
        request(c, WRITE_ELEMENT, to, active);
    }
}

/* ---- matrices that a thread holds ---- */

/* The byte of a unit's part; the one behind its last is the next unit's first. */
static uint32_t part_place(const struct counting *c, uint64_t unit, unsigned part)
{
    uint64_t at = unit * c->f->unit_parts + part, words = c->f->part_words;
    return words == 4 ? chunk_of(c, at) : (uint32_t)(at * words * 4);
}

static void count_matrix_tiles(struct counting *c)
{
    const struct tw_row_run *f = c->f;
    bool is_chunk = f->part_words == 4, is_pair = f->part_words == 2;
    unsigned read = is_chunk  ? READ_CHUNK
                    : is_pair ? READ_PAIR
                              : READ_WORD,
             write = is_chunk  ? WRITE_CHUNK
                     : is_pair ? WRITE_PAIR
                               : WRITE_WORD,
             bytes = f->part_words * 4;
    uint64_t units = tw_ceil_div((uint64_t)c->block.count, f->unit_elements), all = begin_loop(c, units);
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
}

/* ---- column tiles of matrices ---- */

/* The column tiles of a warp: the byte where each begins, where the next one does, and its first in the output's run; of
   bands, where what lies behind begins, and which are the last of their columns. */
struct column_tile_lanes {
    uint32_t active, last, given[TW_WARP], next[TW_WARP], behind[TW_WARP], to[TW_WARP];
};

static void place_column_tiles(const struct counting *c, uint64_t first, uint64_t matrices,
                               struct column_tile_lanes *lanes)
{
    const struct tw_transpose *t = c->t;
    const struct tw_column_tiles *s = &c->f->column_tiles;
    uint64_t in = in_run(c, 0, 0), out = out_skew(c), area = c->f->area;
    unsigned row_bytes = s->line * t->bytes;
    lanes->active = tw_lanes_below(matrices * s->across * s->bands - first);
    lanes->last = 0;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        const struct tw_column_tile_place at = tw_column_tile_place(t, s, matrices, first + lane);
        uint64_t begin = in + at.matrix * s->area,
                 behind = at.matrix + 1 < matrices ? at.matrix + 1 : at.matrix;
        uint32_t top = tw_column_tile_given(s, (begin + at.col) * t->bytes, at.matrix);
        bool is_last = at.row + s->rows == t->rows;
        lanes->given[lane] = top + (uint32_t)at.row * row_bytes;
        lanes->behind[lane] = is_last ? top : lanes->given[lane] + s->rows * row_bytes;
        lanes->next[lane] = at.col + s->columns < t->cols
                                ? top + s->columns * t->bytes
                                : tw_column_tile_given(s, (in + behind * s->area) * t->bytes, behind);
        lanes->to[lane] = (uint32_t)((out + at.matrix * area + at.col * t->rows + at.row) * t->bytes);
        lanes->last |= (uint32_t)is_last << lane;
    }
}

/* A row of each column tile, `p` bytes from `begin` on: a word, or two. */
static void count_column_tile_row(const struct counting *c, const uint32_t begin[TW_WARP], unsigned p,
                                  uint32_t active)
{
    for (unsigned i = 0; i < (c->f->column_tiles.in_shifts ? 2 : 1); i++) {
        uint32_t addr[TW_WARP];
        for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = (begin[lane] + p) / 4 * 4 + i * 4;
        request(c, READ_WORD, addr, active);
    }
}

static void count_column_tile_reads(const struct counting *c, const struct column_tile_lanes *lanes)
{
    const struct tw_column_tiles *s = &c->f->column_tiles;
    unsigned row = s->line * c->t->bytes, rows = s->rows;
    for (unsigned i = 0; i < rows; i++) count_column_tile_row(c, lanes->given, i * row, lanes->active);
    for (unsigned i = 0; i < s->beside; i++) {
        uint32_t addr[TW_WARP];
        if (s->bands > 1) count_column_tile_row(c, lanes->behind, i * row, lanes->active);
        for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = lanes->next[lane] + i * row;
        request(c, READ_ELEMENT, addr, lanes->active & (s->bands > 1 ? lanes->last : UINT32_MAX));
    }
}

/* The writes of a run of each column tile, which begins so many bytes behind its first. */
static void count_column_tile_run(const struct counting *c, const struct column_tile_lanes *lanes,
                                  uint32_t behind)
{
    const struct tw_column_tiles *s = &c->f->column_tiles;
    for (unsigned i = 0; i < s->stores; i++) {
        uint32_t addr[TW_WARP] = {0}, active = 0;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            unsigned to = lanes->to[lane] + behind, skip = -to % 4;
            if (4 * i + skip >= s->bytes) continue;
            addr[lane] = tw_column_tile_turned(s, to + skip + 4 * i);
            active |= 1u << lane;
        }
        request(c, WRITE_WORD, addr, active & lanes->active);
    }
}

static void count_column_tile_writes(const struct counting *c, const struct column_tile_lanes *lanes,
                                     bool first)
{
    const struct tw_column_tiles *s = &c->f->column_tiles;
    uint32_t head[TW_WARP] = {first ? tw_column_tile_turned(s, lanes->to[0] / 4 * 4) : 0};
    if (first && lanes->to[0] % 4) request(c, WRITE_WORD, head, 1);
    for (unsigned k = 0; k < (s->bands > 1 ? s->columns : 1); k++)
        count_column_tile_run(c, lanes, k * (uint32_t)c->t->rows * c->t->bytes);
}

static void count_column_tiles(struct counting *c)
{
    uint64_t matrices = c->block.count / c->f->area,
             tiles = matrices * c->f->column_tiles.across * c->f->column_tiles.bands;
    uint64_t all = begin_loop(c, tiles);
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        struct column_tile_lanes lanes;
        place_column_tiles(c, first, matrices, &lanes);
        count_column_tile_reads(c, &lanes);
        count_column_tile_writes(c, &lanes, first == 0);
    }
}

void tw_row_run_count_turned(struct counting *c)
{
    if (c->f->turn == ROW_RUN_UNITS)
        count_units(c);
    else if (c->f->turn == ROW_RUN_MATRICES)
        count_matrix_tiles(c);
    else if (c->f->turn == ROW_RUN_COLUMNS)
        count_column_tiles(c);
}
