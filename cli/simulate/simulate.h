/*
 * simulate.h - what `tilewright simulate` shows after the program: its kernels' counts, what was found in them, and how it ended.
 *
 * Both read the lines that the drop-in wrote (sim/driver/totals.c, sim/driver/calls.c).
 */
#ifndef TW_CLI_SIMULATE_SIMULATE_H
#define TW_CLI_SIMULATE_SIMULATE_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

/* How the program's process ended. */
struct tw_simulate_end {
    pid_t process;
    int status, signal; /* signal: that ended it, or 0; then status is 128 more, as a shell says it */
};

/* Adds the counts, requests -> wavefronts (shared) or sectors (global), summed over all launches, and what was found. The text is changed. */
void tw_simulate_show(char *counts, bool json, const struct tw_simulate_end *end, struct tw_text *text);

/* --- simulate_end.c */

/* The next of the fields of a line, cut off; NULL: there is none. */
char *tw_simulate_field(char **at);

/* The calls of the driver that failed. */
struct tw_simulate_calls {
    struct tw_simulate_call *calls; /* the last one last */
    size_t count, capacity;
    bool failed; /* out of memory */
};

/* Takes a line of the drop-in, which is changed: its kind, and what stands after that. Other kinds are not looked at. The calls point into it. */
void tw_simulate_take(struct tw_simulate_calls *calls, const char *kind, char *line);
void tw_simulate_free(struct tw_simulate_calls *calls);

/* Adds the calls that failed, then one sentence: how the program ended, and whether such a call was before it. Nothing, where it succeeded
   after a launch. */
void tw_simulate_add_end(const struct tw_simulate_calls *calls, const struct tw_simulate_end *end,
                         bool launched, struct tw_text *text);
/* Adds members of JSON: the signal and the calls. */
void tw_simulate_add_end_json(const struct tw_simulate_calls *calls, const struct tw_simulate_end *end,
                              struct tw_text *text);

#endif
