/*
 * recorded.h - a space all of whose variants were measured, as a grid (tune/search/grid.h): its axes are the parameters that vary, and
 * the points that are in no record violate a constraint.
 *
 * Memory: recorded_free releases all. Read-only once it is made: threads may share it.
 */
#ifndef TW_TOOLS_REPLAY_RECORDED_H
#define TW_TOOLS_REPLAY_RECORDED_H

#include <stddef.h>

#include <tilewright/error.h>

#include "gen/config/index_set.h"
#include "tune/search/strategy.h"

struct recorded_axis {
    char *name;
    char **word;    /* of each value, as it was written */
    double *number; /* the values, rising; NULL: they are no numbers */
};

struct recorded {
    struct tw_grid grid;
    struct recorded_axis axis[TW_GRID_AXES];
    size_t count;    /* variants                            */
    uint32_t *point; /* grid.axes positions of each         */
    double *cost;    /* of each; less than 0: it has none   */
    size_t measured; /* variants with a cost                */
    double best;     /* the least cost                      */
    struct tw_index_set places;
};

/* A T4 file, as it is or compressed by gzip: its first objective, or else "time", is the cost. TW_INPUT, TW_MEMORY. */
int recorded_read_t4(const char *path, struct recorded *recorded, struct tw_error *error);
void recorded_free(struct recorded *recorded);

/* Number of the point, or TW_NO_INDEX. */
uint32_t recorded_find(const struct recorded *recorded, const uint32_t *at);
/* Sets what follows from axes, points and costs: the grid's functions, places, best. A point that is there twice is kept once. TW_MEMORY;
   TW_INPUT: nothing has a cost. */
int recorded_complete(const char *file, struct recorded *recorded, struct tw_error *error);
/* How many variants cost no more than `factor` times the best. */
size_t recorded_within(const struct recorded *recorded, double factor);

/* Searches it until `count` variants were tried; best[i] is the least cost of the first i + 1, or less than 0. False: out of memory. */
bool recorded_search(const struct recorded *recorded, const struct tw_strategy *strategy, uint64_t seed,
                     size_t count, double *best);

#endif
