/* The measures of a variant, and their order. */
#include "tune/rank.h"

#include <math.h>
#include <string.h>

struct tw_measures tw_measures_of(const struct tw_ranked *ranked, enum tw_cost cost, bool simulator)
{
    bool moves = simulator && cost == TW_COST_TRAFFIC;
    struct tw_measures measures = {{
        [TW_BY_STOPPED] = ranked->stopped,
        [TW_BY_COST] = ranked->cost,
        [TW_BY_SECTORS] = simulator ? ranked->sectors / ranked->elements : 0,
        [TW_BY_REQUESTS] = moves ? ranked->requests / ranked->elements : 0,
        [TW_BY_BLOCKS] = moves ? -ranked->blocks : 0,
        [TW_BY_BYTES] = ranked->shared_bytes / ranked->threads,
        [TW_BY_WARPS] = simulator ? -ranked->warps : 0,
        [TW_BY_PADDING] = ranked->padding,
        [TW_BY_NUMBER] = ranked->number,
    }};
    for (int i = 0; i < TW_MEASURES; i++) { /* nothing per nothing: last, for an order needs it */
        if (isnan(measures.value[i])) measures.value[i] = INFINITY;
    }
    return measures;
}

const char *tw_measure_better(enum tw_measure measure)
{
    static const char *const words[TW_MEASURES] = {
        [TW_BY_STOPPED] = "timed to its end",
        [TW_BY_COST] = "a lower cost",
        [TW_BY_SECTORS] = "fewer sectors of global memory",
        [TW_BY_REQUESTS] = "fewer requests of shared memory",
        [TW_BY_BLOCKS] = "more blocks per SM",
        [TW_BY_BYTES] = "fewer shared bytes per thread",
        [TW_BY_WARPS] = "more warps per SM",
        [TW_BY_PADDING] = "less padding",
        [TW_BY_NUMBER] = "the order of the config",
    };
    return words[measure];
}

void tw_cost_add_unit(enum tw_cost cost, bool described, bool simulator, const char *by, bool own,
                      struct tw_text *text)
{
    bool moves = cost == TW_COST_TRAFFIC;
    if (by)
        tw_text_add(text, by);
    else if (simulator)
        tw_text_add(text, moves ? "wavefronts, and 4 per sector," : "wavefronts");
    else
        tw_text_add(text, "ns");
    if (by && (own || !tw_metric_is_sum(by))) return;
    tw_text_add(text, simulator && described ? " per 1000 units of work" : " per 1000 elements");
}

bool tw_metric_is_sum(const char *name)
{
    const char *end = strrchr(name, '.');
    return end ? strcmp(end, ".sum") == 0 : strcmp(name, "occupancy_percent") != 0;
}

int tw_measures_compare(const struct tw_measures *a, const struct tw_measures *b, enum tw_measure first,
                        enum tw_measure end)
{
    for (unsigned i = first; i < end; i++) {
        if (a->value[i] != b->value[i]) return a->value[i] < b->value[i] ? -1 : 1;
    }
    return 0;
}
