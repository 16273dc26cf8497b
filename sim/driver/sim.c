/* The provider's state: initialisation, what the environment asks for, threads, objects behind handles. */
#include "sim/driver/sim.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/files/launch_page.h"
#include "base/grow.h"
#include "sim/driver/graph/graph.h"
#include "sim/driver/memory/array.h"
#include "sim/driver/state.h"
#include "sim/exec/program.h"

#define DEFAULT_TIMEOUT 30u
#define MOST_THREADS    99999u
#define MOST_LEVEL      2u
#define MOST_SECONDS    86400u
#define MOST_SEED       4294967295u

_Thread_local unsigned char tw_sim_own_stream __attribute__((tls_model("initial-exec")));
_Thread_local const char *tw_sim_called __attribute__((tls_model("initial-exec")));

struct tw_provider tw_provider = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT, .timeout = DEFAULT_TIMEOUT};

/* ---- threads of the program ---- */

static void free_thread(void *memory)
{
    struct tw_thread *thread = memory;
    free(thread->contexts);
    free(thread->report_memory);
    free(thread);
}

static void make_key(void)
{
    tw_provider.has_key = pthread_key_create(&tw_provider.thread, free_thread) == 0;
}

struct tw_thread *tw_sim_thread(void)
{
    pthread_once(&tw_provider.once, make_key);
    if (!tw_provider.has_key) return NULL;
    struct tw_thread *thread = pthread_getspecific(tw_provider.thread);
    if (thread) return thread;
    thread = calloc(1, sizeof *thread);
    if (!thread || pthread_setspecific(tw_provider.thread, thread) == 0) return thread;
    free(thread);
    return NULL;
}

/* ---- how a driver function begins and ends ---- */

/* What kernels print comes out with the next call of the driver, as late as at the synchronisation that a program needs to see
   it; what no call follows is lost, as with a GPU. */
CUresult tw_sim_enter_driver(void)
{
    pthread_mutex_lock(&tw_provider.lock);
    if (tw_provider.machine && tw_provider.show) tw_sim_printed(tw_provider.machine, tw_provider.show);
    return tw_provider.initialised ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

/* What runs from now on runs on that device. */
static void run_on(int device)
{
    tw_provider.target = tw_provider.machine->target = tw_sim_kind(device);
}

CUresult tw_sim_current(struct tw_object **context)
{
    struct tw_thread *thread = tw_sim_thread();
    if (!thread) return CUDA_ERROR_OUT_OF_MEMORY;
    uintptr_t current = thread->depth ? thread->contexts[thread->depth - 1] : 0;
    if (!current) return CUDA_ERROR_INVALID_CONTEXT;
    *context = tw_object_find(TW_CONTEXT, (void *)current);
    if (*context) run_on((*context)->context.device);
    return *context ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult tw_sim_enter_context(struct tw_object **context)
{
    CUresult result = tw_sim_enter_driver();
    return result ? result : tw_sim_current(context);
}

CUresult tw_sim_enter(struct tw_object **context)
{
    CUresult result = tw_sim_enter_context(context);
    return result ? result : (*context)->context.sticky;
}

CUresult tw_sim_leave(CUresult result)
{
    tw_calls_note(result);
    pthread_mutex_unlock(&tw_provider.lock);
    tw_sim_own_stream = 0;
    return result;
}

CUresult tw_sim_reject(CUresult result)
{
    pthread_mutex_lock(&tw_provider.lock);
    return tw_sim_leave(result);
}

const struct tw_target *tw_sim_kind(int device)
{
    return tw_provider.kinds[tw_provider.devices[device].number];
}

CUresult tw_sim_check_device(int device)
{
    return device >= 0 && device < tw_provider.device_count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/* ---- objects ---- */

static bool before(const struct tw_object *object, enum tw_object_kind kind, uintptr_t handle)
{
    return object->kind != kind ? object->kind < kind : object->handle < handle;
}

/* Index of the first object that does not come before (kind, handle). */
static size_t lower_bound(enum tw_object_kind kind, uintptr_t handle)
{
    size_t low = 0, high = tw_provider.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (before(tw_provider.objects[middle], kind, handle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

struct tw_object *tw_object_find(enum tw_object_kind kind, const void *handle)
{
    size_t i = lower_bound(kind, (uintptr_t)handle);
    if (i == tw_provider.count) return NULL;
    struct tw_object *object = tw_provider.objects[i];
    return object->kind == kind && object->handle == (uintptr_t)handle ? object : NULL;
}

struct tw_object *tw_object_find_in(const struct tw_object *context, enum tw_object_kind kind,
                                    const void *handle)
{
    struct tw_object *object = tw_object_find(kind, handle);
    if (!object) return NULL;
    const struct tw_object *owned = object;
    if (kind == TW_FUNCTION) owned = tw_object_find(TW_MODULE, (void *)object->owner);
    return owned->owner == 0 || owned->owner == context->handle ? object : NULL;
}

static bool make_room(void)
{
    struct tw_object **grown =
        tw_grow(tw_provider.objects, tw_provider.count, &tw_provider.capacity, sizeof *grown);
    if (!grown) return false;
    tw_provider.objects = grown;
    return true;
}

struct tw_object *tw_object_new(enum tw_object_kind kind, uintptr_t handle, const struct tw_object *owner)
{
    struct tw_object *object = make_room() ? calloc(1, sizeof *object) : NULL;
    if (!object) return NULL;
    object->kind = kind;
    object->handle =
        handle ? handle : ++tw_provider.last_handle << 8; /* clear of CU_STREAM_LEGACY and its like */
    object->owner = owner ? owner->handle : 0;
    size_t i = lower_bound(kind, object->handle);
    struct tw_object **slot = &tw_provider.objects[i];
    memmove(slot + 1, slot, (tw_provider.count - i) * sizeof *slot);
    *slot = object;
    tw_provider.count++;
    return object;
}

static void free_owned(uintptr_t owner)
{
    for (size_t i = tw_provider.count; i > 0;) {
        struct tw_object *object = tw_provider.objects[--i];
        if (object->owner != owner) continue;
        tw_object_free(object);
        i = tw_provider.count; /* it may have owned others, before or behind it */
    }
}

static void free_memory(struct tw_object *object)
{
    bool released = tw_machine_release(tw_provider.machine, object->handle);
    assert(released);
    (void)released;
    tw_memory_forget(object);
}

static void free_content(struct tw_object *object)
{
    switch (object->kind) {
    case TW_CONTEXT:
        if (object->context.workspace) tw_machine_release(tw_provider.machine, object->context.workspace);
        break;
    case TW_MODULE:
        tw_sim_module_free(object->module);
        break;
    case TW_DEVICE_MEMORY:
    case TW_HOST_MEMORY:
        free_memory(object);
        break;
    case TW_STREAM:
        tw_capture_forget(object);
        tw_nodes_free(&object->stream.tips);
        break;
    case TW_EVENT:
        tw_nodes_free(&object->event.tips);
        break;
    case TW_LINK:
        tw_link_free(object->link);
        break;
    case TW_GRAPH:
        tw_graph_free(object);
        break;
    case TW_NODE:
        tw_node_free(object->node);
        break;
    case TW_EXEC:
        tw_exec_release(object->exec);
        break;
    case TW_PHYSICAL:
        tw_physical_free(object);
        break;
    case TW_FUNCTION:
        free(object->function.old);
        break;
    case TW_ARRAY:
    case TW_MIPMAPPED:
        tw_array_free(object->array);
        break;
    case TW_TEXTURE_OBJECT:
    case TW_SURFACE_OBJECT:
    case TW_TEXTURE_REFERENCE:
    case TW_SURFACE_REFERENCE:
        tw_shown_free(object);
        break;
    case TW_POOL:
    case TW_RANGE:
    case TW_MAPPING:
    case TW_CONDITION:
    case TW_USER_OBJECT:
        break;
    }
}

void tw_object_free(struct tw_object *object)
{
    bool owns = object->kind == TW_CONTEXT || object->kind == TW_MODULE || object->kind == TW_GRAPH ||
                object->kind == TW_NODE || object->kind == TW_MIPMAPPED;
    if (object->kind == TW_CONTEXT) tw_sim_tell_leaks(object->handle, "its context was destroyed");
    if (owns) free_owned(object->handle);
    free_content(object);
    size_t i = lower_bound(object->kind, object->handle);
    struct tw_object **slot = &tw_provider.objects[i];
    assert(*slot == object);
    tw_provider.count--;
    memmove(slot, slot + 1, (tw_provider.count - i) * sizeof *slot);
    free(object);
}

/* ---- initialisation ---- */

CUresult tw_sim_read_variable(const char *name, unsigned least, unsigned most, unsigned *number)
{
    const char *text = getenv(name);
    unsigned long value = 0;
    if (!text) return CUDA_SUCCESS;
    for (const char *c = text; *c; c++) {
        bool digit = *c >= '0' && *c <= '9';
        value = digit && value <= most ? value * 10 + (unsigned long)(*c - '0') : ULONG_MAX;
    }
    if (*text && value >= least && value <= most) {
        *number = (unsigned)value;
        return CUDA_SUCCESS;
    }
    return tw_sim_refuse(CUDA_ERROR_NO_DEVICE, "%s is no whole number from %u to %u: \"%s\"", name, least,
                         most, text);
}

static CUresult open_log(void)
{
    const char *path = getenv("TILEWRIGHT_SIM_LOG");
    if (!path || *path == '\0' || tw_provider.log) return CUDA_SUCCESS;
    tw_provider.log = strcmp(path, "stderr") == 0 ? stderr : fopen(path, "ae");
    if (tw_provider.log) return CUDA_SUCCESS;
    return tw_sim_refuse(CUDA_ERROR_OPERATING_SYSTEM,
                         "TILEWRIGHT_SIM_LOG is no file that can be written: \"%s\": %s", path,
                         strerror(errno));
}

static void open_page(void)
{
    const char *path = getenv("TILEWRIGHT_SIM_PROGRESS");
    if (path && !tw_provider.page) tw_provider.page = tw_launch_page_open(path);
}

/* 0 MiB: what the machine takes by itself. */
static CUresult choose_limits(unsigned *mib)
{
    unsigned threads = tw_provider.threads;
    CUresult result = tw_sim_read_variable("TILEWRIGHT_SIM_THREADS", 0, MOST_THREADS, &threads);
    if (!result && !tw_provider.threads_set) tw_provider.threads = threads;
    if (!result)
        result = tw_sim_read_variable("TILEWRIGHT_SIM_TIMEOUT", 0, MOST_SECONDS, &tw_provider.timeout);
    if (!result) result = tw_sim_read_variable("TILEWRIGHT_SIM_STEPS", 0, UINT_MAX - 1, &tw_provider.steps);
    if (!result) result = tw_sim_read_variable("TILEWRIGHT_SIM_GO_ON", 0, 1, &tw_provider.goes_on);
    return result ? result : tw_sim_read_variable("TILEWRIGHT_SIM_MEMORY", 1, TW_MEMORY_LIMIT >> 20, mib);
}

static CUresult choose_checks(void)
{
    const char *text = getenv("TILEWRIGHT_SIM_CHECK");
    unsigned checks;
    if (!text || tw_provider.checks_set) return CUDA_SUCCESS;
    if (!tw_sim_checks_read(text, &checks)) {
#define X(check, bit, name, usual) " " name
        return tw_sim_refuse(
            CUDA_ERROR_NO_DEVICE,
            "TILEWRIGHT_SIM_CHECK names an unknown check; there are: all usual none" TW_SIM_CHECKS(
                X) ": \"%s\"",
            text);
#undef X
    }
    tw_provider.checks = checks;
    return CUDA_SUCCESS;
}

/* The variable is the seed; without it memory is strong. */
static CUresult choose_memory(void)
{
    unsigned seed = 0;
    if (!getenv("TILEWRIGHT_SIM_WEAK") || tw_provider.memory_set) return CUDA_SUCCESS;
    CUresult result = tw_sim_read_variable("TILEWRIGHT_SIM_WEAK", 0, MOST_SEED, &seed);
    tw_provider.weak = !result;
    tw_provider.seed = seed;
    return result;
}

CUresult tw_sim_prepare(void)
{
    unsigned mib = 0, level = MOST_LEVEL;
    if (tw_provider.machine) return CUDA_SUCCESS;
    CUresult result = open_log();
    if (!result) result = choose_limits(&mib);
    if (!result) result = tw_sim_read_variable("TILEWRIGHT_SIM_LEVEL", 0, MOST_LEVEL, &level);
    if (!result) result = tw_sim_choose_devices();
    if (!result) result = choose_checks();
    if (!result) result = choose_memory();
    if (result) return result;
    open_page();
    tw_provider.machine = tw_machine_new(tw_provider.target);
    if (!tw_provider.machine) return CUDA_ERROR_OUT_OF_MEMORY;
    while (!tw_handlers_at(level)) level--; /* no more than this processor can do (levels.c) */
    tw_provider.machine->handlers = tw_handlers_at(level);
    tw_machine_track(tw_provider.machine, tw_provider.checks & TW_SIM_CHECK_UNINITIALISED);
    if (mib) tw_provider.machine->total = (uint64_t)mib << 20;
    tw_sim_watch_leaks();
    return CUDA_SUCCESS;
}

/* It has the parent's state and none of its threads. Whoever held the lock is not there. */
void tw_sim_forked(void)
{
    pthread_mutex_init(&tw_provider.lock, NULL);
    if (!tw_provider.initialised) return;
    tw_provider.initialised = false;
    tw_provider.lost = true;
    tw_provider.count = 0;
}

CUresult tw_sim_cuInit(unsigned flags)
{
    pthread_mutex_lock(&tw_provider.lock);
    CUresult result = flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    if (!result && tw_provider.lost) result = CUDA_ERROR_NOT_INITIALIZED;
    if (!result) result = tw_sim_prepare();
    if (!result) tw_provider.initialised = true;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDriverGetVersion(int *version)
{
    if (!version) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    *version = TW_SIM_DRIVER_VERSION;
    return CUDA_SUCCESS;
}

/* ---- struct tw_simulator ---- */

/* True while a context or a library lives: what they loaded was decoded for the present target. */
static bool in_use(void)
{
    for (size_t i = 0; i < tw_provider.count; i++) {
        if (tw_provider.objects[i]->owner == 0) return true;
    }
    return false;
}

bool tw_sim_set_target(unsigned sm)
{
    const struct tw_target *target = tw_target_find(sm);
    pthread_mutex_lock(&tw_provider.lock);
    bool possible = target && (target == tw_provider.target || !in_use());
    if (possible) tw_provider.target = target;
    if (possible && tw_provider.machine) tw_provider.machine->target = target;
    for (int i = 0; possible && i < TW_MOST_DEVICES; i++) tw_provider.kinds[i] = target;
    pthread_mutex_unlock(&tw_provider.lock);
    return possible;
}

void tw_sim_set_threads(unsigned threads)
{
    pthread_mutex_lock(&tw_provider.lock);
    tw_provider.threads = threads;
    tw_provider.threads_set = true;
    pthread_mutex_unlock(&tw_provider.lock);
}

void tw_sim_set_checks(unsigned checks, bool fail)
{
    pthread_mutex_lock(&tw_provider.lock);
    tw_provider.checks = checks;
    tw_provider.checks_fail = fail;
    if (tw_provider.machine) tw_machine_track(tw_provider.machine, checks & TW_SIM_CHECK_UNINITIALISED);
    tw_provider.checks_set = true;
    pthread_mutex_unlock(&tw_provider.lock);
}

void tw_sim_set_requests(bool listed)
{
    pthread_mutex_lock(&tw_provider.lock);
    tw_provider.lists_requests = listed;
    pthread_mutex_unlock(&tw_provider.lock);
}

void tw_sim_set_memory(bool weak, uint64_t seed)
{
    pthread_mutex_lock(&tw_provider.lock);
    tw_provider.weak = weak;
    tw_provider.seed = seed;
    tw_provider.memory_set = true;
    pthread_mutex_unlock(&tw_provider.lock);
}

void tw_sim_set_timeout(unsigned seconds)
{
    if (getenv("TILEWRIGHT_SIM_TIMEOUT")) return;
    pthread_mutex_lock(&tw_provider.lock);
    tw_provider.timeout = seconds;
    pthread_mutex_unlock(&tw_provider.lock);
}
