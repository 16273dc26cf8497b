/*
 * variant_name.h - what the variants of an entry are called: the name of one from its number, the number of one from its name, and
 * whether all of them have names of their own, without a list of them.
 *
 *     name = the entry's, and for each field with several values: "_" [ key ] [ "_" ] value        pads_IPAD2_xor
 *
 * The words of an ENUM stand without its key; a word of another field has an underscore before it. A '-' becomes '_'. A text, and a word
 * that no name can hold, is its key and its place among the field's values, from 1. A number with a fraction has its key before it, and
 * its point becomes '_'.
 *
 * The variants of a numbered entry are called after their numbers in it, from 1: matmul_17.
 */
#ifndef TW_GEN_CONFIG_VARIANT_NAME_H
#define TW_GEN_CONFIG_VARIANT_NAME_H

#include "gen/config/config_value.h"

/* Appends the name of variant number `offset` of the entry. */
void tw_entry_name(const struct tw_family *family, const struct tw_entry *entry, uint64_t offset,
                   struct tw_text *name);

/* The number in the entry of a variant of that name; false: it has none. */
bool tw_entry_find(const struct tw_family *family, const struct tw_entry *entry, const char *name,
                   uint64_t *offset);

/*
 * The number in the entry of a variant whose name no kernel may have (tw_name_accept); false: there is none. It looks at each value
 * once, not at each variant. `name` is for its use; where memory ran out, name->failed is set and the answer means nothing.
 */
bool tw_entry_find_refused(const struct tw_family *family, const struct tw_entry *entry, struct tw_text *name,
                           uint64_t *offset);

/*
 * True when the names of the entry, none of which is refused, are all different: told from its values alone. False also where two
 * might be equal: a word of one field is how a longer one begins ("row", "row-col"), and the next field may go on as that does.
 */
bool tw_entry_names_differ(const struct tw_family *family, const struct tw_entry *entry);

#endif
