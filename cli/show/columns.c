/* Columns of streams, and lines broken at blanks. */
#include "cli/show/columns.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/escape.h"

#define USUAL  80u
#define LEAST  40u
#define DEEPER 2u /* what is broken off stands so much further in */

/* 0: it is none. */
static unsigned terminal_columns(int stream)
{
    struct winsize size;
    return ioctl(stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static unsigned columns_of(int stream)
{
    const char *wanted = getenv("COLUMNS");
    unsigned long columns = wanted ? strtoul(wanted, NULL, 10) : 0;
    if (columns < LEAST || columns > UINT16_MAX) columns = terminal_columns(stream);
    return columns ? (unsigned)columns : USUAL;
}

unsigned tw_output_columns(void)
{
    return columns_of(STDOUT_FILENO);
}

unsigned tw_error_columns(void)
{
    return columns_of(STDERR_FILENO);
}

/* Bytes of the character at `at`, and its width: that of an escape sequence is 0. */
static size_t character(const char *at, size_t left, size_t *width)
{
    const char *end = *at == '\033' ? memchr(at, 'm', left) : NULL;
    size_t length = tw_utf8_length(at, left);
    *width = end ? 0 : 1;
    return end ? (size_t)(end - at) + 1 : length ? length : 1;
}

size_t tw_display_width(const char *line, size_t length)
{
    size_t total = 0, width;
    for (size_t i = 0; i < length; total += width) i += character(line + i, length - i, &width);
    return total;
}

size_t tw_fitting(const char *words, size_t length, size_t room)
{
    size_t fits = 0, total = 0, width;
    for (size_t i = 0; i < length; total += width) {
        if (words[i] == ' ' && i && words[i - 1] != ' ') fits = i;
        i += character(words + i, length - i, &width);
        if (total + width > room && fits) return fits;
    }
    return length;
}

/* One line, without its end. */
static void fold_line(const char *line, size_t length, size_t columns, size_t indent, struct tw_text *text)
{
    size_t room = columns;
    while (length) {
        size_t count = tw_display_width(line, length) > room ? tw_fitting(line, length, room) : length;
        tw_text_add_bytes(text, line, count);
        while (count < length && line[count] == ' ') count++;
        line += count;
        length -= count;
        if (!length) break;
        tw_text_add_char(text, '\n');
        tw_text_add_repeat(text, ' ', indent);
        room = columns > indent ? columns - indent : 1;
    }
    tw_text_add_char(text, '\n');
}

void tw_fold(const char *lines, size_t columns, struct tw_text *text)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n"), indent = strspn(lines, " ");
        fold_line(lines, length, columns, (indent < columns / 2 ? indent : 0) + DEEPER, text);
        lines += length + (lines[length] == '\n');
    }
}

void tw_wrap(const char *words, unsigned indent, struct tw_text *text)
{
    fold_line(words, strlen(words), tw_output_columns(), indent, text);
}
