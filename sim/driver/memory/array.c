/* Arrays: made, described, with levels of half the size each. */
#include "sim/driver/memory/array.h"

#include <stdlib.h>

#define LEVEL_ALIGN 512u

/* clang-format off */
static const struct {
    CUarray_format format;
    enum tw_texel_kind kind;
    unsigned bits;
    unsigned channels; /* that it has; 0: as many as are asked for. Such a format's integers are always read as fractions */
} formats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8,  TW_TEXEL_UNSIGNED, 8,  0},
    {CU_AD_FORMAT_UNSIGNED_INT16, TW_TEXEL_UNSIGNED, 16, 0},
    {CU_AD_FORMAT_UNSIGNED_INT32, TW_TEXEL_UNSIGNED, 32, 0},
    {CU_AD_FORMAT_SIGNED_INT8,    TW_TEXEL_SIGNED,   8,  0},
    {CU_AD_FORMAT_SIGNED_INT16,   TW_TEXEL_SIGNED,   16, 0},
    {CU_AD_FORMAT_SIGNED_INT32,   TW_TEXEL_SIGNED,   32, 0},
    {CU_AD_FORMAT_HALF,           TW_TEXEL_FLOAT,    16, 0},
    {CU_AD_FORMAT_FLOAT,          TW_TEXEL_FLOAT,    32, 0},
    {CU_AD_FORMAT_UNORM_INT8X1,   TW_TEXEL_UNSIGNED, 8,  1},
    {CU_AD_FORMAT_UNORM_INT8X2,   TW_TEXEL_UNSIGNED, 8,  2},
    {CU_AD_FORMAT_UNORM_INT8X4,   TW_TEXEL_UNSIGNED, 8,  4},
    {CU_AD_FORMAT_UNORM_INT16X1,  TW_TEXEL_UNSIGNED, 16, 1},
    {CU_AD_FORMAT_UNORM_INT16X2,  TW_TEXEL_UNSIGNED, 16, 2},
    {CU_AD_FORMAT_UNORM_INT16X4,  TW_TEXEL_UNSIGNED, 16, 4},
    {CU_AD_FORMAT_SNORM_INT8X1,   TW_TEXEL_SIGNED,   8,  1},
    {CU_AD_FORMAT_SNORM_INT8X2,   TW_TEXEL_SIGNED,   8,  2},
    {CU_AD_FORMAT_SNORM_INT8X4,   TW_TEXEL_SIGNED,   8,  4},
    {CU_AD_FORMAT_SNORM_INT16X1,  TW_TEXEL_SIGNED,   16, 1},
    {CU_AD_FORMAT_SNORM_INT16X2,  TW_TEXEL_SIGNED,   16, 2},
    {CU_AD_FORMAT_SNORM_INT16X4,  TW_TEXEL_SIGNED,   16, 4},
};
/* clang-format on */

CUresult tw_array_format(struct tw_texture_image *image, CUarray_format format, unsigned channels)
{
    const unsigned first_other = CU_AD_FORMAT_BC1_UNORM, last_other = CU_AD_FORMAT_Y444_PLANAR10;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (formats[i].format != format) continue;
        image->kind = formats[i].kind;
        image->bits = formats[i].bits;
        image->channels = channels;
        image->fractions = formats[i].channels;
        if (formats[i].channels)
            return channels == formats[i].channels ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
        return channels == 1 || channels == 2 || channels == 4 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
    if ((unsigned)format < first_other || (unsigned)format > last_other) return CUDA_ERROR_INVALID_VALUE;
    return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED,
                         "arrays of format 0x%x (compressed or planar) are not known", (unsigned)format);
}

/* ---- what can be made: an H200's limits ---- */

/* clang-format off */
static const struct {
    unsigned flags, dimensions; /* of LAYERED and CUBEMAP; those that are not 0, layers left out */
    size_t most[3];             /* width, height, depth or layers */
    size_t most_stored;         /* width of one that surfaces write */
} limits[] = {
    {0,                                        1, {131072, 0, 0},           32768},
    {0,                                        2, {131072, 65536, 0},       131072},
    {0,                                        3, {16384, 16384, 16384},    16384},
    {CUDA_ARRAY3D_LAYERED,                     1, {32768, 0, 2048},         32768},
    {CUDA_ARRAY3D_LAYERED,                     2, {32768, 32768, 2048},     32768},
    {CUDA_ARRAY3D_CUBEMAP,                     2, {32768, 32768, 6},        32768},
    {CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED, 2, {32768, 32768, 2046},  32768},
};
/* clang-format on */

#define GATHERED_MOST 32768u
#define SHAPES        (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP)
#define KNOWN         (SHAPES | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_TEXTURE_GATHER)

static unsigned dimensions_of(const CUDA_ARRAY3D_DESCRIPTOR *shape)
{
    bool layered = shape->Flags & SHAPES;
    return !shape->Height ? 1 : layered || !shape->Depth ? 2 : 3;
}

static bool is_possible(const CUDA_ARRAY3D_DESCRIPTOR *shape)
{
    unsigned dimensions = dimensions_of(shape);
    bool stored = shape->Flags & CUDA_ARRAY3D_SURFACE_LDST,
         gathered = shape->Flags & CUDA_ARRAY3D_TEXTURE_GATHER;
    bool cube = shape->Flags & CUDA_ARRAY3D_CUBEMAP;
    if (!shape->Width || (shape->Depth && !shape->Height && !(shape->Flags & CUDA_ARRAY3D_LAYERED)))
        return false;
    if ((shape->Flags & CUDA_ARRAY3D_LAYERED) && !shape->Depth) return false;
    if (cube && (shape->Width != shape->Height || !shape->Depth || shape->Depth % 6)) return false;
    if (gathered && (shape->Flags & SHAPES)) return false;
    if (gathered && (dimensions != 2 || shape->Width > GATHERED_MOST || shape->Height > GATHERED_MOST))
        return false;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (limits[i].flags != (shape->Flags & SHAPES) || limits[i].dimensions != dimensions) continue;
        return shape->Width <= (stored ? limits[i].most_stored : limits[i].most[0]) &&
               shape->Height <= limits[i].most[1] && shape->Depth <= limits[i].most[2];
    }
    return false;
}

static CUresult check(const CUDA_ARRAY3D_DESCRIPTOR *shape, struct tw_texture_image *image)
{
    const unsigned later = CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_DEFERRED_MAPPING;
    if (shape->Flags & ~(KNOWN | later)) return CUDA_ERROR_INVALID_VALUE;
    if (shape->Flags & later)
        return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED,
                             "arrays that are sparse, or mapped later, are not known");
    CUresult result = tw_array_format(image, shape->Format, shape->NumChannels);
    return !result && !is_possible(shape) ? CUDA_ERROR_INVALID_VALUE : result;
}

/* ---- how their texels lie ---- */

static unsigned most_levels(const CUDA_ARRAY3D_DESCRIPTOR *shape)
{
    size_t longest = shape->Width > shape->Height ? shape->Width : shape->Height;
    if (dimensions_of(shape) == 3 && shape->Depth > longest) longest = shape->Depth;
    unsigned levels = 1;
    while (longest >> levels) levels++;
    return levels;
}

/* Fills levels; their places are offsets as yet. Returns the bytes of all. */
static size_t lay_out(struct tw_texture_image *image, const CUDA_ARRAY3D_DESCRIPTOR *shape, unsigned levels)
{
    size_t bytes = 0;
    image->dimensions = dimensions_of(shape);
    image->layered = shape->Flags & CUDA_ARRAY3D_LAYERED;
    image->cube = shape->Flags & CUDA_ARRAY3D_CUBEMAP;
    image->levels = levels;
    for (unsigned l = 0; l < levels; l++) {
        struct tw_level *level = &image->level[l];
        const size_t sizes[3] = {shape->Width, shape->Height, shape->Depth};
        for (unsigned i = 0; i < 3; i++) {
            size_t size = i < image->dimensions ? sizes[i] >> l : sizes[i];
            level->size[i] = size ? (uint32_t)size : 1;
        }
        level->pitch = (size_t)level->size[0] * tw_texel_bytes(image);
        level->slice = level->pitch * level->size[1];
        level->texels = (unsigned char *)bytes;
        bytes += (level->slice * level->size[2] + LEVEL_ALIGN - 1) / LEVEL_ALIGN * LEVEL_ALIGN;
    }
    return bytes;
}

static CUresult make(struct tw_object *context, enum tw_object_kind kind,
                     const CUDA_ARRAY3D_DESCRIPTOR *shape, unsigned levels, void **handle)
{
    struct tw_array *array = calloc(1, sizeof *array);
    CUresult result = array ? check(shape, &array->image) : CUDA_ERROR_OUT_OF_MEMORY;
    if (result) {
        free(array);
        return result;
    }
    const unsigned most = most_levels(shape);
    array->shape = *shape;
    array->bytes = lay_out(&array->image, shape, levels < 1 ? 1 : levels > most ? most : levels);
    array->image.owner = array;
    array->memory = tw_machine_take(tw_provider.machine, array->bytes);
    struct tw_object *object = array->memory ? tw_object_new(kind, 0, context) : NULL;
    if (!object) {
        tw_array_free(array);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    for (unsigned l = 0; l < array->image.levels; l++)
        array->image.level[l].texels = (unsigned char *)array->memory + (size_t)array->image.level[l].texels;
    object->array = array;
    *handle = (void *)object->handle;
    return CUDA_SUCCESS;
}

void tw_array_free(struct tw_array *array)
{
    tw_views_end(tw_provider.machine, array);
    if (array->memory) tw_machine_give(tw_provider.machine, array->memory, array->bytes);
    free(array);
}

const struct tw_array *tw_array_find(enum tw_object_kind kind, const void *handle)
{
    const struct tw_object *object = tw_object_find(kind, handle);
    return object ? object->array : NULL;
}

/* ---- the calls ---- */

CUresult tw_sim_cuArray3DCreate_v2(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *shape)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !(array && shape)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = make(context, TW_ARRAY, shape, 1, (void **)array);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuArrayCreate_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *shape)
{
    CUDA_ARRAY3D_DESCRIPTOR solid = {0};
    if (shape)
        solid =
            (CUDA_ARRAY3D_DESCRIPTOR){shape->Width, shape->Height, 0, shape->Format, shape->NumChannels, 0};
    return tw_sim_cuArray3DCreate_v2(array, shape ? &solid : NULL);
}

CUresult tw_sim_cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *shape, CUarray array)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_array *found = result ? NULL : tw_array_find(TW_ARRAY, array);
    if (!result && !shape) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !found) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) *shape = found->shape;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *shape, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR solid;
    CUresult result = tw_sim_cuArray3DGetDescriptor_v2(shape ? &solid : NULL, array);
    if (!result) *shape = (CUDA_ARRAY_DESCRIPTOR){solid.Width, solid.Height, solid.Format, solid.NumChannels};
    return result;
}

static CUresult destroy(enum tw_object_kind kind, const void *handle)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(kind, handle);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && kind == TW_ARRAY && !object->array->memory)
        result = CUDA_ERROR_INVALID_VALUE; /* a level */
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuArrayDestroy(CUarray array)
{
    return destroy(TW_ARRAY, array);
}

CUresult tw_sim_cuMipmappedArrayDestroy(CUmipmappedArray array)
{
    return destroy(TW_MIPMAPPED, array);
}

/* Every level is an array as well, from the beginning on: a handle that is asked for twice is the same. */
static CUresult make_levels(struct tw_object *mipmapped)
{
    const struct tw_array *all = mipmapped->array;
    for (unsigned l = 0; l < all->image.levels; l++) {
        struct tw_array *level = calloc(1, sizeof *level);
        struct tw_object *object = level ? tw_object_new(TW_ARRAY, 0, mipmapped) : NULL;
        if (!object) {
            free(level);
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
        const uint32_t *size = all->image.level[l].size;
        level->image = all->image;
        level->image.levels = 1;
        level->image.level[0] = all->image.level[l];
        level->image.owner = level;
        level->shape = all->shape;
        level->shape.Width = size[0];
        if (level->shape.Height) level->shape.Height = size[1];
        if (level->shape.Depth) level->shape.Depth = size[2];
        object->flags = l;
        object->array = level;
    }
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *shape,
                                       unsigned levels)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    void *handle = NULL;
    if (!result && !(array && shape)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = make(context, TW_MIPMAPPED, shape, levels, &handle);
    if (!result) {
        struct tw_object *object = tw_object_find(TW_MIPMAPPED, handle);
        result = make_levels(object);
        if (result) tw_object_free(object);
    }
    if (!result) *array = handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuMipmappedArrayGetLevel(CUarray *array, CUmipmappedArray mipmapped, unsigned level)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_array *found = result ? NULL : tw_array_find(TW_MIPMAPPED, mipmapped);
    if (!result && !found) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && (!array || level >= found->image.levels)) result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; !result && i < tw_provider.count; i++) {
        const struct tw_object *object = tw_provider.objects[i];
        bool own = object->kind == TW_ARRAY && object->owner == (uintptr_t)mipmapped;
        if (own && object->flags == level) *array = (CUarray)object->handle;
    }
    return tw_sim_leave(result);
}
