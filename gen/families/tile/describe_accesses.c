/* The accesses of a variant in its source: what is stored, where it goes, and what that is called. */
#include "gen/families/tile/describe_accesses.h"

#include <string.h>

#include "gen/cuda_type.h"
#include "gen/families/tile/pattern.h"

const char *const tw_tile_axes[TILE_AXES] = {"x", "y", "z"};

/* What names of the second tile end with. */
static const char *const nth[TW_MAX_TILES] = {"", "2"};

/* A rendering stores "idx" or "idx OPERATION": component k of it is "idx + k", "(idx + 1) & 255". */
static const char *operation(const struct tw_rendering *rendering)
{
    const char *stores = *rendering->stores ? rendering->stores : "idx";
    return stores + strlen("idx");
}

/* The integer that is stored, component k of it: "idx", "idx + 1", "idx >> 8", "(idx + 1) & 255"; the second tile counts down
   from the last of `elements`, "1023 - idx". */
static void add_integer(const struct tw_rendering *rendering, unsigned number, unsigned elements, unsigned k,
                        struct tw_text *text)
{
    const char *after = operation(rendering);
    const bool sum = number > 0 || k > 0, brackets = sum && *after;
    if (brackets) tw_text_add_char(text, '(');
    if (number > 0) tw_text_addf(text, "%u - ", elements - 1 + k);
    tw_text_add(text, "idx");
    if (number == 0 && k > 0) tw_text_addf(text, " + %u", k);
    tw_text_addf(text, brackets ? ")%s" : "%s", after);
}

/* What is written into tile `number`. */
static void describe_value(const int64_t *value, unsigned number, const struct tw_rendering *rendering,
                           struct tw_data *data)
{
    enum tw_element type = tw_tile_element(value);
    const struct tw_element_info *info = tw_element_info(type);
    const unsigned elements = tw_tile_of(value).elements;
    bool converts = type == TW_FLOAT16 || type == TW_BFLOAT16;
    bool whole = !*operation(rendering);
    bool exact = !whole || info->exact >= (long long)elements - 1;
    struct tw_text integer = {0}, stored = {0};
    add_integer(rendering, number, elements, 0, &integer);
    if (converts) tw_text_addf(&stored, "value%s", nth[number]);
    if (info->components > 1) tw_text_addf(&stored, "make_%s(", tw_cuda_type(type));
    for (unsigned k = 0; k < info->components && !converts; k++) {
        if (k > 0) tw_text_add(&stored, ", ");
        add_integer(rendering, number, elements, k, &stored);
    }
    if (info->components > 1) tw_text_add_char(&stored, ')');
    tw_data_text(data, "integer", &integer);
    tw_data_text(data, "value", &stored);
    tw_data_flag(data, "float16", type == TW_FLOAT16);
    tw_data_flag(data, "bfloat16", type == TW_BFLOAT16);
    tw_data_flag(data, "exact", exact);
}

/* ---- where an element is ---- */

/* More than one side of the block is longer than 1, so its coordinates and idx are different things. */
static bool has_sides(const struct tw_tile *tile)
{
    unsigned longer = 0;
    for (unsigned axis = 0; axis < TILE_AXES; axis++) longer += tile->block[axis] > 1;
    return longer > 1;
}

bool tw_tile_names_axes(const struct tw_tile *tile)
{
    return !tile->linear && (has_sides(tile) || !tw_tile_is_block(tile));
}

/* A coordinate of an access that has `extent` values and counts once in `step` numbers: a name, or a part of `number`. */
static void add_coordinate(const struct tw_tile *tile, const char *number, unsigned extent, unsigned step,
                           const char *axis, struct tw_text *text)
{
    if (extent == 1 || strcmp(number, "0") == 0) {
        tw_text_add(text, "0");
    } else if (tw_tile_names_axes(tile)) {
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

/* Fills *place: where the element is that has the number `number` in the order of the access. */
static void make_place(const struct tw_tile *tile, unsigned access, const char *number, struct place *place)
{
    bool rows = tile->along_rows[access];
    unsigned extent[TILE_AXES];
    tw_tile_extents(tile, access, extent);
    add_coordinate(tile, number, tile->rows, rows ? extent[TILE_X] : 1, tw_tile_axes[rows ? TILE_Y : TILE_X],
                   &place->row);
    add_coordinate(tile, number, tile->depth, extent[TILE_X] * extent[TILE_Y], tw_tile_axes[TILE_Z],
                   &place->slice);
    if (tile->elements == 1)
        tw_text_add(&place->column,
                    "idx"); /* at a constant place NVRTC forwards the store and drops the tile */
    else
        add_coordinate(tile, number, tile->columns, rows ? 1 : extent[TILE_X],
                       tw_tile_axes[rows ? TILE_X : TILE_Y], &place->column);
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
    return !tw_tile_names_axes(&tile) && tile.linear && tw_layout_moves(&layout);
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

/* ---- accesses ---- */

void tw_tile_add_name(const int64_t *value, unsigned number, const char *name, struct tw_data *data)
{
    const bool dynamic = value[TILE_shared] == TILE_DYNAMIC, carved = dynamic && value[TILE_tiles] > 1;
    const bool own = !carved && (dynamic || value[TILE_scope] == TILE_FILE);
    tw_data_format(data, "tile", "%s%stile%s", own ? name : "", own ? "_" : "", nth[number]);
}

/* An access to one of the tiles. */
struct access {
    int64_t value[TILE_FIELD_COUNT]; /* of its tile */
    struct tw_tile tile;
    unsigned number, access; /* of the tile; TILE_WRITE or TILE_READ                           */
    struct tw_text element;  /* what stands for the element's number in the order of the access */
    struct place place;
    struct tw_data data;
};

/* The second tile goes by the first one's pattern, whose number and table have their names. */
static bool shares_pattern(const struct access *access, const int64_t *value)
{
    const char *first = tw_pattern_text(value, access->access),
               *own = tw_pattern_text(access->value, access->access);
    return access->number > 0 && first && own && strcmp(first, own) == 0;
}

/* What a pattern needs: a table, and the number of the element, which is a name unless it is an item's own or 0. */
static void describe_pattern(const int64_t *value, const struct tw_pattern *pattern, const char *name,
                             struct access *access)
{
    const struct tw_tile *tile = &access->tile;
    const bool shares = shares_pattern(access, value);
    struct tw_text called = {0}, table = {0};
    bool tabled = pattern->kind == TW_PATTERN_PERMUTATION || pattern->kind == TW_PATTERN_LIST;
    bool named = pattern->kind != TW_PATTERN_LINEAR && pattern->kind != TW_PATTERN_BROADCAST;
    tw_text_addf(&called, "%s%s", access->access == TILE_WRITE ? "to" : "from",
                 nth[shares ? 0 : access->number]);
    tw_text_addf(&table, "%s_%s", name, tw_text_part(&table, &called));
    tw_pattern_add(pattern, tile->elements > tile->threads ? "tid" : "idx", tw_text_string(&table),
                   &access->element);
    tw_data_flag(&access->data, "tabled", tabled && !shares);
    if (tabled && !shares) describe_table(pattern, tw_text_string(&table), &access->data);
    if (named && !shares)
        tw_data_text(&access->data, "number", &access->element);
    else
        tw_data_flag(&access->data, "number", false);
    if (named) {
        tw_text_clear(&access->element);
        tw_text_add(&access->element, tw_text_part(&access->element, &called));
    }
    tw_text_part(&access->element, &table);
    tw_data_text(&access->data, "called", &called);
    tw_text_free(&table);
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

/* Whether "row_idx = SUBSCRIPT" is one of the places, "row_idx = SUBSCRIPT, col_idx = SUBSCRIPT". */
static bool has_place(const struct tw_text *places, const struct tw_text *place)
{
    const char *all = tw_text_string(places), *one = tw_text_string(place);
    for (const char *at = all; place->length && (at = strstr(at, one)); at += place->length) {
        if ((at == all || at[-1] == ' ') && (!at[place->length] || at[place->length] == ',')) return true;
    }
    return false;
}

/* Adds the subscript to the places of its tile, unless an access before has the same; its name is the subscript then. */
static void name_subscript(const struct access *access, struct tw_text *subscript,
                           struct tw_text places[TW_MAX_TILES])
{
    const char *word = access->tile.along_rows[access->access] ? "row_idx" : "col_idx";
    const unsigned number = access->number;
    struct tw_text place = {0};
    tw_text_addf(&place, "%s = %s", word, tw_text_part(&place, subscript));
    const bool shares = number > 0 && has_place(&places[0], &place);
    if (number > 0 && !shares) {
        tw_text_clear(&place);
        tw_text_addf(&place, "%s%s = %s", word, nth[number], tw_text_part(&place, subscript));
    }
    if (!shares && !has_place(&places[number], &place))
        tw_text_addf(&places[number], places[number].length ? ", %s" : "%s",
                     tw_text_part(&places[number], &place));
    tw_text_clear(subscript);
    tw_text_addf(subscript, "%s%s", word, shares ? "" : nth[number]);
    tw_text_free(&place);
}

static void describe_places(struct tw_text places[TW_MAX_TILES], struct tw_data *data)
{
    struct tw_data list = tw_data_list(data, "places");
    for (unsigned i = 0; i < TW_MAX_TILES; i++) {
        if (!places[i].length && !places[i].failed) continue;
        struct tw_data item = tw_data_item(&list);
        tw_data_text(&item, "line", &places[i]);
    }
}

/* Finds where an access goes. */
static void open_access(const int64_t *value, const char *name, unsigned number, unsigned way,
                        struct tw_data *list, struct access *access)
{
    struct tw_pattern pattern;
    *access = (struct access){.number = number, .access = way, .data = tw_data_item(list)};
    tw_tile_values(value, number, access->value);
    access->tile = tw_tile_of(access->value);
    if (tw_tile_pattern(access->value, &access->tile, way, &pattern)) {
        access->tile.along_rows[way] = true;
        describe_pattern(value, &pattern, name, access);
        tw_data_string(&access->data, "how", tw_pattern_how(&pattern));
        tw_pattern_free(&pattern);
    } else {
        tw_data_flag(&access->data, "tabled", false);
        tw_data_flag(&access->data, "number", false);
        tw_data_format(&access->data, "how", "along the %s",
                       access->tile.along_rows[way] ? "rows" : "columns");
        tw_text_add(&access->element, "idx");
    }
    make_place(&access->tile, way, tw_text_string(&access->element), &access->place);
}

static bool same_text(const struct tw_text *a, const struct tw_text *b)
{
    return strcmp(tw_text_string(a), tw_text_string(b)) == 0;
}

static bool same_place(const struct access *a, const struct access *b)
{
    return same_text(&a->place.row, &b->place.row) && same_text(&a->place.column, &b->place.column);
}

/* Row and column of accesses that follow each other in one block of the source: the first one declares their names, and where
   another has others they are set anew. */
static void describe_names(struct access *accesses, unsigned count)
{
    const bool named = names_place(accesses[0].value);
    bool turns = false;
    for (unsigned i = 1; i < count; i++) turns |= !same_place(&accesses[i], &accesses[0]);
    for (unsigned i = 0; i < count; i++) {
        struct access *access = &accesses[i];
        tw_data_flag(&access->data, "turns", named && i > 0 && !same_place(access, &accesses[i - 1]));
        if (named && i == 0)
            tw_data_format(&access->data, "opens", "%sunsigned row = %s, col = %s", turns ? "" : "const ",
                           tw_text_string(&access->place.row), tw_text_string(&access->place.column));
        else
            tw_data_flag(&access->data, "opens", false);
    }
}

static void close_access(struct access *access, const char *name, struct tw_text places[TW_MAX_TILES])
{
    struct tw_text subscript = {0};
    add_subscript(access->value, &access->tile, access->access, tw_text_part(&subscript, &access->element),
                  &access->place, &subscript);
    if (names_subscript(access->value, &access->tile, access->access))
        name_subscript(access, &subscript, places);
    tw_tile_add_name(access->value, access->number, name, &access->data);
    tw_data_string(&access->data, "nth", nth[access->number]);
    tw_data_text(&access->data, "subscript", &subscript);
    tw_data_text(&access->data, "row", &access->place.row);
    tw_data_text(&access->data, "col", &access->place.column);
    tw_text_free(&access->place.slice);
    tw_text_free(&access->element);
}

/* The place in out of what is read from a tile, before its idx. */
static void describe_out(struct access *access, const struct tw_rendering *rendering)
{
    const unsigned elements = access->tile.elements;
    struct tw_text place = {0};
    if (rendering->spreads)
        tw_text_addf(&place, "blockIdx.x * %u + ", (unsigned)access->value[TILE_tiles] * elements);
    if (access->number > 0) tw_text_addf(&place, "%u + ", access->number * elements);
    tw_data_text(&access->data, "place", &place);
}

void tw_tile_describe_accesses(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                               struct tw_data *data)
{
    const unsigned tiles = (unsigned)value[TILE_tiles], count = tiles * TILE_ACCESSES;
    const struct tw_tile tile = tw_tile_of(value);
    struct tw_data writes = tw_data_list(data, "stores"), reads = tw_data_list(data, "loads");
    struct access accesses[TW_MAX_TILES * TILE_ACCESSES];
    struct tw_text places[TW_MAX_TILES] = {{0}};
    for (unsigned i = 0; i < count; i++)
        open_access(value, name, i % tiles, i / tiles, i < tiles ? &writes : &reads, &accesses[i]);
    if (tw_tile_is_block(&tile)) {
        describe_names(accesses, count);
    } else {
        describe_names(accesses, tiles);
        describe_names(accesses + tiles, tiles);
    }
    for (unsigned i = 0; i < tiles; i++) {
        struct access *write = &accesses[i], *read = &accesses[tiles + i];
        describe_value(write->value, i, rendering, &write->data);
        describe_out(read, rendering);
        close_access(write, name, places);
        close_access(read, name, places);
    }
    describe_places(places, data);
}
