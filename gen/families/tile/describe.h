/* describe.h - the source of a variant of the tile family. */
#ifndef TW_GEN_FAMILIES_TILE_DESCRIBE_H
#define TW_GEN_FAMILIES_TILE_DESCRIBE_H

#include "gen/family.h"
#include "gen/text/data.h"

/* tw_family.describe. */
void tw_tile_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                      struct tw_data *data);

#endif
