/* What a probe found, as tables of at most 80 columns or as JSON. */
#include <inttypes.h>

#include "base/escape.h"
#include "cli/device/device_probe.h"

static void add_double(double value, int width, int digits, struct tw_text *text)
{
    struct tw_text number = {0};
    tw_text_add_double(&number, value, digits);
    tw_text_addf(text, "%*s", width, tw_text_part(text, &number));
    tw_text_free(&number);
}

/* ---- what memories cost ---- */

#define LABEL 20 /* width of the first column */

/* Three significant digits, or more before the point. */
static int digits_of(double value)
{
    return value >= 100 ? 0 : value >= 10 ? 1 : 2;
}

/* A figure and its spread in percent, or a dash. */
static void add_figure(const struct tw_figure *figure, double scale, int width, struct tw_text *text)
{
    double value = figure->median * scale;
    if (!(value > 0)) {
        tw_text_addf(text, "%*s%8s", width, "-", "");
        return;
    }
    add_double(value, width, digits_of(value), text);
    add_double(100 * figure->spread, 6, 1, text);
    tw_text_add(text, " %");
}

static void add_row(const struct tw_probe_results *results, enum tw_probed row, struct tw_text *text)
{
    const struct tw_probed_cost *cost = &results->costs.row[row];
    double per_cycle = cost->rate.median * 1e3 / results->costs.clock_mhz / results->device->multiprocessors;
    tw_text_addf(text, "%-*s", LABEL, tw_probed_label(row));
    add_figure(&cost->latency, 1, 8, text);
    if (cost->latency.median > 0)
        add_double(cost->latency.median * 1e3 / results->costs.clock_mhz, 9, 1, text);
    else
        tw_text_addf(text, "%9s", "-");
    add_figure(&cost->rate, 1, 11, text);
    if (per_cycle > 0)
        add_double(per_cycle, 11, per_cycle < 0.1 ? 4 : digits_of(per_cycle), text);
    else
        tw_text_addf(text, "%11s", "-");
    while (text->length && text->data[text->length - 1] == ' ') text->data[--text->length] = '\0';
    tw_text_add_char(text, '\n');
}

static void add_rows(const struct tw_probe_results *results, enum tw_rate_unit unit, struct tw_text *text)
{
    bool bytes = unit == TW_RATE_BYTES;
    tw_text_addf(text, "\n%-*s%16s%9s%19s%11s\n", LABEL, bytes ? "memory" : "atomic additions",
                 "latency, cycles", "ns", bytes ? "bandwidth, GB/s" : "10^9 a second",
                 bytes ? "B/cycle/SM" : "/cycle/SM");
    for (unsigned i = 0; i < TW_PROBED_COUNT; i++) {
        if (tw_probed_unit((enum tw_probed)i) == unit) add_row(results, (enum tw_probed)i, text);
    }
}

static void add_share(double near_share, const char *where, struct tw_text *text)
{
    if (near_share > 0) {
        add_double(100 * near_share, 0, 0, text);
        tw_text_addf(text, " %% of the places that one SM followed in %s were near\n", where);
    } else {
        tw_text_addf(text, "the places that one SM followed in %s are all alike\n", where);
    }
}

static void add_costs(const struct tw_probe_results *results, struct tw_text *text)
{
    const struct tw_probed_costs *costs = &results->costs;
    tw_text_addf(text, "%s (sm_%u): what its memories cost, at ", results->device->name, results->device->sm);
    add_double(costs->clock_mhz, 0, 0, text);
    tw_text_add(text, " MHz\n");
    add_rows(results, TW_RATE_BYTES, text);
    add_rows(results, TW_RATE_ADDITIONS, text);
    tw_text_add(text, "\nmedians, and how far their runs lie apart; a cycle is the SM's\n");
    add_share(costs->l2_near_share, "the L2", text);
    add_share(costs->global_near_share, "global memory", text);
    tw_text_add(text, "one of many nearly empty launches, one after the other: ");
    add_double(costs->launch.median, 0, 2, text);
    tw_text_add(text, " us\n");
}

/* ---- what there is ---- */

/* clang-format off */
/*    word in JSON              member of tw_device      what                                            */
#define HIERARCHY(X)                                                                                       \
    X("multiprocessors",        multiprocessors,         "multiprocessors (SM)")                           \
    X("registers_per_sm",       registers_per_sm,        "registers of 4 bytes in an SM")                  \
    X("shared_per_sm",          shared_per_sm,           "bytes of shared memory in an SM")                \
    X("shared_per_block",       shared_per_block,        "  for a block")                                  \
    X("shared_per_block_optin", shared_per_block_optin,  "  for a block that asks for more")               \
    X("constant_bytes",         constant_bytes,          "bytes of constant memory for a module")          \
    X("l2_cache_bytes",         l2_bytes,                "bytes of L2")                                    \
    X("memory_bytes",           memory_bytes,            "bytes of global memory")                         \
    X("bus_width_bits",         bus_width_bits,          "bits of the bus to it")                          \
    X("memory_clock_khz",       memory_clock_khz,        "kHz, at which it is clocked")                    \
    X("clock_khz",              clock_khz,               "kHz, at which SMs are clocked at most")
/* clang-format on */

static void add_hierarchy(const struct tw_device *device, struct tw_text *text)
{
    tw_text_add_char(text, '\n');
#define X(word, member, what) tw_text_addf(text, "%14" PRIu64 " %s\n", (uint64_t)device->member, what);
    HIERARCHY(X)
#undef X
}

/* ---- the ceilings ---- */

static void add_point(const struct tw_ceiling_point *point, struct tw_text *text)
{
    add_double((double)point->bytes / (1 << 20), 11, 2, text);
    tw_text_add(text, " MiB");
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++) {
        add_double(point->us[c], 11, 2, text);
        add_double((double)point->bytes / point->us[c] / 1e3, 10, 1, text);
    }
    tw_text_add_char(text, '\n');
}

static void add_ceilings(const struct tw_ceilings *ceilings, struct tw_text *text)
{
    tw_text_addf(text, "\n%15s", "");
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++)
        tw_text_addf(text, "%21s", tw_ceiling_word((enum tw_ceiling)c));
    tw_text_addf(text, "\n%15s", "working set");
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++) tw_text_addf(text, "%11s%10s", "us", "GB/s");
    tw_text_add_char(text, '\n');
    for (unsigned i = 0; i < ceilings->count; i++) add_point(&ceilings->points[i], text);
    tw_text_add(text, "\nmedians of single launches by events, of the fastest of several kernels at each\n"
                      "size; an empty launch takes ");
    add_double(ceilings->launch_us, 0, 2, text);
    tw_text_add(text, " us\nspread of the noisiest, from its fastest run to the 80th percentile: ");
    add_double(100 * ceilings->spread, 0, 1, text);
    tw_text_add(text, " %\n");
}

void tw_probe_results_show(const struct tw_probe_results *results, struct tw_text *text)
{
    add_costs(results, text);
    add_hierarchy(results->device, text);
    add_ceilings(&results->ceilings, text);
}

/* ---- JSON ---- */

static void add_json_figure(const char *word, const struct tw_figure *figure, struct tw_text *text)
{
    if (!(figure->median > 0)) {
        tw_text_addf(text, ", \"%s\": null", word);
        return;
    }
    tw_text_addf(text, ", \"%s\": {\"median\": ", word);
    tw_text_add_double(text, figure->median, 3);
    tw_text_add(text, ", \"spread\": ");
    tw_text_add_double(text, figure->spread, 6);
    tw_text_add_char(text, '}');
}

static void add_json_costs(const struct tw_probed_costs *costs, struct tw_text *text)
{
    tw_text_add(text, ", \"clock_mhz\": ");
    tw_text_add_double(text, costs->clock_mhz, 3);
    tw_text_add(text, ", \"l2_near_share\": ");
    tw_text_add_double(text, costs->l2_near_share, 6);
    tw_text_add(text, ", \"global_near_share\": ");
    tw_text_add_double(text, costs->global_near_share, 6);
    add_json_figure("launch_behind_us", &costs->launch, text);
    tw_text_add(text, ", \"costs\": [");
    for (unsigned i = 0; i < TW_PROBED_COUNT; i++) {
        bool bytes = tw_probed_unit((enum tw_probed)i) == TW_RATE_BYTES;
        tw_text_addf(text, "%s{\"what\": \"%s\"", i ? ", " : "", tw_probed_word((enum tw_probed)i));
        add_json_figure("latency_cycles", &costs->row[i].latency, text);
        add_json_figure(bytes ? "gb_per_s" : "giga_additions_per_s", &costs->row[i].rate, text);
        tw_text_add_char(text, '}');
    }
    tw_text_add_char(text, ']');
}

static void add_json_hierarchy(const struct tw_device *device, struct tw_text *text)
{
    const char *between = "";
    tw_text_add(text, ", \"hierarchy\": {");
#define X(word, member, what)                                                                                \
    tw_text_addf(text, "%s\"" word "\": %" PRIu64, between, (uint64_t)device->member);                       \
    between = ", ";
    HIERARCHY(X)
#undef X
    tw_text_add_char(text, '}');
}

static void add_json_points(const struct tw_ceilings *ceilings, struct tw_text *text)
{
    tw_text_add(text, ", \"points\": [");
    for (unsigned i = 0; i < ceilings->count; i++) {
        const struct tw_ceiling_point *point = &ceilings->points[i];
        tw_text_addf(text, "%s{\"bytes\": %" PRIu64, i ? ", " : "", point->bytes);
        for (unsigned c = 0; c < TW_CEILING_COUNT; c++) {
            tw_text_addf(text, ", \"%s_us\": ", tw_ceiling_word((enum tw_ceiling)c));
            tw_text_add_double(text, point->us[c], 3);
        }
        tw_text_add_char(text, '}');
    }
    tw_text_add_char(text, ']');
}

void tw_probe_results_json(const struct tw_probe_results *results, struct tw_text *text)
{
    const struct tw_device *device = results->device;
    tw_text_add(text, "{\"device\": ");
    tw_escape_json(text, device->name);
    tw_text_addf(
        text, ", \"sm\": %u, \"cuda\": \"%d.%d\", \"l2_bytes\": %" PRIu64 ", \"launch_us\": ", device->sm,
        device->driver_version / 1000, device->driver_version % 1000 / 10, results->ceilings.l2_bytes);
    tw_text_add_double(text, results->ceilings.launch_us, 3);
    tw_text_add(text, ", \"spread\": ");
    tw_text_add_double(text, results->ceilings.spread, 6);
    add_json_points(&results->ceilings, text);
    add_json_costs(&results->costs, text);
    add_json_hierarchy(device, text);
    tw_text_add(text, "}\n");
}
