/*
 * Guessing: a forest is grown from the costs so far, and of many points those are tried that it holds to be the best, or is the least
 * sure of: the least mean less a multiple of the deviation. The points are random ones, and those near the best so far.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tune/search/searcher.h"

#define BEGINNING  20u   /* random points before the first forest                 */
#define ANY        0.05  /* of the points are random                              */
#define RANDOM     1000u /* points that are looked at, and how often it is tried  */
#define TRIES      20u   /* to draw each                                          */
#define NEAR       8u    /* of the best points have theirs looked at              */
#define ON_AXIS    16u   /* positions of an axis, at most                         */
#define EXPLORING  1.5f  /* deviations that count as much as the mean             */
#define PER_FOREST 16u   /* a forest serves for that part of the points it grew from */

static bool reserve(struct tw_searcher *searcher)
{
    struct tw_guesses *guesses = &searcher->guesses;
    if (guesses->count < guesses->room) return true;
    const size_t room = guesses->room ? 2 * guesses->room : 1024;
    uint32_t *point = realloc(guesses->point, room * searcher->grid->axes * sizeof *point);
    if (point) guesses->point = point;
    float *promise = realloc(guesses->promise, room * sizeof *promise);
    if (promise) guesses->promise = promise;
    searcher->failed |= !point || !promise;
    if (searcher->failed) return false;
    guesses->room = room;
    return true;
}

/* Looks at a point, unless it is not new. */
static void look_at(struct tw_searcher *searcher, const uint32_t *at)
{
    struct tw_guesses *guesses = &searcher->guesses;
    float feature[2 * TW_GRID_AXES], mean, deviation;
    if (tw_searcher_find(searcher, at) != TW_NO_POINT || !reserve(searcher)) return;
    tw_features_fill(&searcher->features, searcher->grid, at, feature);
    tw_forest_guess(&guesses->forest, feature, &mean, &deviation);
    memcpy(guesses->point + guesses->count * searcher->grid->axes, at, searcher->grid->axes * sizeof *at);
    guesses->promise[guesses->count++] = EXPLORING * deviation - mean;
}

static void look_at_random(struct tw_searcher *searcher)
{
    uint32_t at[TW_GRID_AXES];
    for (unsigned i = 0; i < RANDOM; i++) {
        if (tw_sampler_draw(&searcher->sampler, &searcher->random, TRIES, at) == TW_DRAWN)
            look_at(searcher, at);
    }
}

/* A step on a second axis. */
static void look_beside(struct tw_searcher *searcher, unsigned axis, uint32_t *at)
{
    for (unsigned b = axis + 1; b < searcher->grid->axes; b++) {
        const uint32_t from = at[b];
        for (uint32_t to = from ? from - 1 : 1; to <= from + 1 && to < searcher->grid->count[b]; to += 2) {
            at[b] = to;
            look_at(searcher, at);
        }
        at[b] = from;
    }
}

/* All positions of each axis, and with each a step on another one. */
static void look_near(struct tw_searcher *searcher, size_t number)
{
    uint32_t at[TW_GRID_AXES];
    memcpy(at, tw_searcher_point(searcher, number), searcher->grid->axes * sizeof *at);
    for (unsigned a = 0; a < searcher->grid->axes; a++) {
        const uint32_t from = at[a], count = searcher->grid->count[a];
        for (uint32_t i = 0; i < count && i < ON_AXIS; i++) {
            at[a] = count <= ON_AXIS ? i : tw_random_below(&searcher->random, count);
            if (at[a] == from) continue;
            look_at(searcher, at);
            look_beside(searcher, a, at);
        }
        at[a] = from;
    }
}

/* The best points, NEAR of them at most, by a list that is kept in order. */
static unsigned find_best(const struct tw_searcher *searcher, size_t best[NEAR])
{
    unsigned count = 0;
    for (size_t i = 0; i < searcher->count; i++) {
        if (searcher->past[i].told != TW_TOLD_COST) continue;
        unsigned at = count < NEAR ? count++ : NEAR;
        for (; at > 0 && searcher->past[i].cost < searcher->past[best[at - 1]].cost; at--) {
            if (at < NEAR) best[at] = best[at - 1];
        }
        if (at < NEAR) best[at] = i;
    }
    return count;
}

/* Grows the forest from what was told; the costs, and the features of these points, one after the other. */
static bool grow_forest(struct tw_searcher *searcher)
{
    const unsigned features = searcher->features.count;
    float *feature = malloc((searcher->told + 1) * (features + 1) * sizeof *feature),
          *cost = feature + searcher->told * features;
    size_t told = 0;
    for (size_t i = 0; i < searcher->count && feature; i++) {
        if (searcher->past[i].told == TW_TOLD_PENDING) continue;
        memcpy(feature + told * features, searcher->feature + i * features, features * sizeof *feature);
        cost[told++] = tw_searcher_cost(searcher, i);
    }
    const struct tw_costs costs = {feature, cost, told, features};
    const bool grown = feature && tw_forest_grow(&searcher->guesses.forest, &costs, &searcher->random);
    free(feature);
    searcher->failed |= !grown;
    return grown;
}

static void guess(struct tw_searcher *searcher)
{
    struct tw_guesses *guesses = &searcher->guesses;
    size_t best[NEAR];
    if (!grow_forest(searcher)) return;
    const unsigned count = find_best(searcher, best);
    guesses->count = 0;
    guesses->left = searcher->told / PER_FOREST + 1;
    look_at_random(searcher);
    for (unsigned i = 0; i < count; i++) look_near(searcher, best[i]);
}

/* The most promising point that is left, if it is new and admitted. */
static bool take_guess(struct tw_searcher *searcher, uint32_t *at)
{
    struct tw_guesses *guesses = &searcher->guesses;
    while (guesses->left && guesses->count) {
        size_t best = 0;
        const size_t axes = searcher->grid->axes, last = --guesses->count;
        for (size_t i = 1; i <= last; i++) {
            if (guesses->promise[i] > guesses->promise[best]) best = i;
        }
        memcpy(at, guesses->point + best * axes, axes * sizeof *at);
        memmove(guesses->point + best * axes, guesses->point + last * axes, axes * sizeof *at);
        guesses->promise[best] = guesses->promise[last];
        if (tw_searcher_find(searcher, at) != TW_NO_POINT || !tw_grid_admits(searcher->grid, at)) continue;
        guesses->left--;
        return true;
    }
    return false;
}

bool tw_surrogate_next(struct tw_searcher *searcher, uint32_t *at)
{
    const bool any = searcher->told < BEGINNING || tw_random_unit(&searcher->random) < ANY;
    if (any) return tw_searcher_draw(searcher, at);
    if (take_guess(searcher, at)) return true;
    guess(searcher);
    if (searcher->failed) return false;
    return take_guess(searcher, at) || tw_searcher_draw(searcher, at);
}
