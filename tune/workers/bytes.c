/* Numbers and texts as bytes, and back. */
#include "tune/workers/bytes.h"

#include <string.h>

#define NO_STRING UINT64_MAX /* as a length: NULL */

void tw_bytes_add_raw(struct tw_text *bytes, const void *raw, size_t size)
{
    tw_text_add_bytes(bytes, raw, size);
}

void tw_bytes_add_number(struct tw_text *bytes, uint64_t number)
{
    tw_bytes_add_raw(bytes, &number, sizeof number);
}

static void add(struct tw_text *bytes, const char *data, size_t length)
{
    tw_bytes_add_number(bytes, length);
    tw_text_add_bytes(bytes, data, length);
    tw_text_add_bytes(bytes, "", 1);
}

void tw_bytes_add_string(struct tw_text *bytes, const char *string)
{
    if (string)
        add(bytes, string, strlen(string));
    else
        tw_bytes_add_number(bytes, NO_STRING);
}

void tw_bytes_add_text(struct tw_text *bytes, const struct tw_text *text)
{
    add(bytes, tw_text_part(bytes, text), text->length);
}

/* The next so many bytes; NULL: there are not as many. */
static const char *take(struct tw_bytes *bytes, uint64_t size)
{
    const char *at = bytes->at;
    bytes->wrong |= size > bytes->left;
    if (bytes->wrong) return NULL;
    bytes->at += size;
    bytes->left -= (size_t)size;
    return at;
}

void tw_bytes_raw(struct tw_bytes *bytes, void *raw, size_t size)
{
    const char *at = take(bytes, size);
    if (at)
        memcpy(raw, at, size);
    else
        memset(raw, 0, size);
}

uint64_t tw_bytes_number(struct tw_bytes *bytes)
{
    uint64_t number;
    tw_bytes_raw(bytes, &number, sizeof number);
    return number;
}

/* A string of that length, with the NUL behind it. */
static const char *take_string(struct tw_bytes *bytes, uint64_t length)
{
    const char *string = length < SIZE_MAX ? take(bytes, length + 1) : NULL;
    bytes->wrong |= !string || string[length];
    return bytes->wrong ? NULL : string;
}

const char *tw_bytes_string(struct tw_bytes *bytes)
{
    uint64_t length = tw_bytes_number(bytes);
    return bytes->wrong || length == NO_STRING ? NULL : take_string(bytes, length);
}

void tw_bytes_text(struct tw_bytes *bytes, struct tw_text *text)
{
    uint64_t length = tw_bytes_number(bytes);
    const char *string = take_string(bytes, length);
    if (string) tw_text_add_bytes(text, string, (size_t)length);
}
