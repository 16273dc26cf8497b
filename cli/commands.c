/* The list of commands that TW_COMMANDS makes. */
#include "cli/commands.h"

#include <string.h>

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
