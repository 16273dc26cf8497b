/* Planning what is counted: the metrics that a chip has, in as many passes as CUPTI needs. */
#include "runtime/measure/counter_passes.h"

#include <stdlib.h>

static const char *metric_of(const struct tw_metrics *metrics, unsigned i)
{
    return i < TW_COUNTER_COUNT ? tw_counter_metric((enum tw_counter)i) : metrics->name[i - TW_COUNTER_COUNT];
}

void tw_counter_passes_free(struct tw_counter_passes *passes)
{
    struct tw_cupti_host_close close = {.host = passes->host};
    if (passes->host) TW_CUPTI(passes->cupti, NULL, cuptiProfilerHostDeinitialize, &close);
    free(passes->config);
    passes->config = NULL;
    passes->host = NULL;
}

/* The metrics of the table that a chip lacks are left out; one that was asked for by name is an error. */
static int find_metrics(struct tw_counter_passes *passes, const char *chip, struct tw_error *error)
{
    for (unsigned i = 0; i < tw_counter_count(passes->more); i++) {
        const char *metric = metric_of(passes->more, i);
        struct tw_cupti_properties properties = {.host = passes->host, .metric = metric};
        int code = TW_CUPTI(passes->cupti, NULL, cuptiProfilerHostGetMetricProperties, &properties);
        if (code == TW_MEMORY) return tw_fail(error, TW_MEMORY, "out of memory");
        if (code && i >= TW_COUNTER_COUNT)
            return tw_fail(error, TW_ENVIRONMENT,
                           "the %s has no metric '%s': a metric is a counter's name and a kind of sum, as in "
                           "dram__bytes_read.sum; `ncu --query-metrics --chip %s` lists them",
                           chip, metric, chip);
        if (code) continue;
        passes->wanted[passes->count] = i;
        passes->metrics[passes->count++] = metric;
        passes->plan.known |= (uint64_t)1 << i;
    }
    if (passes->count) return TW_OK;
    return tw_fail(error, TW_ENVIRONMENT, "the %s has none of the counters that are read: a newer CUPTI may",
                   chip);
}

static int make_config(struct tw_counter_passes *passes, struct tw_error *error)
{
    const struct tw_cupti *cupti = passes->cupti;
    struct tw_cupti_config_size size = {.host = passes->host};
    int code = TW_CUPTI(cupti, error, cuptiProfilerHostGetConfigImageSize, &size);
    if (code) return code;
    passes->config = calloc(1, size.bytes ? size.bytes : 1);
    passes->config_bytes = size.bytes;
    if (!passes->config) return tw_fail(error, TW_MEMORY, "out of memory");
    struct tw_cupti_config config = {.host = passes->host, .bytes = size.bytes, .image = passes->config};
    struct tw_cupti_passes count = {.bytes = size.bytes, .config = passes->config};
    code = TW_CUPTI(cupti, error, cuptiProfilerHostGetConfigImage, &config);
    if (!code) code = TW_CUPTI(cupti, error, cuptiProfilerHostGetNumOfPasses, &count);
    passes->plan.passes = (unsigned)count.passes;
    return code;
}

/* All metrics are added in one call: those of a call share passes, and those of different calls never do. */
static int add_metrics(const struct tw_counter_passes *passes, struct tw_error *error)
{
    struct tw_cupti_add add = {.host = passes->host, .metrics = passes->metrics, .count = passes->count};
    add.size = TW_SIZE_cuptiProfilerHostConfigAddMetrics;
    int result = passes->cupti->cuptiProfilerHostConfigAddMetrics(&add);
    const struct tw_metrics *more = passes->more;
    if (result != TW_CUPTI_INVALID_PARAMETER || !more || !more->count)
        return tw_cupti_check(result, "cuptiProfilerHostConfigAddMetrics", error);
    return tw_fail(
        error, TW_ENVIRONMENT,
        "'%s'%s cannot be counted in that way: a metric is a counter's name and how it is summed up, as in "
        "dram__bytes_read.sum",
        more->name[0], more->count > 1 ? ", or a metric after it," : "");
}

int tw_counter_passes_make(struct tw_counter_passes *passes, const char *chip, const uint8_t *availability,
                           struct tw_error *error)
{
    struct tw_cupti_host_open open = {
        .profiler = TW_CUPTI_RANGE_PROFILER, .chip = chip, .availability = availability};
    int code = TW_CUPTI(passes->cupti, error, cuptiProfilerHostInitialize, &open);
    if (code) return code;
    passes->host = open.host;
    code = find_metrics(passes, chip, error);
    if (!code) code = add_metrics(passes, error);
    return code ? code : make_config(passes, error);
}

int tw_counters_plan(const struct tw_cupti *cupti, const char *chip, const struct tw_metrics *metrics,
                     struct tw_counter_plan *planned, struct tw_error *error)
{
    struct tw_counter_passes passes = {.cupti = cupti, .more = metrics};
    int code = tw_counter_passes_make(&passes, chip, NULL, error);
    *planned = passes.plan;
    tw_counter_passes_free(&passes);
    return code;
}
