/*
 * heat.h - the candidates of a contest at the start: what its files share (contest.c, contest_ready.c, contest_check.c, contest_time.c).
 *
 * Times are those of tw_seconds (base/clock.h). A contest with a limit is through in that time, but for what cannot be stopped:
 * the estimate's own compiling, and one launch.
 */
#ifndef TW_TUNE_PLAN_HEAT_H
#define TW_TUNE_PLAN_HEAT_H

#include "base/clock.h"
#include "runtime/check/oracle.h"
#include "runtime/measure/timer.h"
#include "tune/plan/planner.h"

#define TW_HEAT_GROUP                                                                                        \
    12u /* candidates compiled and looked at together; all that effort `measure` tries; at most TW_RANKS */
#define TW_HEAT_BEST      4u /* that reach the finals, beside the estimate                                   */
#define TW_HEAT_LOOKS     3u /* rounds of the first look                                                     */
#define TW_HEAT_FINALS    9u
#define TW_HEAT_COMPILING 0.85 /* of the time: every candidate but the estimate is to be compiled by then */

struct tw_runner {
    int64_t value[TW_MAX_FIELDS];
    int code; /* of compiling, loading and running; TW_UNSUPPORTED: there was no time */
    struct tw_ready ready;
    double samples[TW_HEAT_FINALS];
    unsigned sample_count;
    double us; /* their median */
    bool is_estimate;
};

/* What takes the device longer than the host to queue short launches: so many bytes are set so often. */
#define TW_HEAT_BUSY_BYTES ((size_t)64 << 20)
#define TW_HEAT_BUSY_TIMES 4u

struct tw_heat {
    struct tw_contest *contest;
    double start;
    CUstream stream;         /* that everything is launched on */
    struct tw_oracle oracle; /* of described kernels, which it checks and has memory for; closed of others */
    bool is_spoiled;         /* the estimate's results are wrong: any other that is right beats it */
    struct tw_candidates *candidates; /* of each variant of the space */
    size_t turn;                      /* whose candidate is next      */
    size_t left;                      /* variants that have more      */
    bool *done;

    struct tw_heat_buffer {
        CUdeviceptr address; /* 0: not allocated */
        size_t bytes;
    } * buffers; /* for each argument that any candidate has */
    unsigned buffer_count;
    void **values;      /* of as many: what a launch is given */
    uint64_t scalar[2]; /* what scalars hold */
    struct tw_timer timer;
    unsigned launches; /* for one time; 0: not known yet */
    CUdeviceptr busy;  /* what keeps the device busy while short launches are queued; 0: nothing does */

    struct tw_runner *group;
    size_t count;
    bool has_begun;                           /* the estimate has been in a group */
    _Atomic double slowest;                   /* seconds that compiling one took, at most so far */
    struct tw_runner *best[TW_HEAT_BEST + 1]; /* the estimate first, then by time */
    size_t best_count;
    bool waited; /* the time was over while others measured */
    struct tw_error *error;
};

static inline const struct tw_driver *tw_heat_driver(const struct tw_heat *heat)
{
    return &heat->contest->device->driver;
}

/* When that part of the time is over (tw_seconds), and seconds until then, less than 0 when it is; INFINITY without a limit. */
double tw_heat_end(const struct tw_heat *heat, double part);
double tw_heat_left(const struct tw_heat *heat, double part);
/* Gives up: the estimate stands, and the contest's `why` says why. What ruins the context or the process is an error. */
int tw_heat_give_up(struct tw_heat *heat, int code, const struct tw_error *why);

/* ---- getting ready (contest_ready.c) ---- */

/* False, and why: the stream is being captured or foreign; the device has no room for the buffers. */
bool tw_heat_check_capture(const struct tw_heat *heat);
bool tw_heat_check_room(struct tw_heat *heat);
/* Events, and buffers that are filled; with tw_heat_release also after a failure. */
int tw_heat_prepare(struct tw_heat *heat);
/* Memory for tw_heat's `busy`, if there is room. */
void tw_heat_reserve_busy(struct tw_heat *heat);
void tw_heat_release(struct tw_heat *heat);
/* Compiles and loads the group, in parallel, while there is time. */
int tw_heat_ready_group(struct tw_heat *heat);

/* ---- checking (contest_check.c): of described kernels alone ---- */

/* Whether the candidates are of a described kernel, and are compared with what is right. */
bool tw_heat_checks(const struct tw_heat *heat);
void tw_heat_open_checks(struct tw_heat *heat);
/* Runs the runners of the group as the description says, and compares: the estimate in any case, the others while there is time. One that is
   wrong has code TW_INPUT then, and the contest says why. The device is the contest's alone. What ruins the context or the process is an
   error. */
int tw_heat_check_group(struct tw_heat *heat);
/* The first of the candidates that is right becomes the contest's value: of as many as are compiled together, or of all in an exhaustive
   search. On the simulator they are run on the proof problem, or one that is small. */
int tw_heat_find_right(struct tw_heat *heat, bool (*next)(struct tw_heat *heat, int64_t *value));

/* ---- timing (contest_time.c) ---- */

/* Nobody else times anything until it is unlocked; a contest that waits for its first look goes before one that has had it. False: others did
   for all the time that was left. An estimate that must be checked waits as long as it takes. */
enum tw_heat_stage { TW_HEAT_LOOK, TW_HEAT_FINAL };
bool tw_heat_lock_device(struct tw_heat *heat, enum tw_heat_stage stage);
void tw_heat_unlock_device(const struct tw_heat *heat);
/* Clocks rise; and how many launches a time is of. */
int tw_heat_warm_up(struct tw_heat *heat, struct tw_runner *estimate);
/* Times each that runs once in every round, while there is time. `us` of those that it did not suffice for stays as it was. */
int tw_heat_run_rounds(struct tw_heat *heat, struct tw_runner **runners, size_t count, unsigned rounds);
/* Seconds that a round of them takes, by what they took. */
double tw_heat_round_takes(const struct tw_heat *heat, struct tw_runner *const *runners, size_t count);

#endif
