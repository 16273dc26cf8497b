/* Bits, shifts, selection (PTX ISA, "Logic and Shift Instructions", "Comparison and Selection", and the bit
   instructions of "Integer Arithmetic"). */
#include "sim/exec/lanes.h"

static unsigned count_ones(uint64_t a)
{
    unsigned ones = 0;
    for (; a; a &= a - 1) ones++;
    return ones;
}

/* The highest set bit, or -1. */
static int highest(uint64_t a)
{
    return a ? 63 - __builtin_clzll(a) : -1;
}

/* Neighbours change places: bits, then pairs, and so on. */
static uint32_t reverse(uint32_t a)
{
    a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
    a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
    a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
    a = (a >> 8 & 0x00ff00ffu) | (a & 0x00ff00ffu) << 8;
    return a >> 16 | a << 16;
}

static uint64_t reverse_wide(uint64_t a)
{
    return (uint64_t)reverse((uint32_t)a) << 32 | reverse((uint32_t)(a >> 32));
}

/* bfind: the most significant bit that is no sign bit; with .shiftamt how far to shift it to the top */
static uint32_t find_bit(uint64_t a, unsigned bits, bool negative, bool shift)
{
    uint64_t ones = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    int bit = highest((negative ? ~a : a) & ones);
    if (bit < 0) return UINT32_MAX;
    return shift ? bits - 1 - (uint32_t)bit : (uint32_t)bit;
}

/*
 * Positions and lengths of bit fields are numbers from 0 to 255 (PTX ISA, "bfe"). An H200 takes the lower 8 bits for
 * that at a width of 32; at 64 what is more counts as so much more. So what is beyond the width ends there.
 */
static uint32_t field_size32(uint32_t size)
{
    size &= 0xff;
    return size < 32 ? size : 32;
}

static uint64_t field_size64(uint32_t size)
{
    return size < 64 ? size : 64;
}

/* Shifts that may take all bits out. */
static uint32_t left32(uint32_t a, uint32_t by)
{
    return by < 32 ? a << (by & 31) : 0;
}

static uint32_t right32(uint32_t a, uint32_t by)
{
    return by < 32 ? a >> (by & 31) : 0;
}

static uint64_t left64(uint64_t a, uint64_t by)
{
    return by < 64 ? a << (by & 63) : 0;
}

static uint64_t right64(uint64_t a, uint64_t by)
{
    return by < 64 ? a >> (by & 63) : 0;
}

/* bfe: `length` bits from `position`, above them the sign bit repeated: the last of them, or of a (PTX ISA, "bfe") */
#define EXTRACT(bits)                                                                                        \
    static uint##bits##_t extract##bits(uint##bits##_t a, uint32_t position, uint32_t length,                \
                                        bool with_sign)                                                      \
    {                                                                                                        \
        const uint##bits##_t from = field_size##bits(position), size = field_size##bits(length);             \
        const uint##bits##_t last = from + size - 1, top = size && last < bits - 1 ? last : bits - 1;        \
        const uint##bits##_t sign = with_sign && size ? 0 - (a >> top & 1u) : 0;                             \
        const uint##bits##_t above =                                                                         \
            left##bits(~(uint##bits##_t)0, from + size > bits ? bits - from : size);                         \
        return (right##bits(a, from) & ~above) | (sign & above);                                             \
    }

/* bfi: the low `length` bits of a into b at `position` */
#define INSERT(bits)                                                                                         \
    static uint##bits##_t insert##bits(uint##bits##_t a, uint##bits##_t b, uint32_t position,                \
                                       uint32_t length)                                                      \
    {                                                                                                        \
        const uint##bits##_t at = field_size##bits(position), size = field_size##bits(length);               \
        const uint##bits##_t field = left##bits(~left##bits(~(uint##bits##_t)0, size), at);                  \
        return (b & ~field) | (left##bits(a, at) & field);                                                   \
    }

EXTRACT(32)
EXTRACT(64)
INSERT(32)
INSERT(64)

/* Shifts clamp: by the width or more everything is shifted out. */
static uint64_t shift_left(uint64_t a, uint32_t by, unsigned bits)
{
    return by >= bits ? 0 : a << by;
}

static uint64_t shift_right(uint64_t a, uint32_t by, unsigned bits)
{
    return by >= bits ? 0 : a >> by;
}

static int64_t shift_right_signed(int64_t a, uint32_t by, unsigned bits)
{
    return a >> (by >= bits ? bits - 1 : by);
}

/* shf: a (low) and b (high) as 64 bits, shifted by c; left gives the upper half, right the lower */
static uint32_t funnel(uint32_t a, uint32_t b, uint32_t by, bool left)
{
    uint64_t both = (uint64_t)b << 32 | a;
    return left ? (uint32_t)(both << by >> 32) : (uint32_t)(both >> by);
}

static uint32_t clamp32(uint32_t by)
{
    return by > 32 ? 32 : by;
}

/* clang-format off */

TW_BINARY(and_u16, u16, u16, u16, a & b)
TW_BINARY(and_u32, u32, u32, u32, a & b)
TW_BINARY(and_u64, u64, u64, u64, a & b)
TW_BINARY(or_u16,  u16, u16, u16, a | b)
TW_BINARY(or_u32,  u32, u32, u32, a | b)
TW_BINARY(or_u64,  u64, u64, u64, a | b)
TW_BINARY(xor_u16, u16, u16, u16, a ^ b)
TW_BINARY(xor_u32, u32, u32, u32, a ^ b)
TW_BINARY(xor_u64, u64, u64, u64, a ^ b)
TW_UNARY(not_u16,  u16, u16, ~a)
TW_UNARY(not_u32,  u32, u32, ~a)
TW_UNARY(not_u64,  u64, u64, ~a)
TW_UNARY(cnot_u16, u16, u16, a == 0)
TW_UNARY(cnot_u32, u32, u32, a == 0)
TW_UNARY(cnot_u64, u64, u64, a == 0)
TW_BINARY(shl_u16, u16, u16, u32, shift_left(a, b, 16))
TW_BINARY(shl_u32, u32, u32, u32, shift_left(a, b, 32))
TW_BINARY(shl_u64, u64, u64, u32, shift_left(a, b, 64))
TW_BINARY(shr_u16, u16, u16, u32, shift_right(a, b, 16))
TW_BINARY(shr_u32, u32, u32, u32, shift_right(a, b, 32))
TW_BINARY(shr_u64, u64, u64, u32, shift_right(a, b, 64))
TW_BINARY(shr_s16, s16, s16, u32, shift_right_signed(a, b, 16))
TW_BINARY(shr_s32, s32, s32, u32, shift_right_signed(a, b, 32))
TW_BINARY(shr_s64, s64, s64, u32, shift_right_signed(a, b, 64))
TW_TERNARY(shf_l_wrap,  u32, u32, u32, u32, funnel(a, b, c & 31, true))
TW_TERNARY(shf_r_wrap,  u32, u32, u32, u32, funnel(a, b, c & 31, false))
TW_TERNARY(shf_l_clamp, u32, u32, u32, u32, funnel(a, b, clamp32(c), true))
TW_TERNARY(shf_r_clamp, u32, u32, u32, u32, funnel(a, b, clamp32(c), false))
TW_UNARY(popc_u32, u32, u32, count_ones(a))
TW_UNARY(popc_u64, u32, u64, count_ones(a))
TW_UNARY(clz_u32,  u32, u32, 31 - highest(a))
TW_UNARY(clz_u64,  u32, u64, 63 - highest(a))
TW_UNARY(brev_u32, u32, u32, reverse(a))
TW_UNARY(brev_u64, u64, u64, reverse_wide(a))
TW_TERNARY(bfe_u32, u32, u32, u32, u32, extract32(a, b, c, false))
TW_TERNARY(bfe_s32, u32, u32, u32, u32, extract32(a, b, c, true))
TW_TERNARY(bfe_u64, u64, u64, u32, u32, extract64(a, b, c, false))
TW_TERNARY(bfe_s64, u64, u64, u32, u32, extract64(a, b, c, true))

#define SHIFT(op) (tw_ptx_has((op)->instruction, TW_PTX_HAS_SHIFTAMT))
TW_UNARY(bfind_u32, u32, u32, find_bit(a, 32, false, SHIFT(op)))
TW_UNARY(bfind_s32, u32, s32, find_bit((uint64_t)(int64_t)a, 32, a < 0, SHIFT(op)))
TW_UNARY(bfind_u64, u32, u64, find_bit(a, 64, false, SHIFT(op)))
TW_UNARY(bfind_s64, u32, s64, find_bit((uint64_t)a, 64, a < 0, SHIFT(op)))

/* clang-format on */

#define PREDICATES(name, expression)                                                                         \
    static void name##_pred(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                   \
    {                                                                                                        \
        uint32_t a = tw_predicate(warp, op, 1), b = tw_predicate(warp, op, 2);                               \
        tw_set_predicate(warp, op, 0, (expression), active);                                                 \
    }

PREDICATES(and, a &b)
PREDICATES(or, a | b)
PREDICATES(xor, a ^ b)

static void not_pred(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_set_predicate(warp, op, 0, ~tw_predicate(warp, op, 1), active);
}

/* clang-format off */
TW_PICK_BITS(and)    TW_SELECT(and, tw_bits(instruction) == 1 ? and_pred : pick_and(instruction))
TW_PICK_BITS(or)     TW_SELECT(or,  tw_bits(instruction) == 1 ? or_pred : pick_or(instruction))
TW_PICK_BITS(xor)    TW_SELECT(xor, tw_bits(instruction) == 1 ? xor_pred : pick_xor(instruction))
TW_PICK_BITS(not)    TW_SELECT(not, tw_bits(instruction) == 1 ? not_pred : pick_not(instruction))
TW_PICK_BITS(cnot)   TW_SELECT(cnot, pick_cnot(instruction))
TW_PICK_BITS(shl)    TW_SELECT(shl, pick_shl(instruction))
TW_PICK_SIGNED(shr)  TW_SELECT(shr, pick_shr(instruction))
TW_SELECT(popc, tw_bits(instruction) == 32 ? popc_u32 : popc_u64)
TW_SELECT(clz,  tw_bits(instruction) == 32 ? clz_u32 : clz_u64)
TW_SELECT(brev, tw_bits(instruction) == 32 ? brev_u32 : brev_u64)
    /* clang-format on */

    static bool is_signed(const struct tw_ptx_instruction *instruction)
{
    return tw_ptx_type_info(instruction->type[0])->kind == TW_PTX_SIGNED;
}

TW_SELECT(bfe, tw_bits(instruction) == 32 ? is_signed(instruction) ? bfe_s32 : bfe_u32
               : is_signed(instruction)   ? bfe_s64
                                          : bfe_u64)
TW_SELECT(bfind, tw_bits(instruction) == 32 ? is_signed(instruction) ? bfind_s32 : bfind_u32
                 : is_signed(instruction)   ? bfind_s64
                                            : bfind_u64)

tw_run *tw_select_shf(const struct tw_ptx_instruction *instruction)
{
    bool left = instruction->words[TW_PTX_CLASS_SIDE] == TW_PTX_SIDE_L;
    bool wrap = instruction->words[TW_PTX_CLASS_WRAP] == TW_PTX_WRAP_WRAP;
    return left ? wrap ? shf_l_wrap : shf_l_clamp : wrap ? shf_r_wrap : shf_r_clamp;
}

static void bfi_u32(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2);
    const union tw_lanes *position = tw_operand(warp, op, 3), *length = tw_operand(warp, op, 4);
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) {
        r.u32[i] = insert32(a->u32[i], b->u32[i], position->u32[i], length->u32[i]);
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

static void bfi_u64(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2);
    const union tw_lanes *position = tw_operand(warp, op, 3), *length = tw_operand(warp, op, 4);
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) {
        r.u64[i] = insert64(a->u64[i], b->u64[i], position->u32[i], length->u32[i]);
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u64, active);
}

TW_SELECT(bfi, tw_bits(instruction) == 32 ? bfi_u32 : bfi_u64)

/* lop3: bit i of the table gives the result for the bits of a, b, c that spell i */
static void lop3(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *x = tw_operand(warp, op, 1), *y = tw_operand(warp, op, 2),
                         *z = tw_operand(warp, op, 3);
    uint32_t table = tw_operand(warp, op, 4)->u32[0];
    union tw_lanes r = {.u32 = {0}};
    for (unsigned row = 0; row < 8; row++) {
        if (!(table >> row & 1u)) continue;
        uint32_t a = row & 4 ? 0 : UINT32_MAX, b = row & 2 ? 0 : UINT32_MAX, c = row & 1 ? 0 : UINT32_MAX;
        for (unsigned i = 0; i < 32; i++) r.u32[i] |= (x->u32[i] ^ a) & (y->u32[i] ^ b) & (z->u32[i] ^ c);
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

TW_SELECT(lop3, lop3)

/* References: d, p, a, b, c, table, q: p is whether d has a bit set, or, and q */
static void lop3_bool(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *x = tw_operand(warp, op, 2), *y = tw_operand(warp, op, 3),
                         *z = tw_operand(warp, op, 4);
    const uint32_t table = tw_operand(warp, op, 5)->u32[0], q = tw_predicate(warp, op, 6);
    const bool both = op->instruction->words[TW_PTX_CLASS_BOOL] == TW_PTX_BOOL_AND;
    union tw_lanes r;
    uint32_t set = 0;
    for (unsigned i = 0; i < 32; i++) {
        r.u32[i] = 0;
        for (unsigned row = 0; row < 8; row++) {
            uint32_t a = row & 4 ? x->u32[i] : ~x->u32[i], b = row & 2 ? y->u32[i] : ~y->u32[i];
            uint32_t c = row & 1 ? z->u32[i] : ~z->u32[i];
            if (table >> row & 1u) r.u32[i] |= a & b & c;
        }
        set |= (uint32_t)(r.u32[i] != 0) << i;
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
    tw_set_predicate(warp, op, 1, both ? set & q : set | q, active);
}

TW_SELECT(lop3_bool, instruction->words[TW_PTX_CLASS_BOOL] == TW_PTX_BOOL_XOR ? NULL : lop3_bool)

/* The four selectors of prmt's modes, by the low two bits of c;
   one digit per byte of the result, lowest last */
static uint32_t prmt_selectors(enum tw_ptx_word mode, uint32_t c)
{
    static const uint16_t modes[][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, /* f4e  */
        {0x5670, 0x6701, 0x7012, 0x0123}, /* b4e  */
        {0x0000, 0x1111, 0x2222, 0x3333}, /* rc8  */
        {0x3210, 0x3211, 0x3222, 0x3333}, /* ecl  */
        {0x0000, 0x1110, 0x2210, 0x3210}, /* ecr  */
        {0x1010, 0x3232, 0x1010, 0x3232}, /* rc16 */
    };
    return modes[mode - TW_PTX_PRMT_F4E][c & 3];
}

/* Byte `i` of the result: of a or b the byte that the selector's digit names, or its sign repeated. */
static inline uint32_t permuted_byte(uint32_t a, uint32_t b, uint32_t selectors, unsigned i)
{
    const uint32_t selector = selectors >> 4 * i, from = selector & 4 ? b : a;
    const uint32_t byte = from >> 8 * (selector & 3) & 0xff, sign = byte & 0x80 ? 0xff : 0;
    return (selector & 8 ? sign : byte) << 8 * i;
}

static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t selectors)
{
    return permuted_byte(a, b, selectors, 0) | permuted_byte(a, b, selectors, 1) |
           permuted_byte(a, b, selectors, 2) | permuted_byte(a, b, selectors, 3);
}

TW_TERNARY(prmt, u32, u32, u32, u32, permute(a, b, c))
TW_TERNARY(prmt_mode, u32, u32, u32, u32,
           permute(a, b, prmt_selectors(op->instruction->words[TW_PTX_CLASS_PRMT], c)))
TW_SELECT(prmt, instruction->words[TW_PTX_CLASS_PRMT] == TW_PTX_ABSENT ? prmt : prmt_mode)

/* dp4a: c plus the products of the four bytes, each factor with its own sign; dp2a: of two halves with two of the bytes */
static int32_t byte_of(uint32_t value, unsigned i, bool is_signed_byte)
{
    uint8_t byte = (uint8_t)(value >> 8 * i);
    return is_signed_byte && byte >= 0x80 ? (int32_t)byte - 256 : byte;
}

static int32_t half_of(uint32_t value, unsigned i, bool is_signed_half)
{
    uint16_t half = (uint16_t)(value >> 16 * i);
    return is_signed_half && half >= 0x8000 ? (int32_t)half - 65536 : half;
}

static void dp4a(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2),
                         *c = tw_operand(warp, op, 3);
    bool sign_a = op->instruction->type[0] == TW_PTX_S32, sign_b = op->instruction->type[1] == TW_PTX_S32;
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) {
        r.u32[i] = c->u32[i];
        for (unsigned k = 0; k < 4; k++) {
            r.u32[i] += (uint32_t)(byte_of(a->u32[i], k, sign_a) * byte_of(b->u32[i], k, sign_b));
        }
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

static void dp2a(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *a = tw_operand(warp, op, 1), *b = tw_operand(warp, op, 2),
                         *c = tw_operand(warp, op, 3);
    bool sign_a = op->instruction->type[0] == TW_PTX_S32, sign_b = op->instruction->type[1] == TW_PTX_S32;
    bool is_high = op->instruction->words[TW_PTX_CLASS_HALF] == TW_PTX_HALF_HI;
    union tw_lanes r;
    for (unsigned i = 0; i < 32; i++) {
        r.u32[i] = c->u32[i];
        for (unsigned k = 0; k < 2; k++) {
            r.u32[i] +=
                (uint32_t)(half_of(a->u32[i], k, sign_a) * byte_of(b->u32[i], 2 * is_high + k, sign_b));
        }
    }
    tw_commit(tw_operand(warp, op, 0), &r, sizeof *r.u32, active);
}

TW_SELECT(dp4a, dp4a)
TW_SELECT(dp2a, dp2a)
