/* predict.h - what a permutation costs: requests and wavefronts of shared memory, requests, sectors and fills of global memory. */
#ifndef TW_GEN_FAMILIES_PERMUTE_PREDICT_H
#define TW_GEN_FAMILIES_PERMUTE_PREDICT_H

#include "gen/families/permute/tile.h"

/* tw_family's `predict`, of variants that are no transpose. */
void tw_permute_predict(const struct tw_permute_tile *t, struct tw_prediction *prediction);

/* Wavefronts of shared memory that one tile takes; of the method shifted one that begins with a chunk on both sides. */
uint64_t tw_permute_tile_wavefronts(const struct tw_permute_tile *t);

/* Adds what memory moves for the problem at least: the sectors and fills that its elements touch (traffic.c). */
void tw_permute_work(const struct tw_permute_tile *t, struct tw_work *work);

#endif
