/*
 * wheels.h - the fields of a space that have several values, as the wheels of an odometer: which of them must be turned on where a variant
 * violates a constraint, and how far. Many variants are passed over at once, since a constraint is also looked at while later wheels may still
 * show any of their values (base/expression/range.h).
 *
 *     A * B * C == 30030, and A shows 17:   wheel A must be turned, since no B and C help
 *
 * Wheels are read-only while they are used; thread-safe.
 */
#ifndef TW_GEN_CHOICE_WHEELS_H
#define TW_GEN_CHOICE_WHEELS_H

#include "gen/config/config_value.h"

struct tw_wheels {
    const struct tw_family *family;
    const struct tw_target *target;
    unsigned count;
    unsigned field[TW_MAX_FIELDS]; /* of each wheel, rising */
    const struct tw_axis *axis[TW_MAX_FIELDS];
};

/* The first wheel such that all variants violate a constraint which show what `value`, resolved, has up to it: turned on they may not. The first
   one, where there is none at all. -1: the variant violates no constraint. */
int tw_wheels_violated(const struct tw_wheels *wheels, const int64_t *value);

/* A position from `from` on, on a wheel, before which all variants violate a constraint that show what `value` has on the wheels before it; the
   wheel's count: all others do. */
uint64_t tw_wheels_next(const struct tw_wheels *wheels, const int64_t *value, unsigned wheel, uint64_t from);

#endif
