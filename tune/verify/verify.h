/*
 * verify.h - every variant of a space predicted, executed on the simulator, and counted by the GPU's own counters, the three
 * set side by side. What is measured comes from a GPU, or from a record of what one counted once:
 *
 *     verify_problem.c the small problem that a described kernel is verified on
 *     verify_run.c     workers simulate, one worker counts
 *     verify_record.c  records of what was counted: written, and read back
 *     verify_access.c  a variant's accesses and the lines of its source that make them
 */
#ifndef TW_TUNE_VERIFY_VERIFY_H
#define TW_TUNE_VERIFY_VERIFY_H

#include <cJSON.h>

#include "gen/config/record.h"
#include "tune/workers/worker.h"

/* A witness says what a variant costs. */
enum tw_witness { TW_PREDICTED, TW_SIMULATED, TW_MEASURED, TW_WITNESSES };

struct tw_verify_row {
    const char *unpredicted;  /* NULL, or why nothing is predicted                              */
    bool wanted;              /* executed on the simulator                                      */
    bool predicts;            /* possible: predicted, or unpredicted, is what the model says    */
    bool simulates, measures; /* that one has been heard                                        */
    struct tw_counts counts[TW_WITNESSES];
    struct tw_measured measured;
    uint32_t reassembled; /* bits of tw_counts.known: what the assembler made something else of */
    uint32_t by_pipe; /* the same: of which the pipe's own counter decides (runtime/measure/counters.h)     */
    struct tw_text problem;     /* "n 256": of its proof, on which all are heard; empty: its own */
    struct tw_text left_out;    /* why it is not simulated, in a clause; empty: it is            */
    struct tw_result simulated; /* as it went on the simulator; zero where nobody asked          */
    struct tw_result counted;   /* the same on the GPU                                           */
    enum tw_status status;      /* of all                                                        */
    enum tw_count differs;      /* the first count that two of them disagree about, or TW_COUNT_COUNT */
    enum tw_witness one, other; /* who                                                           */
    bool ready, done;           /* to be counted; nothing more will be heard */
    bool lost;                  /* the process that counted it ended         */
};

/* The caller sets the watcher, the variants, whether they are verified on their own problems, and the workers that count and simulate; the rest
   is zero. */
struct tw_verify {
    const struct tw_watcher *watcher;
    bool whole; /* own problems; else those of a description's proof, where it has one       */
    struct tw_variants
        variants; /* those of the space, or of a record; once planned, with the values of their problems */
    const struct tw_variant *own; /* the same as they were; NULL: they are as they were */
    struct tw_variant *exchanged; /* private, as is `values` */
    int64_t *values;
    struct tw_verify_row *rows; /* one for each */
    size_t count, finished;
    const struct tw_replay *replay; /* NULL, or what was counted once */
    struct tw_probe gpu;            /* the GPU; `counts` false: nothing is counted */
    struct tw_probe simulator;      /* the simulator */
    struct tw_workers counter;      /* closed: none                       */
    struct tw_workers simulators;
};

/* A record of what a GPU counted (docs/commands/verify.md), read back. */
struct tw_replay {
    const char *file;
    cJSON *header, *list;
    const struct tw_family *family;
    const struct tw_target *target; /* of the GPU that counted */
    struct tw_record *records;      /* of the list             */
    size_t count;
};

/* Reads the text of a record, which is called `file`, and makes the variants that it is of, which are freed before it. TW_INPUT with
   file and line; TW_MEMORY. kernel: the description that the command line names, or NULL (tune/results/described.h). *replay is overwritten, and closed by the caller also after a failure. */
int tw_replay_open(const char *file, const struct tw_text *text, const struct tw_description *kernel,
                   struct tw_replay *replay, struct tw_variants *variants, struct tw_error *error);
void tw_replay_close(struct tw_replay *replay);
/* Whether it is of proof problems. */
bool tw_replay_proofs(const struct tw_replay *replay);
/* What was counted of variant `number`. */
void tw_replay_measured(const struct tw_replay *replay, size_t number, struct tw_measured *measured);
/* The GPU that counted, and when, as the header has them; "": it says nothing. */
const char *tw_replay_device(const struct tw_replay *replay);
const char *tw_replay_time(const struct tw_replay *replay);

/* Adds a record of all that is finished and was counted. */
void tw_verify_record(const struct tw_verify *verify, struct tw_text *text);
/* The bits of tw_counts.known that the record says the assembler changed. */
uint32_t tw_replay_reassembled(const struct tw_replay *replay, size_t number);

/* Exchanges the variants of a described kernel, whose rows are there, for those of their proof problems (docs/proof.md). TW_MEMORY. */
int tw_verify_take_problems(struct tw_verify *verify, struct tw_error *error);

/* Predicts all `variants`, on their problems, and decides by `seed` which `sample` of them are to be simulated; 0: all. TW_MEMORY. */
int tw_verify_plan(struct tw_verify *verify, unsigned sample, uint64_t seed, struct tw_error *error);

/* What is predicted, or where nothing is what was simulated: what is compared with what was counted. */
const struct tw_counts *tw_verify_claimed(const struct tw_verify_row *row);

/* Called for each row when it is done, in the order of the space; not TW_OK ends it all. */
typedef int tw_verify_done(void *context, const struct tw_verify *verify, size_t number);

/* Simulates and counts what there is to simulate and to count. Stops early when the watcher asks for it. */
int tw_verify_run(struct tw_verify *verify, tw_verify_done *done, void *context, struct tw_error *error);

/* Rows, their results, variants. */
void tw_verify_free(struct tw_verify *verify);

/* ---- accesses ---- */

/* Shared-memory accesses of a launch and the lines of the source that make them: the fewest whose costs are the same. */
struct tw_verify_access {
    unsigned launch, threads;            /* threads: of a block                                       */
    const struct tw_access_cost *access; /* the first of the accesses; NULL: there is none            */
    struct tw_line_cost line;            /* the first of the lines                                    */
    unsigned accesses, lines;            /* how many there are                                        */
    uint64_t cost[TW_WITNESSES][2];      /* requests and wavefronts, as each witness has them         */
    bool measures;                       /* false: what was counted cannot be told of these lines     */
};

/* *access and what it points to live until the call returns. */
typedef void tw_verify_each_access(void *context, const struct tw_verify_access *access);

/* Calls `each` for a variant's accesses of that kind, in the kernel's order; for none where nothing is predicted or the simulator
   has not run it. TW_MEMORY. */
int tw_verify_accesses(const struct tw_verify *verify, size_t number, enum tw_access op,
                       tw_verify_each_access *each, void *context);

/* The addresses that the model has for a warp of a block at the first access. Returns the lanes that have one, a bit for each. */
uint32_t tw_verify_addresses(const struct tw_verify *verify, size_t number,
                             const struct tw_verify_access *access, unsigned warp, uint32_t address[TW_WARP]);

#endif
