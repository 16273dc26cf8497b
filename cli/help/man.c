/* Manual pages, by the macros of man(7). */
#include "cli/help/help.h"

#include <string.h>

#include <tilewright/version.h>

#include "cli/cli.h"

/* Text as it is: a backslash and a hyphen mean something to roff, and so do a point and a quote where a line begins. */
static void add_text(const char *words, struct tw_text *page)
{
    bool begins = !page->length || page->data[page->length - 1] == '\n';
    if (begins && (*words == '.' || *words == '\'')) tw_text_add(page, "\\&");
    for (; *words; words++) {
        if (*words == '\\')
            tw_text_add(page, "\\e");
        else if (*words == '-')
            tw_text_add(page, "\\-");
        else
            tw_text_add_char(page, *words);
    }
}

/* In upper case, as sections are called. */
static void add_capitals(const char *words, struct tw_text *page)
{
    for (; *words; words++)
        tw_text_add_char(page, *words >= 'a' && *words <= 'z' ? *words - 'a' + 'A' : *words);
}

static void add_bold(const char *words, struct tw_text *page)
{
    tw_text_add(page, "\\fB");
    add_text(words, page);
    tw_text_add(page, "\\fR");
}

/* .TH, and NAME; `command` NULL: the program's page. */
static void add_head(const struct tw_command *command, struct tw_text *page)
{
    tw_text_add(page, ".TH TILEWRIGHT");
    if (command) {
        tw_text_add_char(page, '-');
        add_capitals(command->name, page);
    }
    tw_text_add(page, " 1 \"\" \"tilewright " TILEWRIGHT_VERSION "\" \"Tilewright\"\n.SH NAME\ntilewright");
    if (command) tw_text_addf(page, "\\-%s", command->name);
    tw_text_add(page, " \\- ");
    add_text(command ? command->help : "CUDA kernels around a shared-memory tile, from JSON", page);
    tw_text_add_char(page, '\n');
}

static void add_section(const char *name, struct tw_text *page)
{
    tw_text_addf(page, ".SH %s\n", name);
}

/* "\fBtilewright cache list\fR [\fIOPTION\fR...] CONFIG" */
static void add_usage(const struct tw_arguments *arguments, const char *path, struct tw_text *page)
{
    const struct tw_option *operands = tw_operands_of(arguments);
    tw_text_add(page, "\\fBtilewright ");
    add_text(path, page);
    tw_text_add(page, "\\fR [\\fIOPTION\\fR...]");
    if (operands) {
        tw_text_add_char(page, ' ');
        add_text(operands->name, page);
    }
    tw_text_add_char(page, '\n');
}

static void add_option(const struct tw_option *option, struct tw_text *page)
{
    char letter[] = {'-', option->letter, '\0'};
    tw_text_add(page, ".TP\n");
    if (option->letter) {
        add_bold(letter, page);
        tw_text_add(page, ", ");
    }
    tw_text_add(page, "\\fB\\-\\-");
    add_text(option->name, page);
    tw_text_add(page, "\\fR");
    if (option->value) {
        tw_text_add(page, "=\\fI");
        add_text(option->value, page);
        tw_text_add(page, "\\fR");
    }
    tw_text_add_char(page, '\n');
    add_text(option->help, page);
    tw_text_add_char(page, '\n');
}

static void add_options(const struct tw_arguments *arguments, struct tw_text *page)
{
    for (const struct tw_option *option = NULL; (option = tw_next_option(arguments, option));)
        add_option(option, page);
}

/* What stands before the options, or after them. */
static void add_about(const struct tw_arguments *arguments, bool after, struct tw_text *page)
{
    struct tw_text part = {0};
    size_t before = strcspn(arguments->about, "\v");
    if (after && arguments->about[before])
        tw_text_add(&part, arguments->about + before + 1);
    else if (!after)
        tw_text_add_bytes(&part, arguments->about, before);
    const char *words = tw_text_part(page, &part);
    if (*words) {
        tw_text_add(page, ".PP\n");
        add_text(words, page);
        tw_text_add_char(page, '\n');
    }
    tw_text_free(&part);
}

static void add_action(const struct tw_command *command, const struct tw_command *action,
                       struct tw_text *page)
{
    struct tw_text path = {0};
    tw_text_addf(&path, "%s %s", command->name, action->name);
    tw_text_addf(page, ".SS %s\n", action->name);
    add_usage(action->arguments, tw_text_part(page, &path), page);
    add_about(action->arguments, false, page);
    add_options(action->arguments, page);
    add_about(action->arguments, true, page);
    tw_text_free(&path);
}

/* One command: its options, or its actions with theirs. */
static void add_command(const struct tw_command *command, struct tw_text *page)
{
    const struct tw_arguments *arguments = command->arguments;
    add_section("SYNOPSIS", page);
    if (arguments->actions)
        tw_text_addf(page, "\\fBtilewright %s\\fR \\fIACTION\\fR [\\fIARGUMENTS\\fR]\n", command->name);
    else
        add_usage(arguments, command->name, page);
    add_section("DESCRIPTION", page);
    add_about(arguments, false, page);
    add_about(arguments, true, page);
    add_section(arguments->actions ? "ACTIONS" : "OPTIONS", page);
    for (const struct tw_command *action = arguments->actions; action && action->name; action++)
        add_action(command, action, page);
    if (!arguments->actions) add_options(arguments, page);
}

static void add_program(struct tw_text *page)
{
    add_section("SYNOPSIS", page);
    tw_text_add(page, "\\fBtilewright\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n.br\n"
                      "\\fBtilewright\\fR \\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR\n");
    add_section("DESCRIPTION", page);
    tw_text_add(page,
                "Turns a JSON tile config into CUDA kernels: generated, compiled, launched and checked,\n"
                "on a GPU or on a simulator that executes their PTX.\n");
    add_section("COMMANDS", page);
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        tw_text_addf(page, ".TP\n\\fBtilewright\\-%s\\fR(1)\n", command->name);
        add_text(command->help, page);
        tw_text_add_char(page, '\n');
    }
}

static void add_statuses(struct tw_text *page)
{
    add_section("EXIT STATUS", page);
    for (const struct tw_status_help *row = tw_status_help; row->help; row++)
        tw_text_addf(page, ".TP\n\\fB%d\\fR\n%s\n", row->status, row->help);
}

void tw_help_man(const struct tw_command *command, struct tw_text *page)
{
    add_head(command, page);
    if (command)
        add_command(command, page);
    else
        add_program(page);
    add_statuses(page);
    if (!command) return;
    add_section("SEE ALSO", page);
    tw_text_add(page, "\\fBtilewright\\fR(1)\n");
}
