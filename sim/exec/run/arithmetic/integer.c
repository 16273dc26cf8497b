/* Integer arithmetic (PTX ISA, "Integer Arithmetic Instructions"). */
#include "sim/exec/lanes.h"

static bool is_high(const struct tw_ptx_instruction *instruction)
{
    return instruction->words[TW_PTX_CLASS_HALF] == TW_PTX_HALF_HI;
}

static bool is_signed(const struct tw_ptx_instruction *instruction)
{
    return tw_ptx_type_info(instruction->type[0])->kind == TW_PTX_SIGNED;
}

static int32_t saturate(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

/* --- the upper half of a product */
static uint64_t high_u64(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), middle2 = a0 * b1 + (uint32_t)middle;
    return a1 * b1 + (middle >> 32) + (middle2 >> 32);
}

static uint64_t high_s64(int64_t a, int64_t b)
{
    uint64_t high = high_u64((uint64_t)a, (uint64_t)b);
    return high - (a < 0 ? (uint64_t)b : 0) - (b < 0 ? (uint64_t)a : 0);
}

static uint32_t high_u32(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

static uint32_t high_s32(int32_t a, int32_t b)
{
    return (uint32_t)((uint64_t)((int64_t)a * b) >> 32);
}

/* Division by 0 gives all ones, and so does its remainder, as on an H200: the ISA leaves both open. The most negative number
   divided by -1 wraps. */
static uint64_t divide_u(uint64_t a, uint64_t b, uint64_t ones)
{
    return b ? a / b : ones;
}

static int64_t divide_s(int64_t a, int64_t b)
{
    return b == 0 ? -1 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static uint64_t remain_u(uint64_t a, uint64_t b)
{
    return b ? a % b : UINT64_MAX;
}

static int64_t remain_s(int64_t a, int64_t b)
{
    return b == 0 ? -1 : b == -1 ? 0 : a % b;
}

/* 24-bit factors: the lower 32 bits of the 48-bit product, or its upper 32 */
static uint64_t product24_u(uint32_t a, uint32_t b)
{
    return (uint64_t)(a & 0xffffffu) * (b & 0xffffffu);
}

static uint64_t product24_s(int32_t a, int32_t b)
{
    int64_t x = (int32_t)((uint32_t)a << 8) >> 8, y = (int32_t)((uint32_t)b << 8) >> 8;
    return (uint64_t)(x * y);
}

/* clang-format off */

/* the same for both signs: modulo 2^n, computed in unsigned types that do not promote to int */
TW_BINARY(add_u16, u16, u16, u16, a + b)
TW_BINARY(add_u32, u32, u32, u32, a + b)
TW_BINARY(add_u64, u64, u64, u64, a + b)
TW_BINARY(sub_u16, u16, u16, u16, a - b)
TW_BINARY(sub_u32, u32, u32, u32, a - b)
TW_BINARY(sub_u64, u64, u64, u64, a - b)
TW_BINARY(add_sat, s32, s32, s32, saturate((int64_t)a + b))
TW_BINARY(sub_sat, s32, s32, s32, saturate((int64_t)a - b))
TW_BINARY(mul_lo_u16, u16, u16, u16, (uint32_t)a * b)
TW_BINARY(mul_lo_u32, u32, u32, u32, a * b)
TW_BINARY(mul_lo_u64, u64, u64, u64, a * b)
TW_TERNARY(mad_lo_u16, u16, u16, u16, u16, (uint32_t)a * b + c)
TW_TERNARY(mad_lo_u32, u32, u32, u32, u32, a * b + c)
TW_TERNARY(mad_lo_u64, u64, u64, u64, u64, a * b + c)

/* the upper half */
TW_BINARY(mul_hi_u16, u16, u16, u16, (uint32_t)a * b >> 16)
TW_BINARY(mul_hi_u32, u32, u32, u32, high_u32(a, b))
TW_BINARY(mul_hi_u64, u64, u64, u64, high_u64(a, b))
TW_BINARY(mul_hi_s16, u16, s16, s16, (uint32_t)(a * b) >> 16)
TW_BINARY(mul_hi_s32, u32, s32, s32, high_s32(a, b))
TW_BINARY(mul_hi_s64, u64, s64, s64, high_s64(a, b))
TW_TERNARY(mad_hi_u16, u16, u16, u16, u16, ((uint32_t)a * b >> 16) + c)
TW_TERNARY(mad_hi_u32, u32, u32, u32, u32, high_u32(a, b) + c)
TW_TERNARY(mad_hi_u64, u64, u64, u64, u64, high_u64(a, b) + c)
TW_TERNARY(mad_hi_s16, u16, s16, s16, u16, ((uint32_t)(a * b) >> 16) + c)
TW_TERNARY(mad_hi_s32, u32, s32, s32, u32, high_s32(a, b) + c)
TW_TERNARY(mad_hi_s64, u64, s64, s64, u64, high_s64(a, b) + c)

/* the whole product */
TW_BINARY(mul_wide_u16, u32, u16, u16, (uint32_t)a * b)
TW_BINARY(mul_wide_u32, u64, u32, u32, (uint64_t)a * b)
TW_BINARY(mul_wide_s16, s32, s16, s16, a * b)
TW_BINARY(mul_wide_s32, s64, s32, s32, (int64_t)a * b)
TW_TERNARY(mad_wide_u16, u32, u16, u16, u32, (uint32_t)a * b + c)
TW_TERNARY(mad_wide_u32, u64, u32, u32, u64, (uint64_t)a * b + c)
TW_TERNARY(mad_wide_s16, u32, s16, s16, u32, (uint32_t)(a * b) + c)
TW_TERNARY(mad_wide_s32, u64, s32, s32, u64, (uint64_t)((int64_t)a * b) + c)

TW_BINARY(mul24_lo_u32, u32, u32, u32, product24_u(a, b))
TW_BINARY(mul24_lo_s32, u32, s32, s32, product24_s(a, b))
TW_BINARY(mul24_hi_u32, u32, u32, u32, product24_u(a, b) >> 16)
TW_BINARY(mul24_hi_s32, u32, s32, s32, product24_s(a, b) >> 16)
TW_TERNARY(mad24_lo_u32, u32, u32, u32, u32, product24_u(a, b) + c)
TW_TERNARY(mad24_lo_s32, u32, s32, s32, u32, product24_s(a, b) + c)
TW_TERNARY(mad24_hi_u32, u32, u32, u32, u32, (product24_u(a, b) >> 16) + c)
TW_TERNARY(mad24_hi_s32, u32, s32, s32, u32, (product24_s(a, b) >> 16) + c)

TW_BINARY(div_u16, u16, u16, u16, divide_u(a, b, UINT16_MAX))
TW_BINARY(div_u32, u32, u32, u32, divide_u(a, b, UINT32_MAX))
TW_BINARY(div_u64, u64, u64, u64, divide_u(a, b, UINT64_MAX))
TW_BINARY(div_s16, s16, s16, s16, divide_s(a, b))
TW_BINARY(div_s32, s32, s32, s32, divide_s(a, b))
TW_BINARY(div_s64, s64, s64, s64, divide_s(a, b))
TW_BINARY(rem_u16, u16, u16, u16, remain_u(a, b))
TW_BINARY(rem_u32, u32, u32, u32, remain_u(a, b))
TW_BINARY(rem_u64, u64, u64, u64, remain_u(a, b))
TW_BINARY(rem_s16, s16, s16, s16, remain_s(a, b))
TW_BINARY(rem_s32, s32, s32, s32, remain_s(a, b))
TW_BINARY(rem_s64, s64, s64, s64, remain_s(a, b))

TW_UNARY(abs_u16, u16, s16, a < 0 ? 0u - (uint32_t)a : (uint32_t)a)
TW_UNARY(abs_u32, u32, s32, a < 0 ? 0u - (uint32_t)a : (uint32_t)a)
TW_UNARY(abs_u64, u64, s64, a < 0 ? 0u - (uint64_t)a : (uint64_t)a)
TW_UNARY(neg_u16, u16, u16, 0u - a)
TW_UNARY(neg_u32, u32, u32, 0u - a)
TW_UNARY(neg_u64, u64, u64, 0u - a)

#define MINIMUM (a < b ? a : b)
#define MAXIMUM (a > b ? a : b)
TW_BINARY(min_u16, u16, u16, u16, MINIMUM)
TW_BINARY(min_u32, u32, u32, u32, MINIMUM)
TW_BINARY(min_u64, u64, u64, u64, MINIMUM)
TW_BINARY(min_s16, s16, s16, s16, MINIMUM)
TW_BINARY(min_s32, s32, s32, s32, MINIMUM)
TW_BINARY(min_s64, s64, s64, s64, MINIMUM)
TW_BINARY(max_u16, u16, u16, u16, MAXIMUM)
TW_BINARY(max_u32, u32, u32, u32, MAXIMUM)
TW_BINARY(max_u64, u64, u64, u64, MAXIMUM)
TW_BINARY(max_s16, s16, s16, s16, MAXIMUM)
TW_BINARY(max_s32, s32, s32, s32, MAXIMUM)
TW_BINARY(max_s64, s64, s64, s64, MAXIMUM)

/* c + |a - b| */
#define DISTANCE(type) (c + (type)(a < b ? (type)b - (type)a : (type)a - (type)b))
TW_TERNARY(sad_u16, u16, u16, u16, u16, DISTANCE(uint32_t))
TW_TERNARY(sad_u32, u32, u32, u32, u32, DISTANCE(uint32_t))
TW_TERNARY(sad_u64, u64, u64, u64, u64, DISTANCE(uint64_t))
TW_TERNARY(sad_s16, u16, s16, s16, u16, DISTANCE(uint32_t))
TW_TERNARY(sad_s32, u32, s32, s32, u32, DISTANCE(uint32_t))
TW_TERNARY(sad_s64, u64, s64, s64, u64, DISTANCE(uint64_t))

TW_PICK_BITS(add)     TW_SELECT(add, pick_add(instruction))
TW_PICK_BITS(sub)     TW_SELECT(sub, pick_sub(instruction))
TW_SELECT(add_sat, add_sat)
TW_SELECT(sub_sat, sub_sat)
TW_PICK_BITS(mul_lo)  TW_PICK_SIGNED(mul_hi)
TW_PICK_BITS(mad_lo)  TW_PICK_SIGNED(mad_hi)
TW_SELECT(mul, is_high(instruction) ? pick_mul_hi(instruction) : pick_mul_lo(instruction))
TW_SELECT(mad, is_high(instruction) ? pick_mad_hi(instruction) : pick_mad_lo(instruction))
TW_SELECT(mul_wide, tw_bits(instruction) == 16 ? is_signed(instruction) ? mul_wide_s16 : mul_wide_u16
                                               : is_signed(instruction) ? mul_wide_s32 : mul_wide_u32)
TW_SELECT(mad_wide, tw_bits(instruction) == 16 ? is_signed(instruction) ? mad_wide_s16 : mad_wide_u16
                                               : is_signed(instruction) ? mad_wide_s32 : mad_wide_u32)
TW_SELECT(mul24, is_high(instruction) ? is_signed(instruction) ? mul24_hi_s32 : mul24_hi_u32
                                      : is_signed(instruction) ? mul24_lo_s32 : mul24_lo_u32)
TW_SELECT(mad24, is_high(instruction) ? is_signed(instruction) ? mad24_hi_s32 : mad24_hi_u32
                                      : is_signed(instruction) ? mad24_lo_s32 : mad24_lo_u32)
TW_PICK_SIGNED(div)   TW_SELECT(div, pick_div(instruction))
TW_PICK_SIGNED(rem)   TW_SELECT(rem, pick_rem(instruction))
TW_PICK_BITS(abs)     TW_SELECT(abs, pick_abs(instruction))
TW_PICK_BITS(neg)     TW_SELECT(neg, pick_neg(instruction))
TW_PICK_SIGNED(min)   TW_SELECT(min, pick_min(instruction))
TW_PICK_SIGNED(max)   TW_SELECT(max, pick_max(instruction))
TW_PICK_SIGNED(sad)   TW_SELECT(sad, pick_sad(instruction))

    /* clang-format on */

    /* --- extended precision (PTX ISA, "Extended-Precision Integer Arithmetic"):
       the carry is one bit per lane */

    /* What has 16 bits is computed in 32, as the hardware does: so the upper half of a product, madc.hi, is its upper 32 bits. */
    static void read_values(const struct tw_warp *warp, const struct tw_op *op, unsigned reference,
                            uint64_t value[32])
{
    const union tw_lanes *source = tw_operand(warp, op, reference);
    const unsigned bits = tw_bits(op->instruction);
    const bool with_sign = bits == 16 && is_signed(op->instruction);
    for (unsigned lane = 0; bits == 64 && lane < 32; lane++) value[lane] = source->u64[lane];
    for (unsigned lane = 0; bits == 32 && lane < 32; lane++) value[lane] = source->u32[lane];
    for (unsigned lane = 0; bits == 16 && !with_sign && lane < 32; lane++) value[lane] = source->u16[lane];
    for (unsigned lane = 0; with_sign && lane < 32; lane++) value[lane] = (uint32_t)source->s16[lane];
}

static void write_values(const struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                         const uint64_t value[32])
{
    const unsigned bits = tw_bits(op->instruction);
    union tw_lanes r;
    for (unsigned lane = 0; bits == 64 && lane < 32; lane++) r.u64[lane] = value[lane];
    for (unsigned lane = 0; bits == 32 && lane < 32; lane++) r.u32[lane] = (uint32_t)value[lane];
    for (unsigned lane = 0; bits == 16 && lane < 32; lane++) r.u16[lane] = (uint16_t)value[lane];
    tw_commit(tw_operand(warp, op, 0), &r, bits / 8, active);
}

/* d = a + b and the carries that go in; those that come out are the flags, if the instruction sets them. */
static void add_with(struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint64_t a[32],
                     const uint64_t b[32], uint32_t carries)
{
    uint8_t carried[32];
    if (tw_bits(op->instruction) == 64) {
        for (unsigned lane = 0; lane < 32; lane++) {
            const uint64_t sum = a[lane] + b[lane], with = sum + (carries >> lane & 1u);
            carried[lane] = (sum < a[lane]) | (with < sum);
            a[lane] = with;
        }
    } else {
        for (unsigned lane = 0; lane < 32; lane++) {
            a[lane] = (a[lane] & UINT32_MAX) + (b[lane] & UINT32_MAX) + (carries >> lane & 1u);
            carried[lane] = a[lane] >> 32 != 0;
        }
    }
    write_values(warp, op, active, a);
    if (tw_ptx_has(op->instruction, TW_PTX_HAS_CC))
        warp->carry = (warp->carry & ~active) | (tw_pack_lanes(carried) & active);
}

/* A difference is the sum with b's complement and a carry, so the flag it leaves means that nothing was borrowed. The ISA
   calls it the borrow; the hardware has one flag for sums and differences, which shows where they are mixed. */
#define EXTENDED(name, flip, carries)                                                                        \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        uint64_t a[32], b[32];                                                                               \
        read_values(warp, op, 1, a);                                                                         \
        read_values(warp, op, 2, b);                                                                         \
        for (unsigned lane = 0; lane < 32; lane++) b[lane] ^= (flip);                                        \
        add_with(warp, op, active, a, b, (carries));                                                         \
    }

EXTENDED(add_carry, 0, 0)
EXTENDED(addc, 0, warp->carry)
EXTENDED(sub_carry, UINT64_MAX, UINT32_MAX)
EXTENDED(subc, UINT64_MAX, warp->carry)
TW_SELECT(add_carry, add_carry)
TW_SELECT(addc, addc)
TW_SELECT(sub_carry, sub_carry)
TW_SELECT(subc, subc)

static uint64_t product(const struct tw_ptx_instruction *instruction, uint64_t a, uint64_t b)
{
    bool wide = tw_bits(instruction) == 64;
    if (!is_high(instruction)) return a * b;
    if (wide) return is_signed(instruction) ? high_s64((int64_t)a, (int64_t)b) : high_u64(a, b);
    return is_signed(instruction) ? high_s32((int32_t)a, (int32_t)b) : high_u32((uint32_t)a, (uint32_t)b);
}

static void mad_with(struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint32_t carries)
{
    uint64_t a[32], b[32], c[32];
    read_values(warp, op, 1, a);
    read_values(warp, op, 2, b);
    read_values(warp, op, 3, c);
    for (unsigned lane = 0; lane < 32; lane++) a[lane] = product(op->instruction, a[lane], b[lane]);
    add_with(warp, op, active, a, c, carries);
}

static void mad_carry(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    mad_with(warp, op, active, 0);
}

static void madc(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    mad_with(warp, op, active, warp->carry);
}

TW_SELECT(mad_carry, mad_carry)
TW_SELECT(madc, madc)
