/* Integer instructions with limits: saturating products, .relu, pairs of 16 bits, masks (PTX ISA, "Integer Arithmetic"). */
#include "sim/exec/lanes.h"

static bool is_signed(const struct tw_ptx_instruction *instruction)
{
    return tw_ptx_type_info(instruction->type[0])->kind == TW_PTX_SIGNED;
}

static bool wraps(const struct tw_op *op)
{
    return op->instruction->words[TW_PTX_CLASS_WRAP] == TW_PTX_WRAP_WRAP;
}

static int32_t add_saturating(int64_t a, int32_t b)
{
    int64_t sum = a + b;
    return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}

static int32_t product24_high(int32_t a, int32_t b)
{
    int64_t x = (int32_t)((uint32_t)a << 8) >> 8, y = (int32_t)((uint32_t)b << 8) >> 8;
    return (int32_t)(x * y >> 16);
}

/* `width` ones from bit `position`; clamp: beyond 31 there is nothing, wrap: both count modulo 32. */
static uint32_t ones_at(uint32_t position, uint32_t width, bool wrap)
{
    if (wrap) {
        position &= 31;
        width &= 31;
    }
    uint32_t ones = width >= 32 ? UINT32_MAX : (1u << width) - 1;
    return position >= 32 ? 0 : ones << position;
}

/* The lower `width` bits of a, extended by their sign or by zeros. */
static uint32_t extend_from(uint32_t a, uint32_t width, bool wrap, bool with_sign)
{
    if (wrap) width &= 31;
    if (width == 0) return 0;
    if (width >= 32) return a;
    uint32_t top = a << (32 - width);
    return with_sign ? (uint32_t)((int32_t)top >> (32 - width)) : top >> (32 - width);
}

/* fns: the place of the offset-th set bit of the mask from `base` on, upwards or downwards; offset 0: base if it is set.
   The least offset has no magnitude; an H200 answers 0. */
static uint32_t find_nth(uint32_t mask, uint32_t base, int32_t offset)
{
    uint32_t left = offset < 0 ? 0u - (uint32_t)offset : (uint32_t)offset;
    if (offset == INT32_MIN) return 0;
    if (offset == 0) return base < 32 && mask >> base & 1u ? base : UINT32_MAX;
    for (uint32_t at = base; at < 32; at = offset < 0 ? at - 1 : at + 1) {
        if (mask >> at & 1u && --left == 0) return at;
    }
    return UINT32_MAX;
}

static uint32_t add_pair_of(uint32_t a, uint32_t b)
{
    return ((a + b) & 0xffffu) | ((a & 0xffff0000u) + (b & 0xffff0000u));
}

/* The lesser or greater of a and b, of the instruction's sign, 0 at least with .relu */
static int32_t limit(const struct tw_op *op, int32_t a, int32_t b, bool max)
{
    int32_t one = (a < b) != max ? a : b;
    return tw_ptx_has(op->instruction, TW_PTX_HAS_RELU) && one < 0 ? 0 : one;
}

static uint32_t limit_pair(const struct tw_op *op, uint32_t a, uint32_t b, bool max)
{
    bool with_sign = is_signed(op->instruction);
    uint32_t low, high;
    if (with_sign) {
        low = (uint32_t)limit(op, (int16_t)a, (int16_t)b, max);
        high = (uint32_t)limit(op, (int16_t)(a >> 16), (int16_t)(b >> 16), max);
    } else {
        low = (uint32_t)limit(op, (uint16_t)a, (uint16_t)b, max);
        high = (uint32_t)limit(op, (uint16_t)(a >> 16), (uint16_t)(b >> 16), max);
    }
    return high << 16 | (low & 0xffffu);
}

/* clang-format off */
TW_TERNARY(mad_sat, s32, s32, s32, s32, add_saturating((int64_t)a * b >> 32, c))
TW_TERNARY(mad24_sat, s32, s32, s32, s32, add_saturating(product24_high(a, b), c))
TW_BINARY(bmsk, u32, u32, u32, ones_at(a, b, wraps(op)))
TW_BINARY(szext, u32, u32, u32, extend_from(a, b, wraps(op), is_signed(op->instruction)))
TW_TERNARY(fns, u32, u32, u32, s32, find_nth(a, b, c))
TW_BINARY(add_pair, u32, u32, u32, add_pair_of(a, b))
TW_BINARY(min_pair, u32, u32, u32, limit_pair(op, a, b, false))
TW_BINARY(max_pair, u32, u32, u32, limit_pair(op, a, b, true))
TW_BINARY(min_relu, s32, s32, s32, limit(op, a, b, false))
TW_BINARY(max_relu, s32, s32, s32, limit(op, a, b, true))
/* clang-format on */

/* .sat is of upper halves, .relu of signed types. */
static bool is_high(const struct tw_ptx_instruction *instruction)
{
    return instruction->words[TW_PTX_CLASS_HALF] == TW_PTX_HALF_HI;
}

static bool relu_fits(const struct tw_ptx_instruction *instruction)
{
    return is_signed(instruction) || !tw_ptx_has(instruction, TW_PTX_HAS_RELU);
}

TW_SELECT(mad_sat, is_high(instruction) ? mad_sat : NULL)
TW_SELECT(mad24_sat, is_high(instruction) ? mad24_sat : NULL)
TW_SELECT(bmsk, bmsk)
TW_SELECT(szext, szext)
TW_SELECT(fns, fns)
TW_SELECT(add_pair, add_pair)
TW_SELECT(min_pair, relu_fits(instruction) ? min_pair : NULL)
TW_SELECT(max_pair, relu_fits(instruction) ? max_pair : NULL)
TW_SELECT(min_relu, min_relu)
TW_SELECT(max_relu, max_relu)
