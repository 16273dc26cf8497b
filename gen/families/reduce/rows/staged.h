/*
 * staged.h - short rows out of shared memory, a part of the skeleton `rows`. Where rows lie one after the other without gaps, but
 * begin at no multiples of 16 bytes, a warp copies the bytes of several to a tile of its own, 16 at a time, and takes the rows
 * from there:
 *
 *     `row_lanes` lanes take a row of the tile, side by side; 32 / row_lanes rows at a time, `leaves` times
 *     a lane takes a whole line if it is alone, else as much of it as the lanes of a row take together 128 bytes; so rows that
 *     are an odd number of units apart meet no bank twice
 *     a load from the tile is a unit: what all rows begin at multiples of, or where that is less than 4 bytes a word, put together
 *     of the two that it lies in
 */
#ifndef TW_GEN_FAMILIES_REDUCE_ROWS_STAGED_H
#define TW_GEN_FAMILIES_REDUCE_ROWS_STAGED_H

#include "gen/families/reduce/rows/run.h"
#include "gen/text/data.h"

/* The rule: lanes that take a row, or 0 where rows are better loaded directly, or cannot be staged with the fields that somebody
   gave. */
unsigned tw_staged_lanes(const struct tw_reduce *r, const struct tw_target *target, const int64_t *value);
/* Replaces TW_DERIVED in the fields that say how, where the schedule is staged. */
void tw_staged_resolve(const struct tw_reduce *r, const struct tw_target *target, int64_t *value);

/* False, with the reason added, for rows that cannot be staged so. */
bool tw_staged_accept(const struct tw_reduce *r, const struct tw_reduce_run *run, const int64_t *value,
                      struct tw_text *reason);

/* Adds the variables of templates/reduce/reduce_staged.cu.mustache and reduce_staged_rows.cu.mustache; `wide`: indices have 64 bits. */
void tw_staged_describe(const struct tw_reduce *r, const struct tw_reduce_run *run, bool wide,
                        struct tw_data *data);

void tw_staged_predict(const struct tw_reduce *r, const struct tw_reduce_run *run,
                       struct tw_prediction *prediction);

#endif
