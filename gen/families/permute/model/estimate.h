/*
 * estimate.h - an estimate of how good a variant of a permutation is, without running it, by decision trees (gen/choice/forest.h).
 *
 * Pure; thread-safe.
 */
#ifndef TW_GEN_FAMILIES_PERMUTE_MODEL_ESTIMATE_H
#define TW_GEN_FAMILIES_PERMUTE_MODEL_ESTIMATE_H

#include "gen/families/permute/fields.h"

#define TW_PERMUTE_FEATURES 28u

/* The architecture that the model was fitted to. */
unsigned tw_permute_model_sm(void);

/* Whether the model knows the variant: it takes tiles, so it is neither naive nor a transpose. */
bool tw_permute_is_known(const int64_t *value);

/* Fills the features of a variant that is known; its padding and lanes are no matter, and may be TW_DERIVED: how long its runs are and where they begin, what a thread and a
   multiprocessor have under way, and so on; estimate.c has the list. Sizes are logarithms to the base 2. The target has multiprocessors. */
void tw_permute_features(const int64_t *value, const struct tw_target *target,
                         float feature[TW_PERMUTE_FEATURES]);

/* The score of such a variant: less is better, among variants of one problem. */
float tw_permute_estimate(const int64_t *value, const struct tw_target *target);

#endif
