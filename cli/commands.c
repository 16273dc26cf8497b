/* The list of commands that TW_COMMANDS makes. */
#include "cli/commands.h"

#include <string.h>

#include "cli/cli.h"
#include "gen/config/hint.h"

#define MAX_ACTIONS 8u /* of a command */

const struct tw_command tw_commands[] = {
#define X(name, help) {#name, help, &tw_arguments_##name, tw_cmd_##name},
    TW_COMMANDS(X)
#undef X
        {0},
};

const struct tw_command *tw_command_find(const struct tw_command *list, const char *name)
{
    for (; list->name; list++) {
        if (strcmp(list->name, name) == 0) return list;
    }
    return NULL;
}

/* Prints what there is to choose from. */
static int help(const char *command, const struct tw_arguments *arguments)
{
    struct tw_text text = {0};
    tw_arguments_add_help(arguments, command, &text);
    return tw_print(&text);
}

/* "path, list, clear, explain" */
static void refuse_action(const char *command, const struct tw_command *actions, const char *wanted)
{
    const char *names[MAX_ACTIONS + 1] = {NULL};
    char list[256] = "";
    for (size_t i = 0, at = 0; i < MAX_ACTIONS && actions[i].name; i++) {
        names[i] = actions[i].name;
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "", names[i]);
    }
    if (*wanted)
        tw_arguments_refuse(command, "there is no action '%s'; there are %s%s", wanted, list,
                            tw_hint_among(wanted, names).words);
    tw_arguments_refuse(command, "which action? There are %s", list);
}

int tw_actions_run(const char *command, const struct tw_arguments *arguments, int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "";
    if (strcmp(wanted, "--help") == 0 || strcmp(wanted, "-?") == 0) return help(command, arguments);
    const struct tw_command *action = tw_command_find(arguments->actions, wanted);
    if (!action) refuse_action(command, arguments->actions, wanted);
    char name[64];
    snprintf(name, sizeof name, "%s %s", command, action->name);
    argv[1] = name; /* so that the usage line reads as typed */
    tw_command_set(name);
    return action->run(argc - 1, argv + 1);
}
