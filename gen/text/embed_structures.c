/* Structures by value in the templates of embed. */
#include "gen/text/embed_structures.h"

#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/text/embed_program.h"

#define WORD 8u /* bytes in which a launcher copies structures */

static unsigned words_of(const struct tw_argument *structure)
{
    return (unsigned)tw_ceil_div(structure->value_bytes, WORD);
}

/* ---- one structure ---- */

/* What a wrapper in CUDA puts there: n, (const void *)((const char *)a + 32), (const void *)((const char *)k_symbol(::table, result) + 0) */
static void add_part_value(const char *name, const struct tw_embed_variant *variant,
                           const struct tw_structure_member *member, struct tw_text *text)
{
    const struct tw_shape *shape = &variant->kernel->shape;
    const struct tw_argument *argument = &shape->arguments[member->argument];
    const bool is_scalar = argument->kind == TW_SCALAR;
    if (!is_scalar) tw_text_add(text, "(const void *)((const char *)");
    if (argument->kind == TW_SYMBOL) {
        tw_text_addf(text, "%s_symbol(", name);
        tw_embed_add_cuda_symbol(name, variant->kernel, argument, text);
        tw_text_add(text, ", result)");
    } else {
        tw_text_add(text, is_scalar ? "" : "(");
        tw_embed_add_address(shape, member->argument, text);
        tw_text_add(text, is_scalar ? "" : ")");
    }
    if (!is_scalar) tw_text_addf(text, " + %" PRIu64 ")", member->ahead);
}

static void describe_part(const char *name, const struct tw_embed_variant *variant,
                          const struct tw_structure_member *member, struct tw_data *data)
{
    const struct tw_shape *shape = &variant->kernel->shape;
    const struct tw_argument *argument = &shape->arguments[member->argument];
    const bool is_scalar = argument->kind == TW_SCALAR, is_symbol = argument->kind == TW_SYMBOL;
    const char *module_symbol = variant->symbols ? variant->symbols[member->argument] : argument->name;
    struct tw_text value = {0};
    add_part_value(name, variant, member, &value);
    tw_data_string(data, "part", argument->name);
    tw_data_number(data, "part_argument", is_symbol ? 0 : tw_embed_place(shape, member->argument));
    tw_data_number(data, "part_at", member->at);
    tw_data_number(data, "part_bytes", is_scalar ? (int64_t)tw_argument_bytes(argument) : 0);
    tw_data_number(data, "part_ahead", (int64_t)member->ahead);
    tw_embed_add_foreign(data, "part_symbol", is_symbol ? module_symbol : NULL);
    tw_data_text(data, "part_value", &value);
}

void tw_embed_describe_structure(const char *name, const struct tw_embed_variant *variant, unsigned number,
                                 struct tw_data *data)
{
    const struct tw_argument *structure = &variant->kernel->shape.arguments[number];
    struct tw_data parts = tw_data_list(data, "parts");
    for (unsigned i = 0; i < structure->member_count; i++) {
        struct tw_data part = tw_data_item(&parts);
        describe_part(name, variant, &structure->members[i], &part);
        tw_embed_add_comma(&part, i, structure->member_count);
    }
    tw_data_flag(data, "structure", structure->member_count > 0);
    tw_data_number(data, "part_count", structure->member_count);
    tw_data_number(data, "structure_words", structure->member_count ? words_of(structure) : 0);
    tw_data_number(data, "structure_bytes", (int64_t)structure->value_bytes);
}

/* ---- structures that are passed as a whole ---- */

bool tw_embed_is_whole(const struct tw_argument *argument)
{
    return argument->kind == TW_SCALAR && !argument->value && argument->count > 1;
}

static bool is_taken(const struct tw_shape *shape, const char *name)
{
    for (unsigned i = 0; i < shape->argument_count; i++) {
        if (strcmp(shape->arguments[i].name, name) == 0) return true;
    }
    return false;
}

void tw_embed_add_size_name(const struct tw_shape *shape, const struct tw_argument *argument,
                            struct tw_text *text)
{
    struct tw_text name = {0};
    tw_text_addf(&name, "%s_bytes", argument->name);
    while (!name.failed && is_taken(shape, tw_text_string(&name))) tw_text_add_char(&name, '_');
    tw_text_add(text, tw_text_part(text, &name));
    tw_text_free(&name);
}

/* ---- all of them ---- */

void tw_embed_note_structures(const struct tw_shape *shape, struct tw_embed_structures *structures)
{
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        structures->whole |= tw_embed_is_whole(argument);
        structures->any |= argument->member_count > 0;
        for (unsigned m = 0; m < argument->member_count; m++)
            structures->addressed |= shape->arguments[argument->members[m].argument].kind == TW_SYMBOL;
    }
    for (unsigned i = 0; i < shape->launch_count; i++) {
        const struct tw_launch *launch = &shape->launches[i];
        unsigned words = 0;
        for (unsigned p = 0; p < launch->argument_count; p++) {
            const struct tw_argument *argument = &shape->arguments[launch->argument[p]];
            if (argument->member_count) words += words_of(argument);
        }
        if (words > structures->most_words) structures->most_words = words;
    }
}

void tw_embed_describe_structures(const struct tw_embed_structures *structures, struct tw_data *data)
{
    tw_data_flag(data, "any_structures", structures->any);
    tw_data_flag(data, "any_addressed", structures->addressed);
    tw_data_flag(data, "any_whole", structures->whole);
    tw_data_number(data, "most_structure_words", structures->most_words ? structures->most_words : 1);
}
