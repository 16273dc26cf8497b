/* A walk over directives, file after file. */
#include "gen/described/includes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/described/known_headers.h"
#include "base/described/source_scan.h"
#include "base/file.h"
#include "base/grow.h"

struct identity { /* a file may be reached by any number of paths */
    dev_t device;
    ino_t inode;
};

struct walk {
    struct tw_includes *includes;
    const char *const *options;
    size_t option_count;
    const char *file; /* at hand, in whose folder names are looked for first; NULL: the command line */
    struct identity *identity, source; /* of each file; of the source itself */
    size_t identity_room, file_room;
    struct tw_text all, why; /* what is hashed; the first reason */
    bool failed;             /* out of memory */
};

/* ---- a name ---- */

/* The first reason; what terminals take for commands is left out of it. */
static void refuse(struct walk *walk, const char *format, const char *name)
{
    if (walk->why.length) return;
    tw_text_addf(&walk->why, format, name);
    for (char *c = walk->why.data; !walk->why.failed && *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    }
}

static bool is_new(const struct walk *walk, const struct stat *status)
{
    bool is = walk->source.device != status->st_dev || walk->source.inode != status->st_ino;
    for (size_t i = 0; i < walk->includes->count && is; i++)
        is = walk->identity[i].device != status->st_dev || walk->identity[i].inode != status->st_ino;
    return is;
}

/* What is hashed of a file; the text stays a text of one line and a body, whose length tells where it ends. */
static void add_content(struct walk *walk, const char *path, const char *name)
{
    struct tw_text content = {0};
    const int code = tw_file_read(path, &content, NULL);
    walk->failed |= code == TW_MEMORY;
    if (code) refuse(walk, "it includes %s, which cannot be read", name);
    tw_text_addf(&walk->all, "%s %zu\n", name, content.length);
    tw_text_add_bytes(&walk->all, tw_text_part(&walk->all, &content), content.length);
    tw_text_free(&content);
}

static void add_file(struct walk *walk, struct tw_text *path, const char *name, const struct stat *status)
{
    struct tw_includes *includes = walk->includes;
    if (includes->count >= TW_INCLUDES_MOST) {
        refuse(walk, "it includes too many files to be followed, %s among them", name);
        return;
    }
    char **files = tw_grow(includes->files, includes->count, &walk->file_room, sizeof *files);
    if (files) includes->files = files;
    struct identity *identity =
        tw_grow(walk->identity, includes->count, &walk->identity_room, sizeof *identity);
    if (identity) walk->identity = identity;
    char *taken = files && identity ? tw_text_take(path) : NULL;
    walk->failed |= !taken;
    if (!taken) return;
    identity[includes->count] = (struct identity){status->st_dev, status->st_ino};
    files[includes->count++] = taken;
    add_content(walk, taken, name);
}

/* Takes folder/name, if it is a file. */
static bool try_path(struct walk *walk, const char *folder, size_t length, const char *name)
{
    struct tw_text path = {0};
    struct stat status;
    if (*name != '/') tw_text_add_bytes(&path, folder, length);
    if (path.length && folder[length - 1] != '/') tw_text_add_char(&path, '/');
    tw_text_add(&path, name);
    walk->failed |= path.failed;
    bool found = !path.failed && stat(tw_text_string(&path), &status) == 0 && S_ISREG(status.st_mode);
    if (found && is_new(walk, &status)) add_file(walk, &path, name, &status);
    tw_text_free(&path);
    return found;
}

/* The folder that an option adds, or NULL. */
static const char *folder_of(const char *option)
{
    static const char *const words[] = {"-I", "--include-path="};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i]);
        if (strncmp(option, words[i], length) == 0 && option[length]) return option + length;
    }
    return NULL;
}

static bool find_name(struct walk *walk, const char *name)
{
    const char *file = walk->file, *slash = file ? strrchr(file, '/') : NULL;
    bool found = try_path(walk, file ? file : "", slash ? (size_t)(slash - file) + 1 : 0, name);
    for (size_t i = 0; i < walk->option_count; i++) {
        const char *folder = folder_of(walk->options[i]);
        if (folder) found |= try_path(walk, folder, strlen(folder), name);
    }
    return found;
}

/* What is done of names that are in no folder of the user's. */
enum need { MAYBE, /* nothing */ MUST /* they are the compiler's, or unresolved */ };

/* Names in <> that lead out of the compiler's folders are not its own. */
static bool is_compilers(const char *name, char quote)
{
    return tw_header_is_known(name) || (quote == '<' && *name != '/' && !strstr(name, ".."));
}

static void take_name(struct walk *walk, const char *begin, size_t length, char quote, enum need need)
{
    struct tw_text name = {0};
    tw_text_add_bytes(&name, begin, length);
    walk->failed |= name.failed;
    if (!name.failed && length && !find_name(walk, name.data) && need == MUST &&
        !is_compilers(name.data, quote))
        refuse(walk, "it includes \"%s\", which is in none of its folders", name.data);
    tw_text_free(&name);
}

/* ---- a directive ---- */

static const char *skip_blanks(const char *at)
{
    for (size_t comment; *at == ' ' || *at == '\t' || *at == '\v' || *at == '\f' || *at == '\r' ||
                         (strncmp(at, "/*", 2) == 0);
         at += comment ? comment : 1)
        comment = tw_source_comment(at);
    return at;
}

/* "x.h" or <x.h> at `at`, on its line: where it ends, or NULL. */
static const char *quoted_end(const char *at)
{
    if (*at != '"' && *at != '<') return NULL;
    const char *end = at + 1 + strcspn(at + 1, *at == '<' ? ">\n" : "\"\n");
    return *end == (*at == '<' ? '>' : '"') ? end : NULL;
}

/* The name that a directive or __has_include is given. */
static void take_operand(struct walk *walk, const char *at, enum need need)
{
    at = skip_blanks(at);
    const char *end = quoted_end(at);
    struct tw_text word = {0};
    tw_text_add_bytes(&word, at, strcspn(at, "\r\n)"));
    walk->failed |= word.failed;
    if (end)
        take_name(walk, at + 1, (size_t)(end - at) - 1, *at, need);
    else if (!word.failed)
        refuse(walk, "it includes what a macro says: %s", tw_text_string(&word));
    tw_text_free(&word);
}

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(at, word, length) == 0;
}

/* Every __has_include(...) of a line, and the names in any string of it. */
static void read_line(struct walk *walk, const char *at)
{
    static const char *const asks[] = {"__has_include", "__has_include_next", "__has_embed"};
    while (*at && *at != '\n') {
        size_t length = tw_source_comment(at), word = length ? 0 : tw_source_word(at);
        const char *end = quoted_end(at);
        for (size_t i = 0; word && i < sizeof asks / sizeof *asks; i++) {
            const char *open = skip_blanks(at + word);
            if (is_word(at, word, asks[i]) && *open == '(') take_operand(walk, open + 1, MAYBE);
        }
        if (!length && !word && end) take_name(walk, at + 1, (size_t)(end - at) - 1, *at, MAYBE);
        if (!length && !word && end) length = (size_t)(end - at) + 1;
        at += length ? length : word ? word : 1;
    }
}

/* The directive whose word, or blanks before it, stands at `at`. */
static void read_directive(struct walk *walk, const char *at)
{
    static const char *const includes[] = {"include", "include_next", "import", "embed"};
    at = skip_blanks(at);
    const size_t length = tw_source_word(at);
    for (size_t i = 0; i < sizeof includes / sizeof *includes; i++) {
        if (!is_word(at, length, includes[i])) continue;
        take_operand(walk, at + length, MUST);
        return;
    }
    if (is_word(at, length, "define") || is_word(at, length, "if") || is_word(at, length, "elif"))
        read_line(walk, at + length);
}

/* "#", or what else is written for it. */
static size_t hash_length(const char *at)
{
    return *at == '#' ? 1 : strncmp(at, "%:", 2) == 0 ? 2 : strncmp(at, "\?\?=", 3) == 0 ? 3 : 0;
}

static void read_text(struct walk *walk, const char *at)
{
    for (bool line_begins = true; *at && !walk->failed;) {
        const size_t hash = line_begins ? hash_length(at) : 0;
        size_t length = tw_source_comment(at);
        if (hash) read_directive(walk, at + hash);
        if (!length && !hash) length = tw_source_string(at);
        if (!length && !hash) length = tw_source_word(at);
        /* A directive's strings may be without an end, as <don't.h>: the rest of it is passed over. */
        if (hash) length = hash;
        if (*at == '\n')
            line_begins = true;
        else if (!strchr(" \t\v\f\r", *at) && strncmp(at, "/*", 2) != 0)
            line_begins = false;
        at += length ? length : 1;
    }
}

/* ---- files ---- */

/* Lines that end in a backslash, or its trigraph, and blanks go on. */
static void add_joined(const char *source, struct tw_text *text)
{
    while (*source) {
        const size_t plain = strcspn(source, "\\?");
        tw_text_add_bytes(text, source, plain);
        source += plain;
        const size_t mark = *source == '\\' ? 1 : strncmp(source, "\?\?/", 3) == 0 ? 3 : 0;
        const size_t blanks = mark ? strspn(source + mark, " \t\v\f\r") : 0;
        if (mark && source[mark + blanks] == '\n') {
            source += mark + blanks + 1;
        } else if (*source) {
            tw_text_add_char(text, *source++);
        }
    }
}

static void read_file(struct walk *walk, const char *path, const char *source)
{
    struct tw_text joined = {0};
    walk->file = path;
    add_joined(source, &joined);
    walk->failed |= joined.failed;
    if (!walk->failed) read_text(walk, tw_text_string(&joined));
    tw_text_free(&joined);
}

static void read_found(struct walk *walk, const char *path)
{
    struct tw_text text = {0};
    const int code = tw_file_read(path, &text, NULL);
    if (!code) read_file(walk, path, tw_text_string(&text));
    walk->failed |= code == TW_MEMORY;
    tw_text_free(&text);
}

/* ---- options ---- */

static void read_option(struct walk *walk, size_t number)
{
    static const char *const words[] = {"--pre-include=", "-include="};
    const char *option = walk->options[number];
    walk->file = NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i]);
        if (strncmp(option, words[i], length) == 0)
            take_name(walk, option + length, strlen(option) - length, '"', MUST);
    }
    bool is_next = strcmp(option, "-include") == 0 || strcmp(option, "--pre-include") == 0;
    if (is_next && number + 1 < walk->option_count)
        take_name(walk, walk->options[number + 1], strlen(walk->options[number + 1]), '"', MUST);
    if (strncmp(option, "-D", 2) == 0 || strncmp(option, "--define-macro=", 15) == 0) read_line(walk, option);
}

static int end_walk(struct walk *walk, struct tw_error *error)
{
    struct tw_includes *includes = walk->includes;
    if (walk->why.length) includes->unresolved = tw_text_take(&walk->why);
    walk->failed |= walk->all.failed || walk->why.failed;
    if (includes->count && !walk->failed) tw_hash_text(walk->all.data, walk->all.length, includes->hash);
    tw_text_free(&walk->all);
    tw_text_free(&walk->why);
    free(walk->identity);
    return walk->failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}

int tw_includes_find(const char *path, const char *text, const char *const *options, size_t count,
                     struct tw_includes *includes, struct tw_error *error)
{
    struct walk walk = {.includes = includes, .options = options, .option_count = count};
    struct stat status;
    *includes = (struct tw_includes){0};
    if (stat(path, &status) == 0) walk.source = (struct identity){status.st_dev, status.st_ino};
    for (size_t i = 0; i < count && !walk.failed; i++) read_option(&walk, i);
    read_file(&walk, path, text);
    for (size_t i = 0; i < includes->count && !walk.failed; i++) read_found(&walk, includes->files[i]);
    return end_walk(&walk, error);
}

void tw_includes_free(struct tw_includes *includes)
{
    for (size_t i = 0; i < includes->count; i++) free(includes->files[i]);
    free(includes->files);
    free(includes->unresolved);
    *includes = (struct tw_includes){0};
}
