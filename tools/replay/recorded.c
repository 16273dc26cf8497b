/* A recorded space as a grid, and a search of it. */
#include "tools/replay/recorded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static const uint32_t *point_of(const struct recorded *recorded, size_t number)
{
    return recorded->point + number * recorded->grid.axes;
}

static bool same_point(const void *entries, uint32_t a, uint32_t b)
{
    const struct recorded *recorded = entries;
    return memcmp(point_of(recorded, a), point_of(recorded, b), recorded->grid.axes * sizeof(uint32_t)) == 0;
}

uint32_t recorded_find(const struct recorded *recorded, const uint32_t *at)
{
    const struct tw_index_set *places = &recorded->places;
    const size_t bytes = recorded->grid.axes * sizeof *at;
    const uint64_t hash = tw_hash(at, bytes);
    for (size_t i = hash & (places->capacity - 1); places->slots[i].index != TW_NO_INDEX;
         i = (i + 1) & (places->capacity - 1)) {
        if (places->slots[i].hash == hash &&
            memcmp(point_of(recorded, places->slots[i].index), at, bytes) == 0)
            return places->slots[i].index;
    }
    return TW_NO_INDEX;
}

/* Nothing is known of the constraints but which points they admit. */
static int violated(const void *context, const uint32_t *at)
{
    const struct recorded *recorded = context;
    return recorded_find(recorded, at) == TW_NO_INDEX ? (int)recorded->grid.axes - 1 : -1;
}

static bool number(const void *context, unsigned axis, uint32_t at, double *value)
{
    const struct recorded *recorded = context;
    if (!recorded->axis[axis].number) return false;
    *value = recorded->axis[axis].number[at];
    return true;
}

int recorded_complete(const char *file, struct recorded *recorded, struct tw_error *error)
{
    size_t kept = 0;
    recorded->grid.violated = violated;
    recorded->grid.number = number;
    recorded->grid.context = recorded;
    for (size_t i = 0; i < recorded->count; i++) {
        uint32_t earlier;
        const size_t bytes = recorded->grid.axes * sizeof *recorded->point;
        memmove(recorded->point + kept * recorded->grid.axes, point_of(recorded, i), bytes);
        recorded->cost[kept] = recorded->cost[i];
        if (!tw_index_set_add(&recorded->places, tw_hash(point_of(recorded, kept), bytes), (uint32_t)kept,
                              same_point, recorded, &earlier))
            return tw_fail(error, TW_MEMORY, "out of memory");
        if (earlier != TW_NO_INDEX) continue;
        const double cost = recorded->cost[kept++];
        if (cost < 0) continue;
        if (!recorded->measured++ || cost < recorded->best) recorded->best = cost;
    }
    recorded->count = kept;
    return recorded->measured ? TW_OK
                              : tw_fail_at(error, TW_INPUT, file, 0, 0, "none of its variants was measured");
}

size_t recorded_within(const struct recorded *recorded, double factor)
{
    size_t count = 0;
    for (size_t i = 0; i < recorded->count; i++)
        count += recorded->cost[i] >= 0 && recorded->cost[i] <= factor * recorded->best;
    return count;
}

bool recorded_search(const struct recorded *recorded, const struct tw_strategy *strategy, uint64_t seed,
                     size_t count, double *best)
{
    struct tw_searcher *searcher = tw_searcher_open(strategy, &recorded->grid, seed);
    double least = -1;
    bool well = searcher;
    for (size_t i = 0; i < count && well; i++) {
        uint32_t at[TW_GRID_AXES];
        enum tw_ask ask = TW_ASK_LATER;
        while (ask == TW_ASK_LATER) ask = tw_searcher_ask(searcher, at);
        if (ask == TW_ASK_POINT) {
            const double cost = recorded->cost[recorded_find(recorded, at)];
            well = tw_searcher_tell(searcher, at, cost < 0 ? (double)NAN : cost);
            if (cost >= 0 && (least < 0 || cost < least)) least = cost;
        }
        well = well && ask != TW_ASK_MEMORY;
        best[i] = least;
    }
    tw_searcher_free(searcher);
    return well;
}

void recorded_free(struct recorded *recorded)
{
    for (unsigned a = 0; a < recorded->grid.axes; a++) {
        for (uint32_t i = 0; i < recorded->grid.count[a]; i++) free(recorded->axis[a].word[i]);
        free(recorded->axis[a].word);
        free(recorded->axis[a].number);
        free(recorded->axis[a].name);
    }
    tw_index_set_free(&recorded->places);
    free(recorded->point);
    free(recorded->cost);
    *recorded = (struct recorded){0};
}
