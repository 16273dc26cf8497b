/* Parts that all of a description is made of: expressions, types, and how what is wrong is told. */
#include <stddef.h>
#include <string.h>

#include "gen/described/parts.h"

int tw_described_wrong(const struct tw_described_reader *reader, const cJSON *node, const char *what,
                       const char *right)
{
    struct tw_text said = {0}, hint = {0};
    tw_text_add(&said, what);
    tw_text_add(&hint, right);
    return tw_json_fail(reader->json, tw_json_entry(node), TW_AT_VALUE, &said, &hint, reader->error);
}

int tw_described_no_memory(const struct tw_described_reader *reader)
{
    return tw_fail_at(reader->error, TW_MEMORY, reader->json->file, 0, 0, "out of memory");
}

int tw_described_known(const struct tw_described_reader *reader, const cJSON *node, const char *what,
                       const char *const *keys)
{
    for (const cJSON *item = node->child; item; item = item->next) {
        if (tw_config_word(item->string, keys) < 0)
            return tw_config_unknown_key(reader->json, item, item->string, what, keys, reader->error);
    }
    return TW_OK;
}

/* ---- expressions ---- */

/* Bytes of UTF-8 that an escape of JSON stands for, \u and a surrogate pair too, and its length. */
static unsigned escape_bytes(const char *raw, unsigned *length)
{
    unsigned unit = 0;
    *length = 2;
    if (raw[1] != 'u') return 1;
    for (int i = 2; i < 6; i++)
        unit = unit * 16 + (unsigned)(raw[i] <= '9' ? raw[i] - '0' : (raw[i] | 0x20) - 'a' + 10);
    *length = 6;
    if (unit < 0x80) return 1;
    if (unit < 0x800) return 2;
    if (unit < 0xD800 || unit > 0xDBFF) return 3;
    *length = 12;
    return 4;
}

/* The offset in the JSON of byte `at` of a string that stands there. */
static size_t place_in_string(const struct tw_json *json, const cJSON *node, uint32_t at)
{
    const struct tw_json_value *place = &json->values[tw_json_entry(node)];
    size_t offset = place->offset;
    if (!cJSON_IsString(node)) return offset + at;
    offset++;
    for (uint32_t i = 0; i < at && offset + 1 < place->end;) {
        unsigned length = 1;
        i += json->text[offset] == '\\' ? escape_bytes(json->text + offset, &length) : 1;
        offset += length;
    }
    return offset;
}

/* "at character 7 of "idx * * 2" a value should stand at /kernel/grid/0", with the caret within the string. */
static int wrong_expression(const struct tw_described_reader *reader, const cJSON *node, const char *text,
                            const char *const *names, const struct tw_expression_fault *fault)
{
    struct tw_text what = {0};
    const struct tw_json *json = reader->json;
    tw_text_add(&what, "in the expression at ");
    tw_json_add_pointer(json, tw_json_entry(node), &what);
    tw_text_add(&what, ", ");
    tw_expression_add_fault(text, names, fault, &what);
    int code = what.failed
                   ? tw_described_no_memory(reader)
                   : tw_fail_in_text(reader->error, TW_INPUT, json->file, json->text, json->length,
                                     place_in_string(json, node, fault->at), "%s", tw_text_string(&what));
    tw_text_free(&what);
    return code;
}

/* "?", which `tilewright init` leaves where the source does not tell. */
static int left_open(const struct tw_described_reader *reader, const cJSON *node)
{
    struct tw_text place = {0};
    const struct tw_json *json = reader->json;
    tw_json_add_pointer(json, tw_json_entry(node), &place);
    int code = place.failed ? tw_described_no_memory(reader)
                            : tw_fail_in_text(reader->error, TW_INPUT, json->file, json->text, json->length,
                                              place_in_string(json, node, 0),
                                              "%s is left open: `tilewright init` could not know it from the "
                                              "source; write a number or an expression in place of the \"?\"",
                                              tw_text_string(&place));
    tw_text_free(&place);
    return code;
}

/* The text of an expression: a string's, or a number as it is written; NULL: memory ran out. */
static const char *text_of(const struct tw_described_reader *reader, const cJSON *node)
{
    const struct tw_json_value *place = &reader->json->values[tw_json_entry(node)];
    if (cJSON_IsString(node)) return node->valuestring;
    if (cJSON_IsBool(node)) return cJSON_IsTrue(node) ? "1" : "0";
    return tw_arena_string(&reader->description->arena, reader->json->text + place->offset,
                           place->end - place->offset);
}

int tw_described_expression_of(const struct tw_described_reader *reader, const cJSON *node, const char *text,
                               const char *const *names, const struct tw_expression **expression)
{
    struct tw_expression read;
    struct tw_expression_fault fault;
    if (strcmp(text, "?") == 0) return left_open(reader, node);
    if (!tw_expression_read(text, names, TW_EXPRESSION_HOST, &read, &fault))
        return wrong_expression(reader, node, cJSON_IsString(node) ? node->valuestring : text, names, &fault);
    /* No more than its steps are kept: a description may have very many. */
    const size_t bytes = offsetof(struct tw_expression, steps) + read.step_count * sizeof *read.steps;
    void *kept = tw_arena_alloc(&reader->description->arena, bytes);
    if (!kept) return tw_described_no_memory(reader);
    memcpy(kept, &read, bytes);
    *expression = kept;
    return TW_OK;
}

int tw_described_expression(const struct tw_described_reader *reader, const cJSON *node, bool turns,
                            const struct tw_expression **expression)
{
    const struct tw_description *description = reader->description;
    return tw_described_expression_over(reader, node, turns ? description->turn_names : description->names,
                                        expression);
}

int tw_described_expression_over(const struct tw_described_reader *reader, const cJSON *node,
                                 const char *const *names, const struct tw_expression **expression)
{
    *expression = NULL;
    if (!node) return TW_OK;
    if (!cJSON_IsString(node) && !cJSON_IsNumber(node) && !cJSON_IsBool(node))
        return tw_described_wrong(reader, node, "no expression", "a number, or a text such as \"2 * n\"");
    const char *text = text_of(reader, node);
    return text ? tw_described_expression_of(reader, node, text, names, expression)
                : tw_described_no_memory(reader);
}

/* ---- types ---- */

/* Number of a name among those that there are; -1: it is none. */
static int find_name(const struct tw_description *description, const char *name)
{
    for (int i = 0; description->names[i]; i++) {
        if (strcmp(description->names[i], name) == 0) return i;
    }
    return -1;
}

int tw_described_type(const struct tw_described_reader *reader, const cJSON *node,
                      struct tw_described_type *type)
{
    const char *word = cJSON_GetStringValue(node);
    *type = (struct tw_described_type){.name = -1};
    if (word) type->name = find_name(reader->description, word);
    if (word && type->name >= 0) return TW_OK;
    for (unsigned i = 0; i < TW_ELEMENT_COUNT && word; i++) {
        if (strcmp(word, tw_element_info(i)->name) != 0) continue;
        type->element = (enum tw_element)i;
        return TW_OK;
    }
    return tw_described_wrong(reader, node, "no type",
                              "float32 and int32 are such, and a field whose values are types");
}

bool tw_described_is_line(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f) return false;
    }
    return !length || text[length - 1] != '\\'; /* which would join the next line */
}
