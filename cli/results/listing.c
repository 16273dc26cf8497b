/* Records as JSON Lines, as CSV, and as a table for people. */
#include "cli/results/listing.h"

#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "cli/columns.h"
#include "cli/table.h"
#include "tune/result.h"

/* ---- JSON Lines ---- */

static void add_line(const struct tw_sheet *sheet, size_t row, struct tw_text *text)
{
    tw_escape_json_line(text, sheet->rows[row].line, sheet->rows[row].length);
    tw_text_add_char(text, '\n');
}

void tw_listing_json(const struct tw_listing *listing, struct tw_text *text)
{
    add_line(&listing->shards->headers, listing->shards->shards[0].header, text);
    for (size_t i = 0; i < listing->count; i++) add_line(&listing->shards->records, listing->rows[i], text);
}

/* ---- CSV ---- */

/* Where a key is an object in one record and null in another, only its members are columns. */
static size_t csv_columns(const struct tw_sheet *records, uint32_t columns[TW_SHEET_COLUMNS])
{
    size_t count = 0;
    for (uint32_t i = 0; i < records->column_count; i++) {
        if (!tw_sheet_has_members(records, records->columns[i])) columns[count++] = i;
    }
    return count;
}

void tw_listing_csv(const struct tw_listing *listing, struct tw_text *text)
{
    const struct tw_sheet *records = &listing->shards->records;
    uint32_t columns[TW_SHEET_COLUMNS];
    size_t count = csv_columns(records, columns);
    struct tw_text field = {0};
    if (listing->mixed) tw_text_add(text, "file,");
    for (size_t c = 0; c < count; c++) {
        if (c) tw_text_add_char(text, ',');
        tw_escape_csv(text, records->columns[columns[c]]);
    }
    tw_text_add(text, "\r\n");
    for (size_t i = 0; i < listing->count; i++) {
        if (listing->mixed) {
            tw_escape_csv(text, tw_shards_of(listing->shards, listing->rows[i])->name);
            tw_text_add_char(text, ',');
        }
        for (size_t c = 0; c < count; c++) {
            tw_text_clear(&field);
            tw_value_add(tw_sheet_value(records, listing->rows[i], columns[c]), &field);
            if (c) tw_text_add_char(text, ',');
            tw_escape_csv(text, tw_text_part(text, &field));
        }
        tw_text_add(text, "\r\n");
    }
    tw_text_free(&field);
}

/* ---- the table ---- */

/* A column's cell of a row; adds nothing when the row has none. */
typedef void add_cell(const struct tw_listing *listing, size_t row, uint32_t column, struct tw_text *text);

/* A table has no room for line breaks, and a terminal would obey control characters. */
static void add_shown(struct tw_value value, struct tw_text *text)
{
    struct tw_text cell = {0};
    tw_value_add(value, &cell);
    tw_escape_terminal(text, tw_text_part(text, &cell));
    tw_text_free(&cell);
}

static void add_value(const struct tw_listing *listing, size_t row, uint32_t column, struct tw_text *text)
{
    add_shown(tw_sheet_value(&listing->shards->records, row, column), text);
}

static void add_file(const struct tw_listing *listing, size_t row, uint32_t column, struct tw_text *text)
{
    (void)column;
    if (listing->mixed) tw_escape_terminal(text, tw_shards_of(listing->shards, row)->name);
}

/* "=3": cannot be told apart from the one ranked before it. */
static void add_rank(const struct tw_listing *listing, size_t row, uint32_t column, struct tw_text *text)
{
    const struct tw_sheet *records = &listing->shards->records;
    if (*tw_sheet_value_of(records, row, "tie").text == 't') tw_text_add_char(text, '=');
    add_value(listing, row, column, text);
}

static bool devices_differ(const struct tw_listing *listing)
{
    const struct tw_sheet *headers = &listing->shards->headers;
    struct tw_value first = tw_sheet_value_of(headers, 0, "device");
    for (size_t i = 1; i < headers->row_count; i++) {
        if (!tw_value_same(first, tw_sheet_value_of(headers, i, "device"))) return true;
    }
    return false;
}

static void add_device(const struct tw_listing *listing, size_t row, uint32_t column, struct tw_text *text)
{
    if (devices_differ(listing)) add_value(listing, row, column, text);
}

/* The sum of two columns, as predicted or else as simulated; false: neither is known. */
static bool sum_of(const struct tw_listing *listing, size_t row, const char *one, const char *other,
                   double *sum)
{
    static const char *const witnesses[] = {"predicted", "simulated"};
    for (size_t i = 0; i < sizeof witnesses / sizeof *witnesses; i++) {
        struct tw_value value[2];
        for (int k = 0; k < 2; k++) {
            char key[64];
            snprintf(key, sizeof key, "%s.%s", witnesses[i], k ? other : one);
            value[k] = tw_sheet_value_of(&listing->shards->records, row, key);
        }
        if (value[0].kind != TW_NUMBER || value[1].kind != TW_NUMBER) continue;
        *sum = tw_value_number(value[0]) + tw_value_number(value[1]);
        return true;
    }
    return false;
}

/* Without zeros at its end. */
static void add_number(double number, int decimals, struct tw_text *text)
{
    tw_text_add_double(text, number, decimals);
    while (text->length && text->data[text->length - 1] == '0') text->data[--text->length] = '\0';
    if (text->length && text->data[text->length - 1] == '.') text->data[--text->length] = '\0';
}

static void add_cost(const struct tw_listing *listing, size_t row, uint32_t column, struct tw_text *text)
{
    struct tw_value value = tw_sheet_value(&listing->shards->records, row, column);
    if (value.kind == TW_NUMBER) add_number(tw_value_number(value), 4, text);
}

/* Of loads and stores together. */
static void add_wavefronts(const struct tw_listing *listing, size_t row, uint32_t column,
                           struct tw_text *text)
{
    double sum, requests;
    (void)column;
    if (sum_of(listing, row, "load_wavefronts", "store_wavefronts", &sum) &&
        !(sum_of(listing, row, "load_requests", "store_requests", &requests) && requests == 0))
        tw_text_add_double(text, sum, 0);
}

static void add_per_request(const struct tw_listing *listing, size_t row, uint32_t column,
                            struct tw_text *text)
{
    double wavefronts, requests;
    (void)column;
    if (sum_of(listing, row, "load_wavefronts", "store_wavefronts", &wavefronts) &&
        sum_of(listing, row, "load_requests", "store_requests", &requests) && requests > 0)
        add_number(wavefronts / requests, 2, text);
}

static void add_sectors(const struct tw_listing *listing, size_t row, uint32_t column, struct tw_text *text)
{
    double sum;
    (void)column;
    if (sum_of(listing, row, "global_load_sectors", "global_store_sectors", &sum) && sum > 0)
        tw_text_add_double(text, sum, 0);
}

/* clang-format off */
static const struct usual {
    struct tw_table_column head;
    const char *key;
    add_cell *add;
} usual[] = {
    {{"",       "file",    false, false, 0}, "",                          add_file},
    {{"",       "device",  false, false, 0}, "device",                    add_device},
    {{"",       "rank",    true,  false, 0}, "rank",                      add_rank},
    {{"",       "variant", false, true,  0}, "name",                      add_value},
    {{"",       "status",  false, false, 0}, "status",                    add_value},
    {{"",       "cost",    true,  false, 0}, "cost",                      add_cost},
    {{"wave-",  "fronts",  true,  false, 0}, "predicted.load_wavefronts", add_wavefronts},
    {{"per",    "req.",    true,  false, 0}, "predicted.load_requests",   add_per_request},
    {{"",       "sectors", true,  false, 0}, "sectors",                   add_sectors},
    {{"shared", "bytes",   true,  false, 1}, "shared_bytes",              add_value},
    {{"blocks", "/SM",     true,  false, 1}, "blocks_per_sm",             add_value},
    {{"",       "us",      true,  false, 0}, "time_us.median",            add_value},
    {{"",       "GB/s",    true,  false, 0}, "gb_per_s",                  add_value},
    {{"of",     "bound",   true,  false, 0}, "of_bound",                  add_value},
};
/* clang-format on */
enum { USUAL = sizeof usual / sizeof *usual, SHORT_REASON = 72 };

static size_t rows_shown(const struct tw_listing *listing)
{
    return listing->most && listing->most < listing->count ? listing->most : listing->count;
}

/* Shown as it is by a usual column. */
static bool is_usual(const char *key)
{
    for (size_t i = 0; i < USUAL; i++) {
        if (strcmp(usual[i].key, key) == 0 && usual[i].add == add_value) return true;
    }
    return strcmp(key, "rank") == 0 || strcmp(key, "cost") == 0 || strcmp(key, "sectors") == 0 ||
           strcmp(key, "reason") == 0;
}

/* The columns: the usual ones, and those asked for. */
struct columns {
    struct tw_table_column head[TW_TABLE_COLUMNS];
    add_cell *add[TW_TABLE_COLUMNS];
    uint32_t column[TW_TABLE_COLUMNS];
    struct tw_text name[TW_TABLE_COLUMNS];
    bool used[TW_TABLE_COLUMNS]; /* a row has something in it */
    size_t count;
};

static void choose_columns(const struct tw_listing *listing, const uint32_t *shown, size_t shown_count,
                           struct columns *columns)
{
    const struct tw_sheet *records = &listing->shards->records;
    *columns = (struct columns){.count = USUAL};
    for (size_t i = 0; i < USUAL; i++) {
        columns->head[i] = usual[i].head;
        columns->add[i] = usual[i].add;
        columns->column[i] = tw_sheet_column(records, usual[i].key);
    }
    for (size_t i = 0; i < shown_count && columns->count < TW_TABLE_COLUMNS; i++) {
        size_t c = columns->count;
        bool known = shown[i] == TW_NO_COLUMN || is_usual(records->columns[shown[i]]);
        for (size_t k = USUAL; k < c; k++) known |= columns->column[k] == shown[i];
        if (known) continue;
        tw_escape_terminal(&columns->name[c], records->columns[shown[i]]);
        columns->head[c] = (struct tw_table_column){"", tw_text_string(&columns->name[c]), true, false, 0};
        columns->add[c] = add_value;
        columns->column[c] = shown[i];
        columns->count++;
    }
}

/* The reason of a row in a line or less. */
static void add_reason(const struct tw_listing *listing, size_t row, size_t most, struct tw_text *text)
{
    struct tw_text reason = {0};
    add_shown(tw_sheet_value_of(&listing->shards->records, row, "reason"), &reason);
    const char *words = tw_text_part(text, &reason);
    size_t cut = tw_fitting(words, reason.length, most);
    if (tw_display_width(words, cut) > most) cut = 0;
    tw_text_add_bytes(text, words, cut);
    if (cut < reason.length) tw_text_add(text, cut ? " ..." : "...");
    tw_text_free(&reason);
}

static void add_row(const struct tw_listing *listing, struct columns *columns, size_t row,
                    struct tw_table *table)
{
    struct tw_text cell = {0}, note = {0};
    for (size_t c = 0; c < columns->count; c++) {
        tw_text_clear(&cell);
        columns->add[c](listing, row, columns->column[c], &cell);
        columns->used[c] |= cell.length > 0;
        tw_table_add(table, "%s", tw_text_part(&table->cells, &cell));
    }
    if (tw_sheet_value_of(&listing->shards->records, row, "reason").kind == TW_STRING) {
        tw_text_add(&note, "    ");
        add_reason(listing, row, SHORT_REASON, &note);
        tw_text_add_char(&note, '\n');
        tw_table_note(table, &note);
    }
    tw_text_free(&cell);
    tw_text_free(&note);
}

/* "NVIDIA H200, sm_90: padding.json, shard 1/2" */
static void add_sweep(const struct tw_listing *listing, const struct tw_shard *shard, struct tw_text *text)
{
    static const char *const parts[][2] = {
        {"", "device"}, {", ", "arch"}, {": ", "config"}, {", shard ", "shard"}};
    const struct tw_sheet *headers = &listing->shards->headers;
    if (listing->mixed) tw_escape_terminal(text, shard->name);
    if (listing->mixed) tw_text_add(text, ": ");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct tw_value value = tw_sheet_value_of(headers, shard->header, parts[i][1]);
        if (tw_value_is(value, "1/1")) continue;
        tw_text_add(text, parts[i][0]);
        add_shown(value, text);
    }
    tw_text_add_char(text, '\n');
}

static enum tw_status status_of(const struct tw_listing *listing, size_t row)
{
    struct tw_value value = tw_sheet_value_of(&listing->shards->records, row, "status");
    int status = 0;
    while (status < TW_STATUS_COUNT && !tw_value_is(value, tw_status_word((enum tw_status)status))) status++;
    return (enum tw_status)status;
}

bool tw_listing_is_ok(const struct tw_listing *listing, size_t row)
{
    return status_of(listing, row) == TW_STATUS_OK;
}

/* What the columns are. */
static void add_legend(const struct columns *columns, struct tw_text *text)
{
    static const struct {
        add_cell *add;
        const char *words;
    } legends[] = {
        {add_cost, "cost: what they are ranked by (docs/commands/sweep.md)\n"},
        {add_wavefronts, "wavefronts: of shared memory, in a launch\n"},
        {add_per_request, "per req.: wavefronts per request, which is an instruction of a warp\n"},
        {add_sectors, "sectors: of global memory, 32 bytes each, in a launch\n"},
    };
    for (size_t c = 0; c < columns->count; c++) {
        for (size_t i = 0; i < sizeof legends / sizeof *legends; i++) {
            if (columns->used[c] && columns->add[c] == legends[i].add) tw_text_add(text, legends[i].words);
        }
    }
}

/* Of those left out because they are not ok: how many of each status there are, and why the first is. */
static void add_left_out(const struct tw_listing *listing, struct tw_text *text)
{
    for (int status = TW_STATUS_OK + 1; status < TW_STATUS_COUNT; status++) {
        const char *word = tw_status_word((enum tw_status)status);
        size_t count = 0, first = 0;
        for (size_t i = 0; i < listing->left_out_count; i++) {
            size_t row = listing->left_out[i];
            if (status_of(listing, row) == (enum tw_status)status && !count++) first = row;
        }
        if (!count) continue;
        tw_text_addf(text, "not shown: %zu %s (-f status=%s); such as ", count, word, word);
        add_shown(tw_sheet_value_of(&listing->shards->records, first, "name"), text);
        tw_text_add(text, ": ");
        add_reason(listing, first, SHORT_REASON, text);
        tw_text_add_char(text, '\n');
    }
}

static void add_summary(const struct tw_listing *listing, struct tw_text *text)
{
    size_t counts[TW_STATUS_COUNT + 1] = {0}, count = listing->count + listing->left_out_count;
    for (size_t i = 0; i < listing->count; i++) counts[status_of(listing, listing->rows[i])]++;
    for (size_t i = 0; i < listing->left_out_count; i++) counts[status_of(listing, listing->left_out[i])]++;
    tw_text_addf(text, "%zu variant%s%s", count, count == 1 ? "" : "s", count ? ": " : "");
    tw_result_summary(counts, text);
    tw_text_add_char(text, '\n');
}

void tw_listing_table(const struct tw_listing *listing, const uint32_t *shown, size_t shown_count,
                      struct tw_text *text)
{
    struct columns columns;
    choose_columns(listing, shown, shown_count, &columns);
    struct tw_table table = {.columns = columns.head, .column_count = columns.count};
    for (size_t i = 0; i < (listing->mixed ? listing->shards->count : 1); i++)
        add_sweep(listing, &listing->shards->shards[i], text);
    tw_text_add_char(text, '\n');
    for (size_t i = 0; i < rows_shown(listing); i++) add_row(listing, &columns, listing->rows[i], &table);
    if (table.count) tw_table_print(&table, tw_output_columns(), text);
    if (rows_shown(listing) < listing->count)
        tw_text_addf(text, "... and %zu more (--top)\n", listing->count - rows_shown(listing));
    tw_text_add_char(text, '\n');
    add_legend(&columns, text);
    add_left_out(listing, text);
    add_summary(listing, text);
    tw_table_free(&table);
    for (size_t c = 0; c < columns.count; c++) {
        if (columns.name[c].failed) tw_text_fail(text);
        tw_text_free(&columns.name[c]);
    }
}
