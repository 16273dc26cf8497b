/* A T1 file becomes a description: its members one after the other. */
#include "gen/t1/t1.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "gen/config/config.h"
#include "gen/t1/number.h"
#include "gen/t1/parts.h"

/* ---- what all parts use ---- */

const cJSON *tw_t1_member(const cJSON *object, const char *key)
{
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, key);
    return found && !cJSON_IsNull(found) ? found : NULL;
}

void tw_t1_begin(struct tw_t1_reader *reader, const char *key)
{
    tw_text_addf(&reader->body, "%s    \"%s\": ", reader->member_count++ ? ",\n" : "", key);
}

static void add_note(struct tw_t1_reader *reader, const struct tw_text *text)
{
    tw_text_add(&reader->notes, ",\n    ");
    tw_escape_json(&reader->notes, tw_text_part(&reader->notes, text));
}

void tw_t1_note(struct tw_t1_reader *reader, const char *format, ...)
{
    struct tw_text text = {0};
    va_list arguments;
    va_start(arguments, format);
    tw_text_addv(&text, format, arguments);
    va_end(arguments);
    add_note(reader, &text);
    tw_text_free(&text);
}

void tw_t1_warn(struct tw_t1_reader *reader, const char *format, ...)
{
    struct tw_text text = {0};
    va_list arguments;
    va_start(arguments, format);
    tw_text_addv(&text, format, arguments);
    va_end(arguments);
    add_note(reader, &text);
    tw_text_addf(reader->warnings, "%s\n", tw_text_part(reader->warnings, &text));
    tw_text_free(&text);
}

int tw_t1_fail(const struct tw_t1_reader *reader, const cJSON *node, const char *what, const char *right)
{
    struct tw_text said = {0}, hint = {0};
    tw_text_add(&said, what);
    tw_text_add(&hint, right);
    return tw_json_fail(reader->json, tw_json_entry(node), TW_AT_VALUE, &said, &hint, reader->error);
}

static void add_fault(const char *python, const struct tw_expression_fault *fault, struct tw_text *out)
{
    tw_expression_add_place(python, fault->at, out);
    tw_text_add(out, fault->why);
}

int tw_t1_fail_python(const struct tw_t1_reader *reader, const cJSON *node, const char *python,
                      const struct tw_expression_fault *fault)
{
    struct tw_text what = {0}, right = {0};
    add_fault(python, fault, &what);
    return tw_json_fail(reader->json, tw_json_entry(node), TW_AT_VALUE, &what, &right, reader->error);
}

void tw_t1_warn_python(struct tw_t1_reader *reader, const char *place, const char *python,
                       const struct tw_expression_fault *fault, const char *what)
{
    struct tw_text text = {0};
    add_fault(python, fault, &text);
    tw_t1_warn(reader, "%s: %s; %s", place, tw_text_part(&reader->notes, &text), what);
    tw_text_free(&text);
}

const char *tw_t1_python(struct tw_t1_reader *reader, const char *before, const cJSON *node,
                         const char *after)
{
    struct tw_text text = {0};
    tw_text_add(&text, before);
    if (cJSON_IsString(node)) {
        tw_text_add(&text, node->valuestring);
    } else if (cJSON_IsNumber(node)) {
        const struct tw_json_value *place = &reader->json->values[tw_json_entry(node)];
        tw_text_add_bytes(&text, reader->json->text + place->offset, place->end - place->offset);
    } else if (cJSON_IsBool(node)) {
        tw_text_add(&text, cJSON_IsTrue(node) ? "True" : "False");
    } else {
        tw_text_free(&text);
        return NULL;
    }
    tw_text_add(&text, after);
    const char *kept =
        text.failed ? NULL : tw_arena_string(&reader->arena, tw_text_string(&text), text.length);
    tw_text_free(&text);
    return kept;
}

const char *tw_t1_say(struct tw_t1_reader *reader, const char *python, enum tw_t1_wanted wanted,
                      struct tw_expression_fault *fault)
{
    struct tw_text text = {0};
    struct tw_expression expression;
    const char *kept = NULL;
    const bool said = tw_t1_translate(&reader->scope, python, wanted, &text, fault);
    if (said && !text.failed) kept = tw_arena_string(&reader->arena, tw_text_string(&text), text.length);
    if (said && !kept) *fault = (struct tw_expression_fault){"memory ran out", 0};
    tw_text_free(&text);
    if (kept && !reader->scope.has_index &&
        !tw_expression_read(kept, reader->names, TW_EXPRESSION_HOST, &expression, fault)) {
        fault->at = 0;
        return NULL;
    }
    return kept;
}

bool tw_t1_is_number(const char *text)
{
    struct tw_expression_value value;
    return tw_t1_read_number(text + (*text == '-'), strlen(text + (*text == '-')), &value);
}

void tw_t1_add_expression(const char *expression, struct tw_text *out)
{
    if (tw_t1_is_number(expression))
        tw_text_add(out, expression);
    else
        tw_escape_json(out, expression);
}

/* ---- the head ---- */

bool tw_is_t1(const struct tw_json *json)
{
    return cJSON_IsObject(tw_t1_member(json->root, "ConfigurationSpace")) &&
           cJSON_IsObject(tw_t1_member(json->root, "KernelSpecification"));
}

const char *tw_t1_kernel_file(const struct tw_json *json)
{
    const char *file =
        cJSON_GetStringValue(tw_t1_member(tw_t1_member(json->root, "KernelSpecification"), "KernelFile"));
    return file && *file ? file : NULL;
}

/* "my_kernel" of "ns::my_kernel<float>"; no family of the program is called so. */
static const char *plain_name(struct tw_t1_reader *reader, const char *entry)
{
    const char *first = entry;
    for (const char *at = entry; *at && *at != '<'; at++) {
        if (*at == ':') first = at + 1;
    }
    return tw_arena_string(&reader->arena, first, tw_expression_name_length(first));
}

static void add_name(struct tw_t1_reader *reader, const char *entry, const char *plain)
{
    struct tw_text name = {0}, why = {0};
    tw_text_add(&name, plain);
    if (tw_family_find(plain) || !tw_name_accept(plain, &why)) tw_text_add(&name, "_kernel");
    tw_t1_begin(reader, "name");
    tw_text_addf(&reader->body, "\"%s\"", tw_text_part(&reader->body, &name));
    tw_t1_begin(reader, "source");
    tw_escape_json(&reader->body, reader->source->name);
    if (strcmp(tw_text_string(&name), entry) != 0) {
        tw_t1_begin(reader, "entry");
        tw_escape_json(&reader->body, entry);
    }
    tw_text_free(&name);
    tw_text_free(&why);
}

/* KTT's "KernelTypeNames" are the arguments of a template. */
static const char *entry_of(struct tw_t1_reader *reader, const char *name)
{
    const cJSON *types = tw_t1_member(reader->kernel, "KernelTypeNames");
    struct tw_text text = {0};
    if (!cJSON_IsArray(types) || !types->child || strchr(name, '<')) return name;
    tw_text_add(&text, name);
    for (const cJSON *item = types->child; item; item = item->next)
        tw_text_addf(&text, "%s%s", item == types->child ? "<" : ", ",
                     cJSON_IsString(item) ? item->valuestring : "");
    tw_text_add(&text, ">");
    const char *kept = tw_arena_string(&reader->arena, tw_text_string(&text), text.length);
    tw_text_free(&text);
    return kept;
}

static const struct tw_cuda_kernel *find_kernel(const struct tw_cuda_source *source, const char *name)
{
    for (size_t i = 0; i < source->kernel_count; i++) {
        if (strcmp(source->kernels[i].name, name) == 0) return &source->kernels[i];
    }
    return NULL;
}

static int add_head(struct tw_t1_reader *reader)
{
    const cJSON *name = tw_t1_member(reader->kernel, "KernelName");
    const char *given = cJSON_GetStringValue(name);
    const char *entry = given ? entry_of(reader, given) : NULL,
               *plain = entry ? plain_name(reader, entry) : NULL;
    if (!plain || !*plain)
        return tw_t1_fail(reader, name ? name : reader->kernel, "no \"KernelName\"",
                          "the name of the kernel in its source");
    reader->declared = find_kernel(&reader->read, plain);
    int code = reader->declared
                   ? tw_cuda_check_entry(&reader->read, plain, reader->source->name, reader->error)
                   : TW_OK;
    if (code) return code;
    add_name(reader, entry, plain);
    if (!reader->source->text)
        tw_t1_warn(reader, "the kernel's file %s is not there: put it beside the description",
                   reader->source->name);
    else if (!reader->declared)
        tw_t1_warn(reader, "%s has no __global__ %s", reader->source->name, plain);
    return TW_OK;
}

/* ---- options of the compiler ---- */

/* Folders become "include"; what chooses an architecture or an optimisation of the host's compiler has no place here. */
static bool is_dropped(const char *option)
{
    static const char *const dropped[] = {"-O",
                                          "-arch",
                                          "--gpu-architecture",
                                          "-gencode",
                                          "--generate-code",
                                          "-code",
                                          "-Xcompiler",
                                          "-ccbin",
                                          "-W",
                                          "-w",
                                          "-o",
                                          "-c",
                                          "-ptx",
                                          "-cubin",
                                          "-rdc",
                                          "-dc",
                                          "-dlto"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        if (strncmp(option, dropped[i], strlen(dropped[i])) == 0) return true;
    }
    return *option != '-';
}

static void add_list(struct tw_t1_reader *reader, const char *key, bool folders)
{
    const cJSON *list = tw_t1_member(reader->kernel, "CompilerOptions");
    bool any = false;
    for (const cJSON *item = cJSON_IsArray(list) ? list->child : NULL; item; item = item->next) {
        const char *option = cJSON_IsString(item) ? item->valuestring : "";
        const bool folder = strncmp(option, "-I", 2) == 0 && option[2];
        if (folders != folder || !*option) continue;
        if (!folder && is_dropped(option)) {
            tw_t1_warn(
                reader,
                "the compiler's option %s is left out: NVRTC has none such, or the program gives it itself",
                option);
            continue;
        }
        if (!any) tw_t1_begin(reader, key);
        tw_text_add(&reader->body, any ? ", " : "[");
        tw_escape_json(&reader->body, option + (folder ? 2 : 0));
        any = true;
    }
    if (any) tw_text_add(&reader->body, "]");
}

/* ---- the whole ---- */

static int read_all(struct tw_t1_reader *reader)
{
    int code = reader->source->text ? tw_cuda_source_read(reader->source->text, &reader->read, reader->error)
                                    : TW_OK;
    if (!code) code = tw_t1_read_parameters(reader);
    if (code) return code;
    tw_t1_read_problem(reader);
    tw_t1_read_conditions(reader);
    tw_t1_choose_defaults(reader);
    return add_head(reader);
}

static void add_rest(struct tw_t1_reader *reader)
{
    const char *language = cJSON_GetStringValue(tw_t1_member(reader->kernel, "Language"));
    if (language && strcmp(language, "CUDA") != 0)
        tw_t1_warn(reader, "the T1 file is of a kernel in %s: \"source\" must be one in CUDA C++", language);
    add_list(reader, "include", true);
    add_list(reader, "options", false);
    tw_t1_add_space(reader);
    tw_t1_add_arguments(reader);
    tw_t1_add_launch(reader);
    tw_t1_add_reference(reader);
}

static void add_whole(struct tw_t1_reader *reader, struct tw_text *description)
{
    struct tw_text from = {0};
    const char *slash = strrchr(reader->json->file, '/');
    tw_text_addf(&from, "made from the T1 file %s by tilewright init",
                 slash ? slash + 1 : reader->json->file);
    tw_text_add(description, "{\n  \"$comment\": [\n    ");
    tw_escape_json(description, tw_text_part(description, &from));
    tw_text_add(description, tw_text_part(description, &reader->notes));
    tw_text_add(description, "\n  ],\n  \"tilewright\": 1,\n  \"kernel\": {\n");
    tw_text_add(description, tw_text_part(description, &reader->body));
    tw_text_add(description, "\n  }\n}\n");
    tw_text_free(&from);
}

static void begin(struct tw_t1_reader *reader)
{
    reader->space = tw_t1_member(reader->json->root, "ConfigurationSpace");
    reader->kernel = tw_t1_member(reader->json->root, "KernelSpecification");
    reader->scope = (struct tw_t1_scope){.arena = &reader->arena,
                                         .parameters = reader->parameter,
                                         .constants = tw_t1_member(reader->json->root, "BenchmarkConfig")};
}

int tw_t1_describe(const struct tw_json *json, const struct tw_t1_source *source, struct tw_text *description,
                   struct tw_text *warnings, struct tw_error *error)
{
    struct tw_t1_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return tw_fail(error, TW_MEMORY, "out of memory");
    reader->json = json;
    reader->source = source;
    reader->error = error;
    reader->warnings = warnings;
    begin(reader);
    int code = read_all(reader);
    if (!code) add_rest(reader);
    if (!code) add_whole(reader, description);
    if (!code && (description->failed || warnings->failed)) code = tw_fail(error, TW_MEMORY, "out of memory");
    tw_text_free(&reader->body);
    tw_text_free(&reader->notes);
    tw_text_free(&reader->shared);
    tw_cuda_source_free(&reader->read);
    tw_arena_free(&reader->arena);
    free(reader);
    return code;
}
