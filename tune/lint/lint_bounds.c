/*
 * What to do about accesses outside their array, in the source's own words: the index expressions of the line.
 *
 * Compilers leave names alone for shared arrays and variables of the module. A parameter is known by its number, and its name is read from
 * the kernel's signature. An array in local memory has lost its name: whatever else the line indexes may be it.
 */
#include <ctype.h>
#include <string.h>

#include "base/mangled.h"
#include "gen/described/init/cuda_source.h"
#include "tune/lint/lint.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* ---- names ---- */

/* The last name of what may be qualified and a template: "s" of "stride<8>::s", "k" of "a::k<b<1> >". In `text`. */
static const char *last_name(struct tw_text *text)
{
    const char *whole = tw_text_string(text);
    size_t end = text->length, depth = 0;
    for (; end && (depth || whole[end - 1] == '>'); end--) {
        depth += whole[end - 1] == '>';
        depth -= whole[end - 1] == '<';
    }
    size_t begin = end;
    while (begin && is_word(whole[begin - 1])) begin--;
    text->length = end;
    text->data[end] = '\0';
    return text->data + begin;
}

static void add_last_name(const char *mangled, struct tw_text *text)
{
    struct tw_text plain = {0};
    tw_mangled_add(mangled, &plain);
    if (plain.length) tw_text_add(text, last_name(&plain));
    tw_text_free(&plain);
}

/* The kernel of a finding in the source; NULL: it is not found. */
static const struct tw_cuda_kernel *kernel_of(const struct tw_cuda_source *source, const char *mangled)
{
    struct tw_text name = {0};
    const struct tw_cuda_kernel *found = NULL;
    add_last_name(mangled, &name);
    for (size_t i = 0; i < source->kernel_count && !found; i++) {
        if (strcmp(source->kernels[i].name, tw_text_string(&name)) == 0) found = &source->kernels[i];
    }
    tw_text_free(&name);
    return found;
}

static bool is_parameter(const struct tw_cuda_kernel *kernel, const char *name, size_t length)
{
    for (unsigned i = 0; kernel && i < kernel->parameter_count; i++) {
        const char *known = kernel->parameters[i].name;
        if (strlen(known) == length && strncmp(known, name, length) == 0) return true;
    }
    return false;
}

/* ---- index expressions ---- */

/* The text after the brackets at `at`, blanks before them included, that end before `end`; `at` where there are none. */
static const char *after_brackets(const char *at, const char *end)
{
    const char *behind = at;
    for (const char *c = at; c < end; c++) {
        unsigned depth = 0;
        while (c < end && *c == ' ') c++;
        if (c >= end || *c != '[') break;
        for (; c < end; c++) {
            depth += (*c == '[') - (*c == ']');
            if (!depth) break;
        }
        if (c >= end) break;
        behind = c + 1;
    }
    return behind;
}

/* Adds "a[i + 1]" once. */
static void add_expression(const char *at, size_t length, struct tw_text *text)
{
    struct tw_text one = {0};
    tw_text_add_bytes(&one, at, length);
    if (!strstr(tw_text_string(text), tw_text_part(text, &one)))
        tw_text_addf(text, "%s%s", text->length ? " or " : "", tw_text_part(text, &one));
    tw_text_free(&one);
}

/* Whether a name at `at` is declared there: after a type, "int s[16]". */
static bool is_declared(const char *line, const char *at)
{
    static const char *const words[] = {"return", "else", "case"};
    const char *end = at;
    while (end > line && end[-1] == ' ') end--;
    const char *word = end;
    while (word > line && is_word(word[-1])) word--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i]) == (size_t)(end - word) && strncmp(words[i], word, strlen(words[i])) == 0)
            return false;
    }
    return word < end && end < at;
}

/* Adds what the line indexes: of the array `name`; NULL: of all that are no parameters of the kernel. */
static void add_expressions(const struct tw_lint_source *source, unsigned line, const char *name,
                            const struct tw_cuda_kernel *kernel, struct tw_text *text)
{
    const char *end = line ? source->lines[line] : NULL;
    for (const char *at = line ? source->lines[line - 1] : NULL; at < end; at++) {
        size_t length = 0;
        while (at + length < end && is_word(at[length])) length++;
        if (!length) continue;
        const char *behind = after_brackets(at + length, end);
        const bool wanted = name ? strlen(name) == length && strncmp(at, name, length) == 0
                                 : !is_parameter(kernel, at, length);
        if (wanted && behind > at + length && !is_declared(source->lines[line - 1], at))
            add_expression(at, (size_t)(behind - at), text);
        at += length - 1;
    }
}

/* ---- advice ---- */

static void advise(const struct tw_sim_finding *finding, unsigned line, const char *name,
                   const char *expressions, struct tw_text *advice)
{
    if (*expressions)
        tw_text_addf(advice, "%s of line %u", expressions, line);
    else if (*name && finding->parameter)
        tw_text_addf(advice, "parameter %u is %s, and the access", finding->parameter, name);
    else if (*name)
        tw_text_addf(advice, "the access by the address of %s", name);
    else
        return;
    if (finding->fault == TW_SIM_RACE || finding->fault == TW_SIM_UNINITIALISED)
        tw_text_add(advice, " leaves its array and comes to other memory: mend the index first");
    else if (finding->fault == TW_SIM_OUTSIDE_ARRAY || !finding->parameter)
        tw_text_add(advice, " leaves the array: keep the index within it, or declare it larger");
    else if (finding->address < TW_SIM_NULL_PAGE)
        tw_text_add(advice, " needs an array, and a null pointer was given");
    else
        tw_text_addf(advice,
                     " leaves %s: keep the index below the number of its elements, as by if (i < n), or "
                     "give it more",
                     *name ? name : "the array");
}

void tw_lint_advise_bounds(const struct tw_lint_source *source, const struct tw_sim_finding *finding,
                           unsigned line, struct tw_text *advice)
{
    const char *opcode = finding->first.place.opcode;
    const bool is_local = opcode && strstr(opcode, ".local");
    struct tw_text name = {0}, expressions = {0};
    struct tw_cuda_source cuda = {0};
    struct tw_error ignored = TW_ERROR_INIT;
    if (source->is_ptx || !(finding->array || finding->parameter || is_local)) return;
    if (tw_cuda_source_read(tw_text_string(&source->text), &cuda, &ignored)) tw_text_fail(advice);
    tw_error_free(&ignored);
    const struct tw_cuda_kernel *kernel = kernel_of(&cuda, finding->kernel);
    const bool has_parameter = kernel && finding->parameter && finding->parameter <= kernel->parameter_count;
    if (finding->array)
        add_last_name(finding->array, &name);
    else if (has_parameter)
        tw_text_add(&name, kernel->parameters[finding->parameter - 1].name);
    if (name.length || is_local)
        add_expressions(source, line, name.length ? tw_text_string(&name) : NULL, kernel, &expressions);
    advise(finding, line, tw_text_part(advice, &name), tw_text_part(advice, &expressions), advice);
    tw_cuda_source_free(&cuda);
    tw_text_free(&name);
    tw_text_free(&expressions);
}
