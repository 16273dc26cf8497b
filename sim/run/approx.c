/* Approximations (PTX ISA, ".approx", ".full"): the special-function unit's values and what the assembler makes of them, to the
   bit as on an H200. */
#include "sim/lanes.h"
#include "sim/mufu.h"
#include "sim/numbers.h"

#include <math.h>

static bool is_ftz(const struct tw_op *op)
{
    return tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ);
}

static float flush(const struct tw_op *op, float value)
{
    return is_ftz(op) && fabsf(value) < 0x1p-126f ? value * 0 : value;
}

/* --- f32: the unit's functions; without .ftz its arguments and results are scaled where they would be subnormal */

static bool is_small(uint32_t a)
{
    return (a & 0x7fffffffu) < 0x00800000u;
}

static uint32_t scaled(uint32_t a, float factor)
{
    return tw_f32_result(tw_as_f32(a) * factor);
}

static uint32_t rcp_of(const struct tw_op *op, uint32_t a)
{
    float magnitude = fabsf(tw_as_f32(a));
    if (is_ftz(op)) return tw_mufu_rcp(a);
    if (magnitude > 0x1p125f && magnitude <= 0x1.fffffep127f)
        return scaled(tw_mufu_rcp(scaled(a, 0.25f)), 0.25f);
    return is_small(a) ? scaled(tw_mufu_rcp(scaled(a, 0x1p24f)), 0x1p24f) : tw_mufu_rcp(a);
}

static uint32_t rsqrt_of(const struct tw_op *op, uint32_t a)
{
    bool scale = !is_ftz(op) && is_small(a);
    return scale ? scaled(tw_mufu_rsqrt(scaled(a, 0x1p24f)), 0x1p12f) : tw_mufu_rsqrt(a);
}

static uint32_t sqrt_of(const struct tw_op *op, uint32_t a)
{
    bool scale = !is_ftz(op) && is_small(a);
    return scale ? scaled(tw_mufu_sqrt(scaled(a, 0x1p24f)), 0x1p-12f) : tw_mufu_sqrt(a);
}

static uint32_t lg2_of(const struct tw_op *op, uint32_t a)
{
    if (is_ftz(op) || !is_small(a)) return tw_mufu_lg2(a);
    return tw_f32_result(tw_as_f32(tw_mufu_lg2(scaled(a, 0x1p24f))) - 24);
}

static uint32_t ex2_of(const struct tw_op *op, uint32_t a)
{
    if (is_ftz(op) || !(tw_as_f32(a) < -126)) return tw_mufu_ex2(a);
    float root = tw_as_f32(tw_mufu_ex2(scaled(a, 0.5f)));
    return tw_f32_result(root * root);
}

/* a times the reciprocal of b, both scaled where b or, for the full range, its reciprocal is subnormal */
static uint32_t quotient(const struct tw_op *op, uint32_t a, uint32_t b, bool full)
{
    float x = flush(op, tw_as_f32(a)), y = flush(op, tw_as_f32(b)), magnitude = fabsf(y), factor = 1;
    if (full && magnitude > 0x1p126f) factor = 0.25f;
    if ((full || !is_ftz(op)) && magnitude < 0x1p-126f) factor = 0x1p24f;
    return tw_f32_result(flush(op, x * factor * tw_as_f32(tw_mufu_rcp(tw_f32_result(y * factor)))));
}

/* An angle in turns: its product with 1/2pi, cut */
static uint32_t in_turns(const struct tw_op *op, uint32_t a)
{
    float value = flush(op, tw_as_f32(a)), turns = value * 0x1.45f306p-3f;
    double exact = (double)value * 0x1.45f306p-3f;
    if (fabs(turns) > fabs(exact)) turns = nextafterf(turns, 0);
    return tw_f32_result(flush(op, turns));
}

/* clang-format off */
TW_UNARY(rcp_approx, u32, u32, rcp_of(op, a))
TW_UNARY(sqrt_approx, u32, u32, sqrt_of(op, a))
TW_UNARY(rsqrt_approx, u32, u32, rsqrt_of(op, a))
TW_UNARY(lg2_approx, u32, u32, lg2_of(op, a))
TW_UNARY(ex2_approx, u32, u32, ex2_of(op, a))
TW_UNARY(sin_approx, u32, u32, tw_mufu_sin(in_turns(op, a)))
TW_UNARY(cos_approx, u32, u32, tw_mufu_cos(in_turns(op, a)))
TW_UNARY(tanh_approx, u32, u32, tw_mufu_tanh(a))
TW_BINARY(div_approx, u32, u32, u32, quotient(op, a, b, false))
TW_BINARY(div_full, u32, u32, u32, quotient(op, a, b, true))
TW_SELECT(rcp_approx, rcp_approx)
TW_SELECT(sqrt_approx, sqrt_approx)
TW_SELECT(rsqrt_approx, rsqrt_approx)
TW_SELECT(lg2_approx, lg2_approx)
TW_SELECT(ex2_approx, ex2_approx)
TW_SELECT(sin_approx, sin_approx)
TW_SELECT(cos_approx, cos_approx)
TW_SELECT(tanh_approx, tanh_approx)
TW_SELECT(div_approx, div_approx)
TW_SELECT(div_full, div_full)
/* clang-format on */

/* --- f64: with .ftz of the operand's upper 32 bits, to the upper 32 bits */

static uint64_t upper(uint32_t bits)
{
    return (uint64_t)bits << 32;
}

/* Without .ftz: a step of Halley's iteration behind the unit's value. */
static uint64_t refined_rsqrt(uint64_t a)
{
    double x = tw_as_f64(a), factor = 1;
    if (isnan(x)) return a | 0x0008000000000000u;
    if (x == 0 || isinf(x)) return signbit(x) && x != 0 ? 0xfff8000000000000u : tw_f64_bits(1 / x);
    if (x < 0) return 0xfff8000000000000u;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        factor = 0x1p27;
    }
    double r = tw_as_f64(upper(tw_mufu_rsqrt64((uint32_t)(tw_f64_bits(x) >> 32))));
    double e = fma(x, -(r * r), 1);
    return tw_f64_bits(fma(fma(e, 0.375, 0.5), r * e, r) * factor);
}

TW_UNARY(rcp_wide, u64, u64, upper(tw_mufu_rcp64((uint32_t)(a >> 32))))
TW_UNARY(rsqrt_wide, u64, u64, is_ftz(op) ? upper(tw_mufu_rsqrt64((uint32_t)(a >> 32))) : refined_rsqrt(a))
TW_SELECT(rcp_wide, rcp_wide)
TW_SELECT(rsqrt_wide, rsqrt_wide)

/* --- halves: those of f32, cut; what is too large for f16 is infinite */

static uint32_t cut_half(enum tw_ptx_type type, uint32_t f32)
{
    struct tw_number number = tw_number_of(TW_PTX_F32, f32);
    if (number.kind == TW_FINITE && fabsf(tw_as_f32(f32)) >= 0x1p16f &&
        (type == TW_PTX_F16 || type == TW_PTX_F16X2))
        number.kind = TW_INFINITE;
    return (uint32_t)tw_number_round(number, type, TW_ROUND_ZERO);
}

static uint32_t half_of(enum tw_ptx_type type, uint32_t bits, uint32_t (*function)(uint32_t))
{
    return cut_half(type, function(tw_f32_result((float)tw_number_double(type, bits & 0xffffu))));
}

static void run_half(struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                     uint32_t (*function)(uint32_t))
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    enum tw_ptx_type type = op->instruction->type[0];
    bool pair = tw_bits(op->instruction) == 32;
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) {
        if (pair)
            r.u32[i] = half_of(type, a->u32[i], function) | half_of(type, a->u32[i] >> 16, function) << 16;
        else
            r.u16[i] = (uint16_t)half_of(type, a->u16[i], function);
    }
    tw_commit(tw_operand(warp, op, 0), &r, pair ? 4 : 2, active);
}

static void ex2_half(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_half(warp, op, active, tw_mufu_ex2);
}

static void tanh_half(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_half(warp, op, active, tw_mufu_tanh);
}

/* .ftz is of bf16, and always there. */
static bool is_bf16(const struct tw_ptx_instruction *instruction)
{
    return instruction->type[0] == TW_PTX_BF16 || instruction->type[0] == TW_PTX_BF16X2;
}

TW_SELECT(ex2_half, is_bf16(instruction) == tw_ptx_has(instruction, TW_PTX_HAS_FTZ) ? ex2_half : NULL)
TW_SELECT(tanh_half, tanh_half)
