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

int tw_print_coloured(struct tw_text *text)
{
    struct tw_error error = TW_ERROR_INIT;
    int status = TW_EXIT_OK;
    if (text->failed) {
        tw_fail(&error, TW_MEMORY, "out of memory");
    } else if ((text->length && fwrite(text->data, 1, text->length, stdout) != text->length) ||
               fflush(stdout) != 0) {
        tw_fail_at(&error, TW_IO, "<stdout>", 0, 0, "cannot write: %s", strerror(errno));
    }
    /* a reader that has seen enough, such as head, needs no message */
    if (error.code) status = error.code == TW_IO && errno == EPIPE ? TW_EXIT_FAILED : tw_report(&error);
    tw_error_free(&error);
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

void tw_note(const char *format, ...)
{
    va_list arguments;
    char *line = NULL;
    va_start(arguments, format);
    if (vasprintf(&line, format, arguments) < 0) line = NULL;
    va_end(arguments);
    if (line) tw_escape_in_place(line);
    fprintf(stderr, "%s\n", line ? line : "out of memory");
    free(line);
}

/* The stream's way to the terminal (fopencookie). */
static ssize_t write_clean(void *cookie, const char *bytes, size_t count)
{
    struct tw_text clean = {0};
    (void)cookie;
    tw_escape_lines(&clean, bytes, count);
    ssize_t put = write(STDERR_FILENO, tw_text_string(&clean), clean.failed ? 0 : clean.length);
    tw_text_free(&clean);
    return put < 0 ? 0 : (ssize_t)count;
}

/* argp and getopt write to the variable stderr, and exit: so it is another stream meanwhile, one without a buffer. */
int tw_arguments(const struct argp *argp, int argc, char **argv, void *input)
{
    FILE *own = stderr, *clean = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_clean});
    if (clean) setvbuf(clean, NULL, _IOLBF, 0);
    if (clean) stderr = clean;
    int failed = argp_parse(argp, argc, argv, 0, NULL, input);
    stderr = own;
    if (clean) fclose(clean);
    return failed;
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

double tw_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
