/*
 * How the source declares an array of shared memory, read from its text: PTX has its bytes alone.
 *
 *     declaration = "__shared__" ... name { "[" expression "]" } { "," name ... } ";"
 *     expression  = product { ("+" | "-") product }
 *     product     = value { ("*" | "/" | "%") value }
 *     value       = number | name | "(" expression ")"
 *
 * A name is a macro, or a constant with an initialiser, of the same file. What else stands there, such as a template's parameter,
 * is not known.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"
#include "tune/lint/lint.h"

#define SIDES  8u /* of an array                        */
#define NESTED 8u /* names whose values are other names */

/* The sides of the array as it is declared, the last of which may be a product: then each factor is one. */
struct declared {
    uint64_t side[SIDES]; /* 0: not known */
    unsigned count;
    bool has_sum; /* the last one is written with a + */
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

/* The text after the next place where `word` stands by itself, or NULL. */
static const char *behind_word(const char *text, const char *word, size_t length)
{
    const char *begin = text;
    for (; *text; text++) {
        if (strncmp(text, word, length) == 0 && !is_word(text[length]) &&
            (text == begin || !is_word(text[-1])))
            return text + length;
    }
    return NULL;
}

/* --- values; 0: not known */

struct reader {
    const char *source, *at;
    unsigned depth;
};

static uint64_t sum_of(struct reader *reader);

static uint64_t named(const struct reader *reader, const char *name, size_t length)
{
    struct reader inner = {.source = reader->source, .depth = reader->depth + 1};
    for (const char *at = reader->source;
         reader->depth < NESTED && (at = behind_word(at, name, length)) != NULL;) {
        const char *line = at - length;
        while (line > reader->source && line[-1] != '\n') line--;
        const bool macro = strncmp(line, "#define", 7) == 0 && skip(line + 7) + length == at;
        inner.at = skip(at);
        if (!macro && (*inner.at != '=' || inner.at[1] == '=')) continue;
        inner.at += !macro;
        return sum_of(&inner);
    }
    return 0;
}

static uint64_t value_of(struct reader *reader)
{
    const char *begin = reader->at = skip(reader->at);
    char *end;
    if (isdigit((unsigned char)*begin)) {
        const uint64_t number = strtoull(begin, &end, 0);
        reader->at = end + strspn(end, "uUlL");
        return number;
    }
    if (*begin == '(') {
        reader->at++;
        const uint64_t sum = ++reader->depth < NESTED ? sum_of(reader) : 0;
        const bool closes = *reader->at == ')';
        reader->depth--;
        reader->at += closes;
        return closes ? sum : 0;
    }
    while (is_word(*reader->at)) reader->at++;
    return reader->at > begin ? named(reader, begin, (size_t)(reader->at - begin)) : 0;
}

static uint64_t product_of(struct reader *reader)
{
    uint64_t value = value_of(reader);
    for (reader->at = skip(reader->at); *reader->at && strchr("*/%", *reader->at);
         reader->at = skip(reader->at)) {
        const char operation = *reader->at++;
        const uint64_t other = value_of(reader);
        if (!other) return 0;
        value = operation == '*' ? value * other : operation == '/' ? value / other : value % other;
    }
    return value;
}

static uint64_t sum_of(struct reader *reader)
{
    uint64_t sum = product_of(reader);
    while (sum && (*reader->at == '+' || *reader->at == '-')) {
        const bool minus = *reader->at++ == '-';
        const uint64_t other = product_of(reader);
        sum = !other || (minus && other >= sum) ? 0 : minus ? sum - other : sum + other;
    }
    return sum;
}

/* --- the declaration */

/* A bracket's factors become sides: 16 * 17 is two. Returns the text after the bracket. */
static const char *read_side(const char *source, const char *open, struct declared *declared)
{
    const char *end = open + strcspn(open, "]");
    struct reader reader = {source, open + 1, 0};
    declared->has_sum = memchr(open, '+', (size_t)(end - open)) != NULL;
    const unsigned first = declared->count;
    do {
        if (declared->count < SIDES) declared->side[declared->count++] = value_of(&reader);
        reader.at = skip(reader.at);
    } while (*reader.at == '*' && reader.at++);
    if (reader.at != end) { /* no mere product */
        reader.at = open + 1;
        declared->count = first + 1;
        declared->side[first] = sum_of(&reader);
        if (reader.at != end) declared->side[first] = 0;
    }
    return *end ? end + 1 : end;
}

/* The sides of `name` where it is declared between `from` and `end`. */
static bool read_sides(const char *source, const char *from, const char *end, const char *name,
                       struct declared *declared)
{
    *declared = (struct declared){.count = 0};
    const char *at = behind_word(from, name, strlen(name));
    if (!at || at > end) return false;
    for (at = skip(at); *at == '[' && declared->count < SIDES; at = skip(at))
        at = read_side(source, at, declared);
    return declared->count > 0;
}

static bool find(const char *source, const char *name, struct declared *declared)
{
    static const char keyword[] = "__shared__";
    for (const char *at = source; (at = behind_word(at, keyword, sizeof keyword - 1)) != NULL;) {
        unsigned depth = 0;
        const char *end = at;
        for (; *end && (depth || *end != ';'); end++) depth += (*end == '{') - (*end == '}');
        if (read_sides(source, at, end, name, declared)) return true;
    }
    return false;
}

/* Are the last sides together a row of so many bytes, of an array of several? */
static bool has_row(const struct declared *declared, uint64_t bytes, uint64_t row)
{
    uint64_t elements = 1, product = 1;
    for (unsigned i = 0; i < declared->count; i++) elements *= declared->side[i];
    if (!elements) return declared->has_sum && declared->count > 1;
    for (unsigned i = declared->count; bytes % elements == 0 && i-- > 1;) {
        product *= declared->side[i];
        if (product * (bytes / elements) == row) return true;
    }
    return false;
}

/* The array's own name, after the name of the function that it stands in. */
static const char *own_name(const struct tw_text *text)
{
    const char *whole = tw_text_string(text), *end = whole + text->length;
    while (end > whole && is_word(end[-1])) end--;
    return end;
}

bool tw_lint_declares_row(const struct tw_lint_source *source, const char *variable, uint64_t bytes,
                          uint64_t row)
{
    struct tw_text name = {0};
    struct declared declared;
    if (source->is_ptx || !variable) return false;
    tw_mangled_add(variable, &name);
    const bool found = find(tw_text_string(&source->text), own_name(&name), &declared);
    tw_text_free(&name);
    return found && has_row(&declared, bytes, row);
}
