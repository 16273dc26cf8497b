/* One kernel, or one file, through NVRTC. */
#include "runtime/compile/compile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/described/known_headers.h"
#include "base/described/source_folder.h"
#include "base/described/source_scan.h"
#include "base/escape.h"
#include "base/hash.h"
#include "base/text.h"
#include "runtime/compile/compile_log.h"
#include "runtime/compile/dispositions.h"
#include "runtime/compile/entries.h"
#include "runtime/compile/host_code.h"
#include "runtime/compile/nvrtc.h"
#include "runtime/compile/source_bytes.h"

/* ---- the compile ---- */

/* Without textures and the CUDA runtime, which kernels seldom need. What NVRTC does for one thread at a time takes half as long then,
   all of a compile nine tenths. Known from 12.4 on. */
#define MINIMAL "-minimal"

static bool knows_minimal(const struct tw_nvrtc *nvrtc)
{
    return nvrtc->major > 12 || (nvrtc->major == 12 && nvrtc->minor >= 4);
}

/* The word at `at` is a name that begins so, and goes on as tex2D and cudaMalloc do. */
static bool begins_name(const char *at, const char *with)
{
    const size_t length = strlen(with);
    return strncmp(at, with, length) == 0 &&
           ((at[length] >= 'A' && at[length] <= 'Z') || (at[length] >= '0' && at[length] <= '9'));
}

/* Whether the source is likely to be refused without what NVRTC's manual says that -minimal leaves out: textures and surfaces, and the
   runtime's types, which CUB uses; in a file that is compiled as it stands also the runtime's functions and types, and launches. */
static bool needs_all(const char *source, bool is_file)
{
    bool needs = false;
    for (const char *at = source; *at && !needs;) {
        const size_t word = tw_source_word(at);
        needs = begins_name(at, "tex") || begins_name(at, "surf") || strncmp(at, "cudaTexture", 11) == 0 ||
                strncmp(at, "cudaSurface", 11) == 0 || strncmp(at, "cub/", 4) == 0 ||
                (is_file && (begins_name(at, "cuda") || strncmp(at, "<<<", 3) == 0));
        at += word ? word : 1;
    }
    return needs;
}

/* A source and how NVRTC is to read it. */
struct job {
    const struct tw_nvrtc *nvrtc;
    const char *file, *source;  /* file: what it is called in line information and errors */
    const char *arch;           /* "-arch=sm_90" */
    const char *const *options; /* the user's, behind ours */
    size_t count;
    bool is_ours;                   /* without headers of a host or a toolkit */
    bool minimal;                   /* without what kernels seldom need */
    bool keeps_host;                /* what is for a host is not left out */
    bool has_host;                  /* what says nothing of where it runs is for the device */
    bool has_nvcc;                  /* what nvcc declares by itself is declared */
    bool makes_cubin;               /* beside PTX, which is all that a virtual architecture gives */
    const struct tw_kernel *kernel; /* NULL: it is a file */
};

static struct job kernel_job(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel)
{
    const struct tw_source_needs *needs = kernel->needs;
    return (struct job){.nvrtc = nvrtc,
                        .source = kernel->source,
                        .options = needs ? needs->options : NULL,
                        .count = needs ? needs->option_count : 0,
                        .is_ours = !needs,
                        .keeps_host = !needs,
                        .minimal = knows_minimal(nvrtc) && !needs_all(kernel->source, false),
                        .kernel = kernel};
}

/* The options as NVRTC is given them. */
struct words {
    const char **list;
    size_t count;
};

static void add_word(struct words *words, const char *word)
{
    if (word) words->list[words->count++] = word;
}

static bool names_standard(const struct job *job)
{
    bool names = false;
    for (size_t i = 0; i < job->count; i++)
        names |= strncmp(job->options[i], "--std", 5) == 0 || strncmp(job->options[i], "-std", 4) == 0;
    return names;
}

/* False: memory ran out. */
static bool make_words(const struct job *job, struct words *words)
{
    const struct tw_nvrtc *nvrtc = job->nvrtc;
    *words = (struct words){calloc(6 + job->count + TW_NVRTC_FOLDERS, sizeof *words->list), 0};
    if (!words->list) return false;
    add_word(words, job->arch);
    add_word(words, "-lineinfo");
    if (!names_standard(job)) add_word(words, "--std=c++17");
    if (job->minimal) add_word(words, MINIMAL);
    if (job->has_host) add_word(words, "-default-device");
    if (job->has_nvcc) add_word(words, "-include=" TW_NVCC_HEADER);
    for (size_t i = 0; i < job->count; i++) add_word(words, job->options[i]);
    for (size_t i = 0; i < TW_NVRTC_FOLDERS && !job->is_ours; i++) add_word(words, nvrtc->folders[i]);
    return true;
}

/* A word that could be taken for several, or not be read at all, is written as JSON writes it. */
static void add_readable(const char *word, struct tw_text *text)
{
    bool is_plain = *word != '\0';
    for (const char *c = word; *c; c++) is_plain &= *c > ' ' && *c < 127 && *c != '"' && *c != '\\';
    if (is_plain)
        tw_text_add(text, word);
    else
        tw_escape_json(text, word);
}

void tw_compile_options(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, struct tw_text *text)
{
    const char *more = getenv("NVRTC_APPEND_FLAGS"); /* NVRTC reads it itself */
    const struct job job = kernel_job(nvrtc, kernel);
    struct words words;
    if (!make_words(&job, &words)) tw_text_fail(text);
    for (size_t i = 0; i < words.count; i++) {
        if (i) tw_text_add_char(text, ' ');
        add_readable(words.list[i], text);
    }
    free(words.list);
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

static int run_compiler(const struct job *job, tw_nvrtc_program program, int *result, struct tw_error *error)
{
    struct tw_limited work;
    struct words words;
    if (!make_words(job, &words)) return tw_fail(error, TW_MEMORY, "out of memory");
    tw_limits_begin(&job->nvrtc->limits, &work);
    tw_dispositions_begin();
    *result = job->nvrtc->nvrtcCompileProgram(program, (int)words.count, words.list);
    tw_dispositions_end();
    tw_limits_end(&work);
    free(words.list);
    return TW_OK;
}

/* What NVRTC says is at a line of the user's, or of the template. */
static int refuse(const struct job *job, const char *log, struct tw_error *error)
{
    return job->kernel ? tw_compile_log_fail(job->kernel, log, error)
                       : tw_compile_refused(job->file, log, error);
}

static int compile_program(const struct job *job, tw_nvrtc_program program, struct tw_image *image,
                           struct tw_error *error)
{
    const struct tw_nvrtc *nvrtc = job->nvrtc;
    size_t log_bytes;
    int result = TW_NVRTC_SUCCESS, code = run_compiler(job, program, &result, error);
    if (!code)
        code = fetch(nvrtc, program, "nvrtcGetProgramLog", nvrtc->nvrtcGetProgramLogSize,
                     nvrtc->nvrtcGetProgramLog, &image->log, &log_bytes, error);
    if (code != TW_OK || result == TW_NVRTC_SUCCESS) return code;
    if (result == TW_NVRTC_COMPILATION || (result == TW_NVRTC_OPTION && job->kernel))
        return refuse(job, image->log, error);
    code = fail_call(nvrtc, "nvrtcCompileProgram", result, error);
    tw_error_add_detail(error, image->log);
    return code;
}

static int fetch_image(const struct job *job, tw_nvrtc_program program, struct tw_image *image,
                       struct tw_error *error)
{
    const struct tw_nvrtc *nvrtc = job->nvrtc;
    char *cubin = NULL;
    int code = TW_OK;
    if (job->makes_cubin)
        code = fetch(nvrtc, program, "nvrtcGetCUBIN", nvrtc->nvrtcGetCUBINSize, nvrtc->nvrtcGetCUBIN, &cubin,
                     &image->cubin_bytes, error);
    image->cubin = cubin;
    if (code != TW_OK) return code;
    code = fetch(nvrtc, program, "nvrtcGetPTX", nvrtc->nvrtcGetPTXSize, nvrtc->nvrtcGetPTX, &image->ptx,
                 &image->ptx_length, error);
    if (code == TW_OK) image->ptx_length = strlen(image->ptx); /* NVRTC counts the NUL */
    return code;
}

/* Headers that are given rather than read from files. */
struct headers {
    const char **names, **texts;
    int count;
};

/* In one of the folders that the options name with -I. */
static bool is_in_folders(const char *name, const struct job *job)
{
    bool found = false;
    for (size_t i = 0; i < job->count && !found; i++) {
        struct tw_text path = {0};
        if (strncmp(job->options[i], "-I", 2) != 0) continue;
        tw_text_addf(&path, "%s/%s", job->options[i] + 2, name);
        found = !path.failed && access(path.data, R_OK) == 0;
        tw_text_free(&path);
    }
    return found;
}

static bool is_given(const char *name, const struct job *job)
{
    return tw_header_needs_host(name) || !is_in_folders(name, job);
}

/* Gives the headers of programs for a host, except those that the user has. False: memory ran out. */
static bool give_headers(const struct job *job, struct headers *headers)
{
    *headers = (struct headers){calloc(tw_host_header_count, sizeof *headers->names),
                                calloc(tw_host_header_count, sizeof *headers->texts), 0};
    if (!headers->names || !headers->texts) return false;
    for (size_t i = 0; i < tw_host_header_count && !job->is_ours; i++) {
        if (!is_given(tw_host_headers[i], job)) continue;
        headers->names[headers->count] = tw_host_headers[i];
        headers->texts[headers->count++] = tw_host_header_text(tw_host_headers[i]);
    }
    return true;
}

static int create_program(const struct job *job, tw_nvrtc_program *program, struct tw_error *error)
{
    struct tw_text text = {0};
    struct headers headers;
    int code = give_headers(job, &headers) ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = tw_source_spell(job->file, job->source, &text, error);
    int result = code ? TW_NVRTC_SUCCESS
                      : job->nvrtc->nvrtcCreateProgram(program, tw_text_string(&text), job->file,
                                                       headers.count, headers.texts, headers.names);
    free(headers.names);
    free(headers.texts);
    tw_text_free(&text);
    return result == TW_NVRTC_SUCCESS ? code : fail_call(job->nvrtc, "nvrtcCreateProgram", result, error);
}

/* ---- entries: a name expression for each, and what it was lowered to ---- */

static int ask_for_entries(const struct job *job, tw_nvrtc_program program, struct tw_error *error)
{
    for (unsigned i = 0; job->kernel && i < job->kernel->shape.launch_count; i++) {
        const char *entry = job->kernel->shape.launches[i].entry;
        if (!tw_entries_is_first(&job->kernel->shape, i)) continue;
        if (!*entry || entry[strcspn(entry, "\t\r\n\v\f")])
            return tw_fail(error, TW_COMPILE, "the entry '%s' is no name of a kernel", entry);
        const int result = job->nvrtc->nvrtcAddNameExpression(program, entry);
        if (result != TW_NVRTC_SUCCESS) return fail_call(job->nvrtc, "nvrtcAddNameExpression", result, error);
    }
    return TW_OK;
}

static int take_entries(const struct job *job, tw_nvrtc_program program, struct tw_image *image,
                        struct tw_error *error)
{
    struct tw_text names = {0};
    int code = TW_OK;
    for (unsigned i = 0; job->kernel && i < job->kernel->shape.launch_count && !code; i++) {
        const char *entry = job->kernel->shape.launches[i].entry, *lowered = NULL;
        if (!tw_entries_is_first(&job->kernel->shape, i)) continue;
        const int result = job->nvrtc->nvrtcGetLoweredName(program, entry, &lowered);
        if (result == TW_NVRTC_SUCCESS)
            tw_entries_add(entry, lowered, &names);
        else
            code = fail_call(job->nvrtc, "nvrtcGetLoweredName", result, error);
    }
    if (!code && (image->names = tw_text_take(&names)) == NULL)
        code = tw_fail(error, TW_MEMORY, "out of memory");
    tw_text_free(&names);
    return code;
}

/* *image holds the log even where it fails. */
static int compile_as_it_is(const struct job *job, struct tw_image *image, struct tw_error *error)
{
    tw_nvrtc_program program = NULL;
    tw_image_free(image);
    int code = create_program(job, &program, error);
    if (code == TW_OK) code = ask_for_entries(job, program, error);
    if (code == TW_OK) code = compile_program(job, program, image, error);
    if (code == TW_OK) code = take_entries(job, program, image, error);
    if (code == TW_OK) code = fetch_image(job, program, image, error);
    if (program) job->nvrtc->nvrtcDestroyProgram(&program);
    return code;
}

/* Whether the log misses a name that nvcc would declare. */
static bool misses_nvcc(const char *log)
{
    static const char before[] = "identifier \"", after[] = "\" is undefined";
    bool misses = false;
    for (const char *at = log; at && (at = strstr(at, before)) != NULL && !misses;) {
        at += sizeof before - 1;
        const size_t length = strcspn(at, "\"");
        misses = strncmp(at + length, after, sizeof after - 1) == 0 && tw_nvcc_header_has(at, length);
    }
    return misses;
}

/* A source that was written for nvcc gets what nvcc declares by itself, once something of it is missed. */
static int compile_once(struct job *job, struct tw_image *image, struct tw_error *error)
{
    int code = compile_as_it_is(job, image, error);
    if (code != TW_COMPILE || job->is_ours || job->has_nvcc || !misses_nvcc(image->log)) return code;
    job->has_nvcc = true;
    tw_error_free(error);
    return compile_as_it_is(job, image, error);
}

#define ROUNDS 16u /* NVRTC tells of 100 errors at a time */

/* A file with a part for a host is compiled without what NVRTC fails at there; `copy` gets the source that is left. */
static int compile_device_part(struct job *job, char **copy, struct tw_image *image, struct tw_error *error)
{
    int code = compile_once(job, image, error);
    const bool has_host =
        code == TW_COMPILE && !job->keeps_host && image->log && tw_host_code_is_there(image->log);
    if (!has_host) return code;
    if (!*copy) *copy = strdup(job->source);
    if (!*copy) return tw_fail(error, TW_MEMORY, "out of memory");
    job->source = *copy;
    job->has_host = true;
    for (unsigned round = 0; round < ROUNDS && code == TW_COMPILE; round++) {
        if (round && !tw_host_code_remove(*copy, job->file, image->log)) break;
        tw_error_free(error);
        code = compile_once(job, image, error);
    }
    return code;
}

/* A source that is refused without all that NVRTC has is compiled with it, and what is said then stands. */
static int compile_job(struct job *job, struct tw_image *image, struct tw_error *error)
{
    char *copy = NULL;
    int code = compile_device_part(job, &copy, image, error);
    if (code == TW_COMPILE && job->minimal) {
        tw_error_free(error);
        job->minimal = false;
        code = compile_device_part(job, &copy, image, error);
    }
    free(copy);
    if (code) tw_image_free(image);
    return code;
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

/* machine: "sm" for a real architecture, which gives cubin and PTX, or "compute" for a virtual one, which gives PTX. */
static int compile_kernel(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, const char *machine,
                          unsigned sm, struct tw_image *image, struct tw_error *error)
{
    *image = (struct tw_image){0};
    if (!tw_nvrtc_supports(nvrtc, sm)) return fail_unsupported(nvrtc, sm, error);
    struct tw_text file = {0}, arch = {0};
    struct job job = kernel_job(nvrtc, kernel);
    /* -lineinfo writes this name into cubin and PTX:
     * absolute, so that no working directory is put before it. */
    tw_text_addf(&file, TW_SOURCE_FOLDER "%s.cu", kernel->name);
    tw_text_addf(&arch, "-arch=%s_%u", machine, sm);
    job.file = tw_text_string(&file);
    job.arch = tw_text_string(&arch);
    job.makes_cubin = strcmp(machine, "sm") == 0;
    int code = file.failed || arch.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                                          : compile_job(&job, image, error);
    if (code == TW_OK && kernel->needs) code = tw_compile_log_check_macros(kernel, image->log, error);
    if (code == TW_OK)
        image->sm = sm;
    else
        tw_image_free(image);
    tw_text_free(&file);
    tw_text_free(&arch);
    return code;
}

int tw_compile(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm,
               struct tw_image *image, struct tw_error *error)
{
    return compile_kernel(nvrtc, kernel, "sm", sm, image, error);
}

int tw_compile_ptx(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm,
                   struct tw_image *image, struct tw_error *error)
{
    return compile_kernel(nvrtc, kernel, "compute", sm, image, error);
}

int tw_compile_file(const struct tw_nvrtc *nvrtc, const char *file, const char *source, unsigned sm,
                    const char *const *options, size_t count, bool device_part, char **ptx,
                    struct tw_error *error)
{
    struct tw_text arch = {0};
    struct tw_image image = {0};
    *ptx = NULL;
    if (!tw_nvrtc_supports(nvrtc, sm)) return fail_unsupported(nvrtc, sm, error);
    tw_text_addf(&arch, "-arch=compute_%u", sm);
    struct job job = {.nvrtc = nvrtc,
                      .file = file,
                      .source = source,
                      .arch = tw_text_string(&arch),
                      .options = options,
                      .count = count,
                      .keeps_host = !device_part,
                      .minimal = knows_minimal(nvrtc) && !needs_all(source, true)};
    int code = arch.failed ? tw_fail(error, TW_MEMORY, "out of memory") : compile_job(&job, &image, error);
    *ptx = image.ptx;
    image.ptx = NULL;
    tw_image_free(&image);
    tw_text_free(&arch);
    return code;
}

void tw_image_free(struct tw_image *image)
{
    if (!image) return;
    free(image->cubin);
    free(image->ptx);
    free(image->log);
    free(image->names);
    *image = (struct tw_image){0};
}
