/*
 * The choice: the candidate that the model (features.h) estimates to be the fastest; on an architecture that the model was not
 * fitted to, the one of those that keep the target busy.
 */
#include "gen/families/transpose/choose.h"

#include <stdlib.h>
#include <string.h>

#include <tilewright/occupancy.h>

#include "gen/families/transpose/accept.h"
#include "gen/families/transpose/candidates.h"
#include "gen/families/transpose/features.h"
#include "gen/families/transpose/row_run/row_run.h"

/* ---- what a target makes of a variant ---- */

/*
 * The registers of a thread, an estimate from what nvcc 13.0 took for tiles of the vector method on sm_75 to sm_120 (188
 * kernels: at most 5 more than 26 + words, at most 35 more, of 208, where rows begin anywhere): on any of them a variant
 * that "suits" has room for its blocks. What the model of one architecture is told is another estimate (features.c).
 * `words` are those that a thread has loaded and not stored yet; rows that begin anywhere need both chunks and what is
 * shifted out of them.
 */
static unsigned registers_anywhere(const struct tw_target *target, const struct tw_transpose *t,
                                   unsigned words)
{
    bool shifts = t->method == TRANSPOSE_VECTOR && (t->in_grain < t->vector || t->out_grain < TW_CHUNK);
    unsigned wanted = shifts ? 16 + 3 * words : 26 + words;
    /* The block must start: __launch_bounds__. */
    unsigned most = shifts ? target->registers_per_block / t->threads : 64;
    if (most > TW_MAX_REGISTERS) most = TW_MAX_REGISTERS;
    return wanted < most ? wanted : most;
}

/* Bytes that a thread asks for before it waits for any. */
static unsigned bytes_ahead(const struct tw_transpose *t, const int64_t *value)
{
    unsigned warps = t->threads / TW_WARP, unroll = (unsigned)value[TRANSPOSE_unroll];
    if (t->method == TRANSPOSE_ROW_RUN) return TW_CHUNK * unroll;
    if (t->method != TRANSPOSE_VECTOR) return t->tile_rows * t->tile_cols / t->threads * t->bytes;
    unsigned passes = (t->units + warps - 1) / warps;
    return TW_CHUNK * t->pack * (unroll < passes ? unroll : passes);
}

struct tw_transpose_load tw_transpose_load_of(const int64_t *value, const struct tw_target *target)
{
    struct tw_transpose_load load = {0};
    if (!tw_transpose_accepts(value, target)) return load;
    const struct tw_transpose t = tw_transpose_of(value);
    unsigned bytes = bytes_ahead(&t, value);
    int carveout = value[TRANSPOSE_carveout] == TW_WORD(0) ? -1 : (int)value[TRANSPOSE_carveout];
    const struct tw_block_needs needs = {t.threads, registers_anywhere(target, &t, bytes / 4),
                                         tw_transpose_tile_bytes(value), carveout};
    load.blocks = tw_occupancy(target, &needs).blocks_per_sm;
    load.threads = load.blocks * t.threads;
    load.in_flight = (uint64_t)load.threads * bytes;
    load.tiles = tw_transpose_blocks(&t, value);
    return load;
}

/* On an H200: fewer threads, and fewer bytes in flight, were never the fastest when tiles were tuned for large matrices;
   1024 x 1024 float32 was fastest with 512 tiles of 32 x 64, not with 256 of 64 x 64, on 132 SMs. */
#define LEAST_BLOCKS  2u  /* on an SM: one loads while the other stores, as a barrier lies between */
#define LEAST_EIGHTHS 3u  /* of the threads that an SM has room for */
#define LEAST_BYTES   16u /* in flight, for each thread that an SM has room for: one vector access of each */
#define LEAST_TILES   2u  /* for each SM: with fewer some are idle, or work alone at the end */

bool tw_transpose_suits(const struct tw_transpose_load *load, const struct tw_target *target)
{
    return load->blocks >= LEAST_BLOCKS && 8 * load->threads >= LEAST_EIGHTHS * target->threads_per_sm &&
           load->in_flight >= (uint64_t)LEAST_BYTES * target->threads_per_sm &&
           load->tiles >= (uint64_t)LEAST_TILES * target->multiprocessors;
}

/* ---- ranks ---- */

struct ranked {
    float estimate;
    uint16_t schedule;
    bool idle; /* it does not keep a target busy that the model does not know */
};

struct ranking {
    struct tw_schedules schedules;
    unsigned count, suiting;
    struct ranked ranked[TW_SCHEDULES_MAX]; /* those that are possible, the best first */
};

static int compare(const void *one, const void *two)
{
    const struct ranked *a = one, *b = two;
    if (a->idle != b->idle) return a->idle ? 1 : -1;
    if (a->estimate != b->estimate) return a->estimate < b->estimate ? -1 : 1;
    return a->schedule < b->schedule ? -1 : 1;
}

static bool keeps_busy(const int64_t *value, const struct tw_target *target)
{
    const struct tw_transpose_load load = tw_transpose_load_of(value, target);
    return tw_transpose_suits(&load, target);
}

/* given: pitches are known. */
static void rank(const int64_t *given, const struct tw_target *target, struct ranking *ranking)
{
    bool by_rule = target->sm != tw_net_transpose.sm;
    ranking->count = ranking->suiting = 0;
    tw_transpose_list_schedules(given, &ranking->schedules);
    for (unsigned i = 0; i < ranking->schedules.count; i++) {
        int64_t value[TRANSPOSE_FIELD_COUNT];
        tw_transpose_take_schedule(given, &ranking->schedules.list[i], value);
        if (!tw_transpose_accepts(value, target)) continue;
        bool idle = by_rule && !keeps_busy(value, target);
        ranking->suiting += !idle;
        ranking->ranked[ranking->count++] =
            (struct ranked){tw_transpose_estimate(value, target), (uint16_t)i, idle};
    }
    qsort(ranking->ranked, ranking->count, sizeof *ranking->ranked, compare);
}

/* ---- the choice ---- */

#define FIELD(type, member, field) TRANSPOSE_##field,
const enum tw_transpose_field tw_transpose_open_fields[] = {TW_SCHEDULE_FIELDS(FIELD)};
#undef FIELD

static void default_registers(int64_t *value)
{
    bool is_row_run = value[TRANSPOSE_method] == TRANSPOSE_ROW_RUN;
    tw_transpose_default(value, TRANSPOSE_register_transpose,
                         is_row_run ? tw_row_run_usual_registers(value) : TRANSPOSE_REGISTER_NONE);
}

/* Where no schedule is possible: so that what is wrong with what was given can be said. */
static void take_usual(const int64_t *given, int64_t *value)
{
    int64_t line = 128 / tw_transpose_bytes(given), lines = 8 * TW_WARP / given[TRANSPOSE_BDIMX];
    memmove(value, given, TRANSPOSE_FIELD_COUNT * sizeof *value);
    if (value[TRANSPOSE_method] == TRANSPOSE_AUTO) value[TRANSPOSE_method] = TRANSPOSE_VECTOR;
    tw_transpose_default(value, TRANSPOSE_IPAD, 0);
    if (value[TRANSPOSE_method] == TRANSPOSE_ROW_RUN) {
        tw_row_run_default(value);
        return;
    }
    tw_transpose_default(value, TRANSPOSE_BDIMY, lines ? lines : 1);
    tw_transpose_default(value, TRANSPOSE_tile_rows, 2 * line);
    tw_transpose_default(value, TRANSPOSE_tile_cols, 2 * line);
    tw_transpose_default(value, TRANSPOSE_matrices, 1);
    tw_transpose_default(value, TRANSPOSE_vector, TW_CHUNK);
    tw_transpose_default(value, TRANSPOSE_unroll, 1);
    tw_transpose_default(value, TRANSPOSE_order, TRANSPOSE_COLUMNS);
    tw_transpose_default(value, TRANSPOSE_hints, TRANSPOSE_NONE);
    default_registers(value);
}

/* The schedule that comes in place `index`; false: there are not so many. */
static bool take_ranked(const int64_t *given, const struct ranking *ranking, unsigned index, int64_t *value)
{
    if (index >= ranking->count) return false;
    tw_transpose_take_schedule(given, &ranking->schedules.list[ranking->ranked[index].schedule], value);
    return true;
}

/* Gives what is not ranked: no padding, and the register transpose that a tile has usually if all else of it is given. False:
   nothing is left to choose. */
static bool complete(int64_t *value)
{
    bool open = false;
    tw_transpose_default(value, TRANSPOSE_IPAD, 0);
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++) {
        enum tw_transpose_field field = tw_transpose_open_fields[i];
        open |= field != TRANSPOSE_register_transpose && tw_transpose_is_open(value, field);
    }
    if (!open) default_registers(value);
    return open;
}

void tw_transpose_choose(int64_t *value, const struct tw_target *target)
{
    struct ranking ranking;
    if (!complete(value)) return;
    rank(value, target, &ranking);
    if (!take_ranked(value, &ranking, 0, value)) take_usual(value, value);
}

unsigned tw_transpose_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                                 unsigned count, int64_t *values)
{
    struct ranking ranking;
    int64_t problem[TRANSPOSE_FIELD_COUNT];
    memcpy(problem, given, sizeof problem);
    tw_transpose_default_pitches(problem);
    complete(problem);
    rank(problem, target, &ranking);
    for (unsigned i = 0; i < count; i++, values += TRANSPOSE_FIELD_COUNT) {
        if (!take_ranked(problem, &ranking, first + i, values)) break;
    }
    return ranking.count;
}

/* ---- in words ---- */

/* Whether it is what would be chosen if only `method`, or nothing, were given. */
static bool is_choice(const int64_t *value, enum tw_transpose_method method, const struct tw_target *target,
                      struct ranking *ranking)
{
    int64_t own[TRANSPOSE_FIELD_COUNT], chosen[TRANSPOSE_FIELD_COUNT];
    memcpy(own, value, sizeof own);
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++) own[tw_transpose_open_fields[i]] = TW_DERIVED;
    own[TRANSPOSE_method] = method;
    rank(own, target, ranking);
    return take_ranked(own, ranking, 0, chosen) && memcmp(chosen, value, sizeof own) == 0;
}

static void say_load(const int64_t *value, const struct tw_target *target, struct tw_text *text)
{
    const struct tw_transpose_load load = tw_transpose_load_of(value, target);
    tw_text_addf(text, "; on sm_%u %u blocks, %u of %u threads per SM, %llu tiles for %u SMs", target->sm,
                 load.blocks, load.threads, target->threads_per_sm, (unsigned long long)load.tiles,
                 target->multiprocessors);
}

void tw_transpose_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text)
{
    struct ranking ranking;
    enum tw_transpose_method method = (enum tw_transpose_method)value[TRANSPOSE_method];
    bool by_rule = target->sm != tw_net_transpose.sm;
    bool chooses =
        method == TRANSPOSE_VECTOR || method == TRANSPOSE_ROW_RUN; /* the rest, where it is given */
    if (!is_choice(value, TRANSPOSE_AUTO, target, &ranking) &&
        !(chooses && is_choice(value, method, target, &ranking)))
        return;
    tw_text_addf(text, "chosen of %u by a model of times on sm_%u", ranking.count, tw_net_transpose.sm);
    if (!by_rule) return;
    if (ranking.suiting)
        tw_text_addf(text, ", among %u that keep the device busy", ranking.suiting);
    else
        tw_text_add(text, "; none keeps the device busy");
    say_load(value, target, text);
}
