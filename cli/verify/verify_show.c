/* What is said of a variant: a line for each kind of access, with what each witness says of it. */
#include <inttypes.h>
#include <string.h>

#include "base/escape.h"
#include "cli/show/columns.h"
#include "cli/verify/verify_show.h"
#include "tune/metrics.h"

/* Kinds of accesses: what they need and what it costs. */
static const struct kind {
    const char *name;
    enum tw_count requests, cost;
    enum tw_counter idle;
} kinds[] = {
    {"  shared loads", TW_COUNT_load_requests, TW_COUNT_load_wavefronts, TW_COUNTER_idle_loads},
    {"  shared stores", TW_COUNT_store_requests, TW_COUNT_store_wavefronts, TW_COUNTER_idle_stores},
    {"  global loads", TW_COUNT_global_load_requests, TW_COUNT_global_load_sectors,
     TW_COUNTER_idle_global_loads},
    {"  global stores", TW_COUNT_global_store_requests, TW_COUNT_global_store_sectors,
     TW_COUNTER_idle_global_stores},
};

void tw_replay_show(const struct tw_replay *replay, struct tw_text *text)
{
    tw_escape_terminal(text, replay->file);
    tw_text_addf(text, ": %zu variants of the %s kernel, counted on ", replay->count, replay->family->name);
    tw_escape_terminal(text, tw_replay_device(replay));
    tw_text_add(text, ", ");
    tw_escape_terminal(text, tw_replay_time(replay));
}

static const char *const witness_words[] = {
    [TW_PREDICTED] = "predicted", [TW_SIMULATED] = "simulated", [TW_MEASURED] = "measured"};

static void cell_name(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    (void)column, (void)about;
    tw_text_add(cell, ((const struct tw_verify_line *)row)->name);
}

static void cell_cost(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const struct tw_verify_line *line = row;
    (void)about;
    if (line->known[column->index])
        tw_cell_cost(cell, line->cost[column->index][0], line->cost[column->index][1]);
    else if (!line->undashed)
        tw_text_add_char(cell, '-');
}

static void cell_per_request(const struct tw_table_column *column, const void *about, const void *row,
                             struct tw_text *cell)
{
    const uint64_t *cost = ((const struct tw_verify_line *)row)->of;
    (void)column, (void)about;
    tw_cell_per_request(cell, cost[0], cost[1]);
}

static void cell_word(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    (void)column, (void)about;
    tw_text_add(cell, ((const struct tw_verify_line *)row)->word);
}

/* clang-format off */
static const struct tw_table_column columns[] = {
    {"",    "",          false, true,  0, cell_name,        0,            NULL},
    {"",    "predicted", true,  false, 0, cell_cost,        TW_PREDICTED, NULL},
    {"",    "simulated", true,  false, 0, cell_cost,        TW_SIMULATED, NULL},
    {"",    "measured",  true,  false, 0, cell_cost,        TW_MEASURED,  NULL},
    {"per", "request",   true,  false, 0, cell_per_request, 0,            NULL},
    {"",    "",          false, false, 0, cell_word,        0,            NULL}, /* where witnesses differ */
};
/* clang-format on */

static bool has_said(const struct tw_verify_row *row, enum tw_witness witness)
{
    return row->counts[witness].known != 0;
}

static bool is_used(const struct tw_verify_row *row, const struct kind *kind)
{
    uint64_t requests = 0;
    for (int i = 0; i < TW_WITNESSES; i++) requests += tw_count_value(&row->counts[i], kind->requests);
    return requests > 0 || (row->measured.known >> kind->idle & 1u && row->measured.value[kind->idle] > 0);
}

/* The kind's row, and below it its accesses where they are told apart; their addresses where the GPU counts otherwise. */
static void add_kind(const struct tw_verify *verify, size_t number, const struct kind *kind,
                     struct tw_table *table)
{
    const struct tw_verify_row *row = &verify->rows[number];
    static const uint64_t nothing[2];
    struct tw_verify_line line = {.name = kind->name, .of = nothing, .word = ""};
    struct tw_text note = {0};
    for (int i = 0; i < TW_WITNESSES; i++) {
        const struct tw_counts *counts = &row->counts[i];
        line.known[i] = counts->known >> kind->requests & 1u && counts->known >> kind->cost & 1u;
        line.cost[i][0] = tw_count_value(counts, kind->requests);
        line.cost[i][1] = tw_count_value(counts, kind->cost);
        if (line.known[i]) line.of = line.cost[i];
    }
    tw_table_add(table, &line);
    double idle = row->measured.known >> kind->idle & 1u ? row->measured.value[kind->idle] : 0;
    if (idle > 0) tw_text_addf(&note, "    and %.0f by warps with no lane in them\n", idle);
    tw_table_note(table, &note);
    tw_text_free(&note);
    bool differs =
        row->other == TW_MEASURED && (row->differs == kind->requests || row->differs == kind->cost);
    if (kind->requests == TW_COUNT_load_requests)
        tw_verify_add_accesses(verify, number, TW_LOAD, differs, table);
    if (kind->requests == TW_COUNT_store_requests)
        tw_verify_add_accesses(verify, number, TW_STORE, differs, table);
}

/* "load_wavefronts: predicted 32, measured 33" */
static void add_difference(const struct tw_verify_row *row, struct tw_text *text)
{
    if (row->differs == TW_COUNT_COUNT) return;
    tw_text_addf(text, "    %s: %s %" PRIu64 ", %s %" PRIu64 "\n", tw_count_name(row->differs),
                 witness_words[row->one], tw_count_value(&row->counts[row->one], row->differs),
                 witness_words[row->other], tw_count_value(&row->counts[row->other], row->differs));
}

static bool is_wrong(const struct tw_verify_row *row)
{
    return row->status == TW_STATUS_MISMATCH || row->status == TW_STATUS_FAILED;
}

void tw_verify_show(const struct tw_verify *verify, size_t number, bool brief, struct tw_text *text)
{
    const struct tw_verify_row *row = &verify->rows[number];
    if (brief && !is_wrong(row)) return;
    tw_text_addf(text, "%s: %s\n", verify->variants.variant[number].name, tw_status_word(row->status));
    if (row->problem.length) tw_text_addf(text, "    on the proof problem %s\n", row->problem.data);
    if (row->left_out.length) tw_text_addf(text, "    not simulated: %s\n", row->left_out.data);
    if (row->unpredicted && !row->simulated.unpredicted.length)
        tw_text_addf(text, "    not predicted: %s\n", row->unpredicted);
    add_difference(row, text);
    tw_result_details(&row->simulated, text);
    tw_result_details(&row->counted, text);
    tw_by_pipe_add(row->by_pipe, &row->measured, tw_verify_claimed(row), text);
    if (!row->predicts) return;
    struct tw_table table = {.columns = columns, .column_count = sizeof columns / sizeof *columns};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (is_used(row, &kinds[i])) add_kind(verify, number, &kinds[i], &table);
    }
    tw_table_print(&table, tw_output_columns(), text);
    tw_table_free(&table);
    if (row->measures) tw_measured_add(&row->measured, text);
    tw_text_add_char(text, '\n');
}

/* How many variants two witnesses speak of, and in how many they say the same. */
static void add_agreement(const struct tw_verify *verify, enum tw_witness one, enum tw_witness other,
                          struct tw_text *text)
{
    size_t both = 0, same = 0;
    for (size_t i = 0; i < verify->finished; i++) {
        const struct tw_verify_row *row = &verify->rows[i];
        struct tw_counts claimed = row->counts[one]; /* as they are compared: what is predicted */
        claimed.known &= row->counts[TW_PREDICTED].known;
        if (!claimed.known || !has_said(row, other) || (other == TW_MEASURED && row->reassembled)) continue;
        both++;
        same += tw_counts_differ(&claimed, &row->counts[other]) == TW_COUNT_COUNT;
    }
    if (both)
        tw_text_addf(text, "%s = %s: %zu of %zu variants\n", witness_words[one], witness_words[other], same,
                     both);
}

static void add_reassembled(const struct tw_verify *verify, struct tw_text *text)
{
    size_t variants = 0;
    for (size_t i = 0; i < verify->finished; i++) variants += verify->rows[i].reassembled != 0;
    if (variants)
        tw_text_addf(
            text,
            "%zu more are counted as the assembler changed them, joining, splitting, narrowing, removing or "
            "moving accesses\n",
            variants);
}

static void add_by_pipe(const struct tw_verify *verify, struct tw_text *text)
{
    size_t variants = 0;
    for (size_t i = 0; i < verify->finished; i++) variants += verify->rows[i].by_pipe != 0;
    if (variants)
        tw_text_addf(text, "the pipe's own counter decides about %zu, as the instrumented one differs\n",
                     variants);
}

/* Variants that ran on a GPU whose counters are read, and were not counted. */
static void add_uncounted(const struct tw_verify *verify, struct tw_text *text)
{
    size_t variants = 0;
    for (size_t i = 0; i < verify->finished && verify->gpu.counts; i++)
        variants += verify->rows[i].status == TW_STATUS_OK && !verify->rows[i].measures;
    if (variants) tw_text_addf(text, "%zu were not counted\n", variants);
}

static void add_idle(const struct tw_verify *verify, struct tw_text *text)
{
    size_t variants = 0;
    for (size_t i = 0; i < verify->finished; i++) {
        const struct tw_measured *measured = &verify->rows[i].measured;
        bool idle = false;
        for (size_t k = 0; k < 2; k++)
            idle |= measured->known >> kinds[k].idle & 1u && measured->value[kinds[k].idle] > 0;
        variants += idle;
    }
    if (variants)
        tw_text_addf(
            text, "%zu have shared accesses by warps with no lane in them: no requests, and counted apart\n",
            variants);
}

void tw_verify_conclude(const struct tw_verify *verify, double seconds, struct tw_text *text)
{
    size_t counts[TW_STATUS_COUNT] = {0};
    double check_s = 0, count_s = 0;
    for (size_t i = 0; i < verify->finished; i++) {
        counts[verify->rows[i].status]++;
        check_s += verify->rows[i].counted.check_s;
        count_s += verify->rows[i].counted.count_s;
    }
    tw_text_add(text, "N -> M: N requests, each an instruction of a warp, take M wavefronts of shared "
                      "memory, or M sectors of 32 bytes of global memory; per request: M / N\n");
    tw_result_summary(counts, text);
    tw_text_add_char(text, '\n');
    add_agreement(verify, TW_PREDICTED, TW_SIMULATED, text);
    add_agreement(verify, TW_PREDICTED, TW_MEASURED, text);
    add_agreement(verify, TW_SIMULATED, TW_MEASURED, text);
    add_by_pipe(verify, text);
    add_uncounted(verify, text);
    add_reassembled(verify, text);
    add_idle(verify, text);
    tw_text_add_double(text, seconds, 1);
    tw_text_add(text, " s");
    if (count_s > 0) {
        tw_text_add(text, ", on the GPU ");
        tw_text_add_double(text, check_s, 1);
        tw_text_add(text, " s of them, counting ");
        tw_text_add_double(text, count_s, 1);
    }
    tw_text_add_char(text, '\n');
}
