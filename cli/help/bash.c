/* Completion for bash. A word such as --output=x comes to it as three: bash breaks words at "=". */
#include "cli/help/help.h"

/* "  'run --device') words='auto cuda sim' known=1 ;;": what stands after the option. */
static void add_value(const struct tw_option *option, const char *path, struct tw_text *script)
{
    struct tw_completion value = tw_complete_value(option);
    tw_text_addf(script, "    '%s --%s'", path, option->name);
    if (option->letter) tw_text_addf(script, " | '%s -%c'", path, option->letter);
    tw_text_addf(script, ") known=1 paths=%d words='%s' ;;\n", value.is_path && !value.words.length,
                 tw_text_part(script, &value.words));
    tw_text_free(&value.words);
}

static void add_values(const struct tw_command *command, const char *path, struct tw_text *script)
{
    for (const struct tw_option *option = NULL; (option = tw_next_option(command->arguments, option));) {
        if (option->value) add_value(option, path, script);
    }
}

/* "  'gen') options='--output= --force ...' paths=1 ;;" */
static void add_options(const struct tw_command *command, const char *path, struct tw_text *script)
{
    const struct tw_option *operands = tw_operands_of(command->arguments);
    struct tw_completion operand = operands ? tw_complete_value(operands) : (struct tw_completion){0};
    tw_text_addf(script, "    '%s') options='", path);
    for (const struct tw_option *option = NULL; (option = tw_next_option(command->arguments, option));) {
        if (option->letter) tw_text_addf(script, "-%c ", option->letter);
        tw_text_addf(script, "--%s%s ", option->name, option->value ? "=" : "");
    }
    tw_text_addf(script, "' paths=%d words='%s' ;;\n", operand.is_path, tw_text_part(script, &operand.words));
    tw_text_free(&operand.words);
}

static void add_names(const struct tw_command *list, struct tw_text *script)
{
    for (const struct tw_command *command = list; command->name; command++)
        tw_text_addf(script, "%s%s", command == list ? "" : " ", command->name);
}

static void add_actions(struct tw_text *script)
{
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        if (!command->arguments->actions) continue;
        tw_text_addf(script, "    '%s') actions='", command->name);
        add_names(command->arguments->actions, script);
        tw_text_add(script, "' ;;\n");
    }
}

void tw_help_bash(struct tw_text *script)
{
    tw_text_add(
        script,
        "# Completion of tilewright in bash, from its tables of options.\n"
        "_tilewright()\n{\n"
        "    local at=$COMP_CWORD current=${COMP_WORDS[COMP_CWORD]} path=${COMP_WORDS[1]}\n"
        "    local option=${COMP_WORDS[COMP_CWORD - 1]} known=0 paths=0 words='' options='' actions=''\n"
        "    if [[ $current == = ]]; then\n"
        "        current=''\n"
        "    elif [[ $option == = ]]; then\n"
        "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
        "    fi\n"
        "    COMPREPLY=()\n"
        "    if ((at == 1)); then\n"
        "        mapfile -t COMPREPLY < <(compgen -W '");
    add_names(tw_commands, script);
    tw_text_add(script, " --help --version' -- \"$current\")\n"
                        "        return\n"
                        "    fi\n"
                        "    case $path in\n");
    add_actions(script);
    tw_text_add(script, "    esac\n"
                        "    if [[ $actions ]] && ((at == 2)); then\n"
                        "        mapfile -t COMPREPLY < <(compgen -W \"$actions\" -- \"$current\")\n"
                        "        return\n"
                        "    fi\n"
                        "    [[ $actions ]] && path+=\" ${COMP_WORDS[2]}\"\n"
                        "    case \"$path $option\" in\n");
    tw_add_commands(add_values, script);
    tw_text_add(script, "    esac\n"
                        "    ((known)) || case $path in\n");
    tw_add_commands(add_options, script);
    tw_text_add(script, "    esac\n"
                        "    if [[ $current == -* ]] && ((!known)); then\n"
                        "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
                        "        [[ ${COMPREPLY-} == *= ]] && compopt -o nospace 2>/dev/null\n"
                        "    elif [[ $words && $current == *,* ]]; then\n"
                        "        mapfile -t COMPREPLY < <(compgen -P \"${current%,*},\" -W \"$words\" -- "
                        "\"${current##*,}\")\n"
                        "    elif [[ $words ]]; then\n"
                        "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
                        "    elif ((paths)); then\n"
                        "        compopt -o filenames 2>/dev/null\n"
                        "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
                        "    fi\n"
                        "}\n"
                        "complete -F _tilewright tilewright\n");
}
