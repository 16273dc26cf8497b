/* Sources and launches from JSON: what the kernel and the kernel that it is checked against have in common. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "gen/described/init/cuda_source.h"
#include "gen/described/parts.h"
#include "gen/text/mustache_parse.h"

#define get         cJSON_GetObjectItemCaseSensitive
#define MAX_OPTIONS 64

/* A text; of no node NULL. */
static int read_text(const struct tw_described_reader *reader, const cJSON *node, const char **text)
{
    *text = cJSON_GetStringValue(node);
    return !node || (*text && **text) ? TW_OK
                                      : tw_described_wrong(reader, node, "no text", "a text is needed");
}

/* ---- launches ---- */

/* One expression, or a list of up to three. */
static int read_sizes(const struct tw_described_reader *reader, const cJSON *node, bool turns,
                      const struct tw_expression *sizes[3])
{
    const bool is_list = cJSON_IsArray(node);
    int code = TW_OK, count = 0;
    if (is_list && (cJSON_GetArraySize(node) > 3 || !node->child))
        return tw_described_wrong(reader, node, "no sizes",
                                  "one number or expression, or a list of one to three");
    for (const cJSON *item = is_list ? node->child : node; item && !code; item = is_list ? item->next : NULL)
        code = tw_described_expression(reader, item, turns, &sizes[count++]);
    return code;
}

/* { "type": "int32", "value": "4 * turn" }, a number, true, false, null, or the name of an argument, which an expression may choose. */
static int read_parameter(const struct tw_described_reader *reader, const cJSON *node, bool turns,
                          struct tw_described_parameter *parameter)
{
    static const char *const keys[] = {"type", "value", NULL};
    const struct tw_description *description = reader->description;
    *parameter = (struct tw_described_parameter){.type = {TW_INT32, -1}};
    if (cJSON_IsObject(node)) {
        int code = tw_described_known(reader, node, "a parameter", keys);
        if (!code && !get(node, "type"))
            code = tw_described_wrong(reader, node, "no type", "such as \"type\": \"int32\"");
        if (!code) code = tw_described_type(reader, get(node, "type"), &parameter->type);
        if (!code && !get(node, "value"))
            code = tw_described_wrong(reader, node, "no value", "such as \"value\": \"4 * turn\"");
        return code ? code : tw_described_expression(reader, get(node, "value"), turns, &parameter->value);
    }
    if (cJSON_IsNull(node)) {
        parameter->type.element = TW_UINT64; /* a pointer */
        return tw_described_expression_of(reader, node, "0", description->names, &parameter->value);
    }
    if (cJSON_IsBool(node)) {
        parameter->type.element = TW_UINT8;
        return tw_described_expression(reader, node, turns, &parameter->value);
    }
    if (cJSON_IsNumber(node)) {
        int64_t whole;
        if (!tw_json_integer(reader->json, tw_json_entry(node), &whole)) parameter->type.element = TW_FLOAT32;
        return tw_described_expression(reader, node, turns, &parameter->value);
    }
    const char *name = cJSON_GetStringValue(node);
    for (unsigned i = 0; i < description->argument_count && name; i++) {
        if (strcmp(description->arguments[i].name, name) != 0) continue;
        parameter->number = (int)i;
        parameter->is_fixed = true;
        return TW_OK;
    }
    return tw_described_expression(reader, node, turns, &parameter->argument);
}

static int read_parameters(const struct tw_described_reader *reader, const cJSON *node, bool turns,
                           struct tw_described_launch *launch)
{
    int code = TW_OK;
    if (!node) return TW_OK;
    if (!cJSON_IsArray(node))
        return tw_described_wrong(reader, node, "no list", "\"arguments\" of a launch are a list of names");
    launch->has_parameters = true;
    launch->parameters = tw_arena_array(&reader->description->arena, (size_t)cJSON_GetArraySize(node) + 1,
                                        sizeof *launch->parameters);
    if (!launch->parameters) return tw_described_no_memory(reader);
    for (const cJSON *item = node->child; item && !code; item = item->next)
        code = read_parameter(reader, item, turns, &launch->parameters[launch->parameter_count++]);
    return code;
}

/* The members that say one launch, also where the kernel itself has them. */
static int read_launch(const struct tw_described_reader *reader, const cJSON *node, bool turns,
                       const char *entry, struct tw_described_launch *launch)
{
    const cJSON *cooperative = get(node, "cooperative");
    int code = read_text(reader, get(node, "entry"), &launch->entry);
    if (!launch->entry) launch->entry = entry;
    if (!code && !get(node, "grid"))
        code = tw_described_wrong(reader, node, "no grid", "\"grid\" says how many blocks there are");
    if (!code && !get(node, "block"))
        code = tw_described_wrong(reader, node, "no block", "\"block\" says how many threads a block has");
    if (!code) code = read_sizes(reader, get(node, "grid"), turns, launch->grid);
    if (!code) code = read_sizes(reader, get(node, "block"), turns, launch->block);
    if (!code) code = read_sizes(reader, get(node, "cluster"), turns, launch->cluster);
    if (!code) code = tw_described_expression(reader, get(node, "shared"), turns, &launch->shared);
    if (!code) code = tw_described_expression(reader, get(node, "carveout"), turns, &launch->carveout);
    if (!code && cooperative && !cJSON_IsBool(cooperative))
        code = tw_described_wrong(reader, cooperative, "neither true nor false",
                                  "\"cooperative\" says whether all blocks wait for each other");
    launch->is_cooperative = cJSON_IsTrue(cooperative);
    return code;
}

static int read_launches(const struct tw_described_reader *reader, const cJSON *node, bool turns,
                         const char *entry, struct tw_described_launch **launches, unsigned *count);

static int read_listed(const struct tw_described_reader *reader, const cJSON *node, bool turns,
                       const char *entry, struct tw_described_launch *launch)
{
    static const char *const launch_keys[] = {"entry",   "grid",        "block",     "shared", "carveout",
                                              "cluster", "cooperative", "arguments", NULL};
    static const char *const group_keys[] = {"repeat", "launches", NULL};
    if (!cJSON_IsObject(node)) return tw_described_wrong(reader, node, "no launch", "a launch is an object");
    const cJSON *repeat = get(node, "repeat");
    int code =
        tw_described_known(reader, node, repeat ? "a group" : "a launch", repeat ? group_keys : launch_keys);
    if (code) return code;
    if (repeat) {
        code = tw_described_expression(reader, repeat, turns, &launch->repeat);
        return code ? code : read_launches(reader, node, true, entry, &launch->inner, &launch->inner_count);
    }
    code = read_launch(reader, node, turns, entry, launch);
    return code ? code : read_parameters(reader, get(node, "arguments"), turns, launch);
}

static int read_launches(const struct tw_described_reader *reader, const cJSON *node, bool turns,
                         const char *entry, struct tw_described_launch **launches, unsigned *count)
{
    const cJSON *list = get(node, "launches");
    const size_t room = cJSON_IsArray(list) ? (size_t)cJSON_GetArraySize(list) : 0;
    int code = TW_OK;
    if (!room || room > TW_DESCRIBED_LAUNCHES)
        return tw_described_wrong(reader, list ? list : node, "no launches",
                                  "\"launches\" is a list of at least one");
    *launches = tw_arena_array(&reader->description->arena, room, sizeof **launches);
    if (!*launches) return tw_described_no_memory(reader);
    for (const cJSON *item = list->child; item && !code; item = item->next)
        code = read_listed(reader, item, turns, entry, &(*launches)[(*count)++]);
    return code;
}

static int read_one_launch(const struct tw_described_reader *reader, const cJSON *node,
                           struct tw_described_program *program)
{
    program->launches = tw_arena_alloc(&reader->description->arena, sizeof *program->launches);
    program->launch_count = 1;
    if (!program->launches) return tw_described_no_memory(reader);
    int code = read_launch(reader, node, false, program->entry, program->launches);
    if (code || program == &reader->description->program)
        return code; /* its "arguments" are all that there are */
    return read_parameters(reader, get(node, "arguments"), false, program->launches);
}

/* ---- the source ---- */

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

/* Tells what is wrong with a file, at the place of its name. */
static int wrong_file(const struct tw_described_reader *reader, const cJSON *node, struct tw_error *why)
{
    struct tw_text right = {0};
    tw_text_addf(&right, "%s: %s", node->valuestring, why->message);
    int code = why->code == TW_MEMORY || right.failed
                   ? tw_described_no_memory(reader)
                   : tw_described_wrong(reader, node, "the source cannot be used", tw_text_string(&right));
    tw_text_free(&right);
    tw_error_free(why);
    return code;
}

/* What is wrong with a template is said once, at its place, and not for each variant. */
static int check_template(const struct tw_described_reader *reader,
                          const struct tw_described_program *program)
{
    struct tw_mustache parsed;
    int code = tw_mustache_parse(program->path, program->text, program->length, &parsed, reader->error);
    if (!code) tw_mustache_free(&parsed);
    return code;
}

static int read_source(const struct tw_described_reader *reader, const cJSON *node,
                       struct tw_described_program *program)
{
    struct tw_arena *arena = &reader->description->arena;
    struct tw_text path = {0}, text = {0};
    struct tw_error why = TW_ERROR_INIT;
    int code = read_text(reader, node, &program->name);
    if (code) return code;
    tw_described_path(reader->json, false, program->name, &path);
    program->path = path.failed ? NULL : tw_arena_string(arena, tw_text_string(&path), path.length);
    tw_text_free(&path);
    if (!program->path) return tw_described_no_memory(reader);
    code = tw_file_read(program->path, &text, &why);
    if (!code && strlen(tw_text_string(&text)) != text.length)
        code = tw_fail(&why, TW_INPUT, "it holds a byte 0");
    if (!code && !text.length) code = tw_fail(&why, TW_INPUT, "it is empty");
    if (!code) program->text = tw_arena_string(arena, tw_text_string(&text), text.length);
    program->length = text.length;
    program->name = tw_file_name(program->path);
    program->is_template = ends_in(program->name, ".mustache");
    tw_text_free(&text);
    if (code) return wrong_file(reader, node, &why);
    if (!program->text) return tw_described_no_memory(reader);
    return program->is_template ? check_template(reader, program) : TW_OK;
}

/* "-I" and a folder: absolute, so that nobody's working directory matters. */
static const char *folder_option(const struct tw_described_reader *reader, const char *path, size_t length)
{
    struct tw_text option = {0};
    char *cut = tw_arena_string(&reader->description->arena, length ? path : ".", length ? length : 1);
    errno = 0;
    char *whole = cut ? realpath(cut, NULL) : NULL;
    const bool no_memory = !cut || (!whole && errno == ENOMEM);
    tw_text_addf(&option, "-I%s", whole ? whole : cut ? cut : "");
    const char *kept = !no_memory && !option.failed
                           ? tw_arena_string(&reader->description->arena, option.data, option.length)
                           : NULL;
    free(whole);
    tw_text_free(&option);
    return kept;
}

static int add_option(const struct tw_described_reader *reader, const cJSON *node, const char *option,
                      const char **options, struct tw_described_program *program)
{
    if (!option) return tw_described_no_memory(reader);
    if (program->option_count == MAX_OPTIONS)
        return tw_described_wrong(reader, node, "one too many", "there are at most 64 options and folders");
    options[program->option_count++] = option;
    return TW_OK;
}

static int add_folders(const struct tw_described_reader *reader, const cJSON *list, const char **options,
                       struct tw_described_program *program)
{
    const char *slash = strrchr(program->path, '/');
    int code = add_option(
        reader, list, folder_option(reader, program->path, slash ? (size_t)(slash - program->path) + 1 : 0),
        options, program);
    if (list && !cJSON_IsArray(list))
        return tw_described_wrong(reader, list, "no list", "\"include\" is a list of folders");
    for (const cJSON *item = list ? list->child : NULL; item && !code; item = item->next) {
        struct tw_text path = {0};
        if (!cJSON_IsString(item) || !*item->valuestring)
            return tw_described_wrong(reader, item, "no folder", "the name of a folder is needed");
        tw_described_path(reader->json, false, item->valuestring, &path);
        code = path.failed ? tw_described_no_memory(reader)
                           : add_option(reader, item, folder_option(reader, path.data, path.length), options,
                                        program);
        tw_text_free(&path);
    }
    return code;
}

/* Options that name files would read or write what the description does not name otherwise. */
static bool is_refused_option(const char *option)
{
    static const char *const refused[] = {"-I",
                                          "--include-path",
                                          "-include",
                                          "--pre-include",
                                          "--pch",
                                          "-pch",
                                          "--create-pch",
                                          "--use-pch",
                                          "--pch-dir",
                                          "--time",
                                          "-time",
                                          "--fdevice-time-trace",
                                          "-fdevice-time-trace",
                                          "--minimal",
                                          "-arch",
                                          "--gpu-architecture",
                                          "-dc",
                                          "-rdc",
                                          "--relocatable-device-code",
                                          "--device-c",
                                          "-dlto",
                                          "--dlink-time-opt",
                                          "--split-compile"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (strncmp(option, refused[i], strlen(refused[i])) == 0) return true;
    }
    return *option != '-' || !option[1];
}

static int read_options(const struct tw_described_reader *reader, const cJSON *node,
                        struct tw_described_program *program)
{
    const cJSON *list = get(node, "options");
    const char **options = tw_arena_array(&reader->description->arena, MAX_OPTIONS, sizeof *options);
    if (!options) return tw_described_no_memory(reader);
    program->options = options;
    int code = add_folders(reader, get(node, "include"), options, program);
    if (!code && list && !cJSON_IsArray(list))
        code = tw_described_wrong(reader, list, "no list", "\"options\" is a list of texts");
    for (const cJSON *item = list ? list->child : NULL; item && !code; item = item->next) {
        if (!cJSON_IsString(item) || is_refused_option(item->valuestring))
            return tw_described_wrong(reader, item, "no option that is taken",
                                      "an option of the compiler, that names neither files, folders nor the "
                                      "architecture (\"include\" names folders)");
        code = add_option(reader, item, item->valuestring, options, program);
    }
    return code;
}

/* The files that the source takes in, by its folders and options. */
static int find_includes(const struct tw_described_reader *reader, struct tw_described_program *program)
{
    int code = tw_includes_find(program->path, program->text, program->options, program->option_count,
                                &program->includes, reader->error);
    program->asked = tw_described_asked(program->text);
    for (size_t i = 0; i < program->includes.count && !code; i++) {
        struct tw_text header = {0};
        const int read = tw_file_read(program->includes.files[i], &header, NULL);
        if (read == TW_MEMORY) code = tw_described_no_memory(reader);
        if (!read) program->asked |= tw_described_asked(tw_text_string(&header));
        tw_text_free(&header);
    }
    program->needs = (struct tw_source_needs){.options = program->options,
                                              .option_count = program->option_count,
                                              .path = program->path,
                                              .headers = program->includes.hash,
                                              .uncached = program->includes.unresolved};
    return code;
}

/* "define": names, or an object of names and expressions. */
static int read_macros(const struct tw_described_reader *reader, const cJSON *node,
                       struct tw_described_program *program)
{
    int code = TW_OK;
    if (!node) return TW_OK;
    if (!cJSON_IsArray(node) && !cJSON_IsObject(node))
        return tw_described_wrong(reader, node, "no macros",
                                  "a list of names, or an object of names and expressions");
    program->macros = tw_arena_array(&reader->description->arena, (size_t)cJSON_GetArraySize(node) + 1,
                                     sizeof *program->macros);
    if (!program->macros) return tw_described_no_memory(reader);
    for (const cJSON *item = node->child; item && !code; item = item->next) {
        struct tw_described_macro *macro = &program->macros[program->macro_count++];
        macro->name = cJSON_IsArray(node) ? cJSON_GetStringValue(item) : item->string;
        const uint32_t length = macro->name ? tw_expression_name_length(macro->name) : 0;
        if (!length || macro->name[length])
            return tw_described_wrong(reader, item, "no name of a macro", "a C identifier is needed");
        code = tw_described_expression(reader, item, false, &macro->value);
    }
    return code;
}

/* The kernel's file, for a reference in it: it is compiled as for the kernel, but for what the reference says itself. */
static void share_source(const struct tw_described_program *kernel, const cJSON *node,
                         struct tw_described_program *program)
{
    program->name = kernel->name;
    program->path = kernel->path;
    program->text = kernel->text;
    program->length = kernel->length;
    program->is_template = kernel->is_template;
    program->takes_parameters = true;
    if (!get(node, "define")) {
        program->macros = kernel->macros;
        program->macro_count = kernel->macro_count;
    }
    if (get(node, "include") || get(node, "options")) return;
    program->options = kernel->options;
    program->option_count = kernel->option_count;
}

static int check_entries(const struct tw_described_program *program, struct tw_cuda_source *source,
                         const struct tw_described_launch *launches, unsigned count, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < count && !code; i++)
        code = launches[i].repeat
                   ? check_entries(program, source, launches[i].inner, launches[i].inner_count, error)
                   : tw_cuda_check_entry(source, launches[i].entry, program->path, error);
    return code;
}

/* Most sources are not read for it. */
static int refuse_textures(const struct tw_described_reader *reader,
                           const struct tw_described_program *program)
{
    struct tw_cuda_source source = {0};
    if (program->is_template || !strstr(program->text, "Object")) return TW_OK;
    int code = tw_cuda_source_read(program->text, &source, reader->error);
    if (!code)
        code = check_entries(program, &source, program->launches, program->launch_count, reader->error);
    tw_cuda_source_free(&source);
    return code;
}

int tw_described_read_program(const struct tw_described_reader *reader, const cJSON *node,
                              struct tw_described_program *program)
{
    const cJSON *launches = get(node, "launches"), *source = get(node, "source");
    const struct tw_description *description = reader->description;
    const struct tw_described_program *kernel = &description->program;
    program->takes_parameters = program == kernel;
    program->entry = description->family.name;
    int code = TW_OK;
    if (source)
        code = read_source(reader, source, program);
    else if (program == kernel)
        code = tw_described_wrong(reader, node, "no source", "\"source\" names the kernel's file");
    if (!code && program != kernel && (!source || strcmp(program->path, kernel->path) == 0))
        share_source(kernel, node, program);
    const char *entry;
    if (!code && !program->options) code = read_options(reader, node, program);
    if (!code) code = find_includes(reader, program);
    if (!code) code = read_macros(reader, get(node, "define"), program);
    if (!code) code = read_text(reader, get(node, "entry"), &entry);
    if (!code && entry) program->entry = entry;
    if (code) return code;
    code = launches ? read_launches(reader, node, false, program->entry, &program->launches,
                                    &program->launch_count)
                    : read_one_launch(reader, node, program);
    return code ? code : refuse_textures(reader, program);
}
