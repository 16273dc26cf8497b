/* A CUDA C++ source as tokens: comments are gone, and so is what stands between "#if 0" and its #else or #endif. */
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "gen/described/init/cuda_source.h"

#define NESTED 64u /* conditions within each other that are told apart */

/* Where the reading is, and the conditions around it. */
struct reader {
    struct tw_cuda_source *source;
    const char *at;
    unsigned depth;
    bool is_dead[NESTED], is_alternative[NESTED]; /* of each condition, by its depth from 1 on */
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80u;
}

/* The text after blanks, comments, and lines that go on. */
static const char *skip(const char *at)
{
    for (;;) {
        const char *begin = at;
        at += strspn(at, " \t\r\n\f\v");
        if (strncmp(at, "\\\n", 2) == 0 || strncmp(at, "\\\r\n", 3) == 0) at += at[1] == '\n' ? 2 : 3;
        if (strncmp(at, "//", 2) == 0) at += strcspn(at, "\n");
        if (strncmp(at, "/*", 2) == 0) {
            const char *end = strstr(at + 2, "*/");
            at = end ? end + 2 : at + strlen(at);
        }
        if (at == begin) return at;
    }
}

/* The end of a line, of all lines that it goes on in, and of comments that begin in it. */
static const char *end_of_directive(const char *at)
{
    while (*at && *at != '\n') {
        const bool goes_on = *at == '\\' && (at[1] == '\n' || strncmp(at + 1, "\r\n", 2) == 0);
        const char *end = strncmp(at, "/*", 2) == 0 ? strstr(at + 2, "*/") : NULL;
        if (strncmp(at, "//", 2) == 0) return at + strcspn(at, "\n");
        at = end ? end + 2 : at + (goes_on ? at[1] == '\n' ? 2 : 3 : 1);
    }
    return at;
}

static const char *end_of_string(const char *at)
{
    const char quote = *at++;
    while (*at && *at != quote && *at != '\n') at += *at == '\\' && at[1] ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

/* R"x(...)x" */
static const char *end_of_raw_string(const char *at)
{
    char close[20];
    const size_t length = strcspn(at + 2, "(");
    if (length > 16) return end_of_string(at + 1);
    close[0] = ')';
    memcpy(close + 1, at + 2, length);
    close[1 + length] = '"';
    close[2 + length] = '\0';
    const char *end = strstr(at + 2, close);
    return end ? end + length + 2 : at + strlen(at);
}

static const char *end_of_number(const char *at)
{
    while (is_word(*at) || *at == '.' || (*at == '\'' && is_word(at[1])) ||
           ((*at == '+' || *at == '-') && strchr("eEpP", at[-1])))
        at++;
    return at;
}

static unsigned sign_length(const char *at)
{
    static const char *const signs[] = {"::", "->", "==", "<=", ">=", "!=", "+=", "-=", "*=", "/=",
                                        "%=", "&=", "|=", "^=", "&&", "||", "++", "--", NULL};
    for (unsigned i = 0; signs[i]; i++) {
        if (strncmp(at, signs[i], 2) == 0) return 2;
    }
    return 1;
}

static bool is_dead(const struct reader *reader)
{
    for (unsigned d = 1; d <= reader->depth && d < NESTED; d++) {
        if (reader->is_dead[d]) return true;
    }
    return false;
}

static bool is_alternative(const struct reader *reader)
{
    for (unsigned d = 1; d <= reader->depth && d < NESTED; d++) {
        if (reader->is_alternative[d]) return true;
    }
    return false;
}

/* Follows #if, #else and #endif. */
static void take_condition(struct reader *reader, const char *directive, const char *end)
{
    const char *word = directive + 1 + strspn(directive + 1, " \t");
    const bool opens = strncmp(word, "if", 2) == 0, closes = strncmp(word, "endif", 5) == 0,
               turns = strncmp(word, "el", 2) == 0;
    if (opens && ++reader->depth < NESTED) {
        const char *what = word + 2 + strspn(word + 2, " \t");
        reader->is_dead[reader->depth] = word[2] && strchr(" \t", word[2]) && *what == '0' &&
                                         (what + 1 == end || isspace((unsigned char)what[1]));
        reader->is_alternative[reader->depth] = false;
    }
    if (turns && reader->depth && reader->depth < NESTED) {
        reader->is_alternative[reader->depth] = !reader->is_dead[reader->depth];
        reader->is_dead[reader->depth] = false;
    }
    if (closes && reader->depth) reader->depth--;
}

static bool keep(struct reader *reader, enum tw_cuda_kind kind, const char *end)
{
    struct tw_cuda_source *source = reader->source;
    struct tw_cuda_token *grown = tw_arena_grow(&source->arena, source->tokens, source->token_count,
                                                &source->token_capacity, sizeof *grown);
    if (!grown) return false;
    source->tokens = grown;
    grown[source->token_count++] =
        (struct tw_cuda_token){kind, is_alternative(reader), reader->at, (uint32_t)(end - reader->at)};
    return true;
}

bool tw_cuda_read_tokens(struct tw_cuda_source *source, const char *text)
{
    struct reader reader = {.source = source, .at = text};
    for (reader.at = skip(text); *reader.at; reader.at = skip(reader.at)) {
        const char *at = reader.at, *end;
        enum tw_cuda_kind kind;
        if (*at == '#') {
            kind = TW_CUDA_DIRECTIVE;
            end = end_of_directive(at);
            take_condition(&reader, at, end);
        } else if (*at == 'R' && at[1] == '"') {
            kind = TW_CUDA_STRING;
            end = end_of_raw_string(at);
        } else if (*at == '"' || *at == '\'') {
            kind = TW_CUDA_STRING;
            end = end_of_string(at);
        } else if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
            kind = TW_CUDA_NUMBER;
            end = end_of_number(at + 1);
        } else if (is_word(*at)) {
            kind = TW_CUDA_NAME;
            for (end = at; is_word(*end);) end++;
        } else {
            kind = TW_CUDA_SIGN;
            end = at + sign_length(at);
        }
        if (!is_dead(&reader) && !keep(&reader, kind, end)) return false;
        reader.at = end;
    }
    return true;
}

bool tw_cuda_is(const struct tw_cuda_source *source, size_t i, const char *text)
{
    return i < source->token_count && strlen(text) == source->tokens[i].length &&
           memcmp(source->tokens[i].at, text, source->tokens[i].length) == 0;
}

bool tw_cuda_is_kind(const struct tw_cuda_source *source, size_t i, enum tw_cuda_kind kind)
{
    return i < source->token_count && source->tokens[i].kind == kind;
}

bool tw_cuda_mentions(const struct tw_cuda_source *source, size_t i, const char *name)
{
    const char *end = source->tokens[i].at + source->tokens[i].length;
    for (const char *at = source->tokens[i].at + 1; at < end;) {
        size_t length = 0;
        while (at + length < end && is_word(at[length])) length++;
        if (length == strlen(name) && memcmp(at, name, length) == 0) return true;
        at += length ? length : 1;
    }
    return false;
}

/* Comparisons among template arguments stand in brackets of their own, so that "<" opens there. */
size_t tw_cuda_after_bracket(const struct tw_cuda_source *source, size_t i)
{
    const char open = *source->tokens[i].at, close = open == '('   ? ')'
                                                     : open == '[' ? ']'
                                                     : open == '{' ? '}'
                                                                   : '>';
    const bool is_alternative = source->tokens[i].is_alternative;
    unsigned depth = 0;
    for (; i < source->token_count; i++) {
        const struct tw_cuda_token *token = &source->tokens[i];
        if (token->kind != TW_CUDA_SIGN || token->length != 1) continue;
        if (token->is_alternative && !is_alternative) continue;
        if (*token->at == open) depth++;
        if (open == '<' && *token->at == '(') i = tw_cuda_after_bracket(source, i) - 1;
        if (*token->at == close && --depth == 0) return i + 1;
    }
    return i;
}

const char *tw_cuda_spell(struct tw_cuda_source *source, size_t begin, size_t end)
{
    struct tw_text text = {0};
    for (size_t i = begin; i < end; i++) {
        const struct tw_cuda_token *token = &source->tokens[i];
        const bool words = i > begin && token->kind != TW_CUDA_SIGN && token[-1].kind != TW_CUDA_SIGN;
        if (words) tw_text_add_char(&text, ' ');
        tw_text_add_bytes(&text, token->at, token->length);
    }
    const char *kept =
        text.failed ? NULL : tw_arena_string(&source->arena, tw_text_string(&text), text.length);
    tw_text_free(&text);
    return kept;
}

int tw_cuda_source_read(const char *text, struct tw_cuda_source *source, struct tw_error *error)
{
    *source = (struct tw_cuda_source){0};
    const bool is_read = tw_cuda_read_tokens(source, text) && tw_cuda_read_kernels(source) &&
                         tw_cuda_read_symbols(source) && tw_cuda_read_macros(source);
    return is_read ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

void tw_cuda_source_free(struct tw_cuda_source *source)
{
    tw_arena_free(&source->arena);
    *source = (struct tw_cuda_source){0};
}
