/*
 * The choice, by a rule (docs/permute.md): the method from the axes that are fastest on either side; runs of a tile from what whole
 * sectors cost beside them; padding from the bank rule; blocks from what the device holds.
 */
#include "gen/families/permute/choose.h"

#include <string.h>

#include "base/whole.h"
#include "gen/families/permute/predict.h"

#define THREADS     256   /* of a block                                                              */
#define ROW_FROM    64    /* bytes of a row from which on rows are copied as they are                */
#define ROWS_BYTES  16384 /* of a tile of rows: four accesses of 16 bytes for each of 256 threads   */
#define TILE_MOST   24576 /* bytes of a tile                                                         */
#define EDGE        32    /* bytes that a run costs beside its own: what it has of a sector at its ends */
#define WALK_FROM   4     /* tiles for each block that the device holds, from which on blocks walk    */
#define HELD_BLOCKS 8     /* blocks of a multiprocessor                                              */

/* ---- the method ---- */

/* Whether the fastest axis is the same on both sides, and rows along it are worth an access of their own; or it repeats. */
static bool has_rows(const struct tw_permutation *problem, unsigned bytes)
{
    unsigned by_input[TW_MAX_AXES], fastest = problem->rank - 1;
    if (problem->rank == 0) return true;
    const struct tw_permute_axis *axis = &problem->axis[fastest];
    tw_permute_sort(problem, true, by_input);
    return axis->in_stride == 0 ||
           (by_input[0] == fastest && (problem->rank == 1 || (uint64_t)axis->extent * bytes >= ROW_FROM));
}

static int64_t method_for(const int64_t *value)
{
    struct tw_permutation problem = tw_permute_problem(value);
    unsigned bytes = tw_permute_widen(&problem, tw_permute_bytes(value), tw_permute_widest(value));
    if (problem.elements <= 1) return PERMUTE_NAIVE;
    return has_rows(&problem, bytes) ? PERMUTE_ROWS : PERMUTE_TILE;
}

/* ---- the runs of a tile ---- */

static const int64_t runs[] = {32, 64, 128, 256, 512};
#define RUNS (sizeof runs / sizeof *runs)

/* Bytes that a tile moves in effect for each of its own, both ways, in 1/1024: with the edges of its runs, and what tiles share. */
static uint64_t cost_of(const struct tw_permute_tile *t)
{
    uint64_t in = t->run_in * t->bytes, out = t->run_out * t->bytes;
    uint64_t edges = 1024 * (in + EDGE) / in + 1024 * (out + EDGE) / out;
    return (uint64_t)((double)edges * (double)t->tiles * (double)t->elements / (double)t->problem.elements);
}

/* The cheapest pair of runs whose tile has room, where at least `least` tiles are made; of equals the first. Where there are
   none, of any number of tiles; else the shortest. */
static void choose_runs(int64_t *value, uint64_t least)
{
    int64_t own[PERMUTE_FIELD_COUNT];
    bool in_open = value[PERMUTE_in_run] == TW_DERIVED, out_open = value[PERMUTE_out_run] == TW_DERIVED;
    uint64_t best = UINT64_MAX;
    int64_t in_run = runs[0], out_run = runs[0];
    memcpy(own, value, sizeof own);
    for (unsigned i = 0; i < RUNS * RUNS; i++) {
        if (in_open) own[PERMUTE_in_run] = runs[i / RUNS];
        if (out_open) own[PERMUTE_out_run] = runs[i % RUNS];
        const struct tw_permute_tile t = tw_permute_tile_of(own);
        uint64_t cost = t.elements * t.bytes <= TILE_MOST && t.tiles >= least ? cost_of(&t) : UINT64_MAX;
        if (cost >= best) continue;
        best = cost;
        in_run = own[PERMUTE_in_run];
        out_run = own[PERMUTE_out_run];
    }
    if (best == UINT64_MAX && least) {
        choose_runs(value, 0);
        return;
    }
    tw_derive(value, PERMUTE_in_run, in_run);
    tw_derive(value, PERMUTE_out_run, out_run);
}

/* ---- shared memory ---- */

/* Where an access has several elements, 8 lanes beside each other have the 128 bytes that one request moves at a time. */
static void choose_lanes(int64_t *value)
{
    int64_t own[PERMUTE_FIELD_COUNT];
    memcpy(own, value, sizeof own);
    own[PERMUTE_IPAD] = own[PERMUTE_pad_every] = own[PERMUTE_lanes] = 0;
    const struct tw_permute_tile t = tw_permute_tile_of(own);
    tw_derive(value, PERMUTE_lanes, t.in_vector * t.bytes >= 8 ? 8 : TW_WARP);
}

/* Counts down from what no padding does to what the least of them does. */
struct padding_search {
    int64_t own[PERMUTE_FIELD_COUNT];
    int64_t pad, every;
    uint64_t fewest;
};

static void try_padding(struct padding_search *search, int64_t pad, int64_t every)
{
    search->own[PERMUTE_IPAD] = pad;
    search->own[PERMUTE_pad_every] = every;
    const struct tw_permute_tile t = tw_permute_tile_of(search->own);
    if (tw_permute_shared_bytes(&t) > TW_STATIC_SHARED_LIMIT) return;
    uint64_t wavefronts = tw_permute_tile_wavefronts(&t);
    if (wavefronts >= search->fewest) return;
    search->fewest = wavefronts;
    search->pad = pad;
    search->every = every;
}

/* Paddings of 1 to 16 accesses, up to 128 bytes, after every `every` elements. */
static void try_paddings(struct padding_search *search, const struct tw_permute_tile *bare, unsigned every)
{
    unsigned step = bare->out_vector > bare->pack ? bare->out_vector : bare->pack;
    if (every % step || every >= bare->elements) return;
    for (unsigned pad = step; pad <= 16 * step && pad * bare->bytes <= 128; pad += step)
        try_padding(search, pad, every);
}

/* The padding with the fewest wavefronts, after so many elements as the output's order has before an axis; before the input's
   fastest also as many times that as an access to the input has elements. */
static void choose_padding(int64_t *value)
{
    struct padding_search search = {.fewest = UINT64_MAX};
    memcpy(search.own, value, sizeof search.own);
    search.own[PERMUTE_IPAD] = search.own[PERMUTE_pad_every] = 0;
    const struct tw_permute_tile bare = tw_permute_tile_of(search.own);
    if (bare.elements * bare.bytes <= TW_STATIC_SHARED_LIMIT) {
        unsigned sorted[TW_MAX_AXES], every = 1;
        try_padding(&search, 0, 0);
        tw_permute_sort(&bare.problem, false, sorted);
        for (unsigned i = 0; i < bare.problem.rank; every *= bare.span[sorted[i++]].extent) {
            if (bare.problem.axis[sorted[i]].in_stride == 1)
                try_paddings(&search, &bare, every * bare.in_vector);
            if (bare.span[sorted[i]].extent > 1) try_paddings(&search, &bare, every);
        }
    }
    tw_derive(value, PERMUTE_IPAD, search.pad);
    tw_derive(value, PERMUTE_pad_every, search.every);
}

/* ---- blocks ---- */

/* Blocks that a multiprocessor holds, as far as threads and shared memory go. */
static uint64_t held_blocks(const struct tw_permute_tile *t, const struct tw_target *target)
{
    uint64_t by_threads = target->threads_per_sm / tw_multiple_up(t->threads, TW_WARP);
    uint64_t by_shared = target->shared_per_sm / (tw_permute_shared_bytes(t) + target->shared_reserved);
    uint64_t held = tw_least(tw_least(by_threads, by_shared), HELD_BLOCKS);
    return (held ? held : 1) * target->multiprocessors;
}

/* A block for each tile; of many tiles as many blocks as the device holds, less where all of them can have equally many. */
static int64_t blocks_for(const int64_t *value, const struct tw_target *target)
{
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    uint64_t held = held_blocks(&t, target), rounds = tw_ceil_div(t.tiles, held);
    return (int64_t)(rounds <= WALK_FROM ? t.tiles : tw_ceil_div(t.tiles, rounds));
}

/* ---- all of it ---- */

/* What methods other than transpose make nothing of. */
static void derive_unused(int64_t *value)
{
    static const enum tw_permute_field zero[] = {
        PERMUTE_in_run,    PERMUTE_out_run,  PERMUTE_IPAD,   PERMUTE_blocks, PERMUTE_tile_rows,
        PERMUTE_tile_cols, PERMUTE_matrices, PERMUTE_unroll, PERMUTE_steps,  PERMUTE_band};
    for (unsigned i = 0; i < sizeof zero / sizeof *zero; i++) tw_derive(value, zero[i], 0);
    tw_derive(value, PERMUTE_BDIMY, 1);
    tw_derive(value, PERMUTE_register_transpose, TRANSPOSE_REGISTER_NONE);
    tw_derive(value, PERMUTE_hints, TRANSPOSE_NONE);
}

void tw_permute_choose(int64_t *value, const struct tw_target *target)
{
    tw_derive(value, PERMUTE_BDIMX, THREADS);
    tw_derive(value, PERMUTE_order, TRANSPOSE_COLUMNS);
    tw_derive(value, PERMUTE_vector, 16);
    if (value[PERMUTE_method] == PERMUTE_AUTO) value[PERMUTE_method] = method_for(value);
    if (value[PERMUTE_method] == PERMUTE_ROWS) tw_derive(value, PERMUTE_out_run, ROWS_BYTES);
    if (value[PERMUTE_method] == PERMUTE_TILE) {
        choose_runs(value, 2 * target->multiprocessors);
        choose_lanes(value);
        choose_padding(value);
    }
    bool walks = value[PERMUTE_method] == PERMUTE_ROWS || value[PERMUTE_method] == PERMUTE_TILE;
    if (walks && value[PERMUTE_blocks] == TW_DERIVED) {
        tw_derive(value, PERMUTE_blocks, 1);
        value[PERMUTE_blocks] = blocks_for(value, target);
    }
    derive_unused(value);
}
