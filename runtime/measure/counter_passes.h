/*
 * What is to be counted of a chip, planned on the host, without a device: which of the wanted metrics it has, and how they are
 * spread over passes.
 */
#ifndef TW_RUNTIME_MEASURE_COUNTER_PASSES_H
#define TW_RUNTIME_MEASURE_COUNTER_PASSES_H

#include "runtime/measure/counters.h"
#include "runtime/measure/cupti.h"

/* `cupti` and `more` (NULL: none beside the table's) are the caller's, and outlive it. */
struct tw_counter_passes {
    const struct tw_cupti *cupti;
    const struct tw_metrics *more;
    tw_cupti_host host;
    const char *metrics[TW_COUNTER_COUNT + TW_MAX_METRICS]; /* those that the chip has ...            */
    unsigned wanted[TW_COUNTER_COUNT + TW_MAX_METRICS];     /* ... and which of the wanted they are   */
    size_t count;
    uint8_t *config;
    size_t config_bytes;
    struct tw_counter_plan plan;
};

/*
 * Plans the passes for a chip by CUPTI's name, as "GH100"; availability: what the profiler says of a device, NULL for no device.
 * They are to be freed also after a failure.
 */
int tw_counter_passes_make(struct tw_counter_passes *passes, const char *chip, const uint8_t *availability,
                           struct tw_error *error);

void tw_counter_passes_free(struct tw_counter_passes *passes);

#endif
