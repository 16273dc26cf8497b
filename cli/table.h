/*
 * table.h - a table for people, whose rows are all known before it is printed: as narrow as its cells allow. Where the output
 * is narrower, columns that matter least are left out, which a line below the table says, and rows are folded in two lines.
 *
 * Memory: the struct owns its cells and notes; tw_table_free releases them. Initialise with {.columns = ..., .column_count = ...}.
 */
#ifndef TW_CLI_TABLE_H
#define TW_CLI_TABLE_H

#include <stdint.h>

#include "base/text.h"

#define TW_TABLE_COLUMNS 80u

struct tw_table_column {
    const char *above, *heading; /* the heading in two lines; the first may be "" */
    bool right;                  /* aligned                                       */
    bool fold;                   /* where rows are folded, what follows is on a line of its own */
    unsigned char
        drop; /* 0: always shown; columns of 1 are left out before rows are folded, those of 2, 3 ... after */
};

struct tw_table {
    const struct tw_table_column *columns;
    size_t column_count;
    struct tw_text cells; /* row after row, each ended by a NUL */
    struct tw_text notes; /* each the number of its row as a size_t, and lines ended by a NUL */
    size_t count;
};

/* The next cell, in reading order; printf's format. Empty, or "-": nothing is known. A column of those is not shown. */
void tw_table_add(struct tw_table *table, const char *format, ...) TW_PRINTF(2, 3);
/* A number; "-" when it is not known. With so many decimals, none of them a zero at the end. */
void tw_table_add_count(struct tw_table *table, bool known, uint64_t count);
void tw_table_add_number(struct tw_table *table, bool known, double value, int decimals);
/* As many cells with nothing in them. */
void tw_table_add_empty(struct tw_table *table, size_t cells);

/* Whole lines to stand below the last row, as they are; at most one note for each row. */
void tw_table_note(struct tw_table *table, const struct tw_text *lines);

/* Its width when nothing is folded or left out. */
size_t tw_table_width(const struct tw_table *table);
/* Adds the table to the text, no line wider than `width` where folding and leaving out can help. */
void tw_table_print(const struct tw_table *table, size_t width, struct tw_text *text);
void tw_table_free(struct tw_table *table);

#endif
