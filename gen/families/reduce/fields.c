/* The table of fields, and what is said of one. */
#include "gen/families/reduce/fields.h"

#include <inttypes.h>

#include "base/whole.h"

const struct tw_field_info tw_reduce_fields[] = {TW_REDUCE_FIELDS(TW_FIELD_INFO)};

/* clang-format off */
#define TOLD(key) {key, NULL, TW_DERIVED} /* by the other fields */
#define STAGED(number)                                                                                                              \
    {{"staged", NULL, number}, {"along", "rows", 0},     {{"schedule", "staged", 0},   {"row_lanes", NULL, number}}},               \
    {{"staged", NULL, number}, {"along", "segments", 0}, {{"schedule", "balanced", 0}, {"leaves", NULL, number}, TOLD("row_lanes")}}
const struct tw_renamed tw_reduce_renamed[] = {
    {{"staged", NULL, 0}, {"along", "rows", 0},     {{"schedule", "direct", 0}, TOLD("row_lanes")}},
    {{"staged", NULL, 0}, {0},                      {TOLD("schedule"), TOLD("row_lanes")}},
    STAGED(1), STAGED(2), STAGED(4), STAGED(8),
};
/* clang-format on */

const char *tw_reduce_word(const int64_t *value, enum tw_reduce_field field)
{
    return tw_reduce_fields[field].words[value[field]];
}

bool tw_reduce_accept_power(const int64_t *value, enum tw_reduce_field field, struct tw_text *reason)
{
    if (tw_is_power_of_two((uint64_t)value[field])) return true;
    tw_text_addf(reason, "%s is %" PRId64 "; the tree needs a power of two", tw_reduce_fields[field].key,
                 value[field]);
    return false;
}
