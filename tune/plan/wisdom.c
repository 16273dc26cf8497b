/*
 * A results file (docs/results.md) as wisdom: of which device it is, and the variants that ran, best first.
 *
 *     file   = header { "\n" record }
 *     header = an object with "tilewright_results": 1, "kernel",
 *              "device", "simulator", "sm", "capability", "finished"
 *     record = an object with every field of the family, "status" and "rank"
 *
 * The header of a described kernel's results has a "kernel_hash", too. Their records are read when a plan has the description of that hash: its
 * fields tell what they mean.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/grow.h"
#include "gen/config/json.h"
#include "gen/config/record.h"
#include "tune/plan/planner.h"

#define VERSION 1 /* of results files */

struct entry {
    int64_t rank;
    double us;
    int64_t value[TW_MAX_FIELDS];
};

struct reader {
    const char *file;
    unsigned line;
    struct tw_json json;               /* of the line */
    const struct tw_family *described; /* whose results they must be, or NULL: any */
    struct tw_wisdom head;
    bool has_header;
    struct tw_text device; /* head.device, owned */
    struct entry *entries;
    size_t count, capacity;
    struct tw_arena texts; /* of the entries' values                           */
    size_t texts_bytes;    /* with their ends, each as often as an entry has it */
    struct tw_error *error;
};

static int fail(const struct reader *reader, const char *what)
{
    return tw_fail_at(reader->error, TW_INPUT, reader->file, reader->line, 0, "%s", what);
}

static const cJSON *item(const struct reader *reader, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(reader->json.root, key);
}

static bool integer_at(const struct reader *reader, const cJSON *node, int64_t *value)
{
    return node && tw_json_integer(&reader->json, tw_json_entry(node), value);
}

/* ---- the header ---- */

static bool unsigned_at(const struct reader *reader, const cJSON *node, unsigned *value)
{
    int64_t number;
    if (!integer_at(reader, node, &number) || number < 0 || number > UINT32_MAX) return false;
    *value = (unsigned)number;
    return true;
}

static bool read_device(struct reader *reader)
{
    const cJSON *device = item(reader, "device"), *simulator = item(reader, "simulator");
    const cJSON *sizes = item(reader, "capability");
    if (!cJSON_IsString(device) || !cJSON_IsBool(simulator)) return false;
    tw_text_add(&reader->device, device->valuestring);
    reader->head.simulator = cJSON_IsTrue(simulator);
    return unsigned_at(reader, item(reader, "sm"), &reader->head.sm) &&
           unsigned_at(reader, cJSON_GetObjectItemCaseSensitive(sizes, "multiprocessors"),
                       &reader->head.multiprocessors);
}

/* Reads the hash of a described kernel: without its description there is no family yet. */
static int read_kernel_hash(struct reader *reader, const cJSON *kernel)
{
    const char *hash = cJSON_GetStringValue(item(reader, "kernel_hash"));
    if (!hash || strlen(hash) != TW_HASH_DIGITS || !cJSON_IsString(kernel))
        return fail(reader, "\"kernel_hash\" is not the hash of a description");
    memcpy(reader->head.kernel_hash, hash, TW_HASH_DIGITS);
    reader->head.family = reader->described;
    return TW_OK;
}

static int read_header(struct reader *reader)
{
    int64_t version;
    const cJSON *kernel = item(reader, "kernel");
    if (!integer_at(reader, item(reader, "tilewright_results"), &version) || version != VERSION)
        return fail(reader, "this is not a results file of format 1");
    if (!cJSON_IsTrue(item(reader, "finished")))
        return fail(reader, "the sweep is not finished: nothing is ranked yet");
    reader->has_header = true;
    const bool is_described = item(reader, "kernel_hash");
    if (is_described) {
        int code = read_kernel_hash(reader, kernel);
        if (code) return code;
    } else if (cJSON_IsString(kernel)) {
        reader->head.family = tw_family_find(kernel->valuestring);
    }
    if (!reader->head.family && !is_described)
        return fail(reader, "\"kernel\" names no kernel that is known");
    if (!read_device(reader)) return fail(reader, "the header does not name the device");
    return TW_OK;
}

/* ---- records ---- */

static struct entry *new_entry(struct reader *reader)
{
    struct entry *entries = tw_grow(reader->entries, reader->count, &reader->capacity, sizeof *entries);
    if (!entries) return NULL;
    reader->entries = entries;
    return &reader->entries[reader->count];
}

/* Texts are the record's, which goes. */
static bool keep_texts(struct reader *reader, int64_t *value)
{
    const struct tw_family *family = reader->head.family;
    for (unsigned f = 0; f < family->field_count; f++) {
        const char *text = tw_field_text(&family->fields[f], value[f]);
        if (!text) continue;
        size_t length = strlen(text);
        const char *kept = tw_arena_string(&reader->texts, text, length);
        if (!kept) return false;
        value[f] = tw_text_value(kept);
        reader->texts_bytes += length + 1;
    }
    return true;
}

/* Only what ran has a rank, and only that is wisdom. */
static int read_record(struct reader *reader)
{
    const struct tw_family *family = reader->head.family;
    if (!family) return TW_OK;
    struct entry *entry = new_entry(reader);
    if (!entry) return tw_fail(reader->error, TW_MEMORY, "out of memory");
    if (!integer_at(reader, item(reader, "rank"), &entry->rank)) return TW_OK;
    unsigned read = tw_record_values(reader->json.root, family, entry->value);
    if (read < family->field_count)
        return tw_fail_at(reader->error, TW_INPUT, reader->file, reader->line, 0,
                          "\"%s\" is missing or has no value that the field takes", family->fields[read].key);
    if (!keep_texts(reader, entry->value)) return tw_fail(reader->error, TW_MEMORY, "out of memory");
    const cJSON *median = cJSON_GetObjectItemCaseSensitive(item(reader, "time_us"), "median");
    entry->us = cJSON_IsNumber(median) && median->valuedouble > 0 ? median->valuedouble : 0;
    reader->count++;
    return TW_OK;
}

static int read_line(struct reader *reader, const char *line, size_t length)
{
    int code = tw_json_parse(reader->file, line, length, &reader->json, reader->error);
    if (code && reader->error && reader->error->line) reader->error->line = reader->line;
    if (code) return code;
    if (!cJSON_IsObject(reader->json.root))
        code = fail(reader, "a line is not an object");
    else
        code = reader->has_header ? read_record(reader) : read_header(reader);
    tw_json_free(&reader->json);
    return code;
}

static int read_lines(struct reader *reader, const char *text)
{
    int code = TW_OK;
    for (const char *line = text, *next; *line && !code; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        reader->line++;
        code = read_line(reader, line, length);
    }
    if (!code && !reader->has_header) return fail(reader, "the file is empty");
    return code;
}

/* ---- the block ---- */

static int compare_ranks(const void *a, const void *b)
{
    int64_t x = ((const struct entry *)a)->rank, y = ((const struct entry *)b)->rank;
    return (x > y) - (x < y);
}

/* Moves an entry's values, and its texts to *texts, which then lies behind them. */
static void settle_values(const struct tw_family *family, const struct entry *entry, int64_t *value,
                          char **texts)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const char *text = tw_field_text(&family->fields[f], entry->value[f]);
        size_t bytes = text ? strlen(text) + 1 : 0;
        value[f] = text ? tw_text_value(memcpy(*texts, text, bytes)) : entry->value[f];
        *texts += bytes;
    }
}

/* lines: of results whose family is not known yet, else "". */
static struct tw_wisdom *settle(struct tw_planner *planner, const struct reader *reader, const char *lines)
{
    size_t fields = reader->head.family ? reader->head.family->field_count : 0,
           file = strlen(reader->file) + 1;
    size_t values = reader->count * fields * sizeof(int64_t), times = reader->count * sizeof(double),
           device = reader->device.length + 1;
    size_t text = strlen(lines) + 1;
    size_t bytes = sizeof(struct tw_wisdom) + values + times + file + device + text + reader->texts_bytes;
    struct tw_wisdom *wisdom = tw_planner_allocate(planner, bytes);
    if (!wisdom) return NULL;
    *wisdom = reader->head;
    wisdom->count = reader->count;
    int64_t *value = (int64_t *)(void *)(wisdom + 1);
    double *us = (double *)(void *)((char *)value + values);
    char *texts = (char *)us + times;
    for (size_t i = 0; i < reader->count; i++) {
        us[i] = reader->entries[i].us;
        settle_values(wisdom->family, &reader->entries[i], value + i * fields, &texts);
    }
    wisdom->value = value;
    wisdom->us = us;
    wisdom->file = memcpy(texts, reader->file, file);
    wisdom->device = memcpy(texts + file, tw_text_string(&reader->device), device);
    wisdom->lines = memcpy(texts + file + device, lines, text);
    return wisdom;
}

static int read_text(struct tw_planner *planner, struct reader *reader, const char *text,
                     struct tw_wisdom **wisdom)
{
    int code = read_lines(reader, text);
    if (!code) {
        if (reader->count) qsort(reader->entries, reader->count, sizeof *reader->entries, compare_ranks);
        *wisdom = reader->device.failed ? NULL : settle(planner, reader, reader->head.family ? "" : text);
        if (!*wisdom) code = tw_fail(reader->error, TW_MEMORY, "out of memory");
    }
    free(reader->entries);
    tw_arena_free(&reader->texts);
    tw_text_free(&reader->device);
    return code;
}

int tw_wisdom_read(struct tw_planner *planner, const char *file, struct tw_wisdom **wisdom,
                   struct tw_error *error)
{
    struct reader reader = {.file = file, .error = error};
    struct tw_text text = {0};
    *wisdom = NULL;
    int code = tw_file_read(file, &text, error);
    if (!code) code = read_text(planner, &reader, tw_text_string(&text), wisdom);
    tw_text_free(&text);
    return code;
}

int tw_wisdom_of(struct tw_planner *planner, const struct tw_wisdom *all, const struct tw_family *family,
                 const struct tw_wisdom **list, struct tw_error *error)
{
    const char *hash = tw_description_hash(family->description);
    const struct tw_wisdom **end = list;
    int code = TW_OK;
    *list = NULL;
    for (; all && !code; all = all->next) {
        struct reader reader = {.file = all->file, .described = family, .error = error};
        struct tw_wisdom *wisdom = NULL;
        if (strcmp(all->kernel_hash, hash) != 0) continue;
        code = read_text(planner, &reader, all->lines, &wisdom);
        if (!code) *end = wisdom;
        if (!code) end = &wisdom->next;
    }
    return code;
}

void tw_wisdom_free(struct tw_planner *planner, const struct tw_wisdom *list)
{
    for (const struct tw_wisdom *next; list; list = next) {
        next = list->next;
        tw_planner_release(planner, (void *)(uintptr_t)list);
    }
}

enum tw_grounds tw_wisdom_match(const struct tw_wisdom *wisdom, const struct tw_device *device)
{
    bool simulator = tw_device_is_simulator(device);
    if (wisdom->sm != device->sm) return TW_GROUNDS_RULE;
    if (wisdom->simulator && !simulator) return TW_GROUNDS_RULE; /* counts say no more than the model does */
    bool same = wisdom->simulator == simulator && strcmp(wisdom->device, device->name) == 0 &&
                wisdom->multiprocessors == (unsigned)device->multiprocessors;
    return same ? TW_GROUNDS_DEVICE : TW_GROUNDS_ARCHITECTURE;
}
