/*
 * Elements fall together where steps along the axes, not all of them 0 and each less than its extent, add up to 0:
 *
 *     step[0] * stride[0] + step[1] * stride[1] + ... = 0        -extent[i] < step[i] < extent[i]
 *
 * The axis with the largest stride comes first. What the later ones can make up for is at most their reach, and a multiple of their
 * common divisor, which leaves few steps to try: none but 0 where a stride is longer than the reach of the later ones.
 */
#include "gen/families/permute/texts/overlap.h"

#include <stdlib.h>

#define STEPS_TRIED (1u << 16)

struct axis {
    int64_t stride, most; /* its absolute value; steps at most */
    int64_t reach;        /* of this axis and the later ones   */
    int64_t divisor;      /* that their strides have in common */
    unsigned number;
    int64_t step;
};

struct search {
    struct axis axis[TW_MAX_AXES + 1]; /* behind the last is one of reach 0 */
    unsigned count, left;              /* axes; steps that may still be tried */
};

static int by_falling_stride(const void *a, const void *b)
{
    const struct axis *x = a, *y = b;
    return x->stride == y->stride ? 0 : x->stride < y->stride ? 1 : -1;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct search prepare(const int64_t *extent, const int64_t *stride, unsigned rank)
{
    struct search search = {.left = STEPS_TRIED};
    for (unsigned i = 0; i < rank; i++) {
        if (extent[i] < 2) continue;
        search.axis[search.count++] =
            (struct axis){.stride = llabs(stride[i]), .most = extent[i] - 1, .number = i};
    }
    qsort(search.axis, search.count, sizeof *search.axis, by_falling_stride);
    for (unsigned i = search.count; i-- > 0;) {
        struct axis *axis = &search.axis[i];
        axis->reach = axis[1].reach + axis->stride * axis->most;
        axis->divisor = common_divisor(axis->stride, axis[1].divisor);
    }
    return search;
}

static int64_t at_most(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Whether steps from axis `first` on add up to `rest`; the first of all steps that is not 0 is above it. */
static enum tw_overlap find(struct search *search, unsigned first, int64_t rest, bool is_moving)
{
    struct axis *axis = &search->axis[first];
    if (first == search->count) return rest == 0 && is_moving ? TW_OVERLAP_FOUND : TW_OVERLAP_NONE;
    if (llabs(rest) > axis->reach || (axis->divisor && rest % axis->divisor)) return TW_OVERLAP_NONE;
    if (axis->stride == 0) { /* as are all later ones */
        axis->step = 1;
        return TW_OVERLAP_FOUND;
    }
    int64_t low = -at_most((axis[1].reach - rest) / axis->stride, axis->most),
            high = at_most((axis[1].reach + rest) / axis->stride, axis->most);
    for (int64_t step = is_moving ? low : 0; step <= high; step++) {
        if (search->left-- == 0) {
            search->left = 0;
            return TW_OVERLAP_UNDECIDED;
        }
        axis->step = step;
        enum tw_overlap found = find(search, first + 1, rest - step * axis->stride, is_moving || step);
        if (found != TW_OVERLAP_NONE) return found;
    }
    axis->step = 0;
    return TW_OVERLAP_NONE;
}

enum tw_overlap tw_overlap_find(const int64_t *extent, const int64_t *stride, unsigned rank,
                                int64_t step[TW_MAX_AXES])
{
    struct search search = prepare(extent, stride, rank);
    enum tw_overlap found = find(&search, 0, 0, false);
    for (unsigned i = 0; i < rank; i++) step[i] = 0;
    for (unsigned i = 0; i < search.count; i++) {
        unsigned axis = search.axis[i].number;
        step[axis] = stride[axis] < 0 ? -search.axis[i].step : search.axis[i].step;
    }
    return found;
}
