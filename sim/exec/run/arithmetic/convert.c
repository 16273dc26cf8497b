/* Conversions (PTX ISA, "cvt"). Reference 0 is the destination, 1 the source. */
#include "sim/exec/lanes.h"
#include "sim/exec/numbers/halves.h"
#include "sim/exec/numbers/numbers.h"

#include <math.h>

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

/* A NaN that is made narrower keeps its sign and the first bits of its payload and becomes quiet. */
static uint64_t narrow_nan(uint64_t bits, enum tw_ptx_type to)
{
    uint64_t sign = bits >> 63, payload = bits & 0x0007ffffffffffffu;
    if (to == TW_PTX_F16) return sign << 15 | 0x7e00u | payload >> 42;
    if (to == TW_PTX_BF16) return sign << 15 | 0x7fc0u | payload >> 45;
    return sign << 31 | 0x7fc00000u | payload >> 29;
}

/* The same of f64, from a narrower format */
static uint64_t widen_nan(uint64_t bits, enum tw_ptx_type from)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(from);
    unsigned exponent = from == TW_PTX_F16 ? 5 : 8;
    uint64_t sign = bits >> (info->bits - 1) & 1u, fraction = bits << (65 - info->bits + exponent);
    return sign << 63 | 0x7ff8000000000000u | fraction >> 12;
}

/*
 * What a NaN becomes: to f64 and from f64 it keeps its payload; a conversion that changes no value moves the bits; every other one
 * gives the NaN of all ones but the sign. Seen on an H200 (sim/tests/data/h200-arithmetic.txt).
 */
static uint64_t convert_nan(const struct tw_ptx_instruction *instruction, uint64_t bits, bool integral)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool ftz = tw_ptx_has(instruction, TW_PTX_HAS_FTZ);
    static const struct tw_number nan = {.kind = TW_NAN};
    if (to == TW_PTX_F64 && from == TW_PTX_F64) return integral ? bits | 0x0008000000000000u : bits;
    if (from == TW_PTX_F64) return narrow_nan(bits, to);
    if (to == TW_PTX_F64) return ftz ? 0x7fffffffe0000000u : widen_nan(bits, from);
    if (to == TW_PTX_F32 && from == TW_PTX_F32 && !ftz && !integral) return bits;
    if (to == TW_PTX_F32 && from == TW_PTX_BF16 && !ftz) return bits << 16;
    return tw_number_round(nan, to, TW_ROUND_ZERO);
}

/* Rounded to the instruction's type; .satfinite, which types without infinity always have, keeps it finite. */
static uint64_t round_as(const struct tw_ptx_instruction *instruction, struct tw_number number)
{
    enum tw_rounding rounding = tw_rounding_of(instruction);
    bool finite = tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE);
    number = limit(number, instruction);
    return (finite ? tw_number_round_finite : tw_number_round)(number, instruction->type[0], rounding);
}

static uint64_t convert(const struct tw_ptx_instruction *instruction, uint64_t bits, bool integral)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool ftz = tw_ptx_has(instruction, TW_PTX_HAS_FTZ), saturate = tw_ptx_has(instruction, TW_PTX_HAS_SAT);
    enum tw_rounding rounding = tw_rounding_of(instruction);
    /* To f16, .ftz leaves subnormal f32 alone: they are too small to be anything but 0 or, rounded away, the least. */
    struct tw_number number = tw_number_of(from, flush(bits, from, ftz && to != TW_PTX_F16));
    if (tw_ptx_type_info(to)->kind != TW_PTX_FLOAT) {
        return extend(tw_number_integer(number, to, rounding, from == TW_PTX_F64), to);
    }
    if (number.kind == TW_NAN && !saturate && tw_ptx_type_info(from)->kind == TW_PTX_FLOAT)
        return convert_nan(instruction, bits, integral);
    if (integral) number = tw_number_integral(number, rounding);
    return flush(round_as(instruction, number), to, ftz);
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

/*
 * --- the common ones, all lanes at once
 *
 * Floats as doubles are exact, and so are the integers that they become. What is no number: struct tw_number's rule (numbers.h).
 */

/* False: the register is not as wide as the type. */
static bool read_doubles(const union tw_lanes *source, enum tw_ptx_type type, unsigned bits, bool ftz,
                         double value[32])
{
    if (tw_ptx_type_info(type)->bits != bits) return false;
    for (unsigned i = 0; type == TW_PTX_F64 && i < 32; i++) value[i] = source->f64[i];
    for (unsigned i = 0; type == TW_PTX_F32 && i < 32; i++) value[i] = (double)source->f32[i];
    for (unsigned i = 0; type == TW_PTX_F16 && i < 32; i++)
        value[i] = (double)tw_float_of_f16(source->u16[i]);
    for (unsigned i = 0; type == TW_PTX_F32 && ftz && i < 32; i++)
        value[i] = fabs(value[i]) < 0x1p-126 ? value[i] * 0 : value[i];
    return type == TW_PTX_F64 || type == TW_PTX_F32 || type == TW_PTX_F16;
}

static void round_all(double value[32], enum tw_rounding rounding)
{
    switch (rounding) {
    case TW_ROUND_NEAREST:
        for (unsigned i = 0; i < 32; i++) value[i] = rint(value[i]);
        break;
    case TW_ROUND_ZERO:
        for (unsigned i = 0; i < 32; i++) value[i] = trunc(value[i]);
        break;
    case TW_ROUND_DOWN:
        for (unsigned i = 0; i < 32; i++) value[i] = floor(value[i]);
        break;
    case TW_ROUND_UP:
        for (unsigned i = 0; i < 32; i++) value[i] = ceil(value[i]);
    }
}

/* Integers to 64 bits; what is too large or small is the last that there is. */
static void to_integers(const double value[32], const struct tw_ptx_type_info *to, uint64_t none,
                        uint64_t out[32])
{
    const bool is_signed = to->kind == TW_PTX_SIGNED;
    const uint64_t ones = UINT64_MAX >> (64 - to->bits), most = is_signed ? ones >> 1 : ones;
    const uint64_t least = is_signed ? ~most : 0;
    const double above = (double)(most / 2 + 1) * 2, below = is_signed ? -above : 0;
    if (is_signed || to->bits < 64) {
        for (unsigned i = 0; i < 32; i++) {
            const double x = value[i] < above && value[i] > below ? value[i] : 0;
            out[i] = (uint64_t)(int64_t)x;
        }
    } else {
        for (unsigned i = 0; i < 32; i++)
            out[i] = value[i] < above && value[i] > below ? (uint64_t)value[i] : 0;
    }
    for (unsigned i = 0; i < 32; i++) {
        const uint64_t limited = value[i] >= above ? most : value[i] <= below ? least : out[i];
        out[i] = value[i] != value[i] ? none : limited;
    }
}

static void cvt_to_integer(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    static const struct tw_number nan = {.kind = TW_NAN};
    const enum tw_rounding rounding = tw_rounding_of(instruction);
    double value[32];
    uint64_t out[32];
    if (!read_doubles(tw_operand(warp, op, 1), from, op->source_bits, tw_ptx_has(instruction, TW_PTX_HAS_FTZ),
                      value)) {
        cvt_float(warp, op, active);
        return;
    }
    round_all(value, rounding);
    to_integers(value, tw_ptx_type_info(to),
                extend(tw_number_integer(nan, to, rounding, from == TW_PTX_F64), to), out);
    write_integers(warp, op, out, active);
}

/* What is too large for f16 is so as a float too. */
static void cvt_from_integer(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const enum tw_ptx_type to = op->instruction->type[0], from = op->instruction->type[1];
    int64_t in[32];
    union tw_lanes r;
    if (tw_ptx_type_info(to)->bits != op->register_bits) {
        cvt_float(warp, op, active);
        return;
    }
    read_integers(tw_operand(warp, op, 1), from, op->source_bits, in);
    for (unsigned i = 0; to == TW_PTX_F32 && from != TW_PTX_U64 && i < 32; i++) r.f32[i] = (float)in[i];
    for (unsigned i = 0; to == TW_PTX_F64 && from != TW_PTX_U64 && i < 32; i++) r.f64[i] = (double)in[i];
    for (unsigned i = 0; to == TW_PTX_F32 && from == TW_PTX_U64 && i < 32; i++)
        r.f32[i] = (float)(uint64_t)in[i];
    for (unsigned i = 0; to == TW_PTX_F64 && from == TW_PTX_U64 && i < 32; i++)
        r.f64[i] = (double)(uint64_t)in[i];
    for (unsigned i = 0; to == TW_PTX_F16 && from != TW_PTX_U64 && i < 32; i++)
        r.u16[i] = (uint16_t)tw_f16_of_float((float)in[i]);
    for (unsigned i = 0; to == TW_PTX_F16 && from == TW_PTX_U64 && i < 32; i++)
        r.u16[i] = (uint16_t)tw_f16_of_float((float)(uint64_t)in[i]);
    tw_commit(tw_operand(warp, op, 0), &r, op->register_bits / 8, active);
}

/* f32 to an integer that is one. */
static void cvt_integral_f32(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *source = tw_operand(warp, op, 1);
    const bool ftz = tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ);
    double value[32];
    union tw_lanes r;
    if (op->register_bits != 32 || !read_doubles(source, TW_PTX_F32, op->source_bits, ftz, value)) {
        cvt_integral_float(warp, op, active);
        return;
    }
    round_all(value, tw_rounding_of(op->instruction));
    for (unsigned i = 0; i < 32; i++) r.u32[i] = tw_f32_result((float)value[i]);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

/* What widen_nan says, for vectors. */
static inline uint64_t double_bits(float a)
{
    const uint64_t bits = tw_f32_bits(a);
    return a != a ? bits >> 31 << 63 | 0x7ff8000000000000u | bits << 41 >> 12 : tw_f64_bits((double)a);
}

static inline uint32_t single_bits(double a)
{
    return a != a ? (uint32_t)narrow_nan(tw_f64_bits(a), TW_PTX_F32) : tw_f32_bits((float)a);
}

/* The commonest, when the registers have the types' widths: the host rounds as the GPU does. */
#define QUICK(name, out, bits, in, from_bits, expression, other)                                             \
    TW_UNARY(name##_exact, out, in, expression)                                                              \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        bool exact = op->register_bits == (bits) && op->source_bits == (from_bits);                          \
        (exact ? name##_exact : other)(warp, op, active);                                                    \
    }

QUICK(cvt_f32_s32, f32, 32, s32, 32, a, cvt_float)
QUICK(cvt_f32_u32, f32, 32, u32, 32, a, cvt_float)
QUICK(cvt_f64_s32, f64, 64, s32, 32, a, cvt_float)
QUICK(cvt_f64_u32, f64, 64, u32, 32, a, cvt_float)
QUICK(cvt_f16_f32, u16, 16, f32, 32, tw_f16_of_float(a), cvt_float)
QUICK(cvt_bf16_f32, u16, 16, f32, 32, tw_bf16_of_float(a), cvt_float)
QUICK(cvt_f32_f16, u32, 32, u16, 16, tw_f32_result(tw_float_of_f16(a)), cvt_float)
QUICK(cvt_f32_bf16, u32, 32, u16, 16, (uint32_t)a << 16, cvt_float)
QUICK(cvt_f64_f32, u64, 64, f32, 32, double_bits(a), cvt_float)
QUICK(cvt_f32_f64, u32, 32, f64, 64, single_bits(a), cvt_float)
QUICK(cvt_sat_f32, f32, 32, f32, 32, a > 0 ? a < 1 ? a : 1 : 0, cvt_float)
QUICK(cvt_u64_u32, u64, 64, u32, 32, a, cvt_integer)
QUICK(cvt_s64_s32, s64, 64, s32, 32, a, cvt_integer)
QUICK(cvt_u32_u64, u32, 32, u64, 64, a, cvt_integer)
QUICK(cvt_u32_u16, u32, 32, u16, 16, a, cvt_integer)
QUICK(cvt_s32_s16, s32, 32, s16, 16, a, cvt_integer)
QUICK(cvt_u16_u32, u16, 16, u32, 32, a, cvt_integer)

static tw_run *quick(const struct tw_ptx_instruction *instruction)
{
    static const struct {
        enum tw_ptx_type to, from;
        bool widens; /* without a rounding */
        tw_run *run;
    } forms[] = {
        {TW_PTX_F32, TW_PTX_S32, false, cvt_f32_s32}, {TW_PTX_F32, TW_PTX_U32, false, cvt_f32_u32},
        {TW_PTX_F64, TW_PTX_S32, false, cvt_f64_s32}, {TW_PTX_F64, TW_PTX_U32, false, cvt_f64_u32},
        {TW_PTX_F16, TW_PTX_F32, false, cvt_f16_f32}, {TW_PTX_BF16, TW_PTX_F32, false, cvt_bf16_f32},
        {TW_PTX_F32, TW_PTX_F16, true, cvt_f32_f16},  {TW_PTX_F32, TW_PTX_BF16, true, cvt_f32_bf16},
        {TW_PTX_F64, TW_PTX_F32, true, cvt_f64_f32},  {TW_PTX_F32, TW_PTX_F64, false, cvt_f32_f64},
    };
    const enum tw_ptx_word rounding = instruction->words[TW_PTX_CLASS_RND];
    for (size_t i = 0; i < sizeof forms / sizeof *forms && !instruction->flags; i++) {
        bool rounds = rounding == (forms[i].widens ? TW_PTX_ABSENT : TW_PTX_RND_RN);
        if (forms[i].to == instruction->type[0] && forms[i].from == instruction->type[1] && rounds)
            return forms[i].run;
    }
    return NULL;
}

/* To and from integers, whatever the registers. */
static tw_run *quick_between(const struct tw_ptx_instruction *instruction)
{
    const enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    const bool known = to == TW_PTX_F64 || to == TW_PTX_F32 || to == TW_PTX_F16;
    const bool nearest = !instruction->flags && tw_rounding_of(instruction) == TW_ROUND_NEAREST;
    if (tw_ptx_type_info(to)->kind != TW_PTX_FLOAT) return cvt_to_integer;
    return tw_ptx_type_info(from)->kind != TW_PTX_FLOAT && known && nearest ? cvt_from_integer : cvt_float;
}

static unsigned fraction_bits(enum tw_ptx_type type)
{
    return type == TW_PTX_F64 ? 52 : type == TW_PTX_F32 ? 23 : type == TW_PTX_F16 ? 10 : 7;
}

/* What the assembler takes of modifiers: .ftz where there is f32, .sat where there is no bf16. */
static bool modifiers_fit(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool f32 = to == TW_PTX_F32 || from == TW_PTX_F32, bf16 = to == TW_PTX_BF16 || from == TW_PTX_BF16;
    return (f32 || !tw_ptx_has(instruction, TW_PTX_HAS_FTZ)) &&
           (!bf16 || !tw_ptx_has(instruction, TW_PTX_HAS_SAT));
}

/* Between integers: what they are extended from tells the sign. */
static tw_run *quick_integer(const struct tw_ptx_type_info *to, const struct tw_ptx_type_info *from)
{
    static const struct {
        uint8_t to, from;
        tw_run *of_unsigned, *of_signed;
    } forms[] = {{64, 32, cvt_u64_u32, cvt_s64_s32},
                 {32, 64, cvt_u32_u64, cvt_u32_u64},
                 {32, 16, cvt_u32_u16, cvt_s32_s16},
                 {16, 32, cvt_u16_u32, cvt_u16_u32}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (forms[i].to == to->bits && forms[i].from == from->bits)
            return from->kind == TW_PTX_SIGNED ? forms[i].of_signed : forms[i].of_unsigned;
    }
    return cvt_integer;
}

/* Integers: .sat only where a value may not fit; bf16 knows none of 8 bits. */
tw_run *tw_select_cvt(const struct tw_ptx_instruction *instruction)
{
    const struct tw_ptx_type_info *to = tw_ptx_type_info(instruction->type[0]),
                                  *from = tw_ptx_type_info(instruction->type[1]);
    bool same_sign = to->kind == from->kind, to_signed = to->kind == TW_PTX_SIGNED;
    bool fits = same_sign ? to->bits >= from->bits : to_signed && to->bits > from->bits;
    tw_run *run = quick(instruction);
    if (run) return run;
    if (to->kind == TW_PTX_FLOAT || from->kind == TW_PTX_FLOAT)
        return modifiers_fit(instruction) ? quick_between(instruction) : NULL;
    if (tw_ptx_has(instruction, TW_PTX_HAS_SAT)) return fits ? NULL : cvt_integer;
    return quick_integer(to, from);
}

/* .relu and .satfinite: from f32 to halves, .rn or .rz, without other modifiers */
static bool limits_fit(const struct tw_ptx_instruction *instruction)
{
    enum tw_rounding rounding = tw_rounding_of(instruction);
    if (!tw_ptx_has(instruction, TW_PTX_HAS_RELU) && !tw_ptx_has(instruction, TW_PTX_HAS_SATFINITE))
        return true;
    return instruction->type[1] == TW_PTX_F32 && fraction_bits(instruction->type[0]) <= 10 &&
           (rounding == TW_ROUND_NEAREST || rounding == TW_ROUND_ZERO) &&
           !tw_ptx_has(instruction, TW_PTX_HAS_FTZ) && !tw_ptx_has(instruction, TW_PTX_HAS_SAT);
}

/* Rounding is for conversions that lose bits, and for those from bf16. */
tw_run *tw_select_cvt_narrow(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool rounds = to != from && (fraction_bits(to) < fraction_bits(from) || from == TW_PTX_BF16);
    tw_run *run = quick(instruction);
    if (!rounds || !modifiers_fit(instruction) || !limits_fit(instruction)) return NULL;
    return run ? run : cvt_float;
}

/* Without a rounding: to more bits, and between the halves, to nearest. */
tw_run *tw_select_cvt_widen(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool halves = fraction_bits(to) <= 10 && fraction_bits(from) <= 10;
    tw_run *run = quick(instruction);
    if (to == TW_PTX_F32 && from == TW_PTX_F32 && instruction->flags == 1u << TW_PTX_HAS_SAT)
        run = cvt_sat_f32;
    if (!(fraction_bits(to) >= fraction_bits(from) || halves) || !modifiers_fit(instruction)) return NULL;
    return run ? run : cvt_float;
}

tw_run *tw_select_cvt_integral(const struct tw_ptx_instruction *instruction)
{
    const enum tw_ptx_type type = instruction->type[0];
    if (type != instruction->type[1] || !modifiers_fit(instruction)) return NULL;
    const bool saturates = tw_ptx_has(instruction, TW_PTX_HAS_SAT);
    return type == TW_PTX_F32 && !saturates ? cvt_integral_f32 : cvt_integral_float;
}

/* --- pairs: the first value becomes the upper one */

/* cvt.rn.f16x2.f32 d, a, b */
static void cvt_two(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *high = tw_operand(warp, op, 1), *low = tw_operand(warp, op, 2);
    unsigned bits = tw_bits(op->instruction);
    union tw_lanes r;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t both = convert(op->instruction, high->u32[lane], false) << bits / 2 |
                        convert(op->instruction, low->u32[lane], false);
        tw_set_lane_bits(&r, bits, lane, both);
    }
    tw_commit(tw_operand(warp, op, 0), &r, bits / 8, active);
}

/* cvt.rn.f16x2.e4m3x2 d, a */
static void cvt_pair(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    unsigned bits = tw_bits(op->instruction), from = tw_ptx_type_info(op->instruction->type[1])->bits;
    union tw_lanes r;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t both = tw_lane_bits(a, from, lane), low = both & (((uint64_t)1 << from / 2) - 1);
        tw_set_lane_bits(&r, bits, lane,
                         convert(op->instruction, both >> from / 2, false) << bits / 2 |
                             convert(op->instruction, low, false));
    }
    tw_commit(tw_operand(warp, op, 0), &r, bits / 8, active);
}

/* .rn, and .rz where f32 becomes a half */
static tw_run *pick_pair(const struct tw_ptx_instruction *instruction, tw_run *run)
{
    enum tw_rounding rounding = tw_rounding_of(instruction);
    bool zero = rounding == TW_ROUND_ZERO && tw_bits(instruction) == 32 && instruction->type[1] == TW_PTX_F32;
    return rounding == TW_ROUND_NEAREST || zero ? run : NULL;
}

/* The common ones: to nearest, without limits. */
TW_BINARY(cvt_f16x2, u32, f32, f32, tw_f16_of_float(a) << 16 | tw_f16_of_float(b))
TW_BINARY(cvt_bf16x2, u32, f32, f32, tw_bf16_of_float(a) << 16 | tw_bf16_of_float(b))

static tw_run *two(const struct tw_ptx_instruction *instruction)
{
    const enum tw_ptx_type to = instruction->type[0];
    if (instruction->flags || tw_rounding_of(instruction) != TW_ROUND_NEAREST) return cvt_two;
    return to == TW_PTX_F16X2 ? cvt_f16x2 : to == TW_PTX_BF16X2 ? cvt_bf16x2 : cvt_two;
}

TW_SELECT(cvt_two, pick_pair(instruction, two(instruction)))
TW_SELECT(cvt_pair, pick_pair(instruction, cvt_pair))

/* --- tf32: the upper 19 bits of an f32. .rna adds half a unit to the bits, but to infinity and NaN, which are cut off, and
   .satfinite takes the exponent of all ones back by one unit. */

static uint32_t tf32_away(uint32_t a, bool finite)
{
    bool special = (a & 0x7f800000u) == 0x7f800000u;
    uint32_t rounded = (special ? a : a + 0x1000u) & 0xffffe000u;
    return finite && (rounded & 0x7f800000u) == 0x7f800000u ? rounded - 0x2000u : rounded;
}

TW_UNARY(cvt_tf32_away, u32, u32, tf32_away(a, tw_ptx_has(op->instruction, TW_PTX_HAS_SATFINITE)))
TW_UNARY(cvt_tf32, u32, u32, convert(op->instruction, a, false))

tw_run *tw_select_cvt_tf32(const struct tw_ptx_instruction *instruction)
{
    enum tw_rounding rounding = tw_rounding_of(instruction);
    if (tw_ptx_has(instruction, TW_PTX_HAS_RNA)) return cvt_tf32_away;
    return rounding == TW_ROUND_NEAREST || rounding == TW_ROUND_ZERO ? cvt_tf32 : NULL;
}

/* --- cvt.pack: a and b saturated to so many bits, a above b, above them the lower bits of c */

static uint32_t pack_limit(int32_t value, unsigned bits, bool is_signed)
{
    int32_t most = (int32_t)((1u << (is_signed ? bits - 1 : bits)) - 1), least = is_signed ? -most - 1 : 0;
    value = value > most ? most : value < least ? least : value;
    return (uint32_t)value & ((1u << bits) - 1);
}

static unsigned pack_bits(const struct tw_ptx_instruction *instruction, bool *is_signed)
{
    unsigned place = instruction->words[TW_PTX_CLASS_PACK] - TW_PTX_PACK_U2;
    *is_signed = place % 2;
    return 2u << place / 2;
}

static void cvt_pack(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2);
    bool is_signed;
    unsigned bits = pack_bits(op->instruction, &is_signed);
    union tw_lanes r;
    for (unsigned lane = 0; lane < 32; lane++) {
        uint32_t above = op->references > 3 ? tw_operand(warp, op, 3)->u32[lane] << bits : 0;
        uint32_t first = pack_limit(a->s32[lane], bits, is_signed);
        r.u32[lane] = (above | first) << bits | pack_limit(b->s32[lane], bits, is_signed);
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

/* Without c to 16 bits, with c to fewer */
tw_run *tw_select_cvt_pack(const struct tw_ptx_instruction *instruction)
{
    bool is_signed, third = instruction->operand_count > 3;
    return (pack_bits(instruction, &is_signed) == 16) != third ? cvt_pack : NULL;
}
