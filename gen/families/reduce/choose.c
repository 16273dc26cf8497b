/*
 * The variant for a problem and a target, where nobody gave it: of the ways worth trying, which the skeleton lists, the one that the
 * model (estimate.h) holds to be the best. On an architecture that the model was not fitted to, and where it knows nothing, the
 * skeleton's rule says, and its list stays as it is. Of columns whose lanes are to hand each other elements the rule comes first too.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/estimate.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/segments/segments.h"

static const enum tw_reduce_field open_fields[] = {REDUCE_BDIMX, REDUCE_BDIMY,  REDUCE_vector, REDUCE_leaves,
                                                   REDUCE_warps, REDUCE_staged, REDUCE_unroll};

/* Whether the model says, or the rule, which knows clusters. */
static bool knows(const int64_t *value, const struct tw_target *target)
{
    bool is_rows = tw_reduce_skeleton_of(value) == &tw_reduce_rows;
    return target->sm == tw_reduce_model_sm(value) && tw_reduce_is_known(value) &&
           !(is_rows && tw_reduce_rows_cluster(value, target));
}

static void take_rule(int64_t *value, const struct tw_target *target)
{
    tw_reduce_skeleton_of(value)->resolve(value, target);
    tw_derive(value, REDUCE_finish, REDUCE_BY_LAST);
    tw_derive(value, REDUCE_staged, 0);
}

bool tw_reduce_take(const int64_t *given, unsigned way, const struct tw_target *target, int64_t *value)
{
    memcpy(value, given, REDUCE_FIELD_COUNT * sizeof *value);
    tw_reduce_skeleton_of(given)->take_way(value, way, target);
    take_rule(value, target);
    return tw_family_accepts(&tw_family_reduce, value, target);
}

struct ranked {
    float estimate;
    unsigned way;
    uint64_t hash; /* of its values */
};

static int compare(const void *one, const void *two)
{
    const struct ranked *a = one, *b = two;
    if (a->estimate != b->estimate) return a->estimate < b->estimate ? -1 : 1;
    return a->way < b->way ? -1 : 1;
}

/* Whether the values are none that one of so many ways makes, as narrow problems make the same of several. */
static bool is_new(const int64_t *given, const struct tw_target *target, const struct ranked *ranked,
                   unsigned count, const int64_t *value, uint64_t hash)
{
    int64_t other[REDUCE_FIELD_COUNT];
    for (unsigned i = 0; i < count; i++) {
        if (ranked[i].hash != hash) continue;
        tw_reduce_take(given, ranked[i].way, target, other);
        if (memcmp(other, value, sizeof other) == 0) return false;
    }
    return true;
}

/* Among what the model was fitted to there are ways like it, and it is not one that may be several times slower than it looks. */
static bool suits(const int64_t *value)
{
    if (value[REDUCE_along] == REDUCE_SEGMENTS) return tw_segments_suit(value);
    if (value[REDUCE_along] == REDUCE_COLUMNS) return tw_columns_suit(value);
    return tw_reduce_rows_suit(value);
}

unsigned tw_reduce_rank(const int64_t *given, const struct tw_target *target,
                        unsigned ways[TW_REDUCE_WAYS_MAX])
{
    struct ranked ranked[TW_REDUCE_WAYS_MAX];
    unsigned count = 0, all = tw_reduce_skeleton_of(given)->ways(given);
    bool by_model = knows(given, target), by_rule = tw_columns_hand(given);
    assert(all <= TW_REDUCE_WAYS_MAX);
    for (unsigned way = 0; way < all; way++) {
        int64_t value[REDUCE_FIELD_COUNT];
        if (!tw_reduce_take(given, way, target, value)) continue;
        uint64_t hash = tw_hash(value, sizeof value);
        if (!is_new(given, target, ranked, count, value, hash)) continue;
        if (by_model && !suits(value)) continue;
        bool is_first = !by_model || (by_rule && way == 0); /* which is the rule's */
        ranked[count++] =
            (struct ranked){is_first ? -INFINITY : tw_reduce_estimate(value, target), way, hash};
    }
    qsort(ranked, count, sizeof *ranked, compare);
    for (unsigned i = 0; i < count; i++) ways[i] = ranked[i].way;
    return count;
}

void tw_reduce_choose(int64_t *value, const struct tw_target *target)
{
    unsigned ways[TW_REDUCE_WAYS_MAX];
    bool open = false;
    for (size_t i = 0; i < sizeof open_fields / sizeof *open_fields; i++)
        open |= value[open_fields[i]] == TW_DERIVED;
    if (open && knows(value, target) && tw_reduce_rank(value, target, ways)) {
        int64_t given[REDUCE_FIELD_COUNT];
        memcpy(given, value, sizeof given);
        tw_reduce_take(given, ways[0], target, value);
    } else
        take_rule(value, target);
}

void tw_reduce_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text)
{
    unsigned ways[TW_REDUCE_WAYS_MAX];
    int64_t own[REDUCE_FIELD_COUNT], chosen[REDUCE_FIELD_COUNT];
    if (!knows(value, target) || tw_columns_hand(value)) return;
    memcpy(own, value, sizeof own);
    for (size_t i = 0; i < sizeof open_fields / sizeof *open_fields; i++) own[open_fields[i]] = TW_DERIVED;
    own[REDUCE_blocks] = TW_DERIVED;
    unsigned count = tw_reduce_rank(own, target, ways);
    if (!count || !tw_reduce_take(own, ways[0], target, chosen) || memcmp(chosen, value, sizeof own)) return;
    tw_text_addf(text, "held to be the best of %u by a model of times on sm_%u", count,
                 tw_reduce_model_sm(value));
}
