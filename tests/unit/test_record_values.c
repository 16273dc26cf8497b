/* The values of variants in records: what was written is read back, and nothing else is taken; and the
 * variants made of records: those that a config of the same fields makes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/config/config_value.h"
#include "gen/config/record.h"
#include "gen/config/renamed.h"
#include "gen/config/texts.h"
#include "tests/expanded.h"
#include "tests/unit/failing_memory.h"

/* What stays in *value when nothing is read. */
#define UNTOUCHED 4711

/* Reads the value of the key in a record that has this text for it. */
static bool reads(const char *family_name, const char *key, const char *text, int64_t *value)
{
    const struct tw_family *family = tw_family_find(family_name);
    struct tw_text line = {0};
    tw_text_addf(&line, "{\"other\": 1, \"%s\": %s}", key, text);
    cJSON *record = cJSON_Parse(tw_text_string(&line));
    assert_non_null(record);
    *value = UNTOUCHED;
    bool read = tw_record_value(record, record, family, (unsigned)tw_family_field(family, key), value);
    cJSON_Delete(record);
    tw_text_free(&line);
    return read;
}

static void expect(const char *family, const char *key, const char *text, int64_t expected)
{
    int64_t value;
    if (!reads(family, key, text, &value) || value != expected)
        fail_msg("%s %s: %s is read as %lld", family, key, text, (long long)value);
}

static void expect_none(const char *family, const char *key, const char *text)
{
    int64_t value;
    if (reads(family, key, text, &value) || value != UNTOUCHED)
        fail_msg("%s %s: %s is read as %lld", family, key, text, (long long)value);
}

static void test_values(void **state)
{
    (void)state;
    expect("tile", "IPAD", "0", 0);
    expect("tile", "IPAD", "1024", 1024);
    expect("tile", "IPAD", "2.0", 2);
    expect("tile", "swizzle", "\"none\"", TW_SWIZZLE_NONE);
    expect("tile", "swizzle", "\"xor\"", TW_SWIZZLE_XOR);
    expect("tile", "carveout", "50", 50);
    expect("tile", "carveout", "\"default\"", TW_WORD(0));
    expect("dot", "n", "1099511627776", INT64_C(1) << 40);
}

static void test_what_no_field_takes(void **state)
{
    (void)state;
    static const char *const numbers[] = {"-1", "1025", "2.5",  "1e300", "-1e300", "null",
                                          "[]", "{}",   "true", "\"2\"", "\"\""};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) expect_none("tile", "IPAD", numbers[i]);
    static const char *const words[] = {"1", "\"Xor\"", "\"xo\"", "\"xorr\"", "null", "[\"xor\"]"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) expect_none("tile", "swizzle", words[i]);
    expect_none("tile", "carveout", "101");
    expect_none("tile", "carveout", "\"none\"");
    expect_none("dot", "n", "1099511627777");
}

/* A record of the values as `run --json` writes them; the field `without`, if there is one, left out. */
static cJSON *record_of(const struct tw_family *family, const int64_t *value, unsigned without)
{
    struct tw_text text = {0};
    tw_text_add(&text, "{\"name\": \"v\"");
    for (unsigned f = 0; f < family->field_count; f++) {
        struct tw_field_value shown = tw_field_value_of(&family->fields[f], value[f]);
        if (f == without) continue;
        tw_text_addf(&text, ", \"%s\": ", family->fields[f].key);
        tw_field_value_add_json(&shown, &text);
    }
    tw_text_add_char(&text, '}');
    cJSON *record = cJSON_Parse(tw_text_string(&text));
    assert_non_null(record);
    tw_text_free(&text);
    return record;
}

/* The least or the most that the fields take, or their last words. */
static void fill(const struct tw_family *family, int which, int64_t *value)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        int64_t last = 0;
        while (field->words && field->words[last + 1]) last++;
        if (field->kind == TW_FIELD_ENUM)
            value[f] = which ? last : 0;
        else if (field->kind == TW_FIELD_TEXT && field->is_real && which < 2)
            value[f] = tw_text_value(which ? "1e+30" : "-0.25");
        else if (field->kind == TW_FIELD_TEXT && (which < 2 || !field->words))
            value[f] = tw_text_value(which ? "a \"text\"" : "1, 0");
        else
            value[f] = which == 2 && field->words ? TW_WORD(last) : which ? field->high : field->low;
    }
}

/* Texts are read where the record has them, and equal ones become one. */
static void assert_read(const struct tw_family *family, int64_t *read, int64_t *written)
{
    struct tw_texts texts = {0};
    assert_true(tw_texts_unite(&texts, family, written));
    assert_true(tw_texts_unite(&texts, family, read));
    assert_memory_equal(read, written, family->field_count * sizeof *read);
    tw_texts_free(&texts);
}

static void test_every_family(void **state)
{
    (void)state;
    for (size_t i = 0; tw_families[i]; i++) {
        const struct tw_family *family = tw_families[i];
        for (int which = 0; which < 3; which++) {
            int64_t written[TW_MAX_FIELDS] = {0}, read[TW_MAX_FIELDS] = {0};
            fill(family, which, written);
            for (unsigned without = 0; without <= family->field_count; without++) {
                cJSON *record = record_of(family, written, without);
                bool has_default = without < family->field_count && !family->fields[without].required &&
                                   family->fields[without].fallback != TW_DERIVED;
                bool is_new = tw_renamed_unknown(family, record) != 0;
                assert_int_equal(tw_record_values(record, family, read),
                                 has_default || is_new ? family->field_count : without);
                if (is_new) assert_true(read[without] != TW_DERIVED);
                if (has_default) assert_true(read[without] == family->fields[without].fallback);
                if (without == family->field_count) assert_read(family, read, written);
                cJSON_Delete(record);
            }
        }
    }
}

/* ---- what earlier versions wrote otherwise ---- */

/* The tile family as if "kinds" had been a field whose numbers were swizzles and paddings, and "dyn" a word. */
static const struct tw_renamed renamed[] = {
    {{"kinds", NULL, 0}, {0}, {{"swizzle", "none", 0}}},
    {{"kinds", NULL, 4}, {"layout", "row-col", 0}, {{"swizzle", "xor", 0}, {"IPAD", NULL, 0}}},
    {{"kinds", NULL, 4}, {"layout", "col-row", 0}, {{"swizzle", "skew", 0}, {"IPAD", NULL, 1}}},
    {{"kinds", NULL, 9}, {"layout", "row-col", 0}, {{"swizzle", "xor", 0}}},
    {{"kinds", NULL, 9}, {0}, {{"swizzle", NULL, TW_DERIVED}}},
    {{"shared", "dyn", 0}, {0}, {{"shared", "dynamic", 0}}},
    {{"index", "auto", 0}, {0}, {{"index", NULL, TW_DERIVED}}},
    {{"BDIMX", NULL, 7}, {"layout", "row-row", 0}, {{"BDIMX", NULL, 8}}},
};

static struct tw_family earlier(void)
{
    struct tw_family family = *tw_family_find("tile");
    family.renamed = renamed;
    family.renamed_count = sizeof renamed / sizeof *renamed;
    return family;
}

/* The value of the field in two objects; UNTOUCHED: none is read. */
static int64_t now(const char *key, const char *variant, const char *problem)
{
    const struct tw_family family = earlier();
    int64_t value = UNTOUCHED;
    cJSON *own = cJSON_Parse(variant), *other = cJSON_Parse(problem);
    assert_non_null(own);
    bool read =
        tw_record_value(own, other ? other : own, &family, (unsigned)tw_family_field(&family, key), &value);
    assert_int_equal(read, value != UNTOUCHED);
    cJSON_Delete(own);
    cJSON_Delete(other);
    return value;
}

static void test_renamed_values(void **state)
{
    (void)state;
    assert_int_equal(now("swizzle", "{\"kinds\": 0}", ""), TW_SWIZZLE_NONE);
    assert_int_equal(now("swizzle", "{\"kinds\": 4, \"layout\": \"row-col\"}", ""), TW_SWIZZLE_XOR);
    assert_int_equal(now("swizzle", "{\"kinds\": 4, \"layout\": \"col-row\"}", ""), TW_SWIZZLE_SKEW);
    assert_int_equal(now("swizzle", "{\"kinds\": 4, \"layout\": \"row-row\"}", ""), UNTOUCHED);
    assert_int_equal(now("swizzle", "{\"kinds\": 4}", "{\"layout\": \"col-row\"}"), TW_SWIZZLE_SKEW);
    assert_int_equal(now("swizzle", "{\"kinds\": 5}", ""), UNTOUCHED);
    assert_int_equal(now("swizzle", "{\"kinds\": 9, \"layout\": \"row-col\"}", ""), TW_SWIZZLE_XOR);
    assert_true(now("swizzle", "{\"kinds\": 9}", "") == TW_DERIVED);
    assert_int_equal(now("swizzle", "{\"swizzle\": \"xor\"}", ""), TW_SWIZZLE_XOR);
    assert_int_equal(now("IPAD", "{\"kinds\": 4, \"layout\": \"col-row\", \"IPAD\": 9}", ""), 1);
    assert_int_equal(now("IPAD", "{\"kinds\": 0, \"IPAD\": 9}", ""), 9);
    assert_int_equal(now("shared", "{\"shared\": \"dyn\"}", ""), 1);
    assert_int_equal(now("shared", "{\"shared\": \"dynamical\"}", ""), UNTOUCHED);
    assert_true(now("index", "{\"index\": \"auto\"}", "") == TW_DERIVED);
}

/* What the other fields tell is resolved, and was not given. */
static void test_renamed_records(void **state)
{
    (void)state;
    static const char record[] = "{\"name\": \"a\", \"BDIMX\": 32, \"BDIMY\": 16, \"layout\": \"row-col\", "
                                 "\"kinds\": 4, \"shared\": \"dyn\", \"index\": \"auto\"}";
    const struct tw_family family = earlier();
    int index = tw_family_field(&family, "index"), swizzle = tw_family_field(&family, "swizzle");
    int64_t value[TW_MAX_FIELDS];
    struct tw_variants variants;
    cJSON *object = cJSON_Parse(record);
    const struct tw_record one = {object, 2};
    const struct tw_record_set set = {&family, "r.jsonl", "c.json", &one, 1};
    assert_int_equal(tw_record_values(object, &family, value), family.field_count);
    assert_true(value[index] != TW_DERIVED);
    assert_int_equal(value[swizzle], TW_SWIZZLE_XOR);
    assert_int_equal(tw_record_variants(&set, tw_target_find(TW_DEFAULT_SM), &variants, NULL), TW_OK);
    assert_memory_equal(variants.variant->value, value, family.field_count * sizeof *value);
    assert_true(variants.variant->given >> swizzle & 1u);
    assert_false(variants.variant->given >> index & 1u);
    tw_variants_free(&variants);
    cJSON_Delete(object);
}

/* A reduction's record as the version before the schedules wrote it: all fields of `now`, but these two; leaves 0: as they are. */
static void expect_earlier(const char *now, int staged, int leaves)
{
    struct expanded config;
    struct tw_text text = {0};
    int64_t value[TW_MAX_FIELDS];
    tw_text_addf(&text, "{\"tilewright\": 1, \"kernel\": \"reduce\", \"variants\": [{\"name\": \"v\", %s}]}",
                 now);
    assert_int_equal(expanded_parse("c.json", tw_text_string(&text), text.length, &config, NULL), TW_OK);
    const struct tw_family *family = config.of.family;
    cJSON *record = record_of(family, config.of.variant->value, family->field_count);
    cJSON_DeleteItemFromObject(record, "schedule");
    cJSON_DeleteItemFromObject(record, "row_lanes");
    cJSON_AddNumberToObject(record, "staged", staged);
    if (leaves) cJSON_ReplaceItemInObject(record, "leaves", cJSON_CreateNumber(leaves));
    char *printed = cJSON_PrintUnformatted(record);
    if (tw_record_values(record, family, value) != family->field_count) fail_msg("%s", printed);
    for (unsigned f = 0; f < family->field_count; f++)
        if (value[f] != config.of.variant->value[f]) fail_msg("%s: %s", printed, family->fields[f].key);
    cJSON_free(printed);
    cJSON_Delete(record);
    tw_text_free(&text);
    expanded_free(&config);
}

static void test_earlier_reductions(void **state)
{
    (void)state;
#define SEGMENTS "\"rows\": 1000, \"along\": \"segments\", "
#define COLUMNS  "\"cols\": 100, \"rows\": 1000, \"along\": \"columns\", "
    expect_earlier("\"cols\": 31, \"rows\": 1000, \"schedule\": \"direct\"", 0, 0);
    expect_earlier("\"cols\": 31, \"rows\": 1000, \"schedule\": \"staged\", \"row_lanes\": 1", 1, 0);
    expect_earlier("\"cols\": 31, \"rows\": 1000, \"schedule\": \"staged\", \"row_lanes\": 8", 8, 0);
    expect_earlier("\"cols\": 100000", 0, 0);
    expect_earlier("\"cols\": 100000, \"method\": \"shuffle\"", 0, 0);
    expect_earlier(COLUMNS "\"type\": \"float32\"", 0, 0);
    expect_earlier(COLUMNS "\"type\": \"int8\", \"vector\": 1", 0, 0);
    expect_earlier(COLUMNS "\"type\": \"int8\", \"vector\": 16", 0, 0);
    expect_earlier(SEGMENTS "\"cols\": 90000, \"schedule\": \"balanced\", \"leaves\": 2", 2, 1);
    expect_earlier(SEGMENTS "\"cols\": 90000, \"schedule\": \"direct\", \"leaves\": 4", 0, 0);
    expect_earlier(SEGMENTS "\"cols\": 90000, \"schedule\": \"packed\"", 0, 0);
    expect_earlier(SEGMENTS "\"cols\": 90000, \"schedule\": \"grouped\"", 0, 0);
    expect_earlier("\"cols\": 9000000, \"rows\": 100, \"along\": \"segments\", \"warps\": 4", 0, 0);
}

static void expect_advice(const char *member, const char *advice)
{
    const struct tw_family family = earlier();
    struct tw_text text = {0};
    cJSON *object = cJSON_Parse(member);
    assert_int_equal(tw_renamed_advise(&family, object->child, &text), *advice != 0);
    assert_string_equal(tw_text_string(&text), advice);
    tw_text_free(&text);
    cJSON_Delete(object);
}

static void test_renamed_advice(void **state)
{
    (void)state;
    expect_advice("{\"kinds\": 0}", "write \"swizzle\": \"none\"");
    expect_advice("{\"kinds\": 4}",
                  "write \"swizzle\": \"xor\", \"IPAD\": 0 where \"layout\" is \"row-col\"; "
                  "write \"swizzle\": \"skew\", \"IPAD\": 1 where \"layout\" is \"col-row\"");
    expect_advice("{\"kinds\": 9}",
                  "write \"swizzle\": \"xor\" where \"layout\" is \"row-col\"; else leave it out");
    expect_advice("{\"kinds\": [7, 0]}", "write \"swizzle\": \"none\"");
    expect_advice("{\"kinds\": {\"from\": 0, \"to\": 4}}", "write \"swizzle\": \"none\"");
    expect_advice("{\"kinds\": 7}", "");
    expect_advice("{\"kinds\": \"4\"}", "");
    expect_advice("{\"shared\": \"dyn\"}", "write \"shared\": \"dynamic\"");
    expect_advice("{\"shared\": [\"static\", \"dyn\"]}", "write \"shared\": \"dynamic\"");
    expect_advice("{\"shared\": \"dynamic\"}", "");
    expect_advice("{\"index\": \"auto\"}", "leave it out");
    expect_advice("{\"BDIMX\": 7}", ""); /* which the field still takes */
    expect_advice("{\"unheard\": 4}", "");
}

static void test_renamed_keys(void **state)
{
    (void)state;
    const struct tw_family family = earlier();
    unsigned swizzle = (unsigned)tw_family_field(&family, "swizzle"),
             pad = (unsigned)tw_family_field(&family, "IPAD");
    assert_int_equal(tw_renamed_fields(&family, "kinds"), tw_field_bit(swizzle) | tw_field_bit(pad));
    assert_int_equal(tw_renamed_fields(&family, "unheard"), 0);
}

/* Each row of each family is of fields that there are, and gives values that they take. */
static void test_renamed_rows(void **state)
{
    (void)state;
    for (size_t i = 0; tw_families[i]; i++)
        for (unsigned k = 0; k < tw_families[i]->renamed_count; k++) {
            const struct tw_family *family = tw_families[i];
            const struct tw_renamed *row = &family->renamed[k];
            assert_true(row->was.key && row->now[0].key);
            assert_true(!row->where.key || tw_family_field(family, row->where.key) >= 0);
            for (size_t n = 0; n < TW_RENAMED_NOW && row->now[n].key; n++) {
                int f = tw_family_field(family, row->now[n].key);
                int64_t value = row->now[n].number;
                assert_true(f >= 0);
                const struct tw_field_info *field = &family->fields[f];
                bool in_range = field->kind == TW_FIELD_INT && value >= field->low && value <= field->high;
                assert_true(row->now[n].word ? tw_field_word(field, row->now[n].word, &value)
                                             : in_range || value == TW_DERIVED);
            }
        }
}

/* Transposes of version 0.1.0, which knew no register_transpose: what tiles of whole matrices, of all rows and of others had. */
static void test_transposes(void **state)
{
    (void)state;
    static const struct {
        const char *problem, *variant;
        const char *now; /* the words of method, register_transpose and hints, and vector */
    } cases[] = {
        {"'rows':15,'cols':13", "'tile_rows':15,'tile_cols':13,'method':'flat','vector':4,'hints':'keep'",
         "row-run columns evict_last 16"},
        {"'rows':3,'cols':5", "'tile_rows':3,'tile_cols':5,'method':'flat','vector':16,'hints':'pass'",
         "row-run matrices evict_first 16"},
        {"'rows':8,'cols':999", "'tile_rows':8,'tile_cols':128,'method':'flat','vector':16,'hints':'fetch'",
         "row-run chunks fetch 16"},
        {"'rows':8,'cols':999", "'tile_rows':8,'tile_cols':96,'method':'flat','vector':16,'hints':'none'",
         "row-run none none 16"},
        {"'rows':999,'cols':999",
         "'tile_rows':128,'tile_cols':128,'method':'vector','vector':4,'hints':'keep'",
         "vector none evict_last 4"},
    };
    const struct tw_family *family = tw_family_find("transpose");
    int method = tw_family_field(family, "method"), vector = tw_family_field(family, "vector"),
        hints = tw_family_field(family, "hints"), registers = tw_family_field(family, "register_transpose");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600], now[100];
        int64_t v[TW_MAX_FIELDS];
        snprintf(text, sizeof text,
                 "{%s,%s,'in_pitch':1000,'out_pitch':1000,'type':'uint8','BDIMY':4,'IPAD':0,'matrices':1,"
                 "'unroll':1,'order':'rows','band':1}",
                 cases[i].problem, cases[i].variant);
        for (char *quote; (quote = strchr(text, '\''));) *quote = '"';
        cJSON *record = cJSON_Parse(text);
        assert_int_equal(tw_record_values(record, family, v), family->field_count);
        snprintf(now, sizeof now, "%s %s %s %d", family->fields[method].words[v[method]],
                 family->fields[registers].words[v[registers]], family->fields[hints].words[v[hints]],
                 (int)v[vector]);
        assert_string_equal(now, cases[i].now);
        cJSON_Delete(record);
    }
}

/* ---- variants ---- */

#define MAX_RECORDS 4

struct read {
    cJSON *list;
    struct tw_record records[MAX_RECORDS];
    struct tw_record_set set;
    struct tw_variants variants;
};

/* The variants of a list of records, the first on line 2 of "r.jsonl"; read_free whatever comes of it. */
static int read_all(const char *family, const char *list, struct read *read, struct tw_error *error)
{
    *read = (struct read){.list = cJSON_Parse(list)};
    read->set = (struct tw_record_set){tw_family_find(family), "r.jsonl", "c.json", read->records, 0};
    const cJSON *record;
    cJSON_ArrayForEach(record, read->list)
    {
        assert_in_range(read->set.count, 0, MAX_RECORDS - 1);
        read->records[read->set.count] = (struct tw_record){record, (unsigned)read->set.count + 2};
        read->set.count++;
    }
    assert_true(read->set.count > 0);
    return tw_record_variants(&read->set, tw_target_find(TW_DEFAULT_SM), &read->variants, error);
}

static void read_free(struct read *read)
{
    tw_variants_free(&read->variants);
    cJSON_Delete(read->list);
}

/* Records are read as a config that has them for variants is. */
static void expect_as_config(const char *family, const char *list)
{
    struct read read;
    struct expanded config;
    struct tw_text text = {0};
    assert_int_equal(read_all(family, list, &read, NULL), TW_OK);
    tw_text_addf(&text, "{\"tilewright\": 1, \"kernel\": \"%s\", \"variants\": %s}", family, list);
    assert_int_equal(expanded_parse("c.json", tw_text_string(&text), text.length, &config, NULL), TW_OK);
    assert_int_equal(read.variants.count, config.of.count);
    assert_ptr_equal(read.variants.family, config.of.family);
    assert_string_equal(read.variants.file, config.of.file);
    assert_memory_equal(&read.variants.target, &config.of.target, sizeof config.of.target);
    for (size_t i = 0; i < config.of.count; i++) {
        const struct tw_variant *got = &read.variants.variant[i], *wanted = &config.of.variant[i];
        assert_string_equal(got->name, wanted->name);
        assert_memory_equal(got->value, wanted->value, config.of.family->field_count * sizeof *got->value);
        assert_int_equal(got->given, wanted->given);
        assert_int_equal(got->line, i + 2);
    }
    tw_text_free(&text);
    expanded_free(&config);
    read_free(&read);
}

#define TWO_TILES                                                                                            \
    "[{\"name\": \"a\", \"BDIMX\": 32, \"BDIMY\": 16, \"carveout\": 50, \"swizzle\": \"xor\"},"              \
    " {\"name\": \"b\", \"BDIMX\": 16, \"BDIMY\": 16, \"carveout\": \"default\", \"IPAD\": 3}]"

static void test_variants(void **state)
{
    (void)state;
    expect_as_config("tile", TWO_TILES);
    expect_as_config("dot",
                     "[{\"name\": \"d\", \"n\": 1099511627776}, {\"name\": \"e\", \"n\": 1, \"blocks\": 7}]");
    expect_as_config("transpose",
                     "[{\"name\": \"t\", \"rows\": 100, \"cols\": 77}, "
                     "{\"name\": \"v\", \"rows\": 4096, \"cols\": 4096, \"method\": \"vector\"}]");
}

#define TILE "\"BDIMX\": 32, \"BDIMY\": 16"

static void test_what_is_wrong_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        unsigned line;
        const char *message;
    } cases[] = {
        {"[{\"name\": \"a\", " TILE "}, {\"name\": \"b\", " TILE ", \"IPAD\": 2.5}]", 3,
         "IPAD of \"b\" is 2.5; it must be an integer from 0 to 1024"},
        {"[{\"name\": \"a\", " TILE ", \"IPAD\": [1, 2]}]", 2, "IPAD of \"a\" is a list; it must be"},
        {"[{\"name\": \"a\", " TILE ", \"IPAD\": {}}]", 2, "IPAD of \"a\" is an object; it must be"},
        {"[{\"name\": \"a\", " TILE ", \"IPAD\": null}]", 2, "IPAD of \"a\" is null; it must be"},
        {"[{\"name\": \"a\", " TILE ", \"IPAD\": \"2\"}]", 2, "IPAD of \"a\" is \"2\"; it must be"},
        {"[{\"name\": \"a\", " TILE ", \"IPAD\": -1.25e300}]", 2, "IPAD of \"a\" is -1.25e+300; it must be"},
        {"[{\"name\": \"a\", " TILE ", \"swizzle\": \"xro\"}]", 2, "; did you mean \"xor\"?"},
        {"[{\"name\": \"a\", " TILE ", \"swizzle\": \"a\\nb\"}]", 2,
         "swizzle of \"a\" is \"a\\nb\"; it must be one of"},
        {"[{\"name\": \"a\", \"BDIMX\": 32}]", 2,
         "BDIMY of \"a\" is missing; it must be an integer from 1 to 1024"},
        {"[{\"name\": \"a\", " TILE "}, {\"name\": \"b\", " TILE "}, {\"name\": \"a\", " TILE "}]", 4,
         "the name \"a\" is used again; the record on line 2 has it"},
        {"[{\"name\": \"for\", " TILE "}]", 2, "the name \"for\" cannot be used; it is reserved by C"},
        {"[{\"name\": \"\", " TILE "}]", 2, "the name \"\" cannot be used; it is empty"},
        {"[{\"name\": 1, " TILE "}]", 2, "the record has no name"},
        {"[{" TILE "}]", 2, "the record has no name"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_error error = TW_ERROR_INIT;
        struct read read;
        assert_int_equal(read_all("tile", cases[i].list, &read, &error), TW_INPUT);
        if (!strstr(error.message, cases[i].message)) fail_msg("%s: '%s'", cases[i].list, error.message);
        assert_string_equal(error.file, "r.jsonl");
        assert_int_equal(error.line, cases[i].line);
        assert_null(read.variants.variant);
        read_free(&read);
        tw_error_free(&error);
    }
}

#if CAN_FAIL
/* Every allocation fails once, while records with this outcome are read. */
static void fail_each(const char *list, enum tw_code outcome)
{
    struct read read;
    long k = 0;
    assert_int_equal(read_all("tile", list, &read, NULL), outcome);
    for (bool reached = true; reached; k++) {
        struct tw_error error = TW_ERROR_INIT;
        tw_variants_free(&read.variants);
        long before = live;
        until_failure = k;
        int code = tw_record_variants(&read.set, tw_target_find(TW_DEFAULT_SM), &read.variants, &error);
        reached = until_failure == 0;
        until_failure = -1;
        assert_int_equal(code, error.code);
        assert_true(code == (int)outcome || (reached && code == TW_MEMORY));
        tw_error_free(&error);
        if (code) assert_int_equal(live, before);
    }
    assert_true(k > 2);
    read_free(&read);
}
#endif

static void test_memory(void **state)
{
    (void)state;
#if CAN_FAIL
    fail_each(TWO_TILES, TW_OK);
    fail_each("[{\"name\": \"a\", " TILE ", \"swizzle\": \"xro\"}]", TW_INPUT);
    fail_each("[{\"name\": \"for\"}]", TW_INPUT);
    fail_each("[{\"name\": \"a\", " TILE "}, {\"name\": \"a\"}]", TW_INPUT);
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),          cmocka_unit_test(test_what_no_field_takes),
        cmocka_unit_test(test_every_family),    cmocka_unit_test(test_renamed_values),
        cmocka_unit_test(test_renamed_records), cmocka_unit_test(test_earlier_reductions),
        cmocka_unit_test(test_renamed_advice),  cmocka_unit_test(test_renamed_keys),
        cmocka_unit_test(test_renamed_rows),    cmocka_unit_test(test_transposes),
        cmocka_unit_test(test_variants),        cmocka_unit_test(test_what_is_wrong_is_said),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
