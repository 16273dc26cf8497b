/* Candidates side by side on the device: rounds, and what a time is. */
#include <math.h>
#include <string.h>

#include "base/median.h"
#include "tune/plan/heat.h"

#define WARM_UP       5u    /* launches of the estimate before anything is timed, ... */
#define WARM_UP_US    20000 /* ... which may take about so long                       */
#define LEAST_US      50.0  /* of a time: shorter launches are repeated ...           */
#define MOST_LAUNCHES 20u   /* ... at most so often                                   */
#define SHORT_US      10.0  /* the host may take longer to queue such a launch         */

/* ---- the time there is ---- */

double tw_heat_end(const struct tw_heat *heat, double part)
{
    double limit = heat->contest->seconds;
    return limit > 0 ? heat->start + part * limit : INFINITY;
}

double tw_heat_left(const struct tw_heat *heat, double part)
{
    return tw_heat_end(heat, part) - tw_seconds();
}

/* ---- whose turn it is ---- */

static struct tw_turns *turns_of(const struct tw_heat *heat)
{
    const struct tw_contest *contest = heat->contest;
    return &contest->planner->measuring[contest->device - contest->planner->devices];
}

bool tw_heat_lock_device(struct tw_heat *heat, enum tw_heat_stage stage)
{
    const bool must = tw_heat_checks(heat) && !heat->best_count && !heat->is_spoiled;
    bool locked = tw_turns_take(turns_of(heat), stage, must ? INFINITY : tw_heat_end(heat, 1));
    heat->waited |= !locked;
    return locked;
}

void tw_heat_unlock_device(const struct tw_heat *heat)
{
    tw_turns_give(turns_of(heat));
}

/* ---- times ---- */

/* A runner on the contest's buffers. */
struct run {
    const struct tw_heat *heat;
    const struct tw_runner *runner;
};

static int launch(const void *what, struct tw_error *why)
{
    const struct run *run = what;
    const struct tw_heat *heat = run->heat;
    const struct tw_ready *ready = &run->runner->ready;
    const struct tw_shape *shape = &ready->kernel.shape;
    if (tw_heat_checks(heat)) return tw_oracle_launch(&heat->oracle, &ready->loaded, shape, 0, why);
    for (unsigned i = 0; i < shape->argument_count; i++) {
        bool is_buffer = shape->arguments[i].kind == TW_BUFFER;
        heat->values[i] = is_buffer ? (void *)&heat->buffers[i].address : (void *)(uintptr_t)heat->scalar;
    }
    CUresult result =
        tw_launch_all(tw_heat_driver(heat), shape, ready->loaded.function, heat->values, heat->stream);
    return tw_driver_check(tw_heat_driver(heat), result, "cuLaunchKernel", why);
}

/* Work that the device is not through with before all that is timed is queued: else it would wait for the host, and the time of a short
   launch would be the host's. */
static int keep_busy(const struct tw_heat *heat, struct tw_error *why)
{
    int code = TW_OK;
    for (unsigned i = 0; heat->busy && i < TW_HEAT_BUSY_TIMES && !code; i++)
        code = TW_CALL(tw_heat_driver(heat), why, cuMemsetD8Async, heat->busy, 0, TW_HEAT_BUSY_BYTES,
                       heat->stream);
    return code;
}

/* A described kernel's in-outs are as its description says whenever it is launched. */
static int restore(const void *what, struct tw_error *why)
{
    const struct run *run = what;
    return tw_oracle_restore(&run->heat->oracle, &run->runner->ready.kernel.shape, 0, why);
}

static bool has_inout(const struct tw_shape *shape)
{
    unsigned i = 0;
    while (i < shape->argument_count && shape->arguments[i].role != TW_ROLE_INOUT) i++;
    return i < shape->argument_count;
}

/* Has the memory that a described kernel is given as its description says. */
static int put(struct tw_heat *heat, const struct tw_runner *runner, struct tw_error *why)
{
    const struct tw_kernel *kernel = &runner->ready.kernel;
    int code = tw_oracle_ask(&heat->oracle, kernel, why);
    if (!code) code = tw_oracle_reserve(&heat->oracle, kernel, 1, why);
    return code ? code : tw_oracle_put(&heat->oracle, kernel, &runner->ready.loaded, 0, why);
}

/* Microseconds of a launch. One that changes what it is given is launched once, as it was given. */
static int time_once(struct tw_heat *heat, const struct tw_runner *runner, unsigned launches, double *us,
                     struct tw_error *why)
{
    const bool checks = tw_heat_checks(heat), once = checks && has_inout(&runner->ready.kernel.shape);
    const struct run run = {heat, runner};
    if (once) launches = 1;
    const struct tw_timed timed = {.launch = launch,
                                   .prepare = once ? restore : NULL,
                                   .what = &run,
                                   .ahead = !once,
                                   .launches = launches};
    int code = checks ? put(heat, runner, why) : TW_OK;
    if (!code) code = keep_busy(heat, why);
    if (!code) code = tw_timer_time(&heat->timer, &timed, us, why);
    if (!code) *us /= launches;
    return code;
}

static double median(const struct tw_runner *runner)
{
    double sorted[TW_HEAT_FINALS];
    unsigned count = runner->sample_count;
    memcpy(sorted, runner->samples, count * sizeof *sorted);
    tw_sort(sorted, count);
    return tw_median(sorted, count);
}

/* One time of each that runs, while there is time. One that does not run is out; one that faults ends it all. */
static int run_round(struct tw_heat *heat, struct tw_runner **runners, size_t count, bool back)
{
    int code = TW_OK;
    for (size_t i = 0; i < count && !code && tw_heat_left(heat, 1) > 0; i++) {
        struct tw_runner *runner = runners[back ? count - 1 - i : i];
        struct tw_error why = TW_ERROR_INIT;
        double us;
        if (runner->code) continue;
        runner->code = time_once(heat, runner, heat->launches, &us, &why);
        if (runner->code == TW_FAULT || runner->code == TW_MEMORY)
            code = tw_heat_give_up(heat, runner->code, &why);
        heat->contest->dropped += runner->code != TW_OK;
        if (!runner->code) runner->samples[runner->sample_count++] = us;
        tw_error_free(&why);
    }
    return code;
}

int tw_heat_run_rounds(struct tw_heat *heat, struct tw_runner **runners, size_t count, unsigned rounds)
{
    int code = TW_OK;
    for (size_t i = 0; i < count; i++) runners[i]->sample_count = 0;
    for (unsigned round = 0; round < rounds && !code; round++)
        code = run_round(heat, runners, count, round % 2);
    for (size_t i = 0; i < count; i++) {
        if (runners[i]->code)
            runners[i]->us = INFINITY;
        else if (runners[i]->sample_count)
            runners[i]->us = median(runners[i]);
    }
    return code;
}

double tw_heat_round_takes(const struct tw_heat *heat, struct tw_runner *const *runners, size_t count)
{
    double us = 0;
    for (size_t i = 0; i < count; i++) us += runners[i]->us * (heat->launches + 1);
    return 1e-6 * us;
}

int tw_heat_warm_up(struct tw_heat *heat, struct tw_runner *estimate)
{
    struct tw_error why = TW_ERROR_INIT;
    double us = 0, all = 0;
    int code = TW_OK;
    for (unsigned i = 0; i < WARM_UP && all < WARM_UP_US && !code; i++, all += 2 * us)
        code = time_once(heat, estimate, 1, &us, &why);
    double wanted = us > 0 ? ceil(LEAST_US / us) : 1;
    heat->launches = wanted < 1 ? 1 : wanted > MOST_LAUNCHES ? MOST_LAUNCHES : (unsigned)wanted;
    if (!code && us < SHORT_US) tw_heat_reserve_busy(heat);
    if (code) estimate->code = code;
    if (code) code = tw_heat_give_up(heat, code, &why);
    tw_error_free(&why);
    return code;
}
