/*
 * texts.h - equal texts become one: a set of strings that others own, in which each text is found at its first address.
 * Values of text fields (gen/family.h) are compared as addresses, so whoever makes them passes them through one set.
 *
 * Memory law: the set owns its own memory, not the texts. Initialise with {0}; tw_texts_free releases it.
 */
#ifndef TW_GEN_CONFIG_TEXTS_H
#define TW_GEN_CONFIG_TEXTS_H

#include "gen/config/index_set.h"
#include "gen/family.h"

struct tw_texts {
    const char **text;
    size_t capacity;
    uint32_t count;
    struct tw_index_set set;
};

/* The first text of the set that equals `text`: `text` itself when there was none. NULL: out of memory. */
const char *tw_texts_first(struct tw_texts *texts, const char *text);

/* Replaces the texts among a variant's values by the first of each. False: out of memory. */
bool tw_texts_unite(struct tw_texts *texts, const struct tw_family *family, int64_t *value);

void tw_texts_free(struct tw_texts *texts);

#endif
