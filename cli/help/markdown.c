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

/* The table of a command or an action that takes options. */
static void add_table(const struct tw_command *command, const char *path, struct tw_text *page)
{
    const struct tw_option *operands = tw_operands_of(command->arguments),
                           *option = command->arguments->options;
    tw_text_addf(page, "    tilewright %s [OPTION...]%s%s\n", path, operands ? " " : "",
                 operands ? operands->name : "");
    if (!option || !option->name) return;
    tw_text_add(page, "\n| argument | meaning |\n|---|---|\n");
    if (operands) add_row(operands, page);
    for (; option->name; option++) {
        if (option != operands) add_row(option, page);
    }
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

/* All commands, with their pages; and what all of them end with. */
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
