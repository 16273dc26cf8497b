/* skeletons.h - the skeletons of the reduce family: one table. */
#ifndef TW_GEN_FAMILIES_REDUCE_SKELETONS_H
#define TW_GEN_FAMILIES_REDUCE_SKELETONS_H

#include "gen/families/reduce/skeleton.h"

/* The skeleton of a variant, of which what chooses it is resolved. */
const struct tw_reduce_skeleton *tw_reduce_skeleton_of(const int64_t *value);

/* Adds a flag for each skeleton, "is_rows", whether it is the variant's. */
void tw_reduce_describe_skeleton(const int64_t *value, struct tw_data *data);

#endif
