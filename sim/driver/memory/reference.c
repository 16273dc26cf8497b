/* Variables of .texref and .surfref: each has a view of its own, which changes with what is set. */
#include <stdlib.h>
#include <string.h>

#include "sim/driver/memory/array.h"

#define REFERENCE_ALIGN 512u

/* The reference's view is made anew; nothing is shown while nothing is bound. */
static CUresult show(const struct tw_object *object)
{
    struct tw_view *view = tw_views_find(tw_provider.machine, object->flags);
    struct tw_view made = {.surface = object->kind == TW_SURFACE_REFERENCE};
    bool bound = object->shown->has_part;
    struct tw_shown shown = *object->shown;
    shown.has_part = false; /* of a reference: something is bound */
    CUresult result = bound ? tw_view_make(&made, &shown) : CUDA_SUCCESS;
    if (!result && view) *view = made;
    return result;
}

static CUresult make(const struct tw_object *owner, enum tw_object_kind kind, uint64_t view,
                     uintptr_t *handle)
{
    struct tw_shown *shown = calloc(1, sizeof *shown);
    struct tw_object *object = shown ? tw_object_new(kind, 0, owner) : NULL;
    if (!object) {
        free(shown);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    for (unsigned i = 0; i < 3; i++) shown->texture.addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
    shown->resource.res.linear.format = CU_AD_FORMAT_FLOAT;
    shown->resource.res.linear.numChannels = 1;
    object->shown = shown;
    object->flags = (unsigned)view;
    *handle = object->handle;
    return CUDA_SUCCESS;
}

/* The same name gives the same reference. */
static CUresult look_up(uintptr_t *handle, CUmodule module, const char *name, enum tw_object_kind kind)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *owner = result ? NULL : tw_object_find_in(context, TW_MODULE, module);
    if (!result && !(handle && name)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !owner) result = CUDA_ERROR_INVALID_HANDLE;
    uint64_t view = result ? 0 : tw_sim_module_reference(owner->module, name, kind == TW_SURFACE_REFERENCE);
    if (!result && !view) result = CUDA_ERROR_NOT_FOUND;
    for (size_t i = 0; !result && i < tw_provider.count; i++) {
        const struct tw_object *object = tw_provider.objects[i];
        if (object->kind != kind || object->flags != view) continue;
        *handle = object->handle;
        return tw_sim_leave(CUDA_SUCCESS);
    }
    if (!result) result = make(owner, kind, view, handle);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuModuleGetTexRef(CUtexref *reference, CUmodule module, const char *name)
{
    return look_up((uintptr_t *)reference, module, name, TW_TEXTURE_REFERENCE);
}

CUresult tw_sim_cuModuleGetSurfRef(CUsurfref *reference, CUmodule module, const char *name)
{
    return look_up((uintptr_t *)reference, module, name, TW_SURFACE_REFERENCE);
}

CUresult tw_sim_cuTexRefCreate(CUtexref *reference)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !reference) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = make(context, TW_TEXTURE_REFERENCE, 0, (uintptr_t *)reference);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuTexRefDestroy(CUtexref reference)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(TW_TEXTURE_REFERENCE, reference);
    if (!result && !(object && !object->flags)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

/* The list of all that a function does is short, so each is a row: with `it` the reference's descriptions, whether what is
   asked is possible, and what is done. SET shows the result. */
#define REFERENCE(name, kind, parameters, possible, action, after)                                           \
    CUresult tw_sim_##name parameters                                                                        \
    {                                                                                                        \
        struct tw_object *context;                                                                           \
        CUresult result = tw_sim_enter(&context);                                                            \
        struct tw_object *object = result ? NULL : tw_object_find(kind, reference);                          \
        struct tw_shown *it = object ? object->shown : NULL;                                                 \
        if (!result && !(it && (possible))) result = CUDA_ERROR_INVALID_VALUE;                               \
        if (!result) {                                                                                       \
            action;                                                                                          \
            result = after;                                                                                  \
        }                                                                                                    \
        return tw_sim_leave(result);                                                                         \
    }
#define SET(name, parameters, possible, action)                                                              \
    REFERENCE(name, TW_TEXTURE_REFERENCE, parameters, possible, action, show(object))
#define GET(name, parameters, possible, action)                                                              \
    REFERENCE(name, TW_TEXTURE_REFERENCE, parameters, possible, action, CUDA_SUCCESS)

/* A reference's format is that of memory; arrays have their own. */
static void bind_array(struct tw_shown *it, CUresourcetype type, void *handle)
{
    it->has_part = handle != NULL;
    it->resource.resType = type;
    if (type == CU_RESOURCE_TYPE_ARRAY) {
        it->resource.res.array.hArray = handle;
    } else {
        it->resource.res.mipmap.hMipmappedArray = handle;
    }
}

static bool is_bound(const struct tw_shown *it, CUresourcetype type)
{
    return it->has_part && it->resource.resType == type;
}

SET(cuTexRefSetArray, (CUtexref reference, CUarray array, unsigned flags),
    flags <= CU_TRSA_OVERRIDE_FORMAT && (!array || tw_array_find(TW_ARRAY, array)),
    bind_array(it, CU_RESOURCE_TYPE_ARRAY, array))
SET(cuTexRefSetMipmappedArray, (CUtexref reference, CUmipmappedArray array, unsigned flags),
    flags <= CU_TRSA_OVERRIDE_FORMAT && (!array || tw_array_find(TW_MIPMAPPED, array)),
    bind_array(it, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, array))
SET(cuTexRefSetAddressMode, (CUtexref reference, int dimension, CUaddress_mode mode),
    dimension >= 0 && dimension < 3 && (unsigned)mode <= CU_TR_ADDRESS_MODE_BORDER,
    it->texture.addressMode[dimension] = mode)
SET(cuTexRefSetFilterMode, (CUtexref reference, CUfilter_mode mode),
    (unsigned)mode <= CU_TR_FILTER_MODE_LINEAR, it->texture.filterMode = mode)
SET(cuTexRefSetMipmapFilterMode, (CUtexref reference, CUfilter_mode mode),
    (unsigned)mode <= CU_TR_FILTER_MODE_LINEAR, it->texture.mipmapFilterMode = mode)
SET(cuTexRefSetMipmapLevelBias, (CUtexref reference, float bias), true, it->texture.mipmapLevelBias = bias)
SET(cuTexRefSetMipmapLevelClamp, (CUtexref reference, float low, float high), true,
    (it->texture.minMipmapLevelClamp = low, it->texture.maxMipmapLevelClamp = high))
SET(cuTexRefSetMaxAnisotropy, (CUtexref reference, unsigned most), true, it->texture.maxAnisotropy = most)
SET(cuTexRefSetBorderColor, (CUtexref reference, float *color), color,
    memcpy(it->texture.borderColor, color, sizeof it->texture.borderColor))
SET(cuTexRefSetFlags, (CUtexref reference, unsigned flags), true, it->texture.flags = flags)

GET(cuTexRefGetArray, (CUarray * array, CUtexref reference), array &&is_bound(it, CU_RESOURCE_TYPE_ARRAY),
    *array = it->resource.res.array.hArray)
GET(cuTexRefGetMipmappedArray, (CUmipmappedArray * array, CUtexref reference),
    array &&is_bound(it, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY), *array = it->resource.res.mipmap.hMipmappedArray)
GET(cuTexRefGetAddress_v2, (CUdeviceptr * address, CUtexref reference),
    address && (is_bound(it, CU_RESOURCE_TYPE_LINEAR) || is_bound(it, CU_RESOURCE_TYPE_PITCH2D)),
    *address = it->resource.res.linear.devPtr)
GET(cuTexRefGetAddressMode, (CUaddress_mode * mode, CUtexref reference, int dimension),
    mode &&dimension >= 0 && dimension < 3, *mode = it->texture.addressMode[dimension])
GET(cuTexRefGetFilterMode, (CUfilter_mode * mode, CUtexref reference), mode, *mode = it->texture.filterMode)
GET(cuTexRefGetMipmapFilterMode, (CUfilter_mode * mode, CUtexref reference), mode,
    *mode = it->texture.mipmapFilterMode)
GET(cuTexRefGetMipmapLevelBias, (float *bias, CUtexref reference), bias, *bias = it->texture.mipmapLevelBias)
GET(cuTexRefGetMipmapLevelClamp, (float *low, float *high, CUtexref reference), low &&high,
    (*low = it->texture.minMipmapLevelClamp, *high = it->texture.maxMipmapLevelClamp))
GET(cuTexRefGetMaxAnisotropy, (int *most, CUtexref reference), most, *most = (int)it->texture.maxAnisotropy)
GET(cuTexRefGetBorderColor, (float *color, CUtexref reference), color,
    memcpy(color, it->texture.borderColor, sizeof it->texture.borderColor))
GET(cuTexRefGetFlags, (unsigned *flags, CUtexref reference), flags, *flags = it->texture.flags)

REFERENCE(cuSurfRefSetArray, TW_SURFACE_REFERENCE, (CUsurfref reference, CUarray array, unsigned flags),
          !flags && tw_array_find(TW_ARRAY, array), bind_array(it, CU_RESOURCE_TYPE_ARRAY, array),
          show(object))
REFERENCE(cuSurfRefGetArray, TW_SURFACE_REFERENCE, (CUarray * array, CUsurfref reference),
          array &&is_bound(it, CU_RESOURCE_TYPE_ARRAY), *array = it->resource.res.array.hArray, CUDA_SUCCESS)

/* ---- memory: the format that was set is its format ---- */

GET(cuTexRefGetFormat, (CUarray_format * format, int *channels, CUtexref reference), format &&channels,
    (*format = it->resource.res.linear.format, *channels = (int)it->resource.res.linear.numChannels))

static CUresult set_format(struct tw_object *object, CUarray_format format, int channels)
{
    struct tw_texture_image image;
    CUresult result = tw_array_format(&image, format, (unsigned)channels);
    struct tw_shown *it = object->shown;
    if (result) return result;
    if (it->has_part && it->resource.resType <= CU_RESOURCE_TYPE_MIPMAPPED_ARRAY) return CUDA_SUCCESS;
    it->resource.res.linear.format = format;
    it->resource.res.linear.numChannels = (unsigned)channels;
    return show(object);
}

REFERENCE(cuTexRefSetFormat, TW_TEXTURE_REFERENCE, (CUtexref reference, CUarray_format format, int channels),
          true, (void)it, set_format(object, format, channels))

static CUresult set_memory(struct tw_object *object, CUdeviceptr address, size_t bytes, size_t *offset)
{
    struct tw_shown *it = object->shown;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_LINEAR};
    size_t beyond = address % REFERENCE_ALIGN;
    if (beyond && !offset) return CUDA_ERROR_INVALID_VALUE;
    if (offset) *offset = beyond;
    bool array = it->has_part && it->resource.resType <= CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    resource.res.linear.format = array ? CU_AD_FORMAT_FLOAT : it->resource.res.linear.format;
    resource.res.linear.numChannels = array ? 1 : it->resource.res.linear.numChannels;
    resource.res.linear.devPtr = address - beyond;
    resource.res.linear.sizeInBytes = bytes + beyond;
    it->resource = resource;
    it->has_part = address != 0;
    return show(object);
}

REFERENCE(cuTexRefSetAddress_v2, TW_TEXTURE_REFERENCE,
          (size_t * offset, CUtexref reference, CUdeviceptr address, size_t bytes), true, (void)it,
          set_memory(object, address, bytes, offset))

static CUresult set_pitched(struct tw_object *object, const CUDA_ARRAY_DESCRIPTOR *shape, CUdeviceptr address,
                            size_t pitch)
{
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_PITCH2D};
    resource.res.pitch2D.devPtr = address;
    resource.res.pitch2D.format = shape->Format;
    resource.res.pitch2D.numChannels = shape->NumChannels;
    resource.res.pitch2D.width = shape->Width;
    resource.res.pitch2D.height = shape->Height;
    resource.res.pitch2D.pitchInBytes = pitch;
    object->shown->resource = resource;
    object->shown->has_part = true;
    return show(object);
}

REFERENCE(cuTexRefSetAddress2D_v3, TW_TEXTURE_REFERENCE,
          (CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *shape, CUdeviceptr address, size_t pitch), shape,
          (void)it, set_pitched(object, shape, address, pitch))

/* Every kernel of a module reads its references. */
CUresult tw_sim_cuParamSetTexRef(CUfunction function, int unit, CUtexref reference)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    bool known = !result && tw_object_find_in(context, TW_FUNCTION, function) && unit == -1 &&
                 tw_object_find(TW_TEXTURE_REFERENCE, reference);
    if (!result && !known) result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(result);
}
