/*
 * From the estimate to what is known better: what was measured on this device before, and what is measured now.
 *
 *     wisdom of the same device, added to the planner      as it is
 *     the store, with at least the effort that is wanted   taken
 *     the device itself                                    measured, and kept in the store
 *     the store, with less effort                          taken, where nothing could be measured
 *     the nearest problem, in wisdom or in the store       taken, and the estimate of what is measured (nearest.c)
 *     wisdom of the architecture, or the rule              as it is
 */
#include <string.h>

#include "tune/plan/planner.h"

struct refining {
    struct tw_planner *planner;
    const struct tw_variants *space;
    const struct tw_plan *draft;
    const struct tw_problem *problem;
    struct tw_target target;
    int64_t given[TW_MAX_FIELDS]; /* the only variant before resolve()             */
    uint64_t open;                /* fields of it that the family may choose        */
    struct tw_pick *pick;
    struct tw_ready *ready;
    struct tw_error *error;
};

static struct tw_store_device device_of(const struct refining *r)
{
    const struct tw_device *device = r->draft->device;
    struct tw_store_device same = {.sm = device->sm,
                                   .multiprocessors = (unsigned)device->multiprocessors,
                                   .l2_bytes = device->l2_bytes,
                                   .driver_version = device->driver_version};
    memcpy(same.name, device->name, sizeof same.name);
    return same;
}

/* A line below the grounds. */
static void add_note(const struct refining *r, const char *what, const char *why)
{
    tw_text_addf(&r->pick->note, "%s: %s\n", what, why);
}

/* ---- the store ---- */

/* estimate_us 0: not known. */
static void tell_times(double us, double estimate_us, struct tw_text *text)
{
    tw_text_add_double(text, us, 2);
    tw_text_add(text, " us");
    if (estimate_us == us) tw_text_add(text, " of the estimate, which none beat");
    if (estimate_us == us || estimate_us <= 0) return;
    tw_text_add(text, " against ");
    tw_text_add_double(text, estimate_us, 2);
    tw_text_add(text, " us of the estimate");
}

static void tell_kept(const struct tw_store_entry *entry, struct tw_text *text)
{
    tell_times(entry->us, entry->estimate_us, text);
    tw_text_addf(text, "; the best of %lld candidates of %lld, %s", (long long)entry->tried,
                 (long long)entry->of, entry->time);
}

/* Looks for what was measured with at least that effort. A store that cannot be read is none, and the plan says why. */
static int consult(const struct refining *r, enum tw_effort least, bool *found)
{
    const struct tw_store_device device = device_of(r);
    const int64_t *value = r->space->variant[0].value;
    struct tw_stores stores;
    struct tw_error why = TW_ERROR_INIT;
    *found = false;
    int code =
        tw_store_load_problem(r->planner->wisdom_directory, &device, r->space->family, value, &stores, &why);
    if (code == TW_MEMORY) tw_fail(r->error, TW_MEMORY, "out of memory");
    if (code && code != TW_MEMORY) add_note(r, "wisdom", why.message);
    tw_error_free(&why);
    if (code) return code == TW_MEMORY ? code : TW_OK;
    const struct tw_store_request request = {.family = r->space->family,
                                             .target = &r->target,
                                             .given = r->given,
                                             .resolved = value,
                                             .open = r->open,
                                             .least = least};
    const struct tw_store_entry *entry = tw_store_find(&stores, &request);
    if (entry) {
        tw_pick_take(r->pick, r->space->family, entry->value, TW_GROUNDS_KEPT);
        r->pick->wisdom = NULL;
        tell_kept(entry, &r->pick->told);
    }
    *found = entry;
    tw_stores_free(&stores);
    return TW_OK;
}

static void keep(const struct refining *r, const struct tw_contest *contest)
{
    const struct tw_store_device device = device_of(r);
    struct tw_store_entry entry = {.family = r->space->family,
                                   .searched = r->open,
                                   .effort = r->problem->effort,
                                   .us = contest->us,
                                   .estimate_us = contest->estimate_us,
                                   .tried = (int64_t)contest->tried,
                                   .of = (int64_t)contest->of};
    struct tw_error why = TW_ERROR_INIT;
    memcpy(entry.value, contest->value, sizeof entry.value);
    if (contest->tried < contest->of) entry.effort = TW_EFFORT_MEASURE; /* it ran out of time */
    tw_store_stamp(&entry);
    if (r->space->count > 1)
        add_note(r, "not kept", "the problem lists values");
    else if (r->planner->wisdom_directory &&
             tw_store_keep(r->planner->wisdom_directory, &device, &entry, 1, &why))
        add_note(r, "not kept", why.message);
    tw_error_free(&why);
}

/* What was measured with less effort. The kernel of the estimate is of no use then. */
static int consult_less(const struct refining *r)
{
    bool found = false;
    int code = consult(r, TW_EFFORT_MEASURE, &found);
    if (found) tw_ready_free(r->draft->device, r->ready);
    return code;
}

/* Takes the nearest of a device that this one is treated as, also where a simulator stands for it. */
static int take_nearest(const struct refining *r, const struct tw_wisdom *wisdom)
{
    const struct tw_problem *problem = r->problem;
    const bool has_store = problem->like_device || !tw_device_is_simulator(r->draft->device);
    const struct tw_nearest from = {.space = r->space,
                                    .device = r->draft->device,
                                    .like = problem->like_device,
                                    .only_exact = problem->no_nearest,
                                    .wisdom = wisdom,
                                    .directory = has_store ? r->planner->wisdom_directory : NULL};
    const bool is_open = r->pick->grounds == TW_GROUNDS_RULE || r->pick->grounds == TW_GROUNDS_ARCHITECTURE;
    const bool is_wanted = !problem->no_nearest || problem->like_device;
    return is_open && is_wanted ? tw_plan_take_nearest(&from, r->pick, r->error) : TW_OK;
}

/* ---- the device ---- */

static void tell_measured(const struct tw_contest *contest, struct tw_text *text)
{
    tell_times(contest->us, contest->estimate_us, text);
    tw_text_addf(text, "; %zu of %zu candidates timed in ", contest->tried, contest->of);
    tw_text_add_double(text, contest->took_s, 2);
    tw_text_add(text, " s");
    if (contest->dropped) tw_text_addf(text, ", %zu could not be run", contest->dropped);
    if (contest->late) tw_text_addf(text, ", for %zu more there was no time", contest->late);
    if (contest->rounds)
        tw_text_addf(text, "; faster than the next best in %u of %u rounds", contest->won, contest->rounds);
}

/* So much that the plan is made in under a second. The second kernel is compiled in that time; but with scratch it is the winner's
   own, so that as much is left for that. */
static double limit_of(const struct refining *r)
{
    int64_t relaxed[TW_MAX_FIELDS];
    struct tw_shape shape = {0};
    if (r->problem->seconds > 0) return r->problem->seconds;
    if (r->problem->effort == TW_EFFORT_EXHAUSTIVE) return 0;
    const int64_t *value = r->pick->variant->value;
    bool has_second = tw_family_relaxed(r->space->family, value, &r->target, relaxed);
    bool has_scratch =
        !tw_family_shape(r->space->family, value, &r->target, &shape) || tw_shape_scratch_bytes(&shape);
    tw_shape_free(&shape);
    return has_second && has_scratch ? TW_MEASURE_SECONDS / 2 : TW_MEASURE_SECONDS;
}

/* The first that is right, where nothing was timed: mostly what was picked already. */
static void take_right(const struct refining *r, const struct tw_contest *contest)
{
    const size_t bytes = r->space->family->field_count * sizeof *contest->value;
    if (memcmp(r->pick->variant->value, contest->value, bytes) == 0) return;
    tw_pick_take(r->pick, r->space->family, contest->value, TW_GROUNDS_RULE);
    tw_text_add(&r->pick->told, "the first that is right");
    r->pick->wisdom = NULL;
}

static void tell_checked(const struct refining *r, const struct tw_contest *contest)
{
    tw_text_add(&r->pick->checked, tw_text_part(&r->pick->checked, &contest->checked));
    if (!contest->wrong) return;
    tw_text_addf(&r->pick->note, "left out as wrong: %zu variant%s; %s\n", contest->wrong,
                 contest->wrong == 1 ? "" : "s, the first", tw_text_part(&r->pick->note, &contest->mistake));
}

static int measure(const struct refining *r, bool *decided)
{
    const struct tw_problem *problem = r->problem;
    struct tw_contest contest = {.planner = r->planner,
                                 .space = r->space,
                                 .estimate = r->pick->variant,
                                 .device = r->draft->device,
                                 .stream = problem->stream,
                                 .exhaustive = problem->effort == TW_EFFORT_EXHAUSTIVE,
                                 .only_checks = r->pick->grounds == TW_GROUNDS_GIVEN,
                                 .seconds = limit_of(r)};
    int code = tw_contest_run(&contest, r->error);
    *r->ready = contest.ready;
    *decided = !code && contest.decided;
    if (*decided) {
        tw_pick_take(r->pick, r->space->family, contest.value, TW_GROUNDS_MEASURED);
        r->pick->wisdom = NULL;
        tell_measured(&contest, &r->pick->told);
        keep(r, &contest);
    } else if (!code) {
        if (contest.found) take_right(r, &contest);
        if (contest.why.length || contest.why.failed)
            add_note(r, "not measured", tw_text_part(&r->pick->note, &contest.why));
    }
    if (!code) tell_checked(r, &contest);
    tw_text_free(&contest.why);
    tw_text_free(&contest.checked);
    tw_text_free(&contest.mistake);
    return code;
}

int tw_plan_refine(struct tw_planner *planner, const struct tw_variants *space, const struct tw_plan *draft,
                   const struct tw_problem *problem, const struct tw_wisdom *wisdom, struct tw_pick *pick,
                   struct tw_ready *ready, struct tw_error *error)
{
    struct refining r = {.planner = planner,
                         .space = space,
                         .draft = draft,
                         .problem = problem,
                         .target = space->target,
                         .pick = pick,
                         .ready = ready,
                         .error = error};
    bool found = false, wanted = problem->effort > TW_EFFORT_ESTIMATE;
    const bool is_checked = wanted && space->family->description;
    if ((pick->grounds == TW_GROUNDS_GIVEN && !is_checked) || pick->grounds == TW_GROUNDS_DEVICE)
        return TW_OK;
    tw_variant_given(space->family, &space->variant[0], r.given);
    r.open = tw_family_open(space->family, r.given, space->variant[0].value);
    bool has_store = planner->wisdom_directory && space->count == 1 && pick->grounds != TW_GROUNDS_GIVEN &&
                     tw_family_searches(space->family) && !tw_device_is_simulator(draft->device);
    enum tw_effort least = wanted ? problem->effort : TW_EFFORT_MEASURE;
    if (problem->like_device && !wanted) has_store = false; /* its own wisdom is not asked for */
    int code = has_store ? consult(&r, least, &found) : TW_OK;
    if (!code && !found) code = take_nearest(&r, wisdom);
    if (!code && !found && wanted) code = measure(&r, &found);
    if (!code && !found && has_store && least > TW_EFFORT_MEASURE) code = consult_less(&r);
    return code;
}
