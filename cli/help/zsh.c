/* Completion for zsh, by _arguments. */
#include "cli/help/help.h"

#include <string.h>

/* Within single quotes, and in what _arguments reads: brackets and colons end its parts. */
static void add_escaped(const char *words, struct tw_text *script)
{
    for (; *words; words++) {
        if (*words == '\'')
            tw_text_add(script, "'\\''");
        else if (strchr("[]:\\", *words))
            tw_text_addf(script, "\\%c", *words);
        else
            tw_text_add_char(script, *words);
    }
}

/* ":FILE:_files", ":DEVICE:(auto cuda sim)" */
static void add_value(const struct tw_option *option, const char *name, struct tw_text *script)
{
    struct tw_completion value = tw_complete_value(option);
    const char *words = tw_text_part(script, &value.words);
    tw_text_add_char(script, ':');
    add_escaped(name, script);
    if (value.is_list)
        tw_text_addf(script, ":_sequence compadd - %s", words);
    else if (*words)
        tw_text_addf(script, ":(%s)", words);
    else
        tw_text_add(script, value.is_path ? ":_files" : ": ");
    tw_text_free(&value.words);
}

/* '(-o --output)'{-o+,--output=}'[what it does]:FILE:_files'; one that adds up may be given again. */
static void add_option(const struct tw_option *option, struct tw_text *script)
{
    bool again = option->kind == TW_OPTION_READ || option->kind == TW_OPTION_WORDS;
    const char *plus = option->value ? "+" : "", *equals = option->value ? "=" : "";
    tw_text_add(script, " \\\n            ");
    if (again)
        tw_text_add(script, "'*'");
    else if (option->letter)
        tw_text_addf(script, "'(-%c --%s)'", option->letter, option->name);
    if (option->letter)
        tw_text_addf(script, "{'-%c%s',--%s%s}'[", option->letter, plus, option->name, equals);
    else
        tw_text_addf(script, "'--%s%s[", option->name, equals);
    add_escaped(option->help, script);
    tw_text_add_char(script, ']');
    if (option->value) add_value(option, option->value, script);
    tw_text_add_char(script, '\'');
}

static void add_command(const struct tw_command *command, const char *path, struct tw_text *script)
{
    const struct tw_option *operands = tw_operands_of(command->arguments);
    tw_text_addf(script, "    ('%s') _arguments -s", path);
    for (const struct tw_option *option = NULL; (option = tw_next_option(command->arguments, option));)
        add_option(option, script);
    if (operands) {
        tw_text_add(script, " \\\n            '*");
        add_value(operands, operands->name, script);
        tw_text_add_char(script, '\'');
    }
    tw_text_add(script, " ;;\n");
}

/* 'NAME:what it does' of each. */
static void add_names(const struct tw_command *list, struct tw_text *script)
{
    for (const struct tw_command *command = list; command->name; command++) {
        tw_text_addf(script, " \\\n            '%s:", command->name);
        add_escaped(command->help, script);
        tw_text_add_char(script, '\'');
    }
}

static void add_actions(const struct tw_command *command, struct tw_text *script)
{
    tw_text_addf(script, "    (%s)\n        if (( CURRENT == 3 )); then\n            names=(", command->name);
    add_names(command->arguments->actions, script);
    tw_text_add(script, ")\n"
                        "            _describe action names\n"
                        "            return\n"
                        "        fi\n"
                        "        called+=\" $words[3]\"\n"
                        "        shift words\n"
                        "        (( CURRENT-- )) ;;\n");
}

void tw_help_zsh(struct tw_text *script)
{
    tw_text_add(script, "#compdef tilewright\n"
                        "# Completion of tilewright in zsh, from its tables of options.\n"
                        "_tilewright() {\n"
                        "    local called=$words[2]\n"
                        "    local -a names\n"
                        "    if (( CURRENT == 2 )); then\n"
                        "        names=(");
    add_names(tw_commands, script);
    tw_text_add(script, ")\n"
                        "        _describe command names\n"
                        "        return\n"
                        "    fi\n"
                        "    case $called in\n");
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        if (command->arguments->actions) add_actions(command, script);
    }
    tw_text_add(script, "    esac\n"
                        "    shift words\n"
                        "    (( CURRENT-- ))\n"
                        "    case $called in\n");
    tw_add_commands(add_command, script);
    tw_text_add(script, "    esac\n"
                        "}\n"
                        "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
                        "    _tilewright \"$@\"\n"
                        "else\n"
                        "    compdef _tilewright tilewright\n"
                        "fi\n");
}
