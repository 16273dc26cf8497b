/* estimate.h - an estimate of how good a variant of a reduction is, without running it, by decision trees (gen/choice/forest.h). */
#ifndef TW_GEN_FAMILIES_REDUCE_ESTIMATE_H
#define TW_GEN_FAMILIES_REDUCE_ESTIMATE_H

#include "gen/choice/forest.h"
#include "gen/families/reduce/fields.h"

#define TW_REDUCE_FEATURES 62u

/* Whether a model knows the variant: method tree, of some elements; not exact sums of rows, whose times depend on
   the data more than on the schedule, and not segments where their rule is as good. */
bool tw_reduce_is_known(const int64_t *value);

/* The architecture that the problem's model was fitted to. */
unsigned tw_reduce_model_sm(const int64_t *value);

/* Fills the features of an accepted variant that is known: alignment, how long rows, columns and segments are, bytes and
   states of a thread, waves of blocks on the machine and so on; features.c has the list. Sizes are logarithms to the base 2. */
void tw_reduce_features(const int64_t *value, const struct tw_target *target,
                        float feature[TW_REDUCE_FEATURES]);

/* The score of such a variant. */
float tw_reduce_estimate(const int64_t *value, const struct tw_target *target);

#endif
