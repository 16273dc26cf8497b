/* Questions about an address, and advice about managed memory. */
#include "sim/driver/task.h"

#include <string.h>

CUresult tw_sim_cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_allocation *found = result ? NULL : tw_machine_find(tw_provider.machine, address);
    if (!result && !found) result = CUDA_ERROR_NOT_FOUND;
    if (!result && base) *base = found->address;
    if (!result && bytes) *bytes = found->bytes;
    return tw_sim_leave(result);
}

/* ---- attributes ---- */

/* The size of an attribute's value; 0: there is no attribute of that number. */
static size_t bytes_of(CUpointer_attribute attribute)
{
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        return 8;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        return 4;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_MAPPED:
        return 1;
    default:
        return 0;
    }
}

/* The handles by which another process may be given it. */
static uint64_t handle_types(const struct tw_object *object)
{
    const struct tw_object *pool = tw_object_find(TW_POOL, (void *)object->memory.pool);
    const struct tw_object *physical = tw_object_find(TW_PHYSICAL, (void *)object->memory.physical);
    bool shared = (pool && pool->pool.shared) || (physical && physical->physical.can_be_shared);
    return shared ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE;
}

/* An attribute's value, which is a number or an address. */
static uint64_t value_of(const struct tw_object *object, CUpointer_attribute attribute, CUdeviceptr address)
{
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        return object->memory.pool ? 0 : object->owner; /* pools belong to no context */
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        return object->kind == TW_HOST_MEMORY ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        return address;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: /* every call has finished when it returns */
    case CU_POINTER_ATTRIBUTE_MAPPED:
        return true;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        return object->memory.id;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        return object->memory.managed;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        return (uint64_t)object->memory.device;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
        return object->handle;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
        return object->memory.bytes;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        return CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        return (uintptr_t)object->memory.pool;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        return tw_memory_can_be_shared(object) && !object->memory.pool;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        return handle_types(object);
    default: /* what no memory here can do */
        return 0;
    }
}

static CUresult pointer_attribute(const struct tw_object *object, CUpointer_attribute attribute,
                                  CUdeviceptr address, void *value)
{
    if (!bytes_of(attribute)) return CUDA_ERROR_INVALID_VALUE;
    if (attribute == CU_POINTER_ATTRIBUTE_HOST_POINTER && !object->memory.host)
        return CUDA_ERROR_INVALID_VALUE;
    uint64_t number = value_of(object, attribute, address); /* little-endian: the low bytes come first */
    memcpy(value, &number, bytes_of(attribute));
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    const struct tw_object *object = result ? NULL : tw_memory_holder(address);
    if (!result && !object) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = pointer_attribute(object, attribute, address, value);
    return tw_sim_leave(result);
}

/* What cuPointerGetAttributes says of an address that is nobody's, and of what an address has not. */
static void no_attribute(CUpointer_attribute attribute, void *value)
{
    const int64_t number = attribute == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL ? CU_DEVICE_INVALID : 0;
    memcpy(value, &number, bytes_of(attribute));
}

CUresult tw_sim_cuPointerGetAttributes(unsigned count, CUpointer_attribute *attributes, void **data,
                                       CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !(count && attributes && data)) result = CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; !result && i < count; i++) {
        if (!bytes_of(attributes[i]) || !data[i]) result = CUDA_ERROR_INVALID_VALUE;
    }
    const struct tw_object *object = result ? NULL : tw_memory_holder(address);
    for (unsigned i = 0; !result && i < count; i++) {
        if (!object || pointer_attribute(object, attributes[i], address, data[i]))
            no_attribute(attributes[i], data[i]);
    }
    return tw_sim_leave(result);
}

/* Memory operations are synchronous here whether it is asked for or not. */
CUresult tw_sim_cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *object = result ? NULL : tw_memory_holder(address);
    bool known = value && object && attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS;
    if (!result && !known) result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(result);
}

/* ---- managed memory ---- */

/* The managed object that holds the whole range, or NULL. */
static struct tw_object *managed(CUdeviceptr address, size_t count)
{
    struct tw_object *object = tw_memory_holder(address);
    bool inside = object && object->memory.managed && count &&
                  count <= object->memory.bytes - (address - object->handle);
    return inside ? object : NULL;
}

static CUresult check_location(int device)
{
    return device == CU_DEVICE_CPU ? CUDA_SUCCESS : tw_sim_check_device(device);
}

/* As a device's number, as older functions name a place: CU_DEVICE_CPU for the host and its parts. */
static int device_of(CUmemLocation location)
{
    return location.type == CU_MEM_LOCATION_TYPE_DEVICE ? location.id : CU_DEVICE_CPU;
}

CUresult tw_sim_cuMemAdvise(CUdeviceptr address, size_t count, CUmem_advise advice, CUdevice device)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : managed(address, count);
    if (!result && !object) result = CUDA_ERROR_INVALID_VALUE;
    bool placed =
        advice >= CU_MEM_ADVISE_SET_PREFERRED_LOCATION && advice != CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION;
    if (!result && placed) result = check_location(device);
    if (!result && (advice < CU_MEM_ADVISE_SET_READ_MOSTLY || advice > CU_MEM_ADVISE_UNSET_ACCESSED_BY))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result && advice == CU_MEM_ADVISE_SET_READ_MOSTLY) object->memory.read_mostly = 1;
    if (!result && advice == CU_MEM_ADVISE_UNSET_READ_MOSTLY) object->memory.read_mostly = 0;
    if (!result && advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION) object->memory.preferred = device;
    if (!result && advice == CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION)
        object->memory.preferred = CU_DEVICE_INVALID;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemAdvise_v2(CUdeviceptr address, size_t count, CUmem_advise advice, CUmemLocation location)
{
    return tw_sim_cuMemAdvise(address, count, advice, device_of(location));
}

/* Managed memory is in one place, which everybody reaches. */
CUresult tw_sim_cuMemPrefetchAsync(CUdeviceptr address, size_t count, CUdevice to, CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result && !managed(address, count)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_location(to);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemPrefetchAsync_v2(CUdeviceptr address, size_t count, CUmemLocation location,
                                      unsigned flags, CUstream stream)
{
    if (flags) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    return tw_sim_cuMemPrefetchAsync(address, count, device_of(location), stream);
}

static CUresult range_attribute(const struct tw_object *object, CUmem_range_attribute attribute, size_t bytes,
                                int *value)
{
    size_t numbers = bytes / sizeof *value;
    if (!value || !numbers || bytes % sizeof *value) return CUDA_ERROR_INVALID_VALUE;
    if (attribute != CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY && numbers != 1) return CUDA_ERROR_INVALID_VALUE;
    switch ((int)attribute) {
    case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
        *value = object->memory.read_mostly;
        return CUDA_SUCCESS;
    case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
        *value = object->memory.preferred;
        return CUDA_SUCCESS;
    case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
    case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
        for (size_t i = 0; i < numbers; i++) value[i] = CU_DEVICE_INVALID;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult tw_sim_cuMemRangeGetAttribute(void *data, size_t bytes, CUmem_range_attribute attribute,
                                       CUdeviceptr address, size_t count)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *object = result ? NULL : managed(address, count);
    if (!result && !object) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = range_attribute(object, attribute, bytes, data);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemRangeGetAttributes(void **data, size_t *sizes, CUmem_range_attribute *attributes,
                                        size_t attribute_count, CUdeviceptr address, size_t count)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *object = result ? NULL : managed(address, count);
    if (!result && !(object && data && sizes && attributes && attribute_count))
        result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; !result && i < attribute_count; i++)
        result = range_attribute(object, attributes[i], sizes[i], data[i]);
    return tw_sim_leave(result);
}
