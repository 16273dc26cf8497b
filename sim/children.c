/* Launches that kernels make: reserved with their parameters' buffer, then launched, then taken by who ran the parent. */
#include "sim/children.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "sim/call.h"
#include "sim/heap.h"
#include "sim/lanes.h"

/* Of cudaError_t. */
#define INVALID_VALUE         1u
#define OUT_OF_MEMORY         2u
#define INVALID_CONFIGURATION 9u
#define INVALID_PITCH         12u
#define INVALID_DIRECTION     21u
#define DEPTH_EXCEEDED        65u
#define INVALID_FUNCTION      98u

#define TAIL_STREAM 3u /* cudaStreamTailLaunch */

/* Of cudaMemcpyKind: what kernels may ask for. */
#define DEVICE_TO_DEVICE 3u
#define BY_ADDRESS       4u

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
    const uint64_t index = (address - module->code_base) / TW_CODE_BYTES;
    const bool known = address >= module->code_base && index < module->function_count;
    return known && module->ptx->functions[index].is_entry ? &module->functions[index] : NULL;
}

static uint32_t shape_error(const struct tw_machine *machine, const struct tw_sim_child *child)
{
    static const uint32_t grid[3] = {2147483647, 65535, 65535}, block[3] = {1024, 1024, 64};
    uint64_t threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (!child->grid[i] || child->grid[i] > grid[i]) return INVALID_CONFIGURATION;
        if (!child->block[i] || child->block[i] > block[i]) return INVALID_CONFIGURATION;
        threads *= child->block[i];
    }
    const struct tw_sim_function_info info = tw_sim_function_info(child->function);
    if (child->dynamic_shared_bytes > machine->target->shared_per_block - info.static_shared_bytes)
        return INVALID_CONFIGURATION;
    return threads > info.max_threads ? INVALID_CONFIGURATION : 0;
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
    *error = OUT_OF_MEMORY;
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
    if (!child.function) error = INVALID_FUNCTION;
    if (!error && running->launch->depth >= TW_MOST_DEPTH) error = DEPTH_EXCEEDED;
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
    if (!child) return INVALID_VALUE;
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
        if (error) fail(warp, lane, error);
        tw_call_result(warp, op, lane, error);
    }
}

/* ---- copies and fills ---- */

/* What a lane's call asks for: a cudaError_t. Copies have a direction. */
static uint32_t add_copy(struct tw_children *children, const struct tw_sim_copy *copy, uint32_t direction,
                         uint64_t stream)
{
    if (!copy->fills && direction != DEVICE_TO_DEVICE && direction != BY_ADDRESS) return INVALID_DIRECTION;
    bool rows = copy->height > 1 || copy->depth > 1;
    if (rows && (copy->to_pitch < copy->width || (!copy->fills && copy->from_pitch < copy->width)))
        return INVALID_PITCH;
    if (!copy->width || !copy->height || !copy->depth) return 0;
    struct child *child = calloc(1, sizeof *child);
    if (!child) return OUT_OF_MEMORY;
    child->told.copy = *copy;
    pthread_mutex_lock(&children->lock);
    child->next = children->reserved;
    children->reserved = child;
    append(children, child, stream);
    pthread_mutex_unlock(&children->lock);
    return 0;
}

/* What one of the driver's functions copies or fills, by its arguments in a lane. */
struct asked {
    struct tw_sim_copy copy;
    uint64_t direction, stream;
};

typedef struct asked ask(const uint64_t *argument);

/* Of each lane. */
static void copy_each(struct tw_warp *warp, const struct tw_op *op, uint32_t active, ask *what,
                      unsigned count)
{
    uint64_t argument[8];
    for (uint32_t left = active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        for (unsigned i = 0; i < count; i++) argument[i] = tw_call_argument(warp, op, i, lane);
        const struct asked asked = what(argument);
        uint32_t error = add_copy(children_of(warp), &asked.copy, (uint32_t)asked.direction, asked.stream);
        if (error) fail(warp, lane, error);
        tw_call_result(warp, op, lane, error);
    }
}

/* (to, from, bytes, direction, stream) */
static struct asked copy_of_bytes(const uint64_t *a)
{
    return (struct asked){{.to = a[0], .from = a[1], .width = a[2], .height = 1, .depth = 1}, a[3], a[4]};
}

/* (to, pitch, from, pitch, width, height, direction, stream) */
static struct asked copy_of_rows(const uint64_t *a)
{
    const struct tw_sim_copy copy = {.to = a[0],
                                     .to_pitch = a[1],
                                     .from = a[2],
                                     .from_pitch = a[3],
                                     .width = a[4],
                                     .height = a[5],
                                     .depth = 1};
    return (struct asked){copy, a[6], a[7]};
}

/* (to, value, bytes, stream) */
static struct asked fill_of_bytes(const uint64_t *a)
{
    const struct tw_sim_copy fill = {
        .to = a[0], .fills = true, .value = (unsigned char)a[1], .width = a[2], .height = 1, .depth = 1};
    return (struct asked){fill, 0, a[3]};
}

/* (to, pitch, value, width, height, stream) */
static struct asked fill_of_rows(const uint64_t *a)
{
    const struct tw_sim_copy fill = {.to = a[0],
                                     .to_pitch = a[1],
                                     .fills = true,
                                     .value = (unsigned char)a[2],
                                     .width = a[3],
                                     .height = a[4],
                                     .depth = 1};
    return (struct asked){fill, 0, a[5]};
}

#define COPIES(name, what, count)                                                                            \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        copy_each(warp, op, active, what, count);                                                            \
    }

COPIES(copy_bytes, copy_of_bytes, 5)
COPIES(copy_rows, copy_of_rows, 8)
COPIES(fill_bytes, fill_of_bytes, 4)
COPIES(fill_rows, fill_of_rows, 6)

/* Of three dimensions: what of a cudaPitchedPtr, and of the position in it. */
struct box {
    uint64_t at, pitch, row_bytes, rows; /* row_bytes: nothing is made of them */
};

static uint64_t begin_of(const struct box *box, const uint64_t position[3])
{
    return box->at + (position[2] * box->rows + position[1]) * box->pitch + position[0];
}

/* What cudaMemcpy3DParms is. */
struct boxes {
    uint64_t from_array, from_position[3];
    struct box from;
    uint64_t to_array, to_position[3];
    struct box to;
    uint64_t extent[3];
    uint32_t direction, padding;
};

/* A slice has as many rows as it is told to have; kernels copy no arrays. */
static uint32_t add_box(struct tw_children *children, const struct boxes *boxes, uint64_t stream)
{
    const struct box *to = &boxes->to, *from = &boxes->from;
    const uint64_t height = boxes->extent[1], depth = boxes->extent[2];
    if (boxes->from_array || boxes->to_array) return INVALID_VALUE;
    if (depth > 1 && (height > to->rows || height > from->rows)) return INVALID_VALUE;
    const struct tw_sim_copy copy = {.to = begin_of(to, boxes->to_position),
                                     .from = begin_of(from, boxes->from_position),
                                     .to_pitch = to->pitch,
                                     .from_pitch = from->pitch,
                                     .to_slice = to->pitch * to->rows,
                                     .from_slice = from->pitch * from->rows,
                                     .width = boxes->extent[0],
                                     .height = height,
                                     .depth = depth};
    return add_copy(children, &copy, boxes->direction, stream);
}

/* (boxes, stream) */
static void copy_boxes(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct boxes boxes;
    for (uint32_t left = active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        if (!tw_call_read(warp, op, lane, tw_call_argument(warp, op, 0, lane), &boxes, sizeof boxes)) return;
        uint32_t error = add_box(children_of(warp), &boxes, tw_call_argument(warp, op, 1, lane));
        if (error) fail(warp, lane, error);
        tw_call_result(warp, op, lane, error);
    }
}

/* (box, value, extent, stream) */
static void fill_boxes(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct box box;
    uint64_t extent[3];
    for (uint32_t left = active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        tw_call_argument_bytes(warp, op, 0, lane, &box, sizeof box);
        tw_call_argument_bytes(warp, op, 2, lane, extent, sizeof extent);
        const struct tw_sim_copy fill = {.to = box.at,
                                         .to_pitch = box.pitch,
                                         .to_slice = box.pitch * box.rows,
                                         .fills = true,
                                         .value = (unsigned char)tw_call_argument(warp, op, 1, lane),
                                         .width = extent[0],
                                         .height = extent[1],
                                         .depth = extent[2]};
        uint32_t error = extent[2] > 1 && extent[1] > box.rows ? INVALID_VALUE : 0;
        if (!error) error = add_copy(children_of(warp), &fill, 0, tw_call_argument(warp, op, 3, lane));
        if (error) fail(warp, lane, error);
        tw_call_result(warp, op, lane, error);
    }
}

static bool copy_slice(struct tw_machine *machine, const struct tw_sim_copy *copy, uint64_t slice,
                       uint64_t *missing)
{
    for (uint64_t row = 0; row < copy->height; row++) {
        uint64_t to = copy->to + slice * copy->to_slice + row * copy->to_pitch;
        uint64_t from = copy->from + slice * copy->from_slice + row * copy->from_pitch;
        void *there = tw_machine_memory(machine, to, copy->width);
        const void *here = copy->fills ? there : tw_machine_memory(machine, from, copy->width);
        *missing = there ? from : to;
        if (!there || !here) return false;
        if (copy->fills)
            memset(there, copy->value, copy->width);
        else
            memmove(there, here, copy->width);
    }
    return true;
}

bool tw_sim_copy(struct tw_machine *machine, const struct tw_sim_copy *copy, uint64_t *missing)
{
    bool good = true;
    for (uint64_t slice = 0; good && slice < copy->depth; slice++)
        good = copy_slice(machine, copy, slice, missing);
    return good;
}

tw_run *tw_children_find(const char *name)
{
    static const struct {
        const char *name;
        tw_run *run;
    } functions[] = {
        {"__cudaCDP2GetParameterBufferV2", reserve}, {"__cudaCDP2LaunchDeviceV2", launch},
        {"__cudaCDP2LaunchDeviceV2_ptsz", launch},   {"__cudaCDP2MemcpyAsync", copy_bytes},
        {"__cudaCDP2MemcpyAsync_ptsz", copy_bytes},  {"__cudaCDP2Memcpy2DAsync", copy_rows},
        {"__cudaCDP2Memcpy2DAsync_ptsz", copy_rows}, {"__cudaCDP2MemsetAsync", fill_bytes},
        {"__cudaCDP2MemsetAsync_ptsz", fill_bytes},  {"__cudaCDP2Memset2DAsync", fill_rows},
        {"__cudaCDP2Memset2DAsync_ptsz", fill_rows}, {"__cudaCDP2GetLastError", last_error},
        {"__cudaCDP2Memcpy3DAsync", copy_boxes},     {"__cudaCDP2Memcpy3DAsync_ptsz", copy_boxes},
        {"__cudaCDP2Memset3DAsync", fill_boxes},     {"__cudaCDP2Memset3DAsync_ptsz", fill_boxes},
        {"__cudaCDP2PeekAtLastError", peek_error}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) == 0) return functions[i].run;
    }
    return NULL;
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
