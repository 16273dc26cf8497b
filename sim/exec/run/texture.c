/* Textures (PTX ISA, "Texture Instructions"): each lane asks for itself, perhaps each of another texture. */
#include "sim/exec/lanes.h"
#include "sim/exec/memory/views.h"
#include "sim/exec/numbers/numbers.h"

/* Places of the operands: four results, whether they are resident, the texture with its coordinates, and what follows. */
enum { RESIDENT = 4, TEXEL, FIRST };

static bool is_layered(enum tw_ptx_word geometry)
{
    return geometry == TW_PTX_GEOM_A1D || geometry == TW_PTX_GEOM_A2D || geometry == TW_PTX_GEOM_ACUBE;
}

static struct tw_fetch fetch_of(const struct tw_warp *warp, const struct tw_op *op, unsigned lane)
{
    const struct tw_ptx_instruction *instruction = op->instruction;
    const char *name = instruction->opcode;
    const unsigned layered = is_layered(instruction->words[TW_PTX_CLASS_GEOM]);
    const unsigned dimensions = tw_ptx_dimensions(instruction->words[TW_PTX_CLASS_GEOM]);
    struct tw_fetch fetch = {.whole = instruction->type[1] == TW_PTX_S32, .gathered = -1};
    unsigned next = FIRST;
    if (layered) fetch.layer = tw_fragment(warp, op, TEXEL, 1)->u32[lane];
    for (unsigned i = 0; i < 3; i++)
        fetch.place[i] = i + layered < 4 ? tw_fragment(warp, op, TEXEL, 1 + i + layered)->u32[lane] : 0;
    if (strncmp(name, "tex.level", 9) == 0) {
        const uint32_t bits = tw_operand(warp, op, next++)->u32[lane];
        fetch.lod = TW_LOD_GIVEN;
        fetch.level = fetch.whole ? (float)(int32_t)bits : tw_as_f32(bits);
    } else if (strncmp(name, "tex.grad", 8) == 0) {
        fetch.lod = TW_LOD_SLOPES;
        for (unsigned k = 0; k < 2; k++, next++) {
            for (unsigned i = 0; i < dimensions; i++)
                fetch.slope[k][i] = tw_fragment(warp, op, next, i)->f32[lane];
        }
    }
    if (op->references > next) {
        for (unsigned i = 0; i < dimensions; i++) fetch.offset[i] = tw_fragment(warp, op, next, i)->s32[lane];
    }
    if (instruction->words[TW_PTX_CLASS_COMP] != TW_PTX_ABSENT)
        fetch.gathered = (int)(instruction->words[TW_PTX_CLASS_COMP] - TW_PTX_COMP_R);
    return fetch;
}

static uint32_t paired(uint32_t low, uint32_t high)
{
    uint64_t x = tw_number_round(tw_number_of(TW_PTX_F32, low), TW_PTX_F16, TW_ROUND_NEAREST),
             y = tw_number_round(tw_number_of(TW_PTX_F32, high), TW_PTX_F16, TW_ROUND_NEAREST);
    return (uint32_t)(x | y << 16);
}

static void fetch_from(const struct tw_view *view, unsigned dimensions, const struct tw_fetch *fetch,
                       uint32_t texel[4])
{
    if (dimensions == view->image.dimensions || view->image.cube) {
        tw_texture_fetch(&view->image, &view->sampler, fetch, texel);
        return;
    }
    struct tw_texture_image row = view->image; /* of an array with one dimension more, or less */
    row.dimensions = dimensions;
    tw_texture_fetch(&row, &view->sampler, fetch, texel);
}

static void run_texture(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const unsigned dimensions = tw_ptx_dimensions(op->instruction->words[TW_PTX_CLASS_GEOM]);
    for (unsigned lane = 0; lane < 32; lane++) {
        uint32_t texel[4];
        if (!(active >> lane & 1u)) continue;
        const uint64_t handle = tw_fragment(warp, op, TEXEL, 0)->u64[lane];
        const struct tw_view *view = tw_view_for(warp, op, lane, handle, TW_VIEW_TEXTURE);
        if (!view) return;
        const struct tw_fetch fetch = fetch_of(warp, op, lane);
        fetch_from(view, dimensions, &fetch, texel);
        if (op->instruction->type[0] == TW_PTX_F16X2) {
            texel[0] = paired(texel[0], texel[1]);
            texel[1] = paired(texel[2], texel[3]);
        }
        for (unsigned i = 0; i < op->count; i++) tw_operand(warp, op, i)->u32[lane] = texel[i];
    }
    tw_set_predicate(warp, op, RESIDENT, TW_ALL_LANES, active);
}

/* Comparisons with a depth, which stands behind the offsets, are not known. */
static bool is_compared(const struct tw_ptx_instruction *instruction)
{
    const char *name = instruction->opcode;
    const unsigned more = strncmp(name, "tex.level", 9) == 0 ? 1 : strncmp(name, "tex.grad", 8) == 0 ? 2 : 0;
    return instruction->operand_count > 3 + more;
}

TW_SELECT(tex, is_compared(instruction) ? NULL : run_texture)
TW_SELECT(tld4, is_compared(instruction) ? NULL : run_texture)

/* ---- queries ---- */

/* Layers count as the dimension that there is not. What an H200 answers; a driver's assembler knows no other queries. */
static uint32_t answer(enum tw_ptx_word asked, const struct tw_view *view, unsigned level)
{
    const struct tw_texture_image *image = &view->image;
    const struct tw_level *at = &image->level[level < image->levels ? level : 0];
    const uint32_t layers = !image->layered ? 0 : at->size[2] / (image->cube ? 6 : 1);
    switch (asked) {
    case TW_PTX_ASKED_WIDTH:
        return at->size[0];
    case TW_PTX_ASKED_HEIGHT:
        if (image->dimensions > 1) return at->size[1];
        return layers ? layers : !image->linear && !view->surface;
    default:
        return image->dimensions > 2 ? at->size[2] : image->dimensions == 2 ? layers : 0;
    }
}

/* References: d, the texture or surface, either for both instructions, perhaps a level */
static void run_query(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        const struct tw_view *view =
            tw_view_for(warp, op, lane, tw_operand(warp, op, 1)->u64[lane], TW_VIEW_ANY);
        if (!view) return;
        unsigned level = op->references > 2 ? tw_operand(warp, op, 2)->u32[lane] : 0;
        tw_operand(warp, op, 0)->u32[lane] = answer(op->instruction->words[TW_PTX_CLASS_ASKED], view, level);
    }
}

TW_SELECT(txq, run_query)
TW_SELECT(suq, run_query)
