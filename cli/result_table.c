/* What a variant costs shared and global memory, and how long it takes, in cells. */
#include "cli/result_table.h"

#include <inttypes.h>

#include "base/escape.h"
#include "cli/columns.h"
#include "cli/metrics.h"

/* clang-format off */
static const struct tw_table_column columns_of_run[] = {
    {"",          "variant",    false, false, 0},
    {"",          "status",     false, true,  0},
    {"shared",    "bytes",      true,  false, 1},
    {"stores ->", "wavefronts", true,  false, 0},
    {"per",       "req.",       true,  false, 0},
    {"loads ->",  "wavefronts", true,  false, 0},
    {"per",       "req.",       true,  false, 0},
    {"store",     "requests",   true,  false, 1},
    {"load",      "requests",   true,  false, 1},
    {"wave-",     "fronts",     true,  false, 0},
    {"per",       "store",      true,  false, 0},
    {"per",       "load",       true,  false, 0},
    {"con-",      "flicts",     true,  false, 0},
    {"sectors",   "moved",      true,  false, 0},
    {"sectors",   "needed",     true,  false, 1},
    {"effi-",     "ciency",     true,  false, 0},
    {"",          "us",         true,  false, 0},
    {"",          "GB/s",       true,  false, 0},
    {"of",        "bound",      true,  false, 0},
};
/* clang-format on */

#define COLUMNS    (sizeof columns_of_run / sizeof *columns_of_run)
#define OF_KINDS   4u /* cells: stores and loads, each for itself                 */
#define OF_SUMS    5u /* the same of families about traffic, which have more to say */
#define OF_TRAFFIC 3u
#define OF_TIME    3u

struct tw_result_table tw_result_table_of(const struct tw_family *family, bool times, bool colour)
{
    return (struct tw_result_table){.family = family,
                                    .times = times,
                                    .colour = colour,
                                    .rows = {.columns = columns_of_run, .column_count = COLUMNS}};
}

/* The best that is known: as predicted, or else as simulated. */
static const struct tw_counts *counts_of(const struct tw_result *result)
{
    return result->has_predicted ? &result->predicted : &result->simulated;
}

static void add_per_request(uint64_t requests, uint64_t wavefronts, struct tw_table *table)
{
    tw_table_add_number(table, requests > 0, requests ? (double)wavefronts / (double)requests : 0, 2);
}

/* "16 -> 256", and 16 for each request. */
static void add_kind(uint64_t requests, uint64_t wavefronts, struct tw_table *table)
{
    tw_table_add(table, "%" PRIu64 " -> %" PRIu64, requests, wavefronts);
    add_per_request(requests, wavefronts, table);
}

static void add_accesses(const struct tw_counts *counts, bool sums, struct tw_table *table)
{
    tw_table_add_empty(table, sums ? OF_KINDS : 0);
    if (sums) {
        tw_table_add_count(table, true, counts->store_requests);
        tw_table_add_count(table, true, counts->load_requests);
        tw_table_add_count(table, true, tw_counts_wavefronts(counts));
        add_per_request(counts->store_requests, counts->store_wavefronts, table);
        add_per_request(counts->load_requests, counts->load_wavefronts, table);
    } else {
        add_kind(counts->store_requests, counts->store_wavefronts, table);
        add_kind(counts->load_requests, counts->load_wavefronts, table);
    }
    tw_table_add_empty(table, sums ? 0 : OF_SUMS);
}

/* Wavefronts beyond the ideal number; where nothing is predicted they cannot be told. */
static void add_conflicts(const struct tw_result *result, struct tw_table *table)
{
    uint64_t wavefronts = tw_counts_wavefronts(&result->predicted);
    if (result->has_predicted && wavefronts == result->ideal)
        tw_table_add(table, "none");
    else
        tw_table_add_count(table, result->has_predicted, wavefronts - result->ideal);
}

/* What shared memory costs: nothing of a kernel that has none. */
static void add_shared(const struct tw_result *result, bool sums, struct tw_table *table)
{
    if (!result->has_predicted && !result->has_simulated) {
        tw_table_add_empty(table, OF_KINDS + OF_SUMS + 1);
    } else if (!result->shared_bytes) {
        for (unsigned i = 0; i < OF_KINDS + OF_SUMS + 1; i++) tw_table_add(table, "-");
    } else {
        add_accesses(counts_of(result), sums, table);
        add_conflicts(result, table);
    }
}

/* That the sectors counted are fewer than the problem reads: asynchronous copies read the others. */
static bool misses_copies(const struct tw_result *result, const struct tw_counts *counts)
{
    return counts->known & TW_KNOWN(global_load_sectors) &&
           tw_work_moved(&result->work, counts) > tw_counts_sectors(counts);
}

/* The sectors of global memory that are moved, and those that the problem needs at least. */
static void add_traffic(const struct tw_result *result, struct tw_table *table)
{
    const struct tw_counts *counts = result->has_simulated ? &result->simulated : &result->predicted;
    const uint32_t needed = TW_KNOWN(global_load_sectors) | TW_KNOWN(global_store_sectors);
    bool known = (counts->known & needed) == needed;
    uint64_t moved = tw_counts_sectors(counts), least = tw_work_sectors(&result->work);
    struct tw_text percent = {0};
    tw_table_add_count(table, known, moved);
    tw_table_add_count(table, true, least);
    if (known && moved && !misses_copies(result, counts))
        tw_text_add_double(&percent, 100 * (double)least / (double)moved, 1);
    tw_table_add(table, percent.length ? "%s%%" : "-", tw_text_part(&table->cells, &percent));
    tw_text_free(&percent);
}

static void add_time(const struct tw_result *result, struct tw_table *table)
{
    double us = result->timing.median_us, rate = tw_result_gb_per_s(&result->work, us);
    tw_table_add_number(table, true, us, 1);
    if (rate > 0) {
        tw_table_add_number(table, true, rate, 1);
        tw_table_add_number(table, result->bound_us > 0, tw_result_of_bound(result, us), 3);
    } else {
        tw_table_add_empty(table, OF_TIME - 1);
    }
}

static void add_status(const struct tw_result_table *table, enum tw_status status, struct tw_table *rows)
{
    static const char *const colours[] = {"\033[32m", "\033[31m", "\033[33m", "\033[2m", "\033[31m"};
    tw_table_add(rows, "%s%s%s", table->colour ? colours[status] : "", tw_status_word(status),
                 table->colour ? "\033[0m" : "");
}

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
    struct tw_table *rows = &table->rows;
    bool traffic = table->family->cost == TW_COST_TRAFFIC;
    bool moves = traffic && (result->has_simulated || result->has_timing);
    tw_table_add(rows, "%s", result->variant->name);
    add_status(table, result->status, rows);
    tw_table_add_count(rows, result->shared_bytes > 0, result->shared_bytes);
    add_shared(result, traffic, rows);
    if (moves)
        add_traffic(result, rows);
    else
        tw_table_add_empty(rows, OF_TRAFFIC);
    if (table->times && result->has_timing)
        add_time(result, rows);
    else
        tw_table_add_empty(rows, OF_TIME);
    add_note(result, columns, below, rows);
    bool both = result->has_predicted && result->has_simulated;
    table->moves |= moves;
    table->shares |= result->shared_bytes && (result->has_predicted || result->has_simulated);
    table->both += both;
    table->same += both && tw_counts_differ(&result->predicted, &result->simulated) == TW_COUNT_COUNT;
}

void tw_result_table_print(const struct tw_result_table *table, size_t columns, struct tw_text *text)
{
    if (table->rows.count || table->rows.cells.failed) tw_table_print(&table->rows, columns, text);
}

void tw_result_table_legend(const struct tw_result_table *table, struct tw_text *text)
{
    bool traffic = table->family->cost == TW_COST_TRAFFIC;
    if (table->shares && traffic)
        tw_text_add(text, "wavefronts: of shared memory; per store, per load: wavefronts per request, which "
                          "is an instruction of a warp\n");
    else if (table->shares)
        tw_text_add(text, "stores, loads: requests of shared memory, each an instruction of a warp, and the "
                          "wavefronts that they take; per req.: wavefronts per request\n");
    if (table->shares)
        tw_text_add(text, "conflicts: wavefronts beyond those of a tile without bank conflicts\n");
    if (table->moves)
        tw_text_add(text, "sectors: of global memory, 32 bytes each, that are moved; efficiency: of them "
                          "those that the problem needs at least\n");
    if (table->both) tw_text_addf(text, "simulated as predicted: %zu of %zu\n", table->same, table->both);
}

void tw_result_table_free(struct tw_result_table *table)
{
    tw_table_free(&table->rows);
}
