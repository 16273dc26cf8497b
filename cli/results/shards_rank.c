/* The ranks of merged records: the sweep's own order (sweep_rank.c), as far as records tell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/result.h"
#include "cli/results/shards.h"

static int out_of_memory(struct tw_error *error)
{
    return tw_fail(error, TW_MEMORY, "out of memory");
}

static bool all_finished(const struct tw_shards *shards)
{
    bool finished = true;
    for (size_t i = 0; i < shards->count; i++)
        finished &= *tw_sheet_value_of(&shards->headers, shards->shards[i].header, "finished").text == 't';
    return finished;
}

static bool can_rank(const struct tw_sheet *records, uint32_t row)
{
    return tw_value_is(tw_sheet_value_of(records, row, "status"), tw_status_word(TW_STATUS_OK)) &&
           tw_sheet_value_of(records, row, "cost").kind == TW_NUMBER;
}

/* What decides, smaller is better, in this order. MORE_... are negative. */
enum measure { COST, SECTORS, REQUESTS, MORE_BLOCKS, BYTES, MORE_WARPS, PADDING, NUMBER, MEASURES };

struct ranked {
    double measure[MEASURES];
    uint32_t row;
};

static double number_of(const struct tw_sheet *records, uint32_t row, const char *key, double otherwise)
{
    struct tw_value value = tw_sheet_value_of(records, row, key);
    return value.kind == TW_NUMBER ? tw_value_number(value) : otherwise;
}

/* Whether the records are of kernels that are ranked as movers of data (sweep_rank.c). */
static bool moves_data(const struct tw_sheet *records, uint32_t row)
{
    for (size_t i = 0; tw_families[i]; i++) {
        if (tw_value_is(tw_sheet_value_of(records, row, "kernel"), tw_families[i]->name))
            return tw_families[i]->cost == TW_COST_TRAFFIC;
    }
    return false;
}

/* Blocks of different sizes compare per thread, whole launches per element. Counts and occupancy matter where
 * nothing is timed. */
static struct ranked measure(const struct tw_sheet *records, uint32_t row, bool simulator)
{
    double threads = number_of(records, row, "BDIMX", 1) * number_of(records, row, "BDIMY", 1);
    double elements = number_of(records, row, "elements", threads);
    double blocks = number_of(records, row, "blocks_per_sm", 0);
    struct ranked ranked = {.row = row};
    ranked.measure[COST] = number_of(records, row, "cost", 0);
    if (simulator) {
        ranked.measure[SECTORS] = number_of(records, row, "sectors", 0) / elements;
        ranked.measure[MORE_WARPS] = -blocks * ceil(threads / 32);
    }
    if (simulator && moves_data(records, row)) {
        double requests = number_of(records, row, "simulated.load_requests", 0) +
                          number_of(records, row, "simulated.store_requests", 0);
        ranked.measure[REQUESTS] = requests / elements;
        ranked.measure[MORE_BLOCKS] = -blocks;
    }
    ranked.measure[BYTES] = number_of(records, row, "shared_bytes", 0) / threads;
    ranked.measure[PADDING] = number_of(records, row, "IPAD", 0);
    ranked.measure[NUMBER] = number_of(records, row, "number", 0);
    for (int i = 0; i < MEASURES;
         i++) { /* of blocks without threads, which no sweep writes: last, for an order needs it */
        if (isnan(ranked.measure[i])) ranked.measure[i] = INFINITY;
    }
    return ranked;
}

/* By the first `count` measures. */
static int compare(const struct ranked *a, const struct ranked *b, int count)
{
    for (int i = 0; i < count; i++) {
        if (a->measure[i] != b->measure[i]) return a->measure[i] < b->measure[i] ? -1 : 1;
    }
    return 0;
}

static int by_all(const void *a, const void *b)
{
    return compare(a, b, MEASURES);
}

static bool set_rank(struct tw_sheet *records, uint32_t row, size_t rank, bool tie)
{
    char text[24] = "null";
    if (rank) snprintf(text, sizeof text, "%zu", rank);
    const struct tw_edit edits[] = {{tw_sheet_column(records, "rank"), text},
                                    {tw_sheet_column(records, "tie"), tie ? "true" : "false"}};
    return tw_sheet_edit(records, row, edits, 2);
}

/* Ties are equal in all that was counted; of times a record does not hold what would tell more. */
static bool write_ranks(struct tw_sheet *records, const struct ranked *ranked, size_t count, bool simulator)
{
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        bool tie = i > 0 && compare(&ranked[i - 1], &ranked[i], simulator ? PADDING : SECTORS) == 0;
        done = set_rank(records, ranked[i].row, i + 1, tie);
    }
    return done;
}

static bool rank_records(struct tw_sheet *records, const uint32_t *rows, size_t count, bool simulator)
{
    struct ranked *ranked = malloc((count ? count : 1) * sizeof *ranked);
    size_t ranks = 0;
    bool done = ranked != NULL;
    for (size_t i = 0; i < count && done; i++) {
        if (can_rank(records, rows[i]))
            ranked[ranks++] = measure(records, rows[i], simulator);
        else
            done = set_rank(records, rows[i], 0, false);
    }
    if (done) {
        qsort(ranked, ranks, sizeof *ranked, by_all);
        done = write_ranks(records, ranked, ranks, simulator);
    }
    free(ranked);
    return done;
}

/* The first header as that of the records at hand. Of one shard they are a shard still. */
static bool edit_header(struct tw_shards *shards, bool finished)
{
    struct tw_sheet *headers = &shards->headers;
    const struct tw_edit edits[] = {{tw_sheet_column(headers, "finished"), finished ? "true" : "false"},
                                    {tw_sheet_column(headers, "shard"), "\"1/1\""}};
    return tw_sheet_edit(headers, 0, edits, shards->count > 1 ? 2 : 1);
}

int tw_shards_rank(struct tw_shards *shards, const uint32_t *rows, size_t count, struct tw_error *error)
{
    bool finished = all_finished(shards);
    double variants = tw_value_number(tw_sheet_value_of(&shards->headers, 0, "variants"));
    if (shards->count == 1 && finished) return TW_OK;
    bool simulator = *tw_sheet_value_of(&shards->headers, 0, "simulator").text == 't';
    bool done = rank_records(&shards->records, rows, count, simulator) &&
                edit_header(shards, finished && (double)count == variants);
    return done ? TW_OK : out_of_memory(error);
}

int tw_shards_unfinish(struct tw_shards *shards, struct tw_error *error)
{
    return edit_header(shards, false) ? TW_OK : out_of_memory(error);
}
