/*
 * tune.h - tries the variants of a space and ranks them: what `tilewright sweep` does (docs/commands/sweep.md), as one call.
 *
 *     struct tw_tune_options options;
 *     struct tw_tuned *tuned;
 *     struct tw_error error = TW_ERROR_INIT;
 *     tw_tune_options_init(&options);
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
 * Signals. No disposition of the process is changed. The thread that writes blocks SIGXFSZ and SIGPIPE meanwhile. So a file that
 * may not grow (RLIMIT_FSIZE) or a closed pipe is an error of the write.
 * While NVRTC compiles in this process it has handlers of its own for SIGINT, SIGTERM and SIGXFSZ; they are taken back afterwards.
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
    /* It is asked several times a second, but not while variants are predicted; an answer holds from then on. 0: go on. 1: begin
       nothing new, finish what is under way, and return what there is. 2: wait for nothing either: workers are killed, whatever
       they are at. */
    unsigned (*stop)(void *context);
    /* What the functions are given. Without workers the primary context of the device is current while they run. */
    void *context;
};

/* ---- what is to be done ---- */

/* tw_tune_options_init, then what is wanted. All pointers are the caller's, until tw_tune returns. Messages name a member as the
   command names its option: --force is `force`. */
struct tw_tune_options {
    /* A config as JSON (docs/config.md); NULL: config_file is read. Its "kernel" may be a description, or the path of one, beside config_file;
       then each variant is checked as that says, without a GPU on its proof problem (docs/proof.md), and one that is wrong has no rank. */
    const char *config;
    /* Its path, "-" for standard input; or, beside `config`, its name in messages and results; NULL: "config". */
    const char *config_file;
    /* Only this variant; NULL: all. */
    const char *variant;
    /* Rendered instead of the family's own template; NULL: that. */
    const char *template_file;
    /* "auto" (a GPU if there is one, else the simulator), "cuda", "cuda:N", "cuda:GPU-UUID", "sim"; or several GPUs of one kind that share
       the work, "cuda:all" or a list like "cuda:0,2", each with a process of its own. NULL: the GPU of the context that is current in the
       calling thread; auto where there is none. */
    const char *device;
    /* The architecture to compile for, as 90; 0: the device's, on the simulator 90. */
    unsigned sm;
    /* Processes, 64 at most; 0: none, which is what a zeroed struct says too. On a GPU one more measures, alone. */
    unsigned workers;
    /* The workers' program: a path of tilewright. NULL: $TILEWRIGHT_WORKER, else the one beside the library, in ../bin or
       ../../bin of its folder, or on PATH. */
    const char *program;
    /* Seconds for one variant, 0: no limit; < 0: 60 on a GPU, 900 on the simulator. */
    int timeout_s;
    /* > 0: also what the config leaves open is searched, for so many seconds; or until so many variants were tried. One of both. */
    unsigned budget_s;
    size_t budget_variants;
    /* Which variants come next (docs/search.md): "exhaustive", "random", "climb", "surrogate", "adaptive"; NULL or "auto": all where they
       fit the budget, else the family's model, or adaptive. With a strategy nothing is listed, and a space may have 10^12 variants; a
       variant's number is then that of its turn. Where a budget is given, and the config has no lists of values, it orders the candidates of a
       family that has some, which are listed; "exhaustive" leaves them in the model's order. */
    const char *strategy;
    /* This begins its random numbers: with one worker the same seed, and the same costs, give the same search. */
    uint64_t seed;
    /* Leave nothing out. */
    bool all;
    /* Take no kernel from the user's cache, and leave none there. */
    bool no_cache;
    /* Read the GPU's own counters too. */
    bool counters;
    /* On a GPU each variant of a described kernel is simulated first, on its proof problem with all checks; without one it always is. */
    bool prove;
    /* On a GPU the L2 cache is flushed before each timed run, outside what is timed. */
    bool cold;
    /* Rank by this count or counter, smallest first, or by a metric that the description defines (docs/commands/sweep.md); NULL: by time,
       without a GPU by wavefronts. */
    const char *by;
    /* Grows by a record for each variant, so that nothing is lost (docs/results.md); NULL: none. A file that is there is not
       replaced (TW_INPUT) unless `force` is set, and config_file, template_file and what a description is made of are not even so; `resume`
       goes on with what it holds. Removed meanwhile it is written again; replaced meanwhile it is left alone, and the results are in FILE.1 or the first
       such name that is free (tw_tuned_trouble says so). */
    const char *results_file;
    bool resume, force;
    /* On a GPU: keep the winner of each problem as wisdom, for plans. Not with a template_file, which plans do not know. */
    bool remember;
    /* MiB of memory that a worker may take to compile a variant; 0: 2048. Without workers, where the compiler runs in this process,
       neither this nor timeout_s stops it. */
    unsigned compile_mib;
};

/* One worker, no time limits but the usual ones, all else zero. */
void tw_tune_options_init(struct tw_tune_options *options);

/* ---- what came of it ---- */

struct tw_tuned;

/*
 * Also TW_OK when no variant is ok; when the watcher stopped it, perhaps before anything was known of the device or the variants
 * (tw_tuned_stopped); and when the results could not be written at the end (tw_tuned_trouble). TW_INPUT: the options or the
 * config are wrong; TW_ENVIRONMENT: no device, NVRTC or worker can be had; TW_IO: a file cannot be opened; TW_MEMORY.
 */
int tw_tune(const struct tw_tune_options *options, const struct tw_watcher *watcher, struct tw_tuned **tuned,
            struct tw_error *error);
void tw_tuned_free(struct tw_tuned *tuned); /* NULL is allowed */

struct tw_tuned_variant {
    size_t number; /* in the config's order, or in that of a search's turns, from 0 */
    const char *name;
    const char *
        status; /* "ok", "mismatch", "rejected", "skipped", "failed"; NULL: not tried before it was stopped */
    const char *reason; /* of what is not ok, in one line; else "" */
    unsigned rank;      /* from 1; 0: none */
    bool tie;           /* cannot be told apart from the one ranked before it */
    double time_us;     /* of one launch of the kernel as it was timed, the median; < 0: not timed */
    /* What the rank is by: nanoseconds, wavefronts or the count per 1000 elements, -1: none; or the value of the description's metric, which
       may be less than 0, and is none where there is no rank. */
    double cost;
    uint32_t shared_bytes;                 /* of a block */
    unsigned registers;                    /* of a thread; 0: not compiled */
    struct tw_counts predicted, simulated; /* known is 0 where there are none */
};

/* How many variants the space has, or a search has tried, and the one of a number, in the config's order or that of their turns; false: there is
   no such number. */
size_t tw_tuned_count(const struct tw_tuned *tuned);
bool tw_tuned_get(const struct tw_tuned *tuned, size_t number, struct tw_tuned_variant *variant);
/* Field `index` of that variant, in the order of the family's table; false: it has no more. */
bool tw_tuned_field(const struct tw_tuned *tuned, size_t number, unsigned index,
                    struct tw_field_value *field);
/* The variant of a rank, 1 = best; false: there is no such rank. */
bool tw_tuned_ranked(const struct tw_tuned *tuned, unsigned rank, struct tw_tuned_variant *variant);

/* Whether the watcher stopped it before all variants were tried. */
bool tw_tuned_stopped(const struct tw_tuned *tuned);
/* What could not be kept at the end, results or wisdom, in a sentence; "": nothing is amiss. */
const char *tw_tuned_trouble(const struct tw_tuned *tuned);
/* How sure it is that the best is faster than the next that is no tie of it, from 0 to 1; 0: nothing was timed. */
double tw_tuned_confidence(const struct tw_tuned *tuned);
/* The device's name, and in a sentence why it was taken. */
const char *tw_tuned_device(const struct tw_tuned *tuned);
const char *tw_tuned_why(const struct tw_tuned *tuned);
/* All as the lines of a results file (docs/results.md), which embed, run and results take; *length of them (NULL: nobody asks). For a
   described kernel the header holds "kernel_hash", the hash of its description and of all that it is made of. */
const char *tw_tuned_results(const struct tw_tuned *tuned, size_t *length);

TW_API_END
#endif
