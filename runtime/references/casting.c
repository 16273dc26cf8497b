/*
 * One element, by arithmetic of the CPU in its own types. An integer of 64 bits is cut to 53 bits with an odd last one where it has more,
 * so that it is rounded once.
 */
#include "runtime/references/casting.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/half.h"

bool tw_casting_of(enum tw_element from, enum tw_element to, double alpha, struct tw_casting *casting)
{
    const struct tw_element_info *in = tw_element_info(from), *out = tw_element_info(to);
    bool is_wide = in->bytes >= 4 && in->scalar != TW_FLOAT;
    *casting = (struct tw_casting){.from = from,
                                   .to = to,
                                   .in_bytes = in->bytes,
                                   .out_bytes = out->bytes,
                                   .alpha = alpha,
                                   .scales = alpha != 1,
                                   .in_double = from == TW_FLOAT64 || to == TW_FLOAT64 || is_wide};
    return from != to || alpha != 1;
}

/* ---- an element's value ---- */

/* An integer of more than 53 bits as a double that rounds to 24 bits and fewer as the integer does. */
static double odd_double(uint64_t magnitude)
{
    unsigned cut = 0;
    bool is_exact = true;
    while (magnitude >> cut >= UINT64_C(1) << 53) {
        is_exact = is_exact && !(magnitude >> cut & 1);
        cut++;
    }
    uint64_t kept = magnitude >> cut;
    if (!is_exact) kept |= 1;
    return ldexp((double)kept, (int)cut);
}

/* What is rounded only once is cut odd, but for a double, to which C rounds. */
static double integer_of(const struct tw_casting *casting, bool is_negative, uint64_t magnitude)
{
    bool rounds = casting->scales || casting->to == TW_FLOAT64;
    double value = rounds ? (double)magnitude : odd_double(magnitude);
    return is_negative ? -value : value;
}

static int64_t read_signed(const void *at, size_t bytes)
{
    int8_t byte;
    int16_t half;
    int32_t word;
    int64_t whole;
    memcpy(bytes == 1   ? (void *)&byte
           : bytes == 2 ? (void *)&half
           : bytes == 4 ? (void *)&word
                        : &whole,
           at, bytes);
    return bytes == 1 ? byte : bytes == 2 ? half : bytes == 4 ? word : whole;
}

static uint64_t read_unsigned(const void *at, size_t bytes)
{
    uint64_t mask = bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
    return (uint64_t)read_signed(at, bytes) & mask;
}

static double value_of(const struct tw_casting *casting, const void *in)
{
    const struct tw_element_info *info = tw_element_info(casting->from);
    float single;
    double value;
    if (info->scalar == TW_UNSIGNED) return integer_of(casting, false, read_unsigned(in, info->bytes));
    if (info->scalar == TW_SIGNED) {
        int64_t number = read_signed(in, info->bytes);
        return integer_of(casting, number < 0, number < 0 ? -(uint64_t)number : (uint64_t)number);
    }
    if (info->bytes == 2) return tw_half_value(info->scalar, (uint16_t)read_unsigned(in, 2));
    memcpy(&single, in, sizeof single);
    if (info->bytes == 4) return single;
    memcpy(&value, in, sizeof value);
    return value;
}

/* ---- casting ---- */

static unsigned fraction_bits(enum tw_element element)
{
    const struct tw_element_info *info = tw_element_info(element);
    return info->scalar == TW_BFLOAT ? 7 : info->bytes == 2 ? 10 : info->bytes == 4 ? 23 : 52;
}

/* The bits of what NaN becomes, of 64: sign, exponent, and the fraction's upper bits, the first of which is set. */
static uint64_t nan_bits(const struct tw_casting *casting, const void *in)
{
    uint64_t bits = read_unsigned(in, casting->in_bytes);
    unsigned own = fraction_bits(casting->from), fraction = fraction_bits(casting->to);
    unsigned width = 8 * (unsigned)casting->out_bytes;
    uint64_t left = bits << (64 - own), sign = bits >> (8 * casting->in_bytes - 1);
    uint64_t exponent = ((UINT64_C(1) << (width - 1 - fraction)) - 1) << fraction;
    return sign << (width - 1) | exponent | UINT64_C(1) << (fraction - 1) | left >> (64 - fraction);
}

static void write_bits(void *out, uint64_t bits, size_t bytes)
{
    const uint16_t half = (uint16_t)bits;
    const uint32_t word = (uint32_t)bits;
    memcpy(out, bytes == 2 ? (const void *)&half : bytes == 4 ? (const void *)&word : &bits, bytes);
}

static void write_value(enum tw_element to, double value, void *out)
{
    const struct tw_element_info *info = tw_element_info(to);
    const float single = (float)value;
    if (info->bytes == 2)
        write_bits(out, tw_half_of(info->scalar, value), 2);
    else
        memcpy(out, info->bytes == 4 ? (const void *)&single : &value, info->bytes);
}

void tw_cast(const struct tw_casting *casting, const void *in, void *out)
{
    double value = value_of(casting, in);
    if (casting->scales && casting->in_double) value *= casting->alpha;
    if (casting->scales && !casting->in_double) value = (float)value * (float)casting->alpha;
    if (isnan(value))
        write_bits(out, nan_bits(casting, in), casting->out_bytes);
    else
        write_value(casting->to, value, out);
}

/* ---- inputs ---- */

/* A number of about the output's size: one in 16 is any noise; of the others one in 4 lies in the middle between two numbers of the
   output, and one in 4 just beside it. */
static double condition(uint64_t noise, const struct tw_casting *casting)
{
    const struct tw_element_info *info = tw_element_info(casting->to);
    bool is_small = info->bytes == 2 && info->scalar == TW_FLOAT;
    unsigned fraction = fraction_bits(casting->to), kind = noise >> 56 & 3;
    double beside = ldexp(.5, casting->from == TW_FLOAT64 ? -20 : -8); /* that a float between would lose */
    int exponent = is_small ? (int)(noise >> 58 & 63) * 2 / 3 - 26 : (int)(noise >> 58 & 63) * 5 - 160;
    uint64_t steps = (noise & ((UINT64_C(1) << fraction) - 1)) | UINT64_C(1) << fraction;
    double value = (double)steps + (kind == 0   ? .5
                                    : kind == 1 ? .5 + beside
                                                : (double)(noise >> 40 & 255) / 256);
    return ldexp(noise >> 55 & 1 ? -value : value, exponent - (int)fraction) / casting->alpha;
}

void tw_casting_condition(const struct tw_casting *casting, void *elements, size_t count)
{
    const struct tw_element_info *info = tw_element_info(casting->from);
    if ((info->scalar != TW_FLOAT && info->scalar != TW_BFLOAT) || info->bytes == 2 || casting->alpha == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        unsigned char *at = (unsigned char *)elements + i * info->bytes;
        uint64_t noise = 0;
        for (size_t k = 0; k < 8; k++)
            noise = noise << 8 | ((unsigned char *)elements)[(i * info->bytes + k) % (count * info->bytes)];
        if (noise >> 60 == 0) continue;
        noise *= UINT64_C(0x9E3779B97F4A7C15); /* as bytes of neighbours are in it, too */
        write_value(casting->from, condition(noise, casting), at);
    }
}
