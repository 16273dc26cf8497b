/* A sweep's work: rows go to worker processes, on GPUs to some that compile, for all of them, and one for each that checks and times. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/grow.h"
#include "tune/prove/prove.h"
#include "tune/sweep/sweep_listed.h"
#include "tune/sweep/sweep_search.h"

/* ---- one stage after the other for each variant ---- */

struct progress {
    struct tw_sweep *sweep;
    struct tw_workers compilers;  /* closed on the simulator: there the workers compile what they run */
    size_t next;                  /* all rows before it are done or handed out            */
    size_t *compiled, come, gone; /* rows that compilers have finished, in that order     */
    size_t room;                  /* for those                                            */
    size_t *again, agains;        /* rows that a card has failed, for another             */
    size_t again_room;
    size_t total, finished; /* rows to bring to a result, and those that have it    */
    bool open;              /* a search may ask for more                            */
    size_t begun;           /* rows that were handed out                            */
};

#define LOOKING 0.75 /* of the budget may pass before the last variant is begun; the rest is for the finals */

bool tw_sweep_is_spent(const struct tw_sweep *sweep, double part)
{
    double budget = sweep->options->budget_s;
    return sweep->deadline > 0 && tw_seconds() > sweep->deadline - (1 - part) * budget;
}

/* A search keeps to a budget of variants itself. */
static bool has_variants_left(const struct progress *p)
{
    const size_t budget = p->sweep->options->budget_variants;
    return !budget || p->sweep->search || p->begun < budget;
}

static bool may_begin(const struct progress *p)
{
    return !tw_sweep_is_stopped(p->sweep) && !tw_sweep_is_spent(p->sweep, LOOKING);
}

/* The row that the card takes next: of those that another has failed first. False: there is none. */
static bool next_for(struct progress *p, const struct tw_sweep_card *card, size_t *number)
{
    const struct tw_sweep *sweep = p->sweep;
    const unsigned own = (unsigned)(card - sweep->cards) + 1;
    bool others = tw_sweep_cards_left(sweep) > 1;
    for (size_t i = 0; i < p->agains; i++) {
        if (others && sweep->rows[p->again[i]].tried == own) continue;
        *number = p->again[i];
        p->again[i] = p->again[--p->agains];
        return true;
    }
    if (p->gone == p->come) return false;
    *number = p->compiled[p->gone++];
    return true;
}

static int run_compiled(struct progress *p, struct tw_error *error)
{
    const struct tw_sweep *sweep = p->sweep;
    int code = TW_OK;
    for (unsigned c = 0; c < sweep->card_count; c++) {
        struct tw_sweep_card *card = &sweep->cards[c];
        while (!code && !card->lost && may_begin(p) && tw_pool_idle(card->workers.pool) &&
               next_for(p, card, &card->row)) {
            double best = tw_sweep_best_on(sweep, &sweep->rows[card->row], card);
            code = tw_worker_submit_rival(&card->workers, &sweep->variants, card->row, TW_STAGE_RUN, best,
                                          error);
        }
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
    int code = tw_sweep_cost(progress->sweep, row, &row->cost, error);
    if (code) return code;
    /* What leaves results unwritten may be quick because it is wrong: it stops nobody. */
    if (!row->result.unwritten_count) tw_sweep_note_best(progress->sweep, row);
    progress->finished++;
    /* A process that measures does not wait for the disk. */
    code = progress->sweep->setup.count ? run_compiled(progress, error) : TW_OK;
    if (!code && progress->sweep->search) code = tw_sweep_search_tell(progress->sweep, number, error);
    if (!code && progress->sweep->listed) code = tw_sweep_listed_tell(progress->sweep, number, error);
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
        p->open = tw_sweep_search_is_open(sweep);
        p->total += *got;
    }
    if (sweep->listed) code = tw_sweep_listed_ask(sweep, number, got, error);
    if (code || *got) return code;
    for (; !sweep->search && !*got && p->next < sweep->count; p->next++) {
        *number = p->next;
        *got = is_waiting(&sweep->rows[p->next]);
    }
    return code;
}

/* A search is to know what came of its variants before it asks for more: no more wait to be measured than there are cards. */
static bool is_ahead(const struct progress *p)
{
    return (p->sweep->search || p->sweep->listed) && p->come - p->gone > p->sweep->card_count;
}

/* Waiting rows go to free workers of the first stage. */
static int start_rows(struct progress *p, struct tw_workers *workers, enum tw_stage stage,
                      struct tw_error *error)
{
    const struct tw_sweep *sweep = p->sweep;
    bool got = true;
    int code = TW_OK;
    while (!code && got && may_begin(p) && has_variants_left(p) && !is_ahead(p) &&
           tw_pool_idle(workers->pool)) {
        size_t number;
        code = next_row(p, &number, &got, error);
        if (!code && got) code = tw_worker_submit(workers, &sweep->variants, number, stage, error);
        p->begun += got;
        if (got) sweep->rows[number].turn = p->begun;
    }
    return code;
}

/* Adds to rows that are listed. */
static int note_row(size_t **rows, size_t *count, size_t *room, size_t number, struct tw_error *error)
{
    size_t *grown = tw_grow(*rows, *count, room, sizeof *grown);
    if (!grown) return tw_fail(error, TW_MEMORY, "out of memory");
    *rows = grown;
    grown[(*count)++] = number;
    return TW_OK;
}

static int note_again(struct progress *p, size_t number, struct tw_error *error)
{
    return note_row(&p->again, &p->agains, &p->again_room, number, error);
}

static int take_compiled(struct progress *p, bool *got, struct tw_error *error)
{
    struct tw_result result = {0};
    struct tw_text shown = {0};
    size_t number;
    int code = tw_worker_wait(&p->compilers, &p->sweep->variants, 0, &number, &result, &shown, got, error);
    tw_text_free(&shown);
    if (code || !*got) return code;
    if (result.status != TW_STATUS_OK) return finish_row(p, number, &result, error);
    tw_proof_take(&result, &p->sweep->rows[number].result);
    return note_row(&p->compiled, &p->come, &p->room, number, error);
}

/* ---- what a card says of a row ---- */

/* Gives the card up, and the row that it was at to the others. */
static int lose(struct progress *p, struct tw_sweep_card *card, const char *why, struct tw_error *error)
{
    bool busy = tw_pool_busy(card->workers.pool) > 0;
    tw_sweep_card_lose(p->sweep, card, why);
    int code = busy ? note_again(p, card->row, error) : TW_OK;
    return code || tw_sweep_cards_left(p->sweep) ? code : tw_sweep_none_left(p->sweep, why, error);
}

/* A variant that one card has failed and another has not: the card is to blame, unless somebody has killed its process. */
static int clear_of_blame(struct progress *p, const struct tw_row *row, const struct tw_result *result,
                          struct tw_error *error)
{
    struct tw_sweep_card *card = &p->sweep->cards[row->tried - 1];
    if (result->status == TW_STATUS_FAILED || row->blameless || card->lost) return TW_OK;
    bool busy = tw_pool_busy(card->workers.pool) > 0;
    tw_sweep_card_blame(p->sweep, card, row->overdue);
    return card->lost && busy ? note_again(p, card->row, error) : TW_OK;
}

/* Whether the row is to be tried once more: another card may do better. */
static bool is_doubtful(const struct progress *p, const struct tw_row *row, const struct tw_result *result)
{
    return result->status == TW_STATUS_FAILED && !row->tried && tw_sweep_cards_left(p->sweep) > 1 &&
           !tw_sweep_is_stopped(p->sweep);
}

static int try_again(struct progress *p, size_t number, unsigned card, const struct tw_worker_range *range,
                     struct tw_error *error)
{
    struct tw_row *row = &p->sweep->rows[number];
    row->tried = card + 1;
    row->overdue = range->overdue;
    row->blameless = tw_worker_was_killed(tw_text_string(&range->results[0].reason));
    return note_again(p, number, error);
}

/* What another card is to do; *elsewhere is false where it is none of another's, and the result stands. */
static int pass_on(struct progress *p, unsigned c, const struct tw_worker_range *range, bool *elsewhere,
                   struct tw_error *error)
{
    struct tw_result *result = &range->results[0];
    bool doubtful = is_doubtful(p, &p->sweep->rows[range->first], result);
    int code = TW_OK;
    *elsewhere = result->device_lost || doubtful;
    if (result->device_lost) {
        code = note_again(p, range->first, error);
        if (!code) code = lose(p, &p->sweep->cards[c], tw_text_string(&result->reason), error);
    } else if (doubtful) {
        code = try_again(p, range->first, c, range, error);
    }
    if (*elsewhere) tw_result_free(result);
    return code;
}

static int take_result(struct progress *p, unsigned c, const struct tw_worker_range *range,
                       struct tw_error *error)
{
    struct tw_sweep_card *card = &p->sweep->cards[c];
    struct tw_result *result = &range->results[0];
    struct tw_row *row = &p->sweep->rows[range->first];
    bool elsewhere;
    int code = pass_on(p, c, range, &elsewhere, error);
    if (code || elsewhere) return code;
    if (row->tried && row->tried != c + 1) code = clear_of_blame(p, row, result, error);
    if (code) return code;
    if (p->compilers.pool) tw_proof_take(&row->result, result);
    if (p->sweep->card_count > 1) result->timing.gpu = (unsigned)card->card.ordinal + 1;
    row->card = c;
    card->measured++;
    return finish_row(p, range->first, result, error);
}

static int take_run(struct progress *p, unsigned c, bool *got, struct tw_error *error)
{
    struct tw_sweep_card *card = &p->sweep->cards[c];
    struct tw_worker_range range = {0};
    struct tw_text shown = {0};
    *got = false;
    if (card->lost) return TW_OK;
    int code = tw_worker_wait_range(&card->workers, &p->sweep->variants, 0, &range, &shown, got, error);
    tw_text_free(&shown);
    if (!code && *got) code = take_result(p, c, &range, error);
    tw_worker_range_free(&range);
    return code;
}

static int take_answers(struct progress *p, struct tw_error *error)
{
    int code = TW_OK;
    for (bool got = p->compilers.pool != NULL; got && !code;) code = take_compiled(p, &got, error);
    for (unsigned c = 0; c < p->sweep->card_count; c++) {
        for (bool got = true; got && !code;) code = take_run(p, c, &got, error);
    }
    return code;
}

static void sleep_until_answers(const struct progress *p)
{
    struct tw_pool *pools[TW_MOST_CARDS + 1] = {p->compilers.pool};
    for (unsigned c = 0; c < p->sweep->card_count; c++) pools[c + 1] = p->sweep->cards[c].workers.pool;
    tw_pool_sleep(pools, p->sweep->card_count + 1, TW_TICK_S);
}

static int step(struct progress *p, struct tw_error *error)
{
    int code = TW_OK;
    if (may_begin(p)) {
        code = p->compilers.pool ? start_rows(p, &p->compilers, TW_STAGE_COMPILE, error)
                                 : start_rows(p, &p->sweep->cards[0].workers, TW_STAGE_RUN, error);
        if (!code) code = run_compiled(p, error);
    }
    sleep_until_answers(p);
    return code ? code : take_answers(p, error);
}

static bool is_working(const struct progress *p)
{
    bool working = p->compilers.pool && tw_pool_busy(p->compilers.pool);
    for (unsigned c = 0; c < p->sweep->card_count && !working; c++) {
        const struct tw_sweep_card *card = &p->sweep->cards[c];
        working = !card->lost && tw_pool_busy(card->workers.pool);
    }
    return working;
}

/* What the budget of variants leaves is no work. */
static bool has_work(const struct progress *p)
{
    return (p->finished < p->total || p->open) &&
           (has_variants_left(p) || is_working(p) || p->gone < p->come || p->agains);
}

/* After an interrupt, or when the budget is spent, what is under way is brought to its end; after a second interrupt, nothing. */
static bool is_wanted(const struct progress *p)
{
    unsigned stop = tw_stop_level(p->sweep->watcher);
    bool ending = stop || tw_sweep_is_spent(p->sweep, LOOKING);
    return has_work(p) && stop < 2 && (!ending || is_working(p));
}

static void show(const struct progress *p)
{
    tw_show_progress(p->sweep->watcher,
                     p->compilers.pool ? "compiling, checking, measuring" : "compiling, simulating",
                     p->finished, p->open ? p->sweep->options->budget_variants : p->total);
}

/* Every row of the shard that waits: once, in the order of the space. */
static int check_waiting(struct progress *p, struct tw_error *error)
{
    int code = TW_OK;
    p->next = p->come = p->gone = p->agains = p->total = p->finished = 0;
    p->open = p->sweep->search;
    for (size_t i = 0; i < p->sweep->count && !p->sweep->search; i++)
        p->total += is_waiting(&p->sweep->rows[i]);
    show(p);
    while (!code && is_wanted(p)) {
        code = step(p, error);
        show(p);
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
    int code = p->sweep->search ? TW_OK : tw_sweep_listed_open(p->sweep, error);
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

/* The card that a resumed row was measured on, if it is among those that there are. */
static unsigned card_of(const struct tw_sweep *sweep, const struct tw_row *row)
{
    for (unsigned c = 0; c < sweep->card_count && row->result.timing.gpu; c++) {
        if (sweep->cards[c].card.ordinal == (int)row->result.timing.gpu - 1) return c;
    }
    return 0;
}

/* Rows that a resumed file has are rivals too, and count as tried. */
static int note_resumed(struct tw_sweep *sweep, size_t *tried, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < sweep->count && !code; i++) {
        struct tw_row *row = &sweep->rows[i];
        row->card = card_of(sweep, row);
        if (row->mine) code = tw_sweep_cost(sweep, row, &row->cost, error);
        tw_sweep_note_best(sweep, row);
        *tried += row->written && row->possible && row->result.status != TW_STATUS_SKIPPED;
    }
    return code;
}

int tw_sweep_run(struct tw_sweep *sweep, struct tw_error *error)
{
    struct progress progress = {.sweep = sweep};
    struct tw_pipeline_options compiling;
    double start = tw_seconds();
    if (sweep->options->budget_s) sweep->deadline = start + sweep->options->budget_s;
    int code = note_resumed(sweep, &progress.begun, error);
    if (!code) code = write_settled(sweep, TW_STATUS_REJECTED, error);
    if (!code && (!sweep->probe.simulator || sweep->card_count > 1))
        code = tw_worker_open_compilers(&sweep->setup, &sweep->pipeline, &sweep->probe, sweep->options->prove,
                                        &compiling, &progress.compilers, error);
    if (!code) code = check_all(&progress, error);
    if (!code && !tw_sweep_is_stopped(sweep)) code = write_settled(sweep, TW_STATUS_SKIPPED, error);
    tw_pool_close(progress.compilers.pool);
    free(progress.compiled);
    free(progress.again);
    if (!code && tw_sweep_is_timed(sweep) && !tw_sweep_is_stopped(sweep))
        code = tw_sweep_refine(sweep, tw_seconds() - start, error);
    bool counts = sweep->options->counters || (tw_sweep_by_counters(sweep) && !sweep->probe.simulator);
    if (!code && counts && !tw_sweep_is_stopped(sweep)) code = tw_sweep_count(sweep, error);
    return code;
}
