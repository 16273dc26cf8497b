/* One place after the other. */
#include "base/search.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/library.h"

static const char *const root_variables[] = {"CUDAToolkit_ROOT", "CUDA_HOME", "CUDA_PATH", NULL};

/* Opens one file; false, with a line in *tried that says why not. When *tried failed, memory ran out, and no
   other file is opened: what is used must not depend on that. */
static bool open_file(const struct tw_wanted *wanted, const char *file, struct tw_text *tried)
{
    tw_text_addf(tried, "  %s: ", file);
    void *library = tried->failed ? NULL : tw_library_open(file, tried);
    if (library && wanted->accept(wanted->context, library, tried)) return true;
    tw_text_add_char(tried, '\n');
    tw_library_close(library);
    return false;
}

/* The library in the usual folders of a toolkit; `origin` says where the root comes from. */
static bool open_root(const struct tw_wanted *wanted, const char *origin, const char *root,
                      struct tw_text *tried)
{
    bool opened = false, seen = false;
    for (const char *const *folder = wanted->folders; *folder && !opened; folder++) {
        for (const char *const *name = wanted->names; *name && !opened; name++) {
            struct tw_text file = {0};
            tw_text_addf(&file, "%s/%s/%s", root, *folder, *name);
            const char *path = tw_text_part(tried, &file);
            if (access(path, F_OK) == 0) {
                seen = true;
                opened = open_file(wanted, path, tried);
            }
            tw_text_free(&file);
        }
    }
    if (!seen) tw_text_addf(tried, "  %s%s: %s\n", origin, root, wanted->absent);
    return opened;
}

static bool open_variables(const struct tw_wanted *wanted, struct tw_text *tried)
{
    bool opened = false;
    for (const char *const *variable = root_variables; *variable && !opened; variable++) {
        struct tw_text origin = {0};
        const char *root = getenv(*variable);
        tw_text_addf(&origin, "$%s = ", *variable);
        if (root && *root) opened = open_root(wanted, tw_text_part(tried, &origin), root, tried);
        tw_text_free(&origin);
    }
    return opened;
}

static bool open_from_loader(const struct tw_wanted *wanted, struct tw_text *tried)
{
    for (const char *const *name = wanted->names; *name; name++) {
        if (open_file(wanted, *name, tried)) return true;
    }
    return false;
}

const char *tw_search_named(const struct tw_wanted *wanted)
{
    const char *named = getenv(wanted->variable);
    return named && *named ? named : NULL;
}

bool tw_search(const struct tw_wanted *wanted, struct tw_text *tried)
{
    /* A file that was named but does not open is an error:
     * falling back to another would hide the wrong setting. */
    const char *named = tw_search_named(wanted);
    if (named) return open_file(wanted, named, tried);
    return (*wanted->built && open_file(wanted, wanted->built, tried)) ||
           (wanted->root && open_root(wanted, "", wanted->root, tried)) || open_variables(wanted, tried) ||
           open_root(wanted, "", "/usr/local/cuda", tried) || open_from_loader(wanted, tried);
}
