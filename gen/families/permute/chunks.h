/* chunks.h - what rows in chunks cost in global memory. */
#ifndef TW_GEN_FAMILIES_PERMUTE_CHUNKS_H
#define TW_GEN_FAMILIES_PERMUTE_CHUNKS_H

#include "gen/families/permute/tile.h"

/* Adds the requests, sectors and fills of a variant of the method chunks. When memory runs out, nothing is added, and nothing known. */
void tw_permute_predict_chunks(const struct tw_permute_tile *t, struct tw_prediction *prediction);

#endif
