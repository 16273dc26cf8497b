/*
 * Which texels a texture's coordinates mean, and how much of each. Measured on an H200:
 *
 *   - A coordinate in texels is taken as it is. One of the unit is cut to 21 bits behind the point, unless the size is a power
 *     of two. Subnormal numbers are 0; so are NaN and, where addresses wrap or mirror, infinities.
 *   - Linear filtering goes 127.5 256ths back, down to a whole 256th: the texel, and the weight of the next one.
 */
#include <math.h>
#include <string.h>

#include "sim/exec/memory/texture.h"

#include "sim/exec/numbers/float_bits.h"

/* Places that no texel has: the border's color, and zeros. */
#define BORDER  INT64_MIN
#define NOTHING (INT64_MIN + 1)

/* One dimension: a texel, or two of which the second weighs `weight` 256ths. */
struct axis {
    int64_t place[2];
    unsigned weight, count;
};

/* Where a texel outside lies; borders and what is inside stay. */
static int64_t address(enum tw_address_mode mode, int64_t place, int64_t size)
{
    if (place >= 0 && place < size) return place;
    switch (mode) {
    case TW_ADDRESS_WRAP:
        place %= size;
        return place < 0 ? place + size : place;
    case TW_ADDRESS_MIRROR:
        place %= 2 * size;
        if (place < 0) place += 2 * size;
        return place < size ? place : 2 * size - 1 - place;
    case TW_ADDRESS_CLAMP:
        return place < 0 ? 0 : size - 1;
    default:
        return BORDER;
    }
}

/* Coordinates that are none, and those so far away that nothing is near them. */
static double tamed(float value, enum tw_address_mode mode)
{
    bool repeats = mode == TW_ADDRESS_WRAP || mode == TW_ADDRESS_MIRROR;
    if (isnan(value) || (fpclassify(value) == FP_SUBNORMAL)) return 0;
    if (isinf(value) && repeats) return 0;
    return value;
}

/* A coordinate in texels. Repeating ones are brought near, so that they keep their fractions. */
static double in_texels(const struct tw_sampler *sampler, enum tw_address_mode mode, double value,
                        uint32_t size)
{
    if (sampler->unit) {
        bool power = (size & (size - 1)) == 0;
        if (mode == TW_ADDRESS_WRAP) value -= floor(value);
        if (mode == TW_ADDRESS_MIRROR) value -= 2 * floor(value / 2);
        if (!power && fabs(value) < 1e9) value = floor(value * 0x1p21) * 0x1p-21;
        value *= size;
    }
    return value < -0x1p40 ? -0x1p40 : value > 0x1p40 ? 0x1p40 : value;
}

static struct axis axis_of(const struct tw_sampler *sampler, unsigned dimension, uint32_t size, uint32_t bits,
                           int32_t offset, bool linear)
{
    enum tw_address_mode mode = sampler->address[dimension];
    bool repeats = mode == TW_ADDRESS_WRAP || mode == TW_ADDRESS_MIRROR;
    if (!sampler->unit && repeats) mode = TW_ADDRESS_CLAMP;
    double at = in_texels(sampler, mode, tamed(tw_as_f32(bits), mode), size);
    struct axis axis = {.count = linear ? 2 : 1};
    int64_t fixed = (int64_t)floor(at * 256 - 127.5);
    int64_t place = (linear ? fixed >> 8 : (int64_t)floor(at)) + offset;
    axis.weight = linear ? (unsigned)(fixed & 255) : 0;
    for (unsigned i = 0; i < axis.count; i++) axis.place[i] = address(mode, place + i, size);
    if (linear && axis.place[0] == axis.place[1] && mode != TW_ADDRESS_WRAP) axis.weight = 0; /* at an end */
    return axis;
}

/* Whole coordinates have no address mode: outside there is nothing. */
static struct axis axis_of_whole(uint32_t size, uint32_t bits, int32_t offset)
{
    struct axis axis = {.count = 1};
    int64_t place = (int64_t)(int32_t)bits + offset;
    axis.place[0] = place >= 0 && place < size ? place : NOTHING;
    return axis;
}

/* ---- a cube: the face that a direction meets, and where on it (as in CUDA's and Direct3D's cubes) ---- */

static void face_of(const uint32_t place[3], unsigned *face, float on[2])
{
    const float x = tw_as_f32(place[0]), y = tw_as_f32(place[1]), z = tw_as_f32(place[2]);
    const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    float s, t, most;
    if (az >= ax && az >= ay) {
        *face = z < 0 ? 5 : 4;
        s = z < 0 ? -x : x;
        t = -y;
        most = az;
    } else if (ay >= ax) {
        *face = y < 0 ? 3 : 2;
        s = x;
        t = y < 0 ? -z : z;
        most = ay;
    } else {
        *face = x < 0 ? 1 : 0;
        s = x < 0 ? z : -z;
        t = -y;
        most = ax;
    }
    on[0] = (s / most + 1) / 2;
    on[1] = (t / most + 1) / 2;
}

/* ---- one level ---- */

/* Memory in one dimension is asked for by numbers of texels, whatever the instruction says. */
static bool is_line(const struct tw_texture_image *image)
{
    return image->linear && image->dimensions == 1;
}

/* Where an instruction asks, dimension by dimension, and the slice of a layered image or cube. */
struct where {
    struct axis axis[3];
    uint32_t slice;
};

static struct where find(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                         const struct tw_fetch *fetch, unsigned level, bool linear)
{
    const struct tw_level *at = &image->level[level];
    struct where where = {.axis = {{.count = 1}, {.count = 1}, {.count = 1}}};
    struct tw_sampler own = *sampler;
    uint32_t place[3] = {fetch->place[0], fetch->place[1], fetch->place[2]}, layers = at->size[2];
    unsigned face = 0;
    const bool whole = fetch->whole || is_line(image);
    if (image->cube) {
        float on[2];
        face_of(fetch->place, &face, on);
        memcpy(place, on, sizeof on);
        own.unit = true;
        layers /= 6;
    }
    for (unsigned i = 0; i < image->dimensions; i++) {
        where.axis[i] = whole ? axis_of_whole(at->size[i], place[i], fetch->offset[i])
                              : axis_of(&own, i, at->size[i], place[i], fetch->offset[i], linear);
    }
    if (linear && image->dimensions == 1 && !image->layered) /* it has a second, of one row */
        where.axis[1] = axis_of(&own, 1, 1, 0, 0, true);
    uint32_t layer = !image->layered ? 0 : fetch->layer < layers ? fetch->layer : layers - 1;
    bool is_row =
        image->dimensions == 1 && !image->linear && !image->layered; /* whole numbers read memory alone */
    if (whole && (is_row || (image->layered && fetch->layer >= layers))) where.axis[0].place[0] = NOTHING;
    where.slice = image->cube ? 6 * layer + face : layer;
    return where;
}

static uint32_t channel_at(const unsigned char *texel, unsigned bits, unsigned channel)
{
    uint32_t value = 0;
    memcpy(&value, texel + (size_t)channel * (bits / 8), bits / 8);
    return value;
}

static const unsigned char zeros[16];

/* The texels of a place, y after x, z after y, or NULL for one of the border. */
static unsigned texels_of(const struct tw_texture_image *image, const struct where *where, unsigned level,
                          const unsigned char *texels[TW_MOST_TEXELS])
{
    unsigned count = 0;
    for (unsigned z = 0; z < where->axis[2].count; z++) {
        for (unsigned y = 0; y < where->axis[1].count; y++) {
            for (unsigned x = 0; x < where->axis[0].count; x++) {
                int64_t at[3] = {where->axis[0].place[x], where->axis[1].place[y], where->axis[2].place[z]};
                bool inside = at[0] != BORDER && at[1] != BORDER && at[2] != BORDER;
                bool there = at[0] != NOTHING && at[1] != NOTHING && at[2] != NOTHING;
                uint32_t slice = image->dimensions == 3 ? (uint32_t)at[2] : where->slice;
                texels[count++] = !there ? zeros
                                  : !inside
                                      ? NULL
                                      : tw_texel_at(image, level, (uint32_t)at[0], (uint32_t)at[1], slice);
            }
        }
    }
    return count;
}

/* a of b, in 256ths, halves up. */
static unsigned part(unsigned a, unsigned b)
{
    return (a * b + 128) >> 8;
}

/* The weights of all texels add up to 256. In two dimensions the rest is what makes the weights of rows and columns right; in three, x and z
   come first, and each of their parts is divided by y. */
static void weights_of(const struct tw_texture_image *image, const struct where *where,
                       unsigned weights[TW_MOST_TEXELS])
{
    const bool solid = image->dimensions == 3;
    const unsigned x = where->axis[0].weight, y = where->axis[1].weight;
    const unsigned second = solid ? where->axis[2].weight : y, both = part(x, second);
    const unsigned near = solid ? part(x, 256 - second) : x - both;
    const unsigned flat[2][2] = {{256 - second - near, near}, {second - both, both}};
    unsigned count = 0;
    for (unsigned k = 0; k < where->axis[2].count; k++) {
        for (unsigned j = 0; j < where->axis[1].count; j++) {
            for (unsigned i = 0; i < where->axis[0].count; i++) {
                const unsigned whole = flat[solid ? k : j][i], far = part(whole, y);
                weights[count++] = !solid ? whole : j ? far : whole - far;
            }
        }
    }
}

static void read_level(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                       const struct tw_fetch *fetch, unsigned level, uint32_t texel[4])
{
    const bool sums = image->kind == TW_TEXEL_FLOAT || (sampler->fractions && image->bits < 32);
    const bool linear = sampler->linear && !fetch->whole && !is_line(image) && sums;
    struct where where = find(image, sampler, fetch, level, linear);
    const unsigned char *texels[TW_MOST_TEXELS];
    for (unsigned i = 0; i < 3; i++) where.axis[i].count = where.axis[i].weight ? 2 : 1;
    unsigned weights[TW_MOST_TEXELS], count = texels_of(image, &where, level, texels);
    uint32_t bits[TW_MOST_TEXELS];
    weights_of(image, &where, weights);
    for (unsigned c = 0; c < 4; c++) {
        texel[c] = 0;
        if (c >= image->channels) continue;
        for (unsigned i = 0; i < count; i++)
            bits[i] = texels[i] ? channel_at(texels[i], image->bits, c) : tw_border_bits(image, sampler, c);
        const bool sum =
            count > 1 || (linear && image->kind == TW_TEXEL_SIGNED); /* whose 16 bits are others */
        texel[c] = sum ? tw_texel_sum(image, sampler, c, bits, weights, count)
                       : tw_texel_value(image, sampler, c, bits[0]);
    }
}

/* The four texels that linear filtering would take, counter-clockwise from the lower left (PTX ISA, "tld4"). */
static void gather(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                   const struct tw_fetch *fetch, uint32_t texel[4])
{
    static const unsigned order[4] = {2, 3, 1, 0};
    const struct where where = find(image, sampler, fetch, 0, true);
    const unsigned char *texels[TW_MOST_TEXELS];
    const unsigned channel = (unsigned)fetch->gathered;
    struct tw_sampler own = *sampler;
    own.srgb = false;
    texels_of(image, &where, 0, texels);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned char *at = texels[order[i]];
        uint32_t bits = at ? channel_at(at, image->bits, channel) : tw_border_bits(image, sampler, channel);
        texel[i] = channel < image->channels ? tw_texel_value(image, &own, channel, bits) : 0;
    }
}

/* ---- levels ---- */

/* The level of detail before bias and bounds: how many texels a step on the screen goes, as a power of two. */
static float level_of(const struct tw_texture_image *image, const struct tw_fetch *fetch)
{
    double longest = 0;
    if (fetch->lod == TW_LOD_GIVEN) return fetch->level;
    for (unsigned k = 0; fetch->lod == TW_LOD_SLOPES && k < 2; k++) {
        double squares = 0;
        for (unsigned i = 0; i < image->dimensions; i++) {
            double step = (double)fetch->slope[k][i] * image->level[0].size[i];
            squares += step * step;
        }
        if (squares > longest) longest = squares;
    }
    return fetch->lod == TW_LOD_SLOPES ? (float)(log2(longest) / 2) : 0;
}

/* In 256ths, from 0 to the last level. */
static unsigned bounded(const struct tw_texture_image *image, const struct tw_sampler *sampler, float level)
{
    if (isnan(level)) level = 0;
    level += sampler->bias;
    if (level > sampler->high) level = sampler->high;
    if (level < sampler->low) level = sampler->low;
    double most = 256.0 * (image->levels - 1), fixed = floor(level * 256.0);
    return fixed < 0 ? 0 : (unsigned)(fixed > most ? most : fixed);
}

void tw_texture_fetch(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                      const struct tw_fetch *fetch, uint32_t texel[4])
{
    if (fetch->gathered >= 0) {
        gather(image, sampler, fetch, texel);
        return;
    }
    if (fetch->whole || image->levels == 1) {
        float level = fetch->lod == TW_LOD_GIVEN ? fetch->level : 0;
        read_level(image, sampler, fetch, level > 0 && level < (float)image->levels ? (unsigned)level : 0,
                   texel);
        return;
    }
    unsigned level = bounded(image, sampler, level_of(image, fetch)), weight = level & 255;
    if (!sampler->mip_linear) {
        read_level(image, sampler, fetch, (level + 128) >> 8, texel);
        return;
    }
    uint32_t next[4];
    read_level(image, sampler, fetch, level >> 8, texel);
    if (!weight) return;
    read_level(image, sampler, fetch, (level >> 8) + 1, next);
    for (unsigned c = 0; c < image->channels; c++) {
        const uint32_t both[2] = {texel[c], next[c]};
        const unsigned weights[2] = {256 - weight, weight};
        static const struct tw_texture_image floats = {.kind = TW_TEXEL_FLOAT, .bits = 32, .channels = 1};
        texel[c] = tw_texel_sum(&floats, sampler, c, both, weights, 2);
    }
}
