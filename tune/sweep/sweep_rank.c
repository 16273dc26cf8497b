/* The order of the rows that ran: cost first, the lowest, or of a metric the end that is best; neighbours that cannot be told apart are ties. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/median.h"
#include "tune/rank.h"
#include "tune/sweep/sweep.h"

static double median(const double *values, unsigned count)
{
    double sorted[TW_MAX_SAMPLES];
    memcpy(sorted, values, count * sizeof *sorted);
    tw_sort(sorted, count);
    return tw_median(sorted, count);
}

/* Elements of the launches that were timed: of as many blocks as the kernel has, or of more. */
static double elements_timed(const struct tw_row *row)
{
    return (double)row->work.elements / (double)row->blocks * (double)row->result.timing.blocks;
}

/* Nanoseconds per 1000 elements, of a launch that took so many microseconds: blocks of any size compare. */
static double cost_of_time(const struct tw_row *row, double us)
{
    return us * 1000 / elements_timed(row) * 1000;
}

double tw_sweep_time(const struct tw_row *row)
{
    return row->cost * elements_timed(row) / 1e6;
}

double tw_sweep_amount(const struct tw_row *row)
{
    uint64_t simulated = row->result.has_simulated ? row->result.simulated_work : 0;
    return (double)(simulated ? simulated : row->work.elements);
}

/* The passes of the shared-memory pipe and, where moving data is what the kernel is for, those that its
 * sectors are as dear as. */
static double cost_of_counts(const struct tw_sweep *sweep, const struct tw_row *row)
{
    bool moves = sweep->space->config.family->cost == TW_COST_TRAFFIC;
    double passes = (double)tw_counts_wavefronts(&row->result.simulated);
    if (moves) passes += TW_SECTOR_WAVEFRONTS * (double)tw_work_moved(&row->work, &row->result.simulated);
    return passes / tw_sweep_amount(row) * 1000;
}

/* The cost of a time on a GPU, as it would be on the card of the finals; of counts on the simulator. */
static double usual_cost(const struct tw_sweep *sweep, const struct tw_row *row)
{
    bool uncounted = row->result.proof == TW_PROOF_UNPROVEN && !row->result.has_simulated;
    if (sweep->probe.simulator) return uncounted ? (double)NAN : cost_of_counts(sweep, row);
    double us = row->sample_count ? median(row->samples, row->sample_count) : row->result.timing.median_us;
    return cost_of_time(row, us) / (sweep->card_count ? sweep->cards[row->card].ratio : 1);
}

int tw_sweep_cost(const struct tw_sweep *sweep, const struct tw_row *row, double *cost,
                  struct tw_error *error)
{
    const bool ran = row->result.status == TW_STATUS_OK && row->done;
    if (ran && sweep->options->by) return tw_sweep_cost_by(sweep, row, cost, error);
    *cost = ran ? usual_cost(sweep, row) : (double)NAN;
    return TW_OK;
}

double tw_sweep_best(const struct tw_sweep *sweep, const struct tw_row *row)
{
    return sweep->rows[row->problem].best;
}

double tw_sweep_best_on(const struct tw_sweep *sweep, const struct tw_row *row,
                        const struct tw_sweep_card *card)
{
    if (sweep->card_count < 2) return tw_sweep_best(sweep, row);
    return row->problem < card->bests ? card->best[row->problem] : 0;
}

static void note(double *best, double cost)
{
    if (*best == 0 || cost < *best) *best = cost;
}

/* With several cards each has its own best to stop the hopeless by: a card may be slower than the others. Where there is no memory for
   that, nothing is stopped. */
static void note_on(struct tw_sweep_card *card, const struct tw_row *row)
{
    if (row->problem >= card->bests) {
        size_t bests = 2 * row->problem + 64;
        double *grown = realloc(card->best, bests * sizeof *grown);
        if (!grown) return;
        for (size_t i = card->bests; i < bests; i++) grown[i] = 0;
        card->best = grown;
        card->bests = bests;
    }
    note(&card->best[row->problem], row->cost);
}

void tw_sweep_note_best(struct tw_sweep *sweep, const struct tw_row *row)
{
    if (!tw_sweep_is_timed(sweep) || isnan(row->cost) || row->result.timing.stopped) return;
    note(&sweep->rows[row->problem].best, row->cost);
    if (sweep->card_count > 1) note_on(&sweep->cards[row->card], row);
}

struct ranked {
    struct tw_measures measures;
    size_t row;
};

static double padding(const struct tw_sweep *sweep, const struct tw_row *row)
{
    int pad = tw_family_role(sweep->space->config.family, TW_FIELD_PADDING);
    return pad < 0 ? 0 : (double)row->result.variant->value[pad];
}

static struct ranked ranked_row(const struct tw_sweep *sweep, size_t number)
{
    const struct tw_row *row = &sweep->rows[number];
    const struct tw_counts *counts = &row->result.simulated;
    const struct tw_ranked ranked = {
        .stopped = tw_sweep_is_timed(sweep) && row->result.timing.stopped,
        .cost = tw_sweep_by_highest(sweep) ? -row->cost : row->cost,
        .elements = tw_sweep_amount(row),
        .sectors = (double)tw_work_moved(&row->work, counts),
        .requests = (double)(counts->load_requests + counts->store_requests),
        .threads = row->threads,
        .shared_bytes = row->result.shared_bytes,
        .blocks = row->occupancy.blocks_per_sm,
        .warps = row->occupancy.warps_per_sm,
        .padding = padding(sweep, row),
        .number = (double)number,
    };
    enum tw_cost cost = sweep->space->config.family->cost;
    return (struct ranked){tw_measures_of(&ranked, cost, sweep->probe.simulator), number};
}

static int compare(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return tw_measures_compare(&x->measures, &y->measures, TW_BY_STOPPED, TW_MEASURES);
}

/* What is better of two whose costs cannot be told apart. */
static int compare_tied(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return tw_measures_compare(&x->measures, &y->measures, TW_BY_BYTES, TW_MEASURES);
}

/* Chance of at least `wins` heads in `rounds` throws of a fair coin, doubled: the sign test's p value. */
static double sign_test(unsigned wins, unsigned rounds)
{
    if (wins * 2 < rounds) wins = rounds - wins;
    double sum = 0, ways = 1; /* ways = rounds over k */
    for (unsigned k = rounds + 1; k-- > wins;) {
        sum += ways;
        ways = ways * k / (rounds - k + 1);
    }
    double p = 2 * sum / pow(2, rounds);
    return p < 1 ? p : 1;
}

#define NOISE_LEVEL  0.05
#define LEAST_ROUNDS 6u /* with fewer not even winning them all is beyond that level */

/* How likely the two differ only by noise, by the final rounds, in which they were timed side by side; 1 when
   they shared too few. */
static double noise(const struct tw_row *a, const struct tw_row *b, unsigned *shared)
{
    unsigned wins = 0, counted = 0;
    *shared = 0;
    for (unsigned i = 0; i < TW_FINAL_ROUNDS; i++) {
        if (a->rounds[i] == 0 || b->rounds[i] == 0) continue;
        double x = cost_of_time(a, a->rounds[i]), y = cost_of_time(b, b->rounds[i]);
        ++*shared;
        wins += x < y;
        counted += x != y;
    }
    return counted < LEAST_ROUNDS ? 1 : sign_test(wins, counted);
}

/* What was counted is exact; of times, the rounds timed side by side tell. */
static bool indistinguishable(const struct tw_sweep *sweep, const struct ranked *a, const struct ranked *b)
{
    unsigned shared;
    if (!tw_sweep_is_timed(sweep))
        return tw_measures_compare(&a->measures, &b->measures, TW_BY_COST, TW_BY_PADDING) == 0;
    double chance = noise(&sweep->rows[a->row], &sweep->rows[b->row], &shared);
    return shared >= LEAST_ROUNDS && chance > NOISE_LEVEL; /* the others were timed too little to say */
}

size_t *tw_sweep_order(const struct tw_sweep *sweep, size_t *count)
{
    size_t *order = malloc((sweep->count + 1) * sizeof *order);
    *count = 0;
    if (!order) return NULL;
    for (size_t i = 0; i < sweep->count; i++) {
        if (sweep->rows[i].mine && sweep->rows[i].rank) order[*count] = i, (*count)++;
    }
    for (size_t i = 0; i < *count; i++) { /* ranks are 1..count: put each where it says */
        while (sweep->rows[order[i]].rank != i + 1) {
            size_t to = sweep->rows[order[i]].rank - 1, other = order[to];
            order[to] = order[i];
            order[i] = other;
        }
    }
    return order;
}

/* The rows that ran, with their costs, which all rows are given. */
static int list_ranked(struct tw_sweep *sweep, struct ranked *order, size_t *count, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < sweep->count; i++) sweep->rows[i].best = 0;
    for (size_t i = 0; i < sweep->count && !code; i++) {
        struct tw_row *row = &sweep->rows[i];
        row->rank = 0;
        row->tie = false;
        row->cost = (double)NAN;
        if (row->mine) code = tw_sweep_cost(sweep, row, &row->cost, error);
        tw_sweep_note_best(sweep, row);
        if (!isnan(row->cost)) order[(*count)++] = ranked_row(sweep, i);
    }
    return code;
}

/* The end of those from `first` on that cannot be told apart from it. */
static size_t end_of_ties(const struct tw_sweep *sweep, const struct ranked *order, size_t first,
                          size_t count)
{
    size_t end = first + 1;
    while (end < count && indistinguishable(sweep, &order[first], &order[end])) end++;
    return end;
}

int tw_sweep_rank(struct tw_sweep *sweep, struct tw_error *error)
{
    struct ranked *order = malloc((sweep->count + 1) * sizeof *order);
    if (!order) return tw_fail(error, TW_MEMORY, "out of memory");
    size_t count = 0;
    int code = tw_sweep_compare_written(sweep, error);
    if (!code) code = list_ranked(sweep, order, &count, error);
    if (code) {
        free(order);
        return code;
    }
    qsort(order, count, sizeof *order, compare);
    sweep->confidence = 0;
    for (size_t first = 0, end; first < count; first = end) {
        end = end_of_ties(sweep, order, first, count);
        qsort(order + first, end - first, sizeof *order, compare_tied);
        if (first == 0 && end < count && tw_sweep_is_timed(sweep)) {
            unsigned shared;
            sweep->confidence = 1 - noise(&sweep->rows[order[0].row], &sweep->rows[order[end].row], &shared);
        }
        for (size_t i = first; i < end; i++) {
            sweep->rows[order[i].row].rank = (unsigned)i + 1;
            sweep->rows[order[i].row].tie = i > first;
        }
    }
    free(order);
    return TW_OK;
}
