/* Candidates of a described kernel are run as its description says, and compared with what it says is right. */
#include <inttypes.h>
#include <string.h>

#include "base/described/expectation.h"
#include "tune/plan/heat.h"
#include "tune/prove/prove.h"

#define REFERENCE_S           30.0 /* that a reference may take ... */
#define SIMULATED_REFERENCE_S 60u  /* ... and on the simulator, of processor time */

bool tw_heat_checks(const struct tw_heat *heat)
{
    return heat->oracle.device;
}

void tw_heat_open_checks(struct tw_heat *heat)
{
    const struct tw_planner *planner = heat->contest->planner;
    tw_oracle_open(&heat->oracle, heat->contest->device, planner->cache, planner->nvrtc);
    heat->oracle.reference_s = REFERENCE_S;
    heat->oracle.simulated_s = SIMULATED_REFERENCE_S;
}

/* Whether each candidate is run in a context of its own: on the simulator. */
static bool is_apart(const struct tw_heat *heat)
{
    return tw_device_is_simulator(heat->contest->device);
}

/* ---- one ---- */

/* The values of what is open, by which people tell candidates from each other. */
static void add_values(const struct tw_family *family, const int64_t *value, struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < family->field_count; f++) {
        if (tw_field_ungiven(&family->fields[f]) != TW_DERIVED) continue;
        const struct tw_field_value field = tw_field_value_of(&family->fields[f], value[f]);
        tw_text_addf(text, "%s%s ", separator, field.key);
        tw_field_value_add(&field, text);
        separator = ", ";
    }
}

/* Puts it out of the contest. */
static void condemn(struct tw_heat *heat, struct tw_runner *runner, const char *why)
{
    struct tw_contest *contest = heat->contest;
    if (!contest->wrong++) {
        add_values(contest->space->family, runner->value, &contest->mistake);
        tw_text_addf(&contest->mistake, "%s%s", contest->mistake.length ? ": " : "", why);
    }
    heat->is_spoiled |= runner->is_estimate;
    runner->code = TW_INPUT;
}

static void condemn_wrong(struct tw_heat *heat, struct tw_runner *runner, const struct tw_check *check)
{
    struct tw_result result = {0};
    tw_result_take_mismatch(&runner->ready.kernel, check, &result);
    condemn(heat, runner, tw_text_part(&heat->contest->mistake, &result.reason));
    tw_result_free(&result);
}

/* Once said it holds for all: they have one answer. */
static void say_checked(struct tw_heat *heat, const struct tw_kernel *kernel, const struct tw_check *check)
{
    struct tw_text *text = &heat->contest->checked;
    if (text->length) return;
    if (kernel->expectation->by == TW_EXPECT_NOTHING)
        tw_text_add(text, TW_NOT_CHECKED);
    else if (check->unchecked)
        tw_text_addf(text, "right, but %" PRIu64 " elements have no reference", check->unchecked);
    else
        tw_text_add(text, "right");
}

/* A reference that fails lets everybody pass, and that is said; a candidate that cannot be run is left out. */
static int take_failure(struct tw_heat *heat, struct tw_runner *runner, int code, const struct tw_error *why)
{
    const bool is_reference = heat->oracle.refused.code;
    if (code == TW_MEMORY || (code == TW_FAULT && !is_apart(heat))) return tw_heat_give_up(heat, code, why);
    if (code == TW_FAULT && !is_reference) {
        condemn(heat, runner, why->message);
        return TW_OK;
    }
    if (runner->is_estimate || is_reference) {
        tw_text_clear(&heat->contest->checked);
        tw_text_addf(&heat->contest->checked, "not checked: %s", why->message);
    }
    if (is_reference) return TW_OK;
    runner->code = code;
    heat->contest->dropped++;
    return TW_OK;
}

/* Runs a runner that is loaded; one that is wrong has code TW_INPUT then. */
static int check_runner(struct tw_heat *heat, struct tw_runner *runner)
{
    struct tw_check check = {0};
    struct tw_error why = TW_ERROR_INIT;
    int code = tw_check(&heat->oracle, &runner->ready.kernel, &runner->ready.loaded, false, &check, &why);
    if (code)
        code = take_failure(heat, runner, code, &why);
    else if (!check.ok)
        condemn_wrong(heat, runner, &check);
    else
        say_checked(heat, &runner->ready.kernel, &check);
    tw_check_free(&check);
    tw_error_free(&why);
    return code;
}

int tw_heat_check_group(struct tw_heat *heat)
{
    int code = TW_OK;
    for (size_t i = 0; i < heat->count && !code && !heat->oracle.refused.code; i++) {
        struct tw_runner *runner = &heat->group[i];
        if (!runner->code && !runner->is_estimate && tw_heat_left(heat, 1) <= 0)
            runner->code = TW_UNSUPPORTED;
        if (!runner->code) code = check_runner(heat, runner);
    }
    return code;
}

/* ---- the first that is right ---- */

/* What is run of a candidate: on the simulator its proof problem, or its own, if that is small. *can false: there is none, which is said. */
static int choose_problem(struct tw_heat *heat, const struct tw_variant *variant,
                          struct tw_proof_problem *problem, bool *can)
{
    struct tw_text *checked = &heat->contest->checked;
    struct tw_result result = {0};
    *problem = (struct tw_proof_problem){.variant = *variant, .is_own = true};
    *can = true;
    if (!is_apart(heat)) return TW_OK;
    const struct tw_variants *space = heat->contest->space;
    int code = tw_proof_problem(space, variant, TW_PROVING_ALONE, problem, &result, heat->error);
    if (!code && problem->is_own) code = tw_proof_is_small(space, variant, TW_PROOF_SMALL, can, heat->error);
    if (!code && !*can && !checked->length)
        tw_text_addf(checked, "not checked: %s",
                     result.unproven.length
                         ? tw_text_part(checked, &result.unproven)
                         : "the problem is too large to be simulated, and there is no \"proof\"");
    tw_result_free(&result);
    return code;
}

/* Runs one candidate; *passes: it is taken. */
static int try_one(struct tw_heat *heat, const struct tw_variant *variant, bool is_estimate, bool *passes)
{
    struct tw_runner *runner = heat->group;
    struct tw_proof_problem problem;
    bool can;
    int code = choose_problem(heat, variant, &problem, &can);
    *passes = !can;
    if (code || !can) return code;
    *runner = (struct tw_runner){.is_estimate = is_estimate};
    memcpy(runner->value, problem.variant.value,
           heat->contest->space->family->field_count * sizeof *runner->value);
    heat->count = 1;
    code = tw_heat_ready_group(heat);
    if (!code && runner->code && is_estimate)
        *passes = true; /* what is wrong is told when it is compiled again */
    if (!code && !runner->code) {
        code = check_runner(heat, runner);
        *passes = !code && !runner->code;
    }
    if (*passes && !runner->code && !is_apart(heat)) {
        heat->contest->ready = runner->ready;
        runner->ready = (struct tw_ready){0};
    }
    tw_ready_free(heat->contest->device, &runner->ready);
    return code;
}

/* On the simulator in a context of its own: what a fault does to it ends with it. */
static int try_apart(struct tw_heat *heat, const struct tw_variant *variant, bool is_estimate, bool *passes)
{
    const struct tw_driver *driver = tw_heat_driver(heat);
    CUcontext context;
    if (!is_apart(heat)) return try_one(heat, variant, is_estimate, passes);
    int code = TW_CALL(driver, heat->error, cuCtxCreate_v2, &context, 0, heat->contest->device->device);
    if (code) return code;
    tw_heat_open_checks(heat);
    code = try_one(heat, variant, is_estimate, passes);
    tw_oracle_close(&heat->oracle);
    driver->cuCtxDestroy_v2(context);
    return code;
}

int tw_heat_find_right(struct tw_heat *heat, bool (*next)(struct tw_heat *heat, int64_t *value))
{
    struct tw_contest *contest = heat->contest;
    const size_t most = contest->exhaustive ? SIZE_MAX : TW_HEAT_GROUP;
    struct tw_variant variant = *contest->estimate;
    int64_t value[TW_MAX_FIELDS];
    bool passes = false;
    memcpy(value, variant.value, contest->space->family->field_count * sizeof *value);
    variant.value = value;
    int code = try_apart(heat, &variant, true, &passes);
    for (size_t tried = 1; tried < most && !passes && !code && next(heat, value); tried++)
        code = try_apart(heat, &variant, false, &passes);
    contest->found = passes && !code;
    if (contest->found) memcpy(contest->value, value, sizeof value);
    return code;
}
