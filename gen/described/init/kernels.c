/*
 * The kernels of a CUDA C++ source.
 *
 *     kernel    = ["template" "<" parameters ">"] ... "__global__" ... name "(" parameters ")" ... ("{" | ";")
 *     parameter = ["const"] type ["*"] ... [name] ["[" "]"] ["=" default]
 *
 * The name is the last one before a bracket that is no attribute (__launch_bounds__ and the like). Instantiations and specialisations
 * have arguments between name and bracket, and are passed over.
 */
#include <string.h>

#include "base/text.h"
#include "gen/described/init/cuda_source.h"

#define SCOPES 64u

struct walker {
    struct tw_cuda_source *source;
    size_t template_begin,
        template_end; /* the tokens between < and > of a template that has just begun; equal: none */
    bool is_template;
    struct {
        const char *name; /* of a namespace; NULL: another bracket */
    } scopes[SCOPES];
    unsigned depth;
};

static bool is_attribute(const struct tw_cuda_source *source, size_t i)
{
    const struct tw_cuda_token *token = &source->tokens[i];
    return (token->length > 4 && memcmp(token->at, "__", 2) == 0 &&
            memcmp(token->at + token->length - 2, "__", 2) == 0) ||
           tw_cuda_is(source, i, "alignas") || tw_cuda_is(source, i, "decltype") ||
           tw_cuda_is(source, i, "noexcept");
}

/* Words of a parameter that are no part of its type. */
static bool is_qualifier(const struct tw_cuda_source *source, size_t i)
{
    static const char *const words[] = {"const",    "volatile",          "__restrict__", "__restrict",
                                        "restrict", "register",          "struct",       "class",
                                        "enum",     "__grid_constant__", "typename",     NULL};
    for (unsigned w = 0; words[w]; w++) {
        if (tw_cuda_is(source, i, words[w])) return true;
    }
    return false;
}

/* Words of which types are made, so that the last word of a parameter is no name. */
static bool is_type_word(const struct tw_cuda_source *source, size_t i)
{
    static const char *const words[] = {"int",  "unsigned", "signed", "long", "short", "char",
                                        "bool", "float",    "double", "half", NULL};
    for (unsigned w = 0; words[w]; w++) {
        if (tw_cuda_is(source, i, words[w])) return true;
    }
    return false;
}

/* The end of the item that begins at `i`, of a list with commas: brackets of all kinds are passed over. */
static size_t end_of_item(const struct tw_cuda_source *source, size_t i, size_t end)
{
    while (i < end && !tw_cuda_is(source, i, ",")) {
        const bool opens = tw_cuda_is(source, i, "(") || tw_cuda_is(source, i, "[") ||
                           tw_cuda_is(source, i, "{") || tw_cuda_is(source, i, "<");
        i = opens ? tw_cuda_after_bracket(source, i) : i + 1;
    }
    return i < end ? i : end;
}

static size_t find(const struct tw_cuda_source *source, size_t begin, size_t end, const char *text)
{
    while (begin < end && !tw_cuda_is(source, begin, text)) begin++;
    return begin;
}

/* ---- parameters ---- */

static bool name_unnamed(struct tw_cuda_source *source, unsigned number, struct tw_cuda_parameter *parameter)
{
    struct tw_text name = {0};
    tw_text_addf(&name, "argument%u", number);
    parameter->name = tw_arena_string(&source->arena, tw_text_string(&name), name.length);
    tw_text_free(&name);
    return parameter->name != NULL;
}

/* Its type without qualifiers and its pointer; a pointer to pointers is one to "double*". */
static bool spell_type(struct tw_cuda_source *source, size_t begin, size_t end,
                       struct tw_cuda_parameter *parameter)
{
    struct tw_text type = {0};
    for (size_t i = begin; i < end; i++) {
        if (is_qualifier(source, i) || tw_cuda_is(source, i, "&")) continue;
        if (tw_cuda_is(source, i, "*") || tw_cuda_is(source, i, "(")) {
            const bool twice = find(source, i + 1, end, "*") < end && tw_cuda_is(source, i, "*");
            if (twice) tw_text_add_char(&type, '*');
            break;
        }
        const bool words = tw_cuda_is_kind(source, i, TW_CUDA_NAME) && type.length &&
                           tw_cuda_is_kind(source, i - 1, TW_CUDA_NAME);
        if (words) tw_text_add_char(&type, ' ');
        tw_text_add_bytes(&type, source->tokens[i].at, source->tokens[i].length);
    }
    parameter->type = tw_arena_string(&source->arena, tw_text_string(&type), type.length);
    tw_text_free(&type);
    return parameter->type != NULL;
}

/* Tokens [begin, end), without attributes in [[ ]] and the default. */
static bool read_parameter(struct tw_cuda_source *source, size_t begin, size_t end, unsigned number,
                           struct tw_cuda_parameter *parameter)
{
    while (begin < end && tw_cuda_is(source, begin, "[")) begin = tw_cuda_after_bracket(source, begin);
    end = find(source, begin, end, "=");
    const size_t bracket = find(source, begin, end, "["), star = find(source, begin, end, "*");
    size_t name = bracket;
    while (name > begin && !tw_cuda_is_kind(source, name - 1, TW_CUDA_NAME)) name--;
    size_t words = 0;
    for (size_t i = begin; i < name; i++)
        words += tw_cuda_is_kind(source, i, TW_CUDA_NAME) && !is_qualifier(source, i);
    const bool named = name > begin && !is_qualifier(source, name - 1) && !is_type_word(source, name - 1) &&
                       words > 1 && !tw_cuda_is(source, name - 2, "::");
    parameter->is_pointer = star < bracket || bracket < end;
    parameter->is_const = find(source, begin, star, "const") < star;
    if (!named)
        return name_unnamed(source, number, parameter) && spell_type(source, begin, bracket, parameter);
    parameter->name = tw_cuda_spell(source, name - 1, name);
    return parameter->name && spell_type(source, begin, name - 1, parameter);
}

static bool read_parameters(struct tw_cuda_source *source, size_t begin, size_t end,
                            struct tw_cuda_kernel *kernel)
{
    size_t capacity = 0;
    if (end == begin + 1 && tw_cuda_is(source, begin, "void")) return true;
    for (size_t i = begin; i < end;) {
        const size_t stop = end_of_item(source, i, end);
        struct tw_cuda_parameter *grown = tw_arena_grow(&source->arena, kernel->parameters,
                                                        kernel->parameter_count, &capacity, sizeof *grown);
        if (!grown) return false;
        kernel->parameters = grown;
        const unsigned number = kernel->parameter_count++;
        if (!read_parameter(source, i, stop, number + 1, &grown[number])) return false;
        i = stop + 1;
    }
    return true;
}

/* ---- templates ---- */

static bool read_templates(const struct walker *walker, struct tw_cuda_kernel *kernel)
{
    struct tw_cuda_source *source = walker->source;
    size_t capacity = 0;
    for (size_t i = walker->template_begin; i < walker->template_end;) {
        const size_t stop = end_of_item(source, i, walker->template_end), equal = find(source, i, stop, "=");
        struct tw_cuda_template *grown = tw_arena_grow(&source->arena, kernel->templates,
                                                       kernel->template_count, &capacity, sizeof *grown);
        if (!grown) return false;
        kernel->templates = grown;
        struct tw_cuda_template *one = &grown[kernel->template_count];
        *one = (struct tw_cuda_template){.is_type = tw_cuda_is(source, i, "typename") ||
                                                    tw_cuda_is(source, i, "class")};
        kernel->has_pack |= find(source, i, stop, ".") < stop || tw_cuda_is(source, i, "template");
        const bool named = equal > i + 1 && tw_cuda_is_kind(source, equal - 1, TW_CUDA_NAME);
        if (named) {
            one->name = tw_cuda_spell(source, equal - 1, equal);
            one->fallback = equal < stop ? tw_cuda_spell(source, equal + 1, stop) : NULL;
            if (!one->name || (equal < stop && !one->fallback)) return false;
            kernel->template_count++;
        } else {
            kernel->has_pack |= equal == stop; /* without a name and a default somebody must say it */
        }
        i = stop + 1;
    }
    return true;
}

/* ---- kernels ---- */

static bool add_scope(struct walker *walker, struct tw_cuda_kernel *kernel)
{
    struct tw_text scope = {0};
    for (unsigned d = 0; d < walker->depth && d < SCOPES; d++) {
        if (walker->scopes[d].name && *walker->scopes[d].name)
            tw_text_addf(&scope, "%s::", walker->scopes[d].name);
    }
    kernel->scope = tw_arena_string(&walker->source->arena, tw_text_string(&scope), scope.length);
    tw_text_free(&scope);
    return kernel->scope != NULL;
}

/* A definition takes the place of what only declares it; of two definitions the first one stays. */
static bool keep(struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel)
{
    for (size_t i = 0; i < source->kernel_count; i++) {
        struct tw_cuda_kernel *known = &source->kernels[i];
        if (strcmp(known->name, kernel->name) != 0 || strcmp(known->scope, kernel->scope) != 0) continue;
        if (known->begin == known->end) *known = *kernel;
        return true;
    }
    struct tw_cuda_kernel *grown = tw_arena_grow(&source->arena, source->kernels, source->kernel_count,
                                                 &source->kernel_capacity, sizeof *grown);
    if (!grown) return false;
    source->kernels = grown;
    grown[source->kernel_count++] = *kernel;
    return true;
}

/* What stands after "__global__"; *next: where to go on, at the body's bracket. */
static bool read_kernel(struct walker *walker, size_t i, size_t *next)
{
    struct tw_cuda_source *source = walker->source;
    struct tw_cuda_kernel kernel = {0};
    size_t name = 0;
    while (i < source->token_count && !tw_cuda_is(source, i, "{") && !tw_cuda_is(source, i, ";")) {
        const bool opens = tw_cuda_is(source, i, "(");
        if (opens && tw_cuda_is_kind(source, i - 1, TW_CUDA_NAME) && !is_attribute(source, i - 1))
            name = i - 1;
        i = opens || tw_cuda_is(source, i, "<") ? tw_cuda_after_bracket(source, i) : i + 1;
    }
    *next = i;
    if (!name || tw_cuda_is(source, name - 1, "::")) return true;
    kernel.begin = kernel.end = i;
    if (tw_cuda_is(source, i, "{")) kernel.end = tw_cuda_after_bracket(source, i);
    kernel.name = tw_cuda_spell(source, name, name + 1);
    return kernel.name && add_scope(walker, &kernel) && read_templates(walker, &kernel) &&
           read_parameters(source, name + 2, tw_cuda_after_bracket(source, name + 1) - 1, &kernel) &&
           keep(source, &kernel);
}

/* "namespace a::b {" opens one; any other bracket a scope without a name. */
static bool open_scope(struct walker *walker, size_t i)
{
    struct tw_cuda_source *source = walker->source;
    const char *name = NULL;
    size_t begin = i;
    while (begin > 0 &&
           (tw_cuda_is_kind(source, begin - 1, TW_CUDA_NAME) || tw_cuda_is(source, begin - 1, "::")) &&
           !tw_cuda_is(source, begin - 1, "namespace"))
        begin--;
    if (begin > 0 && tw_cuda_is(source, begin - 1, "namespace")) {
        name = tw_cuda_spell(source, begin, i);
        if (!name) return false;
    }
    if (walker->depth < SCOPES) walker->scopes[walker->depth].name = name;
    walker->depth++;
    return true;
}

bool tw_cuda_read_kernels(struct tw_cuda_source *source)
{
    struct walker walker = {.source = source};
    for (size_t i = 0; i < source->token_count; i++) {
        if (source->tokens[i].is_alternative) continue;
        if (tw_cuda_is(source, i, "template") && tw_cuda_is(source, i + 1, "<")) {
            walker.template_begin = i + 2;
            i = tw_cuda_after_bracket(source, i + 1) - 1;
            walker.template_end = i;
        } else if (tw_cuda_is(source, i, "__global__")) {
            size_t next;
            if (!read_kernel(&walker, i + 1, &next)) return false;
            i = next - 1;
            walker.template_begin = walker.template_end = 0;
        } else if (tw_cuda_is(source, i, "{")) {
            if (!open_scope(&walker, i)) return false;
        } else if (tw_cuda_is(source, i, "}")) {
            walker.depth -= walker.depth > 0;
        }
        if (tw_cuda_is(source, i, ";") || tw_cuda_is(source, i, "}"))
            walker.template_begin = walker.template_end = 0;
    }
    return true;
}
