/*
 * The schedules of a transpose that are worth trying, where nobody gave a field:
 *
 *     vector   tiles of 1 to 16 squares of 128 bytes a side, by blocks that load them in one go or a few, in up to three walks
 *     row-run  tiles of 4 to 96 KB, tall, wide or whole
 *     xor      tiles of single elements, for small matrices
 *
 * They have the hint evict_last where the problem is several times larger than an L2. In a space ten times as wide these were
 * most often among the best, at 580 random problems on an H200.
 */
#include "gen/families/transpose/candidates.h"

#include <assert.h>
#include <string.h>

#include "base/whole.h"
#include "gen/families/transpose/row_run/row_run.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MEGABYTES(n) ((uint64_t)(n) << 20)

/* Bytes read and written from which on the hint helps row-run tiles too, but for wide ones whose rows begin anywhere,
   and the order of tiles matters. */
#define ROW_RUN_EVICT_LAST_FROM MEGABYTES(144)
#define WALK_FROM               MEGABYTES(32)
#define SCALAR_TO               MEGABYTES(64)

/* Where there would be fewer blocks, a tile has one matrix, or as many as fit in so many bytes: of 65 measured problems
   none gained by more. */
#define FEW_BLOCKS 32u
#define FEW_BYTES  4096u

static bool takes(const struct tw_schedules *schedules, enum tw_transpose_method method)
{
    int64_t given = schedules->given[TRANSPOSE_method];
    return given == TRANSPOSE_AUTO || given == (int64_t)method;
}

/* What the tile has of these where nobody says, before it is known what that is. */
#define ALL_TILES       0 /* a band       */
#define USUAL_REGISTERS UINT8_MAX

/* Adds a schedule, but for what was given, which counts: then several may have become the same, as do bands of all tiles
   and more. */
static void add(struct tw_schedules *schedules, struct tw_schedule schedule)
{
    const int64_t *given = schedules->given;
    int64_t lines = schedule.bdimy * TW_WARP / given[TRANSPOSE_BDIMX], value[TRANSPOSE_FIELD_COUNT];
    schedule.bdimy = (uint16_t)(lines ? lines : 1);
#define ADOPT(type, member, field)                                                                           \
    if (!tw_transpose_is_open(given, TRANSPOSE_##field)) schedule.member = (type)given[TRANSPOSE_##field];
    TW_SCHEDULE_FIELDS(ADOPT)
#undef ADOPT
    tw_transpose_take_schedule(given, &schedule, value);
    schedule.band = (uint32_t)value[TRANSPOSE_band];
    schedule.registers = (uint8_t)value[TRANSPOSE_register_transpose];
    for (unsigned i = 0; i < schedules->count; i++) {
        if (memcmp(&schedules->list[i], &schedule, sizeof schedule) == 0) return;
    }
    assert(schedules->count < TW_SCHEDULES_MAX);
    schedules->list[schedules->count++] = schedule;
}

static void add_hinted(struct tw_schedules *schedules, struct tw_schedule schedule, uint64_t from)
{
    schedule.hints = tw_transpose_moved(&schedules->problem) < from ? TRANSPOSE_NONE : TRANSPOSE_EVICT_LAST;
    add(schedules, schedule);
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

/* The schedules to walk over the tiles, where they matter: down the columns, along two tiles of a row, along the rows. */
static void add_walks(struct tw_schedules *schedules, struct tw_schedule schedule)
{
    bool one_line = schedule.rows >= schedules->problem.rows || schedule.cols >= schedules->problem.cols;
    schedule.order = TRANSPOSE_COLUMNS;
    schedule.band = ALL_TILES;
    add_hinted(schedules, schedule, TW_EVICT_LAST_FROM);
    if (one_line || tw_transpose_moved(&schedules->problem) < WALK_FROM) return;
    schedule.order = TRANSPOSE_ROWS;
    add_hinted(schedules, schedule, TW_EVICT_LAST_FROM);
    schedule.band = 2;
    add_hinted(schedules, schedule, TW_EVICT_LAST_FROM);
}

static void add_vector_tiles(struct tw_schedules *schedules, unsigned vector)
{
    const struct tw_transpose *p = &schedules->problem;
    unsigned line = 128 / p->bytes;
    unsigned cells = p->bytes <= 4 ? 8 : 32 / p->bytes; /* units of a square of 128 bytes a side */
    for (size_t i = 0; i < COUNT(squares); i++) {
        struct tw_schedule schedule = {
            .method = TRANSPOSE_VECTOR,
            .bdimy = squares[i].warps,
            .rows = line * squares[i].down,
            .cols = line * squares[i].across,
            .matrices = 1,
            .vector = (uint8_t)vector,
            .unroll = (uint8_t)(p->bytes == 1 && squares[i].ahead > 2 ? 2 : squares[i].ahead)};
        unsigned units = cells * squares[i].down * squares[i].across;
        if (schedule.rows >= p->rows + line || schedule.cols >= p->cols + line) continue;
        if (units < squares[i].warps) continue;
        while (schedule.unroll > 1 && schedule.unroll * squares[i].warps > units) schedule.unroll /= 2;
        add_walks(schedules, schedule);
    }
}

static void add_vectors(struct tw_schedules *schedules)
{
    const struct tw_transpose *p = &schedules->problem;
    bool narrow = (p->bytes == 4 || p->bytes == 8) && p->in_grain < TW_CHUNK && p->in_grain >= p->bytes;
    if (p->rows * p->bytes < TW_SECTOR || p->cols * p->bytes < TW_SECTOR) return;
    add_vector_tiles(schedules, TW_CHUNK);
    if (narrow) add_vector_tiles(schedules, p->bytes);
}

/* ---- row-run ---- */

/* Kilobytes of a tile, warps of the block, chunks that each thread loads before it stores. */
static const struct {
    unsigned kilobytes, warps, ahead;
} tiles[] = {
    {16, 8, 4}, {8, 4, 4},   {32, 8, 8},  {16, 8, 2}, {4, 4, 2},   {8, 8, 2}, {16, 4, 8},  {32, 16, 4},
    {4, 2, 4},  {16, 16, 2}, {64, 16, 8}, {24, 8, 8}, {32, 16, 2}, {4, 4, 1}, {64, 16, 4}, {96, 16, 8},
};

/* `schedule` has a row-run tile's sides, warps, loads ahead and register transpose. */
static void add_row_run(struct tw_schedules *schedules, struct tw_schedule schedule)
{
    const struct tw_transpose *p = &schedules->problem;
    bool by_rows = schedule.cols < p->cols, anywhere = by_rows && p->in_grain < TW_CHUNK;
    schedule.method = TRANSPOSE_ROW_RUN;
    schedule.vector = TW_CHUNK;
    schedule.order = TRANSPOSE_ROWS;
    schedule.band = ALL_TILES;
    add_hinted(schedules, schedule, anywhere ? TW_EVICT_LAST_FROM : ROW_RUN_EVICT_LAST_FROM);
}

static void add_row_run_tile(struct tw_schedules *schedules, unsigned tile, uint64_t rows, uint64_t cols,
                             uint64_t matrices, unsigned registers)
{
    add_row_run(schedules, (struct tw_schedule){.bdimy = (uint16_t)tiles[tile].warps,
                                                .rows = (uint32_t)rows,
                                                .cols = (uint32_t)cols,
                                                .matrices = (uint32_t)matrices,
                                                .unroll = (uint8_t)tiles[tile].ahead,
                                                .registers = (uint8_t)registers});
}

/* Columns of a wide tile of about so many elements. Where rows begin anywhere their chunks follow each other on the banks from
   row to row (row_run.h, `apart`) if rows times chunks of a row is one more than a multiple of 8. */
static uint64_t row_run_cols(const struct tw_transpose *p, uint64_t elements)
{
    uint64_t line = 128 / p->bytes, sector = TW_SECTOR / p->bytes, most = elements / p->rows;
    bool anywhere = p->in_grain < TW_CHUNK && p->rows % 2;
    uint64_t more = anywhere ? (p->rows - 1) % 8 * TW_CHUNK / p->bytes : 0;
    uint64_t cols = most > more ? (most - more) / line * line + more : 0;
    return cols ? cols : most / sector * sector;
}

/* Wide tiles with a register transpose of chunks (chunk_tiles.h), of some lines of 128 bytes across: a block has all of
   a tile under way at once, or half of it. */
static const unsigned lines_across[] = {1, 2, 3, 4, 6, 8, 16, 32, 64}, chunk_tile_warps[] = {2, 4, 8, 16};

#define CHUNK_TILES_TO (160u << 10) /* bytes of a tile */
#define AHEAD_FROM     4u           /* chunks that a lane loads before it turns them */
#define AHEAD_TO       8u

static void add_chunk_tile_schedule(struct tw_schedules *schedules, unsigned lines, unsigned warps,
                                    unsigned each)
{
    const struct tw_transpose *p = &schedules->problem;
    uint64_t rows = tw_chunk_tile_rows(p), all = tw_ceil_div(p->rows, rows) * lines * TW_CHUNK_TILES_ACROSS,
             round = (uint64_t)each * warps * TW_WARP, ahead = rows * each;
    bool ends = 2 * all >= round && (all <= 2 * round || warps == 16);
    if (!ends || ahead > AHEAD_TO || (ahead < AHEAD_FROM && rows < p->rows)) return;
    add_row_run(schedules, (struct tw_schedule){.bdimy = (uint16_t)warps,
                                                .rows = (uint32_t)p->rows,
                                                .cols = 128 / p->bytes * lines,
                                                .matrices = 1,
                                                .unroll = (uint8_t)ahead,
                                                .registers = USUAL_REGISTERS});
}

static void add_chunk_tiles(struct tw_schedules *schedules)
{
    const struct tw_transpose *p = &schedules->problem;
    for (size_t i = 0; i < COUNT(lines_across); i++) {
        uint64_t lines = lines_across[i];
        if (lines * 128 / p->bytes >= p->cols || lines * 128 * p->rows > CHUNK_TILES_TO) return;
        for (size_t k = 0; k < COUNT(chunk_tile_warps); k++) {
            for (unsigned each = 1; each <= 4; each *= 2)
                add_chunk_tile_schedule(schedules, (unsigned)lines, chunk_tile_warps[k], each);
        }
    }
}

/* Whole matrices of a tile of about so many elements, 0: they are larger. */
static uint64_t row_run_matrices(const struct tw_transpose *p, uint64_t elements)
{
    uint64_t area = p->rows * p->cols, line = 128 / p->bytes, round = line / tw_gcd(line, area),
             few = FEW_BYTES / p->bytes / area, most = p->batch / FEW_BLOCKS;
    if (most < few) most = few;
    uint64_t found = tw_least(elements / area, most ? most : 1);
    return tw_least(found < round ? found : found / round * round, p->batch);
}

/* Tiles of about so many bytes: rows, columns, matrices in multiples that begin at lines of 128 bytes, or else at sectors. */
static void add_row_run_size(struct tw_schedules *schedules, unsigned tile)
{
    const struct tw_transpose *p = &schedules->problem;
    uint64_t elements = 1024 * tiles[tile].kilobytes / p->bytes, line = 128 / p->bytes,
             sector = TW_SECTOR / p->bytes;
    uint64_t overlap = p->out_grain < TW_SECTOR ? sector : 0;
    uint64_t rows = elements / p->cols / line * line, cols = row_run_cols(p, elements);
    uint64_t matrices = row_run_matrices(p, elements);
    if (!rows) rows = elements / p->cols / sector * sector;
    if (rows && rows + overlap < p->rows)
        add_row_run_tile(schedules, tile, rows + overlap, p->cols, 1, USUAL_REGISTERS);
    if (cols && cols < p->cols && !tw_chunk_tiles_pay(p))
        add_row_run_tile(schedules, tile, p->rows, cols, 1, USUAL_REGISTERS);
    if (!matrices) return;
    add_row_run_tile(schedules, tile, p->rows, p->cols, matrices, USUAL_REGISTERS);
    if (tw_column_tiles_pay(p))
        add_row_run_tile(schedules, tile, p->rows, p->cols, matrices, TRANSPOSE_REGISTER_COLUMNS);
}

static void add_row_runs(struct tw_schedules *schedules)
{
    for (unsigned i = 0; i < COUNT(tiles); i++) add_row_run_size(schedules, i);
    if (tw_chunk_tiles_pay(&schedules->problem)) add_chunk_tiles(schedules);
}

/* ---- xor ---- */

/* Rows and columns of a tile, rows of the block. */
static const uint16_t sides[][3] = {{32, 32, 4}, {32, 32, 8},  {32, 32, 16},
                                    {32, 64, 8}, {32, 64, 16}, {64, 32, 8}};

static void add_scalars(struct tw_schedules *schedules)
{
    const struct tw_transpose *p = &schedules->problem;
    if (tw_transpose_moved(&schedules->problem) > SCALAR_TO) return;
    for (size_t i = 0; i < COUNT(sides); i++) {
        if (sides[i][0] >= 2 * p->rows || sides[i][1] >= 2 * p->cols) continue;
        add(schedules, (struct tw_schedule){.method = TRANSPOSE_XOR,
                                            .bdimy = sides[i][2],
                                            .rows = sides[i][0],
                                            .cols = sides[i][1],
                                            .matrices = 1,
                                            .vector = (uint8_t)p->bytes,
                                            .unroll = 1,
                                            .order = TRANSPOSE_COLUMNS,
                                            .band = ALL_TILES,
                                            .hints = TRANSPOSE_NONE});
    }
}

/* A row-run tile of each size is tall, wide, whole, or whole with a register transpose of columns; tiles of squares have three
   walks and two widths of access. */
_Static_assert(4 * COUNT(tiles) + 3 * COUNT(lines_across) * COUNT(chunk_tile_warps) + 3 * 2 * COUNT(squares) +
                       COUNT(sides) <=
                   TW_SCHEDULES_MAX,
               "all schedules fit in a list");

void tw_transpose_list_schedules(const int64_t *given, struct tw_schedules *schedules)
{
    schedules->given = given;
    schedules->problem = tw_transpose_problem(given);
    schedules->count = 0;
    if (takes(schedules, TRANSPOSE_ROW_RUN)) add_row_runs(schedules);
    if (takes(schedules, TRANSPOSE_VECTOR)) add_vectors(schedules);
    if (takes(schedules, TRANSPOSE_XOR)) add_scalars(schedules);
}

void tw_transpose_take_schedule(const int64_t *given, const struct tw_schedule *schedule, int64_t *value)
{
    memmove(value, given, TRANSPOSE_FIELD_COUNT * sizeof *value);
#define TAKE(type, member, field) value[TRANSPOSE_##field] = schedule->member;
    TW_SCHEDULE_FIELDS(TAKE)
#undef TAKE
    if (schedule->band == ALL_TILES) value[TRANSPOSE_band] = TW_DERIVED;
    if (schedule->registers == USUAL_REGISTERS)
        value[TRANSPOSE_register_transpose] = tw_row_run_usual_registers(value);
    tw_transpose_default(value, TRANSPOSE_IPAD, 0);
    value[TRANSPOSE_band] = tw_transpose_band(value);
}
