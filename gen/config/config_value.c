/* What a config gives a field, read by config_value.h's grammar; what is wrong is said with what is right. */
#include "gen/config/config_value.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gen/config/index_set.h"
#include "gen/config/suggest.h"

/* What every function here needs. */
struct reader {
    const struct tw_json *json;
    const struct tw_field_info *field;
    const struct tw_axis_memory *memory;
    struct tw_error *error;
};

static int fail(const struct reader *reader, const cJSON *node, struct tw_text *what, struct tw_text *right)
{
    return tw_json_fail(reader->json, tw_json_entry(node), TW_AT_VALUE, what, right, reader->error);
}

static int out_of_memory(const struct reader *reader)
{
    return tw_fail_at(reader->error, TW_MEMORY, reader->json->file, 0, 0, "out of memory");
}

int tw_config_word(const char *word, const char *const *words)
{
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], word) == 0) return i;
    }
    return -1;
}

bool tw_field_word(const struct tw_field_info *field, const char *word, int64_t *value)
{
    int position = field->words ? tw_config_word(word, field->words) : -1;
    if (position >= 0) *value = field->kind == TW_FIELD_ENUM ? position : TW_WORD(position);
    return position >= 0;
}

int tw_field_real_word(const struct tw_field_info *field, double number)
{
    for (int i = 0; field->words[i]; i++) {
        if (tw_field_real(field->words[i]) == number) return i;
    }
    return -1;
}

static bool declares(const struct tw_axis *axis, int64_t number)
{
    if (!axis->list) {
        const uint64_t distance = (uint64_t)number - (uint64_t)axis->first;
        return number >= axis->first && distance % (uint64_t)axis->step == 0 &&
               distance / (uint64_t)axis->step < axis->count;
    }
    for (uint64_t i = 0; i < axis->count; i++) {
        if (axis->list[i] == number) return true;
    }
    return false;
}

bool tw_field_may_be_empty(const struct tw_field_info *field)
{
    return field->kind == TW_FIELD_TEXT && field->words && !*field->words[0];
}

bool tw_field_takes(const struct tw_field_info *field, int64_t number)
{
    return field->kind == TW_FIELD_INT && number >= field->low && number <= field->high &&
           (!field->declared || field->is_open || declares(field->declared, number));
}

void tw_config_add_words(const char *const *words, struct tw_text *text)
{
    for (size_t i = 0; words[i]; i++) {
        tw_text_add(text, i ? ", " : "");
        tw_json_add_quoted(words[i], text);
    }
}

#define LISTED 16u /* values of a field in a message */

/* "one of 16, 32, 64"; of more than a few the first and the last. */
static void add_declared(const struct tw_field_info *field, struct tw_text *text)
{
    const struct tw_axis *axis = field->declared;
    tw_text_add(text, axis->count > 1 ? "one of " : "");
    for (uint64_t i = 0; i < axis->count; i++) {
        const struct tw_field_value value = tw_field_value_of(field, tw_axis_value(axis, i));
        tw_text_add(text, i ? ", " : "");
        tw_field_value_add_json(&value, text);
        if (i + 2 != LISTED || axis->count <= LISTED) continue;
        tw_text_add(text, ", ...");
        i = axis->count - 2; /* the last is next */
    }
}

void tw_field_add_allowed(const struct tw_field_info *field, struct tw_text *text)
{
    if (field->declared && !field->is_open) {
        add_declared(field, text);
        return;
    }
    if (field->is_real) {
        tw_text_add(text, "a number");
        return;
    }
    if (field->kind == TW_FIELD_TEXT) {
        bool has_words = field->words && !tw_field_may_be_empty(field);
        if (has_words) tw_config_add_words(field->words, text);
        tw_text_addf(text, "%sa text of printable ASCII%s", has_words ? ", or " : "",
                     tw_field_may_be_empty(field) ? "" : ", not empty");
        return;
    }
    if (field->kind == TW_FIELD_ENUM) {
        tw_text_add(text, "one of ");
    } else {
        tw_text_addf(text, "an integer from %" PRId64 " to %" PRId64, field->low, field->high);
        tw_text_add(text, field->words ? ", or " : "");
    }
    if (field->words) tw_config_add_words(field->words, text);
}

/* What other languages and libraries call the words and keys that are likely meant. */
static const char *familiar(const char *word, const char *const *words)
{
    static const char *const names[][2] = {
        {"char", "int8"},       {"short", "int16"},      {"int", "int32"},        {"long", "int64"},
        {"unsigned", "uint32"}, {"float", "float32"},    {"double", "float64"},   {"half", "float16"},
        {"fp16", "float16"},    {"f16", "float16"},      {"bf16", "bfloat16"},    {"f32", "float32"},
        {"fp32", "float32"},    {"f64", "float64"},      {"fp64", "float64"},     {"int2", "int32x2"},
        {"int4", "int32x4"},    {"float2", "float32x2"}, {"float4", "float32x4"}, {"double2", "float64x2"},
        {"axis", "along"},      {"dim", "along"},        {"dtype", "type"},       {"operation", "op"},
        {"height", "rows"},     {"width", "cols"},       {"m", "rows"},           {"n", "cols"},
        {"padding", "IPAD"},    {"pad", "IPAD"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i][0], word) == 0 && tw_config_word(names[i][1], words) >= 0) return names[i][1];
    }
    return NULL;
}

void tw_config_add_suggestion(const char *word, const char *const *words, struct tw_text *text)
{
    const char *nearest = familiar(word, words);
    if (!nearest) nearest = tw_suggest(word, words);
    if (!nearest) return;
    tw_text_add(text, "; did you mean ");
    tw_json_add_quoted(nearest, text);
    tw_text_add_char(text, '?');
}

int tw_config_unknown_key(const struct tw_json *json, const cJSON *node, const char *key, const char *what,
                          const char *const *keys, struct tw_error *error)
{
    struct tw_text unknown = {0}, right = {0};
    tw_text_add(&unknown, "unknown key ");
    tw_json_add_quoted(key, &unknown);
    tw_text_addf(&right, "%s may have ", what);
    tw_config_add_words(keys, &right);
    tw_config_add_suggestion(key, keys, &right);
    return tw_json_fail(json, tw_json_entry(node), TW_AT_KEY, &unknown, &right, error);
}

static bool has_point_or_exponent(const struct tw_json *json, const cJSON *node)
{
    const struct tw_json_value *place = &json->values[tw_json_entry(node)];
    for (uint32_t i = place->offset; cJSON_IsNumber(node) && i < place->end; i++) {
        if (strchr(".eE", json->text[i])) return true;
    }
    return false;
}

/* Fails with "IPAD is VALUE at /variants/1/IPAD; it must be ...". word: the value, if it is one, for what may be meant by it; plain:
   it must be written so. Frees *value. */
static int wrong_as(const struct reader *reader, const cJSON *node, struct tw_text *value, const char *word,
                    bool plain)
{
    const struct tw_field_info *field = reader->field;
    struct tw_text what = {0}, right = {0};
    tw_text_addf(&what, "%s is %s", field->key, tw_text_part(&what, value));
    tw_text_add(&right, "it must be ");
    tw_field_add_allowed(field, &right);
    if (plain) tw_text_add(&right, ", written without a point or an exponent");
    if (word && field->words && field->kind != TW_FIELD_TEXT && !field->is_real)
        tw_config_add_suggestion(word, field->words, &right);
    tw_text_free(value);
    return fail(reader, node, &what, &right);
}

static int wrong_value(const struct reader *reader, const cJSON *node)
{
    struct tw_text value = {0};
    bool plain = reader->field->kind == TW_FIELD_INT && has_point_or_exponent(reader->json, node);
    tw_json_add_value(reader->json, tw_json_entry(node), &value);
    return wrong_as(reader, node, &value, cJSON_GetStringValue(node), plain);
}

/* The same of a value that is given without JSON. */
static int wrong_given(const struct reader *reader, const struct tw_field_value *given)
{
    struct tw_text value = {0};
    if (given->is_word)
        tw_json_add_quoted(given->text, &value);
    else
        tw_text_addf(&value, "%" PRId64, given->number);
    return wrong_as(reader, NULL, &value, given->is_word ? given->text : NULL, false);
}

/* An integer inside a range or pow2, such as "from", that must lie in low..high. */
static int bounded(const struct reader *reader, const cJSON *node, int64_t low, int64_t high, int64_t *value)
{
    if (tw_json_integer(reader->json, tw_json_entry(node), value) && *value >= low && *value <= high)
        return TW_OK;
    struct tw_text what = {0}, right = {0};
    tw_text_addf(&what, "%s has ", reader->field->key);
    if (node->string) tw_text_addf(&what, "\"%s\": ", node->string);
    tw_json_add_value(reader->json, tw_json_entry(node), &what);
    if (high == INT64_MAX)
        tw_text_addf(&right, "it must be an integer of at least %" PRId64, low);
    else
        tw_text_addf(&right, "it must be an integer from %" PRId64 " to %" PRId64, low, high);
    return fail(reader, node, &what, &right);
}

static bool is_printable(const char *text)
{
    while (*text >= ' ' && *text <= '~') text++;
    return !*text;
}

/* Whether the number, or the word or text (NULL: it is a number), is a value of the field. */
static bool is_value(const struct tw_field_info *field, const char *word, int64_t number)
{
    int64_t ignored;
    if (!word) return tw_field_takes(field, number);
    return tw_field_word(field, word, &ignored) ||
           (field->kind == TW_FIELD_TEXT && *word && is_printable(word));
}

/* The value that it is, of a field that has it. Texts are kept. */
static int take_value(const struct reader *reader, const char *word, int64_t number, int64_t *value)
{
    *value = number;
    if (!word || tw_field_word(reader->field, word, value)) return TW_OK;
    const char *text = tw_arena_string(reader->memory->arena, word, strlen(word));
    if (text) text = tw_texts_first(reader->memory->texts, text);
    if (!text) return out_of_memory(reader);
    *value = tw_text_value(text);
    return TW_OK;
}

/* The number's own word; where it has none, and the field takes others, its text. */
static int take_real(const struct reader *reader, double number, int64_t *value)
{
    const struct tw_field_info *field = reader->field;
    const int word = tw_field_real_word(field, number);
    struct tw_text text = {0};
    if (word >= 0) {
        *value = field->kind == TW_FIELD_ENUM ? word : TW_WORD(word);
        return TW_OK;
    }
    tw_text_add_number(&text, number);
    int code = text.failed ? out_of_memory(reader) : take_value(reader, tw_text_string(&text), 0, value);
    tw_text_free(&text);
    return code;
}

static bool is_real(const struct tw_field_info *field, const cJSON *node)
{
    return cJSON_IsNumber(node) && isfinite(node->valuedouble) &&
           (field->kind == TW_FIELD_TEXT || tw_field_real_word(field, node->valuedouble) >= 0);
}

/* one = integer | word | text | real */
static int read_one(const struct reader *reader, const cJSON *node, int64_t *value)
{
    if (reader->field->is_real)
        return is_real(reader->field, node) ? take_real(reader, node->valuedouble, value)
                                            : wrong_value(reader, node);
    const char *word = cJSON_GetStringValue(node);
    int64_t number = cJSON_IsTrue(node);
    bool read = word || (cJSON_IsBool(node) && (reader->field->declared || reader->field->is_open)) ||
                tw_json_integer(reader->json, tw_json_entry(node), &number);
    if (!read || !is_value(reader->field, word, number)) return wrong_value(reader, node);
    return take_value(reader, word, number, value);
}

static bool same_value(const void *entries, uint32_t a, uint32_t b)
{
    const int64_t *values = entries;
    return values[a] == values[b];
}

static int twice(const struct reader *reader, const cJSON *node)
{
    struct tw_text what = {0}, right = {0};
    tw_text_addf(&what, "%s lists ", reader->field->key);
    tw_json_add_value(reader->json, tw_json_entry(node), &what);
    tw_text_add(&what, " a second time");
    tw_text_add(&right, "a list holds each value once");
    return fail(reader, node, &what, &right);
}

/* list = "[" one { "," one } "]" */
static int read_list(const struct reader *reader, const cJSON *node, struct tw_axis *axis)
{
    axis->count = (uint64_t)cJSON_GetArraySize(node);
    int64_t *values = tw_arena_array(reader->memory->arena, axis->count, sizeof *values);
    if (!values) return out_of_memory(reader);
    axis->list = values;
    struct tw_index_set seen = {0};
    uint32_t i = 0, earlier = TW_NO_INDEX;
    int code = TW_OK;
    for (const cJSON *item = node->child; item && !code; item = item->next, i++) {
        code = read_one(reader, item, &values[i]);
        if (code) break;
        uint64_t hash = (uint64_t)values[i] * UINT64_C(0x9E3779B97F4A7C15);
        if (!tw_index_set_add(&seen, hash ^ hash >> 32, i, same_value, values, &earlier))
            code = out_of_memory(reader);
        else if (earlier != TW_NO_INDEX)
            code = twice(reader, item);
    }
    tw_index_set_free(&seen);
    return code;
}

/* A range or pow2 is wrong as a whole. */
static int wrong_span(const struct reader *reader, const cJSON *node, const char *is, const char *right_text)
{
    struct tw_text what = {0}, right = {0};
    tw_text_addf(&what, "%s %s", reader->field->key, is);
    tw_text_add(&right, right_text);
    return fail(reader, node, &what, &right);
}

/* range = { "from": integer, "to": integer, "step": integer } */
static int read_range(const struct reader *reader, const cJSON *node, struct tw_axis *axis)
{
    static const char *const keys[] = {"from", "to", "step", NULL};
    static const char help[] = "a range is {\"from\": 0, \"to\": 8, \"step\": 2}, the step may be left out; "
                               "powers of two are {\"pow2\": [1, 8]}";
    enum { FROM, TO, STEP };
    int64_t part[] = {[FROM] = 0, [TO] = 0, [STEP] = 1};
    unsigned given = 0;
    for (const cJSON *item = node->child; item; item = item->next) {
        int key = tw_config_word(item->string, keys);
        if (key < 0)
            return tw_config_unknown_key(reader->json, item, item->string, "a range", keys, reader->error);
        int64_t low = key == STEP ? 1 : reader->field->low,
                high = key == STEP ? INT64_MAX : reader->field->high;
        int code = bounded(reader, item, low, high, &part[key]);
        if (code) return code;
        given |= 1u << key;
    }
    if (!(given & 1u << FROM)) return wrong_span(reader, node, "has no \"from\"", help);
    if (!(given & 1u << TO)) return wrong_span(reader, node, "has no \"to\"", help);
    if (part[FROM] > part[TO])
        return wrong_span(reader, node, "is an empty range", "\"from\" must not be above \"to\"");
    uint64_t span = (uint64_t)part[TO] - (uint64_t)part[FROM];
    *axis = (struct tw_axis){span / (uint64_t)part[STEP] + 1, NULL, part[FROM], part[STEP]};
    return TW_OK;
}

static bool is_power_of_two(int64_t value)
{
    return value > 0 && (value & (value - 1)) == 0;
}

static int list_powers(const struct reader *reader, int64_t first, int64_t last, struct tw_axis *axis)
{
    for (int64_t power = last; power >= first; power /= 2) axis->count++;
    int64_t *values = tw_arena_array(reader->memory->arena, axis->count, sizeof *values);
    if (!values) return out_of_memory(reader);
    for (uint64_t i = 0; i < axis->count; i++) values[i] = first << i;
    axis->list = values;
    return TW_OK;
}

/* pow2 = { "pow2": [ integer, integer ] } */
static int read_pow2(const struct reader *reader, const cJSON *node, struct tw_axis *axis)
{
    static const char *const keys[] = {"pow2", NULL};
    static const char right[] =
        "it must be {\"pow2\": [1, 8]}, with two powers of two, the smaller one first";
    const cJSON *ends = cJSON_GetObjectItemCaseSensitive(node, "pow2");
    for (const cJSON *item = node->child; item; item = item->next) {
        if (item != ends)
            return tw_config_unknown_key(reader->json, item, item->string, "powers of two", keys,
                                         reader->error);
    }
    if (!cJSON_IsArray(ends) || cJSON_GetArraySize(ends) != 2) {
        return wrong_span(reader, ends, "has a \"pow2\" that is not a list of two", right);
    }
    int64_t end[2];
    for (int i = 0; i < 2; i++) {
        const cJSON *item = cJSON_GetArrayItem(ends, i);
        int code = bounded(reader, item, reader->field->low, reader->field->high, &end[i]);
        if (code) return code;
        if (!is_power_of_two(end[i]))
            return wrong_span(reader, item, "has an end of \"pow2\" that is no power of two", right);
    }
    if (end[0] > end[1]) return wrong_span(reader, ends, "has \"pow2\" ends in the wrong order", right);
    return list_powers(reader, end[0], end[1], axis);
}

/* Whether the field declares all of a range's values: there are no more of them than it has. */
static bool takes_all(const struct tw_field_info *field, const struct tw_axis *axis)
{
    bool all = axis->count <= field->declared->count;
    for (uint64_t i = 0; i < axis->count && all; i++) all = tw_field_takes(field, tw_axis_value(axis, i));
    return all;
}

int tw_axis_read(const struct tw_json *json, const struct tw_field_info *field, const cJSON *node,
                 const struct tw_axis_memory *memory, struct tw_axis *axis, struct tw_error *error)
{
    struct reader reader = {json, field, memory, error};
    *axis = (struct tw_axis){0};
    if (cJSON_IsArray(node) && !node->child)
        return wrong_span(&reader, node, "is an empty list", "a list holds at least one value");
    if (cJSON_IsArray(node)) return read_list(&reader, node, axis);
    if (cJSON_IsObject(node) && field->kind == TW_FIELD_INT) {
        bool pow2 = cJSON_GetObjectItemCaseSensitive(node, "pow2") != NULL;
        int code = pow2 ? read_pow2(&reader, node, axis) : read_range(&reader, node, axis);
        const bool any = !field->declared || field->is_open;
        return code || any || takes_all(field, axis) ? code : wrong_value(&reader, node);
    }
    axis->count = 1;
    return read_one(&reader, node, &axis->first);
}

/* A real that is given without JSON: as the text of a number, or as a whole number. */
static int take_given_real(const struct reader *reader, const struct tw_field_value *given,
                           struct tw_axis *axis)
{
    double number = (double)given->number;
    const char *digits = given->is_word ? given->text + (*given->text == '-') : NULL;
    bool taken = !digits || (tw_text_read_double(digits, strlen(digits), &number) && isfinite(number));
    if (digits != given->text && digits) number = -number;
    if (!taken || (reader->field->kind == TW_FIELD_ENUM && tw_field_real_word(reader->field, number) < 0))
        return wrong_given(reader, given);
    return take_real(reader, number, &axis->first);
}

int tw_axis_take(const struct tw_json *json, const struct tw_field_info *field,
                 const struct tw_field_value *given, const struct tw_axis_memory *memory,
                 struct tw_axis *axis, struct tw_error *error)
{
    const struct reader reader = {json, field, memory, error};
    const char *word = given->is_word ? given->text : NULL;
    *axis = (struct tw_axis){.count = 1};
    if (field->is_real) return take_given_real(&reader, given, axis);
    if (!is_value(field, word, given->number)) return wrong_given(&reader, given);
    return take_value(&reader, word, given->number, &axis->first);
}
