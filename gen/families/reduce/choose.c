/*
 * The variant for a problem and a target, where nobody gave it: of the candidates that the skeleton lists, the one that the model
 * (estimate.h) chooses. On an architecture that the model was not fitted to, and where it knows nothing, the skeleton's rule
 * chooses, and the list stays as it is. The rule comes first too for columns whose lanes are to hand each other elements.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "gen/families/reduce/accept.h"
#include "gen/families/reduce/choose.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/estimate.h"
#include "gen/families/reduce/rows/rows.h"
#include "gen/families/reduce/segments/segments.h"
#include "gen/families/reduce/skeletons.h"

static const enum tw_reduce_field open_fields[] = {REDUCE_BDIMX,    REDUCE_BDIMY,    REDUCE_vector,
                                                   REDUCE_leaves,   REDUCE_warps,    REDUCE_unroll,
                                                   REDUCE_schedule, REDUCE_row_lanes};

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
    tw_derive(value, REDUCE_schedule, REDUCE_DIRECT);
    tw_derive(value, REDUCE_row_lanes, 1);
}

bool tw_reduce_take(const int64_t *given, unsigned number, const struct tw_target *target, int64_t *value)
{
    memcpy(value, given, REDUCE_FIELD_COUNT * sizeof *value);
    tw_reduce_skeleton_of(given)->take(value, number, target);
    take_rule(value, target);
    struct tw_text reason = {0};
    bool accepted = tw_reduce_accept(value, target, &reason);
    tw_text_free(&reason);
    return accepted;
}

struct ranked {
    float estimate;
    unsigned number;
    uint64_t hash; /* of its values */
};

static int compare(const void *one, const void *two)
{
    const struct ranked *a = one, *b = two;
    if (a->estimate != b->estimate) return a->estimate < b->estimate ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

/* Whether the values are none that one of so many candidates has: a narrow problem has the same of several. */
static bool is_new(const int64_t *given, const struct tw_target *target, const struct ranked *ranked,
                   unsigned count, const int64_t *value, uint64_t hash)
{
    int64_t other[REDUCE_FIELD_COUNT];
    for (unsigned i = 0; i < count; i++) {
        if (ranked[i].hash != hash) continue;
        tw_reduce_take(given, ranked[i].number, target, other);
        if (memcmp(other, value, sizeof other) == 0) return false;
    }
    return true;
}

/* Whether the model was fitted to candidates like it, and it is none that may be several times slower than it looks. */
static bool suits(const int64_t *value)
{
    if (value[REDUCE_along] == REDUCE_SEGMENTS) return tw_segments_suit(value);
    if (value[REDUCE_along] == REDUCE_COLUMNS) return tw_columns_suit(value);
    return tw_reduce_rows_suit(value);
}

unsigned tw_reduce_rank(const int64_t *given, const struct tw_target *target,
                        unsigned numbers[TW_REDUCE_CANDIDATES_MAX])
{
    struct ranked ranked[TW_REDUCE_CANDIDATES_MAX];
    unsigned count = 0, all = tw_reduce_skeleton_of(given)->candidates(given);
    bool by_model = knows(given, target), by_rule = tw_columns_hand(given);
    assert(all <= TW_REDUCE_CANDIDATES_MAX);
    for (unsigned number = 0; number < all; number++) {
        int64_t value[REDUCE_FIELD_COUNT];
        if (!tw_reduce_take(given, number, target, value)) continue;
        uint64_t hash = tw_hash(value, sizeof value);
        if (!is_new(given, target, ranked, count, value, hash)) continue;
        if (by_model && !suits(value)) continue;
        bool is_first = !by_model || (by_rule && number == 0); /* which is the rule's */
        ranked[count++] =
            (struct ranked){is_first ? -INFINITY : tw_reduce_estimate(value, target), number, hash};
    }
    qsort(ranked, count, sizeof *ranked, compare);
    for (unsigned i = 0; i < count; i++) numbers[i] = ranked[i].number;
    return count;
}

void tw_reduce_choose(int64_t *value, const struct tw_target *target)
{
    unsigned numbers[TW_REDUCE_CANDIDATES_MAX];
    bool open = false;
    for (size_t i = 0; i < sizeof open_fields / sizeof *open_fields; i++)
        open |= value[open_fields[i]] == TW_DERIVED;
    if (open && knows(value, target) && tw_reduce_rank(value, target, numbers)) {
        int64_t given[REDUCE_FIELD_COUNT];
        memcpy(given, value, sizeof given);
        tw_reduce_take(given, numbers[0], target, value);
    } else
        take_rule(value, target);
}

void tw_reduce_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text)
{
    unsigned numbers[TW_REDUCE_CANDIDATES_MAX];
    int64_t own[REDUCE_FIELD_COUNT], chosen[REDUCE_FIELD_COUNT];
    if (!knows(value, target) || tw_columns_hand(value)) return;
    memcpy(own, value, sizeof own);
    for (size_t i = 0; i < sizeof open_fields / sizeof *open_fields; i++) own[open_fields[i]] = TW_DERIVED;
    own[REDUCE_blocks] = TW_DERIVED;
    unsigned count = tw_reduce_rank(own, target, numbers);
    if (!count || !tw_reduce_take(own, numbers[0], target, chosen) || memcmp(chosen, value, sizeof own))
        return;
    tw_text_addf(text, "chosen of %u by a model of times on sm_%u", count, tw_reduce_model_sm(value));
}
