/*
 * Reductions of segments, whose ends are known to the device only. Where a segment's leaves go is decided as the kernel
 * runs, and is the same tree in five ways:
 *
 *     few lanes       BDIMX lanes of a warp take a segment, a power of two below 32, and blocks have BDIMY segments.
 *                     Of 2 lanes: lane 0 has columns 0-3, 8-11, 16-19, 24-27, lane 1 those between. Segments with more
 *                     columns than that are left to the whole warp, which takes them one after the other
 *     packed          a warp takes `leaves` = 32 segments, whose pieces of 16 bytes are dealt to its lanes, 32 at a
 *                     time. Segments of more than a leaf are left to the whole warp. Smaller elements than words are
 *                     packed in equal shares only
 *     a warp          takes a segment, leaf by leaf, or `leaves` segments, one after the other
 *     several warps   of a block take a segment, each a run of a power of two of leaves, counted from its beginning:
 *                     11 leaves, warps 4      run = 4, the least power of two of which 4 are enough
 *                     warp  0 0 0 0 1 1 1 1 2 2 2 (3 has none)
 *     equal shares    blocks take shares of the array, as long as all others (shares.h)
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gen/families/reduce/join.h"
#include "gen/families/reduce/segments.h"
#include "gen/families/reduce/shares.h"
#include "gen/families/reduce/whole.h"

#define LINES       (TW_LEAF_BYTES / TW_LINE_BYTES)
#define WINDOWS     1024u /* chunks of cut segments at most, whose states a block joins */
#define CHUNK_LEAST 16u   /* leaves of a chunk */
#define BLOCK_WARPS 4u    /* of blocks whose warps each have a segment; */
#define FEW_WARPS   8u    /* where there are few */
#define BUSY_WARPS  64u   /* of a multiprocessor */
#define SHARE_MOST  8u    /* warps of a segment */
#define SHARE_MANY  4u    /* if a multiprocessor has as many segments: else there are few */
#define SHARE_LONG  32u   /* if it has less than one, of as many leaves */
#define SHARED      8u    /* leaves of a segment that is shared, however many there are */
#define IN_TURN     4u    /* segments that a warp takes, if there are enough */
#define TURN_WARPS  64u   /* of a multiprocessor are enough then */
#define NEAR        TW_SEGMENT_NEAR
#define PACKED      32    /* leaves: segments of a warp that are packed */
#define PIECE_BYTES 16u   /* that a lane takes of them */
#define PACKED_MOST 2048u /* bytes of an average segment, and */
#define FULL_WARPS                                                                                           \
    4u              /* warps of a multiprocessor that have 32 segments at least, if they are better packed */
#define WAITING 16u /* registers of a lane that loads of a longer one wait in */
/* Segments of elements of 1 or 2 bytes are taken in equal shares up to so many bytes on the average, if there are as many in
   all: where words are taken at once, and else. */
#define SHARED_WORDS_MOST  16384.0
#define SHARED_WORDS_LEAST 1e6
#define WIDE_MOST_ELEMENT  2u /* bytes of elements of which a warp takes whole leaves by 16 bytes, */
#define WIDE_LEAST                                                                                           \
    5e3 /* bytes of the average from which on they are; where words could be taken at once more */
#define SHARED_MOST  1024.0
#define SHARED_LEAST 32e6
#define SHARED_AHEAD 2u /* lines of a leaf in shared memory that are loaded together */
#define BANDS        4u /* that lanes then take at most */
#define REST_LINES   2u /* loaded together of what is left to the whole warp: a few lines, mostly */

static uint64_t leaves_of(const struct tw_reduce *r, uint64_t elements)
{
    return tw_over(elements, r->leaf);
}

double tw_segments_average(const struct tw_reduce *r)
{
    return r->rows ? (double)r->cols / (double)r->rows : 0;
}

static uint64_t average_of(const struct tw_reduce *r)
{
    return (uint64_t)ceil(tw_segments_average(r));
}

static bool are_few(const struct tw_reduce *r, const struct tw_target *target)
{
    return r->rows < SHARE_MANY * (uint64_t)target->multiprocessors;
}

/* As many warps as the average segment has leaves for, if it is long or all do not fill the device. Where multiprocessors are left,
   as one segment of all elements had. */
static uint64_t usual_warps(const struct tw_reduce *r, const struct tw_target *target)
{
    uint64_t leaves = leaves_of(r, average_of(r)), warps = 1;
    uint64_t busy = (uint64_t)target->multiprocessors * BUSY_WARPS;
    uint64_t most = are_few(r, target) ? SHARE_MOST : SHARE_MANY;
    if (r->rows < target->multiprocessors) {
        most = leaves >= SHARE_LONG ? SHARE_LONG : SHARE_MOST;
        leaves = leaves_of(r, r->cols);
    }
    while (warps < most && warps < leaves && (warps * r->rows < busy || leaves >= SHARED)) warps *= 2;
    return warps;
}

/* Segments are taken by less than a warp. */
static bool is_grouped(const int64_t *value)
{
    return value[REDUCE_BDIMX] < TW_WARP;
}

/* Segments are packed. */
static bool is_packed(const int64_t *value)
{
    return !is_grouped(value) && value[REDUCE_leaves] == PACKED;
}

/* Blocks take equal shares. */
static bool is_shared(const int64_t *value)
{
    return value[REDUCE_staged] > 0;
}

static unsigned bands_of(const struct tw_reduce *r, uint64_t lanes)
{
    uint64_t bands = TW_LINE_BYTES / r->bytes / (lanes * NEAR);
    return bands < BANDS ? (unsigned)bands : BANDS;
}

/* Elements of a segment that few lanes take. */
static uint64_t bound_of(const struct tw_reduce *r, uint64_t lanes)
{
    return bands_of(r, lanes) * lanes * NEAR;
}

/* As few lanes as have room for half as much again as the average segment, which is faster than more of them with less
   each; else all. */
static uint64_t usual_lanes(const struct tw_reduce *r)
{
    uint64_t average = average_of(r), lanes = 1;
    while (bound_of(r, lanes) < average + average / 2 && lanes < TW_WARP) lanes *= 2;
    return lanes;
}

/* Lines that hold most segments, if these are shorter than a leaf; no more than half a leaf of few, which many warps share. */
static unsigned usual_lines(const struct tw_reduce *r, const struct tw_target *target)
{
    uint64_t lines = tw_over(2 * average_of(r), TW_LINE_BYTES / r->bytes), unroll = 1;
    uint64_t most = are_few(r, target) ? LINES / 2 : LINES;
    while (unroll < lines && unroll < most) unroll *= 2;
    return (unsigned)unroll;
}

/* Leaves of a chunk into which longer segments are cut, and so many blocks that take them; none where all is little. */
static uint64_t chunk_leaves(const struct tw_reduce *r)
{
    uint64_t leaves = tw_power_up(tw_over(leaves_of(r, r->cols), WINDOWS));
    return leaves < CHUNK_LEAST ? CHUNK_LEAST : leaves;
}

static uint64_t windows_of(const struct tw_reduce *r)
{
    if (r->staged) return 0;
    uint64_t leaves = leaves_of(r, r->cols), chunk = chunk_leaves(r);
    return r->rows && leaves >= 2 * chunk ? tw_over(leaves, chunk) : 0;
}

/* Segments of a block; 0: its warps cannot be shared so. */
static uint64_t block_segments(const int64_t *value)
{
    int64_t warps = value[REDUCE_warps];
    if (is_grouped(value)) return (uint64_t)value[REDUCE_BDIMY];
    return warps > 0 ? (uint64_t)(value[REDUCE_BDIMX] / TW_WARP / warps * value[REDUCE_leaves]) : 0;
}

static uint64_t block_count(const struct tw_reduce *r, const int64_t *value)
{
    if (is_shared(value)) return tw_shares_of(r, value).blocks;
    uint64_t segments = block_segments(value), blocks = tw_over(r->rows, segments ? segments : 1);
    return windows_of(r) + (blocks ? blocks : 1);
}

/* Equal shares where the average says that they are good, if nothing speaks of lanes or warps. */
static void resolve_shares(struct tw_reduce *r, int64_t *value)
{
    static const enum tw_reduce_field open[] = {REDUCE_BDIMX, REDUCE_BDIMY, REDUCE_warps, REDUCE_leaves};
    bool free = true;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) free &= value[open[i]] == TW_DERIVED;
    tw_derive(value, REDUCE_staged, free && tw_segments_share(r) ? TW_SHARES_USUAL : 0);
    r->staged = (unsigned)value[REDUCE_staged];
    if (is_shared(value)) tw_shares_resolve(value);
}

/* Segments of a few lines, whatever their lengths, if nothing speaks of lanes or warps. Small elements take more registers. */
static void resolve_packed(const struct tw_reduce *r, const struct tw_target *target, int64_t *value)
{
    static const enum tw_reduce_field open[] = {REDUCE_BDIMX, REDUCE_BDIMY, REDUCE_warps, REDUCE_leaves};
    uint64_t full = (uint64_t)target->multiprocessors * FULL_WARPS * PACKED;
    if (average_of(r) * r->bytes > PACKED_MOST || r->rows < full) return;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (value[open[i]] != TW_DERIVED) return;
    value[REDUCE_BDIMX] = TW_WARP * (r->bytes == 2 ? 2 * BLOCK_WARPS : BLOCK_WARPS);
    value[REDUCE_BDIMY] = value[REDUCE_warps] = 1;
    value[REDUCE_leaves] = PACKED;
    tw_derive(value, REDUCE_unroll, r->bytes == 1 ? 1 : r->bytes == 4 && r->state_bytes == 4 ? 4 : 2);
}

/* Few lanes share a segment, if nothing speaks of warps. */
static void resolve_lanes(const struct tw_reduce *r, int64_t *value)
{
    uint64_t lanes = usual_lanes(r);
    if (value[REDUCE_warps] == TW_DERIVED && value[REDUCE_BDIMY] != 1 && lanes < TW_WARP)
        tw_derive(value, REDUCE_BDIMX, lanes);
    if (value[REDUCE_BDIMX] == TW_DERIVED || !is_grouped(value)) return;
    tw_derive(value, REDUCE_warps, 1);
    tw_derive(value, REDUCE_BDIMY, BLOCK_WARPS * TW_WARP / (uint64_t)value[REDUCE_BDIMX]);
    tw_derive(value, REDUCE_unroll, REST_LINES);
}

static void resolve_warps(const struct tw_reduce *r, const struct tw_target *target, int64_t *value)
{
    uint64_t warps = usual_warps(r, target), block = are_few(r, target) ? FEW_WARPS : BLOCK_WARPS;
    if (value[REDUCE_BDIMX] != TW_DERIVED)
        while (warps > 1 && warps * TW_WARP > (uint64_t)value[REDUCE_BDIMX]) warps /= 2;
    tw_derive(value, REDUCE_warps, warps);
    warps = (uint64_t)value[REDUCE_warps];
    tw_derive(value, REDUCE_BDIMX, TW_WARP * (warps > block ? warps : block / warps * warps));
    tw_derive(value, REDUCE_BDIMY, 1);
    bool turns = warps == 1 && !is_grouped(value) && leaves_of(r, average_of(r)) == 1;
    uint64_t enough = (uint64_t)target->multiprocessors * TURN_WARPS * IN_TURN;
    tw_derive(value, REDUCE_leaves, turns && r->rows >= enough ? IN_TURN : 1);
}

/* Whole leaves are taken by 16 bytes; of the least and the greatest of 2 bytes elements are as fast. Larger states were not measured. */
static bool is_usually_wide(const struct tw_reduce *r)
{
    if (r->order == REDUCE_EXACT || r->order == REDUCE_COMPENSATED) return false;
    if (r->bytes == 2 && (r->op == REDUCE_MIN || r->op == REDUCE_MAX)) return false;
    double least = tw_reduce_bulk(r) ? SHARED_WORDS_MOST : WIDE_LEAST;
    return r->bytes <= WIDE_MOST_ELEMENT && !r->staged && tw_segments_average(r) * r->bytes > least;
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    int64_t known[REDUCE_FIELD_COUNT];
    memcpy(known, value, sizeof known);
    known[REDUCE_BDIMX] = known[REDUCE_BDIMY] = 1;
    tw_derive(known, REDUCE_staged, 0);
    tw_derive(known, REDUCE_vector, tw_reduce_bytes(value));
    struct tw_reduce r = tw_reduce_of(known);
    resolve_shares(&r, value);
    tw_derive(value, REDUCE_vector, is_usually_wide(&r) ? PIECE_BYTES : r.bytes);
    if (value[REDUCE_vector] > r.bytes) tw_derive(value, REDUCE_unroll, LINES);
    resolve_packed(&r, target, value);
    resolve_lanes(&r, value);
    resolve_warps(&r, target, value);
    tw_derive(value, REDUCE_unroll, usual_lines(&r, target));
    uint64_t blocks = block_count(&r, value);
    tw_derive(value, REDUCE_blocks, tw_least(blocks, TW_REDUCE_BLOCKS_MAX));
}

static bool accept_lanes(const int64_t *value, struct tw_text *reason)
{
    int64_t lanes = value[REDUCE_BDIMX], segments = value[REDUCE_BDIMY];
    if (!tw_is_power_of_two((uint64_t)lanes)) {
        tw_text_addf(reason,
                     "BDIMX is %" PRId64 "; less than a warp's lanes share a segment as a power of two",
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
    return tw_refuse(reason, "less than a warp shares a segment where BDIMX is below 32; warps must be 1");
}

static bool accept_block(const int64_t *value, struct tw_text *reason)
{
    if (is_grouped(value)) return accept_lanes(value, reason);
    int64_t threads = value[REDUCE_BDIMX], warps = value[REDUCE_warps];
    if (value[REDUCE_BDIMY] != 1)
        return tw_refuse(reason, "segments are shared by warps, not by threads in y; BDIMY must be 1");
    if (!tw_reduce_accept_power(value, REDUCE_warps, reason)) return false;
    if (threads % (TW_WARP * warps)) {
        tw_text_addf(reason,
                     "BDIMX is %" PRId64 "; a segment takes %" PRId64 " threads, and a block whole segments",
                     threads, TW_WARP * warps);
        return false;
    }
    return true;
}

/* Where a warp has segments for itself, `leaves` of them. */
static bool accept_leaves(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    int64_t leaves = value[REDUCE_leaves];
    if (leaves == 1) return true;
    if (value[REDUCE_warps] > 1 || is_grouped(value))
        return tw_refuse(reason,
                         "how many leaves a warp takes is for the segment's length to say; leaves must be 1");
    if (leaves == PACKED && r->bytes < 4)
        return tw_refuse(
            reason,
            "elements of less than 4 bytes are packed where segments are staged; leaves must be 16 at most");
    if (leaves <= PACKED && tw_is_power_of_two((uint64_t)leaves)) return true;
    tw_text_addf(reason,
                 "leaves is %" PRId64
                 "; a warp takes 1, 2, 4, 8 or 16 segments one after the other, or 32 that are packed",
                 leaves);
    return false;
}

static bool accept_loads(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    int64_t vector = value[REDUCE_vector];
    if (vector == r->bytes) return true;
    if (vector == PIECE_BYTES && r->bytes <= WIDE_MOST_ELEMENT && !is_shared(value)) return true;
    tw_text_addf(
        reason,
        "vector is %" PRId64
        "; segments are loaded by elements, or by 16 bytes if they are not staged and those have 1 or 2",
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
                     "unroll is %" PRId64 "; of the %u lines of a leaf 1, 2, 4 or 8 are loaded together",
                     value[REDUCE_unroll], LINES);
        return false;
    }
    if (!accept_leaves(r, value, reason) || !accept_loads(r, value, reason)) return false;
    if (r->finish != REDUCE_BY_LAST)
        return tw_refuse(reason, "a segment is taken by one block, and finished there; finish must be last");
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

/* Warps of a segment, or none and lanes of one; warps of a block; segments that a warp takes in turn; loads. */
static const struct {
    unsigned warps, lanes, block_warps, turns, unroll;
} ways[] = {
    {1, 0, 4, 4, 8},   {1, 0, 4, 1, 8},   {1, 0, 2, 4, 8},  {0, 2, 4, 1, 2},  {0, 4, 4, 1, 2},
    {0, 8, 4, 1, 2},   {0, 1, 4, 1, 2},   {0, 16, 4, 1, 2}, {1, 0, 8, 1, 8},  {1, 0, 4, 2, 8},
    {1, 0, 4, 8, 8},   {2, 0, 4, 1, 8},   {4, 0, 4, 1, 8},  {8, 0, 8, 1, 8},  {1, 0, 2, 1, 8},
    {1, 0, 4, 1, 4},   {1, 0, 4, 4, 4},   {1, 0, 1, 4, 8},  {0, 2, 8, 1, 2},  {0, 4, 8, 1, 2},
    {0, 8, 8, 1, 2},   {0, 1, 8, 1, 2},   {2, 0, 8, 1, 8},  {4, 0, 8, 1, 4},  {16, 0, 16, 1, 8},
    {32, 0, 32, 1, 4}, {32, 0, 32, 1, 8}, {1, 0, 8, 1, 4},  {8, 0, 8, 1, 4},  {1, 0, 16, 1, 8},
    {1, 0, 4, 32, 4},  {1, 0, 4, 32, 2},  {1, 0, 4, 32, 1}, {1, 0, 2, 32, 2}, {1, 0, 8, 32, 2},
    {0, 16, 4, 1, 8},  {0, 4, 4, 1, 1},   {0, 2, 4, 1, 1},  {2, 0, 2, 1, 8},
};

/* Equal shares: leaves, warps of a block, rounds of pieces. */
static const struct {
    unsigned staged, block_warps, unroll;
} shared_ways[] = {{4, 4, 1}, {8, 8, 1}, {2, 2, 1}, {4, 4, 2}, {8, 4, 1}, {4, 8, 1}, {1, 1, 1}};

#define DIRECT_WAYS (sizeof ways / sizeof *ways)

static unsigned way_count(const int64_t *given)
{
    (void)given;
    return 1 + DIRECT_WAYS + sizeof shared_ways / sizeof *shared_ways;
}

/* The first is the rule's. */
static void take_way(int64_t *value, unsigned way, const struct tw_target *target)
{
    (void)target;
    if (way == 0) return;
    if (way > DIRECT_WAYS) {
        way -= DIRECT_WAYS + 1;
        tw_derive(value, REDUCE_staged, shared_ways[way].staged);
        tw_derive(value, REDUCE_BDIMX, TW_WARP * shared_ways[way].block_warps);
        tw_derive(value, REDUCE_unroll, shared_ways[way].unroll);
        return;
    }
    tw_derive(value, REDUCE_staged, 0);
    unsigned lanes = ways[way - 1].lanes, threads = TW_WARP * ways[way - 1].block_warps;
    tw_derive(value, REDUCE_warps, lanes ? 1 : ways[way - 1].warps);
    tw_derive(value, REDUCE_BDIMX, lanes ? lanes : threads);
    if (lanes && value[REDUCE_BDIMX] == lanes) tw_derive(value, REDUCE_BDIMY, threads / lanes);
    tw_derive(value, REDUCE_leaves, ways[way - 1].turns);
    tw_derive(value, REDUCE_unroll, ways[way - 1].unroll);
}

/* ---- shape ---- */

/* Of a warp's stack. Without its fields' bounds a segment has at most all elements. */
static unsigned levels_of(const struct tw_reduce *r)
{
    return tw_log2(tw_power_up(leaves_of(r, r->cols))) + 1;
}

/* Some segment may be more than what few lanes take. */
static bool streams(const struct tw_reduce *r, const int64_t *value)
{
    if (is_packed(value)) return r->cols > r->leaf;
    return !is_grouped(value) || r->cols > bound_of(r, (uint64_t)value[REDUCE_BDIMX]);
}

/* Each warp's stack, and what each has where several share a segment. */
static uint32_t shared_bytes(const struct tw_reduce *r, const int64_t *value)
{
    unsigned states = levels_of(r) + (value[REDUCE_warps] > 1);
    unsigned all = r->threads / TW_WARP * (states + (windows_of(r) > 0)) + (windows_of(r) ? TW_WARP : 0);
    if (is_shared(value)) return r->rows ? tw_shares_of(r, value).shared_bytes : 0;
    return r->rows && streams(r, value) ? all * r->state_bytes : 0;
}

struct tw_segments tw_segments_of(const struct tw_reduce *r, const int64_t *value)
{
    bool grouped = is_grouped(value), packed = is_packed(value);
    unsigned lanes = grouped  ? (unsigned)value[REDUCE_BDIMX]
                     : packed ? 1
                              : TW_WARP * (unsigned)value[REDUCE_warps];
    uint64_t unroll = (uint64_t)value[REDUCE_unroll], line = TW_LINE_BYTES / r->bytes / TW_WARP;
    return (struct tw_segments){
        .grouped = grouped,
        .packed = packed,
        .lanes = lanes,
        .bound = grouped  ? bound_of(r, lanes)
                 : packed ? r->leaf
                          : lanes * line * unroll,
        .turns = grouped || packed ? 1 : (uint64_t)value[REDUCE_leaves],
        .each = block_segments(value),
        .windows = windows_of(r),
        .blocks = block_count(r, value),
        .ahead = grouped  ? bands_of(r, lanes) * NEAR * r->bytes
                 : packed ? (unsigned)unroll * PIECE_BYTES
                          : (unsigned)(unroll * line) * r->bytes,
        .shared_bytes = shared_bytes(r, value),
    };
}

bool tw_segments_share(const struct tw_reduce *r)
{
    double bytes = tw_segments_average(r) * r->bytes, all = (double)r->cols * r->bytes;
    bool by_words = tw_reduce_bulk(r);
    return r->bytes < 4 && bytes <= (by_words ? SHARED_WORDS_MOST : SHARED_MOST) &&
           all >= (by_words ? SHARED_WORDS_LEAST : SHARED_LEAST);
}

#define SUIT_TIMES    12.0   /* as much of an average segment as its lanes take at once, at most */
#define SUIT_PACKED   8192.0 /* bytes of an average segment, at most */
#define SUIT_ELEMENTS 4.0    /* for each lane of several warps, at least */

bool tw_segments_suit(const int64_t *value)
{
    const struct tw_reduce r = tw_reduce_of(value);
    const struct tw_segments s = tw_segments_of(&r, value);
    double average = tw_segments_average(&r);
    if (is_shared(value)) return false;
    if (r.vector > 1 && value[REDUCE_unroll] < LINES) return false;
    if (s.packed) return average * r.bytes <= SUIT_PACKED;
    if (s.grouped) return average <= SUIT_TIMES * (double)s.bound;
    return s.lanes <= TW_WARP || average >= SUIT_ELEMENTS * s.lanes;
}

static void shape(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    struct tw_launch *launch = &shape->launches[0];
    uint64_t windows = windows_of(r);
    if (windows) tw_reduce_add_partials(r, 2 * windows, windows, shape);
    if (is_shared(value) && r->rows) {
        const struct tw_shares shares = tw_shares_of(r, value);
        if (shares.cuts) tw_reduce_add_partials(r, 2 * shares.chunks, shares.chunks, shape);
    }
    *launch = (struct tw_launch){.suffix = "",
                                 .grid = {(uint32_t)block_count(r, value), 1, 1},
                                 .block = {(uint32_t)value[REDUCE_BDIMX], (uint32_t)value[REDUCE_BDIMY], 1},
                                 .shared_bytes = shared_bytes(r, value),
                                 .carveout = -1};
    for (unsigned i = 0; i < shape->argument_count; i++) launch->argument[launch->argument_count++] = i;
    shape->launch_count = 1;
    unsigned columns = TW_LINE_BYTES / r->bytes;
    if (r->order == REDUCE_FREE)
        shape->chain =
            tw_reduce_chain(r, LINES - 1 + tw_log2(columns) + tw_log2(tw_power_up(leaves_of(r, r->cols))));
}

static void describe_lanes(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    uint64_t lanes = is_grouped(value) ? (uint64_t)value[REDUCE_BDIMX] : 1;
    tw_data_flag(data, "grouped", is_grouped(value));
    tw_data_number(data, "near", NEAR);
    tw_data_number(data, "band", (int64_t)(lanes * NEAR));
    tw_data_number(data, "bands", bands_of(r, lanes));
    tw_data_flag(data, "several_bands", bands_of(r, lanes) > 1);
    tw_data_flag(data, "several_lanes", lanes > 1);
    tw_data_number(data, "bound", (int64_t)(is_packed(value) ? r->leaf : bound_of(r, lanes)));
}

/* Lines of a segment that is left to the whole warp. */
static unsigned lines_ahead(const struct tw_reduce *r)
{
    unsigned elements = TW_LINE_BYTES / r->bytes / TW_WARP;
    return WAITING / (elements < 4 ? 4 : elements);
}

/* Segments that are cut. */
static void describe_chunks(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    uint64_t windows = windows_of(r), segments = block_segments(value);
    struct tw_text parameters = {0};
    for (unsigned i = 0; i < r->member_count; i++)
        tw_text_addf(&parameters, "%s%s *partials_%s", i ? ", " : "", r->members[i].cuda, r->members[i].name);
    tw_data_flag(data, "splits", windows > 0);
    tw_data_number(data, "windows", (int64_t)windows);
    if (windows) {
        tw_data_number(data, "chunk", (int64_t)(chunk_leaves(r) * r->leaf));
        tw_data_number(data, "chunk_leaves", (int64_t)chunk_leaves(r));
    }
    tw_data_text(data, "partial_parameters", &parameters);
    tw_data_format(data, "block", windows ? "(blockIdx.x - %" PRIu64 ")" : "blockIdx.x", windows);
    if (is_grouped(value))
        tw_data_format(data, "thread", "threadIdx.y * %" PRId64 " + threadIdx.x", value[REDUCE_BDIMX]);
    else
        tw_data_string(data, "thread", "threadIdx.x");
    tw_data_flag(data, "cut_apart", windows && value[REDUCE_warps] > 1 && segments > 1);
}

/* Lines of a leaf that are loaded together. */
static unsigned ahead_of(const struct tw_reduce *r, const int64_t *value)
{
    if (is_shared(value)) return SHARED_AHEAD;
    return is_packed(value) || r->vector > 1 ? lines_ahead(r) : (unsigned)value[REDUCE_unroll];
}

/* Whole leaves by 16 bytes. */
static void describe_wide(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    tw_data_flag(data, "wide", r->vector > 1);
    tw_data_flag(data, "rotates", r->vector > 1 && !tw_reduce_any_order(r));
    tw_data_number(data, "wide_parts", r->bulk ? 1 : PIECE_BYTES / r->bytes);
    tw_data_number(data, "wide_ahead", value[REDUCE_unroll]);
}

static void describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    describe_chunks(r, value, data);
    describe_wide(r, value, data);
    uint64_t segments = block_segments(value);
    unsigned warps = (unsigned)value[REDUCE_warps];
    tw_data_flag(data, "none", r->rows == 0);
    tw_data_number(data, "threads", r->threads);
    tw_data_string(data, "offset", value[REDUCE_offsets] == REDUCE_OFFSETS_INT32 ? "int" : "long long");
    tw_data_flag(data, "checks", value[REDUCE_check] == REDUCE_TRAP);
    tw_data_flag(data, "streams", !is_shared(value) && streams(r, value));
    tw_data_flag(data, "takes_leaves", is_shared(value) ? r->bytes >= 4 : streams(r, value));
    tw_data_number(data, "ahead", ahead_of(r, value));
    tw_data_flag(data, "many", value[REDUCE_leaves] > 1 && !is_packed(value));
    tw_data_flag(data, "one", value[REDUCE_leaves] == 1 && !is_grouped(value) && !is_shared(value));
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
    describe_lanes(r, value, data);
    tw_data_flag(data, "shares", is_shared(value));
    if (is_shared(value)) tw_shares_describe(r, value, data);
    tw_data_flag(data, "packs", is_packed(value));
    tw_shares_describe_pieces(r, value, data);
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
                                                      .ways = way_count,
                                                      .take_way = take_way};
