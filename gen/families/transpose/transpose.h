/* transpose.h - the transpose family: transposes of a matrix of any shape, element size and pitch, and of many. */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_TRANSPOSE_H
#define TW_GEN_FAMILIES_TRANSPOSE_TRANSPOSE_H

#include "gen/families/transpose/tile.h"

extern const struct tw_family tw_family_transpose;

#endif
