/* The table of strategies, and what they have in common: asking and telling. */
#include "tune/search/strategy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "tune/search/searcher.h"

#define DRAWS    100000u  /* before axes are tried one after the other ...               */
#define FEW      10000u   /* ... and where what is admitted can be told from the first of them */
#define LOOKS    1000000u /* at constraints, before the caller has its turn              */
#define PATIENCE 32u      /* times in a row that draws may find nothing new before the end */

static bool next_in_order(struct tw_searcher *searcher, uint32_t *at)
{
    uint64_t looks = LOOKS;
    do {
        const bool from_here = !searcher->begun || searcher->is_inside;
        const bool found = tw_grid_next_within(searcher->grid, from_here, &looks, searcher->at);
        searcher->begun = true;
        searcher->is_inside = searcher->is_later = !found && !looks;
        if (!found) return false;
    } while (tw_searcher_find(searcher, searcher->at) != TW_NO_POINT);
    memcpy(at, searcher->at, searcher->grid->axes * sizeof *at);
    return true;
}

/* clang-format off */
const struct tw_strategy tw_strategies[] = {
    {"exhaustive", "every variant, in the order of the config",                              next_in_order},
    {"random",     "any variant, each as likely as any other",                               tw_searcher_draw},
    {"climb",      "descents from random and from good variants, a field or two at a time",  tw_climb_next},
    {"surrogate",  "what decision trees, grown from the times so far, expect to be fast",    tw_surrogate_next},
    {"adaptive",   "surrogate as long as that finds better ones, then climb, and in turns",  tw_adaptive_next},
    {NULL, NULL, NULL},
};
/* clang-format on */
const struct tw_strategy *const tw_strategy_exhaustive = &tw_strategies[0];
const struct tw_strategy *const tw_strategy_best = &tw_strategies[4];

const struct tw_strategy *tw_strategy_find(const char *name)
{
    for (const struct tw_strategy *strategy = tw_strategies; strategy->name; strategy++) {
        if (strcmp(strategy->name, name) == 0) return strategy;
    }
    return NULL;
}

struct tw_searcher *tw_searcher_open(const struct tw_strategy *strategy, const struct tw_grid *grid,
                                     uint64_t seed)
{
    struct tw_searcher *searcher = calloc(1, sizeof *searcher);
    if (!searcher) return NULL;
    searcher->strategy = strategy;
    searcher->grid = grid;
    searcher->random = (struct tw_random){seed};
    searcher->sampler = tw_sampler_of(grid);
    searcher->features = tw_features_of(grid);
    searcher->is_climbing = true;
    searcher->best = TW_NO_POINT;
    return searcher;
}

void tw_searcher_free(struct tw_searcher *searcher)
{
    if (!searcher) return;
    tw_sampler_free(&searcher->sampler);
    tw_index_set_free(&searcher->seen);
    tw_forest_of_costs_free(&searcher->guesses.forest);
    free(searcher->past);
    free(searcher->point);
    free(searcher->feature);
    free(searcher->climb.change);
    free(searcher->guesses.point);
    free(searcher->guesses.promise);
    free(searcher);
}

/* ---- all points so far ---- */

static bool same_point(const void *entries, uint32_t a, uint32_t b)
{
    const struct tw_searcher *searcher = entries;
    return memcmp(tw_searcher_point(searcher, a), tw_searcher_point(searcher, b),
                  searcher->grid->axes * sizeof(uint32_t)) == 0;
}

static bool grow(struct tw_searcher *searcher)
{
    const size_t room = searcher->room ? 2 * searcher->room : 64, axes = searcher->grid->axes;
    struct tw_past *past = realloc(searcher->past, room * sizeof *past);
    if (past) searcher->past = past;
    uint32_t *point = realloc(searcher->point, room * axes * sizeof *point);
    if (point) searcher->point = point;
    float *feature = realloc(searcher->feature, room * searcher->features.count * sizeof *feature);
    if (feature) searcher->feature = feature;
    if (!past || !point || !feature) return false;
    searcher->room = room;
    return true;
}

/* Writes the point down behind the others. */
static bool write_down(struct tw_searcher *searcher, const uint32_t *at)
{
    if (searcher->count == searcher->room && !grow(searcher)) return false;
    memcpy(searcher->point + searcher->count * searcher->grid->axes, at, searcher->grid->axes * sizeof *at);
    return true;
}

static uint64_t hash_of(const struct tw_searcher *searcher, const uint32_t *at)
{
    return tw_hash(at, searcher->grid->axes * sizeof *at);
}

size_t tw_searcher_find(const struct tw_searcher *searcher, const uint32_t *at)
{
    const struct tw_index_set *seen = &searcher->seen;
    const uint64_t hash = hash_of(searcher, at);
    if (!seen->capacity) return TW_NO_POINT;
    for (size_t i = hash & (seen->capacity - 1); seen->slots[i].index != TW_NO_INDEX;
         i = (i + 1) & (seen->capacity - 1)) {
        const size_t number = seen->slots[i].index;
        const bool same = seen->slots[i].hash == hash && memcmp(tw_searcher_point(searcher, number), at,
                                                                searcher->grid->axes * sizeof *at) == 0;
        if (same) return number;
    }
    return TW_NO_POINT;
}

/* Adds a point that is new. */
static bool add(struct tw_searcher *searcher, const uint32_t *at)
{
    uint32_t earlier;
    const size_t number = searcher->count;
    if (!write_down(searcher, at)) return false;
    if (!tw_index_set_add(&searcher->seen, hash_of(searcher, at), (uint32_t)number, same_point, searcher,
                          &earlier))
        return false;
    searcher->past[number] = (struct tw_past){TW_TOLD_PENDING, 0};
    tw_features_fill(&searcher->features, searcher->grid, at,
                     searcher->feature + number * searcher->features.count);
    tw_sampler_take_out(&searcher->sampler, at);
    searcher->count++;
    return true;
}

/* ---- drawing, asking, telling ---- */

/* No point was found: there may be one yet, unless that was said too often. */
static bool put_off(struct tw_searcher *searcher)
{
    searcher->is_later = ++searcher->tired < PATIENCE;
    return false;
}

static bool is_taken(const void *searcher, const uint32_t *at)
{
    return tw_searcher_find(searcher, at) != TW_NO_POINT;
}

bool tw_searcher_draw(struct tw_searcher *searcher, uint32_t *at)
{
    const struct tw_grid *grid = searcher->grid;
    const struct tw_taken taken = {is_taken, searcher};
    for (unsigned i = 0; i < 1000; i++) {
        const enum tw_drawn drawn =
            tw_sampler_draw(&searcher->sampler, &searcher->random, grid->next ? FEW : DRAWS, at);
        if (drawn == TW_DRAWN_NONE) return false;
        if (drawn == TW_DRAWN && !is_taken(searcher, at)) return true;
        if (drawn == TW_DRAWN) continue;
        uint64_t looks = LOOKS;
        if (tw_grid_find(grid, &searcher->random, &taken, &looks, at)) return true;
        return looks ? false : put_off(searcher);
    }
    return put_off(searcher);
}

enum tw_ask tw_searcher_ask(struct tw_searcher *searcher, uint32_t *at)
{
    searcher->is_later = false;
    const bool found = searcher->strategy->next(searcher, at);
    if (searcher->failed || (found && !add(searcher, at))) return TW_ASK_MEMORY;
    if (found) searcher->tired = 0;
    if (found) return TW_ASK_POINT;
    return searcher->is_later ? TW_ASK_LATER : TW_ASK_NONE;
}

#define LEAST 1e-12 /* is added to a cost, so that 0 has a logarithm too */

/* It rises with the cost, also where that is less than 0. */
static float logarithm_of(double cost)
{
    return (float)(cost >= 0 ? log(cost + LEAST) : 2 * log(LEAST) - log(LEAST - cost));
}

bool tw_searcher_tell(struct tw_searcher *searcher, const uint32_t *at, double cost)
{
    size_t number = tw_searcher_find(searcher, at);
    if (number == TW_NO_POINT && !add(searcher, at)) return false;
    if (number == TW_NO_POINT) number = searcher->count - 1;
    struct tw_past *past = &searcher->past[number];
    if (past->told != TW_TOLD_PENDING) return true;
    past->told = isnan(cost) ? TW_TOLD_FAILED : TW_TOLD_COST;
    searcher->told++;
    searcher->stale++;
    if (past->told == TW_TOLD_FAILED) return true;
    past->cost = logarithm_of(cost);
    if (searcher->best == TW_NO_POINT || past->cost > searcher->worst) searcher->worst = past->cost;
    if (searcher->best == TW_NO_POINT || past->cost < searcher->past[searcher->best].cost) {
        searcher->best = number;
        searcher->stale = 0;
    }
    return true;
}
