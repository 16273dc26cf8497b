/* What a variant must meet to be accepted, in parts that each depend on some of the fields alone. */
#include <string.h>

#include "gen/described/parts.h"

static unsigned first_derived(const struct tw_description *description)
{
    return description->field_count + TW_DESCRIBED_MACHINES;
}

/* ---- what a condition depends on ---- */

static void use(const struct tw_description *description, const struct tw_expression *expression,
                struct tw_condition *condition)
{
    for (unsigned f = 0; f < description->field_count; f++)
        condition->fields |= (uint64_t)tw_expression_uses(expression, f) << f;
    for (unsigned d = 0; d < description->derived_count; d++)
        condition->derived |= (uint64_t)tw_expression_uses(expression, first_derived(description) + d) << d;
}

/* Also what the derived values use, of which each uses earlier ones. */
static void use_derived(const struct tw_description *description, struct tw_condition *condition)
{
    for (unsigned d = description->derived_count; d-- > 0;) {
        if (condition->derived >> d & 1) use(description, description->derived[d], condition);
    }
}

/* Whether a text in the JSON has the name as a word. */
static bool says(const cJSON *node, const char *name)
{
    bool found = cJSON_IsString(node) && tw_described_mentions(node->valuestring, name);
    for (const cJSON *child = node->child; child && !found; child = child->next) found = says(child, name);
    return found;
}

/* An expression uses only names that stand in its text, so launches, arguments and the reference depend on no others. */
static void use_member(const struct tw_description *description, const cJSON *member,
                       struct tw_condition *condition)
{
    for (unsigned f = 0; f < description->field_count; f++)
        condition->fields |= (uint64_t)says(member, description->names[f]) << f;
    for (unsigned d = 0; d < description->derived_count; d++)
        condition->derived |= (uint64_t)says(member, description->names[first_derived(description) + d]) << d;
}

static void use_launches(const struct tw_description *description, struct tw_condition *condition)
{
    static const char *const others[] = {"name",       "help",    "source",      "include", "options",
                                         "problem",    "derived", "constraints", "proof",   "metrics",
                                         "parameters", "roles",   "$comment"};
    for (const cJSON *member = description->node->child; member; member = member->next) {
        bool is_other = false;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            is_other |= strcmp(member->string, others[i]) == 0;
        if (!is_other) use_member(description, member, condition);
    }
}

unsigned tw_described_conditions(const struct tw_description *description, struct tw_condition *conditions)
{
    const unsigned constraints = description->constraint_count, derived = description->derived_count;
    if (!conditions) return constraints + derived + 1;
    for (unsigned i = 0; i <= constraints + derived; i++) {
        conditions[i] = (struct tw_condition){.number = i};
        if (i < constraints)
            use(description, description->constraints[i].that, &conditions[i]);
        else if (i < constraints + derived)
            conditions[i].derived = UINT64_C(1) << (i - constraints);
        else
            use_launches(description, &conditions[i]);
        use_derived(description, &conditions[i]);
    }
    return constraints + derived + 1;
}

/* ---- whether it holds ---- */

/* Derived values that the condition does not use are not computed: fields that they depend on may not be known. */
static bool compute(const struct tw_description *description, const struct tw_condition *condition,
                    struct tw_described_values *values)
{
    struct tw_expression_fault fault;
    bool fine = true;
    for (unsigned d = 0; d < description->derived_count && fine; d++) {
        struct tw_expression_value *value = &values->value[first_derived(description) + d];
        *value = (struct tw_expression_value){.kind = TW_EXPRESSION_INTEGER};
        if (condition->derived >> d & 1)
            fine = tw_expression_evaluate(description->derived[d], values->value, value, &fault);
    }
    return fine;
}

bool tw_described_holds(const struct tw_description *description, const struct tw_condition *condition,
                        const int64_t *value, const struct tw_target *target)
{
    const unsigned constraints = description->constraint_count, derived = description->derived_count;
    struct tw_described_values values;
    struct tw_expression_value holds;
    struct tw_expression_fault fault;
    struct tw_text unused = {0};
    tw_described_set_names(description, value, target, &values);
    bool fine = compute(description, condition, &values);
    if (fine && condition->number < constraints)
        fine = tw_expression_evaluate(description->constraints[condition->number].that, values.value, &holds,
                                      &fault) &&
               tw_expression_is_true(&holds);
    else if (fine && condition->number == constraints + derived)
        fine = tw_described_launchable(&values, target, &unused);
    tw_text_free(&unused);
    return fine;
}
