/*
 * sweep_search.h - rows that are made as a search asks for them, so that a space need not be listed: each part of the config
 * (tune/search/part.h) has a searcher of its own, and the parts have their turns.
 *
 * A row's number is then that of its turn. Rows that a results file held are there from the beginning, and are told to the searchers
 * when these ask for them; so a search that is resumed goes the same way again, as far as answers come in the same order.
 */
#ifndef TW_TUNE_SWEEP_SWEEP_SEARCH_H
#define TW_TUNE_SWEEP_SWEEP_SEARCH_H

#include "tune/sweep/sweep.h"

/* Whether the sweep is such a search: its strategy was named, or the space does not fit its budget. */
bool tw_sweep_is_search(const struct tw_sweep *sweep);

/* Opens it, with no rows. TW_INPUT, TW_MEMORY. */
int tw_sweep_search_open(struct tw_sweep *sweep, struct tw_error *error);
void tw_sweep_search_free(struct tw_sweep *sweep);

/* The next row to be tried, which is new; *got false: none was found within a second or so, or the search is not open any more. */
int tw_sweep_search_ask(struct tw_sweep *sweep, size_t *row, bool *got, struct tw_error *error);
/* False: the budget of variants is spent, or there is none left. */
bool tw_sweep_search_is_open(const struct tw_sweep *sweep);
/* The row is done. */
int tw_sweep_search_tell(struct tw_sweep *sweep, size_t row, struct tw_error *error);
/* The row of a variant of that name, made for a record that a results file holds; NULL: there is no such variant, or it has a row. */
int tw_sweep_search_take(struct tw_sweep *sweep, const char *name, struct tw_row **row,
                         struct tw_error *error);

/* What is known of it at its end. */
struct tw_search_facts {
    const char *strategy;
    uint64_t seed, size; /* size: admitted variants; 0: they were not counted */
    size_t tried;        /* without those that were rejected */
    size_t best,
        since; /* number `best` of them, from 1, was the first to cost as little as the best; 0: none ran. So many came after it */
    size_t parts;
    bool complete; /* all was tried */
    bool ended;    /* no other variant was found that is admitted; there may be some */
};
/* True when nothing is left to be tried, and of a sweep that is no search. */
bool tw_sweep_search_is_whole(const struct tw_sweep *sweep);
void tw_sweep_search_facts(const struct tw_sweep *sweep, struct tw_search_facts *facts);

#endif
