/*
 * grid.h - a space as a search sees it: axes with so many values each, of whose cross product some points are left out by constraints.
 *
 * A point is one position on each axis. Nothing here lists points: a space may have 10^12 of them.
 *
 * Pure and thread-safe, as far as the functions of the grid are. A grid is the caller's, and stays as it is while it is searched.
 */
#ifndef TW_TUNE_SEARCH_GRID_H
#define TW_TUNE_SEARCH_GRID_H

#include <stdbool.h>
#include <stdint.h>

#define TW_GRID_AXES 64u

struct tw_grid {
    unsigned axes;                /* 1 to TW_GRID_AXES                       */
    uint32_t count[TW_GRID_AXES]; /* values of each axis, at least 1         */
    /* The axis up to which the point violates a constraint, whatever the positions on later axes are; -1: it violates none. */
    int (*violated)(const void *context, const uint32_t *at);
    /* NULL, or: a position from `from` on, on an axis, before which no point is admitted that is at `at` on the axes before; the axis's count: no
       other is. */
    uint32_t (*next)(const void *context, const uint32_t *at, unsigned axis, uint32_t from);
    /* Or 0: so many conditions together admit a point, each by its positions on some axes (bit a: axis a) alone. */
    unsigned conditions;
    const uint64_t *depends; /* of each condition */
    bool (*holds)(const void *context, unsigned condition, const uint32_t *at);
    /* What the value at that position is as a number; of words, which have no order of size, false. */
    bool (*number)(const void *context, unsigned axis, uint32_t at, double *number);
    const void *context; /* what the functions are given */
};

static inline bool tw_grid_admits(const struct tw_grid *grid, const uint32_t *at)
{
    return grid->violated(grid->context, at) < 0;
}

/* All points of the cross product, whether they violate a constraint or not; rounded where they are more than 2^53. */
static inline double tw_grid_product(const struct tw_grid *grid)
{
    double product = 1;
    for (unsigned a = 0; a < grid->axes; a++) product *= grid->count[a];
    return product;
}

/*
 * Steps to the next point that is admitted, in the order of nested loops, the last axis innermost. Points that share what violates a
 * constraint, whatever they are on later axes, are passed over together. *at is a point to begin with, itself not looked at unless `from_here`. False: there is none.
 */
bool tw_grid_next(const struct tw_grid *grid, bool from_here, uint32_t *at);

/* The same, with at most *looks at constraints, which are counted down, sixteen for a point that is passed over with others. False with *looks
   0: none was found yet, and *at is where to go on, from there. */
bool tw_grid_next_within(const struct tw_grid *grid, bool from_here, uint64_t *looks, uint32_t *at);

/* The same as grid->next, of grids without it `from`. */
static inline uint32_t tw_grid_from(const struct tw_grid *grid, const uint32_t *at, unsigned axis,
                                    uint32_t from)
{
    return grid->next && from < grid->count[axis] ? grid->next(grid->context, at, axis, from) : from;
}

/* What a point that is passed over counts, with others, of the looks that are left. */
static inline uint64_t tw_grid_price(const struct tw_grid *grid, uint64_t looks)
{
    const uint64_t price = grid->next ? 16 : 1;
    return price < looks ? price : looks;
}

/* How many points are admitted; false: it would take more than `most` looks to know, or the time of so many again at conditions, or there
   are 2^64 of them. Axes that no condition joins are counted apart (size.c), so that a few looks may tell of 10^12 points. */
bool tw_grid_size(const struct tw_grid *grid, uint64_t most, uint64_t *size);

#endif
