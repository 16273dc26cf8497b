/* zlib's streams, a buffer at a time. */
#include "cli/verify/gzip.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

#define PIECE  65536u
#define GZIP   16 /* added to the window's bits: gzip's header and checksum */
#define WINDOW 15

/* Hands the stream what follows of the input: its counters are of 32 bits. */
static void feed(z_stream *stream, const struct tw_text *from, size_t *given)
{
    size_t left = from->length - *given, piece = left < UINT_MAX ? left : UINT_MAX;
    if (stream->avail_in || !piece) return;
    stream->next_in = (const Bytef *)from->data + *given;
    stream->avail_in = (uInt)piece;
    *given += piece;
}

int tw_gzip(const struct tw_text *text, struct tw_text *packed, struct tw_error *error)
{
    z_stream stream = {0};
    unsigned char piece[PIECE];
    size_t given = 0;
    int state = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW + GZIP, 9, Z_DEFAULT_STRATEGY);
    if (state != Z_OK) return tw_fail(error, TW_MEMORY, "out of memory for compressing");
    while (state == Z_OK) {
        feed(&stream, text, &given);
        stream.next_out = piece;
        stream.avail_out = PIECE;
        state = deflate(&stream, given == text->length ? Z_FINISH : Z_NO_FLUSH);
        tw_text_add_bytes(packed, piece, PIECE - stream.avail_out);
    }
    deflateEnd(&stream);
    return packed->failed ? tw_fail(error, TW_MEMORY, "out of memory for compressing") : TW_OK;
}

static bool is_gzip(const struct tw_text *packed)
{
    return packed->length >= 2 && (unsigned char)packed->data[0] == 0x1F &&
           (unsigned char)packed->data[1] == 0x8B;
}

/* What is left of the input begins another member: the stream goes on with that. */
static int next_member(z_stream *stream, const struct tw_text *packed, size_t *given)
{
    feed(stream, packed, given);
    return stream->avail_in ? inflateReset(stream) : Z_STREAM_END;
}

static int inflate_all(z_stream *stream, const struct tw_text *packed, struct tw_text *text)
{
    unsigned char piece[PIECE];
    size_t given = 0;
    int state = Z_OK;
    while (state == Z_OK && text->length <= TW_GZIP_LIMIT && !text->failed) {
        feed(stream, packed, &given);
        stream->next_out = piece;
        stream->avail_out = PIECE;
        state = inflate(stream, Z_NO_FLUSH);
        tw_text_add_bytes(text, piece, PIECE - stream->avail_out);
        if (state == Z_STREAM_END) state = next_member(stream, packed, &given);
    }
    return state;
}

int tw_gunzip(const char *file, const struct tw_text *packed, struct tw_text *text, struct tw_error *error)
{
    z_stream stream = {0};
    if (!is_gzip(packed)) {
        tw_text_add_bytes(text, packed->length ? packed->data : "", packed->length);
        return text->failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
    }
    if (inflateInit2(&stream, WINDOW + GZIP) != Z_OK) return tw_fail(error, TW_MEMORY, "out of memory");
    int state = inflate_all(&stream, packed, text);
    inflateEnd(&stream);
    if (text->failed || state == Z_MEM_ERROR) return tw_fail(error, TW_MEMORY, "out of memory");
    if (text->length > TW_GZIP_LIMIT)
        return tw_fail_at(error, TW_INPUT, file, 0, 0, "holds more than %zu MiB of text",
                          TW_GZIP_LIMIT >> 20);
    if (state == Z_STREAM_END) return TW_OK;
    return tw_fail_at(error, TW_INPUT, file, 0, 0,
                      state == Z_BUF_ERROR ? "cut off: the compressed data has no end"
                                           : "damaged: not what was compressed");
}
