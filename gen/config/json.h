/*
 * json.h - JSON text, read strictly, with the place of every value.
 *
 * cJSON keeps no positions and is lax: it accepts leading zeros, a byte-order mark, invalid UTF-8, raw
 * newlines in strings, duplicate keys and trailing text, and cuts strings at an escaped NUL. So a scan of RFC
 * 8259 goes first, refuses everything the standard forbids, and writes a table of all values in document
 * order. Then cJSON builds the tree from text that is known to be good, and the node of table entry i gets i
 * as its `valueint` (tw_json_entry): numbers are read from the text, never from cJSON's double.
 *
 * Beyond RFC 8259 these are errors too, each with its place: duplicate keys (compared after decoding: "a" is
 * "\u0061"), the escape \u0000, escapes of half a surrogate pair, a number of more than 63 characters,
 * nesting deeper than TW_JSON_DEPTH, more than TW_JSON_VALUES values, and text longer than TW_FILE_LIMIT.
 *
 * Memory: the struct owns its table and tree; file and text are the caller's and must outlive it.
 */
#ifndef TW_GEN_CONFIG_JSON_H
#define TW_GEN_CONFIG_JSON_H

#include <cJSON.h>
#include <stdint.h>

#include "base/text.h"

#define TW_JSON_DEPTH  64u        /* lists and objects inside each other */
#define TW_JSON_VALUES (4u << 20) /* values of one text                  */
/* Characters of a number; cJSON reads no more (RFC 8259, section 9, allows limits). */
#define TW_JSON_NUMBER 63u

struct tw_json_value {
    uint32_t offset, end; /* bytes of the text: [offset, end) */
    uint32_t parent;      /* entry of the list or object it is in; of the root, itself */
    uint32_t key_offset;  /* member of an object: where its key stands */
    uint32_t key;         /* the decoded key in `keys`, or TW_JSON_NO_KEY */
};

#define TW_JSON_NO_KEY UINT32_MAX

struct tw_json {
    const char *file, *text;
    size_t length;
    struct tw_json_value *values;
    size_t count, capacity;
    struct tw_text keys; /* decoded, NUL-terminated, one after the other */
    cJSON *root;
};

/* Scans and reads `length` bytes; `file` names them in messages.
   TW_INPUT or TW_MEMORY; then *json is empty. */
int tw_json_parse(const char *file, const char *text, size_t length, struct tw_json *json,
                  struct tw_error *error);
void tw_json_free(struct tw_json *json);

/*
 * Takes the notes out of the tree: members "$comment", a text or a list of texts, and "$schema", a text, of any object. They are
 * for people and editors, and whoever reads the tree afterwards meets none. TW_INPUT with place and caret for another value.
 */
int tw_json_drop_notes(struct tw_json *json, struct tw_error *error);

/* The scan alone, without the tree; *json must be freed also when it fails. */
int tw_json_scan(const char *file, const char *text, size_t length, struct tw_json *json,
                 struct tw_error *error);

#define TW_JSON_NOWHERE UINT32_MAX /* the entry of no value: a message is about nothing in the text */

/* The table entry of a node of the tree; of NULL TW_JSON_NOWHERE. */
static inline uint32_t tw_json_entry(const cJSON *node)
{
    return node ? (uint32_t)node->valueint : TW_JSON_NOWHERE;
}

/* The number as an exact int64_t; false when it has a fraction or exponent,
   is out of range, or is no number. */
bool tw_json_integer(const struct tw_json *json, uint32_t entry, int64_t *value);

/* Appends the JSON Pointer (RFC 6901) of the entry, "" for the root; a long one is cut at the front. */
void tw_json_add_pointer(const struct tw_json *json, uint32_t entry, struct tw_text *text);

/* Appends what the entry is, for a message:
   "a list", "an empty object", its text as written (cut when long). */
void tw_json_add_value(const struct tw_json *json, uint32_t entry, struct tw_text *text);

/* Appends `string` as a JSON string, cut when long. */
void tw_json_add_quoted(const char *string, struct tw_text *text);

/*
 * Fails with TW_INPUT and the message "WHAT at POINTER; RIGHT", the caret under the entry's key or value.
 * TW_JSON_NOWHERE has neither pointer nor caret. Frees both texts; RIGHT may be empty. Returns TW_INPUT, or TW_MEMORY when
 * a text has failed.
 */
enum tw_json_caret { TW_AT_VALUE, TW_AT_KEY };
int tw_json_fail(const struct tw_json *json, uint32_t entry, enum tw_json_caret caret, struct tw_text *what,
                 struct tw_text *right, struct tw_error *error);

#endif
