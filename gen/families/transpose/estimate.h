/* estimate.h - how good a variant of a transpose is held to be, without running it (gen/choice/net.h). */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_ESTIMATE_H
#define TW_GEN_FAMILIES_TRANSPOSE_ESTIMATE_H

#include "gen/choice/net.h"
#include "gen/families/transpose/transpose.h"

#define TW_TRANSPOSE_FEATURES 85u

/* Fills the features of an accepted variant: alignment of both sides, what of the tiles is used, waves of blocks on the
   machine, bytes in flight and so on; features.c has the list. Sizes are logarithms to the base 2. */
void tw_transpose_features(const int64_t *value, const struct tw_target *target,
                           float feature[TW_TRANSPOSE_FEATURES]);

/* The score of an accepted variant. */
float tw_transpose_estimate(const int64_t *value, const struct tw_target *target);

#endif
