/* Which variants violate constraints: of one that is known, and of many at once, some of whose fields may have any of several values. */
#include "base/expression/range.h"
#include "gen/config/config_value.h"
#include "gen/described/parts.h"

int tw_described_violated(const struct tw_description *description, const int64_t *value,
                          const struct tw_target *target)
{
    struct tw_described_values values;
    struct tw_expression_fault fault;
    struct tw_text unused = {0};
    const bool fine = tw_described_values(description, value, target, &values, &unused);
    const int none = (int)description->field_count;
    int last = fine ? none : none - 1;
    tw_text_free(&unused);
    for (unsigned i = 0; i < description->constraint_count && fine; i++) {
        const struct tw_described_constraint *constraint = &description->constraints[i];
        struct tw_expression_value holds;
        if ((int)constraint->last >= last) continue;
        if (!tw_expression_evaluate(constraint->that, values.value, &holds, &fault) ||
            !tw_expression_is_true(&holds))
            last = (int)constraint->last;
    }
    return last == none ? -1 : last;
}

/* ---- many at once ---- */

static void join_value(const struct tw_description *description, unsigned field, int64_t stored,
                       struct tw_expression_range *range)
{
    const struct tw_expression_value value = tw_described_field_value(description, field, stored);
    const struct tw_expression_range one = tw_expression_range_of(&value);
    tw_expression_range_join(range, &one);
}

/* What the field may be. Three numbers with a step between them tell all. */
static struct tw_expression_range range_of_field(const struct tw_description *description, unsigned field,
                                                 const struct tw_axis *axis)
{
    struct tw_expression_range range = {0};
    const uint64_t last = axis->count - 1;
    if (axis->list) {
        for (uint64_t i = 0; i <= last; i++) join_value(description, field, axis->list[i], &range);
        return range;
    }
    join_value(description, field, tw_axis_value(axis, 0), &range);
    if (last) join_value(description, field, tw_axis_value(axis, 1), &range);
    join_value(description, field, tw_axis_value(axis, last), &range);
    return range;
}

/* What the names that are no derived values may be. */
static void set_ranges(const struct tw_description *description, const int64_t *value,
                       const struct tw_axis *const *axes, const struct tw_target *target,
                       struct tw_expression_range *ranges)
{
    const int64_t machine[] = {[TW_DESCRIBED_SM] = target->sm,
                               [TW_DESCRIBED_MULTIPROCESSORS] = target->multiprocessors,
                               [TW_DESCRIBED_WARP] = TW_WARP,
                               [TW_DESCRIBED_SHARED_LIMIT] = target->shared_per_block,
                               [TW_DESCRIBED_MACHINES] = 0}; /* "turn" */
    for (unsigned f = 0; f < description->field_count; f++) {
        const struct tw_axis only = {.count = 1, .first = value[f]};
        ranges[f] = range_of_field(description, f, axes[f] ? axes[f] : &only);
    }
    for (unsigned i = 0; i <= TW_DESCRIBED_MACHINES; i++) {
        const struct tw_expression_value number = {.kind = TW_EXPRESSION_INTEGER, .integer = machine[i]};
        ranges[tw_described_name_of(description, i)] = tw_expression_range_of(&number);
    }
}

bool tw_described_excludes(const struct tw_description *description, const int64_t *value,
                           const struct tw_axis *const *axes, const struct tw_target *target)
{
    struct tw_expression_range ranges[TW_DESCRIBED_NAMES];
    bool excludes = false;
    set_ranges(description, value, axes, target, ranges);
    for (unsigned d = 0; d < description->derived_count && !excludes; d++) {
        struct tw_expression_range *derived = &ranges[description->field_count + TW_DESCRIBED_MACHINES + d];
        tw_expression_range(description->derived[d], ranges, derived);
        excludes = tw_expression_range_is_empty(derived);
    }
    for (unsigned i = 0; i < description->constraint_count && !excludes; i++)
        excludes = !tw_expression_may_hold(description->constraints[i].that, ranges);
    return excludes;
}
