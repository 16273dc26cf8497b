/* Places in JSON: the tree is tied to the scan's table, so that any value can be named and pointed at. */
#include "gen/config/json.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/file.h"
#include "gen/described/source_kind.h"

#define SHOWN_BYTES   60u  /* of a value or key in a message  */
#define POINTER_BYTES 400u /* of a JSON Pointer in a message  */

/* Gives every node of the tree its entry: both are in document order. */
static uint32_t number_nodes(cJSON *node, uint32_t entry)
{
    node->valueint = (int)entry++;
    for (cJSON *child = node->child; child; child = child->next) entry = number_nodes(child, entry);
    return entry;
}

int tw_json_parse(const char *file, const char *text, size_t length, struct tw_json *json,
                  struct tw_error *error)
{
    int code = tw_json_scan(file, text, length, json, error);
    /* A text that is too long was not read. */
    const bool is_read = code == TW_INPUT && length <= TW_FILE_LIMIT;
    const enum tw_source_kind kind = is_read ? tw_source_kind(file, text, length) : TW_SOURCE_NONE;
    if (kind) code = tw_source_is_no_config(file, kind, error);
    if (!code) {
        json->root = cJSON_ParseWithLength(text, length);
        /* The scan has accepted the text, so cJSON does too (fuzzed): only memory can be missing. */
        if (!json->root) code = tw_fail_at(error, TW_MEMORY, file, 0, 0, "out of memory");
    }
    if (code)
        tw_json_free(json);
    else
        number_nodes(json->root, 0);
    return code;
}

static bool is_note(const cJSON *member)
{
    const char *key = member->string;
    return key && (strcmp(key, "$comment") == 0 || strcmp(key, "$schema") == 0);
}

static int check_note(const struct tw_json *json, const cJSON *note, struct tw_error *error)
{
    bool is_comment = strcmp(note->string, "$comment") == 0, good = true;
    for (const cJSON *line = note->child; line; line = line->next) good = good && cJSON_IsString(line);
    if (cJSON_IsString(note) || (is_comment && cJSON_IsArray(note) && good)) return TW_OK;
    struct tw_text what = {0}, right = {0};
    tw_text_addf(&what, "\"%s\" is ", note->string);
    tw_json_add_value(json, tw_json_entry(note), &what);
    tw_text_add(&right, is_comment ? "it must be a text, or a list of texts" : "it must be a text");
    return tw_json_fail(json, tw_json_entry(note), TW_AT_VALUE, &what, &right, error);
}

static int drop_notes(const struct tw_json *json, cJSON *node, struct tw_error *error)
{
    int code = TW_OK;
    for (cJSON *member = node->child, *next; member && !code; member = next) {
        next = member->next;
        code = is_note(member) ? check_note(json, member, error) : drop_notes(json, member, error);
        if (!code && is_note(member)) cJSON_Delete(cJSON_DetachItemViaPointer(node, member));
    }
    return code;
}

int tw_json_drop_notes(struct tw_json *json, struct tw_error *error)
{
    return drop_notes(json, json->root, error);
}

void tw_json_free(struct tw_json *json)
{
    cJSON_Delete(json->root);
    free(json->values);
    tw_text_free(&json->keys);
    *json = (struct tw_json){0};
}

bool tw_json_integer(const struct tw_json *json, uint32_t entry, int64_t *value)
{
    const struct tw_json_value *place = &json->values[entry];
    const char *c = json->text + place->offset, *end = json->text + place->end;
    bool negative = *c == '-';
    int64_t sum = 0; /* of the negative digits: INT64_MIN has no positive counterpart */
    c += negative;
    for (; c < end; c++) {
        if (*c < '0' || *c > '9') return false;
        if (sum < (INT64_MIN + (*c - '0')) / 10) return false;
        sum = sum * 10 - (*c - '0');
    }
    if (!negative && sum == INT64_MIN) return false;
    *value = negative ? sum : -sum;
    return true;
}

static const char *key_of(const struct tw_json *json, uint32_t entry)
{
    uint32_t key = json->values[entry].key;
    return key == TW_JSON_NO_KEY ? NULL : json->keys.data + key;
}

/* At most `limit` bytes of a string of UTF-8, whole characters; true when that is not all. */
static bool clip(const char *string, size_t *length, size_t limit)
{
    if (*length <= limit) return false;
    for (*length = limit; *length && ((unsigned char)string[*length] & 0xC0u) == 0x80u;) --*length;
    return true;
}

/* A key as a segment of a pointer: RFC 6901, section 3,
   with control characters written as JSON writes them. */
static void add_segment(const char *key, struct tw_text *text)
{
    size_t length = strlen(key);
    bool cut = clip(key, &length, SHOWN_BYTES);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)key[i];
        if (c == '~')
            tw_text_add(text, "~0");
        else if (c == '/')
            tw_text_add(text, "~1");
        else if (c < 0x20)
            tw_text_addf(text, "\\u%04x", (unsigned)c);
        else
            tw_text_add_char(text, (char)c);
    }
    if (cut) tw_text_add(text, "...");
}

static unsigned position_in_list(const struct tw_json *json, uint32_t entry)
{
    unsigned position = 0;
    uint32_t parent = json->values[entry].parent;
    for (uint32_t i = parent + 1; i < entry; i++) position += json->values[i].parent == parent;
    return position;
}

static void add_path(const struct tw_json *json, uint32_t entry, struct tw_text *text)
{
    if (entry == 0) return;
    add_path(json, json->values[entry].parent, text);
    tw_text_add_char(text, '/');
    const char *key = key_of(json, entry);
    if (key)
        add_segment(key, text);
    else
        tw_text_addf(text, "%u", position_in_list(json, entry));
}

void tw_json_add_pointer(const struct tw_json *json, uint32_t entry, struct tw_text *text)
{
    struct tw_text path = {0};
    add_path(json, entry, &path);
    const char *shown = tw_text_part(text, &path);
    if (path.length > POINTER_BYTES) {
        shown += path.length - POINTER_BYTES;
        shown += strcspn(shown, "/"); /* from a whole segment on; one alone is shorter */
        tw_text_add(text, "...");
    }
    tw_text_add(text, shown);
    tw_text_free(&path);
}

void tw_json_add_value(const struct tw_json *json, uint32_t entry, struct tw_text *text)
{
    const struct tw_json_value *place = &json->values[entry];
    const char *start = json->text + place->offset;
    size_t length = place->end - place->offset;
    bool empty = entry + 1 == json->count || json->values[entry + 1].parent != entry;
    if (*start == '[') {
        tw_text_add(text, empty ? "an empty list" : "a list");
    } else if (*start == '{') {
        tw_text_add(text, empty ? "an empty object" : "an object");
    } else {
        bool cut = clip(start, &length, SHOWN_BYTES);
        tw_text_add_bytes(text, start, length);
        if (cut) tw_text_add(text, "...");
    }
}

void tw_json_add_quoted(const char *string, struct tw_text *text)
{
    struct tw_text head = {0};
    size_t length = strlen(string);
    bool cut = clip(string, &length, SHOWN_BYTES);
    tw_text_add_bytes(&head, string, length);
    if (cut) tw_text_add(&head, "...");
    tw_escape_json(text, tw_text_part(text, &head));
    tw_text_free(&head);
}

int tw_json_fail(const struct tw_json *json, uint32_t entry, enum tw_json_caret caret, struct tw_text *what,
                 struct tw_text *right, struct tw_error *error)
{
    bool nowhere = entry == TW_JSON_NOWHERE;
    if (entry != 0 && !nowhere) {
        tw_text_add(what, " at ");
        tw_json_add_pointer(json, entry, what);
    }
    const char *advice = tw_text_part(what, right);
    if (*advice) tw_text_addf(what, "; %s", advice);
    int code = TW_INPUT;
    if (what->failed)
        code = tw_fail_at(error, TW_MEMORY, json->file, 0, 0, "out of memory");
    else if (nowhere)
        tw_fail_at(error, code, json->file, 0, 0, "%s", tw_text_string(what));
    else
        tw_fail_in_text(error, code, json->file, json->text, json->length,
                        caret == TW_AT_KEY ? json->values[entry].key_offset : json->values[entry].offset,
                        "%s", tw_text_string(what));
    tw_text_free(what);
    tw_text_free(right);
    return code;
}
