/*
 * tune.h - tries the variants of a space and ranks them: what `tilewright sweep` does (docs/commands/sweep.md), as one call.
 *
 *     struct tw_tune_options options = TW_TUNE_OPTIONS_INIT;
 *     struct tw_tuned *tuned;
 *     struct tw_error error = TW_ERROR_INIT;
 *     options.config = "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", \"BDIMX\": 32, \"BDIMY\": 16, "
 *                      "\"layout\": \"row-col\", \"index\": \"linear\"}]}";
 *     if (tw_tune(&options, NULL, &tuned, &error) == TW_OK) {
 *         struct tw_tuned_variant best;
 *         if (tw_tuned_ranked(tuned, 1, &best)) printf("%s\n", best.name);
 *         tw_tuned_free(tuned);
 *     }
 *
 * Every variant is predicted; those that another one beats in every respect are left out; the others are compiled, launched and
 * checked, on a GPU they are timed, and the best of them again in turns until their order is not noise.
 *
 * Processes and threads. The work is done by worker processes (`workers`), each of which is the program tilewright, spawned: a
 * kernel that crashes, hangs or spoils its context costs itself alone, and the caller's process, which may have threads, open
 * contexts and handlers of signals, is changed in nothing. With no workers all is done in the calling thread, on the primary
 * context of the device; the context that was current is current again afterwards, nothing has a time limit, and what a wrong
 * kernel does to a context or a process it does to the caller's. A call keeps its thread until it is done; several threads may
 * each have a call of their own. A host that waits for any child (waitpid with -1), or ignores SIGCHLD, loses no result; how a
 * worker died is then not told.
 *
 * Errors: TW_OK or the code that is stored in *error, which may be NULL; *tuned is NULL then. Nothing here prints or exits. A
 * variant that is wrong or cannot run is no error of the call: its status says so.
 *
 * Memory: *tuned and all that it gives lives until tw_tuned_free.
 */
#ifndef TILEWRIGHT_TUNE_H
#define TILEWRIGHT_TUNE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/error.h>
#include <tilewright/kernel.h>

TW_API_BEGIN

/* ---- watching ---- */

enum tw_remark {
    TW_REMARK_FACT,   /* how something is done: "counted by CUPTI 13.0" */
    TW_REMARK_NOTE,   /* worth knowing, and nothing is wrong            */
    TW_REMARK_WARNING /* something could not be done, and the work goes on without */
};

/* What the caller is told and asked while the work goes on, in the thread that called. A member that is NULL is not called. */
struct tw_watcher {
    /* A sentence, without a full stop and a line break. */
    void (*say)(void *context, enum tw_remark remark, const char *sentence);
    /* `done` of `of` things are done; of 0: nobody knows how many there are. Often; done == of is not promised. doing NULL: what
       was done has ended. */
    void (*progress)(void *context, const char *doing, size_t done, size_t of);
    /* Several times a second. 0: go on. 1: begin nothing new, finish what is under way, and return what there is. 2: wait for
       nothing either: workers are killed, whatever they are at. */
    unsigned (*stop)(void *context);
    void *context;
};

/* ---- what is to be done ---- */

/* TW_TUNE_OPTIONS_INIT, then what is wanted. All pointers are the caller's, until tw_tune returns. */
struct tw_tune_options {
    const char *config;        /* a config as JSON (docs/config.md); NULL: config_file is read */
    const char *config_file;   /* its path, or its name in messages and results; NULL: "config" */
    const char *variant;       /* only this variant; NULL: all                                  */
    const char *template_file; /* rendered instead of the family's own; NULL: that            */
    const char
        *device; /* "auto" (a GPU if there is one, else the simulator), "cuda", "cuda:N", "sim"; NULL: auto */
    unsigned sm; /* the architecture to compile for, as 90; 0: the device's, 90 on the simulator */
    unsigned workers; /* processes, 64 at most; 0: none. On a GPU one of them measures, the others compile */
    const char *
        program; /* of workers: a path of the program tilewright; NULL: $TILEWRIGHT_WORKER, else the one beside the
                                library, in ../bin or ../../bin of its folder, or on PATH */
    int timeout_s; /* for one variant, 0: none; < 0: 60 s on a GPU, 900 s on the simulator */
    unsigned
        budget_s; /* > 0: also what the config leaves open is searched, the most promising first, for so long */
    bool all;     /* leave nothing out */
    bool no_cache; /* take no kernel from the user's cache, and leave none there */
    bool counters; /* read the GPU's own counters too */
    const char *
        by; /* rank by this count or counter, smallest first (docs/commands/sweep.md); NULL: time, without a GPU
                                wavefronts */
    const char *
        results_file; /* grows by a record for each variant, so that nothing is lost (docs/results.md); NULL: none */
    bool
        resume; /* go on with what the file holds; else a file that is there is not replaced (TW_INPUT) ... */
    bool force; /* ... unless this is set */
    bool remember; /* on a GPU: keep the winner of each problem as wisdom, for plans */
};

#define TW_TUNE_OPTIONS_INIT                                                                                 \
    {                                                                                                        \
        .workers = 1, .timeout_s = -1                                                                        \
    }

/* ---- what came of it ---- */

struct tw_tuned;

/*
 * Also TW_OK when no variant is ok, and when the watcher stopped it: tw_tuned_stopped. TW_INPUT: the options or the config are
 * wrong; TW_ENVIRONMENT: no device, NVRTC or worker can be had; TW_IO: of files; TW_MEMORY.
 */
int tw_tune(const struct tw_tune_options *options, const struct tw_watcher *watcher, struct tw_tuned **tuned,
            struct tw_error *error);
void tw_tuned_free(struct tw_tuned *tuned); /* NULL is allowed */

struct tw_tuned_variant {
    size_t number; /* in the config's order, from 0 */
    const char *name;
    const char *
        status; /* "ok", "mismatch", "rejected", "skipped", "failed"; NULL: not tried before it was stopped */
    const char *reason; /* of what is not ok, in one line; else "" */
    unsigned rank;      /* from 1; 0: none */
    bool tie;           /* cannot be told apart from the one ranked before it */
    double time_us;     /* of one launch of the kernel as it was timed, the median; < 0: not timed */
    double cost; /* what the rank is by: nanoseconds, wavefronts or the count per 1000 elements; < 0: none */
    uint32_t shared_bytes;                 /* of a block */
    unsigned registers;                    /* of a thread; 0: not compiled */
    struct tw_counts predicted, simulated; /* known is 0 where there are none */
};

/* How many variants the space has, and the one of a number, in the config's order; false: there is no such number. */
size_t tw_tuned_count(const struct tw_tuned *tuned);
bool tw_tuned_variant(const struct tw_tuned *tuned, size_t number, struct tw_tuned_variant *variant);
/* Field `index` of that variant, in the order of the family's table; false: it has no more. */
bool tw_tuned_field(const struct tw_tuned *tuned, size_t number, unsigned index,
                    struct tw_field_value *field);
/* The variant of a rank, 1 = best; false: there is no such rank. */
bool tw_tuned_ranked(const struct tw_tuned *tuned, unsigned rank, struct tw_tuned_variant *variant);

bool tw_tuned_stopped(const struct tw_tuned *tuned);
/* How sure it is that the best is faster than the next that is no tie of it, from 0 to 1; 0: nothing was timed. */
double tw_tuned_confidence(const struct tw_tuned *tuned);
/* The device's name, and in a sentence why it was taken. */
const char *tw_tuned_device(const struct tw_tuned *tuned);
const char *tw_tuned_why(const struct tw_tuned *tuned);
/* All as the lines of a results file (docs/results.md), which embed, run and results take; *length of them (NULL: nobody asks). */
const char *tw_tuned_results(const struct tw_tuned *tuned, size_t *length);

TW_API_END
#endif
