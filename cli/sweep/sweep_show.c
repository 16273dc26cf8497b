/* What a person sees of a sweep: the ranked table, the heat map, the winner, what failed or was left out. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "cli/show/table.h"
#include "cli/sweep/sweep_show.h"
#include "gen/choice/candidates.h"
#include "gen/layout/solve.h"
#include "tune/figures.h"
#include "tune/rank.h"

#define BAR_WIDTH 20 /* of the table, where the terminal has room for it */
#define PAD_LIMIT 1024

/* The wavefronts of a launch, by prediction or else as simulated; false when neither tells them. */
static bool find_wavefronts(const struct tw_row *row, uint64_t *wavefronts)
{
    const struct tw_result *result = &row->result;
    *wavefronts = tw_counts_wavefronts(result->has_predicted ? &result->predicted : &result->simulated);
    return result->has_predicted || result->has_simulated;
}

/* ---- the ranked table ---- */

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
    bool shared = row->result.shared_bytes > 0, known = find_wavefronts(row, &wavefronts);
    if (column->index == WAVEFRONTS)
        tw_cell_count(cell, shared && known, wavefronts);
    else if (column->index == PER_REQUEST)
        tw_cell_per_request(cell, shared && known ? requests : 0, wavefronts);
    else
        tw_cell_count(cell, shared && row->result.has_predicted, row->ideal);
}

static bool is_traffic(const struct tw_sweep *sweep)
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
    if (is_traffic(ranked->sweep) && ranked->sweep->probe.simulator)
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
    else if (is_traffic(sweep) && column->index == RATE)
        tw_cell_fixed(cell, row->work.bytes > 0, tw_result_gb_per_s(&row->work, us), 1);
    else if (is_traffic(sweep))
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

static void add_table(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
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
        if (sweep->rows[i].result.shared_bytes && find_wavefronts(&sweep->rows[i], &wavefronts)) return true;
    }
    return false;
}

static bool has_ideal(const struct tw_sweep *sweep)
{
    bool has = false;
    for (size_t i = 0; i < sweep->count && !has; i++) has = sweep->rows[i].result.has_predicted;
    return has;
}

/* What the columns are. */
static void add_legend(const struct tw_sweep *sweep, struct tw_text *text)
{
    const struct tw_family *family = sweep->space->config.family;
    bool moves = is_traffic(sweep), simulator = sweep->probe.simulator;
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

/* ---- the verdict ---- */

static size_t count_untried(const struct tw_sweep *sweep)
{
    size_t untried = 0;
    for (size_t i = 0; i < sweep->count; i++) untried += sweep->rows[i].mine && !sweep->rows[i].done;
    return untried;
}

/* What its accesses to shared memory cost, in a clause. */
static void add_wavefronts(const struct tw_row *row, struct tw_text *text)
{
    uint64_t wavefronts;
    if (!find_wavefronts(row, &wavefronts))
        tw_text_add(text, " wavefronts not predicted,");
    else if (row->result.has_predicted)
        tw_text_addf(text, " %" PRIu64 " wavefronts (ideal %" PRIu64 "),", wavefronts, row->ideal);
    else
        tw_text_addf(text, " %" PRIu64 " wavefronts,", wavefronts);
}

/* The same of global memory: sectors where they are counted, else what the time makes of its work. */
static void add_traffic(const struct tw_sweep *sweep, const struct tw_row *row, struct tw_text *text)
{
    bool moves = is_traffic(sweep);
    if (row->result.has_simulated && (moves || !row->result.shared_bytes)) {
        tw_text_addf(text, " %" PRIu64 " sectors,", tw_counts_sectors(&row->result.simulated));
    } else if (tw_sweep_is_timed(sweep) && row->work.bytes) {
        tw_text_add_char(text, ' ');
        tw_text_add_double(text, tw_result_gb_per_s(&row->work, tw_sweep_time(row)), 1);
        tw_text_add(text, " GB/s,");
    }
}

/* What the problem of the best one needs at least, and how near that came to it. */
static void add_bound(const struct tw_sweep *sweep, const struct tw_row *best, struct tw_text *text)
{
    const struct tw_work *work = &best->work;
    if (!work->bytes || !tw_work_sectors(work)) return;
    tw_text_addf(text,
                 "its problem needs %" PRIu64 " sectors of global memory: %" PRIu64 " read, in %" PRIu64
                 " fills of 64 bytes, and %" PRIu64 " written\n",
                 tw_work_sectors(work), work->read_sectors, work->read_fills, work->written_sectors);
    if (work->tile_sectors > work->read_sectors) {
        tw_text_addf(text,
                     "its tiles read %" PRIu64 " from the L2, some more than once; with the writes this is ",
                     work->tile_sectors);
        tw_text_add_double(text, tw_work_traffic(work), 3);
        tw_text_add(text, " times what is needed\n");
    }
    if (!tw_sweep_is_timed(sweep)) return;
    if (!(best->result.bound_us > 0)) {
        tw_text_add(text, TW_NO_BOUND);
        return;
    }
    tw_text_add(text, "bound: ");
    tw_text_add_double(text, best->result.bound_us, 2);
    tw_text_add(text, " us; the best reaches this part of its speed: ");
    tw_text_add_double(text, tw_result_of_bound(&best->result, tw_sweep_time(best)), 3);
    tw_text_add(text, ", as device --probe measured it\n");
}

static void add_winner(const struct tw_sweep *sweep, const struct tw_sweep_part *part, bool only,
                       struct tw_text *text)
{
    const struct tw_row *best = &sweep->rows[part->order[0]];
    size_t ties = 1;
    while (ties < part->count && part->tie[ties]) ties++;
    tw_text_addf(text, "\nbest%s: %s\n ", count_untried(sweep) ? " so far" : "", best->result.variant->name);
    if (best->result.shared_bytes) add_wavefronts(best, text);
    if (best->result.shared_bytes)
        tw_text_addf(text, " %" PRIu32 " shared bytes,", best->result.shared_bytes);
    add_traffic(sweep, best, text);
    tw_text_addf(text, " %u blocks per SM (%s)\n", best->occupancy.blocks_per_sm,
                 tw_limit_text(best->occupancy.limit));
    add_bound(sweep, best, text);
    if (ties > 1) {
        bool pads = tw_family_role(sweep->space->config.family, TW_FIELD_PADDING) >= 0;
        tw_text_addf(text, "%zu more cannot be told apart from it%s; it takes the fewest bytes%s\n", ties - 1,
                     tw_sweep_is_timed(sweep) ? " by time" : "", pads ? " and the least padding" : "");
    }
    if (sweep->confidence > 0 && only) {
        tw_text_add(text, "confidence that it beats the next that is no tie: ");
        tw_text_add_double(text, 100 * sweep->confidence, 1);
        tw_text_add(text, " % (sign test over rounds timed side by side)\n");
    }
}

/* padding: the key of its field; NULL: the family has none, and all there is to say is what the swizzle costs. */
static void add_solution(const struct tw_solution *solution, const struct tw_solution *bare,
                         const char *padding, struct tw_text *text)
{
    if (!solution->possible)
        tw_text_add(text, "does not fit this tile\n");
    else if (!padding)
        tw_text_addf(text, "%" PRIu64 " wavefronts (ideal %" PRIu64 ")\n", solution->wavefronts,
                     solution->ideal_wavefronts);
    else if (solution->ideal)
        tw_text_addf(text, "smallest conflict-free padding %s %" PRId64 ", %+" PRId64 " bytes\n", padding,
                     solution->pad, (int64_t)solution->bytes - (int64_t)bare->bytes);
    else
        tw_text_addf(text,
                     "no padding is conflict-free; at best %" PRIu64 " wavefronts against %" PRIu64
                     " (%s %" PRId64 ")\n",
                     solution->wavefronts, solution->ideal_wavefronts, padding, solution->pad);
}

/* What the model alone says of the best one's tile:
   the smallest padding, and whether a swizzle does without. */
static void add_model(const struct tw_sweep *sweep, const struct tw_row *best, struct tw_text *text)
{
    const struct tw_family *family = sweep->space->config.family;
    int swizzle = tw_family_role(family, TW_FIELD_SWIZZLE), pad = tw_family_role(family, TW_FIELD_PADDING);
    const char *padding = pad < 0 ? NULL : family->fields[pad].key;
    const struct tw_solve_for wanted = {&sweep->probe.target, tw_usual_banks, PAD_LIMIT};
    struct tw_solutions solutions;
    struct tw_text reason = {0};
    if (swizzle >= 0 && tw_solve(family, best->result.variant->value, &wanted, &solutions, &reason)) {
        tw_text_add(text, "by the model, for the block of the best:\n");
        for (unsigned s = 0; s < TW_SWIZZLES; s++) {
            tw_text_addf(text, "  %-5s ", family->fields[swizzle].words[s]);
            add_solution(&solutions.swizzle[s], &solutions.bare, padding, text);
        }
    }
    tw_text_free(&reason);
}

/* Says what the best one's padding costs in occupancy: blocks per SM with and without it. */
static void add_occupancy(const struct tw_sweep *sweep, const struct tw_row *best, struct tw_text *text)
{
    const struct tw_family *family = sweep->space->config.family;
    int pad = tw_family_role(family, TW_FIELD_PADDING);
    int64_t value[TW_MAX_FIELDS];
    struct tw_shape bare = {0};
    if (pad < 0 || best->result.variant->value[pad] == 0) return;
    memcpy(value, best->result.variant->value, family->field_count * sizeof *value);
    value[pad] = 0;
    if (!tw_family_accepts(family, value, &sweep->probe.target)) return;
    if (!tw_family_shape(family, value, &sweep->probe.target, &bare)) {
        tw_text_fail(text);
        return;
    }
    const struct tw_launch *largest = tw_shape_largest(&bare);
    const struct tw_block_needs needs = {best->threads, best->result.registers, largest->shared_bytes,
                                         largest->carveout};
    tw_shape_free(&bare);
    unsigned without = tw_occupancy(&sweep->probe.target, &needs).blocks_per_sm,
             with = best->occupancy.blocks_per_sm;
    if (with == without)
        tw_text_addf(text, "its padding costs no occupancy: %u blocks per SM with and without\n", with);
    else
        tw_text_addf(text, "its padding costs occupancy: %u blocks per SM, %u without it\n", with, without);
}

/* A reason that a results file may have given. */
static void add_reason(const struct tw_row *row, struct tw_text *text)
{
    tw_escape_terminal(text, tw_text_part(text, &row->result.reason));
    tw_text_add_char(text, '\n');
}

/* Adds the first variant of that status, a twin of another one or not, and the reason. */
static void add_left_out(const struct tw_sweep *sweep, enum tw_status status, bool twins, const char *why,
                         struct tw_text *text)
{
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->mine || !row->done || row->unspent || row->result.status != status) continue;
        if (row->is_twin != twins) continue;
        tw_text_addf(text, "%s: %s; such as %s: ", tw_status_word(status), why, row->result.variant->name);
        add_reason(row, text);
        return;
    }
}

/* How it was timed, beyond the times themselves. */
static void add_timing(const struct tw_sweep *sweep, struct tw_text *text)
{
    size_t stopped = 0;
    if (!tw_sweep_is_timed(sweep)) return;
    for (size_t i = 0; i < sweep->count; i++)
        stopped += sweep->rows[i].rank && sweep->rows[i].result.timing.stopped;
    if (stopped)
        tw_text_addf(text, "%zu could not win, and %s not timed to the end; %s after the others\n", stopped,
                     stopped == 1 ? "was" : "were", stopped == 1 ? "it ranks" : "they rank");
    if (sweep->options->l2 == TW_L2_COLD) tw_text_add(text, "the L2 cache was flushed before each run\n");
    tw_sweep_warn_of_clock(sweep, text);
}

static void add_summary(const struct tw_sweep *sweep, struct tw_text *text)
{
    size_t counts[TW_STATUS_COUNT] = {0};
    double compile = 0, check = 0, measure = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (row->mine && row->done) counts[row->result.status]++;
        compile += row->result.compile_s;
        check += row->result.check_s;
        measure += row->result.measure_s;
    }
    size_t untried = count_untried(sweep);
    tw_text_add_char(text, '\n');
    tw_result_summary(counts, text);
    if (untried) tw_text_addf(text, ", %zu not tried yet", untried);
    tw_text_add_char(text, '\n');
    if (sweep->variants.left_out)
        tw_text_addf(text, "%" PRIu64 " more violate constraints, and are not listed\n",
                     sweep->variants.left_out);
    tw_sweep_add_search(sweep, text);
    add_timing(sweep, text);
    add_left_out(sweep, TW_STATUS_REJECTED, false,
                 sweep->space->config.family->description ? "by constraints, or impossible on this target"
                                                          : "impossible on this target",
                 text);
    add_left_out(sweep, TW_STATUS_SKIPPED, false, "cannot win, --all tries them", text);
    add_left_out(sweep, TW_STATUS_SKIPPED, true, "the same kernels by the template, --all tries them", text);
    tw_sweep_add_proofs(sweep, text);
    tw_sweep_cards_say(sweep, text);
    const double spent[] = {sweep->predict_s, compile, check, measure};
    static const char *const words[] = {"predicting", "compiling", "checking", "measuring"};
    tw_text_add(text, "seconds of work: ");
    for (int i = 0; i < 4; i++) {
        tw_text_addf(text, "%s%s ", i ? ", " : "", words[i]);
        tw_text_add_double(text, spent[i], 2);
    }
    tw_text_add_char(text, '\n');
}

/* The first element that is wrong. */
static void add_first_wrong(const struct tw_result *result, struct tw_text *text)
{
    struct tw_text detail = result->detail;
    const char *line = tw_text_string(&detail) + strspn(tw_text_string(&detail), " ");
    if (result->status == TW_STATUS_MISMATCH && *line)
        tw_text_addf(text, "  %.*s\n", (int)strcspn(line, "\n"), line);
}

/* Why variants failed or gave wrong results: the first few. */
static void add_failures(const struct tw_sweep *sweep, struct tw_text *text)
{
    size_t shown = 0, more = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        bool wrong = row->result.status == TW_STATUS_FAILED || row->result.status == TW_STATUS_MISMATCH;
        if (!row->mine || !row->done || !wrong) continue;
        if (shown++ < 5) {
            tw_text_addf(text, "%s: %s: ", row->result.variant->name, tw_status_word(row->result.status));
            add_reason(row, text);
            add_first_wrong(&row->result, text);
        } else {
            more++;
        }
    }
    if (more) tw_text_addf(text, "... and %zu more that failed\n", more);
}

/* Where nothing was timed: the row that the family's model of times would take, if that is not the best; *why gets its words. Where
   several are equal, it is the one that the config says least of. */
static const struct tw_row *find_chosen(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                                        struct tw_text *why)
{
    const struct tw_family *family = sweep->space->config.family;
    const struct tw_row *found = NULL;
    if (!family->chosen || tw_sweep_is_timed(sweep) || sweep->options->by) return NULL;
    for (size_t i = 0; i < part->count; i++) {
        const struct tw_row *row = &sweep->rows[part->order[i]];
        const struct tw_variant *variant = row->result.variant;
        struct tw_text text = {0};
        family->chosen(variant->value, &sweep->probe.target, &text);
        if (text.length && (!found || __builtin_popcountll(variant->given) <
                                          __builtin_popcountll(found->result.variant->given))) {
            found = row;
            tw_text_clear(why);
            tw_text_add(why, tw_text_string(&text));
        }
        tw_text_free(&text);
    }
    return found == &sweep->rows[part->order[0]] ? NULL : found;
}

/* Returns that row. */
static const struct tw_row *add_chosen(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                                       struct tw_text *text)
{
    struct tw_text why = {0};
    const struct tw_row *chosen = find_chosen(sweep, part, &why);
    if (chosen)
        tw_text_addf(text, "not ranked by times; for a GPU take %s, %s\n", chosen->result.variant->name,
                     tw_text_part(text, &why));
    tw_text_free(&why);
    return chosen;
}

/* What is to be said of one problem; only: there is no other. Returns the row that is chosen for a GPU, if it is another than the best. */
static const struct tw_row *add_part(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                                     bool only, const struct tw_sweep_view *view, size_t top,
                                     struct tw_text *text)
{
    const struct tw_row *best = &sweep->rows[part->order[0]];
    if (!only) {
        tw_text_add(text, "problem: ");
        tw_sweep_add_problem(sweep, best, text);
        tw_text_add_char(text, '\n');
    }
    add_table(sweep, part, view, top, text);
    if (only) add_legend(sweep, text);
    tw_sweep_add_heat_map(sweep, part, view, text);
    add_winner(sweep, part, only, text);
    add_occupancy(sweep, best, text);
    add_model(sweep, best, text);
    const struct tw_row *chosen = add_chosen(sweep, part, text);
    if (!only) tw_text_add_char(text, '\n');
    return chosen;
}

/* Adds a word of a command that a user may copy: it harms neither the terminal nor the shell. */
static void add_word(const char *word, struct tw_text *text)
{
    struct tw_text quoted = {0};
    tw_escape_shell(&quoted, word);
    tw_escape_terminal(text, tw_text_part(text, &quoted));
    tw_text_free(&quoted);
}

/* The command that is next: what there is to do with the winners, or with the row that is chosen (NULL: none). */
static void add_next(const struct tw_sweep *sweep, const struct tw_sweep_parts *parts,
                     const struct tw_row *chosen, struct tw_text *text)
{
    const char *file = sweep->results;
    const struct tw_template *own = tw_space_template(sweep->space);
    const struct tw_description *description = sweep->space->config.family->description;
    if (count_untried(sweep) || (sweep->options->output && !file)) return;
    if (!file) {
        tw_text_add(text, "next: sweep again with -o FILE, which embed, run, explain and gen take\n");
    } else if (sweep->options->shards > 1) {
        tw_text_add(text, "next: tilewright results ");
        add_word(file, text);
        tw_text_add(text, " OTHER... -o WHOLE, once all shards are there\n");
    } else {
        tw_text_add(text, "next: tilewright embed ");
        add_word(file, text);
        tw_text_addf(text, " --name %s%s", sweep->space->config.family->name,
                     parts->count > 1 ? " --each-problem" : "");
        if (description) tw_text_add(text, " --kernel ");
        if (description) add_word(tw_description_file(description), text);
        if (own) tw_text_add(text, " --template ");
        if (own) tw_escape_shell(text, own->name);
        if (chosen) tw_text_addf(text, " --variant %s", chosen->result.variant->name);
        tw_text_add_char(text, '\n');
    }
}

void tw_sweep_show(const struct tw_sweep *sweep, const struct tw_sweep_view *view, struct tw_text *text)
{
    struct tw_sweep_parts parts;
    if (!tw_sweep_parts(sweep, &parts)) tw_text_fail(text);
    size_t top = parts.count > 1 ? (view->top + parts.count - 1) / parts.count : view->top;
    if (parts.count > 1) {
        tw_text_addf(text, "%zu problems, ranked each by itself\n", parts.count);
        add_legend(sweep, text);
        tw_text_add_char(text, '\n');
    }
    const struct tw_row *chosen = NULL;
    for (size_t i = 0; i < parts.count; i++)
        chosen = add_part(sweep, &parts.part[i], parts.count == 1, view, top, text);
    add_summary(sweep, text);
    add_failures(sweep, text);
    if (parts.count) add_next(sweep, &parts, parts.count == 1 ? chosen : NULL, text);
    tw_sweep_parts_free(&parts);
}
