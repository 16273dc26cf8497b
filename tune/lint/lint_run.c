/* Launches on the simulator: memory made and filled, parameters put together, all checks on. */
#include <stdlib.h>
#include <string.h>

#include <tilewright/target.h>

#include "base/mangled.h"
#include "gen/described/by_value/by_value.h"
#include "runtime/device.h"
#include "runtime/given.h"
#include "tune/lint/lint_program.h"

#define MOST_AGAIN (1u << 22) /* warp instructions: with more it is not run without optimising */

/* ---- memory and parameters ---- */

static int fill_memory(struct tw_device *device, const struct tw_described_argument *argument, uint64_t count,
                       CUdeviceptr address, struct tw_error *error)
{
    const size_t bytes = (size_t)count * tw_described_bytes(argument);
    if (argument->fill == TW_FILL_NONE) return TW_OK;
    unsigned char *values = calloc(bytes, 1);
    if (!values) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = tw_described_fill(argument, count, values, error);
    if (!code) code = TW_CALL(&device->driver, error, cuMemcpyHtoD_v2, address, values, bytes);
    free(values);
    return code;
}

static int make_buffer(struct tw_device *device, const struct tw_described_argument *argument,
                       CUdeviceptr *address, struct tw_error *error)
{
    size_t bytes = (size_t)argument->count * tw_described_bytes(argument);
    int code = TW_CALL(&device->driver, error, cuMemAlloc_v2, address, bytes);
    return code ? code : fill_memory(device, argument, argument->count, *address, error);
}

/* Memory of an argument, which stands in the JSON at `entry`. */
struct made {
    uint32_t entry;
    CUdeviceptr address;
};

/* What is being put together. */
struct prepared {
    struct tw_device *device;
    CUmodule module;
    const struct tw_lint_launch *launch;
    const struct tw_lint_source *source;
    const struct tw_ptx_function *kernel;
    const char *name; /* the kernel's, as the source has it */
    unsigned char *parameters;
    struct made *buffers;
    size_t buffer_count, number; /* the parameter that is at hand, from 1 on */
    struct tw_error *error;      /* of making a buffer in a structure */
};

/* A number without a type, of `bytes` bytes: a float where one is taken (is_float) or it is no integer. */
static int put_number(const struct prepared *prepared, const struct tw_described_argument *argument,
                      uint32_t bytes, bool is_float, unsigned char *place, struct tw_error *error)
{
    static const struct tw_element_info single = {.scalar = TW_FLOAT, .component_bytes = 4},
                                        two = {.scalar = TW_FLOAT, .component_bytes = 8};
    const struct tw_element_info *type = argument->is_integer && !is_float ? NULL
                                         : bytes == 4                      ? &single
                                                                           : &two;
    uint32_t given = type ? type->component_bytes : bytes;
    if (given != bytes || bytes > 8)
        return tw_fail_at(error, TW_INPUT, prepared->source->path, 0, 0,
                          "parameter %zu of %s takes %u bytes, and no such number was given",
                          prepared->number, prepared->name, bytes);
    if (type)
        tw_described_store(type->scalar, type->component_bytes, argument->value, argument->integer, place);
    else
        memcpy(place, &argument->integer, bytes);
    return TW_OK;
}

/* The address of a buffer, for which there is memory from the first time on that it is asked for. */
static int get_buffer(struct prepared *prepared, const struct tw_described_argument *argument,
                      CUdeviceptr *address, struct tw_error *error)
{
    struct made *grown, one = {.entry = argument->entry};
    for (size_t i = 0; i < prepared->buffer_count; i++) {
        *address = prepared->buffers[i].address;
        if (prepared->buffers[i].entry == argument->entry) return TW_OK;
    }
    grown = realloc(prepared->buffers, (prepared->buffer_count + 1) * sizeof *grown);
    if (!grown) return tw_fail(error, TW_MEMORY, "out of memory");
    prepared->buffers = grown;
    int code = make_buffer(prepared->device, argument, &one.address, error);
    if (one.address) prepared->buffers[prepared->buffer_count++] = one;
    *address = one.address;
    return code;
}

static int put_buffer(struct prepared *prepared, const struct tw_described_argument *argument,
                      unsigned char *place, struct tw_error *error)
{
    CUdeviceptr address = 0;
    const int code = get_buffer(prepared, argument, &address, error);
    memcpy(place, &address, sizeof address);
    return code;
}

/* ---- symbols and addresses ---- */

/* The variable of the module that the source calls so. */
static const struct tw_ptx_variable *find_symbol(const struct tw_lint_source *source, const char *name)
{
    const struct tw_ptx_variable *found = NULL;
    for (size_t i = 0; i < source->module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &source->module->variables[i];
        bool global = variable->space == TW_PTX_GLOBAL || variable->space == TW_PTX_CONST;
        const enum tw_mangled_match matched =
            global ? tw_mangled_match(variable->name, name) : TW_MANGLED_OTHER;
        if (matched == TW_MANGLED_SAME) return variable;
        if (matched) found = variable;
    }
    return found;
}

/* Where the symbol is, and its bytes. */
static int get_symbol(const struct prepared *prepared, const struct tw_described_argument *argument,
                      CUdeviceptr *address, size_t *room, struct tw_error *error)
{
    const struct tw_ptx_variable *variable = find_symbol(prepared->source, argument->symbol);
    if (!variable)
        return tw_fail_at(error, TW_INPUT, prepared->source->path, 0, 0,
                          "it has no __constant__ or __device__ variable %s that a kernel uses",
                          argument->symbol);
    return TW_CALL(&prepared->device->driver, error, cuModuleGetGlobal_v2, address, room, prepared->module,
                   variable->name);
}

/* The buffer or the symbol of that name, in structures too. */
static const struct tw_described_argument *find_named(const struct tw_described_argument *list, size_t count,
                                                      const char *name)
{
    const struct tw_described_argument *found = NULL;
    for (size_t i = 0; i < count && !found; i++) {
        const char *own = list[i].symbol ? list[i].symbol : list[i].name;
        const bool has_address = list[i].symbol || list[i].is_buffer;
        if (has_address && own && strcmp(own, name) == 0) return &list[i];
        found = find_named(list[i].members, list[i].member_count, name);
    }
    return found;
}

static bool put_address(struct prepared *prepared, const struct tw_described_argument *argument,
                        unsigned char *place, struct tw_text *reason)
{
    const struct tw_lint_launch *launch = prepared->launch;
    const struct tw_described_argument *other =
        find_named(launch->arguments, launch->argument_count, argument->address);
    CUdeviceptr address = 0;
    if (!other) {
        tw_text_addf(reason, "no buffer and no symbol of the launch is called %s", argument->address);
        return false;
    }
    size_t room = (size_t)other->count * tw_described_bytes(other);
    const int code = other->symbol ? get_symbol(prepared, other, &address, &room, prepared->error)
                                   : get_buffer(prepared, other, &address, prepared->error);
    if (code) return false;
    const uint64_t count = room / tw_described_bytes(other), element = (uint64_t)argument->integer;
    if (argument->integer < 0 || element > count)
        tw_text_addf(reason, "element %lld of %s, which has %llu elements", (long long)argument->integer,
                     argument->address, (unsigned long long)count);
    address += element * tw_described_bytes(other);
    memcpy(place, &address, sizeof address);
    return argument->integer >= 0 && element <= count;
}

/* The address of a member: a buffer's own, or that of another argument. */
static bool put_member(void *context, const struct tw_described_argument *member, unsigned char *place,
                       struct tw_text *reason)
{
    struct prepared *prepared = context;
    return member->address ? put_address(prepared, member, place, reason)
                           : put_buffer(prepared, member, place, prepared->error) == TW_OK;
}

/* A structure, a vector, a number of a type: as C lays them out, in so many bytes as the parameter has. */
static int put_value(struct prepared *prepared, const struct tw_described_argument *argument,
                     const struct tw_expression_value *values, const struct tw_ptx_parameter *parameter,
                     struct tw_error *error)
{
    struct tw_by_value by = {.values = values, .put = put_member, .context = prepared};
    struct tw_text reason = {0};
    uint32_t bytes = 0, alignment, ignored;
    bool fine = tw_by_value_lay(&by, argument, &bytes, &alignment, &ignored, &reason);
    by.place = prepared->parameters + parameter->offset;
    prepared->error = error;
    if (fine && bytes == parameter->bytes)
        fine = tw_by_value_lay(&by, argument, &bytes, &alignment, &ignored, &reason);
    int code = TW_OK;
    if (!fine) code = error->code;
    if (!fine && !code) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (reason.length)
        code = tw_fail_at(error, TW_INPUT, prepared->source->path, 0, 0, "parameter %zu of %s: %s",
                          prepared->number, prepared->name, tw_text_string(&reason));
    tw_text_free(&reason);
    if (fine && bytes != parameter->bytes)
        code = tw_fail_at(error, TW_INPUT, prepared->source->path, 0, 0,
                          "parameter %zu of %s takes %u bytes, and what is given has %u", prepared->number,
                          prepared->name, parameter->bytes, bytes);
    return code;
}

static int put_argument(struct prepared *prepared, const struct tw_described_argument *argument,
                        const struct tw_expression_value *values, const struct tw_ptx_parameter *parameter,
                        struct tw_error *error)
{
    unsigned char *place = prepared->parameters + parameter->offset;
    if (tw_described_is_laid_out(argument) || (argument->has_type && !argument->is_buffer))
        return put_value(prepared, argument, values, parameter, error);
    if (!argument->is_buffer)
        return put_number(prepared, argument, parameter->bytes, parameter->is_float, place, error);
    if (parameter->bytes != sizeof(CUdeviceptr))
        return tw_fail_at(error, TW_INPUT, prepared->source->path, 0, 0,
                          "parameter %zu of %s takes %u bytes: it is no pointer", prepared->number,
                          prepared->kernel->name, parameter->bytes);
    return put_buffer(prepared, argument, place, error);
}

static int put_symbol(const struct prepared *prepared, const struct tw_described_argument *argument,
                      struct tw_error *error)
{
    const unsigned element = tw_described_bytes(argument);
    CUdeviceptr address;
    size_t room;
    const int code = get_symbol(prepared, argument, &address, &room, error);
    if (code) return code;
    const uint64_t count = argument->count         ? argument->count
                           : argument->value_count ? argument->value_count
                                                   : room / element;
    if (count * element > room || !count)
        return tw_fail_at(error, TW_INPUT, prepared->source->path, 0, 0,
                          "%s has %zu bytes, and %llu elements of %u were given", argument->symbol, room,
                          (unsigned long long)count, element);
    return fill_memory(prepared->device, argument, count, address, error);
}

static int prepare(struct prepared *prepared, struct tw_error *error)
{
    const struct tw_lint_launch *launch = prepared->launch;
    const struct tw_ptx_function *kernel = prepared->kernel;
    size_t given = 0;
    for (size_t i = 0; i < launch->argument_count; i++) given += !launch->arguments[i].symbol;
    if (given != kernel->parameter_count)
        return tw_fail_at(error, TW_INPUT, prepared->source->path, 0, 0,
                          "%s has %zu parameters, and %zu were given", prepared->name,
                          kernel->parameter_count, given);
    int code = TW_OK;
    for (size_t i = 0; i < launch->argument_count && !code; i++) {
        const struct tw_described_argument *argument = &launch->arguments[i];
        if (argument->symbol) {
            code = put_symbol(prepared, argument, error);
        } else {
            code = put_argument(prepared, argument, launch->names->values,
                                &kernel->parameters[prepared->number++], error);
        }
    }
    return code;
}

static void release(struct prepared *prepared)
{
    for (size_t i = 0; i < prepared->buffer_count; i++)
        prepared->device->driver.cuMemFree_v2(prepared->buffers[i].address);
    free(prepared->buffers);
}

/* ---- launches ---- */

/* The example of what is to be given for the file's first kernel. */
static int ask_for_launch(const struct tw_lint_source *source, const struct tw_ptx_function *kernel,
                          const char *name, struct tw_error *error)
{
    struct tw_text text = {0};
    unsigned threads = kernel->max_threads ? kernel->max_threads : 256;
    tw_text_addf(&text, "{\"grid\": 4, \"block\": %u, \"arguments\": [", threads);
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        bool pointer = kernel->parameters[i].bytes == 8;
        tw_text_addf(&text, "%s%s", i ? ", " : "",
                     pointer ? "{\"type\": \"float32\", \"count\": 4096}" : "1024");
    }
    tw_text_add(&text, "]}");
    int code = tw_fail_at(error, TW_INPUT, source->path, 0, 0,
                          "how is %s launched? Say it in a file or as it stands, such as --launch '%s'", name,
                          tw_text_string(&text));
    tw_text_free(&text);
    return code;
}

/* What no launch may ask for is told in the simulator's words. */
static int explain(const struct tw_device *device, CUresult result, const char *call, struct tw_error *error)
{
    const char *finding = device->driver.simulator->report()->finding;
    if (result == CUDA_ERROR_INVALID_VALUE && finding)
        return tw_fail(error, TW_INPUT, "--launch: %s", finding);
    return tw_driver_check(&device->driver, result, call, error);
}

/* A launch that fails is a message when the simulator has findings about it; one that is refused is an error. */
static int take_report(struct tw_device *device, CUresult result, struct tw_lint *lint,
                       struct tw_error *error)
{
    const struct tw_sim_report *report = device->driver.simulator->report();
    if (result == CUDA_ERROR_OUT_OF_MEMORY) return tw_fail(error, TW_MEMORY, "out of memory for a launch");
    if (result && !report->finding_count) return explain(device, result, "cuLaunchKernel", error);
    if (!tw_sim_report_is_whole(report)) return tw_fail(error, TW_MEMORY, "out of memory for all findings");
    return tw_lint_judge(lint, report, error);
}

static CUresult start(struct tw_device *device, CUfunction function, const struct tw_lint_launch *launch,
                      void **parameters)
{
    CUlaunchAttribute cooperative = {.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value.cooperative = 1};
    CUlaunchConfig config = {.gridDimX = launch->grid[0],
                             .gridDimY = launch->grid[1],
                             .gridDimZ = launch->grid[2],
                             .blockDimX = launch->block[0],
                             .blockDimY = launch->block[1],
                             .blockDimZ = launch->block[2],
                             .sharedMemBytes = launch->shared_bytes,
                             .attrs = &cooperative,
                             .numAttrs = launch->is_cooperative};
    CUresult result = device->driver.cuLaunchKernelEx(&config, function, NULL, parameters);
    return result ? result : device->driver.cuCtxSynchronize();
}

static int launch_kernel(struct prepared *prepared, struct tw_lint *lint, struct tw_error *error)
{
    const struct tw_lint_launch *launch = prepared->launch;
    struct tw_device *device = prepared->device;
    CUfunction function;
    size_t bytes = prepared->kernel->parameter_bytes;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, prepared->parameters, CU_LAUNCH_PARAM_BUFFER_SIZE,
                     &bytes, CU_LAUNCH_PARAM_END};
    int code = tw_given_static(prepared->source->ptx, prepared->kernel->name, prepared->name, error);
    if (!code) code = prepare(prepared, error);
    if (!code)
        code = TW_CALL(&device->driver, error, cuModuleGetFunction, &function, prepared->module,
                       prepared->kernel->name);
    if (!code && launch->shared_bytes)
        code =
            explain(device,
                    device->driver.cuFuncSetAttribute(
                        function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)launch->shared_bytes),
                    "cuFuncSetAttribute", error);
    CUresult result = code ? CUDA_SUCCESS : start(device, function, launch, extra);
    lint->is_cut |= result != CUDA_SUCCESS && !lint->unoptimised;
    if (!code) code = take_report(device, result, lint, error);
    release(prepared);
    return code;
}

static int launch_one(struct tw_device *device, CUmodule module, const struct tw_lint_launch *launch,
                      struct tw_lint *lint, struct tw_error *error)
{
    const struct tw_ptx_function *kernel = tw_lint_kernel(lint->source, launch->kernel, error);
    struct tw_text name = {0};
    if (!kernel) return error->code;
    tw_mangled_add(kernel->name, &name);
    struct prepared prepared = {.device = device,
                                .module = module,
                                .launch = launch,
                                .source = lint->source,
                                .kernel = kernel,
                                .name = tw_text_string(&name),
                                .parameters = calloc(kernel->parameter_bytes + 1, 1)};
    int code = prepared.parameters ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code)
        code = launch->block[0] ? launch_kernel(&prepared, lint, error)
                                : ask_for_launch(lint->source, kernel, prepared.name, error);
    free(prepared.parameters);
    tw_text_free(&name);
    return code;
}

/* Each on a device of its own: a launch that goes wrong ends the use of a context. */
static int launch_alone(const struct tw_lint_launch *launch, const struct tw_lint_options *options,
                        struct tw_lint *lint, struct tw_error *error)
{
    struct tw_device device = {.open = false};
    CUmodule module;
    unsigned sm = options->sm ? options->sm : 90;
    int code = tw_device_open_simulator(&device, sm, error);
    if (code) return code;
    device.driver.simulator->set_checks(options->checks, false);
    device.driver.simulator->set_requests(!lint->unoptimised);
    lint->shared_dynamic = launch->shared_bytes;
    lint->shared_limit = tw_target_nearest(sm)->shared_per_block;
    code = TW_CALL(&device.driver, error, cuModuleLoadData, &module, lint->source->ptx);
    if (!code) {
        code = launch_one(&device, module, launch, lint, error);
        device.driver.cuModuleUnload(module);
    }
    tw_device_close(&device);
    return code;
}

/* A launch of a kernel that is not there counts as asked: the error is told when its turn comes. */
static bool is_asked(const struct tw_lint_launch *launch, const struct tw_ptx_function *asked,
                     const struct tw_lint *lint)
{
    const struct tw_ptx_function *kernel = asked ? tw_lint_kernel(lint->source, launch->kernel, NULL) : NULL;
    return !kernel || kernel == asked;
}

static int launch_all(const struct tw_lint_launches *launches, const struct tw_lint_options *options,
                      struct tw_lint *lint, struct tw_error *error)
{
    int code = TW_OK;
    const struct tw_ptx_function *asked = NULL;
    if (launches->program) return tw_lint_program_launch(launches->program, options, lint, error);
    if (options->kernel && !(asked = tw_lint_kernel(lint->source, options->kernel, error)))
        return error->code;
    for (size_t i = 0; i < launches->count && !code; i++) {
        if (options->watcher)
            tw_show_progress(options->watcher, lint->unoptimised ? "simulating, not optimised" : "simulating",
                             i, launches->count > 1 ? launches->count : 0);
        if (is_asked(&launches->list[i], asked, lint))
            code = launch_alone(&launches->list[i], options, lint, error);
    }
    return code;
}

/* ---- what the compiler removes ---- */

/* Code without optimisation takes about ten times the instructions. */
static bool may_hide(const struct tw_lint *lint, const struct tw_lint_options *options)
{
    return !lint->source->is_ptx && !options->debug && options->checks &&
           lint->total.executed <= MOST_AGAIN && tw_lint_worst(lint) != TW_LINT_ERROR;
}

/* By the option that writes no debug information, which takes a third of the compiler's time; compilers before 12.9 do not know it. */
static int open_unoptimised(const char *path, struct tw_lint_options *options, struct tw_lint_source *source,
                            struct tw_error *error)
{
    static const char *const plain[] = {"-Ofc=max", "-G"};
    const char **option = &options->compiler[options->compiler_count++];
    int code = TW_INPUT;
    for (size_t i = 0; i < sizeof plain / sizeof *plain && code && code != TW_MEMORY; i++) {
        if (i) tw_lint_source_close(source);
        *option = plain[i];
        code = tw_lint_source_open(path, options, source, error);
    }
    return code;
}

/* A kernel that cannot be compiled or launched this way has no mistake for that: nothing is said. TW_MEMORY alone is an error. */
static int launch_unoptimised(const struct tw_lint_launches *launches, const struct tw_lint_options *options,
                              struct tw_lint *lint, struct tw_error *error)
{
    const struct tw_lint_source *optimised = lint->source;
    struct tw_lint_options again = *options;
    struct tw_lint_source source;
    struct tw_error refusal = TW_ERROR_INIT;
    again.checks = options->checks & (TW_SIM_CHECK_RACES | TW_SIM_CHECK_GLOBAL_RACES);
    lint->unoptimised = true;
    int code = open_unoptimised(optimised->path, &again, &source, &refusal);
    if (!code) {
        lint->source = &source;
        code = launch_all(launches, &again, lint, &refusal);
        lint->source = optimised;
    }
    tw_lint_source_close(&source);
    tw_error_free(&refusal);
    return code == TW_MEMORY ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}

int tw_lint_run(const struct tw_lint_source *source, const struct tw_lint_launches *launches,
                const struct tw_lint_options *options, struct tw_lint *lint, struct tw_error *error)
{
    const struct tw_lint_launch unknown = {.kernel = options->kernel};
    *lint = (struct tw_lint){.source = source};
    lint->lines = calloc(source->line_count + 1, sizeof *lint->lines);
    if (!lint->lines) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = launch_all(launches, options, lint, error);
    if (!code && !lint->launches && launches->count)
        code =
            tw_fail_at(error, TW_INPUT, source->path, 0, 0, "no launch of %s is described", options->kernel);
    if (!launches->count && !launches->program) code = launch_alone(&unknown, options, lint, error);
    if (!code) code = tw_lint_finish(lint, error);
    if (!code && may_hide(lint, options)) {
        code = launch_unoptimised(launches, options, lint, error);
        if (!code) code = tw_lint_finish(lint, error);
    }
    return code;
}
