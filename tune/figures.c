/* Metrics of descriptions, by what is known of a variant. */
#include "tune/figures.h"

#include <math.h>
#include <string.h>

#include "base/escape.h"
#include "tune/record.h"

/* A counter of the table by its metric, or a metric that is read beyond it. */
static bool find_counter(const void *context, const char *name, double *value)
{
    const struct tw_measured *measured = context;
    for (unsigned i = 0; i < tw_counter_count(measured->metrics); i++) {
        const bool is_same =
            strcmp(tw_counter_name(measured->metrics, i), name) == 0 ||
            (i < TW_COUNTER_COUNT && strcmp(tw_counter_metric((enum tw_counter)i), name) == 0);
        if (!is_same || !(measured->known >> i & 1u)) continue;
        *value = measured->value[i];
        return true;
    }
    return false;
}

/* What the counts are of: the variant, or its proof problem. */
struct counted {
    int64_t value[TW_MAX_FIELDS];
    struct tw_work work;
};

/* Whether what is known was simulated on a proof problem alone. */
static bool is_of_proof(const struct tw_result *result)
{
    return result->proof_problem.length && !result->has_timing && !result->has_measured;
}

static int find_counted(const struct tw_variants *variants, const struct tw_result *result,
                        const struct tw_work *work, struct counted *counted, struct tw_error *error)
{
    const struct tw_family *family = variants->family;
    const int64_t *value = result->variant->value;
    struct tw_text why = {0};
    struct tw_shape shape = {0};
    counted->work = *work;
    if (is_of_proof(result) &&
        tw_described_proof(family->description, value, &variants->target, counted->value, &why) &&
        tw_family_shape(family, counted->value, &variants->target, &shape))
        counted->work = shape.work;
    else
        memcpy(counted->value, value, family->field_count * sizeof *value);
    const bool whole = !shape.failed && !why.failed;
    tw_shape_free(&shape);
    tw_text_free(&why);
    return whole ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

int tw_result_figure(const struct tw_variants *variants, const struct tw_result *result,
                     const struct tw_work *work, const struct tw_described_metric *metric, double *value,
                     struct tw_error *error)
{
    static const struct tw_counts nothing;
    const struct tw_counts measured = tw_measured_counts(&result->measured);
    const bool own = is_of_proof(result) || !result->proof_problem.length;
    struct counted counted;
    *value = (double)NAN;
    if (result->status != TW_STATUS_OK) return TW_OK;
    int code = find_counted(variants, result, work, &counted, error);
    if (code) return code;
    const struct tw_described_measures from = {.time_us = result->has_timing ? result->timing.median_us : 0,
                                               .work = &counted.work,
                                               .counts = result->has_measured           ? &measured
                                                         : result->has_simulated && own ? &result->simulated
                                                         : result->has_predicted        ? &result->predicted
                                                                                        : &nothing,
                                               .counter = result->has_measured ? find_counter : NULL,
                                               .context = &result->measured};
    const bool known = tw_described_metric_value(variants->family->description, metric, counted.value,
                                                 &variants->target, &from, value);
    if (!known || !isfinite(*value)) *value = (double)NAN;
    return TW_OK;
}

void tw_result_add_figures(const struct tw_variants *variants, const struct tw_result *result,
                           const struct tw_work *work, struct tw_text *line)
{
    const struct tw_described_metric *metric;
    for (unsigned i = 0; (metric = tw_description_metric_at(variants->family->description, i)); i++) {
        double value;
        tw_text_add(line, i ? ", " : ", \"" TW_FIGURES_KEY "\": {");
        tw_escape_json(line, metric->name);
        tw_text_add(line, ": ");
        if (tw_result_figure(variants, result, work, metric, &value, NULL))
            tw_text_fail(line);
        else if (isnan(value))
            tw_text_add(line, "null");
        else
            tw_text_add_number(line, value);
    }
    if (tw_description_metric_at(variants->family->description, 0)) tw_text_add_char(line, '}');
}
