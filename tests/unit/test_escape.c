/* Foreign text in each language: what it becomes, for characters of each kind; and for every character of Unicode, that
 * nothing harmful is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* after what it needs */
#include <cmocka.h>

#include "base/escape.h"
#include "base/hash.h"

typedef void escape(struct tw_text *text, const char *string);

static void expect(escape *function, const char *string, const char *expected)
{
    struct tw_text text = {0};
    function(&text, string);
    assert_string_equal(tw_text_string(&text), expected);
    tw_text_free(&text);
}

static void expect_in_place(const char *string, const char *expected)
{
    char *copy = strdup(string);
    tw_escape_in_place(copy);
    assert_string_equal(copy, expected);
    free(copy);
}

static void says_the_same_in_every_language(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        const char *foreign, *terminal, *code, *json, *html, *csv;
    } rows[] = {
        {"", "", "", "\"\"", "", ""},
        {"a \xC3\xA9 \xF0\x9F\x99\x82", "a \xC3\xA9 \xF0\x9F\x99\x82", "a \xC3\xA9 \xF0\x9F\x99\x82",
         "\"a \xC3\xA9 \xF0\x9F\x99\x82\"", "a \xC3\xA9 \xF0\x9F\x99\x82", "a \xC3\xA9 \xF0\x9F\x99\x82"},
        {"*/ -->", "*/ -->", "_/ -->", "\"*/ -->\"", "*/ --&gt;", "*/ -->"},
        {"\"\\?\?/\n", "\"\\?\?/ ", "____/_", "\"\\\"\\\\?\?/\\n\"", "&quot;\\?\?/\n", "\"\"\"\\?\?/\n\""},
        {"<a b='c'>&", "<a b='c'>&", "<a b='c'>&", "\"<a b='c'>&\"", "&lt;a b=&#39;c&#39;&gt;&amp;", "<a b='c'>&"},
        {"\x1B[2J\x7F\b", "?[2J??", "_[2J__", "\"\\u001b[2J\\u007f\\b\"", "?[2J??", "?[2J??"},
        {"\xC2\x85\xC2\x9B" "1m", "??1m", "__1m", "\"\\u0085\\u009b1m\"", "??1m", "??1m"},
        {"\xE2\x80\xAE\xE2\x81\xA6\xD8\x9C\xE2\x80\xA8", "????", "____", "\"\\u202e\\u2066\\u061c\\u2028\"", "????", "????"},
        {"\xC3(\xFF\xED\xA0\x80\xC0\x80", "?(??????", "_(______", "\"\\ufffd(\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\"",
         "?(??????", "?(??????"},
        {"\xE2\x80", "??", "__", "\"\\ufffd\\ufffd\"", "??", "??"}, /* cut */
        {"\xEF\xBF\xBE", "?", "_", "\"\\ufffe\"", "?", "?"},
        {"a\tb\r\n", "a b  ", "a_b__", "\"a\\tb\\r\\n\"", "a\tb\r\n", "\"a\tb\r\n\""},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expect(tw_escape_terminal, rows[i].foreign, rows[i].terminal);
        expect_in_place(rows[i].foreign, rows[i].terminal);
        expect(tw_escape_code, rows[i].foreign, rows[i].code);
        expect(tw_escape_json, rows[i].foreign, rows[i].json);
        expect(tw_escape_html, rows[i].foreign, rows[i].html);
        expect(tw_escape_csv, rows[i].foreign, rows[i].csv);
    }
}

static void lets_no_spreadsheet_run_a_cell(void **state)
{
    (void)state;
    static const char *const cells[][2] = {{"=1+1", "'=1+1"},
                                           {"+1+1", "'+1+1"},
                                           {"@SUM(1)", "'@SUM(1)"},
                                           {"-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"},
                                           {"\t=1", "\"'\t=1\""},
                                           {"\xEF\xBB\xBF=1", "'\xEF\xBB\xBF=1"},
                                           {"\xE2\x80\x8B=1", "'\xE2\x80\x8B=1"},
                                           {"\xE2\x80\x8D \xE2\x81\xA0@A1", "'\xE2\x80\x8D \xE2\x81\xA0@A1"},
                                           {"  =1", "'  =1"},
                                           {"\xC2\xA0-x", "'\xC2\xA0-x"},
                                           {" \t=1", "\"' \t=1\""},
                                           {" -1", " -1"},
                                           {" ", " "},
                                           {"\xEF\xBB\xBFx=1", "\xEF\xBB\xBFx=1"},
                                           {"a;=1", "\"a;=1\""},
                                           {"a\t=1", "\"a\t=1\""},
                                           {"\r=1", "\"'\r=1\""},
                                           {"=a,\"b\"", "\"'=a,\"\"b\"\"\""},
                                           {"'=1", "''=1"},
                                           {"\xEF\xBC\x9D"
                                            "1",
                                            "'\xEF\xBC\x9D"
                                            "1"},
                                           {"-", "'-"},
                                           {"-x", "'-x"},
                                           {"-1e", "'-1e"},
                                           {"-1", "-1"},
                                           {"-0.5", "-0.5"},
                                           {"-1.25e-07", "-1.25e-07"},
                                           {"1-1", "1-1"},
                                           {"a=b", "a=b"}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) expect(tw_escape_csv, cells[i][0], cells[i][1]);
}

/* Blanks between the values are no part of a string and must not become escapes; what is harmful in strings must. */
static void keeps_a_line_of_json_one(void **state)
{
    static const char foreign[] = "{\t\"a\"\r:\n[1,\"\x7F\xE2\x80\xAE\\n\"]}";
    struct tw_text text = {0};
    (void)state;
    tw_escape_json_line(&text, foreign, sizeof foreign - 1);
    assert_string_equal(tw_text_string(&text), "{\t\"a\"\r:\n[1,\"\\u007f\\u202e\\n\"]}");
    tw_text_free(&text);
}

/* UTF-8 by arithmetic, not by what is tested. */
static void encode(uint32_t code, char out[5])
{
    unsigned more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned lead[] = {0, 0xC0, 0xE0, 0xF0};
    for (unsigned i = 0; i <= more; i++) {
        unsigned bits = code >> 6 * (more - i);
        out[i] = (char)(i ? 0x80 | (bits & 0x3F) : lead[more] | bits);
    }
    out[more + 1] = '\0';
}

/* By the names of Unicode's properties: Cc, Bidi_Control, line and paragraph separators; surrogates; and U+206A to U+206F,
   which were to change how what follows them is shaped. */
static bool may_not_be_shown(uint32_t code)
{
    bool control = code < 0x20 || (code >= 0x7F && code < 0xA0), surrogate = code >= 0xD800 && code < 0xE000;
    bool bidi = code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                (code >= 0x2066 && code <= 0x2069);
    return control || surrogate || bidi || code == 0x2028 || code == 0x2029 ||
           (code >= 0x206A && code <= 0x206F) || code == 0xFFFE || code == 0xFFFF;
}

static void knows_every_character(void **state)
{
    (void)state;
    for (uint32_t code = 1; code < 0x110000; code++) {
        struct tw_text text = {0};
        char character[5];
        encode(code, character);
        tw_escape_terminal(&text, character);
        if ((strcmp(tw_text_string(&text), character) != 0) != may_not_be_shown(code))
            fail_msg("U+%04X", code);
        tw_text_free(&text);
    }
}

/* Bytes at random: what comes out is UTF-8 to the end, and for people no longer than what went in. */
static void always_gives_utf8(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < 20000; round++) {
        char bytes[9] = {0}, copy[9];
        uint64_t random = tw_hash(&round, sizeof round);
        memcpy(bytes, &random, sizeof random);
        for (int i = 0; i < 8; i++)
            bytes[i] = (char)(bytes[i] ? (unsigned char)bytes[i] | (round & 1 ? 0x80 : 0) : 1);
        strcpy(copy, bytes);
        tw_escape_in_place(copy);
        assert_true(strlen(copy) <= strlen(bytes));
        for (size_t at = 0, length; copy[at]; at += length) {
            length = tw_utf8_length(copy + at, strlen(copy + at));
            assert_true(length > 0);
        }
        expect(tw_escape_terminal, bytes, copy);
    }
}

static void keeps_bounds(void **state)
{
    (void)state;
    struct tw_text longest = {0}, text = {0};
    while (longest.length < 100000) tw_text_add(&longest, "\xC3\xA9");
    tw_escape_terminal(&text, longest.data);
    assert_int_equal(text.length, TW_LINE_BYTES + strlen("..."));
    tw_text_clear(&text);
    tw_escape_code(&text, longest.data);
    assert_int_equal(text.length, TW_CODE_BYTES + strlen("..."));
    tw_text_clear(&text);
    tw_escape_csv(&text, longest.data);
    assert_string_equal(text.data, longest.data); /* data is not cut */
    tw_text_free(&longest);
    tw_text_free(&text);
}

/* What a URI may hold unencoded stands in RFC 3986, 2.3; every other byte comes back when it is decoded. */
static void paths_become_uris(void **state)
{
    (void)state;
    expect(tw_escape_uri, "dir/turn.cu", "dir/turn.cu");
    expect(tw_escape_uri, "a b%c#d?e.cu", "a%20b%25c%23d%3Fe.cu");
    expect(tw_escape_uri, "/tmp/k\u00e4se.cu", "file:///tmp/k%C3%A4se.cu");
    expect(tw_escape_uri, "c:\\k.cu", "c%3A%5Ck.cu");
    expect(tw_escape_uri, "\xff[1]'\"\n", "%FF%5B1%5D%27%22%0A");
    for (unsigned byte = 1; byte < 256; byte++) {
        const char path[] = {'x', (char)byte, '\0'};
        struct tw_text text = {0};
        tw_escape_uri(&text, path);
        const char *uri = tw_text_string(&text);
        assert_int_equal(uri[1] == '%' ? strtoul(uri + 2, NULL, 16) : (unsigned char)uri[1], byte);
        tw_text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_become_uris),
        cmocka_unit_test(says_the_same_in_every_language),
        cmocka_unit_test(lets_no_spreadsheet_run_a_cell),
        cmocka_unit_test(keeps_a_line_of_json_one),
        cmocka_unit_test(knows_every_character),
        cmocka_unit_test(always_gives_utf8),
        cmocka_unit_test(keeps_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
