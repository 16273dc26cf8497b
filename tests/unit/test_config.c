/*
 * Configs against golden files: tests/golden/config/NAME.json has a sibling NAME.variants (what it expands
 * to) or NAME.err (the whole message). With TILEWRIGHT_BLESS set, the siblings are written anew.
 *
 * A line of NAME.variants: line:column name key=value ..., a value in parentheses when the config does not
 * give it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/file.h"
#include "sim/tests/draws.h"
#include "sim/tests/random.h"
#include "tests/expanded.h"

static void add_value(const struct tw_field_info *field, int64_t value, struct tw_text *text)
{
    if (field->kind == TW_FIELD_ENUM)
        tw_text_add(text, field->words[value]);
    else if (value < INT64_MIN / 2)
        tw_text_add(text, field->words[value - TW_WORD(0)]);
    else
        tw_text_addf(text, "%" PRId64, value);
}

static void add_variants(const struct tw_variants *variants, struct tw_text *text)
{
    for (size_t i = 0; i < variants->count; i++) {
        const struct tw_variant *variant = &variants->variant[i];
        tw_text_addf(text, "%u:%u %s", variant->line, variant->column, variant->name);
        for (unsigned f = 0; f < variants->family->field_count; f++) {
            bool given = tw_has_field(variant->given, f);
            tw_text_addf(text, given ? " %s=" : " (%s=", variants->family->fields[f].key);
            add_value(&variants->family->fields[f], variant->value[f], text);
            tw_text_add(text, given ? "" : ")");
        }
        tw_text_add(text, "\n");
    }
}

/* Parses a copy of exactly the file's bytes, so that a sanitizer sees any step beyond. */
static int parse_file(const char *path, struct expanded *config, struct tw_error *error)
{
    struct tw_text text = {0};
    assert_int_equal(tw_file_read(path, &text, NULL), TW_OK);
    char *copy = malloc(text.length ? text.length : 1);
    assert_non_null(copy);
    if (text.length) memcpy(copy, text.data, text.length);
    int code = expanded_parse(path, copy, text.length, config, error);
    free(copy);
    tw_text_free(&text);
    return code;
}

/* What the config gives, as text; *suffix says of which kind. */
static struct tw_text outcome(const char *path, const char **suffix)
{
    struct expanded config;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text text = {0};
    int code = parse_file(path, &config, &error);
    *suffix = code ? ".err" : ".variants";
    assert_int_equal(code, error.code);
    if (code) {
        assert_int_equal(code, TW_INPUT);
        tw_text_addf(&text, "%s:%u:%u: %s\n%s", error.file, error.line, error.column, error.message,
                     error.detail);
    } else {
        add_variants(&config.of, &text);
    }
    expanded_free(&config);
    tw_error_free(&error);
    return text;
}

/* A message that lists the families says FAMILIES in golden files, so that a new family changes none of them. */
static void hide_families(struct tw_text *text)
{
    struct tw_text list = {0}, hidden = {0};
    for (size_t i = 0; tw_families[i]; i++)
        tw_text_addf(&list, "%s\"%s\"", i ? ", " : "", tw_families[i]->name);
    const char *found = text->length ? strstr(text->data, list.data) : NULL;
    if (found) {
        tw_text_add_bytes(&hidden, text->data, (size_t)(found - text->data));
        tw_text_addf(&hidden, "FAMILIES%s", found + list.length);
        tw_text_free(text);
        *text = hidden;
    }
    tw_text_free(&list);
}

static void check_golden(const char *path)
{
    const char *suffix;
    struct tw_text got = outcome(path, &suffix), sibling = {0}, expected = {0};
    hide_families(&got);
    tw_text_add_bytes(&sibling, path, strlen(path) - strlen(".json"));
    tw_text_add(&sibling, suffix);
    if (getenv("TILEWRIGHT_BLESS")) {
        assert_int_equal(tw_file_write(tw_text_string(&sibling), got.data, got.length, NULL), TW_OK);
    } else {
        if (tw_file_read(tw_text_string(&sibling), &expected, NULL))
            fail_msg("%s: got\n%s", sibling.data, got.data);
        assert_string_equal(tw_text_string(&got), tw_text_string(&expected));
    }
    tw_text_free(&got);
    tw_text_free(&sibling);
    tw_text_free(&expected);
}

static void golden_configs(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(chdir(SOURCE_DIR), 0); /* messages show the path as given: relative to the source */
    assert_int_equal(glob("tests/golden/config/*.json", 0, NULL, &found), 0);
    assert_true(found.gl_pathc > 0);
    for (size_t i = 0; i < found.gl_pathc; i++) check_golden(found.gl_pathv[i]);
    globfree(&found);
}
/* ---- expansion against nested loops ---- */

static unsigned random_state = 1;

static unsigned below(unsigned limit)
{
    return random_below(&random_state, limit);
}

/* The values a field was given, in order, and how the config wrote them. */
struct choice {
    int64_t values[16];
    unsigned count; /* 0: not given */
};

/* How many numbers the field takes. */
static int64_t room(const struct tw_field_info *field)
{
    return field->high - field->low + 1;
}

static void write_list(const struct tw_field_info *field, struct choice *choice, struct tw_text *json)
{
    unsigned words = 0, first;
    while (field->words && field->words[words]) words++;
    const int64_t most = field->kind == TW_FIELD_ENUM ? words : room(field);
    choice->count = 1 + below(most < 3 ? (unsigned)most : 3);
    const unsigned step = room(field) < 60 ? 1 : 5; /* three values and two steps fit */
    first = field->kind == TW_FIELD_ENUM ? below(words) : (unsigned)field->low + below(step == 1 ? 1 : 40);
    bool list = choice->count > 1 || below(2);
    tw_text_add(json, list ? "[" : "");
    for (unsigned i = 0; i < choice->count; i++) {
        choice->values[i] =
            field->kind == TW_FIELD_ENUM ? (first + i) % words : first + step * (choice->count - 1 - i);
        tw_text_add(json, i ? ", " : "");
        if (field->kind == TW_FIELD_ENUM)
            tw_escape_json(json, field->words[choice->values[i]]);
        else
            tw_text_addf(json, "%" PRId64, choice->values[i]);
    }
    tw_text_add(json, list ? "]" : "");
}

/* Texts, and the field's first word among them. */
static void write_texts(const struct tw_field_info *field, struct choice *choice, struct tw_text *json)
{
    static const char *const texts[] = {"idx * 5", "a \"b\"", "~", "1, 0"};
    unsigned first = below(4);
    choice->count = 1 + below(3);
    tw_text_add_char(json, '[');
    for (unsigned i = 0; i < choice->count; i++) {
        const char *text = i == 1 ? field->words[0] : texts[(first + i) % 4];
        choice->values[i] = i == 1 ? TW_WORD(0) : tw_text_value(text);
        tw_text_add(json, i ? ", " : "");
        tw_escape_json(json, text);
    }
    tw_text_add_char(json, ']');
}

static void write_range(const struct tw_field_info *field, struct choice *choice, struct tw_text *json)
{
    int64_t from = field->low + below(room(field) < 60 ? 1 : 40), step = 1 + below(4);
    int64_t to = from + below(room(field) < 9 ? (unsigned)room(field) : 9); /* as many as a choice holds */
    tw_text_addf(json, "{\"to\": %" PRId64 ", \"from\": %" PRId64, to, from);
    if (step > 1 || below(2)) tw_text_addf(json, ", \"step\": %" PRId64, step);
    tw_text_add(json, "}");
    for (int64_t value = from; value <= to; value += step) choice->values[choice->count++] = value;
}

static void write_pow2(const struct tw_field_info *field, struct choice *choice, struct tw_text *json)
{
    unsigned low = room(field) < 60 ? 0 : below(4), high = low + (room(field) < 60 ? below(2) : below(3));
    tw_text_addf(json, "{\"pow2\": [%u, %u]}", 1u << low, 1u << high);
    for (unsigned bit = low; bit <= high; bit++) choice->values[choice->count++] = INT64_C(1) << bit;
}

static void write_field(const struct tw_field_info *field, struct choice *choice, struct tw_text *json)
{
    tw_text_addf(json, ", \"%s\": ", field->key);
    choice->count = 0;
    unsigned form = field->kind == TW_FIELD_ENUM ? 0 : below(3);
    if (field->kind == TW_FIELD_TEXT)
        write_texts(field, choice, json);
    else if (form == 0)
        write_list(field, choice, json);
    else if (form == 1)
        write_range(field, choice, json);
    else
        write_pow2(field, choice, json);
}

/* Values are equal, of texts what they say. */
static void assert_same_values(const struct tw_family *family, const int64_t *a, const int64_t *b)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const char *text = tw_field_text(&family->fields[f], a[f]);
        if (text)
            assert_string_equal(text, tw_field_text(&family->fields[f], b[f]));
        else
            assert_int_equal(a[f], b[f]);
    }
}

/* Adds what value number i of a choice adds to a name. */
static void add_to_name(const struct tw_field_info *field, const struct choice *choice, unsigned i,
                        struct tw_text *name)
{
    int64_t value = choice->values[i];
    if (choice->count == 1) return;
    size_t start = name->length;
    if (tw_field_text(field, value))
        tw_text_addf(name, "_%s%u", field->key, i + 1);
    else if (field->kind == TW_FIELD_TEXT)
        tw_text_addf(name, "_%s_%s", field->key, field->words[0]);
    else if (field->kind == TW_FIELD_INT)
        tw_text_addf(name, "_%s%d", field->key, (int)value);
    else
        tw_text_addf(name, "_%s", field->words[value]);
    for (size_t c = start; c < name->length; c++) name->data[c] = name->data[c] == '-' ? '_' : name->data[c];
}

/* The loops: one level for each field. Compares variant by variant with what *next points to. */
static void nested_loop(const struct tw_variants *variants, const struct choice *choices, unsigned f,
                        int64_t *value, const char *name, const struct tw_variant **next)
{
    const struct tw_family *family = variants->family;
    if (f == family->field_count) {
        int64_t resolved[TW_MAX_FIELDS];
        assert_true(*next < variants->variant + variants->count);
        memcpy(resolved, value, sizeof resolved);
        tw_family_resolve(family, resolved, &variants->target);
        assert_string_equal((*next)->name, name);
        assert_same_values(family, resolved, (*next)->value);
        for (unsigned i = 0; i < f; i++) assert_int_equal((*next)->given >> i & 1, choices[i].count > 0);
        ++*next;
        return;
    }
    const struct tw_field_info *field = &family->fields[f];
    value[f] = field->fallback;
    if (choices[f].count == 0) nested_loop(variants, choices, f + 1, value, name, next);
    for (unsigned i = 0; i < choices[f].count; i++) {
        struct tw_text longer = {0};
        value[f] = choices[f].values[i];
        tw_text_add(&longer, name);
        add_to_name(field, &choices[f], i, &longer);
        nested_loop(variants, choices, f + 1, value, tw_text_string(&longer), next);
        tw_text_free(&longer);
    }
}

/* Equal texts of a config are at one address, wherever they stand; what is no text is refused. */
static void texts_are_united(void **state)
{
    (void)state;
    static const char text[] = "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMX\": 8, "
                               "\"BDIMY\": 8, \"writes\": \"~idx\"}, "
                               "\"variants\": [{\"name\": \"a\", \"reads\": [\"idx\", \"layout\", "
                               "\"~idx\"]}, {\"name\": \"b\", \"reads\": \"idx\"}]}";
    struct expanded config;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(expanded_parse("t", text, strlen(text), &config, &error), TW_OK);
    const struct tw_family *family = config.of.family;
    int writes = tw_family_field(family, "writes"), reads = tw_family_field(family, "reads");
    const struct tw_variant *v = config.of.variant;
    assert_int_equal(config.of.count, 4);
    assert_string_equal(v[0].name, "a_reads1");
    assert_string_equal(v[1].name, "a_reads_layout");
    assert_string_equal(v[2].name, "a_reads3");
    assert_string_equal(tw_field_text(&family->fields[reads], v[0].value[reads]), "idx");
    assert_null(tw_field_text(&family->fields[reads], v[1].value[reads]));
    assert_true(v[0].value[reads] == v[3].value[reads] && v[2].value[reads] == v[0].value[writes]);
    assert_true(v[0].value[reads] != v[2].value[reads]);
    expanded_free(&config);

    static const char *const wrong[] = {"5",        "\"\"", "\"a\\tb\"", "\"\u00e9\"", "[\"idx\", \"idx\"]",
                                        "[[1, 0]]", "null"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct tw_text json = {0};
        tw_text_addf(
            &json,
            "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"a\", \"BDIMX\": 8, "
            "\"BDIMY\": 8, \"reads\": %s}]}",
            wrong[i]);
        if (expanded_parse("t", json.data, json.length, &config, &error) != TW_INPUT)
            fail_msg("%s passed", wrong[i]);
        assert_non_null(strstr(error.message, "reads"));
        tw_error_free(&error);
        error = (struct tw_error)TW_ERROR_INIT;
        tw_text_free(&json);
    }
}

/* A config of one variant with random fields, some of them in `defaults`, some of those overridden. */
static void expansion_equals_nested_loops(void **state)
{
    (void)state;
    const struct tw_family *family = tw_families[0];
    for (unsigned round = 0; round < draws(40, 300); round++) {
        struct choice choices[TW_MAX_FIELDS] = {0};
        struct tw_text defaults = {0}, fields = {0}, json = {0};
        for (unsigned f = 0; f < family->field_count; f++) {
            bool required = family->fields[f].required, by_default = below(4) == 0;
            if (by_default) write_field(&family->fields[f], &choices[f], &defaults);
            if (below(3) == 0 || (required && !by_default))
                write_field(&family->fields[f], &choices[f], &fields);
        }
        const char *given = defaults.length ? defaults.data + 2 : "";
        tw_text_addf(&json,
                     "{\"tilewright\": 1, \"kernel\": \"%s\", \"defaults\": {%s}, \"variants\": [{\"name\": "
                     "\"k\"%s}]}",
                     family->name, given, tw_text_string(&fields));
        struct expanded config;
        struct tw_error error = TW_ERROR_INIT;
        if (expanded_parse("t", json.data, json.length, &config, &error))
            fail_msg("%s: %s", error.message, json.data);
        int64_t value[TW_MAX_FIELDS] = {0};
        const struct tw_variant *next = config.of.variant;
        nested_loop(&config.of, choices, 0, value, "k", &next);
        assert_ptr_equal(next, config.of.variant + config.of.count);
        expanded_free(&config);
        tw_text_free(&defaults);
        tw_text_free(&fields);
        tw_text_free(&json);
    }
}

static void expect_same(const struct tw_variant *one, const struct tw_variant *other, unsigned fields)
{
    assert_string_equal(one->name, other->name);
    assert_memory_equal(one->value, other->value, fields * sizeof *one->value);
    assert_int_equal(one->given, other->given);
    assert_int_equal(one->line, other->line);
    assert_int_equal(one->column, other->column);
}

/* Entries of 1, 6, 1 and 80 variants, and the same swept, where each is more. */
static void one_variant_is_as_among_all(void **state)
{
    static const char text[] =
        "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMY\": 8}, \"variants\": [\n"
        "{\"name\": \"a\", \"BDIMX\": 8},\n"
        "{\"name\": \"b\", \"BDIMX\": [32, 8], \"BDIMY\": {\"from\": 2, \"to\": 8, \"step\": 3}},\n"
        "{\"name\": \"c\", \"BDIMX\": 64, \"swizzle\": \"xor\"},\n"
        "{\"name\": \"d\", \"BDIMX\": {\"pow2\": [1, 16]}, \"IPAD\": {\"from\": 0, \"to\": 15}}]}";
    int (*const readers[])(const char *, const char *, size_t, struct tw_config *,
                           struct tw_error *) = {tw_config_parse, tw_config_parse_space};
    (void)state;
    for (unsigned r = 0; r < 2; r++) {
        struct expanded all;
        int code = readers[r]("t", text, sizeof text - 1, &all.config, NULL);
        assert_int_equal(expanded_by(code, &all, NULL), TW_OK);
        assert_int_equal(all.of.count, all.config.variant_count);
        assert_true(r == 0 ? all.of.count == 88 : all.of.count > 500);
        for (size_t i = 0; i < all.of.count; i++) {
            struct tw_variants one;
            assert_int_equal(tw_config_expand_one(&all.config, &all.of.target, i, &one, NULL), TW_OK);
            assert_int_equal(one.count, 1);
            expect_same(one.variant, &all.of.variant[i], all.of.family->field_count);
            tw_variants_free(&one);
        }
        expanded_free(&all);
    }
}

/* ---- limits and files ---- */

/* Many variants of one entry, whose names are listed, and one of another that is compared with them. */
static void many_variants_have_names_of_their_own(void **state)
{
    (void)state;
    static const char head[] =
        "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"a\", \"BDIMX\": "
        "{\"from\": 1, \"to\": 1000}, \"BDIMY\": {\"from\": 1, \"to\": 100}}";
    struct expanded config;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text text = {0};
    tw_text_addf(&text, "%s, {\"name\": \"b\", \"BDIMX\": 1, \"BDIMY\": 1}]}", head);
    assert_int_equal(expanded_parse("t", text.data, text.length, &config, NULL), TW_OK);
    assert_int_equal(config.of.count, 100001);
    assert_string_equal(config.of.variant[99999].name, "a_BDIMX1000_BDIMY100");
    assert_string_equal(config.of.variant[100000].name, "b");
    expanded_free(&config);
    tw_text_clear(&text);
    tw_text_addf(&text, "%s,\n {\"name\": \"a_BDIMX77_BDIMY100\", \"BDIMX\": 1, \"BDIMY\": 1}]}", head);
    assert_int_equal(expanded_parse("t", text.data, text.length, &config, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "the name \"a_BDIMX77_BDIMY100\" is used again at /variants/1"));
    assert_null(config.config.entries);
    tw_error_free(&error);
    tw_text_free(&text);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* One of them; and a name that only the longest values make too long. */
#define USED "a_BDIMX17_BDIMY999_IPAD50_row_col_float32_carveout_default_reads3"
#define LONG_NAME                                                                                            \
    "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij"                                 \
    "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij"
/* 10^12 of one entry, whose last field varies fastest. */
#define HUGE_FIELDS                                                                                          \
    "\"BDIMX\": {\"from\": 1, \"to\": 1000}, \"BDIMY\": {\"from\": 1, \"to\": 1000}, \"IPAD\": {\"from\": "  \
    "0, "                                                                                                    \
    "\"to\": 999}, \"carveout\": [\"default\", 0, 1, 2, 3, 4, 5, 6, 7, 8], \"layout\": [\"row-row\", "       \
    "\"row-col\"], \"type\": [\"int8\", \"int16\", \"int32\", \"float32\", \"int64\"], "                     \
    "\"reads\": [\"idx\", \"~idx\", \"idx / 2\", \"idx % 7\", \"idx ^ 1\", \"idx & 6\", \"idx | 3\", "       \
    "\"idx + 0\", \"idx - 0\", \"idx * 1\"]"

static int parse_huge(const char *variants, struct tw_config *config, struct tw_error *error)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [%s]}", variants);
    int code = tw_config_parse("t", text.data, text.length, config, error);
    tw_text_free(&text);
    return code;
}

static void expect_number(const struct tw_config *config, uint64_t number)
{
    struct tw_text name = {0};
    uint64_t found = 0;
    tw_config_name(config, number, &name);
    assert_true(tw_config_find(config, tw_text_string(&name), &found));
    assert_int_equal(found, number);
    tw_text_free(&name);
}

static void a_space_of_many_is_never_listed(void **state)
{
    struct tw_config config;
    struct tw_variants one;
    struct tw_error error = TW_ERROR_INIT;
    uint64_t number = 0;
    (void)state;
    assert_int_equal(
        parse_huge("{\"name\": \"before\", \"BDIMX\": 3, \"BDIMY\": 4}, {\"name\": \"a\", " HUGE_FIELDS
                   "}, {\"name\": \"after\", \"BDIMX\": 5, \"BDIMY\": [6, 7]}",
                   &config, &error),
        TW_OK);
    assert_int_equal(config.variant_count, UINT64_C(1000000000003));
    assert_int_equal(tw_config_expand_one(&config, tw_target_find(90), UINT64_C(999999999999), &one, &error),
                     TW_OK);
    assert_string_equal(one.variant->name, "a_BDIMX1000_BDIMY1000_IPAD999_row_col_int64_carveout8_reads9");
    tw_variants_free(&one);
    for (uint64_t i = 0; i < config.variant_count; i += 999999937) expect_number(&config, i);
    for (uint64_t i = config.variant_count - 9; i < config.variant_count; i++) expect_number(&config, i);
    assert_true(tw_config_find(&config, "after_BDIMY7", &number));
    assert_int_equal(number, UINT64_C(1000000000002));
    static const char *const none[] = {"a",       "a_BDIMX1",      "after",          "after_BDIMY8",
                                       "before_", "after_BDIMY07", "after_BDIMY7_x", ""};
    for (size_t i = 0; i < COUNT(none); i++) assert_false(tw_config_find(&config, none[i], &number));
    assert_int_equal(tw_config_expand(&config, tw_target_find(90), &one, &error), TW_INPUT);
    assert_non_null(strstr(error.message, "its 1000000000003 variants are too many to be tried whole"));
    assert_null(one.variant);
    tw_error_free(&error);
    tw_config_free(&config);
}

/* The names of a space are compared by their parts. */
static void names_of_a_space_are_checked_without_a_list(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{\"name\": \"a\", " HUGE_FIELDS "}, {\"name\": \"a\", " HUGE_FIELDS "}",
         "the names made from \"a\" may be used twice"},
        {"{\"name\": \"a_\", " HUGE_FIELDS "}", "made from \"a_\", cannot be used"},
        {"{\"name\": \"a\", " HUGE_FIELDS "}, {\"name\": \"" USED "\", \"BDIMX\": 1, \"BDIMY\": 1}",
         "is used again"},
        {"{\"name\": \"" USED "\", \"BDIMX\": 1, \"BDIMY\": 1}, {\"name\": \"a\", " HUGE_FIELDS "}",
         "is used again"},
        {"{\"name\": \"" LONG_NAME "\", " HUGE_FIELDS "}", "it is longer than 200 characters"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct tw_config config;
        struct tw_error error = TW_ERROR_INIT;
        assert_int_equal(parse_huge(cases[i][0], &config, &error), TW_INPUT);
        if (!strstr(error.message, cases[i][1])) fail_msg("%s: %s", cases[i][1], error.message);
        tw_error_free(&error);
    }
}

static void files_that_cannot_be_read(void **state)
{
    (void)state;
    struct tw_config config;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_config_load(SOURCE_DIR "/tests/no-such-config.json", &config, &error), TW_INPUT);
    assert_non_null(strstr(error.file, "no-such-config.json"));
    assert_int_equal(tw_config_load(SOURCE_DIR, &config, &error), TW_INPUT);
    assert_null(config.entries);
    tw_error_free(&error);
}

static void standard_input(void **state)
{
    (void)state;
    struct tw_config config;
    int file = open(SOURCE_DIR "/configs/square.json", O_RDONLY), own = dup(STDIN_FILENO);
    assert_true(file >= 0);
    assert_int_equal(dup2(file, STDIN_FILENO), STDIN_FILENO);
    assert_int_equal(tw_config_load("-", &config, NULL), TW_OK);
    assert_string_equal(config.file, "<stdin>");
    assert_int_equal(config.variant_count, 6);
    if (own >= 0) dup2(own, STDIN_FILENO);
    close(own);
    close(file);
    tw_config_free(&config);
}

/* The configs that ship with the program: 6, 8 and 33 kernels. */
static void shipped_configs(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t count;
    } shipped[] = {
        {SOURCE_DIR "/configs/square.json", 6},
        {SOURCE_DIR "/configs/rectangle.json", 8},
        {SOURCE_DIR "/configs/padding.json", 33},
    };
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        struct tw_config config;
        assert_int_equal(tw_config_load(shipped[i].path, &config, NULL), TW_OK);
        assert_int_equal(config.variant_count, shipped[i].count);
        assert_string_equal(config.file, shipped[i].path);
        tw_config_free(&config);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_configs),
        cmocka_unit_test(texts_are_united),
        cmocka_unit_test(expansion_equals_nested_loops),
        cmocka_unit_test(one_variant_is_as_among_all),
        cmocka_unit_test(many_variants_have_names_of_their_own),
        cmocka_unit_test(a_space_of_many_is_never_listed),
        cmocka_unit_test(names_of_a_space_are_checked_without_a_list),
        cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(standard_input),
        cmocka_unit_test(shipped_configs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
