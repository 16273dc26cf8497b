/*
 * halves.h - f16 and bf16 to float, exactly, and float to them, to nearest: the same as numbers.h has, without branches, so that loops
 * over lanes become vectors.
 *
 * What is no number stays so: from a float it is 7fff, as the hardware's arithmetic has it.
 */
#ifndef TW_SIM_EXEC_NUMBERS_HALVES_H
#define TW_SIM_EXEC_NUMBERS_HALVES_H

#include <stdint.h>
#ifdef __F16C__
#include <immintrin.h>
#endif

#include "sim/exec/numbers/float_bits.h"

/* Exponents of f16 go 112 further as those of float; with 2^-14 added and taken away again, subnormal ones are numbers like others. */
static inline float tw_float_of_f16(uint32_t bits)
{
    const uint32_t bottom = 113u << 23, magnitude = bits & 0x7fff, wide = magnitude << 13;
    const uint32_t low = tw_f32_bits(tw_as_f32(wide + bottom) - tw_as_f32(bottom));
    const uint32_t high = wide + ((magnitude >= 0x7c00 ? 224u : 112u) << 23);
    return tw_as_f32((bits & 0x8000) << 16 | (magnitude < 0x400 ? low : high));
}

/* Half added to what becomes subnormal leaves the right bits of its fraction, rounded. */
static inline uint32_t tw_f16_of_float(float value)
{
    const uint32_t bits = tw_f32_bits(value), magnitude = bits & 0x7fffffff, half = 126u << 23;
    const uint32_t low = tw_f32_bits(tw_as_f32(magnitude) + 0.5f) - half;
    const uint32_t high = (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1u)) >> 13;
    const uint32_t number = magnitude < 113u << 23 ? low : high < 0x7c00 ? high : 0x7c00;
    return magnitude > 0x7f800000 ? 0x7fff : (bits >> 16 & 0x8000) | number;
}

/* The same of many, a multiple of 8; by the processor's own instructions where it has them, which give the same. */
static inline void tw_floats_of_f16(float *value, const uint16_t *bits, unsigned count)
{
#ifdef __F16C__
    for (unsigned i = 0; i < count; i += 8)
        _mm256_storeu_ps(value + i, _mm256_cvtph_ps(_mm_loadu_si128((const void *)(bits + i))));
#else
    for (unsigned i = 0; i < count; i++) value[i] = tw_float_of_f16(bits[i]);
#endif
}

static inline void tw_f16_of_floats(uint16_t *bits, const float *value, unsigned count)
{
#ifdef __F16C__
    for (unsigned i = 0; i < count; i += 8)
        _mm_storeu_si128((void *)(bits + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(value + i), _MM_FROUND_TO_NEAREST_INT));
    for (unsigned i = 0; i < count; i++) bits[i] = (bits[i] & 0x7fff) > 0x7c00 ? 0x7fff : bits[i];
#else
    for (unsigned i = 0; i < count; i++) bits[i] = (uint16_t)tw_f16_of_float(value[i]);
#endif
}

static inline float tw_float_of_bf16(uint32_t bits)
{
    return tw_as_f32(bits << 16);
}

static inline uint32_t tw_bf16_of_float(float value)
{
    const uint32_t bits = tw_f32_bits(value);
    return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1u)) >> 16;
}

/* A value that was rounded to nearest with this error: to odd instead. */
static inline float tw_to_odd(float value, float error)
{
    const uint32_t bits = tw_f32_bits(value), by = tw_f32_bits(error);
    const uint32_t outwards = ~(bits ^ by) >> 31, exact = !(by << 1);
    const uint32_t stays = exact | (bits & 1u) | ((bits & 0x7f800000) == 0x7f800000);
    return tw_as_f32(bits + ((2 * outwards - 1) & (stays - 1)));
}

#endif
