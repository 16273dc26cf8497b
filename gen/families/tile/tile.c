/* The tile family: fields, limits, shape. What it computes: gen/families/tile/walk.h, docs/tile.md. */
#include <string.h>

#include <tilewright/occupancy.h>

#include "base/whole.h"
#include "gen/families/tile/addresses.h"
#include "gen/families/tile/describe.h"
#include "gen/families/tile/pattern.h"
#include "gen/layout/sectors.h"

static const struct tw_field_info fields[] = {TW_TILE_FIELDS(TW_FIELD_INFO)};

/* ---- what a variant may be ---- */

/* The tile has patterns, or its elements are found by their numbers alone. */
static bool is_linear(const int64_t *value)
{
    struct tw_tile tile = tw_tile_of(value);
    bool crosses = tile.along_rows[TILE_WRITE] != tile.along_rows[TILE_READ],
         line = tile.dims == 1 && tile.block[TILE_X] < tile.threads;
    return tw_tile_has_pattern(value) || line || (crosses && tile.rows != tile.columns);
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    (void)target;
    if (value[TILE_index] != TW_DERIVED) return;
    bool linear = false;
    value[TILE_index] = TILE_LINEAR;
    for (unsigned i = 0; i < value[TILE_tiles]; i++) {
        int64_t own[TILE_FIELD_COUNT];
        tw_tile_values(value, i, own);
        linear |= is_linear(own);
    }
    if (!linear) value[TILE_index] = TILE_2D;
}

static bool accept_block(const int64_t *value, struct tw_text *reason)
{
    unsigned x = (unsigned)value[TILE_BDIMX], y = (unsigned)value[TILE_BDIMY],
             z = (unsigned)value[TILE_BDIMZ];
    if (x * y * z <= TW_MAX_BLOCK_THREADS) return true;
    tw_text_addf(reason, "%u x %u", x, y);
    if (z > 1) tw_text_addf(reason, " x %u", z);
    tw_text_addf(reason, " = %u threads; a block has at most %u", x * y * z, TW_MAX_BLOCK_THREADS);
    return false;
}

static bool accept_sides(const int64_t *value, const struct tw_tile *tile, struct tw_text *reason)
{
    uint64_t elements = (uint64_t)tile->depth * tile->rows;
    elements = elements > TILE_MAX_ELEMENTS ? elements : elements * tile->columns;
    if (elements > TILE_MAX_ELEMENTS) {
        tw_text_addf(reason, "the tile has more than %u elements", TILE_MAX_ELEMENTS);
        return false;
    }
    if (tile->dims < 3 && tile->depth > 1) {
        tw_text_addf(reason, "tile_depth is %u; a tile of %u dimension%s has one slice", tile->depth,
                     tile->dims, tile->dims > 1 ? "s" : "");
        return false;
    }
    if (tile->dims > 1) return true;
    if (tile->rows > 1) {
        tw_text_addf(reason, "tile_rows is %u; a tile of one dimension has one row", tile->rows);
        return false;
    }
    return value[TILE_layout] == TILE_ROW_ROW ||
           tw_refuse(reason, "a tile of one dimension has no columns to go down; its layout is row-row");
}

static bool accept_pattern(const int64_t *value, const struct tw_tile *tile, unsigned access,
                           struct tw_text *reason)
{
    const char *text = tw_pattern_text(value, access);
    struct tw_pattern pattern;
    struct tw_text why = {0};
    bool once = true;
    if (!text) return true;
    bool fits = tw_pattern_read(text, tile, tw_element_info(tw_tile_element(value))->bytes, &pattern, &why) &&
                tw_pattern_accept(&pattern, &once, &why);
    if (fits && access == TILE_WRITE && !once) {
        fits = false;
        tw_text_add(&why, "not every element is written exactly once");
    }
    if (!fits)
        tw_text_addf(reason, "%s: %s", access == TILE_WRITE ? "writes" : "reads", tw_text_part(reason, &why));
    tw_text_free(&why);
    tw_pattern_free(&pattern);
    return fits;
}

static bool accept_patterns(const int64_t *value, const struct tw_tile *tile, struct tw_text *reason)
{
    if (tw_tile_has_pattern(value) && !tile->linear)
        return tw_refuse(reason, "index must be linear: patterns follow the linear number of an element");
    return accept_pattern(value, tile, TILE_WRITE, reason) && accept_pattern(value, tile, TILE_READ, reason);
}

static bool accept_crossing(const int64_t *value, const struct tw_tile *tile, struct tw_text *reason)
{
    bool crosses = tile->along_rows[TILE_WRITE] != tile->along_rows[TILE_READ];
    if (!crosses || tile->linear || tile->rows == tile->columns) return true;
    const char *word = value[TILE_layout] == TILE_ROW_COL ? "row-col" : "col-row";
    if (value[TILE_tile_rows] == TW_WORD(0) && value[TILE_tile_cols] == TW_WORD(0))
        tw_text_addf(reason,
                     "%s in 2d form needs a square block, this one is %u x %u; index linear works on any",
                     word, tile->block[TILE_X], tile->block[TILE_Y]);
    else
        tw_text_addf(reason,
                     "%s in 2d form needs a square tile, this one has %u rows of %u columns; index linear "
                     "works on any",
                     word, tile->rows, tile->columns);
    return false;
}

static bool accept_swizzle(const int64_t *value, const struct tw_tile *tile, struct tw_text *reason)
{
    if (value[TILE_swizzle] != TW_SWIZZLE_XOR ||
        (tw_is_power_of_two(tile->rows) && tw_is_power_of_two(tile->columns)))
        return true;
    tw_text_addf(reason, "xor needs sides that are powers of two; the tile has %u rows of %u columns",
                 tile->rows, tile->columns);
    return false;
}

static uint32_t bytes_of_all(const int64_t *value)
{
    return tw_tile_start(value, (unsigned)value[TILE_tiles]);
}

static bool accept_memory(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    const uint32_t bytes = bytes_of_all(value);
    const bool dynamic = value[TILE_shared] == TILE_DYNAMIC;
    if (bytes <= (dynamic ? target->shared_per_block : TW_STATIC_SHARED_LIMIT)) return true;
    tw_text_addf(reason, value[TILE_tiles] > 1 ? "the tiles take %u bytes; " : "the tile takes %u bytes; ",
                 bytes);
    if (dynamic)
        tw_text_addf(reason, "dynamic shared memory on sm_%u has at most %u (%u KB)", target->sm,
                     target->shared_per_block, target->shared_per_block / 1024);
    else
        tw_text_addf(reason, "static shared memory has at most %u (48 KB)", TW_STATIC_SHARED_LIMIT);
    return false;
}

/* C++ assigns no struct from or to volatile memory, and vectors are structs. */
static bool accept_volatile(const int64_t *value, struct tw_text *reason)
{
    const struct tw_element_info *info = tw_element_info(tw_tile_element(value));
    if (value[TILE_memory] != TILE_VOLATILE || info->components == 1) return true;
    tw_text_addf(reason,
                 "a volatile tile needs elements of one component, and C++ cannot assign a volatile %s",
                 tw_element_words[tw_tile_element(value)]);
    return false;
}

static bool accept_division(const int64_t *value, struct tw_text *reason)
{
    if (value[TILE_carveout] == TW_WORD(0) || value[TILE_cache_config] == TW_CACHE_NONE) return true;
    tw_text_addf(reason, "carveout %d and cache_config %s are two wishes for one memory; give one of them",
                 (int)value[TILE_carveout], tw_cache_config_words[value[TILE_cache_config]]);
    return false;
}

static bool accept_padding(const int64_t *value, const struct tw_tile *tile, struct tw_text *reason)
{
    if (value[TILE_pad_every] == 0) return true;
    if (tile->dims > 1)
        return tw_refuse(reason,
                         "pad_every is for a tile of one dimension; others are padded after each row");
    return value[TILE_swizzle] == TW_SWIZZLE_NONE ||
           tw_refuse(reason,
                     "a swizzle permutes the columns of rows, and a tile with pad_every has one row alone");
}

/* A minimum that no compiler can reach is ignored by it. */
static bool accept_bounds(const int64_t *value, const struct tw_tile *tile, const struct tw_target *target,
                          struct tw_text *reason)
{
    const struct tw_block_needs needs = {
        .threads = tile->threads, .shared_bytes = bytes_of_all(value), .carveout = -1};
    const unsigned blocks = tw_occupancy(target, &needs).blocks_per_sm;
    if (value[TILE_min_blocks] == 0) return true;
    if (tile->threads == 1)
        return tw_refuse(
            reason, "min_blocks needs a block of more than one thread: a block of one has no launch bounds");
    if (value[TILE_min_blocks] <= blocks) return true;
    tw_text_addf(reason, "min_blocks is %u; a multiprocessor of sm_%u holds %u such blocks at most",
                 (unsigned)value[TILE_min_blocks], target->sm, blocks);
    return false;
}

static bool accept_tile(const int64_t *value, const struct tw_tile *tile, struct tw_text *reason)
{
    return accept_sides(value, tile, reason) && accept_crossing(value, tile, reason) &&
           accept_swizzle(value, tile, reason) && accept_padding(value, tile, reason) &&
           accept_patterns(value, tile, reason);
}

/* Both tiles are gone through by the same loops. */
static bool accept_together(const struct tw_tile *first, const struct tw_tile *second, struct tw_text *reason)
{
    for (unsigned access = 0; access < TILE_ACCESSES && !first->linear; access++) {
        unsigned one[TILE_AXES], other[TILE_AXES];
        tw_tile_extents(first, access, one);
        tw_tile_extents(second, access, other);
        if (memcmp(one, other, sizeof one) == 0) continue;
        return tw_refuse(reason,
                         "in 2d form its order fits that of the first tile only if rows and columns are "
                         "as many; index linear always works");
    }
    return true;
}

static bool accept_second(const int64_t *value, const struct tw_tile *first, struct tw_text *reason)
{
    int64_t own[TILE_FIELD_COUNT];
    struct tw_text why = {0};
    if (value[TILE_tiles] == 1) {
        bool given = value[TILE_IPAD2] != TW_WORD(0) || value[TILE_layout2] != TILE_AS_FIRST ||
                     value[TILE_writes2] != TW_WORD(0) || value[TILE_reads2] != TW_WORD(0);
        return !given ||
               tw_refuse(reason, "IPAD2, layout2, writes2 and reads2 need a second tile, and tiles is 1");
    }
    tw_tile_values(value, 1, own);
    const struct tw_tile second = tw_tile_of(own);
    bool fits = accept_tile(own, &second, &why) && accept_together(first, &second, &why);
    if (!fits) tw_text_addf(reason, "the second tile: %s", tw_text_part(reason, &why));
    tw_text_free(&why);
    return fits;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    struct tw_tile tile = tw_tile_of(value);
    return accept_block(value, reason) && accept_tile(value, &tile, reason) &&
           accept_volatile(value, reason) && accept_division(value, reason) &&
           accept_second(value, &tile, reason) && accept_memory(value, target, reason) &&
           accept_bounds(value, &tile, target, reason);
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    struct tw_tile tile = tw_tile_of(value);
    const uint32_t bytes = bytes_of_all(value), elements = (uint32_t)value[TILE_tiles] * tile.elements;
    unsigned element_bytes = tw_element_info(tw_tile_element(value))->bytes;
    tw_shape_add_argument(shape, (struct tw_argument){.name = "out",
                                                      .role = TW_ROLE_OUTPUT,
                                                      .before = TW_BEFORE_ANY,
                                                      .element = tw_tile_element(value),
                                                      .count = elements,
                                                      .align = element_bytes});
    tw_shape_add_launch(shape,
                        (struct tw_launch){
                            .suffix = "",
                            .grid = {1, 1, 1},
                            .block = {tile.block[TILE_X], tile.block[TILE_Y], tile.block[TILE_Z]},
                            .shared_bytes = bytes,
                            .dynamic_shared_bytes = value[TILE_shared] == TILE_DYNAMIC ? bytes : 0,
                            .carveout = value[TILE_carveout] == TW_WORD(0) ? -1 : (int)value[TILE_carveout],
                            .cache_config = (enum tw_cache_config)value[TILE_cache_config],
                            .argument = (unsigned[]){0},
                            .argument_count = 1,
                        });
    if (tw_tile_races(value))
        shape->undefined = "threads read what others write, and no barrier orders the two";
    shape->work.elements = elements;
    const uint64_t row = (uint64_t)elements * element_bytes;
    tw_work_writes(&shape->work, &(struct tw_rows){.lines = 1, .pitch = row, .length = row});
}

/* ---- accesses ---- */

static bool layout(const int64_t *value, struct tw_layout *layout)
{
    *layout = tw_tile_layout(value);
    return true;
}

static bool second_layout(const int64_t *value, struct tw_layout *layout)
{
    int64_t own[TILE_FIELD_COUNT];
    if (value[TILE_tiles] < 2) return false;
    tw_tile_values(value, 1, own);
    *layout = tw_tile_layout(own);
    layout->start = tw_tile_start(value, 1);
    return true;
}

static void add_access(const int64_t *value, unsigned number, unsigned access, struct tw_access_list *list)
{
    static const char *const names[][TILE_ACCESSES][2] = {
        {{"write column", "write row"}, {"read column", "read row"}},
        {{"tile 2, write column", "tile 2, write row"}, {"tile 2, read column", "tile 2, read row"}}};
    const struct tw_tile tile = tw_tile_of(value);
    struct tw_pattern pattern;
    const char *name = names[number][access][tile.along_rows[access]];
    if (tw_tile_pattern(value, &tile, access, &pattern)) {
        name = tw_pattern_name(&pattern, number, access);
        tw_pattern_free(&pattern);
    }
    tw_access_list_add(list, (struct tw_access_info){
                                 .name = name,
                                 .op = access == TILE_WRITE ? TW_STORE : TW_LOAD,
                                 .bytes = tw_element_info(tw_tile_element(value))->bytes,
                                 .passes = tw_tile_passes(&tile, access),
                                 .tile = number,
                             });
}

/* The accesses to a tile come after those to the tile before it. */
static void accesses(const int64_t *value, struct tw_access_list *list)
{
    for (unsigned i = 0; i < value[TILE_tiles] * TILE_ACCESSES; i++) {
        int64_t own[TILE_FIELD_COUNT];
        tw_tile_values(value, i / TILE_ACCESSES, own);
        add_access(own, i / TILE_ACCESSES, i % TILE_ACCESSES, list);
    }
}

/*
 * Without a swizzle every line is the one before it moved by a constant, and a few lines make that a multiple
 * of 4 bytes, which turns the banks and keeps their loads. A swizzle exchanges columns within a row, which
 * changes nothing for lanes that are served together and take whole rows.
 */
static unsigned repeat_of(const int64_t *value, unsigned access)
{
    struct tw_tile tile = tw_tile_of(value);
    struct tw_layout layout = tw_tile_layout(value);
    bool rows = tile.along_rows[access];
    unsigned together = layout.element_bytes <= 4 ? TW_WARP : TW_BANKS * 4 / layout.element_bytes;
    if (!tw_tile_is_block(&tile) || tile.depth > 1 || tw_pattern_text(value, access)) return 0;
    if (tw_layout_moves(&layout) && !(rows && together % layout.columns == 0)) return 0;
    unsigned distance = (rows ? layout.pitch : 1) * layout.element_bytes;
    unsigned lines = distance % 4 == 0 ? 1 : distance % 2 == 0 ? 2 : 4;
    return lines * (rows ? layout.columns : tile.rows);
}

static unsigned repeat(const int64_t *value, unsigned access)
{
    int64_t own[TILE_FIELD_COUNT];
    tw_tile_values(value, access / TILE_ACCESSES, own);
    return repeat_of(own, access % TILE_ACCESSES);
}

/*
 * A type that cannot hold every index is checked by idx >> 8 as well. The kernel itself shows an integer's
 * low byte; a float that rounds shows no bit for sure, so it also stores idx & 255.
 */
static struct tw_renderings renderings(const int64_t *value)
{
    static const struct tw_rendering high = {"high", "idx >> 8", "stores idx >> 8", false},
                                     low = {"low", "idx & 255", "stores idx & 255", false},
                                     spread = {"spread", "idx",
                                               "each block at its own place of out, to be timed", true};
    static const struct tw_rendering *const all[] = {&tw_rendering_main, &high, &low};
    const struct tw_element_info *info = tw_element_info(tw_tile_element(value));
    bool exact = info->exact >= (long long)tw_tile_of(value).elements - 1;
    bool rounds = info->scalar == TW_FLOAT || info->scalar == TW_BFLOAT;
    return (struct tw_renderings){all, exact ? 1 : rounds ? 3 : 2, &spread};
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("BDIMX": 32, "BDIMY": 32, "type": "int32", "layout": "row-col"),
    {
     {"plain", TW_MEMBERS(),
      "written along the rows, read down the columns: conflicts"},
     {"padded", TW_MEMBERS("IPAD": 1),
      "rows of 33 elements: no two of a column lie in one bank"},
     {"swizzled", TW_MEMBERS("swizzle": ["xor", "skew"]),
      "a list: one variant for each value; no memory is added"},
     {"pads", TW_MEMBERS("IPAD": {"from": 0, "to": 4, "step": 2}),
      "a range, also {\"pow2\": [1, 8]}: what sweep is for"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_tile = {
    .name = "tile",
    .template_name = "tile.cu.mustache",
    .help = "writes the thread's index into a shared tile, reads one element back",
    .fields = fields,
    .field_count = TILE_FIELD_COUNT,
    .starter = &starter,
    .cost = TW_COST_WAVEFRONTS,
    .resolve = resolve,
    .accept = accept,
    .shape = shape,
    .tile = layout,
    .second_tile = second_layout,
    .accesses = accesses,
    .addresses = tw_tile_addresses,
    .repeat = repeat,
    .renderings = renderings,
    .describe = tw_tile_describe,
};
