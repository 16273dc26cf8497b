/* What an argument is once the names have values. */
#include <string.h>

#include "gen/described/argument_parts.h"

unsigned tw_described_bytes(const struct tw_described_argument *argument)
{
    return tw_element_info(argument->type)->bytes;
}

bool tw_described_is_laid_out(const struct tw_described_argument *argument)
{
    return argument->members || argument->listed || argument->is_null || argument->size || argument->address;
}

bool tw_described_is_pointer(const struct tw_described_argument *argument)
{
    return argument->is_null || argument->is_buffer || argument->address;
}

bool tw_described_is_too_large(const struct tw_described_argument *argument)
{
    return argument->count > argument->most_bytes / tw_described_bytes(argument);
}

void tw_described_set_value(struct tw_described_argument *argument, const struct tw_expression_value *value)
{
    const bool is_double = value->kind == TW_EXPRESSION_DOUBLE;
    argument->is_integer = !is_double;
    argument->value = is_double ? value->number : (double)value->integer;
    if (!tw_described_truncate(value, &argument->integer))
        argument->integer = argument->value < 0 ? INT64_MIN : INT64_MAX;
}

/* ---- values ---- */

/* Can the argument take its elements from a file of that type? Vectors take components, and bfloat16 takes words of 16 bits. */
static bool holds(const struct tw_described_argument *argument, enum tw_element type)
{
    const struct tw_element_info *wanted = tw_element_info(argument->type), *given = tw_element_info(type);
    bool same = wanted->scalar == given->scalar && wanted->component_bytes == given->component_bytes;
    return same || (argument->type == TW_BFLOAT16 && type == TW_UINT16);
}

static int count_bytes(struct tw_described_argument *argument, struct tw_error *error)
{
    const unsigned element = tw_described_bytes(argument);
    if (argument->file_has_type && !holds(argument, argument->file_type))
        return tw_fail(error, TW_INPUT, "its elements are %s, not %s",
                       tw_element_info(argument->file_type)->name, tw_element_info(argument->type)->name);
    if (!argument->byte_count || argument->byte_count % element)
        return tw_fail(error, TW_INPUT, "its %zu bytes are no elements of %u", argument->byte_count, element);
    argument->value_count = argument->byte_count / element;
    if (argument->count && argument->count != argument->value_count)
        return tw_fail(error, TW_INPUT, "it has %llu elements, and \"count\" says %llu",
                       (unsigned long long)argument->value_count, (unsigned long long)argument->count);
    return TW_OK;
}

int tw_described_count_values(struct tw_described_argument *argument, struct tw_error *error)
{
    const unsigned components = tw_element_info(argument->type)->components;
    if (argument->bytes) {
        int code = count_bytes(argument, error);
        if (code) return code;
    } else if (argument->number_count % components) {
        return tw_fail(error, TW_INPUT, "its %zu values are no elements of %u", argument->number_count,
                       components);
    } else {
        argument->value_count = argument->number_count / components;
    }
    if (argument->is_buffer && !argument->count && !argument->counted.expression)
        argument->count = argument->value_count;
    return TW_OK;
}

/* ---- resolving ---- */

static bool resolve_type(struct tw_described_argument *argument, const struct tw_expression_value *values,
                         struct tw_text *reason)
{
    if (argument->type_name < 0) return true;
    const struct tw_expression_value *value = &values[argument->type_name];
    if (tw_described_element_named(value, &argument->type)) return true;
    tw_text_add(reason, "type is ");
    tw_described_say_value(value, reason);
    tw_text_add(reason, ", and must be an element type, such as float32");
    return false;
}

static bool resolve_count(struct tw_described_argument *argument, const struct tw_expression_value *values,
                          struct tw_text *reason)
{
    int64_t count;
    if (!argument->counted.expression) return true;
    argument->entry = argument->counted.entry;
    if (!tw_described_number_integer(&argument->counted, values, "count", 1, (int64_t)argument->most_bytes,
                                     &count, reason))
        return false;
    argument->count = (uint64_t)count;
    return true;
}

static bool resolve_values(struct tw_described_argument *argument, struct tw_text *reason)
{
    struct tw_error why = TW_ERROR_INIT;
    if (argument->fill != TW_FILL_VALUES || !tw_described_count_values(argument, &why)) return true;
    tw_text_addf(reason, "%s: %s", argument->file ? argument->file : "values", why.message);
    tw_error_free(&why);
    return false;
}

/* Whether a value that an expression gave is one of the type; both readings of an integer's bits will do. */
static bool fits(const struct tw_described_argument *argument, const struct tw_expression_value *value)
{
    const struct tw_element_info *type = tw_element_info(argument->type);
    int64_t integer;
    if (value->kind == TW_EXPRESSION_WORD) return false;
    if (!argument->has_type || type->scalar == TW_FLOAT || type->scalar == TW_BFLOAT) return true;
    if (!tw_described_truncate(value, &integer)) return false;
    if (value->kind == TW_EXPRESSION_DOUBLE && value->number != (double)integer) return false;
    const unsigned bits = 8 * type->component_bytes;
    return bits == 64 || (integer >= -((int64_t)1 << (bits - 1)) && integer < (int64_t)1 << bits);
}

bool tw_described_take_value(struct tw_described_argument *argument, const struct tw_expression_value *value,
                             struct tw_text *reason)
{
    if (fits(argument, value)) {
        tw_described_set_value(argument, value);
        return true;
    }
    tw_text_add(reason, "value is ");
    tw_described_say_value(value, reason);
    tw_text_addf(reason, ", which is no %s",
                 argument->has_type ? tw_element_info(argument->type)->name : "number");
    return false;
}

static bool resolve_value(struct tw_described_argument *argument, const struct tw_expression_value *values,
                          struct tw_text *reason)
{
    struct tw_expression_value value;
    const struct tw_expression *expression = argument->valued.expression;
    if (!expression || (argument->fill == TW_FILL_INDEXED &&
                        tw_expression_uses(expression, tw_described_index_of(expression))))
        return true;
    argument->entry = argument->valued.entry;
    argument->fill = TW_FILL_VALUE;
    return tw_described_number_value(&argument->valued, values, "value", &value, reason) &&
           tw_described_take_value(argument, &value, reason);
}

bool tw_described_resolve_argument(const struct tw_described_argument *argument,
                                   const struct tw_expression_value *values,
                                   struct tw_described_argument *resolved, struct tw_text *reason)
{
    const uint32_t entry = argument->entry;
    *resolved = *argument;
    resolved->values = values;
    if (!resolve_type(resolved, values, reason) || !resolve_count(resolved, values, reason) ||
        !resolve_value(resolved, values, reason))
        return false;
    resolved->entry = entry;
    if (!resolve_values(resolved, reason)) return false;
    if (!resolved->has_type || !tw_described_is_too_large(resolved)) return true;
    tw_text_addf(reason, "its %llu elements have more than %llu bytes", (unsigned long long)resolved->count,
                 (unsigned long long)resolved->most_bytes);
    return false;
}
