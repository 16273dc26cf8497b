/* Cells one after another, then their widths, then lines. */
#include "cli/table.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define GAP    2u /* between columns; 1 where that makes it fit */
#define INDENT 6u /* of what is folded */

void tw_table_add(struct tw_table *table, const char *format, ...)
{
    char cell[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    tw_text_add_bytes(&table->cells, cell, strlen(cell) + 1);
    table->count++;
}

static size_t longer(size_t width, const char *words)
{
    return strlen(words) > width ? strlen(words) : width;
}

/* 0: the column is empty. */
static void measure(const struct tw_table *table, size_t *width)
{
    const char *cell = tw_text_string(&table->cells);
    memset(width, 0, table->column_count * sizeof *width);
    for (size_t i = 0; i < table->count; i++, cell += strlen(cell) + 1)
        width[i % table->column_count] = longer(width[i % table->column_count], cell);
    for (size_t c = 0; c < table->column_count; c++) {
        if (width[c]) width[c] = longer(longer(width[c], table->columns[c].above), table->columns[c].heading);
    }
}

static size_t total(const size_t *width, size_t count, size_t gap)
{
    size_t sum = 0;
    for (size_t c = 0; c < count; c++) sum += width[c] ? width[c] + gap : 0;
    return sum ? sum - gap : 0;
}

/* Blanks are owed, not written, so that no line ends with one. */
static void add_cell(const struct tw_table_column *column, size_t width, size_t gap, const char *cell,
                     size_t *owed, struct tw_text *text)
{
    size_t blanks = width - strlen(cell);
    if (column->right) *owed += blanks;
    if (*cell) {
        tw_text_add_repeat(text, ' ', *owed);
        tw_text_add(text, cell);
        *owed = 0;
    }
    *owed += gap + (column->right ? 0 : blanks);
}

/* One row, of which cell[c] are the cells. */
static void add_row(const struct tw_table *table, const size_t *width, size_t gap, bool folded,
                    const char *const *cell, struct tw_text *text)
{
    size_t owed = 0;
    for (size_t c = 0; c < table->column_count; c++) {
        if (!width[c]) continue;
        add_cell(&table->columns[c], width[c], gap, cell[c], &owed, text);
        if (!folded || !table->columns[c].fold) continue;
        tw_text_add_char(text, '\n');
        owed = INDENT;
    }
    tw_text_add_char(text, '\n');
}

size_t tw_table_width(const struct tw_table *table)
{
    size_t width[TW_TABLE_COLUMNS];
    assert(table->column_count <= TW_TABLE_COLUMNS);
    measure(table, width);
    return total(width, table->column_count, GAP);
}

void tw_table_print(const struct tw_table *table, size_t width, struct tw_text *text)
{
    size_t widths[TW_TABLE_COLUMNS];
    const char *row[TW_TABLE_COLUMNS], *cell = tw_text_string(&table->cells);
    assert(table->column_count <= TW_TABLE_COLUMNS);
    if (table->cells.failed) tw_text_fail(text);
    measure(table, widths);
    size_t gap = total(widths, table->column_count, GAP) > width ? 1 : GAP;
    bool folded = total(widths, table->column_count, gap) > width, above = false;
    if (folded) gap = GAP;
    for (size_t c = 0; c < table->column_count; c++) {
        row[c] = table->columns[c].above;
        above |= widths[c] && *row[c];
    }
    if (above) add_row(table, widths, gap, folded, row, text);
    for (size_t c = 0; c < table->column_count; c++) row[c] = table->columns[c].heading;
    add_row(table, widths, gap, folded, row, text);
    for (size_t i = 0; i < table->count && !table->cells.failed; i++, cell += strlen(cell) + 1) {
        row[i % table->column_count] = cell;
        if ((i + 1) % table->column_count == 0) add_row(table, widths, gap, folded, row, text);
    }
}

void tw_table_free(struct tw_table *table)
{
    tw_text_free(&table->cells);
    table->count = 0;
}
