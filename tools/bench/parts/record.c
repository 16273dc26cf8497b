#include "tools/bench/parts/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "gen/config/config_value.h"
#include "gen/config/json.h"
#include "gen/config/record.h"
#include "gen/config/renamed.h"

/* ---- writing ---- */

static bool is_of_problem(const struct tw_family *family, unsigned field)
{
    return family->fields[field].roles & TW_FIELD_PROBLEM;
}

static void add_value(const struct tw_family *family, unsigned field, int64_t value, struct tw_text *text)
{
    struct tw_field_value read = tw_field_value_of(&family->fields[field], value);
    tw_field_value_add_json(&read, text);
}

void record_add_problem(const struct tw_family *family, const int64_t *value, struct tw_text *text)
{
    const char *separator = "";
    tw_text_add_char(text, '{');
    for (unsigned f = 0; f < family->field_count; f++) {
        if (!is_of_problem(family, f)) continue;
        tw_text_addf(text, "%s\"%s\": ", separator, family->fields[f].key);
        add_value(family, f, value[f], text);
        separator = ", ";
    }
    tw_text_add_char(text, '}');
}

static void add_keys(const struct tw_family *family, struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < family->field_count; f++) {
        if (is_of_problem(family, f)) continue;
        tw_text_addf(text, "%s\"%s\"", separator, family->fields[f].key);
        separator = ", ";
    }
}

/* Four digits: the next are noise. */
static void add_time(double us, struct tw_text *text)
{
    int before = us >= 1 ? (int)floor(log10(us)) + 1 : 1;
    tw_text_add_double(text, us, before < 4 ? 4 - (unsigned)before : 0);
}

static void add_variant(const struct tw_family *family, const int64_t *value, double us, struct tw_text *text)
{
    tw_text_add_char(text, '[');
    for (unsigned f = 0; f < family->field_count; f++) {
        if (is_of_problem(family, f)) continue;
        add_value(family, f, value[f], text);
        tw_text_add(text, ", ");
    }
    add_time(us, text);
    tw_text_add_char(text, ']');
}

void record_add(const struct tried *tried, unsigned sm, const uint64_t *seed, uint64_t number,
                const struct duel *duel, struct tw_text *text)
{
    const struct tw_family *family = tried->variants.family;
    const char *separator = "";
    tw_text_addf(text, "{\"family\": \"%s\", \"sm\": %u, ", family->name, sm);
    if (seed) tw_text_addf(text, "\"seed\": %llu, ", (unsigned long long)*seed);
    tw_text_addf(text, "\"number\": %llu, \"problem\": ", (unsigned long long)number);
    record_add_problem(family, tried->variant[0].value, text);
    tw_text_add(text, ", \"copy_us\": ");
    add_time(duel ? duel->copy_us : 0, text);
    if (tried->input) tw_text_addf(text, ", \"input\": \"%s\"", tried->input);
    tw_text_add(text, ", \"fields\": [");
    add_keys(family, text);
    tw_text_add(text, "], \"variants\": [");
    for (size_t i = 0; i < tried->count; i++) {
        if (duel ? duel->us[i] <= 0 : i == 0 && tried->refused) continue;
        tw_text_add(text, separator);
        add_variant(family, tried->variant[i].value, duel ? duel->us[i] : 0, text);
        separator = ", ";
    }
    tw_text_add(text, "]}\n");
}

/* ---- reading ---- */

struct reader {
    const char *path;
    unsigned line;
    const struct subject *subject;
    const struct tw_family *family;
    struct tw_json json;
    FILE *out;
    struct tw_error *error;
};

static int wrong(const struct reader *reader, const char *what)
{
    return tw_fail_at(reader->error, TW_INPUT, reader->path, reader->line, 1, "this is no record of %s: %s",
                      reader->subject->plural, what);
}

/* A text that is no word stays the line's. */
static bool read_value(const struct reader *reader, unsigned field, const cJSON *node, int64_t *value)
{
    const struct tw_field_info *info = &reader->family->fields[field];
    if (cJSON_IsString(node) && tw_field_word(info, node->valuestring, value)) return true;
    if (cJSON_IsString(node) && info->kind == TW_FIELD_TEXT) *value = tw_text_value(node->valuestring);
    if (cJSON_IsString(node)) return info->kind == TW_FIELD_TEXT;
    return cJSON_IsNumber(node) && tw_json_integer(&reader->json, tw_json_entry(node), value);
}

static int read_problem(const struct reader *reader, const cJSON *problem, int64_t *value)
{
    if (!cJSON_IsObject(problem)) return wrong(reader, "it has no problem");
    for (const cJSON *item = problem->child; item; item = item->next) {
        int field = tw_family_field(reader->family, item->string);
        if (field < 0 || !read_value(reader, (unsigned)field, item, &value[field]))
            return wrong(reader, item->string);
    }
    return TW_OK;
}

/* Whether each key is of a field that there is, or was. */
static int check_keys(const struct reader *reader, const cJSON *keys)
{
    if (!cJSON_IsArray(keys)) return wrong(reader, "it has no fields");
    for (const cJSON *key = keys->child; key; key = key->next) {
        bool is_field = cJSON_IsString(key) && (tw_family_field(reader->family, key->valuestring) >= 0 ||
                                                tw_renamed_fields(reader->family, key->valuestring));
        if (!is_field) return wrong(reader, "its fields are others");
    }
    return TW_OK;
}

/* The values behind each other as members of an object, which is the caller's; NULL: there are too few or too many, or memory
   ran out. Behind them stands the time, which is no matter here. */
static cJSON *members_of(const cJSON *keys, const cJSON *variant)
{
    cJSON *object = cJSON_CreateObject(), *item = cJSON_IsArray(variant) ? variant->child : NULL;
    bool good = object != NULL;
    for (const cJSON *key = keys->child; key && good; key = key->next) {
        good = item && cJSON_AddItemReferenceToObject(object, key->valuestring, item);
        item = item ? item->next : NULL;
    }
    if (good && item && !item->next && cJSON_IsNumber(item)) return object;
    cJSON_Delete(object);
    return NULL;
}

/* The fields of a variant into *value, which has those of the problem; what a record does not name keeps its default. */
static int read_variant(const struct reader *reader, const cJSON *problem, const cJSON *keys,
                        const cJSON *variant, int64_t *value)
{
    const struct tw_family *family = reader->family;
    cJSON *members = members_of(keys, variant);
    if (!members) return wrong(reader, "a variant's fields, or its time");
    for (unsigned f = 0; f < family->field_count; f++) {
        const char *key = family->fields[f].key;
        bool read = is_of_problem(family, f) || tw_record_value(members, problem, family, f, &value[f]);
        if (read || !cJSON_HasObjectItem(members, key)) continue;
        cJSON_Delete(members);
        return wrong(reader, key);
    }
    cJSON_Delete(members);
    tw_record_resolve(family, value);
    return TW_OK;
}

static int write_variant(const struct reader *reader, const int64_t *value, const struct tw_target *target)
{
    float feature[SUBJECT_MOST_FEATURES];
    if (!reader->subject->features_of(value, target, feature))
        for (unsigned i = 0; i < reader->subject->features; i++) feature[i] = NAN;
    bool good =
        fwrite(feature, sizeof *feature, reader->subject->features, reader->out) == reader->subject->features;
    return good ? TW_OK : tw_fail(reader->error, TW_IO, "the features cannot be written");
}

static int write_line(const struct reader *reader)
{
    const cJSON *root = reader->json.root, *family = cJSON_GetObjectItemCaseSensitive(root, "family"),
                *variants = cJSON_GetObjectItemCaseSensitive(root, "variants"),
                *keys = cJSON_GetObjectItemCaseSensitive(root, "fields"),
                *problem = cJSON_GetObjectItemCaseSensitive(root, "problem"),
                *sm = cJSON_GetObjectItemCaseSensitive(root, "sm");
    int64_t start[TW_MAX_FIELDS], number = 0;
    if (!cJSON_IsString(family) || strcmp(family->valuestring, reader->family->name) != 0)
        return wrong(reader, "it is of another family");
    if (!cJSON_IsNumber(sm) || !tw_json_integer(&reader->json, tw_json_entry(sm), &number) || number < 0 ||
        number > 1000 || !tw_target_find((unsigned)number))
        return wrong(reader, "of what device?");
    for (unsigned f = 0; f < reader->family->field_count; f++) start[f] = reader->family->fields[f].fallback;
    int code = read_problem(reader, problem, start);
    if (!code) code = check_keys(reader, keys);
    if (!code && !cJSON_IsArray(variants)) return wrong(reader, "it has no variants");
    for (const cJSON *variant = code ? NULL : variants->child; variant && !code; variant = variant->next) {
        int64_t value[TW_MAX_FIELDS];
        memcpy(value, start, sizeof value);
        code = read_variant(reader, problem, keys, variant, value);
        if (!code) code = write_variant(reader, value, tw_target_find((unsigned)number));
    }
    return code;
}

int record_write_features(const char *path, const struct subject *subject, FILE *out, struct tw_error *error)
{
    struct reader reader = {.path = path,
                            .subject = subject,
                            .family = tw_family_find(subject->family),
                            .out = out,
                            .error = error};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    int code = TW_OK;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!file) return tw_fail(error, TW_IO, "%s cannot be read", path);
    while (!code && (length = getline(&line, &capacity, file)) > 0) {
        reader.line++;
        code = tw_json_parse(path, line, (size_t)length, &reader.json, error);
        if (code) continue;
        code = write_line(&reader);
        tw_json_free(&reader.json);
    }
    if (!code && ferror(file)) code = tw_fail(error, TW_IO, "%s cannot be read", path);
    if (!code && fflush(out) != 0) code = tw_fail(error, TW_IO, "the features cannot be written");
    free(line);
    if (file != stdin) fclose(file);
    return code;
}
