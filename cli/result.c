/* A result as bytes between processes, as a line of JSON, as a row of the table, and as an exit status. */
#include "cli/result.h"

#include <inttypes.h>
#include <string.h>

#include "base/escape.h"
#include "cli/record.h"

const char *tw_status_word(enum tw_status status)
{
    static const char *const words[] = {
#define X(name, word) word,
        TW_STATUSES(X)
#undef X
    };
    return words[status];
}

void tw_result_free(struct tw_result *result)
{
    tw_text_free(&result->reason);
    tw_text_free(&result->detail);
    tw_text_free(&result->lines);
    tw_text_free(&result->accesses);
}

void tw_result_fail(struct tw_result *result, const struct tw_error *error)
{
    result->status = TW_STATUS_FAILED;
    tw_text_clear(&result->reason);
    if (error->line)
        tw_text_addf(&result->reason, "%s:%u:%u: ", error->file, error->line, error->column);
    else if (error->file[0])
        tw_text_addf(&result->reason, "%s: ", error->file);
    tw_text_add(&result->reason, error->message);
    if (error->detail) tw_text_add(&result->detail, error->detail);
}

/* The struct itself (its pointers mean nothing elsewhere), then its texts, each with its length. */
#define TEXTS 4

void tw_result_pack(const struct tw_result *result, struct tw_text *bytes)
{
    const struct tw_text *texts[TEXTS] = {&result->reason, &result->detail, &result->lines,
                                          &result->accesses};
    tw_text_add_bytes(bytes, result, sizeof *result);
    for (int i = 0; i < TEXTS; i++) {
        tw_text_add_bytes(bytes, &texts[i]->length, sizeof texts[i]->length);
        tw_text_add_bytes(bytes, tw_text_part(bytes, texts[i]), texts[i]->length);
    }
}

bool tw_result_unpack(const char *bytes, size_t length, struct tw_result *result)
{
    struct tw_text *texts[TEXTS] = {&result->reason, &result->detail, &result->lines, &result->accesses};
    if (length < sizeof *result) return false;
    memcpy(result, bytes, sizeof *result);
    result->variant = NULL;
    for (int i = 0; i < TEXTS; i++) *texts[i] = (struct tw_text){0};
    bytes += sizeof *result;
    length -= sizeof *result;
    for (int i = 0; i < TEXTS; i++) {
        size_t text;
        if (length < sizeof text) return false;
        memcpy(&text, bytes, sizeof text);
        bytes += sizeof text;
        length -= sizeof text;
        if (text > length) return false;
        tw_text_add_bytes(texts[i], bytes, text);
        bytes += text;
        length -= text;
    }
    return true;
}

double tw_result_gb_per_s(const struct tw_work *work, double us)
{
    return us > 0 ? (double)work->bytes / us / 1e3 : 0;
}

double tw_result_of_bound(const struct tw_result *result, double us)
{
    return us > 0 ? result->bound_us / us : 0;
}

uint64_t tw_work_sectors(const struct tw_work *work)
{
    return work->read_sectors + work->written_sectors;
}

void tw_result_add_fields(const struct tw_family *family, const int64_t *value, struct tw_text *line)
{
    for (unsigned i = 0; i < family->field_count; i++) {
        struct tw_field_value shown = tw_field_value_of(&family->fields[i], value[i]);
        tw_text_addf(line, ", \"%s\": ", family->fields[i].key);
        tw_field_value_add_json(&shown, line);
    }
}

/* A text's string for the line, or NULL: it is empty. */
static const char *text_or_null(struct tw_text *line, const struct tw_text *text)
{
    return text->length || text->failed ? tw_text_part(line, text) : NULL;
}

void tw_result_json(const struct tw_variants *variants, const struct tw_result *result, const char *device,
                    struct tw_text *line)
{
    const struct tw_family *family = variants->family;
    struct tw_text how = {0};
    if (family->chosen) family->chosen(result->variant->value, &variants->target, &how);
    const char *chosen = text_or_null(line, &how), *reason = text_or_null(line, &result->reason);
    double us = result->has_timing ? result->timing.median_us : 0;
    double gb_per_s = tw_result_gb_per_s(&result->work, us), of_bound = tw_result_of_bound(result, us);
    const struct tw_column_value values[] = {TW_RESULT_COLUMNS(TW_COLUMN_VALUE)};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        tw_text_add(line, i ? ", " : "{");
        tw_column_add(&values[i], line);
        if (values[i].column == TW_COLUMN_kernel) tw_result_add_fields(family, result->variant->value, line);
    }
    tw_text_free(&how);
}

#define COUNT_WIDTH  17
#define SECTOR_WIDTH 11

/* Sectors are counted by the simulator only. */
static bool has_traffic(const struct tw_result_table *table)
{
    return table->family->cost == TW_COST_TRAFFIC;
}

void tw_result_heading(const struct tw_result_table *table, struct tw_text *text)
{
    tw_text_addf(text, "%*s            bytes  %*s  %*s", table->width, "", COUNT_WIDTH, "store requests",
                 COUNT_WIDTH, "load requests");
    if (has_traffic(table)) tw_text_add(text, "            ");
    if (has_traffic(table)) tw_text_addf(text, "  %*s", SECTOR_WIDTH, "sectors");
    if (has_traffic(table) && !table->times) tw_text_addf(text, "  %*s", SECTOR_WIDTH, "sectors");
    tw_text_add_char(text, '\n');
    tw_text_addf(text, "%-*s  status    shared  %*s  %*s  conflicts", table->width, "variant", COUNT_WIDTH,
                 "-> wavefronts", COUNT_WIDTH, "-> wavefronts");
    if (has_traffic(table)) tw_text_addf(text, "  %*s", SECTOR_WIDTH, "needed");
    if (has_traffic(table) && !table->times) tw_text_addf(text, "  %*s", SECTOR_WIDTH, "moved");
    tw_text_add(text, table->times ? "       time" : "  simulated");
    tw_text_add(text, table->times && has_traffic(table) ? "     GB/s  of bound\n" : "\n");
}

/* "16 -> 256": requests, wavefronts. */
static void add_counts(uint64_t requests, uint64_t wavefronts, struct tw_text *text)
{
    struct tw_text cell = {0};
    tw_text_addf(&cell, "%" PRIu64 " -> %" PRIu64, requests, wavefronts);
    tw_text_addf(text, "  %*s", COUNT_WIDTH, tw_text_part(text, &cell));
    tw_text_free(&cell);
}

void tw_result_details(const struct tw_result *result, struct tw_text *text)
{
    if (result->unpredicted) tw_text_addf(text, "    not predicted: %s\n", result->unpredicted);
    const char *reason = tw_text_part(text, &result->reason);
    if (*reason) {
        tw_text_add(text, "    ");
        tw_escape_terminal(text, reason);
        tw_text_add_char(text, '\n');
    }
    for (const char *line = tw_text_part(text, &result->detail); *line;) {
        size_t length = strcspn(line, "\n");
        tw_text_add(text, "      ");
        tw_escape_bytes(text, line, length);
        tw_text_add_char(text, '\n');
        line += length + (line[length] == '\n');
    }
}

/* Wavefronts beyond the ideal number; where nothing is predicted they cannot be told. */
static void add_conflicts(const struct tw_result *result, struct tw_text *text)
{
    uint64_t wavefronts = tw_counts_wavefronts(&result->predicted);
    if (!result->has_predicted)
        tw_text_add(text, "          -");
    else if (wavefronts == result->ideal)
        tw_text_add(text, "       none");
    else
        tw_text_addf(text, "  %9" PRIu64, wavefronts - result->ideal);
}

/* What shared memory costs, by prediction or else as simulated: nothing of a kernel that has none. */
static void add_shared(const struct tw_result *result, struct tw_text *text)
{
    const struct tw_counts *counts = result->has_predicted ? &result->predicted : &result->simulated;
    if (!result->has_predicted && !result->has_simulated) return;
    if (!result->shared_bytes) {
        tw_text_addf(text, "  %*s  %*s          -", COUNT_WIDTH, "-", COUNT_WIDTH, "-");
        return;
    }
    add_counts(counts->store_requests, counts->store_wavefronts, text);
    add_counts(counts->load_requests, counts->load_wavefronts, text);
    add_conflicts(result, text);
}

static void add_simulated(const struct tw_result_table *table, const struct tw_result *result,
                          struct tw_text *text)
{
    bool same = tw_counts_differ(&result->predicted, &result->simulated) == TW_COUNT_COUNT;
    if (!result->has_simulated) return;
    if (has_traffic(table))
        tw_text_addf(text, "  %*" PRIu64, SECTOR_WIDTH, tw_counts_sectors(&result->simulated));
    tw_text_add(text, !result->has_predicted ? "    counted" : same ? "   the same" : "    DIFFERS");
}

static void add_time(const struct tw_timing *timing, struct tw_text *text)
{
    struct tw_text us = {0};
    tw_text_add_double(&us, timing->median_us, 1);
    tw_text_addf(text, "  %6s us", tw_text_part(text, &us));
    tw_text_free(&us);
}

static void add_gb_per_s(double rate, struct tw_text *text)
{
    struct tw_text number = {0};
    tw_text_add_double(&number, rate, 1);
    tw_text_addf(text, "  %7s", tw_text_part(text, &number));
    tw_text_free(&number);
}

static void add_of_bound(double fraction, struct tw_text *text)
{
    struct tw_text number = {0};
    if (fraction > 0)
        tw_text_add_double(&number, fraction, 3);
    else
        tw_text_add_char(&number, '-');
    tw_text_addf(text, "  %8s", tw_text_part(text, &number));
    tw_text_free(&number);
}

/* What constant memory costs, of a kernel that reads it. */
static void add_constant(const struct tw_result *result, struct tw_text *text)
{
    const struct tw_counts *counts = result->has_predicted ? &result->predicted : &result->simulated;
    if (!counts->constant_load_requests) return;
    tw_text_addf(text, "    constant memory: %" PRIu64 " requests -> %" PRIu64 " broadcasts\n",
                 counts->constant_load_requests, counts->constant_load_broadcasts);
}

void tw_result_row(const struct tw_result_table *table, const struct tw_result *result, struct tw_text *text)
{
    static const char *const colours[] = {"\033[32m", "\033[31m", "\033[33m", "\033[2m", "\033[31m"};
    tw_text_addf(text, "%-*s  %s%-8s%s  %7" PRIu32, table->width, result->variant->name,
                 table->colour ? colours[result->status] : "", tw_status_word(result->status),
                 table->colour ? "\033[0m" : "", result->shared_bytes);
    add_shared(result, text);
    if (has_traffic(table) && (result->has_simulated || result->has_timing))
        tw_text_addf(text, "  %*" PRIu64, SECTOR_WIDTH, tw_work_sectors(&result->work));
    add_simulated(table, result, text);
    if (table->times && result->has_timing) {
        double us = result->timing.median_us, rate = tw_result_gb_per_s(&result->work, us);
        add_time(&result->timing, text);
        if (rate > 0) add_gb_per_s(rate, text);
        if (rate > 0) add_of_bound(tw_result_of_bound(result, us), text);
    }
    tw_text_add_char(text, '\n');
    add_constant(result, text);
    tw_result_details(result, text);
}

void tw_result_summary(const size_t counts[TW_STATUS_COUNT], struct tw_text *text)
{
    bool first = true;
    for (int status = 0; status < TW_STATUS_COUNT; status++) {
        if (!counts[status]) continue;
        tw_text_addf(text, "%s%zu %s", first ? "" : ", ", counts[status],
                     tw_status_word((enum tw_status)status));
        first = false;
    }
}

enum tw_exit tw_result_exit(const size_t counts[TW_STATUS_COUNT])
{
    bool wrong = counts[TW_STATUS_MISMATCH] || counts[TW_STATUS_FAILED];
    return counts[TW_STATUS_OK] && !wrong ? TW_EXIT_OK : TW_EXIT_FAILED;
}
