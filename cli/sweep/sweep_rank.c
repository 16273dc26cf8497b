/* The order of the rows that ran: cost first; neighbours that cannot be told apart are ties. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sweep/sweep.h"

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *values, unsigned count)
{
    double sorted[TW_MAX_SAMPLES];
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, ascending);
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
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

/* The passes of the shared-memory pipe and, where moving data is what the kernel is for, those that its
 * sectors are as dear as. */
static double cost_of_counts(const struct tw_row *row)
{
    double passes = (double)tw_counts_wavefronts(&row->result.simulated);
    if (row->work.bytes) passes += TW_SECTOR_WAVEFRONTS * (double)tw_counts_sectors(&row->result.simulated);
    return passes / (double)row->work.elements * 1000;
}

/* The cost of a time on a GPU, of counts on the simulator. */
double tw_sweep_cost(const struct tw_sweep *sweep, const struct tw_row *row)
{
    if (row->result.status != TW_STATUS_OK || !row->done) return -1;
    if (sweep->probe.simulator) return cost_of_counts(row);
    double us = row->sample_count ? median(row->samples, row->sample_count) : row->result.timing.median_us;
    return cost_of_time(row, us);
}

static int64_t padding(const struct tw_sweep *sweep, const struct tw_row *row)
{
    int pad = tw_family_role(sweep->space->config.family, TW_FIELD_PADDING);
    return pad < 0 ? 0 : row->result.variant->value[pad];
}

#define COMPARE(a, b)                                                                                        \
    do {                                                                                                     \
        if ((a) != (b)) return (a) < (b) ? -1 : 1;                                                           \
    } while (0)

/* After the cost: what is better of two that cost the same.
 * Fewer shared bytes, then less padding, then the config's order. */
static int compare_equals(const struct tw_sweep *sweep, const struct tw_row *a, const struct tw_row *b)
{
    COMPARE((uint64_t)a->result.shared_bytes * b->threads, (uint64_t)b->result.shared_bytes * a->threads);
    COMPARE(padding(sweep, a), padding(sweep, b));
    COMPARE(a->result.variant, b->result.variant); /* both of one array */
    return 0;
}

/* Of two kernels that move the same sectors: fewer instructions, then more blocks of which some move data
 * while others wait at their barrier. */
static int compare_movers(const struct tw_row *a, const struct tw_row *b)
{
    const struct tw_counts *x = &a->result.simulated, *y = &b->result.simulated;
    COMPARE((double)(x->load_requests + x->store_requests) / (double)a->work.elements,
            (double)(y->load_requests + y->store_requests) / (double)b->work.elements);
    COMPARE(b->occupancy.blocks_per_sm, a->occupancy.blocks_per_sm);
    return 0;
}

/* On the simulator the cost is exact, and so is what decides between equals. */
static int compare_counts(const struct tw_row *a, const struct tw_row *b)
{
    COMPARE((double)tw_counts_sectors(&a->result.simulated) / (double)a->work.elements,
            (double)tw_counts_sectors(&b->result.simulated) / (double)b->work.elements);
    int movers = a->work.bytes && b->work.bytes ? compare_movers(a, b) : 0;
    if (movers) return movers;
    COMPARE((uint64_t)a->result.shared_bytes * b->threads, (uint64_t)b->result.shared_bytes * a->threads);
    COMPARE(b->occupancy.warps_per_sm, a->occupancy.warps_per_sm);
    return 0;
}

static int compare(const void *x, const void *y, void *context)
{
    const struct tw_sweep *sweep = context;
    const struct tw_row *a = &sweep->rows[*(const size_t *)x], *b = &sweep->rows[*(const size_t *)y];
    COMPARE(a->cost, b->cost);
    int counts = sweep->probe.simulator ? compare_counts(a, b) : 0;
    return counts ? counts : compare_equals(sweep, a, b);
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

static bool indistinguishable(const struct tw_sweep *sweep, const struct tw_row *a, const struct tw_row *b)
{
    unsigned shared;
    if (sweep->probe.simulator) return a->cost == b->cost && compare_counts(a, b) == 0;
    double chance = noise(a, b, &shared);
    return shared >= LEAST_ROUNDS && chance > NOISE_LEVEL; /* the others were timed too little to say */
}

static int compare_tied(const void *x, const void *y, void *context)
{
    const struct tw_sweep *sweep = context;
    return compare_equals(sweep, &sweep->rows[*(const size_t *)x], &sweep->rows[*(const size_t *)y]);
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

int tw_sweep_rank(struct tw_sweep *sweep, struct tw_error *error)
{
    size_t *order = malloc((sweep->count + 1) * sizeof *order), count = 0;
    if (!order) return tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < sweep->count; i++) {
        struct tw_row *row = &sweep->rows[i];
        row->rank = 0;
        row->tie = false;
        row->cost = row->mine ? tw_sweep_cost(sweep, row) : -1;
        if (row->cost >= 0) order[count++] = i;
    }
    qsort_r(order, count, sizeof *order, compare, sweep);
    sweep->confidence = 0;
    for (size_t first = 0, last; first < count; first = last) {
        for (last = first + 1;
             last < count && indistinguishable(sweep, &sweep->rows[order[first]], &sweep->rows[order[last]]);)
            last++;
        qsort_r(order + first, last - first, sizeof *order, compare_tied, sweep);
        if (first == 0 && last < count && !sweep->probe.simulator) {
            unsigned shared;
            sweep->confidence = 1 - noise(&sweep->rows[order[0]], &sweep->rows[order[last]], &shared);
        }
        for (size_t i = first; i < last; i++) {
            sweep->rows[order[i]].rank = (unsigned)i + 1;
            sweep->rows[order[i]].tie = i > first;
        }
    }
    free(order);
    return TW_OK;
}
