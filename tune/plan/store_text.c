/* Wisdom as text: sections of a header and entries, read line by line and written as one table says. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tilewright/version.h>

#include "base/escape.h"
#include "base/grow.h"
#include "gen/choice/candidates.h"
#include "gen/config/config_value.h"
#include "gen/config/json.h"
#include "gen/config/record.h"
#include "gen/config/renamed.h"
#include "gen/described/description.h"
#include "gen/text/templates.h"
#include "tune/plan/store.h"

#define VERSION 1 /* of the format */

static const char *const effort_words[] = {
#define X(effort, word) word,
    TW_EFFORTS(X)
#undef X
        NULL,
};

const char *tw_effort_word(enum tw_effort effort)
{
    return effort_words[effort];
}

/* The hash of the family's template as it is built in. */
static uint64_t template_of(const struct tw_family *family)
{
    const struct tw_template *template = tw_template_find(family->template_name);
    return template ? tw_template_hash(template) : 0;
}

bool tw_store_is_current(const struct tw_store_entry *entry)
{
    return *entry->kernel_hash || entry->template_hash == template_of(entry->family);
}

void tw_store_stamp(struct tw_store_entry *entry)
{
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(entry->time, sizeof entry->time, "%Y-%m-%dT%H:%M:%SZ", &utc);
    strncpy(entry->version, TILEWRIGHT_VERSION, sizeof entry->version - 1);
    const struct tw_description *description = entry->family->description;
    if (description)
        strcpy(entry->kernel_hash, tw_description_hash(description));
    else
        entry->template_hash = template_of(entry->family);
}

bool tw_store_same_device(const struct tw_store_device *a, const struct tw_store_device *b)
{
    return strcmp(a->name, b->name) == 0 && a->sm == b->sm && a->multiprocessors == b->multiprocessors &&
           a->l2_bytes == b->l2_bytes;
}

/* ---- sets ---- */

/* The section of the device; a new one if there is none. NULL: out of memory. */
static struct tw_store *section_of(struct tw_stores *stores, const struct tw_store_device *device)
{
    for (size_t i = 0; i < stores->count; i++) {
        if (tw_store_same_device(&stores->list[i].device, device)) return &stores->list[i];
    }
    struct tw_store *list = tw_grow(stores->list, stores->count, &stores->capacity, sizeof *list);
    if (!list) return NULL;
    stores->list = list;
    stores->list[stores->count] = (struct tw_store){.device = *device};
    return &stores->list[stores->count++];
}

/* Field f of one and field g of the other, of a described kernel: searched in both, or in neither and of one value. */
static bool is_same_field(const struct tw_store_entry *a, unsigned f, const struct tw_store_entry *b,
                          unsigned g)
{
    struct tw_text one = {0}, other = {0};
    if (tw_has_field(a->searched, f) || tw_has_field(b->searched, g))
        return tw_has_field(a->searched, f) && tw_has_field(b->searched, g);
    const struct tw_field_value x = tw_field_value_of(&a->family->fields[f], a->value[f]),
                                y = tw_field_value_of(&b->family->fields[g], b->value[g]);
    tw_field_value_add_json(&x, &one);
    tw_field_value_add_json(&y, &other);
    const bool same = strcmp(tw_text_string(&one), tw_text_string(&other)) == 0;
    tw_text_free(&one);
    tw_text_free(&other);
    return same;
}

/* The fields of one described kernel may stand in another order, and its values be numbers here and texts there. */
static bool is_same_described(const struct tw_store_entry *a, const struct tw_store_entry *b)
{
    if (!*a->kernel_hash || strcmp(a->kernel_hash, b->kernel_hash) != 0) return false;
    if (strcmp(a->family->name, b->family->name) != 0 || a->family->field_count != b->family->field_count)
        return false;
    for (unsigned f = 0; f < a->family->field_count; f++) {
        const int g = tw_family_field(b->family, a->family->fields[f].key);
        if (g < 0 || !is_same_field(a, f, b, (unsigned)g)) return false;
    }
    return true;
}

static bool is_same_search(const struct tw_store_entry *a, const struct tw_store_entry *b)
{
    if (*a->kernel_hash || *b->kernel_hash) return is_same_described(a, b);
    if (a->family != b->family || a->searched != b->searched) return false;
    for (unsigned f = 0; f < a->family->field_count; f++) {
        if (!tw_has_field(a->searched, f) && !tw_field_equal(&a->family->fields[f], a->value[f], b->value[f]))
            return false;
    }
    return true;
}

static bool counts_more(const struct tw_store_entry *a, const struct tw_store_entry *b)
{
    bool current = tw_store_is_current(a);
    if (current != tw_store_is_current(b)) return current;
    if (a->effort != b->effort) return a->effort > b->effort;
    return strcmp(a->time, b->time) >= 0;
}

bool tw_stores_know(const struct tw_stores *stores, const struct tw_store_device *device,
                    const struct tw_store_entry *entry)
{
    for (size_t i = 0; i < stores->count; i++) {
        const struct tw_store *store = &stores->list[i];
        for (size_t k = 0; tw_store_same_device(&store->device, device) && k < store->count; k++) {
            if (is_same_search(&store->entries[k], entry) && counts_more(&store->entries[k], entry))
                return true;
        }
    }
    return false;
}

int tw_stores_add(struct tw_stores *stores, const struct tw_store_device *device,
                  const struct tw_store_entry *entry, struct tw_error *error)
{
    struct tw_store *store = section_of(stores, device);
    if (!store) return tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < store->count; i++) {
        if (!is_same_search(&store->entries[i], entry)) continue;
        if (counts_more(entry, &store->entries[i])) store->entries[i] = *entry;
        return TW_OK;
    }
    struct tw_store_entry *entries = tw_grow(store->entries, store->count, &store->capacity, sizeof *entries);
    if (!entries) return tw_fail(error, TW_MEMORY, "out of memory");
    store->entries = entries;
    store->entries[store->count++] = *entry;
    return TW_OK;
}

void tw_stores_free(struct tw_stores *stores)
{
    for (size_t i = 0; i < stores->count; i++) free(stores->list[i].entries);
    free(stores->list);
    tw_arena_free(&stores->kernels);
    *stores = (struct tw_stores){0};
}

/* ---- writing ---- */

void tw_store_print_header(const struct tw_store_device *device, struct tw_text *text)
{
    tw_text_addf(text, "{\"tilewright_wisdom\": %d, \"device\": ", VERSION);
    tw_escape_json(text, device->name);
    tw_text_addf(text, ", \"sm\": %u, \"multiprocessors\": %u, \"l2_bytes\": %lld, \"driver\": \"%d.%d\"}\n",
                 device->sm, device->multiprocessors, (long long)device->l2_bytes,
                 device->driver_version / 1000, device->driver_version % 1000 / 10);
}

/* The fields that are part of the problem, or all others. */
static void print_fields(const struct tw_family *family, const int64_t *value, bool of_problem,
                         struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < family->field_count; f++) {
        bool is_problem = family->fields[f].roles & TW_FIELD_PROBLEM;
        if (is_problem != of_problem) continue;
        struct tw_field_value field = tw_field_value_of(&family->fields[f], value[f]);
        tw_text_addf(text, "%s\"%s\": ", separator, field.key);
        tw_field_value_add_json(&field, text);
        separator = ", ";
    }
}

/* What a line begins with, of all entries for the problem; for any problem (NULL) of those of the kernel. */
static void print_prefix(const struct tw_family *family, const char *hash, const int64_t *value,
                         struct tw_text *text)
{
    tw_text_addf(text, "{\"kernel\": \"%s\", ", family->name);
    if (*hash) tw_text_addf(text, "\"kernel_hash\": \"%s\", ", hash);
    tw_text_add(text, "\"problem\": {");
    if (!value) return;
    print_fields(family, value, true, text);
    tw_text_add(text, "}, ");
}

void tw_store_print_entry(const struct tw_store_entry *entry, struct tw_text *text)
{
    const char *separator = "";
    print_prefix(entry->family, entry->kernel_hash, entry->value, text);
    tw_text_add(text, "\"searched\": [");
    for (unsigned f = 0; f < entry->family->field_count; f++) {
        if (!tw_has_field(entry->searched, f)) continue;
        tw_text_addf(text, "%s\"%s\"", separator, entry->family->fields[f].key);
        separator = ", ";
    }
    tw_text_add(text, "], \"variant\": {");
    print_fields(entry->family, entry->value, false, text);
    tw_text_add(text, "}, \"us\": ");
    tw_text_add_double(text, entry->us, 3);
    tw_text_add(text, ", \"estimate_us\": ");
    tw_text_add_double(text, entry->estimate_us, 3);
    tw_text_addf(text, ", \"tried\": %lld, \"of\": %lld, \"effort\": \"%s\", \"time\": \"%s\", \"version\": ",
                 (long long)entry->tried, (long long)entry->of, tw_effort_word(entry->effort), entry->time);
    tw_escape_json(text, entry->version);
    if (!*entry->kernel_hash)
        tw_text_addf(text, ", \"template\": \"%016llx\"", (unsigned long long)entry->template_hash);
    tw_text_add(text, "}\n");
}

void tw_stores_print(const struct tw_stores *stores, struct tw_text *text)
{
    for (size_t i = 0; i < stores->count; i++) {
        const struct tw_store *store = &stores->list[i];
        tw_store_print_header(&store->device, text);
        for (size_t k = 0; k < store->count; k++) tw_store_print_entry(&store->entries[k], text);
    }
}

/* ---- reading ---- */

struct reader {
    const char *file;
    unsigned line;
    const struct tw_json *json; /* of the line */
    struct tw_stores *stores;
    struct tw_store_device device; /* of the section */
    bool in_section;
    const struct tw_store_problem *problem; /* that all entries are of, or NULL */
    struct tw_error *error;
};

static int fail(const struct reader *reader, const char *what, const char *key)
{
    return tw_fail_at(reader->error, TW_INPUT, reader->file, reader->line, reader->line ? 1 : 0, "%s%s%s%s",
                      what, *key ? "\"" : "", key, *key ? "\"" : "");
}

static const cJSON *item(const struct reader *reader, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(reader->json->root, key);
}

static bool read_integer(const struct reader *reader, const char *key, int64_t high, int64_t *value)
{
    const cJSON *node = item(reader, key);
    return node && tw_json_integer(reader->json, tw_json_entry(node), value) && *value >= 0 && *value <= high;
}

static bool read_time(const struct reader *reader, const char *key, double *value)
{
    const cJSON *node = item(reader, key);
    if (!cJSON_IsNumber(node)) return false;
    *value = node->valuedouble;
    return *value >= 0 && *value <= 1e12;
}

/* At most `room` - 1 bytes of a string. */
static bool read_string(const struct reader *reader, const char *key, char *value, size_t room)
{
    const char *string = cJSON_GetStringValue(item(reader, key));
    if (!string || strlen(string) >= room) return false;
    memset(value, 0, room);
    memcpy(value, string, strlen(string));
    return true;
}

static int read_header(struct reader *reader)
{
    int64_t version, sm, multiprocessors, major = 0, minor = 0;
    char driver[16];
    struct tw_store_device *device = &reader->device;
    memset(device, 0, sizeof *device);
    reader->in_section = false;
    if (!read_integer(reader, "tilewright_wisdom", VERSION, &version) || version != VERSION)
        return fail(reader, "this is not wisdom of format 1", "");
    bool complete = read_string(reader, "device", device->name, sizeof device->name) &&
                    read_integer(reader, "sm", 9999, &sm) &&
                    read_integer(reader, "multiprocessors", 1 << 20, &multiprocessors) &&
                    read_integer(reader, "l2_bytes", INT64_C(1) << 50, &device->l2_bytes) &&
                    read_string(reader, "driver", driver, sizeof driver);
    if (!complete) return fail(reader, "the header does not name the device", "");
    char *end = driver;
    if (*end >= '0' && *end <= '9') major = strtol(end, &end, 10);
    if (*end == '.' && end[1] >= '0' && end[1] <= '9') minor = strtol(end + 1, &end, 10);
    if (*end || major > 999 || minor > 99) return fail(reader, "the header names no version in ", "driver");
    device->sm = (unsigned)sm;
    device->multiprocessors = (unsigned)multiprocessors;
    device->driver_version = (int)(major * 1000 + minor * 10);
    reader->in_section = true;
    return TW_OK;
}

/* Reads an entry of a described kernel whose description is not at hand. */
static int read_told(const struct reader *reader, const char *kernel, struct tw_store_entry *entry)
{
    const cJSON *problem = item(reader, "problem"), *variant = item(reader, "variant");
    const char *why;
    entry->family = tw_store_kernel(reader->stores, kernel, entry->kernel_hash, problem, variant, &why);
    bool read = entry->family;
    for (unsigned f = 0; read && f < entry->family->field_count; f++)
        read =
            tw_store_kernel_value(reader->stores, entry->family, f, problem, variant, &entry->value[f], &why);
    if (!read && !why) return tw_fail(reader->error, TW_MEMORY, "out of memory");
    return read ? TW_OK : fail(reader, why, "");
}

/* Keeps the text of a field in the stores. */
static int keep_text(const struct reader *reader, const struct tw_field_info *field, int64_t *value)
{
    const char *text = tw_field_text(field, *value);
    if (!text) return TW_OK;
    if (!tw_store_is_printable(text)) return fail(reader, "not of printable ASCII: ", field->key);
    text = tw_arena_string(&reader->stores->kernels, text, strlen(text));
    if (!text) return tw_fail(reader->error, TW_MEMORY, "out of memory");
    *value = tw_text_value(text);
    return TW_OK;
}

/* Where the problem is the one at hand, as the line's beginning says, its fields are those at hand, too. */
static int read_fields(const struct reader *reader, struct tw_store_entry *entry)
{
    const cJSON *problem = item(reader, "problem"), *variant = item(reader, "variant");
    for (unsigned f = 0; f < entry->family->field_count; f++) {
        const struct tw_field_info *field = &entry->family->fields[f];
        int64_t *value = &entry->value[f];
        if (reader->problem && reader->problem->value && (field->roles & TW_FIELD_PROBLEM)) {
            *value = reader->problem->value[f];
            continue;
        }
        if (!tw_record_value(variant, problem, entry->family, f, value))
            return fail(reader, "missing, or with a value that the field does not take: ", field->key);
        int code = keep_text(reader, field, value);
        if (code) return code;
    }
    tw_record_resolve(entry->family, entry->value);
    return TW_OK;
}

static int read_searched(const struct reader *reader, struct tw_store_entry *entry)
{
    const cJSON *list = item(reader, "searched");
    if (!cJSON_IsArray(list)) return fail(reader, "no list: ", "searched");
    for (const cJSON *key = list->child; key; key = key->next) {
        int f = cJSON_IsString(key) ? tw_family_field(entry->family, key->valuestring) : -1;
        uint64_t earlier =
            f < 0 && cJSON_IsString(key) ? tw_renamed_fields(entry->family, key->valuestring) : 0;
        if (!earlier && (f < 0 || (entry->family->fields[f].roles & TW_FIELD_PROBLEM)))
            return fail(reader, "names something that is not a field to be searched: ", "searched");
        entry->searched |= earlier ? earlier : tw_field_bit((unsigned)f);
    }
    /* what an earlier version did not tell apart was searched with the rest */
    entry->searched |= tw_renamed_unknown(entry->family, item(reader, "variant"));
    return TW_OK;
}

/* "2026-11-22T05:13:27Z": of that form, so that texts compare as times do. */
static bool is_stamp(const char *text)
{
    static const char form[] = "0000-00-00T00:00:00Z";
    size_t i = 0;
    for (; form[i] && text[i]; i++) {
        bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (form[i] == '0' ? !is_digit : text[i] != form[i]) return false;
    }
    return !form[i] && !text[i];
}

static int read_measured(const struct reader *reader, struct tw_store_entry *entry)
{
    char effort[16], template[17], *end;
    if (!read_time(reader, "us", &entry->us) || entry->us < 0.001) return fail(reader, "no time: ", "us");
    if (!read_time(reader, "estimate_us", &entry->estimate_us))
        return fail(reader, "no time: ", "estimate_us");
    if (!read_integer(reader, "tried", INT64_C(1) << 40, &entry->tried))
        return fail(reader, "no count: ", "tried");
    if (!read_integer(reader, "of", INT64_C(1) << 40, &entry->of)) return fail(reader, "no count: ", "of");
    int word =
        read_string(reader, "effort", effort, sizeof effort) ? tw_config_word(effort, effort_words) : -1;
    if (word < TW_EFFORT_MEASURE) return fail(reader, "not an effort that measures: ", "effort");
    entry->effort = (enum tw_effort)word;
    if (!read_string(reader, "time", entry->time, sizeof entry->time) || !is_stamp(entry->time))
        return fail(reader, "not of the form 2026-11-22T05:13:27Z: ", "time");
    if (!read_string(reader, "version", entry->version, sizeof entry->version))
        return fail(reader, "no version: ", "version");
    if (*entry->kernel_hash) return TW_OK;
    if (!read_string(reader, "template", template, sizeof template) || strlen(template) != 16 ||
        strspn(template, "0123456789abcdef") != 16)
        return fail(reader, "not 16 hexadecimal digits: ", "template");
    entry->template_hash = strtoull(template, &end, 16);
    return TW_OK;
}

static int read_entry(const struct reader *reader)
{
    struct tw_store_entry entry = {0};
    const char *kernel = cJSON_GetStringValue(item(reader, "kernel"));
    if (!reader->in_section) return fail(reader, "a line before it must name the device", "");
    int code;
    if (kernel && item(reader, "kernel_hash")) {
        if (!read_string(reader, "kernel_hash", entry.kernel_hash, sizeof entry.kernel_hash))
            return fail(reader, "no hash: ", "kernel_hash");
        entry.family = reader->problem ? reader->problem->family : NULL;
        code = reader->problem ? read_fields(reader, &entry) : read_told(reader, kernel, &entry);
    } else {
        entry.family = kernel ? tw_family_find(kernel) : NULL;
        if (!entry.family) return fail(reader, "names no kernel that is known: ", "kernel");
        if (!entry.family->candidates)
            return fail(reader, "names a kernel that nothing is kept of: ", "kernel");
        code = read_fields(reader, &entry);
    }
    if (!code) code = read_searched(reader, &entry);
    if (!code) code = read_measured(reader, &entry);
    return code ? code : tw_stores_add(reader->stores, &reader->device, &entry, reader->error);
}

static int read_line(struct reader *reader, const char *line, size_t length)
{
    struct tw_json json;
    int code = tw_json_parse(reader->file, line, length, &json, reader->error);
    if (code && reader->error && reader->error->line) reader->error->line = reader->line;
    if (code) return code;
    reader->json = &json;
    if (!cJSON_IsObject(json.root))
        code = fail(reader, "a line is not an object", "");
    else
        code = item(reader, "tilewright_wisdom") ? read_header(reader) : read_entry(reader);
    tw_json_free(&json);
    return code;
}

/* Whether it is about none of what is wanted. */
static bool is_passed_over(const char *line, const struct tw_text *prefix)
{
    static const char header[] = "{\"tilewright_wisdom\"";
    return prefix->length && strncmp(line, header, sizeof header - 1) != 0 &&
           strncmp(line, prefix->data, prefix->length) != 0;
}

static int read_all(struct reader *reader, const char *text, size_t length, bool strict,
                    const struct tw_text *prefix)
{
    for (const char *line = text, *next; line < text + length; line = next) {
        const char *end = memchr(line, '\n', (size_t)(text + length - line));
        size_t bytes = (size_t)((end ? end : text + length) - line);
        next = line + bytes + (end != NULL);
        reader->line++;
        if (is_passed_over(line, prefix)) continue;
        if (!strict && bytes == 0) continue; /* behind a torn line */
        int code = read_line(reader, line, bytes);
        if (code == TW_MEMORY || (code && strict)) return code;
        if (code) reader->stores->damaged++;
    }
    if (strict && !reader->line) return fail(reader, "the file is empty", "");
    return TW_OK;
}

int tw_stores_read(const char *file, const char *text, size_t length, bool strict,
                   const struct tw_store_problem *problem, struct tw_stores *stores, struct tw_error *error)
{
    struct reader reader = {
        .file = file, .stores = stores, .problem = problem, .error = strict ? error : NULL};
    struct tw_text prefix = {0};
    if (problem) {
        const struct tw_description *description = problem->family->description;
        print_prefix(problem->family, description ? tw_description_hash(description) : "", problem->value,
                     &prefix);
    }
    int code = prefix.failed ? TW_MEMORY : read_all(&reader, text, length, strict, &prefix);
    tw_text_free(&prefix);
    return code == TW_MEMORY ? tw_fail(error, TW_MEMORY, "out of memory") : code;
}
