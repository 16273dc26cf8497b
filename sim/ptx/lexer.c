/* Cuts PTX into names, numbers, strings and single characters; blanks and comments are passed over. */
#include "sim/ptx/lexer.h"

#include <string.h>

#include "base/text.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}

bool tw_ptx_is_name_part(char c)
{
    return is_name_start(c) || is_digit(c);
}

static int digit_value(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

/* Skips blanks and comments; false inside a comment that never ends. */
static bool skip_blanks(struct tw_ptx_lexer *lexer)
{
    for (;;) {
        const char *at = lexer->at;
        size_t left = (size_t)(lexer->end - at);
        if (left && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r' || *at == '\f' || *at == '\v')) {
            lexer->at++;
        } else if (left >= 2 && at[0] == '/' && at[1] == '/') {
            const char *newline = memchr(at, '\n', left);
            lexer->at = newline ? newline : lexer->end;
        } else if (left >= 2 && at[0] == '/' && at[1] == '*') {
            const char *close = memmem(at + 2, left - 2, "*/", 2);
            if (!close) return false;
            lexer->at = close + 2;
        } else {
            return true;
        }
    }
}

static void finish(struct tw_ptx_lexer *lexer, enum tw_ptx_token_kind kind, const char *end)
{
    lexer->token.kind = kind;
    lexer->token.length = (size_t)(end - lexer->token.start);
    lexer->at = end;
}

/* Digits of a base from `at`; NULL when there is none or the value needs more than 64 bits. */
static const char *read_digits(struct tw_ptx_lexer *lexer, const char *at, unsigned base)
{
    uint64_t bits = 0;
    const char *first = at;
    for (; at < lexer->end && digit_value(*at) < (int)base; at++) {
        uint64_t digit = (uint64_t)digit_value(*at);
        if (bits > (UINT64_MAX - digit) / base) return NULL;
        bits = bits * base + digit;
    }
    lexer->token.bits = bits;
    return at == first ? NULL : at;
}

/* 1.5, .5, 2e3: read with the C locale's point whatever the program's locale is. */
static const char *read_decimal_float(struct tw_ptx_lexer *lexer)
{
    const char *start = lexer->token.start, *at = start;
    for (; at < lexer->end; at++) {
        bool sign = (*at == '+' || *at == '-') && at > start && (at[-1] == 'e' || at[-1] == 'E');
        if (!is_digit(*at) && *at != '.' && *at != 'e' && *at != 'E' && !sign) break;
    }
    double value;
    if (!tw_text_read_double(start, (size_t)(at - start), &value)) return NULL;
    memcpy(&lexer->token.bits, &value, sizeof value);
    return at;
}

/*
 * number  = "0f" 8 hex digits | "0d" 16 hex digits | decimal float
 *         | ("0x" hex digits | "0b" binary digits | "0" octal digits | decimal digits) [ "U" ]
 */
static void read_number(struct tw_ptx_lexer *lexer)
{
    const char *start = lexer->token.start, *at = start, *end = NULL;
    size_t left = (size_t)(lexer->end - start);
    char second = left > 1 ? (char)(start[1] | 0x20) : '\0';
    enum tw_ptx_token_kind kind = TW_PTX_INTEGER;
    if (*start == '0' && (second == 'f' || second == 'd')) {
        kind = second == 'f' ? TW_PTX_FLOAT32 : TW_PTX_FLOAT64;
        end = read_digits(lexer, start + 2, 16);
        if (end && end - start != (second == 'f' ? 10 : 18)) end = NULL;
    } else if (*start == '0' && (second == 'x' || second == 'b')) {
        end = read_digits(lexer, start + 2, second == 'x' ? 16 : 2);
    } else {
        while (at < lexer->end && is_digit(*at)) at++;
        if (at < lexer->end && (*at == '.' || *at == 'e' || *at == 'E')) {
            kind = TW_PTX_FLOAT64;
            end = read_decimal_float(lexer);
        } else {
            end = read_digits(lexer, start, *start == '0' ? 8 : 10);
        }
    }
    if (end && kind == TW_PTX_INTEGER && end < lexer->end && *end == 'U') end++;
    if (!end || (end < lexer->end && tw_ptx_is_name_part(*end))) {
        finish(lexer, TW_PTX_BAD, start + 1);
    } else {
        finish(lexer, kind, end);
    }
}

static void read_string(struct tw_ptx_lexer *lexer)
{
    const char *at = lexer->token.start + 1;
    while (at < lexer->end && *at != '"' && *at != '\n') at += *at == '\\' && at + 1 < lexer->end ? 2 : 1;
    if (at >= lexer->end || *at != '"') {
        finish(lexer, TW_PTX_BAD, lexer->token.start + 1);
    } else {
        finish(lexer, TW_PTX_STRING, at + 1);
    }
}

/* The end of ".word" or ".L1::word" at `at`, or `at` when there is no such word. */
static const char *word_end(const struct tw_ptx_lexer *lexer, const char *at)
{
    const char *start = at;
    if (at >= lexer->end || *at != '.') return start;
    at++;
    while (at < lexer->end) {
        bool colons = lexer->end - at > 2 && at[0] == ':' && at[1] == ':' && tw_ptx_is_name_part(at[2]);
        if (!tw_ptx_is_name_part(*at) && !colons) break;
        at += colons ? 2 : 1;
    }
    return at == start + 1 ? start : at;
}

/* ".5" and ".5e1", but not ".2d", a word of opcodes. */
static bool begins_fraction(const struct tw_ptx_lexer *lexer, const char *at)
{
    if (*at++ != '.' || at >= lexer->end || !is_digit(*at)) return false;
    while (at < lexer->end && is_digit(*at)) at++;
    return at >= lexer->end || !tw_ptx_is_name_part(*at) || *at == 'e' || *at == 'E';
}

void tw_ptx_next(struct tw_ptx_lexer *lexer)
{
    bool closed = skip_blanks(lexer);
    const char *at = lexer->at;
    lexer->token = (struct tw_ptx_token){TW_PTX_END, at, 0, 0};
    if (!closed) {
        finish(lexer, TW_PTX_BAD, lexer->end);
    } else if (at >= lexer->end) {
        return;
    } else if (is_name_start(*at)) {
        while (at < lexer->end && tw_ptx_is_name_part(*at)) at++;
        finish(lexer, TW_PTX_NAME, at);
    } else if (is_digit(*at)) {
        read_number(lexer);
    } else if (*at == '"') {
        read_string(lexer);
    } else if (begins_fraction(lexer, at)) {
        read_number(lexer);
    } else if (word_end(lexer, at) != at) {
        finish(lexer, TW_PTX_DIRECTIVE, word_end(lexer, at));
    } else {
        finish(lexer, *at && strchr("{}()[]<>,;:|@!+-=*/&^~?", *at) ? TW_PTX_CHARACTER : TW_PTX_BAD, at + 1);
    }
}

void tw_ptx_extend(struct tw_ptx_lexer *lexer)
{
    const char *at = lexer->at, *end;
    while ((end = word_end(lexer, at)) != at) at = end;
    finish(lexer, TW_PTX_NAME, at);
}

void tw_ptx_lexer_start(struct tw_ptx_lexer *lexer, const char *text, size_t length)
{
    lexer->at = text;
    lexer->end = text + length;
    tw_ptx_next(lexer);
}

bool tw_ptx_is_character(const struct tw_ptx_token *token, char c)
{
    return token->kind == TW_PTX_CHARACTER && *token->start == c;
}

bool tw_ptx_is(const struct tw_ptx_token *token, const char *text)
{
    return token->length == strlen(text) && memcmp(token->start, text, token->length) == 0;
}
