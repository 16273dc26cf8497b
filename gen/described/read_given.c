/* What the kernel is given, from JSON (argument.h is the grammar): buffers, scalars and symbols, each with a name. */
#include <string.h>

#include "gen/described/parts.h"

#define MOST  4096 /* arguments: more than the parameters of any kernel */
#define BELOW 16u  /* small integers: products of them add up exactly for long */

/* The member of an argument that its name stands in. */
static const char *name_of(const struct tw_described_argument *argument)
{
    return argument->symbol ? argument->symbol : argument->name;
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

/* What a result or scratch begins with: zeros, or nothing. */
static int check_fill(const struct tw_described_reader *reader, const cJSON *node,
                      const struct tw_described_argument *argument)
{
    const bool is_empty = argument->fill == TW_FILL_NONE || argument->fill == TW_FILL_ZERO;
    if (argument->role == TW_ROLE_OUTPUT && !is_empty)
        return tw_described_wrong(reader, node, "a result that begins with something",
                                  "its role is \"inout\"; an output begins with zeros, or nothing");
    if (argument->role == TW_ROLE_SCRATCH && !is_empty)
        return tw_described_wrong(reader, node, "scratch that begins with something",
                                  "scratch begins with zeros, or nothing");
    return TW_OK;
}

static int add_given(const struct tw_described_reader *reader, const cJSON *node, bool is_member,
                     struct tw_described_argument *argument)
{
    struct tw_description *description = reader->description;
    const char *name = name_of(argument);
    if (!cJSON_IsObject(node))
        return tw_described_wrong(reader, node, "no argument", "an argument is an object");
    int code = check_name(reader, node, name);
    if (!code && !argument->has_type && !tw_described_is_laid_out(argument))
        code = tw_described_wrong(reader, node, "no type", "such as \"type\": \"float32\"");
    if (!code && argument->symbol && !argument->count && !argument->counted.expression &&
        !argument->value_count)
        code = tw_described_wrong(reader, node, "no count", "how many elements has it? \"count\" says it");
    if (!code) code = check_fill(reader, node, argument);
    argument->number = description->argument_count;
    description->arguments[description->argument_count++] =
        (struct tw_described_given){.name = name,
                                    .is_member = is_member,
                                    .kind = argument->symbol      ? TW_SYMBOL
                                            : argument->is_buffer ? TW_BUFFER
                                                                  : TW_SCALAR,
                                    .holds = argument};
    return code;
}

/* ---- structures ---- */

static const cJSON *first_member(const cJSON *node)
{
    return cJSON_IsArray(node) ? node->child : cJSON_GetObjectItemCaseSensitive(node, "members")->child;
}

/* A structure that is passed as a whole holds nothing that your program passes too. */
static int check_whole(const struct tw_described_reader *reader, const cJSON *node,
                       const struct tw_described_argument *member)
{
    return member->has_value && !member->address
               ? TW_OK
               : tw_described_wrong(reader, node, "a structure that is passed as a whole, and this by itself",
                                    "give it a \"value\", or leave out \"passed\"");
}

/* Buffers and numbers in a structure that your program passes are arguments of their own, behind it. */
static int add_members(const struct tw_described_reader *reader, const cJSON *node, bool is_whole,
                       const struct tw_described_argument *structure)
{
    const cJSON *item = structure->members ? first_member(node) : NULL;
    int code = TW_OK;
    for (size_t i = 0; i < structure->member_count && !code; i++, item = item->next) {
        struct tw_described_argument *member = &structure->members[i];
        if (is_whole) code = check_whole(reader, item, member);
        if (!code && !member->has_value) code = add_given(reader, item, true, member);
        if (!code) code = add_members(reader, item, is_whole, member);
    }
    return code;
}

/* Finds the argument whose address is meant. */
static int link_address(const struct tw_described_reader *reader, const cJSON *node,
                        struct tw_described_argument *address)
{
    const struct tw_description *description = reader->description;
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(node, "address");
    for (unsigned i = 0; i < description->argument_count; i++) {
        const struct tw_described_given *given = &description->arguments[i];
        if (given->kind == TW_SCALAR || strcmp(given->name, address->address) != 0) continue;
        address->number = i;
        return TW_OK;
    }
    return tw_described_wrong(reader, name, "no such buffer",
                              "\"address\" is the name of a buffer or of a symbol among the arguments");
}

static int link_addresses(const struct tw_described_reader *reader, const cJSON *node,
                          struct tw_described_argument *argument)
{
    const cJSON *item = argument->members ? first_member(node) : NULL;
    int code = argument->address ? link_address(reader, node, argument) : TW_OK;
    for (size_t i = 0; i < argument->member_count && !code; i++, item = item->next)
        code = link_addresses(reader, item, &argument->members[i]);
    return code;
}

static size_t count_all(const struct tw_described_argument *list, size_t count)
{
    size_t all = count;
    for (size_t i = 0; i < count; i++) all += count_all(list[i].members, list[i].member_count);
    return all;
}

static int add_all(const struct tw_described_reader *reader, const cJSON *node)
{
    struct tw_description *description = reader->description;
    const cJSON *item = node->child;
    int code = TW_OK;
    for (size_t i = 0; i < description->holds_count && !code; i++, item = item->next) {
        struct tw_described_argument *argument = &description->holds[i];
        code = add_given(reader, item, false, argument);
        if (!code) code = add_members(reader, item, argument->is_passed, argument);
    }
    item = node->child;
    for (size_t i = 0; i < description->holds_count && !code; i++, item = item->next)
        code = link_addresses(reader, item, &description->holds[i]);
    return code;
}

int tw_described_read_given(const struct tw_described_reader *reader, const cJSON *node)
{
    struct tw_description *description = reader->description;
    const struct tw_described_grammar grammar = {.json = reader->json,
                                                 .names = description->names,
                                                 .role = TW_ROLE_INPUT,
                                                 .fill = TW_FILL_SMALL,
                                                 .below = BELOW,
                                                 .most_bytes = TW_DESCRIBED_BYTES,
                                                 .passes = true,
                                                 .salted = true};
    if (!node) return TW_OK; /* it takes none */
    if (!cJSON_IsArray(node))
        return tw_described_wrong(reader, node, "no arguments",
                                  "\"arguments\" is a list of what the kernel is given");
    if (cJSON_GetArraySize(node) > MOST)
        return tw_described_wrong(reader, node, "too many arguments", "a kernel has at most 4096");
    int code =
        tw_described_arguments(&grammar, node, &description->holds, &description->holds_count, reader->error);
    if (code) return code;
    description->arguments =
        tw_arena_array(&description->arena, count_all(description->holds, description->holds_count) + 1,
                       sizeof *description->arguments);
    return description->arguments ? add_all(reader, node) : tw_described_no_memory(reader);
}
