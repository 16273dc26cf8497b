/*
 * chunk_tiles.h - the register transpose of chunks, for wide tiles of elements that share words: a lane takes a chunk
 * tile, a chunk of the input in as many rows as share a word, one below the other, turns it in registers, and puts a word
 * of each column to the run of the output. Where there are few rows, a chunk tile has all of them, and the lane puts whole
 * chunks.
 *
 *              a chunk of the input: 16 columns of 1 byte, 8 of 2 bytes
 *             +------------------------+
 *       chunk | a0  b0  c0  d0  . . .  |        the run of the output, by words:
 *        tile | a1  b1  c1  d1         |
 *             | a2  b2  c2  d2         |        . . | a0 a1 a2 a3 | . .  . .     b0 b1 | b2 b3    . . | c0 c1 c2 c3 | . .
 *             | a3  b3  c3  d3         |
 *             +------------------------+
 *
 * The number of rows is even, so a column begins with a word or, of bytes, in the middle of one: then it is put by halves.
 * A warp takes 8 chunk tiles beside each other, which lie on all banks by the chunks that are left out (row_run.h, `span`), in four
 * lines, whose words lie beside each other.
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_ROW_RUN_CHUNK_TILES_H
#define TW_GEN_FAMILIES_TRANSPOSE_ROW_RUN_CHUNK_TILES_H

#include "gen/families/transpose/tile.h"

#define TW_CHUNK_TILES_ACROSS 8u /* of a warp's, beside each other */

struct tw_chunk_tiles {
    unsigned ahead;  /* chunk tiles that a lane loads before it turns them; 0: the tile is not turned so */
    unsigned rows;   /* of each                                                                      */
    bool few;        /* these are all rows                                                           */
    unsigned lines;  /* of chunk tiles, one below the other: the last may have rows too few              */
    unsigned places; /* of 8 chunk tiles beside each other: so many of the lines                         */
    unsigned units;  /* what a warp takes at a time: 8 chunk tiles beside each other, 4 times            */
    unsigned span;   /* chunks of the tile behind which one is left out                              */
    unsigned gap_columns; /* the columns that these hold                                                  */
};

/* Whether wide tiles of a problem are turned so: that it pays was measured. */
bool tw_chunk_tiles_pay(const struct tw_transpose *t);

/* Rows of a chunk tile of such a problem. */
unsigned tw_chunk_tile_rows(const struct tw_transpose *t);

/* The chunk tiles of a wide tile whose lanes have about `ahead` chunks under way. */
struct tw_chunk_tiles tw_chunk_tiles_of(const struct tw_transpose *t, unsigned ahead);

/* The row and the column of the tile where a lane's chunk tile of a unit begins: there may be none of either. */
void tw_chunk_tile_place(const struct tw_transpose *t, const struct tw_chunk_tiles *tiles, unsigned unit,
                         unsigned lane, uint64_t *row, uint64_t *col);

/* The requests to shared memory, of so many bytes a lane, of a unit in a tile of `cols` columns. */
typedef void tw_chunk_tile_request(void *user, unsigned bytes, const uint32_t at[32], uint32_t active);
void tw_chunk_tile_requests(const struct tw_transpose *t, const struct tw_chunk_tiles *tiles, unsigned unit,
                            unsigned cols, tw_chunk_tile_request *request, void *user);

#endif
