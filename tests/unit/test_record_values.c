/* The values of variants in records: what was written is read back, and nothing else is taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/config.h"
#include "gen/record.h"

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
    bool read = tw_record_value(record, &family->fields[tw_family_field(family, key)], value);
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
        else
            value[f] = which == 2 && field->words ? TW_WORD(last) : which ? field->high : field->low;
    }
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
                assert_int_equal(tw_record_values(record, family, read), without);
                cJSON_Delete(record);
            }
            assert_memory_equal(read, written, family->field_count * sizeof *read);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_what_no_field_takes),
        cmocka_unit_test(test_every_family),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
