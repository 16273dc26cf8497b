/*
 * duel.h - how far what the family chooses is from the best of a space, for one problem on a GPU.
 *
 * First round: every variant by itself, as many launches between two events as take DUEL_SAMPLE_US; the median of three. One
 * whose first launch takes more than DUEL_HOPELESS times the best so far is not launched again.
 *
 * Final: the choice and the best DUEL_RIVALS of the others, and the driver's copy, in turns, for several rounds. The best is
 * that of the least median. Against it
 *
 *     excess = median(choice) - median(best)
 *     spread = half the interquartile range of (choice - best), round by round
 *     regret = excess / median(best), or 0 where excess is within the spread, or within DUEL_NOTHING_US
 */
#ifndef BENCH_DUEL_H
#define BENCH_DUEL_H

#include "tools/bench/parts/space.h"
#include "tools/bench/parts/timing.h"

#define DUEL_SAMPLE_US  60.0
#define DUEL_HOPELESS   3.0
#define DUEL_NOTHING_US 0.3
#define DUEL_RIVALS     4u
#define DUEL_FINALISTS  (1u + DUEL_RIVALS)
#define DUEL_MIN_ROUNDS 5u
#define DUEL_MAX_ROUNDS 1000u
#define DUEL_SECONDS    2.0 /* that a final takes at most, but for DUEL_MIN_ROUNDS */

struct finalist {
    size_t variant; /* of those that were tried */
    double us;      /* median                   */
};

struct duel {
    double *us; /* of each variant, in the first round; 0: it could not be timed */
    size_t failed;
    struct finalist finalist[DUEL_FINALISTS]; /* the choice first, if it could be timed */
    unsigned finalists, best;                 /* best: one of finalist[]                */
    double copy_us, spread_us, excess_us, regret;
    bool has_choice; /* finalist[0] is the choice */
    bool in_time;    /* false: the deadline came before the end, and the rest says nothing */
};

/* deadline: as tw_seconds tells it; rounds: 0 for no final. Fails only when the device or memory does. *duel is overwritten; duel_free. */
int duel_run(struct timing *timing, const struct tried *tried, unsigned rounds, double deadline,
             struct duel *duel);
void duel_free(struct duel *duel);

#endif
