#include "gen/family.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"

extern const struct tw_family tw_family_tile, tw_family_transpose;

const char *const tw_element_words[] = {
#define X(constant, name, scalar, bytes, components, exact) name,
    TW_ELEMENTS(X)
#undef X
        NULL,
};

const struct tw_family *const tw_families[] = {
    &tw_family_tile,
    &tw_family_transpose,
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

struct tw_payload tw_family_payload(const struct tw_family *family, const int64_t *value)
{
    struct tw_kernel kernel = {0};
    if (family->payload) return family->payload(value);
    family->shape(value, &kernel);
    uint64_t elements = 1;
    for (int i = 0; i < 3; i++) elements *= (uint64_t)kernel.grid[i] * kernel.block[i];
    return (struct tw_payload){elements, 0};
}

struct tw_field_value tw_field_value_of(const struct tw_field_info *field, int64_t value)
{
    struct tw_field_value result = {field->key, false, value, NULL};
    bool is_enum = field->kind == TW_FIELD_ENUM,
         is_extra_word = !is_enum && field->words && value < field->low;
    if (is_enum || is_extra_word) {
        result.is_word = true;
        result.text = field->words[is_enum ? value : value - TW_WORD(0)];
    }
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
    add_value(field, text, tw_escape_json);
}

bool tw_data_add_text(cJSON *data, const char *key, struct tw_text *text)
{
    char *string = tw_text_take(text);
    bool added = string && cJSON_AddStringToObject(data, key, string);
    free(string);
    return added;
}

bool tw_data_add_text_or_false(cJSON *data, const char *key, struct tw_text *text)
{
    if (text->failed || text->length) return tw_data_add_text(data, key, text);
    tw_text_free(text);
    return cJSON_AddFalseToObject(data, key) != NULL;
}
