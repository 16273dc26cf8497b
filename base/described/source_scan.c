/* Comments, strings, words; and the functions that are kernels. */
#include "base/described/source_scan.h"

#include <string.h>

size_t tw_source_comment(const char *at)
{
    if (strncmp(at, "/*", 2) == 0) {
        const char *end = strstr(at + 2, "*/");
        return end ? (size_t)(end + 2 - at) : strlen(at);
    }
    if (strncmp(at, "//", 2) != 0) return 0;
    size_t length = strcspn(at, "\n");
    while (at[length] && (at[length - 1] == '\\' || strncmp(at + length - 2, "\\\r", 2) == 0))
        length += 1 + strcspn(at + length + 1, "\n");
    return length;
}

/* The text behind R: "xyz( ... )xyz". 0: it is none, or does not end. */
static size_t raw_length(const char *at)
{
    const size_t delimiter = strcspn(at + 1, "()\\ \n\"");
    if (at[1 + delimiter] != '(') return 0;
    for (const char *end = at + 2 + delimiter; (end = strchr(end, ')')); end++) {
        if (strncmp(end + 1, at + 1, delimiter) == 0 && end[1 + delimiter] == '"')
            return (size_t)(end + 2 + delimiter - at);
    }
    return 0;
}

size_t tw_source_string(const char *at)
{
    const char *quote = at + strspn(at, "uU8LR");
    if (quote - at > 3 || (*quote != '"' && *quote != '\'')) return 0;
    if (quote > at && quote[-1] == 'R' && *quote == '"') {
        const size_t raw = raw_length(quote);
        if (raw) return (size_t)(quote - at) + raw;
    }
    const char *end = quote + 1;
    while (*end && *end != '\n' && *end != *quote) end += *end == '\\' && end[1] ? 2 : 1;
    return (size_t)(end - at) + (*end == *quote);
}

size_t tw_source_word(const char *at)
{
    return strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(at, word, length) == 0;
}

/* ---- kernels ---- */

struct kernels {
    struct tw_text *names;
    size_t begin;                /* of the list, in the text */
    bool is_template, is_kernel; /* what the declaration at hand has said so far */
    unsigned depth;              /* of parentheses */
    const char *word;            /* the last one of the declaration at hand */
    size_t length;
};

static bool is_attribute(const struct kernels *kernels)
{
    static const char *const words[] = {"__launch_bounds__", "__cluster_dims__", "__maxnreg__",
                                        "__attribute__",     "__block_size__",   "alignas",
                                        "__declspec"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (is_word(kernels->word, kernels->length, words[i])) return true;
    }
    return false;
}

/* The kernel whose name stands before a parenthesis. */
static void take_kernel(struct kernels *kernels)
{
    struct tw_text name = {0};
    tw_text_add_bytes(&name, kernels->word, kernels->length);
    if (kernels->is_template) tw_text_add(&name, "<...>");
    const char *known = tw_text_string(kernels->names) + kernels->begin,
               *own = tw_text_part(kernels->names, &name);
    bool is_known = false;
    for (const char *at = known; (at = strstr(at, own)) && !is_known; at++)
        is_known = (at == known || at[-1] == ' ') && (!at[name.length] || at[name.length] == ',');
    if (!is_known) tw_text_addf(kernels->names, "%s%s", *known ? ", " : "", own);
    tw_text_free(&name);
    kernels->is_kernel = kernels->is_template = false;
}

static void take_word(struct kernels *kernels, const char *at, size_t length)
{
    if (kernels->depth) return;
    kernels->word = at;
    kernels->length = length;
    kernels->is_kernel |= is_word(at, length, "__global__");
    kernels->is_template |= is_word(at, length, "template");
}

static void take_mark(struct kernels *kernels, char mark)
{
    if (mark == '(' && !kernels->depth && kernels->is_kernel && kernels->length && !is_attribute(kernels))
        take_kernel(kernels);
    if (mark == '(') kernels->depth++;
    if (mark == ')' && kernels->depth) kernels->depth--;
    if (!strchr(";{}", mark)) return;
    kernels->depth = 0;
    kernels->is_kernel = kernels->is_template = false;
}

void tw_source_kernels(const char *source, struct tw_text *names)
{
    struct kernels kernels = {.names = names, .begin = names->length};
    while (*source) {
        size_t skipped = tw_source_comment(source), word = 0;
        if (!skipped) skipped = tw_source_string(source);
        if (!skipped) skipped = word = tw_source_word(source);
        if (word) take_word(&kernels, source, word);
        if (!skipped) take_mark(&kernels, *source);
        source += skipped ? skipped : 1;
    }
}
