/*
 * The rank by a metric: a count that the model and the simulator know as well as the GPU, a counter or metric of the GPU's
 * alone, or one that the kernel's description defines.
 */
#include <math.h>
#include <string.h>

#include "tune/figures.h"
#include "tune/rank.h"
#include "tune/sweep/sweep.h"

/* Several counts by one name. */
static const struct {
    const char *name;
    uint32_t counts; /* bits of tw_counts.known */
} sums[] = {
    {"wavefronts", TW_KNOWN(load_wavefronts) | TW_KNOWN(store_wavefronts)},
    {"requests", TW_KNOWN(load_requests) | TW_KNOWN(store_requests)},
    {"sectors", TW_KNOWN(global_load_sectors) | TW_KNOWN(global_store_sectors)},
};

/* The counts that a name stands for: their own, a sum's, or that of the metric which counts them. 0: none. */
static uint32_t counts_of(const char *name)
{
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        if (strcmp(name, sums[i].name) == 0) return sums[i].counts;
    }
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++) {
        if (strcmp(name, tw_count_name((enum tw_count)i)) == 0) return 1u << i;
    }
    for (unsigned i = 0; i < TW_COUNTER_COUNT; i++) {
        enum tw_count equals = tw_counter_equals((enum tw_counter)i);
        if (equals != TW_COUNT_COUNT && strcmp(name, tw_counter_metric((enum tw_counter)i)) == 0)
            return 1u << equals;
    }
    return 0;
}

bool tw_sweep_is_timed(const struct tw_sweep *sweep)
{
    return !sweep->probe.simulator && !sweep->options->by;
}

static bool add_counts(const struct tw_counts *counts, uint32_t wanted, double *value)
{
    if (!wanted || (counts->known & wanted) != wanted) return false;
    *value = 0;
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++) {
        if (wanted >> i & 1u) *value += (double)tw_count_value(counts, (enum tw_count)i);
    }
    return true;
}

/* Counts as the GPU has them; else, which is the same, as they are simulated or predicted. */
static bool find_value(const struct tw_sweep *sweep, const struct tw_row *row, double *value)
{
    const struct tw_measured *measured = &row->result.measured;
    uint32_t wanted = counts_of(sweep->options->by);
    const struct tw_counts counted = tw_measured_counts(measured);
    if (row->result.has_measured && add_counts(&counted, wanted, value)) return true;
    if (row->result.has_simulated && add_counts(&row->result.simulated, wanted, value)) return true;
    if (row->result.has_predicted && add_counts(&row->result.predicted, wanted, value)) return true;
    for (unsigned i = 0; row->result.has_measured && i < tw_counter_count(measured->metrics); i++) {
        if (strcmp(tw_counter_name(measured->metrics, i), sweep->options->by) != 0) continue;
        *value = measured->value[i];
        return measured->known >> i & 1u;
    }
    return false;
}

/* ---- metrics of descriptions ---- */

static const struct tw_described_metric *own_metric(const struct tw_sweep *sweep)
{
    const char *by = sweep->options->by;
    return by ? tw_description_metric(sweep->space->config.family->description, by) : NULL;
}

bool tw_sweep_by_time(const struct tw_sweep *sweep)
{
    const struct tw_described_metric *metric = own_metric(sweep);
    return metric && tw_described_metric_is_timed(sweep->space->config.family->description, metric);
}

bool tw_sweep_by_counters(const struct tw_sweep *sweep)
{
    const struct tw_described_metric *metric = own_metric(sweep);
    return metric ? metric->counter_count > 0 : sweep->options->by != NULL;
}

void tw_sweep_take_metrics(const struct tw_family *family, struct tw_sweep_options *options)
{
    const struct tw_described_metric *metric =
        options->by ? tw_description_metric(family->description, options->by) : NULL;
    for (unsigned i = 0; metric && i < metric->counter_count; i++) {
        unsigned k = 0;
        while (k < tw_counter_count(&options->metrics) &&
               strcmp(tw_counter_name(&options->metrics, k), metric->counters[i]) != 0)
            k++;
        if (k == tw_counter_count(&options->metrics) && options->metrics.count < TW_MAX_METRICS)
            options->metrics.name[options->metrics.count++] = metric->counters[i];
    }
}

const char *tw_sweep_by_best(const struct tw_sweep *sweep)
{
    const struct tw_described_metric *metric = own_metric(sweep);
    return !metric ? NULL : metric->highest ? TW_BEST_HIGHEST : "lowest";
}

bool tw_sweep_by_highest(const struct tw_sweep *sweep)
{
    const struct tw_described_metric *metric = own_metric(sweep);
    return metric && metric->highest;
}

int tw_sweep_cost_by(const struct tw_sweep *sweep, const struct tw_row *row, double *cost,
                     struct tw_error *error)
{
    double value;
    const struct tw_described_metric *metric = own_metric(sweep);
    if (metric) return tw_result_figure(&sweep->variants, &row->result, &row->work, metric, cost, error);
    if (!find_value(sweep, row, &value) || !isfinite(value))
        *cost = (double)NAN;
    else
        *cost = tw_metric_is_sum(sweep->options->by) ? value / tw_sweep_amount(row) * 1000 : value;
    return TW_OK;
}

/* What `by` is: nothing that there is; a count, known without a GPU too; one that only a GPU's counters tell. */
enum kind { BY_NOTHING, BY_COUNT, BY_COUNTER };

static enum kind kind_of(const struct tw_sweep_options *options)
{
    if (counts_of(options->by)) return BY_COUNT;
    for (unsigned i = 0; i < tw_counter_count(&options->metrics); i++) {
        if (strcmp(options->by, tw_counter_name(&options->metrics, i)) == 0) return BY_COUNTER;
    }
    return BY_NOTHING;
}

bool tw_sweep_by_is_metric(const struct tw_sweep_options *options)
{
    return kind_of(options) == BY_NOTHING && strstr(options->by, "__");
}

#define BY_EXAMPLES                                                                                          \
    "wavefronts, requests, sectors, or a count of docs/commands/verify.md such as load_wavefronts"

int tw_sweep_check_by(const struct tw_sweep *sweep, struct tw_error *error)
{
    const char *by = sweep->options->by;
    const bool is_own = own_metric(sweep), needs_gpu = tw_sweep_by_time(sweep) || tw_sweep_by_counters(sweep);
    enum kind kind = is_own ? (needs_gpu ? BY_COUNTER : BY_COUNT) : by ? kind_of(sweep->options) : BY_COUNT;
    if (kind == BY_COUNT) return TW_OK;
    if (kind == BY_NOTHING)
        return tw_fail(error, TW_INPUT,
                       "--by '%s': there is no such count: " BY_EXAMPLES
                       "; or, on a GPU, a metric such as dram__bytes_read.sum",
                       by);
    if (sweep->probe.simulator)
        return tw_fail(error, TW_ENVIRONMENT,
                       "--by '%s': only a GPU's own %s tell that, and this is the simulator: use a GPU "
                       "(--device cuda), or rank by " BY_EXAMPLES,
                       by, is_own && !tw_sweep_by_counters(sweep) ? "times" : "counters");
    return tw_sweep_by_counters(sweep) ? tw_sweep_try_counters(sweep, error) : TW_OK;
}
