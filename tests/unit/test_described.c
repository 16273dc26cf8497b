/* What kernels are given, from JSON: each fill, lists and files, byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/described/argument.h"

static const char *const names[] = {"n", "step", "T", "half", NULL};
enum { N, STEP, T, HALF };

/* n is 37, step -3, T float16, half 0.5. */
static const struct tw_expression_value values[] = {
    [N] = {.kind = TW_EXPRESSION_INTEGER, .integer = 37},
    [STEP] = {.kind = TW_EXPRESSION_INTEGER, .integer = -3},
    [T] = {.kind = TW_EXPRESSION_WORD, .length = 7, .word = "float16"},
    [HALF] = {.kind = TW_EXPRESSION_DOUBLE, .number = 0.5},
};

/* A list that must be right; expressions point into *json. */
static struct tw_described_argument *read_list(const char *text, bool passes, struct tw_json *json)
{
    const struct tw_described_grammar grammar = {.json = json,
                                                 .inlined = true,
                                                 .names = names,
                                                 .role = TW_ROLE_INOUT,
                                                 .fill = TW_FILL_IOTA,
                                                 .below = 256,
                                                 .most_bytes = (uint64_t)1 << 32,
                                                 .passes = passes};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_described_argument *list = NULL;
    size_t count = 0;
    assert_int_equal(tw_json_parse("test", text, strlen(text), json, &error), TW_OK);
    int code = tw_described_arguments(&grammar, json->root, &list, &count, &error);
    if (code) print_error("%s: %s\n", text, error.message);
    assert_int_equal(code, TW_OK);
    assert_int_equal(count, 1);
    return list;
}

/* The only argument of a list that uses no names; the caller frees it. */
static struct tw_described_argument *read_one(const char *text)
{
    struct tw_json json;
    struct tw_described_argument *list = read_list(text, false, &json);
    tw_json_free(&json);
    return list;
}

static void fill(const struct tw_described_argument *argument, uint64_t count, void *place)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_described_fill(argument, count, place, &error);
    if (code) print_error("%s\n", error.message);
    assert_int_equal(code, TW_OK);
}

/* `members`: without the type, which is float32. */
static void expect_floats(const char *members, const float *expected, size_t count)
{
    char text[200];
    snprintf(text, sizeof text, "[{\"type\": \"float32\", %s}]", members);
    struct tw_described_argument *argument = read_one(text);
    float got[8] = {-7, -7, -7, -7, -7, -7, -7, -7};
    assert_int_equal(argument->count, count);
    fill(argument, count, got);
    assert_memory_equal(got, expected, count * sizeof *got);
    tw_described_arguments_free(argument, 1);
}

static void elements_hold_what_is_said(void **state)
{
    (void)state;
    expect_floats("\"count\": 3", (const float[]){0, 1, 2}, 3);
    expect_floats("\"count\": 2, \"fill\": \"zero\"", (const float[]){0, 0}, 2);
    expect_floats("\"count\": 2, \"fill\": \"zeros\"", (const float[]){0, 0}, 2);
    expect_floats("\"count\": 2, \"fill\": 2.5", (const float[]){2.5F, 2.5F}, 2);
    expect_floats("\"count\": 2, \"fill\": \"none\"", (const float[]){-7, -7}, 2);
    expect_floats("\"count\": 2, \"role\": \"output\"", (const float[]){-7, -7}, 2);
    expect_floats("\"count\": 2, \"role\": \"input\"", (const float[]){0, 1}, 2);
    expect_floats("\"fill\": 1, \"count\": 2, \"role\": \"scratch\"", (const float[]){1, 1}, 2);
    expect_floats("\"values\": [3, -1.5]", (const float[]){3, -1.5F}, 2);
    expect_floats("\"values\": [3, 1], \"count\": 5", (const float[]){3, 1, 3, 1, 3}, 5);
}

/* The same in every run; small integers in floats are below their limit, noise is between -1 and 1. */
static void random_elements_stay_in_their_bounds(void **state)
{
    (void)state;
    struct tw_described_argument *small =
        read_one("[{\"type\": \"float32\", \"count\": 500, \"fill\": \"small\", \"below\": 4}]");
    struct tw_described_argument *noise =
        read_one("[{\"type\": \"float64\", \"count\": 500, \"fill\": \"random\"}]");
    float small_values[500], again[500];
    double floats[500];
    unsigned seen = 0, negative = 0;
    fill(small, 500, small_values);
    fill(small, 500, again);
    fill(noise, 500, floats);
    assert_memory_equal(small_values, again, sizeof again);
    for (size_t i = 0; i < 500; i++) {
        assert_true(small_values[i] >= 0 && small_values[i] < 4 &&
                    small_values[i] == (float)(int)small_values[i]);
        assert_true(floats[i] >= -1 && floats[i] <= 1);
        seen |= 1u << (int)small_values[i];
        negative += floats[i] < 0;
    }
    assert_int_equal(seen, 15);
    assert_true(negative > 200 && negative < 300);
    tw_described_arguments_free(small, 1);
    tw_described_arguments_free(noise, 1);
}

/* ---- expressions ---- */

/* What a resolved argument's element i holds, as a double. */
static double element(const unsigned char *bytes, enum tw_element type, size_t i)
{
    float single;
    double wide;
    int32_t integer;
    int8_t narrow;
    switch (type) {
    case TW_FLOAT32:
        memcpy(&single, bytes + 4 * i, 4);
        return single;
    case TW_FLOAT64:
        memcpy(&wide, bytes + 8 * i, 8);
        return wide;
    case TW_INT8:
        memcpy(&narrow, bytes + i, 1);
        return narrow;
    default:
        memcpy(&integer, bytes + 4 * i, 4);
        return integer;
    }
}

/* Python's remainder. */
static int64_t remainder_of(int64_t a, int64_t b)
{
    return (a % b + b) % b;
}

/* Expressions of the index beside the same in C, for elements that are in the first bytes and in the last. */
static void fills_are_computed_for_each_index(void **state)
{
    enum { COUNT = 1000 };
    static unsigned char bytes[COUNT * 8];
    static const struct {
        const char *type, *fill;
    } cases[] = {{"float32", "index % 7 - 3"},
                 {"int32", "(index - 500) % 7 * n"},
                 {"float64", "index * half / 4"},
                 {"int32", "index * step"},
                 {"float32", "index < n ? 1 : half"},
                 {"int8", "index"},
                 {"int32", "index / 2.0"},
                 {"int32", "n"}};
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct tw_described_argument resolved;
        struct tw_json json;
        struct tw_text reason = {0};
        char text[200];
        snprintf(text, sizeof text,
                 "[{\"name\": \"a\", \"type\": \"%s\", \"count\": \"27 * n + 1\", \"fill\": \"%s\"}]",
                 cases[c].type, cases[c].fill);
        struct tw_described_argument *argument = read_list(text, false, &json);
        assert_true(tw_described_resolve_argument(argument, values, &resolved, &reason));
        assert_string_equal(resolved.name, "a");
        assert_int_equal(resolved.count, COUNT);
        fill(&resolved, COUNT, bytes);
        for (int64_t i = 0; i < COUNT; i++) {
            const double expected[] = {(double)(i % 7 - 3), (double)(remainder_of(i - 500, 7) * 37),
                                       (double)i * 0.5 / 4, (double)(i * -3),
                                       i < 37 ? 1 : 0.5,    (int8_t)(uint8_t)i,
                                       (double)(i / 2),     37};
            if (element(bytes, resolved.type, (size_t)i) != expected[c])
                fail_msg("%s at %d: %g, not %g", cases[c].fill, (int)i,
                         element(bytes, resolved.type, (size_t)i), expected[c]);
        }
        tw_described_arguments_free(argument, 1);
        tw_json_free(&json);
    }
}

/* One list for many variants: each resolve answers for its values alone. */
static void names_give_types_counts_and_values(void **state)
{
    struct tw_described_argument resolved;
    struct tw_json json;
    struct tw_text reason = {0};
    (void)state;
    struct tw_described_argument *argument =
        read_list("[{\"type\": \"T\", \"count\": \"n * 2\", \"values\": [1, 2]}]", false, &json);
    for (int64_t n = 1; n < 50; n++) {
        struct tw_expression_value own[4];
        memcpy(own, values, sizeof own);
        own[N].integer = n;
        if (n % 2)
            own[T] = (struct tw_expression_value){.kind = TW_EXPRESSION_WORD, .length = 5, .word = "int64"};
        assert_true(tw_described_resolve_argument(argument, own, &resolved, &reason));
        assert_int_equal(resolved.count, 2 * n);
        assert_int_equal(resolved.type, n % 2 ? TW_INT64 : TW_FLOAT16);
        assert_int_equal(resolved.value_count, 2);
    }
    tw_described_arguments_free(argument, 1);
    tw_json_free(&json);
    argument = read_list("[{\"type\": \"int32\", \"value\": \"n * step\"}]", false, &json);
    assert_true(tw_described_resolve_argument(argument, values, &resolved, &reason));
    assert_true(resolved.is_integer && resolved.integer == -111 && resolved.has_value && !resolved.is_buffer);
    tw_described_arguments_free(argument, 1);
    tw_json_free(&json);
    argument = read_list("[{\"name\": \"alpha\", \"type\": \"float32\", \"fill\": 2.5}]", true, &json);
    assert_true(tw_described_resolve_argument(argument, values, &resolved, &reason));
    assert_true(!resolved.has_value && !resolved.is_buffer && resolved.value == 2.5);
    tw_described_arguments_free(argument, 1);
    tw_json_free(&json);
}

/* Arguments with equal noise would let a kernel pass that takes one for the other. */
static void noise_differs_by_name(void **state)
{
    static const char text[] =
        "[{\"name\": \"a\", \"type\": \"int32\", \"count\": 64}, {\"name\": \"b\", \"type\": "
        "\"int32\", \"count\": 64}]";
    struct tw_json json;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_described_argument *list = NULL;
    size_t count = 0;
    int32_t bytes[3][64];
    const struct tw_described_grammar grammar = {
        .json = &json, .fill = TW_FILL_SMALL, .below = 16, .most_bytes = 1024, .salted = true};
    (void)state;
    assert_int_equal(tw_json_parse("test", text, strlen(text), &json, &error), TW_OK);
    assert_int_equal(tw_described_arguments(&grammar, json.root, &list, &count, &error), TW_OK);
    assert_int_equal(count, 2);
    fill(&list[0], 64, bytes[0]);
    fill(&list[1], 64, bytes[1]);
    fill(&list[0], 64, bytes[2]);
    assert_memory_equal(bytes[0], bytes[2], sizeof *bytes);
    assert_memory_not_equal(bytes[0], bytes[1], sizeof *bytes);
    tw_described_arguments_free(list, count);
    tw_json_free(&json);
}

/* What has no value is told in a clause, and is no trap. */
static void values_that_there_are_not_are_told(void **state)
{
    static const struct {
        const char *argument, *why;
    } cases[] = {
        {"\"type\": \"int32\", \"count\": \"n - 37\"",
         "count is 0, and must be an integer from 1 to 4294967296"},
        {"\"type\": \"int32\", \"count\": \"step\"", "count is -3, and must be"},
        {"\"type\": \"int32\", \"count\": \"n * half\"", "count is 18.5, and must be"},
        {"\"type\": \"int32\", \"count\": \"T\"", "count is \"float16\", and must be"},
        {"\"type\": \"int32\", \"count\": \"n / (step + 3)\"", "it divides by zero"},
        {"\"type\": \"int32\", \"count\": \"2 ** 62 * n\"", "it leaves the 64 bits"},
        {"\"type\": \"int32\", \"count\": \"1.0e18 * 10\"", "count is 10000000000000000000, and"},
        {"\"type\": \"int32\", \"count\": \"2 ** 62\"", "count is 4611686018427387904, and must be"},
        {"\"type\": \"float64\", \"count\": \"2 ** 30\"", "more than 4294967296 bytes"},
        {"\"type\": \"n\", \"count\": 1", "type is 37, and must be an element type"},
        {"\"type\": \"int32\", \"value\": \"half\"", "value is 0.5, which is no int32"},
        {"\"type\": \"int8\", \"value\": \"n * 10\"", "value is 370, which is no int8"},
        {"\"type\": \"float32\", \"value\": \"T\"", "value is \"float16\", which is no float32"},
        {"\"type\": \"int32\", \"value\": \"1 << n << n\"", "it leaves the 64 bits"},
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct tw_described_argument resolved;
        struct tw_json json;
        struct tw_text reason = {0};
        char text[200];
        snprintf(text, sizeof text, "[{%s}]", cases[c].argument);
        struct tw_described_argument *argument = read_list(text, false, &json);
        assert_false(tw_described_resolve_argument(argument, values, &resolved, &reason));
        if (!strstr(tw_text_string(&reason), cases[c].why))
            fail_msg("%s: %s", cases[c].argument, tw_text_string(&reason));
        tw_text_free(&reason);
        tw_described_arguments_free(argument, 1);
        tw_json_free(&json);
    }
}

static void elements_that_have_no_value_are_told(void **state)
{
    static const struct {
        const char *fill, *why;
    } cases[] = {{"1 // (index - 5)", "the fill of a has no value for element 5: "},
                 {"index * 2 ** 61", "for element 4: "},
                 {"index ? T : 0", "for element 1: it is a word"},
                 {"index * 1e18 * 5", "for element 2: it leaves 64 bits"}};
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct tw_described_argument resolved;
        struct tw_json json;
        struct tw_text reason = {0};
        struct tw_error error = TW_ERROR_INIT;
        unsigned char bytes[100 * 8];
        char text[200];
        snprintf(text, sizeof text,
                 "[{\"name\": \"a\", \"type\": \"int64\", \"count\": 100, \"fill\": \"%s\"}]", cases[c].fill);
        struct tw_described_argument *argument = read_list(text, false, &json);
        assert_true(tw_described_resolve_argument(argument, values, &resolved, &reason));
        assert_int_equal(tw_described_fill(&resolved, 100, bytes, &error), TW_INPUT);
        if (!strstr(error.message, cases[c].why)) fail_msg("%s: %s", cases[c].fill, error.message);
        tw_error_free(&error);
        tw_described_arguments_free(argument, 1);
        tw_json_free(&json);
    }
}

/* Each with its place in the text. */
static void texts_that_are_no_argument_are_refused(void **state)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"[{\"type\": \"int32\", \"count\": \"n * * 2\"}]", "no count at /0/count; at character 5 of"},
        {"[{\"type\": \"int32\", \"count\": \"m\"}]", "no such name is known"},
        {"[{\"type\": \"int32\", \"count\": \"index\"}]", "at character 1 of"},
        {"[{\"type\": \"int32\", \"count\": 0}]", "a whole number from 1 to 4294967296 is needed"},
        {"[{\"type\": \"U\", \"count\": 1}]", "not a type at /0/type"},
        {"[{\"type\": \"int32\", \"count\": 4, \"fill\": \"smal\"}]",
         "no fill (iota, zeros, noise, small, none, a number,"},
        {"[{\"type\": \"int32\", \"value\": 1e999}]", "a finite number"},
        {"[{\"type\": \"int32\", \"value\": {}}]", "a finite number"},
        {"[{\"type\": \"int32\", \"value\": []}]", "no value at /0/value"},
        {"[{\"type\": \"int32\", \"value\": 1, \"fill\": \"n\"}]", "neither buffer nor number"},
        {"[{\"type\": \"int32\"}]", "neither buffer nor number"},
        {"[{\"type\": \"int32x2\", \"values\": [1, 2, 3]}]", "of whole elements"},
        {"[{\"count\": \"n\"}]", "no type"},
        {"[{\"name\": \"\", \"type\": \"int32\", \"value\": 1}]", "no name"},
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct tw_json json;
        struct tw_error error = TW_ERROR_INIT;
        struct tw_described_argument *list = NULL;
        size_t count = 0;
        const struct tw_described_grammar grammar = {
            .json = &json, .names = names, .below = 256, .most_bytes = (uint64_t)1 << 32};
        assert_int_equal(tw_json_parse("test", cases[c].text, strlen(cases[c].text), &json, &error), TW_OK);
        assert_int_equal(tw_described_arguments(&grammar, json.root, &list, &count, &error), TW_INPUT);
        if (!strstr(error.message, cases[c].why)) fail_msg("%s: %s", cases[c].text, error.message);
        tw_error_free(&error);
        tw_described_arguments_free(list, count);
        tw_json_free(&json);
    }
}

/* Formats 1.0 and 2.0 differ in the length of the header's length. Cut anywhere, a file is none. */
static void numpy_files_are_read(void **state)
{
    static const char header[] = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 1, 2), }\n";
    (void)state;
    for (char version = 1; version <= 3; version++) {
        char bytes[200] = "\x93NUMPY";
        struct tw_error error = TW_ERROR_INIT;
        const size_t prefix = version == 1 ? 10 : 12;
        size_t begin = 0, length = prefix + sizeof header - 1 + 8;
        uint64_t count = 0;
        enum tw_element type = TW_INT8;
        bytes[6] = version;
        bytes[8] = (char)(sizeof header - 1);
        memcpy(bytes + prefix, header, sizeof header - 1);
        assert_true(tw_is_npy(bytes, length));
        assert_int_equal(tw_npy_read(bytes, length, &begin, &count, &type, &error), TW_OK);
        assert_int_equal(begin, prefix + sizeof header - 1);
        assert_int_equal(count, 4);
        assert_int_equal(type, TW_INT16);
        for (size_t cut = 0; cut < length; cut++) {
            assert_int_equal(tw_npy_read(bytes, cut, &begin, &count, &type, &error), TW_INPUT);
            tw_error_free(&error);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_hold_what_is_said),
        cmocka_unit_test(random_elements_stay_in_their_bounds),
        cmocka_unit_test(fills_are_computed_for_each_index),
        cmocka_unit_test(names_give_types_counts_and_values),
        cmocka_unit_test(noise_differs_by_name),
        cmocka_unit_test(values_that_there_are_not_are_told),
        cmocka_unit_test(elements_that_have_no_value_are_told),
        cmocka_unit_test(texts_that_are_no_argument_are_refused),
        cmocka_unit_test(numpy_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
