/* median.h - times in order, and the one in the middle. */
#ifndef TW_BASE_MEDIAN_H
#define TW_BASE_MEDIAN_H

#include <stddef.h>

/* Sorts numbers, the smallest first. None may be NaN. */
void tw_sort(double *numbers, size_t count);

/* Of `count` > 0 sorted numbers: the one in the middle, or the mean of both. */
double tw_median(const double *sorted, size_t count);

#endif
