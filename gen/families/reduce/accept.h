/* accept.h - which variants of the reduce family are possible. */
#ifndef TW_GEN_FAMILIES_REDUCE_ACCEPT_H
#define TW_GEN_FAMILIES_REDUCE_ACCEPT_H

#include "gen/families/reduce/fields.h"

/* The family's accept (gen/family.h): what all skeletons have in common, the algebra's part, and the skeleton's own. */
bool tw_reduce_accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason);

#endif
