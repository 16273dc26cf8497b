/* Walking over a grid: like an odometer, whose wheels behind the one that violates a constraint need not turn. */
#include "tune/search/grid.h"

#include <string.h>

/* Turns wheel `axis` on, and sets those behind it to their beginning. To the next position, or, where the point before was not admitted, and on
   all wheels but the last, to the next at which one may be. */
static bool turn(const struct tw_grid *grid, int axis, bool was_admitted, uint32_t *at)
{
    for (unsigned a = (unsigned)axis + 1; a < grid->axes; a++) at[a] = 0;
    for (; axis >= 0; axis--) {
        const bool is_plain = was_admitted && axis + 1 == (int)grid->axes;
        const uint32_t to = at[axis] + 1;
        at[axis] = is_plain ? to : tw_grid_from(grid, at, (unsigned)axis, to);
        if (at[axis] < grid->count[axis]) return true;
        at[axis] = 0;
    }
    return false;
}

bool tw_grid_next_within(const struct tw_grid *grid, bool from_here, uint64_t *looks, uint32_t *at)
{
    const int last = (int)grid->axes - 1;
    if (!from_here && !turn(grid, last, true, at)) return false;
    while (*looks) {
        const int axis = grid->violated(grid->context, at);
        *looks -= axis < 0 ? 1 : tw_grid_price(grid, *looks);
        if (axis < 0) return true;
        if (!turn(grid, axis < last ? axis : last, false, at)) return false;
    }
    return false;
}

bool tw_grid_next(const struct tw_grid *grid, bool from_here, uint32_t *at)
{
    uint64_t looks = UINT64_MAX;
    return tw_grid_next_within(grid, from_here, &looks, at);
}
