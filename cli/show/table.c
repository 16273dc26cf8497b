/* Cells one after another, then their widths, then lines. */
#include "cli/show/table.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/show/columns.h"

#define GAP    2u /* between columns; 1 where that makes it fit */
#define INDENT 4u /* of what is folded */

/* ---- cells ---- */

void tw_table_add(struct tw_table *table, const void *row)
{
    struct tw_text *cells = &table->cells;
    for (size_t c = 0; c < table->column_count; c++) {
        size_t start = cells->length;
        table->columns[c].cell(&table->columns[c], table->about, row, cells);
        if (cells->length > start + TW_TABLE_CELL) cells->length = start + TW_TABLE_CELL;
        tw_text_add_bytes(cells, "", 1);
        table->count++;
    }
}

void tw_cell_count(struct tw_text *cell, bool known, uint64_t count)
{
    if (known)
        tw_text_addf(cell, "%" PRIu64, count);
    else
        tw_text_add_char(cell, '-');
}

void tw_cell_fixed(struct tw_text *cell, bool known, double value, int decimals)
{
    if (known)
        tw_text_add_double(cell, value, decimals);
    else
        tw_text_add_char(cell, '-');
}

void tw_cell_number(struct tw_text *cell, bool known, double value, int decimals)
{
    tw_cell_fixed(cell, known, value, decimals);
    if (!known || !decimals || cell->failed) return;
    while (cell->data[cell->length - 1] == '0') cell->length--;
    if (cell->data[cell->length - 1] == '.') cell->length--;
    cell->data[cell->length] = '\0';
}

void tw_cell_figure(struct tw_text *cell, double value)
{
    const double size = fabs(value);
    const int before =
        size > 0 ? (int)floor(log10(size)) + 1 : 1; /* digits before the point; < 0: zeros behind it */
    const int decimals = 6 - before;
    tw_cell_number(cell, true, value, decimals < 0 ? 0 : decimals > 15 ? 15 : decimals);
}

void tw_cell_cost(struct tw_text *cell, uint64_t requests, uint64_t cost)
{
    tw_text_addf(cell, "%" PRIu64 " -> %" PRIu64, requests, cost);
}

void tw_cell_per_request(struct tw_text *cell, uint64_t requests, uint64_t cost)
{
    tw_cell_number(cell, requests > 0, requests ? (double)cost / (double)requests : 0, 2);
}

void tw_table_note(struct tw_table *table, const struct tw_text *lines)
{
    const char *string = tw_text_part(&table->notes, lines);
    size_t row = table->count / table->column_count;
    if (!*string) return;
    tw_text_add_bytes(&table->notes, &row, sizeof row);
    tw_text_add_bytes(&table->notes, string, strlen(string) + 1);
}

/* ---- widths ---- */

struct layout {
    size_t width[TW_TABLE_COLUMNS]; /* 0: the column is not shown */
    size_t gap;
    bool folded;
};

static size_t longer(size_t width, const char *words)
{
    size_t length = tw_display_width(words, strlen(words));
    return length > width ? length : width;
}

/* 0: nothing is known in the column. */
static void measure(const struct tw_table *table, size_t *width)
{
    const char *cell = tw_text_string(&table->cells);
    assert(table->column_count <= TW_TABLE_COLUMNS);
    memset(width, 0, table->column_count * sizeof *width);
    for (size_t i = 0; i < table->count && !table->cells.failed; i++, cell += strlen(cell) + 1)
        if (strcmp(cell, "-") != 0)
            width[i % table->column_count] = longer(width[i % table->column_count], cell);
    for (size_t c = 0; c < table->column_count; c++) {
        if (width[c]) width[c] = longer(longer(width[c], table->columns[c].above), table->columns[c].heading);
    }
}

/* The width of the widest line. */
static size_t total(const struct tw_table *table, const struct layout *layout)
{
    size_t widest = 0, sum = 0;
    for (size_t c = 0; c < table->column_count; c++) {
        if (!layout->width[c]) continue;
        sum += layout->width[c] + layout->gap;
        if (sum > widest) widest = sum;
        if (layout->folded && table->columns[c].fold) sum = INDENT;
    }
    return widest ? widest - layout->gap : 0;
}

/* Leaves out what is dropped up to a level. */
static struct layout layout_of(const struct tw_table *table, const size_t *width, unsigned level, bool folded)
{
    struct layout layout = {.gap = GAP, .folded = folded};
    for (size_t c = 0; c < table->column_count; c++) {
        unsigned drop = table->columns[c].drop;
        layout.width[c] = drop && drop <= level ? 0 : width[c];
    }
    return layout;
}

static bool fits(const struct tw_table *table, struct layout *layout, size_t columns)
{
    for (layout->gap = GAP; layout->gap; layout->gap--) {
        if (total(table, layout) <= columns) return true;
    }
    layout->gap = 1;
    return false;
}

/* The first that fits; the last when none does. */
static struct layout choose(const struct tw_table *table, const size_t *width, size_t columns)
{
    unsigned levels = 1;
    for (size_t c = 0; c < table->column_count; c++) {
        if (table->columns[c].drop > levels) levels = table->columns[c].drop;
    }
    struct layout layout;
    for (unsigned level = 0; level <= 1; level++) {
        layout = layout_of(table, width, level, false);
        if (fits(table, &layout, columns)) return layout;
    }
    for (unsigned level = 0; level <= levels; level++) {
        layout = layout_of(table, width, level, true);
        if (fits(table, &layout, columns)) return layout;
    }
    return layout;
}

/* ---- lines ---- */

/* Blanks are owed, not written, so that no line ends with one. */
static void add_cell(const struct tw_table_column *column, size_t width, size_t gap, const char *cell,
                     size_t *owed, struct tw_text *text)
{
    size_t length = strlen(cell), blanks = width - tw_display_width(cell, length);
    if (column->right) *owed += blanks;
    if (*cell) {
        tw_text_add_repeat(text, ' ', *owed);
        tw_text_add_bytes(text, cell, length);
        *owed = 0;
    }
    *owed += gap + (column->right ? 0 : blanks);
}

/* One row, of which cell[c] are the cells. */
static void add_row(const struct tw_table *table, const struct layout *layout, const char *const *cell,
                    struct tw_text *text)
{
    size_t owed = 0;
    for (size_t c = 0; c < table->column_count; c++) {
        if (!layout->width[c]) continue;
        add_cell(&table->columns[c], layout->width[c], layout->gap, cell[c], &owed, text);
        if (!layout->folded || !table->columns[c].fold) continue;
        tw_text_add_char(text, '\n');
        owed = INDENT;
    }
    tw_text_add_char(text, '\n');
}

/* Adds the headings of the columns from `first` on that stand in one line of a row; returns the column after them. */
static size_t add_heading(const struct tw_table *table, const struct layout *layout, size_t first,
                          struct tw_text *text)
{
    size_t end = first, owed[2] = {first ? INDENT : 0, first ? INDENT : 0};
    struct tw_text lines[2] = {{0}, {0}};
    bool fold = false, two_lines = false;
    for (; end < table->column_count && !fold; end++) {
        const struct tw_table_column *column = &table->columns[end];
        if (!layout->width[end]) continue;
        add_cell(column, layout->width[end], layout->gap, column->above, &owed[0], &lines[0]);
        add_cell(column, layout->width[end], layout->gap, column->heading, &owed[1], &lines[1]);
        two_lines |= *column->above != '\0';
        fold = layout->folded && column->fold;
    }
    if (two_lines) tw_text_addf(text, "%s\n", tw_text_part(text, &lines[0]));
    tw_text_addf(text, "%s\n", tw_text_part(text, &lines[1]));
    tw_text_free(&lines[0]);
    tw_text_free(&lines[1]);
    return end;
}

/* The note of the row, if it is the next; the one behind it. */
static const char *add_note(const char *note, const char *end, size_t row, struct tw_text *text)
{
    size_t of;
    if (note >= end) return note;
    memcpy(&of, note, sizeof of);
    if (of != row) return note;
    note += sizeof of;
    tw_text_add(text, note);
    return note + strlen(note) + 1;
}

/* "conflicts" of the heading "con-" above "flicts". */
static void add_name(const struct tw_table_column *column, struct tw_text *text)
{
    const char *words = column->above;
    size_t length = strlen(words);
    bool broken = length && words[length - 1] == '-';
    tw_text_add_bytes(text, words, broken ? length - 1 : length);
    if (length && !broken) tw_text_add_char(text, ' ');
    tw_text_add(text, column->heading);
}

static void add_dropped(const struct tw_table *table, const struct layout *layout, const size_t *width,
                        struct tw_text *text)
{
    struct layout all = layout_of(table, width, 0, false);
    struct tw_text names = {0}, line = {0};
    all.gap = 1;
    for (size_t c = 0; c < table->column_count; c++) {
        if (!width[c] || layout->width[c]) continue;
        tw_text_add(&names, names.length ? ", " : "");
        add_name(&table->columns[c], &names);
    }
    if (names.length) {
        tw_text_addf(&line, "not shown: %s (COLUMNS=%zu, or so wide a terminal, does)",
                     tw_text_part(text, &names), total(table, &all));
        tw_wrap(tw_text_part(text, &line), 2, text);
    }
    tw_text_free(&names);
    tw_text_free(&line);
}

size_t tw_table_width(const struct tw_table *table)
{
    size_t width[TW_TABLE_COLUMNS];
    measure(table, width);
    struct layout layout = layout_of(table, width, 0, false);
    return total(table, &layout);
}

void tw_table_print(const struct tw_table *table, size_t width, struct tw_text *text)
{
    size_t widths[TW_TABLE_COLUMNS];
    const char *row[TW_TABLE_COLUMNS], *cell = tw_text_string(&table->cells);
    const char *note = tw_text_string(&table->notes), *notes_end = note + table->notes.length;
    if (table->cells.failed || table->notes.failed) tw_text_fail(text);
    if (!table->count) return;
    measure(table, widths);
    struct layout layout = choose(table, widths, width);
    for (size_t c = 0; c < table->column_count;) c = add_heading(table, &layout, c, text);
    for (size_t i = 0; i < table->count && !text->failed; i++, cell += strlen(cell) + 1) {
        row[i % table->column_count] = cell;
        if ((i + 1) % table->column_count) continue;
        add_row(table, &layout, row, text);
        note = add_note(note, notes_end, (i + 1) / table->column_count, text);
    }
    add_dropped(table, &layout, widths, text);
}

void tw_table_legend(const struct tw_table *table, struct tw_text *text)
{
    size_t width[TW_TABLE_COLUMNS];
    measure(table, width);
    for (size_t c = 0; c < table->column_count; c++) {
        if (width[c] && table->columns[c].legend) tw_text_add(text, table->columns[c].legend);
    }
}

void tw_table_free(struct tw_table *table)
{
    tw_text_free(&table->cells);
    tw_text_free(&table->notes);
    table->count = 0;
}
