/*
 * config = { "tilewright": 1, "kernel": kernel, "machine": machine, "defaults": fields, "variants": [ variant { "," variant } ] }
 * kernel = the name of a family | the path of a description | a description        (gen/described/description.h)
 *          With a description "variants" may be left out: then it is one variant, which is called as the kernel is.
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
#include "base/grow.h"
#include "base/hash.h"
#include "gen/config/config_value.h"
#include "gen/config/entry_names.h"
#include "gen/config/json.h"
#include "gen/config/renamed.h"
#include "gen/described/description.h"

#define VERSION      1         /* of the format                   */
#define MAX_FAMILIES 32u       /* named in the list of a message  */
#define PROBLEM_FILE "problem" /* what messages call a problem    */

/* Combinations of a problem's values: a plan looks at each. */
#define MAX_COMBINATIONS 1000000u

/* An object of fields, and what messages call it. */
enum object { DEFAULTS, VARIANT, PROBLEM };
static const char *const object_words[] = {"\"defaults\"", "a variant", "a problem"};

/* The fields that an object gives. */
struct fields {
    struct tw_axis axes[TW_MAX_FIELDS];
    uint64_t given; /* bit i: axes[i] is set */
};

/* What a config points to. */
struct storage {
    char *file;
    struct tw_entry *entries;
    struct tw_arena arena; /* the entries' names and axes */
    struct tw_description *description;
};

struct reader {
    struct tw_json json;
    struct tw_config *config;
    struct storage *storage; /* the config's */
    struct fields defaults;
    bool sweeps;                 /* fields that nobody gives take all the values that a sweep tries */
    size_t entry_capacity;       /* of the storage                                     */
    struct tw_entry_names names; /* of the entries so far */
    struct tw_texts texts;       /* of the storage                                     */
    size_t place;                /* offset of the last entry, with its line and column */
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
    return fail(reader, from->place, &what, right);
}

/* Says what is wrong with the names of an entry. */
static int wrong_names(const struct reader *reader, const struct name *from, enum tw_names_verdict verdict,
                       const struct tw_entry *earlier)
{
    const char *name = tw_text_string(&reader->names.name);
    struct tw_text what = {0}, right = {0};
    if (verdict == TW_NAME_REFUSED) {
        tw_name_accept(name, &right);
        return bad_name(reader, from, name, "cannot be used", &right);
    }
    if (verdict == TW_NAME_USED) {
        tw_text_addf(&right, "the variant on line %u has it", earlier->line);
        return bad_name(reader, from, name, "is used again", &right);
    }
    tw_text_add(&what, "the names made from ");
    tw_json_add_quoted(from->text, &what);
    tw_text_addf(&what, " may be used twice, and more than %u are not compared one by one,", TW_MAX_LISTED);
    tw_text_add(&right, verdict == TW_NAMES_AMBIGUOUS
                            ? "split the variant, so that a word that begins another stands alone"
                            : "give the variant a name that does not begin as another's");
    return fail(reader, from->place, &what, &right);
}

static int take_names(struct reader *reader, const struct name *from)
{
    const struct tw_entry *earlier = NULL;
    enum tw_names_verdict verdict =
        tw_entry_names_take(&reader->names, reader->config->family, reader->storage->entries,
                            reader->config->entry_count, &earlier);
    if (verdict == TW_NAMES_FINE) return TW_OK;
    if (verdict == TW_NAMES_NO_MEMORY) return out_of_memory(reader);
    return wrong_names(reader, from, verdict, earlier);
}

/* ---- entries ---- */

/* The number of variants an entry describes, no more than there is room for; 0: they are more. */
static uint64_t product(const struct tw_family *family, const struct fields *fields, uint64_t room)
{
    uint64_t count = 1;
    for (unsigned f = 0; f < family->field_count; f++) {
        if (!tw_has_field(fields->given, f)) continue;
        if (fields->axes[f].count > room / count) return 0;
        count *= fields->axes[f].count;
    }
    return room ? count : 0;
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
        tw_arena_array(&reader->storage->arena, (size_t)__builtin_popcountll(fields->given), sizeof *axes);
    for (unsigned f = 0; f < reader->config->family->field_count && axes; f++) {
        if (tw_has_field(fields->given, f)) axes[count++] = fields->axes[f];
    }
    return axes;
}

/* Fails since the entry, or the config with it, describes more than `limit` variants. */
static int too_many(const struct reader *reader, const cJSON *node, enum object object, uint64_t limit)
{
    struct tw_text what = {0}, right = {0};
    tw_text_addf(&what,
                 object == PROBLEM ? "the problem passes %" PRIu64 " combinations"
                                   : "the config passes %" PRIu64 " variants",
                 limit);
    tw_text_add(&right, object == PROBLEM ? "every combination of its fields' values is looked at"
                                          : "every combination of the values of an entry is a variant");
    return fail(reader, node, &what, &right);
}

/* Room for one more entry, after those that the config has; or NULL. */
static struct tw_entry *next_entry(struct reader *reader)
{
    struct storage *storage = reader->storage;
    size_t count = reader->config->entry_count;
    struct tw_entry *grown = tw_grow(storage->entries, count, &reader->entry_capacity, sizeof *grown);
    if (!grown) return NULL;
    storage->entries = grown;
    return &grown[count];
}

/* One entry: the cross product of its fields. */
static int add_entry(struct reader *reader, const cJSON *node, enum object object, const struct name *name,
                     const struct fields *fields)
{
    struct tw_config *config = reader->config;
    uint64_t limit = object == PROBLEM ? MAX_COMBINATIONS : INT64_MAX,
             count = product(config->family, fields, limit - config->variant_count);
    if (!count) return too_many(reader, node, object, limit);
    const struct tw_axis *axes = pack_axes(reader, fields);
    const char *text = tw_arena_string(&reader->storage->arena, name->text, strlen(name->text));
    struct tw_entry *entry = next_entry(reader);
    if (!axes || !text || !entry) return out_of_memory(reader);
    if (node) move_to(reader, reader->json.values[tw_json_entry(node)].offset);
    *entry = (struct tw_entry){.name = text,
                               .first = config->variant_count,
                               .count = count,
                               .listed = TW_NO_INDEX,
                               .given = fields->given,
                               .axes = axes,
                               .line = reader->line,
                               .column = reader->column};
    config->entry_count++;
    config->variant_count += count;
    return take_names(reader, name);
}

/* ---- reading ---- */

static int unknown_field(const struct reader *reader, const cJSON *node, const char *key_given,
                         enum object object)
{
    const struct tw_family *family = reader->config->family;
    const char *keys[TW_MAX_FIELDS + 2] = {"name"};
    const char **key = keys + (object == VARIANT);
    for (unsigned f = 0; f < family->field_count; f++) *key++ = family->fields[f].key;
    return tw_config_unknown_key(&reader->json, node, key_given, object_words[object], keys, reader->error);
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
        if (f < 0) return unknown_field(reader, item, item->string, object);
        struct tw_axis *axis = &fields->axes[f];
        code = tw_axis_read(&reader->json, &family->fields[f], item, &memory, axis, reader->error);
        if (code) return code;
        if (object == PROBLEM && family->fields[f].roles & TW_FIELD_PROBLEM && axis->count > 1)
            return several_problems(reader, item);
        fields->given |= tw_field_bit((unsigned)f);
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
        if (!field->required || tw_has_field(fields->given, f)) continue;
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
        if (tw_has_field(fields->given, f) || (!field->swept && !field->declared)) continue;
        fields->axes[f] = field->declared
                              ? *field->declared
                              : (struct tw_axis){.count = (uint64_t)(field->swept - field->low) + 1,
                                                 .first = field->low,
                                                 .step = 1};
        fields->given |= tw_field_bit(f);
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
    const bool is_alone = reader->config->family->description && !entry->next && entry->prev == entry;
    if (!name && !is_alone) {
        struct tw_text right = {0};
        tw_text_add(&right, "every variant has a name, a C identifier");
        return missing(reader, entry, "name", &right);
    }
    if (name && !cJSON_IsString(name))
        return wrong(reader, name, "name", "it must be a string, a C identifier");
    code = check_required(reader, entry, VARIANT, &fields);
    if (reader->sweeps) widen(reader->config->family, &fields);
    const struct name given = {name ? name->valuestring : reader->config->family->name, name};
    return code ? code : add_entry(reader, entry, VARIANT, &given, &fields);
}

/* A description alone makes the one variant that has the defaults; in a sweep it makes those that have the declared values. */
static int add_whole(struct reader *reader)
{
    struct fields fields = reader->defaults;
    const struct name name = {reader->config->family->name, NULL};
    if (reader->sweeps) widen(reader->config->family, &fields);
    return add_entry(reader, reader->json.root, VARIANT, &name, &fields);
}

static int read_variants(struct reader *reader, const cJSON *list)
{
    if (!list) return add_whole(reader);
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
static void add_families(const char *name, const char *otherwise, struct tw_text *text)
{
    const char *names[MAX_FAMILIES + 1] = {NULL};
    for (size_t i = 0; tw_families[i] && i < MAX_FAMILIES; i++) names[i] = tw_families[i]->name;
    tw_text_add(text, "it must be one of ");
    tw_config_add_words(names, text);
    tw_text_add(text, otherwise);
    if (name) tw_config_add_suggestion(name, names, text);
}

static int read_kernel(struct reader *reader, const cJSON *node)
{
    if (tw_description_is_meant(node)) {
        struct tw_description **description = &reader->storage->description;
        int code = tw_description_find(&reader->json, node, description, reader->error);
        if (!code) reader->config->family = tw_description_family(*description);
        return code;
    }
    if (cJSON_IsString(node)) reader->config->family = tw_family_find(node->valuestring);
    if (reader->config->family) {
        assert(reader->config->family->field_count <= TW_MAX_FIELDS);
        return TW_OK;
    }
    struct tw_text what = {0}, right = {0};
    tw_text_add(&what, "\"kernel\" is ");
    tw_json_add_value(&reader->json, tw_json_entry(node), &what);
    add_families(cJSON_IsString(node) ? node->valuestring : NULL,
                 ", or the description of a kernel, or its path", &right);
    return fail(reader, node, &what, &right);
}

static int read_defaults(struct reader *reader, const cJSON *node)
{
    if (!cJSON_IsObject(node)) return wrong(reader, node, "\"defaults\"", "it must be an object of fields");
    return read_fields(reader, node, DEFAULTS, &reader->defaults);
}

/* Fails where a config must have the member and has not. */
static int check_member(struct reader *reader, const char *key, const char *example)
{
    struct tw_text right = {0};
    if (cJSON_GetObjectItemCaseSensitive(reader->json.root, key)) return TW_OK;
    tw_text_addf(&right, "a config holds %s", example);
    return missing(reader, reader->json.root, key, &right);
}

static int read_config(struct reader *reader)
{
    static const char *const keys[] = {"tilewright", "kernel", "variants", "defaults", "machine", NULL};
    const cJSON *root = reader->json.root, *item[5];
    if (!cJSON_IsObject(root)) return wrong(reader, root, "the config", "it must be an object");
    for (const cJSON *child = root->child; child; child = child->next) {
        if (tw_config_word(child->string, keys) >= 0) continue;
        return tw_config_unknown_key(&reader->json, child, child->string, "a config", keys, reader->error);
    }
    for (int i = 0; i < 5; i++) item[i] = cJSON_GetObjectItemCaseSensitive(root, keys[i]);
    int code = check_member(reader, keys[0], "\"tilewright\": 1");
    if (!code) code = check_member(reader, keys[1], "\"kernel\": \"tile\"");
    if (!code) code = read_version(reader, item[0]);
    if (!code) code = read_kernel(reader, item[1]);
    if (!code && !reader->config->family->description)
        code = check_member(reader, keys[2], "\"variants\": [ {\"name\": \"myKernel\"} ]");
    if (!code && item[3]) code = read_defaults(reader, item[3]);
    if (!code && item[4])
        code = tw_config_machine(&reader->json, item[4], &reader->config->machine, reader->error);
    return code ? code : read_variants(reader, item[2]);
}

/* ---- problems ---- */

/* Beside a problem's text: what it is called, and its family, by its name or as it is described; or its fields as values, instead of a text.
   NULL: the text is a config. */
struct beside {
    const char *family;
    const struct tw_family *described; /* NULL: by its name */
    const char *name;
    const struct tw_field_value *values;
    unsigned value_count;
};

static int given_twice(const struct reader *reader, const char *key)
{
    struct tw_text what = {0}, right = {0};
    tw_text_addf(&what, "%s is given twice", key);
    return fail(reader, NULL, &what, &right);
}

/* The fields that are given as values. */
static int take_fields(struct reader *reader, const struct beside *beside, struct fields *fields)
{
    const struct tw_family *family = reader->config->family;
    const struct tw_axis_memory memory = {&reader->storage->arena, &reader->texts};
    for (unsigned i = 0; i < beside->value_count; i++) {
        const struct tw_field_value *value = &beside->values[i];
        int f = tw_family_field(family, value->key);
        if (f < 0) return unknown_field(reader, NULL, value->key, PROBLEM);
        if (tw_has_field(fields->given, (unsigned)f)) return given_twice(reader, value->key);
        int code =
            tw_axis_take(&reader->json, &family->fields[f], value, &memory, &fields->axes[f], reader->error);
        if (code) return code;
        fields->given |= tw_field_bit((unsigned)f);
    }
    return TW_OK;
}

static int find_family(struct reader *reader, const struct beside *beside)
{
    struct tw_text what = {0}, right = {0};
    reader->config->family = beside->described ? beside->described : tw_family_find(beside->family);
    if (reader->config->family) return TW_OK;
    tw_text_add(&what, "the family is ");
    tw_json_add_quoted(beside->family, &what);
    add_families(beside->family, ", or the path of a description", &right);
    return fail(reader, NULL, &what, &right);
}

static int read_problem(struct reader *reader, const struct beside *beside)
{
    const cJSON *root = reader->json.root; /* NULL: values */
    struct fields fields = {.given = 0};
    const struct name name = {beside->name, NULL};
    int code = find_family(reader, beside);
    if (code) return code;
    if (root && !cJSON_IsObject(root))
        return wrong(reader, root, "a problem", "it must be an object of fields");
    code = root ? read_fields(reader, root, PROBLEM, &fields) : take_fields(reader, beside, &fields);
    if (!code) code = check_required(reader, root, PROBLEM, &fields);
    if (!beside->described)
        widen(reader->config->family, &fields); /* of a description they are open: gen/choice/candidates.h */
    return code ? code : add_entry(reader, root, PROBLEM, &name, &fields);
}

/* Takes the JSON; without a text it is empty. */
static int read_json(struct tw_json *json, bool sweeps, const struct beside *beside, struct tw_config *config,
                     struct tw_error *error)
{
    struct reader reader = {
        .json = *json, .config = config, .sweeps = sweeps, .line = 1, .column = 1, .error = error};
    const char *text = json->text;
    const size_t length = json->length;
    struct storage *storage = config->storage = reader.storage = calloc(1, sizeof *storage);
    if (storage) storage->file = strdup(json->file);
    *json = (struct tw_json){0};
    int code = storage && storage->file ? TW_OK : out_of_memory(&reader);
    if (!code && text) code = tw_json_drop_notes(&reader.json, error);
    if (!code) code = beside ? read_problem(&reader, beside) : read_config(&reader);
    tw_entry_names_free(&reader.names);
    tw_texts_free(&reader.texts);
    tw_json_free(&reader.json);
    if (code) {
        tw_config_free(config);
        return code;
    }
    config->file = storage->file;
    config->hash = text ? tw_hash(text, length) : 0;
    config->entries = storage->entries;
    return TW_OK;
}

static int parse(const char *file, const char *text, size_t length, bool sweeps, const struct beside *beside,
                 struct tw_config *config, struct tw_error *error)
{
    struct tw_json json = {.file = file};
    *config = (struct tw_config){.machine = tw_usual_banks};
    int code = text ? tw_json_parse(file, text, length, &json, error) : TW_OK;
    return code ? code : read_json(&json, sweeps, beside, config, error);
}

int tw_config_take(struct tw_json *json, struct tw_config *config, struct tw_error *error)
{
    *config = (struct tw_config){.machine = tw_usual_banks};
    return read_json(json, false, NULL, config, error);
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

int tw_config_parse_problem(const char *family, const struct tw_family *described, const char *name,
                            const char *fields, size_t length, struct tw_config *config,
                            struct tw_error *error)
{
    const struct beside beside = {.family = family, .described = described, .name = name};
    return parse(PROBLEM_FILE, fields, length, true, &beside, config, error);
}

int tw_config_take_problem(const char *family, const struct tw_family *described, const char *name,
                           const struct tw_field_value *values, unsigned value_count,
                           struct tw_config *config, struct tw_error *error)
{
    const struct beside beside = {family, described, name, values, value_count};
    return parse(PROBLEM_FILE, NULL, 0, true, &beside, config, error);
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
    tw_description_free(storage->description);
    tw_arena_free(&storage->arena);
    free(storage->entries);
    free(storage->file);
    free(storage);
}
