/*
 * job.h - what a worker is told, as bytes (bytes.h): once what its pipeline is to do, then with each job the variants and how far
 * they go. A worker so needs neither the config nor the results file that the variants come from.
 */
#ifndef TW_TUNE_WORKERS_JOB_H
#define TW_TUNE_WORKERS_JOB_H

#include "tune/pipeline.h"

/* The options begin with what tells one build of the library from another. A described family travels as its description: the file, the
   text, and the hash of all that they lead to. */
void tw_job_add_options(const struct tw_pipeline_options *options, struct tw_text *bytes);

/* Whether the bytes are of this build. */
bool tw_job_knows(struct tw_bytes bytes);

/* Options as they were read; what they point to is here or in the bytes, which outlive them. */
struct tw_job_options {
    struct tw_pipeline_options options;
    struct tw_template own_template;
    struct tw_metrics metrics;
    struct tw_description *description; /* that the options' family is of, or NULL */
};
/* The bytes are of this build. TW_INPUT: a file of the description has changed since it was read, which the message names; TW_IO,
   TW_MEMORY; then the options cannot be used. The caller frees in any case (tw_job_options_free). */
int tw_job_read_options(struct tw_bytes *bytes, struct tw_job_options *options, struct tw_error *error);
void tw_job_options_free(struct tw_job_options *options);

/* What variants are to be taken to: it goes before them, as it lies in memory. */
struct tw_job_task {
    uint64_t stage, count; /* enum tw_stage; how many they are */
    double best_cost;      /* of their best rival (pipeline.h)    */
    struct tw_refusal refusal;
};

/* `count` variants from number `first` on. */
void tw_job_add_variants(const struct tw_variants *variants, size_t first, size_t count,
                         struct tw_text *bytes);

/* Freed with tw_variants_free, before the bytes. TW_MEMORY; TW_INPUT: the bytes are not such variants of the family. */
int tw_job_read_variants(struct tw_bytes *bytes, const struct tw_family *family, struct tw_variants *variants,
                         struct tw_error *error);

#endif
