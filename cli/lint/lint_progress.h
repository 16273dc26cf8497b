/*
 * lint_progress.h - the line of progress of lint: a thread of its own draws it, as a launch on the simulator says nothing while it runs.
 * Only on a terminal.
 */
#ifndef TW_CLI_LINT_LINT_PROGRESS_H
#define TW_CLI_LINT_LINT_PROGRESS_H

#include <pthread.h>
#include <tilewright/tune.h>

struct tw_lint_progress {
    struct tw_watcher watcher; /* what lint is given; it must not move while there is a thread */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool is_drawn, has_ended;
    const char *doing;
    size_t done, of;
};

/* Without a terminal, or where there is no thread to be had, nothing is drawn. */
void tw_lint_progress_start(struct tw_lint_progress *progress);
/* Wipes the line. */
void tw_lint_progress_end(struct tw_lint_progress *progress);

#endif
