/* One function for each part of the grammar that names of kernels and their variables have. */
#include "base/mangled.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *at; /* what is left to be read */
    struct tw_text text;
    unsigned depth;
};

#define MOST_DEPTH 32

static bool take(struct reader *reader, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(reader->at, word, length) != 0) return false;
    reader->at += length;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* source-name: its length, and itself */
static bool read_source_name(struct reader *reader)
{
    char *name;
    if (!is_digit(*reader->at)) return false;
    unsigned long length = strtoul(reader->at, &name, 10);
    if (!length || length > strlen(name)) return false;
    bool unnamed = strncmp(name, "_GLOBAL__N_", strlen("_GLOBAL__N_")) == 0;
    if (unnamed)
        tw_text_add(&reader->text, "(anonymous namespace)");
    else
        tw_text_add_bytes(&reader->text, name, length);
    reader->at = name + length;
    return true;
}

/* S_, S0_, T_, T0_: an earlier part, of which no account is kept */
static bool read_reference(struct reader *reader)
{
    const char *at = reader->at;
    if (*at != 'S' && *at != 'T') return false;
    do {
        at++;
    } while (is_digit(*at) || (*at >= 'A' && *at <= 'Z'));
    if (*at != '_') return false;
    reader->at = at + 1;
    tw_text_add(&reader->text, "...");
    return true;
}

static bool read_type(struct reader *reader);
static bool read_name(struct reader *reader);

/* L type number E, and of a bool its word */
static bool read_literal(struct reader *reader)
{
    static const char plain[] = "ijlmxyst"; /* integers, which stand without their type */
    char type = *reader->at;
    if (take(reader, "b0E") || take(reader, "b1E")) {
        tw_text_add(&reader->text, reader->at[-2] == '1' ? "true" : "false");
        return true;
    }
    if (type && strchr(plain, type)) {
        reader->at++;
    } else {
        tw_text_add(&reader->text, "(");
        if (!read_type(reader)) return false;
        tw_text_add(&reader->text, ")");
    }
    if (take(reader, "n")) tw_text_add(&reader->text, "-");
    size_t digits = strspn(reader->at, "0123456789");
    tw_text_add_bytes(&reader->text, reader->at, digits);
    reader->at += digits;
    return digits && take(reader, "E");
}

/* template-args: I argument ... E; packs are J argument ... E */
static bool read_arguments(struct reader *reader)
{
    bool first = true;
    for (unsigned packs = 0; *reader->at;) {
        if (take(reader, "J")) {
            packs++;
        } else if (take(reader, "E")) {
            if (packs-- == 0) return true;
        } else {
            if (!first) tw_text_add(&reader->text, ", ");
            first = false;
            if (!(take(reader, "L") ? read_literal(reader) : read_type(reader))) return false;
        }
    }
    return false;
}

static bool read_template(struct reader *reader)
{
    if (!take(reader, "I")) return true;
    tw_text_add_char(&reader->text, '<');
    if (!read_arguments(reader)) return false;
    tw_text_add_char(&reader->text, '>');
    return true;
}

static bool read_builtin(struct reader *reader)
{
    static const struct {
        const char *code, *name;
    } types[] = {{"v", "void"},
                 {"b", "bool"},
                 {"c", "char"},
                 {"a", "signed char"},
                 {"h", "unsigned char"},
                 {"s", "short"},
                 {"t", "unsigned short"},
                 {"i", "int"},
                 {"j", "unsigned"},
                 {"l", "long"},
                 {"m", "unsigned long"},
                 {"x", "long long"},
                 {"y", "unsigned long long"},
                 {"f", "float"},
                 {"d", "double"},
                 {"w", "wchar_t"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (!take(reader, types[i].code)) continue;
        tw_text_add(&reader->text, types[i].name);
        return true;
    }
    return false;
}

/* Qualifiers stand before what they qualify, and are written behind it. */
static bool read_type(struct reader *reader)
{
    static const char codes[] = "PROKV";
    static const char *const words[] = {"*", "&", "&&", " const", " volatile"};
    const char *code = *reader->at ? strchr(codes, *reader->at) : NULL;
    if (reader->depth == MOST_DEPTH) return false;
    reader->depth++;
    bool read;
    if (code) {
        reader->at++;
        read = read_type(reader);
        tw_text_add(&reader->text, words[code - codes]);
    } else {
        read = read_builtin(reader) || read_name(reader);
    }
    reader->depth--;
    return read;
}

/* nested-name: N part ... E, each with template arguments or not */
static bool read_nested(struct reader *reader)
{
    bool first = true;
    reader->at += strspn(reader->at, "rVK");
    for (; !take(reader, "E"); first = false) {
        if (!first) tw_text_add(&reader->text, "::");
        take(reader, "L"); /* of what the file keeps to itself */
        bool read = take(reader, "St") ? (tw_text_add(&reader->text, "std"), true)
                                       : read_reference(reader) || read_source_name(reader);
        if (!read || !read_template(reader)) return false;
    }
    return !first;
}

static bool read_name(struct reader *reader)
{
    if (take(reader, "N")) return read_nested(reader);
    if (take(reader, "St")) tw_text_add(&reader->text, "std::");
    take(reader, "L");
    return (read_reference(reader) || read_source_name(reader)) && read_template(reader);
}

/* The name of a variable of a function ends the whole, but for a number where there are several of that name: each place is tried
   at which a length reaches the end. */
static bool read_local(struct reader *reader)
{
    for (const char *at = reader->at; *at; at++) {
        if (!is_digit(*at) || is_digit(at[-1])) continue;
        char *name;
        unsigned long length = strtoul(at, &name, 10);
        if (!length || length > strlen(name)) continue;
        const char *end = name + length;
        end += strspn(end, "_");
        end += strspn(end, "0123456789");
        end += strspn(end, "_");
        if (*end) continue;
        tw_text_add_bytes(&reader->text, name, length);
        return true;
    }
    return false;
}

void tw_mangled_add(const char *mangled, struct tw_text *text)
{
    struct reader reader = {.at = mangled};
    bool read = take(&reader, "_Z") && (take(&reader, "Z") ? read_local(&reader) : read_name(&reader));
    tw_text_add(text, read ? tw_text_part(text, &reader.text) : mangled);
    tw_text_free(&reader.text);
}
