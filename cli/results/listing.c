/* Records as JSON Lines, as CSV, and as a table for people. */
#include "cli/results/listing.h"

#include <string.h>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/result.h"

/* ---- JSON Lines ---- */

static void add_row(const struct tw_sheet *sheet, size_t row, struct tw_text *text)
{
    tw_escape_json_line(text, sheet->rows[row].line, sheet->rows[row].length);
    tw_text_add_char(text, '\n');
}

void tw_listing_json(const struct tw_listing *listing, struct tw_text *text)
{
    add_row(&listing->shards->headers, listing->shards->shards[0].header, text);
    for (size_t i = 0; i < listing->count; i++) add_row(&listing->shards->records, listing->rows[i], text);
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

/* Of loads and stores together, predicted: what simulator and counters say too, or the status is another. */
static void add_wavefronts(const struct tw_listing *listing, size_t row, uint32_t column,
                           struct tw_text *text)
{
    const struct tw_sheet *records = &listing->shards->records;
    struct tw_value loads = tw_sheet_value(records, row, column);
    struct tw_value stores = tw_sheet_value_of(records, row, "predicted.store_wavefronts");
    if (loads.kind != TW_NUMBER || stores.kind != TW_NUMBER) return;
    tw_text_add_double(text, tw_value_number(loads) + tw_value_number(stores), 0);
}

enum { TABLE_COLUMNS = 64, LEAST_REASON = 8 };

struct column {
    const char *heading, *key;
    bool right; /* aligned */
    add_cell *add;
    uint32_t column;
    size_t width; /* in characters; 0: not shown */
};

/* clang-format off */
static const struct column usual[] = {
    {"file",       "",                          false, add_file,       0, 0},
    {"device",     "device",                    false, add_device,     0, 0},
    {"rank",       "rank",                      true,  add_rank,       0, 0},
    {"variant",    "name",                      false, add_value,      0, 0},
    {"status",     "status",                    false, add_value,      0, 0},
    {"cost",       "cost",                      true,  add_value,      0, 0},
    {"wavefronts", "predicted.load_wavefronts", true,  add_wavefronts, 0, 0},
    {"shared",     "shared_bytes",              true,  add_value,      0, 0},
    {"blocks/SM",  "blocks_per_sm",             true,  add_value,      0, 0},
    {"time us",    "time_us.median",            true,  add_value,      0, 0},
    {"GB/s",       "gb_per_s",                  true,  add_value,      0, 0},
    {"of bound",   "of_bound",                  true,  add_value,      0, 0},
};
static const struct column last = {"reason", "reason", false, add_value, 0, 0};
/* clang-format on */

static size_t characters(const struct tw_text *text)
{
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++) count += ((unsigned char)text->data[i] & 0xC0u) != 0x80u;
    return count;
}

static size_t rows_shown(const struct tw_listing *listing)
{
    return listing->most && listing->most < listing->count ? listing->most : listing->count;
}

/* As wide as its widest cell and its heading; 0 when all cells are empty. `text` fails when a cell does. */
static size_t width_of(const struct tw_listing *listing, const struct column *column, struct tw_text *text)
{
    struct tw_text cell = {0};
    size_t width = 0, heading = strlen(column->heading);
    for (size_t i = 0; i < rows_shown(listing); i++) {
        tw_text_clear(&cell);
        column->add(listing, listing->rows[i], column->column, &cell);
        if (characters(&cell) > width) width = characters(&cell);
    }
    tw_text_part(text, &cell);
    tw_text_free(&cell);
    return width && width < heading ? heading : width;
}

static bool has_key(const struct column *columns, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(columns[i].key, key) == 0 && columns[i].add != add_wavefronts) return true;
    }
    return strcmp(last.key, key) == 0;
}

/* The usual ones, then those asked for, then the reason. */
static size_t choose_columns(const struct tw_listing *listing, const uint32_t *shown, size_t shown_count,
                             struct column columns[TABLE_COLUMNS], struct tw_text *text)
{
    const struct tw_sheet *records = &listing->shards->records;
    size_t count = sizeof usual / sizeof *usual;
    memcpy(columns, usual, sizeof usual);
    for (size_t i = 0; i < shown_count && count < TABLE_COLUMNS - 1; i++) {
        const char *key = shown[i] == TW_NO_COLUMN ? "" : records->columns[shown[i]];
        if (!has_key(columns, count, key))
            columns[count++] = (struct column){key, key, true, add_value, 0, 0};
    }
    columns[count++] = last;
    for (size_t i = 0; i < count; i++) {
        columns[i].column = tw_sheet_column(records, columns[i].key);
        columns[i].width = width_of(listing, &columns[i], text);
    }
    return count;
}

/* Reasons are the last column, and as long as they like: they get what is left of the terminal's width. */
static void narrow_reasons(struct column *columns, size_t count)
{
    size_t before = 0, room = tw_output_columns();
    struct column *reason = &columns[count - 1];
    for (size_t i = 0; i + 1 < count; i++) before += columns[i].width ? columns[i].width + 2 : 0;
    room = before + LEAST_REASON < room ? room - before : LEAST_REASON;
    if (reason->width > room) reason->width = room;
}

/* Cuts the cell to so many characters, the last of them dots. */
static void shorten(struct tw_text *cell, size_t width)
{
    size_t at = 0;
    if (characters(cell) <= width) return;
    for (size_t seen = 0; seen + 3 < width; seen++) at += tw_utf8_length(cell->data + at, cell->length - at);
    cell->length = at;
    tw_text_add(cell, "...");
}

static void add_padded(const struct column *column, const struct tw_text *cell, struct tw_text *line)
{
    if (!column->width) return;
    size_t space = column->width - characters(cell);
    if (line->length) tw_text_add(line, "  ");
    if (column->right) tw_text_add_repeat(line, ' ', space);
    tw_text_add(line, tw_text_part(line, cell));
    if (!column->right) tw_text_add_repeat(line, ' ', space);
}

/* One line of the table: a row, or the headings when `row` is NULL. */
static void add_line(const struct tw_listing *listing, const struct column *columns, size_t count,
                     const uint32_t *row, struct tw_text *text)
{
    struct tw_text line = {0}, cell = {0};
    for (size_t i = 0; i < count; i++) {
        tw_text_clear(&cell);
        if (row)
            columns[i].add(listing, *row, columns[i].column, &cell);
        else
            tw_escape_terminal(&cell, columns[i].heading);
        if (columns[i].width) shorten(&cell, columns[i].width);
        add_padded(&columns[i], &cell, &line);
    }
    while (line.length && line.data[line.length - 1] == ' ') line.length--;
    tw_text_add_bytes(text, tw_text_part(text, &line), line.length);
    tw_text_add_char(text, '\n');
    tw_text_free(&line);
    tw_text_free(&cell);
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

static void add_summary(const struct tw_listing *listing, struct tw_text *text)
{
    const struct tw_sheet *records = &listing->shards->records;
    size_t counts[TW_STATUS_COUNT] = {0};
    uint32_t column = tw_sheet_column(records, "status");
    for (size_t i = 0; i < listing->count; i++) {
        struct tw_value value = tw_sheet_value(records, listing->rows[i], column);
        int status = 0;
        while (status < TW_STATUS_COUNT && !tw_value_is(value, tw_status_word((enum tw_status)status)))
            status++;
        if (status < TW_STATUS_COUNT) counts[status]++;
    }
    tw_text_addf(text, "\n%zu variant%s%s", listing->count, listing->count == 1 ? "" : "s",
                 listing->count ? ": " : "");
    tw_result_summary(counts, text);
    tw_text_add_char(text, '\n');
}

void tw_listing_table(const struct tw_listing *listing, const uint32_t *shown, size_t shown_count,
                      struct tw_text *text)
{
    struct column columns[TABLE_COLUMNS];
    size_t count = choose_columns(listing, shown, shown_count, columns, text);
    narrow_reasons(columns, count);
    for (size_t i = 0; i < (listing->mixed ? listing->shards->count : 1); i++)
        add_sweep(listing, &listing->shards->shards[i], text);
    if (listing->count) add_line(listing, columns, count, NULL, text);
    for (size_t i = 0; i < rows_shown(listing); i++)
        add_line(listing, columns, count, &listing->rows[i], text);
    if (rows_shown(listing) < listing->count)
        tw_text_addf(text, "... and %zu more (--top)\n", listing->count - rows_shown(listing));
    add_summary(listing, text);
}
