/* Columns of records as text, and read back. */
#include "tune/record.h"

#include <inttypes.h>
#include <string.h>

#include "base/escape.h"
#include "gen/config/record.h"
#include "tune/metrics.h"

static const struct {
    const char *key;
    enum tw_column_kind kind;
} columns[] = {
#define X(key, kind, known, value, form, null, resumed) {#key, TW_KIND_##kind},
    TW_RECORD_COLUMNS(X)
#undef X
};

const char *tw_column_key(enum tw_column column)
{
    return columns[column].key;
}

bool tw_column_is_known(const char *key)
{
    for (size_t i = 0; i < TW_COLUMN_COUNT; i++) {
        if (strcmp(columns[i].key, key) == 0) return true;
    }
    return strcmp(key, TW_FIGURES_KEY) == 0;
}

const char *tw_record_prefix(const char *key)
{
    return tw_column_is_known(key) ? TW_RECORD_PREFIX : "";
}

/* ---- writing ---- */

static void add_counts(const struct tw_counts *counts, struct tw_text *line)
{
    const char *separator = "";
    tw_text_add_char(line, '{');
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++) {
        if (!(counts->known >> i & 1u)) continue;
        tw_text_addf(line, "%s\"%s\": %" PRIu64, separator, tw_count_name((enum tw_count)i),
                     tw_count_value(counts, (enum tw_count)i));
        separator = ", ";
    }
    tw_text_add_char(line, '}');
}

static void add_counters(const struct tw_measured *measured, struct tw_text *line)
{
    const char *separator = "";
    tw_text_add_char(line, '{');
    for (unsigned i = 0; i < tw_counter_count(measured->metrics); i++) {
        if (!(measured->known >> i & 1u)) continue;
        tw_text_add(line, separator);
        tw_escape_json(line, tw_counter_name(measured->metrics, i));
        tw_text_add(line, ": ");
        tw_metric_add_value(measured->value[i], line);
        separator = ", ";
    }
    tw_text_add_char(line, '}');
}

/* The times of a timing: their keys, and where they are. */
#define TIMES(X) X(median, median_us) X(min, min_us) X(p95, p95_us) X(single, single_us)

/* What is known of it. */
static void add_clock(const struct tw_timing *timing, struct tw_text *line)
{
    if (!timing->before_mhz && !timing->after_mhz) return;
    tw_text_addf(line, ", \"sm_mhz_before\": %u, \"sm_mhz_after\": %u", timing->before_mhz,
                 timing->after_mhz);
    if (timing->throttles == TW_THROTTLE_UNKNOWN) return;
    tw_text_add(line, ", \"throttled\": \"");
    tw_throttles_add(timing->throttles, line);
    tw_text_add_char(line, '"');
}

static void add_timing(const struct tw_timing *timing, struct tw_text *line)
{
    tw_text_add_char(line, '{');
#define X(key, member)                                                                                       \
    tw_text_add(line, "\"" #key "\": ");                                                                     \
    tw_text_add_double(line, timing->member, 3);                                                             \
    tw_text_add(line, ", ");
    TIMES(X)
#undef X
    tw_text_addf(line, "\"runs\": %u, \"blocks\": %" PRIu64 ", \"cache\": \"%s\"", timing->runs,
                 timing->blocks, tw_l2_words[timing->l2]);
    if (timing->stopped) tw_text_add(line, ", \"stopped\": true");
    if (timing->gpu) tw_text_addf(line, ", \"gpu\": %u", timing->gpu - 1);
    add_clock(timing, line);
    tw_text_add_char(line, '}');
}

void tw_column_add(const struct tw_column_value *value, struct tw_text *line)
{
    tw_text_addf(line, "\"%s\": ", columns[value->column].key);
    if (!value->known) {
        tw_text_add(line, "null");
        return;
    }
    switch (columns[value->column].kind) {
    case TW_KIND_text:
        tw_escape_json(line, value->text);
        break;
    case TW_KIND_count:
        tw_text_addf(line, "%" PRIu64, value->count);
        break;
    case TW_KIND_rate:
        tw_text_add_double(line, value->rate, 1);
        break;
    case TW_KIND_cost:
        tw_text_add_double(line, value->cost, 6);
        break;
    case TW_KIND_truth:
        tw_text_add(line, value->truth ? "true" : "false");
        break;
    case TW_KIND_counts:
        add_counts(value->counts, line);
        break;
    case TW_KIND_counters:
        add_counters(value->counters, line);
        break;
    case TW_KIND_timing:
        add_timing(value->timing, line);
        break;
    }
}

/* ---- reading ---- */

static double number_of(const cJSON *item)
{
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

/* A count as it was written; what no count can be is 0. */
static uint64_t count_of(const cJSON *item)
{
    double number = number_of(item);
    return number >= 0 && number < 0x1p53 ? (uint64_t)number : 0;
}

static bool read_nothing(const cJSON *value, struct tw_result *result)
{
    (void)value, (void)result;
    return true;
}

static bool read_status(const cJSON *value, struct tw_result *result)
{
    for (int status = 0; cJSON_IsString(value) && status < TW_STATUS_COUNT; status++) {
        result->status = (enum tw_status)status;
        if (strcmp(value->valuestring, tw_status_word(result->status)) == 0) return true;
    }
    return false;
}

static void read_text(const cJSON *value, struct tw_text *text)
{
    tw_text_clear(text);
    if (cJSON_IsString(value)) tw_text_add(text, value->valuestring);
}

static bool read_reason(const cJSON *value, struct tw_result *result)
{
    read_text(value, &result->reason);
    return true;
}

/* False: there are none. */
static bool read_counts(const cJSON *value, struct tw_counts *counts)
{
    *counts = (struct tw_counts){0};
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++) {
        const cJSON *count = cJSON_GetObjectItemCaseSensitive(value, tw_count_name((enum tw_count)i));
        if (count) tw_counts_set(counts, (enum tw_count)i, count_of(count));
    }
    return cJSON_IsObject(value);
}

static bool read_simulated(const cJSON *value, struct tw_result *result)
{
    result->has_simulated = read_counts(value, &result->simulated);
    return true;
}

/* Reads predictions for a proof problem; those for a variant's own problem are made anew. */
static bool read_predicted(const cJSON *value, struct tw_result *result)
{
    result->has_predicted = read_counts(value, &result->predicted);
    return true;
}

static enum tw_l2_state l2_of(const cJSON *item)
{
    const char *word = cJSON_GetStringValue(item);
    return word && strcmp(word, tw_l2_words[TW_L2_COLD]) == 0 ? TW_L2_COLD : TW_L2_WARM;
}

static unsigned gpu_of(const cJSON *item)
{
    return cJSON_IsNumber(item) ? (unsigned)count_of(item) + 1 : 0;
}

static bool read_timing(const cJSON *value, struct tw_result *result)
{
    result->has_timing = cJSON_IsObject(value);
    if (!result->has_timing) return true;
    result->timing = (struct tw_timing){
#define X(key, member) .member = number_of(cJSON_GetObjectItemCaseSensitive(value, #key)),
        TIMES(X)
#undef X
            .runs = (unsigned)count_of(cJSON_GetObjectItemCaseSensitive(value, "runs")),
        .blocks = count_of(cJSON_GetObjectItemCaseSensitive(value, "blocks")),
        .l2 = l2_of(cJSON_GetObjectItemCaseSensitive(value, "cache")),
        .stopped = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(value, "stopped")),
        .gpu = gpu_of(cJSON_GetObjectItemCaseSensitive(value, "gpu")),
        .before_mhz = (unsigned)count_of(cJSON_GetObjectItemCaseSensitive(value, "sm_mhz_before")),
        .after_mhz = (unsigned)count_of(cJSON_GetObjectItemCaseSensitive(value, "sm_mhz_after"))};
    const char *throttled = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(value, "throttled"));
    result->timing.throttles = throttled ? tw_throttles_of(throttled) : TW_THROTTLE_UNKNOWN;
    return true;
}

static bool read_bound(const cJSON *value, struct tw_result *result)
{
    result->bound_us = number_of(value);
    return true;
}

static bool read_shared_bytes(const cJSON *value, struct tw_result *result)
{
    result->shared_bytes = (uint32_t)count_of(value);
    return true;
}

static bool read_registers(const cJSON *value, struct tw_result *result)
{
    result->registers = (unsigned)count_of(value);
    return true;
}

static bool read_checked(const cJSON *value, struct tw_result *result)
{
    result->unchecked = cJSON_IsFalse(value);
    return true;
}

static bool read_proof(const cJSON *value, struct tw_result *result)
{
    result->proof = TW_PROOF_NONE;
    for (int proof = 0; cJSON_IsString(value) && proof < TW_PROOF_COUNT; proof++) {
        if (strcmp(value->valuestring, tw_proof_word((enum tw_proof)proof)) == 0)
            result->proof = (enum tw_proof)proof;
    }
    return true;
}

static bool read_unproven(const cJSON *value, struct tw_result *result)
{
    read_text(value, &result->unproven);
    return true;
}

static bool read_unwritten(const cJSON *value, struct tw_result *result)
{
    read_text(value, &result->unwritten);
    return true;
}

static bool read_unwritten_count(const cJSON *value, struct tw_result *result)
{
    result->unwritten_count = count_of(value);
    return true;
}

static bool read_unwritten_of(const cJSON *value, struct tw_result *result)
{
    result->unwritten_of = count_of(value);
    return true;
}

static bool read_unchanged(const cJSON *value, struct tw_result *result)
{
    read_text(value, &result->unchanged);
    return true;
}

static bool read_unchanged_count(const cJSON *value, struct tw_result *result)
{
    result->has_unchanged = cJSON_IsNumber(value);
    result->unchanged_count = count_of(value);
    return true;
}

static bool read_problem(const cJSON *value, struct tw_result *result)
{
    read_text(value, &result->proof_problem);
    return true;
}

static bool read_recompiled(const cJSON *value, struct tw_result *result)
{
    result->recompiled = cJSON_IsTrue(value);
    return true;
}

static bool read_simulated_work(const cJSON *value, struct tw_result *result)
{
    result->simulated_work = count_of(value);
    return true;
}

bool tw_record_resume(const cJSON *record, struct tw_result *result)
{
    static bool (*const read[])(const cJSON *, struct tw_result *) = {
#define X(key, kind, known, value, form, null, resumed) read_##resumed,
        TW_RECORD_COLUMNS(X)
#undef X
    };
    bool right = true;
    for (size_t i = 0; i < TW_COLUMN_COUNT && right; i++)
        right = read[i](cJSON_GetObjectItemCaseSensitive(record, columns[i].key), result);
    return right;
}
