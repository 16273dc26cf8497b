/*
 * worker.h - a pipeline in a process of its own: a variant that crashes, hangs or leaves the GPU unusable
 * costs that variant alone (after a kernel's fault no context of the process works again: CUDA driver
 * API, CUDA_ERROR_ILLEGAL_ADDRESS).
 *
 * A compile that takes more time or memory than the options allow ends the worker's process, and costs its variant alone too.
 *
 * With workers the caller's process never opens a device or a compiler; it asks the workers.
 * See pool.h for what that means for threads.
 */
#ifndef TW_TUNE_WORKERS_WORKER_H
#define TW_TUNE_WORKERS_WORKER_H

#include "tune/devices/cards.h"
#include "tune/pipeline.h"
#include "tune/workers/pool.h"

/* What a worker found when it opened its device: what the parent may know of it. */
struct tw_probe {
    char device[128];   /* its name, for the records                         */
    char why[512];      /* the choice in words: the first line of the output */
    char warning[1024]; /* of its cache, or ""                             */
    char counting[512]; /* how the GPU's counters are read, or why not; "": they are not wanted */
    bool counts;        /* they are read */
    bool simulator;
    int driver_version; /* 13000: CUDA 13.0 */
    int nvrtc_major, nvrtc_minor;
    unsigned sm; /* compiled for */
    struct tw_target target;
    int l2_bytes;
    unsigned bank_bytes; /* as struct tw_device has these two */
    enum tw_cache_config cache_config;
};

#define TW_TIMEOUT_S           60.0  /* for one variant on a GPU, unless the user says otherwise */
#define TW_SIMULATED_TIMEOUT_S 900.0 /* and on the simulator, where all is slower               */

/* timeout_s as the user gave it; negative: the one above that fits. */
double tw_worker_timeout(double timeout_s, const struct tw_probe *probe);

/* Seconds that a compile may take where a variant may take timeout_s. */
double tw_worker_compile_s(double timeout_s);

/* Seconds that a reference may take then, as struct tw_pipeline_options has them: half. */
double tw_worker_reference_s(double timeout_s);

/* How workers are had. */
struct tw_worker_setup {
    unsigned count;   /* 0: none, the caller's process does the work */
    double timeout_s; /* for one variant; 0: none, negative: as tw_worker_timeout says */
    /* The program that is spawned with the argument TW_WORKER_ARGUMENT and calls tw_worker_main; NULL: $TILEWRIGHT_WORKER, else
       the program tilewright beside this library, in ../bin or ../../bin of its folder, or on PATH. */
    const char *program;
    const struct tw_watcher *watcher;
};

#define TW_WORKER_ARGUMENT "--worker"
/* The life of such a program; returns its exit status. */
int tw_worker_main(void);

struct tw_workers {
    struct tw_pool *pool; /* NULL: closed */
    const struct tw_pipeline_options *options;
    struct tw_refusal refusal; /* the last one that a worker told: others need not ask the reference again */
};

/* Starts workers and asks one of them what it found; setup and options outlive them. The error is that worker's own when it could
   not open what it needs. On a GPU there is one worker, whatever the count: what is measured must have it alone. What killed
   processes left (scratch.h) is swept up first; the watcher can stop the waiting. */
int tw_worker_open(const struct tw_worker_setup *setup, const struct tw_pipeline_options *options,
                   struct tw_workers *workers, struct tw_probe *probe, struct tw_error *error);

/* The two halves of it, for several at once: all open their devices side by side. The second says no warning. After a failure of either
   the workers are closed. */
int tw_worker_start(const struct tw_worker_setup *setup, const struct tw_pipeline_options *options,
                    struct tw_workers *workers, struct tw_error *error);
int tw_worker_probe(const struct tw_worker_setup *setup, struct tw_workers *workers, struct tw_probe *probe,
                    struct tw_error *error);

/* The cards that the options' choice names (tune/devices/cards.h), found by a worker of its own that opens none. */
int tw_worker_cards(const struct tw_worker_setup *setup, const struct tw_pipeline_options *options,
                    struct tw_cards *cards, struct tw_error *error);

/* Ends the workers, and removes from the cache what those that were killed have left there. */
void tw_worker_close(struct tw_workers *workers);

/* Workers that only compile into the cache, for the device that other workers found; *compiling is filled, and outlives them. prove: they
   prove each variant of a described kernel too. */
int tw_worker_open_compilers(const struct tw_worker_setup *setup, const struct tw_pipeline_options *options,
                             const struct tw_probe *probe, bool prove, struct tw_pipeline_options *compiling,
                             struct tw_workers *workers, struct tw_error *error);

/* Hands number `number` of the variants, which are as they are on the probe's target, to a free worker, to be taken to a stage. */
int tw_worker_submit(struct tw_workers *workers, const struct tw_variants *variants, size_t number,
                     enum tw_stage stage, struct tw_error *error);

/* The same of a variant whose best rival has that cost (pipeline.h's best_cost). */
int tw_worker_submit_rival(struct tw_workers *workers, const struct tw_variants *variants, size_t number,
                           enum tw_stage stage, double best_cost, struct tw_error *error);

/*
 * The next finished variant: its number, its result (owned by the caller) and what --dump and --print gave
 * (appended to *shown). A lost worker's variant has failed, with the cause. *got as for tw_pool_wait.
 */
int tw_worker_wait(struct tw_workers *workers, const struct tw_variants *variants, double wait_s,
                   size_t *number, struct tw_result *result, struct tw_text *shown, bool *got,
                   struct tw_error *error);

/* Says that a compile took more than it may, and which option gives it more. */
void tw_worker_say_exceeded(enum tw_exceeded which, double seconds, unsigned mib, struct tw_text *text);

/* A result's reason says that its worker was killed from outside: by Ctrl-C, `kill`, or a kernel that had no more memory. */
bool tw_worker_was_killed(const char *reason);

/* The same of so many variants from number `first` on, TW_COUNTED_AT_ONCE at most, as one job: where the GPU's counters are read
   they are counted together. A worker that is lost loses them all. */
struct tw_worker_range {
    size_t first;
    unsigned count;
    bool lost, overdue; /* overdue: since it took too long */
    struct tw_result
        *results; /* `count` of them, each owned by the caller; the array goes with tw_worker_range_free */
};
int tw_worker_submit_range(struct tw_workers *workers, const struct tw_variants *variants, size_t first,
                           unsigned count, enum tw_stage stage, struct tw_error *error);
int tw_worker_wait_range(struct tw_workers *workers, const struct tw_variants *variants, double wait_s,
                         struct tw_worker_range *range, struct tw_text *shown, bool *got,
                         struct tw_error *error);

void tw_worker_range_free(struct tw_worker_range *range);

#endif
