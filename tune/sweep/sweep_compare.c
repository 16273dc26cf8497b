/* Cards of one kind differ by more than ties do: the same kernels are timed on each, so that what one has measured can be held against
   what another has, and the finals are on one of them. */
#include <stdlib.h>

#include "base/median.h"
#include "tune/sweep/sweep.h"

#define KERNELS 3u   /* by which cards are compared */
#define TIMES   3u   /* that each is timed on each  */
#define ALIKE   1.01 /* of the fastest's times: as fast */

static int wait_for(struct tw_sweep *sweep, struct tw_sweep_card *card, struct tw_worker_range *range,
                    bool *got, struct tw_error *error)
{
    struct tw_text shown = {0};
    int code = TW_OK;
    *got = false;
    while (!code && !*got && !tw_sweep_is_stopped(sweep))
        code = tw_worker_wait_range(&card->workers, &sweep->variants, TW_TICK_S, range, &shown, got, error);
    tw_text_free(&shown);
    return code;
}

/* A process that was lost is replaced. A device that cannot be opened again is given up, and one where two fail that ran before. */
static void judge(struct tw_sweep *sweep, struct tw_sweep_card *card, const struct tw_worker_range *range)
{
    const struct tw_result *result = &range->results[0];
    const char *why = tw_text_string(&result->reason);
    if (result->device_lost)
        tw_sweep_card_lose(sweep, card, why);
    else if (result->status == TW_STATUS_FAILED && sweep->card_count > 1 && !tw_worker_was_killed(why))
        tw_sweep_card_blame(sweep, card, range->overdue);
}

int tw_sweep_time_on(struct tw_sweep *sweep, struct tw_sweep_card *card, size_t number,
                     struct tw_timing *timing, struct tw_error *error)
{
    struct tw_worker_range range = {0};
    bool got = false;
    *timing = (struct tw_timing){0};
    if (card->lost) return TW_OK;
    int code = tw_worker_submit(&card->workers, &sweep->variants, number, TW_STAGE_TIME, error);
    if (!code) code = wait_for(sweep, card, &range, &got, error);
    if (!code && got) {
        struct tw_result *result = &range.results[0];
        if (result->has_timing) *timing = result->timing;
        sweep->rows[number].result.measure_s += result->measure_s;
        judge(sweep, card, &range);
        tw_result_free(result);
    }
    tw_worker_range_free(&range);
    return code;
}

/* The medians of the kernels on each card, in the order of [card][kernel]; 0: it was not timed. */
static int time_all(struct tw_sweep *sweep, const size_t *rows, unsigned kernels, double *us,
                    struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned c = 0; c < sweep->card_count && !code; c++) {
        for (unsigned k = 0; k < kernels && !code; k++) {
            double times[TIMES];
            struct tw_timing timing;
            unsigned count = 0;
            for (unsigned i = 0; i < TIMES && !code && !tw_sweep_is_stopped(sweep); i++) {
                code = tw_sweep_time_on(sweep, &sweep->cards[c], rows[k], &timing, error);
                if (timing.median_us > 0) times[count++] = timing.median_us;
            }
            tw_sort(times, count);
            us[c * kernels + k] = count == TIMES ? tw_median(times, count) : 0;
        }
    }
    return code;
}

/* The card's times over those of another; 0: they share none. */
static double ratio_of(const double *card, const double *other, unsigned kernels)
{
    double ratios[KERNELS];
    unsigned count = 0;
    for (unsigned k = 0; k < kernels; k++) {
        if (card[k] > 0 && other[k] > 0) ratios[count++] = card[k] / other[k];
    }
    tw_sort(ratios, count);
    return count ? tw_median(ratios, count) : 0;
}

/* The first of those that are as fast as the fastest. */
static unsigned choose(const struct tw_sweep *sweep, const double *us, unsigned kernels)
{
    unsigned first = sweep->final;
    while (sweep->cards[first].lost && first + 1 < sweep->card_count) first++;
    for (unsigned c = 0; c < sweep->card_count; c++) {
        double ratio = ratio_of(&us[c * kernels], &us[first * kernels], kernels);
        if (sweep->cards[c].lost || ratio == 0) continue;
        if (ratio * ALIKE < 1 || (c < first && ratio < ALIKE)) first = c;
    }
    return first;
}

/* The candidates that were best in the first look. */
static unsigned find_kernels(const struct tw_sweep *sweep, size_t rows[KERNELS])
{
    size_t count, *order = tw_sweep_order(sweep, &count);
    unsigned kernels = 0;
    for (; order && kernels < KERNELS && kernels < count; kernels++) rows[kernels] = order[kernels];
    free(order);
    return kernels;
}

int tw_sweep_compare(struct tw_sweep *sweep, struct tw_error *error)
{
    size_t rows[KERNELS];
    if (sweep->card_count < 2) return TW_OK;
    unsigned kernels = find_kernels(sweep, rows);
    if (!kernels) return TW_OK;
    double *us = calloc((size_t)sweep->card_count * kernels, sizeof *us);
    if (!us) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = time_all(sweep, rows, kernels, us, error);
    if (!code && tw_sweep_cards_left(sweep)) {
        sweep->final = choose(sweep, us, kernels);
        for (unsigned c = 0; c < sweep->card_count; c++) {
            double ratio = ratio_of(&us[c * kernels], &us[sweep->final * kernels], kernels);
            sweep->cards[c].ratio = ratio > 0 ? ratio : 1;
        }
        sweep->compared = kernels;
    }
    free(us);
    return code ? code : tw_sweep_rank(sweep, error);
}
