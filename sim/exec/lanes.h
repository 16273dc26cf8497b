/*
 * lanes.h - how handlers read and write registers, and the macros that make one per type.
 *
 * A handler computes all 32 lanes into a local result and commits the active ones: loops without branches,
 * which the compiler turns into vector code. A destination may be a source too.
 */
#ifndef TW_SIM_EXEC_LANES_H
#define TW_SIM_EXEC_LANES_H

#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "sim/exec/memory/lane_access.h"
#include "sim/exec/numbers/float_bits.h"

static inline union tw_lanes *tw_at(const struct tw_warp *warp, uint32_t reference)
{
    return (union tw_lanes *)(void *)(warp->base[reference & 1] + reference);
}

static inline union tw_lanes *tw_operand(const struct tw_warp *warp, const struct tw_op *op, unsigned i)
{
    return tw_at(warp, op->reference[i]);
}

/* Element i of an operand that is several registers: of a matrix, of coordinates. */
static inline union tw_lanes *tw_fragment(const struct tw_warp *warp, const struct tw_op *op,
                                          unsigned operand, unsigned i)
{
    return tw_at(warp, warp->worker->running->program->fragments[op->reference[operand] + i]);
}

/* The address that a place is in a lane; the place of the operation's own memory operand. */
static inline uint64_t tw_place_address(const struct tw_warp *warp, const struct tw_place *place,
                                        unsigned lane)
{
    const union tw_lanes *base = tw_at(warp, place->base);
    return place->is_wide ? base->u64[lane] + place->offset : base->u32[lane] + (uint32_t)place->offset;
}

static inline struct tw_place tw_first_place(const struct tw_op *op)
{
    return (struct tw_place){op->address, op->address_wide, op->offset};
}

/* The host address of a lane of an access that is not scattered. */
static inline unsigned char *tw_access_host(const struct tw_lane_access *access, unsigned lane)
{
    unsigned row = access->shape != TW_ROWS ? 0 : access->width == 16 ? lane / 16 : lane / 8;
    return access->host[0] + (lane - row * access->width) * access->step + row * access->gap;
}

/* 1, 2, 4, 8 or 16 bytes: a call of memcpy would take longer than they do. */
static inline void tw_copy_piece(void *to, const void *from, uint32_t bytes)
{
    switch (bytes) {
    case 16:
        memcpy(to, from, 16);
        break;
    case 8:
        memcpy(to, from, 8);
        break;
    case 4:
        memcpy(to, from, 4);
        break;
    default:
        memcpy(to, from, bytes);
    }
}

/* Lane i of a register of 16 (8 too), 32 or 64 bits. */
static inline uint64_t tw_lane_bits(const union tw_lanes *lanes, unsigned bits, unsigned i)
{
    return bits <= 16 ? lanes->u16[i] : bits == 32 ? lanes->u32[i] : lanes->u64[i];
}

static inline void tw_set_lane_bits(union tw_lanes *lanes, unsigned bits, unsigned i, uint64_t value)
{
    if (bits <= 16) lanes->u16[i] = (uint16_t)value;
    if (bits == 32) lanes->u32[i] = (uint32_t)value;
    if (bits == 64) lanes->u64[i] = value;
}

static inline uint32_t tw_predicate(const struct tw_warp *warp, const struct tw_op *op, unsigned i)
{
    return tw_at(warp, op->reference[i])->u32[0] ^ (op->negated >> i & 1u ? UINT32_MAX : 0);
}

static inline void tw_set_predicate(struct tw_warp *warp, const struct tw_op *op, unsigned i, uint32_t value,
                                    uint32_t active)
{
    uint32_t *mask = &tw_at(warp, op->reference[i])->u32[0];
    *mask = (*mask & ~active) | (value & active);
}

/* 32 bytes of 0 or 1 to 32 bits. */
static inline uint32_t tw_pack_lanes(const uint8_t holds[32])
{
#ifdef __AVX2__
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)holds);
    return (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(bytes, 7));
#else
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t eight;
        memcpy(&eight, holds + 8 * i, sizeof eight);
        mask |= (uint32_t)(eight * 0x0102040810204080u >> 56)
                << 8 * i; /* bit 0 of byte i comes to bit 56 + i */
    }
    return mask;
#endif
}

/* Writes the active lanes of a result whose lanes have `bytes` bytes;
 * `bytes` is a constant where this is inlined. */
static inline void tw_commit(union tw_lanes *destination, const union tw_lanes *result, size_t bytes,
                             uint32_t active)
{
    if (active == TW_ALL_LANES) {
        memcpy(destination, result, 32 * bytes);
        return;
    }
#define KEEP(m) destination->m[lane] = active >> lane & 1u ? result->m[lane] : destination->m[lane]
    for (unsigned lane = 0; bytes == 2 && lane < 32; lane++) KEEP(u16);
    for (unsigned lane = 0; bytes == 4 && lane < 32; lane++) KEEP(u32);
    for (unsigned lane = 0; bytes == 8 && lane < 32; lane++) KEEP(u64);
#undef KEEP
}

/* All lanes that have not exited: what the others' registers hold is no matter. */
static inline bool tw_is_whole(const struct tw_warp *warp, uint32_t active)
{
    return (active | ~warp->live) == TW_ALL_LANES;
}

/* For all lanes: registers are the same or apart, so no lane's result is another lane's source. */
#if defined __clang__
#define TW_EACH_LANE for (unsigned lane = 0; lane < 32; lane++)
#else
#define TW_EACH_LANE _Pragma("GCC ivdep") for (unsigned lane = 0; lane < 32; lane++)
#endif

static inline unsigned tw_bits(const struct tw_ptx_instruction *instruction)
{
    return tw_ptx_type_info(instruction->type[0])->bits;
}

/* As f32 arithmetic gives them: one NaN (sim/README.md). */
static inline uint32_t tw_f32_result(float value)
{
    return value != value ? 0x7fffffffu : tw_f32_bits(value);
}

#define TW_C_u8  uint8_t
#define TW_C_s8  int8_t
#define TW_C_u16 uint16_t
#define TW_C_s16 int16_t
#define TW_C_u32 uint32_t
#define TW_C_s32 int32_t
#define TW_C_u64 uint64_t
#define TW_C_s64 int64_t
#define TW_C_f32 float
#define TW_C_f64 double

/* Sets the active lanes of r->out to `expression`, for which SOURCES makes a, b, c. */
#define TW_SET_LANES(out, SOURCES, expression)                                                               \
    if (tw_is_whole(warp, active)) {                                                                         \
        TW_EACH_LANE                                                                                         \
        {                                                                                                    \
            SOURCES;                                                                                         \
            r->out[lane] = (TW_C_##out)(expression);                                                         \
        }                                                                                                    \
    } else {                                                                                                 \
        TW_EACH_LANE                                                                                         \
        {                                                                                                    \
            SOURCES;                                                                                         \
            const TW_C_##out value = (TW_C_##out)(expression);                                               \
            r->out[lane] = active >> lane & 1u ? value : r->out[lane];                                       \
        }                                                                                                    \
    }

/* Handlers of one, two, three sources; `expression` uses a, b, c. `out`, `in`: members of union tw_lanes. */
#define TW_UNARY(name, out, in, expression)                                                                  \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        const union tw_lanes *x = tw_operand(warp, op, 1);                                                   \
        union tw_lanes *r = tw_operand(warp, op, 0);                                                         \
        TW_SET_LANES(out, const TW_C_##in a = x->in[lane], expression)                                       \
    }

#define TW_BINARY(name, out, in, in2, expression)                                                            \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        const union tw_lanes *x = tw_operand(warp, op, 1), *y = tw_operand(warp, op, 2);                     \
        union tw_lanes *r = tw_operand(warp, op, 0);                                                         \
        TW_SET_LANES(out, const TW_C_##in a = x->in[lane]; const TW_C_##in2 b = y->in2[lane], expression)    \
    }

#define TW_TERNARY(name, out, in, in2, in3, expression)                                                      \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        const union tw_lanes *x = tw_operand(warp, op, 1), *y = tw_operand(warp, op, 2),                     \
                             *z = tw_operand(warp, op, 3);                                                   \
        union tw_lanes *r = tw_operand(warp, op, 0);                                                         \
        TW_SET_LANES(out, const TW_C_##in a = x->in[lane]; const TW_C_##in2 b = y->in2[lane];                \
                     const TW_C_##in3 c = z->in3[lane], expression)                                          \
    }

/* pick_NAME: of the handlers NAME_u16, NAME_u32, NAME_u64 the one for an instruction, whatever the sign. */
#define TW_PICK_BITS(name)                                                                                   \
    static tw_run *pick_##name(const struct tw_ptx_instruction *instruction)                                 \
    {                                                                                                        \
        switch (tw_bits(instruction)) {                                                                      \
        case 16:                                                                                             \
            return name##_u16;                                                                               \
        case 32:                                                                                             \
            return name##_u32;                                                                               \
        case 64:                                                                                             \
            return name##_u64;                                                                               \
        default:                                                                                             \
            return NULL;                                                                                     \
        }                                                                                                    \
    }

/* The same where the sign matters; types without a sign count as unsigned. */
#define TW_PICK_SIGNED(name)                                                                                 \
    static tw_run *pick_##name(const struct tw_ptx_instruction *instruction)                                 \
    {                                                                                                        \
        bool is_signed = tw_ptx_type_info(instruction->type[0])->kind == TW_PTX_SIGNED;                      \
        switch (tw_bits(instruction)) {                                                                      \
        case 16:                                                                                             \
            return is_signed ? name##_s16 : name##_u16;                                                      \
        case 32:                                                                                             \
            return is_signed ? name##_s32 : name##_u32;                                                      \
        case 64:                                                                                             \
            return is_signed ? name##_s64 : name##_u64;                                                      \
        default:                                                                                             \
            return NULL;                                                                                     \
        }                                                                                                    \
    }

/* tw_select_NAME, for the opcode table's handler NAME; `choice` is an expression of `instruction`. */
#define TW_SELECT(name, choice)                                                                              \
    tw_run *tw_select_##name(const struct tw_ptx_instruction *instruction)                                   \
    {                                                                                                        \
        (void)instruction;                                                                                   \
        return (choice);                                                                                     \
    }

#endif
