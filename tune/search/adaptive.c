/*
 * Guesses find the way in a space that is much alike from point to point, but they do not leave it again. So once they have found
 * nothing better for a while a descent begins elsewhere, and what it finds the forest knows too. The more often guesses were in vain,
 * the less long they are waited for.
 */
#include "tune/search/searcher.h"

#define PATIENCE 24u /* points without a better one, at first */
#define LEAST    4u

static unsigned patience(const struct tw_searcher *searcher)
{
    const unsigned left = PATIENCE >> (searcher->in_vain < 8 ? searcher->in_vain : 8);
    return left > LEAST ? left : LEAST;
}

static void change_over(struct tw_searcher *searcher)
{
    if (searcher->is_climbing)
        searcher->best_before = searcher->best;
    else
        searcher->in_vain = searcher->best == searcher->best_before ? searcher->in_vain + 1 : 0;
    searcher->is_climbing = !searcher->is_climbing;
    searcher->descents = searcher->climb.ended;
    searcher->climb.stage = TW_CLIMB_BEGIN;
    searcher->stale = 0;
}

bool tw_adaptive_next(struct tw_searcher *searcher, uint32_t *at)
{
    const bool is_over = searcher->is_climbing
                             ? searcher->climb.ended > searcher->descents + searcher->in_vain
                             : searcher->stale >= patience(searcher);
    if (is_over) change_over(searcher);
    return searcher->is_climbing ? tw_climb_next(searcher, at) : tw_surrogate_next(searcher, at);
}
