/* Memory: allocations of the device, pinned and managed memory of the host. */
#include "sim/driver/task.h"

#include <stdlib.h>
#include <string.h>

#define PITCH 512u /* rows of cuMemAllocPitch begin at multiples of this */

/* ---- device memory ---- */

/* What the machine has at that address becomes an object of the context. */
static CUresult keep(const struct tw_object *context, uint64_t address, size_t bytes, struct tw_object **kept)
{
    struct tw_object *object = tw_object_new(TW_DEVICE_MEMORY, (uintptr_t)address, context);
    if (!object) {
        tw_machine_release(tw_provider.machine, address);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    object->memory.bytes = bytes;
    object->memory.device = context->context.device;
    object->memory.preferred = CU_DEVICE_INVALID;
    object->memory.id = ++tw_provider.last_id;
    *kept = object;
    return CUDA_SUCCESS;
}

CUresult tw_memory_alloc(const struct tw_object *context, CUdeviceptr *address, size_t bytes)
{
    struct tw_object *object;
    if (!address || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    uint64_t found = tw_machine_alloc(tw_provider.machine, bytes);
    if (!found) return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = keep(context, found, bytes, &object);
    if (!result) *address = found;
    return result;
}

CUresult tw_memory_alloc_of_graph(const struct tw_object *context, const CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    const int device = params->poolProps.location.id;
    struct tw_object *object;
    if (!tw_machine_alloc_at(tw_provider.machine, params->dptr, params->bytesize))
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = keep(context, params->dptr, params->bytesize, &object);
    if (result) return result;
    object->memory.device = device;
    object->memory.of_graph = true;
    const uint64_t used = tw_provider.devices[device].graph_used += params->bytesize;
    uint64_t *high = tw_provider.devices[device].graph_high;
    for (int i = 0; i < 2; i++) high[i] = used > high[i] ? used : high[i];
    return CUDA_SUCCESS;
}

/* What else an object of memory that goes has to give back: its bytes to its pool, or to what graphs have. */
void tw_memory_forget(const struct tw_object *object)
{
    if (object->memory.of_graph)
        tw_provider.devices[object->memory.device].graph_used -= object->memory.bytes;
    struct tw_object *pool =
        object->memory.pool ? tw_object_find(TW_POOL, (void *)object->memory.pool) : NULL;
    if (pool) pool->pool.used -= object->memory.bytes;
}

CUresult tw_sim_cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_unsafe(context);
    if (!result) result = tw_memory_alloc(context, address, bytes);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                                   unsigned element_bytes)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    bool element = element_bytes == 4 || element_bytes == 8 || element_bytes == 16;
    if (!result && !(pitch && width && height && element)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && (width > SIZE_MAX - PITCH || (width + PITCH) > SIZE_MAX / height))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        *pitch = (width + PITCH - 1) / PITCH * PITCH;
        result = tw_memory_alloc(context, address, *pitch * height);
    }
    return tw_sim_leave(result);
}

CUresult tw_memory_free(CUdeviceptr address)
{
    if (address == 0) return CUDA_SUCCESS;
    struct tw_object *object = tw_object_find(TW_DEVICE_MEMORY, (void *)(uintptr_t)address);
    if (!object) object = tw_object_find(TW_HOST_MEMORY, (void *)(uintptr_t)address);
    if (object && object->kind == TW_HOST_MEMORY && !object->memory.pool) object = NULL;
    bool imported = object && object->memory.opened && object->memory.pool;
    if (!object || object->memory.physical || (object->memory.opened && !imported))
        return CUDA_ERROR_INVALID_VALUE;
    if (imported)
        tw_memory_close(object);
    else
        tw_object_free(object);
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuMemFree_v2(CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_unsafe(context);
    if (!result) result = tw_memory_free(address);
    return tw_sim_leave(result);
}

uint64_t tw_sim_used(int device)
{
    uint64_t used = 0;
    if (tw_provider.device_count == 1)
        return tw_provider.machine->used; /* it has the variables of modules too */
    for (size_t i = 0; i < tw_provider.count; i++) {
        const struct tw_object *object = tw_provider.objects[i];
        if (object->kind == TW_PHYSICAL && !object->physical.imported &&
            object->physical.properties.location.id == device)
            used += object->physical.bytes;
        bool memory = object->kind == TW_DEVICE_MEMORY || object->kind == TW_HOST_MEMORY;
        if (memory && !object->memory.registered && !object->memory.physical && !object->memory.opened &&
            object->memory.device == device)
            used += object->memory.bytes;
    }
    return used;
}

CUresult tw_sim_cuMemGetInfo_v2(size_t *available, size_t *total)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !(available && total)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        *total = tw_provider.machine->total;
        *available = *total - tw_sim_used(context->context.device);
    }
    return tw_sim_leave(result);
}

/* ---- host memory that kernels reach, at its own address ---- */

/* The object of host memory that the machine knows, or knows no longer when there is none. */
static CUresult keep_host(const struct tw_object *context, enum tw_object_kind kind, void *host, size_t bytes,
                          unsigned flags, bool registered)
{
    struct tw_object *object = tw_object_new(kind, (uintptr_t)host, context);
    if (!object) {
        tw_machine_release(tw_provider.machine, (uintptr_t)host);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    object->flags = flags;
    object->memory.host = host;
    object->memory.bytes = bytes;
    object->memory.registered = registered;
    object->memory.managed = kind == TW_DEVICE_MEMORY;
    object->memory.device = context->context.device;
    object->memory.preferred = CU_DEVICE_INVALID;
    object->memory.id = ++tw_provider.last_id;
    return CUDA_SUCCESS;
}

CUresult tw_memory_alloc_host(const struct tw_object *context, enum tw_object_kind kind, void **memory,
                              size_t bytes, unsigned flags)
{
    if (!memory || !bytes) return CUDA_ERROR_INVALID_VALUE;
    void *host = tw_machine_alloc_host(tw_provider.machine, bytes);
    if (!host) return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = keep_host(context, kind, host, bytes, flags, false);
    if (!result) *memory = host;
    return result;
}

static CUresult allocate_host(enum tw_object_kind kind, void **memory, size_t bytes, unsigned flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_memory_alloc_host(context, kind, memory, bytes, flags);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned flags)
{
    void *host = NULL;
    if (!address || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST))
        return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    CUresult result = allocate_host(TW_DEVICE_MEMORY, &host, bytes, flags);
    if (!result) *address = (uintptr_t)host;
    return result;
}

CUresult tw_sim_cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    const unsigned known =
        CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
    if (flags & ~known) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    return allocate_host(TW_HOST_MEMORY, memory, bytes, flags);
}

CUresult tw_sim_cuMemAllocHost_v2(void **memory, size_t bytes)
{
    return allocate_host(TW_HOST_MEMORY, memory, bytes, 0);
}

CUresult tw_sim_cuMemFreeHost(void *memory)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(TW_HOST_MEMORY, memory);
    if (!result && (!object || object->memory.registered || object->memory.pool))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags)
{
    const unsigned known =
        CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_READ_ONLY;
    if (flags & CU_MEMHOSTREGISTER_IOMEMORY) return tw_sim_reject(CUDA_ERROR_NOT_SUPPORTED);
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (!memory || bytes == 0 || (flags & ~known))) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && tw_machine_find(tw_provider.machine, (uintptr_t)memory)) {
        result = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    }
    if (!result && !tw_machine_map(tw_provider.machine, (uintptr_t)memory, memory, bytes))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) result = keep_host(context, TW_HOST_MEMORY, memory, bytes, flags, true);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemHostUnregister(void *memory)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(TW_HOST_MEMORY, memory);
    if (!result && (!object || !object->memory.registered)) result = CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

/* Its allocation begins where the object's handle says. */
struct tw_object *tw_memory_holder(CUdeviceptr address)
{
    const struct tw_allocation *found = tw_machine_find(tw_provider.machine, address);
    if (!found) return NULL;
    const void *begin = (void *)(uintptr_t)found->address;
    struct tw_object *object = tw_object_find(TW_DEVICE_MEMORY, begin);
    return object ? object : tw_object_find(TW_HOST_MEMORY, begin);
}

/* By cuMemHostAlloc and its like: a pool's memory of the host is another thing. */
static bool is_pinned(const struct tw_object *object)
{
    return object && object->kind == TW_HOST_MEMORY && !object->memory.pool;
}

CUresult tw_sim_cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *memory, unsigned flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (!address || flags)) result = CUDA_ERROR_INVALID_VALUE;
    const struct tw_object *object = result ? NULL : tw_memory_holder((uintptr_t)memory);
    if (!result && !is_pinned(object)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *address = (uintptr_t)memory;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemHostGetFlags(unsigned *flags, void *memory)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *object = result ? NULL : tw_memory_holder((uintptr_t)memory);
    if (!result && !(flags && is_pinned(object))) result = CUDA_ERROR_INVALID_VALUE;
    /* An H200 says of all pinned memory that it is mapped and portable. */
    if (!result) *flags = object->flags | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_PORTABLE;
    return tw_sim_leave(result);
}
