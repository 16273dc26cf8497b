/*
 * Structures of a CUDA C++ source, as far as their members are numbers, vectors, pointers, arrays of these, and such structures:
 *
 *     structure = "struct" [attributes] name "{" member ... "}" ";" | "typedef" "struct" [name] "{" member ... "}" name ";"
 *     member    = type declarator { "," declarator } ";" | a function, which is passed over
 *     declarator = { "*" } name { "[" number "]" } [ "=" default ]
 */
#include <stdlib.h>
#include <string.h>

#include "gen/described/init/cuda_source.h"

/* Whether token `i` is the name, without its template arguments. */
static bool is_name(const struct tw_cuda_source *source, size_t i, const char *name)
{
    const size_t length = strcspn(name, "<");
    return i < source->token_count && source->tokens[i].length == length &&
           memcmp(source->tokens[i].at, name, length) == 0;
}

/* Where the members of the structure of that name begin, behind its bracket; 0: the source has no such structure. */
static size_t find_members(const struct tw_cuda_source *source, const char *name)
{
    for (size_t i = 0; i < source->token_count; i++) {
        size_t open = i + 1;
        bool named = false;
        if (!tw_cuda_is(source, i, "struct") && !tw_cuda_is(source, i, "class")) continue;
        while (open < source->token_count && !tw_cuda_is(source, open, "{") &&
               !tw_cuda_is(source, open, ";") && !tw_cuda_is(source, open, ":")) {
            named |= is_name(source, open, name);
            open = tw_cuda_is(source, open, "(") ? tw_cuda_after_bracket(source, open) : open + 1;
        }
        if (!tw_cuda_is(source, open, "{")) continue;
        const size_t after = tw_cuda_after_bracket(source, open);
        const bool defined = i > 0 && tw_cuda_is(source, i - 1, "typedef") && tw_cuda_is(source, after, name);
        if (named || defined) return open + 1;
    }
    return 0;
}

/* The end of the statement that begins at `i`, at its semicolon or behind a function's body. */
static size_t end_of_statement(const struct tw_cuda_source *source, size_t i, size_t end, bool *is_function)
{
    *is_function = false;
    while (i < end && !tw_cuda_is(source, i, ";")) {
        *is_function |= tw_cuda_is(source, i, "(");
        const bool body = tw_cuda_is(source, i, "{");
        i = body || tw_cuda_is(source, i, "(") ? tw_cuda_after_bracket(source, i) : i + 1;
        if (body && *is_function) return i - 1;
    }
    return i;
}

static struct tw_cuda_member *add(struct tw_cuda_source *source, struct tw_cuda_structure *structure,
                                  size_t *capacity)
{
    struct tw_cuda_member *grown =
        tw_arena_grow(&source->arena, structure->members, structure->member_count, capacity, sizeof *grown);
    if (!grown) return NULL;
    structure->members = grown;
    grown[structure->member_count] = (struct tw_cuda_member){.count = 1};
    return &grown[structure->member_count++];
}

/* What may stand behind a star. */
static bool is_qualifier(const struct tw_cuda_source *source, size_t i)
{
    return tw_cuda_is(source, i, "const") || tw_cuda_is(source, i, "__restrict__") ||
           tw_cuda_is(source, i, "__restrict") || tw_cuda_is(source, i, "volatile");
}

/* The declarators of one type, tokens [begin, end) behind it. */
static bool read_declarators(struct tw_cuda_source *source, const char *type, bool is_const, size_t begin,
                             size_t end, struct tw_cuda_structure *structure, size_t *capacity)
{
    for (size_t i = begin; i < end; i++) {
        struct tw_cuda_member *member = add(source, structure, capacity);
        if (!member) return false;
        member->of.type = type;
        member->of.is_const = is_const;
        for (; i < end && (!tw_cuda_is_kind(source, i, TW_CUDA_NAME) || is_qualifier(source, i)); i++) {
            const bool star = tw_cuda_is(source, i, "*");
            member->of.is_deep |= star && member->of.is_pointer;
            member->of.is_pointer |= star;
        }
        member->of.name = i < end ? tw_cuda_spell(source, i, i + 1) : NULL;
        for (i++; i < end && tw_cuda_is(source, i, "["); i = tw_cuda_after_bracket(source, i)) {
            const bool number =
                tw_cuda_is_kind(source, i + 1, TW_CUDA_NUMBER) && tw_cuda_is(source, i + 2, "]");
            member->count *= number ? (unsigned)strtoul(source->tokens[i + 1].at, NULL, 0) : 0;
        }
        while (i < end && !tw_cuda_is(source, i, ",")) i++;
        if (!member->of.name) return false;
    }
    return true;
}

/* The type is all words up to the first declarator's name or star. */
static bool read_statement(struct tw_cuda_source *source, size_t begin, size_t end,
                           struct tw_cuda_structure *structure, size_t *capacity)
{
    bool is_const = false;
    for (; tw_cuda_is(source, begin, "const") || tw_cuda_is(source, begin, "struct"); begin++)
        is_const |= tw_cuda_is(source, begin, "const");
    size_t last = begin;
    while (last < end && !is_qualifier(source, last) &&
           (tw_cuda_is_kind(source, last, TW_CUDA_NAME) || tw_cuda_is(source, last, "::")))
        last++;
    size_t behind = last; /* "float const *a" */
    for (; tw_cuda_is(source, behind, "const"); behind++) is_const = true;
    const bool leads = behind < end && tw_cuda_is(source, behind, "*");
    if (last < begin + (leads ? 1 : 2)) return begin == end;
    if (!leads) behind = last = last - 1; /* the last word is a name */
    const char *type = tw_cuda_spell(source, begin, last);
    return type && read_declarators(source, type, is_const, behind, end, structure, capacity);
}

bool tw_cuda_read_structure(struct tw_cuda_source *source, const char *name,
                            struct tw_cuda_structure *structure)
{
    size_t capacity = 0, begin = find_members(source, name);
    *structure = (struct tw_cuda_structure){0};
    if (!begin) return false;
    const size_t end = tw_cuda_after_bracket(source, begin - 1) - 1;
    for (size_t i = begin; i < end;) {
        bool is_function;
        const size_t stop = end_of_statement(source, i, end, &is_function);
        const bool label = tw_cuda_is(source, i + 1, ":"); /* "public:" */
        if (label) {
            i += 2;
            continue;
        }
        if (!is_function && !tw_cuda_is(source, i, "static") && !tw_cuda_is(source, i, "using") &&
            !tw_cuda_is(source, i, "typedef") && !read_statement(source, i, stop, structure, &capacity))
            return false;
        i = stop + 1;
    }
    return structure->member_count > 0;
}
