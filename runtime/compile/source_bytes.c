/* Bytes that end a source for NVRTC; see source_bytes.h. */
#include "runtime/compile/source_bytes.h"

#include <string.h>

size_t tw_source_mark(const char *text)
{
    return strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static int fail_at(const char *file, const char *source, const char *at, const char *what,
                   struct tw_error *error)
{
    unsigned line = 1;
    const char *begin = source;
    for (const char *c = source; c < at; c++) {
        if (*c != '\n') continue;
        line++;
        begin = c + 1;
    }
    return tw_fail_at(error, TW_INPUT, file, line, (unsigned)(at - begin) + 1, "%s", what);
}

int tw_source_whole(const char *file, const struct tw_text *text, struct tw_error *error)
{
    const char *source = tw_text_string(text), *zero = source + strlen(source);
    if (zero == source + text->length) return TW_OK;
    return fail_at(file, source, zero, "a byte 0, which no text holds", error);
}

/* The end of the raw string whose R"xyz( begins at `text`, )xyz" included; NULL: none does, or it has no end. */
static const char *raw_end(const char *text)
{
    struct tw_text closing = {0};
    const size_t delimiter = strcspn(text + 2, "()\\ \n\"");
    if (strncmp(text, "R\"", 2) != 0 || text[2 + delimiter] != '(') return NULL;
    tw_text_addf(&closing, ")%.*s\"", (int)delimiter, text + 2);
    const char *end = strstr(text, tw_text_string(&closing));
    if (end) end += closing.length;
    tw_text_free(&closing);
    return end;
}

static int spell_raw(const char *file, const char *source, const char *begin, const char *end,
                     struct tw_text *text, struct tw_error *error)
{
    const char *byte = memchr(begin, 0xFF, (size_t)(end - begin));
    tw_text_add_bytes(text, begin, (size_t)(end - begin));
    return byte ? fail_at(file, source, byte,
                          "a byte 0xFF in a raw string: NVRTC takes it for the end of the source", error)
                : TW_OK;
}

int tw_source_spell(const char *file, const char *source, struct tw_text *text, struct tw_error *error)
{
    int code = TW_OK;
    const char *c = source + tw_source_mark(source);
    while (*c && !code) {
        const size_t plain = strcspn(c, "\xffR");
        tw_text_add_bytes(text, c, plain);
        c += plain;
        const char *end = *c == 'R' ? raw_end(c) : NULL;
        if (end) {
            code = spell_raw(file, source, c, end, text, error);
            c = end;
        } else if (*c) {
            tw_text_add(text, *c == 'R' ? "R" : "\\377");
            c++;
        }
    }
    return code || !text->failed ? code : tw_fail(error, TW_MEMORY, "out of memory");
}
