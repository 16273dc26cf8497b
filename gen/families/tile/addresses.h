/*
 * addresses.h - where in shared memory each thread writes and reads, and whether that is a race.
 */
#ifndef TW_GEN_FAMILIES_TILE_ADDRESSES_H
#define TW_GEN_FAMILIES_TILE_ADDRESSES_H

#include "gen/families/tile/pattern.h"

/* The family's `addresses` (gen/family.h). */
void tw_tile_addresses(const int64_t *value, unsigned access, unsigned first, unsigned count, uint32_t *addr);

/* Whether an accepted variant is a race: some thread reads an element that another one writes, and its barrier does not order the
   two. The block's barrier orders all threads, the warp's the threads of a warp, and none orders no two. */
bool tw_tile_races(const int64_t *value);

#endif
