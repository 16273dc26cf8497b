/* Which entry of the store says most about what a plan leaves open. */
#include <string.h>

#include "gen/choice/candidates.h"
#include "tune/plan/store.h"

static bool fits(const struct tw_store_entry *entry, const struct tw_store_request *request)
{
    if (entry->family != request->family || entry->effort < request->least) return false;
    if (request->open & ~entry->searched || !tw_store_is_current(entry)) return false;
    if (!tw_family_same_problem(entry->family, entry->value, request->resolved)) return false;
    return tw_family_accepts(entry->family, entry->value, request->target) &&
           tw_family_allows(entry->family, request->given, request->open, request->target, entry->value);
}

static bool says_more(const struct tw_store_entry *a, const struct tw_store_entry *b)
{
    return a->effort != b->effort ? a->effort > b->effort : strcmp(a->time, b->time) > 0;
}

const struct tw_store_entry *tw_store_find(const struct tw_stores *stores,
                                           const struct tw_store_request *request)
{
    const struct tw_store_entry *best = NULL;
    for (size_t i = 0; i < stores->count; i++) {
        const struct tw_store *store = &stores->list[i];
        for (size_t k = 0; k < store->count; k++) {
            const struct tw_store_entry *entry = &store->entries[k];
            if (fits(entry, request) && (!best || says_more(entry, best))) best = entry;
        }
    }
    return best;
}
