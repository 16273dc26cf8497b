/* Completion for fish: a line for each option of each command. */
#include "cli/help/help.h"

static void add_quoted(const char *words, struct tw_text *script)
{
    tw_text_add_char(script, '\'');
    for (; *words; words++) {
        if (*words == '\'' || *words == '\\') tw_text_add_char(script, '\\');
        tw_text_add_char(script, *words);
    }
    tw_text_add_char(script, '\'');
}

static void begin(const char *path, struct tw_text *script)
{
    tw_text_addf(script, "complete -c tilewright -n '__tilewright_called %s'", path);
}

static void add_name(const char *path, const struct tw_command *command, struct tw_text *script)
{
    tw_text_addf(script, "complete -c tilewright -n '__tilewright_has_called%s%s' -a %s -d ",
                 *path ? " " : "", path, command->name);
    add_quoted(command->help, script);
    tw_text_add_char(script, '\n');
}

/* What may stand there: files, words, or what nobody knows. */
static void add_value(const struct tw_option *option, struct tw_text *script)
{
    struct tw_completion value = tw_complete_value(option);
    const char *words = tw_text_part(script, &value.words);
    bool is_operand = option->kind == TW_OPTION_OPERANDS;
    if (*words) {
        tw_text_addf(script, is_operand ? " -a " : " -x -a ");
        if (value.is_list)
            tw_text_addf(script, "'(__fish_append , %s)'", words);
        else
            add_quoted(words, script);
    } else if (value.is_path) {
        tw_text_add(script, is_operand ? " -F" : " -r -F");
    } else if (!is_operand) {
        tw_text_add(script, " -x");
    }
    tw_text_free(&value.words);
}

static void add_command(const struct tw_command *command, const char *path, struct tw_text *script)
{
    const struct tw_option *operands = tw_operands_of(command->arguments);
    for (const struct tw_option *option = NULL; (option = tw_next_option(command->arguments, option));) {
        begin(path, script);
        if (option->letter) tw_text_addf(script, " -s '%c'", option->letter);
        tw_text_addf(script, " -l %s", option->name);
        if (option->value) add_value(option, script);
        tw_text_add(script, " -d ");
        add_quoted(option->help, script);
        tw_text_add_char(script, '\n');
    }
    if (!operands) return;
    begin(path, script);
    add_value(operands, script);
    tw_text_add_char(script, '\n');
}

void tw_help_fish(struct tw_text *script)
{
    tw_text_add(
        script,
        "# Completion of tilewright in fish, from its tables of options.\n"
        "function __tilewright_called # COMMAND [ACTION]: what has been typed begins with these\n"
        "    set -l typed (commandline -opc)\n"
        "    set -l last (math (count $argv) + 1)\n"
        "    test (count $typed) -ge $last; and test \"$typed[2..$last]\" = \"$argv\"\n"
        "end\n"
        "function __tilewright_has_called # [COMMAND]: no more than these\n"
        "    set -l typed (commandline -opc)\n"
        "    test (count $typed) -eq (math (count $argv) + 1); or return 1\n"
        "    test (count $argv) -eq 0; or test \"$typed[2]\" = \"$argv\"\n"
        "end\n"
        "complete -c tilewright -f\n"
        "complete -c tilewright -n __tilewright_has_called -l help -d 'give help'\n"
        "complete -c tilewright -n __tilewright_has_called -l version -d 'say which version this is'\n");
    for (const struct tw_command *command = tw_commands; command->name; command++)
        add_name("", command, script);
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        const struct tw_command *action = command->arguments->actions;
        for (; action && action->name; action++) add_name(command->name, action, script);
    }
    tw_add_commands(add_command, script);
}
