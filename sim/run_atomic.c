/*
 * Atomics (PTX ISA, "atom", "red"): lane after lane, each a compare-and-swap loop on host memory, so that
 * they hold between blocks on other host threads too.
 */
#include "sim/lanes.h"

static uint64_t add_floats(enum tw_ptx_type type, uint64_t a, uint64_t b)
{
    if (type == TW_PTX_F32) {
        float x, y;
        uint32_t bits_a = (uint32_t)a, bits_b = (uint32_t)b;
        memcpy(&x, &bits_a, sizeof x);
        memcpy(&y, &bits_b, sizeof y);
        x += y;
        memcpy(&bits_a, &x, sizeof x);
        return x == x ? bits_a : 0x7fffffffu;
    }
    double x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof x);
    return x == x ? a : 0xfff8000000000000u;
}

static bool less(enum tw_ptx_type type, uint64_t a, uint64_t b)
{
    switch (type) {
    case TW_PTX_S32:
        return (int32_t)a < (int32_t)b;
    case TW_PTX_S64:
        return (int64_t)a < (int64_t)b;
    default:
        return a < b;
    }
}

/* The new value of memory that holds a, for the operand b. */
static uint64_t combine(const struct tw_ptx_instruction *instruction, uint64_t a, uint64_t b)
{
    enum tw_ptx_type type = instruction->type[0];
    switch (instruction->words[TW_PTX_CLASS_ATOM]) {
    case TW_PTX_ATOM_ADD:
        return tw_ptx_type_info(type)->kind == TW_PTX_FLOAT ? add_floats(type, a, b) : a + b;
    case TW_PTX_ATOM_MIN:
        return less(type, a, b) ? a : b;
    case TW_PTX_ATOM_MAX:
        return less(type, a, b) ? b : a;
    case TW_PTX_ATOM_AND:
        return a & b;
    case TW_PTX_ATOM_OR:
        return a | b;
    case TW_PTX_ATOM_XOR:
        return a ^ b;
    case TW_PTX_ATOM_INC:
        return a >= b ? 0 : a + 1;
    case TW_PTX_ATOM_DEC:
        return a == 0 || a > b ? b : a - 1;
    default:
        return b; /* exch */
    }
}

#define UPDATE(bits)                                                                                         \
    static uint64_t update##bits(const struct tw_ptx_instruction *instruction, unsigned char *host,          \
                                 uint64_t b)                                                                 \
    {                                                                                                        \
        _Atomic uint##bits##_t *memory = (_Atomic uint##bits##_t *)(void *)host;                             \
        uint##bits##_t old = atomic_load(memory);                                                            \
        while (!atomic_compare_exchange_weak(memory, &old, (uint##bits##_t)combine(instruction, old, b)))    \
            continue;                                                                                        \
        return old;                                                                                          \
    }                                                                                                        \
    static uint64_t swap##bits(unsigned char *host, uint64_t expected, uint64_t value)                       \
    {                                                                                                        \
        uint##bits##_t old = (uint##bits##_t)expected;                                                       \
        atomic_compare_exchange_strong((_Atomic uint##bits##_t *)(void *)host, &old, (uint##bits##_t)value); \
        return old;                                                                                          \
    }

UPDATE(16)
UPDATE(32)
UPDATE(64)

/* References: d, b for atom; b for red. */
static void run_update(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool returns)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    unsigned bits = tw_bits(instruction);
    struct tw_lane_access access;
    if (!op->resolve(warp, op, active, &access)) return;
    tw_access_spread(op, &access);
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1u)) continue;
        uint64_t b = tw_lane_bits(tw_operand(warp, op, returns), bits, i);
        uint64_t old = bits == 32   ? update32(instruction, access.host[i], b)
                       : bits == 64 ? update64(instruction, access.host[i], b)
                                    : update16(instruction, access.host[i], b);
        if (returns) tw_set_lane_bits(tw_operand(warp, op, 0), bits, i, old);
    }
}

static void atom(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_update(warp, op, active, true);
}

static void red(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    run_update(warp, op, active, false);
}

/* References: d, b (expected), c (new) */
static void cas(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    unsigned bits = tw_bits(op->instruction);
    struct tw_lane_access access;
    if (!op->resolve(warp, op, active, &access)) return;
    tw_access_spread(op, &access);
    for (unsigned i = 0; i < 32; i++) {
        if (!(active >> i & 1u)) continue;
        uint64_t b = tw_lane_bits(tw_operand(warp, op, 1), bits, i),
                 c = tw_lane_bits(tw_operand(warp, op, 2), bits, i);
        uint64_t old = bits == 32   ? swap32(access.host[i], b, c)
                       : bits == 64 ? swap64(access.host[i], b, c)
                                    : swap16(access.host[i], b, c);
        tw_set_lane_bits(tw_operand(warp, op, 0), bits, i, old);
    }
}

static bool space_fits(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    return space != TW_PTX_SPACE_LOCAL && space != TW_PTX_SPACE_CONST && space != TW_PTX_SPACE_PARAM;
}

/* Which types an operation takes (PTX ISA, "atom"): add all but bits and s64; min, max integers; logic and
 * exch bits; inc, dec u32. */
static bool operation_fits(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_type type = instruction->type[0];
    enum tw_ptx_kind kind = tw_ptx_type_info(type)->kind;
    switch (instruction->words[TW_PTX_CLASS_ATOM]) {
    case TW_PTX_ATOM_ADD:
        return kind != TW_PTX_BITS && type != TW_PTX_S64;
    case TW_PTX_ATOM_MIN:
    case TW_PTX_ATOM_MAX:
        return kind == TW_PTX_SIGNED || kind == TW_PTX_UNSIGNED;
    case TW_PTX_ATOM_INC:
    case TW_PTX_ATOM_DEC:
        return type == TW_PTX_U32;
    default:
        return kind == TW_PTX_BITS;
    }
}

TW_SELECT(atom, space_fits(instruction) && operation_fits(instruction) ? atom : NULL)
TW_SELECT(red, space_fits(instruction) && operation_fits(instruction) &&
                       instruction->words[TW_PTX_CLASS_ATOM] != TW_PTX_ATOM_EXCH
                   ? red
                   : NULL)
TW_SELECT(cas, space_fits(instruction) ? cas : NULL)
