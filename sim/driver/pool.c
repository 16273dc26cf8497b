/* Memory pools, and allocations in the order of a stream. A pool keeps no memory of its own: what is freed is free. */
#include "sim/driver/task.h"

#include "sim/driver/capture.h"

/* ---- pools of a device ---- */

struct tw_object *tw_pool_new(int device, bool is_default)
{
    struct tw_object *object = tw_object_new(TW_POOL, 0, NULL);
    if (!object) return NULL;
    object->pool.device = device;
    object->pool.is_default = is_default;
    for (unsigned i = 0; i < 3; i++) object->pool.reuse[i] = 1;
    return object;
}

static CUresult default_pool(int device, uintptr_t *pool)
{
    uintptr_t *known = &tw_provider.devices[device].default_pool;
    if (!*known) {
        struct tw_object *object = tw_pool_new(device, true);
        if (!object) return CUDA_ERROR_OUT_OF_MEMORY;
        *known = object->handle;
    }
    *pool = *known;
    return CUDA_SUCCESS;
}

/* The one that the device takes memory from. */
static CUresult pool_of_device(int device, uintptr_t *pool)
{
    *pool = tw_provider.devices[device].pool;
    return *pool ? CUDA_SUCCESS : default_pool(device, pool);
}

typedef CUresult choose(int device, uintptr_t *pool);

static CUresult device_pool(CUmemoryPool *pool, CUdevice device, choose *chosen)
{
    uintptr_t handle = 0;
    CUresult result = tw_sim_enter_driver();
    if (!result && !pool) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_device(device);
    if (!result) result = chosen(device, &handle);
    if (!result) *pool = (CUmemoryPool)handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
    return device_pool(pool, device, default_pool);
}

CUresult tw_sim_cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    return device_pool(pool, device, pool_of_device);
}

CUresult tw_sim_cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_sim_check_device(device);
    const struct tw_object *object = result ? NULL : tw_object_find(TW_POOL, pool);
    if (!result && !(object && object->pool.device == device)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) tw_provider.devices[device].pool = object->handle;
    return tw_sim_leave(result);
}

/* Memory of a device that is allocated as usual has a pool; the host's has none here. */
static CUresult check_kind(const CUmemLocation *location, CUmemAllocationType type)
{
    if (!location || type != CU_MEM_ALLOCATION_TYPE_PINNED) return CUDA_ERROR_INVALID_VALUE;
    return location->type == CU_MEM_LOCATION_TYPE_DEVICE ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult tw_sim_cuMemGetDefaultMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    CUresult result = check_kind(location, type);
    return result ? result : tw_sim_cuDeviceGetDefaultMemPool(pool, location->id);
}

CUresult tw_sim_cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    CUresult result = check_kind(location, type);
    return result ? result : tw_sim_cuDeviceGetMemPool(pool, location->id);
}

CUresult tw_sim_cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)
{
    CUresult result = check_kind(location, type);
    return result ? result : tw_sim_cuDeviceSetMemPool(location->id, pool);
}

/* ---- pools of the program ---- */

CUresult tw_sim_cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *properties)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && !(pool && properties && properties->allocType == CU_MEM_ALLOCATION_TYPE_PINNED))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result && properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        result = CUDA_ERROR_NOT_SUPPORTED;
    bool shared = !result && properties->handleTypes == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    if (!result && !shared && properties->handleTypes != CU_MEM_HANDLE_TYPE_NONE)
        result = CUDA_ERROR_NOT_SUPPORTED;
    if (!result) result = tw_sim_check_device(properties->location.id);
    struct tw_object *object = result ? NULL : tw_pool_new(properties->location.id, false);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        object->pool.shared = shared;
        *pool = (CUmemoryPool)object->handle;
    }
    return tw_sim_leave(result);
}

static CUresult enter_pool(CUmemoryPool pool, struct tw_object **object)
{
    CUresult result = tw_sim_enter_driver();
    *object = result ? NULL : tw_object_find(TW_POOL, pool);
    return !result && !*object ? CUDA_ERROR_INVALID_VALUE : result;
}

/* Memory that came from it lives on. A device whose pool goes takes memory from its first one again. */
CUresult tw_sim_cuMemPoolDestroy(CUmemoryPool pool)
{
    struct tw_object *object;
    CUresult result = enter_pool(pool, &object);
    if (!result && object->pool.is_default) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        uintptr_t *chosen = &tw_provider.devices[object->pool.device].pool;
        if (*chosen == object->handle) *chosen = 0;
        tw_object_free(object);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemPoolTrimTo(CUmemoryPool pool, size_t keep)
{
    struct tw_object *object;
    (void)keep; /* nothing is kept that is not in use */
    return tw_sim_leave(enter_pool(pool, &object));
}

/* The three permissions to use memory again are int, in the order of their numbers; sizes are cuuint64_t. */
CUresult tw_sim_cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    struct tw_object *object;
    CUresult result = enter_pool(pool, &object);
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    if (result) return tw_sim_leave(result);
    switch ((int)attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        *(int *)value = object->pool.reuse[attribute - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES];
        break;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        *(cuuint64_t *)value = object->pool.threshold;
        break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
        *(cuuint64_t *)value = object->pool.used;
        break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        *(cuuint64_t *)value = object->pool.high;
        break;
    default:
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return tw_sim_leave(result);
}

/* A high-water mark may only be set to 0: it then begins anew. */
CUresult tw_sim_cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    struct tw_object *object;
    CUresult result = enter_pool(pool, &object);
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    if (result) return tw_sim_leave(result);
    switch ((int)attribute) {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
        object->pool.reuse[attribute - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES] = *(int *)value != 0;
        break;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
        object->pool.threshold = *(cuuint64_t *)value;
        break;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
        if (*(cuuint64_t *)value == 0) {
            object->pool.high = object->pool.used;
            break;
        } /* fall through */
    default:
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return tw_sim_leave(result);
}

/* Every device reaches all memory here. */
CUresult tw_sim_cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
    struct tw_object *object;
    CUresult result = enter_pool(pool, &object);
    if (!result && count && !map) result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; !result && i < count; i++) {
        bool device = map[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE;
        result = device ? tw_sim_check_device(map[i].location.id) : CUDA_ERROR_INVALID_VALUE;
        bool own = !result && map[i].location.id == object->pool.device;
        if (own && map[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE) result = CUDA_ERROR_INVALID_DEVICE;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)
{
    struct tw_object *object;
    CUresult result = enter_pool(pool, &object);
    if (!result && !(flags && location && location->type == CU_MEM_LOCATION_TYPE_DEVICE))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_device(location->id);
    if (!result) *flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return tw_sim_leave(result);
}

/* ---- allocations ---- */

static CUresult alloc_in_pool(const struct tw_object *context, uintptr_t pool, CUdeviceptr *address,
                              size_t bytes)
{
    CUresult result = tw_memory_alloc(context, address, bytes);
    if (result) return result;
    struct tw_object *from = tw_object_find(TW_POOL, (void *)pool), *object = tw_memory_holder(*address);
    object->memory.pool = pool;
    object->memory.device = from->pool.device;
    from->pool.used += bytes;
    if (from->pool.used > from->pool.high) from->pool.high = from->pool.used;
    return CUDA_SUCCESS;
}

/* Where a stream is captured the address is there at once, and memory behind it at each launch of the graph. */
static CUresult capture_alloc(struct tw_object *context, CUstream stream, CUdeviceptr *address, size_t bytes)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC};
    task.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    task.alloc.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    task.alloc.poolProps.location.id = context->context.device;
    task.alloc.bytesize = bytes;
    task.alloc.dptr = tw_machine_reserve(tw_provider.machine, bytes, TW_GLOBAL_ALIGN);
    CUresult result = task.alloc.dptr ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) *address = task.alloc.dptr;
    return tw_task_submit(result, context, stream, &task);
}

static CUresult alloc_in_stream(CUresult result, struct tw_object *context, CUdeviceptr *address,
                                size_t bytes, uintptr_t pool, CUstream stream)
{
    struct tw_object *object = NULL;
    if (!result && !(address && bytes)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_find_stream(&context, stream, &object);
    if (result) return result;
    if (object && object->stream.capture) return capture_alloc(context, stream, address, bytes);
    return alloc_in_pool(context, pool, address, bytes);
}

CUresult tw_sim_cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    struct tw_object *context;
    uintptr_t pool = 0;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = pool_of_device(context->context.device, &pool);
    return tw_sim_leave(alloc_in_stream(result, context, address, bytes, pool, stream));
}

CUresult tw_sim_cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, CUmemoryPool pool,
                                        CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *from = result ? NULL : tw_object_find(TW_POOL, pool);
    if (!result && (!from || from->pool.imported)) result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(alloc_in_stream(result, context, address, bytes, (uintptr_t)pool, stream));
}

CUresult tw_sim_cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free = address};
    return tw_sim_leave(tw_task_submit(result, context, stream, &task));
}
