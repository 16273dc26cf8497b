/* A bank map on a terminal: the part of the tile that fits, with colours or with marks. */
#include "gen/layout/bankmap_draw.h"

#include <string.h>

#define BANDS 2u /* parts that are drawn below each other at most */

/* Which cells of the map are drawn, and how wide. */
struct window {
    unsigned first_row, rows, first_column, columns;
    unsigned label;   /* characters of the widest label; a cell has one more, for its mark */
    unsigned head;    /* characters of the widest row number */
    unsigned fitting; /* columns that fit beside each other; the others are drawn below them */
};

static unsigned digits(unsigned number)
{
    unsigned count = 1;
    while (number /= 10) count++;
    return count;
}

static unsigned max(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Where a part of `shown` out of `size` begins:
 * at 0 when that shows `wanted`, else as near to it as possible. */
static unsigned place(unsigned size, unsigned shown, unsigned wanted)
{
    if (wanted < shown) return 0;
    return wanted + shown <= size ? wanted : size - shown;
}

static void first_touched(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned *row,
                          unsigned *column)
{
    *row = *column = 0;
    tw_bankmap_element(map, access->worst.addr[0], row, column);
}

/* Characters of a line before its first cell: a space, the row's number and the rule. */
static unsigned before_cells(const struct window *w)
{
    return 1 + w->head + 1;
}

/* Characters of the widest label: of a bank, or of a column's number. */
static unsigned label_width(const struct tw_bankmap *map)
{
    unsigned bank = digits(map->machine.banks - 1), column = digits(map->layout.columns - 1);
    return max(max(2, column), tw_bankmap_span(map) == 1 ? bank : 2 * bank + 1);
}

static struct window window(const struct tw_bankmap *map, const struct tw_bank_access *access,
                            const struct tw_draw_style *style)
{
    const struct tw_layout *layout = &map->layout;
    struct window w = {
        .rows = layout->rows, .columns = layout->pitch, .fitting = layout->pitch, .label = label_width(map)};
    unsigned row, column;
    w.head = max(2, digits(layout->rows - 1));
    if (style->columns) {
        unsigned before = before_cells(&w), left = style->columns > before ? style->columns - before : 0;
        w.fitting = max(1, left / (w.label + 1));
        w.columns = min(layout->pitch, BANDS * w.fitting);
    }
    if (style->rows) w.rows = min(layout->rows, style->rows);
    first_touched(map, access, &row, &column);
    w.first_row = place(layout->rows, w.rows, row);
    w.first_column = place(layout->pitch, w.columns, column);
    return w;
}

/* Black on a pastel of the terminal's 6 x 6 x 6 colour cube;
   white where a lane is, on red if it conflicts. */
static void begin_colour(const struct tw_bankmap *map, enum tw_mark mark, unsigned bank, struct tw_text *out)
{
    unsigned rgb[3];
    tw_bank_colour(bank, map->machine.banks, 2, 5, rgb);
    switch (mark) {
    case TW_MARK_CONFLICT:
        tw_text_add(out, "\033[1;38;5;231;48;5;160m");
        break;
    case TW_MARK_TOUCHED:
        tw_text_add(out, "\033[1;38;5;231;48;5;235m");
        break;
    default:
        tw_text_addf(out, "\033[38;5;16;48;5;%um", 16 + 36 * rgb[0] + 6 * rgb[1] + rgb[2]);
    }
}

static void add_right(struct tw_text *out, const char *text, size_t width)
{
    size_t length = strlen(text);
    tw_text_add_repeat(out, ' ', length < width ? width - length : 0);
    tw_text_add(out, text);
}

static void add_times(struct tw_text *out, const char *text, size_t times)
{
    while (times--) tw_text_add(out, text);
}

static void draw_cell(const struct tw_bankmap *map, const struct tw_bank_access *access,
                      const struct window *w, const struct tw_draw_style *style, unsigned row,
                      unsigned column, struct tw_text *out)
{
    static const char marks[] = {' ', '.', '*'};
    enum tw_mark mark = tw_cell_mark(map, access, row, column);
    if (mark == TW_MARK_PADDING) {
        add_times(out, style->utf8 ? "░" : "-", w->label);
        tw_text_add_char(out, ' ');
        return;
    }
    unsigned bank = tw_bankmap_bank(map, row, column);
    struct tw_text label = {0};
    tw_say_bank(map, bank, &label);
    if (style->colour) begin_colour(map, mark, bank, out);
    add_right(out, tw_text_part(out, &label), w->label);
    tw_text_add_char(out, marks[mark]);
    if (style->colour) tw_text_add(out, "\033[0m");
    tw_text_free(&label);
}

/* Ends a line, without the spaces at its end. */
static void end_line(struct tw_text *out)
{
    while (out->length && out->data[out->length - 1] == ' ') out->data[--out->length] = '\0';
    tw_text_add_char(out, '\n');
}

/* The column numbers, and the rule below them. */
static void draw_heading(const struct tw_bankmap *map, const struct window *w,
                         const struct tw_draw_style *style, struct tw_text *out)
{
    unsigned end = w->first_column + w->columns;
    tw_text_add_repeat(out, ' ', before_cells(w));
    for (unsigned column = w->first_column; column < end && column < map->layout.columns; column++) {
        tw_text_addf(out, "%*u ", (int)w->label, column);
    }
    if (end > map->layout.columns) tw_text_add(out, "pad");
    end_line(out);
    tw_text_add_repeat(out, ' ', before_cells(w) - 1);
    tw_text_add(out, style->utf8 ? "┌" : "+");
    add_times(out, style->utf8 ? "─" : "-", (size_t)w->columns * (w->label + 1));
    tw_text_add_char(out, '\n');
}

static void draw_cut(const struct tw_bankmap *map, const struct window *w, struct tw_text *out)
{
    const struct tw_layout *layout = &map->layout;
    if (w->rows == layout->rows && w->columns == layout->pitch) return;
    tw_text_add(out, "  cut:");
    if (w->rows < layout->rows) {
        tw_text_addf(out, " rows %u-%u of %u", w->first_row, w->first_row + w->rows - 1, layout->rows);
    }
    if (w->columns < layout->pitch) {
        tw_text_addf(out, "%s columns %u-%u of %u", w->rows < layout->rows ? "," : "", w->first_column,
                     w->first_column + w->columns - 1, layout->pitch);
        if (layout->pitch > layout->columns) tw_text_addf(out, " (%u and the padding)", layout->columns);
    }
    tw_text_add(out, " are drawn;\n  --all draws everything, --svg a picture\n");
}

static void draw_legend(const struct tw_bankmap *map, const struct tw_bank_access *access,
                        const struct tw_draw_style *style, struct tw_text *out)
{
    const struct tw_bank_request *request = &access->worst;
    tw_text_add(out, "  in a cell: its bank");
    if (request->conflicting) tw_text_add(out, "   *: in conflict");
    if (request->active & ~request->conflicting) tw_text_add(out, "   .: accessed, no conflict");
    if (map->layout.pitch > map->layout.columns) {
        tw_text_addf(out, "   %s: padding", style->utf8 ? "░░" : "--");
    }
    tw_text_add_char(out, '\n');
}

static void draw_band(const struct tw_bankmap *map, const struct tw_bank_access *access,
                      const struct window *w, const struct tw_draw_style *style, struct tw_text *out)
{
    draw_heading(map, w, style, out);
    for (unsigned row = w->first_row; row < w->first_row + w->rows; row++) {
        tw_text_addf(out, " %*u%s", (int)w->head, row, style->utf8 ? "│" : "|");
        for (unsigned column = w->first_column; column < w->first_column + w->columns; column++)
            draw_cell(map, access, w, style, row, column, out);
        end_line(out);
    }
}

/* A tile wider than the terminal, but not too wide, is drawn in parts, the right one below the left one. */
static void draw_map(const struct tw_bankmap *map, const struct tw_bank_access *access,
                     const struct tw_draw_style *style, struct tw_text *out)
{
    struct window w = window(map, access, style);
    unsigned bands = (w.columns + w.fitting - 1) / w.fitting, end = w.first_column + w.columns;
    struct window band = w;
    for (unsigned b = 0; b < bands; b++) {
        band.first_column += b ? band.columns : 0;
        band.columns = min((w.columns + bands - 1) / bands, end - band.first_column);
        draw_band(map, access, &band, style, out);
    }
    draw_legend(map, access, style, out);
    draw_cut(map, &w, out);
}

void tw_draw_text(const struct tw_bankmap *map, const char *title, const char *fields,
                  const struct tw_draw_style *style, struct tw_text *out)
{
    tw_text_addf(out, style->colour ? "\033[1m%s\033[0m\n" : "%s\n", title);
    tw_say_head(map, fields, style->columns, out);
    for (unsigned i = 0; i < map->access_count; i++) {
        if (!tw_is_drawn(map, i)) continue;
        tw_text_add_char(out, '\n');
        tw_say_access(map, &map->accesses[i], style->columns, out);
        draw_map(map, &map->accesses[i], style, out);
    }
}
