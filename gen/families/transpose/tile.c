/* A variant of a transpose in numbers. */
#include "gen/families/transpose/tile.h"

#include <string.h>

#include "base/whole.h"

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
    t.tiles_down = t.rows <= t.tile_rows ? 1 : tw_ceil_div(t.rows - t.tile_rows, t.step) + 1;
    t.tiles_across = tw_ceil_div(t.cols, t.tile_cols);
    t.steps =
        (uint64_t)value[TRANSPOSE_steps] < t.tiles_down ? (uint64_t)value[TRANSPOSE_steps] : t.tiles_down;
    t.walks = tw_ceil_div(t.tiles_down, t.steps);
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
