/*
 * written.h - variants of a described kernel without a reference, compared by what they leave untouched. Nobody says what the right results
 * are, but a variant that leaves elements unwritten which another one writes is wrong, or the other one is: it does not rank.
 *
 * Two variants of one problem compare as follows. What they were run on may differ, as a proof problem may depend on the variant; so may the size
 * of results, as of one partial sum for each block, or of rows with padding.
 *
 *     run on     results         the variant leaves                     the other one
 *     the same   as large        more elements unwritten than           the other one
 *     the same   any             elements unwritten, and writes fewer   writes all of its own
 *     another    computes as many elements: leaves some unwritten       writes all of its own
 *     the same   as large        more elements as they were than        the other one
 *
 * Where all leave the same untouched, that is told, and they rank.
 */
#ifndef TW_TUNE_WRITTEN_H
#define TW_TUNE_WRITTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* What a variant leaves untouched (struct tw_result). */
struct tw_written {
    uint64_t problem;              /* the same number for the same problem                                */
    uint64_t run_on;               /* the same number where the variants were run on the same problem, too */
    double elements;               /* that a launch of the problem computes                                */
    uint64_t total;                /* elements of all results where it was run                             */
    uint64_t unwritten, unchanged; /* of these                                                             */
    bool has_unchanged;
    size_t row;                          /* the caller's */
    bool leaves_unwritten, leaves_alone; /* set by tw_written_compare: it is wrong because of these */
};

/* Compares all variants that are right as far as is known. Sorts the list. */
void tw_written_compare(struct tw_written *list, size_t count);

/* Adds why such a variant is wrong. The clauses are those of struct tw_result. */
void tw_written_say(const struct tw_written *written, const char *unwritten, const char *unchanged,
                    struct tw_text *text);

/* What the clauses end with: "24 of 1024 elements of c were never written". */
#define TW_NEVER_WRITTEN "were never written"
#define TW_UNCHANGED     "hold what they held before"

/* ---- notes on what ranks ---- */

#define TW_WRITTEN_NOTES 3u

/* What variants leave unwritten, a note for all that leave the same. Zero-initialise. */
struct tw_written_notes {
    struct tw_text clause[TW_WRITTEN_NOTES]; /* "24 of 1024 elements of c were never written" */
    struct tw_text first[TW_WRITTEN_NOTES];  /* the name of the first of these variants */
    size_t variants[TW_WRITTEN_NOTES];
    size_t more; /* variants with other clauses */
    size_t all;  /* variants that were looked at */
};
/* The variant of that name ranks, and leaves that unwritten; an empty clause: nothing. */
void tw_written_note(struct tw_written_notes *notes, const char *name, const char *clause);
/* Adds a line for each note; frees them. */
void tw_written_notes_say(struct tw_written_notes *notes, struct tw_text *text);

#endif
