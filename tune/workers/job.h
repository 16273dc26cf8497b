/*
 * job.h - what a worker is told, as bytes (bytes.h): once what its pipeline is to do, then with each job the variants and how far
 * they go. A worker so needs neither the config nor the results file that the variants come from.
 */
#ifndef TW_TUNE_WORKERS_JOB_H
#define TW_TUNE_WORKERS_JOB_H

#include "tune/pipeline.h"

/* The options begin with what tells one build of the library from another. */
void tw_job_add_options(const struct tw_pipeline_options *options, struct tw_text *bytes);

/* Options as they were read; what they point to is here or in the bytes, which outlive them. */
struct tw_job_options {
    struct tw_pipeline_options options;
    struct tw_template own_template;
    struct tw_metrics metrics;
};
/* False: the bytes are of another build. */
bool tw_job_read_options(struct tw_bytes *bytes, struct tw_job_options *options);

/* `count` variants from number `first` on. */
void tw_job_add_variants(const struct tw_variants *variants, size_t first, size_t count,
                         struct tw_text *bytes);

/* Freed with tw_variants_free, before the bytes. TW_MEMORY; TW_INPUT: the bytes are not such variants of the family. */
int tw_job_read_variants(struct tw_bytes *bytes, const struct tw_family *family, struct tw_variants *variants,
                         struct tw_error *error);

#endif
