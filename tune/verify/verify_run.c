/* A variant is executed on the simulator first, which leaves its kernels in the cache, and then counted on the GPU. */
#include <stdlib.h>
#include <string.h>

#include "gen/layout/predict.h"
#include "tune/metrics.h"
#include "tune/verify/verify.h"

/* ---- the plan ---- */

/* Numbers that look random, the same for a seed everywhere (Steele, Lea, Flood: SplitMix64). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Every subset of that size is as likely (Knuth, TAOCP 2, algorithm S). */
static void choose_sample(struct tw_verify *verify, unsigned sample, uint64_t seed)
{
    size_t wanted = sample;
    for (size_t i = 0; i < verify->count; i++) {
        size_t left = verify->count - i;
        verify->rows[i].wanted = !sample || next_random(&seed) % left < wanted;
        wanted -= sample && verify->rows[i].wanted;
    }
}

/* *shape is made anew. */
static int predict(const struct tw_variants *variants, const struct tw_variant *variant,
                   struct tw_shape *shape, struct tw_verify_row *row, struct tw_error *error)
{
    struct tw_text reason = {0};
    row->predicts = !row->left_out.length &&
                    tw_family_accept(variants->family, variant->value, &variants->target, &reason);
    tw_text_free(&reason);
    if (!row->predicts) return TW_OK;
    struct tw_predicted predicted = {0};
    if (tw_family_shape(variants->family, variant->value, &variants->target, shape))
        predicted = tw_predict_sum(variants->family, variant->value, shape);
    row->counts[TW_PREDICTED] = predicted.counts;
    row->unpredicted = predicted.none;
    return shape->failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}

static void take_measured(struct tw_verify_row *row, const struct tw_measured *measured)
{
    row->measures = true;
    row->measured = *measured;
}

static void recall(struct tw_verify *verify, size_t number)
{
    struct tw_measured measured;
    tw_replay_measured(verify->replay, number, &measured);
    take_measured(&verify->rows[number], &measured);
    verify->rows[number].reassembled = tw_replay_reassembled(verify->replay, number);
}

int tw_verify_plan(struct tw_verify *verify, unsigned sample, uint64_t seed, struct tw_error *error)
{
    verify->count = verify->variants.count;
    verify->rows = calloc(verify->count, sizeof *verify->rows);
    if (!verify->rows) return tw_fail(error, TW_MEMORY, "out of memory for %zu variants", verify->count);
    choose_sample(verify, sample, seed);
    struct tw_shape shape = {0};
    int code = verify->variants.family->description && !verify->whole ? tw_verify_take_problems(verify, error)
                                                                      : TW_OK;
    for (size_t i = 0; i < verify->count && !code; i++)
        code = predict(&verify->variants, &verify->variants.variant[i], &shape, &verify->rows[i], error);
    for (size_t i = 0; i < verify->count && verify->replay && !code; i++) recall(verify, i);
    tw_shape_free(&shape);
    return code;
}

void tw_verify_free(struct tw_verify *verify)
{
    for (size_t i = 0; i < verify->count && verify->rows; i++) {
        tw_result_free(&verify->rows[i].simulated);
        tw_result_free(&verify->rows[i].counted);
        tw_text_free(&verify->rows[i].problem);
        tw_text_free(&verify->rows[i].left_out);
    }
    free(verify->rows);
    free(verify->exchanged);
    free(verify->values);
    tw_variants_free(&verify->variants);
    verify->rows = NULL;
}

/* ---- the verdict ---- */

/* What one says of a variant: known is 0 when it has said nothing. */
static bool agree(struct tw_verify_row *row, enum tw_witness one, enum tw_witness other)
{
    struct tw_counts claimed = row->counts[one];
    /* Where nothing is predicted, what depends on the order of blocks may differ from run to run. */
    if (one == TW_SIMULATED) claimed.known &= row->counts[TW_PREDICTED].known;
    if (other == TW_MEASURED) claimed.known &= ~row->reassembled;
    enum tw_count differs = tw_counts_differ(&claimed, &row->counts[other]);
    if (differs == TW_COUNT_COUNT) return true;
    row->differs = differs;
    row->one = one;
    row->other = other;
    return false;
}

const struct tw_counts *tw_verify_claimed(const struct tw_verify_row *row)
{
    return &row->counts[row->counts[TW_PREDICTED].known ? TW_PREDICTED : TW_SIMULATED];
}

static void judge(struct tw_verify_row *row)
{
    const struct tw_result *results[] = {&row->simulated, &row->counted};
    row->done = true;
    row->differs = TW_COUNT_COUNT;
    row->status = row->predicts          ? TW_STATUS_OK
                  : row->left_out.length ? TW_STATUS_SKIPPED
                                         : TW_STATUS_REJECTED;
    for (int i = 0; i < 2; i++) {
        if (row->status == TW_STATUS_OK) row->status = results[i]->status;
    }
    const struct tw_counts *claimed = tw_verify_claimed(row);
    if (row->measures) row->counts[TW_MEASURED] = tw_measured_beside(&row->measured, claimed);
    if (row->measures) row->by_pipe = tw_measured_by_pipe(&row->measured, claimed);
    if (row->measures && !row->counted.has_measured && row->simulates) /* a record, and the code is there */
        row->reassembled |=
            tw_reassembled(&row->simulated, &row->counts[TW_MEASURED], &row->simulated.detail);
    row->by_pipe &= ~row->reassembled;
    bool all = agree(row, TW_PREDICTED, TW_SIMULATED) && agree(row, TW_PREDICTED, TW_MEASURED) &&
               agree(row, TW_SIMULATED, TW_MEASURED);
    if (!all) row->status = TW_STATUS_MISMATCH;
}

/* ---- the work ---- */

struct work {
    struct tw_verify *verify;
    tw_verify_done *done;
    void *context;
    size_t next;            /* all before it were handed to simulators, or need none */
    size_t counted;         /* all before it were handed to the counter, or are done */
    size_t again, again_to; /* what is to be counted once more, one by one           */
    size_t told;            /* all before it are done, and that has been said        */
};

static bool is_counted(const struct tw_verify *verify)
{
    return verify->counter.pool && verify->gpu.counts;
}

/* Done, or the next stage's. */
static void pass_on(struct work *work, size_t number)
{
    struct tw_verify_row *row = &work->verify->rows[number];
    row->ready = is_counted(work->verify) && row->predicts && row->simulated.status == TW_STATUS_OK;
    if (!row->ready) judge(row);
}

static int start_simulating(struct work *work, struct tw_error *error)
{
    struct tw_verify *verify = work->verify;
    int code = TW_OK;
    for (; work->next < verify->count && !code; work->next++) {
        const struct tw_verify_row *row = &verify->rows[work->next];
        bool needed = row->wanted && row->predicts;
        if (needed && !tw_pool_idle(verify->simulators.pool)) break;
        if (needed)
            code = tw_worker_submit(&verify->simulators, &verify->variants, work->next, TW_STAGE_RUN, error);
        else
            pass_on(work, work->next);
    }
    return code;
}

/* How many from `first` on are ready, one after the other: as many as fit, or as there are before one that is done, or the end;
   0: more may come to be. */
static unsigned ready_from(const struct tw_verify *verify, size_t first)
{
    unsigned count = 0;
    while (count < TW_COUNTED_AT_ONCE && first + count < verify->count && verify->rows[first + count].ready)
        count++;
    bool waits =
        count < TW_COUNTED_AT_ONCE && first + count < verify->count && !verify->rows[first + count].done;
    return waits ? 0 : count;
}

static int start_counting(struct work *work, struct tw_error *error)
{
    struct tw_verify *verify = work->verify;
    if (!tw_pool_idle(verify->counter.pool)) return TW_OK;
    if (work->again < work->again_to)
        return tw_worker_submit_range(&verify->counter, &verify->variants, work->again++, 1, TW_STAGE_RUN,
                                      error);
    while (work->counted < verify->count && verify->rows[work->counted].done) work->counted++;
    unsigned count = ready_from(verify, work->counted);
    size_t first = work->counted;
    work->counted += count;
    return count ? tw_worker_submit_range(&verify->counter, &verify->variants, first, count, TW_STAGE_RUN,
                                          error)
                 : TW_OK;
}

static void take_simulated(struct work *work, size_t number, struct tw_result *result)
{
    struct tw_verify_row *row = &work->verify->rows[number];
    row->simulated = *result;
    row->simulates = result->has_simulated;
    if (row->simulates) row->counts[TW_SIMULATED] = result->simulated;
    pass_on(work, number);
}

static void take_counted(struct work *work, size_t number, struct tw_result *result)
{
    struct tw_verify_row *row = &work->verify->rows[number];
    row->counted = *result;
    if (result->has_measured) take_measured(row, &result->measured);
    row->reassembled = result->reassembled;
    judge(row);
}

/* What was lost with the process that counts is counted again by a new one: many, each alone; one, once more, as CUPTI may fall over
   what it counted before. False: it was, and nothing is to be had. */
static bool count_again(struct work *work, struct tw_worker_range *range)
{
    struct tw_verify_row *row = &work->verify->rows[range->first];
    if (range->overdue || (range->count == 1 && row->lost)) return false;
    row->lost = range->count == 1;
    if (work->again == work->again_to) work->again_to = range->first + range->count;
    work->again = range->first; /* those behind it are still to come */
    for (unsigned i = 0; i < range->count; i++) tw_result_free(&range->results[i]);
    return true;
}

/* The variant is not at fault when it cannot be counted. */
static void give_up(struct tw_result *result)
{
    tw_text_addf(&result->detail, "not counted: the process that counts ended, twice: %s\n",
                 tw_text_string(&result->reason));
    tw_text_clear(&result->reason);
    result->status = TW_STATUS_OK;
}

static void take_range(struct work *work, struct tw_worker_range *range, bool counts)
{
    if (range->lost && counts && count_again(work, range)) return;
    if (range->lost && counts && !range->overdue) give_up(&range->results[0]);
    for (unsigned i = 0; i < range->count; i++)
        (counts ? take_counted : take_simulated)(work, range->first + i, &range->results[i]);
}

static int take_answers(struct work *work, struct tw_workers *workers, struct tw_error *error)
{
    int code = TW_OK;
    for (bool got = workers->pool != NULL; got && !code;) {
        struct tw_worker_range range;
        struct tw_text shown = {0};
        code = tw_worker_wait_range(workers, &work->verify->variants, 0, &range, &shown, &got, error);
        if (!code && got) take_range(work, &range, workers == &work->verify->counter);
        tw_worker_range_free(&range);
        tw_text_free(&shown);
    }
    return code;
}

/* In the order of the space. */
static int tell(struct work *work)
{
    int code = TW_OK;
    while (!code && work->told < work->verify->count && work->verify->rows[work->told].done) {
        code = work->done(work->context, work->verify, work->told++);
        work->verify->finished = work->told;
    }
    return code;
}

static int work_on(struct work *work, struct tw_error *error)
{
    struct tw_pool *const pools[] = {work->verify->counter.pool, work->verify->simulators.pool};
    int code = start_simulating(work, error);
    if (!code && work->verify->counter.pool) code = start_counting(work, error);
    if (!code) code = tell(work);
    if (code || work->told == work->verify->count) return code;
    tw_pool_sleep(pools, 2, TW_TICK_S);
    if (!code) code = take_answers(work, &work->verify->simulators, error);
    if (!code) code = take_answers(work, &work->verify->counter, error);
    return code;
}

int tw_verify_run(struct tw_verify *verify, tw_verify_done *done, void *context, struct tw_error *error)
{
    struct work work = {.verify = verify, .done = done, .context = context};
    int code = TW_OK;
    while (!code && work.told < verify->count && !tw_stop_level(verify->watcher)) {
        tw_show_progress(verify->watcher, "simulating, counting", work.told, verify->count);
        code = work_on(&work, error);
    }
    tw_show_progress(verify->watcher, NULL, 0, 0);
    return code;
}
