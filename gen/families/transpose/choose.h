/*
 * choose.h - the variant for a problem and a target, where nobody gave it: the method auto, and fields that nobody gave of the
 * methods in chunks, are those of the best of the candidates (candidates.h), as far as a model of measured times knows
 * (features.h).
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_CHOOSE_H
#define TW_GEN_FAMILIES_TRANSPOSE_CHOOSE_H

#include "gen/families/transpose/tile.h"

/* What a variant makes of a target's multiprocessors (SMs). */
struct tw_transpose_load {
    unsigned blocks, threads; /* resident on an SM; 0: the target cannot run it                    */
    uint64_t in_flight;       /* bytes that they have asked for at a time                          */
    uint64_t tiles;           /* of the whole problem                                              */
};

struct tw_transpose_load tw_transpose_load_of(const int64_t *value, const struct tw_target *target);

/* Whether that keeps the target busy; choose.c says why these numbers. */
bool tw_transpose_suits(const struct tw_transpose_load *load, const struct tw_target *target);

/* Replaces the method auto, and what is TW_DERIVED in a variant of a method in chunks; its problem's fields are not.
   What cannot be chosen, because of what was given, gets values that `accept` says the reason of. */
void tw_transpose_choose(int64_t *value, const struct tw_target *target);

/* The variants worth trying where it would choose, best first: tw_family's `candidates`. */
unsigned tw_transpose_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                                 unsigned count, int64_t *values);

/* Says how a variant came about, if it is what would be chosen: tw_family's `chosen`. */
void tw_transpose_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text);

#endif
