/*
 * The tile family: thread (x, y), idx = y * BDIMX + x, writes idx into a tile in shared memory and reads one
 * element back. The tile has H rows of W columns, BDIMY x BDIMX, but BDIMX x BDIMY for col-col in 2d form.
 * Where an access goes:
 *
 *              2d                       linear
 *     row      row y, column x          row idx / BDIMX, column idx % BDIMX
 *     col      row x, column y          row idx % BDIMY, column idx / BDIMY
 */
#include "gen/families/tile/fields.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "gen/cuda_type.h"
#include "gen/data.h"
#include "gen/sectors.h"

static const struct tw_field_info fields[] = {
#define X(key, kind, low, high, words, required, fallback, fallback_help, help, swept, roles)                \
    {#key, kind, low, high, words, required, fallback, fallback_help, help, swept, roles},
    TW_TILE_FIELDS(X)
#undef X
};

static void resolve(int64_t *value, const struct tw_target *target)
{
    (void)target;
    if (value[TILE_index] != TW_DERIVED) return;
    bool crosses = value[TILE_layout] == TILE_ROW_COL || value[TILE_layout] == TILE_COL_ROW;
    value[TILE_index] = crosses && value[TILE_BDIMX] != value[TILE_BDIMY] ? TILE_LINEAR : TILE_2D;
}

enum { WRITE, READ, ACCESSES };

/* Whether the access goes along the rows (else down the columns), by layout. */
static bool along_rows(const int64_t *value, unsigned access)
{
    static const bool rows[][ACCESSES] = {
        [TILE_ROW_ROW] = {true, true},
        [TILE_COL_COL] = {false, false},
        [TILE_ROW_COL] = {true, false},
        [TILE_COL_ROW] = {false, true},
    };
    assert(access < ACCESSES);
    return rows[value[TILE_layout]][access];
}

static enum tw_element element(const int64_t *value)
{
    return (enum tw_element)value[TILE_type];
}

static unsigned threads(const int64_t *value)
{
    return (unsigned)(value[TILE_BDIMX] * value[TILE_BDIMY]);
}

static struct tw_layout layout(const int64_t *value)
{
    bool turned = value[TILE_layout] == TILE_COL_COL && value[TILE_index] == TILE_2D;
    unsigned x = (unsigned)value[TILE_BDIMX], y = (unsigned)value[TILE_BDIMY];
    return (struct tw_layout){
        .rows = turned ? x : y,
        .columns = turned ? y : x,
        .pitch = (turned ? y : x) + (unsigned)value[TILE_IPAD],
        .element_bytes = tw_element_info(element(value))->bytes,
        .swizzle = (enum tw_swizzle)value[TILE_swizzle],
    };
}

static uint32_t tile_bytes(const int64_t *value)
{
    struct tw_layout tile = layout(value);
    return tile.rows * tile.pitch * tile.element_bytes;
}

static bool accept_block(const int64_t *value, struct tw_text *reason)
{
    unsigned x = (unsigned)value[TILE_BDIMX], y = (unsigned)value[TILE_BDIMY];
    if (x * y > TW_MAX_BLOCK_THREADS) {
        tw_text_addf(reason, "%u x %u = %u threads; a block has at most %u", x, y, x * y,
                     TW_MAX_BLOCK_THREADS);
        return false;
    }
    bool crosses = along_rows(value, WRITE) != along_rows(value, READ);
    if (crosses && value[TILE_index] == TILE_2D && x != y) {
        tw_text_addf(reason,
                     "%s in 2d form needs a square block, this one is %u x %u; index linear works on any",
                     value[TILE_layout] == TILE_ROW_COL ? "row-col" : "col-row", x, y);
        return false;
    }
    return true;
}

static bool accept_swizzle(const int64_t *value, struct tw_text *reason)
{
    struct tw_layout tile = layout(value);
    if (tile.swizzle != TW_SWIZZLE_XOR || (tw_is_power_of_two(tile.rows) && tw_is_power_of_two(tile.columns)))
        return true;
    tw_text_addf(reason, "xor needs sides that are powers of two; the tile has %u rows of %u columns",
                 tile.rows, tile.columns);
    return false;
}

static bool accept_memory(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    uint32_t bytes = tile_bytes(value);
    if (value[TILE_shared] == TILE_STATIC && bytes > TW_STATIC_SHARED_LIMIT) {
        tw_text_addf(reason, "the tile takes %u bytes; static shared memory has at most %u (48 KB)", bytes,
                     TW_STATIC_SHARED_LIMIT);
        return false;
    }
    if (value[TILE_shared] == TILE_DYNAMIC && bytes > target->shared_per_block) {
        tw_text_addf(reason, "the tile takes %u bytes; dynamic shared memory on sm_%u has at most %u (%u KB)",
                     bytes, target->sm, target->shared_per_block, target->shared_per_block / 1024);
        return false;
    }
    return true;
}

/* C++ assigns no struct from or to volatile memory, and vectors are structs. */
static bool accept_volatile(const int64_t *value, struct tw_text *reason)
{
    const struct tw_element_info *info = tw_element_info(element(value));
    if (value[TILE_memory] != TILE_VOLATILE || info->components == 1) return true;
    tw_text_addf(reason,
                 "a volatile tile needs elements of one component, and C++ cannot assign a volatile %s",
                 tw_element_words[element(value)]);
    return false;
}

static bool accept_division(const int64_t *value, struct tw_text *reason)
{
    if (value[TILE_carveout] == TW_WORD(0) || value[TILE_cache_config] == TW_CACHE_NONE) return true;
    tw_text_addf(reason, "carveout %d and cache_config %s are two wishes for one memory; give one of them",
                 (int)value[TILE_carveout], tw_cache_config_words[value[TILE_cache_config]]);
    return false;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    return accept_block(value, reason) && accept_swizzle(value, reason) && accept_volatile(value, reason) &&
           accept_division(value, reason) && accept_memory(value, target, reason);
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    uint32_t bytes = tile_bytes(value);
    shape->arguments[0] = (struct tw_argument){.name = "out",
                                               .role = TW_ROLE_OUTPUT,
                                               .before = TW_BEFORE_ANY,
                                               .element = element(value),
                                               .count = threads(value),
                                               .align = tw_element_info(element(value))->bytes};
    shape->argument_count = 1;
    shape->launches[0] = (struct tw_launch){
        .suffix = "",
        .grid = {1, 1, 1},
        .block = {(uint32_t)value[TILE_BDIMX], (uint32_t)value[TILE_BDIMY], 1},
        .shared_bytes = bytes,
        .dynamic_shared_bytes = value[TILE_shared] == TILE_DYNAMIC ? bytes : 0,
        .carveout = value[TILE_carveout] == TW_WORD(0) ? -1 : (int)value[TILE_carveout],
        .cache_config = (enum tw_cache_config)value[TILE_cache_config],
        .argument_count = 1,
    };
    shape->launch_count = 1;
    shape->work.elements = threads(value);
    const uint64_t row = (uint64_t)threads(value) * tw_element_info(element(value))->bytes;
    tw_work_writes(&shape->work, &(struct tw_rows){.lines = 1, .pitch = row, .length = row});
}

static bool tile(const int64_t *value, struct tw_layout *tile)
{
    *tile = layout(value);
    return true;
}

static unsigned accesses(const int64_t *value, struct tw_access_info info[TW_MAX_ACCESSES])
{
    unsigned bytes = tw_element_info(element(value))->bytes;
    const char *write = along_rows(value, WRITE) ? "write row" : "write column";
    const char *read = along_rows(value, READ) ? "read row" : "read column";
    info[WRITE] = (struct tw_access_info){write, TW_STORE, bytes, 0};
    info[READ] = (struct tw_access_info){read, TW_LOAD, bytes, 0};
    return ACCESSES;
}

/* Threads walk the tile line by line, row after row or column after column; this is the length of a line. */
static unsigned line_length(const int64_t *value, unsigned access)
{
    bool by_y = !along_rows(value, access) && value[TILE_index] == TILE_LINEAR;
    return (unsigned)value[by_y ? TILE_BDIMY : TILE_BDIMX];
}

/* Column `column` moved as skew moves it; column + shift is less than twice the width. */
static uint32_t wrap(uint32_t column, uint32_t width)
{
    return column < width ? column : column - width;
}

/* `count` elements of a row from `column` on; the swizzle moves the row's columns by `shift`. */
static void add_row(const struct tw_layout *tile, unsigned row, unsigned column, unsigned count,
                    uint32_t shift, uint32_t *addr)
{
    uint32_t start = row * tile->pitch, width = tile->columns, bytes = tile->element_bytes;
    if (tile->swizzle == TW_SWIZZLE_SKEW) {
        for (unsigned i = 0; i < count; i++) addr[i] = (start + wrap(column + i + shift, width)) * bytes;
    } else {
        for (unsigned i = 0; i < count; i++) addr[i] = (start + ((column + i) ^ shift)) * bytes;
    }
}

/* `count` elements of a column from `row` on; the swizzle moves row i by shift[i]. */
static void add_column(const struct tw_layout *tile, unsigned row, unsigned column, unsigned count,
                       const uint32_t *shift, uint32_t *addr)
{
    uint32_t start = row * tile->pitch, width = tile->columns, bytes = tile->element_bytes;
    shift += row;
    if (tile->swizzle == TW_SWIZZLE_SKEW) {
        for (unsigned i = 0; i < count; i++, start += tile->pitch) {
            addr[i] = (start + wrap(column + shift[i], width)) * bytes;
        }
    } else {
        for (unsigned i = 0; i < count; i++, start += tile->pitch)
            addr[i] = (start + (column ^ shift[i])) * bytes;
    }
}

static void addresses(const int64_t *value, unsigned access, unsigned first, unsigned count, uint32_t *addr)
{
    assert(first + count <= threads(value));
    struct tw_layout tile = layout(value);
    uint32_t shift[TW_MAX_BLOCK_THREADS];
    tw_layout_shifts(&tile, 0, tile.rows, shift);
    unsigned length = line_length(value, access), line = first / length, place = first % length;
    for (unsigned part; count > 0; count -= part, addr += part, line++, place = 0) {
        part = count < length - place ? count : length - place;
        if (along_rows(value, access)) {
            add_row(&tile, line, place, part, shift[line], addr);
        } else {
            add_column(&tile, place, line, part, shift, addr);
        }
    }
}

/*
 * Without a swizzle every line is the one before it moved by a constant, and a few lines make that a multiple
 * of 4 bytes, which turns the banks and keeps their loads. A swizzle exchanges columns within a row, which
 * changes nothing for lanes that are served together and take whole rows.
 */
static unsigned repeat(const int64_t *value, unsigned access)
{
    struct tw_layout tile = layout(value);
    bool rows = along_rows(value, access);
    unsigned together = tile.element_bytes <= 4 ? TW_WARP : TW_BANKS * 4 / tile.element_bytes;
    if (tw_layout_moves(&tile) && !(rows && together % tile.columns == 0)) return 0;
    unsigned distance = (rows ? tile.pitch : 1) * tile.element_bytes;
    unsigned lines = distance % 4 == 0 ? 1 : distance % 2 == 0 ? 2 : 4;
    return lines * line_length(value, access);
}

/*
 * A type that cannot hold every index is checked by idx >> 8 as well. The kernel itself shows an integer's
 * low byte; a float that rounds shows no bit for sure, so it also stores idx & 255.
 */
static unsigned renderings(const int64_t *value, const struct tw_rendering *list[TW_MAX_RENDERINGS],
                           const struct tw_rendering **timed)
{
    static const struct tw_rendering high = {"high", "idx >> 8", "stores idx >> 8", false},
                                     low = {"low", "idx & 255", "stores idx & 255", false},
                                     spread = {"spread", "idx",
                                               "each block at its own place of out, to be timed", true};
    const struct tw_element_info *info = tw_element_info(element(value));
    bool exact = info->exact >= (long long)threads(value) - 1;
    bool rounds = info->scalar == TW_FLOAT || info->scalar == TW_BFLOAT;
    *timed = &spread;
    list[0] = &tw_rendering_main;
    list[1] = &high;
    list[2] = &low;
    return exact ? 1 : rounds ? 3 : 2;
}

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
    enum tw_element type = element(value);
    const struct tw_element_info *info = tw_element_info(type);
    bool converts = type == TW_FLOAT16 || type == TW_BFLOAT16;
    bool whole = !*operation(rendering);
    bool exact = !whole || info->exact >= (long long)threads(value) - 1;
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

/* Both sides of the block are longer than 1, so x, y and idx are three different things. */
static bool has_sides(const int64_t *value)
{
    return value[TILE_BDIMX] > 1 && value[TILE_BDIMY] > 1;
}

/* The row or column of an access, as `extent` of them share the threads. */
static void add_coordinate(const int64_t *value, unsigned extent, const char *side, const char *operation,
                           unsigned divisor, struct tw_text *text)
{
    if (extent == 1) {
        tw_text_add(text, "0");
    } else if (extent == threads(value)) {
        tw_text_add(text, "idx");
    } else if (value[TILE_index] == TILE_2D) {
        tw_text_add(text, side);
    } else {
        tw_text_addf(text, "idx %s %u", operation, divisor);
    }
}

/* Where the element stands: "[row][column]" of a static tile, "[row * pitch + column]" of a dynamic one. */
static void add_subscript(const int64_t *value, const char *row, const char *column, struct tw_text *text)
{
    struct tw_layout tile = layout(value);
    if (value[TILE_shared] == TILE_STATIC) {
        tw_text_addf(text, "[%s][", row);
        tw_layout_add_column(&tile, row, column, text);
        tw_text_add_char(text, ']');
        return;
    }
    bool has_row = strcmp(row, "0") != 0, has_column = strcmp(column, "0") != 0 || !has_row;
    bool xors = tw_layout_moves(&tile) && tile.swizzle == TW_SWIZZLE_XOR;
    tw_text_add_char(text, '[');
    if (has_row) tw_text_add(text, row);
    if (has_row && tile.pitch > 1) tw_text_addf(text, " * %u", tile.pitch);
    if (has_row && has_column) tw_text_add(text, xors ? " + (" : " + ");
    if (has_column) tw_layout_add_column(&tile, row, column, text);
    tw_text_add(text, has_row && has_column && xors ? ")]" : "]");
}

static bool names_place(const int64_t *value)
{
    struct tw_layout tile = layout(value);
    return value[TILE_index] == TILE_LINEAR && tw_layout_moves(&tile);
}

static void describe_access(const int64_t *value, unsigned access, struct tw_data *data)
{
    struct tw_layout tile = layout(value);
    bool rows = along_rows(value, access);
    unsigned length = line_length(value, access);
    struct tw_text row = {0}, column = {0}, subscript = {0};
    add_coordinate(value, tile.rows, rows ? "y" : "x", rows ? "/" : "%", length, &row);
    if (threads(value) == 1) {
        tw_text_add(&column, "idx"); /* at a constant place NVRTC forwards the store and drops the tile */
    } else {
        add_coordinate(value, tile.columns, rows ? "x" : "y", rows ? "%" : "/", length, &column);
    }
    if (names_place(value)) {
        add_subscript(value, "row", "col", &subscript);
    } else {
        add_subscript(value, tw_text_part(&subscript, &row), tw_text_part(&subscript, &column), &subscript);
    }
    tw_data_text(data, "row", &row);
    tw_data_text(data, "col", &column);
    tw_data_text(data, "subscript", &subscript);
    tw_data_string(data, "order", rows ? "rows" : "columns");
}

static void describe_tile(const int64_t *value, const char *name, struct tw_data *data)
{
    struct tw_layout tile = layout(value);
    bool own_name = value[TILE_shared] == TILE_DYNAMIC || value[TILE_scope] == TILE_FILE;
    tw_data_format(data, "tile", "%s%stile", own_name ? name : "", own_name ? "_" : "");
    tw_data_format(data, "stored", "%s%s", value[TILE_memory] == TILE_VOLATILE ? "volatile " : "",
                   tw_cuda_type(element(value)));
    tw_data_number(data, "rows", tile.rows);
    tw_data_number(data, "columns", tile.columns);
    tw_data_number(data, "pitch", tile.pitch);
    tw_data_number(data, "bytes", tile_bytes(value));
    tw_data_flag(data, "dynamic", value[TILE_shared] == TILE_DYNAMIC);
    tw_data_flag(data, "padded", value[TILE_IPAD] > 0);
    tw_data_flag(data, "file_scope", value[TILE_scope] == TILE_FILE);
}

static void describe_index(const int64_t *value, const struct tw_rendering *rendering, struct tw_data *data)
{
    bool uses_sides = has_sides(value) && value[TILE_index] == TILE_2D;
    const char *prefix = uses_sides ? "" : "threadIdx.";
    if (has_sides(value))
        tw_data_format(data, "idx", "%sy * %u + %sx", prefix, (unsigned)value[TILE_BDIMX], prefix);
    else
        tw_data_string(data, "idx", value[TILE_BDIMY] > 1 ? "threadIdx.y" : "threadIdx.x");
    if (rendering->spreads)
        tw_data_format(data, "place", "blockIdx.x * %u + ", threads(value));
    else
        tw_data_string(data, "place", "");
    tw_data_flag(data, "sides", uses_sides);
    tw_data_number(data, "threads", threads(value));
    tw_data_flag(data, "bounded", threads(value) > 1); /* or idx would be known to be 0 */
}

static void describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                     struct tw_data *data)
{
    struct tw_data write = tw_data_object(data, "write"), read = tw_data_object(data, "read");
    describe_access(value, WRITE, &write);
    describe_access(value, READ, &read);
    describe_tile(value, name, data);
    describe_index(value, rendering, data);
    describe_value(value, rendering, data);
    tw_data_flag(data, "names_place", names_place(value));
    tw_data_flag(data, "turns", along_rows(value, WRITE) != along_rows(value, READ));
}

const struct tw_family tw_family_tile = {
    .name = "tile",
    .template_name = "tile.cu.mustache",
    .help = "writes the thread's index into a shared tile, reads one element back",
    .fields = fields,
    .field_count = TILE_FIELD_COUNT,
    .cost = TW_COST_WAVEFRONTS,
    .resolve = resolve,
    .accept = accept,
    .shape = shape,
    .tile = tile,
    .accesses = accesses,
    .addresses = addresses,
    .repeat = repeat,
    .renderings = renderings,
    .describe = describe,
};
