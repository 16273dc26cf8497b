/* join.h - scratch in which the states of parts wait until somebody joins them: an array for each member of a state. */
#ifndef TW_GEN_FAMILIES_REDUCE_JOIN_H
#define TW_GEN_FAMILIES_REDUCE_JOIN_H

#include "gen/families/reduce/reduce.h"

/* Adds the arrays, of `count` states, and a counter for each of `counters` groups of blocks, unless that is 0. Their numbers
   are those from the old argument_count on. */
void tw_reduce_add_partials(const struct tw_reduce *r, uint64_t count, uint64_t counters,
                            struct tw_shape *shape);

#endif
