/* Values read back from records. */
#include "gen/record.h"

#include <assert.h>

#include "gen/config_value.h"

#define EXACT (INT64_C(1) << 53) /* integers that a double holds */

static bool read_number(const struct tw_field_info *field, double number, int64_t *value)
{
    assert(field->low >= -EXACT && field->high <= EXACT);
    bool fits = field->kind == TW_FIELD_INT && number >= (double)field->low && number <= (double)field->high;
    if (!fits || (double)(int64_t)number != number) return false;
    *value = (int64_t)number;
    return true;
}

bool tw_record_value(const cJSON *record, const struct tw_field_info *field, int64_t *value)
{
    const cJSON *node = cJSON_GetObjectItemCaseSensitive(record, field->key);
    if (cJSON_IsString(node)) return tw_field_word(field, node->valuestring, value);
    return cJSON_IsNumber(node) && read_number(field, node->valuedouble, value);
}

unsigned tw_record_values(const cJSON *record, const struct tw_family *family, int64_t *value)
{
    unsigned field = 0;
    while (field < family->field_count && tw_record_value(record, &family->fields[field], &value[field]))
        field++;
    return field;
}
