/*
 * The table of winners, wisdom/transpose.json, is built into the library. A problem takes the tile of the
 * entry that is nearest to it: of the same element size, aligned as it is, and then with the smallest
 * distance, the doublings of rows, columns and batch between the two.
 */
#include <cJSON.h>
#include <math.h>

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

static bool suits(const cJSON *entry, const struct tw_transpose *problem)
{
    bool aligned = problem->in_grain == TW_SECTOR && problem->out_grain == TW_SECTOR;
    return (unsigned)number(entry, "bytes") == problem->bytes &&
           cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(entry, "aligned")) == aligned;
}

static void take(const cJSON *entry, double distance, struct tw_transpose_wisdom *wisdom)
{
    const cJSON *order = cJSON_GetObjectItemCaseSensitive(entry, "order");
    *wisdom = (struct tw_transpose_wisdom){
        .found = true,
        .distance = distance,
        .tile_rows = (int64_t)number(entry, "tile_rows"),
        .tile_cols = (int64_t)number(entry, "tile_cols"),
        .threads = (int64_t)number(entry, "threads"),
        .unroll = (int64_t)number(entry, "unroll"),
        .min_blocks = (int64_t)number(entry, "min_blocks"),
        .order = order && order->valuestring[0] == 'r' ? TRANSPOSE_ROWS : TRANSPOSE_COLUMNS,
    };
}

void tw_transpose_recall(const struct tw_transpose *problem, struct tw_transpose_wisdom *wisdom)
{
    const struct tw_template *table = tw_template_find("transpose.json");
    cJSON *json = table ? cJSON_ParseWithLength(table->text, table->length) : NULL;
    const cJSON *entry;
    *wisdom = (struct tw_transpose_wisdom){.found = false};
    cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(json, "winners"))
    {
        double distance = doublings(entry, "rows", problem->rows) + doublings(entry, "cols", problem->cols) +
                          doublings(entry, "batch", problem->batch);
        if (suits(entry, problem) && (!wisdom->found || distance < wisdom->distance))
            take(entry, distance, wisdom);
    }
    cJSON_Delete(json);
}
