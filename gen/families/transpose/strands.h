/*
 * strands.h - how wide tiles of elements that share words are turned: a lane takes the columns of a word in some rows, one below
 * the other, turns them in registers, and puts words to the run of the output.
 *
 *              a word of the input: 4 columns of 1 byte, 2 of 2 bytes
 *             +-------------------+
 *      lane 0 | a0  b0  c0  d0    |  lane 1, ...        the run of the output, by words:
 *             | a1  b1  c1  d1    |
 *             | a2  b2  c2  d2    |                     . . a0 a1 | a2 a3 a4 a5 | a6 a7 ...    b0 b1 b2 | b3 b4 ...
 *             |  ...              |
 *             +-------------------+
 *
 * A column begins anywhere in a word, but those `pack` apart begin alike: so words of two groups of rows are shifted into each
 * other by what is the same for all lanes. What a strand has of words that are not all its own is put there by elements.
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_STRANDS_H
#define TW_GEN_FAMILIES_TRANSPOSE_STRANDS_H

#include "gen/families/transpose/transpose.h"

struct tw_strands {
    unsigned words;        /* of each column that a lane turns; 0: the tile is not turned so        */
    unsigned wide;         /* words of a row that it takes: 1, or 2 where rows begin within words   */
    unsigned columns;      /* as many: `pack` in each                                               */
    unsigned rows;         /* of such a strand: `pack` for each word                                */
    unsigned across;       /* lanes of a warp beside each other; the others take rows further down  */
    unsigned units;        /* what a warp takes at a time                                           */
    unsigned units_across; /* as many side by side                                                  */
    unsigned span;         /* chunks of the tile behind which one is left out; 0: none is           */
    unsigned gap_columns;  /* the columns that these hold                                           */
};

/* Whether wide tiles of a problem are turned so: that it pays was measured. */
bool tw_strands_pay(const struct tw_transpose *t);

/* Of a wide tile whose lanes have `ahead` chunks under way at most; out_skewed: the run may begin within a word. */
struct tw_strands tw_strands_of(const struct tw_transpose *t, unsigned ahead, bool out_skewed);

/* The requests to shared memory of a unit in a tile of `cols` columns whose run begins `skew` elements within a chunk. */
typedef void tw_strand_request(void *user, bool is_word, const uint32_t at[32], uint32_t active);
void tw_strand_requests(const struct tw_transpose *t, const struct tw_strands *strands, unsigned unit,
                        unsigned cols, unsigned skew, tw_strand_request *request, void *user);

#endif
