/*
 * The ranked rows of a sweep, a part for each problem (layout, type): between problems nothing is compared. A part is in
 * order of rank, the parts as the space has their first rows.
 */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "gen/choice/candidates.h"
#include "gen/config/index_set.h"
#include "tune/sweep/sweep.h"

static bool same_problem(const void *entries, uint32_t a, uint32_t b)
{
    const struct tw_sweep *sweep = entries;
    return tw_family_same_problem(sweep->space->config.family, sweep->rows[a].result.variant->value,
                                  sweep->rows[b].result.variant->value);
}

static uint64_t problem_hash(const struct tw_family *family, const int64_t *value)
{
    int64_t key[TW_MAX_FIELDS];
    for (unsigned f = 0; f < family->field_count; f++)
        key[f] = (family->fields[f].roles & TW_FIELD_PROBLEM) ? value[f] : 0;
    return tw_hash(key, family->field_count * sizeof *key);
}

bool tw_sweep_find_problems(struct tw_sweep *sweep)
{
    struct tw_index_set seen = {0};
    bool added = true;
    for (size_t i = 0; i < sweep->count && added; i++) {
        uint32_t earlier = TW_NO_INDEX;
        uint64_t hash = problem_hash(sweep->space->config.family, sweep->rows[i].result.variant->value);
        added = tw_index_set_add(&seen, hash, (uint32_t)i, same_problem, sweep, &earlier);
        sweep->rows[i].problem = earlier == TW_NO_INDEX ? i : earlier;
    }
    tw_index_set_free(&seen);
    return added;
}

/* Whose part each ranked row is. */
struct numbering {
    size_t *number; /* of a problem's part, plus 1, by the number of its first row; 0: none of it ranked */
    size_t *count;  /* rows by part */
    size_t problems;
};

static size_t part_of(const struct tw_sweep *sweep, const struct numbering *numbering, size_t row)
{
    return numbering->number[sweep->rows[row].problem] - 1;
}

/* Numbers the parts as the space has their first ranked rows. */
static void number_parts(const struct tw_sweep *sweep, struct numbering *numbering)
{
    for (size_t i = 0; i < sweep->count; i++) {
        if (!sweep->rows[i].rank) continue;
        size_t *number = &numbering->number[sweep->rows[i].problem];
        if (!*number) *number = ++numbering->problems;
        numbering->count[*number - 1]++;
    }
}

/*
 * Deals the ranked rows out to their parts. A row ties with the one before it in its part when, of all that rank between
 * them, each ties with the one before.
 */
static void deal(const struct tw_sweep *sweep, const size_t *order, size_t count,
                 const struct numbering *numbering, size_t *last, struct tw_sweep_parts *parts)
{
    size_t at = 0, tied_from = 0;
    for (size_t p = 0; p < parts->count; p++) {
        parts->part[p] = (struct tw_sweep_part){.order = parts->order + at, .tie = parts->tie + at};
        at += numbering->count[p];
    }
    for (size_t i = 0; i < count; i++) {
        size_t number = part_of(sweep, numbering, order[i]);
        struct tw_sweep_part *part = &parts->part[number];
        size_t before = part->count++, *before_rank = &last[number];
        if (!sweep->rows[order[i]].tie) tied_from = i;
        part->order[before] = order[i];
        part->tie[before] = before > 0 && tied_from <= *before_rank;
        *before_rank = i;
    }
}

bool tw_sweep_parts(const struct tw_sweep *sweep, struct tw_sweep_parts *parts)
{
    size_t count, *order = tw_sweep_order(sweep, &count);
    size_t rows = sweep->count + 1;
    struct numbering numbering = {calloc(rows, sizeof(size_t)), calloc(rows, sizeof(size_t)), 0};
    size_t *last = calloc(rows, sizeof *last);
    *parts = (struct tw_sweep_parts){.part = calloc(rows, sizeof *parts->part),
                                     .order = calloc(rows, sizeof *parts->order),
                                     .tie = calloc(rows, sizeof *parts->tie)};
    bool made =
        order && numbering.number && numbering.count && last && parts->part && parts->order && parts->tie;
    if (made) number_parts(sweep, &numbering);
    parts->count = numbering.problems;
    if (made) deal(sweep, order, count, &numbering, last, parts);
    free(order);
    free(numbering.number);
    free(numbering.count);
    free(last);
    if (!made) tw_sweep_parts_free(parts);
    return made;
}

void tw_sweep_parts_free(struct tw_sweep_parts *parts)
{
    free(parts->part);
    free(parts->order);
    free(parts->tie);
    *parts = (struct tw_sweep_parts){0};
}

void tw_sweep_add_problem(const struct tw_sweep *sweep, const struct tw_row *row, struct tw_text *text)
{
    const struct tw_family *family = sweep->space->config.family;
    const char *separator = "";
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        if (!(field->roles & TW_FIELD_PROBLEM)) continue;
        int64_t value = row->result.variant->value[f];
        struct tw_field_value shown = tw_field_value_of(field, value);
        if (field->kind != TW_FIELD_ENUM && shown.is_word && value == field->fallback) continue;
        tw_text_add(text, separator);
        if (!shown.is_word || field->kind == TW_FIELD_TEXT) tw_text_addf(text, "%s ", shown.key);
        tw_field_value_add(&shown, text);
        separator = ", ";
    }
}
