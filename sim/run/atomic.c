/*
 * Atomics (PTX ISA, "atom", "red"): lane after lane, each a compare-and-swap loop on host memory, so that
 * they hold between blocks on other host threads too.
 */
#include "sim/lanes.h"
#include "sim/numbers.h"

static uint32_t flushed(uint32_t bits)
{
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

/* In global memory subnormals are zero, before and after, whatever the instruction says; in shared memory they are kept (PTX
   ISA, "atom"; an H200 does so). */
static uint32_t add_singles(uint32_t a, uint32_t b, bool is_shared)
{
    return is_shared ? tw_add_singles(a, b) : flushed(tw_add_singles(flushed(a), flushed(b)));
}

static uint64_t add_floats(enum tw_ptx_type type, uint64_t a, uint64_t b, bool is_shared)
{
    if (type == TW_PTX_F32) return add_singles((uint32_t)a, (uint32_t)b, is_shared);
    double x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof x);
    return x == x ? a : 0xfff8000000000000u;
}

/* One element of half precision: rounded once. */
static uint16_t combine_half(enum tw_ptx_word operation, enum tw_ptx_type type, uint16_t a, uint16_t b)
{
    const double x = tw_number_double(type, a), y = tw_number_double(type, b);
    const uint16_t none = 0x7fff;
    if (operation == TW_PTX_ATOM_ADD) {
        const double sum = tw_add_to_odd(x, y);
        return sum == sum ? tw_number_half(type, sum) : none;
    }
    if (x != x || y != y) return x == x ? a : y == y ? b : none;
    bool first = x < y || (x == y && a >> 15 > b >> 15); /* -0 is below +0 */
    return first == (operation == TW_PTX_ATOM_MIN) ? a : b;
}

static uint64_t combine_halves(enum tw_ptx_word operation, enum tw_ptx_type type, uint64_t a, uint64_t b)
{
    bool pair = type == TW_PTX_F16X2 || type == TW_PTX_BF16X2;
    enum tw_ptx_type half = type == TW_PTX_F16 || type == TW_PTX_F16X2 ? TW_PTX_F16 : TW_PTX_BF16;
    uint64_t low = combine_half(operation, half, (uint16_t)a, (uint16_t)b);
    return pair
               ? low | (uint64_t)combine_half(operation, half, (uint16_t)(a >> 16), (uint16_t)(b >> 16)) << 16
               : low;
}

static bool is_half(enum tw_ptx_type type)
{
    return TW_PTX_HALVES >> type & 1u;
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
static uint64_t combine(enum tw_ptx_word operation, enum tw_ptx_type type, uint64_t a, uint64_t b,
                        bool is_shared)
{
    if (is_half(type)) return combine_halves(operation, type, a, b);
    switch (operation) {
    case TW_PTX_ATOM_ADD:
        return tw_ptx_type_info(type)->kind == TW_PTX_FLOAT ? add_floats(type, a, b, is_shared) : a + b;
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

/* In the block's own shared memory, where nobody else is: lane after lane, without a look at other host threads. */
#define UPDATE_OWN(name, bits, expression)                                                                   \
    static void name(const union tw_lanes *operand, union tw_lanes *result, uint32_t active,                 \
                     const struct tw_lane_access *access)                                                    \
    {                                                                                                        \
        for (uint32_t left = active; left; left &= left - 1) {                                               \
            const unsigned lane = tw_first_of(left);                                                         \
            const uint##bits##_t b = operand->u##bits[lane];                                                 \
            uint##bits##_t a;                                                                                \
            memcpy(&a, access->host[lane], sizeof a);                                                        \
            const uint##bits##_t value = (uint##bits##_t)(expression);                                       \
            memcpy(access->host[lane], &value, sizeof value);                                                \
            if (result) result->u##bits[lane] = a;                                                           \
        }                                                                                                    \
    }

UPDATE_OWN(add_own_words, 32, a + b)
UPDATE_OWN(add_own_pairs, 64, a + b)
UPDATE_OWN(add_own_singles, 32, tw_add_singles(a, b))
UPDATE_OWN(or_own_words, 32, a | b)
UPDATE_OWN(min_own_words, 32, a < b ? a : b)
UPDATE_OWN(max_own_words, 32, a > b ? a : b)
UPDATE_OWN(min_own_numbers, 32, (int32_t)a < (int32_t)b ? a : b)
UPDATE_OWN(max_own_numbers, 32, (int32_t)a > (int32_t)b ? a : b)

typedef void update_own(const union tw_lanes *operand, union tw_lanes *result, uint32_t active,
                        const struct tw_lane_access *access);

/* NULL: it is done as between blocks. */
static update_own *own_update(const struct tw_op *op)
{
    static const struct {
        enum tw_ptx_word operation;
        enum tw_ptx_type type;
        update_own *update;
    } updates[] = {
        {TW_PTX_ATOM_ADD, TW_PTX_U32, add_own_words},  {TW_PTX_ATOM_ADD, TW_PTX_S32, add_own_words},
        {TW_PTX_ATOM_ADD, TW_PTX_U64, add_own_pairs},  {TW_PTX_ATOM_ADD, TW_PTX_F32, add_own_singles},
        {TW_PTX_ATOM_OR, TW_PTX_B32, or_own_words},    {TW_PTX_ATOM_MIN, TW_PTX_U32, min_own_words},
        {TW_PTX_ATOM_MAX, TW_PTX_U32, max_own_words},  {TW_PTX_ATOM_MIN, TW_PTX_S32, min_own_numbers},
        {TW_PTX_ATOM_MAX, TW_PTX_S32, max_own_numbers}};
    const struct tw_ptx_instruction *instruction = op->instruction;
    const enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    if (op->count != 1 || (space != TW_PTX_SPACE_SHARED && space != TW_PTX_SPACE_SHARED_CTA)) return NULL;
    for (size_t i = 0; i < sizeof updates / sizeof *updates; i++) {
        if (updates[i].operation == instruction->words[TW_PTX_CLASS_ATOM] &&
            updates[i].type == instruction->type[0])
            return updates[i].update;
    }
    return NULL;
}

/* References: d, b for atom; b for red; of vectors as many of each as they have elements. Elements are atomic each for itself. */
static void run_update(struct tw_warp *warp, const struct tw_op *op, uint32_t active, bool returns)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    unsigned bits = tw_bits(instruction);
    struct tw_lane_access access;
    if (!op->resolve(warp, op, active, &access)) return;
    tw_access_spread(op, &access);
    update_own *own = own_update(op);
    if (own && tw_cluster_size(warp->worker) == 1) {
        own(tw_operand(warp, op, returns), returns ? tw_operand(warp, op, 0) : NULL, active, &access);
        return;
    }
    for (unsigned i = 0; i < 32 * op->count; i++) {
        unsigned lane = i / op->count, k = i % op->count;
        if (!(active >> lane & 1u)) continue;
        uint64_t b = tw_lane_bits(tw_operand(warp, op, returns ? op->count + k : k), bits, lane);
        unsigned char *host = access.host[lane] + k * op->element_bytes;
        bool is_shared = tw_cluster_owner(warp->worker, host) != NULL;
        uint64_t old =
            tw_atomic_update(instruction->words[TW_PTX_CLASS_ATOM], instruction->type[0], host, b, is_shared);
        if (returns) tw_set_lane_bits(tw_operand(warp, op, k), bits, lane, old);
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
    if (is_half(type)) return instruction->words[TW_PTX_CLASS_ATOM] == TW_PTX_ATOM_ADD;
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
/* In global memory; min and max of halves only (PTX ISA, "atom", vector types). */
static bool vector_fits(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    enum tw_ptx_word operation = instruction->words[TW_PTX_CLASS_ATOM];
    bool extreme = operation == TW_PTX_ATOM_MIN || operation == TW_PTX_ATOM_MAX;
    return (space == TW_PTX_ABSENT || space == TW_PTX_SPACE_GLOBAL) &&
           (operation == TW_PTX_ATOM_ADD || (extreme && is_half(instruction->type[0])));
}

TW_SELECT(atom_vector, vector_fits(instruction) ? atom : NULL)
TW_SELECT(red_vector, vector_fits(instruction) ? red : NULL)
TW_SELECT(cas, space_fits(instruction) ? cas : NULL)
