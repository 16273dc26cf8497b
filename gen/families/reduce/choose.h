/* choose.h - the variant of a problem where nobody gave it. */
#ifndef TW_GEN_FAMILIES_REDUCE_CHOOSE_H
#define TW_GEN_FAMILIES_REDUCE_CHOOSE_H

#include "gen/families/reduce/fields.h"

#define TW_REDUCE_CANDIDATES_MAX 128u /* of a skeleton */

/* `given` has what is the problem's and the loads; what says how may be open. */

/* One of the skeleton's candidates with all fields; false: it is impossible. */
bool tw_reduce_take(const int64_t *given, unsigned number, const struct tw_target *target, int64_t *value);
/* The candidates that are possible, the most promising first; how many. */
unsigned tw_reduce_rank(const int64_t *given, const struct tw_target *target,
                        unsigned numbers[TW_REDUCE_CANDIDATES_MAX]);
/* Fills what is open with the most promising. */
void tw_reduce_choose(int64_t *value, const struct tw_target *target);
/* What the choice went by, as the family says it (gen/family.h). */
void tw_reduce_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text);

#endif
