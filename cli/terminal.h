/*
 * terminal.h - the command line as the watcher of the tuner (tune/watcher.h): remarks and progress go to stderr, and signals
 * (interrupt.h) stop the work.
 */
#ifndef TW_CLI_TERMINAL_H
#define TW_CLI_TERMINAL_H

#include "tune/watcher.h"

extern const struct tw_watcher tw_terminal;

/* The program of workers: this one, unless $TILEWRIGHT_WORKER names another. */
const char *tw_own_program(void);

#endif
