/* From a place in the log to a place in the source, and from there to the declaration around it. */
#include "runtime/compile/host_code.h"

#include <stdlib.h>
#include <string.h>

#include "base/described/source_scan.h"
#include "base/text.h"
#include "runtime/compile/compile_log.h"

bool tw_host_code_is_there(const char *log)
{
    return strstr(log, "not allowed in JIT mode") != NULL;
}

/* ---- places ---- */

static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return *at ? at + 1 : at;
}

/* Where line `number` of the file begins: behind its "#line", or in the source itself. NULL: nowhere. */
static char *find_line(char *source, const char *file, const struct tw_log_place *place)
{
    struct tw_text name = {0};
    tw_text_addf(&name, "\"%.*s\"\n", (int)place->length, place->file);
    const bool is_source = strlen(file) == place->length && memcmp(file, place->file, place->length) == 0;
    const char *begin = is_source ? source : NULL;
    unsigned long number = 1;
    for (const char *at = source; *at && !name.failed; at = next_line(at)) {
        char *end;
        if (strncmp(at, "#line ", 6) != 0) continue;
        const unsigned long first = strtoul(at + 6, &end, 10);
        if (strncmp(end + strspn(end, " "), name.data, name.length) != 0) continue;
        begin = next_line(at);
        number = first;
    }
    tw_text_free(&name);
    for (; begin && *begin && number < place->number; number++) begin = next_line(begin);
    return begin ? source + (begin - source) : NULL;
}

/* The column of the caret that NVRTC draws below the line, two lines below the message, both indented by two. */
static size_t column_of(const char *message)
{
    const char *caret = next_line(next_line(message));
    const size_t blanks = strspn(caret, " \t");
    return caret[blanks] == '^' && blanks > 2 ? blanks - 2 : 0;
}

/* ---- declarations ---- */

/* What is read of the declaration at hand. */
struct declaration {
    const char *begin; /* NULL: it has not begun */
    unsigned parentheses, braces;
    bool has_parameters, has_value, is_scope, is_class, is_device;
};

static bool is_one_of(const char *at, size_t length, const char *const *words)
{
    for (; *words; words++) {
        if (strlen(*words) == length && memcmp(at, *words, length) == 0) return true;
    }
    return false;
}

static void take_word(struct declaration *declaration, const char *at, size_t length)
{
    static const char *const device[] = {"__global__", "__device__", "__constant__", "__shared__", NULL};
    static const char *const classes[] = {"struct", "class", "union", "enum", NULL};
    static const char *const scopes[] = {"namespace", "extern", NULL};
    declaration->is_device |= is_one_of(at, length, device);
    if (declaration->braces) return;
    declaration->is_class |= is_one_of(at, length, classes);
    declaration->is_scope |= is_one_of(at, length, scopes);
}

/* A brace that opens a namespace, extern "C" or a class: what is inside are declarations of their own. */
static bool opens_scope(const struct declaration *declaration)
{
    return !declaration->parentheses && !declaration->braces && !declaration->has_value &&
           !declaration->has_parameters && (declaration->is_scope || declaration->is_class);
}

/* Takes a mark; true when the declaration ends with it. */
static bool take_mark(struct declaration *declaration, char mark)
{
    struct declaration *d = declaration;
    const bool outside = !d->braces && !d->parentheses;
    if (mark == '(' || mark == '[') {
        d->parentheses++;
        d->has_parameters |= mark == '(' && !d->braces;
    }
    if ((mark == ')' || mark == ']') && d->parentheses) d->parentheses--;
    if (mark == '=' && outside) d->has_value = true;
    if (mark == ';' && outside) return true;
    if (mark == '{' && opens_scope(d)) {
        *d = (struct declaration){0};
        return false;
    }
    if (mark == '{') d->braces++;
    if (mark != '}') return false;
    if (!d->braces) { /* the end of a scope */
        *d = (struct declaration){0};
        return false;
    }
    return --d->braces == 0 && d->has_parameters && !d->has_value && !d->parentheses;
}

/* A directive, with the lines that it goes on in. */
static size_t directive_length(const char *at)
{
    size_t length = strcspn(at, "\n");
    while (at[length] && length && at[length - 1] == '\\') length += 1 + strcspn(at + length + 1, "\n");
    return length;
}

/* Blanks and comments, and directives at the beginning of a line. */
static size_t skipped_length(const char *source, const char *at)
{
    const char *before = at;
    const size_t comment = tw_source_comment(at);
    if (comment || strchr(" \t\r\n\v\f", *at)) return comment ? comment : 1;
    while (before > source && (before[-1] == ' ' || before[-1] == '\t')) before--;
    return *at == '#' && (before == source || before[-1] == '\n') ? directive_length(at) : 0;
}

/* The declaration around `target`: where it begins, and *end; NULL: there is none. */
static char *find_declaration(char *source, const char *target, const char **end, bool *is_device)
{
    struct declaration declaration = {0};
    for (const char *at = source; *at;) {
        size_t length = skipped_length(source, at), word;
        if (length) {
            at += length;
            continue;
        }
        if (!declaration.begin) declaration.begin = at;
        length = tw_source_string(at);
        if (!length && (length = word = tw_source_word(at))) take_word(&declaration, at, word);
        const bool ends = !length && take_mark(&declaration, *at);
        at += length ? length : 1;
        if (ends && declaration.begin <= target && target < at) {
            *end = at;
            *is_device = declaration.is_device;
            return source + (declaration.begin - source);
        }
        if (ends) declaration = (struct declaration){0};
        if (!declaration.begin && at > target) return NULL;
    }
    return NULL;
}

static void blank(char *from, const char *to)
{
    for (; from < to; from++) {
        if (*from != '\n') *from = ' ';
    }
}

bool tw_host_code_remove(char *source, const char *file, const char *log)
{
    bool removed = false;
    struct tw_log_place place;
    for (; *log; log = next_line(log)) {
        if (!tw_log_read_place(log, &place) || !place.is_error) continue;
        const char *end;
        bool is_device;
        char *line = find_line(source, file, &place);
        if (!line) continue;
        const size_t column = column_of(log), length = strcspn(line, "\n");
        const char *target = line + (column < length ? column : 0);
        char *begin = find_declaration(source, target, &end, &is_device);
        if (!begin || is_device) continue;
        blank(begin, end);
        removed = true;
    }
    return removed;
}
