/* The template engine: one row for each rule of the specification, one for each error, and three properties.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "gen/text/mustache.h"
#include "gen/text/mustache_parse.h"

struct rendering {
    struct tw_text out;
    struct tw_line_map map;
    struct tw_error error;
    int code;
};

static const char *find_in_object(void *context, const char *name, size_t *length)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(context, name);
    *length = item ? strlen(item->valuestring) : 0;
    return item ? item->valuestring : NULL;
}

/* data and partials are JSON; partials may be NULL. */
static struct rendering render(const char *tmpl, const char *data, const char *partials,
                               enum tw_escape escape, bool strict)
{
    struct rendering result = {.error = TW_ERROR_INIT};
    cJSON *values = cJSON_Parse(data), *texts = cJSON_Parse(partials ? partials : "{}");
    assert_non_null(values);
    assert_non_null(texts);
    struct tw_partials provider = {texts, find_in_object};
    struct tw_mustache_options options = {escape, strict, partials ? &provider : NULL};
    result.code = tw_mustache_render("main", tmpl, strlen(tmpl), values, &options, &result.out, &result.map,
                                     &result.error);
    cJSON_Delete(values);
    cJSON_Delete(texts);
    return result;
}

static void release(struct rendering *result)
{
    tw_text_free(&result->out);
    free(result->map.lines);
    tw_error_free(&result->error);
}

/* clang-format off */
static const struct row {
    const char *rule, *tmpl, *data, *partials, *expected;
} rows[] = {
/*   rule                                   template                                    data                        partials                    expected */
    {"text stays as it is",                 "a {b} }} \t\n\n",                          "{}",                       NULL,                       "a {b} }} \t\n\n"},
    {"nothing",                             "",                                         "{}",                       NULL,                       ""},
    /* comments */
    {"comment",                             "a{{! b }}c",                               "{\"b\":1}",                NULL,                       "ac"},
    {"comment of a name",                   "[{{!b}}]",                                 "{\"!b\":1,\"b\":2}",       NULL,                       "[]"},
    {"comment over lines",                  "a{{!\n#}\n}}c\n",                          "{}",                       NULL,                       "ac\n"},
    {"standalone comment",                  "a\n \t{{! x }}\t \nb\n",                   "{}",                       NULL,                       "a\nb\n"},
    {"standalone comment over lines",       "a\n  {{! x\n y\n  }}\nb\n",                "{}",                       NULL,                       "a\nb\n"},
    {"standalone with \\r\\n",              "a\r\n{{! x }}\r\nb",                       "{}",                       NULL,                       "a\r\nb"},
    {"standalone on the first line",        "  {{! x }}\na",                            "{}",                       NULL,                       "a"},
    {"standalone on the last line",         "a\n  {{! x }}",                            "{}",                       NULL,                       "a\n"},
    {"a lone \\r ends no line",             "{{! x }}\ra",                              "{}",                       NULL,                       "\ra"},
    {"two tags are not standalone",         " {{! x }} {{! y }} \na",                   "{}",                       NULL,                       "   \na"},
    {"a comment beside text is inline",     " 12 {{! x }} \n",                          "{}",                       NULL,                       " 12  \n"},
    /* variables */
    {"string",                              "<{{s}}>",                                  "{\"s\":\"x\"}",            NULL,                       "<x>"},
    {"blanks in the tag",                   "{{ s }}{{{ s }}}{{& s }}{{\n\ts\r\n}}",    "{\"s\":\"x\"}",            NULL,                       "xxxx"},
    {"blanks before the kind",              "{{ # s }}{{ . }}{{ / s }}",                "{\"s\":\"x\"}",            NULL,                       "x"},
    {"escaped",                             "{{s}}",                                    "{\"s\":\"&<>\\\"'\"}",     NULL,                       "&amp;&lt;&gt;&quot;&#39;"},
    {"not escaped",                         "{{{s}}}{{&s}}",                            "{\"s\":\"&<>\"}",          NULL,                       "&<>&<>"},
    {"output is not a template",            "{{s}}",                                    "{\"s\":\"{{t}}\",\"t\":1}", NULL,                      "{{t}}"},
    {"never standalone",                    "  {{s}}\n  {{{s}}}\n  {{&s}}\n",           "{\"s\":\"\"}",             NULL,                       "  \n  \n  \n"},
    {"true, false, null",                   "{{t}} {{f}} {{n}}.",                       "{\"t\":true,\"f\":false,\"n\":null}", NULL,            "true false ."},
    {"unknown",                             "[{{x}}{{{x}}}{{&x}}]",                     "{}",                       NULL,                       "[]"},
    {"null hides what is outside",          "{{#a}}[{{b}}]{{/a}}",                      "{\"a\":{\"b\":null},\"b\":1}", NULL,                   "[]"},
    {"names are case-sensitive",            "[{{S}}]",                                  "{\"s\":1}",                NULL,                       "[]"},
    {"a key is no prefix",                  "[{{a}}{{abc}}]",                           "{\"ab\":1}",               NULL,                       "[]"},
    {"UTF-8 names and values",              "{{\xC3\xA4.\xE2\x82\xAC}}",                "{\"\xC3\xA4\":{\"\xE2\x82\xAC\":\"\xF0\x9F\x98\x80\"}}", NULL, "\xF0\x9F\x98\x80"},
    {"a list prints as JSON",               "{{{l}}} {{o}}",                            "{\"l\":[1,\"a\"],\"o\":{\"k\":true}}", NULL,           "[1,\"a\"] {&quot;k&quot;:true}"},
    /* dotted names */
    {"dotted",                              "{{a.b.c}}",                                "{\"a\":{\"b\":{\"c\":7}}}", NULL,                      "7"},
    {"dotted, broken chain",                "[{{a.b.c}}]",                              "{\"a\":{}}",               NULL,                       "[]"},
    {"dotted, the rest only within",        "[{{a.b}}]",                                "{\"a\":{},\"b\":1}",       NULL,                       "[]"},
    {"dotted, the first through the stack", "{{#s}}{{a.b}}{{/s}}",                      "{\"s\":{\"x\":1},\"a\":{\"b\":2}}", NULL,              "2"},
    {"dotted, the inner first part wins",   "[{{#s}}{{a.b}}{{/s}}]",                    "{\"s\":{\"a\":{}},\"a\":{\"b\":2}}", NULL,             "[]"},
    {"dotted names are not single keys",    "[{{a.b}}]",                                "{\"a.b\":1}",              NULL,                       "[]"},
    {"dotted through a string",             "[{{a.b}}]",                                "{\"a\":\"x\"}",            NULL,                       "[]"},
    {"dotted ends in nothing",              "[{{a.}}{{.a}}{{..}}]",                     "{\"a\":1}",                NULL,                       "[]"},
    {"dotted, empty parts are keys",        "{{a.}}{{.a}}",                             "{\"a\":{\"\":1},\"\":{\"a\":2}}", NULL,                "12"},
    /* roots that are no objects */
    {"string as root",                      "{{.}}",                                    "\"a<\"",                   NULL,                       "a&lt;"},
    {"number as root",                      "{{.}} {{x}}",                              "85",                       NULL,                       "85 "},
    {"list as root",                        "{{#.}}({{v}}){{/.}}",                      "[{\"v\":1},{\"v\":2}]",    NULL,                       "(1)(2)"},
    /* sections */
    {"true",                                "[{{#t}}x{{/t}}]",                          "{\"t\":true}",             NULL,                       "[x]"},
    {"false, null, unknown, empty list",    "[{{#f}}x{{/f}}{{#n}}x{{/n}}{{#u}}x{{/u}}{{#l}}x{{/l}}]", "{\"f\":false,\"n\":null,\"l\":[]}", NULL, "[]"},
    {"0, \"\" and {} are values",           "{{#z}}z{{.}}{{/z}}{{#e}}e{{.}}{{/e}}{{#o}}o{{/o}}", "{\"z\":0,\"e\":\"\",\"o\":{}}", NULL,         "z0eo"},
    {"object becomes the context",          "{{#o}}{{a}}{{b}}{{/o}}",                   "{\"o\":{\"a\":1},\"a\":2,\"b\":3}", NULL,              "13"},
    {"scalar becomes the context",          "{{#s}}{{.}}{{s}}{{/s}}",                   "{\"s\":\"x\"}",            NULL,                       "xx"},
    {"list",                                "{{#l}}{{a}},{{/l}}",                       "{\"l\":[{\"a\":1},{\"a\":2}]}", NULL,                  "1,2,"},
    {"list of scalars",                     "{{#l}}({{.}}){{/l}}",                      "{\"l\":[\"a\",1.5,true,null]}", NULL,                  "(a)(1.5)(true)()"},
    {"list of lists",                       "{{#l}}({{#.}}{{.}}{{/.}}){{/l}}",          "{\"l\":[[1,2],[],[3]]}",   NULL,                       "(12)()(3)"},
    {"nested",                              "{{#a}}{{#b}}{{x}}{{y}}{{/b}}{{/a}}",       "{\"a\":[{\"x\":1,\"b\":[{\"y\":2},{\"y\":3}]}]}", NULL, "1213"},
    {"nested, of the same name",            "{{#a}}1{{#a}}2{{/a}}3{{/a}}",              "{\"a\":true}",             NULL,                       "123"},
    {"nothing in it is looked at",          "[{{#f}}{{#l}}{{x}}{{/l}}{{/f}}]",          "{\"f\":false,\"l\":[1]}",  NULL,                       "[]"},
    {"dotted section",                      "{{#a.b}}{{.}}{{/a.b}}",                    "{\"a\":{\"b\":[1,2]}}",    NULL,                       "12"},
    {"standalone section",                  "a\n  {{#t}}\n b\n\t{{/t}}  \nc",           "{\"t\":[1,2]}",            NULL,                       "a\n b\n b\nc"},
    {"standalone section, \\r\\n",          "a\r\n{{#t}}\r\nb\r\n{{/t}}\r\nc",          "{\"t\":true}",             NULL,                       "a\r\nb\r\nc"},
    {"one end standalone",                  "  {{#t}}\n#{{/t}}\n/",                     "{\"t\":true}",             NULL,                       "#\n/"},
    {"inline section",                      " {{#t}}x{{/t}}\n {{#t}} {{/t}} \n",        "{\"t\":true}",             NULL,                       " x\n   \n"},
    {"inline section over lines",           "|{{#t}} {{! x }}\n {{/t}}|\n",             "{\"t\":true}",             NULL,                       "| \n |\n"},
    /* inverted sections */
    {"inverted: false, null, unknown, []",  "{{^f}}1{{/f}}{{^n}}2{{/n}}{{^u}}3{{/u}}{{^l}}4{{/l}}", "{\"f\":false,\"n\":null,\"l\":[]}", NULL,  "1234"},
    {"inverted: values",                    "[{{^t}}x{{/t}}{{^z}}x{{/z}}{{^e}}x{{/e}}{{^o}}x{{/o}}{{^l}}x{{/l}}]", "{\"t\":true,\"z\":0,\"e\":\"\",\"o\":{},\"l\":[0]}", NULL, "[]"},
    {"inverted keeps the context",          "{{#o}}{{^u}}{{a}}{{/u}}{{/o}}",            "{\"o\":{\"a\":1},\"a\":2}", NULL,                      "1"},
    {"inverted, standalone",                "a\n {{^f}}\nb\n {{/f}}\nc\n",              "{\"f\":false}",            NULL,                       "a\nb\nc\n"},
    {"inverted, dotted",                    "{{^a.b}}x{{/a.b}}",                        "{\"a\":{}}",               NULL,                       "x"},
    {"inverted and section",                "{{#t}}1{{/t}}{{^t}}2{{/t}}{{#f}}3{{/f}}{{^f}}4{{/f}}", "{\"t\":true,\"f\":false}", NULL,           "14"},
    /* delimiters */
    {"delimiters",                          "{{=<% %>=}}<%s%>{{s}}<%{s}%><%&s%>",       "{\"s\":\"<\"}",            NULL,                       "&lt;{{s}}<<"},
    {"one delimiter for both sides",        "{{= | | =}}|s|",                           "{\"s\":1}",                NULL,                       "1"},
    {"delimiters, many blanks",             "{{=  \t[ \n ]\t =}}[s]",                   "{\"s\":1}",                NULL,                       "1"},
    {"delimiters set back",                 "{{=[ ]=}}[s][={{ }}=]{{s}}[s]",            "{\"s\":1}",                NULL,                       "11[s]"},
    {"standalone delimiters",               "a\n  {{=[ ]=}} \n[s]\n",                   "{\"s\":1}",                NULL,                       "a\n1\n"},
    {"delimiters hold after a section",     "{{#t}}{{=[ ]=}}[s][/t][s]{{s}}",           "{\"t\":true,\"s\":1}",     NULL,                       "11{{s}}"},
    {"delimiters in a section, twice",      "{{#l}}{{.}}{{=[ ]=}}[.][/l]",              "{\"l\":[1,2]}",            NULL,                       "1122"},
    /* partials */
    {"partial",                             "[{{>p}}]",                                 "{\"a\":1}",                "{\"p\":\"{{a}}\"}",        "[1]"},
    {"no such partial",                     "[{{>q}}]",                                 "{}",                       "{\"p\":\"x\"}",            "[]"},
    {"no partials at all",                  "[{{>q}}]",                                 "{}",                       NULL,                       "[]"},
    {"partial in its context",              "{{#l}}{{>p}}{{/l}}",                       "{\"l\":[{\"a\":1},{\"a\":2}]}", "{\"p\":\"{{a}};\"}",  "1;2;"},
    {"recursive partial",                   "{{>n}}",                                   "{\"v\":1,\"c\":[{\"v\":2,\"c\":[]},{\"v\":3,\"c\":[]}]}", "{\"n\":\"{{v}}<{{#c}}{{>n}}{{/c}}>\"}", "1<2<>3<>>"},
    {"partial in a partial",                "{{>a}}",                                   "{}",                       "{\"a\":\"<{{>b}}>\",\"b\":\"x\"}", "<x>"},
    {"inline partial is not indented",      "  - {{>p}}\n",                             "{}",                       "{\"p\":\"a\\nb\"}",        "  - a\nb\n"},
    {"standalone partial is indented",      " \t{{>p}}\n-",                             "{}",                       "{\"p\":\"a\\n\\nb\\n\"}",  " \ta\n \t\n \tb\n-"},
    {"standalone partial without newline",  "  {{>p}}\n-",                              "{}",                       "{\"p\":\"a\\nb\"}",        "  a\n  b-"},
    {"standalone partial, last line",       "-\n  {{>p}}",                              "{}",                       "{\"p\":\"a\\nb\"}",        "-\n  a\n  b"},
    {"standalone partial, \\r\\n",          "-\r\n {{>p}}\r\n-",                        "{}",                       "{\"p\":\"a\\r\\nb\"}",     "-\r\n a\r\n b-"},
    {"values are not indented",             " {{>p}}\n",                                "{\"v\":\"<\\n>\"}",        "{\"p\":\"{{{v}}}x{{{v}}}\\n\"}", " <\n>x<\n>\n"},
    {"indented, tags first on a line",      "  {{>p}}\n",                               "{\"l\":[1,2]}",            "{\"p\":\"{{#l}}{{.}}{{/l}}\\n{{!c}}x\\n{{^l}}y{{/l}}\\n\"}", "  12\n  x\n  \n"},
    {"indented, standalone section",        "  {{>p}}\n",                               "{\"l\":[1,2]}",            "{\"p\":\"{{#l}}\\n{{.}}\\n{{/l}}\\n\"}", "  1\n  2\n"},
    {"indentations add up",                 " {{>a}}\n",                                "{}",                       "{\"a\":\"x\\n  {{>b}}\\ny\\n\",\"b\":\"b\\nc\\n\"}", " x\n   b\n   c\n y\n"},
    {"inline in an indented partial",       " {{>a}}\n",                                "{}",                       "{\"a\":\"{{>b}}!\\n\",\"b\":\"b\\nc\"}", " b\nc!\n"},
    {"delimiters do not go into partials",  "{{=[ ]=}}[>p]",                            "{\"s\":1}",                "{\"p\":\"{{s}}[s]\"}",     "1[s]"},
    {"delimiters do not come out of them",  "{{>p}}{{s}}[s]",                           "{\"s\":1}",                "{\"p\":\"{{=[ ]=}}[s]\"}", "11[s]"},
    {"a section must end in its partial",   "{{>p}}{{>p}}",                             "{\"t\":true}",             "{\"p\":\"{{#t}}x{{/t}}\"}", "xx"},
    /* numbers */
    {"integers",                            "{{#l}}{{.}} {{/l}}",                       "[0]",                      NULL,                       ""},
    {"integers in full",                    "{{#.}}{{.}} {{/.}}",                       "[0,85,-1,4294967296,9007199254740991,-9007199254740992,1e20]", NULL, "0 85 -1 4294967296 9007199254740991 -9007199254740992 100000000000000000000 "},
    {"decimals",                            "{{#.}}{{.}} {{/.}}",                       "[1.210,0.1,-2.5,1e-3,3.141592653589793,1e21,1.5e300]", NULL, "1.21 0.1 -2.5 0.001 3.141592653589793 1e+21 1.5e+300 "},
};
/* clang-format on */

static void renders_by_every_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        struct rendering got = render(row->tmpl, row->data, row->partials, TW_ESCAPE_HTML, false);
        if (got.code) fail_msg("%s: %s\n%s", row->rule, got.error.message, got.error.detail);
        if (strcmp(tw_text_string(&got.out), row->expected) != 0) {
            fail_msg("%s: expected\n%s\ngot\n%s", row->rule, row->expected, tw_text_string(&got.out));
        }
        release(&got);
    }
}

static void escapes_nothing_when_told(void **state)
{
    (void)state;
    struct rendering got = render("{{s}}{{{s}}}{{&s}}", "{\"s\":\"a<b>&\"}", NULL, TW_ESCAPE_NONE, true);
    assert_int_equal(got.code, TW_OK);
    assert_string_equal(got.out.data, "a<b>&a<b>&a<b>&");
    release(&got);
}

/* clang-format off */
static const struct wrong {
    const char *tmpl, *data, *partials;
    bool strict;
    const char *file;
    unsigned line, column;
    const char *message;
} wrongs[] = {
/*   template                         data                    partials                    strict file    l  c  message */
    {"a\n {{#s}}\nb",                 "{}",                   NULL,                       false, "main", 2, 2, "section 's' is never closed"},
    {"{{#a}}{{#b}}{{/b}}",            "{}",                   NULL,                       false, "main", 1, 1, "section 'a' is never closed"},
    {"{{^a}}",                        "{}",                   NULL,                       false, "main", 1, 1, "section 'a' is never closed"},
    {"x{{/a}}",                       "{}",                   NULL,                       false, "main", 1, 2, "'a' is closed here but was not opened"},
    {"{{#a}}{{/a}}\n{{/a}}",          "{}",                   NULL,                       false, "main", 2, 1, "'a' is closed here but was not opened"},
    {"{{#a}}\n\n{{#b}}\n{{/a}}",      "{}",                   NULL,                       false, "main", 4, 1, "'a' is closed here, but the open section is 'b' of line 3"},
    {"{{#a}}{{/ab}}",                 "{}",                   NULL,                       false, "main", 1, 7, "'ab' is closed here, but the open section is 'a' of line 1"},
    {"\xC3\xA4 {{a",                  "{}",                   NULL,                       false, "main", 1, 3, "the tag is never closed: '}}' is missing"},
    {"{{",                            "{}",                   NULL,                       false, "main", 1, 1, "'}}' is missing"},
    {"{{#",                           "{}",                   NULL,                       false, "main", 1, 1, "'}}' is missing"},
    {"{{! a }",                       "{}",                   NULL,                       false, "main", 1, 1, "'}}' is missing"},
    {"{{{a}}",                        "{}",                   NULL,                       false, "main", 1, 1, "'}}}' is missing"},
    {"{{=<% %>}}",                    "{}",                   NULL,                       false, "main", 1, 1, "'=}}' is missing"},
    {"{{=}}",                         "{}",                   NULL,                       false, "main", 1, 1, "'=}}' is missing"},
    {"{{=<% %>=}}<%a",                "{}",                   NULL,                       false, "main", 1, 12, "'%>' is missing"},
    {"{{==}}",                        "{}",                   NULL,                       false, "main", 1, 1, "delimiters are set as"},
    {"{{=a=}}",                       "{}",                   NULL,                       false, "main", 1, 1, "delimiters are set as"},
    {"{{=a b c=}}",                   "{}",                   NULL,                       false, "main", 1, 1, "delimiters are set as"},
    {"{{=a= b=}}",                    "{}",                   NULL,                       false, "main", 1, 1, "delimiters are set as"},
    {"{{}}",                          "{}",                   NULL,                       false, "main", 1, 1, "the tag has no name"},
    {"{{# }}",                        "{}",                   NULL,                       false, "main", 1, 1, "the tag has no name"},
    {"{{{}}}",                        "{}",                   NULL,                       false, "main", 1, 1, "the tag has no name"},
    {"int a[1][2] = {{1, 2}};",       "{}",                   NULL,                       false, "main", 1, 15, "a name has no blanks"},
    {"{{a\x01}}",                     "{}",                   NULL,                       false, "main", 1, 1, "a name has no blanks"},
    {"a\nb {{x}}",                    "{}",                   NULL,                       true,  "main", 2, 3, "unknown variable 'x'"},
    {"{{a.b}}",                       "{\"a\":{\"c\":1}}",    NULL,                       true,  "main", 1, 1, "unknown variable 'a.b'"},
    {"{{#x}}{{/x}}",                  "{}",                   NULL,                       true,  "main", 1, 1, "unknown variable 'x'"},
    {" {{^x}}{{/x}}",                 "{}",                   NULL,                       true,  "main", 1, 2, "unknown variable 'x'"},
    {"{{>x}}",                        "{}",                   "{}",                       true,  "main", 1, 1, "unknown partial 'x'"},
    {"{{l}}",                         "{\"l\":[1]}",          NULL,                       true,  "main", 1, 1, "'l' is a list, not a value to print"},
    {"{{.}}",                         "{}",                   NULL,                       true,  "main", 1, 1, "'.' is an object, not a value to print"},
    {"a\n{{>p}}",                     "{}",                   "{\"p\":\"\\n{{x}}\"}",     true,  "p",    2, 1, "unknown variable 'x'"},
    {"a\n{{>p}}",                     "{}",                   "{\"p\":\"{{#x}}\"}",       false, "p",    1, 1, "section 'x' is never closed"},
    {"{{>p}}",                        "{}",                   "{\"p\":\" {{>p}}\"}",      false, "p",    1, 2, "nested more than 1024 deep"},
    {"{{>p}}",                        "{}",                   "{\"p\":\"{{>q}}\",\"q\":\"-{{>p}}\"}", false, "q", 1, 2, "nested more than 1024 deep"},
    {"{{>p}}",                        "{\"t\":true}",         "{\"p\":\"{{#t}}{{>p}}{{/t}}\"}", false, "p", 1, 7, "nested more than 1024 deep"},
};
/* clang-format on */

static void reports_what_is_wrong_and_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        const struct wrong *wrong = &wrongs[i];
        struct rendering got =
            render(wrong->tmpl, wrong->data, wrong->partials, TW_ESCAPE_HTML, wrong->strict);
        const struct tw_error *error = &got.error;
        if (got.code != TW_INPUT || strcmp(error->file, wrong->file) != 0 || error->line != wrong->line ||
            error->column != wrong->column || !strstr(error->message, wrong->message)) {
            fail_msg("%s: expected %s:%u:%u %s, got %d %s:%u:%u %s", wrong->tmpl, wrong->file, wrong->line,
                     wrong->column, wrong->message, got.code, error->file, error->line, error->column,
                     error->message);
        }
        assert_non_null(strchr(error->detail, '^'));
        assert_null(got.map.lines);
        release(&got);
    }
}

static void names_the_place_of_inclusion(void **state)
{
    (void)state;
    struct rendering got =
        render("\n{{>p}}", "{}", "{\"p\":\"{{>q}}\",\"q\":\"{{x}}\"}", TW_ESCAPE_NONE, true);
    assert_int_equal(got.code, TW_INPUT);
    assert_string_equal(got.error.file, "q");
    assert_non_null(strstr(got.error.detail, "in partial 'p', included by main:2"));
    release(&got);
}

static void is_strict_only_about_the_unknown(void **state)
{
    (void)state;
    struct rendering got =
        render("{{n}}{{#f}}{{x}}{{/f}}{{^l}}e{{/l}}{{#t}}{{n}}{{/t}}{{>p}}",
               "{\"n\":null,\"f\":false,\"l\":[],\"t\":true}", "{\"p\":\"\"}", TW_ESCAPE_NONE, true);
    assert_int_equal(got.code, TW_OK);
    assert_string_equal(got.out.data, "e");
    release(&got);
}

static char *repeat(const char *before, const char *middle, const char *after, unsigned count)
{
    struct tw_text text = {0};
    for (unsigned i = 0; i < count; i++) tw_text_add(&text, before);
    tw_text_add(&text, middle);
    for (unsigned i = 0; i < count; i++) tw_text_add(&text, after);
    return tw_text_take(&text);
}

static void nests_to_the_limit_and_no_further(void **state)
{
    (void)state;
    static const char *const kinds[] = {"{{#t}}", "{{^f}}"};
    for (unsigned k = 0; k < 2; k++) {
        const char *end = k ? "{{/f}}" : "{{/t}}";
        char *deepest = repeat(kinds[k], "x", end, TW_MUSTACHE_DEPTH);
        char *deeper = repeat(kinds[k], "x", end, TW_MUSTACHE_DEPTH + 1);
        struct rendering good = render(deepest, "{\"t\":true}", NULL, TW_ESCAPE_NONE, false);
        struct rendering bad = render(deeper, "{\"t\":true}", NULL, TW_ESCAPE_NONE, false);
        assert_int_equal(good.code, TW_OK);
        assert_string_equal(good.out.data, "x");
        assert_int_equal(bad.code, TW_INPUT);
        assert_int_equal(bad.error.column, TW_MUSTACHE_DEPTH * strlen(kinds[k]) + 1);
        release(&good);
        release(&bad);
        free(deepest);
        free(deeper);
    }
}

/* 10^9 iterations of loops in loops over one list of 10 are refused rather than awaited. */
static void ends_hostile_loops(void **state)
{
    (void)state;
    char *loops = repeat("{{#l}}", "", "{{/l}}", 30);
    struct rendering got = render(loops, "{\"l\":[1,2,3,4,5,6,7,8,9,10]}", NULL, TW_ESCAPE_NONE, false);
    assert_int_equal(got.code, TW_INPUT);
    assert_non_null(strstr(got.error.message, "longer than"));
    release(&got);
    free(loops);
}

static void assert_map(const char *tmpl, const char *data, const char *partials, const char *expected)
{
    struct rendering got = render(tmpl, data, partials, TW_ESCAPE_NONE, false);
    assert_int_equal(got.code, TW_OK);
    struct tw_text lines = {0};
    for (size_t i = 0; i < got.map.count; i++) tw_text_addf(&lines, "%u ", got.map.lines[i]);
    if (strcmp(tw_text_string(&lines), expected) != 0) {
        fail_msg("%s: expected lines %s, got %s", tmpl, expected, tw_text_string(&lines));
    }
    tw_text_free(&lines);
    release(&got);
}

static void maps_output_lines_to_template_lines(void **state)
{
    (void)state;
    assert_map("", "{}", NULL, "");
    assert_map("a\nb\n\nc", "{}", NULL, "1 2 3 4 ");
    assert_map("a\n", "{}", NULL, "1 ");
    assert_map("{{! x\n\n}}\na\n", "{}", NULL, "4 ");
    assert_map("a{{!\n\n}}b\nc\n", "{}", NULL, "1 4 ");
    assert_map("{{#l}}\na\nb\n{{/l}}\nc", "{\"l\":[1,2]}", NULL, "2 3 2 3 5 ");
    assert_map("{{^l}}\na\n{{/l}}\nb", "{\"l\":[1,2]}", NULL, "4 ");
    assert_map("a\n{{v}}b\nc", "{\"v\":\"1\\n2\\n3\"}", NULL, "1 2 2 2 3 ");
    assert_map("{{v}}\n{{e}}\n", "{\"v\":\"1\\n\",\"e\":\"\"}", NULL, "1 1 2 ");
    assert_map("{{#l}}{{.}}\n{{/l}}", "{\"l\":[1,2]}", NULL, "1 1 ");
    assert_map("a\n\n {{>p}}\nb", "{\"v\":1}", "{\"p\":\"x\\n\\n{{v}}\\n{{>q}}\",\"q\":\"y\\nz\\n\"}",
               "1 2 3 3 3 3 3 4 ");
    assert_map("a\n{{>p}}{{>p}}\nb", "{}", "{\"p\":\"x\\ny\"}", "1 2 2 2 3 ");
}

/* The map counts the lines of the rendering, and the rendering is appended. */
static void appends_to_the_text(void **state)
{
    (void)state;
    struct tw_text out = {0};
    tw_text_add(&out, "before\n");
    struct tw_line_map map;
    struct tw_mustache_options options = {TW_ESCAPE_NONE, true, NULL};
    cJSON *data = cJSON_CreateObject();
    assert_int_equal(tw_mustache_render("t", "a\nb\n", 4, data, &options, &out, &map, NULL), TW_OK);
    assert_string_equal(out.data, "before\na\nb\n");
    assert_int_equal(map.count, 2);
    assert_int_equal(tw_mustache_render("t", "{{x}}", 5, data, &options, &out, NULL, NULL), TW_INPUT);
    cJSON_Delete(data);
    free(map.lines);
    tw_text_free(&out);
}

static void keeps_every_byte(void **state)
{
    (void)state;
    char text[256];
    for (unsigned i = 0; i < sizeof text; i++) text[i] = (char)i;
    struct tw_text out = {0};
    struct tw_mustache_options options = {TW_ESCAPE_HTML, true, NULL};
    cJSON *data = cJSON_CreateObject();
    assert_int_equal(tw_mustache_render("t", text, sizeof text, data, &options, &out, NULL, NULL), TW_OK);
    assert_int_equal(out.length, sizeof text);
    assert_memory_equal(out.data, text, sizeof text);
    assert_int_equal(tw_mustache_render("t", "{{\0}}", 5, data, &options, &out, NULL, NULL), TW_INPUT);
    cJSON_Delete(data);
    tw_text_free(&out);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

/* A JSON object with the one partial p. */
static char *as_partial(const char *text)
{
    struct tw_text json = {0};
    tw_text_add(&json, "{\"p\":");
    tw_escape_json(&json, text);
    tw_text_add(&json, "}");
    return tw_text_take(&json);
}

/*
 * "{{>p}}" standing alone behind blanks must render as p's template does with these blanks typed before each
 * of its lines. The partial is a random row of pieces.
 */
static void indents_like_typed_blanks(void **state)
{
    (void)state;
    static const char *const pieces[] = {"a",
                                         " ",
                                         "\n",
                                         "\n",
                                         "\r\n",
                                         "{{v}}",
                                         "{{{m}}}",
                                         "{{! c }}",
                                         "{{!\n}}",
                                         "{{#l}}\n{{.}}x\n{{/l}}\n",
                                         "{{#l}}-{{/l}}",
                                         "{{^f}}{{v}}\n{{/f}}",
                                         "{{#f}}\nx\n{{/f}}",
                                         "{{#l}}{{#l}}\n {{/l}}\n{{/l}}"};
    const char *data = "{\"v\":\"V\",\"m\":\"1\\n2\",\"l\":[1,2],\"f\":false}";
    uint64_t random = 88172645463325252u;
    for (unsigned round = 0; round < 3000; round++) {
        struct tw_text partial = {0}, typed = {0};
        for (unsigned n = 1 + next_random(&random) % 10; n; n--) {
            tw_text_add(&partial, pieces[next_random(&random) % (sizeof pieces / sizeof *pieces)]);
        }
        tw_text_add(&partial, "\n");
        for (const char *c = partial.data; *c; c++) {
            if (c == partial.data || c[-1] == '\n') tw_text_add(&typed, " \t");
            tw_text_add_char(&typed, *c);
        }
        char *json = as_partial(partial.data);
        struct rendering got = render(" \t{{>p}}\n", data, json, TW_ESCAPE_NONE, true);
        struct rendering expected = render(typed.data, data, NULL, TW_ESCAPE_NONE, true);
        assert_int_equal(got.code, TW_OK);
        if (strcmp(tw_text_string(&got.out), tw_text_string(&expected.out)) != 0)
            fail_msg("%s", partial.data);
        release(&got);
        release(&expected);
        free(json);
        tw_text_free(&partial);
        tw_text_free(&typed);
    }
}

static char *print_number(double value)
{
    struct tw_text out = {0};
    struct tw_mustache_options options = {TW_ESCAPE_NONE, true, NULL};
    cJSON *data = cJSON_CreateNumber(value);
    assert_int_equal(tw_mustache_render("t", "{{.}}", 5, data, &options, &out, NULL, NULL), TW_OK);
    cJSON_Delete(data);
    return tw_text_take(&out);
}

/* Reads back as the same double, and no %g of fewer digits does. */
static void prints_numbers_shortest(void **state)
{
    (void)state;
    uint64_t random = 1234567;
    for (unsigned round = 0; round < 20000; round++) {
        uint64_t bits = next_random(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (round & 1) value = (double)(int64_t)(bits >> 40) / 1000.0;
        if (!isfinite(value)) continue;
        char *printed = print_number(value);
        assert_true(strtod(printed, NULL) == value);
        unsigned digits = 0;
        for (const char *c = printed; *c && *c != 'e'; c++)
            digits += *c >= '0' && *c <= '9' && (digits || *c != '0');
        if (digits > 1 && fabs(value) < 1e21 && floor(value) != value) {
            char shorter[352];
            snprintf(shorter, sizeof shorter, "%.*g", (int)digits - 1, value);
            assert_true(strtod(shorter, NULL) != value);
        }
        free(printed);
    }
}

static void ignores_the_locale(void **state)
{
    (void)state;
    static const char *const with_comma[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE",
                                             "ps_AF.UTF-8"};
    const char *set = NULL;
    for (unsigned i = 0; i < sizeof with_comma / sizeof *with_comma && !set; i++) {
        set = setlocale(LC_ALL, with_comma[i]);
    }
    if (!set) {
        print_message("skipped: no locale with a decimal comma is installed\n");
        skip();
    }
    char *printed = print_number(1.25);
    setlocale(LC_ALL, "C");
    assert_string_equal(printed, "1.25");
    free(printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renders_by_every_rule),
        cmocka_unit_test(escapes_nothing_when_told),
        cmocka_unit_test(reports_what_is_wrong_and_where),
        cmocka_unit_test(names_the_place_of_inclusion),
        cmocka_unit_test(is_strict_only_about_the_unknown),
        cmocka_unit_test(nests_to_the_limit_and_no_further),
        cmocka_unit_test(ends_hostile_loops),
        cmocka_unit_test(maps_output_lines_to_template_lines),
        cmocka_unit_test(appends_to_the_text),
        cmocka_unit_test(keeps_every_byte),
        cmocka_unit_test(indents_like_typed_blanks),
        cmocka_unit_test(prints_numbers_shortest),
        cmocka_unit_test(ignores_the_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
