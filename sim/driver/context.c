/* Contexts: the primary one, counted; others, created and destroyed;
   and each thread's stack of current ones. */
#include <stdlib.h>

#include "base/grow.h"
#include "sim/driver/state.h"

/* The primary context has the same handle each time it comes to life, as a GPU's has. */
static uintptr_t primary_handle(int device)
{
    return (uintptr_t)(0x10 + device);
}

static bool is_primary(const struct tw_object *context)
{
    return context->handle == primary_handle(context->context.device);
}

static struct tw_object *primary(int device)
{
    return tw_object_find(TW_CONTEXT, (void *)primary_handle(device));
}

static struct tw_object *new_context(uintptr_t handle, unsigned flags, int device)
{
    struct tw_object *context = tw_object_new(TW_CONTEXT, handle, NULL);
    if (!context) return NULL;
    context->flags = flags;
    context->context.device = device;
    context->context.id = ++tw_provider.last_context;
    context->context.limits[CU_LIMIT_STACK_SIZE] = 1024;
    context->context.limits[CU_LIMIT_PRINTF_FIFO_SIZE] = (size_t)1 << 20;
    context->context.limits[CU_LIMIT_MALLOC_HEAP_SIZE] = (size_t)8 << 20;
    context->context.limits[CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2;
    context->context.limits[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048;
    context->context.limits[CU_LIMIT_MAX_L2_FETCH_GRANULARITY] = 64;
    return context;
}

static CUresult check_flags(unsigned flags)
{
    unsigned schedule = flags & CU_CTX_SCHED_MASK;
    bool one = schedule == 0 || (schedule & (schedule - 1)) == 0;
    return one && !(flags & ~(unsigned)CU_CTX_FLAGS_MASK) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- the primary context ---- */

static CUresult enter_device(CUdevice device)
{
    CUresult result = tw_sim_enter_driver();
    return result ? result : tw_sim_check_device(device);
}

static struct tw_object *new_primary(int device)
{
    return new_context(primary_handle(device), tw_provider.devices[device].flags, device);
}

CUresult tw_sim_cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CUresult result = enter_device(device);
    if (!result && !context) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !primary(device) && !new_primary(device)) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        tw_provider.devices[device].uses++;
        *context = (CUcontext)primary_handle(device);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    CUresult result = enter_device(device);
    if (!result && tw_provider.devices[device].uses == 0) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && --tw_provider.devices[device].uses == 0) tw_object_free(primary(device));
    return tw_sim_leave(result);
}

/* Everything in the context goes, at once and whoever uses it; those who retained it still hold it, empty. */
CUresult tw_sim_cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    CUresult result = enter_device(device);
    if (!result && primary(device)) {
        tw_object_free(primary(device));
        if (tw_provider.devices[device].uses && !new_primary(device)) {
            tw_provider.devices[device].uses = 0;
            result = CUDA_ERROR_OUT_OF_MEMORY;
        }
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    CUresult result = enter_device(device);
    if (!result && !(flags && active)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        *flags = tw_provider.devices[device].flags;
        *active = primary(device) != NULL;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags)
{
    CUresult result = enter_device(device);
    if (!result) result = check_flags(flags);
    if (!result) tw_provider.devices[device].flags = flags;
    if (!result && primary(device)) primary(device)->flags = flags;
    return tw_sim_leave(result);
}

/* ---- the calling thread's stack ---- */

static CUresult push(struct tw_thread *thread, uintptr_t handle)
{
    uintptr_t *grown = tw_grow(thread->contexts, thread->depth, &thread->capacity, sizeof *grown);
    if (!grown) return CUDA_ERROR_OUT_OF_MEMORY;
    thread->contexts = grown;
    thread->contexts[thread->depth++] = handle;
    return CUDA_SUCCESS;
}

static uintptr_t top(const struct tw_thread *thread)
{
    return thread->depth ? thread->contexts[thread->depth - 1] : 0;
}

static CUresult enter_stack(struct tw_thread **thread)
{
    CUresult result = tw_sim_enter_driver();
    if (result) return result;
    *thread = tw_sim_thread();
    return *thread ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult tw_sim_cuCtxPushCurrent_v2(CUcontext context)
{
    struct tw_thread *thread;
    CUresult result = enter_stack(&thread);
    if (!result && !context) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !tw_object_find(TW_CONTEXT, context)) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) result = push(thread, (uintptr_t)context);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxPopCurrent_v2(CUcontext *context)
{
    struct tw_thread *thread;
    CUresult result = enter_stack(&thread);
    if (!result && !top(thread)) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && context) *context = (CUcontext)top(thread);
    if (!result) thread->depth--;
    return tw_sim_leave(result);
}

/* Replaces the top of the stack; NULL takes it away. */
CUresult tw_sim_cuCtxSetCurrent(CUcontext context)
{
    struct tw_thread *thread;
    CUresult result = enter_stack(&thread);
    if (!result && context && !tw_object_find(TW_CONTEXT, context)) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && thread->depth) thread->depth--;
    if (!result && context) result = push(thread, (uintptr_t)context);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxGetCurrent(CUcontext *context)
{
    struct tw_thread *thread;
    CUresult result = enter_stack(&thread);
    if (!result && !context) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *context = (CUcontext)top(thread);
    return tw_sim_leave(result);
}

/* ---- contexts that the program creates ---- */

CUresult tw_sim_cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device)
{
    struct tw_thread *thread;
    CUresult result = enter_stack(&thread);
    if (!result && !context) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_device(device);
    if (!result) result = check_flags(flags);
    struct tw_object *created = result ? NULL : new_context(0, flags, device);
    if (!result && !created) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) result = push(thread, created->handle);
    if (!result) {
        *context = (CUcontext)created->handle;
    } else if (created) {
        tw_object_free(created);
    }
    return tw_sim_leave(result);
}

/* Execution affinity: a share of the multiprocessors, which needs the MPS server. */
CUresult tw_sim_cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *affinity, int count, unsigned flags,
                               CUdevice device)
{
    if (affinity || count) return tw_sim_reject(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
    return tw_sim_cuCtxCreate_v2(context, flags, device);
}

CUresult tw_sim_cuCtxCreate_v4(CUcontext *context, void *parameters, unsigned flags, CUdevice device)
{
    if (parameters) return tw_sim_reject(CUDA_ERROR_NOT_SUPPORTED);
    return tw_sim_cuCtxCreate_v2(context, flags, device);
}

CUresult tw_sim_cuCtxDestroy_v2(CUcontext context)
{
    struct tw_thread *thread;
    CUresult result = enter_stack(&thread);
    if (!result && !context) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *object = result ? NULL : tw_object_find(TW_CONTEXT, context);
    if (!result && (!object || is_primary(object))) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) {
        tw_object_free(object);
        if (top(thread) == (uintptr_t)context) thread->depth--;
    }
    return tw_sim_leave(result);
}

/* ---- the current context ---- */

CUresult tw_sim_cuCtxGetDevice(CUdevice *device)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter_context(&context);
    if (!result && !device) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *device = context->context.device;
    return tw_sim_leave(result);
}

/* NULL: the current one. */
CUresult tw_sim_cuCtxGetDevice_v2(CUdevice *device, CUcontext context)
{
    if (!context) return tw_sim_cuCtxGetDevice(device);
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *object = result ? NULL : tw_object_find(TW_CONTEXT, context);
    if (!result && !device) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !object) result = CUDA_ERROR_CONTEXT_IS_DESTROYED;
    if (!result) *device = object->context.device;
    return tw_sim_leave(result);
}

/* Every launch has ended before it returned: what is left to learn is how. */
CUresult tw_sim_cuCtxSynchronize(void)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_unsafe(context);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxSynchronize_v2(CUcontext context)
{
    if (!context) return tw_sim_cuCtxSynchronize();
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *object = result ? NULL : tw_object_find(TW_CONTEXT, context);
    if (!result) result = object ? object->context.sticky : CUDA_ERROR_CONTEXT_IS_DESTROYED;
    if (!result) result = tw_sim_check_unsafe(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxGetApiVersion(CUcontext context, unsigned *version)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && !version) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && context && !tw_object_find(TW_CONTEXT, context)) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) *version = 3020;
    return tw_sim_leave(result);
}

/* NULL: the current one. A handle that is none is taken for one of a destroyed context, as driver 580 does. */
CUresult tw_sim_cuCtxGetId(CUcontext context, unsigned long long *id)
{
    struct tw_object *current;
    CUresult result = context ? tw_sim_enter_driver() : tw_sim_enter_context(&current);
    if (!result && !id) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && context) current = tw_object_find(TW_CONTEXT, context);
    if (!result && !current) result = CUDA_ERROR_CONTEXT_IS_DESTROYED;
    if (!result) *id = current->context.id;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxGetFlags(unsigned *flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter_context(&context);
    if (!result && !flags) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *flags = context->flags;
    return tw_sim_leave(result);
}

static CUresult check_limit(CUlimit limit)
{
    return (unsigned)limit <= CU_LIMIT_PERSISTING_L2_CACHE_SIZE ? CUDA_SUCCESS : CUDA_ERROR_UNSUPPORTED_LIMIT;
}

CUresult tw_sim_cuCtxGetLimit(size_t *value, CUlimit limit)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_limit(limit);
    if (!result) *value = context->context.limits[limit];
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxSetLimit(CUlimit limit, size_t value)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = check_limit(limit);
    if (!result) context->context.limits[limit] = value;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxGetCacheConfig(CUfunc_cache *config)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !config) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *config = context->context.cache;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxSetCacheConfig(CUfunc_cache config)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) context->context.cache = config;
    return tw_sim_leave(result);
}

/* Banks of 4 bytes, whatever is asked for, as on all devices but those of compute capability 3.x. */
CUresult tw_sim_cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !config) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (unsigned)config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
        result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxSetFlags(unsigned flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter_context(&context);
    if (!result) result = check_flags(flags);
    if (!result) context->flags = flags;
    return tw_sim_leave(result);
}

/* No cache is simulated, so none holds anything. */
CUresult tw_sim_cuCtxResetPersistingL2Cache(void)
{
    struct tw_object *context;
    return tw_sim_leave(tw_sim_enter(&context));
}

/* ---- other devices' memory: there is one address space, so what is kept is only what was said ---- */

static CUresult enter_peer(CUcontext peer, struct tw_object **context, unsigned *bit)
{
    CUresult result = tw_sim_enter(context);
    const struct tw_object *object = result ? NULL : tw_object_find(TW_CONTEXT, peer);
    if (!result && !object) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && object->context.device == (*context)->context.device) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) *bit = 1u << object->context.device;
    return result;
}

CUresult tw_sim_cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    struct tw_object *context;
    unsigned bit = 0;
    CUresult result = enter_peer(peer, &context, &bit);
    if (!result && flags) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && (context->context.peers & bit)) result = CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
    if (!result) context->context.peers |= bit;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxDisablePeerAccess(CUcontext peer)
{
    struct tw_object *context;
    unsigned bit = 0;
    CUresult result = enter_peer(peer, &context, &bit);
    if (!result && !(context->context.peers & bit)) result = CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
    if (!result) context->context.peers &= ~bit;
    return tw_sim_leave(result);
}

/* ---- counted uses, as they were before CUDA 4.0 ---- */

CUresult tw_sim_cuCtxAttach(CUcontext *context, unsigned flags)
{
    struct tw_object *current;
    CUresult result = tw_sim_enter_context(&current);
    if (!result && (!context || flags)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) current->context.attached++;
    if (!result) *context = (CUcontext)current->handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxDetach(CUcontext context)
{
    struct tw_object *current;
    CUresult result = tw_sim_enter_context(&current);
    if (!result && (uintptr_t)context != current->handle) result = CUDA_ERROR_INVALID_CONTEXT;
    bool last = !result && !current->context.attached && !is_primary(current);
    if (!result && current->context.attached) current->context.attached--;
    tw_sim_leave(result);
    return last ? tw_sim_cuCtxDestroy_v2(context) : result;
}

/* ---- profilers: there is nothing to switch on ---- */

CUresult tw_sim_cuProfilerInitialize(const char *config, const char *output, int mode)
{
    (void)config, (void)output, (void)mode;
    return tw_sim_leave(tw_sim_enter_driver());
}

CUresult tw_sim_cuProfilerStart(void)
{
    struct tw_object *context;
    return tw_sim_leave(tw_sim_enter_context(&context));
}

CUresult tw_sim_cuProfilerStop(void)
{
    struct tw_object *context;
    return tw_sim_leave(tw_sim_enter_context(&context));
}
