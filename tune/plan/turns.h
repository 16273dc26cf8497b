/*
 * turns.h - turns at something that only a few can do at once, by rank.
 *
 * Thread-safety: all but init and destroy by any threads at once. Times are those of tw_seconds (base/clock.h).
 */
#ifndef TW_TUNE_PLAN_TURNS_H
#define TW_TUNE_PLAN_TURNS_H

#include <pthread.h>
#include <stdbool.h>

#define TW_RANKS 16u

struct tw_turns {
    pthread_mutex_t lock;
    pthread_cond_t given;
    unsigned free;
    unsigned waiting[TW_RANKS]; /* of each rank */
};

void tw_turns_init(struct tw_turns *turns, unsigned at_once);
void tw_turns_destroy(struct tw_turns *turns);

/* Takes a turn as soon as one is free and nobody of a lower rank waits. False: the time was over before; INFINITY: it never is. */
bool tw_turns_take(struct tw_turns *turns, unsigned rank, double until);
void tw_turns_give(struct tw_turns *turns);

#endif
