/* What is made and unmade: streams, events, kernels and libraries as handles; what is known of a kernel. */
#include <string.h>

#include "sim/libs/cudart/runtime.h"

/* ---- streams and events ---- */

TW_RUNTIME(cudaStreamCreate, (cudaStream_t * stream), cuStreamCreate(stream, CU_STREAM_DEFAULT))
TW_RUNTIME(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned flags), cuStreamCreate(stream, flags))
TW_RUNTIME(cudaStreamCreateWithPriority, (cudaStream_t * stream, unsigned flags, int priority),
           cuStreamCreateWithPriority(stream, flags, priority))
TW_RUNTIME(cudaStreamDestroy, (cudaStream_t stream), cuStreamDestroy(stream))
TW_RUNTIME(cudaThreadExchangeStreamCaptureMode, (enum cudaStreamCaptureMode * mode),
           cuThreadExchangeStreamCaptureMode((CUstreamCaptureMode *)mode))
TW_RUNTIME(cudaEventCreate, (cudaEvent_t * event), cuEventCreate(event, CU_EVENT_DEFAULT))
TW_RUNTIME(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned flags), cuEventCreate(event, flags))
TW_RUNTIME(cudaEventDestroy, (cudaEvent_t event), cuEventDestroy(event))
TW_RUNTIME(cudaEventQuery, (cudaEvent_t event), cuEventQuery(event))
TW_RUNTIME(cudaEventSynchronize, (cudaEvent_t event), cuEventSynchronize(event))
TW_RUNTIME(cudaEventElapsedTime, (float *milliseconds, cudaEvent_t start, cudaEvent_t end),
           cuEventElapsedTime(milliseconds, start, end))

/* ---- launches that <<< >>> begins: grid and block wait here until the stub is called with the arguments ---- */

struct configuration {
    dim3 grid, block;
    size_t shared_bytes;
    void *stream;
};
enum { DEEPEST = 64 }; /* an argument of a launch may launch in its turn */
static _Thread_local struct configuration begun[DEEPEST];
static _Thread_local int depth;

unsigned CUDARTAPI __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, void *stream);
cudaError_t CUDARTAPI __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream);

unsigned CUDARTAPI __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, void *stream)
{
    if (depth == DEEPEST) return (unsigned)tw_fail(cudaErrorMissingConfiguration);
    begun[depth++] = (struct configuration){grid, block, shared_bytes, stream};
    return 0;
}

cudaError_t CUDARTAPI __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream)
{
    if (!depth) return tw_fail(cudaErrorMissingConfiguration);
    struct configuration *last = &begun[--depth];
    *grid = last->grid;
    *block = last->block;
    *shared_bytes = last->shared_bytes;
    memcpy(stream, &last->stream, sizeof last->stream); // it is a cudaStream_t *
    return cudaSuccess;
}

/* ---- kernels ---- */

/* Runs CALL with a kernel of that host function and the device that is current. */
#define OF_KERNEL(name, parameters, call)                                                                    \
    cudaError_t CUDARTAPI name parameters                                                                    \
    {                                                                                                        \
        CUkernel kernel = NULL;                                                                              \
        CUdevice device = 0;                                                                                 \
        CUresult result = tw_device(&device);                                                                \
        if (!result) result = tw_kernel(&kernel, host);                                                      \
        return result ? tw_end_kernel(result) : tw_end(call);                                                \
    }

static CUresult give(cudaKernel_t *to, CUkernel kernel)
{
    *to = (cudaKernel_t)kernel;
    return tw_know_kernel(kernel);
}

cudaError_t CUDARTAPI __cudaGetKernel(cudaKernel_t *to, const void *host);

/* Asked once for each launch in the program's text, and whatever it answers: so what is wrong with the kernel is for each launch to
   say, and the handle is the host function. */
cudaError_t CUDARTAPI __cudaGetKernel(cudaKernel_t *to, const void *host)
{
    *to = (cudaKernel_t)host;
    return cudaSuccess;
}

OF_KERNEL(cudaGetKernel, (cudaKernel_t * to, const void *host), ((void)device, give(to, kernel)))
OF_KERNEL(cudaGetFuncBySymbol, (cudaFunction_t * to, const void *host),
          ((void)device, cuKernelGetFunction((CUfunction *)to, kernel)))
OF_KERNEL(cudaFuncSetCacheConfig, (const void *host, enum cudaFuncCache config),
          cuKernelSetCacheConfig(kernel, (CUfunc_cache)config, device))
OF_KERNEL(cudaFuncSetAttribute, (const void *host, enum cudaFuncAttribute attribute, int value),
          cuKernelSetAttribute((CUfunction_attribute)attribute, value, kernel, device))
#if CUDART_VERSION >= 12030
OF_KERNEL(cudaFuncGetName, (const char **name, const void *host),
          ((void)device, cuKernelGetName(name, kernel)))
#endif
#if CUDART_VERSION >= 12040
OF_KERNEL(cudaFuncGetParamInfo, (const void *host, size_t index, size_t *offset, size_t *bytes),
          ((void)device, cuKernelGetParamInfo(kernel, index, offset, bytes)))
#endif

TW_RUNTIME(cudaFuncSetSharedMemConfig, (const void *host, enum cudaSharedMemConfig config),
           ((void)host, (void)config, CUDA_SUCCESS)) // banks have one width since compute capability 5.0

static CUresult attributes_of(struct cudaFuncAttributes *to, CUkernel kernel, CUdevice device)
{
    int shared = 0, constant = 0, local = 0;
    const struct {
        CUfunction_attribute attribute;
        int *value;
    } asked[] = {
        {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &shared},
        {CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, &constant},
        {CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, &local},
        {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &to->maxThreadsPerBlock},
        {CU_FUNC_ATTRIBUTE_NUM_REGS, &to->numRegs},
        {CU_FUNC_ATTRIBUTE_PTX_VERSION, &to->ptxVersion},
        {CU_FUNC_ATTRIBUTE_BINARY_VERSION, &to->binaryVersion},
        {CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, &to->cacheModeCA},
        {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, &to->maxDynamicSharedSizeBytes},
        {CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, &to->preferredShmemCarveout},
    };
    memset(to, 0, sizeof *to);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        CUresult result = cuKernelGetAttribute(asked[i].value, asked[i].attribute, kernel, device);
        if (result) return result;
    }
    to->sharedSizeBytes = (size_t)shared;
    to->constSizeBytes = (size_t)constant;
    to->localSizeBytes = (size_t)local;
    return CUDA_SUCCESS;
}

OF_KERNEL(cudaFuncGetAttributes, (struct cudaFuncAttributes * to, const void *host),
          attributes_of(to, kernel, device))

/* Occupancy is the driver's, of a function of the current context. */
#define OF_FUNCTION(name, parameters, call)                                                                  \
    cudaError_t CUDARTAPI name parameters                                                                    \
    {                                                                                                        \
        CUfunction function = NULL;                                                                          \
        CUresult result = tw_begin();                                                                        \
        if (!result) result = tw_function(&function, host);                                                  \
        return result ? tw_end_kernel(result) : tw_end(call);                                                \
    }

static CUresult cluster_size(int *blocks, CUfunction function, const cudaLaunchConfig_t *from)
{
    CUlaunchConfig config = tw_launch_config(from);
    return cuOccupancyMaxPotentialClusterSize(blocks, function, &config);
}

static CUresult active_clusters(int *clusters, CUfunction function, const cudaLaunchConfig_t *from)
{
    CUlaunchConfig config = tw_launch_config(from);
    return cuOccupancyMaxActiveClusters(clusters, function, &config);
}

OF_FUNCTION(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
            (int *blocks, const void *host, int threads, size_t shared_bytes),
            cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_bytes))
OF_FUNCTION(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
            (int *blocks, const void *host, int threads, size_t shared_bytes, unsigned flags),
            cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared_bytes,
                                                                 flags))
OF_FUNCTION(cudaOccupancyAvailableDynamicSMemPerBlock,
            (size_t * bytes, const void *host, int blocks, int threads),
            cuOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, threads))
OF_FUNCTION(cudaOccupancyMaxPotentialClusterSize,
            (int *blocks, const void *host, const cudaLaunchConfig_t *config),
            cluster_size(blocks, function, config))
OF_FUNCTION(cudaOccupancyMaxActiveClusters,
            (int *clusters, const void *host, const cudaLaunchConfig_t *config),
            active_clusters(clusters, function, config))

/* ---- variables ---- */

cudaError_t CUDARTAPI cudaGetSymbolAddress(void **to, const void *symbol)
{
    CUdeviceptr address = 0;
    CUresult result = tw_begin();
    if (!result) result = tw_symbol(&address, symbol, 0, 0);
    if (!result) *to = (void *)(uintptr_t)address; // NOLINT: an address of the device
    return tw_end_symbol(result);
}

cudaError_t CUDARTAPI cudaGetSymbolSize(size_t *bytes, const void *symbol)
{
    CUdeviceptr address = 0;
    CUresult result = tw_begin();
    if (!result) result = tw_symbol_bytes(&address, bytes, symbol);
    return tw_end_symbol(result);
}

/* ---- libraries ---- */

#if CUDART_VERSION >= 12080
TW_RUNTIME(cudaLibraryLoadData,
           (cudaLibrary_t * library, const void *image, enum cudaJitOption *options, void **values,
            unsigned count, enum cudaLibraryOption *library_options, void **library_values,
            unsigned library_count),
           cuLibraryLoadData((CUlibrary *)library, image, (CUjit_option *)options, values, count,
                             (CUlibraryOption *)library_options, library_values, library_count))
TW_RUNTIME(cudaLibraryLoadFromFile,
           (cudaLibrary_t * library, const char *path, enum cudaJitOption *options, void **values,
            unsigned count, enum cudaLibraryOption *library_options, void **library_values,
            unsigned library_count),
           cuLibraryLoadFromFile((CUlibrary *)library, path, (CUjit_option *)options, values, count,
                                 (CUlibraryOption *)library_options, library_values, library_count))
TW_RUNTIME(cudaLibraryUnload, (cudaLibrary_t library), cuLibraryUnload((CUlibrary)library))
TW_RUNTIME(cudaLibraryGetGlobal, (void **address, size_t *bytes, cudaLibrary_t library, const char *name),
           cuLibraryGetGlobal((CUdeviceptr *)(void *)address, bytes, (CUlibrary)library, name))
TW_RUNTIME(cudaLibraryGetManaged, (void **address, size_t *bytes, cudaLibrary_t library, const char *name),
           cuLibraryGetManaged((CUdeviceptr *)(void *)address, bytes, (CUlibrary)library, name))
TW_RUNTIME(cudaLibraryGetKernelCount, (unsigned *count, cudaLibrary_t library),
           cuLibraryGetKernelCount(count, (CUlibrary)library))
TW_RUNTIME(cudaKernelSetAttributeForDevice,
           (cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value, int device),
           cuKernelSetAttribute((CUfunction_attribute)attribute, value, (CUkernel)kernel, device))

cudaError_t CUDARTAPI cudaLibraryGetKernel(cudaKernel_t *to, cudaLibrary_t library, const char *name)
{
    CUkernel kernel = NULL;
    CUresult result = tw_begin();
    if (!result) result = cuLibraryGetKernel(&kernel, (CUlibrary)library, name);
    return tw_end(result ? result : give(to, kernel));
}

cudaError_t CUDARTAPI cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned count,
                                                  cudaLibrary_t library)
{
    CUresult result = tw_begin();
    if (!result) result = cuLibraryEnumerateKernels((CUkernel *)kernels, count, (CUlibrary)library);
    for (unsigned i = 0; i < count && !result && kernels[i]; i++)
        result = tw_know_kernel((CUkernel)kernels[i]);
    return tw_end(result);
}
#endif
