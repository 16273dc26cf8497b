/*
 * texture_image.h - what textures and surfaces read and write: texels in rows, how they are sampled, and the handles by which kernels
 * name both.
 *
 *     image    texels of one format: 1 to 3 dimensions, layers, the six faces of a cube, levels of half the size each
 *     sampler  what a texture does with coordinates and texels
 *     view     an image behind a handle, with a sampler (a texture), or without (a surface)
 *
 * Nothing here knows threads. Handles are small numbers that are never used again, so that one that was destroyed is told from
 * one that never was; a variable of .texref or .surfref has one too, and its view changes with what the program binds.
 *
 * Thread-safety: as memory.h: views change only while no kernel runs.
 * Ownership: the machine owns views; texels belong to whoever made the image, and must outlive its views or end them by
 * tw_views_end.
 */
#ifndef TW_SIM_EXEC_MEMORY_TEXTURE_IMAGE_H
#define TW_SIM_EXEC_MEMORY_TEXTURE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TW_MOST_LEVELS 18u /* of the widest image, 131072 texels */

enum tw_texel_kind { TW_TEXEL_UNSIGNED, TW_TEXEL_SIGNED, TW_TEXEL_FLOAT };

/* Layers and faces are the slices of the depth: face f of cube layer l is slice 6 l + f. */
struct tw_texture_image {
    unsigned dimensions; /* 1 to 3; of a cube 2 */
    bool layered, cube;
    enum tw_texel_kind kind;
    unsigned bits, channels; /* of a channel: 8, 16, 32; how many: 1, 2, 4 */
    bool fractions;          /* its integers are, whatever a sampler says  */
    bool linear;             /* device memory, from `address` on, that may go at any time */
    uint64_t address, bytes;
    const void *owner; /* of the texels: tw_views_end's */
    unsigned levels;
    struct tw_level {
        unsigned char *texels;
        uint32_t size[3]; /* width, height, depth; at least 1 each */
        size_t pitch, slice;
    } level[TW_MOST_LEVELS];
};

static inline unsigned tw_texel_bytes(const struct tw_texture_image *image)
{
    return image->bits / 8 * image->channels;
}

/* Texel (x, y, z) of a level, which must be there. */
static inline unsigned char *tw_texel_at(const struct tw_texture_image *image, unsigned level, uint32_t x,
                                         uint32_t y, uint32_t z)
{
    const struct tw_level *at = &image->level[level];
    return at->texels + z * at->slice + y * at->pitch + (size_t)x * tw_texel_bytes(image);
}

/* As CUaddress_mode has them. */
enum tw_address_mode { TW_ADDRESS_WRAP, TW_ADDRESS_CLAMP, TW_ADDRESS_MIRROR, TW_ADDRESS_BORDER };

struct tw_sampler {
    enum tw_address_mode address[3];
    bool linear, mip_linear; /* filters: between texels, between levels      */
    bool unit;               /* coordinates are fractions of the size        */
    bool fractions;          /* integers of 8 and 16 bits are read as [0, 1] or [-1, 1] */
    bool srgb;
    bool seamless;         /* linear filtering goes on from a cube's face to the next */
    float bias, low, high; /* of levels */
    float border[4];
};

struct tw_view {
    bool surface;
    bool bound; /* of a reference: there is an image */
    struct tw_texture_image image;
    struct tw_sampler sampler;
};

struct tw_views {
    struct tw_view **views; /* of handle h the one at h - 1; NULL: destroyed */
    size_t count, capacity;
};

struct tw_machine;

/* A handle for a view; 0: out of memory. */
uint64_t tw_views_add(struct tw_machine *machine, const struct tw_view *view);
/* The view of a handle, or NULL. */
struct tw_view *tw_views_find(const struct tw_machine *machine, uint64_t handle);
void tw_views_drop(struct tw_machine *machine, uint64_t handle);
/* The texels of an owner go: its views show nothing from now on. */
void tw_views_end(struct tw_machine *machine, const void *owner);
void tw_views_free(struct tw_machine *machine);

/* ---- sampling (texture.c) ---- */

/* What an instruction asks a texture for. */
struct tw_fetch {
    bool whole;        /* coordinates are integers: texels, never filtered          */
    uint32_t layer;    /* of layered images                                         */
    uint32_t place[3]; /* floats by their bits, or integers                         */
    int32_t offset[3]; /* in texels                                                 */
    enum tw_lod { TW_LOD_NONE, TW_LOD_GIVEN, TW_LOD_SLOPES } lod;
    float level;       /* TW_LOD_GIVEN                                              */
    float slope[2][3]; /* TW_LOD_SLOPES: by x and by y on the screen                */
    int gathered;      /* -1, or the channel of which the four texels are asked for */
};

/* The four channels, floats by their bits or integers (PTX ISA, "tex", "tld4"; docs/simulator.md, "Textures"). */
void tw_texture_fetch(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                      const struct tw_fetch *fetch, uint32_t texel[4]);

#endif
