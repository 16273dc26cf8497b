/* dlopen and dlsym, and the path of the file that was opened. */
#include "base/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The loader says it in words of its own; or it has no memory for "FILE: what is wrong" either, and says only what. */
static bool is_memory(const char *text)
{
    static const char *const words[] = {"out of memory", "cannot allocate", "cannot create", "cannot extend"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(text, words[i])) return true;
    }
    return strstr(text, strerror(ENOMEM)) || !strstr(text, ": ");
}

/* Not with RTLD_NODELETE: what could not be opened for lack of memory would stay, half made, and be taken for whole
   the next time. */
static void *open_once(const char *file, struct tw_text *reason)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const char *text = library ? NULL : dlerror();
    if (text && is_memory(text)) tw_text_fail(reason);
    if (text) tw_text_add(reason, text);
    return library;
}

/* Keeps what is open mapped. */
static void *pin(void *library, const char *file, struct tw_text *reason)
{
    void *pinned = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!pinned) tw_text_fail(reason);
    dlclose(library);
    return pinned;
}

/* Also for lack of memory the loader may say that there is no such file: that is believed when it says so twice. */
void *tw_library_open(const char *file, struct tw_text *reason)
{
    struct tw_text first = {0};
    void *library = open_once(file, &first);
    if (library || first.failed)
        tw_text_part(reason, &first);
    else
        library = open_once(file, reason);
    tw_text_free(&first);
    return library ? pin(library, file, reason) : NULL;
}

void tw_library_close(void *library)
{
    if (library) dlclose(library);
}

const char *tw_library_fill(void *library, const struct tw_symbol *symbols, size_t count, void *table)
{
    for (size_t i = 0; i < count; i++) {
        void *symbol = dlsym(library, symbols[i].name);
        if (!symbol) return symbols[i].name;
        /* ISO C has no conversion between object and function pointers;
         * POSIX promises the same representation. */
        memcpy((char *)table + symbols[i].offset, &symbol, sizeof symbol);
    }
    return NULL;
}

void tw_library_add_path(void *library, struct tw_text *path)
{
    struct link_map *map = NULL;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map->l_name) tw_text_add(path, map->l_name);
}

bool tw_library_open_beside(const char *path, const char *name, struct tw_text *reason)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return true;
    struct tw_text file = {0};
    tw_text_add_bytes(&file, path, (size_t)(slash + 1 - path));
    tw_text_add(&file, name);
    const char *beside = tw_text_part(reason, &file);
    bool there = !reason->failed && access(beside, F_OK) == 0;
    void *library = there ? tw_library_open(beside, reason) : NULL;
    tw_library_close(library); /* stays mapped */
    tw_text_free(&file);
    return !reason->failed && (library || !there);
}

bool tw_library_open_builtins(const char *path, int major, int minor, struct tw_text *reason)
{
    char name[64];
    snprintf(name, sizeof name, "libnvrtc-builtins.so.%d.%d", major, minor);
    return tw_library_open_beside(path, name, reason);
}
