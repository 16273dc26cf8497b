/*
 * The ways to move a transpose that are worth trying, where nobody gave a field:
 *
 *     vector   tiles of 1 to 16 squares of 128 bytes a side, or half as wide; by blocks that load them in one go or two; down the
 *              columns or along the rows
 *     flat     tiles of 4 to 96 KB, tall, wide or whole, by blocks that load them in one go or several
 *     xor      tiles of single elements, for matrices so small that nothing else fills the device
 *
 * and each also with the hint that the L2 keeps what is read, where the problem is larger than an L2.
 */
#include <string.h>

#include "gen/families/transpose/flat.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LARGE        (UINT64_C(32) << 20) /* bytes read and written from which on hints matter */

static bool is_open(const int64_t *given, enum tw_transpose_field field)
{
    return given[field] == TW_DERIVED;
}

static bool takes(const struct tw_ways *ways, enum tw_transpose_method method)
{
    int64_t given = ways->given[TRANSPOSE_method];
    return given == TRANSPOSE_AUTO || given == (int64_t)method;
}

/* What was given counts; false where a way would have to be another. */
static bool adopt(const int64_t *given, enum tw_transpose_field field, int64_t *way)
{
    if (!is_open(given, field)) *way = given[field];
    return true;
}

/* Adds a way, but for what was given: then several may have become the same. */
static void add(struct tw_ways *ways, struct tw_way way)
{
    const int64_t *given = ways->given;
    int64_t lines = way.bdimy * TW_WARP / given[TRANSPOSE_BDIMX];
    way.bdimy = lines ? lines : 1;
    adopt(given, TRANSPOSE_BDIMY, &way.bdimy);
    adopt(given, TRANSPOSE_tile_rows, &way.rows);
    adopt(given, TRANSPOSE_tile_cols, &way.cols);
    adopt(given, TRANSPOSE_matrices, &way.matrices);
    adopt(given, TRANSPOSE_vector, &way.vector);
    adopt(given, TRANSPOSE_unroll, &way.unroll);
    adopt(given, TRANSPOSE_order, &way.order);
    adopt(given, TRANSPOSE_band, &way.band);
    adopt(given, TRANSPOSE_hints, &way.hints);
    for (unsigned i = 0; i < ways->count; i++) {
        if (memcmp(&ways->list[i], &way, sizeof way) == 0) return;
    }
    if (ways->count < TW_WAYS_MAX) ways->list[ways->count++] = way;
}

/* With and without the hint. */
static void add_hinted(struct tw_ways *ways, struct tw_way way)
{
    const struct tw_transpose *p = &ways->problem;
    way.hints = TRANSPOSE_NONE;
    add(ways, way);
    way.hints = TRANSPOSE_KEEP;
    if (2 * p->batch * p->rows * p->cols * p->bytes >= LARGE) add(ways, way);
}

/* ---- vector ---- */

/* Sides in halves of a line of 128 bytes. */
static const struct {
    unsigned down, across;
} squares[] = {{4, 4}, {4, 2}, {2, 4}, {8, 2}, {8, 4}, {2, 8}, {4, 8}, {16, 2}, {8, 1}, {2, 2}, {4, 1}, {8, 8}, {16, 1}};

/* Both ways to walk over the tiles, where they differ, and along two tiles of a row. */
static void add_walks(struct tw_ways *ways, struct tw_way way)
{
    bool one_line = way.rows >= (int64_t)ways->problem.rows || way.cols >= (int64_t)ways->problem.cols;
    way.order = TRANSPOSE_COLUMNS;
    way.band = TW_DERIVED;
    add_hinted(ways, way);
    if (one_line) return;
    way.order = TRANSPOSE_ROWS;
    add_hinted(ways, way);
    way.band = 2;
    add_hinted(ways, way);
}

static void add_vector_tile(struct tw_ways *ways, int64_t rows, int64_t cols, unsigned units, int64_t vector)
{
    for (int64_t warps = 4; warps <= 16; warps *= 2) {
        for (int64_t ahead = 1; ahead <= 4; ahead *= 2) {
            int64_t goes = units / (warps * ahead);
            if (units % (warps * ahead) || goes < 1 || goes > 2 || (ahead == 4 && ways->problem.bytes == 1)) continue;
            add_walks(ways, (struct tw_way){.method = TRANSPOSE_VECTOR,
                                            .bdimy = warps,
                                            .rows = rows,
                                            .cols = cols,
                                            .matrices = 1,
                                            .vector = vector,
                                            .unroll = ahead});
        }
    }
}

static void add_vector(struct tw_ways *ways)
{
    const struct tw_transpose *p = &ways->problem;
    unsigned cells = p->bytes <= 4 ? 8 : 32 / p->bytes; /* units of a square of 128 bytes a side */
    int64_t line = 128 / p->bytes;
    bool narrow = (p->bytes == 4 || p->bytes == 8) && p->in_grain < TW_CHUNK && p->in_grain >= p->bytes;
    if (p->rows * p->bytes < TW_SECTOR || p->cols * p->bytes < TW_SECTOR) return;
    for (size_t i = 0; i < COUNT(squares); i++) {
        int64_t rows = line * squares[i].down / 2, cols = line * squares[i].across / 2;
        unsigned units = cells * squares[i].down * squares[i].across / 4;
        if (rows >= (int64_t)p->rows + line || cols >= (int64_t)p->cols + line) continue;
        add_vector_tile(ways, rows, cols, units, TW_CHUNK);
        if (narrow) add_vector_tile(ways, rows, cols, units, p->bytes);
    }
}

/* ---- flat ---- */

static void add_flat_tile(struct tw_ways *ways, int64_t rows, int64_t cols, int64_t matrices)
{
    uint64_t chunks = (uint64_t)(rows * cols * matrices) * ways->problem.bytes / TW_CHUNK;
    for (int64_t warps = 2; warps <= 16; warps *= 2) {
        int64_t each = (int64_t)(chunks + TW_WARP * (uint64_t)warps - 1) / (TW_WARP * warps), whole = 1;
        if (each > 16 || (each <= 1 && warps > 2 && each * 2 * TW_WARP * warps > 2 * (int64_t)chunks + TW_WARP * warps))
            continue;
        while (whole < each && whole < 8) whole *= 2;
        for (int64_t ahead = whole; ahead >= 1 && ahead >= whole / 4; ahead /= 2) {
            add_hinted(ways, (struct tw_way){.method = TRANSPOSE_FLAT,
                                             .bdimy = warps,
                                             .rows = rows,
                                             .cols = cols,
                                             .matrices = matrices,
                                             .vector = TW_CHUNK,
                                             .unroll = ahead,
                                             .order = TRANSPOSE_ROWS,
                                             .band = TW_DERIVED});
        }
    }
}

static uint64_t least_common(uint64_t power_of_two, uint64_t n)
{
    while (power_of_two > 1 && n % 2 == 0) n /= 2, power_of_two /= 2;
    return power_of_two;
}

/* Tiles of about so many bytes: rows, columns, matrices in multiples that begin at lines of 128 bytes, or else at sectors. */
static void add_flat_size(struct tw_ways *ways, uint64_t bytes)
{
    const struct tw_transpose *p = &ways->problem;
    uint64_t elements = bytes / p->bytes, line = 128 / p->bytes, sector = TW_SECTOR / p->bytes, area = p->rows * p->cols;
    uint64_t overlap = p->out_grain < TW_SECTOR ? sector : 0;
    uint64_t rows = elements / p->cols / line * line, cols = elements / p->rows / line * line;
    uint64_t matrices = elements / area, round = least_common(line, area);
    if (!rows) rows = elements / p->cols / sector * sector;
    if (!cols) cols = elements / p->rows / sector * sector;
    if (rows && rows + overlap < p->rows) add_flat_tile(ways, (int64_t)(rows + overlap), (int64_t)p->cols, 1);
    if (cols && cols < p->cols) add_flat_tile(ways, (int64_t)p->rows, (int64_t)cols, 1);
    if (!matrices) return;
    if (matrices >= round) matrices = matrices / round * round;
    if (matrices > p->batch) matrices = p->batch;
    add_flat_tile(ways, (int64_t)p->rows, (int64_t)p->cols, (int64_t)matrices);
}

static void add_flat(struct tw_ways *ways)
{
    static const unsigned kilobytes[] = {16, 8, 32, 4, 64, 24, 12, 48, 96};
    for (size_t i = 0; i < COUNT(kilobytes); i++) add_flat_size(ways, kilobytes[i] * UINT64_C(1024));
}

/* ---- xor ---- */

static void add_scalar(struct tw_ways *ways)
{
    static const int64_t sides[][2] = {{32, 32}, {64, 32}, {32, 64}, {64, 64}, {128, 32}, {64, 16}};
    const struct tw_transpose *p = &ways->problem;
    if (2 * p->batch * p->rows * p->cols * p->bytes >= LARGE) return;
    for (size_t i = 0; i < COUNT(sides); i++) {
        for (int64_t warps = 4; warps <= 16; warps *= 2) {
            if (sides[i][0] >= 2 * (int64_t)p->rows || sides[i][1] >= 2 * (int64_t)p->cols) continue;
            struct tw_way way = {.method = TRANSPOSE_XOR,
                                 .bdimy = warps,
                                 .rows = sides[i][0],
                                 .cols = sides[i][1],
                                 .matrices = 1,
                                 .vector = p->bytes,
                                 .unroll = 1,
                                 .order = TRANSPOSE_COLUMNS,
                                 .band = TW_DERIVED,
                                 .hints = TRANSPOSE_NONE};
            add(ways, way);
            way.order = TRANSPOSE_ROWS;
            add(ways, way);
        }
    }
}

void tw_transpose_list_ways(const int64_t *given, struct tw_ways *ways)
{
    *ways = (struct tw_ways){.given = given, .problem = tw_transpose_problem(given)};
    if (takes(ways, TRANSPOSE_FLAT)) add_flat(ways);
    if (takes(ways, TRANSPOSE_VECTOR)) add_vector(ways);
    if (takes(ways, TRANSPOSE_XOR)) add_scalar(ways);
}

void tw_transpose_take_way(const int64_t *given, const struct tw_way *way, int64_t *value)
{
    memmove(value, given, TRANSPOSE_FIELD_COUNT * sizeof *value);
    value[TRANSPOSE_method] = way->method;
    value[TRANSPOSE_BDIMY] = way->bdimy;
    value[TRANSPOSE_tile_rows] = way->rows;
    value[TRANSPOSE_tile_cols] = way->cols;
    value[TRANSPOSE_matrices] = way->matrices;
    value[TRANSPOSE_vector] = way->vector;
    value[TRANSPOSE_unroll] = way->unroll;
    value[TRANSPOSE_order] = way->order;
    value[TRANSPOSE_band] = way->band;
    value[TRANSPOSE_hints] = way->hints;
    tw_transpose_default(value, TRANSPOSE_IPAD, 0);
    value[TRANSPOSE_band] = tw_transpose_band(value);
}

bool tw_transpose_candidate(const int64_t *given, const struct tw_target *target, unsigned index, int64_t *value)
{
    struct tw_ways ways;
    int64_t problem[TRANSPOSE_FIELD_COUNT];
    memcpy(problem, given, sizeof problem);
    tw_transpose_default(problem, TRANSPOSE_in_pitch, problem[TRANSPOSE_cols]);
    tw_transpose_default(problem, TRANSPOSE_out_pitch, problem[TRANSPOSE_rows]);
    if (index == 0) {
        memcpy(value, given, sizeof problem);
        tw_family_transpose.resolve(value, target);
        return true;
    }
    tw_transpose_list_ways(problem, &ways);
    if (index > ways.count) return false;
    tw_transpose_take_way(problem, &ways.list[index - 1], value);
    return true;
}
