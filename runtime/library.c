/* dlopen and dlsym, and the path of the file that was opened. */
#include "runtime/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <string.h>

/* The loader says it in words, its own or those of ENOMEM; or it lacks the memory to say "FILE: what is wrong", and
   says only what. */
static bool is_memory(const char *text)
{
    return strstr(text, "out of memory") || strstr(text, strerror(ENOMEM)) || !strstr(text, ": ");
}

void *tw_library_open(const char *file, struct tw_text *reason)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const char *text = library ? NULL : dlerror();
    if (text && is_memory(text)) tw_text_fail(reason);
    if (text) tw_text_add(reason, text);
    return library;
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
