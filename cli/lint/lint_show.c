/* What was found, for people: the source with its counts, the messages, two files beside each other. */
#include <string.h>

#include "base/escape.h"
#include "cli/lint/lint_show.h"

#define TAB 8u

/* ---- the annotated source ---- */

/* "32.0", or blanks where there is no request; '!' behind what is more than it need be. */
static void add_cell(uint64_t requests, uint64_t pieces, uint64_t ideal, struct tw_text *out)
{
    struct tw_text ratio = {0};
    if (!requests) {
        tw_text_add_repeat(out, ' ', 15);
        return;
    }
    double value = (double)pieces / (double)requests;
    tw_text_add_double(&ratio, value, value < 100 ? 1 : 0);
    tw_text_addf(out, "%8llu %5s%c", (unsigned long long)requests, tw_text_part(out, &ratio),
                 pieces > ideal ? '!' : ' ');
    tw_text_free(&ratio);
}

/* The line's text, tabs as blanks, cut to `columns`; 0: not. */
static void add_source(const struct tw_lint_source *source, unsigned line, unsigned columns,
                       struct tw_text *out)
{
    struct tw_text text = {0};
    for (const char *c = source->lines[line - 1]; c < source->lines[line] && *c != '\n' && *c != '\r'; c++) {
        if (*c == '\t')
            tw_text_add_repeat(&text, ' ', TAB - text.length % TAB);
        else
            tw_text_add_char(&text, *c);
    }
    size_t length = text.length;
    if (columns && length > columns) length = columns;
    while (length && ((unsigned char)tw_text_string(&text)[length] & 0xC0) == 0x80)
        length--; /* whole characters */
    tw_escape_lines(out, tw_text_part(out, &text), length);
    tw_text_free(&text);
}

static bool has_message(const struct tw_lint *lint, unsigned line)
{
    for (size_t i = 0; i < lint->message_count; i++) {
        if (lint->messages[i].line == line) return true;
    }
    return false;
}

static void add_counted_line(const struct tw_lint *lint, unsigned line, unsigned columns, struct tw_text *out)
{
    const struct tw_lint_line *counts = &lint->lines[line];
    tw_text_addf(out, "%5u%c", line, has_message(lint, line) ? '*' : ' ');
    add_cell(counts->shared_requests, counts->shared_wavefronts, counts->shared_ideal, out);
    add_cell(counts->global_requests, counts->global_sectors, counts->global_ideal, out);
    tw_text_add_char(out, ' ');
    add_source(lint->source, line, columns ? columns - 37 : 0, out);
    tw_text_add_char(out, '\n');
}

/* From the first line that did anything to the last. */
static void add_listing(const struct tw_lint *lint, bool all, unsigned columns, struct tw_text *out)
{
    unsigned first = all ? 1 : 0, last = all ? lint->source->line_count : 0;
    for (unsigned line = 1; line <= lint->source->line_count && !all; line++) {
        if (!lint->lines[line].executed && !has_message(lint, line)) continue;
        if (!first) first = line;
        last = line;
    }
    if (!first) return;
    tw_text_add(out, "        shared wave-   global sec-\n"
                     "               fronts         tors\n"
                     " line requests /req.  requests /req.   source\n");
    for (unsigned line = first; line <= last; line++)
        add_counted_line(lint, line, columns < 60 && columns ? 60 : columns, out);
    if (lint->lines[0].shared_requests + lint->lines[0].global_requests) {
        tw_text_add(out, "     -");
        add_cell(lint->lines[0].shared_requests, lint->lines[0].shared_wavefronts,
                 lint->lines[0].shared_ideal, out);
        add_cell(lint->lines[0].global_requests, lint->lines[0].global_sectors, lint->lines[0].global_ideal,
                 out);
        tw_text_add(out, " (in other files)\n");
    }
    tw_text_add(out,
                "\n/req.: wavefronts of shared memory, sectors of global memory per request, which "
                "is an instruction of a warp; !: more than what is asked for needs; *: see the messages\n\n");
}

/* ---- messages ---- */

/* Breaks between words. */
static void add_wrapped(const char *words, unsigned indent, unsigned columns, struct tw_text *out)
{
    size_t width = (columns ? columns : 100) - indent;
    while (*words) {
        size_t length = strlen(words), cut = length;
        if (length > width) {
            cut = width;
            while (cut && words[cut] != ' ') cut--;
            if (!cut) cut = strcspn(words, " ");
        }
        tw_text_add_repeat(out, ' ', indent);
        tw_escape_lines(out, words, cut);
        tw_text_add_char(out, '\n');
        words += cut;
        words += strspn(words, " ");
    }
}

static void add_message(const struct tw_lint *lint, const struct tw_lint_message *message, unsigned columns,
                        struct tw_text *out)
{
    tw_escape_terminal(out, lint->source->path);
    if (message->line) tw_text_addf(out, ":%u", message->line);
    tw_text_addf(out, ": %s: [%s]", tw_lint_level_word(message->level), message->rule);
    if (message->other && message->other != message->line) tw_text_addf(out, " with line %u", message->other);
    const char *many;
    tw_lint_unit(message->rule, &many);
    if (message->times > 1) tw_text_addf(out, ", %llu %s", (unsigned long long)message->times, many);
    tw_text_add_char(out, '\n');
    add_wrapped(message->text, 4, columns, out);
    if (message->advice) add_wrapped(message->advice, 6, columns, out);
}

static size_t count_of(const struct tw_lint *lint, enum tw_lint_level level)
{
    size_t count = 0;
    for (size_t i = 0; i < lint->message_count; i++) count += lint->messages[i].level == level;
    return count;
}

static void add_number(size_t count, const char *word, const char *separator, struct tw_text *out)
{
    tw_text_addf(out, "%zu %s%s%s", count, word, count == 1 ? "" : "s", separator);
}

void tw_lint_show(const struct tw_lint *lint, bool all, unsigned columns, struct tw_text *out)
{
    add_listing(lint, all, columns, out);
    for (size_t i = 0; i < lint->message_count; i++) add_message(lint, &lint->messages[i], columns, out);
    if (lint->message_count) tw_text_add_char(out, '\n');
    add_number(count_of(lint, TW_LINT_ERROR), "error", ", ", out);
    add_number(count_of(lint, TW_LINT_WARNING), "warning", ", ", out);
    add_number(count_of(lint, TW_LINT_NOTE), "note", " in ", out);
    add_number(lint->launches, "launch", "", out);
    if (lint->launches != 1) {
        out->length--;
        tw_text_add(out, "es");
    }
    tw_text_add_char(out, '\n');
}

/* ---- two files ---- */

struct row {
    const char *name;
    uint64_t before, after;
};

#define ROWS 8u

static void make_rows(const struct tw_lint lints[2], struct row rows[ROWS])
{
    const struct tw_lint_line *a = &lints[0].total, *b = &lints[1].total;
    const struct row all[ROWS] = {
        {"errors", count_of(&lints[0], TW_LINT_ERROR), count_of(&lints[1], TW_LINT_ERROR)},
        {"warnings", count_of(&lints[0], TW_LINT_WARNING), count_of(&lints[1], TW_LINT_WARNING)},
        {"warp instructions", a->executed, b->executed},
        {"shared requests", a->shared_requests, b->shared_requests},
        {"shared wavefronts", a->shared_wavefronts, b->shared_wavefronts},
        {"  of them conflicts", a->shared_wavefronts - a->shared_ideal,
         b->shared_wavefronts - b->shared_ideal},
        {"global requests", a->global_requests, b->global_requests},
        {"global sectors", a->global_sectors, b->global_sectors},
    };
    memcpy(rows, all, sizeof all);
}

/* What the verdict goes by. */
enum row_name { ROW_ERRORS, ROW_WAVEFRONTS = 4, ROW_SECTORS = 7 };

static bool is_worse(const struct tw_lint lints[2], const struct row *rows, enum row_name name)
{
    bool is_known = name == ROW_ERRORS || (!lints[0].is_cut && !lints[1].is_cut);
    return is_known && rows[name].after > rows[name].before;
}

static void add_verdict(const struct tw_lint lints[2], const struct row *rows, struct tw_text *out)
{
    static const struct {
        enum row_name row;
        const char *name;
    } judged[] = {{ROW_ERRORS, "errors"}, {ROW_WAVEFRONTS, "wavefronts"}, {ROW_SECTORS, "sectors"}};
    const char *separator = "\nworse: ";
    for (size_t i = 0; i < sizeof judged / sizeof *judged; i++) {
        if (!is_worse(lints, rows, judged[i].row)) continue;
        tw_text_addf(out, "%s%s", separator, judged[i].name);
        separator = ", ";
    }
    if (!tw_lint_is_worse(lints))
        tw_text_add(out, lints[0].is_cut || lints[1].is_cut
                             ? "\nerrors are not worse"
                             : "\nnothing of errors, wavefronts, sectors is worse");
    for (unsigned i = 0; i < 2; i++) {
        if (lints[i].is_cut)
            tw_text_addf(
                out, "\na launch of the one %s ended at an error: its counts are of a part, and not compared",
                i ? "after" : "before");
    }
    tw_text_add_char(out, '\n');
}

void tw_lint_show_comparison(const struct tw_lint lints[2], struct tw_text *out)
{
    struct row rows[ROWS];
    make_rows(lints, rows);
    tw_text_addf(out, "%-20s %14s %14s %10s\n", "", "before", "after", "ratio");
    for (size_t i = 0; i < ROWS; i++) {
        struct tw_text ratio = {0};
        if (rows[i].before)
            tw_text_add_double(&ratio, (double)rows[i].after / (double)rows[i].before, 3);
        else
            tw_text_add(&ratio, rows[i].after ? "new" : "1");
        tw_text_addf(out, "%-20s %14llu %14llu %10s\n", rows[i].name, (unsigned long long)rows[i].before,
                     (unsigned long long)rows[i].after, tw_text_part(out, &ratio));
        tw_text_free(&ratio);
    }
    tw_text_add(out, "before: ");
    tw_escape_terminal(out, lints[0].source->path);
    tw_text_add(out, "; after: ");
    tw_escape_terminal(out, lints[1].source->path);
    add_verdict(lints, rows, out);
}

bool tw_lint_is_worse(const struct tw_lint lints[2])
{
    struct row rows[ROWS];
    make_rows(lints, rows);
    return is_worse(lints, rows, ROW_ERRORS) || is_worse(lints, rows, ROW_WAVEFRONTS) ||
           is_worse(lints, rows, ROW_SECTORS);
}
