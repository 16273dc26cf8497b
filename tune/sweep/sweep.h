/*
 * sweep.h - a sweep: every variant of a space predicted, the hopeless ones left out, the rest compiled,
 * checked and measured, and all of them ranked. One file per stage:
 *
 *     sweep.c         the stages one after the other
 *     sweep_plan.c    predict, reject, leave out what another variant beats in every respect
 *     sweep_cards.c   the GPUs, each with a process that measures; those that are lost
 *     sweep_search.c  rows made as a search asks for them, of a space that is not listed
 *     sweep_listed.c  the order in which a strategy tries a family's candidates
 *     sweep_run.c     worker processes compile, check and measure
 *     sweep_compare.c how much cards of one kind differ, and which one the finals are on
 *     sweep_finals.c  the best are timed again until their order is not noise
 *     sweep_count.c   the GPU's own counters, once all is timed
 *     sweep_written.c     what leaves results unwritten that others write
 *     sweep_rank.c    order, ties, the winner and how sure that is
 *     sweep_file.c    the results file (docs/results.md): written as it goes, resumed, finished
 *     sweep_problems.c    what ranked, a part for each problem
 *     sweep_remember.c    the winners as wisdom (tune/plan/store.h)
 */
#ifndef TW_TUNE_SWEEP_SWEEP_H
#define TW_TUNE_SWEEP_SWEEP_H

#include <tilewright/occupancy.h>

#include "tune/scratch.h"
#include "tune/search/strategy.h"
#include "tune/space.h"
#include "tune/workers/worker.h"

#define TW_BUDGET_REASON "the budget of " /* begins the reason of a row that it did not reach */

#define TW_MAX_SAMPLES  48u
#define TW_FINAL_ROUNDS 15u /* in which the finalists are timed side by side */

/* The multiprocessors' clock while something was timed. */
struct tw_sweep_clock {
    unsigned least_mhz, most_mhz; /* 0: not known */
    unsigned throttles;           /* enum tw_throttle */
};

/* One variant of the space. */
struct tw_row {
    struct tw_result result; /* result.variant is always set */
    bool mine;               /* of this process's shard */
    bool done;               /* result is final (times may still be refined, and see tw_sweep_prune) */
    bool written;            /* in the results file */
    unsigned card;           /* that its samples are of: the number of struct tw_sweep_card */
    unsigned tried; /* the number of a card on which it failed, plus 1: it is tried once more, on another */
    bool overdue, blameless; /* it took too long there; its process was killed from outside */
    bool unspent;            /* skipped because the budget was spent before it */
    size_t turn;             /* how many rows were handed out up to it; 0: it was not */
    bool is_twin;            /* skipped because a template of the user's makes another row's kernel of it */
    size_t kernel; /* with such a template: the number of the shard's first row of the same kernel */
    bool possible; /* accepted: predicted, ideal, occupancy are set */
    struct tw_counts predicted;
    uint64_t ideal;              /* wavefronts without a conflict                                 */
    unsigned threads;            /* of a block                                                    */
    uint64_t blocks;             /* of the kernel's own grid                                      */
    struct tw_work work;         /* of that grid: the cost is divided by its elements            */
    uint32_t shared_bytes;       /* the most of any launch's block                          */
    struct tw_block_needs needs; /* of the launch with the most threads                     */
    struct tw_occupancy occupancy;
    unsigned planned_blocks;        /* per SM, by what was known before it was compiled */
    double samples[TW_MAX_SAMPLES]; /* medians of rounds of launches, microseconds      */
    unsigned sample_count;
    double rounds[TW_FINAL_ROUNDS]; /* of them, those of the final rounds; 0: not timed in it */
    double cost;                    /* what the rank is by (docs/results.md); NAN: none */
    size_t problem;                 /* the number of the first row of its problem */
    double best; /* of such a first row, where times decide: the least cost of its problem; 0: none yet */
    struct tw_sweep_clock clock; /* during the final rounds */
    unsigned rank;               /* 1 = best; 0 = none */
    bool tie;                    /* cannot be told apart from the one ranked before it */
};

struct tw_sweep_options {
    bool prove;             /* a described kernel's variants on the simulator, too, before a GPU runs them */
    unsigned jobs;          /* worker processes; 0: none, all is done in this process */
    int timeout_s;          /* for one variant; 0 = none, < 0: as the device asks */
    unsigned compile_mib;   /* memory that a worker may take to compile one; 0: any */
    bool all;               /* leave nothing out         */
    unsigned shard, shards; /* K of N, from 1            */
    const char *output;     /* results file, or NULL     */
    bool resume, force;     /* go on with what the file holds; replace it */
    unsigned budget_s;      /* for the search; 0: any    */
    size_t budget_variants; /* that are tried at most; 0: any */
    const struct tw_strategy
        *strategy; /* NULL: the space is listed where it fits the budget, else tw_strategy_best */
    uint64_t seed;
    bool counters;             /* read the GPU's own counters too                            */
    struct tw_metrics metrics; /* beyond the usual ones                                      */
    const char *by;            /* the count, counter or metric to rank by; NULL: time, or wavefronts */
    bool remember;             /* the winner is kept as wisdom */
    struct tw_choice choice;   /* the device, where there are no ...                                     */
    const struct tw_card
        *cards; /* cards of one kind, which share the work; they outlive the sweep's opening */
    unsigned card_count;
    unsigned l2;         /* enum tw_l2_state: in which it is timed on a GPU */
    bool no_cache;       /* take no kernel from the user's cache, and leave none there */
    const char *program; /* of the workers, or NULL (tune/workers/worker.h) */
};

/* A device, and who works on it: of a GPU one process, so that nothing disturbs what it measures. */
struct tw_sweep_card {
    struct tw_card card; /* its name and UUID are "" where the device was not chosen by a list */
    struct tw_pipeline_options pipeline;
    struct tw_workers workers;
    struct tw_probe probe;
    size_t row;   /* that its process is at, while it is busy                                        */
    double *best; /* of several: the least cost here, by the number of the first row of a problem; 0: none */
    size_t bests; /* that there is room for */
    double ratio; /* its times over those of the card of the finals                                 */
    size_t measured; /* variants                                                                        */
    unsigned blame;  /* variants that failed here and ran elsewhere; one that took too long counts twice */
    bool lost;       /* nothing runs on it any more                                                     */
};

struct tw_sweep_search; /* sweep_search.h */
struct tw_sweep_listed; /* sweep_listed.h */

/* Set options, space and watcher, which outlive it; the rest is zero. */
struct tw_sweep {
    const struct tw_sweep_options *options;
    const struct tw_space *space;
    const struct tw_watcher *watcher;

    struct tw_worker_setup setup;
    struct tw_pipeline_options pipeline;
    struct tw_sweep_card *cards;        /* on which workers run and time variants; of one kind */
    unsigned card_count, final;         /* at least 1; the number of the card that the finals are on */
    unsigned compared;                  /* variants by which the cards were compared; 0: they were not */
    struct tw_scratch_folder own_cache; /* of a sweep that leaves the user's alone */
    struct tw_probe probe;
    struct tw_variants variants; /* of the space, on the probe's target; set by tw_sweep_plan */
    struct tw_row *rows; /* one per variant, in the config's order; of a search in that of its turns */
    struct tw_sweep_search *search; /* NULL: all rows are there from the beginning */
    struct tw_sweep_listed *listed; /* by which they are tried; NULL: in their order */
    size_t count;
    double predict_s;
    bool counted;      /* by the GPU's own counters */
    double deadline;   /* tw_seconds() when the budget is spent; 0: never */
    double confidence; /* that the best is faster than the next that is no tie of it; 0: not measured */
    void *file;        /* of sweep_file.c                                                             */
    char *results;     /* where they are, once the file is closed; NULL: nowhere whole, or out of memory */
};

/* The cards that the choice of the options names, of whatever kinds; none where it names one device. Opens nothing. */
int tw_sweep_find_cards(struct tw_sweep *sweep, struct tw_cards *cards, struct tw_error *error);
/* Opens workers and their device, plans, and opens the results file: whatever can be refused is refused here. */
int tw_sweep_open(struct tw_sweep *sweep, struct tw_error *error);
/* Brings every row of the shard to its result, and ranks them. A watcher that stops it leaves rows that are not done. */
int tw_sweep_work(struct tw_sweep *sweep, struct tw_error *error);
/* True when the watcher has stopped it. */
bool tw_sweep_is_stopped(const struct tw_sweep *sweep);
/* Ends the workers: what came of the sweep stays. */
void tw_sweep_end(struct tw_sweep *sweep);
/* Ends the workers and frees all; the file is left as it is (tw_sweep_file_close goes before). */
void tw_sweep_free(struct tw_sweep *sweep);

/* ---- the devices ---- */

/* Makes so many, all zero. False: out of memory. */
bool tw_sweep_cards_make(struct tw_sweep *sweep, unsigned count);
/* Opens all of them side by side. Cards that cannot be opened are lost, which is said; the error is that of the last where none is left. */
int tw_sweep_cards_open(struct tw_sweep *sweep, struct tw_error *error);
void tw_sweep_cards_close(struct tw_sweep *sweep);
unsigned tw_sweep_cards_left(const struct tw_sweep *sweep);
/* Ends the process of the card for good, and says why; what it was at is lost with it. */
void tw_sweep_card_lose(struct tw_sweep *sweep, struct tw_sweep_card *card, const char *why);
/* A variant that failed there ran elsewhere: after two, or one that took too long, the card is lost, unless no other is left. */
void tw_sweep_card_blame(struct tw_sweep *sweep, struct tw_sweep_card *card, bool overdue);
/* TW_ENVIRONMENT, with why the last was lost. */
int tw_sweep_none_left(const struct tw_sweep *sweep, const char *why, struct tw_error *error);

/* Where times decide and there are several cards: the best variants are timed on each, `final` becomes the first of the fastest (within
   1 %), and the costs of rows are by its times from then on. */
int tw_sweep_compare(struct tw_sweep *sweep, struct tw_error *error);
/* Times a row once on a card, *us 0 where it could not; a card that is lost meanwhile says so by `lost`. */
int tw_sweep_time_on(struct tw_sweep *sweep, struct tw_sweep_card *card, size_t number,
                     struct tw_timing *timing, struct tw_error *error);
/* Adds a line for people: which cards there were, and how much they differ. Nothing of one card. */
void tw_sweep_cards_say(const struct tw_sweep *sweep, struct tw_text *text);

/* ---- the stages ---- */

/* Expands the space and predicts every variant; rejected ones are done. Then prunes. */
int tw_sweep_plan(struct tw_sweep *sweep, struct tw_error *error);
/* Skips the variants for which a user's template makes the same source, launches and arguments as for an earlier variant of the shard.
   With --all nothing is skipped. A template that cannot be rendered is an error here. */
int tw_sweep_skip_twins(struct tw_sweep *sweep, struct tw_error *error);
/* The kernel may do what is said of another variant with it: where all that were tried of its variants were mismatches, the next
   is in the running again. *revived counts these. */
int tw_sweep_revive_twins(struct tw_sweep *sweep, size_t *revived, struct tw_error *error);
/* Skips the variants that another one beats: it has no more wavefronts, no more shared bytes and no worse
   occupancy, is better in one of them, differs in nothing but padding - and has not failed. So once some have
   failed, what only they had beaten is in the running again: *revived counts those of this shard. With --all
   nothing is skipped. */
int tw_sweep_prune(struct tw_sweep *sweep, size_t *revived, struct tw_error *error);
/* Predicts the variant of a row, whose result.variant is set; where it is impossible the row is done. *shape is made anew. */
int tw_sweep_predict(const struct tw_sweep *sweep, struct tw_row *row, struct tw_shape *shape,
                     struct tw_error *error);
/* Completes a row whose result has come: what was planned of it,
 * and its occupancy now that the registers are known, and of a described kernel the shared memory. */
void tw_sweep_settle(const struct tw_sweep *sweep, struct tw_row *row);

/* Brings every row of the shard to its result. */
int tw_sweep_run(struct tw_sweep *sweep, struct tw_error *error);

/* Where times decide: times the best again. looked_s: the seconds that all rows took. */
int tw_sweep_refine(struct tw_sweep *sweep, double looked_s, struct tw_error *error);
/* True when that part of the budget, if there is one, is spent. */
bool tw_sweep_is_spent(const struct tw_sweep *sweep, double part);
/* Adds a line where the clock was not steady while the best were timed. */
void tw_sweep_warn_of_clock(const struct tw_sweep *sweep, struct tw_text *text);

/* Reads the GPU's counters of every row that ran, in a process of its own: nothing is timed there. Where they cannot be read,
   why is said, and all is well without. */
int tw_sweep_count(struct tw_sweep *sweep, struct tw_error *error);
/* TW_ENVIRONMENT when they cannot be read, for a rank that needs them. */
int tw_sweep_try_counters(const struct tw_sweep *sweep, struct tw_error *error);

/* Times decide: on a GPU, unless a metric does. */
bool tw_sweep_is_timed(const struct tw_sweep *sweep);
/* The metric to rank by, per 1000 elements where a launch adds it up; NAN: not known of the row. TW_MEMORY. */
int tw_sweep_cost_by(const struct tw_sweep *sweep, const struct tw_row *row, double *cost,
                     struct tw_error *error);
/* That there is something to rank by; TW_INPUT, TW_ENVIRONMENT. */
int tw_sweep_check_by(const struct tw_sweep *sweep, struct tw_error *error);
/* Whether `by`, which is not NULL, is nothing that there is, but named as PerfWorks names a metric: then it is to be read as one. */
bool tw_sweep_by_is_metric(const struct tw_sweep_options *options);
/* Whether the rank is by a metric of the description that is made of times; whether by what the GPU's own counters tell. */
bool tw_sweep_by_time(const struct tw_sweep *sweep);
bool tw_sweep_by_counters(const struct tw_sweep *sweep);
/* Which end of a metric of the description is best, "lowest" or "highest"; NULL: the rank is by something else. Whether it is the highest. */
const char *tw_sweep_by_best(const struct tw_sweep *sweep);
bool tw_sweep_by_highest(const struct tw_sweep *sweep);
/* Adds the counters that such a metric reads to those that are read. */
void tw_sweep_take_metrics(const struct tw_family *family, struct tw_sweep_options *options);

/* What counts of the row are divided by, so that variants compare: the elements of its problem, or the units of work (tw_work_units) of what
   was simulated of a described kernel. */
double tw_sweep_amount(const struct tw_row *row);
/* What the rank of a row is by (docs/results.md), as known now; NAN: it did not run. TW_MEMORY. */
int tw_sweep_cost(const struct tw_sweep *sweep, const struct tw_row *row, double *cost,
                  struct tw_error *error);
/* The microseconds of a launch of as many blocks as were timed, by the row's cost; on a GPU only. */
double tw_sweep_time(const struct tw_row *row);
/* Rows of a described kernel without a reference that leave untouched what others of their problem write become mismatches. */
int tw_sweep_compare_written(struct tw_sweep *sweep, struct tw_error *error);
/* The same, then costs, ranks, ties, confidence of what is done. */
int tw_sweep_rank(struct tw_sweep *sweep, struct tw_error *error);
/* Sorted numbers of the ranked rows, *count of them; the caller frees. NULL: out of memory. */
size_t *tw_sweep_order(const struct tw_sweep *sweep, size_t *count);

/* Opens the results file: afresh, or with --resume taking over the records that are there. Fails when another
 * sweep has it open. No file: nothing happens. */
int tw_sweep_file_open(struct tw_sweep *sweep, struct tw_error *error);
int tw_sweep_file_add(struct tw_sweep *sweep, size_t number, struct tw_error *error);
/* Replaces the file by one with ranks; `finished` false leaves it as it is. */
int tw_sweep_file_close(struct tw_sweep *sweep, bool finished, struct tw_error *error);
/* Header and records as text, as the file will hold them. */
void tw_sweep_text(const struct tw_sweep *sweep, bool finished, struct tw_text *text);

/* Keeps the winner of each problem in the directory (NULL: the usual one) and says so in *text. On a GPU only. */
int tw_sweep_remember(const struct tw_sweep *sweep, const char *directory, struct tw_text *text,
                      struct tw_error *error);
/* Sets the problem of every row. False: out of memory. */
bool tw_sweep_find_problems(struct tw_sweep *sweep);
/* Where times decide: a row that is done may be the best of its problem. */
void tw_sweep_note_best(struct tw_sweep *sweep, const struct tw_row *row);
/* The least cost that is known of a row's problem; 0: none is. And of those that one card has measured. */
double tw_sweep_best(const struct tw_sweep *sweep, const struct tw_row *row);
double tw_sweep_best_on(const struct tw_sweep *sweep, const struct tw_row *row,
                        const struct tw_sweep_card *card);
/* Rows of the problem of `row`: bit i of the result: field i is not the same in all of them. */
uint64_t tw_sweep_varied(const struct tw_sweep *sweep, const struct tw_row *row);

/* What ranked of one problem, in order of rank. */
struct tw_sweep_part {
    size_t *order; /* numbers of rows                                             */
    bool *tie;     /* cannot be told apart from the one before it in the part     */
    size_t count;  /* at least 1                                                  */
};
struct tw_sweep_parts {
    struct tw_sweep_part *part;
    size_t count;
    size_t *order; /* private */
    bool *tie;     /* private */
};
/* False: out of memory. Freed with tw_sweep_parts_free. */
bool tw_sweep_parts(const struct tw_sweep *sweep, struct tw_sweep_parts *parts);
void tw_sweep_parts_free(struct tw_sweep_parts *parts);
/* Adds what the problem of a row is: "row-col, float32". */
void tw_sweep_add_problem(const struct tw_sweep *sweep, const struct tw_row *row, struct tw_text *text);
#endif
