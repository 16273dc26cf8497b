/* A sweep's counting: once all is timed, a worker of its own reads the GPU's counters of every variant that ran. */
#include "cli/sweep/sweep.h"

#define TICK_S 0.25 /* between two looks at the signal flag */

static bool is_countable(const struct tw_row *row)
{
    return row->mine && row->done && row->result.status == TW_STATUS_OK;
}

/* What came of counting, beside what came before. */
static void take(struct tw_row *row, struct tw_result *counted)
{
    row->result.has_measured = counted->has_measured;
    row->result.measured = counted->measured;
    row->result.reassembled = counted->reassembled;
    if (counted->status == TW_STATUS_MISMATCH) {
        row->result.status = TW_STATUS_MISMATCH;
        tw_text_clear(&row->result.reason);
        tw_text_add(&row->result.reason, tw_text_string(&counted->reason));
    }
    tw_result_free(counted);
}

static int count_range(struct tw_sweep *sweep, struct tw_pool *worker, size_t first, unsigned count,
                       struct tw_error *error)
{
    struct tw_worker_range range = {0};
    struct tw_text shown = {0};
    bool got = false;
    int code = tw_worker_submit_range(worker, first, count, TW_STAGE_COUNT, error);
    while (!code && !got && *sweep->interrupted < 2)
        code = tw_worker_wait_range(worker, &sweep->variants, TICK_S, &range, &shown, &got, error);
    for (unsigned i = 0; i < range.count; i++) take(&sweep->rows[first + i], &range.results[i]);
    tw_text_free(&shown);
    return code;
}

static int count_rows(struct tw_sweep *sweep, struct tw_pool *worker, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t first = 0; first < sweep->count && !code && !*sweep->interrupted;) {
        unsigned count = 0;
        while (count < TW_COUNTED_AT_ONCE && first + count < sweep->count &&
               is_countable(&sweep->rows[first + count]))
            count++;
        if (count) code = count_range(sweep, worker, first, count, error);
        first += count ? count : 1;
    }
    return code;
}

/* One worker that counts, to be closed with its pipeline. */
static int open_worker(const struct tw_sweep *sweep, struct tw_pipeline *counting, struct tw_pool **worker,
                       struct tw_probe *probe, struct tw_error *error)
{
    counting->counted = true;
    return tw_worker_open(counting, 1, sweep->options->timeout_s, worker, probe, error);
}

int tw_sweep_count(struct tw_sweep *sweep, const struct tw_pipeline *pipeline, struct tw_error *error)
{
    struct tw_pipeline counting = *pipeline;
    struct tw_pool *worker = NULL;
    struct tw_probe probe;
    int code = open_worker(sweep, &counting, &worker, &probe, error);
    if (code) return code;
    tw_note("%s", probe.counting);
    sweep->counted = probe.counts;
    if (probe.counts) code = count_rows(sweep, worker, error);
    tw_worker_close(&counting, worker);
    return code;
}

int tw_sweep_try_counters(const struct tw_sweep *sweep, const struct tw_pipeline *pipeline,
                          struct tw_error *error)
{
    struct tw_pipeline counting = *pipeline;
    struct tw_pool *worker = NULL;
    struct tw_probe probe;
    int code = open_worker(sweep, &counting, &worker, &probe, error);
    if (code) return code;
    tw_worker_close(&counting, worker);
    return probe.counts ? TW_OK
                        : tw_fail(error, TW_ENVIRONMENT, "--by '%s' needs the GPU's own counters; %s",
                                  sweep->options->by, probe.counting);
}
