/*
 * The transpose family: out[c][r] = in[r][c] for a matrix of any shape and element size, with any pitch on
 * both sides, and for batches of them. A block moves one tile; the blocks are numbered along one dimension,
 * so that their order is free. docs/transpose.md says what each method does.
 */
#include "gen/families/transpose/transpose.h"
#include "base/whole.h"

#include <assert.h>
#include <string.h>

#include "gen/families/transpose/flat.h"
#include "gen/families/transpose/squares.h"
#include "gen/layout/sectors.h"
#include "gen/layout/turn.h"

#define GRID_MAX       UINT64_C(2147483647) /* blocks in x */
#define PASSES_MAX     64u                  /* of the block over its tile: the loops are unrolled */
#define TOO_MANY_TILES "more than 2^31 - 1 tiles; larger tiles need fewer blocks"
#define SIDE_MAX       1024u /* of a tile whose rows are apart from each other */

static const struct tw_field_info fields[] = {TW_TRANSPOSE_FIELDS(TW_FIELD_INFO)};

/* The largest power of two, up to `base`, that divides every offset of a row in bytes. */
static unsigned grain(uint64_t offset, uint64_t pitch, uint64_t lines, unsigned bytes, unsigned base)
{
    uint64_t bits = (offset | (lines > 1 ? pitch : 0)) * bytes | base;
    return (unsigned)(bits & (~bits + 1));
}

/* Elements of `lines` rows of `length`, the last one without its gap. Accepted variants do not overflow. */
static uint64_t extent(uint64_t offset, uint64_t lines, uint64_t pitch, uint64_t length)
{
    return offset + (lines - 1) * pitch + length;
}

struct tw_transpose tw_transpose_problem(const int64_t *value)
{
    struct tw_transpose t = {
        .rows = (uint64_t)value[TRANSPOSE_rows],
        .cols = (uint64_t)value[TRANSPOSE_cols],
        .batch = (uint64_t)value[TRANSPOSE_batch],
        .in_pitch = (uint64_t)value[TRANSPOSE_in_pitch],
        .out_pitch = (uint64_t)value[TRANSPOSE_out_pitch],
        .in_offset = (uint64_t)value[TRANSPOSE_in_offset],
        .out_offset = (uint64_t)value[TRANSPOSE_out_offset],
        .bytes = tw_transpose_bytes(value),
    };
    t.in_count = extent(t.in_offset, t.batch * t.rows, t.in_pitch, t.cols);
    t.out_count = extent(t.out_offset, t.batch * t.cols, t.out_pitch, t.rows);
    t.contiguous = t.in_pitch == t.cols;
    t.base = value[TRANSPOSE_pointers] == TRANSPOSE_ANY ? t.bytes : TW_SECTOR;
    t.in_grain = grain(t.in_offset, t.in_pitch, t.batch * t.rows, t.bytes, t.base);
    t.out_grain = grain(t.out_offset, t.out_pitch, t.batch * t.cols, t.bytes, t.base);
    return t;
}

static void resolve_scalar(int64_t *value)
{
    unsigned bytes = tw_transpose_bytes(value);
    if (value[TRANSPOSE_method] == TRANSPOSE_SHUFFLE) tw_squares_default(value);
    tw_transpose_default(value, TRANSPOSE_BDIMY, 8);
    int64_t x = value[TRANSPOSE_BDIMX], y = value[TRANSPOSE_BDIMY];
    tw_transpose_default(value, TRANSPOSE_tile_rows, x > y ? x : y);
    tw_transpose_default(value, TRANSPOSE_tile_cols, x);
    tw_transpose_default(value, TRANSPOSE_unroll, 1);
    tw_transpose_default(value, TRANSPOSE_vector, bytes);
    tw_transpose_default(value, TRANSPOSE_hints, TRANSPOSE_NONE);
    int64_t word = bytes < 4 ? 4 / bytes : 1;
    tw_transpose_default(value, TRANSPOSE_IPAD, value[TRANSPOSE_method] == TRANSPOSE_PADDED ? word : 0);
    tw_transpose_default(value, TRANSPOSE_order, TRANSPOSE_ROWS);
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    tw_transpose_default_pitches(value);
    if (value[TRANSPOSE_method] == TRANSPOSE_VECTOR || value[TRANSPOSE_method] == TRANSPOSE_FLAT ||
        value[TRANSPOSE_method] == TRANSPOSE_AUTO) {
        tw_transpose_choose(value, target);
    } else {
        resolve_scalar(value);
    }
    tw_transpose_default(value, TRANSPOSE_matrices, 1);
    value[TRANSPOSE_band] = tw_transpose_band(value);
}

int64_t tw_transpose_band(const int64_t *value)
{
    int64_t own[TRANSPOSE_FIELD_COUNT];
    memcpy(own, value, sizeof own);
    tw_transpose_default(own, TRANSPOSE_band, TW_TRANSPOSE_SIDE_MAX);
    return (int64_t)tw_transpose_of(own).band;
}

struct tw_transpose tw_transpose_of(const int64_t *value)
{
    struct tw_transpose t = tw_transpose_problem(value);
    t.method = (enum tw_transpose_method)value[TRANSPOSE_method];
    t.bdimx = (unsigned)value[TRANSPOSE_BDIMX];
    t.bdimy = (unsigned)value[TRANSPOSE_BDIMY];
    t.threads = t.bdimx * t.bdimy;
    t.vector = (unsigned)value[TRANSPOSE_vector];
    t.tile_rows = (unsigned)value[TRANSPOSE_tile_rows];
    t.tile_cols = (unsigned)value[TRANSPOSE_tile_cols];
    unsigned shared = TW_SECTOR / t.bytes;
    if (value[TRANSPOSE_steps] > 1 && shared < 4) shared = 4; /* whole groups of cells are loaded */
    bool overlaps = t.method == TRANSPOSE_VECTOR && t.out_grain < TW_SECTOR && t.tile_rows > shared;
    t.overlap = overlaps ? shared : 0;
    t.step = t.tile_rows - t.overlap;
    t.tiles_down = t.rows <= t.tile_rows ? 1 : tw_over(t.rows - t.tile_rows, t.step) + 1;
    t.tiles_across = tw_over(t.cols, t.tile_cols);
    t.steps =
        (uint64_t)value[TRANSPOSE_steps] < t.tiles_down ? (uint64_t)value[TRANSPOSE_steps] : t.tiles_down;
    t.walks = tw_over(t.tiles_down, t.steps);
    t.kept = t.steps > 1 ? t.overlap : 0;
    uint64_t along = value[TRANSPOSE_order] == TRANSPOSE_COLUMNS ? t.walks : t.tiles_across;
    t.band = (uint64_t)value[TRANSPOSE_band] < along ? (uint64_t)value[TRANSPOSE_band] : along;
    t.per_chunk = TW_CHUNK / t.bytes;
    t.pack = t.bytes < 4 ? 4 / t.bytes : 1;
    t.cell = t.bytes < 4 ? 4 : t.bytes;
    t.chunks = t.tile_rows * t.bytes / TW_CHUNK;
    t.unit_chunks = t.tile_cols * t.bytes % 128 ? 4 : 8;
    t.unit_cells = TW_WARP / t.unit_chunks;
    t.units_across = t.tile_cols / t.per_chunk / t.unit_chunks;
    t.units = t.units_across * (t.tile_rows / t.pack / t.unit_cells);
    return t;
}

/* ---- what is possible ---- */

/* Whether lines * pitch elements can be addressed;
   lines = batch * (rows or cols) may pass 64 bits by itself. */
static bool addressable(uint64_t batch, uint64_t lines, uint64_t pitch, unsigned bytes)
{
    const uint64_t limit = UINT64_C(1) << 48;
    return lines <= limit / batch && pitch <= limit / bytes / (batch * lines);
}

static bool accept_problem(const struct tw_transpose *t, struct tw_text *reason)
{
    if (t->in_pitch < t->cols)
        return tw_refuse(reason, "in_pitch is less than cols: rows of the input would overlap");
    if (t->out_pitch < t->rows)
        return tw_refuse(reason, "out_pitch is less than rows: rows of the output would overlap");
    if (!addressable(t->batch, t->rows, t->in_pitch, t->bytes) ||
        !addressable(t->batch, t->cols, t->out_pitch, t->bytes))
        return tw_refuse(reason, "the matrices take more than 2^48 bytes");
    return true;
}

/* Blocks of the grid, of accepted problems. */
static uint64_t blocks(const struct tw_transpose *t, const int64_t *value)
{
    return t->method == TRANSPOSE_FLAT ? tw_flat_of(t, value).blocks : t->walks * t->tiles_across * t->batch;
}

static bool accept_block(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason)
{
    bool is_flat = t->method == TRANSPOSE_FLAT;
    if (!is_flat && (t->tile_rows > SIDE_MAX || t->tile_cols > SIDE_MAX))
        return tw_refuse(reason,
                         "a side of the tile has more than 1024 elements, which only the flat method allows");
    if (t->walks * t->tiles_across > GRID_MAX && !is_flat) return tw_refuse(reason, TOO_MANY_TILES);
    if (blocks(t, value) > GRID_MAX) return tw_refuse(reason, TOO_MANY_TILES);
    if (t->threads > TW_MAX_BLOCK_THREADS) {
        tw_text_addf(reason, "%u x %u = %u threads; a block has at most %u", t->bdimx, t->bdimy, t->threads,
                     TW_MAX_BLOCK_THREADS);
        return false;
    }
    if ((uint64_t)t->tile_rows * t->tile_cols > (uint64_t)PASSES_MAX * t->threads &&
        !tw_transpose_in_chunks(t) && t->method != TRANSPOSE_SHUFFLE) {
        tw_text_addf(reason, "each thread would move more than %u elements of the tile", PASSES_MAX);
        return false;
    }
    return true;
}

static bool accept_flat(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason)
{
    if (value[TRANSPOSE_steps] > 1) return tw_refuse(reason, "the flat method takes one step");
    if (value[TRANSPOSE_IPAD] > 0)
        return tw_refuse(reason,
                         "the flat method has no padding of its rows: it leaves chunks out by itself");
    if (value[TRANSPOSE_order] != TRANSPOSE_ROWS)
        return tw_refuse(reason, "the tiles of the flat method have one order: rows");
    if (t->band < t->tiles_across)
        return tw_refuse(reason, "the tiles of the flat method are walked without bands; leave band out");
    if (t->threads % TW_WARP) return tw_refuse(reason, "the flat method needs whole warps of 32 threads");
    return tw_flat_accept(t, value, reason);
}

static bool accept_vector(const struct tw_transpose *t, struct tw_text *reason)
{
    if (t->vector != 4 && t->vector != 8 && t->vector != TW_CHUNK)
        return tw_refuse(reason, "vector must be 4, 8 or 16 bytes for the vector method");
    if (t->vector < TW_CHUNK && t->in_grain < t->vector) {
        tw_text_addf(reason,
                     "rows of the input begin at multiples of %u bytes: accesses of %u bytes would be "
                     "misaligned; those of 16 are shifted",
                     t->in_grain, t->vector);
        return false;
    }
    if (t->threads % TW_WARP) return tw_refuse(reason, "the vector method needs whole warps of 32 threads");
    if (t->tile_rows * t->bytes % 128 || t->tile_cols * t->bytes % 64)
        return tw_refuse(
            reason, "the vector method needs a tile whose columns are a multiple of 128 bytes and whose rows "
                    "are one of 64 bytes");
    if (t->kept && t->kept / t->pack % t->unit_cells)
        return tw_refuse(reason, "several steps need a tile whose rows are a multiple of 128 bytes");
    return true;
}

static bool accept_method(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason)
{
    bool is_vector = t->method == TRANSPOSE_VECTOR, is_shuffle = t->method == TRANSPOSE_SHUFFLE;
    if (t->method == TRANSPOSE_FLAT) return accept_flat(t, value, reason);
    if (is_shuffle && !tw_squares_accept(t, value, reason)) return false;
    if (value[TRANSPOSE_matrices] > 1)
        return tw_refuse(reason, "only a tile of the flat method can be several matrices");
    if (value[TRANSPOSE_steps] > 1 && !is_vector)
        return tw_refuse(reason, "only the vector method takes several steps");
    if (value[TRANSPOSE_unroll] > 1 && !is_vector && !is_shuffle)
        return tw_refuse(
            reason,
            "unroll is of the vector, flat and shuffle methods; the others always unroll their loads");
    if (value[TRANSPOSE_IPAD] > 0 && is_vector) return tw_refuse(reason, "the vector method has no padding");
    if (value[TRANSPOSE_IPAD] > 0 && !tw_transpose_is_shared(t)) {
        tw_text_addf(reason, "the %s method has no tile to pad", fields[TRANSPOSE_method].words[t->method]);
        return false;
    }
    if (t->method == TRANSPOSE_XOR && !(tw_is_power_of_two(t->tile_rows) && tw_is_power_of_two(t->tile_cols)))
        return tw_refuse(reason, "xor needs sides of the tile that are powers of two");
    if (!is_vector && t->vector != t->bytes) {
        tw_text_addf(reason, "the %s method accesses single elements: vector must be their bytes, %u",
                     fields[TRANSPOSE_method].words[t->method], t->bytes);
        return false;
    }
    return !is_vector || accept_vector(t, reason);
}

static uint32_t tile_bytes(const int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    if (!tw_transpose_is_shared(&t)) return 0;
    if (t.method == TRANSPOSE_FLAT) {
        return TW_CHUNK * (uint32_t)tw_flat_of(&t, value).tile_chunks;
    }
    struct tw_layout tile = tw_transpose_layout(value);
    return tile.rows * tile.pitch * tile.element_bytes;
}

/* A tile of chunks, of so many bytes, is declared as dynamic where static shared memory cannot hold it. */
static bool is_dynamic(const int64_t *value, uint32_t bytes)
{
    const struct tw_transpose t = tw_transpose_of(value);
    return tw_transpose_in_chunks(&t) && bytes > TW_STATIC_SHARED_LIMIT;
}

static bool accept_memory(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    uint32_t bytes = tile_bytes(value);
    bool dynamic = is_dynamic(value, bytes);
    uint32_t limit = dynamic ? target->shared_per_block : TW_STATIC_SHARED_LIMIT;
    if (bytes <= limit) return true;
    tw_text_addf(reason, "the tile takes %u bytes; %s shared memory has at most %u", bytes,
                 dynamic ? "dynamic" : "static", limit);
    return false;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    const struct tw_transpose t = tw_transpose_of(value);
    return accept_problem(&t, reason) && accept_block(&t, value, reason) &&
           accept_method(&t, value, reason) && accept_memory(value, target, reason) &&
           (t.method != TRANSPOSE_SHUFFLE ||
            tw_turn_fits((unsigned)value[TRANSPOSE_unroll], t.bytes, t.threads, target, reason));
}

/* ---- pointers ---- */

/* Bytes that in and out must be multiples of. A side without shifts is accessed where rows are taken to begin; one with them
   begins anywhere, as far as there are shifts. */
static unsigned needed_align(const struct tw_transpose *t, const int64_t *value)
{
    unsigned in = t->in_grain < t->vector ? tw_transpose_shift(t) : t->vector;
    unsigned out = t->out_grain < TW_CHUNK ? tw_transpose_shift(t) : TW_CHUNK;
    unsigned both = in > out ? in : out;
    if (t->method == TRANSPOSE_FLAT) return tw_flat_align(t, value);
    return t->method == TRANSPOSE_VECTOR && both > t->bytes ? both : t->bytes;
}

/* Chunks that a thread has loaded before it stores, where rows begin anywhere: no winner has more. */
#define SHIFTED_CHUNKS 4

/* Shifts on both sides, so that the tiles overlap. A band of all tiles stays one. */
static bool relax(int64_t *value)
{
    struct tw_transpose t = tw_transpose_of(value);
    bool down_first = value[TRANSPOSE_order] == TRANSPOSE_COLUMNS;
    if (value[TRANSPOSE_pointers] != TRANSPOSE_BOTH || needed_align(&t, value) == t.bytes) return false;
    if (t.band == (down_first ? t.walks : t.tiles_across)) value[TRANSPOSE_band] = TW_DERIVED;
    uint32_t tile = tile_bytes(value);
    value[TRANSPOSE_pointers] = TRANSPOSE_ANY;
    if (t.method == TRANSPOSE_FLAT) {
        tw_flat_relax(value, tile);
        value[TRANSPOSE_band] = tw_transpose_band(value);
        return true;
    }
    if (t.vector > t.bytes) value[TRANSPOSE_vector] = TW_CHUNK;
    t = tw_transpose_of(value);
    if (t.kept / t.pack % t.unit_cells) value[TRANSPOSE_steps] = 1;
    int64_t most = SHIFTED_CHUNKS / t.pack;
    if (value[TRANSPOSE_unroll] > most) value[TRANSPOSE_unroll] = most;
    value[TRANSPOSE_band] = tw_transpose_band(value);
    return true;
}

/* ---- the kernel ---- */

unsigned tw_transpose_align(const int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    return needed_align(&t, value);
}

static struct tw_argument matrix(const char *name, enum tw_argument_role role, const int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    bool input = role == TW_ROLE_INPUT;
    return (struct tw_argument){.name = name,
                                .role = role,
                                .before = input ? TW_BEFORE_GIVEN : TW_BEFORE_ANY,
                                .element = (enum tw_element)value[TRANSPOSE_type],
                                .count = input ? t.in_count : t.out_count,
                                .align = needed_align(&t, value),
                                .first = input ? t.in_offset : t.out_offset};
}

/* The matrices without what lies between their rows, but for whole sectors. */
static struct tw_work work(const int64_t *value)
{
    const struct tw_transpose t = tw_transpose_of(value);
    uint64_t elements = t.batch * t.rows * t.cols;
    const struct tw_rows in = {t.in_offset * t.bytes, t.batch * t.rows, t.in_pitch * t.bytes,
                               t.cols * t.bytes},
                         out = {t.out_offset * t.bytes, t.batch * t.cols, t.out_pitch * t.bytes,
                                t.rows * t.bytes};
    struct tw_work work = {
        .elements = elements, .bytes = 2 * elements * t.bytes, .tile_sectors = tw_transpose_tile_sectors(&t)};
    tw_work_reads(&work, &in);
    tw_work_writes(&work, &out);
    return work;
}

struct tw_launch tw_transpose_launch(const int64_t *value)
{
    static unsigned arguments[] = {0, 1}; /* which nobody changes */
    const struct tw_transpose t = tw_transpose_of(value);
    uint32_t bytes = tile_bytes(value);
    return (struct tw_launch){
        .suffix = "",
        .grid = {(uint32_t)blocks(&t, value), 1, 1},
        .block = {t.bdimx, t.bdimy, 1},
        .shared_bytes = bytes,
        .dynamic_shared_bytes = is_dynamic(value, bytes) ? bytes : 0,
        .carveout = value[TRANSPOSE_carveout] == TW_WORD(0) ? -1 : (int)value[TRANSPOSE_carveout],
        .argument = arguments,
        .argument_count = 2,
    };
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    tw_shape_add_argument(shape, matrix("in", TW_ROLE_INPUT, value));
    tw_shape_add_argument(shape, matrix("out", TW_ROLE_OUTPUT, value));
    tw_shape_add_launch(shape, tw_transpose_launch(value));
    shape->work = work(value);
}

/* The vector method's tile is turned already: a row of it is a row of the output. */
struct tw_layout tw_transpose_layout(const int64_t *value)
{
    unsigned rows = (unsigned)value[TRANSPOSE_tile_rows], cols = (unsigned)value[TRANSPOSE_tile_cols];
    bool turned = value[TRANSPOSE_method] == TRANSPOSE_VECTOR;
    return (struct tw_layout){
        .rows = turned ? cols : rows,
        .columns = turned ? rows : cols,
        .pitch = (turned ? rows : cols) + (unsigned)value[TRANSPOSE_IPAD],
        .element_bytes = tw_transpose_bytes(value),
        .swizzle = value[TRANSPOSE_method] == TRANSPOSE_SKEWED ? TW_SWIZZLE_SKEW
                   : value[TRANSPOSE_method] == TRANSPOSE_XOR  ? TW_SWIZZLE_XOR
                                                               : TW_SWIZZLE_NONE,
    };
}

static bool tile(const int64_t *value, struct tw_layout *tile)
{
    const struct tw_transpose t = tw_transpose_of(value);
    if (!tw_transpose_is_shared(&t) || t.method == TRANSPOSE_FLAT) return false;
    *tile = tw_transpose_layout(value);
    return true;
}

/* ---- for pictures: the first pass of a whole block over a tile whose sides the block divides ---- */

static void accesses(const int64_t *value, struct tw_access_list *list)
{
    const struct tw_transpose t = tw_transpose_of(value);
    bool is_even = t.tile_cols % t.bdimx == 0 && t.tile_rows % t.bdimy == 0 && t.tile_rows % t.bdimx == 0 &&
                   t.tile_cols % t.bdimy == 0;
    if (!tw_transpose_is_shared(&t) || tw_transpose_in_chunks(&t) || !is_even) return;
    tw_access_list_add(list, (struct tw_access_info){"write row", TW_STORE, t.bytes, 0, 1});
    tw_access_list_add(list, (struct tw_access_info){"read column", TW_LOAD, t.bytes, 0, 1});
}

static void addresses(const int64_t *value, unsigned access, unsigned first, unsigned count, uint32_t *addr)
{
    struct tw_layout tile = tw_transpose_layout(value);
    unsigned bdimx = (unsigned)value[TRANSPOSE_BDIMX];
    for (unsigned i = 0; i < count; i++) {
        unsigned x = (first + i) % bdimx, y = (first + i) / bdimx;
        addr[i] = tw_layout_element(&tile, access ? x : y, access ? y : x) * tile.element_bytes;
    }
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("rows": 257, "cols": 130, "type": "float32"),
    {
     {"chosen", TW_MEMBERS(),
      "no more than the problem: the rest is chosen"},
     {"naive", TW_MEMBERS("method": "naive"),
      "to compare with: no shared memory"},
     {"padded", TW_MEMBERS("method": "padded", "BDIMX": 32, "BDIMY": [8, 16], "IPAD": 1),
      "a tile in shared memory"},
     {"rows", TW_MEMBERS("method": "padded", "in_pitch": 136, "batch": 2),
      "matrices within larger ones, and several"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_transpose = {
    .name = "transpose",
    .template_name = "transpose.cu.mustache",
    .help = "out[c][r] = in[r][c], for matrices of any shape and pitch, and batches",
    .fields = fields,
    .field_count = TRANSPOSE_FIELD_COUNT,
    .starter = &starter,
    .cost = TW_COST_TRAFFIC,
    .resolve = resolve,
    .chosen = tw_transpose_chosen,
    .candidates = tw_transpose_candidates,
    .accept = accept,
    .relax = relax,
    .shape = shape,
    .tile = tile,
    .accesses = accesses,
    .addresses = addresses,
    .predict = tw_transpose_predict,
    .describe = tw_transpose_describe,
};
