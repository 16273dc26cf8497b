/* A bank map as an SVG picture: a panel for each variant, with lines of words and grids of cells. A panel lies below the
 * one before it, or, without most of its words, to the right of it:
 *
 *      +-----------+        +-----+ +-----+
 *      | words map |        | map | | map |
 *      +-----------+        +-----+ +-----+
 *      | words map |
 *      +-----------+
 */
#include "gen/layout/bankmap_draw.h"

#include <string.h>

#include "base/escape.h"

/* Pixels. */
#define MARGIN          20u
#define LINE            17u /* of text                        */
#define CHARACTER       8u  /* width of one, rounded up       */
#define CELL            28u /* height, and width of "31"      */
#define WIDE_CELL       46u /* width of "28-31"               */
#define HEAD            40u /* room for row numbers           */
#define TEXT_COLUMNS    96u /* characters of a line of words  */
#define PADDING_COLUMNS 32u /* drawn at most                  */

static const char style[] =
    "<style>\n"
    "text{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:12px;fill:#1a1a1a}\n"
    ".title{font-size:16px;font-weight:bold}\n"
    ".bank{text-anchor:middle}\n"
    ".axis{text-anchor:middle;font-size:10px;fill:#666}\n"
    ".lane{font-size:7px}\n"
    ".hot{font-weight:bold;fill:#fff}\n"
    ".hot.lane{font-weight:normal}\n"
    ".pad{fill:#767676}\n"
    "rect{stroke:#fff}\n"
    ".touched{stroke:#1a1a1a;stroke-width:2}\n"
    ".conflict{fill:#b71c1c;stroke:#1a1a1a;stroke-width:2}\n"
    "</style>\n"
    "<defs><pattern id=\"padding\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
    "<rect width=\"6\" height=\"6\" fill=\"#eee\" stroke=\"none\"/>"
    "<path d=\"M0 6L6 0\" stroke=\"#ccc\" stroke-width=\"1\"/></pattern></defs>\n";

static void widen(struct tw_svg *svg, unsigned right)
{
    if (right + MARGIN > svg->width) svg->width = right + MARGIN;
}

/* One line of text; its spaces are kept. */
static void add_line(struct tw_svg *svg, const char *class, const char *text, size_t length)
{
    struct tw_text line = {0};
    tw_text_add_bytes(&line, text, length);
    svg->height += LINE;
    tw_text_addf(&svg->body, "<text x=\"%u\" y=\"%u\" class=\"%s\" xml:space=\"preserve\">",
                 MARGIN + svg->left, svg->height, class);
    tw_escape_html(&svg->body, tw_text_part(&svg->body, &line));
    tw_text_add(&svg->body, "</text>\n");
    widen(svg, MARGIN + svg->left + (unsigned)length * CHARACTER);
    tw_text_free(&line);
}

/* The lines that a tw_say_ function built, without their indentation; beside other panels the first alone. Frees them. */
static void add_lines(struct tw_svg *svg, struct tw_text *lines)
{
    for (const char *line = tw_text_part(&svg->body, lines); *line;) {
        size_t length = strcspn(line, "\n");
        if (length > 2) {
            add_line(svg, "line", line + 2, length - 2);
        } else {
            svg->height += LINE / 2;
        }
        line += length + (line[length] == '\n');
        if (svg->beside) break;
    }
    tw_text_free(lines);
}

static void add_text(struct tw_svg *svg, unsigned x, unsigned y, const char *class, const char *text)
{
    tw_text_addf(&svg->body, "<text x=\"%u\" y=\"%u\" class=\"%s\">%s</text>\n", x, y, class, text);
}

static void add_number(struct tw_svg *svg, unsigned x, unsigned y, const char *class, unsigned number)
{
    tw_text_addf(&svg->body, "<text x=\"%u\" y=\"%u\" class=\"%s\">%u</text>\n", x, y, class, number);
}

/* A cell's frame; its fill is the bank's pastel unless the mark has one of its own. */
static void add_frame(struct tw_svg *svg, unsigned x, unsigned y, unsigned width, enum tw_mark mark,
                      unsigned bank, unsigned banks)
{
    unsigned rgb[3];
    tw_bank_colour(bank, banks, 185, 255, rgb);
    tw_text_addf(&svg->body, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"", x, y, width, CELL);
    switch (mark) {
    case TW_MARK_CONFLICT:
        tw_text_add(&svg->body, " class=\"conflict\"/>\n");
        break;
    case TW_MARK_PADDING:
        tw_text_add(&svg->body, " fill=\"url(#padding)\"/>\n");
        break;
    default:
        tw_text_addf(&svg->body, " fill=\"#%02x%02x%02x\"%s/>\n", rgb[0], rgb[1], rgb[2],
                     mark == TW_MARK_TOUCHED ? " class=\"touched\"" : "");
    }
}

static unsigned cell_width(const struct tw_bankmap *map)
{
    return tw_bankmap_span(map) == 1 ? CELL : WIDE_CELL;
}

static void add_cell(struct tw_svg *svg, const struct tw_bankmap *map, const struct tw_bank_access *access,
                     enum tw_mark mark, unsigned row, unsigned column)
{
    unsigned width = cell_width(map), bank = tw_bankmap_bank(map, row, column);
    unsigned x = MARGIN + HEAD + svg->left + column * width, y = svg->height + row * CELL;
    struct tw_text label = {0};
    tw_say_bank(map, bank, &label);
    add_frame(svg, x, y, width - 2, mark, bank, map->machine.banks);
    add_text(svg, x + width / 2 - 1, y + 18,
             mark == TW_MARK_CONFLICT  ? "bank hot"
             : mark == TW_MARK_PADDING ? "bank pad"
                                       : "bank",
             tw_text_part(&svg->body, &label));
    if (mark == TW_MARK_CONFLICT || mark == TW_MARK_TOUCHED) {
        add_number(svg, x + 3, y + 8, mark == TW_MARK_CONFLICT ? "lane hot" : "lane",
                   (unsigned)tw_bankmap_lane(map, access, row, column));
    }
    tw_text_free(&label);
}

/* A sample cell with its explanation; returns where the next may begin. */
static unsigned add_key(struct tw_svg *svg, unsigned x, enum tw_mark mark, const char *text)
{
    add_frame(svg, x, svg->height, CELL - 2, mark, 0, 1);
    if (mark == TW_MARK_NONE) add_text(svg, x + CELL / 2 - 1, svg->height + 18, "bank", "b");
    if (mark == TW_MARK_CONFLICT || mark == TW_MARK_TOUCHED) {
        add_text(svg, x + 3, svg->height + 8, mark == TW_MARK_CONFLICT ? "lane hot" : "lane", "n");
    }
    add_text(svg, x + CELL + 4, svg->height + 18, "line", text);
    x += CELL + 4 + (unsigned)strlen(text) * CHARACTER + 16;
    widen(svg, x);
    return x;
}

static void add_legend(struct tw_svg *svg, const struct tw_bankmap *map, const struct tw_bank_access *access)
{
    const struct tw_bank_request *request = &access->worst;
    unsigned x = MARGIN + HEAD + svg->left;
    svg->height += 10;
    x = add_key(svg, x, TW_MARK_NONE, "bank b");
    if (request->conflicting) x = add_key(svg, x, TW_MARK_CONFLICT, "lane n, in conflict");
    if (request->active & ~request->conflicting) x = add_key(svg, x, TW_MARK_TOUCHED, "lane n, no conflict");
    if (map->layout.pitch > map->layout.columns) add_key(svg, x, TW_MARK_PADDING, "padding");
    svg->height += CELL;
}

/* Marked cells last: their frames lie over their neighbours'. */
static void add_cells(struct tw_svg *svg, const struct tw_bankmap *map, const struct tw_bank_access *access,
                      unsigned columns)
{
    for (int last = 0; last < 2; last++) {
        for (unsigned row = 0; row < map->layout.rows; row++) {
            for (unsigned column = 0; column < columns; column++) {
                enum tw_mark mark = tw_cell_mark(map, access, row, column);
                bool marked = mark == TW_MARK_CONFLICT || mark == TW_MARK_TOUCHED;
                if (marked == last) add_cell(svg, map, access, mark, row, column);
            }
        }
    }
}

static void add_map(struct tw_svg *svg, const struct tw_bankmap *map, const struct tw_bank_access *access)
{
    const struct tw_layout *layout = &map->layout;
    unsigned width = cell_width(map), columns = layout->columns + PADDING_COLUMNS, left = MARGIN + svg->left;
    if (columns > layout->pitch) columns = layout->pitch;
    svg->height += LINE + 6;
    for (unsigned column = 0; column < layout->columns; column++) {
        add_number(svg, left + HEAD + column * width + width / 2 - 1, svg->height, "axis", column);
    }
    svg->height += 5;
    for (unsigned row = 0; row < layout->rows; row++)
        add_number(svg, left + HEAD / 2, svg->height + row * CELL + 17, "axis", row);
    add_cells(svg, map, access, columns);
    svg->height += layout->rows * CELL;
    widen(svg, left + HEAD + columns * width);
    add_legend(svg, map, access);
    if (columns == layout->pitch) return;
    struct tw_text note = {0};
    tw_text_addf(&note, "  %u of %u columns of padding are drawn\n", PADDING_COLUMNS,
                 layout->pitch - layout->columns);
    add_lines(svg, &note);
}

static unsigned text_columns(const struct tw_bankmap *map)
{
    unsigned columns = map->layout.columns * cell_width(map) / CHARACTER;
    return columns > TEXT_COLUMNS ? columns : TEXT_COLUMNS;
}

/* Where the next panel begins. */
static void begin_panel(struct tw_svg *svg)
{
    if (svg->height > svg->tallest) svg->tallest = svg->height;
    if (svg->beside) {
        svg->left = svg->width;
        svg->height = 0;
    }
    svg->height += MARGIN;
}

void tw_svg_panel(struct tw_svg *svg, const struct tw_bankmap *map, const char *title, const char *fields)
{
    struct tw_text head = {0};
    begin_panel(svg);
    add_line(svg, "title", title, strlen(title));
    svg->height += 4;
    if (!svg->beside) tw_say_head(map, fields, text_columns(map), &head);
    add_lines(svg, &head);
    for (unsigned i = 0; i < map->access_count; i++) {
        if (!tw_is_drawn(map, i)) continue;
        struct tw_text words = {0};
        svg->height += LINE;
        tw_say_access(map, &map->accesses[i], text_columns(map), &words);
        add_lines(svg, &words);
        add_map(svg, map, &map->accesses[i]);
    }
}

void tw_svg_finish(struct tw_svg *svg, struct tw_text *out)
{
    unsigned width = svg->width, height = (svg->height > svg->tallest ? svg->height : svg->tallest) + MARGIN;
    tw_text_addf(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
                 "role=\"img\">\n<title>Shared-memory bank map</title>\n",
                 width, height, width, height);
    tw_text_add(out, style);
    tw_text_addf(out, "<rect width=\"%u\" height=\"%u\" fill=\"#fff\"/>\n", width, height);
    tw_text_add_bytes(out, tw_text_part(out, &svg->body), svg->body.length);
    tw_text_add(out, "</svg>\n");
    tw_svg_free(svg);
}

void tw_svg_free(struct tw_svg *svg)
{
    tw_text_free(&svg->body);
    *svg = (struct tw_svg){0};
}
