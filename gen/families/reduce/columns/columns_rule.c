/* The rule along columns: what becomes of open fields where no model chooses. */
#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/variant.h"

#define BUSY_THREADS 1024u /* of a multiprocessor, with a leaf each: there are enough for a choice */
#define WIDE_VECTORS 8192u /* from as many on blocks are wide */
#define WIDE_THREADS 256u  /* in x */
#define SHORT_ROWS   8u    /* columns so short are taken several at a time */
#define SHORT_BYTES  64u   /* of their loads that a thread then has under way */
#define WIDE_ROWS    4u    /* loaded together by the many threads of wide blocks */
#define TALL_THREADS 576u  /* of a block of fewer vectors, at most */
#define TALL_DEPTH   16u   /* its threads in y at most */
#define TALL_ROWS    16u   /* loaded together */
#define TALL_BLOCKS  3u    /* of a multiprocessor at least */
#define REGISTERS    16u   /* bytes of a thread's columns with which many rows fit into registers */
#define HANDED_BYTES                                                                                         \
    (UINT64_C(512) << 20)    /* of a matrix from which on lanes hand each other elements of a word */
#define HANDED_COLS   8192u  /* that it has at least then, so that strips are full */
#define HANDED_DEPTH  64u    /* rows that it has at least */
#define HANDED_WIDE   65536u /* columns from which on a thread takes more leaves */
#define HANDED_BLOCKS 396u   /* that there are at least then */
#define HANDED_LEAVES 16u
#define HANDED_ROWS   8u /* loaded together */
#define LEAST_LOAD    4u /* bytes of loads, though the states of their columns may be more than REGISTERS */

/* What the rule looks at. */
struct problem {
    const struct tw_reduce *r;
    const struct tw_target *target;
    uint64_t vectors, leaves;
    unsigned states; /* bytes of those of a thread's columns */
};

static uint64_t chosen(const int64_t *value, enum tw_reduce_field field, uint64_t otherwise)
{
    return value[field] == TW_DERIVED ? otherwise : (uint64_t)value[field];
}

/* Leaves of a thread: as many as leave enough threads to keep the memory busy, and as few as their stack has registers. */
static uint64_t usual_leaves(const struct problem *p, uint64_t y)
{
    unsigned levels = tw_least(128 / p->states, 3);
    uint64_t most = tw_least(UINT64_C(1) << levels, tw_power_up(tw_ceil_div(p->leaves, y)));
    double busy = (double)p->target->multiprocessors * BUSY_THREADS;
    double wanted = (double)p->vectors * (double)p->leaves / busy;
    return wanted >= (double)most ? most : tw_power_down((uint64_t)wanted);
}

/* Warps along the rows where these are long enough; then as many threads down the columns as there are leaves, to 256 in
   all, or 512 where those take a column that is not cut then; what is left of these goes to the rows. */
static void resolve_small(const struct problem *p, int64_t *value)
{
    uint64_t threads = p->leaves > 8 && p->leaves <= 16 ? 512 : 256;
    uint64_t x = chosen(value, REDUCE_BDIMX, tw_least(p->vectors ? p->vectors : 1, TW_WARP));
    tw_derive(value, REDUCE_BDIMY, tw_least(tw_power_up(p->leaves), tw_power_down(threads / x)));
    uint64_t y = (uint64_t)value[REDUCE_BDIMY];
    while (2 * x * y <= threads && x < p->vectors) x *= 2;
    tw_derive(value, REDUCE_BDIMX, x);
    tw_derive(value, REDUCE_leaves, usual_leaves(p, y));
    tw_derive(value, REDUCE_unroll, p->r->pitch * p->r->bytes < 4 ? 16 : 8); /* rows that fill a sector */
}

/* Vectors of columns of a few rows that a thread takes, BDIMX apart, while there are enough threads. */
static uint64_t usual_turns(const struct problem *p)
{
    uint64_t bytes = p->r->vector * p->r->bytes * p->r->rows * p->r->inputs, turns = 1;
    double enough = (double)p->target->multiprocessors * BUSY_THREADS * 2;
    while (2 * turns * bytes <= SHORT_BYTES && (double)p->vectors >= 2 * (double)turns * enough) turns *= 2;
    return turns;
}

/* Very many columns: long rows of threads, with a few loads each; columns are not cut if a block can take them. */
static void resolve_wide(const struct problem *p, int64_t *value)
{
    tw_derive(value, REDUCE_BDIMX, WIDE_THREADS);
    bool is_short = p->leaves == 1 && p->r->rows <= SHORT_ROWS;
    tw_derive(value, REDUCE_leaves, is_short ? usual_turns(p) : usual_leaves(p, 1));
    uint64_t runs = tw_ceil_div(p->leaves, value[REDUCE_leaves] > 0 ? (uint64_t)value[REDUCE_leaves] : 1);
    bool all = runs <= 4 && p->states <= REGISTERS && value[REDUCE_BDIMX] <= WIDE_THREADS;
    tw_derive(value, REDUCE_BDIMY, tw_least(tw_power_up(runs), all ? 4 : 2));
    tw_derive(value, REDUCE_unroll, WIDE_ROWS);
}

/* Long columns, of which a block takes a strip: few threads, with many loads each. */
static void resolve_tall(const struct problem *p, int64_t *value)
{
    tw_derive(value, REDUCE_BDIMX, TW_WARP);
    uint64_t x = (uint64_t)value[REDUCE_BDIMX];
    tw_derive(value, REDUCE_BDIMY, tw_least(TALL_DEPTH, tw_power_down(TALL_THREADS / x)));
    uint64_t y = (uint64_t)value[REDUCE_BDIMY], leaves = usual_leaves(p, y ? y : 1);
    while (leaves > 1 && tw_ceil_div(p->vectors, x) * tw_ceil_div(p->leaves, leaves * (y ? y : 1)) <
                             (uint64_t)p->target->multiprocessors * TALL_BLOCKS)
        leaves /= 2;
    tw_derive(value, REDUCE_leaves, leaves);
    tw_derive(value, REDUCE_unroll, p->states <= REGISTERS && p->r->inputs == 1 ? TALL_ROWS : TALL_ROWS / 2);
}

static uint64_t usual_blocks(const int64_t *value)
{
    struct tw_reduce r = tw_reduce_of(value);
    bool loads = r.vector > 0, halves = value[REDUCE_BDIMY] * value[REDUCE_leaves] > 0;
    if (!loads || !halves) return 1;
    struct tw_columns c = tw_columns_of(&r, value);
    return tw_columns_usual_blocks(tw_columns_blocks(&c));
}

/* Narrow loads keep as much memory busy as wide ones, and leave registers for more rows. What begins anywhere is put together of
   words. */
static uint64_t usual_vector(const int64_t *value)
{
    int64_t pieced[REDUCE_FIELD_COUNT];
    memcpy(pieced, value, sizeof pieced);
    pieced[REDUCE_vector] = TW_COLUMNS_WORD;
    if (tw_reduce_shifts(pieced)) return TW_COLUMNS_WORD;
    uint64_t vector = tw_reduce_widest_load(value), bytes = tw_reduce_bytes(value);
    unsigned state = tw_reduce_of(value).state_bytes;
    while (vector > LEAST_LOAD && vector > bytes && vector / bytes * state > REGISTERS) vector /= 2;
    return vector;
}

/* Whether blocks of long rows have about as many leaves each, and are enough; places, whose states take twice the registers, lose
   where blocks wait for each other. */
static bool is_even(const struct tw_reduce *r)
{
    uint64_t leaves = tw_ceil_div(r->rows, TW_LEAF_ROWS), parts = tw_ceil_div(leaves, HANDED_LEAVES);
    uint64_t strips = tw_ceil_div(tw_ceil_div(r->cols, r->vector), WIDE_THREADS);
    bool is_full = !tw_reduce_gives_places(r->op) && 10 * leaves >= 9 * parts * HANDED_LEAVES;
    return strips * parts >= HANDED_BLOCKS && (parts == 1 || is_full);
}

bool tw_columns_hand(const int64_t *value)
{
    int64_t known[REDUCE_FIELD_COUNT];
    memcpy(known, value, sizeof known);
    tw_derive(known, REDUCE_vector, TW_STAGED_CHUNK);
    tw_derive(known, REDUCE_BDIMX, TW_WARP);
    known[REDUCE_BDIMY] = 1;
    if (value[REDUCE_along] != REDUCE_COLUMNS || !tw_reduce_shifts(known)) return false;
    const struct tw_reduce r = tw_reduce_of(known);
    bool known_to_win = r.bytes == TW_COLUMNS_WORD && r.pitch % 2 && r.inputs == 1 &&
                        (r.order == REDUCE_FIXED || r.order == REDUCE_FREE);
    return known_to_win && r.count * r.bytes >= HANDED_BYTES && r.cols >= HANDED_COLS &&
           r.rows >= HANDED_DEPTH && (r.cols < HANDED_WIDE || is_even(&r));
}

/* Very long rows by blocks of one row of threads, others by smaller strips, two below each other. */
static void resolve_handed(const struct problem *p, int64_t *value)
{
    bool is_wide = p->r->cols >= HANDED_WIDE;
    tw_derive(value, REDUCE_BDIMX, is_wide ? WIDE_THREADS : WIDE_THREADS / 2);
    tw_derive(value, REDUCE_BDIMY, is_wide ? 1 : 2);
    tw_derive(value, REDUCE_leaves, is_wide ? HANDED_LEAVES : HANDED_LEAVES / 4);
    tw_derive(value, REDUCE_unroll, HANDED_ROWS);
    tw_derive(value, REDUCE_finish, is_wide ? REDUCE_BY_LAST : REDUCE_BY_SECOND);
}

void tw_columns_resolve(int64_t *value, const struct tw_target *target)
{
    int64_t known[REDUCE_FIELD_COUNT];
    bool hand = tw_columns_hand(value);
    memcpy(known, value, sizeof known);
    known[REDUCE_BDIMX] = known[REDUCE_BDIMY] = 1;
    if (known[REDUCE_vector] == TW_DERIVED) known[REDUCE_vector] = 1;
    tw_derive(value, REDUCE_vector, hand ? TW_STAGED_CHUNK : usual_vector(known));
    known[REDUCE_vector] = value[REDUCE_vector];
    struct tw_reduce r = tw_reduce_of(known);
    if (!r.vector) r.vector = 1; /* which is refused later */
    struct problem p = {.r = &r,
                        .target = target,
                        .vectors = tw_ceil_div(r.cols, r.vector) * r.batch,
                        .leaves = tw_ceil_div(r.rows, TW_LEAF_ROWS),
                        .states = r.vector * r.state_bytes};
    double busy = (double)target->multiprocessors * BUSY_THREADS;
    if (hand)
        resolve_handed(&p, value);
    else if (p.vectors < TW_WARP || (double)p.vectors * (double)p.leaves < busy)
        resolve_small(&p, value);
    else if (p.vectors >= WIDE_VECTORS)
        resolve_wide(&p, value);
    else
        resolve_tall(&p, value);
    tw_derive(value, REDUCE_warps, 1);
    tw_derive(value, REDUCE_schedule, REDUCE_DIRECT);
    tw_derive(value, REDUCE_blocks, usual_blocks(value));
}
