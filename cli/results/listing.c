/* Records as JSON Lines, as CSV, and as a table for people. */
#include "cli/results/listing.h"

#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "cli/show/columns.h"
#include "cli/show/table.h"
#include "tune/prove/prove.h"
#include "tune/record.h"
#include "tune/written.h"

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

/* Cells are of a listing (`about`) and a row's number; the index of a column is the sheet's column. */

static size_t number_of(const void *row)
{
    return *(const uint32_t *)row;
}

/* A table has no room for line breaks, and a terminal would obey control characters. */
static void add_shown(struct tw_value value, struct tw_text *text)
{
    struct tw_text cell = {0};
    tw_value_add(value, &cell);
    tw_escape_terminal(text, tw_text_part(text, &cell));
    tw_text_free(&cell);
}

static struct tw_value value_of(const struct tw_table_column *column, const struct tw_listing *listing,
                                const void *row)
{
    return tw_sheet_value(&listing->shards->records, number_of(row), (uint32_t)column->index);
}

static void cell_value(const struct tw_table_column *column, const void *about, const void *row,
                       struct tw_text *cell)
{
    add_shown(value_of(column, about, row), cell);
}

static void cell_file(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const struct tw_listing *listing = about;
    (void)column;
    if (listing->mixed) tw_escape_terminal(cell, tw_shards_of(listing->shards, number_of(row))->name);
}

/* "=3": cannot be told apart from the one ranked before it. */
static void cell_rank(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const struct tw_sheet *records = &((const struct tw_listing *)about)->shards->records;
    if (*tw_sheet_value_of(records, number_of(row), "tie").text == 't') tw_text_add_char(cell, '=');
    cell_value(column, about, row, cell);
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

static void cell_device(const struct tw_table_column *column, const void *about, const void *row,
                        struct tw_text *cell)
{
    if (devices_differ(about)) cell_value(column, about, row, cell);
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

static void cell_cost(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    struct tw_value value = value_of(column, about, row);
    if (value.kind == TW_NUMBER) tw_cell_number(cell, true, tw_value_number(value), 4);
}

/* Loads and stores together, and what they take for each request. */
static void cell_wavefronts(const struct tw_table_column *column, const void *about, const void *row,
                            struct tw_text *cell)
{
    double sum, requests;
    (void)column;
    if (sum_of(about, number_of(row), "load_wavefronts", "store_wavefronts", &sum) &&
        !(sum_of(about, number_of(row), "load_requests", "store_requests", &requests) && requests == 0))
        tw_text_add_double(cell, sum, 0);
}

static void cell_per_request(const struct tw_table_column *column, const void *about, const void *row,
                             struct tw_text *cell)
{
    double wavefronts, requests;
    (void)column;
    if (sum_of(about, number_of(row), "load_wavefronts", "store_wavefronts", &wavefronts) &&
        sum_of(about, number_of(row), "load_requests", "store_requests", &requests) && requests > 0)
        tw_cell_number(cell, true, wavefronts / requests, 2);
}

static void cell_sectors(const struct tw_table_column *column, const void *about, const void *row,
                         struct tw_text *cell)
{
    double sum;
    (void)column;
    if (sum_of(about, number_of(row), "global_load_sectors", "global_store_sectors", &sum) && sum > 0)
        tw_text_add_double(cell, sum, 0);
}

static const char cost_legend[] = "cost: what they are ranked by (docs/commands/sweep.md)\n";
static const char wavefronts_legend[] = "wavefronts: of shared memory, in a launch\n";
static const char per_request_legend[] =
    "per req.: wavefronts per request, which is an instruction of a warp\n";
static const char sectors_legend[] = "sectors: of global memory, 32 bytes each, in a launch\n";

/* The index is filled in by the key. */
/* clang-format off */
static const struct usual {
    struct tw_table_column column;
    const char *key;
} usual[] = {
    {{"",       "file",    false, false, 0, cell_file,        0, NULL},               ""},
    {{"",       "device",  false, false, 0, cell_device,      0, NULL},               "device"},
    {{"",       "rank",    true,  false, 0, cell_rank,        0, NULL},               "rank"},
    {{"",       "variant", false, true,  0, cell_value,       0, NULL},               "name"},
    {{"",       "status",  false, false, 0, cell_value,       0, NULL},               "status"},
    {{"",       "cost",    true,  false, 0, cell_cost,        0, cost_legend},        "cost"},
    {{"wave-",  "fronts",  true,  false, 0, cell_wavefronts,  0, wavefronts_legend},  "predicted.load_wavefronts"},
    {{"per",    "req.",    true,  false, 0, cell_per_request, 0, per_request_legend}, "predicted.load_requests"},
    {{"",       "sectors", true,  false, 0, cell_sectors,     0, sectors_legend},     "sectors"},
    {{"shared", "bytes",   true,  false, 1, cell_value,       0, NULL},               "shared_bytes"},
    {{"blocks", "/SM",     true,  false, 1, cell_value,       0, NULL},               "blocks_per_sm"},
    {{"",       "us",      true,  false, 0, cell_value,       0, NULL},               "time_us.median"},
    {{"",       "GB/s",    true,  false, 0, cell_value,       0, NULL},               "gb_per_s"},
    {{"of",     "bound",   true,  false, 0, cell_value,       0, NULL},               "of_bound"},
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
        if (strcmp(usual[i].key, key) == 0 && usual[i].column.cell == cell_value) return true;
    }
    return strcmp(key, "rank") == 0 || strcmp(key, "cost") == 0 || strcmp(key, "sectors") == 0 ||
           strcmp(key, "reason") == 0;
}

/* A metric of a description. */
static void cell_metric(const struct tw_table_column *column, const void *about, const void *row,
                        struct tw_text *cell)
{
    struct tw_value value = value_of(column, about, row);
    if (value.kind == TW_NUMBER) tw_cell_figure(cell, tw_value_number(value));
}

/* The columns: the usual ones, the metrics of a description, and those asked for. */
struct columns {
    struct tw_table_column column[TW_TABLE_COLUMNS];
    struct tw_text name[TW_TABLE_COLUMNS];
    size_t count;
};

static void add_metrics(const struct tw_sheet *records, struct columns *columns)
{
    static const char prefix[] = TW_FIGURES_KEY ".";
    for (uint32_t i = 0; i < records->column_count && columns->count < TW_TABLE_COLUMNS; i++) {
        if (strncmp(records->columns[i], prefix, sizeof prefix - 1) != 0) continue;
        struct tw_text *name = &columns->name[columns->count];
        tw_escape_terminal(name, records->columns[i] + sizeof prefix - 1);
        columns->column[columns->count++] =
            (struct tw_table_column){"", tw_text_string(name), true, false, 1, cell_metric, i, NULL};
    }
}

static void choose_columns(const struct tw_listing *listing, const uint32_t *shown, size_t shown_count,
                           struct columns *columns)
{
    const struct tw_sheet *records = &listing->shards->records;
    *columns = (struct columns){.count = USUAL};
    for (size_t i = 0; i < USUAL; i++) {
        columns->column[i] = usual[i].column;
        columns->column[i].index = tw_sheet_column(records, usual[i].key);
    }
    add_metrics(records, columns);
    for (size_t i = 0; i < shown_count && columns->count < TW_TABLE_COLUMNS; i++) {
        size_t c = columns->count;
        bool known = shown[i] == TW_NO_COLUMN || is_usual(records->columns[shown[i]]);
        for (size_t k = USUAL; k < c; k++) known |= columns->column[k].index == shown[i];
        if (known) continue;
        tw_escape_terminal(&columns->name[c], records->columns[shown[i]]);
        columns->column[c] = (struct tw_table_column){
            "", tw_text_string(&columns->name[c]), true, false, 0, cell_value, shown[i], NULL};
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

static void add_row(const struct tw_listing *listing, const uint32_t *row, struct tw_table *table)
{
    struct tw_text note = {0};
    tw_table_add(table, row);
    if (tw_sheet_value_of(&listing->shards->records, *row, "reason").kind == TW_STRING) {
        tw_text_add(&note, "    ");
        add_reason(listing, *row, SHORT_REASON, &note);
        tw_text_add_char(&note, '\n');
        tw_table_note(table, &note);
    }
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

/* Says of the variants left out because they are not ok how many of each status there are, and why the first is. */
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

/* What a variant that is right as far as is known leaves unwritten. */
static void note_unwritten(const struct tw_sheet *records, size_t row, struct tw_written_notes *notes)
{
    struct tw_text clause = {0}, name = {0};
    if (!tw_value_is(tw_sheet_value_of(records, row, "status"), tw_status_word(TW_STATUS_OK))) return;
    tw_value_add(tw_sheet_value_of(records, row, "unwritten"), &clause);
    tw_value_add(tw_sheet_value_of(records, row, "name"), &name);
    tw_written_note(notes, tw_text_string(&name), tw_text_string(&clause));
    tw_text_free(&name);
    tw_text_free(&clause);
}

/* What the simulator says of described kernels' variants. */
static void add_proofs(const struct tw_listing *listing, struct tw_text *text)
{
    const struct tw_shards *shards = listing->shards;
    const struct tw_sheet *records = &shards->records;
    struct tw_proof_tally tally = {0};
    struct tw_written_notes notes = {0};
    const size_t count = listing->count + listing->left_out_count;
    for (size_t i = 0; i < count; i++) {
        const size_t row = i < listing->count ? listing->rows[i] : listing->left_out[i - listing->count];
        const struct tw_value proof = tw_sheet_value_of(records, row, "proof"),
                              problem = tw_sheet_value_of(records, row, "proof_problem");
        for (int p = 0; p < TW_PROOF_COUNT; p++)
            tally.proofs[p] += tw_value_is(proof, tw_proof_word((enum tw_proof)p));
        tally.small += problem.kind == TW_STRING;
        tally.recompiled += *tw_sheet_value_of(records, row, "proof_recompiled").text == 't';
        note_unwritten(records, row, &notes);
        tally.unchecked += *tw_sheet_value_of(records, row, "checked").text == 'f';
    }
    tw_proof_say(&tally, *tw_sheet_value_of(&shards->headers, 0, "simulator").text == 't', text);
    tw_written_notes_say(&notes, text);
}

void tw_listing_table(const struct tw_listing *listing, const uint32_t *shown, size_t shown_count,
                      struct tw_text *text)
{
    struct columns columns;
    choose_columns(listing, shown, shown_count, &columns);
    struct tw_table table = {.columns = columns.column, .column_count = columns.count, .about = listing};
    for (size_t i = 0; i < (listing->mixed ? listing->shards->count : 1); i++)
        add_sweep(listing, &listing->shards->shards[i], text);
    tw_text_add_char(text, '\n');
    for (size_t i = 0; i < rows_shown(listing); i++) add_row(listing, &listing->rows[i], &table);
    tw_table_print(&table, tw_output_columns(), text);
    if (rows_shown(listing) < listing->count)
        tw_text_addf(text, "... and %zu more (--top)\n", listing->count - rows_shown(listing));
    tw_text_add_char(text, '\n');
    tw_table_legend(&table, text);
    add_left_out(listing, text);
    add_summary(listing, text);
    add_proofs(listing, text);
    tw_table_free(&table);
    for (size_t c = 0; c < columns.count; c++) {
        if (columns.name[c].failed) tw_text_fail(text);
        tw_text_free(&columns.name[c]);
    }
}
