/*
 * strips.h - how small matrices of elements that share words are turned, where a thread cannot hold one: a thread takes a strip, as
 * many columns as share a word, with all their rows. Of each row it reads a word, two and a shift where rows begin anywhere.
 * Turned, the columns of a strip lie behind each other, and so do their words, which the thread puts to the run of the output.
 *
 *             columns          the run of the output
 *       +-----------+---        +-------------+-------------+-------------+-------------+---
 *     r | a0 b0 c0 d0 | e0 .    | a0 a1 a2 .. | b0 b1 b2 .. | c0 c1 c2 .. | d0 d1 d2 .. | e0
 *     o | a1 b1 c1 d1 | e1      +-------------+-------------+-------------+-------------+---
 *     w | .           |         ^             `- by words, which may hold elements of two columns
 *     s +-----------+---        `- where a strip begins within a word, that word is the strip's before: it puts all that it
 *                                  begins, to the last byte, and reads the few elements of the next strip that it needs for it
 *
 * The last strip of a matrix ends with it, and may have columns of the one before: both put the same there.
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_STRIPS_H
#define TW_GEN_FAMILIES_TRANSPOSE_STRIPS_H

#include "gen/families/transpose/transpose.h"

struct tw_strips {
    unsigned across;     /* strips of a matrix; 0: it is not turned so                             */
    unsigned columns;    /* of a strip                                                             */
    unsigned bytes;      /* of a strip                                                             */
    unsigned words;      /* of one that are made: also that behind it, if it may end within one    */
    unsigned stores;     /* of words, at most                                                      */
    unsigned beside;     /* elements of the next strip that are read                               */
    bool in_shifts;      /* rows may begin within words                                            */
    bool out_shifts;     /* turned strips may                                                      */
    unsigned gap;        /* chunks that are left out between matrices of the run of the input      */
    unsigned span;       /* words of the output's run behind which one is left out; 0: none is     */
    uint64_t in_chunks;  /* of the run of the input: behind it that of the output begins           */
    uint64_t out_chunks; /* of the run of the output                                               */
};

#define TW_STRIPS_VECTOR 4u /* `vector` of the flat method that asks for strips */

/* Whether matrices of a problem that is moved in whole ones may better be turned so: they are not so small that threads hold them. */
bool tw_strips_pay(const struct tw_transpose *t);

/* Of tiles of so many whole matrices, both sides of which are runs; they begin within chunks if they are skewed. */
struct tw_strips tw_strips_of(const struct tw_transpose *t, unsigned matrices, bool in_skewed,
                              bool out_skewed);

/* The matrix of a strip of the tile, and its first column there. */
void tw_strip_place(const struct tw_transpose *t, const struct tw_strips *strips, uint64_t strip,
                    uint64_t *matrix, uint64_t *col);

/* The byte of the tile where byte `byte` of the run of the input lies, which is of matrix `matrix`. */
uint32_t tw_strip_given(const struct tw_strips *strips, uint64_t byte, uint64_t matrix);

/* The byte of the tile where byte `byte` of the run of the output lies, counted from the chunk that it begins in. */
uint32_t tw_strip_turned(const struct tw_strips *strips, uint64_t byte);

#endif
