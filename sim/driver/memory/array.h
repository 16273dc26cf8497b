/* driver/memory/array.h - arrays, and the textures and surfaces that show them or memory. */
#ifndef TW_SIM_DRIVER_MEMORY_ARRAY_H
#define TW_SIM_DRIVER_MEMORY_ARRAY_H

#include "sim/driver/state.h"

/* An array, mipmapped or not; a level of a mipmapped one is an array too, whose texels are not its own. */
struct tw_array {
    struct tw_texture_image image;
    CUDA_ARRAY3D_DESCRIPTOR shape;
    void *memory; /* NULL: a level's */
    size_t bytes;
};

/* What textures show, and how; the numbers of both descriptions are CUDA's. */
struct tw_shown {
    CUDA_RESOURCE_DESC resource;
    CUDA_TEXTURE_DESC texture;
    CUDA_RESOURCE_VIEW_DESC part;
    bool has_part;
};

void tw_array_free(struct tw_array *array);

/* The array behind a handle, mipmapped or not, or NULL. */
const struct tw_array *tw_array_find(enum tw_object_kind kind, const void *handle);

/* The kind and bits of a format. CUDA_ERROR_INVALID_VALUE: no format, or no such number of channels;
   CUDA_ERROR_NOT_SUPPORTED: one that we do not have. */
CUresult tw_array_format(struct tw_texture_image *image, CUarray_format format, unsigned channels);

/* The view that descriptions ask for. */
CUresult tw_view_make(struct tw_view *view, const struct tw_shown *shown);

/* An object of textures and surfaces ends; a reference's stays as long as its module. */
void tw_shown_free(struct tw_object *object);

#endif
