/* Transactions per request, as nvprof had them, from counts: one table of metrics. */
#include "cli/show/transactions.h"

#include <inttypes.h>

#include <tilewright/banks.h>

#include "base/escape.h"
#include "gen/layout/sectors.h"

#define WAVEFRONT_BYTES (4 * TW_BANKS) /* that a pass of the shared-memory pipe can move */

#define OF(name)     TW_KNOWN(name)
#define BOTH(what)   (OF(load_##what) | OF(store_##what))
#define WAVEFRONTS   "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_"
#define INSTRUCTIONS "smsp__inst_executed_op_shared_"
#define SECTORS      "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_"
#define SECTOR_USE   "smsp__sass_average_data_bytes_per_sector_mem_global_op_"

/*
 * A metric is the sum of some counts over the sum of others; an efficiency is of bytes, over the `bytes` that each of the
 * others could move. The second name of ncu's is what the first is divided by.
 */
/* clang-format off */
/*    nvprof's name                          counts                  over                         bytes            ncu's names */
#define METRICS(X)                                                                                                                              \
    X(shared_load_transactions_per_request,  OF(load_wavefronts),    OF(load_requests),           0,               WAVEFRONTS "ld.sum", INSTRUCTIONS "ld.sum") \
    X(shared_store_transactions_per_request, OF(store_wavefronts),   OF(store_requests),          0,               WAVEFRONTS "st.sum", INSTRUCTIONS "st.sum") \
    X(shared_efficiency,                     BOTH(bytes),            BOTH(wavefronts),            WAVEFRONT_BYTES, "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct", NULL) \
    X(gld_transactions_per_request,          OF(global_load_sectors),  OF(global_load_requests),  0,               SECTORS "ld.ratio",  NULL)    \
    X(gst_transactions_per_request,          OF(global_store_sectors), OF(global_store_requests), 0,               SECTORS "st.ratio",  NULL)    \
    X(gld_efficiency,                        OF(global_load_bytes),    OF(global_load_sectors),   TW_SECTOR,       SECTOR_USE "ld.pct", NULL)    \
    X(gst_efficiency,                        OF(global_store_bytes),   OF(global_store_sectors),  TW_SECTOR,       SECTOR_USE "st.pct", NULL)
/* clang-format on */

static const struct metric {
    const char *name;
    uint32_t counts, over; /* bits of tw_counts.known */
    unsigned bytes;        /* 0: no efficiency      */
    const char *ncu, *ncu_over;
} metrics[] = {
#define X(name, counts, over, bytes, ncu, ncu_over) {#name, counts, over, bytes, ncu, ncu_over},
    METRICS(X)
#undef X
};

#define METRIC_COUNT (sizeof metrics / sizeof *metrics)

static uint64_t sum_of(const struct tw_counts *counts, uint32_t which)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++)
        if (which >> i & 1u) sum += tw_count_value(counts, (enum tw_count)i);
    return sum;
}

/* The value, and what it was made from. */
static void add_value(const struct metric *metric, const struct tw_counts *counts, struct tw_text *text)
{
    uint64_t sum = sum_of(counts, metric->counts), over = sum_of(counts, metric->over);
    struct tw_text value = {0}, from = {0};
    if (!over) {
        tw_text_add_char(&value, '-');
        tw_text_add(&from, "none");
    } else if (metric->bytes) {
        tw_text_add_double(&value, 100 * (double)sum / ((double)over * metric->bytes), 2);
        tw_text_add_char(&value, '%');
        tw_text_addf(&from, "%" PRIu64 " / (%u * %" PRIu64 ")", sum, metric->bytes, over);
    } else {
        tw_text_add_double(&value, (double)sum / (double)over, 6);
        tw_text_addf(&from, "%" PRIu64 " / %" PRIu64, sum, over);
    }
    tw_text_addf(text, "%11s  %s\n", tw_text_part(text, &value), tw_text_part(text, &from));
    tw_text_free(&value);
    tw_text_free(&from);
}

static void add_time(const struct tw_result *result, struct tw_text *text)
{
    double us = result->timing.median_us, rate = tw_result_gb_per_s(&result->work, us);
    struct tw_text time = {0}, speed = {0};
    tw_text_add_double(&time, us, 3);
    if (rate > 0) tw_text_add_double(&speed, rate, 1);
    tw_text_addf(text, "  %-37s%11s", "median time in us", tw_text_part(text, &time));
    if (rate > 0) tw_text_addf(text, "  %s GB/s", tw_text_part(text, &speed));
    tw_text_add_char(text, '\n');
    tw_text_free(&time);
    tw_text_free(&speed);
}

/* Where the numbers are from. */
static const char *origin(const struct tw_result *result)
{
    if (!result->has_simulated) return result->has_predicted ? ", predicted" : "";
    if (!result->has_predicted) return ", simulated";
    bool same = tw_counts_differ(&result->predicted, &result->simulated) == TW_COUNT_COUNT;
    return same ? ", simulated as predicted" : ", simulated, not as predicted";
}

void tw_transactions_add(const struct tw_result *result, struct tw_text *text)
{
    const struct tw_counts *counts = result->has_simulated ? &result->simulated : &result->predicted;
    tw_text_addf(text, "%s: %s%s\n", result->variant->name, tw_status_word(result->status), origin(result));
    tw_result_details(result, text);
    for (size_t i = 0; i < METRIC_COUNT && counts->known; i++) {
        uint32_t needed = metrics[i].counts | metrics[i].over;
        tw_text_addf(text, "  %-37s", metrics[i].name);
        if ((counts->known & needed) == needed)
            add_value(&metrics[i], counts, text);
        else
            tw_text_addf(text, "%11s  not predicted\n", "-");
    }
    if (result->has_timing) add_time(result, text);
    tw_text_add_char(text, '\n');
}

void tw_transactions_legend(struct tw_text *text)
{
    tw_text_add(text, "transactions: wavefronts of shared memory, sectors of 32 bytes of global memory;\n"
                      "what ncu calls them:\n");
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        tw_text_addf(text, "  %s\n      %s\n", metrics[i].name, metrics[i].ncu);
        if (metrics[i].ncu_over) tw_text_addf(text, "    / %s\n", metrics[i].ncu_over);
    }
}
