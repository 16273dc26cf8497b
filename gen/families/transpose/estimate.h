/*
 * estimate.h - how good a variant of a transpose is held to be, without running it: a sum of decision trees over features of the
 * problem, the variant and the target, fitted to times that were measured (wisdom/transpose-model.json, bench/fit.py).
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_ESTIMATE_H
#define TW_GEN_FAMILIES_TRANSPOSE_ESTIMATE_H

#include "gen/families/transpose/transpose.h"

#define TW_TRANSPOSE_FEATURES 42u

/* Fills the features of an accepted variant: alignment of both sides, what of the tiles is used, waves of blocks on the
   machine, bytes in flight and so on; features.c has the list. Sizes are logarithms to the base 2. */
void tw_transpose_features(const int64_t *value, const struct tw_target *target,
                           float feature[TW_TRANSPOSE_FEATURES]);

/* What the trees make of features. */
float tw_transpose_score(const float feature[TW_TRANSPOSE_FEATURES]);

/* That of an accepted variant. Less is better; differences count among variants of one problem only. */
float tw_transpose_estimate(const int64_t *value, const struct tw_target *target);

/* Nodes of all trees: `low` is taken where the feature is at most the threshold, else `high`; ~n is leaf n. */
struct tw_transpose_model {
    unsigned sm; /* of the device whose times it was fitted to */
    const unsigned char *feature;
    const float *threshold;
    const short *low, *high;
    const float *leaf;
    const short *root;
    unsigned trees;
};
extern const struct tw_transpose_model tw_transpose_model;

#endif
