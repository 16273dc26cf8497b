/*
 * transpose.h - a variant of the transpose family in numbers, shared by what renders and what predicts it.
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
#ifndef TW_GEN_TRANSPOSE_H
#define TW_GEN_TRANSPOSE_H

#include "gen/transpose_fields.h"

#define TW_CHUNK  16u /* bytes of a vector access              */
#define TW_SECTOR 32u /* bytes that memory reads and writes whole */

struct tw_transpose {
    enum tw_transpose_method method;
    uint64_t rows, cols, batch, in_pitch, out_pitch, in_offset, out_offset;
    uint64_t in_count, out_count; /* elements of the buffers */
    unsigned bytes;               /* of an element           */
    unsigned bdimx, bdimy, threads;
    unsigned tile_rows, tile_cols;
    unsigned
        overlap; /* rows that a tile shares with the one below (vector method); tiles begin step rows apart */
    unsigned step;
    uint64_t tiles_down, tiles_across;
    uint64_t steps;  /* tiles that a block moves, one below the other: it walks */
    uint64_t walks;  /* blocks for a column of tiles */
    unsigned kept;   /* rows that a tile of a walk need not load: they are still in shared memory */
    uint64_t band;   /* tiles along the order before the walk turns, at most as many as there are */
    bool contiguous; /* no gap between the rows of the input */

    /* the vector method */
    unsigned per_chunk; /* elements of 16 bytes                                                       */
    unsigned pack;      /* rows whose elements share a word of 4 bytes                                */
    unsigned cell;      /* bytes of a store to shared memory: a word, or an element if that is larger */
    unsigned chunks;    /* 16-byte chunks of a column of the tile                                     */
    unsigned in_grain, out_grain; /* every row begins at a multiple of so many bytes, at most 32 */
    unsigned units;               /* groups of 8 chunks by 4 cells of rows that a warp loads */
};

struct tw_transpose tw_transpose_of(const int64_t *value);

/* What the table of winners has for a problem. */
struct tw_transpose_wisdom {
    bool found;      /* false: memory ran out, or there is no entry of that element size and alignment */
    double distance; /* 0: this very problem was measured; else the doublings between it and the nearest one
                        that was */
    int64_t tile_rows, tile_cols, threads, unroll, order;
};

/* Only the problem's fields of *problem are read. */
void tw_transpose_recall(const struct tw_transpose *problem, struct tw_transpose_wisdom *wisdom);

/* The tile of the methods with scalar accesses. */
struct tw_layout tw_transpose_layout(const int64_t *value);

/* The prediction for the whole grid. */
void tw_transpose_predict(const int64_t *value, struct tw_prediction *prediction);

#endif
