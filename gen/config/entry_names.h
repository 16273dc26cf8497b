/*
 * entry_names.h - whether all variants of a config's entries have names of their own, as the entries come.
 *
 * The names of the first entries, up to TW_MAX_LISTED together, are compared as a list, by their hashes. An entry beyond is a space:
 * its names are compared by what its values add to a name (gen/config/variant_name.h), so that time and memory do not depend on how
 * many they are. Two spaces of which one is named as the other begins are refused, though their names may differ.
 */
#ifndef TW_GEN_CONFIG_ENTRY_NAMES_H
#define TW_GEN_CONFIG_ENTRY_NAMES_H

#include "gen/config/config_value.h"
#include "gen/config/index_set.h"

#define TW_MAX_LISTED (1u << 20)

/* Initialise with {0}. */
struct tw_entry_names {
    struct tw_text name;       /* of the variant that is looked at                 */
    struct tw_index_set taken; /* the listed variants, by name: their numbers      */
    uint32_t listed;           /* how many they are                                */
    bool has_spaces;           /* an entry is not listed                           */
};

enum tw_names_verdict {
    TW_NAMES_FINE,
    TW_NAME_REFUSED,    /* `name` is one that no kernel may have (tw_name_accept)                      */
    TW_NAME_USED,       /* `name` is a variant's of the entry *earlier too, which may be the last      */
    TW_NAMES_ALIKE,     /* a space begins as another one                                               */
    TW_NAMES_AMBIGUOUS, /* a space may have a name twice (tw_entry_names_differ)                       */
    TW_NAMES_NO_MEMORY
};

/* Takes the names of the last of `count` entries, of which the others were taken so before. */
enum tw_names_verdict tw_entry_names_take(struct tw_entry_names *names, const struct tw_family *family,
                                          struct tw_entry *entries, size_t count,
                                          const struct tw_entry **earlier);

void tw_entry_names_free(struct tw_entry_names *names);

#endif
