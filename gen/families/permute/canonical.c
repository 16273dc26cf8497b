/* The canonical form: the same pairs of elements by the fewest axes. */
#include <stdlib.h>

#include "gen/families/permute/axes.h"

/* Starts an axis at its other end where the output would descend. */
static void turn(struct tw_permutation *permutation, struct tw_permute_axis *axis)
{
    if (axis->out_stride > 0) return;
    permutation->in_first += (axis->extent - 1) * axis->in_stride;
    permutation->out_first += (axis->extent - 1) * axis->out_stride;
    axis->in_stride = -axis->in_stride;
    axis->out_stride = -axis->out_stride;
}

static int by_falling_out_stride(const void *a, const void *b)
{
    const struct tw_permute_axis *x = a, *y = b;
    return x->out_stride == y->out_stride ? 0 : x->out_stride < y->out_stride ? 1 : -1;
}

/* Whether `outer` begins anew where `inner` would go on. */
static bool follows(const struct tw_permute_axis *outer, const struct tw_permute_axis *inner)
{
    return outer->out_stride % inner->extent == 0 && outer->out_stride / inner->extent == inner->out_stride &&
           outer->in_stride % inner->extent == 0 && outer->in_stride / inner->extent == inner->in_stride;
}

/* Joins two axes, of which the strides of the faster one remain. False: no two follow each other. */
static bool join(struct tw_permutation *permutation)
{
    struct tw_permute_axis *axis = permutation->axis;
    for (unsigned inner = permutation->rank; inner-- > 1;) {
        for (unsigned outer = inner; outer-- > 0;) {
            if (!follows(&axis[outer], &axis[inner])) continue;
            axis[inner].extent *= axis[outer].extent;
            for (unsigned i = outer + 1; i < permutation->rank; i++) axis[i - 1] = axis[i];
            permutation->rank--;
            return true;
        }
    }
    return false;
}

void tw_permutation_canonical(const struct tw_permutation *from, struct tw_permutation *to)
{
    struct tw_permutation result = *from;
    result.rank = 0;
    for (unsigned i = 0; from->elements && i < from->rank; i++) {
        if (from->axis[i].extent == 1) continue;
        result.axis[result.rank] = from->axis[i];
        turn(&result, &result.axis[result.rank++]);
    }
    qsort(result.axis, result.rank, sizeof *result.axis, by_falling_out_stride);
    while (join(&result)) continue;
    for (unsigned i = result.rank; i < TW_MAX_AXES; i++) result.axis[i] = (struct tw_permute_axis){0};
    *to = result;
}
