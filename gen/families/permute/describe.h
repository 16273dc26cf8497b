/* describe.h - the variables of templates/permute/permute.cu.mustache. */
#ifndef TW_GEN_FAMILIES_PERMUTE_DESCRIBE_H
#define TW_GEN_FAMILIES_PERMUTE_DESCRIBE_H

#include "gen/families/permute/tile.h"

/* tw_family's `describe`. */
void tw_permute_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                         struct tw_data *data);

#endif
