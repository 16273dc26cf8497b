/* Arrays, and textures and surfaces that read them. */
#include <string.h>

#include "sim/libs/cudart/runtime.h"

struct cudaChannelFormatDesc CUDARTAPI cudaCreateChannelDesc(int x, int y, int z, int w,
                                                             enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

/* ---- arrays ---- */

/* Begins the call of a function that makes an array, and says of which shape; array: where it goes to, looked at alone. */
static cudaError_t begin_array(CUDA_ARRAY3D_DESCRIPTOR *shape, const void *array,
                               const struct cudaChannelFormatDesc *channel, struct cudaExtent extent,
                               unsigned flags)
{
    CUresult result = tw_begin();
    if (result) return tw_end(result);
    if (!array || !channel) return tw_fail(cudaErrorInvalidValue);
    *shape = (CUDA_ARRAY3D_DESCRIPTOR){
        .Width = extent.width, .Height = extent.height, .Depth = extent.depth, .Flags = flags};
    return tw_format(&shape->Format, &shape->NumChannels, channel)
               ? cudaSuccess
               : tw_fail(cudaErrorInvalidChannelDescriptor);
}

static cudaError_t make_array(cudaArray_t *array, const struct cudaChannelFormatDesc *channel,
                              struct cudaExtent extent, unsigned flags)
{
    CUDA_ARRAY3D_DESCRIPTOR shape;
    cudaError_t error = begin_array(&shape, array, channel, extent, flags);
    return error ? error : tw_end(cuArray3DCreate((CUarray *)array, &shape));
}

cudaError_t CUDARTAPI cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *channel,
                                        struct cudaExtent extent, unsigned flags)
{
    return make_array(array, channel, extent, flags);
}

cudaError_t CUDARTAPI cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *channel,
                                      size_t width, size_t height, unsigned flags)
{
    return make_array(array, channel, (struct cudaExtent){width, height, 0}, flags);
}

TW_RUNTIME(cudaFreeArray, (cudaArray_t array), array ? cuArrayDestroy((CUarray)array) : CUDA_SUCCESS)

cudaError_t CUDARTAPI cudaArrayGetInfo(struct cudaChannelFormatDesc *channel, struct cudaExtent *extent,
                                       unsigned *flags, cudaArray_t array)
{
    CUDA_ARRAY3D_DESCRIPTOR shape;
    CUresult result = tw_begin();
    if (!result) result = cuArray3DGetDescriptor(&shape, (CUarray)array);
    if (result) return tw_end(result);
    if (channel) *channel = tw_channel(shape.Format, shape.NumChannels);
    if (extent) *extent = (struct cudaExtent){shape.Width, shape.Height, shape.Depth};
    if (flags) *flags = shape.Flags;
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetChannelDesc(struct cudaChannelFormatDesc *channel, cudaArray_const_t array)
{
    return cudaArrayGetInfo(channel, NULL, NULL, (cudaArray_t)array);
}

/* ---- arrays with levels ---- */

cudaError_t CUDARTAPI cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
                                               const struct cudaChannelFormatDesc *channel,
                                               struct cudaExtent extent, unsigned levels, unsigned flags)
{
    CUDA_ARRAY3D_DESCRIPTOR shape;
    cudaError_t error = begin_array(&shape, array, channel, extent, flags);
    return error ? error : tw_end(cuMipmappedArrayCreate((CUmipmappedArray *)array, &shape, levels));
}

TW_RUNTIME(cudaGetMipmappedArrayLevel,
           (cudaArray_t * array, cudaMipmappedArray_const_t mipmapped, unsigned level),
           cuMipmappedArrayGetLevel((CUarray *)array, (CUmipmappedArray)mipmapped, level))
TW_RUNTIME(cudaFreeMipmappedArray, (cudaMipmappedArray_t array),
           array ? cuMipmappedArrayDestroy((CUmipmappedArray)array) : CUDA_SUCCESS)

/* ---- textures and surfaces ---- */

static bool resource_in(CUDA_RESOURCE_DESC *to, const struct cudaResourceDesc *from)
{
    memset(to, 0, sizeof *to);
    switch (from->resType) {
    case cudaResourceTypeArray:
        to->resType = CU_RESOURCE_TYPE_ARRAY;
        to->res.array.hArray = (CUarray)from->res.array.array;
        return true;
    case cudaResourceTypeMipmappedArray:
        to->resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
        to->res.mipmap.hMipmappedArray = (CUmipmappedArray)from->res.mipmap.mipmap;
        return true;
    case cudaResourceTypeLinear:
        to->resType = CU_RESOURCE_TYPE_LINEAR;
        to->res.linear.devPtr = tw_address(from->res.linear.devPtr);
        to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
        return tw_format(&to->res.linear.format, &to->res.linear.numChannels, &from->res.linear.desc);
    case cudaResourceTypePitch2D:
        to->resType = CU_RESOURCE_TYPE_PITCH2D;
        to->res.pitch2D.devPtr = tw_address(from->res.pitch2D.devPtr);
        to->res.pitch2D.width = from->res.pitch2D.width;
        to->res.pitch2D.height = from->res.pitch2D.height;
        to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
        return tw_format(&to->res.pitch2D.format, &to->res.pitch2D.numChannels, &from->res.pitch2D.desc);
    default:
        return false;
    }
}

static CUDA_TEXTURE_DESC texture_in(const struct cudaTextureDesc *from)
{
    CUDA_TEXTURE_DESC to = {
        .filterMode = (CUfilter_mode)from->filterMode,
        .flags = (from->readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0u) |
                 (from->normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0u) |
                 (from->sRGB ? CU_TRSF_SRGB : 0u) |
                 (from->disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0u) |
                 (from->seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0u),
        .maxAnisotropy = from->maxAnisotropy,
        .mipmapFilterMode = (CUfilter_mode)from->mipmapFilterMode,
        .mipmapLevelBias = from->mipmapLevelBias,
        .minMipmapLevelClamp = from->minMipmapLevelClamp,
        .maxMipmapLevelClamp = from->maxMipmapLevelClamp,
    };
    for (int i = 0; i < 3; i++) to.addressMode[i] = (CUaddress_mode)from->addressMode[i];
    memcpy(to.borderColor, from->borderColor, sizeof to.borderColor);
    return to;
}

static CUDA_RESOURCE_VIEW_DESC part_in(const struct cudaResourceViewDesc *from)
{
    return (CUDA_RESOURCE_VIEW_DESC){
        .format = (CUresourceViewFormat)from->format,
        .width = from->width,
        .height = from->height,
        .depth = from->depth,
        .firstMipmapLevel = from->firstMipmapLevel,
        .lastMipmapLevel = from->lastMipmapLevel,
        .firstLayer = from->firstLayer,
        .lastLayer = from->lastLayer,
    };
}

cudaError_t CUDARTAPI cudaCreateTextureObject(cudaTextureObject_t *object,
                                              const struct cudaResourceDesc *resource,
                                              const struct cudaTextureDesc *texture,
                                              const struct cudaResourceViewDesc *view)
{
    CUDA_RESOURCE_DESC of;
    CUDA_TEXTURE_DESC how;
    CUDA_RESOURCE_VIEW_DESC part;
    CUresult result = tw_begin();
    if (result) return tw_end(result);
    if (!object || !resource || !texture || !resource_in(&of, resource))
        return tw_fail(cudaErrorInvalidValue);
    how = texture_in(texture);
    if (view) part = part_in(view);
    return tw_end(cuTexObjectCreate(object, &of, &how, view ? &part : NULL));
}

cudaError_t CUDARTAPI cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                              const struct cudaResourceDesc *resource)
{
    CUDA_RESOURCE_DESC of;
    CUresult result = tw_begin();
    if (result) return tw_end(result);
    if (!object || !resource || !resource_in(&of, resource)) return tw_fail(cudaErrorInvalidValue);
    return tw_end(cuSurfObjectCreate(object, &of));
}

TW_RUNTIME(cudaDestroyTextureObject, (cudaTextureObject_t object), cuTexObjectDestroy(object))
TW_RUNTIME(cudaDestroySurfaceObject, (cudaSurfaceObject_t object), cuSurfObjectDestroy(object))

/* ---- what they were made of ---- */

static void resource_out(struct cudaResourceDesc *to, const CUDA_RESOURCE_DESC *from)
{
    memset(to, 0, sizeof *to);
    switch (from->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        to->resType = cudaResourceTypeArray;
        to->res.array.array = (cudaArray_t)from->res.array.hArray;
        return;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        to->resType = cudaResourceTypeMipmappedArray;
        to->res.mipmap.mipmap = (cudaMipmappedArray_t)from->res.mipmap.hMipmappedArray;
        return;
    case CU_RESOURCE_TYPE_LINEAR:
        to->resType = cudaResourceTypeLinear;
        to->res.linear.devPtr = (void *)(uintptr_t)from->res.linear.devPtr;
        to->res.linear.desc = tw_channel(from->res.linear.format, from->res.linear.numChannels);
        to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
        return;
    default:
        to->resType = cudaResourceTypePitch2D;
        to->res.pitch2D.devPtr = (void *)(uintptr_t)from->res.pitch2D.devPtr;
        to->res.pitch2D.desc = tw_channel(from->res.pitch2D.format, from->res.pitch2D.numChannels);
        to->res.pitch2D.width = from->res.pitch2D.width;
        to->res.pitch2D.height = from->res.pitch2D.height;
        to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
    }
}

static struct cudaTextureDesc texture_out(const CUDA_TEXTURE_DESC *from)
{
    const bool whole = from->flags & CU_TRSF_READ_AS_INTEGER;
    struct cudaTextureDesc to = {
        .filterMode = (enum cudaTextureFilterMode)from->filterMode,
        .readMode = whole ? cudaReadModeElementType : cudaReadModeNormalizedFloat,
        .sRGB = (from->flags & CU_TRSF_SRGB) != 0,
        .normalizedCoords = (from->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
        .maxAnisotropy = from->maxAnisotropy,
        .mipmapFilterMode = (enum cudaTextureFilterMode)from->mipmapFilterMode,
        .mipmapLevelBias = from->mipmapLevelBias,
        .minMipmapLevelClamp = from->minMipmapLevelClamp,
        .maxMipmapLevelClamp = from->maxMipmapLevelClamp,
        .disableTrilinearOptimization = (from->flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0,
        .seamlessCubemap = (from->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0,
    };
    for (int i = 0; i < 3; i++) to.addressMode[i] = (enum cudaTextureAddressMode)from->addressMode[i];
    memcpy(to.borderColor, from->borderColor, sizeof to.borderColor);
    return to;
}

/* What a texture or surface object shows: `get` asks the driver. */
static cudaError_t tell_resource(struct cudaResourceDesc *resource, unsigned long long object,
                                 CUresult (*get)(CUDA_RESOURCE_DESC *, unsigned long long))
{
    CUDA_RESOURCE_DESC of;
    CUresult result = resource ? tw_begin() : CUDA_ERROR_INVALID_VALUE;
    if (!result) result = get(&of, object);
    if (!result) resource_out(resource, &of);
    return tw_end(result);
}

cudaError_t CUDARTAPI cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                                       cudaTextureObject_t object)
{
    return tell_resource(resource, object, cuTexObjectGetResourceDesc);
}

cudaError_t CUDARTAPI cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                                      cudaTextureObject_t object)
{
    CUDA_TEXTURE_DESC how;
    CUresult result = texture ? tw_begin() : CUDA_ERROR_INVALID_VALUE;
    if (!result) result = cuTexObjectGetTextureDesc(&how, object);
    if (!result) *texture = texture_out(&how);
    return tw_end(result);
}

cudaError_t CUDARTAPI cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view,
                                                           cudaTextureObject_t object)
{
    CUDA_RESOURCE_VIEW_DESC part;
    CUresult result = view ? tw_begin() : CUDA_ERROR_INVALID_VALUE;
    if (!result) result = cuTexObjectGetResourceViewDesc(&part, object);
    if (result) return tw_end(result);
    *view = (struct cudaResourceViewDesc){
        .format = (enum cudaResourceViewFormat)part.format,
        .width = part.width,
        .height = part.height,
        .depth = part.depth,
        .firstMipmapLevel = part.firstMipmapLevel,
        .lastMipmapLevel = part.lastMipmapLevel,
        .firstLayer = part.firstLayer,
        .lastLayer = part.lastLayer,
    };
    return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                                       cudaSurfaceObject_t object)
{
    return tell_resource(resource, object, cuSurfObjectGetResourceDesc);
}

cudaError_t CUDARTAPI cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                                           const struct cudaChannelFormatDesc *channel,
                                                           int device)
{
    CUarray_format format;
    unsigned channels;
    CUdevice of;
    CUresult result = tw_begin();
    if (result) return tw_end(result);
    if (!channel) return tw_fail(cudaErrorInvalidValue);
    if (!tw_format(&format, &channels, channel)) return tw_fail(cudaErrorInvalidChannelDescriptor);
    result = cuDeviceGet(&of, device);
    return tw_end(result ? result : cuDeviceGetTexture1DLinearMaxWidth(width, format, channels, of));
}
