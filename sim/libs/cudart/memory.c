/* Memory of the device, of the host, of both; pools; what a pointer points to. */
#include "sim/libs/cudart/runtime.h"

#include <string.h>

#define POINTER(address)                                                                                     \
    ((CUdeviceptr *)(void *)(address)) /* void ** of the runtime: as wide, and the driver's */

/* Nothing of no bytes is NULL, and not an error as it is to the driver. */
#define TW_ALLOCATION(name, parameters, call)                                                                \
    cudaError_t CUDARTAPI name parameters                                                                    \
    {                                                                                                        \
        CUresult result = tw_begin();                                                                        \
        if (!address) return tw_fail(cudaErrorInvalidValue);                                                 \
        if (!result && !bytes) *address = NULL;                                                              \
        return tw_end(result || !bytes ? result : (call));                                                   \
    }

TW_ALLOCATION(cudaMalloc, (void **address, size_t bytes), cuMemAlloc(POINTER(address), bytes))
TW_ALLOCATION(cudaMallocHost, (void **address, size_t bytes), cuMemAllocHost(address, bytes))
TW_ALLOCATION(cudaHostAlloc, (void **address, size_t bytes, unsigned flags),
              cuMemHostAlloc(address, bytes, flags))
TW_RUNTIME(cudaMallocManaged, (void **address, size_t bytes, unsigned flags),
           cuMemAllocManaged(POINTER(address), bytes, flags))
/* To free nothing is right, unless a capture forbids it as it does all of its kind. */
static CUresult free_memory(CUdeviceptr address)
{
    CUresult result = cuMemFree(address);
    return !address && result == CUDA_ERROR_INVALID_VALUE ? CUDA_SUCCESS : result;
}

TW_RUNTIME(cudaFree, (void *address), free_memory(tw_address(address)))
TW_RUNTIME(cudaFreeHost, (void *address), address ? cuMemFreeHost(address) : CUDA_SUCCESS)
TW_RUNTIME(cudaHostRegister, (void *address, size_t bytes, unsigned flags),
           cuMemHostRegister(address, bytes, flags))
TW_RUNTIME(cudaHostUnregister, (void *address), cuMemHostUnregister(address))
TW_RUNTIME(cudaHostGetDevicePointer, (void **device, void *host, unsigned flags),
           cuMemHostGetDevicePointer(POINTER(device), host, flags))
TW_RUNTIME(cudaHostGetFlags, (unsigned *flags, void *host), cuMemHostGetFlags(flags, host))

/* Rows begin where any vector of 16 bytes may begin. */
enum { WIDEST = 16 };

cudaError_t CUDARTAPI cudaMallocPitch(void **address, size_t *pitch, size_t width, size_t height)
{
    CUresult result = tw_begin();
    if (!address || !pitch) return tw_fail(cudaErrorInvalidValue);
    if (!result && (!width || !height)) {
        *address = NULL;
        *pitch = 0;
        return cudaSuccess;
    }
    return tw_end(result ? result : cuMemAllocPitch(POINTER(address), pitch, width, height, WIDEST));
}

cudaError_t CUDARTAPI cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    if (!pointer) return tw_fail(cudaErrorInvalidValue);
    *pointer = (struct cudaPitchedPtr){.xsize = extent.width, .ysize = extent.height};
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth);
}

/* ---- what a pointer points to ---- */

static enum cudaMemoryType type_of(unsigned type, unsigned is_managed)
{
    if (is_managed) return cudaMemoryTypeManaged;
    return type == CU_MEMORYTYPE_HOST ? cudaMemoryTypeHost
           : type                     ? cudaMemoryTypeDevice
                                      : cudaMemoryTypeUnregistered;
}

cudaError_t CUDARTAPI cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    unsigned type = 0, is_managed = 0;
    int ordinal = -2; // what the runtime says of memory that it does not know
    CUdeviceptr device = 0;
    void *host = NULL;
    CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                   CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
                                   CU_POINTER_ATTRIBUTE_HOST_POINTER};
    void *answers[] = {&type, &is_managed, &ordinal, &device, &host};
    CUresult result = tw_begin();
    if (!attributes) return tw_fail(cudaErrorInvalidValue);
    if (!result)
        result = cuPointerGetAttributes(sizeof asked / sizeof *asked, asked, answers, tw_address(pointer));
    if (result) return tw_end(result);
    *attributes = (struct cudaPointerAttributes){.type = type_of(type, is_managed), .device = ordinal};
    if (attributes->type == cudaMemoryTypeUnregistered) host = (void *)pointer, device = 0;
    attributes->devicePointer = (void *)(uintptr_t)device; // NOLINT: an address of the device
    attributes->hostPointer = host;
    return cudaSuccess;
}

TW_RUNTIME(cudaMemRangeGetAttribute,
           (void *data, size_t data_bytes, enum cudaMemRangeAttribute attribute, const void *address,
            size_t bytes),
           cuMemRangeGetAttribute(data, data_bytes, (CUmem_range_attribute)attribute, tw_address(address),
                                  bytes))
TW_RUNTIME(cudaMemRangeGetAttributes,
           (void **data, size_t *data_bytes, enum cudaMemRangeAttribute *attributes, size_t count,
            const void *address, size_t bytes),
           cuMemRangeGetAttributes(data, data_bytes, (CUmem_range_attribute *)attributes, count,
                                   tw_address(address), bytes))

#if CUDART_VERSION >= 13000
TW_RUNTIME(cudaMemAdvise,
           (const void *address, size_t bytes, enum cudaMemoryAdvise advice, struct cudaMemLocation location),
           cuMemAdvise(tw_address(address), bytes, (CUmem_advise)advice, tw_location(location)))
#else
TW_RUNTIME(cudaMemAdvise, (const void *address, size_t bytes, enum cudaMemoryAdvise advice, int device),
           cuMemAdvise(tw_address(address), bytes, (CUmem_advise)advice, device))
#endif

/* ---- pools: their structures are the driver's, member for member ---- */

TW_RUNTIME(cudaMemPoolCreate, (cudaMemPool_t * pool, const struct cudaMemPoolProps *properties),
           cuMemPoolCreate(pool, (const CUmemPoolProps *)properties))
TW_RUNTIME(cudaMemPoolDestroy, (cudaMemPool_t pool), cuMemPoolDestroy(pool))
TW_RUNTIME(cudaMemPoolTrimTo, (cudaMemPool_t pool, size_t bytes), cuMemPoolTrimTo(pool, bytes))
TW_RUNTIME(cudaMemPoolSetAttribute, (cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value),
           cuMemPoolSetAttribute(pool, (CUmemPool_attribute)attribute, value))
TW_RUNTIME(cudaMemPoolGetAttribute, (cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value),
           cuMemPoolGetAttribute(pool, (CUmemPool_attribute)attribute, value))
TW_RUNTIME(cudaMemPoolSetAccess, (cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t count),
           cuMemPoolSetAccess(pool, (const CUmemAccessDesc *)list, count))
TW_RUNTIME(cudaMemPoolGetAccess,
           (enum cudaMemAccessFlags * flags, cudaMemPool_t pool, struct cudaMemLocation *location),
           cuMemPoolGetAccess((CUmemAccess_flags *)flags, pool, (CUmemLocation *)location))
TW_RUNTIME(cudaMemPoolExportToShareableHandle,
           (void *file, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned flags),
           cuMemPoolExportToShareableHandle(file, pool, (CUmemAllocationHandleType)type, flags))
TW_RUNTIME(cudaMemPoolImportFromShareableHandle,
           (cudaMemPool_t * pool, void *file, enum cudaMemAllocationHandleType type, unsigned flags),
           cuMemPoolImportFromShareableHandle(pool, file, (CUmemAllocationHandleType)type, flags))
TW_RUNTIME(cudaMemPoolExportPointer, (struct cudaMemPoolPtrExportData * data, void *address),
           cuMemPoolExportPointer((CUmemPoolPtrExportData *)data, tw_address(address)))
TW_RUNTIME(cudaMemPoolImportPointer,
           (void **address, cudaMemPool_t pool, struct cudaMemPoolPtrExportData *data),
           cuMemPoolImportPointer(POINTER(address), pool, (CUmemPoolPtrExportData *)data))

/* ---- other processes: these handles are the driver's, byte for byte ---- */

TW_RUNTIME(cudaIpcGetMemHandle, (cudaIpcMemHandle_t * handle, void *address),
           cuIpcGetMemHandle((CUipcMemHandle *)handle, tw_address(address)))
TW_RUNTIME(cudaIpcCloseMemHandle, (void *address), cuIpcCloseMemHandle(tw_address(address)))
TW_RUNTIME(cudaIpcGetEventHandle, (cudaIpcEventHandle_t * handle, cudaEvent_t event),
           cuIpcGetEventHandle((CUipcEventHandle *)handle, event))

static CUresult open_memory(void **address, const cudaIpcMemHandle_t *handle, unsigned flags)
{
    CUipcMemHandle same;
    memcpy(&same, handle, sizeof same);
    return cuIpcOpenMemHandle(POINTER(address), same, flags);
}

static CUresult open_event(cudaEvent_t *event, const cudaIpcEventHandle_t *handle)
{
    CUipcEventHandle same;
    memcpy(&same, handle, sizeof same);
    return cuIpcOpenEventHandle(event, same);
}

TW_RUNTIME(cudaIpcOpenMemHandle, (void **address, cudaIpcMemHandle_t handle, unsigned flags),
           open_memory(address, &handle, flags))
TW_RUNTIME(cudaIpcOpenEventHandle, (cudaEvent_t * event, cudaIpcEventHandle_t handle),
           open_event(event, &handle))
