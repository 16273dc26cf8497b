/* The template's variables of the tile family. */
#include <string.h>

#include "gen/cuda_type.h"
#include "gen/families/tile/addresses.h"
#include "gen/families/tile/describe.h"
#include "gen/text/data.h"

/* A rendering stores "idx" or "idx OPERATION": component k of it is "idx + k", "(idx + 1) & 255". */
static const char *operation(const struct tw_rendering *rendering)
{
    const char *stores = *rendering->stores ? rendering->stores : "idx";
    return stores + strlen("idx");
}

/* The integer that is stored, component k of it: "idx", "idx + 1", "idx >> 8", "(idx + 1) & 255". */
static void add_integer(const struct tw_rendering *rendering, unsigned k, struct tw_text *text)
{
    const char *after = operation(rendering);
    if (k == 0) {
        tw_text_addf(text, "idx%s", after);
    } else {
        tw_text_addf(text, *after ? "(idx + %u)%s" : "idx + %u%s", k, after);
    }
}

static void describe_value(const int64_t *value, const struct tw_rendering *rendering, struct tw_data *data)
{
    enum tw_element type = tw_tile_element(value);
    const struct tw_element_info *info = tw_element_info(type);
    bool converts = type == TW_FLOAT16 || type == TW_BFLOAT16;
    bool whole = !*operation(rendering);
    bool exact = !whole || info->exact >= (long long)tw_tile_of(value).elements - 1;
    struct tw_text integer = {0}, stored = {0};
    add_integer(rendering, 0, &integer);
    if (converts) tw_text_add(&stored, "value");
    if (info->components > 1) tw_text_addf(&stored, "make_%s(", tw_cuda_type(type));
    for (unsigned k = 0; k < info->components && !converts; k++) {
        if (k > 0) tw_text_add(&stored, ", ");
        add_integer(rendering, k, &stored);
    }
    if (info->components > 1) tw_text_add_char(&stored, ')');
    tw_data_text(data, "integer", &integer);
    tw_data_text(data, "value", &stored);
    tw_data_string(data, "element", tw_cuda_type(type));
    tw_data_flag(data, "float16", type == TW_FLOAT16);
    tw_data_flag(data, "bfloat16", type == TW_BFLOAT16);
    tw_data_flag(data, "exact", exact);
}

/* ---- where an element is ---- */

static const char *const axes[TILE_AXES] = {"x", "y", "z"};

/* More than one side of the block is longer than 1, so its coordinates and idx are different things. */
static bool has_sides(const struct tw_tile *tile)
{
    unsigned longer = 0;
    for (unsigned axis = 0; axis < TILE_AXES; axis++) longer += tile->block[axis] > 1;
    return longer > 1;
}

/* Coordinates have names of their own: in 2d form, unless there is but one and that is idx. */
static bool names_axes(const struct tw_tile *tile)
{
    return !tile->linear && (has_sides(tile) || !tw_tile_is_block(tile));
}

/* A coordinate of an access that has `extent` values and counts once in `step` numbers: a name, or a part of `number`. */
static void add_coordinate(const struct tw_tile *tile, const char *number, unsigned extent, unsigned step,
                           const char *axis, struct tw_text *text)
{
    if (extent == 1 || strcmp(number, "0") == 0) {
        tw_text_add(text, "0");
    } else if (names_axes(tile)) {
        tw_text_add(text, axis);
    } else {
        tw_text_add(text, number);
        if (step > 1) tw_text_addf(text, " / %u", step);
        if (step * extent < tile->elements) tw_text_addf(text, " %% %u", extent);
    }
}

/* The three subscripts of an element; slice is "0" but in three dimensions. */
struct place {
    struct tw_text slice, row, column;
};

/* Of the element that has the number `number` in the order of the access. */
static void make_place(const struct tw_tile *tile, unsigned access, const char *number, struct place *place)
{
    bool rows = tile->along_rows[access];
    unsigned extent[TILE_AXES];
    tw_tile_extents(tile, access, extent);
    add_coordinate(tile, number, tile->rows, rows ? extent[TILE_X] : 1, axes[rows ? TILE_Y : TILE_X],
                   &place->row);
    add_coordinate(tile, number, tile->depth, extent[TILE_X] * extent[TILE_Y], axes[TILE_Z], &place->slice);
    if (tile->elements == 1)
        tw_text_add(&place->column,
                    "idx"); /* at a constant place NVRTC forwards the store and drops the tile */
    else
        add_coordinate(tile, number, tile->columns, rows ? 1 : extent[TILE_X], axes[rows ? TILE_X : TILE_Y],
                       &place->column);
}

/* A factor of a sum or product: in brackets when it has an operator. */
static void add_factor(const char *expression, struct tw_text *text)
{
    bool single = !strchr(expression, ' ');
    tw_text_addf(text, single ? "%s" : "(%s)", expression);
}

/* "row" of a tile in two dimensions; "slice * 8 + row" of one in three. */
static void add_whole_row(const struct tw_layout *layout, const char *slice, const char *row,
                          struct tw_text *text)
{
    bool has_slice = strcmp(slice, "0") != 0, has_row = strcmp(row, "0") != 0 || !has_slice;
    if (has_slice) tw_text_addf(text, layout->height > 1 ? "%s * %u" : "%s", slice, layout->height);
    if (has_slice && has_row) tw_text_add(text, " + ");
    if (has_row) tw_text_add(text, row);
}

/* The place of the column; a swizzle leaves the first row alone. */
static void add_column(const struct tw_layout *layout, const char *row, const char *column,
                       struct tw_text *text)
{
    if (strcmp(row, "0") == 0)
        tw_text_add(text, column);
    else
        tw_layout_add_column(layout, row, column, text);
}

/* "i + i / 32 * 2": element i of a tile that is padded after every 32. */
static void add_cut(const int64_t *value, const char *column, struct tw_text *text)
{
    add_factor(column, text);
    if (value[TILE_IPAD] == 0 || strcmp(column, "0") == 0) return;
    tw_text_add(text, " + ");
    add_factor(column, text);
    tw_text_addf(text, " / %u", (unsigned)value[TILE_pad_every]);
    if (value[TILE_IPAD] > 1) tw_text_addf(text, " * %u", (unsigned)value[TILE_IPAD]);
}

/* "row][column", "column", "slice][row][column" of a static tile. */
static void add_static(const int64_t *value, const char *slice, const char *row, const char *column,
                       struct tw_text *text)
{
    unsigned dims = tw_tile_of(value).dims;
    struct tw_layout layout = tw_tile_layout(value);
    if (dims == 3) tw_text_addf(text, "%s][", slice);
    if (dims > 1) tw_text_addf(text, "%s][", row);
    add_column(&layout, row, column, text);
}

/* "row * pitch + column" of a dynamic one. */
static void add_dynamic(const int64_t *value, const char *slice, const char *row, const char *column,
                        struct tw_text *text)
{
    struct tw_layout layout = tw_tile_layout(value);
    struct tw_text whole = {0};
    add_whole_row(&layout, slice, row, &whole);
    const char *line = tw_text_part(text, &whole);
    bool has_row = strcmp(line, "0") != 0, has_column = strcmp(column, "0") != 0 || !has_row;
    bool xors = tw_layout_moves(&layout) && layout.swizzle == TW_SWIZZLE_XOR;
    if (has_row && layout.pitch > 1 && strchr(line, '+'))
        add_factor(line, text);
    else if (has_row)
        tw_text_add(text, line);
    if (has_row && layout.pitch > 1) tw_text_addf(text, " * %u", layout.pitch);
    if (has_row && has_column) tw_text_add(text, xors ? " + (" : " + ");
    if (has_column) add_column(&layout, row, column, text);
    if (has_row && has_column && xors) tw_text_add_char(text, ')');
    tw_text_free(&whole);
}

/* The element that has a number in the order of the access is stored at that number. */
static bool is_number(const int64_t *value, const struct tw_tile *tile, unsigned access)
{
    struct tw_layout layout = tw_tile_layout(value);
    bool in_rows = tile->along_rows[access] || tile->rows == 1 || tile->columns == 1;
    return in_rows && (layout.pitch == layout.columns || layout.rows == 1) && !tw_layout_moves(&layout);
}

/* A swizzle needs row and column more than once: parts of idx then have names. */
static bool names_place(const int64_t *value)
{
    struct tw_tile tile = tw_tile_of(value);
    struct tw_layout layout = tw_tile_layout(value);
    return !names_axes(&tile) && tile.linear && tw_layout_moves(&layout);
}

/* The table of a permutation, in lines. */
static void describe_table(const struct tw_pattern *pattern, const char *table, struct tw_data *data)
{
    struct tw_data lines = tw_data_list(data, "lines");
    struct tw_text line = {0};
    for (unsigned i = 0; i < pattern->length; i++) {
        bool last = i + 1 == pattern->length;
        tw_text_addf(&line, last ? "%u" : "%u,", tw_pattern_entry(pattern, i));
        if (i % 16 < 15 && !last) {
            tw_text_add_char(&line, ' ');
            continue;
        }
        struct tw_data item = tw_data_item(&lines);
        tw_data_text(&item, "line", &line);
    }
    tw_data_string(data, "table", table);
    tw_data_number(data, "length", pattern->length);
}

/* What a pattern needs: a table, and the number of the element, which is a name unless it is an item's own or 0. */
static void describe_pattern(const int64_t *value, unsigned access, const struct tw_pattern *pattern,
                             const char *name, struct tw_text *number, struct tw_data *data)
{
    struct tw_tile tile = tw_tile_of(value);
    struct tw_text table = {0};
    const char *called = access == TILE_WRITE ? "to" : "from";
    bool tabled = pattern->kind == TW_PATTERN_PERMUTATION || pattern->kind == TW_PATTERN_LIST;
    bool named = pattern->kind != TW_PATTERN_LINEAR && pattern->kind != TW_PATTERN_BROADCAST;
    tw_text_addf(&table, "%s_%s", name, called);
    tw_pattern_add(pattern, tile.elements > tile.threads ? "tid" : "idx", tw_text_string(&table), number);
    tw_data_flag(data, "tabled", tabled);
    if (tabled) describe_table(pattern, tw_text_string(&table), data);
    tw_text_free(&table);
    if (!named) {
        tw_data_flag(data, "number", false);
        return;
    }
    tw_data_text(data, "number", number);
    tw_text_add(number, called);
}

/* Where the element is that has the number `number` in the order of the access, as a subscript without its brackets. */
static void add_subscript(const int64_t *value, const struct tw_tile *tile, unsigned access,
                          const char *number, const struct place *place, struct tw_text *text)
{
    const bool named = names_place(value), dynamic = value[TILE_shared] == TILE_DYNAMIC;
    const char *slice = tw_text_part(text, &place->slice);
    const char *row = named ? "row" : tw_text_part(text, &place->row);
    const char *column = named ? "col" : tw_text_part(text, &place->column);
    if (dynamic && is_number(value, tile, access))
        tw_text_add(text, number);
    else if (tw_tile_is_cut(value))
        add_cut(value, column, text);
    else
        (dynamic ? add_dynamic : add_static)(value, slice, row, column, text);
}

/* The subscript of a dynamic tile has a name, unless it is a number with one, or made of row and col or of a pattern's number. */
static bool names_subscript(const int64_t *value, const struct tw_tile *tile, unsigned access)
{
    return value[TILE_shared] == TILE_DYNAMIC && tw_tile_is_block(tile) && !names_place(value) &&
           !tw_pattern_text(value, access) && !is_number(value, tile, access);
}

/* Adds "row_idx = SUBSCRIPT" to the places, unless the access before has the same; the name is the subscript then. */
static void name_subscript(const struct tw_tile *tile, unsigned access, struct tw_text *subscript,
                           struct tw_text *places)
{
    const char *name = tile->along_rows[access] ? "row_idx" : "col_idx";
    if (!strstr(tw_text_string(places), name))
        tw_text_addf(places, places->length ? ", %s = %s" : "%s = %s", name, tw_text_string(subscript));
    tw_text_clear(subscript);
    tw_text_add(subscript, name);
}

static void describe_access(const int64_t *value, unsigned access, const char *name, struct tw_text *places,
                            struct tw_data *data)
{
    struct tw_tile tile = tw_tile_of(value);
    struct place place = {0};
    struct tw_text subscript = {0}, number = {0};
    struct tw_pattern pattern;
    if (tw_tile_pattern(value, &tile, access, &pattern)) {
        tile.along_rows[access] = true;
        describe_pattern(value, access, &pattern, name, &number, data);
        tw_data_string(data, "how", tw_pattern_how(&pattern));
        tw_pattern_free(&pattern);
    } else {
        tw_data_flag(data, "tabled", false);
        tw_data_flag(data, "number", false);
        tw_data_format(data, "how", "along the %s", tile.along_rows[access] ? "rows" : "columns");
        tw_text_add(&number, "idx");
    }
    make_place(&tile, access, tw_text_part(&subscript, &number), &place);
    add_subscript(value, &tile, access, tw_text_part(&subscript, &number), &place, &subscript);
    if (names_subscript(value, &tile, access)) name_subscript(&tile, access, &subscript, places);
    tw_data_text(data, "subscript", &subscript);
    tw_data_text(data, "row", &place.row);
    tw_data_text(data, "col", &place.column);
    tw_text_free(&place.slice);
    tw_text_free(&number);
}

/* ---- the tile and the way to it ---- */

static void describe_tile(const int64_t *value, const char *name, struct tw_data *data)
{
    struct tw_tile tile = tw_tile_of(value);
    struct tw_layout layout = tw_tile_layout(value);
    bool own_name = value[TILE_shared] == TILE_DYNAMIC || value[TILE_scope] == TILE_FILE;
    const unsigned side[] = {tile.depth, tile.rows,
                             tile.dims == 1 ? layout.rows * layout.pitch : layout.pitch};
    struct tw_text sides = {0}, subscripts = {0};
    for (unsigned i = 3 - tile.dims; i < 3; i++) {
        tw_text_addf(&sides, sides.length ? " x %u" : "%u", side[i]);
        tw_text_addf(&subscripts, "[%u]", side[i]);
    }
    tw_data_format(data, "tile", "%s%stile", own_name ? name : "", own_name ? "_" : "");
    tw_data_format(data, "stored", "%s%s", value[TILE_memory] == TILE_VOLATILE ? "volatile " : "",
                   tw_cuda_type(tw_tile_element(value)));
    tw_data_text(data, "sides", &sides);
    tw_data_text(data, "subscripts", &subscripts);
    tw_data_number(data, "columns", layout.columns);
    tw_data_number(data, "elements", tile.elements);
    tw_data_number(data, "bytes", tw_tile_bytes(value));
    tw_data_flag(data, "dynamic", value[TILE_shared] == TILE_DYNAMIC);
    tw_data_flag(data, "padded", value[TILE_IPAD] > 0);
    tw_data_number_or_false(data, "cut", tw_tile_is_cut(value), layout.rows);
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
        tw_text_addf(text, "%s%s%s", text->length ? " + " : "", prefix, axes[axis]);
        if (step > 1) tw_text_addf(text, " * %u", step);
    }
}

/* "x = threadIdx.x, y = threadIdx.y": those that need no loop. */
static void add_axes(const struct tw_tile *tile, struct tw_text *text)
{
    for (unsigned axis = 0; axis < TILE_AXES; axis++) {
        if (tile->block[axis] > 1 && tw_tile_passes_along(tile, TILE_WRITE, axis) == 1)
            tw_text_addf(text, "%s%s = threadIdx.%s", text->length ? ", " : "", axes[axis], axes[axis]);
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
        start[strlen(start) - 1] = *axes[axis];
        if (extent[axis] != tile->block[axis])
            add_head(&heads, axes[axis], start, extent[axis], tile->block[axis]);
    }
}

static void describe_index(const int64_t *value, const struct tw_rendering *rendering, struct tw_data *data)
{
    struct tw_tile tile = tw_tile_of(value);
    bool named = names_axes(&tile), walks = !tw_tile_is_block(&tile);
    struct tw_text idx = {0}, block = {0}, coordinates = {0};
    unsigned extent[TILE_AXES];
    tw_tile_extents(&tile, TILE_WRITE, extent);
    add_number(walks && named && tile.elements > 1 ? extent : tile.block, named ? "" : "threadIdx.", &idx);
    if (!idx.length) tw_text_add(&idx, "threadIdx.x");
    tw_text_addf(&block, "%u, %u", tile.block[TILE_X], tile.block[TILE_Y]);
    if (tile.block[TILE_Z] > 1) tw_text_addf(&block, ", %u", tile.block[TILE_Z]);
    if (named) add_axes(&tile, &coordinates);
    if (rendering->spreads)
        tw_data_format(data, "place", "blockIdx.x * %u + ", tile.elements);
    else
        tw_data_string(data, "place", "");
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
    struct tw_tile tile = tw_tile_of(value);
    struct tw_pattern pattern;
    bool once = true;
    if (tile.elements > tile.threads && tw_tile_pattern(value, &tile, TILE_READ, &pattern)) {
        tw_pattern_accept(&pattern, &once, NULL);
        tw_pattern_free(&pattern);
    }
    return !once;
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
    struct tw_tile tile = tw_tile_of(value);
    struct tw_data write = tw_data_object(data, "write"), read = tw_data_object(data, "read");
    struct tw_text places = {0};
    describe_access(value, TILE_WRITE, name, &places, &write);
    describe_access(value, TILE_READ, name, &places, &read);
    tw_data_text_or_false(data, "places", &places);
    describe_tile(value, name, data);
    describe_index(value, rendering, data);
    describe_value(value, rendering, data);
    describe_barrier(value, data);
    tw_data_flag(data, "names_place", names_place(value));
    tw_data_flag(data, "turns",
                 tw_tile_has_pattern(value) || tile.along_rows[TILE_WRITE] != tile.along_rows[TILE_READ]);
    tw_data_flag(data, "again", reads_again(value));
}
