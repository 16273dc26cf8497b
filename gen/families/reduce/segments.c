/*
 * Reductions of segments, whose ends are known to the device only: a segment is taken by one warp, or by several of a block.
 * Where its leaves go is decided as the kernel runs, and is the same tree, since each warp takes a run of a power of two of
 * them, counted from the segment's beginning:
 *
 *     11 leaves, warps 4      run = 4, the least power of two of which 4 are enough
 *     warp  0 0 0 0 1 1 1 1 2 2 2 (3 has none)
 */
#include <inttypes.h>
#include <string.h>

#include "gen/families/reduce/reduce.h"

#define LINES       (TW_LEAF_BYTES / TW_LINE_BYTES)
#define BLOCK_WARPS 4u  /* of blocks whose warps each have a segment */
#define BUSY_WARPS  16u /* of a multiprocessor */
#define SHARE_MOST  8u  /* warps of a segment, if there are enough segments */

static void derive(int64_t *value, enum tw_reduce_field field, uint64_t number)
{
    if (value[field] == TW_DERIVED) value[field] = (int64_t)number;
}

static unsigned bits_to(uint64_t n)
{
    unsigned bits = 0;
    while (bits < 63 && UINT64_C(1) << bits < n) bits++;
    return bits;
}

static uint64_t over(uint64_t n, uint64_t by)
{
    return n / by + (n % by != 0);
}

static uint64_t leaves_of(const struct tw_reduce *r, uint64_t elements)
{
    return over(elements, r->leaf);
}

/* As many warps as the average segment has leaves for, as long as all do not fill the device; of few segments more. */
static uint64_t usual_warps(const struct tw_reduce *r, const struct tw_target *target)
{
    uint64_t leaves = leaves_of(r, over(r->cols, r->rows ? r->rows : 1)), warps = 1;
    uint64_t busy = (uint64_t)target->multiprocessors * BUSY_WARPS;
    uint64_t most = r->rows < target->multiprocessors ? 32 : SHARE_MOST;
    while (warps < most && warps < leaves && warps * r->rows < busy) warps *= 2;
    return warps;
}

/* Segments of a block; 0: its warps cannot be shared so. */
static uint64_t block_segments(const int64_t *value)
{
    int64_t warps = value[REDUCE_warps];
    return warps > 0 ? (uint64_t)(value[REDUCE_BDIMX] / TW_WARP / warps) : 0;
}

static uint64_t block_count(const struct tw_reduce *r, const int64_t *value)
{
    uint64_t segments = block_segments(value), blocks = over(r->rows, segments ? segments : 1);
    return blocks ? blocks : 1;
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    int64_t known[REDUCE_FIELD_COUNT];
    memcpy(known, value, sizeof known);
    known[REDUCE_BDIMX] = known[REDUCE_BDIMY] = 1;
    struct tw_reduce r = tw_reduce_of(known);
    uint64_t warps = usual_warps(&r, target);
    if (value[REDUCE_BDIMX] != TW_DERIVED)
        while (warps > 1 && warps * TW_WARP > (uint64_t)value[REDUCE_BDIMX]) warps /= 2;
    derive(value, REDUCE_warps, warps);
    warps = (uint64_t)value[REDUCE_warps];
    derive(value, REDUCE_BDIMX, TW_WARP * (warps > BLOCK_WARPS ? warps : BLOCK_WARPS / warps * warps));
    derive(value, REDUCE_BDIMY, 1);
    derive(value, REDUCE_leaves, 1);
    derive(value, REDUCE_unroll, LINES);
    uint64_t blocks = block_count(&r, value);
    derive(value, REDUCE_blocks, blocks < TW_REDUCE_BLOCKS_MAX ? blocks : (uint64_t)TW_REDUCE_BLOCKS_MAX);
}

static bool refuse(struct tw_text *reason, const char *what)
{
    tw_text_add(reason, what);
    return false;
}

static bool accept_block(const int64_t *value, struct tw_text *reason)
{
    int64_t threads = value[REDUCE_BDIMX], warps = value[REDUCE_warps];
    if (value[REDUCE_BDIMY] != 1)
        return refuse(reason, "segments are shared by warps, not by threads in y; BDIMY must be 1");
    if (!tw_is_power_of_two((uint64_t)warps)) {
        tw_text_addf(reason, "warps is %" PRId64 "; the tree needs a power of two", warps);
        return false;
    }
    if (threads % (TW_WARP * warps)) {
        tw_text_addf(reason,
                     "BDIMX is %" PRId64 "; a segment takes %" PRId64 " threads, and a block whole segments",
                     threads, TW_WARP * warps);
        return false;
    }
    return true;
}

static bool accept(const struct tw_reduce *r, const int64_t *value, const struct tw_target *target,
                   struct tw_text *reason)
{
    (void)target;
    if (!accept_block(value, reason)) return false;
    if (!tw_is_power_of_two((uint64_t)value[REDUCE_unroll]) || value[REDUCE_unroll] > LINES) {
        tw_text_addf(reason,
                     "unroll is %" PRId64 "; of the %u lines of a leaf 1, 2, 4 or 8 are loaded together",
                     value[REDUCE_unroll], LINES);
        return false;
    }
    if (value[REDUCE_leaves] != 1)
        return refuse(reason,
                      "how many leaves a warp takes is for the segment's length to say; leaves must be 1");
    if (r->finish != REDUCE_BY_LAST)
        return refuse(reason, "a segment is taken by one block, and finished there; finish must be last");
    uint64_t blocks = block_count(r, value);
    if (blocks > (uint64_t)TW_REDUCE_BLOCKS_MAX) {
        tw_text_addf(reason, "%" PRIu64 " blocks are more than the %" PRId64 " of a grid", blocks,
                     TW_REDUCE_BLOCKS_MAX);
        return false;
    }
    if ((uint64_t)value[REDUCE_blocks] == blocks) return true;
    tw_text_addf(reason, "blocks is %" PRId64 ", but the segments need %" PRIu64, value[REDUCE_blocks],
                 blocks);
    return false;
}

/* Warps of a segment, of a block, loads. */
static const struct {
    unsigned warps, block_warps, unroll;
} ways[] = {
    {1, 4, 8}, {1, 8, 8},   {2, 4, 8},   {4, 4, 8},   {8, 8, 8}, {1, 2, 8}, {1, 4, 4},  {2, 8, 8},
    {4, 8, 4}, {16, 16, 8}, {32, 32, 4}, {32, 32, 8}, {1, 8, 4}, {8, 8, 4}, {1, 16, 8}, {2, 2, 8},
};

extern const struct tw_family tw_family_reduce;

static unsigned candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                           unsigned count, int64_t *values)
{
    const unsigned all = 1 + sizeof ways / sizeof *ways;
    for (unsigned number = first; number < all && number < first + count;
         number++, values += REDUCE_FIELD_COUNT) {
        memcpy(values, given, REDUCE_FIELD_COUNT * sizeof *values);
        if (number) {
            derive(values, REDUCE_warps, ways[number - 1].warps);
            derive(values, REDUCE_BDIMX, TW_WARP * ways[number - 1].block_warps);
            derive(values, REDUCE_unroll, ways[number - 1].unroll);
        }
        tw_family_reduce.resolve(values, target);
    }
    return all;
}

/* ---- shape ---- */

/* Of a warp's stack. Without its fields' bounds a segment has at most all elements. */
static unsigned levels_of(const struct tw_reduce *r)
{
    return bits_to(leaves_of(r, r->cols)) + 1;
}

static unsigned state_bytes(const struct tw_reduce *r)
{
    unsigned bytes = 0;
    for (unsigned i = 0; i < r->member_count; i++) bytes += tw_element_info(r->members[i].element)->bytes;
    return bytes;
}

static void shape(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    uint32_t threads = (uint32_t)value[REDUCE_BDIMX];
    struct tw_launch *launch = &shape->launches[0];
    *launch = (struct tw_launch){.suffix = "",
                                 .grid = {(uint32_t)block_count(r, value), 1, 1},
                                 .block = {threads, 1, 1},
                                 .carveout = -1};
    if (r->rows) launch->shared_bytes = threads / TW_WARP * levels_of(r) * state_bytes(r);
    for (unsigned i = 0; i < shape->argument_count; i++) launch->argument[launch->argument_count++] = i;
    shape->launch_count = 1;
    unsigned columns = TW_LINE_BYTES / r->bytes;
    if (r->order == REDUCE_FREE)
        shape->chain = tw_reduce_chain(r, LINES - 1 + bits_to(columns) + bits_to(leaves_of(r, r->cols)));
}

static void describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    uint64_t segments = block_segments(value);
    unsigned warps = (unsigned)value[REDUCE_warps];
    tw_data_flag(data, "none", r->rows == 0);
    tw_data_string(data, "offset", value[REDUCE_offsets] == REDUCE_OFFSETS_INT32 ? "int" : "long long");
    tw_data_flag(data, "checks", value[REDUCE_check] == REDUCE_TRAP);
    tw_data_number(data, "line", TW_LINE_BYTES / r->bytes);
    tw_data_number(data, "leaf", (int64_t)r->leaf);
    tw_data_number(data, "groups", TW_LINE_BYTES / r->bytes / TW_WARP);
    tw_data_number(data, "block_warps", (int64_t)(r->threads / TW_WARP));
    tw_data_number(data, "block_segments", (int64_t)segments);
    tw_data_flag(data, "one_segment", segments == 1);
    tw_data_flag(data, "alone", warps == 1);
    if (warps == 1)
        tw_data_string(data, "place", "warp");
    else
        tw_data_format(data, "place", "warp / %u", warps);
    tw_data_flag(data, "guarded", r->rows % segments != 0);
    tw_data_number(data, "levels", levels_of(r));
}

static void predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                    unsigned launch, struct tw_prediction *prediction)
{
    (void)r;
    (void)value;
    (void)shape;
    (void)launch;
    prediction->none = "its accesses depend on the data";
}

const struct tw_reduce_skeleton tw_reduce_segments = {.resolve = resolve,
                                                      .accept = accept,
                                                      .shape = shape,
                                                      .describe = describe,
                                                      .predict = predict,
                                                      .candidates = candidates};
