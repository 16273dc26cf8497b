/* Lines of JSON into cells: objects are flattened, a value stays a piece of its line; and lines edited. */
#include "tune/results/sheet.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gen/config/json.h"

/* ---- columns ---- */

/* Most lines have the keys of the line before in the same order: the search begins at `expected`. */
static uint32_t find_column(const struct tw_sheet *sheet, const char *key, uint32_t expected)
{
    for (uint32_t i = 0; i < sheet->column_count; i++) {
        uint32_t column = expected + i;
        if (column >= sheet->column_count) column -= sheet->column_count;
        if (strcmp(sheet->columns[column], key) == 0) return column;
    }
    return TW_NO_COLUMN;
}

uint32_t tw_sheet_column(const struct tw_sheet *sheet, const char *key)
{
    return find_column(sheet, key, 0);
}

bool tw_sheet_has_members(const struct tw_sheet *sheet, const char *key)
{
    size_t length = strlen(key);
    for (uint32_t i = 0; i < sheet->column_count; i++) {
        if (strncmp(sheet->columns[i], key, length) == 0 && sheet->columns[i][length] == '.') return true;
    }
    return false;
}

static uint32_t new_column(struct tw_sheet *sheet, const struct tw_text *key)
{
    const char *kept = tw_arena_string(&sheet->arena, tw_text_string(key), key->length);
    if (!kept || key->failed) return TW_NO_COLUMN;
    sheet->columns[sheet->column_count] = kept;
    return sheet->column_count++;
}

/* ---- reading ---- */

static void add_key(const struct tw_json *json, uint32_t entry, struct tw_text *key)
{
    uint32_t parent = json->values[entry].parent;
    if (parent) {
        add_key(json, parent, key);
        tw_text_add_char(key, '.');
    }
    tw_text_add(key, json->keys.data + json->values[entry].key);
}

static bool add_cell(struct tw_sheet *sheet, struct tw_sheet_row *row, uint32_t column,
                     const struct tw_json_value *place)
{
    struct tw_cell *cells = tw_grow(sheet->cells, sheet->cell_count, &sheet->cell_capacity, sizeof *cells);
    if (!cells) return false;
    sheet->cells = cells;
    cells[sheet->cell_count++] = (struct tw_cell){column, place->offset, place->end - place->offset};
    row->cell_count++;
    return true;
}

static int flatten(struct tw_sheet *sheet, struct tw_sheet_row *row, const struct tw_json *json,
                   struct tw_error *error)
{
    struct tw_text key = {0};
    uint32_t column = TW_NO_COLUMN, list_end = 0;
    int code = TW_OK;
    for (uint32_t i = 1; i < json->count && !code; i++) {
        const struct tw_json_value *place = &json->values[i];
        char first = json->text[place->offset];
        if (place->offset < list_end || first == '{') continue;
        if (first == '[') list_end = place->end;
        tw_text_clear(&key);
        add_key(json, i, &key);
        column = find_column(sheet, tw_text_string(&key), column + 1 < sheet->column_count ? column + 1 : 0);
        if (column == TW_NO_COLUMN && sheet->column_count == TW_SHEET_COLUMNS)
            code = tw_fail_at(error, TW_INPUT, json->file, 1, 1, "more than %u different keys",
                              TW_SHEET_COLUMNS);
        else if ((column == TW_NO_COLUMN && (column = new_column(sheet, &key)) == TW_NO_COLUMN) ||
                 !add_cell(sheet, row, column, place))
            code = tw_fail_at(error, TW_MEMORY, json->file, 0, 0, "out of memory");
    }
    tw_text_free(&key);
    return code;
}

static int add_row(struct tw_sheet *sheet, const struct tw_json *json, struct tw_error *error)
{
    if (json->text[json->values[0].offset] != '{')
        return tw_fail_at(error, TW_INPUT, json->file, 1, 1, "the line is not an object");
    struct tw_sheet_row *rows = tw_grow(sheet->rows, sheet->row_count, &sheet->row_capacity, sizeof *rows);
    if (!rows) return tw_fail_at(error, TW_MEMORY, json->file, 0, 0, "out of memory");
    sheet->rows = rows;
    struct tw_sheet_row *row = &rows[sheet->row_count];
    *row = (struct tw_sheet_row){
        .line = json->text, .length = json->values[0].end, .first_cell = sheet->cell_count};
    int code = flatten(sheet, row, json, error);
    if (!code) sheet->row_count++;
    return code;
}

int tw_sheet_add(struct tw_sheet *sheet, const char *file, const char *line, size_t length,
                 struct tw_error *error)
{
    struct tw_json json;
    int code = tw_json_scan(file, line, length, &json, error);
    if (!code) code = add_row(sheet, &json, error);
    tw_json_free(&json);
    return code;
}

void tw_sheet_free(struct tw_sheet *sheet)
{
    free(sheet->rows);
    free(sheet->cells);
    tw_arena_free(&sheet->arena);
    *sheet = (struct tw_sheet){0};
}

/* ---- values ---- */

static enum tw_value_kind kind_of(char first)
{
    switch (first) {
    case '"':
        return TW_STRING;
    case '[':
        return TW_LIST;
    case 't':
    case 'f':
        return TW_BOOLEAN;
    case 'n':
        return TW_NULL;
    default:
        return TW_NUMBER;
    }
}

struct tw_value tw_sheet_value(const struct tw_sheet *sheet, size_t row, uint32_t column)
{
    const struct tw_sheet_row *in = &sheet->rows[row];
    for (uint32_t i = 0; i < in->cell_count; i++) {
        const struct tw_cell *cell = &sheet->cells[in->first_cell + i];
        const char *text = in->line + cell->offset;
        if (cell->column == column) return (struct tw_value){kind_of(*text), text, cell->length};
    }
    return (struct tw_value){TW_NULL, "null", 4};
}

struct tw_value tw_sheet_value_of(const struct tw_sheet *sheet, size_t row, const char *key)
{
    return tw_sheet_value(sheet, row, tw_sheet_column(sheet, key));
}

/* What follows a number in a line is never part of one, so strtod stops at its end. */
double tw_value_number(struct tw_value value)
{
    return strtod(value.text, NULL);
}

bool tw_value_same(struct tw_value a, struct tw_value b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* A string with escapes: cJSON decodes it. */
static void add_decoded(struct tw_value value, struct tw_text *text)
{
    cJSON *string = cJSON_ParseWithLength(value.text, value.length);
    if (string)
        tw_text_add(text, string->valuestring);
    else
        tw_text_fail(text);
    cJSON_Delete(string);
}

void tw_value_add(struct tw_value value, struct tw_text *text)
{
    if (value.kind == TW_NULL) return;
    if (value.kind != TW_STRING)
        tw_text_add_bytes(text, value.text, value.length);
    else if (memchr(value.text, '\\', value.length))
        add_decoded(value, text);
    else
        tw_text_add_bytes(text, value.text + 1, value.length - 2);
}

bool tw_value_is(struct tw_value value, const char *string)
{
    size_t length = strlen(string);
    return value.kind == TW_STRING && value.length == length + 2 &&
           memcmp(value.text + 1, string, length) == 0;
}

/* ---- editing ---- */

static const char *replacement(const struct tw_edit *edits, size_t count, uint32_t column)
{
    for (size_t i = 0; i < count; i++) {
        if (edits[i].column == column) return edits[i].text;
    }
    return NULL;
}

static char *append(char *to, const char *from, size_t count)
{
    memcpy(to, from, count);
    return to + count;
}

bool tw_sheet_edit(struct tw_sheet *sheet, size_t number, const struct tw_edit *edits, size_t count)
{
    struct tw_sheet_row *row = &sheet->rows[number];
    size_t room = row->length;
    for (size_t i = 0; i < count; i++) room += strlen(edits[i].text);
    char *line = tw_arena_alloc(&sheet->arena, room + 1), *to = line;
    if (!line) return false;
    uint32_t done = 0; /* bytes of the old line */
    for (uint32_t i = 0; i < row->cell_count; i++) {
        struct tw_cell *cell = &sheet->cells[row->first_cell + i];
        const char *old = row->line + cell->offset, *text = replacement(edits, count, cell->column);
        to = append(to, row->line + done, cell->offset - done);
        done = cell->offset + cell->length;
        cell->offset = (uint32_t)(to - line);
        if (text) cell->length = (uint32_t)strlen(text);
        to = append(to, text ? text : old, cell->length);
    }
    to = append(to, row->line + done, row->length - done);
    row->line = line;
    row->length = (uint32_t)(to - line);
    return true;
}
