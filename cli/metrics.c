/* Metrics by name, and what was measured in lines for people. */
#include "cli/metrics.h"

#include <math.h>
#include <string.h>

#include "base/escape.h"

bool tw_metric_read(char *value, void *place, const char *command)
{
    struct tw_metrics *metrics = place;
    if (!*value) tw_arguments_refuse(command, "--metric: which? As in dram__bytes_read.sum");
    if (metrics->count == TW_MAX_METRICS)
        tw_arguments_refuse(command, "--metric '%s': %u are taken at most", value, TW_MAX_METRICS);
    for (unsigned i = 0; i < metrics->count; i++) {
        if (strcmp(metrics->name[i], value) == 0) return true;
    }
    metrics->name[metrics->count++] = value;
    return true;
}

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
    {"arbitration",   {PART(load_wavefronts_passed, "wavefronts of shared loads"), PART(store_wavefronts_passed, "of stores"), PART(global_load_sectors_passed, "sectors of global loads"), PART(global_store_sectors_passed, "of stores")}},
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
