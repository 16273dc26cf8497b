/*
 * Any bytes as a filter, a line to sort by, and a results file. What must hold:
 *   - a sheet has the leaves that cJSON sees, and an error has its file and one line of message;
 *   - written as JSON Lines it is read again as the same, and written the same; CSV has a field per column in every line, and
 *     numbers with all their digits; a table has a line per record and nothing that moves a terminal's cursor;
 *   - of = and != one holds, of < and >= one for numbers; sorting is a permutation that sorting again leaves alone, and it does
 *     not depend on the order before but among equals.
 */
#include <assert.h>
#include <cJSON.h>
#include <string.h>

#include "cli/results/listing.h"
#include "fuzz.h"
#include "fuzz_file.h"

/* ---- reading ---- */

static bool read_file(struct tw_shards *shards, const void *bytes, size_t size)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_shards_add(shards, fuzz_file(bytes, size), &error);
    assert(code == (int)error.code && (code == TW_OK || code == TW_INPUT));
    assert(!code || (error.message[0] && error.file[0] && !strpbrk(error.message, "\n\r")));
    tw_error_free(&error);
    return !code && !shards->shards[0].empty;
}

/* Lists and what is no container. */
static size_t count_leaves(const cJSON *node)
{
    size_t count = 0;
    if (!cJSON_IsObject(node)) return 1;
    for (const cJSON *child = node->child; child; child = child->next) count += count_leaves(child);
    return count;
}

static void check_sheet(const struct tw_sheet *sheet)
{
    for (size_t i = 0; i < sheet->row_count; i++) {
        const struct tw_sheet_row *row = &sheet->rows[i];
        cJSON *tree = cJSON_ParseWithLength(row->line, row->length);
        assert(cJSON_IsObject(tree) && count_leaves(tree) == row->cell_count);
        cJSON_Delete(tree);
    }
}

/* ---- writing ---- */

static void check_json(const struct tw_listing *listing)
{
    struct tw_text text = {0}, again = {0};
    struct tw_shards shards = {0};
    tw_listing_json(listing, &text);
    assert(read_file(&shards, text.data, text.length));
    assert(!shards.shards[0].torn && shards.records.row_count == listing->count);
    const struct tw_listing same = {.shards = &shards, .rows = listing->rows, .count = listing->count};
    tw_listing_json(&same, &again);
    assert(text.length == again.length && memcmp(text.data, again.data, text.length) == 0);
    tw_shards_free(&shards);
    tw_text_free(&text);
    tw_text_free(&again);
}

/* One field of RFC 4180, decoded; returns what follows it: a comma or a line's end. */
static const char *csv_field(const char *at, struct tw_text *field)
{
    tw_text_clear(field);
    if (*at != '"') {
        size_t length = strcspn(at, ",\"\r\n");
        tw_text_add_bytes(field, at, length);
        return at + length;
    }
    for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
        tw_text_add_char(field, *at);
        at += *at == '"';
    }
    assert(*at == '"');
    return at + 1;
}

static size_t check_csv_line(const struct tw_listing *listing, const char **at, const uint32_t *row)
{
    const struct tw_sheet *records = &listing->shards->records;
    struct tw_text field = {0};
    size_t count = 0;
    for (uint32_t column = 0; column < records->column_count; column++) {
        if (tw_sheet_has_members(records, records->columns[column])) continue;
        if (count++) assert(*(*at)++ == ',');
        *at = csv_field(*at, &field);
        struct tw_value value =
            row ? tw_sheet_value(records, *row, column) : (struct tw_value){TW_NULL, "", 0};
        if (value.kind != TW_NUMBER) continue;
        assert(field.length == value.length && memcmp(field.data, value.text, value.length) == 0);
    }
    assert(strncmp(*at, "\r\n", 2) == 0);
    *at += 2;
    tw_text_free(&field);
    return count;
}

static void check_csv(const struct tw_listing *listing)
{
    struct tw_text text = {0};
    tw_listing_csv(listing, &text);
    const char *at = tw_text_string(&text);
    size_t columns = check_csv_line(listing, &at, NULL);
    for (size_t i = 0; i < listing->count; i++)
        assert(check_csv_line(listing, &at, &listing->rows[i]) == columns);
    assert(!*at && !text.failed);
    tw_text_free(&text);
}

static void check_table(const struct tw_listing *listing, const uint32_t *shown, size_t shown_count)
{
    struct tw_text text = {0};
    size_t lines = 0;
    tw_listing_table(listing, shown, shown_count, &text);
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        assert((c >= 0x20 && c != 0x7F) || c == '\n');
        lines += c == '\n';
    }
    /* the sweep; headings, of as many lines as their words need, and records; an empty line, what columns mean, the summary */
    assert(lines >= 1 + (listing->count > 0) + listing->count + 2);
    tw_text_free(&text);
}

/* ---- choosing ---- */

static bool passes(const struct tw_filter *filter, enum tw_comparison comparison,
                   const struct tw_sheet *records, uint32_t row)
{
    struct tw_filter other = *filter;
    struct tw_text scratch = {0};
    other.comparison = comparison;
    bool passed = tw_filter_passes(&other, records, row, &scratch);
    tw_text_free(&scratch);
    return passed;
}

static bool check_filter(const char *expression, const struct tw_listing *listing)
{
    const struct tw_sheet *records = &listing->shards->records;
    struct tw_filter filter;
    if (tw_filter_parse(expression, records, &filter, NULL)) return false;
    for (size_t i = 0; i < listing->count; i++) {
        uint32_t row = listing->rows[i];
        bool number = filter.is_number && tw_sheet_value(records, row, filter.column).kind == TW_NUMBER;
        assert(passes(&filter, TW_EQUAL, records, row) != passes(&filter, TW_NOT_EQUAL, records, row));
        assert(passes(&filter, TW_LESS, records, row) + passes(&filter, TW_AT_LEAST, records, row) == number);
        assert(passes(&filter, TW_GREATER, records, row) + passes(&filter, TW_AT_MOST, records, row) ==
               number);
    }
    return true;
}

static bool sorts_alike(const struct tw_sort *sort, const struct tw_sheet *records, uint32_t a, uint32_t b)
{
    bool alike = true;
    for (unsigned k = 0; k < sort->count; k++) {
        struct tw_value x = tw_sheet_value(records, a, sort->keys[k].column);
        struct tw_value y = tw_sheet_value(records, b, sort->keys[k].column);
        bool numbers = x.kind == TW_NUMBER && y.kind == TW_NUMBER;
        alike &= numbers ? tw_value_number(x) == tw_value_number(y) : tw_value_same(x, y);
    }
    return alike;
}

static bool check_sort(const char *keys, const struct tw_listing *listing)
{
    const struct tw_sheet *records = &listing->shards->records;
    size_t count = listing->count;
    uint32_t *rows = calloc(count + 1, sizeof *rows), *again = calloc(count + 1, sizeof *again);
    struct tw_sort sort;
    uint32_t shown[TW_SORT_KEYS];
    bool taken = !tw_sort_parse(keys, records, &sort, NULL);
    if (taken) {
        for (size_t i = 0; i < count; i++) again[i] = rows[count - 1 - i] = listing->rows[i];
        assert(tw_sort_rows(&sort, records, rows, count) && tw_sort_rows(&sort, records, again, count));
        uint64_t sum = 0, wanted = 0;
        for (size_t i = 0; i < count; i++) {
            assert(sorts_alike(&sort, records, rows[i], again[i]));
            sum += (uint64_t)rows[i] * rows[i] + rows[i];
            wanted += (uint64_t)listing->rows[i] * listing->rows[i] + listing->rows[i];
        }
        assert(sum == wanted);
        memcpy(again, rows, count * sizeof *rows);
        assert(tw_sort_rows(&sort, records, again, count) && memcmp(again, rows, count * sizeof *rows) == 0);
        for (unsigned k = 0; k < sort.count; k++) shown[k] = sort.keys[k].column;
        check_table(&(struct tw_listing){.shards = listing->shards, .rows = rows, .count = count}, shown,
                    sort.count);
    }
    free(rows);
    free(again);
    return taken;
}

/* ---- the input ---- */

/* The next line, NUL-terminated, freed by the caller; *at moves behind it. */
static char *next_line(const char **at, const char *end)
{
    const char *stop = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;
    char *line = strndup(*at, (size_t)((stop ? stop : end) - *at));
    *at = stop ? stop + 1 : end;
    return line;
}

bool fuzz_one(const uint8_t *bytes, size_t size)
{
    const char *at = (const char *)bytes, *end = at + size;
    if (!size) return false;
    char *filter = next_line(&at, end), *sort = next_line(&at, end);
    struct tw_shards shards = {0};
    bool taken = read_file(&shards, at, (size_t)(end - at));
    if (taken) {
        uint32_t *rows = calloc(shards.records.row_count + 1, sizeof *rows);
        for (size_t i = 0; i < shards.records.row_count; i++) rows[i] = (uint32_t)i;
        const struct tw_listing listing = {
            .shards = &shards, .rows = rows, .count = shards.records.row_count};
        check_sheet(&shards.records);
        check_json(&listing);
        check_csv(&listing);
        check_table(&listing, NULL, 0);
        taken = check_filter(filter, &listing);
        taken &= check_sort(sort, &listing);
        free(rows);
    }
    tw_shards_free(&shards);
    free(filter);
    free(sort);
    return taken;
}
