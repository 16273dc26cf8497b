/* Where descriptions come from (files, configs that name one or hold one, other processes), and what they are made of: the hash of it all,
   the files, and why kernels may not be cached. */
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
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
bool tw_description_is_path(const char *kernel)
{
    const size_t length = strlen(kernel);
    return strchr(kernel, '/') || (length > 5 && strcmp(kernel + length - 5, ".json") == 0);
}

bool tw_description_is_meant(const cJSON *kernel)
{
    return cJSON_IsObject(kernel) || (cJSON_IsString(kernel) && tw_description_is_path(kernel->valuestring));
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

/* ---- what they are made of ---- */

/* The files of arguments are named by the object alone; what they hold counts too. */
static void hash_arguments(const struct tw_described_argument *list, size_t count, struct tw_text *all)
{
    for (size_t i = 0; i < count; i++) {
        const struct tw_described_argument *holds = &list[i];
        tw_text_addf(all, "%zu ", holds->byte_count);
        if (holds->bytes) tw_text_add_bytes(all, holds->bytes, holds->byte_count);
        hash_arguments(holds->members, holds->member_count, all);
    }
}

static void hash_program(const struct tw_described_program *program, struct tw_text *all)
{
    if (!program->text) return;
    tw_text_addf(all, "%zu ", program->length);
    tw_text_add_bytes(all, program->text, program->length);
    tw_text_add(all, program->needs.headers);
}

/* The bytes of a library, where it is there: it is looked for when it is needed. */
static void hash_library(const char *path, struct tw_text *all)
{
    struct tw_text bytes = {0};
    const int code = path ? tw_file_read(path, &bytes, NULL) : TW_IO;
    if (code == TW_MEMORY) tw_text_fail(all);
    if (!code) {
        tw_text_addf(all, "%zu ", bytes.length);
        tw_text_add_bytes(all, tw_text_part(all, &bytes), bytes.length);
    }
    tw_text_free(&bytes);
}

/* Why kernels of it are not cached. */
static int make_warning(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    const struct tw_described_program *program =
        description->program.needs.uncached ? &description->program : &description->checker;
    struct tw_text text = {0};
    if (!program->needs.uncached) return TW_OK;
    tw_text_addf(&text, "kernels of %s are compiled anew each time, and none is taken from the cache: %s",
                 program->name, program->needs.uncached);
    if (!text.failed) description->warning = tw_arena_string(&description->arena, text.data, text.length);
    tw_text_free(&text);
    return description->warning ? TW_OK : tw_described_no_memory(reader);
}

static int make_hash(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    struct tw_text all = {0};
    tw_text_add(&all, description->object);
    hash_program(&description->program, &all);
    hash_program(&description->checker, &all);
    hash_library(description->library, &all);
    hash_arguments(description->holds, description->holds_count, &all);
    hash_arguments(description->wanted, description->wanted_count, &all);
    int code = all.failed ? tw_described_no_memory(reader) : TW_OK;
    tw_hash_text(tw_text_string(&all), all.length, description->hash);
    tw_text_free(&all);
    return code;
}

int tw_described_identify(const struct tw_described_reader *reader)
{
    int code = make_hash(reader);
    return code ? code : make_warning(reader);
}

const char *tw_description_hash(const struct tw_description *description)
{
    return description->hash;
}

const char *tw_description_warning(const struct tw_description *description)
{
    return description->warning;
}

/* ---- files ---- */

static void take_program(const struct tw_described_program *program,
                         void (*take)(void *context, const char *path), void *context)
{
    if (program->path) take(context, program->path);
    for (size_t i = 0; i < program->includes.count; i++) take(context, program->includes.files[i]);
}

void tw_description_headers(const struct tw_description *description,
                            void (*take)(void *context, const char *path), void *context)
{
    const struct tw_includes *includes = &description->program.includes;
    for (size_t i = 0; i < includes->count; i++) take(context, includes->files[i]);
}

static void take_arguments(const struct tw_description *description, const struct tw_described_argument *list,
                           size_t count, void (*take)(void *context, const char *path), void *context)
{
    for (size_t i = 0; i < count; i++) {
        struct tw_text path = {0};
        take_arguments(description, list[i].members, list[i].member_count, take, context);
        if (!list[i].file) continue;
        tw_described_path(&description->json, false, list[i].file, &path);
        if (!path.failed) take(context, tw_text_string(&path));
        tw_text_free(&path);
    }
}

void tw_description_files(const struct tw_description *description,
                          void (*take)(void *context, const char *path), void *context)
{
    take(context, description->file);
    take_program(&description->program, take, context);
    take_program(&description->checker, take, context);
    if (description->library) take(context, description->library);
    take_arguments(description, description->holds, description->holds_count, take, context);
    take_arguments(description, description->wanted, description->wanted_count, take, context);
}
