/*
 * found.h - findings as they are collected: each worker keeps its own while the grid runs, and at the end they are one list.
 *
 * What the same pair of instructions does again is counted and not told again, so a race in a loop is one finding. A worker
 * takes the grid's blocks in ascending order, so what it keeps is of the lowest of its blocks; of several workers' the lowest
 * stays. The list is the same for every number of host threads as long as it does not run full.
 */
#ifndef TW_SIM_CHECK_FOUND_H
#define TW_SIM_CHECK_FOUND_H

#include "sim/exec/program.h"

struct tw_found {
    struct tw_sim_finding told; /* its text is owned */
    const struct tw_op *op,
        *other;     /* what makes two findings the same, beside fault and is_note; NULL: no place */
    uint64_t block; /* linear */
};

/* True: such a finding is known (it is counted), or there is no room for another. False: *found describes a new one but for its
   `times` and text, and tw_found_add is to follow. */
bool tw_found_known(struct tw_findings *list, const struct tw_found *found);
/* Copies the text. Where memory ends the finding counts as left out. */
void tw_found_add(struct tw_findings *list, const struct tw_found *found, const char *text);
void tw_found_free(struct tw_findings *list);

/* Moves what `from` has into `to`, but for blocks behind `last`. */
void tw_found_merge(struct tw_findings *to, struct tw_findings *from, uint64_t last);
/* Ascending by block; of one block in the order in which they were met. The texts stay the list's. NULL: out of memory, or
   there are none. */
struct tw_sim_finding *tw_found_list(struct tw_findings *list);

struct tw_sim_place tw_place_of(const struct tw_program *program, const struct tw_op *op);

#endif
