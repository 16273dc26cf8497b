/* Names in a hash table, chained, the newest first; the end of a scope forgets the newest. */
#include "sim/ptx/symbols.h"

#include <string.h>

#include "base/hash.h"

static uint32_t *bucket_of(const struct tw_ptx_symbols *symbols, const char *name, size_t length)
{
    return (uint32_t *)&symbols->bucket[tw_hash(name, length) % TW_PTX_BUCKETS];
}

static struct tw_ptx_symbol *find(const struct tw_ptx_symbols *symbols, const char *name, size_t length,
                                  uint32_t scope, bool any_scope)
{
    for (uint32_t i = *bucket_of(symbols, name, length); i; i = symbols->symbols[i - 1].next) {
        struct tw_ptx_symbol *symbol = &symbols->symbols[i - 1];
        if (symbol->length != length || memcmp(symbol->name, name, length) != 0) continue;
        if (any_scope || symbol->scope == scope) return symbol;
    }
    return NULL;
}

struct tw_ptx_symbol *tw_ptx_find(const struct tw_ptx_symbols *symbols, const char *name, size_t length)
{
    return find(symbols, name, length, 0, true);
}

struct tw_ptx_symbol *tw_ptx_find_in(const struct tw_ptx_symbols *symbols, const char *name, size_t length,
                                     uint32_t scope)
{
    return find(symbols, name, length, scope, false);
}

struct tw_ptx_symbol *tw_ptx_add(struct tw_ptx_symbols *symbols, struct tw_arena *arena,
                                 const struct tw_ptx_symbol *symbol)
{
    struct tw_ptx_symbol *grown =
        tw_arena_grow(arena, symbols->symbols, symbols->count, &symbols->capacity, sizeof *grown);
    if (!grown) return NULL;
    symbols->symbols = grown;
    uint32_t *bucket = bucket_of(symbols, symbol->name, symbol->length);
    struct tw_ptx_symbol *added = &grown[symbols->count++];
    *added = *symbol;
    added->next = *bucket;
    *bucket = (uint32_t)symbols->count;
    return added;
}

void tw_ptx_forget(struct tw_ptx_symbols *symbols, size_t count)
{
    while (symbols->count > count) {
        const struct tw_ptx_symbol *last = &symbols->symbols[--symbols->count];
        *bucket_of(symbols, last->name, last->length) = last->next;
    }
}
