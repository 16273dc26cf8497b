/*
 * Descents. One begins at the best of some random points, or where the best point so far is changed in a few axes. From a point all
 * those are tried, in random order, that differ from it in one axis; the first that is better takes its place. Where none is, the
 * descent has ended; but where the best point so far is, some that differ from it by one position on two axes are tried first.
 *
 * A point that was asked for and not told of is not waited for: a random one is tried meanwhile.
 */
#include <stdlib.h>
#include <string.h>

#include "tune/search/searcher.h"

#define DRAWS        2u  /* among whose points a descent begins                */
#define FROM_BEST    0.5 /* of the descents begin near the best point so far   */
#define SHAKEN       2u  /* axes that are changed then, if they come out so    */
#define MOST_ON_AXIS 64u /* positions of an axis that are tried                */
#define MOST_PAIRS   40u

static bool is_pending(const struct tw_searcher *searcher, size_t number)
{
    return searcher->past[number].told == TW_TOLD_PENDING;
}

static bool is_better(const struct tw_searcher *searcher, size_t number, size_t than)
{
    if (searcher->past[number].told != TW_TOLD_COST) return false;
    return searcher->past[than].told != TW_TOLD_COST ||
           searcher->past[number].cost < searcher->past[than].cost;
}

/* ---- which changes are tried ---- */

static bool add_change(struct tw_searcher *searcher, struct tw_change change)
{
    struct tw_climb *climb = &searcher->climb;
    if (climb->count == climb->room) {
        const size_t room = climb->room ? 2 * climb->room : 64;
        struct tw_change *grown = realloc(climb->change, room * sizeof *grown);
        searcher->failed |= !grown;
        if (!grown) return false;
        climb->change = grown;
        climb->room = room;
    }
    climb->change[climb->count++] = change;
    return true;
}

static void add_axis(struct tw_searcher *searcher, unsigned axis, uint32_t from)
{
    const uint32_t count = searcher->grid->count[axis];
    const uint32_t tried = count < MOST_ON_AXIS ? count : MOST_ON_AXIS;
    for (uint32_t i = 0; i < tried; i++) {
        const uint32_t to = tried == count ? i : tw_random_below(&searcher->random, count);
        if (to != from && !add_change(searcher, (struct tw_change){axis, axis, to, to})) return;
    }
}

/* By one position up or down on both axes. */
static void add_pair(struct tw_searcher *searcher, unsigned a, unsigned b, const uint32_t *from)
{
    const uint32_t *count = searcher->grid->count;
    for (int i = 0; i < 4; i++) {
        const uint32_t to = from[a] + (i & 1 ? 1u : UINT32_MAX), to_b = from[b] + (i & 2 ? 1u : UINT32_MAX);
        if (to < count[a] && to_b < count[b] && !add_change(searcher, (struct tw_change){a, b, to, to_b}))
            return;
    }
}

static void shuffle(struct tw_searcher *searcher)
{
    struct tw_climb *climb = &searcher->climb;
    for (size_t i = climb->count; i > 1; i--) {
        const size_t j = tw_random_below(&searcher->random, (uint32_t)i);
        const struct tw_change change = climb->change[i - 1];
        climb->change[i - 1] = climb->change[j];
        climb->change[j] = change;
    }
}

/* Goes on from that point, by changes of one axis or of two. */
static void go_on(struct tw_searcher *searcher, size_t from, enum tw_climb_stage stage)
{
    struct tw_climb *climb = &searcher->climb;
    const uint32_t *at = tw_searcher_point(searcher, from);
    climb->from = from;
    climb->stage = stage;
    climb->next = climb->count = 0;
    climb->first_asked = searcher->count;
    for (unsigned a = 0; a < searcher->grid->axes; a++) {
        if (stage == TW_CLIMB_AXES) add_axis(searcher, a, at[a]);
        for (unsigned b = a + 1; b < searcher->grid->axes && stage == TW_CLIMB_PAIRS; b++)
            add_pair(searcher, a, b, at);
    }
    shuffle(searcher);
}

/* ---- where a descent begins ---- */

/* The best point so far with a few axes changed; false: it did not come out as one that is new and admitted. */
static bool shake(struct tw_searcher *searcher, uint32_t *at)
{
    for (unsigned i = 0; i < 200; i++) {
        memcpy(at, tw_searcher_point(searcher, searcher->best), searcher->grid->axes * sizeof *at);
        for (unsigned k = 0; k < SHAKEN; k++) {
            const unsigned axis = tw_random_below(&searcher->random, searcher->grid->axes);
            at[axis] = tw_random_below(&searcher->random, searcher->grid->count[axis]);
        }
        if (tw_searcher_find(searcher, at) == TW_NO_POINT && tw_grid_admits(searcher->grid, at)) return true;
    }
    return false;
}

static bool begin(struct tw_searcher *searcher, uint32_t *at)
{
    struct tw_climb *climb = &searcher->climb;
    const bool from_best = searcher->best != TW_NO_POINT && tw_random_unit(&searcher->random) < FROM_BEST;
    climb->stage = TW_CLIMB_DRAW;
    climb->drawn = searcher->count;
    climb->draws = from_best ? 1 : DRAWS;
    return (from_best && shake(searcher, at)) || tw_searcher_draw(searcher, at);
}

/* The drawn points are told of: the descent goes on from the best; all have failed: more are drawn. */
static bool choose(struct tw_searcher *searcher)
{
    const struct tw_climb *climb = &searcher->climb;
    size_t best = climb->drawn;
    for (size_t i = climb->drawn; i < searcher->count; i++) {
        if (is_pending(searcher, i)) return false;
        if (is_better(searcher, i, best)) best = i;
    }
    if (searcher->count - climb->drawn < climb->draws || searcher->past[best].told != TW_TOLD_COST)
        return false;
    go_on(searcher, best, TW_CLIMB_AXES);
    return true;
}

/* ---- a descent ---- */

/* The best of the points that were asked for since the descent came to where it is, if one is better; *pending: not all are told of. */
static size_t find_better(const struct tw_searcher *searcher, bool *pending)
{
    size_t best = searcher->climb.from;
    *pending = false;
    for (size_t i = searcher->climb.first_asked; i < searcher->count; i++) {
        *pending |= is_pending(searcher, i);
        if (is_better(searcher, i, best)) best = i;
    }
    return best;
}

enum found { FOUND_NEW, FOUND_BETTER, FOUND_NOTHING };

/* The next change that leads to a point which is new, or known to be better. */
static enum found next_change(struct tw_searcher *searcher, uint32_t *at, size_t *better)
{
    struct tw_climb *climb = &searcher->climb;
    while (climb->next < climb->count) {
        const bool tired =
            climb->stage == TW_CLIMB_PAIRS && searcher->count - climb->first_asked >= MOST_PAIRS;
        const struct tw_change change = climb->change[climb->next++];
        memcpy(at, tw_searcher_point(searcher, climb->from), searcher->grid->axes * sizeof *at);
        at[change.a] = change.to;
        at[change.b] = change.to_b;
        *better = tw_searcher_find(searcher, at);
        if (*better != TW_NO_POINT && is_better(searcher, *better, climb->from)) return FOUND_BETTER;
        if (*better == TW_NO_POINT && !tired && tw_grid_admits(searcher->grid, at)) return FOUND_NEW;
    }
    return FOUND_NOTHING;
}

/* Nothing better is left: pairs are tried around the best point, or the descent has ended. */
static void end_stage(struct tw_searcher *searcher)
{
    struct tw_climb *climb = &searcher->climb;
    if (climb->stage == TW_CLIMB_AXES && climb->from == searcher->best) {
        go_on(searcher, climb->from, TW_CLIMB_PAIRS);
    } else {
        climb->stage = TW_CLIMB_BEGIN;
        climb->ended++;
    }
}

bool tw_climb_next(struct tw_searcher *searcher, uint32_t *at)
{
    struct tw_climb *climb = &searcher->climb;
    while (!searcher->failed) {
        bool pending;
        size_t better;
        if (climb->stage == TW_CLIMB_BEGIN) return begin(searcher, at);
        if (climb->stage == TW_CLIMB_DRAW && !choose(searcher)) return tw_searcher_draw(searcher, at);
        better = find_better(searcher, &pending);
        if (better != climb->from) {
            go_on(searcher, better, TW_CLIMB_AXES);
            continue;
        }
        const enum found found = next_change(searcher, at, &better);
        if (found == FOUND_NEW) return true;
        if (found == FOUND_BETTER)
            go_on(searcher, better, TW_CLIMB_AXES);
        else if (pending)
            return tw_searcher_draw(searcher, at);
        else
            end_stage(searcher);
    }
    return false;
}
