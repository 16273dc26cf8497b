/*
 * The permute family: an array's axes in another order, out[.., j, .., i, ..] = in[.., i, .., j, ..], with any strides on both sides.
 * docs/permute.md says what each method does.
 */
#include <inttypes.h>

#include "base/whole.h"
#include "gen/families/permute/choose.h"
#include "gen/families/permute/describe.h"
#include "gen/families/permute/predict.h"

/* ---- what is possible ---- */

#define TURNS_MOST     64u /* accesses of a thread to a tile, which its registers hold */
#define REGISTER_BYTES 512 /* of elements that a thread holds at once */

static bool accept_tile(const struct tw_permute_tile *t, struct tw_text *reason)
{
    uint64_t bytes = tw_permute_shared_bytes(t), held = tw_ceil_div(t->elements, t->threads) * t->bytes;
    if (bytes > TW_STATIC_SHARED_LIMIT) {
        tw_text_addf(reason, "the tile takes %" PRIu64 " bytes; static shared memory has at most %u", bytes,
                     TW_STATIC_SHARED_LIMIT);
        return false;
    }
    if (held > REGISTER_BYTES || tw_permute_turns(t, &t->stores) > TURNS_MOST) {
        tw_text_addf(reason,
                     "a thread would hold %" PRIu64
                     " bytes of the tile in %u parts; %d in %u fit its registers",
                     held, tw_permute_turns(t, &t->stores), REGISTER_BYTES, TURNS_MOST);
        return false;
    }
    return true;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    struct tw_permutation problem;
    (void)target;
    if (!tw_permute_read(value, &problem, reason)) return false;
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    if (t.blocks > (uint64_t)TW_PERMUTE_BLOCKS_MAX || t.blocks == 0) {
        tw_text_addf(reason, "a grid has 1 to %" PRId64 " blocks", TW_PERMUTE_BLOCKS_MAX);
        return false;
    }
    return t.method == PERMUTE_NAIVE || accept_tile(&t, reason);
}

/* ---- the kernel ---- */

static struct tw_argument array(const char *name, enum tw_argument_role role, const int64_t *value)
{
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    struct tw_permutation as_written = {0};
    bool input = role == TW_ROLE_INPUT;
    tw_permute_read(value, &as_written, NULL);
    uint64_t count = input ? as_written.in_count : as_written.out_count;
    uint64_t first = (uint64_t)value[input ? PERMUTE_in_offset : PERMUTE_out_offset];
    return (struct tw_argument){.name = name,
                                .role = role,
                                .before = input ? TW_BEFORE_GIVEN : TW_BEFORE_ANY,
                                .element = (enum tw_element)value[PERMUTE_type],
                                .count = count ? count : 1,
                                .align = tw_permute_align(&t, value),
                                .first = as_written.elements ? first
                                         : count             ? count
                                                             : 1};
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    uint64_t bytes = t.problem.elements * t.bytes;
    tw_shape_add_argument(shape, array("in", TW_ROLE_INPUT, value));
    tw_shape_add_argument(shape, array("out", TW_ROLE_OUTPUT, value));
    tw_shape_add_launch(shape, (struct tw_launch){.suffix = "",
                                                  .grid = {(uint32_t)t.blocks, 1, 1},
                                                  .block = {t.threads, 1, 1},
                                                  .shared_bytes = (uint32_t)tw_permute_shared_bytes(&t),
                                                  .carveout = value[PERMUTE_carveout] == TW_WORD(0)
                                                                  ? -1
                                                                  : (int)value[PERMUTE_carveout],
                                                  .argument = (unsigned[]){0, 1},
                                                  .argument_count = 2});
    shape->work.elements = bytes ? bytes / tw_permute_bytes(value) : 1;
    shape->work.bytes = 2 * bytes;
    tw_permute_work(&t, &shape->work);
}

static void predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                    struct tw_prediction *prediction)
{
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    (void)shape;
    (void)launch;
    tw_permute_predict(&t, prediction);
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
    .accept = accept,
    .shape = shape,
    .predict = predict,
    .describe = tw_permute_describe,
};
