/*
 * The best of a sweep on a GPU are timed again: successive halving, then the finalists in turns. Each problem by itself: its inputs and
 * its results stay where they are meanwhile, and each has finalists of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "tune/sweep/sweep.h"

#define FINALISTS      8u
#define MOST_FINALISTS 32u
#define NEAR           1.01 /* of the best's time: as good as it, until they are timed side by side    */
#define FAR            1.5  /* of the best's time, of its problem: it cannot win                       */
#define LEAST_ROUNDS   6u   /* with fewer not even winning them all tells two apart (sweep_rank.c)     */
#define FINALS_S       0.5  /* that the rounds of all problems may take, or, if that is more ...       */
#define FINALS_SHARE   0.15 /* ... this part of the time that the sweep took before them               */
#define UNSTEADY       1.05 /* the highest clock over the lowest, beyond which times may not compare   */

/* ---- the clock ---- */

static void note_mhz(struct tw_sweep_clock *clock, unsigned mhz)
{
    if (!mhz) return;
    if (!clock->least_mhz || mhz < clock->least_mhz) clock->least_mhz = mhz;
    if (mhz > clock->most_mhz) clock->most_mhz = mhz;
}

static void note_clock(struct tw_row *row, const struct tw_timing *timing)
{
    note_mhz(&row->clock, timing->before_mhz);
    note_mhz(&row->clock, timing->after_mhz);
    if (timing->before_mhz || timing->after_mhz) row->clock.throttles |= timing->throttles;
}

static struct tw_sweep_clock clock_of_finals(const struct tw_sweep *sweep)
{
    struct tw_sweep_clock clock = {0};
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (row->rounds[0] == 0) continue;
        note_mhz(&clock, row->clock.least_mhz);
        note_mhz(&clock, row->clock.most_mhz);
        clock.throttles |= row->clock.throttles;
    }
    clock.throttles &= ~(unsigned)TW_THROTTLE_UNKNOWN;
    return clock;
}

void tw_sweep_warn_of_clock(const struct tw_sweep *sweep, struct tw_text *text)
{
    const struct tw_sweep_clock clock = clock_of_finals(sweep);
    bool unsteady = clock.most_mhz > UNSTEADY * clock.least_mhz;
    if (!unsteady && !clock.throttles) return;
    tw_text_addf(text, "warning: while the best were timed, the multiprocessors' clock was %u to %u MHz",
                 clock.least_mhz, clock.most_mhz);
    if (clock.throttles) tw_text_add(text, ", held down (");
    if (clock.throttles) tw_throttles_add(clock.throttles, text);
    if (clock.throttles) tw_text_add_char(text, ')');
    tw_text_add(text, ": times may not compare\n");
}

/* ---- timing again ---- */

/* A row that could not win in the first look, and is timed to its end now, is one like the others; of one that another card has measured
   nothing else stays. */
static void take_timing(const struct tw_sweep *sweep, struct tw_row *row, const struct tw_timing *timing)
{
    bool moves = row->card != sweep->final;
    if (moves) row->sample_count = 0;
    row->card = sweep->final;
    if (row->sample_count < TW_MAX_SAMPLES) row->samples[row->sample_count++] = timing->median_us;
    if (moves || row->result.timing.stopped) row->result.timing = *timing;
    if (sweep->card_count > 1) row->result.timing.gpu = (unsigned)sweep->cards[sweep->final].card.ordinal + 1;
    note_clock(row, timing);
}

static bool is_final_lost(const struct tw_sweep *sweep)
{
    return sweep->cards[sweep->final].lost;
}

static bool goes_on(const struct tw_sweep *sweep)
{
    return !tw_sweep_is_stopped(sweep) && !is_final_lost(sweep);
}

static int time_once(struct tw_sweep *sweep, size_t number, double *us, struct tw_error *error)
{
    struct tw_timing timing;
    int code = tw_sweep_time_on(sweep, &sweep->cards[sweep->final], number, &timing, error);
    *us = timing.median_us;
    if (*us > 0) take_timing(sweep, &sweep->rows[number], &timing);
    return code;
}

/* A problem's ranked rows that may win, *count of them, in order of rank; the caller frees. */
static size_t *find_near(const struct tw_sweep *sweep, size_t problem, size_t *count)
{
    size_t ranked, near = 0, *order = tw_sweep_order(sweep, &ranked);
    for (size_t i = 0; order && i < ranked; i++) {
        const struct tw_row *row = &sweep->rows[order[i]];
        if (row->problem == problem && row->cost <= FAR * tw_sweep_best(sweep, row)) order[near++] = order[i];
    }
    *count = near;
    return order;
}

/* How many of the best `left` stay: the better half, and more that are as good, FINALISTS at least. */
static size_t halve(const struct tw_sweep *sweep, const size_t *order, size_t left)
{
    size_t keep = (left + 1) / 2;
    double near = sweep->rows[order[0]].cost * NEAR;
    if (keep < FINALISTS) keep = FINALISTS;
    while (keep < left && keep < MOST_FINALISTS && sweep->rows[order[keep]].cost <= near) keep++;
    return keep;
}

/* Each round times the better half of those left once more, until few are left: their number is *left. */
static int time_halves(struct tw_sweep *sweep, size_t problem, size_t **order, size_t *left,
                       struct tw_error *error)
{
    int code = TW_OK;
    double us;
    for (bool fewer = true;
         fewer && !code && *left > FINALISTS && goes_on(sweep) && !tw_sweep_is_spent(sweep, 1);) {
        size_t keep = halve(sweep, *order, *left), count;
        fewer = keep < *left;
        for (size_t i = 0; i < keep && !code && goes_on(sweep); i++)
            code = time_once(sweep, (*order)[i], &us, error);
        free(*order);
        *order = NULL;
        if (!code) code = tw_sweep_rank(sweep, error);
        if (code) return code;
        *order = find_near(sweep, problem, &count);
        if (!*order) return tw_fail(error, TW_MEMORY, "out of memory");
        *left = keep < count ? keep : count;
    }
    return code;
}

/* The finalists side by side, back and forth in turn, so that a drift of the clocks favours none. */
static int time_finals(struct tw_sweep *sweep, const size_t *order, size_t count, double most,
                       struct tw_error *error)
{
    double start = tw_seconds();
    int code = TW_OK;
    for (unsigned round = 0; round < TW_FINAL_ROUNDS && !tw_sweep_is_spent(sweep, 1); round++) {
        if (round >= LEAST_ROUNDS && tw_seconds() - start > most) break;
        for (size_t i = 0; i < count && !code && goes_on(sweep); i++) {
            size_t number = order[round % 2 ? count - 1 - i : i];
            code = time_once(sweep, number, &sweep->rows[number].rounds[round], error);
            tw_show_progress(sweep->watcher, "timing the best side by side", round * count + i + 1,
                             TW_FINAL_ROUNDS * count);
        }
    }
    tw_show_progress(sweep->watcher, NULL, 0, 0);
    return code;
}

static int refine_problem(struct tw_sweep *sweep, size_t problem, double most, struct tw_error *error)
{
    size_t left;
    size_t *order = find_near(sweep, problem, &left);
    if (!order) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = time_halves(sweep, problem, &order, &left, error);
    if (!code && left > 1) code = time_finals(sweep, order, left, most, error);
    free(order);
    return code;
}

/* Whether a row is the first of its problem, and some row of it has a rank. */
static bool begins_problem(const struct tw_sweep *sweep, size_t number)
{
    return sweep->rows[number].problem == number && sweep->rows[number].best > 0;
}

/* All that is left of them is timed on one card. */
static int refine_on_card(struct tw_sweep *sweep, double looked_s, struct tw_error *error)
{
    double share = FINALS_SHARE * looked_s, most = share > FINALS_S ? share : FINALS_S;
    unsigned problems = 0;
    int code = TW_OK;
    for (size_t i = 0; i < sweep->count; i++) problems += begins_problem(sweep, i);
    for (size_t i = 0; i < sweep->count && !code && goes_on(sweep); i++)
        if (begins_problem(sweep, i)) code = refine_problem(sweep, i, most / problems, error);
    return code;
}

/* Rounds on a card that was lost are forgotten: side by side is on one card. */
static void forget_rounds(struct tw_sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++) {
        struct tw_row *row = &sweep->rows[i];
        memset(row->rounds, 0, sizeof row->rounds);
        row->clock = (struct tw_sweep_clock){0};
    }
}

int tw_sweep_refine(struct tw_sweep *sweep, double looked_s, struct tw_error *error)
{
    int code = tw_sweep_rank(sweep, error);
    bool again = true;
    while (!code && again && tw_sweep_cards_left(sweep)) {
        code = tw_sweep_compare(sweep, error);
        if (!code && !is_final_lost(sweep)) code = refine_on_card(sweep, looked_s, error);
        again = is_final_lost(sweep) && tw_sweep_cards_left(sweep);
        if (again) forget_rounds(sweep);
    }
    return code;
}
