/*
 * Reductions along the columns of elements of 8 and 16 bits whose rows may be added in any order, since nothing is rounded.
 * A thread takes chunks as they lie, wherever rows begin: those of rows that begin alike, which are some rows apart. So its
 * columns are always the same, and only where threads meet does it matter which they are:
 *
 *     row 0   y = 0    |aaaabbbbccccdddd|             chunks of 4, rows 1 element after: x = 0, 1, 2, 3
 *     row 1   y = 1   .|aaabbbbccccdddd.|             x = 4 has what is left of the strip's last columns
 *     row 2   y = 2  ..|aabbbbccccdddd..|
 *     row 3   y = 3 ...|abbbbccccdddd...|
 *     row 4   y = 0    |aaaabbbbccccdddd|             4 rows are a period: BDIMY is a multiple of it
 *
 * The block's rows are as many leaves as in columns.c, BDIMY * leaves; a thread has every BDIMY-th of them, adds them up in the part of
 * one leaf, and leaves it in shared memory, column by column. Then a thread adds up a column.
 */
#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/columns/unordered.h"
#include "gen/families/reduce/scratch.h"
#include "gen/families/reduce/variant.h"

#define SHARED_MOST 49152u /* bytes of a block's arrays, whose size is known to the compiler */
#define BANKS_BYTES 128u

/* The rule. */
#define THREADS    512u /* of a block */
#define PART_BYTES 64u  /* of a thread's columns */
#define SHORT_ROWS                                                                                           \
    5u /* for each element of a load: fewer are too few for the threads that these need in a block */
#define TALL        16u /* threads in y, where there are MANY_ROWS rows for each */
#define MANY_ROWS   8u
#define LEAVES_MOST 8u
#define FEW_PARTS   16u /* that the last block joins in time */
#define BLOCKS      16u /* of a multiprocessor, with which all end at about the same time */
#define UNROLL      4u
#define ADD_BLOCKS  4u /* the same of what takes an instruction for an element, and few registers */
#define ADD_UNROLL  8u

/* Rows after which they begin alike in a load. */
static unsigned period_of(const struct tw_reduce *r)
{
    return r->vector / (unsigned)tw_gcd(r->vector, r->pitch % r->vector);
}

static unsigned bytes_of(const struct tw_reduce_member *members, unsigned count)
{
    unsigned bytes = 0;
    for (unsigned i = 0; i < count; i++) bytes += tw_bytes_of(members[i].element);
    return bytes;
}

/* Elements of a row of an array in shared memory: what the widest of its arrays needs. */
static unsigned pad_of(const struct tw_unordered *l)
{
    unsigned widest = 4;
    for (unsigned i = 0; i < l->part_count; i++)
        if (tw_bytes_of(l->part[i].element) > widest) widest = tw_bytes_of(l->part[i].element);
    return BANKS_BYTES / widest;
}

struct tw_unordered tw_unordered_of(const struct tw_reduce *r, const int64_t *value)
{
    struct tw_unordered l = {.r = r,
                             .x = (unsigned)value[REDUCE_BDIMX],
                             .y = (unsigned)value[REDUCE_BDIMY],
                             .each = (uint64_t)value[REDUCE_leaves],
                             .unroll = (unsigned)value[REDUCE_unroll],
                             .shift = (unsigned)(r->pitch % r->vector),
                             .stride = tw_multiple_up(r->cols, BANKS_BYTES / 8),
                             .cut = r->count % r->vector != 0};
    l.period = period_of(r);
    unsigned lanes = l.period > 1 && l.x > 1 ? l.x - 1 : l.x;
    l.strip = (uint64_t)lanes * r->vector;
    l.strips = tw_ceil_div(r->cols, l.strip);
    l.block_rows = TW_LEAF_ROWS * l.y * l.each;
    l.parts = tw_ceil_div(r->rows, l.block_rows);
    l.part_count = tw_reduce_part_members(r, l.part);
    l.part_bytes = bytes_of(l.part, l.part_count);
    l.pad = pad_of(&l);
    l.padded = (unsigned)tw_unordered_place(&l, l.strip - 1) + 1;
    bool second = l.parts > 1 && r->finish == REDUCE_BY_SECOND;
    l.join_runs = second ? (unsigned)tw_least(tw_power_down(l.parts), TW_WARP) : 0;
    return l;
}

static uint64_t shared_bytes(const struct tw_unordered *l)
{
    return (uint64_t)l->y * l->padded * l->part_bytes;
}

/* ---- resolve, accept, candidates ---- */

static void copy(int64_t *known, const int64_t *value)
{
    memcpy(known, value, REDUCE_FIELD_COUNT * sizeof *known);
}

/* Whether loads so wide leave a thread registers for its columns, and the block that is given, if one is, can have them. */
static bool suits(const int64_t *value, unsigned vector)
{
    int64_t known[REDUCE_FIELD_COUNT];
    copy(known, value);
    known[REDUCE_vector] = vector;
    tw_derive(known, REDUCE_leaves, 1);
    struct tw_reduce r = tw_reduce_of(known);
    unsigned period = period_of(&r);
    tw_derive(known, REDUCE_BDIMY, period);
    tw_derive(known, REDUCE_BDIMX, 2);
    struct tw_unordered l = tw_unordered_of(&r, known);
    return r.vector * l.part_bytes <= PART_BYTES && l.y % period == 0 && (period == 1 || l.x > 1) &&
           shared_bytes(&l) <= SHARED_MOST;
}

/* A strip that leaves most threads down the columns, if these are long: TALL of them, with MANY_ROWS rows each at least. Strips are all
   of one length; then there are as many threads down the columns as make the block's. */
static void resolve_block(int64_t *value)
{
    struct tw_reduce r = tw_reduce_of(value);
    uint64_t period = period_of(&r), more = period > 1, chunks = tw_ceil_div(r.cols, r.vector);
    uint64_t deepest = tw_power_down(r.rows / MANY_ROWS), tall = tw_least(deepest, TALL);
    uint64_t lanes = THREADS / (tall > period ? tall : period), strips = tw_ceil_div(chunks, lanes - more);
    uint64_t fair = tw_ceil_div(chunks, strips) + more; /* nearly whole warps are whole ones */
    tw_derive(value, REDUCE_BDIMX, strips > 1 && 8 * fair >= 7 * lanes ? lanes : fair);
    uint64_t deep = tw_least(tw_power_down(THREADS / (uint64_t)value[REDUCE_BDIMX]), deepest);
    tw_derive(value, REDUCE_BDIMY, deep > period ? deep : period);
}

/* Whether there are rows for the threads that rows so loaded need in a block, columns for a load, and blocks for all multiprocessors. */
static bool fills(const int64_t *value, unsigned vector, const struct tw_target *target)
{
    int64_t known[REDUCE_FIELD_COUNT];
    copy(known, value);
    known[REDUCE_vector] = vector;
    known[REDUCE_leaves] = 1;
    resolve_block(known);
    struct tw_reduce r = tw_reduce_of(known);
    struct tw_unordered l = tw_unordered_of(&r, known);
    return r.rows >= (uint64_t)SHORT_ROWS * r.vector && vector <= tw_power_up(r.cols * r.bytes) &&
           l.strips * l.parts >= target->multiprocessors;
}

/* The widest that suits, and of these that fills; where none suits an element, which is the other kernel's. */
static void resolve_vector(int64_t *value, const struct tw_target *target)
{
    unsigned vector = TW_STAGED_CHUNK;
    while (vector >= TW_UNORDERED_LEAST && !suits(value, vector)) vector /= 2;
    while (vector > TW_UNORDERED_LEAST && !fills(value, vector, target) && suits(value, vector / 2))
        vector /= 2;
    tw_derive(value, REDUCE_vector, vector >= TW_UNORDERED_LEAST ? vector : tw_reduce_bytes(value));
}

static bool adds(const struct tw_reduce *r)
{
    return tw_reduce_takes_columns(r) && !tw_reduce_gives_places(r->op);
}

/* Whether sums of so many leaves are made as those of one: in 32 bits. */
static bool holds(const int64_t *value, uint64_t leaves, bool by_words)
{
    int64_t known[REDUCE_FIELD_COUNT];
    copy(known, value);
    known[REDUCE_leaves] = (int64_t)leaves;
    struct tw_reduce r = tw_reduce_of(known);
    return tw_reduce_takes_columns(&r) == by_words && tw_reduce_part_holds(&r);
}

/* Leaves of a block: as many as leave enough blocks. */
static void resolve_leaves(int64_t *value, const struct tw_target *target)
{
    int64_t known[REDUCE_FIELD_COUNT];
    copy(known, value);
    known[REDUCE_leaves] = known[REDUCE_unroll] = 1;
    struct tw_reduce r = tw_reduce_of(known);
    struct tw_unordered l = tw_unordered_of(&r, known);
    bool by_words = tw_reduce_takes_columns(&r);
    uint64_t enough = (uint64_t)target->multiprocessors * (adds(&r) ? ADD_BLOCKS : BLOCKS), leaves = 1;
    while (leaves < LEAVES_MOST && leaves * l.block_rows < r.rows &&
           l.strips * tw_ceil_div(r.rows, 2 * leaves * l.block_rows) >= enough &&
           holds(value, 2 * leaves, by_words))
        leaves *= 2;
    tw_derive(value, REDUCE_leaves, leaves);
    uint64_t parts = tw_ceil_div(r.rows, (uint64_t)value[REDUCE_leaves] * l.block_rows);
    tw_derive(value, REDUCE_finish, parts > FEW_PARTS ? REDUCE_BY_SECOND : REDUCE_BY_LAST);
}

static uint64_t usual_blocks(const int64_t *value)
{
    struct tw_reduce r = tw_reduce_of(value);
    struct tw_unordered l = tw_unordered_of(&r, value);
    return tw_columns_usual_blocks((double)l.strips * (double)l.parts);
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    resolve_vector(value, target);
    if (!tw_reduce_of(value).unordered) {
        tw_columns_resolve(value, target);
        return;
    }
    resolve_block(value);
    resolve_leaves(value, target);
    struct tw_reduce r = tw_reduce_of(value);
    tw_derive(value, REDUCE_unroll, adds(&r) ? ADD_UNROLL : UNROLL);
    tw_derive(value, REDUCE_warps, 1);
    tw_derive(value, REDUCE_schedule, REDUCE_UNORDERED);
    tw_derive(value, REDUCE_blocks, usual_blocks(value));
}

static bool accept_block(const struct tw_unordered *l, struct tw_text *reason)
{
    if (l->y % l->period) {
        tw_text_addf(reason, "BDIMY is %u, but rows that begin alike in loads of %u bytes are %u apart", l->y,
                     l->r->align, l->period);
        return false;
    }
    if (l->period > 1 && l->x == 1)
        return tw_refuse(
            reason,
            "BDIMX must be at least 2: rows begin inside loads, so two threads share the columns of a load");
    if (shared_bytes(l) > SHARED_MOST) {
        tw_text_addf(reason, "threads meet in %" PRIu64 " bytes of shared memory; %u are the most",
                     shared_bytes(l), SHARED_MOST);
        return false;
    }
    return true;
}

static bool accept(const struct tw_reduce *r, const int64_t *value, const struct tw_target *target,
                   struct tw_text *reason)
{
    (void)target;
    if (!tw_columns_accept_fields(r, value, reason)) return false;
    struct tw_unordered l = tw_unordered_of(r, value);
    if (!accept_block(&l, reason)) return false;
    if (!tw_reduce_part_holds(r)) {
        tw_text_addf(reason,
                     "a block takes %" PRIu64 " rows, whose numbers do not fit below an element in a word",
                     r->leaf);
        return false;
    }
    return tw_columns_accept_blocks((double)l.strips, l.parts, value, reason);
}

/* Loads, blocks, leaves and rows worth trying beside the rule's. */
static const struct {
    unsigned vector, x, y, leaves, unroll;
} candidates[] = {
    {16, 32, 16, 1, 4}, {16, 32, 16, 2, 4}, {16, 32, 16, 4, 4}, {16, 32, 16, 8, 4}, {16, 32, 16, 2, 8},
    {16, 32, 16, 8, 8}, {16, 32, 16, 4, 2}, {16, 32, 32, 2, 4}, {8, 32, 8, 2, 8},   {8, 32, 8, 8, 8},
    {8, 32, 16, 2, 8},  {8, 32, 16, 8, 4},  {8, 64, 8, 4, 8},   {4, 64, 4, 4, 16},  {4, 64, 8, 4, 16},
    {4, 32, 16, 2, 16}, {4, 128, 4, 8, 8},  {16, 16, 16, 4, 4}, {16, 16, 32, 4, 4}, {16, 24, 16, 4, 4},
};

static unsigned candidate_count(const int64_t *given)
{
    (void)given;
    return 1 + sizeof candidates / sizeof *candidates;
}

/* The first is the rule's. Narrow rows have no more chunks than there are. */
static void take(int64_t *value, unsigned number, const struct tw_target *target)
{
    (void)target;
    if (number-- == 0) return;
    uint64_t y = candidates[number].y;
    tw_derive(value, REDUCE_vector, candidates[number].vector);
    uint64_t chunks =
        tw_ceil_div((uint64_t)value[REDUCE_cols], (uint64_t)value[REDUCE_vector] / tw_reduce_bytes(value)) +
        1;
    tw_derive(value, REDUCE_BDIMX, tw_least(chunks, candidates[number].x));
    for (uint64_t x = candidates[number].x; x >= 2 * chunks; x /= 2) y *= 2;
    tw_derive(value, REDUCE_BDIMY, y);
    tw_derive(value, REDUCE_leaves, candidates[number].leaves);
    tw_derive(value, REDUCE_unroll, candidates[number].unroll);
}

/* ---- shape ---- */

static void shape(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    struct tw_unordered l = tw_unordered_of(r, value);
    unsigned scratch = shape->argument_count;
    if (l.parts > 1)
        tw_reduce_add_partials(r, tw_columns_partials(r, l.parts),
                               l.join_runs ? 0 : tw_ceil_div(r->cols, l.x), shape);
    tw_columns_add_launch(shape, "", l.strips * l.parts, l.x, l.y, shared_bytes(&l));
    tw_columns_pass(shape, 0, l.join_runs ? r->c : r->c + 1);
    tw_columns_pass(shape, scratch, shape->argument_count);
    if (!l.join_runs) return;
    tw_columns_add_launch(shape, "_join", tw_ceil_div(r->cols, TW_COLUMNS_JOINED), TW_COLUMNS_JOINED,
                          l.join_runs, TW_COLUMNS_JOINED * l.join_runs * r->state_bytes);
    tw_columns_pass(shape, r->c, shape->argument_count);
}

const struct tw_reduce_skeleton tw_reduce_unordered = {.resolve = resolve,
                                                       .accept = accept,
                                                       .shape = shape,
                                                       .describe = tw_unordered_describe,
                                                       .predict = tw_unordered_predict,
                                                       .candidates = candidate_count,
                                                       .take = take};
