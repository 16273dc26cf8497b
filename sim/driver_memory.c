/* Memory: allocations of the device, pinned and managed memory of the host, copies and fills. */
#include <stdlib.h>
#include <string.h>

#include "sim/driver_state.h"

#define PITCH 512u /* rows of cuMemAllocPitch begin at multiples of this */

/* ---- device memory ---- */

static CUresult allocate(const struct tw_object *context, CUdeviceptr *address, size_t bytes)
{
    if (!address || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    uint64_t found = tw_machine_alloc(tw_provider.machine, bytes);
    if (!found) return CUDA_ERROR_OUT_OF_MEMORY;
    struct tw_object *object = tw_object_new(TW_DEVICE_MEMORY, (uintptr_t)found, context);
    if (!object) {
        tw_machine_release(tw_provider.machine, found);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    object->memory.bytes = bytes;
    *address = found;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = allocate(context, address, bytes);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result) result = allocate(context, address, bytes);
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
        result = allocate(context, address, *pitch * height);
    }
    return tw_sim_leave(result);
}

static CUresult release(CUdeviceptr address)
{
    if (address == 0) return CUDA_SUCCESS;
    struct tw_object *object = tw_object_find(TW_DEVICE_MEMORY, (void *)(uintptr_t)address);
    if (!object) return CUDA_ERROR_INVALID_VALUE;
    tw_object_free(object);
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuMemFree_v2(CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = release(address);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result) result = release(address);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemGetInfo_v2(size_t *available, size_t *total)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !(available && total)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        *total = tw_provider.machine->total;
        *available = tw_provider.machine->total - tw_provider.machine->used;
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
    return CUDA_SUCCESS;
}

static CUresult allocate_host(enum tw_object_kind kind, void **memory, size_t bytes, unsigned flags)
{
    struct tw_object *context;
    void *host = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && !(memory && bytes)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !(host = tw_machine_alloc_host(tw_provider.machine, bytes)))
        result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) result = keep_host(context, kind, host, bytes, flags, false);
    if (!result) *memory = host;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned flags)
{
    void *host;
    if (!address || (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = allocate_host(TW_DEVICE_MEMORY, &host, bytes, flags);
    if (!result) *address = (uintptr_t)host;
    return result;
}

CUresult tw_sim_cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    const unsigned known =
        CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
    if (flags & ~known) return CUDA_ERROR_INVALID_VALUE;
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
    if (!result && (!object || object->memory.registered)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags)
{
    const unsigned known =
        CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_READ_ONLY;
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (!memory || bytes == 0 || (flags & ~known))) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && tw_machine_find(tw_provider.machine, (uintptr_t)memory)) {
        result = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    }
    if (!result && !tw_machine_map(tw_provider.machine, memory, bytes)) result = CUDA_ERROR_OUT_OF_MEMORY;
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

/* The object that holds an address: its allocation begins where the object's handle says. */
static const struct tw_object *holder(CUdeviceptr address)
{
    const struct tw_allocation *found = tw_machine_find(tw_provider.machine, address);
    if (!found) return NULL;
    const void *begin = (void *)(uintptr_t)found->address;
    const struct tw_object *object = tw_object_find(TW_DEVICE_MEMORY, begin);
    return object ? object : tw_object_find(TW_HOST_MEMORY, begin);
}

CUresult tw_sim_cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *memory, unsigned flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (!address || flags)) result = CUDA_ERROR_INVALID_VALUE;
    const struct tw_object *object = result ? NULL : holder((uintptr_t)memory);
    if (!result && !(object && object->kind == TW_HOST_MEMORY)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *address = (uintptr_t)memory;
    return tw_sim_leave(result);
}

/* ---- questions about an address ---- */

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

static CUresult pointer_attribute(const struct tw_object *object, CUpointer_attribute attribute,
                                  CUdeviceptr address, void *value)
{
    bool pinned = object->kind == TW_HOST_MEMORY, managed = !pinned && object->memory.host;
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)value = (CUcontext)object->owner;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)value = pinned ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)value = address;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (!object->memory.host) return CUDA_ERROR_INVALID_VALUE;
        *(void **)value = (void *)(uintptr_t)address;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned *)value = managed;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *(CUdeviceptr *)value = object->handle;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)value = object->memory.bytes;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult tw_sim_cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr address)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    const struct tw_object *object = result ? NULL : holder(address);
    if (!result && !object) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = pointer_attribute(object, attribute, address, value);
    return tw_sim_leave(result);
}

/* ---- copies ---- */

/* Where the bytes at an address lie: in an allocation, wholly,
 * or, where the address may be the host's, at that address. */
static void *locate(CUdeviceptr address, size_t bytes, bool may_be_host)
{
    if (may_be_host && !tw_machine_find(tw_provider.machine, address)) return (void *)(uintptr_t)address;
    return tw_machine_memory(tw_provider.machine, address, bytes);
}

static CUresult copy(void *to, const void *from, size_t bytes)
{
    if (!to || !from) return CUDA_ERROR_INVALID_VALUE;
    memmove(to, from, bytes);
    return CUDA_SUCCESS;
}

enum { TO_DEVICE = 1, FROM_DEVICE = 2 };

/* `direction` says which of the two addresses must be the device's;
 * the other may be either, as under unified addressing. */
static CUresult copy_in_stream(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream, int direction)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result && bytes) {
        result = copy(locate(to, bytes, !(direction & TO_DEVICE)),
                      locate(from, bytes, !(direction & FROM_DEVICE)), bytes);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    return copy_in_stream(to, (uintptr_t)from, bytes, stream, TO_DEVICE);
}

CUresult tw_sim_cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return copy_in_stream((uintptr_t)to, from, bytes, stream, FROM_DEVICE);
}

CUresult tw_sim_cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return copy_in_stream(to, from, bytes, stream, TO_DEVICE | FROM_DEVICE);
}

CUresult tw_sim_cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return copy_in_stream(to, from, bytes, stream, 0);
}

CUresult tw_sim_cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    return tw_sim_cuMemcpyHtoDAsync_v2(to, from, bytes, NULL);
}

CUresult tw_sim_cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    return tw_sim_cuMemcpyDtoHAsync_v2(to, from, bytes, NULL);
}

CUresult tw_sim_cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return tw_sim_cuMemcpyDtoDAsync_v2(to, from, bytes, NULL);
}

CUresult tw_sim_cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return tw_sim_cuMemcpyAsync(to, from, bytes, NULL);
}

/* ---- fills ---- */

static CUresult fill(CUdeviceptr to, const void *value, size_t width, size_t count, CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result && (to % width != 0 || count > SIZE_MAX / width)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && count) {
        unsigned char *at = locate(to, count * width, false);
        if (!at) result = CUDA_ERROR_INVALID_VALUE;
        for (size_t i = 0; !result && i < count; i++) memcpy(at + i * width, value, width);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    return fill(to, &value, sizeof value, count, stream);
}

CUresult tw_sim_cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)
{
    return fill(to, &value, sizeof value, count, stream);
}

CUresult tw_sim_cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
    return fill(to, &value, sizeof value, count, stream);
}

CUresult tw_sim_cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count)
{
    return fill(to, &value, sizeof value, count, NULL);
}

CUresult tw_sim_cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count)
{
    return fill(to, &value, sizeof value, count, NULL);
}

CUresult tw_sim_cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count)
{
    return fill(to, &value, sizeof value, count, NULL);
}
