/*
 * declared.h - what a description leaves open: the combinations of the values that it declares for parameters which nobody gave. Private to
 * gen/choice.
 */
#ifndef TW_GEN_CHOICE_DECLARED_H
#define TW_GEN_CHOICE_DECLARED_H

#include "gen/family.h"

#define TW_DECLARED_TRIES 4000000u /* combinations that are looked at, at most: some seconds */

/*
 * Lists the combinations that violate no constraint, in the order of nested loops, the last field innermost: *count of them at *values (free),
 * all fields of each. given: the values before resolve(), TW_DERIVED of a field that is open; of none no combination comes. Where a constraint
 * is violated, those that share the values which it depends on are not looked at. TW_MEMORY; TW_UNSUPPORTED: they are more than
 * TW_DECLARED_TRIES. Nothing is listed then.
 */
int tw_declared_list(const struct tw_family *family, const int64_t *given, const struct tw_target *target,
                     int64_t **values, unsigned *count);

/* A step that is coprime to the count, about 0.618 of it: numbers i * step % count, from i = 0 on, are all numbers below the count, and those of
   the first few are far from each other. */
unsigned tw_declared_step(unsigned count);

#endif
