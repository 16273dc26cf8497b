/* Conversions (PTX ISA, "cvt"). Reference 0 is the destination, 1 the source. */
#include "sim/lanes.h"
#include "sim/numbers.h"

/* --- integers to integers: through 64 bits, so that any register width can be written */

static void read_integers(const union tw_lanes *source, enum tw_ptx_type type, unsigned register_bits,
                          int64_t out[32])
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(type);
    bool is_signed = info->kind == TW_PTX_SIGNED;
#define READ(member)                                                                                         \
    for (unsigned lane = 0; lane < 32; lane++) out[lane] = (int64_t)source->member[lane]
    switch (register_bits) {
    case 16:
        READ(u16);
        break;
    case 32:
        READ(u32);
        break;
    default:
        READ(u64);
        break;
    }
#undef READ
    unsigned unused = 64 - info->bits;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t top = (uint64_t)out[lane] << unused;
        out[lane] = is_signed ? (int64_t)top >> unused : (int64_t)(top >> unused);
    }
}

static void write_integers(struct tw_warp *warp, const struct tw_op *op, const uint64_t value[32],
                           uint32_t active)
{
    union tw_lanes r;
    switch (op->register_bits) {
    case 16:
        for (unsigned lane = 0; lane < 32; lane++) r.u16[lane] = (uint16_t)value[lane];
        tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u16, active);
        break;
    case 32:
        for (unsigned lane = 0; lane < 32; lane++) r.u32[lane] = (uint32_t)value[lane];
        tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
        break;
    default:
        memcpy(&r, value, sizeof r.u64);
        tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u64, active);
    }
}

/* The bits of a value of a narrow type, extended to 64 by its sign. */
static uint64_t extend(uint64_t bits, enum tw_ptx_type type)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(type);
    unsigned unused = 64 - info->bits;
    uint64_t top = bits << unused;
    return info->kind == TW_PTX_SIGNED ? (uint64_t)((int64_t)top >> unused) : top >> unused;
}

/* cvt.sat: the nearest value the destination can hold */
static uint64_t clamp(int64_t value, enum tw_ptx_type from, enum tw_ptx_type to)
{
    struct tw_number number = tw_number_of(from, (uint64_t)value);
    return extend(tw_number_integer(number, to, TW_ROUND_ZERO, false), to);
}

static void cvt_integer(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    const struct tw_ptx_type_info *info = tw_ptx_type_info(to);
    bool saturate = tw_ptx_has(instruction, TW_PTX_HAS_SAT), is_signed = info->kind == TW_PTX_SIGNED;
    unsigned unused = 64 - info->bits;
    int64_t in[32];
    uint64_t out[32];
    read_integers(tw_operand(warp, op, 1), from, op->source_bits, in);
    for (unsigned lane = 0; saturate && lane < 32; lane++) in[lane] = (int64_t)clamp(in[lane], from, to);
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t top = (uint64_t)in[lane] << unused;
        out[lane] = is_signed ? (uint64_t)((int64_t)top >> unused) : top >> unused;
    }
    write_integers(warp, op, out, active);
}

/* --- with floating point: exact numbers, one lane at a time */

/* .ftz: subnormal f32 values become 0 of the same sign */
static uint64_t flush(uint64_t bits, enum tw_ptx_type type, bool ftz)
{
    bool subnormal = type == TW_PTX_F32 && !(bits & 0x7f800000u);
    return ftz && subnormal ? bits & 0x80000000u : bits;
}

/* .sat: to [0, 1], NaN to 0; .relu: negative to 0 */
static struct tw_number limit(struct tw_number number, const struct tw_ptx_instruction *instruction)
{
    static const struct tw_number zero = {TW_FINITE, false, 0, 0}, one = {TW_FINITE, false, 1, 0};
    bool saturate = tw_ptx_has(instruction, TW_PTX_HAS_SAT), relu = tw_ptx_has(instruction, TW_PTX_HAS_RELU);
    if (number.kind == TW_NAN) return saturate ? zero : number;
    if (number.negative && (saturate || relu)) return zero;
    if (saturate && number.kind == TW_INFINITE) return one;
    if (!saturate || !number.significand) return number;
    struct tw_number whole = tw_number_integral(number, TW_ROUND_ZERO);
    return whole.significand ? one : number;
}

/* A NaN from f64 to f32 or f16 keeps its sign and the first bits of its payload and becomes quiet; every other conversion gives
   the NaN of all ones but the sign. Seen on an H200 (tests/ptx/cvt_f64_float.ptx). */
static uint64_t narrow_nan(uint64_t bits, enum tw_ptx_type to)
{
    if (to == TW_PTX_F16) return (bits >> 48 & 0x8000u) | 0x7e00u | (bits >> 42 & 0x01ffu);
    return (bits >> 32 & 0x80000000u) | 0x7fc00000u | (bits >> 29 & 0x003fffffu);
}

static uint64_t convert(const struct tw_ptx_instruction *instruction, uint64_t bits, bool integral)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool ftz = tw_ptx_has(instruction, TW_PTX_HAS_FTZ);
    enum tw_rounding rounding = tw_rounding_of(instruction);
    struct tw_number number = tw_number_of(from, flush(bits, from, ftz));
    if (tw_ptx_type_info(to)->kind != TW_PTX_FLOAT) {
        return extend(tw_number_integer(number, to, rounding, from == TW_PTX_F64), to);
    }
    bool narrows = from == TW_PTX_F64 && to != TW_PTX_F64 && !tw_ptx_has(instruction, TW_PTX_HAS_SAT);
    if (narrows && number.kind == TW_NAN) return narrow_nan(bits, to);
    if (integral) number = tw_number_integral(number, rounding);
    return flush(tw_number_round(limit(number, instruction), to, rounding), to, ftz);
}

static void cvt_each(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool integral)
{
    const union tw_lanes *source = tw_operand(warp, op, 1);
    uint64_t out[32] = {0};
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        out[lane] = convert(op->instruction, tw_lane_bits(source, op->source_bits, lane), integral);
    }
    write_integers(warp, op, out, active);
}

static void cvt_float(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    cvt_each(warp, op, active, false);
}

static void cvt_integral_float(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    cvt_each(warp, op, active, true);
}

/* The common ones, to nearest, when the registers have the types' widths: the host rounds as the GPU does. */
#define QUICK(name, out, in, bits)                                                                           \
    TW_UNARY(name##_exact, out, in, a)                                                                       \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        bool exact = op->register_bits == (bits) && op->source_bits == 32;                                   \
        (exact ? name##_exact : cvt_float)(warp, op, active);                                                \
    }

QUICK(cvt_f32_s32, f32, s32, 32)
QUICK(cvt_f32_u32, f32, u32, 32)
QUICK(cvt_f64_s32, f64, s32, 64)
QUICK(cvt_f64_u32, f64, u32, 64)

static tw_run *quick(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool is_signed = from == TW_PTX_S32;
    if (instruction->words[TW_PTX_CLASS_RND] != TW_PTX_RND_RN || instruction->flags) return NULL;
    if (from != TW_PTX_S32 && from != TW_PTX_U32) return NULL;
    if (to == TW_PTX_F32) return is_signed ? cvt_f32_s32 : cvt_f32_u32;
    if (to == TW_PTX_F64) return is_signed ? cvt_f64_s32 : cvt_f64_u32;
    return NULL;
}

tw_run *tw_select_cvt(const struct tw_ptx_instruction *instruction)
{
    bool from_float = tw_ptx_type_info(instruction->type[1])->kind == TW_PTX_FLOAT;
    bool to_float = tw_ptx_type_info(instruction->type[0])->kind == TW_PTX_FLOAT;
    tw_run *run = quick(instruction);
    if (run) return run;
    return from_float || to_float ? cvt_float : cvt_integer;
}

static unsigned fraction_bits(enum tw_ptx_type type)
{
    return type == TW_PTX_F64 ? 52 : type == TW_PTX_F32 ? 23 : type == TW_PTX_F16 ? 10 : 7;
}

/* Rounding is for conversions that lose bits; between the halves there is none in the ISA. */
tw_run *tw_select_cvt_narrow(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool halves = fraction_bits(from) <= 10;
    return fraction_bits(to) < fraction_bits(from) && !halves ? cvt_float : NULL;
}

tw_run *tw_select_cvt_widen(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool halves = fraction_bits(to) <= 10;
    return (fraction_bits(to) > fraction_bits(from) && !halves) || to == from ? cvt_float : NULL;
}

tw_run *tw_select_cvt_integral(const struct tw_ptx_instruction *instruction)
{
    return instruction->type[0] == instruction->type[1] ? cvt_integral_float : NULL;
}

/* cvt.rn.f16x2.f32 d, a, b: a becomes the upper half */
static void cvt_pack(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *high = tw_operand(warp, op, 1), *low = tw_operand(warp, op, 2);
    union tw_lanes r;
    for (unsigned lane = 0; lane < 32; lane++) {
        r.u32[lane] = (uint32_t)convert(op->instruction, high->u32[lane], false) << 16 |
                      (uint32_t)convert(op->instruction, low->u32[lane], false);
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

TW_SELECT(cvt_pack, cvt_pack)
