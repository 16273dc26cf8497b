/* traffic.h - sectors that the tiles of a transpose read from the L2. */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_TRAFFIC_H
#define TW_GEN_FAMILIES_TRANSPOSE_TRAFFIC_H

#include "gen/families/transpose/tile.h"

/* Sectors that the rows of its tiles touch, each counted once for a row of a tile: what the L2 gives the multiprocessors. The
   first and last chunk of a dense input are taken to be shifted as all others are. 0: it is not said, of other methods and
   where one tile is as wide as the matrix. */
uint64_t tw_transpose_tile_sectors(const struct tw_transpose *t);

#endif
