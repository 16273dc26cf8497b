/* How errors and output leave the program, the statuses they end it with, and what the terminal can do. */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "cli/progress.h"
#include "cli/show/columns.h"

static int exit_status(enum tw_code code)
{
    switch (code) {
    case TW_OK:
        return TW_EXIT_OK;
    case TW_INPUT:
        return TW_EXIT_USAGE;
    case TW_ENVIRONMENT:
        return TW_EXIT_ENVIRONMENT;
    default:
        return TW_EXIT_FAILED;
    }
}

/* "tilewright run": what every message begins with. */
static char command[64] = "tilewright";

void tw_command_set(const char *name)
{
    snprintf(command, sizeof command, "%s", name);
}

/* Broken at blanks to fit stderr, in what memory there is. */
static void put_line(const char *line)
{
    size_t columns = tw_error_columns(), indent = 0;
    tw_progress_hold();
    for (size_t length = strlen(line), count; length; line += count, length -= count) {
        count = tw_fitting(line, length, columns - indent);
        fprintf(stderr, "%*s%.*s\n", (int)indent, "", (int)count, line);
        while (count < length && line[count] == ' ') count++;
        indent = 2;
    }
    tw_progress_release();
}

int tw_report(const struct tw_error *error)
{
    char line[2 * TW_LINE_BYTES];
    fflush(stdout);
    if (!error->file[0])
        snprintf(line, sizeof line, "%s: %s", command, error->message);
    else if (!error->line)
        snprintf(line, sizeof line, "%s: %s: %s", command, error->file, error->message);
    else
        snprintf(line, sizeof line, "%s: %s:%u:%u: %s", command, error->file, error->line, error->column,
                 error->message);
    put_line(line);
    if (error->detail) {
        size_t length = strlen(error->detail);
        tw_progress_hold();
        fprintf(stderr, "%s%s", error->detail, length && error->detail[length - 1] == '\n' ? "" : "\n");
        tw_progress_release();
    }
    return exit_status(error->code);
}

static void note(const char *before, const char *format, va_list arguments)
{
    char line[2 * TW_LINE_BYTES];
    int length = snprintf(line, sizeof line, "%s%s", before, *before ? ": " : "");
    vsnprintf(line + length, sizeof line - (size_t)length, format, arguments);
    tw_escape_in_place(line);
    put_line(line);
}

void tw_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    note("", format, arguments);
    va_end(arguments);
}

void tw_complain(const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    va_start(arguments, format);
    note(command, format, arguments);
    va_end(arguments);
}

void tw_warn(const char *sentence)
{
    if (sentence && *sentence) tw_complain("warning: %s", sentence);
}

/* A reader that has seen enough, such as head, needs no message. */
static int report_unwritten(int reason)
{
    struct tw_error error = TW_ERROR_INIT;
    if (reason == EPIPE) return TW_EXIT_FAILED;
    tw_fail_at(&error, TW_IO, "<stdout>", 0, 0, "cannot write: %s", strerror(reason));
    return tw_report(&error);
}

/* 0, or the errno that says why not. */
static int put_text(const struct tw_text *text, FILE *stream)
{
    tw_progress_hold();
    bool put =
        (!text->length || fwrite(text->data, 1, text->length, stream) == text->length) && fflush(stream) == 0;
    int reason = put ? 0 : errno;
    tw_progress_release();
    return reason;
}

void tw_put_lines(FILE *stream, const struct tw_text *lines)
{
    put_text(lines, stream);
}

int tw_print_coloured(struct tw_text *text)
{
    struct tw_error error = TW_ERROR_INIT;
    int status = TW_EXIT_OK, reason;
    if (text->failed) {
        tw_fail(&error, TW_MEMORY, "out of memory");
        status = tw_report(&error);
    } else if ((reason = put_text(text, stdout))) {
        status = report_unwritten(reason);
    }
    tw_text_free(text);
    return status;
}

/* What may harm a terminal is replaced. */
static struct tw_text clean(struct tw_text *text)
{
    struct tw_text clean = {.failed = text->failed};
    tw_escape_lines(&clean, tw_text_string(text), text->length);
    tw_text_free(text);
    return clean;
}

int tw_print(struct tw_text *text)
{
    struct tw_text lines = clean(text), folded = {.failed = lines.failed};
    tw_fold(tw_text_string(&lines), tw_output_columns(), &folded);
    tw_text_free(&lines);
    return tw_print_coloured(&folded);
}

int tw_print_data(struct tw_text *text)
{
    if (!isatty(STDOUT_FILENO)) return tw_print_coloured(text);
    struct tw_text lines = clean(text);
    return tw_print_coloured(&lines);
}

int tw_end_output(int status)
{
    bool flushed = fflush(stdout) == 0;
    int reason = flushed ? EIO : errno; /* of an earlier write it is no longer known */
    return status || (flushed && !ferror(stdout)) ? status : report_unwritten(reason);
}

bool tw_colour(FILE *stream)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    bool wanted = !(no_colour && *no_colour) && term && strcmp(term, "dumb") != 0;
    return wanted && isatty(fileno(stream));
}
