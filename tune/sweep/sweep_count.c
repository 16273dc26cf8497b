/* A sweep's counting: once all is timed, a worker of its own reads the GPU's counters of every variant that ran. */
#include "tune/sweep/sweep.h"

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

static int count_range(struct tw_sweep *sweep, struct tw_workers *worker, size_t first, unsigned count,
                       struct tw_error *error)
{
    struct tw_worker_range range = {0};
    struct tw_text shown = {0};
    bool got = false;
    int code = tw_worker_submit_range(worker, &sweep->variants, first, count, TW_STAGE_COUNT, error);
    while (!code && !got && tw_stop_level(sweep->watcher) < 2)
        code = tw_worker_wait_range(worker, &sweep->variants, TW_TICK_S, &range, &shown, &got, error);
    for (unsigned i = 0; i < range.count; i++) take(&sweep->rows[first + i], &range.results[i]);
    tw_worker_range_free(&range);
    tw_text_free(&shown);
    return code;
}

static int count_rows(struct tw_sweep *sweep, struct tw_workers *worker, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t first = 0; first < sweep->count && !code && !tw_sweep_is_stopped(sweep);) {
        unsigned count = 0;
        while (count < TW_COUNTED_AT_ONCE && first + count < sweep->count &&
               is_countable(&sweep->rows[first + count]))
            count++;
        if (count) code = count_range(sweep, worker, first, count, error);
        first += count ? count : 1;
    }
    return code;
}

/* One worker that counts. */
struct counting {
    struct tw_worker_setup setup;
    struct tw_pipeline_options pipeline;
    struct tw_workers worker;
    struct tw_probe probe;
};

static int open_worker(const struct tw_sweep *sweep, struct counting *counting, struct tw_error *error)
{
    counting->setup = sweep->setup;
    counting->setup.count = sweep->setup.count > 0;
    counting->pipeline = sweep->pipeline;
    counting->pipeline.counted = true;
    return tw_worker_open(&counting->setup, &counting->pipeline, &counting->worker, &counting->probe, error);
}

int tw_sweep_count(struct tw_sweep *sweep, struct tw_error *error)
{
    struct counting counting;
    int code = open_worker(sweep, &counting, error);
    if (code) return code;
    tw_say(sweep->watcher, TW_REMARK_FACT, "%s", counting.probe.counting);
    sweep->counted = counting.probe.counts;
    if (sweep->counted) code = count_rows(sweep, &counting.worker, error);
    tw_worker_close(&counting.worker);
    return code;
}

int tw_sweep_try_counters(const struct tw_sweep *sweep, struct tw_error *error)
{
    struct counting counting;
    int code = open_worker(sweep, &counting, error);
    if (code) return code;
    tw_worker_close(&counting.worker);
    return counting.probe.counts
               ? TW_OK
               : tw_fail(error, TW_ENVIRONMENT, "--by '%s' needs the GPU's own counters; %s",
                         sweep->options->by, counting.probe.counting);
}
