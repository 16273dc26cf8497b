/* Errors in words: with file, line and column, and for a text its line with a caret under the column. */
#include <tilewright/error.h>

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"

#define CARET_WIDTH 160u /* bytes of a source line shown around the caret */

static void store(struct tw_error *error, enum tw_code code, const char *file, unsigned line, unsigned column,
                  const char *format, va_list arguments)
{
    free(error->detail);
    error->detail = NULL;
    if (!file) file = "";
    error->code = code;
    error->line = line;
    error->column = column;
    size_t length = strlen(file), room = sizeof error->file - 1;
    const char *shown = length > room ? file + (length - room) : file;
    memmove(error->file, shown, strlen(shown) + 1);
    if (format)
        vsnprintf(error->message, sizeof error->message, format, arguments);
    else
        error->message[0] = '\0';
    tw_escape_in_place(error->file);
    tw_escape_in_place(error->message);
}

int tw_fail(struct tw_error *error, enum tw_code code, const char *format, ...)
{
    if (!error) return code;
    va_list arguments;
    va_start(arguments, format);
    store(error, code, "", 0, 0, format, arguments);
    va_end(arguments);
    return code;
}

int tw_fail_at(struct tw_error *error, enum tw_code code, const char *file, unsigned line, unsigned column,
               const char *format, ...)
{
    if (!error) return code;
    va_list arguments;
    va_start(arguments, format);
    store(error, code, file, line, column, format, arguments);
    va_end(arguments);
    return code;
}

static unsigned count_newlines(const char *text, size_t length)
{
    unsigned lines = 0;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    return lines;
}

static bool continues_character(char c) /* a UTF-8 continuation byte */
{
    return ((unsigned char)c & 0xC0u) == 0x80u;
}

static size_t count_characters(const struct tw_text *text, size_t from)
{
    size_t count = 0;
    for (size_t i = from; i < text->length && !text->failed; i++)
        count += !continues_character(text->data[i]);
    return count;
}

/* Bytes [from, to) of the line as they are shown; returns how many characters that are. */
static size_t add_shown(struct tw_text *text, const char *line, size_t from, size_t to)
{
    size_t start = text->length;
    tw_escape_bytes(text, line + from, to - from);
    return count_characters(text, start);
}

/* "  | the line\n  |      ^": what is harmful is shown by a character that is not, a long line is cut around the caret. */
static char *caret(const char *line, size_t length, size_t at)
{
    struct tw_text text = {0};
    size_t from = at > CARET_WIDTH / 2 ? at - CARET_WIDTH / 2 : 0;
    while (from < at && continues_character(line[from])) from++;
    size_t to = length - from > CARET_WIDTH ? from + CARET_WIDTH : length;
    while (to > at && to < length && continues_character(line[to])) to--;
    tw_text_add(&text, from ? "  | ..." : "  | ");
    size_t column = add_shown(&text, line, from, at);
    add_shown(&text, line, at, to);
    tw_text_add(&text, to < length ? "...\n" : "\n");
    tw_text_add(&text, from ? "  |    " : "  | ");
    tw_text_add_repeat(&text, ' ', column);
    tw_text_add(&text, "^\n");
    return tw_text_take(&text);
}

/* The message says that there would be more, were there memory for it. */
static void note_lost(struct tw_error *error)
{
    size_t length = strlen(error->message);
    snprintf(error->message + length, sizeof error->message - length, " (out of memory for more)");
}

int tw_fail_in_text(struct tw_error *error, enum tw_code code, const char *file, const char *text,
                    size_t length, size_t offset, const char *format, ...)
{
    if (!error) return code;
    if (!text) text = "", length = 0;
    if (offset > length) offset = length;
    size_t start = offset, end = offset;
    while (start > 0 && text[start - 1] != '\n') start--;
    while (end < length && text[end] != '\n' && text[end] != '\r') end++;
    unsigned column = 1;
    for (size_t i = start; i < offset; i++) column += !continues_character(text[i]);
    va_list arguments;
    va_start(arguments, format);
    store(error, code, file, count_newlines(text, offset) + 1, column, format, arguments);
    va_end(arguments);
    error->detail = caret(text + start, end - start, offset - start);
    if (!error->detail) note_lost(error);
    return code;
}

void tw_error_add_detail(struct tw_error *error, const char *detail)
{
    if (!error) return;
    struct tw_text text = {0};
    if (error->detail) tw_text_add(&text, error->detail);
    if (detail)
        tw_escape_lines(&text, detail, strlen(detail));
    else
        tw_text_fail(&text);
    char *joined = tw_text_take(&text);
    if (!joined) {
        note_lost(error);
        return;
    }
    free(error->detail);
    error->detail = joined;
}

void tw_error_free(struct tw_error *error)
{
    if (!error) return;
    free(error->detail);
    *error = (struct tw_error)TW_ERROR_INIT;
}
