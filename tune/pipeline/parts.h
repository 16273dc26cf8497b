/*
 * parts.h - what the files of the pipeline call of each other:
 *
 *     tune/pipeline.c    a variant through its stages
 *     open.c             what it works with
 *     counting.c         the GPU's own counters
 *
 * Private to the pipeline.
 */
#ifndef TW_TUNE_PIPELINE_PARTS_H
#define TW_TUNE_PIPELINE_PARTS_H

#include "tune/pipeline.h"

/* Whether variants are of a described kernel, and the device is the simulator. */
static inline bool tw_pipeline_proves(const struct tw_pipeline *pipeline)
{
    return pipeline->options.family->description && tw_device_is_simulator(&pipeline->device);
}

/* --- open.c: opens the device that the options choose, and what is checked, counted and measured there. On failure
   tw_pipeline_close closes it. */
int tw_pipeline_open_device(struct tw_pipeline *pipeline, struct tw_error *error);

/* --- counting.c: where no counters may be read the work goes on without. */
int tw_pipeline_open_counters(struct tw_pipeline *pipeline, struct tw_error *error);
void tw_pipeline_close_counters(struct tw_pipeline *pipeline);
/* A checked variant is to be counted with others: the kernel, its image and what is loaded of it are taken over. */
void tw_pipeline_count_later(struct tw_pipeline *pipeline, struct tw_kernel *kernel, struct tw_image *image,
                             struct tw_loaded *loaded, struct tw_result *result);
/* Counts all that wait. That counters cannot be read is no fault of a variant. */
void tw_pipeline_count_waiting(struct tw_pipeline *pipeline);
/* Instead of unloading. Where there is no memory to keep one more, those that were kept go with it. */
void tw_pipeline_put_away(struct tw_pipeline *pipeline, struct tw_loaded *loaded);

#endif
