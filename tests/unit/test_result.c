/*
 * What is said of a result: GB/s of kernels that have a payload, wherever a time was measured, and how what
 * nobody gave was chosen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>
#include <cmocka.h>
#include <string.h>

#include "cli/show/result_table.h"
#include "tests/expanded.h"

/* 1000 x 3000 floats, in rows of 3072: gaps are no payload. */
static const char transpose[] = "{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [{\"name\": "
                                "\"t\", \"rows\": 1000, \"cols\": 3000, "
                                "\"batch\": 2, \"in_pitch\": 3072, \"type\": \"float32\"}]}";
static const char tile[] = "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", "
                           "\"BDIMX\": 32, \"BDIMY\": 16}]}";

struct said {
    cJSON *json;
    struct tw_text table;
};

#define WIDE 200u /* columns: nothing is left out */

/* The JSON and the table of a result of the config's variant. */
static struct said say_result(const struct tw_variants *variants, const struct tw_result *result)
{
    struct said said = {NULL, {0}};
    struct tw_text line = {0};
    tw_result_json(variants, result, "a device", &line);
    tw_text_add_char(&line, '}');
    said.json = cJSON_Parse(tw_text_string(&line));
    assert_non_null(said.json);
    struct tw_result_table table = tw_result_table_of(variants->family, result->has_timing, false);
    const struct tw_text none = {0};
    tw_result_table_add(&table, result, WIDE, &none);
    tw_result_table_print(&table, WIDE, &said.table);
    tw_result_table_free(&table);
    tw_text_free(&line);
    return said;
}

static struct said say_bounded(const char *text, bool timed, unsigned sm, double bound_us)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_config config;
    struct tw_variants variants;
    static struct tw_shape shape;
    assert_int_equal(tw_config_parse("t", text, strlen(text), &config, &error), TW_OK);
    assert_int_equal(tw_config_expand(&config, tw_target_find(sm), &variants, &error), TW_OK);
    const struct tw_timing timing = {.runs = 50, .median_us = 16, .min_us = 15, .p95_us = 17, .blocks = 1000};
    tw_family_shape(variants.family, variants.variant->value, &variants.target, &shape);
    const struct tw_result result = {.variant = variants.variant,
                                     .shared_bytes = tw_shape_shared_bytes(&shape),
                                     .has_predicted = true,
                                     .has_timing = timed,
                                     .work = shape.work,
                                     .bound_us = bound_us,
                                     .timing = timing};
    struct said said = say_result(&variants, &result);
    tw_variants_free(&variants);
    tw_config_free(&config);
    return said;
}

static struct said say(const char *text, bool timed, unsigned sm)
{
    return say_bounded(text, timed, sm, 0);
}

static void forget(struct said *said)
{
    cJSON_Delete(said->json);
    tw_text_free(&said->table);
}

static const cJSON *member(const struct said *said, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(said->json, key);
    assert_non_null(item);
    return item;
}

/* 2 matrices of 3,000,000 floats, read and written: 48 MB in 16 us are 3000 GB/s. */
static void a_payload_has_a_rate(void **state)
{
    (void)state;
    struct said said = say(transpose, true, 90);
    assert_float_equal(member(&said, "gb_per_s")->valuedouble, 3000, 0);
    assert_non_null(strstr(tw_text_string(&said.table), "needed  us  GB/s\n"));
    assert_non_null(strstr(tw_text_string(&said.table), "1500000  16  3000\n"));
    assert_true(cJSON_IsNull(member(&said, "bound_us")) && cJSON_IsNull(member(&said, "of_bound")));
    forget(&said);
    said = say(transpose, false, 90);
    assert_true(cJSON_IsNull(member(&said, "gb_per_s")));
    assert_null(strstr(tw_text_string(&said.table), "GB/s"));
    forget(&said);
}

/* 24 MB are 750,000 sectors, on both sides; rows with gaps between them begin a fill of their own. 12 us of 16 are three
   quarters. */
static void a_bound_stands_beside_it(void **state)
{
    (void)state;
    struct said said = say_bounded(transpose, true, 90, 12);
    assert_float_equal(member(&said, "needed_read_sectors")->valuedouble, 750000, 0);
    assert_float_equal(member(&said, "needed_written_sectors")->valuedouble, 750000, 0);
    assert_float_equal(member(&said, "needed_read_fills")->valuedouble, 376000, 0);
    assert_float_equal(member(&said, "bound_us")->valuedouble, 12, 0);
    assert_float_equal(member(&said, "of_bound")->valuedouble, 0.75, 0);
    assert_non_null(strstr(tw_text_string(&said.table), "needed  us  GB/s  bound\n"));
    assert_non_null(strstr(tw_text_string(&said.table), "1500000  16  3000   0.75\n"));
    forget(&said);
    said = say_bounded(transpose, false, 90, 12);
    assert_true(cJSON_IsNull(member(&said, "of_bound")));
    forget(&said);
}

static void a_tile_has_none(void **state)
{
    (void)state;
    struct said said = say(tile, true, 90);
    assert_true(cJSON_IsNull(member(&said, "gb_per_s")));
    assert_true(cJSON_IsNull(member(&said, "chosen")));
    assert_null(strstr(tw_text_string(&said.table), "GB/s"));
    assert_non_null(strstr(tw_text_string(&said.table), "  16\n"));
    forget(&said);
}

/* Nobody works out the shape of what is impossible. */
static void a_rejected_one_has_no_shared_bytes(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    struct expanded config;
    (void)state;
    assert_int_equal(expanded_parse("t", tile, strlen(tile), &config, &error), TW_OK);
    struct tw_result result = {.variant = config.of.variant, .status = TW_STATUS_REJECTED};
    struct said said = say_result(&config.of, &result);
    assert_true(cJSON_IsNull(member(&said, "shared_bytes")));
    forget(&said);
    result.status = TW_STATUS_SKIPPED;
    result.shared_bytes = 2048;
    said = say_result(&config.of, &result);
    assert_int_equal(member(&said, "shared_bytes")->valueint, 2048);
    forget(&said);
    expanded_free(&config);
}

static void a_choice_is_told(void **state)
{
    (void)state;
    struct said said = say(transpose, false, 90);
    const char *by_model = "chosen of ";
    assert_memory_equal(member(&said, "chosen")->valuestring, by_model, strlen(by_model));
    assert_null(strstr(member(&said, "chosen")->valuestring, "; on sm_"));
    forget(&said);
    said = say(transpose, false, 89);
    assert_memory_equal(member(&said, "chosen")->valuestring, by_model, strlen(by_model));
    assert_non_null(strstr(member(&said, "chosen")->valuestring, "; on sm_89 "));
    assert_non_null(strstr(member(&said, "chosen")->valuestring, " threads per SM, "));
    forget(&said);
}

/* How many of each status there are, of those that there are, in one line; and whether that is a success. */
static void test_a_summary(void **state)
{
    (void)state;
    struct tw_text text = {0};
    size_t counts[TW_STATUS_COUNT] = {0};
    tw_result_summary(counts, &text);
    assert_string_equal(tw_text_string(&text), "");
    assert_false(tw_result_all_well(counts));
    counts[TW_STATUS_OK] = 12;
    tw_result_summary(counts, &text);
    assert_string_equal(tw_text_string(&text), "12 ok");
    assert_true(tw_result_all_well(counts));
    counts[TW_STATUS_REJECTED] = 6;
    assert_true(tw_result_all_well(counts));
    counts[TW_STATUS_FAILED] = 1;
    assert_false(tw_result_all_well(counts));
    tw_text_clear(&text);
    tw_result_summary(counts, &text);
    size_t commas = 0;
    for (size_t i = 0; i < text.length; i++) commas += text.data[i] == ',';
    assert_int_equal(commas, 2);
    assert_memory_equal(text.data, "12 ok, ", 7);
    assert_non_null(strstr(text.data, "6 rejected"));
    assert_non_null(strstr(text.data, "1 failed"));
    tw_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_payload_has_a_rate), cmocka_unit_test(a_bound_stands_beside_it),
        cmocka_unit_test(a_tile_has_none),      cmocka_unit_test(a_rejected_one_has_no_shared_bytes),
        cmocka_unit_test(a_choice_is_told),     cmocka_unit_test(test_a_summary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
