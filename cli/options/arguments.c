/* A command's table of options: turned into argp's, and the values it finds into what the table says. */
#include "cli/options/arguments.h"

#include <argp.h>
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tilewright/target.h>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "gen/config/hint.h"
#include "gen/config/suggest.h"

#define HELP_COLUMN   29 /* where the words about an option begin */
#define ACTION_COLUMN 11 /* about an action */
#define WIDTH         79

#define MAX_ARCHS 64u /* of the table of targets */
#define STANDARD  3u  /* options that every command has */

const struct tw_option tw_standard_options[STANDARD + 1] = {
    {"quiet", 'q', NULL, .kind = TW_OPTION_QUIET, .help = "show no progress on the terminal"},
    {"help", '?', NULL, .kind = TW_OPTION_HELP, .help = "give this help"},
    {"usage", 0, NULL, .kind = TW_OPTION_USAGE, .help = "give a short usage message"},
    {0},
};

static void __attribute__((__noreturn__)) give_hint(const char *name)
{
    tw_note("Try `%s --help'.", name);
    exit(TW_EXIT_USAGE);
}

void tw_arguments_refuse(const char *command, const char *format, ...)
{
    char why[TW_LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    tw_note("%s: %s", command, why);
    give_hint(command);
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
static void add_option(const struct tw_option *option, struct tw_text *text)
{
    char head[64];
    bool letter = option->letter;
    int length = snprintf(head, sizeof head, "  %c%c%s --%s%s%s", letter ? '-' : ' ',
                          letter ? option->letter : ' ', letter ? "," : " ", option->name,
                          option->value ? "=" : "", option->value ? option->value : "");
    tw_text_add(text, head);
    if (length >= HELP_COLUMN) tw_text_add_char(text, '\n');
    tw_text_add_repeat(text, ' ', length >= HELP_COLUMN ? HELP_COLUMN : HELP_COLUMN - (size_t)length);
    add_words(option->help, strlen(option->help), HELP_COLUMN, HELP_COLUMN, text);
}

static void add_options(const struct tw_option *options, struct tw_text *text)
{
    for (const struct tw_option *option = options; option && option->name; option++) {
        if (option->kind != TW_OPTION_OPERANDS) add_option(option, text);
    }
}

const struct tw_option *tw_operands_of(const struct tw_arguments *arguments)
{
    for (const struct tw_option *option = arguments->options; option && option->name; option++) {
        if (option->kind == TW_OPTION_OPERANDS) return option;
    }
    return NULL;
}

static void add_usage(const struct tw_arguments *arguments, const char *command, struct tw_text *text)
{
    const struct tw_option *operands = tw_operands_of(arguments);
    if (arguments->actions)
        tw_text_addf(text, "Usage: %s ACTION [ARGUMENTS]\n", command);
    else
        tw_text_addf(text, "Usage: %s [OPTION...]%s%s\n", command, operands ? " " : "",
                     operands ? operands->name : "");
}

void tw_arguments_add_help(const struct tw_arguments *arguments, const char *command, struct tw_text *text)
{
    size_t before = strcspn(arguments->about, "\v");
    add_usage(arguments, command, text);
    add_words(arguments->about, before, 0, 0, text);
    tw_text_add_char(text, '\n');
    for (const struct tw_command *action = arguments->actions; action && action->name; action++) {
        tw_text_addf(text, "  %-8s ", action->name);
        add_words(action->help, strlen(action->help), ACTION_COLUMN, ACTION_COLUMN, text);
    }
    add_options(arguments->options, text);
    if (!arguments->actions) add_options(tw_standard_options, text);
    if (!arguments->about[before]) return;
    const char *after = arguments->about + before + 1;
    tw_text_add_char(text, '\n');
    add_words(after, strlen(after), 0, 0, text);
}

/* ---- values ---- */

static bool is_number(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

static unsigned number_of(const struct tw_option *option, const char *value, const char *command)
{
    unsigned long long number = strtoull(value, NULL, 10); /* of one that is too large, the largest */
    if (!is_number(value) || number < option->low || number > option->high)
        tw_arguments_refuse(command, "--%s takes a number from %u to %u, not '%s'", option->name, option->low,
                            option->high, value);
    return (unsigned)number;
}

static uint64_t count_of(const struct tw_option *option, const char *value, const char *command)
{
    errno = 0;
    uint64_t count = strtoull(value, NULL, 10);
    if (!is_number(value) || !count || errno)
        tw_arguments_refuse(command, "--%s takes a number from 1 to %llu, not '%s'", option->name,
                            (unsigned long long)UINT64_MAX, value);
    return count;
}

/* "html or none" for an option that takes a single word, "c, cu, ptx" for one that takes several. */
static void list_words(const struct tw_option *option, char *list, size_t room)
{
    size_t at = 0;
    for (const char *const *word = option->words->words; *word && at < room; word++) {
        const char *between = word[1] || option->kind == TW_OPTION_WORDS ? ", " : " or ";
        at += (size_t)snprintf(list + at, room - at, "%s%s", at ? between : "", *word);
    }
}

static void __attribute__((__noreturn__))
refuse_word(const struct tw_option *option, const char *word, int length, const char *command)
{
    const char *refusal = option->words->refusal ? option->words->refusal : " is none of ";
    char list[TW_LINE_BYTES], typed[TW_LINE_BYTES];
    list_words(option, list, sizeof list);
    snprintf(typed, sizeof typed, "%.*s", length, word);
    const struct tw_hint hint = tw_hint_among(typed, option->words->words);
    if (option->kind == TW_OPTION_WORD)
        tw_arguments_refuse(command, "--%s is %s, not '%s'%s", option->name, list, typed, hint.words);
    else
        tw_arguments_refuse(command, "--%s '%s'%s%s%s", option->name, typed, refusal, list, hint.words);
}

/* Which of the known words this one is. */
static unsigned word_of(const struct tw_option *option, const char *word, size_t length, const char *command)
{
    for (unsigned i = 0; option->words->words[i]; i++) {
        const char *known = option->words->words[i];
        if (strlen(known) == length && strncmp(word, known, length) == 0) return i;
    }
    refuse_word(option, word, (int)length, command);
}

/* "c,cu": the bits of both. Two commas in a row make an empty word, which nobody knows. */
static unsigned words_of(const struct tw_option *option, const char *list, const char *command)
{
    unsigned bits = 0;
    for (const char *word = list; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL)
        bits |= 1u << word_of(option, word, strcspn(word, ","), command);
    return bits;
}

unsigned tw_arguments_arch(const char *option, const char *word, const char *command)
{
    char known[MAX_ARCHS][16], list[16 * MAX_ARCHS] = "";
    const char *names[MAX_ARCHS];
    unsigned sm = tw_target_parse(word), count;
    const struct tw_target *targets = tw_targets(&count);
    if (sm) return sm;
    assert(count <= MAX_ARCHS);
    for (unsigned i = 0; i < count; i++) {
        names[i] = known[i];
        snprintf(known[i], sizeof known[i], "sm_%u", targets[i].sm);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", known[i]);
    }
    tw_arguments_refuse(command, "--%s '%s' is not a known architecture; there are %s%s", option, word, list,
                        tw_hint_of(word, names, count).words);
}

/* Puts what was given into its place; false: out of memory. */
static bool store(const struct tw_option *option, char *value, void *place, const char *command)
{
    switch (option->kind) {
    case TW_OPTION_FLAG:
        *(bool *)place = true;
        return true;
    case TW_OPTION_STRING:
        *(const char **)place = value;
        return true;
    case TW_OPTION_NUMBER:
        *(unsigned *)place = number_of(option, value, command);
        return true;
    case TW_OPTION_COUNT:
        *(uint64_t *)place = count_of(option, value, command);
        return true;
    case TW_OPTION_WORD:
        *(unsigned *)place = word_of(option, value, strlen(value), command);
        return true;
    case TW_OPTION_WORDS:
        *(unsigned *)place |= words_of(option, value, command);
        return true;
    case TW_OPTION_ARCH:
        *(unsigned *)place = tw_arguments_arch(option->name, value, command);
        return true;
    case TW_OPTION_READ:
        return option->read(value, place, command);
    case TW_OPTION_OPERANDS: /* none is given as an option ... */
    case TW_OPTION_QUIET:
    case TW_OPTION_HELP: /* ... and these end the program */
    case TW_OPTION_USAGE:
        break;
    }
    assert(!"an option of a kind without a value");
    return false;
}

/* ---- parsing ---- */

#define FIRST_KEY 256 /* of options without a letter: above all letters */
#define ROWS      (TW_MAX_OPTIONS + STANDARD + 1)

/* A command's options and the standard ones, as argp has them; row i is `row[i]`. */
struct reading {
    const struct tw_arguments *arguments;
    const char *command;
    void *chosen;
    const struct tw_option *row[ROWS];
    struct argp_option options[ROWS];
    size_t count;
    bool is_quiet;
};

static void add_rows(const struct tw_option *rows, struct reading *reading)
{
    for (const struct tw_option *row = rows; row && row->name; row++) {
        if (row->kind == TW_OPTION_OPERANDS) continue;
        assert(reading->count + 1 < ROWS);
        int key = row->letter ? row->letter : FIRST_KEY + (int)reading->count;
        reading->options[reading->count] = (struct argp_option){row->name, key, row->value, 0, row->help, 0};
        reading->row[reading->count++] = row;
    }
}

static const struct tw_option *find(const struct reading *reading, int key)
{
    for (size_t i = 0; i < reading->count; i++) {
        if (reading->options[i].key == key) return reading->row[i];
    }
    return NULL;
}

static void __attribute__((__noreturn__)) print_help(const struct reading *reading, enum tw_option_kind kind)
{
    struct tw_text text = {0};
    if (kind == TW_OPTION_HELP)
        tw_arguments_add_help(reading->arguments, reading->command, &text);
    else
        add_usage(reading->arguments, reading->command, &text);
    exit(tw_print(&text));
}

static error_t take(const struct reading *reading, char **operands, int count)
{
    const struct tw_option *row = tw_operands_of(reading->arguments);
    if (!row) return ARGP_ERR_UNKNOWN;
    row->take(operands, (size_t)count, (char *)reading->chosen + row->place, reading->command);
    return 0;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct reading *reading = state->input;
    if (key == ARGP_KEY_INIT)
        state->err_stream = NULL; /* argp's hint needs memory; what is wrong with an option, getopt says */
    if (key == ARGP_KEY_ARGS) return take(reading, state->argv + state->next, state->argc - state->next);
    if (key == ARGP_KEY_NO_ARGS) return take(reading, NULL, 0);
    const struct tw_option *option = find(reading, key);
    if (!option) return ARGP_ERR_UNKNOWN;
    if (option->kind == TW_OPTION_HELP || option->kind == TW_OPTION_USAGE) print_help(reading, option->kind);
    if (option->kind == TW_OPTION_QUIET) {
        reading->is_quiet = true;
        return 0;
    }
    return store(option, value, (char *)reading->chosen + option->place, reading->command) ? 0 : ENOMEM;
}

/* While another stream stands in its place. */
static FILE *own_stderr;

/* The option that is near to the one which getopt does not know: it says "unrecognized option '--WORD'". */
static struct tw_hint hint_of(const struct reading *reading, const char *said)
{
    static const char before[] = "unrecognized option '--";
    const char *at = strstr(said, before);
    char word[64] = "", near[96];
    const char *names[ROWS] = {NULL};
    if (at) snprintf(word, sizeof word, "%s", at + sizeof before - 1);
    word[strcspn(word, "='")] = '\0';
    for (size_t i = 0; i < reading->count; i++) names[i] = reading->row[i]->name;
    const char *name = tw_suggest(word, names);
    if (name) snprintf(near, sizeof near, "--%s", name);
    return tw_hint_at(name ? near : NULL);
}

/* The stream's way to the terminal (fopencookie): it gets whole lines. */
static ssize_t write_clean(void *cookie, const char *bytes, size_t count)
{
    char said[TW_LINE_BYTES];
    int length = (int)(count && bytes[count - 1] == '\n' ? count - 1 : count);
    FILE *other = stderr;
    snprintf(said, sizeof said, "%.*s", length, bytes);
    stderr = own_stderr;
    tw_note("%s%s", said, hint_of(cookie, said).words);
    stderr = other;
    return (ssize_t)count;
}

/* argp_parse; but what getopt says is clean, and knows what was meant. It quotes what was typed, and writes to the variable
   stderr: so that is another stream meanwhile. */
static error_t parse_cleanly(const struct argp *argp, int argc, char **argv, int *next,
                             struct reading *reading)
{
    static char buffer[TW_LINE_BYTES];
    FILE *clean = fopencookie(reading, "w", (cookie_io_functions_t){.write = write_clean});
    own_stderr = stderr;
    if (!clean) return ENOMEM;
    setvbuf(clean, buffer, _IOLBF, sizeof buffer); /* which needs no memory */
    stderr = clean;
    error_t wrong = argp_parse(argp, argc, argv, ARGP_NO_HELP, next, reading);
    stderr = own_stderr;
    fclose(clean);
    return wrong;
}

int tw_arguments_parse(const struct tw_arguments *arguments, int argc, char **argv, void *chosen)
{
    struct reading reading = {.arguments = arguments, .command = argv[0], .chosen = chosen};
    const struct argp argp = {.options = reading.options, .parser = parse};
    struct tw_error error = TW_ERROR_INIT;
    int next = argc;
    add_rows(arguments->options, &reading);
    add_rows(tw_standard_options, &reading);
    error_t wrong = parse_cleanly(&argp, argc, argv, &next, &reading);
    if (wrong == ENOMEM) {
        tw_fail(&error, TW_MEMORY, "out of memory while reading the arguments of %s", argv[0]);
        return tw_report(&error);
    }
    if (!wrong && next < argc) tw_note("%s: too many arguments", argv[0]);
    if (wrong || next < argc) give_hint(argv[0]);
    if (!reading.is_quiet) tw_progress_begin(argv[0]);
    return TW_EXIT_OK;
}
