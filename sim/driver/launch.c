/* Launches: limits, parameters, the run itself, and what becomes of a kernel that did something illegal. */
#include <stdlib.h>
#include <string.h>

#include "base/files/launch_page.h"
#include "sim/driver/task.h"

#define WORKSPACE_BYTES 512u

/* Attributes that CUDA 12.0 does not know yet. */
#define LAUNCH_COMPLETION_EVENT          12
#define PREFERRED_SHARED_MEMORY_CARVEOUT 14

struct launch {
    const struct tw_object *function;
    struct tw_sim_function_info info;
    uint32_t grid[3], block[3];
    uint32_t dynamic;
};

/* ---- limits ---- */

static CUresult check_shape(const struct launch *launch)
{
    static const uint32_t grid_limit[3] = {2147483647, 65535, 65535}, block_limit[3] = {1024, 1024, 64};
    const uint32_t *g = launch->grid, *b = launch->block;
    for (int i = 0; i < 3; i++) {
        if (g[i] == 0 || g[i] > grid_limit[i]) {
            return tw_sim_refuse(CUDA_ERROR_INVALID_VALUE,
                                 "%s: a grid of (%u,%u,%u) blocks; each side must be 1 to (%u,%u,%u)",
                                 launch->info.name, g[0], g[1], g[2], grid_limit[0], grid_limit[1],
                                 grid_limit[2]);
        }
        if (b[i] == 0 || b[i] > block_limit[i]) {
            return tw_sim_refuse(CUDA_ERROR_INVALID_VALUE,
                                 "%s: a block of (%u,%u,%u) threads; each side must be 1 to (%u,%u,%u)",
                                 launch->info.name, b[0], b[1], b[2], block_limit[0], block_limit[1],
                                 block_limit[2]);
        }
    }
    uint32_t threads = b[0] * b[1] * b[2]; /* at most 2^26 */
    if (threads <= TW_MAX_BLOCK_THREADS && threads <= launch->info.max_threads) return CUDA_SUCCESS;
    return tw_sim_refuse(CUDA_ERROR_INVALID_VALUE, "%s: a block of %u threads; the limit is %u",
                         launch->info.name, threads, launch->info.max_threads);
}

/* What every kernel may have, or what cuFuncSetAttribute asked for when that is more. */
static CUresult check_shared(const struct launch *launch)
{
    uint32_t limit = TW_STATIC_SHARED_LIMIT - launch->info.static_shared_bytes;
    if (launch->function->function.max_dynamic_shared > limit)
        limit = launch->function->function.max_dynamic_shared;
    if (launch->dynamic <= limit) return CUDA_SUCCESS;
    return tw_sim_refuse(
        CUDA_ERROR_INVALID_VALUE,
        "%s: %u bytes of dynamic shared memory beside %u static ones; the limit is %u, or what "
        "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES raises it to",
        launch->info.name, launch->dynamic, launch->info.static_shared_bytes, limit);
}

/* ---- parameters ---- */

static size_t parameter_bytes(const struct launch *launch)
{
    size_t end = 0;
    for (unsigned i = 0; i < launch->info.parameter_count; i++) {
        uint32_t offset, bytes;
        tw_sim_function_parameter(launch->function->function.code, i, &offset, &bytes);
        if (offset + bytes > end) end = offset + bytes;
    }
    return end;
}

static CUresult gather(const struct launch *launch, void **parameters, char *block)
{
    for (unsigned i = 0; i < launch->info.parameter_count; i++) {
        uint32_t offset, bytes;
        tw_sim_function_parameter(launch->function->function.code, i, &offset, &bytes);
        if (!parameters || !parameters[i]) {
            return tw_sim_refuse(CUDA_ERROR_INVALID_VALUE, "%s: parameter %u of %u was not given",
                                 launch->info.name, i, launch->info.parameter_count);
        }
        memcpy(block + offset, parameters[i], bytes);
    }
    return CUDA_SUCCESS;
}

/* extra: pairs of a name and a value, up to CU_LAUNCH_PARAM_END; the block as one buffer with its size. */
static CUresult copy_buffer(const struct launch *launch, void **extra, char *block, size_t bytes)
{
    const void *buffer = NULL;
    const size_t *size = NULL;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) {
            buffer = extra[1];
        } else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) {
            size = extra[1];
        } else {
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    if (!size || (!buffer && bytes) || *size < bytes) {
        return tw_sim_refuse(CUDA_ERROR_INVALID_VALUE,
                             "%s: a buffer of %zu bytes for %zu bytes of parameters", launch->info.name,
                             size ? *size : 0, bytes);
    }
    if (*size > bytes) return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES; /* as the driver answers */
    if (bytes) memcpy(block, buffer, bytes);
    return CUDA_SUCCESS;
}

/* ---- the run ---- */

static void log_launch(const struct tw_sim_launch *launch, const struct tw_sim_report *report)
{
    if (!tw_provider.log) return;
    const struct tw_counts *total = &report->total;
    struct tw_text line = {0};
    tw_text_addf(&line, "%s<<<(%u,%u,%u),(%u,%u,%u),%u>>>: ", tw_sim_function_info(launch->function).name,
                 launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0], launch->block[1],
                 launch->block[2], launch->dynamic_shared_bytes);
    tw_text_addf(&line,
                 "%ju warp instructions; shared loads %ju requests %ju wavefronts, stores %ju requests %ju "
                 "wavefronts; ",
                 (uintmax_t)report->warp_instructions, (uintmax_t)total->load_requests,
                 (uintmax_t)total->load_wavefronts, (uintmax_t)total->store_requests,
                 (uintmax_t)total->store_wavefronts);
    tw_text_addf(&line, "global sectors loaded %ju, stored %ju", (uintmax_t)total->global_load_sectors,
                 (uintmax_t)total->global_store_sectors);
    tw_sim_log_line(line.failed ? "out of memory for the line of a launch" : tw_text_string(&line));
    tw_text_free(&line);
}

static void tell_findings(const struct tw_sim_report *report)
{
    if (report->finding && !report->finding_count) tw_sim_tell(TW_TOTALS_ERROR, report->finding);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct tw_sim_finding *finding = &report->findings[i];
        if (!tw_sim_is_told_turned(report, i))
            tw_sim_tell(finding->is_note ? TW_TOTALS_NOTE : TW_TOTALS_ERROR, finding->text);
    }
}

/* ended: by the fault; else the launch has run to its end, and what was found is told. */
static CUresult result_of(int code, enum tw_sim_fault fault, bool ended)
{
    if (fault && !ended) return tw_provider.checks_fail ? CUDA_ERROR_LAUNCH_FAILED : CUDA_SUCCESS;
    switch (fault) {
    case TW_SIM_BAD_ADDRESS:
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    case TW_SIM_MISALIGNED:
        return CUDA_ERROR_MISALIGNED_ADDRESS;
    case TW_SIM_DEADLOCK:
    case TW_SIM_TIMEOUT:
        return CUDA_ERROR_LAUNCH_TIMEOUT;
    case TW_SIM_TRAP:
    case TW_SIM_BARRIER:
        return CUDA_ERROR_LAUNCH_FAILED;
    case TW_SIM_STACK:
        return CUDA_ERROR_HARDWARE_STACK_ERROR;
    case TW_SIM_ASSERT:
        return CUDA_ERROR_ASSERT;
    default:
        break;
    }
    return code == TW_OK ? CUDA_SUCCESS : code == TW_FAULT ? CUDA_ERROR_LAUNCH_FAILED : CUDA_ERROR_UNKNOWN;
}

/* Where the barrier of a cooperative grid counts: struct { unsigned size, arrived; }, whose address CUDA's headers read from
   %envreg1 and %envreg2. Every launch finds it zeroed. */
static CUresult make_workspace(struct tw_object *context, uint64_t *address)
{
    if (!context->context.workspace)
        context->context.workspace = tw_machine_alloc(tw_provider.machine, WORKSPACE_BYTES);
    *address = context->context.workspace;
    if (!*address) return CUDA_ERROR_OUT_OF_MEMORY;
    memset(tw_machine_memory(tw_provider.machine, *address, WORKSPACE_BYTES), 0, WORKSPACE_BYTES);
    return CUDA_SUCCESS;
}

static CUresult run_grid(struct tw_object *context, const struct tw_sim_launch *sim);

static void run_copy(struct tw_object *context, const struct tw_sim_launch *parent,
                     const struct tw_sim_copy *copy)
{
    uint64_t missing;
    if (tw_sim_copy(tw_provider.machine, copy, &missing)) return;
    context->context.sticky =
        tw_sim_refuse(CUDA_ERROR_ILLEGAL_ADDRESS,
                      "kernel %s: %s of rows of %llu bytes that it launched: no memory at 0x%llx",
                      tw_sim_function_info(parent->function).name, copy->fills ? "a fill" : "a copy",
                      (unsigned long long)copy->width, (unsigned long long)missing);
}

/* What the grid launched has it for a parent, and ends before it does: its own streams' grids first, with what these launch. */
static CUresult run_children(struct tw_object *context, const struct tw_sim_launch *parent)
{
    struct tw_sim_child *first;
    CUresult result = tw_sim_children(tw_provider.machine, &first) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    for (int tail = 0; tail < 2; tail++) {
        for (const struct tw_sim_child *child = first; child; child = child->next) {
            if (result || context->context.sticky || child->tail != tail) continue;
            if (!child->function) {
                run_copy(context, parent, &child->copy);
                continue;
            }
            struct tw_sim_launch sim = *parent;
            sim.function = child->function;
            memcpy(sim.grid, child->grid, sizeof sim.grid);
            memcpy(sim.block, child->block, sizeof sim.block);
            memset(sim.cluster, 0, sizeof sim.cluster);
            sim.dynamic_shared_bytes = child->dynamic_shared_bytes;
            sim.parameters = child->parameters;
            sim.parameter_bytes = child->parameter_bytes;
            sim.workspace = 0;
            sim.depth = parent->depth + 1;
            result = run_grid(context, &sim);
        }
    }
    tw_sim_children_free(first);
    return result;
}

/* Only what kept the run from beginning is the launch's own result;
 * what the kernel did wrong shows later, in the context. */
static CUresult run_grid(struct tw_object *context, const struct tw_sim_launch *sim)
{
    const char *name = tw_sim_function_info(sim->function).name;
    struct tw_sim_report report = {0};
    enum tw_sim_fault fault = TW_SIM_NO_FAULT;
    struct tw_error error = TW_ERROR_INIT;
    tw_launch_page_begin(sim->page, (uint64_t)sim->grid[0] * sim->grid[1] * sim->grid[2]);
    int code = tw_sim_launch(tw_provider.machine, sim, &report, &fault, &error);
    tw_launch_page_end(sim->page);
    if (code != TW_OK && !report.finding) report.finding = error.message;
    CUresult kept = tw_sim_keep_report(name, &report);
    tw_totals_add(name, &report);
    if (!tw_sim_report_is_whole(&report)) tw_totals_say(TW_TOTALS_NOTE, NULL);
    tw_provider.now += report.warp_instructions;
    log_launch(sim, &report);
    tell_findings(&report);
    tw_error_free(&error);
    if (code == TW_MEMORY) kept = CUDA_ERROR_OUT_OF_MEMORY;
    if (code != TW_MEMORY) context->context.sticky = result_of(code, fault, report.ended);
    CUresult below = run_children(context, sim);
    return kept ? kept : below;
}

static CUresult run(struct tw_object *context, const struct launch *launch,
                    const struct tw_kernel_task *kernel)
{
    struct tw_sim_launch sim = {
        .function = launch->function->function.code,
        .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .block = {launch->block[0], launch->block[1], launch->block[2]},
        .cluster = {kernel->cluster[0], kernel->cluster[1], kernel->cluster[2]},
        .dynamic_shared_bytes = launch->dynamic,
        .parameters = kernel->parameters,
        .parameter_bytes = kernel->bytes,
        .page = tw_provider.page,
        .threads = tw_provider.threads,
        .checks = tw_provider.checks,
        .lists_requests = tw_provider.lists_requests,
        .seconds = tw_provider.timeout,
        .heap_bytes = context->context.limits[CU_LIMIT_MALLOC_HEAP_SIZE],
        .print_bytes = context->context.limits[CU_LIMIT_PRINTF_FIFO_SIZE],
        .stack_bytes = (uint32_t)context->context.limits[CU_LIMIT_STACK_SIZE],
        .steps = tw_provider.steps,
        .goes_on = tw_provider.goes_on,
        .weak = tw_provider.weak,
        .seed = tw_provider.weak ? tw_provider.seed : 0,
    };
    CUresult kept = kernel->cooperative ? make_workspace(context, &sim.workspace) : CUDA_SUCCESS;
    return kept ? kept : run_grid(context, &sim);
}

CUresult tw_kernel_run(struct tw_object *context, const struct tw_kernel_task *kernel)
{
    const struct tw_object *function = tw_object_find_in(context, TW_FUNCTION, kernel->function);
    if (!function) return CUDA_ERROR_INVALID_HANDLE; /* its module has gone */
    struct launch launch = {function,
                            tw_sim_function_info(function->function.code),
                            {kernel->grid[0], kernel->grid[1], kernel->grid[2]},
                            {kernel->block[0], kernel->block[1], kernel->block[2]},
                            kernel->dynamic};
    return run(context, &launch, kernel);
}

/* All blocks of a cooperative grid are on the device at once, or none. */
static CUresult check_resident(const struct launch *launch)
{
    unsigned threads = launch->block[0] * launch->block[1] * launch->block[2];
    uint64_t most = (uint64_t)tw_blocks_that_fit(launch->function, threads, launch->dynamic) *
                    tw_provider.target->multiprocessors;
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    if (blocks <= most) return CUDA_SUCCESS;
    return tw_sim_refuse(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
                         "%s: a cooperative grid of %ju blocks; %ju fit at a time", launch->info.name,
                         (uintmax_t)blocks, (uintmax_t)most);
}

static CUresult take_parameters(const struct launch *launch, void **parameters, void **extra,
                                struct tw_kernel_task *kernel)
{
    unsigned count = launch->info.parameter_count;
    kernel->bytes = parameter_bytes(launch);
    kernel->parameters = calloc(1, kernel->bytes + 1);
    kernel->pointers = calloc(count + 1, sizeof *kernel->pointers);
    if (!kernel->parameters || !kernel->pointers) return CUDA_ERROR_OUT_OF_MEMORY;
    for (unsigned i = 0; i < count; i++) {
        uint32_t offset, bytes;
        tw_sim_function_parameter(launch->function->function.code, i, &offset, &bytes);
        kernel->pointers[i] = kernel->parameters + offset;
    }
    return extra ? copy_buffer(launch, extra, kernel->parameters, kernel->bytes)
                 : gather(launch, parameters, kernel->parameters);
}

CUresult tw_kernel_make(struct tw_object *context, CUfunction function, const struct tw_launch_config *config,
                        void **parameters, void **extra, struct tw_task *task)
{
    const struct tw_object *object = tw_object_find_in(context, TW_FUNCTION, function);
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_KERNEL};
    if (!object) return CUDA_ERROR_INVALID_HANDLE;
    struct tw_kernel_task *kernel = &task->kernel;
    struct launch launch = {
        .function = object, .info = tw_sim_function_info(object->function.code), .dynamic = config->dynamic};
    for (int i = 0; i < 3; i++) {
        launch.grid[i] = kernel->grid[i] = config->grid[i];
        launch.block[i] = kernel->block[i] = config->block[i];
    }
    kernel->function = function;
    kernel->dynamic = config->dynamic;
    kernel->cooperative = config->cooperative;
    kernel->priority = config->priority;
    CUresult result = parameters && extra ? CUDA_ERROR_INVALID_VALUE : check_shape(&launch);
    if (!result) result = check_shared(&launch);
    if (!result) result = tw_cluster_choose(object, config, kernel->cluster);
    if (!result && config->cooperative) result = check_resident(&launch);
    if (!result) result = take_parameters(&launch, parameters, extra, kernel);
    if (result) tw_task_free(task);
    return result;
}

/* ---- the calls ---- */

static CUresult launch_in_stream(CUfunction function, const struct tw_launch_config *config, CUstream stream,
                                 void **parameters, void **extra)
{
    struct tw_object *context = NULL, *object;
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_find_stream(&context, stream, &object);
    if (!result) result = tw_kernel_make(context, function, config, parameters, extra, &task);
    return tw_sim_leave(tw_task_submit(result, context, stream, &task));
}

CUresult tw_sim_cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                               unsigned block_x, unsigned block_y, unsigned block_z,
                               unsigned dynamic_shared_bytes, CUstream stream, void **parameters,
                               void **extra)
{
    struct tw_launch_config config = {
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, dynamic_shared_bytes, false, 0, {0}};
    return launch_in_stream(function, &config, stream, parameters, extra);
}

CUresult tw_sim_cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                          unsigned grid_z, unsigned block_x, unsigned block_y,
                                          unsigned block_z, unsigned dynamic_shared_bytes, CUstream stream,
                                          void **parameters)
{
    struct tw_launch_config config = {
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, dynamic_shared_bytes, true, 0, {0}};
    return launch_in_stream(function, &config, stream, parameters, NULL);
}

/* Attributes that change what a kernel sees are refused;
 * hints about order, caches and priority have no effect here. */
static bool take_attribute(const CUlaunchAttribute *attribute, struct tw_launch_config *config,
                           CUevent *event)
{
    const CUlaunchAttributeValue *value = &attribute->value;
    switch ((int)attribute->id) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        config->cooperative = value->cooperative != 0;
        return true;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        config->priority = value->priority;
        return true;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        config->cluster[0] = value->clusterDim.x;
        config->cluster[1] = value->clusterDim.y;
        config->cluster[2] = value->clusterDim.z;
        return true;
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
    case LAUNCH_COMPLETION_EVENT:
        *event = value->programmaticEvent.event; /* both are a structure that begins with it */
        return true;
    case CU_LAUNCH_ATTRIBUTE_IGNORE:
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    case PREFERRED_SHARED_MEMORY_CARVEOUT:
        return true;
    default:
        return false;
    }
}

CUresult tw_launch_read(const CUlaunchConfig *config, struct tw_launch_config *chosen, CUevent *event)
{
    *chosen = (struct tw_launch_config){{config->gridDimX, config->gridDimY, config->gridDimZ},
                                        {config->blockDimX, config->blockDimY, config->blockDimZ},
                                        config->sharedMemBytes,
                                        false,
                                        0,
                                        {0}};
    for (unsigned i = 0; i < config->numAttrs; i++) {
        if (take_attribute(&config->attrs[i], chosen, event)) continue;
        return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED,
                             "launch attribute %d is not supported by the simulator",
                             (int)config->attrs[i].id);
    }
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters,
                                 void **extra)
{
    CUevent event = NULL;
    if (!config || (config->numAttrs && !config->attrs)) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    struct tw_launch_config chosen;
    CUresult result = tw_launch_read(config, &chosen, &event);
    if (result) return tw_sim_reject(result);
    unsigned char own_stream = tw_sim_own_stream;
    result = launch_in_stream(function, &chosen, config->hStream, parameters, extra);
    tw_sim_own_stream = own_stream;
    if (!result && event) result = tw_sim_cuEventRecord(event, config->hStream);
    tw_sim_own_stream = 0;
    return result;
}
