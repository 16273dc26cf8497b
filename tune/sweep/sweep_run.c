/* A sweep's work: rows go to worker processes, on a GPU to some that compile and one that checks and times. */
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "tune/prove/prove.h"
#include "tune/sweep/sweep_search.h"

/* ---- one stage after the other for each variant ---- */

struct progress {
    struct tw_sweep *sweep;
    struct tw_workers compilers; /* closed on the simulator: there the workers compile what they run */
    struct tw_workers *workers;
    size_t next;                  /* all rows before it are done or handed out            */
    size_t *compiled, come, gone; /* rows that compilers have finished, in that order     */
    size_t room;                  /* for those                                            */
    size_t total, finished;       /* rows to bring to a result, and those that have it    */
    bool open;                    /* a search may ask for more                            */
    size_t begun;                 /* rows that were handed out                            */
};

#define LOOKING 0.75 /* of the budget may pass before the last variant is begun; the rest is for the finals */

bool tw_sweep_is_spent(const struct tw_sweep *sweep, double part)
{
    double budget = sweep->options->budget_s;
    return sweep->deadline > 0 && tw_seconds() > sweep->deadline - (1 - part) * budget;
}

static bool may_begin(const struct progress *p)
{
    return !tw_sweep_is_stopped(p->sweep) && !tw_sweep_is_spent(p->sweep, LOOKING);
}

/* A search keeps to a budget of variants itself. */
static bool has_variants_left(const struct progress *p)
{
    const size_t budget = p->sweep->options->budget_variants;
    return !budget || p->sweep->search || p->begun < budget;
}

static int run_compiled(struct progress *p, struct tw_error *error)
{
    const struct tw_sweep *sweep = p->sweep;
    int code = TW_OK;
    while (!code && may_begin(p) && p->gone < p->come && tw_pool_idle(p->workers->pool)) {
        size_t number = p->compiled[p->gone++];
        double best = tw_sweep_best(sweep, &sweep->rows[number]);
        code = tw_worker_submit_rival(p->workers, &sweep->variants, number, TW_STAGE_RUN, best, error);
    }
    return code;
}

static int finish_row(struct progress *progress, size_t number, struct tw_result *result,
                      struct tw_error *error)
{
    struct tw_row *row = &progress->sweep->rows[number];
    tw_result_free(&row->result);
    row->result = *result;
    tw_sweep_settle(progress->sweep, row);
    row->cost = tw_sweep_cost(progress->sweep, row);
    tw_sweep_note_best(progress->sweep, row);
    progress->finished++;
    /* A process that measures does not wait for the disk. */
    int code = progress->sweep->setup.count ? run_compiled(progress, error) : TW_OK;
    if (!code && progress->sweep->search) code = tw_sweep_search_tell(progress->sweep, number, error);
    return code ? code : tw_sweep_file_add(progress->sweep, number, error);
}

static bool is_waiting(const struct tw_row *row)
{
    return row->mine && !row->done;
}

/* The next row that waits, or that the search asks for. */
static int next_row(struct progress *p, size_t *number, bool *got, struct tw_error *error)
{
    struct tw_sweep *sweep = p->sweep;
    int code = TW_OK;
    *got = false;
    if (sweep->search) {
        code = tw_sweep_search_ask(sweep, number, got, error);
        p->open = *got;
        p->total += *got;
    }
    for (; !sweep->search && !*got && p->next < sweep->count; p->next++) {
        *number = p->next;
        *got = is_waiting(&sweep->rows[p->next]);
    }
    return code;
}

/* Waiting rows go to free workers of the first stage. */
static int start_rows(struct progress *p, struct tw_workers *workers, enum tw_stage stage,
                      struct tw_error *error)
{
    const struct tw_sweep *sweep = p->sweep;
    bool got = true;
    int code = TW_OK;
    while (!code && got && may_begin(p) && has_variants_left(p) && tw_pool_idle(workers->pool)) {
        size_t number;
        code = next_row(p, &number, &got, error);
        if (!code && got) code = tw_worker_submit(workers, &sweep->variants, number, stage, error);
        p->begun += got;
    }
    return code;
}

static int note_compiled(struct progress *p, size_t number, struct tw_error *error)
{
    if (p->come == p->room) {
        const size_t room = 2 * p->room + 64;
        size_t *grown = realloc(p->compiled, room * sizeof *grown);
        if (!grown) return tw_fail(error, TW_MEMORY, "out of memory");
        p->compiled = grown;
        p->room = room;
    }
    p->compiled[p->come++] = number;
    return TW_OK;
}

static int take_answer(struct progress *p, struct tw_workers *workers, bool *got, struct tw_error *error)
{
    struct tw_result result = {0};
    struct tw_text shown = {0};
    size_t number;
    int code = tw_worker_wait(workers, &p->sweep->variants, 0, &number, &result, &shown, got, error);
    tw_text_free(&shown);
    if (code || !*got) return code;
    if (workers == &p->compilers && result.status == TW_STATUS_OK) {
        tw_proof_take(&result, &p->sweep->rows[number].result);
        return note_compiled(p, number, error);
    }
    if (workers != &p->compilers && p->compilers.pool) tw_proof_take(&p->sweep->rows[number].result, &result);
    return finish_row(p, number, &result, error);
}

static int take_answers(struct progress *p, struct tw_workers *workers, struct tw_error *error)
{
    int code = TW_OK;
    for (bool got = workers->pool != NULL; got && !code;) code = take_answer(p, workers, &got, error);
    return code;
}

static int step(struct progress *p, struct tw_error *error)
{
    struct tw_pool *const pools[] = {p->workers->pool, p->compilers.pool};
    int code = TW_OK;
    if (may_begin(p)) {
        code = p->compilers.pool ? start_rows(p, &p->compilers, TW_STAGE_COMPILE, error)
                                 : start_rows(p, p->workers, TW_STAGE_RUN, error);
        if (!code) code = run_compiled(p, error);
    }
    tw_pool_sleep(pools, 2, TW_TICK_S);
    if (!code) code = take_answers(p, &p->compilers, error);
    if (!code) code = take_answers(p, p->workers, error);
    return code;
}

static bool is_working(const struct progress *p)
{
    return tw_pool_busy(p->workers->pool) || (p->compilers.pool && tw_pool_busy(p->compilers.pool));
}

/* What the budget of variants leaves is no work. */
static bool has_work(const struct progress *p)
{
    return (p->finished < p->total || p->open) &&
           (has_variants_left(p) || is_working(p) || p->gone < p->come);
}

/* After an interrupt, or when the budget is spent, what is under way is brought to its end; after a second interrupt, nothing. */
static bool is_wanted(const struct progress *p)
{
    unsigned stop = tw_stop_level(p->sweep->watcher);
    bool ending = stop || tw_sweep_is_spent(p->sweep, LOOKING);
    return has_work(p) && stop < 2 && (!ending || is_working(p));
}

/* Every row of the shard that waits: once, in the order of the space. */
static int check_waiting(struct progress *p, struct tw_error *error)
{
    const char *doing = p->compilers.pool ? "compiling, checking, measuring" : "compiling, simulating";
    int code = TW_OK;
    p->next = p->come = p->gone = p->total = p->finished = 0;
    p->open = p->sweep->search;
    for (size_t i = 0; i < p->sweep->count && !p->sweep->search; i++)
        p->total += is_waiting(&p->sweep->rows[i]);
    while (!code && is_wanted(p)) {
        code = step(p, error);
        tw_show_progress(p->sweep->watcher, doing, p->finished,
                         p->open ? p->sweep->options->budget_variants : p->total);
    }
    tw_show_progress(p->sweep->watcher, NULL, 0, 0);
    return code;
}

/* What the budget did not reach. */
static void skip_waiting(struct tw_sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++) {
        struct tw_row *row = &sweep->rows[i];
        if (!is_waiting(row)) continue;
        row->done = row->unspent = true;
        row->result.status = TW_STATUS_SKIPPED;
        tw_text_add(&row->result.reason, TW_BUDGET_REASON);
        if (sweep->options->budget_variants)
            tw_text_addf(&row->result.reason, "%zu variants was spent before it was tried",
                         sweep->options->budget_variants);
        else
            tw_text_addf(&row->result.reason, "%u s was spent before it was tried", sweep->options->budget_s);
    }
}

/* A variant that fails brings back what was skipped because of it, and a mismatch a twin. */
static int check_all(struct progress *p, struct tw_error *error)
{
    size_t revived = 1, twins = 0;
    int code = TW_OK;
    while (!code && revived && !tw_sweep_is_stopped(p->sweep)) {
        code = check_waiting(p, error);
        if (p->sweep->search) return code;
        if (!code) code = tw_sweep_revive_twins(p->sweep, &twins, error);
        if (!code) code = tw_sweep_prune(p->sweep, &revived, error);
        revived += twins;
        if (tw_sweep_is_spent(p->sweep, LOOKING) || !has_variants_left(p)) revived = 0;
    }
    const bool spent = tw_sweep_is_spent(p->sweep, LOOKING) || !has_variants_left(p);
    if (!code && !tw_sweep_is_stopped(p->sweep) && spent) skip_waiting(p->sweep);
    return code;
}

/* Records of rows that took no work: those rejected at the start, those skipped when that is final. */
static int write_settled(struct tw_sweep *sweep, enum tw_status status, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < sweep->count && !code; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (row->mine && row->done && !row->written && row->result.status == status)
            code = tw_sweep_file_add(sweep, i, error);
    }
    return code;
}

/* Rows that a resumed file has are rivals too, and count as tried. */
static size_t note_resumed(struct tw_sweep *sweep)
{
    size_t tried = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        struct tw_row *row = &sweep->rows[i];
        if (row->mine) row->cost = tw_sweep_cost(sweep, row);
        tw_sweep_note_best(sweep, row);
        tried += row->written && row->possible && row->result.status != TW_STATUS_SKIPPED;
    }
    return tried;
}

int tw_sweep_run(struct tw_sweep *sweep, struct tw_error *error)
{
    struct progress progress = {.sweep = sweep, .workers = &sweep->workers};
    struct tw_pipeline_options compiling;
    double start = tw_seconds();
    if (sweep->options->budget_s) sweep->deadline = start + sweep->options->budget_s;
    progress.begun = note_resumed(sweep);
    int code = write_settled(sweep, TW_STATUS_REJECTED, error);
    if (!code && !sweep->probe.simulator)
        code = tw_worker_open_compilers(&sweep->setup, &sweep->pipeline, &sweep->probe, sweep->options->prove,
                                        &compiling, &progress.compilers, error);
    if (!code) code = check_all(&progress, error);
    if (!code && !tw_sweep_is_stopped(sweep)) code = write_settled(sweep, TW_STATUS_SKIPPED, error);
    tw_pool_close(progress.compilers.pool);
    free(progress.compiled);
    if (!code && tw_sweep_is_timed(sweep) && !tw_sweep_is_stopped(sweep))
        code = tw_sweep_refine(sweep, tw_seconds() - start, error);
    bool counts = sweep->options->counters || (tw_sweep_by_counters(sweep) && !sweep->probe.simulator);
    if (!code && counts && !tw_sweep_is_stopped(sweep)) code = tw_sweep_count(sweep, error);
    return code;
}
