/* missing.h - which shards of a sweep are not there, or not whole, and the command that runs them. */
#ifndef TW_CLI_RESULTS_MISSING_H
#define TW_CLI_RESULTS_MISSING_H

#include "tune/results/shards.h"

/* Adds a line that says how many variants have no record in the union of the files (`count` numbers of records), and which shards
   they are of, then lines of the shell that run these. Nothing where every variant has its record, or a search was not to try all. */
void tw_missing_say(const struct tw_shards *shards, const uint32_t *rows, size_t count, struct tw_text *text);

#endif
