/* Arrays as `run --print` shows them: read back, every number is there, and no line is too long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tune/array_text.h"

static void check_text(enum tw_element element, const void *values, uint64_t count, const char *expected)
{
    struct tw_text text = {0};
    tw_array_add("a", element, values, count, &text);
    assert_string_equal(tw_text_string(&text), expected);
    tw_text_free(&text);
}

static void short_ones_are_a_line(void **state)
{
    (void)state;
    static const int32_t small[] = {0, 10, -200, 3000}, large[] = {7, 10000, -99999};
    static const float floats[] = {1.7678676f, -1.5f, 0};
    check_text(TW_INT32, small, 4, "a:     0   10 -200 3000\n");
    check_text(TW_INT32, large, 3, "a:       7  10000 -99999\n");
    check_text(TW_FLOAT32, floats, 3, "a:  1.7678676      -1.5         0\n");
    check_text(TW_INT32X2, small, 2, "a: {0, 10} {-200, 3000} \n");
    check_text(TW_INT32, small, 0, "a: \n");
}

/* Sixteen numbers of the usual width are a line, below a name that leaves no room; one more, and lines hold a power of two. */
static void long_ones_are_broken(void **state)
{
    (void)state;
    int32_t values[17] = {0};
    struct tw_text text = {0};
    tw_array_add("a_longer_name", TW_INT32, values, 16, &text);
    assert_int_equal(text.length, 15 + 16 * 5 + 1);
    assert_memory_equal(text.data, "a_longer_name:\n    0", 20);
    assert_ptr_equal(strchr(text.data + 15, '\n'), text.data + text.length - 1);
    tw_text_clear(&text);
    tw_array_add("a_longer_name", TW_INT32, values, 17, &text);
    assert_int_equal(strcspn(text.data, "\n"), 15 + 8 * 5);
    assert_string_equal(text.data + 2 * 56, "                   0\n");
    tw_text_free(&text);
}

/* The numbers of a text after its name, line by line. */
static unsigned read_back(const char *text, size_t begin, const double *values)
{
    unsigned count = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        const char *at = line + begin;
        assert_true(strcspn(line, "\n") <= TW_ARRAY_COLUMNS);
        for (char *end; *at != '\n' && strncmp(at, "...", 3) != 0; at = end) {
            assert_int_equal(*at, ' ');
            assert_true(strtod(at, &end) == values[count++]);
        }
    }
    return count;
}

static void all_numbers_are_there(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    static double values[COUNT];
    for (unsigned i = 0; i < COUNT; i++) values[i] = (i % 2 ? -1e-7 : 3e5) / (i + 1);
    for (uint64_t count = 17; count < COUNT; count = count * 3 / 2) {
        struct tw_text text = {0};
        char more[64];
        tw_array_add("name", TW_FLOAT64, values, count, &text);
        assert_int_equal(read_back(text.data, 6, values), count < TW_ARRAY_SHOWN ? count : TW_ARRAY_SHOWN);
        snprintf(more, sizeof more, "\n      ... and %d more\n", (int)count - (int)TW_ARRAY_SHOWN);
        const char *last = strstr(text.data, more);
        assert_int_equal(last != NULL, count > TW_ARRAY_SHOWN);
        assert_true(!last || !last[strlen(more)]);
        tw_text_free(&text);
    }
}

/* Little fits beside it, so the elements stand below. */
static void names_may_be_long(void **state)
{
    (void)state;
    char name[101];
    int32_t values[20] = {0};
    struct tw_text text = {0};
    unsigned lines = 0;
    memset(name, 'n', 100);
    name[100] = '\0';
    tw_array_add(name, TW_INT32, values, 20, &text);
    for (const char *c = text.data; *c; c++) lines += *c == '\n';
    assert_int_equal(lines, 1 + 3);
    tw_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_ones_are_a_line),
        cmocka_unit_test(long_ones_are_broken),
        cmocka_unit_test(all_numbers_are_there),
        cmocka_unit_test(names_may_be_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
