/* choose.h - the variant for a problem and a target, where nobody gave it: the rule of docs/permute.md. */
#ifndef TW_GEN_FAMILIES_PERMUTE_CHOOSE_H
#define TW_GEN_FAMILIES_PERMUTE_CHOOSE_H

#include "gen/families/permute/tile.h"

/* tw_family's `resolve`. */
void tw_permute_choose(int64_t *value, const struct tw_target *target);

#endif
