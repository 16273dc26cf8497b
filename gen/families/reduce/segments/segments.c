/*
 * Reductions of segments, whose ends are known to the device only. Where a segment's leaves go is decided as the kernel
 * runs, and is the same tree in every schedule:
 *
 *     grouped         BDIMX lanes of a warp take a segment, a power of two below 32, and blocks have BDIMY segments.
 *                     With 2 lanes: lane 0 has columns 0-3, 8-11, 16-19, 24-27, lane 1 those between. Segments with more
 *                     columns than that are left to the whole warp, which takes them one after the other
 *     packed          a warp takes 32 segments, as `leaves` says, whose pieces of 16 bytes are dealt to its lanes, 32 at a
 *                     time. Segments of more than a leaf are left to the whole warp. Smaller elements than words are
 *                     packed where shares are balanced only
 *     direct          a warp takes a segment, leaf by leaf, or `leaves` segments, one after the other; or where `warps` are
 *                     several a block takes a segment, a leaf by each of its warps in turn
 *     balanced        blocks take shares of the array, as long as all others (shares.h)
 *
 * But for shares, what is too long for a warp is left to the block, and what is too long for that is cut into chunks, which
 * blocks share when they are through with their own: templates/reduce/reduce_segments_rest.cu.mustache and _split.
 */
#include <inttypes.h>

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/scratch.h"
#include "gen/families/reduce/segments/segments.h"
#include "gen/families/reduce/segments/shares.h"

#define LINES         (TW_LEAF_BYTES / TW_LINE_BYTES)
#define WINDOWS       8192u /* blocks that look for chunks, at most, as long as these are not too long: */
#define CHUNK_LEAST   8u    /* leaves of a chunk */
#define CHUNK_MOST    64u
#define WHOLE_ROUNDS  4u  /* leaves of a warp, of a segment that is not cut; */
#define WHOLE_AVERAGE 32u /* leaves of an average one that is not cut either */
#define OWN_LEAST     4u  /* leaves that a warp takes by itself, or */
#define OWN_MOST      16u
#define OWN_TIMES     2 /* of the average segment */
#define NEAR          TW_SEGMENT_NEAR
#define BANDS         4u /* that lanes take at most */
#define PACKED        TW_SEGMENTS_PACKED
#define PIECE_BYTES   TW_PIECE_BYTES

double tw_segments_average(const struct tw_reduce *r)
{
    return r->rows ? (double)r->cols / (double)r->rows : 0;
}

uint64_t tw_segments_leaves(const struct tw_reduce *r, uint64_t elements)
{
    return tw_ceil_div(elements, r->leaf);
}

/* Segments are packed. */
static bool is_packed(const int64_t *value)
{
    return value[REDUCE_schedule] == REDUCE_PACKED;
}

/* Blocks take equal shares. */
static bool is_shared(const int64_t *value)
{
    return value[REDUCE_schedule] == REDUCE_BALANCED;
}

unsigned tw_segments_bands(const struct tw_reduce *r, uint64_t lanes)
{
    uint64_t bands = TW_LINE_BYTES / r->bytes / (lanes * NEAR);
    return bands < BANDS ? (unsigned)bands : BANDS;
}

uint64_t tw_segments_bound(const struct tw_reduce *r, uint64_t lanes)
{
    return tw_segments_bands(r, lanes) * lanes * NEAR;
}

/* Leaves of a chunk, into which segments are cut that are too long for a block: one for each of its warps, or more where the
   chunks of all would be many. */
static uint64_t chunk_leaves(const struct tw_reduce *r, unsigned warps)
{
    uint64_t leaves = tw_power_up(tw_ceil_div(tw_segments_leaves(r, r->cols), WINDOWS));
    uint64_t least = tw_power_up(warps > CHUNK_LEAST ? warps : CHUNK_LEAST);
    return leaves < least ? least : leaves > CHUNK_MOST ? CHUNK_MOST : leaves;
}

/* Leaves of a segment that a block takes at most: to bring chunks together takes longer than some more by each warp. Average
   ones are not cut, if they are not too long. */
static uint64_t whole_leaves(const struct tw_reduce *r, unsigned warps)
{
    uint64_t average = tw_power_up(tw_segments_leaves(r, (uint64_t)tw_segments_average(r)));
    uint64_t most = tw_power_up(WHOLE_ROUNDS * warps), chunk = chunk_leaves(r, warps);
    if (average <= WHOLE_AVERAGE && average > most) most = average;
    return most > chunk ? most : chunk;
}

/* Warps of a block, also while `r` does not know its threads yet (segments_rule.c). */
static unsigned warps_of(const int64_t *value)
{
    return (unsigned)(value[REDUCE_BDIMX] * value[REDUCE_BDIMY] / TW_WARP);
}

/* Blocks that look for chunks; none where no segment can be so long. */
static uint64_t windows_of(const struct tw_reduce *r, const int64_t *value)
{
    unsigned warps = warps_of(value);
    uint64_t leaves = tw_segments_leaves(r, r->cols);
    bool cuts = r->rows && !is_shared(value) && leaves > whole_leaves(r, warps);
    return cuts ? tw_ceil_div(leaves, chunk_leaves(r, warps)) : 0;
}

/* Segments of a block; at least one, as fields may contradict each other yet. */
static uint64_t block_segments(const int64_t *value)
{
    if (tw_segments_grouped(value)) return (uint64_t)value[REDUCE_BDIMY];
    if (value[REDUCE_warps] > 1) return 1;
    uint64_t warps = (uint64_t)value[REDUCE_BDIMX] / TW_WARP;
    return (warps ? warps : 1) * (is_shared(value) ? 1 : (uint64_t)value[REDUCE_leaves]);
}

static uint64_t owners_of(const struct tw_reduce *r, const int64_t *value)
{
    uint64_t blocks = tw_ceil_div(r->rows, block_segments(value));
    return blocks ? blocks : 1;
}

uint64_t tw_segments_blocks(const struct tw_reduce *r, const int64_t *value)
{
    if (is_shared(value)) return tw_shares_of(r, value).blocks;
    uint64_t owners = owners_of(r, value), windows = windows_of(r, value);
    return owners > windows ? owners : windows;
}

static bool accept_lanes(const int64_t *value, struct tw_text *reason)
{
    int64_t lanes = value[REDUCE_BDIMX], segments = value[REDUCE_BDIMY];
    if (!tw_is_power_of_two((uint64_t)lanes) || lanes >= TW_WARP) {
        tw_text_addf(reason, "BDIMX is %" PRId64 "; 1, 2, 4, 8 or 16 lanes of a warp share a grouped segment",
                     lanes);
        return false;
    }
    if (lanes * segments % TW_WARP) {
        tw_text_addf(
            reason, "BDIMX is %" PRId64 " and BDIMY %" PRId64 "; segments of lanes are for whole warps of 32",
            lanes, segments);
        return false;
    }
    if (value[REDUCE_warps] == 1) return true;
    return tw_refuse(reason, "warps must be 1: fewer lanes than a warp share a grouped segment");
}

static bool accept_block(const int64_t *value, struct tw_text *reason)
{
    if (tw_segments_grouped(value)) return accept_lanes(value, reason);
    int64_t threads = value[REDUCE_BDIMX], warps = value[REDUCE_warps];
    if (value[REDUCE_BDIMY] != 1)
        return tw_refuse(reason, "BDIMY must be 1: warps share segments, and threads in y do not");
    if (!tw_reduce_accept_power(value, REDUCE_warps, reason)) return false;
    if (threads % TW_WARP || (warps > 1 && threads != TW_WARP * warps)) {
        tw_text_addf(reason,
                     "BDIMX is %" PRId64 " and warps %" PRId64
                     "; a segment is taken by one warp or by all of a block, and a block has whole warps",
                     threads, warps);
        return false;
    }
    return true;
}

static bool accept_packed(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    if (value[REDUCE_warps] > 1) return tw_refuse(reason, "warps must be 1: packed segments share a warp");
    if (r->bytes < 4)
        return tw_refuse(reason,
                         "elements of less than 4 bytes are packed in equal shares only; schedule must be "
                         "balanced");
    if (value[REDUCE_leaves] == PACKED) return true;
    tw_text_addf(reason, "leaves is %" PRId64 "; a warp packs 32 segments", value[REDUCE_leaves]);
    return false;
}

/* Where a warp has segments for itself, `leaves` of them. */
static bool accept_leaves(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    int64_t leaves = value[REDUCE_leaves];
    if (is_packed(value)) return accept_packed(r, value, reason);
    if (leaves == 1 || is_shared(value)) return true;
    if (value[REDUCE_warps] > 1 || tw_segments_grouped(value))
        return tw_refuse(reason,
                         "leaves must be 1: the length of a segment decides how many leaves a warp takes");
    if (leaves < PACKED && tw_is_power_of_two((uint64_t)leaves)) return true;
    tw_text_addf(reason,
                 "leaves is %" PRId64
                 "; a warp takes 1, 2, 4, 8 or 16 segments one after the other; 32 are schedule packed",
                 leaves);
    return false;
}

static bool accept_loads(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    int64_t vector = value[REDUCE_vector];
    if (vector == r->bytes) return true;
    if (vector == PIECE_BYTES && r->bytes <= TW_SEGMENTS_WIDE_MOST && !is_shared(value)) return true;
    tw_text_addf(
        reason,
        "vector is %" PRId64
        "; segments are loaded by elements, or by 16 bytes if they are not balanced and those have 1 or 2",
        vector);
    return false;
}

static bool accept(const struct tw_reduce *r, const int64_t *value, const struct tw_target *target,
                   struct tw_text *reason)
{
    (void)target;
    if (is_shared(value) ? !tw_shares_accept(r, value, reason) : !accept_block(value, reason)) return false;
    if (!tw_is_power_of_two((uint64_t)value[REDUCE_unroll]) || value[REDUCE_unroll] > LINES) {
        tw_text_addf(reason,
                     "unroll is %" PRId64 "; 1, 2, 4 or 8 of the %u lines of a leaf are loaded together",
                     value[REDUCE_unroll], LINES);
        return false;
    }
    if (!accept_leaves(r, value, reason) || !accept_loads(r, value, reason)) return false;
    if (r->finish != REDUCE_BY_LAST)
        return tw_refuse(reason, "a segment is taken by one block, and finished there; finish must be last");
    uint64_t blocks = tw_segments_blocks(r, value);
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

/* ---- shape ---- */

/* Leaves of a segment that a warp takes by itself. */
static unsigned own_leaves(const struct tw_reduce *r, uint64_t whole)
{
    uint64_t leaves = tw_power_up(tw_segments_leaves(r, (uint64_t)(OWN_TIMES * tw_segments_average(r))));
    leaves = leaves < OWN_LEAST ? OWN_LEAST : leaves > OWN_MOST ? OWN_MOST : leaves;
    return (unsigned)(r->threads == TW_WARP || leaves > whole ? whole : leaves);
}

/* Leaves that a block takes at a time. */
static unsigned slots_of(const struct tw_reduce *r, uint64_t whole)
{
    uint64_t all = tw_power_up(tw_segments_leaves(r, r->cols));
    return (unsigned)(all < whole ? all : whole);
}

/* Some segment may be more than what few lanes take. */
static bool streams(const struct tw_reduce *r, const int64_t *value)
{
    if (is_packed(value)) return r->cols > r->leaf;
    return !tw_segments_grouped(value) || r->cols > tw_segments_bound(r, (uint64_t)value[REDUCE_BDIMX]);
}

/* Stacks of warps, leaves of a block, and what warps leave to it. */
static uint32_t shared_bytes(const struct tw_reduce *r, const int64_t *value, const struct tw_segments *s)
{
    if (!r->rows) return 0;
    if (is_shared(value)) return tw_shares_of(r, value).shared_bytes;
    unsigned warps = r->threads / TW_WARP, stacks = s->together || !s->streams ? 0 : warps * s->levels;
    unsigned states = stacks + (s->rests ? s->slots : 0);
    return states * r->state_bytes + (s->rests && !s->together ? warps * (unsigned)sizeof(int) : 0);
}

struct tw_segments tw_segments_of(const struct tw_reduce *r, const int64_t *value)
{
    bool grouped = tw_segments_grouped(value), packed = is_packed(value);
    unsigned lanes = grouped  ? (unsigned)value[REDUCE_BDIMX]
                     : packed ? 1
                              : TW_WARP * (unsigned)value[REDUCE_warps];
    uint64_t unroll = (uint64_t)value[REDUCE_unroll], line = TW_LINE_BYTES / r->bytes / TW_WARP;
    uint64_t whole = whole_leaves(r, warps_of(value));
    struct tw_segments s = {
        .grouped = grouped,
        .packed = packed,
        .shared = is_shared(value),
        .streams = !is_shared(value) && streams(r, value),
        .together = value[REDUCE_warps] > 1,
        .lanes = lanes,
        .bound = grouped  ? tw_segments_bound(r, lanes)
                 : packed ? r->leaf
                          : lanes * line * unroll,
        .turns = value[REDUCE_schedule] == REDUCE_DIRECT ? (uint64_t)value[REDUCE_leaves] : 1,
        .each = block_segments(value),
        .own_leaves = own_leaves(r, whole),
        .whole_leaves = whole,
        .slots = slots_of(r, whole),
        .windows = windows_of(r, value),
        .chunk_leaves = chunk_leaves(r, warps_of(value)),
        .owners = owners_of(r, value),
        .blocks = tw_segments_blocks(r, value),
        .ahead = grouped  ? tw_segments_bands(r, lanes) * NEAR * r->bytes
                 : packed ? (unsigned)unroll * PIECE_BYTES
                          : (unsigned)(unroll * line) * r->bytes,
    };
    s.rests = !s.shared && (s.together || s.windows || tw_segments_leaves(r, r->cols) > s.own_leaves);
    s.levels = tw_log2(s.own_leaves) + 1;
    s.shared_bytes = shared_bytes(r, value, &s);
    return s;
}

static void shape(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    const struct tw_segments s = tw_segments_of(r, value);
    if (s.windows) tw_reduce_add_partials(r, 2 * s.windows, s.windows, shape);
    if (is_shared(value) && r->rows) {
        const struct tw_shares shares = tw_shares_of(r, value);
        if (shares.cuts) tw_reduce_add_partials(r, 2 * shares.chunks, shares.chunks, shape);
    }
    tw_shape_add_launch(
        shape, (struct tw_launch){.suffix = "",
                                  .grid = {(uint32_t)s.blocks, 1, 1},
                                  .block = {(uint32_t)value[REDUCE_BDIMX], (uint32_t)value[REDUCE_BDIMY], 1},
                                  .shared_bytes = s.shared_bytes,
                                  .carveout = -1});
    for (unsigned i = 0; i < shape->argument_count; i++) tw_shape_add_parameter(shape, i);
    unsigned columns = TW_LINE_BYTES / r->bytes;
    if (r->order == REDUCE_FREE)
        shape->chain = tw_reduce_chain(r, LINES - 1 + tw_log2(columns) +
                                              tw_log2(tw_power_up(tw_segments_leaves(r, r->cols))));
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

const struct tw_reduce_skeleton tw_reduce_segments = {.resolve = tw_segments_resolve,
                                                      .accept = accept,
                                                      .shape = shape,
                                                      .describe = tw_segments_describe,
                                                      .predict = predict,
                                                      .candidates = tw_segments_candidates,
                                                      .take = tw_segments_take};
