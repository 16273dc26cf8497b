/* Turns at something that only a few can do at once: of those who wait, the first in rank goes first, whoever else he works for. */
#include "tune/plan/turns.h"

#include <math.h>
#include <time.h>

#include "base/clock.h"

void tw_turns_init(struct tw_turns *turns, unsigned at_once)
{
    pthread_condattr_t by_steady_clock; /* none of this can fail here: glibc, musl */
    *turns = (struct tw_turns){.free = at_once};
    pthread_condattr_init(&by_steady_clock);
    pthread_condattr_setclock(&by_steady_clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&turns->lock, NULL);
    pthread_cond_init(&turns->given, &by_steady_clock);
    pthread_condattr_destroy(&by_steady_clock);
}

void tw_turns_destroy(struct tw_turns *turns)
{
    pthread_mutex_destroy(&turns->lock);
    pthread_cond_destroy(&turns->given);
}

/* Until somebody is through, or that time. False: it is over. */
static bool wait_until(struct tw_turns *turns, double until)
{
    if (isinf(until)) return pthread_cond_wait(&turns->given, &turns->lock) == 0;
    if (until <= tw_seconds()) return false;
    double whole = floor(until);
    const struct timespec then = {(time_t)whole, (long)(1e9 * (until - whole))};
    pthread_cond_timedwait(&turns->given, &turns->lock, &then);
    return true;
}

static bool is_next(const struct tw_turns *turns, unsigned rank)
{
    for (unsigned first = 0; first < rank; first++)
        if (turns->waiting[first]) return false;
    return turns->free;
}

bool tw_turns_take(struct tw_turns *turns, unsigned rank, double until)
{
    bool in_time = true;
    pthread_mutex_lock(&turns->lock);
    turns->waiting[rank]++;
    while (in_time && !is_next(turns, rank)) in_time = wait_until(turns, until);
    turns->waiting[rank]--;
    turns->free -= in_time;
    pthread_cond_broadcast(&turns->given); /* who comes behind may be next now */
    pthread_mutex_unlock(&turns->lock);
    return in_time;
}

void tw_turns_give(struct tw_turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    turns->free++;
    pthread_cond_broadcast(&turns->given);
    pthread_mutex_unlock(&turns->lock);
}
