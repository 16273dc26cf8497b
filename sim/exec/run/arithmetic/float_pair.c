/* Pairs of f32 in 64 bits, and f32 with halves (PTX ISA, "add{.rnd}{.ftz}.f32x2", "Mixed Precision Floating Point
   Instructions"): each result as that of the f32 instruction. Rounding is the host's mode, which the caller sets. */
#include "sim/exec/lanes.h"
#include "sim/exec/numbers/numbers.h"

#include <math.h>

static float flush(const struct tw_op *op, uint32_t bits)
{
    bool zero = tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ) && !(bits & 0x7f800000u);
    return tw_as_f32(zero ? bits & 0x80000000u : bits);
}

/* The result in bits: with .ftz a value below the least normal number is 0, also when rounding would make it that number,
   as `scaled`, 2^64 times as large, shows. `scale` is what b is multiplied with for that. */
static uint32_t finish(const struct tw_op *op, float value, float scaled)
{
    if (tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ) && fabsf(scaled) < 0x1p-62f) value *= 0;
    if (tw_ptx_has(op->instruction, TW_PTX_HAS_SAT)) value = value > 0 ? value < 1 ? value : 1 : 0;
    return tw_f32_result(flush(op, tw_f32_result(value)));
}

#define PAIRED(name, scale, expression)                                                                      \
    static float name##_one(float a, float b, float c)                                                       \
    {                                                                                                        \
        (void)c;                                                                                             \
        return (expression);                                                                                 \
    }                                                                                                        \
    static uint64_t name##_both(const struct tw_op *op, uint64_t a, uint64_t b, uint64_t c)                  \
    {                                                                                                        \
        uint64_t both = 0;                                                                                   \
        for (unsigned shift = 0; shift < 64; shift += 32) {                                                  \
            float x = flush(op, (uint32_t)(a >> shift)), y = flush(op, (uint32_t)(b >> shift)),              \
                  z = flush(op, (uint32_t)(c >> shift));                                                     \
            float value = name##_one(x, y, z);                                                               \
            bool least = fabsf(value) == 0x1p-126f;                                                          \
            float scaled = least ? name##_one(x * 0x1p64f, y * (scale), z * 0x1p64f) : 1;                    \
            both |= (uint64_t)finish(op, value, scaled) << shift;                                            \
        }                                                                                                    \
        return both;                                                                                         \
    }

/* clang-format off */
PAIRED(add, 0x1p64f, a + b)
PAIRED(sub, 0x1p64f, a - b)
PAIRED(mul, 1, a * b)
PAIRED(fma, 1, fmaf(a, b, c))
TW_BINARY(fadd_pair, u64, u64, u64, add_both(op, a, b, 0))
TW_BINARY(fsub_pair, u64, u64, u64, sub_both(op, a, b, 0))
TW_BINARY(fmul_pair, u64, u64, u64, mul_both(op, a, b, 0))
TW_TERNARY(ffma_pair, u64, u64, u64, u64, fma_both(op, a, b, c))
TW_SELECT(fadd_pair, fadd_pair)
TW_SELECT(fsub_pair, fsub_pair)
TW_SELECT(fmul_pair, fmul_pair)
TW_SELECT(ffma_pair, ffma_pair)

/* --- a half, two for fma, and an f32 */
static float wide(const struct tw_op *op, uint16_t bits)
{
    return (float)tw_number_double(op->instruction->type[1], bits);
}

TW_BINARY(fadd_mixed, u32, u16, f32, finish(op, wide(op, a) + b, 1))
TW_BINARY(fsub_mixed, u32, u16, f32, finish(op, wide(op, a) - b, 1))
TW_TERNARY(ffma_mixed, u32, u16, u16, f32, finish(op, fmaf(wide(op, a), wide(op, b), c), 1))
TW_SELECT(fadd_mixed, fadd_mixed)
TW_SELECT(fsub_mixed, fsub_mixed)
TW_SELECT(ffma_mixed, ffma_mixed)
/* clang-format on */
