/* Planning what is counted: the metrics that a chip has, in as many passes as CUPTI needs. */
#include "runtime/measure/schedule.h"

#include <stdlib.h>

static const char *metric_of(const struct tw_metrics *metrics, unsigned i)
{
    return i < TW_COUNTER_COUNT ? tw_counter_metric((enum tw_counter)i) : metrics->name[i - TW_COUNTER_COUNT];
}

void tw_schedule_free(struct tw_schedule *schedule)
{
    struct tw_cupti_host_close close = {.host = schedule->host};
    if (schedule->host) TW_CUPTI(schedule->cupti, NULL, cuptiProfilerHostDeinitialize, &close);
    free(schedule->config);
    schedule->config = NULL;
    schedule->host = NULL;
}

/* The metrics of the table that a chip lacks are left out; one that was asked for by name is an error. */
static int find_metrics(struct tw_schedule *schedule, const char *chip, struct tw_error *error)
{
    for (unsigned i = 0; i < tw_counter_count(schedule->more); i++) {
        const char *metric = metric_of(schedule->more, i);
        struct tw_cupti_properties properties = {.host = schedule->host, .metric = metric};
        int code = TW_CUPTI(schedule->cupti, NULL, cuptiProfilerHostGetMetricProperties, &properties);
        if (code == TW_MEMORY) return tw_fail(error, TW_MEMORY, "out of memory");
        if (code && i >= TW_COUNTER_COUNT)
            return tw_fail(
                error, TW_ENVIRONMENT,
                "the %s has no metric '%s': a metric is a counter's name and how it is summed up, as in "
                "dram__bytes_read.sum, and `ncu --query-metrics --chip %s` lists them",
                chip, metric, chip);
        if (code) continue;
        schedule->wanted[schedule->count] = i;
        schedule->metrics[schedule->count++] = metric;
        schedule->plan.known |= (uint64_t)1 << i;
    }
    if (schedule->count) return TW_OK;
    return tw_fail(error, TW_ENVIRONMENT, "the %s has none of the counters that are read: a newer CUPTI may",
                   chip);
}

static int make_config(struct tw_schedule *schedule, struct tw_error *error)
{
    const struct tw_cupti *cupti = schedule->cupti;
    struct tw_cupti_config_size size = {.host = schedule->host};
    int code = TW_CUPTI(cupti, error, cuptiProfilerHostGetConfigImageSize, &size);
    if (code) return code;
    schedule->config = calloc(1, size.bytes ? size.bytes : 1);
    schedule->config_bytes = size.bytes;
    if (!schedule->config) return tw_fail(error, TW_MEMORY, "out of memory");
    struct tw_cupti_config config = {.host = schedule->host, .bytes = size.bytes, .image = schedule->config};
    struct tw_cupti_passes passes = {.bytes = size.bytes, .config = schedule->config};
    code = TW_CUPTI(cupti, error, cuptiProfilerHostGetConfigImage, &config);
    if (!code) code = TW_CUPTI(cupti, error, cuptiProfilerHostGetNumOfPasses, &passes);
    schedule->plan.passes = (unsigned)passes.passes;
    return code;
}

/* All metrics are added in one call: those of a call share passes, and those of different calls never do. */
static int add_metrics(const struct tw_schedule *schedule, struct tw_error *error)
{
    struct tw_cupti_add add = {
        .host = schedule->host, .metrics = schedule->metrics, .count = schedule->count};
    add.size = TW_SIZE_cuptiProfilerHostConfigAddMetrics;
    int result = schedule->cupti->cuptiProfilerHostConfigAddMetrics(&add);
    const struct tw_metrics *more = schedule->more;
    if (result != TW_CUPTI_INVALID_PARAMETER || !more || !more->count)
        return tw_cupti_check(result, "cuptiProfilerHostConfigAddMetrics", error);
    return tw_fail(
        error, TW_ENVIRONMENT,
        "'%s'%s cannot be counted in that way: a metric is a counter's name and how it is summed up, as in "
        "dram__bytes_read.sum",
        more->name[0], more->count > 1 ? ", or a metric after it," : "");
}

int tw_schedule_make(struct tw_schedule *schedule, const char *chip, const uint8_t *availability,
                     struct tw_error *error)
{
    struct tw_cupti_host_open open = {
        .profiler = TW_CUPTI_RANGE_PROFILER, .chip = chip, .availability = availability};
    int code = TW_CUPTI(schedule->cupti, error, cuptiProfilerHostInitialize, &open);
    if (code) return code;
    schedule->host = open.host;
    code = find_metrics(schedule, chip, error);
    if (!code) code = add_metrics(schedule, error);
    return code ? code : make_config(schedule, error);
}

int tw_counters_plan(const struct tw_cupti *cupti, const char *chip, const struct tw_metrics *metrics,
                     struct tw_counter_plan *planned, struct tw_error *error)
{
    struct tw_schedule schedule = {.cupti = cupti, .more = metrics};
    int code = tw_schedule_make(&schedule, chip, NULL, error);
    *planned = schedule.plan;
    tw_schedule_free(&schedule);
    return code;
}
