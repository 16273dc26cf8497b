/*
 * Figures of one's own, to rank by:
 *
 *     metrics = { name: expression | { "value": expression, ["best": "highest" | "lowest"] } }
 *
 * An expression may use the names of the description, what was measured (enum measure), the counts of tilewright/kernel.h by their names, and
 * metric("NAME") of the hardware's counters, which is read as a name of the same length, so that places stay what they are.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/described/parts.h"

#define get cJSON_GetObjectItemCaseSensitive

enum measure { TIME_US, OPERATIONS, BYTES, ELEMENTS, MEASURES };
static const char *const measures[MEASURES] = {"time_us", "operations", "bytes", "elements"};

/* ---- metric("NAME") ---- */

/* The counter that metric("NAME") at `at` names; *end is behind the bracket. 0: none is asked for there. */
static size_t find_counter(const char *at, const char **name, const char **end)
{
    const char *begin = at + 6 + strspn(at + 6, " ");
    if (strncmp(at, "metric", 6) != 0 || *begin++ != '(') return 0;
    begin += strspn(begin, " ");
    const char quote = *begin;
    if (quote != '"' && quote != '\'') return 0;
    const char *last = strchr(begin + 1, quote);
    if (!last || last == begin + 1) return 0;
    *name = begin + 1;
    *end = last + 1 + strspn(last + 1, " ");
    if (**end != ')') return 0;
    ++*end;
    return (size_t)(last - begin) - 1;
}

/* Adds the counter, and writes the name over its place in the text. */
static bool take_counter(struct tw_description *description, struct tw_described_metric *metric, char *at,
                         char *end, const char *counter, size_t length)
{
    if (metric->counter_count == TW_DESCRIBED_COUNTERS) return false;
    const unsigned number = metric->counter_count++;
    metric->counters[number] = tw_arena_string(&description->arena, counter, length);
    for (char *c = at; c < end; c++) {
        const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        if (!letter) *c = '_';
    }
    metric->spelled[number] = tw_arena_string(&description->arena, at, (size_t)(end - at));
    return metric->counters[number] && metric->spelled[number];
}

static bool take_counters(struct tw_description *description, struct tw_described_metric *metric, char *text)
{
    for (char *at = text; *at;) {
        const char *name, *end;
        const uint32_t word = tw_expression_name_length(at);
        const size_t length = word == 6 ? find_counter(at, &name, &end) : 0;
        if (length && !take_counter(description, metric, at, text + (end - text), name, length)) return false;
        at += length ? (size_t)(end - at) : word ? word : 1;
    }
    return true;
}

/* ---- reading ---- */

/* All names that the metric may use, NULL-terminated. */
static const char *const *names_of(struct tw_description *description,
                                   const struct tw_described_metric *metric)
{
    const unsigned own = tw_described_name_of(description, TW_DESCRIBED_MACHINES);
    const char **names = tw_arena_array(
        &description->arena, own + MEASURES + TW_COUNT_COUNT + metric->counter_count + 1, sizeof *names);
    if (!names) return NULL;
    memcpy(names, description->names, own * sizeof *names);
    memcpy(names + own, measures, sizeof measures);
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++) names[own + MEASURES + i] = tw_count_name((enum tw_count)i);
    for (unsigned i = 0; i < metric->counter_count; i++)
        names[own + MEASURES + TW_COUNT_COUNT + i] = metric->spelled[i];
    return names;
}

static int read_value(const struct tw_described_reader *reader, const cJSON *node,
                      struct tw_described_metric *metric)
{
    struct tw_description *description = reader->description;
    if (!cJSON_IsString(node))
        return tw_described_wrong(reader, node, "no metric",
                                  "an expression such as \"operations / time_us\"");
    char *text = tw_arena_string(&description->arena, node->valuestring, strlen(node->valuestring));
    if (!text) return tw_described_no_memory(reader);
    if (!take_counters(description, metric, text))
        return metric->counter_count == TW_DESCRIBED_COUNTERS
                   ? tw_described_wrong(reader, node, "too many counters", "a metric reads at most 8")
                   : tw_described_no_memory(reader);
    const char *const *names = names_of(description, metric);
    return names ? tw_described_expression_of(reader, node, text, names, &metric->value)
                 : tw_described_no_memory(reader);
}

static int read_metric(const struct tw_described_reader *reader, const cJSON *node,
                       struct tw_described_metric *metric)
{
    static const char *const keys[] = {"value", "best", NULL}, *const ends[] = {"lowest", "highest", NULL};
    metric->name = node->string;
    if (!cJSON_IsObject(node)) return read_value(reader, node, metric);
    const cJSON *best = get(node, "best"), *value = get(node, "value");
    int code = tw_described_known(reader, node, "a metric", keys);
    if (code) return code;
    if (!value)
        return tw_described_wrong(reader, node, "no value", "a metric has a \"value\", an expression");
    const int end = cJSON_IsString(best) ? tw_config_word(best->valuestring, ends) : best ? -1 : 0;
    if (end < 0) return tw_described_wrong(reader, best, "neither end", "\"highest\" or \"lowest\"");
    metric->highest = end == 1;
    return read_value(reader, value, metric);
}

int tw_described_read_metrics(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    const cJSON *object = get(description->node, "metrics");
    int code = TW_OK;
    if (!object) return TW_OK;
    if (!cJSON_IsObject(object))
        return tw_described_wrong(reader, object, "no object", "it holds expressions by their names");
    description->metrics = tw_arena_array(&description->arena, (size_t)cJSON_GetArraySize(object) + 1,
                                          sizeof *description->metrics);
    if (!description->metrics) return tw_described_no_memory(reader);
    for (const cJSON *item = object->child; item && !code; item = item->next)
        code = read_metric(reader, item, &description->metrics[description->metric_count++]);
    return code;
}

/* ---- values ---- */

const struct tw_described_metric *tw_description_metric(const struct tw_description *description,
                                                        const char *name)
{
    for (unsigned i = 0; description && i < description->metric_count; i++) {
        if (strcmp(description->metrics[i].name, name) == 0) return &description->metrics[i];
    }
    return NULL;
}

const struct tw_described_metric *tw_description_metric_at(const struct tw_description *description,
                                                           unsigned number)
{
    return description && number < description->metric_count ? &description->metrics[number] : NULL;
}

static bool uses(const struct tw_description *description, const struct tw_described_metric *metric,
                 unsigned further)
{
    return tw_expression_uses(metric->value,
                              tw_described_name_of(description, TW_DESCRIBED_MACHINES) + further);
}

bool tw_described_metric_is_timed(const struct tw_description *description,
                                  const struct tw_described_metric *metric)
{
    return uses(description, metric, TIME_US);
}

/* A measure that is used and not known: the metric has no value. */
static bool is_known(const struct tw_description *description, const struct tw_described_metric *metric,
                     const struct tw_described_measures *from)
{
    bool known = from->time_us > 0 || !uses(description, metric, TIME_US);
    for (unsigned i = 0; i < TW_COUNT_COUNT && known; i++)
        known = (from->counts->known >> i & 1u) || !uses(description, metric, MEASURES + i);
    return known;
}

static struct tw_expression_value integer(uint64_t value)
{
    return (struct tw_expression_value){.kind = TW_EXPRESSION_INTEGER, .integer = (int64_t)value};
}

static struct tw_expression_value number(double value)
{
    return (struct tw_expression_value){.kind = TW_EXPRESSION_DOUBLE, .number = value};
}

bool tw_described_metric_value(const struct tw_description *description,
                               const struct tw_described_metric *metric, const int64_t *value,
                               const struct tw_target *target, const struct tw_described_measures *from,
                               double *result)
{
    struct tw_described_values values;
    struct tw_expression_value all[TW_DESCRIBED_NAMES + MEASURES + TW_COUNT_COUNT + TW_DESCRIBED_COUNTERS],
        got;
    struct tw_expression_fault fault;
    struct tw_text unused = {0};
    const bool possible = is_known(description, metric, from) &&
                          tw_described_values(description, value, target, &values, &unused);
    tw_text_free(&unused);
    if (!possible) return false;
    const unsigned own = tw_described_name_of(description, TW_DESCRIBED_MACHINES);
    memcpy(all, values.value, own * sizeof *all);
    all[own + TIME_US] = number(from->time_us);
    all[own + OPERATIONS] = number((double)from->work->operations);
    all[own + BYTES] = number((double)from->work->bytes);
    all[own + ELEMENTS] = number((double)from->work->elements);
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++)
        all[own + MEASURES + i] = integer(tw_count_value(from->counts, (enum tw_count)i));
    for (unsigned i = 0; i < metric->counter_count; i++) {
        double counted;
        if (!from->counter || !from->counter(from->context, metric->counters[i], &counted)) return false;
        all[own + MEASURES + TW_COUNT_COUNT + i] = number(counted);
    }
    if (!tw_expression_evaluate(metric->value, all, &got, &fault) || got.kind == TW_EXPRESSION_WORD)
        return false;
    *result = got.kind == TW_EXPRESSION_DOUBLE ? got.number : (double)got.integer;
    return true;
}
