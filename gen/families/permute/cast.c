/*
 * Elements are cast bit by bit of what CUDA has for all architectures:
 *
 *     in        its value      times alpha                 out
 *     bits  ->  exact      ->  in float, or in double  ->  rounded to nearest even; NaN from the bits of `in`
 */
#include "gen/families/permute/cast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/data.h"

/* A floating-point type: its bits, those of its fraction, and CUDA's type for them. */
struct format {
    unsigned bits, fraction;
    const char *type;
};

static const struct format formats[TW_ELEMENT_COUNT] = {[TW_FLOAT16] = {16, 10, "unsigned short"},
                                                        [TW_BFLOAT16] = {16, 7, "unsigned short"},
                                                        [TW_FLOAT32] = {32, 23, "unsigned"},
                                                        [TW_FLOAT64] = {64, 52, "unsigned long long"}};

static const char *const integers[TW_ELEMENT_COUNT] = {
    [TW_INT8] = "signed char", [TW_UINT8] = "unsigned char",
    [TW_INT16] = "short",      [TW_UINT16] = "unsigned short",
    [TW_INT32] = "int",        [TW_UINT32] = "unsigned",
    [TW_INT64] = "long long",  [TW_UINT64] = "unsigned long long"};

static double alpha_of(const int64_t *value)
{
    const struct tw_field_value alpha =
        tw_field_value_of(&tw_permute_fields[PERMUTE_alpha], value[PERMUTE_alpha]);
    return tw_field_real(alpha.text);
}

bool tw_permute_changes(const int64_t *value)
{
    return tw_permute_type(value, true) != tw_permute_type(value, false) || alpha_of(value) != 1;
}

/* Whether elements are multiplied in double: where a side is one, or has integers that a float does not hold. */
static bool is_in_double(enum tw_element from, enum tw_element to)
{
    return from == TW_FLOAT64 || to == TW_FLOAT64 || (integers[from] && tw_element_info(from)->bytes >= 4);
}

/* ---- what is possible ---- */

static bool accept_types(enum tw_element from, enum tw_element to, struct tw_text *reason)
{
    const char *in = tw_element_words[from], *out = tw_element_words[to];
    if (formats[to].bits && (formats[from].bits || integers[from])) return true;
    if (from == to)
        tw_text_addf(reason,
                     "alpha is for outputs of type float16, bfloat16, float32 or float64; they are %s", out);
    else if (!formats[to].bits)
        tw_text_addf(reason, "out_type is %s; elements are cast to float16, bfloat16, float32 or float64",
                     out);
    else
        tw_text_addf(reason, "type is %s; vectors are not cast", in);
    return false;
}

bool tw_permute_accept_cast(const int64_t *value, struct tw_text *reason)
{
    enum tw_element from = tw_permute_type(value, true), to = tw_permute_type(value, false);
    double alpha = alpha_of(value);
    float near = (float)alpha;
    if (!tw_permute_changes(value)) return true;
    if (!accept_types(from, to, reason)) return false;
    if (is_in_double(from, to) || (isfinite(near) && !near == !alpha)) return true;
    tw_text_add(reason, "alpha is ");
    tw_text_add_number(reason, alpha);
    tw_text_add(reason, "; the product is computed in float32, which cannot hold it");
    return false;
}

/* ---- the kernel's cast ---- */

/* The number with the fewest digits that rounds to the same float. */
static double shorten(double alpha)
{
    char digits[40];
    double near = alpha;
    for (int precision = 9; precision > 0; precision--) {
        snprintf(digits, sizeof digits, "%.*g", precision, alpha);
        if ((float)strtod(digits, NULL) != (float)alpha) break;
        near = strtod(digits, NULL);
    }
    return near;
}

/* Alpha as C++ writes it: "0.5f", "1e-3", "3.0". */
static void describe_scale(double alpha, bool in_double, struct tw_data *data)
{
    struct tw_text text = {0};
    tw_text_add(&text, " * ");
    tw_text_add_number(&text, in_double ? alpha : shorten(alpha));
    if (!strpbrk(tw_text_string(&text), ".e")) tw_text_add(&text, ".0");
    if (!in_double) tw_text_add_char(&text, 'f');
    tw_data_text(data, "scale", &text);
}

/* The element's value, as an expression: exact. */
static void describe_value(enum tw_element from, const char *name, struct tw_data *data)
{
    if (from == TW_FLOAT16)
        tw_data_format(data, "value", "%s_float(x)", name);
    else if (from == TW_BFLOAT16)
        tw_data_string(data, "value", "__uint_as_float((unsigned)x << 16)");
    else if (from == TW_FLOAT32)
        tw_data_string(data, "value", "__uint_as_float(x)");
    else if (from == TW_FLOAT64)
        tw_data_string(data, "value", "__longlong_as_double((long long)x)");
    else
        tw_data_string(data, "value", "x");
}

/* The type of what is rounded: the one that the element is multiplied in; without a scale one that holds every element. */
static const char *carrier_of(enum tw_element from, enum tw_element to, bool scales)
{
    if (!scales && (from == TW_INT64 || from == TW_UINT64)) return integers[from];
    bool in_double = scales ? is_in_double(from, to) : tw_element_info(from)->exact > (1 << 24);
    return in_double ? "double" : "float";
}

/* What is rounded to a half, as a float: with an odd last bit where it is none, and would be rounded twice. Integers of 64 bits need
   that of bfloat16 alone: beyond 2^24 float16 has infinity. */
static void describe_near(const char *carrier, enum tw_element to, const char *name, struct tw_data *data)
{
    bool is_double = *carrier == 'd', is_float = *carrier == 'f', is_half = formats[to].bits == 16;
    bool odd = is_half && (is_double || (!is_float && to == TW_BFLOAT16));
    tw_data_flag(data, "odd", odd);
    tw_data_string(data, "to_zero",
                   is_double         ? "__double2float_rz"
                   : *carrier == 'l' ? "__ll2float_rz"
                                     : "__ull2float_rz");
    if (odd)
        tw_data_format(data, "near", "%s_odd(value)", name);
    else
        tw_data_string(data, "near", is_float ? "value" : "(float)value");
}

/* A field of NaN's bits moved from `from` bits to `to`: "x >> 13 & 0x3ff". */
static void add_moved(unsigned from, unsigned to, uint64_t mask, const struct format *out,
                      struct tw_text *text)
{
    const char *suffix = out->bits == 64 ? "ull" : "";
    if (from > to) tw_text_addf(text, "x >> %u", from - to);
    if (from == to) tw_text_add(text, "x");
    if (from < to) tw_text_addf(text, "(%s)x << %u", out->bits == 64 ? out->type : "unsigned", to - from);
    tw_text_addf(text, " & 0x%llx%s", (unsigned long long)mask, suffix);
}

/* What NaN becomes: its sign and the upper bits of its fraction, the first of which says that it is quiet. */
static void describe_nan(const struct format *in, const struct format *out, struct tw_data *data)
{
    uint64_t one = 1, fraction = (one << out->fraction) - 1, sign = one << (out->bits - 1);
    uint64_t quiet = (sign - 1) & ~(fraction >> 1);
    struct tw_text text = {0};
    if (!in->bits) {
        tw_data_flag(data, "nan", false);
        return;
    }
    add_moved(in->bits, out->bits, sign, out, &text);
    tw_text_addf(&text, " | 0x%llx%s | ", (unsigned long long)quiet, out->bits == 64 ? "ull" : "");
    add_moved(in->fraction, out->fraction, fraction, out, &text);
    tw_data_text(data, "nan", &text);
}

void tw_permute_describe_cast(const int64_t *value, const char *name, unsigned together, struct tw_data *data)
{
    enum tw_element from = tw_permute_type(value, true), to = tw_permute_type(value, false);
    double alpha = alpha_of(value);
    if (!tw_permute_changes(value)) {
        tw_data_flag(data, "cast", false);
        return;
    }
    struct tw_data cast = tw_data_object(data, "cast");
    const char *carrier = carrier_of(from, to, alpha != 1);
    tw_data_number(&cast, "together", together);
    tw_data_string(&cast, "from", integers[from] ? integers[from] : formats[from].type);
    tw_data_string(&cast, "to", formats[to].type);
    tw_data_string(&cast, "carrier", carrier);
    tw_data_flag(&cast, "from_float16", from == TW_FLOAT16);
    tw_data_flag(&cast, "to_float16", to == TW_FLOAT16);
    tw_data_flag(&cast, "to_bfloat16", to == TW_BFLOAT16);
    tw_data_flag(&cast, "to_float32", to == TW_FLOAT32);
    tw_data_flag(&cast, "to_float64", to == TW_FLOAT64);
    describe_value(from, name, &cast);
    if (alpha == 1)
        tw_data_flag(&cast, "scale", false);
    else
        describe_scale(alpha, is_in_double(from, to), &cast);
    describe_near(carrier, to, name, &cast);
    describe_nan(&formats[from], &formats[to], &cast);
}
