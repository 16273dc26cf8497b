/* scratch.h - arrays of scratch: those in which the states of parts wait until they are joined, one for each member of a state. */
#ifndef TW_GEN_FAMILIES_REDUCE_SCRATCH_H
#define TW_GEN_FAMILIES_REDUCE_SCRATCH_H

#include "gen/families/reduce/fields.h"

/* A scratch array of `count` elements, or of one where that is 0. */
struct tw_argument tw_reduce_scratch(const char *name, enum tw_element element, uint64_t count,
                                     enum tw_before before);

/* Adds the arrays, of `count` states, and a counter for each of `counters` groups of blocks, unless that is 0. Their numbers
   are those from the old argument_count on. */
void tw_reduce_add_partials(const struct tw_reduce *r, uint64_t count, uint64_t counters,
                            struct tw_shape *shape);

#endif
