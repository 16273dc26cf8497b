/*
 * The oracle for the `tile` family, played out in an array exactly as docs/tile.md words it: first every element i is written
 * with i at one place of the tile; then out[i] is the element at another place. In a tile of slices of H rows of W columns,
 * with j = i mod (H * W), both in slice i / (H * W):
 *
 *     row      row j / W, column j % W
 *     col      row j % H, column j / H
 *
 * A kernel with a second tile does the same to it, in its own orders, and what it holds is counted down from the last number; out holds
 * what was read from the first tile, then what was read from the second.
 *
 * Which thread takes which element changes no result, nor do padding and swizzle, which move elements within shared memory:
 * they do not occur here.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/half.h"
#include "runtime/references/reference.h"
#include "runtime/references/tile_pattern.h"

#define NOT_WRITTEN UINT32_MAX

struct tile {
    uint32_t depth, rows, columns;
};

enum order { ROW, COLUMN };

/* Where in the tile, its rows one after the other, element i is. */
static uint32_t place(const struct tile *tile, enum order order, uint32_t i)
{
    uint32_t slice = i / (tile->rows * tile->columns), j = i % (tile->rows * tile->columns);
    uint32_t row = order == ROW ? j / tile->columns : j % tile->rows;
    uint32_t column = order == ROW ? j % tile->columns : j / tile->rows;
    return (slice * tile->rows + row) * tile->columns + column;
}

/* Where all elements of an access are: in its order, or by its pattern. False: out of memory. */
static bool make_places(const struct tw_kernel *kernel, const struct tile *tile, const char *pattern,
                        enum order order, uint32_t *places)
{
    uint32_t elements = tile->depth * tile->rows * tile->columns;
    const struct tw_tile_sides sides = {{(uint32_t)tw_reference_number(kernel, "BDIMX"),
                                         (uint32_t)tw_reference_number(kernel, "BDIMY"),
                                         (uint32_t)tw_reference_number(kernel, "BDIMZ")},
                                        tile->depth,
                                        tile->rows,
                                        tile->columns};
    unsigned bytes = tw_element_info(kernel->shape.arguments[0].element)->bytes;
    for (uint32_t i = 0; i < elements; i++) places[i] = place(tile, order, i);
    return strcmp(pattern, "layout") == 0 || tw_tile_pattern_play(pattern, &sides, bytes, places);
}

/* out[i] = the number of what was written where element i is read. */
static void play(uint32_t elements, const uint32_t *written, const uint32_t *read, uint32_t *memory,
                 uint32_t *out)
{
    for (uint32_t i = 0; i < elements; i++) memory[i] = NOT_WRITTEN;
    for (uint32_t i = 0; i < elements; i++) memory[written[i]] = i;
    for (uint32_t i = 0; i < elements; i++) {
        out[i] = memory[read[i]];
        assert(out[i] != NOT_WRITTEN);
    }
}

/* One component; integers keep the low bits that fit. */
static void convert(const struct tw_element_info *info, uint32_t value, unsigned char *to)
{
    uint64_t integer = value;
    uint16_t half = tw_half_of(info->scalar, value);
    float single = (float)value;
    double wide = value;
    const void *from = &integer; /* little-endian: the low bytes come first */
    if (info->scalar == TW_BFLOAT || info->scalar == TW_FLOAT) {
        from = info->component_bytes == 2   ? (const void *)&half
               : info->component_bytes == 4 ? (const void *)&single
                                            : (const void *)&wide;
    }
    memcpy(to, from, info->component_bytes);
}

/* What a rendering stores of the thread's index. */
static uint32_t stored(const struct tw_rendering *rendering, uint32_t idx)
{
    if (strcmp(rendering->word, "high") == 0) return idx >> 8;
    if (strcmp(rendering->word, "low") == 0) return idx & 255u;
    assert(!*rendering->word || rendering->spreads);
    return idx;
}

/* What is read from tile `number`: the first holds the numbers of its elements, the second counts them down. */
static void convert_all(const struct tw_kernel *kernel, unsigned number, const uint32_t *out,
                        uint32_t elements, unsigned char *memory)
{
    const struct tw_element_info *info = tw_element_info(kernel->shape.arguments[0].element);
    memory += (size_t)number * elements * info->bytes;
    for (size_t i = 0; i < elements; i++) {
        const uint32_t held = number ? elements - 1 - out[i] : out[i];
        for (unsigned k = 0; k < info->components; k++)
            convert(info, stored(kernel->rendering, held) + k,
                    memory + i * info->bytes + k * info->component_bytes);
    }
}

/* A number of the tile: its own, or what a word stands for. */
static uint32_t side(const struct tw_kernel *kernel, const char *key, uint64_t word)
{
    const struct tw_field_value *field = tw_kernel_field(kernel, key);
    return (uint32_t)(field->is_word ? word : tw_reference_number(kernel, key));
}

static struct tile tile_of(const struct tw_kernel *kernel, const char *layout)
{
    uint64_t x = tw_reference_number(kernel, "BDIMX"), y = tw_reference_number(kernel, "BDIMY"),
             z = tw_reference_number(kernel, "BDIMZ");
    bool deep = z > 1 || side(kernel, "tile_depth", 1) > 1;
    uint32_t dims = side(kernel, "dims", deep ? 3 : 2);
    bool turned = strcmp(layout, "col-col") == 0 && tw_reference_is(kernel, "index", "2d");
    if (dims == 1) return (struct tile){1, 1, side(kernel, "tile_cols", x * y * z)};
    return (struct tile){dims == 3 ? side(kernel, "tile_depth", z) : 1,
                         side(kernel, "tile_rows", turned ? x : y),
                         side(kernel, "tile_cols", turned ? y : x)};
}

/* The layout and the patterns of a tile. */
struct words {
    const char *layout, *writes, *reads;
};

static const char *word_of(const struct tw_kernel *kernel, const char *key, const char *first)
{
    const char *own = tw_kernel_field(kernel, key)->text;
    return strcmp(own, "first") == 0 ? first : own;
}

static struct words words_of(const struct tw_kernel *kernel, unsigned number)
{
    const struct words first = {tw_kernel_field(kernel, "layout")->text,
                                tw_kernel_field(kernel, "writes")->text,
                                tw_kernel_field(kernel, "reads")->text};
    if (number == 0) return first;
    return (struct words){word_of(kernel, "layout2", first.layout), word_of(kernel, "writes2", first.writes),
                          word_of(kernel, "reads2", first.reads)};
}

/* False: out of memory. */
static bool fill_tile(const struct tw_kernel *kernel, unsigned number, unsigned char *after)
{
    const struct words words = words_of(kernel, number);
    const bool writes_rows = strncmp(words.layout, "row-", 4) == 0,
               reads_rows = strcmp(strchr(words.layout, '-'), "-row") == 0;
    const struct tile tile = tile_of(kernel, words.layout);
    const uint32_t elements = tile.depth * tile.rows * tile.columns;
    assert(kernel->shape.arguments[0].count == elements * tw_reference_number(kernel, "tiles"));

    uint32_t *arrays = calloc(4 * (size_t)elements, sizeof *arrays);
    uint32_t *written = arrays, *read = arrays + elements, *memory = read + elements,
             *out = memory + elements;
    bool enough = arrays && make_places(kernel, &tile, words.writes, writes_rows ? ROW : COLUMN, written) &&
                  make_places(kernel, &tile, words.reads, reads_rows ? ROW : COLUMN, read);
    if (enough) {
        play(elements, written, read, memory, out);
        convert_all(kernel, number, out, elements, after);
    }
    free(arrays);
    return enough;
}

/* There is no input: both trials are the same. */
static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    (void)trial;
    assert(kernel->shape.argument_count == 1 && trials[0].after);
    for (unsigned number = 0; number < tw_reference_number(kernel, "tiles"); number++)
        if (!fill_tile(kernel, number, trials[0].after)) return tw_fail(error, TW_MEMORY, "out of memory");
    return TW_OK;
}

static const char *const reads[] = {"BDIMX", "BDIMY",   "BDIMZ",   "dims",      "layout",    "index",
                                    "type",  "writes",  "reads",   "tile_rows", "tile_cols", "tile_depth",
                                    "tiles", "layout2", "writes2", "reads2",    NULL};

const struct tw_reference tw_reference_tile = {.family = "tile", .reads = reads, .fill = fill};
