/* The tree of dead prefixes, and drawing beside it. */
#include "tune/search/sampler.h"

#include <stdlib.h>

#define WORTH                                                                                                \
    0x1p-24 /* of all that is left: a prefix that holds less is not noted when it is found to be dead */
#define WIDEST 4096u /* positions of an axis of which a node is made; behind wider ones nothing is learned */

struct tw_point_sampler tw_sampler_of(const struct tw_grid *grid)
{
    struct tw_point_sampler sampler = {.grid = grid};
    double product = 1;
    for (unsigned a = grid->axes; a-- > 0;) {
        sampler.behind[a] = product;
        product *= grid->count[a];
    }
    sampler.left = product;
    return sampler;
}

void tw_sampler_free(struct tw_point_sampler *sampler)
{
    free(sampler->branch);
    *sampler = (struct tw_point_sampler){0};
}

/* Makes the node of an axis; returns its first branch, or SIZE_MAX where there is no room. */
static size_t make_node(struct tw_point_sampler *sampler, unsigned axis)
{
    const size_t count = sampler->grid->count[axis], at = sampler->count,
                 most = TW_SAMPLER_BYTES / sizeof *sampler->branch;
    if (sampler->failed || count > WIDEST || at + count > most) return SIZE_MAX;
    if (at + count > sampler->room) {
        size_t room = 2 * sampler->room + count + 1024;
        struct tw_prefix_branch *grown = realloc(sampler->branch, room * sizeof *grown);
        sampler->failed = !grown;
        if (!grown) return SIZE_MAX;
        sampler->branch = grown;
        sampler->room = room;
    }
    for (size_t i = 0; i < count; i++)
        sampler->branch[at + i] = (struct tw_prefix_branch){sampler->behind[axis], 0};
    sampler->count += count;
    return at;
}

static double node_left(const struct tw_point_sampler *sampler, size_t node, unsigned axis)
{
    double left = 0;
    for (size_t i = 0; i < sampler->grid->count[axis]; i++) left += sampler->branch[node + i].left;
    return left;
}

/* Notes that the prefix up to `axis` holds nothing more. Where there is no room for that, nothing is noted. */
static void kill(struct tw_point_sampler *sampler, const uint32_t *at, unsigned axis)
{
    size_t path[TW_GRID_AXES];
    size_t node = sampler->count ? 0 : make_node(sampler, 0);
    for (unsigned a = 0; node != SIZE_MAX; a++) {
        path[a] = node + at[a];
        if (a == axis || sampler->branch[path[a]].left <= 0) {
            sampler->branch[path[a]].left = 0;
            while (a-- > 0) {
                struct tw_prefix_branch *branch = &sampler->branch[path[a]];
                branch->left = node_left(sampler, branch->node, a + 1);
            }
            sampler->left = node_left(sampler, 0, 0);
            return;
        }
        node = sampler->branch[path[a]].node;
        if (!node) node = make_node(sampler, a + 1);
        if (node != SIZE_MAX) sampler->branch[path[a]].node = (uint32_t)node;
    }
}

void tw_sampler_take_out(struct tw_point_sampler *sampler, const uint32_t *at)
{
    kill(sampler, at, sampler->grid->axes - 1);
}

/* A position of the node, by how much is left behind each; it has `left` in all, which is something. */
static uint32_t draw_branch(const struct tw_point_sampler *sampler, size_t node, unsigned axis, double left,
                            struct tw_random *random)
{
    double at = tw_random_unit(random) * left;
    uint32_t last = 0;
    for (uint32_t i = 0; i < sampler->grid->count[axis]; i++) {
        const double own = sampler->branch[node + i].left;
        if (own <= 0) continue;
        last = i;
        if (at < own) return i;
        at -= own;
    }
    return last;
}

/* Any point that is not known to be dead. */
static void draw_point(const struct tw_point_sampler *sampler, struct tw_random *random, uint32_t *at)
{
    bool known = sampler->count > 0;
    size_t node = 0;
    double left = sampler->left;
    for (unsigned a = 0; a < sampler->grid->axes; a++) {
        at[a] = known ? draw_branch(sampler, node, a, left, random)
                      : tw_random_below(random, sampler->grid->count[a]);
        if (known) {
            const struct tw_prefix_branch *branch = &sampler->branch[node + at[a]];
            left = branch->left;
            node = branch->node;
        }
        known = known && node;
    }
}

enum tw_drawn tw_sampler_draw(struct tw_point_sampler *sampler, struct tw_random *random, unsigned tries,
                              uint32_t *at)
{
    for (unsigned i = 0; i < tries; i++) {
        if (sampler->left <= 0) return TW_DRAWN_NONE;
        draw_point(sampler, random, at);
        const int axis = sampler->grid->violated(sampler->grid->context, at);
        if (axis < 0) return TW_DRAWN;
        if (sampler->behind[axis] >= WORTH * sampler->left) kill(sampler, at, (unsigned)axis);
    }
    return TW_DRAWN_TIRED;
}

/* One axis of tw_grid_find: `first` is where it begins to try, `tried` how many positions were. */
struct trial {
    uint32_t first, tried;
};

/* The next position of the axis, from `first` to the end and then from the beginning; false: all were tried, or are not admitted. */
static bool next_trial(const struct tw_grid *grid, unsigned axis, struct trial *trial, uint32_t *at)
{
    const uint32_t count = grid->count[axis], before = count - trial->first; /* the end, or all of them */
    while (trial->tried < count) {
        const bool is_before = trial->tried < before;
        const uint32_t from = is_before ? trial->first + trial->tried : trial->tried - before;
        const uint32_t to = tw_grid_from(grid, at, axis, from), end = is_before ? count : trial->first;
        trial->tried += (to < end ? to + 1 : end) - from;
        if (to >= end) continue;
        at[axis] = to;
        return true;
    }
    return false;
}

bool tw_grid_find(const struct tw_grid *grid, struct tw_random *random, const struct tw_taken *taken,
                  uint64_t *looks, uint32_t *at)
{
    struct trial trial[TW_GRID_AXES];
    const int last = (int)grid->axes - 1;
    unsigned axis = 0;
    for (unsigned a = 0; a < grid->axes; a++) {
        trial[a] = (struct trial){tw_random_below(random, grid->count[a]), 0};
        at[a] = trial[a].first;
    }
    for (; *looks; *looks -= tw_grid_price(grid, *looks)) {
        while (!next_trial(grid, axis, &trial[axis], at)) {
            if (axis == 0) return false;
            trial[axis] = (struct trial){tw_random_below(random, grid->count[axis]), 0};
            axis--;
        }
        int violated = grid->violated(grid->context, at);
        if (violated < 0 && !taken->is_taken(taken->context, at)) return true;
        if (violated < 0) violated = last;
        for (; (int)axis > violated; axis--)
            trial[axis] = (struct trial){tw_random_below(random, grid->count[axis]), 0};
        if (violated > (int)axis) axis++;
    }
    return false;
}
