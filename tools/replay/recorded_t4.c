/* A T4 file as a recorded space. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/text.h"
#include "cli/verify/gzip.h"
#include "tools/replay/recorded.h"

static int read_whole(const char *path, struct tw_text *text, struct tw_error *error)
{
    struct tw_text packed = {0};
    char piece[65536];
    FILE *file = fopen(path, "rb");
    if (!file) return tw_fail_at(error, TW_INPUT, path, 0, 0, "it cannot be read");
    for (size_t count; (count = fread(piece, 1, sizeof piece, file)) > 0;)
        tw_text_add_bytes(&packed, piece, count);
    fclose(file);
    int code =
        packed.failed ? tw_fail(error, TW_MEMORY, "out of memory") : tw_gunzip(path, &packed, text, error);
    tw_text_free(&packed);
    return code;
}

/* ---- the cost of a result ---- */

static const char *objective_of(const cJSON *result)
{
    const char *first =
        cJSON_GetStringValue(cJSON_GetArrayItem(cJSON_GetObjectItem(result, "objectives"), 0));
    return first ? first : "time";
}

static double cost_of(const cJSON *result)
{
    const char *invalidity = cJSON_GetStringValue(cJSON_GetObjectItem(result, "invalidity")),
               *objective = objective_of(result);
    const cJSON *measurement;
    if (invalidity && strcmp(invalidity, "correct") != 0) return -1;
    cJSON_ArrayForEach(measurement, cJSON_GetObjectItem(result, "measurements"))
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(measurement, "name"));
        const cJSON *value = cJSON_GetObjectItem(measurement, "value");
        if (name && strcmp(name, objective) == 0)
            return cJSON_IsNumber(value) && value->valuedouble >= 0 ? value->valuedouble : -1;
    }
    return -1;
}

/* ---- axes ---- */

/* A value as text; NULL: out of memory. */
static char *word_of(const cJSON *value)
{
    return cJSON_IsString(value) ? strdup(value->valuestring) : cJSON_PrintUnformatted(value);
}

static int by_number(const void *a, const void *b)
{
    const cJSON *x = *(const cJSON *const *)a, *y = *(const cJSON *const *)b;
    return x->valuedouble < y->valuedouble ? -1 : x->valuedouble > y->valuedouble;
}

static bool are_equal(const cJSON *a, const cJSON *b)
{
    return cJSON_Compare(a, b, true);
}

/* The different values of a parameter; numbers in rising order. Returns how many; 0: out of memory. */
static size_t list_values(const cJSON *results, const char *name, const cJSON ***values, bool *are_numbers)
{
    const cJSON *result;
    size_t count = 0, room = 0;
    *values = NULL;
    *are_numbers = true;
    cJSON_ArrayForEach(result, results)
    {
        const cJSON *value =
            cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItem(result, "configuration"), name);
        size_t i = 0;
        while (i < count && !are_equal((*values)[i], value)) i++;
        if (i < count || !value) continue;
        if (count == room) {
            const cJSON **grown = realloc(*values, (room = 2 * room + 16) * sizeof *grown);
            if (!grown) return 0;
            *values = grown;
        }
        (*values)[count++] = value;
        *are_numbers = *are_numbers && cJSON_IsNumber(value);
    }
    if (*are_numbers) qsort(*values, count, sizeof **values, by_number);
    return count;
}

/* Adds the parameter as an axis, if it varies, and writes down where each result is on it. */
static bool add_axis(const cJSON *results, const char *name, struct recorded *recorded)
{
    const cJSON **values, *result;
    bool are_numbers;
    const size_t count = list_values(results, name, &values, &are_numbers);
    const unsigned a = recorded->grid.axes;
    size_t number = 0;
    bool well = count > 0;
    if (count > 1) {
        struct recorded_axis *axis = &recorded->axis[a];
        recorded->grid.count[recorded->grid.axes++] = (uint32_t)count;
        axis->name = strdup(name);
        axis->word = calloc(count, sizeof *axis->word);
        axis->number = are_numbers ? calloc(count, sizeof *axis->number) : NULL;
        well = axis->name && axis->word && (axis->number || !are_numbers);
        for (size_t i = 0; i < count && well; i++) {
            well = (axis->word[i] = word_of(values[i])) != NULL;
            if (are_numbers) axis->number[i] = values[i]->valuedouble;
        }
    }
    if (count > 1 && well) {
        cJSON_ArrayForEach(result, results)
        {
            const cJSON *value =
                cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItem(result, "configuration"), name);
            uint32_t at = 0;
            while (at + 1 < count && !are_equal(values[at], value)) at++;
            recorded->point[number++ * TW_GRID_AXES + a] = at;
        }
    }
    free(values);
    return well;
}

/* ---- the whole ---- */

static int read_results(const char *path, const cJSON *results, struct recorded *recorded,
                        struct tw_error *error)
{
    const cJSON *result, *parameter, *first = cJSON_GetArrayItem(results, 0);
    const size_t count = (size_t)cJSON_GetArraySize(results);
    if (!cJSON_IsObject(cJSON_GetObjectItem(first, "configuration")))
        return tw_fail_at(error, TW_INPUT, path, 0, 0,
                          "it is no T4 file: it has no results with a configuration");
    recorded->point = calloc(count * TW_GRID_AXES, sizeof *recorded->point);
    recorded->cost = calloc(count, sizeof *recorded->cost);
    bool well = recorded->point && recorded->cost;
    if (well) {
        cJSON_ArrayForEach(result, results) recorded->cost[recorded->count++] = cost_of(result);
    }
    cJSON_ArrayForEach(parameter, cJSON_GetObjectItem(first, "configuration"))
    {
        if (recorded->grid.axes == TW_GRID_AXES)
            return tw_fail_at(error, TW_INPUT, path, 0, 0, "it has too many parameters");
        well = well && add_axis(results, parameter->string, recorded);
    }
    if (!well) return tw_fail(error, TW_MEMORY, "out of memory");
    const unsigned axes = recorded->grid.axes;
    if (!axes) return tw_fail_at(error, TW_INPUT, path, 0, 0, "none of its parameters varies");
    for (size_t i = 0; i < count; i++)
        memmove(recorded->point + i * axes, recorded->point + i * TW_GRID_AXES,
                axes * sizeof *recorded->point);
    return TW_OK;
}

int recorded_read_t4(const char *path, struct recorded *recorded, struct tw_error *error)
{
    struct tw_text text = {0};
    *recorded = (struct recorded){0};
    int code = read_whole(path, &text, error);
    cJSON *file = code ? NULL : cJSON_ParseWithLength(tw_text_string(&text), text.length);
    tw_text_free(&text);
    if (!code && !file) code = tw_fail_at(error, TW_INPUT, path, 0, 0, "it is no T4 file: it is no JSON");
    if (!code) code = read_results(path, cJSON_GetObjectItem(file, "results"), recorded, error);
    cJSON_Delete(file);
    if (!code) code = recorded_complete(path, recorded, error);
    if (code) recorded_free(recorded);
    return code;
}
