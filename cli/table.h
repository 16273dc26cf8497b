/*
 * table.h - a table for people, whose rows are all known before it is printed: as narrow as its cells allow, and folded
 * where the terminal is narrower still.
 *
 * Memory: the struct owns its cells; tw_table_free releases it. Initialise with {.columns = ..., .column_count = ...}.
 */
#ifndef TW_CLI_TABLE_H
#define TW_CLI_TABLE_H

#include "base/text.h"

#define TW_TABLE_COLUMNS 16u

struct tw_table_column {
    const char *above, *heading; /* the heading in two lines; the first may be "" */
    bool right;                  /* aligned                                       */
    bool fold;                   /* too narrow a terminal has what follows on a line of its own */
};

struct tw_table {
    const struct tw_table_column *columns;
    size_t column_count;
    struct tw_text cells; /* row after row, each ended by a NUL */
    size_t count;
};

/* The next cell, in reading order; printf's format. Empty: nothing is known. A column without any is not shown. */
void tw_table_add(struct tw_table *table, const char *format, ...) TW_PRINTF(2, 3);

/* Its width when it is not folded. */
size_t tw_table_width(const struct tw_table *table);
/* Adds the table to the text, no line wider than `width` where folding can help. */
void tw_table_print(const struct tw_table *table, size_t width, struct tw_text *text);
void tw_table_free(struct tw_table *table);

#endif
