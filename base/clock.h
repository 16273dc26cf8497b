/* clock.h - the clock that waiting and measuring on the host go by. */
#ifndef TW_BASE_CLOCK_H
#define TW_BASE_CLOCK_H

/* Seconds of a monotonic clock: only differences mean something. Thread-safe. */
double tw_seconds(void);

#endif
