/*
 * commands.h - the table of commands. Main, the help and the declarations below come from it. Each command has a file of its own, cmd_NAME.c.
 */
#ifndef TW_CLI_COMMANDS_H
#define TW_CLI_COMMANDS_H

#include <stdio.h>

#include "cli/options/arguments.h"

/*    name      one line of help                                                        */
#define TW_COMMANDS(X)                                                                                       \
    X(init, "begin a config for a family, your own kernel or a T1 file")                                     \
    X(gen, "write the CUDA source of every variant of a config")                                             \
    X(run, "generate, compile, launch and check every variant of a config")                                  \
    X(explain, "draw the bank map of a tile and the cost of each access")                                    \
    X(render, "render a Mustache template over JSON data")                                                   \
    X(simulate, "run a program of the CUDA driver API on the simulator, and count")                          \
    X(verify, "compare prediction, simulation and the GPU's own counters")                                   \
    X(sweep, "search a config's space for the best variant")                                                 \
    X(solve, "find the cheapest layout without bank conflicts, by the model")                                \
    X(lint, "show the cost and the mistakes of any CUDA kernel")                                             \
    X(embed, "write kernels for use elsewhere: C, CUDA C++, layouts, PTX, cubins")                           \
    X(results, "merge, sort, filter and export the results of sweeps")                                       \
    X(schema, "print the JSON Schema of a config, or the fields of a family")                                \
    X(device, "show the driver, GPU, compiler and simulator that are used")                                  \
    X(cache, "show, explain or clear the cache of compiled kernels")                                         \
    X(wisdom, "show, export, import, merge or forget winners measured on GPUs")                              \
    X(help, "explain a command; write manual pages, and completion for shells")

/* A command, or an action of one. */
struct tw_command {
    const char *name, *help;
    const struct tw_arguments *arguments;
    int (*run)(int argc, char **argv); /* parses its own arguments; returns the program's exit status */
};

/* All commands. One without a name follows the last. argv[0] of a command is "tilewright NAME". */
extern const struct tw_command tw_commands[];

/* The command with that name in a list, or NULL. A command without a name ends the list. */
const struct tw_command *tw_command_find(const struct tw_command *list, const char *name);

/* Runs the action that the first argument names, or prints help. It is what a command with actions does. Returns the exit status. */
int tw_actions_run(const char *command, const struct tw_arguments *arguments, int argc, char **argv);

#define X(name, help)                                                                                        \
    extern const struct tw_arguments tw_arguments_##name;                                                    \
    int tw_cmd_##name(int argc, char **argv);
TW_COMMANDS(X)
#undef X

#endif
