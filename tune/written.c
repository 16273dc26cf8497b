/* Variants without a reference, by what they leave untouched. */
#include "tune/written.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- comparing ---- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Variants that compare stand side by side, and among them those that were run on the same. */
static int in_order(const void *a, const void *b)
{
    const struct tw_written *x = a, *y = b;
    int order = compare_numbers(x->problem, y->problem);
    if (!order) order = (x->elements > y->elements) - (x->elements < y->elements);
    return order ? order : compare_numbers(x->run_on, y->run_on);
}

static bool do_compare(const struct tw_written *a, const struct tw_written *b)
{
    return a->problem == b->problem && a->elements == b->elements;
}

/* Variants that were run on the same: the least that one of them leaves untouched decides. */
static void compare_alike(struct tw_written *list, size_t count, bool is_whole_elsewhere)
{
    uint64_t unwritten = is_whole_elsewhere ? 0 : UINT64_MAX, unchanged = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        if (list[i].unwritten < unwritten) unwritten = list[i].unwritten;
        if (list[i].has_unchanged && list[i].unchanged < unchanged) unchanged = list[i].unchanged;
    }
    for (size_t i = 0; i < count; i++) {
        list[i].leaves_unwritten = list[i].unwritten > unwritten;
        list[i].leaves_alone = list[i].has_unchanged && list[i].unchanged > unchanged;
    }
}

void tw_written_compare(struct tw_written *list, size_t count)
{
    qsort(list, count, sizeof *list, in_order);
    for (size_t first = 0, end; first < count; first = end) {
        bool is_whole = false;
        for (end = first; end < count && do_compare(&list[first], &list[end]); end++)
            is_whole |= list[end].unwritten == 0;
        for (size_t from = first, to; from < end; from = to) {
            for (to = from; to < end && list[to].run_on == list[from].run_on;) to++;
            compare_alike(list + from, to - from, is_whole);
        }
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
