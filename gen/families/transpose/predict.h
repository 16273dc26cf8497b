/* predict.h - what a transpose costs in shared memory. */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_PREDICT_H
#define TW_GEN_FAMILIES_TRANSPOSE_PREDICT_H

#include "gen/families/transpose/tile.h"

/* The prediction of its one launch: tw_family's `predict`. */
void tw_transpose_predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                          struct tw_prediction *prediction);

#endif
