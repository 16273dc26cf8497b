/*
 * commands.h - the sub-commands, one file each (cmd_NAME.c):
 * the table from which main, the help and the declarations come.
 */
#ifndef TW_CLI_COMMANDS_H
#define TW_CLI_COMMANDS_H

/*    name      one line of help                                                        */
#define TW_COMMANDS(X)                                                                                       \
    X(gen, "write the CUDA source of every variant of a config")                                             \
    X(run, "generate, compile, launch and check every variant of a config")                                  \
    X(explain, "draw the bank map of a tile and the cost of each access")                                    \
    X(render, "render a Mustache template over JSON data")                                                   \
    X(sweep, "search the space a config describes for the best variant")                                     \
    X(solve, "find the cheapest layout without bank conflicts, from the model alone")                        \
    X(embed, "write kernels for use elsewhere: C, CUDA C++, layouts, PTX, cubins")                           \
    X(results, "merge, sort, filter and export the results of sweeps")                                       \
    X(schema, "print the JSON Schema of a config, or the fields of a family")                                \
    X(device, "say what would be used: driver, GPU, compiler, simulator")                                    \
    X(cache, "show, explain or clear the kernels kept from earlier compiles")

/* Each parses its own arguments (argv[0] is "tilewright NAME") and returns the program's exit status. */
#define X(name, help) int tw_cmd_##name(int argc, char **argv);
TW_COMMANDS(X)
#undef X

#endif
