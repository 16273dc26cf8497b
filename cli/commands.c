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

/* Prints what there is to choose from; `status`, or why it could not be printed. */
static int help(const char *command, const struct tw_arguments *arguments, FILE *stream, int status)
{
    struct tw_text text = {0};
    struct tw_error error = TW_ERROR_INIT;
    tw_arguments_add_help(arguments, command, &text);
    if (text.failed) {
        tw_fail(&error, TW_MEMORY, "out of memory while writing the help of %s", command);
        status = tw_report(&error);
    } else {
        fputs(tw_text_string(&text), stream);
    }
    tw_text_free(&text);
    tw_error_free(&error);
    return status;
}

int tw_actions_run(const char *command, const struct tw_arguments *arguments, int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "";
    if (strcmp(wanted, "--help") == 0) return help(command, arguments, stdout, TW_EXIT_OK);
    const struct tw_command *action = tw_command_find(arguments->actions, wanted);
    if (action) {
        char name[64];
        snprintf(name, sizeof name, "%s %s", command, action->name);
        argv[1] = name; /* so that the usage line reads as typed */
        return action->run(argc - 1, argv + 1);
    }
    if (*wanted) tw_note("%s: error: there is no action '%s'", command, wanted);
    return help(command, arguments, stderr, TW_EXIT_USAGE);
}
