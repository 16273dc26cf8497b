/*
 * The ladder: one result of one array, as textbooks come to it rung by rung (M. Harris, Optimizing Parallel Reduction in CUDA;
 * Cheng, Grossman, McKercher, Professional CUDA C Programming, chapters 3 and 5). Threads make a state each, a block makes
 * one of these, and `finish` says who joins those of the blocks. A rung differs from the one before in one thing:
 *
 *     global         a thread has an element; the block halves its part of a copy in global memory
 *     interleaved    in shared memory: neighbours join at growing strides, every second thread, every fourth, ...: warps diverge
 *     conflicting    the same elements by consecutive threads: no divergence, but threads meet at few banks
 *     sequential     the first half takes up the other half: no conflicts
 *     first_add      a thread joins two elements while it loads them: half the blocks
 *     unroll_last    the last 64 states are one warp's, which needs no barrier of the block and no loop
 *     unroll_all     no loop at all
 *     shuffle        threads stride over the array; lanes join by shuffles, and shared memory has a state per warp
 *     vectors        loads of 16 bytes
 *     accumulators   several of them under way, each to a state of its own
 *
 * The partial results of blocks are joined by one block of the same rung, whose threads stride over them.
 */
#include "gen/families/reduce/ladder/ladder.h"
#include "base/whole.h"
#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/scratch.h"
#include "gen/families/reduce/variant.h"

#include <inttypes.h>

struct rung {
    const char *name;
    unsigned elements;     /* that a thread takes; 0: threads stride over the array */
    unsigned least;        /* threads of a block */
    const char *why_least; /* or NULL: one is enough */
    bool loads_vectors, unrolls;
};

static const char last_warp[] = "the unrolled last warp begins with 64 states";
static const char whole_warps[] = "shuffles are of whole warps";

/* clang-format off */
static const struct rung rungs[] = {
    /*                       name            elements least why_least    vectors unrolls */
    [REDUCE_GLOBAL]       = {"global",       1,       1,    NULL,        false,  false},
    [REDUCE_INTERLEAVED]  = {"interleaved",  1,       1,    NULL,        false,  false},
    [REDUCE_CONFLICTING]  = {"conflicting",  1,       1,    NULL,        false,  false},
    [REDUCE_SEQUENTIAL]   = {"sequential",   1,       1,    NULL,        false,  false},
    [REDUCE_FIRST_ADD]    = {"first_add",    2,       1,    NULL,        false,  false},
    [REDUCE_UNROLL_LAST]  = {"unroll_last",  2,       64,   last_warp,   false,  false},
    [REDUCE_UNROLL_ALL]   = {"unroll_all",   2,       64,   last_warp,   false,  false},
    [REDUCE_SHUFFLE]      = {"shuffle",      0,       32,   whole_warps, false,  false},
    [REDUCE_VECTORS]      = {"vectors",      0,       32,   whole_warps, true,   false},
    [REDUCE_ACCUMULATORS] = {"accumulators", 0,       32,   whole_warps, true,   true},
};
/* clang-format on */

static const struct rung *rung_of(const int64_t *value)
{
    return &rungs[value[REDUCE_method]];
}

static uint64_t at_most(uint64_t n, uint64_t most)
{
    return n < most ? n : most;
}

/* An array that has no whole load of so many elements is taken element by element. */
struct tw_ladder_pass tw_ladder_over_inputs(const struct tw_reduce *r, const int64_t *value)
{
    unsigned elements = r->length < r->vector ? 1 : r->vector;
    struct tw_ladder_pass pass = {.units = r->length / elements,
                                  .blocks = (uint64_t)value[REDUCE_blocks],
                                  .tail = r->length % elements,
                                  .elements = elements,
                                  .threads = r->threads,
                                  .arrays = r->inputs,
                                  .bytes = elements * r->bytes,
                                  .share = rung_of(value)->elements * r->threads};
    uint64_t each = pass.units / tw_ladder_stride(&pass); /* accumulators that all threads have a load for */
    pass.unroll = each ? (unsigned)at_most(each, (uint64_t)value[REDUCE_unroll]) : 1;
    return pass;
}

struct tw_ladder_pass tw_ladder_over_partials(const struct tw_reduce *r, const int64_t *value)
{
    return (struct tw_ladder_pass){.units = (uint64_t)value[REDUCE_blocks],
                                   .blocks = 1,
                                   .elements = 1,
                                   .threads = r->threads,
                                   .unroll = 1,
                                   .arrays = 1,
                                   .bytes = tw_ladder_bytes(r->members[0].element)};
}

unsigned tw_ladder_last_states(const struct tw_ladder_pass *pass)
{
    uint64_t before = (pass->blocks - 1) * (pass->share ? pass->share : pass->threads);
    return (unsigned)at_most(pass->units - before, pass->threads);
}

bool tw_ladder_is_guarded(const struct tw_ladder_pass *pass)
{
    return tw_ladder_last_states(pass) < pass->threads;
}

bool tw_ladder_is_alone(const int64_t *value)
{
    return value[REDUCE_blocks] == 1;
}

bool tw_ladder_joins_partials(const struct tw_reduce *r, const int64_t *value)
{
    return !tw_ladder_is_alone(value) && r->finish != REDUCE_BY_ATOMIC;
}

/* Atomic additions begin at zero, which launching puts there; the least and the greatest begin at an element, which a launch
   puts there. */
bool tw_ladder_has_begin(const struct tw_reduce *r, const int64_t *value)
{
    return !tw_ladder_is_alone(value) && r->finish == REDUCE_BY_ATOMIC &&
           (r->op == REDUCE_MIN || r->op == REDUCE_MAX);
}

/* Atomic additions of float64 give a NaN of any bits, which a last launch makes the one that results have; those of float32
   give that one. */
bool tw_ladder_has_end(const struct tw_reduce *r, const int64_t *value)
{
    return !tw_ladder_is_alone(value) && r->finish == REDUCE_BY_ATOMIC && r->result == TW_FLOAT64;
}

/* ---- resolve and candidates ---- */

/* Where threads stride, as many as the device holds at a time, if there is something for all of them. */
static int64_t usual_blocks(const int64_t *value, const struct tw_target *target, uint64_t per_sm)
{
    const struct rung *rung = rung_of(value);
    struct tw_reduce r = tw_reduce_of(value);
    uint64_t threads = (uint64_t)value[REDUCE_BDIMX];
    if (rung->elements) {
        uint64_t blocks = tw_ceil_div(r.length, threads * rung->elements);
        return (int64_t)(blocks ? blocks : 1);
    }
    uint64_t whole = r.length / (threads * (r.vector ? r.vector : 1) * (uint64_t)value[REDUCE_unroll]);
    uint64_t blocks = at_most(whole, target->multiprocessors * per_sm);
    return (int64_t)(blocks ? blocks : 1);
}

static void resolve_loads(int64_t *value)
{
    const struct rung *rung = rung_of(value);
    bool is_wide = rung->loads_vectors && value[REDUCE_pointers] != REDUCE_ANY_POINTERS;
    struct tw_reduce r = tw_reduce_of(value);
    tw_derive(value, REDUCE_vector, is_wide ? 16 : r.bytes);
    tw_derive(value, REDUCE_unroll, rung->unrolls ? 4 : 1);
}

static void resolve_for(int64_t *value, const struct tw_target *target, unsigned per_sm)
{
    tw_derive(value, REDUCE_finish, REDUCE_BY_LAST);
    tw_derive(value, REDUCE_BDIMX, 256);
    tw_derive(value, REDUCE_BDIMY, 1);
    tw_derive(value, REDUCE_leaves, 1);
    tw_derive(value, REDUCE_warps, 1);
    resolve_loads(value);
    uint64_t fit = target->threads_per_sm / (uint64_t)value[REDUCE_BDIMX];
    tw_derive(value, REDUCE_blocks, usual_blocks(value, target, per_sm ? per_sm : fit ? fit : 1));
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    resolve_for(value, target, 0);
}

/* What is worth trying of a rung: the block; where threads stride, the blocks for each multiprocessor (0: as many as fit); of
   accumulators, how many. */
static const unsigned blocks_of_sm[] = {0, 1, 2, 4, 16};
static const int64_t block_sizes[] = {256, 512, 128, 1024}, unrolls[] = {4, 2, 8, 1};

/* How many of each are open. */
struct choices {
    unsigned sizes, depths, grids;
};

static unsigned open_of(bool open, size_t count)
{
    return open ? (unsigned)count : 1;
}

static struct choices choices_of(const int64_t *given)
{
    const struct rung *rung = rung_of(given);
    bool strides = !rung->elements;
    return (struct choices){
        open_of(given[REDUCE_BDIMX] == TW_DERIVED, sizeof block_sizes / sizeof *block_sizes),
        open_of(rung->unrolls && given[REDUCE_unroll] == TW_DERIVED, sizeof unrolls / sizeof *unrolls),
        open_of(strides && given[REDUCE_blocks] == TW_DERIVED, sizeof blocks_of_sm / sizeof *blocks_of_sm),
    };
}

static unsigned candidate_count(const int64_t *given)
{
    struct choices open = choices_of(given);
    return open.sizes * open.depths * open.grids;
}

static void take(int64_t *value, unsigned number, const struct tw_target *target)
{
    struct choices open = choices_of(value);
    tw_derive(value, REDUCE_BDIMX, (uint64_t)block_sizes[number % open.sizes]);
    if (open.depths > 1) value[REDUCE_unroll] = unrolls[number / open.sizes % open.depths];
    resolve_for(value, target, blocks_of_sm[number / open.sizes / open.depths]);
}

/* ---- accept ---- */

static bool accept_problem(const struct tw_reduce *r, struct tw_text *reason)
{
    bool is_one = r->along == REDUCE_ROWS && r->rows == 1 && r->batch == 1;
    bool has_op = r->op <= REDUCE_MAX || r->op == REDUCE_DOT;
    if (!is_one)
        return tw_refuse(reason,
                         "the ladder reduces one array: along must be rows, and rows and batch must be 1");
    if (!has_op) return tw_refuse(reason, "the ladder has sum, product, min, max and dot");
    if (r->order != REDUCE_FREE)
        return tw_refuse(reason, "the ladder does not follow the tree; order must be free");
    return true;
}

static bool accept_block(const struct rung *rung, const int64_t *value, struct tw_text *reason)
{
    int64_t threads = value[REDUCE_BDIMX];
    if (!tw_is_power_of_two((uint64_t)threads)) {
        tw_text_addf(reason, "BDIMX is %" PRId64 "; the ladder halves the block and needs a power of two",
                     threads);
        return false;
    }
    if (threads < (int64_t)rung->least) {
        tw_text_addf(reason, "BDIMX is %" PRId64 "; %s, so method %s needs at least %u", threads,
                     rung->why_least, rung->name, rung->least);
        return false;
    }
    if (value[REDUCE_BDIMY] != 1)
        return tw_refuse(reason, "BDIMY must be 1 for the ladder; only columns have more");
    if (value[REDUCE_leaves] != 1 || value[REDUCE_warps] != 1)
        return tw_refuse(reason, "leaves and warps must be 1 for the ladder; only the tree has more");
    return true;
}

static bool accept_loads(const struct tw_reduce *r, const struct rung *rung, const int64_t *value,
                         struct tw_text *reason)
{
    if (!rung->loads_vectors && r->vector != 1) {
        tw_text_addf(reason, "method %s loads single elements; vector must be %u", rung->name, r->bytes);
        return false;
    }
    if (!rung->unrolls && value[REDUCE_unroll] != 1) {
        tw_text_addf(reason, "method %s has one load under way, so unroll must be 1", rung->name);
        return false;
    }
    return true;
}

/* Every block has an element, and so a state. */
static bool accept_blocks(const struct tw_reduce *r, const struct rung *rung, const int64_t *value,
                          struct tw_text *reason)
{
    uint64_t blocks = (uint64_t)value[REDUCE_blocks];
    uint64_t units = rung->elements || r->length < r->vector ? r->length : r->length / r->vector;
    uint64_t each = r->threads * (rung->elements ? rung->elements : 1), most = tw_ceil_div(units, each);
    if (!most) most = 1;
    if (most > (uint64_t)TW_REDUCE_BLOCKS_MAX && rung->elements) {
        tw_text_addf(reason, "method %s needs %" PRIu64 " blocks; a grid has at most %" PRId64, rung->name,
                     most, TW_REDUCE_BLOCKS_MAX);
        return false;
    }
    if (rung->elements && blocks != most) {
        tw_text_addf(
            reason, "blocks is %" PRIu64 "; method %s takes %" PRIu64 " elements in a block and has %" PRIu64,
            blocks, rung->name, each, most);
        return false;
    }
    if (blocks > most) {
        tw_text_addf(reason, "blocks is %" PRIu64 ", but only %" PRIu64 " have something to load", blocks,
                     most);
        return false;
    }
    return true;
}

static bool is_wide_integer(enum tw_element element)
{
    return element == TW_INT32 || element == TW_UINT32 || element == TW_INT64 || element == TW_UINT64;
}

static bool accept_finish(const struct tw_reduce *r, struct tw_text *reason)
{
    if (r->finish != REDUCE_BY_ATOMIC) return true;
    bool adds = r->op == REDUCE_SUM || r->op == REDUCE_DOT;
    bool compares = r->op == REDUCE_MIN || r->op == REDUCE_MAX;
    bool has_sum = is_wide_integer(r->result) || r->result == TW_FLOAT32 || r->result == TW_FLOAT64;
    if ((adds && has_sum) || (compares && is_wide_integer(r->result))) return true;
    return tw_refuse(reason, "atomic operations are sums of 32 or 64 bits, and min and max of such integers");
}

static bool accept(const struct tw_reduce *r, const int64_t *value, const struct tw_target *target,
                   struct tw_text *reason)
{
    const struct rung *rung = rung_of(value);
    (void)target;
    return accept_problem(r, reason) && accept_block(rung, value, reason) &&
           accept_loads(r, rung, value, reason) && accept_blocks(r, rung, value, reason) &&
           accept_finish(r, reason);
}

/* ---- shape ---- */

/* Behind the arguments that all reductions have. */
enum scratch { PARTIALS = 1, FINISHED };

bool tw_ladder_is_last(const struct tw_reduce *r, const int64_t *value)
{
    return tw_ladder_joins_partials(r, value) && r->finish == REDUCE_BY_LAST;
}

bool tw_ladder_is_second(const struct tw_reduce *r, const int64_t *value)
{
    return tw_ladder_joins_partials(r, value) && r->finish == REDUCE_BY_SECOND;
}

static bool has_copy(const struct tw_reduce *r)
{
    return r->method == REDUCE_GLOBAL && r->length > 0;
}

static void shape_scratch(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    enum tw_element state = r->members[0].element;
    if (tw_ladder_joins_partials(r, value))
        tw_shape_add_argument(
            shape, tw_reduce_scratch("partials", state, (uint64_t)value[REDUCE_blocks], TW_BEFORE_ANY));
    if (tw_ladder_is_last(r, value))
        tw_shape_add_argument(shape, tw_reduce_scratch("finished", TW_UINT32, 1, TW_BEFORE_ZERO));
    if (has_copy(r))
        tw_shape_add_argument(
            shape,
            tw_reduce_scratch("copy", state, (uint64_t)value[REDUCE_blocks] * r->threads, TW_BEFORE_ANY));
}

/* States of a block in shared memory. */
unsigned tw_ladder_shared_states(const struct tw_reduce *r)
{
    if (r->length == 0 || r->method == REDUCE_GLOBAL) return 0;
    if (r->method < REDUCE_SHUFFLE) return r->threads;
    return r->threads > TW_WARP ? r->threads / TW_WARP : 0;
}

static uint32_t shared_bytes(const struct tw_reduce *r)
{
    return tw_ladder_shared_states(r) * tw_ladder_bytes(r->members[0].element);
}

static void add_launch(const char *suffix, uint64_t blocks, unsigned threads, uint32_t bytes,
                       struct tw_shape *shape)
{
    tw_shape_add_launch(shape, (struct tw_launch){.suffix = suffix,
                                                  .grid = {(uint32_t)blocks, 1, 1},
                                                  .block = {threads, 1, 1},
                                                  .shared_bytes = bytes,
                                                  .carveout = -1});
}

static void shape_begin(const struct tw_reduce *r, struct tw_shape *shape)
{
    add_launch("_begin", 1, 1, 0, shape);
    tw_shape_add_parameter(shape, REDUCE_A);
    tw_shape_add_parameter(shape, r->c);
}

static void shape_end(const struct tw_reduce *r, struct tw_shape *shape)
{
    add_launch("_end", 1, 1, 0, shape);
    tw_shape_add_parameter(shape, r->c);
}

static void shape_second(const struct tw_reduce *r, struct tw_shape *shape)
{
    add_launch("_join_blocks", 1, r->threads, shared_bytes(r), shape);
    tw_shape_add_parameter(shape, r->c + PARTIALS);
    tw_shape_add_parameter(shape, r->c);
    if (has_copy(r)) tw_shape_add_parameter(shape, shape->argument_count - 1);
}

/* Additions on the longest path from a unit to the pass's result. */
static uint64_t pass_depth(const struct tw_ladder_pass *pass)
{
    uint64_t steps = 0, turns = pass->share ? pass->share / pass->threads
                                            : tw_ceil_div(pass->units, tw_ladder_stride(pass));
    while (pass->threads >> steps > 1) steps++;
    return turns + pass->unroll + pass->tail + steps;
}

static uint64_t depth(const struct tw_reduce *r, const int64_t *value)
{
    struct tw_ladder_pass inputs = tw_ladder_over_inputs(r, value),
                          partials = tw_ladder_over_partials(r, value);
    uint64_t one = inputs.elements + pass_depth(&inputs);
    if (tw_ladder_is_alone(value)) return one;
    return one + (r->finish == REDUCE_BY_ATOMIC ? inputs.blocks : pass_depth(&partials));
}

static void shape(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    bool is_added =
        !tw_ladder_is_alone(value) && r->finish == REDUCE_BY_ATOMIC && !tw_ladder_has_begin(r, value);
    if (is_added) shape->arguments[r->c].before = TW_BEFORE_ZEROED;
    shape_scratch(r, value, shape);
    if (tw_ladder_has_begin(r, value)) shape_begin(r, shape);
    add_launch("", (uint64_t)value[REDUCE_blocks], r->threads, shared_bytes(r), shape);
    for (unsigned i = 0; r->length && i < r->inputs; i++) tw_shape_add_parameter(shape, i);
    if (!tw_ladder_is_second(r, value)) tw_shape_add_parameter(shape, r->c);
    for (unsigned i = r->c + 1; i < shape->argument_count; i++) tw_shape_add_parameter(shape, i);
    if (tw_ladder_is_second(r, value)) shape_second(r, shape);
    if (tw_ladder_has_end(r, value)) shape_end(r, shape);
    shape->chain = tw_reduce_chain(r, depth(r, value));
}

const struct tw_reduce_skeleton tw_reduce_ladder = {
    .resolve = resolve,
    .accept = accept,
    .shape = shape,
    .describe = tw_ladder_describe,
    .predict = tw_ladder_predict,
    .candidates = candidate_count,
    .take = take,
};
