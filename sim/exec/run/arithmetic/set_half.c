/* set to 16 bits, set and setp of pairs of halves (PTX ISA, "Half Precision Comparison Instructions"). */
#include "sim/exec/lanes.h"
#include "sim/exec/numbers/compare.h"
#include "sim/exec/numbers/halves.h"
#include "sim/exec/numbers/numbers.h"

static bool is_half(enum tw_ptx_type type)
{
    return type == TW_PTX_F16 || type == TW_PTX_F16X2 || type == TW_PTX_BF16 || type == TW_PTX_BF16X2;
}

static bool is_f16(enum tw_ptx_type type)
{
    return type == TW_PTX_F16 || type == TW_PTX_F16X2;
}

/* The value of a half, 0 for a subnormal one with .ftz */
static double half_double(const struct tw_ptx_instruction *instruction, enum tw_ptx_type type, uint32_t bits)
{
    bool zero = tw_ptx_has(instruction, TW_PTX_HAS_FTZ) && !(bits & 0x7c00u);
    return zero ? 0.0 : tw_number_double(type, bits & 0xffffu);
}

/* The number that lane i holds, of any type that set compares: 64-bit integers too, whose order doubles would lose. */
static int order(const struct tw_ptx_instruction *instruction, const union tw_lanes *a,
                 const union tw_lanes *b, unsigned i)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(instruction->type[1]);
    uint64_t x = tw_lane_bits(a, info->bits, i), y = tw_lane_bits(b, info->bits, i);
    unsigned unused = 64 - info->bits;
    if (info->kind != TW_PTX_SIGNED) return (x > y) - (x < y);
    int64_t p = (int64_t)(x << unused), q = (int64_t)(y << unused);
    return (p > q) - (p < q);
}

static double float_lane(const struct tw_ptx_instruction *instruction, const union tw_lanes *lanes,
                         unsigned i)
{
    enum tw_ptx_type type = instruction->type[1];
    if (is_half(type)) return half_double(instruction, type, lanes->u16[i]);
    if (type == TW_PTX_F64) return lanes->f64[i];
    bool ftz = tw_ptx_has(instruction, TW_PTX_HAS_FTZ);
    return ftz && !(lanes->u32[i] & 0x7f800000u) ? 0.0 : lanes->f32[i];
}

/* mask op c, where c is the predicate at `reference` */
static uint32_t combine(const struct tw_warp *warp, const struct tw_op *op, uint32_t mask, unsigned reference)
{
    switch (op->instruction->words[TW_PTX_CLASS_BOOL]) {
    case TW_PTX_BOOL_AND:
        return mask & tw_predicate(warp, op, reference);
    case TW_PTX_BOOL_OR:
        return mask | tw_predicate(warp, op, reference);
    case TW_PTX_BOOL_XOR:
        return mask ^ tw_predicate(warp, op, reference);
    default:
        return mask;
    }
}

/* set: 1.0 or all ones where it holds. References: d, a, b, c */
static void set_half(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2);
    bool floats = tw_ptx_type_info(instruction->type[1])->kind == TW_PTX_FLOAT;
    enum tw_ptx_type type = instruction->type[0];
    uint32_t yes = type == TW_PTX_F16 ? 0x3c00u : type == TW_PTX_BF16 ? 0x3f80u : UINT32_MAX, mask = 0;
    unsigned wanted = tw_relations_of(instruction->words[TW_PTX_CLASS_CMP]);
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) {
        double x = floats ? float_lane(instruction, a, i) : order(instruction, a, b, i);
        double y = floats ? float_lane(instruction, b, i) : 0;
        mask |= (uint32_t)((wanted & TW_RELATION(x, y)) != 0) << i;
    }
    mask = combine(warp, op, mask, 3);
    for (unsigned i = 0; i < 32; i++) tw_set_lane_bits(&r, tw_bits(instruction), i, mask >> i & 1u ? yes : 0);
    tw_commit(tw_operand(warp, op, 0), &r, tw_bits(instruction) / 8, active);
}

/* The lower or upper halves of a register's lanes. */
static void read_halves(const struct tw_ptx_instruction *instruction, enum tw_ptx_type type,
                        const union tw_lanes *lanes, unsigned shift, float value[32])
{
    const uint16_t normal = tw_ptx_has(instruction, TW_PTX_HAS_FTZ) ? 0x7c00u : 0xffffu;
    uint16_t bits[32];
    for (unsigned i = 0; i < 32; i++) bits[i] = (uint16_t)(lanes->u32[i] >> shift);
    for (unsigned i = 0; i < 32; i++) bits[i] = bits[i] & normal ? bits[i] : 0;
    if (is_f16(type)) {
        tw_floats_of_f16(value, bits, 32);
    } else {
        for (unsigned i = 0; i < 32; i++) value[i] = tw_float_of_bf16(bits[i]);
    }
}

/* Which lanes' lower or upper halves compare so; `first`: reference of a. */
static uint32_t compare_half(struct tw_warp *warp, const struct tw_op *op, enum tw_ptx_type type,
                             unsigned first, unsigned shift)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const unsigned wanted = tw_relations_of(instruction->words[TW_PTX_CLASS_CMP]);
    float x[32], y[32];
    uint8_t holds[32];
    read_halves(instruction, type, tw_operand(warp, op, first), shift, x);
    read_halves(instruction, type, tw_operand(warp, op, first + 1), shift, y);
    for (unsigned i = 0; i < 32; i++) holds[i] = (wanted & TW_RELATION(x[i], y[i])) != 0;
    return tw_pack_lanes(holds);
}

/* set of pairs: each half by itself */
static void set_pair(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    enum tw_ptx_type type = op->instruction->type[0], from = op->instruction->type[1];
    uint32_t yes = type == TW_PTX_F16X2 ? 0x3c00u : type == TW_PTX_BF16X2 ? 0x3f80u : 0xffffu;
    uint32_t low = combine(warp, op, compare_half(warp, op, from, 1, 0), 3);
    uint32_t high = combine(warp, op, compare_half(warp, op, from, 1, 16), 3);
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) r.u32[i] = (low >> i & 1u ? yes : 0) | (high >> i & 1u ? yes << 16 : 0);
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

/* setp of pairs: p is of the lower halves, q of the upper ones. References: p, q, a, b, c */
static void setp_pair(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    enum tw_ptx_type type = op->instruction->type[0];
    uint32_t low = combine(warp, op, compare_half(warp, op, type, 2, 0), 4);
    uint32_t high = combine(warp, op, compare_half(warp, op, type, 2, 16), 4);
    tw_set_predicate(warp, op, 0, low, active);
    tw_set_predicate(warp, op, 1, high, active);
}

/* May this be compared so? Integers know no NaN, only unsigned ones lo .. hs; bits are equal or not. */
static bool compares(const struct tw_ptx_instruction *instruction, enum tw_ptx_type type)
{
    enum tw_ptx_word compare = instruction->words[TW_PTX_CLASS_CMP];
    enum tw_ptx_kind kind = tw_ptx_type_info(type)->kind;
    bool unsigned_name = compare >= TW_PTX_CMP_LO && compare <= TW_PTX_CMP_HS;
    bool ftz = tw_ptx_has(instruction, TW_PTX_HAS_FTZ);
    if (ftz && type != TW_PTX_F32 && !is_f16(type)) return false;
    if (kind == TW_PTX_FLOAT) return !unsigned_name;
    if (kind == TW_PTX_BITS) return compare == TW_PTX_CMP_EQ || compare == TW_PTX_CMP_NE;
    return compare < TW_PTX_CMP_EQU && (!unsigned_name || kind == TW_PTX_UNSIGNED);
}

static tw_run *pick_set(const struct tw_ptx_instruction *instruction, tw_run *run)
{
    enum tw_ptx_type to = instruction->type[0], from = instruction->type[1];
    bool mixed = is_half(to) && is_half(from) && is_f16(to) != is_f16(from);
    bool f16_to_bf16 = to == TW_PTX_BF16 && from == TW_PTX_F16 && !tw_ptx_has(instruction, TW_PTX_HAS_FTZ);
    return compares(instruction, from) && (!mixed || f16_to_bf16) ? run : NULL;
}

TW_SELECT(set_half, pick_set(instruction, set_half))
TW_SELECT(set_pair, pick_set(instruction, set_pair))
TW_SELECT(setp_pair, compares(instruction, instruction->type[0]) ? setp_pair : NULL)
