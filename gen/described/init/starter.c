/* The description to begin with, as JSON. */
#include "gen/described/init/starter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/expression/expression.h"
#include "gen/family.h"

#define NESTED          4u  /* structures in structures */
#define MOST_COMPONENTS 64u /* of an array in one       */

/* ---- which kernel ---- */

static bool is_called(const struct tw_cuda_kernel *kernel, const char *name)
{
    const size_t scope = strlen(kernel->scope);
    return strcmp(kernel->name, name) == 0 ||
           (strncmp(kernel->scope, name, scope) == 0 && strcmp(kernel->name, name + scope) == 0);
}

int tw_cuda_find_kernel(struct tw_cuda_source *source, const char *path, const char *name,
                        const struct tw_cuda_kernel **kernel, struct tw_error *error)
{
    struct tw_text names = {0};
    size_t found = 0;
    for (size_t i = 0; i < source->kernel_count; i++) {
        const struct tw_cuda_kernel *one = &source->kernels[i];
        tw_text_addf(&names, "%s%s%s", i ? ", " : "", one->scope, one->name);
        if (name && !is_called(one, name)) continue;
        *kernel = one;
        found++;
    }
    int code = TW_OK;
    if (!source->kernel_count)
        code = tw_fail_at(error, TW_INPUT, path, 0, 0,
                          "no kernel is in it: a function that begins with __global__");
    else if (!found)
        code = tw_fail_at(error, TW_INPUT, path, 0, 0, "no kernel of it is named %s; there %s %s", name,
                          source->kernel_count > 1 ? "are" : "is", tw_text_string(&names));
    else if (found > 1)
        code = tw_fail_at(error, TW_INPUT, path, 0, 0, "which kernel? --kernel names one of %s",
                          tw_text_string(&names));
    else
        code = tw_cuda_refuse_textures(source, *kernel, path, error);
    tw_text_free(&names);
    return code;
}

/* ---- fields ---- */

static void add_value(const struct tw_cuda_field *field, int64_t value, struct tw_text *text)
{
    if (field->types)
        tw_text_addf(text, "\"%s\"", field->types);
    else
        tw_text_addf(text, "%" PRId64 "%s", value, field->is_real ? ".5" : "");
}

static void add_field(const struct tw_cuda_field *field, bool one, struct tw_text *text)
{
    const bool is_first = field->types || field->count < 2 || field->fallback == field->values[0];
    tw_text_addf(text, "\"%s\": ", field->name);
    if (one) {
        add_value(field, field->fallback, text);
        return;
    }
    tw_text_add(text, is_first ? "[" : "{ \"values\": [");
    for (unsigned i = 0; i < (field->types ? 1 : field->count); i++) {
        tw_text_add(text, i ? ", " : "");
        add_value(field, field->values[i], text);
    }
    tw_text_add(text, "]");
    if (!is_first) tw_text_addf(text, ", \"default\": %" PRId64 " }", field->fallback);
}

static void add_fields(const char *key, const struct tw_cuda_field *fields, unsigned count, bool one,
                       struct tw_text *text)
{
    if (!count) return;
    tw_text_addf(text, ",\n    \"%s\": {", key);
    for (unsigned i = 0; i < count; i++) {
        tw_text_add(text, i ? (one ? ", " : ",\n      ") : one ? " " : "\n      ");
        add_field(&fields[i], one, text);
    }
    tw_text_add(text, one ? " }" : "\n    }");
}

/* ---- arguments ---- */

/* What the body does to what a pointer leads to. */
struct uses {
    bool reads, writes, atomics;
    bool is_named; /* in the body at all */
};

/* Whether token `i` assigns to what stands before it: =, +=, ++. */
static bool assigns(const struct tw_cuda_source *source, size_t i)
{
    static const char *const signs[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", NULL};
    for (unsigned s = 0; signs[s]; s++) {
        if (tw_cuda_is(source, i, signs[s])) return true;
    }
    return false;
}

/* Where "p.in.y" begins whose last name is token `i`. */
static size_t begin_of(const struct tw_cuda_source *source, size_t i)
{
    while (i > 1 && tw_cuda_is(source, i - 1, ".") && tw_cuda_is_kind(source, i - 2, TW_CUDA_NAME)) i -= 2;
    return i;
}

static struct uses uses_of(const struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel,
                           const char *name)
{
    struct uses uses = {false, false, false, false};
    for (size_t i = kernel->begin; i < kernel->end; i++) {
        if (!tw_cuda_is(source, i, name)) continue;
        uses.is_named = true;
        const size_t b = begin_of(source, i);
        const bool atomic = b > 2 && tw_cuda_is(source, b - 1, "&") && tw_cuda_is(source, b - 2, "(") &&
                            source->tokens[b - 3].length > 6 &&
                            memcmp(source->tokens[b - 3].at, "atomic", 6) == 0;
        size_t after = i + 1;
        while (tw_cuda_is(source, after, "[")) after = tw_cuda_after_bracket(source, after);
        while (after > i + 1 && tw_cuda_is(source, after, ".")) after += 2; /* a member */
        uses.atomics |=
            atomic || (b > 2 && tw_cuda_is(source, b - 1, "(") && source->tokens[b - 2].length > 6 &&
                       memcmp(source->tokens[b - 2].at, "atomic", 6) == 0);
        if (after == i + 1) continue;
        uses.writes |= assigns(source, after);
        uses.reads |= !tw_cuda_is(source, after, "=") && !tw_cuda_is(source, b - 1, "&");
    }
    return uses;
}

static void add_count(const struct tw_cuda_plan *plan, unsigned times, struct tw_text *text)
{
    if (times > 1) tw_text_addf(text, "%u * ", times);
    for (unsigned s = 0; s < plan->size_count; s++)
        tw_text_addf(text, "%s%s", s ? " * " : "", plan->sizes[s]);
    if (plan->size_count == 1 && plan->dimensions > 1)
        tw_text_addf(text, " * %s", plan->sizes[0]); /* a square */
}

static void add_unknown(const char *what, const char *type, const char *advice, struct tw_text *text)
{
    struct tw_text said = {0};
    tw_text_addf(&said, "%s `%s`, which is no element type: %s", what, type, advice);
    tw_text_add(text, ", \"$comment\": ");
    tw_escape_json(text, tw_text_part(text, &said));
    tw_text_free(&said);
}

/* What a structure consists of where that is one element type: *times of it. NULL: it is not. */
static const char *element_of_structure(const struct tw_cuda_plan *plan, const char *type, unsigned *times)
{
    struct tw_cuda_structure structure;
    const char *all = NULL;
    *times = 0;
    if (!tw_cuda_read_structure(plan->source, type, &structure)) return NULL;
    for (size_t i = 0; i < structure.member_count; i++) {
        const struct tw_cuda_member *member = &structure.members[i];
        unsigned one;
        const char *element = member->of.is_pointer ? NULL : tw_cuda_element(plan, member->of.type, &one);
        if (!element || !member->count || (all && strcmp(all, element) != 0)) return NULL;
        all = element;
        *times += one * member->count;
    }
    return all;
}

static void add_pointer(const struct tw_cuda_plan *plan, const struct tw_cuda_parameter *parameter,
                        struct tw_text *text)
{
    unsigned times;
    const char *element = tw_cuda_element(plan, parameter->type, &times);
    if (!element) element = element_of_structure(plan, parameter->type, &times);
    const struct uses uses = uses_of(plan->source, plan->kernel, parameter->name);
    tw_text_addf(text, "\"type\": \"%s\", \"count\": \"", element ? element : "float32");
    add_count(plan, times, text);
    tw_text_add(text, "\"");
    if (!parameter->is_const && uses.atomics)
        tw_text_add(text, ", \"role\": \"output\", \"fill\": \"zeros\"");
    else if (!parameter->is_const && uses.writes && !uses.reads)
        tw_text_add(text, ", \"role\": \"output\"");
    else if (!parameter->is_const && uses.is_named && (uses.writes || !uses.reads))
        tw_text_add(text, ", \"role\": \"inout\""); /* or nobody sees what is done to it */
    if (!element)
        add_unknown("it leads to", parameter->type, "say it as elements that one consists of", text);
}

/* "1, 1, 1" */
static void add_ones(unsigned count, struct tw_text *text)
{
    for (unsigned i = 0; i < count; i++) tw_text_add(text, i ? ", 1" : "1");
}

/* `count` elements of a type by value: a number is a field of the problem, several are all 1. */
static void add_elements(struct tw_cuda_plan *plan, const char *name, const char *element, unsigned count,
                         struct tw_text *text)
{
    const char *x = strchr(element, 'x'); /* float32x4 */
    const unsigned components = x ? count * (unsigned)strtoul(x + 1, NULL, 10) : count;
    tw_text_addf(text, "\"type\": \"%s\", \"value\": ", element);
    if (components == 1) {
        tw_text_addf(text, "\"%s\"", tw_cuda_field_name(plan, name));
        return;
    }
    tw_text_add(text, "[");
    add_ones(components, text);
    tw_text_add(text, "]");
}

static bool add_members(struct tw_cuda_plan *plan, const char *type, const char *path, unsigned depth,
                        struct tw_text *text);

/* Whether the description can say what the pointer leads to. */
static bool is_known_pointer(const struct tw_cuda_plan *plan, const struct tw_cuda_parameter *pointer)
{
    unsigned times;
    return !pointer->is_deep && (tw_cuda_element(plan, pointer->type, &times) ||
                                 element_of_structure(plan, pointer->type, &times));
}

/* A pointer of a structure is a buffer, which is called by its path; NULL where nothing is known of what it leads to. */
static void add_pointers(const struct tw_cuda_plan *plan, const struct tw_cuda_member *member,
                         const char *path, struct tw_text *text)
{
    const bool is_array = member->count > 1, is_known = is_known_pointer(plan, &member->of);
    tw_text_add(text, is_array ? "\"members\": [ " : "");
    for (unsigned i = 0; i < member->count; i++) {
        tw_text_add(text, i ? ", " : "");
        tw_text_add(text, is_array && is_known ? "{ " : "");
        if (is_known && is_array) tw_text_addf(text, "\"name\": \"%s_%u\", ", path, i);
        if (is_known)
            add_pointer(plan, &member->of, text);
        else
            tw_text_add(text, is_array ? "null" : "\"value\": null");
        tw_text_add(text, is_array && is_known ? " }" : "");
    }
    tw_text_add(text, is_array ? " ]" : "");
}

/* What a member is, behind its name. False: its type is not known. */
static bool add_member(struct tw_cuda_plan *plan, const struct tw_cuda_member *member, const char *path,
                       unsigned depth, struct tw_text *text)
{
    unsigned times;
    const char *element = tw_cuda_element(plan, member->of.type, &times);
    const bool is_pointer = member->of.is_pointer && member->count <= MOST_COMPONENTS;
    if (!member->count) return false;
    const bool is_buffer = is_pointer && member->count == 1 && is_known_pointer(plan, &member->of);
    tw_text_addf(text, "{ \"name\": \"%s\", ", is_buffer ? path : member->of.name);
    if (is_pointer)
        add_pointers(plan, member, path, text);
    else if (element && !member->of.is_pointer && member->count <= MOST_COMPONENTS)
        add_elements(plan, member->of.name, element, times * member->count, text);
    else if (member->of.is_pointer || member->count > 1 ||
             !add_members(plan, member->of.type, path, depth + 1, text))
        return false;
    tw_text_add(text, " }");
    return true;
}

/* "members" of a structure of the source, which is called by its path: p, p_in; false: it has none of that name, or one with what is not
   known. */
static bool add_members(struct tw_cuda_plan *plan, const char *type, const char *path, unsigned depth,
                        struct tw_text *text)
{
    struct tw_cuda_structure structure;
    bool known = depth < NESTED && tw_cuda_read_structure(plan->source, type, &structure);
    if (!known) return false;
    tw_text_add(text, "\"members\": [");
    for (size_t i = 0; i < structure.member_count && known; i++) {
        struct tw_text own = {0};
        tw_text_addf(&own, "%s_%s", path, structure.members[i].of.name);
        tw_text_add(text, i ? ", " : " ");
        known = add_member(plan, &structure.members[i], tw_text_part(text, &own), depth, text);
        tw_text_free(&own);
    }
    tw_text_add(text, " ]");
    return known;
}

static void add_scalar(struct tw_cuda_plan *plan, const struct tw_cuda_parameter *parameter,
                       struct tw_text *text)
{
    unsigned times;
    const char *element = tw_cuda_element(plan, parameter->type, &times);
    struct tw_text members = {0};
    if (element)
        add_elements(plan, parameter->name, element, times, text);
    else if (add_members(plan, parameter->type, parameter->name, 0, &members))
        tw_text_add(text, tw_text_part(text, &members));
    else {
        tw_text_add(text, "\"members\": [ 0 ]");
        add_unknown("it is a", parameter->type, "say what it consists of, in \"members\"", text);
    }
    tw_text_free(&members);
}

/* A macro that is a number, in the place of its name; fields stay. False: the count is no expression of fields. */
static bool add_symbol_count(const struct tw_cuda_plan *plan, const struct tw_cuda_symbol *symbol,
                             struct tw_text *text)
{
    const char *names[2 * TW_CUDA_FIELDS + 1] = {NULL};
    struct tw_expression_fault fault;
    struct tw_text count = {0};
    unsigned known = 0;
    for (unsigned i = 0; i < plan->problem_count; i++) names[known++] = plan->problem[i].name;
    for (unsigned i = 0; i < plan->parameter_count; i++) names[known++] = plan->parameters[i].name;
    for (const char *at = symbol->count; *at;) {
        const size_t length = strspn(at, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        char word[64] = {0};
        memcpy(word, at, length < sizeof word ? length : 0);
        bool is_field = false;
        for (unsigned i = 0; i < known; i++) is_field |= strcmp(names[i], word) == 0;
        const char *alias = *word && !is_field ? tw_cuda_alias(plan->source, word) : NULL;
        if (alias)
            tw_text_add(&count, alias);
        else
            tw_text_add_bytes(&count, at, length ? length : 1);
        at += length ? length : 1;
    }
    struct tw_expression *expression = malloc(sizeof *expression);
    const bool fine =
        expression && !count.failed &&
        tw_expression_read(tw_text_string(&count), names, TW_EXPRESSION_HOST, expression, &fault);
    tw_text_addf(text, "\"%s\"", fine ? tw_text_string(&count) : "1");
    free(expression);
    tw_text_free(&count);
    return fine;
}

static void add_symbol(const struct tw_cuda_plan *plan, const struct tw_cuda_symbol *symbol,
                       struct tw_text *text)
{
    unsigned times;
    const char *element = tw_cuda_element(plan, symbol->type, &times);
    tw_text_addf(text, "{ \"symbol\": \"%s\", \"type\": \"%s\", \"count\": ", symbol->name,
                 element ? element : "float32");
    const bool is_counted = add_symbol_count(plan, symbol, text);
    if (!element)
        add_unknown("it is of type", symbol->type, "say it as elements that it consists of", text);
    else if (!is_counted)
        add_unknown("the source has", symbol->count, "say how many elements that are", text);
    tw_text_add(text, " }");
}

static void add_arguments(struct tw_cuda_plan *plan, struct tw_text *text)
{
    const struct tw_cuda_kernel *kernel = plan->kernel;
    const char *separator = "\n      ";
    tw_text_add(text, ",\n    \"arguments\": [");
    for (unsigned i = 0; i < kernel->parameter_count; i++) {
        tw_text_addf(text, "%s{ \"name\": \"%s\", ", separator, kernel->parameters[i].name);
        if (kernel->parameters[i].is_pointer)
            add_pointer(plan, &kernel->parameters[i], text);
        else
            add_scalar(plan, &kernel->parameters[i], text);
        tw_text_add(text, " }");
        separator = ",\n      ";
    }
    for (size_t i = 0; i < plan->source->symbol_count; i++) {
        if (!tw_cuda_is_used(plan, plan->source->symbols[i].name, 2)) continue;
        tw_text_add(text, separator);
        add_symbol(plan, &plan->source->symbols[i], text);
        separator = ",\n      ";
    }
    tw_text_add(text, "\n    ]");
}

/* ---- the launch ---- */

/* Up to the last axis that the kernel asks for. */
static void add_extent(const struct tw_cuda_plan *plan, const char *key, bool of_blocks, struct tw_text *text)
{
    unsigned axes = 1;
    for (unsigned a = 1; a < 3; a++) {
        if (of_blocks ? plan->axes[a].has_blocks : plan->axes[a].has_threads) axes = a + 1;
    }
    tw_text_addf(text, "\"%s\": [", key);
    for (unsigned a = 0; a < axes; a++) {
        tw_text_add(text, a ? ", \"" : "\"");
        (of_blocks ? tw_cuda_add_grid : tw_cuda_add_block)(plan, a, text);
        tw_text_add(text, "\"");
    }
    tw_text_add(text, "]");
}

/* "extern __shared__ float tile[];": an element for each thread. */
static void add_shared(const struct tw_cuda_plan *plan, struct tw_text *text)
{
    const struct tw_cuda_source *source = plan->source;
    size_t i = plan->kernel->begin;
    while (i < plan->kernel->end &&
           !(tw_cuda_is(source, i, "extern") && tw_cuda_is(source, i + 1, "__shared__")))
        i++;
    if (i >= plan->kernel->end) return;
    tw_text_add(text, ",\n    \"shared\": \"");
    for (unsigned a = 0; a < 3; a++) {
        if (!plan->axes[a].is_unknown) continue;
        tw_text_add(text, TW_CUDA_OPEN "\"");
        return;
    }
    for (unsigned d = 0; d < plan->dimensions; d++) {
        tw_cuda_add_block(plan, d, text);
        tw_text_add(text, " * ");
    }
    const char *type = tw_cuda_spell(plan->source, i + 2, i + 3);
    unsigned times;
    const char *element = type ? tw_cuda_element(plan, type, &times) : NULL;
    tw_text_addf(text, "sizeof(%s)\"", element ? element : "float32");
}

/* ---- the whole ---- */

static void add_name(const struct tw_cuda_plan *plan, struct tw_text *text)
{
    const char *name = plan->kernel->name;
    tw_text_addf(text, "\"name\": \"%s%s\"", name, tw_family_find(name) ? "_kernel" : "");
}

static void add_entry(struct tw_cuda_plan *plan, struct tw_text *text)
{
    const struct tw_cuda_kernel *kernel = plan->kernel;
    tw_text_addf(text, "\"entry\": \"%s%s", kernel->scope, kernel->name);
    for (unsigned i = 0; i < kernel->template_count; i++)
        tw_text_addf(text, "%s%s", i ? ", " : "<", tw_cuda_field_name(plan, kernel->templates[i].name));
    tw_text_add(text, kernel->template_count ? ">\"" : "\"");
}

/* Whether something is left to the user to say. */
static bool is_open(const struct tw_cuda_plan *plan)
{
    for (unsigned a = 0; a < 3; a++) {
        if (plan->axes[a].is_unknown || (plan->axes[a].has_blocks && !plan->axes[a].tile)) return true;
    }
    return false;
}

static void add_notes(const struct tw_cuda_plan *plan, struct tw_text *text)
{
    static const char *const notes[] = {"Guesses to correct: counts of elements, values of the problem and "
                                        "of the parameters, grid, block, roles.",
                                        "Next: \"proof\", a small problem on which every variant is "
                                        "simulated with all checks, such as { \"n\": \"2 * BLOCK\" }.",
                                        "Next: \"reference\", what is right: another kernel, a C function, "
                                        "files (docs/kernel.md). Without one results are not checked.",
                                        "Then: \"constraints\" between parameters, \"work\" for bandwidth "
                                        "and rates, and `tilewright sweep` of this file."};
    tw_text_add(text, "    \"$comment\": [");
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        tw_text_add(text, i ? ",\n      " : "\n      ");
        tw_escape_json(text, notes[i]);
    }
    if (is_open(plan))
        tw_text_add(
            text,
            ",\n      \"The source does not tell what stands as \\\"?\\\" in grid or block: write it there. "
            "Commands refuse the description until then.\"");
    if (plan->kernel->has_pack)
        tw_text_add(text,
                    ",\n      \"The kernel has template parameters that \\\"entry\\\" must still name.\"");
    tw_text_add(text, "\n    ],\n");
}

/* Whether an earlier macro has the same guard, or Tilewright defines it for every source. */
static bool is_guard_known(const struct tw_cuda_source *source, size_t i)
{
    const char *guard = source->macros[i].guard;
    bool known = !guard || strcmp(guard, "kernel_tuner") == 0;
    for (size_t k = 0; k < i && !known; k++)
        known = source->macros[k].guard && strcmp(source->macros[k].guard, guard) == 0;
    return known;
}

/* Fields of the problem that are macros of the source, and the names that keep it from defining its parameters. */
static void add_defines(const struct tw_cuda_plan *plan, struct tw_text *text)
{
    struct tw_text list = {0};
    for (unsigned s = 0; s < plan->size_count && plan->defines_sizes; s++)
        tw_text_addf(&list, "%s\"%s\": \"%s\"", list.length ? ", " : "", plan->sizes[s], plan->sizes[s]);
    for (size_t i = 0; i < plan->source->macro_count; i++) {
        if (!is_guard_known(plan->source, i))
            tw_text_addf(&list, "%s\"%s\": 1", list.length ? ", " : "", plan->source->macros[i].guard);
    }
    if (list.length) tw_text_addf(text, ",\n    \"define\": { %s }", tw_text_part(text, &list));
    tw_text_free(&list);
}

void tw_cuda_add_starter(struct tw_cuda_source *source, const struct tw_cuda_kernel *kernel, const char *path,
                         struct tw_text *text)
{
    struct tw_cuda_plan plan = {.source = source, .kernel = kernel};
    tw_cuda_plan_fields(&plan);
    tw_text_add(text, "{\n  \"tilewright\": 1,\n  \"kernel\": {\n");
    add_notes(&plan, text);
    tw_text_add(text, "    ");
    add_name(&plan, text);
    tw_text_add(text, ", \"source\": ");
    tw_escape_json(text, path);
    tw_text_add(text, ", ");
    add_entry(&plan, text);
    add_fields("problem", plan.problem, plan.problem_count, true, text);
    add_fields("parameters", plan.parameters, plan.parameter_count, false, text);
    add_defines(&plan, text);
    add_arguments(&plan, text);
    tw_text_add(text, ",\n    ");
    add_extent(&plan, "grid", true, text);
    tw_text_add(text, ", ");
    add_extent(&plan, "block", false, text);
    add_shared(&plan, text);
    tw_text_add(text, "\n  }\n}\n");
    if (plan.failed) tw_text_fail(text);
}
