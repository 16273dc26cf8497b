/*
 * Half precision (PTX ISA, "Half Precision Floating Point Instructions"). Sums and products are computed in float and rounded once more:
 * 24 bits are twice the 11 of f16 and two more, so the first rounding does not show. Fused ones are rounded to odd before.
 * Pairs are two times 32 values: the lower halves of all lanes, then the upper ones.
 */
#include "sim/exec/lanes.h"
#include "sim/exec/numbers/halves.h"
#include "sim/exec/numbers/numbers.h"

#include <math.h>

#define MOST 64u

enum operation { ADD, SUB, MUL, FMA, NEG, ABS, MIN, MAX, MIN_SIGN, MAX_SIGN };

struct form {
    bool f16, packed, ftz, saturate, relu, nan;
    unsigned count; /* values */
};

static struct form form_of(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type type = instruction->type[0];
    bool packed = type == TW_PTX_F16X2 || type == TW_PTX_BF16X2;
    return (struct form){.f16 = type == TW_PTX_F16 || type == TW_PTX_F16X2,
                         .packed = packed,
                         .ftz = tw_ptx_has(instruction, TW_PTX_HAS_FTZ),
                         .saturate = tw_ptx_has(instruction, TW_PTX_HAS_SAT),
                         .relu = tw_ptx_has(instruction, TW_PTX_HAS_RELU),
                         .nan = tw_ptx_has(instruction, TW_PTX_HAS_NAN),
                         .count = packed ? 64 : 32};
}

/* .ftz, of f16 only: subnormals become 0 of the same sign */
static void flush(const struct form *form, uint16_t bits[MOST])
{
    for (unsigned i = 0; form->ftz && i < MOST; i++)
        bits[i] = (uint16_t)(bits[i] & 0x7c00u ? bits[i] : bits[i] & 0x8000u);
}

static void read_bits(const struct tw_warp *warp, const struct tw_op *op, unsigned i, const struct form *form,
                      uint16_t bits[MOST])
{
    const union tw_lanes *source = tw_operand(warp, op, i);
    if (form->packed) {
        TW_EACH_LANE bits[lane] = (uint16_t)source->u32[lane];
        TW_EACH_LANE bits[32 + lane] = (uint16_t)(source->u32[lane] >> 16);
    } else {
        TW_EACH_LANE bits[lane] = bits[32 + lane] = source->u16[lane];
    }
    flush(form, bits);
}

static void write_bits(const struct tw_warp *warp, const struct tw_op *op, uint32_t active,
                       const struct form *form, const uint16_t bits[MOST])
{
    union tw_lanes r;
    if (form->packed) {
        TW_EACH_LANE r.u32[lane] = bits[lane] | (uint32_t)bits[32 + lane] << 16;
        tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
    } else {
        memcpy(&r, bits, sizeof r.u16);
        tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u16, active);
    }
}

/* --- sums and products */

static void read_floats(const struct tw_warp *warp, const struct tw_op *op, unsigned i,
                        const struct form *form, float value[MOST])
{
    uint16_t bits[MOST];
    read_bits(warp, op, i, form, bits);
    if (form->f16) {
        tw_floats_of_f16(value, bits, MOST);
    } else {
        for (unsigned k = 0; k < MOST; k++) value[k] = tw_float_of_bf16(bits[k]);
    }
}

/* The product of two f16 is exact; Knuth's two-sum gives the error of the sum. */
static void fuse_f16(const float *restrict x, const float *restrict y, const float *restrict z,
                     float *restrict result)
{
    for (unsigned i = 0; i < MOST; i++) {
        const float product = x[i] * y[i], sum = product + z[i], part = sum - product;
        result[i] = tw_to_odd(sum, (product - (sum - part)) + (z[i] - part));
    }
}

/* Products of bf16 may be too small or large for a float, and their sum too long: what a float leaves of it counts, else what a
   double does. */
static void fuse_bf16(const float *restrict x, const float *restrict y, const float *restrict z,
                      float *restrict result)
{
    for (unsigned i = 0; i < MOST; i++) {
        const double product = (double)x[i] * (double)y[i], c = (double)z[i];
        const double sum = product + c, part = sum - product, lost = (product - (sum - part)) + (c - part);
        const float value = (float)sum;
        const double error = sum - (double)value, rest = error != 0 ? error : lost;
        result[i] = tw_to_odd(value, (float)((rest > 0) - (rest < 0)));
    }
}

/* .ftz goes by the value before it loses bits for being subnormal. */
static void limit(const struct form *form, float value[MOST])
{
    const float least = 0x1p-14f * (1 - 0x1p-12f);
    for (unsigned i = 0; form->saturate && i < MOST; i++)
        value[i] = value[i] > 0 ? value[i] < 1 ? value[i] : 1 : 0;
    for (unsigned i = 0; form->relu && i < MOST; i++) value[i] = value[i] <= 0 ? 0 : value[i];
    for (unsigned i = 0; form->ftz && i < MOST; i++)
        value[i] = fabsf(value[i]) < least ? value[i] * 0 : value[i];
}

static void run_sum(struct tw_warp *warp, const struct tw_op *op, uint32_t active, enum operation operation)
{
    const struct form form = form_of(op->instruction);
    float x[MOST], y[MOST], z[MOST], value[MOST];
    uint16_t bits[MOST];
    read_floats(warp, op, 1, &form, x);
    read_floats(warp, op, 2, &form, y);
    if (operation == FMA) {
        read_floats(warp, op, 3, &form, z);
        (form.f16 ? fuse_f16 : fuse_bf16)(x, y, z, value);
    } else if (operation == MUL) {
        for (unsigned i = 0; i < MOST; i++) value[i] = x[i] * y[i];
    } else if (operation == ADD) {
        for (unsigned i = 0; i < MOST; i++) value[i] = x[i] + y[i];
    } else {
        for (unsigned i = 0; i < MOST; i++) value[i] = x[i] - y[i];
    }
    limit(&form, value);
    if (form.f16) {
        tw_f16_of_floats(bits, value, MOST);
    } else {
        for (unsigned i = 0; i < MOST; i++) bits[i] = (uint16_t)tw_bf16_of_float(value[i]);
    }
    flush(&form, bits);
    write_bits(warp, op, active, &form, bits);
}

/* --- signs, least and greatest, which are of the bits */

static inline uint32_t is_nan(const struct form *form, uint32_t bits)
{
    return (bits & 0x7fffu) > (form->f16 ? 0x7c00u : 0x7f80u);
}

/* Numbers in their order, -0 before +0. */
static inline uint32_t place(uint32_t bits)
{
    return bits & 0x8000u ? ~bits & 0xffffu : bits | 0x8000u;
}

static inline uint32_t least(const struct form *form, uint32_t a, uint32_t b, bool max)
{
    const uint32_t nan_a = is_nan(form, a), nan_b = is_nan(form, b);
    const uint32_t one = (place(a) < place(b)) != max ? a : b, number = nan_a ? b : nan_b ? a : one;
    return (nan_a & nan_b) | ((nan_a | nan_b) & form->nan) ? 0x7fffu : number;
}

static void run_least(struct tw_warp *warp, const struct tw_op *op, uint32_t active, enum operation operation)
{
    const struct form form = form_of(op->instruction);
    const bool max = operation == MAX || operation == MAX_SIGN, sign = operation >= MIN_SIGN;
    const uint32_t used =
        sign ? 0x7fffu : 0xffffu; /* .xorsign.abs: of the magnitudes, with the product's sign */
    uint16_t a[MOST], b[MOST];
    read_bits(warp, op, 1, &form, a);
    read_bits(warp, op, 2, &form, b);
    for (unsigned i = 0; i < MOST; i++) {
        const uint32_t one = least(&form, a[i] & used, b[i] & used, max);
        a[i] = (uint16_t)(is_nan(&form, one) ? one : one | ((a[i] ^ b[i]) & ~used & 0x8000u));
    }
    write_bits(warp, op, active, &form, a);
}

static void run_sign(struct tw_warp *warp, const struct tw_op *op, uint32_t active, enum operation operation)
{
    const struct form form = form_of(op->instruction);
    uint16_t a[MOST];
    read_bits(warp, op, 1, &form, a);
    for (unsigned i = 0; i < MOST; i++) {
        const uint32_t result = operation == NEG ? a[i] ^ 0x8000u : a[i] & 0x7fffu;
        a[i] = (uint16_t)(is_nan(&form, a[i]) ? 0x7fffu : result);
    }
    write_bits(warp, op, active, &form, a);
}

/* .ftz is of f16; the only rounding is .rn: what ptxas takes of others, of fma on bf16, an H200 rounds so too. */
static tw_run *pick(const struct tw_ptx_instruction *instruction, tw_run *run)
{
    const struct form form = form_of(instruction);
    const bool fused = instruction->operand_count == 4,
               nearest = tw_rounding_of(instruction) == TW_ROUND_NEAREST;
    return (nearest || (fused && !form.f16)) && (form.f16 || !(form.ftz || form.saturate)) ? run : NULL;
}

#define HALF(name, run, operation)                                                                           \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        run(warp, op, active, operation);                                                                    \
    }                                                                                                        \
    TW_SELECT(name, pick(instruction, name))

HALF(hadd, run_sum, ADD)
HALF(hsub, run_sum, SUB)
HALF(hmul, run_sum, MUL)
HALF(hfma, run_sum, FMA)
HALF(hneg, run_sign, NEG)
HALF(habs, run_sign, ABS)
HALF(hmin, run_least, MIN)
HALF(hmax, run_least, MAX)
HALF(hmin_sign, run_least, MIN_SIGN)
HALF(hmax_sign, run_least, MAX_SIGN)
