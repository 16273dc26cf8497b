/* clock.h - a clock that only goes forward. */
#ifndef TW_BASE_CLOCK_H
#define TW_BASE_CLOCK_H

/* Seconds since a moment that stays the same while the process runs. Any threads may ask at once. */
double tw_seconds(void);

#endif
