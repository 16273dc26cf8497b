/*
 * measure.h - how long a kernel takes, on a GPU alone: events around single launches, each waited for.
 */
#ifndef TW_RUNTIME_MEASURE_MEASURE_H
#define TW_RUNTIME_MEASURE_MEASURE_H

#include <tilewright/api.h>

#include "runtime/clocks.h"
#include "runtime/flush.h"
#include "runtime/launch.h"

TW_API_BEGIN

/* What the L2 cache holds when a run begins. */
/*    state  word */
#define TW_L2_STATES(X)                                                                                      \
    X(WARM, "warm") /* what the run before has left there */                                                 \
    X(COLD, "cold") /* nothing of the kernel's: it is flushed, outside what is timed */

enum tw_l2_state {
#define X(state, word) TW_L2_##state,
    TW_L2_STATES(X)
#undef X
        TW_L2_STATE_COUNT
};
extern const char *const tw_l2_words[TW_L2_STATE_COUNT + 1]; /* ends with NULL */

struct tw_timing {
    unsigned runs;
    bool spread;                      /* of a rendering that spreads, not of the kernel on its own grid */
    double median_us, min_us, p95_us; /* of one launch of `blocks` blocks, the launch included */
    uint64_t blocks;
    double single_us; /* median of as many of the kernel's own grid: of one block, mostly the launch itself */
    enum tw_l2_state l2;
    bool stopped; /* it could not win, and was not timed to the end (runs.h) */
    unsigned gpu; /* of several: the number by which the driver knew it, plus 1; 0: there was one */
    unsigned before_mhz,
        after_mhz;      /* the multiprocessors' clock before the first run and after the last; 0: not known */
    unsigned throttles; /* enum tw_throttle: what held the clock down, before or after */
};

/* How it is measured. */
struct tw_measuring {
    const struct tw_flush *flush;         /* flushes the L2 before each run; NULL: it stays warm */
    const struct tw_clock_source *clocks; /* NULL: the clock is not read */
    bool again; /* one of several rounds, or the first look before them: fewer runs */
    double
        best_cost; /* nanoseconds that the best rival takes for 1000 elements of the work; 0: there is none */
};

/*
 * Times the kernel: launches that warm up, then as many runs as runs.h says. A rendering that spreads (tw_rendering) is timed as
 * 64 * multiprocessors * floor(1024 / threads) blocks, so that the launch itself does not dominate; any other is timed on its own
 * grid (docs/checking.md). Never on the simulator. Errors: as tw_check's.
 */
int tw_measure(struct tw_oracle *oracle, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
               const struct tw_measuring *how, struct tw_timing *timing, struct tw_error *error);

TW_API_END
#endif
