/* What a described kernel is given and must compute: its expectation is asked, and a reference kernel run. */
#include "runtime/check/expected.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "runtime/check/near.h"
#include "sim/exec/simulator.h"

#define TRIALS 2u /* with the same inputs, and another pattern in each */

/* What the arguments hold before the first launch. An in-out holds it afterwards too, unless the reference writes it. */
static int fill_given(const struct tw_oracle *oracle, const struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_expectation *expectation = kernel->expectation;
    int code = TW_OK;
    for (unsigned i = 0; i < kernel->shape.argument_count && !code; i++) {
        const size_t bytes = tw_argument_bytes(&kernel->shape.arguments[i]);
        const struct tw_answer *answer = oracle->place[i].answer;
        void *given = answer[0].before.host;
        if (!given) continue;
        code = expectation->fill(expectation, i, given, error);
        memcpy(answer[1].before.host, given, bytes);
        for (unsigned trial = 0; trial < TRIALS && answer[trial].after.host; trial++)
            memcpy(answer[trial].after.host, given, bytes);
    }
    return code;
}

/* ---- another kernel ---- */

/* The reference kernel at work: memory of its own, argument by argument. */
struct run {
    struct tw_oracle *oracle;
    const struct tw_kernel *kernel; /* the reference */
    struct tw_shape shape;          /* its own, but that nobody zeroes a symbol which its module lacks */
    unsigned shared; /* arguments that it has in common with the kernel: the first ones; others have values */
    unsigned trial;
    struct tw_loaded loaded;
    CUdeviceptr *memory; /* of buffers its own; of symbols the module's, 0 of those that it lacks */
    void **values;
};

static const struct tw_answer *answer_of(const struct run *run, unsigned i)
{
    static const struct tw_answer none = {0};
    return i < run->shared ? &run->oracle->place[i].answer[run->trial] : &none;
}

static int allocate(const struct run *run, struct tw_error *error)
{
    const struct tw_driver *driver = &run->oracle->device->driver;
    int code = TW_OK;
    for (unsigned i = 0; i < run->kernel->shape.argument_count && !code; i++) {
        const struct tw_argument *argument = &run->kernel->shape.arguments[i];
        const size_t bytes = tw_argument_bytes(argument);
        if (argument->kind == TW_BUFFER) code = TW_CALL(driver, error, cuMemAlloc_v2, &run->memory[i], bytes);
        if (argument->kind != TW_SYMBOL) continue;
        /* A source of its own need not have the symbol, unless that is what is asked of it. */
        run->memory[i] = run->loaded.symbol[i];
        if (run->memory[i]) continue;
        run->shape.arguments[i].before = TW_BEFORE_ANY;
        if (tw_argument_is_result(argument))
            return tw_fail(error, TW_INPUT, "it has no symbol %s, which is a result", argument->name);
    }
    return code;
}

/* What the argument holds before the launches, or the trial's pattern. */
static int put(const struct run *run, unsigned i, struct tw_error *error)
{
    const struct tw_driver *driver = &run->oracle->device->driver;
    const struct tw_argument *argument = &run->kernel->shape.arguments[i];
    const struct tw_answer *answer = answer_of(run, i);
    const void *held = argument->value ? argument->value : answer->before.host;
    const size_t bytes = tw_argument_bytes(argument);
    run->values[i] = argument->kind == TW_SCALAR ? answer->before.host : (void *)&run->memory[i];
    if (!run->memory[i]) return TW_OK;
    if (held) return TW_CALL(driver, error, cuMemcpyHtoD_v2, run->memory[i], held, bytes);
    if (argument->kind == TW_SYMBOL && !tw_argument_is_result(argument)) return TW_OK;
    unsigned char pattern = argument->before == TW_BEFORE_ZERO ? 0 : tw_poisons[run->trial];
    return TW_CALL(driver, error, cuMemsetD8_v2, run->memory[i], pattern, bytes);
}

static int take(const struct run *run, unsigned i, struct tw_error *error)
{
    const struct tw_argument *argument = &run->kernel->shape.arguments[i];
    void *after = answer_of(run, i)->after.host;
    if (!after || !run->memory[i]) return TW_OK;
    return TW_CALL(&run->oracle->device->driver, error, cuMemcpyDtoH_v2, after, run->memory[i],
                   tw_argument_bytes(argument));
}

static int load(struct run *run, struct tw_error *error)
{
    struct tw_oracle *oracle = run->oracle;
    struct tw_image image = {0};
    if (!oracle->nvrtc) return tw_fail(error, TW_ENVIRONMENT, "there is no NVRTC to compile it with");
    unsigned sm = tw_nvrtc_best(oracle->nvrtc, oracle->device->sm);
    int code = sm ? tw_compile_cached(oracle->cache, oracle->nvrtc, run->kernel, sm, &image, NULL, error)
                  : tw_fail(error, TW_ENVIRONMENT, "NVRTC cannot compile for sm_%u", oracle->device->sm);
    if (!code) code = tw_load(oracle->device, run->kernel, &image, &run->loaded, error);
    tw_image_free(&image);
    return code;
}

/* Waits for the launches, on a GPU no longer than the limit. A kernel cannot be stopped there: the device is left to it. */
static int wait_for(const struct run *run, struct tw_error *error)
{
    const struct tw_driver *driver = &run->oracle->device->driver;
    const double limit_s = run->oracle->reference_s, deadline = tw_seconds() + limit_s;
    const struct timespec nap = {0, 100000};
    while (limit_s > 0 && driver->cuStreamQuery(NULL) == CUDA_ERROR_NOT_READY) {
        if (tw_seconds() > deadline) return tw_fail(error, TW_FAULT, "it did not end within %g s", limit_s);
        nanosleep(&nap, NULL);
    }
    return tw_driver_check(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize", error);
}

/* On the simulator a launch ends before cuLaunchKernel returns: the simulator itself has the limit. */
static int launch(const struct run *run, struct tw_error *error)
{
    const struct tw_driver *driver = &run->oracle->device->driver;
    const struct tw_simulator *simulator = driver->simulator;
    if (simulator) simulator->set_timeout(run->oracle->simulated_s);
    CUresult result = tw_launch_all(driver, &run->shape, run->loaded.function, run->values, NULL);
    int code = tw_driver_check(driver, result, "cuLaunchKernel", error);
    if (!code) code = wait_for(run, error);
    if (simulator) simulator->set_timeout(run->oracle->launch_s);
    return code;
}

static int run_trial(const struct run *run, struct tw_error *error)
{
    const unsigned count = run->kernel->shape.argument_count;
    int code = TW_OK;
    for (unsigned i = 0; i < count && !code; i++) code = put(run, i, error);
    if (!code) code = launch(run, error);
    for (unsigned i = 0; i < count && !code; i++) code = take(run, i, error);
    return code;
}

/* After a fault no call of the driver is of use any more, and one that waits may wait for ever. */
static void end(struct run *run, bool faulted)
{
    const struct tw_driver *driver = &run->oracle->device->driver;
    for (unsigned i = 0; i < run->kernel->shape.argument_count && run->memory && !faulted; i++) {
        if (run->kernel->shape.arguments[i].kind == TW_BUFFER && run->memory[i])
            driver->cuMemFree_v2(run->memory[i]);
    }
    if (faulted) run->loaded.module = NULL;
    tw_unload(run->oracle->device, &run->loaded);
    tw_shape_free(&run->shape);
    free(run->memory);
    free(run->values);
}

static int run_kernel(struct tw_oracle *oracle, const struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_kernel *reference = kernel->expectation->kernel;
    const unsigned count = reference->shape.argument_count;
    struct run run = {.oracle = oracle, .kernel = reference, .shared = kernel->shape.argument_count};
    run.memory = calloc(count + 1, sizeof *run.memory);
    run.values = calloc(count + 1, sizeof *run.values);
    bool whole = tw_shape_copy(&reference->shape, &run.shape) && run.memory && run.values;
    int code = whole ? load(&run, error) : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = allocate(&run, error);
    for (; run.trial < TRIALS && !code; run.trial++) code = run_trial(&run, error);
    end(&run, code == TW_FAULT);
    return code;
}

/* ---- all of them ---- */

static void want_files(struct tw_oracle *oracle, const struct tw_kernel *kernel)
{
    const struct tw_expectation *expectation = kernel->expectation;
    for (unsigned i = 0; i < kernel->shape.argument_count; i++) {
        struct tw_answer *answer = oracle->place[i].answer;
        if (!answer[0].after.host) continue;
        const bool known = expectation->want(expectation, i, answer[0].after.host);
        answer[0].unknown = answer[1].unknown = !known;
        if (known)
            memcpy(answer[1].after.host, answer[0].after.host,
                   tw_argument_bytes(&kernel->shape.arguments[i]));
    }
}

static void want_nothing(struct tw_oracle *oracle, const struct tw_kernel *kernel)
{
    for (unsigned i = 0; i < kernel->shape.argument_count; i++) {
        struct tw_answer *answer = oracle->place[i].answer;
        answer[0].unknown = answer[1].unknown = answer[0].after.host != NULL;
    }
}

/* What tolerances are multiples of. */
static void measure_most(struct tw_oracle *oracle, const struct tw_kernel *kernel)
{
    for (unsigned i = 0; i < kernel->shape.argument_count; i++) {
        const struct tw_argument *argument = &kernel->shape.arguments[i];
        struct tw_answer *answer = oracle->place[i].answer;
        if (!answer[0].after.host || answer[0].unknown || !(kernel->expectation->tolerance[i].scaled > 0))
            continue;
        answer[0].most = answer[1].most =
            tw_most(argument->element, answer[0].after.host, answer[1].after.host, argument->count);
    }
}

/* "the reference failed, not the kernel: MESSAGE" */
static int blame(int code, struct tw_error *error)
{
    if (code == TW_MEMORY || !error) return code;
    struct tw_error why = *error;
    *error = (struct tw_error)TW_ERROR_INIT;
    tw_fail(error, (enum tw_code)code, "the reference failed, not the kernel: %s", why.message);
    if (why.detail) tw_error_add_detail(error, why.detail);
    tw_error_free(&why);
    return code;
}

int tw_expected_fill(struct tw_oracle *oracle, const struct tw_kernel *kernel, struct tw_error *error)
{
    int code = fill_given(oracle, kernel, error);
    if (code) return code;
    switch (kernel->expectation->by) {
    case TW_EXPECT_NOTHING:
        want_nothing(oracle, kernel);
        break;
    case TW_EXPECT_KERNEL:
        code = run_kernel(oracle, kernel, error);
        break;
    case TW_EXPECT_FUNCTION:
        code = tw_expected_call(oracle, kernel, oracle->reference_s, error);
        break;
    case TW_EXPECT_FILES:
        want_files(oracle, kernel);
        break;
    }
    if (!code) measure_most(oracle, kernel);
    return code ? blame(code, error) : TW_OK;
}
