/*
 * t4.h - results as a T4 file, the autotuning community's format (docs/kernel-tuner.md): one object that tools of others read, with
 * an entry for each variant that was tried.
 */
#ifndef TW_TUNE_RESULTS_T4_H
#define TW_TUNE_RESULTS_T4_H

#include "tune/results/shards.h"

/*
 * Appends a T4 file of the rows of shards->records, in their order; the first header is that of all. Its schema (1.0.0, results) accepts it.
 * A configuration is the record's fields: what is no column of the program's own (tune/record.h). Skipped variants, which nobody tried,
 * are left out and counted in the metadata.
 */
void tw_t4_write(const struct tw_shards *shards, const uint32_t *rows, size_t count, struct tw_text *text);

#endif
