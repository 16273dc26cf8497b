/*
 * driver_functions.h - the driver functions in use: one X-macro, from which come the table
 * (driver.h), the loading of libcuda.so.1 (driver_cuda.c), the simulator's provider
 * (sim/driver_sim.c) and the drop-in library's exports.
 *
 * X(exported name, parameters): names as libcuda.so.1 exports them, prototypes our own and none newer than
 * CUDA 12.0. All return CUresult.
 */
#ifndef TW_BASE_DRIVER_FUNCTIONS_H
#define TW_BASE_DRIVER_FUNCTIONS_H

/* clang-format off */
#define TW_DRIVER_FUNCTIONS(X)                                                                                        \
    X(cuInit,                         (unsigned flags))                                                               \
    X(cuDriverGetVersion,             (int *version))                                                                 \
    X(cuGetErrorName,                 (CUresult result, const char **name))                                           \
    X(cuGetErrorString,               (CUresult result, const char **text))                                           \
    X(cuDeviceGetCount,               (int *count))                                                                   \
    X(cuDeviceGet,                    (CUdevice *device, int ordinal))                                                \
    X(cuDeviceGetName,                (char *name, int length, CUdevice device))                                      \
    X(cuDeviceGetAttribute,           (int *value, CUdevice_attribute attribute, CUdevice device))                    \
    X(cuDeviceTotalMem_v2,            (size_t *bytes, CUdevice device))                                               \
    X(cuDeviceGetUuid_v2,             (CUuuid *uuid, CUdevice device))                                                \
    X(cuDevicePrimaryCtxRetain,       (CUcontext *context, CUdevice device))                                          \
    X(cuDevicePrimaryCtxRelease_v2,   (CUdevice device))                                                              \
    X(cuCtxCreate_v2,                 (CUcontext *context, unsigned flags, CUdevice device))                          \
    X(cuCtxDestroy_v2,                (CUcontext context))                                                            \
    X(cuCtxSetCurrent,                (CUcontext context))                                                            \
    X(cuCtxGetCurrent,                (CUcontext *context))                                                           \
    X(cuCtxPushCurrent_v2,            (CUcontext context))                                                            \
    X(cuCtxPopCurrent_v2,             (CUcontext *context))                                                           \
    X(cuCtxGetDevice,                 (CUdevice *device))                                                             \
    X(cuCtxSynchronize,               (void))                                                                         \
    X(cuModuleLoad,                   (CUmodule *module, const char *path))                                           \
    X(cuModuleLoadData,               (CUmodule *module, const void *image))                                          \
    X(cuModuleLoadDataEx,             (CUmodule *module, const void *image, unsigned count, CUjit_option *options, void **values)) \
    X(cuModuleUnload,                 (CUmodule module))                                                              \
    X(cuModuleGetFunction,            (CUfunction *function, CUmodule module, const char *name))                      \
    X(cuModuleGetGlobal_v2,           (CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name))       \
    X(cuFuncGetAttribute,             (int *value, CUfunction_attribute attribute, CUfunction function))              \
    X(cuFuncSetAttribute,             (CUfunction function, CUfunction_attribute attribute, int value))               \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, CUfunction function, int threads, size_t dynamic_shared_bytes)) \
    X(cuLaunchKernel,                 (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_shared_bytes, CUstream stream, void **parameters, void **extra)) \
    X(cuMemAlloc_v2,                  (CUdeviceptr *address, size_t bytes))                                           \
    X(cuMemFree_v2,                   (CUdeviceptr address))                                                          \
    X(cuMemGetInfo_v2,                (size_t *available, size_t *total))                                             \
    X(cuMemcpyHtoD_v2,                (CUdeviceptr to, const void *from, size_t bytes))                               \
    X(cuMemcpyDtoH_v2,                (void *to, CUdeviceptr from, size_t bytes))                                     \
    X(cuMemcpyDtoD_v2,                (CUdeviceptr to, CUdeviceptr from, size_t bytes))                               \
    X(cuMemcpyHtoDAsync_v2,           (CUdeviceptr to, const void *from, size_t bytes, CUstream stream))              \
    X(cuMemcpyDtoHAsync_v2,           (void *to, CUdeviceptr from, size_t bytes, CUstream stream))                    \
    X(cuMemcpyDtoDAsync_v2,           (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))              \
    X(cuMemsetD8_v2,                  (CUdeviceptr to, unsigned char value, size_t count))                            \
    X(cuMemsetD16_v2,                 (CUdeviceptr to, unsigned short value, size_t count))                           \
    X(cuMemsetD32_v2,                 (CUdeviceptr to, unsigned value, size_t count))                                 \
    X(cuMemsetD8Async,                (CUdeviceptr to, unsigned char value, size_t count, CUstream stream))           \
    X(cuStreamCreate,                 (CUstream *stream, unsigned flags))                                             \
    X(cuStreamDestroy_v2,             (CUstream stream))                                                              \
    X(cuStreamSynchronize,            (CUstream stream))                                                              \
    X(cuStreamIsCapturing,            (CUstream stream, CUstreamCaptureStatus *status))                               \
    X(cuEventCreate,                  (CUevent *event, unsigned flags))                                               \
    X(cuEventDestroy_v2,              (CUevent event))                                                                \
    X(cuEventRecord,                  (CUevent event, CUstream stream))                                               \
    X(cuEventSynchronize,             (CUevent event))                                                                \
    X(cuEventElapsedTime,             (float *milliseconds, CUevent from, CUevent to))

/* Functions that a driver may lack, deprecated or for devices of the past: their pointers in the table are NULL then. */
#define TW_DRIVER_OPTIONALS(X)                                                                                        \
    X(cuCtxGetCacheConfig,            (CUfunc_cache *config))                                                         \
    X(cuCtxSetCacheConfig,            (CUfunc_cache config))                                                          \
    X(cuFuncSetCacheConfig,           (CUfunction function, CUfunc_cache config))                                     \
    X(cuCtxGetSharedMemConfig,        (CUsharedconfig *config))                                                       \
    X(cuCtxSetSharedMemConfig,        (CUsharedconfig config))

/*
 * Functions that only the simulator provides: not in the table, because opening a real driver must not fail for want of
 * one that we never call, but driver-API programs do call them. Types newer than CUDA 12.0 are spelt `void`.
 */
#define TW_DRIVER_EXTRAS(X)                                                                                           \
    X(cuGetProcAddress,               (const char *name, void **function, int version, cuuint64_t flags))             \
    X(cuGetProcAddress_v2,            (const char *name, void **function, int version, cuuint64_t flags, CUdriverProcAddressQueryResult *status)) \
    X(cuGetExportTable,               (const void **table, const CUuuid *id))                                         \
    X(cuDeviceComputeCapability,      (int *major, int *minor, CUdevice device))                                      \
    X(cuDeviceGetUuid,                (CUuuid *uuid, CUdevice device))                                                \
    X(cuDeviceGetPCIBusId,            (char *id, int length, CUdevice device))                                        \
    X(cuDeviceCanAccessPeer,          (int *can, CUdevice device, CUdevice peer))                                     \
    X(cuDevicePrimaryCtxReset_v2,     (CUdevice device))                                                              \
    X(cuDevicePrimaryCtxGetState,     (CUdevice device, unsigned *flags, int *active))                                \
    X(cuDevicePrimaryCtxSetFlags_v2,  (CUdevice device, unsigned flags))                                              \
    X(cuCtxCreate_v3,                 (CUcontext *context, CUexecAffinityParam *affinity, int count, unsigned flags, CUdevice device)) \
    X(cuCtxCreate_v4,                 (CUcontext *context, void *parameters, unsigned flags, CUdevice device))        \
    X(cuCtxGetApiVersion,             (CUcontext context, unsigned *version))                                         \
    X(cuCtxGetId,                     (CUcontext context, unsigned long long *id))                                    \
    X(cuCtxGetFlags,                  (unsigned *flags))                                                              \
    X(cuCtxGetLimit,                  (size_t *value, CUlimit limit))                                                 \
    X(cuCtxSetLimit,                  (CUlimit limit, size_t value))                                                  \
    X(cuCtxGetStreamPriorityRange,    (int *least, int *greatest))                                                    \
    X(cuModuleLoadFatBinary,          (CUmodule *module, const void *image))                                          \
    X(cuModuleGetLoadingMode,         (CUmoduleLoadingMode *mode))                                                    \
    X(cuLibraryLoadData,              (CUlibrary *library, const void *image, CUjit_option *options, void **values, unsigned count, CUlibraryOption *library_options, void **library_values, unsigned library_count)) \
    X(cuLibraryLoadFromFile,          (CUlibrary *library, const char *path, CUjit_option *options, void **values, unsigned count, CUlibraryOption *library_options, void **library_values, unsigned library_count)) \
    X(cuLibraryUnload,                (CUlibrary library))                                                            \
    X(cuLibraryGetKernel,             (CUkernel *kernel, CUlibrary library, const char *name))                        \
    X(cuLibraryGetModule,             (CUmodule *module, CUlibrary library))                                          \
    X(cuLibraryGetGlobal,             (CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name))     \
    X(cuKernelGetFunction,            (CUfunction *function, CUkernel kernel))                                        \
    X(cuKernelGetAttribute,           (int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device)) \
    X(cuKernelSetAttribute,           (CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device))  \
    X(cuKernelSetCacheConfig,         (CUkernel kernel, CUfunc_cache config, CUdevice device))                        \
    X(cuFuncGetModule,                (CUmodule *module, CUfunction function))                                        \
    X(cuFuncGetName,                  (const char **name, CUfunction function))                                       \
    X(cuFuncSetSharedMemConfig,       (CUfunction function, CUsharedconfig config))                                   \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, (int *blocks, CUfunction function, int threads, size_t dynamic_shared_bytes, unsigned flags)) \
    X(cuOccupancyMaxPotentialBlockSize, (int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_for, size_t dynamic_shared_bytes, int limit)) \
    X(cuOccupancyMaxPotentialBlockSizeWithFlags, (int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_for, size_t dynamic_shared_bytes, int limit, unsigned flags)) \
    X(cuLaunchKernelEx,               (const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra)) \
    X(cuLaunchHostFunc,               (CUstream stream, CUhostFn function, void *data))                               \
    X(cuMemAllocPitch_v2,             (CUdeviceptr *address, size_t *pitch, size_t width, size_t height, unsigned element_bytes)) \
    X(cuMemAllocAsync,                (CUdeviceptr *address, size_t bytes, CUstream stream))                          \
    X(cuMemFreeAsync,                 (CUdeviceptr address, CUstream stream))                                         \
    X(cuMemAllocManaged,              (CUdeviceptr *address, size_t bytes, unsigned flags))                           \
    X(cuMemAllocHost_v2,              (void **memory, size_t bytes))                                                  \
    X(cuMemHostAlloc,                 (void **memory, size_t bytes, unsigned flags))                                  \
    X(cuMemFreeHost,                  (void *memory))                                                                 \
    X(cuMemHostRegister_v2,           (void *memory, size_t bytes, unsigned flags))                                   \
    X(cuMemHostUnregister,            (void *memory))                                                                 \
    X(cuMemHostGetDevicePointer_v2,   (CUdeviceptr *address, void *memory, unsigned flags))                           \
    X(cuMemGetAddressRange_v2,        (CUdeviceptr *base, size_t *bytes, CUdeviceptr address))                        \
    X(cuPointerGetAttribute,          (void *value, CUpointer_attribute attribute, CUdeviceptr address))              \
    X(cuMemcpy,                       (CUdeviceptr to, CUdeviceptr from, size_t bytes))                               \
    X(cuMemcpyAsync,                  (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))              \
    X(cuMemsetD16Async,               (CUdeviceptr to, unsigned short value, size_t count, CUstream stream))          \
    X(cuMemsetD32Async,               (CUdeviceptr to, unsigned value, size_t count, CUstream stream))                \
    X(cuStreamCreateWithPriority,     (CUstream *stream, unsigned flags, int priority))                               \
    X(cuStreamQuery,                  (CUstream stream))                                                              \
    X(cuStreamWaitEvent,              (CUstream stream, CUevent event, unsigned flags))                               \
    X(cuStreamGetFlags,               (CUstream stream, unsigned *flags))                                             \
    X(cuStreamGetPriority,            (CUstream stream, int *priority))                                               \
    X(cuStreamGetCtx,                 (CUstream stream, CUcontext *context))                                          \
    X(cuEventQuery,                   (CUevent event))                                                                \
    X(cuEventRecordWithFlags,         (CUevent event, CUstream stream, unsigned flags))                               \
    X(cuEventElapsedTime_v2,          (float *milliseconds, CUevent from, CUevent to))

/* Older exported names of the same functions, where the calling convention did not change: X(old, current). */
#define TW_DRIVER_ALIASES(X)                                                                                          \
    X(cuCtxCreate,                    cuCtxCreate_v2)                                                                 \
    X(cuCtxDestroy,                   cuCtxDestroy_v2)                                                                \
    X(cuCtxPushCurrent,               cuCtxPushCurrent_v2)                                                            \
    X(cuCtxPopCurrent,                cuCtxPopCurrent_v2)                                                             \
    X(cuDevicePrimaryCtxRelease,      cuDevicePrimaryCtxRelease_v2)                                                   \
    X(cuDevicePrimaryCtxReset,        cuDevicePrimaryCtxReset_v2)                                                     \
    X(cuDevicePrimaryCtxSetFlags,     cuDevicePrimaryCtxSetFlags_v2)                                                  \
    X(cuStreamDestroy,                cuStreamDestroy_v2)                                                             \
    X(cuEventDestroy,                 cuEventDestroy_v2)                                                              \
    X(cuMemHostRegister,              cuMemHostRegister_v2)
/* clang-format on */

#endif
