/* exact.h - order exact: sums that are rounded once, whatever the elements (exact.c says how). */
#ifndef TW_GEN_FAMILIES_REDUCE_EXACT_H
#define TW_GEN_FAMILIES_REDUCE_EXACT_H

#include "gen/families/reduce/fields.h"
#include "gen/text/data.h"

/* The members of a state; how many. False, with the reason added, for what cannot be exact. */
unsigned tw_reduce_exact_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX]);
bool tw_reduce_exact_accept(const struct tw_reduce *r, struct tw_text *reason);
/* Adds the last launch and its scratch, after those of the skeleton; nothing for other orders. */
void tw_reduce_exact_shape(const struct tw_reduce *r, struct tw_shape *shape);
/* Whether it is that launch. */
bool tw_reduce_exact_is(const struct tw_launch *launch);
/* Adds the variables of templates/reduce/reduce_expansion.cu.mustache and reduce_exact.cu.mustache. */
void tw_reduce_exact_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);

#endif
