/*
 * driver_functions.h - the functions of the CUDA driver API: one X-macro, from which come the table (sim/driver/table.h),
 * the loading of libcuda.so.1 (runtime/driver.c), the simulator's provider (sim/driver/sim.h), what its cuGetProcAddress knows,
 * and the drop-in library's exports.
 *
 * X(exported name, since, form, parameters): names as libcuda.so.1 exports them, the CUDA version that brought this name
 * (cuGetProcAddress tells forms of one function apart by it), and whether there is a second export for programs with a
 * default stream per thread: `ptds` or `ptsz` is that export's suffix, `none`: there is none. Prototypes are our own;
 * types newer than CUDA 12.0 are spelt `void`. All return CUresult.
 */
#ifndef TW_BASE_DEVICE_DRIVER_FUNCTIONS_H
#define TW_BASE_DEVICE_DRIVER_FUNCTIONS_H

/* clang-format off */
#define TW_DRIVER_FUNCTIONS(X)                                                                                        \
    X(cuInit,                                  2000, none, (unsigned flags))                                          \
    X(cuDriverGetVersion,                      2020, none, (int *version))                                            \
    X(cuGetErrorName,                          6000, none, (CUresult result, const char **name))                      \
    X(cuGetErrorString,                        6000, none, (CUresult result, const char **text))                      \
    X(cuDeviceGetCount,                        2000, none, (int *count))                                              \
    X(cuDeviceGet,                             2000, none, (CUdevice *device, int ordinal))                           \
    X(cuDeviceGetName,                         2000, none, (char *name, int length, CUdevice device))                 \
    X(cuDeviceGetAttribute,                    2000, none, (int *value, CUdevice_attribute attribute, CUdevice device)) \
    X(cuDeviceTotalMem_v2,                     3020, none, (size_t *bytes, CUdevice device))                          \
    X(cuDeviceGetUuid_v2,                     11040, none, (CUuuid *uuid, CUdevice device))                           \
    X(cuDevicePrimaryCtxRetain,                7000, none, (CUcontext *context, CUdevice device))                     \
    X(cuDevicePrimaryCtxRelease_v2,           11000, none, (CUdevice device))                                         \
    X(cuCtxCreate_v2,                          3020, none, (CUcontext *context, unsigned flags, CUdevice device))     \
    X(cuCtxDestroy_v2,                         4000, none, (CUcontext context))                                       \
    X(cuCtxSetCurrent,                         4000, none, (CUcontext context))                                       \
    X(cuCtxGetCurrent,                         4000, none, (CUcontext *context))                                      \
    X(cuCtxPushCurrent_v2,                     4000, none, (CUcontext context))                                       \
    X(cuCtxPopCurrent_v2,                      4000, none, (CUcontext *context))                                      \
    X(cuCtxGetDevice,                          2000, none, (CUdevice *device))                                        \
    X(cuCtxSynchronize,                        2000, none, (void))                                                    \
    X(cuModuleLoad,                            2000, none, (CUmodule *module, const char *path))                      \
    X(cuModuleLoadData,                        2000, none, (CUmodule *module, const void *image))                     \
    X(cuModuleLoadDataEx,                      2010, none, (CUmodule *module, const void *image, unsigned count, CUjit_option *options, void **values)) \
    X(cuModuleUnload,                          2000, none, (CUmodule module))                                         \
    X(cuModuleGetFunction,                     2000, none, (CUfunction *function, CUmodule module, const char *name)) \
    X(cuModuleGetGlobal_v2,                    3020, none, (CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)) \
    X(cuFuncGetAttribute,                      2020, none, (int *value, CUfunction_attribute attribute, CUfunction function)) \
    X(cuFuncSetAttribute,                      9000, none, (CUfunction function, CUfunction_attribute attribute, int value)) \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor,   6050, none, (int *blocks, CUfunction function, int threads, size_t dynamic_shared_bytes)) \
    X(cuLaunchKernel,                          4000, ptsz, (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_shared_bytes, CUstream stream, void **parameters, void **extra)) \
    X(cuMemAlloc_v2,                           3020, none, (CUdeviceptr *address, size_t bytes))                      \
    X(cuMemFree_v2,                            3020, none, (CUdeviceptr address))                                     \
    X(cuMemGetInfo_v2,                         3020, none, (size_t *available, size_t *total))                        \
    X(cuMemcpyHtoD_v2,                         3020, ptds, (CUdeviceptr to, const void *from, size_t bytes))          \
    X(cuMemcpyDtoH_v2,                         3020, ptds, (void *to, CUdeviceptr from, size_t bytes))                \
    X(cuMemcpyDtoD_v2,                         3020, ptds, (CUdeviceptr to, CUdeviceptr from, size_t bytes))          \
    X(cuMemcpyHtoDAsync_v2,                    3020, ptsz, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream)) \
    X(cuMemcpyDtoHAsync_v2,                    3020, ptsz, (void *to, CUdeviceptr from, size_t bytes, CUstream stream)) \
    X(cuMemcpyDtoDAsync_v2,                    3020, ptsz, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)) \
    X(cuMemsetD8_v2,                           3020, ptds, (CUdeviceptr to, unsigned char value, size_t count))       \
    X(cuMemsetD16_v2,                          3020, ptds, (CUdeviceptr to, unsigned short value, size_t count))      \
    X(cuMemsetD32_v2,                          3020, ptds, (CUdeviceptr to, unsigned value, size_t count))            \
    X(cuMemsetD8Async,                         3020, ptsz, (CUdeviceptr to, unsigned char value, size_t count, CUstream stream)) \
    X(cuStreamCreate,                          2000, none, (CUstream *stream, unsigned flags))                        \
    X(cuStreamDestroy_v2,                      4000, none, (CUstream stream))                                         \
    X(cuStreamSynchronize,                     2000, ptsz, (CUstream stream))                                         \
    X(cuStreamQuery,                           2000, ptsz, (CUstream stream))                                         \
    X(cuStreamIsCapturing,                    10000, ptsz, (CUstream stream, CUstreamCaptureStatus *status))          \
    X(cuEventCreate,                           2000, none, (CUevent *event, unsigned flags))                          \
    X(cuEventDestroy_v2,                       4000, none, (CUevent event))                                           \
    X(cuEventRecord,                           2000, ptsz, (CUevent event, CUstream stream))                          \
    X(cuEventSynchronize,                      2000, none, (CUevent event))                                           \
    X(cuEventElapsedTime,                      2000, none, (float *milliseconds, CUevent from, CUevent to))

/* Functions that a driver may lack, deprecated or for devices of the past: their pointers in the table are NULL then. */
#define TW_DRIVER_OPTIONALS(X)                                                                                        \
    X(cuTensorMapEncodeTiled,                  12000, none, (CUtensorMap *to, CUtensorMapDataType type, cuuint32_t sides, void *address, const cuuint64_t *dims, const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)) \
    X(cuTensorMapEncodeIm2col,                 12000, none, (CUtensorMap *to, CUtensorMapDataType type, cuuint32_t sides, void *address, const cuuint64_t *dims, const cuuint64_t *strides, const int *lower, const int *upper, cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)) \
    X(cuLaunchKernelEx,                       11060, ptsz, (const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra)) \
    X(cuCtxResetPersistingL2Cache,            11000, none, (void))                                                    \
    X(cuCtxGetCacheConfig,                     3020, none, (CUfunc_cache *config))                                    \
    X(cuCtxSetCacheConfig,                     3020, none, (CUfunc_cache config))                                     \
    X(cuFuncSetCacheConfig,                    3000, none, (CUfunction function, CUfunc_cache config))                \
    X(cuCtxGetSharedMemConfig,                 4020, none, (CUsharedconfig *config))                                  \
    X(cuCtxSetSharedMemConfig,                 4020, none, (CUsharedconfig config))

/*
 * Functions that only the simulator provides: not in the table, because opening a real driver must not fail for want of
 * one that we never call, but driver-API programs do call them.
 */
#define TW_DRIVER_EXTRAS(X)                                                                                           \
    X(cuGetProcAddress,                       11030, none, (const char *name, void **function, int version, cuuint64_t flags)) \
    X(cuGetProcAddress_v2,                    12000, none, (const char *name, void **function, int version, cuuint64_t flags, CUdriverProcAddressQueryResult *status)) \
    X(cuGetExportTable,                        3000, none, (const void **table, const CUuuid *id))                    \
    X(cuDeviceComputeCapability,               2000, none, (int *major, int *minor, CUdevice device))                 \
    X(cuDeviceGetUuid,                         9020, none, (CUuuid *uuid, CUdevice device))                           \
    X(cuDeviceGetPCIBusId,                     4010, none, (char *id, int length, CUdevice device))                   \
    X(cuDeviceCanAccessPeer,                   4000, none, (int *can, CUdevice device, CUdevice peer))                \
    X(cuDevicePrimaryCtxReset_v2,             11000, none, (CUdevice device))                                         \
    X(cuDevicePrimaryCtxGetState,              7000, none, (CUdevice device, unsigned *flags, int *active))           \
    X(cuDevicePrimaryCtxSetFlags_v2,          11000, none, (CUdevice device, unsigned flags))                         \
    X(cuCtxCreate_v3,                         11040, none, (CUcontext *context, CUexecAffinityParam *affinity, int count, unsigned flags, CUdevice device)) \
    X(cuCtxCreate_v4,                         12050, none, (CUcontext *context, void *parameters, unsigned flags, CUdevice device)) \
    X(cuCtxGetApiVersion,                      3020, none, (CUcontext context, unsigned *version))                    \
    X(cuCtxGetId,                             12000, none, (CUcontext context, unsigned long long *id))               \
    X(cuCtxGetFlags,                           7000, none, (unsigned *flags))                                         \
    X(cuCtxGetLimit,                           3010, none, (size_t *value, CUlimit limit))                            \
    X(cuCtxSetLimit,                           3010, none, (CUlimit limit, size_t value))                             \
    X(cuCtxGetStreamPriorityRange,             5050, none, (int *least, int *greatest))                               \
    X(cuModuleLoadFatBinary,                   2000, none, (CUmodule *module, const void *image))                     \
    X(cuModuleGetLoadingMode,                 11070, none, (CUmoduleLoadingMode *mode))                               \
    X(cuLibraryLoadData,                      12000, none, (CUlibrary *library, const void *image, CUjit_option *options, void **values, unsigned count, CUlibraryOption *library_options, void **library_values, unsigned library_count)) \
    X(cuLibraryLoadFromFile,                  12000, none, (CUlibrary *library, const char *path, CUjit_option *options, void **values, unsigned count, CUlibraryOption *library_options, void **library_values, unsigned library_count)) \
    X(cuLibraryUnload,                        12000, none, (CUlibrary library))                                       \
    X(cuLibraryGetKernel,                     12000, none, (CUkernel *kernel, CUlibrary library, const char *name))   \
    X(cuLibraryGetModule,                     12000, none, (CUmodule *module, CUlibrary library))                     \
    X(cuLibraryGetGlobal,                     12000, none, (CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)) \
    X(cuKernelGetFunction,                    12000, none, (CUfunction *function, CUkernel kernel))                   \
    X(cuKernelGetAttribute,                   12000, none, (int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device)) \
    X(cuKernelSetAttribute,                   12000, none, (CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device)) \
    X(cuKernelSetCacheConfig,                 12000, none, (CUkernel kernel, CUfunc_cache config, CUdevice device))   \
    X(cuFuncSetBlockShape,                     2000, none, (CUfunction function, int x, int y, int z))                \
    X(cuFuncSetSharedSize,                     2000, none, (CUfunction function, unsigned bytes))                     \
    X(cuParamSetSize,                          2000, none, (CUfunction function, unsigned bytes))                     \
    X(cuParamSeti,                             2000, none, (CUfunction function, int offset, unsigned value))         \
    X(cuParamSetf,                             2000, none, (CUfunction function, int offset, float value))            \
    X(cuParamSetv,                             2000, none, (CUfunction function, int offset, void *value, unsigned bytes)) \
    X(cuLaunch,                                2000, none, (CUfunction function))                                     \
    X(cuLaunchGrid,                            2000, none, (CUfunction function, int width, int height))              \
    X(cuLaunchGridAsync,                       2000, none, (CUfunction function, int width, int height, CUstream stream)) \
    X(cuFuncGetModule,                        11000, none, (CUmodule *module, CUfunction function))                   \
    X(cuFuncGetName,                          12030, none, (const char **name, CUfunction function))                  \
    X(cuFuncSetSharedMemConfig,                4020, none, (CUfunction function, CUsharedconfig config))              \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,   7000, none, (int *blocks, CUfunction function, int threads, size_t dynamic_shared_bytes, unsigned flags)) \
    X(cuOccupancyMaxPotentialBlockSize,        6050, none, (int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_for, size_t dynamic_shared_bytes, int limit)) \
    X(cuOccupancyMaxPotentialBlockSizeWithFlags,   7000, none, (int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_for, size_t dynamic_shared_bytes, int limit, unsigned flags)) \
    X(cuLaunchHostFunc,                       10000, ptsz, (CUstream stream, CUhostFn function, void *data))          \
    X(cuMemAllocPitch_v2,                      3020, none, (CUdeviceptr *address, size_t *pitch, size_t width, size_t height, unsigned element_bytes)) \
    X(cuMemAllocAsync,                        11020, ptsz, (CUdeviceptr *address, size_t bytes, CUstream stream))     \
    X(cuMemFreeAsync,                         11020, ptsz, (CUdeviceptr address, CUstream stream))                    \
    X(cuMemAllocManaged,                       6000, none, (CUdeviceptr *address, size_t bytes, unsigned flags))      \
    X(cuMemAllocHost_v2,                       3020, none, (void **memory, size_t bytes))                             \
    X(cuMemHostAlloc,                          2020, none, (void **memory, size_t bytes, unsigned flags))             \
    X(cuMemFreeHost,                           2000, none, (void *memory))                                            \
    X(cuMemHostRegister_v2,                    6050, none, (void *memory, size_t bytes, unsigned flags))              \
    X(cuMemHostUnregister,                     4000, none, (void *memory))                                            \
    X(cuMemHostGetDevicePointer_v2,            3020, none, (CUdeviceptr *address, void *memory, unsigned flags))      \
    X(cuMemGetAddressRange_v2,                 3020, none, (CUdeviceptr *base, size_t *bytes, CUdeviceptr address))   \
    X(cuPointerGetAttribute,                   4000, none, (void *value, CUpointer_attribute attribute, CUdeviceptr address)) \
    X(cuMemcpy,                                4000, ptds, (CUdeviceptr to, CUdeviceptr from, size_t bytes))          \
    X(cuMemcpyAsync,                           4000, ptsz, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)) \
    X(cuMemsetD16Async,                        3020, ptsz, (CUdeviceptr to, unsigned short value, size_t count, CUstream stream)) \
    X(cuMemsetD32Async,                        3020, ptsz, (CUdeviceptr to, unsigned value, size_t count, CUstream stream)) \
    X(cuStreamCreateWithPriority,              5050, none, (CUstream *stream, unsigned flags, int priority))          \
    X(cuStreamWaitEvent,                       3020, ptsz, (CUstream stream, CUevent event, unsigned flags))          \
    X(cuStreamGetFlags,                        5050, ptsz, (CUstream stream, unsigned *flags))                        \
    X(cuStreamGetPriority,                     5050, ptsz, (CUstream stream, int *priority))                          \
    X(cuStreamGetCtx,                          9020, ptsz, (CUstream stream, CUcontext *context))                     \
    X(cuEventQuery,                            2000, none, (CUevent event))                                           \
    X(cuEventRecordWithFlags,                 11010, ptsz, (CUevent event, CUstream stream, unsigned flags))          \
    X(cuEventElapsedTime_v2,                  12080, none, (float *milliseconds, CUevent from, CUevent to))           \
    X(cuDeviceGetP2PAttribute,                 8000, none, (int *value, CUdevice_P2PAttribute attribute, CUdevice from, CUdevice to)) \
    X(cuDeviceGetByPCIBusId,                   4010, none, (CUdevice *device, const char *id))                        \
    X(cuDeviceGetDefaultMemPool,              11020, none, (CUmemoryPool *pool, CUdevice device))                     \
    X(cuDeviceGetMemPool,                     11020, none, (CUmemoryPool *pool, CUdevice device))                     \
    X(cuDeviceSetMemPool,                     11020, none, (CUdevice device, CUmemoryPool pool))                      \
    X(cuDeviceGetExecAffinitySupport,         11040, none, (int *value, CUexecAffinityType type, CUdevice device))    \
    X(cuDeviceGetProperties,                   2000, none, (CUdevprop *properties, CUdevice device))                  \
    X(cuDeviceGetGraphMemAttribute,           11040, none, (CUdevice device, CUgraphMem_attribute attribute, void *value)) \
    X(cuDeviceSetGraphMemAttribute,           11040, none, (CUdevice device, CUgraphMem_attribute attribute, void *value)) \
    X(cuDeviceGraphMemTrim,                   11040, none, (CUdevice device))                                         \
    X(cuCtxAttach,                             2000, none, (CUcontext *context, unsigned flags))                      \
    X(cuCtxDetach,                             2000, none, (CUcontext context))                                       \
    X(cuCtxEnablePeerAccess,                   4000, none, (CUcontext peer, unsigned flags))                          \
    X(cuCtxDisablePeerAccess,                  4000, none, (CUcontext peer))                                          \
    X(cuCtxSetFlags,                          12010, none, (unsigned flags))                                          \
    X(cuCtxRecordEvent,                       12050, none, (CUcontext context, CUevent event))                        \
    X(cuCtxWaitEvent,                         12050, none, (CUcontext context, CUevent event))                        \
    X(cuCtxGetDevice_v2,                      13000, none, (CUdevice *device, CUcontext context))                     \
    X(cuCtxSynchronize_v2,                    13000, none, (CUcontext context))                                       \
    X(cuModuleGetFunctionCount,               12040, none, (unsigned *count, CUmodule module))                        \
    X(cuModuleEnumerateFunctions,             12040, none, (CUfunction *functions, unsigned count, CUmodule module))  \
    X(cuLibraryGetKernelCount,                12040, none, (unsigned *count, CUlibrary library))                      \
    X(cuLibraryEnumerateKernels,              12040, none, (CUkernel *kernels, unsigned count, CUlibrary library))    \
    X(cuLibraryGetManaged,                    12000, none, (CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)) \
    X(cuKernelGetLibrary,                     12050, none, (CUlibrary *library, CUkernel kernel))                     \
    X(cuKernelGetName,                        12030, none, (const char **name, CUkernel kernel))                      \
    X(cuKernelGetParamInfo,                   12040, none, (CUkernel kernel, size_t index, size_t *offset, size_t *bytes)) \
    X(cuFuncGetParamInfo,                     12040, none, (CUfunction function, size_t index, size_t *offset, size_t *bytes)) \
    X(cuFuncIsLoaded,                         12040, none, (int *state, CUfunction function))      \
    X(cuFuncLoad,                             12040, none, (CUfunction function))                                     \
    X(cuLinkCreate_v2,                         6050, none, (unsigned count, CUjit_option *options, void **values, CUlinkState *link)) \
    X(cuLinkAddData_v2,                        6050, none, (CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned count, CUjit_option *options, void **values)) \
    X(cuLinkAddFile_v2,                        6050, none, (CUlinkState state, CUjitInputType type, const char *path, unsigned count, CUjit_option *options, void **values)) \
    X(cuLinkComplete,                          5050, none, (CUlinkState state, void **cubin, size_t *bytes))          \
    X(cuLinkDestroy,                           5050, none, (CUlinkState state))                                       \
    X(cuOccupancyMaxActiveClusters,            11070, none, (int *clusters, CUfunction function, const CUlaunchConfig *config)) \
    X(cuOccupancyMaxPotentialClusterSize,      11070, none, (int *blocks, CUfunction function, const CUlaunchConfig *config)) \
    X(cuTensorMapReplaceAddress,               12000, none, (CUtensorMap *of, void *address)) \
    X(cuOccupancyAvailableDynamicSMemPerBlock,  10020, none, (size_t *dynamic_shared_bytes, CUfunction function, int blocks, int threads)) \
    X(cuLaunchCooperativeKernel,               9000, ptsz, (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_shared_bytes, CUstream stream, void **parameters)) \
    X(cuMemHostGetFlags,                       2030, none, (unsigned *flags, void *memory))                           \
    X(cuPointerGetAttributes,                  7000, none, (unsigned count, CUpointer_attribute *attributes, void **data, CUdeviceptr address)) \
    X(cuPointerSetAttribute,                   6000, none, (const void *value, CUpointer_attribute attribute, CUdeviceptr address)) \
    X(cuMemAdvise,                             8000, none, (CUdeviceptr address, size_t count, CUmem_advise advice, CUdevice device)) \
    X(cuMemAdvise_v2,                         12020, none, (CUdeviceptr address, size_t count, CUmem_advise advice, CUmemLocation location)) \
    X(cuMemPrefetchAsync,                      8000, ptsz, (CUdeviceptr address, size_t count, CUdevice to, CUstream stream)) \
    X(cuMemPrefetchAsync_v2,                  12020, ptsz, (CUdeviceptr address, size_t count, CUmemLocation location, unsigned flags, CUstream stream)) \
    X(cuMemRangeGetAttribute,                  8000, none, (void *data, size_t bytes, CUmem_range_attribute attribute, CUdeviceptr address, size_t count)) \
    X(cuMemRangeGetAttributes,                 8000, none, (void **data, size_t *sizes, CUmem_range_attribute *attributes, size_t attribute_count, CUdeviceptr address, size_t count)) \
    X(cuMemcpy2D_v2,                           3020, ptds, (const CUDA_MEMCPY2D *copy))                               \
    X(cuMemcpy2DUnaligned_v2,                  3020, ptds, (const CUDA_MEMCPY2D *copy))                               \
    X(cuMemcpy2DAsync_v2,                      3020, ptsz, (const CUDA_MEMCPY2D *copy, CUstream stream))              \
    X(cuMemcpy3D_v2,                           3020, ptds, (const CUDA_MEMCPY3D *copy))                               \
    X(cuMemcpy3DAsync_v2,                      3020, ptsz, (const CUDA_MEMCPY3D *copy, CUstream stream))              \
    X(cuMemcpyPeer,                            4000, ptds, (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes)) \
    X(cuMemcpyPeerAsync,                       4000, ptsz, (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes, CUstream stream)) \
    X(cuMemcpy3DPeer,                          4000, ptds, (const CUDA_MEMCPY3D_PEER *copy))                          \
    X(cuMemcpy3DPeerAsync,                     4000, ptsz, (const CUDA_MEMCPY3D_PEER *copy, CUstream stream))         \
    X(cuMemcpyBatchAsync,                     12080, ptsz, (CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, void *attributes, size_t *first, size_t attribute_count, size_t *failed, CUstream stream)) \
    X(cuMemcpyBatchAsync_v2,                  13000, ptsz, (CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count, void *attributes, size_t *first, size_t attribute_count, CUstream stream)) \
    X(cuMemsetD2D8_v2,                         3020, ptds, (CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height)) \
    X(cuMemsetD2D16_v2,                        3020, ptds, (CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height)) \
    X(cuMemsetD2D32_v2,                        3020, ptds, (CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height)) \
    X(cuMemsetD2D8Async,                       3020, ptsz, (CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height, CUstream stream)) \
    X(cuMemsetD2D16Async,                      3020, ptsz, (CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height, CUstream stream)) \
    X(cuMemsetD2D32Async,                      3020, ptsz, (CUdeviceptr to, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream)) \
    X(cuMemAllocFromPoolAsync,                11020, ptsz, (CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream)) \
    X(cuMemPoolCreate,                        11020, none, (CUmemoryPool *pool, const CUmemPoolProps *properties))    \
    X(cuMemPoolDestroy,                       11020, none, (CUmemoryPool pool))                                       \
    X(cuMemPoolTrimTo,                        11020, none, (CUmemoryPool pool, size_t keep))                          \
    X(cuMemPoolSetAttribute,                  11020, none, (CUmemoryPool pool, CUmemPool_attribute attribute, void *value)) \
    X(cuMemPoolGetAttribute,                  11020, none, (CUmemoryPool pool, CUmemPool_attribute attribute, void *value)) \
    X(cuMemPoolSetAccess,                     11020, none, (CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)) \
    X(cuMemPoolGetAccess,                     11020, none, (CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)) \
    X(cuMemGetDefaultMemPool,                 13000, none, (CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)) \
    X(cuMemGetMemPool,                        13000, none, (CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)) \
    X(cuMemSetMemPool,                        13000, none, (CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)) \
    X(cuIpcGetMemHandle,                       4010, none, (CUipcMemHandle *handle, CUdeviceptr address))             \
    X(cuIpcOpenMemHandle,                      4010, none, (CUdeviceptr *address, CUipcMemHandle handle, unsigned flags)) \
    X(cuIpcOpenMemHandle_v2,                  11000, none, (CUdeviceptr *address, CUipcMemHandle handle, unsigned flags)) \
    X(cuIpcCloseMemHandle,                     4010, none, (CUdeviceptr address))                                     \
    X(cuIpcGetEventHandle,                     4010, none, (CUipcEventHandle *handle, CUevent event))                 \
    X(cuIpcOpenEventHandle,                    4010, none, (CUevent *event, CUipcEventHandle handle))                 \
    X(cuMemExportToShareableHandle,           10020, none, (void *file, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type, unsigned long long flags)) \
    X(cuMemImportFromShareableHandle,         10020, none, (CUmemGenericAllocationHandle *handle, void *file, CUmemAllocationHandleType type)) \
    X(cuMemPoolExportToShareableHandle,       11020, none, (void *file, CUmemoryPool pool, CUmemAllocationHandleType type, unsigned long long flags)) \
    X(cuMemPoolImportFromShareableHandle,     11020, none, (CUmemoryPool *pool, void *file, CUmemAllocationHandleType type, unsigned long long flags)) \
    X(cuMemPoolExportPointer,                 11020, none, (CUmemPoolPtrExportData *data, CUdeviceptr address))       \
    X(cuMemPoolImportPointer,                 11020, none, (CUdeviceptr *address, CUmemoryPool pool, CUmemPoolPtrExportData *data)) \
    X(cuMemAddressReserve,                    10020, none, (CUdeviceptr *address, size_t size, size_t alignment, CUdeviceptr wanted, unsigned long long flags)) \
    X(cuMemAddressFree,                       10020, none, (CUdeviceptr address, size_t size))                        \
    X(cuMemCreate,                            10020, none, (CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop, unsigned long long flags)) \
    X(cuMemRelease,                           10020, none, (CUmemGenericAllocationHandle handle))                     \
    X(cuMemMap,                               10020, none, (CUdeviceptr address, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags)) \
    X(cuMemUnmap,                             10020, none, (CUdeviceptr address, size_t size))                        \
    X(cuMemSetAccess,                         10020, none, (CUdeviceptr address, size_t size, const CUmemAccessDesc *desc, size_t count)) \
    X(cuMemGetAccess,                         10020, none, (unsigned long long *flags, const CUmemLocation *location, CUdeviceptr address)) \
    X(cuMemGetAllocationGranularity,          10020, none, (size_t *granularity, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags option)) \
    X(cuMemGetAllocationPropertiesFromHandle,  10020, none, (CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle)) \
    X(cuMemRetainAllocationHandle,            11000, none, (CUmemGenericAllocationHandle *handle, void *address))     \
    X(cuStreamAddCallback,                     5000, ptsz, (CUstream stream, CUstreamCallback callback, void *data, unsigned flags)) \
    X(cuStreamAttachMemAsync,                  6000, ptsz, (CUstream stream, CUdeviceptr address, size_t length, unsigned flags)) \
    X(cuStreamGetId,                          12000, ptsz, (CUstream stream, unsigned long long *id))                 \
    X(cuStreamGetDevice,                      12080, ptsz, (CUstream stream, CUdevice *device))                       \
    X(cuStreamCopyAttributes,                 11000, ptsz, (CUstream to, CUstream from))                              \
    X(cuStreamGetAttribute,                   11000, ptsz, (CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value)) \
    X(cuStreamSetAttribute,                   11000, ptsz, (CUstream stream, CUstreamAttrID attribute, const CUstreamAttrValue *value)) \
    X(cuStreamBeginCapture,                   10000, ptsz, (CUstream stream))                                         \
    X(cuStreamBeginCapture_v2,                10010, ptsz, (CUstream stream, CUstreamCaptureMode mode))               \
    X(cuStreamBeginCaptureToGraph,            12030, ptsz, (CUstream stream, CUgraph graph, const CUgraphNode *dependencies, const void *edges, size_t count, CUstreamCaptureMode mode)) \
    X(cuStreamEndCapture,                     10000, ptsz, (CUstream stream, CUgraph *graph))                         \
    X(cuStreamGetCaptureInfo,                 10010, ptsz, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id)) \
    X(cuStreamGetCaptureInfo_v2,              11030, ptsz, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph, const CUgraphNode **dependencies, size_t *count)) \
    X(cuStreamGetCaptureInfo_v3,              12030, ptsz, (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph, const CUgraphNode **dependencies, const void **edges, size_t *count)) \
    X(cuStreamUpdateCaptureDependencies,      11030, ptsz, (CUstream stream, CUgraphNode *dependencies, size_t count, unsigned flags)) \
    X(cuStreamUpdateCaptureDependencies_v2,   12030, ptsz, (CUstream stream, CUgraphNode *dependencies, const void *edges, size_t count, unsigned flags)) \
    X(cuThreadExchangeStreamCaptureMode,      10010, none, (CUstreamCaptureMode *mode))                               \
    X(cuStreamWaitValue32_v2,                 11070, ptsz, (CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags)) \
    X(cuStreamWaitValue64_v2,                 11070, ptsz, (CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned flags)) \
    X(cuStreamWriteValue32_v2,                11070, ptsz, (CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags)) \
    X(cuStreamWriteValue64_v2,                11070, ptsz, (CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned flags)) \
    X(cuStreamBatchMemOp_v2,                  11070, ptsz, (CUstream stream, unsigned count, CUstreamBatchMemOpParams *operations, unsigned flags)) \
    X(cuGraphCreate,                          10000, none, (CUgraph *graph, unsigned flags))                          \
    X(cuGraphDestroy,                         10000, none, (CUgraph graph))                                           \
    X(cuGraphClone,                           10000, none, (CUgraph *clone, CUgraph original))                        \
    X(cuGraphNodeFindInClone,                 10000, none, (CUgraphNode *node, CUgraphNode original, CUgraph clone))  \
    X(cuGraphNodeGetType,                     10000, none, (CUgraphNode node, CUgraphNodeType *type))                 \
    X(cuGraphGetNodes,                        10000, none, (CUgraph graph, CUgraphNode *nodes, size_t *count))        \
    X(cuGraphGetRootNodes,                    10000, none, (CUgraph graph, CUgraphNode *nodes, size_t *count))        \
    X(cuGraphGetEdges,                        10000, none, (CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count)) \
    X(cuGraphGetEdges_v2,                     12030, none, (CUgraph graph, CUgraphNode *from, CUgraphNode *to, void *edges, size_t *count)) \
    X(cuGraphNodeGetDependencies,             10000, none, (CUgraphNode node, CUgraphNode *dependencies, size_t *count)) \
    X(cuGraphNodeGetDependencies_v2,          12030, none, (CUgraphNode node, CUgraphNode *dependencies, void *edges, size_t *count)) \
    X(cuGraphNodeGetDependentNodes,           10000, none, (CUgraphNode node, CUgraphNode *nodes, size_t *count))     \
    X(cuGraphNodeGetDependentNodes_v2,        12030, none, (CUgraphNode node, CUgraphNode *nodes, void *edges, size_t *count)) \
    X(cuGraphAddDependencies,                 10000, none, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count)) \
    X(cuGraphAddDependencies_v2,              12030, none, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const void *edges, size_t count)) \
    X(cuGraphRemoveDependencies,              10000, none, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count)) \
    X(cuGraphRemoveDependencies_v2,           12030, none, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const void *edges, size_t count)) \
    X(cuGraphDestroyNode,                     10000, none, (CUgraphNode node))                                        \
    X(cuGraphAddKernelNode,                   10000, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, const CUDA_KERNEL_NODE_PARAMS_v1 *params)) \
    X(cuGraphAddKernelNode_v2,                12000, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, const CUDA_KERNEL_NODE_PARAMS *params)) \
    X(cuGraphKernelNodeGetParams,             10000, none, (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *params))    \
    X(cuGraphKernelNodeGetParams_v2,          12000, none, (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params))       \
    X(cuGraphKernelNodeSetParams,             10000, none, (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *params)) \
    X(cuGraphKernelNodeSetParams_v2,          12000, none, (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)) \
    X(cuGraphExecKernelNodeSetParams,         10010, none, (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *params)) \
    X(cuGraphExecKernelNodeSetParams_v2,      12000, none, (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)) \
    X(cuGraphKernelNodeCopyAttributes,        11000, none, (CUgraphNode to, CUgraphNode from))                        \
    X(cuGraphKernelNodeGetAttribute,          11000, none, (CUgraphNode node, CUkernelNodeAttrID attribute, CUkernelNodeAttrValue *value)) \
    X(cuGraphKernelNodeSetAttribute,          11000, none, (CUgraphNode node, CUkernelNodeAttrID attribute, const CUkernelNodeAttrValue *value)) \
    X(cuGraphAddMemcpyNode,                   10000, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, const CUDA_MEMCPY3D *params, CUcontext context)) \
    X(cuGraphMemcpyNodeGetParams,             10000, none, (CUgraphNode node, CUDA_MEMCPY3D *params))                 \
    X(cuGraphMemcpyNodeSetParams,             10000, none, (CUgraphNode node, const CUDA_MEMCPY3D *params))           \
    X(cuGraphExecMemcpyNodeSetParams,         10020, none, (CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *params, CUcontext context)) \
    X(cuGraphAddMemsetNode,                   10000, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context)) \
    X(cuGraphMemsetNodeGetParams,             10000, none, (CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params))       \
    X(cuGraphMemsetNodeSetParams,             10000, none, (CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params)) \
    X(cuGraphExecMemsetNodeSetParams,         10020, none, (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context)) \
    X(cuGraphAddHostNode,                     10000, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, const CUDA_HOST_NODE_PARAMS *params)) \
    X(cuGraphHostNodeGetParams,               10000, none, (CUgraphNode node, CUDA_HOST_NODE_PARAMS *params))         \
    X(cuGraphHostNodeSetParams,               10000, none, (CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params))   \
    X(cuGraphExecHostNodeSetParams,           10020, none, (CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params)) \
    X(cuGraphAddChildGraphNode,               10000, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, CUgraph child)) \
    X(cuGraphChildGraphNodeGetGraph,          10000, none, (CUgraphNode node, CUgraph *graph))                        \
    X(cuGraphExecChildGraphNodeSetParams,     11010, none, (CUgraphExec exec, CUgraphNode node, CUgraph child))       \
    X(cuGraphAddEmptyNode,                    10000, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count)) \
    X(cuGraphAddEventRecordNode,              11010, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, CUevent event)) \
    X(cuGraphEventRecordNodeGetEvent,         11010, none, (CUgraphNode node, CUevent *event))                        \
    X(cuGraphEventRecordNodeSetEvent,         11010, none, (CUgraphNode node, CUevent event))                         \
    X(cuGraphExecEventRecordNodeSetEvent,     11010, none, (CUgraphExec exec, CUgraphNode node, CUevent event))       \
    X(cuGraphAddEventWaitNode,                11010, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, CUevent event)) \
    X(cuGraphEventWaitNodeGetEvent,           11010, none, (CUgraphNode node, CUevent *event))                        \
    X(cuGraphEventWaitNodeSetEvent,           11010, none, (CUgraphNode node, CUevent event))                         \
    X(cuGraphExecEventWaitNodeSetEvent,       11010, none, (CUgraphExec exec, CUgraphNode node, CUevent event))       \
    X(cuGraphAddMemAllocNode,                 11040, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, CUDA_MEM_ALLOC_NODE_PARAMS *params)) \
    X(cuGraphMemAllocNodeGetParams,           11040, none, (CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params))    \
    X(cuGraphAddMemFreeNode,                  11040, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, CUdeviceptr address)) \
    X(cuGraphMemFreeNodeGetParams,            11040, none, (CUgraphNode node, CUdeviceptr *address))                  \
    X(cuGraphAddNode,                         12020, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count, void *params)) \
    X(cuGraphConditionalHandleCreate,         12030, none, (cuuint64_t *handle, CUgraph graph, CUcontext context, unsigned initial, unsigned flags)) \
    X(cuGraphAddNode_v2,                      12030, none, (CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, const void *edges, size_t count, void *params)) \
    X(cuGraphNodeSetParams,                   12020, none, (CUgraphNode node, void *params))                          \
    X(cuGraphExecNodeSetParams,               12020, none, (CUgraphExec exec, CUgraphNode node, void *params))        \
    X(cuGraphInstantiate,                     10000, none, (CUgraphExec *exec, CUgraph graph, CUgraphNode *error_node, char *log, size_t log_bytes)) \
    X(cuGraphInstantiateWithFlags,            11040, none, (CUgraphExec *exec, CUgraph graph, unsigned long long flags)) \
    X(cuGraphInstantiateWithParams,           12000, ptsz, (CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params)) \
    X(cuGraphUpload,                          11010, ptsz, (CUgraphExec exec, CUstream stream))                       \
    X(cuGraphLaunch,                          10000, ptsz, (CUgraphExec exec, CUstream stream))                       \
    X(cuGraphExecDestroy,                     10000, none, (CUgraphExec exec))                                        \
    X(cuGraphExecGetFlags,                    12000, none, (CUgraphExec exec, cuuint64_t *flags))                     \
    X(cuGraphExecUpdate,                      10020, none, (CUgraphExec exec, CUgraph graph, CUgraphNode *error_node, CUgraphExecUpdateResult *outcome)) \
    X(cuGraphExecUpdate_v2,                   12000, none, (CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info)) \
    X(cuGraphNodeSetEnabled,                  11060, none, (CUgraphExec exec, CUgraphNode node, unsigned enabled))    \
    X(cuGraphNodeGetEnabled,                  11060, none, (CUgraphExec exec, CUgraphNode node, unsigned *enabled))   \
    X(cuGraphDebugDotPrint,                   11030, none, (CUgraph graph, const char *path, unsigned flags))         \
    X(cuUserObjectCreate,                     11030, none, (CUuserObject *object, void *address, CUhostFn destroy, unsigned references, unsigned flags)) \
    X(cuUserObjectRetain,                     11030, none, (CUuserObject object, unsigned count))                     \
    X(cuUserObjectRelease,                    11030, none, (CUuserObject object, unsigned count))                     \
    X(cuGraphRetainUserObject,                11030, none, (CUgraph graph, CUuserObject object, unsigned count, unsigned flags)) \
    X(cuGraphReleaseUserObject,               11030, none, (CUgraph graph, CUuserObject object, unsigned count))      \
    X(cuArray3DCreate_v2,                      3020, none, (CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *shape))    \
    X(cuArray3DGetDescriptor_v2,               3020, none, (CUDA_ARRAY3D_DESCRIPTOR *shape, CUarray array))           \
    X(cuArrayCreate_v2,                        3020, none, (CUarray *array, const CUDA_ARRAY_DESCRIPTOR *shape))      \
    X(cuArrayGetDescriptor_v2,                 3020, none, (CUDA_ARRAY_DESCRIPTOR *shape, CUarray array))             \
    X(cuArrayDestroy,                          2000, none, (CUarray array))                                           \
    X(cuMipmappedArrayCreate,                  5000, none, (CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *shape, unsigned levels)) \
    X(cuMipmappedArrayGetLevel,                5000, none, (CUarray *array, CUmipmappedArray mipmapped, unsigned level)) \
    X(cuMipmappedArrayDestroy,                 5000, none, (CUmipmappedArray array))                                  \
    X(cuMemcpyHtoA_v2,                         3020, ptds, (CUarray to, size_t offset, const void *from, size_t bytes)) \
    X(cuMemcpyAtoH_v2,                         3020, ptds, (void *to, CUarray from, size_t offset, size_t bytes))     \
    X(cuMemcpyDtoA_v2,                         3020, ptds, (CUarray to, size_t offset, CUdeviceptr from, size_t bytes)) \
    X(cuMemcpyAtoD_v2,                         3020, ptds, (CUdeviceptr to, CUarray from, size_t offset, size_t bytes)) \
    X(cuMemcpyAtoA_v2,                         3020, ptds, (CUarray to, size_t to_offset, CUarray from, size_t from_offset, size_t bytes)) \
    X(cuMemcpyHtoAAsync_v2,                    3020, ptsz, (CUarray to, size_t offset, const void *from, size_t bytes, CUstream stream)) \
    X(cuMemcpyAtoHAsync_v2,                    3020, ptsz, (void *to, CUarray from, size_t offset, size_t bytes, CUstream stream)) \
    X(cuTexObjectCreate,                       5000, none, (CUtexObject *handle, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *part)) \
    X(cuTexObjectDestroy,                      5000, none, (CUtexObject handle))                                      \
    X(cuTexObjectGetResourceDesc,              5000, none, (CUDA_RESOURCE_DESC *resource, CUtexObject handle))        \
    X(cuTexObjectGetTextureDesc,               5000, none, (CUDA_TEXTURE_DESC *texture, CUtexObject handle))          \
    X(cuTexObjectGetResourceViewDesc,          5000, none, (CUDA_RESOURCE_VIEW_DESC *part, CUtexObject handle))       \
    X(cuSurfObjectCreate,                      5000, none, (CUsurfObject *handle, const CUDA_RESOURCE_DESC *resource)) \
    X(cuSurfObjectDestroy,                     5000, none, (CUsurfObject handle))                                     \
    X(cuSurfObjectGetResourceDesc,             5000, none, (CUDA_RESOURCE_DESC *resource, CUsurfObject handle))       \
    X(cuDeviceGetTexture1DLinearMaxWidth,     11010, none, (size_t *width, CUarray_format format, unsigned channels, CUdevice device)) \
    X(cuModuleGetTexRef,                       2000, none, (CUtexref *reference, CUmodule module, const char *name))  \
    X(cuModuleGetSurfRef,                      3000, none, (CUsurfref *reference, CUmodule module, const char *name)) \
    X(cuTexRefCreate,                          2000, none, (CUtexref *reference))                                     \
    X(cuTexRefDestroy,                         2000, none, (CUtexref reference))                                      \
    X(cuTexRefSetArray,                        2000, none, (CUtexref reference, CUarray array, unsigned flags))       \
    X(cuTexRefSetMipmappedArray,               5000, none, (CUtexref reference, CUmipmappedArray array, unsigned flags)) \
    X(cuTexRefSetAddress_v2,                   3020, none, (size_t *offset, CUtexref reference, CUdeviceptr address, size_t bytes)) \
    X(cuTexRefSetAddress2D_v3,                 4010, none, (CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *shape, CUdeviceptr address, size_t pitch)) \
    X(cuTexRefSetFormat,                       2000, none, (CUtexref reference, CUarray_format format, int channels)) \
    X(cuTexRefSetAddressMode,                  2000, none, (CUtexref reference, int dimension, CUaddress_mode mode))  \
    X(cuTexRefSetFilterMode,                   2000, none, (CUtexref reference, CUfilter_mode mode))                  \
    X(cuTexRefSetMipmapFilterMode,             5000, none, (CUtexref reference, CUfilter_mode mode))                  \
    X(cuTexRefSetMipmapLevelBias,              5000, none, (CUtexref reference, float bias))                          \
    X(cuTexRefSetMipmapLevelClamp,             5000, none, (CUtexref reference, float low, float high))               \
    X(cuTexRefSetMaxAnisotropy,                5000, none, (CUtexref reference, unsigned most))                       \
    X(cuTexRefSetBorderColor,                  8000, none, (CUtexref reference, float *color))                        \
    X(cuTexRefSetFlags,                        2000, none, (CUtexref reference, unsigned flags))                      \
    X(cuTexRefGetArray,                        2000, none, (CUarray *array, CUtexref reference))                      \
    X(cuTexRefGetMipmappedArray,               5000, none, (CUmipmappedArray *array, CUtexref reference))             \
    X(cuTexRefGetAddress_v2,                   3020, none, (CUdeviceptr *address, CUtexref reference))                \
    X(cuTexRefGetFormat,                       2000, none, (CUarray_format *format, int *channels, CUtexref reference)) \
    X(cuTexRefGetAddressMode,                  2000, none, (CUaddress_mode *mode, CUtexref reference, int dimension)) \
    X(cuTexRefGetFilterMode,                   2000, none, (CUfilter_mode *mode, CUtexref reference))                 \
    X(cuTexRefGetMipmapFilterMode,             5000, none, (CUfilter_mode *mode, CUtexref reference))                 \
    X(cuTexRefGetMipmapLevelBias,              5000, none, (float *bias, CUtexref reference))                         \
    X(cuTexRefGetMipmapLevelClamp,             5000, none, (float *low, float *high, CUtexref reference))             \
    X(cuTexRefGetMaxAnisotropy,                5000, none, (int *most, CUtexref reference))                           \
    X(cuTexRefGetBorderColor,                  8000, none, (float *color, CUtexref reference))                        \
    X(cuTexRefGetFlags,                        2000, none, (unsigned *flags, CUtexref reference))                     \
    X(cuSurfRefSetArray,                       3000, none, (CUsurfref reference, CUarray array, unsigned flags))      \
    X(cuSurfRefGetArray,                       3000, none, (CUarray *array, CUsurfref reference))                     \
    X(cuParamSetTexRef,                        2000, none, (CUfunction function, int unit, CUtexref reference))       \
    X(cuProfilerInitialize,                    4000, none, (const char *config, const char *output, int mode)) \
    X(cuProfilerStart,                         4000, none, (void))                                                    \
    X(cuProfilerStop,                          4000, none, (void))

/* Older exported names of the same functions, where the calling convention did not change: X(old, since, form, current). */
#define TW_DRIVER_ALIASES(X)                                                                                          \
    X(cuCtxCreate,                             2000, none, cuCtxCreate_v2)                                            \
    X(cuCtxDestroy,                            2000, none, cuCtxDestroy_v2)                                           \
    X(cuCtxPushCurrent,                        2000, none, cuCtxPushCurrent_v2)                                       \
    X(cuCtxPopCurrent,                         2000, none, cuCtxPopCurrent_v2)                                        \
    X(cuDevicePrimaryCtxRelease,               7000, none, cuDevicePrimaryCtxRelease_v2)                              \
    X(cuDevicePrimaryCtxReset,                 7000, none, cuDevicePrimaryCtxReset_v2)                                \
    X(cuDevicePrimaryCtxSetFlags,              7000, none, cuDevicePrimaryCtxSetFlags_v2)                             \
    X(cuStreamDestroy,                         2000, none, cuStreamDestroy_v2)                                        \
    X(cuEventDestroy,                          2000, none, cuEventDestroy_v2)                                         \
    X(cuMemHostRegister,                       4000, none, cuMemHostRegister_v2)                                      \
    X(cuLinkCreate,                            5050, none, cuLinkCreate_v2)                                           \
    X(cuLinkAddData,                           5050, none, cuLinkAddData_v2)                                          \
    X(cuLinkAddFile,                           5050, none, cuLinkAddFile_v2)                                          \
    X(cuStreamWaitValue32,                     8000, ptsz, cuStreamWaitValue32_v2)                                    \
    X(cuStreamWaitValue64,                     9000, ptsz, cuStreamWaitValue64_v2)                                    \
    X(cuStreamWriteValue32,                    8000, ptsz, cuStreamWriteValue32_v2)                                   \
    X(cuStreamWriteValue64,                    9000, ptsz, cuStreamWriteValue64_v2)                                   \
    X(cuStreamBatchMemOp,                      8000, ptsz, cuStreamBatchMemOp_v2)                                     \
    X(cuGraphInstantiate_v2,                  11000, none, cuGraphInstantiate)

/* Functions of CUDA 12 and 13 that the simulator knows by name alone: CUDA_ERROR_NOT_SUPPORTED, and a line in the log. */
#define TW_DRIVER_UNSUPPORTED(X)                                                                                      \
    X(cuArray3DCreate,                                 2000, none)                                                    \
    X(cuArray3DGetDescriptor,                          2000, none)                                                    \
    X(cuArrayCreate,                                   2000, none)                                                    \
    X(cuArrayGetDescriptor,                            2000, none)                                                    \
    X(cuArrayGetMemoryRequirements,                   11060, none)                                                    \
    X(cuArrayGetPlane,                                11020, none)                                                    \
    X(cuArrayGetSparseProperties,                     11010, none)                                                    \
    X(cuCheckpointProcessCheckpoint,                  12080, none)                                                    \
    X(cuCheckpointProcessGetRestoreThreadId,          12080, none)                                                    \
    X(cuCheckpointProcessGetState,                    12080, none)                                                    \
    X(cuCheckpointProcessLock,                        12080, none)                                                    \
    X(cuCheckpointProcessRestore,                     12080, none)                                                    \
    X(cuCheckpointProcessUnlock,                      12080, none)                                                    \
    X(cuCoredumpGetAttribute,                         12010, none)                                                    \
    X(cuCoredumpGetAttributeGlobal,                   12010, none)                                                    \
    X(cuCoredumpSetAttribute,                         12010, none)                                                    \
    X(cuCoredumpSetAttributeGlobal,                   12010, none)                                                    \
    X(cuCtxFromGreenCtx,                              12040, none)                                                    \
    X(cuCtxGetDevResource,                            12040, none)                                                    \
    X(cuCtxGetExecAffinity,                           11040, none)                                                    \
    X(cuDestroyExternalMemory,                        10000, none)                                                    \
    X(cuDestroyExternalSemaphore,                     10000, none)                                                    \
    X(cuDevResourceGenerateDesc,                      12040, none)                                                    \
    X(cuDevSmResourceSplitByCount,                    12040, none)                                                    \
    X(cuDeviceGetDevResource,                         12040, none)                                                    \
    X(cuDeviceGetHostAtomicCapabilities,              13000, none)                                                    \
    X(cuDeviceGetLuid,                                10000, none)                                                    \
    X(cuDeviceGetNvSciSyncAttributes,                 10020, none)                                                    \
    X(cuDeviceGetP2PAtomicCapabilities,               13000, none)                                                    \
    X(cuDeviceRegisterAsyncNotification,              12040, none)                                                    \
    X(cuDeviceTotalMem,                                2000, none)                                                    \
    X(cuDeviceUnregisterAsyncNotification,            12040, none)                                                    \
    X(cuEGLStreamConsumerAcquireFrame,                 7000, none)                                                    \
    X(cuEGLStreamConsumerConnect,                      7000, none)                                                    \
    X(cuEGLStreamConsumerConnectWithFlags,             8000, none)                                                    \
    X(cuEGLStreamConsumerDisconnect,                   7000, none)                                                    \
    X(cuEGLStreamConsumerReleaseFrame,                 7000, none)                                                    \
    X(cuEGLStreamProducerConnect,                      7000, none)                                                    \
    X(cuEGLStreamProducerDisconnect,                   7000, none)                                                    \
    X(cuEGLStreamProducerPresentFrame,                 7000, none)                                                    \
    X(cuEGLStreamProducerReturnFrame,                  7000, none)                                                    \
    X(cuEventCreateFromEGLSync,                        9000, none)                                                    \
    X(cuExternalMemoryGetMappedBuffer,                10000, none)                                                    \
    X(cuExternalMemoryGetMappedMipmappedArray,        10000, none)                                                    \
    X(cuFlushGPUDirectRDMAWrites,                     11030, none)                                                    \
    X(cuGLCtxCreate,                                   2000, none)                                                    \
    X(cuGLCtxCreate_v2,                                3020, none)                                                    \
    X(cuGLGetDevices,                                  4010, none)                                                    \
    X(cuGLGetDevices_v2,                               6050, none)                                                    \
    X(cuGLInit,                                        2000, none)                                                    \
    X(cuGLMapBufferObject,                             2000, none)                                                    \
    X(cuGLMapBufferObjectAsync,                        2030, none)                                                    \
    X(cuGLMapBufferObjectAsync_v2,                     3020, ptsz)                                                    \
    X(cuGLMapBufferObject_v2,                          3020, ptds)                                                    \
    X(cuGLRegisterBufferObject,                        2000, none)                                                    \
    X(cuGLSetBufferObjectMapFlags,                     2030, none)                                                    \
    X(cuGLUnmapBufferObject,                           2000, none)                                                    \
    X(cuGLUnmapBufferObjectAsync,                      2030, none)                                                    \
    X(cuGLUnregisterBufferObject,                      2000, none)                                                    \
    X(cuGraphAddBatchMemOpNode,                       11070, none)                                                    \
    X(cuGraphAddExternalSemaphoresSignalNode,         11020, none)                                                    \
    X(cuGraphAddExternalSemaphoresWaitNode,           11020, none)                                                    \
    X(cuGraphBatchMemOpNodeGetParams,                 11070, none)                                                    \
    X(cuGraphBatchMemOpNodeSetParams,                 11070, none)                                                    \
    X(cuGraphExecBatchMemOpNodeSetParams,             11070, none)                                                    \
    X(cuGraphExecExternalSemaphoresSignalNodeSetParams,  11020, none)                                                 \
    X(cuGraphExecExternalSemaphoresWaitNodeSetParams,  11020, none)                                                   \
    X(cuGraphExternalSemaphoresSignalNodeGetParams,   11020, none)                                                    \
    X(cuGraphExternalSemaphoresSignalNodeSetParams,   11020, none)                                                    \
    X(cuGraphExternalSemaphoresWaitNodeGetParams,     11020, none)                                                    \
    X(cuGraphExternalSemaphoresWaitNodeSetParams,     11020, none)                                                    \
    X(cuGraphicsEGLRegisterImage,                      7000, none)                                                    \
    X(cuGraphicsGLRegisterBuffer,                      3000, none)                                                    \
    X(cuGraphicsGLRegisterImage,                       3000, none)                                                    \
    X(cuGraphicsMapResources,                          3000, ptsz)                                                    \
    X(cuGraphicsResourceGetMappedEglFrame,             7000, none)                                                    \
    X(cuGraphicsResourceGetMappedMipmappedArray,       5000, none)                                                    \
    X(cuGraphicsResourceGetMappedPointer,              3000, none)                                                    \
    X(cuGraphicsResourceGetMappedPointer_v2,           3020, none)                                                    \
    X(cuGraphicsResourceSetMapFlags,                   3000, none)                                                    \
    X(cuGraphicsResourceSetMapFlags_v2,                6050, none)                                                    \
    X(cuGraphicsSubResourceGetMappedArray,             3000, none)                                                    \
    X(cuGraphicsUnmapResources,                        3000, ptsz)                                                    \
    X(cuGraphicsUnregisterResource,                    3000, none)                                                    \
    X(cuGraphicsVDPAURegisterOutputSurface,            3010, none)                                                    \
    X(cuGraphicsVDPAURegisterVideoSurface,             3010, none)                                                    \
    X(cuGreenCtxCreate,                               12040, none)                                                    \
    X(cuGreenCtxDestroy,                              12040, none)                                                    \
    X(cuGreenCtxGetDevResource,                       12040, none)                                                    \
    X(cuGreenCtxGetId,                                12090, none)                                                    \
    X(cuGreenCtxRecordEvent,                          12040, none)                                                    \
    X(cuGreenCtxStreamCreate,                         12050, none)                                                    \
    X(cuGreenCtxWaitEvent,                            12040, none)                                                    \
    X(cuImportExternalMemory,                         10000, none)                                                    \
    X(cuImportExternalSemaphore,                      10000, none)                                                    \
    X(cuLaunchCooperativeKernelMultiDevice,            9000, none)                                                    \
    X(cuLibraryGetUnifiedFunction,                    12000, none)                                                    \
    X(cuLogsCurrent,                                  12090, none)                                                    \
    X(cuLogsDumpToFile,                               12090, none)                                                    \
    X(cuLogsDumpToMemory,                             12090, none)                                                    \
    X(cuLogsRegisterCallback,                         12090, none)                                                    \
    X(cuLogsUnregisterCallback,                       12090, none)                                                    \
    X(cuMemAlloc,                                      2000, none)                                                    \
    X(cuMemAllocHost,                                  2000, none)                                                    \
    X(cuMemAllocPitch,                                 2000, none)                                                    \
    X(cuMemBatchDecompressAsync,                      12060, ptsz)                                                    \
    X(cuMemDiscardAndPrefetchBatchAsync,              13000, ptsz)                                                    \
    X(cuMemDiscardBatchAsync,                         13000, ptsz)                                                    \
    X(cuMemFree,                                       2000, none)                                                    \
    X(cuMemGetAddressRange,                            2000, none)                                                    \
    X(cuMemGetHandleForAddressRange,                  11070, none)                                                    \
    X(cuMemGetInfo,                                    2000, none)                                                    \
    X(cuMemHostGetDevicePointer,                       2020, none)                                                    \
    X(cuMemMapArrayAsync,                             11010, ptsz)                                                    \
    X(cuMemPrefetchBatchAsync,                        13000, ptsz)                                                    \
    X(cuMemcpy2D,                                      2000, none)                                                    \
    X(cuMemcpy2DAsync,                                 2000, none)                                                    \
    X(cuMemcpy2DUnaligned,                             2000, none)                                                    \
    X(cuMemcpy3D,                                      2000, none)                                                    \
    X(cuMemcpy3DAsync,                                 2000, none)                                                    \
    X(cuMemcpy3DBatchAsync,                           12080, ptsz)                                                    \
    X(cuMemcpy3DBatchAsync_v2,                        13000, ptsz)                                                    \
    X(cuMemcpyAtoA,                                    2000, none)                                                    \
    X(cuMemcpyAtoD,                                    2000, none)                                                    \
    X(cuMemcpyAtoH,                                    2000, none)                                                    \
    X(cuMemcpyAtoHAsync,                               2000, none)                                                    \
    X(cuMemcpyDtoA,                                    2000, none)                                                    \
    X(cuMemcpyDtoD,                                    2000, none)                                                    \
    X(cuMemcpyDtoDAsync,                               3000, none)                                                    \
    X(cuMemcpyDtoH,                                    2000, none)                                                    \
    X(cuMemcpyDtoHAsync,                               2000, none)                                                    \
    X(cuMemcpyHtoA,                                    2000, none)                                                    \
    X(cuMemcpyHtoAAsync,                               2000, none)                                                    \
    X(cuMemcpyHtoD,                                    2000, none)                                                    \
    X(cuMemcpyHtoDAsync,                               2000, none)                                                    \
    X(cuMemsetD16,                                     2000, none)                                                    \
    X(cuMemsetD2D16,                                   2000, none)                                                    \
    X(cuMemsetD2D32,                                   2000, none)                                                    \
    X(cuMemsetD2D8,                                    2000, none)                                                    \
    X(cuMemsetD32,                                     2000, none)                                                    \
    X(cuMemsetD8,                                      2000, none)                                                    \
    X(cuMipmappedArrayGetMemoryRequirements,          11060, none)                                                    \
    X(cuMipmappedArrayGetSparseProperties,            11010, none)                                                    \
    X(cuModuleGetGlobal,                               2000, none)                                                    \
    X(cuMulticastAddDevice,                           12010, none)                                                    \
    X(cuMulticastBindAddr,                            12010, none)                                                    \
    X(cuMulticastBindMem,                             12010, none)                                                    \
    X(cuMulticastCreate,                              12010, none)                                                    \
    X(cuMulticastGetGranularity,                      12010, none)                                                    \
    X(cuMulticastUnbind,                              12010, none)                                                    \
    X(cuSignalExternalSemaphoresAsync,                10000, ptsz)                                                    \
    X(cuStreamGetCtx_v2,                              12050, ptsz)                                                    \
    X(cuStreamGetGreenCtx,                            12040, none)                                                    \
    X(cuTensorMapEncodeIm2colWide,                    12080, none)                                                    \
    X(cuTexRefGetAddress,                              2000, none)                                                    \
    X(cuTexRefSetAddress,                              2000, none)                                                    \
    X(cuTexRefSetAddress2D,                            2020, none)                                                    \
    X(cuTexRefSetAddress2D_v2,                         3020, none)                                                    \
    X(cuVDPAUCtxCreate,                                3010, none)                                                    \
    X(cuVDPAUCtxCreate_v2,                             3020, none)                                                    \
    X(cuVDPAUGetDevice,                                3010, none)                                                    \
    X(cuWGLGetDevice,                                  2020, none)                                                    \
    X(cuWaitExternalSemaphoresAsync,                  10000, ptsz)
/* clang-format on */

#endif
