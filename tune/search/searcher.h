/*
 * searcher.h - what the strategies share: all points so far with their costs, and the state of each way to find the next one. Inside
 * tune/search only.
 *
 *     strategy.c   the table, asking and telling
 *     climb.c      descents: from point to better point, one axis changed at a time
 *     surrogate.c  what a forest of the costs so far holds to be the best (forest.h)
 *     adaptive.c   both in turn
 */
#ifndef TW_TUNE_SEARCH_SEARCHER_H
#define TW_TUNE_SEARCH_SEARCHER_H

#include <stddef.h>

#include "gen/config/index_set.h"
#include "tune/search/forest.h"
#include "tune/search/random.h"
#include "tune/search/sampler.h"
#include "tune/search/strategy.h"

#define TW_NO_POINT SIZE_MAX

enum tw_told { TW_TOLD_PENDING, TW_TOLD_COST, TW_TOLD_FAILED };

struct tw_past {
    enum tw_told told;
    float cost; /* its logarithm */
};

/* One change of a point, to be tried: axis `a` goes to `to`, and axis b, where it is another one, to `to_b`. */
struct tw_change {
    unsigned a, b;
    uint32_t to, to_b;
};

/* A descent. */
struct tw_climb {
    enum tw_climb_stage { TW_CLIMB_BEGIN, TW_CLIMB_DRAW, TW_CLIMB_AXES, TW_CLIMB_PAIRS } stage;
    size_t from;  /* the point whose changes are tried */
    size_t drawn; /* the first of the points among which the descent begins */
    unsigned draws;
    struct tw_change *change; /* those left to try are next to count - 1 */
    size_t next, count, room;
    size_t first_asked; /* points from this number on were asked for on behalf of `from` */
    size_t ended;       /* descents that came to their end */
};

/* Points that the forest holds to be good, the best last. */
struct tw_guesses {
    struct tw_forest_of_costs forest;
    uint32_t *point; /* axes of each */
    float *promise;
    size_t count, room;
    size_t left; /* of them may be asked for before the forest is made anew */
};

struct tw_searcher {
    const struct tw_strategy *strategy;
    const struct tw_grid *grid;
    struct tw_random random;
    struct tw_point_sampler sampler;
    struct tw_index_set seen;
    struct tw_past *past;
    uint32_t *point; /* axes of each */
    float *feature;  /* tw_features of each */
    size_t count, room, told;
    size_t best;    /* TW_NO_POINT: none has a cost */
    float worst;    /* the greatest logarithm so far */
    size_t stale;   /* points told of since the best, or since the adaptive strategy changed over */
    bool failed;    /* out of memory                */
    bool begun;     /* of the exhaustive walk: `at` is where it is                        */
    bool is_inside; /* it stopped at a point that it has not looked at                    */
    bool is_later;  /* no point was found, but there may be one: asked again, it looks on */
    unsigned tired; /* so often in a row                                                  */
    uint32_t at[TW_GRID_AXES];
    struct tw_features features;
    struct tw_climb climb;
    struct tw_guesses guesses;
    bool is_climbing;   /* of the adaptive strategy */
    unsigned in_vain;   /* times that guesses found nothing better, since they last did */
    size_t best_before; /* the best when they began */
    size_t descents;    /* that had ended when it began to climb */
};

static inline const uint32_t *tw_searcher_point(const struct tw_searcher *searcher, size_t number)
{
    return searcher->point + number * searcher->grid->axes;
}

/* What stands for the cost of a point that failed: the worst so far. */
static inline float tw_searcher_cost(const struct tw_searcher *searcher, size_t number)
{
    const struct tw_past *past = &searcher->past[number];
    return past->told == TW_TOLD_COST ? past->cost : searcher->worst;
}

/* The number of the point; TW_NO_POINT: it was neither asked for nor told of. */
size_t tw_searcher_find(const struct tw_searcher *searcher, const uint32_t *at);
/* A point that is new, at random; false: there is none, or none was found yet (is_later). */
bool tw_searcher_draw(struct tw_searcher *searcher, uint32_t *at);

/* A point that is new; false: as tw_searcher_draw. */
bool tw_climb_next(struct tw_searcher *searcher, uint32_t *at);
bool tw_surrogate_next(struct tw_searcher *searcher, uint32_t *at);
bool tw_adaptive_next(struct tw_searcher *searcher, uint32_t *at);

#endif
