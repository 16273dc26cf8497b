/*
 * verify.h - every variant of a space predicted, executed on the simulator, and counted by the GPU's own counters, the three
 * set side by side. What is measured comes from a GPU, or from a record of what one counted once:
 *
 *     verify_run.c     workers simulate, one worker counts
 *     verify_file.c    records of what was counted: written, and read back
 *     verify_show.c    what is said of a variant and of them all
 *     verify_access.c  its accesses, line by line
 */
#ifndef TW_CLI_VERIFY_H
#define TW_CLI_VERIFY_H

#include <cJSON.h>

#include "cli/show/table.h"
#include "gen/config/record.h"
#include "tune/workers/worker.h"

/* Who says what a variant costs. */
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
    struct tw_result simulated; /* as it went on the simulator; zero where nobody asked          */
    struct tw_result counted;   /* the same on the GPU                                           */
    enum tw_status status;      /* of all                                                        */
    enum tw_count differs;      /* the first count that two of them disagree about, or TW_COUNT_COUNT */
    enum tw_witness one, other; /* who                                                           */
    bool ready, done;           /* to be counted; nothing more will be heard */
    bool lost;                  /* the process that counted it ended         */
};

struct tw_verify {
    struct tw_space *space;
    struct tw_variants variants; /* those of the space, or of a record */
    struct tw_verify_row *rows;  /* one for each */
    size_t count, finished;
    const struct tw_replay *replay; /* NULL, or what was counted once */
    struct tw_probe gpu;            /* who counts; `counts` false: nobody */
    struct tw_probe simulator;      /* who simulates                      */
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

/* Reads a record and makes the variants that it is of, which are freed before it. TW_INPUT with file and line; TW_MEMORY.
   *replay is overwritten, and closed by the caller also after a failure. */
int tw_replay_open(const char *file, struct tw_replay *replay, struct tw_variants *variants,
                   struct tw_error *error);
void tw_replay_close(struct tw_replay *replay);
/* What was counted of variant `number`. */
void tw_replay_measured(const struct tw_replay *replay, size_t number, struct tw_measured *measured);
/* Adds, to begin a line: of what it is a record. */
void tw_replay_say(const struct tw_replay *replay, struct tw_text *text);

/* Makes a record of all that is finished and was counted, as a file holds it. TW_MEMORY. */
int tw_verify_record(const struct tw_verify *verify, struct tw_text *packed, struct tw_error *error);
/* The bits of tw_counts.known that the record says the assembler changed. */
uint32_t tw_replay_reassembled(const struct tw_replay *replay, size_t number);

/* Predicts all `variants`, and decides by `seed` which `sample` of them are to be simulated; 0: all. TW_MEMORY. */
int tw_verify_plan(struct tw_verify *verify, unsigned sample, uint64_t seed, struct tw_error *error);

/* What is predicted, or where nothing is what was simulated: what is compared with what was counted. */
const struct tw_counts *tw_verify_claimed(const struct tw_verify_row *row);

/* Called for each row when it is done, in the order of the space; not TW_OK ends it all. */
typedef int tw_verify_done(void *context, const struct tw_verify *verify, size_t number);

/* Simulates and counts what there is to simulate and to count. Stops early when interrupted. */
int tw_verify_run(struct tw_verify *verify, tw_verify_done *done, void *context, struct tw_error *error);

/* Rows, their results, variants. */
void tw_verify_free(struct tw_verify *verify);

/* What is said of a row, for people: the lines of its accesses, or, when `brief`, nothing unless something is wrong. */
void tw_verify_show(const struct tw_verify *verify, size_t number, bool brief, struct tw_text *text);
/* A row of the table of a variant: a kind of access, or one of its accesses. */
struct tw_verify_line {
    const char *name;
    uint64_t cost[TW_WITNESSES][2]; /* requests and what they take, as each witness has it */
    bool known[TW_WITNESSES];       /* false: it says nothing, for which there is a dash   */
    bool undashed;                  /* but for which there is none                         */
    const uint64_t *of;             /* the cost whose share of a request is shown          */
    const char *word;               /* where witnesses differ, else ""                     */
};

/* Adds a row for each shared-memory access of that kind, with its line of the source, what is predicted and what the simulator
   saw; and both sets of addresses where these differ, or `shows`. */
void tw_verify_add_accesses(const struct tw_verify *verify, size_t number, enum tw_access op, bool shows,
                            struct tw_table *table);
/* What came of all. */
void tw_verify_conclude(const struct tw_verify *verify, double seconds, struct tw_text *text);

#endif
