/* Numbers from JSON, and their values. */
#include "gen/described/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An expression that owns the table of its names. */
struct owned {
    struct tw_expression expression;
    const char *names[];
};

static int fail_expression(const struct tw_json *json, const cJSON *node, const char *what,
                           const struct owned *owned, const struct tw_expression_fault *fault,
                           struct tw_error *error)
{
    struct tw_text said = {0}, right = {0};
    tw_text_add(&said, what);
    tw_expression_add_fault(node->valuestring, owned->names, fault, &right);
    return tw_json_fail(json, tw_json_entry(node), TW_AT_VALUE, &said, &right, error);
}

static int read_expression(const struct tw_json *json, const cJSON *node, const char *const *names,
                           bool indexed, const char *what, struct tw_described_number *number,
                           struct tw_error *error)
{
    struct tw_expression_fault fault;
    size_t count = 0;
    while (names && names[count]) count++;
    struct owned *owned = calloc(1, sizeof *owned + (count + 2) * sizeof *owned->names);
    if (!owned) return tw_fail(error, TW_MEMORY, "out of memory");
    if (count) memcpy(owned->names, names, count * sizeof *names);
    if (indexed) owned->names[count] = TW_DESCRIBED_INDEX;
    number->expression = &owned->expression; /* the first member: free() takes both */
    if (tw_expression_read(node->valuestring, owned->names, TW_EXPRESSION_HOST, number->expression, &fault))
        return TW_OK;
    return fail_expression(json, node, what, owned, &fault, error);
}

int tw_described_number_read(const struct tw_json *json, const cJSON *node, const char *const *names,
                             bool indexed, const char *what, struct tw_described_number *number,
                             struct tw_error *error)
{
    struct tw_text said = {0}, right = {0};
    *number = (struct tw_described_number){.entry = tw_json_entry(node)};
    if (cJSON_IsString(node)) return read_expression(json, node, names, indexed, what, number, error);
    if (cJSON_IsNumber(node)) {
        if (tw_json_integer(json, number->entry, &number->value.integer)) return TW_OK;
        number->value.kind = TW_EXPRESSION_DOUBLE;
        number->value.number = node->valuedouble;
        if (isfinite(node->valuedouble)) return TW_OK;
    }
    if (cJSON_IsBool(node)) {
        number->value.integer = cJSON_IsTrue(node);
        return TW_OK;
    }
    tw_text_add(&said, what);
    tw_text_add(&right, "a value is a finite number, or a text that is an expression");
    return tw_json_fail(json, number->entry, TW_AT_VALUE, &said, &right, error);
}

void tw_described_number_free(struct tw_described_number *number)
{
    free(number->expression);
    *number = (struct tw_described_number){0};
}

unsigned tw_described_index_of(const struct tw_expression *expression)
{
    unsigned index = 0;
    while (expression->names[index + 1]) index++;
    return index;
}

bool tw_described_number_value(const struct tw_described_number *number,
                               const struct tw_expression_value *values, const char *what,
                               struct tw_expression_value *result, struct tw_text *reason)
{
    const struct tw_expression *expression = number->expression;
    struct tw_expression_fault fault;
    if (!expression) *result = number->value;
    if (!expression || tw_expression_evaluate(expression, values, result, &fault)) return true;
    tw_text_addf(reason, "%s: ", what);
    tw_expression_add_fault(expression->text, expression->names, &fault, reason);
    return false;
}

bool tw_described_truncate(const struct tw_expression_value *value, int64_t *integer)
{
    if (value->kind == TW_EXPRESSION_INTEGER) *integer = value->integer;
    if (value->kind != TW_EXPRESSION_DOUBLE) return value->kind == TW_EXPRESSION_INTEGER;
    if (!(value->number >= -0x1p63 && value->number < 0x1p63)) return false;
    *integer = (int64_t)value->number;
    return true;
}

bool tw_described_whole(const struct tw_expression_value *value, int64_t *integer)
{
    return tw_described_truncate(value, integer) &&
           (value->kind == TW_EXPRESSION_INTEGER || (double)*integer == value->number);
}

bool tw_described_is_word(const struct tw_expression_value *value, const char *word)
{
    return value->kind == TW_EXPRESSION_WORD && strlen(word) == value->length &&
           memcmp(word, value->word, value->length) == 0;
}

bool tw_described_element_named(const struct tw_expression_value *value, enum tw_element *element)
{
    for (unsigned i = 0; i < TW_ELEMENT_COUNT; i++) {
        if (!tw_described_is_word(value, tw_element_info((enum tw_element)i)->name)) continue;
        *element = (enum tw_element)i;
        return true;
    }
    return false;
}

void tw_described_say_value(const struct tw_expression_value *value, struct tw_text *text)
{
    if (value->kind == TW_EXPRESSION_WORD)
        tw_text_addf(text, "\"%.*s\"", (int)value->length, value->word);
    else if (value->kind == TW_EXPRESSION_DOUBLE)
        tw_text_add_number(text, value->number);
    else
        tw_text_addf(text, "%" PRId64, value->integer);
}

bool tw_described_number_integer(const struct tw_described_number *number,
                                 const struct tw_expression_value *values, const char *what, int64_t low,
                                 int64_t high, int64_t *result, struct tw_text *reason)
{
    struct tw_expression_value value;
    if (!tw_described_number_value(number, values, what, &value, reason)) return false;
    if (tw_described_whole(&value, result) && *result >= low && *result <= high) return true;
    tw_text_addf(reason, "%s is ", what);
    tw_described_say_value(&value, reason);
    tw_text_addf(reason, ", and must be an integer from %" PRId64 " to %" PRId64, low, high);
    return false;
}
