/*
 * Single and double precision (PTX ISA, "Floating Point Instructions"): the host's arithmetic, which is IEEE
 * 754's, with what PTX adds. A single-precision result that is no number is 0x7fffffff, as on the GPU.
 */
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"

#include <fenv.h>
#include <math.h>

static inline float canonical_f32(float value)
{
    return value != value ? tw_as_f32(0x7fffffffu) : value;
}

static double quiet(double nan)
{
    return tw_as_f64(tw_f64_bits(nan) | 0x0008000000000000u);
}

/* A double-precision result that is no number is the first of these operands that is none, made quiet, else
 * fff8000000000000. */
static double pass_f64(double value, double first, double second, double third)
{
    double nan = first != first     ? quiet(first)
                 : second != second ? quiet(second)
                 : third != third   ? quiet(third)
                                    : tw_as_f64(0xfff8000000000000u);
    return value != value ? nan : value;
}

/* A subnormal becomes 0 of the same sign. */
static inline float flush(float value)
{
    uint32_t bits = tw_f32_bits(value);
    return bits & 0x7f800000u ? value : tw_as_f32(bits & 0x80000000u);
}

static float saturate(float value)
{
    return value > 0 ? value < 1 ? value : 1 : 0; /* NaN and -0 to +0 */
}

/* .ftz alone, as compilers ask for it: what `out_f32` below says, for vectors. */
static inline float flushed(float value, float scaled)
{
    const float magnitude = fabsf(value);
    const bool small = magnitude < 0x1p-126f || (magnitude == 0x1p-126f && fabsf(scaled) < 0x1p-62f);
    return small ? copysignf(0, value) : canonical_f32(value);
}

static float in_f32(const struct tw_op *op, float value)
{
    return tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ) ? flush(value) : value;
}

/* .ftz goes by the value before it lost bits for being subnormal: `scaled`, which is 2^64 times as large, says whether the
 * smallest normal number was reached by rounding only. */
static float out_f32(const struct tw_op *op, float value, float scaled)
{
    value = canonical_f32(value);
    if (fabsf(value) == 0x1p-126f && fabsf(scaled) < 0x1p-62f)
        value = tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ) ? value * 0 : value;
    if (tw_ptx_has(op->instruction, TW_PTX_HAS_SAT)) value = saturate(value);
    return in_f32(op, value);
}

/*
 * Each operation in four forms: plain f32; f32 with .ftz; with .sat, perhaps with .ftz too; f64. `one` is the operation in f32,
 * `two` in f64; in the second form a, b, c are flushed first. With a and c multiplied by 2^64 (of a unary one a by `scale`) and b
 * by `scale` the result is 2^64 times as large. With two NaN of f64 the second is passed on, in a quotient the first, in fma b,
 * then c (measured on an H200).
 */
/* clang-format off */
#define FLOAT_UNARY(name, scale, one, two)                                            \
    static inline float name##_one(float a) { return one; }                                  \
    TW_UNARY(name##_f32, f32, f32, canonical_f32(name##_one(a)))                      \
    TW_UNARY(name##_mod, f32, f32, out_f32(op, name##_one(in_f32(op, a)), name##_one(in_f32(op, a) * (scale)))) \
    TW_UNARY(name##_ftz, f32, f32, flushed(name##_one(flush(a)), name##_one(flush(a) * (scale))))             \
    TW_UNARY(name##_f64, f64, f64, pass_f64(two, a, a, a))

#define FLOAT_BINARY(name, scale, one, two, nan1, nan2)                               \
    static inline float name##_one(float a, float b) { return one; }                         \
    TW_BINARY(name##_f32, f32, f32, f32, canonical_f32(name##_one(a, b)))             \
    TW_BINARY(name##_mod, f32, f32, f32, out_f32(op, name##_one(in_f32(op, a), in_f32(op, b)), \
                                                 name##_one(in_f32(op, a) * 0x1p64f, in_f32(op, b) * (scale)))) \
    TW_BINARY(name##_ftz, f32, f32, f32,                                              \
              flushed(name##_one(flush(a), flush(b)), name##_one(flush(a) * 0x1p64f, flush(b) * (scale))))    \
    TW_BINARY(name##_f64, f64, f64, f64, pass_f64(two, nan1, nan2, nan2))

#define FLOAT_TERNARY(name, one, two, nan1, nan2, nan3)                               \
    static inline float name##_one(float a, float b, float c) { return one; }                \
    TW_TERNARY(name##_f32, f32, f32, f32, f32, canonical_f32(name##_one(a, b, c)))    \
    TW_TERNARY(name##_mod, f32, f32, f32, f32,                                        \
               out_f32(op, name##_one(in_f32(op, a), in_f32(op, b), in_f32(op, c)),   \
                       name##_one(in_f32(op, a) * 0x1p64f, in_f32(op, b), in_f32(op, c) * 0x1p64f))) \
    TW_TERNARY(name##_ftz, f32, f32, f32, f32,                                        \
               flushed(name##_one(flush(a), flush(b), flush(c)),                      \
                       name##_one(flush(a) * 0x1p64f, flush(b), flush(c) * 0x1p64f))) \
    TW_TERNARY(name##_f64, f64, f64, f64, f64, pass_f64(two, nan1, nan2, nan3))

FLOAT_BINARY(fadd, 0x1p64f, a + b, a + b, b, a)
FLOAT_BINARY(fsub, 0x1p64f, a - b, a - b, b, a)
FLOAT_BINARY(fmul, 1, a * b, a * b, b, a)
FLOAT_TERNARY(ffma, fmaf(a, b, c), fma(a, b, c), b, c, a)
FLOAT_BINARY(fdiv, 1, a / b, a / b, a, b)
FLOAT_UNARY(frcp, 0x1p-64f, 1.0f / a, 1.0 / a)
FLOAT_UNARY(fsqrt, 1, sqrtf(a), sqrt(a))
/* clang-format on */

static tw_run *pick(const struct tw_ptx_instruction *instruction, tw_run *f32, tw_run *ftz, tw_run *sat,
                    tw_run *f64)
{
    if (instruction->type[0] == TW_PTX_F64) return f64;
    if (tw_ptx_has(instruction, TW_PTX_HAS_SAT)) return sat;
    return tw_ptx_has(instruction, TW_PTX_HAS_FTZ) ? ftz : f32;
}

/* clang-format off */
#define FLOAT_SELECT(name) TW_SELECT(name, pick(instruction, name##_f32, name##_ftz, name##_mod, name##_f64))
FLOAT_SELECT(fadd)
FLOAT_SELECT(fsub)
FLOAT_SELECT(fmul)
FLOAT_SELECT(ffma)
FLOAT_SELECT(fdiv)
FLOAT_SELECT(frcp)
FLOAT_SELECT(fsqrt)
/* clang-format on */

/* --- signs: NaN are as in arithmetic, but for copysign's */

TW_UNARY(fabs_f32, f32, f32, canonical_f32(fabsf(a)))
TW_UNARY(fneg_f32, f32, f32, canonical_f32(-a))
TW_UNARY(fabs_ftz, f32, f32, canonical_f32(flush(fabsf(a))))
TW_UNARY(fneg_ftz, f32, f32, canonical_f32(flush(-a)))
TW_UNARY(fabs_f64, f64, f64, a != a ? quiet(a) : fabs(a))
TW_UNARY(fneg_f64, f64, f64, a != a ? quiet(a) : -a)
TW_SELECT(fabs, pick(instruction, fabs_f32, fabs_ftz, NULL, fabs_f64))
TW_SELECT(fneg, pick(instruction, fneg_f32, fneg_ftz, NULL, fneg_f64))

/* copysign: b with the sign of a (PTX ISA, "copysign") */
TW_BINARY(copysign_f32, u32, u32, u32, (a & 0x80000000u) | (b & 0x7fffffffu))
TW_BINARY(copysign_f64, u64, u64, u64, (a & 0x8000000000000000u) | (b & 0x7fffffffffffffffu))
TW_SELECT(copysign, instruction->type[0] == TW_PTX_F64 ? copysign_f64 : copysign_f32)

/* --- min and max: a NaN gives way to the other operand, unless .NaN; -0 is less than +0 */

/* Bits as numbers in the order of the values, NaN aside. */
static int32_t order_f32(float value)
{
    int32_t bits = (int32_t)tw_f32_bits(value);
    return bits ^ (bits >> 31 & 0x7fffffff);
}

static float least_f32(const struct tw_op *op, float a, float b, bool max)
{
    bool nan = a != a || b != b;
    a = in_f32(op, a);
    b = in_f32(op, b);
    float lesser = order_f32(a) < order_f32(b) ? a : b, greater = order_f32(a) < order_f32(b) ? b : a;
    float number = a != a ? b : b != b ? a : max ? greater : lesser;
    return canonical_f32(nan && tw_ptx_has(op->instruction, TW_PTX_HAS_NAN) ? tw_as_f32(0x7fffffffu)
                                                                            : number);
}

static bool less(double a, double b)
{
    return a < b || (a == b && signbit(a) && !signbit(b));
}

static double least_f64(double a, double b, bool max)
{
    if (isnan(a)) return isnan(b) ? quiet(b) : b;
    if (isnan(b)) return a;
    return less(a, b) != max ? a : b;
}

TW_BINARY(fmin_f32, f32, f32, f32, least_f32(op, a, b, false))
TW_BINARY(fmax_f32, f32, f32, f32, least_f32(op, a, b, true))
TW_BINARY(fmin_f64, f64, f64, f64, least_f64(a, b, false))
TW_BINARY(fmax_f64, f64, f64, f64, least_f64(a, b, true))

/* The least or the largest of three numbers; .abs: of their magnitudes */
static float least_three(const struct tw_op *op, float a, float b, float c, bool max)
{
    const bool magnitudes = tw_ptx_has(op->instruction, TW_PTX_HAS_ABS);
    if (magnitudes) a = fabsf(a), b = fabsf(b), c = fabsf(c);
    return least_f32(op, least_f32(op, a, b, max), c, max);
}

TW_TERNARY(fmin_three, f32, f32, f32, f32, least_three(op, a, b, c, false))
TW_TERNARY(fmax_three, f32, f32, f32, f32, least_three(op, a, b, c, true))

static tw_run *pick_least(const struct tw_ptx_instruction *instruction, tw_run *f32, tw_run *three,
                          tw_run *f64)
{
    if (instruction->type[0] == TW_PTX_F64) return f64;
    return instruction->operand_count > 3 ? three : f32;
}

TW_SELECT(fmin, pick_least(instruction, fmin_f32, fmin_three, fmin_f64))
TW_SELECT(fmax, pick_least(instruction, fmax_f32, fmax_three, fmax_f64))

/* .xorsign.abs: of the magnitudes, with the product's sign */
static float least_sign(const struct tw_op *op, float a, float b, bool max)
{
    float least = least_f32(op, fabsf(a), fabsf(b), max);
    return isnan(least) || signbit(a) == signbit(b) ? least : -least;
}

TW_BINARY(fmin_sign, f32, f32, f32, least_sign(op, a, b, false))
TW_BINARY(fmax_sign, f32, f32, f32, least_sign(op, a, b, true))
TW_SELECT(fmin_sign, fmin_sign)
TW_SELECT(fmax_sign, fmax_sign)

/* redux.sync of floats; a lane alone gives its own value, a NaN as one of arithmetic. References: d, a, mask. */
static void reduce_floats(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes)
{
    const bool max = op->instruction->words[TW_PTX_CLASS_ATOM] == TW_PTX_ATOM_MAX,
               magnitudes = tw_ptx_has(op->instruction, TW_PTX_HAS_ABS);
    const union tw_lanes *a = tw_operand(warp, op, 1);
    float result = 0;
    bool started = false;
    for (unsigned i = 0; i < 32; i++) {
        if (!(lanes >> i & 1u)) continue;
        const float value = magnitudes ? fabsf(a->f32[i]) : a->f32[i];
        result = least_f32(op, started ? result : value, value, max);
        started = true;
    }
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) r.f32[i] = result;
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.f32, lanes);
}

static void redux_float(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_warp_together(warp, op, active, false, reduce_floats);
}

static bool is_least(enum tw_ptx_word operation)
{
    return operation == TW_PTX_ATOM_MIN || operation == TW_PTX_ATOM_MAX;
}

TW_SELECT(redux_float, is_least(instruction->words[TW_PTX_CLASS_ATOM]) ? redux_float : NULL)

/* --- testp */

static bool test(enum tw_ptx_word what, int class)
{
    switch (what) {
    case TW_PTX_TESTP_FINITE:
        return class != FP_INFINITE && class != FP_NAN;
    case TW_PTX_TESTP_INFINITE:
        return class == FP_INFINITE;
    case TW_PTX_TESTP_NUMBER:
        return class != FP_NAN;
    case TW_PTX_TESTP_NOTANUMBER:
        return class == FP_NAN;
    case TW_PTX_TESTP_NORMAL:
        return class == FP_NORMAL || class == FP_ZERO; /* zero too, on an H200 */
    default:
        return class == FP_SUBNORMAL;
    }
}

static void testp(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    bool wide = op->instruction->type[0] == TW_PTX_F64;
    uint32_t mask = 0;
    for (unsigned i = 0; i < 32; i++) {
        int class = wide ? fpclassify(a->f64[i]) : fpclassify(a->f32[i]);
        mask |= (uint32_t)test(op->instruction->words[TW_PTX_CLASS_TESTP], class) << i;
    }
    tw_set_predicate(warp, op, 0, mask, active);
}

TW_SELECT(testp, testp)
