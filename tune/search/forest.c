/* Trees grown at random. */
#include "tune/search/forest.h"

#include <math.h>
#include <stdlib.h>

#define MOST_POINTS 1024u /* of a tree */
#define FEWEST      3u    /* points that are still told apart */
#define MANY_VALUES 4u    /* an axis with more may have a second feature */

/* ---- features ---- */

static bool has_twos(const struct tw_grid *grid, unsigned axis)
{
    double number;
    for (uint32_t i = 0; i < grid->count[axis] && i < 64; i++) {
        if (!grid->number(grid->context, axis, i, &number) || number < 1 || floor(number) < number)
            return false;
    }
    return grid->count[axis] > MANY_VALUES;
}

static bool has_logarithm(const struct tw_grid *grid, unsigned axis)
{
    double number;
    const uint32_t last = grid->count[axis] - 1;
    for (uint32_t i = 0; i < grid->count[axis] && i < 64; i++) {
        if (!grid->number(grid->context, axis, i, &number) || number <= 0) return false;
    }
    return grid->count[axis] > 2 && grid->number(grid->context, axis, last, &number) && number > 0;
}

struct tw_features tw_features_of(const struct tw_grid *grid)
{
    struct tw_features features = {.count = grid->axes};
    for (unsigned a = 0; a < grid->axes; a++) features.is_logarithm[a] = has_logarithm(grid, a);
    for (unsigned a = 0; a < grid->axes; a++) {
        if (has_twos(grid, a)) features.twos[features.count++ - grid->axes] = (unsigned char)a;
    }
    return features;
}

/* How often 2 divides the number. */
static float twos_of(double number)
{
    float twos = 0;
    for (; number >= 2 && fmod(number, 2) == 0; number /= 2) twos++;
    return twos;
}

void tw_features_fill(const struct tw_features *features, const struct tw_grid *grid, const uint32_t *at,
                      float *feature)
{
    double number = 0;
    for (unsigned a = 0; a < grid->axes; a++) {
        const bool is_number =
            features->is_logarithm[a] && grid->number(grid->context, a, at[a], &number) && number > 0;
        feature[a] = is_number ? (float)log2(number) : (float)at[a];
    }
    for (unsigned f = grid->axes; f < features->count; f++) {
        const unsigned a = features->twos[f - grid->axes];
        feature[f] = grid->number(grid->context, a, at[a], &number) ? twos_of(number) : 0;
    }
}

/* ---- a tree ---- */

static float value_of(const struct tw_tree_node *node, const float *feature)
{
    return feature[node->a] + (float)node->sign * feature[node->b];
}

static bool goes_first(const struct tw_tree_node *node, const float *feature)
{
    return value_of(node, feature) <= node->threshold;
}

static const float *feature_of(const struct tw_costs *costs, size_t point)
{
    return costs->feature + point * costs->features;
}

/* A question at random: a feature, or two of them, and a threshold between what the points have. False: they have all the same. */
static bool draw_question(const struct tw_costs *costs, const size_t *sample, size_t count,
                          struct tw_random *random, struct tw_tree_node *node)
{
    float low = INFINITY, high = -INFINITY;
    node->a = node->b = (unsigned char)tw_random_below(random, costs->features);
    node->sign = 0;
    if (tw_random_below(random, 2)) {
        node->b = (unsigned char)tw_random_below(random, costs->features);
        node->sign = node->a == node->b ? 0 : tw_random_below(random, 2) ? 1 : -1;
    }
    for (size_t i = 0; i < count; i++) {
        const float value = value_of(node, feature_of(costs, sample[i]));
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    node->threshold = low + (float)tw_random_unit(random) * (high - low);
    return low < high;
}

/* How much the answer tells of the costs: what the sum of squares shrinks by, but for what is the same for all questions. */
static double gain_of(const struct tw_costs *costs, const size_t *sample, size_t count,
                      const struct tw_tree_node *node)
{
    double sum[2] = {0, 0};
    size_t points[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        const bool first = goes_first(node, feature_of(costs, sample[i]));
        sum[first] += costs->cost[sample[i]];
        points[first]++;
    }
    if (!points[0] || !points[1]) return -1;
    return sum[0] * sum[0] / (double)points[0] + sum[1] * sum[1] / (double)points[1];
}

/* The best of some questions; false: none tells anything. */
static bool find_question(const struct tw_costs *costs, const size_t *sample, size_t count,
                          struct tw_random *random, struct tw_tree_node *node)
{
    double best = -1;
    for (unsigned i = 0; i < 2 * costs->features + 1; i++) {
        struct tw_tree_node drawn = *node;
        if (!draw_question(costs, sample, count, random, &drawn)) continue;
        const double gain = gain_of(costs, sample, count, &drawn);
        if (gain <= best) continue;
        best = gain;
        *node = drawn;
    }
    return best >= 0;
}

/* Brings the points that go first to the front; returns how many they are. */
static size_t part(const struct tw_costs *costs, const struct tw_tree_node *node, size_t *sample,
                   size_t count)
{
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        if (!goes_first(node, feature_of(costs, sample[i]))) continue;
        const size_t point = sample[i];
        sample[i] = sample[first];
        sample[first++] = point;
    }
    return first;
}

static struct tw_tree_node leaf_of(const struct tw_costs *costs, const size_t *sample, size_t count)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) sum += costs->cost[sample[i]];
    const double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (costs->cost[sample[i]] - mean) * (costs->cost[sample[i]] - mean);
    return (struct tw_tree_node){.mean = (float)mean, .variance = (float)(squares / (double)count)};
}

/* Room for a tree of so many points: it has no more than twice as many nodes. */
static bool reserve(struct tw_forest_of_costs *forest, size_t points)
{
    const size_t room = forest->count + 2 * points;
    if (room <= forest->room) return true;
    struct tw_tree_node *grown = realloc(forest->node, room * sizeof *grown);
    if (!grown) return false;
    forest->node = grown;
    forest->room = (uint32_t)room;
    return true;
}

/* Parts the points until nothing more can be told of them. Nodes that are not parted yet wait in the order of their numbers, their
   points one after the other. */
struct bunch {
    uint32_t node;
    size_t first, count;
};

static void grow_tree(struct tw_forest_of_costs *forest, const struct tw_costs *costs, size_t points,
                      struct tw_random *random)
{
    struct bunch waiting[64] = {{forest->count, 0, points}};
    unsigned depth = 1;
    forest->node[forest->count++] = leaf_of(costs, forest->sample, points);
    while (depth) {
        const struct bunch bunch = waiting[--depth];
        struct tw_tree_node *node = &forest->node[bunch.node];
        size_t *sample = forest->sample + bunch.first;
        if (bunch.count < FEWEST || node->variance < 1e-12f || depth + 2 > 64) continue;
        if (!find_question(costs, sample, bunch.count, random, node)) continue;
        const size_t first = part(costs, node, sample, bunch.count), rest = bunch.count - first;
        node->child = forest->count;
        const struct bunch children[2] = {{node->child, bunch.first, first},
                                          {node->child + 1, bunch.first + first, rest}};
        forest->node[forest->count++] = leaf_of(costs, sample, first);
        forest->node[forest->count++] = leaf_of(costs, sample + first, rest);
        waiting[depth++] = children[first < rest]; /* the greater one first, so that few wait */
        waiting[depth++] = children[first >= rest];
    }
}

/* Fills the sample with so many different points. */
static void draw_sample(struct tw_forest_of_costs *forest, size_t count, size_t points,
                        struct tw_random *random)
{
    for (size_t i = 0; i < points; i++) {
        const size_t j = points == count ? i : i + tw_random_below(random, (uint32_t)(count - i));
        const size_t point = forest->sample[i];
        forest->sample[i] = forest->sample[j];
        forest->sample[j] = point;
    }
}

bool tw_forest_grow(struct tw_forest_of_costs *forest, const struct tw_costs *costs, struct tw_random *random)
{
    const size_t points = costs->count < MOST_POINTS ? costs->count : MOST_POINTS;
    if (costs->count > forest->sample_room) {
        size_t room = 2 * costs->count, *grown = realloc(forest->sample, room * sizeof *grown);
        if (!grown) return false;
        forest->sample = grown;
        forest->sample_room = room;
    }
    for (size_t i = 0; i < costs->count; i++) forest->sample[i] = i;
    forest->count = 0;
    for (unsigned t = 0; t < TW_FOREST_TREES; t++) {
        draw_sample(forest, costs->count, points, random);
        if (!reserve(forest, points)) return false;
        forest->root[t] = forest->count;
        grow_tree(forest, costs, points, random);
    }
    forest->grown_from = costs->count;
    return true;
}

void tw_forest_guess(const struct tw_forest_of_costs *forest, const float *feature, float *mean,
                     float *deviation)
{
    double sum = 0, squares = 0;
    for (unsigned t = 0; t < TW_FOREST_TREES; t++) {
        const struct tw_tree_node *node = &forest->node[forest->root[t]];
        while (node->child) node = &forest->node[node->child + !goes_first(node, feature)];
        sum += node->mean;
        squares += (double)node->mean * node->mean + node->variance;
    }
    const double middle = sum / TW_FOREST_TREES, variance = squares / TW_FOREST_TREES - middle * middle;
    *mean = (float)middle;
    *deviation = variance > 0 ? (float)sqrt(variance) : 0;
}

void tw_forest_of_costs_free(struct tw_forest_of_costs *forest)
{
    free(forest->node);
    free(forest->sample);
    *forest = (struct tw_forest_of_costs){0};
}
