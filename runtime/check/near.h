/* near.h - how near results of described kernels are to what is right, by their tolerances: the formula, and what the CPU asks of it. */
#ifndef TW_RUNTIME_CHECK_NEAR_H
#define TW_RUNTIME_CHECK_NEAR_H

#include <tilewright/element.h>

#include "base/described/expectation.h"
#include "runtime/check/near_formula.h"

/* For the results of an argument in trial 0 or 1; most: max |want|. */
struct tw_near tw_near_of(const struct tw_tolerance *tolerance, enum tw_element element, double most,
                          unsigned trial);
/* The largest finite |component| of `count` elements of which nobody left both trials' patterns: `elements` in trial 0, `other` in trial 1. */
double tw_most(enum tw_element element, const void *elements, const void *other, uint64_t count);
/* The component of a wrong element that is off the farthest: how far, and what is allowed beside it. False: none is off by a number. */
bool tw_farthest_off(const struct tw_near *near, const void *got, const void *want, double *off,
                     double *allowed);

#endif
