/* Before anything is compiled: each row's prediction and occupancy, and the rows that a rival beats. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "gen/layout/predict.h"
#include "tune/sweep/sweep_search.h"

/* Per thread, before the compiler has said; no family's kernel here needs more. */
#define ASSUMED_REGISTERS 32u

static uint64_t wavefronts(const struct tw_row *row)
{
    return tw_counts_wavefronts(&row->predicted);
}

/* The occupancy is that of the launch with the most threads. */
static void set_occupancy(const struct tw_sweep *sweep, unsigned registers, struct tw_row *row)
{
    row->needs.registers = registers;
    row->occupancy = tw_occupancy(&sweep->probe.target, &row->needs);
}

/* Whatever the compiler makes of it, it cannot be launched. */
static void reject_block(struct tw_row *row)
{
    row->possible = false;
    row->done = true;
    row->result.status = TW_STATUS_REJECTED;
    tw_text_addf(&row->result.reason,
                 "no block of it fits on a multiprocessor: %u threads, %" PRIu32 " bytes of shared memory",
                 row->threads, row->shared_bytes);
}

int tw_sweep_predict(const struct tw_sweep *sweep, struct tw_row *row, struct tw_shape *shape,
                     struct tw_error *error)
{
    const struct tw_family *family = sweep->space->config.family;
    const int64_t *value = row->result.variant->value;
    row->possible = tw_family_accept(family, value, &sweep->probe.target, &row->result.reason);
    if (!row->possible) {
        row->result.status = TW_STATUS_REJECTED;
        row->done = true;
        return TW_OK;
    }
    tw_family_shape(family, value, &sweep->probe.target, shape);
    struct tw_predicted predicted = {0};
    if (!shape->failed) predicted = tw_predict_sum(family, value, shape);
    if (shape->failed) return tw_fail(error, TW_MEMORY, "out of memory");
    const struct tw_launch *largest = tw_shape_largest(shape);
    row->shared_bytes = row->result.shared_bytes = tw_shape_shared_bytes(shape);
    row->threads = tw_launch_threads(largest);
    row->needs = (struct tw_block_needs){row->threads, 0, largest->shared_bytes, largest->carveout};
    row->blocks = tw_shape_blocks(shape);
    row->work = row->result.work = shape->work;
    row->predicted = row->result.predicted = predicted.counts;
    row->result.has_predicted = !predicted.none;
    row->ideal = predicted.ideal;
    set_occupancy(sweep, ASSUMED_REGISTERS, row);
    row->planned_blocks = row->occupancy.blocks_per_sm;
    if (!row->planned_blocks) reject_block(row);
    return TW_OK;
}

void tw_sweep_settle(const struct tw_sweep *sweep, struct tw_row *row)
{
    row->done = true;
    if (!row->possible) return;
    bool is_planned =
        !sweep->space->config.family->description || row->result.shared_bytes < row->shared_bytes;
    if (is_planned) row->result.shared_bytes = row->shared_bytes; /* of others the compiler has said more */
    row->result.work = row->work;
    if (!row->result.proof_problem.length) {
        row->result.predicted = row->predicted;
        row->result.has_predicted = row->predicted.known != 0;
    } else {
        row->ideal = row->result.ideal;
    }
    row->needs.shared_bytes += row->result.shared_bytes - row->shared_bytes;
    row->shared_bytes = row->result.shared_bytes;
    if (row->result.registers) set_occupancy(sweep, row->result.registers, row);
}

/*
 * Variants that differ in nothing but padding run the same code, so where their wavefronts are predicted one that costs no less in any respect
 * cannot win. Sorting brings rivals together, those with fewer bytes first.
 */
struct rival {
    uint64_t key; /* hash of all values but the padding */
    uint32_t bytes;
    uint32_t number;
};

static uint64_t rival_key(const struct tw_family *family, const int64_t *value, int pad)
{
    int64_t key[TW_MAX_FIELDS];
    memcpy(key, value, family->field_count * sizeof *key);
    if (pad >= 0) key[pad] = 0;
    return tw_hash(key, family->field_count * sizeof *key);
}

static int by_key(const void *a, const void *b)
{
    const struct rival *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    if (x->bytes != y->bytes) return x->bytes < y->bytes ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* True when `better` is at least as good as `row` in every respect, and better in one. */
static bool dominates(const struct tw_row *better, const struct tw_row *row)
{
    uint64_t a = wavefronts(better), b = wavefronts(row);
    uint32_t bytes_a = better->result.shared_bytes, bytes_b = row->result.shared_bytes;
    return a <= b && bytes_a <= bytes_b && better->planned_blocks >= row->planned_blocks &&
           (a < b || bytes_a < bytes_b || better->planned_blocks > row->planned_blocks);
}

static bool has_failed(const struct tw_row *row)
{
    return row->result.status == TW_STATUS_FAILED || row->result.status == TW_STATUS_MISMATCH;
}

static void skip(struct tw_row *row, const struct tw_row *rival)
{
    struct tw_text *reason = &row->result.reason;
    row->result.status = TW_STATUS_SKIPPED;
    row->done = true;
    tw_text_clear(reason);
    tw_text_addf(reason,
                 "%s has %" PRIu64 " wavefronts and %" PRIu32 " bytes against %" PRIu64 " and %" PRIu32,
                 rival->result.variant->name, wavefronts(rival), rival->result.shared_bytes, wavefronts(row),
                 row->result.shared_bytes);
}

/* A skipped row that nothing beats any more; returns whether it is ours to try. */
static bool revive(struct tw_row *row)
{
    if (row->result.status != TW_STATUS_SKIPPED) return false;
    row->result.status = TW_STATUS_OK;
    row->done = false;
    tw_text_clear(&row->result.reason);
    return row->mine;
}

/* Rivals from the fewest bytes up: only those that nothing before them beats can beat what comes after, and
   as each of these has fewer wavefronts than the one before, they are few. `front` has room for `count`. */
static size_t judge_rivals(struct tw_sweep *sweep, const struct rival *rivals, size_t count, uint32_t *front)
{
    size_t fronts = 0, revived = 0;
    for (size_t i = 0; i < count; i++) {
        struct tw_row *row = &sweep->rows[rivals[i].number];
        size_t at = fronts;
        while (at > 0 && !dominates(&sweep->rows[front[at - 1]], row)) at--;
        if (at > 0) {
            if (!row->done || row->result.status == TW_STATUS_SKIPPED) skip(row, &sweep->rows[front[at - 1]]);
            continue;
        }
        revived += revive(row);
        front[fronts++] = rivals[i].number;
    }
    return revived;
}

static size_t list_rivals(const struct tw_sweep *sweep, struct rival *rivals)
{
    const struct tw_family *family = sweep->space->config.family;
    int pad = tw_family_role(family, TW_FIELD_PADDING);
    size_t count = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->possible || !row->result.has_predicted || row->is_twin || has_failed(row)) continue;
        rivals[count++] = (struct rival){rival_key(family, row->result.variant->value, pad),
                                         row->result.shared_bytes, (uint32_t)i};
    }
    qsort(rivals, count, sizeof *rivals, by_key);
    return count;
}

int tw_sweep_prune(struct tw_sweep *sweep, size_t *revived, struct tw_error *error)
{
    *revived = 0;
    if (sweep->options->all) return TW_OK;
    struct rival *rivals = malloc((sweep->count + 1) * sizeof *rivals);
    uint32_t *front = malloc((sweep->count + 1) * sizeof *front);
    size_t count = rivals && front ? list_rivals(sweep, rivals) : 0;
    for (size_t first = 0, last; first < count; first = last) {
        for (last = first; last < count && rivals[last].key == rivals[first].key;) last++;
        *revived += judge_rivals(sweep, rivals + first, last - first, front);
    }
    bool done = rivals && front;
    free(rivals);
    free(front);
    return done ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

int tw_sweep_plan(struct tw_sweep *sweep, struct tw_error *error)
{
    if (tw_sweep_is_search(sweep)) return tw_sweep_search_open(sweep, error);
    int code = tw_space_expand(sweep->space, &sweep->probe.target, &sweep->variants, error);
    if (code) return code;
    double start = tw_seconds();
    sweep->count = sweep->variants.count;
    sweep->rows = calloc(sweep->count, sizeof *sweep->rows);
    if (!sweep->rows) return tw_fail(error, TW_MEMORY, "out of memory");
    struct tw_shape shape = {0};
    for (size_t i = 0; i < sweep->count && !code; i++) {
        struct tw_row *row = &sweep->rows[i];
        row->result.variant = &sweep->variants.variant[i];
        row->mine = i % sweep->options->shards == sweep->options->shard - 1;
        row->cost = (double)NAN;
        code = tw_sweep_predict(sweep, row, &shape, error);
    }
    tw_shape_free(&shape);
    size_t revived;
    if (!code && !tw_sweep_find_problems(sweep)) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = tw_sweep_skip_twins(sweep, error);
    if (!code) code = tw_sweep_prune(sweep, &revived, error);
    sweep->predict_s = tw_seconds() - start;
    return code;
}
