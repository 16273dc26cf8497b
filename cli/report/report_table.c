/*
 * The table as a part of the page: one row for each record, the best first. Its columns are those of cli/show/table.h; in the page a column
 * that text would fold after is the heading of its rows, a legend shows where the mouse stands on the heading, and numbers may have bars.
 */
#include "cli/report/report.h"

#include <math.h>
#include <string.h>

#include "cli/show/table.h"

#define ROWS 5000u /* shown at most, the first ones */

/* ---- the columns ---- */

static void cell_rank(const struct tw_table_column *column, const void *about, const void *place,
                      struct tw_text *cell)
{
    const struct tw_report_row *row = place;
    (void)column, (void)about;
    if (row->rank) tw_text_addf(cell, "%u%s", row->rank, row->tie ? " ≈" : "");
}

static void cell_name(const struct tw_table_column *column, const void *about, const void *place,
                      struct tw_text *cell)
{
    (void)column, (void)about;
    tw_text_add(cell, ((const struct tw_report_row *)place)->name);
}

static void cell_status(const struct tw_table_column *column, const void *about, const void *place,
                        struct tw_text *cell)
{
    (void)column, (void)about;
    tw_text_add(cell, ((const struct tw_report_row *)place)->word);
}

static void cell_reason(const struct tw_table_column *column, const void *about, const void *place,
                        struct tw_text *cell)
{
    (void)column, (void)about;
    tw_text_add(cell, ((const struct tw_report_row *)place)->reason);
}

/* The index is the field's. */
static void cell_field(const struct tw_table_column *column, const void *about, const void *place,
                       struct tw_text *cell)
{
    const struct tw_report_row *row = place;
    tw_report_add_value(about, (unsigned)column->index, row->value[column->index], cell);
}

/* Numbers of a row, NAN where there is none; the index of their columns is the place here. */
/* clang-format off */
/*    member        heading          digits bar    what it is                                                                  */
#define NUMBERS(X)                                                                                                             \
    X(wavefronts,   "wavefronts",    0,     true,  "passes of the shared-memory pipe in a launch: counted by the GPU where it was asked, else simulated, else predicted") \
    X(ideal,        "ideal",         0,     false, "wavefronts if no bank conflicted")                                         \
    X(sectors,      "sectors",       0,     true,  "sectors of 32 bytes of global memory in a launch: counted, simulated or predicted likewise") \
    X(shared_bytes, "shared bytes",  0,     false, "shared memory of one block")                                               \
    X(blocks,       "blocks/SM",     0,     false, "occupancy: blocks that fit one multiprocessor")                            \
    X(registers,    "registers",     0,     false, "per thread")                                                               \
    X(time_us,      "time, µs",      4,     false, "median of the timed launches, each of a grid that fills the GPU")          \
    X(gb_per_s,     "GB/s",          4,     true,  "what the kernel reads and writes, each byte once, in that time")           \
    X(of_bound,     "of bound",      3,     true,  "the fraction of the speed that whole sectors and the device's memory allow") \
    X(cost,         "cost",          4,     true,  "what the rank is by; smaller is better, but of a metric whose highest is best")
/* clang-format on */

static const struct number {
    size_t offset; /* of the double in a row */
    int digits;
    bool bar;
    const char *heading, *legend;
} numbers[] = {
#define X(member, heading, digits, bar, legend)                                                              \
    {offsetof(struct tw_report_row, member), digits, bar, heading, legend},
    NUMBERS(X)
#undef X
};
enum { NUMBER_COUNT = sizeof numbers / sizeof *numbers };

static double number_of(const struct tw_table_column *column, const struct tw_report_row *row)
{
    double value;
    memcpy(&value, (const char *)row + numbers[column->index].offset, sizeof value);
    return value;
}

static void cell_number(const struct tw_table_column *column, const void *about, const void *place,
                        struct tw_text *cell)
{
    double value = number_of(column, place);
    (void)about;
    if (isfinite(value)) tw_report_add_number(cell, value, numbers[column->index].digits);
}

/* A column of which some row has something. */
struct shown {
    struct tw_table_column column;
    double most; /* of its numbers; NAN: no bars */
};

struct page {
    const struct tw_report *report;
    struct shown columns[TW_TABLE_COLUMNS];
    size_t count;
    bool failed; /* memory ran out while they were chosen */
};

static bool is_known(struct page *page, const struct tw_table_column *column)
{
    const struct tw_report *report = page->report;
    struct tw_text cell = {0};
    for (size_t i = 0; i < report->count && !cell.length && !cell.failed; i++)
        column->cell(column, report, &report->rows[i], &cell);
    bool known = cell.length > 0;
    page->failed |= cell.failed;
    tw_text_free(&cell);
    return known;
}

static double most_of(const struct tw_report *report, const struct tw_table_column *column)
{
    double most = (double)NAN;
    if (column->cell != cell_number || !numbers[column->index].bar) return most;
    for (size_t i = 0; i < report->count; i++) {
        double value = number_of(column, &report->rows[i]);
        if (isfinite(value)) most = fmax(most, value);
    }
    return most;
}

static void take(struct page *page, struct tw_table_column column)
{
    if (page->count < TW_TABLE_COLUMNS)
        page->columns[page->count++] = (struct shown){column, most_of(page->report, &column)};
}

/* The index is the number among the metrics. */
static void cell_metric(const struct tw_table_column *column, const void *about, const void *place,
                        struct tw_text *cell)
{
    const cJSON *metric = cJSON_GetArrayItem(((const struct tw_report *)about)->metrics, (int)column->index);
    const cJSON *value =
        cJSON_GetObjectItemCaseSensitive(((const struct tw_report_row *)place)->metrics, metric->string);
    if (cJSON_IsNumber(value)) tw_report_add_number(cell, value->valuedouble, 6);
}

static void take_metrics(struct page *page)
{
    const struct tw_report *report = page->report;
    const cJSON *metric = report->metrics ? report->metrics->child : NULL;
    for (size_t i = 0; metric; metric = metric->next, i++) {
        const struct tw_table_column column = {
            "", metric->string, true, false, 0, cell_metric, i, "a metric that the description defines"};
        if (is_known(page, &column)) take(page, column);
    }
}

static void choose_columns(struct page *page)
{
    const struct tw_report *report = page->report;
    take(page, (struct tw_table_column){"", "rank", true, false, 0, cell_rank, 0,
                                        "1 is best; ≈ cannot be told apart from the row before"});
    take(page, (struct tw_table_column){"", "variant", false, true, 0, cell_name, 0, "its name"});
    take(page, (struct tw_table_column){"", "status", false, false, 0, cell_status, 0, "what became of it"});
    for (unsigned i = 0; report->family && i < report->family->field_count; i++) {
        const struct tw_field_info *field = &report->family->fields[i];
        if (report->varies[i])
            take(page, (struct tw_table_column){"", field->key, field->kind == TW_FIELD_INT, false, 0,
                                                cell_field, i, field->help});
    }
    for (size_t i = 0; i < NUMBER_COUNT; i++) {
        const struct tw_table_column column = {"", numbers[i].heading, true, false,
                                               0,  cell_number,        i,    numbers[i].legend};
        if (is_known(page, &column)) take(page, column);
    }
    take_metrics(page);
    const struct tw_table_column reason = {"", "reason",    false, false,
                                           0,  cell_reason, 0,     "why it has no rank"};
    if (is_known(page, &reason)) take(page, reason);
}

/* ---- the page ---- */

static void add_headings(const struct page *page, struct tw_data *table)
{
    struct tw_data list = tw_data_list(table, "columns");
    for (size_t c = 0; c < page->count; c++) {
        const struct tw_table_column *column = &page->columns[c].column;
        struct tw_data heading = tw_data_item(&list);
        tw_data_string(&heading, "label", column->heading);
        tw_data_string(&heading, "help", column->legend);
        tw_data_string(&heading, "kind", column->right ? "num" : "txt");
    }
}

/* Cells go into the page as they stand, and are the bulk of it. */
static void add_cell(const struct page *page, const struct shown *shown, const struct tw_report_row *row,
                     struct tw_data *cells)
{
    const struct tw_table_column *column = &shown->column;
    double value = isnan(shown->most) ? 0 : number_of(column, row);
    struct tw_text text = {0}, width = {0};
    struct tw_data cell = tw_data_item(cells);
    column->cell(column, page->report, row, &text);
    tw_data_flag(&cell, "head", column->fold);
    tw_data_flag(&cell, "words", !column->right);
    tw_data_text(&cell, "cell", &text);
    if (value > 0 && isfinite(value)) {
        tw_text_add_double(&width, value / shown->most * 100, 0);
        tw_data_text(&cell, "bar", &width);
    } else {
        tw_data_flag(&cell, "bar", false);
    }
}

static void add_row(const struct page *page, const struct tw_report_row *row, struct tw_data *rows)
{
    struct tw_data item = tw_data_item(rows);
    tw_data_string(&item, "row_class",
                   row == page->report->best     ? "best"
                   : row->status == TW_STATUS_OK ? ""
                                                 : "off");
    struct tw_data cells = tw_data_list(&item, "cells");
    for (size_t c = 0; c < page->count; c++) add_cell(page, &page->columns[c], row, &cells);
}

void tw_report_table(const struct tw_report *report, struct tw_data *view)
{
    struct page page = {.report = report};
    choose_columns(&page);
    view->failed |= page.failed;
    struct tw_data table = tw_data_object(view, "table");
    tw_data_number(&table, "count", (int64_t)report->count);
    tw_data_flag(&table, "several", report->count != 1);
    tw_data_number(&table, "left_out", report->count > ROWS ? (int64_t)(report->count - ROWS) : 0);
    tw_data_flag(&table, "cut", report->count > ROWS);
    add_headings(&page, &table);
    struct tw_data rows = tw_data_list(&table, "rows");
    for (size_t i = 0; i < report->count && i < ROWS; i++) add_row(&page, &report->rows[i], &rows);
}
