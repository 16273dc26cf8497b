/* The table of the families, how the value of a field is shown, and helpers for template data. */
#include "gen/family.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/escape.h"
#include "base/families.h"
#include "gen/described/description.h"

_Static_assert(TW_MAX_FIELDS <= 64, "a bit of a set for each field");

#define X(name) extern const struct tw_family tw_family_##name;
TW_FAMILIES(X)
#undef X

const struct tw_rendering tw_rendering_main = {"", "", "", false};

const char *const tw_element_words[] = {
#define X(constant, name, scalar, bytes, components, exact) name,
    TW_ELEMENTS(X)
#undef X
        NULL,
};

const struct tw_family *const tw_families[] = {
#define X(name) &tw_family_##name,
    TW_FAMILIES(X)
#undef X
        NULL,
};

const struct tw_family *tw_family_find(const char *name)
{
    for (size_t i = 0; tw_families[i]; i++) {
        if (strcmp(tw_families[i]->name, name) == 0) return tw_families[i];
    }
    return NULL;
}

int tw_family_field(const struct tw_family *family, const char *key)
{
    for (unsigned i = 0; i < family->field_count; i++) {
        if (strcmp(family->fields[i].key, key) == 0) return (int)i;
    }
    return -1;
}

int tw_family_role(const struct tw_family *family, enum tw_field_role role)
{
    for (unsigned i = 0; i < family->field_count; i++) {
        if (family->fields[i].roles & (unsigned)role) return (int)i;
    }
    return -1;
}

void tw_family_resolve(const struct tw_family *family, int64_t *value, const struct tw_target *target)
{
    if (family->description)
        tw_described_resolve(family->description, value, target);
    else
        family->resolve(value, target);
}

bool tw_family_accept(const struct tw_family *family, const int64_t *value, const struct tw_target *target,
                      struct tw_text *reason)
{
    return family->description ? tw_described_accept(family->description, value, target, reason)
                               : family->accept(value, target, reason);
}

int tw_family_violated(const struct tw_family *family, const int64_t *value, const struct tw_target *target)
{
    return family->description ? tw_described_violated(family->description, value, target) : -1;
}

bool tw_family_excludes(const struct tw_family *family, const int64_t *value,
                        const struct tw_axis *const *axes, const struct tw_target *target)
{
    return family->description && tw_described_excludes(family->description, value, axes, target);
}

unsigned tw_family_conditions(const struct tw_family *family, struct tw_condition *conditions)
{
    return family->description ? tw_described_conditions(family->description, conditions) : 0;
}

bool tw_family_holds(const struct tw_family *family, const struct tw_condition *condition,
                     const int64_t *value, const struct tw_target *target)
{
    return tw_described_holds(family->description, condition, value, target);
}

void tw_family_addresses(const struct tw_family *family, const int64_t *value, unsigned access,
                         unsigned first, unsigned count, uint32_t *addr)
{
    if (family->description)
        tw_described_addresses(family->description, value, access, first, count, addr);
    else
        family->addresses(value, access, first, count, addr);
}

bool tw_family_accepts(const struct tw_family *family, const int64_t *value, const struct tw_target *target)
{
    struct tw_text unused = {0};
    bool accepts = tw_family_accept(family, value, target, &unused);
    tw_text_free(&unused);
    return accepts;
}

bool tw_family_shape(const struct tw_family *family, const int64_t *value, const struct tw_target *target,
                     struct tw_shape *shape)
{
    assert(tw_family_accepts(family, value, target));
    tw_shape_clear(shape);
    if (!tw_shape_reserve(shape)) return false;
    if (family->description)
        tw_described_shape(family->description, value, target, shape);
    else
        family->shape(value, shape);
    assert(shape->failed || (shape->launch_count >= 1 && shape->work.elements >= 1));
    return !shape->failed;
}

bool tw_family_relaxed(const struct tw_family *family, const int64_t *value, const struct tw_target *target,
                       int64_t relaxed[TW_MAX_FIELDS])
{
    memcpy(relaxed, value, family->field_count * sizeof *value);
    return family->relax && family->relax(relaxed) && tw_family_accepts(family, relaxed, target);
}

bool tw_family_layout(const struct tw_family *family, const int64_t *value, unsigned number,
                      struct tw_layout *layout)
{
    if (family->description) return tw_described_tile(family->description, value, number, layout);
    if (number == 0) return family->tile && family->tile(value, layout);
    return number == 1 && family->second_tile && family->second_tile(value, layout);
}

void tw_access_list_add(struct tw_access_list *list, struct tw_access_info info)
{
    struct tw_access_info *grown = list->info;
    if (list->shape)
        grown = tw_shape_extend(list->shape, grown, list->count, sizeof *grown);
    else if (list->count == list->room)
        grown = realloc(grown, (list->room = list->room ? 2 * list->room : 16) * sizeof *grown);
    list->failed |= !grown;
    if (!grown) return;
    list->info = grown;
    grown[list->count++] = info;
}

void tw_access_list_free(struct tw_access_list *list)
{
    if (!list->shape) free(list->info);
    *list = (struct tw_access_list){0};
}

void tw_family_accesses(const struct tw_family *family, const int64_t *value, struct tw_access_list *list)
{
    if (family->description) tw_described_accesses(family->description, value, list);
    if (family->accesses) family->accesses(value, list);
    for (unsigned i = 0; i < list->count; i++) assert(list->info[i].passes >= 1);
}

struct tw_renderings tw_family_renderings(const struct tw_family *family, const int64_t *value)
{
    static const struct tw_rendering *const itself[] = {&tw_rendering_main};
    return family->renderings ? family->renderings(value)
                              : (struct tw_renderings){itself, 1, &tw_rendering_main};
}

const char *tw_field_text(const struct tw_field_info *field, int64_t value)
{
    return field->kind == TW_FIELD_TEXT && value > 0 ? (const char *)(intptr_t)value : NULL;
}

int64_t tw_text_value(const char *text)
{
    assert((intptr_t)text > 0);
    return (int64_t)(intptr_t)text;
}

bool tw_field_equal(const struct tw_field_info *field, int64_t a, int64_t b)
{
    const char *text = tw_field_text(field, a), *other = tw_field_text(field, b);
    return text && other ? strcmp(text, other) == 0 : a == b;
}

double tw_field_real(const char *word)
{
    const bool negative = *word == '-';
    double value = 0;
    tw_text_read_double(word + negative, strlen(word + negative), &value);
    return negative ? -value : value;
}

struct tw_field_value tw_field_value_of(const struct tw_field_info *field, int64_t value)
{
    struct tw_field_value result = {field->key, false, value, tw_field_text(field, value), field->is_real};
    bool is_enum = field->kind == TW_FIELD_ENUM,
         is_extra_word = !is_enum && !result.text && field->words && value < field->low;
    if (is_enum || is_extra_word) result.text = field->words[is_enum ? value : value - TW_WORD(0)];
    result.is_word = result.text;
    return result;
}

static void add_value(const struct tw_field_value *field, struct tw_text *text,
                      void (*add_word)(struct tw_text *text, const char *word))
{
    if (field->is_word)
        add_word(text, field->text);
    else
        tw_text_addf(text, "%" PRId64, field->number);
}

void tw_field_value_add(const struct tw_field_value *field, struct tw_text *text)
{
    add_value(field, text, tw_text_add);
}

void tw_field_value_add_json(const struct tw_field_value *field, struct tw_text *text)
{
    add_value(field, text, field->is_real ? tw_text_add : tw_escape_json);
}
