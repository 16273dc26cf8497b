/*
 * Bank maps: the winner's tile beside the same tile with neither padding nor swizzle, both for the access
 * that costs the bare one the most. What is drawn, and what is said of it, comes from gen/bankmap.h.
 */
#include "cli/report/report.h"
#include "gen/bankmap_draw.h"

#include <stdlib.h>
#include <string.h>

/* Pixels. */
#define CELL      18u /* both ways; wider where an element spans banks */
#define WIDE_CELL 34u
#define HEAD      26u /* row numbers    */
#define TOP       16u /* column numbers */

#define PADDING_COLUMNS 8u  /* drawn at most   */
#define TEXT_COLUMNS    76u /* of the words    */

/* The access furthest from its ideal; the last one when none is. */
static unsigned worst_access(const struct tw_bankmap *map)
{
    unsigned worst = map->access_count - 1;
    uint64_t most = 0;
    for (unsigned i = 0; i < map->access_count; i++) {
        uint64_t beyond = map->accesses[i].wavefronts - map->accesses[i].ideal;
        if (beyond <= most) continue;
        most = beyond;
        worst = i;
    }
    return worst;
}

static bool is_marked(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned row,
                      unsigned column)
{
    enum tw_mark mark = tw_cell_mark(map, access, row, column);
    return mark == TW_MARK_TOUCHED || mark == TW_MARK_CONFLICT;
}

static void add_cell(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned row,
                     unsigned column, unsigned width, cJSON *cells, struct tw_view *view)
{
    static const char *const classes[] = {
        [TW_MARK_NONE] = "n", [TW_MARK_TOUCHED] = "t", [TW_MARK_CONFLICT] = "c", [TW_MARK_PADDING] = "p"};
    enum tw_mark mark = tw_cell_mark(map, access, row, column);
    cJSON *cell = tw_view_item(view, cells);
    unsigned bank = tw_bankmap_bank(map, row, column);
    struct tw_text label = {0};
    if (mark != TW_MARK_PADDING) tw_say_bank(map, bank, &label);
    tw_view_string(view, cell, "mark", classes[mark]);
    tw_view_integer(view, cell, "hue", bank * 360 / map->banks);
    tw_view_integer(view, cell, "cx", HEAD + column * width);
    tw_view_integer(view, cell, "cy", TOP + row * CELL);
    tw_view_integer(view, cell, "tx", HEAD + column * width + width / 2);
    tw_view_integer(view, cell, "ty", TOP + row * CELL + 13);
    tw_view_text(view, cell, "bank", &label);
}

static void add_numbers(const struct tw_bankmap *map, unsigned width, cJSON *panel, struct tw_view *view)
{
    cJSON *numbers = tw_view_list(view, panel, "numbers");
    for (unsigned column = 0; column < map->layout.columns; column++) {
        cJSON *item = tw_view_item(view, numbers);
        tw_view_integer(view, item, "nx", HEAD + column * width + width / 2);
        tw_view_integer(view, item, "ny", TOP - 5);
        tw_view_integer(view, item, "number", column);
    }
    for (unsigned row = 0; row < map->layout.rows; row++) {
        cJSON *item = tw_view_item(view, numbers);
        tw_view_integer(view, item, "nx", HEAD / 2);
        tw_view_integer(view, item, "ny", TOP + row * CELL + 13);
        tw_view_integer(view, item, "number", row);
    }
}

static void add_picture(const struct tw_bankmap *map, const struct tw_bank_access *access, cJSON *panel,
                        struct tw_view *view)
{
    unsigned width = tw_bankmap_span(map) == 1 ? CELL : WIDE_CELL;
    unsigned columns = map->layout.columns + PADDING_COLUMNS;
    if (columns > map->layout.pitch) columns = map->layout.pitch;
    tw_view_integer(view, panel, "cell_width", width);
    tw_view_integer(view, panel, "cell_height", CELL);
    tw_view_integer(view, panel, "width", HEAD + columns * width + 1);
    tw_view_integer(view, panel, "height", TOP + map->layout.rows * CELL + 1);
    tw_view_flag(view, panel, "padding_cut", columns < map->layout.pitch);
    add_numbers(map, width, panel, view);
    cJSON *cells = tw_view_list(view, panel, "cells");
    for (int last = 0; last < 2; last++) { /* marked cells last: their frames lie over their neighbours' */
        for (unsigned row = 0; row < map->layout.rows; row++) {
            for (unsigned column = 0; column < columns; column++) {
                if (is_marked(map, access, row, column) == last)
                    add_cell(map, access, row, column, width, cells, view);
            }
        }
    }
}

/* The words about an access, without their indentation. */
static void add_words(const struct tw_bankmap *map, const struct tw_bank_access *access, cJSON *panel,
                      struct tw_view *view)
{
    struct tw_text words = {0}, plain = {0};
    tw_say_access(map, access, TEXT_COLUMNS, &words);
    for (const char *line = tw_text_part(&plain, &words); *line;) {
        line += strspn(line, " ");
        size_t length = strcspn(line, "\n");
        length += line[length] == '\n';
        tw_text_add_bytes(&plain, line, length);
        line += length;
    }
    tw_text_free(&words);
    tw_view_text(view, panel, "words", &plain);
}

static void add_panel(const struct tw_bankmap *map, unsigned number, const char *heading, const char *name,
                      cJSON *panels, struct tw_view *view)
{
    const struct tw_bank_access *access = &map->accesses[number];
    cJSON *panel = tw_view_item(view, panels);
    struct tw_text shape = {0};
    tw_layout_add_shape(&map->layout, &shape);
    tw_view_string(view, panel, "heading", heading);
    tw_view_string(view, panel, "panel_name", name);
    tw_view_text(view, panel, "shape", &shape);
    tw_view_string(view, panel, "access", access->info.name);
    tw_view_integer(view, panel, "paid", (long)access->wavefronts);
    tw_view_integer(view, panel, "due", (long)access->ideal);
    add_words(map, access, panel, view);
    add_picture(map, access, panel, view);
}

static void add_maps(const struct tw_report *report, const int64_t *bare, struct tw_view *view)
{
    const struct tw_report_row *best = report->best, *same = tw_report_find(report, bare);
    struct tw_bankmap before, after;
    tw_bankmap_make(report->family, bare, TW_BANKS, &before);
    tw_bankmap_make(report->family, best->value, TW_BANKS, &after);
    unsigned access = worst_access(&before);
    bool is_bare = memcmp(bare, best->value, report->family->field_count * sizeof *bare) == 0;
    cJSON *banks = tw_view_object(view, view->root, "banks");
    tw_view_flag(view, banks, "is_bare", is_bare);
    cJSON *panels = tw_view_list(view, banks, "panels");
    if (!is_bare)
        add_panel(&before, access, "Neither padding nor swizzle",
                  same ? same->name : "not part of this sweep", panels, view);
    add_panel(&after, access, "The winner", best->name, panels, view);
}

/* Kernels that read or write nothing element by element have no map. */
static bool has_map(const struct tw_report *report, const int64_t *value)
{
    struct tw_text unused = {0};
    bool fits = tw_bankmap_fits(report->family, value, TW_BANKS, &unused);
    tw_text_free(&unused);
    return fits;
}

void tw_report_banks(const struct tw_report *report, struct tw_view *view)
{
    int64_t bare[TW_MAX_FIELDS];
    bool known = report->best && tw_report_bare(report, report->best, bare);
    if (known && has_map(report, bare) && has_map(report, report->best->value))
        add_maps(report, bare, view);
    else
        tw_view_flag(view, view->root, "banks", false);
}
