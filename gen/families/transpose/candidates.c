/*
 * The ways to move a transpose that are worth trying, where nobody gave a field:
 *
 *     vector   tiles of 1 to 16 squares of 128 bytes a side, by blocks that load them in one go or a few, in up to three walks
 *     flat     tiles of 4 to 96 KB, tall, wide or whole
 *     xor      tiles of single elements, for small matrices
 *
 * with the hint that the L2 keeps what is read where the problem is several times larger than an L2. Of a space ten times as
 * wide these were most often among the best, at 580 random problems on an H200.
 */
#include <string.h>

#include "base/whole.h"
#include "gen/families/transpose/flat.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MEGABYTES(n) ((uint64_t)(n) << 20)

/* Bytes read and written from which on the hint helps flat tiles too, but for wide ones whose rows begin anywhere, and the order of
   tiles matters. */
#define FLAT_KEEP_FROM MEGABYTES(144)
#define WALK_FROM      MEGABYTES(32)
#define SCALAR_TO      MEGABYTES(64)

/* Where there would be fewer blocks, a tile has one matrix, or as many as fit in so many bytes: of 65 measured problems none gained by
   more. */
#define FEW_BLOCKS 32u
#define FEW_BYTES  4096u

static bool takes(const struct tw_ways *ways, enum tw_transpose_method method)
{
    int64_t given = ways->given[TRANSPOSE_method];
    return given == TRANSPOSE_AUTO || given == (int64_t)method;
}

/* Adds a way, but for what was given, which counts: then several may have become the same, as do bands of all tiles and more. */
static void add(struct tw_ways *ways, struct tw_way way)
{
    const int64_t *given = ways->given;
    int64_t lines = way.bdimy * TW_WARP / given[TRANSPOSE_BDIMX], value[TRANSPOSE_FIELD_COUNT];
    way.bdimy = lines ? lines : 1;
#define ADOPT(member, field)                                                                                 \
    if (!tw_transpose_is_open(given, TRANSPOSE_##field)) way.member = given[TRANSPOSE_##field];
    TW_WAY_FIELDS(ADOPT)
#undef ADOPT
    tw_transpose_take_way(given, &way, value);
    way.band = value[TRANSPOSE_band];
    for (unsigned i = 0; i < ways->count; i++) {
        if (memcmp(&ways->list[i], &way, sizeof way) == 0) return;
    }
    if (ways->count < TW_WAYS_MAX) ways->list[ways->count++] = way;
}

static void add_hinted(struct tw_ways *ways, struct tw_way way, uint64_t from)
{
    way.hints = tw_transpose_moved(&ways->problem) < from ? TRANSPOSE_NONE : TRANSPOSE_KEEP;
    add(ways, way);
}

/* ---- vector ---- */

/* Sides in lines of 128 bytes, warps of the block, units that each loads before it stores where a line has elements of at
   most 4 bytes; of larger ones a unit is as many times smaller. */
static const struct {
    unsigned down, across, warps, ahead;
} squares[] = {
    {2, 2, 8, 2},  {4, 2, 8, 2},  {2, 4, 8, 2}, {2, 2, 16, 1}, {4, 4, 16, 2}, {4, 2, 8, 4},
    {2, 4, 8, 1},  {1, 1, 4, 2},  {1, 1, 8, 1}, {2, 2, 4, 2},  {2, 2, 4, 1},  {4, 2, 16, 2},
    {2, 4, 16, 2}, {4, 1, 8, 2},  {1, 2, 4, 2}, {2, 1, 4, 4},  {2, 1, 8, 1},  {1, 2, 8, 1},
    {1, 2, 16, 1}, {2, 1, 16, 1}, {4, 2, 4, 4}, {4, 1, 16, 1}, {4, 1, 4, 4},  {8, 1, 8, 4},
    {1, 4, 8, 2},  {2, 4, 8, 4},  {4, 4, 8, 4}, {4, 4, 16, 4}, {2, 2, 8, 4},  {8, 1, 8, 2},
};

/* The ways to walk over the tiles, where they matter: down the columns, along two tiles of a row, along the rows. */
static void add_walks(struct tw_ways *ways, struct tw_way way)
{
    bool one_line = way.rows >= (int64_t)ways->problem.rows || way.cols >= (int64_t)ways->problem.cols;
    way.order = TRANSPOSE_COLUMNS;
    way.band = TW_DERIVED;
    add_hinted(ways, way, TW_KEEP_FROM);
    if (one_line || tw_transpose_moved(&ways->problem) < WALK_FROM) return;
    way.order = TRANSPOSE_ROWS;
    add_hinted(ways, way, TW_KEEP_FROM);
    way.band = 2;
    add_hinted(ways, way, TW_KEEP_FROM);
}

static void add_vector_tiles(struct tw_ways *ways, unsigned vector)
{
    const struct tw_transpose *p = &ways->problem;
    int64_t line = 128 / p->bytes;
    unsigned cells = p->bytes <= 4 ? 8 : 32 / p->bytes; /* units of a square of 128 bytes a side */
    for (size_t i = 0; i < COUNT(squares); i++) {
        struct tw_way way = {.method = TRANSPOSE_VECTOR,
                             .bdimy = squares[i].warps,
                             .rows = line * squares[i].down,
                             .cols = line * squares[i].across,
                             .matrices = 1,
                             .vector = vector,
                             .unroll = p->bytes == 1 && squares[i].ahead > 2 ? 2 : squares[i].ahead};
        unsigned units = cells * squares[i].down * squares[i].across;
        if (way.rows >= (int64_t)p->rows + line || way.cols >= (int64_t)p->cols + line) continue;
        if (units < squares[i].warps) continue;
        while (way.unroll > 1 && way.unroll * squares[i].warps > units) way.unroll /= 2;
        add_walks(ways, way);
    }
}

static void add_vector(struct tw_ways *ways)
{
    const struct tw_transpose *p = &ways->problem;
    bool narrow = (p->bytes == 4 || p->bytes == 8) && p->in_grain < TW_CHUNK && p->in_grain >= p->bytes;
    if (p->rows * p->bytes < TW_SECTOR || p->cols * p->bytes < TW_SECTOR) return;
    add_vector_tiles(ways, TW_CHUNK);
    if (narrow) add_vector_tiles(ways, p->bytes);
}

/* ---- flat ---- */

/* Kilobytes of a tile, warps of the block, chunks that each thread loads before it stores. */
static const struct {
    unsigned kilobytes, warps, ahead;
} tiles[] = {
    {16, 8, 4}, {8, 4, 4},   {32, 8, 8},  {16, 8, 2}, {4, 4, 2},   {8, 8, 2}, {16, 4, 8},  {32, 16, 4},
    {4, 2, 4},  {16, 16, 2}, {64, 16, 8}, {24, 8, 8}, {32, 16, 2}, {4, 4, 1}, {64, 16, 4}, {96, 16, 8},
};

/* `way` has a flat tile's sides, warps, bytes of an access and loads ahead. */
static void add_flat_way(struct tw_ways *ways, struct tw_way way)
{
    const struct tw_transpose *p = &ways->problem;
    bool by_rows = way.cols < (int64_t)p->cols, anywhere = by_rows && p->in_grain < TW_CHUNK;
    way.method = TRANSPOSE_FLAT;
    way.order = TRANSPOSE_ROWS;
    way.band = TW_DERIVED;
    add_hinted(ways, way, anywhere ? TW_KEEP_FROM : FLAT_KEEP_FROM);
}

static void add_flat_tile(struct tw_ways *ways, unsigned tile, uint64_t rows, uint64_t cols,
                          uint64_t matrices, unsigned vector)
{
    add_flat_way(ways, (struct tw_way){.bdimy = tiles[tile].warps,
                                       .rows = (int64_t)rows,
                                       .cols = (int64_t)cols,
                                       .matrices = (int64_t)matrices,
                                       .vector = vector,
                                       .unroll = tiles[tile].ahead});
}

/* Columns of a wide tile of about so many elements. Where rows begin anywhere their chunks follow each other on the banks from
   row to row (flat.h, `apart`) if rows times chunks of a row is one more than a multiple of 8. */
static uint64_t flat_cols(const struct tw_transpose *p, uint64_t elements)
{
    uint64_t line = 128 / p->bytes, sector = TW_SECTOR / p->bytes, most = elements / p->rows;
    bool anywhere = p->in_grain < TW_CHUNK && p->rows % 2;
    uint64_t more = anywhere ? (p->rows - 1) % 8 * TW_CHUNK / p->bytes : 0;
    uint64_t cols = most > more ? (most - more) / line * line + more : 0;
    return cols ? cols : most / sector * sector;
}

/* Wide tiles that go by strands (strands.h), of some lines of 128 bytes across: a block has all of a tile under way at once,
   or half of it. */
static const unsigned lines_across[] = {1, 2, 3, 4, 6, 8, 16, 32, 64}, strand_warps[] = {2, 4, 8, 16};

#define STRANDS_TO (160u << 10) /* bytes of a tile */
#define AHEAD_FROM 4u           /* chunks that a lane loads before it turns them */
#define AHEAD_TO   8u

static void add_strands_tile(struct tw_ways *ways, unsigned lines, unsigned warps, unsigned strands)
{
    const struct tw_transpose *p = &ways->problem;
    uint64_t rows = tw_strand_rows(p), all = tw_over(p->rows, rows) * lines * TW_STRANDS_ACROSS,
             round = (uint64_t)strands * warps * TW_WARP, ahead = rows * strands;
    bool ends = 2 * all >= round && (all <= 2 * round || warps == 16);
    if (!ends || ahead > AHEAD_TO || (ahead < AHEAD_FROM && rows < p->rows)) return;
    add_flat_way(ways, (struct tw_way){.bdimy = warps,
                                       .rows = (int64_t)p->rows,
                                       .cols = 128 / p->bytes * lines,
                                       .matrices = 1,
                                       .vector = TW_CHUNK,
                                       .unroll = (int64_t)ahead});
}

static void add_strands(struct tw_ways *ways)
{
    const struct tw_transpose *p = &ways->problem;
    for (size_t i = 0; i < COUNT(lines_across); i++) {
        uint64_t lines = lines_across[i];
        if (lines * 128 / p->bytes >= p->cols || lines * 128 * p->rows > STRANDS_TO) return;
        for (size_t k = 0; k < COUNT(strand_warps); k++) {
            for (unsigned strands = 1; strands <= 4; strands *= 2)
                add_strands_tile(ways, (unsigned)lines, strand_warps[k], strands);
        }
    }
}

/* Whole matrices of a tile of about so many elements, 0: they are larger. */
static uint64_t flat_matrices(const struct tw_transpose *p, uint64_t elements)
{
    uint64_t area = p->rows * p->cols, line = 128 / p->bytes, round = line / tw_gcd(line, area),
             few = FEW_BYTES / p->bytes / area, most = p->batch / FEW_BLOCKS;
    if (most < few) most = few;
    uint64_t found = tw_least(elements / area, most ? most : 1);
    return tw_least(found < round ? found : found / round * round, p->batch);
}

/* Tiles of about so many bytes: rows, columns, matrices in multiples that begin at lines of 128 bytes, or else at sectors. */
static void add_flat_size(struct tw_ways *ways, unsigned tile)
{
    const struct tw_transpose *p = &ways->problem;
    uint64_t elements = 1024 * tiles[tile].kilobytes / p->bytes, line = 128 / p->bytes,
             sector = TW_SECTOR / p->bytes;
    uint64_t overlap = p->out_grain < TW_SECTOR ? sector : 0;
    uint64_t rows = elements / p->cols / line * line, cols = flat_cols(p, elements);
    uint64_t matrices = flat_matrices(p, elements);
    if (!rows) rows = elements / p->cols / sector * sector;
    if (rows && rows + overlap < p->rows) add_flat_tile(ways, tile, rows + overlap, p->cols, 1, TW_CHUNK);
    if (cols && cols < p->cols && !tw_strands_pay(p)) add_flat_tile(ways, tile, p->rows, cols, 1, TW_CHUNK);
    if (!matrices) return;
    add_flat_tile(ways, tile, p->rows, p->cols, matrices, TW_CHUNK);
    if (tw_strips_pay(p)) add_flat_tile(ways, tile, p->rows, p->cols, matrices, TW_STRIPS_VECTOR);
}

static void add_flat(struct tw_ways *ways)
{
    for (unsigned i = 0; i < COUNT(tiles); i++) add_flat_size(ways, i);
    if (tw_strands_pay(&ways->problem)) add_strands(ways);
}

/* ---- xor ---- */

static void add_scalar(struct tw_ways *ways)
{
    static const int64_t sides[][3] = {{32, 32, 4}, {32, 32, 8},  {32, 32, 16},
                                       {32, 64, 8}, {32, 64, 16}, {64, 32, 8}};
    const struct tw_transpose *p = &ways->problem;
    if (tw_transpose_moved(&ways->problem) > SCALAR_TO) return;
    for (size_t i = 0; i < COUNT(sides); i++) {
        if (sides[i][0] >= 2 * (int64_t)p->rows || sides[i][1] >= 2 * (int64_t)p->cols) continue;
        add(ways, (struct tw_way){.method = TRANSPOSE_XOR,
                                  .bdimy = sides[i][2],
                                  .rows = sides[i][0],
                                  .cols = sides[i][1],
                                  .matrices = 1,
                                  .vector = p->bytes,
                                  .unroll = 1,
                                  .order = TRANSPOSE_COLUMNS,
                                  .band = TW_DERIVED,
                                  .hints = TRANSPOSE_NONE});
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
#define TAKE(member, field) value[TRANSPOSE_##field] = way->member;
    TW_WAY_FIELDS(TAKE)
#undef TAKE
    tw_transpose_default(value, TRANSPOSE_IPAD, 0);
    value[TRANSPOSE_band] = tw_transpose_band(value);
}
