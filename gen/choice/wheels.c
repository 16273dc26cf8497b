/* Passing over variants that violate constraints. */
#include "gen/choice/wheels.h"

#include "base/whole.h"

/* Whether all variants violate a constraint that have `value` before the wheel, and at the wheel one of `count` positions from `first` on. */
static bool excludes(const struct tw_wheels *wheels, const int64_t *value, unsigned wheel, uint64_t first,
                     uint64_t count)
{
    const struct tw_axis *axes[TW_MAX_FIELDS] = {NULL};
    const struct tw_axis *own = wheels->axis[wheel];
    const struct tw_axis part = {.count = count,
                                 .list = own->list ? own->list + first : NULL,
                                 .first = own->first + (int64_t)first * own->step,
                                 .step = own->step};
    axes[wheels->field[wheel]] = &part;
    for (unsigned w = wheel + 1; w < wheels->count; w++) axes[wheels->field[w]] = wheels->axis[w];
    return tw_family_excludes(wheels->family, value, axes, wheels->target);
}

/* Whether later wheels do not help where those up to this one show what `value` has. */
static bool is_settled(const struct tw_wheels *wheels, const int64_t *value, unsigned wheel)
{
    const struct tw_axis *axes[TW_MAX_FIELDS] = {NULL};
    for (unsigned w = wheel + 1; w < wheels->count; w++) axes[wheels->field[w]] = wheels->axis[w];
    return tw_family_excludes(wheels->family, value, axes, wheels->target);
}

int tw_wheels_violated(const struct tw_wheels *wheels, const int64_t *value)
{
    const int field = tw_family_violated(wheels->family, value, wheels->target);
    if (field < 0) return -1;
    unsigned wheel = 0;
    while (wheel + 1 < wheels->count && wheels->field[wheel + 1] <= (unsigned)field) wheel++;
    while (wheel > 0 && is_settled(wheels, value, wheel - 1)) wheel--;
    return (int)wheel;
}

/* A position of `count` from `first` on, of which not all are excluded together, before which all are. */
static uint64_t find(const struct tw_wheels *wheels, const int64_t *value, unsigned wheel, uint64_t first,
                     uint64_t count)
{
    while (count > 1) {
        const uint64_t half = count / 2;
        const bool is_behind = excludes(wheels, value, wheel, first, half);
        first += is_behind ? half : 0;
        count = is_behind ? count - half : half;
    }
    return first;
}

#define TRIES 6u /* positions that turn out to be excluded by themselves */

/* In parts that double as long as they are excluded. In a part that is not, each position may be excluded by itself: where that comes about
   often, ranges tell too little, and the next position is as good as any. */
uint64_t tw_wheels_next(const struct tw_wheels *wheels, const int64_t *value, unsigned wheel, uint64_t from)
{
    const uint64_t end = wheels->axis[wheel]->count;
    uint64_t part = 1;
    for (unsigned tries = 0; from < end && tries < TRIES;) {
        const uint64_t count = tw_least(part, end - from);
        const bool is_out = excludes(wheels, value, wheel, from, count);
        const uint64_t found = is_out ? from + count - 1 : find(wheels, value, wheel, from, count);
        const bool is_found = !is_out && !(count > 1 && excludes(wheels, value, wheel, found, 1));
        if (is_found) return found;
        part = is_out ? 2 * part : 1;
        tries += !is_out;
        from = found + 1;
    }
    return from;
}
