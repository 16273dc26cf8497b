/* extents.h - the extents of a permutation's axes, which `sizes` and `shape` give together. */
#ifndef TW_GEN_FAMILIES_PERMUTE_TEXTS_EXTENTS_H
#define TW_GEN_FAMILIES_PERMUTE_TEXTS_EXTENTS_H

#include "gen/families/permute/texts/notation.h"

/* Fills extent[axis], from 0 to 2^62, and their product. False, with the reason: they are wrong, or something stays open. */
bool tw_axes_extents(const struct tw_axes *axes, const struct tw_permute_texts *texts,
                     int64_t extent[TW_MAX_AXES], uint64_t *elements, struct tw_text *reason);

#endif
