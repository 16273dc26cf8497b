/* The template's variables of the tile family. */
#include <string.h>

#include "gen/cuda_type.h"
#include "gen/families/tile/addresses.h"
#include "gen/families/tile/describe.h"
#include "gen/families/tile/describe_accesses.h"
#include "gen/text/data.h"

/* ---- the tiles and the way to them ---- */

static void describe_tile(const int64_t *value, unsigned number, const char *name, struct tw_data *data)
{
    int64_t own[TILE_FIELD_COUNT];
    tw_tile_values(value, number, own);
    const struct tw_tile tile = tw_tile_of(own);
    const struct tw_layout layout = tw_tile_layout(own);
    const unsigned side[] = {tile.depth, tile.rows,
                             tile.dims == 1 ? layout.rows * layout.pitch : layout.pitch};
    struct tw_text sides = {0}, subscripts = {0}, padding = {0}, begin = {0};
    for (unsigned i = 3 - tile.dims; i < 3; i++) {
        tw_text_addf(&sides, sides.length ? " x %u" : "%u", side[i]);
        tw_text_addf(&subscripts, "[%u]", side[i]);
    }
    if (own[TILE_IPAD] > 0)
        tw_text_addf(&padding, "%u columns and %u of padding", layout.columns, (unsigned)own[TILE_IPAD]);
    if (own[TILE_IPAD] > 0 && tw_tile_is_cut(own)) tw_text_addf(&padding, ", %u times", layout.rows);
    if (number > 0) tw_text_addf(&begin, " + %u", tw_tile_start(value, number) / layout.element_bytes);
    tw_tile_add_name(value, number, name, data);
    tw_data_text(data, "sides", &sides);
    tw_data_text(data, "subscripts", &subscripts);
    tw_data_text_or_false(data, "padding", &padding);
    tw_data_text(data, "begin", &begin);
}

static void describe_tiles(const int64_t *value, const char *name, struct tw_data *data)
{
    const unsigned tiles = (unsigned)value[TILE_tiles];
    const bool dynamic = value[TILE_shared] == TILE_DYNAMIC;
    const enum tw_element type = tw_tile_element(value);
    struct tw_data list = tw_data_list(data, "arrays");
    for (unsigned i = 0; i < tiles; i++) {
        struct tw_data tile = tw_data_item(&list);
        describe_tile(value, i, name, &tile);
    }
    tw_data_format(data, "stored", "%s%s", value[TILE_memory] == TILE_VOLATILE ? "volatile " : "",
                   tw_cuda_type(type));
    tw_data_string(data, "element", tw_cuda_type(type));
    tw_data_string(data, "aligned", tiles > 1 && tw_element_info(type)->bytes < 4 ? "__align__(4) " : "");
    tw_data_number(data, "elements", tiles * tw_tile_of(value).elements);
    tw_data_number(data, "bytes", tw_tile_start(value, tiles));
    tw_data_flag(data, "dynamic", dynamic);
    if (tiles > 1 && dynamic)
        tw_data_format(data, "carved", "%s_tiles", name);
    else
        tw_data_flag(data, "carved", false);
    tw_data_flag(data, "file_scope", value[TILE_scope] == TILE_FILE);
}

/* The number of what has those coordinates, x counted up first, in a block or a tile of those sides: of the coordinates that
   have more than one value. Each name has the prefix "threadIdx." or none. */
static void add_number(const unsigned side[TILE_AXES], const char *prefix, struct tw_text *text)
{
    unsigned step = side[TILE_X] * side[TILE_Y] * side[TILE_Z];
    for (unsigned axis = TILE_AXES; axis-- > 0;) {
        step /= side[axis];
        if (side[axis] == 1) continue;
        tw_text_addf(text, "%s%s%s", text->length ? " + " : "", prefix, tw_tile_axes[axis]);
        if (step > 1) tw_text_addf(text, " * %u", step);
    }
}

/* "x = threadIdx.x, y = threadIdx.y": those that need no loop. */
static void add_axes(const struct tw_tile *tile, struct tw_text *text)
{
    for (unsigned axis = 0; axis < TILE_AXES; axis++) {
        if (tile->block[axis] > 1 && tw_tile_passes_along(tile, TILE_WRITE, axis) == 1)
            tw_text_addf(text, "%s%s = threadIdx.%s", text->length ? ", " : "", tw_tile_axes[axis],
                         tw_tile_axes[axis]);
    }
}

/* One line before the body of a walk: a loop over the items of a thread, or a guard. */
static void add_head(struct tw_data *heads, const char *name, const char *start, unsigned extent,
                     unsigned step)
{
    struct tw_data head = tw_data_item(heads);
    bool loops = extent > step;
    tw_data_flag(&head, "loops", loops);
    if (loops)
        tw_data_format(&head, "line", "for (unsigned %s = %s; %s < %u; %s += %u)", name, start, name, extent,
                       name, step);
    else
        tw_data_format(&head, "line", "if (%s < %u)", name, extent);
}

static void describe_heads(const struct tw_tile *tile, struct tw_data *data)
{
    struct tw_data heads = tw_data_list(data, "heads");
    unsigned extent[TILE_AXES];
    tw_tile_extents(tile, TILE_WRITE, extent);
    if (tile->linear) {
        bool loops = tile->elements > tile->threads;
        if (tile->elements != tile->threads)
            add_head(&heads, "idx", loops ? "tid" : "idx", tile->elements, tile->threads);
        return;
    }
    for (unsigned axis = TILE_AXES; axis-- > 0;) {
        char start[16] = "threadIdx.x";
        start[strlen(start) - 1] = *tw_tile_axes[axis];
        if (extent[axis] != tile->block[axis])
            add_head(&heads, tw_tile_axes[axis], start, extent[axis], tile->block[axis]);
    }
}

static void describe_index(const int64_t *value, struct tw_data *data)
{
    struct tw_tile tile = tw_tile_of(value);
    bool named = tw_tile_names_axes(&tile), walks = !tw_tile_is_block(&tile);
    struct tw_text idx = {0}, block = {0}, coordinates = {0};
    unsigned extent[TILE_AXES];
    tw_tile_extents(&tile, TILE_WRITE, extent);
    add_number(walks && named && tile.elements > 1 ? extent : tile.block, named ? "" : "threadIdx.", &idx);
    if (!idx.length) tw_text_add(&idx, "threadIdx.x");
    tw_text_addf(&block, "%u, %u", tile.block[TILE_X], tile.block[TILE_Y]);
    if (tile.block[TILE_Z] > 1) tw_text_addf(&block, ", %u", tile.block[TILE_Z]);
    if (named) add_axes(&tile, &coordinates);
    tw_data_text(data, "idx", &idx);
    tw_data_text(data, "block", &block);
    tw_data_text_or_false(data, "axes", &coordinates);
    tw_data_number(data, "threads", tile.threads);
    tw_data_flag(data, "bounded", tile.threads > 1); /* or idx would be known to be 0 */
    tw_data_number_or_false(data, "resident", value[TILE_min_blocks] > 0, value[TILE_min_blocks]);
    tw_data_flag(data, "walks", walks);
    tw_data_string(data, "number", tile.linear && tile.elements > tile.threads ? "tid" : "idx");
    tw_data_flag(data, "numbered", !walks || tile.linear);
    describe_heads(&tile, data);
}

/* A thread may read an element in more than one pass: the compiler is to load it each time. */
static bool reads_again(const int64_t *value)
{
    bool all_once = true;
    for (unsigned i = 0; i < value[TILE_tiles]; i++) {
        int64_t own[TILE_FIELD_COUNT];
        tw_tile_values(value, i, own);
        const struct tw_tile tile = tw_tile_of(own);
        struct tw_pattern pattern;
        bool once = true;
        if (tile.elements <= tile.threads || !tw_tile_pattern(own, &tile, TILE_READ, &pattern)) continue;
        tw_pattern_accept(&pattern, &once, NULL);
        tw_pattern_free(&pattern);
        all_once &= once;
    }
    return !all_once;
}

/* What stands in place of the block's barrier. Where each thread reads its own the compiler would leave out memory. */
static void describe_barrier(const int64_t *value, struct tw_data *data)
{
    static const char *const lines[] = {
        "__syncwarp();", "asm volatile(\"\" ::: \"memory\"); // no barrier: each thread reads what it wrote",
        "// no barrier: threads read what others may not have written yet"};
    bool warp = value[TILE_barrier] == TILE_WARP_BARRIER;
    if (value[TILE_barrier] == TILE_BLOCK_BARRIER)
        tw_data_flag(data, "instead", false);
    else
        tw_data_string(data, "instead", lines[warp ? 0 : 1 + tw_tile_races(value)]);
}

void tw_tile_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                      struct tw_data *data)
{
    describe_tiles(value, name, data);
    tw_tile_describe_accesses(value, name, rendering, data);
    describe_index(value, data);
    describe_barrier(value, data);
    tw_data_flag(data, "again", reads_again(value));
}
