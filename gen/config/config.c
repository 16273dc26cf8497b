/*
 * config = { "tilewright": 1, "kernel": word, "machine": machine, "defaults": fields, "variants": [ variant { "," variant } ] }
 * fields = an object of fields of the family           each value: gen/config/config_value.h; machine: gen/config/config_machine.c
 * variant = fields with a "name" among them
 * problem = fields, whose family and name stand beside the text
 * Notes ("$comment", "$schema") may stand in any object, and are gone before it is read (gen/config/json.h).
 */
#include "gen/config/config.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/hash.h"
#include "gen/config/config_value.h"
#include "gen/config/index_set.h"
#include "gen/config/json.h"
#include "gen/config/renamed.h"

#define VERSION      1   /* of the format                    */
#define MAX_FAMILIES 32u /* named in the list of a message  */

/* An object of fields, and what messages call it. */
enum object { DEFAULTS, VARIANT, PROBLEM };
static const char *const object_words[] = {"\"defaults\"", "a variant", "a problem"};

/* The fields that an object gives. */
struct fields {
    struct tw_axis axes[TW_MAX_FIELDS];
    uint32_t given; /* bit i: axes[i] is set */
};

/* What a config points to. */
struct storage {
    char *file;
    const char **names;
    struct tw_entry *entries;
    struct tw_arena arena; /* the names themselves, and the entries' axes */
};

struct reader {
    struct tw_json json;
    struct tw_config *config;
    struct storage *storage; /* the config's */
    struct fields defaults;
    bool sweeps; /* fields that nobody gives take all the values that a sweep tries */
    size_t name_capacity, entry_capacity; /* of the storage      */
    struct tw_index_set taken;            /* variants, by name   */
    struct tw_texts texts;                /* of the storage      */
    size_t place;                         /* offset of the last entry, with its line and column */
    unsigned line, column;
    struct tw_error *error;
};

static int out_of_memory(const struct reader *reader)
{
    return tw_fail_at(reader->error, TW_MEMORY, reader->json.file, 0, 0, "out of memory");
}

static int fail(const struct reader *reader, const cJSON *node, struct tw_text *what, struct tw_text *right)
{
    return tw_json_fail(&reader->json, tw_json_entry(node), TW_AT_VALUE, what, right, reader->error);
}

/* Fails with "WHAT is a list at POINTER; RIGHT". */
static int wrong(const struct reader *reader, const cJSON *node, const char *what, const char *right_text)
{
    struct tw_text text = {0}, right = {0};
    tw_text_addf(&text, "%s is ", what);
    tw_json_add_value(&reader->json, tw_json_entry(node), &text);
    tw_text_add(&right, right_text);
    return fail(reader, node, &text, &right);
}

/* Fails with '"KEY" is missing at POINTER; RIGHT'. Frees *right. */
static int missing(const struct reader *reader, const cJSON *object, const char *key, struct tw_text *right)
{
    struct tw_text what = {0};
    tw_text_addf(&what, "\"%s\" is missing", key);
    return fail(reader, object, &what, right);
}

/* ---- names ---- */

/* What the variants of an entry are called after, and where the text says so; place NULL: the caller says it beside the text. */
struct name {
    const char *text;
    const cJSON *place;
};

/* Which of an axis's values it is, from 1. */
static unsigned position(const struct tw_axis *axis, int64_t value)
{
    unsigned i = 0;
    while (tw_axis_value(axis, i) != value) i++;
    return i + 1;
}

/* Adds the value of a field to a name: "_IPAD2", "_row_col", "_carveout_default"; of a text its place among the axis's values,
   "_reads3"; '-' becomes '_'. */
static void add_to_name(const struct tw_field_info *field, const struct tw_axis *axis, int64_t value,
                        struct tw_text *name)
{
    struct tw_field_value shown = tw_field_value_of(field, value);
    bool has_key = field->kind != TW_FIELD_ENUM, is_text = tw_field_text(field, value);
    size_t start = name->length;
    tw_text_add_char(name, '_');
    if (has_key) tw_text_add(name, field->key);
    if (has_key && shown.is_word && !is_text) tw_text_add_char(name, '_');
    if (is_text)
        tw_text_addf(name, "%u", position(axis, value));
    else if (shown.is_word)
        tw_text_add(name, shown.text);
    else
        tw_text_addf(name, "%" PRId64, value);
    for (size_t i = start; i < name->length; i++) {
        if (name->data[i] == '-') name->data[i] = '_';
    }
}

static bool same_name(const void *entries, uint32_t a, uint32_t b)
{
    const char *const *names = entries;
    return strcmp(names[a], names[b]) == 0;
}

/* Fails with "WHAT; RIGHT", which is about nothing in the text. Frees both. */
static int fail_nowhere(const struct reader *reader, struct tw_text *what, struct tw_text *right)
{
    tw_text_addf(what, "; %s", tw_text_part(what, right));
    int code = what->failed
                   ? out_of_memory(reader)
                   : tw_fail_at(reader->error, TW_INPUT, reader->json.file, 0, 0, "%s", tw_text_string(what));
    tw_text_free(what);
    tw_text_free(right);
    return code;
}

/* Fails with 'the name "a_IPAD2", made from "a", PROBLEM at POINTER; RIGHT'. */
static int bad_name(const struct reader *reader, const struct name *from, const char *name,
                    const char *problem, struct tw_text *right)
{
    struct tw_text what = {0};
    tw_text_add(&what, "the name ");
    tw_json_add_quoted(name, &what);
    if (strcmp(name, from->text) != 0) {
        tw_text_add(&what, ", made from ");
        tw_json_add_quoted(from->text, &what);
        tw_text_add_char(&what, ',');
    }
    tw_text_addf(&what, " %s", problem);
    return from->place ? fail(reader, from->place, &what, right) : fail_nowhere(reader, &what, right);
}

/* The entry that has variant `number`: messages alone want it. */
static const struct tw_entry *entry_of(const struct reader *reader, size_t number)
{
    const struct tw_entry *entry = &reader->storage->entries[reader->config->entry_count - 1];
    while (entry->first > number) entry--;
    return entry;
}

/* Adds a variant by its name, which must be free and its own. */
static int add_name(struct reader *reader, const struct name *from, const struct tw_text *name)
{
    const char **names = reader->storage->names;
    uint32_t number = (uint32_t)reader->config->variant_count, earlier;
    struct tw_text right = {0};
    if (name->failed) return out_of_memory(reader);
    if (!tw_name_accept(tw_text_string(name), &right)) {
        return bad_name(reader, from, tw_text_string(name), "cannot be used", &right);
    }
    names[number] = tw_arena_string(&reader->storage->arena, tw_text_string(name), name->length);
    if (!names[number]) return out_of_memory(reader);
    if (!tw_index_set_add(&reader->taken, tw_hash(name->data, name->length), number, same_name, names,
                          &earlier)) {
        return out_of_memory(reader);
    }
    reader->config->variant_count++;
    if (earlier == TW_NO_INDEX) return TW_OK;
    tw_text_addf(&right, "the variant on line %u has it", entry_of(reader, earlier)->line);
    return bad_name(reader, from, names[number], "is used again", &right);
}

/* ---- entries ---- */

/* The number of variants an entry describes, which must fit with those before it; 0 when it does not. */
static size_t product(const struct reader *reader, const struct fields *fields)
{
    const struct tw_config *config = reader->config;
    uint64_t room = TW_MAX_VARIANTS - config->variant_count, count = 1;
    for (unsigned f = 0; f < config->family->field_count; f++) {
        if (!(fields->given >> f & 1u)) continue;
        if (fields->axes[f].count > room / count) return 0;
        count *= fields->axes[f].count;
    }
    return room ? (size_t)count : 0;
}

/* The array with room for `needed` elements. NULL: out of memory, and it is as it was. */
static void *reserve(void *array, size_t element_bytes, size_t needed, size_t *capacity)
{
    size_t wanted = *capacity ? *capacity : 16;
    while (wanted < needed) wanted *= 2;
    if (wanted == *capacity) return array;
    void *grown = realloc(array, wanted * element_bytes);
    if (grown) *capacity = wanted;
    return grown;
}

static bool reserve_names(struct reader *reader, size_t count)
{
    struct storage *storage = reader->storage;
    const char **names =
        reserve(storage->names, sizeof *names, reader->config->variant_count + count, &reader->name_capacity);
    if (names) storage->names = names;
    return names;
}

static bool reserve_entry(struct reader *reader)
{
    struct storage *storage = reader->storage;
    struct tw_entry *entries =
        reserve(storage->entries, sizeof *entries, reader->config->entry_count + 1, &reader->entry_capacity);
    if (entries) storage->entries = entries;
    return entries;
}

/* Moves the reader's line and column on to `offset`: entries are visited in the order of the text. */
static void move_to(struct reader *reader, size_t offset)
{
    for (; reader->place < offset; reader->place++) {
        unsigned char c = (unsigned char)reader->json.text[reader->place];
        if (c == '\n') {
            reader->line++;
            reader->column = 1;
        } else {
            reader->column += (c & 0xC0u) != 0x80u; /* characters, not bytes of UTF-8 */
        }
    }
}

/* The axes of the fields that are given, one behind the other. NULL: out of memory. */
static const struct tw_axis *pack_axes(struct reader *reader, const struct fields *fields)
{
    unsigned count = 0;
    struct tw_axis *axes =
        tw_arena_array(&reader->storage->arena, (size_t)__builtin_popcount(fields->given), sizeof *axes);
    for (unsigned f = 0; f < reader->config->family->field_count && axes; f++) {
        if (fields->given >> f & 1u) axes[count++] = fields->axes[f];
    }
    return axes;
}

/* The name of variant number `offset` of an entry: the fields that vary say which it is. */
static void make_name(const struct tw_family *family, const char *entry_name, const struct tw_entry *entry,
                      uint32_t offset, struct tw_text *name)
{
    int64_t value[TW_MAX_FIELDS];
    const struct tw_axis *axis = entry->axes;
    tw_entry_values(family, entry, offset, value);
    tw_text_clear(name);
    tw_text_add(name, entry_name);
    for (unsigned f = 0; f < family->field_count; f++) {
        if (!(entry->given >> f & 1u)) continue;
        if (axis->count > 1) add_to_name(&family->fields[f], axis, value[f], name);
        axis++;
    }
}

static int add_names(struct reader *reader, const struct name *from, const struct tw_entry *entry,
                     size_t count)
{
    struct tw_text name = {0};
    int code = TW_OK;
    for (uint32_t i = 0; i < count && !code; i++) {
        make_name(reader->config->family, from->text, entry, i, &name);
        code = add_name(reader, from, &name);
    }
    tw_text_free(&name);
    return code;
}

/* One entry: the cross product of its fields. */
static int add_entry(struct reader *reader, const cJSON *node, enum object object, const struct name *name,
                     const struct fields *fields)
{
    struct tw_config *config = reader->config;
    size_t count = product(reader, fields);
    if (!count) {
        struct tw_text what = {0}, right = {0};
        tw_text_addf(
            &what, object == PROBLEM ? "the problem passes %u combinations" : "the config passes %u variants",
            TW_MAX_VARIANTS);
        tw_text_add(&right, object == PROBLEM ? "every combination of its fields' values is looked at"
                                              : "every combination of the values of an entry is a variant");
        return fail(reader, node, &what, &right);
    }
    const struct tw_axis *axes = pack_axes(reader, fields);
    if (!axes || !reserve_entry(reader) || !reserve_names(reader, count)) return out_of_memory(reader);
    move_to(reader, reader->json.values[tw_json_entry(node)].offset);
    struct tw_entry *entry = &reader->storage->entries[config->entry_count++];
    *entry = (struct tw_entry){.first = (uint32_t)config->variant_count,
                               .given = fields->given,
                               .axes = axes,
                               .line = reader->line,
                               .column = reader->column};
    return add_names(reader, name, entry, count);
}

/* ---- reading ---- */

static int unknown_field(const struct reader *reader, const cJSON *node, enum object object)
{
    const struct tw_family *family = reader->config->family;
    const char *keys[TW_MAX_FIELDS + 2] = {"name"};
    const char **key = keys + (object == VARIANT);
    for (unsigned f = 0; f < family->field_count; f++) *key++ = family->fields[f].key;
    return tw_config_unknown_key(&reader->json, node, object_words[object], keys, reader->error);
}

/* Fails where an earlier version took what the config says. */
static int check_renamed(const struct reader *reader, const cJSON *node)
{
    struct tw_text what = {0}, right = {0};
    if (!tw_renamed_advise(reader->config->family, node, &right)) return TW_OK;
    tw_json_add_quoted(node->string, &what);
    tw_text_add(&what, " is as an earlier version wrote it");
    return tw_json_fail(&reader->json, tw_json_entry(node), TW_AT_VALUE, &what, &right, reader->error);
}

static int several_problems(const struct reader *reader, const cJSON *node)
{
    struct tw_text what = {0}, right = {0};
    tw_text_addf(&what, "\"%s\" has several values", node->string);
    tw_text_add(&right, "it says what is computed, and a plan is for one problem");
    return fail(reader, node, &what, &right);
}

/* The fields of an object, over those that *fields already holds. */
static int read_fields(struct reader *reader, const cJSON *node, enum object object, struct fields *fields)
{
    const struct tw_family *family = reader->config->family;
    const struct tw_axis_memory memory = {&reader->storage->arena, &reader->texts};
    for (const cJSON *item = node->child; item; item = item->next) {
        if (object == VARIANT && strcmp(item->string, "name") == 0) continue;
        int f = tw_family_field(family, item->string), code = check_renamed(reader, item);
        if (code) return code;
        if (f < 0) return unknown_field(reader, item, object);
        struct tw_axis *axis = &fields->axes[f];
        code = tw_axis_read(&reader->json, &family->fields[f], item, &memory, axis, reader->error);
        if (code) return code;
        if (object == PROBLEM && family->fields[f].roles & TW_FIELD_PROBLEM && axis->count > 1)
            return several_problems(reader, item);
        fields->given |= 1u << f;
    }
    return TW_OK;
}

/* Fails at the first required field that is not given. */
static int check_required(const struct reader *reader, const cJSON *entry, enum object object,
                          const struct fields *fields)
{
    const struct tw_family *family = reader->config->family;
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        if (!field->required || fields->given >> f & 1u) continue;
        struct tw_text right = {0};
        tw_text_addf(&right, "it must be given%s: ", object == VARIANT ? " here or in \"defaults\"" : "");
        tw_field_add_allowed(field, &right);
        return missing(reader, entry, field->key, &right);
    }
    return TW_OK;
}

/* For a sweep: fields that nobody gave. */
static void widen(const struct tw_family *family, struct fields *fields)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        if (fields->given >> f & 1u || !field->swept) continue;
        fields->axes[f] = (struct tw_axis){
            .count = (uint64_t)(field->swept - field->low) + 1, .first = field->low, .step = 1};
        fields->given |= 1u << f;
    }
}

static int read_variant(struct reader *reader, const cJSON *entry)
{
    struct fields fields = reader->defaults;
    if (!cJSON_IsObject(entry))
        return wrong(reader, entry, "a variant", "it must be an object such as {\"name\": \"myKernel\"}");
    int code = read_fields(reader, entry, VARIANT, &fields);
    if (code) return code;
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(entry, "name");
    if (!name) {
        struct tw_text right = {0};
        tw_text_add(&right, "every variant has a name, a C identifier");
        return missing(reader, entry, "name", &right);
    }
    if (!cJSON_IsString(name)) return wrong(reader, name, "name", "it must be a string, a C identifier");
    code = check_required(reader, entry, VARIANT, &fields);
    if (reader->sweeps) widen(reader->config->family, &fields);
    const struct name given = {name->valuestring, name};
    return code ? code : add_entry(reader, entry, VARIANT, &given, &fields);
}

static int read_variants(struct reader *reader, const cJSON *list)
{
    if (!cJSON_IsArray(list)) return wrong(reader, list, "\"variants\"", "it must be a list of variants");
    if (!list->child) return wrong(reader, list, "\"variants\"", "it must hold at least one variant");
    int code = TW_OK;
    for (const cJSON *entry = list->child; entry && !code; entry = entry->next)
        code = read_variant(reader, entry);
    return code;
}

static int read_version(const struct reader *reader, const cJSON *node)
{
    int64_t version;
    if (tw_json_integer(&reader->json, tw_json_entry(node), &version) && version == VERSION) return TW_OK;
    return wrong(reader, node, "\"tilewright\"", "it is the version of the format and must be 1");
}

/* What a family's name must be, and what may have been meant by one that is none; NULL: it is no name at all. */
static void add_families(const char *name, struct tw_text *text)
{
    const char *names[MAX_FAMILIES + 1] = {NULL};
    for (size_t i = 0; tw_families[i] && i < MAX_FAMILIES; i++) names[i] = tw_families[i]->name;
    tw_text_add(text, "it must be one of ");
    tw_config_add_words(names, text);
    if (name) tw_config_add_suggestion(name, names, text);
}

static int read_kernel(struct reader *reader, const cJSON *node)
{
    if (cJSON_IsString(node)) reader->config->family = tw_family_find(node->valuestring);
    if (reader->config->family) {
        assert(reader->config->family->field_count <= TW_MAX_FIELDS);
        return TW_OK;
    }
    struct tw_text what = {0}, right = {0};
    tw_text_add(&what, "\"kernel\" is ");
    tw_json_add_value(&reader->json, tw_json_entry(node), &what);
    add_families(cJSON_IsString(node) ? node->valuestring : NULL, &right);
    return fail(reader, node, &what, &right);
}

static int read_defaults(struct reader *reader, const cJSON *node)
{
    if (!cJSON_IsObject(node)) return wrong(reader, node, "\"defaults\"", "it must be an object of fields");
    return read_fields(reader, node, DEFAULTS, &reader->defaults);
}

static int read_config(struct reader *reader)
{
    static const char *const keys[] = {"tilewright", "kernel", "variants", "defaults", "machine", NULL};
    static const char *const example[] = {"\"tilewright\": 1", "\"kernel\": \"tile\"",
                                          "\"variants\": [ {\"name\": \"myKernel\"} ]"};
    const cJSON *root = reader->json.root, *item[5];
    if (!cJSON_IsObject(root)) return wrong(reader, root, "the config", "it must be an object");
    for (const cJSON *child = root->child; child; child = child->next) {
        if (tw_config_word(child->string, keys) >= 0) continue;
        return tw_config_unknown_key(&reader->json, child, "a config", keys, reader->error);
    }
    for (int i = 0; i < 5; i++) {
        item[i] = cJSON_GetObjectItemCaseSensitive(root, keys[i]);
        if (item[i] || i >= 3) continue;
        struct tw_text right = {0};
        tw_text_addf(&right, "a config holds %s", example[i]);
        return missing(reader, root, keys[i], &right);
    }
    int code = read_version(reader, item[0]);
    if (!code) code = read_kernel(reader, item[1]);
    if (!code && item[3]) code = read_defaults(reader, item[3]);
    if (!code && item[4])
        code = tw_config_machine(&reader->json, item[4], &reader->config->machine, reader->error);
    return code ? code : read_variants(reader, item[2]);
}

/* Beside a problem's text: what it is called, and its family. NULL: the text is a config. */
struct beside {
    const char *family, *name;
};

static int read_problem(struct reader *reader, const struct beside *beside)
{
    const cJSON *root = reader->json.root;
    struct fields fields = {.given = 0};
    const struct name name = {beside->name, NULL};
    reader->config->family = tw_family_find(beside->family);
    if (!reader->config->family) {
        struct tw_text what = {0}, right = {0};
        tw_text_add(&what, "the family is ");
        tw_json_add_quoted(beside->family, &what);
        add_families(beside->family, &right);
        return fail_nowhere(reader, &what, &right);
    }
    if (!cJSON_IsObject(root)) return wrong(reader, root, "a problem", "it must be an object of fields");
    int code = read_fields(reader, root, PROBLEM, &fields);
    if (!code) code = check_required(reader, root, PROBLEM, &fields);
    widen(reader->config->family, &fields);
    return code ? code : add_entry(reader, root, PROBLEM, &name, &fields);
}

static int parse(const char *file, const char *text, size_t length, bool sweeps, const struct beside *beside,
                 struct tw_config *config, struct tw_error *error)
{
    struct reader reader = {.config = config, .sweeps = sweeps, .line = 1, .column = 1, .error = error};
    *config = (struct tw_config){.machine = tw_usual_banks};
    int code = tw_json_parse(file, text, length, &reader.json, error);
    if (code) return code;
    struct storage *storage = config->storage = reader.storage = calloc(1, sizeof *storage);
    if (storage) storage->file = strdup(file);
    code = storage && storage->file ? tw_json_drop_notes(&reader.json, error) : out_of_memory(&reader);
    if (!code) code = beside ? read_problem(&reader, beside) : read_config(&reader);
    tw_index_set_free(&reader.taken);
    tw_texts_free(&reader.texts);
    tw_json_free(&reader.json);
    if (code) {
        tw_config_free(config);
        return code;
    }
    config->file = storage->file;
    config->hash = tw_hash(text, length);
    config->entries = storage->entries;
    config->names = storage->names;
    return TW_OK;
}

int tw_config_parse(const char *file, const char *text, size_t length, struct tw_config *config,
                    struct tw_error *error)
{
    return parse(file, text, length, false, NULL, config, error);
}

int tw_config_parse_space(const char *file, const char *text, size_t length, struct tw_config *config,
                          struct tw_error *error)
{
    return parse(file, text, length, true, NULL, config, error);
}

int tw_config_parse_problem(const char *family, const char *name, const char *fields, size_t length,
                            struct tw_config *config, struct tw_error *error)
{
    const struct beside beside = {family, name};
    return parse("problem", fields, length, true, &beside, config, error);
}

int tw_config_load(const char *path, struct tw_config *config, struct tw_error *error)
{
    struct tw_text text = {0};
    *config = (struct tw_config){0};
    int code = tw_file_read(path, &text, error);
    const char *file = strcmp(path, "-") == 0 ? "<stdin>" : path;
    if (!code) code = parse(file, tw_text_string(&text), text.length, false, NULL, config, error);
    tw_text_free(&text);
    return code;
}

void tw_config_free(struct tw_config *config)
{
    if (!config) return;
    struct storage *storage = config->storage;
    *config = (struct tw_config){0};
    if (!storage) return;
    tw_arena_free(&storage->arena);
    free(storage->entries);
    free(storage->names);
    free(storage->file);
    free(storage);
}
