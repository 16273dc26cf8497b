/* A hash table with linear probing, at most half full. */
#include "gen/config/index_set.h"

#include <stdlib.h>

/* The first empty slot from the hash's own place on, passing over taken ones (linear probing). */
static struct tw_index_slot *empty_slot(struct tw_index_slot *slots, size_t capacity, uint64_t hash)
{
    size_t at = hash & (capacity - 1);
    while (slots[at].index != TW_NO_INDEX) at = (at + 1) & (capacity - 1);
    return &slots[at];
}

static bool grow(struct tw_index_set *set)
{
    size_t capacity = set->capacity ? set->capacity * 2 : 16;
    struct tw_index_slot *slots = malloc(capacity * sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < capacity; i++) slots[i].index = TW_NO_INDEX;
    for (size_t i = 0; i < set->capacity; i++) {
        if (set->slots[i].index == TW_NO_INDEX) continue;
        *empty_slot(slots, capacity, set->slots[i].hash) = set->slots[i];
    }
    free(set->slots);
    set->slots = slots;
    set->capacity = capacity;
    return true;
}

bool tw_index_set_add(struct tw_index_set *set, uint64_t hash, uint32_t index, tw_index_same *same,
                      const void *entries, uint32_t *earlier)
{
    if (set->count * 2 >= set->capacity && !grow(set)) return false;
    size_t at = hash & (set->capacity - 1);
    for (; set->slots[at].index != TW_NO_INDEX; at = (at + 1) & (set->capacity - 1)) {
        *earlier = set->slots[at].index;
        if (set->slots[at].hash == hash && same(entries, *earlier, index)) return true;
    }
    set->slots[at] = (struct tw_index_slot){hash, index};
    set->count++;
    *earlier = TW_NO_INDEX;
    return true;
}

void tw_index_set_free(struct tw_index_set *set)
{
    free(set->slots);
    *set = (struct tw_index_set){0};
}
