/*
 * cli.h - what all commands share: exit statuses, and how they print texts and errors.
 *
 * The command line is the only layer that reads argv, prints, or exits. These functions are for its main thread. No pointer may be NULL where
 * nothing else is said.
 */
#ifndef TW_CLI_CLI_H
#define TW_CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include <tilewright/error.h>

#include "base/clock.h"
#include "base/text.h"
#include "cli/options/arguments.h"

enum tw_exit {
    TW_EXIT_OK = 0,           /* at least one variant ok and none wrong           */
    TW_EXIT_FAILED = 1,       /* a mismatch, a failure, or nothing ok             */
    TW_EXIT_USAGE = 2,        /* bad usage, config, template or data              */
    TW_EXIT_ENVIRONMENT = 3,  /* the environment lacks something, which was named */
    TW_EXIT_INTERRUPTED = 130 /* by Ctrl-C or the like (interrupt.h)             */
};

/* Sets what every message begins with: "tilewright run". Main calls it before a command runs; a command with actions calls it before an action
   runs. `name` must live as long as the program. */
void tw_command_set(const char *name);

/* Prints "tilewright COMMAND: FILE:LINE:COL: MESSAGE" to stderr, and the detail below it. A message that is wider than stderr is broken at blanks.
   Returns the exit status that fits the error's code. */
int tw_report(const struct tw_error *error);

/* Prints "tilewright COMMAND: " and the words in the same way. Characters that may harm a terminal are replaced. It needs no memory. */
void tw_complain(const char *format, ...) TW_PRINTF(1, 2);
/* The same without the command, for notes that are neither a result nor an error. */
void tw_note(const char *format, ...) TW_PRINTF(1, 2);
/* Writes lines to stdout or stderr as they are. If stdout cannot be written, tw_end_output reports it. */
void tw_put_lines(FILE *stream, const struct tw_text *lines);
/* Prints "tilewright COMMAND: warning: SENTENCE". For NULL and "" it prints nothing. */
void tw_warn(const char *sentence);
/* Returns `status`. If something that was printed to stdout without tw_print could not be written, it reports that instead. */
int tw_end_output(int status);

/* Prints a text for people to stdout, and frees it. Characters that may harm a terminal are replaced (base/escape.h), and lines wider than the output
   are broken at blanks (cli/show/columns.h). Returns TW_EXIT_OK. If memory ran out, or the output is closed or full, it reports that, and returns
   the status for it. */
int tw_print(struct tw_text *text);
/* Prints a text with our own colours as it is: it was escaped when it was built. */
int tw_print_coloured(struct tw_text *text);
/* Prints a text for programs and files as it is. Only on a terminal are harmful characters replaced. */
int tw_print_data(struct tw_text *text);

/* True if escape sequences for colour may be written to the stream: it is a terminal, NO_COLOR is not set, and TERM is not dumb. */
bool tw_colour(FILE *stream);

#endif
