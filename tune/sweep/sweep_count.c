/* A sweep's counting: once all is timed, a worker of its own on each card reads the GPU's counters of the variants that ran. */
#include <stdlib.h>

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

/* One worker that counts. */
struct counting {
    struct tw_worker_setup setup;
    struct tw_pipeline_options pipeline;
    struct tw_workers worker;
    struct tw_probe probe;
    size_t first; /* the rows that it is at */
    unsigned count;
};

static int start_worker(const struct tw_sweep *sweep, const struct tw_sweep_card *card,
                        struct counting *counting, struct tw_error *error)
{
    *counting = (struct counting){.setup = sweep->setup, .pipeline = card->pipeline};
    counting->setup.count = sweep->setup.count > 0 || sweep->card_count > 1;
    counting->pipeline.counted = true;
    return tw_worker_start(&counting->setup, &counting->pipeline, &counting->worker, error);
}

static int open_worker(const struct tw_sweep *sweep, const struct tw_sweep_card *card,
                       struct counting *counting, struct tw_error *error)
{
    int code = start_worker(sweep, card, counting, error);
    return code ? code : tw_worker_probe(&counting->setup, &counting->worker, &counting->probe, error);
}

/* ---- ranges of rows go to the workers ---- */

struct counters {
    struct tw_sweep *sweep;
    struct counting *counting;
    unsigned count;
    size_t next; /* all rows before it are counted or handed out */
};

/* The next rows that are counted together; 0: there are none. */
static unsigned next_range(struct counters *counters, size_t *first)
{
    const struct tw_sweep *sweep = counters->sweep;
    unsigned count = 0;
    while (counters->next < sweep->count && !is_countable(&sweep->rows[counters->next])) counters->next++;
    *first = counters->next;
    while (count < TW_COUNTED_AT_ONCE && *first + count < sweep->count &&
           is_countable(&sweep->rows[*first + count]))
        count++;
    counters->next += count;
    return count;
}

static int hand_out(struct counters *counters, struct tw_error *error)
{
    const struct tw_sweep *sweep = counters->sweep;
    int code = TW_OK;
    for (unsigned i = 0; i < counters->count && !code && !tw_sweep_is_stopped(sweep); i++) {
        struct counting *counting = &counters->counting[i];
        if (!counting->worker.pool || !tw_pool_idle(counting->worker.pool)) continue;
        counting->count = next_range(counters, &counting->first);
        if (!counting->count) break;
        code = tw_worker_submit_range(&counting->worker, &sweep->variants, counting->first, counting->count,
                                      TW_STAGE_COUNT, error);
    }
    return code;
}

static int take_counted(struct counters *counters, struct counting *counting, struct tw_error *error)
{
    struct tw_sweep *sweep = counters->sweep;
    struct tw_worker_range range = {0};
    struct tw_text shown = {0};
    bool got = false;
    int code = tw_worker_wait_range(&counting->worker, &sweep->variants, 0, &range, &shown, &got, error);
    for (unsigned i = 0; i < range.count; i++) take(&sweep->rows[range.first + i], &range.results[i]);
    tw_worker_range_free(&range);
    tw_text_free(&shown);
    return code;
}

static int take_all(struct counters *counters, bool *busy, struct tw_error *error)
{
    struct tw_pool *pools[TW_MOST_CARDS] = {NULL};
    int code = TW_OK;
    *busy = false;
    for (unsigned i = 0; i < counters->count; i++) pools[i] = counters->counting[i].worker.pool;
    tw_pool_sleep(pools, counters->count, TW_TICK_S);
    for (unsigned i = 0; i < counters->count && !code; i++) {
        if (!pools[i]) continue;
        code = take_counted(counters, &counters->counting[i], error);
        *busy |= tw_pool_busy(pools[i]) > 0;
    }
    return code;
}

static int count_rows(struct counters *counters, struct tw_error *error)
{
    int code = TW_OK;
    bool busy = true;
    while (busy && !code && tw_stop_level(counters->sweep->watcher) < 2) {
        code = hand_out(counters, error);
        if (!code) code = take_all(counters, &busy, error);
        busy |= counters->next < counters->sweep->count && !tw_sweep_is_stopped(counters->sweep);
    }
    return code;
}

/* ---- the workers ---- */

/* A card that does not count leaves it to the others. */
static void close_idle(struct counters *counters)
{
    bool counted = counters->sweep->counted;
    for (unsigned i = 0; i < counters->count; i++) {
        struct counting *counting = &counters->counting[i];
        if (counted && !counting->probe.counts) tw_worker_close(&counting->worker);
    }
}

static int open_workers(struct counters *counters, struct tw_error *error)
{
    struct tw_sweep *sweep = counters->sweep;
    struct counting *all = counters->counting;
    const char *said = NULL;
    int code = TW_OK;
    for (unsigned i = 0; i < sweep->card_count && !code; i++) {
        if (!sweep->cards[i].lost)
            code = start_worker(sweep, &sweep->cards[i], &all[counters->count++], error);
    }
    for (unsigned i = 0; i < counters->count && !code; i++) {
        struct tw_error why = TW_ERROR_INIT;
        int opened = tw_worker_probe(&all[i].setup, &all[i].worker, &all[i].probe, &why);
        if (opened && counters->count == 1) code = tw_fail(error, (enum tw_code)opened, "%s", why.message);
        if (!opened && (!said || all[i].probe.counts > sweep->counted)) said = all[i].probe.counting;
        if (!opened) sweep->counted |= all[i].probe.counts;
        tw_error_free(&why);
    }
    if (!code && said) tw_say(sweep->watcher, TW_REMARK_FACT, "%s", said);
    close_idle(counters);
    return code;
}

int tw_sweep_count(struct tw_sweep *sweep, struct tw_error *error)
{
    struct counters counters = {.sweep = sweep,
                                .counting = calloc(sweep->card_count, sizeof *counters.counting)};
    if (!counters.counting) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = open_workers(&counters, error);
    if (!code && sweep->counted) code = count_rows(&counters, error);
    for (unsigned i = 0; i < counters.count; i++) tw_worker_close(&counters.counting[i].worker);
    free(counters.counting);
    return code;
}

int tw_sweep_try_counters(const struct tw_sweep *sweep, struct tw_error *error)
{
    struct counting counting;
    int code = open_worker(sweep, &sweep->cards[sweep->final], &counting, error);
    if (code) return code;
    tw_worker_close(&counting.worker);
    return counting.probe.counts
               ? TW_OK
               : tw_fail(error, TW_ENVIRONMENT, "--by '%s' needs the GPU's own counters; %s",
                         sweep->options->by, counting.probe.counting);
}
