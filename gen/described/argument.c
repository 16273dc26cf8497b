/* Arguments from JSON: the grammar stands in argument.h. */
#include "gen/described/argument.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* What the functions below read from, and where they tell errors. */
struct reader {
    const struct tw_json *json;
    bool inlined;
    struct tw_error *error;
};

/* "WHAT at POINTER; RIGHT" at a value of the description. */
static int wrong(const struct reader *reader, const cJSON *node, const char *what, const char *right)
{
    struct tw_text said = {0}, hint = {0};
    tw_text_add(&said, what);
    tw_text_add(&hint, right);
    return tw_json_fail(reader->json, tw_json_entry(node), TW_AT_VALUE, &said, &hint, reader->error);
}

static int no_memory(const struct reader *reader)
{
    return tw_fail(reader->error, TW_MEMORY, "out of memory");
}

static int read_count(const struct reader *reader, const cJSON *node, uint64_t high, uint64_t *value)
{
    int64_t number;
    struct tw_text right = {0};
    if (tw_json_integer(reader->json, tw_json_entry(node), &number) && number >= 1 &&
        (uint64_t)number <= high) {
        *value = (uint64_t)number;
        return TW_OK;
    }
    tw_text_addf(&right, "a whole number from 1 to %llu is needed", (unsigned long long)high);
    int code = wrong(reader, node, "no such number", tw_text_string(&right));
    tw_text_free(&right);
    return code;
}

static int read_type(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    for (unsigned i = 0; i < TW_ELEMENT_COUNT; i++) {
        if (!cJSON_IsString(node) || strcmp(node->valuestring, tw_element_info(i)->name) != 0) continue;
        argument->type = (enum tw_element)i;
        argument->has_type = true;
        return TW_OK;
    }
    return wrong(reader, node, "not a type", "int32, float32, float64 are such");
}

static int read_value(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    if (!cJSON_IsNumber(node)) return wrong(reader, node, "no number", "a value is a number");
    argument->value = node->valuedouble;
    argument->is_integer = tw_json_integer(reader->json, tw_json_entry(node), &argument->integer);
    return TW_OK;
}

static int read_fill(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    struct tw_text right = {0};
    argument->fill = TW_FILL_VALUE;
    if (cJSON_IsNumber(node)) return read_value(reader, node, argument);
    for (unsigned i = 0; i < TW_FILL_COUNT; i++) {
        const char *word = tw_fill_word((enum tw_fill)i);
        if (word && cJSON_IsString(node) && strcmp(node->valuestring, word) == 0) {
            argument->fill = (enum tw_fill)i;
            tw_text_free(&right);
            return TW_OK;
        }
        if (word) tw_text_addf(&right, "%s, ", word);
    }
    tw_text_add(&right, "or a number");
    int code = wrong(reader, node, "no fill", tw_text_string(&right));
    tw_text_free(&right);
    return code;
}

/* Outputs and scratch hold nothing unless a fill is given. */
static int read_role(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    static const char *const words[] = {[TW_ROLE_INPUT] = "input",
                                        [TW_ROLE_OUTPUT] = "output",
                                        [TW_ROLE_INOUT] = "inout",
                                        [TW_ROLE_SCRATCH] = "scratch"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (!cJSON_IsString(node) || strcmp(node->valuestring, words[i]) != 0) continue;
        argument->role = (enum tw_argument_role)i;
        if (i == TW_ROLE_OUTPUT || i == TW_ROLE_SCRATCH) argument->fill = TW_FILL_NONE;
        return TW_OK;
    }
    return wrong(reader, node, "no role", "input, output, inout or scratch");
}

/* ---- values ---- */

/* Reads a list of components, which must make whole elements. */
static int read_values(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    const struct tw_element_info *type = tw_element_info(argument->type);
    const size_t count = cJSON_IsArray(node) ? (size_t)cJSON_GetArraySize(node) : 0;
    size_t i = 0;
    if (!count || count % type->components)
        return wrong(reader, node, "no values", "a list of numbers, of whole elements");
    argument->values = calloc(count, type->component_bytes);
    if (!argument->values) return no_memory(reader);
    for (const cJSON *item = node->child; item; item = item->next, i++) {
        struct tw_described_argument one = {0};
        int code = read_value(reader, item, &one);
        if (code) return code;
        tw_described_store(type->scalar, type->component_bytes, one.value,
                           one.is_integer ? one.integer : (int64_t)one.value,
                           argument->values + i * type->component_bytes);
    }
    argument->fill = TW_FILL_VALUES;
    argument->value_count = count / type->components;
    return TW_OK;
}

void tw_described_path(const struct tw_json *json, bool inlined, const char *name, struct tw_text *path)
{
    const char *slash = inlined ? NULL : strrchr(json->file, '/');
    if (*name != '/' && slash) tw_text_add_bytes(path, json->file, (size_t)(slash - json->file) + 1);
    tw_text_add(path, name);
}

/* Reads a file, whose relative name is beside the description. */
static int read_beside(const struct reader *reader, const char *name, struct tw_text *bytes,
                       struct tw_error *error)
{
    struct tw_text path = {0};
    tw_described_path(reader->json, reader->inlined, name, &path);
    int code = path.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                           : tw_file_read(tw_text_string(&path), bytes, error);
    tw_text_free(&path);
    return code;
}

/* Tells what is wrong with a file, at the place of its name. */
static int wrong_file(const struct reader *reader, const cJSON *node, struct tw_error *why)
{
    struct tw_text right = {0};
    tw_text_addf(&right, "%s: %s", node->valuestring, why->message);
    int code = why->code == TW_MEMORY || right.failed
                   ? no_memory(reader)
                   : wrong(reader, node, "the file cannot be used", tw_text_string(&right));
    tw_text_free(&right);
    tw_error_free(why);
    return code;
}

/* Can the argument take its elements from a file of that type? Vectors take components, and bfloat16 takes words of 16 bits. */
static bool holds(const struct tw_described_argument *argument, enum tw_element type)
{
    const struct tw_element_info *wanted = tw_element_info(argument->type), *given = tw_element_info(type);
    bool same = wanted->scalar == given->scalar && wanted->component_bytes == given->component_bytes;
    return same || (argument->type == TW_BFLOAT16 && type == TW_UINT16);
}

/* Finds where the elements begin and how many there are. A NumPy file says their type. */
static int find_elements(struct tw_described_argument *argument, const struct tw_text *bytes, size_t *begin,
                         struct tw_error *error)
{
    enum tw_element type;
    uint64_t count;
    const char *text = tw_text_string(bytes);
    if (tw_is_npy(text, bytes->length)) {
        int code = tw_npy_read(text, bytes->length, begin, &count, &type, error);
        if (code) return code;
        if (argument->has_type && !holds(argument, type))
            return tw_fail(error, TW_INPUT, "its elements are %s, not %s", tw_element_info(type)->name,
                           tw_element_info(argument->type)->name);
        if (!argument->has_type) argument->type = type;
        argument->has_type = true;
    } else if (!argument->has_type) {
        return tw_fail(error, TW_INPUT, "it is no NumPy file: say the \"type\" of its elements");
    }
    const unsigned element = tw_described_bytes(argument);
    const size_t left = bytes->length - *begin;
    argument->value_count = left / element;
    if (!left || left % element)
        return tw_fail(error, TW_INPUT, "its %zu bytes are no elements of %u", left, element);
    if (argument->count && argument->count != argument->value_count)
        return tw_fail(error, TW_INPUT, "it has %llu elements, and \"count\" says %llu",
                       (unsigned long long)argument->value_count, (unsigned long long)argument->count);
    return TW_OK;
}

static int read_file(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    struct tw_text bytes = {0};
    struct tw_error why = TW_ERROR_INIT;
    size_t begin = 0;
    if (!cJSON_IsString(node)) return wrong(reader, node, "no file", "the name of a file is needed");
    int code = read_beside(reader, node->valuestring, &bytes, &why);
    if (!code) code = find_elements(argument, &bytes, &begin, &why);
    if (code) code = wrong_file(reader, node, &why);
    if (!code) {
        argument->values = malloc(bytes.length - begin);
        if (argument->values)
            memcpy(argument->values, tw_text_string(&bytes) + begin, bytes.length - begin);
        else
            code = no_memory(reader);
    }
    argument->fill = TW_FILL_VALUES;
    tw_text_free(&bytes);
    return code;
}

/* ---- arguments ---- */

/* In the order in which they are read: a list and a file need the type and the count. */
enum member { TYPE, COUNT, SYMBOL, ROLE, VALUE, FILL, BELOW, VALUES, FROM_FILE, NAME, MEMBERS };

static const char *const members[MEMBERS] = {
    [TYPE] = "type", [COUNT] = "count", [SYMBOL] = "symbol", [ROLE] = "role",      [VALUE] = "value",
    [FILL] = "fill", [BELOW] = "below", [VALUES] = "values", [FROM_FILE] = "file", [NAME] = "name"};

static int read_member(const struct reader *reader, enum member which, const cJSON *node,
                       struct tw_described_argument *argument)
{
    switch (which) {
    case TYPE:
        return read_type(reader, node, argument);
    case COUNT:
        return read_count(reader, node, TW_DESCRIBED_BYTES, &argument->count);
    case SYMBOL:
        argument->symbol = node->valuestring;
        return cJSON_IsString(node) && *node->valuestring
                   ? TW_OK
                   : wrong(reader, node, "no symbol", "the name of a variable of the module");
    case ROLE:
        return read_role(reader, node, argument);
    case VALUE:
        if (argument->symbol) argument->fill = TW_FILL_VALUE;
        return read_value(reader, node, argument);
    case FILL:
        return read_fill(reader, node, argument);
    case BELOW:
        return read_count(reader, node, (uint64_t)1 << 62, &argument->below);
    case VALUES:
        return argument->has_type ? read_values(reader, node, argument)
                                  : wrong(reader, node, "no type", "such as \"type\": \"float32\"");
    case FROM_FILE:
        return read_file(reader, node, argument);
    case NAME:
        return cJSON_IsString(node) ? TW_OK : wrong(reader, node, "no name", "a text is needed");
    case MEMBERS:
        break;
    }
    return TW_OK;
}

static int refuse_unknown(const struct reader *reader, const cJSON *node)
{
    for (const cJSON *member = node->child; member; member = member->next) {
        size_t i = 0;
        while (i < MEMBERS && strcmp(members[i], member->string) != 0) i++;
        if (i == MEMBERS)
            return wrong(reader, member, "unknown member",
                         "name, type, count, role with fill (below), values or file; type, value; or symbol "
                         "with these");
    }
    return TW_OK;
}

static bool has(const cJSON *node, enum member which)
{
    return cJSON_GetObjectItemCaseSensitive(node, members[which]) != NULL;
}

/* Whether the members go together. */
static int judge(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    const unsigned contents = (unsigned)has(node, FILL) + has(node, VALUES) + has(node, FROM_FILE);
    const bool value = has(node, VALUE),
               memory = has(node, COUNT) || has(node, VALUES) || has(node, FROM_FILE);
    if (contents + (argument->symbol && value) > 1)
        return wrong(reader, node, "filled twice", "one of \"fill\", \"values\", \"file\" and \"value\"");
    if (!argument->symbol && value == (memory || has(node, FILL)))
        return wrong(
            reader, node, "neither buffer nor number",
            "a buffer has a \"count\" and a \"fill\", \"values\" or a \"file\", a number a \"value\"");
    if (!argument->symbol && !value && !memory)
        return wrong(reader, node, "no count", "how many elements has the buffer? \"count\" says it");
    argument->is_buffer = memory && !argument->symbol;
    if ((argument->is_buffer || argument->symbol) && !argument->has_type)
        return wrong(reader, node, "no type", "such as \"type\": \"float32\"");
    if (argument->is_buffer && !argument->count) argument->count = argument->value_count;
    if (argument->has_type && argument->count > TW_DESCRIBED_BYTES / tw_described_bytes(argument))
        return wrong(reader, node, "too large", "a buffer has 4 GiB at most");
    return TW_OK;
}

static int read_object(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    int code = refuse_unknown(reader, node);
    for (unsigned i = 0; i < MEMBERS && !code; i++) {
        const cJSON *member = cJSON_GetObjectItemCaseSensitive(node, members[i]);
        if (member && !argument->values) code = read_member(reader, (enum member)i, member, argument);
    }
    return code ? code : judge(reader, node, argument);
}

static int read_list(const struct reader *reader, const cJSON *node, bool nested,
                     struct tw_described_argument **list, size_t *count);

static int read_argument(const struct reader *reader, const cJSON *node, bool nested,
                         struct tw_described_argument *argument)
{
    *argument = (struct tw_described_argument){.below = 256, .role = TW_ROLE_INOUT};
    if (cJSON_IsNumber(node)) return read_value(reader, node, argument);
    if (cJSON_IsArray(node))
        return read_list(reader, node, true, &argument->members, &argument->member_count);
    if (!cJSON_IsObject(node))
        return wrong(reader, node, "no argument", "a number, or {\"type\": \"float32\", \"count\": 1024}");
    int code = read_object(reader, node, argument);
    if (!code && nested && argument->symbol)
        code = wrong(reader, node, "a symbol in a structure", "it stands in the list of arguments itself");
    return code;
}

static int read_list(const struct reader *reader, const cJSON *node, bool nested,
                     struct tw_described_argument **list, size_t *count)
{
    int code = TW_OK;
    *list = calloc((size_t)cJSON_GetArraySize(node) + 1, sizeof **list);
    if (!*list) return no_memory(reader);
    for (const cJSON *item = node->child; item && !code; item = item->next)
        code = read_argument(reader, item, nested, &(*list)[(*count)++]);
    return code;
}

int tw_described_arguments(const struct tw_json *json, bool inlined, const cJSON *node,
                           struct tw_described_argument **list, size_t *count, struct tw_error *error)
{
    const struct reader reader = {json, inlined, error};
    if (!cJSON_IsArray(node)) return wrong(&reader, node, "no list", "\"arguments\" is a list");
    return read_list(&reader, node, false, list, count);
}

void tw_described_arguments_free(struct tw_described_argument *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(list[i].values);
        tw_described_arguments_free(list[i].members, list[i].member_count);
    }
    free(list);
}
