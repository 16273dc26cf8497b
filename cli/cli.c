/* How errors and output leave the program, the statuses they end it with, and what the terminal can do. */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/escape.h"

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

int tw_report(const struct tw_error *error)
{
    fflush(stdout);
    if (!error->file[0]) {
        fprintf(stderr, "tilewright: error: %s\n", error->message);
    } else if (!error->line) {
        fprintf(stderr, "%s: error: %s\n", error->file, error->message);
    } else {
        fprintf(stderr, "%s:%u:%u: error: %s\n", error->file, error->line, error->column, error->message);
    }
    if (error->detail) {
        size_t length = strlen(error->detail);
        fprintf(stderr, "%s%s", error->detail, length && error->detail[length - 1] == '\n' ? "" : "\n");
    }
    return exit_status(error->code);
}

void tw_note(const char *format, ...)
{
    char line[2 * TW_LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    tw_escape_in_place(line);
    fprintf(stderr, "%s\n", line);
}

void tw_warn(const char *sentence)
{
    if (!sentence || !*sentence) return;
    fflush(stdout);
    tw_note("tilewright: warning: %s", sentence);
}

/* A reader that has seen enough, such as head, needs no message. */
static int report_unwritten(int reason)
{
    struct tw_error error = TW_ERROR_INIT;
    if (reason == EPIPE) return TW_EXIT_FAILED;
    tw_fail_at(&error, TW_IO, "<stdout>", 0, 0, "cannot write: %s", strerror(reason));
    return tw_report(&error);
}

int tw_print_coloured(struct tw_text *text)
{
    struct tw_error error = TW_ERROR_INIT;
    int status = TW_EXIT_OK;
    if (text->failed) {
        tw_fail(&error, TW_MEMORY, "out of memory");
        status = tw_report(&error);
    } else if ((text->length && fwrite(text->data, 1, text->length, stdout) != text->length) ||
               fflush(stdout) != 0) {
        status = report_unwritten(errno);
    }
    tw_text_free(text);
    return status;
}

int tw_print(struct tw_text *text)
{
    struct tw_text clean = {.failed = text->failed};
    tw_escape_lines(&clean, tw_text_string(text), text->length);
    tw_text_free(text);
    return tw_print_coloured(&clean);
}

int tw_print_data(struct tw_text *text)
{
    return isatty(STDOUT_FILENO) ? tw_print(text) : tw_print_coloured(text);
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

unsigned tw_terminal_columns(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

unsigned tw_output_columns(void)
{
    unsigned columns = tw_terminal_columns();
    return columns ? columns : 80;
}

void tw_wrap(const char *words, unsigned indent, struct tw_text *text)
{
    size_t columns = tw_output_columns(), at = 0;
    for (bool first = true; *words; first = false) {
        size_t word = strcspn(words, " ");
        bool fits = first || at + 1 + word <= columns;
        if (!fits) tw_text_add_char(text, '\n');
        tw_text_add_repeat(text, ' ', first ? 0 : fits ? 1 : indent);
        tw_text_add_bytes(text, words, word);
        at = first ? word : fits ? at + 1 + word : indent + word;
        words += word + (words[word] == ' ');
    }
    tw_text_add_char(text, '\n');
}

double tw_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
