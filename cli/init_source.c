/* tilewright init of a kernel's source: read, asked of a compiler, and written down. */
#include "cli/init_source.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/options/limits.h"
#include "gen/described/init/starter.h"
#include "gen/described/source_kind.h"
#include "runtime/compile/compile.h"
#include "tune/undefined.h"

bool tw_init_is_source(const char *name)
{
    return strpbrk(name, "./") != NULL;
}

/* The source as a config in `output` names it: beside it, or from the root where they are in different folders. */
static void add_path(const char *source, const char *output, struct tw_text *text)
{
    const char *slash = output ? strrchr(output, '/') : NULL;
    const size_t folder = slash ? (size_t)(slash - output) + 1 : 0;
    const bool is_beside = folder == (size_t)(tw_file_name(source) - source) &&
                           strncmp(source, output ? output : "", folder) == 0;
    char *absolute = !is_beside && slash ? realpath(source, NULL) : NULL;
    tw_text_add(text, is_beside ? tw_file_name(source) : absolute ? absolute : source);
    free(absolute);
}

int tw_init_source(const char *file, const char *name, const char *output, struct tw_text *config,
                   struct tw_error *error)
{
    struct tw_text text = {0}, path = {0};
    struct tw_cuda_source source = {0};
    const struct tw_cuda_kernel *kernel = NULL;
    const struct tw_limits limits = tw_limits_here(TW_COMPILE_TIMEOUT_S, TW_COMPILE_MIB, 1, TW_EXIT_USAGE);
    int code = tw_file_read(file, &text, error);
    if (!code && tw_source_kind(file, tw_text_string(&text), text.length) == TW_SOURCE_PTX)
        code = tw_source_is_no_config(file, TW_SOURCE_PTX, error);
    if (!code) code = tw_cuda_source_read(tw_text_string(&text), &source, error);
    if (!code) code = tw_cuda_find_kernel(&source, file, name, &kernel, error);
    if (!code) code = tw_find_undefined(file, tw_text_string(&text), &limits, &source, error);
    if (!code) {
        add_path(file, output, &path);
        tw_cuda_add_starter(&source, kernel, tw_text_string(&path), config);
        if (path.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    }
    tw_cuda_source_free(&source);
    tw_text_free(&path);
    tw_text_free(&text);
    return code;
}
