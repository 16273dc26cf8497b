/*
 * Bank maps: the winner's tile beside the same tile with neither padding nor swizzle, both for the access
 * that costs the bare one the most. What is drawn, and what is said of it, comes from gen/layout/bankmap.h.
 */
#include "cli/report/report.h"
#include "gen/layout/bankmap_draw.h"

#include <string.h>

/* Pixels. */
#define CELL      18u /* both ways; wider where an element spans banks */
#define WIDE_CELL 34u
#define HEAD      26u /* row numbers    */
#define TOP       16u /* column numbers */

#define PADDING_COLUMNS 8u    /* drawn at most   */
#define CELLS           8192u /* of a map: of a larger tile some rows, the first that takes part among them */
#define TEXT_COLUMNS    76u   /* of the words    */

static uint64_t beyond_ideal(const struct tw_bankmap *map, unsigned access)
{
    return map->accesses[access].wavefronts - map->accesses[access].ideal;
}

/* The access furthest from its ideal; the last one when none is. */
static unsigned worst_access(const struct tw_bankmap *map)
{
    unsigned worst = map->access_count - 1;
    uint64_t most = 0;
    for (unsigned i = 0; i < map->access_count; i++) {
        uint64_t beyond = beyond_ideal(map, i);
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

static bool row_is_marked(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned row)
{
    for (unsigned column = 0; column < map->layout.columns; column++) {
        if (is_marked(map, access, row, column)) return true;
    }
    return false;
}

static bool has_mark(const struct tw_bankmap *map, unsigned access, enum tw_mark mark)
{
    for (unsigned row = 0; row < map->layout.rows; row++) {
        for (unsigned column = 0; column < map->layout.pitch; column++) {
            if (tw_cell_mark(map, &map->accesses[access], row, column) == mark) return true;
        }
    }
    return false;
}

/* The part of a tile that is drawn: columns from 0, rows [first, end). */
struct window {
    unsigned columns, first, end;
    unsigned width; /* of a cell */
};

static struct window choose_window(const struct tw_bankmap *map, const struct tw_bank_access *access)
{
    const unsigned pitch = map->layout.pitch, padded = map->layout.columns + PADDING_COLUMNS,
                   height = map->layout.rows;
    struct window window = {.columns = padded < pitch ? padded : pitch,
                            .width = tw_bankmap_span(map) == 1 ? CELL : WIDE_CELL};
    unsigned rows = CELLS / window.columns ? CELLS / window.columns : 1;
    if (rows > height) rows = height;
    while (window.first + rows < height && !row_is_marked(map, access, window.first)) window.first++;
    window.end = window.first + rows;
    return window;
}

static void add_cell(const struct tw_bankmap *map, const struct tw_bank_access *access,
                     const struct window *window, unsigned row, unsigned column, struct tw_data *cells)
{
    static const char *const classes[] = {
        [TW_MARK_NONE] = "n", [TW_MARK_TOUCHED] = "t", [TW_MARK_CONFLICT] = "c", [TW_MARK_PADDING] = "p"};
    enum tw_mark mark = tw_cell_mark(map, access, row, column);
    struct tw_data cell = tw_data_item(cells);
    unsigned bank = tw_bankmap_bank(map, row, column);
    struct tw_text label = {0};
    if (mark != TW_MARK_PADDING) tw_say_bank(map, bank, &label);
    tw_data_string(&cell, "mark", classes[mark]);
    tw_data_number(&cell, "hue", bank * 360 / map->machine.banks);
    tw_data_number(&cell, "cx", HEAD + column * window->width);
    tw_data_number(&cell, "cy", TOP + (row - window->first) * CELL);
    tw_data_number(&cell, "tx", HEAD + column * window->width + window->width / 2);
    tw_data_number(&cell, "ty", TOP + (row - window->first) * CELL + 13);
    tw_data_text(&cell, "bank", &label);
}

static void add_numbers(const struct tw_bankmap *map, const struct window *window, struct tw_data *panel)
{
    struct tw_data numbers = tw_data_list(panel, "numbers");
    for (unsigned column = 0; column < map->layout.columns; column++) {
        struct tw_data item = tw_data_item(&numbers);
        tw_data_number(&item, "nx", HEAD + column * window->width + window->width / 2);
        tw_data_number(&item, "ny", TOP - 5);
        tw_data_number(&item, "number", column);
    }
    for (unsigned row = window->first; row < window->end; row++) {
        struct tw_data item = tw_data_item(&numbers);
        tw_data_number(&item, "nx", HEAD / 2);
        tw_data_number(&item, "ny", TOP + (row - window->first) * CELL + 13);
        tw_data_number(&item, "number", row);
    }
}

static void add_picture(const struct tw_bankmap *map, const struct tw_bank_access *access,
                        struct tw_data *panel)
{
    const struct window window = choose_window(map, access);
    tw_data_number(panel, "cell_width", window.width);
    tw_data_number(panel, "cell_height", CELL);
    tw_data_number(panel, "width", HEAD + window.columns * window.width + 1);
    tw_data_number(panel, "height", TOP + (window.end - window.first) * CELL + 1);
    tw_data_flag(panel, "padding_cut", window.columns < map->layout.pitch);
    tw_data_flag(panel, "rows_cut", window.end - window.first < map->layout.rows);
    add_numbers(map, &window, panel);
    struct tw_data cells = tw_data_list(panel, "cells");
    for (int last = 0; last < 2; last++) { /* marked cells last: their frames lie over their neighbours' */
        for (unsigned row = window.first; row < window.end; row++) {
            for (unsigned column = 0; column < window.columns; column++) {
                if (is_marked(map, access, row, column) == last)
                    add_cell(map, access, &window, row, column, &cells);
            }
        }
    }
}

/* The words about an access, without their indentation. */
static void add_words(const struct tw_bankmap *map, const struct tw_bank_access *access,
                      struct tw_data *panel)
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
    tw_data_text(panel, "words", &plain);
}

static void add_panel(const struct tw_bankmap *map, unsigned number, const char *heading, const char *name,
                      struct tw_data *panels)
{
    const struct tw_bank_access *access = &map->accesses[number];
    struct tw_data panel = tw_data_item(panels);
    struct tw_text shape = {0};
    tw_layout_add_shape(&map->layout, &shape);
    tw_data_string(&panel, "heading", heading);
    tw_data_string(&panel, "panel_name", name);
    tw_data_text(&panel, "shape", &shape);
    tw_data_string(&panel, "access", access->info.name);
    tw_data_number(&panel, "paid", (int64_t)access->wavefronts);
    tw_data_number(&panel, "due", (int64_t)access->ideal);
    add_words(map, access, &panel);
    add_picture(map, access, &panel);
}

/* False: memory ran out. */
static bool make_map(const struct tw_report *report, const int64_t *value, unsigned tile,
                     struct tw_bankmap *map)
{
    struct tw_shape shape = {0};
    *map = (struct tw_bankmap){.accesses = NULL};
    bool complete = tw_family_shape(report->family, value, report->target, &shape) &&
                    tw_bankmap_make(report->family, value, tile, &shape, &tw_usual_banks, map);
    tw_shape_free(&shape);
    return complete;
}

/* The number of the tile that has the access furthest from its ideal. False: memory ran out. */
static bool worst_tile(const struct tw_report *report, const int64_t *value, unsigned *tile)
{
    struct tw_layout layout;
    uint64_t most = 0;
    bool complete = true;
    for (unsigned i = 0; complete && tw_family_layout(report->family, value, i, &layout); i++) {
        struct tw_bankmap map;
        complete = make_map(report, value, i, &map);
        const uint64_t beyond = complete ? beyond_ideal(&map, worst_access(&map)) : 0;
        if (beyond > most) *tile = i;
        if (beyond > most) most = beyond;
        tw_bankmap_free(&map);
    }
    return complete;
}

/* The keys of the marks that the access leaves in either map. */
static void add_keys(const struct tw_bankmap *before, const struct tw_bankmap *after, unsigned access,
                     struct tw_data *banks)
{
    static const struct {
        enum tw_mark mark;
        const char *class, *words;
    } keys[] = {{TW_MARK_CONFLICT, "c", "takes part, in conflict"},
                {TW_MARK_TOUCHED, "t", "takes part, no conflict"},
                {TW_MARK_PADDING, "p", "padding"}};
    struct tw_data list = tw_data_list(banks, "keys");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!has_mark(before, access, keys[i].mark) && !has_mark(after, access, keys[i].mark)) continue;
        struct tw_data key = tw_data_item(&list);
        tw_data_string(&key, "mark", keys[i].class);
        tw_data_string(&key, "key_words", keys[i].words);
    }
    tw_data_flag(banks, "conflict",
                 has_mark(before, access, TW_MARK_CONFLICT) || has_mark(after, access, TW_MARK_CONFLICT));
}

static void draw_maps(const struct tw_report *report, const int64_t *bare, const struct tw_bankmap *before,
                      const struct tw_bankmap *after, struct tw_data *view)
{
    const struct tw_report_row *best = report->best, *same = tw_report_find(report, bare);
    unsigned access = worst_access(before);
    bool is_bare = memcmp(bare, best->value, report->family->field_count * sizeof *bare) == 0;
    struct tw_data banks = tw_data_object(view, "banks");
    tw_data_flag(&banks, "is_bare", is_bare);
    add_keys(is_bare ? after : before, after, access, &banks);
    const char *without = tw_report_without(report);
    if (without)
        tw_data_string(&banks, "without", without);
    else
        tw_data_flag(&banks, "without", false);
    struct tw_data panels = tw_data_list(&banks, "panels");
    if (!is_bare) { /* then the family has one of them */
        struct tw_text heading = {0};
        tw_text_addf(&heading, "With %s", without);
        add_panel(before, access, tw_text_string(&heading), same ? same->name : "not part of this sweep",
                  &panels);
        view->failed |= heading.failed;
        tw_text_free(&heading);
    }
    add_panel(after, access, "The winner", best->name, &panels);
}

static void add_maps(const struct tw_report *report, const int64_t *bare, struct tw_data *view)
{
    struct tw_bankmap before, after;
    unsigned tile = 0;
    bool complete = worst_tile(report, bare, &tile);
    complete &= make_map(report, bare, tile, &before);
    complete &= make_map(report, report->best->value, tile, &after);
    if (complete) draw_maps(report, bare, &before, &after, view);
    view->failed |= !complete;
    tw_bankmap_free(&before);
    tw_bankmap_free(&after);
}

/* Kernels that read or write nothing element by element have no map. */
static bool has_map(const struct tw_report *report, const int64_t *value, struct tw_data *view)
{
    struct tw_text unused = {0};
    bool fits = tw_bankmap_fits(report->family, value, &tw_usual_banks, &unused);
    view->failed |= unused.failed;
    tw_text_free(&unused);
    return fits;
}

void tw_report_banks(const struct tw_report *report, struct tw_data *view)
{
    int64_t bare[TW_MAX_FIELDS];
    bool known = report->best && tw_report_bare(report, report->best, bare);
    if (known && has_map(report, bare, view) && has_map(report, report->best->value, view))
        add_maps(report, bare, view);
    else
        tw_data_flag(view, "banks", false);
}
