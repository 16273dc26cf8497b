/*
 * record.h - the values of a variant as a record of a results file gives them (docs/results.md): each field
 * of the family under its key, as a number or one of its words; and the variants that records describe.
 */
#ifndef TW_GEN_CONFIG_RECORD_H
#define TW_GEN_CONFIG_RECORD_H

#include <cJSON.h>

#include "gen/config/config.h"

TW_API_BEGIN

/*
 * What a record of a described kernel calls a field where its own key is a column's (tune/record.h): this and the key,
 * "field_blocks_per_sm". It is so where the record has a member of that name, and the family no field of it.
 */
#define TW_RECORD_PREFIX "field_"

/* The member of the record, or of another object with fields, that is the field's; NULL: it has none. */
cJSON *tw_record_field(const cJSON *record, const struct tw_family *family, unsigned field);

/*
 * The value that the record gives the field of that number, as gen/family.h stores it. False, and *value is left alone, when
 * it gives none, or none that the field takes: a number must be whole, however it is written, and in the
 * field's range. Exact up to 2^53, beyond which no field goes. A text is the record's; see tw_texts_unite.
 * A value that an earlier version wrote otherwise is read as what it is now (gen/config/renamed.h), perhaps TW_DERIVED, which
 * tw_record_resolve replaces. `problem` holds the fields of the problem: the record too, or in wisdom another object.
 */
bool tw_record_value(const cJSON *record, const cJSON *problem, const struct tw_family *family,
                     unsigned field, int64_t *value);

/* Replaces TW_DERIVED by what the other values tell; these are all of an earlier version's fields, so the target makes no difference. */
void tw_record_resolve(const struct tw_family *family, int64_t *value);

/* The values of all fields, resolved; one that the record does not name has its default, where that is a value: so records outlive new
   fields. Returns the number of the first without one, field_count when each has one. */
unsigned tw_record_values(const cJSON *record, const struct tw_family *family, int64_t *value);

/* A record, and where it stands. */
struct tw_record {
    const cJSON *object;
    unsigned line; /* from 1 */
};

/* Records of one sweep. */
struct tw_record_set {
    const struct tw_family *family;
    const char *file;   /* that they stand in: for messages        */
    const char *config; /* that was swept: the file of the variants */
    const struct tw_record *records;
    size_t count; /* at least 1 */
};

/*
 * The variants that the records describe, in their order, as tw_config_expand makes those of a config: a
 * field that a record leaves out, being from a version without it, takes its default, chosen for the target
 * where it is derived. TW_INPUT with file and line: a name that no kernel may have or that an earlier record
 * has, a value that the field does not take, a required field that is missing; TW_MEMORY. The variants use
 * the records' names and the set's config: they are freed (tw_variants_free) before those.
 */
int tw_record_variants(const struct tw_record_set *set, const struct tw_target *target,
                       struct tw_variants *variants, struct tw_error *error);

TW_API_END
#endif
