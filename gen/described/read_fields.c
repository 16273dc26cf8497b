/*
 * Fields from JSON, "problem" and "parameters":
 *
 *     field  = value | values | { values, [ "default": value, "role": word, "help": text, "macro": true ] }
 *     values = [ value, ... ] | { "from", "to", ["step"] } | { "pow2": [ low, high ] } | { "values": [ ... ] }
 *     value  = integer | number with a fraction | word | true | false
 */
#include <inttypes.h>
#include <string.h>

#include "gen/described/parts.h"

#define MAX_KEY    64u   /* characters of a name */
#define MAX_VALUES 4096u /* of a list */

enum kind { INTEGERS, REALS, WORDS };

/* The values of a field, as they are read. */
struct values {
    enum kind kind;
    struct tw_axis axis; /* of integers */
    const char **words;  /* of others, NULL-terminated */
    double *reals;
    unsigned count; /* of words */
};

static bool is_integer(const struct tw_described_reader *reader, const cJSON *node, int64_t *value)
{
    if (cJSON_IsBool(node)) *value = cJSON_IsTrue(node);
    return cJSON_IsBool(node) || (tw_json_integer(reader->json, tw_json_entry(node), value) &&
                                  *value >= -TW_DESCRIBED_EXACT && *value <= TW_DESCRIBED_EXACT);
}

static const char right_value[] =
    "a value is an integer of at most 2^53, a number such as 0.5, a word, or true or false";

/* What all values of the list are, or of the one value. */
static int find_kind(const struct tw_described_reader *reader, const cJSON *first, bool is_list,
                     enum kind *kind)
{
    bool words = false, integers = false, reals = false;
    for (const cJSON *item = first; item; item = is_list ? item->next : NULL) {
        int64_t ignored;
        bool is_word =
                 cJSON_IsString(item) && tw_described_is_line(item->valuestring, strlen(item->valuestring)),
             whole = is_integer(reader, item, &ignored);
        bool written_whole = whole || (cJSON_IsNumber(item) && item->valuedouble > -TW_DESCRIBED_EXACT &&
                                       item->valuedouble < TW_DESCRIBED_EXACT);
        if (!is_word && !written_whole) return tw_described_wrong(reader, item, "no value", right_value);
        words |= is_word;
        integers |= whole;
        reals |= !is_word && !whole;
        if (words && (integers || reals))
            return tw_described_wrong(reader, item, "a value of another kind",
                                      "all values of a field are numbers, or all are words");
    }
    *kind = words ? WORDS : reals ? REALS : INTEGERS;
    return TW_OK;
}

static int twice(const struct tw_described_reader *reader, const cJSON *node)
{
    return tw_described_wrong(reader, node, "a value that is given twice", "a list holds each value once");
}

static int list_integers(const struct tw_described_reader *reader, const cJSON *first, size_t count,
                         struct values *values)
{
    int64_t *list = tw_arena_array(&reader->description->arena, count, sizeof *list);
    if (!list) return tw_described_no_memory(reader);
    const cJSON *item = first;
    for (size_t i = 0; i < count; i++, item = item->next) {
        is_integer(reader, item, &list[i]);
        for (size_t k = 0; k < i; k++) {
            if (list[k] == list[i]) return twice(reader, item);
        }
    }
    values->axis = (struct tw_axis){.count = count, .list = list};
    return TW_OK;
}

/* The word, or the number as it is written. */
static const char *spelling(const struct tw_described_reader *reader, const cJSON *item)
{
    const struct tw_json_value *place = &reader->json->values[tw_json_entry(item)];
    return cJSON_IsString(item)
               ? item->valuestring
               : tw_arena_string(&reader->description->arena, reader->json->text + place->offset,
                                 place->end - place->offset);
}

static int list_words(const struct tw_described_reader *reader, const cJSON *first, size_t count,
                      struct values *values)
{
    struct tw_arena *arena = &reader->description->arena;
    const cJSON *item = first;
    values->words = tw_arena_array(arena, count + 1, sizeof *values->words);
    values->reals = tw_arena_array(arena, count, sizeof *values->reals);
    if (!values->words || !values->reals) return tw_described_no_memory(reader);
    for (values->count = 0; values->count < count; item = item->next) {
        const unsigned i = values->count++;
        values->words[i] = spelling(reader, item);
        values->reals[i] = cJSON_IsString(item) ? 0 : item->valuedouble;
        if (!values->words[i]) return tw_described_no_memory(reader);
        for (unsigned k = 0; k < i; k++) {
            if (cJSON_IsString(item) ? strcmp(values->words[k], values->words[i]) == 0
                                     : values->reals[k] == values->reals[i])
                return twice(reader, item);
        }
    }
    return TW_OK;
}

static int read_list(const struct tw_described_reader *reader, const cJSON *node, struct values *values)
{
    const bool is_list = cJSON_IsArray(node);
    const cJSON *first = is_list ? node->child : node;
    const size_t count = is_list ? (size_t)cJSON_GetArraySize(node) : 1;
    if (!first || count > MAX_VALUES)
        return tw_described_wrong(reader, node, "no values", "a list holds 1 to 4096 values");
    int code = find_kind(reader, first, is_list, &values->kind);
    if (code) return code;
    return values->kind == INTEGERS ? list_integers(reader, first, count, values)
                                    : list_words(reader, first, count, values);
}

/* { "from", "to", "step" } */
static int read_range(const struct tw_described_reader *reader, const cJSON *node, struct values *values)
{
    static const char *const keys[] = {"from", "to", "step"};
    int64_t part[] = {0, 0, 1};
    for (int i = 0; i < 3; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(node, keys[i]);
        if (!item && i == 2) continue;
        if (!item || !is_integer(reader, item, &part[i]))
            return tw_described_wrong(reader, item ? item : node, "no range",
                                      "a range is {\"from\": 0, \"to\": 8, \"step\": 2}, of whole numbers");
    }
    if (part[0] > part[1] || part[2] < 1)
        return tw_described_wrong(reader, node, "an empty range",
                                  "\"from\" is not above \"to\", and \"step\" is at least 1");
    const uint64_t count = (uint64_t)(part[1] - part[0]) / (uint64_t)part[2] + 1;
    values->axis = (struct tw_axis){count, NULL, part[0], part[2]};
    return TW_OK;
}

/* { "pow2": [ low, high ] } */
static int read_pow2(const struct tw_described_reader *reader, const cJSON *node, struct values *values)
{
    int64_t end[2] = {0, 0}, list[64];
    size_t count = 0;
    for (int i = 0; i < 2; i++) {
        const cJSON *item = cJSON_GetArrayItem(node, i);
        if (!item || !is_integer(reader, item, &end[i]) || end[i] < 1 || end[i] & (end[i] - 1)) end[0] = -1;
    }
    if (!cJSON_IsArray(node) || cJSON_GetArraySize(node) != 2 || end[0] < 1 || end[0] > end[1])
        return tw_described_wrong(
            reader, node, "no powers of two",
            "\"pow2\" is a list of two powers of two, such as [1, 8], the smaller one first");
    for (int64_t power = end[0]; power <= end[1]; power *= 2) list[count++] = power;
    int64_t *kept = tw_arena_array(&reader->description->arena, count, sizeof *kept);
    if (!kept) return tw_described_no_memory(reader);
    memcpy(kept, list, count * sizeof *kept);
    values->axis = (struct tw_axis){.count = count, .list = kept};
    return TW_OK;
}

static int read_values(const struct tw_described_reader *reader, const cJSON *node, struct values *values)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(node, "values"),
                *pow2 = cJSON_GetObjectItemCaseSensitive(node, "pow2"),
                *from = cJSON_GetObjectItemCaseSensitive(node, "from"),
                *to = cJSON_GetObjectItemCaseSensitive(node, "to");
    if (!cJSON_IsObject(node)) return read_list(reader, node, values);
    if ((list != NULL) + (pow2 != NULL) + (from || to) != 1)
        return tw_described_wrong(reader, node, "no values",
                                  "a field has \"values\", or \"from\" and \"to\", or \"pow2\"");
    return list   ? read_list(reader, list, values)
           : pow2 ? read_pow2(reader, pow2, values)
                  : read_range(reader, node, values);
}

/* ---- what the table says of a field ---- */

static bool all_types(const struct values *values)
{
    for (unsigned i = 0; i < values->count; i++) {
        if (tw_config_word(values->words[i], tw_element_words) < 0) return false;
    }
    return values->kind == WORDS;
}

/* The places of the words among those of all element types. */
static int take_elements(const struct tw_described_reader *reader, const struct values *values,
                         struct tw_field_info *info, struct tw_axis *axis)
{
    int64_t *list = tw_arena_array(&reader->description->arena, values->count, sizeof *list);
    if (!list) return tw_described_no_memory(reader);
    for (unsigned i = 0; i < values->count; i++) list[i] = tw_config_word(values->words[i], tw_element_words);
    info->words = tw_element_words;
    info->fallback = list[info->fallback];
    *axis = (struct tw_axis){.count = values->count, .list = list};
    return TW_OK;
}

/* A problem's field takes any value of its kind; a sweep tries those that it declares, if they are several. */
static int open_field(const struct tw_described_reader *reader, const struct values *values, bool is_element,
                      struct tw_field_info *info)
{
    struct tw_axis *axis = tw_arena_alloc(&reader->description->arena, sizeof *axis);
    int code = TW_OK;
    if (!axis) return tw_described_no_memory(reader);
    *axis = *info->declared;
    info->is_open = true;
    info->low = -TW_DESCRIBED_EXACT;
    info->high = TW_DESCRIBED_EXACT;
    if (is_element) {
        code = take_elements(reader, values, info, axis);
    } else if (values->kind != INTEGERS) {
        info->kind = TW_FIELD_TEXT;
        info->low = 0;
        info->fallback = TW_WORD(info->fallback);
        axis->first = TW_WORD(0);
    }
    info->declared = axis->count > 1 ? axis : NULL;
    return code;
}

static int fill_info(const struct tw_described_reader *reader, const struct values *values,
                     struct tw_field_info *info)
{
    struct tw_axis *axis = tw_arena_alloc(&reader->description->arena, sizeof *axis);
    if (!axis) return tw_described_no_memory(reader);
    *axis = values->kind == INTEGERS ? values->axis
                                     : (struct tw_axis){.count = values->count, .first = 0, .step = 1};
    info->kind = values->kind == INTEGERS ? TW_FIELD_INT : TW_FIELD_ENUM;
    info->words = values->kind == INTEGERS ? NULL : values->words;
    info->is_real = values->kind == REALS;
    info->fallback = tw_axis_value(axis, 0);
    info->declared = axis;
    info->low = info->high = info->fallback;
    for (uint64_t i = 0; i < axis->count; i += axis->list || axis->count == 1 ? 1 : axis->count - 1) {
        const int64_t value = tw_axis_value(axis, i);
        if (value < info->low) info->low = value;
        if (value > info->high) info->high = value;
    }
    return TW_OK;
}

/* "default": one of the values. */
static int read_default(const struct tw_described_reader *reader, const cJSON *node,
                        struct tw_field_info *info)
{
    const struct tw_axis *axis = info->declared;
    int64_t number = 0;
    bool found = false;
    if (!node || !axis) return TW_OK;
    for (uint64_t i = 0; i < axis->count && !found; i++) {
        const int64_t value = tw_axis_value(axis, i);
        found = info->kind == TW_FIELD_INT ? is_integer(reader, node, &number) && number == value
                : cJSON_IsString(node) ? !info->is_real && strcmp(node->valuestring, info->words[value]) == 0
                                       : cJSON_IsNumber(node) && info->is_real &&
                                             tw_field_real(info->words[value]) == node->valuedouble;
        if (found) info->fallback = value;
    }
    return found ? TW_OK
                 : tw_described_wrong(reader, node, "no value of the field",
                                      "\"default\" is one of the values that the field declares");
}

/* Whether the field can have the role: padding is a number from 0 on, a swizzle one of those that the program knows. */
static const char *wrong_role(const struct tw_field_info *info, unsigned role)
{
    static const char *const swizzles[] = {TW_SWIZZLE_WORDS(TW_WORD_OF) NULL};
    if (role == TW_FIELD_SWIZZLE) {
        for (int i = 0; swizzles[i]; i++) {
            if (info->kind != TW_FIELD_ENUM || !info->words[i] || strcmp(info->words[i], swizzles[i]) != 0)
                return "the values of a swizzle are \"none\", \"skew\", \"xor\"";
        }
        return info->words[TW_SWIZZLES] ? "a swizzle is one of \"none\", \"skew\", \"xor\"" : NULL;
    }
    return info->kind != TW_FIELD_INT || info->low < 0 ? "its values are integers from 0 on" : NULL;
}

int tw_described_role(const struct tw_described_reader *reader, const cJSON *node, unsigned field)
{
    static const char *const words[] = {"padding", "swizzle", "block x", "block y", NULL};
    static const unsigned roles[] = {TW_FIELD_PADDING, TW_FIELD_SWIZZLE, TW_FIELD_BLOCK_X, TW_FIELD_BLOCK_Y};
    struct tw_field_info *info = &reader->description->fields[field];
    const int role = cJSON_IsString(node) ? tw_config_word(node->valuestring, words) : -1;
    if (role < 0)
        return tw_described_wrong(reader, node, "no role",
                                  "\"padding\", \"swizzle\", \"block x\", \"block y\"");
    const char *why = wrong_role(info, roles[role]);
    if (why) return tw_described_wrong(reader, node, "a role that the field cannot have", why);
    for (unsigned f = 0; f < TW_MAX_FIELDS; f++) {
        if (f != field && reader->description->fields[f].roles & roles[role])
            return tw_described_wrong(reader, node, "a role that another field has", "one field has a role");
    }
    info->roles |= roles[role];
    return TW_OK;
}

/* The members beside the values. */
static int read_notes(const struct tw_described_reader *reader, const cJSON *node, unsigned number)
{
    struct tw_described_field *field = &reader->description->field[number];
    struct tw_field_info *info = &reader->description->fields[number];
    static const char *const keys[] = {"values",  "from", "to",   "step",  "pow2",
                                       "default", "role", "help", "macro", NULL};
    if (!cJSON_IsObject(node)) return TW_OK;
    int code = tw_described_known(reader, node, "a field", keys);
    const cJSON *help = cJSON_GetObjectItemCaseSensitive(node, "help"),
                *role = cJSON_GetObjectItemCaseSensitive(node, "role"),
                *macro = cJSON_GetObjectItemCaseSensitive(node, "macro");
    if (!code) code = read_default(reader, cJSON_GetObjectItemCaseSensitive(node, "default"), info);
    if (!code && role) code = tw_described_role(reader, role, number);
    if (code) return code;
    if (help && !cJSON_IsString(help))
        return tw_described_wrong(reader, help, "no text", "\"help\" is a text");
    if (macro && !cJSON_IsBool(macro))
        return tw_described_wrong(reader, macro, "neither true nor false",
                                  "\"macro\" says whether the source takes the field as a macro");
    if (help) info->help = help->valuestring;
    if (macro) field->is_macro = cJSON_IsTrue(macro);
    return TW_OK;
}

/* ---- names ---- */

static bool is_identifier(const char *name)
{
    const uint32_t length = tw_expression_name_length(name);
    return length && !name[length];
}

int tw_described_name(const struct tw_described_reader *reader, const cJSON *node)
{
    const struct tw_description *description = reader->description;
    static const char *const taken[] = {"and", "or", "not", "true", "false", "turn", "index", NULL};
    if (!is_identifier(node->string) || strlen(node->string) > MAX_KEY)
        return tw_described_wrong(reader, node, "its name is no C identifier of at most 64 characters",
                                  "a letter, then letters, digits and underscores");
    if (tw_config_word(node->string, taken) >= 0)
        return tw_described_wrong(reader, node, "its name is taken", "it means something else already");
    for (unsigned i = 0; description->names[i]; i++) {
        if (strcmp(description->names[i], node->string) == 0)
            return tw_described_wrong(reader, node, "its name is used twice",
                                      "fields and derived values have names of their own");
    }
    return TW_OK;
}

static int read_field(const struct tw_described_reader *reader, const cJSON *node, bool is_parameter)
{
    struct tw_description *description = reader->description;
    struct values values = {0};
    int code = tw_described_name(reader, node);
    if (!code && description->field_count == TW_MAX_FIELDS)
        code = tw_described_wrong(reader, node, "one field too many", "a kernel has at most 64 fields");
    if (!code) code = read_values(reader, node, &values);
    if (code) return code;
    const unsigned number = description->field_count;
    struct tw_field_info *info = &description->fields[number];
    struct tw_described_field *field = &description->field[number];
    info->key = strcmp(node->string, "name") == 0 ? "field_name" : node->string; /* a variant has a name */
    info->help = "";
    info->roles = is_parameter ? 0 : TW_FIELD_PROBLEM;
    *field = (struct tw_described_field){.is_parameter = is_parameter,
                                         .is_macro = is_parameter,
                                         .is_element = all_types(&values),
                                         .reals = values.reals};
    code = fill_info(reader, &values, info);
    if (!code) code = read_notes(reader, node, number);
    if (!code && !is_parameter) code = open_field(reader, &values, field->is_element, info);
    description->names[description->field_count++] = node->string;
    return code;
}

int tw_described_read_fields(const struct tw_described_reader *reader)
{
    static const char *const groups[] = {"problem", "parameters"};
    struct tw_description *description = reader->description;
    int code = TW_OK;
    description->fields = tw_arena_array(&description->arena, TW_MAX_FIELDS, sizeof *description->fields);
    if (!description->fields) return tw_described_no_memory(reader);
    for (int g = 0; g < 2 && !code; g++) {
        const cJSON *group = cJSON_GetObjectItemCaseSensitive(description->node, groups[g]);
        if (group && !cJSON_IsObject(group))
            return tw_described_wrong(reader, group, "no object", "it holds fields by their names");
        for (const cJSON *item = group ? group->child : NULL; item && !code; item = item->next)
            code = read_field(reader, item, g == 1);
    }
    return code;
}
