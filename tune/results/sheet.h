/*
 * sheet.h - JSON Lines as a sheet: every line is an object, flattened to cells under dotted keys. Values stay
 * as they were written, so numbers keep their digits.
 *
 *     {"name": "a", "time_us": {"median": 1.50}}        name | time_us.median | time_us
 *     {"name": "b", "time_us": null}                    "a"  | 1.50           |
 *                                                       "b"  |                | null
 *
 * A list is one cell. Columns stand in the order in which their keys were first seen.
 *
 * Memory: the sheet owns all but the lines it was given, which must outlive it. Initialise with {0}.
 */
#ifndef TW_TUNE_RESULTS_SHEET_H
#define TW_TUNE_RESULTS_SHEET_H

#include <stdbool.h>
#include <stdint.h>

#include <tilewright/error.h>

#include "base/arena.h"
#include "base/text.h"

#define TW_SHEET_COLUMNS 1000u /* at most; a results file has about 60 */
#define TW_NO_COLUMN     UINT32_MAX

struct tw_cell {
    uint32_t column, offset, length; /* the value: bytes [offset, offset + length) of the row's line */
};

struct tw_sheet_row {
    const char *line;
    uint32_t length;
    uint32_t cell_count; /* in the order of the line                     */
    size_t first_cell;   /* in the sheet's `cells`                       */
};

struct tw_sheet {
    const char *columns[TW_SHEET_COLUMNS + 1]; /* dotted keys, then NULL */
    uint32_t column_count;
    struct tw_sheet_row *rows;
    struct tw_cell *cells;
    size_t row_count, row_capacity, cell_count, cell_capacity;
    struct tw_arena arena; /* keys and edited lines */
};

/* One object in one line, read strictly (gen/config/json.h), as the next row. An error's line counts from this
 * line's text. TW_INPUT, TW_MEMORY. */
int tw_sheet_add(struct tw_sheet *sheet, const char *file, const char *line, size_t length,
                 struct tw_error *error);
void tw_sheet_free(struct tw_sheet *sheet);

/* The column of a dotted key, or TW_NO_COLUMN. */
uint32_t tw_sheet_column(const struct tw_sheet *sheet, const char *key);

/* True when the column's key holds objects in some row: other columns are its members. */
bool tw_sheet_has_members(const struct tw_sheet *sheet, const char *key);

/* A value as written. What a row does not have is null. */
struct tw_value {
    enum tw_value_kind { TW_NUMBER, TW_STRING, TW_BOOLEAN, TW_LIST, TW_NULL } kind;
    const char *text; /* `length` bytes: a number, a string with its quotes, ... */
    size_t length;
};

/* column may be TW_NO_COLUMN. */
struct tw_value tw_sheet_value(const struct tw_sheet *sheet, size_t row, uint32_t column);
struct tw_value tw_sheet_value_of(const struct tw_sheet *sheet, size_t row, const char *key);

double tw_value_number(struct tw_value value);            /* of a TW_NUMBER   */
bool tw_value_same(struct tw_value a, struct tw_value b); /* written the same */
/* A TW_STRING of these characters, none of them escaped. */
bool tw_value_is(struct tw_value value, const char *string);
/* Appends the value for people and other programs: a string without quotes and escapes, nothing for null. */
void tw_value_add(struct tw_value value, struct tw_text *text);

/* Gives values of the row other texts, written as JSON;
 * the row must have those columns. False when memory ran out. */
struct tw_edit {
    uint32_t column;
    const char *text;
};
bool tw_sheet_edit(struct tw_sheet *sheet, size_t row, const struct tw_edit *edits, size_t count);

#endif
