/* One function for each part of the grammar that names of kernels and their variables have. */
#include "base/mangled.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 32
#define MOST_PARTS 64u

struct reader {
    const char *at; /* what is left to be read */
    struct tw_text text;
    unsigned depth;
    /* What S_, S0_, S1_ ... refer back to: parts of the text, in the order in which they ended; those after MOST_PARTS are forgotten. */
    struct {
        size_t begin, end;
    } parts[MOST_PARTS];
    unsigned part_count;
};

/* What stands in the text from `begin` on may be referred to. */
static void keep_part(struct reader *reader, size_t begin)
{
    if (reader->part_count < MOST_PARTS) {
        reader->parts[reader->part_count].begin = begin;
        reader->parts[reader->part_count].end = reader->text.length;
    }
    reader->part_count++;
}

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

/* Names of the standard library that have letters of their own; true where one was read. */
static bool read_standard(struct reader *reader)
{
    static const struct {
        const char *code, *name;
    } names[] = {{"Sa", "std::allocator"}, {"Sb", "std::basic_string"}, {"Ss", "std::string"},
                 {"Si", "std::istream"},   {"So", "std::ostream"},      {"Sd", "std::iostream"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!take(reader, names[i].code)) continue;
        tw_text_add(&reader->text, names[i].name);
        return true;
    }
    return false;
}

/* S_, S0_, ..., SZ_, S10_: an earlier part, by its number in base 36; T_, T0_: an argument of the template, of which no account is kept */
static bool read_reference(struct reader *reader)
{
    const char *at = reader->at;
    unsigned number = 0;
    if (*at != 'S' && *at != 'T') return false;
    const bool part = *at == 'S';
    for (at++; is_digit(*at) || (*at >= 'A' && *at <= 'Z'); at++)
        number = number % 10000 * 36 + (unsigned)(is_digit(*at) ? *at - '0' : *at - 'A' + 10);
    if (*at != '_') return false;
    if (at > reader->at + 1) number++;
    reader->at = at + 1;
    if (!part || number >= reader->part_count || number >= MOST_PARTS) {
        tw_text_add(&reader->text, "...");
        return true;
    }
    const size_t length = reader->parts[number].end - reader->parts[number].begin;
    char *copy = strndup(tw_text_string(&reader->text) + reader->parts[number].begin, length);
    if (copy)
        tw_text_add(&reader->text, copy);
    else
        tw_text_fail(&reader->text);
    free(copy);
    return true;
}

static bool read_type(struct reader *reader);
static bool read_name(struct reader *reader, bool is_type);

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
                 {"n", "__int128"},
                 {"o", "unsigned __int128"},
                 {"f", "float"},
                 {"d", "double"},
                 {"e", "long double"},
                 {"g", "__float128"},
                 {"w", "wchar_t"},
                 {"z", "..."},
                 {"DF16_", "_Float16"},
                 {"DF16b", "__bf16"},
                 {"Dh", "half"},
                 {"Di", "char32_t"},
                 {"Ds", "char16_t"},
                 {"Du", "char8_t"},
                 {"Da", "auto"},
                 {"Dn", "decltype(nullptr)"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (!take(reader, types[i].code)) continue;
        tw_text_add(&reader->text, types[i].name);
        return true;
    }
    return false;
}

/* array-type: A number _ type; function-type: F type type ... E */
static bool read_compound(struct reader *reader)
{
    if (take(reader, "A")) {
        const char *number = reader->at;
        size_t digits = strspn(number, "0123456789");
        reader->at += digits;
        if (!take(reader, "_") || !read_type(reader)) return false;
        tw_text_add_char(&reader->text, '[');
        tw_text_add_bytes(&reader->text, number, digits);
        tw_text_add_char(&reader->text, ']');
        return true;
    }
    if (take(reader, "Dp")) return read_type(reader); /* of a pack */
    if (take(reader, "u")) return read_source_name(reader);
    if (!take(reader, "F") || !read_type(reader)) return false;
    tw_text_add_char(&reader->text, '(');
    for (bool first = true; !take(reader, "E"); first = false) {
        if (!first) tw_text_add(&reader->text, ", ");
        if (!read_type(reader)) return false;
    }
    tw_text_add_char(&reader->text, ')');
    return true;
}

/* r V K: one group of qualifiers, which is written behind what it qualifies. */
static bool read_qualified(struct reader *reader)
{
    const char *group = reader->at;
    reader->at += strspn(group, "rVK");
    const size_t length = (size_t)(reader->at - group);
    if (!read_type(reader)) return false;
    if (memchr(group, 'K', length)) tw_text_add(&reader->text, " const");
    if (memchr(group, 'V', length)) tw_text_add(&reader->text, " volatile");
    return true;
}

/* * & && stand before what they point to, and are written behind it. All but builtin types, and what is referred to, are parts. */
static bool read_type(struct reader *reader)
{
    static const char codes[] = "PRO";
    static const char *const words[] = {"*", "&", "&&"};
    const char *code = *reader->at ? strchr(codes, *reader->at) : NULL;
    const size_t begin = reader->text.length;
    if (reader->depth == MOST_DEPTH) return false;
    reader->depth++;
    bool read, is_part = true;
    if (code) {
        reader->at++;
        read = read_type(reader);
        tw_text_add(&reader->text, words[code - codes]);
    } else if (*reader->at && strchr("rVK", *reader->at)) {
        read = read_qualified(reader);
    } else if (read_builtin(reader)) {
        read = true;
        is_part = false;
    } else {
        read = read_compound(reader);
        if (!read) {
            read = read_name(reader, true);
            is_part = false; /* names keep their own */
        }
    }
    if (read && is_part) keep_part(reader, begin);
    reader->depth--;
    return read;
}

/* nested-name: N part ... E, each with template arguments or not. Every beginning of it is a part, the whole one of a type. */
static bool read_nested(struct reader *reader, bool is_type)
{
    const size_t begin = reader->text.length;
    bool first = true;
    reader->at += strspn(reader->at, "rVK");
    for (; !take(reader, "E"); first = false) {
        if (!first) tw_text_add(&reader->text, "::");
        take(reader, "L"); /* of what the file keeps to itself */
        if (take(reader, "St")) {
            tw_text_add(&reader->text, "std");
            continue;
        }
        const bool known = read_standard(reader) || read_reference(reader);
        if (!known && !read_source_name(reader)) return false;
        const bool whole = *reader->at == 'E';
        if (!known && (!whole || is_type)) keep_part(reader, begin);
        const bool closed = *reader->at == 'I';
        if (closed && !read_template(reader)) return false;
        if (closed && (*reader->at != 'E' || is_type)) keep_part(reader, begin);
    }
    return !first;
}

static bool read_name(struct reader *reader, bool is_type)
{
    const size_t begin = reader->text.length;
    if (take(reader, "N")) return read_nested(reader, is_type);
    if (take(reader, "St")) tw_text_add(&reader->text, "std::");
    take(reader, "L");
    const bool known = read_standard(reader) || read_reference(reader);
    if (!known && !read_source_name(reader)) return false;
    if (!known && (is_type || *reader->at == 'I')) keep_part(reader, begin);
    const bool closed = *reader->at == 'I';
    if (closed && !read_template(reader)) return false;
    if (closed && is_type) keep_part(reader, begin);
    return true;
}

/* Does the text end here, after the number by which a compiler tells variables of one name apart: _ digits, __ digits _, or nothing? */
static bool ends(const char *at)
{
    at += strspn(at, "_");
    at += strspn(at, "0123456789");
    at += strspn(at, "_");
    return !*at;
}

/* The function's name, the types of its parameters, E, the variable's name. */
static bool read_by_grammar(struct reader *reader)
{
    if (!read_name(reader, false)) return false;
    while (!take(reader, "E")) {
        if (!read_type(reader)) return false;
    }
    tw_text_clear(&reader->text);
    reader->part_count = 0; /* they were in that text */
    return read_name(reader, false) && ends(reader->at);
}

/* Where a part of the function's name is not known here: each place is tried at which a length reaches the end, behind the E of the
   function. */
static bool read_by_end(struct reader *reader)
{
    tw_text_clear(&reader->text);
    for (const char *at = strchr(reader->at, 'E'); at; at = strchr(at + 1, 'E')) {
        struct reader rest = {.at = at + 1};
        bool read = read_source_name(&rest) && ends(rest.at);
        if (read) tw_text_add(&reader->text, tw_text_string(&rest.text));
        tw_text_free(&rest.text);
        if (read) return true;
    }
    return false;
}

static bool read_local(struct reader *reader)
{
    const char *begin = reader->at;
    if (read_by_grammar(reader)) return true;
    reader->at = begin;
    return read_by_end(reader);
}

void tw_mangled_add(const char *mangled, struct tw_text *text)
{
    struct reader reader = {.at = mangled};
    bool read = take(&reader, "_Z") && (take(&reader, "Z") ? read_local(&reader) : read_name(&reader, false));
    tw_text_add(text, read ? tw_text_part(text, &reader.text) : mangled);
    tw_text_free(&reader.text);
}

/* ---- names that people write ---- */

#define MOST_NAME 512u

static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* What may be written in several ways, in one of them. */
static const char *plain_word(const char *word)
{
    static const struct {
        const char *written, *plain;
    } words[] = {{"true", "1"}, {"false", "0"}, {"__half", "half"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].written, word) == 0) return words[i].plain;
    return word;
}

/* Types of integers are written with and without int: "unsigned int", "long int", "short unsigned". */
struct words {
    bool is_unsigned, is_signed, is_int, is_short, is_const;
    unsigned longs;
};

static bool take_modifier(const char *word, struct words *words)
{
    const struct {
        const char *word;
        bool *flag;
    } flags[] = {{"unsigned", &words->is_unsigned},
                 {"signed", &words->is_signed},
                 {"int", &words->is_int},
                 {"short", &words->is_short},
                 {"const", &words->is_const}};
    if (strcmp(word, "long") == 0) return ++words->longs;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(flags[i].word, word) == 0) return *flags[i].flag = true;
    return false;
}

/* The words of a type as one: unsigned, then long, short or int. */
static void flush(struct words *words, struct tw_text *text)
{
    bool integer = words->is_int || words->is_short || words->longs || words->is_unsigned || words->is_signed;
    if (words->is_unsigned) tw_text_add(text, "unsigned ");
    for (unsigned i = 0; i < words->longs; i++) tw_text_add(text, "long ");
    if (words->is_short) tw_text_add(text, "short ");
    if (integer && !words->longs && !words->is_short) tw_text_add(text, "int ");
    if (words->is_const) tw_text_add(text, "const ");
    *words = (struct words){0};
}

/* A number without the letters that say its type; any other word as it is. */
static void add_word(const char *word, size_t length, struct words *words, struct tw_text *text)
{
    char copy[MOST_NAME];
    if (length >= sizeof copy) length = sizeof copy - 1;
    if (is_digit(*word))
        while (length > 1 && strchr("uUlL", word[length - 1])) length--;
    memcpy(copy, word, length);
    copy[length] = '\0';
    if (take_modifier(copy, words)) return;
    bool is_char = strcmp(copy, "char") == 0; /* the only other type that may be unsigned */
    if (is_char && words->is_unsigned) tw_text_add(text, "unsigned ");
    if (is_char && words->is_signed) tw_text_add(text, "signed ");
    if (is_char) words->is_unsigned = words->is_signed = false;
    tw_text_add(text, plain_word(copy));
    tw_text_add_char(text, ' ');
}

/* The name in one spelling: words with a blank behind, const behind its type, and nothing between the rest. */
static void spell(const char *name, struct tw_text *text)
{
    struct words words = {0};
    for (const char *at = name; *at;) {
        size_t length = 0;
        while (is_word(at[length])) length++;
        if (length) {
            add_word(at, length, &words, text);
        } else if (!strchr(" \t\r\n", *at)) {
            flush(&words, text);
            tw_text_add_char(text, *at);
            length = 1;
        } else {
            length = 1;
        }
        at += length;
    }
    flush(&words, text);
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Both spelled. Without namespaces, without template arguments, or without those that have defaults. */
static enum tw_mangled_match match(const char *whole, const char *name)
{
    const size_t plain = strcspn(whole, "<"), length = strlen(name);
    if (strcmp(whole, name) == 0) return TW_MANGLED_SAME;
    for (const char *last = whole; last;) {
        const size_t left = (size_t)(whole + plain - last);
        bool cut = length > 1 && name[length - 1] == '>' && strncmp(last, name, length - 1) == 0 &&
                   last[length - 1] == ',';
        if (cut || strcmp(last, name) == 0 || (length == left && begins(last, name))) return TW_MANGLED_SHORT;
        const char *colons = strstr(last, "::");
        last = colons && colons < whole + plain ? colons + 2 : NULL;
    }
    return TW_MANGLED_OTHER;
}

enum tw_mangled_match tw_mangled_match(const char *mangled, const char *name)
{
    struct tw_text whole = {0}, plain = {0}, wanted = {0};
    if (strcmp(mangled, name) == 0) return TW_MANGLED_SAME;
    tw_mangled_add(mangled, &plain);
    spell(tw_text_string(&plain), &whole);
    spell(name, &wanted);
    enum tw_mangled_match matched = match(tw_text_string(&whole), tw_text_string(&wanted));
    tw_text_free(&whole);
    tw_text_free(&plain);
    tw_text_free(&wanted);
    return matched;
}
