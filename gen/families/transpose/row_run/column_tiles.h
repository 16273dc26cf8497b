/*
 * column_tiles.h - the register transpose of columns, for matrices of elements that share words which are too large for a
 * thread's registers: a thread takes a column tile, as many columns as share a word, with all their rows or a band of
 * them. It reads a word of each row, two and a shift where rows begin anywhere. Turned, the columns of a column tile of
 * all rows lie behind each other, and so do their words, which the thread puts to the run of the output:
 *
 *             columns          the run of the output
 *       +-----------+---        +-------------+-------------+-------------+-------------+---
 *     r | a0 b0 c0 d0 | e0 .    | a0 a1 a2 .. | b0 b1 b2 .. | c0 c1 c2 .. | d0 d1 d2 .. | e0
 *     o | a1 b1 c1 d1 | e1      +-------------+-------------+-------------+-------------+---
 *     w | .           |         ^             `- by words, which may hold elements of two columns
 *     s +-----------+---        `- where a column tile begins within a word, that word is the one's before: it puts
 *                                  all that it begins, to the last byte, and reads the few elements of the next
 *                                  column tile that it needs for it
 *
 * The last column tile of a matrix ends with it, and may have columns of the one before: both put the same there.
 *
 * Where there are more rows than a thread has registers for, a column tile has a band, as many rows as make whole words.
 * Each of its columns is a run of the output then, whose last word it fills with what lies behind in that column, or at
 * the beginning of the next one:
 *
 *       +-----------+---+           a0 .. a27 | a28 ..         a column tile of the last band, which may have rows
 *       | 28 rows   |   |  band 0   +-------+                  of the one before, goes on with the first elements
 *       |           |   |                                      of b, c, d and e
 *       +-----------+---+           b0 .. b27 | b28 ..
 *       | 28 rows   |   |  band 1   +-------+
 *       +-----------+---+           ...
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_ROW_RUN_COLUMN_TILES_H
#define TW_GEN_FAMILIES_TRANSPOSE_ROW_RUN_COLUMN_TILES_H

#include "gen/families/transpose/tile.h"

struct tw_column_tiles {
    unsigned across;  /* column tiles of a matrix beside each other; 0: there are none          */
    unsigned bands;   /* and below each other                                                   */
    bool by_matrices; /* threads take those of a band of all matrices, then the next band       */
    unsigned line;    /* elements from a row to the next in the run of the input                */
    uint64_t area;    /* elements of a matrix there                                             */
    unsigned columns; /* of a column tile                                                       */
    unsigned rows;    /* of a column tile                                                       */
    unsigned bytes; /* of a column tile that are put behind each other: all, or those of a column of a band */
    unsigned stores;     /* of words of these, at most                                             */
    unsigned beside;     /* elements of the next column tile that are read; rows behind a band           */
    bool in_shifts;      /* rows may begin within words                                            */
    bool out_shifts;     /* turned column tiles may                                                      */
    unsigned gap;        /* chunks that are left out between matrices of the run of the input      */
    unsigned span;       /* words of the output's run behind which one is left out; 0: none is     */
    uint64_t in_chunks;  /* of the run of the input: behind it that of the output begins           */
    uint64_t out_chunks; /* of the run of the output                                               */
};

/* Whether matrices of a problem that is moved in whole ones may better be turned so: they are not so small that threads
   hold them. */
bool tw_column_tiles_pay(const struct tw_transpose *t);

/* The column tiles of so many whole matrices, with rows of `line` elements; the runs begin within chunks if they are skewed. */
struct tw_column_tiles tw_column_tiles_of(const struct tw_transpose *t, unsigned matrices, unsigned line,
                                          bool in_skewed, bool out_skewed);

/* Where a column tile of a tile of so many matrices begins. */
struct tw_column_tile_place {
    uint64_t matrix, row, col;
};
struct tw_column_tile_place tw_column_tile_place(const struct tw_transpose *t,
                                                 const struct tw_column_tiles *tiles, uint64_t matrices,
                                                 uint64_t number);

/* The byte of the tile where byte `byte` of the run of the input lies, which is of matrix `matrix`. */
uint32_t tw_column_tile_given(const struct tw_column_tiles *tiles, uint64_t byte, uint64_t matrix);

/* The byte of the tile where byte `byte` of the run of the output lies, counted from the chunk that it begins in. */
uint32_t tw_column_tile_turned(const struct tw_column_tiles *tiles, uint64_t byte);

#endif
