/* A compile after the other, each with the names defined that the one before lacked. */
#include "tune/undefined.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gen/described/init/starter.h"
#include "runtime/compile/compile.h"

#define ROUNDS 6u /* NVRTC stops after 100 errors, and a name may hide another */
#define SM     90u

static bool is_token(const struct tw_cuda_source *source, size_t i, const char *name, size_t length)
{
    return source->tokens[i].kind == TW_CUDA_NAME && source->tokens[i].length == length &&
           memcmp(source->tokens[i].at, name, length) == 0;
}

/* Whether token `i` may stand for a number: it is no type, function, member or namespace. */
static bool is_value(const struct tw_cuda_source *source, size_t i)
{
    const bool is_part = i > 0 && (tw_cuda_is(source, i - 1, ".") || tw_cuda_is(source, i - 1, "->") ||
                                   tw_cuda_is(source, i - 1, "::"));
    return !is_part && !tw_cuda_is(source, i + 1, "(") && !tw_cuda_is(source, i + 1, "::") &&
           !tw_cuda_is_kind(source, i + 1, TW_CUDA_NAME);
}

static bool is_in_kernel(const struct tw_cuda_source *source, size_t i)
{
    for (size_t k = 0; k < source->kernel_count; k++) {
        if (i >= source->kernels[k].begin && i < source->kernels[k].end) return true;
    }
    return false;
}

static bool stands_for_number(const struct tw_cuda_source *source, const char *name, size_t length)
{
    bool found = false;
    for (size_t i = 0; i < source->token_count; i++) {
        if (!is_token(source, i, name, length)) continue;
        if (!is_value(source, i)) return false;
        found |= is_in_kernel(source, i);
    }
    return found;
}

/* Takes the names of the log; false: memory ran out. */
static bool take_names(const char *log, struct tw_cuda_source *source)
{
    static const char before[] = "identifier \"", after[] = "\" is undefined";
    for (const char *at = log; at && (at = strstr(at, before)) != NULL;) {
        at += sizeof before - 1;
        const size_t length = strcspn(at, "\"");
        if (strncmp(at + length, after, sizeof after - 1) == 0 && stands_for_number(source, at, length) &&
            !tw_cuda_add_macro(source, at, length, NULL, false))
            return false;
    }
    return true;
}

static void free_options(char **options, size_t count)
{
    for (size_t i = 0; i < count; i++) free(options[i]);
    free(options);
}

/* "-DX=16" of each macro that the source does not define itself; NULL: memory ran out. */
static char **make_options(const struct tw_cuda_source *source, size_t *count)
{
    char **options = calloc(source->macro_count + 1, sizeof *options);
    *count = 0;
    for (size_t i = 0; i < source->macro_count && options; i++) {
        struct tw_text text = {0};
        if (source->macros[i].fallback) continue;
        tw_text_addf(&text, "-D%s=%" PRId64, source->macros[i].name,
                     tw_cuda_macro_default(&source->macros[i]));
        options[*count] = tw_text_take(&text);
        if (options[(*count)++]) continue;
        free_options(options, *count);
        return NULL;
    }
    return options;
}

/* *again: it found some, so that there may be more. */
static int compile_once(const struct tw_nvrtc *nvrtc, const char *path, const char *text,
                        struct tw_cuda_source *source, bool *again, struct tw_error *error)
{
    struct tw_error refusal = TW_ERROR_INIT;
    char *ptx = NULL;
    size_t count;
    const size_t known = source->macro_count;
    char **options = make_options(source, &count);
    if (!options) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = tw_compile_file(nvrtc, path, text, tw_nvrtc_best(nvrtc, SM), (const char *const *)options,
                               count, false, &ptx, &refusal);
    const bool fine = code != TW_MEMORY && (code != TW_COMPILE || take_names(refusal.detail, source));
    *again = source->macro_count > known;
    free(ptx);
    free_options(options, count);
    tw_error_free(&refusal);
    return fine ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

int tw_find_undefined(const char *path, const char *text, const struct tw_limits *limits,
                      struct tw_cuda_source *source, struct tw_error *error)
{
    struct tw_nvrtc *nvrtc = NULL;
    struct tw_error absent = TW_ERROR_INIT;
    bool again = tw_nvrtc_open(&nvrtc, &absent) == TW_OK;
    int code = TW_OK;
    tw_error_free(&absent);
    if (again) tw_nvrtc_limit(nvrtc, limits);
    for (unsigned round = 0; round < ROUNDS && again && !code; round++)
        code = compile_once(nvrtc, path, text, source, &again, error);
    tw_nvrtc_close(nvrtc);
    return code;
}
