/*
 * transactions.h - what `run --transactions` prints: transactions per request and efficiency of a variant, under the names that
 * nvprof gave them, and what Nsight Compute (ncu) calls the same. Lines have at most 80 columns, but for a variant's name.
 */
#ifndef TW_CLI_SHOW_TRANSACTIONS_H
#define TW_CLI_SHOW_TRANSACTIONS_H

#include "tune/result.h"

/* A block of lines for the variant, all its launches together: from the simulator's counts, else from the prediction. */
void tw_transactions_add(const struct tw_result *result, struct tw_text *text);

/* What ncu calls each of the metrics. */
void tw_transactions_legend(struct tw_text *text);

#endif
