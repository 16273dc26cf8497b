/*
 * Heat maps: the cost of every variant over two fields,
 * one map for each combination of the fields that are left.
 *
 *                  x: IPAD, else the first field that varies
 *                  0     1     2    ...
 *       16x16     500   62.5  125
 *       32x16     531   125   62.5          y: the block's shape when it varies,
 *       32x32     ...                          else the next field that does
 *
 * The variants are sorted by their values on each axis in turn, which numbers the values; then by map, line
 * and column, which is the order in which the cells are written.
 */
#include "cli/report/report.h"

#include <math.h>
#include <stdlib.h>

#define COLUMNS 64u   /* of a map at most, the first ones */
#define LINES   64u   /* likewise */
#define MAPS    12u   /* at most, those with the best cells */
#define CELLS   6000u /* of all maps together */
#define SHADES  9u

enum { X, Y, MAP, AXES };

struct axis {
    unsigned fields[TW_MAX_FIELDS], field_count;
    bool is_block;                       /* BDIMX and BDIMY */
    const struct tw_report_row **values; /* a row of each value, ascending */
    unsigned count;
};

struct place {
    const struct tw_report_row *row;
    unsigned at[AXES];
};

struct heat {
    const struct tw_report *report;
    struct axis axis[AXES];
    struct place *places; /* of the rows whose fields are known */
    size_t count;
    double low, high; /* of all costs above zero; NAN: there are none */
    bool *shown;      /* by map                             */
    bool cut;         /* something is not shown             */
};

/* ---- axes ---- */

static int compare_values(const struct axis *axis, const struct tw_report_row *a,
                          const struct tw_report_row *b)
{
    for (unsigned i = 0; i < axis->field_count; i++) {
        int64_t left = a->value[axis->fields[i]], right = b->value[axis->fields[i]];
        if (left != right) return left < right ? -1 : 1;
    }
    return 0;
}

static int by_axis(const void *left, const void *right, void *axis)
{
    const struct place *a = left, *b = right;
    return compare_values(axis, a->row, b->row);
}

static void take(struct axis *axis, unsigned field, struct axis *taken)
{
    axis->fields[axis->field_count++] = field;
    taken->fields[taken->field_count++] = field;
}

/*
 * True when the fields taken leave the field no choice, as the block's shape does the index form: then it
 * needs no axis, nor does a field that is taken already.
 */
static bool is_decided(struct heat *heat, struct axis *taken, unsigned field)
{
    qsort_r(heat->places, heat->count, sizeof *heat->places, by_axis, taken);
    for (size_t i = 1; i < heat->count; i++) {
        const struct tw_report_row *a = heat->places[i - 1].row, *b = heat->places[i].row;
        if (compare_values(taken, a, b) == 0 && a->value[field] != b->value[field]) return false;
    }
    return true;
}

/* Puts the fields that vary on the axes; false when none does. */
static bool choose_axes(struct heat *heat)
{
    const struct tw_family *family = heat->report->family;
    const bool *varies = heat->report->varies;
    struct axis *axis = heat->axis, taken = {.field_count = 0};
    int pad = tw_family_role(family, TW_FIELD_PADDING);
    int x = tw_family_role(family, TW_FIELD_BLOCK_X), y = tw_family_role(family, TW_FIELD_BLOCK_Y);
    if (pad >= 0 && varies[pad]) take(&axis[X], (unsigned)pad, &taken);
    if (x >= 0 && y >= 0 && (varies[x] || varies[y])) {
        take(&axis[Y], (unsigned)x, &taken);
        take(&axis[Y], (unsigned)y, &taken);
        axis[Y].is_block = true;
    }
    for (unsigned i = 0; i < family->field_count; i++) {
        if (!varies[i] || is_decided(heat, &taken, i)) continue;
        take(!axis[X].field_count ? &axis[X] : !axis[Y].field_count ? &axis[Y] : &axis[MAP], i, &taken);
    }
    if (!axis[X].field_count && axis[Y].is_block) { /* nothing but the block's sides: one on each axis */
        axis[X] = (struct axis){.fields = {(unsigned)x}, .field_count = 1};
        axis[Y] = (struct axis){.fields = {(unsigned)y}, .field_count = 1};
    }
    return axis[X].field_count > 0;
}

/* By map, line and column. */
static int compare_cells(const struct place *a, const struct place *b)
{
    for (int axis = AXES - 1; axis >= 0; axis--) {
        if (a->at[axis] != b->at[axis]) return a->at[axis] < b->at[axis] ? -1 : 1;
    }
    return 0;
}

/* Puts the best of several variants in one cell first, as the rows are. */
static int by_cell(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    int order = compare_cells(a, b);
    return order ? order : (a->row > b->row) - (a->row < b->row);
}

static bool number_values(struct heat *heat, int which)
{
    struct axis *axis = &heat->axis[which];
    axis->values = calloc(heat->count, sizeof *axis->values);
    if (!axis->values) return false;
    qsort_r(heat->places, heat->count, sizeof *heat->places, by_axis, axis);
    for (size_t i = 0; i < heat->count; i++) {
        const struct tw_report_row *row = heat->places[i].row;
        if (!axis->count || compare_values(axis, axis->values[axis->count - 1], row) != 0)
            axis->values[axis->count++] = row;
        heat->places[i].at[which] = axis->count - 1;
    }
    return true;
}

/* ---- which maps ---- */

static unsigned columns_of(const struct heat *heat)
{
    return heat->axis[X].count < COLUMNS ? heat->axis[X].count : COLUMNS;
}

static unsigned lines_of(const struct heat *heat)
{
    return heat->axis[Y].count < LINES ? heat->axis[Y].count : LINES;
}

/* Marks the maps with the cheapest cells, as many as are allowed: rows come the best first. */
static bool choose_maps(struct heat *heat)
{
    unsigned count = heat->axis[MAP].count, room = CELLS / (columns_of(heat) * lines_of(heat));
    if (room > MAPS) room = MAPS;
    if (room < 1) room = 1;
    heat->shown = calloc(count, sizeof *heat->shown);
    unsigned *map_of = calloc(heat->report->count, sizeof *map_of);
    for (size_t i = 0; heat->shown && map_of && i < heat->count; i++)
        map_of[heat->places[i].row - heat->report->rows] = heat->places[i].at[MAP];
    for (size_t i = 0; heat->shown && map_of && i < heat->report->count && room > 0; i++) {
        if (!heat->report->rows[i].known || heat->shown[map_of[i]]) continue;
        heat->shown[map_of[i]] = true;
        room--;
    }
    bool chosen = heat->shown && map_of;
    unsigned shown = 0;
    for (unsigned i = 0; chosen && i < count; i++) shown += heat->shown[i];
    heat->cut =
        shown < count || columns_of(heat) < heat->axis[X].count || lines_of(heat) < heat->axis[Y].count;
    free(map_of);
    return chosen;
}

/* What a cell shows. On the simulator the cost of a variant that was skipped is known, it is the predicted
 * wavefronts; but not where sectors are a part of it, which no record of such a variant has. */
static double cost_of(const struct heat *heat, const struct tw_report_row *row)
{
    const struct tw_report *report = heat->report;
    bool predicted = row->status == TW_STATUS_SKIPPED && report->simulator && !report->by && !report->moves;
    double cost = predicted ? tw_report_wavefront_rate(row) : row->cost;
    bool shown = predicted || row->status == TW_STATUS_OK;
    return shown && cost >= 0 && isfinite(cost) ? cost : (double)NAN;
}

static void find_range(struct heat *heat)
{
    heat->low = heat->high = (double)NAN;
    for (size_t i = 0; i < heat->report->count; i++) {
        double cost = cost_of(heat, &heat->report->rows[i]);
        if (!(cost > 0)) continue;
        if (!(heat->low <= cost)) heat->low = cost;
        if (!(heat->high >= cost)) heat->high = cost;
    }
}

/* ---- the view ---- */

/* The names of the axis's fields, and a row's values on it. */
static void add_keys(const struct heat *heat, const struct axis *axis, struct tw_text *text)
{
    for (unsigned i = 0; i < axis->field_count; i++) {
        tw_text_addf(text, "%s%s", i ? axis->is_block ? " × " : ", " : "",
                     heat->report->family->fields[axis->fields[i]].key);
    }
}

static void add_values(const struct heat *heat, const struct axis *axis, const struct tw_report_row *row,
                       bool with_keys, struct tw_text *text)
{
    for (unsigned i = 0; i < axis->field_count; i++) {
        unsigned field = axis->fields[i];
        if (i) tw_text_add(text, axis->is_block ? "×" : ", ");
        if (with_keys) tw_text_addf(text, "%s ", heat->report->family->fields[field].key);
        tw_report_add_value(heat->report, field, row->value[field], text);
    }
}

/* Equal ratios of cost are equal steps of shade. */
static unsigned shade(const struct heat *heat, double cost)
{
    if (!(heat->high > heat->low)) return 0;
    if (cost <= heat->low) return heat->report->highest ? SHADES - 1 : 0;
    double share = log(cost / heat->low) / log(heat->high / heat->low) * SHADES;
    if (heat->report->highest) share = SHADES - share;
    return share >= SHADES ? SHADES - 1 : share > 0 ? (unsigned)share : 0;
}

static void add_tip(const struct heat *heat, const struct tw_report_row *row, struct tw_text *text)
{
    tw_text_addf(text, "%s: ", row->name);
    if (row->status != TW_STATUS_OK || isnan(row->cost)) {
        tw_text_addf(text, "%s%s%s", row->word, *row->reason ? ": " : "", row->reason);
        return;
    }
    tw_report_add_number(text, row->cost, 4);
    tw_text_addf(text, " %s, ", tw_text_string(&heat->report->unit));
    tw_report_add_accesses(text, row);
}

/* A variant that did not run gets a sign instead of a number. */
static const char *const signs[TW_STATUS_COUNT] = {
    [TW_STATUS_OK] = "…",      [TW_STATUS_MISMATCH] = "≠", [TW_STATUS_REJECTED] = "×",
    [TW_STATUS_SKIPPED] = "–", [TW_STATUS_FAILED] = "!",
};

static void add_cell(const struct heat *heat, const struct tw_report_row *row, struct tw_data *list)
{
    struct tw_data cell = tw_data_item(list);
    struct tw_text class = {0}, text = {0}, tip = {0};
    double cost = row ? cost_of(heat, row) : (double)NAN;
    if (!isnan(cost)) {
        tw_text_addf(&class, "q%u%s%s", shade(heat, cost), row == heat->report->best ? " best" : "",
                     row->status == TW_STATUS_SKIPPED ? " skipped" : "");
        tw_report_add_number(&text, cost, 3);
    } else if (row) {
        tw_text_addf(&class, "no %s", tw_status_word(row->status));
        tw_text_add(&text, signs[row->status]);
    }
    if (row) add_tip(heat, row, &tip);
    tw_data_text(&cell, "class", &class);
    tw_data_text(&cell, "cell", &text);
    tw_data_text(&cell, "tip", &tip);
}

/* *next: the first place not yet written; moves past the cell at (map, y, x), if there is one. */
static const struct tw_report_row *next_row(const struct heat *heat, size_t *next, unsigned map, unsigned y,
                                            unsigned x)
{
    const struct place wanted = {.at = {[X] = x, [Y] = y, [MAP] = map}};
    while (*next < heat->count && compare_cells(&heat->places[*next], &wanted) < 0) ++*next;
    bool found = *next < heat->count && compare_cells(&heat->places[*next], &wanted) == 0;
    return found ? heat->places[*next].row : NULL;
}

/* Which columns and lines of a map have a variant. */
struct used {
    bool column[COLUMNS], line[LINES];
};

static struct used find_used(const struct heat *heat, unsigned map)
{
    struct used used = {0};
    for (size_t i = 0; i < heat->count; i++) {
        const unsigned *at = heat->places[i].at;
        if (at[MAP] != map || at[X] >= COLUMNS || at[Y] >= LINES) continue;
        used.column[at[X]] = used.line[at[Y]] = true;
    }
    return used;
}

static void add_columns(const struct heat *heat, const struct used *used, struct tw_data *map)
{
    struct tw_data columns = tw_data_list(map, "columns");
    unsigned span = 0;
    for (unsigned x = 0; x < columns_of(heat); x++) {
        if (!used->column[x]) continue;
        struct tw_data column = tw_data_item(&columns);
        struct tw_text label = {0};
        add_values(heat, &heat->axis[X], heat->axis[X].values[x], false, &label);
        tw_data_text(&column, "label", &label);
        span++;
    }
    tw_data_number(map, "span", span);
}

static void add_map(const struct heat *heat, unsigned number, size_t *next, struct tw_data *maps)
{
    const struct axis *axis = heat->axis;
    const struct used used = find_used(heat, number);
    struct tw_data map = tw_data_item(maps);
    struct tw_text title = {0};
    add_values(heat, &axis[MAP], axis[MAP].values[number], true, &title);
    tw_data_flag(&map, "titled", title.length > 0);
    tw_data_text(&map, "title", &title);
    add_columns(heat, &used, &map);
    struct tw_data lines = tw_data_list(&map, "lines");
    for (unsigned y = 0; y < lines_of(heat); y++) {
        if (!used.line[y]) continue;
        struct tw_data line = tw_data_item(&lines);
        struct tw_text label = {0};
        add_values(heat, &axis[Y], axis[Y].values[y], false, &label);
        tw_data_text(&line, "label", &label);
        struct tw_data cells = tw_data_list(&line, "cells");
        for (unsigned x = 0; x < columns_of(heat); x++) {
            const struct tw_report_row *row = next_row(heat, next, number, y, x);
            if (used.column[x]) add_cell(heat, row, &cells);
        }
    }
}

static void add_axes(const struct heat *heat, struct tw_data *object)
{
    struct tw_text x = {0}, y = {0};
    add_keys(heat, &heat->axis[X], &x);
    add_keys(heat, &heat->axis[Y], &y);
    tw_data_text(object, "x", &x);
    if (y.length || y.failed)
        tw_data_text(object, "y", &y);
    else
        tw_data_flag(object, "y", false);
}

/* Whether a variant of that status is drawn as a cost, or as a sign. */
static bool is_drawn(const struct heat *heat, enum tw_status status, bool as_cost)
{
    for (size_t i = 0; i < heat->count; i++) {
        const struct place *place = &heat->places[i];
        if (place->row->status != status || !heat->shown[place->at[MAP]]) continue;
        if (!isnan(cost_of(heat, place->row)) == as_cost) return true;
    }
    return false;
}

/* The entry of a status: its sign, or the shading of costs that are predicted. */
static void add_status(const struct heat *heat, enum tw_status status, bool as_cost, struct tw_data *marks)
{
    if (!is_drawn(heat, status, as_cost)) return;
    struct tw_data mark = tw_data_item(marks);
    tw_data_string(&mark, "sign", as_cost ? "" : signs[status]);
    tw_data_string(&mark, "sign_class", as_cost ? "q0" : "no");
    tw_data_string(&mark, "word", tw_status_word(status));
    tw_data_string(&mark, "remark", as_cost ? ": the cost is predicted" : "");
}

static void add_legend(const struct heat *heat, struct tw_data *object)
{
    struct tw_text low = {0}, high = {0};
    tw_report_add_number(&low, heat->low, 3);
    tw_report_add_number(&high, heat->high, 3);
    tw_data_text(object, "low", &low);
    tw_data_text(object, "high", &high);
    tw_data_flag(object, "graded", heat->high > heat->low);
    struct tw_data shades = tw_data_list(object, "shades"), marks = tw_data_list(object, "marks");
    for (unsigned i = 0; i < SHADES; i++) {
        struct tw_data shade = tw_data_item(&shades);
        tw_data_number(&shade, "shade", i);
    }
    add_status(heat, TW_STATUS_SKIPPED, true, &marks);
    for (int status = TW_STATUS_OK + 1; status < TW_STATUS_COUNT; status++)
        add_status(heat, (enum tw_status)status, false, &marks);
}

static void add_heat(const struct heat *heat, struct tw_data *view)
{
    struct tw_data object = tw_data_object(view, "heat");
    tw_data_flag(&object, "cut", heat->cut);
    add_axes(heat, &object);
    add_legend(heat, &object);
    struct tw_data maps = tw_data_list(&object, "maps");
    size_t next = 0;
    for (unsigned i = 0; i < heat->axis[MAP].count; i++) {
        if (heat->shown[i]) add_map(heat, i, &next, &maps);
    }
}

static bool place_rows(struct heat *heat)
{
    const struct tw_report *report = heat->report;
    heat->places = calloc(report->count, sizeof *heat->places);
    for (size_t i = 0; heat->places && i < report->count; i++) {
        if (report->rows[i].known) heat->places[heat->count++].row = &report->rows[i];
    }
    return heat->places != NULL;
}

static bool make_maps(struct heat *heat)
{
    for (int axis = 0; axis < AXES; axis++) {
        if (!number_values(heat, axis)) return false;
    }
    qsort(heat->places, heat->count, sizeof *heat->places, by_cell);
    return choose_maps(heat);
}

void tw_report_heat(const struct tw_report *report, struct tw_data *view)
{
    struct heat heat = {.report = report};
    bool any =
        report->best && report->best->known; /* else there is no cell to show, or no axis to put it on */
    bool complete = !any || place_rows(&heat);
    if (complete && any) any = choose_axes(&heat);
    if (complete && any) complete = make_maps(&heat);
    find_range(&heat);
    if (complete && any) add_heat(&heat, view);
    if (!any) tw_data_flag(view, "heat", false);
    view->failed |= !complete;
    for (int axis = 0; axis < AXES; axis++) free(heat.axis[axis].values);
    free(heat.places);
    free(heat.shown);
}
