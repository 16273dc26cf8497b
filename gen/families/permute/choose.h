/* choose.h - the variant for a problem and a target, where nobody gave it: by the model, or by the rule of docs/permute.md. */
#ifndef TW_GEN_FAMILIES_PERMUTE_CHOOSE_H
#define TW_GEN_FAMILIES_PERMUTE_CHOOSE_H

#include "gen/families/permute/tile.h"

extern const struct tw_family tw_family_permute;

/* tw_family's `resolve`. */
void tw_permute_choose(int64_t *value, const struct tw_target *target);

/* Adds how a variant was chosen, in a clause; nothing where the model would choose another, or knows nothing of it. */
void tw_permute_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text);

/* tw_family's `candidates`: the best by the model first. */
unsigned tw_permute_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                               unsigned count, int64_t *values);

/* tw_family's `relax`: the same permutation an element at a time, or by the transpose family's second kernel. */
bool tw_permute_relax(int64_t *value);

#endif
