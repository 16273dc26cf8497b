/*
 * The JSON Schema and the reference page against the parser: every golden config gets the same verdict from
 * the schema, read by a small validator written here, but for what a schema cannot say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "gen/config/config.h"
#include "gen/config/json.h"
#include "gen/described/description_schema.h"

/* ---- a validator of the part of draft 2020-12 that the schema uses ---- */

static bool valid(const cJSON *root, const cJSON *schema, const cJSON *value);

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static bool is_type(const cJSON *value, const char *type)
{
    if (strcmp(type, "object") == 0) return cJSON_IsObject(value);
    if (strcmp(type, "array") == 0) return cJSON_IsArray(value);
    if (strcmp(type, "string") == 0) return cJSON_IsString(value);
    if (strcmp(type, "number") == 0) return cJSON_IsNumber(value);
    if (strcmp(type, "boolean") == 0) return cJSON_IsBool(value);
    if (strcmp(type, "integer") == 0)
        return cJSON_IsNumber(value) && floor(value->valuedouble) == value->valuedouble;
    fail_msg("type %s", type);
    return false;
}

static const cJSON *resolve(const cJSON *root, const char *reference)
{
    static const char prefix[] = "#/$defs/";
    assert_memory_equal(reference, prefix, sizeof prefix - 1);
    const cJSON *found = member(member(root, "$defs"), reference + sizeof prefix - 1);
    if (!found) fail_msg("%s", reference);
    return found;
}

static bool matches(const char *pattern, const char *string)
{
    regex_t regex;
    assert_int_equal(regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB), 0);
    bool found = regexec(&regex, string, 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

static unsigned count_valid(const cJSON *root, const cJSON *schemas, const cJSON *value)
{
    unsigned count = 0;
    for (const cJSON *schema = schemas->child; schema; schema = schema->next)
        count += valid(root, schema, value);
    return count;
}

static bool has_equal(const cJSON *list, const cJSON *value)
{
    for (const cJSON *item = list->child; item && item != value; item = item->next) {
        if (cJSON_Compare(item, value, true)) return true;
    }
    return false;
}

static bool object_keyword(const cJSON *root, const cJSON *schema, const cJSON *rule, const cJSON *value)
{
    if (strcmp(rule->string, "required") == 0) {
        for (const cJSON *key = rule->child; key; key = key->next) {
            if (!member(value, key->valuestring)) return false;
        }
    } else if (strcmp(rule->string, "properties") == 0) {
        for (const cJSON *item = value->child; item; item = item->next) {
            const cJSON *property = member(rule, item->string);
            if (property && !valid(root, property, item)) return false;
        }
    } else if (strcmp(rule->string, "propertyNames") == 0) {
        assert_string_equal(rule->child->string, "pattern");
        for (const cJSON *item = value->child; item; item = item->next) {
            if (!matches(rule->child->valuestring, item->string)) return false;
        }
    } else { /* additionalProperties: false, or what all others must be */
        for (const cJSON *item = value->child; item; item = item->next) {
            if (member(member(schema, "properties"), item->string)) continue;
            if (cJSON_IsFalse(rule) || !valid(root, rule, item)) return false;
        }
    }
    return true;
}

static bool list_keyword(const cJSON *root, const cJSON *rule, const cJSON *value)
{
    if (strcmp(rule->string, "minItems") == 0) return cJSON_GetArraySize(value) >= rule->valueint;
    if (strcmp(rule->string, "maxItems") == 0) return cJSON_GetArraySize(value) <= rule->valueint;
    for (const cJSON *item = value->child; item; item = item->next) {
        bool good = strcmp(rule->string, "items") == 0 ? valid(root, rule, item) : !has_equal(value, item);
        if (!good) return false;
    }
    return true;
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++) {
        if (strcmp(word, *words) == 0) return true;
    }
    return false;
}

/* A branch that is not there holds. */
static bool either(const cJSON *root, const cJSON *branch, const cJSON *value)
{
    return !branch || valid(root, branch, value);
}

static bool keyword(const cJSON *root, const cJSON *schema, const cJSON *rule, const cJSON *value)
{
    static const char *const of_objects[] = {"required", "properties", "additionalProperties",
                                             "propertyNames", NULL};
    static const char *const of_lists[] = {"minItems", "maxItems", "items", "uniqueItems", NULL};
    static const char *const silent[] = {"$schema", "$defs", "title", "description", "then", "else", NULL};
    const char *name = rule->string;
    if (is_one_of(name, silent)) return true;
    if (is_one_of(name, of_objects))
        return !cJSON_IsObject(value) || object_keyword(root, schema, rule, value);
    if (is_one_of(name, of_lists)) return !cJSON_IsArray(value) || list_keyword(root, rule, value);
    if (strcmp(name, "type") == 0) return is_type(value, rule->valuestring);
    if (strcmp(name, "const") == 0) return cJSON_Compare(rule, value, true);
    if (strcmp(name, "enum") == 0) return has_equal(rule, value);
    if (strcmp(name, "$ref") == 0) return valid(root, resolve(root, rule->valuestring), value);
    if (strcmp(name, "anyOf") == 0) return count_valid(root, rule, value) > 0;
    if (strcmp(name, "allOf") == 0)
        return count_valid(root, rule, value) == (unsigned)cJSON_GetArraySize(rule);
    if (strcmp(name, "if") == 0)
        return either(root, member(schema, valid(root, rule, value) ? "then" : "else"), value);
    if (strcmp(name, "minimum") == 0)
        return !cJSON_IsNumber(value) || value->valuedouble >= rule->valuedouble;
    if (strcmp(name, "maximum") == 0)
        return !cJSON_IsNumber(value) || value->valuedouble <= rule->valuedouble;
    if (strcmp(name, "maxLength") == 0)
        return !cJSON_IsString(value) || strlen(value->valuestring) <= (size_t)rule->valueint;
    if (strcmp(name, "pattern") == 0)
        return !cJSON_IsString(value) || matches(rule->valuestring, value->valuestring);
    fail_msg("the schema uses \"%s\", which this validator does not know", name);
    return false;
}

static bool valid(const cJSON *root, const cJSON *schema, const cJSON *value)
{
    for (const cJSON *rule = schema->child; rule; rule = rule->next) {
        if (!keyword(root, schema, rule, value)) return false;
    }
    return true;
}

/* ---- the tests ---- */

static cJSON *read_schema(void)
{
    struct tw_text text = {0};
    struct tw_json strict;
    tw_config_schema(&text);
    assert_int_equal(tw_json_scan("schema", text.data, text.length, &strict, NULL), TW_OK);
    tw_json_free(&strict);
    cJSON *schema = cJSON_Parse(tw_text_string(&text));
    tw_text_free(&text);
    return schema;
}

/* Configs that the parser refuses for what a schema cannot say. */
static const char *const beyond_a_schema[] = {
    "ipad-exponent",
    "ipad-whole-fraction",
    "name-A7",
    "name-INT_MAX",
    "name-NULL",
    "name-WARP_SZ",
    "name-class",
    "name-cudaMalloc",
    "name-derived-underscores",
    "name-float2",
    "name-main",
    "name-select",
    "name-sin",
    "name-threadIdx",
    "name-too-long-derived",
    "name-twice",
    "name-twice-derived",
    "name-xor",
    "own-circle",
    "own-declared",
    "own-declared-many",
    "own-expression",
    "own-missing",
    "own-real",
    "own-source",
    "own-twice",
    "pow2-reversed",
    "range-reversed",
    "too-many",
    "too-many-overflow",
    NULL,
};

static bool is_beyond(const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    for (size_t i = 0; beyond_a_schema[i]; i++) {
        size_t length = strlen(beyond_a_schema[i]);
        if (strncmp(name, beyond_a_schema[i], length) == 0 && strcmp(name + length, ".json") == 0)
            return true;
    }
    return false;
}

/* 1 when the schema accepts the text, 0 when it does not, -1 when the text is no JSON. */
static int verdict(const cJSON *schema, const struct tw_text *text)
{
    struct tw_json strict;
    int code = tw_json_scan("t", text->data, text->length, &strict, NULL);
    tw_json_free(&strict);
    if (code) return -1;
    cJSON *value = cJSON_ParseWithLength(text->data, text->length);
    bool good = valid(schema, schema, value);
    cJSON_Delete(value);
    return good;
}

static void schema_and_parser_agree(void **state)
{
    (void)state;
    glob_t found;
    unsigned agreed = 0;
    cJSON *schema = read_schema();
    assert_non_null(schema);
    assert_int_equal(glob(SOURCE_DIR "/tests/golden/config/*.json", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct tw_text text = {0};
        struct tw_config config;
        assert_int_equal(tw_file_read(found.gl_pathv[i], &text, NULL), TW_OK);
        int expected = tw_config_parse(found.gl_pathv[i], text.data, text.length, &config, NULL) == TW_OK ||
                       is_beyond(found.gl_pathv[i]);
        int got = verdict(schema, &text);
        if (got >= 0 && got != expected)
            fail_msg("%s: the schema says %s", found.gl_pathv[i], got ? "yes" : "no");
        agreed += got >= 0;
        tw_config_free(&config);
        tw_text_free(&text);
    }
    assert_true(agreed > 60);
    globfree(&found);
    cJSON_Delete(schema);
}

/* ---- descriptions ---- */

static void examples_are_good(void **state)
{
    (void)state;
    glob_t found;
    cJSON *schema = read_schema();
    assert_int_equal(glob(SOURCE_DIR "/examples/kernels/*.json", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 8);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct tw_text text = {0};
        assert_int_equal(tw_file_read(found.gl_pathv[i], &text, NULL), TW_OK);
        if (verdict(schema, &text) != 1) fail_msg("%s", found.gl_pathv[i]);
        tw_text_free(&text);
    }
    globfree(&found);
    cJSON_Delete(schema);
}

/* A small description beside the examples; each row below replaces a part of it. */
static const char description[] =
    "{\"tilewright\": 1, \"kernel\": {\"name\": \"k\", \"source\": \"naive_scan.cu\", \"problem\": {\"n\": "
    "64},"
    " \"parameters\": {\"B\": [32, 64]}, \"constraints\": [\"n > B\"],"
    " \"arguments\": [{\"name\": \"x\", \"type\": \"float32\", \"count\": \"n\", \"role\": \"inout\"}],"
    " \"grid\": \"n / B\", \"block\": [\"B\"], \"reference\": null, \"tolerance\": \"exact\"},"
    " \"variants\": [{\"name\": \"v\", \"B\": 32}]}";

static const struct {
    const char *part, *instead;
    bool good;
} changes[] = {
    {"\"naive_scan.cu\"", "\"../../templates/tile/tile.cu.mustache\"", true},
    {"\"naive_scan.cu\"", "7", false},
    {" \"source\": \"naive_scan.cu\",", "", false},
    {"\"name\": \"k\"", "\"name\": \"7k\"", false},
    {"[32, 64]", "{\"values\": [32, 64], \"default\": 64, \"role\": \"block x\", \"help\": \"threads\"}",
     true},
    {"[32, 64]", "{\"pow2\": [32, 64]}", true},
    {"[32, 64]", "{\"from\": 32, \"to\": 64, \"step\": 32}", true},
    {"[32, 64]", "[32, 64], \"W\": \"word\"", true},
    {"[32, 64]", "[32, 64], \"W\": [true, false]", true},
    {"[32, 64]", "[32, 32]", false},
    {"[32, 64]", "[]", false},
    {"[32, 64]", "{\"from\": 32}", false},
    {"[32, 64]", "{\"values\": [32], \"role\": \"blocks\"}", false},
    {"[32, 64]", "{\"value\": 32}", false},
    {"\"B\": [32, 64]", "\"B C\": [32, 64]", false},
    {"\"B\": [32, 64]", "\"$comment\": \"a note\", \"B\": [32, 64]", true},
    {"[\"n > B\"]", "[{\"that\": \"n > B\", \"else\": \"too small\"}]", true},
    {"[\"n > B\"]", "[{\"else\": \"too small\"}]", false},
    {"[\"n > B\"]", "\"n > B\"", false},
    {"\"count\": \"n\"", "\"count\": 64, \"fill\": \"index % 7\"", true},
    {"\"count\": \"n\"", "\"size\": 64", false},
    {"\"name\": \"x\"", "\"symbol\": \"x\"", true},
    {"\"name\": \"x\", ", "", false},
    {"\"role\": \"inout\"", "\"role\": \"both\"", false},
    {"[\"B\"]", "[\"B\", 1, 1]", true},
    {"[\"B\"]", "[\"B\", 1, 1, 1]", false},
    {"\"grid\": \"n / B\", ", "", false},
    {"\"grid\": \"n / B\", \"block\": [\"B\"]",
     "\"launches\": [{\"repeat\": 2, \"launches\": [{\"grid\": 1, \"block\": \"B\", \"arguments\": [\"x\", "
     "4]}]}]",
     true},
    {"\"grid\": \"n / B\", \"block\": [\"B\"]", "\"launches\": [{\"grid\": 1}]", false},
    {"\"grid\": \"n / B\", \"block\": [\"B\"]", "\"launches\": []", false},
    {"null", "{\"variant\": {\"B\": 32}}", true},
    {"null", "{\"files\": {\"x\": \"extremes_largest.npy\"}}", true},
    {"null", "{\"library\": \"./libk.so\", \"function\": \"k\"}", true},
    {"null", "{\"library\": \"./libk.so\"}", false},
    {"null", "{\"entry\": \"naive\", \"grid\": 1, \"block\": 1}", true},
    {"null", "{}", false},
    {"\"exact\"", "{\"absolute\": 1e-6, \"relative\": 1e-5, \"scaled\": 0}", true},
    {"\"exact\"", "{\"x\": {\"ulps\": 2}}", true},
    {"\"exact\"", "{\"absolute\": -1}", false},
    {"\"exact\"", "\"about\"", false},
    {"\"exact\"",
     "\"exact\", \"proof\": {\"n\": \"2 * B\"}, \"metrics\": {\"m\": {\"value\": \"n / time_us\", \"best\": "
     "\"highest\"}}",
     true},
    {"\"exact\"",
     "\"exact\", \"tiles\": [{\"type\": \"float32\", \"rows\": 4, \"columns\": \"B\", \"pitch\": \"B + 1\"}]",
     true},
    {"\"exact\"", "\"exact\", \"tiles\": [{\"type\": \"float32\", \"rows\": 4}]", false},
    {"\"exact\"",
     "\"exact\", \"accesses\": [{\"name\": \"a\", \"op\": \"load\", \"type\": \"float32\", \"index\": \"x + "
     "pass\", \"passes\": 2}]",
     true},
    {"\"exact\"", "\"exact\", \"accesses\": [{\"name\": \"a\", \"op\": \"load\", \"type\": \"float32\"}]",
     false},
    {"\"exact\"",
     "\"exact\", \"accesses\": [{\"name\": \"a\", \"op\": \"atomic\", \"type\": \"float32\", \"index\": "
     "\"x\"}]",
     false},
    {"\"exact\"", "\"exact\", \"prove\": {}", false},
    {"\"B\": 32}", "\"B\": [32, 64], \"n\": {\"from\": 64, \"to\": 128}}", true},
    {"\"B\": 32}", "\"B\": {\"values\": [32]}}", false},
    {"\"name\": \"v\", ", "", true}, /* of one entry */
    {"{\"name\": \"v\", \"B\": 32}", "{\"B\": 32}, {\"name\": \"w\"}", false},
    {"\"count\": \"n\", \"role\": \"inout\"}",
     "\"count\": \"n\", \"role\": \"inout\"}, {\"name\": \"p\", \"members\": [1, true, null, [2], {\"type\": "
     "\"int8\", "
     "\"value\": [1, \"B\"], \"at\": 40}], \"bytes\": 64}, {\"name\": \"q\", \"value\": null}, {\"symbol\": "
     "\"s\", "
     "\"type\": \"int8\", \"count\": 1}",
     true},
    {"\"count\": \"n\", \"role\": \"inout\"}", "\"count\": \"n\"}, {\"members\": [1]}", false},
    {"\"count\": \"n\", \"role\": \"inout\"}", "\"count\": \"n\"}, {\"name\": \"p\", \"members\": []}",
     false},
    {"\"count\": \"n\", \"role\": \"inout\"}", "\"count\": \"n\"}, {\"name\": \"p\", \"value\": []}", false},
    {", \"variants\": [{\"name\": \"v\", \"B\": 32}]", "", true},
    {"\"variants\": [{\"name\": \"v\", \"B\": 32}]", "\"defaults\": {\"B\": 32}", true},
};

/* The text with `instead` in place of the one `part` of it. */
static void change(const char *part, const char *instead, struct tw_text *text)
{
    const char *at = strstr(description, part);
    if (!at) fail_msg("the description has no %s", part);
    tw_text_add_bytes(text, description, (size_t)(at - description));
    tw_text_add(text, instead);
    tw_text_add(text, at + strlen(part));
}

static void expect_verdict(const cJSON *schema, const char *part, const char *instead, bool good)
{
    struct tw_text text = {0};
    struct tw_config config;
    struct tw_error error = TW_ERROR_INIT;
    change(part, instead, &text);
    if (verdict(schema, &text) != good)
        fail_msg("the schema says %s: %s", good ? "no" : "yes", tw_text_string(&text));
    int code =
        tw_config_parse(SOURCE_DIR "/examples/kernels/t.json", text.data, text.length, &config, &error);
    if ((code == TW_OK) != good)
        fail_msg("the parser says %s: %s\n%s", good ? "no" : "yes", tw_text_string(&text),
                 good ? error.message : "");
    tw_error_free(&error);
    tw_config_free(&config);
    tw_text_free(&text);
}

static void descriptions_are_told_apart(void **state)
{
    (void)state;
    cJSON *schema = read_schema();
    expect_verdict(schema, "\"k\"", "\"k\"", true);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        expect_verdict(schema, changes[i].part, changes[i].instead, changes[i].good);
    cJSON_Delete(schema);
}

/* A config names a description by its file; without one "variants" are needed. */
static void configs_name_descriptions(void **state)
{
    (void)state;
    static const struct {
        const char *config;
        bool good;
    } configs[] = {
        {"{\"tilewright\": 1, \"kernel\": \"matmul.json\"}", true},
        {"{\"tilewright\": 1, \"kernel\": \"../matmul.json\", \"defaults\": {\"BM\": [16, 32]}}", true},
        {"{\"tilewright\": 1, \"kernel\": \"matmul\"}", false},
        {"{\"tilewright\": 1, \"kernel\": \"transpose\"}", false},
        {"{\"tilewright\": 1, \"kernel\": 7}", false},
    };
    cJSON *schema = read_schema();
    for (size_t i = 0; i < sizeof configs / sizeof *configs; i++) {
        struct tw_text text = {0};
        tw_text_add(&text, configs[i].config);
        if (verdict(schema, &text) != configs[i].good) fail_msg("%s", configs[i].config);
        tw_text_free(&text);
    }
    cJSON_Delete(schema);
}

static void kernel_page_holds_the_tables(void **state)
{
    (void)state;
    struct tw_text page = {0};
    assert_int_equal(tw_file_read(SOURCE_DIR "/docs/kernel.md", &page, NULL), TW_OK);
    for (size_t i = 0; tw_description_objects[i]; i++) {
        struct tw_text table = {0};
        assert_true(tw_description_reference(tw_description_objects[i], &table));
        if (!strstr(tw_text_string(&page), tw_text_string(&table)))
            fail_msg("docs/kernel.md lacks\n%s", tw_text_string(&table));
        tw_text_free(&table);
    }
    tw_text_free(&page);
}

/* ---- starters and pages ---- */

/* Longest line, in characters. */
static size_t width(const char *text)
{
    size_t widest = 0;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        if (length > widest) widest = length;
    }
    return widest;
}

static void expect_explained(const struct tw_family *family, const char *starter)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        struct tw_text line = {0};
        const char *key = family->fields[f].key;
        tw_text_addf(&line, "\n      \"%s: ", key);
        bool explained = strstr(starter, tw_text_string(&line)) != NULL;
        if (explained != tw_starter_uses(family->starter, key)) fail_msg("%s of %s", key, family->name);
        tw_text_free(&line);
    }
}

/* What `tilewright init` writes: good for schema and parser, all of its variants possible, every field that it gives explained. */
static void starters_are_good(void **state)
{
    (void)state;
    cJSON *schema = read_schema();
    const struct tw_target *target = tw_target_find(TW_DEFAULT_SM);
    for (size_t i = 0; tw_families[i]; i++) {
        struct tw_text text = {0};
        struct tw_config config;
        struct tw_variants variants;
        tw_config_starter(tw_families[i], &text);
        assert_false(text.failed);
        assert_true(width(text.data) <= 80);
        assert_int_equal(verdict(schema, &text), 1);
        assert_int_equal(tw_config_parse("t", text.data, text.length, &config, NULL), TW_OK);
        assert_ptr_equal(config.family, tw_families[i]);
        assert_int_equal(tw_config_expand(&config, target, &variants, NULL), TW_OK);
        for (size_t v = 0; v < variants.count; v++)
            assert_true(tw_family_accepts(config.family, variants.variant[v].value, target));
        expect_explained(tw_families[i], text.data);
        tw_variants_free(&variants);
        tw_config_free(&config);
        tw_text_free(&text);
    }
    cJSON_Delete(schema);
}

static void reference_pages_hold_the_tables(void **state)
{
    (void)state;
    for (size_t i = 0; tw_families[i]; i++) {
        const char *name = tw_families[i]->name;
        struct tw_text page = {0}, table = {0}, path = {0};
        tw_text_addf(&path, SOURCE_DIR "/docs/%s.md", strcmp(name, "tile") == 0 ? "config" : name);
        assert_int_equal(tw_file_read(path.data, &page, NULL), TW_OK);
        tw_config_reference(tw_families[i], &table);
        if (!strstr(tw_text_string(&page), tw_text_string(&table)))
            fail_msg("%s lacks\n%s", path.data, tw_text_string(&table));
        tw_text_free(&page);
        tw_text_free(&table);
        tw_text_free(&path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schema_and_parser_agree),         cmocka_unit_test(examples_are_good),
        cmocka_unit_test(descriptions_are_told_apart),     cmocka_unit_test(configs_name_descriptions),
        cmocka_unit_test(kernel_page_holds_the_tables),    cmocka_unit_test(starters_are_good),
        cmocka_unit_test(reference_pages_hold_the_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
