/*
 * verify_show.h - what `tilewright verify` says of a variant and of them all (tune/verify/verify.h):
 *
 *     verify_show.c      a variant's status and its table, and the summary
 *     verify_accesses.c  the rows of its accesses, with the lines of the source
 */
#ifndef TW_CLI_VERIFY_VERIFY_SHOW_H
#define TW_CLI_VERIFY_VERIFY_SHOW_H

#include "cli/show/table.h"
#include "tune/verify/verify.h"

/* Adds, to begin a line: of what it is a record. */
void tw_replay_show(const struct tw_replay *replay, struct tw_text *text);

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
