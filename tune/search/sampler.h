/*
 * sampler.h - points of a grid drawn at random, each admitted point as likely as any other, without a list of them.
 *
 * A point of the cross product is drawn and thrown away when it violates a constraint. What was learned so is kept in a tree: which
 * prefixes (positions on the first axes) hold no admitted point any more. They are not drawn again, and all others stay equally
 * likely. A point that is taken out counts as such a prefix too, so that none is drawn twice.
 *
 *     sampler
 *        |-- 0: dead           a node for a prefix has, for each position on the next axis,
 *        |-- 1: 12 points      how many points of the product are left behind it
 *        `-- 2 --- 0: 4 points
 *              `-- 1: dead
 *
 * Memory: the tree takes TW_SAMPLER_BYTES at most. Beyond, nothing more is learned, and drawing goes on with what is known. Freed with
 * tw_sampler_free. One thread at a time.
 */
#ifndef TW_TUNE_SEARCH_SAMPLER_H
#define TW_TUNE_SEARCH_SAMPLER_H

#include <stddef.h>

#include "tune/search/grid.h"
#include "tune/search/random.h"

#define TW_SAMPLER_BYTES ((size_t)16 << 20)

struct tw_prefix_branch {
    double left;   /* points of the product that are not known to be dead */
    uint32_t node; /* the first branch behind it; 0: nothing is known of what is behind it */
};

struct tw_point_sampler {
    const struct tw_grid *grid;
    struct tw_prefix_branch *branch; /* those of the root first; NULL: none yet */
    size_t count, room;              /* branches */
    double behind[TW_GRID_AXES];     /* points of the product behind a position on each axis */
    double left;                     /* points of the product that are not known to be dead   */
    bool failed;                     /* memory ran out: nothing more is learned */
};

/* The grid stays the caller's. */
struct tw_point_sampler tw_sampler_of(const struct tw_grid *grid);
void tw_sampler_free(struct tw_point_sampler *sampler);

enum tw_drawn { TW_DRAWN, TW_DRAWN_NONE, TW_DRAWN_TIRED };

/* An admitted point that was not taken out, as far as the tree holds what was; TW_DRAWN_NONE: there is none; TW_DRAWN_TIRED: none was
   found in `tries` draws. */
enum tw_drawn tw_sampler_draw(struct tw_point_sampler *sampler, struct tw_random *random, unsigned tries,
                              uint32_t *at);

/* The point is not to be drawn again. */
void tw_sampler_take_out(struct tw_point_sampler *sampler, const uint32_t *at);

/* Points that are not to be found again. */
struct tw_taken {
    bool (*is_taken)(const void *context, const uint32_t *at);
    const void *context;
};

/* An admitted point, not taken, found by trying the axes one after the other, going back where a constraint is violated: fast where admitted
   points are rare, but not all of them are equally likely. At most *looks at constraints are taken, and counted down. False: none was found; where looks
   are left, there is none. */
bool tw_grid_find(const struct tw_grid *grid, struct tw_random *random, const struct tw_taken *taken,
                  uint64_t *looks, uint32_t *at);

#endif
