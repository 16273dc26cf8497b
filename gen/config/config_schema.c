/* The JSON Schema and the reference page of configs, from the families' tables. */
#include <inttypes.h>

#include "gen/config/config.h"

#include "base/escape.h"
#include "gen/config/config_value.h"
#include "gen/described/description_schema.h"

/* Members that any object may have: gen/config/json.h. */
#define NOTES "\"$comment\": {\"$ref\": \"#/$defs/comment\"}, \"$schema\": {\"$ref\": \"#/$defs/schema\"}"

/* "a", "b" */
static void add_words(const char *const *words, struct tw_text *text)
{
    for (size_t i = 0; words[i]; i++) {
        tw_text_add(text, i ? ", " : "");
        tw_escape_json(text, words[i]);
    }
}

static void add_bounds(const struct tw_field_info *field, struct tw_text *schema)
{
    tw_text_addf(schema, "{\"type\": \"integer\", \"minimum\": %" PRId64 ", \"maximum\": %" PRId64 "}",
                 field->low, field->high);
}

/* One value of the field. */
static void add_one(const struct tw_field_info *field, struct tw_text *schema)
{
    bool both = field->kind == TW_FIELD_INT && field->words;
    if (field->is_real) {
        tw_text_add(schema, "{\"type\": \"number\"}");
        return;
    }
    if (field->kind == TW_FIELD_TEXT) {
        tw_text_addf(schema, "{\"type\": \"string\", \"pattern\": \"^[ -~]%s$\"}",
                     tw_field_may_be_empty(field) ? "*" : "+");
        return;
    }
    if (both) tw_text_add(schema, "{\"anyOf\": [");
    if (field->kind == TW_FIELD_INT) add_bounds(field, schema);
    if (both) tw_text_add(schema, ", ");
    if (field->words) {
        tw_text_add(schema, "{\"enum\": [");
        add_words(field->words, schema);
        tw_text_add(schema, "]}");
    }
    if (both) tw_text_add(schema, "]}");
}

/* The powers of two of the field's range; false when it has none. */
static bool add_powers(const struct tw_field_info *field, struct tw_text *schema)
{
    bool any = false;
    for (int bit = 0; bit < 63; bit++) {
        int64_t power = INT64_C(1) << bit;
        if (power < field->low || power > field->high) continue;
        tw_text_addf(schema, "%s%" PRId64, any ? ", " : "", power);
        any = true;
    }
    return any;
}

static void add_range(const struct tw_field_info *field, struct tw_text *schema)
{
    tw_text_add(
        schema,
        ",\n        {\"type\": \"object\", \"required\": [\"from\", \"to\"], \"additionalProperties\": false,"
        "\n         \"properties\": {" NOTES ",\n                        \"from\": ");
    add_bounds(field, schema);
    tw_text_add(schema, ", \"to\": ");
    add_bounds(field, schema);
    tw_text_add(schema, ",\n                        \"step\": {\"type\": \"integer\", \"minimum\": 1}}}");
}

static void add_pow2(const struct tw_field_info *field, struct tw_text *schema)
{
    struct tw_text powers = {0};
    if (add_powers(field, &powers)) {
        tw_text_addf(
            schema,
            ",\n        {\"type\": \"object\", \"required\": [\"pow2\"], \"additionalProperties\": false,"
            "\n         \"properties\": {" NOTES ","
            "\n                        \"pow2\": {\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2,"
            "\n                                 \"items\": {\"enum\": [%s]}}}}",
            tw_text_part(schema, &powers));
    }
    tw_text_free(&powers);
}

/* A definition "FAMILY.KEY" for each field: one value, a list, a range or powers of two. */
static void add_field(const struct tw_family *family, const struct tw_field_info *field,
                      struct tw_text *schema)
{
    tw_text_addf(schema, "    \"%s.%s\": {\n      \"description\": ", family->name, field->key);
    tw_escape_json(schema, field->help);
    tw_text_add(schema, ",\n      \"anyOf\": [\n        ");
    add_one(field, schema);
    tw_text_add(schema,
                ",\n        {\"type\": \"array\", \"minItems\": 1, \"uniqueItems\": true, \"items\": ");
    add_one(field, schema);
    tw_text_add(schema, "}");
    if (field->kind == TW_FIELD_INT) {
        add_range(field, schema);
        add_pow2(field, schema);
    }
    tw_text_add(schema, "\n      ]\n    }");
}

/* The object of fields that `defaults` is, or with a name a variant. */
static void add_fields(const struct tw_family *family, bool named, struct tw_text *schema)
{
    tw_text_addf(
        schema, "    \"%s.%s\": {\n      \"type\": \"object\",%s\n      \"additionalProperties\": false,",
        family->name, named ? "variant" : "defaults", named ? "\n      \"required\": [\"name\"]," : "");
    tw_text_add(schema, "\n      \"properties\": {\n        " NOTES ",\n");
    if (named) tw_text_add(schema, "        \"name\": {\"$ref\": \"#/$defs/name\"},\n");
    for (unsigned f = 0; f < family->field_count; f++) {
        const char *key = family->fields[f].key;
        tw_text_addf(schema, "        \"%s\": {\"$ref\": \"#/$defs/%s.%s\"}%s\n", key, family->name, key,
                     f + 1 < family->field_count ? "," : "");
    }
    tw_text_add(schema, "      }\n    }");
}

/* A required field stands in `defaults` or in every variant. */
static void add_required(const struct tw_field_info *field, struct tw_text *schema)
{
    tw_text_addf(
        schema,
        ",\n        {\"anyOf\": [{\"required\": [\"defaults\"], \"properties\": {\"defaults\": "
        "{\"required\": [\"%s\"]}}},"
        "\n                   {\"properties\": {\"variants\": {\"items\": {\"required\": [\"%s\"]}}}}]}",
        field->key, field->key);
}

/* What holds for the rest of a config whose "kernel" is the family. */
static void add_family_rule(const struct tw_family *family, struct tw_text *schema)
{
    tw_text_addf(schema,
                 "    {\"if\": {\"properties\": {\"kernel\": {\"const\": \"%s\"}}},\n"
                 "     \"then\": {\"allOf\": [\n"
                 "        {\"properties\": {\"defaults\": {\"$ref\": \"#/$defs/%s.defaults\"},\n"
                 "                        \"variants\": {\"items\": {\"$ref\": \"#/$defs/%s.variant\"}}}}",
                 family->name, family->name, family->name);
    for (unsigned f = 0; f < family->field_count; f++) {
        if (family->fields[f].required) add_required(&family->fields[f], schema);
    }
    tw_text_add(schema, "]}}");
}

static void add_family_definitions(const struct tw_family *family, struct tw_text *schema)
{
    add_fields(family, false, schema);
    tw_text_add(schema, ",\n");
    add_fields(family, true, schema);
    for (unsigned f = 0; f < family->field_count; f++) {
        tw_text_add(schema, ",\n");
        add_field(family, &family->fields[f], schema);
    }
}

/* A description, as an object or as the name of its file, may lack "variants". */
static void add_kernels(struct tw_text *schema)
{
    tw_text_add(schema, "    \"kernel\": {\"anyOf\": [{\"enum\": [");
    for (size_t i = 0; tw_families[i]; i++) {
        tw_text_add(schema, i ? ", " : "");
        tw_escape_json(schema, tw_families[i]->name);
    }
    tw_text_add(schema, "]}, {\"$ref\": \"#/$defs/file\"}, {\"$ref\": \"#/$defs/described.kernel\"}]}\n");
}

static void add_described_rule(struct tw_text *schema)
{
    tw_text_add(schema,
                "    {\"if\": {\"properties\": {\"kernel\": {\"anyOf\": [{\"type\": \"object\"}, {\"$ref\": "
                "\"#/$defs/file\"}]}}},\n"
                "     \"then\": {\"properties\": {\"defaults\": {\"$ref\": \"#/$defs/described.defaults\"},\n"
                "                        \"variants\": {\"items\": {\"$ref\": "
                "\"#/$defs/described.variant\"}, \"anyOf\": [{\"maxItems\": 1}, {\"items\": {\"required\": "
                "[\"name\"]}}]}}},\n"
                "     \"else\": {\"required\": [\"variants\"]}}");
}

static const char head[] =
    "{\n"
    "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
    "  \"title\": \"Tilewright config\",\n"
    "  \"type\": \"object\",\n"
    "  \"required\": [\"tilewright\", \"kernel\"],\n"
    "  \"additionalProperties\": false,\n"
    "  \"properties\": {\n"
    "    " NOTES ",\n"
    "    \"tilewright\": {\"const\": 1},\n"
    "    \"machine\": {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n"
    "      " NOTES ",\n"
    "      \"banks\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 32},\n"
    "      \"bank_bytes\": {\"enum\": [4, 8]},\n"
    "      \"bank_mode\": {\"enum\": [32, 64]}},\n"
    "      \"anyOf\": [{\"properties\": {\"bank_mode\": {\"const\": 32}}},\n"
    "                {\"required\": [\"bank_bytes\"], \"properties\": {\"bank_bytes\": {\"const\": 8}}}]},\n"
    "    \"defaults\": {\"type\": \"object\"},\n"
    "    \"variants\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": \"object\"}},\n";

void tw_config_schema(struct tw_text *schema)
{
    tw_text_add(schema, head);
    add_kernels(schema);
    tw_text_add(schema, "  },\n  \"allOf\": [\n");
    for (size_t i = 0; tw_families[i]; i++) {
        add_family_rule(tw_families[i], schema);
        tw_text_add(schema, ",\n");
    }
    add_described_rule(schema);
    tw_text_addf(
        schema,
        "\n  ],\n"
        "  \"$defs\": {\n"
        "    \"comment\": {\"description\": \"for people: nothing reads it\", \"anyOf\": [\n"
        "        {\"type\": \"string\"}, {\"type\": \"array\", \"items\": {\"type\": \"string\"}}]},\n"
        "    \"schema\": {\"description\": \"for editors: where this schema is\", \"type\": \"string\"},\n"
        "    \"file\": {\"description\": \"the file of a description (docs/kernel.md), from the folder of "
        "this "
        "one\",\n"
        "      \"type\": \"string\", \"pattern\": \"/|[.]json$\"},\n"
        "    \"name\": {\"type\": \"string\", \"maxLength\": %u, \"pattern\": "
        "\"^[A-Za-z](_?[A-Za-z0-9])*_?$\"}",
        TW_MAX_NAME);
    for (size_t i = 0; tw_families[i]; i++) {
        tw_text_add(schema, ",\n");
        add_family_definitions(tw_families[i], schema);
    }
    tw_description_definitions(schema);
    tw_text_add(schema, "\n  }\n}\n");
}

/* ---- reference page ---- */

/* The empty text is no word to show, and the element types have a table of their own (docs/config.md). */
static void add_word_cells(const char *const *words, struct tw_text *markdown)
{
    if (words == tw_element_words) {
        tw_text_add(markdown, "any element type");
        return;
    }
    for (size_t i = 0; words[i]; i++) {
        if (*words[i]) tw_text_addf(markdown, "%s`%s`", i ? ", " : "", words[i]);
    }
}

static void add_text_default(const char *word, struct tw_text *markdown)
{
    if (*word)
        tw_text_addf(markdown, "`%s`", word);
    else
        tw_text_add(markdown, "none");
}

static void add_default(const struct tw_field_info *field, struct tw_text *markdown)
{
    bool is_number =
        field->kind == TW_FIELD_INT && field->fallback >= field->low && field->fallback <= field->high;
    if (field->required)
        tw_text_add(markdown, "required");
    else if (field->fallback_help)
        tw_text_add(markdown, field->fallback_help);
    else if (is_number)
        tw_text_addf(markdown, "%" PRId64, field->fallback);
    else if (field->kind != TW_FIELD_ENUM)
        add_text_default(field->words[field->fallback - TW_WORD(0)], markdown);
    else
        tw_text_addf(markdown, "`%s`", field->words[field->fallback]);
}

static void add_values(const struct tw_field_info *field, struct tw_text *markdown)
{
    if (field->is_real) {
        tw_text_add(markdown, "a number");
        return;
    }
    if (field->kind == TW_FIELD_INT)
        tw_text_addf(markdown, "%" PRId64 " to %" PRId64, field->low, field->high);
    if (field->kind == TW_FIELD_INT && field->words) tw_text_add(markdown, ", ");
    if (field->words) add_word_cells(field->words, markdown);
    if (field->kind == TW_FIELD_TEXT)
        tw_text_add(markdown, field->words && !tw_field_may_be_empty(field) ? ", a text" : "a text");
}

/* A field of a described kernel takes the values that it declares, or anything of its kind; and it has a default. */
static void add_described(const struct tw_field_info *field, struct tw_text *markdown)
{
    const struct tw_field_value fallback = tw_field_value_of(field, field->fallback);
    tw_field_add_allowed(field, markdown);
    tw_text_add(markdown, " | ");
    tw_field_value_add_json(&fallback, markdown);
}

void tw_config_reference(const struct tw_family *family, struct tw_text *markdown)
{
    tw_text_add(markdown, "| field | values | default | meaning |\n|---|---|---|---|\n");
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        tw_text_addf(markdown, "| `%s` | ", field->key);
        if (family->description) {
            add_described(field, markdown);
        } else {
            add_values(field, markdown);
            tw_text_add(markdown, " | ");
            add_default(field, markdown);
        }
        tw_text_addf(markdown, " | %s |\n", field->help);
    }
}
