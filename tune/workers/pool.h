/*
 * pool.h - a pool of worker processes: a job that crashes, hangs or eats the memory costs that job alone.
 *
 * A worker is a program of its own, spawned when its first job comes: the process that has the pool may have threads and an
 * open device, and nothing of its state is changed. The worker is sent the settings, prepares itself, and answers each job,
 * which is bytes, with bytes. A worker that dies or overstays its time is killed and replaced; its job is answered by the pool
 * with the cause. Where memory runs out the kernel takes a worker first. A worker keeps only the standard streams of the
 * parent's open files, so it holds no lock and no other worker's channel; Ctrl-C and the like it leaves to the parent, with whom it
 * ends.
 *
 * Use a pool from one thread at a time. Other threads may do as they like, but wait for children that are not theirs
 * (waitpid with -1): how a worker ended is then not known.
 */
#ifndef TW_TUNE_WORKERS_POOL_H
#define TW_TUNE_WORKERS_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/error.h>

#include "base/text.h"
#include "tune/watcher.h"

/* What a worker does, in its own process or, in a pool without workers, in the caller's. */
struct tw_pool_service {
    bool (*knows)(const char *settings, size_t length); /* false: they are of another build of the library */
    void *(*open)(const char *settings, size_t length); /* what work() is given; NULL: out of memory */
    void (*prepare)(void *context); /* before its first job, not counted as that job's time; NULL: nothing */
    void (*work)(void *context, const char *job, size_t length,
                 struct tw_text *answer); /* appends the answer */
    void (*finish)(void *context);        /* at its end, when the pool closes: gives back what it opened */
};

struct tw_pool_options {
    unsigned workers; /* at most 64; 0: no processes, a job is done by the call that submits it */
    double timeout_s; /* seconds that a job may take; 0: for ever */
    const char *
        program; /* of a worker, which calls tw_pool_serve; looked for on PATH where it has no slash; copied */
    const char *argument;                  /* that it is given; copied */
    const struct tw_pool_service *service; /* of a pool without workers */
    const char *settings;                  /* copied */
    size_t settings_length;
    const struct tw_watcher
        *watcher; /* at stop level 2 tw_pool_close waits for no worker; it outlives the pool */
};

struct tw_pool;

int tw_pool_open(const struct tw_pool_options *options, struct tw_pool **pool, struct tw_error *error);
/* What `lost` says of a process that a signal killed. */
void tw_pool_say_killed(int signal_number, char *cause, size_t size);

/* What jobs may take that are submitted from now on; seconds as above. */
void tw_pool_set_timeout(struct tw_pool *pool, double timeout_s);
/* Ends the workers, kills those that are at a job: jobs not yet answered are lost. NULL is allowed. */
void tw_pool_close(struct tw_pool *pool);

/* From now on at most this many workers, 1 at least; there must be no more busy. */
void tw_pool_limit(struct tw_pool *pool, unsigned workers);

/* True when a worker is free. */
bool tw_pool_idle(const struct tw_pool *pool);
/* Jobs handed out and not answered yet. */
unsigned tw_pool_busy(const struct tw_pool *pool);

/* Hands the job, which the caller calls `number`, to a free worker (there must be one). */
int tw_pool_submit(struct tw_pool *pool, uint64_t number, const void *job, size_t length,
                   struct tw_error *error);

/* An answer: the worker's bytes, or why there are none (which may be that memory ran out for them). */
struct tw_pool_answer {
    uint64_t number;
    unsigned worker;      /* that answered, for tw_pool_retire */
    struct tw_text bytes; /* owned by the caller (tw_text_free) */
    char lost[160]; /* "" or the cause: "killed by signal 11 (Segmentation fault)", "no answer within 10 s" */
    int status;     /* of a lost one: what its process ended with by itself, or -1 */
    bool overdue;   /* the cause is that the job took too long */
    bool no_memory; /* or that memory ran out */
};

/* Waits for the next answer, at most wait_s seconds (negative: as long as it takes). *got is false when none
   came in time, no job is out, or a signal arrived. */
int tw_pool_wait(struct tw_pool *pool, double wait_s, struct tw_pool_answer *answer, bool *got,
                 struct tw_error *error);

/* Sleeps until tw_pool_wait on one of the pools (NULL ones are passed over) would have an answer or part of
   one, at most wait_s seconds; a signal ends it too. */
void tw_pool_sleep(struct tw_pool *const *pools, unsigned count, double wait_s);

/* Ends the process of a worker that answered but cannot be trusted with another job;
 * a fresh one takes its place. */
void tw_pool_retire(struct tw_pool *pool, unsigned worker);

/* The life of a worker: settings and jobs come over the file TW_POOL_CHANNEL, until the pool closes it. Returns the status
   that the process is to end with. Changes the process: it closes files, ignores signals, begins a thread. */
#define TW_POOL_CHANNEL 3
int tw_pool_serve(const struct tw_pool_service *service);
/* For a worker's process alone: ends it at once, from any thread. The job under way is lost, with this status. */
void tw_pool_leave(int status) __attribute__((__noreturn__));

#endif
