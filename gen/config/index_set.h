/*
 * index_set.h - a hash set of indices into somebody else's array: finds the first of two equal entries.
 *
 * The set holds no keys. The caller hashes an entry (base/hash.h) and says when two entries are the same, so
 * equal hashes of different entries are harmless. Initialise with {0}; tw_index_set_free releases it.
 */
#ifndef TW_GEN_CONFIG_INDEX_SET_H
#define TW_GEN_CONFIG_INDEX_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tw_index_set {
    struct tw_index_slot {
        uint64_t hash;
        uint32_t index; /* TW_NO_INDEX: the slot is empty */
    } * slots;          /* `capacity` of them, a power of two or 0; at most half are taken */
    size_t capacity, count;
};

#define TW_NO_INDEX UINT32_MAX

/* True when entries a and b of `entries` are equal. */
typedef bool tw_index_same(const void *entries, uint32_t a, uint32_t b);

/*
 * Adds `index` unless an equal one is in the set. *earlier is that one, or TW_NO_INDEX when `index` was
 * added. False when memory ran out.
 */
bool tw_index_set_add(struct tw_index_set *set, uint64_t hash, uint32_t index, tw_index_same *same,
                      const void *entries, uint32_t *earlier);

void tw_index_set_free(struct tw_index_set *set);

#endif
