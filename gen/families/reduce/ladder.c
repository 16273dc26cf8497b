/*
 * The ladder: one result of one array, as textbooks come to it rung by rung (M. Harris, Optimizing Parallel Reduction in CUDA;
 * Cheng, Grossman, McKercher, Professional CUDA C Programming, chapters 3 and 5). Threads make a state each, a block makes
 * one of its threads', and `finish` says who joins those of the blocks. A rung differs from the one before in one thing:
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
#include "gen/families/reduce/ladder.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "gen/predict.h"

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

static uint64_t divide_up(uint64_t n, uint64_t by)
{
    return (n + by - 1) / by;
}

static uint64_t at_most(uint64_t n, uint64_t most)
{
    return n < most ? n : most;
}

/*
 * A pass: blocks of `threads` threads make one state each of `units`, which are loads of the inputs or partial results. Those
 * are taken as they lie: thread t of the grid takes unit t, t + stride, ...; blocks that take two parts, without a loop,
 * load the second in the same way, so what they load is the same pieces.
 */
struct pass {
    uint64_t units, blocks;
    uint64_t tail;     /* elements behind the last whole unit, which thread 0 takes */
    unsigned elements; /* of a unit */
    unsigned threads, unroll;
    unsigned arrays, bytes; /* of a load */
    unsigned share;         /* units of a block; 0: threads stride */
};

static unsigned bytes_of(enum tw_element element)
{
    return tw_element_info(element)->bytes;
}

static uint64_t stride(const struct pass *pass)
{
    return pass->threads * pass->blocks;
}

/* An array that has no whole load of so many elements is taken element by element. */
static struct pass over_inputs(const struct tw_reduce *r, const int64_t *value)
{
    unsigned elements = r->length < r->vector ? 1 : r->vector;
    struct pass pass = {.units = r->length / elements,
                        .blocks = (uint64_t)value[REDUCE_blocks],
                        .tail = r->length % elements,
                        .elements = elements,
                        .threads = r->threads,
                        .arrays = r->inputs,
                        .bytes = elements * r->bytes,
                        .share = rung_of(value)->elements * r->threads};
    uint64_t each = pass.units / stride(&pass); /* accumulators that all threads have a load for */
    pass.unroll = each ? (unsigned)at_most(each, (uint64_t)value[REDUCE_unroll]) : 1;
    return pass;
}

static struct pass over_partials(const struct tw_reduce *r, const int64_t *value)
{
    return (struct pass){.units = (uint64_t)value[REDUCE_blocks],
                         .blocks = 1,
                         .elements = 1,
                         .threads = r->threads,
                         .unroll = 1,
                         .arrays = 1,
                         .bytes = bytes_of(r->members[0].element)};
}

/* Units of the last block's first loads: a state each, for its threads. */
static unsigned last_states(const struct pass *pass)
{
    uint64_t before = (pass->blocks - 1) * (pass->share ? pass->share : pass->threads);
    return (unsigned)at_most(pass->units - before, pass->threads);
}

static bool is_guarded(const struct pass *pass)
{
    return last_states(pass) < pass->threads;
}

/* Nothing to bring together, by whatever. */
static bool is_alone(const int64_t *value)
{
    return value[REDUCE_blocks] == 1;
}

static bool joins_partials(const struct tw_reduce *r, const int64_t *value)
{
    return !is_alone(value) && r->finish != REDUCE_BY_ATOMIC;
}

/* Atomic additions begin at zero, which launching puts there; the least and the greatest begin at an element, which a launch
   puts there. */
static bool has_begin(const struct tw_reduce *r, const int64_t *value)
{
    return !is_alone(value) && r->finish == REDUCE_BY_ATOMIC && (r->op == REDUCE_MIN || r->op == REDUCE_MAX);
}

/* Atomic additions of float64 give a NaN of any bits, which a last launch makes the one that results have; those of float32
   give that one. */
static bool has_end(const struct tw_reduce *r, const int64_t *value)
{
    return !is_alone(value) && r->finish == REDUCE_BY_ATOMIC && r->result == TW_FLOAT64;
}

/* ---- resolve and candidates ---- */

static void derive(int64_t *value, enum tw_reduce_field field, int64_t number)
{
    if (value[field] == TW_DERIVED) value[field] = number;
}

/* Where threads stride, as many as the device holds at a time, if there is something for all of them. */
static int64_t usual_blocks(const int64_t *value, const struct tw_target *target, uint64_t per_sm)
{
    const struct rung *rung = rung_of(value);
    struct tw_reduce r = tw_reduce_of(value);
    uint64_t threads = (uint64_t)value[REDUCE_BDIMX];
    if (rung->elements) {
        uint64_t blocks = divide_up(r.length, threads * rung->elements);
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
    derive(value, REDUCE_vector, is_wide ? 16 : r.bytes);
    derive(value, REDUCE_unroll, rung->unrolls ? 4 : 1);
}

static void resolve_for(int64_t *value, const struct tw_target *target, unsigned per_sm)
{
    derive(value, REDUCE_finish, REDUCE_BY_LAST);
    derive(value, REDUCE_BDIMX, 256);
    derive(value, REDUCE_BDIMY, 1);
    derive(value, REDUCE_leaves, 1);
    derive(value, REDUCE_warps, 1);
    resolve_loads(value);
    uint64_t fit = target->threads_per_sm / (uint64_t)value[REDUCE_BDIMX];
    derive(value, REDUCE_blocks, usual_blocks(value, target, per_sm ? per_sm : fit ? fit : 1));
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    resolve_for(value, target, 0);
}

/* What is worth trying of a rung: the block; where threads stride, the blocks for each multiprocessor (0: as many as fit); of
   accumulators, how many. */
static const unsigned blocks_of_sm[] = {0, 1, 2, 4, 16};
static const int64_t block_sizes[] = {256, 512, 128, 1024}, unrolls[] = {4, 2, 8, 1};

static unsigned ways(bool open, size_t count)
{
    return open ? (unsigned)count : 1;
}

static unsigned candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                           unsigned count, int64_t *values)
{
    const struct rung *rung = rung_of(given);
    bool strides = !rung->elements;
    unsigned sizes = ways(given[REDUCE_BDIMX] == TW_DERIVED, sizeof block_sizes / sizeof *block_sizes);
    unsigned depths =
        ways(rung->unrolls && given[REDUCE_unroll] == TW_DERIVED, sizeof unrolls / sizeof *unrolls);
    unsigned grids =
        ways(strides && given[REDUCE_blocks] == TW_DERIVED, sizeof blocks_of_sm / sizeof *blocks_of_sm);
    unsigned all = sizes * depths * grids;
    for (unsigned i = first; i < all && i < first + count; i++, values += REDUCE_FIELD_COUNT) {
        memcpy(values, given, REDUCE_FIELD_COUNT * sizeof *values);
        derive(values, REDUCE_BDIMX, block_sizes[i % sizes]);
        if (depths > 1) values[REDUCE_unroll] = unrolls[i / sizes % depths];
        resolve_for(values, target, blocks_of_sm[i / sizes / depths]);
    }
    return all;
}

/* ---- accept ---- */

static bool refuse(struct tw_text *reason, const char *what)
{
    tw_text_add(reason, what);
    return false;
}

static bool accept_problem(const struct tw_reduce *r, struct tw_text *reason)
{
    bool is_one = r->along == REDUCE_ROWS && r->rows == 1 && r->batch == 1;
    bool has_op = r->op <= REDUCE_MAX || r->op == REDUCE_DOT;
    if (!is_one) return refuse(reason, "the ladder is of one array: along rows, rows 1, batch 1");
    if (!has_op) return refuse(reason, "the ladder has sum, product, min, max and dot");
    if (r->order != REDUCE_FREE)
        return refuse(reason, "the ladder does not follow the tree; order must be free");
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
    if (value[REDUCE_BDIMY] != 1) return refuse(reason, "BDIMY is of columns; the ladder's is 1");
    if (value[REDUCE_leaves] != 1 || value[REDUCE_warps] != 1)
        return refuse(reason, "leaves and warps are of the tree; the ladder's are 1");
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
        tw_text_addf(reason, "method %s has one load under way; unroll must be 1", rung->name);
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
    uint64_t each = r->threads * (rung->elements ? rung->elements : 1), most = divide_up(units, each);
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
    return refuse(reason, "atomic operations are sums of 32 or 64 bits, and min and max of such integers");
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

static bool is_last(const struct tw_reduce *r, const int64_t *value)
{
    return joins_partials(r, value) && r->finish == REDUCE_BY_LAST;
}

static bool is_second(const struct tw_reduce *r, const int64_t *value)
{
    return joins_partials(r, value) && r->finish == REDUCE_BY_SECOND;
}

static bool has_copy(const struct tw_reduce *r)
{
    return r->method == REDUCE_GLOBAL && r->length > 0;
}

static void shape_scratch(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    enum tw_element state = r->members[0].element;
    unsigned *count = &shape->argument_count;
    if (joins_partials(r, value))
        shape->arguments[(*count)++] =
            tw_reduce_scratch("partials", state, (uint64_t)value[REDUCE_blocks], TW_BEFORE_ANY);
    if (is_last(r, value))
        shape->arguments[(*count)++] = tw_reduce_scratch("finished", TW_UINT32, 1, TW_BEFORE_ZERO);
    if (has_copy(r))
        shape->arguments[(*count)++] =
            tw_reduce_scratch("copy", state, (uint64_t)value[REDUCE_blocks] * r->threads, TW_BEFORE_ANY);
}

/* States of a block in shared memory. */
static unsigned shared_states(const struct tw_reduce *r)
{
    if (r->length == 0 || r->method == REDUCE_GLOBAL) return 0;
    if (r->method < REDUCE_SHUFFLE) return r->threads;
    return r->threads > TW_WARP ? r->threads / TW_WARP : 0;
}

static struct tw_launch *add_launch(const struct tw_reduce *r, const char *suffix, uint64_t blocks,
                                    unsigned threads, struct tw_shape *shape)
{
    struct tw_launch *launch = &shape->launches[shape->launch_count++];
    *launch = (struct tw_launch){.suffix = suffix,
                                 .grid = {(uint32_t)blocks, 1, 1},
                                 .block = {threads, 1, 1},
                                 .shared_bytes = shared_states(r) * bytes_of(r->members[0].element),
                                 .carveout = -1};
    return launch;
}

static void pass_argument(struct tw_launch *launch, unsigned argument)
{
    launch->argument[launch->argument_count++] = argument;
}

static void shape_begin(const struct tw_reduce *r, struct tw_shape *shape)
{
    struct tw_launch *begin = add_launch(r, "_begin", 1, 1, shape);
    begin->shared_bytes = 0;
    pass_argument(begin, REDUCE_A);
    pass_argument(begin, r->c);
}

static void shape_end(const struct tw_reduce *r, struct tw_shape *shape)
{
    struct tw_launch *end = add_launch(r, "_end", 1, 1, shape);
    end->shared_bytes = 0;
    pass_argument(end, r->c);
}

static void shape_second(const struct tw_reduce *r, struct tw_shape *shape)
{
    struct tw_launch *second = add_launch(r, "_join_blocks", 1, r->threads, shape);
    pass_argument(second, r->c + PARTIALS);
    pass_argument(second, r->c);
    if (has_copy(r)) pass_argument(second, shape->argument_count - 1);
}

/* Additions on the longest way from a unit to the pass's result. */
static uint64_t pass_depth(const struct pass *pass)
{
    uint64_t steps = 0,
             turns = pass->share ? pass->share / pass->threads : divide_up(pass->units, stride(pass));
    while (pass->threads >> steps > 1) steps++;
    return turns + pass->unroll + pass->tail + steps;
}

static uint64_t depth(const struct tw_reduce *r, const int64_t *value)
{
    struct pass inputs = over_inputs(r, value), partials = over_partials(r, value);
    uint64_t one = inputs.elements + pass_depth(&inputs);
    if (is_alone(value)) return one;
    return one + (r->finish == REDUCE_BY_ATOMIC ? inputs.blocks : pass_depth(&partials));
}

static void shape(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape)
{
    bool is_added = !is_alone(value) && r->finish == REDUCE_BY_ATOMIC && !has_begin(r, value);
    if (is_added) shape->arguments[r->c].before = TW_BEFORE_ZEROED;
    shape_scratch(r, value, shape);
    if (has_begin(r, value)) shape_begin(r, shape);
    struct tw_launch *launch = add_launch(r, "", (uint64_t)value[REDUCE_blocks], r->threads, shape);
    for (unsigned i = 0; r->length && i < r->inputs; i++) pass_argument(launch, i);
    if (!is_second(r, value)) pass_argument(launch, r->c);
    for (unsigned i = r->c + 1; i < shape->argument_count; i++) pass_argument(launch, i);
    if (is_second(r, value)) shape_second(r, shape);
    if (has_end(r, value)) shape_end(r, shape);
    shape->chain = tw_reduce_chain(r, depth(r, value));
}

/* ---- what a block does in its memory ---- */

enum what {
    WRITE_OWN,    /* every thread, its state                          */
    READ_OWN,     /* a step of the tree: the state of the thread's place */
    READ_PARTNER, /* and that one stride further                      */
    WRITE_JOINED,
    READ_RESULT,  /* thread 0                                          */
    READ_LAST,    /* the last warp, whose lanes all take part in each of its steps: its states */
    READ_FURTHER, /* those one stride further                         */
    WRITE_LAST,
    WRITE_WARP, /* a lane of each warp                              */
    READ_WARPS  /* the first warp, those                             */
};

struct access {
    const char *name;
    enum tw_access op;
    enum what what;
    unsigned stride;
};

enum { OWN, PARTNER, JOINED, PER_STEP };

/* Of the step with stride 1 << k. */
static const char *const step_names[][PER_STEP] = {
#define X(i) {"stride " #i ": read own", "stride " #i ": read partner", "stride " #i ": write"},
    X(1) X(2) X(4) X(8) X(16) X(32) X(64) X(128) X(256) X(512)
#undef X
};

static const char *const *names_of(unsigned stride)
{
    unsigned k = 0;
    while (1u << k < stride) k++;
    return step_names[k];
}

static unsigned add_step(unsigned stride, struct access *list)
{
    const char *const *names = names_of(stride);
    list[0] = (struct access){names[OWN], TW_LOAD, READ_OWN, stride};
    list[1] = (struct access){names[PARTNER], TW_LOAD, READ_PARTNER, stride};
    list[2] = (struct access){names[JOINED], TW_STORE, WRITE_JOINED, stride};
    return 3;
}

/* The last step stays in registers. */
static unsigned add_last_warp(struct access *list)
{
    unsigned count = 0;
    list[count++] = (struct access){"last warp: read own", TW_LOAD, READ_LAST, 0};
    for (unsigned s = TW_WARP; s > 0; s /= 2) {
        list[count++] = (struct access){names_of(s)[PARTNER], TW_LOAD, READ_FURTHER, s};
        if (s > 1) list[count++] = (struct access){names_of(s)[JOINED], TW_STORE, WRITE_LAST, 0};
    }
    return count;
}

static unsigned list_warps(unsigned threads, struct access list[TW_MAX_ACCESSES])
{
    if (threads <= TW_WARP) return 0;
    list[0] = (struct access){"write state of warp", TW_STORE, WRITE_WARP, 0};
    list[1] = (struct access){"read states of warps", TW_LOAD, READ_WARPS, 0};
    return 2;
}

/* All accesses of a block to its states, in order; returns how many. */
static unsigned list_accesses(const struct tw_reduce *r, struct access list[TW_MAX_ACCESSES])
{
    bool grows = r->method == REDUCE_INTERLEAVED || r->method == REDUCE_CONFLICTING;
    bool has_last = r->method == REDUCE_UNROLL_LAST || r->method == REDUCE_UNROLL_ALL;
    unsigned count = 0, end = has_last ? TW_WARP : 0;
    if (r->length == 0) return 0;
    if (r->method >= REDUCE_SHUFFLE) return list_warps(r->threads, list);
    list[count++] = (struct access){"write state of thread", TW_STORE, WRITE_OWN, 0};
    for (unsigned s = 1; grows && s < r->threads; s *= 2) count += add_step(s, list + count);
    for (unsigned s = r->threads / 2; !grows && s > end; s /= 2) count += add_step(s, list + count);
    if (has_last)
        count += add_last_warp(list + count);
    else
        list[count++] = (struct access){"read state of block", TW_LOAD, READ_RESULT, 0};
    assert(count <= TW_MAX_ACCESSES);
    return count;
}

#define NOWHERE UINT32_MAX

/* The place of a step's left side, or NOWHERE for a thread that has none. */
static uint32_t step_place(enum tw_reduce_method method, unsigned stride, unsigned states, uint32_t thread)
{
    uint32_t at = method == REDUCE_CONFLICTING ? 2 * stride * thread : thread;
    bool joins = method == REDUCE_CONFLICTING ||
                 (method == REDUCE_INTERLEAVED ? thread % (2 * stride) == 0 : thread < stride);
    return joins && at + stride < states ? at : NOWHERE;
}

/* The state that a thread of a block with so many states accesses, or NOWHERE. */
static uint32_t place(const struct tw_reduce *r, const struct access *access, unsigned states,
                      uint32_t thread)
{
    uint32_t own = access->stride ? step_place(r->method, access->stride, states, thread) : NOWHERE;
    bool last = thread < TW_WARP;
    switch (access->what) {
    case WRITE_OWN:
        return thread;
    case READ_OWN:
    case WRITE_JOINED:
        return own;
    case READ_PARTNER:
        return own == NOWHERE ? NOWHERE : own + access->stride;
    case READ_RESULT:
        return thread == 0 ? 0 : NOWHERE;
    case READ_LAST:
    case WRITE_LAST:
        return last ? thread : NOWHERE;
    case READ_FURTHER:
        return last && thread + access->stride < states ? thread + access->stride : NOWHERE;
    case WRITE_WARP:
        return thread % TW_WARP == 0 ? thread / TW_WARP : NOWHERE;
    case READ_WARPS:
        return thread < r->threads / TW_WARP ? thread : NOWHERE;
    }
    return NOWHERE;
}

/* ---- pictures: of a block that is full ---- */

bool tw_ladder_tile(const struct tw_reduce *r, struct tw_layout *layout)
{
    unsigned states = shared_states(r), columns = states < TW_WARP ? states : TW_WARP;
    if (!states) return false;
    *layout = (struct tw_layout){.rows = states / columns,
                                 .columns = columns,
                                 .pitch = columns,
                                 .element_bytes = bytes_of(r->members[0].element),
                                 .swizzle = TW_SWIZZLE_NONE};
    return true;
}

unsigned tw_ladder_accesses(const struct tw_reduce *r, const int64_t *value,
                            struct tw_access_info info[TW_MAX_ACCESSES])
{
    struct access list[TW_MAX_ACCESSES];
    unsigned count = shared_states(r) ? list_accesses(r, list) : 0, bytes = bytes_of(r->members[0].element);
    for (unsigned i = 0; i < count; i++)
        info[i] = (struct tw_access_info){list[i].name, list[i].op, bytes, has_begin(r, value)};
    return count;
}

void tw_ladder_addresses(const struct tw_reduce *r, unsigned access, unsigned first, unsigned count,
                         uint32_t *addr)
{
    struct access list[TW_MAX_ACCESSES];
    list_accesses(r, list);
    for (unsigned i = 0; i < count; i++) {
        uint32_t at = place(r, &list[access], r->threads, first + i);
        addr[i] = at == NOWHERE ? TW_NO_ADDRESS : at * bytes_of(r->members[0].element);
    }
}

/* ---- prediction ---- */

/* A request of a warp: places of states, and who takes part. */
struct request {
    uint32_t place[TW_WARP], active;
};

static struct request request_of(const struct tw_reduce *r, const struct access *access, unsigned states,
                                 unsigned warp)
{
    struct request request = {.active = 0};
    for (unsigned lane = 0; lane < TW_WARP && lane < r->threads; lane++) {
        uint32_t at = place(r, access, states, warp * TW_WARP + lane);
        request.place[lane] = at == NOWHERE ? 0 : at;
        request.active |= (uint32_t)(at != NOWHERE) << lane;
    }
    return request;
}

/* They differ by whole rounds of the banks, and of sectors. */
static bool is_alike(const struct request *a, const struct request *b)
{
    uint32_t shift = 0;
    bool known = false;
    if (a->active != b->active) return false;
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        if (!(a->active >> lane & 1u)) continue;
        if (!known) shift = b->place[lane] - a->place[lane];
        if (b->place[lane] - a->place[lane] != shift || shift % (4 * TW_BANKS)) return false;
        known = true;
    }
    return true;
}

/* `number` of the shared access; the global method's states are in global memory. Blocks begin there where a multiple of
   their bytes is, which is a whole sector, or in one: all cost what the first does. */
static void predict_request(const struct tw_reduce *r, unsigned number, enum tw_access op,
                            const struct request *request, uint64_t times, struct tw_prediction *prediction)
{
    unsigned bytes = bytes_of(r->members[0].element);
    uint32_t shared[TW_WARP];
    uint64_t global[TW_WARP];
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        shared[lane] = request->place[lane] * bytes;
        global[lane] = shared[lane];
    }
    if (r->method == REDUCE_GLOBAL)
        tw_predict_global(prediction, op, bytes, global, request->active, times);
    else
        tw_predict_request(prediction, number, shared, request->active, times);
}

/* What `times` blocks with so many states do in an access; warps that are alike are counted once. */
static void predict_access(const struct tw_reduce *r, const struct access *access, unsigned number,
                           unsigned states, uint64_t times, struct tw_prediction *prediction)
{
    unsigned warps = r->threads < TW_WARP ? 1 : r->threads / TW_WARP;
    struct request request = request_of(r, access, states, 0);
    uint64_t alike = 1;
    for (unsigned warp = 1; warp < warps; warp++) {
        struct request next = request_of(r, access, states, warp);
        if (is_alike(&request, &next)) {
            alike++;
            continue;
        }
        predict_request(r, number, access->op, &request, alike * times, prediction);
        request = next;
        alike = 1;
    }
    predict_request(r, number, access->op, &request, alike * times, prediction);
}

static void predict_blocks(const struct tw_reduce *r, const struct pass *pass,
                           struct tw_prediction *prediction)
{
    struct access list[TW_MAX_ACCESSES];
    unsigned count = list_accesses(r, list), states = last_states(pass);
    uint64_t full = pass->blocks - (states < pass->threads);
    for (unsigned i = 0; i < count; i++) {
        if (full) predict_access(r, &list[i], i, pass->threads, full, prediction);
        if (states < pass->threads) predict_access(r, &list[i], i, states, 1, prediction);
    }
}

static uint32_t lanes_below(unsigned count)
{
    return count < TW_WARP ? (1u << count) - 1 : UINT32_MAX;
}

/* `times` requests of those lanes of a warp, which takes consecutive units: those of any warp cost what the first's do. */
static void predict_units(enum tw_access op, unsigned bytes, uint32_t active, uint64_t times,
                          struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP];
    for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = (uint64_t)lane * bytes;
    if (times) tw_predict_global(prediction, op, bytes, addr, active, times);
}

/*
 * The loads of a pass. Threads before the `ragged` first of the grid take a unit more than the others, `turns`. A warp with
 * both kinds goes through the loop of several loads as often as any of its lanes, and then through the rest:
 *
 *     turns + 1 fills the last turn of several    the first lanes take `unroll` units in it, the others unroll - 1 after it
 *     else                                        all take `turns` units together, and the first lanes one more
 */
static void predict_loads(const struct pass *pass, struct tw_prediction *prediction)
{
    uint64_t turns = pass->units / stride(pass), ragged = pass->units % stride(pass);
    unsigned lanes = pass->threads < TW_WARP ? pass->threads : TW_WARP, mixed = (unsigned)(ragged % lanes);
    uint64_t ahead = ragged / lanes, warps = stride(pass) / lanes;
    bool parts = mixed && pass->unroll > 1 && (turns + 1) % pass->unroll == 0;
    uint32_t all = lanes_below(lanes), first = lanes_below(mixed);
    uint64_t together = warps * turns + ahead - (parts ? pass->unroll - 1 : 0);
    uint64_t first_alone = !mixed ? 0 : parts ? pass->unroll : 1, others_alone = parts ? pass->unroll - 1 : 0;
    predict_units(TW_LOAD, pass->bytes, all, together * pass->arrays, prediction);
    predict_units(TW_LOAD, pass->bytes, first, first_alone * pass->arrays, prediction);
    predict_units(TW_LOAD, pass->bytes, all & ~first, others_alone * pass->arrays, prediction);
    predict_units(TW_LOAD, pass->bytes / pass->elements, 1, pass->tail * pass->arrays, prediction);
}

static void predict_pass(const struct tw_reduce *r, const struct pass *pass, struct tw_prediction *prediction)
{
    predict_loads(pass, prediction);
    predict_blocks(r, pass, prediction);
}

static void name_accesses(const struct tw_reduce *r, struct tw_prediction *prediction)
{
    struct access list[TW_MAX_ACCESSES];
    unsigned count = shared_states(r) ? list_accesses(r, list) : 0, bytes = bytes_of(r->members[0].element);
    prediction->access_count = count;
    prediction->counts.known |= TW_KNOWN_SHARED;
    for (unsigned i = 0; i < count; i++)
        prediction->accesses[i] =
            (struct tw_access_cost){.name = list[i].name, .op = list[i].op, .bytes = bytes};
}

/* A thread loads an element, and stores it. */
static void predict_alone(unsigned bytes, struct tw_prediction *prediction)
{
    predict_units(TW_LOAD, bytes, 1, 1, prediction);
    predict_units(TW_STORE, bytes, 1, 1, prediction);
    prediction->counts.known |= TW_KNOWN_SHARED;
}

/* Atomic operations are neither loads nor stores. */
static void predict(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                    unsigned launch, struct tw_prediction *prediction)
{
    struct pass inputs = over_inputs(r, value), partials = over_partials(r, value);
    unsigned main_launch = has_begin(r, value), bytes = bytes_of(r->result);
    bool is_main = launch == main_launch, is_end = launch > main_launch && has_end(r, value);
    (void)shape;
    if (launch < main_launch || is_end) {
        predict_alone(bytes, prediction);
        return;
    }
    name_accesses(r, prediction);
    if (is_main && r->length) predict_pass(r, &inputs, prediction);
    if (is_main && joins_partials(r, value))
        predict_units(TW_STORE, partials.bytes, 1, inputs.blocks, prediction);
    if (!is_main || is_last(r, value)) predict_pass(r, &partials, prediction);
    if (!is_main || is_alone(value) || is_last(r, value)) predict_units(TW_STORE, bytes, 1, 1, prediction);
}

/* ---- source ---- */

/* A number of a pass as the source writes it, of the type that its indices have. */
static void add_constant(struct tw_data *data, const char *key, uint64_t number, bool is_wide)
{
    tw_data_format(data, key, "%" PRIu64 "%s", number, is_wide ? "ull" : number > INT32_MAX ? "u" : "");
}

/* The highest index that is computed needs more than 32 bits. */
static bool is_wide(const struct tw_reduce *r, const struct pass *pass)
{
    return r->length + 2 * pass->unroll * stride(pass) + 2 * pass->share > UINT32_MAX;
}

/* Threads of the block at hand that have a state. */
static void describe_states(const struct tw_reduce *r, const struct pass *pass, struct tw_data *data)
{
    const char *type = is_wide(r, pass) ? "ull" : "u", *cast = is_wide(r, pass) ? "(unsigned)" : "";
    unsigned step = pass->share ? pass->share : pass->threads;
    if (pass->blocks == 1 || !is_guarded(pass))
        tw_data_number(data, "states", last_states(pass));
    else
        tw_data_format(data, "states", "%smin(%u%s, %" PRIu64 "%s - blockIdx.x * %u%s)", cast, pass->threads,
                       type, pass->units, type, step, type);
}

static void describe_turns(const struct pass *pass, struct tw_data *in)
{
    uint64_t turn = pass->unroll * stride(pass), once = pass->unroll > 1 ? turn + turn - stride(pass) : turn;
    bool loops = !pass->share && pass->units > once;
    bool rests = !pass->share && pass->unroll > 1 && pass->units % turn != 0;
    tw_data_flag(in, "several", pass->unroll > 1);
    tw_data_flag(in, "loops", loops);
    tw_data_flag(in, "rests", rests);
    tw_data_flag(in, "moves", loops || rests || pass->tail);
    tw_data_flag(in, "two", pass->share > pass->threads && pass->units > pass->threads);
    tw_data_flag(in, "second_guarded", pass->share && pass->units % pass->share != 0);
    tw_data_flag(in, "tail", pass->tail > 0);
    tw_data_number(in, "accumulators", pass->unroll);
}

static void describe_inputs(const struct tw_reduce *r, const struct pass *pass, struct tw_data *data)
{
    bool wide = is_wide(r, pass);
    uint64_t turn = pass->unroll * stride(pass);
    struct tw_data in = tw_data_object(data, "inputs");
    tw_data_flag(&in, "one_block", pass->blocks == 1);
    tw_data_flag(&in, "guarded", is_guarded(pass));
    describe_turns(pass, &in);
    add_constant(&in, "units", pass->units, wide);
    add_constant(&in, "share", pass->share ? pass->share : pass->threads, wide);
    add_constant(&in, "threads", pass->threads, wide);
    add_constant(&in, "stride", stride(pass), wide);
    add_constant(&in, "turn", turn, wide);
    add_constant(&in, "reach", turn - stride(pass), wide);
    add_constant(&in, "tail_first", r->length - pass->tail, wide);
    add_constant(&in, "length", r->length, wide);
    describe_states(r, pass, &in);
}

static void describe_partials(const struct tw_reduce *r, const struct pass *pass, struct tw_data *data)
{
    struct tw_data partials = tw_data_object(data, "partials");
    tw_data_flag(&partials, "guarded", is_guarded(pass));
    tw_data_flag(&partials, "loops", pass->units > pass->threads);
    add_constant(&partials, "count", pass->units, false);
    describe_states(r, pass, &partials);
}

/* The steps that are written out: those before the last warp's, and its own. */
static void describe_steps(const struct tw_reduce *r, struct tw_data *data)
{
    struct tw_data steps = tw_data_list(data, "steps");
    for (unsigned s = r->threads / 2; r->method == REDUCE_UNROLL_ALL && s > TW_WARP; s /= 2) {
        struct tw_data step = tw_data_item(&steps);
        tw_data_number(&step, "stride", s);
    }
    struct tw_data last = tw_data_list(data, "last_steps");
    for (unsigned s = TW_WARP; s > 0; s /= 2) {
        struct tw_data step = tw_data_item(&last);
        tw_data_number(&step, "stride", s);
        tw_data_flag(&step, "again", s > 1);
    }
}

static void describe_rung(const struct tw_reduce *r, struct tw_data *data)
{
    bool has_last = r->method == REDUCE_UNROLL_LAST || r->method == REDUCE_UNROLL_ALL;
    tw_data_flag(data, "in_global", r->method == REDUCE_GLOBAL);
    tw_data_flag(data, "interleaved", r->method == REDUCE_INTERLEAVED);
    tw_data_flag(data, "conflicting", r->method == REDUCE_CONFLICTING);
    tw_data_flag(data, "halves",
                 r->method == REDUCE_GLOBAL || r->method == REDUCE_SEQUENTIAL ||
                     r->method == REDUCE_FIRST_ADD);
    tw_data_flag(data, "unrolls_last", has_last);
    tw_data_flag(data, "halves_first", r->method == REDUCE_UNROLL_LAST && r->threads > 2 * TW_WARP);
    tw_data_flag(data, "by_shuffles", r->method >= REDUCE_SHUFFLE);
    tw_data_flag(data, "many_warps", r->threads > TW_WARP);
    tw_data_number(data, "block_warps", r->threads / TW_WARP);
    tw_data_flag(data, "bounded", r->threads > 1);
    describe_steps(r, data);
}

/* What a load of the inputs is in CUDA. */
static const char *load_type(unsigned bytes)
{
    return bytes == 16 ? "uint4" : bytes == 8 ? "uint2" : bytes == 4 ? "unsigned" : "unsigned short";
}

static void describe_atomic(const struct tw_reduce *r, struct tw_data *data)
{
    bool adds = r->op != REDUCE_MIN && r->op != REDUCE_MAX;
    bool is_signed = adds && r->result == TW_INT64; /* which has no addition of its own */
    tw_data_string(data, "operation", adds ? "atomicAdd" : r->op == REDUCE_MIN ? "atomicMin" : "atomicMax");
    tw_data_string(data, "target", is_signed ? "(unsigned long long *)c" : "c");
    tw_data_string(data, "as", is_signed ? "(unsigned long long)" : "");
}

static void describe_finish(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    tw_data_flag(data, "alone", is_alone(value));
    tw_data_flag(data, "by_last", is_last(r, value));
    tw_data_flag(data, "by_second", is_second(r, value));
    tw_data_flag(data, "by_atomic", !is_alone(value) && r->finish == REDUCE_BY_ATOMIC);
    tw_data_flag(data, "begins", has_begin(r, value));
    tw_data_flag(data, "ends", has_end(r, value));
    tw_data_number(data, "last_number", value[REDUCE_blocks] - 1);
    describe_atomic(r, data);
}

static void describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    struct pass inputs = over_inputs(r, value), partials = over_partials(r, value);
    bool joins = joins_partials(r, value);
    struct tw_data ladder = tw_data_object(data, "ladder");
    assert(r->member_count == 1);
    tw_data_flag(&ladder, "counted", r->length > 0);
    tw_data_string(&ladder, "member", r->members[0].name);
    tw_data_string(&ladder, "scalar", r->members[0].cuda);
    tw_data_string(&ladder, "index", is_wide(r, &inputs) ? "unsigned long long" : "unsigned");
    tw_data_number(&ladder, "elements", inputs.elements);
    tw_data_flag(&ladder, "loads_several", inputs.elements > 1);
    tw_data_string(&ladder, "load", load_type(inputs.bytes));
    tw_data_format(&ladder, "length", "%" PRIu64 "ull", r->length);
    tw_data_flag(&ladder, "guards", r->length && (is_guarded(&inputs) || (joins && is_guarded(&partials))));
    tw_data_flag(&ladder, "numbers_threads",
                 r->threads > TW_WARP || is_guarded(&inputs) || (joins && is_guarded(&partials)));
    describe_rung(r, &ladder);
    describe_finish(r, value, &ladder);
    if (r->length) describe_inputs(r, &inputs, &ladder);
    if (joins) describe_partials(r, &partials, &ladder);
}

const struct tw_reduce_skeleton tw_reduce_ladder = {
    .resolve = resolve,
    .accept = accept,
    .shape = shape,
    .describe = describe,
    .predict = predict,
    .candidates = candidates,
};
