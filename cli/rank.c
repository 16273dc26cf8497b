/* The measures of a variant, and their order. */
#include "cli/rank.h"

#include <math.h>

struct tw_measures tw_measures_of(const struct tw_ranked *ranked, const struct tw_family *family,
                                  bool simulator)
{
    bool moves = simulator && family && family->cost == TW_COST_TRAFFIC;
    struct tw_measures measures = {{
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

int tw_measures_compare(const struct tw_measures *a, const struct tw_measures *b, enum tw_measure first,
                        enum tw_measure end)
{
    for (unsigned i = first; i < end; i++) {
        if (a->value[i] != b->value[i]) return a->value[i] < b->value[i] ? -1 : 1;
    }
    return 0;
}
