/* median.h - times in order, and the one in the middle. */
#ifndef TW_BASE_MEDIAN_H
#define TW_BASE_MEDIAN_H

#include <stddef.h>

/* Sorts numbers, the smallest first. None may be NaN. */
void tw_sort(double *numbers, size_t count);

/* The middle one of `count` > 0 sorted numbers, or the mean of the two in the middle. */
double tw_median(const double *sorted, size_t count);

#endif
