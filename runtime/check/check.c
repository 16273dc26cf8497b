/*
 * A check: trial after trial, memory as the oracle says it is before, all launches, and every element of every argument
 * against what the oracle says it is then. What nobody wrote holds a pattern, another one in each trial: an element that the
 * kernel does not write is wrong in at least one of them, whatever should stand there, and where nothing should be written,
 * in the gaps between rows, each pattern must still be there. Inputs are compared too: a kernel has no business changing
 * them. The first trial with something wrong is the last.
 */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/check/near.h"
#include "runtime/check/oracle.h"

struct checking {
    struct tw_oracle *oracle;
    const struct tw_kernel *kernel;
    const struct tw_loaded *loaded;
    unsigned trial;
    struct tw_check *check;
};

static const struct tw_driver *driver_of(const struct checking *checking)
{
    return &checking->oracle->device->driver;
}

/* ---- one argument ---- */

/* Copies a part of an argument's content back. */
static int fetch(const struct checking *checking, unsigned i, size_t offset, void *to, size_t bytes,
                 struct tw_error *error)
{
    CUdeviceptr content = checking->oracle->place[i].content;
    return TW_CALL(driver_of(checking), error, cuMemcpyDtoH_v2, to, content + offset, bytes);
}

static int fetch_held(const struct checking *checking, const struct tw_held *held, size_t offset, void *to,
                      size_t bytes, struct tw_error *error)
{
    if (held->host) {
        memcpy(to, (const char *)held->host + offset, bytes);
        return TW_OK;
    }
    if (!held->device) {
        memset(to, 0, bytes);
        return TW_OK;
    }
    return TW_CALL(driver_of(checking), error, cuMemcpyDtoH_v2, to, held->device + offset, bytes);
}

/* What the argument should hold: what it held before where it is no result. */
static const struct tw_held *expected_of(const struct checking *checking, unsigned i)
{
    const struct tw_answer *answer = &checking->oracle->place[i].answer[checking->trial];
    return answer->after.host || answer->after.device ? &answer->after : &answer->before;
}

static bool is_poison(const unsigned char *bytes, size_t count, unsigned char poison)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != poison) return false;
    }
    return true;
}

/* The array where the comparison runs. */
static uintptr_t place_of(const struct tw_held *held)
{
    return held->host ? (uintptr_t)held->host : (uintptr_t)held->device;
}

/* Whether argument i is the result of a described kernel. */
static bool is_by_tolerance(const struct checking *checking, unsigned i)
{
    return checking->kernel->expectation && tw_argument_is_result(&checking->kernel->shape.arguments[i]);
}

static struct tw_near near_of(const struct checking *checking, unsigned i)
{
    return tw_near_of(&checking->kernel->expectation->tolerance[i],
                      checking->kernel->shape.arguments[i].element,
                      checking->oracle->place[i].answer[checking->trial].most, checking->trial);
}

static void note_off(const struct checking *checking, unsigned i, const void *got, const void *expected,
                     struct tw_mismatch *mismatch)
{
    const struct tw_near near = near_of(checking, i);
    tw_farthest_off(&near, got, expected, &mismatch->off, &mismatch->allowed);
}

/* Writes a wrong element down. */
static int note(const struct checking *checking, unsigned i, uint64_t index, struct tw_mismatch *mismatch,
                struct tw_error *error)
{
    const struct tw_argument *argument = &checking->kernel->shape.arguments[i];
    const struct tw_answer *answer = &checking->oracle->place[i].answer[checking->trial];
    unsigned char got[16], expected[16], poison = tw_poisons[checking->trial];
    size_t bytes = tw_element_info(argument->element)->bytes;
    double exact = (double)NAN;
    *mismatch = (struct tw_mismatch){.buffer = i, .index = index};
    int code = fetch(checking, i, index * bytes, got, bytes, error);
    if (!code) code = fetch_held(checking, expected_of(checking, i), index * bytes, expected, bytes, error);
    if (!code && (answer->exact.host || answer->exact.device))
        code = fetch_held(checking, &answer->exact, index * sizeof exact, &exact, sizeof exact, error);
    if (code) return code;
    bool is_written = !is_poison(got, bytes, poison), is_alone = is_poison(expected, bytes, poison);
    tw_element_print(argument->element, got, mismatch->got);
    if (!is_written) strcpy(mismatch->got, "not written");
    if (!isnan(exact))
        tw_element_print(TW_FLOAT64, &exact, mismatch->expected);
    else
        tw_element_print(argument->element, expected, mismatch->expected);
    if (isnan(exact) && is_alone) strcpy(mismatch->expected, "left alone");
    if (is_by_tolerance(checking, i) && is_written && !is_alone)
        note_off(checking, i, got, expected, mismatch);
    return TW_OK;
}

static int compare_host(const struct checking *checking, unsigned i, struct tw_comparison *comparison,
                        struct tw_differences *differences, struct tw_error *error)
{
    size_t bytes = tw_argument_bytes(comparison->argument);
    void *got = malloc(bytes);
    if (!got) return tw_fail(error, TW_MEMORY, "out of memory for argument %s", comparison->argument->name);
    int code = fetch(checking, i, 0, got, bytes, error);
    comparison->got = (uintptr_t)got;
    if (!code) tw_compare_host(comparison, differences);
    free(got);
    return code;
}

/* The count that an argument's wrong elements are added to. */
static uint64_t *count_of(struct tw_check *check, const struct tw_argument *argument)
{
    if (tw_argument_is_result(argument)) return &check->mismatches;
    return argument->role == TW_ROLE_INPUT ? &check->inputs_changed : &check->scratch_left;
}

static int compare_by(const struct checking *checking, unsigned i, struct tw_comparison *comparison,
                      struct tw_differences *differences, struct tw_error *error)
{
    const struct tw_oracle *oracle = checking->oracle;
    if (!oracle->on_device) return compare_host(checking, i, comparison, differences, error);
    return tw_compare_device(&oracle->comparer, driver_of(checking), comparison, differences, error);
}

/* The wrong element that is off the farthest of all. */
static int note_farthest(struct checking *checking, unsigned i, const struct tw_differences *differences,
                         struct tw_error *error)
{
    struct tw_mismatch *farthest = &checking->check->farthest;
    return differences->off > farthest->off ? note(checking, i, differences->farthest, farthest, error)
                                            : TW_OK;
}

/* "24 of 1024 elements of c" */
static void add_untouched(const struct tw_argument *argument, uint64_t count, uint64_t *sum,
                          struct tw_text *text)
{
    const unsigned components = tw_element_info(argument->element)->components;
    *sum += count;
    if (!count) return;
    tw_text_addf(text, "%s%" PRIu64 " of %" PRIu64 " %s of %s", text->length ? ", " : "", count,
                 components * argument->count, components > 1 ? "components" : "elements", argument->name);
}

static int compare(struct checking *checking, unsigned i, struct tw_error *error)
{
    const struct tw_argument_place *place = &checking->oracle->place[i];
    const struct tw_answer *answer = &place->answer[checking->trial];
    struct tw_check *check = checking->check;
    struct tw_differences differences;
    struct tw_near near;
    struct tw_argument argument = checking->kernel->shape.arguments[i];
    struct tw_comparison comparison = {.argument = &argument,
                                       .got = place->content,
                                       .expected = place_of(expected_of(checking, i)),
                                       .exact = place_of(&answer->exact),
                                       .scale = place_of(&answer->scale),
                                       .chain = checking->kernel->shape.chain};
    if (is_by_tolerance(checking, i)) {
        const uint64_t first = checking->kernel->expectation->tolerance[i].first;
        if (first) argument.count = first;
        near = near_of(checking, i);
        near.is_zeroed = argument.before == TW_BEFORE_ZEROED;
        comparison.near = &near;
        comparison.other = place_of(&place->answer[!checking->trial].after);
        comparison.earlier = checking->trial ? place_of(&place->ran) : 0;
        if (answer->unknown) comparison.expected = 0;
        if (answer->unknown) comparison.given = place_of(&answer->before);
    }
    int code = compare_by(checking, i, &comparison, &differences, error);
    if (code) return code;
    *count_of(check, comparison.argument) += differences.count;
    check->unsteady += differences.unsteady;
    if (answer->unknown && checking->trial == 0)
        check->untold += argument.count * tw_element_info(argument.element)->components;
    add_untouched(&argument, differences.unwritten, &check->unwritten, &check->unwritten_of);
    add_untouched(&argument, differences.unchanged, &check->unchanged, &check->unchanged_of);
    for (unsigned k = 0; k < differences.first_count && check->first_count < TW_MISMATCHES_SHOWN; k++) {
        code = note(checking, i, differences.first[k], &check->first[check->first_count], error);
        if (code) return code;
        check->first_count++;
    }
    return note_farthest(checking, i, &differences, error);
}

/* Bytes of the zone at `offset` into the allocation that were changed. */
static int check_zone(struct checking *checking, unsigned i, size_t offset, struct tw_error *error)
{
    unsigned char zone[4096];
    size_t guard = checking->oracle->guard;
    if (!guard) return TW_OK;
    assert(guard <= sizeof zone);
    int code = TW_CALL(driver_of(checking), error, cuMemcpyDtoH_v2, zone,
                       checking->oracle->place[i].base + offset, guard);
    for (size_t k = 0; k < guard && !code; k++)
        checking->check->guard_bytes_changed += zone[k] != tw_poisons[checking->trial];
    return code;
}

/* Nobody looks at scratch, but for that which a launch must leave zero, nor at symbols, but for results. */
static bool is_compared(const struct checking *checking, unsigned i)
{
    const struct tw_argument *argument = &checking->kernel->shape.arguments[i];
    if (is_by_tolerance(checking, i) && checking->kernel->expectation->tolerance[i].any) return false;
    if (argument->kind == TW_SYMBOL) return tw_argument_is_result(argument);
    return argument->role != TW_ROLE_SCRATCH || argument->before == TW_BEFORE_ZERO;
}

static int check_argument(struct checking *checking, unsigned i, struct tw_error *error)
{
    const struct tw_argument *argument = &checking->kernel->shape.arguments[i];
    if (argument->kind == TW_SCALAR) return TW_OK;
    int code = is_compared(checking, i) ? compare(checking, i, error) : TW_OK;
    if (argument->kind == TW_SYMBOL) return code;
    if (!code) code = check_zone(checking, i, 0, error);
    return code ? code
                : check_zone(checking, i, checking->oracle->place[i].whole - checking->oracle->guard, error);
}

/* ---- trials ---- */

static int run_trial(struct checking *checking, struct tw_error *error)
{
    const struct tw_kernel *kernel = checking->kernel;
    const struct tw_driver *driver = driver_of(checking);
    int code = tw_oracle_put(checking->oracle, kernel, checking->loaded, checking->trial, error);
    if (!code)
        code = tw_oracle_launch(checking->oracle, checking->loaded, &kernel->shape, checking->trial, error);
    if (!code) code = tw_driver_check(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize", error);
    for (int results = 1; results >= 0; results--) { /* of the elements that are shown results come first */
        for (unsigned i = 0; i < kernel->shape.argument_count && !code; i++) {
            if (tw_argument_is_result(&kernel->shape.arguments[i]) == (results == 1))
                code = check_argument(checking, i, error);
        }
    }
    return code;
}

/* ---- what a described kernel left in the first trial, for the second ---- */

/* Memory for it stays the oracle's, where the answers lie, until another problem comes. */
static int has_room(struct checking *checking, struct tw_held *ran, size_t bytes, struct tw_error *error)
{
    if (ran->host || ran->device) return TW_OK;
    if (checking->oracle->on_device)
        return TW_CALL(driver_of(checking), error, cuMemAlloc_v2, &ran->device, bytes);
    ran->host = malloc(bytes);
    return ran->host ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory for the results of a trial");
}

static int keep_trial(struct checking *checking, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < checking->kernel->shape.argument_count && !code; i++) {
        struct tw_argument_place *place = &checking->oracle->place[i];
        const size_t bytes = tw_argument_bytes(&checking->kernel->shape.arguments[i]);
        if (!is_by_tolerance(checking, i)) continue;
        code = has_room(checking, &place->ran, bytes, error);
        if (!code && place->ran.host) code = fetch(checking, i, 0, place->ran.host, bytes, error);
        if (!code && place->ran.device)
            code = TW_CALL(driver_of(checking), error, cuMemcpyDtoD_v2, place->ran.device, place->content,
                           bytes);
    }
    return code;
}

/* ---- what is kept of the results ---- */

static int keep_outputs(const struct checking *checking, void **results, struct tw_error *error)
{
    for (unsigned i = 0; i < checking->kernel->shape.argument_count; i++) {
        const struct tw_argument *argument = &checking->kernel->shape.arguments[i];
        size_t bytes = tw_argument_bytes(argument);
        if (argument->kind == TW_SCALAR || !tw_argument_is_result(argument)) continue;
        results[i] = malloc(bytes);
        if (!results[i]) return tw_fail(error, TW_MEMORY, "out of memory for argument %s", argument->name);
        int code = fetch(checking, i, 0, results[i], bytes, error);
        if (code) return code;
    }
    return TW_OK;
}

/* The first result becomes the check's own. */
static void take_output(const struct tw_kernel *kernel, void **results, struct tw_check *check)
{
    for (unsigned i = 0; i < kernel->shape.argument_count; i++) {
        if (!results[i]) continue;
        check->output = results[i];
        check->output_count = kernel->shape.arguments[i].count;
        check->element = kernel->shape.arguments[i].element;
        results[i] = NULL;
        return;
    }
}

static int keep(const struct checking *checking, bool output, struct tw_error *error)
{
    const struct tw_kernel *kernel = checking->kernel;
    const struct tw_reference *reference = kernel->expectation ? NULL : tw_reference_find(kernel->family);
    unsigned count = kernel->shape.argument_count;
    struct tw_text said = {0};
    if (!output && !(reference && reference->say)) return TW_OK;
    void **results = calloc(count, sizeof *results);
    int code = results ? keep_outputs(checking, results, error) : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code && reference && reference->say && checking->check->ok)
        reference->say(checking->kernel, (const void *const *)results, &said);
    if (!code && said.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code && said.length) checking->check->said = tw_text_take(&said);
    if (!code && output) take_output(checking->kernel, results, checking->check);
    tw_text_free(&said);
    for (unsigned i = 0; i < count && results; i++) free(results[i]);
    free(results);
    return code;
}

static uint64_t count_unchecked(const struct checking *checking)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < checking->kernel->shape.argument_count; i++)
        count += checking->oracle->place[i].answer[0].unknown;
    return count;
}

static int run_trials(struct checking *checking, struct tw_error *error)
{
    struct tw_check *check = checking->check;
    int code = TW_OK;
    for (unsigned trial = 0; trial < checking->oracle->trials && check->ok && !code; trial++) {
        checking->trial = check->trial = trial;
        code = run_trial(checking, error);
        check->ok = !check->mismatches && !check->inputs_changed && !check->scratch_left &&
                    !check->guard_bytes_changed;
        if (!code && check->ok && !trial && checking->kernel->expectation) code = keep_trial(checking, error);
    }
    return code;
}

int tw_check(struct tw_oracle *oracle, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
             bool output, struct tw_check *check, struct tw_error *error)
{
    struct checking checking = {.oracle = oracle, .kernel = kernel, .loaded = loaded, .check = check};
    *check = (struct tw_check){.ok = true};
    int code = tw_oracle_ask(oracle, kernel, error);
    if (!code) code = tw_oracle_reserve(oracle, kernel, 1, error);
    if (!code) code = run_trials(&checking, error);
    if (!code) check->unchecked = count_unchecked(&checking);
    if (!code && (check->unwritten_of.failed || check->unchanged_of.failed))
        code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = keep(&checking, output, error);
    if (code) tw_check_free(check);
    return code;
}

void tw_check_free(struct tw_check *check)
{
    free(check->output);
    free(check->said);
    tw_text_free(&check->unwritten_of);
    tw_text_free(&check->unchanged_of);
    *check = (struct tw_check){0};
}
