/* Kernels that take textures or surfaces: no description can make such objects. */
#include <string.h>

#include "gen/described/init/cuda_source.h"

/* "texture", "surface", or NULL: the type is neither. */
static const char *object_of(struct tw_cuda_source *source, const char *type)
{
    static const struct {
        const char *type, *word;
    } objects[] = {{"cudaTextureObject_t", "texture"},
                   {"CUtexObject", "texture"},
                   {"cudaSurfaceObject_t", "surface"},
                   {"CUsurfObject", "surface"}};
    const char *alias = tw_cuda_alias(source, type);
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        if (strstr(alias ? alias : type, objects[i].type)) return objects[i].word;
    }
    return NULL;
}

int tw_cuda_refuse_textures(struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel,
                            const char *path, struct tw_error *error)
{
    for (unsigned i = 0; i < kernel->parameter_count; i++) {
        const char *object = object_of(source, kernel->parameters[i].type);
        if (object)
            return tw_fail_at(
                error, TW_INPUT, path, 0, 0,
                "%s of %s is a %s, and kernels that take textures or surfaces cannot be described",
                kernel->parameters[i].name, kernel->name, object);
    }
    return TW_OK;
}

static bool is_directive(const struct tw_cuda_source *source, size_t i, const char *word)
{
    const struct tw_cuda_token *token = &source->tokens[i];
    size_t at = 1;
    if (token->kind != TW_CUDA_DIRECTIVE) return false;
    while (at < token->length && (token->at[at] == ' ' || token->at[at] == '\t')) at++;
    return token->length - at >= strlen(word) && memcmp(token->at + at, word, strlen(word)) == 0;
}

/* Whether the kernel, from __global__ to its body, depends on an #if: another branch may take something else. */
static bool is_conditional(const struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel)
{
    unsigned depth = 0;
    bool conditional = false;
    for (size_t i = 0; i < kernel->begin; i++) {
        if (tw_cuda_is(source, i, "__global__")) conditional = depth > 0;
        if (is_directive(source, i, "if")) depth++;
        if (is_directive(source, i, "endif")) depth -= depth > 0;
        conditional |= depth > 0;
    }
    return conditional;
}

/* The name in "deep::turn<T, 4>", between its scope and its arguments. */
static const char *plain_name(const char *entry, size_t *length)
{
    size_t begin = 0;
    *length = strcspn(entry, "< ");
    for (size_t i = 0; i < *length; i++) {
        if (entry[i] == ':') begin = i + 1;
    }
    *length -= begin;
    return entry + begin;
}

int tw_cuda_check_entry(struct tw_cuda_source *source, const char *entry, const char *path,
                        struct tw_error *error)
{
    size_t length;
    const char *name = plain_name(entry, &length);
    int code = TW_OK;
    for (size_t i = 0; i < source->kernel_count && !code; i++) {
        const struct tw_cuda_kernel *kernel = &source->kernels[i];
        if (strlen(kernel->name) == length && memcmp(kernel->name, name, length) == 0 &&
            !is_conditional(source, kernel))
            code = tw_cuda_refuse_textures(source, kernel, path, error);
    }
    return code;
}
