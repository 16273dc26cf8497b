/* The search space of a problem, where its family has one. */
#include "gen/choice/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "gen/choice/declared.h"
#include "gen/config/config_value.h"

struct tw_candidates tw_candidates_of(const struct tw_family *family, const int64_t *given,
                                      const struct tw_target *target)
{
    struct tw_candidates candidates = {.family = family, .target = target};
    memcpy(candidates.given, given, family->field_count * sizeof *given);
    memcpy(candidates.first, given, family->field_count * sizeof *given);
    tw_family_resolve(family, candidates.first, target);
    return candidates;
}

void tw_candidates_free(struct tw_candidates *candidates)
{
    free(candidates->list);
    candidates->list = NULL;
}

/* Has the family add the next `count` to the list. */
static void ask_family(struct tw_candidates *candidates, unsigned count)
{
    const struct tw_family *family = candidates->family;
    const unsigned listed = candidates->listed;
    int64_t *grown =
        realloc(candidates->list, ((size_t)listed + count) * family->field_count * sizeof *grown);
    candidates->failed |= !grown;
    if (!grown) return;
    candidates->list = grown;
    candidates->all = family->candidates(candidates->given, candidates->target, listed, count,
                                         grown + (size_t)listed * family->field_count);
    candidates->listed = (unsigned)tw_least((uint64_t)listed + count, candidates->all);
}

/* A family may rank all of its candidates before it writes the first, so it is asked twice at most. */
static const int64_t *find_ranked(struct tw_candidates *candidates, unsigned index)
{
    if (!candidates->is_listed) ask_family(candidates, TW_CANDIDATES_FEW);
    candidates->is_listed = true;
    if (index >= candidates->listed && index < candidates->all)
        ask_family(candidates, candidates->all - candidates->listed);
    return index < candidates->listed ? candidates->list + (size_t)index * candidates->family->field_count
                                      : NULL;
}

/* A described kernel declares its candidates: the list holds all of them, and is spread over by steps. */
static const int64_t *find_declared(struct tw_candidates *candidates, unsigned index)
{
    if (!candidates->is_listed) {
        int code = tw_declared_list(candidates->family, candidates->given, candidates->target,
                                    &candidates->list, &candidates->listed);
        candidates->is_listed = true;
        candidates->failed |= code == TW_MEMORY;
        candidates->too_many = code == TW_UNSUPPORTED;
        candidates->step = tw_declared_step(candidates->listed);
    }
    if (index >= candidates->listed) return NULL;
    const uint64_t place = (uint64_t)index * candidates->step % candidates->listed;
    return candidates->list + place * candidates->family->field_count;
}

/* Number `index`: what resolve() gives, then those of the family in turn; or NULL. */
static const int64_t *find(struct tw_candidates *candidates, unsigned index)
{
    const struct tw_family *family = candidates->family;
    if (index == 0) return candidates->first;
    if (family->description) return find_declared(candidates, index - 1);
    return family->candidates ? find_ranked(candidates, index - 1) : NULL;
}

bool tw_candidates_next(struct tw_candidates *candidates, int64_t *value)
{
    const struct tw_family *family = candidates->family;
    const size_t bytes = family->field_count * sizeof *value;
    for (;;) {
        unsigned index = candidates->next++;
        const int64_t *found = find(candidates, index);
        if (!found) return false;
        bool is_again = index > 0 && memcmp(found, candidates->first, bytes) == 0;
        if (is_again || !tw_family_accepts(family, found, candidates->target)) continue;
        memcpy(value, found, bytes);
        return true;
    }
}

uint64_t tw_candidates_varied(const struct tw_family *family, const int64_t *given,
                              const struct tw_target *target)
{
    struct tw_candidates candidates = tw_candidates_of(family, given, target);
    int64_t value[TW_MAX_FIELDS];
    uint64_t varied = 0;
    while (tw_candidates_next(&candidates, value)) {
        for (unsigned f = 0; f < family->field_count; f++)
            varied |= (uint64_t)(value[f] != candidates.first[f]) << f;
    }
    if (candidates.failed || candidates.too_many) varied = UINT64_MAX;
    tw_candidates_free(&candidates);
    return varied;
}

bool tw_family_searches(const struct tw_family *family)
{
    return family->candidates || family->description;
}

uint64_t tw_family_open(const struct tw_family *family, const int64_t *given, const int64_t *resolved)
{
    uint64_t open = 0;
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        bool is_word = field->kind == TW_FIELD_ENUM && given[f] != resolved[f];
        if ((field->roles & TW_FIELD_PROBLEM) || (given[f] != TW_DERIVED && !is_word)) continue;
        open |= tw_field_bit(f);
    }
    return open;
}

bool tw_family_allows(const struct tw_family *family, const int64_t *given, uint64_t open,
                      const struct tw_target *target, const int64_t *value)
{
    int64_t filled[TW_MAX_FIELDS];
    for (unsigned f = 0; f < family->field_count; f++)
        filled[f] = tw_has_field(open, f) ? value[f] : given[f];
    tw_family_resolve(family, filled, target);
    return memcmp(filled, value, family->field_count * sizeof *value) == 0;
}

int64_t tw_field_ungiven(const struct tw_field_info *field)
{
    const bool is_open = field->declared && field->declared->count > 1 && !(field->roles & TW_FIELD_PROBLEM);
    return is_open ? TW_DERIVED : field->fallback;
}

void tw_variant_given(const struct tw_family *family, const struct tw_variant *variant, int64_t *given)
{
    for (unsigned f = 0; f < family->field_count; f++)
        given[f] = tw_has_field(variant->given, f) ? variant->value[f] : tw_field_ungiven(&family->fields[f]);
}

bool tw_family_same_problem(const struct tw_family *family, const int64_t *a, const int64_t *b)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        if ((family->fields[f].roles & TW_FIELD_PROBLEM) && a[f] != b[f]) return false;
    }
    return true;
}

void tw_family_add_keys(const struct tw_family *family, uint64_t fields, struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < family->field_count; f++) {
        if (!tw_has_field(fields, f)) continue;
        tw_text_addf(text, "%s%s", separator, family->fields[f].key);
        separator = ", ";
    }
}
