/* The variables of templates/reduce_segments.cu.mustache, whose first lines say what each means. */
#include <inttypes.h>

#include "gen/families/reduce/segments.h"
#include "gen/families/reduce/shares.h"
#include "gen/families/reduce/whole.h"

#define WAITING       16u   /* registers of a lane that loads of a longer one wait in */
#define SHARED_AHEAD  2u    /* lines of a leaf in shared memory that are loaded together */
#define LEAST_THREADS 1024u /* of a multiprocessor: each may have 64 of its registers */

static void describe_lanes(const struct tw_reduce *r, const struct tw_segments *s, struct tw_data *data)
{
    uint64_t lanes = s->grouped ? s->lanes : 1;
    unsigned bands = tw_segments_bands(r, lanes);
    tw_data_flag(data, "grouped", s->grouped);
    tw_data_number(data, "near", TW_SEGMENT_NEAR);
    tw_data_number(data, "band", (int64_t)(lanes * TW_SEGMENT_NEAR));
    tw_data_number(data, "bands", bands);
    tw_data_flag(data, "several_bands", bands > 1);
    tw_data_flag(data, "several_lanes", lanes > 1);
    tw_data_number(data, "bound", (int64_t)(s->packed ? r->leaf : tw_segments_bound(r, lanes)));
}

/* Lines of a segment that is left to the whole warp. */
static unsigned lines_ahead(const struct tw_reduce *r)
{
    unsigned elements = TW_LINE_BYTES / r->bytes / TW_WARP;
    return WAITING / (elements < 4 ? 4 : elements);
}

/* Segments that are cut. */
static void describe_chunks(const struct tw_reduce *r, const int64_t *value, const struct tw_segments *s,
                            struct tw_data *data)
{
    uint64_t windows = s->windows;
    struct tw_text parameters = {0};
    for (unsigned i = 0; i < r->member_count; i++)
        tw_text_addf(&parameters, "%s%s *partials_%s", i ? ", " : "", r->members[i].cuda, r->members[i].name);
    tw_data_flag(data, "splits", windows > 0);
    tw_data_number(data, "windows", (int64_t)windows);
    if (windows) {
        tw_data_number(data, "chunk", (int64_t)(s->chunk_leaves * r->leaf));
        tw_data_number(data, "chunk_leaves", (int64_t)s->chunk_leaves);
    }
    tw_data_text(data, "partial_parameters", &parameters);
    tw_data_format(data, "block", windows ? "(blockIdx.x - %" PRIu64 ")" : "blockIdx.x", windows);
    if (s->grouped)
        tw_data_format(data, "thread", "threadIdx.y * %" PRId64 " + threadIdx.x", value[REDUCE_BDIMX]);
    else
        tw_data_string(data, "thread", "threadIdx.x");
    tw_data_flag(data, "cut_apart", windows && value[REDUCE_warps] > 1 && s->each > 1);
}

/* Lines of a leaf that are loaded together. */
static unsigned ahead_of(const struct tw_reduce *r, const int64_t *value, const struct tw_segments *s)
{
    if (s->shared) return SHARED_AHEAD;
    return s->packed || r->vector > 1 ? lines_ahead(r) : (unsigned)value[REDUCE_unroll];
}

/* Whole leaves by 16 bytes. */
static void describe_wide(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    tw_data_flag(data, "wide", r->vector > 1);
    tw_data_flag(data, "rotates", r->vector > 1 && !tw_reduce_any_order(r));
    tw_data_number(data, "wide_parts", r->bulk ? 1 : TW_PIECE_BYTES / r->bytes);
    tw_data_number(data, "wide_ahead", value[REDUCE_unroll]);
}

/* Blocks of a multiprocessor that the compiler leaves registers for, where 64 of them hold what a lane has under way: for
 * sums of float32 it takes 80 to 112 otherwise, and fewer warps are there at once. */
static void describe_least_blocks(const struct tw_reduce *r, struct tw_data *data)
{
    bool large = r->op == REDUCE_NORM2 || (r->bytes == 8 && (r->op == REDUCE_MIN || r->op == REDUCE_MAX));
    bool fits = r->bytes >= 4 && r->member_count == 1 && r->state_bytes == r->bytes && !large;
    tw_data_number_or_false(data, "least_blocks", fits && r->threads < LEAST_THREADS,
                            LEAST_THREADS / r->threads);
}

void tw_segments_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    const struct tw_segments s = tw_segments_of(r, value);
    describe_chunks(r, value, &s, data);
    describe_wide(r, value, data);
    unsigned warps = (unsigned)value[REDUCE_warps];
    tw_data_flag(data, "none", r->rows == 0);
    tw_data_number(data, "threads", r->threads);
    tw_data_string(data, "offset", value[REDUCE_offsets] == REDUCE_OFFSETS_INT32 ? "int" : "long long");
    tw_data_flag(data, "checks", value[REDUCE_check] == REDUCE_TRAP);
    tw_data_flag(data, "streams", s.streams);
    tw_data_flag(data, "takes_leaves", s.shared ? r->bytes >= 4 : s.streams);
    tw_data_flag(data, "hands_halves", r->bytes > TW_SEGMENTS_WIDE_MOST && (s.grouped || s.packed));
    tw_data_number(data, "ahead", ahead_of(r, value, &s));
    tw_data_flag(data, "many", value[REDUCE_leaves] > 1 && !s.packed);
    tw_data_flag(data, "one", value[REDUCE_leaves] == 1 && !s.grouped && !s.shared);
    describe_least_blocks(r, data);
    tw_data_number(data, "line", TW_LINE_BYTES / r->bytes);
    tw_data_number(data, "leaf", (int64_t)r->leaf);
    tw_data_number(data, "groups", TW_LINE_BYTES / r->bytes / TW_WARP);
    tw_data_number(data, "block_warps", (int64_t)(r->threads / TW_WARP));
    tw_data_number(data, "block_segments", (int64_t)s.each);
    tw_data_flag(data, "one_segment", s.each == 1);
    tw_data_flag(data, "alone", warps == 1);
    if (warps == 1)
        tw_data_string(data, "place", "warp");
    else
        tw_data_format(data, "place", "warp / %u", warps);
    tw_data_flag(data, "guarded", r->rows % s.each != 0);
    tw_data_number(data, "levels", s.levels);
    describe_lanes(r, &s, data);
    tw_data_flag(data, "shares", s.shared);
    if (s.shared) tw_shares_describe(r, value, data);
    tw_data_flag(data, "packs", s.packed);
    tw_shares_describe_pieces(r, value, data);
}
