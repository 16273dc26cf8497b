/* Where descriptions come from: files, configs that name one or hold one, other processes. */
#include <string.h>

#include "base/file.h"
#include "gen/described/parts.h"

#define get cJSON_GetObjectItemCaseSensitive

/* The object in a config that is a description's file. */
static int find_kernel(struct tw_json *json, const cJSON **kernel, struct tw_error *error)
{
    static const char *const keys[] = {"tilewright", "kernel", "defaults", "variants", "machine", NULL};
    const struct tw_described_reader reader = {NULL, json, error};
    const cJSON *root = json->root, *version = get(root, "tilewright");
    int64_t number;
    int code = tw_json_drop_notes(json, error);
    *kernel = get(root, "kernel");
    if (code) return code;
    if (!cJSON_IsObject(root) || !cJSON_IsObject(*kernel))
        return tw_described_wrong(&reader, *kernel ? *kernel : root, "no description of a kernel",
                                  "a description is a config whose \"kernel\" is an object");
    code = tw_described_known(&reader, root, "a config", keys);
    if (!code && !(version && tw_json_integer(json, tw_json_entry(version), &number) && number == 1))
        code = tw_described_wrong(&reader, version ? version : root, "no version of the format",
                                  "\"tilewright\": 1 says it");
    return code;
}

int tw_description_load(const char *path, struct tw_description **description, struct tw_error *error)
{
    struct tw_text text = {0};
    struct tw_json json = {0};
    const cJSON *kernel;
    *description = NULL;
    int code = tw_file_read(path, &text, error);
    if (!code) code = tw_json_parse(path, tw_text_string(&text), text.length, &json, error);
    if (!code) code = find_kernel(&json, &kernel, error);
    if (!code) code = tw_description_read(&json, kernel, description, error);
    tw_json_free(&json);
    tw_text_free(&text);
    return code;
}

int tw_description_again(const char *file, const char *text, const char *hash,
                         struct tw_description **description, struct tw_error *error)
{
    struct tw_json json = {0};
    *description = NULL;
    int code = tw_json_parse(file, text, strlen(text), &json, error);
    if (!code) code = tw_description_read(&json, json.root, description, error);
    tw_json_free(&json);
    if (code || strcmp((*description)->hash, hash) == 0) return code;
    tw_description_free(*description);
    *description = NULL;
    return tw_fail_at(error, TW_INPUT, file, 0, 0, "a file that its kernel is made from has changed");
}

/* ---- "kernel" of a config ---- */

/* What holds a slash, or ends as a config's name does. */
static bool is_path(const char *kernel)
{
    const size_t length = strlen(kernel);
    return strchr(kernel, '/') || (length > 5 && strcmp(kernel + length - 5, ".json") == 0);
}

bool tw_description_is_meant(const cJSON *kernel)
{
    return cJSON_IsObject(kernel) || (cJSON_IsString(kernel) && is_path(kernel->valuestring));
}

/* A file that cannot be read is told at its name; what is wrong within it is told there. */
static int wrong_file(const struct tw_json *json, const cJSON *node, struct tw_error *why,
                      struct tw_error *error)
{
    struct tw_text what = {0}, right = {0};
    if (why->code == TW_INPUT && !why->line) {
        tw_text_add(&what, "the description cannot be read");
        tw_text_addf(&right, "%s: %s", node->valuestring, why->message);
        tw_error_free(why);
        return tw_json_fail(json, tw_json_entry(node), TW_AT_VALUE, &what, &right, error);
    }
    const int code = (int)why->code;
    tw_error_free(error);
    if (error)
        *error = *why;
    else
        tw_error_free(why);
    return code;
}

int tw_description_find(const struct tw_json *json, const cJSON *kernel, struct tw_description **description,
                        struct tw_error *error)
{
    struct tw_text path = {0};
    struct tw_error why = TW_ERROR_INIT;
    if (cJSON_IsObject(kernel)) return tw_description_read(json, kernel, description, error);
    *description = NULL;
    tw_described_path(json, false, kernel->valuestring, &path);
    int code = path.failed ? tw_fail_at(error, TW_MEMORY, json->file, 0, 0, "out of memory")
                           : tw_description_load(tw_text_string(&path), description, &why);
    tw_text_free(&path);
    return why.code ? wrong_file(json, kernel, &why, error) : code;
}
