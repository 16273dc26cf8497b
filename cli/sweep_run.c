#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/sweep.h"

#define FINALISTS    8u
#define FINAL_ROUNDS 15u
#define TICK_S       0.25 /* between two looks at the signal flag, and two steps of the progress line */

/* ---- progress ---- */

static void show_progress(const struct tw_sweep *sweep, const char *what, size_t done, size_t of, bool last)
{
    static const char bar[] = "##############################";
    double elapsed = tw_seconds() - sweep->started_s;
    if (!isatty(STDERR_FILENO) || (elapsed < 1 && !last)) return;
    double rate = elapsed > 0 ? (double)done / elapsed : 0;
    int filled = of ? (int)(30 * done / of) : 30;
    if (last) {
        fprintf(stderr, "\r\033[K");
    } else {
        fprintf(stderr, "\r\033[K%s [%-30.*s] %zu/%zu, %.0f/s, %.0f s left", what, filled, bar, done, of,
                rate, rate > 0 ? (double)(of - done) / rate : 0);
    }
    fflush(stderr);
}

/* ---- one stage after the other for each variant ---- */

enum mark { WAITING, COMPILING, COMPILED, RUNNING, FINISHED };

struct progress {
    struct tw_sweep *sweep;
    struct tw_pool *compilers; /* NULL on the simulator: there the workers compile what they run */
    struct tw_pool *workers;
    unsigned char *mark;     /* enum mark of each row */
    size_t next, ready_from; /* where the search for a row to compile, to run, goes on */
    size_t total, finished;
};

static int finish_row(struct progress *progress, size_t number, struct tw_result *result,
                      struct tw_error *error)
{
    struct tw_row *row = &progress->sweep->rows[number];
    tw_result_free(&row->result);
    row->result = *result;
    tw_sweep_settle(progress->sweep, row);
    progress->mark[number] = FINISHED;
    progress->finished++;
    return tw_sweep_file_add(progress->sweep, number, error);
}

/* Hands waiting rows to free workers, as far as there are such. */
static int hand_out(struct progress *p, struct tw_pool *pool, size_t *from, enum mark wanted, enum mark then,
                    enum tw_stage stage, struct tw_error *error)
{
    for (size_t i = *from; i < p->sweep->count && tw_pool_idle(pool); i++) {
        if (p->mark[i] != wanted) {
            if (i == *from && p->mark[i] > wanted) ++*from;
            continue;
        }
        int code = tw_worker_submit(pool, i, stage, error);
        if (code) return code;
        p->mark[i] = (unsigned char)then;
    }
    return TW_OK;
}

static int take_answer(struct progress *p, struct tw_pool *pool, double wait_s, bool *got,
                       struct tw_error *error)
{
    struct tw_result result = {0};
    struct tw_text shown = {0};
    size_t number;
    int code = tw_worker_wait(pool, p->sweep->space, wait_s, &number, &result, &shown, got, error);
    tw_text_free(&shown);
    if (code || !*got) return code;
    if (pool == p->compilers && result.status == TW_STATUS_OK) {
        p->mark[number] = COMPILED;
        p->ready_from = number < p->ready_from ? number : p->ready_from;
        p->sweep->rows[number].result.compile_s = result.compile_s;
        tw_result_free(&result);
        return TW_OK;
    }
    result.compile_s += p->sweep->rows[number].result.compile_s;
    return finish_row(p, number, &result, error);
}

static int step(struct progress *p, struct tw_error *error)
{
    int code = TW_OK;
    bool stop = *p->sweep->interrupted;
    if (p->compilers) {
        if (!stop) code = hand_out(p, p->compilers, &p->next, WAITING, COMPILING, TW_STAGE_COMPILE, error);
        if (!code && !stop)
            code = hand_out(p, p->workers, &p->ready_from, COMPILED, RUNNING, TW_STAGE_RUN, error);
    } else if (!stop) {
        code = hand_out(p, p->workers, &p->next, WAITING, RUNNING, TW_STAGE_RUN, error);
    }
    bool got = true, both = p->compilers && tw_pool_busy(p->compilers) && tw_pool_busy(p->workers);
    double wait = both ? 0.001 : TICK_S;
    if (!code && p->compilers && tw_pool_busy(p->compilers))
        code = take_answer(p, p->compilers, wait, &got, error);
    if (!code && tw_pool_busy(p->workers)) code = take_answer(p, p->workers, wait, &got, error);
    return code;
}

static int check_all(struct progress *p, struct tw_error *error)
{
    int code = TW_OK;
    while (!code && p->finished < p->total) {
        bool working = tw_pool_busy(p->workers) || (p->compilers && tw_pool_busy(p->compilers));
        if (*p->sweep->interrupted && !working) break;
        code = step(p, error);
        show_progress(p->sweep, "sweep", p->finished, p->total, false);
    }
    show_progress(p->sweep, "sweep", p->finished, p->total, true);
    return code;
}

/* ---- the finalists, timed again and again ---- */

static int time_once(struct tw_sweep *sweep, struct tw_pool *worker, size_t number, struct tw_error *error)
{
    struct tw_result result = {0};
    struct tw_text shown = {0};
    struct tw_row *row = &sweep->rows[number];
    bool got = false;
    int code = tw_worker_submit(worker, number, TW_STAGE_TIME, error);
    while (!code && !got && !*sweep->interrupted)
        code = tw_worker_wait(worker, sweep->space, TICK_S, &number, &result, &shown, &got, error);
    if (!code && got && result.has_timing && row->sample_count < TW_MAX_SAMPLES) {
        row->samples[row->sample_count++] = result.timing.median_us;
        row->result.measure_s += result.measure_s;
    }
    tw_result_free(&result);
    tw_text_free(&shown);
    return code;
}

/* One round over the best `count`, back and forth in turn, so that a drift of the clocks favours none. */
static int time_round(struct tw_sweep *sweep, struct tw_pool *worker, const size_t *order, size_t count,
                      unsigned round, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < count && !code && !*sweep->interrupted; i++) {
        code = time_once(sweep, worker, order[round % 2 ? count - 1 - i : i], error);
    }
    return code;
}

/*
 * Successive halving: each round times the better half of those left once more; what is left at the end is
 * timed in rounds side by side, enough of them that their order is not noise.
 */
static int refine(struct tw_sweep *sweep, struct tw_pool *worker, struct tw_error *error)
{
    size_t left;
    int code = TW_OK;
    tw_sweep_rank(sweep);
    size_t *order = tw_sweep_order(sweep, &left);
    if (!order) return tw_fail(error, TW_MEMORY, "out of memory");
    while (!code && left > FINALISTS && !*sweep->interrupted) {
        left = (left + 1) / 2 > FINALISTS ? (left + 1) / 2 : FINALISTS;
        code = time_round(sweep, worker, order, left, 0, error);
        size_t count;
        tw_sweep_rank(sweep);
        free(order);
        order = tw_sweep_order(sweep, &count);
        if (!order) return tw_fail(error, TW_MEMORY, "out of memory");
    }
    for (unsigned round = 0; round < FINAL_ROUNDS && !code && left > 1; round++) {
        code = time_round(sweep, worker, order, left, round, error);
        show_progress(sweep, "finals", round + 1, FINAL_ROUNDS, round + 1 == FINAL_ROUNDS);
    }
    free(order);
    return code;
}

static int start_progress(struct progress *p, struct tw_error *error)
{
    p->mark = calloc(p->sweep->count, 1);
    if (!p->mark) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = TW_OK;
    for (size_t i = 0; i < p->sweep->count && !code; i++) {
        struct tw_row *row = &p->sweep->rows[i];
        if (!row->mine || row->done)
            p->mark[i] = FINISHED;
        else
            p->total++;
        if (row->mine && row->done && !row->written) code = tw_sweep_file_add(p->sweep, i, error);
    }
    return code;
}

int tw_sweep_run(struct tw_sweep *sweep, struct tw_pipeline *pipeline, struct tw_pool *workers,
                 struct tw_error *error)
{
    struct progress progress = {.sweep = sweep, .workers = workers};
    struct tw_pipeline compiling = *pipeline;
    int code = start_progress(&progress, error);
    sweep->started_s = tw_seconds();
    if (!code && !sweep->probe.simulator) {
        code = tw_worker_open_compilers(&compiling, &sweep->probe, sweep->options->jobs,
                                        sweep->options->timeout_s, &progress.compilers, error);
    }
    if (!code) code = check_all(&progress, error);
    tw_pool_close(progress.compilers);
    free(progress.mark);
    if (!code && !sweep->probe.simulator && !*sweep->interrupted) code = refine(sweep, workers, error);
    return code;
}
