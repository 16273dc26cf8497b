/* What a person sees of a sweep: the ranked table, the heat map, the winner, what failed or was left out. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/hash.h"
#include "cli/sweep/sweep.h"
#include "gen/candidates.h"
#include "gen/index_set.h"
#include "gen/solve.h"

#define BAR_WIDTH 20 /* of the table, where the terminal has room for it */
#define PAD_LIMIT 1024

static const char *cost_unit(const struct tw_sweep *sweep)
{
    if (sweep->options->by) return sweep->options->by;
    if (!sweep->probe.simulator) return "ns per 1000 elements";
    return sweep->space->config.family->cost == TW_COST_TRAFFIC
               ? "wavefronts, and 4 per sector, per 1000 elements"
               : "wavefronts per 1000 elements";
}

static void add_bar(double share, int width, struct tw_text *text)
{
    int filled = (int)(share * width + 0.5);
    for (int i = 0; i < filled && i < width; i++) tw_text_add(text, "#");
}

/* The wavefronts of a launch, by prediction or else as simulated; false when neither tells them. */
static bool find_wavefronts(const struct tw_row *row, uint64_t *wavefronts)
{
    const struct tw_result *result = &row->result;
    *wavefronts = tw_counts_wavefronts(result->has_predicted ? &row->predicted : &result->simulated);
    return result->has_predicted || result->has_simulated;
}

/* ---- the ranked table ---- */

/* Times, and GB/s and the fraction of the bound of kernels that have a work. */
static unsigned measured_columns(const struct tw_sweep *sweep)
{
    if (!tw_sweep_is_timed(sweep)) return 0;
    return sweep->space->config.family->cost == TW_COST_TRAFFIC ? 3 : 1;
}

struct table {
    int name_width, bar_width;
    double worst; /* cost: the longest bar */
};

static void add_number(double value, int decimals, struct tw_text *text)
{
    struct tw_text number = {0};
    tw_text_add_double(&number, value, decimals);
    tw_text_addf(text, "%9s ", tw_text_part(text, &number));
    tw_text_free(&number);
}

static void add_of_bound(const struct tw_result *result, double us, struct tw_text *text)
{
    if (result->bound_us > 0)
        add_number(tw_result_of_bound(result, us), 3, text);
    else
        tw_text_add(text, "        - ");
}

static void add_count(bool known, uint64_t count, struct tw_text *text)
{
    if (known)
        tw_text_addf(text, "%7" PRIu64 " ", count);
    else
        tw_text_add(text, "      - ");
}

/* Passes and ideal: a variant without shared memory has none. */
static void add_passes(const struct tw_row *row, struct tw_text *text)
{
    uint64_t passes;
    bool shared = row->result.shared_bytes > 0, known = find_wavefronts(row, &passes);
    add_count(shared && known, passes, text);
    add_count(shared && row->result.has_predicted, row->ideal, text);
}

static void add_row(const struct tw_sweep *sweep, const struct tw_row *row, const struct table *table,
                    struct tw_text *text)
{
    tw_text_addf(text, "%5u%c %-*s ", row->rank, row->tie ? '=' : ' ', table->name_width,
                 row->result.variant->name);
    add_passes(row, text);
    tw_text_addf(text, "%7" PRIu32 " %6u ", row->result.shared_bytes, row->occupancy.blocks_per_sm);
    if (tw_sweep_is_timed(sweep)) {
        add_number(tw_sweep_time(row), 2, text);
        if (row->work.bytes) add_number(tw_result_gb_per_s(&row->work, tw_sweep_time(row)), 1, text);
        if (row->work.bytes) add_of_bound(&row->result, tw_sweep_time(row), text);
    }
    struct tw_text cost = {0};
    tw_text_add_double(&cost, row->cost, tw_sweep_is_timed(sweep) ? 4 : 2);
    tw_text_addf(text, "%10s ", tw_text_part(text, &cost));
    tw_text_free(&cost);
    add_bar(table->worst > 0 ? row->cost / table->worst : 0, table->bar_width, text);
    tw_text_add_char(text, '\n');
}

static struct table table_of(const struct tw_sweep *sweep, const size_t *order, size_t count, unsigned width)
{
    struct table table = {.name_width = 7};
    for (size_t i = 0; i < count; i++) {
        const struct tw_row *row = &sweep->rows[order[i]];
        int length = (int)strlen(row->result.variant->name);
        if (length > table.name_width) table.name_width = length;
        if (row->cost > table.worst) table.worst = row->cost;
    }
    int room = (int)width - table.name_width - 50 - 10 * (int)measured_columns(sweep);
    table.bar_width = room < 0 ? 0 : room < BAR_WIDTH ? room : BAR_WIDTH;
    return table;
}

static void add_table(const struct tw_sweep *sweep, const size_t *order, size_t count,
                      const struct tw_sweep_view *view, struct tw_text *text)
{
    size_t shown = count < view->top ? count : view->top;
    struct table table = table_of(sweep, order, shown, view->width);
    static const char *const measured[] = {"", "       us ", NULL, "       us      GB/s  of bound "};
    tw_text_addf(text, " rank  %-*s %7s %7s %7s %6s %s%10s\n", table.name_width, "variant", "passes", "ideal",
                 "shared", "blk/SM", measured[measured_columns(sweep)], "cost");
    for (size_t i = 0; i < shown; i++) add_row(sweep, &sweep->rows[order[i]], &table, text);
    if (count > shown) tw_text_addf(text, "  ... and %zu more (--top)\n", count - shown);
    tw_text_addf(text, "  passes: wavefronts of a launch; cost: %s; =: a tie\n", cost_unit(sweep));
}

/* ---- the heat map: padding against block shape and swizzle, the best of all else ---- */

#define HEAT_COLUMNS 40u
#define HEAT_ROWS    40u

/* The fields that make a map: -1 for one the family does not have. */
struct heat_fields {
    int x, y, pad, swizzle;
};

struct heat_map {
    const struct tw_sweep *sweep;
    struct heat_fields field;
    int64_t pad[HEAT_COLUMNS];            /* ascending */
    int64_t block[HEAT_ROWS];             /* ascending, by x, y, swizzle */
    unsigned pads, blocks, columns;       /* columns: the room for paddings */
    bool cut;                             /* more of either than there is room for */
    double cost[HEAT_ROWS][HEAT_COLUMNS]; /* the lowest of a cell; 0: nothing ran there */
};

/* Keeps `values` ascending and all different; false when there is no room. */
static bool add_value(int64_t *values, unsigned *count, unsigned room, int64_t value)
{
    unsigned at = 0;
    while (at < *count && values[at] < value) at++;
    if (at < *count && values[at] == value) return true;
    if (*count == room) return false;
    memmove(&values[at + 1], &values[at], (*count - at) * sizeof *values);
    values[at] = value;
    ++*count;
    return true;
}

/* The row a variant belongs to, as one number: x, y, swizzle. */
static int64_t block_of(const struct heat_map *map, const struct tw_row *row)
{
    const int64_t *value = row->result.variant->value;
    int64_t swizzle = map->field.swizzle < 0 ? 0 : value[map->field.swizzle];
    return value[map->field.x] << 32 | value[map->field.y] << 16 | swizzle;
}

/* Where `value` stands among `count` ascending ones, or -1. */
static int find_value(const int64_t *values, unsigned count, int64_t value)
{
    for (unsigned i = 0; i < count; i++) {
        if (values[i] == value) return (int)i;
    }
    return -1;
}

static void fill_cells(struct heat_map *map)
{
    for (size_t i = 0; i < map->sweep->count; i++) {
        const struct tw_row *row = &map->sweep->rows[i];
        if (row->cost < 0) continue;
        int x = find_value(map->pad, map->pads, row->result.variant->value[map->field.pad]);
        int y = find_value(map->block, map->blocks, block_of(map, row));
        if (x < 0 || y < 0) continue;
        double *cell = &map->cost[y][x];
        if (*cell == 0 || row->cost < *cell) *cell = row->cost;
    }
}

/* Ten steps from the best to the worst, by ratio: 0 is best. */
static int heat(double cost, double best)
{
    int step = 0;
    for (double limit = best * 1.05; cost > limit && step < 9; limit *= 1.45) step++;
    return step;
}

static void add_heat_row(const struct heat_map *map, unsigned b, double best, bool colour,
                         struct tw_text *text)
{
    int64_t block = map->block[b];
    static const unsigned char shades[] = {22, 28, 34, 70, 106, 142, 178, 172, 166, 160};
    const struct tw_family *family = map->sweep->space->config.family;
    const char *swizzle =
        map->field.swizzle < 0 ? "" : family->fields[map->field.swizzle].words[block & 0xffff];
    tw_text_addf(text, "  %4" PRId64 " x %-4" PRId64 " %-5s", block >> 32, block >> 16 & 0xffff, swizzle);
    for (unsigned p = 0; p < map->pads; p++) {
        double cost = map->cost[b][p];
        if (cost == 0)
            tw_text_add(text, "  .");
        else if (colour)
            tw_text_addf(text, "\033[48;5;%um  %d\033[0m", shades[heat(cost, best)], heat(cost, best));
        else
            tw_text_addf(text, "  %d", heat(cost, best));
    }
    tw_text_add_char(text, '\n');
}

static void add_heat_map(const struct tw_sweep *sweep, double best, const struct tw_sweep_view *view,
                         struct tw_text *text)
{
    const struct tw_family *family = sweep->space->config.family;
    struct heat_map map = {
        .sweep = sweep,
        .columns = view->width < 23 ? 1 : (view->width - 20) / 3,
        .field = {tw_family_role(family, TW_FIELD_BLOCK_X), tw_family_role(family, TW_FIELD_BLOCK_Y),
                  tw_family_role(family, TW_FIELD_PADDING), tw_family_role(family, TW_FIELD_SWIZZLE)}};
    if (map.field.x < 0 || map.field.y < 0 || map.field.pad < 0) return;
    if (map.columns > HEAT_COLUMNS) map.columns = HEAT_COLUMNS;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (row->cost < 0) continue;
        map.cut |= !add_value(map.pad, &map.pads, map.columns, row->result.variant->value[map.field.pad]);
        map.cut |= !add_value(map.block, &map.blocks, HEAT_ROWS, block_of(&map, row));
    }
    if (map.pads < 2) return;
    fill_cells(&map);
    tw_text_addf(text,
                 "\ncost: 0 = within 5 %% of the best, each step up to 1.45 times more; . = left out\n  "
                 "block       \\ %s",
                 family->fields[map.field.pad].key);
    for (unsigned p = 0; p < map.pads; p++) tw_text_addf(text, "%3" PRId64, map.pad[p]);
    tw_text_add_char(text, '\n');
    for (unsigned b = 0; b < map.blocks; b++) add_heat_row(&map, b, best, view->colour, text);
    if (map.cut)
        tw_text_addf(text, "  cut to %u paddings and %u blocks; --report shows all\n", map.pads, map.blocks);
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
        tw_text_add(text, ", wavefronts not predicted");
    else if (row->result.has_predicted)
        tw_text_addf(text, ", %" PRIu64 " wavefronts (ideal %" PRIu64 ")", wavefronts, row->ideal);
    else
        tw_text_addf(text, ", %" PRIu64 " wavefronts (ideal not predicted)", wavefronts);
}

/* The same of global memory: sectors where they are counted, else what the time makes of its work. */
static void add_traffic(const struct tw_sweep *sweep, const struct tw_row *row, struct tw_text *text)
{
    if (row->result.has_simulated) {
        tw_text_addf(text, ", %" PRIu64 " sectors of global memory",
                     tw_counts_sectors(&row->result.simulated));
    } else if (tw_sweep_is_timed(sweep) && row->work.bytes) {
        tw_text_add(text, ", ");
        tw_text_add_double(text, tw_result_gb_per_s(&row->work, tw_sweep_time(row)), 1);
        tw_text_add(text, " GB/s");
    }
}

/* What the problem of the best one needs at least, and how near that came to it. */
static void add_bound(const struct tw_sweep *sweep, const struct tw_row *best, struct tw_text *text)
{
    const struct tw_work *work = &best->work;
    if (!work->bytes) return;
    tw_text_addf(text,
                 "its problem needs %" PRIu64 " sectors of global memory: %" PRIu64 " read, in %" PRIu64
                 " fills of 64 bytes, and %" PRIu64 " written\n",
                 tw_work_sectors(work), work->read_sectors, work->read_fills, work->written_sectors);
    if (!tw_sweep_is_timed(sweep)) return;
    if (!(best->result.bound_us > 0)) {
        tw_text_add(text, TW_NO_BOUND);
        return;
    }
    tw_text_add(text, "bound: ");
    tw_text_add_double(text, best->result.bound_us, 2);
    tw_text_add(text, " us, of whose speed it reaches ");
    tw_text_add_double(text, tw_result_of_bound(&best->result, tw_sweep_time(best)), 3);
    tw_text_add(text, ", as device --probe measured it\n");
}

static void add_winner(const struct tw_sweep *sweep, const size_t *order, size_t count, struct tw_text *text)
{
    const struct tw_row *best = &sweep->rows[order[0]];
    size_t ties = 1;
    while (ties < count && sweep->rows[order[ties]].tie) ties++;
    tw_text_addf(text, "\nbest%s: %s", count_untried(sweep) ? " so far" : "", best->result.variant->name);
    if (best->result.shared_bytes) {
        add_wavefronts(best, text);
        tw_text_addf(text, ", %" PRIu32 " shared bytes", best->result.shared_bytes);
    } else {
        add_traffic(sweep, best, text);
    }
    tw_text_addf(text, ", %u blocks per SM (%s)\n", best->occupancy.blocks_per_sm,
                 tw_limit_text(best->occupancy.limit));
    add_bound(sweep, best, text);
    if (ties > 1) {
        bool pads = tw_family_role(sweep->space->config.family, TW_FIELD_PADDING) >= 0;
        tw_text_addf(text, "%zu more cannot be told apart from it%s; it takes the fewest bytes%s\n", ties - 1,
                     tw_sweep_is_timed(sweep) ? " by time" : "", pads ? " and the least padding" : "");
    }
    if (sweep->confidence > 0) {
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
    struct tw_shape bare;
    if (pad < 0 || best->result.variant->value[pad] == 0) return;
    memcpy(value, best->result.variant->value, family->field_count * sizeof *value);
    value[pad] = 0;
    if (!tw_family_accepts(family, value, &sweep->probe.target)) return;
    tw_family_shape(family, value, &sweep->probe.target, &bare);
    const struct tw_launch *largest = tw_shape_largest(&bare);
    const struct tw_block_needs needs = {best->threads, best->result.registers, largest->shared_bytes,
                                         largest->carveout};
    unsigned without = tw_occupancy(&sweep->probe.target, &needs).blocks_per_sm,
             with = best->occupancy.blocks_per_sm;
    if (with == without)
        tw_text_addf(text, "its padding costs no occupancy: %u blocks per SM with and without\n", with);
    else
        tw_text_addf(text, "its padding costs occupancy: %u blocks per SM, %u without it\n", with, without);
}

/* Where a space holds more than one problem (layout, type), the best of each. */
static bool same_problem(const void *entries, uint32_t a, uint32_t b)
{
    const struct tw_sweep *sweep = entries;
    return tw_family_same_problem(sweep->space->config.family, sweep->rows[a].result.variant->value,
                                  sweep->rows[b].result.variant->value);
}

static uint64_t problem_hash(const struct tw_family *family, const int64_t *value)
{
    int64_t key[TW_MAX_FIELDS];
    for (unsigned f = 0; f < family->field_count; f++)
        key[f] = (family->fields[f].roles & TW_FIELD_PROBLEM) ? value[f] : 0;
    return tw_hash(key, family->field_count * sizeof *key);
}

static void add_problem(const struct tw_family *family, const struct tw_row *row, struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        if (!(field->roles & TW_FIELD_PROBLEM)) continue;
        int64_t value = row->result.variant->value[f];
        struct tw_field_value shown = tw_field_value_of(field, value);
        if (field->kind != TW_FIELD_ENUM && shown.is_word && value == field->fallback) continue;
        tw_text_add(text, separator);
        if (!shown.is_word || field->kind == TW_FIELD_TEXT) tw_text_addf(text, "%s ", shown.key);
        tw_field_value_add(&shown, text);
        separator = ", ";
    }
}

static void add_problems(const struct tw_sweep *sweep, const size_t *order, size_t count,
                         struct tw_text *text)
{
    const struct tw_family *family = sweep->space->config.family;
    struct tw_text lines = {0};
    struct tw_index_set seen = {0};
    uint32_t earlier = TW_NO_INDEX;
    for (size_t i = 0; i < count; i++) {
        const struct tw_row *row = &sweep->rows[order[i]];
        bool added = tw_index_set_add(&seen, problem_hash(family, row->result.variant->value),
                                      (uint32_t)order[i], same_problem, sweep, &earlier);
        if (!added) tw_text_fail(text);
        if (!added || earlier != TW_NO_INDEX) continue;
        tw_text_add(&lines, "  ");
        add_problem(family, row, &lines);
        tw_text_addf(&lines, ": %s\n", row->result.variant->name);
    }
    if (seen.count > 1) tw_text_addf(text, "\nthe best of each problem:\n%s", tw_text_part(text, &lines));
    tw_index_set_free(&seen);
    tw_text_free(&lines);
}

/* A reason that a results file may have given. */
static void add_reason(const struct tw_row *row, struct tw_text *text)
{
    tw_escape_terminal(text, tw_text_part(text, &row->result.reason));
    tw_text_add_char(text, '\n');
}

/* What a search with a budget went through. */
static void add_search(const struct tw_sweep *sweep, struct tw_text *text)
{
    size_t tried = 0, mine = 0;
    uint32_t varied = 0;
    if (!sweep->options->budget_s) return;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->mine || !row->possible) continue;
        mine++;
        tried += row->done && row->result.status != TW_STATUS_SKIPPED;
    }
    if (sweep->count) varied = tw_sweep_varied(sweep, &sweep->rows[0]);
    tw_text_add(text, "searched: ");
    tw_family_add_keys(sweep->space->config.family, varied, text);
    tw_text_addf(text, "%s; %zu of %zu tried in the %u s of the budget\n", varied ? "" : "nothing is open",
                 tried, mine, sweep->options->budget_s);
}

/* Why variants were left out: of those that were, the first. */
static void add_left_out(const struct tw_sweep *sweep, enum tw_status status, const char *why,
                         struct tw_text *text)
{
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->mine || !row->done || row->unspent || row->result.status != status) continue;
        tw_text_addf(text, "%s: %s; such as %s: ", tw_status_word(status), why, row->result.variant->name);
        add_reason(row, text);
        return;
    }
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
    add_search(sweep, text);
    add_left_out(sweep, TW_STATUS_REJECTED, "impossible on this target", text);
    add_left_out(sweep, TW_STATUS_SKIPPED, "cannot win, --all tries them", text);
    const double spent[] = {sweep->predict_s, compile, check, measure};
    static const char *const words[] = {"predicting", "compiling", "checking", "measuring"};
    tw_text_add(text, "seconds of work: ");
    for (int i = 0; i < 4; i++) {
        tw_text_addf(text, "%s%s ", i ? ", " : "", words[i]);
        tw_text_add_double(text, spent[i], 3);
    }
    tw_text_add_char(text, '\n');
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
        } else {
            more++;
        }
    }
    if (more) tw_text_addf(text, "... and %zu more that failed\n", more);
}

void tw_sweep_show(const struct tw_sweep *sweep, const struct tw_sweep_view *view, struct tw_text *text)
{
    size_t count;
    size_t *order = tw_sweep_order(sweep, &count);
    if (!order) tw_text_fail(text);
    if (order && count) {
        const struct tw_row *best = &sweep->rows[order[0]];
        bool moves = best->work.bytes > 0;
        add_table(sweep, order, count, view, text);
        if (sweep->probe.simulator)
            tw_text_add(
                text, moves ? "  ranked without a GPU: by simulated wavefronts and 4 for each sector, then "
                              "requests, occupancy, shared bytes\n"
                            : "  ranked without a GPU: by simulated wavefronts, then sectors, shared bytes, "
                              "occupancy\n");
        add_heat_map(sweep, best->cost, view, text);
        add_winner(sweep, order, count, text);
        add_problems(sweep, order, count, text);
        add_occupancy(sweep, best, text);
        add_model(sweep, best, text);
    }
    free(order);
    add_summary(sweep, text);
    add_failures(sweep, text);
}
