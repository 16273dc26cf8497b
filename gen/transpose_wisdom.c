/*
 * The table of winners, wisdom/transpose.json, is built into the library. Its entries for a problem are those
 * of the same element size, first the ones aligned as the problem is, and then by distance: the doublings of
 * rows, columns and batch between the two.
 */
#include <cJSON.h>
#include <math.h>
#include <string.h>

#include "gen/templates.h"
#include "gen/transpose.h"

static double number(const cJSON *entry, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(entry, key);
    return item ? item->valuedouble : 0;
}

static double doublings(const cJSON *entry, const char *key, uint64_t value)
{
    return fabs(log2((double)value / number(entry, key)));
}

static bool is_aligned(const struct tw_transpose *problem)
{
    return problem->in_grain == TW_SECTOR && problem->out_grain == TW_SECTOR;
}

const enum tw_transpose_field tw_transpose_open_fields[TW_TRANSPOSE_OPEN_FIELDS] = {
    TRANSPOSE_method, TRANSPOSE_BDIMY, TRANSPOSE_tile_rows, TRANSPOSE_tile_cols, TRANSPOSE_vector,
    TRANSPOSE_unroll, TRANSPOSE_order, TRANSPOSE_band,      TRANSPOSE_hints};

static int64_t field_of(const cJSON *entry, enum tw_transpose_field field)
{
    const struct tw_field_info *info = &tw_family_transpose.fields[field];
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(entry, info->key);
    if (cJSON_IsNumber(item)) return (int64_t)item->valuedouble;
    for (int64_t word = 0; cJSON_IsString(item) && info->words[word]; word++) {
        if (strcmp(info->words[word], item->valuestring) == 0) return word;
    }
    return TW_DERIVED;
}

static struct tw_transpose_winner winner_of(const cJSON *entry, const struct tw_transpose *problem)
{
    bool aligned = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(entry, "aligned"));
    struct tw_transpose_winner winner = {
        .distance = doublings(entry, "rows", problem->rows) + doublings(entry, "cols", problem->cols) +
                    doublings(entry, "batch", problem->batch),
        .alike = aligned == is_aligned(problem),
    };
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++)
        winner.value[tw_transpose_open_fields[i]] = field_of(entry, tw_transpose_open_fields[i]);
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
                             struct tw_transpose_winner winner[TW_TRANSPOSE_WINNERS], unsigned *sm)
{
    const struct tw_template *table = tw_template_find("transpose.json");
    cJSON *json = table ? cJSON_ParseWithLength(table->text, table->length) : NULL;
    const cJSON *entry;
    unsigned count = 0;
    *sm = json ? (unsigned)number(json, "sm") : 0;
    cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(json, "winners"))
    {
        const struct tw_transpose_winner one = winner_of(entry, problem);
        if ((unsigned)number(entry, "bytes") == problem->bytes) insert(winner, &count, &one);
    }
    cJSON_Delete(json);
    return count;
}
