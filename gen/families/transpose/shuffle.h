/*
 * shuffle.h - the shuffle method: warps turn squares in their registers, without shared memory.
 *
 *     32 columns of the input             the output
 *     +-----+-----+-----+-----+           +-----+
 *     |  0  |  1  |  2  |  3  |  side     |  0  |  lanes 0 to 7 store a row of square 0 at a time, while
 *     +-----+-----+-----+-----+  rows     +-----+
 *     `- a row: one load -----'           |  1  |  lanes 8 to 15 store one of square 1, and so on
 *                                         +-----+
 *
 * That is a unit. `unroll` is the side of its squares and the number of its rows, each in a register of every lane; gen/layout/turn.h
 * says how they are turned. The warps of a block take the units of its tile in turn.
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_SHUFFLE_H
#define TW_GEN_FAMILIES_TRANSPOSE_SHUFFLE_H

#include "gen/families/transpose/tile.h"

/* Units of a tile, side by side and in all. */
unsigned tw_shuffle_units_across(const struct tw_transpose *t);
unsigned tw_shuffle_units(const struct tw_transpose *t, const int64_t *value);

/* Gives side, tile and block values where nobody did. */
void tw_shuffle_default(int64_t *value);

/* As tw_family's `accept`, for what the method alone asks. */
bool tw_shuffle_accept(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason);

/* The prediction of a grid of so many blocks: of global memory and shuffles. */
void tw_shuffle_predict(const struct tw_transpose *t, const int64_t *value, uint64_t blocks,
                        struct tw_prediction *prediction);

#endif
