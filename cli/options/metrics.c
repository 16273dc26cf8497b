/* --metric. */
#include "cli/options/metrics.h"

#include <string.h>

bool tw_metric_read(char *value, void *place, const char *command)
{
    struct tw_metrics *metrics = place;
    if (!*value) tw_arguments_refuse(command, "--metric: which? As in dram__bytes_read.sum");
    if (metrics->count == TW_MAX_METRICS)
        tw_arguments_refuse(command, "--metric '%s': %u are taken at most", value, TW_MAX_METRICS);
    for (unsigned i = 0; i < metrics->count; i++) {
        if (strcmp(metrics->name[i], value) == 0) return true;
    }
    metrics->name[metrics->count++] = value;
    return true;
}
