/* What the kernel is given, from JSON: buffers, scalars and symbols, whose sizes and values are expressions. */
#include <string.h>

#include "gen/described/parts.h"

#define get cJSON_GetObjectItemCaseSensitive

static int read_role(const struct tw_described_reader *reader, const cJSON *node,
                     struct tw_described_given *given)
{
    static const char *const words[] = {"input", "output", "inout", "scratch", NULL};
    int role = cJSON_IsString(node) ? tw_config_word(node->valuestring, words) : -1;
    given->holds.role = TW_ROLE_INPUT;
    if (!node) return TW_OK;
    if (role < 0)
        return tw_described_wrong(reader, node, "no role", "\"input\", \"output\", \"inout\" or \"scratch\"");
    given->holds.role = (enum tw_argument_role)role;
    return TW_OK;
}

static int read_fill(const struct tw_described_reader *reader, const cJSON *node,
                     struct tw_described_given *given)
{
    static const char *const words[] = {"small", "iota", "zeros", "zero", "noise", "random", "none", NULL};
    static const enum tw_fill fills[] = {TW_FILL_SMALL,  TW_FILL_IOTA,   TW_FILL_ZERO, TW_FILL_ZERO,
                                         TW_FILL_RANDOM, TW_FILL_RANDOM, TW_FILL_NONE};
    const enum tw_argument_role role = given->holds.role;
    given->holds.fill = role == TW_ROLE_OUTPUT || role == TW_ROLE_SCRATCH ? TW_FILL_NONE : TW_FILL_SMALL;
    given->holds.below = 16;
    if (!node) return TW_OK;
    int word = cJSON_IsString(node) ? tw_config_word(node->valuestring, words) : -1;
    if (word >= 0) {
        given->holds.fill = fills[word];
        return TW_OK;
    }
    if (!cJSON_IsNumber(node))
        return tw_described_wrong(reader, node, "no fill", "small, iota, zeros, noise, none, or a number");
    given->holds.fill = TW_FILL_VALUE;
    given->holds.value = node->valuedouble;
    given->holds.is_integer = tw_json_integer(reader->json, tw_json_entry(node), &given->holds.integer);
    return TW_OK;
}

static int check_name(const struct tw_described_reader *reader, const cJSON *node, const char *name)
{
    const struct tw_description *description = reader->description;
    const uint32_t length = name ? tw_expression_name_length(name) : 0;
    if (!length || name[length])
        return tw_described_wrong(reader, node, "no name", "an argument has a \"name\", a C identifier");
    for (unsigned i = 0; i < description->argument_count; i++) {
        if (strcmp(description->arguments[i].name, name) == 0)
            return tw_described_wrong(reader, node, "its name is used twice",
                                      "arguments have names of their own");
    }
    return TW_OK;
}

static int read_one(const struct tw_described_reader *reader, const cJSON *node,
                    struct tw_described_given *given)
{
    static const char *const keys[] = {"name", "type", "count", "role", "fill", "value", "symbol", NULL};
    *given = (struct tw_described_given){.kind = TW_BUFFER};
    if (!cJSON_IsObject(node))
        return tw_described_wrong(reader, node, "no argument", "an argument is an object");
    const cJSON *symbol = get(node, "symbol"), *name = get(node, "name");
    given->name = cJSON_GetStringValue(symbol ? symbol : name);
    int code = tw_described_known(reader, node, "an argument", keys);
    if (!code) code = check_name(reader, symbol ? symbol : name ? name : node, given->name);
    if (!code && !get(node, "type"))
        code = tw_described_wrong(reader, node, "no type", "such as \"type\": \"float32\"");
    if (!code) code = tw_described_type(reader, get(node, "type"), &given->type);
    if (!code) code = tw_described_expression(reader, get(node, "count"), false, &given->count);
    if (!code) code = tw_described_expression(reader, get(node, "value"), false, &given->value);
    if (!code) code = read_role(reader, get(node, "role"), given);
    if (!code) code = read_fill(reader, get(node, "fill"), given);
    if (code) return code;
    if (given->count && given->value)
        return tw_described_wrong(reader, node, "both buffer and number", "\"count\" or \"value\"");
    if (!given->count && !given->value)
        return tw_described_wrong(reader, node, "neither buffer nor number",
                                  "a buffer has a \"count\", a number a \"value\"");
    given->kind = symbol ? TW_SYMBOL : given->count ? TW_BUFFER : TW_SCALAR;
    return TW_OK;
}

int tw_described_read_given(const struct tw_described_reader *reader, const cJSON *node)
{
    struct tw_description *description = reader->description;
    int code = TW_OK;
    if (!cJSON_IsArray(node))
        return tw_described_wrong(reader, node ? node : description->node, "no arguments",
                                  "\"arguments\" is a list of what the kernel is given");
    description->arguments = tw_arena_array(&description->arena, (size_t)cJSON_GetArraySize(node) + 1,
                                            sizeof *description->arguments);
    if (!description->arguments) return tw_described_no_memory(reader);
    for (const cJSON *item = node->child; item && !code; item = item->next) {
        code = read_one(reader, item, &description->arguments[description->argument_count]);
        description->argument_count++;
    }
    return code;
}
