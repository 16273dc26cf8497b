/*
 * The variants worth trying for a transpose: what would be chosen, and then
 *
 *     tiles  = vector method: 1 to 16 squares of 128 bytes a side, or half as wide, by blocks and loads ahead that make one,
 *              two or four goes of a tile; scalar xor tiles, where elements have 4 bytes and more or rows begin anywhere
 *     hints  = the choice's own, none, keep, pass
 *     walks  = the choice's own, down the columns, along the rows, along two tiles of a row
 *
 * all with all, tiles changing fastest. A field that was given stays as it is.
 */
#include <string.h>

#include "gen/families/transpose/transpose.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* How a block moves its tile: the fields that hang together. */
struct way {
    int64_t method, bdimy, rows, cols, vector, unroll;
};

#define WAYS_MAX 384u /* two widths of 13 tiles in 12 blocks, and 10 tiles in 4 */

struct ways {
    const int64_t *given;
    struct tw_transpose problem;
    int64_t line;  /* elements of 128 bytes */
    bool anywhere; /* rows begin at any element, on either side */
    bool fixed;    /* a field of the way was given */
    unsigned count;
    struct way list[WAYS_MAX];
};

static bool is_open(const int64_t *given, enum tw_transpose_field field)
{
    return given[field] == TW_DERIVED;
}

static bool takes(const struct ways *ways, enum tw_transpose_method method)
{
    int64_t given = ways->given[TRANSPOSE_method];
    bool vector = given == TRANSPOSE_VECTOR;
    return given == TRANSPOSE_AUTO || vector == (method == TRANSPOSE_VECTOR);
}

/* Adds a way, but for what was given; where something was, others may have become the same. */
static void add(struct ways *ways, struct way way)
{
    const int64_t *given = ways->given;
    int64_t bdimy = way.bdimy * TW_WARP / given[TRANSPOSE_BDIMX];
    way.bdimy = !is_open(given, TRANSPOSE_BDIMY) ? given[TRANSPOSE_BDIMY] : bdimy ? bdimy : 1;
    if (given[TRANSPOSE_method] != TRANSPOSE_AUTO) way.method = given[TRANSPOSE_method];
    if (!is_open(given, TRANSPOSE_tile_rows)) way.rows = given[TRANSPOSE_tile_rows];
    if (!is_open(given, TRANSPOSE_tile_cols)) way.cols = given[TRANSPOSE_tile_cols];
    if (!is_open(given, TRANSPOSE_vector)) way.vector = given[TRANSPOSE_vector];
    if (!is_open(given, TRANSPOSE_unroll)) way.unroll = given[TRANSPOSE_unroll];
    for (unsigned i = 0; ways->fixed && i < ways->count; i++) {
        if (memcmp(&ways->list[i], &way, sizeof way) == 0) return;
    }
    if (ways->count < WAYS_MAX) ways->list[ways->count++] = way;
}

/* No more tile than the matrix needs. */
static bool is_needed(const struct ways *ways, int64_t rows, int64_t cols)
{
    return rows < (int64_t)ways->problem.rows + ways->line && cols < (int64_t)ways->problem.cols + ways->line;
}

/* Sides in halves of a line; warps and loads ahead: the usual ones first. */
static const struct {
    unsigned down, across;
} squares[] = {{4, 4},  {4, 2}, {2, 4}, {8, 2}, {8, 4}, {2, 8}, {4, 8},
               {16, 2}, {8, 1}, {2, 2}, {4, 1}, {8, 8}, {16, 1}};
static const struct {
    unsigned warps, ahead;
} blocks[] = {{8, 2}, {8, 1}, {4, 2}, {16, 1}, {4, 4}, {16, 2},
              {8, 4}, {4, 1}, {2, 4}, {2, 2},  {2, 1}, {16, 4}};

/* Every tile that a block of so many warps moves in one, two or four goes. */
static void add_vector(struct ways *ways, unsigned block, int64_t vector)
{
    unsigned warps = blocks[block].warps, ahead = blocks[block].ahead, bytes = ways->problem.bytes;
    unsigned cells = bytes <= 4 ? 8 : 32 / bytes; /* what a warp loads at once, in a square */
    for (size_t i = 0; i < COUNT(squares); i++) {
        unsigned quarters = squares[i].down * squares[i].across, units = cells * quarters / 4;
        int64_t rows = ways->line * squares[i].down / 2, cols = ways->line * squares[i].across / 2;
        unsigned goes = units / (warps * ahead);
        bool even = units % (warps * ahead) == 0 && (goes == 1 || goes == 2 || (goes == 4 && units >= 16));
        if (!is_needed(ways, rows, cols) || (!ways->fixed && !even)) continue;
        add(ways, (struct way){TRANSPOSE_VECTOR, warps, rows, cols, vector, ahead});
    }
}

static void add_scalar(struct ways *ways, int64_t bdimy)
{
    static const int64_t sides[][2] = {{32, 32},  {64, 32},  {32, 64},  {64, 64}, {128, 32},
                                       {32, 128}, {128, 64}, {64, 128}, {64, 16}, {16, 64}};
    for (size_t i = 0; i < COUNT(sides); i++) {
        int64_t elements = sides[i][0] * sides[i][1], passes = elements / (TW_WARP * bdimy);
        bool even = passes >= 2 && passes <= 32;
        if (!is_needed(ways, sides[i][0], sides[i][1]) || (!ways->fixed && !even)) continue;
        add(ways, (struct way){TRANSPOSE_XOR, bdimy, sides[i][0], sides[i][1], ways->problem.bytes, 1});
    }
}

static void list_ways(struct ways *ways)
{
    static const int64_t lines_of_threads[] = {8, 16, 4, 32};
    unsigned bytes = ways->problem.bytes;
    bool vector = takes(ways, TRANSPOSE_VECTOR);
    bool scalar = takes(ways, TRANSPOSE_XOR) &&
                  (bytes >= 4 || ways->anywhere || ways->given[TRANSPOSE_method] != TRANSPOSE_AUTO);
    for (unsigned i = 0; i < COUNT(blocks); i++) {
        if (vector) add_vector(ways, i, TW_CHUNK);
        if (scalar && i < COUNT(lines_of_threads)) add_scalar(ways, lines_of_threads[i]);
    }
    for (unsigned i = 0; vector && ways->anywhere && (bytes == 4 || bytes == 8) && i < COUNT(blocks); i++)
        add_vector(ways, i, bytes);
}

static struct ways ways_of(const int64_t *given, const int64_t *choice)
{
    static const enum tw_transpose_field fields[] = {TRANSPOSE_BDIMY, TRANSPOSE_tile_rows,
                                                     TRANSPOSE_tile_cols, TRANSPOSE_vector, TRANSPOSE_unroll};
    struct ways ways = {.given = given, .problem = tw_transpose_problem(choice)};
    ways.line = 128 / ways.problem.bytes;
    ways.anywhere = ways.problem.in_grain < TW_SECTOR || ways.problem.out_grain < TW_SECTOR;
    for (size_t i = 0; i < COUNT(fields); i++) ways.fixed |= !is_open(given, fields[i]);
    list_ways(&ways);
    return ways;
}

/* ---- hints and walks ---- */

static unsigned list_hints(const int64_t *given, const int64_t *choice, int64_t hints[4])
{
    static const int64_t others[] = {TRANSPOSE_NONE, TRANSPOSE_KEEP, TRANSPOSE_PASS};
    unsigned count = 1;
    hints[0] = choice[TRANSPOSE_hints];
    for (size_t i = 0; is_open(given, TRANSPOSE_hints) && i < COUNT(others); i++) {
        if (others[i] != hints[0]) hints[count++] = others[i];
    }
    return count;
}

struct walk {
    int64_t order, band;
};

/* Its band as a tile of any other size would have it: all, or so many. */
static struct walk walk_of(const int64_t *choice)
{
    int64_t all[TRANSPOSE_FIELD_COUNT];
    memcpy(all, choice, sizeof all);
    all[TRANSPOSE_band] = TW_DERIVED;
    bool is_all = tw_transpose_band(all) == choice[TRANSPOSE_band];
    return (struct walk){choice[TRANSPOSE_order], is_all ? TW_DERIVED : choice[TRANSPOSE_band]};
}

static unsigned list_walks(const int64_t *given, const int64_t *choice, struct walk walks[4])
{
    static const struct walk others[] = {
        {TRANSPOSE_COLUMNS, TW_DERIVED}, {TRANSPOSE_ROWS, TW_DERIVED}, {TRANSPOSE_ROWS, 2}};
    unsigned count = 1;
    walks[0] = walk_of(choice);
    if (!is_open(given, TRANSPOSE_band)) walks[0].band = given[TRANSPOSE_band];
    for (size_t i = 0; i < COUNT(others); i++) {
        struct walk walk = others[i];
        bool again = false;
        if (!is_open(given, TRANSPOSE_order)) walk.order = given[TRANSPOSE_order];
        if (!is_open(given, TRANSPOSE_band)) walk.band = given[TRANSPOSE_band];
        for (unsigned k = 0; k < count; k++)
            again |= walks[k].order == walk.order && walks[k].band == walk.band;
        if (!again) walks[count++] = walk;
    }
    return count;
}

bool tw_transpose_candidate(const int64_t *given, const struct tw_target *target, unsigned index,
                            int64_t *value)
{
    int64_t choice[TRANSPOSE_FIELD_COUNT], hints[4];
    struct walk walks[4];
    memcpy(choice, given, sizeof choice);
    tw_family_transpose.resolve(choice, target);
    memcpy(value, choice, sizeof choice);
    if (index == 0) return true;
    const struct ways ways = ways_of(given, choice);
    unsigned hint_count = list_hints(given, choice, hints), walk_count = list_walks(given, choice, walks);
    unsigned number = index - 1;
    if (number / hint_count / walk_count >= ways.count) return false;
    const struct way *way = &ways.list[number % ways.count];
    const struct walk *walk = &walks[number / ways.count / hint_count];
    memcpy(value, given, sizeof choice);
    value[TRANSPOSE_method] = way->method;
    value[TRANSPOSE_BDIMY] = way->bdimy;
    value[TRANSPOSE_tile_rows] = way->rows;
    value[TRANSPOSE_tile_cols] = way->cols;
    value[TRANSPOSE_vector] = way->vector;
    value[TRANSPOSE_unroll] = way->unroll;
    value[TRANSPOSE_hints] = hints[number / ways.count % hint_count];
    value[TRANSPOSE_order] = walk->order;
    value[TRANSPOSE_band] = walk->band;
    tw_family_transpose.resolve(value, target);
    return true;
}
