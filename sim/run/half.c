/*
 * Half precision (PTX ISA, "Half Precision Floating Point Instructions"). Each value is computed in double,
 * exactly or rounded to odd, and then rounded once: 53 bits are more than twice the 11 of f16, so the double
 * rounding does not show.
 */
#include "sim/lanes.h"
#include "sim/numbers.h"

#include <math.h>

enum operation { ADD, SUB, MUL, FMA, NEG, ABS, MIN, MAX, MIN_SIGN, MAX_SIGN };

static enum tw_ptx_type scalar_type(enum tw_ptx_type type)
{
    return type == TW_PTX_F16X2 ? TW_PTX_F16 : type == TW_PTX_BF16X2 ? TW_PTX_BF16 : type;
}

static bool is_nan(enum tw_ptx_type type, uint32_t bits)
{
    return (bits & 0x7fffu) > (type == TW_PTX_F16 ? 0x7c00u : 0x7f80u);
}

/* .ftz is of f16 only: subnormals to 0 of the same sign */
static uint32_t flush(const struct tw_ptx_instruction *instruction, uint32_t bits)
{
    bool ftz = tw_ptx_has(instruction, TW_PTX_HAS_FTZ);
    return ftz && !(bits & 0x7c00u) ? bits & 0x8000u : bits;
}

static uint32_t round_half(const struct tw_ptx_instruction *instruction, enum tw_ptx_type type, double value)
{
    bool saturate = tw_ptx_has(instruction, TW_PTX_HAS_SAT), relu = tw_ptx_has(instruction, TW_PTX_HAS_RELU);
    if (saturate) value = value > 0 ? value < 1 ? value : 1 : 0;
    if (relu && value <= 0) value = 0;
    /* .ftz goes by the value before it loses bits for being subnormal. */
    if (tw_ptx_has(instruction, TW_PTX_HAS_FTZ) && fabs(value) < 0x1p-14 * (1 - 0x1p-12)) value *= 0;
    return flush(instruction, tw_number_half(type, value));
}

static uint32_t least(const struct tw_ptx_instruction *instruction, enum tw_ptx_type type, uint32_t a,
                      uint32_t b, bool max)
{
    bool nan_a = is_nan(type, a), nan_b = is_nan(type, b);
    if ((nan_a || nan_b) && (tw_ptx_has(instruction, TW_PTX_HAS_NAN) || (nan_a && nan_b))) return 0x7fffu;
    if (nan_a || nan_b) return nan_a ? b : a;
    double x = tw_number_double(type, a), y = tw_number_double(type, b);
    bool less = x < y || (x == y && signbit(x) && !signbit(y));
    return less != max ? a : b;
}

/* .xorsign.abs: of the magnitudes, with the product's sign */
static uint32_t least_sign(const struct tw_ptx_instruction *instruction, enum tw_ptx_type type, uint32_t a,
                           uint32_t b, bool max)
{
    uint32_t one = least(instruction, type, a & 0x7fffu, b & 0x7fffu, max);
    return is_nan(type, one) ? one : one | ((a ^ b) & 0x8000u);
}

static uint32_t compute(const struct tw_ptx_instruction *instruction, enum tw_ptx_type type,
                        enum operation operation, const uint32_t in[3])
{
    uint32_t a = flush(instruction, in[0]), b = flush(instruction, in[1]), c = flush(instruction, in[2]);
    double x = tw_number_double(type, a), y = tw_number_double(type, b), z = tw_number_double(type, c);
    switch (operation) {
    case ADD:
        return round_half(instruction, type, tw_add_to_odd(x, y));
    case SUB:
        return round_half(instruction, type, tw_add_to_odd(x, -y));
    case MUL:
        return round_half(instruction, type, x * y);
    case FMA:
        return round_half(instruction, type, tw_add_to_odd(x * y, z));
    case NEG:
        return is_nan(type, a) ? 0x7fffu : a ^ 0x8000u;
    case ABS:
        return is_nan(type, a) ? 0x7fffu : a & 0x7fffu;
    case MIN:
        return least(instruction, type, a, b, false);
    case MIN_SIGN:
        return least_sign(instruction, type, a, b, false);
    case MAX_SIGN:
        return least_sign(instruction, type, a, b, true);
    default:
        return least(instruction, type, a, b, true);
    }
}

static void run_half(struct tw_warp *warp, const struct tw_op *op, uint32_t active, enum operation operation,
                     unsigned sources)
{
    enum tw_ptx_type type = scalar_type(op->instruction->type[0]);
    bool packed = type != op->instruction->type[0];
    union tw_lanes *destination = tw_operand(warp, op, 0);
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        uint32_t result = 0;
        for (unsigned half = 0; half <= packed; half++) {
            uint32_t in[3] = {0};
            for (unsigned i = 0; i < sources; i++) {
                const union tw_lanes *source = tw_operand(warp, op, i + 1);
                in[i] = packed ? source->u32[lane] >> 16 * half & 0xffffu : source->u16[lane];
            }
            result |= compute(op->instruction, type, operation, in) << 16 * half;
        }
        if (packed) {
            destination->u32[lane] = result;
        } else {
            destination->u16[lane] = (uint16_t)result;
        }
    }
}

/* .ftz is of f16; the only rounding is .rn */
static tw_run *pick(const struct tw_ptx_instruction *instruction, tw_run *run)
{
    enum tw_ptx_type type = scalar_type(instruction->type[0]);
    bool nearest = tw_rounding_of(instruction) == TW_ROUND_NEAREST;
    bool f16_only = tw_ptx_has(instruction, TW_PTX_HAS_FTZ) || tw_ptx_has(instruction, TW_PTX_HAS_SAT);
    return nearest && (type == TW_PTX_F16 || !f16_only) ? run : NULL;
}

#define HALF(name, operation, sources)                                                                       \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        run_half(warp, op, active, operation, sources);                                                      \
    }                                                                                                        \
    TW_SELECT(name, pick(instruction, name))

HALF(hadd, ADD, 2)
HALF(hsub, SUB, 2)
HALF(hmul, MUL, 2)
HALF(hfma, FMA, 3)
HALF(hneg, NEG, 1)
HALF(habs, ABS, 1)
HALF(hmin, MIN, 2)
HALF(hmax, MAX, 2)
HALF(hmin_sign, MIN_SIGN, 2)
HALF(hmax_sign, MAX_SIGN, 2)
