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
 * Where columns are one leaf, threads with BDIMY 1 take as many vectors instead, BDIMX apart.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/scratch.h"
#include "gen/families/reduce/variant.h"

#define SHARED_BUDGET 16384u /* bytes of the arrays in which the threads of a block meet */
#define CHUNK         16u    /* bytes of the largest load and store */
#define STRIDE_GRAIN  16u    /* parts begin at multiples of 64 bytes in scratch */
#define LAST_AHEAD    8u     /* parts that a thread of the last block to finish loads at once */
#define JOINED_BYTES  64u    /* of parts that a thread of a launch of its own does */

#define SM_REGISTERS 65536u /* of a multiprocessor, of any that there is */
#define SM_THREADS   1024u  /* of its threads, which with loads under way keep the memory busy */

#define TURNS_MAX 64u /* vectors that a thread takes of columns of one leaf */

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
    c->parts = tw_ceil_div(c->leaves, c->part_leaves);
    bool second = c->parts > 1 && c->r->finish == REDUCE_BY_SECOND;
    uint64_t ahead = second ? JOINED_BYTES / c->r->state_bytes : LAST_AHEAD;
    c->run = tw_power_up(tw_ceil_div(c->parts, second ? TW_WARP : c->y));
    c->runs = (unsigned)tw_ceil_div(c->parts, c->run);
    c->ahead = (unsigned)tw_least(c->run, tw_power_down(ahead ? ahead : 1));
    c->join_runs = second ? (unsigned)tw_power_up(c->runs) : 0;
    c->steps = tw_log2(c->parts > 1 ? c->y : tw_power_up(tw_ceil_div(c->leaves, c->each)));
    c->part_steps = c->parts > 1 ? tw_log2(tw_power_up(c->runs)) : 0;
}

/* Strips that a block takes, where a thread has no second leaf to take. */
static uint64_t turns_of(const struct tw_columns *c)
{
    bool can =
        c->leaves == 1 && c->y == 1 && c->r->batch == 1 && !c->ragged && !c->handed && c->row_vectors > 1;
    return can && !c->empty ? c->each : 1;
}

double tw_columns_blocks(const struct tw_columns *c)
{
    return (double)tw_ceil_div(c->strips, c->turns) * (double)c->parts;
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
                           .row_vectors = tw_ceil_div(r->cols, r->vector),
                           .ragged = (unsigned)(r->cols % r->vector),
                           .leaves = tw_ceil_div(r->rows, TW_LEAF_ROWS),
                           .tail = (unsigned)(r->rows % TW_LEAF_ROWS),
                           .width = r->cols < r->vector ? (unsigned)r->cols : r->vector,
                           .store = store_bytes(r),
                           .empty = r->results == 0 || r->rows == 0};
    c.y_bits = tw_log2(c.y);
    c.vectors = c.row_vectors * r->batch;
    c.stride = tw_multiple_up(c.vectors, STRIDE_GRAIN);
    c.strips = c.empty ? tw_ceil_div(r->results, (uint64_t)c.x * c.y) : tw_ceil_div(c.vectors, c.x);
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
    unsigned load = (unsigned)tw_ceil_div(r->vector * r->bytes, REGISTER);
    load += c->handed ? load : r->shifts; /* what is loaded beside the vector's own */
    uint64_t rows = tw_least(c->unroll, r->rows), states = c->width * tw_ceil_div(r->state_bytes, REGISTER);
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
    unsigned threads = (unsigned)tw_ceil_div(c->x * c->y, TW_WARP) * TW_WARP,
             blocks = SM_REGISTERS / (threads * tw_columns_registers(c)), most = SM_THREADS / threads;
    if (blocks > most) blocks = most;
    return blocks ? blocks : 1;
}

#define SUIT_REGISTERS 1.1 /* times as many as there are: what is needed is not known better */

bool tw_columns_suit(const int64_t *value)
{
    const struct tw_reduce r = tw_reduce_of(value);
    if (r.unordered) return true;
    const struct tw_columns c = tw_columns_of(&r, value);
    return tw_columns_registers(&c) <= SUIT_REGISTERS * tw_columns_most_registers(r.threads);
}

/* ---- accept ---- */

uint64_t tw_columns_usual_blocks(double blocks)
{
    return (uint64_t)(blocks < (double)TW_REDUCE_BLOCKS_MAX ? blocks : (double)TW_REDUCE_BLOCKS_MAX);
}

static bool accept_powers(const int64_t *value, struct tw_text *reason)
{
    if (!tw_reduce_accept_power(value, REDUCE_BDIMY, reason) ||
        !tw_reduce_accept_power(value, REDUCE_leaves, reason))
        return false;
    if (tw_is_power_of_two((uint64_t)value[REDUCE_unroll])) return true;
    tw_text_addf(reason,
                 "unroll is %" PRId64 "; 1, 2, 4, 8 or 16 of the 32 rows of a leaf are loaded together",
                 value[REDUCE_unroll]);
    return false;
}

bool tw_columns_accept_fields(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    if (!accept_powers(value, reason)) return false;
    if (value[REDUCE_warps] != 1)
        return tw_refuse(reason, "warps must be 1: threads in y share columns, and warps do not");
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
    if (!tw_columns_accept_fields(r, value, reason)) return false;
    if (r->rows <= TW_LEAF_ROWS && value[REDUCE_leaves] > TURNS_MAX) {
        tw_text_addf(reason, "leaves is %" PRId64 "; a thread takes %u columns of one leaf at most",
                     value[REDUCE_leaves], TURNS_MAX);
        return false;
    }
    struct tw_columns c = tw_columns_of(r, value);
    return tw_columns_accept_blocks((double)tw_ceil_div(c.strips, c.turns), c.parts, value, reason);
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
    return parts * (tw_ceil_div(r->cols, most) * r->batch + STRIDE_GRAIN) * most;
}

static void shape(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    struct tw_columns c = tw_columns_of(r, value);
    unsigned scratch = shape->argument_count;
    bool second = c.parts > 1 && r->finish == REDUCE_BY_SECOND;
    if (c.store && !c.empty) shape->arguments[r->c].align = c.store;
    if (c.parts > 1)
        tw_reduce_add_partials(r, tw_columns_partials(r, c.parts),
                               second ? 0 : tw_ceil_div(r->cols * r->batch, c.x), shape);
    tw_columns_add_launch(shape, "", (uint64_t)tw_columns_blocks(&c), c.x, c.y,
                          c.empty || !c.steps ? 0 : shared_bytes(&c, c.shares));
    tw_columns_pass(shape, 0, second ? r->c : r->c + 1);
    tw_columns_pass(shape, scratch, shape->argument_count);
    if (second) {
        tw_columns_add_launch(shape, "_join", tw_ceil_div(c.vectors, TW_COLUMNS_JOINED) * c.width,
                              TW_COLUMNS_JOINED, c.join_runs,
                              TW_COLUMNS_JOINED * c.join_runs * r->state_bytes);
        tw_columns_pass(shape, r->c, shape->argument_count);
    }
    if (r->order == REDUCE_FREE)
        shape->chain = tw_reduce_chain(r, tw_least(r->rows, TW_LEAF_ROWS) + tw_log2(tw_power_up(c.leaves)));
}

const struct tw_reduce_skeleton tw_reduce_columns = {.resolve = tw_columns_resolve,
                                                     .accept = accept,
                                                     .shape = shape,
                                                     .describe = tw_columns_describe,
                                                     .predict = tw_columns_predict,
                                                     .candidates = tw_columns_candidates,
                                                     .take = tw_columns_take};
