/*
 * renamed.h - values that earlier versions wrote otherwise (struct tw_renamed of gen/family.h): results and wisdom that hold one are
 * read as if they held what it is now; a config that holds one is refused, and told what to write.
 */
#ifndef TW_GEN_CONFIG_RENAMED_H
#define TW_GEN_CONFIG_RENAMED_H

#include <cJSON.h>

#include "gen/family.h"

TW_API_BEGIN

/*
 * The value of field number `field` where the variant's members hold what an earlier version wrote for it: as gen/family.h stores
 * it, or TW_DERIVED where the other fields tell it. False, and *value is left alone: they hold nothing of the kind. `problem` holds
 * the fields of the problem: the same object, or in wisdom another.
 */
bool tw_renamed_value(const struct tw_family *family, unsigned field, const cJSON *variant,
                      const cJSON *problem, int64_t *value);

/* The fields (bit i: field i) that stand for what was a field of that key; 0: there was none. */
uint64_t tw_renamed_fields(const struct tw_family *family, const char *key);

/* Adds what a config writes instead of `node`, a member of a variant: 'write "lanes": 4 where "along" is "rows"'; instead of the
   first value of a list that was renamed, or of a range. False: nothing is known to be of an earlier version. A number that its
   field still takes, with another meaning, is for the family's accept to refuse. */
bool tw_renamed_advise(const struct tw_family *family, const cJSON *node, struct tw_text *text);

/* The fields (bit i: field i) that a variant does not name, as earlier versions did not know them. */
uint64_t tw_renamed_unknown(const struct tw_family *family, const cJSON *variant);

TW_API_END
#endif
