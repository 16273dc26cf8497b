/* A compiler's log, mapped back to the template or to the user's own files. */
#include "runtime/compile/compile_log.h"

#include <stdlib.h>
#include <string.h>

#include <tilewright/target.h>

#include "base/described/source_folder.h"
#include "base/mangled.h"
#include "base/text.h"
#include "runtime/compile/entries.h"

/*
 * A line of NVRTC's log:   place    = FILE "(" number "): "          the file is the virtual one we gave, or a header
 *                          line     = place kind ["#" code] ": " text | other
 *                          kind     = "error" | "catastrophic error" | "warning" | ...
 * ptxas writes             other    = "ptxas error   : " text | "ptxas FILE, line N; error   : " text
 */
struct log_line {
    const char *start, *rest; /* rest: behind the place, or start  */
    size_t length;            /* from start, without the newline   */
    size_t file;              /* bytes of the file's name, at start */
    unsigned number;          /* the generated line; 0: no place   */
};

/* The "(" of the line's place; NULL: it has none. */
static const char *find_place(const char *line, size_t length)
{
    for (const char *at = memchr(line, '(', length); at;
         at = memchr(at + 1, '(', length - (size_t)(at + 1 - line))) {
        size_t digits = strspn(at + 1, "0123456789");
        if (digits && strncmp(at + 1 + digits, "): ", 3) == 0) return at;
    }
    return NULL;
}

/* file: of the only places that are looked for; NULL: of any file. */
static struct log_line read_line(const char *start, const char *file)
{
    struct log_line line = {start, start, strcspn(start, "\n"), 0, 0};
    const char *place = find_place(start, line.length);
    if (!place) return line;
    const size_t length = (size_t)(place - start);
    if (file && (strlen(file) != length || strncmp(start, file, length) != 0)) return line;
    line.file = length;
    char *end;
    line.number = (unsigned)strtoul(place + 1, &end, 10);
    line.rest = end + 3;
    return line;
}

static bool contains(const struct log_line *line, const char *word)
{
    const char *found = strstr(line->rest, word);
    return found && found < line->start + line->length;
}

bool tw_log_read_place(const char *start, struct tw_log_place *place)
{
    const struct log_line line = read_line(start, NULL);
    const bool is_error = strncmp(line.rest, "error", 5) == 0 || contains(&line, "catastrophic error");
    *place = (struct tw_log_place){start, line.file, line.number, is_error};
    return line.number != 0;
}

static const char *next_line(const struct log_line *line)
{
    const char *end = line->start + line->length;
    return *end ? end + 1 : end;
}

/* Whether the line's file is the virtual file of that name, and that ending. */
static bool is_virtual(const struct log_line *line, const char *name, const char *ending)
{
    const size_t folder = strlen(TW_SOURCE_FOLDER), length = strlen(name), more = strlen(ending);
    return line->file == folder + length + more && strncmp(line->start, TW_SOURCE_FOLDER, folder) == 0 &&
           strncmp(line->start + folder, name, length) == 0 &&
           strncmp(line->start + folder + length, ending, more) == 0;
}

/* Whether the line is one of the user's own file, as "#line" calls it. */
static bool is_own(const struct log_line *line, const struct tw_kernel *kernel)
{
    return kernel->template_name && is_virtual(line, kernel->template_name, "");
}

/* "tile.cu.mustache:30" for a generated line; nothing for others, or when the kernel has no map. */
static void add_template_place(struct tw_text *text, const struct tw_kernel *kernel,
                               const struct log_line *line, const char *before, const char *after)
{
    bool mapped = kernel->template_line && kernel->template_name && line->number >= 1 &&
                  line->number <= kernel->source_lines && is_virtual(line, kernel->name, ".cu");
    if (!mapped || is_own(line, kernel)) return;
    const unsigned number = kernel->template_line[line->number - 1];
    if (number) tw_text_addf(text, "%s%s:%u%s", before, kernel->template_name, number, after);
}

/* The line's file as the user knows it: the own file by its path, and no folder of what was made in memory. Its bytes in *length. */
static const char *file_of(const struct tw_kernel *kernel, const struct log_line *line, size_t *length)
{
    const size_t folder = strlen(TW_SOURCE_FOLDER);
    const bool is_made = line->file > folder && strncmp(line->start, TW_SOURCE_FOLDER, folder) == 0;
    if (is_own(line, kernel) && kernel->needs && kernel->needs->path) {
        *length = strlen(kernel->needs->path);
        return kernel->needs->path;
    }
    *length = line->file - (is_made ? folder : 0);
    return line->start + (is_made ? folder : 0);
}

static void annotate(struct tw_text *text, const struct tw_kernel *kernel, const char *log)
{
    while (*log) {
        struct log_line line = read_line(log, NULL);
        size_t name;
        const char *file = file_of(kernel, &line, &name);
        tw_text_add_bytes(text, file, name);
        tw_text_add_bytes(text, line.start + line.file, line.length - line.file);
        if (line.number) add_template_place(text, kernel, &line, " [", "]");
        tw_text_add_char(text, '\n');
        log = next_line(&line);
    }
}

/* The first line that is an error; one without a line number (ptxas,
 * wrong options) only when no other is there. */
static struct log_line first_error(const char *log, const char *file)
{
    struct log_line general = {"", "", 0, 0, 0};
    while (*log) {
        struct log_line line = read_line(log, file);
        bool says_error = contains(&line, "error") || contains(&line, "fatal");
        bool is_place = line.number && (file || !tw_entries_is_place(line.start));
        if (is_place && says_error && strncmp(line.rest, "warning", 7) != 0) return line;
        if (!is_place && says_error && !general.length && *line.start != ' ') general = line;
        log = next_line(&line);
    }
    return general;
}

/* With single blanks, and none before a colon: ptxas pads its lines into columns. */
static void add_squeezed(struct tw_text *text, const char *from, const char *to)
{
    for (; from < to; from++) {
        const char *next = from;
        while (next < to && *next == ' ') next++;
        if (*from == ' ' && (next == to || *next == ':')) continue;
        if (*from == ' ' && next > from + 1) continue;
        tw_text_add_char(text, *from);
    }
}

/* What a line says, without its place and kind ("error #20-D: "), which are in the log. */
static void add_message(struct tw_text *text, const struct log_line *line)
{
    const char *from = line->rest, *to = line->start + line->length, *colon = strstr(from, ": ");
    if (!line->length) tw_text_add(text, "NVRTC refused the source and gave no reason");
    add_squeezed(text, line->number && colon && colon < to ? colon + 2 : from, to);
}

/* "NAME.cu:12 (tile.cu.mustache:30): ", or of another file its name without folders. */
static void add_place(struct tw_text *text, const struct tw_kernel *kernel, const struct log_line *line)
{
    size_t length;
    const char *file = file_of(kernel, line, &length), *name = file;
    for (const char *c = file; c < file + length && !is_own(line, kernel); c++) {
        if (*c == '/') name = c + 1;
    }
    tw_text_addf(text, "%.*s:%u", (int)(file + length - name), name, line->number);
    add_template_place(text, kernel, line, " (", ")");
    tw_text_add(text, ": ");
}

int tw_fail_static(const char *name, uint32_t bytes, struct tw_error *error)
{
    return tw_fail(error, TW_TOO_LARGE,
                   "%s has %u bytes of static shared memory, the limit is %u; use dynamic shared memory",
                   name, bytes, TW_STATIC_SHARED_LIMIT);
}

int tw_fail_constant(const char *name, uint64_t bytes, uint64_t most, struct tw_error *error)
{
    return tw_fail(error, TW_TOO_LARGE, "%s has %llu bytes of constant memory, the limit is %llu", name,
                   (unsigned long long)bytes, (unsigned long long)most);
}

/*
 * ptxas has no room for it:   what   = ["Entry function 'NAME'" | "File"] " uses too much " words " (" hex " bytes, " hex " max)"
 *                             words  = "shared data" | "global constant data" | "parameter space" | ...
 * False: the line says something else.
 */
static bool read_too_large(const struct log_line *line, struct tw_error *error)
{
    static const char too_much[] = " uses too much ", quote[] = "function '";
    const char *end = line->start + line->length, *what = strstr(line->rest, too_much),
               *numbers = what && what < end ? strstr(what, " (0x") : NULL,
               *limit = numbers && numbers < end ? strstr(numbers, " bytes, 0x") : NULL,
               *name = strstr(line->rest, quote);
    struct tw_text entry = {0}, own = {0};
    if (!limit || limit >= end) return false;
    what += strlen(too_much);
    const unsigned long bytes = strtoul(numbers + 2, NULL, 16), most = strtoul(limit + 8, NULL, 16);
    if (name && name < what)
        tw_text_add_bytes(&entry, name + strlen(quote), strcspn(name + strlen(quote), "'"));
    if (entry.length) tw_mangled_add(tw_text_string(&entry), &own);
    const char *whose = own.length ? tw_text_string(&own) : "the source";
    if (strncmp(what, "shared data", 11) == 0)
        tw_fail_static(whose, (uint32_t)bytes, error);
    else if (strncmp(what, "global constant data", 20) == 0)
        tw_fail_constant(whose, bytes, most, error);
    else
        tw_fail(error, TW_TOO_LARGE, "%s uses %lu bytes of %.*s, the limit is %lu", whose, bytes,
                (int)(numbers - what), what, most);
    tw_text_free(&entry);
    tw_text_free(&own);
    return true;
}

int tw_compile_log_fail(const struct tw_kernel *kernel, const char *log, struct tw_error *error)
{
    struct tw_text message = {0}, detail = {0};
    struct log_line line = first_error(log, NULL);
    const bool of_entry = line.number && tw_entries_is_place(line.start);
    if (read_too_large(&line, error)) return TW_TOO_LARGE;
    if (line.number && !of_entry) add_place(&message, kernel, &line);
    if (!of_entry)
        add_message(&message, &line);
    else
        tw_entries_explain(kernel, line.start, &message);
    if (!of_entry && kernel->needs) tw_entries_advise(kernel, &message);
    annotate(&detail, kernel, log);
    int code = message.failed || detail.failed
                   ? tw_fail(error, TW_MEMORY, "out of memory for what the compiler says of %s", kernel->name)
                   : tw_fail(error, TW_COMPILE, "%s", tw_text_string(&message));
    tw_error_add_detail(error, tw_text_string(&detail));
    tw_text_free(&message);
    tw_text_free(&detail);
    return code;
}

/* The first error at its place, the whole log as detail. */
int tw_compile_refused(const char *file, const char *log, struct tw_error *error)
{
    struct tw_text message = {0};
    struct log_line line = first_error(log, file);
    add_message(&message, &line);
    int code = message.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                              : tw_fail_at(error, TW_COMPILE, file, line.number, line.number ? 1 : 0, "%s",
                                           tw_text_string(&message));
    tw_error_add_detail(error, log);
    tw_text_free(&message);
    return code;
}

/* Whether the block of macros before the user's file defines the name. */
static bool is_given_as_macro(const struct tw_kernel *kernel, const char *name, size_t length)
{
    static const char define[] = "#define ";
    const char *end = strstr(kernel->source, "\n#line ");
    bool found = false;
    for (const char *at = kernel->source; end && at < end && !found; at += strcspn(at, "\n") + 1) {
        const char *defined = at + sizeof define - 1;
        found = strncmp(at, define, sizeof define - 1) == 0 && strncmp(defined, name, length) == 0 &&
                defined[length] == ' ';
    }
    return found;
}

int tw_compile_log_check_macros(const struct tw_kernel *kernel, const char *log, struct tw_error *error)
{
    static const char says[] = "incompatible redefinition of macro \"";
    struct tw_text message = {0};
    while (log && *log && !message.length) {
        const struct log_line line = read_line(log, NULL);
        const char *end = line.start + line.length, *name = strstr(line.rest, says);
        log = next_line(&line);
        if (!line.number || !name || name >= end) continue;
        name += sizeof says - 1;
        const size_t length = strcspn(name, "\"");
        if (!is_given_as_macro(kernel, name, length)) continue;
        add_place(&message, kernel, &line);
        tw_text_addf(&message,
                     "the source itself defines %.*s, so the variant's value does not count: ", (int)length,
                     name);
        tw_text_addf(&message, "put the definition into #ifndef %.*s, or vary another name", (int)length,
                     name);
    }
    const int code = !message.length ? TW_OK : tw_fail(error, TW_COMPILE, "%s", tw_text_string(&message));
    tw_text_free(&message);
    return code;
}
