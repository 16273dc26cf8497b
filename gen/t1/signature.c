/* A kernel's parameters, from its source: words and signs, one after the other. */
#include "gen/t1/signature.h"

#include <string.h>

#include "base/expression/expression.h"

struct token {
    const char *at;
    size_t length; /* 0: the end */
};

static const char *skip(const char *at)
{
    for (;;) {
        while (*at && strchr(" \t\r\n\v\f", *at)) at++;
        if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            at = end ? end + 2 : at + strlen(at);
        } else {
            return at;
        }
    }
}

/* A name, a string, or one sign. */
static struct token next(const char **source)
{
    struct token token = {skip(*source), 0};
    token.length = tw_expression_name_length(token.at);
    if (!token.length && (*token.at == '"' || *token.at == '\'')) {
        const char *end = token.at + 1;
        while (*end && *end != *token.at && *end != '\n') end += *end == '\\' && end[1] ? 2 : 1;
        token.length = (size_t)(end - token.at) + (*end != '\0');
    } else if (!token.length && *token.at) {
        token.length = 1;
        while (tw_expression_is_digit(*token.at) && (tw_expression_is_digit(token.at[token.length]) ||
                                                     tw_expression_begins_name(token.at[token.length])))
            token.length++;
    }
    *source = token.at + token.length;
    return token;
}

static bool is(struct token token, const char *word)
{
    return token.length == strlen(word) && memcmp(token.at, word, token.length) == 0;
}

bool tw_source_mentions(const char *source, const char *word)
{
    for (struct token token = next(&source); token.length; token = next(&source)) {
        if (is(token, word)) return true;
    }
    return false;
}

/* One parameter, up to a comma or the closing bracket; its name is the last word before a "=" or "[". *last: no other follows. */
static void read_parameter(const char **source, struct tw_arena *arena,
                           struct tw_signature_parameter *parameter, bool *last)
{
    struct token token, name = {"", 0};
    unsigned depth = 0;
    bool named = true;
    for (token = next(source); token.length; token = next(source)) {
        const bool open = is(token, "(") || is(token, "<") || is(token, "["),
                   close = is(token, ")") || is(token, ">") || is(token, "]");
        if (!depth && (is(token, ",") || is(token, ")"))) break;
        if (open) depth++;
        if (close && depth) depth--;
        if (is(token, "*") || is(token, "[")) parameter->is_pointer = true;
        if (is(token, "const") && !parameter->is_pointer) parameter->is_const = true;
        if (is(token, "=") || is(token, "[")) named = false;
        if (!depth && named && tw_expression_begins_name(*token.at)) name = token;
    }
    *last = !is(token, ",");
    const char *kept = tw_arena_string(arena, name.at, name.length);
    parameter->name = kept ? kept : "";
}

void tw_signature_find(const char *source, const char *name, struct tw_arena *arena,
                       struct tw_signature *signature)
{
    bool global = false, last = false;
    *signature = (struct tw_signature){0};
    for (struct token token = next(&source); token.length; token = next(&source)) {
        const bool wanted = is(token, name);
        if (is(token, "__global__")) global = true;
        if (is(token, ";") || is(token, "{")) global = false;
        if (!global || !wanted || *skip(source) != '(') continue;
        next(&source);
        signature->is_there = true;
        if (*skip(source) == ')') return;
        while (!last && signature->count < TW_SIGNATURE_PARAMETERS)
            read_parameter(&source, arena, &signature->parameter[signature->count++], &last);
        return;
    }
}
