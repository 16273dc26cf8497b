/* The table of the fields, and what those mean that are texts. */
#include "gen/families/permute/fields.h"

const struct tw_field_info tw_permute_fields[PERMUTE_FIELD_COUNT] = {TW_PERMUTE_FIELDS(TW_FIELD_INFO)};

static const char *text_of(const int64_t *value, enum tw_permute_field field)
{
    return tw_field_text(&tw_permute_fields[field], value[field]);
}

bool tw_permute_read(const int64_t *value, struct tw_permutation *permutation, struct tw_text *reason)
{
    const struct tw_permute_texts texts = {
        .axes = text_of(value, PERMUTE_axes),
        .shape = text_of(value, PERMUTE_shape),
        .sizes = text_of(value, PERMUTE_sizes),
        .in_strides = text_of(value, PERMUTE_in_strides),
        .out_strides = text_of(value, PERMUTE_out_strides),
        .in_offset = value[PERMUTE_in_offset],
        .out_offset = value[PERMUTE_out_offset],
    };
    return tw_permutation_read(&texts, permutation, reason);
}

struct tw_permutation tw_permute_problem(const int64_t *value)
{
    struct tw_permutation problem = {0};
    if (tw_permute_read(value, &problem, NULL)) tw_permutation_canonical(&problem, &problem);
    return problem;
}
