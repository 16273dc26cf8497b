/*
 * Candidates timed side by side on the caller's device and stream, in memory of the planner's own:
 *
 *     a dozen at a time, until there are no more:   compiled by several threads, loaded, timed in TW_HEAT_LOOKS rounds
 *     of all of them the estimate and the best few: timed in TW_HEAT_FINALS rounds more
 *
 * In a round everybody launches once, in turn and back and forth, each after a launch of its own kind that is not timed, so
 * that all find the caches as they leave them. What counts is the median. Fast kernels are launched several times for one
 * time, as events tell half a microsecond. A limit of time holds for all of it, waiting for others that measure too.
 *
 * Candidates of a described kernel are checked before they are timed, on what its description says that they are given, and one that is wrong
 * is out, the estimate too.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/choice/declared.h"
#include "tune/plan/heat.h"

int tw_heat_give_up(struct tw_heat *heat, int code, const struct tw_error *why)
{
    if (code == TW_MEMORY) return tw_fail(heat->error, TW_MEMORY, "out of memory");
    if (code == TW_FAULT)
        return tw_fail(heat->error, TW_FAULT, "a candidate that was measured for the plan: %s", why->message);
    tw_text_add(&heat->contest->why, why->message);
    return TW_OK;
}

/* ---- the candidates ---- */

static void drop_candidates(struct tw_heat *heat)
{
    for (size_t i = 0; i < heat->contest->space->count && heat->candidates; i++)
        tw_candidates_free(&heat->candidates[i]);
    free(heat->candidates);
    free(heat->done);
    heat->candidates = NULL;
    heat->done = NULL;
}

static int list_candidates(struct tw_heat *heat)
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

static bool is_estimate(const struct tw_heat *heat, const int64_t *value)
{
    size_t bytes = heat->contest->space->family->field_count * sizeof *value;
    return memcmp(value, heat->contest->estimate->value, bytes) == 0;
}

/* The next candidate but the estimate: the most promising one of each variant, then the second ... */
static bool next_candidate(struct tw_heat *heat, int64_t *value)
{
    size_t variants = heat->contest->space->count;
    while (heat->left) {
        size_t i = heat->turn++ % variants;
        if (heat->done[i]) continue;
        if (tw_candidates_next(&heat->candidates[i], value)) {
            if (!is_estimate(heat, value)) return true;
            continue;
        }
        if (heat->candidates[i].failed) tw_text_fail(&heat->contest->why);
        if (heat->candidates[i].too_many && !heat->contest->why.length)
            tw_text_addf(
                &heat->contest->why,
                "its parameters have more than %u combinations that must be looked at; give some of them",
                TW_DECLARED_TRIES);
        heat->done[i] = true;
        heat->left--;
    }
    return false;
}

static bool has_buffers(struct tw_heat *heat, unsigned count)
{
    if (count <= heat->buffer_count) return true;
    struct tw_heat_buffer *buffers = realloc(heat->buffers, count * sizeof *buffers);
    if (buffers) heat->buffers = buffers;
    void **values = realloc(heat->values, count * sizeof *values);
    if (values) heat->values = values;
    if (!buffers || !values) return false;
    memset(buffers + heat->buffer_count, 0, (count - heat->buffer_count) * sizeof *buffers);
    heat->buffer_count = count;
    return true;
}

/* *shape is made anew. What is checked has memory elsewhere. */
static int reserve_shape(struct tw_heat *heat, const int64_t *value, struct tw_shape *shape)
{
    const struct tw_variants *space = heat->contest->space;
    if (tw_heat_checks(heat)) return TW_OK;
    if (!tw_family_shape(space->family, value, &space->target, shape) ||
        !has_buffers(heat, shape->argument_count))
        return tw_fail(heat->error, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        size_t bytes = argument->kind == TW_BUFFER ? tw_argument_bytes(argument) : 0;
        if (bytes > heat->buffers[i].bytes) heat->buffers[i].bytes = bytes;
    }
    return TW_OK;
}

/* From the first on again. */
static void rewind_candidates(struct tw_heat *heat)
{
    const size_t count = heat->contest->space->count;
    for (size_t i = 0; i < count; i++) heat->candidates[i].next = 0;
    memset(heat->done, 0, count * sizeof *heat->done);
    heat->left = count;
    heat->turn = 0;
}

/* Counts them all, and the memory that any of them needs. */
static int survey(struct tw_heat *heat)
{
    int64_t value[TW_MAX_FIELDS];
    struct tw_shape shape = {0};
    int code = list_candidates(heat);
    if (!code) code = reserve_shape(heat, heat->contest->estimate->value, &shape);
    for (heat->contest->of = 1; !code && next_candidate(heat, value); heat->contest->of++)
        code = reserve_shape(heat, value, &shape);
    tw_shape_free(&shape);
    if (!code) rewind_candidates(heat);
    return code;
}

/* ---- who is best ---- */

static void free_runner(struct tw_heat *heat, struct tw_runner *runner)
{
    tw_ready_free(heat->contest->device, &runner->ready);
}

/* The plan needs it: so it is neither compiled nor loaded again. */
static void keep(struct tw_heat *heat, struct tw_runner *runner)
{
    heat->contest->ready = runner->ready;
    runner->ready = (struct tw_ready){0};
}

/* Puts a runner where it belongs among the best, which then own it; who drops out is freed. The estimate stays. */
static int admit(struct tw_heat *heat, const struct tw_runner *runner)
{
    struct tw_runner *moved = malloc(sizeof *moved);
    if (!moved) return tw_fail(heat->error, TW_MEMORY, "out of memory");
    *moved = *runner;
    size_t at = heat->best_count;
    while (at > 1 && heat->best[at - 1]->us > moved->us) at--;
    if (heat->best_count == TW_HEAT_BEST + 1) {
        if (at == heat->best_count) {
            free_runner(heat, moved);
            free(moved);
            return TW_OK;
        }
        free_runner(heat, heat->best[TW_HEAT_BEST]);
        free(heat->best[TW_HEAT_BEST]);
        heat->best_count--;
    }
    memmove(&heat->best[at + 1], &heat->best[at], (heat->best_count - at) * sizeof *heat->best);
    heat->best[at] = moved;
    heat->best_count++;
    return TW_OK;
}

/* The group's runners go to the best, or are freed. */
static int sort_group(struct tw_heat *heat)
{
    int code = TW_OK;
    for (size_t i = 0; i < heat->count; i++) {
        struct tw_runner *runner = &heat->group[i];
        bool ran = !code && !runner->code && runner->sample_count;
        heat->contest->tried += ran;
        heat->contest->late += !code && !ran && (!runner->code || runner->code == TW_UNSUPPORTED);
        if (ran) code = admit(heat, runner);
        if (!ran && !runner->code && runner->is_estimate) keep(heat, runner);
        if (!ran || code) free_runner(heat, runner);
    }
    heat->count = 0;
    return code;
}

/* Whoever the device is warmed up by: the estimate, and where that is wrong the first that is not. */
static struct tw_runner *find_first(const struct tw_heat *heat)
{
    size_t i = 0;
    while (heat->is_spoiled && i + 1 < heat->count && heat->group[i].code) i++;
    return &heat->group[i];
}

/* With the device to itself. Where others have it for too long, nobody is timed. */
static int look_at_group(struct tw_heat *heat)
{
    struct tw_runner *runners[TW_HEAT_GROUP];
    int code = TW_OK;
    for (size_t i = 0; i < heat->count; i++) runners[i] = &heat->group[i];
    if (!tw_heat_lock_device(heat, TW_HEAT_LOOK)) return TW_OK;
    if (tw_heat_checks(heat)) code = tw_heat_check_group(heat);
    struct tw_runner *first = find_first(heat);
    if (!code && !heat->launches && !first->code) code = tw_heat_warm_up(heat, first);
    if (!code && heat->launches) code = tw_heat_run_rounds(heat, runners, heat->count, TW_HEAT_LOOKS);
    tw_heat_unlock_device(heat);
    return code;
}

static void gather_group(struct tw_heat *heat)
{
    memset(heat->group, 0, TW_HEAT_GROUP * sizeof *heat->group);
    heat->count = 0;
    if (!heat->has_begun) {
        struct tw_runner *estimate = &heat->group[heat->count++];
        heat->has_begun = true;
        memcpy(estimate->value, heat->contest->estimate->value,
               heat->contest->space->family->field_count * sizeof *estimate->value);
        estimate->is_estimate = true;
    }
    while (heat->count < TW_HEAT_GROUP && next_candidate(heat, heat->group[heat->count].value)) heat->count++;
}

/* One group after the other while there is time. */
static int look_at_all(struct tw_heat *heat)
{
    int code = TW_OK;
    do {
        gather_group(heat);
        if (!heat->count) return TW_OK;
        code = tw_heat_ready_group(heat);
        if (!code) code = look_at_group(heat);
        int sorted = sort_group(heat);
        if (!code) code = sorted;
        const bool runs = heat->best_count && heat->best[0]->is_estimate;
        if (!runs && !heat->is_spoiled) return code; /* it does not run: so be it */
    } while (!code && heat->contest->exhaustive && tw_heat_left(heat, TW_HEAT_COMPILING) > 0);
    return code;
}

/* Nothing can be said of fewer than two. */
static const char *say_why(const struct tw_heat *heat)
{
    if (heat->waited) return "the time was over while other plans were measured";
    if (tw_heat_left(heat, TW_HEAT_COMPILING) > atomic_load(&heat->slowest))
        return "fewer than two candidates could be run";
    return "the time was over before two candidates were timed";
}

/* The best few once more, if there is time for a round of them. */
static int run_finals(struct tw_heat *heat)
{
    double takes = tw_heat_round_takes(heat, heat->best, heat->best_count);
    if (tw_heat_left(heat, 1) <= takes || !tw_heat_lock_device(heat, TW_HEAT_FINAL)) return TW_OK;
    int code = TW_OK;
    if (tw_heat_left(heat, 1) > takes)
        code = tw_heat_run_rounds(heat, heat->best, heat->best_count, TW_HEAT_FINALS);
    tw_heat_unlock_device(heat);
    return code;
}

/* How sure it is: in how many of the rounds that both were timed in the winner was faster than the next best. */
static void count_rounds(const struct tw_heat *heat, const struct tw_runner *winner)
{
    struct tw_contest *contest = heat->contest;
    const struct tw_runner *next = NULL;
    for (size_t i = 0; i < heat->best_count; i++) {
        const struct tw_runner *other = heat->best[i];
        if (other != winner && isfinite(other->us) && (!next || other->us < next->us)) next = other;
    }
    contest->rounds = !next                                       ? 0
                      : next->sample_count < winner->sample_count ? next->sample_count
                                                                  : winner->sample_count;
    for (unsigned i = 0; i < contest->rounds; i++) contest->won += winner->samples[i] < next->samples[i];
}

static int decide(struct tw_heat *heat)
{
    struct tw_contest *contest = heat->contest;
    struct tw_runner *winner = heat->best[0];
    if (heat->best_count < (heat->is_spoiled ? 1 : 2)) {
        if (!contest->why.length) tw_text_add(&contest->why, say_why(heat));
        if (heat->best_count) keep(heat, winner);
        return TW_OK;
    }
    int code = run_finals(heat);
    for (size_t i = 1; i < heat->best_count; i++) {
        if (heat->best[i]->us < winner->us) winner = heat->best[i];
    }
    if (code || !isfinite(winner->us) || winner->us <= 0) return code;
    memcpy(contest->value, winner->value, sizeof contest->value);
    contest->us = winner->us;
    count_rounds(heat, winner);
    keep(heat, winner);
    contest->estimate_us = heat->best[0]->is_estimate && isfinite(heat->best[0]->us) ? heat->best[0]->us : 0;
    contest->decided = true;
    return TW_OK;
}

/* ---- all of it ---- */

static void tidy_up(struct tw_heat *heat)
{
    for (size_t i = 0; i < heat->best_count; i++) {
        free_runner(heat, heat->best[i]);
        free(heat->best[i]);
    }
    tw_heat_release(heat);
    if (heat->oracle.device) tw_oracle_close(&heat->oracle);
    drop_candidates(heat);
}

/* NULL, or why there is nothing to time. */
static const char *find_obstacle(const struct tw_contest *contest)
{
    if (tw_device_is_simulator(contest->device)) return "the simulator has no times";
    if (!tw_family_searches(contest->space->family)) return "no time tells the variants of this kernel apart";
    return NULL;
}

/* Whether candidates can be run at all; else `why` says what forbids it. */
static bool can_run(struct tw_heat *heat, int code)
{
    return !code && tw_heat_check_capture(heat) && tw_heat_check_room(heat);
}

static int time_all(struct tw_heat *heat)
{
    int code = survey(heat);
    bool can = can_run(heat, code) && !heat->contest->why.length;
    if (can) code = tw_heat_prepare(heat);
    can = can && !code && !heat->contest->why.length;
    if (can) code = look_at_all(heat);
    return can && !code ? decide(heat) : code;
}

static int check_all(struct tw_heat *heat)
{
    int code = list_candidates(heat);
    heat->group = calloc(1, sizeof *heat->group);
    if (!code && !heat->group) code = tw_fail(heat->error, TW_MEMORY, "out of memory");
    return can_run(heat, code) ? tw_heat_find_right(heat, next_candidate) : code;
}

/* The estimate is wrong, and the time was over before another was found to be right: then time is no matter, and the first that is right
   is taken. */
static int find_another(struct tw_heat *heat)
{
    struct tw_contest *contest = heat->contest;
    if (!heat->is_spoiled || contest->decided || contest->found || !contest->late) return TW_OK;
    tw_text_clear(&contest->mistake);
    contest->wrong = 0;
    contest->seconds = 0;
    rewind_candidates(heat);
    tw_heat_lock_device(heat, TW_HEAT_LOOK);
    int code = tw_heat_find_right(heat, next_candidate);
    tw_heat_unlock_device(heat);
    return code;
}

/* Nothing is taken that is known to be wrong. */
static int refuse_wrong(const struct tw_heat *heat)
{
    const struct tw_contest *contest = heat->contest;
    if (!heat->is_spoiled || contest->decided || contest->found) return TW_OK;
    const char *mistake = contest->mistake.data ? contest->mistake.data : "";
    if (contest->wrong == 1) return tw_fail(heat->error, TW_INPUT, "the variant is wrong: %s", mistake);
    return tw_fail(heat->error, TW_INPUT, "none of the %zu variants that were checked is right: %s",
                   contest->wrong, mistake);
}

int tw_contest_run(struct tw_contest *contest, struct tw_error *error)
{
    struct tw_heat heat = {.contest = contest, .start = tw_seconds(), .error = error};
    const bool is_described = contest->space->family->description;
    const char *obstacle = find_obstacle(contest);
    if (obstacle) tw_text_add(&contest->why, obstacle);
    if (obstacle && !is_described) return TW_OK;
    heat.stream = is_described ? NULL : contest->stream;
    if (is_described && !obstacle) tw_heat_open_checks(&heat);
    int code = obstacle || contest->only_checks ? check_all(&heat) : time_all(&heat);
    if (!code) code = find_another(&heat);
    if (!code) code = refuse_wrong(&heat);
    tidy_up(&heat);
    contest->took_s = tw_seconds() - heat.start;
    if (!code && (contest->why.failed || contest->checked.failed || contest->mistake.failed))
        code = tw_fail(error, TW_MEMORY, "out of memory");
    return code;
}
