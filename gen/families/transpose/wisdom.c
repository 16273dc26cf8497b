/*
 * The table of winners, wisdom/transpose.json, is built into the library as C. Its entries for a problem are
 * those of the same element size, first the ones aligned as the problem is, and then by distance: the
 * doublings of rows, columns and batch between the two.
 */
#include <math.h>

#include "gen/families/transpose/transpose.h"

static double doublings(uint64_t a, uint64_t b)
{
    return fabs(log2((double)a / (double)b));
}

static bool is_aligned(const struct tw_transpose *problem)
{
    return problem->in_grain == TW_SECTOR && problem->out_grain == TW_SECTOR;
}

const enum tw_transpose_field tw_transpose_open_fields[TW_TRANSPOSE_OPEN_FIELDS] = {
    TRANSPOSE_method, TRANSPOSE_BDIMY, TRANSPOSE_tile_rows, TRANSPOSE_tile_cols, TRANSPOSE_vector,
    TRANSPOSE_unroll, TRANSPOSE_order, TRANSPOSE_band,      TRANSPOSE_hints};

static struct tw_transpose_winner winner_of(const struct tw_transpose_entry *entry,
                                            const struct tw_transpose *problem)
{
    struct tw_transpose_winner winner = {
        .distance = doublings(problem->rows, entry->rows) + doublings(problem->cols, entry->cols) +
                    doublings(problem->batch, entry->batch),
        .alike = entry->aligned == is_aligned(problem),
    };
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++)
        winner.value[tw_transpose_open_fields[i]] = TW_DERIVED;
    for (unsigned i = 0; i < entry->count; i++) winner.value[entry->fields[i].field] = entry->fields[i].value;
    return winner;
}

static bool matches_better(const struct tw_transpose_winner *a, const struct tw_transpose_winner *b)
{
    return a->alike != b->alike ? a->alike : a->distance < b->distance;
}

/* Keeps the best TW_TRANSPOSE_WINNERS in order; of equals the one that came first stands first. */
static void insert(struct tw_transpose_winner winner[TW_TRANSPOSE_WINNERS], unsigned *count,
                   const struct tw_transpose_winner *one)
{
    if (*count < TW_TRANSPOSE_WINNERS)
        ++*count;
    else if (!matches_better(one, &winner[*count - 1]))
        return;
    unsigned at = *count - 1;
    for (; at > 0 && matches_better(one, &winner[at - 1]); at--) winner[at] = winner[at - 1];
    winner[at] = *one;
}

unsigned tw_transpose_recall(const struct tw_transpose *problem,
                             struct tw_transpose_winner winner[TW_TRANSPOSE_WINNERS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < tw_transpose_entry_count; i++) {
        const struct tw_transpose_entry *entry = &tw_transpose_entries[i];
        if (entry->bytes != problem->bytes) continue;
        const struct tw_transpose_winner one = winner_of(entry, problem);
        insert(winner, &count, &one);
    }
    return count;
}
