/*
 * sweep_listed.h - the order in which rows are tried that are listed, by a strategy: the candidates of a family, where a config says no more than
 * its problems. A searcher for each problem sees its rows as the points of a grid, whose axes are the fields in which they differ; no other point
 * of it is admitted. The first row of each problem, which the family's model takes, is tried before the searcher is asked.
 */
#ifndef TW_TUNE_SWEEP_SWEEP_LISTED_H
#define TW_TUNE_SWEEP_SWEEP_LISTED_H

#include "tune/sweep/sweep.h"

/* Whether the config's variants have no lists of values but for what they compute, and its family has candidates that the budget is for. */
bool tw_sweep_lists_candidates(const struct tw_sweep *sweep);

/* Opens it for a sweep with rows; nothing is opened where they are tried in their own order. TW_MEMORY. */
int tw_sweep_listed_open(struct tw_sweep *sweep, struct tw_error *error);
void tw_sweep_listed_free(struct tw_sweep *sweep);

/* The next row that waits. *got false: the searchers have none, though some may wait. TW_MEMORY. */
int tw_sweep_listed_ask(struct tw_sweep *sweep, size_t *row, bool *got, struct tw_error *error);
/* The row is done. TW_MEMORY. */
int tw_sweep_listed_tell(struct tw_sweep *sweep, size_t row, struct tw_error *error);

#endif
