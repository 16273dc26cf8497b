/* Which entry of the store says most about what a plan leaves open. */
#include <string.h>

#include "gen/candidates.h"
#include "plan/store.h"

static bool is_possible(const struct tw_store_request *request, const int64_t *value)
{
    struct tw_text unused = {0};
    bool possible = request->family->accept(value, request->target, &unused);
    tw_text_free(&unused);
    return possible;
}

static bool fits(const struct tw_store_entry *entry, const struct tw_store_request *request)
{
    if (entry->family != request->family || entry->effort < request->least) return false;
    if (request->open & ~entry->searched || !tw_store_is_current(entry)) return false;
    for (unsigned f = 0; f < request->family->field_count; f++) {
        if (!(request->open >> f & 1u) && entry->value[f] != request->resolved[f]) return false;
    }
    return is_possible(request, entry->value);
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
