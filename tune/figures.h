/* figures.h - the figures that a description defines of its variants, its "metrics" (docs/kernel.md): of one that ran, as numbers and in records. */
#ifndef TW_TUNE_FIGURES_H
#define TW_TUNE_FIGURES_H

#include "gen/config/config.h"
#include "gen/described/description.h"
#include "tune/result.h"

/*
 * The value of a metric for a variant that ran, whose launches do `work` together. Counts are the GPU's, else the simulator's, and then of the
 * problem that was simulated, which work and fields are of, too; beside times nothing is of a proof problem. *value is NAN where what it is
 * made of is not known, or it has no finite value. TW_MEMORY.
 */
int tw_result_figure(const struct tw_variants *variants, const struct tw_result *result,
                     const struct tw_work *work, const struct tw_described_metric *metric, double *value,
                     struct tw_error *error);

/* Adds ', "metrics": {"NAME": VALUE, ...}', a value that is not known as null; nothing where no metric is defined. */
void tw_result_add_figures(const struct tw_variants *variants, const struct tw_result *result,
                           const struct tw_work *work, struct tw_text *line);

#endif
