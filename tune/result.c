/* A result as bytes between processes, as a line of JSON, and in words. */
#include "tune/result.h"

#include <string.h>

#include "base/escape.h"
#include "tune/record.h"

const char *tw_status_word(enum tw_status status)
{
    static const char *const words[] = {
#define X(name, word) word,
        TW_STATUSES(X)
#undef X
    };
    return words[status];
}

const char *tw_proof_word(enum tw_proof proof)
{
    static const char *const words[] = {
#define X(name, word) word,
        TW_PROOFS(X)
#undef X
    };
    return words[proof];
}

void tw_result_free(struct tw_result *result)
{
    tw_text_free(&result->unproven);
    tw_text_free(&result->proof_problem);
    tw_text_free(&result->unwritten);
    tw_text_free(&result->unchanged);
    tw_text_free(&result->reason);
    tw_text_free(&result->unpredicted);
    tw_text_free(&result->detail);
    tw_text_free(&result->lines);
    tw_text_free(&result->accesses);
}

void tw_result_fail(struct tw_result *result, const struct tw_error *error)
{
    result->status = error->code == TW_TOO_LARGE ? TW_STATUS_REJECTED : TW_STATUS_FAILED;
    tw_text_clear(&result->reason);
    if (error->line)
        tw_text_addf(&result->reason, "%s:%u:%u: ", error->file, error->line, error->column);
    else if (error->file[0])
        tw_text_addf(&result->reason, "%s: ", error->file);
    tw_text_add(&result->reason, error->message);
    if (error->detail) tw_text_add(&result->detail, error->detail);
}

/* The struct itself (its pointers mean nothing elsewhere), then its texts. */
#define TEXTS(result)                                                                                        \
    {                                                                                                        \
        &(result)->reason, &(result)->unpredicted, &(result)->detail, &(result)->lines, &(result)->accesses, \
            &(result)->unproven, &(result)->proof_problem, &(result)->unwritten, &(result)->unchanged        \
    }

void tw_result_pack(const struct tw_result *result, struct tw_text *bytes)
{
    const struct tw_text *const texts[] = TEXTS(result);
    tw_bytes_add_raw(bytes, result, sizeof *result);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) tw_bytes_add_text(bytes, texts[i]);
}

bool tw_result_unpack(struct tw_bytes *bytes, struct tw_result *result)
{
    struct tw_text *const texts[] = TEXTS(result);
    tw_bytes_raw(bytes, result, sizeof *result);
    result->variant = NULL;
    result->measured.metrics = NULL;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        *texts[i] = (struct tw_text){0};
        tw_bytes_text(bytes, texts[i]);
    }
    if (bytes->wrong) tw_result_free(result);
    return !bytes->wrong;
}

bool tw_result_is_whole(const struct tw_result *result)
{
    const struct tw_text *const texts[] = TEXTS(result);
    bool whole = true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) whole &= !texts[i]->failed;
    return whole;
}

double tw_result_gb_per_s(const struct tw_work *work, double us)
{
    return us > 0 ? (double)work->bytes / us / 1e3 : 0;
}

double tw_result_of_bound(const struct tw_result *result, double us)
{
    return us > 0 ? result->bound_us / us : 0;
}

void tw_problem_add(const struct tw_family *family, const int64_t *value, struct tw_text *text)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        struct tw_field_value shown = tw_field_value_of(&family->fields[f], value[f]);
        if (!(family->fields[f].roles & TW_FIELD_PROBLEM)) continue;
        tw_text_addf(text, "%s%s ", text->length ? ", " : "", shown.key);
        tw_field_value_add(&shown, text);
    }
}

uint64_t tw_work_units(const struct tw_work *work)
{
    uint64_t units = work->operations ? work->operations : work->bytes ? work->bytes : work->elements;
    return units ? units : 1;
}

uint64_t tw_work_sectors(const struct tw_work *work)
{
    return work->read_sectors + work->written_sectors;
}

uint64_t tw_work_moved(const struct tw_work *work, const struct tw_counts *counts)
{
    uint64_t read = counts->global_load_sectors;
    return (read < work->read_sectors ? work->read_sectors : read) + counts->global_store_sectors;
}

double tw_work_traffic(const struct tw_work *work)
{
    uint64_t moved = work->tile_sectors + work->written_sectors;
    return work->tile_sectors ? (double)moved / (double)tw_work_sectors(work) : 0;
}

void tw_result_add_fields(const struct tw_family *family, const int64_t *value, struct tw_text *line)
{
    for (unsigned i = 0; i < family->field_count; i++) {
        struct tw_field_value shown = tw_field_value_of(&family->fields[i], value[i]);
        const char *key = family->fields[i].key;
        tw_text_addf(line, ", \"%s%s\": ", tw_record_prefix(key), key);
        tw_field_value_add_json(&shown, line);
    }
}

/* A text's string for the line, or NULL: it is empty. */
static const char *text_or_null(struct tw_text *line, const struct tw_text *text)
{
    return text->length || text->failed ? tw_text_part(line, text) : NULL;
}

/* What only records of described kernels hold. */
static void add_proof(const struct tw_family *family, const struct tw_result *result, struct tw_text *line)
{
    struct tw_text own = {0};
    tw_problem_add(family, result->variant->value, &own);
    const char *unproven = text_or_null(line, &result->unproven),
               *problem = text_or_null(line, &result->proof_problem), *own_problem = text_or_null(line, &own),
               *unwritten = text_or_null(line, &result->unwritten),
               *unchanged = text_or_null(line, &result->unchanged);
    const struct tw_column_value values[] = {TW_PROOF_COLUMNS(TW_COLUMN_VALUE)};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        tw_text_add(line, ", ");
        tw_column_add(&values[i], line);
    }
    tw_text_free(&own);
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
    bool needs = result->work.elements > 0 && !family->description; /* descriptions say nothing of sectors */
    const struct tw_column_value values[] = {TW_RESULT_COLUMNS(TW_COLUMN_VALUE)};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        tw_text_add(line, i ? ", " : "{");
        tw_column_add(&values[i], line);
        if (values[i].column == TW_COLUMN_kernel) tw_result_add_fields(family, result->variant->value, line);
    }
    if (family->description) add_proof(family, result, line);
    tw_text_free(&how);
}

void tw_result_details(const struct tw_result *result, struct tw_text *text)
{
    if (result->unpredicted.length)
        tw_text_addf(text, "    not predicted: %s\n", tw_text_part(text, &result->unpredicted));
    if (result->unproven.length)
        tw_text_addf(text, "    not proven: %s\n", tw_text_part(text, &result->unproven));
    if (result->unwritten.length && result->status == TW_STATUS_OK)
        tw_text_addf(text, "    %s\n", tw_text_part(text, &result->unwritten));
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

bool tw_result_all_well(const size_t counts[TW_STATUS_COUNT])
{
    return counts[TW_STATUS_OK] && !counts[TW_STATUS_MISMATCH] && !counts[TW_STATUS_FAILED];
}
