/* What the lanes of a warp have is joined by instructions for whole warps where any order gives the same: the variables of
   templates/reduce/reduce_warp.cu.mustache, whose first lines say what each means. */
#include "gen/families/reduce/algebra.h"

static bool is_unsigned(enum tw_element element)
{
    return tw_element_info(element)->scalar == TW_UNSIGNED;
}

/* What the instruction for a warp makes of the values of parts, or NULL if there is none that does what is needed. */
static const char *function_of(const struct tw_reduce *r, enum tw_element value)
{
    switch (r->op) {
    case REDUCE_MIN:
    case REDUCE_ARGMIN:
        return "min";
    case REDUCE_MAX:
    case REDUCE_ARGMAX:
        return "max";
    case REDUCE_SUM:
    case REDUCE_MEAN:
    case REDUCE_NORM2:
    case REDUCE_DOT:
        return tw_element_info(value)->scalar == TW_FLOAT ? NULL : "add";
    default:
        return NULL;
    }
}

/* Values and places: those of ties last are the greatest. Keys of floats are signed. */
static void describe_places(const struct tw_reduce *r, const int64_t *value, enum tw_element kept,
                            struct tw_data *data)
{
    bool least = r->op == REDUCE_ARGMIN, last = value[REDUCE_ties] == REDUCE_LAST, below = !is_unsigned(kept);
    tw_data_string(data, "key", below ? "int" : "unsigned");
    tw_data_flag(data, "float_keys", kept == TW_FLOAT32);
    tw_data_string(data, "nan_key", least ? "(int)0x80000000" : "0x7fffffff");
    tw_data_string(data, "no_key", below ? least ? "0x7fffffff" : "(int)0x80000000" : least ? "~0u" : "0u");
    tw_data_string(data, "of_equals", last ? "max" : "min");
    tw_data_string(data, "no_place", last ? "0u" : "~0u");
}

bool tw_reduce_joins_by_warp(const struct tw_reduce *r)
{
    struct tw_reduce_member part[TW_MEMBERS_MAX];
    if (!tw_reduce_any_order(r) || tw_reduce_part_form(r) == FORM_PAIRED) return false;
    tw_reduce_part_members(r, part);
    return tw_bytes_of(part[0].element) == 4 && function_of(r, part[0].element);
}

void tw_reduce_warp_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    struct tw_reduce_member part[TW_MEMBERS_MAX];
    bool has_parts = tw_reduce_joins_by_warp(r);
    bool has_states = tw_reduce_gives_places(r->op) && tw_bytes_of(r->members[0].element) == 4;
    if (has_parts) tw_reduce_part_members(r, part);
    tw_data_flag(data, "warp_parts", has_parts);
    tw_data_string(data, "warp_function", has_parts ? function_of(r, part[0].element) : "");
    tw_data_flag(data, "warp_states", has_states);
    if (has_states) describe_places(r, value, r->members[0].element, data);
}
