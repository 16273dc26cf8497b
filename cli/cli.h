/*
 * cli.h - what the sub-commands share:
 * exit statuses, the one way errors are printed, options that several take.
 *
 * The command line is the only layer that reads argv, prints, or exits.
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

/* What every message begins with: "tilewright run". Main says it before the command runs, and commands with actions
   before their action does. */
void tw_command_set(const char *name);

/* Says on stderr "tilewright COMMAND: FILE:LINE:COL: MESSAGE", broken at blanks where it is wider than stderr, and the
   detail; returns the exit status that fits the code. */
int tw_report(const struct tw_error *error);

/* "tilewright COMMAND: " and the words, in the same way, with what may harm a terminal replaced. Needs no memory. */
void tw_complain(const char *format, ...) TW_PRINTF(1, 2);
/* The same without the command, for what is neither result nor error. */
void tw_note(const char *format, ...) TW_PRINTF(1, 2);
/* Lines for stdout or stderr, as they are. That stdout could not be written, tw_end_output reports. */
void tw_put_lines(FILE *stream, const struct tw_text *lines);
/* "tilewright COMMAND: warning: SENTENCE"; NULL and "": nothing. */
void tw_warn(const char *sentence);
/* `status`, unless something that was printed to stdout without tw_print could not be written: then reports that. */
int tw_end_output(int status);

/* Prints a text for people to stdout and frees it; what may harm a terminal (base/escape.h) is replaced, and lines wider than
   the output are broken at blanks (cli/show/columns.h). TW_EXIT_OK, or reports why it could not (memory, a closed or full output). */
int tw_print(struct tw_text *text);
/* The same as it is, with colours of our own: the text was escaped when it was put together. */
int tw_print_coloured(struct tw_text *text);
/* The same for programs and files, as it is; but on a terminal without what may harm it. */
int tw_print_data(struct tw_text *text);

/* True when escape sequences for colour may be written to the stream:
 * a terminal, NO_COLOR unset, TERM not dumb. */
bool tw_colour(FILE *stream);

#endif
