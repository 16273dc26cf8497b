/*
 * timer.h - how long the device takes for what is queued on a stream, by two events around it:
 *
 *     stream:  prepare | ahead launches | event | launches | event
 *
 * Measuring, ceilings, probes, contests of plans and benches all time by this. On the simulator every time is 0: its events
 * count instructions, and nothing there is a time.
 *
 * The context that the events belong to must be current. One thread uses a timer at a time.
 */
#ifndef TW_RUNTIME_MEASURE_TIMER_H
#define TW_RUNTIME_MEASURE_TIMER_H

#include "runtime/driver.h"

struct tw_timer {
    const struct tw_driver *driver; /* the caller's, which outlives the timer */
    CUstream stream;
    CUevent events[2];
};

/* What is timed. `launch` queues it once on the timer's stream, and does not wait. */
struct tw_timed {
    int (*launch)(const void *what, struct tw_error *error);
    /* Queues what each run begins with: memory as it was, caches as they are to be. NULL: nothing. */
    int (*prepare)(const void *what, struct tw_error *error);
    const void *what;  /* handed to both */
    unsigned ahead;    /* launches before the first event: they leave the caches as the timed ones will */
    unsigned launches; /* between the events, back to back; at least 1 */
};

/* Makes the events. tw_timer_close also after a failure; it does nothing to a zeroed timer. */
int tw_timer_open(struct tw_timer *timer, const struct tw_driver *driver, CUstream stream,
                  struct tw_error *error);
void tw_timer_close(struct tw_timer *timer);

/* Microseconds between the events, of all `launches` together. *us is 0 after a failure. */
int tw_timer_time(const struct tw_timer *timer, const struct tw_timed *timed, double *us,
                  struct tw_error *error);

/* So many times one after the other, the device idle before each; those of `warm_up` more before them are forgotten. */
int tw_timer_repeat(const struct tw_timer *timer, const struct tw_timed *timed, unsigned warm_up,
                    unsigned times, double *us, struct tw_error *error);

/* The two halves of tw_timer_time, for a caller with something to do between them: queueing, and waiting for the second event. */
int tw_timer_queue(const struct tw_timer *timer, const struct tw_timed *timed, struct tw_error *error);
int tw_timer_read(const struct tw_timer *timer, double *us, struct tw_error *error);

#endif
