/* Where a tile's element lies, by pitch and swizzle: as a number, as shape:stride, as an expression in C. */
#include "gen/family.h"

#include <assert.h>
#include <string.h>

/*
 * The xor swizzle moves column c of row r to c xor ((r / divide * multiply) mod W). In words: let a line of
 * memory be all 32 banks once, 128 bytes, and L the lanes that are served together. Rows that share a line do
 * not conflict, so `divide` rows move alike; the lines that one group of lanes reads down a column, min(H, L)
 * of them, are spread evenly over the L places of a line; and a step is never less than one word, so the
 * elements of a word stay together.
 *
 * Source: docs/tile.md; ideal for both orders on every power-of-two
 * tile 4..128 x 4..128 (tests/unit/test_predict.c).
 */
struct xor_step {
    unsigned divide, multiply;
};

unsigned tw_layout_height(const struct tw_layout *layout)
{
    return layout->height ? layout->height : layout->rows;
}

static struct xor_step xor_step(const struct tw_layout *layout)
{
    unsigned bytes = layout->element_bytes, rows = tw_layout_height(layout);
    unsigned lanes = bytes <= 4 ? TW_WARP : 128 / bytes;
    unsigned column = rows < lanes ? rows : lanes;
    unsigned rows_of_line = 128 / bytes / layout->columns;
    return (struct xor_step){.divide = rows_of_line ? rows_of_line : 1,
                             .multiply = lanes / column * (bytes < 4 ? 4 / bytes : 1)};
}

uint32_t tw_layout_element(const struct tw_layout *layout, unsigned row, unsigned column)
{
    assert(row < layout->rows && column < layout->columns);
    uint32_t start = row * layout->pitch;
    if (layout->swizzle == TW_SWIZZLE_NONE) return start + column;
    if (layout->height) row %= layout->height;
    if (layout->swizzle == TW_SWIZZLE_SKEW) return start + (column + row) % layout->columns;
    struct xor_step step = xor_step(layout);
    return start + (column ^ row / step.divide * step.multiply % layout->columns);
}

bool tw_layout_moves(const struct tw_layout *layout)
{
    unsigned rows = tw_layout_height(layout);
    if (layout->swizzle == TW_SWIZZLE_NONE || rows == 1 || layout->columns == 1) return false;
    if (layout->swizzle == TW_SWIZZLE_SKEW) return true;
    struct xor_step step = xor_step(layout);
    return (rows - 1) / step.divide > 0 && step.multiply % layout->columns > 0;
}

void tw_layout_add_shape(const struct tw_layout *layout, struct tw_text *text)
{
    unsigned height = layout->height;
    if (height)
        tw_text_addf(text, "(%u,%u,%u):(%u,%u,1)", layout->rows / height, height, layout->columns,
                     height * layout->pitch, layout->pitch);
    else
        tw_text_addf(text, "(%u,%u):(%u,1)", layout->rows, layout->columns, layout->pitch);
}

static void add_xor(const struct tw_layout *layout, const char *row, const char *column, struct tw_text *text)
{
    struct xor_step step = xor_step(layout);
    bool wraps = (tw_layout_height(layout) - 1) / step.divide * step.multiply >= layout->columns;
    bool bare = step.divide == 1 && step.multiply == 1 && !wraps;
    tw_text_addf(text, bare ? "%s ^ %s" : "%s ^ (%s", column, row);
    if (step.divide > 1) tw_text_addf(text, " / %u", step.divide);
    if (step.multiply > 1) tw_text_addf(text, " * %u", step.multiply);
    if (wraps) tw_text_addf(text, " %% %u", layout->columns);
    if (!bare) tw_text_add_char(text, ')');
}

void tw_layout_add_column(const struct tw_layout *layout, const char *row, const char *column,
                          struct tw_text *text)
{
    if (!tw_layout_moves(layout)) {
        tw_text_add(text, column);
    } else if (layout->swizzle == TW_SWIZZLE_SKEW) {
        tw_text_addf(text, "(%s + %s) %% %u", column, row, layout->columns);
    } else {
        add_xor(layout, row, column, text);
    }
}

void tw_layout_add_tile(const struct tw_layout *layout, struct tw_text *shapes, struct tw_text *swizzled)
{
    if (shapes->length) tw_text_add(shapes, " and ");
    tw_layout_add_shape(layout, shapes);
    if (!tw_layout_moves(layout)) return;
    struct tw_text column = {0};
    tw_layout_add_column(layout, "row", "col", &column);
    if (column.failed || strcmp(tw_text_string(swizzled), tw_text_string(&column)) != 0)
        tw_text_addf(swizzled, swizzled->length ? " and %s" : "%s", tw_text_part(swizzled, &column));
    tw_text_free(&column);
}
