/* Manual pages, tables in Markdown and completion against the tables: every option of every command and action is in all of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/help/help.h"

static void expect(const struct tw_text *where, const char *what, const char *of, const char *name)
{
    assert_false(where->failed);
    if (!strstr(where->data, what)) fail_msg("no '%s' for %s of %s", what, name, of);
}

/* The part of a manual page between the heading of an action and the next; of a command without actions, all of it. */
static struct tw_text section_of(const struct tw_text *page, const struct tw_command *action, bool is_action)
{
    struct tw_text heading = {0}, section = {0};
    tw_text_addf(&heading, "\n.SS %s\n", action->name);
    const char *start = is_action ? strstr(page->data, tw_text_string(&heading)) : page->data;
    assert_non_null(start);
    const char *end = is_action ? strstr(start + 1, "\n.S") : NULL;
    tw_text_add_bytes(&section, start, end ? (size_t)(end - start) : strlen(start));
    tw_text_free(&heading);
    return section;
}

/* As roff has it: hyphens escaped. */
static void add_roff(const char *words, struct tw_text *text)
{
    for (; *words; words++) {
        if (*words == '-' || *words == '\\') tw_text_add_char(text, '\\');
        tw_text_add_char(text, *words == '\\' ? 'e' : *words);
    }
}

static void expect_in_page(const struct tw_text *page, const struct tw_command *command, bool is_action)
{
    struct tw_text section = section_of(page, command, is_action);
    for (const struct tw_option *row = command->arguments->options; row && row->name; row++) {
        struct tw_text line = {0};
        bool is_option = row->kind != TW_OPTION_OPERANDS;
        if (is_option && row->letter) tw_text_addf(&line, "\\fB\\-%c\\fR, ", row->letter);
        if (is_option) tw_text_add(&line, "\\fB\\-\\-");
        add_roff(row->name, &line);
        if (is_option) tw_text_add(&line, "\\fR");
        if (row->value) tw_text_add(&line, "=\\fI");
        if (row->value) add_roff(row->value, &line);
        if (row->value) tw_text_add(&line, "\\fR");
        tw_text_add_char(&line, '\n');
        if (is_option) add_roff(row->help, &line);
        expect(&section, tw_text_string(&line), command->name, row->name);
        tw_text_free(&line);
    }
    expect(&section, "\\fB\\-\\-help\\fR", command->name, "--help");
    tw_text_free(&section);
}

static void test_pages(void **state)
{
    (void)state;
    struct tw_text program = {0};
    tw_help_man(NULL, &program);
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        const struct tw_command *action = command->arguments->actions;
        struct tw_text page = {0}, entry = {0};
        tw_help_man(command, &page);
        if (!action) expect_in_page(&page, command, false);
        for (; action && action->name; action++) expect_in_page(&page, action, true);
        tw_text_addf(&entry, "\\fBtilewright\\-%s\\fR(1)\n", command->name);
        expect(&program, tw_text_string(&entry), "tilewright.1", command->name);
        expect(&page, "\n.SH EXIT STATUS\n", command->name, "the page");
        tw_text_free(&page);
        tw_text_free(&entry);
    }
    tw_text_free(&program);
}

/* The line of the script that begins so, and as many more as the entry has; to be freed. */
static struct tw_text entry_of(const struct tw_text *script, const char *begins, const char *ends)
{
    struct tw_text entry = {0};
    const char *start = strstr(script->data, begins);
    if (!start) fail_msg("no %s", begins);
    const char *end = strstr(start, ends);
    assert_non_null(end);
    tw_text_add_bytes(&entry, start, (size_t)(end - start));
    tw_text_add_char(&entry, ' ');
    return entry;
}

static void expect_bash(const struct tw_text *script, const struct tw_option *row, const char *path)
{
    struct tw_text begins = {0}, word = {0};
    tw_text_addf(&begins, "    '%s') options='", path);
    struct tw_text entry = entry_of(script, tw_text_string(&begins), ";;");
    if (row->letter) tw_text_addf(&word, "-%c ", row->letter);
    tw_text_addf(&word, "--%s%s ", row->name, row->value ? "=" : "");
    expect(&entry, tw_text_string(&word), path, row->name);
    tw_text_clear(&word);
    tw_text_addf(&word, "'%s --%s'", path, row->name);
    if (row->value) expect(script, tw_text_string(&word), path, row->name);
    tw_text_free(&begins);
    tw_text_free(&word);
    tw_text_free(&entry);
}

static void expect_zsh(const struct tw_text *script, const struct tw_option *row, const char *path)
{
    struct tw_text begins = {0}, word = {0};
    tw_text_addf(&begins, "    ('%s') _arguments", path);
    struct tw_text entry = entry_of(script, tw_text_string(&begins), ";;");
    if (row->letter)
        tw_text_addf(&word, "{'-%c%s',--%s%s}'[", row->letter, row->value ? "+" : "", row->name,
                     row->value ? "=" : "");
    else
        tw_text_addf(&word, "'--%s%s[", row->name, row->value ? "=" : "");
    expect(&entry, tw_text_string(&word), path, row->name);
    tw_text_free(&begins);
    tw_text_free(&word);
    tw_text_free(&entry);
}

static void expect_fish(const struct tw_text *script, const struct tw_option *row, const char *path)
{
    struct tw_text line = {0};
    tw_text_addf(&line, "complete -c tilewright -n '__tilewright_called %s'", path);
    if (row->letter) tw_text_addf(&line, " -s '%c'", row->letter);
    tw_text_addf(&line, " -l %s -", row->name);
    expect(script, tw_text_string(&line), path, row->name);
    tw_text_free(&line);
}

typedef void expect_option(const struct tw_text *script, const struct tw_option *row, const char *path);

static void expect_options(const struct tw_text *script, const struct tw_command *command, const char *path,
                           expect_option *expect_one)
{
    for (const struct tw_option *row = command->arguments->options; row && row->name; row++) {
        if (row->kind != TW_OPTION_OPERANDS) expect_one(script, row, path);
    }
    for (const struct tw_option *row = tw_standard_options; row->name; row++) expect_one(script, row, path);
}

static void expect_all(void (*write)(struct tw_text *), expect_option *expect_one)
{
    struct tw_text script = {0};
    write(&script);
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        const struct tw_command *action = command->arguments->actions;
        if (!action) expect_options(&script, command, command->name, expect_one);
        for (; action && action->name; action++) {
            struct tw_text path = {0};
            tw_text_addf(&path, "%s %s", command->name, action->name);
            expect_options(&script, action, tw_text_string(&path), expect_one);
            tw_text_free(&path);
        }
    }
    tw_text_free(&script);
}

static void test_scripts(void **state)
{
    (void)state;
    expect_all(tw_help_bash, expect_bash);
    expect_all(tw_help_zsh, expect_zsh);
    expect_all(tw_help_fish, expect_fish);
}

/* The page of a command has a row for the option; or its name, and the table for all commands has the one row. */
static void expect_markdown(const struct tw_text *program, const struct tw_text *page,
                            const struct tw_option *row, const char *command)
{
    struct tw_text name = {0}, cell = {0};
    tw_text_addf(&name, "`--%s`", row->name);
    tw_text_addf(&cell, "`--%s%s", row->name, row->value ? "=" : "` | ");
    if (!strstr(page->data, tw_text_string(&cell))) {
        expect(page, tw_text_string(&name), command, row->name);
        expect(program, tw_text_string(&cell), "all commands", row->name);
        assert_null(strstr(strstr(program->data, tw_text_string(&cell)) + 1, tw_text_string(&cell)));
    }
    tw_text_free(&name);
    tw_text_free(&cell);
}

static void test_markdown(void **state)
{
    (void)state;
    struct tw_text program = {0};
    tw_help_markdown(NULL, &program);
    expect(&program, "| `--force` | ", "all commands", "many");
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        const struct tw_option *row = command->arguments->options;
        struct tw_text page = {0};
        tw_help_markdown(command, &page);
        for (; row && row->name; row++) {
            if (row->kind != TW_OPTION_OPERANDS) expect_markdown(&program, &page, row, command->name);
        }
        assert_null(strstr(page.data, "| `--force` | "));
        tw_text_free(&page);
    }
    tw_text_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_scripts),
        cmocka_unit_test(test_markdown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
