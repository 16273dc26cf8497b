/*
 * ordered.c - all that waits its turn in a stream: copies, fills, launches, records of events. CMake builds this file twice:
 * with CUDA_API_PER_THREAD_DEFAULT_STREAM the headers rename every function here, and every one of the driver's that it
 * calls, to the one whose default stream is the thread's own (_ptds, _ptsz).
 *
 * No function may stand here that has no such second name.
 */
#include "sim/libs/cudart/runtime.h"

#define TW_DEFAULT_STREAM ((cudaStream_t)0)

/* ---- copies ---- */

/* In order of the default stream, and done when it returns; or in order of a stream. */
static CUresult run_copy(const CUDA_MEMCPY3D *shape, CUstream stream, bool waits)
{
    if (!shape->WidthInBytes || !shape->Height || !shape->Depth) return CUDA_SUCCESS;
    return waits ? cuMemcpy3D(shape) : cuMemcpy3DAsync(shape, stream);
}

static cudaError_t copy_shape(const struct cudaMemcpy3DParms *parameters, CUstream stream, bool waits)
{
    CUDA_MEMCPY3D shape;
    CUresult result = tw_begin();
    if (result) return tw_end(result);
    if (!parameters) return tw_fail(cudaErrorInvalidValue);
    if (!tw_copy_3d(&shape, parameters)) return tw_fail(cudaErrorInvalidMemcpyDirection);
    return tw_end(run_copy(&shape, stream, waits));
}

static CUresult copy_bytes(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                           CUstream stream, bool waits)
{
    CUdeviceptr target = tw_address(to), source = tw_address(from);
    if (!bytes) return CUDA_SUCCESS;
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return waits ? cuMemcpyHtoD(target, from, bytes) : cuMemcpyHtoDAsync(target, from, bytes, stream);
    case cudaMemcpyDeviceToHost:
        return waits ? cuMemcpyDtoH(to, source, bytes) : cuMemcpyDtoHAsync(to, source, bytes, stream);
    case cudaMemcpyDeviceToDevice:
        return waits ? cuMemcpyDtoD(target, source, bytes) : cuMemcpyDtoDAsync(target, source, bytes, stream);
    default:
        return waits ? cuMemcpy(target, source, bytes) : cuMemcpyAsync(target, source, bytes, stream);
    }
}

static cudaError_t copy_line(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                             CUstream stream, bool waits)
{
    CUresult result = tw_begin();
    if (!result && (unsigned)kind > cudaMemcpyDefault) return tw_fail(cudaErrorInvalidMemcpyDirection);
    return tw_end(result ? result : copy_bytes(to, from, bytes, kind, stream, waits));
}

static cudaError_t copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                             size_t height, enum cudaMemcpyKind kind, CUstream stream, bool waits)
{
    struct cudaMemcpy3DParms parameters = {
        .srcPtr = {(void *)from, from_pitch, width, height},
        .dstPtr = {to, to_pitch, width, height},
        .extent = {width, height, 1},
        .kind = kind,
    };
    if (width > to_pitch || width > from_pitch) return tw_fail(cudaErrorInvalidPitchValue);
    return copy_shape(&parameters, stream, waits);
}

cudaError_t CUDARTAPI cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    return copy_line(to, from, bytes, kind, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                                      cudaStream_t stream)
{
    return copy_line(to, from, bytes, kind, stream, false);
}

cudaError_t CUDARTAPI cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                   size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                        size_t width, size_t height, enum cudaMemcpyKind kind,
                                        cudaStream_t stream)
{
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, stream, false);
}

cudaError_t CUDARTAPI cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters)
{
    return copy_shape(parameters, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    return copy_shape(parameters, stream, false);
}

/* ---- variables of the program ---- */

/* The side of the copy that is NULL is the variable. */
static cudaError_t copy_symbol(const void *symbol, size_t offset, void *to, const void *from, size_t bytes,
                               enum cudaMemcpyKind kind, CUstream stream, bool waits)
{
    CUdeviceptr address = 0;
    CUresult result = tw_begin();
    if (!result) result = tw_symbol(&address, symbol, offset, bytes);
    if (result) return tw_end_symbol(result);
    if (!to) to = (void *)(uintptr_t)address;     // NOLINT: an address of the device
    if (!from) from = (void *)(uintptr_t)address; // NOLINT
    return copy_line(to, from, bytes, kind, stream, waits);
}

static cudaError_t copy_to_symbol(const void *symbol, size_t offset, const void *from, size_t bytes,
                                  enum cudaMemcpyKind kind, CUstream stream, bool waits)
{
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return tw_fail(cudaErrorInvalidMemcpyDirection);
    return from ? copy_symbol(symbol, offset, NULL, from, bytes, kind, stream, waits)
                : tw_fail(cudaErrorInvalidValue);
}

static cudaError_t copy_from_symbol(void *to, const void *symbol, size_t offset, size_t bytes,
                                    enum cudaMemcpyKind kind, CUstream stream, bool waits)
{
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        return tw_fail(cudaErrorInvalidMemcpyDirection);
    return to ? copy_symbol(symbol, offset, to, NULL, bytes, kind, stream, waits)
              : tw_fail(cudaErrorInvalidValue);
}

cudaError_t CUDARTAPI cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                                         enum cudaMemcpyKind kind)
{
    return copy_to_symbol(symbol, offset, from, bytes, kind, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
                                              size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_to_symbol(symbol, offset, from, bytes, kind, stream, false);
}

cudaError_t CUDARTAPI cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                           enum cudaMemcpyKind kind)
{
    return copy_from_symbol(to, symbol, offset, bytes, kind, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                                enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_from_symbol(to, symbol, offset, bytes, kind, stream, false);
}

/* ---- arrays: offsets and widths in bytes ---- */

/* From rows of bytes to an array's, or back: what is NULL is the array's side. */
static cudaError_t copy_array(cudaArray_const_t target, cudaArray_const_t source, size_t to_x, size_t to_y,
                              size_t from_x, size_t from_y, void *to, const void *from, size_t pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind, CUstream stream,
                              bool waits)
{
    CUDA_MEMCPY3D shape;
    CUresult result = tw_begin();
    if (result) return tw_end(result);
    if (!tw_copy_1d(&shape, to, from, width, kind)) return tw_fail(cudaErrorInvalidMemcpyDirection);
    if (pitch < width && (to || from) && height > 1) return tw_fail(cudaErrorInvalidPitchValue);
    shape.Height = height;
    shape.srcPitch = shape.dstPitch = pitch;
    shape.srcHeight = shape.dstHeight = height;
    if (target) {
        shape.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        shape.dstArray = (CUarray)target;
        shape.dstXInBytes = to_x;
        shape.dstY = to_y;
    }
    if (source) {
        shape.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        shape.srcArray = (CUarray)source;
        shape.srcXInBytes = from_x;
        shape.srcY = from_y;
    }
    return tw_end(run_copy(&shape, stream, waits));
}

cudaError_t CUDARTAPI cudaMemcpy2DToArray(cudaArray_t array, size_t x, size_t y, const void *from,
                                          size_t pitch, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_array(array, NULL, x, y, 0, 0, NULL, from, pitch, width, height, kind, TW_DEFAULT_STREAM,
                      true);
}

cudaError_t CUDARTAPI cudaMemcpy2DToArrayAsync(cudaArray_t array, size_t x, size_t y, const void *from,
                                               size_t pitch, size_t width, size_t height,
                                               enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_array(array, NULL, x, y, 0, 0, NULL, from, pitch, width, height, kind, stream, false);
}

cudaError_t CUDARTAPI cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t array, size_t x,
                                            size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_array(NULL, array, 0, 0, x, y, to, NULL, pitch, width, height, kind, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t array, size_t x,
                                                 size_t y, size_t width, size_t height,
                                                 enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_array(NULL, array, 0, 0, x, y, to, NULL, pitch, width, height, kind, stream, false);
}

cudaError_t CUDARTAPI cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                               cudaArray_const_t from, size_t from_x, size_t from_y,
                                               size_t width, size_t height, enum cudaMemcpyKind kind)
{
    return copy_array(to, from, to_x, to_y, from_x, from_y, NULL, NULL, 0, width, height, kind,
                      TW_DEFAULT_STREAM, true);
}

/* ---- the same by a number of bytes, which go on in the next row where one ends ---- */

struct side {
    cudaArray_const_t array; /* NULL: memory that follows on itself */
    size_t x, y, row, rows;  /* of an array: where it goes on, its bytes a row and its rows */
};

static bool find_rows(struct side *side)
{
    CUDA_ARRAY3D_DESCRIPTOR shape;
    if (!side->array) return true;
    if (cuArray3DGetDescriptor(&shape, (CUarray)side->array)) return false;
    side->row = shape.Width * tw_array_channel_bytes((CUarray)side->array);
    side->rows = shape.Height ? shape.Height : 1;
    return true;
}

static bool holds(const struct side *side, size_t bytes)
{
    if (!side->array) return true;
    return side->x < side->row && side->y < side->rows &&
           bytes <= (side->rows - side->y) * side->row - side->x;
}

/* Bytes to the end of the row. */
static size_t rest_of(const struct side *side, size_t bytes)
{
    return side->array && side->row - side->x < bytes ? side->row - side->x : bytes;
}

static void move_on(struct side *side, size_t bytes)
{
    if (!side->array) return;
    side->y += (side->x + bytes) / side->row;
    side->x = (side->x + bytes) % side->row;
}

/* Pieces of a row, but whole rows at once. */
static cudaError_t copy_on(struct side target, struct side source, void *to, const void *from, size_t bytes,
                           enum cudaMemcpyKind kind, CUstream stream, bool waits)
{
    CUresult result = tw_begin();
    if (result) return tw_end(result);
    if (!find_rows(&target) || !find_rows(&source)) return tw_fail(cudaErrorInvalidValue);
    if (!holds(&target, bytes) || !holds(&source, bytes)) return tw_fail(cudaErrorInvalidValue);
    for (size_t done = 0; done < bytes;) {
        size_t left = bytes - done, rest = rest_of(&source, left), width = rest_of(&target, rest);
        bool whole = (!target.array || width == target.row) && (!source.array || width == source.row);
        size_t height = whole ? left / width : 1;
        cudaError_t code = copy_array(target.array, source.array, target.x, target.y, source.x, source.y,
                                      to ? (char *)to + done : NULL, from ? (const char *)from + done : NULL,
                                      width, width, height, kind, stream, waits);
        if (code) return code;
        move_on(&target, width * height);
        move_on(&source, width * height);
        done += width * height;
    }
    return cudaSuccess;
}

#define OF(it, left, top) ((struct side){.array = (it), .x = (left), .y = (top)})

cudaError_t CUDARTAPI cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                             size_t from_x, size_t from_y, size_t bytes,
                                             enum cudaMemcpyKind kind)
{
    return copy_on(OF(to, to_x, to_y), OF(from, from_x, from_y), NULL, NULL, bytes, kind, TW_DEFAULT_STREAM,
                   true);
}

cudaError_t CUDARTAPI cudaMemcpyToArray(cudaArray_t array, size_t x, size_t y, const void *from, size_t bytes,
                                        enum cudaMemcpyKind kind)
{
    return copy_on(OF(array, x, y), OF(NULL, 0, 0), NULL, from, bytes, kind, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemcpyToArrayAsync(cudaArray_t array, size_t x, size_t y, const void *from,
                                             size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_on(OF(array, x, y), OF(NULL, 0, 0), NULL, from, bytes, kind, stream, false);
}

cudaError_t CUDARTAPI cudaMemcpyFromArray(void *to, cudaArray_const_t array, size_t x, size_t y, size_t bytes,
                                          enum cudaMemcpyKind kind)
{
    return copy_on(OF(NULL, 0, 0), OF(array, x, y), to, NULL, bytes, kind, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t array, size_t x, size_t y,
                                               size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return copy_on(OF(NULL, 0, 0), OF(array, x, y), to, NULL, bytes, kind, stream, false);
}

/* ---- fills ---- */

static CUresult fill_rows(struct cudaPitchedPtr rows, int value, struct cudaExtent extent, CUstream stream,
                          bool waits)
{
    for (size_t z = 0; z < extent.depth; z++) {
        CUdeviceptr slice = tw_address(rows.ptr) + z * rows.pitch * rows.ysize;
        CUresult result =
            waits ? cuMemsetD2D8(slice, rows.pitch, (unsigned char)value, extent.width, extent.height)
                  : cuMemsetD2D8Async(slice, rows.pitch, (unsigned char)value, extent.width, extent.height,
                                      stream);
        if (result) return result;
    }
    return CUDA_SUCCESS;
}

static cudaError_t fill(struct cudaPitchedPtr rows, int value, struct cudaExtent extent, CUstream stream,
                        bool waits)
{
    CUresult result = tw_begin();
    if (extent.height > 1 && extent.width > rows.pitch) return tw_fail(cudaErrorInvalidValue);
    if (!result && extent.width && extent.height) result = fill_rows(rows, value, extent, stream, waits);
    return tw_end(result);
}

TW_RUNTIME(cudaMemset, (void *to, int value, size_t bytes),
           bytes ? cuMemsetD8(tw_address(to), (unsigned char)value, bytes) : CUDA_SUCCESS)
TW_RUNTIME(cudaMemsetAsync, (void *to, int value, size_t bytes, cudaStream_t stream),
           bytes ? cuMemsetD8Async(tw_address(to), (unsigned char)value, bytes, stream) : CUDA_SUCCESS)

cudaError_t CUDARTAPI cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height)
{
    return fill((struct cudaPitchedPtr){to, pitch, width, height}, value,
                (struct cudaExtent){width, height, 1}, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                                        cudaStream_t stream)
{
    return fill((struct cudaPitchedPtr){to, pitch, width, height}, value,
                (struct cudaExtent){width, height, 1}, stream, false);
}

cudaError_t CUDARTAPI cudaMemset3D(struct cudaPitchedPtr rows, int value, struct cudaExtent extent)
{
    return fill(rows, value, extent, TW_DEFAULT_STREAM, true);
}

cudaError_t CUDARTAPI cudaMemset3DAsync(struct cudaPitchedPtr rows, int value, struct cudaExtent extent,
                                        cudaStream_t stream)
{
    return fill(rows, value, extent, stream, false);
}

/* ---- memory in order of a stream ---- */

TW_RUNTIME(cudaMallocAsync, (void **address, size_t bytes, cudaStream_t stream),
           cuMemAllocAsync((CUdeviceptr *)(void *)address, bytes, stream))
TW_RUNTIME(cudaMallocFromPoolAsync, (void **address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
           cuMemAllocFromPoolAsync((CUdeviceptr *)(void *)address, bytes, pool, stream))
TW_RUNTIME(cudaFreeAsync, (void *address, cudaStream_t stream),
           address ? cuMemFreeAsync(tw_address(address), stream) : CUDA_SUCCESS)
#if CUDART_VERSION >= 13000
TW_RUNTIME(cudaMemPrefetchAsync,
           (const void *address, size_t bytes, struct cudaMemLocation location, unsigned flags,
            cudaStream_t stream),
           cuMemPrefetchAsync(tw_address(address), bytes, tw_location(location), flags, stream))
#else
TW_RUNTIME(cudaMemPrefetchAsync, (const void *address, size_t bytes, int device, cudaStream_t stream),
           cuMemPrefetchAsync(tw_address(address), bytes, device, stream))
#endif
TW_RUNTIME(cudaStreamAttachMemAsync, (cudaStream_t stream, void *address, size_t bytes, unsigned flags),
           cuStreamAttachMemAsync(stream, tw_address(address), bytes, flags))

/* ---- launches ---- */

/* A grid or block that cannot be is an invalid configuration to the runtime up to 12; 13 passes on what the driver says. */
static cudaError_t end_launch(CUresult result, const CUlaunchConfig *config)
{
    unsigned long long threads =
        (unsigned long long)config->blockDimX * config->blockDimY * config->blockDimZ;
    bool is_shape = config->gridDimX && config->gridDimY && config->gridDimZ && threads && threads <= 1024;
    if (CUDART_VERSION < 13000 && result == CUDA_ERROR_INVALID_VALUE && !is_shape)
        return tw_fail(cudaErrorInvalidConfiguration);
    return tw_end(result);
}

static cudaError_t launch(CUkernel kernel, const CUlaunchConfig *config, void **arguments)
{
    CUfunction function = NULL;
    CUresult result = cuKernelGetFunction(&function, kernel);
    if (!result) result = cuLaunchKernelEx(config, function, arguments, NULL);
    return end_launch(result, config);
}

static cudaError_t launch_host(const cudaLaunchConfig_t *wanted, const void *host, void **arguments)
{
    CUkernel kernel = NULL;
    CUlaunchConfig config = tw_launch_config(wanted);
    CUresult result = tw_begin();
    if (!result) result = tw_kernel(&kernel, host);
    if (result == CUDA_ERROR_NOT_FOUND && CUDART_VERSION >= 13000)
        return tw_fail(cudaErrorInvalidResourceHandle);
    return result ? tw_end_kernel(result) : launch(kernel, &config, arguments);
}

cudaError_t CUDARTAPI cudaLaunchKernel(const void *host, dim3 grid, dim3 block, void **arguments,
                                       size_t shared_bytes, cudaStream_t stream)
{
    return launch_host(&(cudaLaunchConfig_t){grid, block, shared_bytes, stream, NULL, 0}, host, arguments);
}

cudaError_t CUDARTAPI cudaLaunchCooperativeKernel(const void *host, dim3 grid, dim3 block, void **arguments,
                                                  size_t shared_bytes, cudaStream_t stream)
{
    cudaLaunchAttribute cooperative = {.id = cudaLaunchAttributeCooperative, .val.cooperative = 1};
    return launch_host(&(cudaLaunchConfig_t){grid, block, shared_bytes, stream, &cooperative, 1}, host,
                       arguments);
}

cudaError_t CUDARTAPI cudaLaunchKernelExC(const cudaLaunchConfig_t *wanted, const void *host,
                                          void **arguments)
{
    return wanted ? launch_host(wanted, host, arguments) : tw_fail(cudaErrorInvalidValue);
}

/* What the code that nvcc 13 makes for <<< >>> calls, with the handle that __cudaGetKernel gave. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define __cudaLaunchKernel __cudaLaunchKernel_ptsz
#endif
cudaError_t CUDARTAPI __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                                         size_t shared_bytes, cudaStream_t stream);
cudaError_t CUDARTAPI __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                                         size_t shared_bytes, cudaStream_t stream)
{
    return cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared_bytes, stream);
}

TW_RUNTIME(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t function, void *data),
           cuLaunchHostFunc(stream, function, data))
TW_RUNTIME(cudaGraphLaunch, (cudaGraphExec_t graph, cudaStream_t stream), cuGraphLaunch(graph, stream))
TW_RUNTIME(cudaGraphInstantiateWithParams,
           (cudaGraphExec_t * exec, cudaGraph_t graph, cudaGraphInstantiateParams *parameters),
           cuGraphInstantiateWithParams(exec, graph, (CUDA_GRAPH_INSTANTIATE_PARAMS *)parameters))
TW_RUNTIME(cudaGraphUpload, (cudaGraphExec_t graph, cudaStream_t stream), cuGraphUpload(graph, stream))

/* ---- streams and events ---- */

TW_RUNTIME(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), cuEventRecord(event, stream))
TW_RUNTIME(cudaEventRecordWithFlags, (cudaEvent_t event, cudaStream_t stream, unsigned flags),
           cuEventRecordWithFlags(event, stream, flags))
TW_RUNTIME(cudaStreamSynchronize, (cudaStream_t stream), cuStreamSynchronize(stream))
TW_RUNTIME(cudaStreamQuery, (cudaStream_t stream), cuStreamQuery(stream))
TW_RUNTIME(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
           cuStreamWaitEvent(stream, event, flags))
TW_RUNTIME(cudaStreamAddCallback,
           (cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags),
           cuStreamAddCallback(stream, (CUstreamCallback)callback, data, flags))
TW_RUNTIME(cudaStreamGetPriority, (cudaStream_t stream, int *priority), cuStreamGetPriority(stream, priority))
TW_RUNTIME(cudaStreamGetFlags, (cudaStream_t stream, unsigned *flags), cuStreamGetFlags(stream, flags))
TW_RUNTIME(cudaStreamGetId, (cudaStream_t stream, unsigned long long *id), cuStreamGetId(stream, id))
TW_RUNTIME(cudaStreamBeginCapture, (cudaStream_t stream, enum cudaStreamCaptureMode mode),
           cuStreamBeginCapture(stream, (CUstreamCaptureMode)mode))
TW_RUNTIME(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t *graph), cuStreamEndCapture(stream, graph))
TW_RUNTIME(cudaStreamIsCapturing, (cudaStream_t stream, enum cudaStreamCaptureStatus *status),
           cuStreamIsCapturing(stream, (CUstreamCaptureStatus *)status))
TW_RUNTIME(cudaStreamCopyAttributes, (cudaStream_t to, cudaStream_t from), cuStreamCopyAttributes(to, from))
TW_RUNTIME(cudaStreamGetAttribute,
           (cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue *value),
           cuStreamGetAttribute(stream, (CUstreamAttrID)attribute, (CUstreamAttrValue *)value))
TW_RUNTIME(cudaStreamSetAttribute,
           (cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value),
           cuStreamSetAttribute(stream, (CUstreamAttrID)attribute, (const CUstreamAttrValue *)value))
#if CUDART_VERSION >= 13000
TW_RUNTIME(cudaStreamGetCaptureInfo,
           (cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
            cudaGraph_t *graph, const cudaGraphNode_t **nodes, const cudaGraphEdgeData **edges,
            size_t *count),
           cuStreamGetCaptureInfo(stream, (CUstreamCaptureStatus *)status, (cuuint64_t *)id, graph, nodes,
                                  (const CUgraphEdgeData **)edges, count))
TW_RUNTIME(cudaStreamUpdateCaptureDependencies,
           (cudaStream_t stream, cudaGraphNode_t *nodes, const cudaGraphEdgeData *edges, size_t count,
            unsigned flags),
           cuStreamUpdateCaptureDependencies(stream, nodes, (const CUgraphEdgeData *)edges, count, flags))
TW_RUNTIME(cudaStreamBeginCaptureToGraph,
           (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *nodes,
            const cudaGraphEdgeData *edges, size_t count, enum cudaStreamCaptureMode mode),
           cuStreamBeginCaptureToGraph(stream, graph, nodes, (const CUgraphEdgeData *)edges, count,
                                       (CUstreamCaptureMode)mode))

cudaError_t CUDARTAPI cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    CUcontext context = NULL, before = NULL;
    CUresult result = tw_begin();
    if (!result) result = cuStreamGetCtx(stream, &context);
    if (!result) result = cuCtxPushCurrent(context);
    if (result) return tw_end(result);
    result = cuCtxGetDevice(device);
    cuCtxPopCurrent(&before);
    return tw_end(result);
}
#endif

/* ---- functions of the driver ---- */

TW_RUNTIME(cudaGetDriverEntryPoint,
           (const char *name, void **function, unsigned long long flags,
            enum cudaDriverEntryPointQueryResult *found),
           cuGetProcAddress(name, function, CUDART_VERSION, flags, (CUdriverProcAddressQueryResult *)found))
#if CUDART_VERSION >= 12050
TW_RUNTIME(cudaGetDriverEntryPointByVersion,
           (const char *name, void **function, unsigned version, unsigned long long flags,
            enum cudaDriverEntryPointQueryResult *found),
           cuGetProcAddress(name, function, (int)version, flags, (CUdriverProcAddressQueryResult *)found))
#endif
