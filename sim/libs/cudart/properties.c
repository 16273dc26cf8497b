/* cudaDeviceProp: the attributes of a device in one structure. */
#include <stddef.h>
#include <string.h>

#include "sim/libs/cudart/runtime.h"

/* Where an attribute goes, and whether the member is a size_t. */
struct place {
    CUdevice_attribute attribute;
    size_t offset, bytes;
};

static const struct place places[] = {
#define P(member, name)                                                                                      \
    {                                                                                                        \
        CU_DEVICE_ATTRIBUTE_##name, offsetof(struct cudaDeviceProp, member),                                 \
            sizeof((struct cudaDeviceProp *)0)->member                                                       \
    }
    P(sharedMemPerBlock, MAX_SHARED_MEMORY_PER_BLOCK),
    P(regsPerBlock, MAX_REGISTERS_PER_BLOCK),
    P(warpSize, WARP_SIZE),
    P(memPitch, MAX_PITCH),
    P(maxThreadsPerBlock, MAX_THREADS_PER_BLOCK),
    P(maxThreadsDim[0], MAX_BLOCK_DIM_X),
    P(maxThreadsDim[1], MAX_BLOCK_DIM_Y),
    P(maxThreadsDim[2], MAX_BLOCK_DIM_Z),
    P(maxGridSize[0], MAX_GRID_DIM_X),
    P(maxGridSize[1], MAX_GRID_DIM_Y),
    P(maxGridSize[2], MAX_GRID_DIM_Z),
    P(totalConstMem, TOTAL_CONSTANT_MEMORY),
    P(major, COMPUTE_CAPABILITY_MAJOR),
    P(minor, COMPUTE_CAPABILITY_MINOR),
    P(textureAlignment, TEXTURE_ALIGNMENT),
    P(texturePitchAlignment, TEXTURE_PITCH_ALIGNMENT),
    P(multiProcessorCount, MULTIPROCESSOR_COUNT),
    P(integrated, INTEGRATED),
    P(canMapHostMemory, CAN_MAP_HOST_MEMORY),
    P(maxTexture1D, MAXIMUM_TEXTURE1D_WIDTH),
    P(maxTexture1DMipmap, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH),
    P(maxTexture2D[0], MAXIMUM_TEXTURE2D_WIDTH),
    P(maxTexture2D[1], MAXIMUM_TEXTURE2D_HEIGHT),
    P(maxTexture2DMipmap[0], MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH),
    P(maxTexture2DMipmap[1], MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT),
    P(maxTexture2DLinear[0], MAXIMUM_TEXTURE2D_LINEAR_WIDTH),
    P(maxTexture2DLinear[1], MAXIMUM_TEXTURE2D_LINEAR_HEIGHT),
    P(maxTexture2DLinear[2], MAXIMUM_TEXTURE2D_LINEAR_PITCH),
    P(maxTexture2DGather[0], MAXIMUM_TEXTURE2D_GATHER_WIDTH),
    P(maxTexture2DGather[1], MAXIMUM_TEXTURE2D_GATHER_HEIGHT),
    P(maxTexture3D[0], MAXIMUM_TEXTURE3D_WIDTH),
    P(maxTexture3D[1], MAXIMUM_TEXTURE3D_HEIGHT),
    P(maxTexture3D[2], MAXIMUM_TEXTURE3D_DEPTH),
    P(maxTexture3DAlt[0], MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE),
    P(maxTexture3DAlt[1], MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE),
    P(maxTexture3DAlt[2], MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE),
    P(maxTextureCubemap, MAXIMUM_TEXTURECUBEMAP_WIDTH),
    P(maxTexture1DLayered[0], MAXIMUM_TEXTURE1D_LAYERED_WIDTH),
    P(maxTexture1DLayered[1], MAXIMUM_TEXTURE1D_LAYERED_LAYERS),
    P(maxTexture2DLayered[0], MAXIMUM_TEXTURE2D_LAYERED_WIDTH),
    P(maxTexture2DLayered[1], MAXIMUM_TEXTURE2D_LAYERED_HEIGHT),
    P(maxTexture2DLayered[2], MAXIMUM_TEXTURE2D_LAYERED_LAYERS),
    P(maxTextureCubemapLayered[0], MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH),
    P(maxTextureCubemapLayered[1], MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS),
    P(maxSurface1D, MAXIMUM_SURFACE1D_WIDTH),
    P(maxSurface2D[0], MAXIMUM_SURFACE2D_WIDTH),
    P(maxSurface2D[1], MAXIMUM_SURFACE2D_HEIGHT),
    P(maxSurface3D[0], MAXIMUM_SURFACE3D_WIDTH),
    P(maxSurface3D[1], MAXIMUM_SURFACE3D_HEIGHT),
    P(maxSurface3D[2], MAXIMUM_SURFACE3D_DEPTH),
    P(maxSurface1DLayered[0], MAXIMUM_SURFACE1D_LAYERED_WIDTH),
    P(maxSurface1DLayered[1], MAXIMUM_SURFACE1D_LAYERED_LAYERS),
    P(maxSurface2DLayered[0], MAXIMUM_SURFACE2D_LAYERED_WIDTH),
    P(maxSurface2DLayered[1], MAXIMUM_SURFACE2D_LAYERED_HEIGHT),
    P(maxSurface2DLayered[2], MAXIMUM_SURFACE2D_LAYERED_LAYERS),
    P(maxSurfaceCubemap, MAXIMUM_SURFACECUBEMAP_WIDTH),
    P(maxSurfaceCubemapLayered[0], MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH),
    P(maxSurfaceCubemapLayered[1], MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS),
    P(surfaceAlignment, SURFACE_ALIGNMENT),
    P(concurrentKernels, CONCURRENT_KERNELS),
    P(ECCEnabled, ECC_ENABLED),
    P(pciBusID, PCI_BUS_ID),
    P(pciDeviceID, PCI_DEVICE_ID),
    P(pciDomainID, PCI_DOMAIN_ID),
    P(tccDriver, TCC_DRIVER),
    P(asyncEngineCount, ASYNC_ENGINE_COUNT),
    P(unifiedAddressing, UNIFIED_ADDRESSING),
    P(memoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH),
    P(l2CacheSize, L2_CACHE_SIZE),
    P(persistingL2CacheMaxSize, MAX_PERSISTING_L2_CACHE_SIZE),
    P(maxThreadsPerMultiProcessor, MAX_THREADS_PER_MULTIPROCESSOR),
    P(streamPrioritiesSupported, STREAM_PRIORITIES_SUPPORTED),
    P(globalL1CacheSupported, GLOBAL_L1_CACHE_SUPPORTED),
    P(localL1CacheSupported, LOCAL_L1_CACHE_SUPPORTED),
    P(sharedMemPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
    P(regsPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR),
    P(managedMemory, MANAGED_MEMORY),
    P(isMultiGpuBoard, MULTI_GPU_BOARD),
    P(multiGpuBoardGroupID, MULTI_GPU_BOARD_GROUP_ID),
    P(hostNativeAtomicSupported, HOST_NATIVE_ATOMIC_SUPPORTED),
    P(pageableMemoryAccess, PAGEABLE_MEMORY_ACCESS),
    P(concurrentManagedAccess, CONCURRENT_MANAGED_ACCESS),
    P(computePreemptionSupported, COMPUTE_PREEMPTION_SUPPORTED),
    P(canUseHostPointerForRegisteredMem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM),
    P(cooperativeLaunch, COOPERATIVE_LAUNCH),
    P(sharedMemPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
    P(pageableMemoryAccessUsesHostPageTables, PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES),
    P(directManagedMemAccessFromHost, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST),
    P(maxBlocksPerMultiProcessor, MAX_BLOCKS_PER_MULTIPROCESSOR),
    P(accessPolicyMaxWindowSize, MAX_ACCESS_POLICY_WINDOW_SIZE),
    P(reservedSharedMemPerBlock, RESERVED_SHARED_MEMORY_PER_BLOCK),
    P(hostRegisterSupported, HOST_REGISTER_SUPPORTED),
    P(sparseCudaArraySupported, SPARSE_CUDA_ARRAY_SUPPORTED),
    P(hostRegisterReadOnlySupported, READ_ONLY_HOST_REGISTER_SUPPORTED),
    P(timelineSemaphoreInteropSupported, TIMELINE_SEMAPHORE_INTEROP_SUPPORTED),
    P(memoryPoolsSupported, MEMORY_POOLS_SUPPORTED),
    P(gpuDirectRDMASupported, GPU_DIRECT_RDMA_SUPPORTED),
    P(gpuDirectRDMAFlushWritesOptions, GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS),
    P(gpuDirectRDMAWritesOrdering, GPU_DIRECT_RDMA_WRITES_ORDERING),
    P(memoryPoolSupportedHandleTypes, MEMPOOL_SUPPORTED_HANDLE_TYPES),
    P(deferredMappingCudaArraySupported, DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED),
    P(ipcEventSupported, IPC_EVENT_SUPPORTED),
    P(clusterLaunch, CLUSTER_LAUNCH),
    P(unifiedFunctionPointers, UNIFIED_FUNCTION_POINTERS),
#if CUDART_VERSION < 13000
    P(clockRate, CLOCK_RATE),
    P(deviceOverlap, GPU_OVERLAP),
    P(kernelExecTimeoutEnabled, KERNEL_EXEC_TIMEOUT),
    P(computeMode, COMPUTE_MODE),
    P(maxTexture1DLinear, MAXIMUM_TEXTURE1D_LINEAR_WIDTH),
    P(memoryClockRate, MEMORY_CLOCK_RATE),
    P(singleToDoublePrecisionPerfRatio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO),
    P(cooperativeMultiDeviceLaunch, COOPERATIVE_MULTI_DEVICE_LAUNCH),
#endif
#undef P
};

static CUresult fill(struct cudaDeviceProp *properties, int device)
{
    CUuuid uuid;
    CUresult result = cuDeviceGetName(properties->name, sizeof properties->name, device);
    if (!result) result = cuDeviceTotalMem(&properties->totalGlobalMem, device);
    if (!result) result = cuDeviceGetUuid_v2(&uuid, device);
    if (result) return result;
    memcpy(&properties->uuid, &uuid, sizeof properties->uuid);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int value = 0;
        size_t wide;
        cuDeviceGetAttribute(&value, places[i].attribute, device); // one that a driver does not know is 0
        wide = (size_t)value;
        memcpy((char *)properties + places[i].offset,
               places[i].bytes == sizeof wide ? (void *)&wide : (void *)&value, places[i].bytes);
    }
    return CUDA_SUCCESS;
}

cudaError_t CUDARTAPI cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error) return error;
    if (!properties) return tw_fail(cudaErrorInvalidValue);
    if (device < 0 || device >= count) return tw_fail(cudaErrorInvalidDevice);
    memset(properties, 0, sizeof *properties);
    return tw_end(fill(properties, device));
}
