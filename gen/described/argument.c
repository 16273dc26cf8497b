/* Arguments from JSON: the grammar stands in argument.h. */
#include "gen/described/argument.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "gen/described/argument_parts.h"
#include "gen/described/by_value/by_value.h"

/* What the functions below read by, and where they tell errors. */
struct reader {
    const struct tw_described_grammar *grammar;
    struct tw_error *error;
};

/* "WHAT at POINTER; RIGHT" at a value of the description. */
static int wrong(const struct reader *reader, const cJSON *node, const char *what, const char *right)
{
    struct tw_text said = {0}, hint = {0};
    tw_text_add(&said, what);
    tw_text_add(&hint, right);
    return tw_json_fail(reader->grammar->json, tw_json_entry(node), TW_AT_VALUE, &said, &hint, reader->error);
}

static int no_memory(const struct reader *reader)
{
    return tw_fail(reader->error, TW_MEMORY, "out of memory");
}

static int read_text(const struct reader *reader, const cJSON *node, const char *what, const char *right,
                     const char **text)
{
    *text = node->valuestring;
    return cJSON_IsString(node) && *node->valuestring ? TW_OK : wrong(reader, node, what, right);
}

static int read_limit(const struct reader *reader, const cJSON *node, uint64_t high, uint64_t *value)
{
    int64_t number;
    struct tw_text right = {0};
    if (tw_json_integer(reader->grammar->json, tw_json_entry(node), &number) && number >= 1 &&
        (uint64_t)number <= high) {
        *value = (uint64_t)number;
        return TW_OK;
    }
    tw_text_addf(&right, "a whole number from 1 to %llu is needed", (unsigned long long)high);
    int code = wrong(reader, node, "no such number", tw_text_string(&right));
    tw_text_free(&right);
    return code;
}

static int read_number(const struct reader *reader, const cJSON *node, const char *what,
                       struct tw_described_number *number)
{
    return tw_described_number_read(reader->grammar->json, node, reader->grammar->names, false, what, number,
                                    reader->error);
}

static int read_count(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    if (!cJSON_IsString(node)) return read_limit(reader, node, argument->most_bytes, &argument->count);
    return read_number(reader, node, "no count", &argument->counted);
}

static int read_type(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    const char *const *names = reader->grammar->names;
    argument->has_type = true;
    for (unsigned i = 0; i < TW_ELEMENT_COUNT && cJSON_IsString(node); i++) {
        argument->type = (enum tw_element)i;
        if (strcmp(node->valuestring, tw_element_info(argument->type)->name) == 0) return TW_OK;
    }
    for (int i = 0; names && names[i] && cJSON_IsString(node); i++) {
        argument->type_name = i;
        if (strcmp(node->valuestring, names[i]) == 0) return TW_OK;
    }
    return wrong(reader, node, "not a type",
                 names && *names ? "int32, float32, float64 are such, or a name whose value is one"
                                 : "int32, float32, float64 are such");
}

/* Components by value. */
static int read_listed(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    int code = TW_OK;
    argument->listed = calloc((size_t)cJSON_GetArraySize(node) + 1, sizeof *argument->listed);
    if (!argument->listed) return no_memory(reader);
    if (!node->child) return wrong(reader, node, "no value", "a list holds the components that are passed");
    for (const cJSON *item = node->child; item && !code; item = item->next)
        code = read_number(reader, item, "no number", &argument->listed[argument->listed_count++]);
    return code;
}

/* What a number that JSON gives as one is; what depends on names is known when it is resolved. */
static int read_value(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    argument->is_null = cJSON_IsNull(node);
    if (argument->is_null) return TW_OK;
    if (cJSON_IsArray(node)) return read_listed(reader, node, argument);
    int code = read_number(reader, node, "no number", &argument->valued);
    if (!code && !argument->valued.expression) tw_described_set_value(argument, &argument->valued.value);
    return code;
}

static int read_indexed(const struct reader *reader, const cJSON *node,
                        struct tw_described_argument *argument)
{
    struct tw_text words = {0};
    tw_text_add(&words, "no fill (");
    for (unsigned i = 0; i < TW_FILL_COUNT; i++) {
        const char *word = tw_fill_word((enum tw_fill)i);
        if (word) tw_text_addf(&words, "%s, ", word);
    }
    tw_text_add(&words, "a number, or an expression of index)");
    argument->fill = TW_FILL_INDEXED;
    int code = tw_described_number_read(reader->grammar->json, node, reader->grammar->names, true,
                                        tw_text_string(&words), &argument->valued, reader->error);
    tw_text_free(&words);
    return code;
}

static int read_fill(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    argument->fill = TW_FILL_VALUE;
    if (cJSON_IsNumber(node)) return read_value(reader, node, argument);
    for (unsigned i = 0; i < TW_FILL_COUNT && cJSON_IsString(node); i++) {
        argument->fill = (enum tw_fill)i;
        if (tw_fill_is((enum tw_fill)i, node->valuestring)) return TW_OK;
    }
    return read_indexed(reader, node, argument);
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
        argument->has_role = true;
        if (i == TW_ROLE_OUTPUT || i == TW_ROLE_SCRATCH) argument->fill = TW_FILL_NONE;
        return TW_OK;
    }
    return wrong(reader, node, "no role", "input, output, inout or scratch");
}

/* ---- values ---- */

/* Reads a list of components. */
static int read_values(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    const size_t count = cJSON_IsArray(node) ? (size_t)cJSON_GetArraySize(node) : 0;
    argument->fill = TW_FILL_VALUES;
    argument->numbers = calloc(count + 1, sizeof *argument->numbers);
    if (!argument->numbers) return no_memory(reader);
    for (const cJSON *item = count ? node->child : NULL; item; item = item->next) {
        struct tw_described_number one;
        if (!cJSON_IsNumber(item)) return wrong(reader, item, "no number", "a value is a number");
        int code = read_number(reader, item, "no number", &one);
        if (code) return code;
        argument->numbers[argument->number_count++] = one.value;
    }
    if (!count || (argument->type_name < 0 && tw_described_count_values(argument, NULL)))
        return wrong(reader, node, "no values", "a list of numbers, of whole elements");
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
    tw_described_path(reader->grammar->json, reader->grammar->inlined, name, &path);
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

/* Keeps the elements that begin there. */
static int keep_bytes(struct tw_described_argument *argument, const struct tw_text *file, size_t begin,
                      struct tw_error *error)
{
    argument->byte_count = file->length - begin;
    argument->bytes = malloc(argument->byte_count + 1);
    if (!argument->bytes) return tw_fail(error, TW_MEMORY, "out of memory");
    memcpy(argument->bytes, tw_text_string(file) + begin, argument->byte_count);
    return TW_OK;
}

/* Finds where the elements begin. A NumPy file says their number and their type. */
static int take_file(struct tw_described_argument *argument, const struct tw_text *file,
                     struct tw_error *error)
{
    size_t begin = 0;
    uint64_t count;
    int code = TW_OK;
    if (argument->size && !argument->has_type) argument->type = TW_UINT8;
    argument->has_type |= argument->size > 0;
    argument->file_has_type = tw_is_npy(tw_text_string(file), file->length);
    if (argument->file_has_type)
        code = tw_npy_read(tw_text_string(file), file->length, &begin, &count, &argument->file_type, error);
    else if (!argument->has_type)
        code = tw_fail(error, TW_INPUT, "it is no NumPy file: say the \"type\" of its elements");
    if (!code && !argument->has_type) argument->type = argument->file_type;
    argument->has_type = true;
    if (!code) code = keep_bytes(argument, file, begin, error);
    return !code && argument->type_name < 0 ? tw_described_count_values(argument, error) : code;
}

static int read_file(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    struct tw_text bytes = {0};
    struct tw_error why = TW_ERROR_INIT;
    int code = read_text(reader, node, "no file", "the name of a file is needed", &argument->file);
    if (code) return code;
    argument->fill = TW_FILL_VALUES;
    code = read_beside(reader, argument->file, &bytes, &why);
    if (!code) code = take_file(argument, &bytes, &why);
    if (code) code = wrong_file(reader, node, &why);
    tw_text_free(&bytes);
    return code;
}

int tw_described_read_file(const struct tw_described_grammar *grammar, const cJSON *node,
                           struct tw_described_argument *argument, struct tw_error *error)
{
    const struct reader reader = {grammar, error};
    return read_file(&reader, node, argument);
}

/* ---- arguments ---- */

/* In the order in which they are read: a list and a file need the type and the count. */
enum member {
    TYPE,
    COUNT,
    SYMBOL,
    ROLE,
    VALUE,
    FILL,
    BELOW,
    VALUES,
    BYTES,
    FROM_FILE,
    NAME,
    AT,
    MEMBERS,
    ADDRESS,
    ELEMENT,
    PASSED,
    KEYS
};

static const char *const keys[KEYS] = {
    [TYPE] = "type",       [COUNT] = "count",     [SYMBOL] = "symbol",   [ROLE] = "role",
    [VALUE] = "value",     [FILL] = "fill",       [BELOW] = "below",     [VALUES] = "values",
    [BYTES] = "bytes",     [FROM_FILE] = "file",  [NAME] = "name",       [AT] = "at",
    [MEMBERS] = "members", [ADDRESS] = "address", [ELEMENT] = "element", [PASSED] = "passed"};

static int read_list(const struct reader *reader, const cJSON *node, bool nested,
                     struct tw_described_argument **list, size_t *count);

/* A number of bytes of a structure. */
static int read_place(const struct reader *reader, const cJSON *node, int64_t low, uint32_t *bytes)
{
    int64_t number;
    const bool fine = tw_json_integer(reader->grammar->json, tw_json_entry(node), &number) && number >= low &&
                      number <= TW_BY_VALUE_MOST;
    if (fine) *bytes = (uint32_t)number;
    return fine ? TW_OK
                : wrong(reader, node, "no such number",
                        "a whole number of bytes is needed; a kernel's parameters have at most 32764");
}

static int read_structure(const struct reader *reader, const cJSON *node,
                          struct tw_described_argument *argument)
{
    if (!cJSON_IsArray(node) || !node->child)
        return wrong(reader, node, "no members", "a list of what the structure consists of, in order");
    return read_list(reader, node, true, &argument->members, &argument->member_count);
}

/* Which element of the other argument the address is that of. */
static int read_element(const struct reader *reader, const cJSON *node,
                        struct tw_described_argument *argument)
{
    argument->has_type = true;
    argument->type = TW_INT64;
    argument->fill = TW_FILL_VALUE;
    int code = read_number(reader, node, "no number of an element", &argument->valued);
    if (code || argument->valued.expression) return code;
    tw_described_set_value(argument, &argument->valued.value);
    return argument->is_integer && argument->integer >= 0
               ? TW_OK
               : wrong(reader, node, "no number of an element", "a whole number from 0 on is needed");
}

static int read_passed(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    if (!cJSON_IsBool(node))
        return wrong(reader, node, "neither true nor false", "your program passes it, or not");
    argument->is_passed = cJSON_IsTrue(node) && reader->grammar->passes;
    argument->has_value = !argument->is_passed;
    return TW_OK;
}

static int read_member(const struct reader *reader, enum member which, const cJSON *node,
                       struct tw_described_argument *argument)
{
    switch (which) {
    case TYPE:
        return read_type(reader, node, argument);
    case COUNT:
        return read_count(reader, node, argument);
    case SYMBOL:
        return read_text(reader, node, "no symbol", "the name of a variable of the module",
                         &argument->symbol);
    case ROLE:
        return read_role(reader, node, argument);
    case VALUE:
        argument->fill = TW_FILL_VALUE;
        return read_value(reader, node, argument);
    case FILL:
        return read_fill(reader, node, argument);
    case BELOW:
        return read_limit(reader, node, (uint64_t)1 << 62, &argument->below);
    case VALUES:
        return argument->has_type ? read_values(reader, node, argument)
                                  : wrong(reader, node, "no type", "such as \"type\": \"float32\"");
    case FROM_FILE:
        return read_file(reader, node, argument);
    case NAME:
        if (reader->grammar->salted && cJSON_IsString(node))
            argument->salt = tw_hash(node->valuestring, strlen(node->valuestring));
        return read_text(reader, node, "no name", "a text is needed", &argument->name);
    case BYTES:
        return read_place(reader, node, 1, &argument->size);
    case AT:
        argument->has_at = true;
        return read_place(reader, node, 0, &argument->at);
    case MEMBERS:
        return read_structure(reader, node, argument);
    case ADDRESS:
        return read_text(reader, node, "no name", "the name of a buffer or of a symbol is needed",
                         &argument->address);
    case ELEMENT:
        return read_element(reader, node, argument);
    case PASSED:
        return read_passed(reader, node, argument);
    case KEYS:
        break;
    }
    return TW_OK;
}

static int refuse_unknown(const struct reader *reader, const cJSON *node)
{
    for (const cJSON *member = node->child; member; member = member->next) {
        size_t i = 0;
        while (i < KEYS && strcmp(keys[i], member->string) != 0) i++;
        if (i == KEYS)
            return wrong(reader, member, "unknown member",
                         "name, type, count, role with fill (below), values or file; type, value; members or "
                         "file with bytes; address with element; or symbol with type, count, fill, values, "
                         "file or value");
    }
    return TW_OK;
}

static bool has(const cJSON *node, enum member which)
{
    return cJSON_GetObjectItemCaseSensitive(node, keys[which]) != NULL;
}

/* Whether nothing but its place stands beside the address of another argument. */
static int judge_address(const struct reader *reader, const cJSON *node,
                         struct tw_described_argument *argument)
{
    argument->has_value = true;
    for (unsigned i = 0; i < KEYS; i++) {
        const bool fine = i == ADDRESS || i == ELEMENT || i == NAME || i == AT;
        if (!fine && has(node, (enum member)i))
            return wrong(reader, node, "an address and something else",
                         "beside \"address\" there may be \"element\", \"name\" and \"at\"");
    }
    return has(node, ADDRESS) ? TW_OK
                              : wrong(reader, node, "an element of nothing",
                                      "\"address\" names the buffer whose \"element\" it is");
}

/* Whether the members of a structure, a list of components or a pointer that is NULL go together. */
static int judge_laid_out(const struct reader *reader, const cJSON *node,
                          struct tw_described_argument *argument)
{
    const bool structure = has(node, MEMBERS), raw = !structure && has(node, BYTES);
    if (has(node, SYMBOL))
        return wrong(reader, node, "a structure for a symbol", "\"values\" or a \"file\" say what it holds");
    if ((structure && (has(node, VALUE) || has(node, FROM_FILE))) || (raw && has(node, VALUE)) ||
        has(node, COUNT) || has(node, FILL) || has(node, VALUES))
        return wrong(reader, node, "neither buffer nor value",
                     "one of \"members\", a \"file\" with \"bytes\", and \"value\"");
    if (raw && !has(node, FROM_FILE))
        return wrong(reader, node, "no value", "\"members\" or a \"file\" say what the bytes are");
    argument->has_value = true;
    return TW_OK;
}

/* Whether the members go together. */
static int judge(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    const unsigned contents = (unsigned)has(node, FILL) + has(node, VALUES) + has(node, FROM_FILE);
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(node, keys[VALUE]);
    if (has(node, ADDRESS) || has(node, ELEMENT)) return judge_address(reader, node, argument);
    if (has(node, PASSED) && !has(node, MEMBERS) && !has(node, BYTES))
        return wrong(reader, node, "\"passed\" of no structure",
                     "a number is passed where a \"fill\" stands in place of its \"value\"");
    if (has(node, MEMBERS) || has(node, BYTES) || cJSON_IsArray(given) || cJSON_IsNull(given))
        return judge_laid_out(reader, node, argument);
    const bool symbol = has(node, SYMBOL), value = given != NULL,
               memory = has(node, COUNT) || has(node, VALUES) || has(node, FROM_FILE),
               passed = reader->grammar->passes && !value;
    argument->has_fill = contents || value;
    argument->has_value = value && !symbol;
    argument->is_buffer = memory && !symbol;
    if (contents + (symbol && value) > 1)
        return wrong(reader, node, "filled twice", "one of \"fill\", \"values\", \"file\" and \"value\"");
    if (!symbol && !passed && value == (memory || has(node, FILL)))
        return wrong(
            reader, node, "neither buffer nor number",
            "a buffer has a \"count\" and a \"fill\", \"values\" or a \"file\", a number a \"value\"");
    if (!symbol && !passed && !value && !memory)
        return wrong(reader, node, "no count", "how many elements has the buffer? \"count\" says it");
    return TW_OK;
}

static int judge_size(const struct reader *reader, const cJSON *node,
                      const struct tw_described_argument *argument)
{
    struct tw_text most = {0};
    if (!argument->has_type && !argument->is_passed && (!argument->has_value || argument->listed))
        return wrong(reader, node, "no type", "such as \"type\": \"float32\"");
    if (!argument->has_type || argument->type_name >= 0 || !tw_described_is_too_large(argument)) return TW_OK;
    tw_text_addf(&most, "a buffer has %llu bytes at most", (unsigned long long)argument->most_bytes);
    int code = wrong(reader, node, "too large", tw_text_string(&most));
    tw_text_free(&most);
    return code;
}

static int read_object(const struct reader *reader, const cJSON *node, struct tw_described_argument *argument)
{
    int code = refuse_unknown(reader, node);
    if (!code) code = judge(reader, node, argument);
    for (unsigned i = 0; i < KEYS && !code; i++) {
        const cJSON *member = cJSON_GetObjectItemCaseSensitive(node, keys[i]);
        if (member) code = read_member(reader, (enum member)i, member, argument);
    }
    return code ? code : judge_size(reader, node, argument);
}

/* Whether it may stand where it does: in a structure (nested), or in the list of arguments itself. */
static int judge_place(const struct reader *reader, const cJSON *node, bool nested,
                       const struct tw_described_argument *argument)
{
    if (!nested && argument->has_at)
        return wrong(reader, node, "a place outside of a structure", "only members have \"at\"");
    if (nested && argument->symbol)
        return wrong(reader, node, "a symbol in a structure",
                     "it stands in the list of arguments itself, and {\"address\": \"NAME\"} here");
    if (nested && argument->is_passed)
        return wrong(reader, node, "a structure that is passed in another one",
                     "\"passed\" stands in the list of arguments itself");
    return TW_OK;
}

static int read_argument(const struct reader *reader, const cJSON *node, bool nested,
                         struct tw_described_argument *argument)
{
    const struct tw_described_grammar *grammar = reader->grammar;
    *argument = (struct tw_described_argument){.below = grammar->below,
                                               .most_bytes = grammar->most_bytes,
                                               .role = grammar->role,
                                               .fill = grammar->fill,
                                               .type_name = -1,
                                               .has_value = !cJSON_IsObject(node),
                                               .entry = tw_json_entry(node)};
    if (cJSON_IsNumber(node) || cJSON_IsBool(node) || cJSON_IsNull(node))
        return read_value(reader, node, argument);
    if (cJSON_IsArray(node)) return read_structure(reader, node, argument);
    if (!cJSON_IsObject(node))
        return wrong(reader, node, "no argument", "a number, or {\"type\": \"float32\", \"count\": 1024}");
    int code = read_object(reader, node, argument);
    return code ? code : judge_place(reader, node, nested, argument);
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

int tw_described_arguments(const struct tw_described_grammar *grammar, const cJSON *node,
                           struct tw_described_argument **list, size_t *count, struct tw_error *error)
{
    const struct reader reader = {grammar, error};
    if (!cJSON_IsArray(node)) return wrong(&reader, node, "no list", "\"arguments\" is a list");
    return read_list(&reader, node, false, list, count);
}

void tw_described_arguments_free(struct tw_described_argument *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tw_described_number_free(&list[i].counted);
        tw_described_number_free(&list[i].valued);
        for (size_t k = 0; k < list[i].listed_count; k++) tw_described_number_free(&list[i].listed[k]);
        free(list[i].listed);
        free(list[i].numbers);
        free(list[i].bytes);
        tw_described_arguments_free(list[i].members, list[i].member_count);
    }
    free(list);
}
