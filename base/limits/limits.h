/*
 * limits.h - how long a piece of work may take, and how much memory: of work by a library that cannot be stopped, such as a
 * compiler, in a process that may end.
 */
#ifndef TW_BASE_LIMITS_LIMITS_H
#define TW_BASE_LIMITS_LIMITS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum tw_exceeded { TW_LIMIT_TIME, TW_LIMIT_MEMORY };

struct tw_limits {
    double seconds; /* 0: any */
    uint64_t bytes; /* by which the resident memory of the process may grow; 0: any */
    /* Is called in a thread of its own while the work goes on, and ends the process. NULL: nothing is limited. */
    void (*exceeded)(enum tw_exceeded which);
};

/* Work under way. Private. */
struct tw_limited {
    struct tw_limits limits;
    double until;
    uint64_t most; /* resident bytes */
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool is_over, is_watched;
    pthread_t watcher;
};

/* Before and after the work, in one thread. Where no thread can be had the work is not limited. */
void tw_limits_begin(const struct tw_limits *limits, struct tw_limited *work);
void tw_limits_end(struct tw_limited *work);

#endif
