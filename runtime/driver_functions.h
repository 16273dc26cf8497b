/*
 * driver_functions.h - the driver functions in use: one X-macro, from which come the table (driver.h), the loading of
 * libcuda.so.1 (driver_cuda.c), the simulator's provider (sim/driver_sim.c) and the drop-in library's exports.
 *
 * X(exported name, parameters): names as libcuda.so.1 exports them, prototypes our own and none newer than CUDA 12.0.
 * All return CUresult.
 */
#ifndef TW_RUNTIME_DRIVER_FUNCTIONS_H
#define TW_RUNTIME_DRIVER_FUNCTIONS_H

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
    X(cuEventCreate,                  (CUevent *event, unsigned flags))                                               \
    X(cuEventDestroy_v2,              (CUevent event))                                                                \
    X(cuEventRecord,                  (CUevent event, CUstream stream))                                               \
    X(cuEventSynchronize,             (CUevent event))                                                                \
    X(cuEventElapsedTime,             (float *milliseconds, CUevent from, CUevent to))
/* clang-format on */

#endif
