/*
 * limits.h - limits of time and memory for work that a library does and that cannot be stopped, such as a compile. The only way out is the
 * end of the process, so this is for processes that may end: workers, the command line, the drop-in's NVRTC. The caller says how, by
 * `exceeded`; nothing here ends a process, prints or keeps state.
 */
#ifndef TW_BASE_LIMITS_LIMITS_H
#define TW_BASE_LIMITS_LIMITS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum tw_exceeded { TW_LIMIT_TIME, TW_LIMIT_MEMORY };

struct tw_limits {
    double seconds; /* 0: no limit */
    uint64_t bytes; /* by which the resident memory of the process may grow; 0: no limit */
    /* Called in a thread of its own while the work goes on, and for memory also by tw_limits_end in the caller's; must end the process,
       as it is called again and again. NULL: nothing is limited. */
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

/* Called by one thread before and after the work. *work need not be initialised, and must stay where it is between the two. If no watching
   thread can be had, the work is not limited. Memory that the work still has at its end counts however short it was. */
void tw_limits_begin(const struct tw_limits *limits, struct tw_limited *work);
void tw_limits_end(struct tw_limited *work);

#endif
