/* The description of launches (docs/commands/lint.md): an object, or a list of them. */
#include <stdlib.h>
#include <string.h>

#include "tune/lint/lint.h"

#define MOST_BYTES ((uint64_t)1 << 32) /* of a buffer */

/* "WHAT at POINTER; RIGHT" at a value of the description. */
static int wrong(const struct tw_json *json, const cJSON *node, const char *what, const char *right,
                 struct tw_error *error)
{
    struct tw_text said = {0}, hint = {0};
    tw_text_add(&said, what);
    tw_text_add(&hint, right);
    return tw_json_fail(json, tw_json_entry(node), TW_AT_VALUE, &said, &hint, error);
}

/* What a launch is read by. */
struct reader {
    const struct tw_json *json;
    bool inlined;
    struct tw_lint_launch *launch;
    struct tw_error *error;
};

static int refuse(const struct reader *reader, const cJSON *node, const char *what, const char *right)
{
    return wrong(reader->json, node, what, right, reader->error);
}

/* "WHAT at POINTER; REASON". Frees the reason. */
static int no_value(const struct reader *reader, uint32_t entry, const char *what, struct tw_text *reason)
{
    struct tw_text said = {0};
    tw_text_add(&said, what);
    return tw_json_fail(reader->json, entry, TW_AT_VALUE, &said, reason, reader->error);
}

/* A number or an expression, of a whole number between the two. */
static int read_integer(const struct reader *reader, const cJSON *node, const char *what, int64_t low,
                        int64_t high, int64_t *value)
{
    const struct tw_lint_names *names = reader->launch->names;
    struct tw_described_number number;
    struct tw_text reason = {0};
    int code = tw_described_number_read(reader->json, node, names->names, false, "no such number", &number,
                                        reader->error);
    if (!code && !tw_described_number_integer(&number, names->values, what, low, high, value, &reason))
        code = no_value(reader, number.entry, "no such number", &reason);
    tw_described_number_free(&number);
    return code;
}

/* One number, or up to three in a list. */
static int read_extent(const struct reader *reader, const cJSON *node, const unsigned most[3],
                       unsigned extent[3])
{
    int code = TW_OK, count = cJSON_IsArray(node) ? cJSON_GetArraySize(node) : 1;
    if (count < 1 || count > 3) return refuse(reader, node, "no extent", "one to three numbers are needed");
    const cJSON *number = cJSON_IsArray(node) ? node->child : node;
    for (int i = 0; i < count && !code; i++, number = number->next) {
        int64_t value = 1;
        code = read_integer(reader, number, node->string, 1, most[i], &value);
        extent[i] = (unsigned)value;
    }
    return code;
}

/* ---- names ---- */

/* The value of a name: a word, a number, or where it is derived an expression of the names before it. */
static int read_name(const struct reader *reader, const cJSON *node, bool derived,
                     struct tw_expression_value *value)
{
    const struct tw_lint_names *names = reader->launch->names;
    struct tw_described_number number;
    struct tw_text reason = {0};
    if (!derived && cJSON_IsString(node)) {
        *value = (struct tw_expression_value){.kind = TW_EXPRESSION_WORD,
                                              .length = (uint32_t)strlen(node->valuestring),
                                              .word = node->valuestring};
        return TW_OK;
    }
    int code =
        tw_described_number_read(reader->json, node, names->names, false, "no value", &number, reader->error);
    if (!code && !tw_described_number_value(&number, names->values, node->string, value, &reason))
        code = no_value(reader, number.entry, "no value", &reason);
    tw_described_number_free(&number);
    return code;
}

static int read_names(const struct reader *reader, const cJSON *node, bool derived)
{
    struct tw_lint_names *names = reader->launch->names;
    int code = TW_OK;
    if (node && !cJSON_IsObject(node))
        return refuse(reader, node, "no object", "it holds values by their names");
    for (const cJSON *item = node ? node->child : NULL; item && !code; item = item->next) {
        if (names->count == TW_LINT_NAMES) return refuse(reader, item, "one name too many", "64 are taken");
        for (size_t i = 0; i < names->count; i++) {
            if (strcmp(names->names[i], item->string) == 0)
                return refuse(reader, item, "its name is used twice", "each name has one value");
        }
        if (strcmp(item->string, TW_DESCRIBED_INDEX) == 0)
            return refuse(reader, item, "its name is taken", "index is the number of an element");
        code = read_name(reader, item, derived, &names->values[names->count]);
        names->names[names->count++] = item->string;
    }
    return code;
}

/* ---- arguments ---- */

/* Gives all that the names say, members of structures too. */
static int resolve(const struct reader *reader, struct tw_described_argument *list, size_t count)
{
    struct tw_text reason = {0};
    int code = TW_OK;
    for (size_t i = 0; i < count && !code; i++) {
        if (!tw_described_resolve_argument(&list[i], reader->launch->names->values, &list[i], &reason))
            code = no_value(reader, list[i].entry, "no such argument", &reason);
        else
            code = resolve(reader, list[i].members, list[i].member_count);
    }
    return code;
}

static int read_arguments(const struct reader *reader, const cJSON *node)
{
    struct tw_lint_launch *launch = reader->launch;
    const struct tw_described_grammar grammar = {.json = reader->json,
                                                 .inlined = reader->inlined,
                                                 .names = launch->names->names,
                                                 .role = TW_ROLE_INOUT,
                                                 .fill = TW_FILL_IOTA,
                                                 .below = 256,
                                                 .most_bytes = MOST_BYTES};
    int code =
        tw_described_arguments(&grammar, node, &launch->arguments, &launch->argument_count, reader->error);
    return code ? code : resolve(reader, launch->arguments, launch->argument_count);
}

static int read_field(const struct reader *reader, const cJSON *member)
{
    static const unsigned grid[3] = {2147483647, 65535, 65535}, block[3] = {1024, 1024, 64};
    struct tw_lint_launch *launch = reader->launch;
    const char *key = member->string;
    if (strcmp(key, "problem") == 0 || strcmp(key, "derived") == 0) return TW_OK; /* they were read first */
    if (strcmp(key, "grid") == 0) return read_extent(reader, member, grid, launch->grid);
    if (strcmp(key, "block") == 0) return read_extent(reader, member, block, launch->block);
    if (strcmp(key, "arguments") == 0) return read_arguments(reader, member);
    if (strcmp(key, "shared") == 0) {
        int64_t bytes = 0;
        int code = read_integer(reader, member, key, 0, 1 << 20, &bytes);
        launch->shared_bytes = (unsigned)bytes;
        return code;
    }
    if (strcmp(key, "cooperative") == 0 && cJSON_IsBool(member)) {
        launch->is_cooperative = cJSON_IsTrue(member);
        return TW_OK;
    }
    if (strcmp(key, "kernel") == 0 && cJSON_IsString(member)) {
        launch->kernel = member->valuestring;
        return TW_OK;
    }
    return refuse(reader, member, "unknown member",
                  "kernel, grid, block, shared, arguments, cooperative, problem, derived");
}

static int read_launch(const struct tw_json *json, bool inlined, const cJSON *node,
                       struct tw_lint_launch *launch, struct tw_error *error)
{
    const struct reader reader = {json, inlined, launch, error};
    *launch = (struct tw_lint_launch){.grid = {1, 1, 1}, .block = {1, 1, 1}};
    if (!cJSON_IsObject(node))
        return refuse(&reader, node, "no launch", "an object with grid, block and arguments is needed");
    launch->names = calloc(1, sizeof *launch->names);
    if (!launch->names) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = read_names(&reader, cJSON_GetObjectItemCaseSensitive(node, "problem"), false);
    if (!code) code = read_names(&reader, cJSON_GetObjectItemCaseSensitive(node, "derived"), true);
    for (const cJSON *member = node->child; member && !code; member = member->next)
        code = read_field(&reader, member);
    if (!code && !cJSON_GetObjectItemCaseSensitive(node, "block"))
        code = refuse(&reader, node, "no \"block\"", "a launch says how many threads a block has");
    return code;
}

int tw_lint_launches_read(struct tw_json *json, bool inlined, struct tw_lint_launches *launches,
                          struct tw_error *error)
{
    *launches = (struct tw_lint_launches){.json = *json};
    *json = (struct tw_json){0};
    int code = tw_json_drop_notes(&launches->json, error);
    if (code) return code;
    const cJSON *root = launches->json.root, *item = cJSON_IsArray(root) ? root->child : root;
    size_t count = cJSON_IsArray(root) ? (size_t)cJSON_GetArraySize(root) : 1;
    launches->list = calloc(count + 1, sizeof *launches->list);
    if (!launches->list) code = tw_fail(error, TW_MEMORY, "out of memory");
    for (; launches->count < count && !code; item = item->next)
        code = read_launch(&launches->json, inlined, item, &launches->list[launches->count++], error);
    if (!code && !count) code = wrong(&launches->json, root, "no launch", "the list is empty", error);
    return code;
}

void tw_lint_launches_free(struct tw_lint_launches *launches)
{
    for (size_t i = 0; i < launches->count; i++) {
        tw_described_arguments_free(launches->list[i].arguments, launches->list[i].argument_count);
        free(launches->list[i].names);
    }
    free(launches->list);
    tw_json_free(&launches->json);
    *launches = (struct tw_lint_launches){0};
}
