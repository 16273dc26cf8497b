/*
 * tune.h - tries the variants of a space and ranks them, as `tilewright sweep` does (docs/commands/sweep.md).
 *
 *     // tune.c
 *     #include <stdio.h>
 *     #include <tilewright/tune.h>
 *
 *     int main(void)
 *     {
 *         struct tw_tune_options options;
 *         struct tw_tuned_variant best;
 *         struct tw_tuned *tuned;
 *         struct tw_error error = TW_ERROR_INIT;
 *         tw_tune_options_init(&options);
 *         options.config = "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", \"BDIMX\": 32, \"BDIMY\": 32, "
 *                          "\"layout\": \"row-col\", \"IPAD\": [0, 1]}]}";
 *         options.device = "sim"; // without this line, a GPU if there is one
 *         if (tw_tune(&options, NULL, &tuned, &error)) return puts(error.message), 1;
 *         for (unsigned rank = 1; tw_tuned_ranked(tuned, rank, &best); rank++)
 *             printf("%u. %s: %g wavefronts per 1000 elements\n", rank, best.name, best.cost);
 *         tw_tuned_free(tuned);
 *         return 0;
 *     }
 *
 * A swizzle, or a column of padding, removes the bank conflicts of the tile:
 *
 *     $ cc -std=c11 tune.c $(pkg-config --cflags --libs tilewright) -o tune && ./tune
 *     1. t_IPAD0_skew: 62.5 wavefronts per 1000 elements
 *     2. t_IPAD0_xor: 62.5 wavefronts per 1000 elements
 *     3. t_IPAD1_none: 62.5 wavefronts per 1000 elements
 *     4. t_IPAD0_none: 1031.25 wavefronts per 1000 elements
 *
 * The cost of every variant is predicted, and variants that another one beats in every respect are left out. The others are compiled, launched and
 * checked. On a GPU they are timed. Then the best of them are timed in turns, until their order is not noise.
 *
 * Processes: worker processes do the work (`workers`). Each is the program tilewright. A kernel that crashes, hangs or spoils its context costs only
 * itself. The caller's process does not change; it may have threads, contexts and signal handlers. A host that waits for any child
 * (waitpid with -1), or ignores SIGCHLD, loses no result; only the cause of a worker's death is then not told.
 *
 * No workers: all is done in the calling thread, in the primary context of the device. The context that was current is current again afterwards.
 * Nothing has a time limit. A wrong kernel that spoils a context or process spoils the caller's.
 *
 * Threads: a call blocks its thread until it is done. Several threads may make calls of their own at once.
 *
 * Signals: no call changes how the process handles a signal. The thread that writes blocks SIGXFSZ and SIGPIPE meanwhile. So a file that may not grow
 * (RLIMIT_FSIZE), or a closed pipe, is an error. There is one exception: while NVRTC compiles in this process, NVRTC has handlers of its own for
 * SIGINT, SIGTERM and SIGXFSZ. They are removed afterwards.
 *
 * Errors: a call returns TW_OK, or the code that it stored in *error, which may be NULL. *tuned is then NULL. A variant that is wrong or cannot run is
 * no error of the call: its status says so. Nothing here prints or exits.
 *
 * Memory: *tuned and all that its functions return live until tw_tuned_free.
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
    TW_REMARK_FACT,   /* how something is done: "counted by CUPTI 13.0"              */
    TW_REMARK_NOTE,   /* something worth knowing that is not wrong                   */
    TW_REMARK_WARNING /* something that could not be done; the work goes on without it */
};

/* What the caller is told and asked during the work, in the thread that called. A member may be NULL, and is then not called. */
struct tw_watcher {
    /* Tells a sentence, without a full stop and a line break. */
    void (*say)(void *context, enum tw_remark remark, const char *sentence);
    /* Tells that `done` of `of` things are done. If `of` is 0 their number is not known. It is called often, but perhaps not with done == of. If
       `doing` is NULL, what was done has ended. */
    void (*progress)(void *context, const char *doing, size_t done, size_t of);
    /*
     * Asks whether to stop, several times a second, except while costs are predicted. An answer holds from then on.
     *
     *     0   go on
     *     1   begin nothing new, finish what has begun, and return what there is
     *     2   wait for nothing: workers are killed, whatever they do
     */
    unsigned (*stop)(void *context);
    /* What the functions are given. Without workers, the primary context of the device is current while they run. */
    void *context;
};

/* ---- what is to be done ---- */

/*
 * Call tw_tune_options_init first, then set what you want. Pointers stay the caller's, and must live until tw_tune returns. Messages name a member as
 * the command names its option: --force is `force`.
 */
struct tw_tune_options {
    /*
     * A config as JSON (docs/config.md). NULL: config_file is read. Its "kernel" may be a description, or the path of one, relative to config_file.
     * Each variant is then checked as the description says; without a GPU, on its proof problem (docs/proof.md). A wrong variant has no rank.
     */
    const char *config;
    /* The path of a config; "-" for standard input. Beside `config` it is the config's name in messages and results; NULL: "config". */
    const char *config_file;
    /* The name of the only variant to try. NULL: all. */
    const char *variant;
    /* A template to render instead of the family's own. NULL: none. */
    const char *template_file;
    /*
     * "auto" (a GPU if there is one, else the simulator), "cuda", "cuda:N", "cuda:GPU-UUID", or "sim". Several GPUs of one kind share the work, each
     * with a process of its own: "cuda:all", or a list such as "cuda:0,2". NULL: the GPU of the context that is current in the calling thread; if
     * none is, "auto".
     */
    const char *device;
    /* The architecture to compile for, such as 90. 0: the device's own; on the simulator 90. */
    unsigned sm;
    /* Worker processes; more than 64 count as 64. 0, as in a zeroed struct: none. On a GPU one more process measures, alone. */
    unsigned workers;
    /* The workers' program, a path of tilewright. NULL: $TILEWRIGHT_WORKER; else the one beside the library, in ../bin or ../../bin of its folder, or
       on PATH. */
    const char *program;
    /* Seconds that one variant may take. 0: no limit. Less than 0: 60 on a GPU, 900 on the simulator. */
    int timeout_s;
    /* If one of these is not 0, fields that the config leaves open are searched too: for so many seconds, or until so many variants were tried. */
    unsigned budget_s;
    size_t budget_variants;
    /*
     * Which variants come next (docs/search.md): "exhaustive", "random", "climb", "surrogate" or "adaptive". NULL or "auto": all variants if they fit
     * the budget, else by the family's model, or adaptive.
     *
     * With a strategy the space is not listed, so it may have 10^12 variants. A variant's number is then that of its turn. There is one exception: a
     * family with candidates of its own lists them, if there is a budget and the config has no lists of values. The strategy then orders these
     * candidates; "exhaustive" leaves them in the model's order.
     */
    const char *strategy;
    /* The beginning of the search's random numbers. With one worker, the same seed and the same costs give the same search. */
    uint64_t seed;
    /* Leave no variant out. */
    bool all;
    /* Take no kernel from the user's cache, and keep none there. */
    bool no_cache;
    /* Read the GPU's hardware counters too. */
    bool counters;
    /* Simulate each variant of a described kernel first, on its proof problem with all checks. Without a GPU this is always done. */
    bool prove;
    /* On a GPU: flush the L2 cache before each timed run. Flushing is not timed. */
    bool cold;
    /* A count or counter to rank by, smallest first, or a metric that the description defines (docs/commands/sweep.md). NULL: by time; without a GPU
       by wavefronts. */
    const char *by;
    /*
     * A file to which a record is written for each variant when it is done (docs/results.md). NULL: none.
     *
     * A file that exists is replaced only with `force`; otherwise it is TW_INPUT. config_file, template_file and the files of a description are never
     * replaced. `resume` goes on with what the file holds. If the file is removed meanwhile it is written again. If it is replaced meanwhile it is
     * left alone; the results are then in FILE.1, or the first such name that is free, and tw_tuned_trouble says so.
     */
    const char *results_file;
    bool resume, force;
    /* On a GPU: keep the winner of each problem as wisdom for plans. Not possible with template_file or `by` (TW_INPUT). */
    bool remember;
    /* MiB of memory that a worker may use to compile a variant. 0: 2048. Without workers the compiler runs in this process, and neither this nor
       timeout_s limits it. */
    unsigned compile_mib;
};

/* One worker, the usual time limits, and zero for all else. NULL is allowed. */
void tw_tune_options_init(struct tw_tune_options *options);

/* ---- what came of it ---- */

/* The results of a call. Its functions accept NULL, and then answer 0, false, or "". */
struct tw_tuned;

/*
 * Tries the variants. `watcher` may be NULL. The caller owns *tuned (tw_tuned_free).
 *
 * The call is TW_OK even if no variant is ok. It is TW_OK if the watcher stopped it (tw_tuned_stopped), or if the results could not be written at the
 * end (tw_tuned_trouble). A watcher may stop it before anything is known of device and variants; then there are none.
 *
 *     TW_INPUT        the options or the config are wrong
 *     TW_ENVIRONMENT  there is no device, NVRTC or worker
 *     TW_IO           a file cannot be opened
 *     TW_MEMORY       memory ran out
 */
int tw_tune(const struct tw_tune_options *options, const struct tw_watcher *watcher, struct tw_tuned **tuned,
            struct tw_error *error);
/* Frees the results. NULL is allowed. */
void tw_tuned_free(struct tw_tuned *tuned);

struct tw_tuned_variant {
    size_t number; /* from 0, in the order of the config, or of a search's turns */
    const char *name;
    /* "ok", "mismatch", "rejected", "skipped" or "failed". NULL: the call was stopped before it was tried. */
    const char *status;
    const char *reason; /* one line that says why it is not ok; "" if it is */
    unsigned rank;      /* from 1; 0: none */
    bool tie;           /* it cannot be told apart from the variant ranked before it */
    double time_us; /* the median time of one launch of the kernel as it was timed; less than 0: not timed */
    /* What the rank is by. A time in nanoseconds, wavefronts and counts are per 1000 elements; -1: there is none. The value of a metric is as the
       description defines it; it may be less than 0, and is none if there is no rank. */
    double cost;
    uint32_t shared_bytes;                 /* of a block */
    unsigned registers;                    /* of a thread; 0: it was not compiled */
    struct tw_counts predicted, simulated; /* no count is known if there are none */
};

/* The number of variants in the space, or of those that a search tried. */
size_t tw_tuned_count(const struct tw_tuned *tuned);
/* The variant with a number. False: there is no such number. */
bool tw_tuned_get(const struct tw_tuned *tuned, size_t number, struct tw_tuned_variant *variant);
/* Field `index` of that variant, from 0, in the order of the family's table. False: it has no more fields. */
bool tw_tuned_field(const struct tw_tuned *tuned, size_t number, unsigned index,
                    struct tw_field_value *field);
/* The variant with a rank; 1 is the best. False: there is no such rank. */
bool tw_tuned_ranked(const struct tw_tuned *tuned, unsigned rank, struct tw_tuned_variant *variant);

/* True if the watcher stopped the call before all variants were tried. */
bool tw_tuned_stopped(const struct tw_tuned *tuned);
/* A sentence that says which results or wisdom could not be kept at the end. "": all were. */
const char *tw_tuned_trouble(const struct tw_tuned *tuned);
/* How sure it is that the best variant is faster than the next one that is no tie of it, from 0 to 1. 0: nothing was timed. */
double tw_tuned_confidence(const struct tw_tuned *tuned);
/* The name of the device. */
const char *tw_tuned_device(const struct tw_tuned *tuned);
/* A sentence that says why this device was taken. */
const char *tw_tuned_why(const struct tw_tuned *tuned);
/*
 * All results as the lines of a results file (docs/results.md), which `tilewright embed`, `run` and `results` read. Their length goes to *length, which
 * may be NULL. For a described kernel the header has "kernel_hash", the hash of the description and all that it is made of.
 */
const char *tw_tuned_results(const struct tw_tuned *tuned, size_t *length);

TW_API_END
#endif
