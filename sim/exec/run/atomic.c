/*
 * Atomics (PTX ISA, "atom", "red"): lane after lane, each a compare-and-swap loop on host memory, so that
 * they hold between blocks on other host threads too. What is only this thread's, a block's shared memory, is simply
 * changed; of lanes that all go to one place there is one such loop.
 */
#include "sim/exec/cluster.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/access.h"
#include "sim/exec/numbers/halves.h"
#include "sim/exec/numbers/numbers.h"

static uint32_t flushed(uint32_t bits)
{
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

/* In global memory subnormals are zero, before and after, whatever the instruction says; in shared memory they are kept (PTX
   ISA, "atom"; an H200 does so). */
static inline uint32_t add_singles(uint32_t a, uint32_t b, bool is_shared)
{
    return is_shared ? tw_add_singles(a, b) : flushed(tw_add_singles(flushed(a), flushed(b)));
}

static inline uint64_t add_floats(enum tw_ptx_type type, uint64_t a, uint64_t b, bool is_shared)
{
    if (type == TW_PTX_F32) return add_singles((uint32_t)a, (uint32_t)b, is_shared);
    double x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof x);
    return x == x ? a : 0xfff8000000000000u;
}

/* One element of half precision. A sum in single precision, of 24 bits, is rounded again to no other number than it would be at once: two
   times 11, and two more, are enough. */
static inline uint16_t combine_half(enum tw_ptx_word operation, enum tw_ptx_type type, uint16_t a, uint16_t b)
{
    const bool brain = type == TW_PTX_BF16;
    const float x = brain ? tw_float_of_bf16(a) : tw_float_of_f16(a),
                y = brain ? tw_float_of_bf16(b) : tw_float_of_f16(b);
    const uint16_t none = 0x7fff;
    if (operation == TW_PTX_ATOM_ADD)
        return (uint16_t)(brain ? tw_bf16_of_float(x + y) : tw_f16_of_float(x + y));
    if (x != x || y != y) return x == x ? a : y == y ? b : none;
    bool first = x < y || (x == y && a >> 15 > b >> 15); /* -0 is below +0 */
    return first == (operation == TW_PTX_ATOM_MIN) ? a : b;
}

static inline uint64_t combine_halves(enum tw_ptx_word operation, enum tw_ptx_type type, uint64_t a,
                                      uint64_t b)
{
    bool pair = type == TW_PTX_F16X2 || type == TW_PTX_BF16X2;
    enum tw_ptx_type half = type == TW_PTX_F16 || type == TW_PTX_F16X2 ? TW_PTX_F16 : TW_PTX_BF16;
    uint64_t low = combine_half(operation, half, (uint16_t)a, (uint16_t)b);
    return pair
               ? low | (uint64_t)combine_half(operation, half, (uint16_t)(a >> 16), (uint16_t)(b >> 16)) << 16
               : low;
}

static inline bool is_half(enum tw_ptx_type type)
{
    return TW_PTX_HALVES >> type & 1u;
}

static inline bool less(enum tw_ptx_type type, uint64_t a, uint64_t b)
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
static inline __attribute__((always_inline)) uint64_t
combine(enum tw_ptx_word operation, enum tw_ptx_type type, uint64_t a, uint64_t b, bool is_shared)
{
    if (is_half(type)) return combine_halves(operation, type, a, b);
    switch (operation) {
    case TW_PTX_ATOM_ADD:
        return type == TW_PTX_F32 || type == TW_PTX_F64 ? add_floats(type, a, b, is_shared) : a + b;
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
    static uint64_t update##bits(enum tw_ptx_word operation, enum tw_ptx_type type, unsigned char *host,     \
                                 uint64_t b, bool is_shared)                                                 \
    {                                                                                                        \
        _Atomic uint##bits##_t *memory = (_Atomic uint##bits##_t *)(void *)host;                             \
        uint##bits##_t old = atomic_load(memory);                                                            \
        while (!atomic_compare_exchange_weak(memory, &old,                                                   \
                                             (uint##bits##_t)combine(operation, type, old, b, is_shared)))   \
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

uint64_t tw_atomic_update(enum tw_ptx_word operation, enum tw_ptx_type type, unsigned char *host, uint64_t b,
                          bool is_shared)
{
    const bool adds = operation == TW_PTX_ATOM_ADD;
    if (adds && (type == TW_PTX_U32 || type == TW_PTX_S32))
        return atomic_fetch_add((_Atomic uint32_t *)(void *)host, (uint32_t)b);
    switch (tw_ptx_type_info(type)->bits) {
    case 16:
        return update16(operation, type, host, b, is_shared);
    case 32:
        return update32(operation, type, host, b, is_shared);
    default:
        return update64(operation, type, host, b, is_shared);
    }
}

/* --- all lanes of an instruction */

/* What the lanes make of memory, and what was there before, unless `result` is NULL. */
typedef void tw_update(const union tw_lanes *operand, union tw_lanes *result, uint32_t active,
                       unsigned char *const host[32], bool is_shared);

struct update {
    tw_update *own;   /* where nobody else is                                          */
    tw_update *among; /* between blocks: each lane tries until nobody has come between */
    tw_update *one;   /* the same where all lanes go to one place                      */
};

#define UPDATE_NAME(kind, operation, type)                                                                   \
    static void kind##_##operation##_##type(const union tw_lanes *operand, union tw_lanes *result,           \
                                            uint32_t active, unsigned char *const host[32], bool is_shared)
#define NEW_VALUE(operation, type, bits, a, b)                                                               \
    ((uint##bits##_t)combine(TW_PTX_ATOM_##operation, TW_PTX_##type, a, b, is_shared))

#define UPDATE_LANES(operation, type, bits)                                                                  \
    UPDATE_NAME(own, operation, type)                                                                        \
    {                                                                                                        \
        for (uint32_t left = active; left; left &= left - 1) {                                               \
            const unsigned lane = tw_first_of(left);                                                         \
            uint##bits##_t a;                                                                                \
            memcpy(&a, host[lane], sizeof a);                                                                \
            const uint##bits##_t value = NEW_VALUE(operation, type, bits, a, operand->u##bits[lane]);        \
            memcpy(host[lane], &value, sizeof value);                                                        \
            if (result) result->u##bits[lane] = a;                                                           \
        }                                                                                                    \
    }                                                                                                        \
    UPDATE_NAME(among, operation, type)                                                                      \
    {                                                                                                        \
        for (uint32_t left = active; left; left &= left - 1) {                                               \
            const unsigned lane = tw_first_of(left);                                                         \
            const uint##bits##_t b = operand->u##bits[lane];                                                 \
            _Atomic uint##bits##_t *memory = (_Atomic uint##bits##_t *)(void *)host[lane];                   \
            uint##bits##_t a = atomic_load(memory);                                                          \
            while (!atomic_compare_exchange_weak(memory, &a, NEW_VALUE(operation, type, bits, a, b)))        \
                continue;                                                                                    \
            if (result) result->u##bits[lane] = a;                                                           \
        }                                                                                                    \
    }                                                                                                        \
    UPDATE_NAME(one, operation, type)                                                                        \
    {                                                                                                        \
        uint##bits##_t before[32], value;                                                                    \
        _Atomic uint##bits##_t *memory = (_Atomic uint##bits##_t *)(void *)host[tw_first_of(active)];        \
        uint##bits##_t a = atomic_load(memory);                                                              \
        do {                                                                                                 \
            value = a;                                                                                       \
            for (uint32_t left = active; left; left &= left - 1) {                                           \
                const unsigned lane = tw_first_of(left);                                                     \
                before[lane] = value;                                                                        \
                value = NEW_VALUE(operation, type, bits, value, operand->u##bits[lane]);                     \
            }                                                                                                \
        } while (!atomic_compare_exchange_weak(memory, &a, value));                                          \
        for (uint32_t left = result ? active : 0; left; left &= left - 1) {                                  \
            const unsigned lane = tw_first_of(left);                                                         \
            result->u##bits[lane] = before[lane];                                                            \
        }                                                                                                    \
    }

/* clang-format off */

/*    operation, type, bits of a register (PTX ISA, "atom") */
#define UPDATES(X)                                                                                          \
    X(ADD, U32, 32)   X(ADD, S32, 32)   X(ADD, U64, 64)   X(ADD, F32, 32)   X(ADD, F64, 64)                 \
    X(MIN, U32, 32)   X(MIN, S32, 32)   X(MIN, U64, 64)   X(MIN, S64, 64)                                   \
    X(MAX, U32, 32)   X(MAX, S32, 32)   X(MAX, U64, 64)   X(MAX, S64, 64)                                   \
    X(AND, B32, 32)   X(OR, B32, 32)    X(XOR, B32, 32)   X(EXCH, B32, 32)                                  \
    X(AND, B64, 64)   X(OR, B64, 64)    X(XOR, B64, 64)   X(EXCH, B64, 64)                                  \
    X(INC, U32, 32)   X(DEC, U32, 32)                                                                       \
    X(ADD, F16, 16)   X(ADD, BF16, 16)  X(ADD, F16X2, 32) X(ADD, BF16X2, 32)                                \
    X(MIN, F16, 16)   X(MIN, BF16, 16)  X(MIN, F16X2, 32) X(MIN, BF16X2, 32)                                \
    X(MAX, F16, 16)   X(MAX, BF16, 16)  X(MAX, F16X2, 32) X(MAX, BF16X2, 32)

/* clang-format on */

UPDATES(UPDATE_LANES)

/* The lanes whose places lie in shared memory of the block, or of its cluster. */
static uint32_t lanes_in_shared(const struct tw_warp *warp, const struct tw_op *op,
                                unsigned char *const host[32])
{
    uint32_t lanes = 0;
    switch (op->instruction->words[TW_PTX_CLASS_SPACE]) {
    case TW_PTX_SPACE_GLOBAL:
        return 0;
    case TW_PTX_SPACE_SHARED:
    case TW_PTX_SPACE_SHARED_CTA:
        return TW_ALL_LANES;
    default:
        for (unsigned lane = 0; lane < 32; lane++)
            lanes |= (uint32_t)(tw_cluster_owner(warp->worker, host[lane]) != NULL) << lane;
        return lanes;
    }
}

/* References: d, b for atom; b for red; of vectors as many of each as they have elements. Elements are atomic each for itself. The blocks
   of a cluster run on one host thread: nobody else changes their shared memory meanwhile. */
static void update_lanes(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool returns,
                         struct update update)
{
    struct tw_lane_access access;
    if (!op->resolve(warp, op, active, &access)) return;
    const bool one = access.shape == TW_SAME && active & (active - 1);
    tw_access_spread(op, &access);
    const uint32_t shared = active & lanes_in_shared(warp, op, access.host), global = active & ~shared;
    for (unsigned k = 0; k < op->count; k++) {
        const union tw_lanes *operand = tw_operand(warp, op, returns ? op->count + k : k);
        union tw_lanes *result = returns ? tw_operand(warp, op, k) : NULL;
        if (shared) update.own(operand, result, shared, access.host, true);
        if (global) (one ? update.one : update.among)(operand, result, global, access.host, false);
        for (unsigned lane = 0; lane < 32; lane++) access.host[lane] += op->element_bytes;
    }
}

#define UPDATE_HANDLERS(operation, type, bits)                                                               \
    static void atom_##operation##_##type(struct tw_warp *warp, const struct tw_op *op, uint32_t active)     \
    {                                                                                                        \
        update_lanes(warp, op, active, true,                                                                 \
                     (struct update){own_##operation##_##type, among_##operation##_##type,                   \
                                     one_##operation##_##type});                                             \
    }                                                                                                        \
    static void red_##operation##_##type(struct tw_warp *warp, const struct tw_op *op, uint32_t active)      \
    {                                                                                                        \
        update_lanes(warp, op, active, false,                                                                \
                     (struct update){own_##operation##_##type, among_##operation##_##type,                   \
                                     one_##operation##_##type});                                             \
    }

UPDATES(UPDATE_HANDLERS)

/* NULL: no such operation is known on the type. */
static tw_run *update_of(const struct tw_ptx_instruction *instruction, bool returns)
{
    static const struct {
        enum tw_ptx_word operation;
        enum tw_ptx_type type;
        tw_run *atom, *red;
    } updates[] = {
#define X(operation, type, bits)                                                                             \
    {TW_PTX_ATOM_##operation, TW_PTX_##type, atom_##operation##_##type, red_##operation##_##type},
        UPDATES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof updates / sizeof *updates; i++) {
        if (updates[i].operation == instruction->words[TW_PTX_CLASS_ATOM] &&
            updates[i].type == instruction->type[0])
            return returns ? updates[i].atom : updates[i].red;
    }
    return NULL;
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

/* A single half takes add only; vectors of halves in global memory take add, min and max; vectors of floats take add (PTX ISA, "atom"). */
static bool fits(const struct tw_ptx_instruction *instruction, bool vector)
{
    const enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    const bool adds = instruction->words[TW_PTX_CLASS_ATOM] == TW_PTX_ATOM_ADD,
               half = is_half(instruction->type[0]);
    if (!vector) return space_fits(instruction) && (adds || !half);
    return (space == TW_PTX_ABSENT || space == TW_PTX_SPACE_GLOBAL) && (adds || half);
}

static bool exchanges(const struct tw_ptx_instruction *instruction)
{
    return instruction->words[TW_PTX_CLASS_ATOM] == TW_PTX_ATOM_EXCH;
}

TW_SELECT(atom, fits(instruction, false) ? update_of(instruction, true) : NULL)
TW_SELECT(red, fits(instruction, false) && !exchanges(instruction) ? update_of(instruction, false) : NULL)
TW_SELECT(atom_vector, fits(instruction, true) ? update_of(instruction, true) : NULL)
TW_SELECT(red_vector, fits(instruction, true) ? update_of(instruction, false) : NULL)
TW_SELECT(cas, space_fits(instruction) ? cas : NULL)
