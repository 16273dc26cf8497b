/*
 * Surfaces (PTX ISA, "Surface Instructions"): texels as they are stored. x counts bytes, but texels in the forms .p; what lies
 * outside the image is a finding (.trap), nothing and zeros (.zero), or the nearest texel (.clamp).
 */
#include "sim/check/finding.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/views.h"
#include "sim/exec/numbers/numbers.h"

static bool is_formatted(const struct tw_op *op)
{
    return strncmp(strchr(op->instruction->opcode, '.'), ".p", 2) == 0;
}

/* Bytes that an instruction moves. */
static unsigned bytes_of(const struct tw_op *op)
{
    return tw_bits(op->instruction) / 8 * op->count;
}

/* Into [0, most] when the instruction clamps; false: outside. */
static bool within(const struct tw_op *op, int64_t *place, int64_t most)
{
    bool inside = *place >= 0 && *place <= most;
    if (op->instruction->words[TW_PTX_CLASS_BEYOND] != TW_PTX_BEYOND_CLAMP) return inside;
    *place = *place < 0 ? 0 : *place > most ? most : *place;
    return true;
}

/* The bytes that a lane means; *host is NULL when they lie outside and that is allowed. False: a finding. */
static bool place_of(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned operand,
                     const struct tw_view *view, unsigned char **host)
{
    const struct tw_texture_image *image = &view->image;
    const struct tw_level *level = &image->level[0];
    const enum tw_ptx_word geometry = op->instruction->words[TW_PTX_CLASS_GEOM];
    const bool layered = geometry == TW_PTX_GEOM_A1D || geometry == TW_PTX_GEOM_A2D;
    const unsigned dimensions = tw_ptx_dimensions(geometry), texel = tw_texel_bytes(image);
    const unsigned bytes = is_formatted(op) ? texel : bytes_of(op);
    int64_t at[3] = {0},
            most[3] = {(int64_t)level->size[0] * texel - bytes, level->size[1] - 1, level->size[2] - 1};
    for (unsigned i = 0; i < dimensions; i++)
        at[i] = tw_fragment(warp, op, operand, 1 + layered + i)->s32[lane];
    if (layered) at[2] = tw_fragment(warp, op, operand, 1)->u32[lane];
    if (is_formatted(op)) at[0] *= texel;
    const int64_t asked[3] = {at[0], at[1], at[2]};
    bool inside = true;
    for (unsigned i = 0; i < 3; i++) inside = within(op, &at[i], most[i]) && inside;
    *host =
        inside ? level->texels + at[2] * (int64_t)level->slice + at[1] * (int64_t)level->pitch + at[0] : NULL;
    if (at[0] % bytes) {
        tw_find(warp, op, TW_SIM_MISALIGNED, lane, "byte %lld of a row is no multiple of %u",
                (long long)asked[0], bytes);
        return false;
    }
    if (inside || op->instruction->words[TW_PTX_CLASS_BEYOND] != TW_PTX_BEYOND_TRAP) return true;
    tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
            "byte %lld of row %lld of slice %lld is outside the surface of %u x %u x %u texels of %u bytes",
            (long long)asked[0], (long long)asked[1], (long long)asked[2], level->size[0], level->size[1],
            level->size[2], texel);
    return false;
}

static bool find_place(struct tw_warp *warp, const struct tw_op *op, unsigned lane, unsigned operand,
                       unsigned char **host, const struct tw_view **view)
{
    *view = tw_view_for(warp, op, lane, tw_fragment(warp, op, operand, 0)->u64[lane], TW_VIEW_SURFACE);
    return *view && place_of(warp, op, lane, operand, *view, host);
}

/* References: elements, the surface */
static void load(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const unsigned bytes = tw_bits(op->instruction) / 8;
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned char *host;
        const struct tw_view *view;
        if (!(active >> lane & 1u)) continue;
        if (!find_place(warp, op, lane, op->count, &host, &view)) return;
        for (unsigned i = 0; i < op->count; i++) {
            uint64_t value = 0;
            if (host) memcpy(&value, host + i * bytes, bytes);
            tw_set_lane_bits(tw_operand(warp, op, i), op->register_bits, lane, value);
        }
    }
}

/* References: the surface, elements */
static void store(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const unsigned bytes = tw_bits(op->instruction) / 8;
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned char *host;
        const struct tw_view *view;
        if (!(active >> lane & 1u)) continue;
        if (!find_place(warp, op, lane, 0, &host, &view)) return;
        for (unsigned i = 0; host && i < op->count; i++) {
            uint64_t value = tw_lane_bits(tw_operand(warp, op, 1 + i), bytes * 8, lane);
            memcpy(host + i * bytes, &value, bytes);
        }
    }
}

/* What a channel keeps of 32 bits: floats become what the format has, integers go to its bounds. */
static uint32_t formatted(const struct tw_texture_image *image, uint32_t value)
{
    if (image->kind == TW_TEXEL_FLOAT && image->bits == 16 && (value & 0x7fffffffu) > 0x7f800000u)
        return (value >> 16 & 0x8000u) | 0x7c00u | (value >> 13 & 0x3ffu); /* a NaN's bits */
    if (image->kind == TW_TEXEL_FLOAT && image->bits == 16)
        return (uint32_t)tw_number_round(tw_number_of(TW_PTX_F32, value), TW_PTX_F16, TW_ROUND_ZERO);
    if (image->bits == 32) return value;
    if (image->kind == TW_TEXEL_UNSIGNED) return value >> image->bits ? (1u << image->bits) - 1 : value;
    int32_t most = (1 << (image->bits - 1)) - 1, number = (int32_t)value;
    return (uint32_t)(number > most ? most : number < -most - 1 ? -most - 1 : number);
}

static void store_formatted(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned char *host;
        const struct tw_view *view;
        if (!(active >> lane & 1u)) continue;
        if (!find_place(warp, op, lane, 0, &host, &view)) return;
        const unsigned bytes = view->image.bits / 8;
        for (unsigned i = 0; host && i < view->image.channels; i++) {
            uint32_t given = i < op->count ? tw_operand(warp, op, 1 + i)->u32[lane] : 0;
            uint32_t value = formatted(&view->image, given);
            memcpy(host + (size_t)i * bytes, &value, bytes);
        }
    }
}

static void reduce(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const unsigned bits = tw_bits(op->instruction);
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned char *host;
        const struct tw_view *view;
        if (!(active >> lane & 1u)) continue;
        if (!find_place(warp, op, lane, 0, &host, &view)) return;
        const bool is_signed = is_formatted(op)
                                   ? view->image.kind == TW_TEXEL_SIGNED
                                   : tw_ptx_type_info(op->instruction->type[0])->kind == TW_PTX_SIGNED;
        const enum tw_ptx_type type = bits == 32  ? is_signed ? TW_PTX_S32 : TW_PTX_U32
                                      : is_signed ? TW_PTX_S64
                                                  : TW_PTX_U64;
        const uint64_t given = tw_lane_bits(tw_operand(warp, op, 1), bits, lane);
        if (host) tw_atomic_update(op->instruction->words[TW_PTX_CLASS_ATOM], type, host, given, false);
    }
}

TW_SELECT(suld, load)
TW_SELECT(sust, store)
TW_SELECT(sust_p, store_formatted)
TW_SELECT(sured, reduce)
