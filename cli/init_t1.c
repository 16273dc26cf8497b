/* The files of a T1 description: the JSON and the kernel's source, which is looked for where Kernel Tuner does. */
#include "cli/init_t1.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "gen/t1/t1.h"

bool tw_init_is_json(const char *operand)
{
    const size_t length = strlen(operand);
    return length > 5 && strcmp(operand + length - 5, ".json") == 0;
}

/* Adds the folder of a path, with its slash; "" is the working directory. */
static void add_folder(const char *path, struct tw_text *folder)
{
    tw_text_add_bytes(folder, path, (size_t)(tw_file_name(path) - path));
}

static bool same_folder(const char *a, const char *b)
{
    struct tw_text one = {0}, other = {0};
    add_folder(a, &one);
    add_folder(b, &other);
    tw_text_add_char(&one, '.');
    tw_text_add_char(&other, '.');
    char *first = realpath(tw_text_string(&one), NULL), *second = realpath(tw_text_string(&other), NULL);
    const bool same = first && second && strcmp(first, second) == 0;
    free(first);
    free(second);
    tw_text_free(&one);
    tw_text_free(&other);
    return same;
}

/* Looks for the kernel's file beside the T1 file, in the folder above, and in the working directory. *path: where it is, or nothing;
   *name: what the description calls it. */
static void find_source(const char *file, const char *output, const char *kernel, struct tw_text *path,
                        struct tw_text *name)
{
    static const char *const between[] = {"", "../", NULL};
    const bool beside = !output || same_folder(file, output);
    for (int i = 0; i < 3; i++) {
        tw_text_clear(path);
        if (*kernel != '/' && between[i]) add_folder(file, path);
        tw_text_addf(path, "%s%s", *kernel != '/' && between[i] ? between[i] : "", kernel);
        if (access(tw_text_string(path), R_OK) != 0) continue;
        char *whole = beside && between[i] ? NULL : realpath(tw_text_string(path), NULL);
        tw_text_addf(name, "%s%s", whole ? "" : between[i] ? between[i] : "", whole ? whole : kernel);
        free(whole);
        return;
    }
    tw_text_clear(path);
    tw_text_add(name, kernel);
}

static void say_warnings(const struct tw_text *warnings)
{
    for (const char *line = tw_text_string(warnings), *end; *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        tw_complain("note: %.*s", (int)(end - line), line);
        if (!*end) return;
    }
}

static int describe(const struct tw_json *json, const char *output, struct tw_text *description,
                    struct tw_error *error)
{
    const char *kernel = tw_t1_kernel_file(json);
    struct tw_text path = {0}, name = {0}, source = {0}, warnings = {0};
    int code = kernel ? TW_OK
                      : tw_fail_at(error, TW_INPUT, json->file, 0, 0,
                                   "\"KernelSpecification\" names no \"KernelFile\"");
    if (!code) find_source(json->file, output, kernel, &path, &name);
    if (!code && path.length) code = tw_file_read(tw_text_string(&path), &source, error);
    if (!code && (path.failed || name.failed)) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) {
        const struct tw_t1_source given = {tw_text_string(&name),
                                           path.length ? tw_text_string(&source) : NULL};
        code = tw_t1_describe(json, &given, description, &warnings, error);
    }
    if (!code) say_warnings(&warnings);
    tw_text_free(&path);
    tw_text_free(&name);
    tw_text_free(&source);
    tw_text_free(&warnings);
    return code;
}

int tw_init_t1(const char *file, const char *output, struct tw_text *description, struct tw_error *error)
{
    struct tw_text text = {0};
    struct tw_json json = {0};
    int code = tw_file_read(file, &text, error);
    if (!code) code = tw_json_parse(file, tw_text_string(&text), text.length, &json, error);
    if (!code && !tw_is_t1(&json))
        code = tw_fail_at(error, TW_INPUT, file, 0, 0,
                          "not a T1 file: it has no \"ConfigurationSpace\" and \"KernelSpecification\"");
    if (!code) code = describe(&json, output, description, error);
    tw_json_free(&json);
    tw_text_free(&text);
    return code;
}
