/*
 * record.h - the values of a variant as a record of a results file gives them (docs/results.md): each field of
 * the family under its key, as a number or one of its words.
 */
#ifndef TW_GEN_RECORD_H
#define TW_GEN_RECORD_H

#include <cJSON.h>

#include "gen/family.h"

TW_API_BEGIN

/*
 * The value that the record gives the field, as gen/family.h stores it. False, and *value is left alone, when
 * it gives none, or none that the field takes: a number must be whole, however it is written, and in the
 * field's range. Exact up to 2^53, beyond which no field goes.
 */
bool tw_record_value(const cJSON *record, const struct tw_field_info *field, int64_t *value);

/* The values of all fields; returns the number of the first without one, field_count when each has one. */
unsigned tw_record_values(const cJSON *record, const struct tw_family *family, int64_t *value);

TW_API_END
#endif
