/*
 * pool.h - a pool of worker processes: a job that crashes, hangs or eats the memory costs that job alone.
 *
 * Workers are forks of this process, made before it opens a compiler or a device (forking after that is not
 * safe): each has everything the parent had loaded, and a job is just a number. A worker prepares itself when
 * its first job comes, and answers each job with bytes of its own choosing. A worker that dies or overstays
 * its time is killed and replaced; its job is answered by the pool with the cause. Where memory runs out the
 * kernel takes a worker first. Of the parent's open files a worker keeps the standard streams alone, so it
 * holds no lock and no other worker's channel; Ctrl-C and the like it leaves to the parent.
 *
 * Use from one thread. The process must not have other threads
 * when a pool is made, or when a worker is replaced.
 */
#ifndef TW_CLI_POOL_H
#define TW_CLI_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/error.h>

#include "base/text.h"

/* What a worker does. All of it runs in the worker's process, on the fork's copy of *context. */
struct tw_pool_tasks {
    void (*prepare)(void *context); /* before its first job, not counted as that job's time; NULL: nothing */
    void (*work)(void *context, uint64_t job, struct tw_text *answer); /* appends the answer to the job    */
    void (*finish)(void *context); /* at its end, when the pool closes: gives back what it opened          */
    void *context;
};

struct tw_pool;

/* Up to 64 workers, forked when first needed. timeout_s: seconds a job may take; 0 = for ever.
   With 0 workers there are no processes: a job is done by the call that submits it, in this
   process (for debuggers and profilers). */
int tw_pool_open(unsigned workers, double timeout_s, const struct tw_pool_tasks *tasks, struct tw_pool **pool,
                 struct tw_error *error);
/* What `lost` says of a process that a signal killed. */
void tw_pool_say_killed(int signal_number, char *cause, size_t size);

/* What jobs may take that are submitted from now on; seconds as above. */
void tw_pool_set_timeout(struct tw_pool *pool, double timeout_s);
/* Ends the workers, kills those that are at a job: jobs not yet answered are lost. After a second interrupt
   (interrupt.h) it kills all that have not ended. NULL is allowed. */
void tw_pool_close(struct tw_pool *pool);

/* From now on at most this many workers, 1 at least; there must be no more busy. */
void tw_pool_limit(struct tw_pool *pool, unsigned workers);

/* True when a worker is free. */
bool tw_pool_idle(const struct tw_pool *pool);
/* Jobs handed out and not answered yet. */
unsigned tw_pool_busy(const struct tw_pool *pool);

/* Hands the job to a free worker (there must be one). */
int tw_pool_submit(struct tw_pool *pool, uint64_t job, struct tw_error *error);

/* An answer: the worker's bytes, or why there are none (which may be that memory ran out for them). */
struct tw_pool_answer {
    uint64_t job;
    unsigned worker;      /* who answered, for tw_pool_retire */
    struct tw_text bytes; /* owned by the caller (tw_text_free) */
    char lost[160]; /* "" or the cause: "killed by signal 11 (Segmentation fault)", "no answer within 10 s" */
    bool overdue;   /* which is that the job took too long */
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

#endif
