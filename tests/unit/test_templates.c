/* The templates as texts to be read: no long line, and at the top a list of the variables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "gen/family.h"
#include "gen/text/mustache_parse.h"
#include "gen/text/templates.h"

#define LINE_MAX_CHARACTERS 120u

/* All that is wrong is said before the test fails. */
static unsigned complaints;

#define complain(...) (print_error(__VA_ARGS__), print_error("\n"), complaints++)

static bool is_template(const struct tw_template *row)
{
    size_t length = strlen(row->name), end = strlen(".mustache");
    return length > end && strcmp(row->name + length - end, ".mustache") == 0;
}

static size_t characters(const char *line, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) count += ((unsigned char)line[i] & 0xC0u) != 0x80u; /* UTF-8 */
    return count;
}

static void no_line_is_long(void **state)
{
    (void)state;
    unsigned templates = 0;
    complaints = 0;
    for (const struct tw_template *row = tw_templates; row->name; row++) {
        if (!is_template(row)) continue;
        unsigned number = 1;
        templates++;
        for (const char *line = row->text; *line; number++) {
            size_t length = strcspn(line, "\n");
            if (characters(line, length) > LINE_MAX_CHARACTERS)
                complain("templates/%s:%u has more than %u characters", row->name, number,
                         LINE_MAX_CHARACTERS);
            line += length + (line[length] == '\n');
        }
    }
    assert_true(templates > 5);
    assert_int_equal(complaints, 0);
}

/* ---- the list: the comment that a template begins with ---- */

static struct tw_slice list_of(const char *name)
{
    const struct tw_template *tmpl = tw_template_find(name);
    assert_non_null(tmpl);
    if (strncmp(tmpl->text, "{{!", 3) != 0) return (struct tw_slice){"", 0};
    return (struct tw_slice){tmpl->text, (size_t)(strstr(tmpl->text, "}}") - tmpl->text)};
}

static bool has_word(struct tw_slice text, struct tw_slice word)
{
    for (const char *at = text.data; at + word.length <= text.data + text.length; at++) {
        bool begins = at == text.data || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        bool ends = !(isalnum((unsigned char)at[word.length]) || at[word.length] == '_');
        if (begins && ends && strncmp(at, word.data, word.length) == 0) return true;
    }
    return false;
}

static bool includes(const struct tw_template *tmpl, const char *name)
{
    struct tw_mustache parsed;
    bool found = false;
    assert_int_equal(tw_mustache_parse(tmpl->name, tmpl->text, tmpl->length, &parsed, NULL), TW_OK);
    for (size_t i = 0; i < parsed.count; i++) {
        size_t stem = parsed.nodes[i].name.length;
        found |= parsed.nodes[i].op == TW_MUSTACHE_PARTIAL &&
                 strncmp(name, parsed.nodes[i].name.data, stem) == 0 && strcmp(name + stem, ".mustache") == 0;
    }
    tw_mustache_free(&parsed);
    return found;
}

/* The embed templates share a list, a family's own template has one, and another part has the variables of the kernel that includes
   it. */
static const char *list_holder(const char *name)
{
    if (strncmp(name, "embed", 5) == 0) return "embed.h.mustache";
    for (size_t i = 0; tw_families[i]; i++)
        if (strcmp(tw_families[i]->template_name, name) == 0) return name;
    for (size_t i = 0; tw_families[i]; i++) {
        if (includes(tw_template_find(tw_families[i]->template_name), name))
            return tw_families[i]->template_name;
    }
    return name;
}

static bool is_field(const char *tmpl, struct tw_slice name)
{
    for (size_t i = 0; tw_families[i]; i++) {
        const struct tw_family *family = tw_families[i];
        for (unsigned k = 0; strcmp(family->template_name, tmpl) == 0 && k < family->field_count; k++) {
            const char *key = family->fields[k].key;
            if (strlen(key) == name.length && strncmp(key, name.data, name.length) == 0) return true;
        }
    }
    return false;
}

/* Each part of a dotted name is in the list, or in the one that the list refers to. */
static void check_name(const struct tw_template *tmpl, unsigned line, struct tw_slice name)
{
    while (name.length) {
        const char *dot = memchr(name.data, '.', name.length);
        struct tw_slice part = {name.data, dot ? (size_t)(dot - name.data) : name.length};
        if (!has_word(list_of(tmpl->name), part) && !has_word(list_of(list_holder(tmpl->name)), part) &&
            !is_field(list_holder(tmpl->name), part))
            complain("templates/%s:%u: '%.*s' is not in the list at the top", tmpl->name, line,
                     TW_SHOW(part));
        size_t used = part.length + (dot != NULL);
        name = (struct tw_slice){name.data + used, name.length - used};
    }
}

static void every_variable_is_in_the_list(void **state)
{
    (void)state;
    complaints = 0;
    for (const struct tw_template *row = tw_templates; row->name; row++) {
        struct tw_mustache parsed;
        if (!is_template(row)) continue;
        assert_int_equal(tw_mustache_parse(row->name, row->text, row->length, &parsed, NULL), TW_OK);
        for (size_t i = 0; i < parsed.count; i++) {
            const struct tw_mustache_node *node = &parsed.nodes[i];
            if (node->op != TW_MUSTACHE_TEXT && node->op != TW_MUSTACHE_PARTIAL)
                check_name(row, node->line, node->name);
        }
        tw_mustache_free(&parsed);
    }
    assert_int_equal(complaints, 0);
}

/* ---- the hash ---- */

static uint64_t hash_of(const char *text)
{
    const struct tw_template tmpl = {"own", text, strlen(text)};
    return tw_template_hash(&tmpl);
}

/* Kernels of two templates that differ in nothing but which others they include are not the same. */
static void included_templates_are_part_of_the_hash(void **state)
{
    (void)state;
    const struct tw_template *whole = tw_template_find("shuffle.cu.mustache");
    const struct tw_template *part = tw_template_find("turn.cu.mustache");
    assert_true(includes(whole, part->name));
    assert_int_not_equal(tw_template_hash(whole), tw_hash(whole->text, whole->length));
    assert_int_equal(tw_template_hash(part), tw_hash(part->text, part->length));
    const uint64_t both[] = {tw_hash(whole->text, whole->length), tw_hash(part->text, part->length)};
    assert_int_equal(tw_template_hash(whole), tw_hash(both, sizeof both));

    assert_int_equal(hash_of("a > b -> c"), tw_hash("a > b -> c", 10));
    static const char *const tags[] = {"{{>transpose_row_run.cu}}",
                                       "{{=<% %>=}} <%> \n transpose_row_run.cu %>"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        assert_int_not_equal(hash_of(tags[i]), tw_hash(tags[i], strlen(tags[i])));
    /* what an included one includes counts too */
    const uint64_t first[] = {tw_hash("{{>shuffle.cu}}", 15), tw_hash(whole->text, whole->length)};
    const uint64_t second[] = {tw_hash(first, sizeof first), tw_hash(part->text, part->length)};
    assert_int_equal(hash_of("{{>shuffle.cu}}"), tw_hash(second, sizeof second));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(included_templates_are_part_of_the_hash),
        cmocka_unit_test(no_line_is_long),
        cmocka_unit_test(every_variable_is_in_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
