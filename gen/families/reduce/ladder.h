/* ladder.h - what pictures show of the ladder's shared memory; the rest of it is tw_reduce_ladder (reduce.h). */
#ifndef TW_GEN_FAMILIES_REDUCE_LADDER_H
#define TW_GEN_FAMILIES_REDUCE_LADDER_H

#include "gen/families/reduce/reduce.h"

/* As of a family, of a variant whose method is a rung. */
bool tw_ladder_tile(const struct tw_reduce *r, struct tw_layout *layout);
unsigned tw_ladder_accesses(const struct tw_reduce *r, const int64_t *value,
                            struct tw_access_info info[TW_MAX_ACCESSES]);
void tw_ladder_addresses(const struct tw_reduce *r, unsigned access, unsigned first, unsigned count,
                         uint32_t *addr);

#endif
