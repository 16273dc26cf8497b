/*
 * The choice (docs/permute.md). By the rule: the method from the axes that are fastest on either side; runs of a tile from what whole
 * sectors cost beside them; padding from the bank rule; blocks from what the device holds. On an architecture for which there is a
 * model (model/estimate.h) the best of the candidates by it is taken instead.
 */
#include "gen/families/permute/choose.h"

#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "gen/families/permute/cast.h"
#include "gen/families/permute/model/estimate.h"
#include "gen/families/permute/runs.h"
#include "gen/families/permute/transposed.h"
#include "gen/families/transpose/transpose.h"

#define THREADS         256 /* of a block                                                              */
#define ROW_FROM        64  /* bytes of a row from which on rows are copied as they are                */
#define ROWS_BYTES      64 /* of a tile of rows for each thread: four accesses of 16 bytes, at most 16 of fewer */
#define ROWS_TURNS      16
#define NARROW_FROM     1.5 /* accesses for each element, to global and shared memory                  */
#define USUAL_REGISTERS 24  /* of a thread, beside what it keeps                                    */
#define HELD_BLOCKS     8   /* blocks of a multiprocessor                                              */

/* ---- the method ---- */

/* Whether rows are copied without shared memory. */
static bool is_rows(int64_t method)
{
    return method == PERMUTE_ROWS || method == PERMUTE_CHUNKS;
}

/* The usual block, access and walk. */
static void take_usual(int64_t *value)
{
    tw_derive(value, PERMUTE_BDIMX, THREADS);
    tw_derive(value, PERMUTE_vector, value[PERMUTE_method] == PERMUTE_NAIVE ? tw_permute_bytes(value) : 16);
    tw_derive(value, PERMUTE_order, TRANSPOSE_COLUMNS);
}

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

/* Whether threads would access bytes one by one, more often than the method shifted stores them. */
static bool is_narrow(const int64_t *value, uint64_t least)
{
    int64_t own[PERMUTE_FIELD_COUNT];
    struct tw_permute_runs runs;
    memcpy(own, value, sizeof own);
    own[PERMUTE_method] = PERMUTE_TILE;
    take_usual(own);
    tw_permute_rank_runs(own, least, &runs);
    tw_permute_take_runs(&runs, 0, own);
    const struct tw_permute_tile t = tw_permute_tile_of(own);
    double accesses = 1.0 / t.in_vector + 1.0 / t.pack + 2.0 / t.out_vector; /* for each element */
    return t.bytes == 1 && !t.repeats && accesses > NARROW_FROM;
}

/* Whether rows are worth chunks that are wider than what is moved together everywhere. */
static bool has_chunks(const int64_t *value)
{
    int64_t own[PERMUTE_FIELD_COUNT];
    memcpy(own, value, sizeof own);
    own[PERMUTE_method] = PERMUTE_CHUNKS;
    take_usual(own);
    tw_derive(own, PERMUTE_out_run, TW_PERMUTE_RUN_MAX);
    const struct tw_permute_tile t = tw_permute_tile_of(own);
    return t.chunks.count && t.chunks.vector > 1 && !t.repeats && !tw_permute_changes(value) &&
           t.chunks.row * t.in_bytes >= ROW_FROM;
}

/* The method by the axes, among those that use every field that is given. */
static int64_t method_for(const int64_t *value, uint64_t least)
{
    struct tw_permutation problem = tw_permute_problem(value);
    unsigned bytes = tw_permute_widen(&problem, tw_permute_bytes(value), tw_permute_widest(value));
    if (problem.elements <= 1 && tw_permute_uses(value, PERMUTE_NAIVE, NULL)) return PERMUTE_NAIVE;
    if (tw_permute_is_transpose(value) && tw_permute_uses(value, PERMUTE_TRANSPOSE, NULL))
        return PERMUTE_TRANSPOSE;
    if (has_rows(&problem, bytes) && tw_permute_uses(value, PERMUTE_ROWS, NULL))
        return has_chunks(value) ? PERMUTE_CHUNKS : PERMUTE_ROWS;
    bool shifted = is_narrow(value, least) || !tw_permute_uses(value, PERMUTE_TILE, NULL);
    return shifted ? PERMUTE_SHIFTED : PERMUTE_TILE;
}

/* Bytes of a tile of chunks: as many as of rows, or fewer where much of them goes one by one. */
static int64_t chunks_bytes(const int64_t *value)
{
    int64_t own[PERMUTE_FIELD_COUNT], bytes = value[PERMUTE_BDIMX] * ROWS_BYTES;
    memcpy(own, value, sizeof own);
    for (;; bytes /= 2) {
        own[PERMUTE_out_run] = bytes < TW_PERMUTE_RUN_MAX ? bytes : TW_PERMUTE_RUN_MAX;
        const struct tw_permute_tile t = tw_permute_tile_of(own);
        if (tw_permute_turns(&t, &t.chunks.rest) <= ROWS_TURNS || bytes <= ROW_FROM)
            return own[PERMUTE_out_run];
    }
}

/* Bytes of a tile of rows in the output; on the side with the wider elements it has the usual ones. */
static int64_t rows_bytes(const int64_t *value)
{
    if (value[PERMUTE_method] == PERMUTE_CHUNKS) return chunks_bytes(value);
    struct tw_permutation problem = tw_permute_problem(value);
    unsigned bytes = tw_permute_widen(&problem, tw_permute_bytes(value), tw_permute_widest(value));
    return value[PERMUTE_BDIMX] * (int64_t)tw_least(ROWS_BYTES, ROWS_TURNS * bytes) *
           tw_permute_side_bytes(value, false) / tw_permute_bytes(value);
}

/* ---- blocks ---- */

/* Numbers that a thread keeps for an order's accesses: those that are not equally far from its first one. */
static unsigned kept_for(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                         enum tw_permute_side side)
{
    unsigned kept = 1;
    int64_t apart;
    for (unsigned k = 1; k < tw_permute_turns(t, order); k++)
        kept += !tw_permute_is_even(t, order, k, side, &apart);
    return kept;
}

/* Registers of a thread, about: those numbers, the elements of its loads, and what any kernel has. */
static unsigned registers_of(const struct tw_permute_tile *t)
{
    bool shifted = t->method == PERMUTE_SHIFTED, chunks = t->method == PERMUTE_CHUNKS;
    const struct tw_permute_order *stores = shifted ? &t->out.whole : &t->stores;
    const struct tw_permute_order *loads = shifted ? &t->in.whole : is_rows(t->method) ? stores : &t->loads;
    unsigned vector = shifted  ? t->in.vector
                      : chunks ? t->chunks.vector
                               : t->in_vector,
             words = (unsigned)tw_ceil_div(t->in_bytes * vector, 4) + (chunks && t->chunks.funnels);
    unsigned places = chunks ? 0 : kept_for(t, loads, PERMUTE_PLACE) + kept_for(t, stores, PERMUTE_PLACE);
    return USUAL_REGISTERS + tw_permute_turns(t, loads) * t->pack * words + kept_for(t, loads, PERMUTE_IN) +
           kept_for(t, stores, PERMUTE_OUT) + places;
}

/* Blocks that the device holds at a time, as far as threads, registers and shared memory go; of a device that nobody knows, one. */
static uint64_t held_blocks(const struct tw_permute_tile *t, const struct tw_target *target)
{
    uint64_t threads = tw_multiple_up(t->threads, TW_WARP), by_threads = target->threads_per_sm / threads;
    uint64_t by_registers = target->registers_per_sm / (threads * tw_multiple_up(registers_of(t), 8));
    uint64_t by_shared = target->shared_per_sm / (tw_permute_shared_bytes(t) + target->shared_reserved + 1);
    uint64_t held = tw_least(tw_least(by_threads, by_registers), tw_least(by_shared, HELD_BLOCKS));
    return held && target->multiprocessors ? held * target->multiprocessors : 1;
}

/* As many blocks as the device holds, or less where all of them can have equally many tiles. */
static int64_t blocks_for(const int64_t *value, const struct tw_target *target)
{
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    uint64_t rounds = tw_ceil_div(t.tiles, held_blocks(&t, target));
    return (int64_t)tw_ceil_div(t.tiles, rounds);
}

/* ---- all of it ---- */

/* What methods other than transpose make nothing of. */
static void derive_unused(int64_t *value)
{
    static const enum tw_permute_field zero[] = {
        PERMUTE_in_run, PERMUTE_out_run, PERMUTE_overlap,   PERMUTE_IPAD,      PERMUTE_pad_every,
        PERMUTE_lanes,  PERMUTE_blocks,  PERMUTE_tile_rows, PERMUTE_tile_cols, PERMUTE_matrices,
        PERMUTE_unroll, PERMUTE_steps,   PERMUTE_band};
    for (unsigned i = 0; i < sizeof zero / sizeof *zero; i++) tw_derive(value, zero[i], 0);
    tw_derive(value, PERMUTE_out_type, value[PERMUTE_type]);
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

/* Tiles, ranked: those that overlap where they shall and some do. False: they shall, and none does. */
static bool rank_tiles(const int64_t *value, uint64_t least, struct tw_permute_runs *runs)
{
    struct tw_permute_runs overlapping;
    tw_permute_rank_runs(value, least, runs);
    if (value[PERMUTE_overlap] != PERMUTE_OVERLAP_SECTORS) return true;
    overlapping = *runs;
    tw_permute_keep_overlapping(value, &overlapping);
    if (overlapping.count) *runs = overlapping;
    return overlapping.count > 0;
}

/* The runs of a tile, how lanes lie in it, and its padding; the bytes of rows. */
static void choose_tile(int64_t *value, uint64_t least)
{
    struct tw_permute_runs runs;
    take_usual(value);
    if (is_rows(value[PERMUTE_method])) tw_derive(value, PERMUTE_out_run, rows_bytes(value));
    if (value[PERMUTE_method] != PERMUTE_TILE && value[PERMUTE_method] != PERMUTE_SHIFTED) return;
    rank_tiles(value, least, &runs);
    tw_permute_take_runs(&runs, 0, value);
    if (value[PERMUTE_method] == PERMUTE_SHIFTED) tw_permute_choose_overlap(value);
    tw_permute_choose_places(value);
}

static bool has_tiles(const int64_t *value)
{
    return is_rows(value[PERMUTE_method]) || value[PERMUTE_method] == PERMUTE_TILE ||
           value[PERMUTE_method] == PERMUTE_SHIFTED;
}

static void choose_by_rule(int64_t *value, const struct tw_target *target)
{
    if (value[PERMUTE_method] == PERMUTE_TRANSPOSE) choose_transpose(value, target);
    choose_tile(value, target->multiprocessors);
    if (has_tiles(value)) tw_derive(value, PERMUTE_blocks, blocks_for(value, target));
    derive_unused(value);
}

/* ---- candidates ---- */

/* Blocks of different sizes, tiles that follow each other along the output or the input, accesses of 16 bytes or 8. */
static const struct {
    int64_t threads, order, vector;
} schedules[] = {{256, TRANSPOSE_COLUMNS, 16},
                 {128, TRANSPOSE_COLUMNS, 16},
                 {256, TRANSPOSE_ROWS, 16},
                 {256, TRANSPOSE_COLUMNS, 8},
                 {512, TRANSPOSE_COLUMNS, 16}};
#define SCHEDULES (sizeof schedules / sizeof *schedules)

static const int64_t rows_parts[] = {4, 2, 8, 1}; /* quarters of the usual tile of rows */
#define ROWS_LENGTHS (sizeof rows_parts / sizeof *rows_parts)

/* A schedule's fields that nobody gave. */
static void take_schedule(int64_t *value, unsigned number)
{
    tw_derive(value, PERMUTE_BDIMX, schedules[number].threads);
    tw_derive(value, PERMUTE_order, schedules[number].order);
    tw_derive(value, PERMUTE_vector, schedules[number].vector);
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

/* The methods worth trying, the first chosen, shifted with tiles that overlap or do not; and the tiles of each that has runs. */
#define METHODS 5
struct permute_space {
    int64_t method[METHODS], overlap[METHODS];
    unsigned methods, count[METHODS]; /* candidates of each */
    struct tw_permute_runs runs[METHODS];
};

/* Adds a method and ranks its tiles; nothing where no tile does what only this one would. */
static void add_method(struct permute_space *space, const int64_t *given, int64_t method, int64_t overlap,
                       uint64_t least)
{
    int64_t usual[PERMUTE_FIELD_COUNT];
    unsigned i = space->methods;
    memcpy(usual, given, sizeof usual);
    usual[PERMUTE_method] = method;
    usual[PERMUTE_overlap] = overlap;
    take_usual(usual);
    if (!is_rows(method) && !rank_tiles(usual, least, &space->runs[i]) &&
        given[PERMUTE_overlap] == TW_DERIVED)
        return;
    space->method[i] = method;
    space->overlap[i] = overlap;
    space->count[i] = SCHEDULES * (is_rows(method) ? ROWS_LENGTHS : space->runs[i].count);
    space->methods++;
}

/* The method shifted: tiles overlap as they do in the best of its tiles, and the other way. */
static void add_shifted(struct permute_space *space, const int64_t *given, uint64_t least)
{
    static const int64_t other[] = {
        [PERMUTE_OVERLAP_NONE] = PERMUTE_OVERLAP_SECTORS, [PERMUTE_OVERLAP_SECTORS] = PERMUTE_OVERLAP_NONE};
    int64_t best[PERMUTE_FIELD_COUNT];
    memcpy(best, given, sizeof best);
    best[PERMUTE_method] = PERMUTE_SHIFTED;
    choose_tile(best, least);
    add_method(space, given, PERMUTE_SHIFTED, best[PERMUTE_overlap], least);
    if (given[PERMUTE_overlap] == TW_DERIVED)
        add_method(space, given, PERMUTE_SHIFTED, other[best[PERMUTE_overlap]], least);
}

/* The chosen method first; where nobody gave it, then the others: rows may be faster through shared memory, too. */
static void find_space(const int64_t *given, int64_t chosen, uint64_t least, struct permute_space *space)
{
    bool open = given[PERMUTE_method] == PERMUTE_AUTO;
    space->methods = 0;
    if (chosen == PERMUTE_SHIFTED)
        add_shifted(space, given, least);
    else
        add_method(space, given, chosen, given[PERMUTE_overlap], least);
    if (open && chosen == PERMUTE_CHUNKS)
        add_method(space, given, PERMUTE_ROWS, given[PERMUTE_overlap], least);
    if (open && chosen != PERMUTE_TILE) add_method(space, given, PERMUTE_TILE, given[PERMUTE_overlap], least);
    if (open && chosen != PERMUTE_SHIFTED) add_shifted(space, given, least);
}

/* Candidate `number` of method `i`, schedule after schedule for each tile, but for where its elements lie in shared memory. */
static void span_candidate(const struct permute_space *space, unsigned i, unsigned number, int64_t *value)
{
    value[PERMUTE_method] = space->method[i];
    value[PERMUTE_overlap] = space->overlap[i];
    take_schedule(value, number % SCHEDULES);
    if (is_rows(space->method[i]))
        tw_derive(value, PERMUTE_out_run, rows_bytes(value) * rows_parts[number / SCHEDULES] / 4);
    else
        tw_permute_take_runs(&space->runs[i], number / SCHEDULES, value);
}

/* What is left of it. */
static void finish_candidate(const struct tw_target *target, int64_t *value)
{
    if (!is_rows(value[PERMUTE_method])) tw_permute_choose_places(value);
    tw_derive(value, PERMUTE_blocks, blocks_for(value, target));
    derive_unused(value);
}

/* Each method's first few, then what is left of each. */
static void find_candidate(const struct permute_space *space, unsigned number, unsigned *method,
                           unsigned *own)
{
    *method = number / SCHEDULES;
    *own = number % SCHEDULES;
    if (*method < space->methods) return;
    number -= SCHEDULES * space->methods;
    for (*method = 0; SCHEDULES + number >= space->count[*method]; (*method)++)
        number -= space->count[*method] - SCHEDULES;
    *own = SCHEDULES + number;
}

/* Spans candidate `number`, of which there are count_candidates. */
static void begin_candidate(const struct permute_space *space, const int64_t *given, unsigned number,
                            int64_t *value)
{
    unsigned method, own;
    find_candidate(space, number, &method, &own);
    memcpy(value, given, PERMUTE_FIELD_COUNT * sizeof *value);
    span_candidate(space, method, own, value);
}

static void make_candidate(const struct permute_space *space, const int64_t *given, unsigned number,
                           const struct tw_target *target, int64_t *value)
{
    begin_candidate(space, given, number, value);
    finish_candidate(target, value);
}

/* ---- by the model ---- */

#define MOST_CANDIDATES (METHODS * SCHEDULES * TW_PERMUTE_PAIRS)

struct ranked {
    float estimate;
    unsigned number;
};

static int compare_ranked(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->estimate != b->estimate) return a->estimate < b->estimate ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Whether the axes have another order in the input, and none repeats. */
static bool changes_order(const struct tw_permutation *problem)
{
    unsigned by_input[TW_MAX_AXES], by_output[TW_MAX_AXES];
    bool other = false, repeats = false;
    tw_permute_sort(problem, true, by_input);
    tw_permute_sort(problem, false, by_output);
    for (unsigned i = 0; i < problem->rank; i++) {
        other = other || by_input[i] != by_output[i];
        repeats = repeats || problem->axis[i].in_stride == 0;
    }
    return other && !repeats;
}

/* The model was fitted to what changes its order and nothing else, on devices of one architecture. */
static bool is_modelled(const int64_t *given, const struct tw_target *target)
{
    if (target->sm != tw_permute_model_sm() || !target->multiprocessors || tw_permute_changes(given))
        return false;
    const struct tw_permutation problem = tw_permute_problem(given);
    return changes_order(&problem);
}

/* As the model sees a candidate: without padding, which takes longer to find than all else, and of which the model knows nothing. */
static float estimate_candidate(const int64_t *candidate, const struct tw_target *target)
{
    int64_t bare[PERMUTE_FIELD_COUNT];
    memcpy(bare, candidate, sizeof bare);
    tw_permute_leave_places(bare);
    tw_derive(bare, PERMUTE_blocks, blocks_for(bare, target));
    return tw_permute_estimate(bare, target);
}

static unsigned count_candidates(const struct permute_space *space)
{
    unsigned count = 0;
    for (unsigned i = 0; i < space->methods; i++) count += space->count[i];
    return count;
}

/* All candidates, the best by the model first; without a model in their own order. */
static unsigned rank_candidates(const struct permute_space *space, const int64_t *given,
                                const struct tw_target *target, struct ranked list[MOST_CANDIDATES])
{
    int64_t value[PERMUTE_FIELD_COUNT];
    const bool modelled = is_modelled(given, target);
    const unsigned count = count_candidates(space);
    for (unsigned number = 0; number < count; number++) {
        begin_candidate(space, given, number, value);
        list[number].estimate = modelled ? estimate_candidate(value, target) : 0;
        list[number].number = number;
    }
    qsort(list, count, sizeof *list, compare_ranked);
    return count;
}

/* Values that a choice makes, given back to it. */
static void open_fields(int64_t *value)
{
    for (unsigned i = PERMUTE_method + 1; i < PERMUTE_pointers; i++) value[i] = tw_permute_fields[i].fallback;
}

/* Whether nobody said anything of how: what is given is completed by the rule. */
static bool is_open(const int64_t *value)
{
    bool open = value[PERMUTE_method] == PERMUTE_AUTO;
    for (unsigned i = PERMUTE_method + 1; i < PERMUTE_pointers; i++)
        open = open && value[i] == tw_permute_fields[i].fallback;
    return open;
}

/* Takes the best candidate by the model; false: there is none, or no model of such. `method` is what the rule takes. */
static bool choose_by_model(int64_t *value, int64_t method, const struct tw_target *target)
{
    struct ranked list[MOST_CANDIDATES];
    struct permute_space space;
    int64_t given[PERMUTE_FIELD_COUNT];
    memcpy(given, value, sizeof given);
    find_space(given, method, target->multiprocessors, &space);
    const unsigned count = rank_candidates(&space, given, target, list);
    for (unsigned i = 0; i < count; i++) {
        make_candidate(&space, given, list[i].number, target, value);
        if (tw_family_accepts(&tw_family_permute, value, target)) return true;
    }
    return false;
}

void tw_permute_choose(int64_t *value, const struct tw_target *target)
{
    int64_t ruled[PERMUTE_FIELD_COUNT];
    memcpy(ruled, value, sizeof ruled);
    if (ruled[PERMUTE_method] == PERMUTE_AUTO)
        ruled[PERMUTE_method] = method_for(value, target->multiprocessors);
    if (is_modelled(value, target) && is_open(value) && has_tiles(ruled) &&
        choose_by_model(value, ruled[PERMUTE_method], target))
        return;
    memcpy(value, ruled, sizeof ruled);
    choose_by_rule(value, target);
}

void tw_permute_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text)
{
    int64_t own[PERMUTE_FIELD_COUNT];
    struct permute_space space;
    memcpy(own, value, sizeof own);
    own[PERMUTE_method] = PERMUTE_AUTO;
    open_fields(own);
    if (!is_modelled(own, target) || !has_tiles(value)) return;
    find_space(own, method_for(own, target->multiprocessors), target->multiprocessors, &space);
    tw_permute_choose(own, target);
    if (memcmp(own, value, sizeof own) == 0)
        tw_text_addf(text, "chosen of %u by a model of times on sm_%u", count_candidates(&space),
                     tw_permute_model_sm());
}

unsigned tw_permute_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                               unsigned count, int64_t *values)
{
    int64_t method = given[PERMUTE_method];
    struct ranked list[MOST_CANDIDATES];
    struct permute_space space;
    if (method == PERMUTE_AUTO) method = method_for(given, target->multiprocessors);
    if (method == PERMUTE_TRANSPOSE) return transpose_candidates(given, target, first, count, values);
    if (method == PERMUTE_NAIVE) return 0;
    find_space(given, method, target->multiprocessors, &space);
    const unsigned all = rank_candidates(&space, given, target, list);
    for (unsigned n = first; n - first < count && n < all; n++) {
        make_candidate(&space, given, list[n].number, target, values);
        values += PERMUTE_FIELD_COUNT;
    }
    return all;
}

/* ---- pointers ---- */

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
        if (tw_permute_takes_any(&t, value)) return false;
    }
    value[PERMUTE_pointers] = TRANSPOSE_ANY;
    open_fields(value);
    value[PERMUTE_method] = method_for(value, 0);
    choose_tile(value, 0);
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    if (has_tiles(value))
        tw_derive(value, PERMUTE_blocks, (int64_t)(blocks ? tw_least(t.tiles, (uint64_t)blocks) : t.tiles));
    derive_unused(value);
    return true;
}
