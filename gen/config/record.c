/* Values read back from records, and variants made of them. */
#include "gen/config/record.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "gen/config/config_value.h"
#include "gen/config/index_set.h"
#include "gen/config/renamed.h"

#define EXACT (INT64_C(1) << 53) /* integers that a double holds */

static bool read_number(const struct tw_field_info *field, double number, int64_t *value)
{
    assert(field->low >= -EXACT && field->high <= EXACT);
    bool fits = field->kind == TW_FIELD_INT && number >= (double)field->low && number <= (double)field->high;
    if (!fits || (double)(int64_t)number != number || !tw_field_takes(field, (int64_t)number)) return false;
    *value = (int64_t)number;
    return true;
}

/* A number that is no word of the field is a text, which the node keeps, as those that are strings do. */
static bool read_real(const struct tw_field_info *field, cJSON *node, int64_t *value)
{
    const int word = cJSON_IsNumber(node) ? tw_field_real_word(field, node->valuedouble) : -1;
    struct tw_text text = {0};
    if (word >= 0) *value = field->kind == TW_FIELD_ENUM ? word : TW_WORD(word);
    if (word >= 0 || field->kind != TW_FIELD_TEXT || !cJSON_IsNumber(node)) return word >= 0;
    if (!node->valuestring) {
        tw_text_add_number(&text, node->valuedouble);
        node->valuestring = tw_text_take(&text); /* cJSON frees it */
    }
    if (node->valuestring) *value = tw_text_value(node->valuestring);
    return node->valuestring;
}

cJSON *tw_record_field(const cJSON *record, const struct tw_family *family, unsigned field)
{
    static const char prefix[] = TW_RECORD_PREFIX;
    const char *key = family->fields[field].key;
    for (cJSON *item = family->description && record ? record->child : NULL; item; item = item->next) {
        if (item->string && strncmp(item->string, prefix, strlen(prefix)) == 0 &&
            strcmp(item->string + strlen(prefix), key) == 0 && tw_family_field(family, item->string) < 0)
            return item;
    }
    return cJSON_GetObjectItemCaseSensitive(record, key);
}

static bool read_value(cJSON *node, const struct tw_field_info *field, int64_t *value)
{
    if (field->is_real) return read_real(field, node, value);
    if (cJSON_IsString(node) && tw_field_word(field, node->valuestring, value)) return true;
    if (cJSON_IsString(node) && field->kind == TW_FIELD_TEXT) {
        *value = tw_text_value(node->valuestring);
        return true;
    }
    return cJSON_IsNumber(node) && read_number(field, node->valuedouble, value);
}

bool tw_record_value(const cJSON *record, const cJSON *problem, const struct tw_family *family,
                     unsigned field, int64_t *value)
{
    const struct tw_field_info *info = &family->fields[field];
    const cJSON *object = info->roles & TW_FIELD_PROBLEM ? problem : record;
    return tw_renamed_value(family, field, record, problem, value) ||
           read_value(tw_record_field(object, family, field), info, value);
}

void tw_record_resolve(const struct tw_family *family, int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        if (value[f] != TW_DERIVED) continue;
        tw_family_resolve(family, value, tw_target_find(TW_DEFAULT_SM));
        return;
    }
}

/* A record of a version that did not know the field yet. */
static bool take_default(const cJSON *node, const struct tw_field_info *field, int64_t *value)
{
    if (field->required || field->fallback == TW_DERIVED || node) return false;
    *value = field->fallback;
    return true;
}

unsigned tw_record_values(const cJSON *record, const struct tw_family *family, int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        bool read = tw_record_value(record, record, family, f, &value[f]);
        if (!read && !take_default(tw_record_field(record, family, f), field, &value[f])) return f;
    }
    tw_record_resolve(family, value);
    return family->field_count;
}

/* ---- variants ---- */

struct reader {
    const struct tw_record_set *set;
    struct tw_variant *variant; /* one for each record */
    struct tw_index_set taken;  /* variants, by name   */
    struct tw_texts texts;
    struct tw_error *error;
};

static int out_of_memory(const struct reader *reader)
{
    return tw_fail_at(reader->error, TW_MEMORY, reader->set->file, 0, 0, "out of memory");
}

/* Fails with the text as message, at the record. Frees *text. */
static int fail(const struct reader *reader, size_t number, struct tw_text *text)
{
    const struct tw_record_set *set = reader->set;
    int code = text->failed ? out_of_memory(reader)
                            : tw_fail_at(reader->error, TW_INPUT, set->file, set->records[number].line, 1,
                                         "%s", tw_text_string(text));
    tw_text_free(text);
    return code;
}

static bool same_name(const void *entries, uint32_t a, uint32_t b)
{
    const struct tw_variant *variant = entries;
    return strcmp(variant[a].name, variant[b].name) == 0;
}

/* Adds the variant of this number, which has its name, to those whose names are taken. */
static int take_name(struct reader *reader, uint32_t number)
{
    const char *name = reader->variant[number].name;
    struct tw_text text = {0};
    uint32_t earlier;
    if (!tw_index_set_add(&reader->taken, tw_hash(name, strlen(name)), number, same_name, reader->variant,
                          &earlier))
        return out_of_memory(reader);
    if (earlier == TW_NO_INDEX) return TW_OK;
    tw_text_add(&text, "the name ");
    tw_json_add_quoted(name, &text);
    tw_text_addf(&text, " is used again; the record on line %u has it", reader->variant[earlier].line);
    return fail(reader, number, &text);
}

static int read_name(struct reader *reader, uint32_t number)
{
    const cJSON *record = reader->set->records[number].object;
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "name"));
    struct tw_text text = {0};
    if (!name) {
        tw_text_add(&text, "the record has no name; it must be a string, a C identifier");
        return fail(reader, number, &text);
    }
    tw_text_add(&text, "the name ");
    tw_json_add_quoted(name, &text);
    tw_text_add(&text, " cannot be used; ");
    if (!tw_name_accept(name, &text)) return fail(reader, number, &text);
    tw_text_free(&text);
    reader->variant[number].name = name;
    return take_name(reader, number);
}

/* Appends what a record has for a field: "a list", '"xro"', 2.5. */
static void add_given(cJSON *node, struct tw_text *text)
{
    char shown[64]; /* enough for any number and for null, true and false */
    if (cJSON_IsArray(node) || cJSON_IsObject(node))
        tw_text_add(text, cJSON_IsArray(node) ? "a list" : "an object");
    else if (cJSON_IsString(node))
        tw_json_add_quoted(node->valuestring, text);
    else if (cJSON_PrintPreallocated(node, shown, sizeof shown, false))
        tw_text_add(text, shown);
    else
        tw_text_fail(text);
}

/* node: what the record has for the field, or NULL. */
static int wrong_value(const struct reader *reader, size_t number, const struct tw_field_info *field,
                       cJSON *node)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "%s of ", field->key);
    tw_json_add_quoted(reader->variant[number].name, &text);
    tw_text_add(&text, " is ");
    if (node)
        add_given(node, &text);
    else
        tw_text_add(&text, "missing");
    tw_text_add(&text, "; it must be ");
    tw_field_add_allowed(field, &text);
    if (cJSON_IsString(node) && field->words && field->kind != TW_FIELD_TEXT)
        tw_config_add_suggestion(node->valuestring, field->words, &text);
    return fail(reader, number, &text);
}

/* The values that the record gives, and the defaults, unresolved, of those that it does not. */
static int read_values(const struct reader *reader, size_t number, int64_t *value)
{
    const struct tw_family *family = reader->set->family;
    const cJSON *record = reader->set->records[number].object;
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        cJSON *node = tw_record_field(record, family, f);
        value[f] = field->fallback;
        bool read = tw_record_value(record, record, family, f, &value[f]);
        if (!read && (node || field->required)) return wrong_value(reader, number, field, node);
        if (read && value[f] != TW_DERIVED) reader->variant[number].given |= tw_field_bit(f);
    }
    return TW_OK;
}

/* value: room for the values of all variants. */
static int read_variants(struct reader *reader, const struct tw_target *target, int64_t *value)
{
    const struct tw_record_set *set = reader->set;
    int code = TW_OK;
    for (uint32_t i = 0; i < set->count && !code; i++, value += set->family->field_count) {
        reader->variant[i] = (struct tw_variant){.value = value, .line = set->records[i].line, .column = 1};
        code = read_name(reader, i);
        if (!code) code = read_values(reader, i, value);
        if (!code && !tw_texts_unite(&reader->texts, set->family, value)) code = out_of_memory(reader);
        if (!code) tw_family_resolve(set->family, value, target);
    }
    return code;
}

int tw_record_variants(const struct tw_record_set *set, const struct tw_target *target,
                       struct tw_variants *variants, struct tw_error *error)
{
    struct reader reader = {.set = set, .error = error};
    int64_t *value;
    *variants = (struct tw_variants){.family = set->family, .file = set->config, .target = *target};
    if (!tw_variants_allocate(set->family, set->count, &reader.variant, &value))
        return out_of_memory(&reader);
    variants->variant = variants->storage = reader.variant;
    variants->count = set->count;
    int code = read_variants(&reader, target, value);
    tw_index_set_free(&reader.taken);
    tw_texts_free(&reader.texts);
    if (code) tw_variants_free(variants);
    return code;
}
