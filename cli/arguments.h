/*
 * arguments.h - what every command does with argv: argp reads it, and what argp cannot do where memory ends is
 * done here. Its help asserts that there is memory, and its errors print "(null)" without.
 */
#ifndef TW_CLI_ARGUMENTS_H
#define TW_CLI_ARGUMENTS_H

#include <argp.h>

#include <tilewright/error.h>

/* As argp_parse with no flags, and --help, -? and --usage. TW_EXIT_OK, or the status to end with when memory
   ran out, which has been said. Whatever is wrong with the arguments ends the program with TW_EXIT_USAGE. */
int tw_arguments_parse(const struct argp *argp, int argc, char **argv, void *input);

/* For parsers: says on stderr what is wrong with the arguments, and ends the program with TW_EXIT_USAGE. */
void tw_arguments_refuse(const struct argp_state *state, const char *format, ...) TW_PRINTF(2, 3)
    __attribute__((__noreturn__));

#endif
