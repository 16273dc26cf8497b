/* The records of a results file, taken apart and put in order. */
#include "cli/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/config/record.h"
#include "gen/config/texts.h"
#include "tune/rank.h"
#include "tune/record.h"

#define LONGEST 80u /* characters of a field's value: a list of numbers has more */

/* ---- reading ---- */

static double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = tw_record_member(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
}

/* An unknown word is a status from elsewhere: nothing that ran as it should. */
static enum tw_status status_of(const char *word)
{
    for (int status = 0; status < TW_STATUS_COUNT; status++) {
        if (strcmp(word, tw_status_word((enum tw_status)status)) == 0) return (enum tw_status)status;
    }
    return TW_STATUS_FAILED;
}

/* Two counts together, of what lies nearest to the hardware and has them. */
static double counts_of(const cJSON *record, const char *loads, const char *stores)
{
    static const char *const sources[] = {"measured", "simulated", "predicted"};
    for (int i = 0; i < 3; i++) {
        const cJSON *counts = tw_record_member(record, sources[i]);
        double sum = number_of(counts, loads) + number_of(counts, stores);
        if (!isnan(sum)) return sum;
    }
    return (double)NAN;
}

static bool accepts(const struct tw_report *report, const int64_t *value)
{
    struct tw_text reason = {0};
    bool accepted = tw_family_accept(report->family, value, report->target, &reason);
    tw_text_free(&reason);
    return accepted;
}

static bool read_fields(const struct tw_report *report, const cJSON *record, struct tw_texts *texts,
                        struct tw_report_row *row)
{
    row->known = report->family != NULL;
    for (unsigned i = 0; report->family && i < report->family->field_count; i++) {
        row->value[i] = TW_VALUE_UNKNOWN;
        row->known &= tw_record_value(record, record, report->family, i, &row->value[i]);
    }
    if (row->known) tw_record_resolve(report->family, row->value);
    if (report->family && !tw_texts_unite(texts, report->family, row->value)) return false;
    row->possible = row->known && accepts(report, row->value);
    row->elements = (double)NAN;
    if (!row->possible) return true;
    struct tw_shape shape = {0};
    bool complete = tw_family_shape(report->family, row->value, report->target, &shape);
    double simulated = number_of(record, "simulated_work");
    row->elements = isnan(simulated) ? (double)shape.work.elements : simulated;
    if (isnan(row->threads)) row->threads = tw_launch_threads(tw_shape_largest(&shape));
    tw_shape_free(&shape);
    return complete;
}

static struct tw_report_row read_row(const cJSON *record)
{
    double rank = number_of(record, "rank");
    struct tw_report_row row = {
        .name = tw_record_word(record, "name"),
        .word = tw_record_word(record, "status"),
        .reason = tw_record_word(record, "reason"),
        .limit = tw_record_word(record, "limit"),
        .status = status_of(tw_record_word(record, "status")),
        .rank = rank >= 1 && rank <= (double)UINT32_MAX ? (unsigned)rank : 0,
        .tie = cJSON_IsTrue(tw_record_member(record, "tie")),
        .unchecked = cJSON_IsFalse(tw_record_member(record, "checked")),
        .unwritten = tw_record_word(record, "unwritten"),
        .proof = tw_record_word(record, "proof"),
        .unproven = tw_record_word(record, "unproven"),
        .proof_problem = tw_record_word(record, "proof_problem"),
        .number = number_of(record, "number"),
        .cost = number_of(record, "cost"),
        .time_us = number_of(tw_record_member(record, "time_us"), "median"),
        .gb_per_s = number_of(record, "gb_per_s"),
        .of_bound = number_of(record, "of_bound"),
        .sectors = counts_of(record, "global_load_sectors", "global_store_sectors"),
        .needed = number_of(record, "needed_read_sectors") + number_of(record, "needed_written_sectors"),
        .requests = number_of(tw_record_member(record, "simulated"), "load_requests") +
                    number_of(tw_record_member(record, "simulated"), "store_requests"),
        .shared_bytes = number_of(record, "shared_bytes"),
        .threads = number_of(record, "threads"),
        .wavefronts = (double)NAN,
        .ideal = (double)NAN,
        .blocks = number_of(record, "blocks_per_sm"),
        .registers = number_of(record, "registers"),
    };
    if (isnan(row.sectors)) row.sectors = number_of(record, "sectors");
    if (row.shared_bytes != 0) {
        row.wavefronts = counts_of(record, "load_wavefronts", "store_wavefronts");
        row.ideal = number_of(record, "ideal_wavefronts");
    }
    return row;
}

/* ---- order ---- */

/* By value, unknown ones last. */
static int compare(double a, double b)
{
    if (isnan(a) || isnan(b)) return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

/* Ranked rows by rank, then what ran by cost, the best first,
   then the rest by what became of it and its place in the space. */
static int compare_rows(const void *left, const void *right)
{
    const struct tw_report_row *a = left, *b = right;
    int order = compare(a->rank ? a->rank : (double)NAN, b->rank ? b->rank : (double)NAN);
    if (!order) order = (a->status > b->status) - (a->status < b->status);
    if (!order) order = compare(a->order, b->order);
    if (!order) order = compare(a->number, b->number);
    return order ? order : strcmp(a->name, b->name);
}

static void find_varying(struct tw_report *report)
{
    memset(report->varies, 0, sizeof report->varies);
    for (unsigned field = 0; report->family && field < report->family->field_count; field++) {
        for (size_t i = 1; i < report->count && !report->varies[field]; i++)
            report->varies[field] = report->rows[i].value[field] != report->rows[0].value[field];
    }
}

void tw_report_settle(struct tw_report *report)
{
    memset(report->statuses, 0, sizeof report->statuses);
    for (size_t i = 0; i < report->count; i++) report->statuses[report->rows[i].status]++;
    find_varying(report);
    bool ran = report->count && report->rows[0].status == TW_STATUS_OK && !isnan(report->rows[0].cost);
    report->best = ran ? &report->rows[0] : NULL;
}

/* What the header says. */
static void read_header(const struct tw_records *records, struct tw_report *report)
{
    const cJSON *header = records->header;
    double sm = number_of(header, "sm");
    *report = (struct tw_report){
        .header = header,
        .family = records->family ? records->family : tw_family_find(tw_record_word(header, "kernel")),
        .target = tw_target_nearest(sm >= 0 && sm <= (double)UINT16_MAX ? (unsigned)sm : TW_DEFAULT_SM),
        .simulator = cJSON_IsTrue(tw_record_member(header, "simulator")),
        .by = cJSON_GetStringValue(tw_record_member(header, "by")),
        .by_own = *tw_record_word(header, "best"),
        .highest = strcmp(tw_record_word(header, "best"), TW_BEST_HIGHEST) == 0,
    };
    report->timed = !report->simulator && !report->by;
    report->described = *tw_record_word(header, "kernel_hash");
    report->moves = report->described || (report->family && report->family->cost == TW_COST_TRAFFIC);
    tw_cost_add_unit(report->moves ? TW_COST_TRAFFIC : TW_COST_WAVEFRONTS, report->described,
                     report->simulator, report->by, report->by_own, &report->unit);
}

/* False: out of memory. */
static bool read_rows(const cJSON *list, struct tw_report *report)
{
    size_t room = (size_t)cJSON_GetArraySize(list);
    report->rows = calloc(room ? room : 1, sizeof *report->rows);
    struct tw_texts texts = {0};
    bool enough = report->rows != NULL;
    const cJSON *record;
    cJSON_ArrayForEach(record, list)
    {
        if (!enough) break;
        struct tw_report_row *row = &report->rows[report->count++];
        *row = read_row(record);
        row->order = report->highest ? -row->cost : row->cost;
        row->metrics = cJSON_GetObjectItemCaseSensitive(record, TW_FIGURES_KEY);
        if (!report->metrics && cJSON_IsObject(row->metrics)) report->metrics = row->metrics;
        enough = read_fields(report, record, &texts, row);
    }
    tw_texts_free(&texts);
    return enough;
}

int tw_report_open(const struct tw_records *records, struct tw_report *report, struct tw_error *error)
{
    read_header(records, report);
    if (!read_rows(records->list, report) || report->unit.failed) {
        tw_report_close(report);
        return tw_fail(error, TW_MEMORY, "out of memory");
    }
    qsort(report->rows, report->count, sizeof *report->rows, compare_rows);
    tw_report_settle(report);
    return TW_OK;
}

void tw_report_close(struct tw_report *report)
{
    free(report->rows);
    tw_text_free(&report->unit);
    *report = (struct tw_report){0};
}

/* ---- questions ---- */

const struct tw_report_row *tw_report_find(const struct tw_report *report, const int64_t *value)
{
    for (size_t i = 0; report->family && i < report->count; i++) {
        const struct tw_report_row *row = &report->rows[i];
        size_t bytes = report->family->field_count * sizeof *value;
        if (row->known && memcmp(row->value, value, bytes) == 0) return row;
    }
    return NULL;
}

bool tw_report_bare(const struct tw_report *report, const struct tw_report_row *row, int64_t *value)
{
    static const enum tw_field_role extras[] = {TW_FIELD_PADDING, TW_FIELD_SWIZZLE};
    if (!row->possible) return false;
    memcpy(value, row->value, sizeof row->value);
    for (int i = 0; i < 2; i++) {
        int field = tw_family_role(report->family, extras[i]);
        if (field >= 0) value[field] = 0;
    }
    return accepts(report, value);
}

const char *tw_report_without(const struct tw_report *report)
{
    static const char *const words[] = {NULL, "no padding", "no swizzle", "neither padding nor swizzle"};
    if (!report->family) return NULL;
    bool pads = tw_family_role(report->family, TW_FIELD_PADDING) >= 0;
    bool swizzles = tw_family_role(report->family, TW_FIELD_SWIZZLE) >= 0;
    return words[pads + 2 * swizzles];
}

double tw_report_wavefront_rate(const struct tw_report_row *row)
{
    return row->shared_bytes == 0 ? 0 : row->wavefronts / row->elements * 1000;
}

static struct tw_measures measures_of(const struct tw_report *report, const struct tw_report_row *row)
{
    const struct tw_ranked ranked = {.cost = row->cost,
                                     .elements = row->elements,
                                     .sectors = row->sectors,
                                     .requests = row->requests,
                                     .threads = row->threads,
                                     .shared_bytes = row->shared_bytes,
                                     .blocks = row->blocks,
                                     .warps = row->blocks * ceil(row->threads / TW_WARP)};
    return tw_measures_of(&ranked, report->moves ? TW_COST_TRAFFIC : TW_COST_WAVEFRONTS, report->simulator);
}

const char *tw_report_decides(const struct tw_report *report, const struct tw_report_row *better,
                              const struct tw_report_row *worse)
{
    struct tw_measures a = measures_of(report, better), b = measures_of(report, worse);
    enum tw_measure measure = TW_BY_SECTORS;
    while (measure < TW_BY_NUMBER && !(a.value[measure] < b.value[measure])) measure++;
    return tw_measure_better(measure);
}

void tw_report_add_value(const struct tw_report *report, unsigned field, int64_t value, struct tw_text *text)
{
    if (value == TW_VALUE_UNKNOWN) {
        tw_text_add_char(text, '?');
        return;
    }
    struct tw_field_value shown = tw_field_value_of(&report->family->fields[field], value);
    struct tw_text whole = {0};
    tw_field_value_add(&shown, &whole);
    tw_text_add_bytes(text, tw_text_string(&whole), whole.length < LONGEST ? whole.length : LONGEST);
    if (whole.length > LONGEST) tw_text_add(text, "…");
    if (whole.failed) tw_text_fail(text);
    tw_text_free(&whole);
}

void tw_report_add_number(struct tw_text *text, double value, int digits)
{
    if (!isfinite(value)) {
        tw_text_add(text, "–");
        return;
    }
    double rounded = fabs(value) * (1 + 0.5 * pow(10, -digits)); /* 99.96 in three digits is 100 */
    int before = rounded > 0 ? (int)floor(log10(rounded)) + 1 : 1, after = digits - before;
    tw_text_add_double(text, value, after < 0 ? 0 : after > 9 ? 9 : after);
}

/* Sectors where they are counted, else the rate by time; nothing where neither is known. */
static void add_traffic(struct tw_text *text, const struct tw_report_row *row)
{
    bool counted = !isnan(row->sectors);
    if (!counted && isnan(row->gb_per_s)) return;
    tw_report_add_number(text, counted ? row->sectors : row->gb_per_s, counted ? 0 : 4);
    tw_text_add(text, counted ? " sectors of global memory, " : " GB/s, ");
}

void tw_report_add_accesses(struct tw_text *text, const struct tw_report_row *row)
{
    if (row->shared_bytes == 0) {
        add_traffic(text, row);
        tw_text_add(text, "no shared memory");
        return;
    }
    if (isnan(row->wavefronts)) {
        tw_text_add(text, "wavefronts not predicted, ");
    } else {
        tw_report_add_number(text, row->wavefronts, 0);
        tw_text_add(text, " wavefronts (ideal ");
        if (isnan(row->ideal))
            tw_text_add(text, "not predicted");
        else
            tw_report_add_number(text, row->ideal, 0);
        tw_text_add(text, "), ");
    }
    tw_report_add_number(text, row->shared_bytes, 0);
    tw_text_add(text, " bytes");
}

const char *tw_report_header(const struct tw_report *report, const char *key)
{
    return tw_record_word(report->header, key);
}
