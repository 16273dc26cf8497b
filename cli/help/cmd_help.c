/* tilewright help: of the program, of a command; as manual pages, and as scripts for shells. */
#include "cli/help/help.h"

#include <string.h>

#include "cli/cli.h"
#include "gen/config/hint.h"

#define MAX_NAMES 32u /* of commands */

const struct tw_status_help tw_status_help[] = {
    {TW_EXIT_OK, "success"},
    {TW_EXIT_FAILED, "something is wrong or failed, or a file cannot be written"},
    {TW_EXIT_USAGE, "bad usage or input, or a file exists and --force is missing"},
    {TW_EXIT_ENVIRONMENT, "something is missing: a device, the driver, the compiler"},
    {TW_EXIT_INTERRUPTED, "interrupted"},
    {0, NULL},
};

void tw_help_print(FILE *stream)
{
    fprintf(stream, "Usage: tilewright COMMAND [ARGUMENTS]\n"
                    "Turns a JSON tile config into CUDA kernels: generated, compiled, launched and\n"
                    "checked, on a GPU or on a simulator that executes their PTX.\n\n");
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        fprintf(stream, "  %-9s %s\n", command->name, command->help);
    }
    fprintf(stream, "\n`tilewright COMMAND --help` says more. Exit status:\n");
    for (const struct tw_status_help *row = tw_status_help; row->help; row++)
        fprintf(stream, "  %-9d %s\n", row->status, row->help);
}

struct help_options {
    const struct tw_command *command, *action; /* or NULL */
    bool man, markdown;
    unsigned shell; /* of `shells`; NO_SHELL: none is meant */
};

static struct tw_hint hint_of(const struct tw_command *list, const char *name)
{
    const char *names[MAX_NAMES + 1] = {NULL};
    for (size_t i = 0; list && i < MAX_NAMES && list[i].name; i++) names[i] = list[i].name;
    return tw_hint_among(name, names);
}

static const struct tw_command *find(const struct tw_command *list, const char *what, const char *name,
                                     const char *command)
{
    const struct tw_command *found = list ? tw_command_find(list, name) : NULL;
    if (!found) tw_arguments_refuse(command, "there is no %s '%s'%s", what, name, hint_of(list, name).words);
    return found;
}

static void take_command(char **operands, size_t count, void *place, const char *command)
{
    struct help_options *chosen = place;
    if (count > 2) tw_arguments_refuse(command, "'%s' is too many", operands[2]);
    if (count > 0) chosen->command = find(tw_commands, "command", operands[0], command);
    if (count > 1) chosen->action = find(chosen->command->arguments->actions, "action", operands[1], command);
}

/* The shells, in the order of add_script. */
static const char *const shells[] = {"bash", "zsh", "fish", NULL};
static const struct tw_words shell_words = {NULL, shells};
static void (*const add_script[])(struct tw_text *) = {tw_help_bash, tw_help_zsh, tw_help_fish};
#define NO_SHELL (sizeof add_script / sizeof *add_script)

static const struct tw_option options[] = {
    {"man", 0, NULL, TW_AS_FLAG(struct help_options, man),
     "the manual page of the command or the program, in roff"},
    {"markdown", 0, NULL, TW_AS_FLAG(struct help_options, markdown),
     "the manual's tables of the command, or of all commands"},
    {"completion", 0, "SHELL", TW_AS_WORD(struct help_options, shell, &shell_words),
     "a script that completes command lines in bash, zsh or fish"},
    {"[COMMAND [ACTION]]", 0, NULL, TW_AS_OPERANDS(struct help_options, command, take_command),
     "the command, or one of its actions, to explain"},
    {0},
};

const struct tw_arguments tw_arguments_help = {"Says what the program or a command does and takes.", options,
                                               NULL};

int tw_cmd_help(int argc, char **argv)
{
    struct help_options chosen = {.shell = NO_SHELL};
    struct tw_text text = {0}, path = {0};
    if (tw_arguments_parse(&tw_arguments_help, argc, argv, &chosen)) return TW_EXIT_FAILED;
    const struct tw_command *what = chosen.action ? chosen.action : chosen.command;
    if (chosen.shell != NO_SHELL) {
        add_script[chosen.shell](&text);
    } else if (chosen.man) {
        tw_help_man(chosen.command, &text);
    } else if (chosen.markdown) {
        tw_help_markdown(chosen.command, &text);
    } else if (what) {
        tw_text_addf(&path, "tilewright %s%s%s", chosen.command->name, chosen.action ? " " : "",
                     chosen.action ? what->name : "");
        tw_arguments_add_help(what->arguments, tw_text_part(&text, &path), &text);
        tw_text_free(&path);
    } else {
        tw_help_print(stdout);
        return TW_EXIT_OK;
    }
    return chosen.man || chosen.markdown || chosen.shell != NO_SHELL ? tw_print_data(&text) : tw_print(&text);
}
