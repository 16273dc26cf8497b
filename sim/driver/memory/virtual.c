/*
 * Virtual memory management: addresses (cuMemAddressReserve), memory (cuMemCreate), and mappings that bring the two together
 * (cuMemMap). A mapping can be reached once cuMemSetAccess says so; an access before that is an access outside memory.
 */
#include "sim/driver/task.h"

#include <fcntl.h>

#define GRANULARITY ((size_t)2 << 20) /* an H200's, for memory and for addresses */

/* ---- addresses ---- */

CUresult tw_sim_cuMemAddressReserve(CUdeviceptr *address, size_t size, size_t alignment, CUdeviceptr wanted,
                                    unsigned long long flags)
{
    CUresult result = tw_sim_enter_driver();
    (void)wanted; /* a hint */
    bool power = (alignment & (alignment - 1)) == 0;
    if (!result && (!address || !size || size % GRANULARITY || !power || flags))
        result = CUDA_ERROR_INVALID_VALUE;
    uint64_t first = 0;
    if (!result) {
        first =
            tw_machine_reserve(tw_provider.machine, size, alignment > GRANULARITY ? alignment : GRANULARITY);
        if (!first) result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    struct tw_object *range = result ? NULL : tw_object_new(TW_RANGE, (uintptr_t)first, NULL);
    if (!result && !range) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        range->range.bytes = size;
        *address = first;
    }
    return tw_sim_leave(result);
}

/* The first mapping that touches the range, or NULL. */
static struct tw_object *mapping_in(CUdeviceptr address, size_t size)
{
    for (size_t i = 0; i < tw_provider.count; i++) {
        struct tw_object *object = tw_provider.objects[i];
        bool mapping = object->kind == TW_MAPPING;
        if (mapping && object->handle < address + size && address < object->handle + object->mapping.bytes)
            return object;
    }
    return NULL;
}

CUresult tw_sim_cuMemAddressFree(CUdeviceptr address, size_t size)
{
    CUresult result = tw_sim_enter_driver();
    struct tw_object *range = result ? NULL : tw_object_find(TW_RANGE, (void *)(uintptr_t)address);
    bool whole = range && range->range.bytes == size;
    if (!result && (!whole || mapping_in(address, size))) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) tw_object_free(range);
    return tw_sim_leave(result);
}

static bool in_a_range(CUdeviceptr address, size_t size)
{
    for (size_t i = 0; i < tw_provider.count; i++) {
        const struct tw_object *object = tw_provider.objects[i];
        if (object->kind != TW_RANGE || address < object->handle) continue;
        size_t offset = address - object->handle;
        if (offset < object->range.bytes && size <= object->range.bytes - offset) return true;
    }
    return false;
}

/* ---- memory ---- */

static CUresult check_properties(const CUmemAllocationProp *properties)
{
    if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED) return CUDA_ERROR_INVALID_VALUE;
    if (properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_NOT_SUPPORTED;
    return tw_sim_check_device(properties->location.id);
}

/* Memory, which other processes can have when that was asked for. */
static void *take_physical(struct tw_object *object, size_t size, const CUmemAllocationProp *properties)
{
    object->physical.can_be_shared =
        properties->requestedHandleTypes & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    if (!object->physical.can_be_shared) return tw_machine_take(tw_provider.machine, size);
    return tw_machine_take_shared(tw_provider.machine, size, properties->location.id,
                                  &object->physical.shared);
}

CUresult tw_sim_cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                            const CUmemAllocationProp *properties, unsigned long long flags)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && (!handle || !size || size % GRANULARITY || flags)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_properties(properties);
    struct tw_object *object = result ? NULL : tw_object_new(TW_PHYSICAL, 0, NULL);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result) return tw_sim_leave(result);
    object->physical.host = take_physical(object, size, properties);
    if (!object->physical.host) {
        tw_object_free(object);
        return tw_sim_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    object->physical.properties = *properties;
    object->physical.bytes = size;
    object->physical.references = 1;
    *handle = object->handle;
    return tw_sim_leave(CUDA_SUCCESS);
}

void tw_physical_free(struct tw_object *object)
{
    if (!object->physical.host) return;
    if (object->physical.imported)
        tw_shared_close(&object->physical.shared);
    else if (object->physical.can_be_shared)
        tw_machine_give_shared(tw_provider.machine, &object->physical.shared);
    else
        tw_machine_give(tw_provider.machine, object->physical.host, object->physical.bytes);
}

/* ---- memory of several processes ---- */

CUresult tw_sim_cuMemExportToShareableHandle(void *file, CUmemGenericAllocationHandle handle,
                                             CUmemAllocationHandleType type, unsigned long long flags)
{
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *object = result ? NULL : tw_object_find(TW_PHYSICAL, (void *)(uintptr_t)handle);
    bool right = file && object && !flags && object->physical.can_be_shared;
    if (!result && !(right && type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
        result = CUDA_ERROR_INVALID_VALUE;
    int copy = result ? -1 : fcntl(object->physical.shared.file, F_DUPFD_CLOEXEC, 0);
    if (!result && copy < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) *(int *)file = copy; /* the caller's, who closes it */
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *file,
                                               CUmemAllocationHandleType type)
{
    CUresult result = tw_sim_enter_driver();
    struct tw_shared shared;
    if (!result && (!handle || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !tw_shared_open(&shared, (int)(intptr_t)file)) result = CUDA_ERROR_INVALID_VALUE;
    if (result) return tw_sim_leave(result);
    if (!shared.host) result = CUDA_ERROR_INVALID_VALUE; /* a pool */
    if (!result) result = tw_sim_check_device(shared.device);
    struct tw_object *object = result ? NULL : tw_object_new(TW_PHYSICAL, 0, NULL);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (result) {
        tw_shared_close(&shared);
        return tw_sim_leave(result);
    }
    object->physical.properties =
        (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                              .requestedHandleTypes = type,
                              .location = {CU_MEM_LOCATION_TYPE_DEVICE, shared.device}};
    object->physical.shared = shared;
    object->physical.host = shared.host;
    object->physical.bytes = shared.bytes;
    object->physical.references = 1;
    object->physical.imported = object->physical.can_be_shared = true;
    *handle = object->handle;
    return tw_sim_leave(CUDA_SUCCESS);
}

static struct tw_object *find_physical(CUmemGenericAllocationHandle handle)
{
    return tw_object_find(TW_PHYSICAL, (void *)(uintptr_t)handle);
}

static void let_go(struct tw_object *physical)
{
    if (--physical->physical.references == 0) tw_object_free(physical);
}

CUresult tw_sim_cuMemRelease(CUmemGenericAllocationHandle handle)
{
    CUresult result = tw_sim_enter_driver();
    struct tw_object *object = result ? NULL : find_physical(handle);
    if (!result && !object) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) let_go(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                       CUmemGenericAllocationHandle handle)
{
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *object = result ? NULL : find_physical(handle);
    if (!result && !(object && properties)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *properties = object->physical.properties;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *properties,
                                              CUmemAllocationGranularity_flags option)
{
    CUresult result = tw_sim_enter_driver();
    bool known = option == CU_MEM_ALLOC_GRANULARITY_MINIMUM || option == CU_MEM_ALLOC_GRANULARITY_RECOMMENDED;
    if (!result && !(granularity && known)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_properties(properties);
    if (!result) *granularity = GRANULARITY;
    return tw_sim_leave(result);
}

/* ---- mappings ---- */

CUresult tw_sim_cuMemMap(CUdeviceptr address, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                         unsigned long long flags)
{
    CUresult result = tw_sim_enter_driver();
    struct tw_object *physical = result ? NULL : find_physical(handle);
    bool fits = physical && size && size % GRANULARITY == 0 && address % GRANULARITY == 0 && !offset &&
                !flags && size <= physical->physical.bytes && in_a_range(address, size) &&
                !mapping_in(address, size);
    if (!result && !fits) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *mapping = result ? NULL : tw_object_new(TW_MAPPING, (uintptr_t)address, NULL);
    if (!result && !mapping) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        mapping->mapping.bytes = size;
        mapping->mapping.physical = physical->handle;
        physical->physical.references++;
    }
    return tw_sim_leave(result);
}

/* Takes a mapping out of the machine's sight. */
static void hide(struct tw_object *mapping)
{
    struct tw_object *memory = tw_object_find(TW_DEVICE_MEMORY, (void *)mapping->handle);
    if (memory) tw_object_free(memory);
}

static CUresult show(const struct tw_object *mapping)
{
    if (tw_object_find(TW_DEVICE_MEMORY, (void *)mapping->handle)) return CUDA_SUCCESS;
    const struct tw_object *physical = find_physical(mapping->mapping.physical);
    if (!tw_machine_map(tw_provider.machine, mapping->handle, physical->physical.host,
                        mapping->mapping.bytes))
        return CUDA_ERROR_OUT_OF_MEMORY;
    struct tw_object *memory = tw_object_new(TW_DEVICE_MEMORY, mapping->handle, NULL);
    if (!memory) {
        tw_machine_release(tw_provider.machine, mapping->handle);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memory->memory.bytes = mapping->mapping.bytes;
    memory->memory.device = physical->physical.properties.location.id;
    memory->memory.physical = physical->handle;
    memory->memory.preferred = CU_DEVICE_INVALID;
    memory->memory.id = ++tw_provider.last_id;
    return CUDA_SUCCESS;
}

/* True when whole mappings, side by side, make up the range. */
static bool is_mapped(CUdeviceptr address, size_t size)
{
    while (size) {
        const struct tw_object *mapping = tw_object_find(TW_MAPPING, (void *)(uintptr_t)address);
        if (!mapping || mapping->mapping.bytes > size) return false;
        address += mapping->mapping.bytes;
        size -= mapping->mapping.bytes;
    }
    return true;
}

CUresult tw_sim_cuMemUnmap(CUdeviceptr address, size_t size)
{
    CUresult result = tw_sim_enter_driver();
    if (!result && !(size && is_mapped(address, size))) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *mapping;
    while (!result && (mapping = mapping_in(address, size))) {
        struct tw_object *physical = find_physical(mapping->mapping.physical);
        hide(mapping);
        tw_object_free(mapping);
        let_go(physical);
    }
    return tw_sim_leave(result);
}

/* What a device may reach every device may. */
CUresult tw_sim_cuMemSetAccess(CUdeviceptr address, size_t size, const CUmemAccessDesc *access, size_t count)
{
    CUresult result = tw_sim_enter_driver();
    bool reachable = false;
    if (!result && !(size && access && count && is_mapped(address, size))) result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; !result && i < count; i++) {
        bool device = access[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE;
        result = device ? tw_sim_check_device(access[i].location.id) : CUDA_ERROR_NOT_SUPPORTED;
        reachable |= access[i].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE;
    }
    for (size_t done = 0; !result && done < size;) {
        struct tw_object *mapping = tw_object_find(TW_MAPPING, (void *)(uintptr_t)(address + done));
        done += mapping->mapping.bytes;
        if (reachable)
            result = show(mapping);
        else
            hide(mapping);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr address)
{
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *mapping = result ? NULL : mapping_in(address, 1);
    if (!result && !(flags && location && mapping)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_device(location->id);
    if (!result) {
        bool reachable = tw_object_find(TW_DEVICE_MEMORY, (void *)mapping->handle) != NULL;
        *flags = reachable ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address)
{
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *mapping = result ? NULL : mapping_in((uintptr_t)address, 1);
    if (!result && !(handle && mapping)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        find_physical(mapping->mapping.physical)->physical.references++;
        *handle = mapping->mapping.physical;
    }
    return tw_sim_leave(result);
}
