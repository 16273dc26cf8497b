/* The table: one row for each record, the best first. */
#include "cli/report/report.h"

#include <math.h>
#include <string.h>

#define ROWS 5000u /* shown at most, the first ones */

/* The columns after rank, name, status and the fields. A column that is empty for all records is left out. */
/* clang-format off */
/*    member        heading              digits bar    what it is                                                            */
#define COLUMNS(X)                                                                                                         \
    X(wavefronts,   "wavefronts",        0,     true,  "passes of the shared-memory pipe in a launch: counted by the GPU where it was asked, else simulated, else predicted") \
    X(ideal,        "ideal",             0,     false, "wavefronts if no bank conflicted")                                 \
    X(sectors,      "sectors",           0,     true,  "sectors of 32 bytes of global memory in a launch: counted, simulated or predicted likewise") \
    X(shared_bytes, "shared bytes",      0,     false, "shared memory of one block")                                       \
    X(blocks,       "blocks/SM",         0,     false, "occupancy: blocks that fit one multiprocessor")                    \
    X(registers,    "registers",         0,     false, "per thread")                                                       \
    X(time_us,      "time, µs",          4,     false, "median of the timed launches, each of a grid that fills the GPU")  \
    X(gb_per_s,     "GB/s",              4,     true,  "what the kernel reads and writes, each byte once, in that time")   \
    X(of_bound,     "of bound",          3,     true,  "the fraction of the speed that whole sectors and the device's memory allow") \
    X(cost,         "cost",              4,     true,  "what the rank is by; smaller is better")
/* clang-format on */

struct column {
    const char *label, *help;
    size_t offset; /* of the double in a row */
    int digits;
    bool bar;
    double most; /* of all rows; NAN: the column is empty */
};

enum {
#define X(member, label, digits, bar, help) COLUMN_##member,
    COLUMNS(X)
#undef X
        COLUMN_COUNT
};

static double number(const struct column *column, const struct tw_report_row *row)
{
    double value;
    memcpy(&value, (const char *)row + column->offset, sizeof value);
    return value;
}

static void find_most(const struct tw_report *report, struct column *column)
{
    column->most = (double)NAN;
    for (size_t i = 0; i < report->count; i++) {
        double value = number(column, &report->rows[i]);
        if (isfinite(value) && !(column->most >= value)) column->most = value;
    }
}

static void add_heading(struct tw_data *list, const char *label, const char *help, bool numeric)
{
    struct tw_data heading = tw_data_item(list);
    tw_data_string(&heading, "label", label);
    tw_data_string(&heading, "help", help);
    tw_data_string(&heading, "kind", numeric ? "num" : "txt");
}

static bool has_reasons(const struct tw_report *report)
{
    bool any = false;
    for (size_t i = 0; i < report->count; i++) any |= *report->rows[i].reason != '\0';
    return any;
}

static void add_headings(const struct tw_report *report, const struct column *columns, bool reasons,
                         struct tw_data *table)
{
    struct tw_data list = tw_data_list(table, "columns");
    add_heading(&list, "rank", "1 is best; ≈ cannot be told apart from the row before", true);
    add_heading(&list, "variant", "its name", false);
    add_heading(&list, "status", "what became of it", false);
    for (unsigned i = 0; report->family && i < report->family->field_count; i++) {
        const struct tw_field_info *field = &report->family->fields[i];
        if (report->varies[i]) add_heading(&list, field->key, field->help, field->kind == TW_FIELD_INT);
    }
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (!isnan(columns[i].most)) add_heading(&list, columns[i].label, columns[i].help, true);
    }
    if (reasons) add_heading(&list, "reason", "why it has no rank", false);
}

/* Cells go into the page as they stand, and are the bulk of it. */
static struct tw_data add_cell(struct tw_data *cells, bool words, struct tw_text *text)
{
    struct tw_data cell = tw_data_item(cells);
    tw_data_flag(&cell, "words", words);
    tw_data_text(&cell, "cell", text);
    return cell;
}

static void add_number(const struct column *column, const struct tw_report_row *row, struct tw_data *cells)
{
    double value = number(column, row);
    struct tw_text text = {0}, width = {0};
    bool bar = column->bar && value > 0 && isfinite(value) && column->most > 0;
    if (isfinite(value)) tw_report_add_number(&text, value, column->digits);
    struct tw_data cell = add_cell(cells, false, &text);
    if (bar) tw_text_add_double(&width, value / column->most * 100, 0);
    if (bar)
        tw_data_text(&cell, "bar", &width);
    else
        tw_data_flag(&cell, "bar", false);
}

static void add_plain(struct tw_data *cells, bool words, struct tw_text *text)
{
    struct tw_data cell = add_cell(cells, words, text);
    tw_data_flag(&cell, "bar", false);
}

static void add_fields(const struct tw_report *report, const struct tw_report_row *row, struct tw_data *cells)
{
    for (unsigned i = 0; report->family && i < report->family->field_count; i++) {
        if (!report->varies[i]) continue;
        struct tw_text text = {0};
        tw_report_add_value(report, i, row->value[i], &text);
        add_plain(cells, report->family->fields[i].kind == TW_FIELD_ENUM, &text);
    }
}

static void add_row(const struct tw_report *report, const struct column *columns, bool reasons,
                    const struct tw_report_row *row, struct tw_data *rows)
{
    struct tw_data item = tw_data_item(rows);
    struct tw_text rank = {0}, status = {0}, reason = {0};
    if (row->rank) tw_text_addf(&rank, "%u%s", row->rank, row->tie ? " ≈" : "");
    tw_text_add(&status, row->word);
    tw_data_string(&item, "row_class",
                   row == report->best           ? "best"
                   : row->status == TW_STATUS_OK ? ""
                                                 : "off");
    tw_data_text(&item, "rank", &rank);
    tw_data_string(&item, "name", row->name);
    struct tw_data cells = tw_data_list(&item, "cells");
    add_plain(&cells, true, &status);
    add_fields(report, row, &cells);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        if (!isnan(columns[i].most)) add_number(&columns[i], row, &cells);
    }
    if (reasons) {
        tw_text_add(&reason, row->reason);
        add_plain(&cells, true, &reason);
    }
}

void tw_report_table(const struct tw_report *report, struct tw_data *view)
{
    struct column columns[] = {
#define X(member, label, digits, bar, help)                                                                  \
    {label, help, offsetof(struct tw_report_row, member), digits, bar, 0},
        COLUMNS(X)
#undef X
    };
    for (int i = 0; i < COLUMN_COUNT; i++) find_most(report, &columns[i]);
    bool reasons = has_reasons(report);
    struct tw_data table = tw_data_object(view, "table");
    tw_data_number(&table, "count", (int64_t)report->count);
    tw_data_flag(&table, "several", report->count != 1);
    tw_data_number(&table, "left_out", report->count > ROWS ? (int64_t)(report->count - ROWS) : 0);
    tw_data_flag(&table, "cut", report->count > ROWS);
    add_headings(report, columns, reasons, &table);
    struct tw_data rows = tw_data_list(&table, "rows");
    for (size_t i = 0; i < report->count && i < ROWS; i++)
        add_row(report, columns, reasons, &report->rows[i], &rows);
}
