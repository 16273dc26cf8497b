/*
 * The variant for a problem and a target: the winner of the nearest problem in the table
 * where that was measured, elsewhere the first winner that keeps the target busy, or else the nearest one cut
 * until it does. docs/transpose.md, "Other devices", has the reasons.
 */
#include <string.h>

#include <tilewright/occupancy.h>

#include "gen/families/transpose/transpose.h"

struct decision {
    int64_t value[TRANSPOSE_FIELD_COUNT];
    struct tw_transpose_winner winner;
    bool by_rule, cut;
};

/* ---- what a target makes of a variant ---- */

/*
 * An estimate from what nvcc 13.0 took for every winner on sm_75 to sm_120. `words` are those that a thread
 * has loaded and not stored yet; rows that begin anywhere need both chunks and what is shifted out of them.
 */
static unsigned registers_of(const struct tw_transpose *t, unsigned words)
{
    bool shifts = t->in_grain < t->vector || t->out_grain < TW_CHUNK;
    unsigned wanted = shifts ? 16 + 3 * words : 26 + words;
    unsigned most = shifts ? 65536 / t->threads : 64; /* the block must start: __launch_bounds__ */
    if (most > 255) most = 255;
    return wanted < most ? wanted : most;
}

static bool is_accepted(const int64_t *value, const struct tw_target *target)
{
    struct tw_text unused = {0};
    bool accepted = tw_family_transpose.accept(value, target, &unused);
    tw_text_free(&unused);
    return accepted;
}

struct tw_transpose_load tw_transpose_load_of(const int64_t *value, const struct tw_target *target)
{
    struct tw_transpose_load load = {0};
    if (!is_accepted(value, target)) return load;
    const struct tw_transpose t = tw_transpose_of(value);
    struct tw_shape shape;
    tw_family_shape(&tw_family_transpose, value, target, &shape);
    const struct tw_launch *launch = &shape.launches[0];
    unsigned warps = t.threads / TW_WARP, passes = (t.units + warps - 1) / warps;
    unsigned ahead = value[TRANSPOSE_unroll] < passes ? (unsigned)value[TRANSPOSE_unroll] : passes;
    unsigned bytes = TW_CHUNK * t.pack * ahead; /* of a thread */
    load.registers = registers_of(&t, bytes / 4);
    const struct tw_block_needs needs = {t.threads, load.registers, launch->shared_bytes, launch->carveout};
    load.blocks = tw_occupancy(target, &needs).blocks_per_sm;
    load.threads = load.blocks * t.threads;
    load.in_flight = (uint64_t)load.threads * bytes;
    load.tiles = launch->grid[0];
    return load;
}

#define LEAST_BLOCKS  2u  /* on an SM: one loads while the other stores */
#define LEAST_EIGHTHS 3u  /* of the threads that an SM has room for: no winner has fewer */
#define LEAST_BYTES   16u /* in flight, for each thread that an SM has room for */
#define LEAST_TILES   2u  /* for each SM */

bool tw_transpose_suits(const struct tw_transpose_load *load, const struct tw_target *target)
{
    return load->blocks >= LEAST_BLOCKS && 8 * load->threads >= LEAST_EIGHTHS * target->threads_per_sm &&
           load->in_flight >= (uint64_t)LEAST_BYTES * target->threads_per_sm &&
           load->tiles >= (uint64_t)LEAST_TILES * target->multiprocessors;
}

static bool suits(const int64_t *value, const struct tw_target *target)
{
    const struct tw_transpose_load load = tw_transpose_load_of(value, target);
    return tw_transpose_suits(&load, target);
}

/* ---- a tile ---- */

static int64_t line_of(const int64_t *value)
{
    return 128 / tw_transpose_bytes(value);
}

/* A side of `tile` elements, but of no more lines of 128 bytes than the matrix needs. */
static int64_t needed_side(int64_t side, int64_t line, int64_t tile)
{
    int64_t needed = (side + line - 1) / line * line;
    return needed < tile ? needed : tile;
}

static int64_t power_of_two_from(int64_t least)
{
    int64_t power = 1;
    while (power < least) power *= 2;
    return power;
}

/* A problem that was not measured takes no more tile than it needs. */
static void trim(int64_t *tile)
{
    int64_t line = line_of(tile), rows = tile[TRANSPOSE_rows], cols = tile[TRANSPOSE_cols];
    bool is_vector = tile[TRANSPOSE_method] == TRANSPOSE_VECTOR;
    rows = is_vector ? needed_side(rows, line, tile[TRANSPOSE_tile_rows]) : power_of_two_from(rows);
    cols = is_vector ? needed_side(cols, line, tile[TRANSPOSE_tile_cols]) : power_of_two_from(cols);
    if (rows < tile[TRANSPOSE_tile_rows]) tile[TRANSPOSE_tile_rows] = rows;
    if (cols < tile[TRANSPOSE_tile_cols]) tile[TRANSPOSE_tile_cols] = cols;
    int64_t lines = tile[TRANSPOSE_tile_rows] * tile[TRANSPOSE_tile_cols] / TW_WARP;
    if (!is_vector && lines < tile[TRANSPOSE_BDIMY]) tile[TRANSPOSE_BDIMY] = lines ? lines : 1;
}

static bool is_open(const int64_t *value, enum tw_transpose_field field)
{
    return field == TRANSPOSE_method ? value[field] == TRANSPOSE_AUTO : value[field] == TW_DERIVED;
}

/* What was not given comes from a winner. */
static void fill(const int64_t *value, const struct tw_transpose_winner *winner, int64_t *filled)
{
    int64_t trimmed[TRANSPOSE_FIELD_COUNT];
    memcpy(trimmed, value, sizeof trimmed);
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++)
        trimmed[tw_transpose_open_fields[i]] = winner->value[tw_transpose_open_fields[i]];
    if (winner->distance > 0) trim(trimmed);
    int64_t lines_of_threads = trimmed[TRANSPOSE_BDIMY] * TW_WARP / value[TRANSPOSE_BDIMX];
    trimmed[TRANSPOSE_BDIMY] = lines_of_threads ? lines_of_threads : 1;
    bool is_vector = trimmed[TRANSPOSE_method] == TRANSPOSE_VECTOR;
    tw_transpose_default(trimmed, TRANSPOSE_vector, is_vector ? TW_CHUNK : tw_transpose_bytes(value));
    if (is_vector && tw_transpose_problem(value).in_grain < trimmed[TRANSPOSE_vector])
        trimmed[TRANSPOSE_vector] = TW_CHUNK; /* the winner's rows begin at multiples of more */
    tw_transpose_default(trimmed, TRANSPOSE_unroll, 1);
    tw_transpose_default(trimmed, TRANSPOSE_hints, TRANSPOSE_NONE);
    memcpy(filled, value, sizeof trimmed);
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++) {
        enum tw_transpose_field field = tw_transpose_open_fields[i];
        if (is_open(value, field)) filled[field] = trimmed[field];
    }
    if (!is_open(value, TRANSPOSE_order))
        filled[TRANSPOSE_band] = value[TRANSPOSE_band]; /* of that order only */
}

/* No more threads than there are units for their warps. */
static void drop_idle_warps(const int64_t *given, int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    int64_t busy = (int64_t)t.units * TW_WARP / value[TRANSPOSE_BDIMX];
    if (given[TRANSPOSE_BDIMY] == TW_DERIVED && value[TRANSPOSE_BDIMY] > busy)
        value[TRANSPOSE_BDIMY] = busy ? busy : 1;
}

/* Halves the longer side, in lines of 128 bytes, of those that were not given;
 * false when none is left to halve. */
static bool halve(const int64_t *given, int64_t *value)
{
    int64_t line = line_of(value);
    bool rows = given[TRANSPOSE_tile_rows] == TW_DERIVED && value[TRANSPOSE_tile_rows] > line;
    bool cols = given[TRANSPOSE_tile_cols] == TW_DERIVED && value[TRANSPOSE_tile_cols] > line;
    if (!rows && !cols) return false;
    bool taller = rows && (!cols || value[TRANSPOSE_tile_rows] >= value[TRANSPOSE_tile_cols]);
    int64_t *side = &value[taller ? TRANSPOSE_tile_rows : TRANSPOSE_tile_cols];
    *side = (*side / line + 1) / 2 * line;
    drop_idle_warps(given, value);
    return true;
}

/* ---- the choice ---- */

/* For want of entries: two lines of 128 bytes each way. */
static struct tw_transpose_winner usual(const int64_t *value)
{
    int64_t side = 2 * line_of(value);
    return (struct tw_transpose_winner){.distance = 1,
                                        .value = {[TRANSPOSE_method] = TRANSPOSE_VECTOR,
                                                  [TRANSPOSE_BDIMY] = 8,
                                                  [TRANSPOSE_tile_rows] = side,
                                                  [TRANSPOSE_tile_cols] = side,
                                                  [TRANSPOSE_vector] = TW_CHUNK,
                                                  [TRANSPOSE_unroll] = 2,
                                                  [TRANSPOSE_order] = TRANSPOSE_COLUMNS,
                                                  [TRANSPOSE_band] = TW_DERIVED,
                                                  [TRANSPOSE_hints] = TRANSPOSE_NONE}};
}

/* Of a winner further off only the tile counts: the walk goes with the shape of the problem. What a cache
 * makes of hints is known where it was measured. */
static void choose_by_rule(const int64_t *value, const struct tw_target *target,
                           struct tw_transpose_winner *winner, unsigned count, struct decision *decision)
{
    for (unsigned i = 0; i < count; i++) {
        winner[i].value[TRANSPOSE_order] = winner[0].value[TRANSPOSE_order];
        winner[i].value[TRANSPOSE_band] = winner[0].value[TRANSPOSE_band];
        winner[i].value[TRANSPOSE_hints] = TRANSPOSE_NONE;
        decision->winner = winner[i];
        fill(value, &winner[i], decision->value);
        if (suits(decision->value, target)) return;
    }
    decision->winner = winner[0];
    fill(value, &winner[0], decision->value);
    while (!suits(decision->value, target) && halve(value, decision->value)) decision->cut = true;
}

/* Whether nothing at all was given, so that a method with scalar accesses fits as it was measured. */
static bool is_free(const int64_t *value)
{
    bool is = value[TRANSPOSE_BDIMX] == TW_WARP && value[TRANSPOSE_IPAD] == 0 && value[TRANSPOSE_steps] == 1;
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++)
        is = is && is_open(value, tw_transpose_open_fields[i]);
    return is;
}

/* Keeps the winners of the vector method; how many. */
static unsigned keep_vector(struct tw_transpose_winner *winner, unsigned count)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        if (winner[i].value[TRANSPOSE_method] == TRANSPOSE_VECTOR) winner[kept++] = winner[i];
    }
    return kept;
}

static void decide(const int64_t *value, const struct tw_target *target, struct decision *decision)
{
    const struct tw_transpose problem = tw_transpose_problem(value);
    struct tw_transpose_winner winner[TW_TRANSPOSE_WINNERS];
    *decision = (struct decision){.cut = false};
    unsigned count = tw_transpose_recall(&problem, winner);
    decision->by_rule = tw_transpose_measured_sm != target->sm;
    if (decision->by_rule || !is_free(value)) count = keep_vector(winner, count);
    if (!count) winner[count++] = usual(value);
    decision->winner = winner[0];
    if (decision->by_rule)
        choose_by_rule(value, target, winner, count, decision);
    else
        fill(value, &winner[0], decision->value);
}

void tw_transpose_choose(int64_t *value, const struct tw_target *target)
{
    struct decision decision;
    bool open = false;
    tw_transpose_default(value, TRANSPOSE_IPAD, 0);
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++)
        open |= is_open(value, tw_transpose_open_fields[i]);
    if (!open) return;
    decide(value, target, &decision);
    memcpy(value, decision.value, sizeof decision.value);
}

/* ---- in words ---- */

#define FAR 2.0 /* doublings from which on a measurement says little about a problem */

/* Whether it is laid out as the problems of the table are: dense, from the buffers' first elements on. */
static bool is_plain(const int64_t *value)
{
    return value[TRANSPOSE_in_pitch] == value[TRANSPOSE_cols] &&
           value[TRANSPOSE_out_pitch] == value[TRANSPOSE_rows] && value[TRANSPOSE_in_offset] == 0 &&
           value[TRANSPOSE_out_offset] == 0;
}

static void say_distance(const struct decision *decision, struct tw_text *text)
{
    if (decision->winner.distance == 0) {
        tw_text_add(text, is_plain(decision->value) ? "this very problem"
                                                    : "this shape without pitches and offsets");
        return;
    }
    tw_text_add(text, decision->by_rule ? "a problem " : "the nearest problem in the table, which is ");
    if (decision->winner.distance < 0.05)
        tw_text_add(text, "less than 0.1");
    else
        tw_text_add_double(text, decision->winner.distance, 1);
    tw_text_add(text, " doublings away");
}

static void say_rule(const struct decision *decision, const struct tw_target *target, struct tw_text *text)
{
    const struct tw_transpose_load load = tw_transpose_load_of(decision->value, target);
    tw_text_addf(text, "chosen by rule for sm_%u: %s measured best on sm_%u for ", target->sm,
                 decision->cut ? "cut from what was" : "what was", tw_transpose_measured_sm);
    say_distance(decision, text);
    tw_text_addf(text, "; here %u blocks, %u of %u threads per SM, %llu tiles for %u SMs", load.blocks,
                 load.threads, target->threads_per_sm, (unsigned long long)load.tiles,
                 target->multiprocessors);
}

/* Whether it is what would be chosen if only `method`, or nothing, were given. */
static bool is_choice(const int64_t *value, enum tw_transpose_method method, const struct tw_target *target,
                      struct decision *decision)
{
    int64_t own[TRANSPOSE_FIELD_COUNT];
    if (value[TRANSPOSE_BDIMX] != TW_WARP || value[TRANSPOSE_steps] != 1 ||
        value[TRANSPOSE_carveout] != TW_WORD(0))
        return false; /* nothing like it was measured */
    memcpy(own, value, sizeof own);
    for (unsigned i = 0; i < TW_TRANSPOSE_OPEN_FIELDS; i++) own[tw_transpose_open_fields[i]] = TW_DERIVED;
    own[TRANSPOSE_method] = method;
    decide(own, target, decision);
    decision->value[TRANSPOSE_band] = tw_transpose_band(decision->value);
    return memcmp(decision->value, value, sizeof own) == 0;
}

void tw_transpose_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text)
{
    struct decision decision;
    bool is_vector = value[TRANSPOSE_method] == TRANSPOSE_VECTOR;
    if (!is_choice(value, TRANSPOSE_AUTO, target, &decision) &&
        !(is_vector && is_choice(value, TRANSPOSE_VECTOR, target, &decision)))
        return;
    if (decision.by_rule) {
        say_rule(&decision, target, text);
        return;
    }
    tw_text_add(text, decision.winner.distance > FAR ? "taken from " : "measured best for ");
    say_distance(&decision, text);
}
