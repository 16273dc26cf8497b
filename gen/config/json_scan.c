/*
 * The strict scan of RFC 8259. Its grammar, with `ws` for any run of space, tab, line feed, carriage return:
 *
 *     text   = ws value ws
 *     value  = object | list | string | number | "true" | "false" | "null"
 *     object = "{" ws [ member { ws "," ws member } ws ] "}"        member = string ws ":" ws value
 *     list   = "[" ws [ value { ws "," ws value } ws ] "]"
 *     string = '"' { any character from U+0020 on but '"' and '\' | escape } '"'
 *     escape = '\' ( '"' | '\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u' 4hex )
 *     number = [ "-" ] ( "0" | digit1-9 { digit } ) [ "." digits ] [ ( "e" | "E" ) [ "+" | "-" ] digits ]
 *     digits = digit { digit }
 *
 * Each function reads what its name says at scan->at and leaves scan->at behind it.
 */
#include "gen/config/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/hash.h"
#include "gen/config/index_set.h"

struct scan {
    struct tw_json *json;
    const char *text;
    size_t length, at;
    unsigned depth;
    struct tw_index_set keys; /* entries of `values` that have a key, by parent and key */
    struct tw_error *error;
};

#define FAIL(scan, offset, ...)                                                                              \
    tw_fail_in_text((scan)->error, TW_INPUT, (scan)->json->file, (scan)->text, (scan)->length, offset,       \
                    __VA_ARGS__)

static int out_of_memory(struct scan *scan)
{
    return tw_fail_at(scan->error, TW_MEMORY, scan->json->file, 0, 0, "out of memory");
}

/* The byte at scan->at, -1 at the end. */
static int peek(const struct scan *scan)
{
    return scan->at < scan->length ? (unsigned char)scan->text[scan->at] : -1;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void skip_space(struct scan *scan)
{
    int c = peek(scan);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        scan->at++;
        c = peek(scan);
    }
}

/* Fails at a byte that does not belong there, with a hint for what people often write. */
static int unexpected(struct scan *scan, const char *expected)
{
    int c = peek(scan);
    const char *hint = c == '/' || c == '#' ? "; JSON has no comments"
                       : c == '\''          ? "; JSON quotes with \""
                                            : "";
    if (c < 0) return FAIL(scan, scan->at, "the text ends where %s should be", expected);
    if (c > ' ' && c < 0x7F) return FAIL(scan, scan->at, "unexpected '%c'; expected %s%s", c, expected, hint);
    return FAIL(scan, scan->at, "unexpected byte 0x%02X; expected %s", (unsigned)c, expected);
}

/* Reads "\u" and four hexadecimal digits; -1 when that is not what stands there. */
static long code_unit(struct scan *scan)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    if (scan->length - scan->at < 6 || memcmp(scan->text + scan->at, "\\u", 2) != 0) return -1;
    long unit = 0;
    for (size_t i = scan->at + 2; i < scan->at + 6; i++) {
        const char *digit = scan->text[i] ? strchr(digits, scan->text[i]) : NULL;
        if (!digit) return -1;
        long value = digit - digits;
        unit = unit * 16 + (value < 16 ? value : value - 6);
    }
    scan->at += 6;
    return unit;
}

static void add_utf8(struct tw_text *text, unsigned long c)
{
    if (c < 0x80) {
        tw_text_add_char(text, (char)c);
        return;
    }
    unsigned more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3; /* continuation bytes */
    static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
    tw_text_add_char(text, (char)(lead[more] | c >> (6 * more)));
    while (more--) tw_text_add_char(text, (char)(0x80 | (c >> (6 * more) & 0x3F)));
}

/* A \u escape, or two that are a surrogate pair (RFC 8259, section 7). */
static int unicode_escape(struct scan *scan, struct tw_text *decoded)
{
    size_t start = scan->at;
    long unit = code_unit(scan), low = 0;
    if (unit < 0) return FAIL(scan, start, "\\u needs four hexadecimal digits");
    if (unit == 0) return FAIL(scan, start, "\\u0000 is not allowed in a string here");
    if (unit >= 0xD800 && unit < 0xDC00) {
        low = code_unit(scan);
        if (low < 0xDC00 || low > 0xDFFF) low = -1;
    }
    if (low < 0 || (unit >= 0xDC00 && unit < 0xE000)) {
        return FAIL(scan, start,
                    "half a surrogate pair: \\uD800-\\uDBFF must be followed by \\uDC00-\\uDFFF");
    }
    unsigned long c = (unsigned long)unit;
    if (low) c = 0x10000 + ((c - 0xD800) << 10) + ((unsigned long)low - 0xDC00);
    if (decoded) add_utf8(decoded, c);
    return TW_OK;
}

static int escape(struct scan *scan, struct tw_text *decoded)
{
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    int c = scan->at + 1 < scan->length ? (unsigned char)scan->text[scan->at + 1] : 0;
    if (c == 'u') return unicode_escape(scan, decoded);
    const char *name = c ? strchr(names, c) : NULL;
    if (!name) return FAIL(scan, scan->at, "unknown escape; after \\ comes one of \" \\ / b f n r t u");
    if (decoded) tw_text_add_char(decoded, meanings[name - names]);
    scan->at += 2;
    return TW_OK;
}

/* What the string stands for goes to *decoded unless that is NULL. */
static int string(struct scan *scan, struct tw_text *decoded)
{
    size_t start = scan->at++;
    for (int c = peek(scan); c != '"'; c = peek(scan)) {
        if (c < 0) return FAIL(scan, start, "this string is not closed");
        if (c == '\n' || c == '\r')
            return FAIL(scan, start, "this string is not closed on its line; a line break is written \\n");
        if (c < 0x20)
            return FAIL(scan, scan->at, "control character 0x%02X in a string; it must be written \\u%04X",
                        (unsigned)c, (unsigned)c);
        if (c == '\\') {
            int code = escape(scan, decoded);
            if (code) return code;
            continue;
        }
        const char *character = scan->text + scan->at;
        size_t length = tw_utf8_length(character, scan->length - scan->at);
        if (!length) return FAIL(scan, scan->at, "byte 0x%02X is not valid UTF-8", (unsigned)c);
        if (decoded) tw_text_add_bytes(decoded, character, length);
        scan->at += length;
    }
    scan->at++;
    return TW_OK;
}

static int digits(struct scan *scan, const char *where)
{
    if (!is_digit(peek(scan))) return FAIL(scan, scan->at, "a number needs a digit %s", where);
    while (is_digit(peek(scan))) scan->at++;
    return TW_OK;
}

static int number(struct scan *scan)
{
    size_t start = scan->at;
    if (peek(scan) == '-') scan->at++;
    bool zero = peek(scan) == '0';
    int code = zero ? (scan->at++, TW_OK) : digits(scan, "after '-'");
    if (zero && is_digit(peek(scan))) return FAIL(scan, start, "a number has no leading zeros in JSON");
    if (!code && peek(scan) == '.') {
        scan->at++;
        code = digits(scan, "after the point");
    }
    if (!code && (peek(scan) == 'e' || peek(scan) == 'E')) {
        scan->at++;
        if (peek(scan) == '+' || peek(scan) == '-') scan->at++;
        code = digits(scan, "in its exponent");
    }
    if (!code && scan->at - start > TW_JSON_NUMBER) {
        return FAIL(scan, start, "a number of %zu characters; at most %u are allowed", scan->at - start,
                    TW_JSON_NUMBER);
    }
    return code;
}

static int literal(struct scan *scan, const char *word)
{
    size_t length = strlen(word);
    if (scan->length - scan->at < length || memcmp(scan->text + scan->at, word, length) != 0) {
        return FAIL(
            scan, scan->at,
            "unknown word; expected a value such as true, false, null, a number or a string in quotes");
    }
    scan->at += length;
    return TW_OK;
}

/* A new entry at the end of the table. */
static int new_entry(struct scan *scan, uint32_t parent, uint32_t *entry)
{
    struct tw_json *json = scan->json;
    if (json->count == TW_JSON_VALUES)
        return FAIL(scan, scan->at, "the text holds more than %u values", TW_JSON_VALUES);
    struct tw_json_value *values = tw_grow(json->values, json->count, &json->capacity, sizeof *values);
    if (!values) return out_of_memory(scan);
    json->values = values;
    *entry = (uint32_t)json->count++;
    json->values[*entry] = (struct tw_json_value){.parent = parent, .key = TW_JSON_NO_KEY};
    return TW_OK;
}

static const char *key_of(const struct tw_json *json, uint32_t entry)
{
    return json->keys.data + json->values[entry].key;
}

static bool same_key(const void *entries, uint32_t a, uint32_t b)
{
    const struct tw_json *json = entries;
    return json->values[a].parent == json->values[b].parent && strcmp(key_of(json, a), key_of(json, b)) == 0;
}

static int duplicate_key(struct scan *scan, uint32_t entry, uint32_t earlier)
{
    struct tw_text what = {0}, right = {0};
    unsigned line = 1;
    for (size_t i = 0; i < scan->json->values[earlier].key_offset; i++) line += scan->text[i] == '\n';
    tw_text_add(&what, "duplicate key ");
    tw_json_add_quoted(key_of(scan->json, entry), &what);
    tw_text_addf(&right, "the first is on line %u", line);
    return tw_json_fail(scan->json, entry, TW_AT_KEY, &what, &right, scan->error);
}

/* The key of an entry, different from all earlier ones of the same object. */
static int key(struct scan *scan, uint32_t entry)
{
    struct tw_json *json = scan->json;
    size_t start = json->keys.length;
    json->values[entry].key_offset = (uint32_t)scan->at;
    if (peek(scan) != '"') return unexpected(scan, "a key in quotes");
    int code = string(scan, &json->keys);
    if (code) return code;
    size_t length = json->keys.length - start;
    tw_text_add_bytes(&json->keys, "", 1); /* the NUL too: keys stand one after the other */
    if (json->keys.failed) return out_of_memory(scan);
    json->values[entry].key = (uint32_t)start;

    uint32_t parent = json->values[entry].parent, earlier;
    uint64_t hash = tw_hash(json->keys.data + start, length) ^ parent * UINT64_C(0x9E3779B97F4A7C15);
    if (!tw_index_set_add(&scan->keys, hash, entry, same_key, json, &earlier)) return out_of_memory(scan);
    return earlier == TW_NO_INDEX ? TW_OK : duplicate_key(scan, entry, earlier);
}

static int value(struct scan *scan, uint32_t entry);

static int member(struct scan *scan, uint32_t object)
{
    uint32_t entry = 0;
    int code = new_entry(scan, object, &entry);
    if (!code) code = key(scan, entry);
    if (code) return code;
    skip_space(scan);
    if (peek(scan) != ':') return unexpected(scan, "':'");
    scan->at++;
    skip_space(scan);
    return value(scan, entry);
}

static int element(struct scan *scan, uint32_t list)
{
    uint32_t entry = 0;
    int code = new_entry(scan, list, &entry);
    return code ? code : value(scan, entry);
}

/* The rest of an object or list from its bracket on: items with commas between them. */
static int items(struct scan *scan, uint32_t parent, char close, int (*item)(struct scan *, uint32_t))
{
    if (++scan->depth > TW_JSON_DEPTH) {
        return FAIL(scan, scan->at, "lists and objects are nested more than %u deep", TW_JSON_DEPTH);
    }
    scan->at++;
    skip_space(scan);
    bool more = peek(scan) != close;
    while (more) {
        int code = item(scan, parent);
        if (code) return code;
        skip_space(scan);
        more = peek(scan) == ',';
        if (!more && peek(scan) != close) return unexpected(scan, close == '}' ? "',' or '}'" : "',' or ']'");
        size_t comma = scan->at;
        if (more) scan->at++;
        skip_space(scan);
        if (more && peek(scan) == close)
            return FAIL(scan, comma, "a comma before '%c'; JSON has no trailing comma", close);
    }
    scan->at++;
    scan->depth--;
    return TW_OK;
}

static int value(struct scan *scan, uint32_t entry)
{
    int c = peek(scan), code;
    scan->json->values[entry].offset = (uint32_t)scan->at;
    if (c == '{')
        code = items(scan, entry, '}', member);
    else if (c == '[')
        code = items(scan, entry, ']', element);
    else if (c == '"')
        code = string(scan, NULL);
    else if (c == '-' || is_digit(c))
        code = number(scan);
    else if (c == 't')
        code = literal(scan, "true");
    else if (c == 'f')
        code = literal(scan, "false");
    else if (c == 'n')
        code = literal(scan, "null");
    else
        code = unexpected(scan, "a value");
    scan->json->values[entry].end = (uint32_t)scan->at;
    return code;
}

static int text(struct scan *scan)
{
    uint32_t root;
    if (scan->length >= 3 && memcmp(scan->text, "\xEF\xBB\xBF", 3) == 0) {
        return FAIL(scan, 0, "the text begins with a byte-order mark; JSON has none (RFC 8259, section 8.1)");
    }
    skip_space(scan);
    int code = new_entry(scan, 0, &root);
    if (!code) code = value(scan, root);
    if (code) return code;
    skip_space(scan);
    return scan->at == scan->length ? TW_OK : unexpected(scan, "the end of the text");
}

int tw_json_scan(const char *file, const char *bytes, size_t length, struct tw_json *json,
                 struct tw_error *error)
{
    *json = (struct tw_json){.file = file, .text = bytes, .length = length};
    if (length > TW_FILE_LIMIT) {
        return tw_fail_at(error, TW_INPUT, file, 0, 0, "the text is larger than %zu MiB",
                          TW_FILE_LIMIT >> 20);
    }
    struct scan scan = {.json = json, .text = bytes, .length = length, .error = error};
    int code = text(&scan);
    tw_index_set_free(&scan.keys);
    return code;
}
