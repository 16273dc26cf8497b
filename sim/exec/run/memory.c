/* Data movement (PTX ISA, "Data Movement and Conversion Instructions"). */
#include "sim/check/grid_races.h"
#include "sim/check/shadow.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/access.h"
#include "sim/exec/memory/weak.h"
#include "sim/ptx/match.h"

/* --- loads: `memory` is the type in memory, `member` that of the registers,
   wider or as wide; signs extend */

/* Not taken apart before it could become one vector. */
#if defined __clang__
#define TW_IN_STEP
#else
#define TW_IN_STEP _Pragma("GCC unroll 1")
#endif

/* Two or four elements a lane, the lanes one behind the other. */
#define LOAD_VECTORS(name, memory, member)                                                                   \
    static inline bool name##_vectors(const struct tw_warp *warp, const struct tw_op *op,                    \
                                      const unsigned char *at)                                               \
    {                                                                                                        \
        memory row[128];                                                                                     \
        union tw_lanes *const a = tw_operand(warp, op, 0), *const b = tw_operand(warp, op, 1),               \
                              *const c = tw_operand(warp, op, 2), *const d = tw_operand(warp, op, 3);        \
        if (op->count == 2) {                                                                                \
            memcpy(row, at, 64 * sizeof *row);                                                               \
            TW_EACH_LANE                                                                                     \
            {                                                                                                \
                a->member[lane] = row[2 * lane];                                                             \
                b->member[lane] = row[2 * lane + 1];                                                         \
            }                                                                                                \
        } else if (op->count == 4) {                                                                         \
            memcpy(row, at, 128 * sizeof *row);                                                              \
            TW_EACH_LANE                                                                                     \
            {                                                                                                \
                a->member[lane] = row[4 * lane];                                                             \
                b->member[lane] = row[4 * lane + 1];                                                         \
                c->member[lane] = row[4 * lane + 2];                                                         \
                d->member[lane] = row[4 * lane + 3];                                                         \
            }                                                                                                \
        }                                                                                                    \
        return op->count == 2 || op->count == 4;                                                             \
    }

#define LOAD_FORM(name, memory, member, READ)                                                                \
    static inline void name##_row(TW_C_##member *to, const unsigned char *at, unsigned count)                \
    {                                                                                                        \
        memory narrow[32], *row = sizeof *to == sizeof(memory) ? (memory *)(void *)to : narrow;              \
        READ##_ROW(memory, row, count, at);                                                                  \
        for (unsigned i = 0; sizeof *to != sizeof(memory) && i < count; i++) to[i] = (TW_C_##member)row[i];  \
    }                                                                                                        \
    static inline void name##_lanes(union tw_lanes *r, const struct tw_lane_access *access, size_t offset)   \
    {                                                                                                        \
        const unsigned char *at = access->host[0] + offset;                                                  \
        const bool rows = access->shape == TW_ROWS && access->pattern;                                       \
        memory value;                                                                                        \
        if (access->shape == TW_SAME) {                                                                      \
            READ(memory, value, at);                                                                         \
            for (unsigned i = 0; i < 32; i++) r->member[i] = (TW_C_##member)value;                           \
        } else if (access->shape == TW_CONSECUTIVE && access->step == sizeof(memory)) {                      \
            name##_row(r->member, at, 32);                                                                   \
        } else if (rows && access->step == 0) {                                                              \
            for (unsigned i = 0; i < 32; i += 8) {                                                           \
                READ(memory, value, at + access->pattern->distance[i]);                                      \
                TW_IN_STEP for (unsigned j = 0; j < 8; j++) r->member[i + j] = (TW_C_##member)value;         \
            }                                                                                                \
        } else if (rows && access->step == sizeof(memory)) {                                                 \
            for (unsigned i = 0; i < 32; i += 8) {                                                           \
                name##_row(r->member + i, at + access->pattern->distance[i], 8);                             \
            }                                                                                                \
        } else if (access->shape == TW_SCATTERED) {                                                          \
            for (unsigned i = 0; i < 32; i++) {                                                              \
                READ(memory, value, access->host[i] + offset);                                               \
                r->member[i] = (TW_C_##member)value;                                                         \
            }                                                                                                \
        } else {                                                                                             \
            for (unsigned i = 0; i < 32; i++) {                                                              \
                READ(memory, value, tw_access_host(access, i) + offset);                                     \
                r->member[i] = (TW_C_##member)value;                                                         \
            }                                                                                                \
        }                                                                                                    \
    }                                                                                                        \
    static __attribute__((noinline)) void name##_some(const struct tw_warp *warp, const struct tw_op *op,    \
                                                      uint32_t active, const struct tw_lane_access *access)  \
    {                                                                                                        \
        union tw_lanes r;                                                                                    \
        for (unsigned k = 0; k < op->count; k++) {                                                           \
            name##_lanes(&r, access, k * sizeof(memory));                                                    \
            tw_commit(tw_operand(warp, op, k), &r, sizeof *r.member, active);                                \
        }                                                                                                    \
    }                                                                                                        \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        struct tw_lane_access access;                                                                        \
        if (!op->resolve(warp, op, active, &access)) return;                                                 \
        if (active != TW_ALL_LANES) {                                                                        \
            name##_some(warp, op, active, &access);                                                          \
            return;                                                                                          \
        }                                                                                                    \
        if (READ##_VECTORS && sizeof(memory) == sizeof(TW_C_##member) && access.shape == TW_CONSECUTIVE &&   \
            name##_vectors(warp, op, access.host[0]))                                                        \
            return;                                                                                          \
        for (unsigned k = 0; k < op->count; k++)                                                             \
            name##_lanes(tw_operand(warp, op, k), &access, k * sizeof(memory));                              \
    }

#define PLAIN_READ(memory, value, pointer) memcpy(&value, pointer, sizeof value)
/* volatile, relaxed, acquire: what another block writes meanwhile is seen whole, and in order */
#define STRONG_READ(memory, value, pointer) value = atomic_load((_Atomic memory *)(void *)(pointer))

#define PLAIN_READ_VECTORS  1
#define STRONG_READ_VECTORS 0

#define PLAIN_READ_ROW(memory, row, count, pointer) memcpy(row, pointer, (count) * sizeof(memory))
#define STRONG_READ_ROW(memory, row, count, pointer)                                                         \
    for (unsigned n = 0; n < (count); n++) STRONG_READ(memory, row[n], (pointer) + n * sizeof(memory))

#define LOAD(memory, member, name)                                                                           \
    LOAD_VECTORS(load_##name, memory, member)                                                                \
    LOAD_VECTORS(load_strong_##name, memory, member)                                                         \
    LOAD_FORM(load_##name, memory, member, PLAIN_READ)                                                       \
    LOAD_FORM(load_strong_##name, memory, member, STRONG_READ)

/* --- stores: the low part of the register */

#define STORE_VECTORS(name, memory, member)                                                                  \
    static inline bool name##_vectors(const struct tw_warp *warp, const struct tw_op *op, unsigned char *at) \
    {                                                                                                        \
        memory row[128];                                                                                     \
        const union tw_lanes *const a = tw_operand(warp, op, 0), *const b = tw_operand(warp, op, 1),         \
                                    *const c = tw_operand(warp, op, 2), *const d = tw_operand(warp, op, 3);  \
        if (op->count == 2) {                                                                                \
            TW_EACH_LANE                                                                                     \
            {                                                                                                \
                row[2 * lane] = (memory)a->member[lane];                                                     \
                row[2 * lane + 1] = (memory)b->member[lane];                                                 \
            }                                                                                                \
            memcpy(at, row, 64 * sizeof *row);                                                               \
        } else if (op->count == 4) {                                                                         \
            TW_EACH_LANE                                                                                     \
            {                                                                                                \
                row[4 * lane] = (memory)a->member[lane];                                                     \
                row[4 * lane + 1] = (memory)b->member[lane];                                                 \
                row[4 * lane + 2] = (memory)c->member[lane];                                                 \
                row[4 * lane + 3] = (memory)d->member[lane];                                                 \
            }                                                                                                \
            memcpy(at, row, 128 * sizeof *row);                                                              \
        }                                                                                                    \
        return op->count == 2 || op->count == 4;                                                             \
    }

#define STORE_FORM(name, memory, member, WRITE)                                                              \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        struct tw_lane_access access;                                                                        \
        if (!op->resolve(warp, op, active, &access)) return;                                                 \
        const union tw_lanes *source = tw_operand(warp, op, 0);                                              \
        if (access.shape == TW_CONSECUTIVE && op->count == 1) {                                              \
            memory row[32];                                                                                  \
            for (unsigned i = 0; i < 32; i++) row[i] = (memory)source->member[i];                            \
            WRITE##_ROW(memory, row, access.host[0]);                                                        \
            return;                                                                                          \
        }                                                                                                    \
        if (WRITE##_VECTORS && access.shape == TW_CONSECUTIVE && name##_vectors(warp, op, access.host[0]))   \
            return;                                                                                          \
        if (access.shape == TW_ROWS && access.pattern && access.step == sizeof(memory) &&                    \
            active == TW_ALL_LANES) {                                                                        \
            for (unsigned i = 0; i < 32; i += 8) {                                                           \
                memory row[8];                                                                               \
                for (unsigned j = 0; j < 8; j++) row[j] = (memory)source->member[i + j];                     \
                WRITE##_ROW(memory, row, access.host[0] + access.pattern->distance[i]);                      \
            }                                                                                                \
            return;                                                                                          \
        }                                                                                                    \
        tw_access_spread(op, &access);                                                                       \
        for (unsigned k = 0; k < op->count; k++) {                                                           \
            source = tw_operand(warp, op, k);                                                                \
            for (unsigned i = 0; i < 32; i++) {                                                              \
                const memory value = (memory)source->member[i];                                              \
                if (active >> i & 1u) WRITE(memory, value, access.host[i] + k * sizeof value);               \
            }                                                                                                \
        }                                                                                                    \
    }

#define PLAIN_WRITE(memory, value, pointer)  memcpy(pointer, &value, sizeof value)
#define STRONG_WRITE(memory, value, pointer) atomic_store((_Atomic memory *)(void *)(pointer), value)

#define PLAIN_WRITE_VECTORS  1
#define STRONG_WRITE_VECTORS 0

#define PLAIN_WRITE_ROW(memory, row, pointer) memcpy(pointer, row, sizeof row)
#define STRONG_WRITE_ROW(memory, row, pointer)                                                               \
    for (unsigned n = 0; n < sizeof row / sizeof *row; n++)                                                  \
    STRONG_WRITE(memory, row[n], (pointer) + n * sizeof *row)

#define STORE(memory, member, name)                                                                          \
    STORE_VECTORS(store_##name, memory, member)                                                              \
    STORE_VECTORS(store_strong_##name, memory, member)                                                       \
    STORE_FORM(store_##name, memory, member, PLAIN_WRITE)                                                    \
    STORE_FORM(store_strong_##name, memory, member, STRONG_WRITE)

/* clang-format off */

/*    bits in memory, sign     register     name: memory bits, register bits                    */
#define LOADS(X)                                                                                \
    X(uint8_t,  u16, u8_16)    X(uint8_t,  u32, u8_32)    X(uint8_t,  u64, u8_64)               \
    X(int8_t,   s16, s8_16)    X(int8_t,   s32, s8_32)    X(int8_t,   s64, s8_64)               \
    X(uint16_t, u16, u16_16)   X(uint16_t, u32, u16_32)   X(uint16_t, u64, u16_64)              \
    X(int16_t,  s16, s16_16)   X(int16_t,  s32, s16_32)   X(int16_t,  s64, s16_64)              \
    X(uint32_t, u32, u32_32)   X(uint32_t, u64, u32_64)   X(int32_t,  s32, s32_32)              \
    X(int32_t,  s64, s32_64)   X(uint64_t, u64, u64_64)

#define STORES(X)                                                                               \
    X(uint8_t,  u16, 8_16)     X(uint8_t,  u32, 8_32)     X(uint8_t,  u64, 8_64)                \
    X(uint16_t, u16, 16_16)    X(uint16_t, u32, 16_32)    X(uint16_t, u64, 16_64)               \
    X(uint32_t, u32, 32_32)    X(uint32_t, u64, 32_64)    X(uint64_t, u64, 64_64)

LOADS(LOAD)
STORES(STORE)

/* clang-format on */

struct memory_form {
    unsigned bytes, register_bits;
    bool is_signed;
    tw_run *plain, *strong;
};

#define IS_SIGNED(type) ((type)-1 < (type)1)

static const struct memory_form loads[] = {
#define X(memory, member, name)                                                                              \
    {sizeof(memory), 8 * sizeof(TW_C_##member), IS_SIGNED(memory), load_##name, load_strong_##name},
    LOADS(X)
#undef X
};

static const struct memory_form stores[] = {
#define X(memory, member, name)                                                                              \
    {sizeof(memory), 8 * sizeof(TW_C_##member), false, store_##name, store_strong_##name},
    STORES(X)
#undef X
};

static bool is_strong(const struct tw_ptx_instruction *instruction)
{
    enum tw_ptx_word order = instruction->words[TW_PTX_CLASS_ORDER];
    return order != TW_PTX_ABSENT && order != TW_PTX_ORDER_WEAK;
}

static tw_run *find_form(const struct memory_form *forms, size_t count, const struct tw_op *op,
                         bool is_signed)
{
    for (size_t i = 0; i < count; i++) {
        const struct memory_form *form = &forms[i];
        bool fits = form->bytes == op->element_bytes && form->register_bits == op->register_bits;
        if (fits && form->is_signed == is_signed)
            return is_strong(op->instruction) ? form->strong : form->plain;
    }
    return NULL;
}

tw_run *tw_load_for(const struct tw_op *op)
{
    const struct tw_ptx_type_info *info = tw_ptx_type_info(op->instruction->type[0]);
    if (op->instruction->operands[0].is_wide && is_strong(op->instruction)) return tw_load_wide;
    return find_form(loads, sizeof loads / sizeof *loads, op, info->kind == TW_PTX_SIGNED && info->bits < 64);
}

tw_run *tw_store_for(const struct tw_op *op)
{
    if (op->instruction->operands[1].is_wide && is_strong(op->instruction)) return tw_store_wide;
    return find_form(stores, sizeof stores / sizeof *stores, op, false);
}

/* A variable of .param is a body's own: a parameter that it passes, or its result. */
static bool is_of_body(const struct tw_ptx_instruction *instruction)
{
    const struct tw_ptx_operand *memory = &instruction->operands[0];
    return memory->kind == TW_PTX_OPERAND_MEMORY && memory->elements->kind == TW_PTX_OPERAND_VARIABLE;
}

/* What is no address: nothing writes .const, nor a kernel's parameters. */
static bool form_exists(const struct tw_ptx_instruction *instruction, bool store)
{
    enum tw_ptx_word space = instruction->words[TW_PTX_CLASS_SPACE];
    enum tw_ptx_word order = instruction->words[TW_PTX_CLASS_ORDER];
    bool scope = instruction->words[TW_PTX_CLASS_SCOPE] != TW_PTX_ABSENT;
    bool weak = order == TW_PTX_ABSENT || order == TW_PTX_ORDER_WEAK || order == TW_PTX_ORDER_VOLATILE;
    if (scope == weak || order == TW_PTX_ORDER_ACQ_REL || order == TW_PTX_ORDER_SC) return false;
    if (order == (store ? TW_PTX_ORDER_ACQUIRE : TW_PTX_ORDER_RELEASE)) return false;
    if (store && space == TW_PTX_SPACE_PARAM) return is_of_body(instruction);
    return !store || space != TW_PTX_SPACE_CONST;
}

static void nothing(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    (void)warp, (void)op, (void)active;
}

/* Replaced by tw_load_for and tw_store_for when the registers' width is known. */
TW_SELECT(load, form_exists(instruction, false) ? nothing : NULL)
TW_SELECT(store, form_exists(instruction, true) ? nothing : NULL)
/* Hints: prefetch, griddepcontrol (grids run one after the other here), nanosleep. */
TW_SELECT(nothing, nothing)

/* Operations with a constant, with the limits that ptxas has: lines of 128 bytes, registers in eights, one of 16 events. */
static int64_t last_value(const struct tw_ptx_instruction *instruction)
{
    return instruction->operands[instruction->operand_count - 1].value;
}

static bool are_registers(int64_t count)
{
    return count >= 24 && count <= 256 && count % 8 == 0;
}

TW_SELECT(nothing_line, last_value(instruction) == 128 ? nothing : NULL)
TW_SELECT(nothing_registers, are_registers(last_value(instruction)) ? nothing : NULL)
TW_SELECT(nothing_event, last_value(instruction) >= 0 && last_value(instruction) < 16 ? nothing : NULL)

/* A cache policy is opaque: only a load or a store may look at it, and caches are not simulated. */
static void policy(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    static const union tw_lanes opaque;
    tw_commit(tw_operand(warp, op, 0), &opaque, sizeof *opaque.u64, active);
}

TW_SELECT(policy, policy)

static void fence(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    atomic_thread_fence(memory_order_seq_cst);
    if (warp->worker->shadow) tw_order_fence(warp, active);
    if (warp->worker->running->races) tw_grid_fence(warp, op, active);
    if (warp->worker->weak) tw_weak_fence(warp, op->instruction, false);
}

/* The same as fence.sc (PTX ISA, "membar/fence"). */
static void membar(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    atomic_thread_fence(memory_order_seq_cst);
    if (warp->worker->shadow) tw_order_fence(warp, active);
    if (warp->worker->running->races) tw_grid_fence(warp, op, active);
    if (warp->worker->weak) tw_weak_fence(warp, op->instruction, true);
}

TW_SELECT(fence, fence)
TW_SELECT(membar, membar)

/* --- mov */

/* clang-format off */
TW_UNARY(move_u16, u16, u16, a)
TW_UNARY(move_u32, u32, u32, a)
TW_UNARY(move_u64, u64, u64, a)
/* clang-format on */

static void move_pred(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    tw_set_predicate(warp, op, 0, tw_predicate(warp, op, 1), active);
}

static unsigned vector_size(const struct tw_ptx_operand *operand)
{
    return operand->kind == TW_PTX_OPERAND_VECTOR ? operand->count : 1;
}

/* Lane i of so many bits, next to others in one value. */
#define PUT(member)                                                                                          \
    for (unsigned lane = 0; lane < 32; lane++) whole[lane] |= (uint64_t)source->member[lane] << at
#define TAKE(member, type)                                                                                   \
    for (unsigned lane = 0; lane < 32; lane++) r.member[lane] = (type)(whole[lane] >> at)

static void put_part(uint64_t whole[32], const union tw_lanes *source, unsigned bits, unsigned at)
{
    switch (bits) {
    case 8:
        for (unsigned lane = 0; lane < 32; lane++) whole[lane] |= (source->u16[lane] & 0xffull) << at;
        break;
    case 16:
        PUT(u16);
        break;
    case 32:
        PUT(u32);
        break;
    default:
        PUT(u64);
    }
}

static void take_part(const uint64_t whole[32], union tw_lanes *to, unsigned bits, unsigned at,
                      uint32_t active)
{
    union tw_lanes r;
    switch (bits) {
    case 8:
    case 16:
        TAKE(u16, uint16_t);
        tw_commit(to, &r, sizeof *r.u16, active);
        break;
    case 32:
        TAKE(u32, uint32_t);
        tw_commit(to, &r, sizeof *r.u32, active);
        break;
    default:
        TAKE(u64, uint64_t);
        tw_commit(to, &r, sizeof *r.u64, active);
    }
}

#undef PUT
#undef TAKE

/* mov with a vector on one side or both: {a, b} packs, the other way unpacks.
 * References: destinations, then sources. */
static void move_vector(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const struct tw_ptx_operand *operands = op->instruction->operands;
    const unsigned to = vector_size(&operands[0]), from = vector_size(&operands[1]),
                   bits = tw_bits(op->instruction);
    uint64_t whole[32] = {0};
    for (unsigned k = 0; k < from; k++)
        put_part(whole, tw_operand(warp, op, to + k), bits / from, bits / from * k);
    for (unsigned k = 0; k < to; k++)
        take_part(whole, tw_operand(warp, op, k), bits / to, bits / to * k, active);
}

/* mov.v2, .v4: all elements are read before any is written. */
static void move_each(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    union tw_lanes r[4];
    size_t bytes = op->register_bits / 8;
    for (unsigned k = 0; k < op->count; k++) memcpy(&r[k], tw_operand(warp, op, op->count + k), 32 * bytes);
    for (unsigned k = 0; k < op->count; k++) tw_commit(tw_operand(warp, op, k), &r[k], bytes, active);
}

/* The lower halves of special registers that once were half as wide. */
static void move_lower(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const unsigned bits = op->register_bits;
    for (unsigned k = 0; k < op->count; k++) {
        const union tw_lanes *source = tw_operand(warp, op, op->count + k);
        union tw_lanes r;
        for (unsigned i = 0; i < 32; i++) tw_set_lane_bits(&r, bits, i, tw_lane_bits(source, bits * 2, i));
        tw_commit(tw_operand(warp, op, k), &r, bits / 8, active);
    }
}

static bool is_narrowed(const struct tw_ptx_instruction *instruction)
{
    const struct tw_ptx_operand *source = &instruction->operands[1];
    if (source->kind == TW_PTX_OPERAND_VECTOR) source = source->elements;
    return source->kind == TW_PTX_OPERAND_SPECIAL &&
           tw_ptx_special_bits((enum tw_ptx_special)source->index) > tw_bits(instruction);
}

TW_SELECT(move_each, is_narrowed(instruction) ? move_lower : move_each)

tw_run *tw_select_move(const struct tw_ptx_instruction *instruction)
{
    if (vector_size(&instruction->operands[0]) + vector_size(&instruction->operands[1]) > 2)
        return move_vector;
    if (is_narrowed(instruction)) return move_lower;
    switch (tw_bits(instruction)) {
    case 1:
        return move_pred;
    case 16:
        return move_u16;
    case 32:
        return move_u32;
    default:
        return move_u64;
    }
}

/* --- generic addresses */

static uint64_t window_of(enum tw_ptx_word space)
{
    switch (space) {
    case TW_PTX_SPACE_SHARED:
    case TW_PTX_SPACE_SHARED_CTA:
    case TW_PTX_SPACE_SHARED_CLUSTER:
        return TW_SHARED_WINDOW;
    case TW_PTX_SPACE_LOCAL:
        return TW_LOCAL_WINDOW;
    case TW_PTX_SPACE_PARAM:
        return TW_PARAM_WINDOW;
    default:
        return 0; /* global and constant addresses are generic ones */
    }
}

static uint64_t window_of_op(const struct tw_op *op)
{
    uint64_t window = window_of(op->instruction->words[TW_PTX_CLASS_SPACE]);
    return tw_ptx_has(op->instruction, TW_PTX_HAS_TO) ? 0 - window : window;
}

TW_UNARY(cvta_u64, u64, u64, a + window_of_op(op))
TW_SELECT(cvta, tw_bits(instruction) == 64 ? cvta_u64 : NULL)

/* One of the module's constants? */
static bool is_constant(const struct tw_warp *warp, uint64_t address)
{
    const struct tw_sim_module *module = warp->worker->running->launch->function->module;
    for (size_t i = 0; i < module->ptx->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->ptx->variables[i];
        if (variable->space == TW_PTX_CONST && address - module->addresses[i] < variable->bytes) return true;
    }
    return false;
}

/* As an H200 answers: global is what is nowhere else, 0 and kernels' parameters included. */
static bool is_in(const struct tw_warp *warp, enum tw_ptx_word space, uint64_t address)
{
    const uint64_t window = window_of(space);
    if (space == TW_PTX_SPACE_SHARED || space == TW_PTX_SPACE_SHARED_CTA)
        return address >> TW_RANK_SHIFT == (window >> TW_RANK_SHIFT | warp->worker->rank);
    if (window) return address >> 32 == window >> 32;
    if (space == TW_PTX_SPACE_CONST) return is_constant(warp, address);
    return address >> 32 != TW_SHARED_WINDOW >> 32 && address >> 32 != TW_LOCAL_WINDOW >> 32 &&
           !is_constant(warp, address);
}

static void isspacep(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *a = tw_operand(warp, op, 1);
    uint32_t mask = 0;
    for (unsigned i = 0; i < 32; i++) {
        mask |= (uint32_t)is_in(warp, op->instruction->words[TW_PTX_CLASS_SPACE], a->u64[i]) << i;
    }
    tw_set_predicate(warp, op, 0, mask, active);
}

TW_SELECT(isspacep, isspacep)
