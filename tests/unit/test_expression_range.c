/*
 * Ranges of expressions: every value that random expressions have for some values of their names is in the range that is told without them;
 * and ranges tell enough that equations of large numbers are found to have no solution.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/expression/range.h"

typedef struct tw_expression_value value;

/* ---- values of names ---- */

static const char *const names[] = {"a", "b", "c", "h", "w", NULL};
#define NAMES 5u
#define MOST  6u /* values of a name */

struct choice {
    value values[MOST];
    unsigned count;
};

static value integer(int64_t number)
{
    return (value){.kind = TW_EXPRESSION_INTEGER, .integer = number};
}

static value word(const char *text)
{
    return (value){.kind = TW_EXPRESSION_WORD, .length = (uint32_t)strlen(text), .word = text};
}

static unsigned below(unsigned *seed, unsigned count)
{
    return (unsigned)rand_r(seed) % count;
}

static void draw_integers(struct choice *choice, unsigned *seed)
{
    static const int64_t large[] = {INT64_MIN,        INT64_MIN + 1,    -(INT64_C(1) << 31),
                                    INT64_C(1) << 32, INT64_C(1) << 53, (INT64_C(1) << 53) + 1,
                                    INT64_MAX - 1,    INT64_MAX};
    const int64_t first = (int64_t)below(seed, 40) - 20, step = 1 + (int64_t)below(seed, 9);
    choice->count = 1 + below(seed, MOST);
    for (unsigned i = 0; i < choice->count; i++) choice->values[i] = integer(first + (int64_t)i * step);
    if (!below(seed, 8)) choice->values[0] = integer(large[below(seed, 8)]);
}

static void draw_values(struct choice *choices, unsigned *seed)
{
    static const double reals[] = {0.5, -2.5, 3, 1e300, 0, -1e-3};
    static const char *const words[] = {"float32", "x", "int8"};
    for (unsigned n = 0; n < 3; n++) draw_integers(&choices[n], seed);
    choices[3].count = 1 + below(seed, 3);
    for (unsigned i = 0; i < choices[3].count; i++)
        choices[3].values[i] = (value){.kind = TW_EXPRESSION_DOUBLE, .number = reals[below(seed, 6)]};
    choices[4].count = 1 + below(seed, 2);
    for (unsigned i = 0; i < choices[4].count; i++) choices[4].values[i] = word(words[below(seed, 3)]);
}

static struct tw_expression_range range_of(const struct choice *choice)
{
    struct tw_expression_range range = {0};
    for (unsigned i = 0; i < choice->count; i++) {
        const struct tw_expression_range one = tw_expression_range_of(&choice->values[i]);
        tw_expression_range_join(&range, &one);
    }
    return range;
}

/* ---- random expressions ---- */

struct writer {
    char text[2000];
    size_t length;
    unsigned *seed;
};

static void put(struct writer *writer, const char *text)
{
    writer->length +=
        (size_t)snprintf(writer->text + writer->length, sizeof writer->text - writer->length, "%s", text);
}

static void put_leaf(struct writer *writer)
{
    static const char *const leaves[] = {"a", "b", "c",  "a",    "b", "c",   "a", "b",   "2",        "1",
                                         "0", "7", "32", "1000", "h", "1.5", "w", "'x'", "sizeof(w)"};
    put(writer, leaves[below(writer->seed, sizeof leaves / sizeof *leaves)]);
}

static void put_expression(struct writer *writer, unsigned depth)
{
    static const char *const operators[] = {" + ", " - ",  " * ", " % ",  " // ",  " / ",  " == ", " != ",
                                            " < ", " <= ", " > ", " >= ", " and ", " or ", " << ", " >> ",
                                            " & ", " | ",  " ^ ", " ** ", " * ",   " + ",  " % ",  " == "};
    static const char *const functions[] = {"min", "max", "gcd", "ceil_div"}, *const ones[] = {
                                                                                  "abs(",  "log2(", "floor(",
                                                                                  "ceil(", "-(",    "~(",
                                                                                  "not ("};
    const unsigned kind = depth ? below(writer->seed, 12) : 0;
    put(writer, "(");
    if (!depth || kind == 0) {
        put_leaf(writer);
    } else if (kind == 1) {
        put(writer, ones[below(writer->seed, 7)]);
        put_expression(writer, depth - 1);
        put(writer, ")");
    } else if (kind == 2) {
        put(writer, functions[below(writer->seed, 4)]);
        put(writer, "(");
        put_expression(writer, depth - 1);
        put(writer, ", ");
        put_expression(writer, depth - 1);
        put(writer, ")");
    } else if (kind == 3) {
        put_expression(writer, depth - 1);
        put(writer, " ? ");
        put_expression(writer, depth - 1);
        put(writer, " : ");
        put_expression(writer, depth - 1);
    } else if (kind == 4) {
        put_expression(writer, depth - 1);
        put(writer, " <= ");
        put_expression(writer, depth - 1);
        put(writer, " < ");
        put_expression(writer, depth - 1);
    } else {
        put_expression(writer, depth - 1);
        put(writer, operators[below(writer->seed, sizeof operators / sizeof *operators)]);
        put_expression(writer, depth - 1);
    }
    put(writer, ")");
}

/* ---- comparing ---- */

static bool holds(const struct tw_expression_range *range, const value *one)
{
    if (one->kind == TW_EXPRESSION_DOUBLE)
        return range->has_doubles && one->number >= range->least && one->number <= range->greatest;
    if (one->kind == TW_EXPRESSION_WORD)
        return range->words == TW_RANGE_ANY_WORD ||
               (range->words == TW_RANGE_ONE_WORD && range->length == one->length &&
                !memcmp(range->word, one->word, one->length));
    if (!range->has_integers || one->integer < range->low || one->integer > range->high) return false;
    return one->integer == range->low ||
           (range->stride && ((uint64_t)one->integer - (uint64_t)range->low) % range->stride == 0);
}

struct tally {
    unsigned expressions, values, refuted, never;
};

static void compare(const char *text, const struct choice *choices, struct tally *tally)
{
    static struct tw_expression expression;
    struct tw_expression_fault fault;
    struct tw_expression_range ranges[NAMES], range;
    unsigned at[NAMES] = {0};
    bool is_ever_true = false;
    if (!tw_expression_read(text, names, TW_EXPRESSION_HOST, &expression, &fault)) return;
    for (unsigned n = 0; n < NAMES; n++) ranges[n] = range_of(&choices[n]);
    tw_expression_range(&expression, ranges, &range);
    for (unsigned n = 0; n < NAMES;) {
        value values[NAMES], result;
        for (unsigned i = 0; i < NAMES; i++) values[i] = choices[i].values[at[i]];
        if (tw_expression_evaluate(&expression, values, &result, &fault)) {
            tally->values++;
            is_ever_true |= tw_expression_is_true(&result);
            if (!holds(&range, &result))
                fail_msg("%s: %lld (%g) of a %lld, b %lld, c %lld is not from %lld to %lld by %llu", text,
                         (long long)result.integer, result.number, (long long)values[0].integer,
                         (long long)values[1].integer, (long long)values[2].integer, (long long)range.low,
                         (long long)range.high, (unsigned long long)range.stride);
        }
        for (n = 0; n < NAMES && ++at[n] == choices[n].count; n++) at[n] = 0;
    }
    const bool may_hold = tw_expression_may_hold(&expression, ranges);
    if (is_ever_true && !may_hold) fail_msg("%s may be true", text);
    tally->expressions++;
    tally->never += !is_ever_true;
    tally->refuted += !may_hold;
}

static void every_value_is_in_the_range(void **state)
{
    unsigned seed = 43;
    struct tally tally = {0};
    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        struct choice choices[NAMES];
        struct writer writer = {.seed = &seed};
        draw_values(choices, &seed);
        put_expression(&writer, 1 + below(&seed, 3));
        compare(writer.text, choices, &tally);
    }
    assert_true(tally.expressions > 15000 && tally.values > 400000);
    assert_true(tally.refuted > tally.never / 2); /* and it is told of most of those that never hold */
}

/* ---- what must be seen ---- */

static struct tw_expression_range from_to(int64_t low, int64_t high, int64_t step)
{
    const value ends[] = {integer(low), integer(low + step), integer(high)};
    struct tw_expression_range range = {0};
    for (unsigned i = 0; i < 3; i++) {
        const struct tw_expression_range one = tw_expression_range_of(&ends[i]);
        tw_expression_range_join(&range, &one);
    }
    return range;
}

static bool may_hold(const char *text, struct tw_expression_range a, struct tw_expression_range b,
                     struct tw_expression_range c)
{
    static struct tw_expression expression;
    struct tw_expression_fault fault;
    const value half = {.kind = TW_EXPRESSION_DOUBLE, .number = 0.5}, x = word("x");
    const struct tw_expression_range ranges[] = {a, b, c, tw_expression_range_of(&half),
                                                 tw_expression_range_of(&x)};
    if (!tw_expression_read(text, names, TW_EXPRESSION_HOST, &expression, &fault))
        fail_msg("%s: %s", text, fault.why);
    return tw_expression_may_hold(&expression, ranges);
}

static struct tw_expression_range one(int64_t number)
{
    const value only = integer(number);
    return tw_expression_range_of(&only);
}

static void what_ranges_tell(void **state)
{
    const struct tw_expression_range some = from_to(1, 1000, 1), even = from_to(2, 1000, 2),
                                     tens = from_to(10, 1000, 10);
    (void)state;
    assert_true(may_hold("a * b * c == 997 * 991 * 983", some, some, some));
    assert_false(may_hold("a * b * c == 997 * 991 * 983", one(995), some, some)); /* it divides nothing */
    assert_false(may_hold("a * b * c == 997 * 991 * 983", one(1), some, some));   /* too small */
    assert_true(may_hold("a * b * c == 997 * 991 * 983", one(997), one(991), some));
    assert_false(may_hold("a == b + c", one(3), one(3), some));
    assert_false(may_hold("a + b == 2 * c + 1", even, even, some));
    assert_false(may_hold("a % 4 == 1", even, some, some));
    assert_false(may_hold("a % 64 == 0", from_to(65, 127, 1), some, some));
    assert_false(may_hold("(a & 31) == 7", from_to(0, 960, 32), some, some));
    assert_false(may_hold("1000003 % a == 0 and a > 1", from_to(500002, 1000002, 1), some, some));
    assert_false(may_hold("a << b == 24", one(5), some, some));
    assert_false(may_hold("a // 10 == 200", tens, some, some));
    assert_false(may_hold("w == 'y' and a > 0", some, some, some));
    assert_false(may_hold("1 / (a - 7) or b // 0", one(7), some, some));
    assert_false(may_hold("a < b <= c", some, one(1), some));
    assert_false(may_hold("(a > 2000 ? b : c) == 7", some, one(7), one(8)));
    assert_false(
        may_hold("a * 9223372036854775807 > 0", from_to(2, 9, 1), some, some)); /* it leaves 64 bits */
    assert_false(may_hold("min(a, b) > 50", from_to(1, 50, 1), some, some));
    assert_false(may_hold("2 ** a == 24 and h", from_to(5, 60, 1), some, some));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_is_in_the_range),
        cmocka_unit_test(what_ranges_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
