/* metrics.h - --metric: counters of the GPU beyond the usual ones, for the commands that read them. */
#ifndef TW_CLI_OPTIONS_METRICS_H
#define TW_CLI_OPTIONS_METRICS_H

#include "cli/options/arguments.h"
#include "tune/metrics.h"

/* A row of a command's table of options, whose struct has a struct tw_metrics as `member`. */
#define TW_METRIC_OPTION(type, member)                                                                       \
    {                                                                                                        \
        "metric", 0, "NAME", TW_AS_READ(type, member, tw_metric_read),                                       \
            "also read this metric of the GPU, as in dram__bytes_read.sum; may be given several times"       \
    }

/* Its `read`; *metrics is a struct tw_metrics. */
bool tw_metric_read(char *value, void *metrics, const char *command);

#endif
