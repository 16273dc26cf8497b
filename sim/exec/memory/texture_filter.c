/*
 * What a texture makes of texels: numbers of the channels' formats, and their weighted sums. Measured on an H200.
 *
 * Weights are whole 256ths. Integers that are read as fractions are widened to 16 bits, whose sum is rounded to a 16-bit number
 * again. Floats have the significands of the greatest exponent among them, with 4 bits behind the last, and what lies below is
 * cut off; their sum is exact and rounded to the format's bits, halves away from zero.
 */
#include <math.h>
#include <string.h>

#include "sim/exec/memory/texture.h"
#include "sim/exec/numbers/float_bits.h"
#include "sim/exec/numbers/numbers.h"

#define GUARD 4 /* bits behind a float's significand */

/* What bytes stand for under sRGB: the upper halves of floats. */
static const uint16_t linear_of_srgb[256] = {
    0x0000, 0x39a0, 0x3a20, 0x3a70, 0x3aa0, 0x3ac8, 0x3af0, 0x3b0c, 0x3b20, 0x3b34, 0x3b48, 0x3b5c, 0x3b70,
    0x3b84, 0x3b90, 0x3b9c, 0x3baa, 0x3bb8, 0x3bc6, 0x3bd6, 0x3be6, 0x3bf6, 0x3c03, 0x3c0c, 0x3c16, 0x3c1f,
    0x3c29, 0x3c34, 0x3c3e, 0x3c49, 0x3c55, 0x3c60, 0x3c6c, 0x3c7a, 0x3c83, 0x3c8a, 0x3c91, 0x3c98, 0x3c9f,
    0x3ca6, 0x3cae, 0x3cb6, 0x3cbe, 0x3cc6, 0x3cce, 0x3cd7, 0x3ce0, 0x3ce9, 0x3cf2, 0x3cfc, 0x3d03, 0x3d08,
    0x3d0d, 0x3d12, 0x3d17, 0x3d1c, 0x3d22, 0x3d28, 0x3d2d, 0x3d33, 0x3d39, 0x3d3f, 0x3d45, 0x3d4c, 0x3d52,
    0x3d58, 0x3d60, 0x3d66, 0x3d6c, 0x3d74, 0x3d7a, 0x3d81, 0x3d85, 0x3d88, 0x3d8c, 0x3d90, 0x3d94, 0x3d98,
    0x3d9c, 0x3da0, 0x3da4, 0x3da9, 0x3dad, 0x3db1, 0x3db6, 0x3dba, 0x3dbf, 0x3dc3, 0x3dc8, 0x3dcd, 0x3dd1,
    0x3dd6, 0x3ddb, 0x3de0, 0x3de5, 0x3dea, 0x3df0, 0x3df4, 0x3dfa, 0x3e00, 0x3e02, 0x3e05, 0x3e08, 0x3e0b,
    0x3e0e, 0x3e11, 0x3e14, 0x3e17, 0x3e1a, 0x3e1d, 0x3e20, 0x3e23, 0x3e26, 0x3e29, 0x3e2c, 0x3e30, 0x3e33,
    0x3e36, 0x3e3a, 0x3e3d, 0x3e40, 0x3e44, 0x3e47, 0x3e4b, 0x3e4e, 0x3e52, 0x3e56, 0x3e59, 0x3e5d, 0x3e61,
    0x3e65, 0x3e68, 0x3e6c, 0x3e70, 0x3e74, 0x3e78, 0x3e7c, 0x3e80, 0x3e82, 0x3e84, 0x3e86, 0x3e88, 0x3e8a,
    0x3e8d, 0x3e8f, 0x3e91, 0x3e93, 0x3e95, 0x3e98, 0x3e9a, 0x3e9c, 0x3e9e, 0x3ea1, 0x3ea3, 0x3ea5, 0x3ea8,
    0x3eaa, 0x3ead, 0x3eaf, 0x3eb2, 0x3eb4, 0x3eb6, 0x3eb9, 0x3ebc, 0x3ebe, 0x3ec1, 0x3ec3, 0x3ec6, 0x3ec8,
    0x3ecb, 0x3ece, 0x3ed1, 0x3ed3, 0x3ed6, 0x3ed9, 0x3edb, 0x3ede, 0x3ee1, 0x3ee4, 0x3ee7, 0x3eea, 0x3eed,
    0x3ef0, 0x3ef2, 0x3ef6, 0x3ef8, 0x3efc, 0x3efe, 0x3f01, 0x3f02, 0x3f04, 0x3f05, 0x3f07, 0x3f09, 0x3f0a,
    0x3f0c, 0x3f0d, 0x3f0f, 0x3f11, 0x3f12, 0x3f14, 0x3f16, 0x3f17, 0x3f19, 0x3f1b, 0x3f1c, 0x3f1e, 0x3f20,
    0x3f21, 0x3f23, 0x3f25, 0x3f27, 0x3f29, 0x3f2a, 0x3f2c, 0x3f2e, 0x3f30, 0x3f32, 0x3f33, 0x3f35, 0x3f37,
    0x3f39, 0x3f3b, 0x3f3d, 0x3f3f, 0x3f41, 0x3f43, 0x3f45, 0x3f47, 0x3f49, 0x3f4b, 0x3f4d, 0x3f4f, 0x3f51,
    0x3f53, 0x3f55, 0x3f57, 0x3f59, 0x3f5b, 0x3f5d, 0x3f5f, 0x3f61, 0x3f63, 0x3f65, 0x3f68, 0x3f6a, 0x3f6c,
    0x3f6e, 0x3f70, 0x3f72, 0x3f74, 0x3f76, 0x3f7a, 0x3f7c, 0x3f7e, 0x3f80,
};

/* ---- texels as bits of 32 ---- */

static float half_of(uint32_t bits)
{
    int exponent = (int)(bits >> 10 & 31);
    float fraction = (float)(bits & 0x3ff), value;
    if (exponent == 31) {
        uint32_t wide = 0x7f800000u | (bits & 0x3ff) << 13;
        memcpy(&value, &wide, sizeof value);
    } else {
        value = exponent ? ldexpf(1024 + fraction, exponent - 25) : ldexpf(fraction, -24);
    }
    return bits >> 15 ? -value : value;
}

static int32_t signed_of(uint32_t bits, unsigned width)
{
    return (int32_t)(bits << (32 - width)) >> (32 - width);
}

static uint32_t fraction_of(const struct tw_texture_image *image, uint32_t bits)
{
    if (image->kind == TW_TEXEL_UNSIGNED) return tw_f32_bits((float)bits / (float)((1u << image->bits) - 1));
    int32_t most = (1 << (image->bits - 1)) - 1, value = signed_of(bits, image->bits);
    return tw_f32_bits((float)(value < -most ? -most : value) / (float)most);
}

/* Alpha is no colour, nor is the second of two channels. */
static bool is_srgb(const struct tw_texture_image *image, const struct tw_sampler *sampler, unsigned channel)
{
    const unsigned colours = image->channels == 2 ? 1 : 3;
    return sampler->srgb && image->kind == TW_TEXEL_UNSIGNED && image->bits == 8 && channel < colours;
}

uint32_t tw_texel_value(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                        unsigned channel, uint32_t bits)
{
    if (image->kind == TW_TEXEL_FLOAT) return image->bits == 16 ? tw_f32_bits(half_of(bits)) : bits;
    if (image->bits == 32) return bits;
    if (is_srgb(image, sampler, channel) && sampler->fractions) return (uint32_t)linear_of_srgb[bits] << 16;
    if (sampler->fractions) return fraction_of(image, bits);
    return image->kind == TW_TEXEL_SIGNED ? (uint32_t)signed_of(bits, image->bits) : bits;
}

/* The border is four floats: of integers the lower bits, unless these are read as fractions. */
uint32_t tw_border_bits(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                        unsigned channel)
{
    const float value = sampler->border[channel];
    const uint32_t all = image->bits == 32 ? UINT32_MAX : (1u << image->bits) - 1;
    if (image->bits == 32 || (image->kind != TW_TEXEL_FLOAT && !sampler->fractions))
        return tw_f32_bits(value) & all;
    if (image->kind == TW_TEXEL_FLOAT)
        return (uint32_t)tw_number_round(tw_number_of(TW_PTX_F32, tw_f32_bits(value)), TW_PTX_F16,
                                         TW_ROUND_ZERO);
    const bool is_signed = image->kind == TW_TEXEL_SIGNED;
    const double low = is_signed ? -1 : 0, cut = value < low ? low : value > 1 ? 1 : value;
    if (!is_srgb(image, sampler, channel)) return (uint32_t)(int32_t)floor(cut * (all >> is_signed)) & all;
    return (uint32_t)((cut <= 0.0031308 ? 12.92 * cut : 1.055 * pow(cut, 1 / 2.4) - 0.055) * 255 + 0.5);
}

/* ---- sums ---- */

/* value * 2^scale with `bits` bits, none below 2^least, halves away from zero. */
static float rounded(int64_t value, int scale, int bits, int least)
{
    uint64_t magnitude = (uint64_t)(value < 0 ? -value : value);
    int length = 0;
    while (length < 63 && magnitude >> length) length++;
    int drop = length - bits > least - scale ? length - bits : least - scale;
    if (drop > 0 && drop < 63) {
        magnitude = (magnitude + (UINT64_C(1) << (drop - 1))) >> drop;
        scale += drop;
    }
    float result = (float)ldexp((double)magnitude, scale);
    return value < 0 ? -result : result;
}

/* Infinities and NaNs: as sums of floats have them. */
static bool is_special(const uint32_t *texels, const unsigned *weights, unsigned count, int bits,
                       uint32_t *sum)
{
    bool any[2] = {false, false}, nan = false;
    for (unsigned i = 0; i < count; i++) {
        if ((texels[i] & 0x7f800000u) != 0x7f800000u) continue;
        nan |= (texels[i] & 0x7fffffu) != 0 || !weights[i];
        any[texels[i] >> 31] = true;
    }
    *sum = nan || (any[0] && any[1]) ? (bits == 24 ? 0x7fffffffu : 0x7fffe000u)
           : any[1]                  ? 0xff800000u
                                     : 0x7f800000u;
    return nan || any[0] || any[1];
}

static uint32_t sum_floats(const uint32_t *texels, const unsigned *weights, unsigned count, int bits)
{
    const bool half = bits < 24;
    int most = half ? 127 - 14 : 0; /* subnormal halves are numbers as they are */
    uint32_t special;
    if (is_special(texels, weights, count, bits, &special)) return special;
    for (unsigned i = 0; i < count; i++) {
        int exponent = (int)(texels[i] >> 23 & 255);
        if (weights[i] && exponent > most) most = exponent;
    }
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++) {
        int exponent = (int)(texels[i] >> 23 & 255);
        int64_t significand = exponent ? (int64_t)(texels[i] & 0x7fffffu) | 0x800000 : 0;
        int down = most - exponent + 24 - bits; /* narrow formats have zeros there */
        significand = !weights[i] || down > 40 ? 0 : (significand << GUARD) >> down;
        sum += (texels[i] >> 31 ? -significand : significand) * (int64_t)weights[i];
    }
    return tw_f32_bits(rounded(sum, most - 127 - (bits - 1) - GUARD - 8, bits, half ? -24 : -1000));
}

/* In 16 bits, whatever the integers have. The lowest of signed ones is beyond -1 until the sum is made. */
static uint32_t sum_fractions(const struct tw_texture_image *image, const uint32_t *texels,
                              const unsigned *weights, unsigned count)
{
    const bool is_signed = image->kind == TW_TEXEL_SIGNED;
    const int64_t own = (INT64_C(1) << (image->bits - is_signed)) - 1, most = is_signed ? 32767 : 65535;
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++) {
        int64_t value = is_signed ? signed_of(texels[i], image->bits) : (int64_t)texels[i];
        sum += value * (int64_t)weights[i];
    }
    const int64_t scaled = sum * most + own * 128, unit = own * 256; /* halves go up */
    int64_t value = scaled / unit - (scaled % unit < 0);
    if (value > most) value = most;
    if (value < -most) value = -most;
    return tw_f32_bits((float)value / (float)most);
}

uint32_t tw_texel_sum(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                      unsigned channel, const uint32_t *bits, const unsigned *weights, unsigned count)
{
    bool srgb = is_srgb(image, sampler, channel);
    if (image->kind != TW_TEXEL_FLOAT && !srgb) return sum_fractions(image, bits, weights, count);
    uint32_t floats[TW_MOST_TEXELS];
    for (unsigned i = 0; i < count; i++) floats[i] = tw_texel_value(image, sampler, channel, bits[i]);
    return sum_floats(floats, weights, count, image->bits == 32 ? 24 : 11);
}
