/* Foreign text, character by character: what each language makes of its marks and of what is harmful. */
#include "base/escape.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

size_t tw_utf8_length(const char *at, size_t left)
{
    const unsigned char *s = (const unsigned char *)at;
    if (s[0] < 0x80) return 1;
    size_t length = s[0] >= 0xC2 && s[0] < 0xE0   ? 2
                    : s[0] >= 0xE0 && s[0] < 0xF0 ? 3
                    : s[0] >= 0xF0 && s[0] < 0xF5 ? 4
                                                  : 0;
    if (!length || length > left) return 0;
    unsigned low = s[0] == 0xE0 ? 0xA0 : s[0] == 0xF0 ? 0x90 : 0x80;
    unsigned high = s[0] == 0xED ? 0x9F : s[0] == 0xF4 ? 0x8F : 0xBF;
    if (s[1] < low || s[1] > high) return 0;
    for (size_t i = 2; i < length; i++) {
        if ((s[i] & 0xC0u) != 0x80u) return 0;
    }
    return length;
}

/* ---- characters ---- */

#define NO_CHARACTER 0xFFFDu /* stands for a byte that is none */

struct character {
    const char *at;
    size_t length;
    uint32_t code;
    bool harmful;
};

static bool is_harmful(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x61C, 0x61C},  {0x200E, 0x200F},
                  {0x2028, 0x202E}, {0x2066, 0x206F}, {0xFFFE, 0xFFFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    }
    return false;
}

static uint32_t decode(const char *at, size_t length)
{
    static const unsigned char payload[] = {0, 0x7F, 0x1F, 0x0F, 0x07}; /* of the first byte */
    uint32_t code = (unsigned char)at[0] & payload[length];
    for (size_t i = 1; i < length; i++) code = code << 6 | ((unsigned char)at[i] & 0x3Fu);
    return code;
}

static struct character character_at(const char *at, size_t left)
{
    size_t length = tw_utf8_length(at, left);
    if (!length) return (struct character){at, 1, NO_CHARACTER, true};
    uint32_t code = decode(at, length);
    return (struct character){at, length, code, is_harmful(code)};
}

/* ---- what each language makes of a character ---- */

/* The characters of ASCII that mean something in a language, and what becomes of them and of those that are not ASCII. */
struct language {
    const char *marks;
    void (*add)(struct tw_text *text, struct character c, bool mark);
};

static bool is_one_of(struct character c, const char *set)
{
    return c.code && c.code < 0x80 && strchr(set, (int)c.code);
}

static size_t count_plain(const char *bytes, size_t count, const char *marks)
{
    size_t i = 0;
    while (i < count && bytes[i] >= 0x20 && bytes[i] < 0x7F && !strchr(marks, bytes[i])) i++;
    return i;
}

static void add_bytes(struct tw_text *text, const char *bytes, size_t count, const struct language *language)
{
    for (size_t i = 0; i < count;) {
        size_t plain = count_plain(bytes + i, count - i, language->marks);
        tw_text_add_bytes(text, bytes + i, plain);
        i += plain;
        if (i == count) break;
        struct character c = character_at(bytes + i, count - i);
        language->add(text, c, is_one_of(c, language->marks));
        i += c.length;
    }
}

static void add_string(struct tw_text *text, const char *string, const struct language *language)
{
    add_bytes(text, string, strlen(string), language);
}

/* No more than `limit` bytes of the string, whole characters. */
static void add_cut(struct tw_text *text, const char *string, size_t limit, const struct language *language)
{
    size_t length = strlen(string), shown = length;
    if (length > limit) {
        for (shown = limit; shown && ((unsigned char)string[shown] & 0xC0u) == 0x80u;) shown--;
    }
    add_bytes(text, string, shown, language);
    if (shown < length) tw_text_add(text, "...");
}

/* The character itself, or what stands for a harmful one. */
static void add_or(struct tw_text *text, struct character c, char instead)
{
    if (c.harmful)
        tw_text_add_char(text, instead);
    else
        tw_text_add_bytes(text, c.at, c.length);
}

static char for_people(struct character c)
{
    return is_one_of(c, "\t\n\v\f\r") ? ' ' : '?';
}

static void add_for_people(struct tw_text *text, struct character c, bool mark)
{
    if (mark)
        tw_text_add_char(text, (char)c.code);
    else
        add_or(text, c, for_people(c));
}

static void add_for_code(struct tw_text *text, struct character c, bool mark)
{
    c.harmful |= mark;
    add_or(text, c, '_');
}

static void add_for_json(struct tw_text *text, struct character c, bool mark)
{
    static const char named[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    if (mark)
        tw_text_addf(text, "\\%c", names[strchr(named, (int)c.code) - named]);
    else if (c.harmful)
        tw_text_addf(text, "\\u%04x", (unsigned)c.code);
    else
        tw_text_add_bytes(text, c.at, c.length);
}

/* What blanks there are stand between the values: in strings JSON has none but as escapes. */
static void add_for_json_line(struct tw_text *text, struct character c, bool mark)
{
    c.harmful &= !is_one_of(c, "\t\n\r");
    add_for_json(text, c, mark);
}

static void add_for_html(struct tw_text *text, struct character c, bool mark)
{
    static const char *const entities[] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"};
    c.harmful &= !is_one_of(c, "\t\n\r");
    if (mark)
        tw_text_add(text, entities[c.code]);
    else
        add_or(text, c, '?');
}

static void add_for_csv(struct tw_text *text, struct character c, bool mark)
{
    c.harmful &= !is_one_of(c, "\t\n\r");
    if (mark) tw_text_add_char(text, '"');
    add_or(text, c, '?');
}

static const struct language line = {"", add_for_people}, lines = {"\n\t", add_for_people};
static const struct language code = {"\"\\*?", add_for_code};
static const struct language json = {"\"\\\b\f\n\r\t", add_for_json}, json_line = {"", add_for_json_line};
static const struct language html = {"&<>\"'", add_for_html}, csv = {"\"", add_for_csv};

/* ---- the languages ---- */

void tw_escape_terminal(struct tw_text *text, const char *string)
{
    add_cut(text, string, TW_LINE_BYTES, &line);
}

void tw_escape_bytes(struct tw_text *text, const char *bytes, size_t count)
{
    add_bytes(text, bytes, count, &line);
}

void tw_escape_lines(struct tw_text *text, const char *bytes, size_t count)
{
    add_bytes(text, bytes, count, &lines);
}

void tw_escape_in_place(char *string)
{
    size_t length = strlen(string), kept = 0;
    for (size_t i = 0; i < length;) {
        struct character c = character_at(string + i, length - i);
        if (c.harmful)
            string[kept] = for_people(c);
        else
            memmove(string + kept, c.at, c.length);
        kept += c.harmful ? 1 : c.length;
        i += c.length;
    }
    string[kept] = '\0';
}

void tw_escape_code(struct tw_text *text, const char *string)
{
    add_cut(text, string, TW_CODE_BYTES, &code);
}

void tw_escape_json(struct tw_text *text, const char *string)
{
    tw_text_add_char(text, '"');
    add_string(text, string, &json);
    tw_text_add_char(text, '"');
}

void tw_escape_json_line(struct tw_text *text, const char *bytes, size_t count)
{
    add_bytes(text, bytes, count, &json_line);
}

void tw_escape_html(struct tw_text *text, const char *string)
{
    add_string(text, string, &html);
}

/* number = [ "-" ] digits [ "." digits ] [ ( "e" | "E" ) [ "+" | "-" ] digits ] */
static bool is_number(const char *string)
{
    static const char digits[] = "0123456789";
    string += *string == '-';
    size_t whole = strspn(string, digits);
    string += whole;
    if (*string == '.') string += 1 + strspn(string + 1, digits);
    if (whole && (*string == 'e' || *string == 'E')) {
        string += 1 + (string[1] == '+' || string[1] == '-');
        if (!*string) return false;
        string += strspn(string, digits);
    }
    return whole && !*string;
}

/* What is not seen, or a blank, and may be skipped by who looks for a cell's first character. */
static bool is_invisible(uint32_t c)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{' ', ' '},       {0xA0, 0xA0},     {0xAD, 0xAD},     {0x180E, 0x180E}, {0x2000, 0x200D},
                  {0x202F, 0x202F}, {0x205F, 0x2064}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (c >= ranges[i].first && c <= ranges[i].last) return true;
    }
    return false;
}

/* What spreadsheets take for a formula, wide forms too, and what would hide its beginning from us. */
static bool begins_formula(const char *string)
{
    static const uint32_t marks[] = {'=',  '+',  '-',    '@',    '\'',   '\t',
                                     '\r', '\n', 0xFF0B, 0xFF0D, 0xFF1D, 0xFF20};
    struct character first = {0};
    for (; *string; string += first.length) {
        first = character_at(string, strlen(string));
        if (!is_invisible(first.code)) break;
    }
    for (size_t i = 0; *string && i < sizeof marks / sizeof *marks; i++) {
        if (first.code == marks[i]) return !is_number(string);
    }
    return false;
}

/* In quotes also for what separates cells where the comma does not: a reader that expects it would begin a new cell there. */
void tw_escape_csv(struct tw_text *text, const char *string)
{
    bool runs = begins_formula(string);
    bool quoted = strpbrk(string, ",;\t\"\r\n");
    if (quoted) tw_text_add_char(text, '"');
    if (runs) tw_text_add_char(text, '\'');
    add_string(text, string, &csv);
    if (quoted) tw_text_add_char(text, '"');
}

void tw_escape_shell(struct tw_text *text, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/+-";
    if (*word == '-') tw_text_add(text, "./");
    if (*word && word[strspn(word, plain)] == '\0') {
        tw_text_add(text, word);
        return;
    }
    tw_text_add_char(text, '\'');
    for (const char *c = word; *c; c++) {
        if (*c == '\'')
            tw_text_add(text, "'\\''");
        else
            tw_text_add_char(text, *c);
    }
    tw_text_add_char(text, '\'');
}

void tw_escape_uri(struct tw_text *text, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    if (*path == '/') tw_text_add(text, "file://");
    for (const char *c = path; *c; c++) {
        if (strchr(plain, *c))
            tw_text_add_char(text, *c);
        else
            tw_text_addf(text, "%%%02X", (unsigned)(unsigned char)*c);
    }
}
