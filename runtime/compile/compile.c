/* One kernel through NVRTC, and its log mapped back to the template. */
#include "runtime/compile/compile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/hash.h"
#include "base/text.h"
#include "runtime/compile/dispositions.h"
#include "runtime/compile/nvrtc.h"
#include "runtime/compile/source_bytes.h"

/* ---- the log: every line that names a generated line also gets the line of the template ---- */

/*
 * A line of NVRTC's log:   place    = FILE "(" number "): "          the file is the virtual one we gave
 *                          line     = place kind ["#" code] ": " text | other
 *                          kind     = "error" | "catastrophic error" | "warning" | ...
 * ptxas writes             other    = "ptxas error   : " text | "ptxas FILE, line N; error   : " text
 */
struct log_line {
    const char *start, *rest; /* rest: behind the place, or start  */
    size_t length;            /* from start, without the newline   */
    unsigned number;          /* the generated line; 0: no place   */
};

static struct log_line read_line(const char *start, const char *file)
{
    struct log_line line = {start, start, strcspn(start, "\n"), 0};
    size_t prefix = strlen(file);
    if (strncmp(start, file, prefix) != 0 || start[prefix] != '(') return line;
    char *end;
    unsigned long number = strtoul(start + prefix + 1, &end, 10);
    if (strncmp(end, "): ", 3) != 0) return line;
    line.number = (unsigned)number;
    line.rest = end + 3;
    return line;
}

static const char *next_line(const struct log_line *line)
{
    const char *end = line->start + line->length;
    return *end ? end + 1 : end;
}

/* "tile.cu.mustache:30" for generated line `number`; nothing when the kernel has no map. */
static void add_template_place(struct tw_text *text, const struct tw_kernel *kernel, unsigned number,
                               const char *before, const char *after)
{
    if (!kernel->template_line || !kernel->template_name || number < 1 || number > kernel->source_lines)
        return;
    tw_text_addf(text, "%s%s:%u%s", before, kernel->template_name, kernel->template_line[number - 1], after);
}

static void annotate(struct tw_text *text, const struct tw_kernel *kernel, const char *file, const char *log)
{
    while (*log) {
        struct log_line line = read_line(log, file);
        tw_text_add_bytes(text, line.start, line.length);
        if (line.number) add_template_place(text, kernel, line.number, " [", "]");
        tw_text_add_char(text, '\n');
        log = next_line(&line);
    }
}

static bool contains(const struct log_line *line, const char *word)
{
    const char *found = strstr(line->rest, word);
    return found && found < line->start + line->length;
}

/* The first line that is an error; one without a line number (ptxas,
 * wrong options) only when no other is there. */
static struct log_line first_error(const char *log, const char *file)
{
    struct log_line general = {"", "", 0, 0};
    while (*log) {
        struct log_line line = read_line(log, file);
        bool says_error = contains(&line, "error") || contains(&line, "fatal");
        if (line.number && says_error && strncmp(line.rest, "warning", 7) != 0) return line;
        if (!line.number && says_error && !general.length && *line.start != ' ') general = line;
        log = next_line(&line);
    }
    return general;
}

/* With single blanks, and none before a colon: ptxas pads its lines into columns. */
static void add_squeezed(struct tw_text *text, const char *from, const char *to)
{
    for (; from < to; from++) {
        const char *next = from;
        while (next < to && *next == ' ') next++;
        if (*from == ' ' && (next == to || *next == ':')) continue;
        if (*from == ' ' && next > from + 1) continue;
        tw_text_add_char(text, *from);
    }
}

/* What a line says, without its place and kind ("error #20-D: "), which are in the log. */
static void add_message(struct tw_text *text, const struct log_line *line)
{
    const char *from = line->rest, *to = line->start + line->length, *colon = strstr(from, ": ");
    if (!line->length) tw_text_add(text, "NVRTC refused the source and gave no reason");
    add_squeezed(text, line->number && colon && colon < to ? colon + 2 : from, to);
}

/* "NAME.cu:12 (tile.cu.mustache:30): text", or the line itself when it names no line of ours; the log as detail. */
static int fail_with_log(const struct tw_kernel *kernel, const char *file, const char *log,
                         struct tw_error *error)
{
    struct tw_text message = {0}, detail = {0};
    struct log_line line = first_error(log, file);
    if (line.number) {
        tw_text_addf(&message, "%s.cu:%u", kernel->name, line.number);
        add_template_place(&message, kernel, line.number, " (", ")");
        tw_text_add(&message, ": ");
    }
    add_message(&message, &line);
    annotate(&detail, kernel, file, log);
    int code = message.failed || detail.failed
                   ? tw_fail(error, TW_MEMORY, "out of memory for what NVRTC says of %s", kernel->name)
                   : tw_fail(error, TW_COMPILE, "%s", tw_text_string(&message));
    tw_error_add_detail(error, tw_text_string(&detail));
    tw_text_free(&message);
    tw_text_free(&detail);
    return code;
}

/* ---- the compile ---- */

static const char *const usual_options[] = {"-lineinfo", "--std=c++17"};
#define USUAL (sizeof usual_options / sizeof *usual_options)

/* Without textures and the CUDA runtime, which kernels seldom need. What NVRTC does for one thread at a time takes half as long then,
   all of a compile nine tenths (docs/measurements/choice.md). Known from 12.4 on. */
#define MINIMAL "-minimal"

static bool knows_minimal(const struct tw_nvrtc *nvrtc)
{
    return nvrtc->major > 12 || (nvrtc->major == 12 && nvrtc->minor >= 4);
}

void tw_compile_options(const struct tw_nvrtc *nvrtc, struct tw_text *text)
{
    const char *more = getenv("NVRTC_APPEND_FLAGS"); /* NVRTC reads it itself */
    for (size_t i = 0; i < USUAL; i++) tw_text_addf(text, "%s%s", i ? " " : "", usual_options[i]);
    if (knows_minimal(nvrtc)) tw_text_add(text, " " MINIMAL);
    if (!more || !*more) return;
    tw_text_add(text, " NVRTC_APPEND_FLAGS=");
    tw_escape_json(text, more);
    tw_text_addf(text, " (XXH3 %016" PRIx64 ")",
                 tw_hash(more, strlen(more))); /* escaped, two may look the same */
}

static int fail_call(const struct tw_nvrtc *nvrtc, const char *call, int result, struct tw_error *error)
{
    const char *text = nvrtc->nvrtcGetErrorString(result);
    if (result == TW_NVRTC_OUT_OF_MEMORY) return tw_fail(error, TW_MEMORY, "%s: out of memory", call);
    if (result == TW_NVRTC_BUILTINS) {
        return tw_fail(error, TW_ENVIRONMENT,
                       "%s: %s: libnvrtc-builtins.so is not beside %s, or there was no memory for it", call,
                       text, nvrtc->path);
    }
    return tw_fail(error, TW_COMPILE, "%s: %s", call, text);
}

/* One of NVRTC's results, by its pair of functions:
   how many bytes, and the bytes; a NUL is put behind them. */
static int fetch(const struct tw_nvrtc *nvrtc, tw_nvrtc_program program, const char *call,
                 int (*get_size)(tw_nvrtc_program, size_t *), int (*get)(tw_nvrtc_program, char *),
                 char **data, size_t *bytes, struct tw_error *error)
{
    int result = get_size(program, bytes);
    if (result != TW_NVRTC_SUCCESS) return fail_call(nvrtc, call, result, error);
    *data = calloc(*bytes + 1, 1);
    if (!*data) return tw_fail(error, TW_MEMORY, "out of memory");
    result = get(program, *data);
    return result == TW_NVRTC_SUCCESS ? TW_OK : fail_call(nvrtc, call, result, error);
}

static int run_compiler(const struct tw_nvrtc *nvrtc, tw_nvrtc_program program, int count,
                        const char *const *options)
{
    struct tw_limited work;
    tw_limits_begin(&nvrtc->limits, &work);
    tw_dispositions_begin();
    int result = nvrtc->nvrtcCompileProgram(program, count, options);
    tw_dispositions_end();
    tw_limits_end(&work);
    return result;
}

static int compile_program(const struct tw_nvrtc *nvrtc, tw_nvrtc_program program,
                           const struct tw_kernel *kernel, const char *file, bool minimal,
                           struct tw_image *image, struct tw_error *error)
{
    struct tw_text arch = {0};
    tw_text_addf(&arch, "-arch=sm_%u", image->sm); /* a real architecture gives both cubin and PTX */
    if (arch.failed) return tw_fail(error, TW_MEMORY, "out of memory");
    const char *options[1 + USUAL + 1] = {arch.data, [1 + USUAL] = MINIMAL};
    memcpy(options + 1, usual_options, sizeof usual_options);
    int result = run_compiler(nvrtc, program, 1 + USUAL + minimal, options);
    tw_text_free(&arch);

    size_t log_bytes;
    int code = fetch(nvrtc, program, "nvrtcGetProgramLog", nvrtc->nvrtcGetProgramLogSize,
                     nvrtc->nvrtcGetProgramLog, &image->log, &log_bytes, error);
    if (code != TW_OK || result == TW_NVRTC_SUCCESS) return code;
    if (result == TW_NVRTC_COMPILATION) return fail_with_log(kernel, file, image->log, error);
    code = fail_call(nvrtc, "nvrtcCompileProgram", result, error);
    tw_error_add_detail(error, image->log);
    return code;
}

static int fetch_image(const struct tw_nvrtc *nvrtc, tw_nvrtc_program program, struct tw_image *image,
                       struct tw_error *error)
{
    char *cubin = NULL;
    int code = fetch(nvrtc, program, "nvrtcGetCUBIN", nvrtc->nvrtcGetCUBINSize, nvrtc->nvrtcGetCUBIN, &cubin,
                     &image->cubin_bytes, error);
    image->cubin = cubin;
    if (code != TW_OK) return code;
    code = fetch(nvrtc, program, "nvrtcGetPTX", nvrtc->nvrtcGetPTXSize, nvrtc->nvrtcGetPTX, &image->ptx,
                 &image->ptx_length, error);
    if (code == TW_OK) image->ptx_length = strlen(image->ptx); /* NVRTC counts the NUL */
    return code;
}

/* Headers that host code includes and kernels do not need. They are empty, so that a file with both compiles. */
static const char *const host_headers[] = {"cuda_runtime.h", "cuda_runtime_api.h",
                                           "cuda.h",         "device_launch_parameters.h",
                                           "stdio.h",        "stdlib.h",
                                           "string.h",       "math.h",
                                           "assert.h",       "time.h",
                                           "iostream",       "cstdio",
                                           "cstdlib",        "cstring",
                                           "cmath",          "cassert",
                                           "stdint.h",       "cstdint",
                                           "limits.h"};
#define HOST_HEADERS (sizeof host_headers / sizeof *host_headers)

/* Headers that are given rather than read from files. */
struct headers {
    const char *names[HOST_HEADERS], *texts[HOST_HEADERS];
    int count;
};

/* `headers` may be NULL. */
static int create_program(const struct tw_nvrtc *nvrtc, const char *file, const char *source,
                          const struct headers *headers, tw_nvrtc_program *program, struct tw_error *error)
{
    struct tw_text text = {0};
    int code = tw_source_spell(file, source, &text, error);
    int result =
        code ? TW_NVRTC_SUCCESS
             : nvrtc->nvrtcCreateProgram(program, tw_text_string(&text), file, headers ? headers->count : 0,
                                         headers ? headers->texts : NULL, headers ? headers->names : NULL);
    tw_text_free(&text);
    if (result != TW_NVRTC_SUCCESS) code = fail_call(nvrtc, "nvrtcCreateProgram", result, error);
    return code;
}

static int compile_once(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, const char *file,
                        bool minimal, struct tw_image *image, struct tw_error *error)
{
    tw_nvrtc_program program = NULL;
    int code = create_program(nvrtc, file, kernel->source, NULL, &program, error);
    if (code != TW_OK) return code;
    code = compile_program(nvrtc, program, kernel, file, minimal, image, error);
    if (code == TW_OK) code = fetch_image(nvrtc, program, image, error);
    nvrtc->nvrtcDestroyProgram(&program);
    return code;
}

/* A source that is refused without all that NVRTC has is compiled with it, and what is said then stands. */
static int compile_named(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, const char *file,
                         struct tw_image *image, struct tw_error *error)
{
    unsigned sm = image->sm;
    bool minimal = knows_minimal(nvrtc);
    int code = compile_once(nvrtc, kernel, file, minimal, image, error);
    if (code != TW_COMPILE || !minimal) return code;
    tw_error_free(error);
    tw_image_free(image);
    image->sm = sm;
    return compile_once(nvrtc, kernel, file, false, image, error);
}

static int fail_unsupported(const struct tw_nvrtc *nvrtc, unsigned sm, struct tw_error *error)
{
    struct tw_text known = {0};
    for (int i = 0; i < nvrtc->arch_count; i++) tw_text_addf(&known, " sm_%d", nvrtc->archs[i]);
    int code = known.failed
                   ? tw_fail(error, TW_MEMORY, "out of memory")
                   : tw_fail(error, TW_ENVIRONMENT, "NVRTC %d.%d cannot compile for sm_%u; it knows%s",
                             nvrtc->major, nvrtc->minor, sm, tw_text_string(&known));
    tw_text_free(&known);
    return code;
}

int tw_compile(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm,
               struct tw_image *image, struct tw_error *error)
{
    *image = (struct tw_image){.sm = sm};
    if (!tw_nvrtc_supports(nvrtc, sm)) return fail_unsupported(nvrtc, sm, error);
    struct tw_text text = {0};
    /* -lineinfo writes this name into cubin and PTX:
     * absolute, so that no working directory is put before it. */
    tw_text_addf(&text, "/tilewright/%s.cu", kernel->name);
    char *file = tw_text_take(&text);
    int code =
        file ? compile_named(nvrtc, kernel, file, image, error) : tw_fail(error, TW_MEMORY, "out of memory");
    free(file);
    if (code != TW_OK) tw_image_free(image);
    return code;
}

/* The first error at its place, the whole log as detail. */
int tw_compile_refused(const char *file, const char *log, struct tw_error *error)
{
    struct tw_text message = {0};
    struct log_line line = first_error(log, file);
    add_message(&message, &line);
    int code = message.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                              : tw_fail_at(error, TW_COMPILE, file, line.number, line.number ? 1 : 0, "%s",
                                           tw_text_string(&message));
    tw_error_add_detail(error, log);
    tw_text_free(&message);
    return code;
}

#define INTEGERS                                                                                             \
    "#pragma once\n"                                                                                         \
    "typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;\n"   \
    "typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;\n"           \
    "typedef unsigned long long uint64_t; typedef unsigned long long uintptr_t; typedef long long "          \
    "intptr_t;\n"

static const char *header_text(const char *name)
{
    return strstr(name, "stdint") ? INTEGERS : "";
}

/* In one of the folders that the options name with -I. */
static bool is_in_folders(const char *name, const char *const *options, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        struct tw_text path = {0};
        if (strncmp(options[i], "-I", 2) != 0) continue;
        tw_text_addf(&path, "%s/%s", options[i] + 2, name);
        found = !path.failed && access(path.data, R_OK) == 0;
        tw_text_free(&path);
    }
    return found;
}

static int create_from_file(const struct tw_nvrtc *nvrtc, const char *file, const char *source,
                            const char *const *options, size_t count, tw_nvrtc_program *program,
                            struct tw_error *error)
{
    struct headers headers = {.count = 0};
    for (size_t i = 0; i < HOST_HEADERS; i++) {
        if (is_in_folders(host_headers[i], options, count)) continue;
        headers.names[headers.count] = host_headers[i];
        headers.texts[headers.count++] = header_text(host_headers[i]);
    }
    return create_program(nvrtc, file, source, &headers, program, error);
}

int tw_compile_file(const struct tw_nvrtc *nvrtc, const char *file, const char *source, unsigned sm,
                    const char *const *options, size_t count, char **ptx, struct tw_error *error)
{
    tw_nvrtc_program program = NULL;
    struct tw_text arch = {0};
    size_t bytes;
    char *log = NULL;
    *ptx = NULL;
    const char **all = calloc(1 + USUAL + count, sizeof *all);
    if (!tw_nvrtc_supports(nvrtc, sm)) {
        free(all);
        return fail_unsupported(nvrtc, sm, error);
    }
    tw_text_addf(&arch, "-arch=compute_%u", sm);
    int code = all && !arch.failed ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < count && !code; i++) all[1 + USUAL + i] = options[i];
    if (!code) code = create_from_file(nvrtc, file, source, options, count, &program, error);
    if (!code) {
        all[0] = arch.data;
        memcpy(all + 1, usual_options, sizeof usual_options);
        int result = run_compiler(nvrtc, program, (int)(1 + USUAL + count), all);
        code = fetch(nvrtc, program, "nvrtcGetProgramLog", nvrtc->nvrtcGetProgramLogSize,
                     nvrtc->nvrtcGetProgramLog, &log, &bytes, error);
        if (!code && result == TW_NVRTC_COMPILATION)
            code = tw_compile_refused(file, log, error);
        else if (!code && result != TW_NVRTC_SUCCESS)
            code = fail_call(nvrtc, "nvrtcCompileProgram", result, error);
    }
    if (!code)
        code = fetch(nvrtc, program, "nvrtcGetPTX", nvrtc->nvrtcGetPTXSize, nvrtc->nvrtcGetPTX, ptx, &bytes,
                     error);
    if (program) nvrtc->nvrtcDestroyProgram(&program);
    free(log);
    free(all);
    tw_text_free(&arch);
    return code;
}

void tw_image_free(struct tw_image *image)
{
    if (!image) return;
    free(image->cubin);
    free(image->ptx);
    free(image->log);
    *image = (struct tw_image){0};
}
