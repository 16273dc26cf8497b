/* Template data: what is added is there, exactly; memory that runs out anywhere is known at the outermost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "gen/text/data.h"
#include "gen/text/mustache.h"
#include "tests/unit/failing_memory.h"

static struct tw_text text_of(const char *string)
{
    struct tw_text text = {0};
    tw_text_add(&text, string);
    return text;
}

/* One of everything. */
static void fill(struct tw_data *data)
{
    struct tw_text text = text_of("text"), empty = {0}, more = text_of("more");
    tw_data_flag(data, "flag", true);
    tw_data_number(data, "number", -3);
    tw_data_double(data, "double", 0.25);
    tw_data_string(data, "string", "a \"b\"");
    tw_data_format(data, "format", "%u x %s", 4u, "y");
    tw_data_text(data, "text", &text);
    tw_data_text_or_false(data, "empty", &empty);
    tw_data_text_or_false(data, "more", &more);
    struct tw_data object = tw_data_object(data, "object"), list = tw_data_list(&object, "list");
    for (int i = 0; i < 2; i++) {
        struct tw_data item = tw_data_item(&list);
        tw_data_number(&item, "i", i);
    }
}

static void assert_json(struct tw_data *data, const char *expected)
{
    char *json = cJSON_PrintUnformatted(data->value);
    assert_string_equal(json, expected);
    free(json);
}

static void everything_is_added(void **state)
{
    (void)state;
    struct tw_data data = tw_data_new();
    fill(&data);
    assert_false(data.failed);
    assert_json(
        &data, "{\"flag\":true,\"number\":-3,\"double\":0.25,\"string\":\"a \\\"b\\\"\",\"format\":\"4 x y\","
               "\"text\":\"text\",\"empty\":false,\"more\":\"more\","
               "\"object\":{\"list\":[{\"i\":0},{\"i\":1}]}}");
    tw_data_free(&data);
}

/* A double holds every integer up to 2^53; beyond it 2^53 + 1 would become 2^53. */
static void numbers_are_exact(void **state)
{
    (void)state;
    static const char text[] = "{{a}} {{b}} {{c}} {{d}} {{e}}";
    const struct tw_mustache_options options = {.strict = true};
    const int64_t edge = INT64_C(1) << 53;
    struct tw_data data = tw_data_new();
    struct tw_text out = {0};
    tw_data_number(&data, "a", edge);
    tw_data_number(&data, "b", edge + 1);
    tw_data_number(&data, "c", -edge - 1);
    tw_data_number(&data, "d", INT64_MAX);
    tw_data_number(&data, "e", INT64_MIN);
    assert_int_equal(tw_mustache_render("t", text, sizeof text - 1, data.value, &options, &out, NULL, NULL),
                     TW_OK);
    assert_string_equal(
        out.data,
        "9007199254740992 9007199254740993 -9007199254740993 9223372036854775807 -9223372036854775808");
    tw_text_free(&out);
    tw_data_free(&data);
}

static void a_text_that_failed_fails_the_data(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        struct tw_data data = tw_data_new(), inner = tw_data_object(&data, "inner");
        struct tw_text text = {.failed = true};
        (kind ? tw_data_text_or_false : tw_data_text)(&inner, "text", &text);
        assert_true(inner.failed && data.failed);
        tw_data_free(&data);
    }
}

#if CAN_FAIL
/* How many allocations were left when it was filled. */
static long fill_with(long allocations, bool *failed)
{
    until_failure = allocations;
    struct tw_data data = tw_data_new();
    fill(&data);
    long left = until_failure;
    until_failure = -1;
    *failed = data.failed;
    tw_data_free(&data);
    return left;
}
#endif

static void terms_that_change_nothing_are_empty(void **state)
{
    (void)state;
    static const struct {
        char operation;
        uint64_t number;
        const char *text;
    } cases[] = {{'*', 1, ""}, {'*', 4, " * 4"}, {'*', 0, " * 0"}, {'+', 0, ""}, {'+', 1, " + 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_data data = tw_data_new();
        tw_data_term(&data, "term", cases[i].operation, cases[i].number);
        assert_string_equal(cJSON_GetObjectItem(data.value, "term")->valuestring, cases[i].text);
        tw_data_free(&data);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
#if CAN_FAIL
    const long plenty = 1000000, before = live;
    bool failed;
    long needed = plenty - fill_with(plenty, &failed);
    assert_false(failed);
    for (long k = 0; k <= needed; k++) {
        fill_with(k, &failed);
        assert_int_equal(failed, k < needed);
        assert_int_equal(live, before);
    }
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_added),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(a_text_that_failed_fails_the_data),
        cmocka_unit_test(terms_that_change_nothing_are_empty),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
