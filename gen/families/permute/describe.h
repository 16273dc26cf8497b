/* describe.h - the variables of templates/permute/permute.cu.mustache. */
#ifndef TW_GEN_FAMILIES_PERMUTE_DESCRIBE_H
#define TW_GEN_FAMILIES_PERMUTE_DESCRIBE_H

#include "gen/families/permute/tile.h"

/* Adds those of a variant that is no transpose. */
void tw_permute_describe(const int64_t *value, const char *name, struct tw_data *data);

#endif
