/*
 * forest.h - how good a variant is held to be without running it: a sum of decision trees over features of the problem, the
 * variant and the target, fitted to times that were measured (gen/choice/models/NAME-model.json, tools/fit/fit.py). Families whose variants times
 * tell apart have one each, and fill the features themselves.
 *
 * Constant data; thread-safe.
 */
#ifndef TW_GEN_CHOICE_FOREST_H
#define TW_GEN_CHOICE_FOREST_H

/* Nodes of all trees: `low` is taken where the feature is at most the threshold, else `high`; ~n is leaf n. */
struct tw_forest {
    unsigned sm; /* of the device whose times it was fitted to */
    const unsigned char *feature;
    const float *threshold;
    const int *low, *high;
    const float *leaf;
    const int *root;
    unsigned trees;
};

/* What the trees make of features. Less is better; differences count among variants of one problem only. */
float tw_forest_score(const struct tw_forest *forest, const float *feature);

/* Made from the files when the program is built. */
extern const struct tw_forest tw_forest_reduce, tw_forest_columns, tw_forest_segments, tw_forest_permute;

#endif
