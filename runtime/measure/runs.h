/*
 * runs.h - how often a kernel is timed: short kernels often, long ones a few times, and one that cannot win hardly at all.
 *
 * The runs are enough
 *     when they are 50, or have taken 50 ms together and are 7; where half of them lie further apart than 2 % of their median, 200 or
 *     200 ms;
 *     when they are 3 and have taken 2 s;
 *     when they have taken 10 s.
 * In each of several rounds of one kernel (`again`), which the first look of a sweep is too, a fifth of that is enough, 3 runs at least,
 * and nothing is done about runs that lie apart.
 *
 * A kernel with a rival cannot win when its fastest run took more than 1.5 times as long as the rival takes, after 7 runs, or after 3
 * of a millisecond or more; or more than 3 times as long after one such run.
 */
#ifndef TW_RUNTIME_MEASURE_RUNS_H
#define TW_RUNTIME_MEASURE_RUNS_H

#include <stdbool.h>

#define TW_MOST_RUNS 200u

struct tw_runs {
    double us[TW_MOST_RUNS]; /* of each run, in turn */
    unsigned count;
    double total_us, least_us;
    bool again;      /* set by the caller: one of several rounds, or the first look before them */
    double rival_us; /* set by the caller: what a run of the best rival takes; 0: it has none */
};

/* Adds a run. There must be room: not after tw_runs_are_enough. */
void tw_runs_add(struct tw_runs *runs, double us);
bool tw_runs_are_enough(const struct tw_runs *runs);
bool tw_runs_cannot_win(const struct tw_runs *runs);

/* Launches that come before the first run, until they are 5 or have taken 10 ms: clocks rise, code and data are fetched. In one of several
   rounds, where others ran just before, until they are 2 or have taken 3 ms. */
bool tw_runs_are_warm(unsigned launches, double total_us, bool again);

#endif
