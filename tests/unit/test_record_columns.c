/* The columns of a record: as the manual lists them, in that order, written; and read back by a resumed sweep. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/file.h"
#include "tests/expanded.h"
#include "tune/record.h"

static const char *const result_keys[] = {
#define X(key, kind, known, value, form, null, resumed) #key,
    TW_RESULT_COLUMNS(X)
#undef X
        NULL};
static const char *const proof_keys[] = {
#define X(key, kind, known, value, form, null, resumed) #key,
    TW_PROOF_COLUMNS(X)
#undef X
        NULL};
static const char *const row_keys[] = {
#define X(key, kind, known, value, form, null, resumed) #key,
    TW_ROW_COLUMNS(X)
#undef X
        NULL};

/* ---- the manual ---- */

/* The next word between `open` and `close`, behind *at, which moves on; NULL when there is none before `end`. */
static const char *next_word(const char **at, const char *end, const char *open, const char *close,
                             char word[64])
{
    const char *start = strstr(*at, open);
    if (!start || start >= end) return NULL;
    start += strlen(open);
    const char *stop = strstr(start, close);
    assert_non_null(stop);
    assert_in_range(stop - start, 1, 63);
    memcpy(word, start, (size_t)(stop - start));
    word[stop - start] = '\0';
    *at = stop + strlen(close);
    return word;
}

/* The words between `open` and `close` from `at` up to `end` are the keys, all of them and in order. */
static void expect_words(const char *at, const char *end, const char *open, const char *close,
                         const char *const *keys)
{
    char word[64];
    assert_non_null(at);
    assert_non_null(end);
    for (; *keys; keys++) {
        if (!next_word(&at, end, open, close, word)) fail_msg("the manual lacks %s", *keys);
        assert_string_equal(word, *keys);
    }
    if (next_word(&at, end, open, close, word)) fail_msg("the manual has %s, and no record", word);
}

static void test_the_manual_lists_the_columns(void **state)
{
    (void)state;
    struct tw_text text = {0};
    assert_int_equal(tw_file_read(SOURCE_DIR "/docs/results.md", &text, NULL), TW_OK);
    const char *section = strstr(tw_text_string(&text), "## A record");
    assert_non_null(section);
    const char *list = strstr(section, "`run --json`");
    assert_non_null(list);
    expect_words(list + strlen("`run --json`"), strstr(list, "last table"), "`", "`", result_keys);
    const char *proofs = strstr(section, "| checked |");
    assert_non_null(proofs);
    expect_words(proofs - 1, strstr(proofs, "\n\n"), "\n| ", " |", proof_keys);
    const char *table = strstr(section, "| number |");
    assert_non_null(table);
    expect_words(table - 1, section + strlen(section), "\n| ", " |", row_keys);
    tw_text_free(&text);
}

/* ---- writing, reading back ---- */

static const char config_text[] =
    "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", "
    "\"BDIMX\": 32, \"BDIMY\": 16}]}";

/* The record of a result, as `run --json` writes it. */
static cJSON *write_result(struct tw_result *result)
{
    struct expanded config;
    struct tw_text line = {0};
    assert_int_equal(expanded_parse("t", config_text, strlen(config_text), &config, NULL), TW_OK);
    result->variant = config.of.variant;
    tw_result_json(&config.of, result, "a \"device\"", &line);
    tw_text_add_char(&line, '}');
    cJSON *record = cJSON_Parse(tw_text_string(&line));
    assert_non_null(record);
    tw_text_free(&line);
    expanded_free(&config);
    return record;
}

static void test_columns_stand_in_order(void **state)
{
    (void)state;
    struct tw_result result = {.status = TW_STATUS_OK};
    cJSON *record = write_result(&result);
    const struct tw_family *family = tw_family_find("tile");
    const cJSON *item = record->child;
    for (const char *const *key = result_keys; *key; key++) {
        assert_string_equal(item->string, *key);
        item = item->next;
        for (unsigned f = 0; strcmp(*key, "kernel") == 0 && f < family->field_count; f++, item = item->next)
            assert_string_equal(item->string, family->fields[f].key);
    }
    assert_null(item);
    cJSON_Delete(record);
}

static void test_a_result_is_read_back(void **state)
{
    (void)state;
    const struct tw_timing timing = {.runs = 50,
                                     .median_us = 16.125,
                                     .min_us = 15.5,
                                     .p95_us = 17.25,
                                     .single_us = 20,
                                     .blocks = 1000,
                                     .throttles = TW_THROTTLE_UNKNOWN};
    for (int status = 0; status < TW_STATUS_COUNT; status++) {
        struct tw_result written = {
            .status = (enum tw_status)status, .has_simulated = true, .has_timing = true, .bound_us = 12.5};
        struct tw_result read = {.status = TW_STATUS_COUNT, .registers = 7};
        for (unsigned i = 0; i < TW_COUNT_COUNT; i += 2)
            tw_counts_set(&written.simulated, (enum tw_count)i, 1000 + i);
        written.timing = timing;
        tw_text_add(&written.reason, "a \"reason\"\n");
        cJSON *record = write_result(&written);
        /* what users read, word for word: a reader that goes by the writer's table would read its mistakes as they are meant */
        char *times = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(record, "time_us"));
        assert_string_equal(times, "{\"median\":16.125,\"min\":15.5,\"p95\":17.25,\"single\":20,\"runs\":50,"
                                   "\"blocks\":1000,\"cache\":\"warm\"}");
        cJSON_free(times);
        cJSON_AddNumberToObject(record, "registers", 40);
        assert_true(tw_record_resume(record, &read));
        assert_int_equal(read.status, status);
        assert_string_equal(tw_text_string(&read.reason), "a \"reason\"\n");
        assert_int_equal(read.registers, 40);
        assert_true(read.bound_us == 12.5);
        assert_true(read.has_simulated && read.has_timing);
        assert_memory_equal(&read.simulated, &written.simulated, sizeof read.simulated);
        assert_memory_equal(&read.timing, &timing, sizeof timing);
        cJSON_Delete(record);
        tw_result_free(&written);
        tw_result_free(&read);
    }
}

/* How it was timed, where that is worth a word. */
static void test_a_timing_is_read_back(void **state)
{
    static const struct {
        struct tw_timing timing;
        const char *text;
    } cases[] = {
        {{.runs = 3, .l2 = TW_L2_COLD, .stopped = true, .throttles = TW_THROTTLE_UNKNOWN},
         "\"cache\":\"cold\",\"stopped\":true}"},
        {{.runs = 50, .before_mhz = 1980, .after_mhz = 1965},
         "\"cache\":\"warm\",\"sm_mhz_before\":1980,\"sm_mhz_after\":1965,\"throttled\":\"none\"}"},
        {{.runs = 50, .before_mhz = 1980, .after_mhz = 1410, .throttles = TW_THROTTLE_POWER_CAP},
         "\"sm_mhz_before\":1980,\"sm_mhz_after\":1410,\"throttled\":\"power-cap\"}"},
        {{.runs = 50, .before_mhz = 1980, .after_mhz = 1980, .throttles = TW_THROTTLE_UNKNOWN},
         "\"sm_mhz_before\":1980,\"sm_mhz_after\":1980}"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_result written = {.has_timing = true, .timing = cases[i].timing}, read = {0};
        cJSON *record = write_result(&written);
        char *times = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(record, "time_us"));
        assert_non_null(strstr(times, cases[i].text));
        cJSON_free(times);
        assert_true(tw_record_resume(record, &read));
        assert_memory_equal(&read.timing, &cases[i].timing, sizeof read.timing);
        cJSON_Delete(record);
        tw_result_free(&read);
    }
}

static void test_null_is_read_as_nothing(void **state)
{
    (void)state;
    struct tw_result written = {.status = TW_STATUS_SKIPPED}, read = {.has_simulated = true, .registers = 7};
    read.has_timing = true;
    read.bound_us = 3;
    tw_text_add(&read.reason, "an earlier reason");
    cJSON *record = write_result(&written);
    assert_true(tw_record_resume(record, &read));
    assert_int_equal(read.reason.length, 0);
    assert_int_equal(read.registers, 0);
    assert_true(read.bound_us == 0);
    assert_false(read.has_simulated || read.has_timing);
    cJSON_ReplaceItemInObject(record, "status", cJSON_CreateString("okay"));
    assert_false(tw_record_resume(record, &read));
    cJSON_DeleteItemFromObject(record, "status");
    assert_false(tw_record_resume(record, &read));
    cJSON_Delete(record);
    tw_result_free(&read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_manual_lists_the_columns), cmocka_unit_test(test_columns_stand_in_order),
        cmocka_unit_test(test_a_result_is_read_back),        cmocka_unit_test(test_a_timing_is_read_back),
        cmocka_unit_test(test_null_is_read_as_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
