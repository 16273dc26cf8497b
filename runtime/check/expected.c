/* What a described kernel is given and must compute: its expectation (base/described/expectation.h), asked for one trial. */
#include <stdlib.h>
#include <string.h>

#include "base/described/expectation.h"
#include "runtime/check/oracle.h"

/* What the arguments hold before the first launch. */
static int fill_given(const struct tw_kernel *kernel, const struct tw_trial *arrays, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < kernel->shape.argument_count && !code; i++) {
        if (arrays[i].before)
            code = kernel->expectation->fill(kernel->expectation, i, arrays[i].before, error);
        bool stays = arrays[i].before && arrays[i].after; /* an in-out, unless the reference writes it */
        if (stays) memcpy(arrays[i].after, arrays[i].before, tw_argument_bytes(&kernel->shape.arguments[i]));
    }
    return code;
}

/* ---- another kernel ---- */

/* The reference kernel at work: memory of its own, argument by argument. */
struct run {
    struct tw_oracle *oracle;
    const struct tw_kernel *kernel; /* the reference */
    const struct tw_trial *arrays;
    struct tw_loaded loaded;
    CUdeviceptr *memory;
    void **values;
};

static int put_buffer(const struct run *run, unsigned i, unsigned char poison, struct tw_error *error)
{
    const struct tw_driver *driver = &run->oracle->device->driver;
    const struct tw_argument *argument = &run->kernel->shape.arguments[i];
    const size_t bytes = tw_argument_bytes(argument);
    const void *held = tw_argument_is_result(argument) ? run->arrays[i].after : run->arrays[i].before;
    int code = TW_CALL(driver, error, cuMemAlloc_v2, &run->memory[i], bytes);
    if (!code && held) return TW_CALL(driver, error, cuMemcpyHtoD_v2, run->memory[i], held, bytes);
    if (!code && argument->before == TW_BEFORE_ZERO) poison = 0;
    return code ? code : TW_CALL(driver, error, cuMemsetD8_v2, run->memory[i], poison, bytes);
}

static int put_symbol(const struct run *run, unsigned i, struct tw_error *error)
{
    const struct tw_driver *driver = &run->oracle->device->driver;
    const struct tw_argument *argument = &run->kernel->shape.arguments[i];
    const size_t bytes = tw_argument_bytes(argument);
    CUdeviceptr address;
    size_t room;
    /* A source of its own need not have the symbol. */
    if (driver->cuModuleGetGlobal_v2(&address, &room, run->loaded.module, argument->name) != CUDA_SUCCESS)
        return TW_OK;
    if (room != bytes)
        return tw_fail(error, TW_INPUT, "symbol %s has %zu bytes, and %zu were expected", argument->name,
                       room, bytes);
    return TW_CALL(driver, error, cuMemcpyHtoD_v2, address, run->arrays[i].before, bytes);
}

static int put(const struct run *run, unsigned trial, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < run->kernel->shape.argument_count && !code; i++) {
        const struct tw_argument *argument = &run->kernel->shape.arguments[i];
        run->values[i] = argument->kind == TW_SCALAR ? run->arrays[i].before : (void *)&run->memory[i];
        if (argument->kind == TW_BUFFER) code = put_buffer(run, i, tw_poisons[trial], error);
        if (argument->kind == TW_SYMBOL && run->arrays[i].before) code = put_symbol(run, i, error);
    }
    return code;
}

static int take_results(const struct run *run, struct tw_error *error)
{
    const struct tw_driver *driver = &run->oracle->device->driver;
    int code = TW_OK;
    for (unsigned i = 0; i < run->kernel->shape.argument_count && !code; i++) {
        const struct tw_argument *argument = &run->kernel->shape.arguments[i];
        if (argument->kind != TW_BUFFER || !run->arrays[i].after) continue;
        code = TW_CALL(driver, error, cuMemcpyDtoH_v2, run->arrays[i].after, run->memory[i],
                       tw_argument_bytes(argument));
    }
    return code;
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

static int launch(const struct run *run, struct tw_error *error)
{
    const struct tw_driver *driver = &run->oracle->device->driver;
    CUresult result = tw_launch_all(driver, &run->kernel->shape, run->loaded.function, run->values, NULL);
    int code = tw_driver_check(driver, result, "cuLaunchKernel", error);
    return code ? code : tw_driver_check(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize", error);
}

static int run_kernel(struct tw_oracle *oracle, const struct tw_kernel *kernel, unsigned trial,
                      const struct tw_trial *arrays, struct tw_error *error)
{
    const unsigned count = kernel->shape.argument_count;
    struct run run = {.oracle = oracle, .kernel = kernel};
    /* It may have scalars behind the arguments that it shares: those have values. */
    struct tw_trial *all = calloc(count, sizeof *all);
    run.memory = calloc(count, sizeof *run.memory);
    run.values = calloc(count, sizeof *run.values);
    run.arrays = all;
    int code = all && run.memory && run.values ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < count && !code; i++) {
        if (!kernel->shape.arguments[i].value) all[i] = arrays[i];
    }
    if (!code) code = load(&run, error);
    if (!code) code = put(&run, trial, error);
    if (!code) code = launch(&run, error);
    if (!code) code = take_results(&run, error);
    for (unsigned i = 0; i < count && run.memory; i++) {
        if (run.memory[i]) oracle->device->driver.cuMemFree_v2(run.memory[i]);
    }
    tw_unload(oracle->device, &run.loaded);
    free(run.memory);
    free(run.values);
    free(all);
    return code;
}

/* ---- all of them ---- */

static int want_files(const struct tw_kernel *kernel, const struct tw_trial *arrays, bool *unknown)
{
    const struct tw_expectation *expectation = kernel->expectation;
    for (unsigned i = 0; i < kernel->shape.argument_count; i++)
        unknown[i] = arrays[i].after && !expectation->want(expectation, i, arrays[i].after);
    return TW_OK;
}

/* "the reference failed: MESSAGE" */
static int blame(int code, struct tw_error *error)
{
    struct tw_error why = *error;
    if (code == TW_MEMORY) return code;
    *error = (struct tw_error)TW_ERROR_INIT;
    tw_fail(error, (enum tw_code)code, "the reference failed, not the kernel: %s", why.message);
    tw_error_add_detail(error, why.detail ? why.detail : "");
    tw_error_free(&why);
    return code;
}

int tw_expected_fill(struct tw_oracle *oracle, const struct tw_kernel *kernel, unsigned trial,
                     const struct tw_trial *arrays, bool *unknown, struct tw_error *error)
{
    const struct tw_expectation *expectation = kernel->expectation;
    int code = fill_given(kernel, arrays, error);
    if (code) return code;
    switch (expectation->by) {
    case TW_EXPECT_NOTHING:
        for (unsigned i = 0; i < kernel->shape.argument_count; i++) unknown[i] = arrays[i].after;
        return TW_OK;
    case TW_EXPECT_KERNEL:
        code = run_kernel(oracle, expectation->kernel, trial, arrays, error);
        return code ? blame(code, error) : TW_OK;
    case TW_EXPECT_FUNCTION:
        return tw_expected_call(kernel, arrays, error);
    case TW_EXPECT_FILES:
        return want_files(kernel, arrays, unknown);
    }
    return TW_OK;
}
