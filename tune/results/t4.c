/* Results as T4: metadata, then for each variant its configuration, times, validity and measurements. */
#include "tune/results/t4.h"

#include <string.h>

#include "base/escape.h"
#include "gen/config/record.h"
#include "tune/record.h"

struct writer {
    const struct tw_sheet *records;
    const char *objective; /* "time", or the cost where nothing was timed or the rank is by something else */
    struct tw_text *text;
};

static struct tw_value value_of(const struct writer *writer, size_t row, const char *key)
{
    return tw_sheet_value_of(writer->records, row, key);
}

static bool is_status(const struct writer *writer, size_t row, enum tw_status status)
{
    return tw_value_is(value_of(writer, row, "status"), tw_status_word(status));
}

/* A value as JSON. */
static void add_json(struct tw_value value, struct tw_text *text)
{
    if (value.kind == TW_NULL)
        tw_text_add(text, "null");
    else
        tw_escape_json_line(text, value.text, value.length);
}

/* ---- validity ---- */

/* clang-format off */
/* Why a variant has no time: in T4's word, and in Kernel Tuner's in place of a measurement. */
static const struct validity { const char *word, *in_place; } correct = {"correct", NULL},
    constraints = {"constraints", "InvalidConfig"},     compile = {"compile", "CompilationFailedConfig"},
    runtime = {"runtime", "RuntimeFailedConfig"},       timeout = {"timeout", "RuntimeFailedConfig"},
    correctness = {"correctness", "RuntimeFailedConfig"};
/* clang-format on */

static bool took_too_long(const struct writer *writer, size_t row)
{
    struct tw_text reason = {0};
    tw_value_add(value_of(writer, row, "reason"), &reason);
    const char *text = tw_text_string(&reason);
    const bool found = strstr(text, "took longer than") || strstr(text, "no answer within");
    if (reason.failed) tw_text_fail(writer->text);
    tw_text_free(&reason);
    return found;
}

/* A variant that failed and has registers was compiled. */
static const struct validity *validity_of(const struct writer *writer, size_t row)
{
    if (is_status(writer, row, TW_STATUS_OK)) return &correct;
    if (is_status(writer, row, TW_STATUS_REJECTED)) return &constraints;
    if (is_status(writer, row, TW_STATUS_MISMATCH)) return &correctness;
    if (took_too_long(writer, row)) return &timeout;
    return value_of(writer, row, "registers").kind == TW_NUMBER ? &runtime : &compile;
}

/* ---- the parts of an entry ---- */

/* How the family calls the field of a column. */
static const char *field_of(const char *column)
{
    static const char prefix[] = TW_RECORD_PREFIX;
    const bool is_prefixed = strncmp(column, prefix, strlen(prefix)) == 0;
    return is_prefixed && tw_column_is_known(column + strlen(prefix)) ? column + strlen(prefix) : column;
}

/* Adds the fields, which are the columns that are nobody else's. */
static void add_configuration(const struct writer *writer, size_t row)
{
    const struct tw_sheet *records = writer->records;
    bool any = false;
    tw_text_add(writer->text, "\"configuration\": {");
    for (uint32_t column = 0; column < records->column_count; column++) {
        const struct tw_value value = tw_sheet_value(records, row, column);
        const char *key = records->columns[column];
        if (strchr(key, '.') || tw_column_is_known(key) || value.kind == TW_NULL) continue;
        tw_text_add(writer->text, any ? ", " : "");
        tw_escape_json(writer->text, field_of(key));
        tw_text_add(writer->text, ": ");
        add_json(value, writer->text);
        any = true;
    }
    tw_text_add_char(writer->text, '}');
}

/* Milliseconds of microseconds, in as many digits as tell them apart. */
static void add_milliseconds(struct tw_value us, struct tw_text *text)
{
    tw_text_add_number(text, tw_value_number(us) / 1000);
}

/* What results files keep of the runs is their median, least and 95th percentile; how long compiling and checking took they do not keep. */
static void add_times(const struct writer *writer, size_t row)
{
    const struct tw_value median = value_of(writer, row, "time_us.median");
    tw_text_add(writer->text, "\"times\": {\"compilation\": 0, \"framework\": 0, \"search_algorithm\": 0, "
                              "\"validation\": 0, \"runtimes\": [");
    if (median.kind == TW_NUMBER) add_milliseconds(median, writer->text);
    tw_text_add(writer->text, "]}");
}

static const char *unit_of(const char *key)
{
    static const struct {
        const char *begin, *unit;
    } units[] = {{"time_us.runs", ""},         {"time_us.blocks", ""},    {"time_us", "microseconds"},
                 {"bound_us", "microseconds"}, {"shared_bytes", "bytes"}, {"gb_per_s", "GB/s"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strncmp(key, units[i].begin, strlen(units[i].begin)) == 0) return units[i].unit;
    }
    const size_t length = strlen(key);
    return length > 6 && strcmp(key + length - 6, "_bytes") == 0 ? "bytes" : "";
}

static void begin_measurement(const char *name, struct tw_text *text)
{
    tw_text_add(text, "{\"name\": ");
    tw_escape_json(text, name);
    tw_text_add(text, ", \"value\": ");
}

static void end_measurement(const char *unit, struct tw_text *text)
{
    tw_text_addf(text, ", \"unit\": \"%s\"}", unit);
}

/* The objective comes first, and every entry has it: a variant without one has the word for why. */
static void add_objective(const struct writer *writer, size_t row, const struct validity *validity)
{
    const bool is_time = strcmp(writer->objective, "time") == 0;
    const struct tw_value value = value_of(writer, row, is_time ? "time_us.median" : writer->objective);
    begin_measurement(writer->objective, writer->text);
    if (validity->in_place || value.kind != TW_NUMBER)
        tw_escape_json(writer->text, validity->in_place ? validity->in_place : "RuntimeFailedConfig");
    else if (is_time)
        add_milliseconds(value, writer->text);
    else
        add_json(value, writer->text);
    end_measurement(is_time ? "milliseconds" : "", writer->text);
}

/* What identifies a record, or stands elsewhere in its entry, is no measurement. */
static bool is_measured(const struct writer *writer, const char *key)
{
    static const char *const others[] = {"number", "elements"};
    char whole[64];
    const size_t length = strcspn(key, ".");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(key, others[i]) == 0) return false;
    }
    if (length >= sizeof whole || strcmp(key, writer->objective) == 0) return false;
    memcpy(whole, key, length);
    whole[length] = '\0';
    return tw_column_is_known(whole);
}

/* The numbers of the record, by their keys; and of an own kernel, whether it was checked and proven. */
static void add_measurements(const struct writer *writer, size_t row, const struct validity *validity)
{
    const struct tw_sheet *records = writer->records;
    tw_text_add(writer->text, "\"measurements\": [");
    add_objective(writer, row, validity);
    for (uint32_t column = 0; column < records->column_count; column++) {
        const struct tw_value value = tw_sheet_value(records, row, column);
        const char *key = records->columns[column];
        const bool is_proof = strcmp(key, "proof") == 0, is_checked = strcmp(key, "checked") == 0;
        const bool wanted = is_proof     ? value.kind == TW_STRING
                            : is_checked ? value.kind == TW_BOOLEAN
                                         : value.kind == TW_NUMBER;
        if (!wanted || !is_measured(writer, key)) continue;
        tw_text_add(writer->text, ", ");
        begin_measurement(key, writer->text);
        if (is_checked)
            tw_text_add(writer->text, *value.text == 't' ? "\"checked\"" : "\"not checked\"");
        else
            add_json(value, writer->text);
        end_measurement(unit_of(key), writer->text);
    }
    tw_text_add(writer->text, "]");
}

static void add_entry(const struct writer *writer, size_t row, struct tw_value time)
{
    const struct validity *validity = validity_of(writer, row);
    struct tw_text *text = writer->text;
    const struct tw_value reason = value_of(writer, row, "reason");
    tw_text_add(text, "    {\"name\": ");
    add_json(value_of(writer, row, "name"), text);
    if (time.kind == TW_STRING) {
        tw_text_add(text, ", \"timestamp\": ");
        add_json(time, text);
    }
    tw_text_add(text, ", ");
    add_configuration(writer, row);
    tw_text_add(text, ", ");
    add_times(writer, row);
    tw_text_addf(text, ", \"invalidity\": \"%s\", \"correctness\": %d, ", validity->word,
                 validity == &correct);
    if (reason.kind == TW_STRING) {
        tw_text_add(text, "\"reason\": ");
        add_json(reason, text);
        tw_text_add(text, ", ");
    }
    add_measurements(writer, row, validity);
    tw_text_addf(text, ", \"objectives\": [\"%s\"]}", writer->objective);
}

/* ---- the whole ---- */

static void add_metadata(const struct tw_shards *shards, size_t skipped, struct tw_text *text)
{
    const size_t header = shards->shards[0].header;
    const struct tw_sheet_row *line = &shards->headers.rows[header];
    tw_text_add(text, "  \"metadata\": {\"timeunit\": \"milliseconds\", \"autotuner\": \"tilewright\", "
                      "\"autotuner_version\": ");
    add_json(tw_sheet_value_of(&shards->headers, header, "version"), text);
    tw_text_add(text, ", \"compute_api\": \"CUDA\", \"device\": ");
    add_json(tw_sheet_value_of(&shards->headers, header, "device"), text);
    tw_text_add(text, ", \"timestamp\": ");
    add_json(tw_sheet_value_of(&shards->headers, header, "time"), text);
    tw_text_addf(text, ", \"skipped\": %zu,\n    \"header\": ", skipped);
    tw_escape_json_line(text, line->line, line->length);
    tw_text_add(text, "},\n");
}

/* Time, unless nothing was timed, or the header says another thing that the rank is by. */
static const char *find_objective(const struct tw_shards *shards, const uint32_t *rows, size_t count)
{
    if (tw_sheet_value_of(&shards->headers, shards->shards[0].header, "by").kind == TW_STRING) return "cost";
    for (size_t i = 0; i < count; i++) {
        if (tw_sheet_value_of(&shards->records, rows[i], "time_us.median").kind == TW_NUMBER) return "time";
    }
    return "cost";
}

void tw_t4_write(const struct tw_shards *shards, const uint32_t *rows, size_t count, struct tw_text *text)
{
    const struct writer writer = {&shards->records, find_objective(shards, rows, count), text};
    const struct tw_value time = tw_sheet_value_of(&shards->headers, shards->shards[0].header, "time");
    size_t skipped = 0;
    for (size_t i = 0; i < count; i++) skipped += is_status(&writer, rows[i], TW_STATUS_SKIPPED);
    tw_text_add(text, "{\n  \"schema_version\": \"1.0.0\",\n");
    add_metadata(shards, skipped, text);
    tw_text_add(text, "  \"results\": [");
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (is_status(&writer, rows[i], TW_STATUS_SKIPPED)) continue;
        tw_text_add(text, any ? ",\n" : "\n");
        add_entry(&writer, rows[i], time);
        any = true;
    }
    tw_text_add(text, "\n  ]\n}\n");
}
