/*
 * float_bits.h - floats by their bits, and the bits of floats.
 */
#ifndef TW_SIM_EXEC_NUMBERS_FLOAT_BITS_H
#define TW_SIM_EXEC_NUMBERS_FLOAT_BITS_H

#include <stdint.h>
#include <string.h>

static inline float tw_as_f32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t tw_f32_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double tw_as_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t tw_f64_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#endif
