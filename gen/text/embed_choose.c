/* What the launchers know of problems and devices, to choose a variant by. */
#include "gen/text/embed_choose.h"

#include <inttypes.h>

#include "base/escape.h"
#include "gen/described/sized/sized.h"
#include "gen/text/embed_program.h"

/* The members of the problem's struct. */
static void describe_members(const struct tw_family *family, struct tw_data *data)
{
    struct tw_data list = tw_data_list(data, "members");
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        struct tw_text member = {0};
        if (!(field->roles & TW_FIELD_PROBLEM)) continue;
        struct tw_data item = tw_data_item(&list);
        tw_field_add_member(field, &member);
        tw_data_text(&item, "member", &member);
        tw_data_string(&item, "key", field->key);
        tw_data_flag(&item, "measured", tw_field_is_measured(field));
    }
}

/* What the rank rests on: "measured", "counted", "ranked by dram__bytes_read.sum". */
static void describe_how(const struct tw_embed_measured *measured, struct tw_data *data)
{
    struct tw_text how = {0}, text = {0};
    if (measured->us > 0)
        tw_text_add(&how, "measured");
    else if (measured->by)
        tw_text_addf(&how, "ranked by %s", measured->by);
    else
        tw_text_add(&how, measured->simulated ? "counted" : "ranked");
    tw_escape_code(&text, tw_text_part(&text, &how));
    tw_data_text(data, "how", &text);
    tw_text_free(&how);
}

static void describe_measured(const struct tw_embed *embed, struct tw_data *data)
{
    struct tw_data list = tw_data_list(data, "measurements");
    for (size_t i = 0; i < embed->measured_count; i++) {
        const struct tw_embed_measured *measured = &embed->measured[i];
        struct tw_data item = tw_data_item(&list);
        struct tw_text us = {0};
        tw_data_number(&item, "measured_variant", (int64_t)measured->variant);
        tw_embed_add_foreign(&item, "device", measured->device);
        tw_data_number(&item, "device_sm", measured->sm);
        tw_data_number(&item, "device_multiprocessors", measured->multiprocessors);
        tw_text_add_double(&us, measured->us, 3);
        tw_data_text(&item, "device_us", &us);
        describe_how(measured, &item);
    }
    tw_data_number(data, "measurement_count", (int64_t)embed->measured_count);
}

void tw_embed_describe_choices(const struct tw_embed *embed, struct tw_data *data)
{
    unsigned room = 1;
    for (size_t i = 0; i < embed->count; i++) {
        const struct tw_shape *shape = &embed->variants[i].kernel->shape;
        if (shape->argument_count + 1 > room) room = shape->argument_count + 1; /* and the scratch */
    }
    tw_data_flag(data, "chooses", embed->chooses);
    tw_data_number(data, "room", room);
    if (!embed->chooses) return;
    describe_members(embed->family, data);
    describe_measured(embed, data);
}

/* The problem that the variant was measured on: 64, "float32" */
static void add_own(const struct tw_family *family, const int64_t *value, struct tw_text *text)
{
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        const struct tw_field_value own = tw_field_value_of(field, value[f]);
        if (!(field->roles & TW_FIELD_PROBLEM)) continue;
        tw_text_add(text, text->length ? ", " : "");
        if (tw_field_is_measured(field)) {
            tw_text_addf(text, "INT64_C(%" PRId64 ")", own.number);
            continue;
        }
        tw_text_add_char(text, '"');
        if (own.is_word)
            tw_escape_code(text, own.text);
        else
            tw_text_addf(text, "%" PRId64, own.number);
        tw_text_add_char(text, '"');
    }
}

void tw_embed_describe_choice(const struct tw_embed *embed, size_t number, struct tw_data *data)
{
    const struct tw_embed_variant *variant = &embed->variants[number];
    struct tw_text own = {0};
    add_own(embed->family, variant->value, &own);
    tw_data_text(data, "own", &own);
    if (embed->family->description) {
        tw_described_size(embed->family->description, variant->value, embed->target, embed->name,
                          variant->kernel->name, data);
    } else {
        tw_data_flag(data, "sized", false);
        tw_data_number(data, "part_words", 0);
        tw_data_string(data, "own_problem", "its problem is compiled in");
    }
}

void tw_embed_describe_parts(const struct tw_data *list, struct tw_data *data)
{
    const cJSON *variant;
    int room = 0;
    cJSON_ArrayForEach(variant, list->value)
    {
        const cJSON *words = cJSON_GetObjectItemCaseSensitive(variant, "part_words");
        if (cJSON_IsNumber(words) && words->valueint > room) room = words->valueint;
    }
    tw_data_flag(data, "any_parts", room > 0);
    tw_data_number(data, "part_room", room);
}
