/*
 * The permute family: an array's axes in another order, out[.., j, .., i, ..] = in[.., i, .., j, ..], with any strides on both sides.
 * docs/permute.md says what each method does.
 */
#include <inttypes.h>

#include "base/whole.h"
#include "gen/families/permute/cast.h"
#include "gen/families/permute/choose.h"
#include "gen/families/permute/describe.h"
#include "gen/families/permute/predict.h"
#include "gen/families/permute/transposed.h"
#include "gen/families/transpose/transpose.h"
#include "gen/text/data.h"
#include "gen/text/render.h"

/* ---- what is possible ---- */

#define TURNS_MOST     64u /* accesses of a thread to a tile, which its registers hold */
#define REGISTER_BYTES 512 /* of elements that a thread holds at once */

/* Whether padding stands between two indices of some axis, and outside of runs that are shifted. */
static bool accept_padding(const struct tw_permute_tile *t, struct tw_text *reason)
{
    unsigned place[TW_MAX_AXES];
    bool shifted = t->method == PERMUTE_SHIFTED, stands = false;
    if (!t->pad) return true;
    tw_permute_places(t, place);
    for (unsigned i = 0; i < t->problem.rank; i++)
        stands = stands || (t->pad_every % place[i] == 0 && t->pad_every / place[i] <= t->span[i].extent);
    if (!stands || (shifted && t->pad_every % t->pitch)) {
        tw_text_addf(reason, "pad_every is %u; an index of an axis of the tile%s must begin there",
                     t->pad_every, shifted ? " that is no run of the output" : "");
        return false;
    }
    if (!shifted || t->pad % t->out.vector == 0) return true;
    tw_text_addf(reason, "IPAD is %u; the method shifted pads by whole chunks, of %u elements", t->pad,
                 t->out.vector);
    return false;
}

/* Accesses that a thread holds at once, on either side. */
static unsigned parts_of(const struct tw_permute_tile *t)
{
    const struct tw_permute_order *loads = t->method == PERMUTE_SHIFTED ? &t->in.whole : &t->loads;
    const struct tw_permute_order *stores = t->method == PERMUTE_SHIFTED ? &t->out.whole : &t->stores;
    if (t->method == PERMUTE_CHUNKS)
        return tw_permute_turns(t, &t->stores) + tw_permute_turns(t, &t->chunks.rest);
    unsigned in = tw_permute_turns(t, loads) * t->pack, out = tw_permute_turns(t, stores);
    return in > out ? in : out;
}

/* Whether a tile of the method chunks has such rows. */
static bool accept_rows(const struct tw_permute_tile *t, bool changes, struct tw_text *reason)
{
    const struct tw_permute_chunks *chunks = &t->chunks;
    if (t->method != PERMUTE_CHUNKS) return true;
    if (changes) return tw_refuse(reason, "the method chunks neither casts nor scales");
    if (t->repeats) return tw_refuse(reason, "the method chunks takes no axis that repeats");
    if (!chunks->row)
        return tw_refuse(reason,
                         "the method chunks is for the same fastest axis on both sides, without gaps");
    if (chunks->count) return true;
    tw_text_addf(reason, "rows of the tile have %u bytes; the method chunks takes at least %u",
                 chunks->row * t->in_bytes, tw_permute_row_least(chunks) * t->in_bytes);
    return false;
}

static bool accept_tile(const struct tw_permute_tile *t, struct tw_text *reason)
{
    uint64_t bytes = tw_permute_shared_bytes(t), held = tw_ceil_div(t->elements, t->threads) * t->in_bytes;
    unsigned turns = parts_of(t);
    if (t->elements >> TW_PERMUTE_DIGITS) {
        tw_text_addf(reason, "the tile has %" PRIu64 " elements; there may be up to 2^%u", t->elements,
                     TW_PERMUTE_DIGITS);
        return false;
    }
    if (bytes > TW_STATIC_SHARED_LIMIT) {
        tw_text_addf(reason, "the tile takes %" PRIu64 " bytes; static shared memory has at most %u", bytes,
                     TW_STATIC_SHARED_LIMIT);
        return false;
    }
    if (held > REGISTER_BYTES || turns > TURNS_MOST) {
        tw_text_addf(reason,
                     "a thread would hold %" PRIu64
                     " bytes of the tile in %u parts; %d in %u fit its registers",
                     held, turns, REGISTER_BYTES, TURNS_MOST);
        return false;
    }
    if (t->method == PERMUTE_SHIFTED && t->repeats)
        return tw_refuse(reason, "the method shifted takes no axis that repeats");
    return accept_padding(t, reason);
}

/* What the method has no use for must not be asked of it. */
static bool accept_unused(const int64_t *value, struct tw_text *reason)
{
    enum tw_permute_method method = (enum tw_permute_method)value[PERMUTE_method];
    if (!tw_permute_uses(value, method, reason)) return false;
    return method == PERMUTE_TRANSPOSE || value[PERMUTE_BDIMY] == 1 ||
           tw_refuse(reason,
                     "only the method transpose takes BDIMY: blocks of other methods are one row of threads");
}

static bool accept_transpose(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    int64_t transpose[TW_MAX_FIELDS];
    if (tw_permute_changes(value))
        return tw_refuse(
            reason, "the method transpose neither casts nor scales: out_type and alpha are for the others");
    if (!tw_permute_to_transpose(value, transpose))
        return tw_refuse(reason, "the method transpose takes two axes that change places, and a third one "
                                 "around them; these axes need more");
    return tw_family_transpose.accept(transpose, target, reason);
}

static bool accept_blocks(const struct tw_permute_tile *t, struct tw_text *reason)
{
    if (t->blocks >= 1 && t->blocks <= (uint64_t)TW_PERMUTE_BLOCKS_MAX) return true;
    tw_text_addf(reason, "a grid has 1 to %" PRId64 " blocks", TW_PERMUTE_BLOCKS_MAX);
    return false;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    struct tw_permutation problem;
    if (!tw_permute_read(value, &problem, reason)) return false;
    if (!tw_permute_accept_cast(value, reason) || !accept_unused(value, reason)) return false;
    if (value[PERMUTE_method] == PERMUTE_TRANSPOSE) return accept_transpose(value, target, reason);
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    return accept_blocks(&t, reason) && accept_rows(&t, tw_permute_changes(value), reason) &&
           (!tw_permute_has_tiles(&t) || accept_tile(&t, reason));
}

/* ---- the kernel ---- */

static struct tw_argument array(const char *name, enum tw_argument_role role, const int64_t *value,
                                unsigned align)
{
    struct tw_permutation as_written = {0};
    bool input = role == TW_ROLE_INPUT;
    tw_permute_read(value, &as_written, NULL);
    uint64_t count = input ? as_written.in_count : as_written.out_count;
    uint64_t first = (uint64_t)value[input ? PERMUTE_in_offset : PERMUTE_out_offset];
    return (struct tw_argument){.name = name,
                                .role = role,
                                .before = input ? TW_BEFORE_GIVEN : TW_BEFORE_ANY,
                                .element = tw_permute_type(value, input),
                                .count = count ? count : 1,
                                .align = align,
                                .first = as_written.elements ? first
                                         : count             ? count
                                                             : 1};
}

/* The launch of the transpose, with the permutation's arguments: its own may be of larger elements. */
static void shape_transpose(const int64_t *value, struct tw_shape *shape)
{
    int64_t transpose[TW_MAX_FIELDS];
    tw_permute_to_transpose(value, transpose);
    tw_family_transpose.shape(transpose, shape);
    if (shape->failed) return;
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *its = &shape->arguments[i];
        shape->arguments[i] = array(its->name, its->role, value, its->align);
    }
    shape->work.elements = shape->work.bytes / 2 / tw_permute_bytes(value);
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    if (value[PERMUTE_method] == PERMUTE_TRANSPOSE) {
        shape_transpose(value, shape);
        return;
    }
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    uint64_t elements = t.problem.elements * t.together;
    tw_shape_add_argument(shape, array("in", TW_ROLE_INPUT, value, tw_permute_align(&t, true)));
    tw_shape_add_argument(shape, array("out", TW_ROLE_OUTPUT, value, tw_permute_align(&t, false)));
    tw_shape_add_launch(shape, (struct tw_launch){.suffix = "",
                                                  .grid = {(uint32_t)t.blocks, 1, 1},
                                                  .block = {t.threads, 1, 1},
                                                  .shared_bytes = (uint32_t)tw_permute_shared_bytes(&t),
                                                  .carveout = value[PERMUTE_carveout] == TW_WORD(0)
                                                                  ? -1
                                                                  : (int)value[PERMUTE_carveout],
                                                  .argument = (unsigned[]){0, 1},
                                                  .argument_count = 2});
    shape->work.elements = elements ? elements : 1;
    shape->work.bytes = elements * (tw_permute_side_bytes(value, true) + tw_permute_side_bytes(value, false));
    tw_permute_work(&t, &shape->work);
}

static void predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                    struct tw_prediction *prediction)
{
    int64_t transpose[TW_MAX_FIELDS];
    if (value[PERMUTE_method] == PERMUTE_TRANSPOSE) {
        tw_permute_to_transpose(value, transpose);
        tw_family_transpose.predict(transpose, shape, launch, prediction);
        return;
    }
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    tw_permute_predict(&t, prediction);
}

static void describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                     struct tw_data *data)
{
    int64_t transpose[TW_MAX_FIELDS];
    if (value[PERMUTE_method] != PERMUTE_TRANSPOSE) {
        tw_data_flag(data, "transposed", false);
        tw_permute_describe(value, name, data);
        return;
    }
    struct tw_data inner = tw_data_object(data, "transposed");
    tw_permute_to_transpose(value, transpose);
    tw_render_fields(&tw_family_transpose, transpose, &inner);
    tw_family_transpose.describe(transpose, name, rendering, &inner);
}

static void chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text)
{
    int64_t transpose[TW_MAX_FIELDS];
    if (value[PERMUTE_method] != PERMUTE_TRANSPOSE)
        tw_permute_chosen(value, target, text);
    else if (tw_permute_to_transpose(value, transpose))
        tw_family_transpose.chosen(transpose, target, text);
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("axes": "n c h w -> n h w c", "shape": "2 3 40 50", "type": "float32"),
    {
     {"chosen", TW_MEMBERS(),
      "no more than the problem: the rest is chosen"},
     {"naive", TW_MEMBERS("method": "naive"),
      "to compare with: an element a thread"},
     {"patches", TW_MEMBERS("axes": "b c (h p) (w q) -> b h w p q c", "sizes": "p=10 q=10"),
      "axes made of several"},
     {"tile", TW_MEMBERS("method": "tile", "in_run": [64, 128], "out_run": 128),
      "a tile in shared memory"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_permute = {
    .name = "permute",
    .template_name = "permute.cu.mustache",
    .help = "an array's axes in another order, with any strides",
    .fields = tw_permute_fields,
    .field_count = PERMUTE_FIELD_COUNT,
    .starter = &starter,
    .cost = TW_COST_TRAFFIC,
    .resolve = tw_permute_choose,
    .candidates = tw_permute_candidates,
    .accept = accept,
    .shape = shape,
    .chosen = chosen,
    .relax = tw_permute_relax,
    .predict = predict,
    .describe = describe,
};
