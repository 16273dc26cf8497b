/* --filter and --sort: their words become columns of the sheet, by which rows are kept and ordered. */
#include "tune/results/select.h"

#include <stdlib.h>
#include <string.h>

#include "gen/config/suggest.h"

/* ---- keys ---- */

/* True when `key` ends in ".WORD" (somebody forgot the front) or begins with "WORD." (it is an object). */
static bool is_relative(const char *key, const char *word)
{
    size_t length = strlen(key), part = strlen(word);
    if (part >= length) return false;
    bool ends = key[length - part - 1] == '.' && strcmp(key + length - part, word) == 0;
    return ends || (key[part] == '.' && strncmp(key, word, part) == 0);
}

static bool is_null_everywhere(const struct tw_sheet *sheet, uint32_t column)
{
    for (size_t row = 0; row < sheet->row_count; row++) {
        if (tw_sheet_value(sheet, row, column).kind != TW_NULL) return false;
    }
    return true;
}

/* True when an object that the key would be in is null in every record:
   then there is nothing to know it by. */
static bool is_below_null(const struct tw_sheet *sheet, const char *key)
{
    for (uint32_t i = 0; i < sheet->column_count; i++) {
        const char *column = sheet->columns[i];
        size_t length = strlen(column);
        bool above = strncmp(key, column, length) == 0 && key[length] == '.';
        if (above && !tw_sheet_has_members(sheet, column) && is_null_everywhere(sheet, i)) return true;
    }
    return false;
}

static void add_similar(const struct tw_sheet *sheet, const char *key, struct tw_text *text)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < sheet->column_count && count < 6; i++) {
        if (is_relative(sheet->columns[i], key))
            tw_text_addf(text, "%s%s", count++ ? ", " : "", sheet->columns[i]);
    }
    const char *near = count ? NULL : tw_suggest(key, sheet->columns);
    if (near) tw_text_add(text, near);
}

static int unknown_key(const struct tw_sheet *sheet, const char *key, struct tw_error *error)
{
    struct tw_text similar = {0};
    bool object = tw_sheet_has_members(sheet, key);
    add_similar(sheet, key, &similar);
    int code = similar.failed
                   ? tw_fail(error, TW_MEMORY, "out of memory")
                   : tw_fail(error, TW_INPUT, "%s '%s'%s%s%s",
                             object ? "values can be compared, not the object" : "no record has the key", key,
                             similar.length ? (object ? "; its members are " : "; did you mean '") : "",
                             tw_text_string(&similar), similar.length && !object ? "'?" : "");
    tw_text_free(&similar);
    return code;
}

static int find_key(const struct tw_sheet *sheet, const char *key, uint32_t *column, struct tw_error *error)
{
    bool object = tw_sheet_has_members(sheet, key);
    *column = tw_sheet_column(sheet, key);
    bool known = *column != TW_NO_COLUMN || is_below_null(sheet, key) || !sheet->row_count;
    return known && !object ? TW_OK : unknown_key(sheet, key, error);
}

/* A key that is not a string of its own. */
static int find_part(const struct tw_sheet *sheet, const char *key, size_t length, uint32_t *column,
                     struct tw_error *error)
{
    struct tw_text text = {0};
    tw_text_add_bytes(&text, key, length);
    int code = text.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                           : find_key(sheet, tw_text_string(&text), column, error);
    tw_text_free(&text);
    return code;
}

/* ---- filters ---- */

static bool is_number(const char *text, double *number)
{
    char *end;
    if (!*text || strspn(text, "0123456789+-.eE") != strlen(text)) return false; /* no inf, nan, 0x */
    *number = strtod(text, &end);
    return *end == '\0';
}

/* filter = KEY ( "!=" | "<=" | ">=" | "==" | "=" | "<" | ">" ) VALUE */
int tw_filter_parse(const char *expression, const struct tw_sheet *sheet, struct tw_filter *filter,
                    struct tw_error *error)
{
    static const char *const operators[] = {
#define X(name, text, truth) text,
        TW_COMPARISONS(X)
#undef X
    };
    const unsigned operator_count = sizeof operators / sizeof *operators;
    size_t key = strcspn(expression, "=<>!");
    unsigned o = 0;
    while (o < operator_count && strncmp(expression + key, operators[o], strlen(operators[o])) != 0) o++;
    if (!key || o == operator_count) {
        return tw_fail(
            error, TW_INPUT,
            "the filter '%s' is not KEY=VALUE, nor with !=, <, <=, > or >= in place of =", expression);
    }
    filter->comparison = (enum tw_comparison)o;
    filter->text = expression + key + strlen(operators[o]);
    filter->is_number = is_number(filter->text, &filter->number);
    bool equality = strchr("!=", operators[o][0]) != NULL;
    if (!equality && !filter->is_number)
        return tw_fail(error, TW_INPUT, "the filter '%s' needs a number after %s", expression, operators[o]);
    return find_part(sheet, expression, key, &filter->column, error);
}

static bool holds(enum tw_comparison comparison, int order)
{
    switch (comparison) {
#define X(name, text, truth)                                                                                 \
    case name:                                                                                               \
        return truth;
        TW_COMPARISONS(X)
#undef X
    }
    return false;
}

static bool is_equality(enum tw_comparison comparison)
{
    return comparison == TW_EQUAL || comparison == TW_EQUAL_TOO || comparison == TW_NOT_EQUAL;
}

static bool is_given(const struct tw_filter *filter, struct tw_value value, struct tw_text *scratch)
{
    tw_text_clear(scratch);
    if (value.kind == TW_NULL)
        tw_text_add(scratch, "null");
    else
        tw_value_add(value, scratch);
    return strcmp(tw_text_string(scratch), filter->text) == 0;
}

bool tw_filter_passes(const struct tw_filter *filter, const struct tw_sheet *sheet, size_t row,
                      struct tw_text *scratch)
{
    struct tw_value value = tw_sheet_value(sheet, row, filter->column);
    if (value.kind == TW_NUMBER && filter->is_number) {
        double number = tw_value_number(value);
        return holds(filter->comparison, (number > filter->number) - (number < filter->number));
    }
    return is_equality(filter->comparison) &&
           holds(filter->comparison, is_given(filter, value, scratch) ? 0 : 1);
}

/* ---- sorting ---- */

/* sort = key { "," key }        key = [ "-" ] KEY */
int tw_sort_parse(const char *list, const struct tw_sheet *sheet, struct tw_sort *sort,
                  struct tw_error *error)
{
    *sort = (struct tw_sort){0};
    for (const char *at = list;; at++) {
        bool descending = *at == '-';
        at += descending;
        size_t length = strcspn(at, ",");
        if (!length) return tw_fail(error, TW_INPUT, "a key is missing in '%s'", list);
        if (sort->count == TW_SORT_KEYS)
            return tw_fail(error, TW_INPUT, "more than %u keys to sort by", TW_SORT_KEYS);
        sort->keys[sort->count].descending = descending;
        int code = find_part(sheet, at, length, &sort->keys[sort->count++].column, error);
        at += length;
        if (code || !*at) return code;
    }
}

void tw_sort_of(const char *const *keys, unsigned count, const struct tw_sheet *sheet, struct tw_sort *sort)
{
    *sort = (struct tw_sort){0};
    for (unsigned i = 0; i < count; i++) {
        uint32_t column = tw_sheet_column(sheet, keys[i]);
        if (column != TW_NO_COLUMN) sort->keys[sort->count++].column = column;
    }
}

struct item {
    struct tw_value value;
    double number;
    uint32_t row, position;
};

static int compare_values(const struct item *a, const struct item *b)
{
    if (a->value.kind != b->value.kind) return a->value.kind < b->value.kind ? -1 : 1;
    if (a->value.kind == TW_NUMBER) return (a->number > b->number) - (a->number < b->number);
    size_t length = a->value.length < b->value.length ? a->value.length : b->value.length;
    int order = memcmp(a->value.text, b->value.text, length);
    return order ? order : (a->value.length > b->value.length) - (a->value.length < b->value.length);
}

static int compare(const struct item *a, const struct item *b, int sign)
{
    bool a_null = a->value.kind == TW_NULL, b_null = b->value.kind == TW_NULL;
    if (a_null != b_null) return a_null ? 1 : -1;
    int order = sign * compare_values(a, b);
    return order ? order : (a->position > b->position) - (a->position < b->position);
}

static int ascending(const void *a, const void *b)
{
    return compare(a, b, 1);
}

static int descending(const void *a, const void *b)
{
    return compare(a, b, -1);
}

/* By the last key first: each pass keeps the order of the one before among its equals. */
bool tw_sort_rows(const struct tw_sort *sort, const struct tw_sheet *sheet, uint32_t *rows, size_t count)
{
    struct item *items = malloc((count ? count : 1) * sizeof *items);
    if (!items) return false;
    for (unsigned k = sort->count; k--;) {
        for (size_t i = 0; i < count; i++) {
            struct tw_value value = tw_sheet_value(sheet, rows[i], sort->keys[k].column);
            double number = value.kind == TW_NUMBER ? tw_value_number(value) : 0;
            items[i] = (struct item){value, number, rows[i], (uint32_t)i};
        }
        qsort(items, count, sizeof *items, sort->keys[k].descending ? descending : ascending);
        for (size_t i = 0; i < count; i++) rows[i] = items[i].row;
    }
    free(items);
    return true;
}
