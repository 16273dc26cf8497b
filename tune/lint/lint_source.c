/* The file: read, compiled if it is CUDA C++, parsed; its lines and kernels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mangled.h"
#include "gen/described/source_kind.h"
#include "runtime/compile/compile.h"
#include "runtime/compile/source_bytes.h"
#include "runtime/given.h"
#include "tune/lint/lint_program.h"

/* Takes away the byte order mark that some editors put in front of a text: ptxas refuses it, NVRTC passes over it. */
static void drop_mark(struct tw_text *text)
{
    const size_t mark = tw_source_mark(tw_text_string(text));
    if (!mark) return;
    memmove(text->data, text->data + mark, text->length - mark + 1);
    text->length -= mark;
}

static int compile_with_nvrtc(const struct tw_nvrtc *nvrtc, struct tw_lint_source *source, unsigned sm,
                              const struct tw_lint_options *options, bool device_part, struct tw_error *error)
{
    return tw_compile_file(nvrtc, source->path, tw_text_string(&source->text), sm, options->compiler,
                           options->compiler_count, device_part, &source->ptx, error);
}

/* A text without kernels: neither compiled ones, nor templates that nothing instantiates. */
static bool holds_no_kernel(const struct tw_lint_source *source)
{
    return !strstr(source->ptx, ".entry") && !strstr(tw_text_string(&source->text), "__global__");
}

/* What NVRTC does not take may have a part for a host, which may say what templates there are. Where there is no nvcc NVRTC gets the other
   part; what it said of the whole stands, unless it takes that and finds kernels in it. */
static int compile_otherwise(const struct tw_nvrtc *nvrtc, struct tw_lint_source *source, unsigned sm,
                             const struct tw_lint_options *options, struct tw_error *error)
{
    struct tw_error other = TW_ERROR_INIT;
    int code = tw_lint_nvcc(source->path, sm, options, &source->ptx, &other);
    const bool is_said = !code || code == TW_COMPILE;
    if (!is_said) code = compile_with_nvrtc(nvrtc, source, sm, options, true, &other);
    if (!is_said && !code && holds_no_kernel(source)) {
        free(source->ptx);
        source->ptx = NULL;
        code = TW_COMPILE;
    }
    if (!code || is_said) {
        tw_error_free(error);
        *error = other;
        return code;
    }
    tw_error_free(&other);
    return TW_COMPILE;
}

static int compile(struct tw_lint_source *source, const struct tw_lint_options *options,
                   struct tw_error *error)
{
    struct tw_nvrtc *nvrtc = NULL;
    int code = tw_nvrtc_open(&nvrtc, error);
    if (!code) tw_nvrtc_limit(nvrtc, &options->compiling);
    unsigned sm = code || options->sm ? options->sm : tw_nvrtc_best(nvrtc, 90);
    if (!code) code = compile_with_nvrtc(nvrtc, source, sm, options, false, error);
    if (code == TW_COMPILE) code = compile_otherwise(nvrtc, source, sm, options, error);
    tw_nvrtc_close(nvrtc);
    return code;
}

/* As the description says, for its launches. */
static int compile_described(struct tw_lint_source *source, const struct tw_lint_options *options,
                             struct tw_error *error)
{
    int code = tw_lint_program_compile(options->program, source->path, tw_text_string(&source->text),
                                       options->sm, options, &source->image, error);
    if (!code && !(source->ptx = strdup(source->image.ptx)))
        code = tw_fail(error, TW_MEMORY, "out of memory");
    return code;
}

static int split_lines(struct tw_lint_source *source, struct tw_error *error)
{
    const char *text = tw_text_string(&source->text), *end = text + source->text.length;
    unsigned count = 0;
    for (const char *c = text; c < end; c++) count += *c == '\n' || c + 1 == end;
    source->lines = calloc(count + 1, sizeof *source->lines);
    if (!source->lines) return tw_fail(error, TW_MEMORY, "out of memory");
    for (const char *c = text; c < end; c++) {
        if (c == text || c[-1] == '\n') source->lines[source->line_count++] = c;
    }
    source->lines[source->line_count] = end;
    return TW_OK;
}

/* The module's variables in constant memory, one after the other. */
static uint64_t constant_bytes(const struct tw_ptx_module *module)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->variables[i];
        if (variable->space == TW_PTX_CONST)
            sum = (sum + variable->align - 1) / variable->align * variable->align + variable->bytes;
    }
    return sum;
}

int tw_lint_source_open(const char *path, const struct tw_lint_options *options,
                        struct tw_lint_source *source, struct tw_error *error)
{
    if (options->watcher) tw_show_progress(options->watcher, "compiling", 0, 0);
    *source = (struct tw_lint_source){.path = path};
    int code = tw_file_read(path, &source->text, error);
    if (!code) code = tw_source_whole(path, &source->text, error);
    if (code) return code;
    drop_mark(&source->text);
    source->is_ptx = tw_source_kind("", tw_text_string(&source->text), source->text.length) == TW_SOURCE_PTX;
    code = split_lines(source, error);
    if (!code && source->is_ptx && options->program)
        code = tw_fail_at(error, TW_INPUT, path, 0, 0,
                          "it is PTX, and a description launches CUDA C++: describe its launches for lint");
    if (!code && !source->is_ptx)
        code = options->program ? compile_described(source, options, error) : compile(source, options, error);
    if (!code && source->is_ptx && !(source->ptx = strdup(tw_text_string(&source->text))))
        code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = tw_ptx_parse(source->ptx, strlen(source->ptx), &source->module, error);
    return code ? code : tw_given_constant(constant_bytes(source->module), error);
}

/* Errors in a text that came without a file name it <ptx>. */
void tw_lint_name_text(const struct tw_lint_source *source, struct tw_error *error)
{
    static const char unnamed[] = "<ptx>";
    struct tw_text message = {0};
    const char *rest = error->message, *found;
    if (!source->is_ptx) return;
    if (strcmp(error->file, unnamed) == 0) snprintf(error->file, sizeof error->file, "%s", source->path);
    for (; (found = strstr(rest, unnamed)); rest = found + strlen(unnamed))
        tw_text_addf(&message, "%.*s%s", (int)(found - rest), rest, source->path);
    tw_text_add(&message, rest);
    if (!message.failed) snprintf(error->message, sizeof error->message, "%s", tw_text_string(&message));
    tw_text_free(&message);
}

void tw_lint_source_close(struct tw_lint_source *source)
{
    tw_text_free(&source->text);
    tw_ptx_free(source->module);
    tw_image_free(&source->image);
    free(source->ptx);
    free(source->lines);
    *source = (struct tw_lint_source){0};
}

/* The name that the source has for it, or PTX's where the source has another one of that name. */
static void add_kernel(const struct tw_lint_source *source, const struct tw_ptx_function *kernel,
                       struct tw_text *text)
{
    const struct tw_ptx_module *module = source->module;
    struct tw_text name = {0};
    size_t count = 0;
    tw_mangled_add(kernel->name, &name);
    for (size_t i = 0; i < module->function_count; i++)
        count += module->functions[i].is_entry &&
                 tw_mangled_match(module->functions[i].name, tw_text_string(&name)) == TW_MANGLED_SAME;
    tw_text_add(text, count > 1 ? kernel->name : tw_text_part(text, &name));
    tw_text_free(&name);
}

/* why: what is wrong with the name; name: NULL where none was given. */
static int say_kernels(const struct tw_lint_source *source, const char *why, const char *name,
                       struct tw_error *error)
{
    const char *no_kernel = source->is_ptx ? "it holds no kernel"
                                           : "it holds no kernel; a template is one where it is instantiated";
    struct tw_text names = {0};
    size_t count = 0;
    for (size_t i = 0; i < source->module->function_count; i++) {
        const struct tw_ptx_function *function = &source->module->functions[i];
        if (!function->is_entry) continue;
        tw_text_add(&names, count++ ? ", " : "");
        add_kernel(source, function, &names);
    }
    int code = tw_fail_at(error, names.failed ? TW_MEMORY : TW_INPUT, source->path, 0, 0,
                          names.length ? "%s%s; %s %s" : no_kernel, why, name ? name : "",
                          count > 1 ? "there are" : "there is only", tw_text_string(&names));
    tw_text_free(&names);
    return code;
}

const struct tw_ptx_function *tw_lint_kernel(const struct tw_lint_source *source, const char *name,
                                             struct tw_error *error)
{
    const struct tw_ptx_module *module = source->module;
    const struct tw_ptx_function *found = NULL;
    enum tw_mangled_match best = TW_MANGLED_SHORT;
    size_t count = 0;
    for (size_t i = 0; i < module->function_count; i++) {
        const struct tw_ptx_function *function = &module->functions[i];
        if (!function->is_entry) continue;
        if (name && strcmp(function->name, name) == 0) return function;
        const enum tw_mangled_match matched = name ? tw_mangled_match(function->name, name) : best;
        if (matched < best) continue;
        if (matched > best) count = 0;
        best = matched;
        found = function;
        count++;
    }
    if (count == 1) return found;
    if (name)
        say_kernels(source, count ? "more than one kernel is named " : "no kernel is named ", name, error);
    else
        say_kernels(source, "the launch must name its kernel", NULL, error);
    return NULL;
}
