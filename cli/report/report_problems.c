/* A report of several problems (layout, type), taken apart: between problems nothing is compared, so each has a report. */
#include <stdlib.h>
#include <string.h>

#include "cli/report/report.h"
#include "gen/choice/candidates.h"

/* Whose part each row is: the problem of the first row like it. Rows of a family that is not known, or with a value
   that is not, are all of one. */
static size_t number_problems(const struct tw_report *report, size_t *problem, size_t *first)
{
    size_t problems = 0;
    for (size_t i = 0; i < report->count; i++) {
        const struct tw_report_row *row = &report->rows[i];
        size_t p = 0;
        while (p < problems && row->known &&
               !tw_family_same_problem(report->family, report->rows[first[p]].value, row->value))
            p++;
        if (p == problems) first[problems++] = i;
        problem[i] = p;
    }
    return problems;
}

/*
 * Copies the rows of a problem behind those of the ones before it, ranked by themselves. A row ties with the one before it
 * when, of all that rank between the two, each ties with the one before.
 */
static void take_part(const struct tw_report *report, const size_t *problem, size_t number,
                      struct tw_report_row *rows, struct tw_report *part)
{
    size_t tied_from = 0, before = 0;
    unsigned rank = 0;
    *part = *report;
    part->rows = rows;
    part->count = 0;
    for (size_t i = 0; i < report->count; i++) {
        if (!report->rows[i].tie) tied_from = i;
        if (problem[i] != number) continue;
        struct tw_report_row *row = &rows[part->count++];
        *row = report->rows[i];
        row->tie = row->rank && rank && tied_from <= before;
        if (row->rank) row->rank = ++rank;
        before = i;
    }
    tw_report_settle(part);
}

bool tw_report_split(const struct tw_report *report, struct tw_report_parts *parts)
{
    size_t room = report->count + 1, at = 0;
    size_t *problem = calloc(room, sizeof *problem), *first = calloc(room, sizeof *first);
    *parts = (struct tw_report_parts){.rows = calloc(room, sizeof *parts->rows)};
    size_t problems = problem && first ? number_problems(report, problem, first) : 0;
    if (!problems) problems = 1; /* no rows make a report, too */
    parts->part = calloc(problems, sizeof *parts->part);
    bool made = problem && first && parts->rows && parts->part;
    for (; made && parts->count < problems; parts->count++) {
        struct tw_report *part = &parts->part[parts->count];
        take_part(report, problem, parts->count, parts->rows + at, part);
        at += part->count;
    }
    free(problem);
    free(first);
    return made;
}

void tw_report_parts_free(struct tw_report_parts *parts)
{
    free(parts->part);
    free(parts->rows);
    *parts = (struct tw_report_parts){0};
}

void tw_report_add_problem(const struct tw_report *report, const struct tw_report *part, struct tw_text *text)
{
    for (unsigned f = 0; part->family && part->count && f < part->family->field_count; f++) {
        const struct tw_field_info *field = &part->family->fields[f];
        if (!(field->roles & TW_FIELD_PROBLEM) || !report->varies[f]) continue;
        tw_text_addf(text, "%s%s ", text->length ? ", " : "", field->key);
        tw_report_add_value(part, f, part->rows[0].value[f], text);
    }
}

/* What is best of a problem, and how many of its variants ran. */
static void add_problem(const struct tw_report *report, const struct tw_report *part, size_t number,
                        struct tw_data *list)
{
    struct tw_data item = tw_data_item(list);
    struct tw_text problem = {0}, cost = {0};
    tw_report_add_problem(report, part, &problem);
    if (part->best) tw_report_add_number(&cost, part->best->cost, 4);
    tw_data_number(&item, "number", (int64_t)number + 1);
    tw_data_text(&item, "problem", &problem);
    tw_data_string(&item, "winner_name", part->best ? part->best->name : "none ran");
    tw_data_text(&item, "cost", &cost);
    tw_data_number(&item, "ran", (int64_t)part->statuses[TW_STATUS_OK]);
    tw_data_number(&item, "count", (int64_t)part->count);
}

void tw_report_summary(const struct tw_report *report, const struct tw_report_parts *parts,
                       struct tw_data *view)
{
    if (parts->count < 2) {
        tw_data_flag(view, "summary", false);
        return;
    }
    struct tw_data summary = tw_data_object(view, "summary");
    tw_data_number(&summary, "problem_count", (int64_t)parts->count);
    struct tw_data list = tw_data_list(&summary, "lines");
    for (size_t i = 0; i < parts->count; i++) add_problem(report, &parts->part[i], i, &list);
}
