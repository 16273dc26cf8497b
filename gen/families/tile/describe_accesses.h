/*
 * describe_accesses.h - the accesses of a variant of the tile family in its source, and the names that they need.
 */
#ifndef TW_GEN_FAMILIES_TILE_DESCRIBE_ACCESSES_H
#define TW_GEN_FAMILIES_TILE_DESCRIBE_ACCESSES_H

#include "gen/families/tile/walk.h"
#include "gen/text/data.h"

/* "x", "y", "z". */
extern const char *const tw_tile_axes[TILE_AXES];

/* Coordinates have names of their own: in 2d form, unless there is but one and that is idx. */
bool tw_tile_names_axes(const struct tw_tile *tile);

/* Adds the name of a tile, "tile": those that belong to the whole program begin with the variant's. */
void tw_tile_add_name(const int64_t *value, unsigned number, const char *name, struct tw_data *data);

/* Adds the writes of all tiles, then the reads ("stores", "loads"), and the names of subscripts ("places"). */
void tw_tile_describe_accesses(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                               struct tw_data *data);

#endif
