/* Devices: each has its primary context, each thread has a device. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "sim/libs/cudart/runtime.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* the width of banks */

static _Thread_local int current;            /* the device that the thread chose */
static _Thread_local CUcontext made_current; /* its primary context, if that was made current here */
static _Thread_local unsigned resets_seen;   /* at that time */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CUresult started;
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CUcontext *primary; /* by device; NULL: not retained yet */
static atomic_uint resets; /* of devices: what a thread has as its context may be gone */

static void start(void)
{
    started = cuInit(0);
    if (!started) started = cuDeviceGetCount(&count);
    if (!started && !count) started = CUDA_ERROR_NO_DEVICE;
    if (!started && !(primary = calloc((size_t)count, sizeof *primary))) started = CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult start_driver(void)
{
    pthread_once(&once, start);
    return started;
}

static CUresult retain(int device)
{
    CUresult result = CUDA_SUCCESS;
    pthread_mutex_lock(&lock);
    if (!primary[device]) result = cuDevicePrimaryCtxRetain(&primary[device], device);
    pthread_mutex_unlock(&lock);
    return result;
}

static CUresult use(int device)
{
    CUresult result = retain(device);
    if (result) return result;
    resets_seen = atomic_load(&resets);
    made_current = primary[device];
    return cuCtxSetCurrent(made_current);
}

CUresult tw_begin(void)
{
    CUcontext context = NULL;
    CUresult result = start_driver();
    if (!result) result = cuCtxGetCurrent(&context);
    bool gone = context && context == made_current && resets_seen != atomic_load(&resets);
    return result || (context && !gone) ? result : use(current);
}

CUresult tw_device(CUdevice *device)
{
    CUresult result = tw_begin();
    return result ? result : cuCtxGetDevice(device);
}

static CUresult check(int device)
{
    CUresult result = start_driver();
    return result ? result : device < 0 || device >= count ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

cudaError_t CUDARTAPI cudaGetDeviceCount(int *devices)
{
    CUresult result = start_driver();
    if (!devices) return tw_fail(cudaErrorInvalidValue);
    *devices = result ? 0 : count;
    return tw_end(result);
}

cudaError_t CUDARTAPI cudaSetDevice(int device)
{
    CUresult result = check(device);
    if (!result) result = use(device);
    if (!result) current = device;
    return tw_end(result);
}

cudaError_t CUDARTAPI cudaGetDevice(int *device)
{
    CUcontext context = NULL;
    CUresult result = start_driver();
    if (!device) return tw_fail(cudaErrorInvalidValue);
    *device = current;
    if (!result) result = cuCtxGetCurrent(&context);
    if (!result && context) result = cuCtxGetDevice(device);
    return tw_end(result);
}

cudaError_t CUDARTAPI cudaInitDevice(int device, unsigned flags, unsigned set_flags)
{
    CUresult result = check(device);
    (void)flags, (void)set_flags;
    return tw_end(result ? result : retain(device));
}

/* The first of the list is used, as the runtime does when it may use it. */
cudaError_t CUDARTAPI cudaSetValidDevices(int *devices, int length)
{
    for (int i = 0; i < length; i++)
        if (!devices || check(devices[i])) return tw_fail(cudaErrorInvalidDevice);
    current = length > 0 ? devices[0] : 0;
    return cudaSuccess;
}

static CUresult flags_of(unsigned *flags)
{
    CUdevice device;
    int active;
    CUresult result = tw_device(&device);
    return result ? result : cuDevicePrimaryCtxGetState(device, flags, &active);
}

cudaError_t CUDARTAPI cudaGetDeviceFlags(unsigned *flags)
{
    return flags ? tw_end(flags_of(flags)) : tw_fail(cudaErrorInvalidValue);
}

cudaError_t CUDARTAPI cudaSetDeviceFlags(unsigned flags)
{
    CUresult result = check(current);
    return tw_end(result ? result : cuDevicePrimaryCtxSetFlags(current, flags));
}

/* Everything of the device is gone; who uses it next begins anew. */
static CUresult reset(int device)
{
    CUresult result;
    pthread_mutex_lock(&lock);
    result = cuDevicePrimaryCtxReset(device);
    if (primary[device]) cuDevicePrimaryCtxRelease(device);
    primary[device] = NULL;
    atomic_fetch_add(&resets, 1);
    pthread_mutex_unlock(&lock);
    return result;
}

cudaError_t CUDARTAPI cudaDeviceReset(void)
{
    CUdevice device;
    CUresult result = tw_device(&device);
    return tw_end(result ? result : reset(device));
}

TW_RUNTIME(cudaDeviceSynchronize, (void), cuCtxSynchronize())
TW_RUNTIME(cudaDeviceSetLimit, (enum cudaLimit limit, size_t value), cuCtxSetLimit((CUlimit)limit, value))
TW_RUNTIME(cudaDeviceGetLimit, (size_t * value, enum cudaLimit limit), cuCtxGetLimit(value, (CUlimit)limit))
TW_RUNTIME(cudaDeviceGetCacheConfig, (enum cudaFuncCache * config),
           cuCtxGetCacheConfig((CUfunc_cache *)config))
TW_RUNTIME(cudaDeviceSetCacheConfig, (enum cudaFuncCache config), cuCtxSetCacheConfig((CUfunc_cache)config))
TW_RUNTIME(cudaDeviceGetSharedMemConfig, (enum cudaSharedMemConfig * config),
           cuCtxGetSharedMemConfig((CUsharedconfig *)config))
TW_RUNTIME(cudaDeviceSetSharedMemConfig, (enum cudaSharedMemConfig config),
           cuCtxSetSharedMemConfig((CUsharedconfig)config))
TW_RUNTIME(cudaDeviceGetStreamPriorityRange, (int *least, int *greatest),
           cuCtxGetStreamPriorityRange(least, greatest))
TW_RUNTIME(cudaCtxResetPersistingL2Cache, (void), cuCtxResetPersistingL2Cache())
TW_RUNTIME(cudaDeviceFlushGPUDirectRDMAWrites,
           (enum cudaFlushGPUDirectRDMAWritesTarget target, enum cudaFlushGPUDirectRDMAWritesScope scope),
           cuFlushGPUDirectRDMAWrites((CUflushGPUDirectRDMAWritesTarget)target,
                                      (CUflushGPUDirectRDMAWritesScope)scope))
TW_RUNTIME(cudaMemGetInfo, (size_t * free, size_t *total), cuMemGetInfo(free, total))

/* ---- of a device that is named: no context is needed ---- */

#define OF_DEVICE(name, parameters, call)                                                                    \
    cudaError_t CUDARTAPI name parameters                                                                    \
    {                                                                                                        \
        CUresult result = check(device);                                                                     \
        return tw_end(result ? result : (call));                                                             \
    }

OF_DEVICE(cudaDeviceGetAttribute, (int *value, enum cudaDeviceAttr attribute, int device),
          cuDeviceGetAttribute(value, (CUdevice_attribute)attribute, device))
OF_DEVICE(cudaDeviceGetPCIBusId, (char *text, int length, int device),
          cuDeviceGetPCIBusId(text, length, device))
OF_DEVICE(cudaDeviceGetDefaultMemPool, (cudaMemPool_t * pool, int device),
          cuDeviceGetDefaultMemPool(pool, device))
OF_DEVICE(cudaDeviceGetMemPool, (cudaMemPool_t * pool, int device), cuDeviceGetMemPool(pool, device))
OF_DEVICE(cudaDeviceSetMemPool, (int device, cudaMemPool_t pool), cuDeviceSetMemPool(device, pool))
OF_DEVICE(cudaDeviceCanAccessPeer, (int *can, int device, int peer), cuDeviceCanAccessPeer(can, device, peer))
OF_DEVICE(cudaDeviceGetP2PAttribute, (int *value, enum cudaDeviceP2PAttr attribute, int device, int peer),
          cuDeviceGetP2PAttribute(value, (CUdevice_P2PAttribute)attribute, device, peer))
OF_DEVICE(cudaDeviceGraphMemTrim, (int device), cuDeviceGraphMemTrim(device))
OF_DEVICE(cudaDeviceGetGraphMemAttribute, (int device, enum cudaGraphMemAttributeType attribute, void *value),
          cuDeviceGetGraphMemAttribute(device, (CUgraphMem_attribute)attribute, value))
OF_DEVICE(cudaDeviceSetGraphMemAttribute, (int device, enum cudaGraphMemAttributeType attribute, void *value),
          cuDeviceSetGraphMemAttribute(device, (CUgraphMem_attribute)attribute, value))

cudaError_t CUDARTAPI cudaDeviceGetByPCIBusId(int *device, const char *text)
{
    CUresult result = start_driver();
    return tw_end(result ? result : cuDeviceGetByPCIBusId(device, text));
}

/* A peer's primary context, whether its thread has used it or not. */
static CUresult peer(CUcontext *context, int device)
{
    CUresult result = tw_begin();
    if (!result) result = check(device);
    if (!result) result = retain(device);
    if (!result) *context = primary[device];
    return result;
}

cudaError_t CUDARTAPI cudaDeviceEnablePeerAccess(int device, unsigned flags)
{
    CUcontext context;
    CUresult result = peer(&context, device);
    return tw_end(result ? result : cuCtxEnablePeerAccess(context, flags));
}

cudaError_t CUDARTAPI cudaDeviceDisablePeerAccess(int device)
{
    CUcontext context;
    CUresult result = peer(&context, device);
    return tw_end(result ? result : cuCtxDisablePeerAccess(context));
}

/* A copy from one device's memory to another's: each address in its own primary context. */
static CUresult copy_peer(void *to, int to_device, const void *from, int from_device, size_t bytes,
                          CUstream stream, bool waits)
{
    CUcontext target = NULL, source = NULL;
    CUresult result = peer(&target, to_device);
    if (!result) result = peer(&source, from_device);
    if (result || !bytes) return result;
    return waits ? cuMemcpyPeer(tw_address(to), target, tw_address(from), source, bytes)
                 : cuMemcpyPeerAsync(tw_address(to), target, tw_address(from), source, bytes, stream);
}

cudaError_t CUDARTAPI cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
    return tw_end(copy_peer(to, to_device, from, from_device, bytes, NULL, true));
}

cudaError_t CUDARTAPI cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                          size_t bytes, cudaStream_t stream)
{
    return tw_end(copy_peer(to, to_device, from, from_device, bytes, stream, false));
}

/* The device whose properties come nearest to those asked for: all of ours have what can be asked, so the first of the
   same compute capability, else the first. */
cudaError_t CUDARTAPI cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
    CUresult result = start_driver();
    if (!device || !wanted) return tw_fail(cudaErrorInvalidValue);
    *device = 0;
    for (int i = count; i-- > 0 && !result;) {
        int major = 0;
        result = cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, i);
        if (major == wanted->major) *device = i;
    }
    return tw_end(result);
}

cudaError_t CUDARTAPI cudaDriverGetVersion(int *version)
{
    return tw_end(cuDriverGetVersion(version));
}

cudaError_t CUDARTAPI cudaRuntimeGetVersion(int *version)
{
    if (!version) return tw_fail(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

CUresult CUDAAPI cuProfilerStart(void); // cudaProfiler.h is not in every toolkit
CUresult CUDAAPI cuProfilerStop(void);

cudaError_t CUDARTAPI cudaProfilerStart(void);
cudaError_t CUDARTAPI cudaProfilerStop(void);

TW_RUNTIME(cudaProfilerStart, (void), cuProfilerStart())
TW_RUNTIME(cudaProfilerStop, (void), cuProfilerStop())
