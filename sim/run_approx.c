/* Approximations (PTX ISA, ".approx"), within the ISA's stated error. */
#include "sim/lanes.h"
#include "sim/numbers.h"

#include <math.h>

static uint32_t bits_f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? 0x7fffffffu : bits;
}

static float flush(const struct tw_op *op, float value)
{
    bool zero = tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ) && fabsf(value) < 0x1p-126f;
    return zero ? value * 0 : value;
}

#define APPROX(name, expression)                                                                             \
    static float name##_of(float a)                                                                          \
    {                                                                                                        \
        double x = a;                                                                                        \
        return (float)(expression);                                                                          \
    }                                                                                                        \
    TW_UNARY(name, u32, f32, bits_f32(flush(op, name##_of(flush(op, a)))))                                   \
    TW_SELECT(name, name)

/* clang-format off */
APPROX(rcp_approx, 1 / x)
APPROX(sqrt_approx, sqrt(x))
APPROX(rsqrt_approx, 1 / sqrt(x))
APPROX(sin_approx, sin(x))
APPROX(cos_approx, cos(x))
APPROX(lg2_approx, log2(x))
APPROX(ex2_approx, exp2(x))
APPROX(tanh_approx, tanh(x))
TW_BINARY(div_approx, u32, f32, f32, bits_f32(flush(op, flush(op, a) / flush(op, b))))
TW_SELECT(div_approx, div_approx)
TW_SELECT(div_full, div_approx)
/* clang-format on */

/* --- f64: with .ftz of the operand's upper 32 bits, to the upper 32 bits */

static uint64_t bits_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t upper(const struct tw_op *op, double value)
{
    if (!tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ)) return bits_f64(value);
    return bits_f64(fabs(value) < 0x1p-1022 ? value * 0 : value) & 0xffffffff00000000u;
}

static double only_upper(const struct tw_op *op, uint64_t bits)
{
    uint64_t cut = tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ) ? bits & 0xffffffff00000000u : bits;
    double value;
    memcpy(&value, &cut, sizeof value);
    return value;
}

TW_UNARY(rcp_wide, u64, u64, upper(op, 1 / only_upper(op, a)))
TW_UNARY(rsqrt_wide, u64, u64, upper(op, 1 / sqrt(only_upper(op, a))))
TW_SELECT(rcp_wide, rcp_wide)
TW_SELECT(rsqrt_wide, rsqrt_wide)

/* --- halves */

static uint32_t round_half(enum tw_ptx_type type, double value)
{
    return (uint32_t)tw_number_round(tw_number_of(TW_PTX_F64, bits_f64(value)), type, TW_ROUND_NEAREST);
}

static uint32_t half_of(const struct tw_op *op, uint32_t bits, double (*function)(double))
{
    enum tw_ptx_type type = op->instruction->type[0];
    return round_half(type, function(tw_number_double(type, bits & 0xffffu)));
}

static void run_half(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     double (*function)(double))
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    bool pair = tw_bits(op->instruction) == 32;
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) {
        if (pair)
            r.u32[i] = half_of(op, a->u32[i], function) | half_of(op, a->u32[i] >> 16, function) << 16;
        else
            r.u16[i] = (uint16_t)half_of(op, a->u16[i], function);
    }
    tw_commit(tw_operand(warp, op, 0), &r, pair ? 4 : 2, active);
}

static void ex2_half(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_half(warp, op, active, exp2);
}

static void tanh_half(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_half(warp, op, active, tanh);
}

/* .ftz is of bf16, and always there. */
static bool is_bf16(const struct tw_ptx_instruction *instruction)
{
    return instruction->type[0] == TW_PTX_BF16 || instruction->type[0] == TW_PTX_BF16X2;
}

TW_SELECT(ex2_half, is_bf16(instruction) == tw_ptx_has(instruction, TW_PTX_HAS_FTZ) ? ex2_half : NULL)
TW_SELECT(tanh_half, tanh_half)
