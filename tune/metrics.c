/* What was measured in lines for people, and what the assembler changed. */
#include "tune/metrics.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/escape.h"

void tw_metric_add_value(double value, struct tw_text *text)
{
    if (value == floor(value) && fabs(value) < 0x1p53)
        tw_text_addf(text, "%.0f", value);
    else if (isfinite(value))
        tw_text_add_double(text, value, 6);
    else
        tw_text_add(text, "null");
}

/* Some of the counters in a line, under one heading. */
struct line {
    const char *heading;
    struct {
        enum tw_counter counter;
        const char *words;
    } parts[4];
};

#define PART(counter, words)                                                                                 \
    {                                                                                                        \
        TW_COUNTER_##counter, words                                                                          \
    }
/* clang-format off */
static const struct line compared[] = {
    {"shared loads",  {PART(load_requests, "requests"),         PART(load_wavefronts, "wavefronts")}},
    {"shared stores", {PART(store_requests, "requests"),        PART(store_wavefronts, "wavefronts")}},
    {"global loads",  {PART(global_load_requests, "requests"),  PART(global_load_sectors, "sectors")}},
    {"global stores", {PART(global_store_requests, "requests"), PART(global_store_sectors, "sectors")}},
};
static const struct line others[] = {
    {"arbitration",   {PART(load_wavefronts_passed, "wavefronts of shared loads"), PART(store_wavefronts_passed, "of stores"), PART(load_conflicts, "for bank conflicts of loads"), PART(store_conflicts, "of stores")}},
    {"no lane in it", {PART(idle_loads, "shared loads"), PART(idle_stores, "stores"), PART(idle_global_loads, "global loads"), PART(idle_global_stores, "stores")}},
    {"DRAM",          {PART(dram_read_bytes, "bytes read"), PART(dram_written_bytes, "written"), PART(fill_sectors, "sectors filled in L2")}},
    {"occupancy",     {PART(occupancy_percent, "% achieved")}},
};
/* clang-format on */

static void add_part(const struct tw_measured *measured, unsigned i, const char *words, const char *separator,
                     struct tw_text *text)
{
    tw_text_add(text, separator);
    tw_metric_add_value(measured->value[i], text);
    tw_text_addf(text, " %s", words);
}

static void add_line(const struct tw_measured *measured, const struct line *line, struct tw_text *text)
{
    const char *separator = "";
    struct tw_text parts = {0};
    for (unsigned i = 0; i < 4 && line->parts[i].words; i++) {
        unsigned counter = line->parts[i].counter;
        if (!(measured->known >> counter & 1u)) continue;
        add_part(measured, counter, line->parts[i].words, separator, &parts);
        separator = ", ";
    }
    if (parts.length) tw_text_addf(text, "    %-14s %s\n", line->heading, tw_text_part(text, &parts));
    tw_text_free(&parts);
}

void tw_measured_add_compared(const struct tw_measured *measured, struct tw_text *text)
{
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) add_line(measured, &compared[i], text);
}

void tw_measured_add(const struct tw_measured *measured, struct tw_text *text)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) add_line(measured, &others[i], text);
    for (unsigned i = TW_COUNTER_COUNT; i < tw_counter_count(measured->metrics); i++) {
        if (!(measured->known >> i & 1u)) continue;
        tw_text_add(text, "    ");
        tw_escape_terminal(text, tw_counter_name(measured->metrics, i));
        add_part(measured, i, "", " ", text);
        tw_text_add_char(text, '\n');
    }
}

/* The counts of a kind of access. */
static const struct {
    const char *words;
    enum tw_count requests, cost, bytes;
} kinds[TW_SITE_KINDS] = {
    [TW_SITE_SHARED_LOAD] = {"shared loads", TW_COUNT_load_requests, TW_COUNT_load_wavefronts,
                             TW_COUNT_load_bytes},
    [TW_SITE_SHARED_STORE] = {"shared stores", TW_COUNT_store_requests, TW_COUNT_store_wavefronts,
                              TW_COUNT_store_bytes},
    [TW_SITE_GLOBAL_LOAD] = {"global loads", TW_COUNT_global_load_requests, TW_COUNT_global_load_sectors,
                             TW_COUNT_global_load_bytes},
    [TW_SITE_GLOBAL_STORE] = {"global stores", TW_COUNT_global_store_requests, TW_COUNT_global_store_sectors,
                              TW_COUNT_global_store_bytes},
};

void tw_by_pipe_add(uint32_t by_pipe, const struct tw_measured *measured, const struct tw_counts *claimed,
                    struct tw_text *text)
{
    for (int i = 0; i < TW_SITE_KINDS; i++) {
        enum tw_counter instrumented, passed;
        if (!(by_pipe >> kinds[i].cost & 1u)) continue;
        if (!tw_counters_of_wavefronts(kinds[i].cost, &instrumented, &passed)) continue;
        tw_text_addf(text,
                     "    the pipe's own counter decides about %s: it has %.0f wavefronts, of %" PRIu64
                     " that are claimed, and the instrumented counter %.0f\n",
                     kinds[i].words, measured->value[passed], tw_count_value(claimed, kinds[i].cost),
                     measured->value[instrumented]);
    }
}

/* ---- what the assembler changed ---- */

uint32_t tw_wide_requests(const struct tw_sites *machine)
{
    uint32_t wide = 0;
    for (int i = 0; i < TW_SITE_KINDS; i++) {
        bool is_shared = i == TW_SITE_SHARED_LOAD || i == TW_SITE_SHARED_STORE;
        if (is_shared && machine->count[i][3] + machine->count[i][4]) wide |= 1u << kinds[i].requests;
    }
    return wide;
}

/* Does what was done account for what was counted: more of what was split, as many that cost something else of what was narrowed,
   fewer of all else? */
static bool accounts(enum tw_reassembly done, uint64_t predicted, uint64_t counted, bool costs)
{
    if (done == TW_SITES_NARROWED) return counted == predicted && costs;
    return done == TW_SITES_SPLIT ? counted > predicted : done != TW_SITES_KEPT && counted < predicted;
}

/* "the assembler joined shared loads: ..." */
static void add_reassembled(const struct tw_result *result, enum tw_site_kind kind, enum tw_reassembly done,
                            struct tw_text *lines)
{
    static const char *const words[] = {"kept", "joined", "split", "removed", "narrowed"};
    tw_text_addf(lines, "the assembler %s %s: in the PTX there are ", words[done], kinds[kind].words);
    tw_sites_add(&result->ptx, kind, lines);
    tw_text_add(lines, ", in the machine code ");
    tw_sites_add(&result->machine, kind, lines);
    tw_text_add_char(lines, '\n');
}

/* "the assembler moved shared loads behind a condition ..." */
static void add_moved(const struct tw_moves *moves, enum tw_site_kind kind, bool more, struct tw_text *lines)
{
    tw_text_addf(lines, "the assembler moved %s %s: %u of them, such as that of line %u of the PTX",
                 kinds[kind].words,
                 more ? "into a loop, where they are executed more often"
                      : "behind a condition, where fewer lanes execute them",
                 moves->count[kind], moves->access[kind]);
    if (moves->branch[kind])
        tw_text_addf(lines, ", which now is under the branch of line %u", moves->branch[kind]);
    tw_text_add_char(lines, '\n');
}

/* Adds a line about what accounts for the difference in a kind of access. False: nothing does. */
static bool explain(const struct tw_result *result, enum tw_site_kind kind, const struct tw_counts *counted,
                    struct tw_text *lines)
{
    const struct tw_counts *predicted = &result->predicted;
    enum tw_count requests = kinds[kind].requests, cost = kinds[kind].cost;
    enum tw_reassembly done = tw_sites_compare(&result->ptx, &result->machine, kind);
    uint64_t before = tw_count_value(predicted, requests), after = tw_count_value(counted, requests);
    bool costs = predicted->known & counted->known & 1u << cost &&
                 tw_count_value(predicted, cost) != tw_count_value(counted, cost);
    if (accounts(done, before, after, costs))
        add_reassembled(result, kind, done, lines);
    else if (result->moves.count[kind] && (before != after || costs))
        add_moved(&result->moves, kind, after > before, lines);
    else
        return false;
    return true;
}

uint32_t tw_reassembled(const struct tw_result *result, const struct tw_counts *counted,
                        struct tw_text *lines)
{
    uint32_t changed = 0;
    for (int i = 0; i < TW_SITE_KINDS; i++) {
        enum tw_count requests = kinds[i].requests;
        bool known = result->predicted.known & counted->known & 1u << requests;
        if (known && explain(result, (enum tw_site_kind)i, counted, lines))
            changed |= 1u << requests | 1u << kinds[i].cost | 1u << kinds[i].bytes;
    }
    return changed;
}
