/* The variant a plan takes: the only one given, the best of wisdom that fits, or the model's cheapest. */
#include <string.h>

#include "gen/layout/predict.h"
#include "tune/plan/planner.h"

struct search {
    const struct tw_variants *space;
    const struct tw_family *family;
    struct tw_target target;
};

/* ---- the rule ---- */

struct candidate {
    const struct tw_variant *variant; /* NULL: none yet */
    uint64_t wavefronts;
    uint32_t shared_bytes;
};

static bool is_possible(const struct search *search, const int64_t *value, struct tw_text *reason)
{
    return tw_family_accept(search->family, value, &search->target, reason);
}

/* The model knows what the fields that a sweep tries by itself cost; between two variants that differ in
   others it says nothing. */
static bool model_compares(const struct tw_family *family, const int64_t *a, const int64_t *b)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        if (!family->fields[f].swept && a[f] != b[f]) return false;
    }
    return true;
}

/* *shape is made anew. */
static struct candidate cost(const struct search *search, const struct tw_variant *variant,
                             struct tw_shape *shape)
{
    struct tw_predicted predicted = {0};
    if (tw_family_shape(search->family, variant->value, &search->target, shape))
        predicted = tw_predict_sum(search->family, variant->value, shape);
    return (struct candidate){variant, tw_counts_wavefronts(&predicted.counts), tw_shape_shared_bytes(shape)};
}

static bool is_cheaper(const struct candidate *a, const struct candidate *b)
{
    return a->wavefronts != b->wavefronts ? a->wavefronts < b->wavefronts : a->shared_bytes < b->shared_bytes;
}

/* Counts the possible variants and takes the best by rule;
   *reason says why the first is none that is not possible; where memory ran out, there is none, and reason->failed. */
static const struct tw_variant *choose_by_rule(const struct search *search, size_t *possible,
                                               struct tw_text *reason)
{
    struct candidate best = {0};
    struct tw_text unused = {0};
    struct tw_shape shape = {0};
    *possible = 0;
    for (size_t i = 0; i < search->space->count && !shape.failed; i++) {
        const struct tw_variant *variant = &search->space->variant[i];
        tw_text_clear(&unused);
        if (!is_possible(search, variant->value, reason->length ? &unused : reason)) continue;
        ++*possible;
        if (best.variant && !model_compares(search->family, best.variant->value, variant->value)) continue;
        struct candidate candidate = cost(search, variant, &shape);
        if (!best.variant || is_cheaper(&candidate, &best)) best = candidate;
    }
    tw_text_free(&unused);
    if (shape.failed) tw_text_fail(reason);
    if (shape.failed) best.variant = NULL;
    tw_shape_free(&shape);
    return best.variant;
}

/* ---- what is picked ---- */

void tw_pick_free(struct tw_pick *pick)
{
    tw_text_free(&pick->told);
    tw_text_free(&pick->note);
    tw_text_free(&pick->checked);
}

void tw_pick_take(struct tw_pick *pick, const struct tw_family *family, const int64_t *value,
                  enum tw_grounds grounds)
{
    tw_text_clear(&pick->told);
    pick->own = *pick->variant;
    memcpy(pick->value, value, family->field_count * sizeof *value);
    pick->own.value = pick->value;
    pick->variant = &pick->own;
    pick->grounds = grounds;
}

/* The first candidate of any variant, where none of a description's defaults is possible. TW_MEMORY. */
static int take_first(const struct search *search, struct tw_pick *pick)
{
    int64_t given[TW_MAX_FIELDS], value[TW_MAX_FIELDS];
    bool found = false, failed = false;
    for (size_t i = 0; i < search->space->count && !found && !failed; i++) {
        pick->variant = &search->space->variant[i];
        tw_variant_given(search->family, pick->variant, given);
        struct tw_candidates candidates = tw_candidates_of(search->family, given, &search->target);
        found = tw_candidates_next(&candidates, value);
        failed = candidates.failed;
        tw_candidates_free(&candidates);
    }
    if (found) tw_pick_take(pick, search->family, value, TW_GROUNDS_RULE);
    if (found) tw_text_add(&pick->told, "the first that the constraints allow");
    if (!found) pick->variant = NULL;
    return failed ? TW_MEMORY : TW_OK;
}

/* ---- wisdom ---- */

/* Texts of a space and of wisdom are equal at different places. */
static bool are_equal(const struct tw_family *family, const int64_t *a, const int64_t *b)
{
    unsigned f = 0;
    while (f < family->field_count && tw_field_equal(&family->fields[f], a[f], b[f])) f++;
    return f == family->field_count;
}

static const struct tw_variant *find_variant(const struct search *search, const int64_t *value)
{
    for (size_t i = 0; i < search->space->count; i++) {
        const struct tw_variant *variant = &search->space->variant[i];
        if (are_equal(search->family, variant->value, value)) return variant;
    }
    return NULL;
}

/* Whether the values are those of the space's only variant, but for fields that its family may choose. */
static bool leaves_open(const struct search *search, const int64_t *value)
{
    const struct tw_variant *variant = &search->space->variant[0];
    int64_t given[TW_MAX_FIELDS];
    if (search->space->count > 1 || !tw_family_searches(search->family)) return false;
    tw_variant_given(search->family, variant, given);
    uint64_t open = tw_family_open(search->family, given, variant->value);
    return tw_family_same_problem(search->family, value, variant->value) &&
           tw_family_allows(search->family, given, open, &search->target, value);
}

/* The values, with texts of the space's first variant in place of equal ones, so that they are equal as numbers. */
static void adopt_texts(const struct search *search, const int64_t *value, int64_t *adopted)
{
    const int64_t *own = search->space->variant[0].value;
    for (unsigned f = 0; f < search->family->field_count; f++)
        adopted[f] = tw_field_equal(&search->family->fields[f], value[f], own[f]) ? own[f] : value[f];
}

/* The variant that did best of those that are in the space and possible on this device. */
static bool take_best(const struct search *search, const struct tw_wisdom *wisdom, struct tw_pick *pick)
{
    struct tw_text unused = {0};
    bool found = false;
    for (size_t i = 0; i < wisdom->count && !found; i++) {
        int64_t value[TW_MAX_FIELDS];
        adopt_texts(search, wisdom->value + i * search->family->field_count, value);
        const struct tw_variant *variant = find_variant(search, value);
        if ((!variant && !leaves_open(search, value)) || !is_possible(search, value, &unused)) continue;
        if (variant)
            pick->variant = variant;
        else
            tw_pick_take(pick, search->family, value, pick->grounds);
        pick->wisdom = wisdom;
        pick->rank = i + 1;
        found = true;
    }
    tw_text_free(&unused);
    return found;
}

/* The best-matching file that knows a variant of the space; of equals the one added last. */
static void consult(const struct search *search, const struct tw_device *device,
                    const struct tw_wisdom *wisdom, struct tw_pick *pick)
{
    static const enum tw_grounds levels[] = {TW_GROUNDS_DEVICE, TW_GROUNDS_ARCHITECTURE};
    for (size_t level = 0; level < sizeof levels / sizeof *levels; level++) {
        for (const struct tw_wisdom *w = wisdom; w; w = w->next) {
            if (w->family != search->family || tw_wisdom_match(w, device) != levels[level]) continue;
            if (!take_best(search, w, pick)) continue;
            pick->grounds = levels[level];
            return;
        }
    }
}

/* Whether one variant is all there is; *failed: memory ran out before that was known. */
static bool is_given(const struct search *search, bool *failed)
{
    const struct tw_variants *space = search->space;
    int64_t given[TW_MAX_FIELDS], value[TW_MAX_FIELDS];
    if (space->count > 1) return false;
    tw_variant_given(search->family, &space->variant[0], given);
    if (search->family->description) return !tw_family_open(search->family, given, space->variant[0].value);
    struct tw_candidates candidates = tw_candidates_of(search->family, given, &search->target);
    bool alone = !tw_candidates_next(&candidates, value) || !tw_candidates_next(&candidates, value);
    *failed = candidates.failed;
    tw_candidates_free(&candidates);
    return alone;
}

int tw_plan_choose(const struct tw_variants *space, const struct tw_device *device,
                   const struct tw_wisdom *wisdom, struct tw_pick *pick, struct tw_error *error)
{
    struct search search = {space, space->family, tw_device_target(device)};
    struct tw_text reason = {0};
    bool failed = false;
    *pick = (struct tw_pick){.grounds = is_given(&search, &failed) ? TW_GROUNDS_GIVEN : TW_GROUNDS_RULE};
    if (failed) return tw_fail(error, TW_MEMORY, "out of memory");
    pick->variant = choose_by_rule(&search, &pick->possible, &reason);
    int code = TW_OK;
    if (!pick->variant && space->family->description && !reason.failed && take_first(&search, pick))
        tw_text_fail(&reason);
    if (!pick->variant && reason.failed)
        code = tw_fail(error, TW_MEMORY, "out of memory");
    else if (!pick->variant)
        code = tw_fail_at(error, TW_INPUT, space->file, 0, 0, "no variant is possible on %s: %s",
                          device->name, tw_text_string(&reason));
    if (!code && pick->grounds == TW_GROUNDS_RULE) consult(&search, device, wisdom, pick);
    tw_text_free(&reason);
    return code;
}
