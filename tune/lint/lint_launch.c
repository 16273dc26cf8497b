/* The description of launches (docs/commands/lint.md): an object, or a list of them. */
#include <stdlib.h>
#include <string.h>

#include "tune/lint/lint.h"

#define MOST_BYTES ((uint64_t)1 << 32) /* of one buffer */

/* "WHAT at POINTER; RIGHT" at a value of the description. */
static int wrong(const struct tw_json *json, const cJSON *node, const char *what, const char *right,
                 struct tw_error *error)
{
    struct tw_text said = {0}, hint = {0};
    tw_text_add(&said, what);
    tw_text_add(&hint, right);
    return tw_json_fail(json, tw_json_entry(node), TW_AT_VALUE, &said, &hint, error);
}

static int read_integer(const struct tw_json *json, const cJSON *node, uint64_t low, uint64_t high,
                        uint64_t *value, struct tw_error *error)
{
    int64_t number;
    struct tw_text right = {0};
    if (tw_json_integer(json, tw_json_entry(node), &number) && number >= 0 && (uint64_t)number >= low &&
        (uint64_t)number <= high) {
        *value = (uint64_t)number;
        return TW_OK;
    }
    tw_text_addf(&right, "a whole number from %llu to %llu is needed", (unsigned long long)low,
                 (unsigned long long)high);
    int code = wrong(json, node, "no such number", tw_text_string(&right), error);
    tw_text_free(&right);
    return code;
}

/* One number, or up to three in a list. */
static int read_extent(const struct tw_json *json, const cJSON *node, const unsigned most[3],
                       unsigned extent[3], struct tw_error *error)
{
    int code = TW_OK, count = cJSON_IsArray(node) ? cJSON_GetArraySize(node) : 1;
    if (count < 1 || count > 3)
        return wrong(json, node, "no extent", "one to three numbers are needed", error);
    const cJSON *number = cJSON_IsArray(node) ? node->child : node;
    for (int i = 0; i < count && !code; i++, number = number->next) {
        uint64_t value = 1;
        code = read_integer(json, number, 1, most[i], &value, error);
        extent[i] = (unsigned)value;
    }
    return code;
}

static int read_type(const struct tw_json *json, const cJSON *node, struct tw_lint_argument *argument,
                     struct tw_error *error)
{
    for (unsigned i = 0; i < TW_ELEMENT_COUNT; i++) {
        if (!cJSON_IsString(node) || strcmp(node->valuestring, tw_element_info(i)->name) != 0) continue;
        argument->type = (enum tw_element)i;
        argument->has_type = true;
        return TW_OK;
    }
    return wrong(json, node, "not a type", "int32, float32, float64 are such", error);
}

static int read_value(const struct tw_json *json, const cJSON *node, struct tw_lint_argument *argument,
                      struct tw_error *error)
{
    if (!cJSON_IsNumber(node)) return wrong(json, node, "no number", "a value is a number", error);
    argument->value = node->valuedouble;
    argument->is_integer = tw_json_integer(json, tw_json_entry(node), &argument->integer);
    return TW_OK;
}

static int read_fill(const struct tw_json *json, const cJSON *node, struct tw_lint_argument *argument,
                     struct tw_error *error)
{
    static const char *const words[] = {[TW_LINT_IOTA] = "iota",
                                        [TW_LINT_ZERO] = "zero",
                                        [TW_LINT_RANDOM] = "random",
                                        [TW_LINT_NONE] = "none"};
    argument->fill = TW_LINT_VALUE;
    if (cJSON_IsNumber(node)) return read_value(json, node, argument, error);
    for (size_t i = 0; cJSON_IsString(node) && i < sizeof words / sizeof *words; i++) {
        if (!words[i] || strcmp(node->valuestring, words[i]) != 0) continue;
        argument->fill = (enum tw_lint_fill)i;
        return TW_OK;
    }
    return wrong(json, node, "no fill", "iota, zero, random, none, or a number", error);
}

static int read_member(const struct tw_json *json, const cJSON *member, struct tw_lint_argument *argument,
                       struct tw_error *error)
{
    if (strcmp(member->string, "type") == 0) return read_type(json, member, argument, error);
    if (strcmp(member->string, "value") == 0) return read_value(json, member, argument, error);
    if (strcmp(member->string, "fill") == 0) return read_fill(json, member, argument, error);
    if (strcmp(member->string, "below") == 0)
        return read_integer(json, member, 1, (uint64_t)1 << 62, &argument->below, error);
    if (strcmp(member->string, "count") == 0) {
        argument->is_buffer = true;
        return read_integer(json, member, 1, MOST_BYTES, &argument->count, error);
    }
    return wrong(json, member, "unknown member", "type, count, fill, below, or type, value", error);
}

static int read_argument(const struct tw_json *json, const cJSON *node, struct tw_lint_argument *argument,
                         struct tw_error *error);

static int read_list(const struct tw_json *json, const cJSON *node, struct tw_lint_argument **list,
                     size_t *count, struct tw_error *error)
{
    int code = TW_OK;
    *list = calloc((size_t)cJSON_GetArraySize(node) + 1, sizeof **list);
    if (!*list) return tw_fail(error, TW_MEMORY, "out of memory");
    for (const cJSON *item = node->child; item && !code; item = item->next)
        code = read_argument(json, item, &(*list)[(*count)++], error);
    return code;
}

/* A number, a list, which is a structure of such, or an object: {"type", "count", "fill"} is a buffer, {"type", "value"} a number. */
static int read_argument(const struct tw_json *json, const cJSON *node, struct tw_lint_argument *argument,
                         struct tw_error *error)
{
    bool has_value = cJSON_GetObjectItemCaseSensitive(node, "value") != NULL;
    int code = TW_OK;
    *argument = (struct tw_lint_argument){.below = 256};
    if (cJSON_IsNumber(node)) return read_value(json, node, argument, error);
    if (cJSON_IsArray(node)) return read_list(json, node, &argument->members, &argument->member_count, error);
    if (!cJSON_IsObject(node))
        return wrong(json, node, "no argument", "a number, or {\"type\": \"float32\", \"count\": 1024}",
                     error);
    for (const cJSON *member = node->child; member && !code; member = member->next)
        code = read_member(json, member, argument, error);
    if (code) return code;
    if (argument->is_buffer == has_value)
        return wrong(json, node, "neither buffer nor number",
                     "a buffer has a \"count\" and a \"fill\", a number a \"value\"", error);
    if (argument->is_buffer && !argument->has_type)
        return wrong(json, node, "no type", "such as \"type\": \"float32\"", error);
    if (argument->is_buffer && argument->count * tw_element_info(argument->type)->bytes > MOST_BYTES)
        return wrong(json, node, "too large", "a buffer has 4 GiB at most", error);
    return TW_OK;
}

static int read_arguments(const struct tw_json *json, const cJSON *node, struct tw_lint_launch *launch,
                          struct tw_error *error)
{
    if (!cJSON_IsArray(node)) return wrong(json, node, "no list", "\"arguments\" is a list", error);
    return read_list(json, node, &launch->arguments, &launch->argument_count, error);
}

static int read_field(const struct tw_json *json, const cJSON *member, struct tw_lint_launch *launch,
                      struct tw_error *error)
{
    static const unsigned grid[3] = {2147483647, 65535, 65535}, block[3] = {1024, 1024, 64};
    uint64_t bytes = 0;
    if (strcmp(member->string, "grid") == 0) return read_extent(json, member, grid, launch->grid, error);
    if (strcmp(member->string, "block") == 0) return read_extent(json, member, block, launch->block, error);
    if (strcmp(member->string, "arguments") == 0) return read_arguments(json, member, launch, error);
    if (strcmp(member->string, "shared") == 0) {
        int code = read_integer(json, member, 0, 1 << 20, &bytes, error);
        launch->shared_bytes = (unsigned)bytes;
        return code;
    }
    if (strcmp(member->string, "cooperative") == 0 && cJSON_IsBool(member)) {
        launch->is_cooperative = cJSON_IsTrue(member);
        return TW_OK;
    }
    if (strcmp(member->string, "kernel") == 0 && cJSON_IsString(member)) {
        launch->kernel = member->valuestring;
        return TW_OK;
    }
    return wrong(json, member, "unknown member", "kernel, grid, block, shared, arguments, cooperative",
                 error);
}

static int read_launch(const struct tw_json *json, const cJSON *node, struct tw_lint_launch *launch,
                       struct tw_error *error)
{
    int code = TW_OK;
    *launch = (struct tw_lint_launch){.grid = {1, 1, 1}, .block = {1, 1, 1}};
    if (!cJSON_IsObject(node))
        return wrong(json, node, "no launch", "an object with grid, block and arguments is needed", error);
    for (const cJSON *member = node->child; member && !code; member = member->next)
        code = read_field(json, member, launch, error);
    if (!code && !cJSON_GetObjectItemCaseSensitive(node, "block"))
        code = wrong(json, node, "no \"block\"", "a launch says how many threads a block has", error);
    return code;
}

int tw_lint_launches_read(const char *file, const char *text, size_t length,
                          struct tw_lint_launches *launches, struct tw_error *error)
{
    *launches = (struct tw_lint_launches){0};
    int code = tw_json_parse(file, text, length, &launches->json, error);
    if (!code) code = tw_json_drop_notes(&launches->json, error);
    if (code) return code;
    const cJSON *root = launches->json.root, *item = cJSON_IsArray(root) ? root->child : root;
    size_t count = cJSON_IsArray(root) ? (size_t)cJSON_GetArraySize(root) : 1;
    launches->list = calloc(count + 1, sizeof *launches->list);
    if (!launches->list) code = tw_fail(error, TW_MEMORY, "out of memory");
    for (; launches->count < count && !code; item = item->next)
        code = read_launch(&launches->json, item, &launches->list[launches->count++], error);
    if (!code && !count) code = wrong(&launches->json, root, "no launch", "the list is empty", error);
    return code;
}

static void free_arguments(struct tw_lint_argument *arguments, size_t count)
{
    for (size_t i = 0; i < count; i++) free_arguments(arguments[i].members, arguments[i].member_count);
    free(arguments);
}

void tw_lint_launches_free(struct tw_lint_launches *launches)
{
    for (size_t i = 0; i < launches->count; i++)
        free_arguments(launches->list[i].arguments, launches->list[i].argument_count);
    free(launches->list);
    tw_json_free(&launches->json);
    *launches = (struct tw_lint_launches){0};
}
