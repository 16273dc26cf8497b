/* The search: for each swizzle the padding with the fewest wavefronts, and the cheapest of these. */
#include "gen/layout/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "gen/layout/bankmap.h"
#include "gen/layout/predict.h"

struct search {
    const struct tw_family *family;
    const struct tw_solve_for *wanted;
    int64_t value[TW_MAX_FIELDS];
    struct tw_shape shape; /* of the value at hand */
    bool failed;           /* memory ran out */
    int pad, swizzle;      /* field numbers; -1: the family has no such field */
};

static void set(struct search *search, int field, int64_t value)
{
    if (field >= 0) search->value[field] = value;
}

/* Wavefronts and their ideal on a machine that is imagined, or of what is not predicted as it is undefined: by the bank map. */
static void imagine(struct search *search, struct tw_solution *solution)
{
    struct tw_layout tile;
    for (unsigned number = 0; tw_family_layout(search->family, search->value, number, &tile); number++) {
        struct tw_bankmap map;
        search->failed |= !tw_bankmap_make(search->family, search->value, number, &search->shape,
                                           &search->wanted->machine, &map);
        for (unsigned i = 0; i < map.access_count; i++) {
            solution->wavefronts += map.accesses[i].wavefronts;
            solution->ideal_wavefronts += map.accesses[i].ideal;
        }
        tw_bankmap_free(&map);
    }
}

/* What the layout now set in search->value costs. */
static struct tw_solution cost(struct search *search, int64_t pad)
{
    struct tw_shape *shape = &search->shape;
    if (!tw_family_shape(search->family, search->value, search->wanted->target, shape)) {
        search->failed = true;
        return (struct tw_solution){0};
    }
    struct tw_solution solution = {.possible = true, .pad = pad, .bytes = tw_shape_shared_bytes(shape)};
    if (tw_bank_machine_is_usual(&search->wanted->machine) && !shape->undefined) {
        struct tw_predicted predicted = tw_predict_sum(search->family, search->value, shape);
        search->failed |= shape->failed;
        solution.wavefronts = tw_counts_wavefronts(&predicted.counts);
        solution.ideal_wavefronts = predicted.ideal;
    } else {
        imagine(search, &solution);
    }
    solution.ideal = solution.wavefronts == solution.ideal_wavefronts;
    return solution;
}

/* Accepted on the target, and of accesses that the machine's banks can serve. */
static bool is_possible(const struct search *search, struct tw_text *reason)
{
    const struct tw_bank_machine *machine = &search->wanted->machine;
    return tw_family_accept(search->family, search->value, search->wanted->target, reason) &&
           (tw_bank_machine_is_usual(machine) ||
            tw_bankmap_fits(search->family, search->value, machine, reason));
}

/* The best padding for the swizzle now set in search->value; the first ideal one ends the search. */
static struct tw_solution best_pad(struct search *search, struct tw_text *reason)
{
    struct tw_solution best = {0};
    int64_t limit = search->wanted->pad_limit;
    if (search->pad < 0) limit = 0;
    for (int64_t pad = 0; pad <= limit && !best.ideal; pad++) {
        set(search, search->pad, pad);
        tw_text_clear(reason);
        if (!is_possible(search, reason)) break;
        struct tw_solution one = cost(search, pad);
        if (!best.possible || one.wavefronts < best.wavefronts) best = one;
    }
    return best;
}

static bool cheaper(const struct tw_solution *a, const struct tw_solution *b)
{
    if (!a->possible || !b->possible) return a->possible;
    if (a->wavefronts != b->wavefronts) return a->wavefronts < b->wavefronts;
    return a->bytes < b->bytes;
}

static void try_swizzle(struct search *search, int swizzle, struct tw_solutions *solutions,
                        struct tw_text *why_not)
{
    struct tw_solution *one = &solutions->swizzle[swizzle];
    set(search, search->swizzle, swizzle);
    *one = best_pad(search, why_not);
    if (!one->possible) return;
    if (solutions->best < 0 || cheaper(one, &solutions->swizzle[solutions->best])) solutions->best = swizzle;
}

bool tw_solve(const struct tw_family *family, const int64_t *value, const struct tw_solve_for *wanted,
              struct tw_solutions *solutions, struct tw_text *reason)
{
    struct search search = {.family = family,
                            .wanted = wanted,
                            .pad = tw_family_role(family, TW_FIELD_PADDING),
                            .swizzle = tw_family_role(family, TW_FIELD_SWIZZLE)};
    struct tw_text why_not = {0};
    memcpy(search.value, value, family->field_count * sizeof *value);
    assert(search.pad >= 0 || search.swizzle >= 0);
    *solutions = (struct tw_solutions){.best = -1};
    unsigned swizzles = search.swizzle < 0 ? 1 : TW_SWIZZLES;
    for (unsigned swizzle = 0; swizzle < swizzles; swizzle++) {
        try_swizzle(&search, (int)swizzle, solutions, &why_not);
        if (swizzle == TW_SWIZZLE_NONE && solutions->best < 0)
            tw_text_add(reason, tw_text_part(reason, &why_not));
    }
    tw_text_free(&why_not);
    set(&search, search.pad, 0);
    set(&search, search.swizzle, TW_SWIZZLE_NONE);
    if (solutions->best >= 0 && tw_family_accepts(family, search.value, wanted->target))
        solutions->bare = cost(&search, 0);
    tw_shape_free(&search.shape);
    if (search.failed) tw_text_fail(reason);
    return solutions->best >= 0 && !search.failed;
}
