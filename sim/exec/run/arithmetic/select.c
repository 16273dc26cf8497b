/* Comparison and selection (PTX ISA, "Comparison and Selection Instructions"). */
#include "sim/exec/lanes.h"
#include "sim/exec/numbers/compare.h"
#include "sim/exec/numbers/halves.h"
#include "sim/exec/numbers/numbers.h"

#include <math.h>

/* setp p|q, a, b, c: p = (a cmp b) bool c, q = !(a cmp b) bool c. References: p, q, a, b, c. */
static void finish_bool(struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint32_t mask)
{
    uint32_t other = ~mask, c;
    switch (op->instruction->words[TW_PTX_CLASS_BOOL]) {
    case TW_PTX_BOOL_AND:
        c = tw_predicate(warp, op, 4);
        mask &= c, other &= c;
        break;
    case TW_PTX_BOOL_OR:
        c = tw_predicate(warp, op, 4);
        mask |= c, other |= c;
        break;
    case TW_PTX_BOOL_XOR:
        c = tw_predicate(warp, op, 4);
        mask ^= c, other ^= c;
        break;
    default:
        break;
    }
    tw_set_predicate(warp, op, 0, mask, active);
    tw_set_predicate(warp, op, 1, other, active);
}

static inline void finish_setp(struct tw_warp *warp, const struct tw_op *op, uint32_t active, uint32_t mask)
{
    if (op->references > 4) {
        finish_bool(warp, op, active, mask);
        return;
    }
    tw_set_predicate(warp, op, 0, mask, active);
    tw_set_predicate(warp, op, 1, ~mask, active);
}

/* A bit for each lane where a and b stand so: by the processor's masks where it has them. */
#ifdef __AVX512BW__
#define HOLDS_IN(bits, sign, a, b, at, order)                                                                \
    ((uint32_t)_mm512_cmp_ep##sign##bits##_mask(_mm512_loadu_si512((a)->u##bits + (at)),                     \
                                                _mm512_loadu_si512((b)->u##bits + (at)),                     \
                                                _MM_CMPINT_##order))
#define HOLDS16(sign, a, b, order) HOLDS_IN(16, sign, a, b, 0, order)
#define HOLDS32(sign, a, b, order)                                                                           \
    (HOLDS_IN(32, sign, a, b, 0, order) | HOLDS_IN(32, sign, a, b, 16, order) << 16)
#define HOLDS64(sign, a, b, order)                                                                           \
    (HOLDS_IN(64, sign, a, b, 0, order) | HOLDS_IN(64, sign, a, b, 8, order) << 8 |                          \
     HOLDS_IN(64, sign, a, b, 16, order) << 16 | HOLDS_IN(64, sign, a, b, 24, order) << 24)
#define HOLDS_u16(a, b, order)         HOLDS16(u, a, b, order)
#define HOLDS_s16(a, b, order)         HOLDS16(i, a, b, order)
#define HOLDS_u32(a, b, order)         HOLDS32(u, a, b, order)
#define HOLDS_s32(a, b, order)         HOLDS32(i, a, b, order)
#define HOLDS_u64(a, b, order)         HOLDS64(u, a, b, order)
#define HOLDS_s64(a, b, order)         HOLDS64(i, a, b, order)
#define HOLDS(member, order, operator) const uint32_t holds = HOLDS_##member(a, b, order)
#else
#define HOLDS(member, order, operator)                                                                       \
    uint8_t each[32];                                                                                        \
    for (unsigned i = 0; i < 32; i++) each[i] = a->member[i] operator b->member[i];                          \
    const uint32_t holds = tw_pack_lanes(each)
#endif

/* The six orders, per type that is compared often. */
#define COMPARE(member, name, order, operator)                                                               \
    static void setp_##name##_##member(struct tw_warp *warp, const struct tw_op *op, uint32_t active)        \
    {                                                                                                        \
        const union tw_lanes *a = tw_operand(warp, op, 2), *b = tw_operand(warp, op, 3);                     \
        HOLDS(member, order, operator);                                                                      \
        finish_setp(warp, op, active, holds);                                                                \
    }

#define COMPARE_ALL(member)                                                                                  \
    COMPARE(member, eq, EQ, ==)                                                                              \
    COMPARE(member, ne, NE, !=)                                                                              \
    COMPARE(member, lt, LT, <)                                                                               \
    COMPARE(member, le, LE, <=)                                                                              \
    COMPARE(member, gt, NLE, >)                                                                              \
    COMPARE(member, ge, NLT, >=)

/* clang-format off */
COMPARE_ALL(u16) COMPARE_ALL(s16) COMPARE_ALL(u32) COMPARE_ALL(s32) COMPARE_ALL(u64) COMPARE_ALL(s64)
/* clang-format on */

#define ROW(member)                                                                                          \
    {                                                                                                        \
        setp_eq_##member, setp_ne_##member, setp_lt_##member, setp_le_##member, setp_gt_##member,            \
            setp_ge_##member                                                                                 \
    }

    enum {
        EQ,
        NE,
        LT,
        LE,
        GT,
        GE,
        NO_ORDER
    };

/* Which of the six a comparison of integers is; lo, ls, hi, hs are the unsigned names. */
static unsigned order_of(enum tw_ptx_word compare)
{
    switch (compare) {
    case TW_PTX_CMP_EQ:
        return EQ;
    case TW_PTX_CMP_NE:
        return NE;
    case TW_PTX_CMP_LT:
    case TW_PTX_CMP_LO:
        return LT;
    case TW_PTX_CMP_LE:
    case TW_PTX_CMP_LS:
        return LE;
    case TW_PTX_CMP_GT:
    case TW_PTX_CMP_HI:
        return GT;
    case TW_PTX_CMP_GE:
    case TW_PTX_CMP_HS:
        return GE;
    default:
        return NO_ORDER;
    }
}

/* May this type be compared so? lo, ls, hi, hs: unsigned; bits: eq and ne; equ ... nan: floats. */
static bool comparison_fits(enum tw_ptx_word compare, enum tw_ptx_type type)
{
    enum tw_ptx_kind kind = tw_ptx_type_info(type)->kind;
    bool unsigned_name = compare >= TW_PTX_CMP_LO && compare <= TW_PTX_CMP_HS;
    bool float_name = compare >= TW_PTX_CMP_EQU && compare <= TW_PTX_CMP_NAN;
    if (kind == TW_PTX_FLOAT) return !unsigned_name;
    if (kind == TW_PTX_BITS) return compare == TW_PTX_CMP_EQ || compare == TW_PTX_CMP_NE;
    return !float_name && (!unsigned_name || kind == TW_PTX_UNSIGNED);
}

static tw_run *pick_integer(const struct tw_ptx_instruction *instruction)
{
    static tw_run *const handlers[2][3][6] = {{ROW(u16), ROW(u32), ROW(u64)}, {ROW(s16), ROW(s32), ROW(s64)}};
    const struct tw_ptx_type_info *info = tw_ptx_type_info(instruction->type[0]);
    unsigned order = order_of(instruction->words[TW_PTX_CLASS_CMP]);
    unsigned width = info->bits == 16 ? 0 : info->bits == 32 ? 1 : 2;
    return order == NO_ORDER ? NULL : handlers[info->kind == TW_PTX_SIGNED][width][order];
}

/* --- floats: ordered comparisons are false with a NaN, the u-forms true */

static double lane_double(const struct tw_ptx_instruction *instruction, enum tw_ptx_type type,
                          const union tw_lanes *lanes, unsigned i)
{
    if (type == TW_PTX_F64) return lanes->f64[i];
    if (type != TW_PTX_F32) return tw_number_double(type, lanes->u16[i]);
    bool ftz = tw_ptx_has(instruction, TW_PTX_HAS_FTZ);
    return ftz && !(lanes->u32[i] & 0x7f800000u) ? 0.0 : lanes->f32[i];
}

static uint32_t flushed(uint32_t bits, bool ftz)
{
    return ftz && !(bits & 0x7f800000u) ? bits & 0x80000000u : bits;
}

/* Halves are exact in single precision; .ftz is of f16. */
static void read_halves(enum tw_ptx_type type, const union tw_lanes *lanes, bool ftz, float value[32])
{
    uint16_t bits[32];
    if (type == TW_PTX_BF16) {
        for (unsigned i = 0; i < 32; i++) value[i] = tw_float_of_bf16(lanes->u16[i]);
        return;
    }
    for (unsigned i = 0; i < 32; i++)
        bits[i] = (uint16_t)(ftz && !(lanes->u16[i] & 0x7c00u) ? 0 : lanes->u16[i]);
    tw_floats_of_f16(value, bits, 32);
}

/* x and x + 1 are references. */
static uint32_t compare_floats(struct tw_warp *warp, const struct tw_op *op, enum tw_ptx_type type,
                               unsigned x)
{
    const union tw_lanes *a = tw_operand(warp, op, x), *b = tw_operand(warp, op, x + 1);
    unsigned wanted = tw_relations_of(op->instruction->words[TW_PTX_CLASS_CMP]);
    bool ftz = tw_ptx_has(op->instruction, TW_PTX_HAS_FTZ);
    uint8_t holds[32];
    union tw_lanes p, q;
    if (type == TW_PTX_F64) {
        for (unsigned i = 0; i < 32; i++) holds[i] = (wanted & TW_RELATION(a->f64[i], b->f64[i])) != 0;
        return tw_pack_lanes(holds);
    }
    for (unsigned i = 0; i < 32 && type == TW_PTX_F32; i++) {
        p.u32[i] = flushed(a->u32[i], ftz);
        q.u32[i] = flushed(b->u32[i], ftz);
    }
    if (type != TW_PTX_F32) {
        read_halves(type, a, ftz, p.f32);
        read_halves(type, b, ftz, q.f32);
    }
    for (unsigned i = 0; i < 32; i++) holds[i] = (wanted & TW_RELATION(p.f32[i], q.f32[i])) != 0;
    return tw_pack_lanes(holds);
}

static bool compare_integers(unsigned order, uint64_t a, uint64_t b, bool is_signed)
{
    bool less = is_signed ? (int64_t)a < (int64_t)b : a < b;
    switch (order) {
    case EQ:
        return a == b;
    case NE:
        return a != b;
    case LT:
        return less;
    case LE:
        return less || a == b;
    case GT:
        return !less && a != b;
    default:
        return !less;
    }
}

/* Comparison of any type, for set and for setp of floats; x and x + 1 are references. */
static uint32_t compare_any(struct tw_warp *warp, const struct tw_op *op, enum tw_ptx_type type, unsigned x)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(type);
    const union tw_lanes *a = tw_operand(warp, op, x), *b = tw_operand(warp, op, x + 1);
    unsigned order = order_of(op->instruction->words[TW_PTX_CLASS_CMP]);
    bool is_signed = info->kind == TW_PTX_SIGNED;
    uint32_t mask = 0;
    if (info->kind == TW_PTX_FLOAT) return compare_floats(warp, op, type, x);
    for (unsigned i = 0; i < 32; i++) {
        bool holds;
        if (info->bits == 16) {
            holds = compare_integers(order, is_signed ? (uint64_t)a->s16[i] : a->u16[i],
                                     is_signed ? (uint64_t)b->s16[i] : b->u16[i], is_signed);
        } else if (info->bits == 32) {
            holds = compare_integers(order, is_signed ? (uint64_t)a->s32[i] : a->u32[i],
                                     is_signed ? (uint64_t)b->s32[i] : b->u32[i], is_signed);
        } else {
            holds = compare_integers(order, a->u64[i], b->u64[i], is_signed);
        }
        mask |= (uint32_t)holds << i;
    }
    return mask;
}

static void setp_float(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    finish_setp(warp, op, active, compare_any(warp, op, op->instruction->type[0], 2));
}

tw_run *tw_select_setp(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type type = instruction->type[0];
    if (!comparison_fits(instruction->words[TW_PTX_CLASS_CMP], type)) return NULL;
    if (tw_ptx_has(instruction, TW_PTX_HAS_FTZ) && type != TW_PTX_F32 && type != TW_PTX_F16) return NULL;
    return tw_ptx_type_info(type)->kind == TW_PTX_FLOAT ? setp_float : pick_integer(instruction);
}

/* set: all ones or 1.0 where it holds. References: d, a, b, c. */
static void set(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    uint32_t mask = compare_any(warp, op, op->instruction->type[1], 1);
    uint32_t yes = op->instruction->type[0] == TW_PTX_F32 ? 0x3f800000u : UINT32_MAX;
    union tw_lanes r;
    switch (op->instruction->words[TW_PTX_CLASS_BOOL]) {
    case TW_PTX_BOOL_AND:
        mask &= tw_predicate(warp, op, 3);
        break;
    case TW_PTX_BOOL_OR:
        mask |= tw_predicate(warp, op, 3);
        break;
    case TW_PTX_BOOL_XOR:
        mask ^= tw_predicate(warp, op, 3);
        break;
    default:
        break;
    }
    for (unsigned i = 0; i < 32; i++) r.u32[i] = mask >> i & 1u ? yes : 0;
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

TW_SELECT(set, comparison_fits(instruction->words[TW_PTX_CLASS_CMP], instruction->type[1]) ? set : NULL)

/* selp: a where the predicate is true, else b */
#define SELP(member)                                                                                         \
    static void selp_##member(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                 \
    {                                                                                                        \
        const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2);                     \
        const uint32_t mask = tw_predicate(warp, op, 3);                                                     \
        union tw_lanes *r = tw_operand(warp, op, 0);                                                         \
        TW_SET_LANES(member, const TW_C_##member yes = a->member[lane];                                      \
                     const TW_C_##member no = b->member[lane], mask >> lane & 1u ? yes : no)                 \
    }

/* slct: a where c >= 0 (-0 and NaN: NaN selects b), else b */
#define SLCT(member)                                                                                         \
    static void slct_##member(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                 \
    {                                                                                                        \
        const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2),                     \
                             *c = tw_operand(warp, op, 3);                                                   \
        bool is_float = op->instruction->type[1] == TW_PTX_F32;                                              \
        union tw_lanes r;                                                                                    \
        for (unsigned i = 0; i < 32; i++) {                                                                  \
            bool first = is_float ? lane_double(op->instruction, TW_PTX_F32, c, i) >= 0 : c->s32[i] >= 0;    \
            r.member[i] = first ? a->member[i] : b->member[i];                                               \
        }                                                                                                    \
        tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.member, active);                                    \
    }

/* clang-format off */
SELP(u16) SELP(u32) SELP(u64)
SLCT(u16) SLCT(u32) SLCT(u64)
TW_PICK_BITS(selp) TW_SELECT(selp, pick_selp(instruction))
TW_PICK_BITS(slct) TW_SELECT(slct, pick_slct(instruction))
    /* clang-format on */
