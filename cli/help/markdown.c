/* What the manual has of a command: how it is called, and its table of options. */
#include "cli/help/help.h"

#include <string.h>

#include "cli/cli.h"

/* Text in a cell of a table, with a backslash before those of its characters that mean something there. */
static void add_cell(const char *words, const char *special, struct tw_text *page)
{
    for (; *words; words++) {
        if (strchr(special, *words)) tw_text_add_char(page, '\\');
        tw_text_add_char(page, *words);
    }
}

static const char in_code[] = "|", in_prose[] = "|<*";

/* "| `-o`, `--output=DIR` | write DIR/NAME.cu for every variant |" */
static void add_row(const struct tw_option *option, struct tw_text *page)
{
    bool is_option = option->kind != TW_OPTION_OPERANDS;
    tw_text_add(page, "| ");
    if (option->letter) tw_text_addf(page, "`-%c`, ", option->letter);
    tw_text_addf(page, "`%s", is_option ? "--" : "");
    add_cell(option->name, in_code, page);
    if (option->value) tw_text_add_char(page, '=');
    if (option->value) add_cell(option->value, in_code, page);
    tw_text_add(page, "` | ");
    add_cell(option->help, in_prose, page);
    tw_text_add(page, " |\n");
}

/* ---- options that many commands have: one table explains them, the page of a command names them ---- */

enum { MANY_COMMANDS = 4 };

static bool is_same(const struct tw_option *a, const struct tw_option *b)
{
    return strcmp(a->name, b->name) == 0 && a->letter == b->letter && strcmp(a->help, b->help) == 0;
}

/* The same option in the command's own table, or in the first of its actions that has it; NULL: there is none. */
static const struct tw_option *find_same(const struct tw_command *command, const struct tw_option *option)
{
    const struct tw_option *own = command->arguments->options, *found = NULL;
    for (; own && own->name; own++) {
        if (is_same(own, option)) return own;
    }
    const struct tw_command *action = command->arguments->actions;
    for (; action && action->name && !found; action++) found = find_same(action, option);
    return found;
}

static bool is_shared(const struct tw_option *option)
{
    unsigned count = 0;
    if (option->kind == TW_OPTION_OPERANDS) return false;
    for (const struct tw_command *command = tw_commands; command->name; command++)
        count += find_same(command, option) != NULL;
    return count >= MANY_COMMANDS;
}

static bool is_first(const struct tw_option *option)
{
    const struct tw_option *first = NULL;
    for (const struct tw_command *command = tw_commands; command->name && !first; command++)
        first = find_same(command, option);
    return first == option;
}

/* A tw_add_command. */
static void add_shared_rows(const struct tw_command *command, const char *path, struct tw_text *page)
{
    (void)path;
    for (const struct tw_option *option = command->arguments->options; option && option->name; option++) {
        if (is_shared(option) && is_first(option)) add_row(option, page);
    }
}

/* "Also `--force`, `--arch`: [shared options](...)." */
static void add_shared_names(const struct tw_option *option, struct tw_text *page)
{
    const char *before = "\nAlso ";
    for (; option->name; option++) {
        if (!is_shared(option)) continue;
        tw_text_addf(page, "%s`--%s`", before, option->name);
        before = ", ";
    }
    if (strcmp(before, ", ") == 0)
        tw_text_add(page, ": [shared options](README.md#options-of-many-commands).\n");
}

static void add_own_rows(const struct tw_option *operands, const struct tw_option *option,
                         struct tw_text *page)
{
    if (operands) add_row(operands, page);
    for (; option->name; option++) {
        if (option != operands && !is_shared(option)) add_row(option, page);
    }
}

/* The table of a command or an action that takes options. */
static void add_table(const struct tw_command *command, const char *path, struct tw_text *page)
{
    const struct tw_option *operands = tw_operands_of(command->arguments),
                           *option = command->arguments->options;
    tw_text_addf(page, "    tilewright %s [OPTION...]%s%s\n", path, operands ? " " : "",
                 operands ? operands->name : "");
    if (!option || !option->name) return;
    struct tw_text rows = {0};
    add_own_rows(operands, option, &rows);
    if (rows.length > 0 || rows.failed)
        tw_text_addf(page, "\n| argument | meaning |\n|---|---|\n%s", tw_text_part(page, &rows));
    tw_text_free(&rows);
    add_shared_names(option, page);
}

static void add_action(const struct tw_command *command, const struct tw_command *action,
                       struct tw_text *page)
{
    struct tw_text path = {0};
    tw_text_addf(&path, "%s %s", command->name, action->name);
    tw_text_addf(page, "%s### %s\n\n%c%s.\n\n", action == command->arguments->actions ? "" : "\n",
                 action->name, action->help[0] - 'a' + 'A', action->help + 1);
    add_table(action, tw_text_part(page, &path), page);
    tw_text_free(&path);
}

/* All commands, with their pages; what all of them end with; the options that many have. */
static void add_program(struct tw_text *page)
{
    tw_text_add(page, "| command | |\n|---|---|\n");
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        tw_text_addf(page, "| [%s](%s.md) | ", command->name, command->name);
        add_cell(command->help, in_prose, page);
        tw_text_add(page, " |\n");
    }
    tw_text_add(page, "\n| exit status | |\n|---|---|\n");
    for (const struct tw_status_help *row = tw_status_help; row->help; row++)
        tw_text_addf(page, "| %d | %s |\n", row->status, row->help);
    tw_text_add(page, "\n## Options of many commands\n\n| option | meaning |\n|---|---|\n");
    tw_add_commands(add_shared_rows, page);
}

void tw_help_markdown(const struct tw_command *command, struct tw_text *page)
{
    if (!command)
        add_program(page);
    else if (!command->arguments->actions)
        add_table(command, command->name, page);
    else
        for (const struct tw_command *action = command->arguments->actions; action->name; action++)
            add_action(command, action, page);
}
