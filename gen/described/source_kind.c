/* What a text is by its beginning and its words. */
#include "gen/described/source_kind.h"

#include <string.h>

/* The text after blanks and comments. */
static const char *skip(const char *text)
{
    for (;;) {
        text += strspn(text, " \t\r\n");
        const char *end = strncmp(text, "//", 2) == 0   ? strchr(text, '\n')
                          : strncmp(text, "/*", 2) == 0 ? strstr(text, "*/")
                                                        : NULL;
        if (!end) return text;
        text = *end == '\n' ? end + 1 : end + 2;
    }
}

static int ends_with(const char *file, const char *end)
{
    const size_t length = strlen(file), tail = strlen(end);
    return length > tail && strcmp(file + length - tail, end) == 0;
}

enum tw_source_kind tw_source_kind(const char *file, const char *text)
{
    const char *begin = skip(strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text);
    if (strncmp(begin, ".version", 8) == 0) return TW_SOURCE_PTX;
    if (*begin == '{' || *begin == '[') return TW_SOURCE_NONE;
    if (ends_with(file, ".ptx")) return TW_SOURCE_PTX;
    return ends_with(file, ".cu") || ends_with(file, ".cuh") || strstr(text, "__global__") ||
                   strstr(text, "#include")
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
