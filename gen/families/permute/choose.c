/*
 * The choice, by a rule (docs/permute.md): the method from the axes that are fastest on either side; runs of a tile from what whole
 * sectors cost beside them; padding from the bank rule; blocks from what the device holds.
 */
#include "gen/families/permute/choose.h"

#include <string.h>

#include "base/whole.h"
#include "gen/families/permute/runs.h"
#include "gen/families/permute/transposed.h"
#include "gen/families/transpose/transpose.h"

#define THREADS     256 /* of a block                                                              */
#define ROW_FROM    64  /* bytes of a row from which on rows are copied as they are                */
#define ROWS_BYTES  64 /* of a tile of rows for each thread: four accesses of 16 bytes, at most 16 of fewer */
#define ROWS_TURNS  16
#define WALK_FROM   4 /* tiles for each block that the device holds, from which on blocks walk    */
#define HELD_BLOCKS 8 /* blocks of a multiprocessor                                              */

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
    if (tw_permute_is_transpose(value)) return PERMUTE_TRANSPOSE;
    return has_rows(&problem, bytes) ? PERMUTE_ROWS : PERMUTE_TILE;
}

/* Bytes of a tile of rows. */
static int64_t rows_bytes(const int64_t *value)
{
    struct tw_permutation problem = tw_permute_problem(value);
    unsigned bytes = tw_permute_widen(&problem, tw_permute_bytes(value), tw_permute_widest(value));
    return value[PERMUTE_BDIMX] * (int64_t)tw_least(ROWS_BYTES, ROWS_TURNS * bytes);
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

/* As the transpose family resolves it. */
static void choose_transpose(int64_t *value, const struct tw_target *target)
{
    int64_t transpose[TW_MAX_FIELDS];
    if (!tw_permute_to_transpose(value, transpose)) return; /* which accept refuses */
    tw_family_transpose.resolve(transpose, target);
    tw_permute_from_transpose(transpose, value);
}

/* The runs of a tile, how lanes lie in it, and its padding; the bytes of rows. */
static void choose_tile(int64_t *value, uint64_t least)
{
    struct tw_permute_runs runs;
    tw_derive(value, PERMUTE_BDIMX, THREADS);
    tw_derive(value, PERMUTE_vector, 16);
    tw_derive(value, PERMUTE_order, TRANSPOSE_COLUMNS);
    if (value[PERMUTE_method] == PERMUTE_ROWS) tw_derive(value, PERMUTE_out_run, rows_bytes(value));
    if (value[PERMUTE_method] != PERMUTE_TILE && value[PERMUTE_method] != PERMUTE_SHIFTED) return;
    tw_permute_rank_runs(value, least, &runs);
    tw_permute_take_runs(&runs, 0, value);
    tw_permute_choose_places(value);
}

static bool has_tiles(const int64_t *value)
{
    return value[PERMUTE_method] == PERMUTE_ROWS || value[PERMUTE_method] == PERMUTE_TILE ||
           value[PERMUTE_method] == PERMUTE_SHIFTED;
}

void tw_permute_choose(int64_t *value, const struct tw_target *target)
{
    if (value[PERMUTE_method] == PERMUTE_AUTO) value[PERMUTE_method] = method_for(value);
    if (value[PERMUTE_method] == PERMUTE_TRANSPOSE) choose_transpose(value, target);
    choose_tile(value, target->multiprocessors);
    if (has_tiles(value)) tw_derive(value, PERMUTE_blocks, blocks_for(value, target));
    derive_unused(value);
}

/* ---- candidates ---- */

/* Blocks of different sizes, and tiles that follow each other along the output or the input. */
static const struct {
    int64_t threads, order;
} schedules[] = {{256, TRANSPOSE_COLUMNS},
                 {128, TRANSPOSE_COLUMNS},
                 {256, TRANSPOSE_ROWS},
                 {512, TRANSPOSE_COLUMNS},
                 {128, TRANSPOSE_ROWS}};
#define SCHEDULES (sizeof schedules / sizeof *schedules)

static const int64_t rows_parts[] = {4, 2, 8, 1}; /* quarters of the usual tile of rows */
#define ROWS_LENGTHS (sizeof rows_parts / sizeof *rows_parts)

/* A schedule's fields that nobody gave. */
static void take_schedule(int64_t *value, unsigned number)
{
    tw_derive(value, PERMUTE_BDIMX, schedules[number].threads);
    tw_derive(value, PERMUTE_order, schedules[number].order);
    tw_derive(value, PERMUTE_vector, 16);
}

/* The transposes' candidates lie at the end of `values` first, which is large enough for more; each then becomes one of ours. */
static unsigned transpose_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                                     unsigned count, int64_t *values)
{
    int64_t transpose[TW_MAX_FIELDS], one[TW_MAX_FIELDS];
    unsigned its = tw_family_transpose.field_count;
    int64_t *list = values + (size_t)count * (PERMUTE_FIELD_COUNT - its);
    tw_permute_to_transpose(given, transpose);
    unsigned all = tw_family_transpose.candidates(transpose, target, first, count, list);
    for (unsigned i = 0; i < count && first + i < all; i++) {
        int64_t *value = values + (size_t)i * PERMUTE_FIELD_COUNT;
        memcpy(one, list + (size_t)i * its, its * sizeof *one);
        memcpy(value, given, PERMUTE_FIELD_COUNT * sizeof *value);
        value[PERMUTE_method] = PERMUTE_TRANSPOSE;
        tw_permute_from_transpose(one, value);
        derive_unused(value);
    }
    return all;
}

/* What is left of a variant whose method and schedule are taken. */
static void finish(int64_t *value, const struct tw_target *target)
{
    if (value[PERMUTE_method] == PERMUTE_TILE) tw_permute_choose_places(value);
    tw_derive(value, PERMUTE_blocks, blocks_for(value, target));
    derive_unused(value);
}

/* Rows, a schedule after the other for each length of a tile. */
static unsigned rows_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                                unsigned count, int64_t *values)
{
    unsigned all = SCHEDULES * ROWS_LENGTHS;
    for (unsigned i = first; i < all && i - first < count; i++, values += PERMUTE_FIELD_COUNT) {
        memcpy(values, given, PERMUTE_FIELD_COUNT * sizeof *values);
        values[PERMUTE_method] = PERMUTE_ROWS;
        take_schedule(values, i % SCHEDULES);
        tw_derive(values, PERMUTE_out_run, rows_bytes(values) * rows_parts[i / SCHEDULES] / 4);
        finish(values, target);
    }
    return all;
}

static unsigned tile_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                                unsigned count, int64_t *values)
{
    struct tw_permute_runs runs;
    int64_t usual[PERMUTE_FIELD_COUNT];
    memcpy(usual, given, sizeof usual);
    usual[PERMUTE_method] = PERMUTE_TILE;
    take_schedule(usual, 0);
    tw_permute_rank_runs(usual, target->multiprocessors, &runs);
    unsigned all = SCHEDULES * runs.count;
    for (unsigned i = first; i < all && i - first < count; i++, values += PERMUTE_FIELD_COUNT) {
        memcpy(values, given, PERMUTE_FIELD_COUNT * sizeof *values);
        values[PERMUTE_method] = PERMUTE_TILE;
        take_schedule(values, i % SCHEDULES);
        tw_permute_take_runs(&runs, i / SCHEDULES, values);
        finish(values, target);
    }
    return all;
}

unsigned tw_permute_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                               unsigned count, int64_t *values)
{
    int64_t method = given[PERMUTE_method];
    bool open = method == PERMUTE_AUTO;
    if (open) method = method_for(given);
    if (method == PERMUTE_TRANSPOSE) return transpose_candidates(given, target, first, count, values);
    if (method == PERMUTE_TILE) return tile_candidates(given, target, first, count, values);
    if (method != PERMUTE_ROWS) return 0;
    unsigned rows = rows_candidates(given, target, first, count, values);
    if (!open) return rows;
    /* through shared memory the same rows may be faster where they are short */
    unsigned taken = first < rows ? (unsigned)tw_least(rows - first, count) : 0,
             skipped = first > rows ? first - rows : 0;
    return rows + tile_candidates(given, target, skipped, count - taken,
                                  values + (size_t)taken * PERMUTE_FIELD_COUNT);
}

/* ---- pointers ---- */

/* Values that a choice makes, given back to it. */
static void open_fields(int64_t *value)
{
    for (unsigned i = PERMUTE_method + 1; i < PERMUTE_pointers; i++) value[i] = tw_permute_fields[i].fallback;
}

static bool relax_transpose(int64_t *value)
{
    int64_t transpose[TW_MAX_FIELDS];
    tw_permute_to_transpose(value, transpose);
    if (!tw_family_transpose.relax(transpose)) return false;
    tw_permute_from_transpose(transpose, value);
    return true;
}

/* Elements that are moved together no longer are: the method and the tile are chosen anew, but for the blocks. */
bool tw_permute_relax(int64_t *value)
{
    int64_t transpose[TW_MAX_FIELDS], blocks = value[PERMUTE_blocks];
    bool is_transpose = value[PERMUTE_method] == PERMUTE_TRANSPOSE;
    if (value[PERMUTE_pointers] != TRANSPOSE_BOTH) return false;
    if (is_transpose && tw_permute_to_transpose(value, transpose) &&
        transpose[TRANSPOSE_type] == value[PERMUTE_type])
        return relax_transpose(value);
    if (!is_transpose) {
        const struct tw_permute_tile t = tw_permute_tile_of(value);
        if (tw_permute_align(&t, value) == tw_permute_bytes(value)) return false;
    }
    value[PERMUTE_pointers] = TRANSPOSE_ANY;
    open_fields(value);
    value[PERMUTE_method] = method_for(value);
    choose_tile(value, 0);
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    if (has_tiles(value))
        tw_derive(value, PERMUTE_blocks, (int64_t)(blocks ? tw_least(t.tiles, (uint64_t)blocks) : t.tiles));
    derive_unused(value);
    return true;
}
