/*
 * strategy.h - searching a grid for the point of the least cost: which to try next (ask), and what came of it (tell).
 *
 *     struct tw_searcher *searcher = tw_searcher_open(tw_strategy_find("adaptive"), &grid, seed);
 *     while ((ask = tw_searcher_ask(searcher, at)) == TW_ASK_POINT || ask == TW_ASK_LATER)
 *         if (ask == TW_ASK_POINT) tw_searcher_tell(searcher, at, cost_of(at));
 *     tw_searcher_free(searcher);
 *
 * Several points may be asked for before any is told of. The same seed, and the same answers in the same order, give the same points
 * on every machine with the same libm. No point is asked for twice.
 *
 * What is kept grows with the points that were asked for or told of, not with the space. One thread at a time; nothing is printed.
 */
#ifndef TW_TUNE_SEARCH_STRATEGY_H
#define TW_TUNE_SEARCH_STRATEGY_H

#include <stddef.h>

#include "tune/search/grid.h"

struct tw_searcher;

struct tw_strategy {
    const char *name, *help;
    bool (*next)(struct tw_searcher *searcher, uint32_t *at); /* private */
};

/* Ends with one without a name. The best for a space that cannot be tried whole is tw_strategy_best. */
extern const struct tw_strategy tw_strategies[];
extern const struct tw_strategy *const tw_strategy_best;
/* NULL: there is none of that name. */
const struct tw_strategy *tw_strategy_find(const char *name);
/* The one that tries all points in order. */
extern const struct tw_strategy *const tw_strategy_exhaustive;

/* NULL: out of memory. The grid is the caller's and must stay. NULL may be freed. */
struct tw_searcher *tw_searcher_open(const struct tw_strategy *strategy, const struct tw_grid *grid,
                                     uint64_t seed);
void tw_searcher_free(struct tw_searcher *searcher);

enum tw_ask {
    TW_ASK_POINT, /* *at is to be tried */
    TW_ASK_NONE, /* all points were asked for, or no other that is admitted was found in many millions of looks */
    TW_ASK_LATER, /* none was found in a million looks at constraints, a second or so: asked again, it looks on */
    TW_ASK_MEMORY /* out of memory */
};
enum tw_ask tw_searcher_ask(struct tw_searcher *searcher, uint32_t *at);

/* What the point costs; NAN: it failed. A point that was never asked for is taken as one that was; one that was told
   of keeps its first cost. False: out of memory. */
bool tw_searcher_tell(struct tw_searcher *searcher, const uint32_t *at, double cost);

#endif
