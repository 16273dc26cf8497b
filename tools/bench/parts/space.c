#include "tools/bench/parts/space.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "gen/choice/candidates.h"
#include "gen/config/config_value.h"
#include "gen/config/json.h"

#define MOST_VARIANTS 1000000u

/* ---- the file ---- */

static int wrong(const struct tw_json *json, const cJSON *node, const char *what, struct tw_error *error)
{
    struct tw_text text = {0}, right = {0};
    tw_json_add_value(json, tw_json_entry(node), &text);
    tw_text_addf(&text, " is no %s", what);
    return tw_json_fail(json, tw_json_entry(node), TW_AT_VALUE, &text, &right, error);
}

static int unknown(const struct tw_family *family, const struct tw_json *json, const cJSON *node,
                   struct tw_error *error)
{
    const char *keys[TW_MAX_FIELDS + 1] = {NULL};
    for (unsigned f = 0; f < family->field_count; f++) keys[f] = family->fields[f].key;
    return tw_config_unknown_key(json, node, node->string, "a space", keys, error);
}

/* The axes of the fields that are given, in the order of the table. */
static int read_object(const struct tw_json *json, const cJSON *object, struct space *space,
                       struct tw_error *error)
{
    const struct tw_family *family = space->family;
    struct tw_axis axes[TW_MAX_FIELDS],
        *given = tw_arena_array(&space->arena, family->field_count, sizeof *given);
    struct tw_entry *entries =
        tw_arena_grow(&space->arena, space->entries, space->count, &space->capacity, sizeof *space->entries);
    uint64_t count = 1;
    const struct tw_axis_memory memory = {&space->arena, &space->texts};
    if (!given || !entries) return tw_fail(error, TW_MEMORY, "out of memory");
    struct tw_entry *entry = &entries[space->count++];
    *entry = (struct tw_entry){.axes = given};
    space->entries = entries;
    for (const cJSON *item = object->child; item; item = item->next) {
        int f = tw_family_field(family, item->string);
        if (f < 0) return unknown(family, json, item, error);
        int code = tw_axis_read(json, &family->fields[f], item, &memory, &axes[f], error);
        if (code) return code;
        entry->given |= tw_field_bit((unsigned)f);
        if (axes[f].count > MOST_VARIANTS / count)
            return wrong(json, object, "space of at most 10^6 variants", error);
        count *= axes[f].count;
    }
    for (unsigned f = 0; f < family->field_count; f++)
        if (tw_has_field(entry->given, f)) *given++ = axes[f];
    return TW_OK;
}

static int read_list(const struct tw_json *json, struct space *space, struct tw_error *error)
{
    int code = TW_OK;
    if (!cJSON_IsArray(json->root)) return wrong(json, json->root, "list of objects of fields", error);
    for (const cJSON *object = json->root->child; object && !code; object = object->next)
        code = cJSON_IsObject(object) ? read_object(json, object, space, error)
                                      : wrong(json, object, "object of fields", error);
    return code;
}

int space_read(const char *path, struct space *space, struct tw_error *error)
{
    struct tw_text text = {0};
    struct tw_json json = {0};
    int code = tw_file_read(path, &text, error);
    if (!code && text.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = tw_json_parse(path, tw_text_string(&text), text.length, &json, error);
    if (!code) {
        code = read_list(&json, space, error);
        tw_json_free(&json);
    }
    tw_text_free(&text);
    return code;
}

void space_free(struct space *space)
{
    tw_texts_free(&space->texts);
    tw_arena_free(&space->arena);
    *space = (struct space){.count = 0};
}

/* ---- the variants of a problem ---- */

static size_t fields_of(const struct tried *tried)
{
    return tried->variants.family->field_count;
}

/* Takes over the problem's fields; false when the entry is for other problems. */
static bool adopt(const struct tw_family *family, const struct tw_entry *entry, const int64_t *problem,
                  int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        if (!(family->fields[f].roles & TW_FIELD_PROBLEM)) continue;
        if (tw_has_field(entry->given, f) && value[f] != problem[f]) return false;
        value[f] = problem[f];
    }
    return true;
}

static bool is_new(const struct tried *tried, const int64_t *value)
{
    size_t fields = fields_of(tried);
    for (size_t i = 0; i < tried->count; i++)
        if (memcmp(tried->values + i * fields, value, fields * sizeof *value) == 0) return false;
    return true;
}

static bool add(struct tried *tried, const int64_t *value)
{
    size_t fields = fields_of(tried);
    if (tried->count == tried->capacity) {
        size_t capacity = tried->capacity ? 2 * tried->capacity : 64;
        int64_t *values = realloc(tried->values, capacity * fields * sizeof *values);
        if (!values) return false;
        tried->values = values;
        tried->capacity = capacity;
    }
    memcpy(tried->values + tried->count++ * fields, value, fields * sizeof *value);
    return true;
}

static bool add_entry(const struct space *space, const struct tw_entry *entry, const int64_t *problem,
                      struct tried *tried)
{
    const struct tw_family *family = space->family;
    bool (*too_large)(const int64_t *value) = space->subject->too_large;
    uint64_t count = 1;
    unsigned axes = (unsigned)__builtin_popcountll(entry->given);
    for (unsigned i = 0; i < axes; i++) count *= entry->axes[i].count;
    for (uint64_t i = 0; i < count && tried->count < tried->most; i++) {
        int64_t value[TW_MAX_FIELDS];
        tw_entry_values(family, entry, i, value);
        if (!adopt(family, entry, problem, value)) continue;
        tw_family_resolve(family, value, &tried->variants.target);
        if (!tw_family_accepts(family, value, &tried->variants.target) || (too_large && too_large(value)) ||
            !is_new(tried, value))
            continue;
        if (!add(tried, value)) return false;
    }
    return true;
}

/* All variants have one name: it is part of the source, and so of what the cache knows them by. */
static bool name(struct tried *tried)
{
    tried->variant = calloc(tried->count, sizeof *tried->variant);
    if (!tried->variant) return false;
    for (size_t i = 0; i < tried->count; i++)
        tried->variant[i] =
            (struct tw_variant){.name = "turn", .value = tried->values + i * fields_of(tried)};
    tried->variants.variant = tried->variant;
    tried->variants.count = tried->count;
    return true;
}

/* What the family holds to be worth trying. */
static bool add_candidates(const int64_t *problem, struct tried *tried)
{
    struct tw_candidates candidates =
        tw_candidates_of(tried->variants.family, problem, &tried->variants.target);
    int64_t value[TW_MAX_FIELDS];
    bool good = true;
    while (good && tw_candidates_next(&candidates, value)) good = !is_new(tried, value) || add(tried, value);
    good = good && !candidates.failed;
    tw_candidates_free(&candidates);
    return good;
}

/* Keeps `most` of the variants behind the first: three quarters of them as they stand, the most promising, among which the best
   nearly always is, the others drawn from the rest by a generator that the problem begins. */
static void draw_variants(const int64_t *problem, size_t most, struct tried *tried)
{
    uint64_t state = 1;
    size_t fields = fields_of(tried);
    for (size_t f = 0; f < fields; f++) state = state * 6364136223846793005u + (uint64_t)problem[f];
    for (size_t i = 1 + most - most / 4; i <= most && i + 1 < tried->count; i++) {
        int64_t swapped[TW_MAX_FIELDS], *here = tried->values + i * fields;
        state = state * 6364136223846793005u + 1442695040888963407u;
        int64_t *there = here + (state >> 33) % (tried->count - i) * fields;
        memcpy(swapped, here, fields * sizeof *here);
        memcpy(here, there, fields * sizeof *here);
        memcpy(there, swapped, fields * sizeof *here);
    }
    if (tried->count > most + 1) tried->count = most + 1;
}

int space_list(const struct space *space, const int64_t *problem, const struct tw_target *target,
               struct tried *tried, struct tw_error *error)
{
    const struct tw_family *family = space->family;
    int64_t chosen[TW_MAX_FIELDS];
    *tried = (struct tried){.variants = {.family = family, .file = "a drawn problem", .target = *target},
                            .most = SIZE_MAX};
    memcpy(chosen, problem, family->field_count * sizeof *chosen);
    tw_family_resolve(family, chosen, target);
    tried->refused = !tw_family_accepts(family, chosen, target);
    bool good = add(tried, chosen);
    if (good && !space->count) good = add_candidates(problem, tried);
    for (size_t i = 0; i < space->count && good; i++)
        good = add_entry(space, &space->entries[i], problem, tried);
    draw_variants(problem, space->most, tried);
    if (good && name(tried)) return TW_OK;
    return tw_fail(error, TW_MEMORY, "out of memory");
}

void tried_free(struct tried *tried)
{
    free(tried->variant);
    free(tried->values);
    *tried = (struct tried){.count = 0};
}
