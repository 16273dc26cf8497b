/* Variants by what they leave unwritten: every pair of a few against the table of written.h, and the notes on what ranks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tune/written.h"

enum { PROBLEMS = 2, SIZES = 2, RUNS = 2, LEFT = 3 };

/* Whether `a` is wrong because of `b`, by the table of the header, read as it stands there. */
static bool leaves_unwritten(const struct tw_written *a, const struct tw_written *b)
{
    const bool some = a->unwritten > 0, all = b->unwritten == 0;
    if (a->problem != b->problem) return false;
    if (a->run_on != b->run_on) return a->elements == b->elements && some && all;
    if (a->total == b->total && a->unwritten > b->unwritten) return true;
    return some && all && a->total - a->unwritten < b->total - b->unwritten;
}

static bool leaves_alone(const struct tw_written *a, const struct tw_written *b)
{
    return a->problem == b->problem && a->total == b->total && a->run_on == b->run_on && a->has_unchanged &&
           b->has_unchanged && a->unchanged > b->unchanged;
}

static struct tw_written draw(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    const unsigned bits = *state >> 8;
    return (struct tw_written){.problem = bits % PROBLEMS,
                               .elements = 10 + bits / 2 % SIZES,
                               .run_on = bits / 4 % RUNS,
                               .total = 10 + bits / 512 % SIZES,
                               .unwritten = bits / 8 % LEFT,
                               .has_unchanged = bits / 32 % 4 != 0,
                               .unchanged = bits / 128 % LEFT};
}

static void test_lists_are_compared_as_the_table_says(void **state)
{
    unsigned seed = 41;
    (void)state;
    for (unsigned turn = 0; turn < 2000; turn++) {
        struct tw_written list[12], sorted[12];
        const size_t count = turn % 13 ? turn % 13 - 1 : 0;
        for (size_t i = 0; i < count; i++) {
            list[i] = draw(&seed);
            list[i].row = i;
            sorted[i] = list[i];
        }
        tw_written_compare(sorted, count);
        for (size_t i = 0; i < count; i++) {
            const struct tw_written *one = &list[sorted[i].row];
            bool unwritten = false, alone = false;
            for (size_t k = 0; k < count; k++) {
                unwritten |= leaves_unwritten(one, &list[k]);
                alone |= leaves_alone(one, &list[k]);
            }
            assert_int_equal(sorted[i].leaves_unwritten, unwritten);
            assert_int_equal(sorted[i].leaves_alone, alone);
        }
    }
}

static void test_reasons(void **state)
{
    struct tw_written written = {.leaves_unwritten = true};
    struct tw_text text = {0};
    (void)state;
    tw_written_say(&written, "2 of 9 elements of c were never written", "", &text);
    assert_string_equal(tw_text_string(&text),
                        "2 of 9 elements of c were never written, but other variants write more");
    tw_text_clear(&text);
    written.leaves_alone = true;
    tw_written_say(&written, "A", "B", &text);
    assert_string_equal(tw_text_string(&text),
                        "A, but other variants write more; B, but other variants change more");
    tw_text_free(&text);
}

static void test_notes(void **state)
{
    static const char *const clauses[] = {"A", "", "B", "B", "C", "D", "A", "D", "E"};
    struct tw_written_notes all = {0}, some = {0}, none = {0};
    struct tw_text text = {0};
    (void)state;
    tw_written_note(&none, "n", "");
    tw_written_notes_say(&none, &text);
    assert_string_equal(tw_text_string(&text), "");
    for (unsigned i = 0; i < 3; i++) tw_written_note(&all, "n", "A");
    tw_written_notes_say(&all, &text);
    assert_string_equal(tw_text_string(&text), "note: A, by all 3 variants\n");
    tw_text_clear(&text);
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
        const char name[] = {(char)('a' + i), 0};
        tw_written_note(&some, name, clauses[i]);
    }
    tw_written_notes_say(&some, &text);
    assert_string_equal(tw_text_string(&text), "note: A, by 2 variants, such as a\n"
                                               "note: B, by 2 variants, such as c\n"
                                               "note: C, by e\n"
                                               "note: 3 more variants leave other elements unwritten\n");
    tw_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lists_are_compared_as_the_table_says),
                                       cmocka_unit_test(test_reasons), cmocka_unit_test(test_notes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
