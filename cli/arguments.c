#include "cli/arguments.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "cli/cli.h"

#define HELP_COLUMN 29 /* where the words about an option begin */
#define WIDTH       79

enum { OPTION_USAGE = 9000 };

/* argp's own, by which a "\v" in the words about a program parts what comes before the options from what
   comes behind them. */
static const struct argp_option help_options[] = {
    {"help", '?', NULL, 0, "give this help", 0},
    {"usage", OPTION_USAGE, NULL, 0, "give a short usage message", 0},
    {0},
};

static void __attribute__((__noreturn__)) give_hint(const char *name)
{
    tw_note("Try `%s --help' or `%s --usage' for more information.", name, name);
    exit(TW_EXIT_USAGE);
}

void tw_arguments_refuse(const struct argp_state *state, const char *format, ...)
{
    char why[TW_LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    tw_note("%s: %s", state->name, why);
    give_hint(state->name);
}

/* ---- help ---- */

/* Words from column `at` on, broken before WIDTH; later lines begin in column `indent`. */
static void add_words(const char *words, size_t length, size_t at, size_t indent, struct tw_text *text)
{
    for (const char *end = words + length; words < end;) {
        size_t word = 0;
        while (words + word < end && words[word] != ' ') word++;
        if (at > indent && at + 1 + word > WIDTH) {
            tw_text_add_char(text, '\n');
            tw_text_add_repeat(text, ' ', indent);
            at = indent;
        } else if (at > indent) {
            tw_text_add_char(text, ' ');
            at++;
        }
        tw_text_add_bytes(text, words, word);
        at += word;
        words += word + (words + word < end);
    }
    tw_text_add_char(text, '\n');
}

/* "  -o, --output=DIR           what it does" */
static void add_option(const struct argp_option *option, struct tw_text *text)
{
    char head[64];
    bool letter = option->key > ' ' && option->key <= '~';
    int length =
        snprintf(head, sizeof head, "  %c%c%s --%s%s%s", letter ? '-' : ' ', letter ? option->key : ' ',
                 letter ? "," : " ", option->name, option->arg ? "=" : "", option->arg ? option->arg : "");
    tw_text_add(text, head);
    if (length >= HELP_COLUMN) tw_text_add_char(text, '\n');
    tw_text_add_repeat(text, ' ', length >= HELP_COLUMN ? HELP_COLUMN : HELP_COLUMN - (size_t)length);
    add_words(option->doc, strlen(option->doc), HELP_COLUMN, HELP_COLUMN, text);
}

static void add_options(const struct argp *argp, struct tw_text *text)
{
    for (const struct argp_option *option = argp->options; option && option->name; option++)
        add_option(option, text);
    for (const struct argp_child *child = argp->children; child && child->argp; child++)
        add_options(child->argp, text);
}

static const char *arguments_of(const struct argp *argp)
{
    const char *found = argp->args_doc;
    for (const struct argp_child *child = argp->children; !found && child && child->argp; child++)
        found = arguments_of(child->argp);
    return found;
}

static void add_usage(const struct argp *argp, const char *name, struct tw_text *text)
{
    const char *arguments = arguments_of(argp);
    tw_text_addf(text, "Usage: %s [OPTION...]%s%s\n", name, arguments ? " " : "", arguments ? arguments : "");
}

static void add_help(const struct argp *argp, const char *name, struct tw_text *text)
{
    size_t before = strcspn(argp->doc, "\v");
    add_usage(argp, name, text);
    add_words(argp->doc, before, 0, 0, text);
    tw_text_add_char(text, '\n');
    add_options(argp, text);
    for (const struct argp_option *option = help_options; option->name; option++) add_option(option, text);
    if (!argp->doc[before]) return;
    tw_text_add_char(text, '\n');
    add_words(argp->doc + before + 1, strlen(argp->doc + before + 1), 0, 0, text);
}

/* ---- parsing ---- */

/* What the parser around a command's own is given. */
struct around {
    const struct argp *argp;
    void *input;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    const struct around *around = state->input;
    struct tw_text text = {0};
    (void)argument;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = around->input;
        state->err_stream = NULL; /* argp's hint needs memory; what is wrong with an option, getopt says */
        return 0;
    case '?':
        add_help(around->argp, state->name, &text);
        exit(tw_print(&text));
    case OPTION_USAGE:
        add_usage(around->argp, state->name, &text);
        exit(tw_print(&text));
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The stream's way to the terminal (fopencookie). */
static ssize_t write_clean(void *cookie, const char *bytes, size_t count)
{
    struct tw_text clean = {0};
    (void)cookie;
    tw_escape_lines(&clean, bytes, count);
    const char *shown = clean.failed ? "out of memory\n" : tw_text_string(&clean);
    ssize_t put = write(STDERR_FILENO, shown, strlen(shown));
    tw_text_free(&clean);
    return put < 0 ? 0 : (ssize_t)count;
}

/* argp_parse; but what getopt says is clean. It quotes what was typed, and writes to the variable stderr: so that is
   another stream meanwhile. */
static error_t parse_cleanly(const struct argp *argp, int argc, char **argv, int *next, void *input)
{
    FILE *own = stderr, *clean = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_clean});
    if (!clean) return ENOMEM;
    setvbuf(clean, NULL, _IOLBF, 0);
    stderr = clean;
    error_t wrong = argp_parse(argp, argc, argv, ARGP_NO_HELP, next, input);
    stderr = own;
    fclose(clean);
    return wrong;
}

int tw_arguments_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    const struct argp_child children[] = {{argp, 0, NULL, 0}, {0}};
    const struct argp whole = {help_options, parse, NULL, NULL, children, NULL, NULL};
    struct around around = {argp, input};
    struct tw_error error = TW_ERROR_INIT;
    int next = argc;
    error_t wrong = parse_cleanly(&whole, argc, argv, &next, &around);
    if (wrong == ENOMEM) {
        tw_fail(&error, TW_MEMORY, "out of memory while reading the arguments of %s", argv[0]);
        return tw_report(&error);
    }
    if (!wrong && next < argc) tw_note("%s: too many arguments", argv[0]);
    if (wrong || next < argc) give_hint(argv[0]);
    return TW_EXIT_OK;
}
