/*
 * winners.h - a results file as what a command works on: the winner, the winner of every problem, the best few,
 * or the variant that is named. Their values are those of the records.
 *
 * Memory: tw_winners owns everything; tw_winners_free releases it.
 */
#ifndef TW_TUNE_RESULTS_WINNERS_H
#define TW_TUNE_RESULTS_WINNERS_H

#include "gen/config/record.h"
#include "gen/described/description.h"
#include "tune/results/records.h"

struct tw_winners_wanted {
    const char *variant; /* the one of this name; NULL: the best            */
    unsigned top;        /* so many of the best; 0: not given               */
    bool each_problem;   /* the best of every problem, with `top` so many   */
    bool ran;            /* a variant that is named must have a rank as well */
    const struct tw_description
        *kernel; /* that the command line names (--kernel); NULL: none. It outlives the winners */
};

struct tw_winners {
    struct tw_records records;
    struct tw_record *chosen; /* in order of rank */
    size_t count;
    struct tw_record_set set; /* for tw_record_variants: the chosen ones */
};

/* Whether the file's first line is that of a results file. Standard input and pipes are taken for a config. TW_IO, TW_MEMORY. */
int tw_results_recognise(const char *file, bool *results, struct tw_error *error);

/* Reads the file and chooses. TW_INPUT: no such variant, none with a rank, a kernel that is not the one at hand (described.h), or several problems
   where nothing says of which the winner is wanted. On failure *winners is empty. */
int tw_winners_read(const char *file, const struct tw_winners_wanted *wanted, struct tw_winners *winners,
                    struct tw_error *error);
void tw_winners_free(struct tw_winners *winners);

#endif
