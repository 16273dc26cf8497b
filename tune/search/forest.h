/*
 * forest.h - what a point costs, guessed from the points so far, by trees that were grown at random (extremely randomised trees,
 * Geurts 2006, whose questions may ask about the sum or the difference of two features).
 *
 * A feature is the logarithm of a number's base 2, so that a sum is that of a product: the threads of a block, say. Numbers that are not
 * positive, words, and axes of two values are their positions. An axis of whole numbers that has more than four has a second feature: how
 * often 2 divides the number, as what goes by rows of 32 and by vectors goes by that.
 *
 * Freed with tw_forest_of_costs_free. One thread at a time.
 */
#ifndef TW_TUNE_SEARCH_FOREST_H
#define TW_TUNE_SEARCH_FOREST_H

#include <stddef.h>

#include "tune/search/grid.h"
#include "tune/search/random.h"

#define TW_FOREST_TREES 16u

/* Which features the points of a grid have. */
struct tw_features {
    unsigned count;                   /* at most 2 * TW_GRID_AXES: those of the axes first */
    bool is_logarithm[TW_GRID_AXES];  /* of each axis */
    unsigned char twos[TW_GRID_AXES]; /* the axis of each feature beyond */
};

struct tw_features tw_features_of(const struct tw_grid *grid);
void tw_features_fill(const struct tw_features *features, const struct tw_grid *grid, const uint32_t *at,
                      float *feature);

struct tw_tree_node {
    unsigned char a, b;   /* features                                              */
    signed char sign;     /* of feature b: -1, 1, or 0                             */
    float threshold;      /* the first child takes what is not greater             */
    uint32_t child;       /* number of the first of two; 0: it is a leaf           */
    float mean, variance; /* of the costs that it was grown from                   */
};

struct tw_forest_of_costs {
    struct tw_tree_node *node;
    uint32_t count, room;
    uint32_t root[TW_FOREST_TREES];
    size_t grown_from; /* points; 0: it was not grown yet */
    size_t *sample;    /* private: numbers of points */
    size_t sample_room;
};

/* What it is grown from: `count` points, `features` numbers and one cost each. */
struct tw_costs {
    const float *feature, *cost;
    size_t count;
    unsigned features;
};

/* Grows it anew, each tree from all points, or from as many as it can take, drawn at random. count is at least 1. False: out of memory. */
bool tw_forest_grow(struct tw_forest_of_costs *forest, const struct tw_costs *costs,
                    struct tw_random *random);
/* The mean over the trees, and how far they are from it. */
void tw_forest_guess(const struct tw_forest_of_costs *forest, const float *feature, float *mean,
                     float *deviation);
void tw_forest_of_costs_free(struct tw_forest_of_costs *forest);

#endif
