/* What becomes of a text, and of what takes it in, when memory ends at each of its allocations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "tests/unit/failing_memory.h"

#if CAN_FAIL
#define LONG 5000 /* bytes: several allocations */

/* Foreign text in every language. */
static void escape(struct tw_text *text)
{
    char foreign[LONG + 1];
    memset(foreign, '<', LONG);
    memcpy(foreign, "=\"\x01\n", 4);
    foreign[LONG] = '\0';
    tw_escape_terminal(text, foreign);
    tw_escape_bytes(text, foreign, LONG);
    tw_escape_lines(text, foreign, LONG);
    tw_escape_code(text, foreign);
    tw_escape_json(text, foreign);
    tw_escape_json_line(text, foreign, LONG);
    tw_escape_html(text, foreign);
    tw_escape_csv(text, foreign);
}

static void fill(struct tw_text *text)
{
    tw_text_add_repeat(text, 'a', 100);
    tw_text_addf(text, "%0*d", LONG, 7);
    escape(text);
    tw_text_add_double(text, 1.5, 1);
    tw_text_add_char(text, '.');
}

static void every_reader_sees_an_empty_text(void **state)
{
    (void)state;
    for (long k = 0;; k++) {
        struct tw_text text = {0};
        until_failure = k;
        fill(&text);
        until_failure = -1;
        if (!text.failed) {
            assert_int_equal(text.length, strlen(text.data));
            tw_text_free(&text);
            assert_true(k > 1);
            return;
        }
        assert_int_equal(text.length, 0);
        assert_string_equal(tw_text_string(&text), "");
        if (text.data) assert_string_equal(text.data, "");
        tw_text_add(&text, "more"); /* there is memory again, but what came before is lost */
        assert_int_equal(text.length, 0);
        tw_text_clear(&text);
        assert_true(text.failed);
        assert_null(tw_text_take(&text));
        assert_false(text.failed);
    }
}

static void a_part_that_failed_fails_the_whole(void **state)
{
    (void)state;
    struct tw_text part = {0}, whole = {0};
    tw_text_add(&part, "part");
    tw_text_addf(&whole, "whole and %s", tw_text_part(&whole, &part));
    assert_string_equal(tw_text_string(&whole), "whole and part");
    tw_text_fail(&part);
    tw_text_addf(&whole, ", %s", tw_text_part(&whole, &part));
    assert_true(whole.failed);
    assert_int_equal(whole.length, 0);
    tw_text_free(&part);
    tw_text_free(&whole);
}

static void a_size_that_cannot_be_fails(void **state)
{
    (void)state;
    struct tw_text text = {0};
    tw_text_add(&text, "a");
    tw_text_add_repeat(&text, 'b', SIZE_MAX / 2);
    assert_true(text.failed);
    assert_int_equal(text.length, 0);
    tw_text_free(&text);
}

/* An error that has more to say than there is memory for says that. */
static void an_error_says_what_it_lacks(void **state)
{
    (void)state;
    struct tw_error error = TW_ERROR_INIT;
    until_failure = 0;
    tw_fail_in_text(&error, TW_INPUT, "f", "one\ntwo", 7, 5, "wrong");
    until_failure = -1;
    assert_string_equal(error.message, "wrong (out of memory for more)");
    assert_int_equal(error.line, 2);
    assert_null(error.detail);
    tw_error_add_detail(&error, "more\n");
    assert_string_equal(error.detail, "more\n");
    tw_error_free(&error);
}
#else
#define every_reader_sees_an_empty_text    skipped
#define a_part_that_failed_fails_the_whole skipped
#define a_size_that_cannot_be_fails        skipped
#define an_error_says_what_it_lacks        skipped
static void skipped(void **state)
{
    (void)state;
    skip();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reader_sees_an_empty_text),
        cmocka_unit_test(a_part_that_failed_fails_the_whole),
        cmocka_unit_test(a_size_that_cannot_be_fails),
        cmocka_unit_test(an_error_says_what_it_lacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
