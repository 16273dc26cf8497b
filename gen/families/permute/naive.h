/* naive.h - what an element a thread costs in global memory, of problems of any size. */
#ifndef TW_GEN_FAMILIES_PERMUTE_NAIVE_H
#define TW_GEN_FAMILIES_PERMUTE_NAIVE_H

#include "gen/families/permute/tile.h"

/* Adds the requests, sectors and fills of a variant of the method naive. It has elements, and its blocks are whole warps. False:
   memory ran out, and nothing was added. */
bool tw_permute_predict_naive(const struct tw_permute_tile *t, struct tw_prediction *prediction);

#endif
