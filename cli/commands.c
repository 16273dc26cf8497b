/* The list of commands that TW_COMMANDS makes. */
#include "cli/commands.h"

#include <string.h>

#include "cli/cli.h"

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

int tw_actions_run(const char *command, const struct tw_command *actions, void (*print_help)(FILE *stream),
                   int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "";
    if (strcmp(wanted, "--help") == 0) {
        print_help(stdout);
        return TW_EXIT_OK;
    }
    const struct tw_command *action = tw_command_find(actions, wanted);
    if (action) {
        char name[64];
        snprintf(name, sizeof name, "%s %s", command, action->name);
        argv[1] = name; /* so that the usage line reads as typed */
        return action->run(argc - 1, argv + 1);
    }
    if (*wanted) tw_note("%s: error: there is no action '%s'", command, wanted);
    print_help(stderr);
    return TW_EXIT_USAGE;
}
