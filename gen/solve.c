#include "gen/solve.h"

#include <assert.h>
#include <string.h>

#include "gen/predict.h"

struct search {
    const struct tw_family *family;
    const struct tw_target *target;
    int64_t value[TW_MAX_FIELDS];
    int pad, swizzle; /* field numbers */
};

static uint64_t wavefronts(const struct tw_prediction *prediction)
{
    return tw_counts_wavefronts(&prediction->counts);
}

static uint64_t ideal(const struct tw_prediction *prediction)
{
    return tw_accesses_ideal(prediction->accesses, prediction->access_count);
}

static uint32_t shared_bytes(const struct search *search)
{
    struct tw_kernel kernel = {0};
    search->family->shape(search->value, &kernel);
    return kernel.shared_bytes;
}

/* The best padding for the swizzle now set in search->value; the first ideal one ends the search. */
static struct tw_solution best_pad(struct search *search, int64_t limit, struct tw_text *reason)
{
    struct tw_solution best = {0};
    for (int64_t pad = 0; pad <= limit && !best.ideal; pad++) {
        struct tw_prediction prediction;
        search->value[search->pad] = pad;
        tw_text_clear(reason);
        if (!search->family->accept(search->value, search->target, reason)) break;
        tw_predict(search->family, search->value, &prediction);
        if (best.possible && wavefronts(&prediction) >= best.wavefronts) continue;
        best = (struct tw_solution){.possible = true,
                                    .ideal = wavefronts(&prediction) == ideal(&prediction),
                                    .pad = pad,
                                    .bytes = shared_bytes(search),
                                    .wavefronts = wavefronts(&prediction)};
    }
    return best;
}

static bool cheaper(const struct tw_solution *a, const struct tw_solution *b)
{
    if (!a->possible || !b->possible) return a->possible;
    if (a->wavefronts != b->wavefronts) return a->wavefronts < b->wavefronts;
    return a->bytes < b->bytes;
}

bool tw_solve(const struct tw_family *family, const int64_t *value, const struct tw_target *target,
              int64_t pad_limit, struct tw_solutions *solutions, struct tw_text *reason)
{
    struct search search = {.family = family, .target = target};
    struct tw_text why_not = {0};
    memcpy(search.value, value, family->field_count * sizeof *value);
    search.pad = tw_family_field(family, "IPAD");
    search.swizzle = tw_family_field(family, "swizzle");
    assert(search.pad >= 0 && search.swizzle >= 0);
    *solutions = (struct tw_solutions){.best = -1};
    for (int swizzle = 0; swizzle < (int)TW_SWIZZLES; swizzle++) {
        search.value[search.swizzle] = swizzle;
        solutions->swizzle[swizzle] = best_pad(&search, pad_limit, &why_not);
        if (swizzle == TW_SWIZZLE_NONE && !solutions->swizzle[swizzle].possible)
            tw_text_add(reason, tw_text_part(reason, &why_not));
        bool first = solutions->best < 0 && solutions->swizzle[swizzle].possible;
        if (first || (solutions->best >= 0 &&
                      cheaper(&solutions->swizzle[swizzle], &solutions->swizzle[solutions->best]))) {
            solutions->best = swizzle;
        }
    }
    tw_text_free(&why_not);
    search.value[search.pad] = 0;
    search.value[search.swizzle] = TW_SWIZZLE_NONE;
    if (solutions->best < 0) return false;
    struct tw_prediction bare;
    tw_predict(family, search.value, &bare);
    solutions->bare_bytes = shared_bytes(&search);
    solutions->bare_wavefronts = wavefronts(&bare);
    solutions->ideal_wavefronts = ideal(&bare);
    return true;
}
