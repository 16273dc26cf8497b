/* The strict scanner: what RFC 8259 allows and forbids, where values stand, exact integers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "gen/config/json.h"

/* A string with NULs in it, and its length. */
#define BYTES(text) text, sizeof text - 1
#define OK          SIZE_MAX

/* clang-format off */
static const struct { const char *text; size_t length, offset; } cases[] = { /* OK, or the byte of the error */
    /* values */
    {BYTES("null"), OK}, {BYTES("true"), OK}, {BYTES("false"), OK}, {BYTES("0"), OK}, {BYTES("\"\""), OK}, {BYTES("[]"), OK}, {BYTES("{}"), OK},
    {BYTES(" \t\r\n[ \t\r\n] \t\r\n"), OK}, {BYTES("[1,2 , 3]"), OK}, {BYTES("{\"a\":1,\"b\" : [{}]}"), OK}, {BYTES("{\"\":0}"), OK}, {BYTES("[null,1,\"1\",{}]"), OK},
    {BYTES("nul"), 0}, {BYTES("True"), 0}, {BYTES("truefalse"), 4}, {BYTES("nullx"), 4}, {BYTES("NaN"), 0}, {BYTES("Infinity"), 0}, {BYTES("undefined"), 0},
    {BYTES(""), 0}, {BYTES("  "), 2}, {BYTES("\f1"), 0}, {BYTES("\v1"), 0}, {BYTES("\xC2\xA0""1"), 0}, {BYTES("\xE2\x80\xA8""1"), 0}, {BYTES("1\f"), 1},
    /* numbers, section 6 */
    {BYTES("-0"), OK}, {BYTES("10"), OK}, {BYTES("-12"), OK}, {BYTES("0.5"), OK}, {BYTES("1e5"), OK}, {BYTES("1E+05"), OK}, {BYTES("-1.25e-2"), OK}, {BYTES("0e0"), OK}, {BYTES("1e9999"), OK},
    {BYTES("123456789012345678901234567890123456789012345678901234567890123"), OK}, {BYTES("1234567890123456789012345678901234567890123456789012345678901234"), 0},
    {BYTES("-"), 1}, {BYTES("+1"), 0}, {BYTES("01"), 0}, {BYTES("-01"), 0}, {BYTES("00"), 0}, {BYTES("1."), 2}, {BYTES(".5"), 0}, {BYTES("1.e5"), 2}, {BYTES("1e"), 2}, {BYTES("1e+"), 3},
    {BYTES("1e5.5"), 3}, {BYTES("0x10"), 1}, {BYTES("1_000"), 1}, {BYTES("1,000"), 1}, {BYTES("--1"), 1}, {BYTES("- 1"), 1}, {BYTES("-a"), 1}, {BYTES("1a"), 1}, {BYTES("\xEF\xBC\x91"), 0}, {BYTES("1 2"), 2},
    /* lists and objects, sections 4 and 5 */
    {BYTES("["), 1}, {BYTES("[1"), 2}, {BYTES("[1,"), 3}, {BYTES("[1,]"), 2}, {BYTES("[,1]"), 1}, {BYTES("[,]"), 1}, {BYTES("[1,,2]"), 3}, {BYTES("[1 2]"), 3}, {BYTES("[1}"), 2}, {BYTES("[1]]"), 3}, {BYTES("]"), 0},
    {BYTES("{"), 1}, {BYTES("{\"a\""), 4}, {BYTES("{\"a\":"), 5}, {BYTES("{\"a\":1"), 6}, {BYTES("{\"a\":1,}"), 6}, {BYTES("{,}"), 1}, {BYTES("{\"a\" 1}"), 5}, {BYTES("{\"a\":}"), 5}, {BYTES("{a:1}"), 1},
    {BYTES("{1:1}"), 1}, {BYTES("{'a':1}"), 1}, {BYTES("{\"a\":1]"), 6}, {BYTES("{null:1}"), 1}, {BYTES("{\"a\",\"b\"}"), 4}, {BYTES("{\"a\":1 \"b\":2}"), 7}, {BYTES("[1]x"), 3}, {BYTES("{}{}"), 2},
    {BYTES("[1]//"), 3}, {BYTES("/**/1"), 0}, {BYTES("[1,#\n2]"), 3},
    {BYTES("{\"a\":1,\"a\":1}"), 7}, {BYTES("{\"a\":1,\"\\u0061\":2}"), 7}, {BYTES("{\"\\n\":1,\"\\u000A\":2}"), 8}, {BYTES("{\"\":1,\"\":2}"), 6}, {BYTES("{\"a\":{\"a\":1},\"b\":{\"a\":1}}"), OK}, {BYTES("{\"a\":1,\"A\":1}"), OK},
    {BYTES("[{\"a\":1},{\"a\":1}]"), OK}, {BYTES("{\"\\ud83d\\ude00\":1,\"\xF0\x9F\x98\x80\":2}"), 18},
    /* strings, section 7 */
    {BYTES("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u0001\\uFFFF\\ud83d\\uDE00\""), OK}, {BYTES("\"\x7F\""), OK}, {BYTES("\"'/\""), OK},
    {BYTES("\""), 0}, {BYTES("\"a"), 0}, {BYTES("\"\\\""), 0}, {BYTES("'a'"), 0}, {BYTES("\"\\"), 1}, {BYTES("\"\\a\""), 1}, {BYTES("\"\\x41\""), 1}, {BYTES("\"\\'\""), 1}, {BYTES("\"\\U0041\""), 1}, {BYTES("\"\\u\""), 1},
    {BYTES("\"\\u12\""), 1}, {BYTES("\"\\u12g4\""), 1}, {BYTES("\"\\u 123\""), 1}, {BYTES("\"\\u0000\""), 1}, {BYTES("\"ab\\ud800\""), 3}, {BYTES("\"\\udc00\""), 1}, {BYTES("\"\\ud800\\u0041\""), 1},
    {BYTES("\"\\ud800\\ud800\""), 1}, {BYTES("\"\\ud800x\""), 1}, {BYTES("\"\\udbff\\udfff\""), OK}, {BYTES("\"\\ud800\\n\""), 1}, {BYTES("\"\\ud8"), 1},
    {BYTES("\"\t\""), 1}, {BYTES("\"a\nb\""), 0}, {BYTES("\"\x1F\""), 1}, {BYTES("\"\0\""), 1}, {BYTES("\0"), 0}, {BYTES("1\0"), 1}, {BYTES("[\0]"), 1}, {BYTES("\"\\\0\""), 1}, {BYTES("\"\\u\0\0\0\0\""), 1},
    /* UTF-8, section 8.1 and Unicode table 3-7 */
    {BYTES("\"\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\""), OK},
    {BYTES("\xEF\xBB\xBF[]"), 0}, {BYTES("\xFF\xFE[\0]\0"), 0}, {BYTES("[\0]\0"), 1}, {BYTES("\"\xEF\xBB\xBF\""), OK},
    {BYTES("\"\x80\""), 1}, {BYTES("\"\xBF\""), 1}, {BYTES("\"\xC0\x80\""), 1}, {BYTES("\"\xC1\xBF\""), 1}, {BYTES("\"\xE0\x9F\xBF\""), 1}, {BYTES("\"\xED\xA0\x80\""), 1}, {BYTES("\"\xED\xBF\xBF\""), 1},
    {BYTES("\"\xF0\x8F\xBF\xBF\""), 1}, {BYTES("\"\xF4\x90\x80\x80\""), 1}, {BYTES("\"\xF5\x80\x80\x80\""), 1}, {BYTES("\"\xFF\""), 1}, {BYTES("\"\xC3\""), 1}, {BYTES("\"\xE2\x82\""), 1}, {BYTES("\"\xF0\x9F\x98\""), 1},
    {BYTES("\"\xC3"), 1}, {BYTES("\"a\xE2\x82"), 2}, {BYTES("\"\xE2\x28\xA1\""), 1}, {BYTES("{\"\xFF\":1}"), 2},
};
/* clang-format on */

/* Scans a copy of exactly that many bytes, so that a sanitizer sees any step beyond. */
static int scan(const char *text, size_t length, struct tw_json *json, struct tw_error *error)
{
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    int code = tw_json_scan("t", copy, length, json, error);
    free(copy);
    return code;
}

static void accepts_and_rejects(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_json json;
        struct tw_error error = TW_ERROR_INIT;
        int code = scan(cases[i].text, cases[i].length, &json, &error);
        if (code != (cases[i].offset == OK ? TW_OK : TW_INPUT))
            fail_msg("case %zu: %s: %s", i, cases[i].text, error.message);
        size_t offset = 0, line = 1; /* the byte that error.line and error.column name */
        for (; code && line < error.line; offset++) line += cases[i].text[offset] == '\n';
        for (unsigned column = 1; code && column < error.column; column++) {
            do offset++;
            while (offset < cases[i].length && ((unsigned char)cases[i].text[offset] & 0xC0) == 0x80);
        }
        bool bytes_apart =
            code && strstr(error.message, "UTF-8"); /* columns count characters, which these are not */
        if (code && offset != cases[i].offset && !bytes_apart)
            fail_msg("case %zu: %s: byte %zu, not %zu: %s", i, cases[i].text, offset, cases[i].offset,
                     error.message);
        tw_json_free(&json);
        tw_error_free(&error);
    }
}

/* Every prefix of a text is refused, unless it is a whole text itself. */
static void no_prefix_is_a_config(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a\": [1, -2.5e3, \"x\\n\\u00e9\xC3\xA9\"], \"b\": {\"c\": null, \"d\": [true, false, {}]}}";
    for (size_t length = 0; length < sizeof text; length++) {
        struct tw_json json;
        int code = scan(text, length, &json, NULL);
        assert_int_equal(code, length == sizeof text - 1 ? TW_OK : TW_INPUT);
        tw_json_free(&json);
    }
}

static void nesting_stops_at_the_limit(void **state)
{
    (void)state;
    for (unsigned depth = TW_JSON_DEPTH; depth <= TW_JSON_DEPTH + 1; depth++) {
        struct tw_text text = {0};
        struct tw_json json;
        for (unsigned i = 0; i < depth; i++) tw_text_add(&text, i % 2 ? "[" : "{\"k\":");
        tw_text_add(&text, "0");
        for (unsigned i = depth; i-- > 0;) tw_text_add(&text, i % 2 ? "]" : "}");
        assert_int_equal(tw_json_parse("t", text.data, text.length, &json, NULL),
                         depth > TW_JSON_DEPTH ? TW_INPUT : TW_OK);
        tw_json_free(&json);
        tw_text_free(&text);
    }
}

static void too_many_values_are_refused(void **state)
{
    (void)state;
    for (unsigned extra = 0; extra < 2; extra++) {
        struct tw_text text = {0};
        struct tw_json json;
        struct tw_error error = TW_ERROR_INIT;
        size_t inside = TW_JSON_VALUES - 1 + extra; /* beside the list itself */
        tw_text_add(&text, "[0");
        for (size_t i = 1; i < inside; i++) tw_text_add_bytes(&text, ",0", 2);
        tw_text_add(&text, "]");
        assert_int_equal(tw_json_scan("t", text.data, text.length, &json, &error), extra ? TW_INPUT : TW_OK);
        tw_json_free(&json);
        tw_error_free(&error);
        tw_text_free(&text);
    }
}

/* Refused by its length alone: not a byte is read. */
static void too_long_a_text_is_refused(void **state)
{
    (void)state;
    struct tw_json json;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_json_parse("t", "", TW_FILE_LIMIT + 1, &json, &error), TW_INPUT);
    assert_string_equal(error.message, "the text is larger than 64 MiB");
    tw_error_free(&error);
}

static void check_pointer(const struct tw_json *json, const cJSON *node, const char *pointer,
                          const char *token)
{
    struct tw_text text = {0};
    uint32_t entry = tw_json_entry(node);
    tw_json_add_pointer(json, entry, &text);
    assert_string_equal(tw_text_string(&text), pointer);
    assert_int_equal(json->values[entry].end - json->values[entry].offset, strlen(token));
    assert_memory_equal(json->text + json->values[entry].offset, token, strlen(token));
    tw_text_free(&text);
}

static void values_know_their_place(void **state)
{
    (void)state;
    static const char text[] = "{\"a\": [ 10, {\"x/y~z\": [true, \"s\"]} ], \"\\u0062\": { }, \"\": -1}";
    struct tw_json json;
    assert_int_equal(tw_json_parse("t", text, sizeof text - 1, &json, NULL), TW_OK);
    const cJSON *a = json.root->child, *b = a->next, *list = a->child->next->child;
    check_pointer(&json, json.root, "", text);
    check_pointer(&json, a, "/a", "[ 10, {\"x/y~z\": [true, \"s\"]} ]");
    check_pointer(&json, a->child, "/a/0", "10");
    check_pointer(&json, list, "/a/1/x~1y~0z", "[true, \"s\"]");
    check_pointer(&json, list->child->next, "/a/1/x~1y~0z/1", "\"s\"");
    check_pointer(&json, b, "/b", "{ }");
    check_pointer(&json, b->next, "/", "-1");
    assert_string_equal(json.keys.data + json.values[tw_json_entry(b)].key, "b");
    assert_int_equal(json.values[tw_json_entry(b)].key_offset, strchr(text, '\\') - text - 1);
    tw_json_free(&json);
}

static void integers_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is;
        int64_t value;
    } numbers[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"7", true, 7},
        {"-1", true, -1},
        {"9007199254740993", true, 9007199254740993},
        {"9223372036854775807", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775808", false, 0},
        {"-9223372036854775809", false, 0},
        {"18446744073709551616", false, 0},
        {"99999999999999999999", false, 0},
        {"1.0", false, 0},
        {"1e2", false, 0},
        {"1E2", false, 0},
        {"\"1\"", false, 0},
        {"[1]", false, 0},
        {"true", false, 0},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct tw_json json;
        int64_t value = 0;
        assert_int_equal(tw_json_parse("t", numbers[i].text, strlen(numbers[i].text), &json, NULL), TW_OK);
        assert_int_equal(tw_json_integer(&json, tw_json_entry(json.root), &value), numbers[i].is);
        if (numbers[i].is) assert_true(value == numbers[i].value);
        tw_json_free(&json);
    }
}

/* Ten thousand members: the search for duplicates must not be quadratic, and must find the one there is. */
static void duplicates_are_found_among_many(void **state)
{
    (void)state;
    struct tw_text text = {0};
    struct tw_json json;
    struct tw_error error = TW_ERROR_INIT;
    tw_text_add(&text, "{");
    for (unsigned i = 0; i < 10000; i++) tw_text_addf(&text, "\"k%u\":{\"k%u\":0},\n", i, i);
    size_t without = text.length;
    tw_text_add(&text, "\"end\":0}");
    assert_int_equal(tw_json_scan("t", text.data, text.length, &json, &error), TW_OK);
    tw_json_free(&json);
    text.length = without;
    tw_text_add(&text, "\"k1234\":0}");
    assert_int_equal(tw_json_scan("t", text.data, text.length, &json, &error), TW_INPUT);
    assert_string_equal(error.message, "duplicate key \"k1234\" at /k1234; the first is on line 1235");
    assert_int_equal(error.line, 10001);
    tw_json_free(&json);
    tw_error_free(&error);
    tw_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_and_rejects),        cmocka_unit_test(no_prefix_is_a_config),
        cmocka_unit_test(nesting_stops_at_the_limit), cmocka_unit_test(too_many_values_are_refused),
        cmocka_unit_test(too_long_a_text_is_refused), cmocka_unit_test(values_know_their_place),
        cmocka_unit_test(integers_are_exact),         cmocka_unit_test(duplicates_are_found_among_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
