/*
 * Candidates timed side by side on the caller's device and stream, in memory of the planner's own:
 *
 *     a dozen at a time, until there are no more:   compiled by several threads, loaded, timed in LOOKS rounds
 *     of all of them the estimate and the best few: timed in FINALS rounds more
 *
 * In a round everybody launches once, in turn and back and forth, each after a launch of its own kind that is not timed, so
 * that all find the caches as they leave them. What counts is the median. Fast kernels are launched several times for one
 * time, as events tell half a microsecond.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gen/render.h"
#include "plan/planner.h"

#define GROUP         12u /* candidates compiled and looked at together; all that effort `measure` tries */
#define BEST          4u  /* that reach the finals, beside the estimate                                   */
#define LOOKS         3u  /* rounds of the first look                                                     */
#define FINALS        9u
#define WARM_UP       5u   /* launches of the estimate before anything is timed                            */
#define COMPILERS     8u   /* threads                                                                      */
#define LEAST_US      50.0 /* of a time: shorter launches are repeated ...                                 */
#define MOST_LAUNCHES 20u  /* ... at most so often                                                         */
#define COMPILING     0.6  /* of the time may pass before the last candidate begins to be compiled         */
#define SPARE         ((size_t)64 << 20) /* bytes of the device's free memory that are left for others     */
#define NOISE_WORDS   65536u

struct runner {
    int64_t value[TW_MAX_FIELDS];
    int code; /* of compiling and loading */
    struct tw_kernel kernel;
    struct tw_image image;
    struct tw_loaded loaded;
    double samples[FINALS];
    unsigned sample_count;
    double us; /* their median */
    bool is_estimate;
};

/* The candidates at the start, and what they run on. */
struct heat {
    struct tw_contest *contest;
    double start;
    struct tw_candidates *candidates; /* of each variant of the space */
    size_t turn;                      /* whose candidate is next      */
    size_t left;                      /* variants that have more      */
    bool *done;

    CUdeviceptr buffer[TW_MAX_ARGUMENTS];
    size_t bytes[TW_MAX_ARGUMENTS];
    uint64_t scalar[2]; /* what scalars hold */
    CUevent events[2];
    unsigned launches; /* for one time; 0: not known yet */

    struct runner *group;
    size_t count;
    struct runner *best[BEST + 1]; /* the estimate first, then by time */
    size_t best_count;
    struct tw_error *error;
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Whether that part of the time is over. */
static bool is_over(const struct heat *heat, double part)
{
    double limit = heat->contest->seconds;
    return limit > 0 && seconds() - heat->start > part * limit;
}

static const struct tw_driver *driver_of(const struct heat *heat)
{
    return &heat->contest->device->driver;
}

/* Gives up: the estimate stands. What ruins the context or the process is an error of the plan. */
static int give_up(struct heat *heat, int code, const struct tw_error *why)
{
    if (code == TW_MEMORY) return tw_fail(heat->error, TW_MEMORY, "out of memory");
    if (code == TW_FAULT)
        return tw_fail(heat->error, TW_FAULT, "a candidate that was measured for the plan: %s", why->message);
    tw_text_add(&heat->contest->why, why->message);
    return TW_OK;
}

/* ---- the candidates ---- */

static int list_candidates(struct heat *heat)
{
    const struct tw_variants *space = heat->contest->space;
    heat->candidates = calloc(space->count, sizeof *heat->candidates);
    heat->done = calloc(space->count, sizeof *heat->done);
    if (!heat->candidates || !heat->done) return tw_fail(heat->error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < space->count; i++) {
        int64_t given[TW_MAX_FIELDS];
        tw_variant_given(space->family, &space->variant[i], given);
        heat->candidates[i] = tw_candidates_of(space->family, given, &space->target);
    }
    heat->left = space->count;
    heat->turn = 0;
    return TW_OK;
}

static bool is_estimate(const struct heat *heat, const int64_t *value)
{
    size_t bytes = heat->contest->space->family->field_count * sizeof *value;
    return memcmp(value, heat->contest->estimate->value, bytes) == 0;
}

/* The next candidate but the estimate: the most promising one of each variant, then the second ... */
static bool next_candidate(struct heat *heat, int64_t *value)
{
    size_t variants = heat->contest->space->count;
    while (heat->left) {
        size_t i = heat->turn++ % variants;
        if (heat->done[i]) continue;
        if (tw_candidates_next(&heat->candidates[i], value)) {
            if (!is_estimate(heat, value)) return true;
            continue;
        }
        heat->done[i] = true;
        heat->left--;
    }
    return false;
}

static void reserve_shape(struct heat *heat, const int64_t *value)
{
    const struct tw_variants *space = heat->contest->space;
    struct tw_shape shape;
    tw_family_shape(space->family, value, &space->target, &shape);
    for (unsigned i = 0; i < shape.argument_count; i++) {
        size_t bytes = shape.arguments[i].kind == TW_BUFFER ? tw_argument_bytes(&shape.arguments[i]) : 0;
        if (bytes > heat->bytes[i]) heat->bytes[i] = bytes;
    }
}

/* Counts them all, and the memory that any of them needs. */
static int survey(struct heat *heat)
{
    int64_t value[TW_MAX_FIELDS];
    int code = list_candidates(heat);
    if (code) return code;
    heat->contest->of = 1;
    reserve_shape(heat, heat->contest->estimate->value);
    while (next_candidate(heat, value)) {
        reserve_shape(heat, value);
        heat->contest->of++;
    }
    free(heat->candidates);
    free(heat->done);
    return list_candidates(heat);
}

/* ---- memory ---- */

static bool check_capture(const struct heat *heat)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    CUresult result = driver_of(heat)->cuStreamIsCapturing(heat->contest->stream, &status);
    if (result == CUDA_SUCCESS && status == CU_STREAM_CAPTURE_STATUS_NONE) return true;
    tw_text_add(&heat->contest->why,
                result == CUDA_ERROR_INVALID_HANDLE || result == CUDA_ERROR_INVALID_CONTEXT
                    ? "the stream is none of the plan's context"
                    : "a stream is being captured");
    return false;
}

/* Noise, so that the memory draws the power that it does: one block of it from the host, doubled on the device. */
static int fill(const struct heat *heat, CUdeviceptr buffer, size_t bytes, struct tw_error *why)
{
    uint32_t *noise = malloc(NOISE_WORDS * sizeof *noise), state = 2463534242u;
    if (!noise) return tw_fail(why, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < NOISE_WORDS; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        noise[i] = state;
    }
    size_t done = NOISE_WORDS * sizeof *noise < bytes ? NOISE_WORDS * sizeof *noise : bytes;
    int code = TW_CALL(driver_of(heat), why, cuMemcpyHtoD_v2, buffer, noise, done);
    free(noise);
    while (!code && done < bytes) {
        size_t more = done < bytes - done ? done : bytes - done;
        code = TW_CALL(driver_of(heat), why, cuMemcpyDtoDAsync_v2, buffer + done, buffer, more,
                       heat->contest->stream);
        done += more;
    }
    return code;
}

static int allocate(struct heat *heat, const struct tw_shape *shape, struct tw_error *why)
{
    int code = TW_OK;
    for (unsigned i = 0; i < TW_MAX_ARGUMENTS && !code; i++) {
        if (!heat->bytes[i]) continue;
        code = TW_CALL(driver_of(heat), why, cuMemAlloc_v2, &heat->buffer[i], heat->bytes[i]);
        if (code) heat->buffer[i] = 0;
        bool read = i < shape->argument_count && shape->arguments[i].before == TW_BEFORE_GIVEN;
        if (!code && read) code = fill(heat, heat->buffer[i], heat->bytes[i], why);
        if (!code && !read)
            code = TW_CALL(driver_of(heat), why, cuMemsetD8Async, heat->buffer[i], 0, heat->bytes[i],
                           heat->contest->stream);
    }
    return code;
}

/* False, and why: the device has no room for the buffers. */
static bool check_room(struct heat *heat)
{
    size_t needed = SPARE, available = 0, total;
    for (unsigned i = 0; i < TW_MAX_ARGUMENTS; i++)
        needed = heat->bytes[i] > SIZE_MAX - needed ? SIZE_MAX : needed + heat->bytes[i];
    if (driver_of(heat)->cuMemGetInfo_v2(&available, &total) != CUDA_SUCCESS || needed <= available)
        return true;
    tw_text_addf(&heat->contest->why, "buffers to measure with take %zu bytes, and the device has %zu free",
                 needed, available);
    return false;
}

/* ---- getting ready ---- */

static void free_runner(struct heat *heat, struct runner *runner)
{
    tw_unload(heat->contest->device, &runner->loaded);
    tw_image_free(&runner->image);
    tw_kernel_free(&runner->kernel);
}

static int compile(const struct heat *heat, struct runner *runner)
{
    const struct tw_contest *contest = heat->contest;
    struct tw_variant variant = *contest->estimate;
    variant.value = runner->value;
    unsigned sm = tw_nvrtc_best(contest->planner->nvrtc, contest->device->sm);
    int code = tw_render(contest->space, &variant, &tw_rendering_main, NULL, &runner->kernel, NULL);
    if (!code && runner->kernel.shape.undefined) code = TW_INPUT;
    return code ? code : tw_compile(contest->planner->nvrtc, &runner->kernel, sm, &runner->image, NULL);
}

/* What threads that compile share. */
struct compiling {
    const struct heat *heat;
    atomic_size_t next;
};

static void *compile_some(void *memory)
{
    struct compiling *compiling = memory;
    const struct heat *heat = compiling->heat;
    for (size_t i; (i = atomic_fetch_add(&compiling->next, 1)) < heat->count;) {
        struct runner *runner = &heat->group[i];
        runner->code =
            !runner->is_estimate && is_over(heat, COMPILING) ? TW_UNSUPPORTED : compile(heat, runner);
    }
    return NULL;
}

/* The caller compiles too; where no thread can be had, it alone. */
static void compile_group(const struct heat *heat)
{
    struct compiling compiling = {.heat = heat};
    pthread_t threads[COMPILERS - 1];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = cores > (long)COMPILERS ? COMPILERS : cores > 1 ? (unsigned)cores : 1, begun = 0;
    while (begun + 1 < wanted && pthread_create(&threads[begun], NULL, compile_some, &compiling) == 0)
        begun++;
    compile_some(&compiling);
    while (begun) pthread_join(threads[--begun], NULL);
}

/* A candidate that was not reached in time is no failure. */
static int load_group(struct heat *heat)
{
    struct tw_error why = TW_ERROR_INIT;
    for (size_t i = 0; i < heat->count; i++) {
        struct runner *runner = &heat->group[i];
        if (!runner->code)
            runner->code =
                tw_load(heat->contest->device, &runner->kernel, &runner->image, &runner->loaded, &why);
        if (runner->code == TW_MEMORY || runner->code == TW_FAULT) return give_up(heat, runner->code, &why);
        heat->contest->dropped += runner->code && runner->code != TW_UNSUPPORTED;
    }
    tw_error_free(&why);
    return TW_OK;
}

/* ---- timing ---- */

static CUresult launch(const struct heat *heat, struct runner *runner)
{
    const struct tw_shape *shape = &runner->kernel.shape;
    void *values[TW_MAX_ARGUMENTS];
    for (unsigned i = 0; i < shape->argument_count; i++) {
        bool is_buffer = shape->arguments[i].kind == TW_BUFFER;
        values[i] = is_buffer ? (void *)(uintptr_t)&heat->buffer[i] : (void *)(uintptr_t)heat->scalar;
    }
    return tw_launch_all(driver_of(heat), shape, runner->loaded.function, values, heat->contest->stream);
}

/* Microseconds of a launch. */
static int time_once(const struct heat *heat, struct runner *runner, unsigned launches, double *us,
                     struct tw_error *why)
{
    const struct tw_driver *driver = driver_of(heat);
    CUstream stream = heat->contest->stream;
    float milliseconds = 0;
    CUresult result = launch(heat, runner);
    int code = tw_driver_check(driver, result, "cuLaunchKernel", why);
    if (!code) code = TW_CALL(driver, why, cuEventRecord, heat->events[0], stream);
    for (unsigned i = 0; i < launches && !code; i++)
        code = tw_driver_check(driver, launch(heat, runner), "cuLaunchKernel", why);
    if (!code) code = TW_CALL(driver, why, cuEventRecord, heat->events[1], stream);
    if (!code) code = TW_CALL(driver, why, cuEventSynchronize, heat->events[1]);
    if (!code)
        code = TW_CALL(driver, why, cuEventElapsedTime, &milliseconds, heat->events[0], heat->events[1]);
    *us = 1000.0 * (double)milliseconds / launches;
    return code;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const struct runner *runner)
{
    double sorted[FINALS];
    unsigned count = runner->sample_count;
    if (!count) return INFINITY;
    memcpy(sorted, runner->samples, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, ascending);
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

/* One time of each that runs. One that does not is out; one that faults ends it all. */
static int run_round(struct heat *heat, struct runner **runners, size_t count, bool back)
{
    int code = TW_OK;
    for (size_t i = 0; i < count && !code; i++) {
        struct runner *runner = runners[back ? count - 1 - i : i];
        struct tw_error why = TW_ERROR_INIT;
        double us;
        if (runner->code) continue;
        runner->code = time_once(heat, runner, heat->launches, &us, &why);
        if (runner->code == TW_FAULT || runner->code == TW_MEMORY) code = give_up(heat, runner->code, &why);
        heat->contest->dropped += runner->code != TW_OK;
        if (!runner->code) runner->samples[runner->sample_count++] = us;
        tw_error_free(&why);
    }
    return code;
}

/* The first round is run to its end, the others while there is time. */
static int run_rounds(struct heat *heat, struct runner **runners, size_t count, unsigned rounds)
{
    int code = TW_OK;
    for (size_t i = 0; i < count; i++) runners[i]->sample_count = 0;
    for (unsigned round = 0; round < rounds && !code && (!round || !is_over(heat, 1)); round++)
        code = run_round(heat, runners, count, round % 2);
    for (size_t i = 0; i < count; i++) runners[i]->us = runners[i]->code ? INFINITY : median(runners[i]);
    return code;
}

/* Clocks rise; and how many launches a time is of. */
static int warm_up(struct heat *heat, struct runner *estimate)
{
    struct tw_error why = TW_ERROR_INIT;
    double us = 0;
    int code = TW_OK;
    for (unsigned i = 0; i < WARM_UP && !code; i++) code = time_once(heat, estimate, 1, &us, &why);
    double wanted = us > 0 ? ceil(LEAST_US / us) : 1;
    heat->launches = wanted < 1 ? 1 : wanted > MOST_LAUNCHES ? MOST_LAUNCHES : (unsigned)wanted;
    if (code) estimate->code = code;
    if (code) code = give_up(heat, code, &why);
    tw_error_free(&why);
    return code;
}

/* ---- whose turn it is ---- */

/* Nobody else times anything until it is unlocked. Waiting for that takes none of the time. */
static void lock_device(struct heat *heat)
{
    double asked = seconds();
    pthread_mutex_lock(&heat->contest->planner->measuring);
    heat->start += seconds() - asked;
}

static void unlock_device(const struct heat *heat)
{
    pthread_mutex_unlock(&heat->contest->planner->measuring);
}

/* ---- who is best ---- */

/* Puts a runner where it belongs among the best, which then own it; who drops out is freed. The estimate stays. */
static int admit(struct heat *heat, const struct runner *runner)
{
    struct runner *moved = malloc(sizeof *moved);
    if (!moved) return tw_fail(heat->error, TW_MEMORY, "out of memory");
    *moved = *runner;
    size_t at = heat->best_count;
    while (at > 1 && heat->best[at - 1]->us > moved->us) at--;
    if (heat->best_count == BEST + 1) {
        if (at == heat->best_count) {
            free_runner(heat, moved);
            free(moved);
            return TW_OK;
        }
        free_runner(heat, heat->best[BEST]);
        free(heat->best[BEST]);
        heat->best_count--;
    }
    memmove(&heat->best[at + 1], &heat->best[at], (heat->best_count - at) * sizeof *heat->best);
    heat->best[at] = moved;
    heat->best_count++;
    return TW_OK;
}

/* The group's runners go to the best, or are freed. */
static int sort_group(struct heat *heat)
{
    int code = TW_OK;
    for (size_t i = 0; i < heat->count; i++) {
        struct runner *runner = &heat->group[i];
        bool ran = !code && !runner->code && runner->sample_count;
        heat->contest->tried += ran;
        if (ran) code = admit(heat, runner);
        if (!ran || code) free_runner(heat, runner);
    }
    heat->count = 0;
    return code;
}

static int look_at_group(struct heat *heat)
{
    struct runner *runners[GROUP];
    for (size_t i = 0; i < heat->count; i++) runners[i] = &heat->group[i];
    int code = load_group(heat);
    if (!code && !heat->launches && !runners[0]->code) code = warm_up(heat, runners[0]);
    if (!code && heat->launches) code = run_rounds(heat, runners, heat->count, LOOKS);
    return code;
}

static void gather_group(struct heat *heat)
{
    memset(heat->group, 0, GROUP * sizeof *heat->group);
    heat->count = 0;
    if (!heat->best_count) {
        struct runner *estimate = &heat->group[heat->count++];
        memcpy(estimate->value, heat->contest->estimate->value,
               heat->contest->space->family->field_count * sizeof *estimate->value);
        estimate->is_estimate = true;
    }
    while (heat->count < GROUP && next_candidate(heat, heat->group[heat->count].value)) heat->count++;
}

/* One group after the other while there is time. */
static int look_at_all(struct heat *heat)
{
    int code = TW_OK;
    do {
        gather_group(heat);
        if (!heat->count) return TW_OK;
        compile_group(heat);
        lock_device(heat);
        code = look_at_group(heat);
        unlock_device(heat);
        int sorted = sort_group(heat);
        if (!code) code = sorted;
        if (!heat->best_count || !heat->best[0]->is_estimate) return code; /* it does not run: so be it */
    } while (!code && heat->contest->exhaustive && !is_over(heat, COMPILING));
    return code;
}

static int decide(struct heat *heat)
{
    struct tw_contest *contest = heat->contest;
    if (heat->best_count < 2) {
        if (!contest->why.length)
            tw_text_add(&contest->why, is_over(heat, COMPILING)
                                           ? "the time was over before two candidates were timed"
                                           : "fewer than two candidates could be run");
        return TW_OK;
    }
    lock_device(heat);
    int code = run_rounds(heat, heat->best, heat->best_count, FINALS);
    unlock_device(heat);
    const struct runner *winner = heat->best[0];
    for (size_t i = 1; i < heat->best_count; i++) {
        if (heat->best[i]->us < winner->us) winner = heat->best[i];
    }
    if (code || !isfinite(winner->us) || winner->us <= 0) return code;
    memcpy(contest->value, winner->value, sizeof contest->value);
    contest->us = winner->us;
    contest->estimate_us = heat->best[0]->is_estimate && isfinite(heat->best[0]->us) ? heat->best[0]->us : 0;
    contest->decided = true;
    return TW_OK;
}

/* ---- all of it ---- */

static int create_events(struct heat *heat, struct tw_error *why)
{
    int code = TW_CALL(driver_of(heat), why, cuEventCreate, &heat->events[0], CU_EVENT_DEFAULT);
    return code ? code : TW_CALL(driver_of(heat), why, cuEventCreate, &heat->events[1], CU_EVENT_DEFAULT);
}

static int prepare(struct heat *heat)
{
    const struct tw_variants *space = heat->contest->space;
    struct tw_error why = TW_ERROR_INIT;
    struct tw_shape shape;
    tw_family_shape(space->family, heat->contest->estimate->value, &space->target, &shape);
    heat->group = calloc(GROUP, sizeof *heat->group);
    int code = heat->group ? TW_OK : tw_fail(&why, TW_MEMORY, "out of memory");
    if (!code) code = create_events(heat, &why);
    if (!code) code = allocate(heat, &shape, &why);
    if (code) code = give_up(heat, code, &why);
    tw_error_free(&why);
    return code;
}

static void tidy_up(struct heat *heat)
{
    const struct tw_driver *driver = driver_of(heat);
    if (heat->events[1]) driver->cuStreamSynchronize(heat->contest->stream); /* what was not waited for */
    for (size_t i = 0; i < heat->best_count; i++) {
        free_runner(heat, heat->best[i]);
        free(heat->best[i]);
    }
    for (unsigned i = 0; i < TW_MAX_ARGUMENTS; i++) {
        if (heat->buffer[i]) driver->cuMemFree_v2(heat->buffer[i]);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (heat->events[i]) driver->cuEventDestroy_v2(heat->events[i]);
    }
    free(heat->group);
    free(heat->candidates);
    free(heat->done);
}

/* NULL, or why there is nothing to time. */
static const char *find_obstacle(const struct tw_contest *contest)
{
    if (tw_device_is_simulator(contest->device)) return "the simulator has no times";
    if (!contest->space->family->candidates) return "no time tells the variants of this kernel apart";
    return NULL;
}

int tw_contest_run(struct tw_contest *contest, struct tw_error *error)
{
    struct heat heat = {.contest = contest, .start = seconds(), .error = error};
    const char *obstacle = find_obstacle(contest);
    if (obstacle) {
        tw_text_add(&contest->why, obstacle);
        return TW_OK;
    }
    int code = survey(&heat);
    bool can = !code && check_capture(&heat) && check_room(&heat);
    if (can) code = prepare(&heat);
    can = can && !code && !contest->why.length;
    if (can) code = look_at_all(&heat);
    if (can && !code) code = decide(&heat);
    tidy_up(&heat);
    contest->took_s = seconds() - heat.start;
    if (!code && contest->why.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    return code;
}
