/* What a variant costs shared and global memory, and how long it takes, in cells. */
#include "cli/show/result_table.h"

#include <inttypes.h>

#include "base/escape.h"
#include "cli/options/metrics.h"
#include "cli/show/columns.h"

/* ---- cells ---- */

/* The best that is known: as predicted, or else as simulated. */
static const struct tw_counts *counts_of(const struct tw_result *result)
{
    return result->has_predicted ? &result->predicted : &result->simulated;
}

static bool is_traffic(const struct tw_result_table *table)
{
    return table->family->cost == TW_COST_TRAFFIC;
}

static void cell_variant(const struct tw_table_column *column, const void *about, const void *row,
                         struct tw_text *cell)
{
    const struct tw_result *result = row;
    (void)column, (void)about;
    tw_text_add(cell, result->variant->name);
}

static void cell_status(const struct tw_table_column *column, const void *about, const void *row,
                        struct tw_text *cell)
{
    static const char *const colours[] = {"\033[32m", "\033[31m", "\033[33m", "\033[2m", "\033[31m"};
    const struct tw_result_table *table = about;
    const struct tw_result *result = row;
    (void)column;
    tw_text_addf(cell, "%s%s%s", table->colour ? colours[result->status] : "", tw_status_word(result->status),
                 table->colour ? "\033[0m" : "");
}

static void cell_bytes(const struct tw_table_column *column, const void *about, const void *row,
                       struct tw_text *cell)
{
    const struct tw_result *result = row;
    (void)column, (void)about;
    tw_cell_count(cell, result->shared_bytes > 0, result->shared_bytes);
}

/* What shared memory costs: a dash where a kernel has none. False: that is all there is to say. */
static bool says_shared(const struct tw_result *result, struct tw_text *cell)
{
    if (!result->has_predicted && !result->has_simulated) return false;
    if (!result->shared_bytes) tw_text_add_char(cell, '-');
    return result->shared_bytes > 0;
}

/* Stores and loads each for itself, with what they cost; families about traffic, which have more to say, have the sum of that. */
enum form { STORE, LOAD, STORE_RATE, LOAD_RATE, STORE_REQUESTS, LOAD_REQUESTS, WAVEFRONTS };

static void add_form(const struct tw_counts *counts, enum form form, struct tw_text *cell)
{
    switch (form) {
    case STORE:
        tw_cell_cost(cell, counts->store_requests, counts->store_wavefronts);
        break;
    case LOAD:
        tw_cell_cost(cell, counts->load_requests, counts->load_wavefronts);
        break;
    case STORE_RATE:
        tw_cell_per_request(cell, counts->store_requests, counts->store_wavefronts);
        break;
    case LOAD_RATE:
        tw_cell_per_request(cell, counts->load_requests, counts->load_wavefronts);
        break;
    case STORE_REQUESTS:
        tw_cell_count(cell, true, counts->store_requests);
        break;
    case LOAD_REQUESTS:
        tw_cell_count(cell, true, counts->load_requests);
        break;
    case WAVEFRONTS:
        tw_cell_count(cell, true, tw_counts_wavefronts(counts));
        break;
    }
}

static void cell_kind(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    if (says_shared(row, cell) && !is_traffic(about))
        add_form(counts_of(row), (enum form)column->index, cell);
}

static void cell_sum(const struct tw_table_column *column, const void *about, const void *row,
                     struct tw_text *cell)
{
    if (says_shared(row, cell) && is_traffic(about)) add_form(counts_of(row), (enum form)column->index, cell);
}

/* Wavefronts beyond the ideal number; where nothing is predicted they cannot be told. */
static void cell_conflicts(const struct tw_table_column *column, const void *about, const void *row,
                           struct tw_text *cell)
{
    const struct tw_result *result = row;
    uint64_t wavefronts = tw_counts_wavefronts(&result->predicted);
    (void)column, (void)about;
    if (!says_shared(result, cell)) return;
    if (result->has_predicted && wavefronts == result->ideal)
        tw_text_add(cell, "none");
    else
        tw_cell_count(cell, result->has_predicted, wavefronts - result->ideal);
}

/* Fewer sectors are counted than the problem reads: asynchronous copies read the others. */
static bool misses_copies(const struct tw_result *result, const struct tw_counts *counts)
{
    return counts->known & TW_KNOWN(global_load_sectors) &&
           tw_work_moved(&result->work, counts) > tw_counts_sectors(counts);
}

/* The sectors of global memory that are moved, those that the problem needs at least, and what part of the first that is. */
enum traffic { MOVED, NEEDED, EFFICIENCY };

static void cell_traffic(const struct tw_table_column *column, const void *about, const void *row,
                         struct tw_text *cell)
{
    const uint32_t needed = TW_KNOWN(global_load_sectors) | TW_KNOWN(global_store_sectors);
    const struct tw_result *result = row;
    const struct tw_counts *counts = result->has_simulated ? &result->simulated : &result->predicted;
    uint64_t moved = tw_counts_sectors(counts), least = tw_work_sectors(&result->work);
    bool known = (counts->known & needed) == needed;
    if (!is_traffic(about) || (!result->has_simulated && !result->has_timing)) return;
    if (column->index == MOVED) {
        tw_cell_count(cell, known, moved);
    } else if (column->index == NEEDED) {
        tw_cell_count(cell, least > 0, least);
    } else {
        known &= moved && least && !misses_copies(result, counts);
        tw_cell_fixed(cell, known, known ? 100 * (double)least / (double)moved : 0, 1);
        if (known) tw_text_add_char(cell, '%');
    }
}

enum time { MICROSECONDS, RATE, OF_BOUND };

static void cell_time(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const struct tw_result_table *table = about;
    const struct tw_result *result = row;
    double us = result->timing.median_us, rate = tw_result_gb_per_s(&result->work, us);
    if (!table->times || !result->has_timing) return;
    if (column->index == MICROSECONDS)
        tw_cell_number(cell, true, us, 1);
    else if (rate > 0 && column->index == RATE)
        tw_cell_number(cell, true, rate, 1);
    else if (rate > 0)
        tw_cell_number(cell, result->bound_us > 0, tw_result_of_bound(result, us), 3);
}

/* ---- the table ---- */

#define CONFLICTS "conflicts: wavefronts beyond those of a tile without bank conflicts\n"

static const char kinds_legend[] = "stores, loads: requests of shared memory, each an instruction of a warp, "
                                   "and the wavefronts that they take; "
                                   "per req.: wavefronts per request\n" CONFLICTS;
static const char sums_legend[] =
    "wavefronts: of shared memory; per store, per load: wavefronts per request, which is an instruction of a "
    "warp\n" CONFLICTS;
static const char traffic_legend[] = "sectors: 32 bytes each of global memory that are moved; efficiency: "
                                     "the part of them that the problem needs at least\n";

/* clang-format off */
static const struct tw_table_column columns_of_run[] = {
    {"",          "variant",    false, false, 0, cell_variant,   0,              NULL},
    {"",          "status",     false, true,  0, cell_status,    0,              NULL},
    {"shared",    "bytes",      true,  false, 1, cell_bytes,     0,              NULL},
    {"stores ->", "wavefronts", true,  false, 0, cell_kind,      STORE,          kinds_legend},
    {"per",       "req.",       true,  false, 0, cell_kind,      STORE_RATE,     NULL},
    {"loads ->",  "wavefronts", true,  false, 0, cell_kind,      LOAD,           NULL},
    {"per",       "req.",       true,  false, 0, cell_kind,      LOAD_RATE,      NULL},
    {"store",     "requests",   true,  false, 1, cell_sum,       STORE_REQUESTS, NULL},
    {"load",      "requests",   true,  false, 1, cell_sum,       LOAD_REQUESTS,  NULL},
    {"wave-",     "fronts",     true,  false, 0, cell_sum,       WAVEFRONTS,     sums_legend},
    {"per",       "store",      true,  false, 0, cell_sum,       STORE_RATE,     NULL},
    {"per",       "load",       true,  false, 0, cell_sum,       LOAD_RATE,      NULL},
    {"con-",      "flicts",     true,  false, 0, cell_conflicts, 0,              NULL},
    {"sectors",   "moved",      true,  false, 0, cell_traffic,   MOVED,          NULL},
    {"sectors",   "needed",     true,  false, 1, cell_traffic,   NEEDED,         traffic_legend},
    {"effi-",     "ciency",     true,  false, 0, cell_traffic,   EFFICIENCY,     NULL},
    {"",          "us",         true,  false, 0, cell_time,      MICROSECONDS,   NULL},
    {"",          "GB/s",       true,  false, 0, cell_time,      RATE,           NULL},
    {"of",        "bound",      true,  false, 0, cell_time,      OF_BOUND,       NULL},
};
/* clang-format on */

struct tw_result_table tw_result_table_of(const struct tw_family *family, bool times, bool colour)
{
    return (struct tw_result_table){
        .family = family,
        .times = times,
        .colour = colour,
        .rows = {.columns = columns_of_run, .column_count = sizeof columns_of_run / sizeof *columns_of_run}};
}

/* ---- what stands below a row ---- */

/* What constant memory costs, of a kernel that reads it. */
static void add_constant(const struct tw_result *result, struct tw_text *text)
{
    const struct tw_counts *counts = counts_of(result);
    if (!counts->constant_load_requests) return;
    tw_text_addf(text, "    constant memory: %" PRIu64 " requests -> %" PRIu64 " broadcasts\n",
                 counts->constant_load_requests, counts->constant_load_broadcasts);
}

/* What is not in the columns of global memory. */
static void add_uncounted(const struct tw_result *result, struct tw_text *text)
{
    if (result->work.bytes && misses_copies(result, counts_of(result)))
        tw_text_add(text, "    not counted: the sectors that asynchronous copies read\n");
}

/* What stands below the row. */
static void add_note(const struct tw_result *result, size_t columns, const struct tw_text *below,
                     struct tw_table *rows)
{
    struct tw_text lines = {0}, note = {0};
    add_constant(result, &lines);
    add_uncounted(result, &lines);
    tw_result_details(result, &lines);
    if (result->has_measured) tw_measured_add_compared(&result->measured, &lines);
    if (result->has_measured) tw_measured_add(&result->measured, &lines);
    tw_fold(tw_text_part(&note, &lines), columns, &note);
    const char *shown = tw_text_part(&note, below);
    tw_escape_lines(&note, shown, below->length);
    tw_table_note(rows, &note);
    tw_text_free(&lines);
    tw_text_free(&note);
}

void tw_result_table_add(struct tw_result_table *table, const struct tw_result *result, size_t columns,
                         const struct tw_text *below)
{
    bool both = result->has_predicted && result->has_simulated;
    table->rows.about = table;
    tw_table_add(&table->rows, result);
    add_note(result, columns, below, &table->rows);
    table->both += both;
    table->same += both && tw_counts_differ(&result->predicted, &result->simulated) == TW_COUNT_COUNT;
}

void tw_result_table_print(const struct tw_result_table *table, size_t columns, struct tw_text *text)
{
    tw_table_print(&table->rows, columns, text);
}

void tw_result_table_legend(const struct tw_result_table *table, struct tw_text *text)
{
    tw_table_legend(&table->rows, text);
    if (table->both) tw_text_addf(text, "simulated as predicted: %zu of %zu\n", table->same, table->both);
}

void tw_result_table_free(struct tw_result_table *table)
{
    tw_table_free(&table->rows);
}
