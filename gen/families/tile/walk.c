/* The tile of a variant, and which thread takes which of its elements. */
#include "gen/families/tile/walk.h"

#include <string.h>

#include "base/whole.h"

/* A side of the tile: its own, or the block's. */
static unsigned side(const int64_t *value, enum tw_tile_field field, unsigned block)
{
    return value[field] == TW_WORD(0) ? block : (unsigned)value[field];
}

/* Col-col in 2d form writes the columns as rows. */
static bool is_turned(const int64_t *value)
{
    return value[TILE_layout] == TILE_COL_COL && value[TILE_index] == TILE_2D;
}

struct tw_tile tw_tile_of(const int64_t *value)
{
    unsigned x = (unsigned)value[TILE_BDIMX], y = (unsigned)value[TILE_BDIMY],
             z = (unsigned)value[TILE_BDIMZ];
    enum tw_tile_layout order = (enum tw_tile_layout)value[TILE_layout];
    bool deep = z > 1 || value[TILE_tile_depth] > 1, turned = is_turned(value);
    unsigned dims = value[TILE_dims] == TW_WORD(0) ? 2u + deep : (unsigned)value[TILE_dims];
    bool line = dims == 1;
    struct tw_tile tile = {
        .dims = dims,
        .depth = side(value, TILE_tile_depth, dims == 3 ? z : 1),
        .rows = side(value, TILE_tile_rows,
                     line     ? 1
                     : turned ? x
                              : y),
        .columns = side(value, TILE_tile_cols,
                        line     ? x * y * z
                        : turned ? y
                                 : x),
        .block = {x, y, z},
        .threads = x * y * z,
        .linear = value[TILE_index] == TILE_LINEAR,
        .along_rows = {order == TILE_ROW_ROW || order == TILE_ROW_COL,
                       order == TILE_ROW_ROW || order == TILE_COL_ROW},
    };
    tile.elements = tile.depth * tile.rows * tile.columns;
    return tile;
}

void tw_tile_extents(const struct tw_tile *tile, unsigned access, unsigned extent[TILE_AXES])
{
    extent[TILE_X] = tile->along_rows[access] ? tile->columns : tile->rows;
    extent[TILE_Y] = tile->along_rows[access] ? tile->rows : tile->columns;
    extent[TILE_Z] = tile->depth;
}

unsigned tw_tile_passes_along(const struct tw_tile *tile, unsigned access, unsigned axis)
{
    unsigned extent[TILE_AXES];
    tw_tile_extents(tile, access, extent);
    return tw_ceil_div(extent[axis], tile->block[axis]);
}

unsigned tw_tile_passes(const struct tw_tile *tile, unsigned access)
{
    unsigned passes = 1;
    if (tile->linear) return tw_ceil_div(tile->elements, tile->threads);
    for (unsigned axis = 0; axis < TILE_AXES; axis++) passes *= tw_tile_passes_along(tile, access, axis);
    return passes;
}

bool tw_tile_is_block(const struct tw_tile *tile)
{
    return tile->elements == tile->threads && tw_tile_passes(tile, TILE_WRITE) == 1;
}

enum tw_element tw_tile_element(const int64_t *value)
{
    return (enum tw_element)value[TILE_type];
}

bool tw_tile_is_cut(const int64_t *value)
{
    struct tw_tile tile = tw_tile_of(value);
    return tile.dims == 1 && value[TILE_pad_every] > 0 && value[TILE_pad_every] < tile.columns;
}

struct tw_layout tw_tile_layout(const int64_t *value)
{
    struct tw_tile tile = tw_tile_of(value);
    unsigned rows = tile.depth * tile.rows, columns = tile.columns;
    if (tw_tile_is_cut(value)) {
        columns = (unsigned)value[TILE_pad_every];
        rows = (unsigned)tw_ceil_div(tile.columns, columns);
    }
    return (struct tw_layout){
        .rows = rows,
        .columns = columns,
        .pitch = columns + (unsigned)value[TILE_IPAD],
        .element_bytes = tw_element_info(tw_tile_element(value))->bytes,
        .swizzle = (enum tw_swizzle)value[TILE_swizzle],
        .height = tile.dims == 3 ? tile.rows : 0,
    };
}

static uint32_t tile_bytes(const int64_t *value)
{
    struct tw_layout layout = tw_tile_layout(value);
    return layout.rows * layout.pitch * layout.element_bytes;
}

/* ---- the second tile ---- */

/* A pattern of the second tile as one of the first. */
static int64_t own_pattern(int64_t first, int64_t second)
{
    if (second == TW_WORD(0)) return first;
    return second == TW_WORD(1) ? TW_WORD(0) : second;
}

void tw_tile_values(const int64_t *value, unsigned number, int64_t own[TILE_FIELD_COUNT])
{
    memcpy(own, value, TILE_FIELD_COUNT * sizeof *own);
    if (number == 0) return;
    if (value[TILE_IPAD2] != TW_WORD(0)) own[TILE_IPAD] = value[TILE_IPAD2];
    if (value[TILE_layout2] != TILE_AS_FIRST) own[TILE_layout] = value[TILE_layout2] - 1;
    own[TILE_writes] = own_pattern(value[TILE_writes], value[TILE_writes2]);
    own[TILE_reads] = own_pattern(value[TILE_reads], value[TILE_reads2]);
}

uint32_t tw_tile_start(const int64_t *value, unsigned number)
{
    int64_t own[TILE_FIELD_COUNT];
    uint32_t start = 0;
    for (unsigned i = 0; i < number; i++) {
        tw_tile_values(value, i, own);
        start = (start + 3) / 4 * 4 + tile_bytes(own);
    }
    return number < value[TILE_tiles] ? (start + 3) / 4 * 4 : start;
}
