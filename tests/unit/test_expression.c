/* Expressions: random ones amount to what Python's own parser and integers make of them (tests/expressions.py); what is refused is
   refused at its place; what C makes of one. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/expression/expression.h"

typedef struct tw_expression_value value;

static const char *const names[] = {"a", "b", "c", "big", "h", "type", NULL};

static value integer(int64_t number)
{
    return (value){.kind = TW_EXPRESSION_INTEGER, .integer = number};
}

static value word(const char *text)
{
    return (value){.kind = TW_EXPRESSION_WORD, .length = (uint32_t)strlen(text), .word = text};
}

/* The values that tests/expressions.py has. */
static void set_values(enum tw_expression_dialect dialect, value values[6])
{
    const bool device = dialect == TW_EXPRESSION_DEVICE;
    values[0] = integer(7);
    values[1] = integer(device ? 4294967293 : -3);
    values[2] = integer(0);
    values[3] = integer(device ? INT64_C(1) << 31 : INT64_C(1) << 62);
    values[4] = device ? integer(31) : (value){.kind = TW_EXPRESSION_DOUBLE, .number = 0.5};
    values[5] = word("float32x2");
}

static bool evaluate(const char *text, enum tw_expression_dialect dialect, value *result,
                     struct tw_expression_fault *fault)
{
    static struct tw_expression expression;
    value values[6];
    set_values(dialect, values);
    return tw_expression_read(text, names, dialect, &expression, fault) &&
           tw_expression_evaluate(&expression, values, result, fault);
}

/* One line of tests/expressions.py. */
static void compare(char *line, enum tw_expression_dialect dialect)
{
    const char *kind = strtok(line, "\t"), *expected = strtok(NULL, "\t"), *text = strtok(NULL, "\n");
    value got = {0};
    struct tw_expression_fault fault = {0};
    const bool computed = evaluate(text, dialect, &got, &fault);
    if (strcmp(kind, "error") == 0) {
        if (computed) fail_msg("%s is an error", text);
        assert_non_null(fault.why);
        assert_true(fault.at <= strlen(text));
        return;
    }
    if (!computed) fail_msg("%s is %s: %s at %u", text, expected, fault.why, fault.at);
    bool equal = strcmp(kind, "float") == 0
                     ? got.kind == TW_EXPRESSION_DOUBLE && got.number == strtod(expected, NULL)
                     : got.kind == TW_EXPRESSION_INTEGER && got.integer == strtoll(expected, NULL, 10);
    if (!equal) fail_msg("%s is %s, not %lld or %a", text, expected, (long long)got.integer, got.number);
}

static void compare_with_python(enum tw_expression_dialect dialect, const char *word_of, int seed)
{
    static char line[1 << 16];
    char command[1000];
    unsigned lines = 0;
    snprintf(command, sizeof command, "python3 -W ignore %s/tests/expressions.py %d 3000 %s", SOURCE_DIR,
             seed, word_of);
    FILE *python = popen(command, "r");
    assert_non_null(python);
    for (; fgets(line, sizeof line, python); lines++) compare(line, dialect);
    assert_int_equal(pclose(python), 0);
    assert_int_equal(lines, 3000);
}

static void random_ones_are_those_of_python(void **state)
{
    (void)state;
    compare_with_python(TW_EXPRESSION_HOST, "host", 1);
    compare_with_python(TW_EXPRESSION_HOST, "host", 2);
    compare_with_python(TW_EXPRESSION_DEVICE, "device", 3);
}

/* What Python has not, or has otherwise. */
static void known_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        {"sizeof(type)", 8},
        {"sizeof(float16) + sizeof('float64x2')", 18},
        {"type == float32x2 and type != \"float32\"", 1},
        {"type == 8", 0},
        {"true + True - false", 2},
        {"-7 // 2", -4},
        {"-7 % 4", 1},
        {"7 % -4", -1},
        {"ceil_div(-7, 2)", -3},
        {"9223372036854775807 > 9223372036854775807.0", 0},
        {"9007199254740993 == 9007199254740992.0", 0},
        {"a < 0 ? 1 / 0 : c ? 2 : 3", 3},
        {"c && 1 / c", 0},
        {"a || 1 / c", 1},
        {"3 < 2 < 1 / c", 0},
        {"1 ? 2 : 1 / 0 ? 3 : 4", 2},
        {"-2 ** 2", -4},
        {"2 ** 3 ** 2", 512},
        {"min(3, 2, 5) + max(3, 2, 5)", 7},
        {"(-9223372036854775807 - 1) % -1", 0},
        {"gcd(0, 12) + gcd(-18, 12)", 18},
        {"1 << log2(64)", 64},
        {"floor(-1.5) * 100 + ceil(-1.5) * 10 + floor(7)", -200 - 10 + 7},
        {"1 << ceil(2.25)", 8},
        {" ( a\t+\n1 ) ", 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        value got;
        struct tw_expression_fault fault;
        if (!evaluate(cases[i].text, TW_EXPRESSION_HOST, &got, &fault))
            fail_msg("%s: %s", cases[i].text, fault.why);
        if (got.kind != TW_EXPRESSION_INTEGER || got.integer != cases[i].value)
            fail_msg("%s is %lld", cases[i].text, (long long)got.integer);
    }
}

static void refused(enum tw_expression_dialect dialect, const char *text, uint32_t character, const char *why)
{
    value got;
    struct tw_expression_fault fault;
    if (evaluate(text, dialect, &got, &fault)) fail_msg("%s is accepted", text);
    if (fault.at + 1 != character || !strstr(fault.why, why))
        fail_msg("%s: %s at character %u", text, fault.why, fault.at + 1);
}

static void mistakes_have_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t character;
        const char *why;
    } cases[] = {
        {"", 1, "a value should stand"},
        {"a +", 4, "a value should stand"},
        {"a b", 3, "it should end"},
        {"a = b", 3, "it should end"},
        {"(a", 3, "a \")\" should stand"},
        {"a ? b", 6, "a \":\" should stand"},
        {"a + d", 5, "no such name is known"},
        {"sin(a)", 1, "no such function is known"},
        {"gcd(a)", 6, "an argument is missing"},
        {"gcd(a, b, c)", 9, "takes no more arguments"},
        {"'a", 1, "the word has no end"},
        {"9223372036854775808", 1, "more than 63 bits"},
        {"1 + 010", 5, "does not begin with 0"},
        {"1e999", 1, "larger than any double"},
        {"a & 1 == 0", 7, "C and Python"},
        {"a == 1 & b", 3, "C and Python"},
        {"a < b < c | 1", 7, "C and Python"},
        {"a < b > c", 7, "point the same way"},
        {"a != b != c", 8, "point the same way"},
        {"a == b < c", 8, "point the same way"},
        {"a + not b", 5, "brackets should stand around \"not\""},
        {"7 / 2", 3, "// rounds down"},
        {"7 // c", 3, "divides by zero"},
        {"7.5 % c", 5, "divides by zero"},
        {"big * 2", 5, "64 bits"},
        {"-(-9223372036854775807 - 1)", 1, "64 bits"},
        {"abs(-9223372036854775807 - 1)", 1, "64 bits"},
        {"(-9223372036854775807 - 1) // -1", 28, "64 bits"},
        {"2 ** 63", 3, "64 bits"},
        {"2 ** -1", 3, "no integer"},
        {"0 ** -1", 3, "divides by zero"},
        {"1 << 63", 3, "64 bits"},
        {"1 << 64", 3, "shifts"},
        {"1e300 * 1e300", 7, "no finite number"},
        {"(-8.0) ** 0.5", 8, "no finite number"},
        {"1.5 & 1", 5, "needs integers"},
        {"log2(0)", 1, "above 0"},
        {"ceil(2e19)", 1, "64 bits"},
        {"sizeof(4)", 1, "element type"},
        {"type + 1", 6, "computes with a word"},
        {"type < 'a'", 6, "no order"},
        {"type ? 1 : 2", 6, "neither true nor false"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(TW_EXPRESSION_HOST, cases[i].text, cases[i].character, cases[i].why);
    refused(TW_EXPRESSION_DEVICE, "a // 2", 3, "a comment in C");
    refused(TW_EXPRESSION_DEVICE, "a ** 2", 3, "C has no **");
    refused(TW_EXPRESSION_DEVICE, "1.5", 2, "it should end");
    refused(TW_EXPRESSION_DEVICE, "log2(a)", 1, "C has no such function; there are min and max");
    refused(TW_EXPRESSION_DEVICE, "sin(a)", 1, "no such function is known; there are min and max");
    refused(TW_EXPRESSION_HOST, "sin(a)", 1,
            "there are min, max, abs, ceil_div, gcd, log2, floor, ceil and sizeof");
    refused(TW_EXPRESSION_DEVICE, "a < b < c", 7, "write a < b && b < c");
    refused(TW_EXPRESSION_DEVICE, "not a + b", 5, "brackets");
    refused(TW_EXPRESSION_DEVICE, "min(a < b, c)", 5, "brackets");
    refused(TW_EXPRESSION_DEVICE, "float32", 1, "no such name");
    refused(TW_EXPRESSION_DEVICE, "1 << 32", 3, "more than 31 bits");
    refused(TW_EXPRESSION_DEVICE, "4294967296", 1, "more than 32 bits");
}

/* A text of `count` times one and then `end`. */
static char *repeated(const char *one, unsigned count, const char *end)
{
    struct tw_text text = {0};
    for (unsigned i = 0; i < count; i++) tw_text_add(&text, one);
    tw_text_add(&text, end);
    return tw_text_take(&text);
}

static void size_and_depth_have_limits(void **state)
{
    (void)state;
    static const struct {
        const char *one, *end, *why;
    } cases[] = {
        {"a + ", "a", "too many parts"},
        {"(", "", "nested too deeply"},
        {"-", "a", "nested too deeply"},
        {"not ", "a", "nested too deeply"},
        {"a ? a : ", "a", ""},
        {"2 ** ", "1", ""},
        {"min(", "a", "nested too deeply"},
        {"a < ", "b", "too many parts"},
        {"1 + (", "a", "nested too deeply"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = repeated(cases[i].one, 100000, cases[i].end);
        assert_non_null(text);
        value got;
        struct tw_expression_fault fault;
        assert_false(evaluate(text, TW_EXPRESSION_HOST, &got, &fault));
        if (!strstr(fault.why, cases[i].why)) fail_msg("%s...: %s", cases[i].one, fault.why);
        free(text);
    }
    char *text = repeated("a + ", 127, "a"); /* 255 steps */
    value got;
    struct tw_expression_fault fault;
    assert_true(evaluate(text, TW_EXPRESSION_HOST, &got, &fault));
    assert_int_equal(got.integer, 128 * 7);
    free(text);
}

static void c_has_unsigned_numbers(void **state)
{
    (void)state;
    static const char *const cuda[] = {"threadIdx.x", "tid", "32u", "n", "h", "type"};
    static const char *const cases[][2] = {
        {"a*2", "threadIdx.x*2u"},
        {"a + 7 - 0x1F", "threadIdx.x + 7u - 31u"},
        {"- -a", "- -threadIdx.x"},
        {"--a", "- -threadIdx.x"},
        {"a < b ? c : 0", "threadIdx.x < tid ? 32u : 0u"},
        {"(a < b) * 2", "(unsigned)(threadIdx.x < tid) * 2u"},
        {"2 * (a < b)", "2u * (threadIdx.x < tid)"},
        {"-(a < b)", "-(unsigned)(threadIdx.x < tid)"},
        {"-!a", "-(unsigned)!threadIdx.x"},
        {"~((a < b) + (a < c))", "~((unsigned)(threadIdx.x < tid) + (threadIdx.x < 32u))"},
        {"-(a ? b : c)", "-(threadIdx.x ? tid : 32u)"},
        {"-(a ? a < b : !c)", "-(unsigned)(threadIdx.x ? threadIdx.x < tid : !32u)"},
        {"not a and (b or c)", "! threadIdx.x && (tid || 32u)"},
        {"min(a, (b < c)) + max(1, 2)", "min(threadIdx.x, (unsigned)(tid < 32u)) + max(1u, 2u)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_expression expression;
        struct tw_expression_fault fault;
        struct tw_text text = {0};
        if (!tw_expression_read(cases[i][0], names, TW_EXPRESSION_DEVICE, &expression, &fault))
            fail_msg("%s: %s", cases[i][0], fault.why);
        tw_expression_add_cuda(&expression, cuda, &text);
        assert_string_equal(tw_text_string(&text), cases[i][1]);
        tw_text_free(&text);
    }
}

static void mistakes_are_told(void **state)
{
    (void)state;
    static const char text[] = "a <=\n  bigg * 2";
    struct tw_expression expression;
    struct tw_expression_fault fault;
    struct tw_text told = {0};
    assert_false(tw_expression_read(text, names, TW_EXPRESSION_HOST, &expression, &fault));
    tw_expression_add_fault(text, names, &fault, &told);
    assert_string_equal(tw_text_string(&told),
                        "at character 8 of \"a <=\\n  bigg * 2\" no such name is known; "
                        "there are a, b, c, big, h and type");
    tw_text_clear(&told);
    tw_expression_add_fault("a - ?", names, &(struct tw_expression_fault){"a value should stand", 4}, &told);
    assert_string_equal(tw_text_string(&told), "at character 5 of \"a - ?\" a value should stand");
    tw_text_free(&told);
}

/* A long text is shown around the place, in whole characters. */
static void long_texts_are_cut(void **state)
{
    (void)state;
    static const struct {
        unsigned before, after; /* characters of two bytes */
        bool cut_before, cut_after;
    } cases[] = {{0, 0, false, false},  {3, 3, false, false},   {200, 0, true, false},
                 {0, 200, false, true}, {200, 200, true, true}, {20, 21, false, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned odd = 0; odd < 2; odd++) {
            struct tw_text text = {0}, told = {0}, begin = {0};
            for (unsigned k = 0; k < cases[i].before; k++) tw_text_add(&text, "\u00e9");
            tw_text_add(&text, odd ? "x" : "");
            uint32_t at = (uint32_t)text.length;
            tw_text_add(&text, "?");
            for (unsigned k = 0; k < cases[i].after; k++) tw_text_add(&text, "\u00e9");
            tw_expression_add_place(tw_text_string(&text), at, &told);
            tw_text_addf(&begin, "at character %u of \"%s", at + 1, cases[i].cut_before ? "...\u00e9" : "");
            assert_memory_equal(told.data, begin.data, begin.length);
            assert_non_null(strchr(told.data, '?'));
            assert_int_equal(strstr(told.data + begin.length, "...\" ") != NULL, cases[i].cut_after);
            assert_true(told.length < 130);
            for (const char *c = told.data; *c; c++) {
                bool leads = (unsigned char)*c == 0xC3, goes_on = (unsigned char)c[1] == 0xA9;
                assert_int_equal(leads, goes_on);
            }
            tw_text_free(&text);
            tw_text_free(&told);
            tw_text_free(&begin);
        }
    }
}

static void names_are_known_to_be_used(void **state)
{
    (void)state;
    struct tw_expression expression;
    struct tw_expression_fault fault;
    assert_true(tw_expression_read("a + big * big", names, TW_EXPRESSION_HOST, &expression, &fault));
    assert_true(tw_expression_uses(&expression, 0));
    assert_false(tw_expression_uses(&expression, 1));
    assert_true(tw_expression_uses(&expression, 3));
    assert_true(tw_expression_read("1 + 1", NULL, TW_EXPRESSION_HOST, &expression, &fault));
    assert_false(tw_expression_uses(&expression, 1));
    assert_false(tw_expression_read("a", NULL, TW_EXPRESSION_HOST, &expression, &fault));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_ones_are_those_of_python),
        cmocka_unit_test(known_values),
        cmocka_unit_test(mistakes_have_a_place),
        cmocka_unit_test(size_and_depth_have_limits),
        cmocka_unit_test(c_has_unsigned_numbers),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(names_are_known_to_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
