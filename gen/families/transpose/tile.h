/*
 * tile.h - a variant of the transpose family in numbers, shared by what renders and what predicts it.
 *
 *             tile_cols                       out, transposed:
 *          +-----------+-----------+--+        tile (r, c) becomes tile (c, r)
 *  tile_   |  tile     |           |  |
 *  rows    |  (0, 0)   |  (0, 1)   |  |  rows  the last tiles of a row and of a column may be cut off
 *          +-----------+-----------+--+
 *          |           |           |  |
 *          +-----------+-----------+--+
 *                     cols
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_TILE_H
#define TW_GEN_FAMILIES_TRANSPOSE_TILE_H

#include "gen/families/transpose/fields.h"
#include "gen/layout/sectors.h"

#define TW_CHUNK 16u /* bytes of a vector access */

/* Bytes moved from which on every candidate has the hint evict_last. */
#define TW_EVICT_LAST_FROM (UINT64_C(192) << 20)

struct tw_transpose {
    enum tw_transpose_method method;
    uint64_t rows, cols, batch, in_pitch, out_pitch, in_offset, out_offset;
    uint64_t in_count, out_count; /* elements of the buffers */
    unsigned bytes;               /* of an element           */
    unsigned base; /* both buffers begin at a multiple of so many bytes, as far as is known; at most 32 */
    unsigned bdimx, bdimy, threads;
    unsigned tile_rows, tile_cols;
    unsigned overlap; /* rows that a tile shares with the one below (vector method) */
    unsigned step;    /* rows from where a tile begins to where the one below does  */
    uint64_t tiles_down, tiles_across;
    uint64_t steps;  /* tiles that a block moves, one below the other: it walks */
    uint64_t walks;  /* blocks for a column of tiles */
    unsigned kept;   /* rows that a tile of a walk need not load: they are still in shared memory */
    uint64_t band;   /* tiles along the order before the walk turns, at most as many as there are */
    bool contiguous; /* no gap between the rows of the input */

    /* the vector method */
    unsigned vector;    /* bytes of a load from the input */
    unsigned per_chunk; /* elements of 16 bytes */
    unsigned pack;      /* rows whose elements share a word of 4 bytes */
    unsigned cell;      /* bytes of a store to shared memory: a word, or an element if that is larger */
    unsigned chunks;    /* 16-byte chunks of a column of the tile */
    unsigned in_grain, out_grain;     /* every row begins at a multiple of so many bytes, at most 32 */
    unsigned unit_chunks, unit_cells; /* a unit, what a warp loads at once: 8 chunks by 4 cells, or 4 by 8 */
    unsigned units, units_across;     /* in the tile; side by side */
};

/* Bytes read and written, without gaps. */
static inline uint64_t tw_transpose_moved(const struct tw_transpose *t)
{
    return 2 * t->batch * t->rows * t->cols * t->bytes;
}

/* Whether a tile goes through shared memory. */
static inline bool tw_transpose_is_shared(const struct tw_transpose *t)
{
    return t->method != TRANSPOSE_NAIVE && t->method != TRANSPOSE_SHUFFLE;
}

/* Whether it moves chunks of 16 bytes, not elements. */
static inline bool tw_transpose_in_chunks(const struct tw_transpose *t)
{
    return t->method == TRANSPOSE_VECTOR || t->method == TRANSPOSE_ROW_RUN;
}

struct tw_transpose tw_transpose_of(const int64_t *value);

/* Where rows of either side begin anywhere in a chunk, at multiples of so many bytes; 16: nothing is shifted. */
static inline unsigned tw_transpose_shift(const struct tw_transpose *t)
{
    unsigned in = t->in_grain < t->vector ? t->in_grain : TW_CHUNK;
    return in < t->out_grain ? in : t->out_grain < TW_CHUNK ? t->out_grain : TW_CHUNK;
}

/* The band as it counts: no more tiles than there are; all of them if none is given. */
int64_t tw_transpose_band(const int64_t *value);

/* The part of it that does not depend on how it is computed; the rest is zero. */
struct tw_transpose tw_transpose_problem(const int64_t *value);

/* The tile; that of the vector method is turned: its rows are those of the output. */
struct tw_layout tw_transpose_layout(const int64_t *value);

#endif
