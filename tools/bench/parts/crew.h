/*
 * crew.h - processes that prepare what this one will need: they compile into the cache while it times. They are
 * forked, share what was made shared before, and must not touch the driver.
 */
#ifndef BENCH_CREW_H
#define BENCH_CREW_H

#include <stdbool.h>
#include <sys/types.h>

#define CREW_MAX 256u

struct crew {
    pid_t pid[CREW_MAX]; /* 0: has ended */
    unsigned count;
};

/* Forks `count` of them; number i runs work(context, i, count) and exits. Processes that could not be forked are left out:
   `count` of the crew says how many there are. They end with this process. */
void crew_start(struct crew *crew, unsigned count,
                void (*work)(void *context, unsigned number, unsigned count), void *context);
/* False when one has ended, for whatever reason. */
bool crew_is_whole(struct crew *crew);
/* Waits until all have ended. */
void crew_wait(struct crew *crew);
/* Ends those that are left. */
void crew_stop(struct crew *crew);

#endif
