/* Elements as text, decoded here by hand: float16 and bfloat16 are not types of C. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "runtime/check/compare.h"

#define TEXT_BYTES 64u /* as tw_element_print's parameter says */

/* The value of a sign bit, `exponent_bits` of exponent and
   `fraction_bits` of fraction (IEEE 754-2019, 3.4). */
static double decode(uint16_t bits, int exponent_bits, int fraction_bits)
{
    int bias = (1 << (exponent_bits - 1)) - 1, largest = (1 << exponent_bits) - 1;
    int exponent = bits >> fraction_bits & largest, fraction = bits & ((1 << fraction_bits) - 1);
    double sign = bits & 0x8000u ? -1.0 : 1.0;
    if (exponent == largest) return fraction ? (double)NAN : sign * (double)INFINITY;
    if (exponent == 0) return sign * ldexp(fraction, 1 - bias - fraction_bits);
    return sign * ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

static int64_t read_signed(const unsigned char *from, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++) value |= (uint64_t)from[i] << 8 * i;
    uint64_t sign = (uint64_t)1 << (8 * bytes - 1);
    return (int64_t)((value ^ sign) - sign);
}

static double read_float(const struct tw_element_info *info, const unsigned char *from)
{
    uint16_t half;
    float single;
    double wide;
    if (info->scalar == TW_BFLOAT) {
        memcpy(&half, from, sizeof half);
        return decode(half, 8, 7);
    }
    switch (info->component_bytes) {
    case 2:
        memcpy(&half, from, sizeof half);
        return decode(half, 5, 10);
    case 4:
        memcpy(&single, from, sizeof single);
        return single;
    default:
        memcpy(&wide, from, sizeof wide);
        return wide;
    }
}

double tw_element_value(enum tw_element element, const void *bytes)
{
    return read_float(tw_element_info(element), bytes);
}

static bool reads_back(const char *number, double value, bool single)
{
    double again = strtod(number, NULL);
    return single ? (float)again == (float)value : again == value;
}

/* With as few digits as read back to the same value; '.' under any locale. */
static void add_float(struct tw_text *text, double value, bool single)
{
    char number[48] = "nan"; /* whatever its bits */
    for (int digits = 6; digits <= 17 && !isnan(value); digits++) {
        snprintf(number, sizeof number, "%.*g", digits, value);
        if (reads_back(number, value, single)) break;
    }
    for (const char *c = number; *c; c++) {
        bool point = !strchr("0123456789+-einfa", *c); /* the locale's, of one byte or more */
        if (!point) tw_text_add_char(text, *c);
        if (point && strchr("0123456789+-einfa", c[1])) tw_text_add_char(text, '.');
    }
}

static void add_component(struct tw_text *text, const struct tw_element_info *info, const unsigned char *from)
{
    unsigned long long mask = ~0ull >> (64 - 8 * info->component_bytes);
    switch (info->scalar) {
    case TW_SIGNED:
        tw_text_addf(text, "%lld", (long long)read_signed(from, info->component_bytes));
        break;
    case TW_UNSIGNED:
        tw_text_addf(text, "%llu", (unsigned long long)read_signed(from, info->component_bytes) & mask);
        break;
    case TW_FLOAT:
    case TW_BFLOAT:
        add_float(text, read_float(info, from), info->component_bytes <= 4);
        break;
    }
}

bool tw_element_print(enum tw_element element, const void *value, char text[64])
{
    const struct tw_element_info *info = tw_element_info(element);
    struct tw_text built = {0};
    if (info->components > 1) tw_text_add_char(&built, '{');
    for (unsigned k = 0; k < info->components; k++) {
        if (k) tw_text_add(&built, ", ");
        add_component(&built, info, (const unsigned char *)value + k * info->component_bytes);
    }
    if (info->components > 1) tw_text_add_char(&built, '}');
    bool printed = !built.failed;
    snprintf(text, TEXT_BYTES, "%s", printed ? built.data : "(out of memory)");
    tw_text_free(&built);
    return printed;
}
