/* What a text is by its beginning and its words. */
#include "gen/described/source_kind.h"

#include <stdbool.h>
#include <string.h>

static bool begins_with(const char *at, const char *end, const char *with)
{
    const size_t length = strlen(with);
    return (size_t)(end - at) >= length && memcmp(at, with, length) == 0;
}

static const char *find(const char *at, const char *end, const char *what)
{
    return memmem(at, (size_t)(end - at), what, strlen(what));
}

/* The text after blanks and comments. */
static const char *skip(const char *at, const char *end)
{
    for (;;) {
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
        const char *close = begins_with(at, end, "//")   ? find(at, end, "\n")
                            : begins_with(at, end, "/*") ? find(at + 2, end, "*/")
                                                         : NULL;
        if (!close) return at;
        at = *close == '\n' ? close + 1 : close + 2;
    }
}

static int ends_with(const char *file, const char *end)
{
    const size_t length = strlen(file), tail = strlen(end);
    return length > tail && strcmp(file + length - tail, end) == 0;
}

enum tw_source_kind tw_source_kind(const char *file, const char *text, size_t length)
{
    const char *end = text + length;
    const char *begin = skip(begins_with(text, end, "\xEF\xBB\xBF") ? text + 3 : text, end);
    if (begins_with(begin, end, ".version")) return TW_SOURCE_PTX;
    if (begins_with(begin, end, "{") || begins_with(begin, end, "[")) return TW_SOURCE_NONE;
    if (ends_with(file, ".ptx")) return TW_SOURCE_PTX;
    return ends_with(file, ".cu") || ends_with(file, ".cuh") || find(text, end, "__global__") ||
                   find(text, end, "#include")
               ? TW_SOURCE_CUDA
               : TW_SOURCE_NONE;
}

int tw_source_is_no_config(const char *file, enum tw_source_kind kind, struct tw_error *error)
{
    return kind == TW_SOURCE_PTX
               ? tw_fail_at(
                     error, TW_INPUT, file, 0, 0,
                     "it is PTX, and no config: `tilewright lint` runs it as it is, and `tilewright init` "
                     "describes kernels from their CUDA C++")
               : tw_fail_at(error, TW_INPUT, file, 0, 0,
                            "it is CUDA C++, and no config: `tilewright init` writes a first description of "
                            "its kernel, and `tilewright lint` runs it as it is");
}
