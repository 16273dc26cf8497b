/* Approximations (PTX ISA, ".approx", ".full"): the special-function unit's values and what the assembler makes of them, to the
   bit as on an H200. */
#include "sim/exec/lanes.h"
#include "sim/exec/numbers/halves.h"
#include "sim/exec/numbers/mufu.h"

#include <math.h>

static bool is_ftz(const struct tw_op *op)
{
    return tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ);
}

static inline bool is_small(uint32_t a)
{
    return (a & 0x7fffffffu) < 0x00800000u;
}

static inline float flush(float value)
{
    return fabsf(value) < 0x1p-126f ? value * 0 : value;
}

/* --- f32: the unit's functions; without .ftz its arguments and results are scaled where they would be subnormal */

struct scales {
    float before[32], after[32];
};

static void run_scaled(struct tw_warp *warp, const struct tw_op *op, uint32_t active, tw_mufu *unit,
                       const struct scales *scales)
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    union tw_lanes in, r;
    for (unsigned i = 0; i < 32; i++) in.u32[i] = tw_f32_result(a->f32[i] * scales->before[i]);
    unit(in.u32, r.u32);
    for (unsigned i = 0; i < 32; i++) r.u32[i] = tw_f32_result(r.f32[i] * scales->after[i]);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

static void run_plain(struct tw_warp *warp, const struct tw_op *op, uint32_t active, tw_mufu *unit)
{
    union tw_lanes r;
    unit(tw_operand(warp, op, 1)->u32, r.u32);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

static void rcp_approx(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    struct scales scales;
    if (is_ftz(op)) {
        run_plain(warp, op, active, tw_mufu_rcp);
        return;
    }
    for (unsigned i = 0; i < 32; i++) {
        const float magnitude = fabsf(a->f32[i]);
        const bool large = magnitude > 0x1p125f && magnitude <= 0x1.fffffep127f;
        scales.before[i] = scales.after[i] = large ? 0.25f : is_small(a->u32[i]) ? 0x1p24f : 1;
    }
    run_scaled(warp, op, active, tw_mufu_rcp, &scales);
}

static void run_root(struct tw_warp *warp, const struct tw_op *op, uint32_t active, tw_mufu *unit,
                     float after)
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    struct scales scales;
    if (is_ftz(op)) {
        run_plain(warp, op, active, unit);
        return;
    }
    for (unsigned i = 0; i < 32; i++) {
        scales.before[i] = is_small(a->u32[i]) ? 0x1p24f : 1;
        scales.after[i] = is_small(a->u32[i]) ? after : 1;
    }
    run_scaled(warp, op, active, unit, &scales);
}

static void rsqrt_approx(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_root(warp, op, active, tw_mufu_rsqrt, 0x1p12f);
}

static void sqrt_approx(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_root(warp, op, active, tw_mufu_sqrt, 0x1p-12f);
}

static void lg2_approx(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes a = *tw_operand(warp, op, 1);
    const bool ftz = is_ftz(op);
    union tw_lanes in, r;
    for (unsigned i = 0; i < 32; i++)
        in.u32[i] = !ftz && is_small(a.u32[i]) ? tw_f32_result(a.f32[i] * 0x1p24f) : a.u32[i];
    tw_mufu_lg2(in.u32, r.u32);
    for (unsigned i = 0; i < 32; i++)
        r.u32[i] = tw_f32_result(r.f32[i] - (!ftz && is_small(a.u32[i]) ? 24.0f : 0.0f));
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

/* Without .ftz the square of a root where the result is small. */
static void ex2_approx(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes a = *tw_operand(warp, op, 1);
    const bool ftz = is_ftz(op);
    union tw_lanes in, r;
    for (unsigned i = 0; i < 32; i++)
        in.u32[i] = !ftz && a.f32[i] < -126 ? tw_f32_result(a.f32[i] * 0.5f) : a.u32[i];
    tw_mufu_ex2(in.u32, r.u32);
    for (unsigned i = 0; i < 32; i++)
        r.u32[i] = tw_f32_result(r.f32[i] * (!ftz && a.f32[i] < -126 ? r.f32[i] : 1.0f));
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

/* a times the reciprocal of b, both scaled where b or, for the full range, its reciprocal is subnormal */
static void run_quotient(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool full)
{
    union tw_lanes x = *tw_operand(warp, op, 1), y = *tw_operand(warp, op, 2), r;
    const bool ftz = is_ftz(op);
    const float large = full ? 0.25f : 1, small = full || !ftz ? 0x1p24f : 1;
    for (unsigned i = 0; ftz && i < 32; i++) x.f32[i] = flush(x.f32[i]);
    for (unsigned i = 0; ftz && i < 32; i++) y.f32[i] = flush(y.f32[i]);
    for (unsigned i = 0; i < 32; i++) {
        const float magnitude = fabsf(y.f32[i]);
        const float factor = magnitude > 0x1p126f ? large : magnitude < 0x1p-126f ? small : 1;
        x.f32[i] *= factor;
        y.u32[i] = tw_f32_result(y.f32[i] * factor);
    }
    tw_mufu_rcp(y.u32, r.u32);
    for (unsigned i = 0; i < 32; i++) r.f32[i] *= x.f32[i];
    for (unsigned i = 0; ftz && i < 32; i++) r.f32[i] = flush(r.f32[i]);
    for (unsigned i = 0; i < 32; i++) r.u32[i] = tw_f32_result(r.f32[i]);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

static void div_approx(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_quotient(warp, op, active, false);
}

static void div_full(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_quotient(warp, op, active, true);
}

/* Angles in turns: their products with 1/2pi, cut */
static void run_angle(struct tw_warp *warp, const struct tw_op *op, uint32_t active, tw_mufu *unit)
{
    union tw_lanes a = *tw_operand(warp, op, 1), r;
    const bool ftz = is_ftz(op);
    for (unsigned i = 0; ftz && i < 32; i++) a.f32[i] = flush(a.f32[i]);
    for (unsigned i = 0; i < 32; i++) {
        const float turns = a.f32[i] * 0x1.45f306p-3f;
        const double exact = (double)a.f32[i] * 0x1.45f306p-3f;
        a.u32[i] = tw_f32_bits(turns) - (fabs((double)turns) > fabs(exact));
    }
    for (unsigned i = 0; ftz && i < 32; i++) a.f32[i] = flush(a.f32[i]);
    unit(a.u32, r.u32);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

static void sin_approx(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_angle(warp, op, active, tw_mufu_sin);
}

static void cos_approx(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_angle(warp, op, active, tw_mufu_cos);
}

static void tanh_approx(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_plain(warp, op, active, tw_mufu_tanh);
}

/* clang-format off */
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

static void run_upper(struct tw_warp *warp, const struct tw_op *op, uint32_t active, tw_mufu *unit)
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    uint32_t in[32], out[32];
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) in[i] = (uint32_t)(a->u64[i] >> 32);
    unit(in, out);
    for (unsigned i = 0; i < 32; i++) r.u64[i] = (uint64_t)out[i] << 32;
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u64, active);
}

static void rcp_wide(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_upper(warp, op, active, tw_mufu_rcp64);
}

/* What the unit is asked: subnormal numbers are scaled first. */
static double normal(double x)
{
    return x < 0x1p-1022 ? x * 0x1p54 : x;
}

/* A step of Halley's iteration behind the unit's value, whose upper half is `unit`. */
static uint64_t refined_rsqrt(uint64_t a, uint32_t unit)
{
    const double x = tw_as_f64(a), r = tw_as_f64((uint64_t)unit << 32);
    if (isnan(x)) return a | 0x0008000000000000u;
    if (x == 0 || isinf(x)) return signbit(x) && x != 0 ? 0xfff8000000000000u : tw_f64_bits(1 / x);
    if (x < 0) return 0xfff8000000000000u;
    const double e = fma(normal(x), -(r * r), 1);
    return tw_f64_bits(fma(fma(e, 0.375, 0.5), r * e, r) * (x < 0x1p-1022 ? 0x1p27 : 1));
}

static void rsqrt_wide(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes a = *tw_operand(warp, op, 1);
    uint32_t in[32], out[32];
    union tw_lanes r;
    if (is_ftz(op)) {
        run_upper(warp, op, active, tw_mufu_rsqrt64);
        return;
    }
    for (unsigned i = 0; i < 32; i++) in[i] = (uint32_t)(tw_f64_bits(normal(a.f64[i])) >> 32);
    tw_mufu_rsqrt64(in, out);
    for (unsigned i = 0; i < 32; i++) r.u64[i] = refined_rsqrt(a.u64[i], out[i]);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u64, active);
}

TW_SELECT(rcp_wide, rcp_wide)
TW_SELECT(rsqrt_wide, rsqrt_wide)

/* --- halves: those of f32, cut; what is too large for f16 is infinite */

static inline uint32_t cut_f16(uint32_t bits)
{
    const uint32_t magnitude = bits & 0x7fffffffu;
    const uint32_t small = (uint32_t)(int32_t)(tw_as_f32(magnitude < 113u << 23 ? magnitude : 0) * 0x1p24f);
    const uint32_t number = magnitude < 113u << 23 ? small : (magnitude - (112u << 23)) >> 13;
    const uint32_t size = magnitude >= 143u << 23 ? 0x7c00 : number;
    return magnitude > 0x7f800000u ? 0x7fff : (bits >> 16 & 0x8000u) | size;
}

static inline uint32_t cut_bf16(uint32_t bits)
{
    return (bits & 0x7fffffffu) > 0x7f800000u ? 0x7fff : bits >> 16;
}

static void run_halves(const uint16_t in[32], uint32_t out[32], bool f16, tw_mufu *unit)
{
    union tw_lanes wide, r;
    if (f16) {
        tw_floats_of_f16(wide.f32, in, 32);
    } else {
        for (unsigned i = 0; i < 32; i++) wide.u32[i] = (uint32_t)in[i] << 16;
    }
    unit(wide.u32, r.u32);
    for (unsigned i = 0; f16 && i < 32; i++) out[i] = cut_f16(r.u32[i]);
    for (unsigned i = 0; !f16 && i < 32; i++) out[i] = cut_bf16(r.u32[i]);
}

static void run_half(struct tw_warp *warp, const struct tw_op *op, uint32_t active, tw_mufu *unit)
{
    const enum tw_ptx_type type = op->instruction->type[0];
    const bool f16 = type == TW_PTX_F16 || type == TW_PTX_F16X2, pair = tw_bits(op->instruction) == 32;
    const union tw_lanes *a = tw_operand(warp, op, 1);
    uint16_t in[32];
    uint32_t low[32], high[32];
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) in[i] = pair ? (uint16_t)a->u32[i] : a->u16[i];
    run_halves(in, low, f16, unit);
    for (unsigned i = 0; !pair && i < 32; i++) r.u16[i] = (uint16_t)low[i];
    for (unsigned i = 0; pair && i < 32; i++) in[i] = (uint16_t)(a->u32[i] >> 16);
    if (pair) run_halves(in, high, f16, unit);
    for (unsigned i = 0; pair && i < 32; i++) r.u32[i] = low[i] | high[i] << 16;
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
