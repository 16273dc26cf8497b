/*
 * How a stencil is made where nobody says it, and what else is worth trying. The rule takes the problem alone; docs/stencil.md has what
 * it was found from.
 */
#include <string.h>

#include "gen/families/stencil/stencil.h"

#define BLOCK_GOOD 128 /* threads */

/* ---- what stands where nobody gave a value ---- */

static int64_t at_least(int64_t low, int64_t number)
{
    return number < low ? low : number;
}

static int64_t at_most(int64_t high, int64_t number)
{
    return number > high ? high : number;
}

static void resolve_problem(int64_t *value)
{
    static const enum tw_stencil_symmetry symmetries[] = {[STENCIL_GIVEN] = STENCIL_GENERAL,
                                                          [STENCIL_DERIVATIVE] = STENCIL_ANTISYMMETRIC,
                                                          [STENCIL_LAPLACIAN] = STENCIL_SYMMETRIC,
                                                          [STENCIL_BINOMIAL] = STENCIL_SYMMETRIC};
    tw_derive(value, STENCIL_in_pitch, value[STENCIL_cols]);
    tw_derive(value, STENCIL_out_pitch, value[STENCIL_cols]);
    tw_derive(value, STENCIL_symmetry, symmetries[value[STENCIL_scheme]]);
    tw_derive(value, STENCIL_coefficients,
              value[STENCIL_scheme] == STENCIL_GIVEN ? STENCIL_CONSTANT : STENCIL_IMMEDIATE);
}

bool tw_stencil_divides(const int64_t *value, int64_t vector)
{
    bool one = value[STENCIL_rows] == 1;
    return one || (value[STENCIL_in_pitch] % vector == 0 && value[STENCIL_out_pitch] % vector == 0);
}

bool tw_stencil_fits_borders(const int64_t *value, int64_t vector)
{
    int64_t computed = value[STENCIL_cols] - 2 * value[STENCIL_radius];
    return vector == 1 || value[STENCIL_boundary] != STENCIL_FIXED || computed >= vector;
}

static int64_t full_vector(const int64_t *value)
{
    return value[STENCIL_type] == STENCIL_FLOAT64 ? 2 : 4;
}

static int64_t widest(const int64_t *value)
{
    int64_t vector = full_vector(value);
    while (vector > 1 && !(tw_stencil_divides(value, vector) && tw_stencil_fits_borders(value, vector)))
        vector /= 2;
    return vector;
}

static int64_t ceiling(int64_t number, int64_t unit)
{
    return (number + unit - 1) / unit;
}

static void resolve_shared(int64_t *value)
{
    bool line = value[STENCIL_shape] == STENCIL_LINE;
    int64_t warps = ceiling(value[STENCIL_cols], TW_WARP) * TW_WARP;
    tw_derive(value, STENCIL_BDIMX, line ? at_least(64, at_most(2 * BLOCK_GOOD, warps)) : TW_WARP);
    tw_derive(value, STENCIL_BDIMY, line ? 1 : 8);
    tw_derive(value, STENCIL_vector, 1);
    tw_derive(value, STENCIL_height, 1);
    tw_derive(value, STENCIL_unroll, 1);
    tw_derive(value, STENCIL_stages, 1);
}

/* Nothing that was given keeps rows from being copied asynchronously. */
static bool may_be_async(const int64_t *value)
{
    int64_t vector = full_vector(value);
    int64_t period = tw_stencil_period((uint64_t)value[STENCIL_in_pitch], (uint64_t)value[STENCIL_out_pitch],
                                       (unsigned)vector);
    bool vectors = value[STENCIL_vector] == TW_DERIVED || value[STENCIL_vector] == vector;
    bool rows = (value[STENCIL_height] == TW_DERIVED || value[STENCIL_height] % period == 0) &&
                (value[STENCIL_unroll] == TW_DERIVED || value[STENCIL_unroll] % period == 0);
    bool narrow = value[STENCIL_cols] < vector || !tw_stencil_fits_borders(value, vector);
    return vectors && rows && !narrow && (value[STENCIL_BDIMY] == TW_DERIVED || value[STENCIL_BDIMY] == 1) &&
           value[STENCIL_stages] != 1;
}

/* Lines that give a warp enough to do. */
static bool is_batch(const int64_t *value)
{
    return value[STENCIL_rows] > 1 && value[STENCIL_cols] >= TW_WARP * full_vector(value);
}

/* Copies take any pitch and need no registers for what is on its way, so they are the way of planes, and of lines whose rows begin
   anywhere. With few neighbours all that a thread needs fits its registers; then the cache is faster, if there are vectors. */
static enum tw_stencil_method good_method(const int64_t *value)
{
    bool line = value[STENCIL_shape] == STENCIL_LINE, single = value[STENCIL_vector] == 1;
    bool vectors = !single && widest(value) == full_vector(value);
    if (value[STENCIL_coefficients] == STENCIL_DIVERGENT || value[STENCIL_radius] > TW_WARP / 2)
        return STENCIL_SHARED;
    if (value[STENCIL_stages] == TW_DERIVED && vectors && (line || value[STENCIL_radius] == 1))
        return STENCIL_CACHE;
    if (may_be_async(value) && (!line || is_batch(value))) return STENCIL_ASYNC;
    return single || widest(value) == 1 ? STENCIL_SHUFFLE : STENCIL_CACHE;
}

/* Rows of a star or a box that are loaded together: a part of 2 * radius + 1, and what registers hold; with few neighbours more. */
static int64_t good_unroll(const int64_t *value)
{
    int64_t side = 2 * value[STENCIL_radius] + 1;
    bool box = value[STENCIL_shape] == STENCIL_BOX;
    if (side == 3) return box ? 6 : 8;
    if (box || value[STENCIL_type] == STENCIL_FLOAT64) return 1;
    return side % 3 == 0 ? 3 : at_most(TW_STENCIL_UNROLL_MAX, side);
}

/* Few rows where a thread loads them in a turn or two: what tiles above each other share is then still in the L2 cache. Else many,
   so that it is little, or as few as leave every multiprocessor some blocks; with the halo a multiple of 2 * radius + 1. */
static int64_t good_height(const int64_t *value, const struct tw_target *target)
{
    int64_t columns = ceiling(value[STENCIL_cols], value[STENCIL_BDIMX] * value[STENCIL_vector]);
    int64_t halo = 2 * value[STENCIL_radius], turns = ceiling((halo > 4 ? 256 : 16) + halo, halo + 1);
    int64_t enough = 8 * (int64_t)target->multiprocessors;
    if (halo == 2) return value[STENCIL_shape] == STENCIL_BOX ? 10 : 6;
    while (turns > 2 && columns * ceiling(value[STENCIL_rows], turns * (halo + 1) - halo) < enough)
        turns /= 2;
    return turns * (halo + 1) - halo;
}

static void resolve_march(int64_t *value, const struct tw_target *target)
{
    bool line = value[STENCIL_shape] == STENCIL_LINE;
    tw_derive(value, STENCIL_vector, widest(value));
    int64_t threads = ceiling(value[STENCIL_cols], value[STENCIL_vector]);
    tw_derive(value, STENCIL_BDIMX, at_most(BLOCK_GOOD, ceiling(threads, TW_WARP) * TW_WARP));
    tw_derive(value, STENCIL_height, line ? 1 : good_height(value, target));
    int64_t down = line ? value[STENCIL_rows] : ceiling(value[STENCIL_rows], value[STENCIL_height]);
    tw_derive(value, STENCIL_BDIMY, at_least(1, at_most(down, BLOCK_GOOD / value[STENCIL_BDIMX])));
    int64_t together = line ? 4 : good_unroll(value);
    while (line && value[STENCIL_height] % together) together--;
    tw_derive(value, STENCIL_unroll, together);
    tw_derive(value, STENCIL_stages, 1);
}

/* Tiles so low that most of their rows are on their way at once, and what tiles above each other share is still in the L2 cache.
   A multiple of 4, after which rows of every pitch begin alike. */
static int64_t low_height(const int64_t *value, const struct tw_target *target, int64_t columns)
{
    int64_t radius = value[STENCIL_radius],
            height = radius == 1  ? 12
                     : radius > 2 ? 24
                                  : 20,
            enough = 4 * (int64_t)target->multiprocessors;
    while (height > 4 && columns * ceiling(value[STENCIL_rows], height) < enough) height -= 4;
    return height;
}

/* Large boxes are a matter of arithmetic, which the rows that tiles share cost again: tall tiles, for which a short ring is enough. */
static int64_t tall_height(const int64_t *value, const struct tw_target *target, int64_t columns)
{
    int64_t height = 192, enough = 8 * (int64_t)target->multiprocessors;
    while (height > 12 && columns * ceiling(value[STENCIL_rows], height) < enough) height /= 2;
    return height;
}

static void resolve_async(int64_t *value, const struct tw_target *target)
{
    bool much = value[STENCIL_shape] == STENCIL_BOX && value[STENCIL_radius] > 2;
    tw_derive(value, STENCIL_vector, full_vector(value));
    int64_t threads = ceiling(ceiling(value[STENCIL_cols], value[STENCIL_vector]), TW_WARP) * TW_WARP;
    tw_derive(value, STENCIL_BDIMX, at_most(much ? BLOCK_GOOD : BLOCK_GOOD / 2, threads));
    tw_derive(value, STENCIL_BDIMY, 1);
    int64_t columns = ceiling(value[STENCIL_cols], value[STENCIL_BDIMX] * value[STENCIL_vector]);
    tw_derive(value, STENCIL_unroll, 4);
    int64_t fitting =
        TW_STATIC_SHARED_LIMIT / (16 * value[STENCIL_unroll] * (value[STENCIL_BDIMX] + TW_WARP));
    tw_derive(value, STENCIL_stages, at_least(2, at_most(fitting, (much ? 8 : 24) / value[STENCIL_unroll])));
    tw_derive(value, STENCIL_height,
              much ? tall_height(value, target, columns) : low_height(value, target, columns));
}

void tw_stencil_resolve(int64_t *value, const struct tw_target *target)
{
    resolve_problem(value);
    tw_derive(value, STENCIL_method, good_method(value));
    if (value[STENCIL_method] == STENCIL_SHARED)
        resolve_shared(value);
    else if (value[STENCIL_method] == STENCIL_ASYNC)
        resolve_async(value, target);
    else
        resolve_march(value, target);
}

/* ---- what is worth trying ---- */

struct way {
    enum tw_stencil_method method;
    unsigned block_x, narrower, height,
        unroll; /* narrower: halvings of the vector; unroll 0: what tw_stencil_resolve() gives */
};

static const struct way ways[] = {
#define WAYS(method, block)                                                                                  \
    {method, block, 0, 64, 0}, {method, block, 0, 64, 1}, {method, block, 0, 64, 3},                         \
        {method, block, 0, 32, 0}, {method, block, 0, 136, 3}, {method, block, 0, 64, 4},                    \
        {method, block, 1, 64, 0}, {method, block, 1, 64, 1}, {method, block, 0, 16, 4},                     \
        {method, block, 0, 8, 4}, {method, block, 0, 4, 4}, {method, block, 0, 2, 2},                        \
    {                                                                                                        \
        method, block, 0, 1, 1                                                                               \
    }
#define ASYNC(block)                                                                                         \
    {STENCIL_ASYNC, block, 0, 8, 4}, {STENCIL_ASYNC, block, 0, 12, 4}, {STENCIL_ASYNC, block, 0, 16, 4},     \
        {STENCIL_ASYNC, block, 0, 24, 4}, {STENCIL_ASYNC, block, 0, 24, 8},                                  \
        {STENCIL_ASYNC, block, 0, 64, 4}, {STENCIL_ASYNC, block, 0, 256, 4},                                 \
    {                                                                                                        \
        STENCIL_ASYNC, block, 0, 512, 4                                                                      \
    }
    ASYNC(64),
    ASYNC(128),
    WAYS(STENCIL_CACHE, 128),
    {STENCIL_CACHE, 128, 0, 8, 10},
    {STENCIL_CACHE, 128, 0, 10, 12},
    {STENCIL_CACHE, 128, 0, 16, 5},
    {STENCIL_CACHE, 128, 0, 20, 12},
    {STENCIL_CACHE, 128, 0, 512, 6},
    {STENCIL_CACHE, 128, 0, 512, 1},
    ASYNC(32),
    WAYS(STENCIL_CACHE, 256),
    WAYS(STENCIL_SHUFFLE, 128),
    WAYS(STENCIL_SHUFFLE, 256),
    WAYS(STENCIL_CACHE, 64),
    WAYS(STENCIL_SHUFFLE, 64),
    WAYS(STENCIL_CACHE, 512),
    WAYS(STENCIL_SHUFFLE, 512)
#undef ASYNC
#undef WAYS
};

/* First the choice, then every way with the fields that nobody gave. */
unsigned tw_stencil_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                               unsigned count, int64_t *values)
{
    unsigned all = 1 + sizeof ways / sizeof *ways;
    for (unsigned number = first; number < all && number < first + count;
         number++, values += STENCIL_FIELD_COUNT) {
        memcpy(values, given, STENCIL_FIELD_COUNT * sizeof *values);
        if (number) {
            const struct way *way = &ways[number - 1];
            resolve_problem(values);
            if (given[STENCIL_method] == TW_DERIVED) values[STENCIL_method] = way->method;
            tw_derive(values, STENCIL_BDIMX, way->block_x);
            tw_derive(values, STENCIL_height, way->height);
            if (way->narrower)
                tw_derive(values, STENCIL_vector, at_least(1, widest(values) >> way->narrower));
            if (way->unroll) tw_derive(values, STENCIL_unroll, way->unroll);
        }
        tw_stencil_resolve(values, target);
    }
    return all;
}
