/*
 * pool_jobs.h - what workers can do, right and wrong, for the tests of pools: the number in a job says what happens to it, and a
 * pool's settings how its workers are. The program pool_worker serves them; test_pool.c has the pools.
 */
#ifndef TW_TESTS_POOL_JOBS_H
#define TW_TESTS_POOL_JOBS_H

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "tune/workers/pool.h"

enum job {
    ECHO,
    SEGFAULT,
    EXIT_3,
    EXIT_0,
    HANG,
    BIG,
    NOTHING,
    WHO,
    DIE_AFTER,
    SLEEP,
    FILES,
    TERM,
    PREPARED,
    JOBS
};

#define BIG_BYTES (48u << 20)

/* Settings: a letter each. */
#define PLAIN       "p"
#define SLOW        "s" /* takes a while to prepare */
#define HOPELESS    "h" /* ends while it prepares   */
#define WRITES      "w" /* writes to standard error when it finishes */
#define OTHER_BUILD "o"
#define PENNILESS   "m" /* has no memory to begin with */

struct context {
    char kind;
    int prepared, done; /* of this worker's process */
};

static void sleep_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static unsigned open_files(void)
{
    unsigned count = 0;
    DIR *directory = opendir("/proc/self/fd");
    while (directory && readdir(directory)) count++;
    closedir(directory);
    return count;
}

static bool knows(const char *settings, size_t length)
{
    return length == 1 && *settings != *OTHER_BUILD;
}

static void *open_context(const char *settings, size_t length)
{
    struct context *context = *settings == *PENNILESS || length != 1 ? NULL : calloc(1, sizeof *context);
    if (context) context->kind = *settings;
    return context;
}

static void prepare(void *data)
{
    struct context *context = data;
    if (context->kind == *HOPELESS) _exit(7);
    if (context->kind == *SLOW) sleep_ms(1500);
    context->prepared++;
}

static void die_after_the_answer(void)
{
    signal(SIGALRM, SIG_DFL); /* ends the process 50 ms from now */
    const struct itimerval soon = {.it_value = {0, 50000}};
    setitimer(ITIMER_REAL, &soon, NULL);
}

static void work(void *data, const char *bytes, size_t length, struct tw_text *answer)
{
    struct context *context = data;
    uint64_t job = 0;
    if (length >= sizeof job) memcpy(&job, bytes, sizeof job);
    context->done++;
    switch ((enum job)(job % JOBS)) {
    case SEGFAULT:
        signal(SIGSEGV, SIG_DFL); /* the sanitizers' handler would end the process with a status instead */
        raise(SIGSEGV);
        return;
    case EXIT_3:
        _exit(3);
    case EXIT_0:
        _exit(0);
    case HANG:
        for (;;) sleep_ms(1000);
    case BIG:
        for (unsigned i = 0; i < BIG_BYTES / 4; i++) {
            uint32_t word = i * 2654435761u;
            tw_text_add_bytes(answer, &word, sizeof word);
        }
        return;
    case NOTHING:
        return;
    case WHO: {
        pid_t self = getpid();
        tw_text_add_bytes(answer, &self, sizeof self);
        return;
    }
    case DIE_AFTER:
        die_after_the_answer();
        break;
    case SLEEP:
        sleep_ms(300);
        break;
    case FILES:
        tw_text_addf(answer, "%u", open_files());
        return;
    case TERM:
        raise(SIGTERM);
        raise(SIGINT);
        raise(SIGHUP);
        break;
    case PREPARED:
        tw_text_addf(answer, "%d %d", context->prepared, context->done);
        return;
    default:
        break;
    }
    tw_text_addf(answer, "job %u", (unsigned)job);
}

static void finish(void *data)
{
    struct context *context = data;
    if (context->kind == *WRITES && write(STDERR_FILENO, "f", 1) != 1) _exit(1);
    free(context);
}

static const struct tw_pool_service service = {knows, open_context, prepare, work, finish};

#endif
