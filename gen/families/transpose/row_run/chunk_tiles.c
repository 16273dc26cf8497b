/* Chunk tiles: how lanes lie in a tile, so that their words lie on different banks, and what they put there. */
#include "gen/families/transpose/row_run/chunk_tiles.h"
#include "base/whole.h"

#define WORD 4u
#define HALF 2u

/* Rows of which a chunk tile has all: up to so many that was faster on an H200, of bytes if their number is even. */
#define MOST_FEW 8u

/* Chunks of which a lane loads no more before it turns them: twice as many where rows begin anywhere. */
#define MOST_AHEAD 16u

static bool has_few_rows(const struct tw_transpose *t)
{
    return t->rows >= 2 && t->rows <= MOST_FEW && (t->rows % 2 == 0 || t->bytes == HALF);
}

/* Whether the output of every tile is one run, or none, that begins with a chunk: columns and words begin together then. */
static bool has_whole_words(const struct tw_transpose *t)
{
    uint64_t step = t->batch > 1 ? t->rows * t->cols : 0;
    return t->out_pitch != t->rows || ((t->out_offset | step) * t->bytes | t->base) % TW_CHUNK == 0;
}

/* An odd number of rows lets single elements go to different banks: they are as fast then. */
bool tw_chunk_tiles_pay(const struct tw_transpose *t)
{
    return t->bytes < WORD && has_whole_words(t) && (has_few_rows(t) || (t->rows > 1 && t->rows % 2 == 0));
}

unsigned tw_chunk_tile_rows(const struct tw_transpose *t)
{
    return has_few_rows(t) ? (unsigned)t->rows : WORD / t->bytes;
}

/* Chunks are left out behind all columns of some chunk tiles, and behind a multiple of 8, so that lanes that read chunks
   stay free of conflicts. */
static unsigned span_of(uint64_t rows)
{
    uint64_t span = rows;
    while (span % TW_CHUNK_TILES_ACROSS) span += rows;
    return (unsigned)span;
}

struct tw_chunk_tiles tw_chunk_tiles_of(const struct tw_transpose *t, unsigned ahead)
{
    uint64_t across = TW_CHUNK_TILES_ACROSS * t->per_chunk;
    if (!tw_chunk_tiles_pay(t) || t->tile_cols % across) return (struct tw_chunk_tiles){0};
    struct tw_chunk_tiles s = {.few = has_few_rows(t), .rows = tw_chunk_tile_rows(t)};
    if (ahead > MOST_AHEAD) ahead = MOST_AHEAD;
    s.ahead = ahead > s.rows ? ahead / s.rows : 1;
    s.lines = tw_ceil_div(t->rows, s.rows);
    s.places = (unsigned)(t->tile_cols / across) * s.lines;
    s.units = tw_ceil_div(s.places, TW_WARP / TW_CHUNK_TILES_ACROSS);
    s.span = span_of(t->rows);
    s.gap_columns = (unsigned)(s.span * t->per_chunk / t->rows);
    return s;
}

void tw_chunk_tile_place(const struct tw_transpose *t, const struct tw_chunk_tiles *tiles, unsigned unit,
                         unsigned lane, uint64_t *row, uint64_t *col)
{
    unsigned place = unit * (TW_WARP / TW_CHUNK_TILES_ACROSS) + lane / TW_CHUNK_TILES_ACROSS;
    *row = (uint64_t)(place % tiles->lines) * tiles->rows;
    *col = ((uint64_t)(place / tiles->lines) * TW_CHUNK_TILES_ACROSS + lane % TW_CHUNK_TILES_ACROSS) *
           t->per_chunk;
}

/* ---- requests ---- */

/* Lanes whose chunk tiles begin at `at` in the tile: which have rows in the tile, and which have all of their rows. */
struct lanes {
    uint32_t at[TW_WARP], some, full;
};

static struct lanes lanes_of(const struct tw_transpose *t, const struct tw_chunk_tiles *s, unsigned unit,
                             unsigned cols)
{
    struct lanes lanes = {.some = 0};
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        uint64_t row, col;
        tw_chunk_tile_place(t, s, unit, lane, &row, &col);
        if (col >= cols) continue;
        lanes.at[lane] = (uint32_t)((col * t->rows + row) * t->bytes + col / s->gap_columns * TW_CHUNK);
        lanes.some |= 1u << lane;
        if (row + s->rows <= t->rows) lanes.full |= 1u << lane;
    }
    return lanes;
}

static void request_words(const struct tw_transpose *t, const struct lanes *lanes,
                          tw_chunk_tile_request *request, void *user)
{
    for (unsigned i = 0; i < t->per_chunk; i++) {
        uint32_t at[TW_WARP], behind[TW_WARP], column = (uint32_t)(i * t->rows * t->bytes);
        bool in_words = column % WORD == 0;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            at[lane] = lanes->at[lane] + column;
            behind[lane] = at[lane] + HALF;
        }
        if (in_words) {
            request(user, WORD, at, lanes->full);
            request(user, HALF, at, lanes->some & ~lanes->full);
        } else {
            request(user, HALF, at, lanes->some);
            request(user, HALF, behind, lanes->full);
        }
    }
}

static void request_chunks(const struct tw_chunk_tiles *s, const struct lanes *lanes,
                           tw_chunk_tile_request *request, void *user)
{
    for (unsigned i = 0; i < s->rows; i++) {
        uint32_t at[TW_WARP];
        for (unsigned lane = 0; lane < TW_WARP; lane++) at[lane] = lanes->at[lane] + i * TW_CHUNK;
        request(user, TW_CHUNK, at, lanes->some);
    }
}

void tw_chunk_tile_requests(const struct tw_transpose *t, const struct tw_chunk_tiles *tiles, unsigned unit,
                            unsigned cols, tw_chunk_tile_request *request, void *user)
{
    const struct lanes lanes = lanes_of(t, tiles, unit, cols);
    if (tiles->few)
        request_chunks(tiles, &lanes, request, user);
    else
        request_words(t, &lanes, request, user);
}
