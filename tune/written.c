/* Variants without a reference, by what they leave untouched. */
#include "tune/written.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- comparing ---- */

static bool was_run_alike(const struct tw_written *a, const struct tw_written *b)
{
    return a->run_on == b->run_on && a->total == b->total;
}

/* The table of the header. */
static bool writes_less(const struct tw_written *a, const struct tw_written *b)
{
    const bool leaves_some = a->unwritten && !b->unwritten;
    if (was_run_alike(a, b)) return a->unwritten > b->unwritten;
    if (a->run_on == b->run_on) return leaves_some && a->total - a->unwritten < b->total;
    return leaves_some && a->elements == b->elements;
}

static bool changes_less(const struct tw_written *a, const struct tw_written *b)
{
    return was_run_alike(a, b) && a->has_unchanged && b->has_unchanged && a->unchanged > b->unchanged;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Those of one problem stand side by side, and all that are alike. */
static int in_order(const void *a, const void *b)
{
    const struct tw_written *x = a, *y = b;
    int order = compare_numbers(x->problem, y->problem);
    if (!order) order = compare_numbers(x->run_on, y->run_on);
    if (!order) order = compare_numbers(x->total, y->total);
    if (!order) order = (x->elements > y->elements) - (x->elements < y->elements);
    if (!order) order = compare_numbers(x->unwritten, y->unwritten);
    if (!order) order = compare_numbers(x->has_unchanged, y->has_unchanged);
    return order ? order : compare_numbers(x->unchanged, y->unchanged);
}

/* Compares one with all others of its problem, of those that are alike with the first. */
static void compare_one(struct tw_written *one, const struct tw_written *list, size_t count)
{
    if (!one->unwritten && !one->unchanged) return;
    for (size_t i = 0; i < count; i++) {
        if (i && in_order(&list[i - 1], &list[i]) == 0) continue;
        one->leaves_unwritten |= writes_less(one, &list[i]);
        one->leaves_alone |= changes_less(one, &list[i]);
    }
}

/* What was found of one holds for all that are alike. */
static void compare_problem(struct tw_written *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i && in_order(&list[i - 1], &list[i]) == 0) {
            list[i].leaves_unwritten = list[i - 1].leaves_unwritten;
            list[i].leaves_alone = list[i - 1].leaves_alone;
        } else {
            compare_one(&list[i], list, count);
        }
    }
}

void tw_written_compare(struct tw_written *list, size_t count)
{
    if (count) qsort(list, count, sizeof *list, in_order);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && list[end].problem == list[first].problem;) end++;
        compare_problem(list + first, end - first);
    }
}

void tw_written_say(const struct tw_written *written, const char *unwritten, const char *unchanged,
                    struct tw_text *text)
{
    if (written->leaves_unwritten) tw_text_addf(text, "%s, but other variants write more", unwritten);
    if (written->leaves_alone)
        tw_text_addf(text, "%s%s, but other variants change more", text->length ? "; " : "", unchanged);
}

/* ---- notes ---- */

void tw_written_note(struct tw_written_notes *notes, const char *name, const char *clause)
{
    size_t i = 0;
    notes->all++;
    if (!*clause) return;
    while (i < TW_WRITTEN_NOTES && notes->variants[i] &&
           strcmp(tw_text_string(&notes->clause[i]), clause) != 0)
        i++;
    if (i == TW_WRITTEN_NOTES) {
        notes->more++;
        return;
    }
    if (notes->variants[i]++) return;
    tw_text_add(&notes->clause[i], clause);
    tw_text_add(&notes->first[i], name);
}

void tw_written_notes_say(struct tw_written_notes *notes, struct tw_text *text)
{
    for (size_t i = 0; i < TW_WRITTEN_NOTES && notes->variants[i]; i++) {
        tw_text_addf(text, "note: %s, by ", tw_text_part(text, &notes->clause[i]));
        if (notes->variants[i] == 1)
            tw_text_add(text, tw_text_part(text, &notes->first[i]));
        else if (notes->variants[i] == notes->all)
            tw_text_addf(text, "all %zu variants", notes->all);
        else
            tw_text_addf(text, "%zu variants, such as %s", notes->variants[i],
                         tw_text_part(text, &notes->first[i]));
        tw_text_add_char(text, '\n');
        tw_text_free(&notes->clause[i]);
        tw_text_free(&notes->first[i]);
    }
    if (notes->more)
        tw_text_addf(text, "note: %zu more variants leave other elements unwritten\n", notes->more);
}
