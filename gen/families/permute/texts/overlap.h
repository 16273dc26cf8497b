/* overlap.h - whether an array's strides let two of its elements fall together. */
#ifndef TW_GEN_FAMILIES_PERMUTE_TEXTS_OVERLAP_H
#define TW_GEN_FAMILIES_PERMUTE_TEXTS_OVERLAP_H

#include "gen/families/permute/axes.h"

enum tw_overlap { TW_OVERLAP_NONE, TW_OVERLAP_FOUND, TW_OVERLAP_UNDECIDED };

/*
 * By extents, of which none is 0, and strides of up to TW_MAX_AXES axes whose reach, the sum of all (extent - 1) * |stride|, is at
 * most 2^62. FOUND: step[axis] indices along every axis lead from some element to another at the same place. UNDECIDED: strides are so
 * much alike that a search took too long; of dense arrays and those with gaps it takes one step for each axis.
 */
enum tw_overlap tw_overlap_find(const int64_t *extent, const int64_t *stride, unsigned rank,
                                int64_t step[TW_MAX_AXES]);

#endif
