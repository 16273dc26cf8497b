/* features.h - what a model of times knows of a variant of a transpose, and its estimate of how good that is
   (gen/choice/net.h). */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_FEATURES_H
#define TW_GEN_FAMILIES_TRANSPOSE_FEATURES_H

#include "gen/choice/net.h"
#include "gen/families/transpose/tile.h"

#define TW_TRANSPOSE_FEATURES 85u

/* Fills the features of an accepted variant: alignment of both sides, what of the tiles is used, waves of blocks on the
   machine, bytes in flight and so on; features.c has the list. Sizes are logarithms to the base 2. */
void tw_transpose_features(const int64_t *value, const struct tw_target *target,
                           float feature[TW_TRANSPOSE_FEATURES]);

/* The score of an accepted variant. */
float tw_transpose_estimate(const int64_t *value, const struct tw_target *target);

#endif
