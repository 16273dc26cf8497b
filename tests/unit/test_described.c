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

/* The only argument of a description, which must be right; the caller frees it. */
static struct tw_described_argument *read_one(const char *text)
{
    struct tw_json json;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_described_argument *list = NULL;
    size_t count = 0;
    assert_int_equal(tw_json_parse("test", text, strlen(text), &json, &error), TW_OK);
    int code = tw_described_arguments(&json, true, json.root, &list, &count, &error);
    if (code) print_error("%s: %s\n", text, error.message);
    assert_int_equal(code, TW_OK);
    assert_int_equal(count, 1);
    tw_json_free(&json);
    return list;
}

/* `members`: without the type, which is float32. */
static void expect_floats(const char *members, const float *expected, size_t count)
{
    char text[200];
    snprintf(text, sizeof text, "[{\"type\": \"float32\", %s}]", members);
    struct tw_described_argument *argument = read_one(text);
    float got[8] = {-7, -7, -7, -7, -7, -7, -7, -7};
    assert_int_equal(argument->count, count);
    tw_described_fill(argument, count, (unsigned char *)got);
    assert_memory_equal(got, expected, count * sizeof *got);
    tw_described_arguments_free(argument, 1);
}

static void elements_hold_what_is_said(void **state)
{
    (void)state;
    expect_floats("\"count\": 3", (const float[]){0, 1, 2}, 3);
    expect_floats("\"count\": 2, \"fill\": \"zero\"", (const float[]){0, 0}, 2);
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
    float values[500], again[500];
    double floats[500];
    unsigned seen = 0, negative = 0;
    tw_described_fill(small, 500, (unsigned char *)values);
    tw_described_fill(small, 500, (unsigned char *)again);
    tw_described_fill(noise, 500, (unsigned char *)floats);
    assert_memory_equal(values, again, sizeof values);
    for (size_t i = 0; i < 500; i++) {
        assert_true(values[i] >= 0 && values[i] < 4 && values[i] == (float)(int)values[i]);
        assert_true(floats[i] >= -1 && floats[i] <= 1);
        seen |= 1u << (int)values[i];
        negative += floats[i] < 0;
    }
    assert_int_equal(seen, 15);
    assert_true(negative > 200 && negative < 300);
    tw_described_arguments_free(small, 1);
    tw_described_arguments_free(noise, 1);
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
        cmocka_unit_test(numpy_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
