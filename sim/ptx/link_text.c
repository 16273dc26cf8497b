/* Modules of PTX put together; see link_text.h. */
#include "sim/ptx/link_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* ---- words ---- */

struct word {
    const char *at;
    size_t length;
};

static bool in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* Past white space and comments. */
static const char *skip(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\f\v");
        if (strncmp(at, "//", 2) == 0) {
            at += strcspn(at, "\n");
        } else if (strncmp(at, "/*", 2) == 0) {
            const char *end = strstr(at + 2, "*/");
            at = end ? end + 2 : at + strlen(at);
        } else {
            return at;
        }
    }
}

/* The next word, and *at behind it: a name, a directive with its dot, a number, a string, or one character; length 0: the end. */
static struct word next(const char **at)
{
    const char *begin = skip(*at), *end = begin;
    if (*begin == '"') {
        end++;
        while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
        if (*end) end++;
    } else if (*begin) {
        end++;
        bool name = in_name(*begin) || *begin == '.' || *begin == '%';
        while (name && in_name(*end)) end++;
    }
    *at = end;
    return (struct word){begin, (size_t)(end - begin)};
}

static bool is(struct word word, const char *text)
{
    return word.length == strlen(text) && strncmp(word.at, text, word.length) == 0;
}

static bool same(struct word a, struct word b)
{
    return a.length == b.length && strncmp(a.at, b.at, a.length) == 0;
}

static bool is_name(struct word word)
{
    bool digit = word.length && word.at[0] >= '0' && word.at[0] <= '9';
    return word.length && in_name(word.at[0]) && !digit;
}

/* ---- statements at module scope ---- */

enum linkage { LOCAL, EXTERN, VISIBLE, WEAK };
enum kind { DECLARATION, VARIABLE, FUNCTION, OTHER };

struct statement {
    const char *begin, *end;
    size_t module;
    struct word name; /* length 0: none */
    enum linkage linkage;
    enum kind kind;
    bool is_function; /* a declaration of one */
    bool dropped;
    bool announced; /* a variable that another module declares, and may name before it is defined */
};

/* .file NUMBER "PATH" [, TIMESTAMP, SIZE]: `rest` is what stands behind the number. */
struct file {
    size_t module;
    unsigned number;
    struct word rest;
};

struct statements {
    struct statement *all;
    size_t count, capacity;
    struct file *files; /* of all modules; the first becomes number 1 */
    size_t file_count;
    unsigned major, minor, sm;
    char suffix; /* of the architecture, or 0 */
};

static bool append(struct statements *list, struct statement statement)
{
    struct statement *grown = tw_grow(list->all, list->count, &list->capacity, sizeof *grown);
    if (!grown) return false;
    list->all = grown;
    list->all[list->count++] = statement;
    return true;
}

/* The head: of all modules the newest version and architecture. */
static bool take_head(struct statements *list, struct word word, const char **at)
{
    if (is(word, ".version")) {
        struct word number = next(at), minor = next(at); /* "9" and ".0" */
        unsigned first = (unsigned)strtoul(number.at, NULL, 10),
                 second = (unsigned)strtoul(minor.at + 1, NULL, 10);
        if (first > list->major || (first == list->major && second > list->minor)) {
            list->major = first;
            list->minor = second;
        }
        return true;
    }
    if (is(word, ".target")) {
        struct word target = next(at);
        char *end = NULL;
        unsigned sm = target.length > 3 ? (unsigned)strtoul(target.at + 3, &end, 10) : 0;
        bool suffix = end && (*end == 'a' || *end == 'f');
        if (sm > list->sm || (sm == list->sm && suffix)) {
            list->sm = sm;
            list->suffix = suffix ? *end : 0;
        }
        while (*skip(*at) == ',') next(at), next(at);
        return true;
    }
    if (is(word, ".address_size")) next(at);
    return is(word, ".address_size");
}

static int take_file(struct statements *list, size_t module, const char **at)
{
    struct file *grown = realloc(list->files, (list->file_count + 1) * sizeof *grown);
    if (!grown) return TW_MEMORY;
    list->files = grown;
    unsigned number = (unsigned)strtoul(next(at).at, NULL, 10);
    struct word rest = {*at, strcspn(*at, "\n")};
    list->files[list->file_count++] = (struct file){module, number, rest};
    *at += rest.length;
    return TW_OK;
}

/* The number that a module's file gets; 0: it has no such file. */
static size_t file_number(const struct statements *list, size_t module, unsigned number)
{
    for (size_t i = 0; i < list->file_count; i++) {
        if (list->files[i].module == module && list->files[i].number == number) return i + 1;
    }
    return 0;
}

/* The sections are a debugger's. */
static bool skip_section(struct word word, const char **at)
{
    if (!is(word, ".section")) return false;
    const char *open = strchr(*at, '{'), *close = open ? strchr(open, '}') : NULL;
    *at = close ? close + 1 : *at + strlen(*at);
    return true;
}

/* Up to its semicolon, or to the closing brace of a body. */
static bool take_statement(struct statement *statement, struct word word, const char **at)
{
    unsigned parentheses = 0, braces = 0;
    bool function = false, assigned = false;
    statement->begin = word.at;
    for (;; word = next(at)) {
        if (!word.length) return false;
        if (is(word, ".extern")) statement->linkage = EXTERN;
        if (is(word, ".visible")) statement->linkage = VISIBLE;
        if (is(word, ".weak") || is(word, ".common")) statement->linkage = WEAK;
        if (is(word, ".func") || is(word, ".entry")) function = true;
        if (is(word, "=")) assigned = true;
        bool first_name = !statement->name.length && is_name(word) && !parentheses && !braces;
        if (first_name) statement->name = word;
        parentheses += is(word, "(");
        if (is(word, ")") && parentheses) parentheses--;
        braces += is(word, "{");
        if (is(word, "}") && braces) braces--;
        bool body_ends = is(word, "}") && !braces && function && !assigned;
        if (body_ends || (is(word, ";") && !braces && !parentheses)) {
            statement->kind = body_ends                                  ? FUNCTION
                              : function || statement->linkage == EXTERN ? DECLARATION
                                                                         : VARIABLE;
            break;
        }
    }
    if (is((struct word){statement->begin, statement->name.at ? 6 : 0}, ".alias")) statement->kind = OTHER;
    statement->is_function = function;
    statement->end = *at;
    return true;
}

static int split(const char *text, size_t module, struct statements *list, struct tw_text *why)
{
    const char *at = text;
    for (struct word word = next(&at); word.length; word = next(&at)) {
        struct statement statement = {.module = module};
        if (take_head(list, word, &at) || skip_section(word, &at)) continue;
        if (is(word, ".file")) {
            if (take_file(list, module, &at)) return TW_MEMORY;
            continue;
        }
        if (!take_statement(&statement, word, &at)) {
            tw_text_addf(why, "module %zu ends in the middle of a statement", module + 1);
            return TW_INPUT;
        }
        if (!append(list, statement)) return TW_MEMORY;
    }
    return TW_OK;
}

/* ---- which of them stay ---- */

static bool defines(const struct statement *statement)
{
    return statement->kind == VARIABLE || statement->kind == FUNCTION;
}

/* Declarations once each; none of a variable that is defined. */
static int resolve(struct statements *list, struct tw_text *why)
{
    for (size_t i = 0; i < list->count; i++) {
        struct statement *later = &list->all[i];
        for (size_t k = 0; k < list->count && later->name.length; k++) {
            struct statement *other = &list->all[k];
            bool reachable = later->linkage != LOCAL && other->linkage != LOCAL;
            if (k == i || other->dropped || !reachable || !same(later->name, other->name)) continue;
            bool defined = defines(other) && later->kind == DECLARATION && !later->is_function;
            bool repeated = k < i && other->kind == DECLARATION && later->kind == DECLARATION;
            bool both = k < i && defines(other) && defines(later);
            if (both && later->linkage == VISIBLE && other->linkage == VISIBLE) {
                tw_text_addf(why, "%.*s is defined in module %zu and in module %zu", (int)later->name.length,
                             later->name.at, other->module + 1, later->module + 1);
                return TW_INPUT;
            }
            if (both && later->linkage == VISIBLE) other->dropped = true;
            if (defined) other->announced = true;
            if (defined || repeated || (both && later->linkage == WEAK)) later->dropped = true;
        }
    }
    return TW_OK;
}

/* A name without linkage that another module before has too. */
static bool needs_number(const struct statements *list, struct word name, size_t module)
{
    bool local = false, taken = false;
    for (size_t i = 0; i < list->count; i++) {
        const struct statement *statement = &list->all[i];
        if (!statement->name.length || !same(statement->name, name)) continue;
        local |= statement->module == module && statement->linkage == LOCAL;
        taken |= statement->module < module || (statement->module != module && statement->linkage != LOCAL);
    }
    return local && taken;
}

/* ---- writing ---- */

/* The names of a module that get its number. */
struct renamed {
    struct word *names;
    size_t count;
};

static bool find_renamed(const struct statements *list, size_t module, struct renamed *renamed)
{
    renamed->names = calloc(list->count + 1, sizeof *renamed->names);
    renamed->count = 0;
    for (size_t i = 0; renamed->names && i < list->count; i++) {
        const struct statement *statement = &list->all[i];
        bool mine = statement->module == module && statement->linkage == LOCAL && statement->name.length;
        if (mine && needs_number(list, statement->name, module))
            renamed->names[renamed->count++] = statement->name;
    }
    return renamed->names;
}

static bool is_renamed(const struct renamed *renamed, struct word word)
{
    for (size_t i = 0; i < renamed->count; i++) {
        if (same(renamed->names[i], word)) return true;
    }
    return false;
}

/* .loc FILE LINE COLUMN [, function_name LABEL [+ NUMBER] , inlined_at FILE LINE COLUMN], *at behind the first word: to the end of
   the line. The labels go with the sections that they are in. */
static void write_line(struct tw_text *linked, const struct statements *list, size_t module, const char **at)
{
    const char *end = *at + strcspn(*at, "\n");
    unsigned file = (unsigned)strtoul(next(at).at, NULL, 10);
    struct word line = next(at), column = next(at);
    size_t number = file_number(list, module, file);
    if (number)
        tw_text_addf(linked, ".loc %zu %.*s %.*s", number, (int)line.length, line.at, (int)column.length,
                     column.at);
    *at = end;
}

static void write_statement(struct tw_text *linked, const struct statements *list,
                            const struct statement *statement, const struct renamed *renamed, bool defined)
{
    const char *at = statement->begin, *written = at;
    while (at < statement->end) {
        struct word word = next(&at);
        bool external = is(word, ".extern") && defined;
        if (is(word, ".loc") || external) {
            tw_text_add_bytes(linked, written, (size_t)(word.at - written));
            if (external) tw_text_add(linked, ".visible");
            if (!external) write_line(linked, list, statement->module, &at);
            written = at;
        } else if (is_renamed(renamed, word)) {
            tw_text_add_bytes(linked, written, (size_t)(at - written));
            tw_text_addf(linked, "$%zu", statement->module + 1);
            written = at;
        }
    }
    tw_text_add_bytes(linked, written, (size_t)(statement->end - written));
    tw_text_add(linked, "\n");
}

static bool is_defined(const struct statements *list, const struct statement *declaration)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct statement *other = &list->all[i];
        bool found = defines(other) && other->linkage != LOCAL && other->name.length &&
                     same(other->name, declaration->name);
        if (found) return true;
    }
    return false;
}

/* Declares what is defined further down: its text up to the initial value, with .extern in its linkage's place. */
static void write_announcement(struct tw_text *linked, const struct statement *statement)
{
    const char *at = statement->begin;
    tw_text_add(linked, ".extern");
    for (struct word word = next(&at); !is(word, "=") && !is(word, ";"); word = next(&at)) {
        bool linkage = is(word, ".visible") || is(word, ".weak") || is(word, ".common");
        if (!linkage) tw_text_addf(linked, " %.*s", (int)word.length, word.at);
    }
    tw_text_add(linked, ";\n");
}

static int write_all(const struct statements *list, size_t modules, struct tw_text *linked)
{
    char suffix[2] = {list->suffix, 0};
    tw_text_addf(linked, ".version %u.%u\n.target sm_%u%s\n.address_size 64\n", list->major, list->minor,
                 list->sm, suffix);
    struct renamed *renamed = calloc(modules, sizeof *renamed);
    bool ready = renamed;
    for (size_t i = 0; ready && i < modules; i++) ready = find_renamed(list, i, &renamed[i]);
    for (size_t i = 0; ready && i < list->count; i++) {
        if (list->all[i].announced && !list->all[i].dropped) write_announcement(linked, &list->all[i]);
    }
    for (int kind = DECLARATION; ready && kind <= OTHER; kind++) {
        for (size_t i = 0; i < list->count; i++) {
            const struct statement *statement = &list->all[i];
            if ((int)statement->kind != kind || statement->dropped) continue;
            write_statement(linked, list, statement, &renamed[statement->module],
                            statement->kind == DECLARATION && is_defined(list, statement));
        }
    }
    for (size_t i = 0; i < list->file_count; i++)
        tw_text_addf(linked, ".file %zu%.*s\n", i + 1, (int)list->files[i].rest.length,
                     list->files[i].rest.at);
    for (size_t i = 0; renamed && i < modules; i++) free(renamed[i].names);
    free(renamed);
    return ready && !linked->failed ? TW_OK : TW_MEMORY;
}

int tw_link_text(const struct tw_text *modules, size_t count, struct tw_text *linked, struct tw_text *why)
{
    struct statements list = {0};
    int code = TW_OK;
    if (count == 0) {
        tw_text_add(why, "there is nothing to link");
        return TW_INPUT;
    }
    if (count == 1) {
        tw_text_add(linked, tw_text_string(&modules[0]));
        return linked->failed ? TW_MEMORY : TW_OK;
    }
    for (size_t i = 0; i < count && !code; i++) code = split(tw_text_string(&modules[i]), i, &list, why);
    if (!code) code = resolve(&list, why);
    if (!code) code = write_all(&list, count, linked);
    free(list.all);
    free(list.files);
    return code;
}

/* Whether the head of a kernel, up to its body, says how many registers or threads it has; *at: behind the word that begins the body. */
static bool says_its_size(const char **at, struct word *body)
{
    bool says = false;
    for (*body = next(at); body->length && !is(*body, "{") && !is(*body, ";"); *body = next(at))
        says |= is(*body, ".maxnreg") || is(*body, ".maxntid") || is(*body, ".reqntid");
    return says;
}

int tw_link_limit_registers(const char *ptx, unsigned most, struct tw_text *limited)
{
    const char *at = ptx, *written = ptx;
    for (struct word word = next(&at), body; word.length; word = next(&at)) {
        if (!is(word, ".entry") || says_its_size(&at, &body) || !is(body, "{")) continue;
        tw_text_add_bytes(limited, written, (size_t)(body.at - written));
        tw_text_addf(limited, ".maxnreg %u\n", most);
        written = body.at;
    }
    tw_text_add(limited, written);
    return limited->failed ? TW_MEMORY : TW_OK;
}
