/*
 * transposed.h - permutations that are a transpose: of one matrix or of a batch, in elements of as many bytes as are moved together
 * everywhere. The transpose family answers for them: a variant of the method transpose is one of that family, and its fields hold the
 * other's of the same names.
 */
#ifndef TW_GEN_FAMILIES_PERMUTE_TRANSPOSED_H
#define TW_GEN_FAMILIES_PERMUTE_TRANSPOSED_H

#include "gen/families/permute/tile.h"

/* Whether the values' problem, whose texts are right, is a transpose. */
bool tw_permute_is_transpose(const int64_t *value);

/* The transpose's values: its problem, and of the fields that both families have what they are. False: it is none. */
bool tw_permute_to_transpose(const int64_t *value, int64_t transpose[TW_MAX_FIELDS]);

/* Gives the fields that both families have what the transpose's are. */
void tw_permute_from_transpose(const int64_t *transpose, int64_t *value);

#endif
