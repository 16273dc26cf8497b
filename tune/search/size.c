/*
 * The size of a grid. Its points are looked at one by one; where they are too many, conditions count them, if they are known. Axes that
 * conditions join are counted together, and the sizes of sets that none joins are multiplied. A set is counted for each position of one of its
 * axes, without which it may fall apart:
 *
 *     A * B <= 1024, C % D == 0, A * C <= 4096, E free
 *
 *     {A B C D} {E}    for each position of A: {B} {C D}    of C: {D}
 */
#include <string.h>

#include "tune/search/grid.h"

struct counting {
    const struct tw_grid *grid;
    uint64_t looks;
    uint32_t at[TW_GRID_AXES];
};

static uint64_t bit(unsigned axis)
{
    return UINT64_C(1) << axis;
}

/* The axes among `open` that conditions join to the first of them. */
static uint64_t joined_to_first(const struct tw_grid *grid, uint64_t open)
{
    uint64_t set = open & -open, before = 0;
    while (set != before) {
        before = set;
        for (unsigned c = 0; c < grid->conditions; c++) {
            if (grid->depends[c] & set) set |= grid->depends[c] & open;
        }
    }
    return set;
}

/* The axis of the set that most conditions depend on; -1: none depends on any. */
static int busiest(const struct tw_grid *grid, uint64_t set)
{
    unsigned most = 0;
    int axis = -1;
    for (unsigned a = 0; a < grid->axes; a++) {
        unsigned conditions = 0;
        if (!(set & bit(a))) continue;
        for (unsigned c = 0; c < grid->conditions; c++) conditions += grid->depends[c] >> a & 1;
        if (conditions <= most) continue;
        most = conditions;
        axis = (int)a;
    }
    return axis;
}

/* Whether the conditions hold that depend on the axis, and on none that is still open. */
static bool meets(struct counting *counting, unsigned axis, uint64_t open)
{
    const struct tw_grid *grid = counting->grid;
    bool meets = true;
    for (unsigned c = 0; c < grid->conditions && meets && counting->looks; c++) {
        if (!(grid->depends[c] & bit(axis)) || grid->depends[c] & open) continue;
        counting->looks--;
        meets = grid->holds(grid->context, c, counting->at);
    }
    return meets;
}

static bool count(struct counting *counting, uint64_t open, uint64_t *size);

/* Of a set of axes that are joined. */
static bool count_set(struct counting *counting, uint64_t set, uint64_t *size)
{
    const struct tw_grid *grid = counting->grid;
    const int axis = busiest(grid, set);
    *size = 0;
    if (axis < 0) {
        *size = grid->count[__builtin_ctzll(set)];
        return true;
    }
    const uint64_t rest = set & ~bit((unsigned)axis);
    for (uint32_t i = 0; i < grid->count[axis] && counting->looks; i++) {
        uint64_t own;
        counting->at[axis] = i;
        if (!meets(counting, (unsigned)axis, rest)) continue;
        if (!count(counting, rest, &own) || __builtin_add_overflow(*size, own, size)) return false;
    }
    return counting->looks > 0;
}

static bool count(struct counting *counting, uint64_t open, uint64_t *size)
{
    *size = 1;
    while (open && *size) {
        const uint64_t set = joined_to_first(counting->grid, open);
        uint64_t own;
        if (!count_set(counting, set, &own) || __builtin_mul_overflow(*size, own, size)) return false;
        open &= ~set;
    }
    return true;
}

/* Those that depend on no axis hold for all points or for none. */
static bool meets_constant(const struct counting *counting)
{
    const struct tw_grid *grid = counting->grid;
    bool meets = true;
    for (unsigned c = 0; c < grid->conditions && meets; c++)
        meets = grid->depends[c] || grid->holds(grid->context, c, counting->at);
    return meets;
}

static bool count_points(const struct tw_grid *grid, uint64_t most, uint64_t *size)
{
    uint32_t at[TW_GRID_AXES] = {0};
    *size = 0;
    for (bool from_here = true; tw_grid_next_within(grid, from_here, &most, at); from_here = false) ++*size;
    return most > 0;
}

#define LOOKS_OF_POINT 16u /* at conditions take as long as a look at a point */

bool tw_grid_size(const struct tw_grid *grid, uint64_t most, uint64_t *size)
{
    struct counting counting = {.grid = grid};
    const uint64_t all = UINT64_MAX >> (TW_GRID_AXES - grid->axes);
    if (count_points(grid, most, size)) return true;
    if (!grid->conditions || __builtin_mul_overflow(most, LOOKS_OF_POINT, &counting.looks)) return false;
    *size = 0;
    return !meets_constant(&counting) || count(&counting, all, size);
}
