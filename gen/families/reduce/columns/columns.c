/*
 * Reductions along the columns of matrices. Threads in x take neighbouring vectors of columns, those of all matrices in a
 * row; threads in y take runs of leaves of the same columns, and a column longer than they take is cut into parts:
 *
 *                   x = 0     1     2    ...       a strip of BDIMX vectors
 *     leaf 0, 1     y = 0   | y = 0 |
 *     leaf 2, 3     y = 2   | y = 2 |              leaves 2, BDIMY 4: y with its bits reversed is the number of a run
 *     leaf 4, 5     y = 1   |       |
 *     leaf 6, 7     y = 3   |       |
 *     leaf 8, 9     y = 0   | the next part: another block
 *
 * All of these are powers of two of leaves, counted from the column's beginning: so each makes a subtree of the fixed tree.
 * Of columns that are one leaf threads with BDIMY 1 take as many vectors instead, BDIMX apart.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/join.h"

#define SHARED_BUDGET 16384u /* bytes of the arrays in which the threads of a block meet */
#define CHUNK         16u    /* bytes of the largest load and store */
#define STRIDE_GRAIN  16u    /* parts begin at multiples of 64 bytes in scratch */
#define LAST_AHEAD    8u     /* parts that a thread of the last block to finish loads at once */
#define JOINED_BYTES  64u    /* of parts that a thread of a launch of its own does */

#define SM_REGISTERS 65536u /* of a multiprocessor, of any that there is */
#define SM_THREADS   1024u  /* of its threads, which with loads under way keep the memory busy */

/* The rule. */
#define BUSY_THREADS 1024u /* of a multiprocessor, with a leaf each: there are enough for a choice */
#define TURNS_MAX    64u   /* vectors that a thread takes of columns of one leaf */
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

/* Bytes of the arrays for so many columns of each thread. Threads 0 of y leave nothing. */
static unsigned shared_bytes(const struct tw_columns *c, unsigned columns)
{
    return columns * (c->y - 1) * c->x * c->r->state_bytes;
}

/* Results lie together where rows are whole vectors. */
static unsigned store_bytes(const struct tw_reduce *r)
{
    unsigned all = r->vector * tw_bytes_of(r->result);
    return r->vector == 1 || r->cols % r->vector ? 0 : all < CHUNK ? all : CHUNK;
}

static void cut(struct tw_columns *c)
{
    c->part_leaves = c->y * c->each;
    c->parts = tw_over(c->leaves, c->part_leaves);
    bool second = c->parts > 1 && c->r->finish == REDUCE_BY_SECOND;
    uint64_t ahead = second ? JOINED_BYTES / c->r->state_bytes : LAST_AHEAD;
    c->run = tw_power_up(tw_over(c->parts, second ? TW_WARP : c->y));
    c->runs = (unsigned)tw_over(c->parts, c->run);
    c->ahead = (unsigned)tw_least(c->run, tw_power_down(ahead ? ahead : 1));
    c->join_runs = second ? (unsigned)tw_power_up(c->runs) : 0;
    c->steps = tw_log2(c->parts > 1 ? c->y : tw_power_up(tw_over(c->leaves, c->each)));
    c->part_steps = c->parts > 1 ? tw_log2(tw_power_up(c->runs)) : 0;
}

/* Strips that a block takes, where a thread has no second leaf to take. */
static uint64_t turns_of(const struct tw_columns *c)
{
    bool can =
        c->leaves == 1 && c->y == 1 && c->r->batch == 1 && !c->ragged && !c->handed && c->row_vectors > 1;
    return can && !c->empty ? c->each : 1;
}

/* Blocks of the grid, all parts included. */
static double block_count(const struct tw_columns *c)
{
    return (double)tw_over(c->strips, c->turns) * (double)c->parts;
}

/* The next smaller number that divides all. */
static unsigned smaller(unsigned n, unsigned all)
{
    do n--;
    while (all % n);
    return n;
}

struct tw_columns tw_columns_of(const struct tw_reduce *r, const int64_t *value)
{
    struct tw_columns c = {.r = r,
                           .x = (unsigned)value[REDUCE_BDIMX],
                           .y = (unsigned)value[REDUCE_BDIMY],
                           .each = (uint64_t)value[REDUCE_leaves],
                           .unroll = (unsigned)value[REDUCE_unroll],
                           .row_vectors = tw_over(r->cols, r->vector),
                           .ragged = (unsigned)(r->cols % r->vector),
                           .leaves = tw_over(r->rows, TW_LEAF_ROWS),
                           .tail = (unsigned)(r->rows % TW_LEAF_ROWS),
                           .width = r->cols < r->vector ? (unsigned)r->cols : r->vector,
                           .store = store_bytes(r),
                           .empty = r->results == 0 || r->rows == 0};
    c.y_bits = tw_log2(c.y);
    c.vectors = c.row_vectors * r->batch;
    c.stride = tw_multiple_up(c.vectors, STRIDE_GRAIN);
    c.strips = c.empty ? tw_over(r->results, (uint64_t)c.x * c.y) : tw_over(c.vectors, c.x);
    if (c.strips == 0) c.strips = 1;
    c.handed = r->shifts && r->bytes >= TW_COLUMNS_WORD;
    c.turns = turns_of(&c);
    c.ends = r->shifts && (c.ragged || r->count * r->bytes % tw_reduce_column_grain(r));
    c.shares = c.width;
    cut(&c);
    if (c.empty) c.parts = 1;
    while (c.shares > 1 && shared_bytes(&c, c.shares) > SHARED_BUDGET) c.shares = smaller(c.shares, c.width);
    return c;
}

/* ---- registers ---- */

#define REGISTER         4u /* bytes */
#define OTHER_REGISTERS  28u
#define QUARTERS         4u /* of a multiprocessor, of which each has its own registers and warps */
#define REGISTER_GRAIN   8u
#define THREAD_REGISTERS 255u

bool tw_columns_loads_together(const struct tw_columns *c)
{
    bool loads_elements = c->ragged && !c->r->shifts && c->width > 1;
    return !loads_elements && (c->r->order == REDUCE_FIXED || c->r->order == REDUCE_FREE);
}

/* Loads, a state for each column, and the stacks of a thread's runs. */
unsigned tw_columns_registers(const struct tw_columns *c)
{
    const struct tw_reduce *r = c->r;
    unsigned load = (unsigned)tw_over(r->vector * r->bytes, REGISTER);
    load += c->handed ? load : r->shifts; /* what is loaded beside the vector's own */
    uint64_t rows = tw_least(c->unroll, r->rows), states = c->width * tw_over(r->state_bytes, REGISTER);
    uint64_t kept = c->turns > 1 ? c->turns : c->each > 1 ? tw_log2(c->each) + 1 : 0;
    return (unsigned)(OTHER_REGISTERS + load * r->inputs * rows + states * (1 + kept));
}

unsigned tw_columns_most_registers(unsigned threads)
{
    unsigned warps = (threads + TW_WARP * QUARTERS - 1) / (TW_WARP * QUARTERS);
    unsigned most = SM_REGISTERS / QUARTERS / (warps * TW_WARP) / REGISTER_GRAIN * REGISTER_GRAIN;
    return most < THREAD_REGISTERS ? most : THREAD_REGISTERS;
}

unsigned tw_columns_resident(const struct tw_columns *c)
{
    unsigned threads = (unsigned)tw_over(c->x * c->y, TW_WARP) * TW_WARP,
             blocks = SM_REGISTERS / (threads * tw_columns_registers(c)), most = SM_THREADS / threads;
    if (blocks > most) blocks = most;
    return blocks ? blocks : 1;
}

#define SUIT_REGISTERS 1.1 /* times as many as there are: what is needed is not known better */

bool tw_columns_suit(const int64_t *value)
{
    const struct tw_reduce r = tw_reduce_of(value);
    if (r.loose) return true;
    const struct tw_columns c = tw_columns_of(&r, value);
    return tw_columns_registers(&c) <= SUIT_REGISTERS * tw_columns_most_registers(r.threads);
}

/* ---- resolve, accept, candidates ---- */

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

/* As many leaves as leave enough threads to keep the memory busy, and as few as their stack has registers. */
static uint64_t usual_leaves(const struct problem *p, uint64_t y)
{
    unsigned levels = tw_least(128 / p->states, 3);
    uint64_t most = tw_least(UINT64_C(1) << levels, tw_power_up(tw_over(p->leaves, y)));
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
    uint64_t runs = tw_over(p->leaves, value[REDUCE_leaves] > 0 ? (uint64_t)value[REDUCE_leaves] : 1);
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
    while (leaves > 1 && tw_over(p->vectors, x) * tw_over(p->leaves, leaves * (y ? y : 1)) <
                             (uint64_t)p->target->multiprocessors * TALL_BLOCKS)
        leaves /= 2;
    tw_derive(value, REDUCE_leaves, leaves);
    tw_derive(value, REDUCE_unroll, p->states <= REGISTERS && p->r->inputs == 1 ? TALL_ROWS : TALL_ROWS / 2);
}

uint64_t tw_columns_usual_blocks(double blocks)
{
    return (uint64_t)(blocks < (double)TW_REDUCE_BLOCKS_MAX ? blocks : (double)TW_REDUCE_BLOCKS_MAX);
}

static uint64_t usual_blocks(const int64_t *value)
{
    struct tw_reduce r = tw_reduce_of(value);
    bool loads = r.vector > 0, halves = value[REDUCE_BDIMY] * value[REDUCE_leaves] > 0;
    if (!loads || !halves) return 1;
    struct tw_columns c = tw_columns_of(&r, value);
    return tw_columns_usual_blocks(block_count(&c));
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
    uint64_t leaves = tw_over(r->rows, TW_LEAF_ROWS), parts = tw_over(leaves, HANDED_LEAVES);
    uint64_t strips = tw_over(tw_over(r->cols, r->vector), WIDE_THREADS);
    bool is_full = !tw_reduce_gives_places(r->op) && 10 * leaves >= 9 * parts * HANDED_LEAVES;
    return strips * parts >= HANDED_BLOCKS && (parts == 1 || is_full);
}

bool tw_columns_hand(const int64_t *value)
{
    int64_t known[REDUCE_FIELD_COUNT];
    memcpy(known, value, sizeof known);
    tw_derive(known, REDUCE_vector, CHUNK);
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

static void resolve(int64_t *value, const struct tw_target *target)
{
    int64_t known[REDUCE_FIELD_COUNT];
    bool hand = tw_columns_hand(value);
    memcpy(known, value, sizeof known);
    known[REDUCE_BDIMX] = known[REDUCE_BDIMY] = 1;
    if (known[REDUCE_vector] == TW_DERIVED) known[REDUCE_vector] = 1;
    tw_derive(value, REDUCE_vector, hand ? CHUNK : usual_vector(known));
    known[REDUCE_vector] = value[REDUCE_vector];
    struct tw_reduce r = tw_reduce_of(known);
    if (!r.vector) r.vector = 1; /* which is refused later */
    struct problem p = {.r = &r,
                        .target = target,
                        .vectors = tw_over(r.cols, r.vector) * r.batch,
                        .leaves = tw_over(r.rows, TW_LEAF_ROWS),
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
    tw_derive(value, REDUCE_blocks, usual_blocks(value));
}

static bool accept_powers(const int64_t *value, struct tw_text *reason)
{
    if (!tw_reduce_accept_power(value, REDUCE_BDIMY, reason) ||
        !tw_reduce_accept_power(value, REDUCE_leaves, reason))
        return false;
    if (tw_is_power_of_two((uint64_t)value[REDUCE_unroll])) return true;
    tw_text_addf(reason,
                 "unroll is %" PRId64 "; of the 32 rows of a leaf 1, 2, 4, 8 or 16 are loaded together",
                 value[REDUCE_unroll]);
    return false;
}

bool tw_columns_accept_ways(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    if (!accept_powers(value, reason)) return false;
    if (value[REDUCE_warps] != 1)
        return tw_refuse(reason, "columns are shared by threads in y, not by warps; warps must be 1");
    if (r->finish == REDUCE_BY_ATOMIC)
        return tw_refuse(
            reason, "columns are finished by the last block or a second launch, not by atomic additions");
    return true;
}

bool tw_columns_accept_blocks(double strips, uint64_t parts, const int64_t *value, struct tw_text *reason)
{
    if (strips * (double)parts > (double)TW_REDUCE_BLOCKS_MAX) {
        tw_text_addf(reason,
                     "%.0f strips of columns in %" PRIu64 " parts are more than the %" PRId64
                     " blocks of a grid",
                     strips, parts, TW_REDUCE_BLOCKS_MAX);
        return false;
    }
    uint64_t blocks = (uint64_t)strips * parts;
    if ((uint64_t)value[REDUCE_blocks] != blocks && value[REDUCE_pointers] != REDUCE_ANY_POINTERS) {
        tw_text_addf(reason, "blocks is %" PRId64 ", but the tree needs %" PRIu64, value[REDUCE_blocks],
                     blocks);
        return false;
    }
    return true;
}

static bool accept(const struct tw_reduce *r, const int64_t *value, const struct tw_target *target,
                   struct tw_text *reason)
{
    (void)target;
    if (!tw_columns_accept_ways(r, value, reason)) return false;
    if (r->rows <= TW_LEAF_ROWS && value[REDUCE_leaves] > TURNS_MAX) {
        tw_text_addf(reason, "leaves is %" PRId64 "; of columns of one leaf a thread takes %u at most",
                     value[REDUCE_leaves], TURNS_MAX);
        return false;
    }
    struct tw_columns c = tw_columns_of(r, value);
    return tw_columns_accept_blocks((double)tw_over(c.strips, c.turns), c.parts, value, reason);
}

#define ROWS     0    /* of x: all vectors of a row, and in y as many threads as make the block's */
#define TOO_MANY 2048 /* vectors or matrices: no block has a thread for each, so more are no different */

/* Loads, blocks, leaves and rows worth trying. */
static const struct {
    unsigned vector, x, y, leaves, unroll;
    enum tw_reduce_finish finish;
} ways[] = {
    {16, 256, 2, 8, 4, REDUCE_BY_LAST},        {16, 32, 16, 8, 8, REDUCE_BY_LAST},
    {16, 32, 16, 8, 16, REDUCE_BY_LAST},       {16, 256, 1, 8, 4, REDUCE_BY_LAST},
    {16, 32, 16, 2, 16, REDUCE_BY_LAST},       {16, 64, 4, 1, 8, REDUCE_BY_LAST},
    {16, 256, 1, 1, 4, REDUCE_BY_LAST},        {16, 128, 4, 8, 4, REDUCE_BY_LAST},
    {16, 32, 8, 4, 8, REDUCE_BY_LAST},         {8, 64, 4, 8, 16, REDUCE_BY_LAST},
    {8, 32, 16, 8, 8, REDUCE_BY_LAST},         {8, 16, 32, 4, 16, REDUCE_BY_LAST},
    {8, 32, 16, 8, 16, REDUCE_BY_LAST},        {8, 16, 16, 1, 16, REDUCE_BY_LAST},
    {8, 128, 2, 1, 8, REDUCE_BY_LAST},         {8, 16, 16, 4, 16, REDUCE_BY_LAST},
    {8, 32, 16, 2, 16, REDUCE_BY_LAST},        {8, 256, 1, 2, 8, REDUCE_BY_LAST},
    {4, 32, 16, 4, 16, REDUCE_BY_LAST},        {4, 32, 16, 8, 16, REDUCE_BY_LAST},
    {4, 32, 16, 2, 16, REDUCE_BY_LAST},        {4, 32, 16, 1, 8, REDUCE_BY_LAST},
    {4, 32, 8, 2, 16, REDUCE_BY_LAST},         {4, 32, 8, 1, 8, REDUCE_BY_LAST},
    {4, 64, 8, 2, 16, REDUCE_BY_LAST},         {4, 64, 4, 8, 16, REDUCE_BY_LAST},
    {4, 64, 4, 1, 8, REDUCE_BY_LAST},          {4, 128, 2, 1, 16, REDUCE_BY_LAST},
    {4, 128, 2, 1, 8, REDUCE_BY_LAST},         {4, 8, 32, 4, 8, REDUCE_BY_LAST},
    {4, 8, 32, 8, 16, REDUCE_BY_LAST},         {4, 8, 32, 1, 8, REDUCE_BY_LAST},
    {4, 16, 32, 8, 16, REDUCE_BY_LAST},        {4, 16, 32, 2, 16, REDUCE_BY_LAST},
    {4, 256, 1, 8, 16, REDUCE_BY_LAST},        {4, 16, 16, 1, 8, REDUCE_BY_LAST},
    {4, 32, 32, 1, 8, REDUCE_BY_LAST},         {2, 256, 1, 8, 16, REDUCE_BY_LAST},
    {2, 128, 2, 1, 16, REDUCE_BY_LAST},        {2, 256, 1, 8, 8, REDUCE_BY_LAST},
    {2, 256, 1, 1, 8, REDUCE_BY_LAST},         {2, 32, 8, 2, 16, REDUCE_BY_LAST},
    {2, 16, 32, 4, 8, REDUCE_BY_LAST},         {2, 64, 8, 2, 16, REDUCE_BY_LAST},
    {2, 32, 16, 1, 16, REDUCE_BY_LAST},        {1, 256, 1, 8, 8, REDUCE_BY_LAST},
    {1, 64, 8, 2, 16, REDUCE_BY_LAST},         {1, 16, 32, 4, 16, REDUCE_BY_LAST},
    {16, 32, 8, 4, 8, REDUCE_BY_SECOND},       {4, 32, 16, 4, 16, REDUCE_BY_SECOND},
    {8, 256, 4, 1, 8, REDUCE_BY_LAST},         {4, 256, 4, 8, 8, REDUCE_BY_SECOND},
    {8, 32, 32, 4, 16, REDUCE_BY_SECOND},      {8, 32, 16, 4, 16, REDUCE_BY_SECOND},
    {16, 32, 32, 4, 16, REDUCE_BY_SECOND},     {16, 32, 32, 1, 16, REDUCE_BY_SECOND},
    {16, 32, 16, 4, 16, REDUCE_BY_SECOND},     {16, ROWS, 512, 8, 16, REDUCE_BY_SECOND},
    {16, ROWS, 512, 4, 8, REDUCE_BY_SECOND},   {16, ROWS, 512, 2, 16, REDUCE_BY_SECOND},
    {16, ROWS, 1024, 8, 16, REDUCE_BY_SECOND}, {16, ROWS, 1024, 4, 8, REDUCE_BY_SECOND},
    {8, ROWS, 1024, 4, 16, REDUCE_BY_SECOND},  {4, ROWS, 512, 4, 16, REDUCE_BY_SECOND},
    {4, ROWS, 1024, 8, 16, REDUCE_BY_SECOND},  {4, ROWS, 1024, 4, 16, REDUCE_BY_SECOND},
    {4, ROWS, 1024, 2, 8, REDUCE_BY_SECOND},   {2, ROWS, 1024, 4, 16, REDUCE_BY_SECOND},
    {1, ROWS, 1024, 4, 16, REDUCE_BY_SECOND},  {4, 512, 2, 8, 16, REDUCE_BY_SECOND},
    {4, 256, 2, 8, 16, REDUCE_BY_SECOND},      {4, 1024, 1, 8, 16, REDUCE_BY_SECOND},
    {4, 512, 2, 2, 16, REDUCE_BY_SECOND},      {8, 512, 2, 8, 16, REDUCE_BY_LAST},
    {8, 256, 1, 32, 16, REDUCE_BY_LAST},       {8, 1024, 1, 8, 16, REDUCE_BY_LAST},
    {4, 1024, 1, 32, 4, REDUCE_BY_LAST},
};

static unsigned way_count(const int64_t *given)
{
    (void)given;
    return 1 + sizeof ways / sizeof *ways;
}

/* As many vectors as there are at most: what is left of the block's threads share the columns. */
static void take_block(int64_t *value, unsigned way)
{
    uint64_t x = ways[way].x, y = ways[way].y,
             vector = (uint64_t)value[REDUCE_vector] / tw_reduce_bytes(value);
    uint64_t vectors = tw_over((uint64_t)value[REDUCE_cols], vector ? vector : 1);
    uint64_t most = tw_least(vectors, TOO_MANY), matrices = tw_least((uint64_t)value[REDUCE_batch], TOO_MANY);
    uint64_t all = tw_power_up(most * matrices),
             leaves = tw_power_up(tw_over((uint64_t)value[REDUCE_rows], TW_LEAF_ROWS));
    if (x == ROWS) {
        x = most ? most : 1;
        y = x < y ? tw_power_down(y / x) : 1;
    }
    for (; x > all; x /= 2) y *= 2;
    tw_derive(value, REDUCE_BDIMX, x);
    tw_derive(value, REDUCE_BDIMY, tw_least(y, leaves));
}

/* The way's, if vectors can be put together as wide; else as wide as rows allow. */
static void take_load(int64_t *value, unsigned vector)
{
    int64_t known[REDUCE_FIELD_COUNT];
    memcpy(known, value, sizeof known);
    known[REDUCE_BDIMX] = 1; /* which hands nothing */
    tw_derive(known, REDUCE_vector, vector);
    tw_derive(value, REDUCE_vector,
              tw_reduce_shifts(known) ? vector : tw_least(vector, tw_reduce_widest_load(value)));
}

/* The first is the rule's. */
static void take_way(int64_t *value, unsigned way, const struct tw_target *target)
{
    (void)target;
    if (way-- == 0) return;
    take_load(value, ways[way].vector);
    take_block(value, way);
    tw_derive(value, REDUCE_leaves, ways[way].leaves);
    tw_derive(value, REDUCE_unroll, ways[way].unroll);
    tw_derive(value, REDUCE_finish, ways[way].finish);
}

/* ---- shape ---- */

void tw_columns_add_launch(struct tw_shape *shape, const char *suffix, uint64_t blocks, unsigned x,
                           unsigned y, uint64_t shared_bytes)
{
    tw_shape_add_launch(shape, (struct tw_launch){.suffix = suffix,
                                                  .grid = {(uint32_t)blocks, 1, 1},
                                                  .block = {x, y, 1},
                                                  .shared_bytes = (unsigned)shared_bytes,
                                                  .carveout = -1});
}

void tw_columns_pass(struct tw_shape *shape, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++) tw_shape_add_parameter(shape, i);
}

uint64_t tw_columns_partials(const struct tw_reduce *r, uint64_t parts)
{
    uint64_t most = CHUNK / r->bytes;
    return parts * (tw_over(r->cols, most) * r->batch + STRIDE_GRAIN) * most;
}

static void shape(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    struct tw_columns c = tw_columns_of(r, value);
    unsigned scratch = shape->argument_count;
    bool second = c.parts > 1 && r->finish == REDUCE_BY_SECOND;
    if (c.store && !c.empty) shape->arguments[r->c].align = c.store;
    if (c.parts > 1)
        tw_reduce_add_partials(r, tw_columns_partials(r, c.parts),
                               second ? 0 : tw_over(r->cols * r->batch, c.x), shape);
    tw_columns_add_launch(shape, "", (uint64_t)block_count(&c), c.x, c.y,
                          c.empty || !c.steps ? 0 : shared_bytes(&c, c.shares));
    tw_columns_pass(shape, 0, second ? r->c : r->c + 1);
    tw_columns_pass(shape, scratch, shape->argument_count);
    if (second) {
        tw_columns_add_launch(shape, "_join", tw_over(c.vectors, TW_COLUMNS_JOINED) * c.width,
                              TW_COLUMNS_JOINED, c.join_runs,
                              TW_COLUMNS_JOINED * c.join_runs * r->state_bytes);
        tw_columns_pass(shape, r->c, shape->argument_count);
    }
    if (r->order == REDUCE_FREE)
        shape->chain = tw_reduce_chain(r, tw_least(r->rows, TW_LEAF_ROWS) + tw_log2(tw_power_up(c.leaves)));
}

const struct tw_reduce_skeleton tw_reduce_columns = {.resolve = resolve,
                                                     .accept = accept,
                                                     .shape = shape,
                                                     .describe = tw_columns_describe,
                                                     .predict = tw_columns_predict,
                                                     .ways = way_count,
                                                     .take_way = take_way};
