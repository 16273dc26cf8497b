/*
 * table.h - a table for people. A table is said in one place, its columns: what stands above each, how a cell of it is made of a
 * row, what gives way where there is no room, and what is to be read below about it. Rows are added one by one, whatever they
 * are to the caller, and printed when all are known: as narrow as their cells allow. Where the output is narrower, columns that
 * matter least are left out, which a line below the table says, and rows are folded in two lines.
 *
 *     static const struct tw_table_column columns[] = {{"", "kernel", .fold = true, .cell = cell_kernel}, ...};
 *     struct tw_table table = {.columns = columns, .column_count = ..., .about = &what_all_cells_need};
 *     tw_table_add(&table, &row);
 *     tw_table_print(&table, tw_output_columns(), text);
 *     tw_table_free(&table);
 *
 * The report's page has a back end of its own for columns of this kind (cli/report/report_table.c).
 *
 * Memory: the struct owns its cells and notes; tw_table_free releases them. Rows are only read while they are added.
 */
#ifndef TW_CLI_SHOW_TABLE_H
#define TW_CLI_SHOW_TABLE_H

#include <stdint.h>

#include "base/text.h"

#define TW_TABLE_COLUMNS 80u
#define TW_TABLE_CELL    511u /* bytes; the rest of a longer cell is cut off */

struct tw_table_column;

/* Adds to *cell what the column has of a row, without line breaks. Nothing, or "-": nothing is known. about: the table's. */
typedef void tw_table_cell(const struct tw_table_column *column, const void *about, const void *row,
                           struct tw_text *cell);

struct tw_table_column {
    const char *above, *heading; /* the heading in two lines; the first, or both, may be ""       */
    bool right;                  /* aligned                                                       */
    bool fold;                   /* where rows are folded, what follows is on a line of its own   */
    unsigned char drop; /* 0: always shown; 1: left out before rows are folded; 2, 3 ...: after     */
    tw_table_cell *cell;
    size_t index;       /* which it is of the columns that share the function                    */
    const char *legend; /* whole lines that say what it is; NULL: nothing                        */
};

struct tw_table {
    const struct tw_table_column *columns;
    size_t column_count;
    const void *about;    /* handed to each cell; the caller's            */
    struct tw_text cells; /* row after row, each ended by a NUL           */
    struct tw_text notes; /* each the number of its row as a size_t, and lines ended by a NUL */
    size_t count;         /* cells                                        */
};

void tw_table_add(struct tw_table *table, const void *row);

/* Whole lines to stand below the last row, as they are; at most one note for each row. */
void tw_table_note(struct tw_table *table, const struct tw_text *lines);

/* Its width when nothing is folded or left out. */
size_t tw_table_width(const struct tw_table *table);
/* Adds the table to the text, no line wider than `width` where folding and leaving out can help. A column of which nothing is
   known is not shown. Without rows nothing is added. */
void tw_table_print(const struct tw_table *table, size_t width, struct tw_text *text);
/* Adds the legends of the columns of which something is known. */
void tw_table_legend(const struct tw_table *table, struct tw_text *text);
void tw_table_free(struct tw_table *table);

/* ---- what cells hold ---- */

/* A number; "-" when it is not known. */
void tw_cell_count(struct tw_text *cell, bool known, uint64_t count);
/* A number of any size, with six digits that count at most. */
void tw_cell_figure(struct tw_text *cell, double value);
/* With so many decimals, none of them a zero at the end; and with all of them, so that a column of them is easily compared. */
void tw_cell_number(struct tw_text *cell, bool known, double value, int decimals);
void tw_cell_fixed(struct tw_text *cell, bool known, double value, int decimals);
/* "16 -> 256": requests, and what they cost; and that for each request, "-" where there are none. */
void tw_cell_cost(struct tw_text *cell, uint64_t requests, uint64_t cost);
void tw_cell_per_request(struct tw_text *cell, uint64_t requests, uint64_t cost);

#endif
