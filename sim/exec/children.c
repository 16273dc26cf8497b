/* Launches that kernels make: reserved with their parameters' buffer, then launched, then taken by who ran the parent. */
#include "sim/exec/children.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check/finding.h"
#include "sim/exec/call.h"
#include "sim/exec/children_copy.h"
#include "sim/exec/memory/heap.h"

#define TAIL_STREAM 3u /* cudaStreamTailLaunch */

struct child {
    struct tw_sim_child told;
    uint64_t buffer; /* of the parameters, in the kernels' heap; 0: a copy */
    bool launched;
    struct child *next;
};

/* What a thread's last call that failed has left. */
struct failure {
    uint64_t block;
    uint32_t thread, error;
    struct failure *next;
};

struct tw_children {
    pthread_mutex_t lock;
    struct child *reserved; /* the newest first: it is launched next */
    struct tw_sim_child *launched, **last;
    struct failure *failures;
};

bool tw_machine_make_children(struct tw_machine *machine)
{
    if (machine->children) return true;
    struct tw_children *children = calloc(1, sizeof *children);
    if (!children) return false;
    pthread_mutex_init(&children->lock, NULL);
    children->last = &children->launched;
    machine->children = children;
    return true;
}

static struct tw_children *children_of(const struct tw_warp *warp)
{
    return warp->worker->running->machine->children;
}

/* ---- errors, of each thread ---- */

static struct failure **failure_of(struct tw_children *children, const struct tw_warp *warp, unsigned lane)
{
    struct failure **at = &children->failures;
    while (*at && ((*at)->block != warp->worker->block_number || (*at)->thread != warp->number * 32 + lane))
        at = &(*at)->next;
    return at;
}

static void fail(struct tw_warp *warp, unsigned lane, uint32_t error)
{
    struct tw_children *children = children_of(warp);
    pthread_mutex_lock(&children->lock);
    struct failure **at = failure_of(children, warp, lane);
    if (!*at) *at = calloc(1, sizeof **at);
    if (*at) {
        (*at)->block = warp->worker->block_number;
        (*at)->thread = warp->number * 32 + lane;
        (*at)->error = error;
    }
    pthread_mutex_unlock(&children->lock);
}

void tw_children_answer(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint32_t error)
{
    if (error) fail(warp, lane, error);
    tw_call_result(warp, op, lane, error);
}

static void tell(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool forget)
{
    struct tw_children *children = children_of(warp);
    pthread_mutex_lock(&children->lock);
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        struct failure **at = failure_of(children, warp, lane), *found = *at;
        tw_call_result(warp, op, lane, found ? found->error : 0);
        if (!found || !forget) continue;
        *at = found->next;
        free(found);
    }
    pthread_mutex_unlock(&children->lock);
}

static void last_error(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tell(warp, op, active, true);
}

static void peek_error(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tell(warp, op, active, false);
}

/* ---- a place for parameters ---- */

/* The kernel at an address: of the parent's module, as linking leaves it. */
static const struct tw_sim_function *kernel_at(const struct tw_running *running, uint64_t address)
{
    const struct tw_sim_module *module = running->launch->function->module;
    const uint64_t index = (address - module->code_base) / TW_FUNCTION_BYTES;
    const bool known = address >= module->code_base && index < module->function_count;
    return known && module->ptx->functions[index].is_entry ? &module->functions[index] : NULL;
}

static uint32_t shape_error(const struct tw_machine *machine, const struct tw_sim_child *child)
{
    static const uint32_t grid[3] = {2147483647, 65535, 65535}, block[3] = {1024, 1024, 64};
    uint64_t threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (!child->grid[i] || child->grid[i] > grid[i]) return TW_INVALID_CONFIGURATION;
        if (!child->block[i] || child->block[i] > block[i]) return TW_INVALID_CONFIGURATION;
        threads *= child->block[i];
    }
    const struct tw_sim_function_info info = tw_sim_function_info(child->function);
    if (child->dynamic_shared_bytes > machine->target->shared_per_block - info.static_shared_bytes)
        return TW_INVALID_CONFIGURATION;
    return threads > info.max_threads ? TW_INVALID_CONFIGURATION : 0;
}

static size_t parameter_bytes(const struct tw_sim_function *function)
{
    const struct tw_ptx_function *ptx = function->program.function;
    size_t end = 1;
    for (size_t i = 0; i < ptx->parameter_count; i++) {
        size_t after = ptx->parameters[i].offset + ptx->parameters[i].bytes;
        if (after > end) end = after;
    }
    return end;
}

/* The address of the buffer, or 0 and why. */
static uint64_t add(struct tw_children *children, struct tw_heap *heap, const struct tw_sim_child *told,
                    uint32_t *error)
{
    struct child *child = calloc(1, sizeof *child);
    *error = TW_OUT_OF_MEMORY;
    if (!child) return 0;
    child->told = *told;
    child->told.parameter_bytes = parameter_bytes(told->function);
    child->buffer = tw_heap_take(heap, child->told.parameter_bytes);
    if (!child->buffer) {
        free(child);
        return 0;
    }
    pthread_mutex_lock(&children->lock);
    child->next = children->reserved;
    children->reserved = child;
    pthread_mutex_unlock(&children->lock);
    *error = 0;
    return child->buffer;
}

/* False: a finding. */
static bool reserve_one(struct tw_warp *warp, const struct tw_op *op, unsigned lane)
{
    const struct tw_running *running = warp->worker->running;
    struct tw_sim_child child = {.function = kernel_at(running, tw_call_argument(warp, op, 0, lane)),
                                 .dynamic_shared_bytes = (uint32_t)tw_call_argument(warp, op, 3, lane)};
    tw_call_argument_bytes(warp, op, 1, lane, child.grid, sizeof child.grid);
    tw_call_argument_bytes(warp, op, 2, lane, child.block, sizeof child.block);
    uint32_t error = 0;
    uint64_t buffer = 0;
    if (child.function && tw_sim_function_refusal(child.function)) {
        tw_find(warp, op, TW_SIM_TRAP, lane, "a launch of a kernel that cannot run here: %s",
                tw_sim_function_refusal(child.function)->message);
        return false;
    }
    if (!child.function) error = TW_INVALID_FUNCTION;
    if (!error && running->launch->depth >= TW_MOST_DEPTH) error = TW_DEPTH_EXCEEDED;
    if (!error) error = shape_error(running->machine, &child);
    if (!error) buffer = add(running->machine->children, running->machine->heap, &child, &error);
    if (error) fail(warp, lane, error);
    tw_call_result(warp, op, lane, buffer);
    return true;
}

static void reserve(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        if (active >> lane & 1u && !reserve_one(warp, op, lane)) return;
    }
}

/* ---- the launch ---- */

/* What runs when the parent has ended, in this order. */
static void append(struct tw_children *children, struct child *child, uint64_t stream)
{
    child->launched = true;
    child->told.tail = stream == TAIL_STREAM;
    *children->last = &child->told;
    children->last = &child->told.next;
}

/* It leaves those that are reserved. The parameters are read when the parent has ended: nobody writes them after this. */
static uint32_t launch_one(struct tw_children *children, uint64_t buffer, uint64_t stream)
{
    struct child *child = children->reserved;
    while (child && (child->buffer != buffer || child->launched)) child = child->next;
    if (!child) return TW_INVALID_VALUE;
    append(children, child, stream);
    return 0;
}

static void launch(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_children *children = children_of(warp);
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        pthread_mutex_lock(&children->lock);
        uint32_t error =
            launch_one(children, tw_call_argument(warp, op, 0, lane), tw_call_argument(warp, op, 1, lane));
        pthread_mutex_unlock(&children->lock);
        tw_children_answer(warp, op, lane, error);
    }
}

uint32_t tw_children_collect(struct tw_warp *warp, const struct tw_sim_copy *copy, uint64_t stream)
{
    struct tw_children *children = children_of(warp);
    struct child *child = calloc(1, sizeof *child);
    if (!child) return TW_OUT_OF_MEMORY;
    child->told.copy = *copy;
    pthread_mutex_lock(&children->lock);
    child->next = children->reserved;
    children->reserved = child;
    append(children, child, stream);
    pthread_mutex_unlock(&children->lock);
    return 0;
}

/* ---- the functions ---- */

tw_run *tw_children_find(const char *name)
{
    static const struct {
        const char *name;
        tw_run *run;
    } functions[] = {{"__cudaCDP2GetParameterBufferV2", reserve},
                     {"__cudaCDP2LaunchDeviceV2", launch},
                     {"__cudaCDP2LaunchDeviceV2_ptsz", launch},
                     {"__cudaCDP2GetLastError", last_error},
                     {"__cudaCDP2PeekAtLastError", peek_error}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) == 0) return functions[i].run;
    }
    return tw_children_find_copy(name);
}

/* ---- when the parent has ended ---- */

static void forget(struct tw_children *children)
{
    for (struct failure *failure = children->failures, *next; failure; failure = next) {
        next = failure->next;
        free(failure);
    }
    children->failures = NULL;
    children->reserved = NULL;
    children->launched = NULL;
    children->last = &children->launched;
}

static void *copy_of(struct tw_machine *machine, uint64_t address, size_t bytes)
{
    const void *from = tw_machine_memory(machine, address, bytes);
    void *copy = from ? malloc(bytes) : NULL;
    if (copy) memcpy(copy, from, bytes);
    return copy;
}

int tw_sim_children(struct tw_machine *machine, struct tw_sim_child **first)
{
    struct tw_children *children = machine->children;
    int code = TW_OK;
    *first = NULL;
    if (!children) return TW_OK;
    struct tw_sim_child **end = first;
    for (struct tw_sim_child *told = children->launched; told && !code; told = told->next) {
        struct tw_sim_child *copy = malloc(sizeof *copy);
        const struct child *child = (const struct child *)told; /* its first member */
        if (copy) *copy = *told;
        if (copy && child->buffer) copy->parameters = copy_of(machine, child->buffer, told->parameter_bytes);
        if (copy) copy->next = NULL;
        code = copy && (copy->parameters || !child->buffer) ? TW_OK : TW_MEMORY;
        *end = copy;
        if (copy) end = &copy->next;
    }
    for (struct child *child = children->reserved, *next; child; child = next) {
        next = child->next;
        if (child->buffer) tw_heap_give(machine->heap, child->buffer);
        free(child);
    }
    forget(children);
    return code;
}

void tw_sim_children_free(struct tw_sim_child *first)
{
    for (struct tw_sim_child *next; first; first = next) {
        next = first->next;
        free(first->parameters);
        free(first);
    }
}

void tw_children_free(struct tw_children *children)
{
    if (!children) return;
    for (struct child *child = children->reserved, *next; child; child = next) {
        next = child->next;
        free(child);
    }
    forget(children);
    pthread_mutex_destroy(&children->lock);
    free(children);
}
