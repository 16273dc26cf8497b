/* The description of launches (docs/commands/lint.md): an object, or a list of them. */
#include <stdlib.h>
#include <string.h>

#include "tune/lint/lint.h"

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

static int read_field(const struct tw_json *json, bool inlined, const cJSON *member,
                      struct tw_lint_launch *launch, struct tw_error *error)
{
    static const unsigned grid[3] = {2147483647, 65535, 65535}, block[3] = {1024, 1024, 64};
    uint64_t bytes = 0;
    if (strcmp(member->string, "grid") == 0) return read_extent(json, member, grid, launch->grid, error);
    if (strcmp(member->string, "block") == 0) return read_extent(json, member, block, launch->block, error);
    if (strcmp(member->string, "arguments") == 0)
        return tw_described_arguments(json, inlined, member, &launch->arguments, &launch->argument_count,
                                      error);
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

static int read_launch(const struct tw_json *json, bool inlined, const cJSON *node,
                       struct tw_lint_launch *launch, struct tw_error *error)
{
    int code = TW_OK;
    *launch = (struct tw_lint_launch){.grid = {1, 1, 1}, .block = {1, 1, 1}};
    if (!cJSON_IsObject(node))
        return wrong(json, node, "no launch", "an object with grid, block and arguments is needed", error);
    for (const cJSON *member = node->child; member && !code; member = member->next)
        code = read_field(json, inlined, member, launch, error);
    if (!code && !cJSON_GetObjectItemCaseSensitive(node, "block"))
        code = wrong(json, node, "no \"block\"", "a launch says how many threads a block has", error);
    return code;
}

int tw_lint_launches_read(const char *file, const char *text, size_t length,
                          struct tw_lint_launches *launches, struct tw_error *error)
{
    const bool inlined = !file;
    if (inlined) file = "--launch";
    *launches = (struct tw_lint_launches){0};
    int code = tw_json_parse(file, text, length, &launches->json, error);
    if (!code) code = tw_json_drop_notes(&launches->json, error);
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
    for (size_t i = 0; i < launches->count; i++)
        tw_described_arguments_free(launches->list[i].arguments, launches->list[i].argument_count);
    free(launches->list);
    tw_json_free(&launches->json);
    *launches = (struct tw_lint_launches){0};
}
