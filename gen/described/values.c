/* What the names of a description stand for in one variant, and expressions of them. */
#include <inttypes.h>
#include <string.h>

#include <tilewright/banks.h>

#include "gen/described/parts.h"

unsigned tw_described_name_of(const struct tw_description *description, unsigned machine)
{
    return description->field_count + machine +
           (machine == TW_DESCRIBED_MACHINES ? description->derived_count : 0);
}

int tw_described_field(const struct tw_description *description, const char *name)
{
    for (unsigned f = 0; f < description->field_count; f++) {
        if (strcmp(description->names[f], name) == 0) return (int)f;
    }
    return -1;
}

static struct tw_expression_value integer(int64_t number)
{
    return (struct tw_expression_value){.kind = TW_EXPRESSION_INTEGER, .integer = number};
}

struct tw_expression_value tw_described_field_value(const struct tw_description *description, unsigned field,
                                                    int64_t stored)
{
    const struct tw_field_value value = tw_field_value_of(&description->fields[field], stored);
    if (!value.is_word) return integer(value.number);
    if (description->fields[field].is_real)
        return (struct tw_expression_value){.kind = TW_EXPRESSION_DOUBLE,
                                            .number = tw_field_real(value.text)};
    return (struct tw_expression_value){
        .kind = TW_EXPRESSION_WORD, .length = (uint32_t)strlen(value.text), .word = value.text};
}

void tw_described_set_names(const struct tw_description *description, const int64_t *value,
                            const struct tw_target *target, struct tw_described_values *values)
{
    values->description = description;
    values->field = value;
    for (unsigned f = 0; f < description->field_count; f++)
        values->value[f] = tw_described_field_value(description, f, value[f]);
    struct tw_expression_value *machine = &values->value[tw_described_name_of(description, 0)];
    machine[TW_DESCRIBED_SM] = integer(target->sm);
    machine[TW_DESCRIBED_MULTIPROCESSORS] = integer(target->multiprocessors);
    machine[TW_DESCRIBED_WARP] = integer(TW_WARP);
    machine[TW_DESCRIBED_SHARED_LIMIT] = integer(target->shared_per_block);
    values->value[tw_described_name_of(description, TW_DESCRIBED_MACHINES)] = integer(0); /* "turn" */
}

bool tw_described_values(const struct tw_description *description, const int64_t *value,
                         const struct tw_target *target, struct tw_described_values *values,
                         struct tw_text *reason)
{
    tw_described_set_names(description, value, target, values);
    for (unsigned d = 0; d < description->derived_count; d++) {
        const unsigned name = description->field_count + TW_DESCRIBED_MACHINES + d;
        if (!tw_described_evaluate(values, description->derived[d], description->names[name],
                                   &values->value[name], reason))
            return false;
    }
    return true;
}

bool tw_described_changes(const struct tw_description *description, const struct tw_expression *expression,
                          const bool *changes)
{
    bool uses = false;
    for (unsigned i = 0; expression && description->names[i] && !uses; i++)
        uses = changes[i] && tw_expression_uses(expression, i);
    return uses;
}

bool tw_described_evaluate(const struct tw_described_values *values, const struct tw_expression *expression,
                           const char *what, struct tw_expression_value *result, struct tw_text *reason)
{
    struct tw_expression_fault fault;
    if (tw_expression_evaluate(expression, values->value, result, &fault)) return true;
    tw_text_addf(reason, "%s: ", what);
    tw_expression_add_fault(expression->text, expression->names, &fault, reason);
    return false;
}

bool tw_described_integer(const struct tw_described_values *values, const struct tw_expression *expression,
                          const char *what, int64_t low, int64_t high, int64_t *result,
                          struct tw_text *reason)
{
    struct tw_expression_value value;
    if (!expression) return true;
    if (!tw_described_evaluate(values, expression, what, &value, reason)) return false;
    int64_t whole;
    if (tw_described_whole(&value, &whole) && whole >= low && whole <= high) {
        *result = whole;
        return true;
    }
    tw_text_addf(reason, "%s is ", what);
    tw_described_say_value(&value, reason);
    tw_text_addf(reason, ", which must be an integer from %" PRId64 " to %" PRId64, low, high);
    return false;
}

bool tw_described_element(const struct tw_described_values *values, const struct tw_described_type *type,
                          const char *what, enum tw_element *element, struct tw_text *reason)
{
    *element = type->element;
    if (type->name < 0) return true;
    if (tw_described_element_named(&values->value[type->name], element)) return true;
    tw_text_addf(reason, "the type of %s, %s, is no element type", what,
                 values->description->names[type->name]);
    return false;
}

bool tw_described_resolve_given(const struct tw_described_values *values, unsigned number,
                                struct tw_described_argument *resolved, struct tw_text *reason)
{
    const struct tw_described_given *given = &values->description->arguments[number];
    struct tw_text why = {0};
    const bool fine = tw_described_resolve_argument(given->holds, values->value, resolved, &why);
    if (!fine) tw_text_addf(reason, "%s: %s", given->name, tw_text_part(reason, &why));
    tw_text_free(&why);
    return fine;
}
