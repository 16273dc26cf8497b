/* A thread that looks at the clock and at the process's memory while work goes on. */
#include "base/limits/limits.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

#define LOOK_NS 20000000 /* between two looks */

/* The resident memory of this process; 0: it is not known. */
static uint64_t resident_bytes(void)
{
    unsigned long long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%llu %llu", &all, &resident) != 2) resident = 0;
    fclose(file);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void look_at_memory(const struct tw_limited *work)
{
    if (work->limits.bytes && resident_bytes() > work->most) work->limits.exceeded(TW_LIMIT_MEMORY);
}

static void look(const struct tw_limited *work)
{
    if (work->limits.seconds > 0 && tw_seconds() >= work->until) work->limits.exceeded(TW_LIMIT_TIME);
    look_at_memory(work);
}

static void *watch(void *context)
{
    struct tw_limited *work = context;
    pthread_mutex_lock(&work->lock);
    while (!work->is_over) {
        struct timespec next;
        clock_gettime(CLOCK_MONOTONIC, &next);
        next.tv_nsec += LOOK_NS;
        if (next.tv_nsec >= 1000000000) next = (struct timespec){next.tv_sec + 1, next.tv_nsec - 1000000000};
        pthread_cond_timedwait(&work->ended, &work->lock, &next);
        if (!work->is_over) look(work);
    }
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

/* The thread takes no signal of its process. */
static bool start(struct tw_limited *work)
{
    pthread_condattr_t by;
    sigset_t all, before;
    pthread_mutex_init(&work->lock, NULL);
    pthread_condattr_init(&by);
    pthread_condattr_setclock(&by, CLOCK_MONOTONIC);
    pthread_cond_init(&work->ended, &by);
    pthread_condattr_destroy(&by);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool started = pthread_create(&work->watcher, NULL, watch, work) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void forget(struct tw_limited *work)
{
    pthread_cond_destroy(&work->ended);
    pthread_mutex_destroy(&work->lock);
}

void tw_limits_begin(const struct tw_limits *limits, struct tw_limited *work)
{
    *work = (struct tw_limited){.limits = *limits, .until = tw_seconds() + limits->seconds};
    if (!limits->exceeded || (!(limits->seconds > 0) && !limits->bytes)) return;
    work->most = resident_bytes() + limits->bytes;
    work->is_watched = start(work);
    if (!work->is_watched) forget(work);
}

void tw_limits_end(struct tw_limited *work)
{
    if (!work->is_watched) return;
    pthread_mutex_lock(&work->lock);
    work->is_over = true;
    pthread_cond_signal(&work->ended);
    pthread_mutex_unlock(&work->lock);
    pthread_join(work->watcher, NULL);
    forget(work);
    look_at_memory(work); /* short work ends before the first look */
}
