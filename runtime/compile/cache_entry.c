/* A cached kernel as the bytes of a file, and back, if checksum and form are right. */
#include "runtime/compile/cache_entry.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "runtime/compile/entries.h"

/*
 * file     = format "xxh3-128 " 32 hex digits "\n" body          the digits are the hash of body
 * format   = "tilewright compiled kernel, format 2\n"            another format has another number
 * body     = key sizes payloads
 * key      = { word " " value "\n" }                             every part, in the order of TW_CACHE_PARTS
 * sizes    = "cubin " N "\n" "ptx " N "\n" "log " N "\n" "names " N "\n"
 * payloads = so many bytes of each, and nothing behind them
 */
#define FORMAT   "tilewright compiled kernel, format 2\n"
#define CHECKSUM "xxh3-128 "

enum { CUBIN, PTX, LOG, NAMES, PAYLOADS };
static const char *const payload_words[PAYLOADS] = {"cubin", "ptx", "log", "names"};

static const char *const part_words[] = {
#define X(part, word) word,
    TW_CACHE_PARTS(X)
#undef X
};

const char *tw_cache_part_word(enum tw_cache_part part)
{
    assert(part < TW_CACHE_PART_COUNT);
    return part_words[part];
}

void tw_cache_key_free(struct tw_cache_key *key)
{
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) free(key->part[i]);
    *key = (struct tw_cache_key){0};
}

void tw_cache_key_print(const struct tw_cache_key *key, struct tw_text *text)
{
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) {
        assert(key->part[i] && !strchr(key->part[i], '\n'));
        tw_text_addf(text, "%s %s\n", part_words[i], key->part[i]);
    }
}

bool tw_cache_key_equal(const struct tw_cache_key *a, const struct tw_cache_key *b)
{
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) {
        if (!a->part[i] || !b->part[i] || strcmp(a->part[i], b->part[i]) != 0) return false;
    }
    return true;
}

void tw_cache_entry_print(const struct tw_cache_key *key, const struct tw_image *image, struct tw_text *file)
{
    const void *const payloads[PAYLOADS] = {image->cubin, image->ptx, image->log, image->names};
    const size_t bytes[PAYLOADS] = {image->cubin_bytes, image->ptx_length,
                                    image->log ? strlen(image->log) : 0,
                                    image->names ? strlen(image->names) : 0};
    struct tw_text body = {0};
    char hash[TW_HASH_DIGITS + 1];
    tw_cache_key_print(key, &body);
    for (unsigned i = 0; i < PAYLOADS; i++) tw_text_addf(&body, "%s %zu\n", payload_words[i], bytes[i]);
    for (unsigned i = 0; i < PAYLOADS; i++) tw_text_add_bytes(&body, payloads[i], bytes[i]);
    tw_hash_text(tw_text_part(file, &body), body.length, hash);
    tw_text_addf(file, FORMAT CHECKSUM "%s\n", hash);
    tw_text_add_bytes(file, tw_text_string(&body), body.length);
    tw_text_free(&body);
}

struct cursor {
    const char *at, *end;
    bool failed; /* memory ran out: nothing is known of the file */
};

static bool take(struct cursor *cursor, const char *text)
{
    size_t length = strlen(text);
    if ((size_t)(cursor->end - cursor->at) < length || memcmp(cursor->at, text, length) != 0) return false;
    cursor->at += length;
    return true;
}

/* word " " value "\n": a copy of the value, or NULL. */
static char *take_value(struct cursor *cursor, const char *word)
{
    if (!take(cursor, word) || !take(cursor, " ")) return NULL;
    const char *newline = memchr(cursor->at, '\n', (size_t)(cursor->end - cursor->at));
    if (!newline || memchr(cursor->at, '\0', (size_t)(newline - cursor->at))) return NULL;
    char *value = strndup(cursor->at, (size_t)(newline - cursor->at));
    cursor->failed |= !value;
    cursor->at = newline + 1;
    return value;
}

/* A size of at most what is left of the file, written as tw_cache_entry_print writes it. */
static bool take_size(struct cursor *cursor, const char *word, size_t *size)
{
    char *value = take_value(cursor, word), written[32];
    if (!value) return false;
    unsigned long long number = strtoull(value, NULL, 10);
    snprintf(written, sizeof written, "%llu", number);
    bool same = strcmp(value, written) == 0;
    free(value);
    *size = (size_t)number;
    return same && number <= (unsigned long long)(cursor->end - cursor->at);
}

static bool take_payload(struct cursor *cursor, size_t size, char **bytes)
{
    if ((size_t)(cursor->end - cursor->at) < size) return false;
    *bytes = malloc(size + 1);
    cursor->failed |= !*bytes;
    if (!*bytes) return false;
    memcpy(*bytes, cursor->at, size);
    (*bytes)[size] = '\0';
    cursor->at += size;
    return true;
}

static bool take_checksum(struct cursor *cursor)
{
    struct cursor digits = *cursor;
    char hash[TW_HASH_DIGITS + 1];
    if (cursor->end - cursor->at < (ptrdiff_t)TW_HASH_DIGITS + 1) return false;
    cursor->at += TW_HASH_DIGITS + 1;
    tw_hash_text(cursor->at, (size_t)(cursor->end - cursor->at), hash);
    return take(&digits, hash) && take(&digits, "\n");
}

static bool take_image(struct cursor *cursor, struct tw_image *image)
{
    size_t size[PAYLOADS];
    char *payload[PAYLOADS] = {NULL};
    for (unsigned i = 0; i < PAYLOADS; i++) {
        if (!take_size(cursor, payload_words[i], &size[i])) return false;
    }
    bool taken = true;
    for (unsigned i = 0; i < PAYLOADS && taken; i++) taken = take_payload(cursor, size[i], &payload[i]);
    *image = (struct tw_image){.cubin = payload[CUBIN],
                               .cubin_bytes = size[CUBIN],
                               .ptx = payload[PTX],
                               .ptx_length = size[PTX],
                               .log = payload[LOG],
                               .names = payload[NAMES]};
    return taken && cursor->at == cursor->end && strlen(image->ptx) == size[PTX] &&
           strlen(image->log) == size[LOG] && strlen(image->names) == size[NAMES] &&
           tw_entries_are_names(image->names);
}

enum tw_code tw_cache_entry_read(const char *bytes, size_t length, struct tw_cache_key *key,
                                 struct tw_image *image)
{
    struct cursor cursor = {bytes, bytes + length, false};
    struct tw_image unwanted;
    struct tw_image *into = image ? image : &unwanted;
    *key = (struct tw_cache_key){0};
    *into = (struct tw_image){0};
    bool valid = take(&cursor, FORMAT) && take(&cursor, CHECKSUM) && take_checksum(&cursor);
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT && valid; i++) {
        key->part[i] = take_value(&cursor, part_words[i]);
        valid = key->part[i] != NULL;
    }
    valid = valid && take_image(&cursor, into);
    if (!valid || !image) tw_image_free(into);
    if (!valid) tw_cache_key_free(key);
    return cursor.failed ? TW_MEMORY : valid ? TW_OK : TW_INPUT;
}
