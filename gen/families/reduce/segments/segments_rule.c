/* The rule along segments: what becomes of open fields where no model chooses, and where none does. */
#include <math.h>
#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/segments/segments.h"
#include "gen/families/reduce/segments/shares.h"
#include "gen/families/reduce/variant.h"

#define LINES       (TW_LEAF_BYTES / TW_LINE_BYTES)
#define BLOCK_WARPS 4u    /* of blocks whose warps each have a segment; */
#define SHARE_WARPS 8u    /* of a multiprocessor, that segments have together, if warps share them; */
#define SHARE_MOST  8u    /* of a segment; */
#define SHARE_TIMES 4.0   /* for each leaf of an average one; */
#define SHARE_LEAST 1.5   /* leaves, from which on two share it in any case */
#define FEW         4u    /* segments of a multiprocessor */
#define IN_TURN     4u    /* segments that a warp takes, if there are enough */
#define TURN_WARPS  64u   /* of a multiprocessor are enough then */
#define PACKED_MOST 2048u /* bytes of an average segment, and */
#define FULL_WARPS                                                                                           \
    4u /* warps of a multiprocessor that have 32 segments at least, if they are better packed */
/* Segments of elements of 1 or 2 bytes are taken in equal shares up to so many bytes on the average, if there are as many in
   all: where words are taken at once, and else. */
#define SHARED_WORDS_MOST  16384.0
#define SHARED_WORDS_LEAST 1e6
#define SHARED_MOST        1024.0
#define SHARED_LEAST       32e6
/* A warp takes whole leaves by 16 bytes from so many bytes on the average on; where words could be taken at once from as many on as
   are taken in shares. */
#define WIDE_LEAST 5e3
#define REST_LINES 2u /* loaded together of what is left to the whole warp: a few lines, mostly */

static uint64_t average_of(const struct tw_reduce *r)
{
    return (uint64_t)ceil(tw_segments_average(r));
}

static bool are_few(const struct tw_reduce *r, const struct tw_target *target)
{
    return r->rows < FEW * (uint64_t)target->multiprocessors;
}

/* Warps of a segment: more where there are few segments, as far as the average one has leaves for them. */
static uint64_t usual_warps(const struct tw_reduce *r, const struct tw_target *target)
{
    double leaves = tw_segments_average(r) / (double)r->leaf;
    uint64_t busy = (uint64_t)target->multiprocessors * SHARE_WARPS, warps = leaves >= SHARE_LEAST ? 2 : 1;
    while (warps < SHARE_MOST && (double)warps < SHARE_TIMES * leaves && warps * r->rows < busy) warps *= 2;
    return warps;
}

/* Lanes of a segment: as few as have room for half as much again as the average segment, which is faster than more of them with less
   each; else all. */
static uint64_t usual_lanes(const struct tw_reduce *r)
{
    uint64_t average = average_of(r), lanes = 1;
    while (tw_segments_bound(r, lanes) < average + average / 2 && lanes < TW_WARP) lanes *= 2;
    return lanes;
}

/* Lines that hold most segments, if these are shorter than a leaf; no more than half a leaf of few, which many warps share. */
static unsigned usual_lines(const struct tw_reduce *r, const struct tw_target *target)
{
    uint64_t lines = tw_ceil_div(2 * average_of(r), TW_LINE_BYTES / r->bytes), unroll = 1;
    uint64_t most = are_few(r, target) ? LINES / 2 : LINES;
    while (unroll < lines && unroll < most) unroll *= 2;
    return (unsigned)unroll;
}

bool tw_segments_share(const struct tw_reduce *r)
{
    double bytes = tw_segments_average(r) * r->bytes, all = (double)r->cols * r->bytes;
    bool by_words = tw_reduce_bulk(r);
    return r->bytes < 4 && bytes <= (by_words ? SHARED_WORDS_MOST : SHARED_MOST) &&
           all >= (by_words ? SHARED_WORDS_LEAST : SHARED_LEAST);
}

/* Whether nothing speaks of lanes or warps. */
static bool is_open(const int64_t *value)
{
    static const enum tw_reduce_field fields[] = {REDUCE_BDIMX, REDUCE_BDIMY, REDUCE_warps, REDUCE_leaves};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (value[fields[i]] != TW_DERIVED) return false;
    return true;
}

/* Equal shares where the average says that they are good. */
static void resolve_shares(const struct tw_reduce *r, int64_t *value)
{
    if (is_open(value) && tw_segments_share(r)) tw_derive(value, REDUCE_schedule, REDUCE_BALANCED);
    if (value[REDUCE_schedule] == REDUCE_BALANCED) tw_shares_resolve(value);
}

/* Segments of a few lines, whatever their lengths; small elements are packed in shares only. */
static void resolve_packed(const struct tw_reduce *r, const struct tw_target *target, int64_t *value)
{
    uint64_t full = (uint64_t)target->multiprocessors * FULL_WARPS * TW_SEGMENTS_PACKED;
    bool is_good =
        r->bytes >= 4 && average_of(r) * r->bytes <= PACKED_MOST && r->rows >= full && is_open(value);
    if (is_good) tw_derive(value, REDUCE_schedule, REDUCE_PACKED);
    if (value[REDUCE_schedule] != REDUCE_PACKED) return;
    tw_derive(value, REDUCE_BDIMX, TW_WARP * BLOCK_WARPS);
    tw_derive(value, REDUCE_BDIMY, 1);
    tw_derive(value, REDUCE_warps, 1);
    tw_derive(value, REDUCE_leaves, TW_SEGMENTS_PACKED);
    tw_derive(value, REDUCE_unroll, r->bytes == 4 && r->state_bytes == 4 ? 4 : 2);
}

/* Few lanes share a segment, if nothing speaks of warps. */
static void resolve_lanes(const struct tw_reduce *r, int64_t *value)
{
    uint64_t lanes = usual_lanes(r);
    bool is_good = value[REDUCE_warps] == TW_DERIVED && value[REDUCE_BDIMY] != 1 && lanes < TW_WARP;
    if (is_good && value[REDUCE_BDIMX] == TW_DERIVED) tw_derive(value, REDUCE_schedule, REDUCE_GROUPED);
    if (!tw_segments_grouped(value)) return;
    tw_derive(value, REDUCE_BDIMX, tw_least(lanes, TW_WARP / 2));
    tw_derive(value, REDUCE_warps, 1);
    uint64_t beside = BLOCK_WARPS * TW_WARP / (uint64_t)value[REDUCE_BDIMX];
    tw_derive(value, REDUCE_BDIMY, beside ? beside : 1); /* none beside so many lanes, which are refused */
    tw_derive(value, REDUCE_unroll, REST_LINES);
}

static void resolve_warps(const struct tw_reduce *r, const struct tw_target *target, int64_t *value)
{
    uint64_t warps = usual_warps(r, target);
    uint64_t given = value[REDUCE_BDIMX] == TW_DERIVED ? 0 : (uint64_t)value[REDUCE_BDIMX] / TW_WARP;
    if (given && warps > 1) warps = tw_is_power_of_two(given) ? given : 1;
    tw_derive(value, REDUCE_warps, warps);
    warps = (uint64_t)value[REDUCE_warps];
    tw_derive(value, REDUCE_BDIMX, TW_WARP * (warps > 1 ? warps : BLOCK_WARPS));
    tw_derive(value, REDUCE_BDIMY, 1);
    bool turns = warps == 1 && !tw_segments_grouped(value) && tw_segments_leaves(r, average_of(r)) == 1;
    uint64_t enough = (uint64_t)target->multiprocessors * TURN_WARPS * IN_TURN;
    tw_derive(value, REDUCE_leaves, turns && r->rows >= enough ? IN_TURN : 1);
}

/* Whole leaves are taken by 16 bytes; of the least and the greatest of 2 bytes elements are as fast. Larger states were not measured. */
static bool is_usually_wide(const struct tw_reduce *r)
{
    if (r->order == REDUCE_EXACT || r->order == REDUCE_COMPENSATED) return false;
    if (r->bytes == 2 && (r->op == REDUCE_MIN || r->op == REDUCE_MAX)) return false;
    double least = tw_reduce_bulk(r) ? SHARED_WORDS_MOST : WIDE_LEAST;
    return r->bytes <= TW_SEGMENTS_WIDE_MOST && tw_segments_average(r) * r->bytes > least;
}

void tw_segments_infer(int64_t *value)
{
    int64_t lanes = value[REDUCE_BDIMX];
    if (lanes != TW_DERIVED && lanes < TW_WARP)
        tw_derive(value, REDUCE_schedule, REDUCE_GROUPED);
    else if (value[REDUCE_leaves] == TW_SEGMENTS_PACKED)
        tw_derive(value, REDUCE_schedule, REDUCE_PACKED);
}

void tw_segments_resolve(int64_t *value, const struct tw_target *target)
{
    int64_t known[REDUCE_FIELD_COUNT];
    memcpy(known, value, sizeof known);
    known[REDUCE_BDIMX] = known[REDUCE_BDIMY] = 1;
    known[REDUCE_schedule] = REDUCE_DIRECT;
    tw_derive(known, REDUCE_vector, tw_reduce_bytes(value));
    const struct tw_reduce r = tw_reduce_of(known);
    tw_segments_infer(value);
    resolve_shares(&r, value);
    bool is_wide = value[REDUCE_schedule] != REDUCE_BALANCED && is_usually_wide(&r);
    tw_derive(value, REDUCE_vector, is_wide ? TW_PIECE_BYTES : r.bytes);
    if (value[REDUCE_vector] > r.bytes) tw_derive(value, REDUCE_unroll, LINES);
    resolve_packed(&r, target, value);
    resolve_lanes(&r, value);
    tw_derive(value, REDUCE_schedule, REDUCE_DIRECT);
    resolve_warps(&r, target, value);
    tw_derive(value, REDUCE_unroll, usual_lines(&r, target));
    tw_derive(value, REDUCE_blocks, tw_least(tw_segments_blocks(&r, value), TW_REDUCE_BLOCKS_MAX));
}

#define SUIT_TIMES    12.0   /* as much of an average segment as its lanes take at once, at most */
#define SUIT_PACKED   8192.0 /* bytes of an average segment, at most */
#define SUIT_ELEMENTS 4.0    /* for each lane of several warps, at least */
#define SUIT_LANE     1.5    /* elements of an average segment that a lane takes by itself, at most */
/* Warps that take whole segments by themselves: so many of a block wait for its longest, if they are long; of small elements
   segments of a few lines are joined more than they are added up, if there are enough for lanes to take. */
#define SUIT_BESIDE      8u
#define SUIT_BESIDE_MOST 65536.0 /* bytes of an average segment */
#define SUIT_LINES_LEAST 1024.0  /* likewise, of small elements: */
#define SUIT_LINES_MOST  2048.0
#define SUIT_MANY        8192u

/* Lanes suit, but not where more lanes have room for the average: what lanes have no room for warps take one by one. */
static bool lanes_suit(const struct tw_reduce *r, const struct tw_segments *s, double average)
{
    if (s->lanes == 1 && average > SUIT_LANE) return false;
    bool has_room = average <= (double)s->bound,
         others_have = average <= (double)tw_segments_bound(r, TW_WARP / 2);
    return has_room || (!others_have && average <= SUIT_TIMES * (double)s->bound);
}

static bool warps_suit(const struct tw_reduce *r, const int64_t *value, double average)
{
    double bytes = average * r->bytes;
    if (value[REDUCE_BDIMX] > TW_WARP * SUIT_BESIDE && bytes >= SUIT_BESIDE_MOST) return false;
    bool is_few_lines = bytes > SUIT_LINES_LEAST && bytes <= SUIT_LINES_MOST;
    return r->bytes > TW_SEGMENTS_WIDE_MOST || !is_few_lines || r->rows < SUIT_MANY;
}

bool tw_segments_suit(const int64_t *value)
{
    const struct tw_reduce r = tw_reduce_of(value);
    const struct tw_segments s = tw_segments_of(&r, value);
    double average = tw_segments_average(&r);
    if (s.shared) return false;
    if (r.vector > 1 && value[REDUCE_unroll] < LINES) return false;
    if (s.packed) return average * r.bytes <= SUIT_PACKED;
    if (s.grouped) return lanes_suit(&r, &s, average);
    return s.lanes > TW_WARP ? average >= SUIT_ELEMENTS * s.lanes : warps_suit(&r, value, average);
}
