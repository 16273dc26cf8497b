/*
 * progress.h - what a command says on stderr while it works: on a terminal a line that is drawn anew, else a line now and
 * then. Nothing in the first second.
 */
#ifndef TW_CLI_PROGRESS_H
#define TW_CLI_PROGRESS_H

#include <stddef.h>

struct tw_progress {
    const char *what; /* "sweep on the simulator" */
    double start, shown;
};

struct tw_progress tw_progress_start(const char *what);
/* `done` of `of` things are done; `of` 0: nobody knows how many there are. */
void tw_progress_show(struct tw_progress *progress, size_t done, size_t of);
/* Wipes the line. */
void tw_progress_end(const struct tw_progress *progress);

#endif
