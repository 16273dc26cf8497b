/* The variables of templates/reduce/reduce_segments.cu.mustache, whose first lines say what each means. */
#include <inttypes.h>

#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/segments/segments.h"
#include "gen/families/reduce/segments/shares.h"

#define WAITING       16u /* registers of a lane that loads of a longer one wait in */
#define SHARED_AHEAD  2u  /* lines of a leaf in shared memory that are loaded together */
#define JOIN_RUN      8u  /* chunks that a lane joins, of states of up to so many bytes */
#define JOIN_BYTES    8u
#define FEW_GROUPS    4u    /* of columns of a leaf that a lane has, of short segments */
#define MOST_THREADS  1024u /* of a multiprocessor: each may have 64 of its registers; */
#define MORE_THREADS  768u  /* 80; */
#define LEAST_THREADS 512u  /* 128, of blocks of */
#define LARGE_BLOCK   256u

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

/* The number of a segment among its block's, as an expression of the warp's and of the lane that has it. */
static void describe_place(const int64_t *value, const struct tw_segments *s, struct tw_data *data)
{
    unsigned each = s->grouped || s->packed ? TW_WARP : (unsigned)value[REDUCE_leaves];
    if (s->grouped && s->lanes > 1)
        tw_data_format(data, "place", "(w * %u + from) / %u", each, s->lanes);
    else
        tw_data_format(data, "place", "w * %u + from", each);
}

/* Segments that blocks take, and that are cut. */
static void describe_chunks(const struct tw_reduce *r, const int64_t *value, const struct tw_segments *s,
                            struct tw_data *data)
{
    struct tw_text parameters = {0};
    for (unsigned i = 0; i < r->member_count; i++)
        tw_text_addf(&parameters, "%s%s *partials_%s", i ? ", " : "", r->members[i].cuda, r->members[i].name);
    tw_data_text(data, "partial_parameters", &parameters);
    tw_data_flag(data, "rests", s->rests);
    tw_data_number(data, "own_leaves", s->own_leaves);
    tw_data_number(data, "own", (int64_t)(s->own_leaves * r->leaf));
    tw_data_number(data, "whole", (int64_t)((s->windows ? s->whole_leaves : s->slots) * r->leaf));
    tw_data_number(data, "block_leaves", s->slots);
    tw_data_number(data, "leaf_run", s->slots > TW_WARP ? s->slots / TW_WARP : 1);
    tw_data_flag(data, "splits", s->windows > 0);
    tw_data_number(data, "windows", (int64_t)s->windows);
    tw_data_number(data, "join_run", r->state_bytes <= JOIN_BYTES ? JOIN_RUN : JOIN_RUN / 2);
    if (s->windows) {
        tw_data_number(data, "chunk", (int64_t)(s->chunk_leaves * r->leaf));
        tw_data_number(data, "chunk_leaves", (int64_t)s->chunk_leaves);
    }
    tw_data_format(data, "density", "(%" PRIu64 ".0 / %" PRIu64 ".0)", (uint64_t)r->rows,
                   (uint64_t)(r->cols ? r->cols : 1));
    tw_data_string(data, "offset_number", r->rows < UINT32_MAX ? "unsigned" : "unsigned long long");
    describe_place(value, s, data);
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

/* Threads of a multiprocessor that the compiler leaves registers for. Where 64 of them hold what a lane has under way it takes 80 to
 * 112 otherwise, and fewer warps are there at once; of others up to 168, where blocks are large. */
static unsigned least_threads(const struct tw_reduce *r)
{
    bool is_extreme = r->op == REDUCE_MIN || r->op == REDUCE_MAX;
    bool is_large = r->op == REDUCE_NORM2 || (r->bytes == 8 && is_extreme);
    if (r->bytes >= 4 && r->member_count == 1 && r->state_bytes == r->bytes && !is_large) return MOST_THREADS;
    bool is_word = r->bytes >= 4 || r->vector > 1; /* else a lane has 64 elements under way */
    if (r->member_count == 1 && !is_extreme && is_word) return MORE_THREADS;
    return r->threads < LARGE_BLOCK ? 0 : LEAST_THREADS;
}

static void describe_least_blocks(const struct tw_reduce *r, struct tw_data *data)
{
    unsigned blocks = least_threads(r) / r->threads;
    tw_data_number_or_false(data, "least_blocks", blocks > 1, blocks);
}

/* Columns of a leaf that a lane has, 32 apart. Small elements have many, most of which a short segment leaves out: in the loops of
   the others, which takes fewer registers, where it is by itself the exception; else in a function of its own, which is faster. */
static void describe_groups(const struct tw_reduce *r, const struct tw_segments *s, struct tw_data *data)
{
    unsigned groups = TW_LINE_BYTES / r->bytes / TW_WARP;
    bool many = groups > FEW_GROUPS, own = many && !s->grouped;
    tw_data_number(data, "groups", groups);
    tw_data_number_or_false(data, "few", many && s->grouped, FEW_GROUPS);
    tw_data_number_or_false(data, "short", own, FEW_GROUPS);
    tw_data_number_or_false(data, "less_short", own && groups > 2 * FEW_GROUPS, 2 * FEW_GROUPS);
    if (own)
        tw_data_string(data, "of_groups", "groups");
    else
        tw_data_number(data, "of_groups", groups);
}

void tw_segments_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    const struct tw_segments s = tw_segments_of(r, value);
    describe_chunks(r, value, &s, data);
    describe_wide(r, value, data);
    tw_data_flag(data, "none", r->rows == 0);
    tw_data_number(data, "threads", r->threads);
    tw_data_string(data, "offset", value[REDUCE_offsets] == REDUCE_OFFSETS_INT32 ? "int" : "long long");
    tw_data_flag(data, "checks", value[REDUCE_check] == REDUCE_TRAP);
    tw_data_flag(data, "streams", s.streams);
    tw_data_flag(data, "takes_leaves", s.shared ? r->bytes >= 4 : s.streams);
    tw_data_flag(data, "stacks", s.streams && !s.together);
    tw_data_flag(data, "together", s.together);
    tw_data_flag(data, "by_warps", !s.together && !s.grouped && !s.packed && !s.shared);
    tw_data_flag(data, "hands_halves", r->bytes > TW_SEGMENTS_WIDE_MOST && (s.grouped || s.packed));
    tw_data_number(data, "ahead", ahead_of(r, value, &s));
    describe_least_blocks(r, data);
    tw_data_number(data, "line", TW_LINE_BYTES / r->bytes);
    tw_data_number(data, "leaf", (int64_t)r->leaf);
    describe_groups(r, &s, data);
    tw_data_number(data, "block_warps", (int64_t)(r->threads / TW_WARP));
    tw_data_number(data, "block_segments", (int64_t)s.each);
    tw_data_flag(data, "guarded", r->rows != s.blocks * s.each);
    tw_data_number(data, "levels", s.levels);
    describe_lanes(r, &s, data);
    tw_data_flag(data, "shares", s.shared);
    if (s.shared) tw_shares_describe(r, value, data);
    tw_data_flag(data, "packs", s.packed);
    tw_shares_describe_pieces(r, value, data);
}
