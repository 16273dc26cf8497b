/* Texture and surface objects: an image and how it is read, behind a number that kernels are given. */
#include <stdlib.h>
#include <string.h>

#include "sim/driver/memory/array.h"

#define MEMORY_ALIGN 512u /* CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT       */
#define PITCH_ALIGN  32u  /* CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT */
#define MOST_WIDTH   131072u
#define MOST_HEIGHT  65000u

#define KNOWN_FLAGS                                                                                          \
    (CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | 8u | CU_TRSF_SRGB |                          \
     CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP)

/* ---- what is shown ---- */

/* Memory may go, or be less than was said: whoever reads finds out (tw_view_for). */
static CUresult show_memory(struct tw_texture_image *image, uint64_t address, uint64_t bytes, size_t width,
                            size_t height, size_t pitch)
{
    if (!address || address % MEMORY_ALIGN) return CUDA_ERROR_INVALID_VALUE;
    const struct tw_allocation *found = tw_machine_find(tw_provider.machine, address);
    image->linear = true;
    image->address = address;
    image->bytes = bytes;
    image->levels = 1;
    image->level[0] = (struct tw_level){
        .texels = found ? found->host + (address - found->address) : NULL,
        .size = {(uint32_t)width, (uint32_t)height, 1},
        .pitch = pitch,
        .slice = pitch * height,
    };
    return CUDA_SUCCESS;
}

/* Formats whose integers are always fractions are those of arrays alone (so on an H200). */
static CUresult memory_format(struct tw_texture_image *image, CUarray_format format, unsigned channels)
{
    CUresult result = tw_array_format(image, format, channels);
    return !result && image->fractions ? CUDA_ERROR_INVALID_VALUE : result;
}

static CUresult show_resource(struct tw_texture_image *image, const CUDA_RESOURCE_DESC *resource)
{
    const struct tw_array *array;
    CUresult result;
    switch (resource->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        array = resource->resType == CU_RESOURCE_TYPE_ARRAY
                    ? tw_array_find(TW_ARRAY, resource->res.array.hArray)
                    : tw_array_find(TW_MIPMAPPED, resource->res.mipmap.hMipmappedArray);
        if (array) *image = array->image;
        return array ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_RESOURCE_TYPE_LINEAR:
        image->dimensions = 1;
        result = memory_format(image, resource->res.linear.format, resource->res.linear.numChannels);
        if (result) return result;
        return show_memory(image, resource->res.linear.devPtr, resource->res.linear.sizeInBytes,
                           resource->res.linear.sizeInBytes / tw_texel_bytes(image), 1,
                           resource->res.linear.sizeInBytes);
    case CU_RESOURCE_TYPE_PITCH2D: {
        const size_t width = resource->res.pitch2D.width, height = resource->res.pitch2D.height,
                     pitch = resource->res.pitch2D.pitchInBytes;
        image->dimensions = 2;
        result = memory_format(image, resource->res.pitch2D.format, resource->res.pitch2D.numChannels);
        if (!result && (pitch % PITCH_ALIGN || width > MOST_WIDTH || height > MOST_HEIGHT))
            result = CUDA_ERROR_INVALID_VALUE;
        if (result) return result;
        return show_memory(image, resource->res.pitch2D.devPtr,
                           height ? (height - 1) * pitch + width * tw_texel_bytes(image) : 0, width, height,
                           pitch);
    }
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

/* Formats of a part: three for each kind of channel, of 1, 2, 4 channels, in this order. */
static CUresult show_format(struct tw_texture_image *image, unsigned format)
{
    static const CUarray_format kinds[] = {CU_AD_FORMAT_UNSIGNED_INT8,  CU_AD_FORMAT_SIGNED_INT8,
                                           CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_SIGNED_INT16,
                                           CU_AD_FORMAT_UNSIGNED_INT32, CU_AD_FORMAT_SIGNED_INT32,
                                           CU_AD_FORMAT_HALF,           CU_AD_FORMAT_FLOAT};
    const unsigned bytes = tw_texel_bytes(image);
    if (format == CU_RES_VIEW_FORMAT_NONE) return CUDA_SUCCESS;
    if (format >= CU_RES_VIEW_FORMAT_UNSIGNED_BC1)
        return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "views of compressed textures are not known");
    CUresult result = tw_array_format(image, kinds[(format - 1) / 3], 1u << (format - 1) % 3);
    return !result && tw_texel_bytes(image) != bytes ? CUDA_ERROR_INVALID_VALUE : result;
}

static CUresult show_part(struct tw_texture_image *image, const CUDA_RESOURCE_VIEW_DESC *part)
{
    CUresult result = show_format(image, part->format);
    unsigned first = part->firstMipmapLevel, last = part->lastMipmapLevel;
    if (result) return result;
    if (image->linear || first > last || last >= image->levels || part->firstLayer > part->lastLayer)
        return CUDA_ERROR_INVALID_VALUE;
    bool layered = image->layered || image->cube;
    if (layered && part->lastLayer >= image->level[0].size[2]) return CUDA_ERROR_INVALID_VALUE;
    image->levels = last - first + 1;
    for (unsigned l = 0; l < image->levels; l++) {
        image->level[l] = image->level[first + l];
        if (!layered) continue;
        image->level[l].texels += part->firstLayer * image->level[l].slice;
        if (part->lastLayer) image->level[l].size[2] = part->lastLayer - part->firstLayer + 1;
    }
    return CUDA_SUCCESS;
}

static CUresult show_sampler(struct tw_sampler *sampler, const struct tw_texture_image *image,
                             const CUDA_TEXTURE_DESC *texture)
{
    if (texture->flags & ~KNOWN_FLAGS || (unsigned)texture->filterMode > CU_TR_FILTER_MODE_LINEAR ||
        (unsigned)texture->mipmapFilterMode > CU_TR_FILTER_MODE_LINEAR)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < 3; i++) {
        if ((unsigned)texture->addressMode[i] > CU_TR_ADDRESS_MODE_BORDER) return CUDA_ERROR_INVALID_VALUE;
        sampler->address[i] = (enum tw_address_mode)texture->addressMode[i];
    }
    if (image->cube && (texture->flags & CU_TRSF_SEAMLESS_CUBEMAP))
        return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "seamless cubes are not known");
    if (image->levels > 1 && texture->maxAnisotropy > 1)
        return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED, "anisotropic filtering between levels is not known");
    sampler->linear = texture->filterMode == CU_TR_FILTER_MODE_LINEAR;
    sampler->mip_linear = texture->mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR;
    sampler->unit = texture->flags & CU_TRSF_NORMALIZED_COORDINATES;
    sampler->fractions = image->fractions || !(texture->flags & CU_TRSF_READ_AS_INTEGER);
    sampler->srgb = texture->flags & CU_TRSF_SRGB;
    sampler->bias = texture->mipmapLevelBias;
    sampler->low = texture->minMipmapLevelClamp;
    sampler->high = texture->maxMipmapLevelClamp;
    memcpy(sampler->border, texture->borderColor, sizeof sampler->border);
    return CUDA_SUCCESS;
}

CUresult tw_view_make(struct tw_view *view, const struct tw_shown *shown)
{
    CUresult result = show_resource(&view->image, &shown->resource);
    view->bound = true;
    if (!result && shown->has_part) result = show_part(&view->image, &shown->part);
    return result || view->surface ? result : show_sampler(&view->sampler, &view->image, &shown->texture);
}

/* ---- objects ---- */

static CUresult make(struct tw_object *context, enum tw_object_kind kind, const struct tw_shown *shown,
                     unsigned long long *handle)
{
    struct tw_view view = {.surface = kind == TW_SURFACE_OBJECT};
    CUresult result = tw_view_make(&view, shown);
    if (result) return result;
    struct tw_shown *kept = malloc(sizeof *kept);
    uint64_t made = kept ? tw_views_add(tw_provider.machine, &view) : 0;
    struct tw_object *object = made ? tw_object_new(kind, made, context) : NULL;
    if (!object) {
        tw_views_drop(tw_provider.machine, made);
        free(kept);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *kept = *shown;
    object->shown = kept;
    *handle = made;
    return CUDA_SUCCESS;
}

void tw_shown_free(struct tw_object *object)
{
    if (object->kind != TW_TEXTURE_REFERENCE && object->kind != TW_SURFACE_REFERENCE)
        tw_views_drop(tw_provider.machine, object->handle);
    free(object->shown);
}

CUresult tw_sim_cuTexObjectCreate(CUtexObject *handle, const CUDA_RESOURCE_DESC *resource,
                                  const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *part)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !(handle && resource && texture)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        struct tw_shown shown = {.resource = *resource, .texture = *texture, .has_part = part != NULL};
        if (part) shown.part = *part;
        result = make(context, TW_TEXTURE_OBJECT, &shown, handle);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuSurfObjectCreate(CUsurfObject *handle, const CUDA_RESOURCE_DESC *resource)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !(handle && resource && resource->resType == CU_RESOURCE_TYPE_ARRAY))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        const struct tw_shown shown = {.resource = *resource};
        result = make(context, TW_SURFACE_OBJECT, &shown, handle);
    }
    return tw_sim_leave(result);
}

/* One that is none is nothing to destroy (so does an H200). */
static CUresult destroy(enum tw_object_kind kind, unsigned long long handle)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(kind, (void *)(uintptr_t)handle);
    if (object) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuTexObjectDestroy(CUtexObject handle)
{
    return destroy(TW_TEXTURE_OBJECT, handle);
}

CUresult tw_sim_cuSurfObjectDestroy(CUsurfObject handle)
{
    return destroy(TW_SURFACE_OBJECT, handle);
}

/* Copies a member of what an object shows. */
static CUresult describe(enum tw_object_kind kind, unsigned long long handle, void *to, size_t offset,
                         size_t bytes)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *object = result ? NULL : tw_object_find(kind, (void *)(uintptr_t)handle);
    if (!result && !(to && object)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && offset == offsetof(struct tw_shown, part) && !object->shown->has_part)
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) memcpy(to, (const char *)object->shown + offset, bytes);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject handle)
{
    return describe(TW_TEXTURE_OBJECT, handle, resource, offsetof(struct tw_shown, resource),
                    sizeof *resource);
}

CUresult tw_sim_cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *texture, CUtexObject handle)
{
    return describe(TW_TEXTURE_OBJECT, handle, texture, offsetof(struct tw_shown, texture), sizeof *texture);
}

CUresult tw_sim_cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *part, CUtexObject handle)
{
    return describe(TW_TEXTURE_OBJECT, handle, part, offsetof(struct tw_shown, part), sizeof *part);
}

CUresult tw_sim_cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject handle)
{
    return describe(TW_SURFACE_OBJECT, handle, resource, offsetof(struct tw_shown, resource),
                    sizeof *resource);
}

CUresult tw_sim_cuDeviceGetTexture1DLinearMaxWidth(size_t *width, CUarray_format format, unsigned channels,
                                                   CUdevice device)
{
    struct tw_texture_image image;
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_sim_check_device(device);
    if (!result && !width) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_array_format(&image, format, channels);
    if (!result) *width = ((size_t)1 << 32) / tw_texel_bytes(&image);
    if (!result && *width > (size_t)1 << 30) *width = (size_t)1 << 30;
    return tw_sim_leave(result);
}
