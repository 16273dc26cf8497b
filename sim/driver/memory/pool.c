/* Memory pools, and allocations in the order of a stream. A pool keeps no memory of its own: what is freed is free. */
#include "sim/driver/task.h"

#include <string.h>

#include "sim/driver/graph/capture.h"

/* Younger than some headers. */
enum { NOWHERE = 0, HOST = 2, NODE = 3, OWN_NODE = 4 };
enum { MANAGED = 2 };

#define LEAST_LIMIT ((uint64_t)32 << 20) /* limits of pools are multiples of this: H200 */

/* ---- where memory lies ---- */

static struct tw_pool_place on_device(int device)
{
    return (struct tw_pool_place){CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_LOCATION_TYPE_DEVICE, device};
}

/* Pinned memory of a device or the host, managed memory that prefers one of them or nothing. The host is one node. */
static CUresult find_place(const CUmemLocation *location, CUmemAllocationType type,
                           struct tw_pool_place *place)
{
    if (!location) return CUDA_ERROR_INVALID_VALUE;
    *place = (struct tw_pool_place){(int)type, (int)location->type, location->id};
    bool managed = place->type == MANAGED, known = managed || place->type == CU_MEM_ALLOCATION_TYPE_PINNED;
    bool device = place->location == CU_MEM_LOCATION_TYPE_DEVICE && !tw_sim_check_device(place->id);
    bool node = place->location == NODE && place->id == 0, host = place->location == HOST;
    bool any = managed && (place->location == NOWHERE || place->location == OWN_NODE);
    if (host || any) place->id = 0;
    return known && (device || node || host || any) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static bool same(const struct tw_pool_place *a, const struct tw_pool_place *b)
{
    return a->type == b->type && a->location == b->location && a->id == b->id;
}

/* ---- pools that are there ---- */

struct tw_object *tw_pool_new(int device)
{
    struct tw_object *object = tw_object_new(TW_POOL, 0, NULL);
    if (!object) return NULL;
    object->pool.place = on_device(device);
    for (unsigned i = 0; i < 3; i++) object->pool.reuse[i] = 1;
    return object;
}

static struct tw_object *new_pool(const struct tw_pool_place *place)
{
    struct tw_object *object = tw_pool_new(0);
    if (object) object->pool.place = *place;
    return object;
}

static struct tw_object *find_pool(const struct tw_pool_place *place, bool chosen)
{
    for (size_t i = 0; i < tw_provider.count; i++) {
        struct tw_object *object = tw_provider.objects[i];
        if (object->kind != TW_POOL || !same(&object->pool.place, place)) continue;
        if (chosen ? object->pool.is_chosen : object->pool.is_default) return object;
    }
    return NULL;
}

/* The one that is there from the beginning. NULL: out of memory. */
static struct tw_object *default_pool(const struct tw_pool_place *place)
{
    struct tw_object *object = find_pool(place, false);
    if (object) return object;
    object = new_pool(place);
    if (object) object->pool.is_default = true;
    return object;
}

/* The one that memory is taken from when none is named. */
static struct tw_object *present_pool(const struct tw_pool_place *place)
{
    struct tw_object *object = find_pool(place, true);
    return object ? object : default_pool(place);
}

typedef struct tw_object *choose(const struct tw_pool_place *place);

/* Gives the lock back. */
static CUresult give_pool(CUresult result, CUmemoryPool *pool, const struct tw_pool_place *place,
                          choose *chosen)
{
    const struct tw_object *object = result ? NULL : chosen(place);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) *pool = (CUmemoryPool)object->handle;
    return tw_sim_leave(result);
}

static CUresult device_pool(CUmemoryPool *pool, CUdevice device, choose *chosen)
{
    struct tw_pool_place place = on_device(device);
    CUresult result = tw_sim_enter_driver();
    if (!result && !pool) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_device(device);
    return give_pool(result, pool, &place, chosen);
}

CUresult tw_sim_cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
    return device_pool(pool, device, default_pool);
}

CUresult tw_sim_cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    return device_pool(pool, device, present_pool);
}

static CUresult place_pool(CUmemoryPool *pool, const CUmemLocation *location, CUmemAllocationType type,
                           choose *chosen)
{
    struct tw_pool_place place;
    CUresult result = tw_sim_enter_driver();
    if (!result && !(pool && location)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && (int)location->type > NODE) result = CUDA_ERROR_NOT_SUPPORTED;
    if (!result) result = find_place(location, type, &place);
    return give_pool(result, pool, &place, chosen);
}

CUresult tw_sim_cuMemGetDefaultMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    return place_pool(pool, location, type, default_pool);
}

CUresult tw_sim_cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    return place_pool(pool, location, type, present_pool);
}

static CUresult choose_pool(CUresult result, const struct tw_pool_place *place, CUmemoryPool pool)
{
    struct tw_object *object = result ? NULL : tw_object_find(TW_POOL, pool), *before;
    if (!result && !(object && same(&object->pool.place, place))) result = CUDA_ERROR_INVALID_VALUE;
    if (result) return tw_sim_leave(result);
    before = find_pool(place, true);
    if (before) before->pool.is_chosen = false;
    object->pool.is_chosen = true;
    return tw_sim_leave(CUDA_SUCCESS);
}

CUresult tw_sim_cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    struct tw_pool_place place = on_device(device);
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_sim_check_device(device);
    return choose_pool(result, &place, pool);
}

CUresult tw_sim_cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)
{
    struct tw_pool_place place;
    CUresult result = tw_sim_enter_driver();
    if (!result) result = find_place(location, type, &place);
    return choose_pool(result, &place, pool);
}

/* ---- pools of the program ---- */

static bool is_on_device(const struct tw_object *pool)
{
    return pool->pool.place.type == CU_MEM_ALLOCATION_TYPE_PINNED &&
           pool->pool.place.location == CU_MEM_LOCATION_TYPE_DEVICE;
}

/* Other processes are given memory of devices, by files. Other handles, and memory of NUMA nodes, are refused, though a driver allows them. */
static CUresult check_handles(const struct tw_pool_place *place, CUmemAllocationHandleType types)
{
    bool file = types == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    bool device = place->location == CU_MEM_LOCATION_TYPE_DEVICE;
    if (types == CU_MEM_HANDLE_TYPE_NONE) return CUDA_SUCCESS;
    if (place->type == MANAGED || place->location == HOST) return CUDA_ERROR_INVALID_VALUE;
    if (file && device) return CUDA_SUCCESS;
    return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "a pool whose handles are of type %d, of location type %d",
                         (int)types, place->location);
}

/* Where a program says how much a pool may hold; 0: as much as there is. Older headers have no name for it. */
static uint64_t limit_of(const CUmemPoolProps *properties)
{
    uint64_t most;
    const char *behind = (const char *)&properties->win32SecurityAttributes + sizeof(void *);
    memcpy(&most, behind, sizeof most);
    return most > UINT64_MAX - LEAST_LIMIT ? 0 : (most + LEAST_LIMIT - 1) / LEAST_LIMIT * LEAST_LIMIT;
}

CUresult tw_sim_cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *properties)
{
    struct tw_pool_place place;
    CUresult result = tw_sim_enter_driver();
    if (!result && !(pool && properties)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = find_place(&properties->location, properties->allocType, &place);
    if (!result) result = check_handles(&place, properties->handleTypes);
    struct tw_object *object = result ? NULL : new_pool(&place);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        object->pool.shared = properties->handleTypes != CU_MEM_HANDLE_TYPE_NONE;
        object->pool.limit = limit_of(properties);
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

/* Memory that came from it lives on. A place whose pool goes takes memory from its first one again. */
CUresult tw_sim_cuMemPoolDestroy(CUmemoryPool pool)
{
    struct tw_object *object;
    CUresult result = enter_pool(pool, &object);
    if (!result && object->pool.is_default) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) tw_object_free(object);
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

/* Every device reaches all memory here; what a driver would refuse is refused (H200). */
static CUresult set_access(struct tw_object *pool, const CUmemAccessDesc *access)
{
    const int where = (int)access->location.type, id = access->location.id;
    const bool all = access->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE, device = is_on_device(pool);
    if (where == NOWHERE) return device ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
    if (where != CU_MEM_LOCATION_TYPE_DEVICE) {
        bool managed = pool->pool.place.type == MANAGED;
        return managed || (!device && all) ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
    }
    if (tw_sim_check_device(id) || (device && id == pool->pool.place.id && !all))
        return CUDA_ERROR_INVALID_DEVICE;
    if (!device) pool->pool.access = (pool->pool.access & ~(1u << id)) | (unsigned)(access->flags != 0) << id;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
    struct tw_object *object;
    CUresult result = enter_pool(pool, &object);
    if (!result && count && !map) result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; !result && i < count; i++) result = set_access(object, &map[i]);
    return tw_sim_leave(result);
}

static bool may_access(const struct tw_object *pool, const CUmemLocation *location)
{
    const bool device = location->type == CU_MEM_LOCATION_TYPE_DEVICE;
    if (is_on_device(pool)) return device;
    if (pool->pool.place.type == MANAGED) return false; /* H200: not what decides then */
    return !device || (pool->pool.access >> location->id & 1u);
}

CUresult tw_sim_cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)
{
    struct tw_object *object;
    CUresult result = enter_pool(pool, &object);
    if (!result && !(flags && location && (int)location->type != NOWHERE)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && location->type == CU_MEM_LOCATION_TYPE_DEVICE && tw_sim_check_device(location->id))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result)
        *flags =
            may_access(object, location) ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return tw_sim_leave(result);
}

/* ---- allocations ---- */

static CUresult take(const struct tw_object *context, const struct tw_object *from, CUdeviceptr *address,
                     size_t bytes)
{
    bool managed = from->pool.place.type == MANAGED;
    void *host = NULL;
    if (is_on_device(from)) return tw_memory_alloc(context, address, bytes);
    CUresult result = tw_memory_alloc_host(context, managed ? TW_DEVICE_MEMORY : TW_HOST_MEMORY, &host, bytes,
                                           managed ? CU_MEM_ATTACH_GLOBAL : 0);
    if (!result) *address = (uintptr_t)host;
    return result;
}

static CUresult alloc_in_pool(const struct tw_object *context, struct tw_object *from, CUdeviceptr *address,
                              size_t bytes)
{
    if (from->pool.limit && bytes > from->pool.limit - from->pool.used) return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = take(context, from, address, bytes);
    if (result) return result;
    struct tw_object *object = tw_memory_holder(*address);
    object->memory.pool = from->handle;
    if (is_on_device(from)) object->memory.device = from->pool.place.id;
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
                                size_t bytes, struct tw_object *pool, CUstream stream)
{
    struct tw_object *object = NULL;
    if (!result && !(address && bytes)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_find_stream(&context, stream, &object);
    if (result) return result;
    bool captured = object && object->stream.capture;
    if (captured && !is_on_device(pool))
        return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "a graph that allocates memory of the host");
    if (captured) return capture_alloc(context, stream, address, bytes);
    return alloc_in_pool(context, pool, address, bytes);
}

CUresult tw_sim_cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    struct tw_object *context, *pool = NULL;
    CUresult result = tw_sim_enter(&context);
    struct tw_pool_place place = on_device(result ? 0 : context->context.device);
    if (!result && !(pool = present_pool(&place))) result = CUDA_ERROR_OUT_OF_MEMORY;
    return tw_sim_leave(alloc_in_stream(result, context, address, bytes, pool, stream));
}

CUresult tw_sim_cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, CUmemoryPool pool,
                                        CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *from = result ? NULL : tw_object_find(TW_POOL, pool);
    if (!result && (!from || from->pool.imported)) result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(alloc_in_stream(result, context, address, bytes, from, stream));
}

CUresult tw_sim_cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free = address};
    return tw_sim_leave(tw_task_submit(result, context, stream, &task));
}
