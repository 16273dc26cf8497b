/* The ranked table of a sweep, and what its columns are. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/show/table.h"
#include "cli/sweep/sweep_show.h"
#include "tune/figures.h"
#include "tune/rank.h"

#define BAR_WIDTH 20 /* of the table, where the terminal has room for it */

bool tw_row_wavefronts(const struct tw_row *row, uint64_t *wavefronts)
{
    const struct tw_result *result = &row->result;
    *wavefronts = tw_counts_wavefronts(result->has_predicted ? &result->predicted : &result->simulated);
    return result->has_predicted || result->has_simulated;
}

/* What cells are made of, beside the row: which is the place of a row's number in the part's order. */
struct ranked {
    const struct tw_sweep *sweep;
    const struct tw_sweep_part *part;
    double worst; /* cost of the rows shown                 */
    int bar;      /* characters of the longest; 0: none     */
};

static const struct tw_row *row_of(const struct ranked *ranked, const size_t *place)
{
    return &ranked->sweep->rows[*place];
}

static void cell_rank(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const struct tw_sweep_part *part = ((const struct ranked *)about)->part;
    size_t number = (size_t)((const size_t *)row - part->order);
    (void)column;
    tw_text_addf(cell, "%s%zu", part->tie[number] ? "=" : "", number + 1);
}

static void cell_variant(const struct tw_table_column *column, const void *about, const void *row,
                         struct tw_text *cell)
{
    (void)column;
    tw_text_add(cell, row_of(about, row)->result.variant->name);
}

/* A variant without shared memory has neither wavefronts nor an ideal. */
enum shared { WAVEFRONTS, PER_REQUEST, IDEAL };

static void cell_shared(const struct tw_table_column *column, const void *about, const void *place,
                        struct tw_text *cell)
{
    const struct tw_row *row = row_of(about, place);
    const struct tw_result *result = &row->result;
    const struct tw_counts *counts = result->has_predicted ? &result->predicted : &result->simulated;
    uint64_t wavefronts, requests = counts->load_requests + counts->store_requests;
    bool shared = row->result.shared_bytes > 0, known = tw_row_wavefronts(row, &wavefronts);
    if (column->index == WAVEFRONTS)
        tw_cell_count(cell, shared && known, wavefronts);
    else if (column->index == PER_REQUEST)
        tw_cell_per_request(cell, shared && known ? requests : 0, wavefronts);
    else
        tw_cell_count(cell, shared && row->result.has_predicted, row->ideal);
}

bool tw_sweep_is_traffic(const struct tw_sweep *sweep)
{
    return sweep->space->config.family->cost == TW_COST_TRAFFIC;
}

/* The same of what moves data only: sectors are counted without a GPU, times with one. */
static void cell_sectors(const struct tw_table_column *column, const void *about, const void *place,
                         struct tw_text *cell)
{
    const struct ranked *ranked = about;
    const struct tw_result *result = &row_of(about, place)->result;
    (void)column;
    if (tw_sweep_is_traffic(ranked->sweep) && ranked->sweep->probe.simulator)
        tw_cell_count(cell, result->has_simulated, tw_counts_sectors(&result->simulated));
}

static void cell_bytes(const struct tw_table_column *column, const void *about, const void *place,
                       struct tw_text *cell)
{
    (void)column;
    tw_cell_count(cell, true, row_of(about, place)->result.shared_bytes);
}

static void cell_blocks(const struct tw_table_column *column, const void *about, const void *place,
                        struct tw_text *cell)
{
    (void)column;
    tw_cell_count(cell, true, row_of(about, place)->occupancy.blocks_per_sm);
}

enum time { MICROSECONDS, RATE, OF_BOUND };

static void cell_time(const struct tw_table_column *column, const void *about, const void *place,
                      struct tw_text *cell)
{
    const struct tw_sweep *sweep = ((const struct ranked *)about)->sweep;
    const struct tw_row *row = row_of(about, place);
    double us = tw_sweep_time(row);
    if (!tw_sweep_is_timed(sweep)) return;
    if (column->index == MICROSECONDS)
        tw_cell_fixed(cell, true, us, 2);
    else if (tw_sweep_is_traffic(sweep) && column->index == RATE)
        tw_cell_fixed(cell, row->work.bytes > 0, tw_result_gb_per_s(&row->work, us), 1);
    else if (tw_sweep_is_traffic(sweep))
        tw_cell_fixed(cell, row->result.bound_us > 0, tw_result_of_bound(&row->result, us), 3);
}

static void cell_cost(const struct tw_table_column *column, const void *about, const void *place,
                      struct tw_text *cell)
{
    const struct ranked *ranked = about;
    (void)column;
    const double cost = row_of(about, place)->cost;
    if (tw_sweep_by_best(ranked->sweep))
        tw_cell_figure(cell, cost);
    else
        tw_cell_fixed(cell, true, cost, tw_sweep_is_timed(ranked->sweep) ? 4 : 2);
}

static void cell_bar(const struct tw_table_column *column, const void *about, const void *place,
                     struct tw_text *cell)
{
    const struct ranked *ranked = about;
    double cost = row_of(about, place)->cost, worst = ranked->worst;
    int filled = worst > 0 ? (int)(cost / worst * ranked->bar + 0.5) : 0;
    (void)column;
    if (filled > 0) tw_text_add_repeat(cell, '#', (size_t)(filled < ranked->bar ? filled : ranked->bar));
}

/* A metric of the description: the index is its number there. */
static void cell_metric(const struct tw_table_column *column, const void *about, const void *place,
                        struct tw_text *cell)
{
    const struct tw_sweep *sweep = ((const struct ranked *)about)->sweep;
    const struct tw_row *row = row_of(about, place);
    const struct tw_description *description = sweep->space->config.family->description;
    double value;
    if (tw_result_figure(&sweep->variants, &row->result, &row->work,
                         tw_description_metric_at(description, (unsigned)column->index), &value, NULL))
        tw_text_fail(cell);
    else if (!isnan(value))
        tw_cell_figure(cell, value);
}

/* clang-format off */
static const struct tw_table_column usual[] = {
    {"",       "rank",    true,  false, 0, cell_rank,    0,            NULL},
    {"",       "variant", false, true,  0, cell_variant, 0,            NULL},
    {"wave-",  "fronts",  true,  false, 0, cell_shared,  WAVEFRONTS,   NULL},
    {"per",    "req.",    true,  false, 0, cell_shared,  PER_REQUEST,  NULL},
    {"",       "ideal",   true,  false, 0, cell_shared,  IDEAL,        NULL},
    {"",       "sectors", true,  false, 0, cell_sectors, 0,            NULL},
    {"shared", "bytes",   true,  false, 0, cell_bytes,   0,            NULL},
    {"blocks", "/SM",     true,  false, 0, cell_blocks,  0,            NULL},
    {"",       "us",      true,  false, 0, cell_time,    MICROSECONDS, NULL},
    {"",       "GB/s",    true,  false, 0, cell_time,    RATE,         NULL},
    {"of",     "bound",   true,  false, 0, cell_time,    OF_BOUND,     NULL},
    {"",       "cost",    true,  false, 0, cell_cost,    0,            NULL},
    {"",       "",        false, false, 0, cell_bar,     0,            NULL}, /* where there is room for one */
};
/* clang-format on */

enum { USUAL = sizeof usual / sizeof *usual, BEHIND = 2 };

/* The usual columns, and before the last of them, the cost and its bar, those of the description's metrics. */
static size_t choose_columns(const struct tw_sweep *sweep, struct tw_table_column columns[TW_TABLE_COLUMNS])
{
    const struct tw_description *description = sweep->space->config.family->description;
    const struct tw_described_metric *metric;
    size_t count = USUAL - BEHIND;
    memcpy(columns, usual, count * sizeof *columns);
    for (unsigned i = 0;
         (metric = tw_description_metric_at(description, i)) && count + BEHIND < TW_TABLE_COLUMNS; i++)
        columns[count++] = (struct tw_table_column){"", metric->name, true, false, 1, cell_metric, i, NULL};
    memcpy(columns + count, usual + USUAL - BEHIND, BEHIND * sizeof *columns);
    return count + BEHIND;
}

static void fill_table(const struct ranked *ranked, size_t shown, struct tw_table *table)
{
    tw_table_free(table);
    for (size_t i = 0; i < shown; i++) tw_table_add(table, &ranked->part->order[i]);
}

void tw_sweep_add_table(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                        const struct tw_sweep_view *view, size_t top, struct tw_text *text)
{
    size_t shown = part->count < top ? part->count : top;
    struct ranked ranked = {.sweep = sweep, .part = part};
    struct tw_table_column columns[TW_TABLE_COLUMNS];
    struct tw_table table = {.columns = columns, .about = &ranked};
    table.column_count = choose_columns(sweep, columns);
    for (size_t i = 0; i < shown; i++) ranked.worst = fmax(ranked.worst, sweep->rows[part->order[i]].cost);
    fill_table(&ranked, shown, &table);
    size_t width = tw_table_width(&table);
    int room = width + 2 < view->width ? (int)(view->width - width - 2) : 0;
    ranked.bar = room < BAR_WIDTH ? room : BAR_WIDTH;
    if (room > 4 && !table.cells.failed) fill_table(&ranked, shown, &table);
    tw_table_print(&table, view->width, text);
    tw_table_free(&table);
    if (part->count > shown) tw_text_addf(text, "  ... and %zu more (--top)\n", part->count - shown);
}

static bool has_wavefronts(const struct tw_sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++) {
        uint64_t wavefronts;
        if (sweep->rows[i].result.shared_bytes && tw_row_wavefronts(&sweep->rows[i], &wavefronts))
            return true;
    }
    return false;
}

static bool has_ideal(const struct tw_sweep *sweep)
{
    bool has = false;
    for (size_t i = 0; i < sweep->count && !has; i++) has = sweep->rows[i].result.has_predicted;
    return has;
}

void tw_sweep_add_legend(const struct tw_sweep *sweep, struct tw_text *text)
{
    const struct tw_family *family = sweep->space->config.family;
    bool moves = tw_sweep_is_traffic(sweep), simulator = sweep->probe.simulator;
    if (has_wavefronts(sweep)) {
        tw_text_add(text,
                    "wavefronts: of shared memory, in a launch; per req.: wavefronts per request, which is "
                    "an instruction of a warp");
        tw_text_add(text, has_ideal(sweep) ? "; ideal: wavefronts without bank conflicts\n" : "\n");
    }
    if (moves && simulator) tw_text_add(text, "sectors: of global memory, 32 bytes each, in a launch\n");
    tw_text_add(text, "cost: ");
    const char *best = tw_sweep_by_best(sweep);
    tw_cost_add_unit(family->cost, family->description, simulator, sweep->options->by, best, text);
    if (best) tw_text_addf(text, ", the %s first", best);
    tw_text_add(text, "; =: a tie with the row above\n");
    if (!simulator || sweep->options->by) return;
    tw_text_add(text, moves ? "ranked without a GPU: by wavefronts and 4 for each sector, then requests, "
                              "occupancy, shared bytes\n"
                            : "ranked without a GPU: by wavefronts, then sectors, shared bytes, occupancy\n");
}
