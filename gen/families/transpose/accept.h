/* accept.h - what a variant of a transpose takes of a block and a grid, and whether it is possible. */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_ACCEPT_H
#define TW_GEN_FAMILIES_TRANSPOSE_ACCEPT_H

#include "gen/families/transpose/tile.h"

/* tw_family's `accept`; and the same where nobody asks for the reason. */
bool tw_transpose_accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason);
bool tw_transpose_accepts(const int64_t *value, const struct tw_target *target);

/* Blocks of the grid, of accepted problems. */
uint64_t tw_transpose_blocks(const struct tw_transpose *t, const int64_t *value);

/* Bytes of the tile in shared memory. */
uint32_t tw_transpose_tile_bytes(const int64_t *value);

/* Whether a tile of so many bytes is declared as dynamic shared memory. */
bool tw_transpose_is_dynamic(const struct tw_transpose *t, uint32_t bytes);

/* Bytes that in and out must be multiples of. */
unsigned tw_transpose_align(const struct tw_transpose *t, const int64_t *value);

#endif
